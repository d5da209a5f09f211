"""Rules that a project declares in rules.yaml, without Python."""

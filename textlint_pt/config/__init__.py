"""Configuration: rules.yaml and [tool.textlint-pt]."""

"""Corrections as tags of tokens, the damage that teaches them, and a training for any machine."""

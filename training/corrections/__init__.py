"""Corrections that people made in the histories of free Portuguese texts (docs/training.md)."""

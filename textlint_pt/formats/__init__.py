"""Formats: from source text to blocks of prose with exact offsets."""

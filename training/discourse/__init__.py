"""The discourse model: which sentence does not belong, and what order is right."""

"""The meaning encoder: all twelve layers of multilingual-e5-small, packed into 16 MB."""

"""The engine: documents in, report entries out."""

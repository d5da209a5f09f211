"""Text: characters with their source, documents, boundaries, languages, kinds, variants."""

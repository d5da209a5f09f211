"""The reference and the source of a document: found, paired, aligned."""

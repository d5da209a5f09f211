"""Whether what a text says hangs together."""

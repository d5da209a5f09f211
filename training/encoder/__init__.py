"""The shipped encoder: its text, its weights as PyTorch has them, and as they ship."""

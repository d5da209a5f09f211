"""Texts over HTTP: the interface of LanguageTool, which many programs speak, and one of our own."""

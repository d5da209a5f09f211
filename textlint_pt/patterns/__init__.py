"""Patterns of words as data: a notation, a loader for files of them, and the matcher.

`notation` says how a pattern is written, `docs/rules-guide.md` teaches it.
"""

"""Errors a user can act on: one line, exit status 2."""

from __future__ import annotations

from collections.abc import Iterable


class UserError(Exception):
    """Says what cannot be done, naming the file or key, and the way out."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint such as ` (did you mean "edit"?)`, or nothing when no known word is near."""
    import difflib

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""

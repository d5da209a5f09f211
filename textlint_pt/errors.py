"""What every part may raise; `contract.errors` has the rest."""

from __future__ import annotations

_BREAKS = str.maketrans({"\n": "\u240a", "\r": "\u240d"})


class UserError(Exception):
    """Says in one line what cannot be done, naming the file or key, and the way out.

    What is quoted from a file may hold breaks of lines; they are shown as ␊ and ␍.
    """

    def __str__(self) -> str:
        return super().__str__().translate(_BREAKS)

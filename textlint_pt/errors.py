"""What every part may raise; `contract.errors` has the rest."""

from __future__ import annotations


class UserError(Exception):
    """Says what cannot be done, naming the file or key, and the way out."""

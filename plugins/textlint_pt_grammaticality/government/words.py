"""Lists of words that several rules of government read."""

from __future__ import annotations

from textlint_pt_grammaticality.reading import listed

HAVING = listed("ter haver")

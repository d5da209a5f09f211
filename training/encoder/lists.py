"""Lists of words that the making of faults needs, `words.tsv`."""

from __future__ import annotations

from pathlib import Path

from textlint_pt.portuguese import Lists

OWN = Lists(Path(__file__).with_name("words.tsv"))
own_words = OWN.words

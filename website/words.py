"""What the site says of its own, in both languages."""

from __future__ import annotations

from pathlib import Path

from textlint_pt import shipped
from textlint_pt.report.messages import catalogue

WORDS = catalogue(Path(__file__).with_name("words.tsv"))
#: words that a rule's page comes first for in the search, by its code
SEARCHED = catalogue(Path(__file__).with_name("searched.tsv"))

_GUIDES = shipped.read_rows(Path(__file__).with_name("guides.tsv"))
#: what the guides are called in the Portuguese menu that have no Portuguese page, and what they say
TITLES = {name: title for name, title, _ in _GUIDES}
SUMMARIES = {name: summary for name, _, summary in _GUIDES}

"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.reading import own_words

#: what is never right, and often mentioned as such
_MENTIONED = own_words("common-confusion.mentioned")
#: what they say of words inside "com sigo", "a penas um"
COVERED = ("GRA101", "GRA102", "GRA201", "GRA203", "GRA209", "GRA224", "GRA403", "GRA414")


def is_certain(rule: LanguageRule, finding: Finding) -> bool:
    """Whether what is written is never right (*concerteza*)."""
    return finding.message == "never"


def kind_of(rule: LanguageRule, finding: Finding) -> str:
    form: str = finding.arguments["form"]
    # "Benvindo" is a name, and "menas" what people say that others say
    named = not form.islower() or form in _MENTIONED
    return "named" if named and finding.message == "never" else LanguageRule.kind_of(rule, finding)

"""GRA302: a pronoun at the head of a sentence, in a European text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Option, View
from textlint_pt_grammaticality.document.manner import variant
from textlint_pt_grammaticality.judge.confidence import OPTION
from textlint_pt_grammaticality.judge.language_rule import LanguageRule

OPTIONS = {
    "confidence": OPTION,
    "brazilian": Option(False, "report it in texts that are not European Portuguese too"),
}


def facts(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Hashable:
    return LanguageRule.facts(rule, view, options), variant(view.whole)


def candidates(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
    if options["brazilian"] or variant(view.whole) == "PT":
        yield from LanguageRule.candidates(rule, view, options)

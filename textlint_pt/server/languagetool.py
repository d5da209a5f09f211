"""Answers as LanguageTool's HTTP interface gives them, always in their full shape: of the programs
that read them, most fail without some field that its description calls optional."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import __version__, shipped
from textlint_pt.contract.declared import Scope
from textlint_pt.contract.rule import Rule
from textlint_pt.registry.documentation import page
from textlint_pt.report.finding import Finding, applied
from textlint_pt.server.forms import Asked, Units
from textlint_pt.server.judging import Judged
from textlint_pt.text.document import Span

#: languages that are checked, by code
LANGUAGES: Mapping[str, str] = {
    "pt": "Portuguese",
    "pt-PT": "Portuguese (Portugal)",
    "pt-BR": "Portuguese (Brazil)",
    "pt-AO": "Portuguese (Angola)",
    "pt-MZ": "Portuguese (Moçambique)",
}
#: where the agreement of 1990 is not the norm, and the rule that asks for it
_BEFORE_1990, _AGREEMENT = ("pt-AO", "pt-MZ"), "GRA904"
#: how the id of a rule of spelling begins: clients offer to add words to a dictionary for these
#: alone; and what all ids of such rules have in them
_SPELLING, _SPELLER = "MORFOLOGIK_RULE_", re.compile("MORFOLOGIK_RULE|HUNSPELL|SPELLER_RULE")
#: characters on either side of what is marked; of what is replaced at most; and replacements in
#: compact answers
_AROUND, _REPLACED, _FEW = 40, 300, 5


class Face(NamedTuple):
    """What a rule is to clients of LanguageTool: a category, a type of ITS 2.0, other ids."""

    category: str
    issue_type: str
    aliases: Sequence[str]

    @property
    def is_spelling(self) -> bool:
        return self.issue_type == "misspelling"

    def id(self, code: str, language: str) -> str:
        variant = "PT_BR" if language == "pt-BR" else "PT_PT"
        return f"{_SPELLING}{variant}" if self.is_spelling else code


@cache
def face(code: str) -> Face:
    """Return the row of a code, or of its longest beginning that has one ("" has)."""
    rows = _faces()
    beginnings = (code[:end] for end in range(len(code), -1, -1))
    return next(rows[beginning] for beginning in beginnings if beginning in rows)


@cache
def categories() -> Mapping[str, Mapping[str, str]]:
    return {row[0]: {"pt": row[1], "en": row[2]} for row in _rows("categories.tsv")}


@cache
def _faces() -> Mapping[str, Face]:
    return {
        code: Face(category, kind, more[0].split(",") if more else ())
        for code, category, kind, *more in _rows("rules.tsv")
    }


def _rows(name: str) -> list[list[str]]:
    return shipped.read_rows(Path(__file__).with_name(name))


def is_checked(language: str) -> bool:
    return language.partition("-")[0] == "pt"


def software() -> dict[str, Any]:
    """Return the version of this server, in the fields that LanguageTool has."""
    return {
        "name": "LanguageTool",  # the name of the interface, as clients know it
        "version": f"textlint-pt {__version__}",
        "buildDate": "",
        "apiVersion": 1,
        "premium": False,
        "premiumHint": "",
        "status": "",
    }


def languages() -> list[dict[str, str]]:
    return [{"name": name, "code": "pt", "longCode": code} for code, name in LANGUAGES.items()]


def configuration(
    rules: Mapping[str, type[Rule]], active: Mapping[str, object], longest: int, language: str
) -> dict[str, Any]:
    """Return the answer to `configinfo`: all rules and the length limit."""
    shown_rules = []
    for code, rule in sorted(rules.items()):
        shown = face(code)
        shown_rules.append(
            {
                "ruleId": code,
                "description": page(rule, language).summary,
                "isDictionaryBasedSpellingRule": shown.is_spelling,
                "isOn": code in active,
                "isSpellingRule": shown.is_spelling,
                "categoryId": shown.category,
                "categoryName": categories()[shown.category][language],
                "locQualityIssueType": shown.issue_type,
            }
        )
    return {"software": software(), "parameter": {"maxTextLength": longest}, "rules": shown_rules}


def switched_on(
    asked: Asked, rules: Mapping[str, type[Rule]], on: Mapping[str, object]
) -> frozenset[str]:
    """Return the codes of rules that are off and that a client wants."""
    off = (rule for code, rule in rules.items() if code not in on)
    return frozenset(rule.code for rule in off if _is_among(rule, face(rule.code), asked.enabled))


def answer(
    asked: Asked, judged: Judged | None, rules: Mapping[str, type[Rule]], language: str
) -> dict[str, Any]:
    """Return the answer to a check; `judged` is None for a language not supported."""
    units = Units(asked.sent)
    source_places = _Places(asked)
    found = judged.report.findings if judged else []
    sentences = [source_places.span(item) for item in judged.sentences] if judged else []
    ranges = [[units.at(item.start), units.at(item.end)] for item in sentences if item]
    matches = [
        match
        for finding in found
        if _is_wanted(finding, asked, rules[finding.code])
        and (match := _match(finding, asked, source_places, units, sentences, rules, language))
    ]
    code = asked.language
    language_found = judged.report.language if judged else None
    detected = code if language_found in (None, "pt") else str(language_found)
    answered: dict[str, Any] = {
        "software": software(),
        "warnings": {"incompleteResults": bool(judged and not judged.complete)},
        "language": {
            "name": LANGUAGES.get(code, code),
            "code": code,
            "detectedLanguage": {
                "name": LANGUAGES.get(detected, detected),
                "code": detected,
                "confidence": 0.99 if language_found else 0.0,
                "source": "ngram",
            },
        },
        "matches": matches,
        "sentenceRanges": ranges,
        "extendedSentenceRanges": [
            {"from": start, "to": end, "detectedLanguages": [{"language": "pt", "rate": 1.0}]}
            for start, end in ranges
        ],
    }
    if judged and not judged.complete:
        answered["warnings"]["incompleteResultsReason"] = "the time for an answer was up"
    if asked.compact:
        del answered["software"]
        for match in matches:
            del match["context"], match["sentence"]
            del match["replacements"][_FEW:]
    return answered


class _Places:
    """Where what was judged stands in what the client sent."""

    def __init__(self, asked: Asked) -> None:
        self._places = asked.places

    def span(self, span: Span) -> Span | None:
        """Return the span in what was sent; None for text that only replaces markup."""
        if self._places is None:
            return span
        places = self._places
        if span.start >= span.end:
            offset = places[span.start][0] if span.start < len(places) else places[-1][1]
            return Span(offset, offset)
        within = places[span.start : span.end]
        # a character that was sent as text has a place of one character, markup a longer one
        if all(end - start != 1 for start, end in within):
            return None
        first_start, _ = within[0]
        _, last_end = within[-1]
        return Span(first_start, last_end)

    def is_text(self, span: Span) -> bool:
        """Return whether a span was sent as it was read, without markup inside."""
        if self._places is None or span.start >= span.end:
            return True
        within = self._places[span.start : span.end]
        first = within[0][0]
        return all(place == (first + i, first + i + 1) for i, place in enumerate(within))


def _is_wanted(finding: Finding, asked: Asked, rule: type[Rule]) -> bool:
    """Return whether the request's modes, rules and categories include a finding."""
    rule_face = face(finding.code)
    if asked.language in _BEFORE_1990 and finding.code == _AGREEMENT:
        return False
    is_about_texts = rule.declared.scope not in (Scope.SPAN, Scope.SENTENCE)
    # clients may send two requests, one for each mode
    if asked.mode == "textLevelOnly" and not is_about_texts:
        return False
    if asked.mode == "allButTextLevelOnly" and is_about_texts:
        return False
    if rule_face.category in asked.disabled_categories:
        return False
    if _is_among(rule, rule_face, asked.disabled):
        return False
    if asked.only or asked.only_categories:
        return rule_face.category in asked.only_categories or _is_among(rule, rule_face, asked.only)
    return True


def _is_among(rule: type[Rule], shown: Face, named: frozenset[str]) -> bool:
    if not named:
        return False
    if not named.isdisjoint((rule.code, rule.declared.name, *shown.aliases)):
        return True
    return shown.is_spelling and any(_SPELLER.search(one) for one in named)


def _match(
    finding: Finding,
    asked: Asked,
    places: _Places,
    units: Units,
    sentences: Sequence[Span | None],
    rules: Mapping[str, type[Rule]],
    language: str,
) -> dict[str, Any] | None:
    """Return LanguageTool's match for a finding; None for one inside markup."""
    marked, replacements = _replaced(asked.text, finding)
    if not places.is_text(marked):  # a replacement would delete the markup inside
        marked, replacements = _seen(asked.text, finding.span), []
    span = places.span(marked)
    if span is None:
        return None
    rule_face, rule = face(finding.code), rules[finding.code]
    sent = asked.sent
    low = max(sent.rfind("\n", 0, span.start) + 1, span.start - _AROUND)
    high = min(_line_end(sent, span.end), span.end + _AROUND)
    number = finding.sentence
    sentence = sentences[number] if number is not None and number < len(sentences) else None
    return {
        "message": finding.message,
        "shortMessage": categories()[rule_face.category][language],
        "replacements": [{"value": value} for value in replacements],
        "offset": units.at(span.start),
        "length": units.between(*span),
        "context": {
            "text": sent[low:high],
            "offset": units.between(low, span.start),
            "length": units.between(*span),
        },
        "sentence": sent[slice(*sentence)] if sentence else sent[low:high],
        "type": {"typeName": "UnknownWord" if rule_face.is_spelling else "Other"},
        "rule": {
            "id": rule_face.id(finding.code, asked.language),
            "subId": finding.code,
            "sourceFile": "",
            "description": page(rule, language).summary,
            "issueType": rule_face.issue_type,
            "urls": [{"value": finding.url}] if finding.url else [],
            "category": {
                "id": rule_face.category,
                "name": categories()[rule_face.category][language],
            },
            "isPremium": False,
            "confidence": finding.evidence.get("confidence", 1.0),
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": 0,
    }


def _replaced(text: str, finding: Finding) -> tuple[Span, list[str]]:
    """Return what to mark, and its replacements: clients replace what is marked.

    A fix that changes more than the finding marks has all of it marked; no replacements if that
    is long or runs over lines.
    """
    span, suggestions = _seen(text, finding.span), finding.evidence.get("suggestions")
    if not isinstance(suggestions, list | tuple):
        suggestions = []
    more = [one for one in suggestions if isinstance(one, str)]
    if finding.fix is None:
        word = text[slice(*span)]
        return span, [_as(word, one) for one in more] if word.isalpha() else []
    edits = sorted(finding.fix.edits)
    whole = _seen(text, Span(min(span.start, edits[0].start), max(span.end, edits[-1].end)))
    if whole.end - whole.start > _REPLACED or "\n" in text[slice(*whole)].strip("\n"):
        return span, []
    best = applied(text, edits, whole)
    word = text[slice(*whole)]
    if len(edits) > 1 or not more or more[0].lower() != edits[0].text.lower():
        return whole, [best]
    others = (
        applied(text, [edits[0].replace(text=_as(edits[0].text, one))], whole) for one in more
    )
    return whole, list(dict.fromkeys([best, *(one for one in others if one != word)]))


def _as(word: str, other: str) -> str:
    """Return a word with a capital where the one in its place has one."""
    return other[:1].upper() + other[1:] if word[:1].isupper() else other


def _seen(text: str, span: Span) -> Span:
    """Return a span with something in it, which clients can mark."""
    if span.start < span.end or not text:
        return span
    start = min(span.start, len(text) - 1)
    return Span(start, start + 1)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found

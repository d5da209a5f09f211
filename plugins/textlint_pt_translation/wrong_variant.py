"""TRA008: European forms on a Brazilian page, and the reverse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract import Document, Finding, Kind, Option, Rule, Sentence, View
from textlint_pt.text.language import detect
from textlint_pt.text.reading import quotations, together, touches
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import Spelling, Variant, forms, spelling, variant_of
from textlint_pt.text.words import words
from textlint_pt_translation.checks import suggestion

#: the two spellings, by the target that requires them
WAYS = {"pt-BR": "brazilian", "pt-PT": "european"}
#: countries that write like Portugal
_EUROPEAN = frozenset(("pt", "ao", "mz", "cv", "gw", "st", "tl", "mo"))

_CODE = regex(r"(?:pt|por)[-_.@](?:latn[-_])?([a-z]{2})(?![a-z0-9])", re.IGNORECASE)
_PATH = regex(r"(?<![^/\\._-])(?:pt|por)[-_][a-z]{2}(?![^/\\._-])", re.IGNORECASE)
_PO_HEADER = regex(r'^"Language:\s*([\w.@-]+)\\n"', re.MULTILINE)
_HTML = regex(r"<html\b[^<>]*?\blang\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
#: how far from the beginning of a file a header may be
_HEADER = 8_000

#: strong forms from which a text without a header has a variant, and how many times as many as of
#: the other
_LEAST_FORMS, _CLEAR = 3, 4
#: forms from which on a text that is clearly in the other variant is told as a whole
_WHOLE = 20
#: spellings that only Brazil had before the agreement of 1990
_BRAZILIAN_GROUPS = frozenset(("trema", "ei", "oo"))
_CONSONANT = "consonant"


class Use(NamedTuple):
    """A form of one variant where it occurs; `other` is what the other variant writes, or ""."""

    way: str
    sentence: Sentence
    start: int
    end: int
    other: str

    @property
    def form(self) -> str:
        return self.sentence.text[self.start : self.end]


class WrongVariant(Rule):
    """A form of the other variant of Portuguese than the page is written in."""

    code = "TRA008"
    options = {
        "target": Option(
            "auto",
            "variant the text is to be in; auto: what the file, its path or its reference says",
            choices=("auto", "pt-BR", "pt-PT"),
        )
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for words of another variant of Portuguese than the target's."""
        document = view.document
        targets = _targets(view, options["target"])
        if not any(targets):
            return
        source = view.companion("source")
        kept = (
            {word.form for text in source.document.texts for word in words(text)} if source else ()
        )
        # "Actual" may be a program
        found = [
            use
            for use in uses(document)
            if not (use.form[0].isupper() and use.form.lower() in kept)
        ]
        wrong = [
            (use, target)
            for use in found
            if (target := targets[use.sentence.index]) and use.way != WAYS[target]
        ]
        written = _clearly(found)
        if len(wrong) >= _WHOLE and written not in (None, *targets):
            use, target = wrong[0]
            yield self._finding(use, target, written, len(wrong))
            return
        for use, target in wrong:
            yield self._finding(use, target)

    def _finding(
        self, use: Use, target: str, written: str | None = None, count: int = 1
    ) -> Finding:
        """Return the finding for a word; with `written`, for the variant of the whole text."""
        instead = use.other
        if use.form[0].isupper():
            instead = instead[:1].upper() + instead[1:]
        span = use.sentence.content.span(use.start, use.end)
        is_plain = instead and together(use.sentence.content, use.start, use.end)
        return self.finding(
            use.sentence,
            {"form": use.form, "target": target, "instead": instead or None},
            start=use.start,
            end=use.end,
            message="whole" if written else "instead" if instead else "message",
            arguments={"written": written or "", "count": count},
            fix=suggestion(span, instead) if is_plain else None,
        )


# ------------------------------------------------------------------ forms


def uses(document: Document) -> Iterator[Use]:
    """Yield forms that only one variant has and that are the text's own, in reading order."""
    single, phrases = forms()
    quoted = quotations(document)
    for sentence in document.sentences:
        if sentence.kind is Kind.VERSE or detect(sentence.text) not in ("pt", "und"):
            continue
        here: list[Use] = []
        for match in phrases.finditer(sentence.text):
            variant = single.get(match.group().lower()) or single.get(match.group())
            if variant is not None and not variant.weak:
                here.append(_use(sentence, variant, match.start(), match.end()))
        for word in words(sentence.text):
            written = sentence.text[word.start : word.end]
            variant = variant_of(written, word.start > 0)
            if variant is not None and not variant.weak:
                here.append(_use(sentence, variant, word.start, word.end))
            elif variant is None and not (written[0].isupper() and word.start):
                found = spelling(word.form)
                if found is not None:
                    here.extend(_former(sentence, word.start, word.form, found))
        at = -1
        for use in sorted(here, key=lambda use: (use.start, -use.end)):
            own = not touches(quoted[sentence.index], use.start, use.end)
            if own and use.start >= at and not sentence.is_opaque(use.start, use.end):
                at = use.end
                yield use


def _use(sentence: Sentence, variant: Variant, start: int, end: int) -> Use:
    return Use(variant.way, sentence, start, end, variant.other)


def _former(sentence: Sentence, start: int, form: str, found: Spelling) -> Iterator[Use]:
    """Yield a spelling of before the agreement that only one of the countries had."""
    if found.way != "former" or found.group not in (_CONSONANT, *_BRAZILIAN_GROUPS):
        return
    owner = "european" if found.group == _CONSONANT else "brazilian"
    yield Use(owner, sentence, start, start + len(form), found.other)


# ------------------------------------------------------------------ target


def _targets(view: View, asked: str) -> Sequence[str | None]:
    """Return the variant that each sentence should have, as far as it is known."""
    document = view.document
    if asked != "auto":
        return [asked] * len(document.sentences)
    target = _of_file(document)
    result = [target] * len(document.sentences)
    for unit in document.units:
        if unit.target_language and (own := target_of(unit.target_language)):
            for sentence in document.sentences_in(unit.blocks):
                result[sentence.index] = own
    if not any(result):
        reference = view.companion("reference")
        spoken = variant_of_text(reference.document) if reference is not None else None
        result = [spoken] * len(result)
    return result


def target_of(code: str) -> str | None:
    """Return "pt-BR" or "pt-PT" for a language code with a country ("pt_BR"), else None."""
    match = _CODE.match(code)
    if match is None:
        return None
    country = match[1].lower()
    return "pt-BR" if country == "br" else "pt-PT" if country in _EUROPEAN else None


def _of_file(document: Document) -> str | None:
    """Return the language that a file declares, or else its path: the name before the folders."""
    header = {"po": _PO_HEADER, "html": _HTML}.get(document.format)
    if header is not None and (match := header.search(document.raw, 0, _HEADER)):
        stated = target_of(match[1])
        if stated is not None:
            return stated
    named = [target_of(match[0]) for match in _PATH.finditer(document.path)]
    return next((target for target in reversed(named) if target), None)


def variant_of_text(document: Document) -> str | None:
    """Return the variant in which a text is clearly written."""
    return _clearly(uses(document))


def _clearly(found: Iterable[Use]) -> str | None:
    """Return the variant in which a text is clearly written; None if it is mixed."""
    counts = Counter(use.way for use in found)
    for target, way in WAYS.items():
        others = counts.total() - counts[way]
        if counts[way] >= _LEAST_FORMS and counts[way] >= _CLEAR * others:
            return target
    return None

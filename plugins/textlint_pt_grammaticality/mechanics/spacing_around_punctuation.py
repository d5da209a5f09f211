"""GRA404: spaces before and after marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import methodcaller
from typing import Any

from textlint_pt.contract import Applicability, Finding, Fix, Forms, Sentence, Span, View
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.document.manner import EVERYDAY
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.marks import FACE, HABIT, LETTER, word_before
from textlint_pt_grammaticality.sentence.coinage import is_native
from textlint_pt_grammaticality.sentence.reading import abbreviations, own_words, together, words
from textlint_pt_grammaticality.sentence.respelling import with_marks

#: more stray spaces than this have one cause, and are reported once
_MAX_STRAY = 12
#: and more missing ones than this in a sentence
_MAX_LACKING = 2
_WORD_HERE = regex(rf"{LETTER}+")


def _may_be_wrong(text: str) -> bool:
    return any(map(methodcaller("search", text), _WRONG))


def _surrounding_text(text: str, start: int, end: int) -> str:
    """The characters around `text[start:end]` up to the next spaces, a hundred at most."""
    low, high = max(0, start - 100), end + 100
    first = text.rfind(" ", low, start) + 1
    last = text.find(" ", end, high)
    return text[first or low : last if last >= 0 else high]


_BEFORE_MARK = regex(rf"(?<=[^\s.,;:!?…]) ([,;:.!?](?=\s|$|[\"'”’»)\]])|[,;](?={LETTER}{{2}}))")
_AFTER_COMMA = regex(rf"({LETTER}{{2}}[\"”»)]?)([,;])(?={LETTER}{{2}}|[aoeéàÀÉ] )")
_AFTER_STOP = regex(r"([a-zà-ÿ]{2}[\"”»)]?)([.!?])(?=[A-ZÀ-Þ][a-zà-ÿ]*(?:[ ,]|$))")
#: a letter alone fills in a box: "( X ) sim"
_IN_BRACKETS = regex(r"(?<=\()( )(?=\w)(?!\w ?\))|(?<=[\w.!?])(?<!\( [\w.!?])(?<!\(\w)( )(?=\))")
#: "a casa(ver abaixo)"; a single word may be an ending or an argument
_BEFORE_BRACKET = regex(
    rf"(?<![^\W\d_][-_.])({LETTER}{{3}})(\()(?={LETTER}{{2,30}} {LETTER}[^()]{{0,200}}\))"
)
_WRONG = (_BEFORE_MARK, _IN_BRACKETS, _AFTER_COMMA, _AFTER_STOP, _BEFORE_BRACKET)
#: a piece of text with one of these is code, an address or a formula
_CODE = regex(r"[=<>{}\[\]|\\/@#$%^&*+~`]|_\w|::|\(\)|\d")
#: capitals with a sign between them are one abbreviation up to so many characters
_MAX_INITIALS = 6
#: what may stand around them
_AROUND = "()[]\"'“”«».,:*_"
#: a sentence with one of these has a formula
_FORMULA = regex(r"[=⌊⌈≤≥∑∞√]|\^\d|\w/\(|\)/\w")
_QUOTED_WHOLE = regex(r"[(\[]*['\"‘“].*['\"’”][)\].,;:]*")
#: what must be followed by a noun: what stood before the mark is lost
_OPEN_ENDED = own_words("missing-word.open-ended")
#: endings of names that have a stop before them, where a comma has slipped in
_ENDING = regex(r"(?:js|net|com|org|br|pt|io|py|md)\b")
#: spaces of French typography, which some Portuguese houses keep before high marks, and the ends of
#: lines: a mark that begins one may be a key, a label, what is defined
_MEANT = regex(r"[\u00a0\u202f\u2009\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


#: an address that is no part of a link
_ADDRESS = regex(r"(?<![(\[\w])(?:https?://|www\.)\S{1,300} $")
_LONGEST_ADDRESS = 310


class SpacingAroundPunctuation(LanguageRule):
    """A space stands before a mark, or none after it."""

    code = "GRA404"

    def kind_of(self, finding: Finding) -> str:
        kind = finding.message.removeprefix("many-")
        edits = finding.fix.edits if finding.fix else ()
        # a stop without a space may be part of a name in code, and "nodejs,npm" is one
        if kind == "after" and any(one.text[0] in ".!?" for one in edits):
            return "stop"
        return "strange" if finding.arguments.get("_strange") else kind

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self._all(view))
        spaced = [finding for finding in found if _is_spaced_high(finding)]
        if len(spaced) > HABIT:
            yield _merged(spaced, "many")
            found = [finding for finding in found if not _is_spaced_high(finding)]
        stray = [finding for finding in found if finding.message != "after"]
        lacking = [finding for finding in found if finding.message == "after"]
        yield from [_merged(stray, "many")] if len(stray) > _MAX_STRAY else stray
        for _, of_one in groupby(lacking, key=lambda finding: finding.sentence):
            several = list(of_one)
            yield from [_merged(several, "many-after")] if len(several) > _MAX_LACKING else several

    def _all(self, view: View) -> Iterator[Finding]:
        """Yield each wrong space: before a mark, inside brackets, missing before a bracket or
        after a mark."""
        source = view.document.raw
        for sentence, _ in view.document.telling(_may_be_wrong):
            text = sentence.text
            for match in _BEFORE_MARK.finditer(text):
                start, end = match.span()
                if (
                    together(sentence.content, start, end)
                    and _is_stray(source, sentence.content.span(start, start + 1))
                    and not sentence.is_opaque(start, end)
                    and not FACE.match(text, start + 1)
                    # "válido? converte e `break` : mensagem" is half a program
                    and not (match.group(1) == ":" and sentence.is_opaque(start - 1, start))
                    and _is_mark(text, start, match.group(1))
                    and not _is_intended(source, sentence.content.starts[start + 1])
                ):
                    yield self._spacing_finding(sentence, start, end, "before", match.group(1))
            for match in _IN_BRACKETS.finditer(text):
                start, end = match.span()
                if (
                    together(sentence.content, start - 1, end + 1)
                    and _is_stray(source, sentence.content.span(start, end))
                    and not sentence.is_opaque(start - 1, end + 1)
                    and not _is_call(text, start)
                    and not _FORMULA.search(text)
                    and _is_pair(text, start)
                ):
                    mark = "(" if text[start - 1] == "(" else ")"
                    yield self._spacing_finding(sentence, start, end, "bracket", mark)
            for match in _BEFORE_BRACKET.finditer(text):
                start, end = match.span(2)
                if (
                    together(sentence.content, match.start(), end + 1)
                    and not sentence.is_opaque(match.start(), end + 1)
                    and not _CODE.search(_surrounding_text(text, start, end))
                    and _between_words(view, text, start, end)
                ):
                    yield self._spacing_finding(sentence, start, end, "open", "(")
            for pattern in (_AFTER_COMMA, _AFTER_STOP):
                for match in pattern.finditer(text):
                    start, end = match.span(2)
                    if (
                        together(sentence.content, match.start(), end + 1)
                        and not sentence.is_opaque(match.start(), end + 1)
                        and _is_prose(text, match)
                        and (match.group(2) != "." or _between_words(view, text, start, end))
                    ):
                        found = self._spacing_finding(sentence, start, end, "after", match.group(2))
                        strange = not _between_words(view, text, start, end)
                        yield found.replace(arguments={**found.arguments, "_strange": strange})

    def _spacing_finding(
        self, sentence: Sentence, start: int, end: int, message: str, mark: str
    ) -> Finding:
        """Return the finding whose fix writes the mark with its right spaces: "casa , e" → "casa,
        e"."""
        text = sentence.text
        corrected = {"bracket": "", "open": " ("}.get(message, mark)
        if mark in ",;.!?" and text[end : end + 1].isalpha():
            corrected += " "
        margin = int(message == "bracket")  # a space alone cannot be seen: bracket and letter can
        return self.correction(
            sentence,
            start - margin,
            end + margin,
            corrected,
            {"mark": mark},
            message=message,
            change=(start, end),
        )


def _merged(several: Sequence[Finding], message: str) -> Finding:
    """Return the first of findings that have one cause, with the corrections of all."""
    first, *_ = several
    fixes = [finding.fix for finding in several if finding.fix]
    return first.replace(
        evidence={**first.evidence, "others": len(several) - 1},
        fix=Fix(Applicability.UNSAFE, tuple(edit for one in fixes for edit in one.edits)),
        message=message,
    )


def _is_stray(source: str, space: Span) -> bool:
    """Whether white space that is too much is written as such and nobody meant it."""
    written = source[space.start : space.end]
    return written.isspace() and not _MEANT.search(written)


def _is_intended(source: str, at: int) -> bool:
    """Whether the space before a mark ends an address, or the mark is in a column with one above
    or below."""
    first = source.rfind("\n", 0, at) + 1
    if _ADDRESS.search(source, max(first, at - _LONGEST_ADDRESS), at):
        return True
    column = at - first - 1
    starts = (source.rfind("\n", 0, max(0, first - 1)) + 1, source.find("\n", at) + 1)
    # a line that is too short ends before: what stands there has a line break in it or before it
    return any(
        source.startswith(f" {source[at]}", start + column)
        and "\n" not in source[start : start + column]
        for start in starts
        if start != first
    )


def _is_spaced_high(finding: Finding) -> bool:
    return finding.message == "before" and finding.evidence["mark"] in ":;!?"


def _is_mark(text: str, start: int, mark: str) -> bool:
    """Whether a mark after a space belongs to the words before it: not "a ? b", not ": lista"."""
    before = text[start - 1]
    if before in "=<>|/\\+*-–—([{«“_":
        return False
    if word_before(text, start).lower() in _OPEN_ENDED or _FORMULA.search(text):
        return False  # "começa por ." had a sign there, "e = (n , m)" is read by others
    if mark in ":?" and start + 2 < len(text):
        # a ratio, a key with its value, a ternary: only between words is it punctuation
        return before.isalpha() and text[start + 3 : start + 4].isalpha()
    return True


def _is_call(text: str, at: int) -> bool:
    """Whether the bracket open at a place belongs to the word before it: "alert( filtered)"."""
    opened = text.rfind("(", 0, at)
    return opened > 0 and text[opened - 1].isalnum()


def _is_pair(text: str, at: int) -> bool:
    """Whether the bracket beside a space has its other half: not "se ( for usado"."""
    if text[at - 1] == "(":
        return ")" in text[at:]
    return "(" in text[:at]


def _between_words(view: View, text: str, start: int, end: int) -> bool:
    """Whether there are Portuguese words on both sides, as far as is known: not "time.Sleep"."""
    if not view.has("forms"):
        return True
    forms: Forms = view.analysis("forms")
    after = _WORD_HERE.match(text, end)
    sides = (word_before(text, start), after.group() if after else "")
    if len(sides[1]) == 1 and sides[1] not in "AEOÀÉ":
        return False  # "um arquivo.R"
    return all(
        side in function_words() or is_native(side, forms) or with_marks(side, forms, EVERYDAY)
        for side in (side.lower() for side in sides)
    )


def _is_prose(text: str, match: re.Match[str]) -> bool:
    """Whether the text around a mark without a space is prose: no code, initials, file name or
    abbreviation."""
    surrounding = _surrounding_text(text, match.start(), match.end())
    if _CODE.search(surrounding) or _QUOTED_WHOLE.fullmatch(surrounding):
        return False
    if match.group(2) in ",;":
        initials = surrounding.strip(_AROUND)
        if initials.isupper() and initials.count(match[2]) == 1 and len(initials) <= _MAX_INITIALS:
            return False  # "TL;DR"
        if " " not in text or function_words().isdisjoint(word.form for word in words(text)):
            return False  # "sim,nao", "Order deny,allow"
        return not _ENDING.match(text, match.end())  # "Node,js"
    word = word_before(text, match.start(2))
    return word[:1].islower() and word not in abbreviations()  # not "Node.Js", "sr.Silva"

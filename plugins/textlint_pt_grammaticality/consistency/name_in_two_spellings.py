"""GRA506: a name in two spellings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import Any, NamedTuple

from textlint_pt.contract import (
    Finding,
    Kind,
    Option,
    Related,
    Rule,
    Sentence,
    View,
)
from textlint_pt.text.document import Stretch
from textlint_pt.text.reading import touches
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.variants import folded
from textlint_pt_grammaticality.document.foreign import foreign
from textlint_pt_grammaticality.sentence.reading import words

#: the usual form must be so many times as frequent as the other: below it the text has no usual one
_CLEAR = 2
#: letters from which a name with one letter changed is taken for the same name
_LONG_NAME = 5
#: endings by which words of one stem differ: plural, gender, derivation
_INFLECTION = frozenset("aeosrm")


class NameInTwoSpellings(Rule):
    """One name is written in two ways."""

    code = "GRA506"
    options = {"uses": Option(3, "uses of the usual form from which another one is reported", 2)}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        names, common = _names(view)
        least: int = options["uses"]
        counts = Counter(
            {name: len(uses) for name, uses in names.items() if name.lower() not in common}
        )
        pairs = {**_accents_apart(names, counts, least), **_letters_apart(names, counts, least)}
        for other, usual in sorted(pairs.items()):
            here, there = names[other][0], names[usual][0]
            yield self.finding(
                here.sentence,
                {
                    "form": other,
                    "uses": counts[other],
                    "usual": usual,
                    "usual_uses": counts[usual],
                    "limit": least,
                },
                start=here.start,
                end=here.end,
                related=[Related(there.sentence.content.span(there.start, there.end))],
            )


class _Place(NamedTuple):
    """Where a name stands; `partners` are the capitalised words right before and after it."""

    sentence: Sentence
    start: int
    end: int
    partners: tuple[str, ...]


def _names(view: View) -> tuple[Mapping[str, Sequence[_Place]], set[str]]:
    """Names of four letters or more by spelling, and the words the text has in lower case."""
    names: dict[str, list[_Place]] = defaultdict(list)
    common: set[str] = set(function_words())
    strange = foreign(view)
    for stretch in view.document.stretches:
        common.update(stretch.once(_small))
    for sentence, capitalised in view.document.telling(_capitalised):
        if sentence.kind is Kind.HEADING:
            continue
        for form, start, end, partners in capitalised:
            if not (sentence.is_opaque(start, end) or touches(strange[sentence.index], start, end)):
                names[form].append(_Place(sentence, start, end, partners))
    return names, common


def _small(stretch: Stretch) -> Sequence[str]:
    """The words in lower case, each once: a set would take more memory."""
    forms = [text[start:end] for text in stretch.texts for _, start, end in words(text)]
    return tuple(set(map(intern, filter(str.islower, forms))))


def _capitalised(text: str) -> Sequence[tuple[str, int, int, tuple[str, ...]]]:
    """The words of a sentence that may be names, with their partners."""
    found = words(text)
    forms = [text[word.start : word.end] for word in found]
    capitalised = []
    for at, (word, form) in enumerate(zip(found, forms, strict=True)):
        if at and len(form) >= 4 and form.istitle():
            partners = tuple(
                f"{side} {forms[other]}"
                for side, other in (("after", at - 1), ("before", at + 1))
                if other < len(found)
                and forms[other].istitle()
                and text[min(word.end, found[other].end) : max(word.start, found[other].start)]
                == " "
            )
            capitalised.append((intern(form), word.start, word.end, partners))
    return capitalised


def _accents_apart(
    names: Mapping[str, Sequence[_Place]], counts: Mapping[str, int], least: int
) -> dict[str, str]:
    """The usual spelling by each other one that differs from it in accents."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in counts:
        alike[folded(name)].append(name)
    result: dict[str, str] = {}
    for spellings in alike.values():
        usual = max(spellings, key=lambda name: (counts[name], name))
        for other in spellings:
            if (
                other != usual
                and _is_usual(counts, usual, other, least)
                and _same_company(names[other], names[usual])
            ):
                result[other] = usual
    return result


def _same_company(places: Sequence[_Place], usual: Sequence[_Place]) -> bool:
    """Whether a spelling stands alone or beside names that the usual one stands beside too.

    "West Virginia" is no slip for "Virgínia Ocidental".
    """
    known = {partner for place in usual for partner in place.partners}
    return any(not place.partners or known.intersection(place.partners) for place in places)


def _letters_apart(
    names: Mapping[str, Sequence[_Place]], counts: Mapping[str, int], least: int
) -> dict[str, str]:
    """The usual spelling by each other one with one letter changed beside the same other name."""
    # two words that differ in one letter are the same after each has lost one
    shortened: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in counts:
        if len(name) >= _LONG_NAME - 1:
            for partner in {partner for place in names[name] for partner in place.partners}:
                shortened[partner, name].add(name)
                for cut in range(1, len(name)):
                    shortened[partner, name[:cut] + name[cut + 1 :]].add(name)
    result: dict[str, str] = {}
    for group in shortened.values():
        if len(group) < 2:
            continue
        usual = max(group, key=lambda name: (counts[name], name))
        for other in group - {usual}:
            if (
                _is_usual(counts, usual, other, least)
                and len(usual) >= _LONG_NAME
                and not _inflected(usual, other)
                and folded(usual) != folded(other)
            ):
                result[other] = usual
    return result


def _is_usual(counts: Mapping[str, int], usual: str, other: str, least: int) -> bool:
    return counts[usual] >= max(least, _CLEAR * counts[other])


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ only in an ending that makes another form or word."""
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    rests = (one[shared:], other[shared:])
    return all(len(rest) <= 1 and (not rest or rest in _INFLECTION) for rest in rests)

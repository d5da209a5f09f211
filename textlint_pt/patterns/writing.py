"""What should stand in place of what a pattern finds.

[em Nfp > em+as $2]        `$2` is the second word of the pattern as it is written, `em+as` is
                           contracted: "nas"
[a|as > à|às]              a word for each of those that may be wrong
[para > a/em]              several to choose from
[VP > $1:s]  [INF > $1:1.p]   the word in another form (`notation.FEATURES`)
[A > $1~$3]                in the gender and number of the third word
[<aplicar> > <candidatar>]    a word in the form that the first one has
[@participles > $1.a]      the word with its last letter replaced
[mas > , $1]               a comma after the word before; [, > ] nothing
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from textlint_pt.contract import Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt.patterns.matching import Match
from textlint_pt.patterns.notation import FEATURES, Notation, NotationError
from textlint_pt.patterns.sentence import TokenSentence

_PART = re.compile(
    r"\$(?P<number>\d+)"
    r"(?:~\$(?P<agreeing>\d+)|:(?P<form>[\w.]+)|\((?P<old>\w*)>(?P<ending>\w*)\))?"
    r"|<(?P<lemma>[^<>]+)>"
)
Contract = Callable[[str, str], str]
#: the features that go with agreement
_NOMINAL = ("Gender", "Number")


class Writer:
    """Writes the corrections of one pattern; `NotationError` if they are not understood."""

    def __init__(self, pattern: Notation, contract: Contract) -> None:
        self._contract = contract
        ways = [_split(way, "/") for way in _split(pattern.right, "|")]
        if len(ways) not in (1, len(pattern.wrongs)):
            raise NotationError(f"{len(pattern.wrongs)} words are wrong, {len(ways)} are right")
        self._ways: Mapping[str, Sequence[str]] = {}
        if len(ways) > 1:
            self._ways = dict(zip(pattern.wrongs, ways, strict=True))
        self._otherwise = ways[0]
        for number in re.findall(r"\$(\d+)", pattern.right):
            if not any(item.number == int(number) for item in pattern.items):
                raise NotationError(f"${number}: the pattern has no such word")
        for form in _PART.finditer(pattern.right):
            for name in (form["form"] or "").split("."):
                if name and name not in FEATURES:
                    raise NotationError(f"{name}: not one of {', '.join(FEATURES)}")

    def corrections(self, sentence: TokenSentence, match: Match) -> tuple[str, ...]:
        """In the order of preference; none where a form that is asked for does not exist."""
        ways = self._ways.get(sentence.form(match.first), self._otherwise)
        found: dict[str, None] = {}
        for way in ways:
            for written in self._written(way, sentence, match):
                found[written] = None
        return tuple(found)

    def _written(self, way: str, sentence: TokenSentence, match: Match) -> Iterable[str]:
        results = [""]
        at = 0
        for part in _PART.finditer(way):
            forms = _forms(part, sentence, match)
            literal = way[at : part.start()]
            results = [f"{result}{literal}{form}" for result in results for form in forms]
            at = part.end()
        return [self._joined(result + way[at:]) for result in results]

    def _joined(self, written: str) -> str:
        words = []
        for word in written.split():
            first, plus, second = word.partition("+")
            words.append(self._contract(first, second) if plus and first and second else word)
        return " ".join(words)


def _split(written: str, sign: str) -> list[str]:
    return [way.strip() for way in written.split(sign)]


def _forms(part: re.Match[str], sentence: TokenSentence, match: Match) -> Sequence[str]:
    """What a part of a correction stands for, the likeliest first."""
    if part["lemma"]:
        return _in_form_of(part["lemma"], sentence, match.first)
    place = match.places.get(int(part["number"]))
    if place is None:
        return [""]
    first, last = place
    if part["agreeing"]:
        other = match.places.get(int(part["agreeing"]))
        return _agreeing(sentence, first, other[0]) if other else []
    if part["form"]:
        return _inflected(sentence, first, [FEATURES[name] for name in part["form"].split(".")])
    if part["ending"] is not None:
        made = sentence.form(first).removesuffix(part["old"]) + part["ending"]
        return [made] if sentence.forms.readings(made) else []
    if first == last:
        return [sentence.written(first)]
    return [" ".join(sentence.written(at) for at in range(first, last + 1))]


def _inflected(
    sentence: TokenSentence, at: int, features: Iterable[tuple[str, str]]
) -> Sequence[str]:
    changed = dict(features)
    if changed == {"VerbForm": "Inf"}:
        lemmas = [r.lemma for r in sentence.readings(at) if r.feature("VerbForm")]
        return list(dict.fromkeys(lemmas))
    found: dict[str, None] = {}
    for reading in _of_the_tag(sentence, at):
        own = feature_map(reading.features)
        if "VerbForm" in changed and changed["VerbForm"] != own.get("VerbForm"):
            own = {}
        elif not changed.keys() <= own.keys() | {"Gender", "Person", "Number"}:
            continue
        for form in _form(sentence, reading, {**own, **changed}):
            found[form] = None
    return list(found)


def _agreeing(sentence: TokenSentence, at: int, other: int) -> Sequence[str]:
    wanted = [
        {name: reading.feature(name) for name in _NOMINAL}
        for reading in sentence.readings(other)
        if reading.upos == "NOUN"
    ]
    found: dict[str, None] = {}
    adjectives = [reading for reading in sentence.readings(at) if reading.upos == "ADJ"]
    for features in wanted:
        for reading in adjectives or _of_the_tag(sentence, at):
            own = feature_map(reading.features)
            named = {name: value for name, value in features.items() if value and name in own}
            for form in _form(sentence, reading, {**own, **named}):
                found[form] = None
    return list(found)


def _in_form_of(lemma: str, sentence: TokenSentence, at: int) -> Sequence[str]:
    found: dict[str, None] = {}
    for reading in sentence.readings(at):
        for form in sentence.forms.inflect(lemma, reading.upos, reading.features)[:1]:
            found[form] = None
    return list(found)[:1]


def _of_the_tag(sentence: TokenSentence, at: int) -> Sequence[Reading]:
    """The readings that the parser's tag allows, all if none does."""
    readings = sentence.readings(at)
    tag = getattr(sentence.parsed(at), "tag", "")
    return [reading for reading in readings if reading.upos == tag] or readings


def _form(sentence: TokenSentence, reading: Reading, features: Mapping[str, str]) -> Sequence[str]:
    joined = "|".join(f"{name}={value}" for name, value in sorted(features.items()))
    return sentence.forms.inflect(reading.lemma, reading.upos, joined)[:1]

"""TRA014: a word that turns a sentence round: all for some, must for can, a lost «not»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Option, Related
from textlint_pt.text.regex import regex
from textlint_pt_translation.checks import PairRule, shortened
from textlint_pt_translation.gender import misgendered
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.logic import beside, contradictions, reversed_absence
from textlint_pt_translation.omitted import english, share_answered
from textlint_pt_translation.pairs import (
    holds_source,
    is_of_another_version,
    language_of,
    lexica_of,
    pairs,
    role_of,
)
from textlint_pt_translation.turned import Turned, marked, turned

if TYPE_CHECKING:
    from textlint_pt.contract import Forms, View
    from textlint_pt.contract.translations import Translations
    from textlint_pt_translation.pairs import Pair
    from textlint_pt_translation.turned import Place

#: share of the content words of the source that must have an answer for a word to be judged, and
#: for a negation, which other words may express; how many may lack one nevertheless
_ALIKE, _LITERAL, _LACKING = 0.33, 0.6, 2
#: the key of a label within a word, which is then no word: «Nã_o alterar»
_MNEMONIC = regex(r"(?<=[^\W_])[_&](?=[^\W_])")


def _meet(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_answer(
    pair: Pair, target: Joined, source: Joined, kind: str, lexica: tuple[Forms, Translations]
) -> bool:
    """Return whether a sentence is the one that renders that of the source, and none beside it,
    near enough for a contradiction of a kind: a lost negation may be said in other words."""
    words = english(source.text)
    alike = share_answered(source.text, target.text, *lexica) if words else 1.0
    lacking = (1.0 - alike) * len(words)
    least = _LITERAL if kind == "lost" and lacking > _LACKING else _ALIKE
    return alike >= least and not any(
        share_answered(source.text, neighbour.text, *lexica) > alike for neighbour in pair.near[0]
    )


class TurnedRound(PairRule):
    """A word makes the sentence say something else than its source does."""

    code = "TRA014"
    options = {
        "gender": Option(
            False,
            "report words of the other gender where the source says he or she (news: 23 wrong"
            " of 1,000 sentences)",
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for pairs of sentences whose meanings contradict each other."""
        role = role_of(view)
        language = language_of(view, role) if role else ""
        if language not in ("en", "pt"):
            return
        in_strings = holds_source(view.document)
        if is_of_another_version(view):
            return  # told in its own words
        lexica = lexica_of(view)
        for pair in pairs(view):
            if not pair.target.sentences or not pair.source.sentences:
                continue
            target, source = Joined(pair.target.sentences), Joined(pair.source.sentences)
            if source.text == target.text or (in_strings and _MNEMONIC.search(target.text)):
                continue
            text = marked(target.text, lexica[0]) if lexica else target.text
            found = list(contradictions(source.text, text, language))
            if language == "en" and lexica:
                for one in (
                    *beside(source.text, text, *lexica),
                    *reversed_absence(source.text, text),
                    *turned(source.text, text, *lexica),
                ):
                    if not any(any(map(_meet, one[1:3], other[1:3])) for other in found):
                        found.append(one)
                if options["gender"] and (
                    wrong := misgendered(source.text, target.text, lexica[0])
                ):
                    found.append(Turned("gender", *wrong))
                found = [one for one in found if _is_answer(pair, target, source, one.kind, lexica)]
            for one in found:
                yield self._marked(pair, target, source, one)

    def _marked(self, pair: Pair, target: Joined, source: Joined, one: Turned) -> Finding:
        """Return the finding for a contradiction, at its place in the translation."""
        in_target, other = target.text[slice(*one.target)], source.text[slice(*one.source)]
        found = self.on_pair(
            pair,
            {"kind": one.kind, "source": other, "target": in_target},
            span=target.span(one.target),
            message=one.kind,
            arguments={
                "ours": shortened(in_target),
                "theirs": shortened(other),
                "instead": one.instead,
            },
        )
        return found.replace(related=(Related(source.span(one.source), pair.role),))

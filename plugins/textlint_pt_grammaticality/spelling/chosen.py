"""Base of the rules on words mistaken for one another, in sets that the analysis `choice` knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import (
    CERTAIN,
    Diagnosis,
    ParsedSentence,
    like,
)
from textlint_pt_grammaticality.reading import own_words

#: so common that the other word is seldom meant
EVERYWHERE = own_words("chosen.everywhere")
#: nats by which the words around must speak for another word
ASKED = 2.5
#: by the rule, the words of the confusion sets that it judges by their odds
SETS: Mapping[str, frozenset[str]] = {
    "GRA202": frozenset({"há", "a", "à", "acerca de", "há cerca de", "a cerca de"}),
    "GRA203": frozenset({"mal", "mau"}),
    "GRA204": frozenset({"mas", "mais"}),
    "GRA206": frozenset({"porque", "por que", "porquê", "por quê"}),
    "GRA209": frozenset({"senão", "se não"}),
}
#: what speaks against a correction of a word that stands where such words do
AGAINST = -0.7


class Chosen(Diagnosis):
    """Base of a rule whose words form confusion sets, of which the analysis `choice` knows."""

    weighs_choice: ClassVar[bool] = True
    #: these say more of their words than the phrases of GRA603 do
    supersedes: ClassVar[tuple[str, ...]] = ("GRA001", "GRA603")

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        if self.code in SETS:
            yield from by_odds(sentence, SETS[self.code].issuperset)


def by_odds(
    sentence: ParsedSentence, wanted: Callable[[tuple[str, ...]], bool]
) -> Iterator[Proposal]:
    """What the words around speak for, in the sets that are wanted; the model is asked even where
    it doubts nothing, for it was never taught most of them."""
    for place in sentence.places():
        if not wanted(place.members):
            continue
        odds, member, limit = max(
            zip(place.log_odds, place.members, place.limits, strict=True),
            key=lambda choice: choice[0],
        )
        if member == place.written or odds < ASKED:
            continue
        unsure = place.written in EVERYWHERE and (limit is None or odds < limit)
        if may_stand_in(sentence, place.written, member):
            continue
        new = like(member, sentence.text[place.start : place.end])
        yield Proposal(
            place.start, place.end, (new,), prior=AGAINST if unsure else min(odds, CERTAIN)
        )


def may_stand_in(sentence: ParsedSentence, written: str, member: str) -> bool:
    """Whether a form of a verb may stand where another is expected: the future subjunctive looks
    like the infinitive ("a lei que instituir"), a noun like the finite verb ("fechado para
    reforma"), and a participle makes a clause by itself ("assegurado o direito a")."""

    def verbs(form: str, kind: str) -> set[str]:
        return {
            reading.lemma
            for reading in sentence.forms.readings(form)
            if reading.upos in ("VERB", "AUX") and reading.feature("VerbForm") == kind
        }

    noun = any(reading.upos == "NOUN" for reading in sentence.forms.readings(written))
    return bool(
        verbs(written, "Inf") & verbs(member, "Fin")
        or (noun and verbs(written, "Fin") & verbs(member, "Inf"))
        or verbs(written, "Part") & verbs(member, "Ger")
    )

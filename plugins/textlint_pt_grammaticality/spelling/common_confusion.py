"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Applicability, Finding
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, Line, like
from textlint_pt_grammaticality.reading import own_words, table
from textlint_pt_grammaticality.spelling.a_or_ha import AOrHa
from textlint_pt_grammaticality.spelling.chosen import (
    AGAINST,
    ASKED,
    EVERYWHERE,
    Chosen,
    by_odds,
    may_stand_in,
)
from textlint_pt_grammaticality.spelling.este_or_esta import EsteOrEsta
from textlint_pt_grammaticality.spelling.four_whys import FourWhys
from textlint_pt_grammaticality.spelling.mal_or_mau import MalOrMau
from textlint_pt_grammaticality.spelling.mas_or_mais import MasOrMais
from textlint_pt_grammaticality.spelling.se_nao_or_senao import SeNaoOrSenao

#: of these "nós" is the subject rather than "nos" the object
_OURS = portuguese.words("verbs.auxiliaries") | {"vir", "querer", "saber", "precisar"}
_SPANS = own_words("common-confusion.spans")


@cache
def _never_right() -> Mapping[tuple[str, ...], str]:
    """What is always wrong, as words, and what is meant."""
    pairs = (line.split("=") for line in table("confusions.txt") if "=" in line)
    return {tuple(wrong.split()): right.strip() for wrong, right in pairs}


@cache
def _confused() -> Mapping[str, tuple[str, ...]]:
    """For each word of a set the others."""
    result: dict[str, tuple[str, ...]] = {}
    for line in table("confusions.txt"):
        members = [member.strip() for member in line.split("|")]
        if len(members) > 1:
            for member in members:
                others = tuple(other for other in members if other != member)
                result[member] = result.get(member, ()) + others
    return result


#: of sets of these words other rules speak
_OF_OTHERS = (
    *(rule.own for rule in (AOrHa, MalOrMau, MasOrMais, FourWhys, SeNaoOrSenao, EsteOrEsta)),
    frozenset({"onde", "aonde"}),
    frozenset({"a fim", "afim"}),
    frozenset({"eu", "mim", "tu", "ti"}),
    frozenset({"ver", "vir", "vier", "virem", "verem", "vierem", "veres", "vires"}),
    frozenset({"vermos", "virmos", "viermos"}),
    frozenset(
        [
            "tem",
            "têm",
            "vem",
            "vêm",
            "contém",
            "contêm",
            "mantém",
            "mantêm",
            "obtém",
            "obtêm",
            "detém",
            "detêm",
        ]
    ),
    frozenset(
        [
            "convém",
            "convêm",
            "provém",
            "provêm",
            "intervém",
            "intervêm",
            "retém",
            "retêm",
            "sustém",
            "sustêm",
        ]
    ),
)


def _is_common(members: tuple[str, ...]) -> bool:
    return not any(words.issuperset(members) for words in _OF_OTHERS)


@cache
def _longest() -> Mapping[str, int]:
    """By the first word of what is in the lists, how many words it has at most."""
    result: dict[str, int] = {}
    for words in (*_never_right(), *(tuple(member.split()) for member in _confused())):
        result[words[0]] = max(len(words), result.get(words[0], 0))
    return result


class CommonConfusion(Chosen):
    """One word for another that sounds or looks like it.

    ## What it finds

    Forms that are never right (`data/confusions.txt`: *concerteza*, *derrepente*, *por ventura*),
    and words taken for one another (*sessão*, *seção*, *cessão*; *cumprimento*, *comprimento*;
    *trás*, *traz*; *houve*, *ouve*; *perca*, *perda*; *a gente*, *agente*; *fabrica*, *fábrica*)
    where the words around speak for the other: the analysis `choice` has hundreds of such sets and
    knows how they stand in text.

    ## Why it matters

    A spelling checker passes them, for both words exist; a reader stumbles.

    ## Bad

    > A obra vai acabar concerteza no verão, e o mestre trás mais gente.

    ## Good

    > A obra vai acabar com certeza no verão, e o mestre traz mais gente.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Lists of paronyms and homophones in school grammars; our own selection.
    """

    code = "GRA217"
    name = "spelling.common-confusion"
    of_today = True
    supersedes = ("GRA001",)
    cue = regex("")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» parece estar por «{suggestion}»",
            "never": "«{form}» escreve-se «{suggestion}»",
        },
        "en": {
            "message": "“{form}” seems to stand for “{suggestion}”",
            "never": "“{form}” is written “{suggestion}”",
        },
    }

    def is_certain(self, finding: Finding) -> bool:
        """Whether what is written is never right (*concerteza*)."""
        return finding.fix is not None and finding.fix.applicability is Applicability.SAFE

    def applicability_of(self, proposal: Proposal) -> Applicability:
        never = proposal.message == "never"  # whatever the sentence, the form is wrong
        return Applicability.SAFE if never else super().applicability_of(proposal)

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from self._listed(line)
        yield from self._could(line)
        yield from by_odds(line, _is_common)
        for place in line.places():
            odds = dict(zip(place.members, place.log_odds, strict=True))
            likelier = sorted(
                (m for m in odds if odds[m] > 0 and not may_stand_in(line, place.written, m)),
                key=lambda m: -odds[m],
            )
            if likelier and odds[likelier[0]] < ASKED and _is_common(place.members):
                written = line.text[place.start : place.end]
                prior = AGAINST if place.written in EVERYWHERE else 0.0
                new = tuple(like(member, written) for member in likelier)
                yield Proposal(place.start, place.end, new, prior=prior)

    @staticmethod
    def _could(line: Line) -> Iterator[Proposal]:
        """ "Ontem ele não pode vir": what could not be done then."""
        for at in range(1, len(line) - 1):
            if line.form(at) != "pode" or not line.is_infinitive(at + 1):
                continue
            before = [line.form(i) for i in range(at)]
            past = {"ontem", "anteontem"} & {*before} or any(
                one in _SPANS and other in ("passado", "passada") for one, other in pairwise(before)
            )
            if past and not {"que", ";", ".", "mas"} & {*before}:
                yield line.instead(at, "pôde", prior=LIKELY)

    @staticmethod
    def _listed(line: Line) -> Iterator[Proposal]:
        never, confused, longest = _never_right(), _confused(), _longest()
        for at, token in enumerate(line.tokens):
            for length in range(longest.get(token.form, 0), 0, -1):
                last = at + length - 1
                forms = tuple(other.form for other in line.tokens[at : last + 1])
                if forms in never and line.spaced(at, last):
                    yield line.instead(at, never[forms], last=last, prior=CERTAIN, message="never")
                    break
                others = confused.get(" ".join(forms))
                if others and line.spaced(at, last):
                    yield line.instead(at, *others, last=last)
                    break

    def propose(self, read: Read) -> Iterator[Proposal]:
        line = read.of(Line.of)
        at = {token.start: i for i, token in enumerate(line.tokens)}
        for proposal in super().propose(read):
            if proposal.message == "never" or not self._fits(line, at.get(proposal.start, -1)):
                yield proposal

    @staticmethod
    def _fits(line: Line, at: int) -> bool:
        """Whether the words beside it leave a frequent word no doubt, whatever the model hears."""
        form = line.form(at)
        if form == "nos" and line.form(at + 1).endswith("mos"):  # "nos vemos amanhã"
            return not any(reading.lemma in _OURS for reading in line.readings(at + 1))
        if form == "em" and line.form(at + 2) == "tempo":
            return True  # "em quanto tempo chega"
        if form == "haja" and line.form(at + 1) in ("vista", "vistas"):
            return True
        if form == "pôde":
            return True  # nobody writes the accent by mistake
        if form == "pôr":  # "venho pôr", "a pôr"
            return line.is_finite(at - 1) or line.form(at - 1) in ("a", "de", "para", "sem")
        return form == "por" and line.form(at + 1) == ","

"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, Line, like
from textlint_pt_grammaticality.reading import listed, own_words, table
from textlint_pt_grammaticality.respelling import bare
from textlint_pt_grammaticality.spelling.a_or_ha import AOrHa
from textlint_pt_grammaticality.spelling.chosen import (
    AGAINST,
    ASKED,
    EVERYWHERE,
    Chosen,
    by_odds,
    may_stand_in,
)
from textlint_pt_grammaticality.spelling.four_whys import FourWhys
from textlint_pt_grammaticality.spelling.mal_or_mau import MalOrMau
from textlint_pt_grammaticality.spelling.mas_or_mais import MasOrMais
from textlint_pt_grammaticality.spelling.se_nao_or_senao import SeNaoOrSenao

#: of these "nós" is the subject rather than "nos" the object
_OURS = portuguese.words("verbs.auxiliaries") | {"vir", "querer", "saber", "precisar"}
_SPANS = own_words("common-confusion.spans")
#: what is never right, and often mentioned as such
_MENTIONED = own_words("common-confusion.mentioned")


_SUBJECTS = portuguese.words("pronouns.personal") | {"ninguém", "alguém", "não", "nunca"}
_OPENING = listed("que e mas porque quando se ontem hoje depois já então , ; :")
_OPENERS = listed("o a os as")
#: one of its kind is said to be something
_RANKED = listed("maior menor melhor pior principal único única")
_NAMED = listed("ele ela isso isto aquilo você")
_SAID_OF = own_words("common-confusion.said-of")


def _is_free(line: Line, at: int) -> bool:
    """Whether the pronoun before a word opens a clause that goes on after the word."""
    opens = at == 1 or line.form(at - 2) in _OPENING
    return opens and line.form(at + 1) not in (",", "e")  # "ela médica, ele professor"


def _past_of_mine(line: Line, at: int) -> Iterator[Proposal]:
    """ "Eu sai", "eu construi"."""
    form = line.form(at)
    if line.form(at - 1) != "eu" or not form.endswith(("ai", "ui", "oi")):
        return
    if any(r.feature("Person") == "1" for r in line.readings(at) if r.upos in ("VERB", "AUX")):
        return  # "fui"
    accented = form[:-1] + "í"
    if any(
        (r.feature("Person"), r.feature("Tense")) == ("1", "Past")
        for r in line.forms.readings(accented)
    ):
        yield line.instead(at, accented, sure=True)


_BESIDE_PASSIVE = listed("em no na nos nas por pelo pela pelos pelas até hoje amanhã de . ,")
_WILL_BE = listed("será seria ser")


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
    *(rule.own for rule in (AOrHa, MalOrMau, MasOrMais, FourWhys, SeNaoOrSenao)),
    frozenset({"onde", "aonde"}),
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
    """One word for another that sounds or looks like it."""

    code = "GRA217"
    name = "spelling.common-confusion"
    supersedes = ("GRA001", "GRA105", "GRA225")
    #: what they say of words inside "com sigo", "a penas um"
    covers = ("GRA101", "GRA102", "GRA201", "GRA203", "GRA209", "GRA224", "GRA403", "GRA414")
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
        return finding.message == "never"

    def kind_of(self, finding: Finding) -> str:
        form: str = finding.arguments["form"]
        # "Benvindo" is a name, and "menas" what people say that others say
        named = not form.islower() or form in _MENTIONED
        return "named" if named and finding.message == "never" else super().kind_of(finding)

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from self._listed(line)
        yield from self._could(line)
        yield from self._accented(line)
        yield from self._passive(line)
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
                told = any(line.features(i).get("Tense") == "Past" for i in range(at, len(line)))
                yield line.instead(at, "pôde", prior=LIKELY, sure=told)
        yield from CommonConfusion._being(line)
        named = line.form(0) in _NAMED and line.form(1) == "e"
        if named and line.form(2) in _SAID_OF and line.form(len(line) - 1) == ".":
            verbs = (line.tag(i) in ("VERB", "AUX") for i in range(2, len(line)))
            if not any(verbs):
                yield line.instead(1, "é", sure=True)  # "ela e a minha irmã."

    @staticmethod
    def _being(line: Line) -> Iterator[Proposal]:
        """ "O maior problema da cidade e a demora dos ônibus.": a sentence has a verb."""
        ands = [at for at in range(len(line)) if line.form(at) == "e"]
        if len(ands) != 1 or line.form(0) not in _OPENERS or line.form(len(line) - 1) != ".":
            return
        at = ands[0]
        ranked = line.form(1) in _RANKED and line.tag(2) in ("NOUN", "ADJ")
        opens = line.form(at + 1) in ("o", "a", "os", "as", "que", "um", "uma")
        verbs = any(line.is_finite(i) and line.tag(i) in ("VERB", "AUX") for i in range(len(line)))
        marks = any(not line.is_word(i) for i in range(len(line) - 1))
        if ranked and opens and at >= 3 and len(line) > at + 3 and not verbs and not marks:
            yield line.instead(at, "é", sure=True)

    @staticmethod
    def _passive(line: Line) -> Iterator[Proposal]:
        """ "Será assinando na terça-feira": no verb goes with the gerund there."""
        for at in range(1, len(line)):
            form = line.form(at)
            if not form.endswith("ndo") or line.form(at - 1) not in _WILL_BE:
                continue
            participle = form.removesuffix("ndo") + "do"
            subject = line.can_be(at - 2, "NOUN") or line.tag(at - 2) == "PROPN"
            known = any(r.feature("VerbForm") == "Part" for r in line.forms.readings(participle))
            if known and subject and line.form(at + 1) in _BESIDE_PASSIVE:
                yield line.instead(at, participle, sure=True)

    @staticmethod
    def _accented(line: Line) -> Iterator[Proposal]:
        """ "Eu cai", "ninguém dúvida": of two words
        with the same letters the one that has a place there."""
        for at in range(1, len(line)):
            form, before = line.form(at), line.form(at - 1)
            if not line.is_word(at) or line.after_hyphen(at) or line.after_hyphen(at + 1):
                continue
            if form.isascii():
                yield from _past_of_mine(line, at)
            elif before in _SUBJECTS and line.can_be(at, "NOUN", "ADJ"):
                if line.is_finite(at) or (before == "não" and line.can_be(at + 1, "DET")):
                    continue  # "não dúvida alguma"
                plain = bare(form)
                wanted = "1" if "eu" in (before, line.form(at - 2)) else "3"
                is_verb = any(
                    r.feature("VerbForm") == "Fin" and r.feature("Person") == wanted
                    and r.feature("Number") == "Sing" and r.feature("Mood") == "Ind"
                    for r in line.forms.readings(plain)
                )  # fmt: skip
                denied = before in ("não", "nunca")
                free = line.form(at - 2) in _SUBJECTS if denied else _is_free(line, at)
                if is_verb and plain != form and free and not line.can_be(at, "ADV", "ADP"):
                    yield line.instead(at, plain, sure=True)

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
        line = read.once(Line)
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

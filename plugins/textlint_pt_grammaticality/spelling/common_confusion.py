"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import AnalysedSentence, Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, ParsedSentence, like
from textlint_pt_grammaticality.reading import listed, own_words, table
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


_OPENERS = listed("o a os as")
#: one of its kind is said to be something
_RANKED = listed("maior menor melhor pior principal único única")


_BESIDE_PASSIVE = listed("em no na nos nas por pelo pela pelos pelas até hoje amanhã de . ,")
_WILL_BE = listed("será seria ser")


@cache
def _never_right() -> Mapping[tuple[str, ...], str]:
    """What is always wrong, as words, and what is meant."""
    pairs = (line.split("=") for line in table("confusions.txt") if "=" in line)
    return {tuple(wrong.split()): right.strip() for wrong, right in pairs}


#: of sets of these words other rules speak
_OF_OTHERS = (
    *(rule.own for rule in (AOrHa, MalOrMau, MasOrMais, FourWhys, SeNaoOrSenao)),
    listed("onde aonde"),
    listed("eu mim tu ti"),
    listed("ver vir vier virem verem vierem veres vires"),
    listed("vermos virmos viermos"),
    own_words("common-confusion.of-verbs"),
)


def _is_common(members: tuple[str, ...]) -> bool:
    return not any(words.issuperset(members) for words in _OF_OTHERS)


@cache
def _longest() -> Mapping[str, int]:
    """By the first word of what is in the lists, how many words it has at most."""
    result: dict[str, int] = {}
    for words in _never_right():
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

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        yield from self._listed(sentence)
        yield from self._could(sentence)
        yield from self._passive(sentence)
        yield from by_odds(sentence, _is_common)
        for place in sentence.places():
            odds = dict(zip(place.members, place.log_odds, strict=True))
            likelier = sorted(
                (m for m in odds if odds[m] > 0 and not may_stand_in(sentence, place.written, m)),
                key=lambda m: -odds[m],
            )
            if likelier and odds[likelier[0]] < ASKED and _is_common(place.members):
                written = sentence.text[place.start : place.end]
                prior = AGAINST if place.written in EVERYWHERE else 0.0
                new = tuple(like(member, written) for member in likelier)
                yield Proposal(place.start, place.end, new, prior=prior)

    @staticmethod
    def _could(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Ontem ele não pode vir": what could not be done then."""
        for at in range(1, len(sentence) - 1):
            if sentence.form(at) != "pode" or not sentence.is_infinitive(at + 1):
                continue
            before = [sentence.form(i) for i in range(at)]
            past = {"ontem", "anteontem"} & {*before} or any(
                one in _SPANS and other in ("passado", "passada") for one, other in pairwise(before)
            )
            if past and not {"que", ";", ".", "mas"} & {*before}:
                told = any(
                    sentence.features(i).get("Tense") == "Past" for i in range(at, len(sentence))
                )
                yield sentence.instead(at, "pôde", prior=LIKELY, sure=told)
        yield from CommonConfusion._being(sentence)

    @staticmethod
    def _being(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "O maior problema da cidade e a demora dos ônibus.": a sentence has a verb."""
        ands = [at for at in range(len(sentence)) if sentence.form(at) == "e"]
        if (
            len(ands) != 1
            or sentence.form(0) not in _OPENERS
            or sentence.form(len(sentence) - 1) != "."
        ):
            return
        at = ands[0]
        ranked = sentence.form(1) in _RANKED and sentence.tag(2) in ("NOUN", "ADJ")
        opens = sentence.form(at + 1) in ("o", "a", "os", "as", "que", "um", "uma")
        verbs = any(
            sentence.is_finite(i) and sentence.tag(i) in ("VERB", "AUX")
            for i in range(len(sentence))
        )
        marks = any(not sentence.is_word(i) for i in range(len(sentence) - 1))
        if ranked and opens and at >= 3 and len(sentence) > at + 3 and not verbs and not marks:
            yield sentence.instead(at, "é", sure=True)

    @staticmethod
    def _passive(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Será assinando na terça-feira": no verb goes with the gerund there."""
        for at in range(1, len(sentence)):
            form = sentence.form(at)
            if not form.endswith("ndo") or sentence.form(at - 1) not in _WILL_BE:
                continue
            participle = form.removesuffix("ndo") + "do"
            subject = sentence.can_be(at - 2, "NOUN") or sentence.tag(at - 2) == "PROPN"
            known = any(
                r.feature("VerbForm") == "Part" for r in sentence.forms.readings(participle)
            )
            if known and subject and sentence.form(at + 1) in _BESIDE_PASSIVE:
                yield sentence.instead(at, participle, sure=True)

    @staticmethod
    def _listed(sentence: ParsedSentence) -> Iterator[Proposal]:
        never, longest = _never_right(), _longest()
        for at, token in enumerate(sentence.tokens):
            for length in range(longest.get(token.form, 0), 0, -1):
                last = at + length - 1
                forms = tuple(other.form for other in sentence.tokens[at : last + 1])
                if forms in never and sentence.spaced(at, last):
                    yield sentence.instead(
                        at, never[forms], last=last, prior=CERTAIN, message="never"
                    )
                    break

    def propose(self, read: AnalysedSentence) -> Iterator[Proposal]:
        sentence = read.once(ParsedSentence)
        at = {token.start: i for i, token in enumerate(sentence.tokens)}
        for proposal in super().propose(read):
            if proposal.message == "never" or not self._fits(sentence, at.get(proposal.start, -1)):
                yield proposal

    @staticmethod
    def _fits(sentence: ParsedSentence, at: int) -> bool:
        """Whether the words beside it leave a frequent word no doubt, whatever the model hears."""
        form = sentence.form(at)
        if form == "nos" and sentence.form(at + 1).endswith("mos"):  # "nos vemos amanhã"
            return not any(reading.lemma in _OURS for reading in sentence.readings(at + 1))
        if form == "em" and sentence.form(at + 2) == "tempo":
            return True  # "em quanto tempo chega"
        if form == "haja" and sentence.form(at + 1) in ("vista", "vistas"):
            return True
        if form == "pôde":
            return True  # nobody writes the accent by mistake
        if form == "pôr":  # "venho pôr", "a pôr"
            return sentence.is_finite(at - 1) or sentence.form(at - 1) in ("a", "de", "para", "sem")
        return form == "por" and sentence.form(at + 1) == ","

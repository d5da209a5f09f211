"""GRA208: a subject pronoun after a preposition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

_STRESSED = {"eu": "mim", "tu": "ti"}


class SubjectAfterPreposition(Diagnosis):
    """*Eu* or *tu* after a preposition."""

    code = "GRA208"
    name = "clitics.subject-after-preposition"
    weighs_choice = True
    cue = cue("eu", "tu")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois da preposição «{related}»",
            "related": "esta é a preposição",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after the preposition “{related}”",
            "related": "this is the preposition",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence)):
            form = sentence.form(at)
            if form not in _STRESSED:
                continue
            place = self._preposition(sentence, at)
            if place is not None and not self._has_verb(sentence, at + 1):
                with_joined = sentence.form(place) == "com"
                new = {"eu": "comigo", "tu": "contigo"}[form] if with_joined else _STRESSED[form]
                first = place if with_joined else at
                prior = CERTAIN / 2 if sentence.form(place) != "de" else HINT
                # "entre eu e tu", but "entre eu e ele chegarmos"
                acts = any(
                    sentence.is_infinitive(i) or sentence.form(i).endswith(("rmos", "rem", "res"))
                    for i in range(at + 2, at + 6)
                )
                sure = sentence.form(place) == "entre" and place == at - 1 and not acts
                sure &= sentence.form(at + 1) == "e"
                yield sentence.instead(first, new, last=at, prior=prior, related=place, sure=sure)

    @staticmethod
    def _preposition(sentence: ParsedSentence, at: int) -> int | None:
        if sentence.form(at - 1) in (
            portuguese.words("prepositions.joined", "prepositions.common")
            | {"entre", "contra", "perante", "ante"}
        ):
            tagged = sentence.form(at - 1) != "a" or sentence.form(at - 2) in listed(
                "quanto relação graças respeito junto devido"
            )
            alone = sentence.form(at - 1) != "sobre" or not sentence.is_word(at + 1)
            return at - 1 if tagged and alone and sentence.spaced(at - 1, at) else None
        if sentence.form(at - 1) == "e":
            for i in range(at - 2, max(-1, at - 7), -1):
                if sentence.form(i) == "entre":
                    return i
                if not sentence.is_word(i) or sentence.tag(i) in ("VERB", "AUX", "ADP"):
                    return None
        return None

    @staticmethod
    def _has_verb(sentence: ParsedSentence, at: int) -> bool:
        """Whether the pronoun is the subject of what follows: "entre eu sair e ele chegar"."""
        while sentence.form(at) in own_words("subject-after-preposition.before-verb"):
            at += 1
        verbal = sentence.is_infinitive(at) or sentence.form(at).endswith(("res", "rmos"))
        other = sentence.form(at) in ("e", "como", "entre", "para")
        return verbal or (sentence.is_finite(at) and not other)

"""GRA208: a subject pronoun after a preposition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, Diagnosis, Line, cue
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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            form = line.form(at)
            if form not in _STRESSED:
                continue
            place = self._preposition(line, at)
            if place is not None and not self._has_verb(line, at + 1):
                with_joined = line.form(place) == "com"
                new = {"eu": "comigo", "tu": "contigo"}[form] if with_joined else _STRESSED[form]
                first = place if with_joined else at
                prior = CERTAIN / 2 if line.form(place) != "de" else HINT
                # "entre eu e tu", but "entre eu e ele chegarmos"
                acts = any(
                    line.is_infinitive(i) or line.form(i).endswith(("rmos", "rem", "res"))
                    for i in range(at + 2, at + 6)
                )
                sure = line.form(place) == "entre" and place == at - 1 and not acts
                sure &= line.form(at + 1) == "e"
                yield line.instead(first, new, last=at, prior=prior, related=place, sure=sure)

    @staticmethod
    def _preposition(line: Line, at: int) -> int | None:
        if line.form(at - 1) in (
            portuguese.words("prepositions.joined", "prepositions.common")
            | {"entre", "contra", "perante", "ante"}
        ):
            tagged = line.form(at - 1) != "a" or line.form(at - 2) in listed(
                "quanto relação graças respeito junto devido"
            )
            alone = line.form(at - 1) != "sobre" or not line.is_word(at + 1)
            return at - 1 if tagged and alone and line.spaced(at - 1, at) else None
        if line.form(at - 1) == "e":
            for i in range(at - 2, max(-1, at - 7), -1):
                if line.form(i) == "entre":
                    return i
                if not line.is_word(i) or line.tag(i) in ("VERB", "AUX", "ADP"):
                    return None
        return None

    @staticmethod
    def _has_verb(line: Line, at: int) -> bool:
        """Whether the pronoun is the subject of what follows: "entre eu sair e ele chegar"."""
        while line.form(at) in own_words("subject-after-preposition.before-verb"):
            at += 1
        verbal = line.is_infinitive(at) or line.form(at).endswith(("res", "rmos"))
        other = line.form(at) in ("e", "como", "entre", "para")
        return verbal or (line.is_finite(at) and not other)

"""GRA215: the participle of a verb that has two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar, NamedTuple

from textlint_pt_grammaticality.government.words import HAVING
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, table


class _Participle(NamedTuple):
    right: str
    auxiliaries: str


@cache
def _participles() -> Mapping[str, _Participle]:
    result: dict[str, _Participle] = {}
    for entry in table("participles.txt"):
        stems, _, auxiliaries = entry.partition("|")
        wrong, right = (stem.strip() for stem in stems.split("="))
        for ending in ("o", "a", "os", "as"):
            form = right + ending
            if right == "entreg":
                form = "entregue" + ("s" if ending.endswith("s") else "")
            result[wrong + ending] = _Participle(form, auxiliaries.strip())
    return result


_BEING = listed("ser estar ficar")


class WrongParticiple(Diagnosis):
    """A participle that the verb does not have, or not after this auxiliary."""

    code = "GRA215"
    name = "government.wrong-participle"
    supersedes = ("GRA001", "GRA901", "GRA906")
    cue = cue(*_participles())
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o particípio que se usa depois de "
            "«{related}»",
            "related": "este é o auxiliar",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the participle used after "
            "“{related}”",
            "related": "this is the auxiliary",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence)):
            entry = _participles().get(sentence.form(at))
            if entry is None:
                continue
            for place in (at - 1, at - 2):
                kind = self._auxiliary(sentence, place)
                if kind is None:
                    continue
                if entry.auxiliaries in ("any", kind):
                    ways = [entry.right]
                    if entry.right in ("aceito", "aceitos") and kind == "passive":
                        ways.append(entry.right.replace("aceito", "aceite"))
                    yield sentence.instead(at, *ways, prior=LIKELY, related=place)
                break

    @staticmethod
    def _auxiliary(sentence: ParsedSentence, at: int) -> str | None:
        lemmas = {
            reading.lemma for reading in sentence.readings(at) if reading.upos in ("VERB", "AUX")
        }
        if lemmas & _BEING:
            return "passive"
        return "having" if lemmas & HAVING else None

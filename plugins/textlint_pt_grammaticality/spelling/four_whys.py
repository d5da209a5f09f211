"""GRA206: *porque*, *por que*, *porquê* and *por quê*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed
from textlint_pt_grammaticality.spelling.chosen import Chosen
from textlint_pt_grammaticality.spelling.words import STOPS

_REASONS = listed("razão razões motivo motivos causa causas")
#: "o túnel por que passamos"
_PASSING = listed("passar lutar optar ansiar")


class FourWhys(Chosen):
    """*Porque*, *por que*, *porquê* and *por quê* taken for one another."""

    code = "GRA206"
    name = "spelling.four-whys"
    cue = cue("porque", "porquê", r"por\s+qu[eê]", "porques")
    own = frozenset({"porque", "por que", "porquê", "por quê"})
    supersedes = ("GRA001", "GRA217")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui dá uma razão",
            "noun": "«{form}» deve ser «{suggestion}»: com artigo é um substantivo",
            "asked": "«{form}» deve ser «{suggestion}»: aqui é a preposição «por» com «que»",
            "final": "«{form}» deve ser «{suggestion}»: no fim da oração leva acento",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: a reason is given",
            "noun": "“{form}” should be “{suggestion}”: after an article it is a noun",
            "asked": "“{form}” should be “{suggestion}”: here it is “por” (for) and “que”",
            "final": "“{form}” should be “{suggestion}”: at the end of its clause it has an accent",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form in ("porque", "porques"):
                yield from self._conjunction(sentence, at)
            elif form == "porquê" and sentence.form(at + 1) in _REASONS:
                yield sentence.instead(at, "por que", prior=CERTAIN, message="asked")
            elif form == "porquê" and sentence.tag(at - 1) != "DET":
                goes_on = sentence.tag(at + 1) in ("VERB", "AUX", "PRON", "DET", "NOUN", "PROPN")
                if goes_on and sentence.form(at - 1) not in ("do", "ao", "no", "pelo"):
                    yield sentence.instead(at, "porque", "por que", prior=HINT * 2)
            elif form == "por" and sentence.spaced(at, at + 1):
                second, ends = (
                    sentence.form(at + 1),
                    sentence.form(at + 2) in STOPS - {",", "”", "»", '"'},
                )
                if second == "quê" and sentence.is_word(at + 2):
                    yield sentence.instead(
                        at, "por que", last=at + 1, prior=HINT * 2, message="asked"
                    )
                elif second == "que" and ends:
                    yield sentence.instead(
                        at, "por quê", "porquê", last=at + 1, prior=LIKELY, message="final"
                    )

    def may_be(self, sentence: ParsedSentence, proposal: Proposal) -> bool:
        """Not an unstressed form before a stop: "saiu sem dizer porquê, e"; nor "porque é que",
        as Portugal asks."""
        if sentence.text.startswith(" é que ", proposal.end):
            return False
        stressed = all(new.lower() in ("porquê", "por quê") for new in proposal.replacements)
        return stressed or sentence.text[proposal.end :][:1] not in (",", ".", "?", "!", ";", ":")

    @staticmethod
    def _conjunction(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        before, after = sentence.form(at - 1), sentence.form(at + 1)
        if after in (".", "?", "!") and before:
            # "porquê" in Portugal, "por quê" in Brazil
            yield sentence.instead(at, "porquê", "por quê", prior=CERTAIN, message="final")
        elif after in _REASONS:
            yield sentence.instead(at, "por que", prior=CERTAIN, message="asked")
        elif sentence.tag(at - 1) == "NOUN" and _lemmas(sentence, at + 1) & _PASSING:
            # "o túnel porque passamos"
            hint = sentence.words[sentence.tokens[at + 1].words[0]].relation == "acl:relcl"
            yield sentence.instead(at, "por que", prior=HINT * (1 + hint), message="asked")
        elif before in _REASONS and sentence.spaced(at - 1, at):
            yield sentence.instead(at, "por que", prior=HINT * 2, message="asked")


def _lemmas(sentence: ParsedSentence, at: int) -> set[str]:
    return {reading.lemma for reading in sentence.readings(at)}

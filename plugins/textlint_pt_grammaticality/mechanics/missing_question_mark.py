"""GRA416: a question that ends in a full stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

#: open a question and nothing else, as forms in a row
_OPENINGS = tuple(
    tuple(opening.split("+"))
    for opening in sorted(own_words("missing-question-mark.openings"))
    + sorted(own_words("missing-question-mark.certain"))
)
#: these are always the question itself where no comma follows
_CERTAIN_OPENINGS = frozenset(
    tuple(opening.split("+")) for opening in own_words("missing-question-mark.certain")
)
#: "sabes onde fica a estação": what they know is asked
_KNOWING = own_words("missing-question-mark.knowing")
_DEFINING = listed("é são foi era será seria")
_ASKING = listed("onde quando quem se como quanto qual quais")
#: what the writer wants to know is said after them, not asked
_INDIRECT = tuple(
    tuple(opening.split("+")) for opening in sorted(own_words("missing-question-mark.indirect"))
)
#: a question of one who is spoken to, in words
_LONGEST = 14
#: what is not asked but said of: "por que será que veio, ninguém sabe"
_ANSWERED = own_words("missing-question-mark.answered")


class MissingQuestionMark(Diagnosis):
    """A question ends in a full stop."""

    code = "GRA416"
    name = "mechanics.missing-question-mark"
    cue = cue(
        "será",
        "onde",
        "quem",
        "como",
        "pode",
        "poderia",
        "podes",
        "que",
        "cadê",
        "sabes?",
        "sabem",
        "alguém",
        "quant[oa]s?",
        "qual",
        "saber",
        "pergunto",
        "perguntar",
        "quais",
        "não",
    )
    messages: ClassVar = {
        "pt": {
            "message": "«{opening}» abre uma pergunta: falta o ponto de interrogação",
            "known": "«{opening}» parece abrir uma pergunta: falta o ponto de interrogação",
            "indirect": "«{opening}» diz o que se quer saber e não pergunta: acaba em ponto final",
        },
        "en": {
            "message": "“{opening}” opens a question: the question mark is missing",
            "known": "“{opening}” seems to open a question: the question mark is missing",
            "indirect": "“{opening}” says what one wants to know and does not ask: it ends in a "
            "full stop",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        last = len(sentence) - 1
        forms = [sentence.form(at) for at in range(len(sentence))]
        if last > 4 and forms[last] == "?" and sentence.text[sentence.tokens[last].start :] == "?":
            yield from self._indirect(sentence, forms)
        if last < 3 or forms[last] != "." or sentence.text[sentence.tokens[last].end :].strip():
            return
        if _ANSWERED & {*forms[2:]} and "," in forms:
            return
        stop = sentence.tokens[last]
        for opening in _OPENINGS:
            if tuple(forms[: len(opening)]) == opening:
                if forms[:2] == ["o", "que"] and self._is_defined(sentence, forms, len(opening)):
                    return
                said = sentence.text[: sentence.tokens[len(opening) - 1].end]
                # "porque você não veio, perdeu o bolo" gives a reason
                sure = opening in _CERTAIN_OPENINGS and "," not in forms
                yield Proposal(
                    stop.start, stop.end, ("?",), prior=CERTAIN if sure else LIKELY,
                    arguments={"opening": said}, sure=sure,
                )  # fmt: skip
                return
        at = int(forms[0] in ("alguém", "você", "vocês", "tu"))
        asked = at + 1 + (forms[at + 1] == "a" and forms[at + 2] == "que")
        if forms[at] in _KNOWING and (forms[asked] in _ASKING or asked > at + 1):
            said = sentence.text[: sentence.tokens[asked].end]
            # "sabe", "sabem" may be said of others
            spoken = forms[at] == "sabes" and "," not in forms and last <= _LONGEST
            yield Proposal(
                stop.start, stop.end, ("?",), prior=CERTAIN if spoken else HINT, message="known",
                arguments={"opening": said}, sure=spoken,
            )  # fmt: skip

    @staticmethod
    def _is_defined(sentence: ParsedSentence, forms: Sequence[str], after: int) -> bool:
        """Whether it is said what it is: "o que você pode fazer é esperar"."""
        being = [
            at
            for at in range(after + 1, len(forms) - 1)
            if forms[at] in _DEFINING and forms[at - 1] != "que"
        ]
        return bool(being) and any(sentence.is_finite(at) for at in range(after, being[-1]))

    @staticmethod
    def _indirect(sentence: ParsedSentence, forms: Sequence[str]) -> Iterator[Proposal]:
        """ "Gostaria de saber se há vagas?": it says what the writer wants to know."""
        for opening in _INDIRECT:
            if tuple(forms[: len(opening)]) != opening or forms[len(opening)] not in _ASKING:
                continue
            said = sentence.text[: sentence.tokens[len(opening)].end]
            rest = forms[len(opening) :]
            if "," in rest or "e" in rest or "ou" in rest:
                return
            stop = sentence.tokens[len(sentence) - 1]
            yield Proposal(
                stop.start, stop.end, (".",), prior=CERTAIN, sure=True, message="indirect",
                arguments={"opening": said},
            )  # fmt: skip
            return

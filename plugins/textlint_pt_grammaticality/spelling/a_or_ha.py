"""GRA202: *a*, *à* or *há*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words
from textlint_pt_grammaticality.spelling.chosen import Chosen
from textlint_pt_grammaticality.spelling.words import NUMBERS, STOPS

_TIMES = own_words("a-or-ha.times")
_MUCH = listed("muito pouco tanto bastante algum")
_MUCH_TIME = portuguese.words(
    "indefinites.some.plural",
    "indefinites.much.plural",
    "indefinites.little.plural",
    "indefinites.several.plural",
) | {"muito"}
#: before them the "a" is a preposition: "daqui a dez anos", "condenado a dez anos"
_REACH_TO = regex(
    r"^(?:daqui|dali|daí|condena\w*|sentencia\w*|pena|anterior\w*|posterior\w*|superior\w*|"
    r"inferior\w*|igua\w*|limita\w*|reduz\w*|correspond\w*|equival\w*|remont\w*|cheg\w*|sub\w*|"
    r"até|desde|entre|relação|respeito|quanto|próxim\w*|vez|vezes|um|uma|uns|umas|sobreviv\w*|alarg\w*|ampli\w*|"
    r"resist\w*|apenas|só|idade\w*|estend\w*|prolong\w*|aument\w*|vai|vão|ir|foi|junto)$"
)


class AOrHa(Chosen):
    """*A* for *há*, or *há* for *a*."""

    code = "GRA202"
    name = "spelling.a-or-ha"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA603")
    cue = cue("a", "à", "há", "acerca")
    own = frozenset({"há", "a", "à", "acerca de", "há cerca de", "a cerca de"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: com «há» conta-se o tempo que passou ou "
            "diz-se que algo existe; com «a», a distância e o tempo que falta",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “há” counts time gone by or says that "
            "something exists; “a” counts distance and time to come",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form, before = sentence.form(at), sentence.form(at - 1)
            if form in ("a", "à") and sentence.tag(at) != "PRON" and not sentence.after_hyphen(at):
                prior = self._gone_by(sentence, at)
                if prior is not None:
                    yield sentence.instead(at, "há", prior=prior)
            elif form == "há" and (
                before in ("daqui", "dali", "daí")
                or (
                    sentence.is_infinitive(at + 1)
                    and not sentence.is_noun(at + 1)
                    and sentence.spaced(at, at + 1)
                )
            ):
                yield sentence.instead(at, "a", prior=CERTAIN)
            elif (
                form == "acerca"
                and sentence.form(at + 1) == "de"
                and self._is_time(sentence, at + 2)
            ):
                yield sentence.instead(at, "há cerca", prior=LIKELY)

    def may_be(self, sentence: ParsedSentence, proposal: Proposal) -> bool:
        starts = (i for i, token in enumerate(sentence.tokens) if token.start == proposal.start)
        at = next(starts, None)
        if at is None:
            return False  # beyond what was parsed of a long sentence
        new = proposal.replacements[0].lower()
        if "há" not in (new, sentence.form(at)):
            return False  # "assista à esse vídeo": the accent is GRA201
        if sentence.form(at - 1) == "que" and sentence.form(at + 1) in (
            "de",
            "do",
            "da",
            "dos",
            "das",
        ):
            return False  # "é maior que a de outros"
        if new != "há" or not self._is_time(sentence, at + 1):
            return True
        return self._gone_by(sentence, at) is not None  # "a dois meses das eleições"

    def _gone_by(self, sentence: ParsedSentence, at: int) -> float | None:
        """How much speaks for time gone by after an "a"; None if nothing does."""
        before, after = sentence.form(at - 1), sentence.form(at + 1)
        if _REACH_TO.match(before) or before.isdigit() or before in NUMBERS | _TIMES:
            return None
        if any(sentence.form(i) in ("desde", "daqui", "entre") for i in (at - 2, at - 3)):
            return None
        if before in ("dum", "num"):
            return None  # "de um a oito anos"
        if after == "muito" and sentence.form(at + 2) in ("custo", "contragosto"):
            return None
        end = self._is_time(sentence, at + 1)
        if sentence.form(at) == "à" and (
            not end or (after, sentence.form(end - 1)) == ("uma", "hora")
        ):
            return None  # the accent is wrong; "à uma hora da tarde"
        if not end:
            return 0.0 if after in ("muito", "pouco", "uma", "um", "muitos", "muitas") else None
        if sentence.form(end) == "atrás":
            return CERTAIN
        if sentence.form(end) in ("de", "do", "da", "dos", "das"):
            return None
        long = sentence.form(end - 1)[:3] not in ("hor", "min", "seg", "qui")  # else a distance
        roughly = long and (after in _MUCH_TIME or sentence.form(at + 2) == "de")
        if at == 0 or before in ("", ",", "que") or sentence.form(end) in STOPS | {"que"}:
            return HINT
        return HINT if roughly else HINT / 2

    @staticmethod
    def _is_time(sentence: ParsedSentence, at: int) -> int:
        """Where a time such as "dez anos" that begins here ends; 0 if none does."""
        if (
            sentence.form(at) in NUMBERS
            or sentence.form(at) in _MUCH
            or sentence.form(at)[:1].isdigit()
        ):
            return at + 2 if sentence.form(at + 1) in _TIMES else 0
        if sentence.form(at) == "quase":
            return AOrHa._is_time(sentence, at + 1)
        if sentence.form(at) in ("mais", "menos", "cerca") and sentence.form(at + 1) == "de":
            return AOrHa._is_time(sentence, at + 2)
        return at + 1 if sentence.form(at) in _TIMES and sentence.form(at).endswith("s") else 0

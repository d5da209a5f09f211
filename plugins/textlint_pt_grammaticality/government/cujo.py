"""GRA221: "cujo", and what is written in its place."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed

_FORMS = {("Masc", "Sing"): "cujo", ("Fem", "Sing"): "cuja", ("Masc", "Plur"): "cujos",
          ("Fem", "Plur"): "cujas"}  # fmt: skip
_CELLS = {form: cell for cell, form in _FORMS.items()}
_SUBJECTS = portuguese.words("pronouns.personal")
_ARTICLES = {"o": "cujo", "a": "cuja", "os": "cujos", "as": "cujas"}
_BEING = listed("é era são eram foi")
_THING = ("DET", "NOUN")
_OWNERS = {"dele": ("Masc", "Sing"), "dela": ("Fem", "Sing"), "deles": ("Masc", "Plur"),
           "delas": ("Fem", "Plur")}  # fmt: skip


class Cujo(Diagnosis):
    """*Cujo* with an article, without agreement, or missing."""

    code = "GRA221"
    name = "government.cujo"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA402")
    cue = cue("cuj[oa]s?", "que")
    messages = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «cujo» concorda com «{noun}»",
            "article": "«{form}» deve ser «{suggestion}»: «cujo» já contém o artigo",
            "owner": "«{form}» deve ser «{suggestion}»: é «cujo» que diz de quem é",
            "subject": "«{form}» deve ser «{suggestion}»: «cujo» liga dois nomes, e «{related}» é "
            "sujeito",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “cujo” agrees with “{noun}”",
            "article": "“{form}” should be “{suggestion}”: “cujo” has the article in it",
            "owner": "“{form}” should be “{suggestion}”: “cujo” says whose it is",
            "subject": "“{form}” should be “{suggestion}”: “cujo” joins two nouns, and “{related}” "
            "is a subject",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence) - 1):
            if sentence.form(at) in _CELLS and sentence.spaced(at, at + 1):
                yield from self._written(sentence, at)
            elif sentence.form(at) == "que" and sentence.spaced(at - 1, at + 1):
                yield from self._missing(sentence, at)

    @staticmethod
    def _written(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        article = sentence.form(at + 1)
        if article in _SUBJECTS:
            # "o relatório cujo você pediu": nothing is owned
            yield sentence.instead(at, "que", related=at + 1, message="subject", sure=True)
            return
        if article in _ARTICLES:
            noun = at + 2
            while sentence.tag(noun) in ("ADJ", "NUM") and noun < at + 4:
                noun += 1
            agreeing = _of_noun(sentence, noun) or _ARTICLES[article]
            yield sentence.instead(at, agreeing, last=at + 1, prior=CERTAIN, message="article")
            return
        noun = at + 1
        while sentence.tag(noun) in ("ADJ", "NUM") and noun < at + 3:
            noun += 1
        if sentence.form(noun + 1) in _OWNERS:
            return
        right = _of_noun(sentence, noun)
        if right is None or right == sentence.form(at):
            return
        gender, number = _CELLS[sentence.form(at)]
        if sentence.is_capital(noun) or sentence.is_noun(noun, gender, number):
            return
        word = sentence.written(noun)
        joined = sentence.form(noun + 1) in ("e", "ou", ",")  # "cujos pai e mãe"
        if not (joined and number == "Plur"):
            yield sentence.instead(at, right, prior=LIKELY, noun=word)

    @staticmethod
    def _missing(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "O rapaz que pai é pescador", "a aluna que a mãe é médica"."""
        owned = at + 1
        kin = sentence.form(owned) in government().classes["kin"] and sentence.is_finite(owned + 1)
        right = _of_noun(sentence, owned)
        if (
            right
            and sentence.tag(at - 1) == "NOUN"
            and kin
            and sentence.tag(owned + 1) in ("VERB", "AUX")
        ):
            yield sentence.instead(at, right, prior=HINT, message="owner")
        if (
            at == 2
            and sentence.form(owned) in _ARTICLES
            and (sentence.tag(0), sentence.tag(1)) == _THING
        ):
            kin = sentence.form(at + 2) in government().classes["kin"] and sentence.spaced(
                0, at + 4
            )
            being = sentence.form(at + 3) in _BEING and sentence.tag(at + 4) in ("ADJ", "NOUN")
            right = _of_noun(sentence, at + 2)
            if right and kin and being:
                yield sentence.instead(at, right, last=owned, message="owner", sure=True)


def _of_noun(sentence: ParsedSentence, at: int) -> str | None:
    """The form of "cujo" that agrees with a noun; None where it has more than one gender."""
    readings = [reading for reading in sentence.readings(at) if reading.upos == "NOUN"]
    cells = {(reading.feature("Gender"), reading.feature("Number")) for reading in readings}
    if len(cells) != 1:
        return None
    gender, number = cells.pop()
    return _FORMS.get((gender or "", number or ""))

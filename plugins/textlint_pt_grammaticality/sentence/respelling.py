"""Forms of the lexicon with the same letters, but for their marks."""

from __future__ import annotations

import unicodedata

from textlint_pt import portuguese
from textlint_pt.contract import Forms
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.sentence.reading import own_words

#: marks that a letter may have lost
_MARKED = {"a": "áâàã", "e": "éê", "i": "í", "o": "óôõ", "u": "ú", "c": "ç"}
_BARE = str.maketrans({mark: one for one, marks in _MARKED.items() for mark in marks})


def bare(form: str) -> str:
    """The letters without their marks."""
    if form.isascii() or (form := form.translate(_BARE)).isascii():
        return form
    return "".join(c for c in unicodedata.normalize("NFD", form) if not unicodedata.combining(c))


def with_marks(form: str, forms: Forms, least: int) -> list[str]:
    """Forms of at least a frequency class that differ only in marks, the most frequent first."""
    found = [
        one
        for one in forms.alike(bare(form), _MARKED)
        if forms.frequency(one) >= least
        and one != form  # itself, for most
        and is_word(one, forms)
    ]
    return sorted(found, key=lambda one: (-forms.frequency(one), one))


def is_word(form: str, forms: Forms) -> bool:
    """Whether a form has a reading in current spelling that is not a name."""
    return any(
        reading.source != "name" and "Style=Arch" not in reading.features
        for reading in forms.readings(form)
    )


# ------------------------------------------------------------------ verbs, and nouns with marks

#: the words beside a place
BEFORE, AFTER = regex(r"([^\W\d_]{1,30}) \Z"), regex(r" ([^\W\d_]{1,30})")
LONGEST_WORD = 31
_DETERMINERS = portuguese.words("articles").union(
    *portuguese.paradigms("indefinites.other"), *portuguese.paradigms("possessives")
)
#: nothing but a verb follows them; "nos" is "em" and "os" too
_BEFORE_VERB = portuguese.words("clitics.unstressed") - {"nos"} | {"eu", "tu", "enquanto"}
_NO_NOUN = frozenset(("ADJ", "ADP", "ADV", "CCONJ", "DET", "NUM", "PRON", "SCONJ"))
_JOINED = regex(r"(?:,| e) \Z")
_OPENING_CLAUSE = regex(r"(?:\A|, )([^\W\d_]{2,})")


def is_plainly_verb(text: str, start: int, end: int, meant: str, forms: Forms) -> bool:
    """Whether a finite verb, of which a mark would make what is meant, stands where one does."""
    form = text[start:end].lower()
    if not finite_only(form, forms) or finite_only(meant, forms):
        return False  # "mantem a casa" is for "mantém"
    return _is_placed(text, start, end, meant, forms) or _is_in_series(form, text, start, forms)


def _is_placed(text: str, start: int, end: int, meant: str, forms: Forms) -> bool:
    """Whether a verb stands where what is meant would not: after "que", an adverb or a noun ("que
    rotula regiões", "simplesmente digito", "a estrutura influencia"), after a pronoun or a name
    that is no noun ("lhe angustia", "Goethe publica"), or before an article, with nothing before
    that opens a noun: "instancia a classe", "o método referencia o objeto"."""
    found = BEFORE.search(text[max(0, start - LONGEST_WORD) : start])
    written, after = found[1] if found else "", AFTER.match(text, end)
    before = written.lower()
    kinds = {reading.upos for reading in forms.readings(meant)}
    if before == "que" or before.endswith("mente") or _is_noun(before, forms):
        return kinds <= {"NOUN"}
    named = written != before and all(r.source == "name" for r in forms.readings(before))
    if (named or before in _BEFORE_VERB) and kinds.isdisjoint(("VERB", "AUX")):
        return True
    if after is None:
        return False
    follows = after[1].lower()
    opened = follows in _DETERMINERS or follows.endswith("mente")
    return opened and before not in own_words("frames.opening")


def _is_noun(form: str, forms: Forms) -> bool:
    kinds = {reading.upos for reading in forms.readings(form) if reading.source != "name"}
    return "NOUN" in kinds and kinds.isdisjoint(_NO_NOUN)


def _is_in_series(form: str, text: str, start: int, forms: Forms) -> bool:
    """Whether a verb follows "e" or a comma, and another of its person and tense opens a clause
    before: "converte o texto, cria a capa e publica"."""
    own = finite_only(form, forms)
    if _JOINED.search(text, max(0, start - 3), start) is None:
        return False
    opening = _OPENING_CLAUSE.finditer(text, 0, start)
    return any(own & finite_only(match[1].lower(), forms) for match in opening)


def finite_only(form: str, forms: Forms) -> frozenset[str]:
    """What the lexicon says of a form that is nothing but a finite verb."""
    readings = forms.readings(form)
    if not all(reading.feature("VerbForm") == "Fin" for reading in readings):
        return frozenset()
    return frozenset(reading.features for reading in readings)

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


def with_marks(form: str, forms: Forms, min_frequency: int) -> list[str]:
    """Forms of at least a frequency class that differ only in marks, the most frequent first."""
    found = [
        word
        for word in forms.alike(bare(form), _MARKED)
        if forms.frequency(word) >= min_frequency
        and word != form  # itself, for most
        and is_word(word, forms)
    ]
    return sorted(found, key=lambda word: (-forms.frequency(word), word))


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
    """Whether a finite verb that the correction `meant` would turn into a noun stands where a verb
    does."""
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
    parts_of_speech = {reading.upos for reading in forms.readings(meant)}
    if before == "que" or before.endswith("mente") or _is_noun(before, forms):
        return parts_of_speech <= {"NOUN"}
    follows_name = written != before and all(r.source == "name" for r in forms.readings(before))
    if (follows_name or before in _BEFORE_VERB) and parts_of_speech.isdisjoint(("VERB", "AUX")):
        return True
    if after is None:
        return False
    next_word = after[1].lower()
    if next_word == "que" and not before and parts_of_speech == {"ADJ"}:
        return True  # "A nota, por isso, explicita que não há prazo"
    opens_object = next_word in _DETERMINERS or next_word.endswith("mente")
    return opens_object and before not in own_words("frames.opening")


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
    """Return the features of a form that is nothing but a finite verb, none for others."""
    readings = forms.readings(form)
    if not all(reading.feature("VerbForm") == "Fin" for reading in readings):
        return frozenset()
    return frozenset(reading.features for reading in readings)

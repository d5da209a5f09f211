"""Forms that are in no lexicon and yet not slips: regular derivations, terms, borrowed words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache

from textlint_pt.contract import Forms
from textlint_pt.portuguese import STRESSED
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.sentence.reading import own_words, table

#: endings of the verbs that are made today, all of them in -ar, and of what is made of a verb
_VERB_ENDINGS = own_words("coinage.ar")
_DEVERBAL_ENDINGS = own_words("coinage.made")
#: lengths and frequencies for derivation: letters of a stem, frequency class of a word, and of
#: words of one verb
_LEAST_STEM, _IN_USE, _RELATED_FREQUENCY = 4, 6, 3
#: the vowel that a word loses before an ending, or none
_ANY_VOWEL = ("o", "a", "e", "")
#: derivations: ending, what it may replace, what the word must be
_DERIVED: Sequence[tuple[str, Sequence[str], str]] = (
    ("ão", "oe", "NOUN"), ("dão", ("do",), ""), ("dona", ("da",), ""),
    ("ona", "a", "NOUN"), ("oso", "aoe", "NOUN"), ("osa", "aoe", "NOUN"), ("osos", "aoe", "NOUN"),
    ("osas", "aoe", "NOUN"), ("imento", ("er", "ir"), "VERB"), ("imentos", ("er", "ir"), "VERB"),
    *((ending, _ANY_VOWEL, "") for ending in ("íssimo", "íssima", "íssimos", "íssimas")),
    *((ending, _ANY_VOWEL, "NOUN") for ending in ("ismo", "ista", "istas")),
    *((ending, _ANY_VOWEL, "") for ending in ("ização", "izações", "izado", "izada")),
    *((ending, ("ência",), "NOUN") for ending in ("encial", "enciais")),
    *((ending, ("ção",), "NOUN") for ending in ("cionismo", "cionista", "cionistas")),
)  # fmt: skip
#: endings of learned words, whatever precedes them: "sinofobia", "quinase"
_LEARNED = regex(
    r"[^\W\d_]{2,}(?:[aeio](?:fobia|filia|logia|metria|grafia|scopia|plastia|patia|terapia|tomia|"
    r"gênese|génese|gênico|génico|gênica|génica|cídio|tropia|fílic[oa]|fóbic[oa]|lógic[oa]|"
    r"métric[oa]|gráfic[oa])|[dilnprt]ase|ectomia|[a-z]{3}esc[oa])s?"
)
#: no Portuguese word ends in these letters, or contains these
_FOREIGN = regex(r"[bcdfghjkpqtvwy]s?$|[kwy]|sh|th|ck|ee(?!s[ct])|oo(?!r)|(?:ing|ensis)$")
#: an ending that has no gender: stem, what keeps the sound of its last letter, number
_NEUTRAL = regex(r"([^\W\d_]{2,}?)(gu|qu|(?<=[^\W_aeiouç]))e(s?)")


def is_current(form: str, forms: Forms) -> bool:
    """Whether a form is a word of Portuguese, and not just a name or one seen in texts."""
    readings = forms.analyse(form)
    return any(reading.source not in ("corpus", "name") for reading in readings)


def is_native(form: str, forms: Forms) -> bool:
    """Whether a dictionary has the form, in a spelling that is not foreign."""
    listed = any(reading.source == "lexicon" for reading in forms.analyse(form))
    return listed and _FOREIGN.search(form) is None


def is_term(form: str) -> bool:
    """Whether a form is in the list of terms."""
    return form in _terms()


def is_coined(form: str, forms: Forms) -> bool:
    """Whether an unknown lower-case form is a regular derivation of a known word."""
    return (
        any(stem in _terms() or _makes_verbs(stem, forms) for stem in _stems(form, _VERB_ENDINGS))
        or any(
            stem in _terms() or _is_verb(stem, forms, "ar")
            for stem in _stems(form, _DEVERBAL_ENDINGS)
        )
        or is_derived(form, forms)
        or _LEARNED.fullmatch(form) is not None
        or (form.startswith("coo") and _in_use(form[2:], forms))
    )


def is_prefixed(form: str, forms: Forms) -> bool:
    """Whether a form is a word in use after a prefix: "reaplicação", "tecnocientífico"."""
    return any(
        form.startswith(prefix)
        and len(form) - len(prefix) >= _LEAST_STEM
        and _in_use(form[len(prefix) :], forms)
        for prefix in table("prefixes.txt")
    )


def is_neutral(form: str, forms: Forms) -> bool:
    """Whether an unknown form has a neutral "e" for "o" or "a" of a word in a dictionary:
    "unides", "diretore"."""
    found = _NEUTRAL.fullmatch(form)
    if found is None:
        return False
    stem, hard_consonant, plural = found.groups()
    stem += {"gu": "g", "qu": "c"}.get(hard_consonant, "")
    feminine = is_native(f"{stem}a{plural}", forms)
    if hard_consonant:
        return feminine  # "colegues"
    masculine = stem.endswith("or") and is_native(f"{stem}e{plural}" if plural else stem, forms)
    return feminine and (masculine or is_native(f"{stem}o{plural}", forms))


def looks_foreign(form: str) -> bool:
    """Whether a form has letters that no Portuguese word has, or ends as none does."""
    return _FOREIGN.search(form) is not None


def _stems(form: str, endings: Collection[str]) -> Iterator[str]:
    """Yield what stands before these endings; an accented stem, or "g" and "c" before "e", would
    be respelt ("pagem" is for "paguem")."""
    for ending in endings:
        stem = form.removesuffix(ending)
        soft = ending[0] == "e" and stem[-1:] in ("c", "ç", "g")
        if stem != form and len(stem) > 2 and not soft and not STRESSED.intersection(stem):
            yield stem


def _makes_verbs(stem: str, forms: Forms) -> bool:
    """Whether other words of the same verb are known: "mutação" and "mutante" of "mutar"."""
    kin = [f"{stem}{ending}" for ending in ("ação", "ante", "ável", "ador")]
    return sum(forms.frequency(form) >= _RELATED_FREQUENCY for form in kin) > 1


def _is_verb(stem: str, forms: Forms, *endings: str) -> bool:
    return len(stem) >= _LEAST_STEM and any(
        reading.feature("VerbForm") == "Inf"
        for ending in endings
        for reading in forms.readings(stem + ending)
    )


def is_derived(form: str, forms: Forms) -> bool:
    """Whether a form is a word in use with an ending that makes others: "inferencial"."""
    for ending, vowels, upos in _DERIVED:
        stem = form.removesuffix(ending)
        if stem != form and len(stem) >= _LEAST_STEM:
            for vowel in vowels:
                if _in_use(stem + vowel, forms, upos):
                    return True
    return False


def _in_use(form: str, forms: Forms, upos: str = "", least: int = _IN_USE) -> bool:
    return forms.frequency(form) >= least and any(
        upos in ("", reading.upos) and reading.source == "lexicon"
        for reading in forms.readings(form)
    )


@cache
def _terms() -> frozenset[str]:
    """Technical terms, and stems of verbs (`mut-`)."""
    return frozenset(word.removesuffix("-") for line in table("terms.txt") for word in line.split())


#: endings of English, and what may have been lost before them
_ENGLISH_ENDINGS = ("s", "es", "ed", "er", "ers", "or", "ors", "ing", "ings", "able", "ables")
_ENGLISH_PREFIXES = own_words("coinage.english-prefixes")
#: and those of ours that make verbs of English ones
_OF_ENGLISH_VERBS = ("ar", "ado", "ados", "ando", "ou", "amos", "aram", "ava", "avam")
#: letters of a stem, and of each of two words put together
_LEAST_ENGLISH, _LEAST_PART = 3, 4


def is_foreign_made(form: str, is_english: Callable[[str], bool]) -> bool:
    """Whether an unknown form is spelt or made as words of other languages are."""
    return looks_foreign(form) or is_made_in_english(form, is_english)


def is_made_in_english(form: str, is_english: Callable[[str], bool]) -> bool:
    """Whether an unknown form is made by rule of words of English: "adapter", "retries",
    "subdomain", "fallback"."""
    if not form.isascii():
        return False
    stems = [form, *_english_stems(form)]
    bare = [stem[len(p) :] for p in _ENGLISH_PREFIXES for stem in stems if stem.startswith(p)]
    if any(map(is_english, stems)) or any(len(b) >= _LEAST_PART and is_english(b) for b in bare):
        return True
    return any(
        is_english(stem[:at]) and is_english(stem[at:])
        for stem in (form, form.removesuffix("s"))
        for at in range(_LEAST_PART, len(stem) - _LEAST_PART + 1)
    )


def is_english_verb(form: str, is_english: Callable[[str], bool]) -> bool:
    """Whether an unknown form is a verb of English with our endings: "scrollar", "deployado"."""
    return any(
        len(stem) > _LEAST_ENGLISH and (is_english(stem) or is_english(f"{stem}e"))
        for stem in _stems(form, _OF_ENGLISH_VERBS)
    )


def _english_stems(form: str) -> Iterator[str]:
    """Yield the English words that a form may be made of: "retries" → "retri", "retrie",
    "retry"."""
    for ending in _ENGLISH_ENDINGS:
        stem = form.removesuffix(ending)
        if stem != form and len(stem) >= _LEAST_ENGLISH:
            yield from (stem, f"{stem}e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
            if stem[-1] == "i":
                yield f"{stem[:-1]}y"

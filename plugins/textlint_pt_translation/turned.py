"""What a translation says the other way round than its English source, by closed lists.

A negation that the translation lacks, and a word that only looks like the English one («actually»,
«atualmente»). Each is reported only where nothing else on the other side may stand for it: neither
another word that denies nor another rendering (`translations.en`). No model is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import portuguese, shipped
from textlint_pt.text.negation import denials
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import TERM

if TYPE_CHECKING:
    from textlint_pt.contract import Forms
    from textlint_pt.contract.translations import Translations

_DATA = Path(__file__).with_name("data")
_WORDS = portuguese.Lists(_DATA / "words.tsv")
#: English words that say little, and Portuguese verbs
COMMON = _WORDS.words("english.common")
_SHORT = _WORDS.words("english.weak")

#: the letters that one without an accent may stand for; classes of frequency by which a form with
#: one is commoner, where it was meant
_ACCENTS = {"a": "áâàã", "e": "éê", "i": "í", "o": "óôõ", "u": "ú", "c": "ç"}
_COMMONER = 4
_ACCENTED = regex(r"[À-ÿ]")

Place = tuple[int, int]

_DENIAL = regex(
    r"(?<![\w-])(?:[Nn]ot|NOT|[Cc]annot|[Nn]ever|no|none|nobody|nothing|neither|nor|nowhere)(?![\w-])|\[[nN]\]ot\b"
    r"|(?i:n\\?['’]t|['’]nt)\b"
)
#: phrases with such words that deny nothing, or that Portuguese says without denying
_NO_DENIAL = regex(
    r"\b(?:not|n['’]t) (?:only|just|merely|simply|necessarily|least|yet)\b|\bnothing but\b"
    r"|\bno (?:matter|doubt|one else|longer)\b|\b(?:or|if|why|and|as) not\b"
    r"|\bno(?:t)? (?:more|less|fewer|later|earlier|longer) than\b|\A(?:no|not)\b|\bno\."
    r"|\b(?:do not|don['’]t|never) (?:hesitate|forget|worry|miss|mind)\b"
    r"|\b(?:yes|on)(?:,| or|/| and) no\b|\bcan(?:not|['’]t) (?:help|wait)\b"
    r"|(?:is|are|was|were|do|does|did|have|has|would|could|should)n['’]t "
    r"(?:it|you|they|we|he|she|I|this|that)\b",
    re.IGNORECASE,
)
#: English words that Portuguese may render by denying
CANCELLING = regex(
    r"\b(?:without|mis(?!s\b|sion|ter|t\b)\w{4,}|fail\w*|lack\w*|miss(?:ing|es|ed)|absen\w+|avoid\w*|lie[ds]?|lying|forg[eo]t\w*|prevent\w*|refus\w+|den(?:y|ied)"
    r"|hardly|barely|rarely|seldom|scarcely|few|little|otherwise|un(?!der|i[^m]|til|to\b)\w{4,}"
    r"|non\w*(?:-\w+)?|dis(?!k|t|c[^ao]|p)\w{4,}|im(?:poss|prop|mut|prac|bal|mat|mob|pat|per)\w+"
    r"|in(?:valid|correct|compl|compat|act|vis|exis|def|eff|acc|ade|app|cap|dep|dir|fin|sec)\w+"
    r"|in(?:suf|tol|val|el|sep|dispens|evit|alien)\w+|il(?:leg|log)\w+|irr\w+|\w{3,}less|un-\w+|free|ignor\w+|skip\w*"
    r"|reject\w*|forbid\w*|prohibit\w*|empty|too|stop\w*|ceas\w+|wrong\w*|false|omit\w*|exclu\w+"
    r"|neglect\w*|exempt\w*|blank|abort\w*|null|nil|zero|(?<![.,])0(?![.,]\d)|void|never)\b",
    re.IGNORECASE,
)
#: what is code, mostly
_VALUES = frozenset(("None", "NONE", "NOT"))
#: Portuguese that denies or restricts in other ways than `denials` counts
_OTHERWISE = regex(
    r"\b(?:sem|nem|nenhum\w*|ninguém|nunca|jamais|não|só|somente|apenas|exceto|excepto|salvo"
    r"|senão|evit\w+|imped\w+|proib\w+|imposs\w+|deix\w+|nada|falt\w+|falh\w+|caso contrário"
    r"|ao contrário|em vez|fora d[aeo]s?"
    r"|livre\w*|vazi\w+|nul\w+|pouc\w+|mal|raramente|recus\w+|dispens\w+"
    r"|elimin\w+|err(?:ad\w+|os?)|antes de|por \w+[aei]r|parou|paradas?"
    r"|des(?!envolv|cr|eja|t|pes|c[aeio])\w{5,}|i(?:leg|rreg|lóg)\w+"
    r"|in(?!form|clu|íci|ici|ter|sta|stru|ser|dic|divid|tegr|trod|vest|eren|tern|trín|teir)\w{5,}"
    r"|im(?!port|ple|pac|pre|ag|pos|pul)\w{5,})\b",
    re.IGNORECASE,
)

#: "eventually consistent", a term, «eventualmente consistente»
_CONSISTENT = regex(r"[\s-]consisten", re.IGNORECASE)


class Turned(NamedTuple):
    """`kind`: "lost" (a negation), "friend", "logic", "gender"; places in the translation and in
    the source; `instead`: what a false friend should be."""

    kind: str
    target: Place
    source: Place
    instead: str = ""


class _Words(NamedTuple):
    form: str
    start: int
    end: int


def turned(source: str, text: str, forms: Forms, lexicon: Translations) -> list[Turned]:
    """Return what is turned round in `text`, Portuguese, against `source`, English."""
    text = text.replace("\u2011", "-")  # a hyphen at which no line breaks
    english = [_Words(m.group().lower(), *m.span()) for m in TERM.finditer(source)]
    target = [
        _Words(m.group().lower(), *m.span())
        for m in TERM.finditer(text)
        if m.group().lower() not in function_words()
    ]
    return [
        *_lost(source, text, english, target, forms, lexicon),
        *_friends(source, english, target, forms, lexicon),
    ]


def _lost(
    source: str,
    text: str,
    english: Sequence[_Words],
    target: Sequence[_Words],
    forms: Forms,
    lexicon: Translations,
) -> Iterator[Turned]:
    """Yield a negation of the source where nothing of the target denies, and what it denies is
    there."""
    spared = [match.span() for match in _NO_DENIAL.finditer(source)]
    denied = [
        match.span()
        for match in _DENIAL.finditer(source)
        if match.group() not in _VALUES
        and not any(start <= match.start() < end for start, end in spared)
    ]
    if not denied or spared or _OTHERWISE.search(text):
        return
    found = denials(text, forms)
    if found.plain or found.lexical or CANCELLING.search(_without(source, denied)):
        return
    start, end = denied[0]
    following = [word for word in english if word.start >= end and _says(word.form)]
    for word in following[:1]:
        rendered = renderings(word.form, lexicon)
        for in_target in target:
            if not rendered.isdisjoint(lemmas_of(in_target.form, forms)):
                yield Turned("lost", (in_target.start, in_target.end), (start, word.end))
                return


def _friends(
    source: str,
    english: Sequence[_Words],
    target: Sequence[_Words],
    forms: Forms,
    lexicon: Translations,
) -> Iterator[Turned]:
    """Yield false friends: Portuguese words that look like the English one they mistranslate."""
    known = _false_friends()
    for word in english:
        if word.form not in known:
            continue
        if word.form == "eventually" and _CONSISTENT.match(source, word.end):
            continue
        misleading, instead = known[word.form]
        for other in target:
            lemmas = lemmas_of(other.form, forms)
            if lemmas.isdisjoint(misleading) or other.form == word.form:
                continue
            if not _rendered(lemmas & misleading, english, lexicon, word):
                yield Turned("friend", (other.start, other.end), (word.start, word.end), instead)
            break


def _rendered(
    lemmas: frozenset[str], english: Sequence[_Words], lexicon: Translations, but: _Words
) -> bool:
    """Return whether another English word may be what is rendered by one of these lemmas."""
    return any(
        form != but.form and not renderings(form, lexicon).isdisjoint(lemmas)
        for word in english
        for form in {word.form, *word.form.split("-")}
    )


def _without(text: str, places: Sequence[Place]) -> str:
    for start, end in reversed(places):
        text = text[:start] + text[end:]
    return text


def _says(form: str) -> bool:
    return len(form) > 2 and form not in COMMON and form not in _SHORT


@lru_cache(4_096)
def lemmas_of(form: str, forms: Forms) -> frozenset[str]:
    spellings = {form, _marked(form, forms)}
    parts = (forms.parts(one)[0] for one in spellings)
    found = {reading.lemma.split("+")[0].lower() for one in parts for reading in forms.analyse(one)}
    return frozenset(found | spellings)


def marked(text: str, forms: Forms) -> str:
    """Return a text of equal length with the accents that its words lack: «usuario», usuário."""
    if _ACCENTED.search(text):
        return text

    def spelt(match: re.Match[str]) -> str:
        word = _marked(match[0].lower(), forms)
        return match[0][0] + word[1:] if match[0].lower()[0] == word[0] else word

    return TERM.sub(spelt, text)


@lru_cache(20_000)
def _marked(form: str, forms: Forms) -> str:
    """Return the spelling with accents of a form without, where it is far commoner."""
    if not form.isascii():
        return form
    best = max(forms.alike(form, _ACCENTS), key=forms.frequency, default=form)
    return best if forms.frequency(best) >= forms.frequency(form) + _COMMONER else form


@lru_cache(20_000)
def bases(form: str) -> frozenset[str]:
    """Return what an English form may be a form of."""
    found = {form, f"{form.removesuffix('ies')}y"} if form.endswith("ies") else {form}
    for ending in ("s", "es", "d", "ed", "ing", "er", "est"):
        stem = form.removesuffix(ending)
        if stem != form and len(stem) > 2:
            found |= {stem, f"{stem}e"}
            if stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)


@lru_cache(20_000)
def renderings(form: str, lexicon: Translations) -> frozenset[str]:
    """Return Portuguese words for an English form, by the lexicon and the list of terms."""
    listed = terms()
    heads = (word.partition(" ")[0] for base in bases(form) for word in listed.get(base, ()))
    return lexicon.words(form).union(heads)


@cache
def terms() -> Mapping[str, frozenset[str]]:
    """Return English terms and the Portuguese words and phrases that compete for each."""
    return {
        term.strip(): frozenset(word.replace("_", " ") for word in words.split())
        for term, words in _lines("terms.txt")
    }


def _lines(name: str) -> Iterator[list[str]]:
    for line in shipped.read_text(_DATA / name).splitlines():
        if line and not line.startswith("#"):
            yield line.split("|")


@cache
def _false_friends() -> dict[str, tuple[frozenset[str], str]]:
    return {
        form: (frozenset(misleading.split()), instead.strip())
        for english, misleading, instead in _lines("false_friends.txt")
        for form in english.split()
    }

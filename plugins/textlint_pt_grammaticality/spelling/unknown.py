"""Forms that the lexicon lacks: where they stand, what they may be slips for, and how probably."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol
from unicodedata import is_normalized

from textlint_pt import portuguese
from textlint_pt.contract import Forms, Wording
from textlint_pt.text.regex import regex
from textlint_pt.text.words import WORD, words
from textlint_pt_grammaticality.document.foreign import foreign_markers
from textlint_pt_grammaticality.document.manner import EVERYDAY
from textlint_pt_grammaticality.document.names import is_named
from textlint_pt_grammaticality.sentence.channel import (
    Candidate,
    candidates,
    is_slip,
    misspelling,
    standing,
)
from textlint_pt_grammaticality.sentence.coinage import (
    is_coined,
    is_current,
    is_derived,
    is_neutral,
    is_term,
    looks_foreign,
)
from textlint_pt_grammaticality.sentence.reading import abbreviations, table
from textlint_pt_grammaticality.sentence.respelling import bare, finite_only, with_marks

#: nats by which a slip must be likelier than a word that no text had, or one put together by rule
_MIN_LEAD = 1.0
#: frequency class of a word of ours that an English one is without its marks
_MARKED_LEAST = 3
#: how probably a form of the list of misspellings is one
_LISTED = 0.98
#: and one for a verb where a noun is due
_LISTED_UNLIKE = 0.8
#: nats of what is no word
_NEVER = -10.0
#: frequency class of a word that one put together by rule is without its marks
_LEAST_MARKED = 1
#: share of the words that may be names; above, it is a list of them
_MOST_NAMES = 0.4
#: words around that the n-gram model is asked about, and what a nat of it is worth
_CONTEXT_WORDS, CONTEXT = 4, 0.4
#: nats behind the first within which candidates are tried there, and how many
_MAX_BEHIND, _MAX_TRIED = 7.0, 6
#: what a nat of the word's frequency is worth there, which the model knows of as well
ALONE = 0.15
#: and how much speaks against a word that no text had
_UNSEEN = 1.2
#: soft hyphens, what has no width, and where a character was lost too
_CODE_BEFORE = frozenset("./\\-‑_@#$%&<=~^*+[{\u00ad\u200b\u200d\ufffd")
_CODE_AFTER = frozenset("-‑/\\_@<=~^*+({[\u00ad\u200b\u200d\ufffd")
_SIC = regex(r"[\"”»]? ?[(\[]sic[)\]]", re.IGNORECASE)
#: names with underscores beside, within so many characters: "kit_id, ml_id, status, preco"
_FIELD_BEFORE = regex(r"\w_\w{1,40}, (?:\w{1,40}, )?\Z")
_FIELD_REACH = 80
#: the end of a line at which a word was divided
_CUT = regex(r"[^\W\d_][-‑] $")
#: a clitic that spaces part from its verb; "o", "na" and the like may be words of their own
_CUT_OFF = regex(
    rf" [-‑–] ?(?:{portuguese.clitic_pattern(after='loss')}|"
    rf"{'|'.join(sorted(portuguese.words('clitics')))})\b"
)
_ACCENT = regex(r"[áéíóúâêô]")
#: vowels drawn out; a consonant struck three times is a slip
_STRETCHED = regex(r"([aeiouà-ü])\1\1|(.)\2\2\2")
_OPENING = regex(r"(?:^|[.!?…:]|[—–\"«“(])[\s\"«“(—–•*-]{0,8}$")
#: characters of what opens a sentence, at most
_OPENING_LENGTH = 10
#: letters of a word in a title
_MIN_TITLE_LETTERS = 6
#: letters of an abbreviation that no list has
_MAX_ABBREVIATION = 4
#: a name that follows another in brackets: "(Conjur, Valor, Migalhas)"
_NAMES = regex(r", [^\W\d_a-zà-ÿ]")
#: a noun follows, not a finite verb
_NOMINAL = portuguese.words("articles.indefinite.singular") | set(
    portuguese.contracted(portuguese.words("articles.definite"), "em", "de").values()
)
#: letters of an ending in brackets
_ENDING = 3


class English(Protocol):
    """The analysis `english`: words of English."""

    def known(self, form: str) -> bool: ...

    def in_texts(self, form: str) -> bool: ...


def is_english(form: str, english: English) -> bool:
    """Whether English has a form: its lexicon, or its texts more often than ours."""
    return english.known(form) or english.in_texts(form)


class Place(NamedTuple):
    """`text[start:end]` is no word, or one that nobody writes: `found` are words it may be a slip
    for, the likeliest first; `chance`: how probably it is a slip for the first of them;
    `rare`: whether the lexicon has it; `listed`: whether it is in the list of misspellings."""

    form: str
    start: int
    end: int
    found: Sequence[Candidate]
    chance: float
    rare: bool = False
    listed: bool = False

    @property
    def marks_alone(self) -> bool:
        return bool(self.found) and bare(self.found[0].form) == bare(self.form)


@lru_cache(64)
def word_matches(text: str) -> Sequence[re.Match[str]]:
    return tuple(WORD.finditer(text))


@lru_cache(512)
def reads_english(text: str, forms: Forms, english: English) -> bool:
    """Whether at least two words of a sentence are English alone, and none is ours alone: a string
    that nobody translated, "Allow templates to record audio"."""
    theirs = 0
    for form, _, _ in words(text):
        foreign, ours = is_english(form, english), is_current(form, forms)
        if ours and not foreign:
            return False
        theirs += foreign and not ours
    return theirs > 1


@lru_cache(512)
def unknown(text: str, forms: Forms, wording: Wording, english: English) -> Sequence[Place]:
    """Forms that are no words, where they are neither names nor foreign nor code."""
    return list(_unknown(text, forms, wording, english))


class _Doubt(NamedTuple):
    """A form that may be a slip: for which words, the likeliest first, and the signals for and
    against that (`slip-signals.tsv`)."""

    form: str
    match: re.Match[str]
    found: Sequence[Candidate]
    signals: dict[str, float]


def _unknown(text: str, forms: Forms, wording: Wording, english: English) -> Iterator[Place]:
    """Yield the forms of a sentence that are no words, or words that nobody writes, with what they
    may be slips for and how probably."""
    unusual = [at for at, word in enumerate(words(text)) if not _is_plain(word.form, forms)]
    matches = word_matches(text) if unusual else ()
    certain: dict[int, Place] = {}
    doubts: list[_Doubt] = []
    for at in unusual:
        found = _listed(text, matches, at, forms) or _doubt(
            text, matches, at, forms, wording, english
        )
        if isinstance(found, Place):
            certain[found.start] = found
        elif found is not None:
            doubts.append(found)
    yield from certain.values()
    slips = [_is_plain_slip(one.signals) for one in doubts]
    for (form, match, meant, signals), slip in zip(doubts, slips, strict=True):
        signals["company"] = min(_MAX_OTHER_SLIPS, sum(slips) - slip)
        probability, rare = chance(signals), bool(forms.readings(form))
        yield Place(form, *match.span(), meant, probability, rare)


def _listed(text: str, matches: Sequence[re.Match[str]], at: int, forms: Forms) -> Place | None:
    """Return a form of the list of misspellings; less probably one for a verb where a noun is due:
    "no devide" is "device"."""
    match = matches[at]
    written = match.group()
    form = written.lower()
    meant = misspelling(form, forms)
    is_name = written != form and not opens(text, match.start())
    if meant is None or is_name or is_code(text, match):
        return None
    before = matches[at - 1].group().lower() if at else ""
    is_unlike = before in _NOMINAL and bool(finite_only(meant, forms))
    probability = _LISTED_UNLIKE if is_unlike else _LISTED
    found = [Candidate(meant, 0.0, 0.0)]
    return Place(form, *match.span(), found, probability, listed=not is_unlike)


def _doubt(
    text: str,
    matches: Sequence[re.Match[str]],
    at: int,
    forms: Forms,
    wording: Wording,
    english: English,
) -> Place | _Doubt | None:
    """Return a form that may be a slip, or the word that a space divides there; None for words,
    names, terms and code."""
    match = matches[at]
    written = match.group()
    form = written.lower()
    prior_as_word = _prior_as_word(form, forms)
    if prior_as_word is None or not form.isalpha() or not is_normalized("NFKC", form):
        return None  # nor "suﬁciente", as a book is set
    has_capital, is_title_word = written != form, False
    if has_capital and not (written[1:].islower() and opens(text, match.start())):
        in_title = written[1:].islower() and not is_named(text, match.start())
        is_title_word = in_title and _is_everyday_without_marks(form, forms)
        if not is_title_word:
            return None  # "a entidade Usuario"
    if (
        _is_adverb_by_rule(form, forms)
        or not _may_be_slip(form, text, match, forms)
        or (is_english(form, english) and not _may_be_ours(form, forms))
        or (form.endswith("ens") and loses_mark(form, forms))
    ):
        return None
    may_be_word = prior_as_word > _NEVER
    meant = candidates(form, forms, may_be_word)
    if has_capital and _is_beside_name(matches, at, forms):
        is_usual = bool(meant) and forms.frequency(meant[0].form) >= EVERYDAY
        if not is_usual or (is_title_word and english.known(form)):
            return None  # "Leticia Portella", "Raspberry Pi Camera"
    if may_be_word:
        if (
            has_capital
            or not meant
            or meant[0].score < prior_as_word + _MIN_LEAD
            or is_derived(form, forms)
            or _are_of_one_verb(form, meant[0].form, forms)
            or (forms.frequency(form) and meant[0].cost > _LIKELY_SLIP_COST)
        ):
            return None
    elif whole := _word_with_space(text, matches, at, meant[:_MAX_TRIED], forms, wording):
        return whole
    signals = {"none": 1.0}
    if meant:
        ranked = in_context(text, at, match.span(), meant, wording)
        meant, signals = ranked.found, _slip_signals(form, ranked)
    signals |= _form_signals(form, text, match, meant, forms, english)
    signals |= {"known": float(may_be_word), "capital": float(has_capital)}
    signals["capital hyphen"] = signals["capital"] * signals.get("hyphen", 0.0)
    is_beside = _are_names([one.group() for one in matches]) or _is_among_names_or_foreign(
        matches, at, forms, meant[:1]
    )
    signals["beside"] = float(is_beside and not is_title_word)
    if may_be_word:
        signals["over"] = min(meant[0].score - prior_as_word, _MAX_LEAD)
    return _Doubt(form, match, meant, signals)


def _word_with_space(
    text: str,
    found: Sequence[re.Match[str]],
    at: int,
    meant: Sequence[Candidate],
    forms: Forms,
    wording: Wording,
) -> Place | None:
    """Return a word divided by a space, one piece of which is no word ("deverã o"), where it fits
    the context better than corrections of the piece; else None."""
    for first_index in (at, at - 1):
        if not 0 <= first_index < len(found) - 1:
            continue
        start, end = found[first_index].start(), found[first_index + 1].end()
        pieces = text[start:end].split(" ")
        joined_word = "".join(pieces)
        if (
            len(pieces) > 1
            and pieces[1:] == [found[first_index + 1].group()]
            and joined_word[1:].islower()
            and forms.frequency(joined_word.lower()) >= _WHOLE_FREQUENCY
            # of the words that people do write, not "da res furtiva"
            and not (first_index < at and forms.frequency(pieces[0].lower()) > _WHOLE_FREQUENCY)
            and len(joined_word) >= _MIN_WHOLE_LETTERS  # "cut, sed e grep"
        ):
            piece_range = found[at].span()
            corrected_texts = [
                f"{text[: piece_range[0]]}{one.form}{text[piece_range[1] :]}" for one in meant
            ]
            joined_odds, *corrected_odds = wording.log_probabilities(
                [f"{text[:start]}{joined_word}{text[end:]}", *corrected_texts]
            )
            if all(joined_odds > other for other in corrected_odds):
                return Place(
                    " ".join(pieces).lower(),
                    start,
                    end,
                    [Candidate(joined_word.lower(), 0.0, 0.0)],
                    _SPACE_PROBABILITY,
                )
    return None


#: frequency class of a word that a space too many divides, and how probable that is
_WHOLE_FREQUENCY, _SPACE_PROBABILITY = 7, 0.97
#: letters of it
_MIN_WHOLE_LETTERS = 6
#: nats of a slip that makes a word that texts have, if seldom: "analizar"
_LIKELY_SLIP_COST = 1.4
#: nats of a slip of the ear
_HEARD_SLIP_COST = 3.8
#: other slips of a sentence that count
_MAX_OTHER_SLIPS = 3.0


def _is_adverb_by_rule(form: str, forms: Forms) -> bool:
    """Whether a form is an adverb made of an adjective: "espacialmente", "pavidamente", but not
    "únicamente"."""
    base = form.removesuffix("mente")
    return (
        base not in ("", form)
        and _ACCENT.search(base) is None
        and any(
            r.upos == "ADJ" and (r.feature("Gender") == "Fem" or not one.endswith(("a", "o")))
            for one in (base, *with_marks(base, forms, 1))
            for r in forms.readings(one)
        )
    )


def _are_of_one_verb(form: str, other: str, forms: Forms) -> bool:
    """Whether two words are forms of one verb, so that agreement tells them apart: "construí"."""
    one, two = (
        {reading.lemma for reading in forms.readings(word) if reading.upos == "VERB"}
        for word in (form, other)
    )
    return not one.isdisjoint(two)


def opens(text: str, start: int) -> bool:
    """Whether a sentence, a clause or a quotation opens there, so that a capital is no name's."""
    return _OPENING.search(text, max(0, start - _OPENING_LENGTH), start) is not None


def _is_plain_slip(signals: Mapping[str, float]) -> bool:
    """Whether one slip makes a form of a word in use: who makes one makes others."""
    if signals["english"] or signals["foreign"] or signals["named"] or "none" in signals:
        return False
    return bool(signals["marks"] or signals["once"]) and signals["score"] > 0


@lru_cache(1 << 14)
def _is_plain(form: str, forms: Forms) -> bool:
    """Whether nothing need be asked of a form in small letters, wherever it stands."""
    is_no_word = len(form) < _SHORTEST or not form.isalpha()
    return (is_no_word or _prior_as_word(form, forms) is None) and not misspelling(form, forms)


#: letters of the shortest that is looked up
_SHORTEST = 2


@lru_cache(1 << 12)
def _prior_as_word(form: str, forms: Forms) -> float | None:
    """Return what speaks for a form as a word, in nats, None if it is not in doubt; little for one
    put together by rule that lacks an accent ("psicologo")."""
    prior = standing(form, forms)
    # "psicologo", made of "logo"
    is_derived_only = prior is not None and not forms.readings(form)
    return 2 * _NEVER if is_derived_only and with_marks(form, forms, _LEAST_MARKED) else prior


@lru_cache(1 << 11)
def _may_be_ours(form: str, forms: Forms) -> bool:
    """Whether a word of English is one of ours without its marks, or with the nasal at its end as
    it sounds: "con", "son", "bon"."""
    nasal = form.endswith("n") and forms.frequency(f"{form[:-1]}m") >= EVERYDAY
    return nasal or bool(with_marks(form, forms, _MARKED_LEAST))


def loses_mark(form: str, forms: Forms) -> bool:
    """Whether a form is the plural of a noun that has its accent since it ends in -en: "hifens"."""
    return any(
        reading.upos == "NOUN" and reading.feature("Number") != "Plur"
        for one in with_marks(form, forms, 0)
        for reading in forms.readings(one[:-1])
    )


@lru_cache(1 << 11)
def _is_everyday_without_marks(form: str, forms: Forms) -> bool:
    """Whether a form with a capital is not a name but an everyday word, as in a title, without its
    marks: "Demonstracoes Financeiras"."""
    if len(form) < _MIN_TITLE_LETTERS or not form.isascii() or forms.readings(form):
        return False
    # no name ends so
    least = _MARKED_LEAST if form.endswith(("cao", "coes", "encia", "ancia")) else EVERYDAY
    found = with_marks(form, forms, least)
    return bool(found) and all(one.source != "name" for one in forms.readings(found[0]))


def _may_be_slip(form: str, text: str, match: re.Match[str], forms: Forms) -> bool:
    """Whether an unknown form may be a slip: no term, code, abbreviation, cut word or former
    spelling."""
    end = match.end()
    if is_term(form) or _STRETCHED.search(form) or is_code(text, match):
        return False
    if is_neutral(form, forms):
        return False
    if _CUT_OFF.match(text, end) or _SIC.match(text, end):
        return False  # "levá - lo"
    if text[end : end + 1] == "." and (
        form in abbreviations()
        or (len(form) <= _MAX_ABBREVIATION and form[-1] not in "aeiou" and end + 1 < len(text))
    ):
        return False
    # the spelling of another time, which never marked a vowel before a nasal ("eficiênte"), and in
    # "-mente" is rather that of who writes today: "econômicamente", but "sòmente"
    modern = unmarked(form[:-1]) + form[-1]  # at the end it is an infinitive without "r"
    return modern == form or _TODAY.search(form) is not None or not forms.frequency(modern)


_TODAY = regex(r"[êô](?:n[^h]|mp|mb)|[êô][^\W\d_](?:ial|iais)$|[áéíóúêô][^\W\d_]{0,30}mente$")


def unmarked(form: str) -> str:
    """Without the marks that spelling no longer has: "êle", "sòmente", "freqüente"."""
    return form.translate(_FORMER_MARKS)


_FORMER_MARKS = str.maketrans("êôèòìùü", "eoeoiuu")


class _Ranked(NamedTuple):
    """Candidates as the words around rank them; `ahead`: nats that the first is ahead of the next;
    `fits`: by how much it suits the words around better than the form."""

    found: Sequence[Candidate]
    ahead: float
    fits: float


def in_context(
    text: str, at: int, place: tuple[int, int], meant: Sequence[Candidate], wording: Wording
) -> _Ranked:
    """Return candidates for the text at `place` ranked by how they fit the words around; `at`: the
    index of its word."""
    found = word_matches(text)
    context_start = found[max(0, at - _CONTEXT_WORDS)].start()
    context_end = found[min(len(found) - 1, at + _CONTEXT_WORDS)].end()
    start, end = place
    before, after = text[context_start:start], text[end:context_end]
    nearest = [one for one in meant if one.score > meant[0].score - _MAX_BEHIND][:_MAX_TRIED]
    written_odds, *candidate_odds = wording.log_probabilities(
        [text[context_start:context_end], *(f"{before}{one.form}{after}" for one in nearest)]
    )
    scored = []
    for one, value in zip(nearest, candidate_odds, strict=True):
        fits = value - written_odds
        prior = one.score + one.cost
        prior_share = ALONE * prior if prior > 0 else -_UNSEEN
        scored.append((prior_share - one.cost + CONTEXT * fits, fits, one))
    scored.sort(key=lambda one: -one[0])
    ahead = scored[0][0] - scored[1][0] if len(scored) > 1 else _MAX_LEAD
    ranked = [one for *_, one in scored] + [one for one in meant if one not in nearest]
    return _Ranked(ranked, min(ahead, _MAX_LEAD), scored[0][1])


def _is_among_names_or_foreign(
    found: Sequence[re.Match[str]], at: int, forms: Forms, meant: Sequence[Candidate]
) -> bool:
    """Whether a form is between names, unless a verb is meant, or among words of another
    language."""
    beside = [found[other].group() for other in (at - 1, at + 1) if 0 <= other < len(found)]
    if beside and not any(map(str.islower, beside)):
        readings = (reading for one in meant for reading in forms.readings(one.form))
        if all(reading.feature("VerbForm") != "Fin" for reading in readings):
            return True
    phrase = [one.group() for one in found[max(0, at - 4) : at + 5]]
    return _is_foreign_phrase(phrase) or any(
        _is_foreign(word, forms) for word in _neighbours(found, at)
    )


def _is_beside_name(found: Sequence[re.Match[str]], at: int, forms: Forms) -> bool:
    """Whether of the words beside that have their capitals one is none of ours, or only a name."""
    for step in (-1, 1):
        other = at + step
        while 0 <= other < len(found) and found[other][0][0].isupper():
            first, second = sorted((other, other - step))
            if found[second].start() - found[first].end() != 1:
                break
            if all(one.source == "name" for one in forms.readings(found[other][0].lower())):
                return True
            other += step
    return False


def _neighbours(found: Sequence[re.Match[str]], at: int) -> Iterator[str]:
    """The words beside one, and those beyond a particle: "coups de poing"."""
    for step in (-1, 1):
        for other in (at + step, at + 2 * step):
            if 0 <= other < len(found):
                yield found[other].group()
                if len(found[other].group()) > 2:
                    break


def _is_foreign_phrase(words: Sequence[str]) -> bool:
    """Whether at least two of the words are such as mark another language, as in a quotation."""
    votes = Counter(language for word in set(words) for language in foreign_markers().get(word, ()))
    return any(number > 1 for number in votes.values())


def _is_foreign(word: str, forms: Forms) -> bool:
    """Whether a word beside is none of ours, nor a slip for one."""
    return word.islower() and not forms.known(word) and not is_slip(word, forms)


def is_code(text: str, match: re.Match[str]) -> bool:
    """Whether a form is part of a name of programmers, an address or a word cut in two."""
    start, end = match.span()
    before, after = text[start - 1 : start], text[end : end + 2]
    return (
        before in _CODE_BEFORE
        or before.isdigit()
        or after[:1] in _CODE_AFTER
        or after[:1].isdigit()
        or (after[:1] in (".", ":") and after[1:].isalnum())
        or (before == "(" and after[:1] == ")" and _is_ending(text, start, end))
        or (before == ":" and text[start - 2 : start - 1].isalnum())  # "fig:casa"
        or (before == "…" and not text[max(0, start - 2) : start - 1].isalnum())  # "…odo"
        or (before == "'" and after[:1] == "'")  # "na variável 'cafe'"
        or (before == "(" and text[start].isupper() and _NAMES.match(text, end) is not None)
        # ".reduce(funcao, valorInicial)"
        or (before == "(" and after[:1] == "," and text[start - 2 : start - 1].isalnum())
        or _CUT.search(text, max(0, start - 3), start) is not None
        # "(kit_id, preco, ml_id)"
        or _FIELD_BEFORE.search(text, max(0, start - _FIELD_REACH), start) is not None
    )


def _is_ending(text: str, start: int, end: int) -> bool:
    """Whether what stands in brackets is an ending: "aluno(a)", "integrará (ão)"."""
    before = text[max(0, start - 3) : start - 1]
    return before[-1:].isalnum() or (end - start <= _ENDING and before[:1].isalnum())


def _are_names(words: Sequence[str]) -> bool:
    later = words[1:]
    return sum(not word.islower() for word in later) > _MOST_NAMES * len(later)


# ------------------------------------------------------------------ how probably


def _form_signals(
    form: str,
    text: str,
    match: re.Match[str],
    meant: Sequence[Candidate],
    forms: Forms,
    english: English,
) -> dict[str, float]:
    """Return the signals of a form by itself: English, foreign, coined or a name."""
    # "comoo", "poko", "muit"
    is_heard_slip = bool(meant) and (
        _DOUBLED.sub(r"\1", form) == meant[0].form
        or meant[0].cost <= _HEARD_SLIP_COST
        or meant[0].form[:-1] == form
    )
    differs_in_marks = float(bool(meant) and bare(meant[0].form) == bare(form))
    is_english_word = float(is_english(form, english))
    return {
        "english": is_english_word,
        "english marks": is_english_word * differs_in_marks,
        "foreign": float(looks_foreign(form) and not is_heard_slip),
        "coined": float(is_coined(form, forms)),
        "named": float(is_named(text, match.start())),
    }


def _slip_signals(form: str, ranked: _Ranked) -> dict[str, float]:
    """Return the signals of the likeliest slip, within the limits that the weights were fitted
    with."""
    from rapidfuzz.distance import OSA

    best = ranked.found[0]
    distance = OSA.distance(bare(form), bare(best.form))
    one_change = float(distance == 1)
    return {
        "bias": 1.0,
        "score": max(-10.0, min(best.score, 10.0)),
        "ahead": ranked.ahead,
        "fits": max(-6.0, min(ranked.fits, 10.0)),
        "cost": min(best.cost, 10.0),
        "long": float(min(len(form), 12)),
        "marks": float(distance == 0),
        "once": one_change,
        "once long": one_change * min(len(form), 12),
        "apart": float(" " in best.form),
        "hyphen": float("-" in best.form),
    }


_DOUBLED = regex(r"(.)\1")
#: nats ahead of the next beyond which no more is said
_MAX_LEAD = 8.0


@cache
def _weights() -> Mapping[str, float]:
    pairs = (line.split("\t") for line in table("slip-signals.tsv")[1:])
    return {name: float(value) for name, value in pairs}


def chance(signals: Mapping[str, float]) -> float:
    """How probably a word with these signals is meant."""
    weights = _weights()
    odds = math.fsum(weights.get(name, 0.0) * value for name, value in signals.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))

"""Edits between a sentence and its correction, classified by kind."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA, Levenshtein
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.ngram import NgramWording
from textlint_pt_embedded.translations import translations

from textlint_pt.contract.forms import Reading
from textlint_pt.text.language import detect
from textlint_pt.text.variants import folded, spelling, variant_of
from training.corrections.history import PORTUGUESE

#: of a sentence, in words
MIN_LENGTH, MAX_LENGTH = 6, 60
#: places where a sentence may differ, and words of each
MAX_EDITS = MAX_WORDS = 3
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_MARKUP = re.compile(r"[{}\\|<>$@#=*\[\]~^`\uFFFD]|https?:|www\.|::|&\w+;")
#: deletes what joins the parts of a word
_JOINED = str.maketrans("", "", "-'’ ")
_OPENS = re.compile(r"[A-ZÀ-Ý\d“\"«(—–]")
_CLOSES = re.compile(r"[.!?:;…]['\"”»)]*$")
_ENGLISH_TOO = frozenset({"as", "do", "e", "no", "o", "se"})
_PUNCTUATION = frozenset(",;:.?!…")
_WORDS = {
    name: frozenset(words.split())
    for name, words in tomllib.loads(
        Path(__file__).with_name("words.toml").read_text("utf-8")
    ).items()
}


class Edit(NamedTuple):
    """One place: offsets in the faulty sentence. Of kind "reform" is what follows the agreement of
    1990, of kind "country" what goes from one country's spelling or inflection to the other's."""

    start: int
    end: int
    written: str
    meant: str
    kind: str
    before: str = ""  # the token before it, in small letters

    def as_row(self) -> dict[str, Any]:
        row = self._asdict()
        del row["before"]
        return row


class Judged(NamedTuple):
    """`bad`: the faulty sentence; where more was changed than its language, the corrected one with
    the slips alone put back. `reason`: why it is no correction of language, "" if it is one."""

    bad: str
    edits: Sequence[Edit]
    reason: str


class _Place(NamedTuple):
    """Where two sentences differ: offsets and tokens of both."""

    old: tuple[int, int]
    new: tuple[int, int]
    written: Sequence[str]
    meant: Sequence[str]
    tokens: tuple[int, int]  # numbers of those written
    first: bool  # stands at the beginning of its sentence
    last: bool
    named: bool  # has a capital letter near it, as the words of a title or of a button
    before: str  # the token that stands before it, in small letters
    after: str


#: what is right or wrong whatever else was changed, if nothing beside it was
_INDEPENDENT_KINDS = frozenset(
    {"accent", "comma", "crase", "near word", "non-word", "reform", "split or joined"}
)
#: what may be lost (nats) where words agree: what they agree with stands too far away for n-grams
AGREEMENT = -3.0
#: tokens between such a place and the next
_MIN_TOKENS_APART = 2
#: with more the sentence was written anew
_MAX_PLACES = 8


def judged(bad: str, good: str, stated: bool = False) -> Judged:
    """Return the edits between two sentences, or why they are no corrections.

    `stated`: the author says that language is corrected, so that doubtful edits are accepted.
    """
    if reason := unfit(bad) or unfit(good):
        return Judged(bad, (), reason)
    places = _places(bad, good)
    if not places or len(places) > _MAX_PLACES:
        return Judged(bad, (), "too many edits" if places else "same words")
    gain = _Gain(bad, good, stated)
    kinds = [_kind(place, gain if len(places) == 1 else gain.alone(place)) for place in places]
    reason = next((reason for _, reason in kinds if reason), "")
    if len(places) > MAX_EDITS:
        reason = reason or "too many edits"
    elif _renumbered(places):
        reason = "other number"
    place_kinds = [(place, kind) for place, (kind, _) in zip(places, kinds, strict=True)]
    if not reason:
        edits = [
            Edit(*place.old, bad[slice(*place.old)], good[slice(*place.new)], kind, place.before)
            for place, kind in place_kinds
        ]
        return Judged(bad, edits, "")
    # the sentence was changed otherwise too: its certain slips are kept
    independent = [
        (place, kind)
        for place, kind in place_kinds
        if kind in _INDEPENDENT_KINDS and _is_apart(place, places)
    ]
    return _with_errors_restored(bad, good, independent) if independent else Judged(bad, (), reason)


def _is_apart(place: _Place, places: Sequence[_Place]) -> bool:
    """Return whether no other place is within `_MIN_TOKENS_APART` tokens."""
    start, end = place.tokens
    return all(
        other is place
        or other.tokens[0] >= end + _MIN_TOKENS_APART
        or other.tokens[1] <= start - _MIN_TOKENS_APART
        for other in places
    )


def _with_errors_restored(bad: str, good: str, found: Sequence[tuple[_Place, str]]) -> Judged:
    """Return the corrected sentence with only these errors put back."""
    text, copied, edits = "", 0, []
    for place, kind in found[:MAX_EDITS]:
        text += good[copied : place.new[0]]
        written = bad[slice(*place.old)]
        start = len(text)
        meant = good[slice(*place.new)]
        edits.append(Edit(start, start + len(written), written, meant, kind, place.before))
        text += written
        copied = place.new[1]
    text += good[copied:]
    return Judged(text, edits, unfit(text))


def unfit(sentence: str) -> str:
    """Return why a text is no sentence to learn from, "" if it is one."""
    words = [token for token in _TOKEN.findall(sentence) if _is_word(token)]
    if not MIN_LENGTH <= len(words) <= MAX_LENGTH:
        return "length"
    if _MARKUP.search(sentence):
        return "markup"
    if not _OPENS.match(sentence) or not _CLOSES.search(sentence):
        return "no whole sentence"
    if sum(word[0].isupper() for word in words) > 0.4 * len(words):
        return "title"
    language = detect(sentence)
    portuguese_words = {word.lower() for word in PORTUGUESE.findall(sentence)} - _ENGLISH_TOO
    return "" if language == "pt" or (language == "und" and portuguese_words) else "language"


def _is_word(token: str) -> bool:
    return token.translate(_JOINED).isalpha()


def _places(bad: str, good: str) -> list[_Place]:
    """Return the places that differ; words replaced one by one are separate places."""
    old, new = list(_TOKEN.finditer(bad)), list(_TOKEN.finditer(good))
    old_tokens, new_tokens = [match.group() for match in old], [match.group() for match in new]
    spans: list[tuple[int, int, int, int]] = []
    for step in Levenshtein.opcodes(old_tokens, new_tokens):
        if step.tag == "equal":
            continue
        span = step.src_start, step.src_end, step.dest_start, step.dest_end
        # adjoining operations are one place
        if spans and spans[-1][1] == span[0] and spans[-1][3] == span[2]:
            span = (spans[-1][0], span[1], spans.pop()[2], span[3])
        spans.append(span)
    found = []
    for start, end, start_new, end_new in spans:
        parts = [(start, end, start_new, end_new)]
        texts = "".join(old_tokens[start:end]), "".join(new_tokens[start_new:end_new])
        if end - start == end_new - start_new and not _same_letters(*texts):
            pairs = zip(range(start, end), range(start_new, end_new), strict=True)
            parts = [(old_at, old_at + 1, new_at, new_at + 1) for old_at, new_at in pairs]
        for start, end, start_new, end_new in parts:
            neighbours = old_tokens[max(1, start - 2) : start] + old_tokens[end : end + 2]
            is_near_name = any(word[0].isupper() or word in "\"“”‘’'»«" for word in neighbours)
            found.append(
                _Place(
                    old=_offsets(old, start, end),
                    new=_offsets(new, start_new, end_new),
                    written=old_tokens[start:end],
                    meant=new_tokens[start_new:end_new],
                    tokens=(start, end),
                    first=not start,
                    last=end >= len(old) - 1,
                    named=is_near_name,
                    before=old_tokens[start - 1].lower() if start else "",
                    after="".join(old_tokens[end : end + 1]),
                )
            )
    return found


def _offsets(tokens: Sequence[re.Match[str]], start: int, end: int) -> tuple[int, int]:
    """Return the offsets of a range of tokens; of an empty one those after the token before."""
    if start < end:
        return tokens[start].start(), tokens[end - 1].end()
    offset = tokens[start - 1].end() if start else 0
    return offset, offset


def _same_letters(one: str, other: str) -> bool:
    return one.translate(_JOINED).lower() == other.translate(_JOINED).lower()


#: the kind and "", or "" and why it is no correction of language
Kind = tuple[str, str]


class _Gain:
    """How much likelier the corrected sentence is, in nats; 1.5 more where the author states
    that language was corrected."""

    def __init__(self, bad: str, good: str, stated: bool) -> None:
        self._bad, self._good, self._stated = bad, good, stated

    def alone(self, place: _Place) -> _Gain:
        """Return the gain of one place, the others unchanged."""
        new = self._good[slice(*place.new)]
        before, after = self._bad[: place.old[0]], self._bad[place.old[1] :]
        if not place.written and new[0].isalnum():
            new = f" {new}"
        return _Gain(self._bad, " ".join(f"{before}{new}{after}".split()), self._stated)

    def over(self, limit: float) -> bool:
        """Whether the corrected sentence is likelier by more than `limit`."""
        score = NgramWording().log_probability
        return score(self._good) - score(self._bad) + 1.5 * self._stated > limit

    def likelier(self, kind: str, limit: float) -> Kind:
        """Return the kind where the gain is over a limit, else why it is no correction."""
        return (kind, "") if self.over(limit) else ("", "no likelier")


def _kind(place: _Place, gain: _Gain) -> Kind:
    """Return the kind of correction at a place, or why it is none."""
    written, meant = " ".join(place.written), " ".join(place.meant)
    if max(len(place.written), len(place.meant)) > MAX_WORDS:
        return "", "too many words"
    words = [token for token in (*place.written, *place.meant) if token[0].isalnum()]
    if not all(map(_is_word, words)):
        return "", "number or code"
    if not words:
        return _punctuation_kind(written, meant, place.last)
    if len(words) != len(place.written) + len(place.meant):
        return _mixed_kind(place, gain)
    if written.lower() == meant.lower():
        return _case_kind(written, meant, place)
    if any(word[place.first :] != word[place.first :].lower() for word in words):
        return "", "name"
    old, new = [w.lower() for w in place.written], [w.lower() for w in place.meant]
    if not old or not new:
        return _inserted_kind(place, old, new, gain)
    for test in (
        _accent_kind,
        _division_kind,
        _function_kind,
        _spelling_kind,
        _inflection_kind,
        _similar_kind,
    ):
        if (kind := test(old, new, gain)) is not None:
            # "Criar" and "Cria" at the beginning are two ways to say what something does
            at_beginning = place.first and kind[0] == "verb inflection"
            return ("", "other tense or person") if at_beginning else kind
    return "", "other words"


def _punctuation_kind(written: str, meant: str, last: bool) -> Kind:
    """Return the kind of a change of punctuation alone; `last`: at the end of the sentence."""
    if {written, meant} == {"", ","}:
        return "comma", ""
    if set(written + meant) - _PUNCTUATION - {" "} or "!" in meant or (last and meant != "?"):
        return "", "sign"
    return "punctuation", ""


def _mixed_kind(place: _Place, gain: _Gain) -> Kind:
    """Return the kind at a place with words and punctuation: that of the words, if only commas
    change."""
    sides = place.written, place.meant
    words = [[token for token in side if token not in _PUNCTUATION] for side in sides]
    punctuation = {*place.written, *place.meant} & _PUNCTUATION
    if punctuation - {","} or any(not token[0].isalnum() for side in words for token in side):
        return "", "sign"
    if words[0] == words[1]:
        return "comma", ""
    return _kind(place._replace(written=words[0], meant=words[1]), gain)


def _case_kind(written: str, meant: str, place: _Place) -> Kind:
    """Return the kind of a change of case: "case" for a common word, else that it is a name."""
    for old, new in zip(written.split(), meant.split(), strict=True):
        if old != new and (old[1:] != new[1:] or not form_lexicon().known(old.lower())):
            return "", "name"
    is_common = all(form_lexicon().frequency(word) >= 9 for word in meant.lower().split())
    if meant == meant.lower():
        return ("case", "") if is_common and not place.named else ("", "name")
    return ("case", "") if place.first else ("", "name")


def _inserted_kind(place: _Place, old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind:
    """Return the kind where one function word was only inserted or deleted."""
    words = old or new
    if len(words) > 1 or not _is_bare(words[0], _WORDS["added"]):
        return "", "words put in or taken out"
    if _base_forms(words)[-1] in ("o", "um") and not _common(place.after):
        return "", "name"  # with or without its article
    return gain.likelier("deleted", 2.5) if old else gain.likelier("inserted", 0.0)


def _common(word: str) -> bool:
    return word == word.lower() and form_lexicon().known(word)


def _accent_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind of a change of accents alone; None where letters change."""
    one, other = " ".join(old), " ".join(new)
    if folded(one) != folded(other):
        return None
    if not all(map(form_lexicon().known, new)):
        return "", "unknown word"
    if set(old) | set(new) <= _WORDS["crase"]:
        return gain.likelier("crase", -0.5)
    if label := _label(old, new):
        return label, ""
    are_words = all(map(form_lexicon().known, old))
    return ("accent", "") if not are_words or gain.over(0) else ("", "no likelier")


def _division_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind where words were split or joined; None where letters change."""
    if not _same_letters(folded("".join(old)), folded("".join(new))):
        return None
    if not all(map(form_lexicon().known, new)):
        return "", "unknown word"
    if all(map(form_lexicon().known, old)) and not gain.over(0):
        return "", "no likelier"
    return _label(old, new) or "split or joined", ""


def _function_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind where only function words change, else None."""
    if len(old) + len(new) > 4 or not all(_is_bare(word, _WORDS["bare"]) for word in (*old, *new)):
        return None
    is_agreement = _words_apart(old) != _words_apart(new) and _base_forms(old) == _base_forms(new)
    if is_agreement and len(old) == len(new):
        return gain.likelier("noun inflection", AGREEMENT)
    return gain.likelier("function word", 0)


def _spelling_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind where an unknown word becomes a known one, else None."""
    if len(old) != 1 or len(new) != 1 or form_lexicon().known(old[0]):
        return None
    if form_lexicon().frequency(new[0]) < 1 or not form_lexicon().known(new[0]):
        return "", "unknown word"
    if label := _label(old, new):
        return label, ""
    if _translated(old[0], new[0]):
        return "", "translated"
    max_distance = 1 if len(old[0]) < 5 else 2 if len(old[0]) < 9 else 3
    if OSA.distance(folded(old[0]), folded(new[0])) > max_distance or not gain.over(0):
        return "", "other words"
    return "non-word", ""


def _inflection_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind where a word becomes another form of its lemma, else None."""
    if len(old) != 1 or len(new) != 1:
        return None
    shared = _shared_lemmas(old[0], new[0])
    if not shared:
        return None
    if label := _label(old, new):
        return label, ""
    is_verbal = all(upos in ("VERB", "AUX") for upos, _ in shared)
    changed_features = min((features for _, features in shared), key=len)
    # "tu" and "vós": what Portugal says and Brazil hardly does
    if any(_persons(word) == {"2"} for word in (*old, *new)):
        return gain.likelier("country", 0)
    if not is_verbal:
        is_noun = all(upos == "NOUN" for upos, _ in shared)
        return gain.likelier("noun inflection", 0.5 if is_noun else AGREEMENT)
    if changed_features <= {"Number"}:
        return gain.likelier("verb inflection", AGREEMENT)
    return ("verb inflection", "") if gain.over(4.5) else ("", "other tense or person")


def _similar_kind(old: Sequence[str], new: Sequence[str], gain: _Gain) -> Kind | None:
    """Return the kind where a word becomes a known one with similar letters, else None."""
    if len(old) != 1 or len(new) != 1 or not form_lexicon().known(new[0]):
        return None
    old_word, new_word = folded(old[0]), folded(new[0])
    shortest = min(len(old_word), len(new_word))
    distance = OSA.distance(old_word, new_word)
    if label := _label(old, new):
        return (label, "") if distance < 3 else ("", "another usage of words")
    if _translated(old[0], new[0]):
        return "", "translated"
    if distance <= (1 if shortest < 6 else 2) and shortest > 1:
        return gain.likelier("near word", 2)
    letters = zip(old_word, new_word, strict=False)
    common_prefix = next((n for n, (a, b) in enumerate(letters) if a != b), shortest)
    if common_prefix >= max(5, 0.6 * shortest):
        return gain.likelier("near word", 4)
    return None


def _translated(old: str, new: str) -> bool:
    """Return whether an English word was put into Portuguese."""
    lemmas = {new} | {reading.lemma for reading in form_lexicon().readings(new)}
    return not lemmas.isdisjoint(translations().words(old))


def _label(old: Sequence[str], new: Sequence[str]) -> str:
    """Return "reform" or "country" where a change is one of orthography or variant, else ""."""
    for one, other in zip(old, new, strict=False):
        if one == other:
            continue
        ways = {s.way for word in (one, other) if (s := spelling(word)) is not None}
        if ways and (spelling(one) or spelling(other)).other in (one, other):  # type: ignore[union-attr]
            return "reform"
        variants = [variant_of(one, 1), variant_of(other, 1)]
        if any(side is not None and side.other in (one, other) for side in variants):
            return "country"
    return ""


def _renumbered(places: Sequence[_Place]) -> bool:
    """Return whether neighbouring words all changed number, so that another thing is meant."""
    for one, other in pairwise(places):
        both = (one, other)
        if one.tokens[1] == other.tokens[0] and all(map(_is_other_number, both)):
            lengthened = {len(place.meant[0]) > len(place.written[0]) for place in both}
            if len(lengthened) == 1:
                return True
    return False


def _is_other_number(place: _Place) -> bool:
    """Return whether one word got or lost a final s."""
    if not len(place.written) == len(place.meant) == 1 or place.written == place.meant:
        return False
    return place.written[0].lower().rstrip("s") == place.meant[0].lower().rstrip("s")


def _is_bare(word: str, words: frozenset[str]) -> bool:
    return all(part in words or _base(part) in words for part in _parts(word))


@cache
def _parts(word: str) -> tuple[str, ...]:
    """Return the words written as one."""
    if word in ("à", "às", "ao", "aos"):
        return "a", word.replace("à", "a").removeprefix("a") or "a"
    return form_lexicon().parts(word)


@cache
def _base(word: str) -> str:
    """Return the masculine singular of an article, demonstrative or relative."""
    if word in ("a", "as", "os", "o"):
        return "o"
    return next((r.lemma for r in _function_readings(word)), word)


def _function_readings(word: str) -> Iterator[Reading]:
    return (r for r in form_lexicon().readings(word) if r.upos in ("DET", "PRON", "ADP", "SCONJ"))


def _base_forms(words: Sequence[str]) -> list[str]:
    return [_base(part) for word in words for part in _parts(word)]


def _words_apart(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in _parts(word)]


def _shared_lemmas(one: str, other: str) -> list[tuple[str, frozenset[str]]]:
    """Return (part of speech, features that differ) of each lemma that both words are forms of;
    auxiliaries count as verbs if there is no other."""
    pairs = [
        (a, b)
        for a in form_lexicon().analyse(one)
        for b in form_lexicon().analyse(other)
        if a.lemma == b.lemma
    ]
    shared = [(a, b) for a, b in pairs if a.upos == b.upos and a.lemma not in _WORDS["weak"]]
    verbs = [(a, b) for a, b in pairs if {a.upos, b.upos} <= {"VERB", "AUX"}]
    return [(a.upos, _different(a, b)) for a, b in shared or verbs]


def _different(a: Reading, b: Reading) -> frozenset[str]:
    differing = set(a.features.split("|")) ^ set(b.features.split("|"))
    return frozenset(pair.partition("=")[0] for pair in differing)


def _persons(word: str) -> set[str]:
    return {r.feature("Person") or "" for r in form_lexicon().analyse(word)}

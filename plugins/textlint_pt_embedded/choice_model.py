"""A linear model of choice: which of the words of a set stands here, by the words around it.

A set is a few words that are taken for one another (`textlint_pt.portuguese.choice_sets`). For each
there is a logistic regression over hashed features of the words around, never of the word itself:
its weights are whole numbers in [-127, 127] in a table of its own. `training.choice` makes it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from textlint_pt.contract import Reading
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_embedded.forms import FormLexicon, form_lexicon
from textlint_pt_embedded.ngram_model import read_arrays, write_arrays

Ints = NDArray[np.int64]
Hashes = NDArray[np.uint64]

#: the weights were learnt on tokens that are cut so
TOKEN = regex(r"[^\W\d]+|\d+|[^\w\s]")
#: words read to either side: with their place and order; as what the sentence is about
NEAR, FAR = 4, 12
#: what is known of a token: columns of its hashes
_FORM, _KIND, _LEMMA, _ENDING, _TOPIC = range(5)
#: an even share of bits from every part of a feature
_FACTORS = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64
)  # fmt: skip
_MIX = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(32)
#: what of the features of a reading tells where the word may stand
_TELLING = frozenset({"Gender", "Number", "Person", "Mood", "VerbForm", "Tense"})
_CONTENT = frozenset({"NOUN", "ADJ", "VERB", "PROPN", "ADV"})
_READINGS = 3
#: marks that make one of two words: "dá-lo", "d'água", "E/S"
TIES = frozenset("-‑'’/@_")
#: the token beyond either end of a sentence
PAD = (zlib.crc32(b"<>"), zlib.crc32(b"<>"), zlib.crc32(b"<>"), zlib.crc32(b"<>"), 0)

Hashed = tuple[int, int, int, int, int]

#: features of one near token: which (those before, then those after), what of it, and their salts
_ALONE = np.array(
    [
        (place, column)
        for column, reach in ((_FORM, NEAR), (_KIND, 3), (_LEMMA, 2), (_ENDING, 1))
        for place in range(2 * NEAR)
        if place % NEAR < reach
    ]
).T
_ALONE_SALTS = (1 + _ALONE[1] * 16 + _ALONE[0]).astype(np.uint64)
_ENDS_SALT = np.uint64(100)
#: the same of two or three tokens together: three tokens, then what of each
_B0, _B1, _B2, _A0, _A1, _A2 = 0, 1, 2, NEAR, NEAR + 1, NEAR + 2
_JOINED = np.array(
    [
        (_B1, _B0, 0, _FORM, _FORM, 0),
        (_B0, _A0, 0, _FORM, _FORM, 0),
        (_A0, _A1, 0, _FORM, _FORM, 0),
        (_B1, _B0, 0, _KIND, _KIND, 0),
        (_B0, _A0, 0, _KIND, _KIND, 0),
        (_A0, _A1, 0, _KIND, _KIND, 0),
        (_B0, _A0, 0, _FORM, _KIND, 0),
        (_B0, _A0, 0, _KIND, _FORM, 0),
        (_B0, _A0, 0, _LEMMA, _LEMMA, 0),
        (_B2, _B1, _B0, _KIND, _KIND, _KIND),
        (_A0, _A1, _A2, _KIND, _KIND, _KIND),
        (_B0, _A0, _A1, _KIND, _KIND, _KIND),
    ]
).T
_JOINED_SALTS = np.arange(200, 200 + _JOINED.shape[1], dtype=np.uint64)
#: the factor of the third token: 0 where there are two
_THIRDS = np.where(np.arange(_JOINED.shape[1]) >= 9, _FACTORS[2], np.uint64(0))


def tokens(text: str) -> list[str]:
    """Return words, figures and marks; a hyphen and an apostrophe stand alone."""
    return TOKEN.findall(text)


def hashed(token: str, lexicon: FormLexicon) -> Hashed:
    """Return the hashes of a token's form, class and features, lemma, ending and topic (0: none).
    Figures and function words have less to distinguish."""
    form = token.lower()
    if form[0].isdigit():
        form = "0" * min(len(form), 5)
        return _hash(form), _hash("0"), _hash("0"), _hash("0"), 0
    if not form[0].isalpha() or form in function_words():
        number = _hash(form)
        return number, number, number, number, 0
    readings = lexicon.readings(form)
    if not readings or (token != form and all(reading.source == "name" for reading in readings)):
        kind = "name" if token != form else f"?{form[-2:]}"
        return _hash(form), _hash(kind), _hash(form), _hash("~" + form[-3:]), _hash("^" + form)
    kind = " ".join(sorted({_kind(reading) for reading in readings[:_READINGS]}))
    lemma = readings[0].lemma.lower()
    topic = _hash("^" + lemma) if readings[0].upos in _CONTENT else 0
    return _hash(form), _hash(kind), _hash(lemma), _hash("~" + form[-3:]), topic


def _kind(reading: Reading) -> str:
    """Return the part of speech and the features of a reading that say where a word may stand."""
    telling = [pair for pair in reading.features.split("|") if pair.partition("=")[0] in _TELLING]
    return "|".join([reading.upos, *telling])


def _hash(text: str) -> int:
    return zlib.crc32(text.encode()) + 1


def features(
    hashes: Hashes, ids: NDArray[Any], first: Ints, last: Ints, low: Ints, high: Ints
) -> Hashes:
    """Return hashes of the features of occurrences: shape (occurrences, features); 0 for none.

    `hashes`: those of each type of token, that of no token first; `ids`: types of a text's tokens;
    an occurrence reaches from token `first` to `last`, its sentence from `low` to before `high`.
    """
    steps = np.arange(1, FAR + 1)
    # columns: the token 1, 2 … FAR steps before or after
    left, right = first[:, None] - steps, last[:, None] + steps
    size = len(ids) - 1
    left = np.where(left >= low[:, None], ids[np.clip(left, 0, size)], 0)
    right = np.where(right < high[:, None], ids[np.clip(right, 0, size)], 0)
    before, after = hashes[left], hashes[right]
    neighbours = np.concatenate([before[:, :NEAR], after[:, :NEAR]], axis=1)
    ends = hashes[ids[high - 1], _FORM][:, None]  # the mark that ends the sentence
    single = neighbours[:, _ALONE[0], _ALONE[1]] * _FACTORS[0]
    parts = [single + _ALONE_SALTS, ends * _FACTORS[0] + _ENDS_SALT]
    joined = neighbours[:, _JOINED[0], _JOINED[3]] * _FACTORS[0]
    joined += neighbours[:, _JOINED[1], _JOINED[4]] * _FACTORS[1]
    joined += neighbours[:, _JOINED[2], _JOINED[5]] * _THIRDS
    parts.append(joined + _JOINED_SALTS)
    topics = np.concatenate([before[:, :, _TOPIC], after[:, :, _TOPIC]], axis=1)
    parts.append(topics * _FACTORS[0] + np.uint64(300) * (topics > 0))
    result = np.concatenate(parts, axis=1)
    # xor-shift and multiply: spreads the sums evenly over the bits
    result ^= result >> _SHIFT
    result *= _MIX
    return result >> _SHIFT


def check(found: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the highest 8 bits of hashes, which tell apart features that share a slot of the
    table."""
    highest: NDArray[np.uint8] = (found >> found.dtype.type(24)).astype(np.uint8)
    return highest


class Table(msgspec.Struct, frozen=True):
    """Where a set lies: from `start` on, `size` (a power of two) checks of features and
    `members - 1` times as many weights; the first member's are all 0. A weight is worth `scale`
    nats, `bias` is added.

    `limits[written][other]`: log-odds from which the set speaks of one word for another."""

    name: str
    start: int
    size: int
    scale: float
    bias: tuple[float, ...]
    limits: tuple[tuple[float | None, ...], ...]
    rows: tuple[tuple[str, ...], ...]


class Place(NamedTuple):
    """Of one place `text[start:end]`: the members of a set and their log-odds against what is
    written, in nats, were each of them as common as the others."""

    start: int
    end: int
    written: str
    members: tuple[str, ...]
    log_odds: tuple[float, ...]
    #: from where on each member is worth proposing; None: never on these odds alone
    limits: tuple[float | None, ...]


class ChoiceModel:
    def __init__(self, tables: Sequence[Table], weights: NDArray[np.int8]) -> None:
        """Index the members of all sets by their first token."""
        self.tables = tables
        self._weights = weights
        #: by the first token of a member: its tokens, set, row and number
        self._by_token: dict[str, list[tuple[tuple[str, ...], int, int, int]]] = {}
        for number, table in enumerate(tables):
            for row, members in enumerate(table.rows):
                for member, words in enumerate(members):
                    member_tokens = (words,) if words.isalpha() else tuple(tokens(words))
                    self._by_token.setdefault(member_tokens[0], []).append(
                        (member_tokens, number, row, member)
                    )
        self._of = lru_cache(4_096)(lambda word: hashed(word, form_lexicon()))

    @classmethod
    def load(cls, path: Path) -> ChoiceModel:
        arrays = read_arrays(path)
        return cls(msgspec.json.decode(arrays["sets"].data, type=list[Table]), arrays["weights"])

    def save(self, path: Path) -> None:
        """Write the model to a file, whole or not at all."""
        text = json.dumps([asdict(table) for table in self.tables], ensure_ascii=False)
        unfinished = path.with_suffix(".part")
        write_arrays(
            unfinished, {"sets": np.frombuffer(text.encode(), np.uint8), "weights": self._weights}
        )
        unfinished.replace(path)

    def places(self, text: str) -> list[Place]:
        """Return every occurrence of a member of any set in a sentence, with the log-odds of the
        others."""
        token_spans = [match.span() for match in TOKEN.finditer(text)]
        words = [text[start:end] for start, end in token_spans]
        occurrences = list(self._found(words))
        if not occurrences:
            return []
        first, last = (np.array([occurrence[i] for occurrence in occurrences]) for i in (0, 1))
        values = self._scores(
            words, first, last, [self.tables[occurrence[2]] for occurrence in occurrences]
        )
        result = []
        for (first_token, last_token, number, row, member), scores in zip(
            occurrences, values, strict=True
        ):
            table = self.tables[number]
            start, end = token_spans[first_token][0], token_spans[last_token][1]
            result.append(
                Place(
                    start,
                    end,
                    table.rows[row][member],
                    table.rows[row],
                    tuple(score - scores[member] for score in scores),
                    table.limits[member],
                )
            )
        return result

    def _found(self, words: Sequence[str]) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield first and last token, set, row and member of every occurrence."""
        lower = [word.lower() for word in words]
        for index, form in enumerate(lower):
            for member_tokens, number, row, member in self._by_token.get(form, ()):
                last = index + len(member_tokens) - 1
                if len(member_tokens) > 1 and tuple(lower[index : last + 1]) != member_tokens:
                    continue
                if stands_alone(words, index, last):
                    yield index, last, number, row, member

    def _scores(
        self, words: Sequence[str], first: Ints, last: Ints, tables: Sequence[Table]
    ) -> list[list[float]]:
        """Return the scores, in nats, of the members of each occurrence's set: sums of the weights
        of its features."""
        token_hashes = np.array([PAD, *map(self._of, words)], dtype=np.uint64)
        token_ids = np.arange(1, len(words) + 1)
        # sets that share a range of tokens share its features
        occurrence_keys, occurrence_of = np.unique(first * len(words) + last, return_inverse=True)
        low, high = np.zeros_like(occurrence_keys), np.full_like(occurrence_keys, len(words))
        feature_hashes = features(
            token_hashes, token_ids, *np.divmod(occurrence_keys, len(words)), low, high
        )[occurrence_of]
        sizes = np.array([table.size for table in tables], dtype=np.uint64)
        slots = (feature_hashes & (sizes - np.uint64(1))[:, None]).astype(np.int64)
        slots += np.array([table.start for table in tables])[:, None]
        # a slot counts only if it was learnt for this very feature
        matches = (self._weights[slots].view(np.uint8) == check(feature_hashes)) & (
            feature_hashes > 0
        )
        result = [[0.0] for _ in tables]
        for member in range(1, max(len(table.bias) for table in tables)):
            rows_with_member = [i for i, table in enumerate(tables) if len(table.bias) > member]
            weight_slots = (
                slots[rows_with_member]
                + (member * sizes[rows_with_member].astype(np.int64))[:, None]
            )
            weight_sums = (
                np.where(matches[rows_with_member], self._weights[weight_slots], 0)
                .sum(axis=1, dtype=np.int64)
                .tolist()
            )
            for i, value in zip(rows_with_member, weight_sums, strict=True):
                result[i].append(value * tables[i].scale + tables[i].bias[member])
        return result


def stands_alone(words: Sequence[str], first: int, last: int) -> bool:
    """Return whether tokens are separate words: no part of a compound or of a name."""
    if first and words[first - 1] in TIES:
        return False
    if last + 1 < len(words) and words[last + 1] in TIES:
        return False
    return not (words[first][0].isupper() and first and words[first - 1][-1].isalnum())

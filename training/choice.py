"""Teach the shipped model of choice which word of a confusion set stands where.

Reads every `*.txt.xz` of the corpus folders and `confusables.toml`; writes `model.bin`,
`figures.json` and `manifest.json` of the artefact `choice`. Some minutes of one core, 3 GB of
memory, the same bytes every time.

1. The corpus is read once, as numbers of tokens. One document in fifty, drawn by a digest of its
   text as for the n-gram model, is left for readers of findings; a paragraph counts once.
2. For each member of each set, at most `MAX_PLACES` places where it stands are drawn. Of vendors'
   software documentation, which would drown the rest, a place counts a fifth where there are more.
3. A logistic regression by averaged AdaGrad, every member as heavy as the others: its log-odds say
   what the words around speak for, not which member is the commoner.
4. Figures come from three folds, divided by document; so do the scale that makes the log-odds true
   and the log-odds from which a set speaks: a word is taken to be wrong once in a hundred times
   (less where the other is much rarer), and at least nine of ten findings must be right.
5. A pair that cannot reach this is off. A set of which all pairs are off ships only if it chooses
   rightly three times of four: its odds count then where other signs speak as well.
"""

from __future__ import annotations

import json
import sys
import time
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.choice_model import (
    PAD,
    TIES,
    ChoiceModel,
    Ints,
    Table,
    check,
    features,
    hashed,
    tokens,
)
from textlint_pt_embedded.forms import FormLexicon, form_lexicon

from textlint_pt import portuguese
from training import inputs
from training.corpus import LeaveOut, draw, once, reserved, sources, thinned

NAME = "choice"
VERSION = "1"
SETS = portuguese.CONFUSABLES
EXAMPLES = Path(__file__).with_name("choice_examples.txt")
SEED = 17

HELD_OUT = 0.02
#: what a place of a source counts, by the beginning of its name
THINNED = {"ms-": 0.2, "adobe-": 0.2, "biblias": 0.5, "dbpedia": 0.3}
#: places of a member; of one row of it in a set of many rows
MAX_PLACES, MAX_OF_ROW = 20_000, 400
#: a member with fewer places is not learnt
MIN_PLACES = 25
#: rows of a set of many rows need as many places of either member
MIN_OF_ROW = 10
FOLDS = 3
#: fold of our own sentences
OWN = -1
EPOCHS, BATCH, RATE, DECAY = 6, 256, 0.1, 1.0
#: sets with fewer places are learnt longer, and from rarer features
FEW = 3_000
#: by places of a set, the base-2 logarithm of the size of its tables
SIZES = ((1_000, 10), (3_000, 11), (10_000, 12), (sys.maxsize, 13))

#: how often the writer's word is wrong, at most
PRIOR = 0.01
#: how much commoner than in text a rarer member is among what is meant by a wrong word
MEANT_FACTOR = 5.0
PRECISION = 0.9
#: places that the law of the odds (of what is flagged at t, e^-t as much is right) counts for
LAW_COUNT = 300
#: the odds of a set that is off still ship, for what they are worth beside other signs, if it
#: chooses as many rightly
MIN_ACCURACY_WHEN_OFF = 0.75
#: a pair that finds less is off
LEAST_RECALL = 0.05
LIMITS = np.arange(1.5, 10.01, 0.25)

Floats = NDArray[np.float64]


# --- Sets ---------------------------------------------------------------------------------------


class Set_(NamedTuple):
    """Rows of members that are chosen alike; the first `shown` rows are confused, the others only
    learnt from. `group`: of so many rows that each gives few places."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    shown: int
    group: bool = False


def read_sets(path: Path, lexicon: FormLexicon, types: Iterable[str]) -> list[Set_]:
    """Return the sets of a file; `ValueError` names one whose rows differ in length.

    `types`: the verbs among these words make the groups of verbs.
    """
    verbs = [
        form
        for form in sorted({word.lower() for word in types if word.endswith("r")})
        if any(r.lemma == form and "VerbForm=Inf" in r.features for r in lexicon.readings(form))
    ]
    content = portuguese.choice_sets(path)
    sets = [_set(_rows(text)) for key in ("grammar", "words") for text in content.get(key, ())]
    for key, upos in (("verbs", "VERB"), ("nouns", "NOUN"), ("adjectives", "ADJ")):
        for text in content.get(key, ()):
            (_, members), *_ = _rows(text)
            sets.append(_set([(True, row) for row in _inflected(members, upos, lexicon)]))
    for group in content.get("group", ()):
        rows = list(_of_group(group, verbs, lexicon))
        sets.append(_set(rows)._replace(name=group["name"], group=True))
    return sets


def _rows(text: str) -> list[tuple[bool, tuple[str, ...]]]:
    """Return whether each row of "a | b; ~c | d" is confused (or, after "~", only learnt from),
    and its members."""
    result = []
    for row in text.split(";"):
        members = tuple(" ".join(member.strip(" ~\n").split()) for member in row.split("|"))
        result.append((not row.strip().startswith("~"), members))
    return result


def _set(rows: Sequence[tuple[bool, tuple[str, ...]]]) -> Set_:
    """Return a set of rows, those that are confused first; `ValueError` if they do not match."""
    name = " | ".join(rows[0][1])
    if len({len(row) for _, row in rows}) != 1 or len(rows[0][1]) < 2:
        raise ValueError(f"{name}: rows of different lengths, or of one member")
    shown = list(dict.fromkeys(row for is_shown, row in rows if is_shown))
    proxies = list(dict.fromkeys(row for is_shown, row in rows if not is_shown))
    return Set_(name, (*shown, *proxies), len(shown))


def _inflected(
    members: Sequence[str], upos: str, lexicon: FormLexicon
) -> Iterator[tuple[str, ...]]:
    """Yield rows of forms of the lemmas with the same features; nouns are matched by number alone,
    as genders differ."""
    forms_by_features = []
    for lemma in members:
        forms: dict[str, str] = {}
        for feature, form in lexicon.paradigm(lemma, upos):
            if "Degree" not in feature:
                if upos == "NOUN":
                    feature = "|".join(f for f in feature.split("|") if f.startswith("Number"))
                forms.setdefault(feature, form)
        forms_by_features.append(forms)
    yield tuple(members)
    for feature, form in forms_by_features[0].items():
        row = (form, *(table.get(feature, "") for table in forms_by_features[1:]))
        if all(row) and len(set(row)) == len(row):
            yield row


def _of_group(
    group: Mapping[str, Any], verbs: Sequence[str], lexicon: FormLexicon
) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Yield the rows of a group: words with and without their accents, or two forms of each
    verb."""
    if "rows" in group:
        for word in group["rows"].split():
            yield True, (word, word.translate(_MARKS))
        for text in group["proxies"].split(";"):
            yield False, tuple(member.strip() for member in text.split("|"))
        return
    first, second = group["verbs"]
    for lemma in verbs:
        forms = [lexicon.inflect(lemma, "VERB", features) for features in (first, second)]
        if not all(forms):
            continue
        first_form, second_form = (form[0] for form in forms if form)
        # "fora" is no slip for "irá"
        keep_stem = first_form[:2] == second_form[:2] == lemma[:2]
        if first_form != second_form and keep_stem:
            yield True, (first_form, second_form)


_MARKS = str.maketrans("áâãàéêíóôõúüç", "aaaaeeiooouuc")


# --- Corpus -------------------------------------------------------------------------------------


@dataclass
class Corpus:
    """Tokens as numbers of their types, sentence by sentence."""

    types: dict[str, int] = field(default_factory=lambda: {"": 0})
    stream: array[int] = field(default_factory=lambda: array("i"))
    #: where each sentence begins, its document's fold and what it counts
    starts: array[int] = field(default_factory=lambda: array("i"))
    folds: array[int] = field(default_factory=lambda: array("b"))
    counts: array[float] = field(default_factory=lambda: array("f"))

    def add(self, sentence: str, fold: int, count: float) -> None:
        self.starts.append(len(self.stream))
        self.folds.append(fold)
        self.counts.append(count)
        types = self.types
        self.stream.extend([types.setdefault(token, len(types)) for token in tokens(sentence)])


def is_held_out(ends: str) -> bool:
    """Return whether a document is left for readers; `ends`: its first and last paragraph."""
    return draw("held out" + ends) < HELD_OUT


def add_examples(corpus: Corpus, path: Path) -> None:
    """Add our own sentences, three times each, as features seen once are not learnt."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for _ in range(0 if line.startswith("#") else 3):
            corpus.add(line, OWN, 1.0)


def read_corpus(folders: Sequence[str], excluded: Set[bytes] = frozenset()) -> Corpus:
    """Return the corpus without held-out text and sentences fingerprinted in `excluded`."""
    corpus = Corpus()
    for path, ends, found in once(folders, excluded, lambda _, ends: not is_held_out(ends)):
        fold, count = int(draw("fold" + ends) * FOLDS), thinned(path, THINNED)
        for sentence in found:
            corpus.add(sentence, fold, count)
    return corpus


class Places(NamedTuple):
    """Occurrences of words: indices of first and last token, and of the sentence."""

    first: Ints
    last: Ints
    sentence: Ints

    def some(self, chosen: Any) -> Places:
        return Places(self.first[chosen], self.last[chosen], self.sentence[chosen])

    @classmethod
    def joined(cls, parts: Sequence[Places]) -> Places:
        return cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Index:
    """Finds words and phrases in a corpus."""

    def __init__(self, corpus: Corpus, members: Iterable[str], lexicon: FormLexicon) -> None:
        """Index the occurrences of the first words of `members` in a corpus."""
        self.stream = np.frombuffer(corpus.stream, dtype=np.int32)
        self.starts = np.append(np.frombuffer(corpus.starts, dtype=np.int32), len(self.stream))
        self.folds = np.frombuffer(corpus.folds, dtype=np.int8)
        self.counts = np.frombuffer(corpus.counts, dtype=np.float32)
        types = list(corpus.types)
        lower: dict[str, int] = {}
        self._lower = np.array([lower.setdefault(t.lower(), len(lower)) for t in types])
        self._numbers = lower
        self.hashes = np.array([PAD, *(hashed(t, lexicon) for t in types[1:])], dtype=np.uint64)
        self._capital = np.array([t[:1].isupper() for t in types])
        self._word = np.array([t[-1:].isalnum() for t in types])
        self._tie = np.array([t in TIES for t in types])
        is_first_word = np.zeros(len(lower), dtype=bool)
        for member in members:
            number = lower.get(tokens(member)[0])
            if number is not None:
                is_first_word[number] = True
        positions = np.flatnonzero(is_first_word[self._lower][self.stream])
        forms = self._lower[self.stream[positions]]
        order = np.argsort(forms, kind="stable")
        self._places, forms = positions[order], forms[order]
        self._begin = np.searchsorted(forms, np.arange(len(lower) + 1))

    def find(self, member: str) -> Places:
        """Return the occurrences of a word or phrase inside a sentence, not part of a compound."""
        member_tokens = tokens(member)
        numbers = [self._numbers.get(word, -1) for word in member_tokens]
        if min(numbers) < 0:
            none = np.zeros(0, dtype=np.int64)
            return Places(none, none, none)
        first = self._places[self._begin[numbers[0]] : self._begin[numbers[0] + 1]]
        for offset, number in enumerate(numbers[1:], 1):
            first = first[first + offset < len(self.stream)]
            first = first[self._lower[self.stream[first + offset]] == number]
        last = first + len(member_tokens) - 1
        sentence = np.searchsorted(self.starts, first, side="right") - 1
        is_member = last < self.starts[sentence + 1]
        token_before = self.stream[np.maximum(first - 1, 0)]
        token_after = self.stream[np.minimum(last + 1, len(self.stream) - 1)]
        opens_sentence = first == self.starts[sentence]
        closes_sentence = last + 1 == self.starts[sentence + 1]
        # no part of a compound, and no capital after a word, as in names
        is_member &= opens_sentence | ~(
            self._tie[token_before] | (self._capital[self.stream[first]] & self._word[token_before])
        )
        is_member &= closes_sentence | ~self._tie[token_after]
        return Places(first, last, sentence).some(is_member)

    def features(self, places: Places) -> NDArray[np.uint32]:
        """Return hashes of the features of occurrences, 0 for none: shape (places, features)."""
        parts = []
        for start in range(0, len(places.first), 4096):
            chunk = places.some(slice(start, start + 4096))
            low, high = self.starts[chunk.sentence], self.starts[chunk.sentence + 1]
            hashes = features(self.hashes, self.stream, chunk.first, chunk.last, low, high)
            parts.append(hashes.astype(np.uint32))
        return np.concatenate(parts)


# --- One set ------------------------------------------------------------------------------------


@dataclass
class Harvest:
    """Sampled occurrences of a set's members, and how many the text has of each."""

    places: Places
    member: Ints
    fold: NDArray[np.int8]
    natural: list[int]
    rows: tuple[tuple[str, ...], ...]


def harvest(confusion_set: Set_, index: Index) -> Harvest | None:
    """Return sampled occurrences of a set's members; None where one has too few."""
    rng = np.random.default_rng([SEED, zlib.crc32(confusion_set.name.encode())])
    members = range(len(confusion_set.rows[0]))
    parts: list[list[Places]] = [[] for _ in members]
    counts_in_text = [0] * len(members)
    rows = []
    has_proxies = confusion_set.shown < len(confusion_set.rows)
    for row_index, row in enumerate(confusion_set.rows):
        occurrences = [index.find(member) for member in row]
        if row_index < confusion_set.shown:
            counts = [len(places.first) for places in occurrences]
            if confusion_set.group and not has_proxies and min(counts) < MIN_OF_ROW:
                continue
            rows.append(row)
            counts_in_text = [*map(sum, zip(counts_in_text, counts, strict=True))]
            if has_proxies:
                # the rare members are learnt from proxies: what is found of them are slips
                del occurrences[1:]
        for member, places in enumerate(occurrences):
            if confusion_set.group:
                places = places.some(_sampled(places, index, MAX_OF_ROW, rng))
            parts[member].append(places)
    sampled = []
    for member in members:
        places = Places.joined(parts[member]) if parts[member] else index.find("")
        if len(places.first) < MIN_PLACES:
            return None
        sampled.append(places.some(_sampled(places, index, MAX_PLACES, rng)))
    joined = Places.joined(sampled)
    labels = np.repeat(members, [len(places.first) for places in sampled])
    return Harvest(joined, labels, index.folds[joined.sentence], counts_in_text, tuple(rows))


def _sampled(places: Places, index: Index, limit: int, rng: np.random.Generator) -> Ints:
    """Return the indices of at most `limit` places; thinned sources are drawn less often."""
    if len(places.first) <= limit:
        return np.arange(len(places.first))
    key = rng.random(len(places.first)) / index.counts[places.sentence]
    return np.sort(np.argpartition(key, limit)[:limit])


class Examples(NamedTuple):
    """Occurrences as feature numbers (0: none, or too rare); `hashes` and `counts` by number."""

    numbers: NDArray[np.int32]
    hashes: NDArray[np.uint32]
    counts: Ints

    @classmethod
    def of(cls, found: NDArray[np.uint32]) -> Examples:
        """Return the examples with each hash seen often enough numbered from 1, and the others as
        0."""
        hashes, numbers, counts = np.unique(found, return_inverse=True, return_counts=True)
        is_kept = (counts >= (3 if len(found) > FEW else 2)) & (hashes > 0)
        new_numbers = np.where(is_kept, np.cumsum(is_kept), 0).astype(np.int32)
        return cls(
            new_numbers[numbers.reshape(found.shape)],
            np.append(np.uint32(0), hashes[is_kept]),
            np.append(0, counts[is_kept]),
        )


def fit(numbers: NDArray[np.int32], member: Ints, members: int, size: int) -> tuple[Floats, Floats]:
    """Return weights (members - 1, size) and bias (members) of a logistic regression.

    AdaGrad over batches, the weights averaged over the second half of the epochs; all members have
    the same total weight.
    """
    count = len(member)
    row_weight = count / members / np.bincount(member, minlength=members)
    rng = np.random.default_rng(SEED)
    weights = np.zeros((members - 1, size))
    bias = np.zeros(members - 1)
    squares, bias_squares = np.full((members - 1, size), 1.0), np.full(members - 1, 1.0)
    weight_sum, bias_sum, steps = np.zeros_like(weights), np.zeros_like(bias), 0
    epochs = EPOCHS if count > FEW else 2 * EPOCHS
    batch = min(BATCH, max(16, count // 20))
    for epoch in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count, batch):
            batch_rows = order[start : start + batch]
            features, labels = numbers[batch_rows], member[batch_rows]
            # the first member's weights are 0: the others' scores are relative to it
            scores = np.concatenate(
                [np.zeros((1, len(batch_rows))), weights[:, features].sum(axis=2) + bias[:, None]]
            )
            scores -= scores.max(axis=0)
            probabilities = np.exp(scores)
            probabilities /= probabilities.sum(axis=0)
            probabilities[labels, np.arange(len(batch_rows))] -= 1
            errors = probabilities[1:] * row_weight[labels]
            for class_index in range(members - 1):
                gradient = np.bincount(
                    features.ravel(),
                    np.repeat(errors[class_index], features.shape[1]),
                    minlength=size,
                )
                gradient += DECAY * len(batch_rows) / count * weights[class_index]
                # number 0 stands for no feature
                gradient[0] = 0.0
                squares[class_index] += gradient * gradient
                weights[class_index] -= RATE * gradient / np.sqrt(squares[class_index])
                bias_gradient = errors[class_index].sum()
                bias_squares[class_index] += bias_gradient * bias_gradient
                bias[class_index] -= RATE * bias_gradient / np.sqrt(bias_squares[class_index])
        if epoch >= epochs // 2:
            weight_sum += weights
            bias_sum += bias
            steps += 1
    return weight_sum / steps, np.append(0.0, bias_sum / steps)


class Packed(NamedTuple):
    """A table as it ships: checks (size), weights (members - 1, size) and their scale."""

    checks: NDArray[np.uint8]
    weights: NDArray[np.int8]
    scale: float
    bias: Floats

    def scores(self, hashes: NDArray[np.uint32]) -> Floats:
        """Return scores (places, members) of hashes of features."""
        size = len(self.checks)
        slots = hashes & np.uint32(size - 1)
        matches = (self.checks[slots] == check(hashes)) & (hashes > 0)
        parts = [np.zeros(len(hashes))]
        for number, weights in enumerate(self.weights):
            sums = np.where(matches, weights[slots], 0).sum(axis=1, dtype=np.int64)
            parts.append(sums * self.scale + self.bias[number + 1])
        return np.stack(parts, axis=1)


def pack(examples: Examples, weights: Floats, bias: Floats, size: int) -> Packed:
    """Return the table of a set, its weights as int8; of features that share a slot the most
    important is kept."""
    importance = np.abs(weights).max(axis=0) * np.sqrt(examples.counts)
    by_importance = np.argsort(importance, kind="stable")[
        len(importance) - int((importance > 0).sum()) :
    ]
    slots = (examples.hashes & np.uint32(size - 1))[by_importance]
    checks, slot_weights = np.zeros(size, dtype=np.uint8), np.zeros((len(weights), size))
    checks[slots] = check(examples.hashes[by_importance])  # the last one stays
    slot_weights[:, slots] = weights[:, by_importance]
    scale = float(f"{max(float(np.abs(slot_weights).max()), 1e-6) / 127:.6g}")
    return Packed(checks, np.round(slot_weights / scale).astype(np.int8), scale, bias)


def fit_table(examples: Examples, chosen: Any, member: Ints, members: int, size: int) -> Packed:
    """Fit the weights of the chosen examples and pack them as a table."""
    number = len(examples.hashes)
    weights, bias = fit(examples.numbers[chosen], member[chosen], members, number)
    return pack(examples, weights, bias, size)


def temper(scores: Floats, member: Ints) -> float:
    """Return the factor of least loss that turns scores into log-odds, all members weighted
    equally (temperature scaling)."""
    row_weight = 1 / np.bincount(member)[member]

    def loss(factor: float) -> float:
        scaled = scores * factor
        scaled -= scaled.max(axis=1, keepdims=True)
        score_of_truth = scaled[np.arange(len(member)), member]
        return float((row_weight * (np.log(np.exp(scaled).sum(axis=1)) - score_of_truth)).sum())

    return float(min(np.arange(0.2, 1.51, 0.05), key=loss))


@dataclass
class Pair:
    """Correction of one member to another from log-odds of `limit` on (None: never)."""

    limit: float | None
    recall: float
    false: float
    precision: float


def pair(
    scores: Floats, member: Ints, counts_in_text: Sequence[int], written: int, other: int
) -> Pair:
    """Return the least limit of the log-odds from which corrections of `written` to `other` reach
    `PRECISION`, with its figures."""
    margins = scores - scores[:, [written]]
    margins[:, written] = -np.inf
    odds = np.where(margins.argmax(axis=1) == other, margins[:, other], -np.inf)
    odds_if_wrong, odds_if_right = odds[member == other], odds[member == written]
    times_commoner = max(counts_in_text[other], 1) / max(counts_in_text[written], 1)
    prior = PRIOR * min(1.0, MEANT_FACTOR * times_commoner)
    for limit in LIMITS:
        recall = float((odds_if_wrong > limit).mean())
        false_count = int((odds_if_right > limit).sum())
        # the observed false findings, smoothed by the law of the odds
        false_rate = (false_count + LAW_COUNT * recall * np.exp(-limit)) / (
            len(odds_if_right) + LAW_COUNT
        )
        flagged = prior * recall + (1 - prior) * false_rate
        if recall < LEAST_RECALL:
            break
        if prior * recall / flagged >= PRECISION:
            false_share = false_count / len(odds_if_right)
            precision = PRIOR * recall / (PRIOR * recall + (1 - PRIOR) * false_rate)
            return Pair(float(limit), recall, false_share, float(precision))
    return Pair(None, 0.0, 0.0, 0.0)


class Taught(NamedTuple):
    table: Table | None
    weights: NDArray[np.int8]
    figures: dict[str, Any]


def _figures_of_pairs(
    members: Sequence[str], pairs: Sequence[Sequence[Pair | None]]
) -> list[dict[str, Any]]:
    """Return the figures of the pairs of words that are on."""
    return [
        {
            "written": members[written],
            "meant": members[other],
            "log_odds": p.limit,
            "recall": round(p.recall, 3),
            "false": round(p.false, 5),
            "precision": round(p.precision, 3),
        }
        for written, row in enumerate(pairs)
        for other, p in enumerate(row)
        if p and p.limit is not None
    ]


def teach(confusion_set: Set_, index: Index, start: int) -> Taught:
    """Return a set's table, its weights and figures; no table where it is off.

    `start`: offset of its weights in the model.
    """
    no_weights = np.zeros((0, 0), dtype=np.int8)
    off: dict[str, Any] = {"set": confusion_set.name, "on": False}
    members = len(confusion_set.rows[0])
    harvested = harvest(confusion_set, index)
    if harvested is None:
        counts = [
            sum(len(index.find(row[i]).first) for row in confusion_set.rows) for i in range(members)
        ]
        return Taught(None, no_weights, off | {"contexts": counts})
    size = 1 << next(bits for most, bits in SIZES if len(harvested.member) <= most)
    hashes = index.features(harvested.places)
    examples = Examples.of(hashes)
    scores = np.zeros((len(hashes), members))
    for fold in range(FOLDS):
        is_test = harvested.fold == fold
        if is_test.any() and len(set(harvested.member[~is_test])) == members:
            fitted = fit_table(examples, ~is_test, harvested.member, members, size)
            scores[is_test] = fitted.scores(hashes[is_test])
    is_evaluated = harvested.fold != OWN
    scores, truth = scores[is_evaluated], harvested.member[is_evaluated]
    if np.bincount(truth, minlength=members).min() < FOLDS:
        return Taught(None, no_weights, off | {"contexts": harvested.natural})
    factor = temper(scores, truth)
    scores *= factor
    has_proxies = confusion_set.shown < len(confusion_set.rows)
    pairs = [
        [
            # with proxies none: nobody writes "numero" with an accent by mistake
            None
            if written == other or (written == 0 and has_proxies)
            else pair(scores, truth, harvested.natural, written, other)
            for other in range(members)
        ]
        for written in range(members)
    ]
    is_right = scores.argmax(axis=1) == truth
    accuracy = float(np.mean([is_right[truth == m].mean() for m in range(members)]))
    pairs_known = [p for row in pairs for p in row if p]
    figures: dict[str, Any] = {
        "set": confusion_set.name,
        "rows": len(harvested.rows),
        "on": any(p.limit is not None for p in pairs_known),
        "contexts": np.bincount(harvested.member).tolist(),
        "in_text": harvested.natural,
        "accuracy": round(accuracy, 4),
        "pairs": _figures_of_pairs(harvested.rows[0], pairs),
    }
    if not figures["on"] and accuracy < MIN_ACCURACY_WHEN_OFF:
        return Taught(None, no_weights, figures)
    packed = fit_table(examples, slice(None), harvested.member, members, size)
    table = Table(
        confusion_set.name,
        start,
        size,
        float(f"{packed.scale * factor:.6g}"),
        tuple(float(f"{value * factor:.6g}") for value in packed.bias),
        tuple(tuple(p.limit if p else None for p in row) for row in pairs),
        harvested.rows,
    )
    weights = np.concatenate([packed.checks.view(np.int8), packed.weights.ravel()])
    return Taught(table, weights, figures)


def train(corpus: Corpus, sets: Sequence[Set_], folder: Path, lexicon: FormLexicon) -> None:
    """Fit all sets; write the model and its figures."""
    members = [member for confusion_set in sets for row in confusion_set.rows for member in row]
    index = Index(corpus, members, lexicon)
    tables: list[Table] = []
    parts: list[NDArray[np.int8]] = []
    figures = []
    start = 0
    for confusion_set in sets:
        fitted_set = teach(confusion_set, index, start)
        figures.append(fitted_set.figures)
        if fitted_set.table:
            tables.append(fitted_set.table)
            parts.append(fitted_set.weights.ravel())
            start += fitted_set.weights.size
        print(json.dumps(fitted_set.figures, ensure_ascii=False), flush=True)
    weights = np.concatenate(parts) if parts else np.zeros(1, dtype=np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    ChoiceModel(tables, weights).save(folder / "model.bin")
    lines = ",\n".join(json.dumps(confusion_set, ensure_ascii=False) for confusion_set in figures)
    (folder / "figures.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")
    print(f"{len(tables)} of {len(sets)} sets, {len(weights) / 1e6:.1f} MB", flush=True)


def run(corpus: Sequence[str], *, leave_out: LeaveOut = (), sets: Path = SETS) -> None:
    """Train the model of choice on a corpus and write it with its manifest."""
    started = time.monotonic()
    found = read_corpus(corpus, reserved(leave_out))
    add_examples(found, EXAMPLES)
    print(f"{len(found.stream):,} tokens read in {time.monotonic() - started:.0f} s", flush=True)
    lexicon = form_lexicon()
    folder = artefact.DATA / NAME
    train(found, read_sets(sets, lexicon, found.types), folder, lexicon)
    inputs.write(folder, corpus=sources(corpus), left_out=leave_out)
    artefact.write_manifest(NAME, VERSION)
    print(f"written in {time.monotonic() - started:.0f} s", flush=True)

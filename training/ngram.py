"""Train the shipped n-gram model.

Reads every `*.txt.xz` of the corpus folders (not of folders inside them) and the `*.dict.xz` files
of MorphoBr; writes `model.bin` and `manifest.json` of the artefact `ngram`. About four minutes
of one core, 3.3 GB of memory, the same bytes every time.

1. Documents are drawn by a digest of their text: software documentation, which would drown the
   rest, is thinned; one in fifty is held out for calibration. A paragraph counts once.
2. The vocabulary are the commonest forms, in lower case. Every form gets a class from MorphoBr;
   unknown words get one by their ending, learnt from the rare words of the corpus.
3. Two back-off models, interpolated absolute discounting (Ney, Essen & Kneser 1994, with the three
   discounts of Chen & Goodman 1998) on plain counts: continuation counts lose more under pruning.
   An n-gram is kept if it is what another kept one begins with, or if it changes the log-likelihood
   of the training text by more than a threshold (weighted difference, Seymore & Rosenfeld 1996).
"""

from __future__ import annotations

import json
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded import ngram_model as model
from textlint_pt_embedded.ngram_model import Vocabulary
from textlint_pt_embedded.tokens import MARK, WORD, tokens

from training import inputs
from training.corpus import LeaveOut, analyses, draw, once, reserved, sources, thinned

NAME = "ngram"
VERSION = "1"
SEED = 7

#: share of the documents kept, by the beginning of a source's name
THINNED = {"ms-": 0.2, "adobe-": 0.2, "biblias": 0.5}
HELD_OUT = 0.02


@dataclass(frozen=True)
class Sizes:
    """What bounds the model; the defaults are those of the shipped one."""

    words: int = 50_000
    #: a form or a class must have been seen as often
    least_count: int = 3
    class_count: int = 3_000
    #: so many of the commonest words are classes by themselves
    own_class: int = 400
    #: endings are learnt from forms seen no oftener, where so many share one
    rare: int = 20
    ending_types: int = 8
    word_gains: tuple[float, ...] = (18.0, 30.0)
    class_gains: tuple[float, ...] = (10.0, 15.0, 24.0, 32.0)


SIZES = Sizes()
#: what the word model weighs in the mixture; chosen on pairs of our own, see CARD.md
WORD_SHARE = 0.3


# --- Corpus -------------------------------------------------------------------------------------


@dataclass
class Corpus:
    """Tokens as numbers of their types; -1 opens a sentence."""

    forms: list[str] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    stream: array[int] = field(default_factory=lambda: array("i"))
    _numbers: dict[tuple[str, int], int] = field(default_factory=dict)

    def add(self, sentence: str) -> None:
        """Append the tokens of a sentence, by number."""
        self.stream.append(-1)
        for token in tokens(sentence):
            key = token.form, token.kind
            number = self._numbers.setdefault(key, len(self.forms))
            if number == len(self.forms):
                self.forms.append(token.form)
                self.kinds.append(token.kind)
            self.stream.append(number)


def sentences(
    folders: Sequence[str], excluded: Set[bytes] = frozenset()
) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of the corpus and whether they are held out.

    `excluded`: fingerprints of sentences that are skipped.
    """

    def is_taken(path: Path, ends: str) -> bool:
        return draw("kept" + ends) < thinned(path, THINNED)

    for _, ends, found in once(folders, excluded, is_taken):
        is_held_out = draw("held out" + ends) < HELD_OUT
        yield from ((sentence, is_held_out) for sentence in found)


def read(folders: Sequence[str], excluded: Set[bytes] = frozenset()) -> Corpus:
    """Return the corpus without the sentences that are held out."""
    corpus = Corpus()
    for sentence, unseen in sentences(folders, excluded):
        if not unseen:
            corpus.add(sentence)
    return corpus


# --- Classes ------------------------------------------------------------------------------------


def read_lexicon(folder: Path, forms: Iterable[str]) -> dict[str, str]:
    """Return the inflections that MorphoBr has for these lower-case forms ("A.M.P P.M.P")."""
    needed = set(forms)
    labels: dict[str, set[str]] = defaultdict(set)
    for form, analysis in analyses(folder):
        if form.lower() in needed:
            _, *tags = analysis.split("+")
            labels[form.lower()].add(_inflection(tags))
    return {form: " ".join(sorted(_without_rare(tags))) for form, tags in labels.items()}


_TENSES = {"SBJR": "SUB", "SBJP": "SUB", "SBJF": "SBF", "PRS": "PRS", "INF": "INF", "IMP": "IMP"}


def _inflection(tags: Sequence[str]) -> str:
    """Return MorphoBr's tags as one label: part of speech, gender, number, person, tense."""
    part, *rest = tags
    if part in ("N", "A"):
        gender = next((tag for tag in rest if tag in ("M", "F")), "-")
        number = {"SG": "S", "PL": "P"}.get(rest[-1] if rest else "", "-")
        return f"{part}.{gender}.{number}"
    if part != "V":
        return part
    tense, *rest = rest
    if tense == "GRD":
        return "GER"
    if tense.startswith("PTP"):  # a few lack gender or number
        return f"P.{rest[0]}.{rest[1][0]}" if len(rest) > 1 else "P.M.S"
    person = rest[0] if rest else ""
    number = rest[1][0] if len(rest) > 1 else "S"
    if tense == "INF" and number == "S" and person in ("", "1", "3"):
        return "INF"
    return f"{_TENSES.get(tense, 'PST')}.{person}{number}"


def _without_rare(labels: set[str]) -> set[str]:
    """Return the labels without readings that are rare wherever another exists."""
    if len(labels) == 1:
        return labels
    kept = {label for label in labels if not label.startswith("IMP")} or labels
    if any(label.startswith("INF") for label in kept):
        kept = {label for label in kept if not label.startswith("SBF")}
    return kept


def build_vocabulary(corpus: Corpus, lexicon_folder: Path, sizes: Sizes) -> Vocabulary:
    """Return the vocabulary with its classes."""
    stream = np.frombuffer(corpus.stream, dtype=np.int32)
    counts, inside_counts = _counts(corpus, stream)
    frequency: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    lower_case: Counter[str] = Counter()
    for form, kind, count, inside_count in zip(
        corpus.forms, corpus.kinds, counts, inside_counts, strict=True
    ):
        if kind not in (WORD, MARK):
            continue
        lower = form.lower()
        frequency[lower] += count
        (lower_case if form == lower else capital)[lower] += inside_count
    lexicon = read_lexicon(lexicon_folder, frequency)

    ranked = sorted(frequency, key=lambda form: (-frequency[form], form))
    known = [form for form in ranked[: sizes.words] if frequency[form] >= sizes.least_count]
    # mostly capitalised where nothing explains a capital
    names = {form for form in known if capital[form] > 2 * lower_case[form] + 1}
    reduced = _frequent_sets(known, names, frequency, lexicon, sizes)
    endings = _endings(frequency, lexicon, reduced, sizes)

    #: numbers of classes by name, in order of appearance
    classes = {name: number for number, name in enumerate(model.SPECIAL)}
    unknown = ["<?>", *sorted(set(reduced.values()))]
    of_identifier = [classes.setdefault(name, len(classes)) for name in [*model.SPECIAL, *unknown]]
    identifier = {name: len(model.SPECIAL) + i for i, name in enumerate(unknown)}
    vocabulary = Vocabulary(
        words={form: len(of_identifier) + i for i, form in enumerate(known)},
        endings={ending: identifier[name] for ending, name in endings.items()},
        classes=np.zeros(0, dtype=np.uint16),
        spread=np.zeros(0, dtype=np.float32),
    )
    single_classes = set(known[: sizes.own_class])
    for form in known:
        if form in single_classes:
            name = f"={form}"
        elif form in names:
            name = model.SPECIAL[model.name_class(form)]
        elif form in lexicon:
            name = reduced[lexicon[form]]
        else:
            name = unknown[vocabulary.guess(form) - model.UNKNOWN] if form[0].isalpha() else "<?>"
        of_identifier.append(classes.setdefault(name, len(classes)))
    vocabulary.classes = np.array(of_identifier, dtype=np.uint16)
    return vocabulary


def _counts(corpus: Corpus, stream: NDArray[np.int32]) -> tuple[list[int], list[int]]:
    """Return how often each type occurs, and how often where nothing explains a capital."""
    size = len(corpus.forms)
    after_opening = np.concatenate([[True], _openings(corpus)[stream[:-1]]])
    counted = (stream >= 0, (stream >= 0) & ~after_opening)
    all_counts, inner = (np.bincount(stream[where], minlength=size).tolist() for where in counted)
    return all_counts, inner


def _openings(corpus: Corpus) -> NDArray[np.bool_]:
    """Return for each type whether a capital after it is no evidence of a name; the last entry,
    for -1, is the sentence start."""
    return np.array([*(model.is_opening(form) for form in corpus.forms), True])


def _frequent_sets(
    known: Sequence[str],
    names: set[str],
    frequency: Mapping[str, int],
    lexicon: Mapping[str, str],
    sizes: Sizes,
) -> dict[str, str]:
    """Return for every set of readings the frequent set that is most like it."""
    weight: Counter[str] = Counter()
    for form in known:
        if form in lexicon and form not in names:
            weight[lexicon[form]] += frequency[form]
    common = sorted(name for name, count in weight.items() if count >= sizes.class_count)
    frequent = common or sorted(weight)
    parts = {name: frozenset(name.split()) for name in frequent}

    def nearest(name: str) -> str:
        own_labels = frozenset(name.split())

        def likeness(other: str) -> tuple[float, int, str]:
            other_labels = parts[other]
            return (
                len(own_labels & other_labels) - 1.01 * len(other_labels - own_labels),
                weight[other],
                other,
            )

        return max(frequent, key=likeness)

    return {name: name if name in parts else nearest(name) for name in set(lexicon.values())}


def _endings(
    frequency: Mapping[str, int],
    lexicon: Mapping[str, str],
    reduced: Mapping[str, str],
    sizes: Sizes,
) -> dict[str, str]:
    """Return the class of most rare words by ending; redundant longer endings are omitted."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for form, count in frequency.items():
        if count <= sizes.rare and form.isalpha() and form in lexicon:
            name = reduced[lexicon[form]]
            for length in range(1, min(model._LONGEST_ENDING, len(form) - 2) + 1):
                tally[form[-length:]][name] += 1
    chosen = {
        ending: max(names, key=lambda name: (names[name], name))
        for ending, names in tally.items()
        if names.total() >= sizes.ending_types
    }
    for ending in sorted(chosen, key=len, reverse=True):
        if len(ending) > 1 and chosen.get(ending[1:]) == chosen[ending]:
            del chosen[ending]
    return dict(sorted(chosen.items()))


def encode(corpus: Corpus, vocabulary: Vocabulary) -> NDArray[np.int64]:
    """Return the corpus as identifiers, each sentence between START and END."""
    stream = np.frombuffer(corpus.stream, dtype=np.int32)
    pairs = list(zip(corpus.forms, corpus.kinds, strict=True))
    opening, inside = (
        np.array([*(vocabulary.identify(*pair, initial) for pair in pairs), model.START])
        for initial in (True, False)
    )
    after_opening = np.concatenate([[True], _openings(corpus)[stream[:-1]]])
    ids = np.where(after_opening, opening[stream], inside[stream])
    starts = np.flatnonzero(stream < 0)
    return np.append(np.insert(ids, starts[1:], model.END), model.END)


def spread(corpus: Corpus, vocabulary: Vocabulary) -> NDArray[np.float32]:
    """Return the log-probability of one type among those that an identifier stands for."""
    types: Counter[int] = Counter()
    for form, kind in zip(corpus.forms, corpus.kinds, strict=True):
        types[vocabulary.identify(form, kind, False)] += 1
    result = np.zeros(len(vocabulary.classes) - len(vocabulary.words), dtype=np.float32)
    for identifier in range(len(result)):
        if identifier not in (model.START, model.END, model.NUMERAL, model.CODELIKE):
            result[identifier] = -np.log(types[identifier] + 1)
    return result


# --- Counting and smoothing ---------------------------------------------------------------------


@dataclass
class Level:
    """All n-grams of one order, sorted by what they begin with, then by their last word."""

    parent: NDArray[np.int64]
    word: NDArray[np.int64]
    count: NDArray[np.int64]
    #: the n-gram without its first word, at the order below
    suffix: NDArray[np.int64]
    probability: NDArray[np.float64] = field(init=False)
    #: what the order below would say instead, back-off weight included
    otherwise: NDArray[np.float64] = field(init=False)
    kept: NDArray[np.bool_] = field(init=False)
    weight: NDArray[np.float64] | None = None


def count_ngrams(ids: NDArray[np.int64], size: int, order: int) -> list[Level]:
    """Return the n-grams of every order up to `order`, within sentences."""
    nothing = np.zeros(0, dtype=np.int64)
    count = np.bincount(ids, minlength=size)
    count[model.START] = 0
    levels = [Level(np.full(size, -1), np.arange(size), count, nothing)]
    # index in its level of the n-gram that ends at each position, -1 if it would span sentences
    ngram_at = ids
    for _ in range(2, order + 1):
        positions = np.flatnonzero((ngram_at[:-1] >= 0) & (ids[1:] != model.START)) + 1
        keys = ngram_at[positions - 1] * size + ids[positions]
        found, first, inverse, counts = np.unique(
            keys, return_index=True, return_inverse=True, return_counts=True
        )
        levels.append(Level(found // size, found % size, counts, ngram_at[positions[first]]))
        ngram_at = np.full(len(ids), -1, dtype=np.int64)
        ngram_at[positions] = inverse
    return levels


def smooth(levels: Sequence[Level]) -> None:
    """Set the probabilities of all n-grams by interpolated absolute discounting, with three
    discounts an order."""
    for order, level in enumerate(levels):
        discounts = _discounts(level.count)[np.minimum(level.count, 3)]
        if not order:
            total = level.count.sum()
            level.probability = (level.count - discounts) / total
            level.probability += discounts.sum() / total / (len(level.count) - 1)
            level.probability[model.START] = level.probability.min()
            continue
        lower_level = levels[order - 1]
        size = len(lower_level.word)
        totals = np.bincount(level.parent, level.count, size)[level.parent]
        discounted_mass = np.bincount(level.parent, discounts, size)[level.parent]
        level.otherwise = discounted_mass / totals * lower_level.probability[level.suffix]
        level.probability = (level.count - discounts) / totals + level.otherwise


def _discounts(count: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return Chen & Goodman's discounts for counts of 0, 1, 2 and more, clipped."""
    seen = [max(1, int((count == times).sum())) for times in range(1, 5)]
    share = seen[0] / (seen[0] + 2 * seen[1])
    discounts = [n - (n + 1) * share * seen[n] / seen[n - 1] for n in (1, 2, 3)]
    clipped = [float(np.clip(one, 0.1, n - 0.05)) for n, one in enumerate(discounts, 1)]
    return np.array([0.0, *clipped])


def prune(levels: Sequence[Level], gains: Sequence[float]) -> None:
    """Select the n-grams to keep, and set the back-off weights of the pruned model. `gains`: by
    order, the log-probability that a kept n-gram must gain over all its occurrences."""
    is_needed = np.zeros(len(levels[-1].word), dtype=bool)
    for order in range(len(levels) - 1, 0, -1):
        level = levels[order]
        gain = level.count * np.log(level.probability / level.otherwise)
        level.kept = (np.abs(gain) > gains[order - 1]) | is_needed
        is_needed = np.zeros(len(levels[order - 1].word), dtype=bool)
        is_needed[level.parent[level.kept]] = True
    levels[0].kept = np.ones(len(levels[0].word), dtype=bool)

    pruned = levels[0].probability  # what the pruned model says of every n-gram of an order
    for order in range(1, len(levels)):
        level, below = levels[order], levels[order - 1]
        lower_probability = pruned[level.suffix]
        parents, size = level.parent[level.kept], len(below.word)
        mass_left = 1 - np.bincount(parents, level.probability[level.kept], size)
        lower_mass_left = 1 - np.bincount(parents, lower_probability[level.kept], size)
        weight = np.clip(
            np.clip(mass_left, 1e-6, None) / np.clip(lower_mass_left, 1e-6, None), 1e-5, 50.0
        )
        below.weight = np.where(below.kept, weight, 1.0)
        pruned = np.where(
            level.kept, level.probability, below.weight[level.parent] * lower_probability
        )


def add_model(
    arrays: dict[str, NDArray[Any]],
    name: str,
    ids: NDArray[np.int64],
    size: int,
    gains: Sequence[float],
) -> None:
    """Count, smooth, prune and pack one model."""
    levels = count_ngrams(ids, size, len(gains) + 1)
    smooth(levels)
    prune(levels, gains)
    children = [
        np.bincount(above.parent[above.kept], minlength=len(level.word))[level.kept]
        for level, above in pairwise(levels)
    ]
    model.pack_back_off(
        arrays,
        name,
        words=[level.word[level.kept] for level in levels],
        values=[np.log(level.probability[level.kept]) for level in levels],
        weights=[np.log(level.weight[level.kept]) for level in levels if level.weight is not None],
        children=children,
    )
    print(name, "n-grams kept:", [int(level.kept.sum()) for level in levels], flush=True)


def emissions(ids: NDArray[np.int64], vocabulary: Vocabulary) -> NDArray[np.float64]:
    """Return log P(identifier | class) of every identifier, from their counts."""
    count = np.maximum(np.bincount(ids, minlength=len(vocabulary.classes)), 0.5)
    class_counts = np.bincount(vocabulary.classes, count)
    return np.log(count / class_counts[vocabulary.classes])


# --- The artefact -------------------------------------------------------------------------------


def train(corpus: Corpus, lexicon_folder: Path, path: Path, sizes: Sizes | None = None) -> None:
    """Write the model file of a corpus."""
    sizes = sizes or SIZES
    vocabulary = build_vocabulary(corpus, lexicon_folder, sizes)
    ids = encode(corpus, vocabulary)
    settings: dict[str, Any] = {"word_share": WORD_SHARE, "endings": vocabulary.endings}
    arrays: dict[str, NDArray[Any]] = {
        "words": np.frombuffer("\n".join(vocabulary.words).encode(), np.uint8),
        "classes": vocabulary.classes,
        "spread": spread(corpus, vocabulary),
    }
    model.encode_bytes(arrays, "emission", emissions(ids, vocabulary))
    add_model(arrays, "word", ids, len(vocabulary.classes), sizes.word_gains)
    classes = vocabulary.classes[ids].astype(np.int64)
    add_model(arrays, "class", classes, int(vocabulary.classes.max()) + 1, sizes.class_gains)
    unfinished = path.with_suffix(".part")
    text = json.dumps(settings, ensure_ascii=False)
    model.write_arrays(unfinished, {"settings": np.frombuffer(text.encode(), np.uint8), **arrays})
    unfinished.replace(path)


def run(
    corpus: Sequence[str],
    *,
    lexicon: Annotated[Path, "folder with MorphoBr's *.dict.xz"],
    leave_out: LeaveOut = (),
) -> None:
    """Train the model on a corpus and write it with its manifest."""
    started = time.monotonic()
    found = read(corpus, reserved(leave_out))
    print(f"{len(found.stream):,} tokens read in {time.monotonic() - started:.0f} s", flush=True)
    folder = artefact.DATA / NAME
    folder.mkdir(parents=True, exist_ok=True)
    train(found, lexicon, folder / "model.bin")
    words = sorted(lexicon.glob("*.dict*"))
    inputs.write(folder, corpus=sources(corpus), lexicon=words, left_out=leave_out)
    artefact.write_manifest(NAME, VERSION)
    print(f"written in {time.monotonic() - started:.0f} s", flush=True)

"""Does damage lower the score? Human texts against damaged copies of themselves."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median
from typing import Any

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.corrected import linter as default_linter
from benchmarks.evaluation.texts import Item, load
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter
from textlint_pt.report.report import DocumentReport

SEED = 7
FOREIGN_SHARE = LOOP_SHARE = 0.2
WORD_SHARE = 0.1
#: of so many sentences one has a slip
SLIP_EVERY = 20
#: fewer texts of a kind have no median
LEAST_OF_KIND = 5
Paragraphs = list[list[str]]


def paragraphs(linter: Linter, item: Item) -> Paragraphs:
    """Return the sentences of a text by block."""
    document = linter.read(Input(f"{item.name}{item.suffix}", item.text.encode()))
    blocks: dict[int, list[str]] = {}
    for sentence in document.sentences:
        blocks.setdefault(sentence.block, []).append(sentence.text)
    return list(blocks.values())


def compose(blocks: Paragraphs) -> str:
    """Return the text of these paragraphs."""
    return "\n\n".join(" ".join(block) for block in blocks if block)


def _refill(blocks: Paragraphs, sentences: Sequence[str]) -> Paragraphs:
    """Return paragraphs of the same lengths with other sentences."""
    waiting = iter(sentences)
    return [[next(waiting) for _ in block] for block in blocks]


def shuffle(blocks: Paragraphs, rng: random.Random, others: Sequence[str]) -> Paragraphs:
    """Return the text with its sentences in random order."""
    flat = [s for block in blocks for s in block]
    rng.shuffle(flat)
    return _refill(blocks, flat)


def loop(blocks: Paragraphs, rng: random.Random, others: Sequence[str]) -> Paragraphs:
    """Return the text with one sentence repeated until `LOOP_SHARE` of it are copies."""
    places = [(block, at) for block in range(len(blocks)) for at in range(len(blocks[block]))]
    n = len(places)
    # k copies beside the first make (1 + k) of (n + k) sentences
    copies = max(1, round((LOOP_SHARE * n - 1) / (1 - LOOP_SHARE)))
    long_enough = [(block, at) for block, at in places if len(blocks[block][at].split()) >= 4]
    block, at = rng.choice(long_enough or places)
    looped = [list(sentences) for sentences in blocks]
    looped[block][at:at] = [blocks[block][at]] * copies
    return looped


def foreign(blocks: Paragraphs, rng: random.Random, others: Sequence[str]) -> Paragraphs:
    """Return the text with `FOREIGN_SHARE` of its sentences replaced by others."""
    flat = [s for block in blocks for s in block]
    count = max(1, round(FOREIGN_SHARE * len(flat)))
    for at in rng.sample(range(len(flat)), count):
        flat[at] = rng.choice(others)
    return _refill(blocks, flat)


def words(blocks: Paragraphs, rng: random.Random, others: Sequence[str]) -> Paragraphs:
    """Return the text with `WORD_SHARE` of its words replaced; `others` are words here."""
    pieces = [[re.split(r"(\w+)", sentence) for sentence in block] for block in blocks]
    # words stand at odd indices, what is between them at even ones
    places = [(one, at) for block in pieces for one in block for at in range(1, len(one), 2)]
    for sentence, at in rng.sample(places, max(1, round(WORD_SHARE * len(places)))):
        form = rng.choice(others)
        sentence[at] = form.capitalize() if sentence[at][0].isupper() else form
    return [["".join(sentence) for sentence in block] for block in pieces]


#: errors that any writer sees: what is looked for, and what stands there then
ERRORS = [
    (re.compile(pattern), wrong)
    for pattern, wrong in (
        (r"(?<= )([a-zà-ÿ]{3,})(?= )", r"\1 \1"),  # a word doubled
        (r"(?<=[a-zà-ÿ]), (?=[a-zà-ÿ])", " , "),
        (r"(?<=[a-zà-ÿ])\.$", ".."),
        (r"(?<= )([oa]|[dn][oa])s(?= [a-zà-ÿ]{3,}s )", r"\1"),  # number of an article
        (r"(?<= )(foram|eram|são|estão|estavam|tinham|ficaram)(?= )", "foi"),  # and of a verb
        (r"(?<= )à(?= )", "a"),
        (r"(?<= )(n)ão(?= )", r"\1ao"),
        (r"ção(?= |$)", "çao"),
        (r"(?<= )há (?=[a-z]+ (?:anos|dias|meses|semanas|horas))", "a "),
        (r"(?<= )(quis|fiz|pus)(?= )", r"\1z"),
        (r"(?<=[a-z])ss(?=[aeo])", "ç"),
    )
]


def errors(blocks: Paragraphs, rng: random.Random, every: int) -> Paragraphs:
    """Return the text with an error in every `every` sentences, where one can be planted."""
    waiting, changed = 0, []
    for block in blocks:
        sentences = []
        for sentence in block:
            waiting += 1
            if waiting >= every:
                sentence, planted = _with_error(sentence, rng)
                waiting = 0 if planted else waiting
            sentences.append(sentence)
        changed.append(sentences)
    return changed


def _with_error(sentence: str, rng: random.Random) -> tuple[str, bool]:
    """Return the sentence with a random error, and whether one could be planted."""
    for pattern, wrong in rng.sample(ERRORS, len(ERRORS)):
        if places := list(pattern.finditer(sentence)):
            place = rng.choice(places)
            replacement = place.expand(wrong)
            return f"{sentence[: place.start()]}{replacement}{sentence[place.end() :]}", True
    return sentence, False


Damage = Callable[[Paragraphs, random.Random, Sequence[str]], Paragraphs]
DAMAGES: dict[str, Damage] = {"shuffle": shuffle, "loop": loop, "foreign": foreign, "words": words}


def entries(linter: Linter, texts: Sequence[str]) -> list[DocumentReport]:
    sources = [Input(f"{i}.txt", text.encode()) for i, text in enumerate(texts)]
    return list(linter.lint(sources))


def totals(linted: Sequence[DocumentReport]) -> list[float | None]:
    return [entry["score"]["total"] for entry in linted]


def partials(linted: Sequence[DocumentReport], dimension: str) -> list[float | None]:
    found = [entry["score"]["partials"].get(dimension) for entry in linted]
    return [partial["value"] if partial else None for partial in found]


def evenness(items: Sequence[Item], linted: Sequence[DocumentReport]) -> dict[str, Any]:
    """Return median score, spread over kinds, and correlation of focus with length."""
    from scipy.stats import spearmanr

    scored = [
        (item.kind or entry["score"]["kind"], total)
        for item, entry in zip(items, linted, strict=True)
        if (total := entry["score"]["total"]) is not None
    ]
    groups: dict[str | None, list[float]] = defaultdict(list)
    for kind, total in scored:
        groups[kind].append(total)
    medians = [median(group) for group in groups.values() if len(group) >= LEAST_OF_KIND]
    focus = [
        (entry["sentences"], value)
        for entry, value in zip(linted, partials(linted, "focus"), strict=True)
        if value is not None and entry["score"]["total"] is not None
    ]
    related = spearmanr(*zip(*focus, strict=True)).statistic if len(focus) > 2 else None
    return {
        "median": median(total for _, total in scored) if scored else None,
        "spread": max(medians) - min(medians) if medians else None,
        "focus_length": None if related is None else float(related),
    }


def evaluate(name: str, items: Sequence[Item], preset: str) -> Iterator[Row]:
    """Yield a row for the texts as they are, and one for each kind of damage."""
    linter = default_linter(preset=preset)
    texts = [paragraphs(linter, item) for item in items]
    forms = sorted({w for t in texts for b in t for s in b for w in re.findall(r"[^\W\d_]+", s)})
    human = entries(linter, [compose(text) for text in texts])
    originals = totals(human)
    row = _damage_row(name, "human", originals, originals)
    yield {**row, "auc": None, **evenness(items, human)}
    aucs = []
    for damage, function in DAMAGES.items():
        damaged = []
        for index, (item, text) in enumerate(zip(items, texts, strict=True)):
            rng = random.Random(f"{SEED} {damage} {item.name}")
            others = forms if damage == "words" else _other_sentences(items, texts, index)
            damaged.append(compose(function(text, rng, others)))
        linted = entries(linter, damaged)
        if damage == "shuffle":  # only focus depends on the order of sentences
            row = _damage_row(name, damage, partials(human, "focus"), partials(linted, "focus"))
        else:
            row = _damage_row(name, damage, originals, totals(linted))
        aucs += [] if row["auc"] is None else [row["auc"]]
        yield row
    yield {"set": name, "damage": "mean", "auc": mean(aucs) if aucs else None}
    for damage, every in (("slips", SLIP_EVERY), ("wrong", 1)):
        rngs = [random.Random(f"{SEED} {damage} {item.name}") for item in items]
        damaged = [compose(errors(text, rng, every)) for text, rng in zip(texts, rngs, strict=True)]
        linted = entries(linter, damaged)
        costs = [before - after for before, after in _scored_pairs(originals, totals(linted))]
        values = [v for v in partials(linted, "grammaticality") if v is not None]
        yield {
            "set": name,
            "damage": damage,
            "cost": median(costs) if costs else None,
            "grammaticality": median(values) if values else None,
            "n": len(costs),
        }


def _damage_row(
    name: str, damage: str, before: Sequence[float | None], after: Sequence[float | None]
) -> Row:
    """Return how often damaged texts score less than the originals, and how many score 0."""
    pairs = _scored_pairs(before, after)
    wins = [(before > after) + (before == after) / 2 for before, after in pairs]
    return {
        "set": name,
        "damage": damage,
        "auc": mean(wins) if wins else None,
        "zero_share": mean(after <= 0 for _, after in pairs) if pairs else None,
        "unscored": len(before) - len(pairs),
        "n": len(before),
    }


def _scored_pairs(
    before: Sequence[float | None], after: Sequence[float | None]
) -> list[tuple[float, float]]:
    both = zip(before, after, strict=True)
    return [(b, a) for b, a in both if b is not None and a is not None]


def _other_sentences(items: Sequence[Item], texts: Sequence[Paragraphs], index: int) -> list[str]:
    """Return the sentences of the other texts of the same kind, or of all others."""
    same = [i for i, item in enumerate(items) if i != index and item.kind == items[index].kind]
    chosen = same or [i for i in range(len(items)) if i != index]
    return [s for i in chosen for block in texts[i] for s in block]


def run(files: Files, *, preset: str = "default") -> Rows:
    """Yield the rows of each set of texts; texts that are sets of their own are one together."""
    sets = [one for path in files for one in load(path).items()]
    for name, items in sets:
        if len(items) > 1:
            yield from evaluate(name, items, preset)
    documents = [items[0] for _, items in sets if len(items) == 1]
    if documents:
        yield from evaluate("documents", documents, preset)

"""Are sentences planted from another text farther from their neighbours than the text's own?"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.texts import Item, load
from textlint_pt.companions.input import Input
from textlint_pt.contract.metric import Metric
from textlint_pt.contract.rule import findings
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.text.document import Document, Kind, Sentence, Text
from textlint_pt.text.wmd import Bag

SEED = 7
DRAWS = 20
LEAST_SENTENCES = 8
#: the word vectors of each sentence, and what distances are usual in text
ANALYSES = ("word-vectors", "word-vectors-reference")
Values = Sequence[float | None]


class Place(NamedTuple):
    """Where a sentence of a text stands."""

    kind: Kind
    block: int
    section: int


class Story(NamedTuple):
    """A text cut into sentences."""

    name: str
    kind: str
    author: str
    sentences: Sequence[str]
    places: Sequence[Place] = ()


class Measuring:
    """Metrics over lists of sentences; each sentence is analysed once."""

    def __init__(self, plugins: Plugins, sentences: Sequence[str]) -> None:
        """Compute the word vectors of all sentences; ends the program where a model is missing."""
        self._plugins = plugins
        analyzer = Analyzer(plugins.resources.values(), {"lexicon": None, "models": {}})
        (found,) = analyzer.run([document_of(sentences)], ANALYSES)
        if analyzer.missing:
            raise SystemExit("; ".join(analyzer.missing.values()))
        bags, self._usual_distances = (found.values[name] for name in ANALYSES)
        self.bags: dict[str, Bag] = dict(zip(sentences, bags, strict=True))

    def view(self, sentences: Sequence[str], places: Sequence[Place] = ()) -> View:
        bags = [self.bags[sentence] for sentence in sentences]
        analyses = dict(zip(ANALYSES, (bags, self._usual_distances), strict=True))
        return View(document_of(sentences, places), analyses)

    def values(self, name: str, sentences: Sequence[str]) -> Values:
        return self._metric(name).measure(self.view(sentences), {}).values

    def reported(self, sentences: Sequence[str], places: Sequence[Place]) -> set[int]:
        """Return the indices of the sentences that FOC001 reports."""
        rule = self._plugins.rules["FOC001"]()
        view = self.view(sentences, places)
        for name in rule.declared.metrics:
            view.measurements[name] = self._metric(name).measure(view, {})
        options = {name: option.default for name, option in rule.options.items()}
        number = {sentence.span: sentence.index for sentence in view.sentences}
        return {number[finding.span] for finding in findings(rule, view, options)}

    def partial(self, name: str, sentences: Sequence[str]) -> float:
        """Return a partial score of a text; `ValueError` if there is none."""
        view, metric = self.view(sentences), self._metric(name)
        partial = metric.partial(metric.measure(view, {}), view, {})
        if partial is None or partial.value is None:
            raise ValueError(f"{name} gives no partial score to {len(sentences)} sentences")
        return partial.value

    def _metric(self, name: str) -> Metric:
        return self._plugins.metrics[name]()


def document_of(sentences: Sequence[str], places: Sequence[Place] = ()) -> Document:
    """Return a document of these sentences, one paragraph unless places are given."""
    start, result = 0, []
    for index, sentence in enumerate(sentences):
        place = places[index] if places else Place(Kind.PARAGRAPH, 0, 0)
        result.append(Sentence(index, Text.verbatim(sentence, start), *place))
        start += len(sentence) + 1
    return Document("", " ".join(sentences), "text", (), tuple(result))


def gruen(measuring: Measuring, sentences: Sequence[str]) -> Values:
    """Return the distance by the published similarity to the sentences on both sides."""
    alike = measuring.values("focus.gruen", sentences)
    values: list[float | None] = []
    for number in range(len(sentences)):
        sides = [value for value in alike[number : number + 2] if value is not None]
        values.append(1 - fmean(sides) if sides else None)
    return values


def plain_distance(reach: int) -> Callable[[Measuring, Sequence[str]], Values]:
    """Return the mean word mover's distance to `reach` neighbours on each side."""
    from textlint_pt_focus.surroundings import Distances

    def values(measuring: Measuring, sentences: Sequence[str]) -> Values:
        distances = Distances([measuring.bags[sentence] for sentence in sentences])
        found: list[float | None] = [None] * len(sentences)
        for index in distances.spoken:
            before, after = distances.neighbours(index)
            neighbour_distances = [
                distances.transport(min(index, other), max(index, other)).distance
                for other in (*before[:reach], *after[:reach])
            ]
            found[index] = fmean(neighbour_distances) if neighbour_distances else None
        return found

    return values


def draws(story: Story, stories: Sequence[Story]) -> list[tuple[int, str]]:
    """Return the positions and sentences of other texts to plant in a story, one a draw."""
    others = [other for other in stories if other is not story and other.kind == story.kind]
    same = [other for other in others if story.author and other.author == story.author]
    rng = random.Random(f"{SEED} {story.name}")
    return [
        (rng.randrange(1, len(story.sentences)), rng.choice(rng.choice(same or others).sentences))
        for _ in range(DRAWS)
    ]


def area(values: Values, index: int) -> float:
    """Return the share of other values that are less than that at an index, ties half."""
    value, others = values[index], [v for n, v in enumerate(values) if n != index and v is not None]
    if value is None or not others:
        return 0.5
    return fmean(1.0 if v < value else 0.5 if v == value else 0.0 for v in others)


def shuffled(story: Story) -> list[str]:
    sentences = list(story.sentences)
    random.Random(f"{SEED} shuffle {story.name}").shuffle(sentences)
    return sentences


def read(items: Sequence[Item], linter: Linter) -> list[Story]:
    """Return the sentences of each text with their places."""
    stories = []
    for item in items:
        document = linter.read(Input(f"{item.name}{item.suffix}", item.text.encode()))
        sentences = [sentence.text for sentence in document.sentences]
        places = [Place(s.kind, s.block, s.section) for s in document.sentences]
        stories.append(Story(item.name, item.kind, item.author, sentences, places))
    return stories


def evaluate(name: str, stories: Sequence[Story], plugins: Plugins) -> list[dict[str, Any]]:
    """Return a row for each system and one for FOC001: how well planted sentences are found."""
    from scipy.stats import wilcoxon

    # sentences of a short text may go into another
    candidates = [story for story in stories if story.sentences]
    chosen = [
        story
        for story in candidates
        if len(story.sentences) >= LEAST_SENTENCES
        and any(other is not story and other.kind == story.kind for other in candidates)
    ]
    if not chosen:
        return []
    all_sentences = dict.fromkeys(sentence for story in candidates for sentence in story.sentences)
    measuring = Measuring(plugins, list(all_sentences))
    planted = [
        [
            ([*story.sentences[:at], sentence, *story.sentences[at:]], at)
            for at, sentence in draws(story, candidates)
        ]
        for story in chosen
    ]
    counts = {"n_texts": len(chosen), "left_out": len(stories) - len(chosen)}
    rows: list[dict[str, Any]] = []
    for system, function, metric in (
        ("ours", lambda one, text: one.values("focus.transition", text), "focus.transition"),
        ("gruen formula", gruen, "focus.gruen"),
        ("word mover's distance, two neighbours", plain_distance(1), None),
        ("word mover's distance, six neighbours", plain_distance(3), None),
    ):
        auc = fmean(
            fmean(area(function(measuring, sentences), at) for sentences, at in texts)
            for texts in planted
        )
        row: dict[str, Any] = {"system": system, "set": name, "auc": auc}
        row |= {"shuffle_p": None, "fallen": None, **counts}
        if metric:
            losses = [
                measuring.partial(metric, story.sentences)
                - measuring.partial(metric, shuffled(story))
                for story in chosen
            ]
            row["fallen"] = fmean(loss > 0 for loss in losses)
            test = wilcoxon(losses, alternative="greater") if any(losses) else None
            row["shuffle_p"] = float(test.pvalue) if test else 1.0
        rows.append(row)
    rows.append({"system": "FOC001", "set": name, **rates(measuring, chosen, candidates), **counts})
    return rows


def rates(
    measuring: Measuring, stories: Sequence[Story], others: Sequence[Story]
) -> dict[str, float]:
    """Return the share of planted sentences that FOC001 reports, and its findings elsewhere."""
    found = []
    for story in stories:
        for at, sentence in draws(story, others):
            # it stands in the paragraph of the sentence before it
            places = [*story.places[:at], story.places[at - 1], *story.places[at:]]
            sentences = [*story.sentences[:at], sentence, *story.sentences[at:]]
            found.append(at in measuring.reported(sentences, places))
    false = sum(len(measuring.reported(story.sentences, story.places)) for story in stories)
    sentences_read = sum(len(story.sentences) for story in stories)
    return {
        "found": fmean(found),
        "false_per_1000": 1000 * false / sentences_read,
        "n_false": false,
        "n_found": len(found),
        "n_sentences": sentences_read,
    }


def run(files: Files) -> Rows:
    """Yield the rows of every file of documents."""
    plugins = load_plugins()
    linter = Linter(plugins, [])
    for path in files:
        for name, items in load(path).items():
            yield from evaluate(name, read(items, linter), plugins)

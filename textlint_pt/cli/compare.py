"""`textlint-pt compare A B`: how alike two texts are in what they say, what differs, and whether
their scores do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from textwrap import shorten
from typing import Any, NamedTuple

from textlint_pt import portuguese
from textlint_pt.cli.config import document_in, installed
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.layers import layers_at
from textlint_pt.cli.output import complain, inform
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import first_lines
from textlint_pt.engine.session import Session
from textlint_pt.formats import decoding
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import differ
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.figures import points, span
from textlint_pt.text.document import Document, Kind, Sentence, Text
from textlint_pt.text.language import detect
from textlint_pt.text.likeness import Comparison, Side, compare
from textlint_pt.text.negation import Lexicon
from textlint_pt.text.turns import asks_for_roles
from textlint_pt.text.words import WORD_OR_NUMBER, words

ANALYSES = ("meaning-vectors", "meaning-tokens")
#: words that only one text has which are listed
_MAX_WORDS = 12
#: sentences that are compared with all of the other text at once
_BATCH = 256
#: languages that the encoder was taught, and too little text to tell
_SUPPORTED_LANGUAGES = ("pt", "en", "und")
#: how much of what was given a notice shows
_MAX_SHOWN = 60


class AnalysedText(NamedTuple):
    """One of the two texts with what its sentences say, which may be packed."""

    sentences: Sequence[Sentence]
    vectors: Sequence[Any]
    words: Sequence[Any]
    #: by text, of those sentences that need one
    parses: dict[str, Any]

    def side(self, index: int) -> Side:
        text = self.sentences[index].text
        return Side(text, self.vectors[index], self.words[index], self.parses.get(text))


def compare_and_print(options: Mapping[str, Any]) -> int:
    """Compare two files, or two sentences given as arguments, and print the result."""
    names: list[str] = [options["first"], options["second"]]
    layers = layers_at(Path.cwd(), None)
    plugins = config.with_formats(installed(options), layers)
    language = spoken()
    documents = [_document(name, plugins, layers) for name in names]
    for name, document in zip(names, documents, strict=True):
        if not document.sentences:
            raise UserError(f"{visible(name) or '(empty)'}: no sentence to compare")
        if not any(WORD_OR_NUMBER.search(sentence.text) for sentence in document.sentences):
            raise UserError(f"{visible(name)}: no sentence to compare")
    cache = Cache(folders.cache(), complain)
    analyzer = Analyzer(plugins.resources.values(), {}, cache)
    results = analyzer.run(documents, (*ANALYSES, "forms"))
    if analyzer.missing:
        raise UserError(next(iter(analyzer.missing.values())))
    for name, result in zip(names, results, strict=True):
        document, notices = result.document, []
        if truncated := analyzer.cut(result):
            notices.append(say(language, "long-sentence", lines=first_lines(document, truncated)))
        if _language(document) not in _SUPPORTED_LANGUAGES:
            notices.append(say(language, "compare-other-language"))
        if sum(len(words(sentence.text, figures=True)) for sentence in document.sentences) < 2:
            notices.append(say(language, "compare-one-word"))
        for notice in notices:
            inform(f"{shorten(name, _MAX_SHOWN)}: {notice}")
    parses: dict[str, Any] = {}
    first_text, second_text = (
        AnalysedText(
            result.document.sentences,
            result.values["meaning-vectors"],
            result.values["meaning-tokens"],
            parses,
        )
        for result in results
    )
    lexicon = results[0].values["forms"] if _are_portuguese(documents) else None
    if lexicon:
        parses.update(_parses(_texts_to_parse(first_text, second_text, lexicon), analyzer))
    entry = _entry(first_text, second_text, lexicon)
    paths = [document.path for document in documents]
    if all(paths):
        entry["scores"] = _scores(paths, Session(layers, lambda: plugins, cache=cache))
    if options["output"] == "json":
        sys.stdout.write(dumps(entry, 2) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(entry, language))
    return 0


def _scores(paths: Sequence[str], session: Session) -> dict[str, Any] | None:
    """Return both scores and whether they differ by more than chance, if both exist."""
    checked = session.check(Input(path, decoding.read(path)) for path in paths)
    intervals: list[tuple[float, float, float]] = []
    for checked_text in checked:
        score = checked_text.report.score
        if score.total is None or score.interval is None:
            return None
        low, high = score.interval
        intervals.append((score.total, low, high))
    first, second = ({"total": total, "interval": [low, high]} for total, low, high in intervals)
    return {"first": first, "second": second, "differ": differ(*intervals)}


def _document(argument: str, plugins: Plugins, layers: Sequence[Layer]) -> Document:
    """Read a file by its format; wrap any other argument as one sentence."""
    path = Path(argument)
    try:
        exists = bool(argument) and path.exists()
    except OSError:  # too long for a name
        exists = False
    if exists and path.is_dir():
        raise UserError(f"{argument}: is a folder; name one file of it")
    if not exists:
        has_extension = path.suffix != "" and path.suffix.lower() in plugins.extensions
        if has_extension and " " not in argument:
            raise UserError(f"{argument}: no such file")
        text = " ".join(argument.split())
        sentence = Sentence(0, Text.verbatim(text, 0), Kind.PARAGRAPH, 0, 0)
        return Document("", text, "text", (), (sentence,) if text else ())
    try:
        return document_in(argument, argument, plugins, layers)
    except Unreadable as error:
        raise UserError(str(error)) from error


def _language(document: Document) -> str:
    return detect(" ".join(sentence.text for sentence in document.sentences))


def _are_portuguese(documents: Sequence[Document]) -> bool:
    return all(_language(document) in ("pt", "und") for document in documents)


def _entry(first: AnalysedText, second: AnalysedText, lexicon: Lexicon | None) -> dict[str, Any]:
    """Return the comparison as JSON data, each sentence against its nearest counterpart."""
    forward, backward = (
        list(_compared_with_nearest(*sides, lexicon))
        for sides in ((first, second), (second, first))
    )
    differences = [
        *_differences("first", first, second, [found for found, _ in forward]),
        *_differences("second", second, first, [found for found, _ in backward]),
        *_contradictions(first, second, forward),
    ]
    denied = sum(found.denied for found, _ in forward)
    if denied:
        differences.append({"kind": "negation", "sentences": denied})
    comparisons = [found for found, _ in (*forward, *backward)]
    contradicts = any(found.denied or found.turned for found in comparisons)
    return {
        "likeness": round(fmean([found.likeness for found in comparisons]), 2),
        "second_follows": not contradicts and not any(found.only_first for found, _ in backward),
        "first_follows": not contradicts and not any(found.only_first for found, _ in forward),
        "differences": differences,
    }


def _contradictions(
    first: AnalysedText, second: AnalysedText, forward: Sequence[tuple[Comparison, int]]
) -> Iterator[dict[str, Any]]:
    """Yield contradictions other than negation as JSON data."""
    for sentence, (comparison, nearest_index) in zip(first.sentences, forward, strict=True):
        for contradiction in comparison.turned:
            if contradiction.kind != "negation":
                nearest_text = second.sentences[nearest_index].text
                yield {
                    "kind": contradiction.kind,
                    "first": _part(sentence.text, contradiction.first),
                    "second": _part(nearest_text, contradiction.second),
                    "sentence": sentence.span.start,
                }


def _part(text: str, place: tuple[int, int] | None) -> str:
    return text[slice(*place)] if place else ""


def _texts_to_parse(first: AnalysedText, second: AnalysedText, lexicon: Lexicon) -> Iterator[str]:
    """Yield the sentences whose parse is needed to compare subject and object."""
    for text, nearest_in in ((first, second), (second, first)):
        for index, other in _nearest(text, nearest_in):
            texts = text.sentences[index].text, nearest_in.sentences[other].text
            if asks_for_roles(*texts, lexicon):
                yield from texts


def _parses(texts: Iterable[str], analyzer: Analyzer) -> dict[str, Any]:
    """Return the parse of each text."""
    unique = list(dict.fromkeys(texts))
    parses = analyzer.values("parse", unique)
    if parses is None:
        raise UserError(next(iter(analyzer.missing.values())))
    return dict(zip(unique, parses, strict=True))


def _compared_with_nearest(
    first: AnalysedText, second: AnalysedText, lexicon: Lexicon | None
) -> Iterator[tuple[Comparison, int]]:
    """Yield each sentence of `first` compared with the nearest of `second`, and its index."""
    for index, other in _nearest(first, second):
        yield compare(first.side(index), second.side(other), lexicon), other


def _nearest(text: AnalysedText, other: AnalysedText) -> Iterator[tuple[int, int]]:
    """Yield the index of each sentence and of the most similar one of the other text."""
    import numpy as np

    other_vectors = np.stack(other.vectors[:])
    for start in range(0, len(text.sentences), _BATCH):
        nearest = (np.stack(text.vectors[start : start + _BATCH]) @ other_vectors.T).argmax(1)
        yield from enumerate(nearest.tolist(), start)


def _differences(
    name: str, text: AnalysedText, other: AnalysedText, comparisons: Sequence[Comparison]
) -> Iterator[dict[str, Any]]:
    """Yield numbers the nearest sentence lacks, and words that the whole other text lacks."""
    other_words = {
        word.form for sentence_of_other in other.sentences for word in words(sentence_of_other.text)
    }
    numerals = portuguese.cardinals()
    for sentence, comparison in zip(text.sentences, comparisons, strict=True):
        for start, end in comparison.only_first:
            phrase = sentence.text[start:end]
            is_number = any(map(str.isdigit, phrase)) or phrase.lower() in numerals
            kind = "number" if is_number else "word"
            if kind == "word" and phrase.lower() in other_words:
                continue
            yield {
                "kind": kind, "only_in": name, "text": phrase, "sentence": sentence.span.start
            }  # fmt: skip


def _lines(entry: dict[str, Any], language: str) -> Iterator[str]:
    """Yield a comparison as lines of text; numbers that changed are shown as pairs."""
    yield say(language, "compare-likeness", likeness=entry["likeness"])
    if scores := entry.get("scores"):
        first, second = (
            f"{points(score['total'], language)}{span(score['interval'], language)}"
            for score in (scores["first"], scores["second"])
        )
        name = "compare-scores-differ" if scores["differ"] else "compare-scores-same"
        yield say(language, name, first=first, second=second)
    for key in ("second_follows", "first_follows"):
        answer = say(language, "yes" if entry[key] else "no")
        yield say(language, f"compare-{key}", answer=answer)
    differences = entry["differences"]
    number_pairs = _number_pairs(differences)
    for pair in number_pairs:
        first, second = map(visible, pair)
        yield say(language, "compare-number", first=first, second=second)
    are_numbers_equally_many = len(_numbers(differences, "first")) == len(
        _numbers(differences, "second")
    )
    for name in ("first", "second"):
        only = [
            visible(difference["text"])
            for difference in differences
            if difference.get("only_in") == name
            and not (are_numbers_equally_many and difference["kind"] == "number")
        ]
        only = [*dict.fromkeys(only)]
        if len(only) > _MAX_WORDS:
            only[_MAX_WORDS:] = [say(language, "compare-more", count=len(only) - _MAX_WORDS)]
        if only:
            yield say(language, f"compare-only-{name}", words=", ".join(only))
    for found in differences:
        if "first" in found and (found["first"], found["second"]) not in number_pairs:
            sides = {name: visible(found[name]) or "–" for name in ("first", "second")}
            yield say(language, f"compare-{found['kind']}", **sides)
    if any(difference["kind"] == "negation" for difference in differences):
        yield say(language, "compare-negation")


def _numbers(differences: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    """Return the numbers that only the first or only the second text has."""
    return [
        difference["text"]
        for difference in differences
        if difference["kind"] == "number" and difference.get("only_in") == name
    ]


def _number_pairs(differences: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return the numbers of both texts in order as pairs; none if they are not equally many."""
    first, second = _numbers(differences, "first"), _numbers(differences, "second")
    return list(zip(first, second, strict=True)) if len(first) == len(second) else []

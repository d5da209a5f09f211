"""`textlint-pt compare A B`: how alike two texts are in what they say, what differs, and whether
their scores do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from textwrap import shorten
from typing import Any, NamedTuple

from textlint_pt import portuguese
from textlint_pt.cli.config import layers_at
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.listing import check_form
from textlint_pt.cli.output import complain
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import first_lines
from textlint_pt.engine.session import Session
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
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
_MOST = 12
#: sentences that are compared with all of the other text at once
_TOGETHER = 256
#: languages that the encoder was taught, and too little text to tell
_SUPPORTED_LANGUAGES = ("pt", "en", "und")
#: how much of what was given a notice shows
_SHOWN = 60


class AnalysedText(NamedTuple):
    """One of the two texts with what its sentences say, which may be packed."""

    sentences: Sequence[Sentence]
    vectors: Sequence[Any]
    words: Sequence[Any]
    #: by text, of those sentences that need one
    parses: dict[str, Any]

    def side(self, at: int) -> Side:
        text = self.sentences[at].text
        return Side(text, self.vectors[at], self.words[at], self.parses.get(text))


def compare_and_print(first: str, second: str, output: str, third_party: bool) -> int:
    """Compare two files, or two sentences given as they are, and print the result."""
    check_form(output)
    layers, plugins = layers_at(Path.cwd(), None), load(third_party)
    language = spoken()
    documents = [_document(given, plugins) for given in (first, second)]
    for given, document in zip((first, second), documents, strict=True):
        if not document.sentences:
            raise UserError(f"{visible(given) or '(empty)'}: no sentence to compare")
        if not any(WORD_OR_NUMBER.search(sentence.text) for sentence in document.sentences):
            raise UserError(f"{visible(given)}: no sentence to compare")
    cache = Cache(folders.cache(), complain)
    analyzer = Analyzer(plugins.resources.values(), {}, cache)
    results, _ = analyzer.run(documents, (*ANALYSES, "forms"))
    if analyzer.missing:
        raise UserError(next(iter(analyzer.missing.values())))
    for given, document, found in zip((first, second), documents, results, strict=True):
        notices = []
        if truncated := analyzer.cut(document, found):
            notices.append(say(language, "long-sentence", lines=first_lines(document, truncated)))
        if _language(document) not in _SUPPORTED_LANGUAGES:
            notices.append(say(language, "compare-other-language"))
        if sum(len(words(sentence.text, figures=True)) for sentence in document.sentences) < 2:
            notices.append(say(language, "compare-one-word"))
        for notice in notices:
            sys.stderr.write(f"textlint-pt: {visible(shorten(given, _SHOWN))}: {notice}\n")
    parses: dict[str, Any] = {}
    first_text, second_text = (
        AnalysedText(document.sentences, found["meaning-vectors"], found["meaning-tokens"], parses)
        for document, found in zip(documents, results, strict=True)
    )
    lexicon = results[0]["forms"] if _portuguese(documents) else None
    if lexicon:
        parses.update(_parses(_roles(first_text, second_text, lexicon), analyzer))
    entry = _entry(first_text, second_text, lexicon)
    paths = [document.path for document in documents]
    if all(paths):
        entry["scores"] = _scores(paths, Session(layers, lambda: plugins, cache=cache))
    if output == "json":
        sys.stdout.write(dumps(entry, 2) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(entry, language))
    return 0


def _scores(paths: Sequence[str], session: Session) -> dict[str, Any] | None:
    """The scores of two files under the configuration that is here, with their intervals, and
    whether they differ by more than chance; None unless both have one."""
    checked = session.check(Input(path, decoding.read(path)) for path in paths)
    ends: list[tuple[float, float, float]] = []
    for one in checked:
        score = one.report.score
        if score.total is None or score.interval is None:
            return None
        low, high = score.interval
        ends.append((score.total, low, high))
    first, second = ({"total": total, "interval": [*reach]} for total, *reach in ends)
    return {"first": first, "second": second, "differ": differ(*ends)}


def _document(given: str, plugins: Plugins) -> Document:
    """A file by its format; what is no file's name is one sentence."""
    path = Path(given)
    try:
        there = bool(given) and path.exists()
    except OSError:  # too long for a name
        there = False
    if there and path.is_dir():
        raise UserError(f"{given}: is a folder; name one file of it")
    if not there:
        if path.suffix.lower() in plugins.extensions and path.suffix and " " not in given:
            raise UserError(f"{given}: no such file")
        text = " ".join(given.split())
        sentence = Sentence(0, Text.verbatim(text, 0), Kind.PARAGRAPH, 0, 0)
        return Document("", text, "text", (), (sentence,) if text else ())
    try:
        reader = plugins.format_for(given)
        return build(given, decoding.decode(given, decoding.read(given), reader), reader)
    except Unreadable as error:
        raise UserError(str(error)) from error


def _language(document: Document) -> str:
    return detect(" ".join(sentence.text for sentence in document.sentences))


def _portuguese(documents: Sequence[Document]) -> bool:
    return all(_language(document) in ("pt", "und") for document in documents)


def _entry(first: AnalysedText, second: AnalysedText, lexicon: Lexicon | None) -> dict[str, Any]:
    """What is printed. Each sentence is compared with the nearest of the other text."""
    forth, back = (list(_compared(*sides, lexicon)) for sides in ((first, second), (second, first)))
    differences = [
        *_differences("first", first, second, [found for found, _ in forth]),
        *_differences("second", second, first, [found for found, _ in back]),
        *_turns(first, second, forth),
    ]
    denied = sum(found.denied for found, _ in forth)
    if denied:
        differences.append({"kind": "negation", "sentences": denied})
    every = [found for found, _ in (*forth, *back)]
    turned = any(found.denied or found.turned for found in every)
    return {
        "likeness": round(fmean([found.likeness for found in every]), 2),
        "second_follows": not turned and not any(found.only_first for found, _ in back),
        "first_follows": not turned and not any(found.only_first for found, _ in forth),
        "differences": differences,
    }


def _turns(
    first: AnalysedText, second: AnalysedText, forth: Sequence[tuple[Comparison, int]]
) -> Iterator[dict[str, Any]]:
    for sentence, (found, other) in zip(first.sentences, forth, strict=True):
        for turn in found.turned:
            if turn.kind != "negation":
                there = second.sentences[other].text
                yield {
                    "kind": turn.kind,
                    "first": sentence.text[slice(*turn.first)] if turn.first else "",
                    "second": there[slice(*turn.second)] if turn.second else "",
                    "sentence": sentence.span.start,
                }


def _roles(first: AnalysedText, second: AnalysedText, lexicon: Lexicon) -> Iterator[str]:
    """Sentences whose roles are asked for, by either text."""
    for ours, theirs in ((first, second), (second, first)):
        for at, other in _nearest(ours, theirs):
            texts = ours.sentences[at].text, theirs.sentences[other].text
            if asks_for_roles(*texts, lexicon):
                yield from texts


def _parses(texts: Iterable[str], analyzer: Analyzer) -> dict[str, Any]:
    known = list(dict.fromkeys(texts))
    sentences = tuple(
        Sentence(at, Text.verbatim(text, 0), Kind.PARAGRAPH, at, 0) for at, text in enumerate(known)
    )
    if not sentences:
        return {}
    results, _ = analyzer.run([Document("", "", "text", (), sentences)], ("parse",))
    if analyzer.missing:
        raise UserError(next(iter(analyzer.missing.values())))
    return dict(zip(known, results[0]["parse"], strict=True))


def _compared(
    ours: AnalysedText, theirs: AnalysedText, lexicon: Lexicon | None
) -> Iterator[tuple[Comparison, int]]:
    """Each of our sentences beside the nearest of theirs, and which that is."""
    for at, other in _nearest(ours, theirs):
        yield compare(ours.side(at), theirs.side(other), lexicon), other


def _nearest(ours: AnalysedText, theirs: AnalysedText) -> Iterator[tuple[int, int]]:
    import numpy as np

    there = np.stack(theirs.vectors[:])
    for start in range(0, len(ours.sentences), _TOGETHER):
        near = (np.stack(ours.vectors[start : start + _TOGETHER]) @ there.T).argmax(1)
        yield from enumerate(near.tolist(), start)


def _differences(
    name: str, text: AnalysedText, other: AnalysedText, found: Sequence[Comparison]
) -> Iterator[dict[str, Any]]:
    """Numbers that the nearest sentence has not, and words that no sentence of the other has."""
    there = {word.form for one in other.sentences for word in words(one.text)}
    numerals = portuguese.cardinals()
    for sentence, comparison in zip(text.sentences, found, strict=True):
        for begin, end in comparison.only_first:
            said = sentence.text[begin:end]
            is_number = any(map(str.isdigit, said)) or said.lower() in numerals
            kind = "number" if is_number else "word"
            if kind == "word" and said.lower() in there:
                continue
            yield {
                "kind": kind, "only_in": name, "text": said, "sentence": sentence.span.start
            }  # fmt: skip


def _lines(entry: dict[str, Any], language: str) -> Iterator[str]:
    """A comparison in words, a line each; numbers that changed are shown as pairs."""
    yield say(language, "compare-likeness", likeness=entry["likeness"])
    if scores := entry.get("scores"):
        first, second = (
            f"{points(one['total'], language)}{span(one['interval'], language)}"
            for one in (scores["first"], scores["second"])
        )
        name = "compare-scores-differ" if scores["differ"] else "compare-scores-same"
        yield say(language, name, first=first, second=second)
    for key in ("second_follows", "first_follows"):
        answer = say(language, "yes" if entry[key] else "no")
        yield say(language, f"compare-{key}", answer=answer)
    numbers = {
        name: [
            d["text"]
            for d in entry["differences"]
            if (d["kind"], d.get("only_in")) == ("number", name)
        ]
        for name in ("first", "second")
    }
    paired = len(numbers["first"]) == len(numbers["second"])
    for pair in zip(*numbers.values(), strict=False) if paired else ():
        first, second = map(visible, pair)
        yield say(language, "compare-number", first=first, second=second)
    for name in ("first", "second"):
        only = [
            visible(d["text"])
            for d in entry["differences"]
            if d.get("only_in") == name and not (paired and d["kind"] == "number")
        ]
        only = [*dict.fromkeys(only)]
        if len(only) > _MOST:
            only[_MOST:] = [say(language, "compare-more", count=len(only) - _MOST)]
        if only:
            yield say(language, f"compare-only-{name}", words=", ".join(only))
    shown = set(zip(*numbers.values(), strict=False)) if paired else set()
    for found in entry["differences"]:
        if "first" in found and (found["first"], found["second"]) not in shown:
            sides = {name: visible(found[name]) or "–" for name in ("first", "second")}
            yield say(language, f"compare-{found['kind']}", **sides)
    if any(difference["kind"] == "negation" for difference in entry["differences"]):
        yield say(language, "compare-negation")

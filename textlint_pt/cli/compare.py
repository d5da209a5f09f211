"""`textlint-pt compare A B`: how alike two texts are in what they say, and what differs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.laboratory import Laboratory
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.reporters.json import dumps
from textlint_pt.reporters.messages import say, visible
from textlint_pt.text.document import Document, Kind, Sentence, Text
from textlint_pt.text.likeness import Comparison, Side, compare

ANALYSES = ("meaning-vectors", "meaning-tokens")


class Read(NamedTuple):
    """One of the two texts: the sentences with what they say, and where each begins."""

    sides: list[Side]
    starts: list[int]


def show(first: str, second: str, output: str, language: str, third_party: bool) -> int:
    """Write the comparison of two files, or of two sentences given as they are."""
    if output not in ("text", "json"):
        raise UserError(f'--format: unknown format "{output}"; known: text, json')
    plugins = load(third_party)
    documents = [_document(given, plugins) for given in (first, second)]
    for given, document in zip((first, second), documents, strict=True):
        if not document.sentences:
            raise UserError(f"{visible(given) or '(empty)'}: no sentence to compare")
    laboratory = Laboratory(plugins.resources.values(), {}, Cache(folders.cache()))
    results, _ = laboratory.run(documents, ANALYSES)
    if laboratory.missing:
        raise UserError(next(iter(laboratory.missing.values())))
    texts = [_read(document, found) for document, found in zip(documents, results, strict=True)]
    entry = _entry(*texts)
    if output == "json":
        sys.stdout.write(dumps(entry, 2) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(entry, language))
    return 0


def _document(given: str, plugins: Plugins) -> Document:
    """A file by its format; what is no file's name is one sentence."""
    try:
        there = Path(given).is_file()
    except OSError:  # too long for a name
        there = False
    if not there:
        text = " ".join(given.split())
        sentence = Sentence(0, Text.verbatim(text, 0), Kind.PARAGRAPH, 0, 0)
        return Document("", text, "text", (), (sentence,) if text else ())
    try:
        reader = plugins.format_for(given)
        return build(given, decoding.decode(given, decoding.read(given), reader), reader)
    except Unreadable as error:
        raise UserError(str(error)) from error


def _read(document: Document, found: dict[str, Any]) -> Read:
    values = zip(document.sentences, *(found[name] for name in ANALYSES), strict=True)
    return Read(
        [Side(sentence.text, vector, words) for sentence, vector, words in values],
        [sentence.span.start for sentence in document.sentences],
    )


def _entry(first: Read, second: Read) -> dict[str, Any]:
    """What is printed. Each sentence is compared with the nearest of the other text."""
    forth = [_nearest(side, second.sides) for side in first.sides]
    back = [_nearest(side, first.sides) for side in second.sides]
    differences = [
        *_differences("first", first, forth),
        *_differences("second", second, back),
    ]
    denied = sum(found.denied for _, found in forth)
    if denied:
        differences.append({"kind": "negation", "sentences": denied})
    return {
        "likeness": round(fmean([f.likeness for _, f in (*forth, *back)]), 2),
        "second_follows": all(not found.only_first and not found.denied for _, found in back),
        "first_follows": all(not found.only_first and not found.denied for _, found in forth),
        "differences": differences,
    }


def _nearest(side: Side, others: Sequence[Side]) -> tuple[int, Comparison]:
    near = [float(side.vector @ other.vector) for other in others]
    at = near.index(max(near))
    return at, compare(side, others[at])


def _differences(
    name: str, text: Read, found: Sequence[tuple[int, Comparison]]
) -> Iterator[dict[str, Any]]:
    for side, start, (_, comparison) in zip(text.sides, text.starts, found, strict=True):
        for begin, end in comparison.only_first:
            said = side.text[begin:end]
            kind = "number" if any(map(str.isdigit, said)) else "word"
            yield {"kind": kind, "only_in": name, "text": said, "sentence": start}


def _lines(entry: dict[str, Any], language: str) -> Iterator[str]:
    yield say(language, "compare-likeness", likeness=entry["likeness"])
    for key in ("second_follows", "first_follows"):
        answer = say(language, "yes" if entry[key] else "no")
        yield say(language, f"compare-{key}", answer=answer)
    for name in ("first", "second"):
        only = [visible(d["text"]) for d in entry["differences"] if d.get("only_in") == name]
        if only:
            yield say(language, f"compare-only-{name}", words=", ".join(only))
    if any(difference["kind"] == "negation" for difference in entry["differences"]):
        yield say(language, "compare-negation")

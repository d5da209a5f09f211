"""`textlint-pt ask QUESTION FILE...`: what of some files answers a question."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.config import layers_at
from textlint_pt.cli.listing import check_form
from textlint_pt.cli.output import complain, terminal_columns
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.contract.search import Found
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.discovery import discover
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.messages import visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.rows import NARROWEST, wrap
from textlint_pt.text.document import Document, Span


def ask(question: str, files: Sequence[str], limit: int, output: str, third_party: bool) -> int:
    """Print answers, best first; return 0, 1 (no answer) or 2 (a named file is unreadable)."""
    check_form(output)
    if not any(map(str.isalnum, question)):
        raise UserError("the question is empty; ask in words")
    plugins = load(third_party)
    search = next(iter(plugins.searchers.values()), None)
    if search is None:
        raise UserError(
            "no plugin that can search is installed; `textlint-pt plugins` lists what is"
        )
    layers = layers_at(Path.cwd(), None)
    plugins = config.with_formats(plugins, layers)
    endings = plugins.endings
    paths = discover(files, plugins.in_folders, (), Path(), configured_extensions=endings)
    reading = _Reading(plugins, layers, frozenset(files))
    analyzer = Analyzer(plugins.resources.values(), {}, Cache(folders.cache(), complain))
    documents = list(reading.documents(list(paths)))
    found = search(documents, question, limit, analyzer.values)
    problems = [*reading.problems, *analyzer.damaged]
    answers = [_entry(one, documents[one.document]) for one in found]
    if output == "json":
        sys.stdout.write(dumps({"question": question, "answers": answers}, 2) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for entry in answers for line in _lines(entry)))
    for problem in problems:
        complain(problem)
    if not answers and not problems:
        complain("nothing in these files answers this")
    could_not = reading.could_not or analyzer.damaged or (problems and not answers)
    return 2 if could_not else 0 if answers else 1


class _Reading:
    """Reads files by their formats; `problems` says which could not be read, `could_not` whether
    one of them was `named`, and not found in a folder."""

    def __init__(self, plugins: Plugins, layers: Sequence[Layer], named: Collection[str]) -> None:
        self._plugins = plugins
        self._layers = layers
        self._named = named
        self.could_not = False
        self.problems: list[str] = []

    def documents(self, paths: Sequence[str]) -> Iterator[Document]:
        """Yield the documents of the readable files and record problems of the others."""
        for path in paths:
            try:
                reader = self.reader(path)
                raw = decoding.decode(path, decoding.read(path), reader)
                yield build(path, raw, reader)
            except Unreadable as error:
                self.problems.append(str(error))
                self.could_not = self.could_not or path in self._named

    def reader(self, path: str) -> Format:
        """Return the reader of a file with the configured fields."""
        reader = self._plugins.format_for(path)
        if not reader.fields:
            return reader
        return reader.with_fields(config.fields(config.for_path(self._layers, path), self._plugins))


def _entry(found: Found, document: Document) -> dict[str, Any]:
    """Return an answer as JSON data."""
    return {
        "path": document.path,
        "question": _position(found.question, found.question_text, document),
        "answer": _position(found.answer, found.answer_text, document),
        "matched": found.matched,
        "likeness": found.likeness,
    }


def _position(span: Span | None, text: str, document: Document) -> dict[str, Any] | None:
    """Return a span as JSON data with line and column."""
    if span is None:
        return None
    line, column = document.position(span.start)
    return {"start": span.start, "end": span.end, "line": line, "column": column, "text": text}


def _lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer as lines that fit the terminal."""
    first = entry["question"] or entry["answer"]
    heading = f"{entry['path']}:{first['line']}:{first['column']}: {first['text']}"
    answer = [entry["answer"]["text"]] if entry["question"] and entry["answer"] else []
    width = terminal_columns() or 10_000
    for text, indent in ((heading, 0), *((one, 4) for one in answer)):
        for start, end in wrap(visible(text), max(width, NARROWEST) - indent):
            yield " " * indent + visible(text)[start:end]

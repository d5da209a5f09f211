"""`textlint-pt ask QUESTION FILE...`: what of some files answers a question."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.config import document_in, installed
from textlint_pt.cli.layers import layers_at
from textlint_pt.cli.output import complain, terminal_columns
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.search import Found
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.discovery import discover
from textlint_pt.registry import folders
from textlint_pt.report.messages import visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.rows import NARROWEST, wrap
from textlint_pt.text.document import Document, Span


def ask(options: Mapping[str, Any]) -> int:
    """Print answers, best first; return 0, 1 (no answer) or 2 (a named file is unreadable)."""
    question: str = options["question"]
    files: Sequence[str] = options["files"]
    if not any(map(str.isalnum, question)):
        raise UserError("the question is empty; ask in words")
    plugins = installed(options)
    search = next(iter(plugins.searchers.values()), None)
    if search is None:
        raise UserError(
            "no plugin that can search is installed; `textlint-pt plugins` lists what is"
        )
    layers = layers_at(Path.cwd(), None)
    plugins = config.with_formats(plugins, layers)
    endings = plugins.endings
    documents: list[Document] = []
    problems: list[str] = []
    is_named_unreadable = False
    for path in discover(files, plugins.in_folders, (), Path(), configured_extensions=endings):
        try:
            documents.append(document_in(path, path, plugins, layers))
        except Unreadable as error:
            problems.append(str(error))
            is_named = path in files  # and was not found in a folder
            is_named_unreadable = is_named_unreadable or is_named
    analyzer = Analyzer(plugins.resources.values(), {}, Cache(folders.cache(), complain))
    found = search(documents, question, options["limit"], analyzer.values)
    problems += analyzer.damaged
    answers = [_entry(match, documents[match.document]) for match in found]
    if options["output"] == "json":
        sys.stdout.write(dumps({"question": question, "answers": answers}, 2) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for entry in answers for line in _lines(entry)))
    for problem in problems:
        complain(problem)
    if not answers and not problems:
        complain("nothing in these files answers this")
    has_no_answer_by_problems = problems and not answers
    if is_named_unreadable or analyzer.damaged or has_no_answer_by_problems:
        return 2
    return 0 if answers else 1


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
    question, answer = entry["question"], entry["answer"]
    first = question or answer
    heading = f"{entry['path']}:{first['line']}:{first['column']}: {first['text']}"
    texts_with_indent = [(heading, 0)]
    if question and answer:
        texts_with_indent.append((answer["text"], 4))
    width = terminal_columns() or 10_000
    for text, indent in texts_with_indent:
        for start, end in wrap(visible(text), max(width, NARROWEST) - indent):
            yield " " * indent + visible(text)[start:end]

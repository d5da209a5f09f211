"""`textlint-pt ask QUESTION FILE...`: what of some files answers a question."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.language import translated
from textlint_pt.cli.listing import check_form
from textlint_pt.cli.output import complain
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.search import Found
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.discovery import discover
from textlint_pt.engine.laboratory import Laboratory
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import load
from textlint_pt.reporters.json import dumps
from textlint_pt.reporters.messages import visible
from textlint_pt.text.document import Document, Span


def ask(question: str, files: Sequence[str], limit: int, output: str, third_party: bool) -> int:
    """Write what answers the question, the best first: 0, 1 if nothing does, 2 if a file cannot be
    read."""
    check_form(output)
    if not any(map(str.isalnum, question)):
        raise UserError("the question is empty; ask in words")
    plugins = load(third_party)
    searcher = next(iter(plugins.searchers.values()), None)
    if searcher is None:
        raise UserError(
            "no plugin that can search is installed; `textlint-pt plugins` lists what is"
        )
    layers = config.read_layers(config.discover(Path.cwd()), {})
    documents: list[Document] = []
    problems: list[str] = []
    for path in discover(files, plugins.in_folders, (), Path()):
        try:
            reader = plugins.format_for(path)
            if reader.fields:
                named = config.fields(config.for_path(layers, path), plugins)
                reader = reader.with_fields(named)
            documents.append(
                build(path, decoding.decode(path, decoding.read(path), reader), reader)
            )
        except Unreadable as error:
            problems.append(str(error))
    laboratory = Laboratory(plugins.resources.values(), {}, Cache(folders.cache()))
    found = searcher.search(documents, question, limit, laboratory.values)
    problems += laboratory.damaged
    answers = [_entry(one, documents[one.document]) for one in found]
    if output == "json":
        sys.stdout.write(dumps({"question": question, "answers": answers}, 2) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for entry in answers for line in _lines(entry)))
    for problem in problems:
        complain(problem)
    if not answers and not problems:
        complain("nothing in these files answers this")
    return 2 if problems else 0 if answers else 1


def _entry(found: Found, document: Document) -> dict[str, Any]:
    return {
        "path": document.path,
        "question": _place(found.question, found.question_text, document),
        "answer": _place(found.answer, found.answer_text, document),
        "matched": found.matched,
        "likeness": found.likeness,
    }


def _place(span: Span | None, text: str, document: Document) -> dict[str, Any] | None:
    if span is None:
        return None
    line, column = document.position(span.start)
    return {
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "text": text,
    }


def _lines(entry: Mapping[str, Any]) -> Iterator[str]:
    first = entry["question"] or entry["answer"]
    place = f"{entry['path']}:{first['line']}:{first['column']}"
    sure = translated(f"{round(100 * entry['matched'])} % of the words found")
    if entry["likeness"] is not None:
        sure += ", " + translated(f"likeness {entry['likeness']:.1f} of 5")
    yield visible(f"{place}: {first['text']}  [{sure}]")
    if entry["question"] and entry["answer"]:
        yield visible(f"    {entry['answer']['text']}")

"""`textlint-pt ask QUESTION FILE...`: what of some files answers a question."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
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
from textlint_pt.contract.search import Found, Searcher
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache, code_stamp, key, writable_by_others
from textlint_pt.engine.discovery import discover
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.messages import visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.rows import NARROWEST, wrap
from textlint_pt.text.document import Document, Span

#: bytes of files from which on an index of them is kept, and how many indexes
LARGE = 4_000_000
KEPT = 4


def ask(question: str, files: Sequence[str], limit: int, output: str, third_party: bool) -> int:
    """Write what answers the question, the best first: 0, 1 if nothing does, 2 if a file that was
    named cannot be read."""
    check_form(output)
    if not any(map(str.isalnum, question)):
        raise UserError("the question is empty; ask in words")
    plugins = load(third_party)
    searcher = next(iter(plugins.searchers.values()), None)
    if searcher is None:
        raise UserError(
            "no plugin that can search is installed; `textlint-pt plugins` lists what is"
        )
    layers = layers_at(Path.cwd(), None)
    plugins = config.with_formats(plugins, layers)
    paths = list(
        discover(files, plugins.in_folders, (), Path(), configured_extensions=plugins.endings)
    )
    reading = _Reading(plugins, layers, frozenset(files))
    analyzer = Analyzer(plugins.resources.values(), {}, Cache(folders.cache(), complain))
    if searcher.stores and sum(map(_size, paths)) >= LARGE:
        found = _from_index(searcher, question, limit, analyzer, reading, paths)
        documents = {one.document: reading.raw(paths[one.document]) for one in found}
    else:
        there = list(reading.documents(paths))
        found = searcher.search(there, question, limit, analyzer.values)
        documents = dict(enumerate(there))
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

    def documents(self, paths: Sequence[str], empty: bool = False) -> Iterator[Document]:
        """The documents of files that can be read; with `empty` one without a text for others."""
        for path in paths:
            try:
                reader = self.reader(path)
                raw = decoding.decode(path, decoding.read(path), reader)
                yield build(path, raw, reader)
            except Unreadable as error:
                self.problems.append(str(error))
                self.could_not = self.could_not or path in self._named
                if empty:
                    yield Document(path, "", "", (), ())

    def raw(self, path: str) -> Document:
        """A document with no more than its text."""
        text = decoding.decode(path, decoding.read(path), self.reader(path))
        return Document(path, text, "", (), ())

    def reader(self, path: str) -> Format:
        reader = self._plugins.format_for(path)
        return reader.with_fields(self.fields(path)) if reader.fields else reader

    def fields(self, path: str) -> Mapping[str, Sequence[str]]:
        return config.fields(config.for_path(self._layers, path), self._plugins)

    def key(self, paths: Sequence[str]) -> str:
        """Changes with the files, with what names their fields, and with what reads them."""
        parts: list[str | bytes] = [code_stamp(self._plugins.code)]
        for path in paths:
            fields = self.fields(path) if self._plugins.format_for(path).fields else {}
            with contextlib.suppress(Unreadable):  # said when it is read
                parts += [path, repr(fields), decoding.read(path)]
        return key(*parts).hex()


def _from_index(
    searcher: Searcher, question: str, limit: int, analyzer: Analyzer, reading: _Reading,
    paths: Sequence[str],
) -> Sequence[Found]:  # fmt: skip
    """What answers a question in very many texts, by an index that is kept in the cache."""
    kept = folders.cache() / "indexes" / reading.key(paths)
    within = folders.cache(), kept.parent, kept, *kept.glob("*")
    try:
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = writable_by_others(within) is None
        if own and kept.exists():
            found = searcher.search_stored(kept, question, limit, analyzer.values)
            if all(one.document in range(len(paths)) for one in found):
                os.utime(kept)
                return found
    except Exception:  # noqa: BLE001 - whatever is wrong with an index, another one is made
        own = writable_by_others(within[:2]) is None
    try:
        made = Path(tempfile.mkdtemp(dir=kept.parent if own else None))
    except OSError:
        made = Path(tempfile.mkdtemp())  # a cache that cannot be written to
    try:
        searcher.store(made, reading.documents(paths, empty=True))
        found = searcher.search_stored(made, question, limit, analyzer.values)
        if not reading.problems and made.parent == kept.parent:
            shutil.rmtree(kept, ignore_errors=True)
            made.rename(kept)
            old = sorted(kept.parent.iterdir(), key=lambda one: one.stat().st_mtime)
            for one in old[:-KEPT]:
                shutil.rmtree(one, ignore_errors=True)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return found


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


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
    return {"start": span.start, "end": span.end, "line": line, "column": column, "text": text}


def _lines(entry: Mapping[str, Any]) -> Iterator[str]:
    first = entry["question"] or entry["answer"]
    said = f"{entry['path']}:{first['line']}:{first['column']}: {first['text']}"
    answer = [entry["answer"]["text"]] if entry["question"] and entry["answer"] else []
    width = terminal_columns() or 10_000
    for text, indent in ((said, 0), *((one, 4) for one in answer)):
        for start, end in wrap(visible(text), max(width, NARROWEST) - indent):
            yield " " * indent + visible(text)[start:end]

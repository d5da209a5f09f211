"""Linting from Python: `textlint_pt.lint(text or path)` and `textlint_pt.score(texts)`.

Results have the attributes of `--format json` (docs/design.md); nothing is printed, cached on disk
or fetched. A `UserError` says what of the settings is wrong, an `Unreadable` why a file cannot be
read, both in one line that names the way out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, overload

import msgspec

from textlint_pt import __version__
from textlint_pt.companions.finder import Finder, Found
from textlint_pt.companions.input import Input
from textlint_pt.config import config as configuration
from textlint_pt.config.layer import Layer
from textlint_pt.config.schema import check
from textlint_pt.contract.errors import Unreadable, UserError, nearest
from textlint_pt.engine.linter import Linter
from textlint_pt.formats import decoding
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.reporters.json import public
from textlint_pt.reporters.report import assemble

#: linters under different settings that are kept with what they have loaded
_KEPT = 8


class Edit(msgspec.Struct, frozen=True):
    start: int
    end: int
    text: str


class Fix(msgspec.Struct, frozen=True):
    #: safe, unsafe or suggestion
    applicability: str
    edits: list[Edit]


class Cell(msgspec.Struct, frozen=True):
    """A place in a cell of a notebook: the cell, and line and column in it, from 1."""

    number: int
    line: int
    column: int


class Place(msgspec.Struct, frozen=True):
    """Offsets count code points of the decoded text; lines and columns are from 1."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


class Related(Place, frozen=True):
    path: str
    #: text, reference or source
    role: str
    message: str
    #: where the place is in a notebook
    cell: Cell | None = None


class Accepted(msgspec.Struct, frozen=True):
    #: comment or baseline
    by: str
    reason: str | None = None


class Finding(Place, frozen=True):
    code: str
    name: str
    #: error, warning or info
    severity: str
    message: str
    sentence: int | None
    evidence: dict[str, Any]
    fingerprint: str
    related: list[Related]
    fix: Fix | None
    #: page about the rule, if there is one
    url: str | None = None
    #: only of those under `Document.accepted`
    accepted: Accepted | None = None
    #: where the place is in a notebook
    cell: Cell | None = None


class Cost(msgspec.Struct, frozen=True):
    sentence: int
    line: int
    loss: float
    reason: str


class Partial(msgspec.Struct, frozen=True):
    value: float | None
    range: list[float | None]
    weight: float
    loss: float
    formula: str
    inputs: dict[str, Any]
    reason: str | None
    costs: list[Cost]


class Score(msgspec.Struct, frozen=True):
    """`total` is in [0, 1], or None for the `reason`."""

    total: float | None
    profile: str
    kind: str | None
    band: str | None
    reason: str | None
    partials: dict[str, Partial]


class Notice(msgspec.Struct, frozen=True):
    code: str
    message: str


class Document(msgspec.Struct, frozen=True):
    path: str
    sentences: int
    words: int
    language: str | None
    #: what could not be checked, and why
    error: str | None
    score: Score
    findings: list[Finding]
    notices: list[Notice]
    accepted: list[Finding] = []
    #: a row a sentence, where they were asked for
    measures: list[dict[str, Any]] = []


class Tool(msgspec.Struct, frozen=True):
    name: str
    version: str


class Summary(msgspec.Struct, frozen=True):
    documents: int
    sentences: int
    findings: int
    by_code: dict[str, int]
    score: float | None


class Report(msgspec.Struct, frozen=True):
    """What `--format json` prints, as attributes."""

    version: int
    tool: Tool
    signature: str
    documents: list[Document]
    summary: Summary
    baseline: str | None = None

    @property
    def findings(self) -> list[Finding]:
        """The findings of all documents, in order."""
        return [finding for document in self.documents for finding in document.findings]


class Scores(Sequence[Score]):
    """The scores of texts, in their order, which is also a table: a row a text.

    Columns are those of `scores.parquet` that a score has (docs/corpus.md): `score` in [0, 1] or
    None, `band`, `kind`, `reason`, and for each dimension its partial score under its name and
    what it costs as `NAME_loss`. pandas, polars and Arrow take a table as it is:
    `polars.DataFrame(scores.columns())`, `pyarrow.table(scores)`.
    """

    def __init__(self, scores: Iterable[Score], dimensions: Iterable[str] = ()) -> None:
        self._scores = list(scores)
        self._dimensions = tuple(dimensions)

    @overload
    def __getitem__(self, index: int) -> Score: ...

    @overload
    def __getitem__(self, index: slice) -> Scores: ...

    def __getitem__(self, index: int | slice) -> Score | Scores:
        if isinstance(index, slice):
            return Scores(self._scores[index], self._dimensions)
        return self._scores[index]

    def __len__(self) -> int:
        return len(self._scores)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self._scores == other._scores

    def __repr__(self) -> str:
        return f"Scores({self._scores!r})"

    __hash__ = None  # type: ignore[assignment]

    def columns(self) -> dict[str, list[Any]]:
        """Columns by name; each has as many values as there are texts."""
        own = (name for one in self for name in one.partials)
        names = dict.fromkeys((*self._dimensions, *own))
        columns: dict[str, list[Any]] = {
            "score": [one.total for one in self],
            "band": [one.band for one in self],
            "kind": [one.kind for one in self],
            "reason": [one.reason for one in self],
        }
        for name in names:
            partials = [one.partials.get(name) for one in self]
            columns[name] = [one and one.value for one in partials]
            columns[f"{name}_loss"] = [one and one.loss for one in partials]
        return columns

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`. `UserError`: the extra `corpus` is not installed."""
        try:
            import pyarrow as pa
        except ImportError as error:
            raise UserError("tables need pyarrow: pip install 'textlint-pt[corpus]'") from error
        columns = self.columns()
        texts = ("band", "kind", "reason")
        types = [(name, pa.string() if name in texts else pa.float64()) for name in columns]
        return pa.table(columns, pa.schema(types))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)


#: a text, or the path of a file with one
TextOrPath = str | os.PathLike[str]
#: the path of a rules.yaml, or what would stand in it
Configuration = str | os.PathLike[str] | Mapping[str, Any]


def lint(
    text_or_path: TextOrPath,
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    reference: TextOrPath | None = None,
    source: TextOrPath | None = None,
    language: str | None = None,
    measures: bool = False,
    filename: str = "text.txt",
) -> Report:
    """Lint one text or file.

    A `Path` is a file, and so is a `str` without line breaks that names one. `filename` says by
    its ending in which format a text is written. A file is linted under the nearest rules.yaml,
    as the command does; a text under no configuration but `config`. `reference` and `source` are a
    trusted translation and the original. `language` is that of messages: pt or en.
    """
    given = {"preset": preset, "language": language}
    item = _input(text_or_path, filename)
    companions = {
        role: (one.path, one.data)
        for role, other in (("reference", reference), ("source", source))
        if other is not None
        for one in [_input(other, f"{role}{Path(filename).suffix}")]
    }
    linter = _linter(text_or_path, config, given)
    found = Finder(linter.layers).find(item.path) if _is_file(text_or_path) else Found()
    item = item._replace(companions=companions, found=found)
    entries = list(linter.lint([item], with_measures=measures))
    baseline = linter.settings.baseline or None
    report = assemble(entries, linter.signature(), __version__, baseline)
    shown = {**report, "documents": [public(entry) for entry in entries]}
    return msgspec.convert(shown, Report)


def score(
    texts: Iterable[TextOrPath],
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    kind: str | None = None,
    filename: str = "text.txt",
) -> Scores:
    """The score of each text or file, in order and in batches: quicker than `lint` one by one.

    All are scored under one configuration: `config`, or none.
    """
    linter = _linter(None, config, {"preset": preset, "kind": kind})
    inputs = (_input(text, filename) for text in texts)
    return _scores(linter, inputs)


def _scores(linter: Linter, inputs: Iterable[Input]) -> Scores:
    found = (msgspec.convert(entry["score"], Score) for entry in linter.lint(inputs))
    return Scores(found, linter.scored_dimensions())


def scorer(
    column: str = "text",
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    kind: str | None = None,
) -> Callable[[Mapping[str, Sequence[str | None]]], dict[str, list[Any]]]:
    """A function of batches for `datasets`: `dataset.map(scorer("text"), batched=True)`.

    It takes columns by name and gives those of `Scores.columns` as new ones, each named
    `textlint_NAME`; None is an empty text. All batches have columns for the same dimensions.
    Texts are texts, whatever file they may name.
    """
    settings = {"preset": preset, "kind": kind}

    def map_batch(batch: Mapping[str, Sequence[str | None]]) -> dict[str, list[Any]]:
        if column not in batch:
            known = ", ".join(batch)
            raise UserError(f'no column "{column}"{nearest(column, batch)}; there are {known}')
        linter = _linter(None, config, settings)
        scores = _scores(linter, (_text(text or "", "text.txt") for text in batch[column]))
        return {f"textlint_{name}": values for name, values in scores.columns().items()}

    return map_batch


def documents(
    texts: Iterable[str],
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    language: str | None = None,
) -> Iterator[Document]:
    """The documents of `lint` for many texts, in order and in batches."""
    linter = _linter(None, config, {"preset": preset, "language": language})
    for entry in linter.lint(_text(text, "text.txt") for text in texts):
        yield msgspec.convert(public(entry), Document)


def _is_file(text_or_path: TextOrPath) -> bool:
    if not isinstance(text_or_path, str):
        return True
    return "\n" not in text_or_path and len(text_or_path) < 4096 and os.path.isfile(text_or_path)  # noqa: PTH113


def _input(text_or_path: TextOrPath, filename: str) -> Input:
    if _is_file(text_or_path):
        path = os.fspath(text_or_path)
        return Input(path, decoding.read(path))
    text = str(text_or_path)
    ending = os.path.splitext(text)[1].lower()  # noqa: PTH122
    if ending and ending in _plugins().extensions and not any(map(str.isspace, text)):
        raise Unreadable(f"{text}: no such file")
    return _text(text, filename)


def _text(text: str, filename: str) -> Input:
    # the mark says that it is UTF-8, whatever the text declares of itself
    return Input(filename, b"\xef\xbb\xbf" + text.encode("utf-8", "replace"))


@cache
def _plugins() -> Plugins:
    return load()


#: linters by their settings, the last used last
_linters: dict[str, Linter] = {}


def _linter(
    text_or_path: TextOrPath | None, config: Configuration | None, given: Mapping[str, Any]
) -> Linter:
    """The linter under these settings; read again, and kept where nothing has changed."""
    by_hand = config is not None
    if config is None and text_or_path is not None and _is_file(text_or_path):
        config = configuration.discover(Path(text_or_path).absolute().parent)
    if isinstance(config, Mapping):
        layer = Layer("config", dict(config))
        layers = [layer._replace(values=check(layer)), *configuration.read_layers(None, given)]
    else:
        path = Path(config) if config else None
        layers = configuration.read_layers(path, given, by_hand=by_hand)
    key = json.dumps([[layer.origin, layer.values] for layer in layers], default=str)
    linter = _linters.pop(key, None) or Linter(_plugins(), layers)
    _linters[key] = linter
    while len(_linters) > _KEPT:
        del _linters[next(iter(_linters))]
    return linter

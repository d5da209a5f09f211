"""Linting from Python: `textlint_pt.lint(text or path)` and `textlint_pt.score(texts)`.

Results have the attributes of `--format json` (docs/design.md); nothing is printed, cached on disk
or fetched. A `UserError` says what of the settings is wrong, an `Unreadable` why a file cannot be
read, both in one line that names the way out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt import __version__
from textlint_pt.companions.finder import Finder, Found
from textlint_pt.companions.input import Input, Wanted, encoded
from textlint_pt.config import config as configuration
from textlint_pt.config.layer import Layer
from textlint_pt.config.schema import check
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.session import Session
from textlint_pt.formats import decoding
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.report import DocumentReport, Report, assemble
from textlint_pt.report.scores import Scores

#: sessions under different settings that are kept with what they have loaded
_KEPT = 8


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
    item = _input(text_or_path, filename)
    ending = Path(filename).suffix
    companions: dict[str, tuple[str, bytes]] = {}
    for role, companion in (("reference", reference), ("source", source)):
        if companion is not None:
            read = _input(companion, f"{role}{ending}")
            companions[role] = read.path, read.data
    session = _session(text_or_path, config, {"preset": preset, "language": language})
    found = Finder(session.layers).find(item.path) if _is_file(text_or_path) else Found()
    item = item._replace(companions=companions, found=found)
    session.wanted = Wanted(measures=measures)
    entries = [checked.report for checked in session.check([item])]
    return assemble(entries, session.signature, __version__, session.settings.baseline)


def score(
    texts: Iterable[TextOrPath],
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    kind: str | None = None,
    filename: str = "text.txt",
) -> Scores:
    """Return the score of each text or file, in order, in batches and under one configuration."""
    session = _session(None, config, {"preset": preset, "kind": kind})
    session.wanted = Wanted()
    inputs = (_input(text, filename) for text in texts)
    found = (checked.report.score for checked in session.check(inputs))
    return Scores(found, session.linter.scored_dimensions())


def documents(
    texts: Iterable[str],
    *,
    preset: str | None = None,
    config: Configuration | None = None,
    language: str | None = None,
) -> Iterator[DocumentReport]:
    """Yield the reports of many texts, in order and in batches."""
    session = _session(None, config, {"preset": preset, "language": language})
    session.wanted = Wanted()
    found = session.check(Input("text.txt", encoded(text)) for text in texts)
    return (checked.report for checked in found)


def _is_file(text_or_path: TextOrPath) -> bool:
    if not isinstance(text_or_path, str):
        return True
    return "\n" not in text_or_path and len(text_or_path) < 4096 and os.path.isfile(text_or_path)  # noqa: PTH113


def _input(text_or_path: TextOrPath, filename: str) -> Input:
    """Read a file, or wrap a text as a file called `filename`."""
    if _is_file(text_or_path):
        path = os.fspath(text_or_path)
        return Input(path, decoding.read(path))
    text = str(text_or_path)
    ending = os.path.splitext(text)[1].lower()  # noqa: PTH122
    if ending and ending in _plugins().extensions and not any(map(str.isspace, text)):
        raise Unreadable(f"{text}: no such file")
    return Input(filename, encoded(text))


@cache
def _plugins() -> Plugins:
    return load()


#: sessions by their settings, the last used last
_sessions: dict[str, Session] = {}


def _session(
    text_or_path: TextOrPath | None, config: Configuration | None, overrides: Mapping[str, Any]
) -> Session:
    """Return the session for these settings, reusing one that was kept."""
    is_explicit = config is not None
    if config is None and text_or_path is not None and _is_file(text_or_path):
        config = configuration.discover(Path(text_or_path).absolute().parent)
    if isinstance(config, Mapping):
        layer = Layer("config", dict(config))
        layers = [layer._replace(values=check(layer)), *configuration.read_layers(None, overrides)]
    else:
        path = Path(config) if config else None
        layers = configuration.read_layers(path, overrides, is_explicit=is_explicit)
    key = json.dumps([[layer.origin, layer.values] for layer in layers], default=str)
    session = _sessions.pop(key, None) or Session(layers, _plugins)
    _sessions[key] = session
    while len(_sessions) > _KEPT:
        least_recently_used = next(iter(_sessions))
        del _sessions[least_recently_used]
    return session

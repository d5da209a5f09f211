"""Configuration layers of a command, by its options."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt.cli.language import in_one_language
from textlint_pt.cli.options import OPTIONS
from textlint_pt.cli.output import complain
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.engine.discovery import ignore_warning

#: prints a warning about a configuration or the cache
Warn = Callable[[str], None]


def read_layers(options: Mapping[str, Any]) -> list[Layer]:
    """Configuration layers for these options: the named file or the nearest to the inputs."""
    return read_configuration(options, warnings(options))[1]


def warnings(options: Mapping[str, Any]) -> Warn:
    """Return what prints each warning of a run once, or nothing where `--quiet` is given."""
    return ignore_warning if options.get("quiet") else cache(complain)


def read_configuration(options: Mapping[str, Any], warn: Warn) -> tuple[Path | None, list[Layer]]:
    """Return the configuration file of a run, named or nearest to all inputs, and its layers."""
    if options.get("config"):
        path: Path | None = Path(options["config"])
    else:
        start = _common_folder(options["paths"], options.get("stdin_filename"))
        path = config.discover(start, warn)
    return path, in_one_language(layers_of(path, options, warn))


def layers_of(path: Path | None, options: Mapping[str, Any], warn: Warn) -> list[Layer]:
    """Return the layers of a configuration file and of the command line."""
    by_key = {option.key: options.get(option.name) for option in OPTIONS if option.key}
    overrides = {key: value for key, value in by_key.items() if value is not False}
    return _read(path, overrides, warn, is_explicit=bool(options.get("config")))


def layers_at(
    folder: Path, file: str | None, command_line: Mapping[str, Any] | None = None
) -> list[Layer]:
    """Return the layers of a file, or of the nearest configuration above a folder."""
    path = Path(file) if file else config.discover(folder, complain)
    return in_one_language(_read(path, command_line or {}, complain, is_explicit=bool(file)))


def _read(
    path: Path | None, overrides: Mapping[str, Any], warn: Warn, *, is_explicit: bool
) -> list[Layer]:
    """Return the layers; warn of a second configuration beside one that was found."""
    unread = config.unread_warning(path) if path and not is_explicit else None
    if unread:
        warn(unread)
    return config.read_layers(path, overrides, is_explicit=is_explicit)


def _common_folder(paths: Sequence[str], stdin_name: str | None) -> Path:
    """Return the deepest folder that contains all paths."""
    folders = []
    for name in paths:
        folder = os.path.abspath((stdin_name or ".") if name == "-" else name)  # noqa: PTH100
        while not os.path.isdir(folder):  # noqa: PTH112 - Path's raises where this says no
            folder = os.path.dirname(folder)  # noqa: PTH120
        folders.append(folder)
    return Path(os.path.commonpath(folders))

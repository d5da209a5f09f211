"""What is linted: the files that a command line names, with their companions."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textlint_pt import files
from textlint_pt.cli.configurations import Configuration
from textlint_pt.cli.output import complain
from textlint_pt.cli.run import Run
from textlint_pt.companions.finder import requests_consistency
from textlint_pt.companions.input import Input
from textlint_pt.companions.revision import Revision
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.discovery import discover, generated, ignore_warning
from textlint_pt.formats import decoding
from textlint_pt.formats.conventions import may_be_read
from textlint_pt.ignored import is_ignored

if TYPE_CHECKING:
    from textlint_pt.companions.elsewhere import Catalogues
    from textlint_pt.text.document import Document

#: how names of files end that hold strings with their sources
_CATALOGUES = (".po", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tmx", ".xcstrings")
#: what tells the kind of a file
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")


def texts(run: Run) -> Iterator[Input]:
    """Yield the inputs of a run with their companions, or why they are unreadable."""
    options = run.options
    companions, names = _companions(run), _names(run)
    if companions and len(names) > 1:
        raise UserError(
            f"--reference and --source go with one file, not with {len(names)};"
            " map more in rules.yaml: `references`, `sources`"
        )
    base_revision = Revision(options["diff_base"], "--diff-base") if options["diff_base"] else None
    catalogues = _catalogues(run, names) if len(names) > 1 else None
    for name in names:
        piped = name == "-"
        path = (options["stdin_filename"] or name) if piped else name
        if unread := _unread_kind(run.under(path), path, piped):
            yield Input(path, error=unread)
            continue
        try:
            found = run.under(path).finder.find(path)
            if catalogues is not None:
                found = found._replace(elsewhere=catalogues.differing(path))
            read = Input(path, decoding.read(name), companions, found, piped=piped)
            if base_revision:
                before = base_revision.read(path)
                read = read._replace(base=before[1] if before else b"")
        except Unreadable as error:
            read = Input(path, error=str(error))
        yield read


def _companions(run: Run) -> dict[str, tuple[str, bytes]]:
    """Return what `--reference` and `--source` name, by role."""
    companions: dict[str, tuple[str, bytes]] = {}
    for role in ("reference", "source"):
        if path := run.options[role]:
            if os.path.isdir(path):  # noqa: PTH112 - Path's raises where this says no
                raise UserError(
                    f"--{role} is one file, and {path} a folder;"
                    f" map folders in rules.yaml: `{role}s`"
                )
            companions[role] = (path, _read(run, path))
    return companions


def _names(run: Run) -> list[str]:
    """Return the names of what is linted; what was found in folders is noted in `run.walked`."""
    options = run.options
    exclude = config.value(run.main.layers, "exclude", ())
    layers = reversed(run.main.layers)
    root = next((layer.root for layer in layers if "exclude" in layer.values), Path())
    extensions, mapped = _extensions(run, options["paths"])
    warn = ignore_warning if options["quiet"] else complain
    discovered = discover(
        options["paths"], extensions, exclude, root, warn, configured_extensions=mapped
    )
    explicit = set(options["paths"])

    def is_linted(name: str) -> bool:
        if name == "-":
            is_excluded = _is_excluded_or_ignored(run, options["stdin_filename"])
            if is_excluded:
                _pass_input_through(run)
            return not is_excluded
        if run.under(name).is_excluded(name):
            return False
        if name in explicit:
            return True
        return not (run.under(name).is_vocabulary(name) or _is_own_report(name))

    names = [*filter(is_linted, discovered)]
    if copies := {*generated(names, _head)} - explicit:
        warn(
            f"{min(copies)}: made of other texts here, left out (pages such as this: {len(copies)})"
        )
        names = [name for name in names if name not in copies]
    run.walked = frozenset(names) - explicit
    return names


def _read(run: Run, path: str) -> bytes:
    """Return the content of a companion; `UserError` if it is unreadable."""
    try:
        data = decoding.read(path)
        decoding.decode(path, data, run.under(path).plugins.format_for(path))
    except Unreadable as error:
        raise UserError(str(error)) from error
    return data


def _catalogues(run: Run, names: Sequence[str]) -> Catalogues | None:
    """Return the catalogues to compare with each other; None if not configured."""
    names_of_catalogues = [
        name for name in names if name != "-" and requests_consistency(run.under(name).layers)
    ]
    if len(names_of_catalogues) < 2:
        return None
    from textlint_pt.companions.elsewhere import Catalogues

    return Catalogues(names_of_catalogues, partial(_strings, run))


def _strings(run: Run, path: str) -> Document | None:
    """Return a file that may hold strings with their sources."""
    if Path(path).suffix.lower() not in _CATALOGUES:
        return None
    return run.under(path).linter.read(Input(path, decoding.read(path)))


def _is_excluded_or_ignored(run: Run, name: str | None) -> bool:
    if not name:
        return False
    return run.under(name).is_excluded(name) or is_ignored(name)


def _pass_input_through(run: Run) -> None:
    """Read standard input to its end; with --fix it is written as it is."""
    sys.stdout.flush()
    for piece in iter(lambda: sys.stdin.buffer.read(1 << 16), b""):
        if run.has_fixed_input:
            sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def _unread_kind(configuration: Configuration, path: str, piped: bool) -> str | None:
    """Return why no format reads files of this kind; None if one does."""
    extension = os.path.splitext(path)[1]  # noqa: PTH122
    if not _ENDING.fullmatch(extension) or os.path.isdir(path):  # noqa: PTH112
        return None  # without an ending, as "Cap. 2", or a folder, as "pt.lproj"
    has_format = extension.lower() in configuration.session.extensions
    if has_format and (may_be_read(path) or extension.lower() in configuration.plugins.endings):
        return None
    if not piped and not os.path.lexists(path):
        return None  # reading it says so
    if has_format:
        extension = f"{extension} but files of strings, such as locales/pt-BR{extension}"
    hint = f"; as plain text: textlint-pt - < {shlex.quote(path)}" if not piped else ""
    if not piped and _is_binary(path):
        hint = "; save it as .docx, .odt or .txt"
    return f"{path}: no format reads {extension}; `textlint-pt formats` lists them{hint}"


def _extensions(run: Run, paths: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the extensions read in folders and those mapped by the configuration."""
    searched = [run.under(os.path.join(path, "_")) for path in paths if os.path.isdir(path)]  # noqa: PTH112, PTH118
    return (
        frozenset().union(*(part.plugins.in_folders for part in searched)),
        frozenset().union(*(part.plugins.endings for part in searched)),
    )


def _is_own_report(path: str) -> bool:
    """Return whether a file is an HTML report of textlint-pt."""
    from textlint_pt.reporters.recognised import is_page

    return path.lower().endswith((".html", ".htm")) and is_page(_head(path))


def _is_binary(path: str) -> bool:
    """Return whether a file begins as one that is no text."""
    head = _head(path)
    return b"\0" in head or head.startswith(b"%PDF")


def _head(path: str) -> bytes:
    """Return the first bytes of a file, none of one that cannot be read."""
    try:
        return files.head(path, 4_096)
    except OSError:
        return b""

"""Where reports go: formats, files, and the marked copy of a text."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.reporter import Reporter
from textlint_pt.report.report import COPIED
from textlint_pt.reporters.built_in import FOR_PEOPLE, NAMES, format_of, named

if TYPE_CHECKING:
    from textlint_pt.companions.input import Input
    from textlint_pt.config.layer import Layer
    from textlint_pt.engine.own_files import Kind
    from textlint_pt.registry.plugins import Plugins

#: a format's name, before what it is written to
_NAME = re.compile(r"[a-z][a-z0-9-]*")
#: how the name of a report for people ends
_TEXT_EXTENSIONS = frozenset(("", ".txt", ".text", ".log", ".out", ".md"))


class Output(NamedTuple):
    """A format and the file it goes to; None: standard output."""

    format: str
    file: str | None


class Copy(NamedTuple):
    """A marked copy of the text that is linted: its format and its file."""

    format: str
    file: str


class Outputs:
    """The reports that the options of a run ask for."""

    def __init__(self, options: Mapping[str, Any], plugins: Callable[[], Plugins]) -> None:
        self._options = options
        self._plugins = plugins

    @cached_property
    def all(self) -> Sequence[Output]:
        """Return every requested format with its file, standard output first."""
        main_format: str | None = self._options["format"]
        others: list[Output] = []
        main: Output | None = None
        for name in self._options["output"] or ():
            if _as_copy(name):
                continue
            form, equals, file = name.partition("=")
            if equals and _NAME.fullmatch(form):
                self.reporter(form, "--output")
                if not file:
                    raise UserError(f"--output: {name} names no file; e.g. {form}=report.{form}")
                others.append(Output(form, file))
            elif main:
                raise UserError(
                    f"--output: {main.file} and {name}: of several, all but one need their format,"
                    f" e.g. sarif={name}"
                )
            else:
                main = Output(main_format or self._format_of(name), name)
        return [main or Output(main_format or "text", None), *others]

    def _format_of(self, file: str) -> str:
        """Return the format that a file's extension stands for, or raise `UserError`."""
        form = format_of(file)
        if form in NAMES or form in self._plugins().reporters:
            return form
        extension = os.path.splitext(file)[1]  # noqa: PTH122
        if extension.lower() not in _TEXT_EXTENSIONS:
            raise UserError(
                f"--output: {file}: no format ends in {extension}; csv={file} writes CSV there"
            )
        return "text"

    def reporter(self, name: str, option: str = "--format") -> Reporter:
        """Return the reporter of a format, or raise `UserError`."""
        reporter = named(name) or self._plugins().reporters.get(name)
        if reporter is None:
            known = sorted({*NAMES, *self._plugins().reporters})
            raise UserError(
                f'{option}: unknown format "{name}"{nearest(name, known)}; '
                f"known: {', '.join(known)}"
            )
        return reporter

    @property
    def file(self) -> str | None:
        return next((output.file for output in self.all if output.file), None)

    @property
    def whole_texts(self) -> bool:
        """Return whether a report shows whole texts; raise `UserError` for an unknown format."""
        reporters = [
            self.reporter(output.format) for output in self.all if output.format not in FOR_PEOPLE
        ]
        return any(reporter.shows_texts for reporter in reporters)

    def check(self, layers: Iterable[Layer], texts: Iterable[Input]) -> None:
        """Raise `UserError` if an output would overwrite an input, or anything but a report."""
        from textlint_pt.engine import own_files

        targets = [output for output in self.all if output.file]
        if not targets:
            return
        read = [layer.file for layer in layers if layer.text]
        for text in texts:
            read += [text.path, *(path for path, _ in text.companions.values())]
            read += [companion.path for companion in text.found.companions]
        used: set[str] = set()
        for output in targets:
            assert output.file is not None
            real = os.path.realpath(output.file)
            if real in used and os.path.splitext(real)[1]:  # noqa: PTH122 - no device or pipe
                raise UserError(f"{output.file}: two reports would go to this file")
            used.add(real)
            own_files.check(output.file, self._kind(output))
            own_files.check_distinct(output.file, read)

    def _kind(self, output: Output) -> Kind:
        """Return how to recognise a file that this report may overwrite."""
        from textlint_pt.engine.own_files import Kind
        from textlint_pt.reporters.recognised import is_report

        ending = os.path.splitext(output.file or "")[1].lower()  # noqa: PTH122

        def may_be_overwritten(data: bytes) -> bool:
            # how reports of a plugin begin is not known
            is_of_plugin = output.format not in NAMES and ending not in self._plugins().extensions
            return is_of_plugin or is_report(data)

        return Kind("report of textlint-pt", (), may_be_overwritten, by_head=True)

    def streaming(self) -> Reporter | None:
        """Return the reporter that writes documents one by one; None if output waits for all."""
        options = self._options
        if any(options[name] for name in ("fix", "diff")) or sys.stdout.isatty():
            return None
        output = next((output for output in self.all if output.file is None), None)
        reporter = self.reporter(output.format) if output else None
        if reporter is None or not reporter.streams:
            return None
        if reporter.name in FOR_PEOPLE:
            self.configure(reporter)
        return reporter

    def configure(self, reporter: Reporter) -> None:
        """Set how much a reporter shows."""
        options = self._options
        reporter.quiet, reporter.shows_all = options["quiet"], options["all"]
        reporter.shows_scores = options["scores"]
        reporter.is_copied = bool(options["fix"] and copy_of(options))


def copy_of(options: Mapping[str, Any]) -> Copy | None:
    """Return the annotated copy that `--output` asks for, if any."""
    copies = [copy for name in options["output"] or () if (copy := _as_copy(name))]
    if len(copies) > 1:
        raise UserError(f"--output: {copies[1].file}: one copy of the text is made, not two")
    return copies[0] if copies else None


def _as_copy(name: str) -> Copy | None:
    form, equals, file = name.partition("=")
    if equals and form in COPIED and file:
        return Copy(form, file)
    ending = os.path.splitext(name)[1].lower().removeprefix(".")  # noqa: PTH122
    return Copy(ending, name) if ending in COPIED and not equals else None

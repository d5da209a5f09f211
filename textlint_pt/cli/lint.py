"""Linting from the command line: `textlint-pt PATH…`."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt import __version__
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.layers import read_configuration, warnings
from textlint_pt.cli.output import complain, terminal_columns, write
from textlint_pt.cli.outputs import copy_of
from textlint_pt.cli.root import from_root, path_from, root_of
from textlint_pt.cli.run import Run
from textlint_pt.cli.texts import texts as texts_of
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, UserError, nearest
from textlint_pt.contract.reporter import RuleDict
from textlint_pt.interrupts import interrupts_delayed
from textlint_pt.report.messages import say
from textlint_pt.report.report import COPIED, MANY, DocumentReport, Report, Score, assemble
from textlint_pt.report.severity import NEVER, SEVERITIES
from textlint_pt.reporters.built_in import FOR_PEOPLE

if TYPE_CHECKING:
    from textlint_pt.cli.fixing import FixedText

_CODE = re.compile(r"[A-Z]{3}\d{3}")
_IN_LINE = re.compile(r" ?\(line \d+\)")


def lint(options: Mapping[str, Any]) -> int:
    """Run `textlint-pt PATH…` and return the exit status."""
    run = prepare(options)
    texts = list(texts_of(run))
    done: list[DocumentReport] = []
    try:
        _stream(run, texts, done)
    except KeyboardInterrupt:
        if done and not options["diff"]:
            with interrupts_delayed():
                finish(run, done, is_partial=True)
        raise
    documents = done
    if options["diff"]:
        return _show_diff(run, texts, documents)
    if copy := copy_of(options):
        from textlint_pt.cli.annotate import annotate

        for text, entry in zip(texts, documents, strict=True):
            if not entry.error:
                reader = run.under(text.path).linter.reader(text.path) if options["fix"] else None
                unsafe = options["unsafe_fixes"]
                annotate(
                    text.data, entry, copy.file, run.language, source_format=reader, unsafe=unsafe
                )
    return finish(run, _fix(run, texts, documents) if options["fix"] else documents)


def _stream(run: Run, texts: Sequence[Input], done: list[DocumentReport]) -> None:
    """Lint texts, append reports to `done` and write each at once if the format allows."""
    interrupt: list[KeyboardInterrupt] = []
    entries = iter(run.finished(texts))

    def finished_documents() -> Iterator[DocumentReport]:
        try:
            while True:
                with at_once():
                    entry = next(entries, None)
                if entry is None:
                    return
                done.append(entry)
                yield entry
        except KeyboardInterrupt as error:
            interrupt.append(error)

    reporter = run.outputs.streaming()
    with interrupts_delayed() as at_once:
        if reporter is None:
            deque(finished_documents(), 0)
        else:
            run.has_streamed = True
            for piece in reporter.stream(finished_documents(), len(texts) > 1, run.language):
                write(piece, None, run.options["color"])
    if interrupt:
        raise interrupt[0]


def prepare(options: Mapping[str, Any]) -> Run:
    """Return the run for these options, or raise `UserError`."""
    DEBUG.on = options["debug"]
    _check_not_empty(options)
    if options["unsafe_fixes"] and not (options["fix"] or options["diff"]):
        raise UserError("--unsafe-fixes goes with --fix, or with --diff to see them first")
    options = {**options, "paths": options["paths"] or _standard_input()}
    _check_command(options["paths"])
    if marked_copy := copy_of(options):
        from textlint_pt.cli.annotate import check

        check(options["paths"], *marked_copy)
    warn = warnings(options)
    return Run(options, *read_configuration(options, warn), warn)


def finish(run: Run, documents: Sequence[DocumentReport], *, is_partial: bool = False) -> int:
    """Write all requested reports and return the exit status."""
    options, language = run.options, run.language
    baseline = config.baseline_file(run.main.layers)
    report = assemble(documents, run.signature, __version__, baseline)
    if is_partial:
        report = report.replace(partial=True)
    for output in run.outputs.all:
        is_standard_output = output.file is None
        if is_standard_output and run.has_streamed:
            continue
        reporter = run.outputs.reporter(output.format)
        shown = report
        if is_standard_output and run.has_fixed_input:
            continue  # the corrected text is there
        if is_standard_output:
            reporter.columns = terminal_columns()
        if reporter.name in FOR_PEOPLE:
            run.outputs.configure(reporter)
        if reporter.explains_rules:
            reporter.rules = _explained(run, documents)
        if reporter.shows_sources:
            reporter.sources = run.sources
        if reporter.from_root and (root := root_of(document.path for document in documents)):
            reporter.root = root
            shown = from_root(shown, root)
            reporter.sources = {
                path_from(root, path): data for path, data in reporter.sources.items()
            }
        write(reporter.render(shown, language), output.file, options["color"])
    has_errors = report_problems(run, documents)
    if is_partial:
        complain(say(language, "partial"))
        return 2
    if not documents:
        complain("nothing to lint: `exclude` or git leaves no file")
    status = _status(report, run.main.layers)
    return 2 if has_errors or run.configurations.refused_plugins else status


def _show_diff(run: Run, texts: Sequence[Input], documents: Sequence[DocumentReport]) -> int:
    """Print the diff of `--diff`; return 1 if anything would be corrected."""
    from textlint_pt.cli import fixing

    mended: Counter[str] = Counter()
    changed_files = 0
    columns = terminal_columns()
    segments: list[tuple[str, str]] = []
    for text, fixed in zip(texts, _fixed(run, texts, documents), strict=True):
        if not fixed.mended:
            continue
        reader = run.under(text.path).plugins.format_for(text.path)
        if columns:
            segments += fixing.diff_in_words(text.path, text.data, fixed.data, reader, columns)
        else:
            segments += fixing.diff(text.path, text.data, fixed.data, reader)
        mended.update(fixed.mended)
        changed_files += 1
    write(segments, None, run.options["color"])
    has_errors = report_problems(run, documents)
    if not run.options["quiet"]:
        fixing.print_would_fix(changed_files, mended, run.options["unsafe_fixes"], run.language)
    if has_errors or run.configurations.refused_plugins:
        return 2
    return 1 if mended and config.value(run.main.layers, "fail-on") != NEVER else 0


def _fix(
    run: Run, texts: Sequence[Input], documents: Sequence[DocumentReport]
) -> Sequence[DocumentReport]:
    """Write corrected texts to their files or standard output; return their reports."""
    from textlint_pt.cli import fixing

    entries = list(documents)
    done: list[FixedText] = []
    for number, fixed in enumerate(_fixed(run, texts, documents)):
        text = texts[number]
        if text.piped:
            sys.stdout.flush()
            sys.stdout.buffer.write(fixed.data)
            sys.stdout.buffer.flush()
        elif fixed.mended and (problem := fixing.write(text.path, text.data, fixed.data)):
            run.unwritten.append(problem)
            continue
        if fixed.mended:
            entries[number] = fixed.entry
            run.sources[text.path] = fixed.data
            done.append(fixed)
            if not run.options["quiet"]:
                fixing.print_fixed(text.path, fixed.mended, run.language)
    if len(done) > 1 and not run.options["quiet"]:
        fixing.print_total_fixed(done, run.language)
    return entries


def _fixed(
    run: Run, texts: Sequence[Input], documents: Sequence[DocumentReport]
) -> list[FixedText]:
    """Return the texts after corrections, and print what could not be corrected."""
    from textlint_pt.cli.fixing import fix, print_conflict
    from textlint_pt.engine.fixing import log_dropped

    def relint(corrected: Sequence[Input]) -> list[DocumentReport]:
        debug, DEBUG.on = DEBUG.on, False  # each text was described when it was first linted
        try:
            entries = run.documents(corrected)
        finally:
            DEBUG.on = debug
        run.sources.update((text.path, text.data) for text in texts)
        return entries

    if not copy_of(run.options):
        for text, entry in zip(texts, documents, strict=True):
            if any(finding.fix for finding in entry.findings):
                _warn_if_packed(run, text.path)
    fixed = fix(
        texts,
        documents,
        lambda path: run.under(path).linter.reader(path),
        relint,
        unsafe=run.options["unsafe_fixes"],
        known=run.judged,
    )
    for text, one in zip(texts, fixed, strict=True):
        if one.refused:
            print_conflict(text.path, one.refused)
    for text, one in zip(texts, fixed, strict=True):
        for rejected in sorted(one.dropped):
            log_dropped(text.path, rejected, run.language)
    return fixed


def _warn_if_packed(run: Run, path: str) -> None:
    """Print that a file of a word processor is not corrected itself, if it is one."""
    if not run.under(path).plugins.format_for(path).packed:
        return
    ending = os.path.splitext(path)[1]  # noqa: PTH122
    form = ending.lower().removeprefix(".")
    name = "packed-copy" if form in COPIED else "packed"
    complain(f"{path}: {say(run.language, name, ending=ending, form=form)}")


def _explained(run: Run, documents: Sequence[DocumentReport]) -> dict[str, RuleDict]:
    """Return the descriptions of the rules that have findings, by code."""
    from textlint_pt.cli.rule import described

    codes = {
        finding.code
        for document in documents
        for finding in (*document.findings, *document.accepted)
    }
    plugins = run.main.plugins
    rules = dict(plugins.rules)
    for configuration in run.configurations.all:
        if not codes <= rules.keys():  # the configuration declares some
            rules = {**with_custom_rules(plugins, configuration.layers).rules, **rules}
    return {code: described(rules[code], run.language) for code in sorted(codes)}


def report_problems(run: Run, documents: Sequence[DocumentReport]) -> bool:
    """Print errors and return whether they make the exit status 2."""
    skipped = [
        document for document in documents if document.unread and document.path in run.walked
    ]
    skipped_paths = {document.path for document in skipped}
    errors = [
        document.error
        for document in documents
        if document.error and document.path not in skipped_paths
    ]
    problems = [*run.damaged, *errors, *_unread(run, skipped), *run.unwritten]
    for problem in dict.fromkeys(problems):
        complain(problem)
    if run.damaged or run.unwritten or errors:
        return True
    return len(skipped) == len(documents) > 0  # nothing was linted


def _unread(run: Run, documents: Sequence[DocumentReport]) -> Iterator[str]:
    """Yield why files of a folder are unreadable and how to exclude them, once per reason."""
    by_reason: dict[str, list[DocumentReport]] = {}
    for document in documents:
        reason = str(document.error).removeprefix(document.path).partition(";")[0]
        by_reason.setdefault(_IN_LINE.sub("", reason), []).append(document)
    for first, *rest in by_reason.values():
        if len(rest) + 1 < MANY:
            yield from (
                _with_exclude_hint(run, document_of_reason) for document_of_reason in (first, *rest)
            )
            continue
        paths = [other.path for other in rest]
        shown = ", ".join([*paths[:MANY], *(["…"] if len(paths) > MANY else [])])
        yield f"{_with_exclude_hint(run, first)}; likewise in {len(paths)} more files: {shown}"


def _with_exclude_hint(run: Run, document: DocumentReport) -> str:
    return f"{document.error}; to leave it out: {_exclude_line(run, document.path)}"


def _exclude_line(run: Run, path: str) -> str:
    """Return the line of configuration that excludes a file."""
    file = run.main.file or Path(config.CONFIG_FILE)
    relative = Path(os.path.relpath(path, file.parent)).as_posix()
    pattern = json.dumps(config.pattern_of(relative), ensure_ascii=False)
    line = f"exclude = [{pattern}]" if file.suffix == ".toml" else f"exclude: [{pattern}]"
    return f"{line} ({file.name})"


def _standard_input() -> list[str]:
    """Return what is linted where no path is given: what is piped in."""
    if sys.stdin.isatty():
        raise UserError("no PATH is given; `textlint-pt --help` says more")
    return ["-"]


def _check_command(paths: Sequence[str]) -> None:
    """Raise `UserError` for a missing file whose name looks like a command or rule."""
    first = paths[0]
    for name in paths:
        if _CODE.fullmatch(name) and not os.path.lexists(name):
            raise UserError(f"{name}: no such file; `textlint-pt rule {name}` explains the rule")
    if first.isalpha() and not os.path.lexists(first):
        from textlint_pt.cli import COMMANDS

        if hint := nearest(first, COMMANDS):
            raise UserError(f"{first}: no such file or command{hint}")


def _check_not_empty(options: Mapping[str, Any]) -> None:
    """Raise `UserError` for an option with an empty value, as of an unset variable."""
    for name in ("config", "diff_base", "reference", "reference_rev", "source"):
        if options[name] is not None and not options[name].strip():
            raise UserError(f"--{name.replace('_', '-')}: is empty")


def _status(report: Report, layers: Sequence[Layer]) -> int:
    """Return 1 for findings at `--fail-on` or a score below `--fail-under`, else 0."""
    mildest = config.value(layers, "fail-on", config.DEFAULT_FAIL_ON)
    failing = () if mildest == NEVER else SEVERITIES[: SEVERITIES.index(mildest) + 1]
    min_score = config.value(layers, "fail-under")  # of 100
    status = 0
    for document in report.documents:
        if any(finding.severity in failing for finding in document.findings):
            status = 1
        total = document.score.without_accepted or document.score.total
        if min_score is not None and total is not None and 100 * total < min_score:
            status = 1
            message = _below_limit_message(total, document.score, min_score)
            complain(f"{document.path}: {message}")
    return status


def _below_limit_message(total: float, score: Score, limit: float) -> str:
    """Return that a score is below the limit and what costs most."""
    from textlint_pt.reporters.figures import points
    from textlint_pt.reporters.overview import inside

    language = spoken()
    shown = points(total, language)
    message = say(language, "fail_under", score=shown, limit=points(limit / 100, language))
    if not score.causes:
        return message
    costliest = score.causes[0]
    loss = points(costliest.loss, language)
    return f"{message}; {say(language, 'costs_most', what=inside(costliest.name), loss=loss)}"

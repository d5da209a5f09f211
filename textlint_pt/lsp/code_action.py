"""`textDocument/codeAction`: correct, ignore, accept, add a word, switch a rule off, explain it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from textlint_pt.config.config import MAXIMUM_BYTES
from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format, Malformed
from textlint_pt.engine import suppression
from textlint_pt.engine.fixing import BESIDE_PROSE, correct, fixes_of_level
from textlint_pt.engine.project import is_entry
from textlint_pt.files import read as read_file
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import with_line_feeds
from textlint_pt.lsp.diagnostics import SOURCE
from textlint_pt.lsp.positions import Lines
from textlint_pt.report.finding import Applicability, Edit, Finding
from textlint_pt.report.messages import say
from textlint_pt.text.document import Document, Span

#: commands: show the page of a rule; accept a finding in the baseline; add to the vocabulary of the
#: project, or to the user's own; say what an action has inserted
EXPLAIN = "textlint-pt.explain"
ACCEPT = "textlint-pt.accept"
ADD_WORD = "textlint-pt.add-word"
ADD_OWN_WORD = "textlint-pt.add-own-word"
INSERTED = "textlint-pt.inserted"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
KINDS: Sequence[types.CodeActionKind | str] = (types.CodeActionKind.QuickFix, FIX_ALL)
#: the format that has no comments of its own
PLAIN = "text"
#: corrections offered for one finding
_MAX_FIXES = 4


@dataclass(frozen=True)
class ActionContext:
    """What is needed to answer: the text and what was found in it, where the rules are configured
    (`configuration` None: nowhere), the names of the project's files (None: nothing is written
    there for this text), the rules that ask its vocabulary, and how an edit of this text is written
    down."""

    uri: str
    text: str
    findings: Sequence[Finding]
    reader: Format
    lines: Lines
    language: str
    configuration: Path | None
    baseline: str | None
    vocabulary: str | None
    asking: Container[str]
    edit: Callable[[Sequence[types.TextEdit]], types.WorkspaceEdit]
    #: whether what is inserted outside of the prose is told of, and can be taken back
    announces: bool = False

    def read(self, raw: str) -> Document:
        """Return a text read as this one is; `Unreadable` if it is malformed."""
        return build("", raw, self.reader)

    @cached_property
    def document(self) -> Document | None:
        """What the text is to its format, if it can be read."""
        try:
            return self.read(self.text.removeprefix("\ufeff"))
        except Unreadable:
            return None


def actions(params: types.CodeActionParams, context: ActionContext) -> Iterator[types.CodeAction]:
    """Yield the requested kinds of action, fixes of the given diagnostics first."""
    requested_kinds = params.context.only or None
    if requested_kinds is None or _is_requested(types.CodeActionKind.QuickFix, requested_kinds):
        # Kate names none
        diagnostics = params.context.diagnostics or list(_diagnostics_in(params.range, context))
        yield from _quick_fixes(diagnostics, context)
    # what runs on saving is not to be offered unasked
    if requested_kinds is not None and _is_requested(FIX_ALL, requested_kinds):
        yield from _fix_all(context)


def _diagnostics_in(selected: types.Range, context: ActionContext) -> Iterator[types.Diagnostic]:
    """Yield the findings in a range as diagnostics."""
    start, end = (context.lines.offset(at) for at in (selected.start, selected.end))
    for one in context.findings:
        if one.start <= end and start <= one.end:
            yield types.Diagnostic(
                context.lines.range(one.start, one.end),
                one.message,
                code=one.code,
                source=SOURCE,
                data={"fingerprint": one.fingerprint},
            )


def _is_requested(
    kind: types.CodeActionKind | str, only: Iterable[types.CodeActionKind | str]
) -> bool:
    """Return whether a kind, or one that includes it, is requested."""
    name = kind.value if isinstance(kind, types.CodeActionKind) else kind
    requested = [one.value if isinstance(one, types.CodeActionKind) else one for one in only]
    return any(one in ("", name) or name.startswith(f"{one}.") for one in requested)


def _quick_fixes(
    diagnostics: Iterable[types.Diagnostic], context: ActionContext
) -> Iterator[types.CodeAction]:
    """Yield the quick fixes of diagnostics: corrections, then what else can be done."""
    by_fingerprint = {finding.fingerprint: finding for finding in context.findings}
    later_actions: dict[str, list[types.CodeAction]] = {}
    done: set[str] = set()
    for diagnostic in diagnostics:
        if diagnostic.source != SOURCE:
            continue
        data = diagnostic.data if isinstance(diagnostic.data, Mapping) else {}
        fingerprint = str(data.get("fingerprint", ""))
        if fingerprint in by_fingerprint and fingerprint not in done:
            done.add(fingerprint)
            yield from _fix_actions(by_fingerprint[fingerprint], diagnostic, context)
            later_actions[fingerprint] = list(
                _accept_actions(by_fingerprint[fingerprint], diagnostic, context)
            )
        code = str(diagnostic.code)
        if code not in later_actions:
            later_actions[code] = list(_rule_actions(code, diagnostic, context))
    for some_actions in later_actions.values():
        yield from some_actions


def _fix_actions(
    finding: Finding, diagnostic: types.Diagnostic, context: ActionContext
) -> Iterator[types.CodeAction]:
    """Yield the corrections of one finding, its preferred one first."""
    fix = finding.fix
    if fix is None or context.document is None:
        return
    alternatives = [fix.edits]
    suggestions = finding.evidence.get("suggestions")
    if len(fix.edits) == 1 and isinstance(suggestions, list | tuple):
        (edit,) = fix.edits
        if edit.text in suggestions:
            others = [text for text in suggestions if text != edit.text]
            alternatives += [(edit.replace(text=text),) for text in others]
    for number, alternative in enumerate(alternatives[:_MAX_FIXES]):
        edits = _feasible_edits(
            context, context.document, finding.replace(fix=fix.replace(edits=alternative))
        )
        if not edits:
            continue
        yield types.CodeAction(
            title=_title(finding.code, edits, context),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=True if fix.applicability == "safe" and not number else None,
            edit=context.edit(_edits(edits, context.lines)),
        )


def _accept_actions(
    finding: Finding, diagnostic: types.Diagnostic, context: ActionContext
) -> Iterator[types.CodeAction]:
    """Yield actions that accept a finding or add its word to a vocabulary."""
    code, word = finding.code, context.text[finding.start : finding.end]
    if context.baseline is not None:
        title = say(context.language, "accept-here", code=code, file=context.baseline)
        yield _command(title, ACCEPT, [context.uri, finding.fingerprint], diagnostic)
    if code in context.asking and is_entry(word):
        if context.vocabulary is not None:
            title = say(context.language, "add-word", text=word, file=context.vocabulary)
            yield _command(title, ADD_WORD, [context.uri, word], diagnostic)
        title = say(context.language, "add-own-word", text=word)
        yield _command(title, ADD_OWN_WORD, [word], diagnostic)


def _command(
    title: str, command: str, arguments: Sequence[str], diagnostic: types.Diagnostic
) -> types.CodeAction:
    """Return a quick fix that runs a command."""
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(title, command, arguments=list(arguments)),
    )


def _feasible_edits(context: ActionContext, document: Document, finding: Finding) -> Sequence[Edit]:
    """Return a finding's edits; none if more would change, unless it is a suggestion."""
    corrected = correct(document, [_without_sentence(finding)], context.read)
    fix = finding.fix
    if fix and fix.applicability is Applicability.SUGGESTION and corrected.dropped:
        (rejected,) = corrected.dropped
        if rejected.reason == BESIDE_PROSE:
            return fix.edits
    return corrected.edits


def _without_sentence(finding: Finding) -> Finding:
    """Return a finding without the number of its sentence, which may be that in an older text."""
    return finding.replace(sentence=None)


def _title(code: str, edits: Sequence[Edit], context: ActionContext) -> str:
    """Return the title of a correction."""
    if len(edits) > 1:
        return say(context.language, "correct", code=code)
    (edit,) = edits
    if edit.text.strip():
        return say(context.language, "replace-with", code=code, text=edit.text)
    return say(context.language, "take-out", code=code, text=context.text[edit.start : edit.end])


def _edits(edits: Iterable[Edit], lines: Lines) -> list[types.TextEdit]:
    return [types.TextEdit(lines.range(edit.start, edit.end), edit.text) for edit in edits]


def _rule_actions(
    code: str, diagnostic: types.Diagnostic, context: ActionContext
) -> Iterator[types.CodeAction]:
    """Yield actions for a rule: suppress here, switch off, explain."""
    kind, language = types.CodeActionKind.QuickFix, context.language
    start = context.lines.offset(diagnostic.range.start)
    insertion = None
    if context.reader.name != PLAIN:  # a comment would be there for its readers, too
        insertion = comment_before(context.text, start, code, context.reader)
    if insertion is not None:
        position, comment = insertion
        change = types.TextEdit(context.lines.range(position, position), comment)
        yield types.CodeAction(
            title=say(language, "ignore-here", code=code),
            kind=kind,
            diagnostics=[diagnostic],
            edit=context.edit([change]),
            command=_announcement(
                say(language, "ignored-here", code=code), context, context.uri, change
            ),
        )
    if context.configuration is not None:
        disabling = disabling_edit(context.configuration, code)
        uri = from_fs_path(str(context.configuration))
        if disabling is not None and uri is not None:
            yield types.CodeAction(
                title=say(language, "disable-rule", code=code, file=context.configuration.name),
                kind=kind,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(changes={uri: [disabling]}),
                command=_announcement(
                    say(language, "rule-disabled", code=code, file=context.configuration.name),
                    context,
                    uri,
                    disabling,
                ),
            )
    yield _command(say(language, "explain-rule", code=code), EXPLAIN, [code], diagnostic)


def _announcement(
    message: str, context: ActionContext, uri: str, change: types.TextEdit
) -> types.Command | None:
    """Return the command that announces a change once it is made."""
    start = change.range.start
    arguments = [uri, message, start.line, start.character, change.new_text]
    return types.Command(message, INSERTED, arguments=arguments) if context.announces else None


def _fix_all(context: ActionContext) -> Iterator[types.CodeAction]:
    """Yield one action with all safe, independent corrections."""
    safe = fixes_of_level(context.findings, unsafe=False)
    if not safe or context.document is None:
        return
    edits = correct(context.document, [_without_sentence(one) for one in safe], context.read).edits
    if edits:
        yield types.CodeAction(
            title=say(context.language, "fix-all"),
            kind=FIX_ALL,
            edit=context.edit(_edits(edits, context.lines)),
        )


_IGNORED = re.compile(
    r"^ignore:[ \t]{0,80}(?:\[(?P<listed>[^\]\n]{0,4000})\])?[ \t]{0,80}$", re.MULTILINE
)


def disabling_edit(configuration: Path, code: str) -> types.TextEdit | None:
    """Return the edit of a rules.yaml that ignores a rule; None if impossible."""
    try:
        text = read_file(configuration, MAXIMUM_BYTES).decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        return None
    if configuration.suffix not in (".yaml", ".yml") or configuration.is_symlink():
        return None

    def insert(at: int, new: str) -> types.TextEdit:
        line = text.count("\n", 0, at)
        place = types.Position(line, at - (text.rfind("\n", 0, at) + 1))
        return types.TextEdit(types.Range(place, place), new)

    ignore_key = _IGNORED.search(text)
    if ignore_key is None:
        if re.search(r"^ignore\b", text, re.MULTILINE):
            return None  # written in a way that is not understood here
        line_break = "" if not text or text.endswith("\n") else "\n"
        return insert(len(text), f"{line_break}ignore: [{code}]\n")
    if ignore_key["listed"] is not None:  # ignore: [RED001]
        comma = ", " if ignore_key["listed"].strip() else ""
        return insert(ignore_key.end("listed"), f"{comma}{code}")
    # the items stand below, each after a hyphen
    first_item = re.compile(r"\n([ \t]*- )").match(text, ignore_key.end())
    if first_item is None:
        return None
    return insert(first_item.start() + 1, f"{first_item[1]}{code}\n")


def comment_before(text: str, offset: int, code: str, reader: Format) -> tuple[int, str] | None:
    """Return where to insert which comment to disable `code` at `offset`; None if a comment
    there would change any block."""
    normalised = with_line_feeds(text)
    try:
        before = _read(normalised, reader)
    except Malformed:
        return None
    spans = [block.content.span() for block in before.blocks]
    block_index = next((i for i, span in enumerate(spans) if offset < span.end), None)
    if block_index is None:
        return None
    # a comment inside a catalogue's entry would stand between its strings
    target_span = next(
        (unit.span for unit in before.units if block_index in unit.blocks), spans[block_index]
    )
    line = before.line_span(before.position(target_span.start)[0])
    margin = re.match(r"[ \t>]*", text[line.start : target_span.start])
    assert margin is not None  # the pattern matches anything
    line_break = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    opening, closing = reader.comment
    comment = f"{margin.group()}{opening}textlint-pt-disable-next {code}{closing}{line_break}"
    try:
        silenced = f"{text[: line.start]}{comment}{text[line.start :]}"
        after = _read(with_line_feeds(silenced), reader)
    except Malformed:
        return None
    blocks_before = [(block.kind, block.content.text) for block in before.blocks]
    blocks_after = [(block.kind, block.content.text) for block in after.blocks]
    is_unchanged = blocks_before == blocks_after
    shift = len(comment)
    moved_block = Span(spans[block_index].start + shift, spans[block_index].end + shift)
    suppressions, _ = suppression.read(after)
    is_suppressed = any(
        one.code == code and one.reach.overlaps(moved_block) and one.reach.end >= moved_block.end
        for one in suppressions
    )
    return (line.start, comment) if is_unchanged and is_suppressed else None


def _read(text: str, reader: Format) -> Document:
    parsed = reader.parse(text)
    return Document("", text, reader.name, parsed.blocks, (), parsed.comments, units=parsed.units)

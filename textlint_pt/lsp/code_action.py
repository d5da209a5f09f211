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
_MOST = 4


@dataclass(frozen=True)
class Asked:
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
    tells: bool = False

    def read(self, raw: str) -> Document:
        """A text read as this one is; `Unreadable` if it is malformed."""
        return build("", raw, self.reader)

    @cached_property
    def document(self) -> Document | None:
        """What the text is to its format, if it can be read."""
        try:
            return self.read(self.text.removeprefix("\ufeff"))
        except Unreadable:
            return None


def actions(params: types.CodeActionParams, asked: Asked) -> Iterator[types.CodeAction]:
    """The kinds that are asked for; corrections of what the diagnostics name, the best first."""
    only = params.context.only or None
    if only is None or _wanted(types.CodeActionKind.QuickFix, only):
        # Kate names none
        diagnostics = params.context.diagnostics or list(_at(params.range, asked))
        yield from _quick_fixes(diagnostics, asked)
    # what runs on saving is not to be offered unasked
    if only is not None and _wanted(FIX_ALL, only):
        yield from _fix_all(asked)


def _at(place: types.Range, asked: Asked) -> Iterator[types.Diagnostic]:
    """What was found at a place, as a client names it."""
    start, end = (asked.lines.offset(at) for at in (place.start, place.end))
    for one in asked.findings:
        if one.start <= end and start <= one.end:
            yield types.Diagnostic(
                asked.lines.range(one.start, one.end),
                one.message,
                code=one.code,
                source=SOURCE,
                data={"fingerprint": one.fingerprint},
            )


def _wanted(kind: types.CodeActionKind | str, only: Iterable[types.CodeActionKind | str]) -> bool:
    """Whether a kind is asked for, or one that it is a part of."""
    name = kind.value if isinstance(kind, types.CodeActionKind) else kind
    asked = [one.value if isinstance(one, types.CodeActionKind) else one for one in only]
    return any(one in ("", name) or name.startswith(f"{one}.") for one in asked)


def _quick_fixes(
    diagnostics: Iterable[types.Diagnostic], asked: Asked
) -> Iterator[types.CodeAction]:
    found = {finding.fingerprint: finding for finding in asked.findings}
    others: dict[str, list[types.CodeAction]] = {}
    corrected: set[str] = set()
    for diagnostic in diagnostics:
        if diagnostic.source != SOURCE:
            continue
        data = diagnostic.data if isinstance(diagnostic.data, Mapping) else {}
        print_ = str(data.get("fingerprint", ""))
        if print_ in found and print_ not in corrected:
            corrected.add(print_)
            yield from _corrections(found[print_], diagnostic, asked)
            others[print_] = list(_acceptances(found[print_], diagnostic, asked))
        code = str(diagnostic.code)
        if code not in others:
            others[code] = list(_choices(code, diagnostic, asked))
    for offered in others.values():
        yield from offered


def _corrections(
    finding: Finding, diagnostic: types.Diagnostic, asked: Asked
) -> Iterator[types.CodeAction]:
    fix = finding.fix
    if fix is None or asked.document is None:
        return
    ways = [fix.edits]
    suggestions = finding.evidence.get("suggestions")
    if len(fix.edits) == 1 and isinstance(suggestions, list | tuple):
        (first,) = fix.edits
        if first.text in suggestions:
            ways += [(first.replace(text=s),) for s in suggestions if s != first.text]
    for number, wanted in enumerate(ways[:_MOST]):
        edits = _possible(asked, asked.document, finding.replace(fix=fix.replace(edits=wanted)))
        if not edits:
            continue
        yield types.CodeAction(
            title=_title(finding.code, edits, asked),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=True if fix.applicability == "safe" and not number else None,
            edit=asked.edit(_edits(edits, asked.lines)),
        )


def _acceptances(
    finding: Finding, diagnostic: types.Diagnostic, asked: Asked
) -> Iterator[types.CodeAction]:
    """What can be done about a finding without a change of its text."""
    code, word = finding.code, asked.text[finding.start : finding.end]
    if asked.baseline is not None:
        title = say(asked.language, "accept-here", code=code, file=asked.baseline)
        yield _command(title, ACCEPT, [asked.uri, finding.fingerprint], diagnostic)
    if code in asked.asking and is_entry(word):
        if asked.vocabulary is not None:
            title = say(asked.language, "add-word", text=word, file=asked.vocabulary)
            yield _command(title, ADD_WORD, [asked.uri, word], diagnostic)
        title = say(asked.language, "add-own-word", text=word)
        yield _command(title, ADD_OWN_WORD, [word], diagnostic)


def _command(
    title: str, command: str, arguments: Sequence[str], diagnostic: types.Diagnostic
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(title, command, arguments=list(arguments)),
    )


def _possible(asked: Asked, document: Document, finding: Finding) -> Sequence[Edit]:
    """The edits that mend a finding; none if they would change more. A suggestion may restore a
    placeholder."""
    after = correct(document, [_anywhere(finding)], asked.read)
    fix = finding.fix
    if fix and fix.applicability is Applicability.SUGGESTION and after.dropped:
        (dropped,) = after.dropped
        if dropped.reason == BESIDE_PROSE:
            return fix.edits
    return after.edits


def _anywhere(finding: Finding) -> Finding:
    """A finding without the number of its sentence, which may be that in an older text."""
    return finding.replace(sentence=None)


def _title(code: str, edits: Sequence[Edit], asked: Asked) -> str:
    if len(edits) > 1:
        return say(asked.language, "correct", code=code)
    (edit,) = edits
    if edit.text.strip():
        return say(asked.language, "replace-with", code=code, text=edit.text)
    return say(asked.language, "take-out", code=code, text=asked.text[edit.start : edit.end])


def _edits(edits: Iterable[Edit], lines: Lines) -> list[types.TextEdit]:
    return [types.TextEdit(lines.range(edit.start, edit.end), edit.text) for edit in edits]


def _choices(code: str, diagnostic: types.Diagnostic, asked: Asked) -> Iterator[types.CodeAction]:
    """What can be done about a rule, besides what it says."""
    kind, language = types.CodeActionKind.QuickFix, asked.language
    start = asked.lines.offset(diagnostic.range.start)
    insertion = None
    if asked.reader.name != PLAIN:  # a comment would be there for its readers, too
        insertion = comment_before(asked.text, start, code, asked.reader)
    if insertion is not None:
        at, comment = insertion
        change = types.TextEdit(asked.lines.range(at, at), comment)
        yield types.CodeAction(
            title=say(language, "ignore-here", code=code),
            kind=kind,
            diagnostics=[diagnostic],
            edit=asked.edit([change]),
            command=_told(say(language, "ignored-here", code=code), asked, asked.uri, change),
        )
    if asked.configuration is not None:
        off = switched_off(asked.configuration, code)
        uri = from_fs_path(str(asked.configuration))
        if off is not None and uri is not None:
            yield types.CodeAction(
                title=say(language, "disable-rule", code=code, file=asked.configuration.name),
                kind=kind,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit(changes={uri: [off]}),
                command=_told(
                    say(language, "rule-disabled", code=code, file=asked.configuration.name),
                    asked,
                    uri,
                    off,
                ),
            )
    yield _command(say(language, "explain-rule", code=code), EXPLAIN, [code], diagnostic)


def _told(said: str, asked: Asked, uri: str, change: types.TextEdit) -> types.Command | None:
    """What the client asks for once it has made a change."""
    at = change.range.start
    given = [uri, said, at.line, at.character, change.new_text]
    return types.Command(said, INSERTED, arguments=given) if asked.tells else None


def _fix_all(asked: Asked) -> Iterator[types.CodeAction]:
    """All safe corrections that do not touch one another, as one action."""
    safe = fixes_of_level(asked.findings, unsafe=False)
    if not safe or asked.document is None:
        return
    edits = correct(asked.document, [_anywhere(one) for one in safe], asked.read).edits
    if edits:
        yield types.CodeAction(
            title=say(asked.language, "fix-all"),
            kind=FIX_ALL,
            edit=asked.edit(_edits(edits, asked.lines)),
        )


_IGNORED = re.compile(
    r"^ignore:[ \t]{0,80}(?:\[(?P<listed>[^\]\n]{0,4000})\])?[ \t]{0,80}$", re.MULTILINE
)


def switched_off(configuration: Path, code: str) -> types.TextEdit | None:
    """The edit of a rules.yaml after which a rule is ignored; None where it cannot be made."""
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

    match = _IGNORED.search(text)
    if match is None:
        if re.search(r"^ignore\b", text, re.MULTILINE):
            return None  # written in a way that is not understood here
        gap = "" if not text or text.endswith("\n") else "\n"
        return insert(len(text), f"{gap}ignore: [{code}]\n")
    if match["listed"] is not None:
        return insert(match.end("listed"), f"{', ' if match['listed'].strip() else ''}{code}")
    first = re.compile(r"\n([ \t]*- )").match(text, match.end())
    return insert(first.start() + 1, f"{first[1]}{code}\n") if first else None


def comment_before(text: str, offset: int, code: str, reader: Format) -> tuple[int, str] | None:
    """Where and what to insert to silence `code` in the block at `offset`.

    None if there is no place for a comment, as between the rows of a table: the text is read again
    with the comment, which must apply to that block and leave every block as it was.
    """
    feeds = with_line_feeds(text)
    try:
        before = _read(feeds, reader)
    except Malformed:
        return None
    spans = [block.content.span() for block in before.blocks]
    number = next((i for i, span in enumerate(spans) if offset < span.end), None)
    if number is None:
        return None
    # a comment inside a catalogue's entry would stand between its strings
    whole = next((unit.span for unit in before.units if number in unit.blocks), spans[number])
    line = before.line_span(before.position(whole.start)[0])
    margin = re.match(r"[ \t>]*", text[line.start : whole.start])
    assert margin is not None  # the pattern matches anything
    break_ = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    opening, closing = reader.comment
    comment = f"{margin.group()}{opening}textlint-pt-disable-next {code}{closing}{break_}"
    try:
        silenced = f"{text[: line.start]}{comment}{text[line.start :]}"
        after = _read(with_line_feeds(silenced), reader)
    except Malformed:
        return None
    same = [(block.kind, block.content.text) for block in before.blocks] == [
        (block.kind, block.content.text) for block in after.blocks
    ]
    reach = Span(spans[number].start + len(comment), spans[number].end + len(comment))
    reached = any(
        s.code == code and s.reach.overlaps(reach) and s.reach.end >= reach.end
        for s in suppression.read(after)[0]
    )
    return (line.start, comment) if same and reached else None


def _read(text: str, reader: Format) -> Document:
    parsed = reader.parse(text)
    return Document("", text, reader.name, parsed.blocks, (), parsed.comments, units=parsed.units)

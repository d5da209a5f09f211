"""Messages of git commits, merges and tags, as an editor or a `commit-msg` hook has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textlint_pt import git
from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats.markup import Line
from textlint_pt.formats.text import blocks_of, lines_of
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

#: what git chooses from where `core.commentChar` is auto
_AUTO_COMMENT_CHARS = "#;@!$%^&|:"

_SCISSORS = regex(r"^(\S{1,10}) -{24} >8 -{24}[ \t]*\r?$", re.MULTILINE)
_SUPPRESSION = regex(r"textlint-pt-.*")
#: before the words of a subject: fixup!, [WIP], :bug:, feat(scope)!:, docs/pt:
_PREFIX = regex(
    r"(?:(?:fixup|squash|amend)!\s+|\[[^\]\n]{1,30}\]\s*|:[a-z0-9_+-]{1,40}:\s*"
    r"|[A-Za-z][\w./*{},-]{0,40}(?:\([^()\n]{1,60}\))?!?:\s+)+"
)
#: subjects and lines that git writes itself, in English
_OF_GIT = regex(
    r"Merge (?:branch|branches|tag|commit|remote-tracking branch|pull request)\b.*"
    r"|(?:Revert|Reapply) \".*|This reverts commit [0-9a-f]{7,}.*"
    r"|\(cherry picked from commit [0-9a-f]{7,}\)"
)
_TRAILER = regex(
    r"(?:[A-Za-z]+(?:-[A-Za-z]+)*-(?:at|by|for|from|id|in|link|on|to|up|url|with)|Cc|Bug|Issues?|Fix(?:es|ed)?|Clos(?:es?|ed)|Resolves?d?|Refs?"
    r"|References|Links?|See|Depends|Signed|Release)(?:: | #)\S.*",
    re.IGNORECASE,
)
_DIFF = regex(r"diff --git |@@ -\d|(?:---|\+\+\+) [ab]/|Index: \S")
_OF_A_DIFF = regex(r"[ +\\@-]|diff |index [0-9a-f]|(?:new|deleted|old) |similarity |rename |\Z")
#: code, and what names an issue, a commit or a person
_OPAQUE = regex(
    r"(?P<code>(?<!`)(`++)[^`\n]++\2)|(?<![\w/.-])[\w.-]*+(?:/[\w.-]++)?#\d+\b"
    r"|(?<!\w)[A-Z]{2,10}-\d+\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|(?<!\w)@[\w-]+(?:/[\w-]+)?"
    r"|\bBREAKING[ -]CHANGES?:"
)


class CommitMessage(Format):
    """Messages of commits: a subject, and paragraphs and lists below it.

    Comment lines (as `core.commentChar` has them) and what is below the scissors are not read, nor
    are trailers (`Signed-off-by:`), prefixes of the subject (`fixup!`, `feat(pt):`), code, diffs,
    and what git writes itself. A comment line may hold a suppression.
    """

    name: ClassVar[str] = "commit-message"
    extensions: ClassVar[tuple[str, ...]] = (".gitcommit",)
    names: ClassVar[tuple[str, ...]] = git.MESSAGES
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    in_folders: ClassVar[bool] = False

    def __init__(self, comment_mark: str = "") -> None:
        self._comment_mark = comment_mark

    def at(self, path: str) -> Format:
        return CommitMessage(git.comment_string(path))

    def parse(self, raw: str) -> Parsed:
        """Return subject and body of a message, without comments and trailers."""
        comment_mark = self._comment_mark
        end = len(raw)
        if scissors := _SCISSORS.search(raw):
            comment_mark, end = scissors[1], scissors.start()
        lines, comments = lines_of(raw[:end])
        comment_mark = comment_mark or _auto_comment_mark(lines)
        text_lines = [self._read(line, comment_mark, comments) for line in lines]
        _blank_unread_lines(raw, text_lines)
        subject_index = next(
            (index for index, line in enumerate(text_lines) if line.text), len(text_lines)
        )
        blocks = [
            *_subject(raw, text_lines[subject_index : subject_index + 1]),
            *blocks_of(raw, text_lines[subject_index + 1 :]),
        ]
        markup: list[Markup] = []
        marked = [_with_opaque_names(block, markup) for block in blocks]
        return Parsed(tuple(marked), tuple(comments), markup=tuple(markup))

    def _read(self, line: Line, comment_mark: str, comments: list[Comment]) -> Line:
        """Return the line, emptied if it is a comment or written by git.

        A comment that holds a suppression is added to `comments`.
        """
        if line.indent == 0 and line.text.startswith(comment_mark):
            comment = line.text.removeprefix(comment_mark).strip()
            if _SUPPRESSION.fullmatch(comment):
                comments.append(Comment(comment, Span(line.start, line.end)))
            return _emptied(line)
        return _emptied(line) if _OF_GIT.fullmatch(line.text) else line


def _auto_comment_mark(lines: Sequence[Line]) -> str:
    """Return the sign that begins comments where `core.commentChar` is auto.

    Git then takes a sign that no line of the message begins with, and its comments come last.
    """
    last = next((line for line in reversed(lines) if line.text), None)
    return last.text[0] if last and last.text[0] in _AUTO_COMMENT_CHARS else git.COMMENT


def _emptied(line: Line) -> Line:
    return Line("", line.start, 0)


def _blank_unread_lines(raw: str, lines: list[Line]) -> None:
    """Empty the lines of diffs, indented code and trailers."""
    in_diff = in_code = False
    after_blank = True
    for line_index, line in enumerate(lines):
        is_indented = line.indent >= 4 or "\t" in raw[line.start - line.indent : line.start]
        in_code = is_indented and (in_code or after_blank)
        after_blank = not line.text
        begins_diff = _DIFF.match(line.text) is not None
        may_be_in_diff = line.indent > 0 or _OF_A_DIFF.match(line.text) is not None
        in_diff = begins_diff or (in_diff and may_be_in_diff)
        if in_diff or in_code or _TRAILER.fullmatch(line.text):
            lines[line_index] = _emptied(line)


def _subject(raw: str, lines: Sequence[Line]) -> Iterator[Block]:
    for line in lines:
        prefix = _PREFIX.match(line.text)
        start = line.start + (prefix.end() if prefix else 0)
        if start < line.end:
            yield Block(Kind.PARAGRAPH, Text.verbatim(raw[start : line.end], start))


def _with_opaque_names(block: Block, markup: list[Markup]) -> Block:
    """Return the block with code, issue numbers and names opaque; add its code to `markup`."""
    opaque: list[Span] = []
    for found in _OPAQUE.finditer(block.content.text):
        written = block.content[found.start() : found.end()]
        opaque.append(written.span())
        if found["code"]:
            width = len(found[2])  # of the backquotes on either side
            markup.append(Markup(MarkupKind.CODE, written, written[width:-width]))
    return block._replace(opaque=tuple(opaque))

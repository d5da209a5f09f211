"""Inline markup of reStructuredText, read as docutils reads it, with the place of every character.

It works on any text whose characters carry their source: a paragraph, a string of a catalogue.
"""

from __future__ import annotations

import re

from textlint_pt.formats.directives import LINK_ROLES, PROSE_ROLES
from textlint_pt.formats.markup import Closer, Edits, Inline, removed_reference_span, shadow
from textlint_pt.text.document import MarkupKind, Text
from textlint_pt.text.regex import regex

_BEFORE = r"(?:(?<=[\s(\[{<\"'\-/:])|(?<![\s\S]))"
_AFTER = r"(?=$|[\s\0'\")\]}>\-/:.,;!?\\])"
#: no name is as long; a limit, since one may begin at every colon
_NAME = r"[^\W_](?:[\w.+:-]{0,200}[^\W_])?"
_ROLE = rf":{_NAME}:"
_OPENING = regex(
    rf"""{_BEFORE}(?:
        (?P<strong>\*\*)(?=\S) | (?P<emphasis>\*)(?=[^\s*])
      | (?P<literal>``)(?=\S) | (?P<target>_`)(?=[^\s`]) | (?P<substitution>\|)(?=[^\s|])
      | (?P<interpreted>(?P<role>{_ROLE})?`)(?=[^\s`])
      | (?P<footnote>\[(?:\d+|\#(?:{_NAME})?|\*)\]_){_AFTER}
      | (?P<citation>\[{_NAME}\]_){_AFTER}
      | (?P<reference>{_NAME}__?){_AFTER}
    )""",
    re.VERBOSE,
)
_CLOSING = {
    "strong": regex(rf"(?<![\s\0])\*\*{_AFTER}"),
    "emphasis": regex(rf"(?<![\s\0])\*{_AFTER}"),
    "literal": regex(rf"(?<!\s)``{_AFTER}"),
    "target": regex(rf"(?<![\s\0])`{_AFTER}"),
    "substitution": regex(rf"(?<![\s\0])\|(?:__?)?{_AFTER}"),
    "interpreted": regex(rf"(?<![\s\0])`(?:(?P<role>{_ROLE})|__?)?{_AFTER}"),
}
#: the name of links that have none, in the order of their targets
ANONYMOUS = "__"
_QUOTED = frozenset(("()", "[]", "{}", "<>", '""', "''"))
_ESCAPE = regex(r"\\([\s\S])")
_ESCAPED = regex(r"\0(?:\s|(?=.))")
_EXPANSION = regex(r"(?<!\s)\s*\([^()]*\)\Z")


def read(content: Text) -> Inline:
    """Return what a run of inline markup shows and has marked; links by name have that `name`."""
    text = content.text
    if not any(mark in text for mark in "*`|_\\"):
        return Inline(content)
    return _Inline(text).edits().applied(content)


class _Inline:
    def __init__(self, text: str) -> None:
        self.text = text
        # an escaped character stays, the backslash before it becomes NUL
        self.shadow = _ESCAPE.sub("\0\\1", shadow(text))
        self._edits = Edits()
        self._closer = Closer(self.shadow)

    def edits(self) -> Edits:
        """Return the edits that turn the markup into the text that it shows."""
        position = 0
        while opening := _OPENING.search(self.shadow, position):
            end = None if self._is_quoted(opening) else self._construct(opening)
            if end is None:  # no markup: escapes in it are read as in the text before it
                self._escapes(position, opening.end())
                position = opening.end()
            else:
                self._escapes(position, opening.start())
                position = end
        self._escapes(position, len(self.text))
        return self._edits

    def _is_quoted(self, opening: re.Match[str]) -> bool:
        """Return whether a mark is alone in quotes or brackets, such as "*", and is no markup."""
        before = self.shadow[max(0, opening.start() - 1) : opening.start()]
        after = self.shadow[opening.end() : opening.end() + 1]
        return before + after in _QUOTED

    def _escapes(self, start: int, end: int) -> None:
        """Drop backslashes that escape, and white space that is escaped."""
        for match in _ESCAPED.finditer(self.shadow, start, end):
            self._edits.drop(*match.span())

    def _construct(self, opening: re.Match[str]) -> int | None:
        """Record the edits of the markup that opens here; return its end, None if it is none."""
        kind = opening.lastgroup or ""
        if opening["role"] is not None:
            kind = "interpreted"
        start, content_start = opening.span()
        if kind in ("footnote", "citation"):
            label = self.text[start + 1 : content_start - 2]
            self._edits.mark(MarkupKind.FOOTNOTE, (start, content_start), target=label)
            if kind == "footnote":
                self._edits.drop(*removed_reference_span(self.text, start, content_start))
            else:
                self._edits.hide(start, content_start - 1)
                self._edits.drop(content_start - 1, content_start)
            return content_start
        if kind == "reference":
            name = opening["reference"].rstrip("_")
            self._link(
                (start, content_start), (start, start + len(name)), self.text[start:content_start]
            )
            self._edits.drop(start + len(name), content_start)
            return content_start
        closing = self._closer.find(_CLOSING[kind], content_start + 1)
        if closing is None:
            if kind not in ("literal", "interpreted"):
                return None
            self._edits.hide(start, len(self.text))  # code that is never closed
            return len(self.text)
        content_end, end = closing.span()
        content = self.text[content_start:content_end]
        if kind == "interpreted":
            role = opening["role"] or closing["role"]
            name = role.strip(":") if role else ""
            is_link = closing.group().endswith("_")
            shown, target = self._interpreted(name, is_link, content_start, content_end)
            text = self.text[slice(*shown)]
            if is_link:
                self._link((start, end), shown, target or text + closing.group().lstrip("`"))
            else:
                target = target or text.lstrip("~!.")
                self._edits.mark(MarkupKind.ROLE, (start, end), shown, target, name)
            self._edits.wrap(start, content_start, content_end, end)
        elif kind == "substitution":
            self._edits.mark(MarkupKind.SUBSTITUTION, (start, content_end + 1), target=content)
            self._edits.hide(start, content_end + 1)
            self._edits.drop(content_end + 1, end)
        else:  # "literal", "target", "emphasis" or "strong"
            marked_as = {"literal": MarkupKind.CODE, "target": MarkupKind.ANCHOR}
            self._edits.mark(
                marked_as.get(kind) or MarkupKind(kind),
                (start, end),
                (content_start, content_end),
                target=content if kind == "target" else "",
            )
            self._edits.wrap(start, content_start, content_end, end)
            if kind == "literal":
                self._edits.hide(content_start, content_end)
            else:
                self._escapes(content_start, content_end)
        return end

    def _link(self, whole: tuple[int, int], shown: tuple[int, int], target: str) -> None:
        """Read a link to an address, or to a name (with an underscore at its end)."""
        name = ""
        if target.endswith("_") and "://" not in target:
            name = ANONYMOUS if target.endswith("__") else target[:-1].strip("`")
            target = ""
        self._edits.mark(MarkupKind.LINK, whole, shown, target, name)

    def _interpreted(
        self, role: str, is_link: bool, start: int, end: int
    ) -> tuple[tuple[int, int], str]:
        """Return the range shown of "text <target>" or either alone, and the target."""
        shown_end, is_prose = end, is_link or role in PROSE_ROLES
        target = ""
        if (is_link or role) and self.shadow.endswith(">", start, end):
            target_start = self.shadow.rfind("<", start, end)
            follows_text = target_start > start and (
                role != "" or self.shadow[target_start - 1].isspace()
            )
            if target_start == start or follows_text:
                target = self.text[target_start + 1 : end - 1].replace("\n", "")
            if target_start == start:
                self._edits.drop(start, start + 1)
                start, shown_end, is_prose = start + 1, end - 1, False
            elif follows_text:
                shown_end = start + len(self.text[start:target_start].rstrip())
                is_prose = is_prose or role in LINK_ROLES
        elif role in ("abbr", "abbreviation") and (
            expansion := _EXPANSION.search(self.text[start:end])
        ):
            shown_end = start + expansion.start()
        self._edits.drop(shown_end, end)
        self._escapes(start, shown_end)
        if not is_prose:
            self._edits.hide(start, shown_end)
        return (start, shown_end), target

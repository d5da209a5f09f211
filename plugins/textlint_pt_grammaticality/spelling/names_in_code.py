"""What has a name in a document's own code."""

from __future__ import annotations

from textlint_pt.contract import MarkupKind, View
from textlint_pt.text.regex import regex

#: names that code gives or uses: "x = 1", "x <- 1", "x[0]", "x.y", "f(", "for x in"
_NAME_IN_CODE = regex(
    r"\b([A-Za-z]\w{0,60})(?=\s{0,8}(?:=(?!=)|<-|:=)|[\[.(])|\b(?:def|class|function|for|in|let|const|var)"
    r"[ ]+([A-Za-z]\w{0,60})"
)
_ONE_NAME = regex(r"[A-Za-z]\w{0,60}\Z")


def names_in_code(view: View) -> frozenset[str]:
    """The names, in small letters, that the whole document's code has."""
    return view.whole.once(_names)


def _names(view: View) -> frozenset[str]:
    found: set[str] = set()
    for markup in view.document.markup:
        code = markup.content.text
        if markup.kind is MarkupKind.CODE_BLOCK:
            found.update(one or other for one, other in _NAME_IN_CODE.findall(code))
        elif markup.kind is MarkupKind.CODE and _ONE_NAME.match(code):
            found.add(code)
    return frozenset(name.lower() for name in found)

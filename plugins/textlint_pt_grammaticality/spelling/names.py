"""What has a name in a document's own code, and what its italics set apart."""

from __future__ import annotations

from typing import NamedTuple

from textlint_pt.contract import MarkupKind, View
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS

#: names that code gives or uses: "x = 1", "x <- 1", "x[0]", "x.y", "f(", "for x in"
_NAME_IN_CODE = regex(
    r"\b([A-Za-z]\w{0,60})(?=\s{0,8}(?:=(?!=)|<-|:=)|[\[.(])|\b(?:def|class|function|for|in|let|const|var)"
    r"[ ]+([A-Za-z]\w{0,60})"
)
_ONE_NAME = regex(r"[A-Za-z]\w{0,60}\Z")
#: words of a term or a title; more are stressed, and the author's own
_TERM = 4


class Names(NamedTuple):
    """Words, in small letters, that the whole document has as names."""

    #: given or used by its code
    in_code: frozenset[str]
    #: of terms in italics
    terms: frozenset[str]


def names(view: View) -> Names:
    return view.whole.once(_names)


def _names(view: View) -> Names:
    in_code, terms = set[str](), set[str]()
    for markup in view.document.markup:
        content = markup.content.text
        if markup.kind is MarkupKind.CODE_BLOCK:
            in_code.update(one or other for one, other in _NAME_IN_CODE.findall(content))
        elif markup.kind is MarkupKind.CODE and _ONE_NAME.match(content):
            in_code.add(content)
        elif markup.kind is MarkupKind.EMPHASIS:
            found = LETTERS.findall(content)
            terms.update(found if len(found) <= _TERM else ())
    return Names(*(frozenset(map(str.lower, found)) for found in (in_code, terms)))

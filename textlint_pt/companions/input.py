"""What is linted: a text and the companions it is given; and what its report is to have."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.companions.finder import Found

if TYPE_CHECKING:
    from textlint_pt.text.document import Document


class Input(NamedTuple):
    """A text to lint: its bytes, and the path and bytes of each companion named by hand, by role.

    `found` are companions that stand in for those, as a `Finder` finds them. `base` is an earlier
    version of the text: only findings that its changes touch are reported (empty: all are new).
    `document`: what the bytes are, where they were read already.
    """

    path: str
    data: bytes = b""
    companions: Mapping[str, tuple[str, bytes]] = {}
    found: Found = Found()
    base: bytes | None = None
    document: Document | None = None
    #: why it cannot be read
    error: str | None = None
    #: ending of names by whose format it is read; "" for that of its own path
    extension: str = ""
    #: whether it comes from standard input
    piped: bool = False


class Wanted(NamedTuple):
    """What a report is to have: measures of each sentence; whole texts beside what they are aligned
    with. `quick`: it is made by the rules that need no analysis, without a score."""

    measures: bool = False
    whole_texts: bool = False
    quick: bool = False


def encoded(text: str) -> bytes:
    """Return a text as bytes with a mark that they are UTF-8, whatever it declares of itself.

    Half of a surrogate pair becomes one question mark, which keeps the offsets.
    """
    return BOM_UTF8 + text.encode("utf-8", "replace")

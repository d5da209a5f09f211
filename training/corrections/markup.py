"""What is prose in lines of Markdown, reStructuredText, AsciiDoc, LaTeX, HTML and PO catalogues.

Only a few lines around a change are known, so that no parser of these formats can be used: what is
not surely prose is left to the filter of sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from textlint_pt.text.segmentation import sentence_spans

#: a line after which, or before which, a paragraph ends
_ALONE = re.compile(
    r"\s*(?:#+\s|=+\s|\.\. |:[\w-]+:|\||```|~~~|---|\+\+\+|%|//|\{[%{])"
    r"|\s*</?(?:p|para|simpara|li|title|h\d|td|div)\b"
    r"|\s*\\(?:chapter|(?:sub)*section|item|begin|end|label|caption|footnotetext)\b"
)
_ITEM = re.compile(r"^\s*(?:(?:[-*+•>]|\d+[.)]|[a-z]\))\s+|\\item\b)")
_COMMENT = re.compile(r"\s*(?:%|//|\.\. \w+::|```|~~~|\{%)")
_PO_KEY = re.compile(r"(?:msgid|msgstr|msgctxt|msgid_plural)(?:\[\d\])?\s+")

#: what is replaced by what, in order
_REPLACED = [
    (re.compile(pattern), new)
    for pattern, new in (
        (r"<!--.*?-->", " "),
        (r"!\[[^\]]*\]\([^)]*\)", " "),
        (r"\[([^\]]*)\]\([^)]*\)", r"\1"),
        (r"\[([^\]]+)\]\[[^\]]*\]", r"\1"),
        (r"`([^`<]+?)\s*<[^>]*>`_{1,2}", r"\1"),
        (r":[\w:-]+:`~?([^`]*)`", r"\1"),
        (r"https?://[^\s\])]+\[([^\]]*)\]", r"\1"),
        (r"\{\{<[^>]*>\}\}", " "),
        (r"\^\[\d*\]|\[\^[\w-]+\]:?|\{#[\w-]+\}", " "),
        (r"\s*~?\\(?:cite\w*|ref|label|footnote|index|pageref)(?:\[[^\]]*\])*\{[^{}]*\}", ""),
        (r"\\(?:emph|text\w\w|texttt|textbf|textsc|underline|enquote)\{([^{}]*)\}", r"\1"),
        (r"\\(?:chapter|(?:sub)*section|caption|paragraph)\*?\{([^{}]*)\}", r"\1. "),
        (r"\\item\b(?:\[[^\]]*\])?", " "),
        (r"\\([%&$#_{}])", r"\1"),
        (r"``([^`]*?)''", r"“\1”"),
        (r"``?([^`]*)``?", r"\1"),
        (r"</?[A-Za-z][^<>]*>", ""),
        (r"\*\*|__", ""),
        (r"(?<!\w)([*_])(?=\S)([^*_]+?)(?<=\S)\1(?!\w)", r"\2"),
        (r"^\s*#+\s*|^\s*=+\s+|\s*#+\s*$", ""),
        (r"~", " "),
    )
]


def units(lines: Sequence[str], path: str) -> list[str]:
    """The sentences of some lines in a row, without their markup."""
    joined = _po_strings(lines) if path.endswith((".po", ".pot")) else _paragraphs(lines)
    return [
        text[start:end].strip()
        for paragraph in joined
        if (text := plain(paragraph))
        for start, end in sentence_spans(text)
    ]


def plain(text: str) -> str:
    """A paragraph without markup, its white space single."""
    for pattern, new in _REPLACED:
        text = pattern.sub(new, text)
    return " ".join(unescape(text).split())


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    paragraph: list[str] = []
    for line in lines:
        if not line.strip() or _ALONE.match(line) or _ITEM.match(line):
            yield " ".join(paragraph)
            paragraph = []
        if _COMMENT.match(line):
            continue
        for n, cell in enumerate(line.split("|")):
            if n:
                yield " ".join(paragraph)
                paragraph = []
            paragraph.append(_ITEM.sub("", cell, count=1))
        if _ALONE.match(line) and not _ITEM.match(line):
            yield " ".join(paragraph)
            paragraph = []
    yield " ".join(paragraph)


def _po_strings(lines: Sequence[str]) -> Iterator[str]:
    """The strings of a PO catalogue, their lines joined without a space; "" between them."""
    text = ""
    for line in lines:
        if not line.startswith('"'):
            yield text
            text = ""
        line = _PO_KEY.sub("", line)
        if line.startswith('"'):
            text += line.strip()[1:-1].replace("\\n", " ").replace('\\"', '"')
    yield text

"""Passages of stories made with Twine: the text between the macros of Harlowe, SugarCube and
Chapbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from textlint_pt.formats.markup import Edits, Inline, listed
from textlint_pt.text.document import Text
from textlint_pt.text.regex import regex

#: tags and names of passages that programs read
_SILENT = listed("twine.silent")
_MACROS = (
    "set|put|move|print|display|if|unless|else-?if|else|for|loop|either|cond|case|random|history"
    "|link(?:-[a-z]+)*|click(?:-[a-z]+)*|mouse(?:over|out)(?:-[a-z]+)*|go-?to|undo|restart|live"
    "|stop|event|after|enchant|change|hook|replace|append|prepend|show|hide|hidden|rerun|font|align"
    "|text-[a-z]+|t8n(?:-[a-z]+)*|transition(?:-[a-z]+)*|background|bg|css|colou?r|dropdown|checkbox"
    "|cycling-link|seq-link|input(?:-box)?|prompt|alert|confirm|a|array|dm|datamap|ds|dataset|box"
    "|save-game|load-game|macro|output|columns|float-box|passage|num|str|nobr"
)
_STRING = r"\"[^\"]{0,1000}\"|'[^']{0,1000}'"
_WITHIN = rf"[^()\"']|{_STRING}"
_WITHIN = rf"{_WITHIN}|\((?:{_WITHIN}|\((?:{_WITHIN}){{0,300}}+\)){{0,300}}+\)"
_MARK = regex(
    rf"""
      <!--(?:(?!<!--)[\s\S]){{0,2000}}?-->
    | /\*(?:(?!/\*)[\s\S]){{0,2000}}?\*/ | /%(?:(?!/%)[\s\S]){{0,2000}}?%/
    | <</?[A-Za-z=-](?:[^<>"']|{_STRING}|<(?!<)|>(?!>)){{0,500}}+>>
    | \((?:{_MACROS}):(?:{_WITHIN}){{0,500}}+\)
    | \[\[(?:(?P<text>[^\[\]|]{{1,300}}?)(?:\||->)[^\[\]]{{1,300}}
            |[^\[\]<]{{1,300}}<-(?P<after>[^\[\]]{{1,300}})
            |(?P<whole>[^\[\]]{{1,300}}))\](?:\[[^\[\]]{{0,300}}\])?\]
    | (?P<variable>(?<![\w$])\$[A-Za-z_]\w*(?:\.\w+|\[[^\[\]\n]{{1,80}}\])*)
    | (?<!:)// | '' | \*\* | (?<!\w)\|\w+> | <\w+\|(?!\w) | [\[\]]
    | </?[A-Za-z](?:[^<>"']|{_STRING}){{0,300}}+>
    | (?P<break>\\n)
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: a line break is shown as one
_LINE = regex(r"\S[^\n]*")


def is_passage(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element holds a passage, as Twine 2 and 1 write it."""
    return name == "tw-passagedata" or (name == "div" and "tiddler" in attributes)


def is_silent(attributes: Mapping[str, str]) -> bool:
    """Return whether a passage holds what programs read, by its tags and name."""
    name = attributes.get("name", attributes.get("tiddler", ""))
    return not _SILENT.isdisjoint(f"{attributes.get('tags', '')} {name}".lower().split())


def paragraphs(content: Text) -> Iterator[Inline]:
    """Yield the paragraphs of a passage."""
    edits = Edits()
    for match in _MARK.finditer(content.text):
        start, end = match.span()
        group = match.lastgroup
        if group == "variable":
            edits.hide(start, end)
        elif group == "break":
            edits.put(start, end, "\n")
        elif group:  # the text of a link, "[[text|passage]]"
            edits.wrap(start, *match.span(group), end)
        else:
            edits.drop(start, end)
    read = edits.applied(content)
    for match in _LINE.finditer(read.text.text):
        yield Inline(read.text[match.start() : match.end()], read.opaque)

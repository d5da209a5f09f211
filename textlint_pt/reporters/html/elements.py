"""HTML by plain functions: everything that is not an element is text, and escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from textlint_pt.report.messages import visible

#: text, an element, or several of them
Content: TypeAlias = "str | Iterable[Content]"
Value = str | int | float | None

#: elements without content: of HTML, and of SVG, where they are closed
_EMPTY = {"meta": "", "input": "", "rect": "/", "line": "/"}
_SURROGATES = re.compile("[\ud800-\udfff]")


class Element(str):
    """HTML that the functions of this module have made."""

    __slots__ = ()


def text(content: Content) -> Element:
    """Text is escaped, without characters that hide or reorder it; elements stay as they are."""
    if isinstance(content, Element):
        return content
    if isinstance(content, str):
        return Element(escape(_SURROGATES.sub("\ufffd", visible(content))))
    return Element("".join(map(text, content)))


def element(tag: str, /, *content: Content, **attributes: Value) -> Element:
    """`class_` is `class`, `aria_label` is `aria-label`; True names one without a value, and None
    and False leave it out."""
    shown = [tag]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = key.rstrip("_").replace("_", "-")
        shown.append(attribute if value is True else f'{attribute}="{text(str(value))}"')
    opening = f"<{' '.join(shown)}"
    if tag in _EMPTY:
        return Element(f"{opening}{_EMPTY[tag]}>")
    return Element(f"{opening}>{text(content)}</{tag}>")


def raw(name: str, content: str) -> Element:
    """An element whose content is not HTML and is the package's own: style, script."""
    return Element(f"<{name}>{content}</{name}>")

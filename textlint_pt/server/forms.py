"""What a client asks for, as clients really write it.

The Content-Type is never looked at: forms come as text/json (TeXstudio), application/json (LTeX),
text/plain (browsers) or under no type at all (Zettlr). LibreOffice 7 and programs of KDE send the
text as it is, `&` and all; Emacs 28 to 30 encode it twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

#: parameters of a request, at most
_FIELDS = 200
#: `text=…&language=xx-XX` with the text as it is
_RAW = re.compile(
    rb"text=(.*)&language=([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)((?:&(?:username|apiKey)=[^&]*)*)\s*",
    re.DOTALL,
)
#: no encoded form has these
_NOT_ENCODED = re.compile(rb"[^\x21-\x7e]")
_ENCODED_AGAIN = re.compile(r"(?:[A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2})+")


class Misread(ValueError):
    """A request that cannot be understood; the message is for who wrote the client."""


class Asked(NamedTuple):
    """A text in `language` and what of it is wanted.

    `places[i]` is where `text[i]` stands in what the client sent, in code points; None: both are
    the same. `sent` is what offsets of the answer count.
    """

    text: str
    sent: str
    places: Sequence[tuple[int, int]] | None
    language: str
    disabled: frozenset[str] = frozenset()
    disabled_categories: frozenset[str] = frozenset()
    #: only these, where there are any
    only: frozenset[str] = frozenset()
    only_categories: frozenset[str] = frozenset()
    #: wanted, though they may be off
    enabled: frozenset[str] = frozenset()
    mode: str = "all"
    compact: bool = False


def parameters(query: str, body: bytes) -> dict[str, Any]:
    """Parameters of a query and a body together; those of the body count more."""
    return {**_form(query.encode("latin-1", "replace")), **_body(body)}


def asked(form: Mapping[str, Any]) -> Asked:
    """Return a check's parameters; `Misread` if one is missing or malformed."""
    language = _word(form, "language")
    if not language:
        raise Misread("Missing 'language' parameter, e.g. 'language=pt-PT' or 'language=auto'")
    text, sent, places = _text(form)
    enabled = frozenset(_listed(form, "enabledRules"))
    has_only_enabled = _word(form, "enabledOnly").lower() in ("true", "yes")
    enabled_categories = frozenset(_listed(form, "enabledCategories"))
    return Asked(
        text=text,
        sent=sent,
        places=places,
        language=_language(language, _listed(form, "preferredVariants")),
        disabled=frozenset(_listed(form, "disabledRules")),
        disabled_categories=frozenset(_listed(form, "disabledCategories")),
        only=enabled if has_only_enabled else frozenset(),
        only_categories=enabled_categories if has_only_enabled else frozenset(),
        enabled=enabled,
        mode=_word(form, "mode"),
        compact=_word(form, "c") == "1",
    )


def _body(body: bytes) -> dict[str, Any]:
    """Return the parameters in a request's body, JSON or a form, even an unescaped one."""
    if body.lstrip().startswith(b"{"):
        try:
            content = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise Misread("The body begins like JSON and is none") from error
        return content if isinstance(content, dict) else {}
    unescaped = _RAW.fullmatch(body)
    if unescaped and _NOT_ENCODED.search(unescaped[1]):
        text, language, others = unescaped.groups()
        return {
            **_form(others.lstrip(b"&")),
            "text": text.decode("utf-8", "replace"),
            "language": language.decode(),
        }
    return _form(body)


def _form(form: bytes) -> dict[str, Any]:
    """Return the parameters of a URL-encoded form; `Misread` if there are too many."""
    text = form.decode("utf-8", "replace")
    if "=" not in text:
        return {}
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_FIELDS))
    except ValueError as error:
        raise Misread(f"Over {_FIELDS} parameters") from error


def _word(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name, "")
    if isinstance(value, bool):
        return str(value).lower()
    return value.strip() if isinstance(value, str) else str(value)


def _listed(given: Mapping[str, Any], name: str) -> list[str]:
    """Return a parameter that is a list: JSON's, or a text with commas."""
    value = given.get(name, "")
    parts: list[Any] = value if isinstance(value, list) else []
    if isinstance(value, str):
        parts = value.split(",")
    return [part.strip() for part in parts if isinstance(part, str) and part.strip()]


def _language(language: str, preferred: Sequence[str]) -> str:
    """Return the code of a language as it is usually written: "pt_br" → "pt-BR".

    `auto` is the first variant of Portuguese that is preferred, else European Portuguese.
    """
    if language == "auto":
        language = next((one for one in preferred if one.lower().startswith("pt-")), "pt-PT")
    name, _, variant = language.replace("_", "-").partition("-")
    return f"{name.lower()}-{variant.upper()}" if variant else name.lower()


def _text(form: Mapping[str, Any]) -> tuple[str, str, Sequence[tuple[int, int]] | None]:
    """Return the text to check, the text sent, and source ranges of each character."""
    text = form.get("text")
    if isinstance(text, str):
        if "%20" in text and _ENCODED_AGAIN.fullmatch(text):
            text = unquote(text)
        return text, text, None
    data = form.get("data")
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise Misread("The 'data' parameter is no JSON") from error
    if isinstance(data, dict):
        if isinstance(data.get("text"), str):
            return data["text"], data["text"], None
        if isinstance(data.get("annotation"), list):
            return _annotated(data["annotation"])
    raise Misread("Missing 'text' or 'data' parameter")


def _annotated(parts: Sequence[Any]) -> tuple[str, str, Sequence[tuple[int, int]]]:
    """Return text, what was sent and source ranges, of text with markup between, which is left out
    or read as something else: `<b>` as "", `&amp;` as "&"."""
    text: list[str] = []
    sent: list[str] = []
    places: list[tuple[int, int]] = []
    offset = 0
    for part in parts:
        source, read = _part(part)
        sent.append(source)
        text.append(read)
        if source == read:
            places.extend((offset + i, offset + i + 1) for i in range(len(read)))
        else:
            places.extend([(offset, offset + len(source))] * len(read))
        offset += len(source)
    return "".join(text), "".join(sent), places


def _part(part: Any) -> tuple[str, str]:
    """Return a part's source, and how it is read; `Misread` if it is neither text nor markup."""
    if isinstance(part, dict):
        if isinstance(part.get("text"), str):
            return part["text"], part["text"]
        if isinstance(part.get("markup"), str):
            replacement = part.get("interpretAs")
            return part["markup"], replacement if isinstance(replacement, str) else ""
    raise Misread("A part of 'annotation' has neither 'text' nor 'markup'")


class Units:
    """Offsets in UTF-16 code units, as most clients count, from code points of a text."""

    def __init__(self, text: str) -> None:
        self._before: Sequence[int] | None = None
        if text and max(text) > "\uffff":
            self._before = [0, *accumulate(2 if char > "\uffff" else 1 for char in text)]

    def at(self, offset: int) -> int:
        return offset if self._before is None else self._before[offset]

    def between(self, start: int, end: int) -> int:
        return self.at(end) - self.at(start)

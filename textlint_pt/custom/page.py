"""The page of a declared rule, under the headings that every rule's page has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from textlint_pt.custom.declarations import (
    Consistency,
    Declaration,
    Example,
    Substitution,
    Textual,
    TokenPattern,
    examples,
    listed,
)
from textlint_pt.patterns.loading import lines
from textlint_pt.registry.documentation import HEADINGS_IN
from textlint_pt.report.messages import catalogue, visible

#: what pages say, by language
_WORDS = catalogue(Path(__file__).with_name("page.tsv"))
#: patterns that a page lists
_MAX_PATTERNS = 20


def page(declared: Declaration, origin: str, language: str) -> str:
    """Return the page of a declared rule as Markdown; `origin` is its file."""
    words = _WORDS[language]
    sections = (
        "\n".join(_finds(declared, words)),
        declared.why or words["why"],
        _examples(examples(declared, "failing"), words),
        _examples(examples(declared, "passing"), words),
        words.get(type(declared).__name__, words["evidence"]),
        f"{words['declared']} {origin}." + (f" <{declared.url}>" if declared.url else ""),
    )
    headed = zip(HEADINGS_IN[language], sections, strict=True)
    body = "\n\n".join(f"## {heading}\n\n{text}" for heading, text in headed)
    text = f"{declared.summary or declared.texts.get(language, '')}\n\n{body}\n"
    return "\n".join(map(visible, text.split("\n")))  # it may be shown on a terminal


def _finds(declared: Declaration, words: Mapping[str, str]) -> Iterator[str]:
    """Yield what the rule finds: its kind, patterns and exceptions."""
    kind = str(declared.__struct_config__.tag)
    yield f"{words[kind]} ({words['kind']} `{kind}`)."
    items: Sequence[str] = ()
    if isinstance(declared, Substitution):
        items = [f"`{p}`: {_quoted(listed(texts), words)}" for p, texts in declared.swap.items()]
    elif isinstance(declared, Consistency):
        items = [_quoted(forms, words) for forms in declared.forms]
    elif isinstance(declared, TokenPattern):
        items = [f"`{one}`" for text in listed(declared.pattern) for one in lines(text)]
    elif isinstance(declared, Textual):
        items = [f"`{pattern}`" for pattern in listed(getattr(declared, "patterns", []))]
    if items:
        yield ""
        yield from (f"- {item}" for item in items[:_MAX_PATTERNS])
    if len(items) > _MAX_PATTERNS:
        yield f"- {words['more'].format(count=len(items) - _MAX_PATTERNS)}"
    if isinstance(declared, Textual) and declared.exceptions:
        yield ""
        yield f"{words['exceptions']} {_quoted(listed(declared.exceptions), words)}."


def _quoted(texts: Sequence[str], words: Mapping[str, str]) -> str:
    return ", ".join(f"`{text}`" if text else words["nothing"] for text in texts)


def _examples(texts: Sequence[Example], words: Mapping[str, str]) -> str:
    quoted = ["\n".join(f"> {line}" for line in one.text.strip().splitlines()) for one in texts]
    return "\n\n".join(quoted) or words["no-example"]

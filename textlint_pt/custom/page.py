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
#: what each kind does, in Portuguese; in English it is the docstring
_DESCRIPTIONS: Mapping[str, str] = {
    "existence": "Apresenta o que corresponde a um dos padrões",
    "substitution": "Apresenta o que corresponde a um padrão, e diz o que escrever em vez disso",
    "repetition": "Apresenta o que se diz duas vezes numa frase",
    "occurrence": "Apresenta o que ocorre vezes de mais ou de menos",
    "consistency": "Apresenta a mais rara de várias maneiras de escrever num documento",
    "pattern": "Apresenta palavras por lema, classe e pelo que têm ao lado",
}
#: patterns that a page lists
_MAX_PATTERNS = 20


def page(declared: Declaration, origin: str, language: str) -> str:
    """Return the page of a declared rule as Markdown; `origin` is its file."""
    message, words = declared.message, _WORDS[language]
    shown_message = (
        message if isinstance(message, str) else getattr(message, language) or message.pt
    )
    shown_message = shown_message or (message if isinstance(message, str) else message.en)
    sections = (
        "\n".join(_finds(declared, language)),
        declared.why or words["why"],
        _examples(examples(declared, "failing"), words),
        _examples(examples(declared, "passing"), words),
        words.get(type(declared).__name__, words["evidence"]),
        f"{words['declared']} {origin}." + (f" <{declared.url}>" if declared.url else ""),
    )
    headed = zip(HEADINGS_IN[language], sections, strict=True)
    body = "\n\n".join(f"## {heading}\n\n{text}" for heading, text in headed)
    text = f"{declared.summary or shown_message}\n\n{body}\n"
    return "\n".join(map(visible, text.split("\n")))  # it may be shown on a terminal


def _finds(declared: Declaration, language: str) -> Iterator[str]:
    """Yield what the rule finds: its kind, patterns and exceptions."""
    kind, words = type(declared), _WORDS[language]
    name = str(kind.__struct_config__.tag)
    description = (
        _DESCRIPTIONS[name]
        if language == "pt"
        else (kind.__doc__ or "").partition(" (")[0].rstrip(".")
    )
    yield f"{description} ({words['kind']} `{name}`)."
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

"""The page of a declared rule, under the headings that every rule's page has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.custom.declarations import (
    Consistency,
    Declaration,
    Example,
    Occurrence,
    Repetition,
    Substitution,
    Textual,
    TokenSequence,
    listed,
)
from textlint_pt.reporters.messages import visible

_EVIDENCE: Mapping[type[Declaration], str] = {
    Substitution: "`suggestions`: what to write instead.",
    Repetition: "`within`: how many matches later it counts; the first place is shown.",
    Occurrence: "`count`: how often it occurs; `limit`: how often it may or must.",
    Consistency: "`uses`: how often this way is used; `others`: how often the other.",
}
#: patterns that a page lists
_MOST = 20


def page(declared: Declaration, origin: str) -> str:
    """Markdown; `origin` is the file that declares the rule."""
    message = declared.message
    said = message if isinstance(message, str) else message.en or message.pt
    sections = {
        "What it finds": "\n".join(_finds(declared)),
        "Why it matters": declared.why or "A convention of the project.",
        "Bad": _examples(declared.failing),
        "Good": _examples(declared.passing),
        "Evidence": _EVIDENCE.get(type(declared), "The text that is marked."),
        "Source": f"Declared in {origin}." + (f" <{declared.url}>" if declared.url else ""),
    }
    body = "\n\n".join(f"## {heading}\n\n{text}" for heading, text in sections.items())
    text = f"{declared.summary or said}\n\n{body}\n"
    return "\n".join(map(visible, text.split("\n")))  # it may be shown on a terminal


def _finds(declared: Declaration) -> Iterator[str]:
    kind = type(declared)
    does = (kind.__doc__ or "").partition(" (")[0].rstrip(".")
    yield f"{does} (kind `{kind.__struct_config__.tag}`)."
    items: Sequence[str] = ()
    if isinstance(declared, Substitution):
        items = [f"`{p}`: {_quoted(listed(texts))}" for p, texts in declared.swap.items()]
    elif isinstance(declared, Consistency):
        items = [_quoted(forms) for forms in declared.forms]
    elif isinstance(declared, TokenSequence):
        items = [_token(token) for token in declared.tokens]
    elif isinstance(declared, Textual):
        items = [f"`{pattern}`" for pattern in listed(getattr(declared, "patterns", []))]
    if items:
        yield ""
        yield from (f"- {item}" for item in items[:_MOST])
    if len(items) > _MOST:
        yield f"- … and {len(items) - _MOST} more"
    if isinstance(declared, Textual) and declared.exceptions:
        yield ""
        yield f"Not where it is part of {_quoted(listed(declared.exceptions))}."


def _token(token: Any) -> str:
    given = {
        name: getattr(token, name)
        for name in ("form", "lemma", "tag", "features", "relation")
        if getattr(token, name)
    }
    features = given.pop("features", {})
    parts = [f"{name} {_quoted(listed(values))}" for name, values in given.items()]
    parts += [f"{name}={'|'.join(listed(values))}" for name, values in features.items()]
    said = ", ".join(parts) or "any word"
    repeat = {"optional": " (at most once)", "any": " (any number)", "some": " (at least once)"}
    return f"{'not ' if token.not_ else ''}{said}{repeat.get(token.repeat, '')}"


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"`{text}`" if text else "nothing" for text in texts)


def _examples(examples: Sequence[str | Example]) -> str:
    texts = [one if isinstance(one, str) else one.text for one in examples]
    quoted = ["\n".join(f"> {line}" for line in text.strip().splitlines()) for text in texts]
    return "\n\n".join(quoted) or "No example is declared."

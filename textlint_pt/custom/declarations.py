"""The shape of a declared rule, by kind: checked by msgspec, and the JSON schema is made of it."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from textlint_pt.contract.option import Texts
from textlint_pt.patterns.loading import lines
from textlint_pt.report.severity import Severity

Some = Annotated[str, msgspec.Meta(min_length=1)] | Annotated[list[str], msgspec.Meta(min_length=1)]

Applicability = Literal["safe", "unsafe", "suggestion", "none"]
Per = Literal["sentence", "paragraph", "document"]
Where = Literal[
    "prose", "list", "paragraph", "heading", "list-item", "quote", "table-cell", "dialogue", "verse"
]
#: parts of speech of Universal Dependencies
Ending = Literal["txt", "md", "rst", "adoc", "html"]


_MARKED = re.compile(r"\{([^{}|]+)(?:\|([^{}|]*))?\}")


def _described(text: str, **more: Any) -> msgspec.Meta:
    return msgspec.Meta(description=text, **more)


class Example(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A text that a rule is tried on by `textlint-pt test-rules`."""

    text: Annotated[str, _described("the text")]
    format: Annotated[Ending, _described("what the text is written in")] = "txt"
    spans: Annotated[list[str] | None, _described("what is marked, in order")] = None
    fixed: Annotated[str | None, _described("the text with all corrections")] = None


Examples = Annotated[
    str | list[str | Example],
    _described("texts, or texts with what is to be marked; of one text each line"),
]


class Wording(msgspec.Struct, forbid_unknown_fields=True):
    """What is said, by language; a single one serves for both."""

    pt: str = ""
    en: str = ""


class Declaration(
    msgspec.Struct, forbid_unknown_fields=True, rename="kebab", kw_only=True, tag_field="kind"
):
    """What rules of every kind have."""

    message: Annotated[
        str | Wording,
        _described("what is said, in one language or by language; {match} is the text marked"),
    ]
    name: Annotated[
        str,
        _described(
            "dotted name, e.g. acme.jargon (default: custom.CODE)",
            pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$",
        ),
    ] = ""
    severity: Annotated[Severity, _described("error, warning or info")] = Severity.WARNING
    default: Annotated[bool, _described("false: runs only where it is selected")] = True
    summary: Annotated[str, _described("one line for `textlint-pt rules`")] = ""
    why: Annotated[str, _described("why it matters, for `textlint-pt rule CODE`")] = ""
    url: Annotated[str, _described("address of the guideline", pattern=r"^(https?://\S+)?$")] = ""
    scope: Annotated[
        list[Where] | Where,
        _described("blocks that are judged (default: all); prose: running text"),
    ] = []
    passing: Examples = []
    failing: Examples = []

    @property
    def texts(self) -> dict[str, str]:
        """Return the message by language, the same in both if only one is declared."""
        message = Wording(self.message) if isinstance(self.message, str) else self.message
        texts = {"pt": message.pt or message.en, "en": message.en or message.pt}
        return {language: text for language, text in texts.items() if text}


class Textual(Declaration, kw_only=True):
    """What kinds have that look for patterns in the text."""

    ignore_case: Annotated[bool, _described("whether capitals make no difference")] = True
    whole_words: Annotated[bool, _described("false: also inside words")] = True
    exceptions: Annotated[
        Texts, _described("patterns: what lies in a match of one is passed over")
    ] = []


class Existence(Textual, kw_only=True, tag="existence"):
    """Reports what matches one of the patterns."""

    patterns: Annotated[Some, _described("regular expressions (RE2)")]


class Substitution(Textual, kw_only=True, tag="substitution"):
    """Reports what matches a pattern, and says what to write instead."""

    swap: Annotated[
        dict[str, Texts],
        _described(
            "what to write by pattern: a text, or several to choose from; \\1 is the first group",
            min_length=1,
        ),
    ]
    fix: Annotated[Applicability, _described("how sure the correction is")] = "suggestion"


class Repetition(Textual, kw_only=True, tag="repetition"):
    """Reports what is said twice within a sentence."""

    patterns: Annotated[Some, _described("what may not be repeated (default: any word)")] = (
        r"\p{L}[\p{L}\p{M}'’-]*"
    )
    within: Annotated[
        int,
        _described("how many matches later it still counts; 1: one right after the other", ge=1),
    ] = 1
    fix: Annotated[Applicability, _described("how sure it is that the second may go")] = (
        "suggestion"
    )


class Occurrence(Textual, kw_only=True, tag="occurrence"):
    """Reports what occurs too often or too seldom."""

    patterns: Annotated[Some, _described("regular expressions (RE2) of what is counted")]
    max: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None, _described("how often it may occur")
    ] = None
    min: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None, _described("how often it must occur")
    ] = None
    per: Annotated[Per, _described("where it is counted")] = "sentence"


class Consistency(Textual, kw_only=True, tag="consistency"):
    """Reports the rarer of several ways to write something in one document."""

    forms: Annotated[
        list[Annotated[list[str], msgspec.Meta(min_length=2)]],
        _described("groups of patterns, of which a document may use one", min_length=1),
    ]
    fix: Annotated[Applicability, _described("how sure the correction is")] = "suggestion"


class TokenPattern(Declaration, kw_only=True, tag="pattern"):
    """Reports words by lemma, tag and what stands beside them (needs the shipped encoder).

    What is wrong in a text of `failing` may be marked: "Em relação {a|à} saúde".
    """

    pattern: Annotated[
        Some,
        _described(
            "patterns of words, one a line (docs/rules-guide.md): em [relação à > relação ao]"
        ),
    ]
    fix: Annotated[Applicability, _described("how sure the correction is")] = "suggestion"


AnyDeclaration = Existence | Substitution | Repetition | Occurrence | Consistency | TokenPattern

KINDS: dict[str, type[Declaration]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Existence, Substitution, Repetition, Occurrence, Consistency, TokenPattern)
}


def examples(declared: Declaration, key: Literal["passing", "failing"]) -> list[Example]:
    """Return the examples of a rule; those of patterns have their marks read."""
    declared_examples = getattr(declared, key)
    texts = lines(declared_examples) if isinstance(declared_examples, str) else declared_examples
    if key == "failing" and isinstance(declared, TokenPattern):
        return [one if isinstance(one, Example) else _marked(one, declared) for one in texts]
    return [one if isinstance(one, Example) else Example(one) for one in texts]


def _marked(text: str, declared: TokenPattern) -> Example:
    """Read "{written|meant}" as marked text and its correction, "{written}" as marked only."""
    if set("{}") & set(_MARKED.sub("", text)):
        raise ValueError(f'a brace marks no {{written|meant}} in "{text.strip()}"')
    marked = [(mark[1], mark[2]) for mark in _MARKED.finditer(text)]
    written = _MARKED.sub(r"\1", text)
    fixed = None
    if declared.fix != "none" and any(meant is not None for _, meant in marked):
        fixed = _MARKED.sub(lambda mark: mark[1] if mark[2] is None else mark[2], text)
    return Example(written, spans=[one for one, _ in marked] or None, fixed=fixed)


def listed(texts: Any) -> list[Any]:
    """Return a list; of a single value one with it alone."""
    return texts if isinstance(texts, list) else [texts]

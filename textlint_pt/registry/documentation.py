"""A rule's page, read once for `rule CODE`, reports, the editor, the site and the tests.

In English it is the docstring; in Portuguese it is `pages/pt/CODE.md` in the rule's package, which
takes `Bad` and `Good` from the docstring where it has none of its own. A rule without such a file
has its docstring in both languages.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.contract.rule import Rule

#: where the documentation is published, a folder a language
DOCUMENTATION = "https://textlint-pt.github.io/textlint-pt/"
#: what the sections are called, in order; the English ones are the keys of `Page.sections`
HEADINGS = ("What it finds", "Why it matters", "Bad", "Good", "Evidence", "Source")
HEADINGS_IN: Mapping[str, tuple[str, ...]] = {
    "en": HEADINGS,
    "pt": (
        "O que encontra",
        "Por que razão importa",
        "A evitar",
        "Melhor",
        "Evidência",
        "Fonte",
    ),
}
#: heading of the list of options in a file of Portuguese
_OPTIONS = "Opções"


@dataclass(frozen=True, slots=True)
class Page:
    """`summary` is the first paragraph as one line; `sections` the text under each heading of
    `HEADINGS`; `options` what each option is for; `text` the whole as Markdown, with the headings
    of the `language` it is in."""

    summary: str
    sections: Mapping[str, str]
    options: Mapping[str, str]
    text: str
    language: str


def page(rule: type[Rule], language: str = "en") -> Page:
    """The rule's page in a language, or in English if it has none in that."""
    doc = inspect.cleandoc(rule.__doc__ or "")
    helps = {name: option.help for name, option in rule.options.items()}
    summary, sections = _read(doc)
    english = Page(summary, sections, helps, doc, "en")
    file = _file(rule, language)
    written = shipped.read_text(file) if file else rule.pages.get(language)
    if written is None:
        return english
    summary, found = _read(written)
    names = zip(HEADINGS, HEADINGS_IN[language], strict=True)
    own = {name: found.get(said, "") or sections.get(name, "") for name, said in names}
    listed = re.split(r"(?m)^- `(\w+)`: ", found.get(_OPTIONS, ""))
    options = {
        name: " ".join(said.split()) for name, said in zip(listed[1::2], listed[2::2], strict=True)
    }
    parts = [
        f"## {said}\n\n{text}"
        for said, text in zip(HEADINGS_IN[language], own.values(), strict=True)
    ]
    text = "\n\n".join([summary, *parts]) + "\n"
    return Page(summary, own, {**helps, **options}, text, language)


def _read(text: str) -> tuple[str, dict[str, str]]:
    """The first paragraph as one line, and the text under each heading."""
    pieces = re.split(r"(?m)^## (.+)$", text)
    sections = {
        heading.strip(): body.strip()
        for heading, body in zip(pieces[1::2], pieces[2::2], strict=True)
    }
    return " ".join(pieces[0].partition("\n\n")[0].split()), sections


def _file(rule: type[Rule], language: str) -> Path | None:
    """The file of the rule's page in a language other than English."""
    package = getattr(sys.modules.get(rule.__module__.partition(".")[0]), "__file__", None)
    if language == "en" or language not in HEADINGS_IN or not package:
        return None
    file = Path(package).parent / "pages" / language / f"{rule.code}.md"
    return file if file.is_file() else None

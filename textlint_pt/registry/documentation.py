"""A rule's page, read once for `rule CODE`, reports, the editor, the site and the tests.

It is `pages/en/CODE.md` in the rule's package, or the docstring where there is no such file; in
Portuguese it is `pages/pt/CODE.md`, which takes `Bad` and `Good` from the English one where it has
none of its own. A rule without such a file has the English page in both languages. A first line
`# …` is its title; where there is none, the last part of the rule's name.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from textlint_pt import shipped
from textlint_pt.contract.rule import Rule
from textlint_pt.report.messages import catalogue

#: where the documentation is published, a folder a language
DOCUMENTATION = "https://textlint-pt.github.io/textlint-pt/"
#: what the sections are called, in order; the English ones are the keys of `Page.sections`
HEADINGS = ("What it finds", "Why it matters", "Bad", "Good", "Evidence", "Source")
HEADINGS_IN: Mapping[str, tuple[str, ...]] = {
    "en": HEADINGS,
    "pt": ("O que encontra", "Por que razão importa", "A evitar", "Melhor", "Evidência", "Fonte"),
}
#: by language and the beginning of codes, in the order of the index
FAMILIES = catalogue(Path(__file__).with_name("families.tsv"))
#: heading of the list of options in a file of Portuguese
_OPTIONS = "Opções"


class Page(msgspec.Struct, frozen=True):
    """`title` is a few words for lists; `summary` is the first paragraph as one line; `sections`
    the text under each heading of `HEADINGS`; `options` what each option is for; `text` the whole
    as Markdown, with the headings of the `language` it is in."""

    title: str
    summary: str
    sections: Mapping[str, str]
    options: Mapping[str, str]
    text: str
    language: str


def page(rule: type[Rule], language: str = "en") -> Page:
    """Return the rule's page in a language, in English if it is not translated."""
    file = _page_file(rule, "en")
    doc = shipped.read_text(file).rstrip("\n") if file else inspect.cleandoc(rule.__doc__ or "")
    helps = {name: option.help for name, option in rule.options.items()}
    title, summary, sections = _split_page(doc)
    name_in_code = rule.declared.name.rpartition(".")[2]
    doc = doc.removeprefix(f"# {title}").lstrip("\n") if title else doc
    has_own_name = name_in_code.upper() != rule.code  # else its name is made of its code
    if not title and has_own_name:
        title = name_in_code.replace("-", " ").capitalize()
    english = Page(title or summary, summary, sections, helps, doc, "en")
    if language == "en":
        return english
    file = _page_file(rule, language)
    source = shipped.read_text(file) if file else rule.declared.pages.get(language)
    if source is None:
        return english
    translated_title, summary, found = _split_page(source)
    names = zip(HEADINGS, HEADINGS_IN[language], strict=True)
    translated = {name: found.get(heading, "") or sections.get(name, "") for name, heading in names}
    # what stands before the first option, then a name and a text in turn
    option_pieces = re.split(r"(?m)^- `(\w+)`: ", found.get(_OPTIONS, ""))
    options = {
        name: " ".join(text.split())
        for name, text in zip(option_pieces[1::2], option_pieces[2::2], strict=True)
    }
    headings = [f"## {heading}" for heading in HEADINGS_IN[language]]
    parts = [part for pair in zip(headings, translated.values(), strict=True) for part in pair]
    text = "\n\n".join([summary, *parts]) + "\n"
    return Page(
        translated_title or title or summary,
        summary,
        translated,
        {**helps, **options},
        text,
        language,
    )


@lru_cache(512)
def title(rule: type[Rule], language: str) -> str:
    """Return what the rule finds, in a few words."""
    return page(rule, language).title


def family(code: str, language: str) -> str:
    """The name of the rules that a rule belongs to; that of a plugin's own is how they begin."""
    names = (name for start, name in FAMILIES[language].items() if code.startswith(start))
    return next(names, code.rstrip("0123456789"))


def _split_page(text: str) -> tuple[str, str, dict[str, str]]:
    """Return the title, the first paragraph as one line, and the text under each heading."""
    pieces = re.split(r"(?m)^## (.+)$", text)
    title, summary = "", pieces[0]
    if summary.startswith("# "):
        title, _, summary = summary[2:].partition("\n")
    sections = {
        heading.strip(): body.strip()
        for heading, body in zip(pieces[1::2], pieces[2::2], strict=True)
    }
    return title.strip(), " ".join(summary.strip().partition("\n\n")[0].split()), sections


def _page_file(rule: type[Rule], language: str) -> Path | None:
    """Return the file of the rule's page in a language; None if it has none."""
    package = getattr(sys.modules.get(rule.__module__.partition(".")[0]), "__file__", None)
    if language not in HEADINGS_IN or not package:
        return None
    file = Path(package).parent / "pages" / language / f"{rule.code}.md"
    return file if file.is_file() else None

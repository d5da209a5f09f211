"""Pages of rules: one each, and an index by family."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import yaml

from textlint_pt.cli.rule import ENOUGH, family_verdicts, precision_lines, silencing
from textlint_pt.contract import Rule, figures
from textlint_pt.registry.documentation import FAMILIES, HEADINGS, HEADINGS_IN, page, title
from textlint_pt.registry.plugins import Plugins, load
from website.examples import examples
from website.guides import SEARCHED, WORDS

ROOT = Path(__file__).parents[1]


#: sections of a page: the wrong and the right text come first, what programs read last
_ORDER = ("Bad", "Good", "What it finds", "Why it matters", "Source", "Evidence")


@cache
def plugins() -> Plugins:
    return load(third_party=False)


def pages(language: str, only: str = "") -> dict[str, str]:
    """Return the Markdown of all pages about rules by file name."""
    found = {f"rules/{rule.code}.md": rule_page(rule, language) for rule in rules(only)}
    return found | {
        "rules/index.md": index(language, only),
        "presets.md": presets(language),
        "sources.md": sources(language, only),
    }


def navigation(language: str, only: str = "") -> dict[str, Any]:
    """Return the part of the menu that has the rules."""
    listed = []
    for name, members in families(only):
        pages = [
            {f"{title(rule, language)} ({rule.code})": f"rules/{rule.code}.md"} for rule in members
        ]
        listed.append({name[language]: pages})
    return {WORDS[language]["rules"]: ["rules/index.md", *listed]}


def rules(only: str = "") -> list[type[Rule]]:
    every = plugins().rules
    return [every[code] for code in sorted(every) if code.startswith(only)]


def families(only: str = "") -> Iterator[tuple[Mapping[str, str], list[type[Rule]]]]:
    """Yield each family that has rules: its name by language, and its rules."""
    remaining = rules(only)
    for prefix in FAMILIES["en"]:
        members = [rule for rule in remaining if rule.code.startswith(prefix)]
        remaining = [rule for rule in remaining if rule not in members]
        if members:
            yield {language: names[prefix] for language, names in FAMILIES.items()}, members
    if remaining:
        raise ValueError(f"rules of no family: {', '.join(rule.code for rule in remaining)}")


def rule_page(rule: type[Rule], language: str) -> str:
    """Return the Markdown of a rule's page."""
    words, about = WORDS[language], page(rule, language)
    heading = dict(zip(HEADINGS, HEADINGS_IN[language], strict=True))
    heading["Evidence"] = words["evidence"]
    severity = rule.declared.severity.value
    facts = [
        f"<span><code>{rule.code}</code></span>",
        f'<span class="{severity}">{words[severity]}</span>',
        *([] if rule.declared.default else [f"<span>{words['off-mark']}</span>"]),
    ]
    lines = [
        "---",
        f"title: {_quoted(about.title)}",
        f"description: {_quoted(about.summary)}",
        "search: {boost: 2}",
        f"tags: [{', '.join(searched(rule.code, about.title, language))}]",
        "---",
        "",
        f"# {about.title}",
        "",
        about.summary,
        "",
        f'<p class="facts">{" ".join(facts)}</p>',
        "",
    ]
    for name in _ORDER:
        if name == "Source" and figures.figures_file(rule) is not None:
            precision = precision_lines(rule, language, rules())
            lines += [f"## {WORDS[language]['measured']}", "", *precision, ""]
        if name == "Evidence":
            lines += _options(rule, language, about.options)
        lines += [f"## {heading[name]}", "", *_section(name, about.sections[name], rule.code), ""]
        if name == "Good":
            lines += [*silencing(rule, language), *_examples(rule, language)]
    lines += [words["terminal"], "", "```sh", words["see"].format(code=rule.code), "```", ""]
    return "\n".join(lines)


def searched(code: str, title: str, language: str) -> list[str]:
    """Return search words of a page: its own, and its title's without accents."""
    asked = set(SEARCHED[language].get(code, "").split())
    found = asked | {word for word in re.findall(r"\w+", title.lower()) if _plain(word) != word}
    return sorted(asked | {_plain(word) for word in found})


def _plain(text: str) -> str:
    return "".join(one for one in normalize("NFD", text) if not combining(one))


def _section(name: str, text: str, code: str) -> Iterator[str]:
    """Yield the Markdown of a section; examples keep their line breaks."""
    if name not in ("Bad", "Good"):
        yield _with_links(text, code)
        return
    lines = text if "```" in text else re.sub(r"(?<=[»”])\n(?=\S)", "  \n", text)
    yield from (f'<div class="{name.lower()}" markdown>', "", lines, "", "</div>")


def _with_links(text: str, code: str) -> str:
    """Return text in which other rules that are named are links; code stays as it is."""
    known = "|".join(one for one in plugins().rules if one != code)
    pieces = re.split(r"(`[^`]*`)", text)
    pieces[::2] = [re.sub(rf"\b({known})\b", r"[\1](\1.md)", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _examples(rule: type[Rule], language: str) -> Iterator[str]:
    """Yield the section with the rule's test cases; nothing if it has none."""
    words = WORDS[language]
    found, clean = examples(rule.code, language)
    if not found + clean:
        return
    yield from (f"## {words['examples']}", "", words["examples-note"], "", found, "")
    if clean:
        yield from (words["examples-clean"], "", clean, "")


def _options(rule: type[Rule], language: str, helps: Mapping[str, str]) -> Iterator[str]:
    """Yield the table of the rule's options."""
    if not rule.options:
        return
    words = WORDS[language]
    yield from (f"## {words['settings']}", "")
    yield f"| {words['option']} | {words['default']} | {words['about']} |"
    yield "|---|---|---|"
    for name, option in rule.options.items():
        bounds = (("≥", option.minimum), ("≤", option.maximum))
        limits = [f"{sign} {value:g}" for sign, value in bounds if value is not None]
        allowed = ", ".join(f"`{choice}`" for choice in option.choices) or ", ".join(limits)
        description = helps[name] + (f" ({allowed})" if allowed else "")
        default = option.default if option.default not in ("", (), []) else "—"
        yield f"| `{name}` | `{default}` | {_cell(description)} |"
    yield ""


def index(language: str, only: str = "") -> str:
    """Return the page that lists all rules by family."""
    words = WORDS[language]
    lines = [f"# {words['rules']}", "", words["rules-intro"], ""]
    for name, members in families(only):
        lines += [f"## {name[language]}", ""]
        verdicts = family_verdicts(members[0], rules(), language)
        if verdicts.read:
            lines += [words["family-right"].format(right=verdicts.right, read=verdicts.read), ""]
        lines += ['<div class="rules" markdown>', ""]
        lines += [f"| {words['finds']} | {words['rule']} | {words['right']} |", "|---|---|---|"]
        lines += [_row(rule, language) for rule in members]
        lines += ["", "</div>", ""]
    return "\n".join(lines)


def _row(rule: type[Rule], language: str) -> str:
    """Return a rule's row in the list: summary, code, share of correct findings."""
    words, measured = WORDS[language], figures.measured(rule)
    about = page(rule, language)
    summary = f"**[{_cell(about.title)}]({rule.code}.md)**: {_cell(about.summary)}"
    if not rule.declared.default:
        summary += f" *({words['off-mark']})*"
    precision = ""
    if measured and measured.read >= ENOUGH:
        precision = f"{measured.right}/{measured.read}"
    return f"| {summary} | {rule.code} | {precision} |"


def presets(language: str) -> str:
    """Return the page that shows what each preset sets."""
    words = WORDS[language]
    lines = [f"# {words['presets']}", "", words["presets-intro"], ""]
    for name, settings_by_plugin in plugins().presets.items():
        merged: dict[str, Any] = {}
        for _, settings in settings_by_plugin:
            for key, value in settings.items():
                merged[key] = _together(merged.get(key), value)
        lines += [f"## {name}", ""]
        if f"preset-{name}" in words:
            lines += [words[f"preset-{name}"], ""]
        if merged:
            text = yaml.safe_dump(merged, allow_unicode=True, sort_keys=False)
            lines += ["```yaml", text.rstrip(), "```", ""]
        else:
            lines += [words["preset-nothing"], ""]
    return "\n".join(lines)


def _together(one: Any, other: Any) -> Any:
    """Return two settings merged: dictionaries and lists joined, else the second."""
    if isinstance(one, dict):
        return {**one, **other}
    return [*one, *other] if isinstance(one, list) else other


def sources(language: str, only: str = "") -> str:
    """Return the page of literature with the rules that follow each source."""
    words = WORDS[language]
    by_source: dict[str, list[str]] = {}
    for rule in rules(only):
        source = " ".join(page(rule, language).sections["Source"].split())
        by_source.setdefault(source, []).append(rule.code)
    text = (ROOT / "website" / "pages" / language / "papers.md").read_text(encoding="utf-8")
    lines = [text.rstrip(), "", f"## {words['sources']}", ""]
    for source, codes in by_source.items():
        lines.append(f"- {source} ({', '.join(f'[{code}](rules/{code}.md)' for code in codes)})")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _quoted(text: str) -> str:
    return '"' + text.replace("*", "").replace("\\", "").replace('"', "'") + '"'

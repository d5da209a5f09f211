"""`textlint-pt rule CODE`: a rule, or one of the patterns of rules, explained."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.cli.config import plugins_here
from textlint_pt.cli.language import language
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.figures import figures_file, measured_together
from textlint_pt.contract.figures import measured as measured_of
from textlint_pt.contract.reporter import RuleDict
from textlint_pt.contract.rule import Rule, address
from textlint_pt.patterns.loading import SPOKE, Entry, lines, read_file
from textlint_pt.registry.documentation import DOCUMENTATION, HEADINGS, HEADINGS_IN, family, page
from textlint_pt.report.messages import catalogue, fill


def rule(options: Mapping[str, Any]) -> int:
    """Print the page of a rule or of one pattern."""
    name: str = options["name"]
    plugins = plugins_here(options)
    by_name: dict[str, type[Rule]] = {}
    for known in plugins.rules.values():
        by_name |= {known.code.lower(): known, known.declared.name.lower(): known}
    found = by_name.get(name.lower())
    entry, fired = (None, {}) if found else _entry(name, plugins.rules.values())
    if found:
        text = explain(found, language(), plugins.rules.values())
    elif entry:
        text = explain_pattern(entry, language(), fired)
    else:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), by_name)
        raise UserError(
            f'no rule is called "{name}"{hint}; `textlint-pt rules {name}` looks for it'
        )
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown
        from rich.theme import Theme

        # in the colours of the terminal, which may be light or dark
        theme = Theme({"markdown.code": "bold", "markdown.block_quote": "default"})
        Console(width=min(100, Console().width), theme=theme).print(Markdown(text))
    else:
        sys.stdout.write(text)
    return 0


def _entry(name: str, rules: Iterable[type[Rule]]) -> tuple[Entry | None, Mapping[str, int | str]]:
    """Return the pattern with this id and how often it fired, if a package has it."""
    for package in dict.fromkeys(rule.__module__.partition(".")[0] for rule in rules):
        folder = Path(str(files(package))) / "patterns"
        for file in sorted(folder.rglob("*.yml")):
            if name in shipped.read_text(file):
                for entry in read_file(file):
                    if entry.id == name:
                        return entry, _fired_counts(folder / SPOKE, name)
    return None, {}


def _fired_counts(file: Path, name: str) -> Mapping[str, int | str]:
    """Return how often a pattern fired, and how many of the read findings were right."""
    if not file.exists():
        return {}
    counts = {pattern: list(map(int, row)) for pattern, *row in shipped.read_rows(file)}
    fired, right, wrong = counts.get(name, (0, 0, 0))
    words_searched = counts[""][0]  # the row without a name
    return {"words": words_searched, "spoke": fired, "read": right + wrong, "right": right}


def explain_pattern(entry: Entry, language: str, fired: Mapping[str, int | str]) -> str:
    """Return what a pattern finds, and how often it fired, as Markdown."""
    words = _WORDS[language]
    parts = [f"# {entry.id} ({entry.rule})", entry.about, entry.source]
    parts.append("\n".join(f"    {line}" for line in lines(entry.pattern)))
    parts.append(fill(words["certainty"], language, {"certainty": entry.certainty}))
    keys: list[str] = []
    if fired:
        keys.append("spoke")
    if fired.get("read"):
        keys.append("spoke-right")
    parts.append(" ".join(fill(words[key], language, fired) for key in keys))
    for title, text in ((words["wrong"], entry.wrong), (words["right"], entry.right)):
        if text:
            parts += [f"## {title}", "\n".join(f"- {line}" for line in lines(text))]
    return "\n\n".join(part for part in parts if part) + "\n"


#: findings of a rule that are to be read before its own share says anything
ENOUGH = 20
#: what a page says besides the rule's own
_WORDS = catalogue(Path(__file__).with_name("rule.tsv"))


def precision_lines(
    rule: type[Rule], language: str, all_rules: Iterable[type[Rule]] | None = None
) -> list[str]:
    """Return how many findings of the rule's family, or its own, readers judged right."""
    words, measured = _WORDS[language], measured_of(rule)
    family_counts = family_verdicts(rule, all_rules or (rule,), language)
    if family_counts.read >= ENOUGH:
        key = "family"
    else:
        key = "few" if family_counts.read else "unread"
    lines = [fill(words[key], language, family_counts._asdict())]
    if measured is None or measured.read < ENOUGH:
        return lines
    figures = {
        **measured._asdict(),
        "share": 100 * measured.right / measured.read,
        "low": 100 * measured.low,
        "high": 100 * measured.high,
    }
    text = fill(words["read"], language, figures)
    if measured.fixes_right is not None:
        text += " " + fill(words["fixes"], language, {"fixes_right": 100 * measured.fixes_right})
    return [*lines, "", text]


class FamilyVerdicts(NamedTuple):
    """What readers said of all the rules of a family; `until`: when they last did."""

    name: str
    read: int
    right: int
    until: str


def family_verdicts(
    rule: type[Rule], all_rules: Iterable[type[Rule]], language: str
) -> FamilyVerdicts:
    """Return the readers' verdicts on all rules of a rule's family."""
    name = family(rule.code, language)
    members = [member for member in all_rules if family(member.code, language) == name]
    found = [*map(measured_of, members), measured_together(rule)]
    measured = [figures for figures in found if figures is not None]
    return FamilyVerdicts(
        name,
        read=sum(figures.read for figures in measured),
        right=sum(figures.right for figures in measured),
        until=max((figures.date for figures in measured), default=""),
    )


def explain(rule: type[Rule], language: str, all_rules: Iterable[type[Rule]] | None = None) -> str:
    """Return the rule's page with its settings as Markdown."""
    about, words = page(rule, language), _WORDS[language]
    heading = dict(zip(HEADINGS, HEADINGS_IN[about.language], strict=True))
    heading["Evidence"] = words["evidence"]

    def section(name: str) -> list[str]:
        text = about.sections.get(name)
        return [f"## {heading[name]}", "", text.strip(), ""] if text else []

    lines = [f"# {about.title} ({rule.code})", "", about.summary, ""]
    if names := also_called(rule, language):
        lines += [fill(words["called"], language, {"names": " · ".join(names)}), ""]
    for name in HEADINGS[: HEADINGS.index("Evidence")]:
        lines += section(name)
    lines += silencing(rule, language)
    if figures_file(rule) is not None:
        lines += [f"## {words['measured']}", "", *precision_lines(rule, language, all_rules), ""]
    lines += [*section("Source"), f"## {words['settings']}", "", settings(rule, language), ""]
    for name, option in rule.options.items():
        default = words["default"].format(default=option.default)
        lines.append(f"- `{name}` ({default}): {about.options[name]}")
    lines += ["", *section("Evidence")]
    return "\n".join(lines).rstrip() + "\n"


def also_called(rule: type[Rule], language: str) -> list[str]:
    messages = rule.messages[language]
    return [*dict.fromkeys(title for name, title in messages.items() if name.endswith(".title"))]


def silencing(rule: type[Rule], language: str) -> list[str]:
    """Return the section on how to suppress a false alarm."""
    words = _WORDS[language]
    ways = ["here", "everywhere", *(["word"] if "vocabulary" in rule.options else [])]
    if rule.declared.url.startswith(DOCUMENTATION):
        ways.append("reported")
    return [
        f"## {words['silence']}",
        "",
        " ".join(words[way].format(code=rule.code) for way in ways),
        "",
    ]


def settings(rule: type[Rule], language: str) -> str:
    """Return severity, default and name of a rule in one sentence."""
    words = _WORDS[language]
    return words["set"].format(
        severity=severity_name(rule.declared.severity.value, language),
        default=words["on" if rule.declared.default else "off"],
        name=rule.declared.name,
    )


def severity_name(severity: str, language: str) -> str:
    return _WORDS[language][severity]


def described(rule: type[Rule], language: str) -> RuleDict:
    """Return what reports say about a rule."""
    about = page(rule, language)
    return {
        "name": rule.declared.name,
        "severity": rule.declared.severity.value,
        "summary": about.summary,
        "help": about.text,
        "url": address(rule, language),
    }

"""`textlint-pt rule CODE`: a rule, or one of the patterns of rules, explained."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.cli.config import plugins_here
from textlint_pt.cli.language import language
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.figures import figures_file, measured_together
from textlint_pt.contract.figures import measured as measured_of
from textlint_pt.contract.reporter import RuleDict
from textlint_pt.contract.rule import Rule, address
from textlint_pt.patterns.loading import SPOKE, Entry, lines, read_file
from textlint_pt.registry.documentation import HEADINGS, HEADINGS_IN, family, page
from textlint_pt.report.messages import catalogue, fill


def rule(name: str, config: str | None, third_party: bool) -> int:
    plugins = plugins_here(config, third_party)
    known = {key.lower(): r for r in plugins.rules.values() for key in (r.code, r.declared.name)}
    found = known.get(name.lower())
    entry, spoke = (None, {}) if found else _entry(name, plugins.rules.values())
    if found:
        text = explain(found, language(), plugins.rules.values())
    elif entry:
        text = explain_pattern(entry, language(), spoke)
    else:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), known)
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
    """The entry of this id among the patterns that rules of packages have in `patterns`, and how
    often it spoke."""
    for package in dict.fromkeys(rule.__module__.partition(".")[0] for rule in rules):
        folder = Path(str(files(package))) / "patterns"
        for file in sorted(folder.rglob("*.yml")):
            if name in shipped.read_text(file):
                for entry in read_file(file):
                    if entry.id == name:
                        return entry, _spoke(folder / SPOKE, name)
    return None, {}


def _spoke(file: Path, name: str) -> Mapping[str, int | str]:
    """How often an entry spoke in so many words, and of what was read how much was right."""
    if not file.exists():
        return {}
    counts = {pattern: list(map(int, row)) for pattern, *row in shipped.read_rows(file)}
    spoke, right, wrong = counts.get(name, (0, 0, 0))
    return {"words": counts[""][0], "spoke": spoke, "read": right + wrong, "right": right}


def explain_pattern(entry: Entry, language: str, spoke: Mapping[str, int | str]) -> str:
    """What an entry finds, as Markdown; `spoke`: how often it did."""
    words = _WORDS[language]
    parts = [f"# {entry.id} ({entry.rule})", entry.about, entry.source]
    parts.append("\n".join(f"    {line}" for line in lines(entry.pattern)))
    parts.append(fill(words["certainty"], language, {"certainty": entry.certainty}))
    told = ("spoke", "spoke-right") if spoke.get("read") else ("spoke",) if spoke else ()
    parts.append(" ".join(fill(words[key], language, spoke) for key in told))
    for title, text in ((words["wrong"], entry.wrong), (words["right"], entry.right)):
        if text:
            parts += [f"## {title}", "\n".join(f"- {line}" for line in lines(text))]
    return "\n\n".join(part for part in parts if part) + "\n"


#: findings of a rule that are to be read before its own share says anything
ENOUGH = 20
#: what a page says besides the rule's own
_WORDS = catalogue(Path(__file__).with_name("rule.tsv"))


def in_words(
    rule: type[Rule], language: str, known: Iterable[type[Rule]] | None = None
) -> list[str]:
    """Lines of Markdown: what readers said of the findings of the rule's family, of its own where
    enough were read. `known`: all rules."""
    words, measured = _WORDS[language], measured_of(rule)
    of_all = of_family(rule, known or (rule,), language)
    known_of = "family" if of_all.read >= ENOUGH else "few" if of_all.read else "unread"
    lines = [fill(words[known_of], language, of_all._asdict())]
    if measured is None or measured.read < ENOUGH:
        return lines
    figures = {
        **measured._asdict(),
        "share": 100 * measured.right / measured.read,
        "low": 100 * measured.low,
        "high": 100 * measured.high,
    }
    said = fill(words["read"], language, figures)
    if measured.fixes_right is not None:
        said += " " + fill(words["fixes"], language, {"fixes_right": 100 * measured.fixes_right})
    return [*lines, "", said]


class OfFamily(NamedTuple):
    """What readers said of all the rules of a family; `until`: when they last did."""

    name: str
    read: int
    right: int
    until: str


def of_family(rule: type[Rule], known: Iterable[type[Rule]], language: str) -> OfFamily:
    name = family(rule.code, language)
    some = [one for one in known if family(one.code, language) == name]
    found = [*map(measured_of, some), measured_together(rule)]
    read = [one for one in found if one is not None]
    return OfFamily(
        name,
        sum(one.read for one in read),
        sum(one.right for one in read),
        max((one.date for one in read), default=""),
    )


def explain(rule: type[Rule], language: str, known: Iterable[type[Rule]] | None = None) -> str:
    """The rule's page as Markdown, with what can be set: what writers need comes first."""
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
        lines += [f"## {words['measured']}", "", *in_words(rule, language, known), ""]
    lines += [*section("Source"), f"## {words['settings']}", "", settings(rule, language), ""]
    for name, option in rule.options.items():
        default = words["default"].format(default=option.default)
        lines.append(f"- `{name}` ({default}): {about.options[name]}")
    lines += ["", *section("Evidence")]
    return "\n".join(lines).rstrip() + "\n"


def also_called(rule: type[Rule], language: str) -> list[str]:
    """The titles that the rule's findings have in lists, where they are not its own."""
    worded = rule.messages[language]
    return [*dict.fromkeys(said for name, said in worded.items() if name.endswith(".title"))]


def silencing(rule: type[Rule], language: str) -> list[str]:
    """What to do with a finding that is a false alarm."""
    words = _WORDS[language]
    ways = ["here", "everywhere", *(["word"] if "vocabulary" in rule.options else [])]
    return [
        f"## {words['silence']}",
        "",
        " ".join(words[way].format(code=rule.code) for way in ways),
        "",
    ]


def settings(rule: type[Rule], language: str) -> str:
    """Severity, whether it runs by default, and its name, in a sentence."""
    words = _WORDS[language]
    return words["set"].format(
        severity=severity_name(rule.declared.severity.value, language),
        default=words["on" if rule.declared.default else "off"],
        name=rule.declared.name,
    )


def severity_name(severity: str, language: str) -> str:
    return _WORDS[language][severity]


def described(rule: type[Rule], language: str) -> RuleDict:
    """What reports say of a rule besides its findings."""
    about = page(rule, language)
    return {
        "name": rule.declared.name,
        "severity": rule.declared.severity.value,
        "summary": about.summary,
        "help": about.text,
        "url": address(rule, language),
    }

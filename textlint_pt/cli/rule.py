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
from textlint_pt.patterns.loading import Entry, lines, read_file
from textlint_pt.registry.documentation import HEADINGS, HEADINGS_IN, family, page
from textlint_pt.report.messages import fill


def rule(name: str, config: str | None, third_party: bool) -> int:
    plugins = plugins_here(config, third_party)
    known = {key.lower(): r for r in plugins.rules.values() for key in (r.code, r.name)}
    found = known.get(name.lower())
    entry = None if found else _entry(name, plugins.rules.values())
    if found:
        text = explain(found, language(), plugins.rules.values())
    elif entry:
        text = explain_pattern(entry, language())
    else:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), known)
        raise UserError(f'no rule is called "{name}"{hint}; `textlint-pt rules` lists them')
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


def _entry(name: str, rules: Iterable[type[Rule]]) -> Entry | None:
    """The entry of this id among the patterns that rules of packages have in `patterns`."""
    for package in dict.fromkeys(rule.__module__.partition(".")[0] for rule in rules):
        folder = Path(str(files(package))) / "patterns"
        for file in sorted(folder.rglob("*.yml")):
            if name in shipped.read_text(file):
                for entry in read_file(file):
                    if entry.id == name:
                        return entry
    return None


def explain_pattern(entry: Entry, language: str) -> str:
    """What an entry finds, as Markdown."""
    words = _WORDS[language]
    parts = [f"# {entry.id} ({entry.rule})", entry.about, entry.source]
    parts.append("\n".join(f"    {line}" for line in lines(entry.pattern)))
    parts.append(fill(words["certainty"], language, {"certainty": entry.certainty}))
    for title, text in ((words["wrong"], entry.wrong), (words["right"], entry.right)):
        if text:
            parts += [f"## {title}", "\n".join(f"- {line}" for line in lines(text))]
    return "\n\n".join(part for part in parts if part) + "\n"


#: findings of a rule that are to be read before its own share says anything
ENOUGH = 20
#: what a page says besides the rule's own
_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "called": "Nas listas: {names}.",
        "measured": "Quanto acerta",
        "settings": "Definições",
        "family": "{name}: {right} de {read} avisos certos, lidos um a um em textos que não tinham "
        "sido usados antes, até {until}. O que ali estava errado serviu depois para corrigir as "
        "regras.",
        "few": "{name}: avisos lidos um a um até {until}: {read}, certos: {right}. São poucos para "
        "dizer quanto acerta.",
        "unread": "{name}: ainda não se leram avisos destas regras um a um.",
        "read": "Desta regra: {right} de {read} avisos certos, {share:.0f} % (entre {low:.0f} % e "
        "{high:.0f} %, com 95 % de confiança), até {date}.",
        "fixes": "Correções certas: {fixes_right:.0f} %.",
        "set": "Gravidade: {severity}; {default} de início; nome: `{name}`.",
        "on": "ligada",
        "off": "desligada",
        "error": "erro",
        "warning": "aviso",
        "info": "sugestão",
        "default": "padrão: `{default}`",
        "evidence": "Para programas: `evidence` em JSON",
        "silence": "Não é erro?",
        "here": "Num só lugar, num comentário por cima do parágrafo: "
        "`<!-- textlint-pt-disable-next {code} -->`, ou o mesmo no comentário do formato: "
        "`{{/* … */}}` em MDX, `# …` em PO, `% …` em LaTeX, `// …` em AsciiDoc, `.. …` em reST. "
        "Num `.txt`, que não tem comentários: `textlint-pt baseline write`.",
        "everywhere": "Em todo o projeto, em `rules.yaml`: `ignore: [{code}]`.",
        "word": "Uma palavra certa: `textlint-pt vocabulary add PALAVRA`.",
        "certainty": "Certeza: {certainty} (words: só as palavras decidem; senão, em nats, o que "
        "elas dizem além dos modelos)",
        "wrong": "Errado",
        "right": "Certo",
    },
    "en": {
        "called": "In lists: {names}.",
        "measured": "How often it is right",
        "settings": "Settings",
        "family": "{name}: {right} of {read} findings right, read one by one in texts that had not "
        "been used before, until {until}. What was wrong there served to mend the rules "
        "afterwards.",
        "few": "{name}: findings read one by one until {until}: {read}, right: {right}. They are "
        "too few to say how often it is.",
        "unread": "{name}: no findings of these rules have been read one by one yet.",
        "read": "Of this rule: {right} of {read} findings right, {share:.0f} % (95 % interval "
        "{low:.0f}–{high:.0f} %), until {date}.",
        "fixes": "Corrections right: {fixes_right:.0f} %.",
        "set": "Severity: {severity}; {default} by default; name: `{name}`.",
        "on": "on",
        "off": "off",
        "default": "default `{default}`",
        "evidence": "For programs: `evidence` in JSON",
        "silence": "Not wrong?",
        "here": "In one place, in a comment above the paragraph: "
        "`<!-- textlint-pt-disable-next {code} -->`, or the same in a comment of the format: "
        "`{{/* … */}}` in MDX, `# …` in PO, `% …` in LaTeX, `// …` in AsciiDoc, `.. …` in reST. "
        "In a `.txt`, which has no comments: `textlint-pt baseline write`.",
        "everywhere": "In the whole project, in `rules.yaml`: `ignore: [{code}]`.",
        "word": "A word that is right: `textlint-pt vocabulary add WORD`.",
        "certainty": "Certainty: {certainty} (words: the words alone decide; else, in nats, what "
        "they say besides the models)",
        "wrong": "Wrong",
        "right": "Right",
    },
}


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
        severity=severity_name(rule.severity.value, language),
        default=words["on" if rule.default else "off"],
        name=rule.name,
    )


def severity_name(severity: str, language: str) -> str:
    return _WORDS[language].get(severity, severity)


def described(rule: type[Rule], language: str) -> RuleDict:
    """What reports say of a rule besides its findings."""
    about = page(rule, language)
    return {
        "name": rule.name,
        "severity": rule.severity.value,
        "summary": about.summary,
        "help": about.text,
        "url": address(rule, language),
    }

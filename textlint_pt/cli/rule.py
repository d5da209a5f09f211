"""`textlint-pt rule CODE`: a rule explained."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textlint_pt.cli.config import plugins_here
from textlint_pt.cli.language import language
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.figures import Figure, Measured, benchmarked, code_digest, figures_file
from textlint_pt.contract.figures import measured as measured_of
from textlint_pt.contract.reporter import RuleDict
from textlint_pt.contract.rule import Rule, address
from textlint_pt.registry.documentation import HEADINGS, HEADINGS_IN, family, page
from textlint_pt.report.messages import fill


def rule(name: str, config: str | None, third_party: bool) -> int:
    plugins = plugins_here(config, third_party)
    known = {key.lower(): r for r in plugins.rules.values() for key in (r.code, r.name)}
    found = known.get(name.lower())
    if found is None:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), known)
        raise UserError(f'no rule is called "{name}"{hint}; `textlint-pt rules` lists them')
    text = explain(found, language(), plugins.rules.values())
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


#: findings of a rule that are to be read before its own share says anything
ENOUGH = 20
#: what a page says besides the rule's own
_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "called": "Nas listas: {names}.",
        "measured": "Medido",
        "settings": "Definições",
        "family": "{name}: {right} de {read} avisos certos, lidos um a um em documentos que não "
        "tinham sido usados antes (até {until}).",
        "unread": "Nenhum aviso desta regra esteve entre os que foram lidos.",
        "read": "Desta regra: {right} de {read} avisos certos, {share:.0f} % (entre {low:.0f} % e "
        "{high:.0f} %, com 95 % de confiança), até {date}.",
        "fixes": "Correções certas: {fixes_right:.0f} %.",
        "false-per-1000": "{set}: {value:.1f} avisos em 1000 de {n} frases sem erros{under} "
        "(`benchmarks.{benchmark}`, {date}; {seen}).",
        "found": "{set}: {value:.0f} % de {n} erros `{fault}` encontrados{under} "
        "(`benchmarks.{benchmark}`, {date}; {seen}).",
        "looked-at": "textos vistos enquanto a regra se fazia",
        "held-out": "textos não vistos antes",
        "stale": "A regra mudou depois.",
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
    },
    "en": {
        "called": "In lists: {names}.",
        "measured": "Measured",
        "settings": "Settings",
        "family": "{name}: {right} of {read} findings right, read one by one in documents that had "
        "not been used before (until {until}).",
        "unread": "No finding of this rule was among those that were read.",
        "read": "Of this rule: {right} of {read} findings right, {share:.0f} % (95 % interval "
        "{low:.0f}–{high:.0f} %), until {date}.",
        "fixes": "Corrections right: {fixes_right:.0f} %.",
        "false-per-1000": "{set}: {value:.1f} findings in 1,000 of {n} sentences without a "
        "fault{under} (`benchmarks.{benchmark}`, {date}; {seen}).",
        "found": "{set}: {value:.0f} % of {n} faults `{fault}` found{under} "
        "(`benchmarks.{benchmark}`, {date}; {seen}).",
        "looked-at": "looked at while the rule was made",
        "held-out": "not looked at before",
        "stale": "The rule has changed since.",
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
    },
}


def in_words(
    rule: type[Rule], language: str, known: Iterable[type[Rule]] | None = None
) -> list[str]:
    """Lines of Markdown: what readers said of the findings of the rule's family, of its own where
    enough were read, and what benchmarks counted. `known`: all rules."""
    words, measured, code = _WORDS[language], measured_of(rule), code_digest(rule)
    by_programs = benchmarked(rule)
    counted = [_counted(one, language) for one in by_programs]
    if any(is_stale(one, code) for one in by_programs):
        counted.append(f"\n{words['stale']}")
    of_all = of_family(rule, known or (rule,), language)
    lines = [fill(words["family"], language, of_all._asdict())] if of_all.read else []
    if measured is None or measured.read < ENOUGH:
        lines = lines or [words["unread"]]
        return [*lines, *(["", *counted] if counted else [])]
    figures = {
        **measured._asdict(),
        "share": 100 * measured.right / measured.read,
        "low": 100 * measured.low,
        "high": 100 * measured.high,
    }
    said = fill(words["read"], language, figures)
    if measured.fixes_right is not None:
        said += " " + fill(words["fixes"], language, {"fixes_right": 100 * measured.fixes_right})
    if is_stale(measured, code):
        said += f" {words['stale']}"
    return [*lines, "", said, *(["", *counted] if counted else [])]


class OfFamily(NamedTuple):
    """What readers said of all the rules of a family; `until`: when they last did."""

    name: str
    read: int
    right: int
    until: str


def of_family(rule: type[Rule], known: Iterable[type[Rule]], language: str) -> OfFamily:
    name = family(rule.code, language)
    read = [one for r in known if family(r.code, language) == name and (one := measured_of(r))]
    dates = [one.date for one in read if one.date]
    return OfFamily(
        name, sum(one.read for one in read), sum(one.right for one in read), max(dates, default="")
    )


def is_stale(figure: Measured | Figure, code: str) -> bool:
    """Whether a figure is older than its rule, whose digest is `code` ("": not known)."""
    return bool(code) and figure.code != code


def _counted(figure: Figure, language: str) -> str:
    """A line of a list: what a benchmark counted."""
    words = _WORDS[language]
    share = figure.what == "found"
    value = 100 * figure.value if share else figure.value
    told = {
        **figure._asdict(),
        "value": value,
        "under": f", `--preset {figure.preset}`" if figure.preset != "default" else "",
        "seen": words["looked-at" if figure.looked_at else "held-out"],
    }
    return f"- {fill(words[figure.what], language, told)}"


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

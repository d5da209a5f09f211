"""`textlint-pt rule CODE`: a rule explained."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from textlint_pt.cli.config import plugins_here
from textlint_pt.cli.language import language
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.rule import Measured, Rule
from textlint_pt.registry.documentation import page
from textlint_pt.reporters.messages import fill
from textlint_pt.reporters.reporter import RuleDict


def rule(name: str, config: str | None, third_party: bool) -> int:
    plugins = plugins_here(config, third_party)
    known = {key.lower(): r for r in plugins.rules.values() for key in (r.code, r.name)}
    found = known.get(name.lower())
    if found is None:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), known)
        raise UserError(f'no rule is called "{name}"{hint}; `textlint-pt rules` lists them')
    text = explain(found, language())
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(100, Console().width)).print(Markdown(text))
    else:
        sys.stdout.write(text)
    return 0


#: what a page says besides the rule's own
_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "measured": "Medido",
        "settings": "Definições",
        "unread": "Nenhum achado desta regra esteve entre os que foram lidos.",
        "read": "Em documentos de muitos tipos que não tinham sido usados antes{when}, lidos um a "
        "um: "
        "{right} de {read} achados certos ({share:.0f} %; intervalo de 95 %: {low:.0f}–{high:.0f} "
        "%); {per_1000:.2f} achados em 1000 frases.",
        "fixes": "Correções certas: {fixes_right:.0f} %.",
        "stale": "**Desatualizado:** a regra mudou desde então.",
        "set": "Gravidade {severity}; {default} de início; âmbito {scope}; desde {since}.",
        "on": "ligada",
        "off": "desligada",
        "error": "erro",
        "warning": "aviso",
        "info": "informação",
        "span": "lugar",
        "sentence": "frase",
        "pair": "par de frases",
        "document": "documento",
        "translation": "tradução",
        "default": "se nada for dito: `{default}`",
    },
    "en": {
        "measured": "Measured",
        "settings": "Settings",
        "unread": "No finding of this rule was among those that were read.",
        "read": "On documents of many registers that had not been used before{when}, read one by "
        "one: "
        "{right} of {read} findings right ({share:.0f} %; 95 % interval {low:.0f}–{high:.0f} %); "
        "{per_1000:.2f} findings in 1,000 sentences.",
        "fixes": "Corrections right: {fixes_right:.0f} %.",
        "stale": "**Stale:** the rule has changed since.",
        "set": "Severity {severity}; {default} by default; scope {scope}; since {since}.",
        "on": "on",
        "off": "off",
        "default": "default `{default}`",
    },
}


def in_words(measured: Measured | None, language: str, code: str = "") -> str:
    """What readers said of a rule's findings; `code`: the digest of the rule as it is now."""
    words = _WORDS[language]
    if measured is None:
        return words["unread"]
    figures = {
        **measured._asdict(),
        "share": 100 * measured.right / measured.read,
        "low": 100 * measured.low,
        "high": 100 * measured.high,
        "when": f" ({measured.set}, {measured.date})" if measured.set else "",
    }
    said = fill(words["read"], language, figures)
    if measured.fixes_right is not None:
        said += " " + fill(words["fixes"], language, {"fixes_right": 100 * measured.fixes_right})
    if code and measured.code != code:
        said += f" {words['stale']}"
    return said


def explain(rule: type[Rule], language: str) -> str:
    """The rule's page as Markdown, with what can be set."""
    about, words = page(rule, language), _WORDS[language]
    lines = [f"# {rule.code} {rule.name}", "", about.text.rstrip(), ""]
    if rule.measured_in is not None:
        lines += [
            f"## {words['measured']}",
            "",
            in_words(rule.measured(), language, rule.digest()),
            "",
        ]
    lines += [f"## {words['settings']}", "", settings(rule, language), ""]
    for name, option in rule.options.items():
        default = words["default"].format(default=option.default)
        lines.append(f"- `{name}` ({default}): {about.options[name]}")
    return "\n".join(lines).rstrip() + "\n"


def settings(rule: type[Rule], language: str) -> str:
    """Severity, scope and whether it runs by default, in a sentence."""
    words = _WORDS[language]
    return words["set"].format(
        severity=words.get(rule.severity.value, rule.severity.value),
        default=words["on" if rule.default else "off"],
        scope=words.get(rule.scope.value, rule.scope.value),
        since=rule.since,
    )


def described(rule: type[Rule], language: str) -> RuleDict:
    """What reports say of a rule besides its findings."""
    about = page(rule, language)
    return {
        "name": rule.name,
        "severity": rule.severity.value,
        "summary": about.summary,
        "help": about.text,
        "url": rule.address(language),
    }

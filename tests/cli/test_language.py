"""The command line speaks Portuguese and English."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from tests.cli.conftest import Result, Run
from tests.conftest import ROOT
from textlint_pt.cli import app as commands
from textlint_pt.cli import language
from textlint_pt.cli.init import template as init_template
from textlint_pt.cli.language import catalogue, terms, translated
from textlint_pt.registry.documentation import page
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import CATALOGUE

#: what raises or says an error in English
SAYING = {"UserError", "Unreadable", "Malformed", "Wrong", "complain", "DamagedFile"}
SAYING |= {"DamagedResource", "MissingNeed"}
FIELD = re.compile(r"\{\d\}")


@pytest.fixture(autouse=True)
def _untranslated_errors() -> None:
    """Here errors are said as they are everywhere."""


def template(node: ast.expr) -> str | None:
    """A text with its fields numbered, as the catalogue has it."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.JoinedStr):
        return None
    fields = iter(range(len(node.values)))
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(fields)}}}"
        for part in node.values
    )


def errors() -> Iterator[str]:
    paths = [*(ROOT / "textlint_pt").rglob("*.py"), *(ROOT / "plugins").rglob("*.py")]
    for path in sorted(paths):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                said = template(node.args[0]) if node.func.id in SAYING else None
                if said is not None:
                    yield said


def helps() -> Iterator[str]:
    waiting = [typer.main.get_command(commands.app)]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        yield from (" ".join(part.split()) for part in (command.help or "").split("\n\n") if part)
        yield from (help for one in command.params if (help := getattr(one, "help", None)))


def test_every_program_error_message_has_a_portuguese_translation() -> None:
    found = set(errors())
    assert len(found) > 90
    assert sorted(found - catalogue().keys()) == []


def test_every_help_text_is_translated_into_portuguese() -> None:
    found = set(helps())
    assert len(found) > 70
    assert sorted(found - catalogue().keys()) == []


def test_command_line_messages_have_the_same_placeholders_in_both_languages() -> None:
    for english, portuguese in catalogue().items():
        assert sorted(FIELD.findall(english)) == sorted(FIELD.findall(portuguese)), english
        assert portuguese.strip()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.txt", "--language", "pt"), "none.txt: não existe"),
        (("--foo", "--language=pt"), "`textlint-pt lint --help` diz mais"),
        (
            ("rule", "GRA1033", "--language", "pt"),
            '"GRA1033" (seria "GRA103"?); `textlint-pt rules GRA1033` procura',
        ),
        (("config", "--language", "pt"), "`textlint-pt config --help` diz mais"),
        (("a.txt", "--jobs=0", "--language", "pt"), "'--jobs': tem de ser pelo menos 1; "),
        (("a.txt", "--fail-under=101", "--language", "pt"), ": tem de ser no máximo 100; "),
    ],
)
def test_command_line_errors_are_printed_in_portuguese(
    run_all: Run, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = run_all(*arguments)
    assert result.status == 2
    assert said in result.err


def test_configuration_value_in_an_error_message_is_not_translated(run: Run, folder: Path) -> None:
    (folder / "rules.yaml").write_text("preset: interrupted\n", encoding="utf-8")
    (folder / "a.txt").write_text("O gato dorme.\n", encoding="utf-8")
    said = run("a.txt", "--language", "pt").err
    assert 'rules.yaml:1: preset: predefinição desconhecida: "interrupted"' in said


@pytest.mark.parametrize(
    ("environment", "configured", "expected"),
    [
        ({"LC_ALL": "pt_BR.UTF-8"}, "", "pt"),
        ({"LC_ALL": "", "LANG": "pt_PT"}, "", "pt"),
        ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, "", "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANGUAGE": "pt:en"}, "", "pt"),
        # who says nothing, or has another language, writes Portuguese
        ({"LC_ALL": "C", "LANGUAGE": "en"}, "", "pt"),
        ({"LC_ALL": "de_DE.UTF-8"}, "", "pt"),
        ({"LC_ALL": "pt_BR.UTF-8"}, "language: en\n", "en"),
        ({"LC_ALL": "en_US.UTF-8"}, "language: pt\n", "pt"),
    ],
)
def test_all_command_line_output_is_in_the_configured_language(
    run_all: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    configured: str,
    expected: str,
) -> None:
    """Findings, errors, the summary, what is told of a baseline and of two texts."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if configured:
        (folder / "rules.yaml").write_text(configured, encoding="utf-8")
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("Volto hoje , e ela volta amanhã.\n", encoding="utf-8")
    said = {
        "none.txt": {"pt": "não existe", "en": "no such file"},
        "a.txt --select GRA404": {"pt": "espaço a mais", "en": "a space too many"},
        "a.txt b.txt --select GRA404": {"pt": "2 problemas em", "en": "2 problems in"},
        "baseline write a.txt --select GRA404": {"pt": "aceitar 1", "en": "accepts 1"},
        "compare a.txt b.txt": {"pt": "semelhança", "en": "likeness"},
        "vocabulary add farol": {"pt": "criado", "en": "made"},
    }
    for command, words in said.items():
        result = run_all(*command.split())
        shown = f"{result.out}{result.err}".lower()
        assert [one for one in words if words[one].lower() in shown] == [expected], shown


#: commands whose help is read in both variants
COMMANDS = ["", "report", "rules", "baseline write", "corpus score", "corpus report", "serve"]


def test_messages_use_european_or_brazilian_words_depending_on_the_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = terms()
    assert (known["ficheiros"], known["FICHEIRO"]) == ("arquivos", "ARQUIVO")
    shown = {}
    for locale in ("pt_PT.UTF-8", "pt_BR.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        shown[locale] = "".join(run(*command.split(), "--help").out for command in COMMANDS)
    words = {locale: set(re.findall(r"\w+", text)) for locale, text in shown.items()}
    assert "FICHEIRO" in words["pt_PT.UTF-8"] and "ARQUIVO" in words["pt_BR.UTF-8"]
    assert words["pt_PT.UTF-8"].isdisjoint(set(known.values()))
    assert words["pt_BR.UTF-8"].isdisjoint(set(known))


@pytest.mark.parametrize(
    "command",
    ["rules", "rule", "ask", "sentences", "compare", "serve", "config show", "models pull"],
)
def test_help_text_does_not_show_python_types(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    shown = run(*command.split(), "--help").out
    assert not re.search(r"<(?:str|int|list)|[{}]", shown)
    taken = re.findall(r"(?m)^  (?:--[\w-]+ )?([A-Za-zÀ-Ý.\[\]]+)  ", shown)
    assert [one for one in taken if not one.isupper()] == []


def test_file_name_in_a_message_is_not_converted_to_brazilian_portuguese(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert "ficheiro.txt: não existe" in run("ficheiro.txt").err


def test_portuguese_messages_contain_no_word_used_in_one_country_only() -> None:
    rules = load(third_party=False).rules.values()
    said = [*CATALOGUE["pt"].values()]
    said += [text for rule in rules for text in rule.messages["pt"].values()]
    said += [page(rule, "pt").title for rule in rules]
    of_one = {*terms(), *terms().values(), "usuário", "utilizador", "ecrã", "tela", "facto", "fato"}
    assert [text for text in said if not of_one.isdisjoint(re.findall(r"\w+", text))] == []


def test_formats_analyses_and_metrics_are_described_in_portuguese() -> None:
    found = load(third_party=False)
    lines = {(inspect.getdoc(type(one)) or "").partition("\n")[0] for one in found.formats.values()}
    summaries = {re.sub(r"^`[\w.:-]+`: ", "", line) for line in lines}
    assert len(summaries) > 15
    assert sorted(summaries - catalogue().keys()) == []


def test_portuguese_help_output_contains_no_english_help_text(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    shown = run("--help").out
    assert shown.startswith("Uso: textlint-pt [OPÇÕES] [CAMINHO...]\n")
    for heading in ("Exemplos:", "Argumentos:", "Verificar:", "Corrigir:", "Saída:", "Comandos:"):
        assert f"\n{heading}\n" in shown
    assert not re.search(r"\b(the|and|Show|List|is|list)\b", shown)
    assert "[obrigatório]" in run("rule", "--help").out


#: what no Portuguese sentence has
ENGLISH = re.compile(
    r"\b(the|and|not|should|reads?|with|from|unable|cannot|would|found|files?|that|you)\b"
)


#: what no English sentence has
PORTUGUESE = re.compile(
    r"\b(os|um|uma|da|de|em|na|que|com|por|para|não|é|são|ou|se|ficheiros?|foi|há|problemas?)\b"
)
#: what is run in both languages
SHOWN = [
    "a.py",
    "none.txt",
    "a.txt --select GRA404",
    "a.txt b.txt --select GRA404 --scores",
    "a.txt --select GRA404 --format full",
    "a.txt --select GRA404 --format statistics",
    "a.txt --select GRA404 --diff",
    "a.txt --jobs x",
    "a.txt --color x",
    "a.txt --fail-under x",
    "a.txt --diff-base HEAD",
    "report a.txt --select GRA404",
    "baseline write a.txt --select GRA404",
    "rules",
    "formats",
    "plugins",
    "sentences a.txt",
    "compare a.txt b.txt",
    "a.txt --preset xx",
    "a.txt --config none.yaml",
    "corpus score a.txt",
    "baseline check a.txt",
    "vocabulary add farol",
    "config show a.txt --origin",
    "rules vírgula",
    "rules xyzzy",
    "rule GRA404",
    "rule XX",
]


def _said(result: Result) -> str:
    """Without names of options, rules and files, which stay as they are, and without examples."""
    names = r"(?m)^> .*$|`[^`]*`|'[^']*'|“[^”]*”|--[\w-]+|\S*[./_]\S*|\w+-\w+-\w+"
    assert result.out + result.err
    return re.sub(names, "", result.out + result.err)


@pytest.mark.parametrize("command", SHOWN)
@pytest.mark.parametrize(("locale", "other"), [("pt_BR", ENGLISH), ("en_US", PORTUGUESE)], ids="pe")
def test_portuguese_output_has_no_english_word(
    run_all: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    locale: str,
    other: re.Pattern[str],
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    (folder / "a.py").write_text("x = 1\n", encoding="utf-8")
    for name in ("a.txt", "b.txt"):  # what is quoted has no word that is looked for
        (folder / name).write_text("Volto hoje , ela volta amanhã.\n", encoding="utf-8")
    assert other.findall(_said(run_all(*command.split()))) == []


def test_rules_and_rule_commands_print_portuguese_titles_and_headings(run_all: Run) -> None:
    page = run_all("rule", "GRA404", "--language", "pt").out
    assert page.startswith("# Espaço junto à pontuação (GRA404)\n\nHá um espaço")
    assert "## Por que razão importa" in page
    assert "## Definições\n\nGravidade: aviso; ligada de início" in page
    assert "Espaço junto à pontuação" in run_all("rules", "--language", "pt").out
    assert '"url": "https://' in run_all("rules", "--format", "json").out
    assert "/en/rules/GRA404.html" in run_all("rules", "--format", "json", "--language", "en").out


def test_init_command_writes_comments_in_portuguese(run: Run, folder: Path) -> None:
    assert run("init", "--language", "pt").status == 0
    assert (folder / "rules.yaml").read_text(encoding="utf-8") == init_template("pt")
    kept = [
        re.sub(r"(?m)^# (?![a-z-]+:|  ).*\n", "", text) for text in map(init_template, ("en", "pt"))
    ]
    assert kept[0].replace("language: en", "language: pt") == kept[1]


def test_message_without_portuguese_translation_is_printed_in_english() -> None:
    assert translated("something of a plugin") == "something of a plugin"


def test_error_messages_are_in_english_if_their_translations_are_missing(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_CATALOGUE", folder / "gone.tsv")
    catalogue.cache_clear()
    language._patterns.cache_clear()
    try:
        assert run("none.txt", "--language", "pt").err == "textlint-pt: none.txt: no such file\n"
    finally:
        catalogue.cache_clear()
        language._patterns.cache_clear()

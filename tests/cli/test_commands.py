"""The other commands, and help."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Run
from tests.toys import STORY
from textlint_pt import __version__
from textlint_pt.cli.init import template
from textlint_pt.cli.options import OPTIONS
from textlint_pt.cli.rule import explain
from textlint_pt.config import config
from textlint_pt.contract import figures
from textlint_pt.contract.figures import Measured
from textlint_pt.contract.figures import measured as measured_of
from textlint_pt.registry.plugins import load


@pytest.mark.parametrize("arguments", [("--help",), ("-h",)])
def test_help_shows_every_option_and_command(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.status, result.err) == (0, "")
    for word in (
        *(option.flag for option in OPTIONS),
        "[PATH...]",
        "rules",
        "init",
        "config",
        "lsp",
    ):
        assert re.search(rf"^ +{re.escape(word)} ", result.out, re.M), word
    assert "Exit status: 0 clean" in result.out
    assert "textlint-pt --version" in result.out
    assert all(option.help in " ".join(result.out.split()) for option in OPTIONS)


def test_help_option_of_a_command_lists_the_options_of_that_command(run: Run) -> None:
    assert "--fail-under N" in run("lint", "--help").out
    assert "Usage: textlint-pt config show" in run("config", "show", "--help").out


def test_version_option_prints_program_name_and_version(run: Run) -> None:
    assert run("--version") == (0, f"textlint-pt {__version__}\n", "")
    assert run("--version", "--help").out == f"textlint-pt {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lint", "--formt"), "--formt"),
        (("config",), "; `textlint-pt config --help` says more"),
        (("config", "sho"), "'sho'"),
        (("rules", "--formt"), "--formt"),
        (("rules", "--format", "csv"), '--format: unknown format "csv"; known: text, json'),
        (("sentences", "nada.txt"), "nada.txt: no such file"),
        (("sentences", "nada.txt", "--format", "x"), '--format: unknown format "x"'),
        (("config", "show", "nada.txt"), "nada.txt: no such file or folder"),
        (("config", "show", "--config", "nada.yaml"), "nada.yaml: cannot be read: No such file"),
        (("config", "show", "--preset", "lod"), 'unknown preset "lod" (did you mean "loud"?)'),
        (("rule", "TOI001"), 'no rule is called "TOI001" (did you mean "TOY001"?)'),
        (("rule", "toy01"), 'no rule is called "toy01" (did you mean "TOY'),
        (("rule", "toy.shot"), '(did you mean "toy.shout"?)'),
        (("rule", "zzz"), 'no rule is called "zzz"; `textlint-pt rules zzz` looks for it'),
    ],
)
def test_missing_or_invalid_command_argument_prints_one_line_and_exits_with_2(
    run: Run, arguments: tuple[str, ...], says: str
) -> None:
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("textlint-pt: ")
    assert result.err.count("\n") == 1
    assert says in result.err


def test_rules_command_lists_rules_as_text_and_json(run: Run) -> None:
    lines = run("rules", "--language", "en").lines
    assert lines[:5] == [
        "Document",
        "  ▲ Comment that silences nothing  DOC001",
        "",
        "TOY",
        "  ▲ Shout  TOY001",
    ]
    assert lines[5].endswith("(off by default)")
    listed = json.loads(run("rules", "--format", "json", "--language", "en").out)
    assert [rule["code"] for rule in listed] == [
        line.removesuffix(" (off by default)").split()[-1]
        for line in lines
        if line.startswith("  ")
    ]
    assert (listed[1]["title"], listed[1]["summary"]) == ("Shout", "Words in capitals.")
    assert "TOY" not in run("rules", "--no-plugins").out


def test_rules_command_searches_rules_by_words_of_their_titles(run_all: Run) -> None:
    found = run_all("rules", "ACENTO", "--language", "pt").lines
    assert "  ▲ Acento em falta ou errado  GRA902" in found
    assert "    Uma palavra sem o seu acento, ou com um errado." in found
    assert not any("GRA404" in line for line in found)
    # in the plural, and by what a rule's findings are called
    commas = [run_all("rules", word, "--language", "pt").lines for word in ("virgula", "vírgulas")]
    assert commas[0] == commas[1] and "  ▲ Provável erro  GRA001" in commas[0]
    none = run_all("rules", "xyzzy")
    assert none.status == 2
    assert none.err.startswith("textlint-pt: no rule speaks of xyzzy; ")


@pytest.mark.parametrize("command", ["formats", "plugins"])
def test_formats_and_plugins_commands_list_the_same_names_as_text_and_json(
    run_all: Run, command: str
) -> None:
    told = run_all(command)
    assert (told.status, told.err) == (0, "")
    listed = json.loads(run_all(command, "--format", "json").out)
    assert [entry["name"] for entry in listed] == [line.split()[0] for line in told.lines]
    assert len(told.lines) >= 8
    assert "unknown format" in run_all(command, "--format", "csv").err
    if command != "plugins":
        assert all(entry["summary"] for entry in listed)


def test_plugins_command_lists_api_version_rules_and_analyses(run_all: Run) -> None:
    listed = {p["name"]: p for p in json.loads(run_all("plugins", "--format", "json").out)}
    assert (listed["document"]["api"], listed["document"]["rules"]) == (1, ["DOC001"])
    assert listed["embedded"]["analyses"][:2] == ["acceptability", "acceptability-log-odds"]
    assert "default" in listed["core"]["presets"]
    line = next(line for line in run_all("plugins").lines if line.startswith("document"))
    assert re.fullmatch(r"document +\S+ +API 1 +rules: DOC001", line)


def test_plugins_documentation_page_lists_all_analyses_and_metrics() -> None:
    loaded = load(third_party=False).loaded
    page = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")
    for command in ("analyses", "metrics"):
        section = page.partition(f"## {command.title()}")[2].partition("\n## ")[0]
        named = re.findall(r"^\| `([^`]+)` \|", section, re.M)
        assert named == sorted({name for one in loaded for name in one.names(command)})


@pytest.mark.parametrize("name", ["DOC001", "doc001", "Document.Unused-Suppression"])
def test_rule_command_explains_a_rule_given_its_code_or_name(run: Run, name: str) -> None:
    result = run("rule", name, "--language", "en")
    assert (result.status, result.err) == (0, "")
    assert result.lines[0] == "# Comment that silences nothing (DOC001)"
    assert "## Why it matters" in result.lines
    assert "Severity: warning; on by default; name: `document.unused-suppression`." in result.lines


def test_rule_command_lists_the_options_of_a_rule(run: Run) -> None:
    assert (
        "- `minimum` (default `3`): Letters a word needs to be a shout."
        in run("rule", "toy001", "--language", "en").lines
    )


def test_only_pages_of_shipped_rules_name_the_address_for_false_alarms(run: Run) -> None:
    address = "github.com/textlint-pt/textlint-pt/issues"
    assert address in run("rule", "DOC001").out
    assert address not in run("rule", "TOY001").out  # a plugin's


def test_sentences_command_prints_sentences_with_their_offsets(run: Run, folder: Path) -> None:
    text = "\ufeff# Título\r\n\r\nUma frase\r\npartida em duas. Outra\x1b frase.\r\n"
    Path("a.txt").write_bytes(text.encode())
    listed = json.loads(run("sentences", "a.txt", "--format", "json").out)
    assert set(listed[0]) == {"start", "end", "line", "kind", "text"}
    assert [s["text"] for s in listed][-2:] == ["Uma frase partida em duas.", "Outra\x1b frase."]
    body = text.removeprefix("\ufeff")
    assert body[listed[-2]["start"] : listed[-2]["end"]] == "Uma frase\r\npartida em duas."
    assert run("sentences", "a.txt").lines[-1] == "4\tparágrafo\tOutra␛ frase."
    piped = run("sentences", "-", "--format", "json", stdin=text.encode())
    assert json.loads(piped.out) == listed
    result = run("sentences", "-", stdin=b"caf\xe9")
    assert result.status == 2
    assert "likely iso-8859-1" in result.err


def test_init_command_writes_a_configuration_file_equal_to_the_defaults(
    run_all: Run, folder: Path
) -> None:
    before = run_all("config", "show").out
    assert run_all("init") == (0, "rules.yaml\n", "")
    assert run_all("config", "show").out == before
    again = run_all("init")
    assert (again.status, again.out) == (2, "")
    assert "already exists; --force replaces it" in again.err
    Path("rules.yaml").write_text("preset: docs\n")
    assert run_all("init", "--force").status == 0
    assert Path("rules.yaml").read_text(encoding="utf-8") == template("pt")


def test_init_command_keeps_baseline_and_vocabulary_settings(run_all: Run, folder: Path) -> None:
    Path("a.txt").write_text("Volto hoje , e ela volta amanhã.\n", encoding="utf-8")
    assert run_all("baseline", "write", "a.txt", "--select", "GRA404").status == 0
    assert run_all("vocabulary", "add", "farol").status == 0
    added = yaml.safe_load(Path("rules.yaml").read_text(encoding="utf-8"))
    assert set(added) == {"baseline", "vocabulary"}
    assert run_all("init").status == 0
    made = Path("rules.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(made) == {**yaml.safe_load(template("pt")), **added}
    assert len(made.splitlines()) == len(template("pt").splitlines())
    assert run_all("init").status == 2


def test_init_command_reports_a_path_that_cannot_be_written(run: Run, folder: Path) -> None:
    Path("rules.yaml").mkdir()
    assert "rules.yaml: already exists" in run("init").err
    result = run("init", "--force")
    assert result.status == 2
    assert "rules.yaml: cannot be written: Is a directory" in result.err


def test_commented_out_settings_of_the_init_template_are_valid_configuration(folder: Path) -> None:
    bare = re.sub(r"^# (?=[a-z-]+:|  )", "", template("en"), flags=re.M)
    assert set(yaml.safe_load(bare)) > {"rules", "severity", "paths", "exclude", "fail-under"}
    Path("rules.yaml").write_text(bare, encoding="utf-8")
    layers = config.read_layers(Path("rules.yaml"), {})
    plugins = load(third_party=False)
    config.check_sections(layers, plugins)
    settings = config.resolve(layers, plugins)
    default = config.resolve([], plugins).options
    assert all(settings.options[code] == default[code] for code in plugins.rules)


def test_config_show_command_prints_the_origin_of_each_setting(run: Run, folder: Path) -> None:
    Path("docs").mkdir()
    Path("docs/a.txt").write_text(STORY, encoding="utf-8")
    Path("rules.yaml").write_text(
        "language: en\nfail-under: 50\nrules: {TOY001: {minimum: 4}}\n"
        "paths:\n  'docs/**': {preset: loud, rules: {toy.shout: {minimum: 5}}}\n"
    )
    lines = run("config", "show", "docs/a.txt", "--origin").lines
    file = Path("rules.yaml").absolute()
    assert f"language: en  # {file}" in lines
    assert f"fail-under: 50  # {file}" in lines
    assert "fail-on: warning  # default" in lines
    assert f"preset: loud  # {file} paths.docs/**" in lines
    assert "select: [TOY002]  # preset loud (toys)" in lines
    assert "  TOY002: error  # preset loud (toys)" in lines
    lines = run("config", "show", "--origin").lines
    assert "preset: default  # default" in lines
    assert f"    minimum: 4  # {file}" in lines
    assert "#" not in run("config", "show").out


def test_config_show_command_prints_an_equivalent_configuration(run: Run, folder: Path) -> None:
    Path("rules.yaml").write_text(
        "preset: loud\nselect: [TOY]\nignore: [TOY005]\nseverity: {TOY001: info}\nfail-on: error\n"
    )
    shown = run("config", "show").out
    Path("rules.yaml").write_text(shown)
    assert run("config", "show").out == shown


def test_rules_yml_file_of_another_program_is_ignored_with_a_warning(run: Run, story: Path) -> None:
    Path("rules.yml").write_text("language: en\n")
    assert "3 problems" in run("story.txt").out
    result = run("init")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert result.err.startswith(
        "textlint-pt: rules.yml: already exists; --force writes rules.yaml"
    )
    Path("rules.yaml").write_text("language: pt\n")
    for arguments in (("story.txt",), ("config", "show")):
        result = run(*arguments)
        assert result.err.count("\n") == 1
        assert "rules.yml: not read, since " in result.err
    assert "3 problemas" in run("story.txt").out
    assert run("story.txt", "--config", "rules.yml").err == ""


def test_rule_help_page_shows_the_precision_judged_by_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = load(third_party=False).rules["GRA404"]
    told = tmp_path / "measured.json"
    read = {"read": 40, "right": 36, "low": 0.77, "high": 0.96, "date": "2026-11-23"}
    told.write_text(json.dumps({"GRA404": read}))
    monkeypatch.setattr(figures, "figures_file", lambda _: told)
    assert measured_of(rule) == Measured(40, 36, 0.77, 0.96, date="2026-11-23")
    page = explain(rule, "en")
    assert "36 of 40 findings right, 90 % (95 % interval 77–96 %), until 2026-11-23." in page
    page = explain(rule, "pt")
    assert "36 de 40 avisos certos, 90 % (entre 77 % e 96 %, com 95 % de confiança)" in page
    few = {"read": 4, "right": 3, "low": 0.3, "high": 0.95, "date": "2026-11-27"}
    told.write_text(json.dumps({"GRA404": few}))
    page = explain(rule, "pt")
    assert "avisos lidos um a um até 2026-11-27: 4, certos: 3. São poucos" in page
    assert "75 %" not in page  # a share of four says nothing
    told.write_text(json.dumps({"GRA404": few, "GRA": {**few, "read": 96, "right": 87}}))
    assert "Mecânica da escrita: 90 de 100 avisos certos" in explain(rule, "pt")
    told.write_text("{}")
    assert "no findings of these rules have been read" in explain(rule, "en")


def test_every_measured_precision_of_a_rule_has_a_date_and_an_interval() -> None:
    for rule in load(third_party=False).rules.values():
        if (found := measured_of(rule)) is not None:
            date.fromisoformat(found.date)
            assert 0 <= found.low <= found.right / found.read <= found.high <= 1

"""Declared rules on the command line: listed, explained, tried, and linted with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from textlint_pt_grammaticality.judge.language_rule import LanguageRule

from tests.cli.conftest import Run
from tests.test_light_start import imported
from textlint_pt.contract.rule import Tried

RULES = """\
custom-rules:
  ACME001:
    kind: existence
    message: "«{match}» é jargão"
    summary: Words that we do not use.
    why: Nobody knows them.
    url: https://example.org/estilo
    patterns: sinergias?
    failing:
      - A sinergia das equipas é boa.
    passing:
      - O trabalho das equipas é bom.
  ACME002:
    kind: substitution
    message: "«{suggestion}»"
    swap: {email: correio}
    default: false
"""


def rules(text: str) -> None:
    Path("rules.yaml").write_text(text, encoding="utf-8")


def test_rules_and_rule_commands_list_and_explain_custom_rules(run: Run) -> None:
    rules(RULES)
    family, first, second, *_ = run("rules").lines
    assert (family, first.split(maxsplit=1)[1]) == ("ACME", "Words that we do not use.  ACME001")
    assert second.endswith("«{suggestion}»  ACME002 (off by default)")
    listed = json.loads(run("rules", "--format", "json").out)
    assert listed[0]["url"] == "https://example.org/estilo"
    explained = run("rule", "acme001", "--language", "en").out
    assert "## Why it matters\n\nNobody knows them." in explained
    assert "> A sinergia das equipas é boa." in explained
    assert "Declared in" in explained
    assert "no rule is called" in run("rule", "ACME003").err
    shown = run("config", "show", "--origin").out
    assert "severity:\n  ACME001: warning  # default\n" in shown


def test_changed_custom_rule_invalidates_the_cached_report(run: Run) -> None:
    Path("a.txt").write_text("A sinergia e o email são bons.\n", encoding="utf-8")
    rules(RULES + "select: [ACME]\n")
    for _ in range(2):
        result = run("a.txt", "--format", "concise")
        assert result.status == 1
        assert [line.split()[1] for line in result.lines] == ["ACME001", "ACME002"]
    rules(RULES.replace("{email: correio}", "{correio: email}") + "select: [ACME]\n")
    assert [line.split()[1] for line in run("a.txt", "--format", "concise").lines] == ["ACME001"]


def test_vocabulary_file_is_linted_only_if_given_on_the_command_line(run_all: Run) -> None:
    rules("vocabulary: words.txt\nselect: [VOC]\n")
    Path("words.txt").write_text("!deletar\n", encoding="utf-8")
    Path("a.txt").write_text("Vou deletar isto.\n", encoding="utf-8")
    assert "words.txt" not in run_all(".", "--format", "json").out
    assert "words.txt" in run_all("words.txt", "--format", "json").out


def test_changed_vocabulary_file_changes_the_reported_words(run_all: Run) -> None:
    rules("vocabulary: words.txt\nselect: [VOC]\n")
    Path("words.txt").write_text("!printar\n", encoding="utf-8")
    Path("a.txt").write_text("Vamos printar e deletar o texto.\n", encoding="utf-8")
    assert "«printar»" in run_all("a.txt").out
    Path("words.txt").write_text("deletar -> apagar\n", encoding="utf-8")
    changed = run_all("a.txt").out
    assert "«deletar»; escreve «apagar»" in changed
    assert "«printar»" not in changed


def test_test_rules_command_runs_the_examples_of_custom_rules(run: Run) -> None:
    rules(RULES)
    result = run("test-rules")
    assert (result.status, result.err) == (0, "")
    assert result.lines == [
        "ACME001 custom.acme001: ok (2 examples)",
        "ACME002 custom.acme002: no examples",
    ]
    assert run("test-rules", "ACME001").lines == result.lines[:1]


@pytest.mark.parametrize(
    ("examples", "says"),
    [
        (
            "    failing: [Um texto bom.]\n",
            'rules.yaml:6: custom-rules.A1.failing: finds nothing in "Um texto bom."',
        ),
        (
            "    passing:\n    - Bom.\n    - Um email.\n",
            'rules.yaml:8: custom-rules.A1.passing: finds "email" in "Um email.", not nothing',
        ),
        (
            "    failing: [{text: Um email., spans: [Um]}]\n",
            'rules.yaml:6: custom-rules.A1.failing: finds "email" in "Um email.", not "Um"',
        ),
        (
            "    failing: [{text: '# O **email**', format: md, fixed: x}]\n",
            'rules.yaml:6: custom-rules.A1.failing: makes "# O **correio**" of it, not "x"',
        ),
    ],
)
def test_failing_example_of_a_custom_rule_is_reported_with_its_line(
    run: Run, examples: str, says: str
) -> None:
    declared = "kind: substitution\n    message: m\n    swap: {email: correio}\n"
    rules(f"custom-rules:\n  A1:\n    {declared}{examples}")
    result = run("test-rules")
    assert result.status == 1
    assert result.lines[0].startswith("A1 custom.a1: failed (")
    assert result.lines[1].strip().endswith(says)


MARKED = """\
custom-rules:
  A1:
    kind: pattern
    message: m
    pattern: |
      [menas > menos]
      [menos que nada]
    failing: |
      Hoje há {menas|menos} gente, {menos que nada}.
      Há {menas|menos} aqui e {menas|menos} ali.
    passing: |
      Há menos gente.
      # a comment
"""


def test_braces_in_a_custom_rule_example_mark_the_expected_match(run_all: Run) -> None:
    rules(MARKED)
    assert run_all("test-rules").lines == ["A1 custom.a1: ok (3 examples)"]
    rules(MARKED.replace("failing: |\n", "failing:\n    - text: Hoje há menas gente.\n    - |\n"))
    assert run_all("test-rules").lines == ["A1 custom.a1: ok (3 examples)"]
    rules(MARKED.replace("há {menas|menos}", "há {menas|nada}"))
    assert 'of it, not "Hoje há nada gente, menos que nada."' in run_all("test-rules").lines[1]
    rules(MARKED.replace("Hoje há", "{Hoje} há"))
    assert 'finds "menas", "menos que nada"' in run_all("test-rules").lines[1]
    rules(MARKED.replace("há {menas|menos}", "há {menas|nada}") + "    fix: none\n")
    assert run_all("test-rules").status == 0


def test_test_rules_command_runs_the_examples_of_a_shipped_rule(
    run_all: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run_all("test-rules", "GRA103")
    assert result.status == 0
    assert re.fullmatch(r"GRA103 \S+: ok \(\d+ examples\)", result.out.strip())
    violated = [Tried("some.id", "Vive a toa.", "{a|à}", ""), Tried("some.id", "Boa.", "", "")]
    monkeypatch.setattr(LanguageRule, "tried_examples", lambda self: violated)
    result = run_all("test-rules", "GRA103")
    assert result.status == 1
    assert result.lines[1] == '  some.id: finds {a|à} in "Vive a toa.", not nothing'


def test_test_rules_command_warns_of_a_pattern_lemma_not_in_the_lexicon(run_all: Run) -> None:
    rules(MARKED.replace("[menas >", "!(<livroso/livro>) [menas >"))
    result = run_all("test-rules")
    assert (result.status, len(result.lines)) == (0, 2)
    assert result.lines[1].endswith("A1.pattern: no word of the lexicon has the lemma livroso")


@pytest.mark.parametrize(
    ("text", "arguments", "says"),
    [
        ("preset: docs\n", (), "no rule is declared: `custom-rules` in rules.yaml declares some"),
        (
            RULES,
            ("ACME01",),
            'no rule is called "ACME01" (did you mean "ACME001"?)',
        ),
        (
            RULES.replace("sinergias?", "'(s'"),
            (),
            'rules.yaml:8: custom-rules.ACME001.patterns: "(s"',
        ),
        (RULES, ("--config", "nada.yaml"), "nada.yaml: cannot be read: No such file"),
    ],
)
def test_test_rules_command_exits_with_2_on_invalid_or_unknown_rules(
    run: Run, text: str, arguments: tuple[str, ...], says: str
) -> None:
    rules(text)
    result = run("test-rules", *arguments)
    assert (result.status, result.out) == (2, "")
    assert says in result.err
    assert result.err.count("\n") == 1


def test_config_schema_command_prints_the_json_schema(run: Run) -> None:
    schema = json.loads(run("config", "schema").out)
    assert "TOY001" in schema["$defs"]["Options"]["properties"]


def test_custom_rule_modules_are_not_imported_without_a_custom_rule(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Um texto sem nada.\n", encoding="utf-8")
    (tmp_path / "rules.yaml").write_text("language: pt\n", encoding="utf-8")
    names = imported("a.txt", "--select", "DOC", cwd=tmp_path)
    assert not {"re2", "textlint_pt.custom.rules", "textlint_pt.custom.matching"} & names


def test_test_rules_command_prints_results_in_portuguese(run: Run) -> None:
    rules(RULES)
    assert run("test-rules", "--language", "pt").lines == [
        "ACME001 custom.acme001: ok (exemplos: 2)",
        "ACME002 custom.acme002: sem exemplos",
    ]
    declared = "kind: substitution\n    message: m\n    swap: {email: correio}\n"
    untranslated = "nothing to lint: `exclude` or git leaves no file"
    examples = f"    failing: ['{untranslated}']\n    passing: [Um email.]\n"
    rules(f"language: pt\ncustom-rules:\n  A1:\n    {declared}{examples}")
    first, *problems = run("test-rules").lines
    assert first == "A1 custom.a1: falhou (exemplos: 2)"
    assert problems[0].endswith('A1.passing: encontra "email" em "Um email.", e não nada')
    # the text of an example is not translated, whatever it says
    assert problems[1].endswith(f'não encontra nada em "{untranslated}"')

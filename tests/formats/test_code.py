"""Comments, docstrings and strings of programs: what of them is read, and where it stands."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.fixing import correct
from textlint_pt.formats.building import build
from textlint_pt.formats.code import Code, CodeStrings
from textlint_pt.formats.code_languages import BY_ENDING
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.text.document import Document, Span

pytest.importorskip("tree_sitter_python", reason="extra `code`")

PROGRAMS = {
    ".py": '"""Lê os dados do cliente."""\nx = 1  # guarda o valor que foi lido\n',
    ".js": "/**\n * Lê os dados do cliente.\n */\nlet x = 1; // guarda o valor que foi lido\n",
    ".tsx": "/** Lê os dados do cliente. */\nconst a = <b>x</b>; // guarda o valor que foi lido\n",
    ".ts": "// Lê os dados do cliente.\nlet x: number = 1; // guarda o valor que foi lido\n",
    ".java": "/** Lê os dados do cliente. */\nclass A { int x; // guarda o valor que foi lido\n}\n",
    ".cs": "/// <summary>\n/// Lê os dados do cliente.\n/// </summary>\nclass A {\n"
    "int x; // guarda o valor que foi lido\n}\n",
    ".go": "package a\n\n// Lê os dados do cliente.\nvar x = 1 // guarda o valor que foi lido\n",
    ".rs": "/// Lê os dados do cliente.\nfn a() { let x = 1; // guarda o valor que foi lido\n}\n",
    ".rb": "=begin\nLê os dados do cliente.\n=end\nx = 1 # guarda o valor que foi lido\n",
    ".php": "<?php\n/* Lê os dados do cliente. */\n$x = 1; // guarda o valor que foi lido\n",
    ".c": "/* Lê os dados do cliente. */\nint x = 1; // guarda o valor que foi lido\n",
    ".cpp": "// Lê os dados do cliente.\nint x = 1; /* guarda o valor que foi lido */\n",
    ".sh": "#!/bin/sh\n\n# Lê os dados do cliente.\nx=1 # guarda o valor que foi lido\n",
    ".sql": "-- Lê os dados do cliente.\nSELECT 1; /* guarda o valor que foi lido */\n",
    ".yaml": "# Lê os dados do cliente.\nx: 1 # guarda o valor que foi lido\n",
    ".toml": "# Lê os dados do cliente.\nx = 1 # guarda o valor que foi lido\n",
}


def read(raw: str, ending: str = ".py", reader: type[Code] = Code) -> Document:
    return build(f"a{ending}", raw, reader(f"a{ending}"))


def said(raw: str, ending: str = ".py", reader: type[Code] = Code) -> list[str]:
    return [sentence.text for sentence in read(raw, ending, reader).sentences]


def masked(raw: str, ending: str = ".py") -> list[str]:
    document = read(raw, ending)
    return [s.text[low:high] for s in document.sentences for low, high in s.opaque]


@pytest.mark.parametrize("ending", PROGRAMS)
def test_comments_of_each_programming_language_are_read_as_text(ending: str) -> None:
    assert said(PROGRAMS[ending], ending) == [
        "Lê os dados do cliente.",
        "guarda o valor que foi lido",
    ]


def test_every_source_code_extension_has_a_parser_grammar() -> None:
    for ending in BY_ENDING:
        assert said("", ending) == []


@pytest.mark.parametrize("ending", PROGRAMS)
def test_every_character_of_code_comments_has_its_exact_source_span(ending: str) -> None:
    raw = PROGRAMS[ending].replace("Lê", "Lê 😀 ção").replace("\n", "\r\n")
    _stands(raw, ending)


def _stands(raw: str, ending: str) -> None:
    for sentence in read(raw, ending).sentences:
        content = sentence.content
        for at, char in enumerate(content.text):
            written = raw[content.starts[at] : content.ends[at]]
            assert written == char or (char == " " and written[:1].isspace())


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(PROGRAMS)),
    st.lists(
        st.tuples(
            st.integers(0, 200),
            st.integers(0, 6),
            st.sampled_from(
                [
                    "/*",
                    "*/",
                    "//",
                    "#",
                    '"""',
                    "'",
                    "\n",
                    "\r\n",
                    " * ",
                    "ção ",
                    "😀",
                    "-- ",
                    "`",
                    "{",
                ]
            ),
        ),
        max_size=6,
    ),
)
@example(".c", [(3, 99, "L/*\nê")])
def test_comments_of_damaged_source_code_keep_exact_offsets(
    ending: str, damages: list[tuple[int, int, str]]
) -> None:
    raw = PROGRAMS[ending]
    for at, length, put in damages:
        raw = raw[:at] + put + raw[at + length :]
    _stands(raw, ending)


@pytest.mark.parametrize(
    ("raw", "ending", "texts"),
    [
        # lines that go on are a paragraph; a new sentence that would have had room is not
        ("# Lê os dados do cliente\n# e guarda-os na base.\nx\n", ".py",
         ["Lê os dados do cliente e guarda-os na base."]),
        ("# Lê os dados do cliente\n# Guarda os dados na base\nx\n", ".py",
         ["Lê os dados do cliente", "Guarda os dados na base"]),
        # tags of documentation, with types and names
        ("/**\n * @param {string} nome - o nome do cliente\n * @return {bool} se o nome é válido"
         "\n * @author Ana dos Santos\n */", ".js", ["o nome do cliente", "se o nome é válido"]),
        ("<?php\n/**\n * @param string|null $nome O nome do cliente\n * @return string O nome da "
         "rua\n */", ".php", ["O nome do cliente", "O nome da rua"]),
        ("# @option options [Symbol] :tipo O tipo do documento\nx", ".rb",
         ["O tipo do documento"]),
        ('"""Calcula a soma dos valores.\n\nArgs:\n    nome (str): o nome do cliente\n\n'
         '    :param x: o valor da soma\n    :type x: int\n"""', ".py",
         ["Calcula a soma dos valores.", "o nome do cliente", "o valor da soma"]),
        ('/// <param name="x">O valor da soma</param>\nclass A {}', ".cs", ["O valor da soma"]),
        # examples, fences, prompts and commented-out code
        ('"""Lê os dados.\n\n>>> os_dados(1)\n\n```\nos dados que se leram\n```\n"""', ".py",
         ["Lê os dados."]),
        ('<?php\n// os campos e os valores, assim:\n/* "<td>" . $row["id"] . "</td>" */', ".php",
         ["os campos e os valores, assim:"]),
        ("// 'os valores que foram lidos',\n// \"se a > b entao\" +\n", ".js", []),
        ("# Uso: zzdados [ código | os dados que se leem ]\n", ".sh", []),
        ("// x = os_dados(1);\n// if (nao) { return os.dados; }\n", ".js", []),
        ("// let numero = se_nao { // aqui o valor não é lido\nx", ".rs",
         ["aqui o valor não é lido"]),
        # other languages, licences, tools and strips of signs
        ("# The user is not able to read this.\n\n# Lê os dados do cliente.\n", ".py",
         ["Lê os dados do cliente."]),
        ("# Copyright 2024. Este programa é software livre.\n\nx = 1  # não é lido\n", ".py",
         ["não é lido"]),
        ("#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# noqa: não se lê\nx\n", ".py", []),
        ("##############\n# O que se lê #\n##############\nx\n", ".sh", ["O que se lê"]),
        ("# TODO(ana): não guardar o valor\nx", ".py", ["não guardar o valor"]),
        # strings are no comments
        ('x = "os dados que não se leram"\n', ".py", []),
    ],
)  # fmt: skip
def test_only_code_comments_that_are_prose_are_read(
    raw: str, ending: str, texts: list[str]
) -> None:
    assert said(raw, ending) == texts


def test_identifiers_in_code_comments_are_not_checked_as_prose() -> None:
    raw = (
        "# Chama lerDados() e obj.ler_dados, não os aluno(s), com --tudo em /etc/dados.toml e $x,\n"
        '# ou "nome" se n == 1, 10x, e o estado 2binvoiced, e o que está em ( *p ) e no\n'
        "# laço while(p->lido() != NULL), não (os dados).\n"
    )
    assert masked(raw) == [
        *(
            "lerDados()",
            "obj.ler_dados",
            "--tudo",
            "/etc/dados.toml",
            "$x",
            '"nome"',
            "==",
            "2binvoiced",
            "( *p )",
            "while(p->lido() != NULL)",
        ),
    ]


def test_identifiers_in_parentheses_of_a_code_comment_are_not_prose() -> None:
    raw = (
        "# O que se guarda com os dois (rotulo, botao) e com os outros (lento, {})\nbotao(rotulo)\n"
    )
    assert masked(raw.format("assíncrono")) == ["(rotulo, botao)"]
    assert masked(raw.format("largo")) == ["(rotulo, botao)"]


def test_assignment_quoted_in_a_code_comment_is_not_checked_as_prose() -> None:
    raw = '# O que se lê é "texto; charset=utf-8" e também x="a"\nx\n'
    assert masked(raw) == ["charset=utf-8", 'x="a"']


def test_function_name_that_begins_its_doc_comment_is_not_checked_as_prose() -> None:
    raw = "// Perimetro devolve o perímetro.\nfunc Perimetro() int { return 1 }\n"
    others = "package a\n\n// O que não se lê.\nvar a = 1\n\n// Os que se leem.\nvar b = 2\n"
    assert masked(f"{others}\n{raw}", ".go") == ["Perimetro"]
    assert masked(f"{others}\n// Perimetro devolve o perímetro.\nvar x = 1\n", ".go") == []


def test_string_literals_of_program_code_are_read_only_if_configured() -> None:
    raw = 'print("O cliente não foi encontrado\\n", x)\nq = "SELECT os dados FROM x"\ny = "não"\n'
    assert said(raw) == []
    assert said(raw, reader=CodeStrings) == ["O cliente não foi encontrado\\n"]
    document = read(raw, reader=CodeStrings)
    assert [raw[span.start : span.end] for b in document.blocks for span in b.opaque] == ["\\n"]


def test_correction_of_a_code_comment_never_changes_program_statements() -> None:
    raw = "x = 1  # Foi embora de de casa.\nde = 2  # não de\n"
    at = raw.index("de de")
    finding = Finding("GRA401", Span(at, at + 5), {}, sentence=0)
    fix = Fix(Applicability.SAFE, (Edit(at, at + 3, ""),))
    closing = Fix(Applicability.SAFE, (Edit(at, at + 2, "\n"),))

    def after(one: Fix) -> str:
        found = [finding.replace(fix=one)]
        return correct(read(raw), found, read).raw

    assert after(fix) == "x = 1  # Foi embora de casa.\nde = 2  # não de\n"
    assert after(closing) == raw


def test_only_clearly_portuguese_comments_of_spanish_source_code_are_read() -> None:
    spanish = (
        "# Los tipos condicionales proporcionan una forma de hacer lógica simple en el sistema.\n"
        "a = 1\n"
        "# Hay una herramienta útil dentro de los tipos condicionales, que es la palabra clave.\n"
        "b = 1\n"
    )
    unsure = "# Un gato no ladra, por lo que retorna\n"
    assert said(spanish + unsure) == []
    assert said(unsure) == ["Un gato no ladra, por lo que retorna"]  # nothing tells
    sure = "Não é preciso guardar o ficheiro, pois já está lá."
    assert said(f"{spanish}# {sure}\n") == [sure]


def run(*arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "textlint_pt", *arguments, "--no-cache", "--format", "concise"]
    return subprocess.run(command, capture_output=True, text=True, check=False, **given)  # type: ignore[call-overload, no-any-return]


def test_source_code_is_linted_only_if_named_by_path_or_in_configuration(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# Ele foi embora de de casa.\nde = 1\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("Ele foi embora para casa.\n", encoding="utf-8")
    select = ("--select", "GRA401")
    assert run(str(tmp_path), *select).stdout == ""
    named = run(str(tmp_path / "a.py"), *select)
    assert (named.returncode, "a.py:1:18: GRA401" in named.stdout) == (1, True)
    (tmp_path / "rules.yaml").write_text("formats: {py: code}\n", encoding="utf-8")
    assert "a.py:1:18: GRA401" in run(str(tmp_path), *select).stdout


def test_suppression_comment_in_javascript_suppresses_comment_findings(tmp_path: Path) -> None:
    path = tmp_path / "a.js"
    text = "// textlint-pt-disable-next GRA401\n// Ele foi embora de de casa.\nlet de = 1;\n"
    path.write_text(text, encoding="utf-8")
    assert run(str(path), "--select", "GRA401").returncode == 0


def test_errors_in_yaml_strings_yaml_comments_and_typescript_are_reported(tmp_path: Path) -> None:
    for name, text in {
        "pt-BR.yml": "pt-BR:\n  titulo: Ele foi embora de de casa.\n",
        "compose.yml": "# Ele foi embora de de casa.\nx: 1\n",
        "a.ts": "// Ele foi embora de de casa.\nlet de = 1;\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        done = run(str(tmp_path / name), "--select", "GRA401")
        assert "GRA401" in done.stdout, done


def test_missing_programming_language_grammar_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from textlint_pt.formats import code_comments

    code_comments._grammar.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    with pytest.raises(Unreadable, match=r"a\.py: .*pip install 'textlint-pt\[code\]'"):
        read("# Lê os dados do cliente.\n")
    code_comments._grammar.cache_clear()


def test_source_file_of_unknown_programming_language_is_refused() -> None:
    with pytest.raises(Unreadable, match="of no language whose comments are read"):
        read("# Lê os dados do cliente.\n", ".vue")


@pytest.mark.attacks
@pytest.mark.parametrize("sign", ["*", "-", " ", "=", "#"])
def test_long_ascii_art_in_code_comments_is_skipped_within_two_seconds(sign: str) -> None:
    start = time.process_time()
    text = f"/* O gato dorme na cama. {sign * 200_000} x */\n/* A menina espera pela avó. */\n"
    assert [one.text for one in read(text, ".js").sentences] == ["A menina espera pela avó."]
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize(
    ("before", "after"), [("* * * ", " * * *"), ("=== ", " ---== |"), ("<p><b>", "</b></p>")]
)
def test_decorative_borders_of_code_comments_are_not_part_of_the_text(
    before: str, after: str
) -> None:
    said = "A menina espera pela avó, que não vem."
    assert [one.text for one in read(f"# {before}{said}{after}\n").sentences] == [said]
    inside = f"A menina que espera{after}{before}pela avó não vem."
    assert [one.text for one in read(f"# {inside}\n").sentences] == [" ".join(inside.split())]


@pytest.mark.attacks
@pytest.mark.parametrize("unit", ["* ", "| ", " |", "<b>", "</b> ", "---== "])
def test_long_symbol_sequence_in_a_code_comment_is_read_in_two_seconds(unit: str) -> None:
    start = time.process_time()
    text = f"# {unit * 50_000}O gato dorme na cama. {unit * 50_000}\n"
    read(text)
    assert time.process_time() - start < 2.0


@pytest.mark.attacks
def test_very_long_word_in_a_code_comment_is_read_in_linear_time() -> None:
    """It is no prose, and the words around it are."""

    def seconds(size: int) -> float:
        text = f"# O gato dorme em {'a' * size} na cama.\n"
        start = time.process_time()
        first, *_ = read(text).sentences
        taken = time.process_time() - start
        assert first.opaque == ((16, min(16 + size, len(first.text))),)
        return taken

    seconds(1_000)
    assert min(seconds(64_000) for _ in range(3)) < 2.0

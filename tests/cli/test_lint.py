"""`textlint-pt PATH…`: what it says, and its exit status."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.toys import STORY, Shouts

CALM = STORY.replace("SOCORRO", "socorro").replace("AGORA MESMO", "agora mesmo")
ENGLISH = "The river runs slowly by the village and nobody is in a hurry to cross it. " * 3


def test_text_output_shows_the_sentence_of_a_finding_and_the_score(run: Run, story: Path) -> None:
    result = run("story.txt", "--language", "en")
    assert result.status == 1
    assert result.err == ""
    findings, _, score = result.out.partition("story.txt: 3 problems (▲ 3 warnings); ")
    assert (
        findings
        == """\
story.txt:3:26: ▲  1 shouted word(s) [TOY001]
  |
3 | De repente alguém gritou SOCORRO do outro lado da ponte velha de pedra.
  |                          ^^^^^^^

story.txt:5:20: ▲  2 shouted word(s) [TOY001]
  |
5 | Um homem respondeu AGORA MESMO e correu pela margem abaixo.
  |                    ^^^^^
  = story.txt:3:1: line 3
3 | De repente alguém gritou SOCORRO do outro lado da ponte velha de pedra.
  | -----------------------------------------------------------------------

story.txt:5:26: ▲  2 shouted word(s) [TOY001]
  |
5 | Um homem respondeu AGORA MESMO e correu pela margem abaixo.
  |                          ^^^^^
  = story.txt:3:1: line 3
3 | De repente alguém gritou SOCORRO do outro lado da ponte velha de pedra.
  | -----------------------------------------------------------------------

"""
    )
    assert score.endswith(
        "score 92.1/100 (margin of error: 83 to 100)\n    -7.9  3 × shout (TOY001)\n\n"
        "What a code means, and what to do if it is not wrong: textlint-pt rule TOY001\n"
    )


def test_lint_is_the_default_command(run: Run, story: Path) -> None:
    assert run("lint", "story.txt") == run("story.txt")


def test_concise_format_prints_one_line_per_finding(run: Run, story: Path) -> None:
    result = run("story.txt", "--format", "concise")
    assert result.status == 1
    assert result.lines[0] == "story.txt:3:26: TOY001 1 palavra(s) aos gritos"
    assert len(result.lines) == 3


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 1),
        (("--select", "DOC"), 0),
        (("--fail-on", "error"), 0),
        (("--fail-on", "info"), 1),
        (("--select", "TOY002"), 0),
        (("--select", "TOY002", "--fail-on", "info"), 1),
        (("--preset", "loud", "--fail-on", "error"), 1),
        (("--fail-on", "error", "--fail-under", "92"), 0),
        (("--fail-on", "error", "--fail-under", "92.2"), 1),
    ],
)
def test_exit_status_depends_on_findings_and_fail_on_option(
    run: Run, story: Path, options: tuple[str, ...], status: int
) -> None:
    assert run("story.txt", *options).status == status


def test_score_below_fail_under_option_prints_limit_and_main_cause(run: Run, story: Path) -> None:
    result = run("story.txt", "--fail-under", "95")
    assert result.status == 1
    assert result.err == (
        "textlint-pt: story.txt: nota 92,1 abaixo do limite 95,0; o que mais custa:"
        " shout, 7,9 pontos\n"
    )
    (story.parent / "rules.yaml").write_text("fail-under: 99\nlanguage: en\n")
    assert "score 92.1 under the limit 99.0; what costs most: shout" in run("story.txt").err


def test_text_without_findings_exits_with_0(run: Run, story: Path) -> None:
    story.write_text(CALM, encoding="utf-8")
    result = run("story.txt")
    assert result.status == 0
    assert result.lines[0].startswith("story.txt: nenhum problema encontrado; ")
    assert result.lines[0].endswith("nota 100,0/100 (margem de erro: 95 a 100)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "sem nota: texto vazio"),
        (" \n\n\t\n", "sem nota: texto vazio"),
        (ENGLISH, "sem nota: não está em português: parece inglês"),
        ("O homem gritou na ponte.", "sem nota: texto curto demais"),
        ("* * *\n\n---\n", "sem nota: não é prosa: parece só marcação, código ou metadados"),
    ],
)
def test_file_without_prose_prints_a_notice_and_exits_with_0(
    run: Run, story: Path, text: str, said: str
) -> None:
    story.write_text(text, encoding="utf-8")
    result = run("story.txt", "--fail-under", "100")
    assert result.status == 0
    assert said in result.out
    assert "{" not in result.out
    assert ("nenhum problema encontrado" in result.out) == ("curto" in said)
    assert result.err == ""
    entry = json.loads(run("story.txt", "--format", "json").out)["documents"][0]
    assert entry["score"]["total"] is None
    assert entry["error"] is None


def test_glob_follows_no_circular_symlinks_and_none_out_of_the_repository(
    run: Run, folder: Path
) -> None:
    for name in ("repository/.git/x", "repository/in/a.txt", "outside/b.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(CALM, encoding="utf-8")
    inside = folder / "repository" / "in"
    for name, target in {"up": "..", "self": ".", "c.txt": "../../outside/b.txt"}.items():
        (inside / name).symlink_to(target)
    (inside / "out").symlink_to("../../outside")

    def paths(pattern: str) -> list[str]:
        return [json.loads(line)["path"] for line in run(pattern, "--format", "jsonl").lines]

    assert paths("repository/**/*.txt") == ["repository/in/a.txt"]
    assert paths("repository/in/*.txt") == ["repository/in/a.txt"]
    assert paths("repository/in/out/*.txt") == ["repository/in/out/b.txt"]  # that was named


def test_file_given_by_path_folder_and_glob_is_linted_once(run: Run, folder: Path) -> None:
    for name in ("b.txt", "a.txt", "in/c.txt", "in/d.text", "in/e.zig", ".hidden/f.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(CALM, encoding="utf-8")

    def paths(*arguments: str) -> list[str]:
        result = run(*arguments, "--format", "jsonl")
        assert result.status == 0, result.err
        return [json.loads(line)["path"] for line in result.lines]

    assert paths(".") == ["a.txt", "b.txt", "in/c.txt", "in/d.text"]
    assert paths("in", "a.txt", "in/c.txt", "./a.txt") == ["in/c.txt", "in/d.text", "a.txt"]
    assert paths("**/*.txt") == ["a.txt", "b.txt", "in/c.txt"]
    assert paths("in/**/**/*.t*") == ["in/c.txt", "in/d.text"]
    assert run("in/e.zig").status == 2
    (folder / "rules.yaml").write_text("exclude: [in/]\n")
    assert paths(".", "in/c.txt") == ["a.txt", "b.txt"]


def test_text_output_for_several_files_ends_with_a_summary(run: Run, story: Path) -> None:
    (story.parent / "calm.txt").write_text(CALM, encoding="utf-8")
    result = run("calm.txt", "story.txt", "nada.txt")
    assert result.status == 2
    assert result.lines[-4:] == [
        "3 problemas em 1 de 2 documentos: ▲ 3 avisos",
        "Mais frequentes: 3 shout",
        "Nota mediana 96,0 (de 92,1 a 100,0)",
        "Explicação de um código, e o que fazer se não for erro: textlint-pt rule TOY001",
    ]


def test_rule_whose_model_is_missing_is_reported_once_for_all_files(run: Run, story: Path) -> None:
    (story.parent / "calm.txt").write_text(CALM, encoding="utf-8")
    for form in ("text", "concise"):
        for paths in (("story.txt",), ("story.txt", "calm.txt")):
            result = run(*paths, "--select", "TOY001,TOY003", "--format", form)
            assert result.out.count("TOY003: não se verifica: no such model") == 1
            assert result.status == 1


def test_exclude_setting_that_matches_every_file_leaves_nothing_to_lint(
    run: Run, story: Path
) -> None:
    (story.parent / "rules.yaml").write_text("exclude: ['*.txt']\n")
    result = run("story.txt")
    assert (result.status, result.out) == (0, "")
    assert "nothing to lint" in result.err


def test_stdin_filename_option_sets_file_name_and_configuration(run: Run, folder: Path) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "rules.yaml").write_text("language: en\n")
    result = run("-", "--stdin-filename", "docs/x.txt", "--format", "concise", stdin=STORY.encode())
    assert result.lines[0] == "docs/x.txt:3:26: TOY001 1 shouted word(s)"
    assert run("-", "--format", "concise", stdin=STORY.encode()).lines[0].startswith("-:3:26: ")


def test_output_option_writes_the_report_to_a_file_in_utf8(run: Run, story: Path) -> None:
    printed = run("story.txt").out
    assert run("story.txt", "--output", "out.txt") == (1, "", "")
    assert Path("out.txt").read_bytes() == printed.encode()


def test_report_file_that_cannot_be_replaced_is_overwritten_in_place(
    run: Run, story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where one file is mounted into a container."""
    printed = run("story.txt").out
    out = Path("out.txt")
    out.write_text(printed * 100, encoding="utf-8")
    other = Path("other.txt")
    other.hardlink_to(out)

    def busy(*_: object) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    monkeypatch.setattr(Path, "replace", busy)
    assert run("story.txt", "--output", "out.txt") == (1, "", "")
    assert other.read_bytes() == printed.encode()
    assert {path.name for path in story.parent.iterdir()} == {"story.txt", "out.txt", "other.txt"}
    synced: list[int] = []

    def full_once(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 2:  # the first is that of the file that was to take its place
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    out.write_text(printed * 100, encoding="utf-8")
    monkeypatch.setattr(os, "fsync", full_once)
    result = run("story.txt", "--output", "out.txt")
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert out.read_text(encoding="utf-8") == printed * 100


def test_output_option_with_dev_stdout_appends_to_the_redirected_file(story: Path) -> None:
    command = f"{sys.executable} -m textlint_pt --no-cache --output"
    given = "story.txt --select GRA4"
    if not Path("/dev/stdout").exists():  # Windows
        return
    os.symlink("/dev/stdout", story.parent / "link")  # noqa: PTH211
    script = f"(echo before; {command} /dev/stdout {given}; {command} link {given}) > out.txt"
    subprocess.run(["sh", "-c", script], cwd=story.parent, check=False, env={**os.environ})
    said = (story.parent / "out.txt").read_text("utf-8")
    assert said.startswith("before\n")
    assert said.count("story.txt: ") == 2


def test_file_extension_of_output_option_selects_the_report_format(run: Run, story: Path) -> None:
    for ending in ("json", "jsonl", "csv", "html"):
        assert run("story.txt", "--output", f"out.{ending}") == (1, "", "")
        printed = run("story.txt", "--format", ending).out
        assert Path(f"out.{ending}").read_text("utf-8") == printed
    for name in ("out.HTM", "out", "out.log", "csv"):
        run("story.txt", "--output", name)
    assert Path("out.HTM").read_text("utf-8") == Path("out.html").read_text("utf-8")
    for name in ("out", "out.log"):
        assert Path(name).read_text("utf-8") == run("story.txt").out
    refused = run("story.txt", "--output", "out.xlsx")
    assert (refused.status, Path("out.xlsx").exists()) == (2, False)
    assert "csv=out.xlsx" in refused.err
    run("story.txt", "--output", "out.json", "--format", "csv")
    assert Path("out.json").read_text("utf-8").startswith("path,")


def test_html_reports_written_by_the_linter_are_not_linted(run: Run, story: Path) -> None:
    once = run(".", "--output", "page.html")
    first = Path("page.html").read_text("utf-8")
    assert run(".", "--output", "page.html") == once
    assert Path("page.html").read_text("utf-8") == first


def test_measures_option_prints_the_metric_values_of_each_sentence(run: Run, story: Path) -> None:
    assert "measures" not in json.loads(run("story.txt", "--format", "jsonl").out)
    rows = json.loads(run("story.txt", "--format", "jsonl", "--measures").out)["measures"]
    assert [row["shouting"] for row in rows] == [0, 1, 0, 2, 0, 0]
    lines = run("story.txt", "--measures").lines
    assert "story.txt:3: parágrafo: shouting=1,000" in lines
    assert "story.txt: média das frases: shouting=0,500" in lines
    lines = run("story.txt", "--measures", "--select", "DOC001").lines
    assert lines[0] == "story.txt: as regras escolhidas não medem frases"


def test_reference_option_is_refused_if_several_files_are_linted(run: Run, story: Path) -> None:
    Path("ref.txt").write_text(CALM, encoding="utf-8")
    result = run("story.txt", "--reference", "ref.txt", "--select", "TOY005", "--format", "text")
    assert result.status == 1
    assert "  = ref.txt:3:1: referência" in result.out
    result = run("story.txt", "ref.txt", "--reference", "ref.txt")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "go with one file" in result.err
    result = run("story.txt", "--source", ".")
    assert result.status == 2
    assert "--source is one file, and . a folder; map folders in rules.yaml" in result.err


def test_reference_translation_that_cannot_be_aligned_exits_with_2(run: Run, story: Path) -> None:
    Path("ref.txt").write_text("Só uma frase.", encoding="utf-8")
    result = run("story.txt", "--reference", "ref.txt", "--select", "TOY", "--format", "concise")
    assert result.status == 2
    assert "story.txt: não se compara com a referência ref.txt: another number" in result.err
    assert "TOY002" in result.out


def test_report_from_the_cache_equals_the_first_report_byte_for_byte(run: Run, story: Path) -> None:
    for form in ("text", "json", "csv"):
        Path("rules.yaml").write_text(f"# {form}\n")
        first = run("story.txt", "--format", form, "--measures", "--select", "TOY001")
        Shouts.calls.clear()
        assert run("story.txt", "--format", form, "--measures", "--select", "TOY001") == first
        assert run("story.txt", "--format", form, "--measures", "--select", "TOY001") == first
        assert Shouts.calls == []
        uncached = ("--format", form, "--measures", "--select", "TOY001", "--no-cache")
        assert run("story.txt", *uncached) == first
        assert Shouts.calls == [6]


def test_cached_report_is_unchanged_beside_a_newly_linted_file(run: Run, story: Path) -> None:
    Path("calm.txt").write_text(CALM, encoding="utf-8")
    alone = run("story.txt", "--format", "jsonl").lines
    both = run("calm.txt", "story.txt", "--format", "jsonl").lines
    assert both[1:] == alone


def test_no_plugins_option_excludes_third_party_rules(run: Run, story: Path) -> None:
    assert run("story.txt", "--no-plugins").status == 0
    result = run("story.txt", "--no-plugins", "--select", "TOY001")
    assert result.status == 2
    assert 'no rule is called "TOY001"' in result.err


def test_file_extension_mapped_to_a_format_by_configuration_is_linted(
    run: Run, folder: Path
) -> None:
    (folder / "docs").mkdir()
    (folder / "rules.yaml").write_text("formats: {page: markdown}\n", encoding="utf-8")
    (folder / "docs" / "a.page").write_text("# Um\n\n    código\n\nTexto.\n", encoding="utf-8")
    (folder / "docs" / "b.other").write_text("Nada.\n", encoding="utf-8")
    for arguments in (["docs"], ["docs/a.page"], ["."]):
        found = json.loads(run(*arguments, "--format", "json", "--no-cache").out)
        assert [(d["path"], d["sentences"]) for d in found["documents"]] == [("docs/a.page", 2)]
    piped = run("-", "--stdin-filename", "x.page", "--format", "json", stdin=b"# Um\n\n    x\n")
    assert json.loads(piped.out)["documents"][0]["sentences"] == 1
    shown = run("config", "show", ".", "--origin")
    assert "formats: {.page: markdown}  # rules.yaml" in shown.out.replace(f"{folder}/", "")
    assert run("sentences", "docs/a.page").out.splitlines() == [
        "1\ttítulo\tUm",
        "5\tparágrafo\tTexto.",
    ]

"""References and sources on the command line: mappings, memories and git."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Run
from tests.conftest import ROOT
from tests.test_companions import CLOSE, DRIFTED, OPEN, OTHER, PAGE, SAVE, SOURCE, TMX, git, po
from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.registry.plugins import load

#: those of files; the one of commit messages takes what git hands over
HOOKS = [
    hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    if "stages" not in hook
]
SPANISH = """El servidor guarda una copia de cada archivo. La copia se borra después de 30 días.

Para recuperar un archivo, abra el historial. El historial muestra las versiones anteriores.
"""
CHANGED = PAGE.replace("Nunca apague a pasta de cópias.", "Os gatos gostam de leite e de sol.")
MAPPINGS = 'language: en\nreferences: {"pt/**": "ref/**"}\nsources: {"pt/**": "en/**"}\n'


@pytest.fixture
def project(folder: Path) -> Path:
    """A page that drifted, with the trusted one and its source, both by mapping."""
    for name, text in (("pt", CHANGED), ("ref", PAGE), ("en", SOURCE)):
        (folder / name).mkdir()
        (folder / name / "a.md").write_text(text, encoding="utf-8")
    (folder / "rules.yaml").write_text(MAPPINGS, encoding="utf-8")
    return folder


def test_translation_is_compared_with_the_reference_file_set_in_configuration(
    run_all: Run, project: Path
) -> None:
    result = run_all("pt/a.md", "--select", "TRA001", "--format", "json")
    assert (result.status, result.err) == (1, "")
    (finding,) = json.loads(result.out)["documents"][0]["findings"]
    assert [(r["path"], r["role"]) for r in finding["related"]] == [("ref/a.md", "reference")]
    assert run_all("pt", "--select", "TRA001", "--format", "json") == result
    assert "  = ref/a.md:5:1:" in run_all("pt/a.md", "--select", "TRA001").out


def test_changed_reference_translation_invalidates_the_cache(run_all: Run, project: Path) -> None:
    arguments = ("pt/a.md", "--select", "TRA001", "--format", "concise")
    first = run_all(*arguments)
    assert first.status == 1
    assert run_all(*arguments) == first
    Path("ref/a.md").write_text(CHANGED, encoding="utf-8")
    assert run_all(*arguments).status == 0
    Path("ref/a.md").unlink()
    missing = run_all(*arguments[:3], "--format", "text")
    assert missing.status == 0
    assert "no reference translation: ref/a.md does not exist" in missing.out
    Path("rules.yaml").write_text(MAPPINGS.replace("ref/", "en/"), encoding="utf-8")
    assert "looks like English, not Portuguese" in run_all(*arguments[:3]).out


def test_changed_translation_memory_invalidates_the_cache(run_all: Run, folder: Path) -> None:
    Path("a.po").write_text(po(OPEN, DRIFTED, SAVE), encoding="utf-8")
    Path("memory.tmx").write_text(TMX, encoding="utf-8")
    Path("rules.yaml").write_text("memories: [memory.tmx]\n", encoding="utf-8")
    arguments = ("a.po", "--select", "TRA001", "--format", "concise")
    assert run_all(*arguments).status == 1
    assert run_all(*arguments).status == 1
    Path("memory.tmx").write_text(TMX.replace(CLOSE[1], DRIFTED[1]), encoding="utf-8")
    assert run_all(*arguments).status == 0
    Path("rules.yaml").write_text("memories: [memory.tmx]\nlanguage: en\n", encoding="utf-8")
    assert "memory.tmx has a trusted translation for 2 of 3" in run_all("a.po").out
    Path("rules.yaml").write_text("memories: [none.tmx]\n", encoding="utf-8")
    assert run_all("a.po").err == (
        f"textlint-pt: {folder / 'rules.yaml'}:1: memories: {folder / 'none.tmx'}: no such file\n"
    )


def test_translation_rules_report_the_same_with_several_processes(
    run_all: Run, project: Path
) -> None:
    Path("pt/b.md").write_text(OTHER, encoding="utf-8")
    Path("ref/b.md").write_text(PAGE, encoding="utf-8")
    arguments = ("pt", "--select", "TRA", "--format", "json", "--measures", "--no-cache")
    one = run_all(*arguments)
    assert run_all(*arguments, "--jobs", "2") == one
    assert "not compared with the reference ref/b.md" in one.out
    assert one.status == 1


QUICK = next(hook for hook in HOOKS if hook["id"] == "textlint-pt-quick")["entry"].split()[1:]


@pytest.mark.parametrize(
    ("page", "source", "code"),
    [
        (PAGE, SOURCE, None),
        (SOURCE, SOURCE, "TRA010"),
        (SPANISH, SOURCE, "TRA010"),
        ("", SOURCE, "TRA010"),
        ("---\nlayout: x\n---\n", SOURCE, "TRA010"),
        (PAGE, None, "TRA011"),
        (SOURCE, None, "TRA011"),
        (PAGE, "", "TRA011"),
        (PAGE, f"{SOURCE}\n" * 5, "TRA011"),
        ("", "", None),
    ],
)
def test_quick_pre_commit_hook_fails_on_an_untranslated_markdown_page(
    run_all: Run, folder: Path, page: str, source: str | None, code: str | None
) -> None:
    for name, text in (("pt/a.md", page), ("en/a.md", source)):
        Path(name).parent.mkdir()
        if text is not None:
            Path(name).write_text(text, encoding="utf-8")
    Path("rules.yaml").write_text(MAPPINGS, encoding="utf-8")
    result = run_all(*QUICK, "pt/a.md", "--format", "json")
    (entry,) = json.loads(result.out)["documents"]
    assert [finding["code"] for finding in entry["findings"]] == ([code] if code else [])
    assert (result.status, result.err) == (1 if code else 0, "")
    if page and page != SOURCE and source is None:
        assert entry["findings"][0]["message"] == "its source, en/a.md, does not exist"
        assert "source-missing" not in [notice["code"] for notice in entry["notices"]]
    assert run_all(*QUICK, "pt/a.md", "--format", "json") == result  # from the cache


def test_missing_source_file_is_only_a_notice_if_rule_tra011_is_not_selected(
    run_all: Run, folder: Path
) -> None:
    Path("pt").mkdir()
    Path("pt/a.md").write_text(PAGE, encoding="utf-8")
    Path("rules.yaml").write_text(MAPPINGS, encoding="utf-8")
    result = run_all("pt/a.md", "--select", "TRA003")
    assert result.status == 0
    assert "no source: en/a.md does not exist" in result.out


def test_source_option_with_an_unrelated_text_is_reported_as_not_compared(
    run_all: Run, folder: Path
) -> None:
    Path("a.md").write_text(PAGE, encoding="utf-8")
    Path("en.md").write_text(SOURCE * 5, encoding="utf-8")
    arguments = ("a.md", "--source", "en.md", "--language", "en", "--format", "concise")
    result = run_all(*arguments, "--select", "TRA003,TRA011")
    assert (result.status, result.err) == (1, "")
    assert "TRA011 not compared with the source en.md: one text is" in result.out
    result = run_all(*arguments, "--select", "TRA003")
    assert result.status == 2
    assert "not compared with the source en.md" in result.err


def test_english_file_without_a_source_file_gets_only_a_notice(run_all: Run, folder: Path) -> None:
    Path("a.md").write_text(SOURCE, encoding="utf-8")
    Path("es.po").write_text(po((OPEN[0], SPANISH.replace("\n", " ")), language="es"), "utf-8")
    result = run_all(*QUICK, "a.md", "es.po", "--language", "en")
    assert (result.status, result.err) == (0, "")
    assert "looks like English" in result.out


def test_link_to_the_translated_page_in_place_of_the_source_page_is_accepted(
    run_all: Run, folder: Path
) -> None:
    for name, text, link in (
        ("pt/guia.md", PAGE, "../pt/regras2.md"),
        ("en/guide.md", SOURCE, "../en/rules.md"),
    ):
        Path(name).parent.mkdir()
        words = ("Veja as", "regras") if link.startswith("../pt") else ("See the", "rules")
        line = f"\n{words[0]} [{words[1]}]({link}).\n"
        Path(name).write_text(text + line, encoding="utf-8")
    mapping = '{"pt/guia.md": "en/guide.md", "pt/regras2.md": "en/rules.md"}'
    Path("rules.yaml").write_text(f"language: en\nsources: {mapping}\n", encoding="utf-8")
    arguments = ("pt/guia.md", "--select", "TRA004", "--format", "concise")
    assert run_all(*arguments).status == 0
    Path("rules.yaml").write_text(
        'language: en\nsources: {"pt/guia.md": "en/guide.md"}\n', encoding="utf-8"
    )
    assert "../pt/regras2.md" in run_all(*arguments).out


def test_file_with_an_unknown_extension_is_refused_with_a_hint(run_all: Run, folder: Path) -> None:
    for name in ("a.json", "b.asc", "c.ZIG", "LEIA-ME", "Sr. João"):
        Path(name).write_text(PAGE, encoding="utf-8")
    arguments = ("a.json", "b.asc", "c.ZIG", "LEIA-ME", "Sr. João", "--select", "TRA003")
    Path("d.doc").write_bytes(b"\xd0\xcf\x11\xe0\0\0")
    assert run_all("d.doc").err.endswith("; save it as .docx, .odt or .txt\n")
    for _ in range(2):  # the second time from the cache
        result = run_all(*arguments, "--format", "jsonl")
        first, second = result.err.splitlines()
        assert result.status == 2
        assert first.startswith("textlint-pt: a.json: no format reads .json but files of strings")
        assert first.endswith("; as plain text: textlint-pt - < a.json")
        assert second.startswith("textlint-pt: c.ZIG: no format reads .ZIG")
        errors = [json.loads(line)["error"] for line in result.lines]
        assert [error is None for error in errors] == [False, True, False, True, True]
    piped = run_all("-", "--stdin-filename", "x.zig", stdin=PAGE.encode())
    assert piped.status == 2
    assert "no format reads .zig" in piped.err


def test_pre_commit_hooks_accept_every_file_format() -> None:
    # strings of apps are told by more than their ending
    known = {f"app.pt{extension}" for extension in load(third_party=False).in_folders}
    taken = {name for name in known if all(re.search(hook["files"], name) for hook in HOOKS)}
    made_by_programs, not_text = {"htm", "html", "xhtml"}, {"docx", "odt"}
    otherwise_named = {"stringsdict", "ts", "xml"}
    assert {name.rpartition(".")[2] for name in known - taken} == (
        made_by_programs | not_text | otherwise_named
    )
    for name in (
        "a.py", "package.json", "src/pt.ts", "pom.xml", "rules.yaml", "excerpt.json",
        ".github/workflows/textlint-pt.yml", "data/pt/a.json", "app_pt.json",
    ):  # fmt: skip
        assert not any(re.search(hook["files"], name) for hook in HOOKS)
    for name in (
        "res/values-pt-rBR/strings.xml", "pt-BR.json", "locales/pt/a.json", "app_pt_BR.ts",
        "config/locales/devise.pt-BR.yml", "pt.lproj/a.stringsdict", "m_pt_BR.properties",
    ):  # fmt: skip
        assert is_found_in_folders(name) or name.endswith(".ts")
        assert all(re.search(hook["files"], name) for hook in HOOKS)
    assert all(hook["types"] == ["text"] for hook in HOOKS)


def test_reference_rev_option_compares_a_file_with_its_committed_version(
    run_all: Run, folder: Path
) -> None:
    Path("a.md").write_text(PAGE, encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", "a.md")
    git(folder, "commit", "-q", "-m", "x")
    Path("a.md").write_text(CHANGED, encoding="utf-8")
    Path("b.md").write_text(PAGE, encoding="utf-8")
    arguments = ("a.md", "b.md", "--reference-rev", "HEAD", "--select", "TRA001", "--language=en")
    arguments += ("--format", "full")
    result = run_all(*arguments, "--no-cache")
    assert (result.status, result.err) == (1, "")
    assert "  = HEAD:a.md:5:1: the reference's sentence" in result.out
    assert "a new file since HEAD" in result.out
    assert run_all(*arguments) == result
    assert run_all(*arguments) == result
    git(folder, "commit", "-q", "-a", "-m", "y")
    assert run_all(*arguments).status == 0
    stdin = ("-", "--stdin-filename", "a.md", *arguments[2:-1], "concise")
    assert "drifts away" in run_all(*stdin, stdin=PAGE.encode()).out
    result = run_all("a.md", "--reference-rev", "v9", "--select", "TRA001")
    assert (result.status, result.out) == (2, "")
    assert "git knows no commit 'v9'" in result.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reference: {a: b}\n", 'unknown key "reference" (did you mean "references"?)'),
        ("references: [a]\n", "references: must be keys and values"),
        ('references: {"a/**": "b/*"}\n', "the same wildcards"),
        ("sources: {a: a}\n", "maps files to themselves"),
        ("memories: {m.tmx: 1}\n", "memories: must be a list"),
    ],
)
def test_invalid_references_and_sources_settings_exit_with_2(
    run_all: Run, story: Path, text: str, said: str
) -> None:
    Path("rules.yaml").write_text(text, encoding="utf-8")
    result = run_all("story.txt")
    assert result.status == 2
    assert said in result.err


def test_config_show_command_prints_the_origin_of_translation_settings(
    run_all: Run, project: Path
) -> None:
    lines = run_all("config", "show", "--origin").lines
    origin = f"  # {os.path.join(project, 'rules.yaml')}"  # noqa: PTH118
    assert f"references: {{pt/**: ref/**}}{origin}" in lines
    assert "memories: []  # default" in lines


CATALOGUE = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: pt\\n"

msgctxt "menu"
msgid "Open the browser"
msgstr "{}"

#, fuzzy
msgid "Close the page"
msgstr "Fechar a página"
"""


def test_different_translations_of_a_string_in_two_po_files_are_reported_if_enabled(
    run_all: Run, folder: Path
) -> None:
    texts = {"a.po": "Abrir o navegador", "b.po": "Abrir o explorador"}
    for name, text in texts.items():
        Path(name).write_text(CATALOGUE.format(text), encoding="utf-8")
    arguments = ("a.po", "b.po", "--select", "TRA016", "--format", "json")
    assert run_all(*arguments).status == 0
    Path("rules.yaml").write_text("rules: {TRA016: {consistency: true}}\n", encoding="utf-8")
    result = run_all(*arguments)
    found = [one for d in json.loads(result.out)["documents"] for one in d["findings"]]
    assert [one["evidence"]["elsewhere"] for one in found] == [*texts.values()][::-1]
    assert run_all(*arguments) == result
    assert run_all("a.po", *arguments[2:]).status == 0
    Path("b.po").write_text(CATALOGUE.format(texts["a.po"]), encoding="utf-8")
    assert json.loads(run_all(*arguments).out)["summary"]["findings"] == 0


def test_top_level_glossary_and_strict_settings_add_translation_findings(
    run_all: Run, folder: Path
) -> None:
    Path("a.po").write_text(CATALOGUE.format("Abrir o explorador"), encoding="utf-8")
    Path("terms.csv").write_text("browser,navegador\n", encoding="utf-8")
    assert run_all("a.po", "--select", "TRA005,TRA017").status == 0
    Path("rules.yaml").write_text("glossary: terms.csv\n", encoding="utf-8")
    result = run_all("a.po", "--select", "TRA005,TRA017", "--strict", "--format", "json")
    found = json.loads(result.out)["documents"][0]["findings"]
    assert [(one["code"], one["string"]) for one in found] == [
        ("TRA017", {"source": "Open the browser", "context": "menu"}),
        ("TRA005", {"source": "Close the page"}),
    ]
    github = run_all("a.po", "--select", "TRA017", "--format", "github", "--language", "en").out
    assert github.endswith("in “Open the browser” (msgctxt menu)\n")
    Path("terms.csv").write_text("source,target\nbrowser\n", encoding="utf-8")
    refused = run_all("a.po")
    assert (refused.status, "terms.csv:2" in refused.err) == (2, True)


def test_reference_rev_range_compares_a_file_at_each_git_commit(run_all: Run, folder: Path) -> None:
    git(folder, "init", "-q")
    page = Path("a.md")
    for text in (PAGE, PAGE.replace("cópia", "fotocópia"), CHANGED):
        page.write_text(text, encoding="utf-8")
        git(folder, "add", "a.md")
        git(folder, "commit", "-q", "-m", "a")
    arguments = ("a.md", "--select", "TRA001", "--format", "json", "--language", "en")
    result = run_all(*arguments, "--reference-rev", "HEAD~2..HEAD")
    (document,) = json.loads(result.out)["documents"]
    (notice,) = [one for one in document["notices"] if one["code"] == "drift-history"]
    drawn = re.fullmatch(
        r"drift since HEAD~2, .* to HEAD: ([▁-█]{2}) ([\d.]+) → ([\d.]+) \(2\)", notice["message"]
    )
    assert drawn is not None
    assert float(drawn[2]) < float(drawn[3])
    assert drawn[1][0] < drawn[1][1]
    plain = json.loads(run_all(*arguments, "--reference-rev", "HEAD~2").out)["documents"][0]
    assert document["findings"] == plain["findings"]
    refused = run_all("a.md", "--reference-rev", "..HEAD")
    assert (refused.status, "A..B" in refused.err) == (2, True)

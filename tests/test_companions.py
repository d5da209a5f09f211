"""Where trusted texts come from, and what is said of those that cannot be compared."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.companions.elsewhere import Catalogues
from textlint_pt.companions.finder import Companion, Finder, Found, Origin, _by_convention
from textlint_pt.companions.input import Input
from textlint_pt.companions.pairing import Answers, normalised
from textlint_pt.companions.revision import sparkline, split_range
from textlint_pt.config.layer import Layer
from textlint_pt.config.mapping import check_mapping, mapped
from textlint_pt.contract.analysis import Refused
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import notice_text
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document
from textlint_pt.text.language import foreign_script

PO = declared()["po"]

PAGE = """O servidor guarda uma cópia de cada ficheiro. A cópia é apagada ao fim de 30 dias.

Para recuperar um ficheiro, abra o histórico. O histórico mostra as versões anteriores.

Nunca apague a pasta de cópias. Sem ela, o servidor não consegue recuperar nada.
"""
SOURCE = """The server keeps a copy of every file. The copy is deleted after 30 days.

To restore a file, open the history. The history shows the previous versions.

Never delete the folder of copies. Without it the server cannot restore anything.
"""
OTHER = """Bata os ovos com o açúcar até obter um creme claro. Junte a farinha peneirada aos poucos.

Unte a forma com manteiga e polvilhe com farinha. Leve ao forno durante quarenta minutos.

Deixe arrefecer antes de desenformar o bolo. Sirva com fruta fresca ou doce de leite.
"""


def po(*entries: tuple[str, str] | tuple[str, str, str], language: str = "pt") -> str:
    """A catalogue of (msgid, msgstr) or (comment or context line, msgid, msgstr)."""
    text = f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: {language}\\n"\n'
    for entry in entries:
        *before, identifier, translation = entry
        text += "".join(f"\n{line}" for line in before)
        text += f'\nmsgid "{identifier}"\nmsgstr "{translation}"\n'
    return text


OPEN = ("Open the file before you change it.", "Abra o ficheiro antes de o alterar.")
CLOSE = ("Close all windows and try again.", "Feche todas as janelas e tente de novo.")
SAVE = ("The file was saved in your folder.", "O ficheiro foi guardado na sua pasta.")
DRIFTED = ("Close all windows and try again.", "Os gatos gostam de leite morno e de sol.")


def lint(source: Input, **configuration: Any) -> DocumentReport:
    configuration.setdefault("select", ["TRA001"])
    configuration.setdefault("language", "en")
    linter = Linter(load(third_party=False), [Layer("test", configuration)])
    (entry,) = linter.lint([source], with_measures=True)
    return entry


def found(role: str, path: str, text: str, origin: Origin = Origin.MAPPING) -> Found:
    return Found((Companion(role, path, text.encode(), origin),))


def notices(entry: DocumentReport) -> dict[str, str]:
    return {notice["code"]: notice["message"] for notice in entry["notices"]}


def drifts(entry: DocumentReport) -> list[float | None]:
    return [measure["drift"] for measure in entry["measures"]]


# ------------------------------------------------------------------ mappings


@pytest.mark.parametrize(
    ("path", "mapping", "target"),
    [
        ("docs/pt/a/b.md", {"docs/pt/**": "docs/en/**"}, "docs/en/a/b.md"),
        ("docs/pt/b.md", {"docs/pt/**/*.md": "docs/en/**/*.md"}, "docs/en/b.md"),
        ("docs/pt/a/c/b.md", {"docs/pt/**/*.md": "old/**/*.mdx"}, "old/a/c/b.mdx"),
        ("x/pt/b.md", {"**/pt/*": "**/en/*"}, "x/en/b.md"),
        ("pt/b.md", {"**/pt/*": "**/en/*"}, "en/b.md"),
        ("guia.pt.md", {"*.pt.md": "*.en.md"}, "guia.en.md"),
        ("a/guia.pt.md", {"*.pt.md": "*.en.md"}, None),
        ("docs/pt/b.md", {"docs/pt/b.md": "trusted.md"}, "trusted.md"),
        ("docs/pt/b.md", {"./docs/pt/**": "../en/**"}, "../en/b.md"),
        ("docs/pt/b.md", {"docs/pt/*.rst": "x/*.rst", "docs/pt/*": "y/*"}, "y/b.md"),
        ("docs/ptx/b.md", {"docs/pt/**": "docs/en/**"}, None),
        ("docs/pt[1]/b.md", {"docs/pt[1]/**": "docs/en/**"}, "docs/en/b.md"),
    ],
)
def test_reference_file_mapping_with_wildcards_gives_the_expected_path(
    path: str,
    mapping: dict[str, str],
    target: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    check_mapping("rules.yaml: references", mapping, Path())
    assert mapped(path, mapping, Path()) == target
    absolute = mapped(str(Path(path).absolute()), mapping, Path())
    assert absolute == (target and os.path.normpath(Path.cwd() / target))


def test_source_file_mapping_that_gives_the_path_of_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    layer = Layer("rules.yaml", {"sources": {"pt/**": "en"}}, tmp_path)
    ((code, fields),) = Finder([layer]).find(str(tmp_path / "pt" / "a.md")).notes
    assert (code, fields["why"]) == ("source-beyond", "a-folder")
    assert "is a folder" in notice_text("en", code, fields)


def test_reference_file_mapping_is_relative_to_its_configuration_file(tmp_path: Path) -> None:
    mapping = {"pt/**": "en/**"}
    assert mapped(str(tmp_path / "pt" / "a.md"), mapping, tmp_path) == str(tmp_path / "en" / "a.md")
    assert mapped(str(tmp_path / "pt" / "a.md"), mapping, tmp_path / "pt") is None
    assert mapped("/elsewhere/pt/a.md", mapping, tmp_path) is None


@pytest.mark.parametrize(
    ("pattern", "target", "said"),
    [
        ("docs/**", "docs/**", "maps files to themselves"),
        ("docs/pt/*", "docs/en/**", "the same wildcards"),
        ("docs/pt/x.md", "docs/*/x.md", r"\(none and \*\)"),
        ("docs/pt", "docs/en", r"a folder; end both in /\*\*"),
        ("docs/\0", "docs/en", "no name of a file"),
        ("docs/pt/*", "en/\0*", "no name of a file"),
    ],
)
def test_reference_file_mappings_to_missing_folders_are_refused(
    tmp_path: Path, pattern: str, target: str, said: str
) -> None:
    (tmp_path / "docs" / "pt").mkdir(parents=True)
    with pytest.raises(UserError, match=said):
        check_mapping("rules.yaml: references", {pattern: target}, tmp_path)


names = st.text("abcé. -_", min_size=1, max_size=6).filter(lambda name: name.strip(". "))


@given(st.lists(names, min_size=1, max_size=4))
def test_wildcard_match_is_inserted_into_the_reference_file_path(parts: list[str]) -> None:
    path = "/".join(parts)
    assert mapped(f"pt/{path}", {"pt/**": "en/**"}, Path()) == f"en/{path}"
    assert mapped(f"pt/{path}", {"pt/**/*": "en/**/*"}, Path()) == f"en/{path}"


def test_existing_reference_and_source_files_of_a_mapping_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("pt", "ref", "en"):
        Path(folder).mkdir()
    Path("ref/a.md").write_text(PAGE, encoding="utf-8")
    Path("en/b.md").write_text(SOURCE, encoding="utf-8")
    Path("en/c.md").mkdir()
    values = {"references": {"pt/**": "ref/**"}, "sources": {"pt/**": "en/**"}}
    finder = Finder([Layer("base", {"references": {"**": "no/**"}}), Layer("file", values)])
    first, second, third = (finder.find(f"pt/{name}.md") for name in "abc")
    assert [c[:2] for c in first.companions] == [("reference", "ref/a.md")]
    assert first.notes == (("source-missing", {"path": "en/a.md"}),)
    assert [c[:2] for c in second.companions] == [("source", "en/b.md")]
    assert [note[0] for note in second.notes] == ["reference-missing"]
    assert [note[0] for note in third.notes] == ["reference-missing", "source-beyond"]
    assert finder.find("-") == Found()
    assert finder.find("elsewhere.md") == Found()


# ------------------------------------------------------------------ git


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.pt")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments],
        check=True,
        capture_output=True,
        env=environment,
    )


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one committed page, changed since, and a new one."""
    work = tmp_path / "repo"
    (work / "docs").mkdir(parents=True)
    git(work, "init", "-q")
    (work / "docs" / "página 1.md").write_text(PAGE, encoding="utf-8")
    git(work, "add", ".")
    git(work, "commit", "-q", "-m", "x")
    (work / "docs" / "página 1.md").write_text(PAGE.replace("30", "60"), encoding="utf-8")
    (work / "docs" / "nova.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(work)
    return work


def test_git_revision_as_reference_gives_the_committed_version_of_a_file(repository: Path) -> None:
    result = Finder([], "HEAD").find("docs/página 1.md")
    (companion,) = result.companions
    assert companion == (
        "reference",
        "HEAD:docs/página 1.md",
        PAGE.encode(),
        Origin.REVISION,
    )
    outside = Finder([], "HEAD").find(str(repository / "docs" / "página 1.md"))
    assert outside == result


def test_file_added_since_the_git_reference_revision_gets_a_notice(repository: Path) -> None:
    result = Finder([], "HEAD").find("docs/nova.md")
    assert result == Found((), (("reference-new", {"revision": "HEAD"}),))
    entry = lint(Input("docs/nova.md", PAGE.encode(), found=result))
    assert notices(entry) == {"reference-new": "no reference translation: a new file since HEAD"}
    assert entry["error"] is None


def test_symlinks_and_untracked_files_have_no_committed_reference_version(repository: Path) -> None:
    Path("docs/link.md").symlink_to("nova.md")
    git(repository, "add", "docs/link.md")
    git(repository, "commit", "-q", "-m", "y")
    assert Finder([], "HEAD").find("docs/link.md").companions == ()
    assert Finder([], "HEAD").find("other/new.md").companions == ()


def test_environment_variables_of_git_hooks_do_not_change_the_revision_read(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert Finder([], "HEAD").find("docs/página 1.md").companions


def test_file_in_a_git_repository_without_commits_has_no_reference_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    monkeypatch.chdir(tmp_path)
    assert [note[0] for note in Finder([], "HEAD").find("a.md").notes] == ["reference-new"]
    with pytest.raises(UserError, match="git knows no commit"):
        Finder([], "main~1").find("a.md")


@pytest.mark.parametrize("revision", ["HEAD~9", "--help", "no such", "HEAD:docs"])
def test_unknown_git_revision_given_as_reference_is_refused(
    repository: Path, revision: str
) -> None:
    with pytest.raises(UserError, match="git knows no commit"):
        Finder([], revision).find("docs/nova.md")


def test_git_revision_as_reference_outside_a_repository_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UserError, match="git"):
        Finder([], "HEAD").find(str(tmp_path / "a.md"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="git cannot be run"):
        Finder([], "HEAD").find(str(tmp_path / "a.md"))


def test_earlier_source_text_comes_from_git_only_if_source_is_configured(repository: Path) -> None:
    for name, text in (("app_en.arb", "One"), ("app_pt.arb", "Um"), ("pt/a.md", PAGE)):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(f'{{"a": "{text}"}}', encoding="utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "y")
    Path("app_en.arb").write_text('{"a": "First"}', encoding="utf-8")
    finder = Finder([Layer("f", {"sources": {"pt/*": "app_en.arb"}})], with_history=True)
    found = finder.find("app_pt.arb")
    assert ([c.origin for c in found.companions], found.former) == ([Origin.CONVENTION], None)
    assert finder.find("pt/a.md").former is not None
    assert Finder([], with_history=True).find("pt/a.md") == Found()


@pytest.mark.parametrize(
    ("name", "revisions"),
    [
        (None, (None, None)),
        ("v1", ("v1", None)),
        ("v1..v2", ("v1", "v2")),
        ("v1..", ("v1", "HEAD")),
        ("..v2", None),
        ("v1...v2", None),
    ],
)
def test_git_revision_range_is_split_at_two_dots_or_refused(
    name: str | None, revisions: tuple[str | None, str | None] | None
) -> None:
    if revisions is not None:
        assert split_range(name) == revisions
        return
    with pytest.raises(UserError, match=r"write A\.\.B, the older revision first"):
        split_range(name)


def test_sparkline_bar_heights_are_scaled_to_the_highest_value() -> None:
    assert sparkline([0.0, 0.2, 0.4]) == "▁▅█"
    assert sparkline([0.0, 0.025]) == "▁▅"  # little drift stays low


# ------------------------------------------------------------------ which one serves


def test_reference_option_takes_precedence_over_configured_reference_files(tmp_path: Path) -> None:
    named = {"reference": ("named.md", PAGE.encode())}
    other = found("reference", "mapped.md", PAGE.replace("30", "90"))
    changed = PAGE.replace("Nunca apague a pasta de cópias.", "Os gatos gostam de leite e de sol.")
    entry = lint(Input("a.md", changed.encode(), named, other))
    (finding,) = entry["findings"]
    assert finding["related"][0]["path"] == "named.md"
    entry = lint(Input("a.md", changed.encode(), {}, other))
    assert entry["findings"][0]["related"][0]["path"] == "mapped.md"
    assert entry["findings"][0]["related"][0]["role"] == "reference"


def test_unreadable_reference_file_is_replaced_by_the_git_version() -> None:
    both = Found(
        (
            Companion("reference", "old.md", b"caf\xe9 ol\xe9", Origin.MAPPING),
            Companion("reference", "HEAD:a.md", PAGE.encode(), Origin.REVISION),
        )
    )
    entry = lint(Input("a.md", PAGE.encode(), {}, both))
    assert set(drifts(entry)) == {0.0}
    said = notices(entry)["reference-instead"]
    assert said.startswith("not compared with the reference old.md: ")
    assert said.endswith("; compared with HEAD:a.md instead")
    assert len(entry["notices"]) == 1


def test_missing_reference_file_is_replaced_by_the_git_version(repository: Path) -> None:
    layer = Layer("file", {"references": {"docs/**": "trusted/**"}})
    result = Finder([layer], "HEAD").find("docs/página 1.md")
    entry = lint(Input("docs/página 1.md", PAGE.encode(), found=result))
    assert set(drifts(entry)) == {0.0}
    assert notices(entry) == {
        "reference-instead": "no reference translation: trusted/página 1.md does not exist; "
        "compared with HEAD:docs/página 1.md instead"
    }
    Path("trusted").mkdir()
    Path("trusted/nova.md").write_text(PAGE, encoding="utf-8")
    result = Finder([layer], "HEAD").find("docs/nova.md")
    entry = lint(Input("docs/nova.md", PAGE.encode(), found=result))
    assert set(drifts(entry)) == {0.0}
    assert entry["notices"] == []  # the mapping served: that the file is new is of no interest


def test_unalignable_reference_is_an_error_only_if_given_as_an_option() -> None:
    named = {"reference": ("cake.md", OTHER.encode())}
    entry = lint(Input("a.md", PAGE.encode(), named))
    assert entry["error"] is not None
    assert entry["error"].startswith("a.md: not compared with the reference cake.md: paired sent")
    assert set(drifts(entry)) == {None}
    entry = lint(Input("a.md", PAGE.encode(), {}, found("reference", "cake.md", OTHER)))
    assert entry["error"] is None
    assert list(notices(entry)) == ["reference-refused"]
    assert "drift" not in entry["score"]["partials"]
    entry = lint(
        Input("a.md", PAGE.encode(), {}, found("reference", "cake.md", OTHER)), language="pt"
    )
    assert notices(entry)["reference-refused"].startswith("não se compara com a referência cake.md")


@pytest.mark.parametrize(
    ("role", "text", "said"),
    [
        ("reference", SOURCE, "looks like English, not Portuguese"),
        ("reference", "", "one of the texts has no sentences"),
        ("source", "يحتفظ الخادم بنسخة من كل ملف. تُحذف النسخة بعد ثلاثين يومًا.\n", "Arabic"),
        ("source", "השרת שומר עותק של כל קובץ. העותק נמחק לאחר שלושים יום.\n", "Hebrew"),
        ("source", "サーバーは各ファイルのコピーを保持します。\n", "Chinese or Japanese"),
        ("source", "服务器保留每个文件的副本。副本在三十天后删除。\n", "Chinese or Japanese"),
    ],
)
def test_unalignable_configured_reference_or_source_file_gets_a_notice(
    role: str, text: str, said: str
) -> None:
    select = ["TRA001"] if role == "reference" else ["TRA"]
    entry = lint(Input("a.md", PAGE.encode(), {}, found(role, "x.md", text)), select=select)
    assert entry["error"] is None
    assert said in notices(entry)[f"{role}-refused"]
    assert entry["findings"] == []
    entry = lint(Input("a.md", PAGE.encode(), {role: ("x.md", text.encode())}), select=select)
    assert entry["error"] is not None
    assert said in entry["error"]
    assert entry["findings"] == []


def test_text_in_another_script_than_latin_is_detected() -> None:
    assert foreign_script("Abra o ficheiro 文件 e feche-o.") is None
    assert foreign_script("1234 — …") is None
    assert foreign_script("脚本返回 JSON 输出，便于分析。") == "cjk"
    assert foreign_script("Сервер хранит копию.") == "cyrillic"
    assert foreign_script("서버는 사본을 보관합니다.") == "hangul"
    assert foreign_script("सर्वर प्रति रखता है") == "other-script"


# ------------------------------------------------------------------ units


def document(text: str, path: str = "a.po") -> Document:
    return build(path, text, PO)


def test_po_entries_are_matched_by_context_and_msgid_in_any_order() -> None:
    ours = po(OPEN, CLOSE, SAVE, ('msgctxt "menu"', "Open it", "Abra este ficheiro agora"))
    theirs = po(
        SAVE, ('msgctxt "x"', "Open it", "Outra coisa"), CLOSE, OPEN,
        ('msgctxt "menu"', "Open it", "Abra-o"),
    )  # fmt: skip
    matched = Answers(document(theirs)).matched(document(ours))
    assert matched.counts == {"answered": 4}
    assert [s.text for s in matched.document.sentences] == [
        OPEN[1],
        CLOSE[1],
        SAVE[1],
        "Abra-o",
    ]
    entry = lint(Input("a.po", ours.encode(), {"reference": ("b.po", theirs.encode())}))
    assert drifts(entry)[:3] == [0.0, 0.0, 0.0]
    assert entry["error"] is None


def test_sentences_of_po_entries_reordered_to_match_are_numbered_consecutively() -> None:
    two = ("Open it. Save it.", "Abra-o já. Guarde-o depois. Feche-o também.")
    matched = Answers(document(po(two, CLOSE))).matched(document(po(CLOSE, two)))
    assert [s.index for s in matched.document.sentences] == [0, 1, 2, 3]


def test_changed_po_string_is_compared_with_reference_string_of_equal_msgid() -> None:
    ours, theirs = po(OPEN, DRIFTED, SAVE), po(SAVE, OPEN, CLOSE)
    entry = lint(Input("a.po", ours.encode(), {"reference": ("b.po", theirs.encode())}))
    (finding,) = entry["findings"]
    (related,) = finding["related"]
    assert (related["path"], related["role"]) == ("b.po", "reference")
    assert theirs[related["start"] : related["end"]] == CLOSE[1]


def test_po_strings_without_a_reference_translation_are_not_scored() -> None:
    ours = po(OPEN, CLOSE, SAVE, ("A new string here.", "Aqui está um texto novo."))
    theirs = po(OPEN, ("#, fuzzy", *DRIFTED), (SAVE[0], ""))
    entry = lint(Input("a.po", ours.encode(), {}, found("reference", "b.po", theirs)))
    assert drifts(entry) == [0.0, None, None, None]
    assert notices(entry)["reference-units"] == (
        "b.po has a trusted translation for 1 of 4 strings; of the others: 1 that are not there, "
        "2 without a translation that is read (empty, fuzzy, another language)"
    )
    entry = lint(
        Input("a.po", ours.encode(), {}, found("reference", "b.po", theirs)), language="pt"
    )
    assert "tem tradução de confiança para 1 de 4 textos" in notices(entry)["reference-units"]


def test_conflicting_duplicates_in_a_reference_po_file_are_skipped() -> None:
    ours = po(OPEN, CLOSE, SAVE)
    theirs = po(OPEN, OPEN, CLOSE, DRIFTED, (SAVE[0], "Um texto."), (SAVE[0], "Outro texto."))
    entry = lint(Input("a.po", ours.encode(), {}, found("reference", "b.po", theirs)))
    # the same twice is one; of several the one that is the same as ours is trusted
    assert drifts(entry) == [0.0, 0.0, None]
    assert "1 with several translations that differ" in notices(entry)["reference-units"]


def test_po_entries_with_duplicate_msgid_are_all_compared_with_the_reference() -> None:
    ours, theirs = po(OPEN, CLOSE, DRIFTED), po(OPEN, CLOSE)
    entry = lint(Input("a.po", ours.encode(), {"reference": ("b.po", theirs.encode())}))
    assert len(entry["findings"]) == 1


def test_reference_po_file_without_a_common_msgid_is_refused() -> None:
    theirs = po(("Something else altogether.", "Outra coisa completamente diferente."))
    entry = lint(Input("a.po", po(OPEN, CLOSE).encode(), {"reference": ("b.po", theirs.encode())}))
    assert entry["error"] == (
        "a.po: not compared with the reference b.po: no string in common: 2 that are not there"
    )


def test_reference_po_file_with_a_wrong_charset_header_is_refused() -> None:
    theirs = po(OPEN, CLOSE).replace("UTF-8", "ISO-8859-1").encode()
    theirs += "# acentuação\n".encode()
    entry = lint(Input("a.po", po(OPEN).encode(), {}, found("reference", "b.po", theirs.decode())))
    assert notices(entry)["reference-refused"].startswith(
        "not compared with the reference b.po: says in line 2 that it is ISO-8859-1"
    )
    with pytest.raises(Unreadable, match=r"b\.po: says in line 2"):
        Linter(load(False), []).read(
            Input("a.po", po(OPEN).encode(), {"reference": ("b.po", theirs)})
        )


def test_po_catalogue_without_portuguese_translations_gets_a_notice() -> None:
    entry = lint(Input("a.po", po((OPEN[0], ""), ("#, fuzzy", *CLOSE)).encode()))
    assert entry["notices"][0]["message"] == "no translation to read"
    short = po(("Open it", "Öffne die die Datei"), language="de")
    entry = lint(Input("a.po", short.encode()))
    assert entry["findings"] == []
    assert entry["notices"][0]["message"] == "not in Portuguese: the file says it is de"
    # what is Portuguese without a doubt is read, whatever a header says
    entry = lint(Input("a.po", po(OPEN, CLOSE, SAVE, language="en").encode()))
    assert entry["notices"] == []


def test_untranslated_po_catalogue_is_not_compared_with_a_reference_file() -> None:
    entry = lint(
        Input("a.po", po((OPEN[0], "")).encode(), {}, found("reference", "b.po", po(OPEN)))
    )
    assert entry["error"] is None
    assert entry["score"]["total"] is None
    assert "reference-refused" not in notices(entry)


def test_po_strings_are_not_compared_with_a_chinese_source() -> None:
    ours = po(("保存文件之前请先打开它。", OPEN[1]), ("关闭所有窗口。", CLOSE[1]))
    entry = lint(Input("a.po", ours.encode()), select=["TRA"])
    assert "Chinese or Japanese" in notices(entry)["source-refused"]
    assert entry["findings"] == []
    assert entry["error"] is None


def test_po_file_with_message_keys_is_compared_with_the_english_po_file() -> None:
    keys = ("app.file.open", "app.window.close", "app.file.save")
    ours = po(*((k, u[1]) for k, u in zip(keys, (OPEN, CLOSE, SAVE), strict=True)))
    theirs = po(*((k, u[0]) for k, u in zip(keys, (OPEN, CLOSE, SAVE), strict=True)), language="en")
    linter = Linter(load(False), [])
    read = linter.read(Input("a.po", ours.encode(), {}, found("source", "en.po", theirs)))
    assert [s.text for s in read.companions["source"].sentences] == [OPEN[0], CLOSE[0], SAVE[0]]
    # a catalogue with sources of its own needs no other, unless one is named
    own = po(OPEN, CLOSE)
    read = linter.read(Input("a.po", own.encode(), {}, found("source", "en.po", theirs)))
    assert read.companions["source"].path == "a.po"


def xliff(*units: tuple[str, str, str]) -> str:
    """XLIFF 1.2 of (id, source, target)."""
    body = "".join(
        f'<trans-unit id="{key}"><source>{source}</source><target>{target}</target></trans-unit>'
        for key, source, target in units
    )
    return (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"'
        ' source-language="en" target-language="pt" datatype="x">'
        f"<body>{body}</body></file></xliff>"
    )


def test_xliff_units_match_reference_translations_by_id_or_source_text() -> None:
    ours = xliff(("1", *OPEN), ("2", *DRIFTED))
    same = xliff(("2", "Close every window.", CLOSE[1]), ("1", "Open it.", OPEN[1]))
    for name, theirs in (("b.xlf", same), ("b.po", po(CLOSE, OPEN)), ("b.tmx", TMX)):
        entry = lint(Input("a.xlf", ours.encode(), {"reference": (name, theirs.encode())}))
        assert entry["error"] is None
        (finding,) = entry["findings"]
        (related,) = finding["related"]
        assert theirs[related["start"] : related["end"]] == CLOSE[1]


def test_conflicting_translations_in_a_translation_memory_are_not_used() -> None:
    start = TMX.rindex("<tu>")
    end = TMX.rindex("</body>")
    twice = TMX[:end] + TMX[start:end].replace(CLOSE[1], "Feche tudo.") + TMX[end:]
    entry = lint(
        Input("a.po", po(OPEN, DRIFTED).encode(), {"reference": ("b.tmx", twice.encode())})
    )
    assert drifts(entry) == [0.0, None]
    assert "1 with several translations that differ" in notices(entry)["reference-units"]
    entry = lint(Input("a.po", po(OPEN, CLOSE).encode(), {"reference": ("b.tmx", twice.encode())}))
    assert drifts(entry) == [0.0, 0.0]


def test_different_translations_of_a_string_in_other_po_files_are_found() -> None:
    other = (OPEN[0], "Abra o arquivo antes de mudá-lo.")
    texts = {
        "a.po": po(OPEN, CLOSE, (SAVE[0], "")),
        **{f"{name}.po": po(("#, fuzzy", *DRIFTED), other) for name in "bcdef"},
        "g.po": po(OPEN, (CLOSE[0], "Feche tudo.")),
        "h.po": po((OPEN[0], "Open."), language="fr"),
        "plain.md": "",
    }

    def read_catalogue(path: str) -> Document | None:
        if path == "broken.po":
            raise Unreadable(path)
        return document(texts[path], path) if path.endswith(".po") else None

    found = Catalogues([*texts, "broken.po"], read_catalogue)
    places = found.differing("a.po")
    assert [(one.path, one.source, one.target) for one in places] == [
        *((f"{name}.po", *other) for name in "bcd"),
        ("g.po", CLOSE[0], "Feche tudo."),
    ]
    assert texts["b.po"].splitlines()[places[0].line - 1] == f'msgstr "{other[1]}"'
    assert [one.path for one in found.differing("b.po")] == ["a.po", "g.po"]
    assert found.differing("plain.md") == found.differing("nada.po") == ()


# ------------------------------------------------------------------ memories

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en" adminlang="en" segtype="sentence" datatype="plaintext"
 creationtool="x" creationtoolversion="1" o-tmf="x"/><body>
<tu><tuv xml:lang="en"><seg>Open the  file before you change it.</seg></tuv>
<tuv xml:lang="pt-PT"><seg>Abra o ficheiro antes de o alterar.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Close all windows and try again.</seg></tuv>
<tuv xml:lang="pt-PT"><seg>Feche todas as janelas e tente de novo.</seg></tuv></tu>
</body></tmx>
"""


def test_translation_memory_is_the_reference_for_po_strings_of_equal_msgid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory.tmx").write_text(TMX, encoding="utf-8")
    ours = po(OPEN, DRIFTED, SAVE)
    entry = lint(Input("a.po", ours.encode()), memories=["memory.tmx"])
    assert [drift is None for drift in drifts(entry)] == [False, False, True]
    (finding,) = entry["findings"]
    (related,) = finding["related"]
    assert (related["path"], related["role"]) == ("memory.tmx", "reference")
    assert TMX[related["start"] : related["end"]] == CLOSE[1]
    assert "1 that are not there" in notices(entry)["reference-units"]


def test_translation_memory_with_most_matching_strings_is_used_as_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory.tmx").write_text(TMX, encoding="utf-8")
    Path("old.po").write_text(po(SAVE), encoding="utf-8")
    linter = Linter(load(False), [Layer("test", {"memories": ["old.po", "memory.tmx"]})])
    read = linter.read(Input("a.po", po(OPEN, CLOSE, SAVE).encode()))
    assert read.companions["reference"].path == "memory.tmx"
    # a memory is read again when it has changed, and is not compared with itself
    stamp = Path("old.po").stat().st_mtime_ns
    Path("old.po").write_text(po(SAVE, OPEN, CLOSE), encoding="utf-8")
    os.utime("old.po", ns=(stamp, stamp))  # within the grain of a clock
    read = linter.read(Input("a.po", po(OPEN, CLOSE, SAVE).encode()))
    assert read.companions["reference"].path == "old.po"
    read = linter.read(Input("old.po", po(SAVE, OPEN, CLOSE).encode()))
    assert read.companions["reference"].path == "memory.tmx"


def test_reference_file_has_precedence_over_translation_memory_and_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory.tmx").write_text(TMX, encoding="utf-8")
    linter = Linter(load(False), [Layer("test", {"memories": ["memory.tmx"]})])
    data = po(OPEN, SAVE).encode()
    before = Companion("reference", "HEAD:a.po", data, Origin.REVISION)
    trusted = Companion("reference", "ref.po", data, Origin.MAPPING)
    for companions, path in (
        ((before,), "memory.tmx"),
        ((trusted, before), "ref.po"),
    ):
        read = linter.read(Input("a.po", data, {}, Found(companions)))
        assert read.companions["reference"].path == path
    # nothing in common: the commit
    read = linter.read(
        Input("a.po", po(SAVE).encode(), {}, Found((before,))),
    )
    assert read.companions["reference"].path == "HEAD:a.po"
    # of a page a memory says nothing without what it translates
    read = linter.read(Input("a.md", PAGE.encode()))
    assert "reference" not in read.companions
    assert read.notes == ()


def test_translation_memory_is_used_as_reference_for_a_markdown_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trusted = [line for line in PAGE.splitlines() if line]
    originals = [line for line in SOURCE.splitlines() if line]
    last = zip(originals[2].split(". "), trusted[2].split(". "), strict=True)
    Path("memory.po").write_text(
        po(
            *((f"{ours.rstrip('.')}.", f"{theirs.rstrip('.')}.") for ours, theirs in last),
            ("Unrelated text.", "Texto sem nada a ver."),
            (originals[0], trusted[0]),
        ),
        encoding="utf-8",
    )
    changed = PAGE.replace(
        "A cópia é apagada ao fim de 30 dias.", "Os gatos gostam de leite e de sol."
    )
    english = SOURCE.replace("Never delete the", "*Never* delete the")
    files = found("source", "en/a.md", english)
    source = Input("pt/a.md", changed.encode(), found=files)
    entry = lint(source, memories=["memory.po"])
    # a paragraph with the words of one unit, one whose sentences have a unit each, one unknown
    same, drifted, *unknown, first, second = drifts(entry)
    assert (same, unknown, first, second) == (0.0, [None, None], 0.0, 0.0)
    assert drifted
    assert notices(entry) == {
        "reference-units": "memory.po has a trusted translation for 3 of 5 strings; "
        "of the others: 2 that are not there"
    }
    layer = Layer("test", {"memories": ["memory.po"]})
    reference = Linter(load(False), [layer]).read(source).companions["reference"]
    assert [reference.raw[slice(*s.span)] for s in reference.sentences] == [
        s.text for s in reference.sentences
    ]
    # two translations of one source: the one that the page has
    both = po((originals[0], trusted[0]), ('msgctxt "x"', originals[0], "Outra tradução."))
    Path("memory.po").write_text(both, encoding="utf-8")
    for page, said in (
        (PAGE, "4 that are not"),
        (changed, "in common: 4 that are not there, 1 with"),
    ):
        entry = lint(Input("a.md", page.encode(), found=files), memories=["memory.po"])
        assert any(said in message for message in notices(entry).values()), notices(entry)


def test_unreadable_translation_memory_stops_linting_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"memories: none\.tmx: no such file"):
        lint(Input("a.po", po(OPEN).encode()), memories=["none.tmx"])
    for name, text, said in (
        ("bad.tmx", "<tmx", "bad.tmx:1"),
        ("page.md", PAGE, "without translations"),
    ):
        Path(name).write_text(text, encoding="utf-8")
        with pytest.raises(UserError, match=said):
            lint(Input("a.po", po(OPEN).encode()), memories=[name])


def test_po_source_strings_match_regardless_of_quote_style_and_spacing() -> None:
    assert normalised("  Não “abra”  o\nficheiro… ") == 'Não "abra" o ficheiro...'
    assert normalised("Open") != normalised("open")


def test_refused_reference_translation_error_states_its_reason() -> None:
    assert Refused("so").explain("pt") == "so"


def test_empty_english_app_string_file_is_not_used_as_the_source(tmp_path: Path) -> None:
    for name, text in (("app_en.arb", ""), ("app_en_US.arb", '{"a": "One"}'), ("app_pt.arb", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert _by_convention(str(tmp_path / "app_pt.arb")) == []
    (tmp_path / "app_pt.arb").write_text('{"a": "Um"}', encoding="utf-8")
    (found,) = _by_convention(str(tmp_path / "app_pt.arb"))
    assert found.path == str(tmp_path / "app_en_US.arb")

"""Files found, read and decoded."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.discovery import discover, generated
from textlint_pt.formats import decoding
from textlint_pt.formats.decoding import decode
from textlint_pt.formats.text import PlainText

EXTENSIONS = frozenset({".txt", ".md"})
LETTERS = "áàâãçéêíóôõúÁÀÂÃÇÉÊÍÓÔÕÚ"
PROSE = (
    "Não há pressa: a manhã começou fria, e o avô já pôs a chaleira ao lume.",
    "É aqui que a história dá a volta, à hora em que ninguém o espera.",
    "As opções são três; nenhuma lhe convém, mas há-de escolher uma até sábado.",
    "ATENÇÃO: A PORTA ESTÁ FECHADA ATÉ ÀS OITO, E NÃO SE ABRIRÁ ANTES.",
)


def reason(data: bytes, path: str = "a.txt") -> str:
    with pytest.raises(Unreadable) as raised:
        decode(path, data, PlainText())
    assert "\n" not in str(raised.value)
    return str(raised.value)


def files(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x", encoding="utf-8")


def found(folder: Path, *arguments: str, exclude: tuple[str, ...] = ()) -> list[str]:
    paths = discover(arguments or (str(folder),), EXTENSIONS, exclude, folder)
    return [Path(path).relative_to(folder).as_posix() for path in paths]


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_utf8_text_is_decoded_without_byte_order_mark(text: str) -> None:
    if "\x00" not in text and not text.startswith("\ufeff"):
        expected = re.sub("\r(?!\n)", "\n", text)
        assert decode("a", text.encode(), PlainText()) == expected
        assert decode("a", b"\xef\xbb\xbf" + text.encode(), PlainText()) == expected


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("latin-1", "iso-8859-1"), ("cp1252", "iso-8859-1"), ("cp850", "cp850"),
        ("utf-16", "utf-16"), ("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be"),
        ("utf-32", "utf-32"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", PROSE)
def test_decoding_error_suggests_the_probable_encoding(
    text: str, encoding: str, named: str
) -> None:
    assert f"iconv -f {named} -t utf-8 a.txt > a.utf8.txt" in reason(text.encode(encoding))


@pytest.mark.parametrize("text", ["“É isto”, disse.", "Foi-se embora — enfim…", "Custa 5 €, não?"])
def test_windows_1252_is_recognised_by_its_quotes_and_dashes(text: str) -> None:
    assert "iconv -f windows-1252" in reason(text.encode("cp1252"))


@given(st.lists(st.sampled_from(LETTERS), min_size=1))
def test_latin_1_is_suggested_for_text_with_any_of_its_letters(letters: list[str]) -> None:
    words = " ".join(f"p{letter}r" for letter in letters)
    assert "likely iso-8859-1" in reason(words.encode("latin-1"))


def test_one_invalid_byte_in_utf8_suggests_no_other_encoding() -> None:
    said = reason("Até à vista.\nNão há".encode() + b" caf\xe9.\n")
    assert said.startswith("a.txt: UTF-8, but not in line 2 (byte ")
    assert "iconv" not in said


def test_utf8_that_was_encoded_twice_is_recognised() -> None:
    text = "É cedo.\nNão há ninguém na praça: só você, a avó e o irmão.\n"
    said = reason(text.encode().decode("cp1252").encode())
    assert said.startswith("a.txt: UTF-8 that was encoded twice (line 1: Ã‰); convert it: iconv")
    assert "iconv -f utf-8 -t windows-1252 a.txt > a.utf8.txt" in said
    read_as_mac = f"{text * 2}A criação da situação em que não estão.\n".encode("latin-1")
    said = reason(read_as_mac.decode("mac-roman").encode())
    assert "(line 2: Èm)" in said
    assert "iconv -f utf-8 -t macintosh a.txt" in said
    about = (
        text * 4 + "Escreveu-se «nÃ£o», «vocÃª», «praÃ§a», «avÃ³», «irmÃ£o», «hÃ¡», «sÃ³», «Ã©»."
    )
    assert decode("a.txt", about.encode(), PlainText()) == about


@pytest.mark.parametrize("seed", range(5))
def test_random_bytes_are_reported_as_binary(seed: int) -> None:
    noise = random.Random(seed).randbytes(3000)
    assert "binary" in reason(noise)
    assert "binary" in reason(bytes(byte for byte in noise if byte))


def test_undecodable_bytes_give_an_error_that_guesses_an_encoding() -> None:
    assert "likely" in reason(bytes(range(0x80, 0x100)) * 3)


def test_folders_are_searched_in_order_for_known_file_extensions(tmp_path: Path) -> None:
    files(tmp_path, "b.txt", "a.MD", "c.py", "z/a.txt", "d/b.md", "d/a.md", "README", ".x/a.md")
    assert found(tmp_path) == ["a.MD", "b.txt", "d/a.md", "d/b.md", "z/a.txt"]
    assert found(tmp_path, str(tmp_path / "c.py")) == ["c.py"]


def test_files_ignored_by_git_are_skipped(tmp_path: Path) -> None:
    files(tmp_path, "a.md", "out/a.md", "in/a.md", "in/b.md", "in/deep/c.md", "in/deep/out.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("out/\n!\n\\\n/in/b.md\n", encoding="utf-8")
    (tmp_path / "in" / ".gitignore").write_bytes(b"*.md\n!a.md\n# caf\xe9\n")
    assert found(tmp_path) == ["a.md", "in/a.md"]
    assert found(tmp_path, str(tmp_path / "in")) == ["in/a.md"]
    assert found(tmp_path, str(tmp_path / "in/b.md")) == ["in/b.md"]
    (tmp_path / ".git").rmdir()
    (tmp_path / "in" / ".gitignore").unlink()
    assert found(tmp_path, str(tmp_path / "in")) == [
        "in/a.md", "in/b.md", "in/deep/c.md", "in/deep/out.md",
    ]  # fmt: skip


def test_build_and_install_folders_are_not_linted(tmp_path: Path) -> None:
    built = ("node_modules/x", "a/venv", "build", "a/dist", "__pycache__", ".tox", ".git/hooks")
    files(tmp_path, "a/a.md", *(f"{folder}/b.md" for folder in built))
    files(tmp_path, "mine/pyvenv.cfg", "mine/lib/b.md", "a/builder/c.md")
    assert found(tmp_path) == ["a/a.md", "a/builder/c.md"]
    assert found(tmp_path, f"{tmp_path}/**/*.md") == ["a/a.md", "a/builder/c.md", "mine/lib/b.md"]
    assert found(tmp_path, str(tmp_path / "build")) == ["build/b.md"]
    assert found(tmp_path, f"{tmp_path}/build/*.md") == ["build/b.md"]
    assert found(tmp_path, str(tmp_path / "a/dist/b.md")) == ["a/dist/b.md"]


def test_requirements_and_similar_text_files_are_skipped_in_folders(tmp_path: Path) -> None:
    files(tmp_path, "requirements-dev.txt", "a/CMakeLists.txt", "robots.txt", "leia.txt")
    files(tmp_path, "meson_options.txt")
    assert found(tmp_path) == ["leia.txt"]
    assert found(tmp_path, str(tmp_path / "robots.txt")) == ["robots.txt"]


def test_exclude_setting_applies_to_files_named_on_the_command_line(tmp_path: Path) -> None:
    files(tmp_path, "a.md", "vendor/a.md", "vendor/deep/b.md")
    assert found(tmp_path, exclude=("vendor/",)) == ["a.md"]
    assert found(tmp_path, str(tmp_path / "vendor/a.md"), exclude=("vendor/",)) == []


def test_file_reached_by_several_paths_is_listed_once(tmp_path: Path) -> None:
    files(tmp_path, "a.md", "b.md")
    given = (str(tmp_path / "b.md"), str(tmp_path), f"{tmp_path}/*.md", f"{tmp_path}/./a.md")
    assert found(tmp_path, *given) == ["b.md", "a.md"]


def test_existing_file_with_glob_characters_is_not_expanded(tmp_path: Path) -> None:
    files(tmp_path, "a[1].md", "a1.md")
    assert found(tmp_path, f"{tmp_path}/a[1].md") == ["a[1].md"]


def test_file_discovery_keeps_paths_without_a_file_so_that_reading_reports_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "empty").mkdir()
    for name, why in (("no.md", "no such"), ("*.md", "matches no"), ("empty", "holds no text")):
        path = str(tmp_path / name)
        assert list(discover([path], EXTENSIONS, (), tmp_path)) == [path]
        with pytest.raises(Unreadable, match=why):
            decoding.read(path)


def test_html_pages_generated_by_programs_are_skipped() -> None:
    heads = {
        "docs/cap1.html": b'<meta name="generator" content="quarto-1.8.27">',
        "docs/busca.html": b'<meta content="x"><META NAME=generator CONTENT="Quarto 1.7">',
        "site/guia/index.html": b"<meta name='generator' content='mkdocs-1.6.1'>",
        "carta.html": b'<meta name="generator" content="LibreOffice 7.3">',
        "sobre.html": b"<title>generator</title>",
    }
    made = ["docs/cap1.html", "docs/busca.html", "site/guia/index.html"]
    texts = ["cap1.qmd", "guia.md"]
    assert sorted(generated([*heads, *texts], heads.__getitem__)) == sorted(made)
    assert set(generated([*heads, "leia.md"], heads.__getitem__)) == set()
    assert set(generated([*heads], heads.__getitem__)) == set()

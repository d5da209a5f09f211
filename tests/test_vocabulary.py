"""The project's vocabulary: accepted and forbidden words, one file for all rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.testing import lint_text


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_vocabulary_file_lists_accepted_and_forbidden_words(tmp_path: Path) -> None:
    path = write(
        tmp_path / "words.txt",
        "\ufeff# nossas\nMaricota  # nome\n\ndeletar -> apagar,  eliminar\n! printar\nvida  loka\n"
        "caça\u0303o -> cação\n",
    )
    found = read_vocabulary([path])
    assert found.accepted == {"maricota", "vida loka"}
    assert found.forbidden == {
        "deletar": ("apagar", "eliminar"),
        "printar": (),
        "cação": ("cação",),
    }


def test_later_of_two_vocabulary_files_takes_precedence(tmp_path: Path) -> None:
    first = write(tmp_path / "a.txt", "deletar -> apagar\nprintar\n")
    second = write(tmp_path / "b.txt", "deletar\n!printar\n")
    found = read_vocabulary([first, second])
    assert (found.accepted, dict(found.forbidden)) == ({"deletar"}, {"printar": ()})
    assert read_vocabulary([second, first]).accepted == {"printar"}
    assert read_vocabulary([]).accepted == frozenset()


def test_changed_vocabulary_file_is_parsed_again(tmp_path: Path) -> None:
    path = Path(write(tmp_path / "a.txt", "um\n"))
    assert read_vocabulary([str(path)]).accepted == {"um"}
    path.write_text("dois\n", encoding="utf-8")
    import os

    os.utime(path, ns=(1, 1))
    assert read_vocabulary([str(path)]).accepted == {"dois"}


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0, 4, True), (5, 9, True), (0, 9, True), (10, 14, False), (15, 23, True), (5, 14, False)],
)
def test_project_vocabulary_accepts_words_phrases_and_words_inside_phrases(
    tmp_path: Path, start: int, end: int, expected: bool
) -> None:
    found = read_vocabulary([write(tmp_path / "a.txt", "vida loka\nmaricota\n")])
    assert found.accepts("Vida Loka loka Maricota", start, end) is expected


def test_vocabulary_offsets_are_exact_after_letters_longer_in_lower_case(tmp_path: Path) -> None:
    found = read_vocabulary([write(tmp_path / "a.txt", "poblema\n")])
    assert found.accepts("İİ poblema", 3, 10)
    assert not found.accepts("İİ poblema", 4, 11)


@pytest.mark.parametrize(("text", "line"), [("a\n-> b\n", 2), ("a ->\n", 1), ("!\n", 1)])
def test_invalid_vocabulary_entry_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int
) -> None:
    with pytest.raises(UserError, match=rf"a.txt:{line}: no entry of a vocabulary: a word, `!w"):
        read_vocabulary([write(tmp_path / "a.txt", text)])


def test_unreadable_vocabulary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("caçador\n".encode("latin-1"))
    with pytest.raises(UserError, match=r"a.txt: not UTF-8: save the vocabulary as UTF-8"):
        read_vocabulary([str(path)])
    with pytest.raises(UserError, match=r"b.txt: cannot be read: No such file"):
        read_vocabulary([str(tmp_path / "b.txt")])


def test_vocabularies_of_extended_configurations_are_merged(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    of_pack = write(pack / "words.txt", "um\n")
    own = write(tmp_path / "own.txt", "dois\n")
    more = write(tmp_path / "more.txt", "tres\n")
    write(pack / "rules.yaml", "vocabulary: words.txt\n")
    path = tmp_path / "rules.yaml"
    write(path, "extends: pack/rules.yaml\nvocabulary: [own.txt, more.txt]\n")
    layers = config.read_layers(path, {})
    plugins = load(third_party=False)
    for code in ("GRA001", "GRA901", "GRA902", "GRA904", "GRA905", "VOC001"):
        named = config.resolve(layers, plugins).options[code]["vocabulary"]
        assert named == [of_pack, own, more]
    assert config.option_files(layers, plugins) == sorted([of_pack, own, more])
    write(Path(own), "-> b\n")
    with pytest.raises(UserError, match=r"own.txt:1: no entry"):
        config.resolve(layers, plugins)
    write(path, "vocabulary: ''\n")
    none = config.resolve(config.read_layers(path, {}), plugins)
    assert none.options["VOC001"]["vocabulary"] == []
    write(path, "vocabulary:\n- nada.txt\n")
    with pytest.raises(UserError, match=r"rules.yaml:2: vocabulary: .*nada.txt: no such file"):
        config.resolve(config.read_layers(path, {}), plugins)


def test_project_vocabulary_overrides_the_vocabulary_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    own = write(tmp_path / "data" / "vocabulary.txt", "poblema\n")
    project = write(tmp_path / "words.txt", "!poblema\n")
    write(tmp_path / "rules.yaml", "vocabulary: words.txt\n")
    plugins = load(third_party=False)
    assert config.resolve([], plugins).options["GRA901"]["vocabulary"] == [own]
    layers = config.read_layers(tmp_path / "rules.yaml", {})
    named = config.resolve(layers, plugins).options["GRA901"]["vocabulary"]
    assert named == [own, project]
    assert read_vocabulary(named).forbidden == {"poblema": ()}


@pytest.mark.parametrize(
    ("name", "text", "accepted", "forbidden"),
    [
        ("pt.dic", "3\nManjerona/SB\n*printar\nfoo\tpo:noun\n", "Manjerona foo", "printar"),
        ("um.dic", "Maricota\n42\n# nota\n", "42 Maricota", ""),
        ("accept.txt", "[Gg]it[Hh]ub\ncanecas?\n(?i)Docker\nfoo.*\n",
         "GitHub caneca canecas Docker", ""),
        ("reject.txt", "deletar\n", "", "deletar"),
        ("accept.txt", "(?:xy|zw)?e\n# nota\na\\.b\n[ab]?[cd]\n" + "[abcdefgh]" * 3,
         "xye zwe e a.b ac ad bc bd c d "
         + " ".join(f"a{first}{second}" for first in "abcdefgh" for second in "abcdefgh"), ""),
        ("cspell.json", '{"version": "0.2",\n// nossas\n"words": ["Maricota"],\n'
         '"flagWords": ["hte->the"]}', "Maricota", "hte"),
        ("words.txt", "C++ // linguagem\n~cafe\nauto*\n!nunca\n", "C++ auto cafe", "nunca"),
    ],
)  # fmt: skip
def test_spelling_word_lists_of_other_programs_are_read_as_vocabulary(
    tmp_path: Path, name: str, text: str, accepted: str, forbidden: str
) -> None:
    found = read_vocabulary([write(tmp_path / name, text)])
    assert sorted(found.written.values()) == sorted(accepted.split())
    assert sorted(found.forbidden) == forbidden.split()


def test_misspellings_of_project_vocabulary_words_are_recognised(tmp_path: Path) -> None:
    found = read_vocabulary([write(tmp_path / "a.txt", "Maricota\nxpto\n")])
    assert found.near("maricotta") == ["Maricota"]
    assert found.near("Xtpo") == ["xpto"]
    assert found.near("xpto") == found.near("xta") == []
    assert (found.near("Mariccotta"), found.near("maricco")) == (["Maricota"], [])


@pytest.mark.parametrize(
    ("code", "text", "word"),
    [
        ("GRA901", "O poblema mede-se em metros, disse o engenheiro.", "poblema"),
        ("GRA902", "Ninguem sabia que a água ia subir tão depressa.", "Ninguem"),
        ("GRA904", "A idéia de ler foi do professor da turma.", "idéia"),
        ("GRA905", "A polícia deteu o motorista do camião azul.", "deteu"),
    ],
)
def test_no_rule_reports_words_accepted_by_the_vocabulary(
    tmp_path: Path, code: str, text: str, word: str
) -> None:
    rules = {code: {"confidence": 0}}
    found = lint_text(text, select=[code], rules=rules)["findings"]
    assert [text[one["start"] : one["end"]] for one in found] == [word]
    path = write(tmp_path / "a.txt", f"{word.upper()}\n")
    assert lint_text(text, select=[code], rules=rules, vocabulary=[path])["findings"] == []


def test_word_forbidden_by_the_vocabulary_is_reported_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "poblema -> problema\n")
    text = "O poblema mede-se em metros, disse o engenheiro."
    found = lint_text(text, select=["VOC", "GRA901"], vocabulary=[path])["findings"]
    assert [one["code"] for one in found] == ["VOC001"]
    assert found[0]["message"].endswith("escreve «problema»")
    fix = found[0]["fix"]
    assert fix is not None
    assert [edit["text"] for edit in fix["edits"]] == ["problema"]


def test_missing_vocabulary_file_is_reported_once(tmp_path: Path) -> None:
    path = write(tmp_path / "own.txt", "zurzidela\n")
    options = {code: {"vocabulary": [path]} for code in ("GRA901", "VOC001")}
    values = {"select": [*options], "language": "pt", "rules": options}
    linter = Linter(load(third_party=False), [Layer("test", values)])
    Path(path).unlink()
    (entry,) = linter.lint([Input("a.md", "A zurzidela dói.\n".encode())])
    assert entry["error"] == f"a.md: {path}: cannot be read: No such file or directory"

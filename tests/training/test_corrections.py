"""Mining histories for corrections of language."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.evaluation.common import read_jsonl
from training.__main__ import main
from training.corrections.edits import Edit, judged
from training.corrections.history import changes, plain, units
from training.corrections.keeping import SPLITS, kept_of, settled, split_of
from training.corrections.repositories import Repository, repositories

SOURCE = Repository("autora/livro", "HEAD", "MIT", "book", ("*.md",))


def kinds(bad: str, good: str, stated: bool = False) -> list[str]:
    result = judged(bad, good, stated)
    return [edit.kind for edit in result.edits] or [result.reason]


@pytest.mark.parametrize(
    ("bad", "good", "kind"),
    [
        ("O número de páginas é muito grande neste programma.", "programa", "non-word"),
        ("Esta pagina mostra o que os leitores mais procuram.", "página", "accent"),
        ("Essa opção leva o leitor direto à uma lista de livros.", "a", "crase"),
        ("Ela lê muito, mais não gosta de escrever sobre os livros.", "mas", "function word"),
        ("Os leitores que chegam cedo encontra a porta.", "encontram", "verb inflection"),
        ("Todos os livro que estão na mesa foram lidos por ela.", "livros", "noun inflection"),
        ("Ele saiu de casa afim de comprar um livro para a filha.", "a fim", "split or joined"),
        ("Uma idéia como essa não aparece todos os dias na cidade.", "ideia", "reform"),
    ],
)  # fmt: skip
def test_corrected_word_in_git_history_is_classified_by_error_type(
    bad: str, good: str, kind: str
) -> None:
    words = {
        "programma", "pagina", "à", "mais", "encontra", "livro", "afim", "idéia"
    }  # fmt: skip
    wrong = next(word for word in bad.split() if word.strip(".") in words).strip(".")
    assert kinds(bad, bad.replace(wrong, good, 1)) == [kind]


@pytest.mark.parametrize(
    ("bad", "good", "kind"),
    [
        ("Quando chegou a noite ele saiu da casa dos pais.",
         "Quando chegou a noite, ele saiu da casa dos pais.", "comma"),
        ("Ele precisa tempo para ler os livros da casa dos pais.",
         "Ele precisa de tempo para ler os livros da casa dos pais.", "inserted"),
        ("Eles moram na na casa dos pais desde o ano passado.",
         "Eles moram na casa dos pais desde o ano passado.", "deleted"),
    ],
)  # fmt: skip
def test_inserted_and_deleted_words_are_classified_by_error_type(
    bad: str, good: str, kind: str
) -> None:
    assert kinds(bad, good) == [kind]


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("O arquivo guarda os dados de todos os usuários da casa.",
         "O diretório guarda os dados de todos os usuários da casa."),
        ("O livro tem 200 páginas sobre a história da cidade.",
         "O livro tem 300 páginas sobre a história da cidade."),
        ("Ela comprou o livro na loja da cidade onde nasceu.",
         "Ela comprou os livros na loja da cidade onde nasceu."),
        ("Foi o Pedro que leu o livro na casa dos pais.",
         "Foi o Paulo que leu o livro na casa dos pais."),
        ("Ela não quer ler o livro que ele escreveu para nós.",
         "Ela quer ler o livro que ele escreveu para nós."),
    ],
)  # fmt: skip
def test_rewritten_sentence_in_git_is_not_mined_as_a_correction(bad: str, good: str) -> None:
    assert not judged(bad, good).edits


def test_corrections_are_separated_from_rewriting_in_the_same_sentence() -> None:
    bad = "O sistema guarda os dados em um arquivo, tambem chamado de registro."
    good = "O programa guarda os dados em um arquivo, também chamado de registro."
    result = judged(bad, good)
    assert result.bad == "O programa guarda os dados em um arquivo, tambem chamado de registro."
    (edit,) = result.edits
    assert result.bad[edit.start : edit.end] == edit.written == "tambem"


@pytest.mark.parametrize(
    "text", ["Veja a lista.", "Use {{ nome }} para ver o nome de quem fez o livro.",
             "The book that we have read is on the table in the room."]
)  # fmt: skip
def test_fragments_and_foreign_sentences_are_not_mined_as_corrections(text: str) -> None:
    assert judged(text, text.replace("a", "o", 1)).reason


@given(st.sampled_from(["tambem", "já", "nao", ","]), st.integers(1, 9))
def test_offsets_of_mined_corrections_count_in_the_uncorrected_sentence(
    word: str, place: int
) -> None:
    good = "Os livros que ela leu na casa dos pais eram bons."
    words = good.split()
    bad = " ".join([*words[:place], word, *words[place:]])
    for edit in judged(bad, good).edits:
        assert bad[edit.start : edit.end] == edit.written


def test_markup_is_removed_before_corrections_are_mined_from_git() -> None:
    assert plain("A **nova** [página](/a.html) usa `nome` e <b>cor</b>.") == (
        "A nova página usa nome e cor."
    )
    lines = [r"\section{Um título}", "O livro que ela", r"\emph{leu} ontem. Ele é bom.", "", "Fim."]
    assert units(lines, "a.tex") == [
        "Um título.",
        "O livro que ela leu ontem.",
        "Ele é bom.",
        "Fim.",
    ]
    catalogue = ['msgid "Read"', 'msgstr ""', '"O livro que "', '"ela leu."']
    assert "O livro que ela leu." in units(catalogue, "pt.po")


def test_correction_changed_later_in_git_history_gets_its_latest_wording() -> None:
    def row(bad: str, good: str) -> dict[str, str]:
        return {"bad": bad, "good": good}

    newest_first = [row("b", "c"), row("a", "b"), row("y", "x"), row("x", "y")]
    found = [(one["bad"], one["good"], one["last"]) for one in settled(newest_first)]
    assert found == [("b", "c", "c"), ("a", "b", "c"), ("y", "x", "x")]


def test_same_correction_repeated_in_a_commit_is_mined_at_most_twice() -> None:
    sentences = [f"Na página {w} está o numero de livros da casa." for w in ("um", "dois", "três")]
    rows = [
        {"commit": "1", "author": "a", "message": "", "path": "a.md", "bad": s,
         "good": s.replace("numero", "número")}
        for s in sentences
    ]  # fmt: skip
    kept, rejected = kept_of(SOURCE, rows)
    assert len(kept) == 2
    assert [reason for _, reason in rejected] == ["the same again"]
    machine = [{**row, "author": "dependabot[bot]"} for row in rows]
    assert kept_of(SOURCE, machine) == ([], [])


@pytest.fixture
def clones(tmp_path: Path) -> Path:
    """A folder with a clone whose history has a correction and another change."""
    clone = tmp_path / "clones" / "autora+livro"
    clone.mkdir(parents=True)
    git(clone, "init", "--quiet")
    text = "# Livro\n\nEla leu o livro na {} da cidade.\nEle gosta muito de ler na biblioteca.\n"
    for word in ("bibliotéca", "biblioteca", "loja"):
        (clone / "livro.md").write_text(text.format(word), encoding="utf-8")
        git(clone, "add", ".")
        git(clone, "commit", "--quiet", "--message", f"Escreve {word}")
    return clone.parent


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True)


def test_corrections_miner_reads_changed_sentences_from_a_git_history(clones: Path) -> None:
    found = list(changes(clones / "autora+livro" / ".git", "HEAD", ["*.md"]))
    assert [(one.path, one.bad.split()[5], one.good.split()[5]) for one in found] == [
        ("livro.md", "biblioteca", "loja"), ("livro.md", "bibliotéca", "biblioteca")
    ]  # fmt: skip
    assert found[1].commit.message == "Escreve biblioteca"
    with pytest.raises(subprocess.CalledProcessError):
        list(changes(clones / "autora+livro", "no-such-commit", ["*.md"]))


def test_corrections_command_mines_and_filters_git_histories(
    clones: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    missing = Repository("autora/outro", "HEAD", "MIT", "book", ("*.md",))
    unfree = Repository("autora/livro", "HEAD", "none", "book", ("*.md",))
    work, data = tmp_path / "work", tmp_path / "data"
    for declared in ([SOURCE, missing], [unfree]):
        for module in ("mining", "keeping"):
            monkeypatch.setattr(
                f"training.corrections.{module}.repositories", lambda declared=declared: declared
            )
        mining = ["corrections", "mine", "--clones", str(clones), "--work", str(work)]
        assert main(mining) == 0
        assert main(["corrections", "keep", "--work", str(work), "--data", str(data)]) == 0
        rows = [row for split in SPLITS for row in read_jsonl(str(data / f"{split}.jsonl.xz"))]
        counts = json.loads((data / "counts.json").read_text("utf-8"))["repositories"]
        assert counts["autora/livro"]["would_keep"] == 1
        if declared[0].free:
            (row,) = rows
            assert row["good"] == "Ela leu o livro na biblioteca da cidade."
            assert row["licence"] == "MIT"
            assert [Edit(**edit).kind for edit in row["edits"]] == ["accent"]
            assert "1 repositories have no clone" in capfd.readouterr().err
        else:
            assert rows == []


def test_invalid_declaration_of_a_training_repository_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "repositories.toml"
    path.write_text('["a/b"]\npaths = []\n', encoding="utf-8")
    with pytest.raises(ValueError, match="a/b"):
        repositories(path)


def test_training_repositories_are_divided_into_all_data_splits() -> None:
    declared = repositories()
    assert len({one.name for one in declared}) == len(declared)
    splits = {one.name: split_of(one) for one in declared}
    assert splits["php/doc-pt_br"] == splits["elixirschool/elixirschool"] == "learning"
    assert set(splits.values()) == set(SPLITS)

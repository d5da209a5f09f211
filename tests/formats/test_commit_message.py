"""Messages of commits as git, editors and hooks have them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.formats.building import build
from textlint_pt.formats.commit_message import CommitMessage
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, Kind

MESSAGE = """\
Corrige o erro da página

O gato subiu ao telhado
da casa do vizinho.

- Um ponto.
- Outro ponto.

# Please enter the commit message for your changes. Lines starting
# with '#' will be ignored, and an empty message aborts the commit.
#
# On branch master
# ------------------------ >8 ------------------------
# Do not modify or remove the line above.
diff --git a/a b/a
+ The cat went to the roof.
"""
READ = [
    "Corrige o erro da página", "O gato subiu ao telhado da casa do vizinho.", "Um ponto.",
    "Outro ponto.",
]  # fmt: skip


def document(raw: str, begins_comments: str = "#") -> Document:
    return build("COMMIT_EDITMSG", raw, CommitMessage(begins_comments))


def texts(raw: str, begins_comments: str = "#") -> list[str]:
    return [sentence.text for sentence in document(raw, begins_comments).sentences]


def test_commit_message_comments_and_text_below_scissors_are_not_read() -> None:
    assert texts(MESSAGE) == READ
    kinds = [sentence.kind for sentence in document(MESSAGE).sentences]
    assert kinds == [Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.LIST_ITEM]
    assert texts(MESSAGE.replace("\n", "\r\n")) == READ


@pytest.mark.parametrize("sign", [";", "//", "%"])
def test_lines_with_the_configured_commit_comment_character_are_skipped(sign: str) -> None:
    other = MESSAGE.replace("\n#", f"\n{sign}")
    assert texts(other, sign) == texts(other) == READ  # the scissors say so
    above = other[: other.index(" >8 ")].rpartition("\n")[0]
    assert texts(above, sign) == READ
    assert texts(f"Fecha a porta\n\n# Já não é comentário.\n\n{sign} x", sign) == [
        "Fecha a porta", "# Já não é comentário.",
    ]  # fmt: skip


def test_commit_comment_character_is_detected_from_the_last_line() -> None:
    assert texts("# Título\n\nTexto.\n\n; Please enter\n;\n", "") == ["# Título", "Texto."]
    assert texts("Título\n\n# Please enter\n", "") == ["Título"]
    assert texts("Título\n\nTexto da mensagem.\n", "") == ["Título", "Texto da mensagem."]


@pytest.mark.parametrize(
    ("subject", "read"),
    [
        ("feat: corrige o erro", "corrige o erro"),
        ("fix(pt-br)!: corrige o erro", "corrige o erro"),
        ("fixup! squash! feat(a, b): corrige o erro", "corrige o erro"),
        ("docs/pt: README.md: corrige o erro", "corrige o erro"),
        ("[WIP] :bug: corrige o erro", "corrige o erro"),
        ("Corrige o erro: era do tempo", "Corrige o erro: era do tempo"),
        ("Merge branch 'dev' into main", None),
        ('Revert "Corrige o erro"', None),
        ("feat:", "feat:"),
    ],
)
def test_conventional_commit_prefixes_of_the_subject_are_not_prose(
    subject: str, read: str | None
) -> None:
    assert texts(f"{subject}\n") == ([read] if read else [])


@pytest.mark.parametrize(
    "left_out",
    [
        "Signed-off-by: Ana <ana@example.pt>\nCo-authored-by: Rui <rui@example.pt>",
        "Change-Id: I0123456789\nReviewed-on: https://example.pt/1\nCc: ana@example.pt",
        "Closes: #12\nfixes #13\nRefs: GH-12",
        "This reverts commit 0123abcd4567.",
        "(cherry picked from commit 0123abcd4567)",
        "    $ git commit --amend\n\tgit push",
        "diff --git a/a b/a\nindex 012..345 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-cat\n+dog\n a",
    ],
)
def test_trailers_code_blocks_and_diffs_in_commits_are_not_prose(left_out: str) -> None:
    assert texts(f"Corrige\n\nO texto fica.\n\n{left_out}\n") == ["Corrige", "O texto fica."]


def test_commit_message_prose_that_resembles_a_trailer_is_read() -> None:
    assert texts("Corrige\n\nNota: o texto fica.\nFim-de-semana: o texto fica.\n")[1:] == [
        "Nota: o texto fica.", "Fim-de-semana: o texto fica.",
    ]  # fmt: skip


def test_inline_code_issue_numbers_and_mentions_in_commits_are_not_prose() -> None:
    (_, one) = document("x\n\nO `open()` de @ana, ver org/a#12, #7, ABC-1 e 0123abc.\n").sentences
    opaque = [one.text[start:end] for start, end in one.opaque]
    assert opaque == ["`open()`", "@ana", "org/a#12", "#7", "ABC-1", "0123abc"]


def test_commit_message_comment_may_contain_a_suppression_directive() -> None:
    (comment,) = document("# textlint-pt-disable GRA401\nCorrige o o erro\n").comments
    assert comment.text == "textlint-pt-disable GRA401"


@given(st.text("ab #;`-+@:\n\r\t>8!()[]\u0301é", max_size=80))
def test_every_character_of_a_commit_message_has_its_exact_source_span(raw: str) -> None:
    for block in document(raw).blocks:
        content = block.content
        for character, start, end in zip(content.text, content.starts, content.ends, strict=True):
            assert raw[start:end] == character or (character == " " and raw[start:end].isspace())


@pytest.mark.parametrize("name", ["COMMIT_EDITMSG", "MERGE_MSG", "TAG_EDITMSG", "SQUASH_MSG"])
def test_commit_comment_character_is_read_from_the_git_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    path = str(tmp_path / ".git" / name)
    reader = load(third_party=False).format_for(path)
    raw = "Fecha a porta\n\n; Um comentário.\n# Um título.\n"
    assert len(build(path, raw, reader.at(path)).sentences) == 2
    for sign, second in ((";", "# Um título."), ("#", "; Um comentário.")):
        set_it = ["git", "-C", str(tmp_path), "config", "core.commentChar", sign]
        subprocess.run(set_it, check=True)
        found = build(path, raw, reader.at(path)).sentences
        assert [sentence.text for sentence in found] == ["Fecha a porta", second]

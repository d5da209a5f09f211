"""What corrections may touch, whatever edits are proposed, in documents of every format."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.describe import FIXTURES, fixtures, read
from tests.reporters.test_text import finding
from textlint_pt import lint
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.fixing import RejectedFix, correct, fixes_of_level, with_feasible_fixes
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding, Related
from textlint_pt.text.document import Document, Span


@cache
def documents() -> list[Document]:
    """The fixtures of all formats that can be read and hold prose."""
    found = []
    for folder in sorted(path for path in FIXTURES.iterdir() if path.is_dir()):
        for path in fixtures(folder.name):
            try:
                document = read(path)
            except Unreadable:
                continue
            if document.sentences:
                found.append(document)
    return found


def beside_prose(document: Document) -> str:
    """All of a file that is no prose: markup, code, addresses, comments, the other language.

    Without white space, which is prose or not by what stands beside it.
    """
    prose = {
        at
        for block in document.blocks
        for start, end in zip(block.content.starts, block.content.ends, strict=True)
        for at in range(start, end)
    }
    opaque = {at for b in document.blocks for span in b.opaque for at in range(*span)}
    beside = (c for at, c in enumerate(document.raw) if at not in prose or at in opaque)
    return "".join(c for c in beside if not c.isspace())


@st.composite
def proposals(draw: st.DrawFn) -> tuple[Document, list[Finding]]:
    """A document and corrections of anything by anything, at the borders of prose and across."""
    document = draw(st.sampled_from(documents()))
    corrections = []
    for _ in range(draw(st.integers(1, 4))):
        sentence = draw(st.sampled_from(document.sentences))
        first = draw(st.integers(0, len(sentence.text)))
        last = draw(st.integers(first, min(len(sentence.text), first + 12)))
        start, end = sentence.content.span(first, last)
        start = max(0, start - draw(st.sampled_from([0, 0, 0, 1, 3])))
        end = min(len(document.raw), max(start, end) + draw(st.sampled_from([0, 0, 0, 1, 9])))
        text = draw(
            st.sampled_from(["", "", "água", " ", "a b", "*", "<b>", '"', "\n", "`x`", "&"])
        )
        edits = [{"start": start, "end": end, "text": text}]
        fix = {"applicability": "safe", "edits": edits}
        corrections.append(finding(start=start, end=end, sentence=sentence.index, fix=fix))
    return document, corrections


@settings(max_examples=40, deadline=None)
@given(proposals())
def test_fixing_changes_nothing_but_prose_in_any_format(
    proposed: tuple[Document, list[Finding]],
) -> None:
    document, findings = proposed
    reader = load(False).format_for(document.path)
    after = correct(document, findings, lambda raw: build(document.path, raw, reader))
    assert all(one in findings for one in after.mended)
    assert all(a.end < b.start for a, b in pairwise(after.edits))
    raw = document.raw
    for edit in reversed(after.edits):
        assert not set("\r\n") & set(f"{raw[edit.start : edit.end]}{edit.text}")
        raw = raw[: edit.start] + edit.text + raw[edit.end :]
    assert raw == after.raw
    again = build(document.path, after.raw, reader)
    assert beside_prose(again) == beside_prose(document)
    assert [c.text for c in again.comments] == [c.text for c in document.comments]


def test_fixing_applies_corrections_in_documents_of_every_format() -> None:
    for document in documents():
        reader = load(False).format_for(document.path)
        applied = 0
        for sentence in document.sentences:
            start, end = sentence.content.span(0, 1)
            fix = {"applicability": "safe", "edits": [{"start": start, "end": end, "text": "Ú"}]}
            one = finding(start=start, end=end, sentence=sentence.index, fix=fix)
            after = correct(document, [one], lambda raw: build(document.path, raw, reader))  # noqa: B023
            applied += len(after.mended)
            if applied:
                break
        assert applied, document.path


def test_safe_and_unsafe_fixes_are_selected_separately() -> None:
    found = [
        finding(fix={"applicability": level, "edits": []})
        for level in ("safe", "unsafe", "suggestion")
    ]
    assert fixes_of_level([*found, finding(fix=None)], unsafe=False) == found[:1]
    assert fixes_of_level([*found, finding(fix=None)], unsafe=True) == found[:2]


def test_fix_is_dropped_if_another_fix_changes_the_word_it_depends_on() -> None:
    reader = load(False).formats["text"]
    document = build("a.txt", "As meninas alta correm depressa.\n", reader)

    def change(word: str, text: str, code: str = "TOY001", **more: Any) -> Finding:
        start = document.raw.index(word)
        edits = [{"start": start, "end": start + len(word), "text": text}]
        fix = {"applicability": "safe", "edits": edits}
        place = {"start": start, "end": start + len(word), "sentence": 0}
        return finding(code=code, fix=fix, **place, **more)

    def corrected(*findings: Finding) -> str:
        return correct(document, findings, lambda raw: build("a.txt", raw, reader)).raw

    relies = [Related(Span(3, 10), "text")]
    girls, tall = change("meninas", "menina"), change("alta", "altas", related=relies)
    assert corrected(girls, change("alta", "altas")).startswith("As menina altas")
    assert corrected(girls, tall).startswith("As menina alta ")
    assert corrected(change("As", "A"), tall).startswith("A meninas altas")
    assert corrected(tall, change("depressa", "rápido")).endswith("altas correm rápido.\n")
    # of two rules in one sentence only the first one speaks
    assert corrected(girls, change("alta", "altas", code="TOY002")).startswith("As menina alta ")


def applied(path: str, raw: str, start: int, end: int, text: str) -> tuple[str, list[str]]:
    """A text after a correction of some of its characters, and why there was none."""
    reader = load(False).format_for(path)
    document = build(path, raw, reader)
    fix = {"applicability": "safe", "edits": [{"start": start, "end": end, "text": text}]}
    one = finding(start=start, end=end, sentence=None, fix=fix)
    after = correct(document, [one], lambda raw: build(path, raw, reader))
    return after.raw, [dropped.reason for dropped in after.dropped]


#: what is replaced stands between ⟦ and ⟧, and after | what by
OVER_LINES = [
    ("a.txt", "Foi devido ⟦a\na|à⟧ natureza da serra.", "Foi devido à\nnatureza da serra."),
    ("a.txt", "Foi devido ⟦a\r\na|à⟧ natureza da serra.", "Foi devido à\r\nnatureza da serra."),
    ("a.txt", "Fica ao pé da ⟦casa\ncasa|casa⟧ velha.", "Fica ao pé da casa\nvelha."),
    ("a.txt", "Fica ao pé da casa⟦\ncasa|⟧ velha.", "Fica ao pé da casa\nvelha."),
    ("a.txt", "Fica ao pé da ⟦casa\n|⟧casa velha.", "Fica ao pé da\ncasa velha."),
    ("a.txt", "Um ⟦fim de\n  semana|fim-de-semana⟧ bom.", "Um fim-de-semana\n  bom."),
    ("a.txt", "Um ⟦fim\nsemana|fim de semana⟧ bom.", "Um fim de\nsemana bom."),
    ("a.txt", "Os ⟦gato\npreto|gatos pretos⟧ miam.", "Os gatos\npretos miam."),
    ("a.txt", "Um ⟦gato\npreto|gato muito preto⟧ mia.", "Um gato muito\npreto mia."),
    ("a.txt", "Um ⟦gato\npreto|velho gato preto⟧ mia.", "Um velho gato\npreto mia."),
    ("a.txt", "Vi ⟦um gato\nmuito preto|um gato preto⟧ ali.", "Vi um gato\npreto ali."),
    ("a.txt", "Vi ⟦um gato muito\npreto|um gato preto⟧ ali.", "Vi um gato\npreto ali."),
    ("a.txt", "Vi ⟦o que\nele fez|tudo⟧ ali.", "Vi tudo\nali."),
    ("a.txt", "Vi⟦ um\ngato | cão ⟧ali.", "Vi cão\nali."),
    ("a.txt", "Vi ⟦um\ngato |⟧ali.", "Vi\nali."),
    ("a.md", "> Foi devido ⟦a\n> a|à⟧ natureza da serra.", "> Foi devido à\n> natureza da serra."),
    ("a.md", "Fica ao pé da ⟦casa  \ncasa|casa⟧ velha.", "Fica ao pé da casa  \nvelha."),
    ("a.md", "Fica ao pé da ⟦casa\\\ncasa|casa⟧ velha.", "Fica ao pé da casa\\\nvelha."),
    ("a.rst", "| Foi devido ⟦a\n| a|à⟧ natureza.", "| Foi devido à\n| natureza."),
    ("a.adoc", "Foi devido ⟦a +\na|à⟧ natureza.", "Foi devido à +\nnatureza."),
    ("a.html", "<p>Foi devido ⟦a\n  a|à⟧ natureza.</p>", "<p>Foi devido à\n  natureza.</p>"),
    ("a.po", 'msgid "a"\nmsgstr ""\n"Foi devido ⟦a "\n"a|à⟧ natureza."\n',
     'msgid "a"\nmsgstr ""\n"Foi devido à "\n"natureza."\n'),
    ("a.srt", "1\n00:01,000 --> 00:02,000\nFoi devido ⟦a\na|à⟧ natureza da serra.\n",
     "1\n00:01,000 --> 00:02,000\nFoi devido à\nnatureza da serra.\n"),
]  # fmt: skip


#: what is written with an escape and stays
ESCAPED = [
    ("a.md", "A derivada⟦\\(| (⟧muito bonita e grande\\) da função.",
     "A derivada \\(muito bonita e grande\\) da função."),
    ("a.md", "Um gato⟦ \\,|,⟧ e um cão.", "Um gato\\, e um cão."),
    ("a.html", "<p>Um gato&amp⟦;cão|; cão⟧ velho.</p>", "<p>Um gato&amp;cão velho.</p>"),
    ("a.html", "<p>O Rui⟦&amp;|& ⟧Cia.</p>", "<p>O Rui&amp; Cia.</p>"),
]  # fmt: skip


def marked(text: str) -> tuple[str, int, int, str]:
    """A text, the place between its marks, and what is to stand there."""
    before, _, rest = text.partition("⟦")
    inside, _, after = rest.partition("⟧")
    old, _, new = inside.rpartition("|")
    return f"{before}{old}{after}", len(before), len(before) + len(old), new


@pytest.mark.parametrize(("path", "text", "after"), ESCAPED)
def test_fix_keeps_the_escapes_of_the_file_format(path: str, text: str, after: str) -> None:
    assert applied(path, *marked(text))[0] == after


@pytest.mark.parametrize(("path", "text", "after"), OVER_LINES)
def test_fix_across_a_line_break_keeps_the_line_break(path: str, text: str, after: str) -> None:
    assert applied(path, *marked(text)) == (after, [])


NOT_MADE = [
    # a line would end elsewhere, or not at all
    ("a.txt", "A porta ⟦\n,|,⟧ aberta, dá para a rua.", "fix-moves-line"),
    ("a.txt", "O micro⟦\nondas|ondas⟧ ficou na rua.", "fix-moves-line"),
    ("a.txt", "A porta está⟦ |\n⟧aberta para a rua.", "fix-moves-line"),
    ("a.txt", "A porta da\n⟦casa|⟧\nestá aberta.", "fix-moves-line"),
    ("a.txt", "A porta da ⟦casa|⟧\nestá aberta.", "fix-moves-line"),
    ("a.txt", "A porta da\n⟦casa|⟧ está aberta.", "fix-moves-line"),
    ("a.txt", "Vi ⟦um\nmuito\npreto|um preto⟧ gato.", "fix-moves-line"),
    ("a.txt", "Vi ⟦um\ngato| cão⟧ ali.", "fix-moves-line"),
    ("a.txt", "Vi um⟦\n| ⟧gato.", "fix-moves-line"),
    ("a.txt", "Vi um\n⟦gato| gato⟧ ali.", "fix-moves-line"),
    ("a.txt", "Vi ⟦um|um ⟧\ngato ali.", "fix-moves-line"),
    ("a.md", "A porta da casa⟦  |⟧\nestá aberta.", "fix-beside-prose"),
    ("a.md", "A porta da ⟦casa|casa  ⟧\nestá aberta.", "fix-moves-line"),
    ("a.srt", "1\n00:01,000 --> 00:02,000\nO gato⟦\n,|,⟧ que subiu.\n", "fix-moves-line"),
    # code, markup, two blocks
    ("a.md", "Escreva `a ⟦,|;⟧ b` agora.", "fix-beside-prose"),
    ("a.md", "Escreva **⟦já** já|já⟧ agora.", "fix-beside-prose"),
    ("a.md", "- um gato\n- um ⟦cão\n- um|cão⟧ boi", "fix-beside-prose"),
    ("a.md", "---\ntags: a ⟦,|;⟧ b\n---\n\nUm gato preto.\n", "fix-beside-prose"),
    # another block, another paragraph, code where there was none
    ("a.md", "⟦Um|# Um⟧ gato preto.", "fix-changes-more"),
    ("a.md", "Um gato\n⟦preto|- preto⟧ e velho.", "fix-changes-more"),
    ("a.md", "Um gato ⟦preto|`preto`⟧ e velho.", "fix-changes-more"),
    ("a.md", "Um gato.\n\n⟦Preto|⟧\n\nE velho.", "fix-changes-more"),
    ("a.rst", "⟦Um gato|Um gato, dois, três⟧\n=======\n\nPreto.", "fix-changes-more"),
]


@pytest.mark.parametrize(("path", "text", "reason"), NOT_MADE)
def test_fix_that_would_change_the_markup_is_not_applied(path: str, text: str, reason: str) -> None:
    raw, *edit = marked(text)
    assert applied(path, raw, *edit) == (raw, [reason])  # type: ignore[arg-type]


def test_one_fix_that_breaks_the_markup_does_not_prevent_the_others() -> None:
    reader = load(False).formats["markdown"]
    raw = "Um gato.\n\nOutro gato.\n\nMais um gato.\n\nE um gato.\n"
    document = build("a.md", raw, reader)
    places = [at for at in range(len(raw)) if raw.startswith("um gato", at)]
    places.insert(0, raw.index("Um gato"))
    texts = {places[0]: "O gato", places[1]: "`um gato`", places[2]: "o gato"}
    found = [
        finding(
            start=at, end=at + 7, sentence=None, line=raw.count("\n", 0, at) + 1,
            fix={"applicability": "safe", "edits": [{"start": at, "end": at + 7, "text": text}]},
        )
        for at, text in texts.items()
    ]  # fmt: skip
    reads = []

    def read(raw: str) -> Document:
        reads.append(raw)
        return build("a.md", raw, reader)

    after = correct(document, found, read)
    assert after.raw == "O gato.\n\nOutro gato.\n\nMais um gato.\n\nE o gato.\n"
    assert after.dropped == [RejectedFix(5, "TOY001", "fix-changes-more")]
    assert len(after.mended) == 2
    reads.clear()
    correct(document, found[::2], read)
    assert len(reads) == 1
    # what is reported promises no more than that
    levels = [
        one.fix and one.fix.applicability.value
        for one in with_feasible_fixes(document, found, read, lambda raw: True)
    ]
    assert levels == ["safe", "suggestion", "safe"]


def test_many_fixes_that_break_the_markup_need_few_parses() -> None:
    reader = load(False).formats["markdown"]
    raw = "Um gato.\n\n" * 200
    found = [
        finding(
            start=at, end=at + 2, sentence=None,
            fix={"applicability": "safe", "edits": [{"start": at, "end": at + 2, "text": "# Um"}]},
        )
        for at in range(0, len(raw), 10)
    ]  # fmt: skip
    reads = []

    def read(raw: str) -> Document:
        reads.append(raw)
        return build("a.md", raw, reader)

    made = with_feasible_fixes(build("a.md", raw, reader), found, read, lambda raw: True)
    assert 1 < len(reads) <= 40
    assert len(made) == 200 and any(
        one.fix.applicability == "suggestion" for one in made if one.fix
    )


def test_fix_that_the_file_encoding_cannot_represent_is_a_suggestion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = """
      kind: substitution
      message: escrevemos «{suggestion}»
      swap: {agora: já, isto: o número ½ → um}
      fix: safe
    """
    monkeypatch.chdir(tmp_path)
    configuration = f"select: [CAS001]\ncustom-rules:\n    CAS001:{rule}"
    Path("rules.yaml").write_text(configuration, encoding="utf-8")
    text = "a = Não sei bem o que fazer agora com isto.\n"
    for encoding, levels in (("utf-8", ["safe", "safe"]), ("latin-1", ["safe", "suggestion"])):
        Path("m_pt.properties").write_bytes(text.encode(encoding))
        found = lint(Path("m_pt.properties")).findings
        assert [one.fix and one.fix.applicability for one in found] == levels

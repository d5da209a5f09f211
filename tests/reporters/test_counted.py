"""What is said of many documents is said once."""

from __future__ import annotations

from typing import Any

from textlint_pt.report.report import DocumentReport, Notice, Report, Score, assemble, counted
from textlint_pt.reporters.text import Full, Text


def document(path: str, *notices: tuple[str, str], reason: str = "too-little-text") -> Any:
    said = [Notice(code, message) for code, message in notices]
    score = Score(None, "calibrated", reason=reason)
    return DocumentReport(path, 0, 0, None, None, score, notices=said)


def report(*documents: Any) -> Report:
    return assemble(documents, "", "1")


def shown(*documents: Any) -> str:
    return "".join(text for text, _ in Text().render(report(*documents), "en"))


UNREAD = [("not-prose", "no translation to read"), ("left-out", "not read: 1 untranslated")]


def test_text_report_counts_many_untranslated_po_files_in_one_line() -> None:
    many = [document(f"{name}.po", *UNREAD, reason="not-prose") for name in "abcde"]
    said = "5 documents: no translation to read (a.po, b.po, c.po, …)"
    assert shown(*many) == f"{said}\n\nno problems found in 5 documents\n"
    assert counted(report(*many), "en")[1] == [Notice("not-prose", said)]
    few = shown(*many[:2])
    assert "a.po: no translation to read\n" in few
    assert "b.po: no translation to read\n" in few
    assert "untranslated" not in few


def test_text_report_counts_files_in_other_languages_per_language() -> None:
    texts = [
        document(f"{n}.md", ("other-language", f"looks like {language}"), reason="other-language")
        for n, language in enumerate(("English", "Spanish", "English", "English"))
    ]
    assert "3 documents: looks like English (0.md, 2.md, 3.md)\n" in shown(*texts)
    assert "1 document: looks like Spanish (1.md)\n" in shown(*texts)
    other = [document(f"{n}.po", ("left-out", f"not read: {n} obsolete")) for n in range(5)]
    assert "5 documents: not read (0.po, 1.po, 2.po, …)\n" in shown(*other)
    assert shown(*other).count("0.po") == 1
    assert "2.po: no problems found; no score" in shown(other[2])


def streamed(*documents: Any, most: int | None = None) -> list[str]:
    reporter = Full() if most is None else Text()
    pieces = reporter.stream(iter(documents), len(documents) > 1, "en")
    return ["".join(text for text, _ in piece) for piece in pieces]


def test_streamed_text_report_counts_documents_at_the_end() -> None:
    texts = [document(f"{n}.md", reason="nothing-measured") for n in range(4)]
    said = [*[("left-out", "not read: 1 obsolete")] * 3, ("records-lack", "2 records lack it")]
    texts = [one.replace(notices=[Notice(*it)]) for one, it in zip(texts, said, strict=True)]
    (last,) = streamed(*texts)
    assert last.splitlines() == [
        "3.md: 2 records lack it",
        "3 documents: not read: 1 obsolete (0.md, 1.md, 2.md)",
        "",
        "no problems found in 4 documents",
    ]


def test_streamed_text_report_prints_notices_of_few_files_at_the_end() -> None:
    few = [document(f"{name}.po", *UNREAD, reason="not-prose") for name in "ab"]
    (last,) = streamed(*few, document("c.md", reason="nothing-measured"))
    assert last.startswith("a.po: no translation to read\n")
    assert last.endswith("no problems found in 3 documents\n")
    assert streamed(*few, most=10) == [shown(*few)]


def test_streamed_text_report_of_one_document_equals_the_unstreamed_one() -> None:
    one = document("a.po", *UNREAD, reason="not-prose")
    assert streamed(one) == [shown(one)]
    assert "".join(streamed()) == shown()

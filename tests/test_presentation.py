"""Places, excerpts and fingerprints of findings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toys import STORY, plugins
from textlint_pt.companions.alignment import align_documents
from textlint_pt.engine.presentation import Presenter, excerpt, lines, measures
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.report.finding import Applicability, Edit, Excerpt, Finding, Fix, Related
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Document, Span


def document(text: str) -> Document:
    return build("a.txt", text, PlainText())


def find(text: str, word: str) -> Span:
    return Span(text.index(word), text.index(word) + len(word))


def test_finding_lines_and_columns_count_from_one() -> None:
    text = "Um\tdois\r\ntrês 😀 quatro\r\n"
    assert lines(document(text), find(text, "quatro")) == (2, 8, 2, 14)


def test_finding_excerpt_is_the_unwrapped_sentence_with_the_finding_span() -> None:
    text = "Uma frase.  Outra  frase\nque se\nparte aqui. E uma terceira."
    shown = excerpt(document(text), find(text, "que se\nparte"))
    assert shown["text"] == "Outra frase que se parte aqui."
    assert shown["text"][shown["start"] : shown["end"]] == "que se parte"


def test_excerpt_of_a_finding_outside_sentences_is_the_source_line() -> None:
    text = "<!-- textlint-pt-disable-file RED -->\nUma frase.\n"
    shown = excerpt(document(text), find(text, "<!-- textlint-pt-disable-file RED -->"))
    assert shown == Excerpt(text.splitlines()[0], 0, 37)


@given(st.integers(0, 1900), st.integers(1, 2000))
def test_finding_excerpt_of_a_long_sentence_surrounds_the_span(start: int, length: int) -> None:
    text = " ".join(f"palavra{i}" for i in range(1, 190)) + "."
    span = Span(start, min(start + length, len(text)))
    shown = excerpt(document(text), span)
    marked = shown["text"][shown["start"] : shown["end"]]
    assert len(shown["text"]) <= 602
    assert marked
    assert text[span.start : span.end].startswith(marked)
    assert marked == text[span.start : span.end] or shown["text"].endswith("…")
    assert shown["text"].strip("…") in text


@given(st.data())
def test_sentence_of_a_finding_is_the_first_that_its_span_overlaps(data: st.DataObject) -> None:
    built = document(STORY)
    start = data.draw(st.integers(0, len(STORY)))
    span = Span(start, data.draw(st.integers(start, len(STORY))))
    touched = [s for s in built.sentences if s.span.overlaps(span)]
    assert built.sentence_at(span) == (touched[0] if touched else None)


def finding(text: str, word: str, **more: object) -> Finding:
    return Finding("TOY001", find(text, word), {"count": 1}, **more)  # type: ignore[arg-type]


def present(text: str, *findings: Finding, language: str = "en") -> list[Finding]:
    rules = {code: rule() for code, rule in plugins().rules.items()}
    presenter = Presenter(document(text), rules, language)
    return [presenter.finding(f, Severity.ERROR) for f in findings]


def test_finding_messages_in_a_report_are_in_the_requested_language() -> None:
    span = find(STORY, "AGORA")
    fix = Fix(Applicability.SAFE, (Edit(span.start, span.end, "agora"),))
    shown = finding(STORY, "AGORA", fix=fix, related=(Related(find(STORY, "SOCORRO")),))
    for language, message, related in (
        ("en", "1 shouted word(s)", "line 3"),
        ("pt", "1 palavra(s) aos gritos", "linha 3"),
    ):
        (entry,) = present(STORY, shown, language=language)
        assert entry["message"] == message
        assert entry["severity"] == "error"
        assert entry.related[0].message == related
        assert entry.fix == fix


def test_finding_fingerprints_are_unchanged_by_moved_lines() -> None:
    twice = f"{STORY}\n{STORY}"
    first = finding(twice, "SOCORRO")
    last = Finding(
        "TOY001", Span(twice.rindex("SOCORRO"), twice.rindex("SOCORRO") + 7), {"count": 1}
    )
    prints = [entry["fingerprint"] for entry in present(twice, first, last, first)]
    assert len(set(prints)) == 3
    moved = "\n\n" + twice.replace(" ", "\n")
    again = [
        Finding("TOY001", Span(at, at + 7), {"count": 1})
        for at in (moved.index("SOCORRO"), moved.rindex("SOCORRO"))
    ]
    assert [entry["fingerprint"] for entry in present(moved, *again)] == prints[:2]


def marks(text: str, *findings: Finding, **companions: str) -> list[tuple[object, ...]]:
    """(role, finding, related, marked text, what stands before it) of every mark."""
    owner = document(text)
    others = {role: document(other) for role, other in companions.items()}
    owner = replace(owner, companions=others)
    aligned = {role: align_documents(owner, other) for role, other in others.items()}
    shown = Presenter(owner, {"TOY001": plugins().rules["TOY001"]()}, "pt").whole_texts(
        findings, aligned
    )
    assert [side["role"] for side in shown["sides"]] == ["text", *companions]
    assert shown["bars"] == [[] for _ in findings]
    return [
        (
            side["role"],
            mark["finding"],
            mark["related"],
            sentence["text"][mark["start"] : mark["end"]],
            sentence["text"][: mark["start"]][-6:],
        )
        for side in shown["sides"]
        for sentence in side["sentences"]
        for mark in sentence["marks"]
    ]


def test_html_report_highlights_of_findings_are_offsets_in_the_sentence() -> None:
    text = "Uma frase.  Outra  frase\nque se\nparte. E uma terceira"
    twice = finding(text, "que se\nparte. E uma", related=(Related(find(text, "Uma")),))
    end = Span(len(text), len(text))
    missing = Finding("TOY001", end, {}, sentence=2)
    assert marks(text, twice, missing) == [
        ("text", 0, 0, "Uma", ""),
        ("text", 0, None, "que se parte.", "frase "),
        ("text", 0, None, "E uma", ""),
        ("text", 1, None, "", "rceira"),
    ]


def test_html_report_highlights_of_a_reference_translation_have_right_offsets() -> None:
    text, reference = "Uma frase. Outra frase.", "Uma só frase. Outra frase."
    there = Related(find(reference, "só"), "reference")
    shown = finding(text, "Uma", related=(there,))
    assert marks(text, shown, reference=reference) == [
        ("text", 0, None, "Uma", ""),
        ("reference", 0, 0, "só", "Uma "),
    ]
    outside = Finding("TOY001", Span(10, 11), {})
    assert marks("Uma frase.   Outra frase.", outside) == []


def test_finding_outside_every_sentence_has_a_fingerprint() -> None:
    text = "<!-- textlint-pt-disable-file RED -->\nUma frase.\n"
    (entry,) = present(text, finding(text, "<!-- textlint-pt-disable-file RED -->"))
    assert entry["sentence"] is None
    assert len(str(entry["fingerprint"])) == 16


@pytest.mark.parametrize("values", [[1.0, None]])
def test_report_lists_the_metric_values_of_each_sentence_with_its_position(
    values: list[float | None],
) -> None:
    text = "Uma frase.\nOutra frase."
    rows = measures(document(text), {"acceptability": values})
    assert [row["acceptability"] for row in rows] == values
    place = {"sentence": 1, "start": 11, "end": 23, "line": 2}
    assert rows[1] == {**place, "kind": "paragraph", "acceptability": None}


@pytest.mark.parametrize("place", ["before", "after"])
def test_finding_fingerprint_does_not_depend_on_neighbouring_sentences(place: str) -> None:
    parts = ["Um gato dormia.", "O homem gritou.", "A ponte abanou."]
    changed = [*parts]
    changed[0 if place == "before" else 2] = "Ninguém ouviu."
    prints = []
    for text in (" ".join(parts), " ".join(changed)):
        (entry,) = present(text, finding(text, "gritou", sentence=1))
        prints.append(entry["fingerprint"])
    assert prints[0] == prints[1]


def test_finding_fingerprint_does_not_depend_on_the_sentence_number() -> None:
    first, second = "O homem disse SOCORRO.", "A mulher gritou SOCORRO outra vez."
    both = f"{first} {second}"
    places = [Span(at, at + 7) for at in (both.index("SOCORRO"), both.rindex("SOCORRO"))]
    found = [Finding("TOY001", span, {"count": 1}, sentence=i) for i, span in enumerate(places)]
    one, other = (entry["fingerprint"] for entry in present(both, *found))
    (alone,) = present(second, finding(second, "SOCORRO"))
    assert alone["fingerprint"] == other != one

"""The text report: places, marks, and a breakdown that adds up."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.measurement import Partial
from textlint_pt.contract.metric import PROFILES
from textlint_pt.engine.scoring import score
from textlint_pt.reporters.concise import Concise
from textlint_pt.reporters.messages import visible
from textlint_pt.reporters.report import (
    DIMENSIONS,
    CostlyDict,
    DocumentDict,
    FindingDict,
    RelatedDict,
    Report,
    ScoreDict,
    assemble,
)
from textlint_pt.reporters.report import failed as unread
from textlint_pt.reporters.text import Text, wrap

LONG = "Uma frase que de tão comprida não cabe numa linha e que por isso se parte, " * 3


def finding(**changes: object) -> FindingDict:
    base: FindingDict = {
        "code": "TOY001", "name": "toy.shout", "severity": "warning", "message": "grita",
        "start": 10, "end": 14, "line": 3, "column": 5, "end_line": 3, "end_column": 9,
        "sentence": 0, "evidence": {}, "fingerprint": "0" * 16, "related": [], "fix": None,
    }  # fmt: skip
    return {**base, **changes}  # type: ignore[typeddict-item]


def document(*findings: FindingDict, **changes: object) -> DocumentDict:
    base: DocumentDict = {
        "path": "a.txt", "sentences": 1, "words": 4, "language": "pt", "error": None,
        "score": {"total": None, "profile": "calibrated", "kind": None, "band": None,
                  "reason": "too-little-text", "partials": {}},
        "findings": list(findings), "notices": [],
        "excerpts": [[{"text": "Ela disse SIM.", "start": 10, "end": 13}] for _ in findings],
    }  # fmt: skip
    return {**base, **changes}  # type: ignore[typeddict-item]


def render(*documents: DocumentDict, language: str = "pt", concise: bool = False) -> str:
    report: Report = assemble(documents, "", "0")
    reporter = Concise() if concise else Text()
    return "".join(text for text, _ in reporter.render(report, language))


def related(start: int, line: int, path: str = "a.txt", role: str = "text") -> RelatedDict:
    return {
        "path": path, "role": role, "start": start, "end": start + 3, "line": line, "column": 1,
        "end_line": line, "end_column": 4, "message": "antes",
    }  # fmt: skip


def test_the_mark_stands_under_the_words() -> None:
    lines = render(document(finding())).splitlines()
    assert lines[:4] == [
        "a.txt:3:5: TOY001 toy.shout: grita",
        "  |",
        "3 | Ela disse SIM.",
        "  |           ^^^",
    ]


def test_line_numbers_of_all_places_are_aligned() -> None:
    excerpts = [
        {"text": "Ela disse SIM.", "start": 10, "end": 13},
        {"text": "Ele não.", "start": 0, "end": 3},
    ]
    shown = finding(related=[related(0, 120, "ref.txt", "reference")])
    assert render(document(shown, excerpts=[excerpts])).splitlines()[1:7] == [
        "    |",
        "  3 | Ela disse SIM.",
        "    |           ^^^",
        "    = ref.txt:120:1: antes",
        "120 | Ele não.",
        "    | ---",
    ]


def test_a_related_place_in_the_same_sentence_is_marked_in_one_quote() -> None:
    excerpts = [
        {"text": "SIM, disse, SIM.", "start": 12, "end": 15},
        {"text": "SIM, disse, SIM.", "start": 0, "end": 3},
    ]
    shown = finding(start=112, end=115, related=[related(100, 3)])
    assert render(document(shown, excerpts=[excerpts])).splitlines()[1:6] == [
        "  |",
        "3 | SIM, disse, SIM.",
        "  | ---         ^^^",
        "  = a.txt:3:1: antes",
        "",
    ]
    twin = finding(start=112, end=115, related=[related(300, 9)])
    assert "9 | SIM, disse, SIM." in render(document(twin, excerpts=[excerpts]))


def test_a_long_sentence_is_wrapped_with_its_mark_on_every_line() -> None:
    quote = {"text": LONG, "start": 80, "end": 200}
    lines = render(document(finding(), excerpts=[[quote]])).splitlines()
    marked = "".join(
        above[i]
        for above, under in itertools.pairwise(lines)
        for i, sign in enumerate(under)
        if sign == "^"
    )
    assert marked.replace(" ", "") == LONG[80:200].replace(" ", "")
    assert all(len(line) <= 100 for line in lines)


def test_marks_count_columns_and_not_characters() -> None:
    quote = {"text": "👍 e\u0301 漢 SIM", "start": 7, "end": 10}
    lines = render(document(finding(), excerpts=[[quote]])).splitlines()
    assert lines[3] == "  | " + " " * 8 + "^^^"


@pytest.mark.parametrize(("columns", "most"), [(None, 96), (10, 40), (60, 60), (140, 140)])
def test_quotes_and_the_breakdown_fit_the_columns(columns: int | None, most: int) -> None:
    quote = {"text": LONG.replace("comprida", "長い"), "start": 80, "end": 200}
    shown = entry("calibrated", {"redundancy": (0.5, 1.0)})
    shown["partials"]["redundancy"]["formula"] = LONG.strip()
    found = document(finding(line=7), excerpts=[[quote]], score=shown)
    reporter = Text()
    reporter.columns = columns
    text = "".join(text for text, _ in reporter.render(assemble([found], "", "0"), "pt"))
    lines = text.splitlines()
    quoted = [line for line in lines if line.startswith(("7 |", "  |"))]
    assert most - 20 < max(len(line) + line.count("長い") * 2 for line in quoted) <= most
    breakdown = list(itertools.dropwhile(lambda line: "50,0  " not in line, lines))[:-1]
    assert " ".join(line.strip() for line in breakdown).endswith(LONG.strip())
    if columns:
        assert max(map(len, breakdown)) <= most
    else:
        assert len(breakdown) == 1


@given(st.text(alphabet="ab ", max_size=80), st.integers(1, 12))
def test_wrapped_ranges_are_the_text_without_the_spaces_at_breaks(text: str, width: int) -> None:
    ranges = wrap(text, width)
    assert all(end - start <= width for start, end in ranges)
    assert ranges[0][0] == 0
    assert ranges[-1][1] == len(text)
    for (_, end), (start, _) in itertools.pairwise(ranges):
        assert text[end:start] in ("", " ")


PARTIALS = st.dictionaries(
    st.sampled_from(DIMENSIONS),
    st.tuples(st.one_of(st.none(), st.floats(0, 1)), st.floats(0.1, 3)),
    min_size=1,
)


def entry(profile: str, values: dict[str, tuple[float | None, float]]) -> ScoreDict:
    partials = {
        name: (Partial(value, (0.0, 1.0), "f", reason=None if value else "r"), weight)
        for name, (value, weight) in values.items()
    }
    total = score(profile, partials, 10, 100)
    return {
        "total": total.total, "profile": profile, "kind": "news",
        "band": total.band, "reason": total.reason,
        "partials": {
            name: {
                "value": share.partial.value, "range": [0.0, 1.0], "weight": share.weight,
                "loss": share.loss, "formula": "f", "inputs": {}, "reason": share.partial.reason,
                "costs": [],
            }
            for name, share in total.shares.items()
        },
    }  # fmt: skip


@pytest.mark.parametrize("language", ["pt", "en"])
@given(values=PARTIALS)
def test_the_losses_shown_add_up_to_the_total_shown(
    language: str, values: dict[str, tuple[float | None, float]]
) -> None:
    shown = entry("calibrated", values)
    if shown["total"] is None:
        return
    text = render(document(score=shown), language=language)
    number = r"(-?\d+[.,]\d)"
    total = float(re.search(number + "/100", text)[1].replace(",", "."))  # type: ignore[index]
    losses = [
        float(loss.replace(",", "."))
        for loss in re.findall(rf"^  \w+ +{number}  ", text, re.MULTILINE)
    ]
    assert len(losses) == sum(value is not None for value, _ in values.values())
    assert round(100 + sum(losses), 6) == total
    assert ("," if language == "en" else ".") not in "".join(re.findall(number, text))


def test_a_dimension_that_could_not_be_measured_says_why() -> None:
    shown = entry("calibrated", {"redundancy": (0.5, 1.0), "focus": (None, 1.0)})
    text = render(document(score=shown), language="en")
    assert "  redundancy     -50.0  0.500 = f\n" in text
    assert "  focus              -  r\n" in text


def test_the_published_profile_shows_its_terms() -> None:
    assert "gruen" in PROFILES
    shown = entry("gruen", {"grammaticality": (0.75, 1.0), "redundancy": (-0.25, 1.0)})
    text = render(document(score=shown), language="en")
    assert "score 50.0/100 (medium, gruen)" in text
    assert "  grammaticality   +0.7500  0.750 = f\n" in text
    assert "  redundancy       -0.2500  -0.250 = f\n" in text


COSTLY: CostlyDict = {
    "sentence": 4, "line": 7, "loss": 0.3, "reasons": ["foco: longe", "gramaticalidade: GRA101"],
    "text": "Uma frase que custa muito.",
}  # fmt: skip


def test_a_score_under_97_is_never_nothing_to_report() -> None:
    low = entry("calibrated", {"focus": (0.61, 1.0)})
    text = render(document(score=low, costliest=[COSTLY]))
    assert "a.txt: 0 achados; nota 61,0/100 (média, calibrated; comparada com notícias)" in text
    assert "  frases que mais custam:\n   -30,0  7 | Uma frase que custa muito.\n" in text
    assert "= foco: longe; gramaticalidade: GRA101\n" in text
    high = entry("calibrated", {"focus": (0.98, 1.0)})
    assert "a.txt: nada a apontar; nota 98,0/100" in render(document(score=high))


def test_what_costs_less_than_is_shown_is_not_listed() -> None:
    shown = entry("calibrated", {"focus": (0.9, 1.0)})
    slight: CostlyDict = {**COSTLY, "loss": 0.0004}
    assert "custam" not in render(document(score=shown, costliest=[slight]))


def test_an_unreadable_document_is_left_to_standard_error() -> None:
    assert render(unread("b.txt", "b.txt: broken", "calibrated")) == ""
    both = render(document(finding()), unread("b.txt", "b.txt: broken", "calibrated"))
    assert both.endswith("1 achado em 1 documento\n")


@pytest.mark.parametrize("concise", [True, False])
def test_what_is_shown_cannot_steer_the_terminal(concise: bool) -> None:
    evil = "\x1b[2J\r\n\x07\x9b1m\u202e"
    shown = document(
        finding(message=evil, related=[related(0, 1, path=evil)]),
        path=evil,
        notices=[{"code": "x", "message": evil}],
        excerpts=[[{"text": evil, "start": 0, "end": 3}, {"text": evil, "start": 0, "end": 3}]],
    )
    text = render(shown, concise=concise)
    assert "␛[2J␍␊␇�1m�" in text
    assert not set(evil.replace("[2J", "").replace("1m", "").replace("\n", "")) & set(text)


@given(st.text())
def test_visible_keeps_the_length_and_is_one_line(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert visible(shown) == shown
    if text.isprintable() and text.isascii():
        assert shown == text

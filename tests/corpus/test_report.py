"""`corpus report` and `corpus plot`: the numbers behind the figures, and the page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import stats

from textlint_pt.cli import main
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import tables
from textlint_pt.corpus.report import figures, statistics
from textlint_pt.corpus.report import page as pages
from textlint_pt.corpus.report.drawing import ticks
from textlint_pt.corpus.report.page import WORDS, Collection, page, png, svg
from textlint_pt.corpus.report.scores import Scores
from textlint_pt.reporters.html.words import Words

HOSTILE = "<b>O rio</b> & mar"


def row(number: int, **more: Any) -> dict[str, Any]:
    rng = np.random.default_rng(number)
    redundancy = float(rng.uniform(0.2, 1))
    return {
        "id": f"d{number}",
        "path": f"{'ab'[number % 2]}/t.jsonl",
        "words": 40 + 7 * number,
        "kind": ("news", "manual", None)[number % 3],
        "score": redundancy * 0.9,
        "focus": 0.9,
        "redundancy": redundancy,
        "findings": [],
        "costliest": [
            {
                "sentence": 1,
                "line": 2,
                "loss": 0.03,
                "reasons": ["eco"],
                "text": "<b>O rio</b> & mar",
            }
        ],
        "signature": "s",
        "step": number * 10,
        **more,
    }


ROWS = [row(n) for n in range(60)] + [
    row(60, score=None, redundancy=None, focus=None, reason="too-little-text", costliest=[])
]


def table(path: Path, rows: list[dict[str, Any]]) -> str:
    schema = tables.documents(["redundancy", "focus"], {"step": pa.int64()})
    tables.write(str(path), schema, [rows], {"signature": "profile:calibrated"})
    return str(path)


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> str:
    return table(tmp_path_factory.mktemp("scores") / "s.parquet", ROWS)


class Tree(HTMLParser):
    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.said += data


def test_box_plot_and_correlation_statistics_match_textbook_values() -> None:
    values = np.array([1.0, 2, 2, 3, 4, 7, 30])
    found = statistics.box(values)
    assert found == (1, 2, 3, 5.5, 7)
    other = np.array([2.0, 1, np.nan, 9, 9, 11, 8])
    expected = stats.spearmanr(values, other, nan_policy="omit").statistic
    assert statistics.spearman(values, other) == pytest.approx(expected)
    assert statistics.spearman(values, np.ones(7)) is None
    bands = statistics.bands(np.arange(100.0), np.arange(100.0) * 2)
    assert [band.number for band in bands] == [10] * 10
    assert bands[0].median == 9


def test_confidence_interval_of_a_median_score_matches_a_sampled_bootstrap() -> None:
    rng = np.random.default_rng(3)
    for size in (9, 40, 301):
        values = rng.normal(size=size)
        found = statistics.median_interval(values)
        drawn = stats.bootstrap(
            (values,), np.median, method="percentile", n_resamples=4000, rng=rng
        ).confidence_interval
        assert found == pytest.approx((drawn.low, drawn.high), abs=0.35 * np.ptp(found))
        assert found[0] <= np.median(values) <= found[1]
    assert statistics.median_interval(np.array([0.5])) == (0.5, 0.5)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.2, 0), (0, 7475), (5, 5.001)])
def test_corpus_plot_axis_ticks_are_few_and_inside_the_value_range(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


#: shapes of `drawn_figures`, a line each; who changes a drawing looks at it and writes them again
SHAPES = Path(__file__).with_name("shapes.txt")


def drawn_figures() -> str:
    """Each kind of figure of a few values: its shapes, the rows of its table and its note."""
    words, over = Words("en", WORDS), np.arange(101.0)
    some = np.array([0.0, 0.2, 0.25, 0.5, 0.55, 0.6, 0.9])
    outside = np.array([-0.5, 0.5, 0.5, 0.5, 0.55, 0.6, 7.0])
    groups = [("some", some), ("outside", outside)]
    columns = [*groups, ("minus", -some), ("same", np.ones(7))]
    found = (
        figures.histogram("Groups", "score", groups, words),
        figures.histogram("All", "score", groups[:1], words),
        figures.boxes("Boxes", "score", groups, words),
        figures.correlation("Columns", columns, words),
        figures.trend("Few", "step", "score", over[:10], over[:10] ** 2 / 100, words),
        figures.trend("Many", "step", "score", over, np.cos(over / 9), words),
        figures.trend("None", "step", "score", over[:4], over[:4], words),
        figures.trend("Same", "step", "score", np.ones(9), over[:9] / 9, words),
    )
    lines: list[str] = []
    for figure in filter(None, found):
        lines += re.sub(r">(?=<\w)", ">\n", str(figure.drawing)).split("\n")
        lines += [" | ".join(row) for row in (figure.head, *figure.rows)]
    return "\n".join(lines) + "\n"


def test_corpus_report_plots_match_the_stored_snapshot() -> None:
    assert drawn_figures() == SHAPES.read_text("utf-8")


def test_corpus_statistics_skip_nan_and_are_none_for_too_few_values() -> None:
    values = np.array([1.0, np.nan, 3.0, np.inf])
    assert statistics.finite(values).tolist() == [1.0, 3.0]
    assert statistics.line(np.ones(3), np.arange(3.0)) is None
    assert statistics.line(np.arange(3.0), np.arange(3.0) * 2 + 1) == pytest.approx((2, 1))
    same = statistics.bands(np.ones(4), np.arange(4.0))
    assert same == [(1.0, 0.75, 1.5, 2.25, 4)]
    assert statistics.spearman(np.arange(2.0), np.arange(2.0)) is None
    assert statistics.spearman(np.arange(3.0), np.array([1.0, 0.0, 5.0])) == pytest.approx(0.5)


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("by", [None, "kind", "step", "folder"])
def test_corpus_html_report_is_accessible_and_self_contained(
    by: str | None, language: str, scores: str
) -> None:
    written = "".join(page(Collection(Scores(scores), by, language)))
    tree = Tree(written)
    tags = [tag for tag, _ in tree.tags]
    assert "http" not in written.replace("http-equiv", "")
    assert " style=" not in written
    assert "<b>O rio" not in written
    assert "<b>O rio</b> & mar" in tree.said
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    names = [attributes["id"] for _, attributes in tree.tags if "id" in attributes]
    assert len(names) == len(set(names))
    drawings = [attributes for tag, attributes in tree.tags if tag == "svg"]
    assert all(drawing["role"] == "img" and drawing["aria-label"] for drawing in drawings)
    assert tags.count("figure") == tags.count("details") - 1 == len(drawings)  # and the signature
    assert ("groups" in names) == (by is not None)
    assert ("trends" in names) == (by == "step")
    assert "NaN" not in written
    assert "nan" not in re.sub(r"[a-z]*nan[a-z]+|[a-z]+nan[a-z]*", "", tree.said)
    assert language == "en" or "texto curto demais" in tree.said


def test_corpus_report_lists_worst_documents_before_best(scores: str) -> None:
    said = Tree("".join(page(Collection(Scores(scores), None, "en")))).said
    order = sorted((one for one in ROWS if one["score"] is not None), key=lambda r: r["score"])
    worst, best = said.split("Lowest scores")[1].split("Highest scores")
    assert worst.index(order[0]["id"]) < worst.index(order[1]["id"])
    assert best.index(order[-1]["id"]) < best.index(order[-2]["id"])
    assert order[-1]["id"] not in worst.replace("\n", " ").split()


def test_corpus_report_groups_documents_by_the_chosen_column(scores: str) -> None:
    table = Scores(scores)
    kinds = table.group("kind")
    assert list(kinds.names) == ["news", "manual"]
    assert np.bincount(kinds.codes + 1).tolist() == [20, 21, 20]
    assert list(table.group("folder").names) == ["a", "b"]
    steps = table.group("step")
    assert steps.order is not None
    assert len(steps.names) == 8
    many = table.group("id")
    assert many.has_rest
    assert len(many.names) == 12


def test_corpus_report_lists_groups_with_no_significant_score_difference(tmp_path: Path) -> None:
    def group(name: str, score: float, size: int) -> list[dict[str, Any]]:
        return [
            row(n, path=f"{name}/t.jsonl", score=score + (n % 7 - 3) / 100) for n in range(size)
        ]

    rows = [*group("good", 0.9, 30), *group("fair", 0.895, 30), *group("poor", 0.4, 30)]
    rows += group("lone", 0.2, 1)  # of one document nothing is known
    scores = Scores(table(tmp_path / "s.parquet", rows))
    said = Tree("".join(page(Collection(scores, "folder", "en")))).said
    cells = said[said.index("does not differ from") :].split("\n\n")[0]
    assert "fair, lone" in cells and "good, lone" in cells
    assert "poor, " not in cells
    assert "fair, good, poor" in cells


@pytest.mark.parametrize("figure", list(pages.PLOTS))
@pytest.mark.parametrize("by", [None, "step"])
def test_every_corpus_report_plot_has_an_image_and_a_data_table(
    figure: str, by: str | None, scores: str
) -> None:
    drawn = pages.PLOTS[figure](Collection(Scores(scores), by, "pt"), "redundancy")
    assert drawn is not None
    assert drawn.rows
    assert all(len(row) == len(drawn.head) for row in drawn.rows)
    assert "var(" not in svg(drawn)
    root = ET.fromstring(svg(drawn))
    height = float(root.attrib["viewBox"].split()[3])
    for line in root.iter("{http://www.w3.org/2000/svg}line"):
        assert all(0 <= float(line.attrib[y]) <= height for y in ("y1", "y2"))


def test_corpus_score_histogram_counts_every_document(scores: str) -> None:
    figure = Collection(Scores(scores), None, "en").histogram("score")
    assert sum(float(row[2].split()[0]) for row in figure.rows) == pytest.approx(100, abs=1)


def test_corpus_plot_saved_as_png_is_a_valid_png_image(scores: str) -> None:
    data = png(Collection(Scores(scores), None, "pt").boxes("score"))
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1280


@pytest.mark.parametrize("rows", [[], [ROWS[-1]], [ROWS[0]], [ROWS[0]] * 3, ROWS[:5]])
def test_corpus_html_report_is_written_for_few_or_no_documents(
    rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    path = table(tmp_path / "few.parquet", rows)
    for by in (None, "kind", "step"):
        assert "</html>" in "".join(page(Collection(Scores(path), by, "pt")))


def test_corpus_plot_that_cannot_be_drawn_is_refused_in_one_line(
    scores: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(UserError, match="not a table of `corpus score`"):
        Scores(str(other))
    with pytest.raises(UserError, match='no column "kinds" \\(did you mean "kind"'):
        Collection(Scores(scores), "kinds", "en")
    with pytest.raises(UserError, match="neither texts nor numbers"):
        Collection(Scores(scores), "costliest", "en")
    with pytest.raises(UserError, match="not a column of numbers"):
        Collection(Scores(scores), None, "en").histogram("kind")
    with pytest.raises(UserError, match="has no numbers to go by"):
        Collection(Scores(scores), "kind", "en").trend("score")


def test_corpus_report_command_writes_html_and_plot_command_an_image(
    scores: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words, status in (
        (["report", scores, "--out", "r.html", "--by", "step", "--language", "en"], 0),
        (["report", scores, "--out", "r.pdf"], 2),
        (["plot", scores, "box", "--of", "focus", "--out", "f.svg"], 0),
        (["plot", scores, "box", "--out", "f.pdf"], 2),
        (["plot", scores, "pie", "--out", "f.svg"], 2),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["corpus", *words])
        assert (ended.value.code or 0) == status, words
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "f.svg").read_text("utf-8").startswith("<svg")
    assert capsys.readouterr().err.count("\n") == 3

"""`corpus filter`: conditions, what they keep, and why the rest goes."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import tables
from textlint_pt.corpus.filtering import Filter

ROWS = [
    {"id": "a", "score": 0.9, "redundancy": 0.95, "words": 100, "kind": "news"},
    {"id": "b", "score": 0.8, "redundancy": 0.5, "words": 900, "kind": "manual"},
    {"id": "c", "score": 0.2, "redundancy": 0.99, "words": 300, "findings": [("GRA404", 3)]},
    {"id": "d", "words": 3, "reason": "too-little-text", "findings": [("GRA404", 1)]},
]


@pytest.fixture
def scores(tmp_path: Path) -> str:
    path = str(tmp_path / "s.parquet")
    tables.write(path, tables.documents(["redundancy"]), [ROWS], {"version": "1"})
    return path


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        ("score > .5", "ab"),
        ("score > .5 and redundancy > .9", "a"),
        ("score < .5 or words < 200", "acd"),
        ("not score > .5", "c"),
        (".1 < score <= .8", "bc"),
        ('kind == "news"', "a"),
        ('kind in ("news", "manual")', "ab"),
        ("score is None", "d"),
        ("score is not None and words * 2 > 500", "bc"),
        ('findings["GRA404"] > 2', "c"),
        ('findings["GRA404"] == 0', "ab"),
        ("score > -1", "abc"),
    ],
)
def test_what_is_kept(where: str, kept: str, scores: str) -> None:
    found = Filter(scores, where)
    assert "".join(row.id for row in found.rows() if row.kept) == kept
    assert found.kept == len(kept)
    assert found.gone.total() == 4 - len(kept)


def test_why_the_others_went(scores: str) -> None:
    found = Filter(scores, "score > .5 and redundancy > .9")
    assert [row.number for row in found.rows()] == [0, 1, 2, 3]
    assert found.gone == {"score > 0.5": 1, "score > 0.5 (null)": 1, "redundancy > 0.9": 1}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("scor > .5", 'no column "scor" (did you mean "score"?)'),
        ("score >", "invalid syntax"),
        ("open('x')", "is not understood"),
        ("score is 3", "`is` goes with None"),
        ("kind in score", "`in` goes with values"),
        ("kind > 3", "cannot be computed"),
        ("", "invalid syntax"),
        ("(" * 3000, "too long"),
        ("score < 1" + "0" * 99, "too large"),
    ],
)
def test_a_wrong_condition_is_one_line(where: str, said: str, scores: str) -> None:
    with pytest.raises(UserError) as error:
        list(Filter(scores, where).rows())
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_another_table_is_refused(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), tmp_path / "x.parquet")
    with pytest.raises(UserError, match="not a table of `corpus score`"):
        Filter(str(tmp_path / "x.parquet"), "x > 1")
    with pytest.raises(UserError, match="no such file"):
        Filter(str(tmp_path / "none.parquet"), "x > 1")


def test_the_job_stands_in_the_table(scores: str) -> None:
    assert tables.job_of(scores) == json.loads('{"version": "1"}')

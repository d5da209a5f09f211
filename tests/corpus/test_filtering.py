"""`corpus filter`: conditions, what they keep, and why the rest goes."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.cli import main
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import tables
from textlint_pt.corpus.filtering import Best, Filter, _quotas

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
        ("score <= 1 and words > 100", "bc"),
    ],
)
def test_corpus_filter_keeps_documents_that_meet_the_condition(
    where: str, kept: str, scores: str
) -> None:
    found = Filter(scores, where)
    assert "".join(row.id for row in found.rows() if row.kept) == kept
    assert found.kept == len(kept)
    assert found.removed.total() == 4 - len(kept)


def test_corpus_filter_counts_removed_documents_by_condition(scores: str) -> None:
    found = Filter(scores, "score > .5 and redundancy > .9")
    assert [row.number for row in found.rows()] == [0, 1, 2, 3]
    assert found.removed == {"score > 0.5": 1, "score > 0.5 (null)": 1, "redundancy > 0.9": 1}


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
        ("score > 90", "score goes up to 1 in tables, where terminals say 100: write 0.9 for 90"),
        ("words > 9 and (70 < redundancy or score < 1)", "write 0.7 for 70"),
    ],
)
def test_invalid_corpus_filter_condition_is_refused_in_one_line(
    where: str, said: str, scores: str
) -> None:
    with pytest.raises(UserError) as error:
        list(Filter(scores, where).rows())
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_corpus_filter_refuses_a_parquet_file_without_scores(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), tmp_path / "x.parquet")
    with pytest.raises(UserError, match="not a table of `corpus score`"):
        Filter(str(tmp_path / "x.parquet"), "x > 1")
    with pytest.raises(UserError, match="no such file"):
        Filter(str(tmp_path / "none.parquet"), "x > 1")


def test_corpus_score_table_records_its_settings(scores: str) -> None:
    assert tables.job_of(scores) == json.loads('{"version": "1"}')


@pytest.fixture
def many(tmp_path: Path) -> str:
    """Twelve news, the better the later, and four poor stories, of which one has no score."""
    rows: list[dict[str, object]] = [
        {
            "id": f"n{at:02}",
            "score": 0.5 + at / 100,
            "words": 100 if at % 2 else 1000,
            "kind": "news",
        }
        for at in range(12)
    ]
    rows += [{"id": f"s{at}", "score": at / 100, "words": 100, "kind": "story"} for at in range(3)]
    rows.append({"id": "s3", "words": 100, "kind": "story"})
    path = str(tmp_path / "m.parquet")
    tables.write(path, tables.documents([]), [rows], {"version": "1"})
    return path


def _kept(found: Filter) -> list[str]:
    return [row.id for row in found.rows() if row.kept]


def test_corpus_filter_keeps_the_given_share_of_best_documents(many: str) -> None:
    found = Filter(many, None, Best(0.2))
    assert _kept(found) == ["n09", "n10", "n11"]
    assert (found.kept, found.removed) == (3, {"--keep": 12, "score (null)": 1})
    assert _kept(Filter(many, 'kind == "story"', Best(2))) == ["s1", "s2"]
    assert len(_kept(Filter(many, None, Best(5000)))) == 15


def test_corpus_filter_balance_option_keeps_the_shares_of_genres_and_lengths(many: str) -> None:
    assert _kept(Filter(many, None, Best(5, balance=["kind"]))) == [
        "n08",
        "n09",
        "n10",
        "n11",
        "s2",
    ]
    kept = _kept(Filter(many, 'kind == "news"', Best(0.5, balance=["kind", "length"])))
    assert kept == ["n06", "n07", "n08", "n09", "n10", "n11"]
    assert sum(int(name[1:]) % 2 for name in kept) == 3


def test_corpus_filter_with_random_rank_keeps_the_requested_number_of_documents(many: str) -> None:
    drawn = [_kept(Filter(many, None, Best(6, "random", seed=seed))) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(one) for one in drawn] == [6, 6, 6]
    assert _kept(Filter(many, None, Best(6))) not in drawn


def test_corpus_filter_keeps_the_best_of_near_duplicate_documents(
    many: str, tmp_path: Path
) -> None:
    pairs = [("n10", "n11", True, False), ("n00", "n01", True, False), ("n11", "x", True, True)]
    pairs.append(("n08", "n09", False, False))  # a passage in common is no copy
    lines = [
        {"id": one, "other": {"id": other}, "near_duplicate": near, "in_reference": reference}
        for one, other, near, reference in pairs
    ]
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    found = Filter(many, 'kind == "news"', Best(3, copies=str(file)))
    assert _kept(found) == ["n08", "n09", "n11"]
    assert found.removed == {"kind == 'news'": 4, "--copies": 2, "--keep": 7}


@pytest.mark.parametrize(
    ("best", "said"),
    [
        (Best(0), "--keep: 0 is neither a share"),
        (Best(1.5), "--keep: 1.5 is neither a share"),
        (Best(0.5, "kind"), "--rank: kind is no column of numbers"),
        (Best(0.5, "scor"), '--rank: no column "scor" (did you mean "score"?)'),
        (Best(0.5, balance=["knd"]), '--balance: no column "knd" (did you mean "kind"?)'),
        (Best(0.5, copies="nowhere.jsonl"), "nowhere.jsonl: No such file"),
        (Best(0.5, copies=__file__), "not what `corpus duplicates --out` writes"),
    ],
)
def test_wrong_corpus_filter_keep_or_rank_is_refused(best: Best, said: str, many: str) -> None:
    with pytest.raises(UserError) as error:
        _kept(Filter(many, None, best))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=9), st.floats(0, 1))
def test_corpus_filter_quotas_add_up_to_the_number_kept(sizes: list[int], share: float) -> None:
    wanted = dict(enumerate(sizes))
    found = _quotas(wanted, share)
    assert sum(found.values()) == round(sum(size * share for size in sizes))
    assert all(abs(found[part] - size * share) < 1 for part, size in wanted.items())
    assert all(0 <= found[part] <= size for part, size in wanted.items())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rank", "words"], "--rank and --balance go with --keep"),
        (["--where", "score > 0", "--balance", "kind"], "--rank and --balance go with --keep"),
        ([], "nothing to filter by"),
    ],
)
def test_corpus_filter_option_without_effect_is_refused(
    options: list[str], said: str, many: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["corpus", "filter", many, *options, "--language", "en"])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_corpus_filter_command_prints_ids_of_the_best_documents(
    many: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["corpus", "filter", many, "--keep", "2", "--language", "en"])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    assert out == "n10\nn11\n"
    assert "13 are not among the best" in err

"""The race on a small scale: ours is a stand-in, the other network two layers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import inference as benchmark

pytest.importorskip("torch")
pytest.importorskip("onnx")

SHAPE = benchmark.Shape(layers=2, width=16, heads=2, inner=32, pieces=60, positions=24)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> benchmark.Large:
    return benchmark.Large(SHAPE, tmp_path_factory.mktemp("large"))


def test_the_other_network_takes_any_shape(large: benchmark.Large) -> None:
    session = large._session
    assert session.get_session_options().intra_op_num_threads == 1
    ids = np.arange(5, 17).reshape(2, 6)
    together = session.run(None, {"ids": ids, "places": np.array([1, 4])})[0]
    assert together.shape == (2, SHAPE.pieces)
    alone = session.run(None, {"ids": ids[1:], "places": np.array([4])})[0]
    assert together[1] == pytest.approx(alone[0], abs=1e-5)


def test_every_piece_is_masked_in_turn(
    large: benchmark.Large, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[np.ndarray, np.ndarray]] = []  # type: ignore[type-arg]
    monkeypatch.setattr(large, "_run", lambda *both: given.append(both))
    ids = np.array([9, 6, 7, 8])
    large.pseudo_log_likelihood(ids)
    large.single(ids)
    (copies, places), (single, _) = given
    assert copies.tolist() == [[9, 4, 7, 8], [9, 6, 4, 8]]
    assert places.tolist() == [1, 2]
    assert single.tolist() == [[9, 6, 7, 8]]


def test_row(
    large: benchmark.Large,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "own.jsonl"
    rows = [{"doc": "1", "pt_PT": f"A casa número {i} está vazia."} for i in range(9)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    read: list[str] = []
    monkeypatch.setattr(benchmark, "own", lambda _: benchmark.Own(read.append, lambda text: 40))
    monkeypatch.setattr(benchmark, "Large", lambda *_: large)
    monkeypatch.setattr(benchmark, "STARTS", 1)
    benchmark.main([str(path), "--sentences", "4", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "inference"
    (row,) = printed["rows"]
    assert (row["system"], row["set"], row["n"]) == ("ours", "own", 4)
    keys = ("ratio_single", "ratio_pll", "cpu_single", "cpu_pll", "ms", "cold_s", "rss_mb")
    assert all(row[key] > 0 for key in keys)
    assert row["ratio_pll"] > row["ratio_single"]
    # in turn with each of the other's two, the first sentence once more to warm up
    assert len(read) == 10 and len(set(read)) == 4


def test_no_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="no encoder"):
        benchmark.own(tmp_path)
    monkeypatch.setattr(benchmark, "_FIRST", "raise SystemExit('no model')")
    with pytest.raises(SystemExit, match="inference: no model"):
        benchmark.cold("Chove.", None)

"""`corpus score`: what is read, what is written, and that a run that was ended goes on."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import os
import random
import signal
import tarfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import program
from tests.toys import STORY
from textlint_pt.companions.input import Wanted
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import reading, scoring, tables
from textlint_pt.corpus.engines import Batch, Processes
from textlint_pt.corpus.journal import Journal
from textlint_pt.corpus.reading import Fields, Reader, Record
from textlint_pt.corpus.rows import Rows, pack
from textlint_pt.corpus.work import Scoring, prepare, rows_of
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.session import Order
from textlint_pt.formats import decoding
from textlint_pt.registry.plugins import load
from textlint_pt.text.variants import variant_of_text

#: needs no model
LAYERS = [Layer("test", {"preset": "generated", "select": ["RED001", "RED004"], "language": "en"})]
FORMATS = frozenset((".txt", ".md"))


class Here:
    """An engine in this process, which may end in the middle."""

    def __init__(self, ends_after: int | None = None) -> None:
        self.ends_after = ends_after
        self.done = 0

    def run(
        self, batches: Iterable[Batch], scoring: Scoring, profile: str
    ) -> Iterator[tuple[int, bytes]]:
        do = prepare(scoring)
        for number, records in batches:
            if self.done == self.ends_after:
                raise KeyboardInterrupt
            self.done += 1
            yield number, rows_of(do(records))


@pytest.fixture(scope="module")
def linter() -> Linter:
    return Linter(load(third_party=False), LAYERS)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "MAX_DOCUMENTS", 2)


#: a story with a sentence twice
TWICE = f"{STORY}\nA água estava fria e escura.\n"


def write_rows(path: Path, number: int = 9) -> None:
    rows = [{"id": f"d{i}", "text": f"Dia {i}. {TWICE}"} for i in range(number)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def run(
    linter: Linter,
    folder: Path,
    engine: Any = None,
    out: str = "scores.parquet",
    overwrite: bool = False,
    fields: Fields = Fields(),  # noqa: B008
    inputs: Sequence[str] = ("rows.jsonl",),
) -> scoring.Outcome | None:
    to = scoring.outputs(str(folder / out), with_sentences=True, with_findings=True)
    work = Scoring(Order(LAYERS, False, wanted=Wanted(measures=True)), findings=True)
    given = [str(folder / name) for name in inputs]
    return scoring.score(given, to, linter, work, engine or Here(), fields, overwrite=overwrite)


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("scores*")}


def records(path: Path, fields: Fields = Fields()) -> list[Record]:  # noqa: B008
    return list(Reader([str(path)], fields, FORMATS))


# ------------------------------------------------------------------ what is written


def test_corpus_score_table_has_one_row_per_document(linter: Linter, tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl", 3)
    with (tmp_path / "rows.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "empty", "text": ""}\n{"id": "number", "text": 3}\n{no JSON\n')
    outcome = run(linter, tmp_path)
    assert outcome is not None
    assert (outcome.documents, sum(outcome.unscored.values()), outcome.errors) == (6, 3, 2)
    table = pq.read_table(tmp_path / "scores.parquet")
    first, *_, empty, number, bad = table.to_pylist()
    assert first["id"] == "d0"
    assert first["signature"] == linter.signature()
    assert first["score"] == pytest.approx(1 - first["redundancy_loss"])
    assert (first["language"], first["words"] > 60, first["error"]) == ("pt", True, None)
    assert (empty["score"], empty["reason"], empty["error"]) == (None, "empty", None)
    assert "row 5: the text is no text but int" in number["error"]
    assert bad["id"].endswith("rows.jsonl:6")
    errors = [
        json.loads(line) for line in (tmp_path / "scores.errors.jsonl").open(encoding="utf-8")
    ]
    assert [error["id"] for error in errors] == ["number", bad["id"]]
    sentences = pq.read_table(tmp_path / "scores.sentences.parquet")
    assert sentences.num_rows == sum(table["sentences"].to_pylist())
    findings = pq.read_table(tmp_path / "scores.findings.parquet").to_pylist()
    counted = sum(number for row in table["findings"].to_pylist() for _, number in row)
    assert counted == len(findings) > 0
    assert {one["code"] for one in findings} == {"RED001"}
    assert not (tmp_path / "scores.parquet.partial").exists()


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_corpus_score_keep_option_copies_input_columns_to_the_score_table(
    kind: str, linter: Linter, tmp_path: Path
) -> None:
    rows = [
        {"id": str(n), "text": "Olá.", "step": n * 10, "group": f"g{n}", "rate": (n, 0.5)[n % 2]}
        for n in range(3)
    ]
    path = tmp_path / f"rows.{kind}"
    if kind == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    elif kind == "csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)
    fields = Fields(keep=("step", "group", "rate"))
    assert run(linter, tmp_path, fields=fields, inputs=[path.name]) is not None
    table = pq.read_table(tmp_path / "scores.parquet")
    expected = [0, 10, 20] if kind != "csv" else ["0", "10", "20"]
    assert table["step"].to_pylist() == expected
    assert table["group"].to_pylist() == ["g0", "g1", "g2"]
    assert list(map(float, table["rate"].to_pylist())) == [0, 0.5, 2]
    with pytest.raises(UserError, match="has a column of that name already"):
        run(linter, tmp_path, fields=Fields(keep=("words",)), inputs=[path.name], out="o.parquet")


def test_repeated_document_ids_of_a_corpus_are_reported(linter: Linter, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": 1, "text": "Olá."}\n' * 3, encoding="utf-8")
    outcome = run(linter, tmp_path)
    assert outcome is not None
    assert (outcome.documents, outcome.errors) == (3, 2)
    assert outcome.first_error is not None
    assert 'the id "1" is that of another document' in outcome.first_error


def test_corpus_score_does_not_overwrite_the_score_table_of_other_inputs(
    linter: Linter, tmp_path: Path
) -> None:
    write_rows(tmp_path / "rows.jsonl", 2)
    run(linter, tmp_path)
    before = written(tmp_path)
    assert run(linter, tmp_path) is None  # done already
    stamp = (tmp_path / "rows.jsonl").stat().st_mtime_ns
    write_rows(tmp_path / "rows.jsonl", 3)
    os.utime(tmp_path / "rows.jsonl", ns=(stamp, stamp))  # within the grain of a clock
    with pytest.raises(UserError, match="of other inputs; --overwrite replaces it"):
        run(linter, tmp_path)
    assert written(tmp_path) == before
    outcome = run(linter, tmp_path, overwrite=True)
    assert outcome is not None and outcome.documents == 3
    (tmp_path / "scores.parquet").write_text("notes", encoding="utf-8")
    with pytest.raises(UserError, match="no Parquet table"):
        run(linter, tmp_path)


# ------------------------------------------------------------------ what was ended goes on


def test_corpus_score_resumes_after_a_kill_at_any_point(
    linter: Linter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a killed run leaves of its file, the tables are those of a run that was not."""
    write_rows(tmp_path / "rows.jsonl")
    partial = tmp_path / "scores.parquet.partial"
    monkeypatch.setattr(Journal, "remove", Journal.close)
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # the disk is slow, and does not fail
    run(linter, tmp_path)
    expected = written(tmp_path)
    whole = expected.pop(partial.name)
    points = random.Random(7).sample(range(len(whole)), 59)
    resumed = set()
    for point in [*points, len(whole)]:
        (tmp_path / "scores.parquet").unlink()
        partial.write_bytes(whole[:point])
        outcome = run(linter, tmp_path)
        assert outcome is not None
        resumed.add(outcome.resumed)
        found = written(tmp_path)
        assert found.pop(partial.name) == whole
        assert found == expected
    assert resumed >= {0, 2, 4, 6, 8, 9}
    (tmp_path / "scores.parquet").unlink()
    flipped = bytearray(whole)
    flipped[whole.index(b"tlp2", 1) + 4] ^= 1  # which batch it is
    partial.write_bytes(flipped)
    run(linter, tmp_path)
    assert written(tmp_path) == {**expected, partial.name: whole}


def test_corpus_score_table_does_not_depend_on_the_order_of_batches(
    linter: Linter, tmp_path: Path
) -> None:
    class Backwards(Here):
        def run(self, *arguments: Any) -> Iterator[tuple[int, bytes]]:
            yield from reversed(list(super().run(*arguments)))

    write_rows(tmp_path / "rows.jsonl")
    run(linter, tmp_path)
    expected = written(tmp_path)
    (tmp_path / "scores.parquet").unlink()
    run(linter, tmp_path, Backwards())
    assert written(tmp_path) == expected


def test_interrupted_corpus_score_does_not_repeat_finished_documents(
    linter: Linter, tmp_path: Path
) -> None:
    write_rows(tmp_path / "rows.jsonl")
    with pytest.raises(KeyboardInterrupt):
        run(linter, tmp_path, Here(ends_after=3))
    assert not (tmp_path / "scores.parquet").exists()
    with pytest.raises(UserError, match="not finished, of other inputs; --overwrite begins anew"):
        write_rows(tmp_path / "other.jsonl")
        run(linter, tmp_path, inputs=["other.jsonl"])
    again = Here()
    outcome = run(linter, tmp_path, again)
    assert outcome is not None
    assert (again.done, outcome.resumed, outcome.documents) == (2, 6, 9)


def test_corpus_score_keeps_finished_documents_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(str(tmp_path / "x.partial"))
    journal.restart({})
    journal.add(0, b"kept")
    size = Path(journal.path).stat().st_size

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(UserError, match="No space left on device; what is done is kept"):
            journal.add(1, b"lost")
    assert Path(journal.path).stat().st_size == size
    with pytest.raises(UserError, match="another run is writing it"):
        Journal(journal.path)
    journal.close()
    assert list(Journal(journal.path).done) == [0]


def test_full_disk_when_writing_the_score_table_is_reported_in_one_line(
    linter: Linter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rows.jsonl").write_text('{"text": "O rio corre."}\n', encoding="utf-8")

    def full(*_: Any) -> None:
        # as Arrow says it
        raise OSError(28, "Error writing bytes to file. Detail: [errno 28] No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(pq.ParquetWriter, "write_table", full)
        with pytest.raises(UserError) as failed:
            run(linter, tmp_path)
    said = "cannot be written: No space left on device; what is done is kept, run again"
    assert str(failed.value).endswith(f": {said}")
    outcome = run(linter, tmp_path)
    assert outcome is not None
    assert (outcome.resumed, outcome.documents) == (1, 1)


def test_killed_corpus_score_command_resumes_when_run_again(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl", 400)
    settings = ("--preset", "generated", "--select", "RED001", "--workers", "1", "--no-plugins")
    command = ("corpus", "score", "rows.jsonl", "--out", "s.parquet", *settings)
    partial = tmp_path / "s.parquet.partial"
    first = program(*command, cwd=tmp_path)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (partial.exists() and partial.stat().st_size > 3000):
        time.sleep(0.005)
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert program(*command, cwd=tmp_path).wait() == 0
    found = pq.read_table(tmp_path / "s.parquet")["id"].to_pylist()
    assert found == [f"d{i}" for i in range(400)]


# ------------------------------------------------------------------ workers


class Fatal(bytes):
    """A text that ends the process that receives it."""

    def __reduce__(self) -> Any:
        return exec, ("import os; os._exit(1)",)


def test_document_that_crashes_its_worker_is_reported_and_skipped() -> None:
    good = [Record("a.jsonl", str(i), STORY.encode(), ".txt") for i in range(2)]
    batch = [good[0], Record("a.jsonl", "fatal", Fatal(b"x"), ".txt"), good[1]]
    work = Scoring(Order(LAYERS, False), findings=False)
    (result,) = Processes(2).run([(4, batch)], work, "calibrated")
    number, data = result
    from textlint_pt.corpus.rows import unpack

    rows = unpack(data)
    assert number == 4
    assert [row["id"] for row in rows.documents] == ["0", "fatal", "1"]
    assert [row["score"] is None for row in rows.documents] == [False, True, False]
    assert [error["id"] for error in rows.errors] == ["fatal"]
    assert "ended the process that scored it" in rows.errors[0]["error"]


def test_corpus_score_command_with_invalid_settings_ends_with_an_error() -> None:
    work = Scoring(Order([Layer("test", {"preset": "nonsense"})], False), findings=False)
    do = prepare(work)
    assert isinstance(do([]).error, UserError)
    with pytest.raises(UserError, match="nonsense"):
        list(Processes(1).run([(0, [])], work, "calibrated"))


# ------------------------------------------------------------------ what is read


def rows_as(kind: str, folder: Path) -> Path:
    """The same two rows in a file of some kind."""
    rows = [{"id": "um", "text": "Olá."}, {"id": "dois", "text": 'Bom\n"dia".'}]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path = folder / f"rows{kind}"
    if ".csv" in kind or ".tsv" in kind:
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, ["id", "text"], delimiter="\t" if ".tsv" in kind else ";")
        writer.writeheader()
        writer.writerows(rows)
        lines = text.getvalue().encode()
    if kind == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif kind.endswith(".gz"):
        path.write_bytes(gzip.compress(lines))
    elif kind.endswith(".xz"):
        path.write_bytes(lzma.compress(lines))
    elif kind.endswith(".zst"):
        half = len(lines) // 2  # in two frames, as parallel programs write them
        packed = [pa.compress(part, "zstd", asbytes=True) for part in (lines[:half], lines[half:])]
        path.write_bytes(b"".join(packed))
    elif kind in (".tar", ".tgz"):
        with tarfile.open(path, "w:gz" if kind == ".tgz" else "w") as archive:
            for name, data in (("in/rows.jsonl", lines), ("in/x.png", b"\0")):
                member = tarfile.TarInfo(name)
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
    else:
        path.write_bytes(lines)
    return path


KINDS = (".jsonl", ".csv", ".tsv", ".parquet", ".jsonl.gz", ".csv.xz", ".jsonl.zst", ".tar", ".tgz")


@pytest.mark.parametrize("kind", KINDS)
def test_corpus_documents_are_read_alike_from_jsonl_csv_and_parquet(
    kind: str, tmp_path: Path
) -> None:
    found = records(rows_as(kind, tmp_path))
    assert [(one.id, one.error) for one in found] == [("um", None), ("dois", None)]
    assert [one.data.decode("utf-8-sig") for one in found] == ["Olá.", 'Bom\n"dia".']


def test_corpus_texts_in_folders_and_gzip_files_are_scored(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Olá", encoding="utf-8")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"Bom dia."))
    (tmp_path / "c.bin").write_bytes(b"\0")
    (tmp_path / "c.bin.gz").write_bytes(b"\0")
    (tmp_path / "scores.parquet").write_bytes(b"ours")
    ours = [str(tmp_path / "scores.parquet")]
    found = reading.files([str(tmp_path)], FORMATS, ours)
    assert [Path(path).name for path in found] == ["a.md", "b.txt.gz"]
    first, second = Reader(found, Fields(), FORMATS)
    assert (first.id, first.extension) == (found[0], None)
    assert (second.data, second.extension) == (b"Bom dia.", ".txt")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", b'{"body": "x"}\n', 'no column "text"; --text-field names another (body)'),
        ("a.csv", b"id,body\n1,x\n", 'no column "text"; --text-field names another (id, body)'),
        ("a.parquet", b"PAR1 no", "damaged: "),
        ("a.jsonl.gz", gzip.compress(b'{"text": "x"}\n' * 9, mtime=0)[:-9], "damaged after "),
        ("a.csv", b"id,text\n1,caf\xe9\n", "not UTF-8 after 0 documents"),
        ("a.tar", b"no archive" * 99, "damaged after 0 documents"),
        ("a.bin", b"\0", ".bin is not read; what is: "),
    ],
)
def test_corpus_file_that_cannot_be_read_is_an_error_of_one_line(
    name: str, content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    *_, last = records(tmp_path / name)
    assert last.id is None
    assert last.error is not None
    assert said in last.error
    assert "\n" not in last.error


def test_corpus_json_line_over_the_size_limit_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAXIMUM_ROW", 1000)
    rows = ["curto", "longo " * 1000, "curto"]
    lines = "".join(json.dumps({"text": text}) + "\n" for text in rows)
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    found = records(tmp_path / "a.jsonl")
    assert [one.error is None for one in found] == [True, False, True]
    assert "row 2: over the limit" in str(found[1].error)


TOO_LONG = "row 2: over the limit of 80 MB; split it"


@pytest.mark.parametrize(
    ("long", "said", "read"),
    [
        ("x" * 5000, TOO_LONG, 2),
        ('"' + "x, y " * 1000 + '"', TOO_LONG, 2),
        ('"' + "x" * 5000 + '\nfim"', "split it; the rows after it are not read", 1),
        ('"um\n' + "x" * 5000 + '"', TOO_LONG, 2),
        ('"' + "um verso\n" * 500 + '"', "split it; the rows after it are not read", 1),
    ],
)
def test_corpus_csv_row_over_the_size_limit_is_skipped(
    long: str, said: str, read: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAXIMUM_ROW", 1000)
    monkeypatch.setattr(reading, "MAXIMUM_BYTES", 300)
    rows = f'id,text\na,curto\nb,{long}\nc,"o ""fim"""\n'
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    found = records(tmp_path / "a.csv")
    assert [str(one.error).endswith(said) for one in found if one.error] == [True]
    assert [one.id for one in found if not one.error] == ["a", "c"][:read]


def test_deeply_nested_json_line_of_a_corpus_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "x"}\n' + "[" * 100_000 + '\n{"text": "y"}\n')
    found = records(tmp_path / "a.jsonl")
    assert [one.error is None for one in found] == [True, False, True]


def test_full_disk_error_for_a_parquet_file_omits_the_message_of_pyarrow(tmp_path: Path) -> None:
    table = tmp_path / "x.parquet"
    table.write_bytes(b"PAR1 as it was")

    def fill(name: str) -> None:
        raise OSError(28, "Error writing bytes to file. Detail: [errno 28] No space left on device")

    with pytest.raises(UserError, match=r"x\.parquet: cannot be written: No space left on device$"):
        tables.replace(str(table), fill)
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]
    assert table.read_bytes() == b"PAR1 as it was"


def test_corpus_score_table_can_be_written_to_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    tables.replace(str(tmp_path / "pipe"), lambda name: Path(name).write_text("olá"))
    assert os.read(reader, 99) == "olá".encode()
    os.close(reader)


def test_corpus_parquet_rows_over_the_size_limit_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "MAXIMUM_BYTES", 1000)
    rows = [{"id": f"d{n}", "text": "longo " * size} for n, size in enumerate((1, 1000, 2))]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    found = records(tmp_path / "a.parquet")
    assert [(one.id, one.row, one.error is None) for one in found] == [
        ("d0", 1, True),
        ("d1", 2, False),
        ("d2", 3, True),
    ]
    assert "row 2: over the limit" in str(found[1].error)


def test_corpus_score_with_a_corrected_column_name_repeats_failed_documents(
    linter: Linter, tmp_path: Path
) -> None:
    (tmp_path / "rows.jsonl").write_text('{"body": "Um gato dorme."}\n', encoding="utf-8")
    outcome = run(linter, tmp_path)
    assert outcome is not None
    assert (outcome.documents, outcome.errors) == (0, 1)
    again = run(linter, tmp_path, fields=Fields(text="body"))
    assert again is not None
    assert (again.documents, again.errors) == (1, 0)


def test_empty_corpus_documents_are_counted_in_the_score_table(
    linter: Linter, tmp_path: Path
) -> None:
    (tmp_path / "rows.jsonl").write_text('{"text": ""}\n' * 500, encoding="utf-8")
    outcome = run(linter, tmp_path)
    assert outcome is not None
    assert (outcome.documents, outcome.unscored, outcome.errors) == (500, {"empty": 500}, 0)


def test_missing_corpus_input_file_is_reported() -> None:
    (found,) = records(Path("none.jsonl"))
    assert (found.id, found.error) == (None, "none.jsonl: No such file or directory")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("O autocarro chegou atrasado.", "pt-PT"),
        ("O ônibus chegou atrasado.", "pt-BR"),
        ("O ônibus e o autocarro.", None),
        ("A casa é azul.", None),
    ],
)
def test_european_or_brazilian_variant_of_a_corpus_document_is_detected(
    text: str, expected: str | None
) -> None:
    assert variant_of_text(text) == expected


def test_corpus_batches_are_limited_by_number_of_documents_and_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scoring, "MAX_DOCUMENTS", 3)
    monkeypatch.setattr(scoring, "MAX_BYTES", 100)
    sizes = [10, 10, 10, 10, 150, 10, 60, 60, 1]
    given = [Record("a", str(i), b"x" * size) for i, size in enumerate(sizes)]
    assert [len(batch) for batch in scoring.batches(given)] == [3, 2, 3, 1]


def test_corpus_score_table_rows_survive_serialisation() -> None:
    from textlint_pt.corpus.rows import unpack

    rows = Rows(documents=[{"score": 0.1 + 0.2, "words": 2**40, "id": "é"}])
    assert unpack(pack(rows)) == rows

"""Lines that end in a carriage return alone, as old programs for the Mac write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from tests.cli.conftest import Run
from textlint_pt.engine import writing
from textlint_pt.formats import decoding
from textlint_pt.formats.declared import declared
from textlint_pt.lsp.code_action import comment_before
from textlint_pt.lsp.positions import Lines

MARKDOWN = declared()["markdown"]

PAGE = (
    "# O gato\n\nO gato subiu ao ao telhado.\n\n<!-- textlint-pt-disable-next GRA401 -->\n\n"
    "A lua subiu ao ao mar.\n\n- um barco\n- O rio desce ao ao vale.\n"
)
ENDS = ("\r", "\r\n", "\n")


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.rst", "a.adoc", "a.html", "a.mdx"])
def test_findings_are_the_same_for_all_line_endings(run_all: Run, folder: Path, name: str) -> None:
    found = []
    for end in ENDS:
        (folder / name).write_bytes(PAGE.replace("\n", end).encode())
        out = run_all(name, "--select", "GRA401", "--format", "json").out
        (document,) = json.loads(out)["documents"]
        assert document["error"] is None
        places = [(f["line"], f["column"], f["end_column"]) for f in document["findings"]]
        found.append((places, document["sentences"], document["words"]))
    assert found[0] == found[1] == found[2]
    assert found[0][0][0] == (3, 14, 19)


@pytest.mark.parametrize("end", ENDS)
def test_fixing_keeps_the_line_endings_of_a_file(run_all: Run, folder: Path, end: str) -> None:
    path = folder / "a.md"
    path.write_bytes(PAGE.replace("\n", end).encode())
    run_all("a.md", "--fix", "--unsafe-fixes", "--select", "GRA401")
    fixed = PAGE.replace("gato subiu ao ao", "gato subiu ao").replace("desce ao ao", "desce ao")
    assert path.read_bytes() == fixed.replace("\n", end).encode()


def test_fixing_keeps_mixed_line_endings() -> None:
    data = "a ao ao b\rc\r\nd\ne\r".encode("utf-16")

    def decode(content: bytes) -> str:
        return decoding.with_line_feeds(content.decode("utf-16"))

    before = decode(data)
    assert before == "a ao ao b\nc\r\nd\ne\n"
    written = writing.encode(data, before, before.replace("ao ao", "ao"), decode)
    assert written == "a ao b\rc\r\nd\ne\r".encode("utf-16")
    assert writing.encode(data, before, "a ao b\nd\ne\n", decode) is None


def test_editor_position_counts_a_lone_carriage_return_as_a_line_end() -> None:
    text = PAGE.replace("\n", "\r")
    lines = Lines(text, PositionCodec(types.PositionEncodingKind.Utf16))
    at = text.index("ao ao")
    assert lines.position(at) == types.Position(2, 13)
    inserted = comment_before(text, at, "GRA401", MARKDOWN)
    comment = "<!-- textlint-pt-disable-next GRA401 -->\r"
    assert inserted == (text.index("O gato subiu"), comment)

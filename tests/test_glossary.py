"""Glossaries of CSV and TBX."""

from __future__ import annotations

from pathlib import Path

import pytest

from textlint_pt.contract.errors import UserError
from textlint_pt.contract.glossary import Term, read_glossary

TBX = """<?xml version="1.0"?>
<martif type="TBX"><text><body>
  <termEntry>
    <langSet xml:lang="en"><tig><term>browser</term></tig></langSet>
    <langSet xml:lang="pt-BR">
      <tig><term>navegador</term></tig>
      <tig><term>browser</term>
        <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
    </langSet>
  </termEntry>
</body></text></martif>
"""


@pytest.mark.parametrize(
    ("name", "text", "terms"),
    [
        (
            "a.csv",
            "source,target,forbidden\nfile,ficheiro|arquivo,fichário\n",
            [Term("file", ("ficheiro", "arquivo"), ("fichário",))],
        ),
        ("b.csv", "file;ficheiro\n\n# remark;none\n", [Term("file", ("ficheiro",))]),
        (
            "weblate.csv",
            'source,target,flags\nfile,ficheiro,\nfile,fila,"terminology,forbidden"\n',
            [Term("file", ("ficheiro",), ("fila",))],
        ),
        ("c.tbx", TBX, [Term("browser", ("navegador",), ("browser",))]),
    ],
)
def test_terms_of_csv_and_tbx_glossaries_are_parsed(
    tmp_path: Path, name: str, text: str, terms: list[Term]
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(read_glossary([str(path)])) == terms


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "source,target\nfile\n", "a.csv:2"),
        ("b.tbx", "<martif>", "b.tbx:1"),
        ("c.tbx", '<!DOCTYPE a [<!ENTITY b "c">]><a/>', "entities"),
    ],
)
def test_a_file_that_is_not_a_glossary_is_refused(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said):
        read_glossary([str(path)])

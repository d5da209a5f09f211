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


FILE = [Term("file", ("ficheiro",))]


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
        (
            "d.xml",
            TBX.replace("<term>navegador</term>", "").replace("xml:lang", "lang"),
            [Term("browser", (), ("browser",))],
        ),
        ("e.tbx", TBX.replace("pt-BR", "fr"), []),
        ("f.csv", "term\tpt-BR\tnota\nfile\tficheiro\tx\n", FILE),
        ("g.csv", "source,target\nfile,\n,ficheiro\nfile,ficheiro\n", FILE),
        ("j.csv", "source,target,forbidden\nfile,ficheiro\n", FILE),
        ("h.csv", "nota,target,source\nx,ficheiro,file\n", FILE),
        (
            "i.csv",
            "File,ficheiro\nfile,ficheiro|arquivo\nIT,TI\nit,isso\n",
            [Term("File", ("ficheiro", "arquivo")), Term("IT", ("TI",)), Term("it", ("isso",))],
        ),
    ],
)
def test_terms_of_csv_and_tbx_glossaries_are_read_with_translations(
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
def test_malformed_csv_or_tbx_glossary_is_refused_with_its_line(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said):
        read_glossary([str(path)])

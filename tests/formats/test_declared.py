"""Every format of `formats.tsv` is among those that the tests of all formats try."""

from __future__ import annotations

import pytest

from tests.formats.independent import READERS
from tests.fuzz.mutations import seeds
from tests.shapes import MARKUP, RECORDS
from textlint_pt.formats.declared import declared
from textlint_pt.registry.plugins import load

#: what a reader of packages of XML is asked about, and not the reader of a page
_ARCHIVES = {"docx", "odt"}


@pytest.mark.parametrize("name", declared())
def test_every_declared_file_format_has_test_examples(name: str) -> None:
    format_for = load(third_party=False).format_for
    shapes = (*MARKUP, *RECORDS)
    assert name in {format_for(file).name for file in shapes}, "tests/shapes.py"
    examples = {format_for(path.name).name for path in seeds()}
    assert name in examples, "tests/formats/fixtures/pages"
    if name not in _ARCHIVES:
        assert set(declared()[name].extensions) & set(READERS), "tests/formats/independent.py"

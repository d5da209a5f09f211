"""Notebooks: the text cells, at their places in the JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.formats.shown import assert_exact, is_break, is_in
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document


def read(raw: str) -> Document:
    return build("x.ipynb", raw, declared()["notebook"])


def notebook(*cells: tuple[str, object], **about: object) -> str:
    written = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({**about, "cells": written, "nbformat": 4})


def test_notebook_text_cells_are_read_as_markdown() -> None:
    raw = notebook(
        ("markdown", ["# Título\n", "\n", "Um *texto* com `código` e 😀."]),
        ("code", "# isto é código"),
        ("raw", "nem isto"),
        ("markdown", "- Um item\n- Outro"),
        metadata={"source": ["nada"], "cells": [{"source": "nada"}]},
    )
    document = read(raw)
    assert [(s.kind.value, s.text) for s in document.sentences] == [
        ("heading", "Título"),
        ("paragraph", "Um texto com código e 😀."),
        ("list-item", "Um item"),
        ("list-item", "Outro"),
    ]
    sentence = document.sentences[1]
    assert raw[sentence.span.start : sentence.span.end].startswith("Um *texto*")
    assert [sentence.text[low:high] for low, high in sentence.opaque] == ["código"]


def test_notebook_cells_are_separate_paragraphs() -> None:
    document = read(notebook(("markdown", "Uma frase"), ("markdown", "Outra frase")))
    assert [sentence.text for sentence in document.sentences] == ["Uma frase", "Outra frase"]


def test_notebook_offsets_are_converted_to_cell_line_and_column() -> None:
    raw = notebook(("code", "x = 1"), ("markdown", ["# Título\n", "\n", 'Um "gato" 😀 e cão.']))
    document = read(raw)
    sentence = document.sentences[1].text
    at = document.sentences[1].content.starts[sentence.index("cão")]
    assert document.position_in_cell(at) == (2, 3, sentence.index("cão") + 1)
    assert document.position_in_cell(document.sentences[0].span.start) == (2, 1, 3)
    assert document.position_in_cell(raw.index("cells")) is None
    assert document.position_in_cell(raw.index("nbformat")) is None


def test_markdown_comment_in_a_notebook_cell_may_contain_a_suppression_directive() -> None:
    raw = notebook(("markdown", "<!-- textlint-pt-disable -->\n\nTexto."))
    (comment,) = read(raw).comments
    assert comment.text == "textlint-pt-disable"
    assert raw[slice(*comment.span)].startswith("<!--")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("{", "x.ipynb:1: not JSON"),
        ("[]", "no notebook of version 4"),
        ('{"worksheets": []}', "no notebook of version 4"),
        ('{"cells": ["a"]}', "no notebook of version 4"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_json_file_that_is_not_a_valid_notebook_is_rejected(raw: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read(raw)


#: between two lines of a cell, of which the second may begin with an accent
JOINT = '", "'


def decodes(raw: str, char: str) -> bool:
    if is_break(raw, char) or (char == " " and "\\n" in raw):
        return True
    try:
        decoded = json.loads(f'"{raw.replace(JOINT, "")}"')
    except ValueError:
        return False
    return is_in(char, decoded) or char == "\ufffd"


SOURCES = st.text(alphabet='a é*`\n\\"😀\u0303-#<', max_size=30)


@example(["```", "<"], False)
@example(["a`\u0303`"], True)
@given(st.lists(st.one_of(SOURCES, st.lists(SOURCES, max_size=3)), max_size=3), st.booleans())
def test_every_character_of_a_notebook_has_its_exact_source_span(
    cells: list[object], escaped: bool
) -> None:
    written = [{"source": source, "cell_type": "markdown"} for source in cells]
    assert_exact(read(json.dumps({"cells": written}, ensure_ascii=escaped)), decodes)


def test_unclosed_code_fence_ends_with_its_notebook_cell() -> None:
    cells = [
        {"cell_type": "markdown", "source": source} for source in ("# Um\n\n```\nx = 1", "Dois.")
    ]
    document = read(json.dumps({"cells": cells}))
    assert [sentence.text for sentence in document.sentences] == ["Um", "Dois."]


def test_lone_surrogate_in_a_notebook_is_read_as_replacement_character() -> None:
    document = read('{"cells": [{"cell_type": "markdown", "source": "Um \\ud83d só."}]}')
    assert [sentence.text for sentence in document.sentences] == ["Um \ufffd só."]

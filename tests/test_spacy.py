"""The spaCy component: findings of a Doc and of its spans, alone, in a stream, and from disk."""

from __future__ import annotations

import subprocess
import sys

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

import textlint_pt
import textlint_pt.spacy  # what the entry point of an installation does

TEXT = "O rio corre devagar , e ninguém tem pressa. A ponte é velha. O vento dorme ."
ONLY = {"select": ["GRA404"]}


@pytest.fixture(scope="module")
def nlp() -> Language:
    made = spacy.blank("pt")
    made.add_pipe("sentencizer")
    made.add_pipe("textlint_pt", config={"settings": ONLY, "language": "en"})
    return made


def test_spacy_component_adds_findings_to_a_document(nlp: Language) -> None:
    doc = nlp(TEXT)
    expected = textlint_pt.lint(TEXT, config=ONLY, language="en").documents[0]
    assert doc._.textlint == expected
    assert len(doc._.textlint_findings) == 2
    assert doc._.textlint_score == expected.score.total
    found = [len(sentence._.textlint_findings) for sentence in doc.sents]
    assert found == [1, 0, 1]
    spans = doc.spans["textlint_pt"]
    assert [span.label_ for span in spans] == ["GRA404", "GRA404"]
    assert all(span.text.strip()[-1] in ",." for span in spans)


def test_spacy_pipe_gives_the_same_findings_as_single_documents(nlp: Language) -> None:
    texts = [TEXT, "", "Está bem assim.", "á \U0001f600 é , sim."]
    docs = list(nlp.pipe(texts, batch_size=2))
    assert [doc.text for doc in docs] == texts
    assert [doc._.textlint for doc in docs] == [nlp(text)._.textlint for text in texts]
    (last,) = docs[-1]._.textlint_findings
    assert "," in texts[-1][last.start : last.end + 1]


def test_findings_of_a_spacy_document_survive_serialisation(nlp: Language) -> None:
    doc = nlp(TEXT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.textlint == doc._.textlint
    assert len(again.spans["textlint_pt"]) == 2
    assert nlp.make_doc(TEXT)._.textlint is None
    assert nlp.make_doc(TEXT)._.textlint_findings == []


def test_wrong_settings_of_the_spacy_component_are_refused() -> None:
    made = spacy.blank("pt")
    made.add_pipe("textlint_pt", config={"preset": "no-such"})
    with pytest.raises(textlint_pt.UserError, match="no-such"):
        made(TEXT)


def test_python_api_imports_neither_spacy_nor_pyarrow() -> None:
    code = (
        "import sys, textlint_pt; textlint_pt.score(['Olá.'], config={'select': ['GRA404']})"
        ".columns(); print('spacy' in sys.modules, 'pyarrow' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]

"""Parses as spaCy documents: exact offsets, merged tokens, matchers at work."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded.spacy_doc import SpacyDoc, document
from textlint_pt_embedded.words import split

from textlint_pt.contract.analysis import MissingNeed
from textlint_pt.text.parse import ParsedWord

ARTICLE = "Definite=Def|Gender=Fem|Number=Sing|PronType=Art"
THIRD = "Mood=Ind|Number=Sing|Person=3|VerbForm=Fin"
TEXT = "A porta da casa abriu-se."
WORDS = (
    ParsedWord(0, 1, 0, "A", "DET", ARTICLE, 1, "det", "o"),
    ParsedWord(2, 7, 0, "porta", "NOUN", "Gender=Fem|Number=Sing", 5, "nsubj", "porta"),
    ParsedWord(8, 10, 1, "de", "ADP", "", 4, "case", "de"),
    ParsedWord(8, 10, 2, "a", "DET", ARTICLE, 4, "det", "o"),
    ParsedWord(11, 15, 0, "casa", "NOUN", "Gender=Fem|Number=Sing", 1, "nmod", "casa"),
    ParsedWord(16, 21, 1, "abriu", "VERB", THIRD, -1, "root", "abrir"),
    ParsedWord(22, 24, 2, "se", "PRON", "Case=Acc|Person=1", 5, "expl", "se"),
    ParsedWord(24, 25, 0, ".", "PUNCT", "", 5, "punct", "."),
)


@pytest.fixture(scope="module")
def analysis() -> SpacyDoc:
    pytest.importorskip("spacy")
    return SpacyDoc()


def test_tokens_are_merged_as_in_the_portuguese_pipelines(analysis: SpacyDoc) -> None:
    (doc,) = analysis.run([TEXT], {"parse": [WORDS]})
    assert doc.text == TEXT
    assert [(token.text, token.tag_, token.pos_, token.lemma_) for token in doc] == [
        ("A", "DET", "DET", "o"),
        ("porta", "NOUN", "NOUN", "porta"),
        ("da", "ADP_DET", "ADP", "de o"),
        ("casa", "NOUN", "NOUN", "casa"),
        ("abriu-se", "VERB_PRON", "VERB", "abrir se"),
        (".", "PUNCT", "PUNCT", "."),
    ]
    assert [token.head.text for token in doc] == [
        "porta", "abriu-se", "casa", "porta", "abriu-se", "abriu-se"
    ]  # fmt: skip
    assert [token.dep_ for token in doc] == ["det", "nsubj", "case", "nmod", "ROOT", "punct"]
    assert str(doc[2].morph) == ARTICLE
    assert doc[4].morph.get("Person") == ["1", "3"] and doc[4].morph.get("Case") == ["Acc"]
    assert len(list(doc.sents)) == 1


def test_matchers_return_expected_spans(analysis: SpacyDoc) -> None:
    from spacy.matcher import DependencyMatcher, Matcher

    (doc,) = analysis.run([TEXT], {"parse": [WORDS]})
    matcher = Matcher(doc.vocab)
    matcher.add("complement", [[{"TAG": "ADP_DET"}, {"POS": "NOUN", "LEMMA": "casa"}]])
    ((_, start, end),) = matcher(doc)
    span = doc[start:end]
    assert TEXT[span.start_char : span.end_char] == "da casa"
    subjects = DependencyMatcher(doc.vocab)
    subjects.add(
        "subject",
        [[
            {"RIGHT_ID": "verb", "RIGHT_ATTRS": {"POS": "VERB"}},
            {"LEFT_ID": "verb", "REL_OP": ">", "RIGHT_ID": "subject",
             "RIGHT_ATTRS": {"DEP": "nsubj", "MORPH": {"IS_SUPERSET": ["Gender=Fem"]}}},
        ]],
    )  # fmt: skip
    ((_, (verb, subject)),) = subjects(doc)
    assert (doc[verb].text, doc[subject].text) == ("abriu-se", "porta")


def test_what_was_not_read_hangs_on_the_root(analysis: SpacyDoc) -> None:
    (doc,) = analysis.run([f"{TEXT[:-1]} hoje cedo."], {"parse": [WORDS[:-1]]})
    assert doc.text == "A porta da casa abriu-se hoje cedo."
    assert [(token.head.text, token.dep_, token.pos_) for token in doc[5:]] == [
        ("abriu-se", "dep", "")
    ] * 3
    (nothing, unread) = analysis.run(["", "Sim."], {"parse": [(), ()]})
    assert len(nothing) == 0 and [token.dep_ for token in unread] == ["ROOT", "dep"]


shapes = st.sampled_from(
    [
        "O",
        "da",
        "d’água",
        "vê-lo",
        "3,5",
        "(fala)",
        "—",
        "«a»",
        "dir-se-ia:",
        "a/b_c",
        "R$ 5",
        "...",
    ]
)


@settings(deadline=None)
@given(st.lists(shapes | st.text(min_size=1, max_size=5)))
def test_offsets_are_exact(analysis: SpacyDoc, chosen: list[str]) -> None:
    text = " ".join(" ".join(chosen).split())
    words = [
        ParsedWord(
            token.start, token.end, 0, token.form, "X", "", i - 1, "dep" if i else "root", ""
        )
        for i, token in enumerate(split(text))
    ]
    doc = document(analysis._vocab, text, words)
    assert doc.text == text
    assert [(t.idx, t.idx + len(t)) for t in doc] == [(t.start, t.end) for t in split(text)]


def test_without_spacy_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingNeed, match=r"textlint-pt\[spacy\]"):
        SpacyDoc().run([TEXT], {"parse": [WORDS]})

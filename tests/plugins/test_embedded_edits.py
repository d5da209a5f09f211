"""What tags of words mean as corrections of a sentence."""

from __future__ import annotations

import pytest
from textlint_pt_embedded import edits
from textlint_pt_embedded.edits import TagChoice
from textlint_pt_embedded.encoder import Encoded, EncoderAnalysis, WordFault, model

from textlint_pt.text.segmentation import tokens


def corrected(text: str, word: int, kind: str) -> str | None:
    faults = [WordFault(token.start, token.end, 0.5) for token in tokens(text)]
    found = list(edits.proposals(text, faults, [TagChoice(word, 0, 0.5, 0.5)], [kind]))
    if not found:
        return None
    (edit,) = found
    assert text[edit.word_start : edit.word_end] == tokens(text)[word].text
    return text[: edit.start] + edit.replacement + text[edit.end :]


@pytest.mark.parametrize(
    ("text", "word", "kind", "meant"),
    [
        ("Fui a escola.", 1, "CRASE", "Fui à escola."),
        ("A policia chegou.", 1, "ACCENT", "A polícia chegou."),
        ("Os aluno chegaram.", 1, "N_PL", "Os alunos chegaram."),
        ("Os Aluno chegaram.", 1, "N_PL", "Os Alunos chegaram."),
        ("Nós vai sair.", 1, "V_PL", "Nós vão sair."),
        ("Vou dormi cedo.", 1, "V_INF", "Vou dormir cedo."),
        ("Fui cedo mas voltei.", 1, "APPEND_,", "Fui cedo, mas voltei."),
        ("Gosto música.", 0, "APPEND_de", "Gosto de música."),
        ("Este este livro.", 1, "DELETE", "Este livro."),
        ("Ele, saiu.", 1, "DELETE", "Ele saiu."),
        ("E que tarde.", 0, "DELETE", "que tarde."),
        ("Um guarda chuva.", 1, "HYPHEN", "Um guarda-chuva."),
        ("A sobre tudo.", 1, "JOIN", "A sobretudo."),
        ("Isso agente sabe.", 1, "SPLIT", "Isso a gente sabe."),
        ("Fui, mais não vi.", 2, "REPLACE_mas", "Fui, mas não vi."),
        ("Um livro.", 2, "JOIN", None),
        ("Um livro.", 1, "CRASE", None),
        ("Um fooo.", 1, "SPELL", None),
        ("Um livro.", 1, "OTHER", None),
    ],
)
def test_every_edit_tag_of_the_correction_model_gives_the_expected_correction(
    text: str, word: int, kind: str, meant: str | None
) -> None:
    assert corrected(text, word, kind) == meant


def test_shipped_correction_model_corrects_an_agreement_error() -> None:
    text = "Ele saiu cedo, mais voltou para nos ajudar."
    found = model().encode([text])[0]
    names = edits.editor().tags
    assert "REPLACE_mas" in {names[edit.tag] for edit in found.edits}
    right = model().encode([text.replace("mais", "mas")])[0]
    assert not [edit for edit in right.edits if edit.probability > 0.5]
    analysis = EncoderAnalysis()
    again: Encoded = analysis.unpack(analysis.pack(found))
    assert (again.words, again.choices) == (found.words, found.choices)
    assert [edit[:2] for edit in again.edits] == [edit[:2] for edit in found.edits]

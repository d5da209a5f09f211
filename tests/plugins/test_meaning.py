"""TRA002: what a sentence says against its reference."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import artefact
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.lexicon import categorised, open_lexicon
from textlint_pt_translation.human import HumanPairs, fingerprint
from textlint_pt_translation.meaning import (
    MARKS,
    NEGATION,
    PATH,
    STRANGE,
    LinkMeaning,
    Scale,
    Side,
    characters,
    link_meaning,
    measures,
)

from textlint_pt.contract.alignment import Link
from textlint_pt.testing import lint_text
from textlint_pt.text.negation import denials, missed
from textlint_pt.text.wmd import Bag

LINK = Link(0, 1, 0, 1)
AROUND = "O carteiro bateu à porta ainda cedo. {} Leu a carta duas vezes à janela. Era quase noite."


def side(*texts: str, angle: float = 0.0, words: Sequence[Sequence[str]] | None = None) -> Side:
    """Sentences with the real categories, and vectors and bags that are made up."""
    bags = []
    for number, _ in enumerate(texts):
        known = tuple(words[number]) if words else ()
        vectors = np.array([_vector(word) for word in known], dtype=np.float32).reshape(-1, 26)
        weights = np.full(len(known), 1 / len(known)) if known else np.empty(0)
        bags.append(Bag(known, (0,) * len(known), (1,) * len(known), weights, vectors))
    vector = np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)
    return Side(
        texts,
        [categorised(text, open_lexicon()) for text in texts],
        bags,
        [vector] * len(texts),
    )


def _vector(word: str) -> list[float]:
    """A word is its first letter."""
    return [float(letter == word[0]) for letter in "abcdefghijklmnopqrstuvwxyz"]


def scale(**unrelated: float) -> Scale:
    names = open_lexicon().names
    means = {"categories": 0.5, "characters": 0.3, "vectors": 0.0, "words": 0.0, **unrelated}
    return Scale(means, HumanPairs(fingerprint(names), 0.0, (0.1, 0.5)))


# ---------------------------------------------------------------- the measures


def test_character_similarity_of_sentences_counts_spaces_and_final_punctuation() -> None:
    assert characters("Vamos", "Vamos") == 1.0
    assert characters("xyz", "abc") < 0.4  # the two ends alone
    assert characters("a casa", "acasa") < 1.0
    assert characters("Vamos", "Vamos.") > characters("Vamos", "Va.mos")
    assert characters("", "") == 1.0


texts = st.text(alphabet="abcç ,.", max_size=12)


@given(texts, texts)
def test_character_similarity_is_symmetric_and_bounded(a: str, b: str) -> None:
    assert 0.0 <= characters(a, b) <= 1.0
    assert characters(a, b) == characters(b, a)
    assert characters(a, a) == 1.0


def test_equal_sentences_have_similarity_1_by_every_meaning_measure() -> None:
    one = side("Ela vendeu a casa.", words=[["vendeu", "casa"]])
    found = measures(one, one)
    assert sorted(found) == ["categories", "characters", "vectors", "words"]
    assert all(value == pytest.approx(1.0) for value in found.values())
    drift = link_meaning(LINK, one, one, form_lexicon(), scale())
    assert drift.drift == pytest.approx(0.0)


def test_orthogonal_word_vectors_have_similarity_0() -> None:
    one = side("Ela vendeu a casa.", words=[["vendeu"]])
    other = side("Ele leu.", words=[["leu"]])
    assert measures(one, other)["words"] == pytest.approx(0.0)
    assert "words" not in measures(one, side("Ele leu."))


def test_meaning_of_two_sentences_aligned_with_one_is_compared_as_one_text() -> None:
    two = side("Ela vendeu.", "A casa era velha.", words=[["vendeu"], ["casa", "era"]])
    one = side("Ela vendeu a casa velha.", words=[["vendeu", "casa", "era"]])
    assert measures(two, one)["words"] == pytest.approx(1.0)
    assert measures(two, one)["vectors"] == pytest.approx(1.0)
    assert measures(side("Ela.", "Ele."), side("Ela."))["vectors"] == pytest.approx(1.0)


def test_meaning_similarity_is_the_mean_of_its_rescaled_measures() -> None:
    one, other = side("Ela vendeu a casa."), side("Ela leu a carta.", angle=np.pi / 3)
    drift = link_meaning(LINK, one, other, form_lexicon(), scale())
    found = drift.measures
    expected = [
        (found["categories"] - 0.5) / 0.5,
        (found["characters"] - 0.3) / 0.7,
        found["vectors"],
    ]
    assert found["vectors"] == pytest.approx(0.5)
    assert drift.similarity == pytest.approx(sum(expected) / 3)


def test_meaning_similarity_is_measured_without_categories_of_a_user_lexicon() -> None:
    names = ("um", "dois")
    own = Scale(scale().unrelated, HumanPairs(fingerprint(names), 0.0, (0.1, 0.5)))
    one = side("Ela vendeu a casa.")
    assert "categories" not in link_meaning(LINK, one, one, form_lexicon(), own).measures


def test_changed_negation_or_punctuation_lowers_meaning_similarity() -> None:
    one = side("A garantia cobre a bateria.")
    plain = link_meaning(LINK, one, one, form_lexicon(), scale()).similarity
    question = link_meaning(LINK, one, side("A garantia cobre a bateria?"), form_lexicon(), scale())
    small = link_meaning(LINK, one, side("a garantia cobre a bateria."), form_lexicon(), scale())
    quoted = link_meaning(LINK, one, side("A garantia cobre a bateria.»"), form_lexicon(), scale())
    for drift, cost in ((question, MARKS), (small, MARKS), (quoted, 0.0)):
        assert plain - cost - 0.1 < drift.similarity <= plain - cost
    denied = link_meaning(
        LINK, one, side("A garantia não cobre a bateria."), form_lexicon(), scale()
    )
    assert denied.similarity < plain - NEGATION
    assert (len(denied.lost), len(denied.gained)) == (1, 0)


def test_untranslated_words_in_a_translation_lower_its_meaning_similarity() -> None:
    one, other = side("Ela vendeu a house antiga."), side("Ela vendeu a casa antiga.")
    drift = link_meaning(LINK, one, other, form_lexicon(), scale())
    # one word in five, unless the other side has it too
    reverse = link_meaning(LINK, other, one, form_lexicon(), scale())
    assert reverse.similarity - drift.similarity == pytest.approx(STRANGE / 5)


def test_meaning_change_lowers_the_rating_of_a_short_sentence_more() -> None:
    short, long = (LinkMeaning(LINK, {}, 0.5, words, (), ()).rating for words in (1.0, 100.0))
    assert (short, long) == (pytest.approx(0.0), pytest.approx(0.45))
    assert LinkMeaning(LINK, {}, 1.0, 1.0, (), ()).rating == 1.0


# ---------------------------------------------------------------- negation


@pytest.mark.parametrize(
    ("text", "plain", "lexical"),
    [
        ("Ela não viu ninguém.", 1, 0),
        ("Ninguém a viu.", 1, 0),
        ("Não o leu, nem o abriu.", 1, 0),
        ("Não veio. Não ligou.", 2, 0),
        ("Não só leu, como respondeu.", 0, 0),
        ("De nada!", 0, 0),
        ("Não é mais do que um número.", 0, 0),
        ("Saiu sem pressa.", 0, 1),
        ("Desconhece-se o autor.", 0, 1),
        ("Deixou de fumar.", 0, 1),
        ("É impossível abrir o ficheiro.", 0, 1),
        ("Toma nenhuma iniciativa.", 0, 0),  # what is left when "não" is taken out
        ("A informação é importante.", 0, 0),
    ],
)
def test_negations_of_portuguese_sentences_are_counted(text: str, plain: int, lexical: int) -> None:
    found = denials(text, form_lexicon())
    assert (len(found.plain), found.lexical) == (plain, lexical)


@pytest.mark.parametrize(
    ("ours", "theirs", "lost", "gained"),
    [
        ("A garantia cobre a bateria.", "A garantia não cobre a bateria.", ["não cobre"], []),
        ("Não feche a janela.", "Feche a janela.", [], ["Não feche"]),
        ("Nunca bebeu café.", "Não bebia café.", [], []),
        ("O pedido foi recusado.", "O pedido não foi aceite.", [], []),
        # nothing that is denied stands on the other side
        ("Ela ficou em casa.", "Ela não saiu à rua.", [], []),
        # what is denied stands there denied
        ("Não veio nem telefonou.", "Não veio. Não telefonou.", [], []),
    ],
)
def test_negation_lost_or_added_in_a_translated_sentence_is_found(
    ours: str, theirs: str, lost: list[str], gained: list[str]
) -> None:
    theirs_more, ours_more = missed(ours, theirs, form_lexicon())
    assert [theirs[place.start : place.end] for place in theirs_more] == lost
    assert [ours[place.start : place.end] for place in ours_more] == gained


sentences = st.sampled_from(
    [
        "Não veio ninguém.",
        "A garantia não cobre a bateria.",
        "Deixou de chover, mas não saímos.",
        "Ela leu a carta.",
        "Nunca digas nunca.",
        "",
    ]
)


@given(sentences, sentences)
def test_lost_and_gained_negations_of_a_sentence_pair_are_symmetric(a: str, b: str) -> None:
    lost, gained = missed(a, b, form_lexicon())
    assert missed(b, a, form_lexicon()) == (gained, lost)
    assert missed(a, a, form_lexicon()) == ([], [])


# ---------------------------------------------------------------- the rule


def lint(bad: str, good: str, **more: Any) -> Any:
    return lint_text(AROUND.format(bad), reference=AROUND.format(good), **more)


def test_documented_bad_meaning_change_example_is_reported_and_good_one_not() -> None:
    good = "A garantia não cobre a bateria."
    entry = lint("A garantia cobre a bateria.", good, select=["TRA002"])
    assert len(entry["findings"]) == 1
    entry = lint("A bateria não está abrangida pela garantia.", good, select=["TRA002"])
    assert entry["findings"] == []


def test_meaning_change_finding_reports_its_similarity_measures_and_limit() -> None:
    entry = lint(
        "Os preços do azeite subiram outra vez.", "Ela trazia duas malas.", select=["TRA002"]
    )
    (finding,) = entry["findings"]
    evidence = finding["evidence"]
    assert evidence["similarity"] < evidence["limit"]
    assert evidence["percentile"] <= 1.0
    assert sorted(evidence["measures"]) == ["categories", "characters", "vectors", "words"]
    assert evidence["moved"]
    assert finding["related"][0]["role"] == "reference"


@pytest.mark.parametrize(
    ("language", "lost", "gained", "other"),
    [
        (
            "pt",
            "nega o que esta frase afirma: «não cobre»",
            "afirma o que esta frase nega: «não cobre»",
            "não diz o mesmo que a tradução de referência; perdeu ",
        ),
        (
            "en",
            "denies what this sentence affirms: “não cobre”",
            "affirms what this sentence denies: “não cobre”",
            "says something else than the reference translation; lost ",
        ),
    ],
)
def test_meaning_change_message_mentions_a_lost_or_added_negation(
    language: str, lost: str, gained: str, other: str
) -> None:
    yes, no = "A garantia cobre a bateria.", "A garantia não cobre a bateria."
    options: dict[str, Any] = {"select": ["TRA002"], "language": language}
    assert lost in lint(yes, no, **options)["findings"][0]["message"]
    assert gained in lint(no, yes, **options)["findings"][0]["message"]
    apart = lint("Os preços do azeite subiram outra vez.", "Ela trazia duas malas.", **options)
    message = apart["findings"][0]["message"]
    assert message.startswith(other)


@pytest.mark.parametrize(
    ("language", "message", "related"),
    [
        (
            "pt",
            "diz o que diz outra frase da tradução de referência: «As crianças com tosse",
            "a frase da referência de que está mais perto",
        ),
        (
            "en",
            "says what another sentence of the reference translation says: “As crianças com tosse",
            "the reference's sentence that it is nearer to",
        ),
    ],
)
def test_meaning_change_finding_quotes_a_more_similar_reference_sentence(
    language: str, message: str, related: str
) -> None:
    cough = "As crianças com tosse podem ir à escola, desde que usem máscara durante as aulas."
    fever = "As crianças com febre ficam em casa até que a temperatura desça durante um dia."
    between = "O comboio para o norte parte todos os dias às oito da manhã."
    text, reference = ("\n\n".join([cough, between, last]) for last in (cough, fever))
    entry = lint_text(text, reference=reference, select=["TRA002"], language=language)
    (finding,) = entry["findings"]
    assert finding["message"].startswith(message)
    assert finding["evidence"]["nearer"] > finding["evidence"]["similarity"] + 0.1
    assert [other["message"] for other in finding["related"]][1:] == [related]
    assert [other["line"] for other in finding["related"]] == [5, 1]


def test_meaning_change_finding_replaces_a_word_category_finding_of_the_sentence() -> None:
    bad, good = "Chorarei muito se me deixares.", "Não esperava a resposta, mas ficou contente."
    both = lint(bad, good, select=["TRA001", "TRA002"])
    assert [finding["code"] for finding in both["findings"]] == ["TRA002"]
    # what stands beside the score is the same with either, and one finding costs
    alone = lint(bad, good, select=["TRA001"])
    drift, other = (entry.score.partials["drift"] for entry in (both, alone))
    assert drift.value == other.value
    assert 0 < other.loss < drift.loss


def test_po_translations_are_compared_with_a_reference_po_file_by_msgid() -> None:
    sources = ("It is not covered.", "The file is gone.", "Save it first.")
    trusted = ("A garantia não cobre a bateria.", "O ficheiro sumiu.", "Grave-o primeiro.")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'

    def catalogue(*texts: str) -> str:
        pairs = zip(sources, texts, strict=True)
        return head + "".join(f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in pairs)

    entry = lint_text(
        catalogue("A garantia cobre a bateria.", *trusted[1:]),
        path="a.po",
        reference=catalogue(*trusted),
        select=["TRA002"],
    )
    (finding,) = entry["findings"]
    assert (finding["line"], finding["column"]) == (5, 9)


def test_lost_negation_in_a_translation_is_found_with_a_user_lexicon(tmp_path: Path) -> None:
    lexicon = tmp_path / "meu.dic"
    lexicon.write_text("%\n1\tum\n%\nnão\t1\ncobre\t1\n", "utf-8")
    entry = lint(
        "A garantia cobre a bateria.",
        "A garantia não cobre a bateria.",
        select=["TRA002"],
        lexicon=str(lexicon),
    )
    (finding,) = entry["findings"]
    assert "categories" not in finding["evidence"]["measures"]


def test_shipped_meaning_percentiles_were_measured_with_the_shipped_models() -> None:
    """Where this fails, run the command in `training/meaning.py` again."""
    about = json.loads(PATH.read_text(encoding="utf-8"))
    assert about["resources"] == {name: artefact.digest(name) for name in about["resources"]}
    assert about["lexicon"] == fingerprint(open_lexicon().names)


def test_importing_the_translation_rules_does_not_import_numpy() -> None:
    code = (
        "import sys, json;"
        "import textlint_pt_translation.meaning_drift, textlint_pt_translation.turned_round;"
        "print(json.dumps(sorted(set(sys.modules) & {'numpy', 'scipy', 'torch', 'typer', 'rich'})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []

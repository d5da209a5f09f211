from __future__ import annotations

import itertools
import pickle
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_translation.resource import ReferenceAlignment

from benchmarks.alignment import damaged
from textlint_pt.companions.alignment import (
    Unit,
    align,
    align_companion,
    align_documents,
    align_parts,
)
from textlint_pt.contract.alignment import Alignment, NotAligned
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Block, Document, Kind, Sentence, Text

MARKDOWN = declared()["markdown"]
PO = declared()["po"]

ORIGINAL = [
    "A Teresa chegou à estação muito antes do comboio.",
    "Sentou-se num banco de madeira e abriu o jornal da véspera.",
    "Nenhuma notícia lhe interessava.",
    "O relógio da parede marcava seis e vinte, embora o sol já estivesse alto.",
    "Um homem de chapéu cinzento perguntou-lhe as horas e ela encolheu os ombros.",
    "Quando o comboio apitou ao longe, dobrou o jornal com cuidado.",
    "Guardou-o na mala, entre o pão e a garrafa de água.",
    "Nunca mais voltou àquela cidade.",
]
TRANSLATION = [
    "Teresa chegou à estação bem antes do trem.",
    "Sentou-se em um banco de madeira e abriu o jornal do dia anterior.",
    "Nenhuma das notícias lhe interessava.",
    "O relógio na parede marcava seis e vinte, embora o sol já estivesse alto.",
    "Um homem de chapéu cinza perguntou as horas e ela deu de ombros.",
    "Quando o trem apitou ao longe, dobrou o jornal com cuidado.",
    "Guardou-o na mala, entre o pão e a garrafa de água.",
    "Nunca mais voltou àquela cidade.",
]
SOURCE = [
    "Teresa reached the station long before the train.",
    "She sat down on a wooden bench and opened yesterday's newspaper.",
    "No news interested her.",
    "The clock on the wall showed 6:20, although the sun was already high.",
    "A man in a grey hat asked her for the time and she shrugged her shoulders.",
    "When the train whistled in the distance, she folded the newspaper with care.",
    "She put it into her bag, between the bread and the bottle of water.",
    "She never came back to that city.",
]
OTHER = [
    "Bata os ovos com o açúcar até obter um creme claro.",
    "Junte a farinha peneirada aos poucos.",
    "Unte a forma com manteiga e polvilhe com farinha.",
    "Leve ao forno durante quarenta minutos.",
    "Deixe arrefecer antes de desenformar o bolo.",
    "Sirva com fruta fresca ou doce de leite.",
]


def units(texts: list[str]) -> list[Unit]:
    return [Unit(text) for text in texts]


def shapes(alignment: Alignment) -> list[tuple[int, int]]:
    return [(k.left_end - k.left, k.right_end - k.right) for k in alignment.links]


def covers(alignment: Alignment, left: int, right: int) -> bool:
    at = (0, 0)
    for link in alignment.links:
        if (link.left, link.right) != at or (link.left_end, link.right_end) == at:
            return False
        at = (link.left_end, link.right_end)
    return at == (left, right)


def document(texts: list[str], companions: dict[str, Document] | None = None) -> Document:
    sentences = tuple(
        Sentence(i, Text.verbatim(text, 0), Kind.HEADING if i == 0 else Kind.PARAGRAPH, i, 0)
        for i, text in enumerate(texts)
    )
    blocks = tuple(Block(s.kind, s.content) for s in sentences)
    return Document("t.txt", "", "text", blocks, sentences, companions=companions or {})


def test_two_translations_are_aligned_sentence_by_sentence() -> None:
    found = align(units(ORIGINAL), units(TRANSLATION))
    assert shapes(found) == [(1, 1)] * 8
    assert found.quality > 0.5
    assert all(link.similarity is not None for link in found.links)


def test_sentence_dropped_from_a_translation_is_aligned_with_nothing() -> None:
    found = align(units(ORIGINAL), units(TRANSLATION[:3] + TRANSLATION[4:]))
    alone = [link for link in found.links if not link.paired]
    assert [(link.left, link.left_end) for link in alone] == [(3, 4)]
    assert shapes(found).count((1, 1)) == 7


def test_sentence_inserted_into_a_translation_is_aligned_with_nothing() -> None:
    extra = [*TRANSLATION[:5], OTHER[0], *TRANSLATION[5:]]
    alone = [link for link in align(units(ORIGINAL), units(extra)).links if not link.paired]
    assert [(link.right, link.right_end) for link in alone] == [(5, 6)]


def test_two_sentences_merged_in_translation_are_aligned_with_one_sentence() -> None:
    merged = [TRANSLATION[0], " ".join(TRANSLATION[1:3]), *TRANSLATION[3:]]
    assert shapes(align(units(ORIGINAL), units(merged))) == [(1, 1), (2, 1), *[(1, 1)] * 5]
    assert shapes(align(units(merged), units(ORIGINAL))) == [(1, 1), (1, 2), *[(1, 1)] * 5]


def test_reworded_sentence_is_aligned_with_the_sentence_it_replaces() -> None:
    replaced = [*TRANSLATION[:4], OTHER[2], *TRANSLATION[5:]]
    found = align(units(ORIGINAL), units(replaced))
    assert (1, 1) in shapes(found)[4:5]


def test_texts_of_identical_sentences_are_aligned_one_to_one() -> None:
    short, other = "Quanto custa?", "Os preços do azeite subiram outra vez este verão."
    equal = (
        "Guarde o recibo durante dois anos, porque a garantia só vale com ele e a loja não o volta "
        "a passar a quem o perdeu."
    )
    left, right = ([*ORIGINAL[:2], text, equal, *ORIGINAL[2:]] for text in (other, short))
    links = align([*map(Unit, left)], [*map(Unit, right)]).links
    assert (3, 4, 3, 4) in {link[:4] for link in links}


def test_sentences_of_an_english_text_are_aligned_with_their_translation() -> None:
    found = align(units(ORIGINAL), units(SOURCE), lexical=False)
    assert shapes(found) == [(1, 1)] * 8
    assert 0.5 < found.quality <= 1


def damaged_units(texts: list[str]) -> list[Unit]:
    """Units of a text of two sections; what ends without a stop is a heading."""
    found, block = list[Unit](), 0
    for text in texts:
        heading = not text.endswith((".", ","))
        block += heading
        found.append(Unit(text, block, heading))
        block += heading or text.endswith("jornal.")
    return found


OF_ONE_LANGUAGE = ["A estação", *TRANSLATION[:4], "A volta", *TRANSLATION[4:]]
ACROSS = ["The station", *SOURCE[:4], "Going back", *SOURCE[4:]]


@pytest.mark.parametrize(
    ("right", "lexical", "times", "seeds", "restored", "refused", "quality"),
    [
        (OF_ONE_LANGUAGE, True, 1, 60, 454, 0, 42.1382),
        (OF_ONE_LANGUAGE, True, 9, 3, 195, 0, 1.7908),
        (ACROSS, False, 1, 80, 229, 49, 118.1256),
        (ACROSS, False, 9, 5, 381, 0, 4.3286),
    ],
)
def test_alignment_of_damaged_texts_finds_the_expected_number_of_sentence_pairs(
    right: list[str],
    lexical: bool,
    times: int,
    seeds: int,
    restored: int,
    refused: int,
    quality: float,
) -> None:
    """Links that are as they were before the damage, texts that are refused, and the sum of the
    qualities and of what is said of refusals. Who changes a cost has these change, and looks at
    `benchmarks alignment` before."""
    left = ["A estação", *ORIGINAL[:4], "O regresso", *ORIGINAL[4:]]
    pairs = list(zip(left, right, strict=True))
    if times > 1:
        pairs = [
            (f"{ours[:-1]} {at}{ours[-1]}", f"{theirs[:-1]} {at}{theirs[-1]}")
            for at in range(times)
            for ours, theirs in pairs
        ]
    found, reasons, total = 0, list[str](), 0.0
    for seed in range(seeds):
        *sides, gold = damaged(pairs, random.Random(seed), 0.08 if times == 1 else 0.04)
        try:
            alignment = align(*map(damaged_units, sides), lexical=lexical)
        except NotAligned as refusal:
            reasons.append(refusal.reason)
            total += sum(refusal.values.values())
        else:
            total += alignment.quality
            found += len({link[:4] for link in alignment.links} & gold)
    assert (found, len(reasons)) == (restored, refused)
    assert total == pytest.approx(quality, abs=1e-3)


PAGE = """# Instalar o componente

Precisa da versão 3.11 ou posterior. Chame `instalar()` uma vez.

Depois leia [o guia](https://exemplo.pt/guia). O guia explica as 12 opções principais.

Se algo falhar, escreva para o fórum. Guarde o ficheiro `registo.txt` para mais tarde.
"""
SOURCE_PAGE = """# Installing the component

You need version 3.11 or later. Call `instalar()` once.

{added}Then read [the guide](https://exemplo.pt/guia). The guide explains the 12 main options.

If anything fails, write to the forum. Keep the file `registo.txt` for later.
"""


def page(text: str) -> Document:
    return build("página.md", text, MARKDOWN)


def test_sentence_alignment_across_languages_uses_numbers_urls_and_code() -> None:
    added = "A sentence nobody has translated yet, long enough to look like any other.\n\n"
    source = page(SOURCE_PAGE.format(added=added))
    found = align_documents(page(PAGE), source, lexical=False)
    assert [link[:4] for link in found.links if not link.paired] == [(3, 3, 3, 4)]
    assert shapes(found).count((1, 1)) == 7


def test_alignment_pairs_reordered_sections_with_their_counterparts() -> None:
    def sections(names: str) -> Document:
        return page("".join(f"# {name}\n\nVer `{name}()` aqui.\n\n" for name in names.split()))

    left, right = sections("ana bruno carla dario eva"), sections("eva carla ana dario bruno")
    found = align_documents(left, right, lexical=False)
    pairs = [(left.texts[k.left], right.texts[k.right]) for k in found.links if k.paired]
    assert pairs == [(text, text) for text in left.texts]
    assert [k.left for k in found.links] == list(range(10))


def test_sentence_alignment_refuses_the_source_text_of_another_document() -> None:
    source = "\n\n".join(SOURCE[:6])
    with pytest.raises(NotAligned) as caught:
        align_documents(page(PAGE), page(source), lexical=False)
    assert caught.value.reason in ("across", "lengths")


CATALOGUE = """msgid ""
msgstr "Language: pt_BR\\n"

msgid "Open the file."
msgstr "Abra o ficheiro. Depois feche-o."

msgid "{count} file was read."
msgid_plural "{count} files were read."
msgstr[0] "Foi lido {count} ficheiro."
msgstr[1] "Foram lidos {count} ficheiros."

msgid "Close"
msgstr ""
"""


def test_po_strings_are_aligned_with_their_own_msgid() -> None:
    document = build("a.po", CATALOGUE, PO)
    found = align_companion(document, "source")
    source = document.companions["source"]
    texts = [
        (
            [s.text for s in document.sentences[k.left : k.left_end]],
            [s.text for s in source.sentences[k.right : k.right_end]],
        )
        for k in found.links
    ]
    empty = build("a.po", CATALOGUE.partition('msgstr "Abra')[0] + 'msgstr ""\n', PO)
    assert align_companion(empty, "source") == Alignment((), 1.0)
    assert texts == [
        (["Abra o ficheiro.", "Depois feche-o."], ["Open the file."]),
        (["Foi lido {count} ficheiro."], ["{count} file was read."]),
        (["Foram lidos {count} ficheiros."], ["{count} files were read."]),
    ]


def test_sentences_are_aligned_only_within_paired_paragraphs() -> None:
    left, right = document(ORIGINAL), document(TRANSLATION)
    pairs = [(range(4, 8), range(4, 8)), (range(2), range(1, 2)), (range(2, 3), range(0))]
    found = align_parts(left, right, pairs)
    assert [k[:2] for k in found.links if k.paired][:4] == [(4, 5), (5, 6), (6, 7), (7, 8)]
    inside = [k for k in found.links if k.left < 2]
    assert {(k.right, k.right_end) for k in inside} <= {(1, 2), (1, 1), (2, 2)}
    assert not [k for k in found.links if k.left == 2]
    same = align_parts(left, left, [(range(8), range(8))], lexical=True)
    assert (same.quality, shapes(same)) == (1.0, [(1, 1)] * 8)
    half = align_parts(left, document(ORIGINAL[:4] + OTHER[:4]), [(range(8), range(8))])
    assert 0.4 < half.quality < 0.6
    other = align_parts(left, document(OTHER), [(range(1), range(1))], lexical=False)
    assert other.quality == 1.0  # nothing was compared


def test_sentence_alignment_estimates_the_length_ratio_of_two_languages() -> None:
    longer = [text + " " + "x" * (len(text) // 2) for text in ORIGINAL]
    assert shapes(align(units(ORIGINAL), units(longer), lexical=False)) == [(1, 1)] * 8


def test_paragraph_ends_decide_between_equally_good_sentence_alignments() -> None:
    left = [Unit("Sim.", 0), Unit("Não sei.", 0), Unit("Claro que sim.", 1), Unit("Vamos.", 1)]
    right = [Unit("Sim.", 0), Unit("Claro que sim.", 1), Unit("Vamos.", 1)]
    found = align(left, right)
    assert [(k.left, k.right) for k in found.links if k.paired] == [(0, 0), (2, 1), (3, 2)]


def test_sentence_alignment_refuses_unrelated_texts_with_a_reason() -> None:
    with pytest.raises(NotAligned) as caught:
        align(units(ORIGINAL), units(OTHER))
    assert caught.value.reason == "words"
    assert "share" in str(caught.value)
    assert "palavras em comum" in caught.value.explain("pt")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_sentence_alignment_refuses_texts_of_unrelated_sentence_lengths() -> None:
    rng = random.Random(7)
    left = ["a" * rng.randint(5, 300) for _ in range(40)]
    right = ["b" * rng.randint(5, 300) for _ in range(40)]
    with pytest.raises(NotAligned) as caught:
        align(units(left), units(right), lexical=False)
    assert caught.value.reason == "lengths"
    assert caught.value.values["deviation"] > caught.value.values["limit"]


def test_sentence_alignment_refuses_a_text_many_times_as_long() -> None:
    with pytest.raises(NotAligned, match=r"times as long|correspond|share"):
        align(units(ORIGINAL), units(OTHER * 5), lexical=False)


@pytest.mark.parametrize("size", [60, 40, 30])
def test_first_part_of_a_translation_is_aligned_with_the_start_of_its_source(size: int) -> None:
    whole = [f"{text} {at}" for at, text in enumerate(TRANSLATION * 12)]
    part = whole[: len(whole) * size // 100]
    links = align(units(part), units(whole), lexical=False).links
    assert [k[:4] for k in links if k.paired] == [(i, i + 1, i, i + 1) for i in range(len(part))]


@pytest.mark.parametrize("empty", [[], ["", ""]])
def test_sentence_alignment_refuses_documents_without_sentences(empty: list[str]) -> None:
    with pytest.raises(NotAligned, match="no sentences"):
        align(units(ORIGINAL), units(empty))


def test_sentence_alignment_never_refuses_very_short_texts() -> None:
    assert shapes(align(units(["Entendo."]), units(["Compreendo."]))) == [(1, 1)]


def test_documents_with_headings_are_aligned_sentence_by_sentence() -> None:
    reference = document(TRANSLATION)
    text = document(ORIGINAL, {"reference": reference})
    found = align_documents(text, reference)
    assert shapes(found) == [(1, 1)] * 8
    assert ReferenceAlignment().run(text, {}) == found


words = st.lists(
    st.sampled_from(
        [
            "a",
            "casa",
            "o",
            "rio",
            "não",
            "chove",
            "vento",
            "noite",
            "ela",
            "viu",
            "correu",
            "três",
            "livro",
            "mar",
        ]
    ),
    min_size=1,
    max_size=12,
).map(" ".join)


texts_of_words = st.lists(words, min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(words, min_size=1, max_size=40))
def test_identical_texts_are_aligned_one_to_one(texts: list[str]) -> None:
    for lexical in (True, False):
        found = align(units(texts), units(texts), lexical=lexical)
        assert shapes(found) == [(1, 1)] * len(texts)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(words, min_size=1, max_size=30),
    st.lists(words, min_size=1, max_size=30),
    st.booleans(),
)
def test_sentence_alignment_is_ordered_and_covers_all_sentences(
    left: list[str], right: list[str], lexical: bool
) -> None:
    try:
        found = align(units(left), units(right), lexical=lexical)
    except NotAligned:
        return
    assert covers(found, len(left), len(right))
    assert 0 <= found.quality <= 1


def test_sentence_alignment_finds_120_deleted_consecutive_sentences() -> None:
    rng = random.Random(7)
    lexicon = [f"palavra{rng.randint(0, 2000)}" for _ in range(3000)]
    texts = [" ".join(rng.choices(lexicon, k=rng.randint(4, 20))) for _ in range(600)]
    found = align(units(texts), units(texts[:200] + texts[320:]))
    alone = [link.left for link in found.links if not link.paired]
    assert alone == list(range(200, 320))
    assert covers(found, 600, 480)


def test_sentence_alignment_time_grows_linearly_with_text_length() -> None:
    rng = random.Random(7)
    lexicon = [f"palavra{rng.randint(0, 9000)}" for _ in range(20000)]
    texts = [" ".join(rng.choices(lexicon, k=rng.randint(4, 20))) for _ in range(3000)]
    started = time.process_time()
    found = align(units(texts), units(texts))
    assert time.process_time() - started < 10
    assert len(found.links) == 3000


@settings(max_examples=60, deadline=None)
@given(st.data(), st.booleans())
def test_sentence_alignment_of_paired_ranges_covers_each_sentence_once(
    data: st.DataObject, lexical: bool
) -> None:
    left, right = document(data.draw(texts_of_words)), document(data.draw(texts_of_words))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(left.sentences)), min_size=2, max_size=4)))
    pairs: list[tuple[range, range]] = []
    for start, end in itertools.pairwise(cuts):
        low = data.draw(st.integers(0, len(right.sentences) - 1))
        pairs.append(
            (range(start, end), range(low, data.draw(st.integers(low + 1, len(right.sentences)))))
        )
    found = align_parts(left, right, pairs, lexical=lexical)
    assert 0 <= found.quality <= 1
    assert [i for k in found.links for i in range(k.left, k.left_end)] == [
        i for a, _ in pairs for i in a
    ]
    assert [j for k in found.links for j in range(k.right, k.right_end)] == [
        j for _, b in pairs for j in b
    ]


def test_sentence_alignment_keeps_a_heading_apart_from_the_text_below() -> None:
    ours = page(f"# Título\n\n{PAGE.partition(chr(10))[2]}")
    theirs = page(PAGE.partition("\n")[2])
    found = align_documents(ours, theirs)
    assert [k[:4] for k in found.links if not k.paired] == [(0, 1, 0, 0)]

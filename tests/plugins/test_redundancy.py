"""Repetition: the samples of the paper's manual reading, the paper's formula, invariants."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from difflib import SequenceMatcher

import editdistance
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_redundancy.inside import echoes
from textlint_pt_redundancy.metric import Gruen, GruenPublished, Redundancy, soon_again
from textlint_pt_redundancy.options import PAIRS
from textlint_pt_redundancy.pair_rules import (
    CommonSubstring,
    CommonSubstringWords,
    CommonWords,
    EditDistance,
    InsideSentence,
)
from textlint_pt_redundancy.repeats import Judge
from textlint_pt_redundancy.words import Words, analyse, stop_words, words

from tests.test_kinds import TEXTS as KIND_TEXTS
from textlint_pt import lint
from textlint_pt.contract.format import Format, Parsed
from textlint_pt.contract.rule import findings
from textlint_pt.contract.view import View
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.documentation import page
from textlint_pt.report.finding import Finding
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Block, Document, Kind, Text

MARKDOWN = declared()["markdown"]

PAIR_RULES = (CommonSubstring, CommonSubstringWords, EditDistance, CommonWords)
RULES = (*PAIR_RULES, InsideSentence)
STORY = """\
O farol da ilha apagou-se numa noite de inverno. O faroleiro subiu os degraus com uma vela na mão.

Lá em cima, uma gaivota molhada dormia dentro da lanterna. O velho não teve coragem de a acordar.
Sentou-se no chão de pedra e ficou à espera da manhã, a ouvir os barcos que passavam ao longe.

Quando o sol nasceu, a gaivota abriu as asas e voou. Nessa noite, o farol brilhou como nunca.
"""


def document(text: str) -> Document:
    return build("texto.txt", text, PlainText())


def settings_of(metric: type, given: Mapping[str, object]) -> dict[str, object]:
    """Options at their defaults but for those given; definition `generated` unless one is."""
    options = {name: option.default for name, option in metric.options.items()}
    return options | {"definition": "generated"} | given


def view(text: str, metric: type = Redundancy, **given: object) -> View:
    """A view with one metric measured."""
    options = settings_of(metric, given)
    result = View(document(text), {})
    result.measurements[metric.name] = metric().measure(result, options)
    return result


def found(text: str, **given: object) -> list[Finding]:
    seen = view(text, **given)
    options = settings_of(Redundancy, given)
    return [finding for rule in RULES for finding in findings(rule(), seen, options)]


def partial(
    text: str,
    metric: type = Redundancy,
    without: frozenset[int] = frozenset(),
    **given: object,
):
    seen = view(text, metric, **given)
    return metric().partial(seen.metric(metric.name), seen, {}, without)


# ------------------------------------------------------------------ what readers say


def test_story_without_repetition_has_the_best_redundancy_score():
    assert found(STORY) == []
    assert partial(STORY).inputs["repeated_words"] == 0
    assert partial(STORY).value > 0.95


def test_repeated_proper_name_is_not_reported_as_redundancy():
    text = (
        "A Morte saiu de casa ao romper do dia. A Morte trazia um chapéu de palha. No caminho, um "
        "moleiro saudou a Morte. A Morte agradeceu e seguiu. Na aldeia ninguém conhecia a Morte."
    )
    assert found(text) == []
    assert "morte" not in set().union(*(w.content for w in analyse(document(text))))


def test_cumulative_folk_tale_has_no_repetition_finding_but_a_text_loop_has():
    asked = "— Quem me ajuda a {} o trigo? — perguntou a galinha ruiva.\n\n"
    refused = "".join(f"— Eu não — disse o {who}.\n\n" for who in ("pato", "gato", "porco"))
    tale = "".join(
        asked.format(what) + refused for what in ("plantar", "ceifar", "moer", "amassar", "cozer")
    )
    assert found(tale) == []
    assert found(asked.format("plantar") * 3) != []


def test_phrase_repeated_thirty_times_within_a_sentence_is_reported():
    text = "Como se fez o mundo\n\n" + " ".join(["A Criação"] * 30) + "."
    (finding,) = found(text)
    assert (finding.code, finding.evidence["times"]) == ("RED005", 30)
    assert partial(text).value < 0.15


def test_every_repetition_of_a_dialogue_loop_is_reported():
    question = "— E como te chamas tu? — perguntou a menina.\n\n"
    text = "".join(question + f"— Chamo-me {who}.\n\n" for who in ("Curt", "José", "Rig", "Dando"))
    assert [f.sentence for f in found(text) if f.code == "RED001"] == [2, 4, 6]


@pytest.mark.parametrize("kind", [Kind.HEADING, Kind.LIST_ITEM, Kind.TABLE_CELL, Kind.VERSE])
def test_redundancy_metric_ignores_headings_lists_tables_and_verse(kind):
    class Lines(Format):
        name = "lines"

        def parse(self, source):
            lines = re.finditer("[^\n]+", source)
            return Parsed(tuple(Block(kind, Text.verbatim(m[0], m.start())) for m in lines))

    text = "Rema, barqueiro, pelo rio abaixo.\n" * 3 + "Viva a noite viva a noite viva a noite.\n"
    seen = View(build("texto.txt", text, Lines()), {})
    options = settings_of(Redundancy, {})
    measured = Redundancy().measure(seen, options)
    assert list(measured.values) == [None] * 4
    assert not measured.detail.matches and not measured.detail.echoes
    assert Redundancy().partial(measured, seen, options).value is None


def test_exact_repetition_of_an_adjacent_sentence_is_reported():
    line = "Não era ele que o havia de dizer ao padeiro."
    assert [f.code for f in found(f"{line} {line}") if f.code == "RED001"] == ["RED001"]


def test_short_line_is_reported_as_repeated_only_in_a_series_of_five():
    assert found("— Sou eu!\n\n" * 2 + STORY) == []
    assert len([f for f in found("— Sou eu!\n\n" * 5 + STORY) if f.code == "RED001"]) == 4


def test_refrain_that_fills_much_of_the_text_is_reported_as_a_repetition_loop():
    line = "O vento uivava na chaminé. "
    things = ("amoras", "botas", "contos", "dedais", "ervas", "fitas", "galos", "hinos")
    others = [f"{a} {b}. " for a in ("Ana coseu", "Rui pescou", "Eva leu") for b in things]
    often = "".join(s + (line if n % 3 == 0 else "") for n, s in enumerate(others))
    seldom = "".join(s + (line if n % 8 == 0 else "") for n, s in enumerate(others))
    assert found(seldom) == []
    assert len([f for f in found(often) if f.code == "RED001"]) == 7


# ------------------------------------------------------------------ what an author would mend


def by_default(text: str) -> list[Finding]:
    return found(text, definition="default")


def test_loop_of_repeated_paragraphs_is_one_finding():
    (finding,) = by_default(
        "A maré subia devagar e ninguém na praia dava por isso.\n\n" * 4 + STORY
    )
    assert finding.evidence["repeats"] == finding.evidence["sentences"] == 3
    assert finding.related[0].span.end < finding.span.start


def test_word_repeated_nearby_lowers_the_redundancy_value_but_not_the_score():
    near = "A maré subia. A maré descia. A maré levou o barco. "
    found = partial(near)
    assert found.inputs["soon_again"] == pytest.approx(2 / 7)
    assert found.range == (0.0, 1.0)
    assert found.loss == 0.0
    assert found.value == pytest.approx(5 / 7)


@pytest.mark.parametrize(("again", "points"), [(0, 0.0), (1, 0.3), (9, 1.5), (30, 2.13), (70, 3.0)])
def test_content_words_repeated_nearby_lower_the_score_of_essays_only(again, points):
    text = f"{KIND_TEXTS['essay']} O preconceito agrava{', o preconceito' * again}."
    losses = []
    for kinds in ({"essay": 1.0}, {"news": 1.0}):
        seen = View(document(text), {}, kinds=kinds)
        measured = Redundancy().measure(seen, settings_of(Redundancy, {}))
        losses.append(Redundancy().partial(measured, seen, {}).loss)
    assert losses == [pytest.approx(points / 100, abs=1e-4), 0.0]


def test_suppressing_a_repeated_paragraph_finding_clears_all_its_sentences():
    copied = "O vento mudou de repente. Os barcos voltaram todos ao porto antes da noite. "
    text = STORY + "\n" + copied * 2
    seen = view(text, definition="default")
    (finding,) = by_default(text)
    values = seen.metric(Redundancy.name).values
    first = finding.sentence
    assert [number for number, value in enumerate(values) if value] == [first, first + 1]
    assert partial(text, definition="default").inputs["repeated_words"] == 14
    without = frozenset((first,))
    assert partial(text, without=without, definition="default").inputs["repeated_words"] == 0


def test_refrain_repeated_between_different_sentences_is_not_reported():
    text = "".join(f"Ó mar, que levas os meus amores! {line} " for line in STORY.split(". "))
    assert by_default(text) == []
    assert partial(text, definition="default").inputs["repeated_words"] == 0


@pytest.mark.parametrize(
    ("closing", "count"),
    [(".", 1), (":", 0)],
)
def test_repeated_introductory_sentence_ending_in_a_colon_is_accepted(closing, count):
    line = "Guarde a folha assinada na gaveta do fundo e escreva no caderno a hora a que o fez"
    assert len(by_default(f"{line}{closing}\n\n" * 2 + STORY)) == count


THINGS = """
redes velas cabos boias anzóis remos cestos latas botas facas cordas lonas mastros lemes bússolas
mapas lanternas panelas mantas baús garrafas copos pratos colheres tecidos chapéus luvas tábuas
pregos martelos serras limas pincéis tintas vernizes baldes vassouras bancos mesas portas janelas
fechaduras chaves dobradiças telhas tijolos pedras areias barros cales vidros espelhos quadros sinos
tapetes rolhas funis grades
""".split()  # noqa: SIM905
BELL, WINDOW, RAIN, DOG, MAN, KIDS, POST = (
    "O sino tocou.", "Alguém abriu a janela do quarto.", "A chuva parou.",
    "Um cão ladrou ao longe.", "Ninguém respondeu ao homem.", "As crianças riam.",
    "Chegou o correio da manhã.",
)  # fmt: skip
#: two sentences that introduce something make a manual
MANUAL = ("Corra este programa no terminal:", KIDS, "Escreva no fim da folha:", POST)


def said(count: int, verb: str = "remendou", end: str = ".") -> str:
    """A sentence of so many words."""
    return f"O pescador {verb} {', '.join(THINGS[: count - 3])}{end}"


#: three sentences each, to stand between what is far
NAMES = (
    "Ana Rui Eva",
    "Ivo Lia Gil",
    "Noa Zé Bia",
    "Leo Mia Tito",
    "Sara Davi Ema",
    "Raul Inês Caio",
)
CAME = ["".join(f"{name} chegou.\n\n" for name in three.split()) for three in NAMES]
FAR = [said(40 + at, verb) for at, verb in enumerate(("remendou", "vendeu", "lavou"))]
TWO, TWO_SHORT = (f"{said(15)} {said(count, 'vendeu')}" for count in (15, 14))
BOUGHT = "O padre comprou"
#: paragraphs, and how many of their sentences are an accidental copy: the words that a copy must
#: have depend on where it stands
COPIES = {
    "in one paragraph": ([f"{said(6)} {said(6)}"], 1),
    "in one paragraph, short": ([f"{said(5)} {said(5)}"], 0),
    "in the next one": ([said(15)] * 2, 1),
    "in the next one, short": ([said(14)] * 2, 0),
    "both paragraphs, near": ([said(20), BELL, said(20)], 1),
    "both paragraphs, near, short": ([said(19), BELL, said(19)], 0),
    "both open": ([f"{said(19)} {WINDOW}", BELL, f"{said(19)} {RAIN}"], 0),
    "another place": ([f"{BELL} {said(6)}", f"{WINDOW} {said(6)} {RAIN}"], 1),
    "another place, short": ([f"{BELL} {said(5)}", f"{WINDOW} {said(5)} {RAIN}"], 0),
    "lively": ([f"{BELL} {said(7, end='!')}", f"{WINDOW} {said(7, end='!')} {RAIN}"], 1),
    "lively, short": ([f"{BELL} {said(6, end='!')}", f"{WINDOW} {said(6, end='!')} {RAIN}"], 0),
    "two between": ([f"{BELL} {said(6)}", f"{DOG} {WINDOW} {said(6)} {RAIN}"], 1),
    "three between": ([f"{BELL} {said(20)}", f"{DOG} {WINDOW} {MAN} {said(20)} {RAIN}"], 0),
    "far": ([said(40), BELL, WINDOW, RAIN, said(40)], 1),
    "far, short": ([said(39), BELL, WINDOW, RAIN, said(39)], 0),
    "two far": ([TWO, BELL, WINDOW, RAIN, TWO], 2),
    "two far, short": ([TWO_SHORT, BELL, WINDOW, RAIN, TWO_SHORT], 0),
    "two far in a manual": ([*MANUAL, TWO, BELL, WINDOW, RAIN, TWO], 0),
    "near in a manual": ([*MANUAL, said(20), BELL, said(20)], 0),
    "near in a manual, long": ([*MANUAL, said(40), BELL, said(40)], 1),
    "near in a manual, not long": ([*MANUAL, said(39), BELL, said(39)], 0),
    "one paragraph of a manual": ([*MANUAL, f"{said(8)} {BELL} {said(8)} {WINDOW}"], 1),
    "one introduction makes no manual": ([*MANUAL[:2], POST, said(20), BELL, said(20)], 1),
    "who introduces speech": (
        [MANUAL[0], "— Sim, disse ela.", *MANUAL[2:], said(20), BELL, said(20)],
        1,
    ),
    "what dialogue introduces": (
        ["— Corra este programa:", KIDS, "— Escreva na folha:", POST, said(20), BELL, said(20)],
        1,
    ),
    "three times": ([said(45), BELL, WINDOW, RAIN, said(45), DOG, MAN, KIDS, said(45)], 0),
    "quoted": ([f"“{said(20)}”", BELL, f"“{said(20)}”"], 0),
    "what introduces": ([f"{said(59)} {MANUAL[0]}"] * 2, 0),
    "what introduces, long": ([f"{said(60)} {MANUAL[0]}"] * 2, 2),
    "one sentence changed": (
        [
            f"{said(9)} {said(9, 'vendeu')} {BELL} {said(9, 'lavou')}",
            f"{said(9)} {said(9, 'vendeu')} {WINDOW} {said(9, 'lavou')}",
        ],
        4,
    ),
    "steps": ([said(15), said(15, "vendeu"), BELL, said(15), said(15, "vendeu")], 0),
    "long steps": ([said(25), said(25, "vendeu"), BELL, said(25), said(25, "vendeu")], 2),
    "two far copies": ([FAR[0], CAME[0], FAR[1], CAME[1], FAR[0], CAME[2], FAR[1]], 2),
    "three far copies, by plan": (
        [part for both in zip((*FAR, *FAR), CAME, strict=True) for part in both],
        0,
    ),
    "one pattern before": (
        [f"Na segunda a Ana comprou o {what} fresco.\n\n{said(20)}" for what in ("peixe", "pão")],
        0,
    ),
    "one pattern after": ([said(20), f"{BOUGHT} peixe.", said(20), f"{BOUGHT} pão."], 0),
    "half of a pattern": ([f"{BOUGHT} peixe ontem.", said(20), f"{BOUGHT} pão duro.", said(20)], 0),
    "less than half": (
        [f"{BOUGHT} peixe ontem.", said(20), f"{BOUGHT} pão duro velho.", said(20)],
        1,
    ),
    "less than half, far": (
        [f"{BOUGHT} peixe ontem.", said(40), RAIN, DOG, f"{BOUGHT} pão duro velho.", said(40)],
        0,
    ),
    "one word of a pattern": (["O padre riu.", said(20), "O padre dormiu.", said(20)], 1),
    "a pattern without new words": (
        [f"{BOUGHT} pão.", said(20), f"{BOUGHT} pão duro.", said(20)],
        1,
    ),
    "two sentences changed": (
        [
            f"{said(9)} {BELL} {DOG} {said(9, 'vendeu')}",
            f"{said(9)} {WINDOW} {RAIN} {said(9, 'vendeu')}",
        ],
        4,
    ),
    "three sentences changed": (
        [
            f"{said(9)} {BELL} {DOG} {MAN} {said(9, 'vendeu')}",
            f"{said(9)} {WINDOW} {RAIN} {KIDS} {said(9, 'vendeu')}",
        ],
        0,
    ),
    "one pattern changed": (
        [f"{said(9)} {BOUGHT} {what}. {said(9, 'vendeu')}" for what in ("peixe", "pão")],
        0,
    ),
    "a loop of paragraphs": ([said(10)] * 3, 2),
    "a loop of paragraphs, short": ([said(9)] * 3, 0),
    "a loop in a paragraph": ([f"{said(4)} " * 4], 3),
    "a loop in a paragraph, three times": ([f"{said(5)} " * 3], 0),
    "a loop in a paragraph, short": (["O pescador riu. " * 5], 0),
    "a loop in a paragraph, short and long": (["O pescador riu. " * 6], 5),
    "not ended": ([said(20, end="")] * 2, 0),
    "lower case": ([f"e {said(20)}"] * 2, 0),
    "numbered": ([f"Artigo: {said(20)}"] * 2, 0),
    "pointer": ([f"Veja {said(20)}"] * 2, 0),
    "credits": ([f"({said(20, end=').')}"] * 2, 0),
    "trailing off": ([said(20, end="...")] * 2, 0),
    "trailing off in a paragraph": ([f"{said(6, end='...')} {said(6, end='...')}"], 1),
}


@pytest.mark.parametrize("name", COPIES)
def test_copied_paragraph_is_reported_only_if_long_enough_for_its_distance(name):
    paragraphs, count = COPIES[name]
    found = by_default("\n\n".join(paragraphs))
    assert sum(one.evidence["sentences"] for one in found) == count


@pytest.mark.parametrize(
    ("name", "message", "repeats"),
    [
        ("in the next one", "same", 1),
        ("two far", "run", 1),
        ("a loop of paragraphs", "loop", 2),
        ("a loop in a paragraph", "loop", 3),
    ],
)
def test_messages_differ_for_a_repeated_sentence_a_passage_and_a_loop(name, message, repeats):
    (finding,) = by_default("\n\n".join(COPIES[name][0]))
    assert (finding.message, finding.evidence["repeats"]) == (message, repeats)


@pytest.mark.parametrize(
    ("earlier", "later", "message"),
    [
        (said(9), said(9), "same"),
        (f"Ontem {said(9)}", said(9), "part"),
        (said(9, end=""), said(9, end=" e remos."), "whole"),
        (said(9), said(9).replace("O pescador", "Um pescador"), "message"),
    ],
)
def test_redundancy_message_states_which_sentence_contains_the_other(earlier, later, message):
    by_code = {
        finding.code: finding for finding in found(f"{earlier}\n\n{later}", definition="gruen")
    }
    assert by_code["RED001"].message == message
    assert {by_code[code].message for code in ("RED002", "RED003", "RED004")} == {"message"}


def test_repetition_finding_links_to_the_first_occurrence_of_the_passage():
    text = "\n\n".join([said(40), BELL, WINDOW, RAIN, said(40)])
    (finding,) = by_default(text)
    for span in (finding.span, finding.related[0].span):
        assert text[span.start : span.end] == said(40)


def in_markdown(raw: str) -> list[Finding]:
    seen = View(build("a.md", raw, MARKDOWN), {})
    options = settings_of(Redundancy, {"definition": "default"})
    seen.measurements[Redundancy.name] = Redundancy().measure(seen, options)
    return list(findings(CommonSubstring(), seen, options))


@pytest.mark.parametrize(("second", "count"), [("## Dois\n\n", 0), ("", 1)])
def test_sentence_that_opens_two_sections_is_not_reported_as_repeated(second, count):
    assert len(in_markdown(f"## Um\n\n{said(20)}\n\n{BELL}\n\n{second}{said(20)}\n")) == count


def test_heading_equal_to_a_sentence_is_not_reported_as_its_repetition():
    text = f"{LONG_LINE}\n\n## {LONG_LINE}\n\n{LONG_LINE}\n"
    said = analyse(build("a.md", text, MARKDOWN))
    (repeats,) = Judge([said[0], None, said[2]], settings_of(Redundancy, {})).repeats()
    assert [(pair.earlier, pair.later) for pair in repeats.pairs] == [(0, 2)]


def test_repeated_sentences_finding_span_excludes_code_blocks_between():
    steps = f"{said(25)}\n\n```py\ny = x + 1\n```\n\n{said(25, 'vendeu')}\n\n"
    raw = f"{steps}{BELL}\n\n{steps}"
    (finding,) = in_markdown(raw)
    assert finding.evidence["sentences"] == 2
    for span in (finding.span, finding.related[0].span):
        assert raw[span.start : span.end] == said(25)


def test_span_of_a_repeated_passage_includes_hyperlinks_at_sentence_ends():
    copied = f"{said(25, end=', [sinos](a.md).')} {said(25, 'vendeu')}"
    raw = f"{copied}\n\n{BELL}\n\n{copied}\n"
    (finding,) = in_markdown(raw)
    for span in (finding.span, finding.related[0].span):
        assert raw[span.start : span.end] == copied


def test_redundancy_as_published_in_gruen_keeps_the_difflib_autojunk_bug():
    often = " mapa pama" * 22  # letters that come so often are no place to begin
    text = f"Um{often} sob. Do{often} lei."
    reported = {
        definition: {one.code for one in found(text, definition=definition)}
        for definition in ("gruen", "gruen-published")
    }
    assert "RED001" in reported["gruen"] - reported["gruen-published"]


BAKER = "Não era ele que o havia de dizer ao padeiro."
LONG_LINE = "O pescador remendou as redes velhas na praia grande."
#: sentences, and of the last the earlier ones that it repeats, the most similar first
REPEATED = (
    (("O rio leva a barca.", "O rio leva a lenha."), [0]),  # four words around an exchanged one
    (("O rio leva barcas.", "O rio leva madeira."), []),
    (("O rio leva a barca nova.", "O rio leva a barca velha."), [0]),
    (("O rio leva a barca nova.", "O rio leva a barca velha.", "O rio leva a barca verde."), []),
    (("O rio leva as barcas.", "O rio leva as barcas novas do padre."), []),
    (("O rio leva as barcas novas do padre.", "O rio leva as barcas."), [0]),
    (("Não era ele.", "Não era ele."), []),
    (("Era ele que vinha.", "Era ele que vinha."), []),
    (("O rio leva a barca.", BELL, RAIN, DOG, "O rio leva a barca."), [0]),
    ((LONG_LINE, *[LONG_LINE.replace(" grande", "")] * 2), [1, 0]),
    ((BELL, WINDOW, RAIN, DOG, BAKER, BAKER), [4]),  # with little content, where it is near
    ((BAKER, BELL, WINDOW, BAKER), [0]),
    ((BAKER, BELL, WINDOW, RAIN, BAKER), []),
    ((LONG_LINE, RAIN, "O pescador velho remendou as redes na praia grande."), [0]),
    (("O rio leva a barca nova do padre", "O rio leva a barca nova do padre."), []),  # a title
    (("O rio leva a barca nova do padre",) * 2, [0]),
    ((BAKER, BELL, WINDOW, BAKER, RAIN, DOG, BAKER), []),  # a refrain
    ((said(12), BELL, RAIN, DOG, said(12), WINDOW, KIDS, MAN, said(12)), []),
    ((said(13), BELL, RAIN, DOG, said(13), WINDOW, KIDS, MAN, said(13)), [4, 0]),
    (("O rio leva as barcas novas.", "E o rio leva as barcas novas."), [0]),
    (("O rio leva as barcas novas.", "Devagar o rio leva as barcas novas."), []),
)


@pytest.mark.parametrize(("sentences", "earlier"), REPEATED)
def test_repeated_sentence_is_paired_with_every_earlier_sentence_it_repeats(sentences, earlier):
    said = analyse(document("\n\n".join(sentences)))
    found = {one.pairs[0].later: one for one in Judge(said, settings_of(Redundancy, {})).repeats()}
    repeats = found.get(len(sentences) - 1)
    assert [pair.earlier for pair in (repeats.pairs if repeats else ())] == earlier


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(re.findall(r"[^.]+\.", STORY.replace("\n", " "))), max_size=14))
def test_sentences_without_repetition_have_redundancy_value_zero(sentences):
    text = " ".join(sentence.strip() for sentence in sentences)
    seen = view(text, definition="default")
    values = seen.metric(Redundancy.name).values
    reported = by_default(text)
    assert all(values[finding.sentence] for finding in reported)
    for sentence, value in zip(seen.sentences, values, strict=True):
        assert not value or any(finding.span.overlaps(sentence.span) for finding in reported)


#: texts; first word, length and times of the phrase said again, and whether it is also a slip
ECHOES = (
    ("vai " * 8, (0, 1, 8), True),
    ("a casa " * 3, None, False),
    ("a casa " * 4, (0, 2, 4), True),
    ("come pão quente come pão quente", (0, 3, 2), True),
    ("come pão quente e come pão quente", None, False),
    ("come pão quente e come pão quente e come pão quente", (0, 3, 3), True),
    ("vem depressa cá! vem depressa cá!", None, False),  # for effect
    ("vem depressa cá… vem depressa cá", None, False),
    ("vem depressa cá, vem depressa cá", (0, 3, 2), False),
    ("é que não é que não", (0, 3, 2), True),
    ("é que não, é que não", None, False),  # says little
    ("ora, é que não ora, é que não", (0, 4, 2), False),
    ("ora, que não ora, que não", None, False),
    ("o gato preto o gato preto dorme", (0, 3, 2), True),
    ("o gato preto, o gato preto, dorme", (0, 3, 2), True),
    ("o gato preto, o gato preto dorme", (0, 3, 2), False),
    ("o gato preto; o gato preto dorme", (0, 3, 2), False),
    ("o gato preto. o gato preto.", (0, 3, 2), False),
    ("O gato preto o gato preto dorme", (0, 3, 2), False),
    ("abre > guarda > fecha abre > guarda > fecha", (0, 3, 2), False),
    ("criar um espaço, de execução, criar um espaço, de execução, criar", (0, 5, 2), False),
    (f"{'o velho gato preto, manso e cego, ' * 2}dorme", (0, 7, 2), True),
    ("sim, " * 8, (0, 1, 8), False),
    ("o rio, " * 5, (0, 2, 5), True),
    (f"{' '.join(THINGS)} " * 2, (0, len(THINGS), 2), True),
    (
        f"{' '.join(THINGS[:9])} e voltaram; {' '.join(THINGS[:9])}",  # other words between
        (0, 9, 2),
        False,
    ),
    (f"{' '.join(THINGS[:7])} e voltaram; {' '.join(THINGS[:7])}", None, False),
)


@pytest.mark.parametrize(("text", "said_again", "is_slip"), ECHOES)
def test_phrases_repeated_within_a_sentence_are_detected(text, said_again, is_slip):
    phrases, slips = (
        [(one.first, one.length, one.times) for one in echoes(text, words(text), 3, strict=strict)]
        for strict in (False, True)
    )
    assert phrases == [said_again] * (said_again is not None)
    assert slips == phrases * is_slip


#: texts, and the content words of their last sentence
CONTENT = (
    ("O Vento viu o vento.", ["viu"]),  # a name: as often with a capital as without
    ("O Vento, o vento e o vento.", ["vento"] * 3),
    ("Disse: Vento frio.", ["vento", "frio"]),
    ("— “Vento frio.”", ["vento", "frio"]),
    ("O porto disse Vento frio.", ["porto", "frio"]),
)


@pytest.mark.parametrize(("text", "content"), CONTENT)
def test_redundancy_rules_do_not_count_proper_names_as_content_words(text, content):
    assert list(analyse(document(text))[-1].in_order) == content


# ------------------------------------------------------------------ the score is a rate


def share(text):
    inputs = partial(text).inputs
    return inputs["repeated_words"] / inputs["words"]


def test_repetition_lowers_the_redundancy_score_of_a_longer_text_less():
    sentence = "A raposa atravessou o campo de trigo ao amanhecer. "
    once = share(STORY + sentence * 2)
    assert once > 0
    twice = STORY + sentence * 2 + "\n\n" + STORY.replace("farol", "moinho").upper()
    assert 0 < share(twice) < once


def test_suppressed_repetition_does_not_lower_the_redundancy_score():
    text = STORY + "A raposa atravessou o campo de trigo ao amanhecer. " * 2
    (finding,) = [f for f in found(text) if f.code == "RED001"]
    assert partial(text, without=frozenset((finding.sentence,))).inputs["repeated_words"] == 0


def test_empty_text_has_a_reason_instead_of_a_redundancy_score():
    assert partial("").value is None
    assert partial("").reason


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(re.findall(r"[^.]+\.", STORY.replace("\n", " "))), max_size=12))
def test_sentence_redundancy_is_in_0_to_1_and_above_0_only_if_reported(sentences):
    text = " ".join(sentence.strip() for sentence in sentences)
    seen = view(text)
    values = seen.metric(Redundancy.name).values
    assert len(values) == len(seen.sentences)
    assert all(0 <= value <= 1 for value in values)
    assert 0 <= (partial(text).value if sentences else 0) <= 1
    flagged = {f.sentence for f in found(text)}
    assert flagged == {number for number, value in enumerate(values) if value}


# ------------------------------------------------------------------ the paper


PAPER = """\
O rato disse: “Não vou ajudar.” O gato disse: “Não vou ajudar.” Não. A galinha ruiva disse: “Então
vou eu plantar o trigo.” O pato foi ao lago da quinta. A pata foi ao largo da quinta nova. O gato
disse: “Não vou ajudar.” Que é que ela quer que eu faça, que ela não queira?
"""


def points(a: str, b: str, autojunk: bool) -> int:
    if a in b or b in a:
        return 4
    words_a, words_b = a.split(), b.split()
    fewer = min(len(words_a), len(words_b))
    if max(len(words_a), len(words_b)) < 5:
        return 0
    match = SequenceMatcher(None, a, b, autojunk=autojunk).find_longest_match()
    return (
        (match.size > 0.8 * min(len(a), len(b)))
        + (len(a[match.a : match.a + match.size].split()) > 0.8 * fewer)
        + (editdistance.eval(a, b) < 0.6 * max(len(a), len(b)))
        + (len([w for w in words_a if w in words_b]) > 0.8 * fewer)
    )


@pytest.mark.parametrize("metric", [Gruen, GruenPublished])
def test_gruen_redundancy_score_is_minus_a_tenth_of_the_sentence_overlap_points(metric):
    texts = [sentence.text for sentence in document(PAPER).sentences]
    wanted = sum(
        points(texts[i], texts[j], metric.autojunk)
        for i in range(len(texts))
        for j in range(i + 1, len(texts))
    )
    assert wanted > 8
    got = partial(PAPER, metric)
    assert got.value == pytest.approx(-0.1 * wanted)
    assert got.range == (float("-inf"), 0.0)
    assert got.inputs == {"sum_m": wanted}
    assert partial(STORY, metric).value == 0.0


@pytest.mark.parametrize("definition", ["gruen", "gruen-published"])
def test_gruen_preset_reports_exactly_the_repetitions_counted_by_gruen(definition):
    flags = sum(f.evidence["repeats"] for f in found(PAPER, definition=definition))
    metric = Gruen if definition == "gruen" else GruenPublished
    assert flags == partial(PAPER, metric).inputs["sum_m"]


def test_gruen_preset_computes_redundancy_as_defined_by_gruen():
    entry = lint_text(PAPER, preset="gruen", select=["RED"])
    assert entry["score"]["partials"]["redundancy"]["value"] == partial(PAPER, Gruen).value
    assert {f["code"] for f in entry["findings"]} <= {"RED001", "RED002", "RED003", "RED004"}
    places = [f["start"] for f in entry["findings"]]
    assert len(places) == len(set(places)), "one voice a place"


# ------------------------------------------------------------------ findings


def test_repetition_finding_marks_the_later_sentence_and_shows_the_earlier():
    text = f"A raposa dormia ao sol da tarde.\n\n{STORY}\nA raposa dormia ao sol da tarde."
    (finding,) = [f for f in found(text) if f.code == "RED001"]
    assert text[finding.span.start : finding.span.end] == "A raposa dormia ao sol da tarde."
    assert finding.related[0].span.start == 0 < finding.span.start


def test_redundancy_message_identifies_the_repeated_sentence_in_pt_and_en():
    text = f"{STORY}\nO farol da ilha apagou-se numa noite de inverno."
    for language, wanted in (("pt", "repete a frase da linha 1"), ("en", "repeats the sentence")):
        entry = lint_text(text, preset="generated", select=["RED001"], language=language)
        assert wanted in entry["findings"][0]["message"]
    text = "O gato viu a lua no lago da aldeia. O gato viu a lua no lago da serra."
    text += "\n\n" + STORY
    (finding,) = lint_text(text, preset="generated", select=["RED001"])["findings"]
    assert re.match(r"quase igual à frase da linha 1", finding["message"])


def test_unknown_value_of_the_redundancy_definition_option_is_refused():
    with pytest.raises(Exception, match="gruen-published"):
        lint_text(STORY, rules={"RED001": {"definition": "gruem"}})


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
@pytest.mark.parametrize("section", ["Bad", "Good"])
def test_documented_bad_redundancy_examples_are_reported_and_good_ones_not(rule, section):
    example = re.search(r"```text\n(.*?)```", page(rule).sections[section], re.DOTALL)
    definition = "default" if rule in (CommonSubstring, InsideSentence) else "generated"
    codes = {finding.code for finding in found(example.group(1), definition=definition)}
    assert (rule.code in codes) == (section == "Bad")


def test_redundancy_stop_words_are_lower_case_without_comments():
    assert {"de", "não", "disse"} <= stop_words()
    assert all(word == word.lower() and "#" not in word for word in stop_words())
    assert PAIRS["definition"].default == "default"


def test_importing_the_redundancy_plugin_does_not_import_numpy():
    code = (
        "import sys; import textlint_pt_redundancy as p; "
        "p.textlint_pt_rules(); p.textlint_pt_metrics(); p.textlint_pt_presets(); "
        "sys.exit(' '.join({'numpy', 'rapidfuzz', 'yaml'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@given(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=60), st.integers(0, 59))
def test_changing_one_word_changes_at_most_two_word_repetitions(
    letters: list[str], at: int
) -> None:
    def count(forms: list[str]) -> int:
        own = tuple(f"{form}{form}{form}" for form in forms)
        words = Words(own, own, title=False)
        places, content, _ = soon_again({0: words})
        assert content == len(forms)
        return sum(map(len, places.values()))

    other = [*letters]
    other[at % len(letters)] = "z"
    assert abs(count(other) - count(letters)) <= 2


SOURCE = """\
Open the settings and choose the folder in which the program keeps the copies of the files.

The indicator at the top of the page turns green after some time.

Open the settings and choose the folder in which the program keeps the copies of your files.
"""
TRANSLATION = """\
Abra as definições e escolha a pasta na qual o programa guarda as cópias dos ficheiros.

O indicador no topo da página fica verde passado algum tempo.

Abra as definições e escolha a pasta na qual o programa guarda as cópias dos seus ficheiros.
"""


@pytest.mark.parametrize("definition", ["default", "generated"])
@pytest.mark.parametrize("select", ["RED", "FOC"])
def test_repetition_in_a_translation_is_accepted_if_source_text_repeats_too(
    select: str, definition: str
) -> None:
    config = {"select": [select], "rules": {"RED": {"definition": definition}}}
    given = {"filename": "guia.md", "config": config}
    other = SOURCE.replace(SOURCE.splitlines()[0], "Nobody was in the house on that day.")
    report = [
        {one.code for one in lint(TRANSLATION, source=source, **given).findings}
        for source in (None, SOURCE, other)
    ]
    assert report[1] == set()
    assert report[0] == report[2]
    if select == "RED" and definition == "generated":
        assert report[0]

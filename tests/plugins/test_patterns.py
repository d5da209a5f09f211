"""Patterns of words: their notation, and that those that ship find what their examples say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from textlint_pt_grammaticality.judge.confidence import REPORTED, log_odds
from textlint_pt_grammaticality.judge.phrases import by_patterns
from textlint_pt_grammaticality.patterns import index
from textlint_pt_grammaticality.patterns.__main__ import check as problems
from textlint_pt_grammaticality.patterns.__main__ import main as compile_patterns
from textlint_pt_grammaticality.patterns.examples import examples, patterns_of
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.reading import own_words

from tests.pattern_examples import (
    FOLDERS,
    all_objections,
    check,
    check_odds,
    entry_files,
    grammar,
    known_objections,
    measured_odds,
    parse,
)
from textlint_pt.contract.forms import Reading
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import (
    COMPILED,
    Entry,
    changed_files,
    entries,
    lines,
    read_file,
    read_text,
    write_compiled,
)
from textlint_pt.patterns.matching import Index, Match
from textlint_pt.patterns.notation import Notation, NotationError, Reader, index_words, keys
from textlint_pt.patterns.sentence import Token, TokenSentence
from textlint_pt.patterns.writing import Writer

GUIDE = Path(__file__).parents[2] / "docs" / "rules-guide.md"
ENTRIES = [entry for file in entry_files() for entry in read_file(file)]
_BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
TAUGHT = [
    entry
    for block in _BLOCK.findall(GUIDE.read_text("utf-8"))
    if block.startswith("- id: ")
    for entry in read_text(block, GUIDE)
]
READER = Reader(own_words, {})


def _read(written: str) -> Notation:
    return READER.read(written)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_all_yaml_patterns_of_the_grammar_rules_are_valid(folder: Path) -> None:
    assert list(problems(folder)) == []


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("rule: GRA999, pattern: '[a>à] toa'", "there is no rule GRA999"),
        ("rule: GRA201, pattern: '[a>à] toa', message: acuto", "GRA201 has these: message, with"),
        ("rule: GRA201, pattern: '[a>à] toa', certainty: quase", "certainty: a number, or one of"),
        ("rule: GRA217, pattern: '(de) [a>à] toa'", "messages of GRA217 name no reason"),
        ("rule: GRA201, pattern: '[a>à] Af'", "Af: no such kind of word"),
        ("rule: GRA201, pattern: '[a>à] @nada'", "@nada: there is no such list"),
        ("rule: GRA201, pattern: '[a toa|à toa>x|y]'", "as many single words"),
    ],
)
def test_invalid_yaml_grammar_patterns_are_reported_with_a_reason(
    tmp_path: Path, fields: str, why: str
) -> None:
    file = tmp_path / "some.yml"
    file.write_text(f"- {{id: one, {fields}}}\n", encoding="utf-8")
    (problem,) = problems(tmp_path)
    assert problem.startswith("some.yml: one: ")
    assert why in problem


def test_rules_guide_documentation_has_five_exercises_with_valid_examples() -> None:
    assert len(TAUGHT) == 5
    assert len(GUIDE.read_text("utf-8").splitlines()) <= 200
    for entry in TAUGHT:
        assert len(lines(entry.wrong)) >= 2 <= len(lines(entry.right))


def test_grammar_pattern_ids_are_unique() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert len(ids) == len({*ids})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_compiled_grammar_patterns_are_up_to_date_with_their_yaml_files(folder: Path) -> None:
    assert not write_compiled(folder), "python -m textlint_pt_grammaticality.patterns"
    assert entries(folder)


def test_edited_yaml_pattern_file_is_used_before_it_is_compiled(tmp_path: Path) -> None:
    file = tmp_path / "some.yml"
    file.write_text("- {id: one, rule: GRA201, pattern: '[a>à] toa'}\n", encoding="utf-8")
    write_compiled(tmp_path)
    assert (tmp_path / COMPILED).exists()
    file.write_text("- {id: two, rule: GRA201, pattern: '[a>à] toa'}\n", encoding="utf-8")
    assert [entry.id for entry in entries(tmp_path)] == ["two"]


def test_grammar_pattern_with_a_failing_example_is_refused_by_the_compiler(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.yml"
    written = "- {id: one, rule: GRA201, pattern: '[a>à] toa', wrong: 'Falou {a|à} toa.'"
    file.write_text(f"{written}, right: Vive a toa.}}\n", encoding="utf-8")
    assert compile_patterns([tmp_path]) == 1
    assert capsys.readouterr().err == 'one: finds {a|à} in "Vive a toa.", not nothing\n'
    assert not (tmp_path / COMPILED).exists()
    file.write_text(f"{written}, right: Vive à toa.}}\n", encoding="utf-8")
    assert compile_patterns([tmp_path]) == 0
    assert capsys.readouterr().out == "compiled\n"
    assert changed_files(tmp_path) == []


@pytest.mark.parametrize("order", [1, -1])
def test_grammar_pattern_with_more_words_takes_precedence_over_a_shorter_one(order: int) -> None:
    ranked = [
        "palavra [menas>=]",
        "há [menas gente>menos] aqui",
        "[menas gente>menos]",
        "[menas>a]",
    ]
    entry = Entry("less", "GRA217", "\n".join(ranked[::order]))
    assert [written for written, _ in entry.patterns] == ranked


def test_grammar_patterns_with_equally_many_words_are_tried_in_file_order() -> None:
    written = ["[menas>menos] gente", "[menas>poucas] palavras", "[menas>a] b"]
    entry = Entry("less", "GRA217", "\n".join(written))
    assert [pattern for pattern, _ in entry.patterns] == written


def test_error_in_a_yaml_pattern_file_is_reported_with_pattern_id_or_line(tmp_path: Path) -> None:
    file = tmp_path / "some.yml"
    file.write_text("- {id: one, rule: GRA201, patern: x}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"some\.yml: one: .*patern"):
        read_file(file)
    file.write_text("- {id: one\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"some\.yml: .*line 2"):
        read_file(file)


def test_words_of_a_grammar_pattern_are_numbered_from_left_to_right() -> None:
    read = _read("!(não) (vou|vamos) muito? [a INF > $4] W*")
    assert [item.number for item in read.items if not item.unless] == [1, 2, 3, 4, 5]
    assert read.related == 1
    assert read.right == "$4"
    assert [item.number for item in read.before if not item.unless] == [2, 1]


def test_grammar_pattern_alternatives_may_be_phrases_of_several_words() -> None:
    read = _read("START no+entanto|porém ... [W > , $4] ou+seja*")
    assert read.before[-2].phrases["entanto"] == [("no", "entanto")]
    assert read.opening == {"no", "porém"}
    assert read.after[0].phrases["ou"] == [("ou", "seja")]
    assert [(anchor.least, anchor.most) for anchor in read.anchors] == [(-101, -1)]
    assert _read("START no+entanto W? [W > , $4]").farthest == 3
    assert _read("no+entanto W? [W > , $3]").farthest is None


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("em casa", "no [wrong > right]"),
        ("[>a] casa", "nothing stands"),
        ("em [casa>a] :nenhum", "no predicate"),
        ("em [casa>a] can:V.plural", "plural: not one of"),
        ("em [casa>a] VERB", "VERB: no such kind"),
        ("(em casa) [a>à] toa", "one word is the reason"),
        ("em [a|as>à|às|aos] toa", "2 words are wrong, 3 are right"),
        ("em [a>$4] toa", r"\$4: the pattern has no such word"),
        ("em [VP>$2:plural] toa", "plural: not one of"),
        ("em [VP>$2^plural] toa", "plural: not one of"),
        ("em [casa>a] can:FOO", '"FOO" is no part of speech; there are'),
        ("em [casa>a] is:noun.f", '"noun" is no part of speech; there are'),
        ("em [casa>a] rel:foo", '"foo" is no relation; there are acl'),
        ("em [casa>a] has:nsubj/foo", '"foo" is no relation; there are acl'),
        ("em [casa>a] foo:bar", '"foo:bar" asks nothing of a word; there are can:'),
        ("em [casa>a] <livro", '<livro: a "<" has no counterpart'),
        ("em [casa > <livro]", '"<" stands in no'),
        ("(em [casa > a]", r'\(em: a "\(" has no counterpart'),
        ("em [casa>a] x{2,1}", r"\{2,1\}: the least, then the most"),
        ("em [casa>a] !(a) !(b) !(c) !(d)", r"more than 3 !\( \)"),
        ("em [casa > a", 'the "[" is not closed'),
        ("[em>a] casa [a>b]", "more than one [wrong > right]"),
        ("em [casa >]", "nothing stands after >: write"),
        ("em [casa>a] =9", "=9: the pattern has no such word"),
    ],
)
def test_invalid_grammar_pattern_notation_is_refused_with_a_reason(written: str, why: str) -> None:
    with pytest.raises(NotationError, match=why.replace("[", r"\[").replace(">", r">")):
        Writer(_read(written))


@pytest.mark.parametrize(
    "written",
    [
        "[, >] que",
        "em [casa>a] !(a) !(b) !(c)",
        "[mas porém > $1] x{2,2} can:V/NOUN.f.s,ADJ rel:nsubj:pass =1",
    ],
)
def test_valid_grammar_pattern_notation_is_accepted(written: str) -> None:
    Writer(_read(written))


def test_grammar_pattern_may_be_indexed_by_words_outside_the_marked_error() -> None:
    read = _read("que|a+fim+de+que W{0,2} [não? FIN>$1 $2] mais? nada !(mas) nem")
    assert [(anchor.item.forms, anchor.least, anchor.most) for anchor in read.anchors] == [
        ({"que", "a"}, -6, -1),
        ({"nada"}, 1, 3),
        ({"nem"}, 2, 4),
    ]
    assert read.anchors[0].item.leading == {"a"}


def test_endings_in_braces_of_a_grammar_pattern_are_appended_to_the_stem() -> None:
    read = _read("foi W{0,2} [pagad{o|as}>pag{o|as}]")
    assert read.wrongs == ("pagado", "pagadas")
    assert read.right == "pago|pagas"
    assert [(item.least, item.most) for item in read.items] == [(1, 1), (0, 2), (1, 1)]


@pytest.mark.parametrize(
    ("written", "words", "kept"),
    [
        ("em|com relação muito? [a>à] Nfs !(e)", "relação a", [{"relação"}, {"a"}]),
        ("(FIN&%few) caro|barato [a>à] !(toa)", "caro|barato %few", [{"caro", "barato"}, {"<x>"}]),
        ("[<ler/usar> > $1:s] W{1,4} não", "<ler/usar> não", [{"<ler>", "<usar>"}, {"não"}]),
        ("W [FIN>$2:s] e|A INF* casa?", "", []),
        ("is:*.p [is:NOUN.f,V > x] @few", "@few is:AUX|is:NOUN|is:VERB",
         [{"x"}, {"is:NOUN", "is:VERB", "is:AUX"}]),
        ("[a+fim+de>à] -ção|tempo HYPHEN", "fim HYPHEN", [{"fim"}, {"HYPHEN"}]),
    ],
)  # fmt: skip
def test_grammar_patterns_are_indexed_by_their_rarest_words(
    written: str, words: str, kept: list[set[str]]
) -> None:
    assert index_words(written) == words
    assert [keys(word, lambda name: frozenset({"x"})) for word in words.split()] == kept


def test_grammar_pattern_index_misses_no_matching_pattern() -> None:
    folder = FOLDERS[0]
    patterns = [pattern for entry in entries(folder) for pattern in patterns_of(entry)]
    for sentence in parse(ENTRIES[::9]).values():
        found = [one.written for one in patterns if any(one.found(sentence))]
        candidates = {pattern.written for pattern in index(folder).candidates(sentence)}
        assert candidates.issuperset(found), sentence.text


def test_grammar_pattern_index_skips_patterns_whose_words_are_not_in_the_sentence() -> None:
    forms: Any = Mock(readings=lambda form: [])
    index = Index([
        ("both", [frozenset({"em", "com"}), frozenset({"vez"})]),
        ("one", [frozenset({"vez"})]),
        ("none", []),
    ])  # fmt: skip

    def candidates(text: str) -> list[str]:
        tokens = [Token(form, 0, 0) for form in text.split()]
        return index.candidates(TokenSentence(text, forms, tokens))

    assert candidates("em vez") == ["both", "one", "none"]
    assert candidates("de vez") == ["one", "none"]
    assert candidates("em com") == ["none"]


def test_grammar_pattern_word_with_a_morphological_condition_is_still_indexed() -> None:
    (wrong,) = _read("W [a&!HYPHEN|à&is:ADP>há|a]").wrong
    assert wrong.forms == {"a", "à"}
    assert _read("W [a&!HYPHEN|à&is:ADP>há|a]").wrongs == ("a", "à")


def test_noun_of_unmarked_gender_meets_may_but_not_can_conditions_of_patterns() -> None:
    artista = Reading("artista", "NOUN", "Number=Sing", "lexicon")
    forms: Any = Mock(readings=lambda form: [artista])
    sentence = TokenSentence("artista", forms, [Token("artista", 0, 7)])
    for kind, fits in (("can", False), ("may", True)):
        (test,) = _read(f"[{kind}:NOUN.f.s>x]").wrong[0].tests
        assert test(sentence, 0) is fits
    (plural,) = _read("[may:NOUN.f.p>x]").wrong[0].tests
    assert not plural(sentence, 0)


@pytest.mark.parametrize(
    ("right", "written"),
    [
        ("em+o~$1 qual~$1", "nas quais"),
        ("cujo~$1", "cujas"),
        ("$2~$1", "das"),
        ("bom~$1", None),
        ("bom~$1 qual~$1", None),
    ],
)
def test_grammar_pattern_correction_inflects_a_determiner_to_agree_with_its_noun(
    right: str, written: str | None
) -> None:
    sentence: Any = SimpleNamespace(
        form=["gavetas", "do"].__getitem__,
        parsed=lambda at: SimpleNamespace(features="Gender=Fem|Number=Plur"),
    )
    match = Match(1, 1, {1: (0, 0), 2: (1, 1)})
    found = Writer(_read(f"is:NOUN [do>{right}]")).corrections_for(sentence, match)
    assert found == (None if written is None else (1, (written,)))


# ------------------------------------------------------------------ the examples beside each


@pytest.fixture(scope="module")
def parsed() -> Mapping[str, ParsedSentence]:
    """The sentences of all examples."""
    return parse([*ENTRIES, *TAUGHT])


@pytest.mark.parametrize("entry", [*ENTRIES, *TAUGHT], ids=lambda entry: entry.id)
def test_every_grammar_pattern_finds_the_errors_marked_in_its_examples(
    entry: Entry, parsed: Mapping[str, ParsedSentence]
) -> None:
    check(entry, parsed)


def test_grammar_pattern_index_selects_the_pattern_of_every_example_sentence(
    parsed: Mapping[str, ParsedSentence],
) -> None:
    for entry in ENTRIES:
        patterns = patterns_of(entry)
        for text in (example.text for example in examples(entry)):
            standing = [one for one in patterns if any(one.found(parsed[text]))]
            candidates = [
                one for folder in FOLDERS for one in index(folder).candidates(parsed[text])
            ]
            assert {one.written for one in standing} <= {
                one.written for one in candidates if one.entry.id == entry.id
            }


def test_grammar_patterns_match_only_the_correct_examples_recorded_as_exceptions() -> None:
    """`python -m tests.pattern_examples` lists them anew: models have to decide there."""
    assert all_objections() == known_objections()


@pytest.mark.parametrize("entry", grammar(), ids=lambda entry: entry.id)
def test_stored_log_odds_of_grammar_pattern_examples_equal_those_of_the_model(entry: Entry) -> None:
    """A certainty is as sure as the examples show; `python -m tests.pattern_examples` measures."""
    check_odds(entry)
    if entry.wrong and entry.certainty in ("words", "sure") and entry.id in measured_odds():
        assert measured_odds()[entry.id] > log_odds(REPORTED)


def test_no_grammar_pattern_has_more_than_three_listed_exceptions() -> None:
    """What must not stand beside its words, or anywhere before and after them."""
    exceptions = re.compile(r"!(?:\(|next:|prev:|earlier:|later:)")
    written = [pattern for entry in ENTRIES for pattern, _ in entry.patterns]
    assert [one for one in written if len(exceptions.findall(one)) > 3] == []


def test_every_grammar_pattern_has_two_correct_and_two_wrong_examples() -> None:
    for entry in grammar():
        wrong = sum(example.start >= 0 for example in examples(entry))
        right = sum(example.start < 0 for example in examples(entry))
        assert right >= 2, entry.id
        assert wrong >= 2 or not entry.wrong, entry.id


def test_grammar_pattern_that_inserts_a_comma_puts_no_space_before_it(
    parsed: Mapping[str, ParsedSentence],
) -> None:
    (comma,) = by_patterns(parsed["Tenho um cão um gato e dois peixes."], "GRA415").values()
    assert comma is not None
    assert (comma.start, comma.end, comma.replacements) == (12, 15, (", um",))
    assert comma.arguments == {"next": "um", "_previous": "cão"}
    (mark,) = by_patterns(parsed["Tu sabes a que horas fecha o banco."], "GRA416").values()
    assert mark is not None
    assert mark.arguments == {"opening": "Tu sabes a que"}

"""Patterns of words: their notation, and that those that ship find what their examples say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from textlint_pt_grammaticality import patterns
from textlint_pt_grammaticality.judged import AnalysedSentence
from textlint_pt_grammaticality.patterns import compiled
from textlint_pt_grammaticality.phrases import ParsedSentence, by_patterns, like
from textlint_pt_grammaticality.reading import own_words

from textlint_pt.companions.input import Input
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import COMPILED, Entry, entries, lines, read_file, write_compiled
from textlint_pt.patterns.matching import find, needed
from textlint_pt.patterns.notation import Notation, NotationError, Reader
from textlint_pt.patterns.writing import Writer
from textlint_pt.registry.plugins import load

ENTRIES = [entry for file in sorted(patterns.FOLDER.glob("*.yml")) for entry in read_file(file)]
READER = Reader(own_words, {})


def _read(written: str) -> Notation:
    return READER.read(written)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_entry_is_understood_and_its_message_exists(entry: Entry) -> None:
    rule = load(third_party=False).rules[entry.rule]
    assert list(compiled(entry))
    assert entry.message in rule.messages["pt"]
    assert entry.nats >= -12


def test_ids_are_unique() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert len(ids) == len({*ids})


def test_what_is_compiled_is_what_the_files_hold() -> None:
    assert not write_compiled(patterns.FOLDER), (
        "python -m textlint_pt.patterns plugins/textlint_pt_grammaticality/patterns"
    )
    assert len(entries(patterns.FOLDER)) == len(ENTRIES)


def test_an_edited_file_counts_before_it_is_compiled(tmp_path: Path) -> None:
    file = tmp_path / "some.yml"
    file.write_text("- {id: one, rule: GRA201, pattern: '[a>à] toa'}\n", encoding="utf-8")
    write_compiled(tmp_path)
    assert (tmp_path / COMPILED).exists()
    file.write_text("- {id: two, rule: GRA201, pattern: '[a>à] toa'}\n", encoding="utf-8")
    assert [entry.id for entry in entries(tmp_path)] == ["two"]


def test_a_mistake_in_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "some.yml"
    file.write_text("- {id: one, rule: GRA201, patern: x}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"some\.yml: one: .*patern"):
        read_file(file)
    file.write_text("- {id: one\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"some\.yml: .*line 2"):
        read_file(file)


def test_words_are_counted_from_the_left() -> None:
    read = _read("!(não) (vou|vamos) muito? [a INF > $4] W*")
    assert [item.number for item in read.items if not item.unless] == [1, 2, 3, 4, 5]
    assert read.related == 1
    assert read.right == "$4"
    assert [item.number for item in read.before if not item.unless] == [2, 1]


def test_several_forms_in_a_row_are_one_word_of_a_pattern() -> None:
    read = _read("START no+entanto|porém ... [W > , $4] ou+seja*")
    assert read.before[-2].phrases["entanto"] == [("no", "entanto")]
    assert read.opening == {"no", "porém"}
    assert _read("START no+entanto W? [W > , $4]").farthest == 3
    assert _read("no+entanto W? [W > , $3]").farthest is None
    assert read.after[0].phrases["ou"] == [("ou", "seja")]
    assert needed(read) == [{"no", "porém"}]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("em casa", "no [wrong>right]"),
        ("[>a] casa", "nothing stands"),
        ("em [casa>a] :nenhum", "no predicate"),
        ("em [casa>a] can:V.plural", "plural: not one of"),
        ("(em casa) [a>à] toa", "one word is the reason"),
        ("em [a|as>à|às|aos] toa", "2 words are wrong, 3 are right"),
        ("em [a>$4] toa", r"\$4: the pattern has no such word"),
        ("em [VP>$2:plural] toa", "plural: not one of"),
    ],
)
def test_what_is_wrong_with_a_pattern_is_said(written: str, why: str) -> None:
    with pytest.raises(NotationError, match=why.replace("[", r"\[").replace(">", r">")):
        Writer(_read(written), " ".join)  # type: ignore[arg-type]


def test_a_pattern_needs_the_forms_without_which_it_cannot_stand() -> None:
    assert needed(_read("em|com relação muito? [a>à] Nfs !(e)")) == [
        {"em", "com"},
        {"relação"},
        {"a"},
    ]
    assert needed(_read("W [a&!HYPHEN|à&is:ADP>há]")) == [{"a", "à"}]
    assert needed(_read("W [FIN>$2:s] e|A")) == []


# ------------------------------------------------------------------ the examples beside each

_MARKED = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")


class Example(NamedTuple):
    """A sentence, `text[start:end]` is wrong and what is `meant`; -1 where nothing is wrong."""

    text: str
    start: int = -1
    end: int = -1
    meant: str = ""


def _examples(entry: Entry) -> Iterator[Example]:
    for line in lines(entry.wrong):
        marked = _MARKED.search(line)
        assert marked, f"{entry.id}: no {{wrong|right}} in {line!r}"
        text = line[: marked.start()] + marked[1] + line[marked.end() :]
        yield Example(text, marked.start(), marked.start() + len(marked[1]), marked[2])
    for line in lines(entry.right):
        yield Example(line)


@pytest.fixture(scope="module")
def parsed() -> Mapping[str, ParsedSentence]:
    """The sentences of all examples."""
    texts = list({example.text: None for entry in ENTRIES for example in _examples(entry)})
    plugins = load(third_party=False)
    document = Linter(plugins, []).read(Input("examples.txt", "\n\n".join(texts).encode()))
    analyzer = Analyzer(plugins.resources.values(), {})
    (values,), _ = analyzer.run([document], ["parse", "forms", "choice"])
    view = View(document, values)
    forms, choice = view.analysis("forms"), view.analysis("choice")
    pairs = zip(document.sentences, view.analysis("parse"), strict=True)
    return {
        sentence.text: ParsedSentence(AnalysedSentence(sentence, words, (), (), forms, choice))
        for sentence, words in pairs
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_a_pattern_finds_what_its_examples_mark(
    entry: Entry, parsed: Mapping[str, ParsedSentence]
) -> None:
    own = list(compiled(entry))
    for example in _examples(entry):
        sentence = parsed[example.text]
        found, decided = {}, set()
        for pattern in own:
            for match in find(sentence, pattern.notation):
                if match.first in decided:
                    continue
                start, end = sentence.tokens[match.first].start, sentence.tokens[match.last].end
                news = pattern.writer.corrections(sentence, match)
                if news and news[0][:1] == ",":
                    start = sentence.tokens[match.first - 1].end
                decided |= {match.first} if news else set()
                if news and news[0].lower() != example.text[start:end].lower():
                    found[start, end] = news
        if example.start >= 0:
            assert (example.start, example.end) in found, f"{example.text}: {found}"
            news = found[example.start, example.end]
            assert example.meant in (*news, *(like(new, example.meant) for new in news))
        else:
            assert not found, example.text


def test_a_proposal_marks_the_space_before_a_comma_and_names_several_words(
    parsed: Mapping[str, ParsedSentence],
) -> None:
    (comma,) = by_patterns(
        parsed["Comprei arroz feijão e macarrão para a semana."], "GRA415"
    ).values()
    assert comma is not None
    assert (comma.start, comma.end, comma.replacements) == (13, 20, (", feijão",))
    assert comma.arguments == {"next": "feijão", "_previous": "arroz"}
    (mark,) = by_patterns(parsed["Tu sabes a que horas fecha o banco."], "GRA416").values()
    assert mark is not None
    assert mark.arguments == {"opening": "Tu sabes a que"}

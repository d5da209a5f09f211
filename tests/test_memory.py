"""What is remembered between versions of a text changes no result."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textlint_pt_focus.surroundings import Distances
from textlint_pt_grammaticality.judge import judged as judged_rules
from textlint_pt_redundancy import words as redundancy_words

from tests.conftest import ROOT
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract import (
    Analysis,
    Declared,
    Document,
    Edit,
    Finding,
    Fix,
    Related,
    Resource,
    Rule,
    SentenceAnalysis,
    View,
)
from textlint_pt.engine import analyzer, memory, shares
from textlint_pt.engine import parts as parts_of
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.memory import Memory, RecentValues
from textlint_pt.engine.parts import CONTEXT_SENTENCES, Parts
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.finding import Applicability
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Stretch

MESSAGES = {language: {"message": "{word}", "related": "{word}"} for language in ("pt", "en")}


class Neighbours(Rule):
    """The first word of a sentence is that of the sentence before, in the same paragraph."""

    code = "TST001"
    declared = Declared("test.neighbours", by_block=True)
    messages = MESSAGES

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        before = None
        for sentence in view.sentences:
            word = sentence.text.split()[0]
            if before is not None and before.block == sentence.block:
                same = before.text.split()[0] == word
                span = sentence.content.span(0, len(word))
                if same:
                    yield self.finding(
                        sentence,
                        {"word": word, "section": sentence.section - before.section},
                        end=len(word),
                        related=[Related(before.span)],
                        fix=Fix(Applicability.SAFE, (Edit(*span, "Outra"),)),
                    )
            before = sentence


class Rare(Rule):
    """A word that is as long as a fact says, in a sentence that stands in the text once."""

    code = "TST002"
    declared = Declared("test.rare", by_block=True)
    messages = MESSAGES

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return len(view.sentences) % 3

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        texts = [sentence.text for sentence in view.sentences]
        return bytes(texts.count(text) > 1 for text in texts)

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        fact = self.facts(view.whole, options)
        again = self.facts_by_sentence(view.whole, options)[view.first :]
        for sentence in view.sentences:
            for at, word in enumerate(sentence.text.split()):
                if len(word) % 3 == fact and not again[sentence.index]:
                    start = sentence.text.index(word)
                    end = start + len(word)
                    yield self.finding(sentence, {"word": word, "at": at}, start=start, end=end)

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Sequence[Finding]:
        return found[:: 1 + len(view.document.raw) % 2]


#: rules that need no model: those of one paragraph, those of the whole text, these two
SELECTED = ["RED001", "RED005", "GRA3", "GRA4", "GRA904", "GRA905", "DOC", "TST"]


@cache
def plugins() -> Plugins:
    found = load(third_party=False)
    found.rules |= {"TST001": Neighbours, "TST002": Rare}
    quick = [c for c, r in found.rules.items() if "parse" not in r.declared.needs]
    found.rules = {code: found.rules[code] for code in quick}
    return found


def linter(memory: Memory | None) -> Linter:
    found = plugins()
    select = [c for c in found.rules if c.startswith(tuple(SELECTED))]
    return Linter(found, [Layer("test", {"select": select})], None, memory)


SENTENCES = (
    "O pescador velho saiu de madrugada com a rede azul às costas.",
    "O pescador velho saiu de madrugada com a rede nova às costas.",
    "na praia ninguém sabia ainda , que o inverno tinha chegado.",
    "Ela disse “que a loja abre em a Segunda-feira e fecha no Sábado.",
    "Voltaram de de barco, e a idéia de ele agradou a todos os outros.",
    "Subiram para cima do telhado; o utilizador e o usuário viram a ação.",
    "Tu tens a chave e você tem a casa, no dia 3 de Março de 2020.",
    "A Marcia viu a Márcia e a Márcia viu a Márcia na rua da Márcia.",
    "Os barcos ficaram virados na areia até à primavera (ou até ao verão .",
    "# Um título",
    "- item da lista",
    "<!-- textlint-pt-disable-next GRA401 -->",
)
GAPS = ("\n\n", "\n\n", " ", "\n", "\n\n> ")


def text_of(parts: Sequence[tuple[int, int]]) -> str:
    return "".join(f"{SENTENCES[one]}{GAPS[gap]}" for one, gap in parts)


def entry(used: Linter, name: str, text: str) -> DocumentReport:
    (found,) = used.lint([Input(name, text.encode())], with_measures=True)
    # whether a correction can be made is asked by a run at once, by an editor when it is wanted
    return found.replace(findings=[_with_any_fix(one) for one in found.findings])


def _with_any_fix(found: Finding) -> Finding:
    return found.replace(
        fix=found.fix.replace(applicability=Applicability.SAFE) if found.fix else None
    )


parts = st.tuples(st.integers(0, len(SENTENCES) - 1), st.integers(0, len(GAPS) - 1))
#: what is changed: where, how many parts go, what comes in their place
edits = st.tuples(st.integers(0, 30), st.integers(0, 3), st.lists(parts, max_size=2))


@settings(deadline=None, max_examples=40)
@given(
    st.lists(parts, min_size=4, max_size=24),
    st.lists(edits, min_size=1, max_size=3),
    st.sampled_from(["a.md", "a.txt"]),
)
@example(  # an open quotation, titles after it, and a word in a later paragraph
    [(3, 2), (0, 0), (0, 0), (4, 0), (0, 0), (0, 0)], [(2, 1, [(0, 2)])], "a.md"
)
def test_incremental_linting_of_an_edited_text_equals_full_linting(
    start: list[tuple[int, int]],
    changes: list[tuple[int, int, list[tuple[int, int]]]],
    name: str,
) -> None:
    incremental, full = linter(Memory()), linter(None)
    now = list(start)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "EXTRA_SENTENCES", 0)
        assert entry(incremental, name, text_of(now)) == entry(full, name, text_of(now))
        for where, gone, new in changes:
            now[where % (len(now) + 1) : where % (len(now) + 1) + gone] = new
            assert entry(incremental, name, text_of(now)) == entry(full, name, text_of(now))


def test_incremental_linting_runs_a_rule_only_on_changed_blocks() -> None:
    asked: list[str] = []

    class Asked(Neighbours):
        def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
            asked.extend(sentence.text for sentence in view.sentences)
            return iter(())

    used = linter(Memory())
    used.rules["TST001"] = Asked()
    start = [(0, 0), (2, 0), (4, 0)]
    entry(used, "a.md", text_of(start))
    assert asked == [SENTENCES[0], SENTENCES[2], SENTENCES[4]]
    entry(used, "a.md", text_of([(5, 0), *start[1:], (8, 0)]))
    assert asked[3:] == [SENTENCES[5], SENTENCES[8]]


def test_unchanged_paragraph_is_linted_again_if_a_property_it_uses_changed() -> None:
    asked: list[str] = []

    class Asked(Neighbours):
        def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
            return bytes(sentence.text == view.sentences[-1].text for sentence in view.sentences)

        def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
            asked.extend(sentence.text for sentence in view.sentences)
            return iter(())

    used = linter(Memory())
    used.rules["TST001"] = Asked()
    entry(used, "a.md", text_of([(0, 0), (2, 0), (4, 0)]))
    asked.clear()
    entry(used, "a.md", text_of([(5, 0), (0, 0), (2, 0), (4, 0)]))
    assert asked == [SENTENCES[5]]
    entry(used, "a.md", text_of([(5, 0), (0, 0), (2, 0), (0, 0)]))
    assert asked[1:] == [SENTENCES[0], SENTENCES[0]]


def test_memory_cache_drops_the_least_recently_used_entries() -> None:
    recent = RecentValues()
    for key in "abc":
        recent.remember(key, key.upper)
    recent.age(2)
    assert recent.values_or_none(["a"]) == ["A"]
    recent.update({"d": "D", "e": "E"})
    recent.age(3)
    recent.age(2)
    assert recent.values_or_none(["a", "b", "e"]) == ["A", None, "E"]


@pytest.mark.parametrize("name", ["caderno.md", "conto.txt"])
def test_document_linted_in_chunks_has_the_same_findings_as_undivided(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all rules: what is packed is the same again, and what rules find in parts."""
    data = (ROOT / "tests" / "fuzz" / "seeds" / name).read_bytes()
    rules = {"GRA": {"confidence": 0}}
    linter = Linter(load(third_party=False), [Layer("test", {"language": "pt", "rules": rules})])
    looked: list[range] = []

    def judged() -> DocumentReport:
        return next(linter.lint([Input(name, data)], with_measures=True))

    whole = judged()
    assert len(whole["findings"]) > 3
    part = Parts.part
    monkeypatch.setattr(
        Parts, "part", lambda self, *at: looked.append(range(*at)) or part(self, *at)
    )
    for module, constant, value in (
        (shares, "LONG", 2),
        (analyzer, "LONG", 2),
        (parts_of, "PART", 4),
    ):
        monkeypatch.setattr(module, constant, value)
    assert judged() == whole
    assert len(looked) > 2


def test_rule_that_raises_in_one_chunk_of_a_document_reports_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module, constant in ((shares, "LONG"), (analyzer, "LONG"), (parts_of, "PART")):
        monkeypatch.setattr(module, constant, 1)

    class Fails(Neighbours):
        code, name = "TST009", "test.fails"

        def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
            if "Rio" in view.sentences[0].text:
                raise ValueError("no rivers")
            yield self.finding(view.sentences[0], {"word": "x"})

    plugins = replace(load(third_party=False), rules={"TST009": Fails}, metrics={})
    linter = Linter(plugins, [Layer("test", {"select": ["TST009"], "language": "pt"})])
    text = "A loja fecha cedo.\n\nO Rio corre devagar.\n\nO café fica aberto todos os dias.\n"
    entry = next(linter.lint([Input("a.txt", text.encode())]))
    assert entry["findings"] == []
    assert "TST009 failed: ValueError: no rivers" in str(entry["error"])
    monkeypatch.setattr(analyzer, "LONG", 200)
    assert next(linter.lint([Input("a.txt", text.replace("Rio", "rio").encode())]))["findings"]


def test_analyses_of_long_documents_are_stored_serialised_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Lengths(SentenceAnalysis):
        name, digest = "lengths", ""

        def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[int]:
            return [len(text) for text in texts]

        def pack(self, value: int) -> bytes:
            return value.to_bytes(2, "big")

        def unpack(self, data: bytes) -> int:
            return int.from_bytes(data, "big")

    class Measuring(Resource):
        name = "measuring"

        def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
            return [Lengths()]

    def document(*words: str) -> Document:
        text = " ".join(f"A {word} fecha cedo." for word in words)
        return build("a.txt", text, PlainText())

    monkeypatch.setattr(analyzer, "LONG", 3)
    lab = analyzer.Analyzer([Measuring()], {})

    def run(*documents: Document) -> tuple[list[int], bool]:
        values = [found.values["lengths"] for found in lab.run(documents, ["lengths"])]
        return [length for some in values for length in some], type(values[0]) is analyzer.Packed

    shop, mill = document("loja", "praça", "escola"), document("fábrica", "quinta", "vila")
    assert run(shop, mill) == ([18, 19, 20, 21, 20, 18], False)
    assert run(document("loja", "praça", "escola", "vila")) == ([18, 19, 20, 18], True)
    lab = analyzer.Analyzer([Measuring()], {}, memory=Memory())
    assert run(shop, mill, document("ponte")) == ([18, 19, 20, 21, 20, 18, 19], False)
    monkeypatch.setattr(Lengths, "bulky", True)
    lab = analyzer.Analyzer([Measuring()], {}, memory=Memory())
    for _ in range(2):
        assert run(shop) == ([18, 19, 20], True)


def test_very_long_paragraph_is_linted_in_several_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text on one line: each sentence is judged once, and with what stands before and after."""
    data = (ROOT / "tests" / "fuzz" / "seeds" / "conto.txt").read_text(encoding="utf-8")
    line = " ".join(data.split()).encode()
    rules = {"GRA": {"confidence": 0}}
    linter = Linter(load(third_party=False), [Layer("test", {"language": "pt", "rules": rules})])

    def judged() -> DocumentReport:
        return next(linter.lint([Input("conto.txt", line)], with_measures=True))

    whole = judged()
    assert len(whole["findings"]) > 3
    looked: list[tuple[int, int]] = []
    part = Parts.part

    def looks(self: Parts, low: int, high: int) -> Any:
        found = part(self, low, high)
        looked.append((len(found.view.sentences), len(found.view.document.blocks)))
        return found

    monkeypatch.setattr(Parts, "part", looks)
    for module, constant in ((shares, "LONG"), (analyzer, "LONG"), (parts_of, "PART")):
        monkeypatch.setattr(module, constant, 5)
    # what one rule makes of a piece is there for the next, though the document is long
    monkeypatch.setattr(judged_rules, "_LONG_DOCUMENT", 5)
    read: list[View] = []
    reading = judged_rules._analysed_sentences
    monkeypatch.setattr(
        judged_rules, "_analysed_sentences", lambda view: read.append(view) or reading(view)
    )
    assert judged() == whole
    assert len(looked) > 2
    pieces = [view for view in read if view.whole is not view]
    assert len(pieces) == len(set(map(id, pieces))) > 2
    assert max(looked) <= (5 + 2 * CONTEXT_SENTENCES, 1)


def test_metrics_analyse_only_new_sentences_after_an_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (ROOT / "tests" / "fuzz" / "seeds" / "conto.txt").read_text(encoding="utf-8")
    layer = Layer("test", {"language": "pt", "select": ["RED001", "FOC001"]})
    linter = Linter(load(third_party=False), [layer], memory=Memory())
    read, around = redundancy_words._StretchWords.__init__, Distances._around
    said: list[int] = []
    measured: list[int] = []

    def reads(self: redundancy_words._StretchWords, stretch: Stretch) -> None:
        said.append(len(stretch))
        read(self, stretch)

    monkeypatch.setattr(redundancy_words._StretchWords, "__init__", reads)
    monkeypatch.setattr(
        Distances, "_around", lambda self, at: measured.append(at) or around(self, at)
    )

    def lint(text: str) -> list[int]:
        said.clear()
        measured.clear()
        next(linter.lint([Input("conto.txt", text.encode())]))
        return said

    # words of their own, which no test before has read
    data = data.replace("\n\n", " Xilofone.\n\n")
    assert sum(lint(data)) > 10
    assert len(measured) > 10
    assert lint(data) == []
    assert measured == []
    first = data.split(".")[0]
    changed = build("conto.txt", data, PlainText()).stretches[0]
    assert lint(data.replace(first, f"{first} devagar", 1)) == [len(changed)]

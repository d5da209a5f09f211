"""What a hostile text or project can cost: memory and work by size."""

from __future__ import annotations

import gc
import time
import tracemalloc
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textlint_pt_embedded.encoder import Each, Encoded, Model

from textlint_pt.cli.configurations import MAX_LINTERS
from textlint_pt.cli.lint import prepare
from textlint_pt.cli.options import read
from textlint_pt.cli.texts import texts as texts_of
from textlint_pt.companions.input import Input
from textlint_pt.config import lines
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter, _charged_sentence
from textlint_pt.engine.parts import Parts
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.text import language
from textlint_pt.text.document import Span
from textlint_pt.text.language import not_prose
from textlint_pt.text.segmentation import LONGEST, sentence_spans

MARKDOWN = declared()["markdown"]

pytestmark = pytest.mark.attacks

PROSE = "O gato da vizinha dorme na cama da menina e não quer sair de casa hoje.\n\n"
#: what takes one rule or model long in a single sentence, and the comments that silence nothing
UNITS = (
    *("a ", "e\u0301 ", "a-", "a: b ", "`a ", "(a ", "“a ", "&amp; ", "[gato](x) ", "gato7 "),
    *("a, ", "Dr. ", ".", "a\n: b\n", "<!-- textlint-pt-disable GRA404 -->\n\n"),
)


@pytest.fixture(scope="module")
def linter() -> Linter:
    """All rules that need no model, in one."""
    plugins = load(third_party=False)
    free = [
        code
        for code, rule in plugins.rules.items()
        if not rule.declared.metrics
        and all(n == "forms" or n.startswith("alignment") for n in rule.declared.needs)
    ]
    return Linter(plugins, [Layer("test", {"select": free, "language": "pt"})])


def _cost(linter: Linter, text: str) -> tuple[float, int]:
    """Least processor time of two runs, and the most memory at once."""

    def run() -> None:
        (entry,) = linter.lint([Input("x.md", text.encode(), {})])
        assert entry["error"] is None

    gc.collect()
    times = []
    for _ in range(2):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    tracemalloc.start()
    build("x.md", text, linter.reader("x.md"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(times), peak


@pytest.mark.parametrize("unit", UNITS)
def test_linting_time_and_memory_grow_linearly_with_the_text(linter: Linter, unit: str) -> None:
    sizes = (3_000, 6_000, 12_000)
    costs = [_cost(linter, PROSE + unit * (size // len(unit))) for size in sizes]
    (small, _), _, (large, _) = costs
    for _ in range(4):  # beside other work a time may be chance
        if large <= 6 * max(small, 0.03):
            break
        again = [_cost(linter, PROSE + unit * (size // len(unit)))[0] for size in sizes[::2]]
        small, large = min(small, again[0]), min(large, again[1])
    assert large <= 6 * max(small, 0.03)
    memory = [peak for _, peak in costs]
    assert memory[2] - memory[1] <= 3 * max(memory[1] - memory[0], 100_000)
    assert memory[2] < 600 * 12_000  # 600 MB for each MB


@pytest.mark.parametrize("unit", ["gato ", "a", "a-", "e\u0301", "中", "a\u0301\u0301 "])
def test_long_text_without_a_full_stop_is_divided_into_sentences(unit: str) -> None:
    text = unit * 3_000
    spans = sentence_spans(text)
    assert all(0 < end - start <= LONGEST for start, end in spans)
    assert "".join(text[start:end] for start, end in spans).replace(" ", "") == text.replace(
        " ", ""
    )
    assert all(text[start] != "\u0301" for start, _ in spans)


def test_sentence_of_usual_length_without_a_full_stop_is_not_divided() -> None:
    text = "O gato dorme " + "na cama da menina " * 100 + "."
    document = build("x.txt", text, PlainText())
    assert len(document.sentences) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PROSE * 2_000, None),
        ("- O gato da vizinha\n" * 11_000, None),
        (PROSE * 700 + "a, " * 60_000, "noise"),
        (PROSE + "- a\n" * 11_000, "list"),
        (PROSE + "- a\n" * 500, None),
    ],
    ids=["prose", "list", "letters", "items", "some items"],
)
def test_a_long_text_of_random_characters_is_not_prose(text: str, reason: str | None) -> None:
    assert not_prose(build("x.md", text, MARKDOWN)) == reason


def test_po_catalogue_of_random_characters_is_not_checked(linter: Linter) -> None:
    def noticed(text: str) -> list[str]:
        entry = next(linter.lint([Input("x.po", f'msgid "The cat"\nmsgstr "{text}"\n'.encode())]))
        return [notice["code"] for notice in entry["notices"]]

    prose = PROSE.strip()
    assert noticed(prose) == []
    assert noticed(prose + "a, " * 60_000) == ["not-prose"]


def test_findings_over_the_maximum_are_dropped_with_a_notice(
    linter: Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textlint_pt.engine.linter.MAX_FINDINGS", 3)
    for count, said in ((3, []), (5, ["many-findings"])):
        entry = next(linter.lint([Input("x.txt", (PROSE + "O gato ,dorme.\n\n" * count).encode())]))
        assert [notice["code"] for notice in entry["notices"]] == said
        assert [found["code"] for found in entry["findings"]] == ["GRA404"] * 3
        assert [found["line"] for found in entry["findings"]] == [3, 5, 7]


def test_thousand_blank_lines_do_not_change_the_parsed_markdown() -> None:
    for between in ("\n\n", "\n" * 1_000, "\n \t" * 1_000 + "\n"):
        text = f"- O gato dorme.{between}- A menina lê.\n\n```\na{between}b\n```\n\nFim da casa.\n"
        document = build("x.md", text, MARKDOWN)
        assert [document.raw[s.span.start : s.span.end] for s in document.sentences] == [
            "O gato dorme.", "A menina lê.", "Fim da casa."
        ]  # fmt: skip
        assert len(document.code) == 1


def _declared(count: int) -> Layer:
    rules = {
        f"ACM{n:03}": {"kind": "existence", "message": "x", "patterns": [f"palavra{n}"]}
        for n in range(count)
    }
    return Layer("rules.yaml", {"custom-rules": rules}, text="custom-rules: {}")


def test_configuration_is_not_read_again_for_each_custom_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    looked_up: Callable[..., int] = lines.line_of
    monkeypatch.setattr(lines, "line_of", lambda *given: asked.append(given) or looked_up(*given))
    assert len(with_custom_rules(load(third_party=False), [_declared(100)]).rules) > 100
    assert not asked


def test_linter_objects_of_earlier_folders_are_freed_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folders = 3 * MAX_LINTERS
    for number in range(folders):
        folder = tmp_path / f"{number:02}"
        folder.mkdir()
        (folder / "a.txt").write_text("O gato ,dorme.\n", encoding="utf-8")
        (folder / "rules.yaml").write_text("select: [GRA404]\n", encoding="utf-8")
    options = read([".", "--no-cache", "--quiet"])
    assert options is not None
    run = prepare(options)
    made: list[weakref.ref[Linter]] = []
    texts = list(texts_of(run))
    for text, entry in zip(texts, run.finished(texts), strict=True):
        assert [found["code"] for found in entry["findings"]] == ["GRA404"]
        made.append(weakref.ref(run.under(text.path).linter))
    assert sum(linter() is not None for linter in made) <= MAX_LINTERS + 1


def test_linter_object_that_is_still_in_use_is_not_freed_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.yaml").write_text("select: [GRA404]\n", encoding="utf-8")
    paths = ["first.txt", *(f"{n:02}/a.txt" for n in range(2 * MAX_LINTERS)), "last.txt"]
    for path in map(Path, paths):
        path.parent.mkdir(exist_ok=True)
        path.write_text("O gato ,dorme.\n", encoding="utf-8")
        if path.parent.name:
            (path.parent / "rules.yaml").write_text("select: [GRA404]\n", encoding="utf-8")
    options = read([*paths, "--no-cache", "--quiet"])
    assert options is not None
    run = prepare(options)
    texts = list(texts_of(run))
    made = [run.main.linter for _ in run.finished(texts)]
    assert len(made) == len(paths)
    assert all(one is made[0] for one in made)


def test_grammar_rules_encode_each_sentence_by_the_model_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However much is wrong with it."""
    linter = Linter(load(third_party=False), [Layer("test", {"select": ["GRA"]})])
    read: list[str] = []
    encode = Model.encode

    def counted(self: Model, texts: Sequence[str], each: Each = map) -> list[Encoded]:
        read.extend(texts)
        return encode(self, texts, each)

    monkeypatch.setattr(Model, "encode", counted)
    texts = ["Os gato dorme na cama.", f"{'Os gato dorme na cama e ' * 9}acordam no dia 7."]
    (entry,) = linter.lint([Input("x.md", "\n\n".join(texts).encode())])
    assert "GRA101" in {finding["code"] for finding in entry["findings"]}
    assert sorted(read) == sorted(texts)


def test_paragraphs_of_a_long_html_line_are_linted_separately(
    linter: Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may be a single line of a thousand paragraphs."""
    seen: list[int] = []
    made = Parts.part

    def part(self: Parts, low: int, high: int) -> Any:
        found = made(self, low, high)
        seen.append(len(found.view.document.raw))
        return found

    monkeypatch.setattr(Parts, "part", part)
    text = "".join(f"<p>O gato dorme na na cama {n} da menina.</p>" for n in range(1_000))
    (entry,) = linter.lint([Input("x.html", text.encode(), {})])
    assert [found["code"] for found in entry["findings"]].count("GRA401") == 1_000
    assert len(seen) > 4
    assert sum(seen) < 2 * len(text)
    quoted = {text[found["start"] : found["end"]] for found in entry["findings"]}
    assert quoted == {"na na"}


def test_linting_a_text_stops_at_the_maximum_number_of_findings(
    linter: Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textlint_pt.engine.parts.ENOUGH", 300)
    judged: list[int] = []
    made = Parts.part

    def part(self: Parts, low: int, high: int) -> Any:
        judged.append(high - low)
        return made(self, low, high)

    monkeypatch.setattr(Parts, "part", part)
    for unit, is_cut in (
        ("O gato dorme na na.\n\n", True),
        (f"{PROSE}O gato dorme na na cama.\n\n", False),
    ):
        judged.clear()
        (entry,) = linter.lint([Input("x.txt", (unit * 1_000).encode(), {})])
        assert entry["error"] is None
        assert (sum(judged) < 600, len(entry["findings"]) < 1_000) == (is_cut, is_cut)
        assert len(entry["findings"]) >= 200


def test_language_of_a_translation_source_is_detected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    detect = language.detect
    monkeypatch.setattr(language, "detect", lambda text: asked.append(text) or detect(text))
    linter = Linter(load(third_party=False), [Layer("test", {"select": ["TRA006", "TRA003"]})])
    units = "".join(
        f'msgid "The cat {n} sleeps."\nmsgstr "O gato {n + 1} dorme."\n\n' for n in range(50)
    )
    (entry,) = linter.lint([Input("x.po", units.encode())])
    assert [found["code"] for found in entry["findings"]] == ["TRA003"] * 50
    assert sum("The cat 0 sleeps. The cat 1" in text for text in asked) <= 3


def test_score_loss_of_a_finding_between_sentences_is_charged_to_the_next() -> None:
    document = build("x.md", "O gato dorme[^1].\n\n[^1]: A menina lê.\n\nFim da casa.\n", MARKDOWN)
    for at in range(len(document.raw)):
        after = [s.index for s in document.sentences if s.span.end > at]
        finding = Finding("GRA404", Span(at, at + 1), {})
        assert _charged_sentence(document, finding) == (after or [len(document.sentences) - 1])[0]

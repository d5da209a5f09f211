"""The server's parts, without a process."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from tests.test_companions import DRIFTED, OPEN, PAGE, TMX, po
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.declared import declared
from textlint_pt.formats.text import PlainText
from textlint_pt.lsp import score as scores
from textlint_pt.lsp import server
from textlint_pt.lsp.checker import Checked, Checker, Text
from textlint_pt.lsp.code_action import comment_before, disabling_edit
from textlint_pt.lsp.diagnostics import diagnostics, hover, joined, moved
from textlint_pt.lsp.positions import Lines
from textlint_pt.lsp.server import Server, create
from textlint_pt.lsp.texts import Moves, first_difference, visible
from textlint_pt.lsp.worker import Worker
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.finding import Lines as LineNumbers
from textlint_pt.report.report import Costly, DocumentReport, PartialScore, Score
from textlint_pt.text.document import Span

MARKDOWN = declared()["markdown"]

UTF16 = PositionCodec(types.PositionEncodingKind.Utf16)
READERS = {".txt": PlainText(), ".md": MARKDOWN}
FIRST = "O pescador velho saiu de madrugada com a rede azul às costas."
AGAIN = "O pescador velho saiu de madrugada com a rede nova às costas."
OTHER = "Na praia ninguém sabia ainda que o inverno tinha chegado."


@given(
    st.text(st.sampled_from("aé😀\r\n\u2028 ")),
    st.sampled_from(list(types.PositionEncodingKind)),
    st.integers(0, 40),
)
def test_text_offsets_round_trip_through_editor_positions(
    text: str, encoding: types.PositionEncodingKind, offset: int
) -> None:
    lines = Lines(text, PositionCodec(encoding))
    offset = min(offset, len(text))
    place = lines.position(offset)
    assert lines.offset(place) == offset
    written = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    if not text[:offset].endswith("\r"):
        assert place.line == written.count("\n")
        units = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
        name, size = units[encoding.value]
        assert place.character == len(written.rpartition("\n")[2].encode(name)) // size


def test_editor_positions_are_clamped_and_skip_the_byte_order_mark() -> None:
    lines = Lines("\ufeffab\ncd", UTF16)
    assert lines.position(0) == types.Position(0, 1)
    assert lines.offset(types.Position(0, 1)) == 0
    assert lines.offset(types.Position(1, 99)) == lines.offset(types.Position(9, 0)) == 5


def test_related_location_of_a_diagnostic_counts_reference_file_lines(tmp_path: Path) -> None:
    path, reference = str(tmp_path / "pt.txt"), str(tmp_path / "ref.txt")
    lines = LineNumbers(1, 1, 1, 4)
    other = Related(Span(5, 8), "reference", "ali", reference, lines)
    finding = Finding(
        "XXX001", Span(3, 6), {}, "aqui", related=(other,), severity="info", lines=lines,
        fingerprint="f",
    )  # fmt: skip
    score = Score(None, "calibrated")
    entry = DocumentReport(path, 1, 3, "pt", None, score, [finding])
    checked = Checked(entry, {path: "😀😀 abc", reference: "😀\n😀😀 abc"})
    (found,) = diagnostics(checked, "file:///pt.txt", UTF16, with_related=True)
    assert found.severity is types.DiagnosticSeverity.Information
    assert found.range == types.Range(types.Position(0, 5), types.Position(0, 8))
    (there,) = found.related_information or ()
    assert there.location.uri == (tmp_path / "ref.txt").as_uri()
    assert there.location.range == types.Range(types.Position(1, 5), types.Position(1, 8))
    (bare,) = diagnostics(checked, "file:///pt.txt", UTF16, with_related=False)
    assert bare.related_information is None


def found_at(start: int, end: int, code: str = "XXX001", **evidence: object) -> Finding:
    where = LineNumbers(1, start + 1, 1, end + 1)
    return Finding(
        code, Span(start, end), evidence, "aqui", severity="info", lines=where, fingerprint="f"
    )


def checked_text(text: str, *findings: Finding, score: Score | None = None) -> Checked:
    score = score or Score(None, "calibrated")
    measures = [{"sentence": 0, "start": 0, "end": 4}, {"sentence": 1, "start": 5, "end": 9}]
    entry = DocumentReport("a.txt", 2, 2, "pt", None, score, [*findings], measures=measures)
    return Checked(entry, {"a.txt": text})


def test_language_server_shifts_findings_after_an_edit_and_drops_edited_ones() -> None:
    checked = checked_text("aaa. bbb. ccc", found_at(0, 3), found_at(5, 8), found_at(10, 13))
    same = moved(checked, 0, "aaa. bbb. ccc", "aaa. bbb. ccc")
    assert same is checked
    entry = moved(checked, 0, "aaa. bbb. ccc", "aaa. xxxxx. ccc").entry
    assert entry is not None
    assert [tuple(one.span) for one in entry.findings] == [(0, 3), (12, 15)]
    assert entry.measures == [{"sentence": 0, "start": 0, "end": 4}]
    part = moved(checked, 7, "before aaa. bbb. ccc", "before aaa. bbb. ccc")
    assert part.entry is not None
    assert [tuple(one.span) for one in part.entry.findings] == [(7, 10), (12, 15), (17, 20)]
    assert part.texts == {"a.txt": "before aaa. bbb. ccc"}
    assert part.entry.measures[1] == {"sentence": 1, "start": 12, "end": 16}
    assert moved(Checked(problem="no"), 3, "a", "b").entry is None


def test_language_server_replaces_older_findings_in_a_rechecked_paragraph() -> None:
    part = checked_text("new", found_at(5, 8), found_at(9, 10))
    rest = checked_text("old", found_at(0, 3), found_at(6, 7), found_at(9, 10), found_at(12, 13))
    both = joined(part, Span(5, 9), [rest, Checked()])
    assert both.entry is not None
    assert [tuple(one.span) for one in both.entry.findings] == [(0, 3), (5, 8), (9, 10), (12, 13)]
    assert both.texts == {"a.txt": "new"}
    nothing = Checked()
    assert joined(nothing, Span(0, 9), [rest]) is nothing


@pytest.mark.parametrize(
    ("confidence", "likelihood"),
    [
        (0.95, "Nearly certain (95%)"),
        (0.94, "Very likely (94%)"),
        (0.85, "Very likely (85%)"),
        (0.84, "Likely (84%)"),
        (0.7, "Likely (70%)"),
        (0.69, "Possible (69%)"),
        (None, None),
    ],
)
def test_editor_hover_shows_rule_and_likelihood_of_a_finding(
    confidence: float | None, likelihood: str | None
) -> None:
    evidence = {} if confidence is None else {"confidence": confidence}
    checked = checked_text("abcdef ghi", found_at(2, 5, **evidence), found_at(5, 6))
    lines = Lines("abcdef ghi", UTF16)
    shown = hover(checked, 2, lines, {}, "en")
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert shown.contents.value == "\n\n".join(filter(None, ["**XXX001** aqui", likelihood]))
    assert shown.range == types.Range(types.Position(0, 2), types.Position(0, 5))
    at_end = hover(checked, 5, lines, {}, "en")
    assert at_end is not None
    assert isinstance(at_end.contents, types.MarkupContent)
    assert at_end.contents.value.count("**XXX001**") == 2
    assert "\n\n---\n\n" in at_end.contents.value
    assert [hover(checked, at, lines, {}, "en") for at in (1, 7)] == [None, None]
    assert hover(Checked(), 2, lines, {}, "en") is None


def partial(loss: float) -> PartialScore:
    return PartialScore(1 - loss, [0.0, 1.0], loss, "f", {}, None, [])


def test_editor_score_display_lists_largest_losses_and_costliest_sentences() -> None:
    losses = {"focus": partial(0.0004), "redundancy": partial(0.1), "drift": partial(0.02)}
    score = Score(0.8796, "calibrated", partials=losses)
    checked = checked_text("aaa. bbb.", found_at(0, 3), score=score)
    assert checked.entry is not None
    costly = [
        Costly(0, 1, 0.05, ["eco"], "aaa."),
        Costly(1, 1, 0.0004, ["x"], "bbb."),
        Costly(7, 1, 0.1, ["y"], "gone."),
    ]
    checked = Checked(checked.entry.replace(costliest=costly), checked.texts)
    given = scores.answer(checked, "file:///a.txt", 3, "en")
    assert given is not None
    assert [one["dimension"] for one in given["losses"]] == ["redundancy", "drift", "focus"]
    assert (given["total"], given["findings"], given["version"]) == (0.8796, 1, 3)
    assert scores.text(checked, "en") == "score 88.0/100: redundancy -10.0, drift -2.0"
    lines = Lines("aaa. bbb.", UTF16)
    above, beside = scores.lenses(checked, "file:///a.txt", lines, "en")
    assert above.range == lines.range(0, 0)
    assert beside.range == lines.range(0, 4)
    assert beside.command is not None
    assert beside.command.title == "-5.0 “aaa.”: eco"
    for none in (None, Checked(), Checked(checked.entry, complete=False)):
        assert scores.answer(none, "", 1, "en") is None
        assert scores.text(none, "en") is None
        assert list(scores.lenses(none, "", lines, "en")) == []
    short = checked_text("a.", score=Score(None, "calibrated", reason="too-little-text"))
    assert str(scores.text(short, "en")).startswith("no score: too little text for a score")


def test_language_server_creates_a_new_linter_only_if_settings_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Linter] = []
    original = Linter.__init__

    def counted(self: Linter, *arguments: object) -> None:
        made.append(self)
        original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Linter, "__init__", counted)
    settings, path = tmp_path / "rules.yaml", str(tmp_path / "a.txt")
    settings.write_text("select: [DOC]\n", encoding="utf-8")
    checker = Checker()
    assert checker.language(path) == "pt"
    for _ in range(2):
        checked = checker.check(Text(path, f"{FIRST}\n"))
        assert checked.entry is not None
        assert checked.entry["error"] is None
    assert len(made) == 1
    settings.write_text("select: [DOC]\nlanguage: en\n", encoding="utf-8")
    checker.check(Text(path, FIRST))
    assert len(made) == 2
    assert checker.language(path) == "en"


def test_language_server_uses_the_format_configured_for_a_file_extension(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("formats: {page: markdown}\n", encoding="utf-8")
    checker = Checker()
    for name, kind, sentences in (
        ("a.page", "plaintext", 1), ("a.qmd", "quarto", 1), ("a.Rmd", "rmd", 1), ("a.x", "text", 2)
    ):  # fmt: skip
        text = Text(str(tmp_path / name), "# Um\n\n    código\n", kind)
        checked = checker.check(text)
        assert checked.entry is not None
        assert checked.entry["sentences"] == sentences
        reader = checker.reader(text)
        assert reader is not None
        assert reader.name == ("markdown" if sentences == 1 else "text")


def test_language_server_recognises_app_strings_by_name_or_configuration(tmp_path: Path) -> None:
    strings = Text(str(tmp_path / "texts.json"), '{"a": "Um gato dorme."}', "json")
    assert Checker().reader(strings) is None
    named = Checker().reader(strings._replace(path=str(tmp_path / "pt.json")))
    assert named is not None
    assert named.name == "json-strings"
    (tmp_path / "rules.yaml").write_text("formats: {json: json-strings}\n", encoding="utf-8")
    mapped = Checker().reader(strings)
    assert mapped is not None
    assert mapped.name == "json-strings"


def test_language_server_reports_a_missing_reference_file_or_a_binary_text(tmp_path: Path) -> None:
    checker = Checker()
    checked = checker.check(
        Text(str(tmp_path / "a.txt"), FIRST, reference=str(tmp_path / "none.txt"))
    )
    assert checked.entry is None
    assert "none.txt" in (checked.problem or "")
    binary = checker.check(Text(str(tmp_path / "a.txt"), "a\x00b"))
    assert any("binary" in note for note in binary.notes)


def test_language_server_compares_with_configured_reference_translations(tmp_path: Path) -> None:
    settings = 'select: [TRA001]\nreferences: {"pt/**": "ref/**"}\nmemories: [memory.tmx]\n'
    (tmp_path / "rules.yaml").write_text(settings, encoding="utf-8")
    (tmp_path / "memory.tmx").write_text(TMX, encoding="utf-8")
    (tmp_path / "pt").mkdir()
    (tmp_path / "ref").mkdir()
    reference = tmp_path / "ref" / "a.md"
    reference.write_text(PAGE, encoding="utf-8")
    changed = PAGE.replace("Nunca apague a pasta de cópias.", "Os gatos gostam de leite e de sol.")
    checker = Checker()
    for name, text, where in (
        ("a.md", changed, reference),
        ("a.po", po(OPEN, DRIFTED), tmp_path / "memory.tmx"),
    ):
        path = str(tmp_path / "pt" / name)
        checked = checker.check(Text(path, text))
        uri = f"file://{path}"
        (shown,) = diagnostics(checked, uri, UTF16, with_related=True)
        assert shown.code_description is not None
        assert shown.code_description.href.endswith(f"/pt/rules/{shown.code}.html")
        assert shown.related_information is not None
        assert shown.related_information[0].location.uri == where.as_uri()
    (tmp_path / "memory.tmx").write_text("<tmx", encoding="utf-8")
    broken = checker.check(Text(str(tmp_path / "pt" / "a.po"), po(OPEN)))
    assert "memory.tmx:1" in (broken.problem or "")


@pytest.mark.parametrize(
    ("name", "text", "at", "margin"),
    [
        (".txt", f"{OTHER}\n\n{FIRST} {AGAIN}\n", AGAIN, ""),
        (".txt", f"{OTHER}\r\n\r\n{FIRST} {AGAIN}\r\n", AGAIN, ""),
        (".md", f"# Título\n\n{FIRST}\n{AGAIN}\n", AGAIN, ""),
        (".md", f"{OTHER}\n\n> {FIRST}\n> {AGAIN}\n", AGAIN, "> "),
        (".md", f"- {OTHER}\n  - {FIRST}\n  - {AGAIN}\n", AGAIN, "  "),
    ],
)
def test_suppression_comment_of_a_code_action_is_inserted_before_the_block(
    name: str, text: str, at: str, margin: str
) -> None:
    insertion = comment_before(text, text.index(at), "RED003", READERS[name])
    assert insertion is not None
    where, comment = insertion
    end = "\r\n" if "\r\n" in text else "\n"
    assert comment == f"{margin}<!-- textlint-pt-disable-next RED003 -->{end}"
    assert where == 0 or text[where - 1] == "\n"


def test_no_suppression_comment_is_offered_inside_a_markdown_table() -> None:
    text = f"| a | b |\n|---|---|\n| {FIRST} | {OTHER} |\n| {AGAIN} | {OTHER} |\n"
    assert comment_before(text, text.index(AGAIN), "RED003", READERS[".md"]) is None


def test_no_suppression_comment_is_offered_outside_prose() -> None:
    assert comment_before(f"{FIRST}\n\n", len(FIRST) + 1, "RED003", READERS[".txt"]) is None


@given(st.text("ab ", max_size=12), st.text("ab ", max_size=12), st.text("ab ", max_size=4))
def test_finding_positions_move_with_their_words_after_an_edit(
    before: str, after: str, new: str
) -> None:
    old, changed = f"{before}xyz{after}", f"{before}{new}{after}"
    moves = Moves(old, changed)
    for start in range(len(old)):
        for end in range(start, len(old) + 1):
            to = moves.span(start, end)
            if to is not None:
                assert changed[to.start : to.end] == old[start:end]
            else:
                assert start < len(before) + 3 and end > len(before) - len(new)


@given(st.text("ab \n", max_size=200), st.integers(0, 200), st.integers(2, 50))
def test_language_server_checks_the_part_of_a_long_text_at_the_cursor(
    text: str, at: int, size: int
) -> None:
    at = min(at, len(text))
    part = visible(text, at, size)
    assert 0 <= part.start <= at <= part.end <= len(text)
    assert part.end - part.start <= size


@pytest.mark.parametrize(
    ("text", "position", "size", "part"),
    [
        ("aa bb cc", 4, 99, "aa bb cc"),
        ("aa\n\nbb\n\ncc", 5, 8, "bb"),
        ("aa bb\ncc dd\nee ff", 8, 12, "cc dd"),
        ("aaaa bbbb cccc", 7, 10, "bbbb"),
        ("aaaaaaaaaa", 5, 4, "aaaa"),
        ("aa bb cc dd", 1, 8, "aa"),
    ],
)
def test_text_excerpt_around_the_cursor_is_cut_at_paragraphs_lines_or_words(
    text: str, position: int, size: int, part: str
) -> None:
    assert text[slice(*visible(text, position, size))] == part


def test_first_difference_is_the_offset_where_two_texts_begin_to_differ() -> None:
    pairs = (("abc", "abd"), ("abc", "abc"), ("abc", "ab"), ("", "a"), ("xbc", "abc"))
    assert [first_difference(*pair) for pair in pairs] == [2, 3, 2, 0, 0]


def test_language_server_interrupts_a_running_lint_job_for_a_newer_one() -> None:
    worker, done = Worker(), queue.Queue[str]()
    running, times = threading.Event(), []

    def slow(checkpoint: Callable[[], None]) -> None:
        times.append(1)
        running.set()
        for _ in range(1000 if len(times) == 1 else 1):
            checkpoint()
            time.sleep(0.01)
        done.put("slow")

    worker.put("slow", slow)
    assert running.wait(5)
    worker.put("quick", lambda checkpoint: done.put("quick"))
    assert [done.get(timeout=5), done.get(timeout=5)] == ["quick", "slow"]
    assert len(times) == 2
    running.clear()
    times.clear()
    worker.put("slow", slow)
    assert running.wait(5)
    worker.drop("slow")
    worker.put("quick", lambda checkpoint: done.put("quick"))
    assert done.get(timeout=5) == "quick"
    worker.close()
    assert done.empty()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", "ignore: [RED003]\n"),
        ("preset: docs", "preset: docs\nignore: [RED003]\n"),
        ("ignore: []\n", "ignore: [RED003]\n"),
        ("ignore: [FOC]\nlanguage: en\n", "ignore: [FOC, RED003]\nlanguage: en\n"),
        ("ignore:\n  - FOC\n", "ignore:\n  - RED003\n  - FOC\n"),
        ("ignore: FOC\n", None),
    ],
)
def test_code_action_disables_a_rule_in_the_configuration_file(
    tmp_path: Path, written: str, expected: str | None
) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(written, encoding="utf-8")
    edit = disabling_edit(file, "RED003")
    if expected is None:
        assert edit is None
        return
    assert edit is not None
    at = Lines(written, UTF16).offset(edit.range.start)
    assert f"{written[:at]}{edit.new_text}{written[at:]}" == expected


def test_language_server_does_not_lint_an_unchanged_text_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.yaml").write_text("select: [RED003]\n", encoding="utf-8")
    text = Text(str(tmp_path / "a.txt"), f"{FIRST} {OTHER} {AGAIN}\n")
    checker = Checker()
    first = checker.check(text)
    assert checker.check(text, only_quick=True) is first
    checker.keep(first)
    monkeypatch.setattr(Linter, "lint", lambda *_, **__: pytest.fail("linted again"))
    assert Checker().check(text).entry == first.entry


@pytest.mark.parametrize("kind", ["git-commit", "gitcommit", ""])
@pytest.mark.parametrize("path", ["/p/.git/COMMIT_EDITMSG", "/p/untitled"])
def test_commit_messages_opened_in_an_editor_are_read_as_commit_messages(
    kind: str, path: str
) -> None:
    reader = Checker().reader(Text(path, "", kind))
    assert reader is not None
    assert (reader.name == "commit-message") == (bool(kind) or "COMMIT" in path)


def test_language_server_cancels_waiting_requests_when_it_ends() -> None:
    """Each is taken out of the table of those that wait when it ends."""
    server = create(Server())
    waiting = server.protocol._request_futures
    for number in range(3):
        waiting[number] = future = Future()
        future.add_done_callback(lambda _, number=number: waiting.pop(number))
    server.protocol.fm.features[types.SHUTDOWN](None)
    assert not waiting
    server.protocol.lsp_shutdown(None)


def test_language_server_publishes_findings_near_the_cursor_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FIRST_CHARACTERS", 600)
    (tmp_path / "rules.yaml").write_text("select: [GRA101, GRA401]\n", encoding="utf-8")
    wrong = "As menina foram embora.\n\n"
    plain = f"{OTHER}\n\n" * 60
    content = f"{wrong}{plain}Ela veio de de tarde.\n\n{wrong}"
    text = Text(str(tmp_path / "a.txt"), content)
    made = Server()

    def found(at: int, before: Checked | None = None) -> list[list[tuple[str, bool]]]:
        parts = list(made._increasing_parts(text, at, before, lambda: None))
        assert not any(part.complete for part in parts)
        return [
            [(one.code, one.start > len(wrong)) for one in part.entry.findings]
            for part in parts
            if part.entry
        ]

    # by all rules around the place, then by the quick ones in the rest as well
    first, then = found(0)
    assert first == [("GRA101", False)]
    assert then == [("GRA101", False), ("GRA401", True)]
    assert found(len(content))[0] == [("GRA401", True), ("GRA101", True)]
    # what was found so far stays where it is not looked at again
    (known, *_) = made._increasing_parts(text, len(content), None, lambda: None)
    assert found(0, known)[0] == [("GRA101", False), ("GRA401", True), ("GRA101", True)]
    whole = made._checker.check(text)
    assert list(made._increasing_parts(text, 0, None, lambda: None)) == [whole]

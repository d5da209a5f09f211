"""Answers in time, texts that come again, and many at once."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from textlint_pt.companions.input import Input
from textlint_pt.engine.memory import Interrupted
from textlint_pt.engine.session import Session
from textlint_pt.server import judging
from textlint_pt.server.judging import PLAIN, Busy, Judge
from textlint_pt.text.segmentation import _tokens as tokens_cached

SLIP = "Os bigodes do gato estavam cheio de geada.\n\n"
QUICK = "O gato subiu ao telhado , e a lua via tudo.\n\n"


def given(text: str) -> Input:
    return Input(PLAIN, b"\xef\xbb\xbf" + text.encode())


def codes(judged: judging.Judged) -> list[str]:
    return [finding.code for finding in judged.report.findings]


@pytest.fixture(name="one")
def _one(judge: tuple[Judge, list[str]]) -> Judge:
    return judge[0]


class Held:
    """The judge's thread waits before each text until `go` is set, or the text is given up."""

    def __init__(self, judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.seen: list[bytes] = []
        checked = judging._checked

        def check(session: Session, one: Input, whole: bool = False) -> Any:
            self.seen.append(one.data)
            while not self.go.wait(0.01):
                judge.session.linter.analyzer.checkpoint()
            return checked(session, one)

        monkeypatch.setattr(judging, "_checked", check)


@pytest.fixture(name="held")
def _held(one: Judge, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    one.check(given(SLIP), 120)  # rules and models are loaded
    held = Held(one, monkeypatch)
    yield held
    held.go.set()
    while one._jobs:
        time.sleep(0.01)


def test_http_server_returns_the_findings_ready_before_the_deadline(
    judge: tuple[Judge, list[str]], held: Held
) -> None:
    one, told = judge
    text = f"Primeiro. {SLIP}"
    began = time.monotonic()
    partial = one.check(given(text), 0.5)
    assert time.monotonic() - began < 2.0
    assert (codes(partial), partial.complete) == ([], False)
    assert partial.report.score.reason == "out-of-time"
    assert told[-1].endswith("what was found by then is the answer")
    assert "geada" not in told[-1]
    held.go.set()
    later = one.check(given(text), 60.0)  # it went on, since nobody else waited
    assert (codes(later), later.complete) == (["GRA103"], True)
    assert held.seen == [given(text).data]


def test_new_http_request_cancels_checks_that_no_client_waits_for(one: Judge, held: Held) -> None:
    one.check(given(f"Segundo. {QUICK}"), 0.2)
    assert len(held.seen) == 1
    threading.Timer(0.5, held.go.set).start()
    assert one.check(given(f"Terceiro. {SLIP}"), 60.0).complete
    assert len(held.seen) == 2


def test_http_server_checks_a_long_text_in_several_parts(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.check(given(SLIP), 120)
    checked, parts = judging._checked, []
    quiet = "A lua via tudo da janela {}, e o padeiro não dizia nada a ninguém.\n\n"
    paragraphs = [SLIP if number in (5, 25, 70) else quiet.format(number) for number in range(80)]
    text = "".join(paragraphs)

    def check(session: Session, part: Input, whole: bool = False) -> Any:
        parts.append(part)
        if len(parts) == 3:
            raise Interrupted
        return checked(session, part)

    monkeypatch.setattr(judging, "_checked", check)
    partial = one.check(given(text), 60.0)
    assert not partial.complete
    found = [one for one in partial.report.findings if one.code == "GRA103"]
    assert [one.line for one in found] == [
        11,
        51,
    ]  # the third lies beyond the parts that were judged
    for finding in found:
        assert text[finding.start : finding.end] == "cheio"
        assert finding.sentence is not None
        sentence = partial.sentences[finding.sentence]
        assert sentence.start < finding.start < sentence.end
        assert finding.fix is not None
        assert finding.fix.edits[0].start == finding.start
    assert len(partial.sentences) == partial.report.sentences


def test_http_server_rechecks_only_the_changed_part_of_a_text(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, seen = judging._checked, []

    def check(session: Session, part: Input, whole: bool = False) -> Any:
        seen.append(part)
        return checked(session, part, whole)

    monkeypatch.setattr(judging, "_checked", check)
    paragraphs = [
        f"O padeiro da rua {number} não dizia nada a ninguém.\n\n" for number in range(90)
    ]
    one.check(given("".join(paragraphs)), 120.0)
    assert len(seen) > 4  # parts, and the whole
    del seen[:]
    paragraphs[40] = f"{SLIP}\n\n"
    found = one.check(given("".join(paragraphs)), 120.0)
    assert [one.code for one in found.report.findings] == ["GRA103"]
    part, whole = seen
    assert SLIP in part.data.decode("utf-8-sig")
    assert whole.data.decode("utf-8-sig") == "".join(paragraphs)


def test_http_server_checks_a_text_requested_several_times_only_once(
    one: Judge, held: Held
) -> None:
    text = given(f"Quarto. {SLIP}")
    found: list[judging.Judged] = []
    threads = [
        threading.Thread(target=lambda: found.append(one.check(text, 60.0))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    while not held.seen:
        time.sleep(0.01)
    held.go.set()
    for thread in threads:
        thread.join()
    assert [codes(one) for one in found] == [["GRA103"]] * 4
    assert len(held.seen) == 1


def test_http_server_refuses_texts_when_its_queue_is_full(
    one: Judge, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one._waiting, "maxsize", 2)
    texts = [given(f"{number}: {QUICK}") for number in range(3)]
    threads = [threading.Thread(target=one.check, args=(text, 60.0)) for text in texts]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    with pytest.raises(Busy):
        one.check(given(f"Mais um. {QUICK}"), 0.1)
    held.go.set()
    for thread in threads:
        thread.join()


def test_http_server_limits_the_number_of_reports_in_memory(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "KEPT", 3)
    for number in range(6):
        one.check(given(f"{number}. A lua via tudo."), 60.0)
    assert len(one._kept) <= 3
    assert one._kept_characters == sum(size for _, size in one._kept.values())


def test_http_server_limits_the_size_of_plugin_caches_in_memory(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "GROWN", 20_000)
    one.check(given("A lua via tudo do telhado."), 60.0)
    cached = []
    for number in range(60):
        one.check(given(f"O gato {number}-{number * 7} via {number} luas. Eram {number}."), 60.0)
        while one._jobs:
            time.sleep(0.01)
        cached.append(tokens_cached.cache_info().currsize)
    emptied = sum(after < before for before, after in pairwise(cached))
    assert emptied
    assert max(cached) < 150  # of some 210


def test_http_server_clears_its_caches_without_listing_objects_of_the_gc(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CPython refuses to go on with a tuple that `gc` lists while another thread fills it."""
    caches = judging._bounded_caches()
    one.check(given("Sexto. A lua via tudo do telhado."), 60.0)
    assert tokens_cached.cache_info().currsize
    monkeypatch.setattr(gc, "get_objects", None)
    judging._free_memory(caches)
    assert not tokens_cached.cache_info().currsize


def test_http_request_after_one_that_failed_is_answered_without_error(
    one: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(session: Session, text: Input, whole: bool = False) -> None:
        raise ZeroDivisionError("a text that is nobody's business")

    with monkeypatch.context() as patch:
        patch.setattr(judging, "_checked", fail)
        with pytest.raises(judging.UserError) as said:
            one.check(given("Quinto. A lua via tudo."), 60.0)
        assert "nobody's business" not in str(said.value)
    assert one.check(given("Quinto. A lua via tudo."), 60.0).complete

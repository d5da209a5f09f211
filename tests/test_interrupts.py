"""Signals are put off, and not lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from textlint_pt.interrupts import interrupts_delayed


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    # a shell that runs this in the background has interrupts ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_interrupt_signal_is_delayed_until_a_protected_block_ends() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_delayed():
        signal.raise_signal(signal.SIGINT)
        done.append(True)
    assert done
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_interrupt_signal_ends_an_interruptible_part_of_a_protected_block() -> None:
    done = []
    with interrupts_delayed() as at_once:
        signal.raise_signal(signal.SIGINT)
        done.append("before")
        with pytest.raises(KeyboardInterrupt), at_once():
            done.append("never")
        with pytest.raises(KeyboardInterrupt), at_once():
            signal.raise_signal(signal.SIGINT)
    assert done == ["before"]


def test_signal_ignored_by_the_process_stays_ignored() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with interrupts_delayed():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN

"""Signals that end a run, put off while something is done that must not be left half done."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

#: Ctrl-C, an order to end, the end of the terminal
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def interrupts_wait() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Put off what would end the run until after the block, or until a block inside it of what is
    yielded, in which it ends at once."""
    if threading.current_thread() is not threading.main_thread():
        yield nullcontext  # only the main thread gets them
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.getsignal(number) for number in ENDING}
    # what is ignored stays so, and what is not Python's
    handled = {n: handler for n, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    @contextmanager
    def at_once() -> Iterator[None]:
        for number, handler in handled.items():
            signal.signal(number, handler)
        while came:
            signal.raise_signal(came.pop(0))
        try:
            yield
        finally:
            for number in handled:
                signal.signal(number, note)

    for number in handled:
        signal.signal(number, note)
    try:
        yield at_once
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
    for number in came:
        signal.raise_signal(number)


def lives(process: int) -> bool:
    """Whether there is a process with this number; True where that cannot be asked."""
    if os.name != "posix":
        return True  # what asks there ends it
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True

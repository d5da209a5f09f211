"""Signals that end a run, put off while something is done that must not be left half done."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

#: Ctrl-C, an order to end, the end of the terminal
TERMINATING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def interrupts_delayed() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Delay signals until the block ends; yield a context in which they act at once.

    Signals that are ignored, or handled outside of Python, stay as they are.
    """
    if threading.current_thread() is not threading.main_thread():
        yield nullcontext  # only the main thread gets them
        return
    pending: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        pending.append(number)

    old_handlers = {number: signal.getsignal(number) for number in TERMINATING}
    replaced = {
        number: handler
        for number, handler in old_handlers.items()
        if handler not in (signal.SIG_IGN, None)
    }

    @contextmanager
    def at_once() -> Iterator[None]:
        for number, handler in replaced.items():
            signal.signal(number, handler)
        while pending:
            signal.raise_signal(pending.pop(0))
        try:
            yield
        finally:
            for number in replaced:
                signal.signal(number, remember)

    for number in replaced:
        signal.signal(number, remember)
    try:
        yield at_once
    finally:
        for number, handler in replaced.items():
            signal.signal(number, handler)
    for number in pending:
        signal.raise_signal(number)


def is_running(process: int) -> bool:
    """Return whether a process exists; True if that cannot be found out."""
    if os.name != "posix":
        return True  # what asks there ends it
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True

"""The thread that lints: what was asked for last comes first, and interrupts what is running."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from textlint_pt.engine.memory import Interrupted

#: is handed what to call now and then: it raises `Interrupted`
Job = Callable[[Callable[[], None]], None]


class Worker:
    """One thread with at most one job a name, which an interrupted job waits for to come again.

    The thread ends with the process: nobody waits for it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, Job] = OrderedDict()
        self._running = ""
        self._stop = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    def put(self, name: str, job: Job) -> None:
        """Queue a job first, replacing one of the same name and interrupting the running one."""
        with self._changed:
            self._waiting[name] = job
            self._waiting.move_to_end(name)  # the thread takes from the end
            if self._running and self._running != name:
                self._stop.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="textlint-pt", daemon=True)
                self._thread.start()
            self._changed.notify()

    def drop(self, name: str) -> None:
        """Remove a job, interrupting it if it is running; nobody waits for that."""
        with self._changed:
            self._waiting.pop(name, None)
            if self._running == name:
                self._running = ""  # so that the thread does not put it back
                self._stop.set()

    def close(self) -> None:
        """Start nothing more, and end what is running as soon as it asks."""
        with self._changed:
            self._waiting.clear()
            self._running = ""
            self._closed = True
            self._stop.set()

    def _work(self) -> None:
        """Run queued jobs, the last one first; put interrupted ones back."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                name, job = self._waiting.popitem()
                self._running = name
                self._stop.clear()
            try:
                job(self._checkpoint)
            except Interrupted:
                with self._changed:
                    if self._running == name and name not in self._waiting:
                        self._waiting[name] = job
                        self._waiting.move_to_end(name, last=False)
            except RuntimeError:
                if not self._closed:
                    raise
                return  # its loop or its pool ended while it ran
            finally:
                with self._changed:
                    self._running = ""

    def _checkpoint(self) -> None:
        if self._stop.is_set():
            raise Interrupted

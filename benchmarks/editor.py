"""What an edit costs in the language server, and how soon its findings are shown."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from queue import Empty, Queue
from statistics import median, quantiles
from typing import Annotated, Any

from benchmarks.evaluation.command import File, Rows
from benchmarks.evaluation.common import read_text, stem
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

SEED = 7
OURS = (sys.executable, "-m", "textlint_pt", "lsp")
#: what words are changed to
WORDS = ("mesa", "barco", "ontem", "correndo", "azul", "janela")
#: seconds between edits that nobody waits for, as when someone types
PAUSE = 0.4
#: seconds over which a server must rest to be done
QUIET = 1.5
_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def run(
    text: Annotated[File, "a text of as many sentences as the largest size"],
    *,
    sentences: Sequence[int] = (50, 500, 5000),
    edits: int = 30,
) -> Rows:
    """Yield the figures of the server for each size of text."""
    whole = read_text(text)
    for size in sentences:
        figures = serve(first(whole, size), edits)
        yield {"set": f"{stem(text)}-{size}", **figures}


def first(text: str, size: int) -> str:
    """Return the first sentences of a text."""
    sentences = build("text.txt", text, PlainText()).sentences
    if len(sentences) < size:
        raise SystemExit(f"editor: the text has {len(sentences)} sentences, {size} are needed")
    return f"{text[: sentences[size - 1].span.end]}\n"


def edited(text: str, rng: random.Random) -> str:
    """Return the text with one random word replaced."""
    offset = rng.randrange(len(text))
    start = text.rfind(" ", 0, offset) + 1
    end = min(
        (p for p in (text.find(" ", offset), text.find("\n", offset)) if p >= 0), default=len(text)
    )
    return f"{text[:start]}{rng.choice(WORDS)}{text[end:]}" if start < end else text


def serve(text: str, edits: int) -> dict[str, Any]:
    """Return the figures of a server while words of one text are changed."""
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TEXTLINT_PT_CACHE": str(Path(folder, "cache"))}
        client = Client(Path(folder), environment)
        quick, complete = client.open(Path(folder, "text.txt"), text)
        cpu, seconds, memory = [], [], []
        for _ in range(edits):
            text = edited(text, rng)
            before = client.cpu()
            seconds.append(client.change(text))
            cpu.append(client.cpu() - before)
            memory.append(client.rss())
        gap = client.type(text, min(edits, 30), rng)
        client.close()
    cuts = quantiles(seconds, n=20) if len(seconds) > 1 else seconds * 19
    return {
        "cpu_s": median(cpu),
        "p50_s": median(seconds),
        "p95_s": cuts[18],
        "gap_s": gap,
        "quick_s": quick,
        "open_s": complete,
        "rss_mb": memory[-1],
        "growth_mb": memory[-1] - memory[len(memory) // 3],
        "n": edits,
    }


class Client:
    """Speaks to a server over its standard input and output."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        """Start a server for `root` and wait until it is initialised."""
        self._server = subprocess.Popen(
            OURS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._version = 0
        self._uri = ""
        self._received: Queue[tuple[float, dict[str, Any]]] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        capabilities = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
        root_uri = root.as_uri()
        params = {"processId": os.getpid(), "rootUri": root_uri, "capabilities": capabilities}
        self._send("initialize", params, 1)
        while self._receive()[1].get("id") != 1:
            pass
        self._send("initialized", {})

    def open(self, path: Path, text: str) -> tuple[float, float]:
        """Open a text; return seconds to the first findings and to the end of all work."""
        self._uri = path.as_uri()
        item = {"uri": self._uri, "languageId": "plaintext", "version": 0, "text": text}
        started = time.perf_counter()
        self._send("textDocument/didOpen", {"textDocument": item})
        self._published(0)
        quick = last = time.perf_counter()
        before = self.cpu()
        while True:  # complete when it has rested
            time.sleep(QUIET)
            now = self.cpu()
            if now - before < 0.05 * QUIET:
                return quick - started, last - started
            before, last = now, time.perf_counter()

    def change(self, text: str) -> float:
        """Send a new text; return seconds until its findings are published."""
        started = time.perf_counter()
        self._change(text)
        return self._published(self._version) - started

    def type(self, text: str, edits: int, rng: random.Random) -> float:
        """Return the longest time without findings while edits come one after another."""
        started = time.perf_counter()
        for _ in range(edits):
            text = edited(text, rng)
            self._change(text)
            time.sleep(PAUSE)
        ended = time.perf_counter()
        times = [started]
        while times[-1] < ended:
            published = self._published(None, until=ended)
            times.append(min(published, ended))
        return max(later - earlier for earlier, later in pairwise(times))

    def _change(self, text: str) -> None:
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        changes = {"textDocument": document, "contentChanges": [{"text": text}]}
        self._send("textDocument/didChange", changes)

    def cpu(self) -> float:
        """Return seconds of processor time so far."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def rss(self) -> float:
        """Return megabytes in memory."""
        return int(self._proc("statm").split()[1]) * _PAGE / 2**20

    def close(self) -> None:
        self._send("shutdown", None, 2)
        while self._receive()[1].get("id") != 2:
            pass
        self._send("exit", None)
        self._server.wait(timeout=10)

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self._server.pid}/{name}").read_text(encoding="utf-8")

    def _published(self, version: int | None, until: float | None = None) -> float:
        """Return when findings of a version (or of any) were published, at most `until`."""
        while True:
            received, message = self._receive(until)
            if until is not None and received >= until:
                return until
            if message.get("method") == "textDocument/publishDiagnostics" and (
                version is None or message["params"].get("version", version) == version
            ):
                return received

    def _send(self, method: str, params: Any, number: int | None = None) -> None:
        """Send a request of the language server protocol, or a notification without `number`."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        data = json.dumps(message).encode()
        assert self._server.stdin is not None  # it was asked for
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._server.stdin.flush()

    def _receive(self, until: float | None = None) -> tuple[float, dict[str, Any]]:
        """Return when a message came, and the message; an empty one if none came by `until`."""
        wait = None if until is None else max(0.0, until - time.perf_counter())
        try:
            received, message = self._received.get(timeout=wait)
        except Empty:
            return time.perf_counter(), {}
        if not message:
            raise SystemExit("editor: the server ended")
        return received, message

    def _read(self) -> None:
        """Queue the messages of the server until it ends, then an empty one."""
        stream = self._server.stdout
        assert stream is not None  # it was asked for
        size = 1
        while size:
            size = 0
            while (line := stream.readline()).strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    size = int(value)
            message = json.loads(stream.read(size)) if size else {}
            self._received.put((time.perf_counter(), message))

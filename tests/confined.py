"""`python -m tests.confined`: every command but `models`, where the kernel ends whoever asks for a
socket of the internet. It runs in the current folder, which holds `a.md` and `b.md`."""

from __future__ import annotations

import ctypes
import json
import platform
import subprocess
import sys
import time
from pathlib import Path

from textlint_pt import cli

#: number of the system call `socket`, and what the kernel calls the processor
_MACHINES = {"x86_64": (41, 0xC000003E), "aarch64": (198, 0xC00000B7)}
_INTERNET = (2, 10)  # AF_INET, AF_INET6 of Linux
#: seconds that a process with a model goes on: what reports in the background waits first
PATIENCE = 5.0

RULE = """\
custom-rules:
  CASA001: {kind: existence, message: gato, patterns: gatos, failing: [dois gatos], passing: [cão]}
"""
STEPS = """\
init
lint . --jobs 2 --format json --output report.json --output html=report.html
lint a.md --reference b.md --source b.md --measures --format sarif --output report.sarif
lint a.md --diff-base HEAD --no-cache --diff
lint b.md --fix --quiet
rules
rule RED001
test-rules --config own.yaml
formats
plugins
ask gato a.md b.md
sentences a.md
compare a.md b.md
config show a.md
config schema
baseline write a.md
baseline accept {fingerprint} a.md
baseline check a.md
baseline prune a.md
corpus score a.md b.md --out scores.parquet --workers 1
corpus filter scores.parquet --where score>0
corpus report scores.parquet --out scores.html
corpus plot scores.parquet histogram --out scores.svg
corpus duplicates a.md b.md
vocabulary add ouriço
report a.md
status b.md --source a.md --format json --output status.json
"""
#: what the steps are asked to write
WRITTEN = frozenset(
    (
        *("rules.yaml", "vocabulary.txt", "textlint-pt-baseline.json"),
        *("report.json", "report.html", "report.sarif", "status.json"),
        *("scores.parquet", "scores.errors.jsonl", "scores.html", "scores.svg"),
    )
)


class _Instruction(ctypes.Structure):
    _fields_ = [(name, kind) for name, kind in zip(
        ("code", "then", "otherwise", "k"),
        (ctypes.c_uint16, ctypes.c_uint8, ctypes.c_uint8, ctypes.c_uint32), strict=True,
    )]  # fmt: skip


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("first", ctypes.POINTER(_Instruction))]


def refuse_sockets() -> bool:
    """From here on a socket of the internet ends this process and those that it starts; False
    where the system cannot do that."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return False
    call, machine = _MACHINES[platform.machine()]
    load, equal, give = 0x20, 0x15, 0x06
    lines = (
        (load, 0, 0, 4),
        (equal, 0, 5, machine),
        (load, 0, 0, 0),
        (equal, 0, 3, call),
        (load, 0, 0, 16),
        (equal, 2, 0, _INTERNET[0]),
        (equal, 1, 0, _INTERNET[1]),
        (give, 0, 0, 0x7FFF0000),  # allow
        (give, 0, 0, 0x80000000),  # kill the process
    )
    program = _Program(len(lines), (_Instruction * len(lines))(*lines))
    system = ctypes.CDLL(None)
    no_new_privileges, set_seccomp, by_filter = 38, 22, 2
    if system.prctl(no_new_privileges, 1, 0, 0, 0):
        return False
    return not system.prctl(set_seccomp, by_filter, ctypes.byref(program), 0, 0)


def _message(number: int | None, method: str, **params: object) -> bytes:
    content = {"jsonrpc": "2.0", "method": method, "params": params}
    data = json.dumps(content if number is None else {**content, "id": number}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def _server(text: str) -> subprocess.Popen[bytes]:
    """A language server that lints a text."""
    command = [sys.executable, "-m", "textlint_pt", "lsp"]
    pipe = subprocess.PIPE
    server = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    document = {"uri": Path("a.md").absolute().as_uri(), "languageId": "markdown", "version": 1}
    assert server.stdin
    server.stdin.write(
        _message(1, "initialize", processId=None, rootUri=None, capabilities={})
        + _message(None, "initialized")
        + _message(None, "textDocument/didOpen", textDocument={**document, "text": text})
    )
    server.stdin.flush()
    return server


def main() -> int:
    if not refuse_sockets():
        print("sockets cannot be refused here")
        return 0
    Path("own.yaml").write_text(RULE, encoding="utf-8")
    server = _server(Path("a.md").read_text(encoding="utf-8"))
    begun = 0.0  # when a model was first used, which reports of it wait for
    for step in STEPS.splitlines():
        report = Path("report.json")
        found = report.exists() and json.loads(report.read_text("utf-8"))["documents"][0]
        fingerprint = found["findings"][0]["fingerprint"] if found else ""
        print("==", step, flush=True)
        try:
            cli.main(step.format(fingerprint=fingerprint).split())
        except SystemExit as ended:
            if ended.code not in (0, 1):
                return 2
        if step.startswith("lint "):
            begun = begun or time.monotonic()
    time.sleep(max(0.0, begun + PATIENCE - time.monotonic()))
    said, errors = server.communicate(_message(2, "shutdown") + _message(None, "exit"), timeout=60)
    print("== lsp:", server.returncode, errors.decode(), flush=True)
    return server.returncode or int(b"publishDiagnostics" not in said)


if __name__ == "__main__":
    sys.exit(main())

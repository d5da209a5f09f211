"""Damaged files that are no documents; messages to the language server that no editor sends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fuzz.__main__ import first_seed
from tests.fuzz.inputs import INPUTS, KEPT, fuzz, tried
from tests.fuzz.mutations import TOKENS
from textlint_pt.corpus.reading import Fields, Reader

pytestmark = pytest.mark.attacks


@pytest.mark.parametrize("name", INPUTS)
def test_every_example_input_file_of_the_fuzzer_is_read_without_error(
    name: str, tmp_path: Path
) -> None:
    data, read = INPUTS[name]
    (tmp_path / ".git").mkdir()
    (tmp_path / "palavras.txt").write_text("zurzidela\n", encoding="utf-8")
    path = tmp_path / name
    path.write_bytes(data)
    read(path)
    if name.startswith(("table", "all")):
        records = list(Reader([str(path)], Fields(), frozenset((".txt",))))
        assert len(records) >= 3
        assert not [record.error for record in records if record.error]


def test_program_inputs_that_failed_in_earlier_fuzzing_pass_now() -> None:
    for path in sorted(KEPT.glob("*-*")):
        seed, _, name = path.name.partition("-")
        assert tried(int(seed), name, path.read_bytes()).broken is None


def test_fuzzed_configuration_and_data_files_cause_no_crash(pytestconfig: pytest.Config) -> None:
    profile = pytestconfig.getoption("--hypothesis-profile")
    for outcome in fuzz(first_seed(profile), 20.0 if profile == "gate" else 2.0):
        assert outcome.broken is None, (
            f"{outcome.broken}: `python -m tests.fuzz.inputs --seed {outcome.seed} --seconds 0`"
        )


# ------------------------------------------------------------------ messages

_URI = "file:///nowhere/a.md"
_AT = {"textDocument": {"uri": _URI}, "position": {"line": 0, "character": 3}}
_RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}}
_MESSAGES: list[dict[str, Any]] = [
    {"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": _URI, "languageId": "markdown", "version": 0, "text": "A loja ,fecha cedo.\n"}}},
    {"method": "textDocument/didChange", "params": {
        "textDocument": {"uri": _URI, "version": 1},
        "contentChanges": [{"range": _RANGE, "text": "O rio"}, {"text": "As casa é brancas.\n"}]}},
    {"method": "textDocument/didSave", "params": {"textDocument": {"uri": _URI}}},
    {"method": "textDocument/didClose", "params": {"textDocument": {"uri": _URI}}},
    {"method": "workspace/didChangeConfiguration", "params": {"settings": {"textlint-pt": {
        "references": {"a.md": "b.md"}, "maxSize": 9, "settings": {"select": ["RED"]}}}}},
    {"method": "workspace/didChangeWatchedFiles", "params": {
        "changes": [{"uri": _URI, "type": 1}]}},
    {"id": 1, "method": "textDocument/hover", "params": _AT},
    {"id": 1, "method": "textDocument/codeLens", "params": {"textDocument": {"uri": _URI}}},
    {"id": 1, "method": "textDocument/codeAction", "params": {
        "textDocument": {"uri": _URI}, "range": _RANGE, "context": {"diagnostics": []}}},
    {"id": 1, "method": "textDocument/diagnostic", "params": {"textDocument": {"uri": _URI}}},
    {"id": 1, "method": "workspace/executeCommand", "params": {
        "command": "textlint-pt.explain", "arguments": ["RED003", {"uri": _URI}]}},
]  # fmt: skip
_ODD: list[Any] = [
    None,
    True,
    -1,
    2**40,
    0.5,
    "",
    "\0",
    "file://%ff/../..",
    [],
    {},
    [[]],
    "x" * 999,
]


def _damaged(rng: Random, value: Any) -> Any:
    """A message with one value that is odd, gone or of another kind."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        rest = {name: one for name, one in value.items() if name != key}
        return rest if rng.random() < 0.1 else {**rest, key: _damaged(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], _damaged(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, str) and rng.random() < 0.5:
        at = rng.randint(0, len(value))
        return value[:at] + rng.choice(TOKENS).decode("utf-8", "replace") + value[at:]
    return rng.choice(_ODD)


def _frame(content: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(content), content)


def _sent(message: dict[str, Any]) -> bytes:
    return _frame(json.dumps({"jsonrpc": "2.0", **message}).encode())


def test_language_server_survives_malformed_messages(tmp_path: Path) -> None:
    rng = Random(int(os.environ.get("TEXTLINT_PT_FUZZ_SEED") or 7))
    frames = [
        _sent({"id": 90, "method": "initialize", "params": {
            "processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}}),
        _sent({"method": "initialized", "params": {}}),
        _sent(_MESSAGES[0]),
    ]  # fmt: skip
    for _ in range(400):
        message = rng.choice(_MESSAGES)
        frames.append(_sent({**message, "params": _damaged(rng, message["params"])}))
        if rng.random() < 0.05:
            frames.append(_frame(rng.choice((b"{", b"[]", b"\xff\xfe", b'"a"', b"null", b""))))
    frames += [_sent({"id": 91, "method": "shutdown"}), _sent({"method": "exit"})]
    ended = subprocess.run(
        [sys.executable, "-m", "textlint_pt", "lsp"],
        input=b"".join(frames),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b'"id":91' in ended.stdout.replace(b" ", b""), ended.stderr[-2000:].decode()
    assert b"Traceback" not in ended.stderr, ended.stderr[-4000:].decode()

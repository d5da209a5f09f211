"""What a checkout prints, to be the same before and after code was moved.

    python -m tests.outputs write FOLDER [TEXT…] [--checkout DIR] [--sentences N]
    python -m tests.outputs compare FOLDER FOLDER

`write` lints the texts of rule cases, the Portuguese pages beside their sources and, of other
texts that are named, some N sentences (about), with the code of DIR (by default this one). FOLDER
gets the report in every format, corrections, what an editor is answered, what Python is given and
the tables of a collection. `compare` prints what differs and exits with 1.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
FORMATS = (
    "text", "full", "concise", "json", "jsonl", "csv", "html", "sarif", "gitlab", "junit",
    "rdjson", "github",
)  # fmt: skip
#: sentences, about, of a document that is made of a part of a text
SHORT, LONG = 60, 450
#: seconds after which a text that was changed is linted, and a little more
REST = 2.0
_API = """\
import sys, json, textlint_pt
NAMES = "code name severity message start end line column end_line end_column sentence fingerprint"
for name in sys.argv[1:]:
    report = textlint_pt.lint(open(name, encoding="utf-8").read(), measures=True, filename=name)
    for document in report.documents:
        print(json.dumps([document.path, document.words, document.measures, document.score.total]))
        for finding in document.findings:
            values = [getattr(finding, name) for name in NAMES.split()]
            places = [[one.role, one.path, one.message, one.start] for one in finding.related]
            edits = [[e.start, e.end, e.text] for e in finding.fix.edits] if finding.fix else None
            print(json.dumps([values, finding.evidence, places, edits]))
"""
_TABLES = """\
import sys, msgspec, pyarrow.parquet
for name in sys.argv[1:]:
    for row in pyarrow.parquet.read_table(name).to_pylist():
        sys.stdout.write(msgspec.json.encode(row).decode() + "\\n")
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.outputs")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("texts", type=Path, nargs="*")
    writing.add_argument("--checkout", type=Path, default=ROOT)
    writing.add_argument("--sentences", type=int, default=1000)
    comparing = commands.add_parser("compare")
    comparing.add_argument("folders", type=Path, nargs=2)
    args = parser.parse_args(arguments)
    if args.command == "compare":
        return compare(*args.folders)
    write(args.folder.absolute(), args.texts, args.checkout.absolute(), args.sentences)
    return 0


def compare(before: Path, after: Path) -> int:
    names = sorted({path.name for folder in (before, after) for path in folder.iterdir()})
    different = 0
    for name in names:
        old, new = (_read(folder / name) for folder in (before, after))
        if old != new:
            different += 1
            print(f"{name}: {len(old.splitlines())} lines, {len(new.splitlines())} lines")
            changes = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
            for line, _ in zip(changes, range(12), strict=False):
                print(f"  {line[:300]}")
    print(f"{len(names) - different} of {len(names)} are the same")
    return 1 if different else 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def write(folder: Path, texts: Sequence[Path], checkout: Path, sentences: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name, "work")
        work.mkdir()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (checkout, checkout / "plugins"))),
            "TEXTLINT_PT_CACHE": str(Path(name, "cache")),
        }
        _Outputs(work, folder, environment).write(texts, sentences)


class _Outputs:
    """Texts in a folder of their own, and what the program makes of them."""

    def __init__(self, work: Path, to: Path, environment: dict[str, str]) -> None:
        self._work, self._to, self._environment = work, to, environment

    def write(self, texts: Sequence[Path], sentences: int) -> None:
        short, long = self._prepare(texts, sentences)
        reports = [f"--output={name}=report.{name}" for name in FORMATS]
        said = self._run("lint", *short, *long, "--no-cache", "--measures", *reports)
        self._store("said.txt", said)
        for name in FORMATS:
            self._store(f"report.{name}", _read(self._work / f"report.{name}"))
        edited = short[-2:]
        self._run("lint", *edited)  # what the cache knows of paragraphs
        for name in edited:
            path = self._work / name
            path.write_text(_edited(_read(path), random.Random(7)), encoding="utf-8")
        self._store("cached.json", self._run("lint", *edited, "--format=json"))
        self._store("again.json", self._run("lint", *edited, "--format=json"))
        jobs = self._run("lint", *short[:2], "--no-cache", "--jobs=2", "--format=json")
        self._store("jobs.json", jobs)
        for page in sorted((ROOT / "docs" / "pt").glob("*.md"))[3:4]:
            shown = page.read_text(encoding="utf-8")
            (self._work / page.name).write_text(shown, encoding="utf-8")
            source = ROOT / "docs" / page.name
            (self._work / f"en-{page.name}").write_bytes(source.read_bytes())
            found = self._run(
                *("lint", page.name, f"--source=en-{page.name}", "--preset=translation"),
                *("--format=json", "--output=html=pair.html"),
            )
            self._store(f"pair-{page.stem}.json", found)
            self._store(f"pair-{page.stem}.html", _read(self._work / "pair.html"))
        fixed = self._run("lint", *short[::2], "--diff", "--unsafe-fixes", "--debug")
        self._store("fixed.diff", fixed)
        self._store("api.jsonl", self._python(_API, *short[:3]))
        self._run("corpus", "score", *short[:4], "--out=t.parquet", "--sentences", "--findings")
        tables = sorted(path.name for path in self._work.glob("t*.parquet"))
        self._store("tables.jsonl", self._python(_TABLES, *tables))
        self._store("editor.jsonl", self._editor([*short[:1], *long[:1]]))

    def _prepare(self, texts: Sequence[Path], sentences: int) -> tuple[list[str], list[str]]:
        """Short documents and long ones, by name."""
        short: list[str] = []
        long: list[str] = []
        for path in sorted((ROOT / "tests" / "rules").glob("*.yml"))[::18]:
            cases = yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]
            said = [one["text"] for one in cases if one.get("format", "txt") == "txt"]
            short.append(self._text(f"{path.stem}.md", said))
        for page in sorted((ROOT / "docs" / "pt").glob("*.md"))[:1]:
            short.append(self._text(f"page-{page.name}", [page.read_text(encoding="utf-8")]))
        for path in texts:
            parts = _parts(path.read_text(encoding="utf-8"), sentences // len(texts))
            for number, (part, is_long) in enumerate(parts):
                name = self._text(f"{path.stem}-{number}.txt", [part])
                (long if is_long else short).append(name)
        return short, long

    def _text(self, name: str, paragraphs: Iterable[str]) -> str:
        (self._work / name).write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
        return name

    def _store(self, name: str, content: str) -> None:
        plain = content.replace(str(self._work), "WORK")
        (self._to / name).write_text(plain, encoding="utf-8")

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "textlint_pt", *arguments],
            cwd=self._work,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return f"{done.stdout}\n{done.stderr}\nexit {done.returncode}\n"

    def _python(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-c", program, *arguments],
            cwd=self._work,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def _editor(self, names: Iterable[str]) -> str:
        """What an editor is answered that opens texts, changes words and asks what there is."""
        server = _Server(self._work, self._environment)
        try:
            for name in names:
                server.visit(name)
        finally:
            server.end()
        return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in server.answers)


class _Server:
    """A language server; what it answers to each question."""

    def __init__(self, work: Path, environment: dict[str, str]) -> None:
        self.answers: list[Any] = []
        self._work = work
        self._asked = 0
        self._server = subprocess.Popen(
            [sys.executable, "-P", "-m", "textlint_pt", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        capabilities: dict[str, Any] = {"textDocument": {"diagnostic": {}}}
        root = work.as_uri()
        self._ask("initialize", {"rootUri": root, "capabilities": capabilities})
        self.answers.clear()
        self._send({"method": "initialized", "params": {}})

    def visit(self, name: str) -> None:
        uri = (self._work / name).as_uri()
        text, rng = _read(self._work / name), random.Random(7)
        item = {"uri": uri, "languageId": "markdown", "version": 0, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        for version in range(1, 4):
            text = _edited(text, rng)
            about = {"uri": uri, "version": version}
            change = {"textDocument": about, "contentChanges": [{"text": text}]}
            self._send({"method": "textDocument/didChange", "params": change})
            found = self._settled(uri)
            for one in (found or {}).get("items", ())[:20:5]:
                where, context = one["range"], {"diagnostics": [one]}
                asked = {"textDocument": {"uri": uri}, "range": where, "context": context}
                self._ask("textDocument/codeAction", asked)
                self._ask(
                    "textDocument/hover",
                    {"textDocument": {"uri": uri}, "position": where["start"]},
                )
        self._send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})

    def _settled(self, uri: str) -> Any:
        """The diagnostics of a text when they have come to rest: while it is linted, those of the
        text before are given."""
        asked = {"textDocument": {"uri": uri}}
        before, found = None, self._ask("textDocument/diagnostic", asked)
        while found != before:
            self.answers.pop()
            time.sleep(REST)
            before, found = found, self._ask("textDocument/diagnostic", asked)
        return found

    def end(self) -> None:
        self._ask("shutdown", None)
        self._send({"method": "exit"})
        self._server.communicate(timeout=30)

    def _ask(self, method: str, params: Any) -> Any:
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            elif message.get("id") == self._asked:
                found = message.get("result", message.get("error"))
                if isinstance(found, dict):
                    found.pop("resultId", None)
                plain = json.dumps(found, sort_keys=True).replace(str(self._work), "WORK")
                self.answers.append({method: json.loads(plain)})
                return found

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._server.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        size = 0
        assert self._server.stdout is not None
        while line := self._server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.partition(b":")[2])
        if not size:
            raise EOFError("the server has ended")
        message: dict[str, Any] = json.loads(self._server.stdout.read(size))
        return message


def _parts(text: str, sentences: int) -> Iterable[tuple[str, bool]]:
    """Parts of a text, every fourth of them long, and whether they are."""
    part: list[str] = []
    count = given = number = 0
    for line in text.splitlines():
        size = max(1, len(re.findall(r"[.!?…]+\s", f"{line} "))) if line.strip() else 0
        part.append(line)
        count += size
        is_long = number % 4 == 1
        if count >= (LONG if is_long else SHORT):
            yield "\n".join(part), is_long
            given += count
            part, count, number = [], 0, number + 1
            if given >= sentences:
                return


def _edited(text: str, rng: random.Random) -> str:
    """The text with one word changed."""
    words = [*re.finditer(r"\b[^\W\d_]{3,}\b", text)]
    word = rng.choice(words)
    return f"{text[: word.start()]}{rng.choice(words).group()}{text[word.end() :]}"


if __name__ == "__main__":
    sys.exit(main())

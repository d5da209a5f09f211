"""Damaged files that are no documents: what is read besides them, and who reads it.

    python -m tests.fuzz.inputs [--seconds N] [--seed N]

Configurations, baselines, tables and archives of collections, pages of questions. Whatever stands
in one, its reader gives what is right or says in one line what is wrong; the file that breaks this
is written to `tests/fuzz/kept/inputs`.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from textlint_pt_questions.searcher import search

from tests.fuzz.__main__ import Outcome, new_seed, timed
from tests.fuzz.invariants import Broken
from tests.fuzz.mutations import HERE, changed
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.corpus.reading import Fields, Reader
from textlint_pt.engine.baseline import Baseline
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.plugins import Plugins, load

KEPT = HERE / "kept" / "inputs"

_RULES = """\
preset: default
language: pt
select: [RED, CAS]
ignore: [RED005]
fail-on: warning
fail-under: 40
vocabulary: [palavras.txt]
exclude: ["a/**", "*.md"]
rules:
  RED003: {edit: 0.6}
  GRA: {confidence: 0.9}
paths:
  "docs/**": {preset: generated, rules: {RED001: {substring: 0.8}}}
references: {"docs/*.md": "en/*.md"}
custom-rules:
  CAS001:
    kind: existence
    message: {pt: "«{match}» não", en: "not “{match}”"}
    patterns: ["loja", "ca(?:s|f)\\\\w+"]
    failing: ["A loja fecha."]
    passing: ["A venda fecha."]
  CAS002:
    kind: substitution
    message: "«{suggestion}»"
    swap: {'(\\d+)%': '\\1 %', aberta: [livre, solta]}
    fix: safe
  CAS003: {kind: repetition, message: "«{match}» outra vez", patterns: ["\\\\w+mente"], within: 2}
  CAS004: {kind: occurrence, message: "{count}, no máximo {limit}", patterns: "!", max: 1}
"""
_BASELINE = (
    '{"version": 1, "findings": [\n'
    ' {"fingerprint": "a1b2", "code": "RED003", "path": "a.md", "text": "A loja", "reason": "sim"},'
    '\n {"fingerprint": "c3", "code": "GRA404", "path": "b.md"}]}\n'
)
_ROWS = [
    ("um", "A loja da vila fecha cedo, e o café fica aberto.", "A"),
    ("dois", "O rio corre\ndevagar; «ninguém» tem pressa.", ""),
    ("três", 'Ela disse "sim" e saiu.', "B"),
]
_QUESTIONS = """\
# Perguntas

**Quando abre a loja?** Às nove.

## 1. Onde fica a ponte?

Fica junto da praça.

P: Como se chega lá?
R: A pé, em cinco minutos.

- Quanto custa?
- Nada.
"""
_PROSE = b"A loja da vila fecha cedo, e a casa fica aberta todos os dias.\n"


def _table(mark: str) -> bytes:
    cells = [("id", "text", "grupo"), *_ROWS]
    return "".join(
        mark.join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n" for row in cells
    ).encode()


def _lines() -> bytes:
    rows = (dict(zip(("id", "text", "grupo"), row, strict=True)) for row in _ROWS)
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _tar() -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        for name, data in (("a.txt", _PROSE), ("b.csv", _table(","))):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return written.getvalue()


@cache
def _plugins() -> Plugins:
    return load(third_party=False)


def _configuration(path: Path) -> None:
    linter = Linter(_plugins(), config.read_layers(path, {}))
    for _ in linter.lint([Input("docs/a.txt", _PROSE)]):
        pass


def _baseline(path: Path) -> None:
    Baseline.read(str(path)).relative("a.md")


def _collection(path: Path) -> None:
    for fields in (Fields(), Fields(id="id", keep=("grupo",))):
        for record in Reader([str(path)], fields, frozenset((".txt", ".md"))):
            record.path.encode()
            (record.id or "").encode()
            if record.error is not None and len(record.error.splitlines()) != 1:
                raise Broken(f"not one line: {record.error!r}")


def _questions(path: Path) -> None:
    reader = _plugins().format_for(path.name)
    document = build(path.name, decode(path.name, path.read_bytes(), reader), reader)
    asked = "onde fica a ponte"
    for found in search([document], asked, 5, lambda name, texts: None):
        for span in filter(None, (found.question, found.answer)):
            if not 0 <= span.start <= span.end <= len(document.raw):
                raise Broken(f"a place outside of the page: {span}")


#: by name: an example, and who reads it
INPUTS: dict[str, tuple[bytes, Callable[[Path], None]]] = {
    "rules.yaml": (_RULES.encode(), _configuration),
    "pyproject.toml": (
        b'[tool.textlint-pt]\npreset = "default"\nselect = ["RED", "GRA404"]\n'
        b'[tool.textlint-pt.rules.RED003]\nedit = 0.6\n[tool.textlint-pt.paths."a/**"]\n'
        b"severity = {RED = 'info'}\n",
        _configuration,
    ),
    "baseline.json": (_BASELINE.encode(), _baseline),
    "table.csv": (_table(","), _collection),
    "table.tsv": (_table("\t"), _collection),
    "table.jsonl": (_lines(), _collection),
    "table.csv.gz": (gzip.compress(_table(";"), mtime=0), _collection),
    "all.tar": (_tar(), _collection),
    "questions.md": (_QUESTIONS.encode(), _questions),
}


def case(seed: int) -> tuple[str, bytes]:
    """Name and content of a file: an example with up to a dozen changes."""
    rng = Random(seed)
    name = rng.choice(list(INPUTS))
    return name, changed(rng, INPUTS[name][0])


def tried(seed: int, name: str, data: bytes) -> Outcome:
    return timed(lambda: _try(name, data), seed, name, data)


def _try(name: str, data: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / ".git").mkdir()
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            INPUTS[name][1](path)
        except (UserError, Unreadable) as error:
            # other signs that move the cursor are made visible where the line is printed
            if any(sign in str(error) for sign in "\r\n"):
                raise Broken(f"not one line: {str(error)!r}") from error


def fuzz(first: int, seconds: float) -> Iterator[Outcome]:
    until = time.monotonic() + seconds
    seed = first
    while seed == first or time.monotonic() < until:
        yield tried(seed, *case(seed))
        seed += 1


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--seconds", type=float, default=3600.0)
    options.add_argument("--seed", type=int, help="number of the first file (default: any)")
    args = options.parse_args()
    first = new_seed() if args.seed is None else args.seed
    cases = broken = 0
    for outcome in fuzz(first, args.seconds):
        cases += 1
        if outcome.broken is not None:
            broken += 1
            KEPT.mkdir(exist_ok=True)
            (KEPT / f"{outcome.seed}-{outcome.name}").write_bytes(outcome.data)
            print(f"{outcome.seed}: {outcome.name}: {outcome.broken}", flush=True)
    print(f"{cases} files from {first} on: {broken} broke")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Does a test fail when a condition is wrong? Draws mutants of a room and runs its tests on each.

    python -m tests.mutants [ROOM…] [--count 12] [--seed N] [--show] [--reach FILE]

A mutant is a copy of the checkout with one place changed: a comparison, `and` for `or`, a `not` or
a condition left out, a number, `True` or `False`, `+` for `-`. FILE says which quick tests reach
the place: they are run once under coverage, and again when a source is newer. Of those the tests
of the room are tried first, then 300 others at most, then all tests of the room.
A mutant that all of them pass survives and is printed: write the test that it wants, unless it
changes nothing that anybody sees. `--show` prints the mutants and runs nothing. Exits with 1 where
more than 15 % of a room's mutants survive. The room `patterns` holds the patterns of grammar:
`tests/pattern_mutants.py` draws and tries them.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).parent.parent
#: share of the mutants of a room that may survive
SURVIVE = 0.15
#: the code of a room, its tests, and how the codes of its rules begin
ROOMS = {
    "engine": (
        "textlint_pt/engine",
        "tests/test_linter.py tests/test_fixing.py tests/test_suppression*.py tests/test_memory.py"
        " tests/test_scoring.py tests/test_kept.py tests/test_cache.py tests/test_arbitration.py"
        " tests/test_presentation.py tests/test_exchange.py tests/test_unharmed.py"
        " tests/test_ignored.py tests/test_folders.py tests/test_api.py tests/test_parallel.py"
        " tests/cli/test_baseline.py tests/cli/test_cache_damage.py tests/cli/test_fixing.py"
        " tests/cli/test_lint.py tests/test_project.py tests/test_bilingual.py"
        " tests/test_language.py tests/test_sources.py tests/cli/test_conventions.py"
        " tests/cli/test_repository.py tests/cli/test_vocabulary_command.py"
        " tests/cli/test_partial.py",
        "",
    ),
    "companions": (
        "textlint_pt/companions",
        "tests/test_alignment.py tests/test_companions.py tests/cli/test_companions.py"
        " tests/cli/test_stale.py tests/cli/test_status.py",
        "",
    ),
    "config": (
        "textlint_pt/config",
        "tests/test_config.py tests/test_rules_schema.py tests/test_custom_rules.py"
        " tests/test_security.py tests/cli/test_repository.py tests/cli/test_nested.py"
        " tests/test_companions.py",
        "",
    ),
    "custom": (
        "textlint_pt/custom",
        "tests/test_custom_*.py tests/test_rules_schema.py tests/cli/test_custom_rules*.py",
        "",
    ),
    "formats": ("textlint_pt/formats", "tests/formats", ""),
    "reporters": ("textlint_pt/reporters", "tests/reporters tests/cli/test_reports.py", ""),
    "lsp": ("textlint_pt/lsp", "tests/lsp", ""),
    "corpus": ("textlint_pt/corpus", "tests/corpus/test_[rdfs]*.py tests/corpus/test_c*.py", ""),
    "translation": (
        "plugins/textlint_pt_translation",
        "tests/plugins/test_translation*.py tests/plugins/test_broken_catalogue.py"
        " tests/plugins/test_format_strings.py"
        " tests/plugins/test_meaning.py tests/test_bilingual.py",
        "TRA",
    ),
    "embedded": (
        "plugins/textlint_pt_embedded",
        "tests/plugins/test_embedded_*.py tests/plugins/test_liwc.py",
        "",
    ),
    "transformers": (
        "plugins/textlint_pt_transformers",
        "tests/plugins/test_transformers.py tests/plugins/test_hub.py",
        "",
    ),
    "focus": ("plugins/textlint_pt_focus", "tests/plugins/test_focus.py", "FOC"),
    "redundancy": ("plugins/textlint_pt_redundancy", "tests/plugins/test_redundancy.py", "RED"),
    "questions": ("plugins/textlint_pt_questions", "tests/plugins/test_questions.py", "FAQ"),
    "text": (
        "textlint_pt/text",
        "tests/test_document.py tests/test_kinds.py tests/test_language.py tests/test_likeness.py"
        " tests/test_regex.py tests/test_segmentation.py tests/test_turns.py tests/test_variants.py"
        " tests/test_words.py tests/test_spans.py tests/test_notebook.py tests/measures"
        " tests/formats/test_markdown.py tests/plugins/test_meaning.py",
        "",
    ),
    "notation": (
        "textlint_pt/patterns",
        "tests/test_custom_rules.py tests/plugins/test_patterns.py",
        "",
    ),
    "contract": (
        "textlint_pt/contract",
        "tests/test_contract.py tests/test_glossary.py tests/test_vocabulary.py"
        " tests/test_plugins.py tests/test_config.py tests/test_linter.py tests/test_scoring.py"
        " tests/test_custom_rules.py tests/reporters/test_text.py",
        "",
    ),
    "registry": (
        "textlint_pt/registry",
        "tests/test_plugins.py tests/test_entry_points.py tests/test_folders.py"
        " tests/plugins/test_hub.py tests/cli/test_commands.py tests/test_custom_rules.py",
        "",
    ),
    "server": ("textlint_pt/server", "tests/server/test_[fgj]*.py tests/server/test_[cs]*.py", ""),
    "cli": ("textlint_pt/cli", "tests/cli", ""),
}  # fmt: skip

#: the room of the patterns of grammar
PATTERNS = "patterns"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


#: fields of nodes that stay as they are
_NEVER = frozenset(("annotation", "returns", "decorator_list"))
_QUIET = ("-q", "-p", "no:cacheprovider", "-n0", "-m", "not install")
_CODE = ("textlint_pt", "plugins")
#: how the quick tests write which of them reach a line
_CONTEXTS = (
    *("-p", "no:cacheprovider", "--hypothesis-profile=gate"),
    *("-m", "not slow and not stress and not install"),
    *(f"--cov={folder}" for folder in _CODE),
    *("--cov-context=test", "--cov-report="),
)
#: tests of other rooms that are run on a mutant
_MOST_OTHERS = 300


class Mutant(NamedTuple):
    path: Path
    #: line of the statement, and the bytes of the file that `new` stands for
    line: int
    start: int
    end: int
    new: str

    def source(self) -> bytes:
        old = (ROOT / self.path).read_bytes()
        return old[: self.start] + self.new.encode() + old[self.end :]

    def __str__(self) -> str:
        old = (ROOT / self.path).read_bytes()[self.start : self.end].decode()
        return f"{self.path}:{self.line}: {' '.join(old.split())}  ->  {self.new}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join((*ROOMS, PATTERNS)))
    parser.add_argument("--count", type=int, default=12, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--reach", type=Path, default=ROOT / ".coverage.mutants", metavar="FILE")
    args = parser.parse_args(arguments)
    if unknown := set(args.rooms) - {*ROOMS, PATTERNS}:
        parser.error(f"no room {', '.join(sorted(unknown))}: {', '.join((*ROOMS, PATTERNS))}")
    table: list[tuple[str, int, int]] = []
    reach: Reach | None = None
    for name in args.rooms or [*ROOMS, PATTERNS]:
        if name == PATTERNS:
            table += _run_patterns(args.count, args.seed, args.show)
            continue
        mutants = draw(name, args.count, args.seed)
        if args.show:
            print(*mutants, sep="\n")
            continue
        survivors = 0
        reach = reach or Reach(args.reach)
        for mutant in run(name, mutants, reach):
            survivors += 1
            print(f"survives: {mutant}", flush=True)
        table.append((name, len(mutants), survivors))
    print(f"{'room':12} {'mutants':>8} {'survive':>8}")
    for name, count, left in table:
        print(f"{name:12} {count:8} {left:8}")
    return 1 if any(left > SURVIVE * count for _, count, left in table) else 0


def _run_patterns(count: int, seed: int, show: bool) -> list[tuple[str, int, int]]:
    """Prints the mutants of patterns that survive; how many there are of each kind and in all."""
    from tests import pattern_mutants  # it loads the rules

    mutants = pattern_mutants.draw(count, seed)
    if show:
        print(*mutants, sep="\n")
        return []
    tally = pattern_mutants.run(mutants)
    print(*(f"survives: {mutant}" for mutant in tally.survivors), sep="\n")
    left = Counter(mutant.kind for mutant in tally.survivors)
    for kind, drawn in sorted(tally.drawn.items()):
        print(f"  {kind:12} {drawn:6} {left[kind]:8}")
    return [(PATTERNS, len(mutants), len(tally.survivors))]


def draw(room: str, count: int, seed: int) -> list[Mutant]:
    """At most one a line."""
    every: dict[tuple[Path, int], list[Mutant]] = {}
    for path in sorted((ROOT / ROOMS[room][0]).rglob("*.py")):
        for mutant in mutants(path.relative_to(ROOT), path.read_bytes()):
            every.setdefault((mutant.path, mutant.line), []).append(mutant)
    rng = random.Random(seed)
    return [rng.choice(every[at]) for at in rng.sample(sorted(every), count)]


def mutants(path: Path, source: bytes) -> Iterator[Mutant]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, new, line in _changes(ast.parse(source), 0):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        yield Mutant(path, line, start, end, new)


def _changes(node: ast.AST, line: int) -> Iterator[tuple[ast.expr, str, int]]:
    """Expressions, what may stand for them and the line of their statement. What is said of types
    is left as it is, and so are formatted strings, whose parts have no places."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, value in ast.iter_fields(node):
        if name in _NEVER or (isinstance(node, ast.keyword) and node.arg in ("strict", "frozen")):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.JoinedStr) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr):
                yield from ((child, new, line) for new in _instead(child))
                if name in ("test", "ifs", "guard") and not isinstance(node, ast.While):
                    yield from ((child, new, line) for new in ("True", "False"))
            yield from _changes(child, child.lineno if isinstance(child, ast.stmt) else line)


def _instead(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare(left, [operator], right):
            changed: ast.expr = ast.Compare(left, [COMPARISONS[type(operator)]()], right)
            yield f"({ast.unparse(changed)})"
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
            for i in range(len(values)):
                yield f"({ast.unparse(ast.BoolOp(operator, values[:i] + values[i + 1 :]))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(left, ast.Add(), right):
            yield f"({ast.unparse(ast.BinOp(left, ast.Sub(), right))})"
        case ast.BinOp(left, ast.Sub(), right):
            yield f"({ast.unparse(ast.BinOp(left, ast.Add(), right))})"
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int() | float() as number):
            yield str(number + 1)


def _is_in_function(mutant: Mutant) -> bool:
    """Return whether a mutant changes the body of a function."""
    return any(
        node.body[0].lineno <= mutant.line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse((ROOT / mutant.path).read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def run(room: str, drawn: Sequence[Mutant], reach: Reach) -> Iterator[Mutant]:
    """Yield the mutants of a room that survive."""
    _, paths, letters = ROOMS[room]
    files = [path for one in paths.split() for path in sorted(ROOT.glob(one))]
    tests = [str(path.relative_to(ROOT)) for path in files]
    if letters:
        tests += ["tests/test_rules.py", "-k", f"not test_rules or {letters}"]
    with tempfile.TemporaryDirectory() as name:
        checkout = _Checkout(Path(name, "copy"))
        started = time.monotonic()
        if checkout.fails(tests):
            raise SystemExit(f"{room}: its tests fail as they are")
        limit = 300 + 2 * (time.monotonic() - started)
        for mutant in drawn:
            reached = reach.tests(mutant)
            own = [test for test in reached if test.startswith(tuple(tests))]
            # the files that a room names first are the quickest
            own.sort(key=lambda test: [not test.startswith(file) for file in tests])
            others = [test for test in reached if test not in own]
            others = random.Random(0).sample(others, min(len(others), _MOST_OTHERS))
            chosen = filter(None, (own, others, tests))
            if not any(checkout.fails(these, mutant, limit) for these in chosen):
                yield mutant


class Reach:
    """Which tests reach a line, by a run of the quick ones under coverage."""

    def __init__(self, file: Path) -> None:
        """Read the file; run the tests before where a source is newer or it does not exist."""
        sources = [path for folder in _CODE for path in (ROOT / folder).rglob("*.py")]
        newest = max(path.stat().st_mtime for path in sources)
        if not file.exists() or file.stat().st_mtime < newest:
            command = [sys.executable, "-m", "pytest", "-q", "-n2", *_CONTEXTS]
            environment = {**os.environ, "COVERAGE_FILE": str(file.absolute())}
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
        self._data = CoverageData(str(file))
        self._data.read()

    def tests(self, mutant: Mutant) -> list[str]:
        """Return tests that run the line of a mutant or, where it is run when the module is
        imported, any line of the module."""
        lines = self._data.contexts_by_lineno(str(ROOT / mutant.path))
        is_in_function = _is_in_function(mutant)
        reached = lines.get(mutant.line, ()) if is_in_function else chain(*lines.values())
        return sorted({one.rpartition("|")[0] for one in reached} - {""})


class _Checkout:
    """A copy of what git knows of, to be changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            to = folder / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to)
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(folder), str(folder / "plugins"))),
        }

    def fails(
        self, tests: Sequence[str], mutant: Mutant | None = None, limit: float | None = None
    ) -> bool:
        """Return whether one of these tests fails, or all together take longer than `limit`."""
        asked = self._folder / "tests.txt"
        asked.write_text("\n".join(tests), encoding="utf-8")
        # what the first run compiles serves all
        command = (
            *(("-B",) if mutant else ()),
            "-m",
            "pytest",
            "-x",
            "--hypothesis-profile=gate",
            *_QUIET,
            f"@{asked}",
        )
        if mutant:
            (self._folder / mutant.path).write_bytes(mutant.source())
        try:
            done = subprocess.run(
                [sys.executable, *command],
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        finally:
            if mutant:
                shutil.copy2(ROOT / mutant.path, self._folder / mutant.path)
        if done.returncode and not mutant:
            print(done.stdout.decode()[-2000:], done.stderr.decode()[-2000:])
        return done.returncode != 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests`: style, types, import contracts, and the tests that need nothing installed.

`--quick`: style, and the tests of rules, engine and reports, in under a minute on two quiet cores.
`--all`: every test with its coverage, attacks with new examples, what a document costs beside an
earlier commit (`benchmarks/speed_base`), and the tests with the newest release of everything that
is installed. Mutants are a command of their own (`tests.mutants`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import lock

TOOLS = Path(sys.executable).parent
CODE = ("textlint_pt", "plugins", "benchmarks", "training", "website", "tests", "editors")
PARALLEL = ("--numprocesses=2", "--dist=worksteal")
COVERAGE = (
    *("--cov=textlint_pt", "--cov=plugins", "--cov-report=term:skip-covered"),
    "--cov-fail-under=90",
)
STYLE = (("ruff", "check", *CODE), ("ruff", "format", "--check", *CODE))
#: the profile `gate` draws the same examples each time; tests/conftest.py says for how long, and
#: what is `slow` or `stress`
GATE = ("pytest", "--hypothesis-profile=gate", *PARALLEL, "-m")
QUICK = (*STYLE, (*GATE, "not install and not stress and not slow"))
STATIC = (
    *STYLE,
    ("mypy", "textlint_pt", "plugins", "benchmarks", "training", "website"),
    ("lint-imports",),
)
#: documentation of ours, which every clone has
SPEED_OF = sorted((lock.ROOT / "docs" / "pt").glob("[c-e]*.md"))
CHECKS = (*STATIC, (*GATE, "not install and not stress"))
ALL = (
    *STATIC,
    ("pytest", "--hypothesis-profile=gate", *PARALLEL, *COVERAGE),
    ("pytest", "--hypothesis-profile=thorough", "-m", "attacks", *PARALLEL),
    (*("python", "-m", "benchmarks", "throughput", *map(str, SPEED_OF)),
     *("--documents", "60", "--presets", "default", "--check")),
)  # fmt: skip


def main() -> int:
    if set(sys.argv[1:]) - {"--quick", "--all"}:
        print(__doc__)
        return 2
    if "--quick" in sys.argv[1:]:
        return _run(*QUICK)
    if "--all" in sys.argv[1:]:
        return _run(*ALL) or with_the_newest()
    return _run(*CHECKS)


def _run(*commands: tuple[str, ...]) -> int:
    # what pytest makes of the tests' assertions is kept from one run to the next
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for name, *arguments in commands:
        print("==", name, *arguments, flush=True)
        command = [TOOLS / name, *arguments]
        status = subprocess.run(command, cwd=lock.ROOT, env=kept, check=False).returncode
        if status:
            return status
    return 0


def with_the_newest() -> int:
    """The tests of every commit in an environment that constraints.txt does not hold back."""
    with tempfile.TemporaryDirectory() as folder:
        python = lock.environment(folder)
        newest = Path(folder, "newest.txt")
        newest.write_text(lock.newest(), encoding="utf-8")
        install = (*("-m", "pip", "install", "--quiet"), *("-c", str(newest)), "-e", ".[test]")
        tests = ("-m", *GATE, "not install and not stress")
        for command in (install, ("-m", "pip", "freeze"), tests):
            print("== newest:", *command, flush=True)
            status = subprocess.run([python, *command], cwd=lock.ROOT, check=False).returncode
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())

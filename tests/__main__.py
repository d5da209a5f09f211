"""`python -m tests`: style, types, import contracts, and the tests that need nothing installed.

`--all`: then every test with its coverage, those with drawn examples on new ones, and the quick
tests with the newest release of everything that is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests import lock

TOOLS = Path(sys.executable).parent
CODE = ("textlint_pt", "plugins", "benchmarks", "training", "website", "tests")
PARALLEL = ("--numprocesses=2", "--dist=worksteal")
COVERAGE = (
    *("--cov=textlint_pt", "--cov=plugins", "--cov-report=term:skip-covered"),
    "--cov-fail-under=90",
)
CHECKS = (
    ("ruff", "check", *CODE),
    ("ruff", "format", "--check", *CODE),
    ("mypy", "textlint_pt", "plugins", "benchmarks", "training", "website"),
    ("lint-imports",),
    # tests/conftest.py says how long examples are drawn
    ("pytest", "--hypothesis-profile=gate", "-m", "not install", *PARALLEL),
)
BESIDES = (
    ("pytest", "--hypothesis-profile=gate", *PARALLEL, *COVERAGE),
    ("pytest", "--hypothesis-profile=thorough", "-m", "attacks", *PARALLEL),
)


def main() -> int:
    status = _run(*CHECKS)
    if status or "--all" not in sys.argv[1:]:
        return status
    return _run(*BESIDES) or with_the_newest()


def _run(*commands: tuple[str, ...]) -> int:
    for name, *arguments in commands:
        print("==", name, *arguments, flush=True)
        status = subprocess.run([TOOLS / name, *arguments], cwd=lock.ROOT, check=False).returncode
        if status:
            return status
    return 0


def with_the_newest() -> int:
    """The quick tests in an environment of their own that constraints.txt does not hold back."""
    with tempfile.TemporaryDirectory() as folder:
        python = lock.environment(folder)
        install = (*("-m", "pip", "install", "--quiet"), *lock.HELD, "--editable", ".[test]")
        tests = ("-m", "pytest", "-m", "not install", *PARALLEL)
        for command in (install, ("-m", "pip", "freeze"), tests):
            print("== newest:", *command, flush=True)
            status = subprocess.run([python, *command], cwd=lock.ROOT, check=False).returncode
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())

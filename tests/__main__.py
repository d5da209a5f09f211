"""`python -m tests`: style, types, import contracts, then the tests with their coverage.

`--all`: then those with drawn examples on new ones, and the quick tests once more, with the newest
release of everything that is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests import lock

TOOLS = Path(sys.executable).parent
CODE = ("textlint_pt", "plugins", "benchmarks", "training", "website", "tests")
COVERAGE = ("--cov=textlint_pt", "--cov=plugins", "--cov-report=term:skip-covered")
CHECKS = (
    ("ruff", "check", *CODE),
    ("ruff", "format", "--check", *CODE),
    ("mypy", "textlint_pt", "plugins", "benchmarks", "training", "website"),
    ("lint-imports",),
    # tests/conftest.py says how long examples are drawn
    (
        "pytest",
        "--hypothesis-profile=gate",
        "--numprocesses=2",
        "--dist=worksteal",
        *COVERAGE,
        "--cov-fail-under=90",
    ),
)


def main() -> int:
    for name, *arguments in CHECKS:
        print("==", name, *arguments, flush=True)
        status = subprocess.run([TOOLS / name, *arguments], cwd=lock.ROOT, check=False).returncode
        if status:
            return status
    return on_new_examples() or with_the_newest() if "--all" in sys.argv[1:] else 0


def on_new_examples() -> int:
    command = (TOOLS / "pytest", "--hypothesis-profile=thorough", "-m", "attacks")
    print("==", *command, flush=True)
    return subprocess.run(command, cwd=lock.ROOT, check=False).returncode


def with_the_newest() -> int:
    """The quick tests in an environment of their own that constraints.txt does not hold back."""
    with tempfile.TemporaryDirectory() as folder:
        python = lock.environment(folder)
        install = (*("-m", "pip", "install", "--quiet"), *lock.HELD, "--editable", ".[test]")
        tests = ("-m", "pytest", "-m", "not install", "--numprocesses=2", "--dist=worksteal")
        for command in (install, ("-m", "pip", "freeze"), tests):
            print("== newest:", *command, flush=True)
            status = subprocess.run([python, *command], cwd=lock.ROOT, check=False).returncode
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())

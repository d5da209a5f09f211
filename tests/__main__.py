"""`python -m tests`: style, types, import contracts, then the tests with their coverage."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
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
        status = subprocess.run([TOOLS / name, *arguments], cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.lock`: renews constraints.txt, the release of every package that tests and CI
install, for every Python and system that pyproject.toml allows."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "constraints.txt"
EXTRAS = ("test", "train")
#: what is not renewed
HELD = ("torch==2.13.0",)
_HEAD = """\
# Made by `python -m tests.lock`: every package of the extras test and train, and what builds.
# torch is held: its CPU build is enough, and other releases may bring gigabytes of GPU code.
"""


def environment(folder: str) -> Path:
    """A new environment without packages; the path of its Python."""
    venv.create(folder, with_pip=True)
    return Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")


def newest() -> str:
    """The newest release of every package, a line each. uv finds them in seconds, where pip tries
    releases for half an hour."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        python = environment(folder)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "uv"], check=True)
        held = Path(folder, "held.txt")
        held.write_text("\n".join(HELD), encoding="utf-8")
        build = Path(folder, "build.in")
        build.write_text("\n".join(project["build-system"]["requires"]), encoding="utf-8")
        command = [
            *(python, "-m", "uv", "pip", "compile", "pyproject.toml", build),
            *(f"--extra={extra}" for extra in EXTRAS),
            *("--universal", "--python-version=3.11", f"--constraints={held}"),
            *("--quiet", "--no-header", "--no-annotate", "--no-emit-index-url"),
        ]
        found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout


def main() -> int:
    LOCK.write_text(_HEAD + newest(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

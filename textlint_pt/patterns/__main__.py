"""Compiles the files of patterns in folders: `python -m textlint_pt.patterns FOLDER…`."""

from __future__ import annotations

import sys
from pathlib import Path

from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import COMPILED, write_compiled

if __name__ == "__main__":
    try:
        for name in sys.argv[1:]:
            changed = write_compiled(Path(name))
            print(f"{Path(name, COMPILED)}: {'written' if changed else 'as it was'}")
    except UserError as error:
        sys.exit(f"patterns: {error}")

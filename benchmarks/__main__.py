"""`python -m benchmarks NAME …`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks import TABLE
from benchmarks.evaluation import command


def main(arguments: Sequence[str] | None = None) -> int:
    return command.main("benchmarks", TABLE, arguments)


if __name__ == "__main__":
    sys.exit(main())

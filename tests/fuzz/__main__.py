"""The fuzzer: new damaged files until time is up.

    python -m tests.fuzz [--seconds N] [--seed N] [--models]

Every file is the same for the same number, which is printed where one breaks an invariant; the file
is written to `tests/fuzz/kept`, which `tests/fuzz/test_fuzz.py` tries for ever after. With
`--models` all rules run (some three files a second), else those that need no model (some fifty).
The status is 1 where something broke.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

from tests.fuzz.invariants import Broken, check
from tests.fuzz.mutations import HERE, case
from textlint_pt.config.layer import Layer
from textlint_pt.contract.rule import Rule
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

#: analyses that need no neural model
FREE = frozenset(("forms", "wording", "english"))
#: seconds after which a small file has hung
HANG = 20.0


class Outcome(NamedTuple):
    """One file: its number, name and content, the processor's seconds, and what broke or None."""

    seed: int
    name: str
    data: bytes
    seconds: float
    broken: str | None


def linter(with_models: bool, *more: type[Rule]) -> Linter:
    """All rules, those included that are off by default, or those that need no model; and more."""
    plugins = load(third_party=False)
    plugins = replace(plugins, rules={**plugins.rules, **{rule.code: rule for rule in more}})
    chosen = [
        code
        for code, rule in plugins.rules.items()
        if with_models
        or (
            not rule.declared.metrics
            and all(n in FREE or n.startswith("align") for n in rule.declared.needs)
        )
    ]
    values = {"select": chosen, "language": "pt", "rules": {"GRA": {"confidence": 0}}}
    return Linter(plugins, [Layer("fuzz", values)])


def fuzz(linter: Linter, first: int, seconds: float) -> Iterator[Outcome]:
    """Files from number `first` on until `seconds` are over, at least one."""
    until = time.monotonic() + seconds
    seed = first
    while seed == first or time.monotonic() < until:
        yield tried(linter, seed, *case(seed))
        seed += 1


def tried(linter: Linter, seed: int, name: str, data: bytes) -> Outcome:
    return timed(lambda: check(linter, name, data), seed, name, data)


def timed(act: Callable[[], object], seed: int, name: str, data: bytes) -> Outcome:
    """What comes of trying a file: what was raised, or that it took too long."""
    broken = None
    started = time.process_time()
    try:
        act()
    except Broken as error:
        broken = str(error)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        broken = f"{type(error).__name__}: {error}"
    spent = time.process_time() - started
    if broken is None and spent > HANG:
        broken = f"took {spent:.0f} s"
    return Outcome(seed, name, data, spent, broken)


def new_seed() -> int:
    return SystemRandom().randrange(1 << 40)


def first_seed(profile: str) -> int:
    """Where tests begin: the gate always with the same files, others with new ones."""
    given = os.environ.get("TEXTLINT_PT_FUZZ_SEED")
    return int(given) if given else 0 if profile == "gate" else new_seed()


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--seconds", type=float, default=3600.0)
    options.add_argument("--seed", type=int, help="number of the first file (default: any)")
    options.add_argument("--models", action="store_true", help="all rules, models and all")
    args = options.parse_args()
    first = new_seed() if args.seed is None else args.seed
    cases = broken = 0
    slowest = 0.0
    for outcome in fuzz(linter(args.models), first, args.seconds):
        cases += 1
        slowest = max(slowest, outcome.seconds)
        if outcome.broken is not None:
            broken += 1
            kept = HERE / "kept" / outcome.name
            kept.write_bytes(outcome.data)
            print(f"{outcome.seed}: {outcome.broken} ({kept.relative_to(Path.cwd())})", flush=True)
    print(f"{cases} files from {first} on: {broken} broke, the slowest took {slowest:.1f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""constraints.txt names a release of every package that the tests install."""

from __future__ import annotations

from importlib.metadata import distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.lock import HELD, LOCK


def required(name: str, extras: frozenset[str], seen: set[tuple[str, str]]) -> set[str]:
    """A package and all that it needs here, as far as it is installed."""
    found = {canonicalize_name(name)}
    for line in distribution(name).requires or ():
        needed = Requirement(line)
        for extra in extras or ("",):
            wanted = needed.marker is None or needed.marker.evaluate({"extra": extra})
            if wanted and (needed.name, extra) not in seen:
                seen.add((needed.name, extra))
                found |= required(needed.name, frozenset(needed.extras), seen)
    return found


def test_constraints_file_pins_every_python_package_installed_by_tests() -> None:
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pinned = [line.partition(" ;")[0].split("==") for line in lines if not line.startswith("#")]
    assert all(len(pin) == 2 for pin in pinned)  # no address, no range
    assert {tuple(one.split("==")) for one in HELD} <= set(map(tuple, pinned))
    needed = required("textlint-pt", frozenset(["test"]), set())
    assert len(needed) > 100
    assert needed - {canonicalize_name(name) for name, _ in pinned} == {"textlint-pt"}

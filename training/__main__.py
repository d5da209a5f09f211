"""What ships and what it is made of.

`status` says of each artefact whether it is there, made from what is declared (`sources.toml`,
`artefacts.toml`) by the code and the artefacts that are here now, and whether its inputs lie in the
folders of `--data`. `build` makes one and then what depends on it; `--alone` leaves what depends on
it as it is, and stale. `--mini` does it in minutes with sentences of our own, and writes to
`--work` alone. `record` writes down, of an artefact that was made by hand with the code and the
models that are here now, what it was made with. `digest` prints the line `files` of a source in
`sources.toml`.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from benchmarks.evaluation import command
from training import TABLE, building, graph, inputs

#: names of files that are shown before the rest is counted
SHOWN = 3
#: reasons for which an artefact is stale, likewise
REASONS = 8
#: what becomes of these
REMAKE = (
    "stale ones are in use as they are; "
    "`python -m training build NAME --data DIR…` makes one again (docs/training.md)"
)


def lines(found: graph.Status, data: bool) -> list[str]:
    """Return the printed lines of a status."""
    result = [f"{found.name}: {found.state}"]
    result += [f"  {reason}" for reason in found.reasons[:REASONS]]
    if len(found.reasons) > REASONS:
        result.append(f"  and {len(found.reasons) - REASONS} more reasons (--json has them all)")
    if found.unknown:
        result.append(f"  not recorded: {'; '.join(found.unknown)}")
    if data and found.absent:
        more = len(found.absent) - SHOWN
        rest = f" and {more} more" if more > 0 else ""
        absent = ", ".join(found.absent[:SHOWN])
        result.append(f"  inputs: {found.at_hand} of {found.inputs} at hand; not {absent}{rest}")
    elif data:
        result.append(f"  inputs: all {found.inputs} at hand")
    return result


Data = Annotated[Sequence[Path], "folders with the inputs"]


def status(names: Sequence[str] = (), *, data: Data = (), json_: bool = False) -> None:
    """Print of each artefact whether it is current, and why not."""
    found_files = graph.FoundFiles(data)
    found = [graph.status(_artefact(name), found_files) for name in names or graph.artefacts()]
    if json_:
        print(json.dumps([dataclasses.asdict(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        print("\n".join(lines(one, bool(data))))
    if any(one.state == "stale" for one in found):
        print(REMAKE)


def build(
    name: str,
    *,
    data: Data = (),
    work: Path = Path("build/training"),
    mini: bool = False,
    alone: bool = False,
) -> None:
    """Make an artefact and, unless `alone`, what depends on it."""
    names = building.plan(name, alone)
    if mini:
        files = building.mini_files(work)
    else:
        files = building.gather(names, graph.FoundFiles(data))
    made = building.Build(work, files, mini).run(names)
    print(f"made: {', '.join(made)}; in {work / 'package' if mini else graph.ROOT}")


def record(name: str) -> None:
    graph.record(_artefact(name), graph.ROOT, None)


def digest(files: Sequence[Path]) -> None:
    listed = ", ".join(f'"{path.name}" = "{inputs.digest(path)}"' for path in files)
    print(f"files = {{ {listed} }}")


def _artefact(name: str) -> graph.Artefact:
    if name not in graph.artefacts():
        raise building.CannotBuild(f"no artefact {name}: {', '.join(graph.artefacts())}")
    return graph.artefacts()[name]


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return command.main("training", TABLE, arguments)
    except (building.CannotBuild, OSError, ValueError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

"""What ships and what it is made of.

    python -m training status [NAME…] [--data DIR…] [--json]
    python -m training build NAME [--data DIR…] [--work DIR] [--mini] [--alone]
    python -m training record NAME
    python -m training digest FILE…
    python -m training corrections {mine,keep} …
    python -m training encoder pack|train|export …

`status` says of each artefact whether it is there, made from what is declared (`sources.toml`,
`artefacts.toml`) by the code and the artefacts that are here now, and whether its inputs lie in the
folders of `--data`. `build` makes one and then what depends on it; broken off, the same command
goes on. `--alone` leaves what depends on it as it is, and stale. `--mini` does it in minutes with
sentences of our own, and writes to `--work` alone. `record` writes down, of an artefact that was
made by hand with the code and the models that are here now, what it was made with. `digest` prints
the line `files` of a source in `sources.toml`. `corrections` mines histories of texts for what
people correct (`training.corrections`). `encoder` teaches the encoder to correct, if need be on a
machine that has nothing but torch (`python -m training encoder pack --help`).
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from training import building, graph
from training.corrections.__main__ import main as corrections
from training.inputs import digest

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
    """A status as it is printed."""
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


def show(options: argparse.Namespace) -> None:
    names = options.names or list(graph.artefacts())
    at_hand = graph.AtHand(options.data)
    found = [graph.status(_artefact(name), at_hand) for name in names]
    if options.json:
        print(json.dumps([dataclasses.asdict(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        print("\n".join(lines(one, bool(options.data))))
    if any(one.state == "stale" for one in found):
        print(REMAKE)


def build(options: argparse.Namespace) -> None:
    names = building.plan(options.name, options.alone)
    if options.mini:
        files = building.mini_files(options.work)
    else:
        files = building.gather(names, graph.AtHand(options.data))
    made = building.Build(options.work, files, options.mini).run(names)
    where = options.work / "package" if options.mini else graph.ROOT
    print(f"made: {', '.join(made)}; in {where}")


def _artefact(name: str) -> graph.Artefact:
    if name not in graph.artefacts():
        raise building.CannotBuild(f"no artefact {name}: {', '.join(graph.artefacts())}")
    return graph.artefacts()[name]


#: `encoder`: the module of each step
ENCODER = {"pack": "pack", "train": "learn", "export": "export"}


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["corrections"]:
        return corrections(given[1:])
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    status = commands.add_parser("status")
    status.add_argument("names", nargs="*", metavar="NAME")
    status.add_argument("--json", action="store_true")
    making = commands.add_parser("build")
    making.add_argument("name", metavar="NAME")
    making.add_argument("--work", type=Path, default=Path("build/training"))
    making.add_argument("--mini", action="store_true")
    making.add_argument("--alone", action="store_true")
    for one in (status, making):
        one.add_argument("--data", type=Path, nargs="+", default=[], metavar="DIR")
    recording = commands.add_parser("record")
    recording.add_argument("name", metavar="NAME")
    digesting = commands.add_parser("digest")
    digesting.add_argument("files", type=Path, nargs="+", metavar="FILE")
    commands.add_parser("encoder").add_argument("step", choices=list(ENCODER))
    step = given[1] if given[:1] == ["encoder"] and given[1:] else ""
    options = parser.parse_args(given[:2] if step in ENCODER else given)
    try:
        if options.command == "status":
            show(options)
        elif options.command == "build":
            build(options)
        elif options.command == "encoder":
            # each step has options of its own, and torch is heavy
            importlib.import_module(f"training.encoder.edits.{ENCODER[step]}").main(given[2:])
        elif options.command == "record":
            graph.record(_artefact(options.name), graph.ROOT, None)
        else:
            files = ", ".join(f'"{path.name}" = "{digest(path)}"' for path in options.files)
            print(f"files = {{ {files} }}")
    except (building.CannotBuild, OSError, ValueError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

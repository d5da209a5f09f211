"""Make an artefact and what depends on it, in order.

Everything runs in a copy of the package under the working folder, so that a run that fails leaves
the package as it was; what is made is put into the package when all its steps have succeeded.

    WORK/package            the copy
    WORK/inputs/NAME        links to the files of a source or group
    WORK/NAME               what the steps of an artefact leave besides its outputs
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.graph import ROOT, Artefact, FoundFiles, artefacts, dependants, record
from training.inputs import digests
from training.sources import named, sources

#: what the copy holds
COPIED = ("textlint_pt", "plugins", "training", "benchmarks")
Files = Mapping[str, Sequence[Path]]


class CannotBuild(Exception):
    """What is lacking, for people."""


def plan(name: str, alone: bool = False) -> list[str]:
    """Return the names of what is made, in order: the artefact, its dependants (unless `alone`),
    and inputs of theirs that do not ship."""
    if name not in artefacts():
        raise CannotBuild(f"no artefact {name}: {', '.join(artefacts())}")
    names = {name} if alone else {name, *dependants(name)}
    for other in reversed(list(artefacts())):
        if other in names:
            names |= {
                upstream
                for upstream in artefacts()[other].artefacts
                if not artefacts()[upstream].folder
            }
    return [other for other in artefacts() if other in names]


def gather(names: Sequence[str], found_files: FoundFiles) -> dict[str, list[Path]]:
    """Return the files of each source needed; `CannotBuild` lists those that are missing."""
    files: dict[str, list[Path]] = {}
    missing: dict[str, str] = {}
    for name in names:
        for source in artefacts()[name].made_from():
            paths = []
            for file, path, why in found_files.files(source):
                if path is None:
                    missing[file] = f"  {file}: {why}; {source.address}, {source.version}"
                else:
                    paths.append(path)
            files[source.name] = paths
    if missing:
        raise CannotBuild("inputs are not at hand:\n" + "\n".join(missing.values()))
    return files


class Build:
    """One run. `mini`: the small variants, of files that `tests.training.mini` wrote."""

    def __init__(self, work: Path, files: Files, mini: bool) -> None:
        self.work, self.files, self.mini = work.resolve(), files, mini
        self.package = self.work / "package"

    def run(self, names: Sequence[str]) -> list[str]:
        """Make the artefacts and return their names."""
        shutil.rmtree(self.package, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache")
        for name in COPIED:
            shutil.copytree(ROOT / name, self.package / name, ignore=ignored)
        done = []
        for name in names:
            artefact = artefacts()[name]
            if self.mini and artefact.mini is None:
                print(f"{name}: has no small variant, stays as it ships")
                continue
            self._make(artefact)
            done.append(name)
        return done

    def _make(self, artefact: Artefact) -> None:
        """Make an artefact in the copy and, unless it is a small one, put it into the package."""
        folder = self.work / artefact.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        started = time.time()
        for step in artefact.steps:
            print(f"{artefact.name}: {' '.join(step[:2])}", flush=True)
            self._step(artefact, step, folder)
        if not artefact.folder:
            return
        for name in artefact.outputs:
            if not _written_since(self.package / artefact.folder / name, started):
                raise CannotBuild(f"{artefact.name}: its steps did not write {name}")
        record(artefact, self.package, {n: digests(self.files[n]) for n in self._sources(artefact)})
        if not self.mini:
            for path in self._written(artefact, started):
                shutil.copy2(path, ROOT / path.relative_to(self.package))

    def _written(self, artefact: Artefact, started: float) -> Iterator[Path]:
        """Yield the outputs, the record, and what a step wrote about them."""
        yield from (self.package / artefact.manifest, self.package / artefact.inputs)
        for name in artefact.outputs:
            output = self.package / artefact.folder / name
            yield output
            about = (output.with_name(other) for other in ("CARD.md", "manifest.json"))
            yield from (path for path in about if _written_since(path, started))

    def _sources(self, artefact: Artefact) -> list[str]:
        if not self.mini:
            return [source.name for source in artefact.made_from()]
        return [name for name in artefact.sources if name in self.files]

    # -------------------------------------------------------------- steps

    def _step(self, artefact: Artefact, step: Sequence[str], folder: Path) -> None:
        """Run a step in a process of its own; `CannotBuild` if it fails."""
        module, *arguments = step
        filled = [part for argument in arguments for part in self._filled(argument, folder)]
        settings: Mapping[str, Any] = {}
        if self.mini and artefact.mini:
            command = f"{module} {arguments[0]}" if arguments else module
            for name in (module, command):
                filled += artefact.mini.arguments.get(name, [])
            settings = artefact.mini.settings
        paths = [self.package, self.package / "plugins", os.environ.get("PYTHONPATH", "")]
        command_line = [
            sys.executable, "-P", "-m", "training.step", json.dumps(settings), module, *filled,
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        status = subprocess.run(command_line, cwd=ROOT, env=environment, check=False).returncode
        if status:
            raise CannotBuild(f"{artefact.name}: {module} ended with status {status}")

    def _filled(self, argument: str, folder: Path) -> list[str]:
        """Return an argument with `{names}` replaced by paths; `{name*}` gives several."""
        if argument.endswith("*}"):
            return [str(path) for path in self._paths(argument[1:-2])]
        return [re.sub(r"\{([^}]+)\}", lambda name: str(self._place(name[1], folder)), argument)]

    def _place(self, name: str, folder: Path) -> Path:
        """Return the path that stands for `{name}` in an argument: a folder, the file of a source,
        or for several files a folder with links to them."""
        if name == "work":
            return folder
        if name in artefacts():
            return self.work / name
        paths = self._paths(name)
        if name in sources() and len(paths) == 1:
            return paths[0]
        return self._linked(name, paths)

    def _paths(self, name: str) -> list[Path]:
        """Return the files of a source or group; in a mini build, whose sources are one file a
        group, that file."""
        if name in self.files:
            return list(self.files[name])
        found = [path for one in named((name,)) for path in self.files.get(one.name, ())]
        if not found and name in sources():
            found = list(self.files[sources()[name].group])[:1]
        return found

    def _linked(self, name: str, paths: Sequence[Path]) -> Path:
        """Return a folder that contains only links to these files."""
        folder = self.work / "inputs" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in paths:
            (folder / path.name).symlink_to(path.resolve())
        return folder


def _written_since(path: Path, started: float) -> bool:
    """Return whether a file was written after a time; file clocks are coarse."""
    return path.exists() and path.stat().st_mtime >= started - 1


def mini_files(work: Path) -> dict[str, list[Path]]:
    """Inputs of our own by source and group, written under the working folder."""
    from tests.training import mini

    return mini.write(work.resolve() / "mini")

"""Make an artefact and what depends on it, in order, going on where a run was broken off.

Everything runs in a copy of the package under the working folder, so that a run that fails leaves
the package as it was. Steps before the last write to the artefact's own folder. What an artefact
and each of its steps were made from makes a key; what is there under the same key is not made
again.

    WORK/package            the copy
    WORK/inputs/NAME        links to the files of a source or group
    WORK/NAME/KEY           one artefact: what its steps leave, `made` with its outputs
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.graph import (
    ROOT,
    Artefact,
    Digests,
    FoundFiles,
    artefacts,
    code,
    dependants,
    outputs,
    record,
)
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

    def __init__(
        self, work: Path, files: Files, mini: bool, say: Callable[[str], None] = print
    ) -> None:
        self.work, self.files, self.mini, self._say = work.resolve(), files, mini, say
        self.package = self.work / "package"
        self._folders: dict[str, Path] = {}

    def run(self, names: Sequence[str]) -> list[str]:
        """Make the artefacts and return their names."""
        self._copy()
        done = []
        for name in names:
            artefact = artefacts()[name]
            if self.mini and artefact.mini is None:
                self._say(f"{name}: has no small variant, stays as it ships")
                continue
            self._make(artefact)
            done.append(name)
        return done

    def _copy(self) -> None:
        shutil.rmtree(self.package, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache")
        for name in COPIED:
            shutil.copytree(ROOT / name, self.package / name, ignore=ignored)

    def _make(self, artefact: Artefact) -> None:
        """Make an artefact, unless it was from the same inputs, and copy it into the package."""
        source_digests = {name: digests(self.files[name]) for name in self._sources(artefact)}
        key = self._key(artefact, source_digests)
        folder = self._folders[artefact.name] = self.work / artefact.name / key
        made = folder / "made"
        if made.exists():
            self._say(f"{artefact.name}: is made")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            started = time.time()
            for number, step in enumerate(artefact.steps, 1):
                done_mark = folder / f"step-{number}"
                if not done_mark.exists():
                    self._say(f"{artefact.name}: {' '.join(step[:2])}")
                    self._step(artefact, step, folder)
                    if number < len(artefact.steps):  # it is done when all is kept
                        done_mark.touch()
            if artefact.folder:
                self._check(artefact, started)
                record(artefact, self.package, source_digests)
            self._keep(artefact, made, started)
        if artefact.folder:
            shutil.copytree(made, self.package, dirs_exist_ok=True)
            if not self.mini:
                shutil.copytree(made, ROOT, dirs_exist_ok=True)

    def _key(self, artefact: Artefact, source_digests: Mapping[str, Digests]) -> str:
        """Return a digest of all that the artefact is made from."""
        upstream: dict[str, Any] = {}
        for name in artefact.artefacts:
            other = artefacts()[name]
            upstream[name] = (
                outputs(other, self.package) if other.folder else self._folders[name].name
            )
        settings = artefact.mini.settings if self.mini and artefact.mini else {}
        parts = [source_digests, upstream, code(artefact), artefact.steps, settings, self.mini]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]

    def _check(self, artefact: Artefact, started: float) -> None:
        """Raise `CannotBuild` where the steps did not write an output."""
        for name in artefact.outputs:
            path = self.package / artefact.folder / name
            if not _written_since(path, started):
                raise CannotBuild(f"{artefact.name}: its steps did not write {name}")

    def _keep(self, artefact: Artefact, made: Path, started: float) -> None:
        """Copy the outputs aside; the folder gets its name only when it is whole."""
        part = made.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        if artefact.folder:
            for path in self._written(artefact, started):
                target = part / path.relative_to(self.package)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
        part.rename(made)

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
            raise CannotBuild(
                f"{artefact.name}: {module} ended with status {status}; the same command goes on"
                " from this step"
            )

    def _filled(self, argument: str, folder: Path) -> list[str]:
        """Return an argument with `{names}` replaced by paths; `{name*}` gives several."""
        if argument.endswith("*}"):
            return [str(path) for path in self._paths(argument[1:-2])]
        return [re.sub(r"\{([^}]+)\}", lambda name: str(self._place(name[1], folder)), argument)]

    def _place(self, name: str, folder: Path) -> Path:
        """Return the path that stands for `{name}` in an argument: a folder, the file of a source,
        or for several files a folder with links to them."""
        folders = {"work": folder, **self._folders}
        if name in folders:
            return folders[name]
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

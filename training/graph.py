"""Dependencies of artefacts (`artefacts.toml`), and which of them are stale.

An artefact's record are two files: its manifest with the digests of its files and, under
`fitted_on`, those of the artefacts that it was made from; and inputs.json with the digests of its
sources and, under `code`, those of the code that made it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from textlint_pt_embedded.artefact import summed

from training.inputs import digest, write_json
from training.sources import Source, named

FILE = Path(__file__).with_name("artefacts.toml")
ROOT = Path(__file__).parent.parent
Digests = dict[str, str]
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mini:
    """How the small variant differs: arguments by module, or module and command; settings."""

    arguments: Mapping[str, Sequence[str]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Artefact:
    """`folder`: where `outputs` stand in the repository, "" for one that does not ship."""

    name: str
    about: str
    outputs: tuple[str, ...]
    sources: tuple[str, ...]
    code: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]
    folder: str = ""
    record: str = ""
    artefacts: tuple[str, ...] = ()
    share_alike: bool = True
    mini: Mini | None = None

    @property
    def manifest(self) -> str:
        return self.record or f"{self.folder}/manifest.json"

    @property
    def inputs(self) -> str:
        return self.manifest.replace("manifest.json", "inputs.json")

    def made_from(self) -> list[Source]:
        """Return its declared sources, without share-alike ones unless it may have them."""
        return [one for one in named(self.sources) if self.share_alike or not one.share_alike]


def read(path: Path = FILE) -> dict[str, Artefact]:
    """Return artefacts by name, in order of making; `CycleError` if there is none."""
    declared = {}
    for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
        mini = Mini(**table.pop("mini")) if "mini" in table else None
        steps = tuple(map(tuple, table.pop("steps")))
        lists: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in table.items()
        }
        declared[name] = Artefact(name, steps=steps, mini=mini, **lists)
    order = TopologicalSorter({name: one.artefacts for name, one in declared.items()})
    return {name: declared[name] for name in order.static_order()}


@cache
def artefacts() -> Mapping[str, Artefact]:
    return read()


def dependants(name: str) -> list[str]:
    """Return what is made from an artefact, directly or not, in order of making."""
    found = [name]
    for other, artefact in artefacts().items():
        if set(artefact.artefacts) & set(found):
            found.append(other)
    return found[1:]


# ------------------------------------------------------------------ digests


def outputs(artefact: Artefact, root: Path = ROOT) -> Digests:
    """Return digests of the existing outputs, by their names in the artefact's folder."""
    folder = root / artefact.folder
    return {name: digest(folder / name) for name in artefact.outputs if (folder / name).is_file()}


def code(artefact: Artefact, root: Path = ROOT) -> Digests:
    """Return digests of the code that makes an artefact, by path."""
    matched = {path for pattern in artefact.code for path in root.glob(pattern)}
    files = sorted(path for path in matched if path.is_file())
    return {path.relative_to(root).as_posix(): code_digest(path) for path in files}


def code_digest(path: Path) -> str:
    """Return a digest of a file; of Python without comments, docstrings and layout."""
    content = path.read_bytes()
    if path.suffix != ".py":
        return hashlib.sha256(content).hexdigest()
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.Pass()
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


# ------------------------------------------------------------------ sources at hand


class FoundFiles:
    """Files in folders that the user named, and those in this repository."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """Index the files of folders by name."""
        self._files: dict[str, list[Path]] = {}
        for folder in folders:
            if not folder.is_dir():
                raise ValueError(f"{folder}: no such folder")
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    self._files.setdefault(path.name, []).append(path)
        self._digest = cache(digest)

    def find(self, name: str, expected: str) -> tuple[Path | None, str]:
        """Return the file with this name and digest, or None and why not."""
        paths = self._files.get(name, [])
        for path in paths:
            if not expected or self._digest(path) == expected:
                return path, ""
        return None, f"{paths[0]} has another digest" if paths else "not in --data"

    def files(self, source: Source) -> Iterator[tuple[str, Path | None, str]]:
        """Yield the files of a source: name, path, and why it is missing."""
        for name, wanted in source.files.items():
            yield name, *self.find(name, wanted)
        for name in source.inside:
            path = ROOT / name
            yield Path(name).name, path if path.exists() else None, "not in the repository"


# ------------------------------------------------------------------ records


def load(path: Path) -> dict[str, Any]:
    """Return the object of a JSON file; empty if there is no file."""
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError(f"{path}: not an object")
    return found


def record(artefact: Artefact, root: Path, sources: Mapping[str, Digests] | None) -> None:
    """Write the record of an artefact that has just been made under `root`.

    `sources`: digests of files by source; None if they are unknown.
    """
    manifest_before = load(root / artefact.manifest)
    upstream = {
        name: outputs(artefacts()[name], root)
        for name in artefact.artefacts
        if artefacts()[name].folder
    }
    manifest: dict[str, Any] = {
        "name": artefact.name,
        "version": manifest_before.get("version", "1"),
    }
    manifest["files"] = {
        name: {"sha256": digest(path), "sums": summed(path), "bytes": path.stat().st_size}
        for name, path in _listed(artefact, root)
    }
    if upstream:
        manifest["fitted_on"] = upstream
    write_json(root / artefact.manifest, manifest_before | manifest, indent=1, sort_keys=True)
    inputs: dict[str, Any] = {"code": code(artefact, root)}
    inputs_before = load(root / artefact.inputs)
    if sources is not None:
        inputs["sources"] = dict(sources)
        inputs_before = {
            key: value for key, value in inputs_before.items() if not isinstance(value, dict)
        }
    write_json(root / artefact.inputs, inputs_before | inputs, indent=1, sort_keys=True)


def _listed(artefact: Artefact, root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the outputs that the manifest lists, by their names in its folder."""
    home = (root / artefact.manifest).parent
    for name in artefact.outputs:
        path = root / artefact.folder / name
        if path.is_relative_to(home):
            yield path.relative_to(home).as_posix(), path
        elif not path.with_name("manifest.json").exists():
            yield name, path


# ------------------------------------------------------------------ status


@dataclass(frozen=True, slots=True)
class Status:
    """`state`: current, stale, unknown (no sign of being stale, and not all is recorded), missing,
    or "made on the way" of one that does not ship; `reasons` for it; of its input files `at_hand`
    are found and `absent` are not, with the reason."""

    name: str
    state: str
    reasons: tuple[str, ...]
    unknown: tuple[str, ...]
    inputs: int
    at_hand: int
    absent: tuple[str, ...]


def status(artefact: Artefact, found_files: FoundFiles, root: Path = ROOT) -> Status:
    """Return whether an artefact is up to date: compare digests of its files, sources and code
    with those recorded when it was built."""
    files = [
        (source, *found) for source in artefact.made_from() for found in found_files.files(source)
    ]
    absent = tuple(f"{s.name}: {name} ({why})" for s, name, path, why in files if path is None)
    input_counts = (len(files), len(files) - len(absent), absent)
    if not artefact.folder:
        return Status(artefact.name, "made on the way", (), (), *input_counts)
    found_outputs = outputs(artefact, root)
    if missing := [name for name in artefact.outputs if name not in found_outputs]:
        return Status(artefact.name, "missing", (f"no {', '.join(missing)}",), (), *input_counts)
    reasons: list[str] = []
    unknown: list[str] = []
    manifest, recorded = load(root / artefact.manifest), load(root / artefact.inputs)
    listed = manifest.get("files", {})
    for name, path in _listed(artefact, root):
        if name in listed and listed[name]["sha256"] != digest(path):
            reasons.append(f"{name} is not the one that was made")
    _judge_sources(artefact, recorded, reasons, unknown)
    fitted = manifest.get("fitted_on", {})
    for name in artefact.artefacts:
        other = artefacts()[name]
        if not other.folder:
            continue
        if name not in fitted:
            unknown.append(f"which {name} it was made from")
        elif fitted[name] != outputs(other, root):
            reasons.append(f"{name} was made anew after it")
    if "code" in recorded:
        code_now = code(artefact, root)
        changed = sorted(
            n for n in {*code_now, *recorded["code"]} if code_now.get(n) != recorded["code"].get(n)
        )
        reasons += [f"{name} has changed" for name in changed]
    else:
        unknown.append("by which code it was made")
    state = "stale" if reasons else "unknown" if unknown else "current"
    return Status(artefact.name, state, tuple(reasons), tuple(unknown), *input_counts)


def _judge_sources(
    artefact: Artefact, record: Mapping[str, Any], reasons: list[str], unknown: list[str]
) -> None:
    """Add reasons where an artefact was made from other sources than declared.

    A record without `sources` is a program's own, in which files of one name are one.
    """
    recorded: dict[str, set[str]] = {}
    for group in record.get("sources", {k: v for k, v in record.items() if k != "code"}).values():
        for name, sha256 in group.items() if isinstance(group, dict) else ():
            recorded.setdefault(name, set()).add(sha256)
    if not recorded:
        unknown.append("from which sources it was made (only making it again can tell)")
        return
    uncertain = set()
    for name, expected in (pair for one in artefact.made_from() for pair in one.files.items()):
        found = recorded.get(name, set())
        if found and (not expected or expected in found):
            continue
        if "sources" in record:
            reasons.append(f"made from another {name}" if found else f"made without {name}")
        else:
            uncertain.add(name)
    if uncertain:
        unknown.append(f"whether it was made from {', '.join(sorted(uncertain))}")

"""Where the trusted translation and the source of a file come from.

In this order: a file named by hand; a mapping in the configuration; a memory (the linter asks it,
unit by unit); the last committed version. What was named by hand must serve; of the other ways a
notice says why one gave nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import git
from textlint_pt.config.boundary import beyond
from textlint_pt.config.layer import Layer
from textlint_pt.config.mapping import mapped
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats import decoding
from textlint_pt.formats.conventions import sources

if TYPE_CHECKING:
    from textlint_pt.companions.history import History
    from textlint_pt.companions.revision import Revision
    from textlint_pt.report.finding import Localised
    from textlint_pt.text.document import Elsewhere

#: keys of the configuration that map files to their companions, by role
MAPPINGS = {"reference": "references", "source": "sources"}
ROLES = tuple(MAPPINGS)
#: option of rules by which other files are asked
OPTION = "consistency"


class Origin(StrEnum):
    """Who said that a file is a companion."""

    NAMED = "named"
    MAPPING = "mapping"
    #: by its name, as programs look for strings in another language
    CONVENTION = "convention"
    MEMORY = "memory"
    REVISION = "revision"


class Companion(NamedTuple):
    """A file that may be the reference or the source of another."""

    role: str
    path: str
    data: bytes
    origin: Origin


class Found(NamedTuple):
    """Companions of a file in the order in which they are tried, and why a way gave none.

    `notes` are code and fields of a `document.Note`; the code begins with the role. `former`: name
    and bytes of the source as it was when the file was translated, where it was another.
    `elsewhere`: what other files of the run have for the same strings; `localised`: on what they
    agree besides what is declared.
    """

    companions: tuple[Companion, ...] = ()
    notes: tuple[tuple[str, Mapping[str, str]], ...] = ()
    former: tuple[str, bytes] | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    localised: tuple[Localised, ...] = ()


def mappings(layers: Sequence[Layer]) -> dict[str, tuple[Mapping[str, str], Layer]]:
    """Return mappings by role, each with the layer whose folder its paths start from."""
    return {
        role: (layer.values[key], layer)
        for role, key in MAPPINGS.items()
        for layer in layers
        if key in layer.values
    }


def requests_consistency(layers: Sequence[Layer]) -> bool:
    """Return whether a rule's options request comparison with other catalogues."""
    found: Iterable[Any] = (
        options
        for layer in layers
        for options in (layer.values.get("rules") or {}).values()
        if isinstance(options, Mapping)
    )
    return any(options.get(OPTION) for options in found)


#: why a path leads out of the project, as `beyond` says it, and the name of what is told of it
_REASON_NAMES = {"lies in a folder of git": "in-git", "is ignored by git": "git-ignored"}


class Finder:
    """Finds companions by the mappings of a configuration and in a revision of git.

    `with_history`: also what a source was when the file was translated, as git knows it.
    """

    def __init__(
        self, layers: Sequence[Layer], revision: str | None = None, *, with_history: bool = False
    ) -> None:
        self._mappings = mappings(layers)
        self._revision: Revision | None = None
        self._history: History | None = None
        if with_history and "source" in self._mappings:
            from textlint_pt.companions.history import History

            self._history = History()
        if revision:
            from textlint_pt.companions.revision import Revision

            self._revision = Revision(revision)

    def find(self, path: str) -> Found:
        """Return the companions of a file, and why configured ones are missing."""
        if path == "-":
            return Found()
        companions: list[Companion] = []
        notes: list[tuple[str, Mapping[str, str]]] = []
        for role, (mapping, layer) in self._mappings.items():
            target = mapped(path, mapping, layer.root)
            if target is None:
                continue
            if reason := layer.beyond(Path(target)):
                reason_name = _REASON_NAMES.get(reason, "outside")
                notes.append((f"{role}-beyond", {"path": target, "why": reason_name}))
                continue
            if not os.path.lexists(target):
                notes.append((f"{role}-missing", {"path": target}))
                continue
            if os.path.isdir(target):  # noqa: PTH112 - Path's raises where this says no
                notes.append((f"{role}-beyond", {"path": target, "why": "a-folder"}))
                continue
            try:
                companions.append(Companion(role, target, decoding.read(target), Origin.MAPPING))
            except Unreadable as error:
                notes.append((f"{role}-unreadable", {"reason": str(error)}))
        if not any(companion.role == "source" for companion in companions):
            companions += _by_convention(path)
        if self._revision is not None:
            try:
                earlier = self._revision.read(path)
            except Unreadable as error:
                notes.append(("reference-unreadable", {"reason": str(error)}))
            else:
                if earlier is None:
                    notes.append(("reference-new", {"revision": self._revision.name}))
                else:
                    companions.append(Companion("reference", *earlier, Origin.REVISION))
        former = None
        mapped_by_role = {one.role: one for one in companions if one.origin is Origin.MAPPING}
        source = mapped_by_role.get("source")
        if self._history is not None and source is not None:
            former = self._history.former(path, source.path, source.data)
        return Found(tuple(companions), tuple(notes), former)


def _is_empty(path: str) -> bool:
    """Whether there is nothing in a file: tools of Flutter leave those of some languages so."""
    found = Path(path)
    return found.is_file() and found.stat().st_size == 0


def _by_convention(path: str) -> list[Companion]:
    """Return the source strings of a file of strings, as a list of at most one."""
    repository = git.top(os.path.dirname(path) or ".")  # noqa: PTH120
    for target in sources(path):
        boundary = repository or os.path.commonpath((path, target)) or "."
        if not Path(target).is_file() or _is_empty(target) or _is_empty(path):
            continue
        if beyond(target, Path(boundary)):
            continue
        try:
            data = decoding.read(target)
        except Unreadable:
            continue
        return [Companion("source", target, data, Origin.CONVENTION)]
    return []

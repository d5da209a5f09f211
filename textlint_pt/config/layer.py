"""Values from one origin: a file, a section of it, a preset, the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt.config.boundary import beyond
from textlint_pt.contract.errors import UserError
from textlint_pt.files import is_name


class Layer(NamedTuple):
    """Values from one origin, in the shape of rules.yaml; relative paths start at `root`.

    `section` is the dotted key of the part of a file that the values are (`paths.docs/**`), `text`
    the file's text: lines are looked for only where an error names one. `boundary` is the folder in
    which the files must lie that the layer names: a configuration that was found, and not named by
    hand, may be anybody's (docs/security.md).
    """

    file: str
    values: Mapping[str, Any]
    root: Path = Path()
    section: tuple[str, ...] = ()
    text: str = ""
    boundary: Path | None = None

    @property
    def origin(self) -> str:
        return f"{self.file} {'.'.join(self.section)}".strip()

    def path(self, name: str, *keys: object, ignored_too: bool = True) -> Path:
        """Return the path that a key names, or raise `UserError` if it is out of bounds."""
        path = self.root / name
        if not is_name(name):
            raise UserError(f"{self.place(*keys)}: {name!r}: no name of a file")
        if reason := self.beyond(path, ignored_too=ignored_too):
            raise UserError(
                f"{self.place(*keys)}: {name}: {reason}; a configuration may lead there only if it"
                f" is named by hand: --config {self.file}"
            )
        return path

    def beyond(self, path: Path, *, ignored_too: bool = True) -> str | None:
        """Return why a path is beyond the boundary; None: it is not, or there is none."""
        return beyond(path, self.boundary, ignored_too=ignored_too) if self.boundary else None

    def at(self, *keys: object) -> str:
        """Return file and line of a key or of its nearest parent, e.g. `rules.yaml:3`."""
        from textlint_pt.config.lines import line_of

        line = line_of(self.file, self.text, [*self.section, *map(str, keys)]) if self.text else 0
        return f"{self.file}:{line}" if line else self.file

    def place(self, *keys: object) -> str:
        """`rules.yaml:3: severity.RED`: what an error about a value begins with."""
        return f"{self.at(*keys)}: {self.dotted(*keys)}" if keys else self.at()

    def dotted(self, *keys: object) -> str:
        """Return the key in words, without the places in lists: `paths.docs/**.severity.RED`."""
        named = [str(key) for key in keys if not isinstance(key, int)]
        return ".".join((*self.section, *named))

    def part(self, pattern: str, section: Mapping[str, Any]) -> Layer:
        """Return the section under `paths` for a pattern."""
        return self._replace(values=section, section=("paths", pattern))

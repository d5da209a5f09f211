"""Values from one origin: a file, a section of it, a preset, the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt.contract.errors import UserError


class Layer(NamedTuple):
    """Values from one origin, in the shape of rules.yaml; relative paths start at `root`.

    `section` is the dotted key of the part of a file that the values are (`paths.docs/**`), `text`
    the file's text: lines are looked for only where an error names one. `fence` is the folder in
    which the files must lie that the layer names: a configuration that was found, and not named by
    hand, may be anybody's (docs/security.md).
    """

    file: str
    values: Mapping[str, Any]
    root: Path = Path()
    section: tuple[str, ...] = ()
    text: str = ""
    fence: Path | None = None

    @property
    def origin(self) -> str:
        return f"{self.file} {'.'.join(self.section)}".strip()

    def path(self, given: str, *keys: object) -> Path:
        """The path that the value of a key names; `UserError` where it is beyond the fence."""
        path = self.root / given
        if self.is_beyond(path):
            raise UserError(
                f"{self.place(*keys)}: {given}: lies outside of the project ({self.fence}); a"
                f" configuration may lead there only if it is named by hand: --config {self.file}"
            )
        return path

    def is_beyond(self, path: Path) -> bool:
        """Whether a path, links followed, leads out of the folder that bounds the layer."""
        if self.fence is None:
            return False
        real, fence = os.path.realpath(path), os.path.realpath(self.fence)
        return os.path.commonpath([real, fence]) != fence

    def at(self, *keys: object) -> str:
        """The file and the line of a key, or of the nearest one above it: `rules.yaml:3`."""
        from textlint_pt.config.lines import line_of

        line = line_of(self.file, self.text, [*self.section, *map(str, keys)]) if self.text else 0
        return f"{self.file}:{line}" if line else self.file

    def place(self, *keys: object) -> str:
        """`rules.yaml:3: severity.RED`: what an error about a value begins with."""
        return f"{self.at(*keys)}: {self.dotted(*keys)}" if keys else self.at()

    def dotted(self, *keys: object) -> str:
        """The key in words, without the places in lists: `paths.docs/**.severity.RED`."""
        named = [str(key) for key in keys if not isinstance(key, int)]
        return ".".join((*self.section, *named))

    def part(self, pattern: str, section: Mapping[str, Any]) -> Layer:
        """The section under `paths` for a pattern."""
        return self._replace(values=section, section=("paths", pattern))

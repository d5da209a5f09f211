"""Which histories are read: `repositories.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("repositories.toml")
#: licences whose texts may be kept; of others only numbers are
FREE = frozenset(
    {"public-domain", "CC0-1.0", "MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-SA"}
    | {f"CC-BY-{suffix}" for suffix in ("2.5", "3.0", "4.0", "SA-2.5", "SA-3.0", "SA-4.0")}
)


@dataclass(frozen=True)
class Repository:
    """A public repository, up to a commit.

    `paths` are git's pathspecs; `group`: those of one group, as translations of one book, are in
    one split; `synchronised`: a program commits what people translated elsewhere, so that its
    commits count.
    """

    name: str  # owner/name
    commit: str
    licence: str
    register: str
    paths: tuple[str, ...]
    group: str = ""
    synchronised: bool = False

    @property
    def free(self) -> bool:
        return self.licence in FREE

    @property
    def file(self) -> str:
        return self.name.replace("/", "+")


def repositories(file: Path = FILE) -> list[Repository]:
    """Return the repositories of the file; `ValueError` where a table is wrong."""
    found = []
    with file.open("rb") as stream:
        for name, table in tomllib.load(stream).items():
            try:
                found.append(Repository(name, **{**table, "paths": tuple(table["paths"])}))
            except (KeyError, TypeError) as error:
                raise ValueError(f"{file}: {name}: {error}") from error
    return found


def git_directory(mirrors: Path, repository: Repository) -> Path | None:
    """Return the repository's clone in a folder of clones `OWNER+NAME`, or None."""
    clone = mirrors / repository.file
    for folder in (clone / "repo" / ".git", clone / "repo", clone / ".git", clone):
        if (folder / "HEAD").is_file():
            return folder
    return None

"""`textlint-pt init`: a rules.yaml to start from."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textlint_pt import shipped
from textlint_pt.cli.language import language
from textlint_pt.config.config import CONFIG_FILES, is_own_configuration, new_file, project
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import own_files
from textlint_pt.formats import decoding

_ADDED = re.compile(r"(baseline|vocabulary): \S.*")


def template(language: str) -> str:
    return shipped.read_text(Path(__file__).with_name(f"template.{language}.yaml"))


def init(options: Mapping[str, Any]) -> int:
    """Write a commented configuration; return 0, or raise `UserError` if one exists."""
    force: bool = options["force"]
    path = new_file(Path())
    for name in CONFIG_FILES:
        other = Path(name)
        if other == path or not other.is_file() or not is_own_configuration(other):
            continue
        if CONFIG_FILES.index(name) < CONFIG_FILES.index(path.name):
            raise UserError(f"{other}: already exists, and is read in place of {path}")
        if not force:
            raise UserError(
                f"{other}: already exists; --force writes {path}, which is read instead"
            )
    text = template(language())
    if os.path.lexists(path) and not force:
        added = _lines_of_other_commands(path)
        if not added:
            raise UserError(f"{path}: already exists; --force replaces it")
        lines = (added.get(line[2:].partition(":")[0], line) for line in text.splitlines())
        text = "".join(f"{line}\n" for line in lines)
    kind = own_files.Kind("configuration", (path.suffix,), lambda data: True)
    own_files.write(str(path), text.encode(), kind, project(path))
    sys.stdout.write(f"{path}\n")
    return 0


def _lines_of_other_commands(path: Path) -> dict[str, str]:
    """Return by key the lines that other commands wrote, if the file has only such lines."""
    if not path.is_file():
        return {}
    lines = decoding.read(str(path)).decode("utf-8", "replace").splitlines()
    matches = [_ADDED.fullmatch(line) for line in lines]
    if not all(matches):
        return {}
    return {match[1]: match[0] for match in matches if match}

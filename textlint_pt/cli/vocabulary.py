"""`textlint-pt vocabulary add`: words of the project, or of the user in all projects."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.language import in_one_language, language
from textlint_pt.cli.output import from_here
from textlint_pt.config import config
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.project import Project, add_own_words, add_words, is_entry
from textlint_pt.report.messages import say, visible


def add(options: Mapping[str, Any]) -> int:
    """Add words to a vocabulary and print which files changed."""
    words: Sequence[str] = options["words"]
    for word in words:
        if not is_entry(word):
            raise UserError(f"{visible(word)}: no word or phrase of a vocabulary")
    if options["own"]:
        written = add_own_words(words)
    else:
        folder = Path.cwd()
        file = Path(options["config"]) if options["config"] else config.discover(folder)
        layers = in_one_language(config.read_layers(file, {}))
        project = Project((file or config.new_file(folder)).absolute(), layers)
        written, _ = add_words(project, words)
    for changed_file in written:
        name = "file-made" if changed_file.is_new else "file-changed"
        sys.stdout.write(f"{say(language(), name, path=visible(from_here(changed_file.path)))}\n")
    if not written:
        sys.stdout.write(f"{say(language(), 'words-known')}\n")
    return 0

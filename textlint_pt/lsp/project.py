"""What an editor writes into a project: findings it accepts, words of its own.

A file that no configuration names yet is made beside it and named there; where there is no
configuration, a rules.yaml is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.engine import ours
from textlint_pt.engine.baseline import DEFAULT_FILE, Baseline
from textlint_pt.engine.baseline import KIND as BASELINE
from textlint_pt.files import read as read_file
from textlint_pt.report.report import DocumentReport

#: name of the vocabulary that is made where there is none
VOCABULARY = "vocabulary.txt"
#: characters of the longest entry that is taken for a word or phrase
_LONGEST = 60
_LINE = 500
_TABLE = re.compile(r"^\[tool\.textlint-pt\][ \t]*(?:#[^\n]*)?$", re.MULTILINE)


class Project(NamedTuple):
    """Where the rules for a text are configured. `file` is there or is to be made."""

    file: Path
    layers: Sequence[Layer]

    @property
    def baseline(self) -> Path:
        """The baseline that is named, else the usual one."""
        named = config.baseline_file(self.layers)
        return Path(named).absolute() if named else self.file.parent / DEFAULT_FILE

    @property
    def vocabulary(self) -> Path:
        """The vocabulary that the configuration itself names last, else the usual one."""
        for layer in reversed(self.layers):
            if layer.file == str(self.file):
                for key in config.FOR_ALL_RULES:
                    given = layer.values.get(key) or ()
                    names: list[str] = [given] if isinstance(given, str) else list(given)
                    if names:
                        named: Path = layer.path(names[-1], key)
                        return named
        return self.file.parent / VOCABULARY

    @property
    def fence(self) -> Path:
        """The folder that bounds what is written: no person names files here."""
        return config.project(self.file)


def accept(project: Project, document: DocumentReport, fingerprints: Iterable[str]) -> None:
    """Add findings of a document to the baseline. `UserError`: a file cannot be written."""
    path, wanted = project.baseline, set(fingerprints)
    ours.check(str(path), BASELINE, project.fence)
    baseline = Baseline.read(str(path)) if path.exists() else Baseline(str(path))
    found = [one for one in document.findings if one.fingerprint in wanted]
    baseline.accept(document, found)
    baseline.write(project.fence)
    if not config.baseline_file(project.layers):
        name_file(project.file, "baseline", path.name)


def is_entry(word: str) -> bool:
    """Whether a vocabulary can hold this as a word or phrase."""
    if not word.strip() or len(word) > _LONGEST or not word.isprintable():
        return False
    return not (word.startswith("!") or "#" in word or "->" in word)


def add_word(project: Project, word: str) -> None:
    """Add a word to the vocabulary. `UserError`: a file cannot be read or written."""
    path = project.vocabulary
    ours.check(str(path), _WORDS, project.fence)
    if path.exists():
        if word.lower() not in read_vocabulary([str(path)]).accepted:
            data = _content(path)
            end = b"\r\n" if b"\r\n" in data else b"\n"
            gap = b"" if not data or data.endswith(b"\n") else end
            added = data + gap + word.encode() + end
            ours.write(str(path), added, _WORDS, project.fence, data)
    else:
        ours.write(str(path), f"{word}\n".encode(), _WORDS, project.fence)
    if not any(
        layer.file == str(project.file) and key in layer.values
        for layer in project.layers
        for key in config.FOR_ALL_RULES
    ):
        name_file(project.file, "vocabulary", path.name)


def name_file(configuration: Path, key: str, name: str) -> None:
    """Write a key at the top of a configuration that does not have it. `UserError`: it cannot be
    done without changing the rest."""
    fence = config.project(configuration)
    ours.check(str(configuration), _CONFIGURATION, fence)
    data = _content(configuration) if configuration.exists() else b""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{configuration}: cannot be read: {error}") from error
    end = "\r\n" if "\r\n" in text else "\n"
    if configuration.suffix == ".toml":
        table = _TABLE.search(text)
        at, line = (table.end(), f'{end}{key} = "{name}"') if table else (len(text), "")
    else:
        at = len(text)
        line = f"{'' if not text or text.endswith(chr(10)) else end}{key}: {name}{end}"
    changed = f"{text[:at]}{line}{text[at:]}"
    before = config.parse(configuration, text)
    try:
        fits = config.parse(configuration, changed) == {**before, key: name}
    except UserError:
        fits = False
    if not fits:
        raise UserError(f"{configuration}: name {name} there by hand: `{key}: {name}`")
    expected = data if text else None
    ours.write(str(configuration), changed.encode("utf-8"), _CONFIGURATION, fence, expected)


def _content(path: Path) -> bytes:
    try:
        return read_file(path, config.MAXIMUM_BYTES)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


def _is_vocabulary(data: bytes) -> bool:
    """Whether every line could be an entry of a vocabulary; what it is is told when it is read."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        return False
    return all(line.replace("\t", " ").isprintable() and len(line) < _LINE for line in lines)


_WORDS = ours.Kind("vocabulary of textlint-pt", (".txt",), _is_vocabulary)
_CONFIGURATION = ours.Kind("configuration", (".yaml", ".yml", ".toml"), lambda data: True)

"""What a person adds to a project: findings that are accepted, words of its own.

A file that no configuration names yet is made beside it and named there; where there is no
configuration, a rules.yaml is made. What several programs add at once, as two windows of an editor
do, is added one after the other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.vocabulary import accepted, is_own_form, read_vocabulary
from textlint_pt.engine import baseline as baselines
from textlint_pt.engine import own_files
from textlint_pt.engine.baseline import DEFAULT_FILE, Baseline
from textlint_pt.engine.writing import exclusive
from textlint_pt.files import read as read_file
from textlint_pt.report.report import DocumentReport

#: name of the vocabulary that is made where there is none
VOCABULARY = "vocabulary.txt"
#: characters of the longest entry that is taken for a word or phrase
_MAX_ENTRY = 60
_MAX_LINE = 500
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
        """The vocabulary of ours that the configuration itself names last, else the usual one."""
        return self._own_vocabulary_path() or self.file.parent / VOCABULARY

    def names_vocabulary(self) -> bool:
        """Return whether words can be added to a configured vocabulary, or raise `UserError`."""
        if self._own_vocabulary_path() is not None:
            return True
        if any("vocabulary" in layer.values for layer in self._own_layers()):
            raise UserError(
                f"{self.file}: `vocabulary` names lists of other programs alone: add"
                f" {VOCABULARY} there"
            )
        return False

    def _own_vocabulary_path(self) -> Path | None:
        """Return the last configured vocabulary in our format."""
        for layer in self._own_layers():
            for name in reversed(layer.values.get("vocabulary") or ()):
                if is_own_form(name):
                    path: Path = layer.path(name, "vocabulary")
                    return path
        return None

    def _own_layers(self) -> Sequence[Layer]:
        """Return the layers of the configuration itself, the last first."""
        return [one for one in reversed(self.layers) if one.file == str(self.file)]

    @property
    def boundary(self) -> Path:
        """The folder that bounds what is written: no person names files here."""
        return config.project(self.file)


#: takes back what was added, in files that were not changed since. `UserError`: one cannot be
#: written
Undo = Callable[[], None]


def accept(project: Project, document: DocumentReport, fingerprints: Iterable[str]) -> Undo:
    """Add findings to the baseline; return the function that undoes it."""
    path, chosen = project.baseline, set(fingerprints)
    with _undoable(project, path, baselines.KIND) as undo:
        own_files.check(str(path), baselines.KIND, project.boundary)
        baseline = Baseline.read(str(path)) if path.exists() else Baseline(str(path))
        found = [one for one in document.findings if one.fingerprint in chosen]
        baseline.accept(document, found)
        baseline.write(project.boundary)
        if not config.baseline_file(project.layers):
            set_key(project.file, "baseline", path.name)
    return undo


def is_entry(word: str) -> bool:
    """Return whether a vocabulary can hold this as a word or phrase."""
    if not word.strip() or len(word) > _MAX_ENTRY or not word.isprintable():
        return False
    return not (word.startswith("!") or "#" in word or "->" in word)


class Written(NamedTuple):
    """A file that got something, and whether it was made for it."""

    path: Path
    is_new: bool


def add_words(project: Project, words: Iterable[str]) -> tuple[list[Written], Undo]:
    """Add words to the vocabulary; return the changed files and the undo function."""
    with _undoable(project, project.vocabulary, _VOCABULARY) as undo:
        is_named = project.names_vocabulary()
        written = _add_to(project.vocabulary, words, project.boundary)
        if not is_named:
            is_new = not project.file.exists()
            if set_key(project.file, "vocabulary", project.vocabulary.name):
                written.append(Written(project.file, is_new))
    return written, undo


def add_own_words(words: Iterable[str]) -> list[Written]:
    """Add words to the user's own vocabulary, which counts in every project."""
    path = config.own_vocabulary()
    path.parent.mkdir(parents=True, exist_ok=True)
    with exclusive():
        return _add_to(path, words)


def remove_own_words(words: Iterable[str]) -> bool:
    """Remove words from the user's vocabulary; return whether any was there."""
    path = config.own_vocabulary()
    if not path.exists():
        return False
    removed = {unicodedata.normalize("NFC", word).lower() for word in words}
    with exclusive():
        own_files.check(str(path), _VOCABULARY)
        data = _content(path)
        read_vocabulary([str(path)])  # what is no entry is told, with its line
        lines = data.decode("utf-8-sig").splitlines(keepends=True)
        kept = [
            line for line in lines if accepted(unicodedata.normalize("NFC", line)) not in removed
        ]
        if len(kept) == len(lines):
            return False
        own_files.write(str(path), "".join(kept).encode(), _VOCABULARY, expected=data)
    return True


def _add_to(path: Path, words: Iterable[str], boundary: Path | None = None) -> list[Written]:
    """Add words that are not in a vocabulary file; return the file if it changed. `boundary`: the
    folder outside which nothing is written."""
    own_files.check(str(path), _VOCABULARY, boundary)
    exists = path.exists()
    existing = read_vocabulary([str(path)]).accepted if exists else frozenset[str]()
    new = [word for word in dict.fromkeys(words) if word.lower() not in existing]
    if not new:
        return []
    data = _content(path) if exists else b""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    line_break = b"" if not data or data.endswith(b"\n") else end
    added = data + line_break + b"".join(word.encode() + end for word in new)
    own_files.write(str(path), added, _VOCABULARY, boundary, data if exists else None)
    return [Written(path, not exists)]


@contextmanager
def _undoable(project: Project, path: Path, kind: own_files.Kind) -> Iterator[Undo]:
    """Lock project files while they change; yield the function that undoes the change.

    It undoes nothing in a file that was changed again since.
    """
    kinds = {project.file: _CONFIGURATION, path: kind}

    def contents() -> dict[Path, bytes | None]:
        most = baselines.MAXIMUM_BYTES
        return {path: _content(path, most) if path.exists() else None for path in kinds}

    with exclusive():
        before = contents()

        def undo() -> None:
            with exclusive():
                current = contents()
                for file, kind_of_file in kinds.items():
                    old, new = before[file], after[file]
                    if old == new or current[file] != new:
                        continue
                    own_files.check(str(file), kind_of_file, project.boundary)
                    if old is None:
                        file.unlink()
                    else:
                        own_files.write(str(file), old, kind_of_file, project.boundary, new)

        yield undo
        after = contents()


def set_key(configuration: Path, key: str, name: str) -> bool:
    """Write a key into a configuration without changing the rest; False if it is there."""
    boundary = config.project(configuration)
    own_files.check(str(configuration), _CONFIGURATION, boundary)
    data = _content(configuration) if configuration.exists() else b""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{configuration}: cannot be read: {error}") from error
    end = "\r\n" if "\r\n" in text else "\n"
    if configuration.suffix == ".toml":
        table = _TABLE.search(text)
        # without the table nothing is added, and the person is asked to do it
        position, line = (table.end(), f'{end}{key} = "{name}"') if table else (len(text), "")
    else:
        position = len(text)
        break_before = "" if not text or text.endswith("\n") else end
        line = f"{break_before}{key}: {name}{end}"
    changed = f"{text[:position]}{line}{text[position:]}"
    before = config.parse(configuration, text)
    if before.get(key) == name:
        return False
    is_valid = False
    with suppress(UserError):
        is_valid = config.parse(configuration, changed) == {**before, key: name}
    if not is_valid:
        raise UserError(f"{configuration}: name {name} there by hand: `{key}: {name}`")
    expected = data if text else None
    own_files.write(str(configuration), changed.encode("utf-8"), _CONFIGURATION, boundary, expected)
    return True


def _content(path: Path, most: int = config.MAXIMUM_BYTES) -> bytes:
    try:
        return read_file(path, most)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


def _is_vocabulary(data: bytes) -> bool:
    """Whether every line could be an entry of a vocabulary; what it is is told when it is read."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        return False
    return all(line.replace("\t", " ").isprintable() and len(line) < _MAX_LINE for line in lines)


_VOCABULARY = own_files.Kind("vocabulary of textlint-pt", (".txt",), _is_vocabulary)
_CONFIGURATION = own_files.Kind("configuration", (".yaml", ".yml", ".toml"), lambda data: True)

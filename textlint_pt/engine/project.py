"""What a person adds to a project: findings that are accepted, words of its own.

A file that no configuration names yet is made beside it and named there; where there is no
configuration, a rules.yaml is made. What several programs add at once, as two windows of an editor
do, is added one after the other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.vocabulary import accepted, is_own_form, read_vocabulary
from textlint_pt.engine import baseline as baselines
from textlint_pt.engine import ours
from textlint_pt.engine.baseline import DEFAULT_FILE, Baseline
from textlint_pt.engine.writing import alone
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
        """The vocabulary of ours that the configuration itself names last, else the usual one."""
        return self._named() or self.file.parent / VOCABULARY

    def names_vocabulary(self) -> bool:
        """Whether the configuration names one that words can be added to. `UserError`: it names
        lists of other programs alone."""
        if self._named() is not None:
            return True
        if any("vocabulary" in layer.values for layer in self._own()):
            raise UserError(
                f"{self.file}: `vocabulary` names lists of other programs alone: add"
                f" {VOCABULARY} there"
            )
        return False

    def _named(self) -> Path | None:
        for layer in self._own():
            given = layer.values.get("vocabulary") or ()
            names: list[str] = [given] if isinstance(given, str) else list(given)
            for name in reversed(names):
                if is_own_form(name):
                    named: Path = layer.path(name, "vocabulary")
                    return named
        return None

    def _own(self) -> Sequence[Layer]:
        """The layers of the configuration itself, the last first."""
        return [one for one in reversed(self.layers) if one.file == str(self.file)]

    @property
    def fence(self) -> Path:
        """The folder that bounds what is written: no person names files here."""
        return config.project(self.file)


#: takes back what was added, in files that were not changed since. `UserError`: one cannot be
#: written
Undo = Callable[[], None]


def accept(project: Project, document: DocumentReport, fingerprints: Iterable[str]) -> Undo:
    """Add findings of a document to the baseline. `UserError`: a file cannot be written."""
    path, wanted = project.baseline, set(fingerprints)
    with _adding(project, path, baselines.KIND) as undo:
        ours.check(str(path), baselines.KIND, project.fence)
        baseline = Baseline.read(str(path)) if path.exists() else Baseline(str(path))
        found = [one for one in document.findings if one.fingerprint in wanted]
        baseline.accept(document, found)
        baseline.write(project.fence)
        if not config.baseline_file(project.layers):
            name_file(project.file, "baseline", path.name)
    return undo


def is_entry(word: str) -> bool:
    """Whether a vocabulary can hold this as a word or phrase."""
    if not word.strip() or len(word) > _LONGEST or not word.isprintable():
        return False
    return not (word.startswith("!") or "#" in word or "->" in word)


class Written(NamedTuple):
    """A file that got something, and whether it was made for it."""

    path: Path
    made: bool


def add_words(project: Project, words: Iterable[str]) -> tuple[list[Written], Undo]:
    """Add words to the vocabulary; the files that were made or changed, none where it has them.
    `UserError`: a file cannot be read or written."""
    with _adding(project, project.vocabulary, _WORDS) as undo:
        named = project.names_vocabulary()
        written = _add_to(project.vocabulary, words, project.fence)
        if not named:
            made = not project.file.exists()
            if name_file(project.file, "vocabulary", project.vocabulary.name):
                written.append(Written(project.file, made))
    return written, undo


def add_own_words(words: Iterable[str]) -> list[Written]:
    """Add words to the user's own vocabulary, which counts in every project."""
    path = config.own_vocabulary()
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone():
        return _add_to(path, words)


def remove_own_words(words: Iterable[str]) -> bool:
    """Take words out of the user's own vocabulary, each with its line; whether one was there.
    `UserError`: the file cannot be read or written."""
    path = config.own_vocabulary()
    if not path.exists():
        return False
    gone = {unicodedata.normalize("NFC", word).lower() for word in words}
    with alone():
        ours.check(str(path), _WORDS)
        data = _content(path)
        read_vocabulary([str(path)])  # what is no entry is told, with its line
        lines = data.decode("utf-8-sig").splitlines(keepends=True)
        kept = [line for line in lines if accepted(unicodedata.normalize("NFC", line)) not in gone]
        if len(kept) == len(lines):
            return False
        ours.write(str(path), "".join(kept).encode(), _WORDS, expected=data)
    return True


def _add_to(path: Path, words: Iterable[str], fence: Path | None = None) -> list[Written]:
    """Add to a vocabulary the words that it does not accept; the file, if it was made or
    changed."""
    ours.check(str(path), _WORDS, fence)
    there = path.exists()
    known = read_vocabulary([str(path)]).accepted if there else frozenset[str]()
    new = [word for word in dict.fromkeys(words) if word.lower() not in known]
    if not new:
        return []
    data = _content(path) if there else b""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    gap = b"" if not data or data.endswith(b"\n") else end
    added = data + gap + b"".join(word.encode() + end for word in new)
    ours.write(str(path), added, _WORDS, fence, data if there else None)
    return [Written(path, not there)]


@contextmanager
def _adding(project: Project, path: Path, kind: ours.Kind) -> Iterator[Undo]:
    """Nobody else adds to a file of a project meanwhile, nor names it in the configuration; what
    takes back what is added."""
    kinds = {project.file: _CONFIGURATION, path: kind}

    def held() -> dict[Path, bytes | None]:
        most = baselines.MAXIMUM_BYTES
        return {path: _content(path, most) if path.exists() else None for path in kinds}

    with alone():
        before = held()

        def undo() -> None:
            with alone():
                now = held()
                for file, its in kinds.items():
                    old, new = before[file], after[file]
                    if old == new or now[file] != new:
                        continue
                    ours.check(str(file), its, project.fence)
                    if old is None:
                        file.unlink()
                    else:
                        ours.write(str(file), old, its, project.fence, new)

        yield undo
        after = held()


def name_file(configuration: Path, key: str, name: str) -> bool:
    """Write a key at the top of a configuration; False where another program has done so since it
    was read. `UserError`: it cannot be done without changing the rest."""
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
    if before.get(key) == name:
        return False
    try:
        fits = config.parse(configuration, changed) == {**before, key: name}
    except UserError:
        fits = False
    if not fits:
        raise UserError(f"{configuration}: name {name} there by hand: `{key}: {name}`")
    expected = data if text else None
    ours.write(str(configuration), changed.encode("utf-8"), _CONFIGURATION, fence, expected)
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
    return all(line.replace("\t", " ").isprintable() and len(line) < _LINE for line in lines)


_WORDS = ours.Kind("vocabulary of textlint-pt", (".txt",), _is_vocabulary)
_CONFIGURATION = ours.Kind("configuration", (".yaml", ".yml", ".toml"), lambda data: True)

"""Files of patterns: YAML as people write it, and the same compiled for a quick start.

    - id: crase.relation
      rule: GRA201
      about: After what nothing but "a" can follow, before a noun that can only be feminine.
      pattern: |
        em|com relação [a>à] A? Nfs !(,|e|ou|/)
        em|com relação [as>às] A? Nfp
      certainty: words
      wrong: |
        Em relação {a|à} saúde, nada mudou.
      right: |
        Em relação a idade, sexo e renda, nada mudou.

One pattern or sentence stands on a line; after " ; " a pattern may say where it comes from. Of the
entries of a rule the first that fits decides, in the order of the files' names and of what stands
in them; of the patterns of an entry one that says what is right, else the one with the longest
mistake, then the one with the most words, then the first one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from textlint_pt import shipped
from textlint_pt.errors import UserError
from textlint_pt.patterns.notation import NotationError, index_words, size

COMPILED = "patterns.json"
#: how often each entry spoke, and was right: written by `benchmarks firings --patterns`
SPOKE = "spoke.tsv"
#: how strongly, in nats, the words alone speak for a correction
CERTAINTIES: Mapping[str, float] = {
    "words": 12.0,
    "sure": 12.0,
    "certain": 12.0,
    "likely": 5.0,
    "hint": 2.0,
}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a file.

    `certainty`: a name of `CERTAINTIES` or nats. "words": closed lists and the lexicon decide, and
    neither a model nor what else the rule proposes there is asked; "sure": the words leave no
    doubt. `message`: key of the rule's messages. `names`: what the message names, by the number of
    the word, or of the first and last ("2-4"). `variant`: that of the texts it is looked for in.
    `waking`: for each pattern, in their order, the words that wake it, as compiled.
    """

    id: str
    rule: str
    pattern: str
    certainty: str | float = "likely"
    message: str = "message"
    names: Mapping[str, int | str] = {}
    variant: Literal["", "PT", "BR"] = ""
    about: str = ""
    source: str = ""
    wrong: str = ""
    right: str = ""
    waking: Sequence[str] = ()

    @property
    def patterns(self) -> Sequence[tuple[str, str]]:
        """Yield each pattern with its origin, in the order in which they are tried."""
        parts = (line.partition(" ; ") for line in lines(self.pattern))
        read = [(written.strip(), origin.strip()) for written, _, origin in parts]
        return read if self.waking else sorted(read, key=lambda pattern: rank(pattern[0]))

    @property
    def nats(self) -> float:
        """Return the value of a named certainty; `UserError` for unknown names."""
        if isinstance(self.certainty, str):
            try:
                return CERTAINTIES[self.certainty]
            except KeyError:
                names = ", ".join(CERTAINTIES)
                raise UserError(f"{self.id}: certainty: a number, or one of {names}") from None
        return self.certainty


class _Compiled(msgspec.Struct):
    """Entries without their examples, and digests of their files by name."""

    entries: list[Entry] = []
    digests: Mapping[str, str] = {}


def rank(written: str) -> tuple[bool, int, int]:
    """Return the key that sorts patterns in the order in which they decide: those that say what is
    right, then by more wrong words, then by more words."""
    wrong_words, words = size(written)
    says_what_is_right = ">=]" in written
    return not says_what_is_right, -wrong_words, -words


def lines(text: str) -> list[str]:
    """Return the lines that are neither empty nor comments."""
    stripped = (line.strip() for line in text.splitlines())
    return [line for line in stripped if line and not line.startswith("# ")]


def entries(folder: Path) -> Sequence[Entry]:
    """Return the entries of a folder, compiled ones if they are up to date."""
    files = sorted(folder.glob("*.yml"))
    compiled = _read_compiled(folder)
    if compiled.entries and (not files or compiled.digests == _digests(files)):
        return compiled.entries
    return [_with_waking(entry) for file in files for entry in read_file(file)]


def changed_files(folder: Path) -> list[Path]:
    """Return the files of a folder that are not as they were when they were compiled."""
    try:
        digests = _read_compiled(folder).digests
    except msgspec.DecodeError:  # after a merge with conflicts
        digests = {}
    files = sorted(folder.glob("*.yml"))
    return [file for file in files if digests.get(file.name) != _digests([file])[file.name]]


def _read_compiled(folder: Path) -> _Compiled:
    file = folder / COMPILED
    if not file.exists():
        return _Compiled()
    return msgspec.json.decode(shipped.read_bytes(file), type=_Compiled)


def _with_waking(entry: Entry, **changes: str) -> Entry:
    """Return an entry with its column of index words filled in."""
    try:
        words = [index_words(written) for written, _ in entry.patterns]
    except NotationError as error:
        raise UserError(f"{entry.id}: {error}") from error
    ranked = "\n".join(" ; ".join(filter(None, pattern)) for pattern in entry.patterns)
    return msgspec.structs.replace(entry, pattern=ranked, waking=words, **changes)


def read_file(path: Path) -> list[Entry]:
    """Return the entries of a file; `UserError` names file and entry of what is wrong."""
    return read_text(shipped.read_text(path), path)


def read_text(text: str, path: Path) -> list[Entry]:
    """Return the entries in the text of a file, or raise `UserError`."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        read = yaml.load(text, loader) or []
    except yaml.YAMLError as error:
        raise UserError(f"{path}: {' '.join(str(error).split())}") from error
    found = []
    for number, entry in enumerate(read if isinstance(read, list) else [read], 1):
        try:
            found.append(msgspec.convert(entry, Entry))
        except msgspec.ValidationError as error:
            name = entry.get("id") if isinstance(entry, dict) else None
            raise UserError(f"{path}: {name or f'entry {number}'}: {error}") from error
    return found


def write_compiled(folder: Path) -> bool:
    """Compile the files of a folder; return whether the result changed."""
    files = sorted(folder.glob("*.yml"))
    bare = [
        _with_waking(entry, about="", source="", wrong="", right="")
        for file in files
        for entry in read_file(file)
    ]
    new = msgspec.json.encode(_Compiled(bare, _digests(files))) + b"\n"
    target = folder / COMPILED
    if target.exists() and target.read_bytes() == new:
        return False
    target.write_bytes(new)
    return True


def _digests(files: Sequence[Path]) -> dict[str, str]:
    texts = {file.name: shipped.read_text(file).encode() for file in files}
    return {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}

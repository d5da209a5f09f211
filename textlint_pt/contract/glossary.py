"""A project's glossary: how terms of the source are translated, and what is not to be used.

Files of TBX (`.tbx`), of two languages, or CSV with a term a line, as translators' programs write
them: columns `source`, `target`, `forbidden`, in any order, or source and target without a heading.
Several words in one cell are divided by `|`. What a TBX marks as deprecated is forbidden, as is the
target of a line of CSV that has `forbidden` among its `flags`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from textlint_pt import files
from textlint_pt.contract.errors import UserError

#: larger files are not read
MAXIMUM_BYTES = 20_000_000
_COLUMNS = {
    "source": "source term en english original origem termo",
    "target": "target translation pt portuguese translated destino tradução traducao",
    "forbidden": "forbidden deprecated avoid proibido proibida proibidos",
    "flags": "flags",
}
_SEPARATORS = ",;\t"
_REFUSED = frozenset(("deprecatedTerm-admn-sts", "supersededTerm-admn-sts", "deprecated"))
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class Term(NamedTuple):
    """A term of the source, what may stand for it (all of it, where nothing is said), and what may
    not."""

    source: str
    targets: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


def read_glossary(paths: Sequence[str]) -> tuple[Term, ...]:
    """Return the terms of all files, joined by source; `UserError` for an invalid file."""
    try:
        return _read(tuple(paths), tuple(map(files.modified, paths)))
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read: {error.strerror}") from error


@lru_cache(16)
def _read(paths: tuple[str, ...], modified: tuple[int, ...]) -> tuple[Term, ...]:
    """Return the terms of files, those of one source joined; modification times only key the
    cache."""
    joined: dict[str, Term] = {}
    for path in paths:
        text = files.read(Path(path), MAXIMUM_BYTES).decode("utf-8-sig", "replace")
        is_tbx = path.lower().endswith((".tbx", ".xml"))
        for term in _of_tbx(path, text) if is_tbx else _of_csv(path, text):
            key = term.source if term.source.isupper() else term.source.lower()
            earlier = joined.get(key, Term(term.source))
            joined[key] = Term(
                earlier.source,
                tuple(dict.fromkeys((*earlier.targets, *term.targets))),
                tuple(dict.fromkeys((*earlier.forbidden, *term.forbidden))),
            )
    return tuple(joined.values())


def _of_csv(path: str, text: str) -> Iterator[Term]:
    """Yield the terms of a CSV file."""
    first = next(iter(text.splitlines()), "")
    rows = csv.reader(text.splitlines(), delimiter=max(_SEPARATORS, key=first.count))
    columns: dict[str, int] | None = None
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if columns is None:
            columns = _columns(cells)
            if columns:
                continue
            columns = {"source": 0, "target": 1}
        if len(cells) < 2:
            raise UserError(f"{path}:{number}: no line of a glossary: source and target, or more")
        values = {
            name: cells[column] if column < len(cells) else "" for name, column in columns.items()
        }
        targets = _alternatives(values.get("target", ""))
        forbidden = _alternatives(values.get("forbidden", ""))
        if "forbidden" in values.get("flags", "").split(","):
            targets, forbidden = (), (*targets, *forbidden)
        if values["source"] and (targets or forbidden):
            yield Term(values["source"], targets, forbidden)


def _columns(heading: Sequence[str]) -> dict[str, int]:
    """Return column indices by meaning; empty if the line is not a heading."""
    found: dict[str, int] = {}
    for index, cell in enumerate(heading):
        words = re.split(r"[\W_]+", cell.lower())
        for name, synonyms in _COLUMNS.items():
            if name not in found and words[0] in synonyms.split() and len(words) < 3:
                found[name] = index
    return found if "source" in found and len(found) > 1 else {}


def _alternatives(cell: str) -> tuple[str, ...]:
    return tuple(part for one in cell.split("|") if (part := " ".join(one.split())))


def _of_tbx(path: str, text: str) -> Iterator[Term]:
    """Yield the terms of a TBX file."""
    if "<!ENTITY" in text:
        raise UserError(f"{path}: a glossary with entities of its own is not read")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise UserError(f"{path}:{error.position[0]}: no TBX: {error}") from error
    for entry in root.iter():
        if _name(entry) in ("termEntry", "conceptEntry"):
            yield from _of_entry(entry)


def _of_entry(entry: ET.Element) -> Iterator[Term]:
    """Yield the terms of the source in an entry of TBX, each with all that Portuguese has."""
    sources: list[str] = []
    targets: list[str] = []
    forbidden: list[str] = []
    for section in entry.iter():
        language = section.get(_LANGUAGE) or section.get("lang", "")
        if _name(section) not in ("langSet", "langSec") or not language:
            continue
        for group in section:
            terms = [one.text or "" for one in group.iter() if _name(one) == "term"]
            notes = {(note.text or "").strip() for note in group.iter()}
            if not language.lower().startswith("pt"):
                kind = sources
            else:
                kind = forbidden if notes & _REFUSED else targets
            kind += filter(None, (" ".join(term.split()) for term in terms))
    if targets or forbidden:
        for source in sources:
            yield Term(source, tuple(targets), tuple(forbidden))


def _name(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]

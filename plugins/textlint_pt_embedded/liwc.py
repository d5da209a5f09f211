"""Reader of LIWC dictionaries (`.dic`), which a user may own: none is shipped.

    %                     a header of category numbers and names between two lines with %,
    1<TAB>funct           or no header at all
    %
    cas*<TAB>357          a head and its categories; * at its end: any word that begins so
    like<TAB>(02 134)125/464<TAB>253    125 after a word of category 2 or 134, else 464
    kind<TAB><of>131/125  131 before the word "of", else 125

UTF-8 or Latin-1, LF or CRLF; a head that stands twice has the categories of both. A head of several
words is found where they follow one another. An exact head goes before one with a *, and of those
the longest first. Numerals are in the category `number` where the dictionary has it, as in LIWC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt import files
from textlint_pt.contract import DamagedResource
from textlint_pt.text.regex import regex

#: numbers and names of the 2007 categories, for a file without a header
NAMES_2007 = {
    number: name
    for first, names in (
        (1, "funct pronoun ppron i we you shehe they ipron article verb auxverb past present"),
        (15, "future adverb preps conj negate quant number swear"),
        (121, "social family friend humans affect posemo negemo anx anger sad cogmech insight"),
        (133, "cause discrep tentat certain inhib incl excl percept see hear feel"),
        (146, "bio body health sexual ingest"),
        (250, "relativ motion space time"),
        (354, "work achieve leisure home money relig death"),
        (462, "assent nonfl filler"),
    )
    for number, name in enumerate(names.split(), first)
}

#: larger files are not read; those of LIWC have 0.2 MB
_MAXIMUM_BYTES = 20_000_000
_CODE = regex(
    r"(?:\((?P<after>[\d ]+)\)|<(?P<before>[^<>]+)>)(?P<then>\d+)(?:/(?P<other>\d+))?"
    r"|(?P<always>\d+)"
)
_UNTABBED = regex(r"(?P<head>\S.*?)(?<!\s)\s+(?P<codes>[(<\d].*)")


class Condition(NamedTuple):
    """A category that depends on a neighbour: the categories before, or the word that follows."""

    after: frozenset[int]
    before: str | None
    then: int
    other: int | None


class Entry(NamedTuple):
    """Numbers of a head's categories, and those that depend on its neighbours."""

    categories: frozenset[int]
    conditions: tuple[Condition, ...]

    def __or__(self, other: Entry) -> Entry:
        return Entry(self.categories | other.categories, self.conditions + other.conditions)

    def numbers(self) -> Iterator[int]:
        yield from self.categories
        for after, _, then, other in self.conditions:
            yield from (*after, then, *(() if other is None else (other,)))


def content(path: Path) -> bytes:
    """Return what a file of categories has; `DamagedResource` says why it is not read."""
    try:
        return files.read(path, _MAXIMUM_BYTES)
    except OSError as error:
        raise DamagedResource(f"{path}: {error.strerror}") from error


class Dictionary:
    """A LIWC dictionary; `names` are its categories in the order of their numbers."""

    def __init__(self, names: Mapping[int, str], heads: Mapping[str, Entry]) -> None:
        """Index the entries by exact form, prefix and first word of phrases."""
        self.names = tuple(names[number] for number in sorted(names))
        self._ids = {number: at for at, number in enumerate(sorted(names))}
        self._numerals = frozenset(n for n, name in names.items() if name == "number")
        self._exact = {head: entry for head, entry in heads.items() if not head.endswith("*")}
        self._prefixes = {head[:-1]: entry for head, entry in heads.items() if head.endswith("*")}
        #: heads of several words, the longest first, by their first word ("*": one that ends so)
        self._phrases: dict[str, list[tuple[list[str], Entry]]] = {}
        for head, entry in sorted(heads.items(), key=lambda item: -len(item[0].split())):
            pieces = head.split()
            if len(pieces) > 1:
                key = "*" if pieces[0].endswith("*") else pieces[0]
                self._phrases.setdefault(key, []).append((pieces, entry))

    @classmethod
    def read(cls, path: Path) -> Dictionary:
        """Read a file; `DamagedResource` names the line that cannot be read."""
        return cls(*_parse(str(path), _decode(content(path))))

    def knows(self, word: str) -> bool:
        return self._find(word.lower()) is not None

    def categorise(self, words: Sequence[str]) -> list[tuple[int, tuple[int, ...]]]:
        """Return the words of a text with their categories, as `lexicon.Lexicon` does."""
        forms = [word.lower() for word in words]
        result: list[tuple[int, tuple[int, ...]]] = []
        before: frozenset[int] = frozenset()
        at = 0
        while at < len(forms):
            count, entry = self._entry_at(forms, at)
            if entry is not None:
                following = forms[at + count] if at + count < len(forms) else None
                before = entry.categories.union(_conditional(entry, before, following))
            else:
                before = self._numerals if forms[at][:1].isdigit() else frozenset()
            result.append((count, tuple(sorted(self._ids[number] for number in before))))
            at += count
        return result

    def _entry_at(self, forms: Sequence[str], at: int) -> tuple[int, Entry | None]:
        for phrase, entry in (*self._phrases.get(forms[at], ()), *self._phrases.get("*", ())):
            words = forms[at : at + len(phrase)]
            if len(words) == len(phrase) and all(map(_matches, phrase, words)):
                return len(phrase), entry
        return 1, self._find(forms[at])

    def _find(self, form: str) -> Entry | None:
        """Return the entry of a form: the exact one, else that of the longest prefix."""
        if (entry := self._exact.get(form)) is not None:
            return entry
        return next(
            (
                self._prefixes[form[:length]]
                for length in range(len(form), 0, -1)
                if form[:length] in self._prefixes
            ),
            None,
        )


def _matches(pattern: str, form: str) -> bool:
    return form.startswith(pattern[:-1]) if pattern.endswith("*") else form == pattern


def _conditional(entry: Entry, before: frozenset[int], following: str | None) -> Iterator[int]:
    """Yield the categories of an entry that depend on its neighbours."""
    for condition in entry.conditions:
        holds = (
            following == condition.before
            if condition.before is not None
            else not condition.after.isdisjoint(before)
        )
        category = condition.then if holds else condition.other
        if category is not None:
            yield category


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


Line = tuple[int, str]


def _parse(path: str, text: str) -> tuple[dict[int, str], dict[str, Entry]]:
    """Return the names of categories and entries of a dictionary; `DamagedResource` names a bad
    line."""
    lines = [
        (number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    names: dict[int, str] | None = None
    if lines and lines[0][1].startswith("%"):
        names, lines = _header(path, lines)
    heads: dict[str, Entry] = {}
    by_codes: dict[str, Entry] = {}  # few different ones, in very many lines
    for number, line in lines:
        head, codes = _split(line)
        entry = by_codes.get(codes)
        if entry is None:
            entry = by_codes[codes] = _entry(f"{path}:{number}: {head!r}", codes, names)
        head = " ".join(head.lower().split())
        heads[head] = heads[head] | entry if head in heads else entry
    if not heads:
        raise DamagedResource(f"{path}: no entries")
    if names is None:
        used = {number for entry in by_codes.values() for number in entry.numbers()}
        names = NAMES_2007 if used <= NAMES_2007.keys() else {n: str(n) for n in used}
    return names, heads


def _header(path: str, lines: list[Line]) -> tuple[dict[int, str], list[Line]]:
    """Return the categories that a header declares, and the lines after it."""
    names: dict[int, str] = {}
    for index, (number, line) in enumerate(lines[1:], 1):
        if line.startswith("%"):
            return names, lines[index + 1 :]
        identifier, *name = line.split()
        if not identifier.isdecimal() or not name:
            raise DamagedResource(f"{path}:{number}: not a category's number and name: {line!r}")
        names[int(identifier)] = name[0]
    raise DamagedResource(f"{path}:{lines[0][0]}: the header that begins here has no second %")


def _split(line: str) -> tuple[str, str]:
    """Return head and category codes of an entry."""
    head, tab, codes = line.partition("\t")
    if not tab and (match := _UNTABBED.fullmatch(line)):
        return match["head"], match["codes"]
    return head.strip(), codes.strip()


def _entry(where: str, codes: str, names: Mapping[int, str] | None) -> Entry:
    """Return the entry with these codes; all must be in the header, if there is one."""
    categories: set[int] = set()
    conditions: list[Condition] = []
    for code in _CODE.finditer(codes):
        if code["always"] is not None:
            categories.add(int(code["always"]))
            continue
        after = frozenset(map(int, (code["after"] or "").split()))
        word = code["before"] and code["before"].lower()
        other = None if code["other"] is None else int(code["other"])
        conditions.append(Condition(after, word, int(code["then"]), other))
    rest = _CODE.sub("", codes).strip()
    if rest or not (categories or conditions):
        raise DamagedResource(f"{where} has no category{f': {rest!r}' if rest else ''}")
    entry = Entry(frozenset(categories), tuple(conditions))
    unknown = sorted(number for number in entry.numbers() if names and number not in names)
    if unknown:
        raise DamagedResource(f"{where} has category {unknown[0]}, which is not in the header")
    return entry

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

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from textlint_pt.analysis import DamagedResource

#: numbers and names of the 2007 categories: what a file without a header means by its numbers
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

_CODE = re.compile(
    r"(?:\((?P<after>[\d ]+)\)|<(?P<before>[^<>]+)>)?(?P<then>\d+)(?:/(?P<other>\d+))?"
)
_UNTABBED = re.compile(r"(?P<head>\S.*?)\s+(?P<codes>[(<\d].*)")


@dataclass(frozen=True, slots=True)
class Condition:
    """A category that depends on a neighbour: the categories before, or the word that follows."""

    after: frozenset[int]
    before: str | None
    then: int
    other: int | None


@dataclass(slots=True)
class Entry:
    """Ids of a head's categories, and those that depend on its neighbours."""

    categories: set[int] = field(default_factory=set)
    conditions: list[Condition] = field(default_factory=list)


class Dictionary:
    """A LIWC dictionary; `names` are its categories in the order of their numbers."""

    def __init__(self, names: Sequence[str], heads: dict[str, Entry]) -> None:
        self.names = tuple(names)
        self._number = self.names.index("number") if "number" in self.names else None
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
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DamagedResource(f"{path}: {error.strerror}") from error
        return cls(*_parse(str(path), _decode(data)))

    def knows(self, word: str) -> bool:
        return self._find(word.lower()) is not None

    def categorise(self, words: Sequence[str]) -> list[tuple[int, tuple[int, ...]]]:
        """See `lexicon.Lexicon`."""
        forms = [word.lower() for word in words]
        result: list[tuple[int, tuple[int, ...]]] = []
        at = 0
        while at < len(forms):
            count, entry = self._entry_at(forms, at)
            categories: set[int] = set()
            if entry is not None:
                before = result[-1][1] if result else ()
                following = forms[at + count] if at + count < len(forms) else None
                categories = entry.categories | set(_conditional(entry, before, following))
            elif forms[at][:1].isdigit() and self._number is not None:
                categories = {self._number}
            result.append((count, tuple(sorted(categories))))
            at += count
        return result

    def _entry_at(self, forms: Sequence[str], at: int) -> tuple[int, Entry | None]:
        for phrase, entry in (*self._phrases.get(forms[at], ()), *self._phrases.get("*", ())):
            there = forms[at : at + len(phrase)]
            if len(there) == len(phrase) and all(map(_matches, phrase, there)):
                return len(phrase), entry
        return 1, self._find(forms[at])

    def _find(self, form: str) -> Entry | None:
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


def _conditional(entry: Entry, before: Sequence[int], following: str | None) -> Iterator[int]:
    for condition in entry.conditions:
        holds = (
            following == condition.before
            if condition.before is not None
            else not condition.after.isdisjoint(before)
        )
        chosen = condition.then if holds else condition.other
        if chosen is not None:
            yield chosen


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parse(path: str, text: str) -> tuple[list[str], dict[str, Entry]]:
    lines = [
        (number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    names: dict[int, str] | None = None
    if lines and lines[0][1].startswith("%"):
        names, lines = _header(path, lines)
    rows = [(number, *_split(path, number, line)) for number, line in lines]
    if not rows:
        raise DamagedResource(f"{path}: no entries")
    used = {n for *_, codes in rows for code in codes for n in _numbers(code)}
    if names is None:
        names = NAMES_2007 if used <= NAMES_2007.keys() else {n: str(n) for n in used}
    ids = {number: at for at, number in enumerate(sorted(names))}
    heads: dict[str, Entry] = {}
    for number, head, codes in rows:
        entry = heads.setdefault(" ".join(head.lower().split()), Entry())
        for code in codes:
            unknown = [n for n in _numbers(code) if n not in ids]
            if unknown:
                raise DamagedResource(
                    f"{path}:{number}: category {unknown[0]} is not in the header"
                )
            if code["after"] is None and code["before"] is None:
                entry.categories.add(ids[int(code["then"])])
            else:
                entry.conditions.append(
                    Condition(
                        frozenset(ids[int(n)] for n in (code["after"] or "").split()),
                        code["before"] and code["before"].lower(),
                        ids[int(code["then"])],
                        None if code["other"] is None else ids[int(code["other"])],
                    )
                )
    return [names[number] for number in sorted(names)], heads


Line = tuple[int, str]


def _header(path: str, lines: list[Line]) -> tuple[dict[int, str], list[Line]]:
    names: dict[int, str] = {}
    for at, (number, line) in enumerate(lines[1:], 1):
        if line.startswith("%"):
            return names, lines[at + 1 :]
        identifier, *name = line.split()
        if not identifier.isdecimal() or not name:
            raise DamagedResource(f"{path}:{number}: not a category's number and name: {line!r}")
        names[int(identifier)] = name[0]
    raise DamagedResource(f"{path}:{lines[0][0]}: the header that begins here has no second %")


def _split(path: str, number: int, line: str) -> tuple[str, list[re.Match[str]]]:
    """Head and category codes of an entry."""
    head, tab, rest = line.partition("\t")
    if not tab:
        match = _UNTABBED.fullmatch(line)
        head, rest = (match["head"], match["codes"]) if match else (line, "")
    codes = list(_CODE.finditer(rest))
    left = _CODE.sub("", rest).strip()
    if left or not codes:
        what = f"no category: {left!r}" if left else "no category"
        raise DamagedResource(f"{path}:{number}: {head.strip()!r} has {what}")
    return head.strip(), codes


def _numbers(code: re.Match[str]) -> Iterable[int]:
    """Every category number in a code."""
    texts = [*(code["after"] or "").split(), code["then"], code["other"]]
    return [int(text) for text in texts if text is not None]

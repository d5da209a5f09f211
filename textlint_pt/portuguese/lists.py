"""Tables of words as data: tab-separated lines, comments after "#", read when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

_DATA = Path(__file__).parent / "data"
#: masculine and feminine singular, masculine and feminine plural
Paradigm = tuple[str, str, str, str]


def rows(path: Path) -> list[list[str]]:
    """The fields of each line, without comments and blank lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


class Lists:
    """Named lists of words in a file: each line a name, a tab, words; lines of one name add up.

    "pronouns.oblique" is a list; "pronouns" are all lists whose names begin with "pronouns.".
    "@articles" among the words stands for a list of the closed classes. A name that the file lacks
    is a `KeyError`. The file is read when first asked.
    """

    def __init__(self, path: Path, more: Mapping[str, Sequence[str]] | None = None) -> None:
        """`more`: further lists that the file does not hold."""
        self._path = path
        self._more = more or {}
        self._found: dict[tuple[str, ...], frozenset[str]] = {}

    @cached_property
    def _lists(self) -> dict[str, tuple[str, ...]]:
        lists: dict[str, tuple[str, ...]] = {}
        stored = ((name, tuple(_expanded(forms))) for name, forms in rows(self._path))
        for name, found in (*stored, *self._more.items()):
            found = tuple(found)
            lists[name] = lists.get(name, ()) + found
            while "." in name:
                name = name.rpartition(".")[0]
                lists[name] = lists.get(name, ()) + found
        return lists

    def names(self) -> Sequence[str]:
        """All names, those of groups too, in the order of the file."""
        return tuple(self._lists)

    def ordered(self, *names: str) -> tuple[str, ...]:
        """The words of some lists as they stand in the file."""
        return tuple(word for name in names for word in self._lists[name])

    def words(self, *names: str) -> frozenset[str]:
        """The words of some lists together."""
        if names not in self._found:
            self._found[names] = frozenset(self.ordered(*names))
        return self._found[names]


def _expanded(forms: str) -> Iterator[str]:
    for form in forms.split():
        if form.startswith("@"):
            yield from closed().ordered(form[1:])
        else:
            yield form


@cache
def closed() -> Lists:
    """The closed classes, `data/words.tsv` and `data/paradigms.tsv`."""
    numbers: dict[str, Sequence[str]] = {}
    for name, forms in _paradigms().items():
        numbers[f"{name}.singular"] = tuple(dict.fromkeys(forms[:2]))
        numbers[f"{name}.plural"] = tuple(dict.fromkeys(forms[2:]))
    return Lists(_DATA / "words.tsv", numbers)


@cache
def _paradigms() -> Mapping[str, Paradigm]:
    found: dict[str, Paradigm] = {}
    for name, forms in rows(_DATA / "paradigms.tsv"):
        masculine, feminine, masculines, feminines = forms.split()
        found[name] = masculine, feminine, masculines, feminines
    return found


def paradigms(*names: str) -> tuple[Paradigm, ...]:
    """The forms of determiners, pronouns and ordinals: `paradigms("articles", "indefinites")`."""
    return tuple(
        forms
        for wanted in names
        for name, forms in _paradigms().items()
        if name == wanted or name.startswith(f"{wanted}.")
    )


def words(*names: str) -> frozenset[str]:
    """Words of closed classes, in lower case: `words("articles", "pronouns.personal.third")`."""
    return closed().words(*names)


def ordered(*names: str) -> tuple[str, ...]:
    """The same in the order of the table."""
    return closed().ordered(*names)

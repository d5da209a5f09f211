"""Lists of words: the closed classes, and those that a plugin keeps in the same format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from textlint_pt.portuguese.contractions import contracted_paradigms
from textlint_pt.portuguese.numerals import between
from textlint_pt.portuguese.paradigms import all_paradigms
from textlint_pt.portuguese.tables import DATA, rows


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
    """The closed classes: `data/words.tsv`, `data/paradigms.tsv`, and the contractions of these, as
    "contractions.de.demonstratives.this"; "numerals.2-10"."""
    inflected = dict(all_paradigms())
    for preposition in ("de", "em", "a", "por"):
        for name in all_paradigms():
            for forms in contracted_paradigms(preposition, name):
                inflected[f"contractions.{preposition}.{name}"] = forms
    numbers: dict[str, Sequence[str]] = {}
    for name, forms in inflected.items():
        numbers[f"{name}.singular"] = tuple(dict.fromkeys(forms[:2]))
        numbers[f"{name}.plural"] = tuple(dict.fromkeys(forms[2:]))
    numbers["numerals.2-10"] = between(2, 10)
    return Lists(DATA / "words.tsv", numbers)


def words(*names: str) -> frozenset[str]:
    """Words of closed classes, in lower case: `words("articles", "pronouns.personal.third")`."""
    return closed().words(*names)


def ordered(*names: str) -> tuple[str, ...]:
    """The same in the order of the table."""
    return closed().ordered(*names)

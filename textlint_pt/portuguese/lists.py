"""Lists of words: the closed classes, and those that a plugin keeps in the same format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.portuguese.tables import DATA, all_paradigms, between, contracted_paradigm

#: vowels with a mark that also says where the stress lies: what is derived of a word loses it
STRESSED = frozenset("áâéêíóôú")


class Lists:
    """Named lists of words in a file: each line a name, a tab, words; lines of one name add up.

    "pronouns.oblique" is a list; "pronouns" are all lists whose names begin with "pronouns.".
    "@articles" among the words stands for another list, of the file or of the closed classes. A
    name that the file lacks is a `KeyError`. The file is read when first asked.
    """

    def __init__(self, path: Path, more: Iterable[tuple[str, str]] = ()) -> None:
        """`more`: names and words that the file does not hold."""
        self._path = path
        self._more = more
        self._found: dict[tuple[str, ...], frozenset[str]] = {}

    @cached_property
    def _lists(self) -> dict[str, list[str]]:
        """Return the lines of each list and of each group of lists."""
        lists: dict[str, list[str]] = {}
        for name, forms in (*shipped.read_rows(self._path), *self._more):
            lists.setdefault(name, []).append(forms)
            while "." in name:
                name = name.rpartition(".")[0]
                lists.setdefault(name, []).append(forms)
        return lists

    def names(self) -> Sequence[str]:
        """Return all names, those of groups too, in the order of the file."""
        return tuple(self._lists)

    def ordered(self, *names: str) -> tuple[str, ...]:
        return tuple(
            word for name in names for forms in self._lists[name] for word in self._expanded(forms)
        )

    def words(self, *names: str) -> frozenset[str]:
        """Return the words of some lists together."""
        if names not in self._found:
            self._found[names] = frozenset(self.ordered(*names))
        return self._found[names]

    def _expanded(self, forms: str) -> Iterator[str]:
        for form in forms.split():
            if form.startswith("@"):
                yield from (self if form[1:] in self._lists else closed()).ordered(form[1:])
            else:
                yield form


@cache
def closed() -> Lists:
    """Return the lists of function words, with the contractions of all paradigms."""
    inflected = dict(all_paradigms())
    for preposition in ("de", "em", "a", "por"):
        for name, forms in all_paradigms().items():
            if whole := contracted_paradigm(preposition, forms):
                inflected[f"contractions.{preposition}.{name}"] = whole
    more = [("numerals.2-10", " ".join(between(2, 10)))]
    for name, forms in inflected.items():
        more.append((f"{name}.singular", " ".join(dict.fromkeys(forms[:2]))))
        more.append((f"{name}.plural", " ".join(dict.fromkeys(forms[2:]))))
    return Lists(DATA / "words.tsv", more)


def words(*names: str) -> frozenset[str]:
    """Words of closed classes, in lower case: `words("articles", "pronouns.personal.third")`."""
    return closed().words(*names)


def ordered(*names: str) -> tuple[str, ...]:
    return closed().ordered(*names)

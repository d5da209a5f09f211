"""Names in code that a translation has in Portuguese: `create_news`, `criar_noticias`.

A piece of code was translated on purpose where it has a Portuguese word in the place of another: of
35 real differences in code and links that readers found on 100 pages, none was one of these."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_translation.turned import bases, lemmas_of, marked, renderings

if TYPE_CHECKING:
    from textlint_pt.contract import Forms
    from textlint_pt.contract.translations import Translations

_WORD = regex(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])")
_NAME = regex(r"\w+(?:-\w+)*")
_CODE = regex(
    r"\A(?i:en|pt)[-_](?=[a-z])|[-_./]?(?<![A-Za-z\d])(?i:(?:en|pt)(?:[-_]?(?:us|gb|br|pt))?)(?![A-Za-z\d])"
    r"|(?<=[a-z])(?:En|EN|Pt|PT)(?:Br|BR)?(?![A-Za-z\d])"
)
#: options of a program: -v, --all
_OPTIONS = regex(r"(?<!\S)--?[A-Za-z][\w-]*")
_HTTP = regex(r"\bhttp://")
#: how like two words are of which one is misspelt; letters that a word has at least, but for
#: function words
_MISSPELT = 0.85
_SHORTEST = 3
#: readings that are not taken from texts, which have foreign words, too
_OF_PORTUGUESE = frozenset(("lexicon", "own"))


class Names:
    """Judges by a lexicon whether names were translated."""

    def __init__(self, forms: Forms, lexicon: Translations) -> None:
        self._forms, self._lexicon = forms, lexicon

    def is_line(self, source: str, target: str) -> bool:
        """Return whether the target has Portuguese words that the source lacks, or the same words
        in another order: htmlString, stringHtml."""
        if same_written(source) == same_written(target):
            return True
        if sorted(_OPTIONS.findall(source)) != sorted(_OPTIONS.findall(target)):
            return False  # programs take them as they are
        old, new = apart(source, target)
        if any(self._is_portuguese(word, old) for word in new):
            return True
        lost, gained = (set(_NAME.findall(one)) for one in (source, target))
        return (
            not old
            and not new
            and list(_words(source)) != list(_words(target))
            and (lost != gained or ":" in source)  # "RPC URL: …"
            and not any(map(str.isdigit, lost ^ gained))
        )

    def _is_portuguese(self, written: str, old: frozenset[str]) -> bool:
        """Return whether a word is Portuguese and not English, nor one of the `old` ones misspelt:
        `dor` for `door`."""
        if len(written) < _SHORTEST and written not in function_words():
            return False
        word = marked(written.lower(), self._forms)
        sources = {reading.source for reading in self._forms.readings(word)}
        if sources.isdisjoint(_OF_PORTUGUESE) or any(map(self._lexicon.words, bases(word))):
            return False
        alike = [one.lower() for one in old if _likeness(one.lower(), word) >= _MISSPELT]
        rendered = {plain(w) for one in alike for w in renderings(one, self._lexicon)}
        return not alike or not rendered.isdisjoint(map(plain, lemmas_of(word, self._forms)))


def _likeness(word: str, other: str) -> float:
    return SequenceMatcher(None, word, other, autojunk=False).ratio()


def apart(source: str, target: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that only one of two pieces of code has."""
    old, new = frozenset(_words(source)), frozenset(_words(target))
    return old - new, new - old


def _words(text: str) -> Iterator[str]:
    # a label in capitals is another word than the name beside it: «SIZE: {{ release.size }}»
    return (
        match[0] if match[0].isupper() and len(match[0]) > 1 else match[0].lower()
        for match in _WORD.finditer(text)
    )


def same_written(line: str) -> str:
    """Return a line without the protocol of addresses and the codes of the two languages."""
    return _CODE.sub("", _HTTP.sub("https://", line))


@lru_cache(20_000)
def plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))

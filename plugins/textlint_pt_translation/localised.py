"""Names in code that a translation has in Portuguese: `create_news`, `criar_noticias`.

A name was translated on purpose where the target is made of Portuguese words and, but for lines of
blocks of code, the one of the source stands nowhere in our code any more."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from textlint_pt.contract import MarkupKind
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_translation.kept import is_prose
from textlint_pt_translation.turned import bases, lemmas_of, renderings

if TYPE_CHECKING:
    from textlint_pt.contract import Document, Forms
    from textlint_pt.contract.translations import Translations

_WORD = regex(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])")
_NAME = regex(r"\w+(?:-\w+)*")
_CODE = regex(
    r"[-_./]?(?<![A-Za-z\d])(?i:(?:en|pt)(?:[-_]?(?:us|gb|br|pt))?)(?![A-Za-z\d])"
    r"|(?<=[a-z])(?:En|EN|Pt|PT)(?:Br|BR)?(?![A-Za-z\d])"
)
#: options of a program: -v, --all
_OPTIONS = regex(r"(?<!\S)--?[A-Za-z][\w-]*")
_HTTP = regex(r"\bhttp://")
#: share of the words that differ which must be Portuguese; the fewest letters of a form; how forms
#: end
_MOST, _STEM = 0.5, 4
_ENDINGS = frozenset(
    ("", "a", "e", "o", "s", "as", "es", "os", "oes", "r", "ar", "er", "ir", "ndo")
)
#: how like two names are of which one is misspelt
_MISSPELT = 0.85
_SHORTEST = 3


class Names:
    """The code of a page and what the lexicons tell of it."""

    def __init__(self, document: Document, forms: Forms, lexicon: Translations) -> None:
        self._forms, self._lexicon = forms, lexicon
        kinds = (MarkupKind.CODE, MarkupKind.CODE_BLOCK)
        written = (m.content.text for m in document.markup if m.kind in kinds)
        self._target = frozenset(name for text in written for name in _NAME.findall(text))

    def is_name(self, source: str, target: str) -> bool:
        """Return whether the target is a Portuguese name for the source, throughout the page."""
        lost = set(_NAME.findall(source)) - set(_NAME.findall(target))
        return self.is_line(source, target) and self._target.isdisjoint(lost)

    def is_line(self, source: str, target: str) -> bool:
        """Return whether the target has Portuguese words for those of the source, wherever else the
        source stand, or the same in another order: htmlString, stringHtml."""
        if same_written(source) == same_written(target):
            return True
        if sorted(_OPTIONS.findall(source)) != sorted(_OPTIONS.findall(target)):
            return False  # programs take them as they are
        (_, _, value), (label, _, our_value) = source.partition(": "), target.partition(": ")
        if value and value == our_value and is_prose(label, "pt"):
            return True
        old, new = apart(source, target)
        if not old:
            new -= function_words()
        if old or new:
            is_label = source.isalpha() and source.istitle() and target[:1].isupper()
            return self._is_portuguese(new, old, frozenset(_words(source)), is_label)
        lost, gained = (set(_NAME.findall(one)) for one in (source, target))
        return (
            list(_words(source)) != list(_words(target))
            and (lost != gained or ":" in source)  # "RPC URL: …"
            and not any(map(str.isdigit, lost ^ gained))
        )

    def _is_portuguese(
        self, new: frozenset[str], old: frozenset[str], source: frozenset[str], is_label: bool
    ) -> bool:
        """Return whether new words of a name are Portuguese and translate the old ones, or any
        others of the source."""
        old = old or source
        if not new or not old:
            return False
        is_blank = is_label or all(map(str.isupper, old))  # PORT, `Keywords`
        names = "".join(sorted(old)), "".join(sorted(new))
        is_alike = SequenceMatcher(None, *names, autojunk=False).ratio() >= _MISSPELT
        telling = (word for word in new if len(word) >= _SHORTEST or word in function_words())
        words = sorted({word.lower() for word in telling})
        new, old = (frozenset(word.lower() for word in side) for side in (new, old))
        rendered = {
            w
            for one in old | source
            for base in bases(one.lower())
            for w in renderings(base, self._lexicon)
        }
        bare = {plain(word) for word in rendered}
        matched = [
            not rendered.isdisjoint(lemmas_of(word, self._forms))
            or any(_is_form(plain(word), one) for one in bare)
            for word in words
        ]
        known = sum(
            is_matched or bool(self._forms.readings(word))
            for word, is_matched in zip(words, matched, strict=True)
        )
        if is_alike and not all(matched):  # misspelt
            return False
        are_foreign = len(new) == len(old) and not any(map(self._lexicon.words, words))
        return bool(words) and (
            (is_blank and bool(known))
            or ((any(matched) or are_foreign) and known >= _MOST * len(words))
        )


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


def _is_form(word: str, rendering: str) -> bool:
    """Return whether a word is another, or a form of it in gender or number."""
    stem = rendering.rstrip("aeo")
    is_other = word.startswith(stem) and word[len(stem) :] in _ENDINGS
    return len(word) >= _STEM and (word == rendering or is_other)


@lru_cache(20_000)
def plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))

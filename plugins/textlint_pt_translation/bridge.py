"""What the words of a translation and of its English source say, in the words of the source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textlint_pt_translation.omitted import english, portuguese
from textlint_pt_translation.pairs import language_of_document
from textlint_pt_translation.turned import bases, lemmas_of

if TYPE_CHECKING:
    from textlint_pt.companions.alignment import WordTranslations
    from textlint_pt.contract import Document, Forms
    from textlint_pt.contract.translations import Translations

#: for each word of a sentence what it may say
Words = Sequence[frozenset[str]]


def bridge(document: Document, forms: Forms, lexicon: Translations) -> WordTranslations | None:
    """Return the word translations for `align_documents`; None where the source is not English."""
    if language_of_document(document.companions["source"]) != "en":
        return None
    return partial(_words, forms, lexicon)


def _words(
    forms: Forms, lexicon: Translations, left: Document, right: Document
) -> tuple[list[Words], list[Words]]:
    target, source = ([sentence.text for sentence in side.sentences] for side in (left, right))
    return words_of(target, source, forms, lexicon)


def words_of(
    target: Sequence[str], source: Sequence[str], forms: Forms, lexicon: Translations
) -> tuple[list[Words], list[Words]]:
    """Return, for each sentence of a side, the English words that each of its words may render."""
    texts = [[(word.form, _base(word.form, lexicon)) for word in english(text)] for text in source]
    renders: defaultdict[str, set[str]] = defaultdict(set)
    for form, key in {pair for text in texts for pair in text}:
        for base in bases(form):
            for rendering in lexicon.words(base):
                renders[rendering].add(key)
    translated: list[Words] = [
        [
            frozenset().union(*(renders.get(one, ()) for one in lemmas_of(word.form, forms)))
            for word in portuguese(text)
        ]
        for text in target
    ]
    there: list[Words] = [[frozenset((key,)) for _, key in text] for text in texts]
    return translated, there


def _base(form: str, lexicon: Translations) -> str:
    """Return a key for all forms of an English word; it is marked, so that it is no word of a
    text."""
    known = (base for base in sorted(bases(form), key=len) if lexicon.words(base))
    return f"~{next(known, form)}"

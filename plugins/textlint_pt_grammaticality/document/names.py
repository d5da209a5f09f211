"""What has a name in a document's own code, what its italics set apart, and which words it shows to
be code, names or another language's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from textlint_pt.contract import Kind, MarkupKind, View
from textlint_pt.text.document import Stretch
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_grammaticality.document import of_whole
from textlint_pt_grammaticality.sentence.reading import own_words, table

#: names that code gives or uses: "x = 1", "x <- 1", "x[0]", "x.y", "f(", "for x in", "<x>"
_NAME_IN_CODE = regex(
    r"\b([A-Za-z]\w{0,60})(?=\s{0,8}(?:=(?!=)|<-|:=)|[\[.(])|\b(?:def|class|function|for|in|let|const|var)"
    r"[ ]+([A-Za-z]\w{0,60})|</?([A-Za-z]\w{0,60})(?=[\s/>])"
)
#: what is handed over, "f(x, y)", "int f(int x)", and the names in it
_ARGUMENTS, _NAMES = regex(r"\w\(([^()\"'\n]{1,200})\)"), regex(r"\b[A-Za-z]\w{0,60}")
#: names of code in a sentence: "as tags td e tr", "o elemento ul", "a função isset()"
_SPOKEN_OF = regex(
    r"\b(?:tags?|elementos?) ([a-z]\w{0,9}(?:(?:, | e | ou )[a-z]\w{0,9})*)\b"
    r"|\b([A-Za-z]\w{1,40})\(\)",
    re.IGNORECASE,
)
_ONE_NAME = regex(r"[A-Za-z]\w{0,60}\Z")
#: words of a term or a title; more are stressed, and the author's own; words of one in bold type
_MAX_TERM_WORDS, _MAX_BOLD_WORDS = 4, 2
#: a word with a letter that is not small, which begins no sentence and no quotation
_AMID = regex(r" (?:(?<=[^\W\d_] )|(?<=[^\W\d_], ))(?=[a-zß-öø-ÿ]*[^\W\d_a-zß-öø-ÿ])([^\W\d_]+)")


class Names(NamedTuple):
    """Words, in small letters, that the whole document has as names."""

    #: given or used by its code
    in_code: frozenset[str]
    #: of terms in italics
    terms: frozenset[str]
    #: that are the text of a link to an address with the word in it
    linked: frozenset[str]


@of_whole
def names(view: View) -> Names:
    """Return the words that the code, the italics and the links of a document have as names."""
    in_code, terms, linked = set[str](), set[str](), set[str]()
    for markup in view.document.markup:
        content = markup.content.text
        if markup.kind is MarkupKind.CODE and _ONE_NAME.match(content):
            in_code.add(content)
        elif markup.kind in (MarkupKind.CODE, MarkupKind.CODE_BLOCK):
            in_code.update(filter(None, chain.from_iterable(_NAME_IN_CODE.findall(content))))
            in_code.update(*map(_NAMES.findall, _ARGUMENTS.findall(content)))
        elif markup.kind is MarkupKind.EMPHASIS:
            found = LETTERS.findall(content)
            terms.update(found if len(found) <= _MAX_TERM_WORDS else ())
        elif markup.kind is MarkupKind.LINK and _ONE_NAME.match(content):
            linked.update({content.lower()} & _words([markup.target]))
    for _, spoken_of in view.document.telling(_spoken_of):
        in_code.update(spoken_of)
    return Names(*(frozenset(map(str.lower, found)) for found in (in_code, terms, linked)))


def _spoken_of(text: str) -> list[str]:
    if "()" not in text and "tag" not in (small := text.lower()) and "elemento" not in small:
        return []  # which is soon seen
    found = (LETTERS.findall(match[1] or match[2]) for match in _SPOKEN_OF.finditer(text))
    return [*chain.from_iterable(found)]


@of_whole
def shown(view: View) -> frozenset[str]:
    """Words, in small letters, that a document shows somewhere to be no prose of its own: they
    stand in its code, in what it leads to or names, in bold type, in the source of a translation,
    or with a capital amid a sentence."""
    return _words(_not_prose(view)) | in_source(view)


@of_whole
def coded(view: View) -> frozenset[str]:
    """Words, in small letters, of the code of a document."""
    code = (MarkupKind.CODE, MarkupKind.CODE_BLOCK)
    return _words(one.content.text for one in view.document.markup if one.kind in code)


@of_whole
def in_source(view: View) -> frozenset[str]:
    """Words, in small letters, of the text that a document translates."""
    source = view.companion("source")
    return frozenset() if source is None else _words(source.document.texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for text in texts for word in LETTERS.findall(text))


def _not_prose(view: View) -> Iterator[str]:
    """Yield the texts of a document that are code, addresses, terms in bold or names."""
    for block in view.document.blocks:
        if block.opaque and block.opaque == (block.content.span(),):
            yield block.content.text  # a statement among paragraphs
    for markup in view.document.markup:
        content = markup.content.text
        yield markup.target
        is_short = len(LETTERS.findall(content)) <= _MAX_BOLD_WORDS
        is_term = markup.kind is MarkupKind.STRONG and is_short
        if is_term or markup.kind in (MarkupKind.CODE, MarkupKind.CODE_BLOCK):
            yield content
    for stretch in view.document.stretches:
        yield from stretch.once(_set_apart)


def _set_apart(stretch: Stretch) -> Sequence[str]:
    """Return the opaque texts of a stretch, and its words with a capital inside a sentence."""
    found: set[str] = set()
    for text, kind, opaque in zip(stretch.texts, stretch.kinds, stretch.opaque, strict=True):
        found.update(text[start:end] for start, end in opaque)
        amid = _AMID.findall(text) if kind is not Kind.HEADING else ()  # with a capital
        found.update(word for word in amid if not word.islower())
    return [*found]


#: places and bodies, which have one spelling, and names that people have
_PLACES, _PEOPLE = (frozenset(" ".join(table(f"{one}.txt")).split()) for one in ("names", "people"))
#: what follows a given name
_SURNAME = regex(r" (?:(?:d[aeo]s?|e) )?[A-ZÀ-Þ][a-zà-ÿ]")
_NAME_FREQUENCY = 9  # frequency class below which a word with a capital is rather a name


def is_of_person(view: View, text: str, start: int, end: int, meant: str) -> bool:
    """Whether the marked word is a person's name, which keeps its spelling: "Virginia Costa".
    `meant`: the correction."""
    if not (text[start].isupper() and view.has("forms")) or meant in _PLACES:
        return False
    forms, word = view.analysis("forms"), meant.lower()
    is_listed = any(reading.source == "name" for reading in forms.readings(word))
    if meant not in _PEOPLE and not (is_listed and forms.frequency(word) < _NAME_FREQUENCY):
        return False
    return bool(_SURNAME.match(text, end)) or text[start:end].lower() in shown(view)


_NAMING_REACH = 30
#: what has a name in code, and what else a name may follow
_THING, _NAMED_SO = ("|".join(sorted(own_words(f"names.{kind}"))) for kind in ("things", "named"))
_NAMING = regex(rf"\b(?:{_THING}|{_NAMED_SO})(?: de| d[oa])? $", re.IGNORECASE)
_ONE = r"[A-Za-z]\w{0,40}"
#: names before the last of several: "os campos nome, endereco e "
_OTHERS = rf"(?:{_ONE}(?:, ?(?:e )?| e | ou ))*+"
#: what a name follows that is a word, and what it may follow: "de nome ", "o campo "
_CALLED = regex(
    rf"(?:\b(?:{_THING}|outr[oa]s?)(?: \w+){{0,2}},? "
    rf"(?:chamad|denominad|nomead|intitulad)[oa]s?(?: de| como| por)?|"
    rf"\b(?:de|com|cujo)(?: o)? nomes?(?: (?:é|será))?) {_OTHERS}$",
    re.IGNORECASE,
)
_NAMED = regex(rf"\b(?:{_THING}):? {_OTHERS}$", re.IGNORECASE)
_LIST_REACH = 160
#: what a word is joined with, before it and after it
_JOINED_BEFORE, _JOINED_AFTER = (
    regex(rf"\b({_ONE})(?:, | e | ou )\Z"),
    regex(rf"(?:, (?:e )?| e | ou )({_ONE})\b"),
)


def is_named(text: str, start: int) -> bool:
    """Whether words that introduce a name of programmers stand before: "um alias de zgrep"."""
    return _NAMING.search(text, max(0, start - _NAMING_REACH), start) is not None


def is_called(text: str, start: int, end: int, in_code: Collection[str]) -> bool:
    """Whether a word that code has as a name is said to be one, or is joined with another: "a lista
    numeros", "recebe minimo e maximo"."""
    if text[start:end].lower() not in in_code:
        return False
    before = _JOINED_BEFORE.search(text[max(0, start - _NAMING_REACH) : start])
    after = _JOINED_AFTER.match(text, end)
    is_joined = any(match and match[1].lower() in in_code for match in (before, after))
    return is_joined or is_named(text, start)


def is_name(text: str, start: int, only_nouns: bool) -> bool:
    """Whether a word is said to name a thing: "uma coluna de nome descricao". `only_nouns`:
    its corrections are all nouns, so that "o campo usuario" is a name too."""
    first = max(0, start - _LIST_REACH)
    return _CALLED.search(text, first, start) is not None or (
        only_nouns and _NAMED.search(text, first, start) is not None
    )

"""What has a name in a document's own code, what its italics set apart, and which words it shows to
be code, names or another language's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from textlint_pt.contract import Kind, MarkupKind, View
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_grammaticality.reading import KEPT

#: names that code gives or uses: "x = 1", "x <- 1", "x[0]", "x.y", "f(", "for x in"
_NAME_IN_CODE = regex(
    r"\b([A-Za-z]\w{0,60})(?=\s{0,8}(?:=(?!=)|<-|:=)|[\[.(])|\b(?:def|class|function|for|in|let|const|var)"
    r"[ ]+([A-Za-z]\w{0,60})"
)
_ONE_NAME = regex(r"[A-Za-z]\w{0,60}\Z")
#: words of a term or a title; more are stressed, and the author's own; words of one in bold type
_TERM, _BOLD = 4, 2
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


def names(view: View) -> Names:
    return view.whole.once(_names)


def _names(view: View) -> Names:
    in_code, terms, linked = set[str](), set[str](), set[str]()
    for markup in view.document.markup:
        content = markup.content.text
        if markup.kind is MarkupKind.CODE_BLOCK:
            in_code.update(one or other for one, other in _NAME_IN_CODE.findall(content))
        elif markup.kind is MarkupKind.CODE and _ONE_NAME.match(content):
            in_code.add(content)
        elif markup.kind is MarkupKind.EMPHASIS:
            found = LETTERS.findall(content)
            terms.update(found if len(found) <= _TERM else ())
        elif markup.kind is MarkupKind.LINK and _ONE_NAME.match(content):
            linked.update({content.lower()} & _words([markup.target]))
    return Names(*(frozenset(map(str.lower, found)) for found in (in_code, terms, linked)))


def shown(view: View) -> frozenset[str]:
    """Words, in small letters, that a document shows somewhere to be no prose of its own: they
    stand in its code, in what it leads to or names, in bold type, in the source of a translation,
    or with a capital amid a sentence."""
    return view.whole.once(_shown)


def _shown(view: View) -> frozenset[str]:
    return _words(_not_prose(view)) | in_source(view)


def in_source(view: View) -> frozenset[str]:
    """Words, in small letters, of the text that a document translates."""
    source = view.whole.companion("source")
    return frozenset() if source is None else source.once(_of_texts)


def _of_texts(view: View) -> frozenset[str]:
    return _words(view.document.texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for text in texts for word in LETTERS.findall(text))


@lru_cache(KEPT)
def _amid(text: str) -> Sequence[str]:
    """The words with a capital amid a sentence."""
    return [word for word in _AMID.findall(text) if not word.islower()]


def _not_prose(view: View) -> Iterator[str]:
    for markup in view.document.markup:
        content = markup.content.text
        yield markup.target
        is_term = markup.kind is MarkupKind.STRONG and len(LETTERS.findall(content)) <= _BOLD
        if is_term or markup.kind in (MarkupKind.CODE, MarkupKind.CODE_BLOCK):
            yield content
    for sentence in view.document.sentences:
        for start, end in sentence.opaque:
            yield sentence.text[start:end]
        if sentence.kind is not Kind.HEADING:
            yield from _amid(sentence.text)


_LONGEST_NAMING = 30
_NAMING = regex(
    r"\b(?:comandos?|alias|apelido|op(?:ç|c)(?:ão|ões)|programas?|tipos?|usuários?|utilizadores?|"
    r"palavras?(?:-chave)?|chamad[oa]s?|nomes?|projetos?|argumentos?|operador(?:es)?|bibliotecas?|"
    r"instruç(?:ão|ões)|listas?|tabelas?|colunas?|vetor(?:es)?|objetos?|dicionários?|tuplas?|"
    r"matriz(?:es)?|strings?|arrays?|instâncias?|atributos?|chaves?|propriedades?|constantes?|entidades?|"
    r"arquivos?|ficheiros?|pastas?|diretórios?|diretorias?|conjuntos?|classes?|fun(?:ç|c)(?:ão|ões)|"
    r"m(?:é|e)todos?|m(?:ó|o)dulos?|vari(?:á|a)ve(?:l|is)|par(?:â|a)metros?|campos?|pacotes?)"
    r"(?: de| d[oa])? $",
    re.IGNORECASE,
)


def is_named(text: str, start: int) -> bool:
    """Whether words that introduce a name of programmers stand before: "um alias de zgrep"."""
    return _NAMING.search(text, max(0, start - _LONGEST_NAMING), start) is not None

"""Words in the sense of Universal Dependencies: contractions and verbs with clitics split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import TokenKind, tokens

#: ends in two letters at least
_LONG = regex(r"\w[^\W\d_]$")


class Part(NamedTuple):
    """A word within a token: its own characters `text[start:end]` (those of the whole token in a
    contraction) and its form."""

    start: int
    end: int
    form: str


class Token(NamedTuple):
    """`text[start:end]`; `parts` are its words if it has several (else it is one word itself).

    `certain`: it always has them; else the sentence decides ("nos": em + os, or the pronoun).
    """

    start: int
    end: int
    form: str
    parts: tuple[Part, ...]
    certain: bool


@cache
def contractions() -> dict[str, tuple[str, ...]]:
    """Return the words of each contraction that the parser takes apart, in lower case."""
    return {
        form: (one.preposition, one.second)
        for form, one in portuguese.contractions().items()
        if one.how != "never"
    }


@cache
def _uncertain() -> frozenset[str]:
    return frozenset(
        form for form, one in portuguese.contractions().items() if one.how == "depends"
    )


@cache
def _infinitives() -> Mapping[str, str]:
    """Return the ending of an infinitive by the letter that remains of it before "-lo"."""
    return {
        letter: ending
        for letter, endings in portuguese.lost_endings().items()
        if (ending := endings[0]).endswith("r")
    }


#: sentences whose tokens are kept: the model reads them, and the parse is put together from them
_KEPT = 300


@lru_cache(_KEPT)
def split(text: str) -> tuple[Token, ...]:
    """Tokens of a normalised sentence, as `segmentation.tokens` cuts them, with their words."""
    return tuple(_split(text))


def _split(text: str) -> Iterator[Token]:
    """Yield the tokens of a text with their words."""
    for token in tokens(text):
        start, end = token.start, token.end
        parts: tuple[Part, ...] = ()
        lower = token.text.lower()
        if token.kind is TokenKind.WORD:
            found = contractions().get(lower)
            if found is not None:
                parts = tuple(Part(start, end, form) for form in _cased(token.text, found))
            elif "-" in lower:
                parts = _clitics(token.text, start)
        yield Token(start, end, token.text, parts, lower not in _uncertain())


def _cased(contraction: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a contraction, capitalised as it is."""
    if len(contraction) > 1 and contraction.isupper():
        return tuple(form.upper() for form in forms)
    if contraction[0].isupper():
        return (forms[0].capitalize(), *forms[1:])
    return forms


def _clitics(form: str, offset: int) -> tuple[Part, ...]:
    """Return the verb and clitics of "dar-se", "dir-lhe-ia" (diria + lhe); () if there are none."""
    joined = portuguese.joined(form)
    # a single letter is read as one word with what follows: "a-o"
    if joined is None or not _LONG.search(joined.stem):
        return ()
    stem, clitics, ending = joined
    verb = stem
    if ending:
        # before an ending the stem is an infinitive, or a verb such as "far" for "fazer"
        has_lost_ending = clitics[0][:1].lower() == "l" and clitics[0].lower() not in (
            "lhe",
            "lhes",
        )
        verb = (
            stem[:-1] + _infinitives().get(stem[-1], stem[-1]) if has_lost_ending else stem
        ) + ending
    result = [Part(offset, offset + len(stem), verb)]
    start = offset + len(stem)
    for clitic in clitics:
        result.append(Part(start + 1, start + 1 + len(clitic), clitic))
        start += 1 + len(clitic)
    return tuple(result)

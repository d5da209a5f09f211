"""Words in the sense of Universal Dependencies: contractions and verbs with clitics split."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import TokenKind, tokens


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


_DETERMINERS = {
    "de": """o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela
        aqueles aquelas isto isso aquilo ele ela eles elas aqui aí ali além outro outra outros
        outras algum alguma alguns algumas alguém outrem antes entre""",
    "em": """o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela
        aqueles aquelas isto isso aquilo ele ela eles elas outro outra outros outras algum alguma
        alguns algumas alguém outrem""",
    "a": "o os",
    "por": "o a os as",
}
_UNCERTAIN = frozenset(
    {"nos", "pelo", "pelos", "pela", "pelas", "deste", "destes", "desse", "desses", "desta",
     "destas", "consigo", "pra", "pro", "pros", "pras", "dantes", "dentre", "dali"}
)  # fmt: skip
_CLITIC = (
    "me|te|se|lhes?|nos|vos|[oa]s?|l[oa]s?|n[oa]s?|mo|ma|mos|mas|to|ta|tos|tas|lho|lha|lhos|lhas"
)
_TAIL = regex(
    rf"(?<=[^\W\d_])(?<!\b[^\W\d_])((?:-(?:{_CLITIC})){{1,3}})(?:-(ei|ás|á|emos|eis|ão|ias?|íamos|íeis|iam))?$",
    re.IGNORECASE,
)
#: a verb before -lo, -la, -los, -las: the -r it lost
_LOST = {"á": "ar", "ê": "er", "ô": "or", "i": "ir", "í": "ir"}


@cache
def contractions() -> dict[str, tuple[str, ...]]:
    """Words of each contraction, in lower case."""
    table: dict[str, tuple[str, ...]] = {
        "à": ("a", "a"), "às": ("a", "as"), "àquele": ("a", "aquele"), "àquela": ("a", "aquela"),
        "àqueles": ("a", "aqueles"), "àquelas": ("a", "aquelas"), "àquilo": ("a", "aquilo"),
        "comigo": ("com", "mim"), "contigo": ("com", "ti"), "consigo": ("com", "si"),
        "connosco": ("com", "nós"), "conosco": ("com", "nós"), "convosco": ("com", "vós"),
        "pro": ("para", "o"), "pra": ("para", "a"), "pros": ("para", "os"), "pras": ("para", "as"),
    }  # fmt: skip
    for preposition, forms in _DETERMINERS.items():
        start = {"de": "d", "em": "n", "a": "a", "por": "pel"}[preposition]
        table |= {start + form: (preposition, form) for form in forms.split()}
    return table


def split(text: str) -> Iterator[Token]:
    """Tokens of a normalised sentence, as `segmentation.tokens` cuts them, with their words."""
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
        yield Token(start, end, token.text, parts, lower not in _UNCERTAIN)


def _cased(contraction: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Words of a contraction, with its capitals."""
    if len(contraction) > 1 and contraction.isupper():
        return tuple(form.upper() for form in forms)
    if contraction[0].isupper():
        return (forms[0].capitalize(), *forms[1:])
    return forms


def _clitics(form: str, at: int) -> tuple[Part, ...]:
    """Verb and clitics of "dar-se", "dir-lhe-ia" (diria + lhe); () if there are none."""
    match = _TAIL.search(form)
    if match is None:
        return ()
    stem, clitics, ending = form[: match.start()], match[1][1:].split("-"), match[2]
    verb = stem
    if ending is not None:
        # before an ending the stem is an infinitive, or a verb such as "far" for "fazer"
        lost = clitics[0][:1].lower() == "l" and clitics[0].lower() not in ("lhe", "lhes")
        verb = (stem[:-1] + _LOST.get(stem[-1], stem[-1]) if lost else stem) + ending
    result = [Part(at, at + len(stem), verb)]
    start = at + len(stem)
    for clitic in clitics:
        result.append(Part(start + 1, start + 1 + len(clitic), clitic))
        start += 1 + len(clitic)
    return tuple(result)

"""A preposition and the word after it, drawn together and apart."""

from __future__ import annotations

from collections.abc import Mapping

from textlint_pt import portuguese

UM = portuguese.words("articles.indefinite")
_POINTING = portuguese.words(
    "articles.definite", "demonstratives", "neuters", "pronouns.personal.third"
)
JOINED: Mapping[tuple[str, str], str] = {
    **portuguese.contracted(_POINTING, "de", "a", "por"),
    **portuguese.contracted(_POINTING | UM, "em"),
}
_SPLIT: Mapping[str, tuple[str, str]] = {
    **{joined: pair for pair, joined in portuguese.contracted(UM, "de").items()},
    **{joined: pair for pair, joined in JOINED.items()},
    **{one: (one, "") for one in ("a", "de", "em", "por", "com", "para", "sobre", "contra")},
}


def joined(preposition: str, word: str) -> str:
    """ "de", "o": "do"; "com", "o": "com o"; "-" is no preposition."""
    if preposition == "-":
        return word
    return JOINED.get((preposition, word), f"{preposition} {word}")


def split(form: str) -> tuple[str, str]:
    """ "do": "de", "o"; "de": "de", ""; "", "" of what is no preposition."""
    return _SPLIT.get(form, ("", ""))

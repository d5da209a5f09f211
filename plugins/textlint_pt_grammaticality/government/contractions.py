"""A preposition and the word after it, drawn together and apart."""

from __future__ import annotations

from collections.abc import Mapping

ARTICLES = ("o", "a", "os", "as")
_POINTING = (
    "este", "esta", "estes", "estas", "isto", "esse", "essa", "esses", "essas", "isso", "aquele",
    "aquela", "aqueles", "aquelas", "aquilo",
)  # fmt: skip
_PERSONS = ("ele", "ela", "eles", "elas")
UM = ("um", "uma", "uns", "umas")
JOINED: Mapping[tuple[str, str], str] = {
    **{("de", one): f"d{one}" for one in (*ARTICLES, *_POINTING, *_PERSONS)},
    **{("em", one): f"n{one}" for one in (*ARTICLES, *_POINTING, *_PERSONS, *UM)},
    **{("por", one): f"pel{one}" for one in ARTICLES},
    ("a", "o"): "ao", ("a", "os"): "aos", ("a", "a"): "à", ("a", "as"): "às",
    **{("a", one): f"à{one[1:]}" for one in _POINTING if one.startswith("a")},
}  # fmt: skip
_SPLIT: Mapping[str, tuple[str, str]] = {
    **{f"d{one}": ("de", one) for one in UM},
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

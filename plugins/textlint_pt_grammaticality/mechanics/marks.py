"""Marks of punctuation, and the words beside them."""

from __future__ import annotations

from textlint_pt.text.regex import regex

LETTER = r"[^\W\d_]"
#: more of one kind than this, in a text with few or no correct ones, are not slips
HABIT = 3
_ANY_LETTER = regex(LETTER)
_LAST_WORD = regex(rf"(?<!{LETTER}){LETTER}+$")
#: no Portuguese word is longer: how far to look back
_LONGEST = 40
#: ":" and ";" that begin an emoticon, "?" that stands for something unknown
FACE = regex(r"[:;]['’]?-?[()DPpOo3|/\\*]+(?=\s|$|[.,!?])")


def has_letter(text: str, end: int) -> bool:
    letter = _ANY_LETTER.search(text)
    return letter is not None and letter.start() < end


def word_before(text: str, end: int) -> str:
    """The word before a mark, and before the quotation mark or bracket that closes there."""
    while end and text[end - 1] in '"”»)':
        end -= 1
    found = _LAST_WORD.search(text[max(0, end - _LONGEST) : end])
    return found.group() if found else ""

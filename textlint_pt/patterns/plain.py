"""A sentence as words and marks, without a parse: for patterns that need none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from textlint_pt.contract import Forms, Reading
from textlint_pt.portuguese import single_clitics
from textlint_pt.text.regex import regex
from textlint_pt.text.words import words

#: forms of which it is kept what verb they have
_REMEMBERED = 20_000
_CLITICS = single_clitics()


_OPENS = regex(r"(?:^|[.!?:;…—–(])[\s\"“«'*_(\[]*$")
#: signs that may stand between what ends a clause and the next word, at most
_GAP_SIGNS = 40


def opens_clause(text: str, at: int) -> bool:
    """Whether a clause begins at a place of a text."""
    return _OPENS.search(text, max(0, at - _GAP_SIGNS), at) is not None


class _Token(NamedTuple):
    form: str
    start: int
    end: int
    is_word: bool


class PlainSentence:
    """A `TokenSentence` of words as they are spelt: a verb and its clitics are one token, which
    counts as the verb. `variant`: of the text, "PT", "BR" or ""."""

    def __init__(self, text: str, forms: Forms, variant: str = "") -> None:
        self.text = text
        self.forms = forms
        self.variant = variant
        self.tokens: list[_Token] = []
        end = 0
        for word in words(text, figures=True):
            self._add_marks(end, word.start)
            is_word = word.form[0].isalpha()
            form = stem(forms, word.form) if is_word else word.form
            self.tokens.append(_Token(form, word.start, word.end, is_word))
            end = word.end
        self._add_marks(end, len(text))

    def _add_marks(self, start: int, end: int) -> None:
        for at in range(start, end):
            if not self.text[at].isspace():
                self.tokens.append(_Token(self.text[at], at, at + 1, False))

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def at(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for at, token in enumerate(self.tokens):
            found.setdefault(token.form, []).append(at)
        return found

    def form(self, at: int) -> str:
        return self.tokens[at].form if 0 <= at < len(self.tokens) else ""

    def written(self, at: int) -> str:
        return self.between(at, at)

    def between(self, first: int, last: int) -> str:
        """What is written from one token to another."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def is_word(self, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].is_word

    def is_capital(self, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.text[self.tokens[at].start].isupper()

    def after_hyphen(self, at: int) -> bool:
        return 0 < at < len(self.tokens) and self.text[self.tokens[at].start - 1] in "-‑"

    def spaced(self, first: int, last: int) -> bool:
        if first < 0 or last >= len(self.tokens):
            return False
        return all(
            self.text[self.tokens[at].end : self.tokens[at + 1].start] == " "
            for at in range(first, last)
        )

    def readings(self, at: int) -> Sequence[Reading]:
        return self.forms.readings(self.form(at)) if self.is_word(at) else ()

    def parsed(self, at: int) -> None:
        return None

    def parts(self, at: int) -> int:
        return 1 if 0 <= at < len(self.tokens) else 0

    def has_dependent(self, at: int, *relations: str) -> bool:
        return False


@lru_cache(_REMEMBERED)
def stem(forms: Forms, form: str) -> str:
    """The verb of "chamar-te"; any other word as it is."""
    if "-" in form and _CLITICS.intersection(form.split("-")[1:]):
        return forms.parts(form)[0]
    return form

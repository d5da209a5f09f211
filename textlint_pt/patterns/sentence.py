"""What a pattern asks of a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from textlint_pt.contract import Forms, Reading


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class TokenSentence(Protocol):
    """A sentence as tokens: words, clitics and marks. A contraction is one token.

    Methods that take `at` are asked of tokens; places beyond either end have the empty form.
    """

    @property
    def text(self) -> str: ...
    @property
    def tokens(self) -> Sequence[Span]: ...
    @property
    def forms(self) -> Forms: ...
    @property
    def variant(self) -> str:
        """Of the text: "PT", "BR", "" where it is not known."""
        ...

    @property
    def at(self) -> Mapping[str, Sequence[int]]:
        """Where each form stands."""
        ...

    def __len__(self) -> int: ...
    def form(self, at: int) -> str:
        """The token in lower case."""
        ...

    def written(self, at: int) -> str: ...
    def between(self, first: int, last: int) -> str:
        """What is written from one token to another."""
        ...

    def is_word(self, at: int) -> bool: ...
    def is_capital(self, at: int) -> bool: ...
    def after_hyphen(self, at: int) -> bool: ...
    def spaced(self, first: int, last: int) -> bool: ...
    def readings(self, at: int) -> Sequence[Reading]:
        """What the lexicon says of a token."""
        ...

    def parsed(self, at: int) -> Any:
        """The only or last word of a token in the parse (`ParsedWord`); None beyond the ends."""
        ...

    def parts(self, at: int) -> int:
        """Of how many words of the parse a token consists."""
        ...

    def has_dependent(self, at: int, *relations: str) -> bool:
        """Whether a word of the parse hangs on the token by one of these relations."""
        ...

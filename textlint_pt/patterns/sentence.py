"""A sentence as tokens: words, clitics and marks, with what lexicon and parse say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from textlint_pt.contract import Forms, ParsedWord, Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt.portuguese import single_clitics
from textlint_pt.text.regex import regex
from textlint_pt.text.words import words as words_of

#: forms of which it is kept what they may be, and what verb they have
_CACHE_SIZE = 4_096
_CLITICS = single_clitics()
_OPENS = regex(r"(?:^|[.!?:;…—–(])[\s\"“«'*_(\[]*$")
#: signs that may stand between what ends a clause and the next word, at most
_MAX_GAP = 40


class Token(NamedTuple):
    """`text[start:end]`, in lower case `form`; `words`: the words of the parse it consists of."""

    form: str
    start: int
    end: int
    words: tuple[int, ...] = ()


class TokenSentence:
    """A sentence in tokens. Methods that take `at` are asked of tokens; places beyond either end
    have the empty form. `variant`: of the text, "PT", "BR" or ""."""

    variant = ""

    def __init__(
        self, text: str, forms: Forms, tokens: Sequence[Token], words: Sequence[ParsedWord] = ()
    ) -> None:
        self.text = text
        self.forms = forms
        self.tokens = tokens
        self.words = words
        self._forms = [token.form for token in tokens]
        self.length = len(self._forms)
        #: where one of some keys stands, of those that were asked for; places are bits
        self.standing: dict[frozenset[str], int] = {}
        #: by test and place, what it answered there
        self.answers: dict[tuple[Callable[..., bool], int], bool] = {}

    def __len__(self) -> int:
        return self.length

    @cached_property
    def at(self) -> Mapping[str, Sequence[int]]:
        """The indices of each form."""
        found: dict[str, list[int]] = {}
        for at, form in enumerate(self._forms):
            found.setdefault(form, []).append(at)
        return found

    @cached_property
    def key_positions(self) -> Mapping[str, int]:
        """Return positions, as bits, of forms, possible "<lemma>"s, "is:TAG"s and "HYPHEN"."""
        found: dict[str, int] = {}
        tagged: dict[str, int] = {}
        bit = 1
        for form, token in zip(self._forms, self.tokens, strict=True):
            found[form] = found.get(form, 0) | bit
            if token.words:
                tag = self.words[token.words[-1]].tag
                tagged[tag] = tagged.get(tag, 0) | bit
            bit <<= 1
        for form, bits in list(found.items()):
            for lemma in _lemma_keys(self.forms, form):
                found[lemma] = found.get(lemma, 0) | bits
        for tag, bits in tagged.items():
            found[f"is:{tag}"] = bits
        if "-" in self.text or "‑" in self.text:
            after_hyphens = sum(1 << at for at in range(len(self)) if self.after_hyphen(at))
            if after_hyphens:
                found["HYPHEN"] = after_hyphens
        return found

    @cached_property
    def ties(self) -> Sequence[bool]:
        """Return for each token whether a pattern may run from the one before to it: not over two
        words with anything but a space or hyphen between."""
        words = [form[:1].isalpha() for form in self._forms]
        text, tokens = self.text, self.tokens
        return [
            index == 0
            or not (words[index - 1] and words[index])
            or text[tokens[index - 1].end : tokens[index].start] == " "
            or text[tokens[index].start - 1] in "-‑"
            for index in range(len(tokens))
        ]

    def form(self, at: int) -> str:
        return self._forms[at] if 0 <= at < self.length else ""

    def written(self, at: int) -> str:
        return self.between(at, at)

    def between(self, first: int, last: int) -> str:
        """Return what is written from one token to another."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def is_word(self, at: int) -> bool:
        return 0 <= at < self.length and self._forms[at][:1].isalpha()

    def is_capital(self, at: int) -> bool:
        return 0 <= at < self.length and self.text[self.tokens[at].start].isupper()

    def after_hyphen(self, at: int) -> bool:
        """Return whether a hyphen ties the token to the one before it: a clitic after its verb."""
        return 0 < at < self.length and self.text[self.tokens[at].start - 1] in "-‑"

    def spaced(self, first: int, last: int) -> bool:
        """Return whether the tokens from `first` to `last` exist, with one space between each."""
        if first < 0 or last >= self.length:
            return False
        text, tokens = self.text, self.tokens
        for at in range(first, last):  # noqa: SIM110  (half as fast with `all`)
            if text[tokens[at].end : tokens[at + 1].start] != " ":
                return False
        return True

    # -- what the lexicon says ----------------------------------------------------------------

    def readings(self, at: int) -> Sequence[Reading]:
        return self.forms.readings(self.form(at)) if self.is_word(at) else ()

    # -- what the parse says, where there is one ----------------------------------------------

    def parsed(self, at: int) -> ParsedWord | None:
        """Return the only or last word of a token; None beyond the ends."""
        if not 0 <= at < self.length:
            return None
        words = self.tokens[at].words
        return self.words[words[-1]] if words else None

    def parts(self, at: int) -> int:
        """Of how many words a token consists."""
        return len(self.tokens[at].words) if 0 <= at < self.length else 0

    def tag(self, at: int) -> str:
        """Tag of the only or last word of a token ("" beyond the ends)."""
        word = self.parsed(at)
        return word.tag if word else ""

    def features(self, at: int) -> Mapping[str, str]:
        word = self.parsed(at)
        return feature_map(word.features) if word else {}

    def has_dependent(self, at: int, *relations: str) -> bool:
        """Return whether a word of the parse hangs on the token by one of these relations."""
        return 0 <= at < len(self) and any(
            word.head in self.tokens[at].words and word.relation in relations for word in self.words
        )


@lru_cache(_CACHE_SIZE)
def _lemma_keys(forms: Forms, form: str) -> Sequence[str]:
    """Return the lemmas of a form, as keys."""
    if not form[:1].isalpha():
        return ()
    return tuple({f"<{reading.lemma}>": None for reading in forms.readings(form)})


def tokenized_sentence(text: str, forms: Forms, variant: str = "") -> TokenSentence:
    """Return a sentence without parse; a verb with clitics is one token, the verb's form."""
    tokens: list[Token] = []
    end = 0
    for word in words_of(text, figures=True):
        if text[end : word.start] != " ":
            tokens += _marks(text, end, word.start)
        form = stem(forms, word.form) if "-" in word.form else word.form
        tokens.append(Token(form, word.start, word.end))
        end = word.end
    sentence = TokenSentence(text, forms, [*tokens, *_marks(text, end, len(text))])
    sentence.variant = variant
    return sentence


def _marks(text: str, start: int, end: int) -> Sequence[Token]:
    return [Token(text[at], at, at + 1) for at in range(start, end) if not text[at].isspace()]


@lru_cache(_CACHE_SIZE)
def stem(forms: Forms, form: str) -> str:
    """Return the verb of "chamar-te"; any other word as it is."""
    if _CLITICS.intersection(form.split("-")[1:]):
        return forms.parts(form)[0]
    return form


def tokens_of(text: str, words: Sequence[ParsedWord]) -> list[Token]:
    """Return the tokens of a parse: clitics are tokens of their own, contractions are one."""
    spans: dict[tuple[int, int], list[int]] = {}
    for index, word in enumerate(words):
        spans.setdefault((word.start, word.end), []).append(index)
    return [
        Token(text[start:end].lower(), start, end, tuple(parts))
        for (start, end), parts in spans.items()
    ]


def opens_clause(text: str, at: int) -> bool:
    """Return whether a clause begins at a place of a text."""
    return _OPENS.search(text, max(0, at - _MAX_GAP), at) is not None

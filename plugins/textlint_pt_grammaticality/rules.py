"""GRA001: sentences that the language model finds unlikely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from textlint_pt.document import Sentence
from textlint_pt.rule import Finding, Option, Rule, Scope, Severity
from textlint_pt.view import View
from textlint_pt_grammaticality.metrics import PROSE

#: words named in the evidence, and words a span has at most
MOST_WORDS = 3
#: a neighbour of the least likely word is part of the span if it fits as badly as this (nats)
BADLY = -2.0
#: share of the words that are plain lower-case words: below it the text is names, titles or code
LEAST_PLAIN = 0.6
_STOPS = ".!?…"
_CLOSERS = "\"'”’»)]*_"


class Probability(Protocol):
    """What the analysis `token-probabilities` says of a token."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def log_probability(self) -> float: ...
    @property
    def expected(self) -> float: ...


class Word(NamedTuple):
    """A word of a sentence and how well it fits its place (nats, 0: no better than anywhere)."""

    start: int
    end: int
    fit: float


class UnlikelySentence(Rule):
    """A sentence is improbable as Portuguese.

    ## What it finds

    Sentences that a language model, trained on Portuguese prose of many kinds, rates as probably
    damaged: a word missing, doubled or in another's place, endings that do not agree, a slip that
    happens to be another word. The words that fit their place least are marked. Whole sentences of
    running text are judged; headings, lists, tables, verse and dialogue are not, nor is what has
    fewer than `words` words, no final stop, or mostly names, figures and code.

    ## Why it matters

    Such a place makes a reader stop and go back. No single rule of grammar need be broken, which
    is why other checkers pass over it; and where a text was generated or translated by machine,
    this is what most often went wrong.

    ## Bad

    > O pescador voltou para a casa porque o seu barco barco era muito cansadas.

    ## Good

    > O pescador voltou para casa porque o seu barco era muito velho.

    ## Evidence

    `acceptability` of the sentence, in [0, 1], and the `limit` under which it is reported; `words`,
    those that fit least. A rare word is not held against a sentence: what counts is how much less
    likely a word is in this place than by itself. The model looks at a few words to the left, so
    the word marked is sometimes the one after the slip.

    ## Source

    Kann et al. (2018), "Sentence-Level Fluency Evaluation: References Help, But Can Be Spared!":
    log-probability over that of the words alone (SLOR), here with the worst place beside the mean.
    """

    code = "GRA001"
    name = "grammaticality.unlikely-sentence"
    scope = Scope.SENTENCE
    severity = Severity.WARNING
    dimension = "grammaticality"
    needs = ("acceptability", "token-probabilities")
    metrics = ("grammaticality.acceptability",)
    kinds = PROSE
    options = {
        "limit": Option(0.3, "sentences of lower acceptability are reported", 0, 1),
        "words": Option(5, "sentences of fewer words are not judged", 1),
    }
    messages = {
        "pt": {
            "message": "frase pouco provável: aceitabilidade {acceptability:.2f}, "
            "limite {limit:g}; onde menos se espera: {listed}",
        },
        "en": {
            "message": "unlikely sentence: acceptability {acceptability:.2f}, "
            "limit {limit:g}; least expected: {listed}",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        limit: float = options["limit"]
        acceptability = view.metric("grammaticality.acceptability").values
        probabilities = view.analysis("token-probabilities")
        for sentence, value, tokens in zip(
            view.sentences, acceptability, probabilities, strict=True
        ):
            if value is None or value >= limit or sentence.kind not in self.kinds:
                continue
            words = judged_words(sentence, tokens, options["words"])
            if not words:
                continue
            least = sorted(sorted(words, key=lambda word: word.fit)[:MOST_WORDS])
            forms = [sentence.text[word.start : word.end] for word in least]
            start, end = worst_place(words)
            yield self.finding(
                sentence,
                {"acceptability": round(value, 3), "limit": limit, "words": forms},
                start=start,
                end=end,
                arguments={"listed": ", ".join(f"«{form}»" for form in forms)},
            )


def judged_words(sentence: Sentence, tokens: Sequence[Probability], least: int) -> list[Word]:
    """The plain words of a whole sentence; empty where it is not for the model to judge."""
    text = sentence.text
    if not text.rstrip(_CLOSERS).endswith(tuple(_STOPS)):
        return []
    words: list[Word] = []
    others = 0
    for token in tokens:
        form = text[token.start : token.end].lstrip("-")
        if not form[:1].isalnum():
            continue
        first = not words and not others
        plain = all(char.isalpha() or char in "-'’" for char in form)
        if plain and (first or form.islower()):
            words.append(Word(token.start, token.end, token.log_probability - token.expected))
        else:
            others += 1
    count = len(words) + others
    return words if count >= least and len(words) >= LEAST_PLAIN * count else []


def worst_place(words: Sequence[Word]) -> tuple[int, int]:
    """Start and end of the word that fits least, with the words beside it that fit badly too."""
    first = last = min(range(len(words)), key=lambda i: (words[i].fit, i))
    while last - first + 1 < MOST_WORDS:
        before = words[first - 1].fit if first and _beside(words, first) else 0.0
        after = words[last + 1].fit if last + 1 < len(words) and _beside(words, last + 1) else 0.0
        if min(before, after) >= BADLY:
            break
        if before < after:
            first -= 1
        else:
            last += 1
    return words[first].start, words[last].end


def _beside(words: Sequence[Word], index: int) -> bool:
    """Nothing but a space stands between a word and the one before it."""
    return words[index].start - words[index - 1].end <= 1

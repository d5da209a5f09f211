"""GRA001: sentences that the language model finds unlikely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from textlint_pt.document import Sentence
from textlint_pt.rule import Finding, Option, Rule, Scope, Severity
from textlint_pt.view import View
from textlint_pt_grammaticality.metrics import PROSE

#: words named in the evidence
MOST_WORDS = 3
#: share of the words that are plain lower-case words: below it the text is names, titles or code
LEAST_PLAIN = 0.6
_STOPS = (".", "!", "?", "…")
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
    """A word of a sentence and how well it fits its place (nats; 0: no better than anywhere)."""

    start: int
    end: int
    fit: float


class UnlikelySentence(Rule):
    """A sentence is improbable as Portuguese.

    ## What it finds

    Sentences that a language model, trained on Portuguese prose of many kinds, rates as probably
    damaged: a word missing, doubled or in another's place, endings that do not agree, a slip that
    happens to be another word. The word that fits its place least is marked. Whole sentences of
    running text are judged; headings, lists, tables, verse and dialogue are not, nor is what has
    fewer than `words` words, no final stop, or mostly names, figures and code.

    ## Why it matters

    Such a place makes a reader stop and go back. No single rule of grammar need be broken, which
    is why other checkers pass over it; and where a text was generated or translated by machine,
    this is what most often went wrong.

    ## Bad

    > O médicos disse que os doente precisava descansar muito.

    ## Good

    > O médico disse que os doentes precisavam de descansar muito.

    ## Evidence

    `acceptability` of the sentence, in [0, 1], and the `limit` under which it is reported; `words`,
    the three at most that fit least. A rare word is not held against a sentence: what counts is how
    much less likely a word is in this place than by itself, and how unlikely it makes what follows.

    Measured: of 1,000 sentences of clean text 5 are reported in news (NTREX, both translations), 5
    in stories, 2 in technical documentation; of held-out sentences with one wrong word 16 %, the
    wrong word marked in 9 of 10 of these.

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
        "limit": Option(0.4, "sentences of lower acceptability are reported", 0, 1),
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
            ranked = sorted(words, key=lambda word: word.fit)[:MOST_WORDS]
            worst = ranked[0]
            least = sorted(word for word in ranked if word is worst or word.fit < 0)
            forms = [sentence.text[word.start : word.end] for word in least]
            yield self.finding(
                sentence,
                {"acceptability": round(value, 3), "limit": limit, "words": forms},
                start=worst.start,
                end=worst.end,
                arguments={"listed": ", ".join(f"«{form}»" for form in forms)},
            )


def judged_words(sentence: Sentence, tokens: Sequence[Probability], least: int) -> list[Word]:
    """The plain words of a whole sentence; empty where it is not for the model to judge."""
    text = sentence.text
    if not text.rstrip(_CLOSERS).endswith(_STOPS):
        return []
    words: list[Word] = []
    others = 0
    following = [*tokens[1:], None]
    for token, after in zip(tokens, following, strict=True):
        form = text[token.start : token.end].lstrip("-")
        if not form[:1].isalnum():
            continue
        plain = all(char.isalpha() or char in "-'’" for char in form)
        if plain and (form.islower() or not (words or others)):
            # a word out of place makes the next token unlikely as well
            consequence = 0.0 if after is None or _is_name(text, after) else min(0.0, _gain(after))
            words.append(Word(token.start, token.end, _gain(token) + consequence))
        else:
            others += 1
    count = len(words) + others
    return words if count >= least and len(words) >= LEAST_PLAIN * count else []


def _gain(token: Probability) -> float:
    return token.log_probability - token.expected


def _is_name(text: str, token: Probability) -> bool:
    return text[token.start : token.end][:1].isupper()

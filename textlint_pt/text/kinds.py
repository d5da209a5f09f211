"""What kind of text a document is: its score compares it with human texts of that kind.

* `story`: stories for children;
* `classic`: prose from before 1911 and what is written like it;
* `news`; `manual` (how something works or is done);
* `essay`: an argument about a question of public life, as at school;
* `law`: statutes and judgments; `letter`: speeches, letters, what else is said to somebody;
* `post`: of a blog, in the first person; `thesis`: academic prose;
* `notes`: lines that are no whole sentences: lists, tables, minutes;
* `other`: everything else, and what is not surely of one kind: it is compared with texts of all
  kinds.

Recognised without a model, by what is counted in the text: lengths, marks, listed words
(`kinds.tsv`). A linear classifier over these (`kinds.json`) is fitted by `python -m
training.peers`; `kinds.md` is its card. Notes are told by their lines alone.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.text.regex import regex
from textlint_pt.text.words import WORD

if TYPE_CHECKING:
    from textlint_pt.text.document import Document

_DATA = Path(__file__).parent / "data" / "pt"
KINDS = (
    "story", "classic", "news", "manual", "essay", "law", "letter", "post", "thesis", "other",
    "notes",
)  # fmt: skip
#: sentences that tell the kind of a text
SAMPLE = 200
#: share of words in lines that do not end as sentences do from which a text is surely notes
LOOSE = 0.6
#: most words of such a line
LINE = 20
_CLOSING = tuple('.!?:;…"”»’)')
_DIGITS = regex(r"\d+")
_CODE = regex(r"\w[._/\\]\w|\w\(\)|[a-z][A-Z]|[_<>{}=]")
_DASHES = ("—", "–", "-", "―")


class Cues(NamedTuple):
    """Lists by name: words anywhere, first words of sentences, ends of words."""

    words: Mapping[str, frozenset[str]]
    openers: Mapping[str, frozenset[str]]
    endings: Mapping[str, tuple[str, ...]]


@cache
def cues() -> Cues:
    """Return the words and endings that mark the kinds of texts."""
    lists: dict[str, dict[str, list[str]]] = {"words": {}, "openers": {}, "endings": {}}
    for where, name, members in shipped.read_rows(_DATA / "kinds.tsv"):
        lists[where][name] = members.split()
    words, openers = (
        {name: frozenset(members) for name, members in lists[where].items()}
        for where in ("words", "openers")
    )
    return Cues(words, openers, {name: tuple(ends) for name, ends in lists["endings"].items()})


@cache
def classifier() -> Mapping[str, Any]:
    """`features` with `means` and `spreads`, and for each kind a row of `weights`, bias last."""
    found: Mapping[str, Any] = json.loads(shipped.read_text(_DATA / "kinds.json"))
    return found


@cache
def _places() -> Mapping[str, Sequence[float]]:
    found: Mapping[str, Sequence[float]] = json.loads(shipped.read_text(_DATA / "places.json"))
    return found


def place(kind: str, total: float) -> float | None:
    """Return the share of texts of that kind with a lower score; None if none were measured."""
    quantiles = _places().get(kind)
    if not quantiles:
        return None
    return (bisect_left(quantiles, total) + bisect_right(quantiles, total)) / 2 / len(quantiles)


def features(sentences: Sequence[str]) -> dict[str, float]:
    """Return the frequency of each feature of a text by name; all 0 without words."""
    with_words = [counted for text in sentences if (counted := _count_features(text))["words"]]
    total = dict.fromkeys(_count_features(""), 0)
    for counted in with_words:
        for name, number in counted.items():
            total[name] += number
    word_count, sentence_count = max(total.pop("words"), 1), max(len(with_words), 1)
    found: dict[str, float] = {}
    for name, number in total.items():
        is_by_sentence = name in _BY_SENTENCE or name.startswith("openers ")
        found[name] = number / (sentence_count if is_by_sentence else word_count)
    return {"sentence length": math.log(word_count / sentence_count), **found}


#: counted by the sentence; all others, but openers, by the word
_BY_SENTENCE = frozenset((
    "long sentences", "short sentences", "dialogue", "quotes", "questions", "exclamations",
    "semicolons", "colons",
))  # fmt: skip


@lru_cache(512)  # the sentences that tell the kind seldom change while a text is written
def _count_features(sentence: str) -> Mapping[str, int]:
    """Return the counts of the features in a sentence, and its `words`."""
    lists, words, text = cues(), WORD.findall(sentence), sentence.strip()
    lower = [word.lower() for word in words]
    result = {
        "words": len(words),
        "word length": sum(map(len, words)),
        "long sentences": int(len(words) > 40),
        "short sentences": int(len(words) < 7),
        "names": sum([word[0].isupper() for word in words[1:]]),
        "numbers": len(_DIGITS.findall(sentence)),
        "code": len(_CODE.findall(sentence)),
        "dialogue": int(text.startswith(_DASHES)),
        "quotes": sum(map(text.count, '"“”«»')),
        "questions": int(text.endswith("?")),
        "exclamations": int("!" in text),
        "semicolons": text.count(";"),
        "commas": text.count(","),
        "colons": int(text.endswith(":")),
    }
    for name, words_of_list in lists.words.items():
        result[f"words {name}"] = sum(map(words_of_list.__contains__, lower))
    for name, words_of_list in lists.openers.items():
        result[f"openers {name}"] = sum(word in words_of_list for word in lower[:1])
    long = [word for word in lower if len(word) > 4]
    for name, ends in lists.endings.items():
        result[f"endings {name}"] = sum(word.endswith(ends) for word in long)
    return result


def recognise(document: Document) -> dict[str, float]:
    """Return the probability of each kind, most probable first; `other` if empty."""
    sentences = document.texts[:SAMPLE]
    if not sentences:
        return {"other": 1.0}
    notes = min(1.0, loose(sentences) / LOOSE)  # the others share the rest
    found = classify(features(sentences), classifier())
    shares = {**{kind: (1 - notes) * share for kind, share in found.items()}, "notes": notes}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def loose(sentences: Sequence[str]) -> float:
    """Share of the words that stand in short lines which do not end as sentences do."""
    words = [(text, _count_features(text)["words"]) for text in sentences]
    lines = [n for text, n in words if n <= LINE and not text.rstrip().endswith(_CLOSING)]
    return sum(lines) / max(1, sum([n for _, n in words]))


def classify(found: Mapping[str, float], fitted: Mapping[str, Any]) -> dict[str, float]:
    """Return probabilities of the kinds under a fitted classifier, highest first."""
    # shares are skewed: their roots are spread more evenly
    scaled = [
        (root(found[name]) - mean) / spread
        for name, mean, spread in zip(
            fitted["features"], fitted["means"], fitted["spreads"], strict=True
        )
    ]
    scores: dict[str, float] = {
        kind: weights[-1] + sum(map(mul, weights, scaled))
        for kind, weights in fitted["weights"].items()
    }
    highest = max(scores.values())
    odds = {kind: math.exp(score - highest) for kind, score in scores.items()}
    total = sum(odds.values())
    order = sorted(odds, key=lambda kind: -odds[kind])
    return {kind: odds[kind] / total for kind in order}


def root(value: float) -> float:
    return math.copysign(math.sqrt(abs(value)), value)

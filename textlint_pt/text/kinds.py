"""What kind of text a document is: its score compares it with human texts of that kind.

* `children`: stories for children;
* `classic`: prose from before 1911 and what is written like it;
* `news`; `procedure` (how to do something, step by step); `manual` (how something works);
* `other`: everything else, such as speeches, law, essays.

Recognised without a model, by what is counted in the text: lengths, marks, listed words
(`kinds.toml`). A linear classifier over these (`kinds.json`) is fitted by `python -m
training.peers`; `kinds.md` is its card.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.text.regex import regex

if TYPE_CHECKING:
    from textlint_pt.text.document import Document

KINDS = ("children", "classic", "news", "procedure", "manual", "other")
#: sentences that tell the kind of a text
SAMPLE = 200
_WORD = regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
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
    import tomllib
    from importlib.resources import files

    lists = tomllib.loads(
        files("textlint_pt.text").joinpath("data/pt/kinds.toml").read_text("utf-8")
    )
    return Cues(
        {name: frozenset(words.split()) for name, words in lists["words"].items()},
        {name: frozenset(words.split()) for name, words in lists["openers"].items()},
        {name: tuple(ends.split()) for name, ends in lists["endings"].items()},
    )


@cache
def classifier() -> Mapping[str, Any]:
    """`features` with `means` and `spreads`, and for each kind a row of `weights`, bias last."""
    import json
    from importlib.resources import files

    text = files("textlint_pt.text").joinpath("data/pt/kinds.json").read_text("utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def features(sentences: Sequence[str]) -> dict[str, float]:
    """What is counted in a text, by name; all 0 without words."""
    lists = cues()
    spoken = [(text, _WORD.findall(text)) for text in sentences]
    spoken = [(text, words) for text, words in spoken if words]
    words = [word for _, found in spoken for word in found]
    count, size = max(len(words), 1), max(len(spoken), 1)
    lower = [word.lower() for word in words]
    first = [found[0].lower() for _, found in spoken]
    inner = [word for _, found in spoken for word in found[1:]]
    stripped = [text.strip() for text, _ in spoken]
    result = {
        "sentence length": math.log(count / size),
        "word length": sum(map(len, words)) / count,
        "long sentences": sum(len(found) > 40 for _, found in spoken) / size,
        "short sentences": sum(len(found) < 7 for _, found in spoken) / size,
        "names": sum(word[0].isupper() for word in inner) / count,
        "numbers": sum(len(_DIGITS.findall(text)) for text, _ in spoken) / count,
        "code": sum(len(_CODE.findall(text)) for text, _ in spoken) / count,
        "dialogue": sum(text.startswith(_DASHES) for text in stripped) / size,
        "quotes": sum(mark in '"“”«»' for text in stripped for mark in text) / size,
        "questions": sum(text.endswith("?") for text in stripped) / size,
        "exclamations": sum("!" in text for text in stripped) / size,
        "semicolons": sum(text.count(";") for text in stripped) / size,
        "commas": sum(text.count(",") for text in stripped) / count,
        "colons": sum(text.endswith(":") for text in stripped) / size,
    }
    often = Counter(lower)
    for name, listed in lists.words.items():
        result[f"words {name}"] = sum(often[word] for word in listed) / count
    for name, listed in lists.openers.items():
        result[f"openers {name}"] = sum(word in listed for word in first) / size
    for name, ends in lists.endings.items():
        ending = (times for word, times in often.items() if len(word) > 4 and word.endswith(ends))
        result[f"endings {name}"] = sum(ending) / count
    return result


def recognise(document: Document) -> dict[str, float]:
    """The probability of each kind, the likeliest first; `other` without sentences."""
    sentences = [sentence.text for sentence in document.sentences[:SAMPLE]]
    return classify(features(sentences), classifier()) if sentences else {"other": 1.0}


def classify(found: Mapping[str, float], fitted: Mapping[str, Any]) -> dict[str, float]:
    """Probabilities of the kinds under a fitted classifier, the likeliest first."""
    # shares are skewed: their roots are spread more evenly
    scaled = [
        (root(found[name]) - mean) / spread
        for name, mean, spread in zip(
            fitted["features"], fitted["means"], fitted["spreads"], strict=True
        )
    ]
    scores: dict[str, float] = {
        kind: weights[-1] + sum(w * x for w, x in zip(weights, scaled, strict=False))
        for kind, weights in fitted["weights"].items()
    }
    most = max(scores.values())
    odds = {kind: math.exp(score - most) for kind, score in scores.items()}
    whole = sum(odds.values())
    order = sorted(odds, key=lambda kind: -odds[kind])
    return {kind: odds[kind] / whole for kind in order}


def root(value: float) -> float:
    return math.copysign(math.sqrt(abs(value)), value)

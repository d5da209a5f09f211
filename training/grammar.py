"""Fit the limits of the rules that ask the model: what gain they speak from, and GRA001.

    python -m training.grammar --data DIR [--rate 4] [--sentences 6000] [--damaged 150] [--out FILE]

DIR is what `training.encoder.prepare` wrote. The sentences are those of DIR/held-out.txt, which no
model has read. As they stand they say how often a rule speaks of published text, right or wrong:
RATE is for GRA001 and GRA1xx together and in 1,000 sentences, `--each` for any other rule. With one
agreement broken, along the parse, they say what is found of the phenomena of GRA1xx (their harmonic
mean). The limits of GRA1xx (one for all, or with `--apart` one for each) and of GRA001 are those
with which most is found, under its own code, at that rate; that of any other rule but those of
spelling is what its author set, raised until it keeps to its rate. Writes the limits and what was
measured to FILE (default: the plugin's).

One limit for all, though published text has more slips of determiners than of all the rest: a limit
of their own, from which these keep to the rate, finds a third of the determiners that are broken.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import harmonic_mean
from typing import TYPE_CHECKING, Any

from textlint_pt_embedded.forms import form_lexicon

from training.encoder.faults import Damage, Word, parse, render
from training.encoder.inflection import load
from training.encoder.links import Link, Parse

if TYPE_CHECKING:
    from benchmarks.agreement import Judge

SEED = 7
#: rules whose limit stays as their author set it: what is no word needs no rate
SPELLING = "GRA9"
#: limits of GRA1xx that are tried, in nats, and of GRA001, in log-odds
GAINS = tuple(round(0.2 * i, 2) for i in range(3, 30))
ODDS = tuple(round(2 + 0.2 * i, 2) for i in range(22))
SUSPECT = "GRA001"
AGREEMENT = ("GRA101", "GRA102", "GRA103", "GRA104", "GRA105")
_PHENOMENA = {
    "determiner": "det-noun",
    "adjective": "adj-noun",
    "predicative": "sp",
    "number": "sv-number",
    "person": "sv-person",
}

Limits = Mapping[str, float]


# ------------------------------------------------------------------ broken agreement


def broken(text: str, links: Sequence[Link], damage: Damage) -> Iterator[dict[str, Any]]:
    """The sentence with one agreement broken, for each kind of link that it has."""
    for kind in sorted({link[0] for link in links}):
        words = parse(text)
        by_start = dict(zip((start for start, _ in render(words)[1]), words, strict=True))
        linked = [
            (kind, by_start[target], by_start[controller])
            for other, target, controller in links
            if other == kind and target in by_start and controller in by_start
        ]
        before = [word.text for word in words]
        if not linked or not damage.break_link(words, linked):
            continue
        bad, marks = render(words)
        (at,) = (i for i, word in enumerate(words) if word.text != before[i])
        subject = next(c.text for _, target, c in linked if target is words[at])
        yield {
            "good": text,
            "bad": bad,
            "start": marks[at][0],
            "good_form": before[at],
            "bad_form": words[at].text,
            "subject": subject,
            "phenomenon": _phenomenon(kind, before[at], words[at]),
        }


def _phenomenon(kind: str, good: str, bad: Word) -> str:
    if kind == "verb":
        was, is_now = (_persons(form) for form in (good, bad.text))
        kind = "number" if was & is_now else "person"
    return _PHENOMENA[kind]


def _persons(form: str) -> set[str | None]:
    readings = form_lexicon().readings(form)
    found = {r.feature("Person") for r in readings if r.feature("VerbForm") == "Fin"}
    # "falava" is first person too, but hardly ever where a subject of the third is meant
    return found - {"1"} if {"1", "3"} <= found else found


def drawn(
    texts: Sequence[str], parses: Sequence[Sequence[Any]], data: Path, number: int
) -> list[dict[str, Any]]:
    """At most so many pairs of each phenomenon; `parses`: the analysis `parse` of the texts."""
    damage = Damage(load(data / "inflections.tsv"), [], SEED)
    by: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for text, words in zip(texts, parses, strict=True):
        tree = Parse(
            [(word.start, word.form) for word in words],
            [(word.head, word.relation, word.tag, word.features) for word in words],
        )
        for pair in broken(text, tree.links(), damage):
            by[pair["phenomenon"]].append(pair)
    chance = random.Random(SEED)
    return [
        pair
        for _, pairs in sorted(by.items())
        for pair in chance.sample(pairs, min(number, len(pairs)))
    ]


# ------------------------------------------------------------------ limits


def common(gain: float, odds: float) -> dict[str, float]:
    """Limits of all rules of agreement alike, and of GRA001 (a probability)."""
    return {**dict.fromkeys(AGREEMENT, gain), SUSPECT: round(1 / (1 + math.exp(-odds)), 4)}


def rate(clean: Judge, limits: Limits) -> float:
    """Findings in 1,000 sentences."""
    number = sum(map(len, clean.at(limits).values()))
    return 1000 * number / max(1, len(clean.view.sentences))


def share(damaged: Judge, pairs: Sequence[Mapping[str, Any]], limits: Limits) -> float:
    """Share found and called by its name: the harmonic mean of the phenomena, so that what is found
    least weighs most."""
    from benchmarks.agreement import diagnosed

    row = diagnosed(pairs, damaged.at(limits))
    found: Mapping[str, float] = row["by"]
    right: Mapping[str, float] = row["right_by"]
    shares = [some * right.get(name, 0.0) for name, some in found.items()]
    return harmonic_mean(shares) if shares else 0.0


def _keeps(clean: Judge, most: float, gain: float, odds: float) -> bool:
    return rate(clean, common(gain, odds)) <= most


def together(
    clean: Judge, damaged: Judge, pairs: Sequence[Mapping[str, Any]], most: float
) -> dict[str, float]:
    """The common limits with which most is found at a rate."""
    best, limits = -1.0, common(GAINS[-1], ODDS[-1])
    for gain in GAINS:
        # the lowest limit of GRA001 that the rate allows finds most
        at = bisect_left(ODDS, True, key=partial(_keeps, clean, most, gain))
        if at < len(ODDS):
            tried = common(gain, ODDS[at])
            if (found := share(damaged, pairs, tried)) > best:
                best, limits = found, tried
    return limits


def apart(
    clean: Judge, damaged: Judge, pairs: Sequence[Mapping[str, Any]], most: float, start: Limits
) -> dict[str, float]:
    """Limits of each rule, one after the other moved as long as more is found at the rate."""
    limits = dict(start)
    best = share(damaged, pairs, limits)
    for _ in range(2):
        for code in AGREEMENT:
            for gain in GAINS:
                tried = {**limits, code: gain}
                if rate(clean, tried) <= most and (found := share(damaged, pairs, tried)) > best:
                    best, limits = found, tried
    return limits


def raised(clean: Judge, code: str, own: float, most: float) -> float:
    """The limit that a rule's author set, or the lowest above at which it keeps to its rate."""
    gains: list[float] = sorted(f.evidence["gain"] for f in clean.judged if f.code == code)
    allowed = int(most * len(clean.view.sentences) / 1000)
    if len(gains) <= allowed:
        return own
    return max(own, round(gains[-allowed - 1] + 0.01, 2))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rate", type=float, default=4)
    parser.add_argument("--each", type=float, default=3.0)
    parser.add_argument("--sentences", type=int, default=6_000)
    parser.add_argument("--damaged", type=int, default=150)
    parser.add_argument("--apart", action="store_true", help="a limit for each rule of GRA1xx")
    parser.add_argument("--out", type=Path, help="default: limits.json of the plugin")
    given = parser.parse_args(arguments)
    from textlint_pt_grammaticality import judged

    from benchmarks.agreement import Judge, diagnosed

    out = given.out or judged.LIMITS
    lines = (given.data / "held-out.txt").read_text(encoding="utf-8").splitlines()
    texts = random.Random(SEED).sample(lines, min(given.sentences, len(lines)))
    clean = Judge.of(texts, sorted({SUSPECT, *Judge.codes()}))
    pairs = drawn(texts, clean.view.analysis("parse"), given.data, given.damaged)
    damaged = Judge.of([pair["bad"] for pair in pairs], [SUSPECT, *AGREEMENT])
    found = together(clean.only([SUSPECT, *AGREEMENT]), damaged, pairs, given.rate)
    if given.apart:
        found = apart(clean.only([SUSPECT, *AGREEMENT]), damaged, pairs, given.rate, found)
    others = {
        code: raised(clean, code, judged.own_limits[code], given.each)
        for code in clean.rules
        if code not in found and not code.startswith(SPELLING)
    }
    limits = dict(sorted({**found, **others}.items()))
    counts = Counter(f.code for some in clean.at(limits).values() for f in some)
    measured = {
        "sentences": len(texts),
        "per_1000": {code: round(1000 * n / len(texts), 2) for code, n in sorted(counts.items())},
        "damaged": len(pairs),
        **diagnosed(pairs, damaged.at(found)),
    }
    report = {"limits": limits, "seed": SEED, "rate": given.rate, "measured": measured}
    text = json.dumps(report, indent=1, ensure_ascii=False)
    out.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    print(text)


if __name__ == "__main__":
    main()

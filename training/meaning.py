"""Measure on what scale TRA002 judges: unrelated sentences, and independent human translations.

A `VERSIONS` is one of (`.xz` or plain UTF-8):

* `A.txt,B.txt`: the same documents in two translations, one file each;
* `A.txt`: one file, all documents in one translation, then as many in the other.

Documents are set off by an empty line, a sentence or paragraph a line. Those that correspond are
found by the rare words they share and aligned; lines that are each other's only partner and not
equal are pairs. Writes `data/meaning.json` of the plugin `textlint_pt_translation`: numbers only,
no text. The one that ships was made of Tradução Brasileira and Bíblia Livre (public domain) and the
documentation of Power BI in European and Brazilian Portuguese (CC BY 4.0). To be run again whenever
the encoder, the word vectors or the lexicon change; the file says which it was made with.

Prints what the limits of one half of the documents flag of the other half, and of pairs of
unrelated sentences.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from textlint_pt_embedded import artefact
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.lexicon import OPEN, SHARE_ALIKE, open_lexicon
from textlint_pt_translation.human import HumanPairs, fingerprint
from textlint_pt_translation.meaning import PATH, LinkMeaning, Scale, Side, link_meaning, measures

from benchmarks.evaluation.views import sides
from textlint_pt.companions.alignment import Unit, align
from textlint_pt.contract.alignment import Link, NotAligned
from training.corpus import documents
from training.drift import of_other_half, quantiles
from training.inputs import write_json

SEED = 7
#: drift falls a little with the length of a sentence: words to this power make up for it
EXPONENT = 0.25
#: least share of their words that partners have in common: below it alignment may have slipped
LEAST_SHARED = 0.15
#: pairs taken of each file
MOST = 600
MOST_WORDS = 60
_RARE_WORD = re.compile(r"[^\W\d_]{4,}")
#: documents that a word may be in, at most, to tell one by
_MOST_DOCUMENTS = 40

Lines = list[str]


class Pair(NamedTuple):
    """A line in two translations, and the document it is from."""

    document: str
    target: str
    reference: str


# ------------------------------------------------------------------ pairs


def corresponding(
    first_version: Sequence[Lines], second_version: Sequence[Lines]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of documents that are each other's nearest: the cosine of shared rare words,
    weighted by rarity."""
    words = [
        set(_RARE_WORD.findall(" ".join(lines).lower()))
        for lines in (*first_version, *second_version)
    ]
    document_counts = Counter(word for document_words in words for word in document_words)
    norms = [
        math.sqrt(sum(1 / document_counts[word] for word in document_words)) or 1.0
        for document_words in words
    ]
    documents_with: dict[str, list[int]] = defaultdict(list)
    for number, document_words in enumerate(words[len(first_version) :], len(first_version)):
        for word in document_words:
            if 1 < document_counts[word] <= _MOST_DOCUMENTS:
                documents_with[word].append(number)
    nearest: dict[int, tuple[float, int]] = {}
    for number, document_words in enumerate(words[: len(first_version)]):
        weights: dict[int, float] = defaultdict(float)
        for word in document_words:
            for other in documents_with.get(word, ()):
                weights[other] += 1 / document_counts[word]
        for other, weight in weights.items():
            likeness = weight / (norms[number] * norms[other])
            nearest[number] = max(nearest.get(number, (0.0, -1)), (likeness, other))
            nearest[other] = max(nearest.get(other, (0.0, -1)), (likeness, number))
    for number in range(len(first_version)):
        other = nearest.get(number, (0.0, -1))[1]
        if other >= 0 and nearest[other][1] == number:
            yield number, other - len(first_version)


def pairs_of(versions: str) -> list[Pair]:
    """Return the pairs of lines of one argument."""
    first, _, second = versions.partition(",")
    first_version = list(documents(Path(first)))
    if second:
        second_version = list(documents(Path(second)))
    else:
        half = len(first_version) // 2
        first_version, second_version = first_version[:half], first_version[half:]
    pairs: list[Pair] = []
    for first_index, second_index in corresponding(first_version, second_version):
        first_lines, second_lines = first_version[first_index], second_version[second_index]
        try:
            links = align([*map(Unit, first_lines)], [*map(Unit, second_lines)]).links
        except NotAligned:
            continue
        for link in links:
            target = first_lines[link.left : link.left_end]
            reference = second_lines[link.right : link.right_end]
            if (
                len(target) == len(reference) == 1
                and target != reference
                and (link.similarity or 0.0) > LEAST_SHARED
                and max(len(line.split()) for line in (*target, *reference)) <= MOST_WORDS
            ):
                document = f"{Path(first).name}:{first_index}"
                pairs.append(Pair(document, target[0], reference[0]))
    return pairs


# ------------------------------------------------------------------ scale


def unrelated(target: Sequence[Side], reference: Sequence[Side]) -> dict[str, float]:
    """Return the mean of each measure between sentences and partners of others."""
    found: dict[str, list[float]] = defaultdict(list)
    for index, side in enumerate(target):
        for name, value in measures(side, reference[(index + 1) % len(reference)]).items():
            found[name].append(value)
    return {name: round(fmean(values), 4) for name, values in sorted(found.items())}


def limits(drifts: Sequence[LinkMeaning]) -> HumanPairs:
    """Return the quantiles of scaled drift."""
    scaled = quantiles(drift.drift * drift.words**EXPONENT for drift in drifts)
    return HumanPairs(fingerprint(open_lexicon().names), EXPONENT, scaled)


def report(
    origins: Sequence[str], human: Sequence[LinkMeaning], others: Sequence[LinkMeaning]
) -> None:
    """Print how much the limits flag of the other half of documents and of unrelated pairs."""
    percentiles = of_other_half(origins, human, lambda rows: limits([human[row] for row in rows]))
    all_limits = limits(human)
    for limit in (0.25, 0.5, 1.0, 2.0):
        flagged_unrelated = fmean(all_limits.percentile(d.drift, d.words) <= limit for d in others)
        line = f"percentile {limit}: {flagged_unrelated:.2%} of unrelated sentences"
        if percentiles:
            flagged = fmean(percentile <= limit for percentile in percentiles)
            line += f", {flagged:.2%} of the other half"
        print(line)


def run(
    versions: Sequence[str],
    *,
    output: Path = PATH,
) -> None:
    """Measure the scale on pairs of translations and write it."""
    rng = random.Random(SEED)
    sampled: list[Pair] = []
    for argument in versions:
        found = pairs_of(argument)
        sampled += rng.sample(found, min(MOST, len(found)))
        print(f"{argument}: {len(found)} pairs")
    rng.shuffle(sampled)
    both = sides([text for pair in sampled for text in (pair.target, pair.reference)])
    target, reference = both[::2], both[1::2]
    lexicon = fingerprint(open_lexicon().names)
    scale = Scale(unrelated(target, reference), HumanPairs(lexicon, 0.0, ()))
    forms, link = form_lexicon(), Link(0, 1, 0, 1)

    def drift(side: Side, other: Side) -> LinkMeaning:
        return link_meaning(link, side, other, forms, scale)

    usable = [at for at in range(len(sampled)) if target[at].words and reference[at].words]
    human = {index: drift(target[index], reference[index]) for index in usable}
    others = [
        drift(target[index], reference[usable[number - 1]]) for number, index in enumerate(usable)
    ]
    report([sampled[index].document for index in usable], list(human.values()), others)
    negations = fmean(bool(d.lost or d.gained) for d in human.values())
    print(f"{negations:.2%} of the pairs differ by a negation")
    content = {
        "pairs": len(usable),
        "resources": {
            name: artefact.digest(name) for name in ("encoder", "vectors", OPEN, SHARE_ALIKE)
        },
        "lexicon": lexicon,
        "exponent": EXPONENT,
        "unrelated": scale.unrelated,
        "quantiles": limits(list(human.values())).quantiles,
    }
    write_json(output, content)

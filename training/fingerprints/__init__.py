"""Samples of what models were trained on and of what they are judged by, as fingerprints.

    python -m training.fingerprints --evaluation FILE… --encoder sentences.txt --corpus FOLDER…

writes `evaluation.txt`, `encoder.txt`, `ngram.txt` and `vectors.txt` here: of all sentences those
whose fingerprint (`training.corpus.fingerprint`) begins with `SAMPLED`, one in 256. A sentence that
stood on both sides would be drawn on both, so the samples show it; no text can be read from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from training.corpus import fingerprint

FOLDER = Path(__file__).parent
SAMPLED = "00"


def sample(prints: Iterable[bytes | None]) -> list[str]:
    """The sampled ones in hexadecimal, sorted."""
    return sorted({p.hex() for p in prints if p is not None and p.hex().startswith(SAMPLED)})


def of_sentences(sentences: Iterable[str]) -> list[str]:
    return sample(map(fingerprint, sentences))


def read(name: str) -> frozenset[str]:
    return frozenset((FOLDER / f"{name}.txt").read_text(encoding="ascii").split())


def write(name: str, prints: Iterable[str]) -> None:
    text = "".join(f"{found}\n" for found in prints)
    (FOLDER / f"{name}.txt").write_text(text, encoding="ascii", newline="\n")

"""Samples of what models were trained on and of what they are judged by, as fingerprints.

writes `evaluation.txt`, `encoder.txt`, `ngram.txt` and `vectors.txt` here: of all sentences those
whose fingerprint (`training.corpus.fingerprint`) begins with `SAMPLED`, one in 256. A sentence that
stood on both sides would be drawn on both, so the samples show it; no text can be read from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from textlint_pt.text.segmentation import sentence_spans
from training.corpus import fingerprint, reserved

FOLDER = Path(__file__).parent
SAMPLED = "00"


def sample(prints: Iterable[bytes | None]) -> list[str]:
    """Return the sampled ones in hexadecimal, sorted."""
    return sorted({p.hex() for p in prints if p is not None and p.hex().startswith(SAMPLED)})


def of_sentences(sentences: Iterable[str]) -> list[str]:
    return sample(map(fingerprint, sentences))


def read(name: str) -> frozenset[str]:
    return frozenset((FOLDER / f"{name}.txt").read_text(encoding="ascii").split())


def write(name: str, prints: Iterable[str]) -> None:
    text = "".join(f"{found}\n" for found in prints)
    (FOLDER / f"{name}.txt").write_text(text, encoding="ascii", newline="\n")


def run(*, evaluation: Sequence[Path], encoder: Path, corpus: Sequence[str]) -> None:
    """Write the samples of evaluation and training texts."""
    from training import ngram, vectors

    excluded = reserved(evaluation)
    write("evaluation", sample(excluded))
    with encoder.open(encoding="utf-8") as stream:
        write("encoder", of_sentences(stream))
    ngram_sentences = (text for text, unseen in ngram.sentences(corpus, excluded) if not unseen)
    write("ngram", of_sentences(ngram_sentences))
    vector_sources, _ = vectors.split_held_out(vectors.read(corpus, excluded))
    paragraphs = (paragraph for source in vector_sources for paragraph in source.paragraphs)
    vector_sentences = (
        text[start:end] for text in paragraphs for start, end in sentence_spans(text)
    )
    write("vectors", of_sentences(vector_sentences))

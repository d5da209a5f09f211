"""Sentences of the corpus, words and inflections, as training reads them.

writes sentences.txt (shuffled), held-out.txt (documents of their own), inflections.tsv, words.txt
and inputs.json (digests of it all).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Annotated

from textlint_pt.text.segmentation import tokens
from training.corpus import EXCLUDED, LeaveOut, fingerprint, reserved
from training.encoder import corpus, inflection
from training.inputs import digests, write_json


def gather(
    files: list[Path], seed: int, limit: int, held_out: float, reserved: Set[bytes]
) -> tuple[list[str], list[str]]:
    """Return the sentences to learn from and those held out, each once, in the order of a hash; a
    sentence of both is held out."""
    held_out_by_sentence: dict[str, bool] = {}
    for path in files:
        for sentence, is_held_out in corpus.sentences(path, seed, held_out):
            if fingerprint(sentence) not in reserved:
                held_out_before = held_out_by_sentence.get(sentence, False)
                held_out_by_sentence[sentence] = held_out_before or is_held_out
    ordered = sorted(held_out_by_sentence, key=lambda sentence: corpus.fraction(sentence, seed))
    return (
        [sentence for sentence in ordered if not held_out_by_sentence[sentence]][:limit],
        [sentence for sentence in ordered if held_out_by_sentence[sentence]],
    )


def run(
    corpus: Sequence[Path],
    *,
    morphobr: Path,
    out: Path,
    sentences: int = 1_000_000,
    held_out: Annotated[float, "share of the documents"] = 0.01,
    leave_out: LeaveOut = (),
    least: Annotated[int, "uses that make a form common"] = 2,
    seed: int = 7,
) -> None:
    """Write sentences, words, inflections and digests to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(
        (path for path in corpus if path.name.split(".")[0] not in EXCLUDED),
        key=lambda path: path.name,
    )
    train, unseen = gather(files, seed, sentences, held_out, reserved(leave_out))
    for name, chosen in (("sentences", train), ("held-out", unseen)):
        text = "".join(f"{sentence}\n" for sentence in chosen)
        (out / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")

    frequency: Counter[str] = Counter()
    for sentence in train:
        frequency.update(token.text.lower() for token in tokens(sentence) if token.kind == "word")
    words = [word for word, count in frequency.items() if count >= 20 and len(word) > 2]
    lines = (f"{word}\t{frequency[word]}\n" for word in sorted(words))
    (out / "words.txt").write_text("".join(lines), encoding="utf-8", newline="\n")
    inflection.pack(morphobr, frequency, least, out / "inflections.tsv")

    manifest = {
        "seed": seed,
        "sentences": len(train),
        "held_out": len(unseen),
        "inputs": digests([*files, *leave_out, *sorted(morphobr.glob("*.dict.xz"))]),
    }
    write_json(out / "inputs.json", manifest, indent=1)
    print(f"{len(train)} sentences, {len(unseen)} held out")

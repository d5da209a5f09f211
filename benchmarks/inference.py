"""How fast the encoder is beside a model of BERT-base's size.

    python -m benchmarks.inference FILE [--encoder FOLDER] [--sentences N] [--json]

200 sentences of FILE's Portuguese columns (`benchmarks.evaluation.texts`), drawn by seed 7, go one
a call and on one thread through ours and through a network as large as BERT-base: 12 layers of
width 768, 29,794 pieces, random weights, fp32, built with torch here and run by onnxruntime. They
take turns sentence by sentence, so that both meet the same load:

* ours: from text to all its views, cutting into pieces and all heads included;
* `ratio_single`: one pass of the large one over as many pieces (its own tokenizer is not timed,
  and one place meets its vocabulary), over ours;
* `ratio_pll`: its pseudo-log-likelihood, every piece masked in turn, the copies of a sentence in
  one batch and the vocabulary's scores for masked places only, over ours.

`cpu_single` and `cpu_pll` are the same by the thread's processor time, which other programs disturb
less; `ms` is ours a sentence. `cold_s` is the wall time of a fresh process from its start to the
first acceptability, `rss_mb` the most memory that it held (medians of five).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.evaluation.common import emit, parser, stem
from benchmarks.evaluation.texts import load
from benchmarks.views import encoder
from textlint_pt.contract.analysis import MissingNeed
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

SEED = 7
SENTENCES = 200
STARTS = 5
MASK = 4


@dataclass(frozen=True)
class Shape:
    """Of the network beside ours; by default BERT-base's, with the Portuguese one's vocabulary."""

    layers: int = 12
    width: int = 768
    heads: int = 12
    inner: int = 3072
    pieces: int = 29794
    positions: int = 512


class Large:
    """A random network of a shape: one pass, or the pseudo-log-likelihood's passes."""

    def __init__(self, shape: Shape, folder: Path) -> None:
        from textlint_pt_embedded.encoder import session

        self._pieces = shape.pieces
        self._longest = shape.positions
        path = folder / "large.onnx"
        build_large(shape, path)
        self._session = session(path)

    def ids(self, length: int, chance: random.Random) -> NDArray[np.int64]:
        """Random pieces of a sentence, the marks at both ends included."""
        import numpy as np

        count = min(length, self._longest)
        return np.array([chance.randrange(5, self._pieces) for _ in range(count)])

    def single(self, ids: NDArray[np.int64]) -> None:
        import numpy as np

        self._run(ids[None], np.zeros(1, dtype=np.int64))

    def pseudo_log_likelihood(self, ids: NDArray[np.int64]) -> None:
        import numpy as np

        places = np.arange(1, len(ids) - 1)
        copies = np.repeat(ids[None], len(places), axis=0)
        copies[np.arange(len(places)), places] = MASK
        self._run(copies, places)

    def _run(self, ids: NDArray[np.int64], places: NDArray[np.int64]) -> None:
        self._session.run(None, {"ids": ids, "places": places})


def build_large(shape: Shape, path: Path) -> None:
    """Write an encoder with BERT's layers and masked-word head (Devlin et al. 2019) as ONNX.

    Inputs: `ids` (sentences, pieces) and `places`, the piece of each sentence whose word is asked
    for; output: its scores (sentences, vocabulary).
    """
    import torch
    from torch import nn

    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.qkv = nn.Linear(shape.width, 3 * shape.width)
            self.attended = nn.Linear(shape.width, shape.width)
            self.norm_attended = nn.LayerNorm(shape.width)
            self.feed = nn.Sequential(
                nn.Linear(shape.width, shape.inner), nn.GELU(), nn.Linear(shape.inner, shape.width)
            )
            self.norm_out = nn.LayerNorm(shape.width)

        def forward(self, x: Tensor) -> Tensor:
            sentences, length = x.shape[0], x.shape[1]
            size = shape.width // shape.heads
            parts = self.qkv(x).view(sentences, length, 3, shape.heads, size)
            query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
            weights = torch.softmax(query @ key.transpose(-1, -2) / size**0.5, -1)
            attended = (weights @ value).transpose(1, 2).reshape(sentences, length, shape.width)
            x = self.norm_attended(x + self.attended(attended))
            out: Tensor = self.norm_out(x + self.feed(x))
            return out

    class Bert(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(shape.pieces, shape.width)
            self.positions = nn.Embedding(shape.positions, shape.width)
            self.norm = nn.LayerNorm(shape.width)
            self.layers = nn.ModuleList(Layer() for _ in range(shape.layers))
            self.transform = nn.Sequential(
                nn.Linear(shape.width, shape.width), nn.GELU(), nn.LayerNorm(shape.width)
            )
            self.bias = nn.Parameter(torch.zeros(shape.pieces))

        def forward(self, ids: Tensor, places: Tensor) -> Tensor:
            x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]])
            for one in self.layers:
                x = one(x)
            rows = places[:, None, None].expand(-1, 1, shape.width)
            asked = self.transform(x.gather(1, rows).squeeze(1))
            scores: Tensor = asked @ self.words.weight.T + self.bias
            return scores

    torch.manual_seed(SEED)
    with warnings.catch_warnings():  # the exporter that is not deprecated needs more packages
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            Bert().eval(),
            (torch.randint(5, shape.pieces, (3, 7)), torch.tensor([1, 2, 3])),
            str(path),
            dynamo=False,
            opset_version=17,
            input_names=["ids", "places"],
            output_names=["scores"],
            dynamic_axes={"ids": {0: "sentences", 1: "pieces"}, "places": {0: "sentences"}},
        )


# ------------------------------------------------------------------ ours


class Own(NamedTuple):
    """Our encoder: all views of a sentence, and of how many pieces it is."""

    read: Callable[[str], object]
    pieces: Callable[[str], int]


def own(folder: Path | None) -> Own:
    """The exported encoder in a folder, or the one that the package provides."""
    from textlint_pt_embedded import artefact
    from textlint_pt_embedded.encoder import ARTEFACT, LONGEST
    from textlint_pt_embedded.forms import form_lexicon
    from textlint_pt_embedded.parse import interpret
    from textlint_pt_embedded.pieces import Pieces

    place = folder or artefact.DATA / ARTEFACT
    if not (place / "model.onnx").is_file():
        raise SystemExit(f"inference: {place}: no encoder (model.onnx); --encoder names another")
    try:
        model, lemma = encoder(place), form_lexicon().lemma
    except MissingNeed as error:
        raise SystemExit(f"inference: {error}") from error
    pieces = Pieces.read(place / "pieces.tsv")

    def read(text: str) -> object:
        encoded = model.encode(text)
        return encoded, interpret(text, encoded.choices, model.labels, lemma)

    return Own(read, lambda text: len(pieces.encode(text, LONGEST)[0]) + 2)


# ------------------------------------------------------------------ measuring


class Times(NamedTuple):
    """Seconds by the clock and by the thread's processor."""

    wall: float
    cpu: float


def timed(action: Callable[[Any], Any], given: Any) -> Times:
    wall, cpu = time.perf_counter(), time.thread_time()
    action(given)
    return Times(time.perf_counter() - wall, time.thread_time() - cpu)


def compare(texts: Sequence[str], ours: Own, large: Large) -> dict[str, float]:
    """Ratios over all sentences; ours comes before each of the other's turns."""
    chance = random.Random(SEED)
    spent: dict[str, list[Times]] = {"ours": [], "single": [], "pll": []}
    for number, text in enumerate([texts[0], *texts]):
        ids = large.ids(ours.pieces(text), chance)
        turns = {"single": large.single, "pll": large.pseudo_log_likelihood}
        for name, turn in turns.items():
            mine, other = timed(ours.read, text), timed(turn, ids)
            if number:  # the first is for warming up
                spent["ours"].append(mine)
                spent[name].append(other)
    total = {
        name: Times(*(sum(column) for column in zip(*times, strict=True)))
        for name, times in spent.items()
    }
    turns_of_ours = len(spent["ours"])
    mine = Times(*(value * len(texts) / turns_of_ours for value in total["ours"]))
    return {
        "ratio_single": total["single"].wall / mine.wall,
        "ratio_pll": total["pll"].wall / mine.wall,
        "cpu_single": total["single"].cpu / mine.cpu,
        "cpu_pll": total["pll"].cpu / mine.cpu,
        "ms": 1000 * mine.wall / len(texts),
    }


_FIRST = """
import json, resource, sys
folder, text = sys.argv[1:]
if folder:
    from pathlib import Path
    from textlint_pt_embedded.encoder import Model
    Model(Path(folder).joinpath).encode(text)
else:
    from benchmarks.views import analysed
    analysed("acceptability", [text])
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps(kilobytes / (1024 * 1024 if sys.platform == "darwin" else 1024)))
"""


def cold(text: str, folder: Path | None) -> dict[str, float]:
    """A fresh process up to the first sentence's acceptability."""
    seconds, megabytes = [], []
    for _ in range(STARTS):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _FIRST, str(folder or ""), text],
            capture_output=True,
            text=True,
            check=False,
        )
        seconds.append(time.perf_counter() - started)
        if done.returncode:
            raise SystemExit(f"inference: {done.stderr.strip().splitlines()[-1]}")
        megabytes.append(float(json.loads(done.stdout)))
    return {"cold_s": median(seconds), "rss_mb": median(megabytes)}


def sample(path: str, number: int) -> list[str]:
    texts = [
        sentence.text
        for items in load(path).values()
        for item in items
        for sentence in build(item.name, item.text, PlainText()).sentences
    ]
    return random.Random(SEED).sample(texts, min(number, len(texts)))


def measure(
    path: str, folder: Path | None, number: int = SENTENCES, shape: Shape | None = None
) -> dict[str, Any]:
    """The row of a file."""
    texts = sample(path, number)
    ours = own(folder)
    start = cold(texts[0], folder)
    with tempfile.TemporaryDirectory() as scratch:
        ratios = compare(texts, ours, Large(shape or Shape(), Path(scratch)))
    return {"system": "ours", "set": stem(path), **ratios, **start, "n": len(texts)}


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("file", metavar="FILE")
    options.add_argument("--encoder", type=Path, metavar="FOLDER")
    options.add_argument("--sentences", type=int, default=SENTENCES)
    given = options.parse_args(arguments)
    row = measure(given.file, given.encoder, given.sentences)
    emit("inference", [given.file], [row], given.json)


if __name__ == "__main__":
    main()

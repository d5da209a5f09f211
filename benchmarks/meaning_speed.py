"""How many pairs of sentences are compared in a minute, beside the same on PyTorch.

    python -m benchmarks.meaning_speed FILE [--pairs N] [--json]

FILE has pairs of sentences as lines of JSON (`premise`, `hypothesis`). N of them, drawn by seed 7,
are compared on one thread, nothing cached, models loaded, from texts to likeness, in batches of 64
pairs that take turns, so that all meet the same load. Each sentence of a batch is read once. One
row a system:

* `ours`: what `textlint-pt compare` does for two sentences: vectors and words of the meaning
  encoder, what turns one sentence round against the other, the parse where roles are asked for;
* `ours-vectors`: likeness by the vectors of the same encoder alone;
* `pytorch`: a network of the encoder's shape (multilingual-e5-small: 12 layers of width 384) with
  random weights in fp32 on PyTorch, run as `sentence-transformers` does it: sentences of a batch by
  length, padded, the mean of their pieces' states, unit length, cosine. Our pieces are used, and
  cutting into them is timed in all three.

`pairs_per_minute` by the clock, `cpu_pairs_per_minute` by processor time, which other programs
disturb less; `ratio` of the latter to that of `pytorch`. `rss_mb` is the most memory that a fresh
process held which compared the same pairs by `ours` (`ours-vectors`: by vectors alone).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.inference import Shape
from textlint_pt.text.document import Document, Kind, Sentence, Text

if TYPE_CHECKING:
    from torch import Tensor

SEED = 7
PAIRS = 256
#: pairs that are compared at once, and sentences of one pass of the peer
TOGETHER, PASS = 64, 32
#: for warming up: a pair that needs all models, whose roles differ
WARMING = [("O rei viu o pajem na torre.", "O pajem viu o rei na torre.")]
E5_SMALL = Shape(layers=12, width=384, heads=12, inner=1536, pieces=1)

Pair = tuple[str, str]
System = Callable[[Sequence[Pair]], Sequence[float]]


def sample(path: str, number: int) -> list[Pair]:
    rows = read_jsonl(path)
    lacking = [n for n, row in enumerate(rows, 1) if not {"premise", "hypothesis"} <= row.keys()]
    if not rows or lacking:
        where = f"row {lacking[0]} lacks" if lacking else "no rows with"
        raise SystemExit(f"meaning_speed: {path}: {where} premise and hypothesis")
    pairs = [(str(row["premise"]), str(row["hypothesis"])) for row in rows]
    return random.Random(SEED).sample(pairs, min(number, len(pairs)))


def _texts(pairs: Sequence[Pair]) -> list[str]:
    return list(dict.fromkeys(text for pair in pairs for text in pair))


def ours() -> System:
    from textlint_pt_embedded.forms import form_lexicon

    from textlint_pt.engine.laboratory import Laboratory
    from textlint_pt.registry.plugins import load
    from textlint_pt.text.likeness import Side, compare
    from textlint_pt.text.turns import asks_for_roles

    laboratory = Laboratory(load(third_party=False).resources.values(), {})
    lexicon = form_lexicon()

    def analysed(texts: Sequence[str], names: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        sentences = tuple(
            Sentence(i, Text.verbatim(text, 0), Kind.PARAGRAPH, i, 0)
            for i, text in enumerate(texts)
        )
        (found,), _ = laboratory.run([Document("", "", "text", (), sentences)], names)
        if laboratory.missing:
            raise SystemExit(f"meaning_speed: {'; '.join(laboratory.missing.values())}")
        columns = zip(*(found[name] for name in names), strict=True)
        return dict(zip(texts, columns, strict=True))

    def system(pairs: Sequence[Pair]) -> list[float]:
        meanings = analysed(_texts(pairs), ("meaning-vectors", "meaning-tokens"))
        asked = _texts([pair for pair in pairs if asks_for_roles(*pair, lexicon)])
        parses = analysed(asked, ("parse",)) if asked else {}
        sides = {text: Side(text, *meanings[text], *parses.get(text, ())) for text in meanings}
        return [compare(sides[one], sides[other], lexicon).likeness for one, other in pairs]

    return system


def vectors() -> System:
    from textlint_pt_embedded.meaning_encoder import model

    from textlint_pt.text.likeness import likeness

    def system(pairs: Sequence[Pair]) -> list[float]:
        texts = _texts(pairs)
        found = dict(zip(texts, model().vectors(texts), strict=True))
        return [likeness(found[one], found[other]) for one, other in pairs]

    return system


def pytorch(shape: Shape = E5_SMALL) -> System:
    import torch
    from textlint_pt_embedded import artefact
    from textlint_pt_embedded.meaning_encoder import ARTEFACT, LONGEST
    from textlint_pt_embedded.pieces import Pieces
    from torch import nn

    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    pieces = Pieces.read(artefact.verified(ARTEFACT, "pieces.tsv"))
    # one place meets the vocabulary: which row of the table is read costs nothing
    words = nn.Embedding(shape.pieces, shape.width)
    positions = nn.Embedding(shape.positions, shape.width)
    layer = nn.TransformerEncoderLayer(
        shape.width, shape.heads, shape.inner, activation="gelu", batch_first=True
    )
    layers = nn.TransformerEncoder(layer, shape.layers, enable_nested_tensor=False).eval()

    def encode(lengths: Sequence[int]) -> Tensor:
        longest = max(lengths)
        mask = torch.arange(longest)[None] < torch.tensor(lengths)[:, None]
        ids = torch.zeros(len(lengths), longest, dtype=torch.long)
        x = words(ids) + positions.weight[:longest]
        states = layers(x, src_key_padding_mask=~mask)
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        found: Tensor = nn.functional.normalize(mean)
        return found

    def system(pairs: Sequence[Pair]) -> list[float]:
        texts = _texts(pairs)
        lengths = {text: len(pieces.encode(text, LONGEST)[0]) + 4 for text in texts}
        ordered = sorted(texts, key=lengths.__getitem__, reverse=True)
        found: dict[str, Tensor] = {}
        with torch.inference_mode():
            for start in range(0, len(ordered), PASS):
                group = ordered[start : start + PASS]
                found.update(zip(group, encode([lengths[text] for text in group]), strict=True))
            return [float(found[one] @ found[other]) for one, other in pairs]

    return system


def measure(pairs: Sequence[Pair], systems: dict[str, System]) -> dict[str, dict[str, float]]:
    """Pairs a minute of each system; they take turns batch by batch."""
    wall: defaultdict[str, float] = defaultdict(float)
    cpu: defaultdict[str, float] = defaultdict(float)
    for system in systems.values():
        system(WARMING)
    for start in range(0, len(pairs), TOGETHER):
        for name, system in systems.items():
            began = time.perf_counter(), time.process_time()
            system(pairs[start : start + TOGETHER])
            wall[name] += time.perf_counter() - began[0]
            cpu[name] += time.process_time() - began[1]
    return {
        name: {
            "pairs_per_minute": 60 * len(pairs) / wall[name],
            "cpu_pairs_per_minute": 60 * len(pairs) / cpu[name],
        }
        for name in systems
    }


_FRESH = """
import json, resource, sys
from benchmarks import meaning_speed
system = getattr(meaning_speed, sys.argv[1])()
system([tuple(pair) for pair in json.load(sys.stdin)])
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps(kilobytes / (1024 * 1024 if sys.platform == "darwin" else 1024)))
"""


def memory(system: str, pairs: Sequence[Pair]) -> float:
    """The most memory of a fresh process, in MB."""
    command = [sys.executable, "-c", _FRESH, system]
    done = subprocess.run(
        command, input=json.dumps(pairs), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"meaning_speed: {done.stderr.strip().splitlines()[-1]}")
    return float(json.loads(done.stdout))


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("file", metavar="FILE")
    options.add_argument("--pairs", type=int, default=PAIRS)
    given = options.parse_args(arguments)
    pairs = sample(given.file, given.pairs)
    held = {"ours": memory("ours", pairs), "ours-vectors": memory("vectors", pairs)}
    found = measure(pairs, {"ours": ours(), "ours-vectors": vectors(), "pytorch": pytorch()})
    peer = found["pytorch"]["cpu_pairs_per_minute"]
    rows: list[dict[str, Any]] = []
    for name, figures in found.items():
        row = {"system": name, "set": stem(given.file), **figures, "n": len(pairs)}
        if name in held:
            row |= {"ratio": figures["cpu_pairs_per_minute"] / peer, "rss_mb": held[name]}
        rows.append(row)
    emit("meaning_speed", [given.file], rows, given.json)


if __name__ == "__main__":
    main()

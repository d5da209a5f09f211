"""Which words agree with which, as an encoder in training parses the corpus.

writes DIR/agreement.jsonl, a line for each of the first sentences: links [kind, where the word that
agrees starts, where what it agrees with starts]. Rules that look at neighbours break agreement only
where it is near; with these links it breaks where writers lose it, far from the subject. Only links
are kept that the parser is sure of; coordinated, partitive and collective subjects are left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from textlint_pt_embedded.pieces import BOS, EOS, Pieces

from textlint_pt.text.segmentation import tokens
from training.encoder.links import Parse
from training.encoder.model import Encoder
from training.encoder.train import LONGEST

SURE = 0.5  # probability of arc times probability of relation


@torch.no_grad()
def parsed(
    model: Encoder, pieces: Pieces, labels: dict[str, Any], texts: list[str]
) -> list[Parse | None]:
    """Parses of the sentences, tokens taken for words; None for one that is too long.

    An arc that is not sure has the head -2.
    """
    assert model.parser is not None
    groups: dict[int, list[tuple[int, list[int], list[int], list[int]]]] = defaultdict(list)
    for row, text in enumerate(texts):
        ids, starts = pieces.encode(text, LONGEST)
        if not ids or len(ids) >= LONGEST:
            continue
        firsts, lasts, at = [], [], 0
        for token in tokens(text):
            while at + 1 < len(starts) and starts[at + 1] <= token.start:
                at += 1
            firsts.append(at + 1)
            end = at
            while end + 1 < len(starts) and starts[end + 1] < token.end:
                end += 1
            lasts.append(end + 1)
        groups[len(ids)].append((row, [BOS, *ids, EOS], firsts, lasts))
    result: list[Parse | None] = [None] * len(texts)
    for members in groups.values():
        every = torch.tensor([member[1] for member in members])
        most = max(len(firsts) for _, _, firsts, _ in members)
        padded = [
            [places + [0] * (most - len(places)) for places in member[2:]] for member in members
        ]
        first, last = torch.tensor(padded).unbind(1)
        absent = F.pad(first == 0, (1, 0)).unsqueeze(1)
        mixed = model.parser.mixed(model.body(every))
        found = model.parser(mixed, first, last, torch.zeros_like(first))
        split = found["split"] > 0
        again = model.parser(mixed, first, last, split.long() * 2)
        # the words of a contraction agree as the second does: "das" as its article
        tags, features = (
            torch.where(split, again[name].argmax(-1), found[name].argmax(-1))
            for name in ("tag", "features")
        )
        arcs = torch.where(split.unsqueeze(-1), again["arc"], found["arc"])
        arcs = arcs.masked_fill(absent, -1e4).softmax(-1)
        sure, heads = arcs.max(-1)
        relations = model.parser.relations(found["dependent"], found["head"], heads).softmax(-1)
        again_relations = model.parser.relations(again["dependent"], found["head"], heads)
        relations = torch.where(split.unsqueeze(-1), again_relations.softmax(-1), relations)
        named, relation = relations.max(-1)
        kept = sure * named >= SURE
        heads = torch.where(kept, heads - 1, torch.full_like(heads, -2))
        for k, (row, _, own, _) in enumerate(members):
            rows = [
                (head, labels["relations"][r], labels["tags"][t], labels["features"][f])
                for head, r, t, f in zip(
                    *(x[k, : len(own)].tolist() for x in (heads, relation, tags, features)),
                    strict=True,
                )
            ]
            result[row] = Parse([(t.start, t.text) for t in tokens(texts[row])], rows)
    return result


def run(checkpoint: Path, *, data: Path, sentences: int = 100_000, threads: int = 1) -> None:
    torch.set_num_threads(threads)
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Encoder(state["shape"], state["labels"])
    model.load_state_dict(state["model"])
    model.eval()
    pieces = Pieces.read(data / "pieces.tsv")
    labels = json.loads((data / "trees.json").read_text(encoding="utf-8"))
    partial = data / "agreement.partial"
    with (
        (data / "sentences.txt").open(encoding="utf-8") as stream,
        partial.open("w", encoding="utf-8", newline="\n") as target,
    ):
        lines = islice((line.rstrip("\n") for line in stream), sentences)
        while chunk := list(islice(lines, 2_000)):
            for parse in parsed(model, pieces, labels, chunk):
                links = parse.links() if parse else []
                target.write(json.dumps(links, separators=(",", ":")) + "\n")
            target.flush()
    partial.replace(data / "agreement.jsonl")

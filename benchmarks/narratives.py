"""The loop of the narratives paper: fine-tune on tales, sample, score, compare, look for copies."""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import numpy as np

import textlint_pt
from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import json_lines, paper, read_jsonl, read_text
from textlint_pt.contract import UserError

SETS = ("A", "B", "R", "O")
#: sets that are compared: what cleaning does, and whether it is more than having less
PAIRS = (("A", "B"), ("R", "B"), ("R", "O"))
#: score that a tale of set B is over
LEAST = 0.5
PARTS = ("score", "grammaticality", "focus", "redundancy", "ours")
SEED = 7
#: one rule a dimension; which one makes no difference to a metric
_GRUEN = {"profile": "gruen", "select": ["RED001", "GRA001", "FOC001"]}
_PASSAGES = (10, 25)
_WRITTEN = 150
#: of the softmax that is drawn from, and how many pieces are drawn from
_TEMPERATURE, _LIKELIEST = 0.7, 40
#: texts that one process scores
_ALONE = 200
#: tokens of a block of held-out text
_HELD = 256
#: learning rate, and tokens of a row of a batch
_RATE, _BLOCK = 2e-4, 512


class Plan(NamedTuple):
    """The model, how it is trained and what it writes."""

    model: Path
    steps: int
    batch: int
    rounds: int
    samples: int
    length: int
    seeds: int

    def check(self) -> None:
        """Raise `UserError` for settings that cannot be run."""
        for name in ("steps", "batch", "rounds", "samples", "length", "seeds"):
            if getattr(self, name) < 1:
                raise UserError(f"--{name}: must be at least 1, not {getattr(self, name)}")
        if self.rounds > min(self.steps, self.samples):
            raise UserError("--rounds: must be at most --steps and --samples")
        if not (self.model / "config.json").is_file():
            raise UserError(f"{self.model}: no model of transformers: it has no config.json")


def run(
    files: Files,
    *,
    out: Path,
    model: Annotated[Path, "folder of a causal language model"],
    held: Annotated[str | None, "JSONL of tales that nobody learned from"] = None,
    tales: int = 100,
    words: Annotated[int, "of a tale, at most"] = 300,
    steps: Annotated[int, "for each set"] = 800,
    batch: Annotated[int, "rows of a step"] = 4,
    rounds: int = 4,
    samples: Annotated[int, "of each set"] = 40,
    length: Annotated[int, "tokens of a sample"] = 400,
    seeds: Annotated[int, "models of each set"] = 1,
) -> Rows:
    """Train a model on each set of tales; return how its samples score beside those sets."""
    try:
        texts = collect(files, tales, words)
        unseen = [row["text"] for row in read_jsonl(held)] if held else []
        plan = Plan(model, steps, batch, rounds, samples, length, seeds)
        return loop(texts, plan, out, unseen)
    except (UserError, OSError) as error:
        raise SystemExit(f"narratives: {error}") from error


def collect(paths: Sequence[str], limit: int, words: int) -> list[str]:
    """Return at most `limit` tales, equally many of each file, spread over each."""
    tales_by_file: list[list[str]] = []
    for path in paths:
        if path.endswith(".jsonl"):
            texts = [str(row["text"]) for row in read_jsonl(path, ("text",))]
        else:
            texts = read_text(path).split("\n\n")
        tales = (_opening(text, words) for text in texts)
        tales_by_file.append(list(dict.fromkeys(tale for tale in tales if tale)))
    chosen: list[str] = []
    # the smaller files give all they have
    for at, tales_here in enumerate(sorted(tales_by_file, key=len)):
        share = (limit - len(chosen)) // (len(tales_by_file) - at)
        places = np.linspace(0, len(tales_here), min(share, len(tales_here)), endpoint=False)
        chosen += [tales_here[int(place)] for place in places]
    if not chosen:
        raise UserError(f"{', '.join(paths)}: no tale in it with a paragraph of <= {words} words")
    return chosen


def _opening(text: str, words: int) -> str:
    """Return the first paragraphs that have at most `words` words together."""
    kept: list[str] = []
    for line in text.splitlines():
        words -= len(line.split())
        if words < 0:
            break
        kept += [line.strip()] if line.strip() else []
    return "\n\n".join(kept)


def loop(tales: Sequence[str], plan: Plan, folder: Path, unseen: Sequence[str]) -> list[Row]:
    """Return the rows of all tables; figures and samples are written to `folder`."""
    plan.check()
    folder.mkdir(parents=True, exist_ok=True)
    scores = score(tales)
    sets = _sets(tales, scores)
    samples: dict[str, list[Row]] = {}
    held_out_losses: dict[str, list[float]] = {}
    for name in SETS:
        runs = [
            train_and_sample(name, seed, sets[name], plan, unseen) for seed in range(plan.seeds)
        ]
        samples[name] = [row for rows, _ in runs for row in rows]
        held_out_losses[name] = [loss for _, loss in runs if loss is not None]
        file = folder / f"{name}.samples.jsonl"
        file.write_text(json_lines(samples[name]), encoding="utf-8")
    scored = {name: score([row["text"] for row in samples[name]]) for name in SETS}
    score_of = dict(zip(tales, scores, strict=True))
    chosen = {f"tales {name}": [score_of[text] for text in sets[name]] for name in SETS[1:]}
    _figures(scores, samples, scored, folder)
    rows = compare({"tales": scores} | chosen | {f"samples {n}": scored[n] for n in SETS})
    seeds = {name: [row["seed"] for row in samples[name]] for name in SETS}
    rows += [differences(pair, scored, seeds) for pair in PAIRS]
    rows.append({"texts": "tales", **copies(tales, None)})
    for name in SETS:
        row = {
            "texts": f"samples {name}",
            **copies([row["text"] for row in samples[name]], sets[name]),
        }
        rows.append(row | ({"held": held_out_losses[name]} if unseen else {}))
    return rows


def _sets(tales: Sequence[str], scores: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the tales of each set: all, those over `LEAST`, as many at random, our best ones."""
    over = [one["score"] is not None and one["score"] > LEAST for one in scores]
    number = sum(over)
    if not number:
        raise UserError(f"no tale scores over {LEAST}: set B is empty; take more tales")
    losses = [-1.0 if one["ours"] is None else -one["ours"] for one in scores]
    best = np.argsort(losses, kind="stable")[:number]
    chosen = np.random.default_rng(SEED).permutation(len(tales))[:number]
    return {
        "A": list(tales),
        "B": [tale for tale, is_over in zip(tales, over, strict=True) if is_over],
        "R": [tales[at] for at in sorted(chosen)],
        "O": [tales[at] for at in sorted(best)],
    }


def score(texts: Sequence[str]) -> list[Row]:
    """Return a row for each text: its score by profile `gruen`, and partial scores."""
    cores = (os.cpu_count() or 1) if len(texts) > _ALONE else 1
    if cores == 1:
        return _rows(texts)
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        scored = list(pool.map(_rows, [texts[at::cores] for at in range(cores)]))
    return [scored[at % cores][at // cores] for at in range(len(texts))]


def _rows(texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return scores of each text by profile `gruen` and by ours."""
    columns = textlint_pt.score(texts, config=_GRUEN).columns()
    columns["ours"] = textlint_pt.score(texts).columns()["score"]
    return [{name: columns[name][at] for name in PARTS} for at in range(len(texts))]


# ---------------------------------------------------------------- the model


def train_and_sample(
    name: str, seed: int, texts: Sequence[str], plan: Plan, unseen: Sequence[str]
) -> tuple[list[Row], float | None]:
    """Train on a set and sample after each round; return the samples and the loss on `unseen`."""
    import torch
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    model, tokenizer = load_model(plan.model)
    stream = torch.tensor(tokens_of(texts, tokenizer))
    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE)
    samples: list[Row] = []
    step = 0
    for number in range(plan.rounds):
        round_seed = SEED + number + plan.rounds * seed
        steps = _portions(plan.steps, plan.rounds)[number]
        step += steps
        loss = train(model, optimizer, stream, steps, plan.batch, round_seed)
        sys.stderr.write(f"{name}{seed}: {step} steps, loss of the last {loss:.2f}\n")
        wanted = _portions(plan.samples, plan.rounds)[number]
        for text in sampled(model, tokenizer, wanted, round_seed, plan.length):
            identifier = f"{name}{plan.samples * seed + len(samples)}"
            samples.append(
                {"id": identifier, "set": name, "seed": seed, "step": step, "text": text}
            )
    return samples, loss_of(model, tokens_of(unseen, tokenizer)) if unseen else None


def loss_of(model: Any, tokens: Sequence[int]) -> float:
    """Return the mean loss of a model in nats a token, over blocks of held-out text."""
    import torch

    block = min(_HELD, len(tokens), _context_size(model))
    stream: Any = torch.tensor(tokens[: len(tokens) // block * block], device=model.device)
    model.eval()
    with torch.no_grad():
        rows = stream.view(-1, block).split(16)
        losses = [float(model(input_ids=some, labels=some).loss) for some in rows]
    return float(np.average(losses, weights=[len(some) for some in rows]))


def load_model(path: Path) -> tuple[Any, Any]:
    """Return model and tokenizer of a folder, on a GPU if there is one; `UserError` if it has no
    usable model."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(path, local_files_only=True)
        model: Any = AutoModelForCausalLM.from_pretrained(path, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError(f"{path}: no causal language model: {reason}") from error
    if tokenizer.eos_token_id is None:
        raise UserError(f"{path}: its tokenizer has no sign for the end of a text")
    return model.to("cuda" if torch.cuda.is_available() else "cpu"), tokenizer


def tokens_of(texts: Sequence[str], tokenizer: Any) -> list[int]:
    """Return the token ids of texts, with the end token around each."""
    end = tokenizer.eos_token_id
    encoded = tokenizer(list(texts), verbose=False)["input_ids"]
    return [end, *(token for numbers in encoded for token in (*numbers, end))]


def train(model: Any, optimizer: Any, stream: Any, steps: int, batch: int, seed: int) -> float:
    """Train a model on random stretches of a stream of token ids; return the last loss."""
    import torch

    block = min(_BLOCK, len(stream), _context_size(model))
    in_bf16 = model.device.type == "cuda" or torch.cpu.get_capabilities().get("avx512_bf16", False)
    torch.manual_seed(seed)
    rng = np.random.default_rng([SEED, seed])
    model.train()
    for _ in range(steps):
        offsets = rng.integers(0, len(stream) - block + 1, batch)
        rows = torch.stack([stream[at : at + block] for at in offsets]).to(model.device)
        with torch.autocast(model.device.type, torch.bfloat16, enabled=bool(in_bf16)):
            loss = model(input_ids=rows, labels=rows, use_cache=False).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return float(loss.detach())


def sampled(model: Any, tokenizer: Any, number: int, seed: int, length: int) -> Iterator[str]:
    """Yield texts sampled from a model by top-k sampling, `length` tokens each."""
    import torch

    model.eval()
    end = tokenizer.eos_token_id
    length = min(length, _context_size(model) - 1)
    torch.manual_seed(seed)
    for at in range(0, number, _WRITTEN):
        start = torch.full((min(_WRITTEN, number - at), 1), end, device=model.device)
        samples = model.generate(
            start,
            attention_mask=torch.ones_like(start),
            do_sample=True,
            top_k=_LIKELIEST,
            temperature=_TEMPERATURE,
            min_new_tokens=length,
            max_new_tokens=length,
            pad_token_id=end,
        )
        for sample in samples:
            yield _up_to_last_sentence(tokenizer.decode(sample, skip_special_tokens=True))


def _context_size(model: Any) -> int:
    """Return tokens that a model can take."""
    return int(getattr(model.config, "max_position_embeddings", 1024))


def _up_to_last_sentence(text: str) -> str:
    """Return the text up to its last full sentence; all of it if there is none."""
    ends = [found.end() for found in re.finditer(r"[.!?…][»”\"]?(?=\s|$)", text)]
    return text[: ends[-1]].strip() if ends else text.strip()


def _portions(number: int, parts: int) -> list[int]:
    """Return `number` divided into `parts` nearly equal integers."""
    return [number * (at + 1) // parts - number * at // parts for at in range(parts)]


# ---------------------------------------------------------------- the tables


def compare(scored: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Return the rows of tables 4.1 and 4.2, the paper's first."""
    rows: list[dict[str, Any]] = [
        {"texts": name, **dict.fromkeys(PARTS), **means}
        for name, means in paper("narratives").items()
    ]
    for name, texts in scored.items():
        row: dict[str, Any] = {"texts": name}
        for part in PARTS:
            values = np.array([one[part] for one in texts if one[part] is not None], dtype=float)
            if not len(values):
                row[part] = None
                continue
            low, high = interval(values)
            row |= {part: float(values.mean()), f"{part} 95 %": f"{low:.3f} to {high:.3f}"}
        zero = [one["score"] == 0 for one in texts if one["score"] is not None]
        rows.append({**row, "zero": sum(zero) / len(zero) if zero else None, "n": len(texts)})
    return rows


def _figures(
    tales: Sequence[Mapping[str, Any]],
    samples: Mapping[str, Sequence[Mapping[str, Any]]],
    scored: Mapping[str, Sequence[Mapping[str, Any]]],
    folder: Path,
) -> None:
    """Write the figures of the paper as SVG files."""
    from textlint_pt.corpus.report import figures
    from textlint_pt.corpus.report.page import WORDS, svg
    from textlint_pt.reporters.html.words import Words

    words = Words("en", WORDS)

    def values(texts: Sequence[Mapping[str, Any]]) -> Any:
        return np.array([values_of["score"] for values_of in texts], float)  # None is NaN

    scores_of = {"tales": values(tales), **{f"samples {n}": values(scored[n]) for n in SETS}}
    finite = {name: scores[np.isfinite(scores)] for name, scores in scores_of.items()}
    groups = [(name, scores) for name, scores in finite.items() if len(scores)]
    order = np.arange(float(len(tales)))
    drawn = {
        "4.1": figures.trend("Tales", "number", "score", order, scores_of["tales"], words),
        "4.4": figures.histogram("Scores", "score", groups, words),
        "4.5": figures.boxes("Scores", "score", groups, words),
    }
    for number, name in zip(("4.2", "4.3"), SETS, strict=False):
        steps = np.array([row["step"] for row in samples[name]], float)
        title = f"Samples {name}"
        drawn[number] = figures.trend(title, "step", "score", steps, values(scored[name]), words)
    for number, figure in drawn.items():
        if figure is not None:  # too few have a score
            (folder / f"figure-{number}.svg").write_text(svg(figure), encoding="utf-8")


def differences(
    pair: tuple[str, str],
    scored: Mapping[str, Sequence[Mapping[str, Any]]],
    seeds: Mapping[str, Sequence[int]],
) -> dict[str, Any]:
    """Return by how much the second set's samples score more than the first's, by seed."""
    row: dict[str, Any] = {"texts": " to ".join(pair)}
    for part in PARTS:
        means: list[dict[int, float]] = []
        for name in pair:
            values: dict[int, list[float]] = defaultdict(list)
            for one, seed in zip(scored[name], seeds[name], strict=True):
                if one[part] is not None:
                    values[seed].append(one[part])
            means.append({seed: fmean(found) for seed, found in values.items()})
        first, second = means
        changes = [second[seed] - first[seed] for seed in sorted(first.keys() & second.keys())]
        row[part] = fmean(changes) if changes else None
        row[f"{part} by seed"] = [round(one, 4) for one in changes]
    return row


def interval(values: Any) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean (percentiles of 2,000 resamples)."""
    rng = np.random.default_rng(SEED)
    means = rng.choice(values, (2000, len(values))).mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def copies(texts: Sequence[str], training: Sequence[str] | None) -> dict[str, Any]:
    """Return how much texts copy from the training text or, without it, from each other."""
    from textlint_pt.corpus.duplicates import Finder, Limits
    from textlint_pt.corpus.reading import Record
    from textlint_pt.registry.plugins import load

    def records(texts: Sequence[str]) -> Iterator[Record]:
        for at, text in enumerate(texts):
            yield Record(f"{at}.txt", str(at), text.encode(), ".txt")

    longest, copied_share = [0] * len(texts), [0.0] * len(texts)
    with Finder(load(third_party=False), Limits(passage=_PASSAGES[0])) as finder:
        if training is not None:
            finder.read(records(training), reference=True)
        finder.read(records(texts))
        for match in finder.matches():
            if training is not None and not match.in_reference:
                continue
            at = int(str(match.document.id))
            longest[at] = max(longest[at], *(one.words for one in match.passages), 0)
            copied_share[at] = max(copied_share[at], match.copied)
    return {
        **{f"passage >= {n}": fmean(words >= n for words in longest) for n in _PASSAGES},
        "longest": max(longest),
        "copied": fmean(copied_share),
        "n": len(texts),
    }

"""What a document costs: each preset, dimensions without a model, GRUEN's two on one core, and an
earlier commit of ours (`speed_base` names it and what was reached against it)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache, partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple

import numpy as np

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, read_text
from benchmarks.evaluation.corrected import linter
from benchmarks.redundancy import Function, all_pairs, plain, published_function
from textlint_pt import git
from textlint_pt.cli import collect_garbage_rarely
from textlint_pt.companions.input import Input
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import load
from textlint_pt.text.words import words

#: rows without a preset, by what they select
_LETTERS = [f"RED00{number}" for number in range(1, 6)]
SELECTED: dict[str, dict[str, Any]] = {
    "redundancy": {"select": _LETTERS},
    "mechanics": {
        "select": [*_LETTERS, "GRA4"],
        "ignore": ["GRA409", "GRA414", "GRA415", "GRA416"],
    },
}
_WIDTH, _SEED = 300, 7
_BASE = Path(__file__).with_name("speed_base")
#: share of a ratio that was reached which a build must reach
SLACK = 0.85
#: its name, and what it is asked for
System = tuple[str, str]
GRUEN: System = ("gruen: redundancy and focus", "all")
BERT: System = ("bert-base: a pass over each sentence", "all")
#: the shape of a layer
_BERT: dict[str, Any] = {"d_model": 768, "nhead": 12, "dim_feedforward": 3072}


def documents_of(paths: Sequence[str], limit: int) -> list[str]:
    """Return at most `limit` texts, equally many of each file."""
    texts_by_file = [
        [row["text"] for row in read_jsonl(path)]
        if path.endswith(".jsonl")
        else [text for text in read_text(path).split("\n\n") if text.strip()]
        for path in paths
    ]
    per_file = -(-limit // max(1, len(texts_by_file)))
    return [
        text
        for texts in texts_by_file
        for text in texts[:: max(1, len(texts) // per_file)][:per_file]
    ][:limit]


def seconds(
    systems: Mapping[System, Callable[[str], Any]], texts: Sequence[str]
) -> dict[System, float]:
    """Return processor seconds of all texts by system, after one warm-up text.

    Systems alternate at each text, so that other load on the machine affects all alike. One in a
    process of its own returns the seconds that it took there.
    """
    spent = dict.fromkeys(systems, 0.0)
    for text in texts[:1]:
        for work in systems.values():
            work(text)
    for text in texts:
        for name, work in systems.items():
            start = time.process_time()
            reported = work(text)
            measured = time.process_time() - start
            spent[name] += reported if isinstance(reported, float) else measured
    return spent


def current_version(values: dict[str, Any]) -> Callable[[str], Any]:
    judge = linter(**values)
    return lambda text: list(judge.lint([Input("text.txt", text.encode())]))


#: lints each line of its input, a text in JSON, and answers with the seconds that it took
_SERVE = """
import json, sys, time
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
layer = Layer("benchmark", {**json.loads(sys.argv[1]), "language": "en"})
linter = Linter(load(third_party=False), [layer])
for line in sys.stdin:
    start = time.process_time()
    list(linter.lint([Input("text.txt", json.loads(line).encode())]))
    print(time.process_time() - start, flush=True)
"""


@contextmanager
def earlier(commit: str) -> Iterator[Callable[[dict[str, Any]], Callable[[str], float]]]:
    """Yield a factory of linters of an earlier commit of this clone, each in its own process."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        archived = git.run(_BASE.parent.parent, "archive", commit)
        if archived.returncode:
            reason = "git fetch --unshallow"
            raise SystemExit(f"throughput: this clone has no commit {commit}; {reason}")
        with tarfile.open(fileobj=BytesIO(archived.stdout)) as archive:
            archive.extractall(folder, filter="data")
        paths = os.pathsep.join([folder, str(Path(folder, "plugins"))])

        def start_linter(values: dict[str, Any]) -> Callable[[str], float]:
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", _SERVE, json.dumps(values)],
                    env={**os.environ, "PYTHONPATH": paths}, cwd=folder,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                )
            )  # fmt: skip

            def seconds_of(text: str) -> float:
                assert process.stdin is not None  # because of `PIPE`
                assert process.stdout is not None
                process.stdin.write(json.dumps(text) + "\n")
                process.stdin.flush()
                return float(process.stdout.readline())

            return seconds_of

        yield start_linter


class Reached(NamedTuple):
    """A commit, and by preset how many times as fast as it a build of ours was."""

    commit: str
    ratios: Mapping[str, float]


def reached() -> Reached:
    """Return the commit and ratios of `speed_base`."""
    commit, *lines = read_text(str(_BASE)).split("\n")
    rows = (line.split() for line in lines if line.strip())
    return Reached(commit.strip(), {name: float(ratio) for name, ratio in rows})


def transport(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the word mover's distance of two sentences; 0 where one has no words."""
    import ot

    if not one or not other:
        return 0.0
    (a, weights_a), (b, weights_b) = (np.unique(side, return_counts=True) for side in (one, other))
    costs = ot.dist(np.array([*map(_vector, a)]), np.array([*map(_vector, b)]), metric="euclidean")
    return float(ot.emd2(weights_a / weights_a.sum(), weights_b / weights_b.sum(), costs))


@cache
def _vector(word: str) -> Any:
    seed = [_SEED, *word.encode()]
    return np.random.default_rng(seed).standard_normal(_WIDTH)


def run_gruen(function: Function, sentences: Sequence[str]) -> None:
    all_pairs(function, sentences)
    split = [[word.form for word in words(sentence)] for sentence in sentences]
    for one, other in pairwise(split):
        transport(one, other)


def run_bert(sentences: Sequence[str]) -> None:
    """Run BERT-base over each sentence, a word as one and a half tokens."""
    import torch

    with torch.inference_mode():
        for sentence in sentences:
            _bert()(torch.randn(1, 2 + len(words(sentence)) * 3 // 2, _BERT["d_model"]))


@cache
def _bert() -> Any:
    """Return an encoder of the size of BERT with random weights."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    layer = torch.nn.TransformerEncoderLayer(**_BERT, activation="gelu", batch_first=True)
    return torch.nn.TransformerEncoder(layer, 12, enable_nested_tensor=False).eval()


def run(
    files: Files,
    *,
    documents: int = 200,
    presets: Annotated[str, "by commas; all if nothing is said"] = "",
    gruen: Annotated[str | None, "clone of GRUEN's repository"] = None,
    bert: Annotated[bool, "also a pass of BERT-base"] = False,
    base: Annotated[bool, "also the commit that speed_base names"] = False,
    check: Annotated[bool, "fail where a ratio that speed_base has is missed"] = False,
) -> Rows:
    """Yield the speed of each system; ends the program where `check` finds one too slow."""
    collect_garbage_rarely()
    texts = documents_of(files, documents)
    by_text = {
        text: [s.text for s in build("t.txt", text, PlainText()).sentences] for text in texts
    }
    size = sum(len(text.encode()) for text in texts) / 1000
    number = sum(len(by_text[text]) for text in texts)
    names = presets.split(",") if presets else sorted(load().presets)
    function = published_function(gruen) if gruen else partial(plain, autojunk=True)
    settings = {f"preset {name}": {"preset": name} for name in names}
    systems: dict[System, Callable[[str], Any]] = {
        GRUEN: lambda text: run_gruen(function, by_text[text])
    }
    if bert:
        systems[BERT] = lambda text: run_bert(by_text[text])
    for name, values in (SELECTED | settings).items():
        systems["ours", name] = current_version(values)
    base_speed = reached()
    base_name = f"ours: {base_speed.commit}"
    with earlier(base_speed.commit) if base or check else nullcontext() as start_earlier:
        if start_earlier is not None:
            for name, values in settings.items():
                systems[base_name, name] = start_earlier(values)
        spent = seconds(systems, texts)
    too_slow = []
    for (system, name), system_seconds in spent.items():
        row: dict[str, Any] = {
            "system": system,
            "set": name,
            "documents_per_s": round(len(texts) / system_seconds, 2),
            "kb_per_s": round(size / system_seconds, 1),
            "sentences_per_s": round(number / system_seconds, 1),
            "n": len(texts),
        }
        if system == "ours":
            peers = {"ratio": GRUEN, "over_bert": BERT, "over_base": (base_name, name)}
            ratios = {
                key: spent[peer] / system_seconds for key, peer in peers.items() if peer in spent
            }
            row |= {key: round(ratio, 2) for key, ratio in ratios.items()}
            least = SLACK * base_speed.ratios.get(name.removeprefix("preset "), 0.0)
            if ratios.get("over_base", least) < least:
                too_slow.append(f"{name}: {ratios['over_base']:.2f}, at least {least:.2f}")
        yield row
    if check and too_slow:
        raise SystemExit(
            f"throughput: slower than {base_speed.commit} allows: {'; '.join(too_slow)}"
        )

"""How fast questions are matched and very many texts are searched, beside what others would use.

    python -m benchmarks.question_speed --data FOLDER --texts FILE… [--size 1000000] [--json]

The folder holds `questions.jsonl` of AIA-BDE (see `benchmarks.aia_bde`); the other files are texts
(`.xz` too), of which the sentences of a line are taken, as many as `--size` says together with the
questions. All in one run, on one core; rates are by processor time, so that other work on the
machine does not count.

* `match`: variations of the data, repeated up to 5,000, against its questions: `per_s` variations
  for which the best five are told. `ours` is what `textlint-pt ask` does by words (stems and runs
  of letters); `tf-idf` is scikit-learn's (words, a sparse product for all variations at once);
  `numpy` a dense product of counts, a variation at a time.
* `index`: `built_per_s` texts put into the index, `per_s` variations for which the best thousand
  are told, `rss_mb` the most memory held until then (of `ours` before anything else has run),
  `disk_mb`; `top1` and `top1000`: the share (percent) of variations whose own question is found
  first, and among the thousand that are judged by what they say. `ours` is
  `textlint_pt_questions.stored`; `tf-idf` scikit-learn's as above, in memory; `numpy` a dense
  product with vectors of 128 numbers that are drawn, which are not made of the texts: the cost of
  comparing vectors, had each text one.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from textlint_pt_questions.retrieval import Search, lexical, ranked
from textlint_pt_questions.stored import Stored, build

from benchmarks.aia_bde import Variation, read, tf_idf
from benchmarks.evaluation.common import emit, parser, read_text
from textlint_pt.contract import UserError
from textlint_pt.text.regex import regex

MATCHED = 5_000
ASKED = 300
SIZE = 1_000_000
DEPTH = 1_000
BEST = 5
DIMENSIONS = 128
LONGEST = 300
_ENDS = regex(r"(?<=[.!?])\s+")


def sentences(files: Sequence[str]) -> Iterator[str]:
    for path in files:
        for line in read_text(path).splitlines():
            for one in _ENDS.split(line):
                if len(one) <= LONGEST and one.count(" ") >= 2:
                    yield one


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What some work gives, and the seconds of processor time that it takes."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def most_memory() -> float:
    """The most memory that this process has held, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def top(scores: Any, depth: int) -> Any:
    """The places of the highest scores, in order."""
    depth = min(depth, len(scores))
    best = np.argpartition(-scores, depth - 1)[:depth]
    return best[np.argsort(-scores[best], kind="stable")]


def matching(questions: Sequence[str], asked: Sequence[str]) -> list[dict[str, Any]]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    def ours() -> None:
        search = Search(lexical(questions))
        for one in asked:
            ranked(search.scores(one), BEST)

    def scikit() -> None:
        vectorizer = TfidfVectorizer()
        known = vectorizer.fit_transform(questions)
        for scores in (vectorizer.transform(asked) @ known.T).toarray():
            top(scores, BEST)

    def dense() -> None:
        rank = tf_idf(questions)
        for one in asked:
            top(rank(one), BEST)

    return [
        {"system": system, "task": "match", "per_s": len(asked) / timed(work)[1], "n": len(asked)}
        for system, work in (("ours", ours), ("tf-idf", scikit), ("numpy", dense))
    ]


def searching(
    questions: Sequence[str], files: Sequence[str], size: int, asked: Sequence[Variation]
) -> Iterator[dict[str, Any]]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    first = {question: at for at, question in reversed(list(enumerate(questions)))}

    def texts() -> Iterator[str]:
        yield from questions
        yield from islice(sentences(files), size - len(questions))

    def row(system: str, built: float, find: Callable[[str], Sequence[int]], n: int) -> Any:
        found, seconds = timed(lambda: [list(find(one)) for one, _ in asked])
        places = [
            next((at for at, one in enumerate(each) if one == first[own]), DEPTH)
            for each, (_, own) in zip(found, asked, strict=True)
        ]
        return {
            "system": system,
            "task": "index",
            "built_per_s": n / built,
            "per_s": len(asked) / seconds,
            "top1": 100 * float(np.mean([place < 1 for place in places])),
            "top1000": 100 * float(np.mean([place < DEPTH for place in places])),
            "rss_mb": most_memory(),
            "n": n,
        }

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count, built = timed(lambda: build(folder, ((one, "", None) for one in texts())))
        disk = sum(one.stat().st_size for one in folder.iterdir()) / 1e6
        stored = Stored(folder)
        yield row("ours", built, lambda one: stored.nearest(one, DEPTH), count) | {"disk_mb": disk}
    vectorizer = TfidfVectorizer(dtype=np.float32)
    matrix, built = timed(lambda: vectorizer.fit_transform(texts()))

    def find(question: str) -> Any:
        return top((matrix @ vectorizer.transform([question]).T).toarray()[:, 0], DEPTH)

    yield row("tf-idf", built, find, count)
    drawn = np.random.default_rng(0)
    vectors = drawn.standard_normal((count, DIMENSIONS), np.float32)
    given = drawn.standard_normal((len(asked), DIMENSIONS), np.float32)
    _, seconds = timed(lambda: [top(vectors @ one, DEPTH) for one in given])
    yield {"system": "numpy", "task": "index", "per_s": len(asked) / seconds, "n": count}


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("--data", required=True, type=Path, metavar="FOLDER")
    options.add_argument("--texts", required=True, nargs="+", metavar="FILE")
    options.add_argument("--size", type=int, default=SIZE, metavar="N")
    given = options.parse_args(arguments)
    try:
        questions, by_kind = read(given.data, [])
        pairs = [pair for each in by_kind.values() for pair in each]
        if not pairs or given.size <= len(questions):
            raise UserError(f"{given.data}: no variations, or --size is below its questions")
        every = list(islice(cycle(pairs), MATCHED))
        asked = every[:: max(1, len(pairs) // ASKED)][:ASKED]
        rows = list(searching(questions, given.texts, given.size, asked))
        rows += matching(questions, [one for one, _ in every])
    except (UserError, OSError) as error:
        options.error(str(error))
    emit("question_speed", [str(given.data), *given.texts], rows, given.json)


if __name__ == "__main__":
    main()

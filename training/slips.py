"""Fit the noisy channel: how much each slip speaks against that a word was meant.

    python -m training slips FILE… --out FILE

FILES are sentences with their corrections, as `benchmarks.spelling` reads them; only what may ship
(CC0 and the like) may be given. Of each form that is no word the candidates of the channel are
compared by the word that was meant: a logistic choice, in which a candidate has what the words
around and its frequency speak for it, less the slips of the cheapest way to it. A ridge holds every
row at its weight in the `slips.tsv` that ships, so that rows that few corrections have hardly move.
The same files give the same bytes. Prints how often the first candidate is the word that was meant,
by the weights that ship, by those fitted on the other half of the forms, and by the new ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.ngram import NgramWording
from textlint_pt_grammaticality import channel
from textlint_pt_grammaticality.spelling.unknown import ALONE, CONTEXT, word_matches

from benchmarks.evaluation.command import Files, Rows
from benchmarks.spelling import UNCOUNTED, rows_of
from textlint_pt.contract import Forms, Wording

SHIPPED = Path(channel.__file__).parent / "data" / "slips.tsv"
#: nats of loss a squared nat away from the weight that ships
RIDGE = 4.0
#: lowest weight, and steps of the fit
LEAST, STEPS = 0.1, 12
#: letters of the longest group
_GROUP = 6

Slip = tuple[str, str]
Weights = Mapping[Slip, float]


class Choice(NamedTuple):
    """The candidates for a form: what speaks for each apart from its slips, these, and which was
    meant."""

    offsets: Sequence[float]
    slips: Sequence[Counter[Slip]]
    meant: int


def way(written: str, meant: str) -> Counter[Slip]:
    """The rows of `slips.tsv` on the cheapest way from what is meant to what is written."""
    best: dict[tuple[int, int], tuple[float, Counter[Slip]]] = {(0, 0): (0.0, Counter())}
    for i in range(len(written) + 1):
        for j in range(len(meant) + 1):
            if (i, j) not in best:
                continue
            nats, taken = best[i, j]
            for a, b, cost, rows in _moves(written, meant, i, j):
                place, total = (i + a, j + b), nats + cost
                if place not in best or total < best[place][0]:
                    best[place] = total, taken + Counter(rows)
    nats, taken = best[len(written), len(meant)]
    row = channel.slip_apart(written, meant)
    return Counter([(row, "")]) if row and getattr(channel.slips(), row) < nats else taken


def _moves(
    written: str, meant: str, i: int, j: int
) -> Iterator[tuple[int, int, float, Sequence[Slip]]]:
    """Letters written and meant that a step takes, what it costs, and its rows."""
    known = channel.slips()
    one, other = written[i : i + 1], meant[j : j + 1]
    opens: Sequence[Slip] = () if i else (("first", ""),)
    first = 0.0 if i else known.first
    if one and one == other:
        yield 1, 1, 0.0, ()
    if one and other and one != other:
        yield 1, 1, first + known.other, (*opens, ("*", "*"))
    if one and other and one == meant[j + 1 : j + 2] and other == written[i + 1 : i + 2]:
        yield 2, 2, known.swapped, (("swapped", ""),)
    if one and i and one == written[i - 1]:
        yield 1, 0, first + known.doubled, (*opens, ("doubled", ""))
    elif one:
        yield 1, 0, first + known.more, (*opens, ("*", ""))
    if other and j and other == meant[j - 1]:
        yield 0, 1, first + known.doubled, (*opens, ("doubled", ""))
    elif other:
        yield 0, 1, first + known.lost, (*opens, ("", "*"))
    if meant[j + 1 : j + 2]:
        yield 0, 2, first + known.syllable, (*opens, ("syllable", ""))
    for a in range(min(_GROUP, len(written) - i) + 1):
        for b, rights in known.meant.get(written[i : i + a], {}).items():
            right = meant[j : j + b]
            if len(right) == b and right in rights:
                yield a, b, rights[right], (channel.row_of(written[i : i + a], right),)


def slips_of(written: str, meant: str) -> Counter[Slip]:
    """The slips between a form and a candidate, spaces and hyphens apart."""
    if written == meant.replace(" ", ""):
        return Counter([("space", "")])
    if "-" in meant:
        marked = written != meant.replace("-", "")
        return Counter([("hyphen", ""), *([("a", "á")] if marked else [])])
    return way(written, meant)


def choices(path: str, forms: Forms, wording: Wording) -> Iterator[Choice]:
    """One for each form that was corrected, that is no word and whose correction is a
    candidate."""
    for row in rows_of(path):
        words = word_matches(row.text)
        for mark in row.marks:
            written, meant = row.text[mark.start : mark.end].lower(), mark.meant[0].lower()
            at = next((n for n, word in enumerate(words) if word.start() == mark.start), None)
            if at is None or mark.kind == UNCOUNTED or forms.known(written):
                continue
            found = channel.candidates(written, forms)
            if meant not in [one.form for one in found]:
                continue
            first, last = words[max(0, at - 4)].start(), words[min(len(words) - 1, at + 4)].end()
            before, after = row.text[first : mark.start], row.text[mark.end : last]
            as_it_is, *changed = wording.log_probabilities(
                [row.text[first:last], *(f"{before}{one.form}{after}" for one in found)]
            )
            yield Choice(
                [
                    ALONE * (one.score + one.cost) + CONTEXT * (value - as_it_is)
                    for one, value in zip(found, changed, strict=True)
                ],
                [slips_of(written, one.form) for one in found],
                [one.form for one in found].index(meant),
            )


def fit(found: Sequence[Choice], shipped: Weights) -> dict[Slip, float]:
    """The weights under which what was meant is likeliest, none far from that which ships."""
    names = list(shipped)
    start = np.array([shipped[name] for name in names])
    weights = start.copy()
    counted = [(_matrix(one, names), np.array(one.offsets), one.meant) for one in found]
    for _ in range(STEPS):
        slope = 2 * RIDGE * (weights - start)
        curve = 2 * RIDGE * np.eye(len(names))
        for matrix, offsets, meant in counted:
            chances = _chances(offsets - matrix @ weights)
            mean = chances @ matrix
            slope += matrix[meant] - mean
            spread = matrix - mean
            curve += spread.T @ (chances[:, None] * spread)
        weights = np.maximum(LEAST, weights - np.linalg.solve(curve, slope))
    return dict(zip(names, np.round(weights, 1).tolist(), strict=True))


def _matrix(choice: Choice, names: Sequence[Slip]) -> NDArray[np.float64]:
    return np.array([[slips[name] for name in names] for slips in choice.slips], dtype=float)


def _chances(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(scores - scores.max())
    chances: NDArray[np.float64] = odds / odds.sum()
    return chances


def share_first(found: Iterable[Choice], weights: Weights) -> float:
    """How often the first candidate is the word that was meant."""
    right = []
    for one in found:
        costs = [sum(weights[slip] * n for slip, n in slips.items()) for slips in one.slips]
        scores = [offset - cost for offset, cost in zip(one.offsets, costs, strict=True)]
        right.append(scores.index(max(scores)) == one.meant)
    return sum(right) / len(right)


def read(path: Path) -> dict[Slip, float]:
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return {(written, meant): float(nats) for written, meant, nats in rows}


def written(weights: Weights) -> str:
    """The file that ships with these weights."""
    lines = []
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "written\t")):
            one, other, _ = line.split("\t")
            line = f"{one}\t{other}\t{weights[one, other]:g}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def run(files: Files, *, out: Annotated[Path, "the new weights"]) -> Rows:
    forms, wording, shipped = form_lexicon(), NgramWording(), read(SHIPPED)
    found = [one for path in files for one in choices(path, forms, wording)]
    halves = [found[::2], found[1::2]]
    yield {"weights": "shipped", "n": len(found), "first": share_first(found, shipped)}
    for learnt, judged in (halves, halves[::-1]):
        first = share_first(judged, fit(learnt, shipped))
        yield {"weights": "of the other half", "n": len(judged), "first": first}
    weights = fit(found, shipped)
    yield {"weights": "fitted", "n": len(found), "first": share_first(found, weights)}
    out.write_text(written(weights), encoding="utf-8")

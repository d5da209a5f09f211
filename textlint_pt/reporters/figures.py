"""Numbers as people read them: points of 100, losses that add up, decimal commas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textlint_pt.report.messages import say
from textlint_pt.report.report import DIMENSIONS, Score

#: of ten texts of its kind: a score that fewer are below is low
_BETTER_THAN_HALF = 5


def points(total: float, language: str) -> str:
    """Return a total in [0, 1] as points of 100 with one decimal."""
    return decimal(tenths(total) / 10, 1, language)


def judged(score: Score) -> float | None:
    """Return the total that a limit is held against: without what the baseline accepts."""
    return score.total if score.without_accepted is None else score.without_accepted


def tenths(total: float) -> int:
    """Return a total in tenths of a point, rounded the same way wherever it is shown."""
    return round(1000 * total)


def decimal(value: float, digits: int, language: str) -> str:
    return localised(f"{value:.{digits}f}", language)


def localised(number: str, language: str) -> str:
    """Return a number with the decimal sign of the language."""
    return number.replace(".", ",") if language == "pt" else number


def signed(value: float, language: str, digits: int = 1) -> str:
    """Return a number with its sign; none for one that is shown as zero."""
    is_shown_as_zero = not float(f"{value:.{digits}f}")
    if is_shown_as_zero:
        return decimal(0.0, digits, language)
    text = decimal(value, digits, language)
    return text if value < 0 else f"+{text}"


def score_name(scores: Iterable[Score], language: str) -> str:
    """Return the label of a total, with its dimensions where others were not scored."""
    known = [score for score in scores if score.total is not None]
    left_out = {name for score in known for name in score.left_out}
    scored = {name for score in known for name in score.partials} - left_out
    if not left_out or not scored:
        return say(language, "score")
    shown = [*(name for name in DIMENSIONS if name in scored), *sorted(scored - {*DIMENSIONS})]
    return say(language, "score_of", what=", ".join(say(language, name) for name in shown))


def describe_score(score: Score, language: str) -> str:
    """Return a score as text: its rank among similar texts, its value and interval."""
    total = points(score.total or 0.0, language)
    named = f"{score_name([score], language)} {total}/100{within(score, language)}"
    place, without = placed(score, language), unaccepted(score, language)
    return "; ".join(filter(None, (place, named, without)))


def placed(score: Score, language: str) -> str:
    """Return the rank of a score among texts of its kind as text; "" if unknown."""
    if score.place is None:
        return ""
    worse_of_ten = min(9, int(10 * score.place))
    kind = say(language, f"kind-{score.kind}")
    if worse_of_ten == 0:
        return say(language, "lowest", number=0, kind=kind)
    if worse_of_ten < _BETTER_THAN_HALF:  # "better than 1 of 10" sounds like praise
        return say(language, "better_have", number=10 - worse_of_ten, kind=kind)
    return say(language, "better_than", number=worse_of_ten, kind=kind)


def unaccepted(score: Score, language: str) -> str:
    """Return what a score is without what the baseline accepts, "" without a baseline."""
    if score.without_accepted is None:
        return ""
    return say(language, "without_accepted", score=points(score.without_accepted, language))


def within(score: Score, language: str) -> str:
    """Return the range of a score in brackets, "" if it has none."""
    return span(score.interval, language) if score.interval else ""


def span(interval: Sequence[float], language: str) -> str:
    low, high = (decimal(100 * bound, 0, language) for bound in interval)
    return f" ({say(language, 'between', low=low, high=high)})"


def terms(score: Score) -> list[float]:
    """Return what each dimension adds to the total, so that the shown figures add up."""
    partials = score.partials.values()
    if score.profile != "calibrated":
        return [partial.value or 0.0 for partial in partials]
    missing = 1000 - tenths(score.total or 0.0)
    return [-loss / 10 for loss in apportion([partial.loss for partial in partials], missing)]


def apportion(parts: Sequence[float], whole: int) -> list[int]:
    """Return integers proportional to `parts` that sum to `whole` (largest remainder)."""
    total = sum(parts)
    if not total:
        return [0] * len(parts)
    exact = [part / total * whole for part in parts]
    floors = [int(value) for value in exact]
    by_remainder = sorted(range(len(parts)), key=lambda i: (floors[i] - exact[i], i))
    for i in by_remainder[: whole - sum(floors)]:
        floors[i] += 1
    return floors

"""The score of a document and the sentences that cost most: a request of ours, and code lenses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.report.messages import quoted, say
from textlint_pt.report.report import Costly, DocumentReport, Score
from textlint_pt.reporters.figures import placed, points, score_name, signed, tenths, unaccepted
from textlint_pt.reporters.rows import elided

#: a request of our own: the score of a document
SCORE = "textlint-pt/score"
#: command: show the score of a document, with what each dimension costs
SHOW_SCORE = "textlint-pt.score"
#: columns of a sentence, from its start, that tell which one of its line is meant
_EXCERPT_LENGTH = 32


def answer(
    checked: Checked | None, uri: str, version: int | None, language: str
) -> dict[str, Any] | None:
    """Return the answer to `textlint-pt/score`; None before the first check."""
    if checked is None or checked.entry is None or not checked.complete:
        return None
    score = checked.entry.score
    return {
        "uri": uri,
        "version": version,
        "total": score.total,
        "place": placed(score, language) or None,
        "reason": _reason(checked.entry, language),
        "losses": [
            {"dimension": name, "title": say(language, name), "loss": loss}
            for name, loss in _losses(score)
            if loss
        ],
        "findings": len(checked.entry.findings),
    }


def text(checked: Checked | None, language: str) -> str | None:
    """Return the score and the cost of each dimension in one line; None before checking."""
    if checked is None or checked.entry is None or not checked.complete:
        return None
    score = checked.entry.score
    if score.total is None:
        return f"{say(language, 'no_score')}: {_reason(checked.entry, language)}"
    total = f"{score_name([score], language)} {points(score.total, language)}/100"
    costs = ", ".join(
        f"{say(language, name)} {signed(-100 * loss, language)}"
        for name, loss in _losses(score)
        if tenths(loss)
    )
    parts = (f"{total}: {costs}" if costs else total, placed(score, language))
    return "; ".join(filter(None, (*parts, unaccepted(score, language))))


def _losses(score: Score) -> list[tuple[str, float]]:
    """Return the dimensions with their losses, the greatest first."""
    losses = [(name, partial.loss) for name, partial in score.partials.items()]
    return sorted(losses, key=lambda item: -item[1])


def lenses(
    checked: Checked | None, uri: str, lines: Lines, language: str
) -> Iterator[types.CodeLens]:
    """Yield code lenses: the score above the text, costs above the costliest sentences."""
    shown = text(checked, language)
    if checked is None or shown is None:
        return

    def lens(where: types.Range, title: str) -> types.CodeLens:
        return types.CodeLens(where, types.Command(title, SHOW_SCORE, arguments=[uri]))

    yield lens(lines.range(0, 0), shown)
    for where, sentence in _costliest(checked, lines):
        excerpt = quoted(elided(sentence.text, _EXCERPT_LENGTH), language)
        cost = signed(-100 * sentence.loss, language)
        yield lens(where, f"{cost} {excerpt}: {'; '.join(sentence.reasons)}")


def _costliest(checked: Checked, lines: Lines) -> Iterator[tuple[types.Range, Costly]]:
    """Return place and cost of the costliest sentences that are still unchanged."""
    entry = checked.entry
    if entry is None:
        return
    places = {one["sentence"]: (one["start"], one["end"]) for one in entry.measures}
    for one in entry.costliest:
        if tenths(one.loss) and one.sentence in places:
            yield lines.range(*places[one.sentence]), one


def _reason(entry: DocumentReport, language: str) -> str | None:
    """Return why there is no score, as the notice says it where there is one."""
    reason = entry.score.reason
    messages = [notice.message for notice in entry.notices if notice.code == reason]
    return messages[0] if messages else reason and say(language, reason)

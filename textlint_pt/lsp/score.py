"""The score of a document and the sentences that cost most: a request of ours, and code lenses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.report.messages import quoted, say
from textlint_pt.report.report import Costly, DocumentReport
from textlint_pt.reporters.figures import placed, points, score_name, signed, tenths, unaccepted
from textlint_pt.reporters.rows import elided

#: a request of our own: the score of a document
SCORE = "textlint-pt/score"
#: command: show the score of a document, with what each dimension costs
SHOW = "textlint-pt.score"
#: columns of a sentence, from its start, that tell which one of its line is meant
_SHOWN = 32


def answer(
    checked: Checked | None, uri: str, version: int | None, language: str
) -> dict[str, Any] | None:
    """What `textlint-pt/score` answers; None where nothing was checked yet."""
    if checked is None or checked.entry is None or not checked.complete:
        return None
    score = checked.entry.score
    losses = {name: partial.loss for name, partial in score.partials.items()}
    return {
        "uri": uri,
        "version": version,
        "total": score.total,
        "place": placed(score, language) or None,
        "reason": _reason(checked.entry, language),
        "losses": [
            {"dimension": name, "title": say(language, name), "loss": loss}
            for name, loss in sorted(losses.items(), key=lambda item: -item[1])
            if loss
        ],
        "findings": len(checked.entry.findings),
    }


def text(checked: Checked | None, language: str) -> str | None:
    """The score in a line and what each dimension costs; None where nothing was checked yet."""
    if checked is None or checked.entry is None or not checked.complete:
        return None
    score = checked.entry.score
    if score.total is None:
        return f"{say(language, 'no_score')}: {_reason(checked.entry, language)}"
    parts = {name: partial.loss for name, partial in score.partials.items()}
    costs = [
        f"{say(language, name)} {signed(-100 * loss, language)}"
        for name, loss in sorted(parts.items(), key=lambda item: -item[1])
        if tenths(loss)
    ]
    shown = f"{score_name([score], language)} {points(score['total'], language)}/100"
    shown = f"{shown}: {', '.join(costs)}" if costs else shown
    return "; ".join(filter(None, [shown, placed(score, language), unaccepted(score, language)]))


def lenses(
    checked: Checked | None, uri: str, lines: Lines, language: str
) -> Iterator[types.CodeLens]:
    """The score above the text, and what the costliest sentences cost above each of them."""
    shown = text(checked, language)
    if checked is None or shown is None:
        return

    def lens(where: types.Range, title: str) -> types.CodeLens:
        return types.CodeLens(where, types.Command(title, SHOW, arguments=[uri]))

    yield lens(lines.range(0, 0), shown)
    for where, one in _costliest(checked, lines):
        which = quoted(elided(one.text, _SHOWN), language)
        cost = signed(-100 * one.loss, language)
        yield lens(where, f"{cost} {which}: {'; '.join(one.reasons)}")


def _costliest(checked: Checked, lines: Lines) -> Iterator[tuple[types.Range, Costly]]:
    """Place and cost of the sentences that cost most and still stand as they did."""
    entry = checked.entry
    if entry is None:
        return
    places = {one["sentence"]: (one["start"], one["end"]) for one in entry.measures}
    for one in entry.costliest:
        if tenths(one.loss) and one.sentence in places:
            yield lines.range(*places[one.sentence]), one


def _reason(entry: DocumentReport, language: str) -> str | None:
    """Why there is no score, as the notice says it where there is one."""
    reason = entry.score.reason
    said = [notice.message for notice in entry.notices if notice.code == reason]
    return said[0] if said else reason and say(language, reason)

"""TRA001: a sentence whose kinds of words drift from its reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Bar, Finding, Option, View
from textlint_pt_translation.checks import PairRule
from textlint_pt_translation.drift import SIMILARITY, Brapt, LinkDrift
from textlint_pt_translation.human import human_pairs
from textlint_pt_translation.moved import Changes, bars, evidence, moved_between

PERCENTILE = Option(
    1.0,
    "report sentences further from the reference than all but so many per cent of pairs of good "
    "human translations",
    0.0,
    100.0,
)


class CategoryDrift(PairRule):
    """A sentence drifts away from the reference translation."""

    code = "TRA001"
    options = {"percentile": PERCENTILE, "similarity": SIMILARITY}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        drifts: Sequence[LinkDrift] = view.metric(Brapt.name).detail
        for drift in drifts:
            limit = _limit(drift, options)
            if drift.similarity < limit:
                yield self._finding(view, drift, limit)

    def _finding(self, view: View, drift: LinkDrift, limit: float) -> Finding:
        """Return the finding for linked sentences whose categories differ."""
        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        link = drift.link
        target = view.sentences[link.left : link.left_end]
        sentences = reference.sentences[link.right : link.right_end]
        changes = moved_between(view, reference, link)
        percentile = drift.percentile
        return self.on_sentences(
            target,
            sentences,
            "reference",
            {
                "similarity": round(drift.similarity, 4),
                "limit": round(limit, 4),
                "percentile": None if percentile is None else round(percentile, 2),
                "moved": [evidence(change) for change in changes],
            },
            message="own" if percentile is None else "message",
            arguments={
                "changes": Changes(tuple(changes)),
                "above": None if percentile is None else min(99, int(100 - percentile)),
            },
        )

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        return bars(evidence["moved"], language)


def _limit(drift: LinkDrift, options: Mapping[str, Any]) -> float:
    """Return lowest similarity that is not reported."""
    if drift.measured:
        return 1.0 - human_pairs().drift(float(options["percentile"]), drift.words)
    return float(options["similarity"])

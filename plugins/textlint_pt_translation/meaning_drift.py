"""TRA002: a sentence that says something else than its reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Bar, Finding, Option, Related, View
from textlint_pt_translation.category_drift import PERCENTILE
from textlint_pt_translation.checks import PairRule, shortened
from textlint_pt_translation.meaning import Meaning, Scale
from textlint_pt_translation.moved import Changes, bars, evidence, moved_between

if TYPE_CHECKING:
    from textlint_pt.contract import Sentence
    from textlint_pt_translation.meaning import LinkMeaning


class MeaningDrift(PairRule):
    """A sentence says something else than the reference translation."""

    code = "TRA002"
    options = {
        "percentile": PERCENTILE,
        "negation": Option(True, "report a negation that one side lacks, whatever the rest"),
        "contrary": Option(
            True,
            "report a word for its contrary in a sentence that is otherwise nearly the same, or "
            "for one that cannot stand for it where no other differs",
        ),
        "elsewhere": Option(
            True, "report a sentence that is nearer to another one of the reference than to its own"
        ),
    }

    @staticmethod
    def reason(drift: LinkMeaning, options: Mapping[str, Any]) -> str | None:
        """Return why a sentence is reported, as a key of the messages; None if it is not."""
        if options["contrary"] and (drift.contrary or drift.exchanged):
            return "contrary"
        if drift.similarity < _least(drift, options):
            return "message"
        if options["negation"] and (drift.lost or drift.gained):
            return "lost" if drift.lost else "gained"
        return "elsewhere" if options["elsewhere"] and drift.nearer else None

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for drift in view.metric(Meaning.name).detail:
            if reason := self.reason(drift, options):
                yield self._finding(view, drift, _least(drift, options), reason)

    def _finding(self, view: View, drift: LinkMeaning, limit: float, message: str) -> Finding:
        """Return the finding for linked sentences whose meanings differ."""
        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        link = drift.link
        target = view.sentences[link.left : link.left_end]
        sentences = reference.sentences[link.right : link.right_end]
        changes = moved_between(view, reference, link)
        lost = [_text(sentences)[place.start : place.end] for place in drift.lost]
        gained = [_text(target)[place.start : place.end] for place in drift.gained]
        others = drift.contrary or ((drift.exchanged,) if drift.exchanged else ())
        old = [_text(sentences)[one.other_start : one.other_end] for one in others]
        new = [_text(target)[one.start : one.end] for one in others]
        nearer = reference.sentences[drift.nearer.sentence] if drift.nearer else None
        found = self.on_sentences(
            target,
            sentences,
            "reference",
            {
                "similarity": round(drift.similarity, 4),
                "limit": round(limit, 4),
                "nearer": round(drift.nearer.similarity, 4) if drift.nearer else None,
                "rating": round(drift.rating, 4),
                "percentile": round(drift.percentile, 2),
                "measures": {name: round(value, 4) for name, value in drift.measures.items()},
                "lost": lost,
                "gained": gained,
                "contrary": [list(pair) for pair in zip(old, new, strict=True)],
                "moved": [evidence(change) for change in changes],
            },
            message=message,
            arguments={
                "beyond": min(0.999, 1.0 - drift.percentile / 100),
                "changes": Changes(tuple(changes), "; "),
                "negation": ", ".join(lost or gained),
                "old": ", ".join(old),
                "new": ", ".join(new),
                "nearer": shortened(nearer.text) if nearer else "",
            },
        )
        if nearer is None:
            return found
        return found.replace(related=(*found.related, Related(nearer.span, "reference", "nearer")))

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        return bars(evidence["moved"], language)


def _least(drift: LinkMeaning, options: Mapping[str, Any]) -> float:
    """Return lowest similarity in meaning that is not reported."""
    return 1.0 - Scale.shipped().human.drift(float(options["percentile"]), drift.words)


def _text(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)

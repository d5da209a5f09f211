"""TRA001: a sentence whose kinds of words drift from its reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Bar, Finding, Option, Related, Rule, Scope, Span, View
from textlint_pt_translation.drift import SIMILARITY, Brapt, LinkDrift
from textlint_pt_translation.human import human_pairs

PERCENTILE = Option(
    1.0,
    "report sentences further from the reference than all but so many per cent of pairs of good "
    "human translations",
    0.0,
    100.0,
)


class CategoryDrift(Rule):
    """A sentence drifts away from the reference translation.

    ## What it finds

    A sentence whose words are of other kinds than those of the reference, several at once: the past
    became a future, one person another, the negation is gone, a feeling turned; words left in the
    source language; or another sentence altogether. Both texts are first aligned sentence by
    sentence, and refused if they do not correspond. Sentences without a partner are not judged.

    ## Why it matters

    Two good translations may hardly share a word, but the kinds of their words are much the same.
    The measure minds neither order nor synonyms, which is what counting shared words punishes.

    ## Bad

    Reference: «Não esperava a resposta, mas ficou contente.»
    Translation: «Chorarei muito se me deixares.»

    ## Good

    Reference: «Ela não quis vender a casa da avó.»
    Translation: «Ela recusou-se a vender a casa da sua avó.»

    ## Evidence

    `similarity` of the two sentences and the `limit` it is under; `percentile`: how many per cent
    of pairs of good human translations of that length are as unlike or more (null under a lexicon
    of your own); `moved`: the categories lost or gained, by which words on both sides.

    The limit depends on the length, since in a short sentence every word weighs more: at the
    default `percentile` of 1 it is .43 for 5 words, .79 for 15, .89 for 30. One wrong word, even a
    lost «não», does not pass it.

    ## Source

    BRAPT (Guimarães, Tavares, Reis, Ferrari, Ogasawara and Paiva Guedes), Algorithm 1: vectors of
    category counts, compared by their cosine, with LIWC 2007. By default with an open lexicon;
    the key `lexicon` reads a LIWC dictionary of your own, judged by the option `similarity`.
    """

    code = "TRA001"
    name = "translation.category-drift"
    scope = Scope.TRANSLATION
    dimension = "drift"
    needs = Brapt.needs
    metrics = (Brapt.name,)
    companion = "reference"
    options = {"percentile": PERCENTILE, "similarity": SIMILARITY}
    messages = {
        "pt": {
            "message": "afasta-se da tradução de referência: {changes:pt}",
            "related": "a frase da referência",
        },
        "en": {
            "message": "drifts away from the reference translation: {changes:en}",
            "related": "the reference's sentence",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        drifts: Sequence[LinkDrift] = view.metric(Brapt.name).detail
        for drift in drifts:
            limit = _limit(drift, options)
            if drift.similarity < limit:
                yield self._finding(view, drift, limit)

    def _finding(self, view: View, drift: LinkDrift, limit: float) -> Finding:
        from textlint_pt_translation.moved import Changes, evidence, moved_between

        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        link = drift.link
        ours = view.sentences[link.left : link.left_end]
        theirs = reference.sentences[link.right : link.right_end]
        changes = moved_between(view, reference, link)
        percentile = drift.percentile
        return Finding(
            code=self.code,
            span=Span(ours[0].span.start, ours[-1].span.end),
            evidence={
                "similarity": round(drift.similarity, 4),
                "limit": round(limit, 4),
                "percentile": None if percentile is None else round(percentile, 2),
                "moved": [evidence(change) for change in changes],
            },
            arguments={"changes": Changes(tuple(changes))},
            sentence=link.left,
            related=(Related(Span(theirs[0].span.start, theirs[-1].span.end), "reference"),),
        )

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        from textlint_pt_translation.moved import bars

        return bars(evidence["moved"], language)


def _limit(drift: LinkDrift, options: Mapping[str, Any]) -> float:
    """Lowest similarity that is not reported."""
    if drift.measured:
        return 1.0 - human_pairs().drift(float(options["percentile"]), drift.words)
    return float(options["similarity"])

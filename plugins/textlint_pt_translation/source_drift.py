"""TRA009: a sentence that drifts from its English source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Bar, Finding, Option, Related, Rule, Scope, Severity, Span, View
from textlint_pt_translation.bilingual import Bilingual, human


class SourceDrift(Rule):
    """A sentence drifts away from its English source.

    ## What it finds

    A sentence whose words are of other kinds than those of the English sentence it translates,
    where there is no trusted translation to compare with. Texts are first aligned by the lengths of
    their sentences, files of translations by their units. A source that is not English is not
    judged.

    ## Why it matters

    Most translations have no reference. Another sentence, or one left unfinished, shows all the
    same.

    ## Bad

    Source: «She did not want to sell her grandmother's house.»
    Translation: «Os bilhetes esgotaram em duas horas.»

    ## Good

    Source: «She did not want to sell her grandmother's house.»
    Translation: «Ela não quis vender a casa da avó.»

    ## Evidence

    `similarity`, the `limit` it is under and `percentile`, as in TRA001, against human translations
    from English; `moved`: the categories lost or gained, by which words on both sides.

    One sign among others, which is why it runs only when selected: enough to order a pile of pages,
    not to judge one sentence. Wrong words of the right kind, a lost negation among many words, and
    style are not seen at all. The limits were taken from the translated manuals of GNOME.

    ## Source

    BRAPT (Guimarães, Tavares, Reis, Ferrari, Ogasawara and Paiva Guedes), with one set of
    categories for both languages, from OpenWordNet-PT and the Open English WordNet.
    """

    code = "TRA009"
    name = "translation.source-drift"
    scope = Scope.TRANSLATION
    severity = Severity.INFO
    default = False
    needs = Bilingual.needs
    metrics = (Bilingual.name,)
    companion = "source"
    options = {
        "percentile": Option(
            2.0,
            "report sentences further from the source than all but so many per cent of human "
            "translations",
            0.0,
            100.0,
        )
    }
    messages = {
        "pt": {
            "message": "afasta-se do original inglês: semelhança {similarity:.0%}, "
            "limite {limit:.0%}{changes:pt}",
            "related": "a frase do original",
        },
        "en": {
            "message": "drifts away from the English source: similarity {similarity:.0%}, "
            "limit {limit:.0%}{changes:en}",
            "related": "the source's sentence",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        from textlint_pt_translation.moved import Changes, evidence, moved

        source = view.companion("source")
        assert source is not None  # the engine runs this on documents with a source only
        pairs = human()
        for drift in view.metric(Bilingual.name).detail:
            link = drift.link
            limit = 1.0 - pairs.drift(float(options["percentile"]), drift.words)
            if drift.similarity >= limit:
                continue
            ours = view.sentences[link.left : link.left_end]
            theirs = source.sentences[link.right : link.right_end]
            changes = moved(
                list(
                    zip(ours, view.analysis("categories")[link.left : link.left_end], strict=True)
                ),
                list(
                    zip(
                        theirs,
                        source.analysis("categories.en")[link.right : link.right_end],
                        strict=True,
                    )
                ),
            )
            yield Finding(
                code=self.code,
                span=Span(ours[0].span.start, ours[-1].span.end),
                evidence={
                    "similarity": round(drift.similarity, 4),
                    "limit": round(limit, 4),
                    "percentile": round(pairs.percentile(drift.drift, drift.words), 2),
                    "moved": [evidence(change) for change in changes],
                },
                arguments={"changes": Changes(tuple(changes), "; ")},
                sentence=link.left,
                related=(Related(Span(theirs[0].span.start, theirs[-1].span.end), "source"),),
            )

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        from textlint_pt_translation.moved import bars

        return bars(evidence["moved"], language)

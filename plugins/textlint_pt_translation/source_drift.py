"""TRA009: a sentence that drifts from its English source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Bar, Finding, Option, Related, Rule, Scope, Severity, Span, View
from textlint_pt_translation.bilingual import Bilingual, human
from textlint_pt_translation.checks import language_of, shortened
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.omitted import added
from textlint_pt_translation.pairs import strangers

if TYPE_CHECKING:
    from textlint_pt_translation.turned import Place


class SourceDrift(Rule):
    """A sentence drifts away from its English source."""

    code = "TRA009"
    name = "translation.source-drift"
    counts_in = "drift"
    scope = Scope.TRANSLATION
    gravity = 3.0
    severity = Severity.INFO
    default = False
    needs = (*Bilingual.needs, "forms", "translations.en")
    metrics = (Bilingual.name,)
    companion = "source"
    options = {
        "percentile": Option(
            2.0,
            "report sentences further from the source than all but so many per cent of human "
            "translations",
            0.0,
            100.0,
        ),
        "parts": Option(True, "report parts that nothing in the source answers"),
    }
    messages = {
        "pt": {
            "message": "não diz o mesmo que o original inglês{changes:pt}",
            "added": "não está no original: «{ours}»",
            "related": "a frase do original",
        },
        "en": {
            "message": "drifts away from the English source{changes:en}",
            "added": "not in the source: “{ours}”",
            "related": "the source's sentence",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        source = view.companion("source")
        assert source is not None  # the engine runs this on documents with a source only
        drifts = list(self._drift(view, source, options)) if options["percentile"] else []
        yield from drifts
        if options["parts"]:
            yield from self._parts(view, source, {finding.sentence for finding in drifts})

    def _parts(self, view: View, source: View, drifted: Set[int | None]) -> Iterator[Finding]:
        """Parts that nothing answers, of sentences that have not `drifted` as a whole."""
        if language_of(view, "source") != "en":
            return
        links = view.analysis("alignment:source").links
        strange = strangers(links)
        for at, link in enumerate(links):
            if not link.paired or at in strange or link.left in drifted:
                continue
            ours = Joined(view.sentences[link.left : link.left_end])
            theirs = Joined(source.sentences[link.right : link.right_end])
            beside = [*links[max(0, at - 1) : at], *links[at + 1 : at + 2]]
            around_source = " ".join(
                s.text for one in beside for s in source.sentences[one.right : one.right_end]
            )
            forms, lexicon = view.analysis("forms"), view.analysis("translations.en")
            if place := added(theirs.text, ours.text, around_source, forms, lexicon):
                yield self._marked(ours, theirs, place, link.left)

    def _marked(self, ours: Joined, theirs: Joined, place: Place, sentence: int) -> Finding:
        mine = ours.text[slice(*place)]
        return Finding(
            code=self.code,
            span=ours.span(place),
            evidence={"kind": "added", "target": mine},
            message="added",
            arguments={"ours": shortened(mine)},
            sentence=sentence,
            related=(Related(theirs.span(None), "source"),),
        )

    def _drift(self, view: View, source: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Sentences of other words than their source's."""
        from textlint_pt_translation.moved import Changes, evidence, moved

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

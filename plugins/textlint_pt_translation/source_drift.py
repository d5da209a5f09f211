"""TRA009: what a sentence says besides its English source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Related, Rule, Scope, Severity, View
from textlint_pt_translation.checks import shortened
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.omitted import ALL_SAID, SAID, added, share_answered, share_from
from textlint_pt_translation.pairs import language_of, strangers

if TYPE_CHECKING:
    from textlint_pt_translation.turned import Place

#: sentences of the source on each side in which a part may be said that a translation seems to add
_NEAR = 40


class SourceDrift(Rule):
    """A sentence says more than its English source."""

    code = "TRA009"
    name = "translation.source-drift"
    counts_in = "drift"
    scope = Scope.TRANSLATION
    gravity = 3.0
    severity = Severity.INFO
    default = False
    needs = ("alignment:source", "forms", "translations.en")
    companion = "source"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        source = view.companion("source")
        assert source is not None  # the engine runs this on documents with a source only
        if language_of(view, "source") != "en":
            return
        links = view.analysis("alignment:source").links
        strange = strangers(links)
        for at, link in enumerate(links):
            if not link.paired or at in strange:
                continue
            ours = Joined(view.sentences[link.left : link.left_end])
            theirs = Joined(source.sentences[link.right : link.right_end])
            beside = [*links[max(0, at - 1) : at], *links[at + 1 : at + 2]]
            around_source = " ".join(
                s.text for one in beside for s in source.sentences[one.right : one.right_end]
            )
            forms, lexicon = view.analysis("forms"), view.analysis("translations.en")
            place = added(theirs.text, ours.text, around_source, forms, lexicon)
            if (
                place
                and not any(  # else the source says it elsewhere
                    share_from(one.text, ours.text[slice(*place)], forms, lexicon) >= ALL_SAID
                    and share_answered(one.text, ours.text[slice(*place)], forms, lexicon) >= SAID
                    for one in source.sentences[max(0, link.right - _NEAR) : link.right_end + _NEAR]
                )
            ):
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

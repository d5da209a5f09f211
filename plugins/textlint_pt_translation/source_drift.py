"""TRA009: a sentence that drifts from its English source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Bar, Finding, Option, Related, Rule, Scope, Severity, Span, View
from textlint_pt_translation.bilingual import Bilingual, human
from textlint_pt_translation.checks import language_of, shortened
from textlint_pt_translation.omitted import added, omitted, share_answered
from textlint_pt_translation.pairs import strangers
from textlint_pt_translation.turned import Turned, turned

if TYPE_CHECKING:
    from textlint_pt.contract import Sentence
    from textlint_pt_translation.turned import Place

#: share of the content words of the source that must have an answer for a word to be judged
_ALIKE = 0.3


class Joined:
    """Sentences of one side of a link; what is no prose is blank in `text`."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self._sentences = sentences
        self._starts: list[int] = []
        pieces, at = [], 0
        for sentence in sentences:
            text = sentence.text
            for start, end in sentence.opaque:
                text = text[:start] + " " * (end - start) + text[end:]
            self._starts.append(at)
            pieces.append(text)
            at += len(text) + 1
        self.text = " ".join(pieces)

    def span(self, place: Place | None) -> Span:
        """Where a place of the text stands in the file; of None all of it."""
        if place is None:
            return Span(self._sentences[0].span.start, self._sentences[-1].span.end)
        first, last = (bisect_right(self._starts, at) - 1 for at in (place[0], place[1] - 1))
        one, other = self._sentences[first], self._sentences[last]
        start = one.content.span(place[0] - self._starts[first], len(one.text)).start
        return Span(start, other.content.span(0, place[1] - self._starts[last]).end)


class SourceDrift(Rule):
    """A sentence drifts away from its English source.

    ## What it finds

    Where there is no trusted translation to compare with, in a sentence that translates an English
    one:

    - a word that turns it round: a negation that one side lacks, a word for its contrary
      («disable», «ativar»), one that only looks like the English word («eventually»,
      «eventualmente»);
    - a part of one side, four words that carry content or more, that nothing on the other answers,
      where the lengths say so too;
    - words of other kinds than those of the English sentence on the whole: another sentence.

    Texts are first aligned by the lengths of their sentences, files of translations by their units.
    A source that is not English is not judged. Numbers belong to TRA003, whole sentences without a
    counterpart to TRA006.

    ## Why it matters

    Most translations have no reference. A lost «not», a half left out when a page was brought up
    to date, another sentence: no reader of the translation alone can see them.

    ## Bad

    Source: «You can disable the option before you install the program.»
    Translation: «Pode ativar a opção antes de instalar o programa.»

    ## Good

    Source: «You can disable the option before you install the program.»
    Translation: «Pode desativar a opção antes de instalar o programa.»

    ## Evidence

    Of words and parts the `kind` and what is marked on both sides, `source` and `target`. They are
    found by closed lists and the lexicon of translations; no model is asked. Of the sentence on the
    whole `similarity`, the `limit` it is under and `percentile`, as in TRA001, against human
    translations from English; `moved`: the categories lost or gained, by which words on both sides.

    Signs to look at, which is why it runs only when selected: enough to order a pile of pages, not
    to judge one sentence. Translators deny in many ways; wrong words of the right kind and style
    are not seen at all. The limits of the similarity were taken from the translated manuals of
    GNOME.

    ## Source

    BRAPT (Guimarães, Tavares, Reis, Ferrari, Ogasawara and Paiva Guedes), with one set of
    categories for both languages, from OpenWordNet-PT and the Open English WordNet. Words and parts
    are our own.
    """

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
        "words": Option(
            True, "report negations, contraries and false friends that turn the source round"
        ),
        "parts": Option(True, "report parts of one side that nothing on the other answers"),
    }
    messages = {
        "pt": {
            "message": "afasta-se do original inglês: semelhança {similarity:.0%}, "
            "limite {limit:.0%}{changes:pt}",
            "lost": "o original nega o que a tradução afirma: «{theirs}»",
            "gained": "a tradução nega o que o original afirma: «{ours}»",
            "contrary": "«{ours}» diz o contrário do original: «{theirs}»",
            "friend": "«{ours}» não é o que «{theirs}» quer dizer: {instead}",
            "omitted": "falta na tradução o que o original diz: «{theirs}»",
            "added": "não está no original: «{ours}»",
            "related": "a frase do original",
        },
        "en": {
            "message": "drifts away from the English source: similarity {similarity:.0%}, "
            "limit {limit:.0%}{changes:en}",
            "lost": "the source denies what the translation affirms: “{theirs}”",
            "gained": "the translation denies what the source affirms: “{ours}”",
            "contrary": "“{ours}” says the contrary of the source: “{theirs}”",
            "friend": "“{ours}” is not what “{theirs}” means: {instead}",
            "omitted": "the translation lacks what the source says: “{theirs}”",
            "added": "not in the source: “{ours}”",
            "related": "the source's sentence",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        source = view.companion("source")
        assert source is not None  # the engine runs this on documents with a source only
        drifts = list(self._drift(view, source, options)) if options["percentile"] else []
        yield from drifts
        yield from self._words(view, source, options, {finding.sentence for finding in drifts})

    def _words(
        self, view: View, source: View, options: Mapping[str, Any], drifted: Set[int | None]
    ) -> Iterator[Finding]:
        """Words that say something else, and parts that nothing answers, of sentences that have not
        `drifted` as a whole."""
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
            around = " ".join(
                s.text for one in beside for s in view.sentences[one.left : one.left_end]
            )
            around_source = " ".join(
                s.text for one in beside for s in source.sentences[one.right : one.right_end]
            )
            forms, lexicon = view.analysis("forms"), view.analysis("translations.en")
            texts = theirs.text, ours.text
            turns = turned(*texts, forms, lexicon) if options["words"] else []
            if share_answered(*texts, forms, lexicon) < _ALIKE:  # not the sentence that it renders
                turns = []
            for one in turns:
                yield self._marked(ours, theirs, one, link.left)
            if options["parts"] and all(one.kind == "friend" for one in turns):
                if place := omitted(*texts, around, forms, lexicon):
                    yield self._marked(ours, theirs, Turned("omitted", None, place), link.left)
                elif place := added(*texts, around_source, forms, lexicon):
                    yield self._marked(ours, theirs, Turned("added", place, None), link.left)

    def _marked(self, ours: Joined, theirs: Joined, one: Turned, sentence: int) -> Finding:
        mine = ours.text[slice(*one.ours)] if one.ours else ""
        other = theirs.text[slice(*one.theirs)] if one.theirs else ""
        return Finding(
            code=self.code,
            span=ours.span(one.ours),
            evidence={"kind": one.kind, "source": other, "target": mine},
            message=one.kind,
            arguments={"ours": shortened(mine), "theirs": shortened(other), "instead": one.instead},
            sentence=sentence,
            related=(Related(theirs.span(one.theirs), "source"),),
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

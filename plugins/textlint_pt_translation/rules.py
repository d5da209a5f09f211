"""TRA001 and TRA002: a sentence that drifts from its reference; TRA009: from its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Bar, Finding, Option, Related, Rule, Scope, Span, View
from textlint_pt_translation.checks import shortened
from textlint_pt_translation.drift import SIMILARITY, Brapt, LinkDrift
from textlint_pt_translation.human import fingerprint, human_pairs
from textlint_pt_translation.meaning import Meaning, Scale

if TYPE_CHECKING:
    from textlint_pt.contract import Link, Sentence
    from textlint_pt_translation.meaning import LinkMeaning
    from textlint_pt_translation.moved import Moved


_PERCENTILE = Option(
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
    default `percentile` of 1 it is .43 for 5 words, .79 for 15, .89 for 30. Measured on the news
    documents of NTREX-128 in two independent translations, European and Brazilian: limits from
    one half of them flag 1.0 % of the other half; of sentences paired with one from elsewhere in
    the same documents, they flag seven in ten. One wrong word, even a lost «não», does not pass it.

    ## Source

    BRAPT (Guimarães, Tavares, Reis, Ferrari, Ogasawara and Paiva Guedes), Algorithm 1: vectors of
    category counts, compared by their cosine, with LIWC 2007. By default with an open lexicon;
    `--lexicon FILE` reads a LIWC dictionary of your own, judged by the option `similarity`.
    """

    code = "TRA001"
    name = "translation.category-drift"
    scope = Scope.TRANSLATION
    dimension = "drift"
    needs = Brapt.needs
    metrics = (Brapt.name,)
    companion = "reference"
    options = {"percentile": _PERCENTILE, "similarity": SIMILARITY}
    messages = {
        "pt": {
            "message": "afasta-se da tradução de referência: semelhança {similarity:.0%}, "
            "limite {limit:.0%}; {changes:pt}",
            "related": "a frase da referência",
        },
        "en": {
            "message": "drifts away from the reference translation: similarity {similarity:.0%}, "
            "limit {limit:.0%}; {changes:en}",
            "related": "the reference's sentence",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        drifts: Sequence[LinkDrift] = view.metric(Brapt.name).detail
        for drift in drifts:
            limit = _limit(drift, options)
            if drift.similarity < limit:
                yield self._finding(view, drift, limit)

    def _finding(self, view: View, drift: LinkDrift, limit: float) -> Finding:
        from textlint_pt_translation.moved import Changes, evidence

        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        link = drift.link
        ours = view.sentences[link.left : link.left_end]
        theirs = reference.sentences[link.right : link.right_end]
        changes = _changes(view, reference, link)
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


class MeaningDrift(Rule):
    """A sentence says something else than the reference translation.

    ## What it finds

    A sentence that is further from its reference than two good translations of one sentence are:
    another sentence, another thing said of the same subject, words left in another language. And,
    however near the rest is, a negation that one of the two lacks: «não fecha» against «fecha»; and
    a sentence that is clearly nearer to another one of the reference than to its own. Both texts
    are first aligned sentence by sentence; sentences without a partner are not judged.

    ## Why it matters

    One wrong word may turn a page into its contrary. Counting shared words punishes a good
    translation for its synonyms; counting kinds of word (TRA001) does not see that another thing is
    said with words of the same kinds.

    ## Bad

    Reference: «A garantia não cobre a bateria.»
    Translation: «A garantia cobre a bateria.»

    ## Good

    Reference: «A garantia não cobre a bateria.»
    Translation: «A bateria não está abrangida pela garantia.»

    ## Evidence

    `measures`: the kinds of words (as TRA001 has it), the way the words have to go (word mover's
    distance), the letters in common, the sentence vectors. Each is brought to a scale on which
    sentences that have nothing to do with each other have 0 and equal ones 1; the mean is the
    `similarity`, less .25 for each of the `lost` and `gained` negations, .15 for another closing
    mark and for another opening letter, and the share of words that are not Portuguese. Nothing is
    weighted or fitted to judgements. `limit`: what it is under, by the length of the sentence;
    `percentile`: how many per cent of pairs of independent human translations are as unlike or
    more; `rating`: the similarity as people rate, who see a fault beside few words as a greater
    one; `moved`: as in TRA001.

    A negation counts as lost only where the other side has no other word that denies
    («desconhece-se» for «não se sabe») and what it denies stands there undenied. `nearer` is the
    similarity to another sentence of the reference, where it is greater by .1; it is looked for
    where at most one human pair in five is as unlike, among the three with the nearest vectors.

    Scale and limits were taken from two translations of the Bible and of a product's manual.
    Measured on those of NTREX-128 (news): 2.1 and 2.2 % of the sentences of the two translations
    are reported; with a «não» taken out, 77 and 80 % against the other translation and 92 and 97 %
    against the text as it was; with another sentence of the same page, 95 and 98 %. Over the rows
    of a chat that people judged (WMT 2022), the `rating` follows their judgement at a Pearson
    correlation of .60; of the rows with a critical error about half are reported (13 of 25), of
    those without any error one in two hundred. The deductions, .25 for a negation and the rest,
    were chosen among a few with these rows and NTREX in view: take the figures as slightly too
    good.

    ## Source

    BRAPT (Guimarães, Tavares, Reis, Ferrari, Ogasawara and Paiva Guedes); word mover's distance
    (Kusner, Sun, Kolkin and Weinberger 2015); chrF (Popović 2015). The combination is our own.
    """

    code = "TRA002"
    name = "translation.meaning-drift"
    scope = Scope.TRANSLATION
    dimension = "drift"
    needs = Meaning.needs
    metrics = (Meaning.name,)
    companion = "reference"
    supersedes = (CategoryDrift.code,)
    options = {
        "percentile": _PERCENTILE,
        "negation": Option(True, "report a negation that one side lacks, whatever the rest"),
        "elsewhere": Option(
            True, "report a sentence that is nearer to another one of the reference than to its own"
        ),
    }
    messages = {
        "pt": {
            "message": "não diz o mesmo que a tradução de referência: mais longe dela do que "
            "{beyond:.1%} dos pares de boas traduções{changes:pt}",
            "lost": "a tradução de referência nega o que esta frase afirma: «{negation}»",
            "gained": "a tradução de referência afirma o que esta frase nega: «{negation}»",
            "elsewhere": "diz o que diz outra frase da tradução de referência: «{nearer}»",
            "related": "a frase da referência",
            "nearer": "a frase da referência de que está mais perto",
        },
        "en": {
            "message": "says something else than the reference translation: further from it than "
            "{beyond:.1%} of pairs of good translations{changes:en}",
            "lost": "the reference translation denies what this sentence affirms: “{negation}”",
            "gained": "the reference translation affirms what this sentence denies: “{negation}”",
            "elsewhere": "says what another sentence of the reference translation says: “{nearer}”",
            "related": "the reference's sentence",
            "nearer": "the reference's sentence that it is nearer to",
        },
    }

    @staticmethod
    def reason(drift: LinkMeaning, options: Mapping[str, Any]) -> str | None:
        """Why a sentence is reported, as a key of the messages; None if it is not."""
        if drift.similarity < _least(drift, options):
            return "message"
        if options["negation"] and (drift.lost or drift.gained):
            return "lost" if drift.lost else "gained"
        return "elsewhere" if options["elsewhere"] and drift.nearer else None

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for drift in view.metric(Meaning.name).detail:
            if reason := self.reason(drift, options):
                yield self._finding(view, drift, _least(drift, options), reason)

    def _finding(self, view: View, drift: LinkMeaning, limit: float, message: str) -> Finding:
        from textlint_pt_translation.moved import Changes, evidence

        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        link = drift.link
        ours = view.sentences[link.left : link.left_end]
        theirs = reference.sentences[link.right : link.right_end]
        changes = _changes(view, reference, link)
        lost = [_text(theirs)[place.start : place.end] for place in drift.lost]
        gained = [_text(ours)[place.start : place.end] for place in drift.gained]
        related = [Related(Span(theirs[0].span.start, theirs[-1].span.end), "reference")]
        nearer = reference.sentences[drift.nearer.sentence] if drift.nearer else None
        if nearer:
            related.append(Related(nearer.span, "reference", "nearer"))
        return Finding(
            code=self.code,
            span=Span(ours[0].span.start, ours[-1].span.end),
            evidence={
                "similarity": round(drift.similarity, 4),
                "limit": round(limit, 4),
                "nearer": round(drift.nearer.similarity, 4) if drift.nearer else None,
                "rating": round(drift.rating, 4),
                "percentile": round(drift.percentile, 2),
                "measures": {name: round(value, 4) for name, value in drift.measures.items()},
                "lost": lost,
                "gained": gained,
                "moved": [evidence(change) for change in changes],
            },
            message=message,
            arguments={
                # the measured pairs are too few to say more
                "beyond": min(0.999, 1.0 - drift.percentile / 100),
                "changes": Changes(tuple(changes), "; "),
                "negation": ", ".join(lost or gained),
                "nearer": shortened(nearer.text) if nearer else "",
            },
            sentence=link.left,
            related=tuple(related),
        )

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        from textlint_pt_translation.moved import bars

        return bars(evidence["moved"], language)


def _limit(drift: LinkDrift, options: Mapping[str, Any]) -> float:
    """Lowest similarity that is not reported."""
    if drift.measured:
        return 1.0 - human_pairs().drift(float(options["percentile"]), drift.words)
    return float(options["similarity"])


def _least(drift: LinkMeaning, options: Mapping[str, Any]) -> float:
    """Lowest similarity in meaning that is not reported."""
    return 1.0 - Scale.shipped().human.drift(float(options["percentile"]), drift.words)


def _changes(view: View, reference: View, link: Link) -> list[Moved]:
    """Categories that one side of a link lost or gained."""
    from textlint_pt_translation.labels import UNKNOWN
    from textlint_pt_translation.moved import moved

    ours, theirs = (
        list(zip(side.sentences[start:end], side.analysis("categories")[start:end], strict=True))
        for side, start, end in (
            (view, link.left, link.left_end),
            (reference, link.right, link.right_end),
        )
    )
    names = ours[0][1].names
    pairs = human_pairs()
    if pairs.lexicon != fingerprint(names):
        return moved(ours, theirs)
    return moved(ours, theirs, dict(zip((*names, UNKNOWN), pairs.volatility, strict=True)))


def _text(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)

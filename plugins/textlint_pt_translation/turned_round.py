"""TRA014: a word that turns a sentence round: all for some, must for can, a lost «not»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Related, Severity
from textlint_pt_translation.checks import PairRule, language_of, shortened
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.logic import contradictions
from textlint_pt_translation.omitted import share_answered
from textlint_pt_translation.pairs import ALIGNMENTS, pairs, role_of
from textlint_pt_translation.turned import Turned, turned

if TYPE_CHECKING:
    from textlint_pt.contract import View
    from textlint_pt_translation.pairs import Pair

#: share of the content words of the source that must have an answer for a word to be judged
_ALIKE = 0.33


class TurnedRound(PairRule):
    """A word makes the sentence say something else than its source does.

    ## What it finds

    - a word that carries the logic of the sentence, in place of another of its group: *all*,
      *some*, *none*; *many*, *few*; *at least*, *at most*; *always*, *sometimes*, *never*; *only*,
      *also*; *must*, *can*; *before*, *after*; *more*, *less*; *and*, *or*;
    - against an English source, a negation that one side lacks, a word for its contrary («disable»,
      «ativar»), and one that only looks like the English word («eventually», «eventualmente»).

    Each is reported only where nothing else on the other side may stand for it; what is said in
    another way is left alone. Numbers belong to TRA003.

    ## Why it matters

    The sentence reads well and says the contrary: nobody who reads the translation alone can see
    it.

    ## Bad

    Source: «You must restart the server before you add all users.»
    Translation: «Pode reiniciar o servidor antes de adicionar alguns utilizadores.»

    ## Good

    Source: «You must restart the server before you add all users.»
    Translation: «É preciso reiniciar o servidor antes de adicionar todos os utilizadores.»

    ## Evidence

    The `kind` (logic, lost, gained, contrary, friend) and what is marked on both sides, `source`
    and `target`. Closed lists and the lexicon of translations; no model is asked.

    ## Source

    Quirk, Greenbaum, Leech and Svartvik, A Comprehensive Grammar of the English Language; Cunha and
    Cintra, Nova Gramática do Português Contemporâneo. The lists are our own.
    """

    code = "TRA014"
    name = "translation.turned-round"
    counts_in = "drift"
    gravity = 3.0
    severity = Severity.INFO
    supersedes = ("TRA001", "TRA002", "TRA009")
    wants = (*ALIGNMENTS, "forms", "translations.en")
    messages = {
        "pt": {
            "logic": "«{ours}» não é o que diz {other:pt}: «{theirs}»",
            "lost": "o original nega o que a tradução afirma: «{theirs}»",
            "gained": "a tradução nega o que o original afirma: «{ours}»",
            "contrary": "«{ours}» diz o contrário do original: «{theirs}»",
            "friend": "«{ours}» não é o que «{theirs}» quer dizer: {instead}",
            "related": "{other:pt}",
        },
        "en": {
            "logic": "“{ours}” is not what the {other:en} says: “{theirs}”",
            "lost": "the source denies what the translation affirms: “{theirs}”",
            "gained": "the translation denies what the source affirms: “{ours}”",
            "contrary": "“{ours}” says the contrary of the source: “{theirs}”",
            "friend": "“{ours}” is not what “{theirs}” means: {instead}",
            "related": "the {other:en}",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        role = role_of(view)
        language = language_of(view, role) if role else ""
        if language not in ("en", "pt"):
            return
        has_lexicon = view.has("forms") and view.has("translations.en")
        for pair in pairs(view):
            if not pair.ours.sentences or not pair.theirs.sentences:
                continue
            ours, theirs = Joined(pair.ours.sentences), Joined(pair.theirs.sentences)
            if theirs.text == ours.text:
                continue
            found = list(contradictions(theirs.text, ours.text, language))
            if language == "en" and has_lexicon:
                lexica = view.analysis("forms"), view.analysis("translations.en")
                told = {one.ours for one in found}
                found += [t for t in turned(theirs.text, ours.text, *lexica) if t.ours not in told]
                if found and share_answered(theirs.text, ours.text, *lexica) < _ALIKE:
                    continue  # not the sentence that it renders
            for one in found:
                yield self._marked(pair, ours, theirs, one)

    def _marked(self, pair: Pair, ours: Joined, theirs: Joined, one: Turned) -> Finding:
        mine = ours.text[slice(*one.ours)] if one.ours else ""
        other = theirs.text[slice(*one.theirs)] if one.theirs else ""
        found = self.on_pair(
            pair,
            {"kind": one.kind, "source": other, "target": mine},
            span=ours.span(one.ours),
            message=one.kind,
            arguments={"ours": shortened(mine), "theirs": shortened(other), "instead": one.instead},
        )
        return found.replace(related=(Related(theirs.span(one.theirs), pair.role),))

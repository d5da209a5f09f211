"""TRA007: one term of the source, several translations in one document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Option, Related, View
from textlint_pt.contract.glossary import Term
from textlint_pt_translation.checks import PairRule
from textlint_pt_translation.glossary import Bases, Index, Use, bases_of, indexed, terms_in, uses_of
from textlint_pt_translation.pairs import Pair, language_of, pairs, role_of
from textlint_pt_translation.turned import terms

if TYPE_CHECKING:
    from textlint_pt.contract import Forms

#: the usual word stands so many times as often as the other; more where that has several places
_CLEAR, _CLEARER = 3, 10
#: sentences of a page for each use of the usual word: of fewer, most others are for other things
_SENTENCES = 15


class VariedTerm(PairRule):
    """A term of the source is translated otherwise than elsewhere in the document."""

    code = "TRA007"
    name = "translation.varied-term"
    counts_in = "drift"
    default = False
    needs = ("forms",)
    companion = ("source",)
    options = {
        "uses": Option(3, "uses of the usual translation from which another is reported", 2),
        "terms": Option(
            [], 'terms with the words that compete for them: "commit: confirmação, submissão"'
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if role_of(view) != "source" or language_of(view, "source") != "en":
            return
        forms: Forms = view.analysis("forms")
        index, bases = _competing(tuple(options["terms"])), bases_of(forms)
        uses: dict[Term, list[Mapping[str, Use]]] = defaultdict(list)
        for pair in pairs(view):
            for term, found in _said(pair, index, bases):
                uses[term].append(found)
        sentences = 0 if view.document.units else len(view.sentences)
        least = max(options["uses"], sentences // _SENTENCES)
        for term, of_term in sorted(uses.items()):
            yield from self._varied(term, of_term, (least, options["uses"]), forms)

    def _varied(
        self,
        term: Term,
        uses: Sequence[Mapping[str, Use]],
        enough: tuple[int, int],
        forms: Forms,
    ) -> Iterator[Finding]:
        """Words that stand for a term beside the usual one, which has `enough` places: so many, or
        as many as the second says where it stands wherever else the source has the term."""
        counts = Counter(word for words in uses for word in words)
        usual, most = next(iter(counts.most_common(1)), ("", 0))
        if most < enough[most == len(uses) - 1]:
            return
        example = next(words[usual] for words in uses if usual in words)
        others: dict[str, list[Use]] = defaultdict(list)
        for words in uses:
            for word, use in words.items() if usual not in words else ():
                others[word].append(use)
        for word, places in others.items():
            is_clear = most >= len(places) * (_CLEAR if len(places) == 1 else _CLEARER)
            if is_clear and _kinds(word, forms) & _kinds(usual, forms):
                yield self.finding(
                    places[0].sentence,
                    {
                        "term": term.source,
                        "form": word,
                        "uses": len(places),
                        "usual": usual,
                        "usual_uses": most,
                        "limit": enough[0],
                    },
                    start=places[0].start,
                    end=places[0].end,
                    related=[Related(example.sentence.content.span(example.start, example.end))],
                )


def _kinds(word: str, forms: Forms) -> set[str]:
    """What a word may be: "executar" is no noun, as "execução" is."""
    return {reading.upos for reading in forms.analyse(word.split(maxsplit=1)[0])}


def _said(pair: Pair, index: Index, bases: Bases) -> Iterator[tuple[Term, Mapping[str, Use]]]:
    """The terms of a pair and where ours has the words that compete for them; none of a name, or
    that may stand for another term of the sentence."""
    found = {
        term
        for sentence in pair.theirs.sentences
        for term, start in terms_in(sentence, index)
        if not start or sentence.text[start].islower()
    }
    for term in found:
        words = set(term.targets).difference(*(one.targets for one in found if one != term))
        places = {
            word: use
            for word in term.targets
            if word in words
            for use in uses_of(word, pair.ours.sentences, bases)
            if not use.sentence.is_opaque(use.start, use.end)
        }
        yield term, places


@lru_cache(8)
def _competing(own: tuple[str, ...]) -> Index:
    """The listed terms with the words that compete for them, and in their place the user's."""
    entries = dict(terms())
    for line in own:
        term, _, words = line.partition(":")
        entries[term.strip().lower()] = frozenset(
            w.strip().lower() for w in words.split(",") if w.strip()
        )
    return indexed(Term(term, tuple(sorted(words))) for term, words in entries.items())

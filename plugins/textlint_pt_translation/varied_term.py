"""TRA007: one term of the source, several translations in one document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import Finding, Option, Related, Sentence, View
from textlint_pt.text.words import TERM
from textlint_pt_translation.checks import PairRule
from textlint_pt_translation.pairs import Pair, Side, language_of, pairs, role_of
from textlint_pt_translation.renderings import Place, Rendering, Renderings, is_clear
from textlint_pt_translation.turned import lemmas_of, terms

if TYPE_CHECKING:
    from textlint_pt.contract import Forms

#: characters by which a short sentence may be longer than twice the other
_SLACK = 20


class Glossary(NamedTuple):
    """Terms with the words that compete for them; forms of both with their base."""

    #: form of the source -> term
    terms: Mapping[str, str]
    #: form of the translation, in words -> the word, and the terms it may stand for
    words: Mapping[tuple[str, ...], tuple[str, frozenset[str]]]

    def terms_of(self, word: str) -> frozenset[str]:
        return self.words[tuple(word.split())][1]


#: letters with which forms of one word begin
_SAME_STEM = 5
#: sentences of a page for each use of the usual word: of fewer, most others are for other things
_SENTENCES = 15


class VariedTerm(PairRule):
    """A term of the source is translated otherwise than elsewhere in the document."""

    code = "TRA007"
    name = "translation.varied-term"
    counts_in = "drift"
    needs = ("forms", "translations.en")
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
        found = list(pairs(view))
        own = glossary_of(tuple(options["terms"]))
        yield from self._named(found, own, options["uses"])
        named = set(own.terms.values())
        forms, translations = view.analysis("forms"), view.analysis("translations.en")
        alike = [pair for pair in found if _is_in_proportion(pair) and _is_translated(pair)]
        renderings = Renderings(alike, forms, translations, _single_words())
        sentences = 0 if view.document.units else len(view.sentences)
        least = max(options["uses"], sentences // _SENTENCES)
        for rendering in renderings.varied(least, options["uses"]):
            if rendering.term not in named and _is_rendering(
                rendering, forms, translations.words(rendering.term)
            ):
                yield self._found(rendering, least)

    def _named(self, found: Sequence[Pair], glossary: Glossary, least: int) -> Iterator[Finding]:
        """Other words for the terms that the user names."""
        uses: dict[str, list[Sequence[Place]]] = defaultdict(list)
        for pair in found:
            terms = {t for s in pair.theirs.sentences for t in _terms(s, glossary)}
            if not terms:
                continue
            places = list(_places(pair.ours, glossary))
            for term in terms:
                own = [
                    place
                    for place in places
                    # what translates another term of the sentence as well says nothing about this
                    # one
                    if glossary.terms_of(place.word) & terms == {term}
                ]
                if own:
                    uses[term].append(own)
        for term, of_term in sorted(uses.items()):
            yield from self._varied(term, of_term, least)

    def _varied(self, term: str, uses: Sequence[Sequence[Place]], least: int) -> Iterator[Finding]:
        counts = Counter(word for places in uses for word in {place.word for place in places})
        usual, most = counts.most_common(1)[0]
        if most < least:
            return
        others: dict[str, list[Place]] = defaultdict(list)
        example: Place | None = None
        for places in uses:
            same = [place for place in places if place.word == usual]
            if same:
                example = example or same[0]
                continue
            for place in places:
                others[place.word].append(place)
        for word, places in others.items():
            if example is None or not is_clear(most, len(places)):
                continue
            yield self._found(Rendering(term, word, places, usual, example, most), least)

    def _found(self, rendering: Rendering, least: int) -> Finding:
        first, example = rendering.places[0], rendering.example
        where = example.sentence.content.span(example.start, example.end)
        return self.finding(
            first.sentence,
            {
                "term": rendering.term,
                "form": rendering.word,
                "uses": len(rendering.places),
                "usual": rendering.usual,
                "usual_uses": rendering.uses,
                "limit": least,
            },
            start=first.start,
            end=first.end,
            related=[Related(where)],
        )


def _is_rendering(rendering: Rendering, forms: Forms, known: frozenset[str]) -> bool:
    """Whether a word is known to render a term, or is listed for it, and no form of the usual
    one."""
    word, usual = rendering.word, rendering.usual
    if word in usual.split("-") or usual in word.split("-"):
        return False  # "atualização" and "pós-atualização"
    listed = _single_words().get(rendering.term, frozenset())
    if word in listed:
        return True
    if word[:_SAME_STEM] == usual[:_SAME_STEM] and min(len(word), len(usual)) >= _SAME_STEM:
        return False
    return not lemmas_of(word, forms).isdisjoint(known | listed | {rendering.term})


def _is_in_proportion(pair: Pair) -> bool:
    """Whether sentences that were aligned are likely to translate each other."""
    shorter, longer = sorted(len(side.text) for side in (pair.ours, pair.theirs))
    return pair.unit is not None or longer <= 2 * shorter + _SLACK


def _is_translated(pair: Pair) -> bool:
    """Whether most words of a sentence are others than those of its source."""
    ours, theirs = (TERM.findall(side.text.lower()) for side in (pair.ours, pair.theirs))
    return 2 * sum(word in theirs for word in ours) <= len(ours)


def _terms(sentence: Sentence, glossary: Glossary) -> Iterator[str]:
    """Terms of a sentence of the source; a capital inside it makes a name."""
    for match in TERM.finditer(sentence.text):
        if match.start() and match[0][0].isupper():
            continue
        term = glossary.terms.get(match[0].lower())
        if term is not None and not sentence.is_opaque(*match.span()):
            yield term


def _places(side: Side, glossary: Glossary) -> Iterator[Place]:
    for sentence in side.sentences:
        found = list(TERM.finditer(sentence.text))
        for at, match in enumerate(found):
            for size in (3, 2, 1):  # "base de dados" before "base"
                words = tuple(m[0].lower() for m in found[at : at + size])
                if words in glossary.words and len(words) == size:
                    end = found[at + size - 1].end()
                    is_name = match.start() > 0 and match[0][0].isupper()
                    if not is_name and not sentence.is_opaque(match.start(), end):
                        word = glossary.words[words][0]
                        yield Place(word, sentence, match.start(), end)
                    break


# ------------------------------------------------------------------ the glossary


@cache
def _single_words() -> Mapping[str, frozenset[str]]:
    """The words that are listed for a term, without phrases."""
    return {term: frozenset(w for w in words if " " not in w) for term, words in terms().items()}


@cache
def glossary_of(own: tuple[str, ...]) -> Glossary:
    """Terms from the user's option."""
    entries: dict[str, tuple[str, list[str]]] = {}
    for line in own:
        term, _, words = line.partition(":")
        listed = [word.strip().replace(" ", "_") for word in words.split(",") if word.strip()]
        entries[term.strip().lower()] = term.strip().lower(), listed
    return _glossary(entries)


def _glossary(entries: Mapping[str, tuple[str, Sequence[str]]]) -> Glossary:
    """`entries`: by term its forms, irregular plurals after "/", and the words for it."""
    terms: dict[str, str] = {}
    found: dict[tuple[str, ...], tuple[str, set[str]]] = {}
    for name, (forms, competing) in entries.items():
        for form in (*forms.split("/"), *([] if "/" in forms else _english_plurals(name))):
            terms[form] = name
        for listed_word in competing:
            plain = listed_word.replace("_", " ").lower()
            for form in (plain, *_plurals(plain)):
                found.setdefault(tuple(form.split()), (plain, set()))[1].add(name)
    return Glossary(terms, {key: (word, frozenset(of)) for key, (word, of) in found.items()})


def _english_plurals(term: str) -> Iterable[str]:
    if term.endswith("y") and term[-2:-1] not in "aeou":
        return (f"{term[:-1]}ies",)
    if term.endswith(("s", "x", "ch", "sh")):
        return (f"{term}es",)
    return (f"{term}s",)


_PLURALS = "ão ões ãos ães,il is eis,el eis éis,l is,m ns,r res,z zes,s ses"
_ENDINGS = [(end, tuple(plural)) for end, *plural in map(str.split, _PLURALS.split(","))]


def _plurals(word: str) -> Iterator[str]:
    """Possible plurals of a noun; for a phrase those of its first word."""
    head, space, rest = word.partition(" ")
    first, hyphen, tail = head.partition("-")
    for ending, plurals in _ENDINGS:
        if first.endswith(ending):
            for plural in plurals:
                yield f"{first[: -len(ending)]}{plural}{hyphen}{tail}{space}{rest}"
            return
    yield f"{first}s{hyphen}{tail}{space}{rest}"

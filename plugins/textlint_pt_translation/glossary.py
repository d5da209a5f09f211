"""TRA017: terms that are not translated as the project's glossary says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import Finding, Option, Sentence
from textlint_pt.contract.glossary import Term, read_glossary
from textlint_pt.text.regex import regex
from textlint_pt.text.words import Word, words
from textlint_pt_translation.checks import PairRule, suggestion
from textlint_pt_translation.pairs import pairs, role_of

if TYPE_CHECKING:
    from textlint_pt.contract import Forms, View
    from textlint_pt_translation.pairs import Pair

#: by the first word: terms with all their words
Index = Mapping[str, Sequence[tuple[Sequence[str], Term]]]
#: a form with its lemmas
Bases = Callable[[str], frozenset[str]]


class Use(NamedTuple):
    """Words of a sentence that are, in some form, those of the glossary."""

    sentence: Sentence
    start: int
    end: int


class Glossary(PairRule):
    """A term is not translated as the project's glossary says."""

    code = "TRA017"
    options = {
        "glossary": Option(
            [], "files of terms and their translations (CSV, TBX); also `glossary:`", path=True
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each glossary term of the source that the translation lacks."""
        terms = read_glossary(options["glossary"])
        if not terms or role_of(view) != "source":
            return
        index, bases = indexed(terms), bases_of(view.analysis("forms"))
        for pair in pairs(view):
            found = (one for s in pair.source.sentences for one, _ in terms_in(s, index))
            source = dict.fromkeys(found)
            for term in source:
                yield from self._compared(pair, term, bases)

    def _compared(self, pair: Pair, term: Term, bases: Bases) -> Iterator[Finding]:
        """Yield findings for a term of one pair: forbidden words used, wanted words missing."""
        target = pair.target.sentences
        evidence = {"term": term.source, "wanted": list(term.targets)}
        refused = [(word, use) for word in term.forbidden for use in uses_of(word, target, bases)]
        for word, use in refused:
            form = use.sentence.text[use.start : use.end]
            span = use.sentence.content.span(use.start, use.end)
            fix = None
            if len(term.targets) == 1 and form.lower() == word.lower():
                wanted = term.targets[0]
                wanted = wanted[0].upper() + wanted[1:] if form[0].isupper() else wanted
                fix = suggestion(span, wanted)
            yield self.on_pair(
                pair,
                {**evidence, "form": form},
                span=span,
                arguments={"wanted": _Listed(term.targets)},
                message="instead" if term.targets else "forbidden",
                fix=fix,
            )
        near = (*target, *pair.near[0])
        if refused or not term.targets or not target:
            return
        if not any(True for word in term.targets for _ in uses_of(word, near, bases)):
            arguments = {"wanted": _Listed(term.targets)}
            yield self.on_pair(pair, {**evidence, "form": None}, arguments=arguments)


#: of what belongs to something: "the project's"
_OWNER = regex(r"['’]s?\Z")


class _Listed:
    """Words in quotation marks: `{wanted:pt}`."""

    def __init__(self, found: Sequence[str]) -> None:
        self._words = found

    def __format__(self, language: str) -> str:
        pattern, between = ("«{}»", " ou ") if language == "pt" else ("“{}”", " or ")
        return between.join(pattern.format(word) for word in self._words)


def bases_of(forms: Forms) -> Bases:
    """Return what a form may be a form of, itself included."""

    @cache
    def bases(word: str) -> frozenset[str]:
        found = (one.lemma.split("+")[0].lower() for one in forms.analyse(word))
        return frozenset((word, *found))

    return bases


def indexed(terms: Iterable[Term]) -> Index:
    """Return terms by their first words, the longest first."""
    found: dict[str, list[tuple[Sequence[str], Term]]] = defaultdict(list)
    for term in terms:
        parts = [word.form for word in words(term.source)]
        if parts:
            found[parts[0]].append((parts, term))
    return {first: sorted(of, key=lambda one: -len(one[0])) for first, of in found.items()}


def terms_in(sentence: Sentence, index: Index) -> Iterator[tuple[Term, int]]:
    """Yield the terms in a source sentence and where they begin; of overlapping ones the
    longest."""
    found = [w for w in words(sentence.text) if not sentence.is_opaque(w.start, w.end)]
    at = 0
    while at < len(found):
        size = 1
        bases = _english(found[at].form)
        for parts, term in (entry for base in bases for entry in index.get(base, ())):
            there = found[at : at + len(parts)]
            if len(there) == len(parts) and _matches(sentence.text, there, parts, term):
                yield term, there[0].start
                size = len(parts)
                break
        at += size


def _matches(text: str, there: Sequence[Word], parts: Sequence[str], term: Term) -> bool:
    written = text[there[0].start : there[-1].end]
    if term.source.isupper():
        return written.rstrip("s") == term.source
    pairs_of = zip(there, parts, strict=True)
    return all(part in _english(word.form) for word, part in pairs_of)


def _english(word: str) -> Sequence[str]:
    """Return a word of English, and what it may be a form of."""
    found = [word]
    word = _OWNER.sub("", word)
    found += [word] if word != found[0] else []
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss"):
        found.append(word[:-1])
    for ending in ("ed", "ing"):
        stem = word[: -len(ending)]
        if word.endswith(ending) and len(stem) > 2:
            found += [stem, f"{stem}e"]
            if stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return found


def uses_of(phrase: str, sentences: Sequence[Sentence], bases: Bases) -> Iterator[Use]:
    """Yield where the words of a phrase stand in a row, in any of their forms."""
    wanted = [bases(word.form) for word in words(phrase)]
    size = len(wanted)
    for sentence in sentences:
        found = words(sentence.text)
        for at in range(len(found) - size + 1 if size else 0):
            there = found[at : at + size]
            if all(bases(w.form) & base for w, base in zip(there, wanted, strict=True)):
                yield Use(sentence, there[0].start, there[-1].end)

"""A parsed sentence as rules of language see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from textlint_pt.contract import Reading
from textlint_pt.contract.choice import Place
from textlint_pt.patterns.sentence import TokenSentence, tokens_of
from textlint_pt.text.once import Once
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.sentence.nominal import (
    ANY_AGREEMENT,
    JOINING,
    OPENERS,
    PERSONS,
    PRONOUNS,
    SINGULAR,
    GenderNumber,
    Person,
    cells_of,
    determiner_cells,
    is_participle,
)
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence, Proposal
from textlint_pt_grammaticality.sentence.reading import is_of_file, own_words

#: the words alone leave no doubt: the model would have to find the correction much worse
CERTAIN = 12.0
#: wrong as a rule, with rare exceptions that the model may know
LIKELY = 5.0
#: a sign that is enough only together with the model's opinion
HINT = 2.0

_MENTIONED = regex(r"[\"“”«»‘’'*_`]")


#: borrowed, or short for something else ("o (código-)fonte"), and used with either gender
_OF_EITHER_GENDER = own_words("agreement.either-gender")


class ParsedSentence(TokenSentence, Once):
    """A parsed sentence as rules of language see it: its tokens, and the words they consist of.

    Methods that take `i` are asked of words of the parse: "da" is one token and the words "de" and
    "a".
    """

    def __init__(self, read: AnalysedSentence) -> None:
        # not the sentence as it was read, which keeps this one: both go as soon as nobody asks
        self._choice = read.choice
        self.sentence = read.sentence
        text = read.sentence.text
        super().__init__(text, read.forms, tokens_of(text, read.words), read.words)

    def holding(self, word: int) -> int:
        """Return the index of the token that a word of the parse is in."""
        return next(at for at, token in enumerate(self.tokens) if word in token.words)

    # -- what the lexicon says --------------------------------------------------------------

    def can_be(self, at: int, *tags: str, **features: str) -> bool:
        """Whether the lexicon has such a reading for the token."""
        return any(
            reading.upos in tags
            and all(reading.feature(name) == value for name, value in features.items())
            for reading in self.readings(at)
        )

    def lemma(self, at: int) -> str:
        """Return the lemma of the only or last word of a token ("" beyond the ends)."""
        word = self.parsed(at)
        return word.lemma if word else ""

    def is_infinitive(self, at: int) -> bool:
        return self.can_be(at, "VERB", "AUX", VerbForm="Inf")

    def is_finite(self, at: int) -> bool:
        return self.can_be(at, "VERB", "AUX", VerbForm="Fin")

    def is_participle(self, at: int) -> bool:
        return self.can_be(at, "VERB", "AUX", VerbForm="Part")

    def is_noun(self, at: int, gender: str = "", number: str = "") -> bool:
        """Whether it can be a noun; with `gender` and `number`, a noun of these or unmarked for
        them."""
        return any(
            reading.upos == "NOUN"
            and reading.feature("Gender") in (gender or reading.feature("Gender"), None)
            and reading.feature("Number") in (number or reading.feature("Number"), None)
            for reading in self.readings(at)
        )

    # -- words of the parse and what depends on them ------------------------------------------

    @cached_property
    def low(self) -> Sequence[str]:
        """The words in lower case."""
        return [word.form.lower() for word in self.words]

    @cached_property
    def children(self) -> Mapping[int, Sequence[int]]:
        """The dependents of each word."""
        children: dict[int, list[int]] = defaultdict(list)
        for i, word in enumerate(self.words):
            children[word.head].append(i)
        return children

    def token(self, i: int) -> str:
        """The whole token of a word: "da" of its "a"."""
        return self.text[self.words[i].start : self.words[i].end]

    def span(self, i: int) -> tuple[int, int]:
        return self.words[i].start, self.words[i].end

    def has(self, i: int, *relations: str) -> bool:
        return not {self.words[child].relation for child in self.children[i]}.isdisjoint(relations)

    def hangs_on(self, i: int, head: int) -> bool:
        """Whether a word is another one or hangs on it, however far down."""
        while i >= 0 and i != head:
            i = self.words[i].head
        return i == head

    def relative(self, i: int) -> bool:
        """Whether "que" is the subject of a predicate."""
        return any(
            self.low[child] == "que" and self.words[child].relation[:5] == "nsubj"
            for child in self.children[i]
        )

    def partners(self, i: int) -> Sequence[int]:
        """Return the nouns coordinated with a noun: its own conjuncts, and those that the parse
        hangs on a noun within it though they open alike ("o preço da casa e o seu estado")."""

        conjuncts = [c for c in self.children[i] if self.words[c].relation == "conj"]
        for k in range(i + 1, len(self)):
            head = self.words[k].head
            if self.words[k].relation != "conj" or head <= i or self.has(k, "case"):
                continue
            if not self.is_used_as_noun(k) or self.has(k, "det") != self.has(i, "det"):
                continue
            while head > i and self.words[head].relation in ("nmod", "conj", "appos", "flat"):
                head = self.words[head].head
            if head == i:
                conjuncts.append(k)
        return conjuncts

    # -- gender, number and person of words ---------------------------------------------------

    def joined(self, i: int, before: int) -> frozenset[GenderNumber]:
        """Return the plural cells of a series of nouns that ends in this one before a place: "uma
        saia e um casaco novos"; none outside a series."""
        openers = [c for c in self.children[i] if self.words[c].relation in OPENERS]
        first = min([i, *openers])
        partners = [c for c in self.children[i] if self.words[c].relation == "conj" and c < before]
        follows_conjunction = first > 0 and self.low[first - 1] in JOINING
        if self.words[i].relation == "conj" and follows_conjunction:
            partners.append(self.words[i].head)
        if not partners and not follows_conjunction:
            return frozenset()
        genders = {gender for gender, _ in self.cells(i)}
        if not partners or any(("M", number) in self.cells(p) for p in partners for number in "SP"):
            genders.add("M")
        if not partners:
            genders.add("F")
        return frozenset((gender, "P") for gender in genders)

    def is_name(self, i: int) -> bool:
        """Whether a word is written as a name inside the sentence, or can only be a name."""
        word = self.words[i]
        if word.tag == "PROPN":
            return True
        return word.form[:1].isupper() and word.start > 0 and not self._is_listed_noun(i)

    def _is_listed_noun(self, i: int) -> bool:
        readings = self.forms.analyse(self.words[i].form)
        return any(r.upos == "NOUN" and r.source != "name" for r in readings)

    def is_used_as_noun(self, i: int) -> bool:
        """Whether a word is used as a noun: the lexicon has it as one, or a determiner shows it."""
        if self.words[i].tag != "NOUN":
            return False
        return self._is_listed_noun(i) or self.determiner(i) != ANY_AGREEMENT

    def noun_readings(self, i: int) -> list[Reading]:
        """Return the readings of a word as a noun, else as an adjective; without gender if it has
        either."""
        readings = self.forms.analyse(self.words[i].form)
        nouns = [r for r in readings if r.upos == "NOUN" and r.source != "name"]
        nouns = [r for r in nouns if "=" in r.features] or nouns
        is_borrowed = nouns and nouns[0].source == "own" and self.low[i].endswith(("er", "ers"))
        if nouns and (is_borrowed or self.low[i] in _OF_EITHER_GENDER):
            # "o youtuber, a youtuber", "o input, a input"
            number = nouns[0].feature("Number")
            nouns = [r._replace(features=f"Number={number}" if number else "") for r in nouns]
        return nouns or [r for r in readings if r.upos == "ADJ" or is_participle(r)]

    def determiner(self, i: int) -> frozenset[GenderNumber]:
        """Return the cells that the determiners before a noun allow; all if there are none."""
        cells = ANY_AGREEMENT
        for child in self.children[i]:
            if self.words[child].relation in ("det", "nummod") and child < i:
                own = determiner_cells(self.token(child).lower()) or ANY_AGREEMENT
                cells = (cells & own) or cells
        return cells

    def cells(self, i: int) -> frozenset[GenderNumber]:
        """Return the cells of a noun or pronoun; if its determiners contradict it, theirs as
        well."""
        word, low = self.words[i], self.low[i]
        if low in PRONOUNS and word.tag in ("PRON", "DET"):
            return PRONOUNS[low]
        if word.tag in ("PRON", "DET", "NUM", "SYM", "X"):
            own = determiner_cells(low)
            return own or ANY_AGREEMENT
        by_determiner = self.determiner(i)
        if self.is_name(i):
            return self._name_cells(i) & by_determiner or by_determiner
        own = cells_of(self.noun_readings(i))
        if not own and word.form[:1].isupper() and not low.endswith("s"):
            return by_determiner & SINGULAR or by_determiner  # a name that opens the sentence
        return (own & by_determiner) or own | by_determiner

    def _name_cells(self, i: int) -> frozenset[GenderNumber]:
        readings = [r for r in self.forms.readings(self.words[i].form) if r.source == "name"]
        cells = cells_of(readings) or ANY_AGREEMENT
        parts = [i, *(c for c in self.children[i] if self.words[c].relation[:4] == "flat")]
        return cells if any(self.low[part].endswith("s") for part in parts) else cells & SINGULAR

    def person(self, i: int) -> frozenset[Person]:
        """Persons of a subject."""
        if self.low[i] in PERSONS and self.words[i].tag != "NOUN":
            return frozenset([PERSONS[self.low[i]]])
        return frozenset(("3", number) for _, number in self.cells(i))

    # -- what the words around say --------------------------------------------------------------

    def places(self) -> Sequence[Place]:
        """Where words stand that are taken for one another."""
        return self._choice.places(self.text)

    # -- corrections ------------------------------------------------------------------------

    def instead(
        self,
        first: int,
        *replacements: str,
        last: int | None = None,
        prior: float = 0.0,
        message: str = "message",
        related: int | None = None,
        sure: bool = False,
        **arguments: str,
    ) -> Proposal:
        """Propose to replace the tokens `first` to `last`; a capital is kept. `related`: the token
        it disagrees with. If `sure`, no model is asked."""
        start, end = self.tokens[first].start, self.tokens[first if last is None else last].end
        written = self.text[start:end]
        cased_forms = dict.fromkeys(like(new, written) for new in replacements)
        place = None if related is None else (self.tokens[related].start, self.tokens[related].end)
        return Proposal(
            start, end, tuple(cased_forms), related=place, arguments=arguments, message=message,
            prior=CERTAIN if sure else prior, sure=sure,
        )  # fmt: skip

    def is_mention(self, start: int, end: int) -> bool:
        """Whether the word is mentioned ("a palavra «mas»"), not prose, or part of a compound."""
        before, after = self.text[:start][-1:], self.text[end : end + 1]
        if _MENTIONED.match(before) and _MENTIONED.match(after):
            return True
        if before in ("-", "‑") or after in ("-", "‑", "/", "@") or is_of_file(self.text, end):
            return True
        return self.sentence.is_opaque(start, end)


def like(new: str, written: str) -> str:
    """`new` with a capital if `written` has one."""
    if written.isupper() and len(written) > 2:
        return new.upper()
    return new[:1].upper() + new[1:] if written[:1].isupper() else new

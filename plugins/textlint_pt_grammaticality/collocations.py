"""Phrases kept as data: patterns of words, lemmas and kinds of word, and what to write instead.

One line is one phrase:

    pattern = suggestion / suggestion ; origin

- `word` is this form, `a|b` one of several, `<lemma>` any form of a lemma, `<lemma!>` one that is
  no noun besides ("gostou", not "gosto"), `#` a figure, `@name` a class of words that the file
  defines (`@name: a b <c>`) or a kind of word: `@inf` infinitive, `@fin` finite verb, `@part`
  participle, `@noun`, `@adj`.
- `x?` may be missing, `...` is up to four words, `-x` says that the next word (before the first
  word: the one before) must not be one of these. `,` is a comma; else one space stands between
  words. `@start` is the beginning of a clause, `@end` its end.
- `[ ]` encloses what is marked and replaced; without, the whole phrase is. Without "=", the whole
  phrase is marked and what stands in brackets left out.
- In suggestions `<lemma>` takes the form of the first lemma marked, or of the first word, and
  `<lemma-se>` a pronoun of its person, too. A suggestion that ends in "+" takes over the article of
  the last word marked: "para cima do" = "em+" gives "no".
- Before the pattern `!`: never right; `?`: usage is divided; `BR` or `PT`: only in texts of this
  variant. A line that starts with "- " is right after all: nothing that it touches is marked.
- After `;`: where it comes from, as "en: to apply for", or a word of explanation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from textlint_pt.contract import Forms, Reading, View
from textlint_pt.contract.forms import feature_map
from textlint_pt.portuguese import single_clitics
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import variant_of
from textlint_pt.text.words import words
from textlint_pt_grammaticality.contractions import joined, split
from textlint_pt_grammaticality.phrases import like
from textlint_pt_grammaticality.reading import KEPT, table

#: words that "..." may stand for
_GAP = 4
_CLITICS = single_clitics()
_LEMMA = regex(r"<([^<>]+)>")
_OPENS = regex(r"(?:^|[.!?:;…—–(])[\s\"“«'*_(\[]*$")
#: signs that may stand between what ends a clause and the next word, at most
_GAP_SIGNS = 40
_CLOSES = regex(r"[\s\"”»'*_]*(?:$|[.!?:;,…—–)])")


def _opens(text: str, at: int) -> bool:
    """Whether a clause begins at a place."""
    return _OPENS.search(text, max(0, at - _GAP_SIGNS), at) is not None


class Item(NamedTuple):
    """A place of a pattern: one of `forms`, a form of one of `lemmas`, or a word of `kinds`."""

    forms: frozenset[str]
    lemmas: frozenset[str]
    kinds: tuple[str, ...]
    negated: bool = False
    optional: bool = False
    #: whether the end of a clause will do
    ends: bool = False
    #: whether forms of `lemmas` that may be nouns do not count
    no_noun: bool = False
    #: "gap", "comma" or "start": no word of its own
    special: str = ""


class Phrase(NamedTuple):
    """`first` and `last`: the items marked. `level`: "!" never right, "?" divided, else ""."""

    items: tuple[Item, ...]
    first: int
    last: int
    suggestions: tuple[str, ...]
    origin: str
    level: str
    variant: str
    exception: bool


class Match(NamedTuple):
    """`text[start:end]` of a sentence is what a phrase says, better one of `suggestions`."""

    start: int
    end: int
    suggestions: tuple[str, ...]
    phrase: Phrase


_KINDS: Mapping[str, Callable[[str, str], bool]] = {
    "inf": lambda tag, features: tag in ("VERB", "AUX") and "VerbForm=Inf" in features,
    "fin": lambda tag, features: tag in ("VERB", "AUX") and "VerbForm=Fin" in features,
    "part": lambda tag, features: tag in ("VERB", "AUX") and "VerbForm=Part" in features,
    "noun": lambda tag, features: tag == "NOUN",
    "adj": lambda tag, features: tag == "ADJ",
}


# ------------------------------------------------------------------ reading the data


class Parser:
    """Reads the lines of a file."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    def phrases(self, lines: Iterable[str]) -> Iterator[Phrase]:
        return map(self.phrase, self.lines(lines))

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Those of phrases; the classes that the others define are known then."""
        for line in lines:
            if line.startswith("@") and line.partition(" ")[0].endswith(":"):
                name, _, members = line.partition(":")
                self._classes[name] = "|".join(members.split())
            else:
                yield line

    def anchor(self, line: str) -> Item:
        """The word that a phrase begins with: quicker to tell than the whole."""
        pieces = (piece.strip("[]") for piece in line.split())
        return next(
            self._item(piece)
            for piece in pieces
            if piece not in ("!", "?", "BR", "PT", "@start") and not piece.startswith("-")
        )

    def phrase(self, line: str) -> Phrase:
        pattern, _, rest = (part.strip() for part in line.partition(" = "))
        written, _, origin = (part.strip() for part in rest.partition(";"))
        level = variant = ""
        exception = pattern.startswith("- ")
        pieces = pattern.removeprefix("- ").split()
        if pieces[0] in ("!", "?"):
            level = pieces.pop(0)
        if pieces[0] in ("BR", "PT"):
            variant = pieces.pop(0)
        items = tuple(self._item(piece.strip("[]")) for piece in pieces)
        opened = [at for at, piece in enumerate(pieces) if piece.startswith("[")]
        closed = [at for at, piece in enumerate(pieces) if piece.endswith("]")]
        if len(opened) != len(closed) or len(opened) > 1:
            raise ValueError(f"brackets: {line!r}")
        if not (written or exception or opened):
            raise ValueError(f"nothing to write instead: {line!r}")
        return Phrase(
            items,
            opened[0] if opened else 0,
            closed[0] if closed else len(items) - 1,
            tuple(one.strip() for one in written.split(" / ") if one),
            origin,
            level,
            variant,
            exception,
        )

    def _item(self, piece: str) -> Item:
        special = {"...": "gap", ",": "comma", "@start": "start"}.get(piece, "")
        if special:
            return Item(frozenset(), frozenset(), (), special=special)
        ends = False
        negated, optional = piece.startswith("-"), piece.endswith("?")
        forms: set[str] = set()
        lemmas: set[str] = set()
        no_noun = False
        kinds: list[str] = []
        for one in self._expanded(piece.removeprefix("-").removesuffix("?")):
            if one == "@end":
                ends = True
            elif one == "#" or one.startswith("@"):
                if one[1:] not in _KINDS and one != "#":
                    raise ValueError(f"no such class: {one}")
                kinds.append(one.lstrip("@"))
            elif one.startswith("<"):
                no_noun |= one.endswith("!>")
                lemmas.add(one[1:-1].removesuffix("!"))
            else:
                forms.add(one)
        return Item(
            frozenset(forms), frozenset(lemmas), tuple(kinds), negated, optional, ends, no_noun
        )

    def _expanded(self, piece: str) -> Iterator[str]:
        inside = False
        word = ""
        for sign in f"{piece}|":
            if sign == "|":
                if inside:  # "<a|b>"
                    yield f"{word}>"
                    word = "<"
                elif word in self._classes:
                    yield from self._expanded(self._classes[word])
                    word = ""
                else:
                    yield word
                    word = ""
                continue
            inside = sign == "<" or (inside and sign != ">")
            word += sign


@cache
def phrases(name: str) -> Mapping[str, Sequence[Callable[[], Phrase]]]:
    """What reads the phrases of a file in `data`, by each form or "<lemma>" that their first word
    may have: few are in a text."""
    result: dict[str, list[Callable[[], Phrase]]] = {}
    parser = Parser()
    for line in parser.lines(table(name)):
        anchor = parser.anchor(line)
        if set(anchor.kinds) - {"#"} or anchor.optional or anchor.special:
            raise ValueError(f"a phrase has to begin with words: {line}")
        read = cache(partial(parser.phrase, line))
        for key in (*anchor.forms, *anchor.kinds, *(f"<{lemma}>" for lemma in anchor.lemmas)):
            result.setdefault(key, []).append(read)
    return result


def _anchor(phrase: Phrase) -> int:
    return next(
        at for at, item in enumerate(phrase.items) if not item.negated and item.special != "start"
    )


def _second(phrase: Phrase) -> Item | None:
    """The item after the first, where a word must stand for each of them and nothing between."""
    if len(phrase.items) < 2 or any(
        item.special or item.negated or item.optional or item.ends for item in phrase.items[:2]
    ):
        return None
    return phrase.items[1]


# ------------------------------------------------------------------ matching


class Token(NamedTuple):
    """`text[start:end]`, in lower case `form`; `stem`: the verb of "chamar-te"; `lemmas`, `kinds`:
    what the stem may be."""

    form: str
    start: int
    end: int
    stem: str
    lemmas: frozenset[str]
    kinds: frozenset[str]


class _Start(NamedTuple):
    """A phrase that a form may begin with, and where it stands among them."""

    place: int
    phrase: Phrase
    anchor: int


class _Starts(NamedTuple):
    """The phrases that a form may begin with: those that any word may follow, and the others by
    what may be the word after it there and then, which rules most of them out."""

    unconditional: Sequence[_Start]
    by_next_form: Mapping[str, Sequence[_Start]]


#: forms of which it is kept what they may be, and what may begin with them in one file
_REMEMBERED = 4_096


@lru_cache(_REMEMBERED)
def _facts(forms: Forms, form: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """The stem of a form, what lemmas and what kinds of word it may be."""
    stem = form
    if "-" in stem and _CLITICS.intersection(stem.split("-")[1:]):
        stem = forms.parts(stem)[0]
    readings = forms.readings(stem)
    kinds = frozenset(
        kind
        for kind, holds in _KINDS.items()
        for reading in readings
        if holds(reading.upos, reading.features)
    )
    return stem, frozenset(reading.lemma for reading in readings), kinds


@lru_cache(3 * _REMEMBERED)
def _beginning(name: str, forms: Forms, form: str) -> _Starts | None:
    """The phrases of a file that a form may begin with, None where there are none."""
    stem, lemmas, _ = _facts(forms, form)
    digits = ["#"] if form.isdigit() else []
    keys = dict.fromkeys((form, stem, *digits, *(f"<{lemma}>" for lemma in sorted(lemmas))))
    return starting(name, tuple(key for key in keys if key in phrases(name)))


@lru_cache(_REMEMBERED)  # all numbers begin the same phrases
def starting(name: str, keys: tuple[str, ...]) -> _Starts | None:
    """The phrases of a file that stand under some keys, None where there are none."""
    several = dict.fromkeys(read() for key in keys for read in phrases(name)[key])
    always: list[_Start] = []
    by_next_form: dict[str, list[_Start]] = {}
    for place, phrase in enumerate(several):
        start = _Start(place, phrase, _anchor(phrase))
        second = _second(phrase)
        if second is None:
            always.append(start)
            continue
        lemmas = (f"<{lemma}>" for lemma in second.lemmas)
        for key in (*second.forms, *second.kinds, *lemmas):
            by_next_form.setdefault(key, []).append(start)
    return _Starts(always, by_next_form) if several else None


class Reader:
    """Finds phrases in sentences of texts of one variant ("PT", "BR", or "" if it is not known)."""

    def __init__(self, name: str, forms: Forms, variant: Callable[[], str]) -> None:
        self._name = name
        self._forms = forms
        self._variant = variant

    def matches(self, text: str) -> list[Match]:
        """Phrases in a sentence; the longest of those that overlap."""
        plain = words(text, figures=True)
        found: list[Match] = []
        excused: list[tuple[int, int]] = []
        tokens: Sequence[Token] = ()
        for at, word in enumerate(plain):
            beginning = _beginning(self._name, self._forms, word.form)
            if beginning is None:
                continue
            following = plain[at + 1].form if at + 1 < len(plain) else None
            for _, phrase, anchor in self._candidates_before(beginning, following):
                if phrase.variant and phrase.variant != self._variant():
                    continue
                tokens = tokens or [Token(*word, *_facts(self._forms, word.form)) for word in plain]
                places = _Search(self, text, tokens, phrase.items, at, anchor).rest(0, at)
                if places is None:
                    continue
                if phrase.exception:
                    matched = [place for place in places if place is not None]
                    excused.append((tokens[matched[0]].start, tokens[matched[-1]].end))
                else:
                    match = self._explain(text, tokens, phrase, places)
                    if match is not None:
                        found.append(match)
        found.sort(key=lambda match: match.start - match.end)  # stable: of equals the file's first
        kept: list[Match] = []
        for match in found:
            taken = [*excused, *((other.start, other.end) for other in kept)]
            if not any(start < match.end and match.start < end for start, end in taken):
                kept.append(match)
        return sorted(kept, key=lambda match: match.start)

    def _candidates_before(self, starts: _Starts, next_form: str | None) -> Sequence[_Start]:
        """Patterns that the next form allows, in the order of the file."""
        if next_form is None or not starts.by_next_form:
            return starts.unconditional
        stem, lemmas, kinds = _facts(self._forms, next_form)
        keys = {next_form, stem, *kinds, *(f"<{lemma}>" for lemma in lemmas)}
        if next_form.isdigit():
            keys.add("#")
        matching = [
            start for key in keys & starts.by_next_form.keys() for start in starts.by_next_form[key]
        ]
        if not matching:
            return starts.unconditional
        by_place = {start.place: start for start in (*starts.unconditional, *matching)}
        return [by_place[place] for place in sorted(by_place)]

    @staticmethod
    def fits(item: Item, token: Token) -> bool:
        return (
            token.form in item.forms
            or token.stem in item.forms
            or (
                not item.lemmas.isdisjoint(token.lemmas)
                and not (item.no_noun and "noun" in token.kinds)
            )
            or not token.kinds.isdisjoint(item.kinds)
            or ("#" in item.kinds and token.form.isdigit())
        )

    # -------------------------------------------------------------- what to write

    def _explain(
        self,
        text: str,
        tokens: Sequence[Token],
        phrase: Phrase,
        places: Sequence[int | None],
    ) -> Match | None:
        marked = [
            (item, place)
            for item, place in zip(
                phrase.items[phrase.first : phrase.last + 1],
                places[phrase.first : phrase.last + 1],
                strict=True,
            )
            if place is not None
        ]
        first, last = marked[0][1], marked[-1][1]
        start, end = tokens[first].start, tokens[last].end
        if any(_is_name(text, tokens[place]) for _, place in marked):
            return None
        if not phrase.suggestions:
            return _shortened(text, tokens, phrase, places, first, last)
        head = next(((item, place) for item, place in marked if item.lemmas), marked[0])
        suggestions: list[str] = []
        reach = (start, end)
        for template in phrase.suggestions:
            made = self._made(template, text, tokens, head, first)
            if made is None:
                continue
            here = (start, end)
            if made.endswith("+"):
                led, _, final = made.removesuffix("+").rpartition(" ")
                made = f"{led} {joined(final, split(tokens[last].form)[1])}".strip()
            elif last + 1 < len(tokens) and text[end : tokens[last + 1].start] == " ":
                following = tokens[last + 1].form
                led, _, final = made.rpartition(" ")
                together = joined(final, following)
                if together != f"{final} {following}" and final in ("a", "de", "em", "por"):
                    made = f"{led} {together}".strip()
                    here = (start, tokens[last + 1].end)
            if not suggestions:
                reach = here
            if here == reach:
                suggestions.append(like(made, text[start:end]))
        if not suggestions:
            return None
        return Match(*reach, tuple(dict.fromkeys(suggestions)), phrase)

    def _made(
        self,
        template: str,
        text: str,
        tokens: Sequence[Token],
        head: tuple[Item, int],
        first: int,
    ) -> str | None:
        """A suggestion with its lemmas inflected as what it stands for; None where that fails."""
        result = template
        for found in _LEMMA.finditer(template):
            item, place = head
            new = found.group(1)
            form = self._inflected(
                new.removesuffix("-se"),
                item,
                tokens[place],
                tokens[place - 1].form if place else "",
            )
            if form is None:
                return None
            if new.endswith("-se"):
                form = self._with_pronoun(form, item, place, first, text, tokens)
            elif tokens[place].form != tokens[place].stem:
                rest = tokens[place].form.removeprefix(tokens[place].stem)
                if not rest.startswith("-"):
                    return None
                form += rest
            result = result.replace(found.group(), form, 1)
        return result

    def _inflected(self, lemma: str, item: Item, token: Token, before: str) -> str | None:
        """The form of a lemma that a word has; `before`: the word before it."""

        def unlikely(reading: Reading) -> tuple[bool, bool]:
            first = reading.feature("Person") == "1" and reading.feature("Number") == "Sing"
            return reading.feature("Mood") == "Imp", first and before != "eu"

        for reading in sorted(self._forms.readings(token.stem), key=unlikely):
            if item.lemmas and reading.lemma not in item.lemmas:
                continue
            number = reading.feature("Number") or "Sing"
            for tag, features in (
                (reading.upos, reading.features),
                (reading.upos, _other_gender(reading.features)),
                ("VERB", reading.features),
                ("AUX", reading.features),
                ("ADJ", f"Gender={reading.feature('Gender') or 'Masc'}|Number={number}"),
                ("ADJ", f"Number={number}"),
            ):
                found = self._forms.inflect(lemma, tag, features)
                if found:
                    return found[0]
        return None

    def _with_pronoun(
        self,
        form: str,
        item: Item,
        place: int,
        first: int,
        text: str,
        tokens: Sequence[Token],
    ) -> str:
        at = place
        person = self._person(tokens[at].stem, item.lemmas)
        while person is None and at > 0 and at > place - 3:
            at -= 1
            person = self._person(tokens[at].stem, frozenset())
        pronoun = {"1Sing": "me", "2Sing": "te", "1Plur": "nos"}.get(person or "", "se")
        enclitic = self._variant() != "BR" or _opens(text, tokens[first].start)
        if not enclitic:
            return f"{pronoun} {form}"
        if pronoun == "nos" and form.endswith("s"):
            form = form[:-1]
        return f"{form}-{pronoun}"

    def _person(self, form: str, lemmas: frozenset[str]) -> str | None:
        """Person and number of a finite verb, the first that its form may have; None of what may be
        an infinitive."""
        readings = self._forms.readings(form)
        if any(reading.features == "VerbForm=Inf" for reading in readings):
            return None
        for reading in readings:
            features = feature_map(reading.features)
            if (not lemmas or reading.lemma in lemmas) and features.get("VerbForm") == "Fin":
                if features.get("Mood") == "Imp" and features.get("Person") == "2":
                    continue
                return features.get("Person", "") + features.get("Number", "")
        return None


class _Search(NamedTuple):
    """A phrase that may begin with word `first`; `rest` gives the place of each item."""

    reader: Reader
    text: str
    tokens: Sequence[Token]
    items: Sequence[Item]
    first: int
    anchor: int

    def apart(self, at: int) -> str:
        return self.text[self.tokens[at - 1].end : self.tokens[at].start]

    def fits(self, item: Item, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.reader.fits(item, self.tokens[at])

    def rest(self, number: int, at: int, comma: bool = False) -> list[int | None] | None:
        if number == len(self.items):
            return []
        item = self.items[number]
        if item.special == "start":
            opens = _opens(self.text, self.tokens[at].start)
            found = self.rest(number + 1, at, comma) if opens else None
            return None if found is None else [None, *found]
        if item.ends and _CLOSES.match(self.text, self.tokens[at - 1].end):
            found = self.rest(number + 1, at, comma)
            if found is not None:
                return [None, *found]
        if item.special == "comma":
            if not self.text.startswith(",", self.tokens[at - 1].end):
                return None
            found = self.rest(number + 1, at, True)
            return None if found is None else [None, *found]
        if item.special == "gap":
            for more in range(_GAP + 1):
                if more and (at + more > len(self.tokens) or self.apart(at + more - 1) != " "):
                    return None
                found = self.rest(number + 1, at + more, comma)
                if found is not None:
                    return [None, *found]
            return None
        if item.negated:
            beside = at - 1 if number < self.anchor else at
            near = 0 < max(at, beside) < len(self.tokens) and self.apart(at) == " "
            if near and self.fits(item, beside):
                return None
            found = self.rest(number + 1, at, comma)
            return None if found is None else [None, *found]
        near = at == self.first or (
            at < len(self.tokens) and self.apart(at) == (", " if comma else " ")
        )
        if near and self.fits(item, at):
            found = self.rest(number + 1, at + 1, False)
            if found is not None:
                return [at, *found]
        if item.optional:
            found = self.rest(number + 1, at, comma)
            return None if found is None else [None, *found]
        return None


def _shortened(
    text: str,
    tokens: Sequence[Token],
    phrase: Phrase,
    places: Sequence[int | None],
    first: int,
    last: int,
) -> Match:
    """The whole phrase without the tokens `first` to `last`."""
    whole = [place for place in places if place is not None]
    start, end = tokens[min(whole)].start, tokens[max(whole)].end
    before = text[start : tokens[first].start].rstrip(" ,")
    after = text[tokens[last].end : end].lstrip(" ,")
    kept = f"{before} {after}".strip()
    return Match(start, end, (like(kept, text[start:end]),), phrase)


def _other_gender(features: str) -> str:
    if "Gender=Fem" in features:
        return features.replace("Gender=Fem", "Gender=Masc")
    return features.replace("Gender=Masc", "Gender=Fem")


def _is_name(text: str, word: Token) -> bool:
    """Whether a capital stands inside the sentence, in a word that has small letters."""
    written = text[word.start : word.end]
    if not written[:1].isupper() or (written.isupper() and len(written) > 1):
        return False
    return not _opens(text, word.start)


def variant(view: View) -> str:
    """The variant of a text by its words: "PT", "BR", "" where they do not tell."""
    return view.once(_variant)


def _variant(view: View) -> str:
    ways = Counter(way for text in view.document.texts for way in _ways_of(text))
    european, brazilian = ways["european"], ways["brazilian"]
    return "" if european == brazilian else "PT" if european > brazilian else "BR"


@lru_cache(KEPT)
def _ways_of(text: str) -> Sequence[str]:
    """Of each word that tells the variant of a sentence, which."""
    found = (variant_of(text[word.start : word.end], word.start) for word in words(text))
    return [one.way for one in found if one and not one.weak]

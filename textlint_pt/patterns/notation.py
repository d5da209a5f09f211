"""How a pattern of words is written.

    em|com relação [a>à] A? Nfs !(,|e|ou|/)

A pattern is a row of words. What stands in brackets is wrong, after `>` comes what should stand
there (`writing` says how). Between two words there is one space or a hyphen. A word of a pattern
is one or several of these:

    word          this form; `no+entanto` several in a row, as one word of the pattern
    pag{o|a|os}   each of these endings: pago|paga|pagos
    re-  -ção     a word that begins or ends so
    @list         a form of a list; `%list` a form of one of its words; `<word>` a form of this one
    N Nf Nms …    a noun and nothing else but a form of a verb; with gender (m, f), number (s, p)
    A Am Ap       an adjective or participle and no form of a verb; one that can only be masculine;
                  what can be one in the plural
    INF GER PART  an infinitive; a gerund and nothing else; a participle
    FIN VS VP V1  a finite verb; in the singular, the plural, the first person
    W UP          any word; one with a capital
    NUM DIGITS    a number, one in digits; HOUR: an hour ("14h")
    HYPHEN FUSED KNOWN   tied to the word before; a contraction; in the lexicon
    ^ $           no word: a mark, or the beginning or end of the sentence
    START END     the beginning, the end of the sentence; ANY: any word or mark; `...`: any words
                  and marks, however many
    NAME          a name in the lexicon; SPACED: after a space
    can:TAG.…     one of the readings of the lexicon is such, `only:` all of them; `may:` one is
                  such or has none of these features ("o artista, a artista" is `may:NOUN.f`)
    is:TAG.…      the parser reads it so: tag (`V` is VERB or AUX, `*` any) and features, as
                  `can:V.fin.3.p`, `is:NOUN.f`; several: `can:ADJ,V.part`
    lemma:word    its lemma in the parse (`lemma:@list`: one of a list); `rel:name` its relation,
                  `has:name` one of a dependent
    next:test prev:test      one of these of the next word, of the one before
    later:test earlier:test  one of these of any word that follows, that precedes
    =2            the same form as the second word of the pattern
    :name         a predicate (`predicates`)

`|` is or, `&` and (binding closer), `!` before one of these: not. `x?` may be missing, `x*` stands
up to four times or not at all, `x{2,6}` two to six times. `!(x y)`: these do not follow
(before what is wrong: precede), at most three of them. `(x)` is the word that a message names as
the reason.
Words are counted from the left, from 1, without those in `!( )`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Forms, Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt.patterns.sentence import TokenSentence
from textlint_pt.text.segmentation import function_words

#: whether a place of a sentence, which may be beyond its ends, is of a kind
Test = Callable[[TokenSentence, int], bool]
Lists = Callable[[str], frozenset[str]]

#: a word that may be repeated holds so many at most
MAX_REPEATS = 4
#: forms of which it is kept what the lexicon says
_CACHE_SIZE = 4_096
#: words that wake a pattern, at most
_MAX_INDEX_WORDS = 2
#: `...` holds so many
MAX_GAP = 99
#: `!( )` of one pattern, at most
_MAX_NEGATIONS = 3
_PIECE = re.compile(r"!\(([^)]*)\)|\(([^)]*)\)([?*]?)|(\S+)")
_COUNT = re.compile(r"(?P<word>.+?)\{(?P<least>\d+),(?P<most>\d+)\}")
_WRONG = re.compile(r"\[((?:[^\[\]<>]|<[^<>]*>)*)(?:>([^\[\]]*))?\]")
_ENDINGS = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\{([^{}|]*\|[^{}]*)\}")
_QUESTION = re.compile(r"[^\W\d_]+:.*")
_HOUR = re.compile(r"(?:[01]?\d|2[0-4])(?:h|hs|hrs|h[0-5]\d(?:min)?)")
_NOUN = re.compile("N([mf]?)([sp]?)")
_FEATURE_VALUES = {"m": "Masc", "f": "Fem", "s": "Sing", "p": "Plur"}
#: how features are abbreviated
FEATURES: Mapping[str, tuple[str, str]] = {
    "m": ("Gender", "Masc"),
    "f": ("Gender", "Fem"),
    "s": ("Number", "Sing"),
    "p": ("Number", "Plur"),
    "1": ("Person", "1"),
    "2": ("Person", "2"),
    "3": ("Person", "3"),
    "fin": ("VerbForm", "Fin"),
    "inf": ("VerbForm", "Inf"),
    "ger": ("VerbForm", "Ger"),
    "part": ("VerbForm", "Part"),
    "ind": ("Mood", "Ind"),
    "sub": ("Mood", "Sub"),
    "imp": ("Mood", "Imp"),
    "cnd": ("Mood", "Cnd"),
    "pres": ("Tense", "Pres"),
    "past": ("Tense", "Past"),
    "impf": ("Tense", "Imp"),
    "pqp": ("Tense", "Pqp"),
    "acc": ("Case", "Acc"),
    "fut": ("Tense", "Fut"),
}
_VERBS = frozenset({"VERB", "AUX"})
#: parts of speech and relations of Universal Dependencies
_TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
_RELATIONS = (
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse "
    "dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis "
    "punct reparandum root vocative xcomp"
)
TAGS, RELATIONS = frozenset(_TAGS.split()), frozenset(_RELATIONS.split())


class NotationError(ValueError):
    """What is wrong with a pattern."""


class Item(NamedTuple):
    """A word of a pattern, `least` to `most` in a row, of which each passes one of `tests`.

    `forms`: where nothing can fit but what begins with these; `phrases`: forms in a row that count
    as one, by the first and the last of them; `unless`: the items that must not follow instead;
    `number`: as patterns count, from 1 (0 for `unless`); `same`: that of the word it repeats;
    `lemmas`: those that it names.
    """

    tests: tuple[Test, ...] = ()
    least: int = 1
    most: int = 1
    unless: tuple[Item, ...] = ()
    forms: frozenset[str] | None = None
    number: int = 0
    same: int = 0
    phrases: Mapping[str, Sequence[tuple[str, ...]]] = {}
    #: forms that are only there as the first of several in a row
    leading: frozenset[str] = frozenset()
    #: where nothing can fit but these: forms, "<lemma>", "is:TAG" of the parse, "HYPHEN"
    keys: frozenset[str] = frozenset()
    lemmas: frozenset[str] = frozenset()

    @property
    def longest(self) -> int:
        """Return how many tokens the item takes at most where it stands once."""
        return max((len(row) for rows in self.phrases.values() for row in rows), default=1)


@cache
def _interned(keys: frozenset[str]) -> frozenset[str]:
    """Return one object for all that are equal, which are looked up faster so."""
    return keys


class Anchor(NamedTuple):
    """An item whose first form stands `least` to `most` tokens after the first wrong one."""

    item: Item
    least: int
    most: int


class Notation(NamedTuple):
    """A pattern that was read: `before` from what is wrong outwards, as `after` is."""

    before: tuple[Item, ...]
    wrong: tuple[Item, ...]
    after: tuple[Item, ...]
    #: the words that are wrong, where one of several is
    wrongs: tuple[str, ...]
    #: what should stand in place of what is wrong, as it was written; None: nothing is known to
    right: str | None
    #: number of the word that is the reason; 0: none
    related: int
    #: whether a word repeats another, so that what follows depends on where that one stands
    repeats: bool
    #: the forms that a sentence must begin with; none: any
    opening: frozenset[str] = frozenset()
    #: where forms stand that it cannot do without
    anchors: tuple[Anchor, ...] = ()
    #: the last place where what is wrong may begin; None: any
    farthest: int | None = None
    #: tests of which the first word that is wrong passes one; none where forms say it already
    first: tuple[Test, ...] = ()

    @property
    def items(self) -> Iterator[Item]:
        return iter((*reversed(self.before), *self.wrong, *self.after))


def index_words(written: str) -> str:
    """Return the rarest required words of a pattern, for the index; "" if there are none."""
    before, wrong, _, after = _divided(written)
    found: dict[str, int] = {}
    for part in (before, wrong, after):
        for _, reason, repeated, word in _PIECE.findall(part):
            word = reason.strip() or word
            may_be_missing = repeated or (len(word) > 1 and word[-1] in "?*")
            if not word or may_be_missing or word == "...":
                continue
            if counted := _COUNT.fullmatch(word):
                if not int(counted["least"]):
                    continue
                word = counted["word"]
            frequency, key = _cheapest_key(word)
            if key:
                found.setdefault(key, frequency)
    return " ".join(sorted(found, key=lambda key: found[key])[:_MAX_INDEX_WORDS])


def size(written: str) -> tuple[int, int]:
    """Return the numbers of wrong words and of all words of a pattern."""
    bracket = _WRONG.search(written)
    if bracket is None:
        return 0, len(written.split())
    wrong = bracket[1]
    all_words = f"{written[: bracket.start()]} {wrong} {written[bracket.end() :]}"
    return len(wrong.split()), len(all_words.split())


def _divided(written: str) -> tuple[str, str, str | None, str]:
    """Return what a pattern has before its brackets, as wrong and right in them, and after them."""
    written = _ENDINGS.sub(_with_endings, written)
    bracket = _WRONG.search(written)
    if bracket is None:
        raise NotationError('the "[" is not closed' if "[" in written else "no [wrong > right]")
    return written[: bracket.start()], bracket[1], bracket[2], written[bracket.end() :]


def _alternatives(word: str) -> list[list[str]]:
    """Return the alternatives in a word of a pattern ("|"), each in parts that all hold ("&")."""
    choices = word.split("|") if word != "|" else [word]
    return [choice.split("&") if len(choice) > 1 else [choice] for choice in choices if choice]


def _cheapest_key(word: str) -> tuple[int, str]:
    """Return estimated frequency and index key of a word of a pattern ("" for none)."""
    found: dict[str, int] = {}
    for parts in _alternatives(word):
        keyed = sorted((number, key) for number, key in map(_frequency_and_key, parts) if key)
        if not keyed:
            return 0, ""
        frequency, key = keyed[0]
        found[key] = frequency
    return sum(found.values()), "|".join(found)


def _frequency_and_key(choice: str) -> tuple[int, str]:
    """Return estimated frequency and index key of a part; the key is "" if any word may match.

    The frequency is a rough number by kind of key, enough to order them: a rare word 1, a lemma 4,
    a list 30, a function word 100, a part of speech 400.
    """
    if choice == "HYPHEN":
        return 150, choice
    if choice[:3] == "is:":
        tag_sets = [wanted(reading).tags for reading in choice[3:].split(",")]
        tags = sorted(frozenset().union(*tag_sets))
        has_any_tag = not all(tag_sets)  # one of the readings names no tag
        return 400 * len(tags), "" if has_any_tag else "|".join(f"is:{tag}" for tag in tags)
    if choice[:1] == "@" and len(choice) > 1:
        return 30, choice
    if choice[:1] == "%" and len(choice) > 1:
        return 60, choice
    if choice[:1] == "<" and choice[-1:] == ">":
        return 4 * (choice.count("/") + 1), choice
    if _is_kind(choice) or _affix(choice) or (len(choice) > 1 and choice[0] in "!="):
        return 0, ""
    rarest = _rarest(choice)
    return 100 if rarest in function_words() or not rarest.isalpha() else 1, rarest


def _rarest(form: str) -> str:
    """Return the form of "no+entanto" that is likely the rarest: no function word, and long."""
    if "+" not in form or len(form) == 1:
        return form
    parts = form.split("+")
    return min(parts, key=lambda part: (part in function_words(), -len(part)))


@cache
def keys(word: str, lists: Lists) -> frozenset[str]:
    """Return the index keys of a word of a pattern: forms, "<lemma>", "is:TAG" or "HYPHEN"."""
    found: set[str] = set()
    for (choice,) in _alternatives(word):
        if len(choice) == 1 or choice[0] not in "@%<":
            found.add(choice)
        elif choice[0] == "@":
            found |= {_rarest(form) for form in lists(choice[1:])}
        elif choice[0] == "%":
            found |= {f"<{lemma}>" for lemma in lists(choice[1:])}
        else:
            found |= {f"<{lemma}>" for lemma in choice[1:-1].split("/")}
    return frozenset() if "" in found else frozenset(found)


class Reader:
    """Reads patterns; `lists` gives the forms of a list, `predicates` the tests by name."""

    def __init__(self, lists: Lists, predicates: Mapping[str, Test]) -> None:
        self._lists = lists
        self._predicates = predicates

    def read(self, written: str) -> Notation:
        """Read a pattern, or raise `NotationError`."""
        text_before, text_wrong, right, text_after = _divided(written)
        if "[" in text_before + text_after:
            raise NotationError("more than one [wrong > right]")
        word_count, related = 0, 0
        rows: list[tuple[Item, ...]] = []  # what stands before, is wrong, and stands after
        for part, step in ((text_before, -1), (text_wrong, 1), (text_after, 1)):
            items = []
            for item, is_related in self._items(part, step):
                if not item.unless:
                    word_count += 1
                    item = item._replace(number=word_count)
                    related = word_count if is_related else related
                items.append(item)
            rows.append(tuple(items))
        if not any(item.least for item in rows[1]):
            raise NotationError("nothing stands in [ > ]")
        before, wrong, after = rows
        if sum(bool(item.unless) for part in rows for item in part) > _MAX_NEGATIONS:
            raise NotationError(f"more than {_MAX_NEGATIONS} !( )")
        for item in (item for part in rows for item in part if item.same > word_count):
            raise NotationError(f"={item.same}: the pattern has no such word")
        choices = text_wrong.split("|") if wrong[0].forms and len(wrong) == 1 else []
        wrongs = tuple(choice.strip().partition("&")[0] for choice in choices)
        right = None if right is None else right.strip()
        if right == "" and re.search(r"\w", text_wrong.partition("&")[0]):
            raise NotationError("nothing stands after >: write the words that stay ($1)")
        anchors = (*_anchors(before[::-1], -1), *_anchors((*wrong, *after), 1))
        repeats = any(item.same for part in rows for item in part)
        opening = _opening(before)
        farthest = _latest_start(before)
        first_item = wrong[0]
        # tests alone decide over the first word: it must be there, and is no form, phrase or copy
        is_tested_alone = (
            first_item.least
            and first_item.forms is None
            and not first_item.phrases
            and not first_item.same
        )
        first = first_item.tests if is_tested_alone else ()
        return Notation(
            before[::-1], wrong, after, wrongs, right, related, repeats, opening, anchors,
            farthest, first,
        )  # fmt: skip

    def test(self, written: str) -> Test:
        """Return whether one word of a sentence is what one word of a pattern says."""
        tests = self._item(written).tests
        return lambda sentence, at: any(test(sentence, at) for test in tests)

    def _items(self, written: str, step: int) -> Iterator[tuple[Item, bool]]:
        """Yield the items of a part and whether each is the reason."""
        for negated, reason, repeated, word in _PIECE.findall(written):
            if negated:
                items = tuple(item for item, _ in self._items(negated, step))
                yield Item(unless=items[::step]), False
            elif reason:
                if " " in reason.strip():
                    raise NotationError(f"({reason}): one word is the reason")
                yield self._item(reason.strip() + repeated), True
            else:
                yield self._item(word), False

    def _item(self, word: str) -> Item:
        """Return the item of one word of a pattern."""
        least, most = 1, 1
        if word == "...":
            return Item((KINDS["ANY"],), 0, MAX_GAP)
        if counted := _COUNT.fullmatch(word):
            word, least, most = counted["word"], int(counted["least"]), int(counted["most"])
            if least > most or not most:
                raise NotationError(f"{{{least},{most}}}: the least, then the most")
        elif len(word) > 1 and word[-1] in "?*":
            least, most = 0, 1 if word[-1] == "?" else MAX_REPEATS
            word = word[:-1]
        if word[:1] == "=" and word[1:].isdigit():
            return Item((KINDS["W"],), least, most, same=int(word[1:]))
        alternatives = _alternatives(word)
        forms = [self._forms(parts[0]) if len(parts) == 1 else None for parts in alternatives]
        all_forms = frozenset().union(*filter(None, forms))
        tests: list[Test] = [
            _all_of([*map(self._test, parts)])
            for parts, listed in zip(alternatives, forms, strict=True)
            if listed is None
        ]
        if all_forms:
            tests.insert(0, _is_of(all_forms))
        # the only forms that can match; None if other words can, too. "tem&!HYPHEN": those of "tem"
        forms_by_alternative = [
            next(filter(None, map(self._forms, parts)), None) for parts in alternatives
        ]
        possible_forms: frozenset[str] | None = None
        if None not in forms_by_alternative:
            possible_forms = frozenset().union(*filter(None, forms_by_alternative))
        # found from their first word, or from their last where the text is read backwards
        phrases = sorted((form for form in all_forms if " " in form), key=len, reverse=True)
        phrases_by_end: dict[str, list[tuple[str, ...]]] = {}
        for phrase_words in (tuple(phrase.split()) for phrase in phrases):
            for end in {phrase_words[0], phrase_words[-1]}:
                phrases_by_end.setdefault(end, []).append(phrase_words)
        leading = frozenset[str]()
        if possible_forms is not None:
            phrase_starts = {form.partition(" ")[0] for form in possible_forms if " " in form}
            leading = frozenset(phrase_starts - possible_forms)
            possible_forms = leading | {form for form in possible_forms if " " not in form}
        lookups: Sequence[frozenset[str] | None] = [possible_forms]
        if possible_forms is None:
            lookups = [self._keys(parts) for parts in alternatives]
        keys = frozenset().union(*filter(None, lookups)) if all(lookups) else frozenset[str]()
        return Item(
            tuple(tests), least, most, forms=possible_forms, phrases=phrases_by_end,
            leading=leading, keys=_interned(keys),
            lemmas=frozenset().union(*map(self._lemmas, chain.from_iterable(alternatives))),
        )  # fmt: skip

    def _lemmas(self, part: str) -> frozenset[str]:
        if part[:1] == "%" and len(part) > 1:
            return self._lists(part[1:])
        return frozenset(part[1:-1].split("/") if part[:1] == "<" and part[-1:] == ">" else ())

    def _forms(self, choice: str) -> frozenset[str] | None:
        """Return the forms that a part allows ("@list", "no+entanto" → "no entanto"); None if it
        is no form or list of forms. `NotationError` if it is nothing at all."""
        if choice.startswith("@"):
            return frozenset(form.replace("+", " ") for form in self._lists(choice[1:]))
        is_lemma = choice[:1] == "<" and choice[-1:] == ">"
        if is_lemma or _is_kind(choice) or _affix(choice):
            return None
        if choice[:1] in "!%" and len(choice) > 1:
            return None
        if choice != choice.lower():
            raise NotationError(f"{choice}: no such kind of word")
        stray_brackets = [bracket for bracket in "[](){}<>" if bracket in choice]
        if len(choice) > 1 and stray_brackets:
            raise NotationError(f'{choice}: a "{stray_brackets[0]}" has no counterpart')
        if _QUESTION.fullmatch(choice):
            known = ", ".join(f"{name}:" for name in (*_WORD_QUESTIONS, *_OTHER_WORDS))
            raise NotationError(f'"{choice}" asks nothing of a word; there are {known}')
        return frozenset({choice.replace("+", " ") if len(choice) > 1 else choice})

    def _keys(self, parts: Sequence[str]) -> frozenset[str]:
        """Return the index keys of an alternative; empty if any word may match."""
        for part in parts:
            if forms := self._forms(part):
                return frozenset() if any(" " in form for form in forms) else forms
            if key := _frequency_and_key(part)[1]:
                return keys(key, self._lists)
        return frozenset()

    def _test(self, choice: str) -> Test:
        """Return the test of one part."""
        if choice[:1] == "!" and len(choice) > 1:
            negated = self._test(choice[1:])
            return lambda sentence, at: not negated(sentence, at)
        if (forms := self._forms(choice)) is not None:
            return _is_of(forms)
        if lemmas := self._lemmas(choice):
            return lambda sentence, at: any(r.lemma in lemmas for r in sentence.readings(at))
        if choice in KINDS:
            return KINDS[choice]
        if noun_match := _NOUN.fullmatch(choice):
            return only_noun(
                _FEATURE_VALUES.get(noun_match[1], ""), _FEATURE_VALUES.get(noun_match[2], "")
            )
        kind, _, rest = choice.partition(":")
        if not kind and rest in self._predicates:
            return _memoized(self._predicates[rest])
        if not kind:
            raise NotationError(f":{rest}: there is no predicate of this name")
        if kind == "lemma" and rest[0] == "@":
            return _lemma(self._lists(rest[1:]))
        if kind in _WORD_QUESTIONS:
            return _WORD_QUESTIONS[kind](rest)
        if kind in _OTHER_WORDS:
            asked, places = self._test(rest), _OTHER_WORDS[kind]
            return lambda sentence, at: any(asked(sentence, at) for at in places(sentence, at))
        if affix := _affix(choice):
            is_prefix, letters = affix
            if is_prefix:
                return lambda sentence, at: sentence.form(at).startswith(letters)
            return lambda sentence, at: sentence.form(at).endswith(letters)
        raise NotationError(f"{choice}: not understood")


def _anchors(items: Sequence[Item], step: int) -> Iterator[Anchor]:
    """Yield required forms with their distance from the first wrong word.

    `items` go from there to the right (`step` 1) or, of what stands before, to the left (-1).
    """
    nearest, farthest = (0, 0) if step > 0 else (1, 1)
    for item in items:
        if item.unless:
            continue
        if item.least and item.keys and "" not in item.keys:
            if step > 0:
                yield Anchor(item, nearest, farthest)
            else:
                yield Anchor(item, -farthest - item.longest * item.most + 1, -nearest)
        nearest += item.least
        farthest += item.most * item.longest


def _opening(before: Sequence[Item]) -> frozenset[str]:
    """Return the forms that a sentence must begin with; none if it may begin with any.

    Only of a pattern that begins with START and a required word.
    """
    if len(before) < 2 or before[0].tests != (KINDS["START"],):
        return frozenset()
    first_word = before[1]
    if not first_word.least or first_word.forms is None:
        return frozenset()
    return first_word.forms


def _latest_start(before: Sequence[Item]) -> int | None:
    """Return how many tokens may precede the wrong words, if a pattern begins with START."""
    if not before or before[0].tests != (KINDS["START"],):
        return None
    return sum(item.most * item.longest for item in before[1:] if not item.unless)


# ------------------------------------------------------------------ kinds of words


def _is_kind(way: str) -> bool:
    kind, colon, rest = way.partition(":")
    asks = bool(colon and rest) and (not kind or kind in _WORD_QUESTIONS or kind in _OTHER_WORDS)
    return asks or way in KINDS or _NOUN.fullmatch(way) is not None


def _affix(choice: str) -> tuple[bool, str] | None:
    """Return (is a prefix, letters) of an affix: "re-" → (True, "re"); None if it is none."""
    if choice[-1:] == "-" and choice[:-1].isalpha():
        return True, choice[:-1]
    if choice[:1] == "-" and choice[1:].isalpha():
        return False, choice[1:]
    return None


def _with_endings(match: re.Match[str]) -> str:
    return "|".join(match[1] + ending for ending in match[2].split("|"))


def _is_of(forms: frozenset[str]) -> Test:
    return lambda sentence, at: sentence.form(at) in forms


def _all_of(tests: Sequence[Test]) -> Test:
    """Return a test that passes if all tests do."""
    if len(tests) == 1:
        return tests[0]

    def test(sentence: TokenSentence, at: int) -> bool:
        for one in tests:  # noqa: SIM110  (half as fast with `all`)
            if not one(sentence, at):
                return False
        return True

    return test


class _Kind:
    """Forms of which the lexicon says the same but for their lemmas, with the readings of one."""

    __slots__ = ("readings",)

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = readings


#: by what the lexicon says, without lemmas
_KINDS_BY_READINGS: dict[tuple[tuple[str, ...], ...], _Kind] = {}


@lru_cache(_CACHE_SIZE)
def _kind(forms: Forms, form: str) -> _Kind:
    readings = forms.readings(form) if form[:1].isalpha() else ()
    return _KINDS_BY_READINGS.setdefault(
        tuple(reading[1:] for reading in readings), _Kind(readings)
    )


def _by_readings(fits: Callable[[Sequence[Reading]], bool]) -> Test:
    """Return a test of the lexicon's readings without lemmas, memoized by kind of form."""
    answers: dict[_Kind, bool] = {}

    def test(sentence: TokenSentence, at: int) -> bool:
        kind = _kind(sentence.forms, sentence.form(at))
        answer = answers.get(kind)
        if answer is None:
            answer = answers[kind] = fits(kind.readings)
        return answer

    return test


def _memoized(test: Test) -> Test:
    """Return a test whose answers are kept for each sentence."""

    def asked(sentence: TokenSentence, at: int) -> bool:
        answer = sentence.answers.get((test, at))
        if answer is None:
            answer = sentence.answers[test, at] = test(sentence, at)
        return answer

    return asked


class Wanted(NamedTuple):
    """Tags (none: any) and features of a reading."""

    tags: frozenset[str]
    features: tuple[tuple[str, str], ...]

    def fits(self, reading: Reading, *, or_without: bool = False) -> bool:
        """Return whether a reading has a tag and the features; `or_without`: or not these."""
        return (not self.tags or reading.upos in self.tags) and all(
            reading.feature(name) == value or (or_without and reading.feature(name) is None)
            for name, value in self.features
        )


def wanted(written: str) -> Wanted:
    """Return tags and features of a notation such as "V.fin.3" or "NOUN/ADJ.f"."""
    tags, *features = written.split(".")
    names = frozenset(tags.split("/")) if tags != "*" else frozenset[str]()
    if "V" in names:
        names = (names - {"V"}) | _VERBS
    if unknown_tags := sorted(names - TAGS):
        known = ", ".join(("*", "V", *sorted(TAGS)))
        raise NotationError(f'"{unknown_tags[0]}" is no part of speech; there are {known}')
    unknown = [name for name in features if name not in FEATURES]
    if unknown:
        raise NotationError(f"{unknown[0]}: not one of {', '.join(FEATURES)}")
    return Wanted(names, tuple(FEATURES[name] for name in features))


@cache
def _can(written: str) -> Test:
    ways = [wanted(way) for way in written.split(",")]
    return _by_readings(
        lambda readings: any(way.fits(reading) for reading in readings for way in ways)
    )


@cache
def _may(written: str) -> Test:
    """Return a test: some reading has the tag, and each feature as written or not at all."""
    ways = [wanted(way) for way in written.split(",")]
    return _by_readings(
        lambda readings: any(
            way.fits(reading, or_without=True) for reading in readings for way in ways
        )
    )


@cache
def _only(written: str) -> Test:
    ways = [wanted(way) for way in written.split(",")]
    return _by_readings(
        lambda readings: bool(readings) and all(any(way.fits(r) for way in ways) for r in readings)
    )


@cache
def _is(written: str) -> Test:
    """Return a test of the parser's tag and features."""
    choices = [wanted(choice) for choice in written.split(",")]

    @lru_cache(_CACHE_SIZE)
    def known(tag: str, features: str) -> bool:
        return any(
            (not choice.tags or tag in choice.tags)
            and (not choice.features or {*choice.features} <= feature_map(features).items())
            for choice in choices
        )

    def test(sentence: TokenSentence, at: int) -> bool:
        word = sentence.parsed(at)
        return word is not None and known(word.tag, word.features)

    return test


def _lemma(lemmas: frozenset[str]) -> Test:
    return lambda sentence, at: getattr(sentence.parsed(at), "lemma", None) in lemmas


def _relations(written: str) -> Sequence[str]:
    """Return relation names, or raise `NotationError`."""
    relations = written.split("/")
    for relation in relations:
        if relation.partition(":")[0] not in RELATIONS:
            known = ", ".join(sorted(RELATIONS))
            raise NotationError(f'"{relation}" is no relation; there are {known}')
    return relations


def _relation(written: str) -> Test:
    """Return a test of the parser's relation."""
    relations = frozenset(_relations(written))

    def test(sentence: TokenSentence, at: int) -> bool:
        relation = getattr(sentence.parsed(at), "relation", "")
        return relation in relations or relation.split(":")[0] in relations

    return test


def _has(written: str) -> Test:
    relations = _relations(written)
    return lambda sentence, at: sentence.has_dependent(at, *relations)


_WORD_QUESTIONS: Mapping[str, Callable[[str], Test]] = {
    "can": _can,
    "may": _may,
    "only": _only,
    "is": _is,
    "lemma": lambda written: _lemma(frozenset(written.split("/"))),
    "rel": _relation,
    "has": _has,
}
#: which tokens are asked instead of one
_OTHER_WORDS: Mapping[str, Callable[[TokenSentence, int], Iterable[int]]] = {
    "next": lambda _, at: (at + 1,),
    "prev": lambda _, at: (at - 1,),
    "later": lambda sentence, at: range(at + 1, len(sentence)),
    "earlier": lambda _, at: range(at),
}


@cache
def only_noun(gender: str, number: str) -> Test:
    """Return a test: a noun of gender and number that is otherwise only a verb form.

    Gender is "Masc" or "Fem", number "Sing" or "Plur"; "" is any.
    """

    def fits(reading: Reading) -> bool:
        if reading.upos in _VERBS or reading.source == "name":
            return True
        return (
            reading.upos in ("NOUN", "ADJ")
            and gender in ("", reading.feature("Gender"))
            and number in ("", reading.feature("Number"))
        )

    can_be = _by_readings(
        lambda readings: any(r.upos == "NOUN" for r in readings[:2]) and all(map(fits, readings))
    )
    return lambda sentence, at: (
        not sentence.is_capital(at) and not sentence.after_hyphen(at) and can_be(sentence, at)
    )


def _adjective(readings: Sequence[Reading]) -> bool:
    """Return whether a word is an adjective or participle, or else at most a noun or name."""
    return any(map(_is_adjectival, readings)) and all(
        _is_adjectival(reading) or reading.upos == "NOUN" or reading.source == "name"
        for reading in readings
    )


def _masculine_adjective(readings: Sequence[Reading]) -> bool:
    """Return whether a word is an adjective or participle that can only be masculine."""
    adjectives = [reading for reading in readings if _is_adjectival(reading)]
    return bool(adjectives) and all(r.feature("Gender") == "Masc" for r in adjectives)


def _plural_adjective(sentence: TokenSentence, at: int) -> bool:
    """Return whether a word can be an adjective in the plural, whatever else it is."""
    return sentence.form(at).endswith("s") and any(
        _is_adjectival(reading) and reading.feature("Number") != "Sing"
        for reading in sentence.readings(at)
    )


def _is_adjectival(reading: Reading) -> bool:
    return reading.upos == "ADJ" or reading.feature("VerbForm") == "Part"


def _number(sentence: TokenSentence, at: int) -> bool:
    return sentence.form(at)[:1].isdigit() or sentence.form(at) in portuguese.between(1, 100)


#: what a word in capitals means in a pattern
KINDS: Mapping[str, Test] = {
    "^": lambda sentence, at: not sentence.is_word(at),
    "$": lambda sentence, at: not sentence.is_word(at),
    "W": lambda sentence, at: sentence.is_word(at),
    "ANY": lambda sentence, at: sentence.form(at) != "",
    "START": lambda sentence, at: at < 0,
    "END": lambda sentence, at: at >= len(sentence),
    "DIGITS": lambda sentence, at: sentence.form(at)[:1].isdigit(),
    "A": _by_readings(_adjective),
    "Ap": _plural_adjective,
    "Am": _by_readings(_masculine_adjective),
    "NUM": _number,
    "HOUR": lambda sentence, at: _HOUR.fullmatch(sentence.form(at)) is not None,
    "INF": _can("V.inf"),
    "GER": _only("*.ger"),
    "PART": _can("VERB.part"),
    "FIN": _can("V.fin"),
    "V1": _can("V.fin.1"),
    "VS": _can("V.fin.s"),
    "VP": _can("V.fin.p"),
    "SPACED": lambda sentence, at: sentence.spaced(at - 1, at),
    "UP": lambda sentence, at: sentence.is_capital(at),
    "HYPHEN": lambda sentence, at: sentence.after_hyphen(at),
    "FUSED": lambda sentence, at: sentence.parts(at) > 1,
    "KNOWN": lambda sentence, at: bool(sentence.readings(at)),
    "NAME": _by_readings(lambda readings: any(r.source == "name" for r in readings)),
}

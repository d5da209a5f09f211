"""What sentences state, and whether two statements of one text exclude each other.

A statement is what a finite verb of the main clause says of its subject, by the parse. Two are held
against each other where subject, tense and most of the words are the same; then a «não», a word for
its contrary or another figure makes one deny the other. A text may say both all the same where time
passes, somebody else speaks or a condition is set, so sentences with words for that state nothing
here. Closed lists and the parse; nothing is fitted.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import portuguese
from textlint_pt.text.contrast import contrary
from textlint_pt.text.parse import ParsedWord
from textlint_pt.text.regex import regex

if TYPE_CHECKING:
    from textlint_pt.contract import Sentence

_WORDS = portuguese.Lists(Path(__file__).parents[1] / "data" / "words.tsv")
_TIME = _WORDS.words("time")
#: words of sentences that may hold beside the contrary
_BARRED = _WORDS.words("time", "hedge")
_EXCLUDING, _ONCE, _LABELS, _RELATIVE = (
    _WORDS.words(name) for name in ("excluding", "once", "label", "relative")
)
_PERSONS = frozenset(("ele", "ela", "eles", "elas"))
_DENIAL = "não"
#: a sentence that is over, is no question, and quotes and addresses nobody
_STATES = regex(r"[^?!:“”\"«»—–…]*\.\)?")
#: the same of one that comes again nearly as it was
_SPOKEN = regex(r"[^?!“”\"«»—–…]*[.;:]\)?")
#: words that one needs which comes again
_LEAST = 6
#: words from which on the same words for a time, or no noun as subject, are taken to mean the same
_SAME_TIME = 9
_DATE = regex(r"1\d\d\d|20\d\d")
#: words of a statement: a longer one says too many things at once
_LONGEST = 30
#: how sure the parse must be of tags and heads (0 to 100)
_SURE = 60
#: sentences back that a pronoun, or a verb without a subject, looks for its noun
_BACK = 3
#: statements with the same key that a new one is held against, the last ones
_KEPT = 20
#: sentences that two statements about a pronoun without a noun may be apart
_NEAR = 10
_SUBJECTS = ("nsubj", "nsubj:pass")
_VERBS, _NOUNS = ("VERB", "AUX"), ("NOUN", "PROPN")
#: relations of a predicate to words that say nothing of their own
_HELPERS = ("aux", "aux:pass", "cop", "punct", "cc", *_SUBJECTS)
_AGREEMENT = ("Gender", "Number")

Place = tuple[int, int]


class Figure(NamedTuple):
    """A number: its value, the lemma of what it counts or follows, and its place."""

    value: str
    of: str
    place: Place


class Subject(NamedTuple):
    """`words`: lemmas, numbers among them; `named`: a name, the same wherever it stands; `loose`: a
    pronoun whose noun is not known."""

    words: frozenset[str]
    named: bool
    loose: bool


class Statement(NamedTuple):
    """`tense`: of the verb and its helpers; `rest`: lemmas of the other words, without numbers.

    `event`: it tells what happened, so time may have passed to the next one. `fresh`: its object is
    a new thing (`uma pera`), `thing` the lemma of that object, "" if it has none.
    """

    sentence: int
    section: int
    subject: Subject
    predicate: str
    place: Place
    tense: str
    event: bool
    denied: Place | None
    thing: str
    fresh: bool
    rest: frozenset[str]
    figures: tuple[Figure, ...]


class Contradiction(NamedTuple):
    """Of two sentences, by their indices: `kind`: "negation", "contrary" or "number"; the places of
    what clashes."""

    kind: str
    first: int
    second: int
    there: Place
    here: Place


def contradictions(
    sentences: Sequence[Sentence], parses: Sequence[Sequence[ParsedWord]]
) -> list[Contradiction]:
    """Sentences that an earlier one excludes, in the order of the text, one finding a sentence.

    What comes a third time with a third number is a list of alternatives.
    """
    found: dict[int, Contradiction] = {}
    copies = _Copies()
    kept: defaultdict[tuple[object, ...], deque[Statement]] = defaultdict(
        lambda: deque(maxlen=_KEPT)
    )
    for sentence, words, stated in zip(
        sentences, parses, _resolved(sentences, parses), strict=True
    ):
        clashes = (
            clash
            for statement in stated
            for key in _keys(statement)
            for earlier in reversed(kept[key])
            if (clash := excludes(earlier, statement))
        )
        if clash := copies.held_against(sentence, words) or next(clashes, None):
            found[sentence.index] = clash
        for statement in stated:
            for key in _keys(statement):
                kept[key].append(statement)
    counted = Counter(
        at for one in found.values() if one.kind == "number" for at in (one.first, one.second)
    )
    return [
        one
        for one in found.values()
        if one.kind != "number" or counted[one.first] == counted[one.second] == 1
    ]


def _keys(statement: Statement) -> Iterator[tuple[object, ...]]:
    yield statement.subject, statement.tense, statement.predicate
    if statement.thing:
        yield statement.subject, statement.tense, statement.thing, None


def excludes(first: Statement, second: Statement) -> Contradiction | None:
    """How a later statement contradicts an earlier one; None where both may hold."""
    subject = first.subject
    if subject != second.subject or first.tense != second.tense:
        return None
    if subject.loose and second.sentence - first.sentence > _NEAR:
        return None
    if not subject.named and first.section != second.section:
        return None  # "a função" of another section is another one
    same = [one.value for one in first.figures] == [one.value for one in second.figures]
    if first.predicate != second.predicate:
        return _contrary(first, second) if same else None
    if first.rest != second.rest:
        return None
    if (first.denied is None) != (second.denied is None):
        if same and (first.rest or first.figures):
            return _clash("negation", first, second, _said(first), _said(second))
        return None
    if first.denied is None and (not first.event or first.predicate in _ONCE):
        return _other_figure(first, second)
    return None


def _other_figure(first: Statement, second: Statement) -> Contradiction | None:
    """The one figure in which two statements differ, of the same kind and about the same."""
    if len(first.figures) != len(second.figures):
        return None
    both = zip(first.figures, second.figures, strict=True)
    other = [pair for pair in both if pair[0].value != pair[1].value]
    if len(other) != 1 or other[0][0].of != other[0][1].of or other[0][0].of in _LABELS:
        return None
    here, there = other[0]
    return _clash("number", first, second, here.place, there.place)


def _clash(
    kind: str, first: Statement, second: Statement, there: Place, here: Place
) -> Contradiction:
    return Contradiction(kind, first.sentence, second.sentence, there, here)


def _said(statement: Statement) -> Place:
    """The place of the verb with its denial."""
    start, end = statement.place
    return (min(start, statement.denied[0]), end) if statement.denied else (start, end)


def _contrary(first: Statement, second: Statement) -> Contradiction | None:
    if not first.thing or first.thing != second.thing or second.fresh:
        return None
    if first.denied or second.denied:
        return None
    fewer, more = sorted((first.rest, second.rest), key=len)
    if not (fewer == more if first.thing.startswith("=") else fewer <= more):
        return None
    if first.event and not {first.predicate, second.predicate} <= _EXCLUDING:
        return None
    if not contrary(first.predicate, second.predicate):
        return None
    return _clash("contrary", first, second, first.place, second.place)


# ------------------------------------------------------------------ nearly the same sentence


class _Copy(NamedTuple):
    """A sentence that may come again with one word changed: its words, and where its predicate,
    figures and denials stand among them."""

    sentence: int
    section: int
    named: bool
    words: tuple[ParsedWord, ...]
    root: int
    event: bool
    figures: tuple[int, ...]
    denials: tuple[int, ...]


class _Copies:
    """Sentences by what is left of them without what may contradict."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], _Copy] = {}

    def held_against(self, sentence: Sentence, words: Sequence[ParsedWord]) -> Contradiction | None:
        """How a sentence contradicts the last one that has its words; it is kept itself."""
        copy = _copy(sentence, words)
        if copy is None:
            return None
        found = None
        for key in _copy_keys(copy):
            earlier = self._kept.get(key)
            if earlier and found is None and (earlier.section == copy.section or copy.named):
                found = _changed(earlier, copy)
            self._kept[key] = copy
        return found


def _copy(sentence: Sentence, parse: Sequence[ParsedWord]) -> _Copy | None:
    words = tuple(word for word in parse if word.tag != "PUNCT" and word.part <= 1)
    if len(words) < _LEAST or not _SPOKEN.fullmatch(sentence.text):
        return None
    timed = any(not _TIME.isdisjoint((one.form.lower(), one.lemma.lower())) for one in words)
    if timed and len(words) < _SAME_TIME:
        return None
    tree = _Tree(parse)
    root = next((at for at in tree.predicates() if parse[at].relation == "root"), None)
    if root is None or parse[root] not in words:
        return None
    subjects = [at for at in tree.children[root] if parse[at].relation in _SUBJECTS]
    if any(tree.relative(at) or tree.shown(at) for at in subjects):
        return None
    if not any(parse[at].tag in _NOUNS for at in subjects) and len(words) < _SAME_TIME:
        return None  # "Inclui o tempo da pausa": of one function, and of another
    verb = tree.finite(root)
    copula = any(parse[at].relation == "cop" for at in tree.children[root])
    return _Copy(
        sentence.index,
        sentence.section,
        any(word.tag == "PROPN" for word in words),
        words,
        words.index(parse[root]),
        not copula and verb is not None and _features(verb)["Tense"] == "Past",
        tuple(at for at, word in enumerate(words) if _value(word)),
        tuple(
            at
            for at, word in enumerate(words)
            if word.form.lower() == _DENIAL and word.head == root
        ),
    )


def _copy_keys(copy: _Copy) -> Iterator[tuple[str, ...]]:
    """What is the same in a copy with a denial more or another number; with another predicate."""
    skipped = {*copy.denials}
    yield tuple(
        "#" if at in copy.figures else word.form.lower()
        for at, word in enumerate(copy.words)
        if at not in skipped
    )
    yield tuple("*" if at == copy.root else w.form.lower() for at, w in enumerate(copy.words))


def _changed(first: _Copy, second: _Copy) -> Contradiction | None:
    ends = first.sentence, second.sentence
    values = [[_value(one.words[at]) for at in one.figures] for one in (first, second)]
    if len(first.denials) != len(second.denials):
        if values[0] != values[1] or abs(len(first.denials) - len(second.denials)) != 1:
            return None
        return Contradiction("negation", *ends, _denied(first), _denied(second))
    roots = [one.words[one.root] for one in (first, second)]
    if _lemma(roots[0]) != _lemma(roots[1]):
        both = {_lemma(root) for root in roots}
        if roots[0].features != roots[1].features or not contrary(*map(_lemma, roots)):
            return None
        if first.event and not first.figures and not both <= _EXCLUDING:
            return None
        return Contradiction("contrary", *ends, *((root.start, root.end) for root in roots))
    if len(values[0]) != len(values[1]):
        return None
    other = [at for at, pair in enumerate(zip(*values, strict=True)) if pair[0] != pair[1]]
    if len(other) != 1:
        return None
    places = [one.figures[other[0]] for one in (first, second)]
    before = first.words[places[0] - 1] if places[0] else None
    if before is None or _lemma(before) in _LABELS:
        return None
    dated = _DATE.fullmatch(values[0][other[0]]) and first.words[places[0]].relation != "nummod"
    if dated and _lemma(roots[0]) not in _ONCE:
        return None
    there, here = first.words[places[0]], second.words[places[1]]
    return Contradiction("number", *ends, (there.start, there.end), (here.start, here.end))


def _denied(copy: _Copy) -> Place:
    """The place of the last denial with its word, or of the predicate."""
    root = copy.words[copy.root]
    if not copy.denials:
        return root.start, root.end
    at = copy.denials[-1]
    return copy.words[at].start, copy.words[min(at + 1, len(copy.words) - 1)].end


# ------------------------------------------------------------------ what a sentence states


class _Noun(NamedTuple):
    """A subject that a pronoun may stand for later: `agreement` its gender and number."""

    sentence: int
    subject: Subject
    agreement: tuple[str, ...]


def _resolved(
    sentences: Sequence[Sentence], parses: Sequence[Sequence[ParsedWord]]
) -> Iterator[list[Statement]]:
    """Statements of each sentence; pronouns stand for the last subject that they agree with."""
    nouns: deque[_Noun] = deque(maxlen=_BACK)
    for sentence, words in zip(sentences, parses, strict=True):
        found: list[Statement] = []
        if words:
            tree = _Tree(words)
            states = _states(sentence.text, words)
            subject: _Noun | None = None
            for at in tree.predicates():
                own = [i for i in tree.children[at] if words[i].relation in _SUBJECTS]
                if own or subject is None:
                    subject = _subject(tree, at, own, sentence.index, nouns)
                if subject and states and (one := _statement(tree, at, sentence, subject.subject)):
                    found.append(one)
            if subject and not subject.subject.loose:
                nouns.append(subject)
        yield found


def _states(text: str, words: Sequence[ParsedWord]) -> bool:
    if len(words) > _LONGEST or not _STATES.fullmatch(text):
        return False
    return not any(
        word.tag != "PRON" and not _BARRED.isdisjoint((word.form.lower(), word.lemma.lower()))
        for word in words
    )


class _Tree:
    """The words of a sentence and what hangs on each."""

    def __init__(self, words: Sequence[ParsedWord]) -> None:
        self.words = words
        self.children: list[list[int]] = [[] for _ in words]
        for at, word in enumerate(words):
            if word.head >= 0:
                self.children[word.head].append(at)

    def predicates(self) -> list[int]:
        """The root, and what is joined to it and has a verb of its own."""
        found = [at for at, word in enumerate(self.words) if word.relation == "root"]
        for at in found:
            found += [i for i in self.children[at] if self.words[i].relation == "conj"]
        return [at for at in found if self.finite(at) is not None]

    def finite(self, at: int) -> ParsedWord | None:
        """The word of a predicate that bears its tense, if that is of the indicative."""
        own = [at, *(i for i in self.children[at] if self.words[i].tag == "AUX")]
        words = (self.words[i] for i in own)
        return next((w for w in words if w.tag in _VERBS and "Mood=Ind" in w.features), None)

    def relative(self, at: int) -> bool:
        """Whether a noun is of something, and nothing says of what."""
        said = any(self.words[i].relation.startswith("nmod") for i in self.children[at])
        return not said and _lemma(self.words[at]) in _RELATIVE

    def shown(self, at: int) -> bool:
        """Whether a noun is what the text points at there: «este exemplo»."""
        return any("PronType=Dem" in self.words[i].features for i in self.children[at])

    def below(self, at: int, without: Sequence[int] = ()) -> list[int]:
        """A word and all that hangs on it, in order."""
        found, left = [], [at]
        while left:
            at = left.pop()
            found.append(at)
            left += [i for i in self.children[at] if i not in without]
        return sorted(found)


def _subject(
    tree: _Tree, at: int, own: Sequence[int], sentence: int, nouns: Sequence[_Noun]
) -> _Noun | None:
    words, verb = tree.words, tree.finite(at)
    if not own:
        if verb is None or "Person=3" not in verb.features:
            return None
        number = _features(verb)["Number"]
        before = nouns[-1] if nouns else None
        near = before and sentence - before.sentence <= 1 and before.agreement[1] == number
        return before if near else None
    head = words[own[0]]
    features = _features(head)
    agreement = tuple(features[name] for name in _AGREEMENT)
    if head.tag == "PRON":
        if head.lemma.lower() not in _PERSONS:
            return None
        for noun in reversed(nouns):
            if sentence - noun.sentence <= _BACK and noun.agreement == agreement:
                return noun
        return _Noun(sentence, Subject(frozenset((head.form.lower(),)), False, True), agreement)
    if head.tag not in _NOUNS or head.tag_sure < _SURE:
        return None
    named = any(words[i].tag == "PROPN" for i in own)
    if tree.relative(own[0]):
        return None
    definite = any("Definite=Def" in words[i].features for i in tree.children[own[0]])
    if not named and not definite:
        return None
    known = [words[i] for one in own for i in tree.below(one)]
    if any(word.tag in ("VERB", "PRON") or "Prs" in word.features for word in known):
        return None  # "a pessoa que chegou", "o seu irmão": not always the same
    lemmas = frozenset(_lemma(word) for word in known if _says(word))
    return _Noun(sentence, Subject(lemmas, named, False), agreement)


def _statement(tree: _Tree, at: int, sentence: Sentence, subject: Subject) -> Statement | None:
    words, verb = tree.words, tree.finite(at)
    word = words[at]
    if verb is None or word.tag_sure < _SURE:
        return None
    own = tree.children[at]
    helpers = [words[i] for i in own if words[i].tag == "AUX"]
    copula = next((words[i] for i in own if words[i].relation == "cop"), None)
    denied = next((i for i in own if words[i].form.lower() == _DENIAL), None)
    skipped = [i for i in own if words[i].relation in _HELPERS or i == denied]
    skipped += [i for i in own if words[i].relation == "conj" and tree.finite(i)]
    others = [i for i in tree.below(at, skipped) if i != at]
    rest = [words[i] for i in others]
    if any("VerbForm=Fin" in one.features for one in rest):
        return None  # says what somebody says, or under which condition
    figures = [i for i in others if _value(words[i])]
    thing = next((i for i in own if words[i].relation == "obj"), None)
    tense = _features(verb)["Tense"]
    return Statement(
        sentence.index,
        sentence.section,
        subject,
        _lemma(word),
        (word.start, word.end),
        " ".join((tense, *(_lemma(one) for one in helpers))),
        not (copula and copula.lemma == "ser") and (tense == "Past" or verb is not word),
        None if denied is None else (words[denied].start, words[denied].end),
        f"={_lemma(copula)}" if copula else _lemma(words[thing]) if thing is not None else "",
        thing is not None and not copula and not _definite(tree, thing),
        frozenset(_lemma(one) for one in rest if _says(one) and not _value(one)),
        tuple(_figure(tree, i) for i in figures),
    )


def _definite(tree: _Tree, at: int) -> bool:
    own = tree.words[at].tag in ("PROPN", "PRON")
    return own or any("Definite=Def" in tree.words[i].features for i in tree.children[at])


def _figure(tree: _Tree, at: int) -> Figure:
    word = tree.words[at]
    counted = word.relation == "nummod" and word.head >= 0
    of = tree.words[word.head] if counted else tree.words[at - 1] if at else word
    return Figure(_value(word), _lemma(of), (word.start, word.end))


def _value(word: ParsedWord) -> str:
    """The figures of a number, or of a word for one; "" for what is none."""
    form = word.form.lower()
    if form[0].isdigit():
        return form
    spoken = portuguese.cardinals() if word.tag == "NUM" else {}
    return f"{spoken[form]:g}" if form in spoken else ""


def _says(word: ParsedWord) -> bool:
    return word.tag != "PUNCT" and "PronType=Art" not in word.features


def _lemma(word: ParsedWord) -> str:
    return word.lemma.lower()


def _features(word: ParsedWord) -> Mapping[str, str]:
    found = dict(one.split("=", 1) for one in word.features.split("|") if one)
    return {name: found.get(name, "") for name in ("Tense", *_AGREEMENT)}

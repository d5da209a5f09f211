"""What should stand in place of what a pattern finds.

[a|as > à|às]              a word for each of those that may be wrong
[para > a/em]              several to choose from
[em Nfp > em+as $2]        `$2` is the second word of the pattern, as it is written; `em+as` is
                           contracted: "nas"
[em base ao|à > com base em+$3']   the article that a contraction ends in: "com base na"
[<aplicar> para > <aderir> a+]     contracted with an article that follows: "aderir ao"
[VP > $1:s]  [INF > $1:1.p]   the word in another form (`notation.FEATURES`)
[A > $1~$3]                in the gender and number of the third word
[que > em+o~$1 qual~$1]    a determiner or pronoun in those of the first word: "na qual"
[-ndo > $1(ndo>do)]        with another ending; nothing where the lexicon has no such word
da [FIN > $2^f.s]          the noun or adjective with these letters and another stress mark ("da
                           renúncia"); `$2^fin`: the verb
[<aplicar> > <usar>]       a word in the form that the first one has; `<usar:2>`: the second;
                           `<servir-se>`: with the pronoun of its person
[FIN ele > $1=o/o=$1]      a verb and a pronoun: "vê-lo", "fá-lo-ei"; "o vê"
[mas > , $1]               a comma after the word before; [, > ] nothing
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from textlint_pt.contract import Forms, Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt.patterns.contractions import joined, split
from textlint_pt.patterns.joining import verb_with_pronoun
from textlint_pt.patterns.matching import Match
from textlint_pt.patterns.notation import FEATURES, Notation, NotationError
from textlint_pt.patterns.sentence import TokenSentence, opens_clause
from textlint_pt.portuguese.tables import Paradigm, all_paradigms, contracted_paradigm

_PART = re.compile(
    r"\$(?P<number>\d+)"
    r"(?:~\$(?P<agreeing>\d+)|:(?P<form>\w+(?:\.\w+)*)|\((?P<old>\w*)>(?P<ending>\w*)\)|(?P<article>')"
    r"|\^(?P<stressed>\w+(?:\.\w+)*))?"
    r"|<(?P<lemma>[^<>:]+?)(?P<reflexive>-se)?(?::(?P<of>\d+))?>"
    r"|(?P<determiner>[a-zà-ú]{1,12})~\$(?P<noun>\d+)"
)
#: the features that go with agreement
_NOMINAL = ("Gender", "Number")
_CONTRACTED = ("de", "em", "a", "por")
#: features that a form may have where it does not show them
_CATEGORIES = frozenset({"Gender", "Person", "Number"})
#: letters and what they are with a stress mark, and the reverse
_MARKED = {"a": "áâà", "e": "éê", "i": "í", "o": "óô", "u": "ú"}
_UNMARKED = str.maketrans({mark: letter for letter, marks in _MARKED.items() for mark in marks})
#: letters of a word of which a mark says too little
_SHORT = 3
#: of the person and number of a verb, its pronoun where it is not "se"
_PRONOUNS = {"1Sing": "me", "2Sing": "te", "1Plur": "nos"}


class Written(NamedTuple):
    """What should stand in place of the tokens up to `last`, the best first."""

    last: int
    corrections: tuple[str, ...]


class Writer:
    """Writes the corrections of one pattern; `NotationError` if they are not understood."""

    def __init__(self, pattern: Notation) -> None:
        """Parse the correction of a pattern, or raise `NotationError`."""
        self._lemmas = {item.number: item.lemmas for item in pattern.items}
        #: the word whose form others take: the first wrong one that names lemmas, or the first
        with_lemmas = [item.number for item in pattern.wrong if item.lemmas]
        self._head = (*with_lemmas, pattern.wrong[0].number)[0]
        self._says_nothing = pattern.right is None
        self._is_right = pattern.right == "="
        right = pattern.right or ""
        alternatives = [_split(alternative, "/") for alternative in _split(right, "|")]
        if len(alternatives) > 1 and not pattern.wrongs:
            raise NotationError("a | b after > needs as many single words before it")
        if len(alternatives) not in (1, len(pattern.wrongs)):
            counts = f"{len(pattern.wrongs)} words are wrong, {len(alternatives)} are right"
            raise NotationError(counts)
        pairs = zip(pattern.wrongs, alternatives, strict=False) if len(alternatives) > 1 else ()
        self._alternatives_by_form: Mapping[str, Sequence[str]] = dict(pairs)
        self._default_alternatives = alternatives[0]
        if stray := re.search("[<>$]", _PART.sub("", right)):
            raise NotationError(f'{right}: "{stray[0]}" stands in no $1 and no <word>')
        numbers = {item.number for item in pattern.items}
        for part in _PART.finditer(right):
            for number in filter(None, part.group("number", "agreeing", "of", "noun")):
                if int(number) not in numbers:
                    raise NotationError(f"${number}: the pattern has no such word")
            for name in (part["form"] or part["stressed"] or "").split("."):
                if name and name not in FEATURES:
                    raise NotationError(f"{name}: not one of {', '.join(FEATURES)}")

    def corrections_for(self, sentence: TokenSentence, match: Match) -> Written | None:
        """Return the corrections of a match; None if a needed form does not exist."""
        if self._says_nothing:
            return Written(match.last, ())
        if self._is_right:  # [… >=]: the words are right, and proposed as they stand
            return Written(match.last, (sentence.between(match.first, match.last),))
        alternatives = self._alternatives_by_form.get(
            sentence.form(match.first), self._default_alternatives
        )
        last_replaced: int | None = None  # of the best; all corrections replace the same tokens
        found: dict[str, None] = {}
        for alternative in alternatives:
            for text in self._expanded(alternative, sentence, match):
                last, full_text = self._with_following_article(text, sentence, match.last)
                if last_replaced is None:
                    last_replaced = last
                if last == last_replaced:
                    found[full_text] = None
        return None if last_replaced is None else Written(last_replaced, tuple(found))

    def _expanded(self, alternative: str, sentence: TokenSentence, match: Match) -> Iterator[str]:
        """Yield the texts of one alternative, with all its parts filled in."""
        results = [""]
        position = 0
        for part in _PART.finditer(alternative):
            forms = self._forms(part, sentence, match)
            if not forms:
                return
            literal = alternative[position : part.start()]
            if (literal + results[0]).strip() and _is_capitalised_start(part, sentence, match):
                forms = [form[:1].lower() + form[1:] for form in forms]
            results = [f"{result}{literal}{form}" for result in results for form in forms]
            position = part.end()
        for result in results:
            yield " ".join(
                self._join_marked(word, sentence)
                for word in (result + alternative[position:]).split()
            )

    def _join_marked(self, word: str, sentence: TokenSentence) -> str:
        """Return a word with `verb=pronoun` and `preposition+article` joined: "em+as" → "nas"."""
        verb, _, pronoun = word.lower().partition("=")
        if verb and pronoun:
            return verb_with_pronoun(sentence.forms, verb, pronoun)
        first, _, second = word.partition("+")
        return joined(first, second) if first and second else word

    def _with_following_article(
        self, text: str, sentence: TokenSentence, last: int
    ) -> tuple[int, str]:
        """Return a text, contracted with the article after the match if it ends in "+", and the
        last token that it replaces: "aderir a+" before "o" → "aderir ao", one token more."""
        if not text.endswith("+"):
            return last, text
        before, _, preposition = text.removesuffix("+").rpartition(" ")
        following = sentence.form(last + 1)
        if sentence.is_word(last + 1) and sentence.spaced(last, last + 1):
            contracted = joined(preposition, following)
            if contracted != f"{preposition} {following}":
                return last + 1, f"{before} {contracted}".strip()
        return last, f"{before} {preposition}".strip()

    def _forms(self, part: re.Match[str], sentence: TokenSentence, match: Match) -> Sequence[str]:
        """Return what a part of a correction stands for, likeliest first."""
        number = int(part["number"] or part["of"] or part["noun"] or self._head)
        if number not in match.places:  # a word that may be missing, and is
            return [""]
        first, last = match.places[number]
        if part["determiner"]:
            return _determiner(part["determiner"], sentence, first)
        if part["lemma"]:
            form = _same_form(part["lemma"], sentence, first, self._lemmas[number])
            if form and part["reflexive"]:
                form = _with_pronoun(form, sentence, first, match.first, self._lemmas[number])
            elif form and (rest := _after_verb(sentence, first)) is not None:
                form += rest
            else:
                form = None
            return [form] if form else []
        if part["agreeing"]:
            other = match.places.get(int(part["agreeing"]))
            return _agreeing(sentence, first, other[0]) if other else []
        if named := part["form"] or part["stressed"]:
            features = dict(FEATURES[name] for name in named.split("."))
            if part["form"]:
                return _inflected(sentence, first, features)
            return _stressed(sentence.form(first), sentence.forms, features)
        if part["ending"] is not None:
            derived = sentence.form(first).removesuffix(part["old"]) + part["ending"]
            return [derived] if sentence.forms.readings(derived) else []
        if part["article"]:
            return [split(sentence.form(last))[1]]
        return [" ".join(sentence.written(at) for at in range(first, last + 1))]


def _is_capitalised_start(part: re.Match[str], sentence: TokenSentence, match: Match) -> bool:
    """Return whether a part begins the sentence with a capital, and is no name."""
    place = match.places.get(int(part["number"] or 0), (-1, -1))[0]
    return (
        place == match.first
        and not any(map(sentence.is_word, range(place)))
        and getattr(sentence.parsed(place), "tag", "") != "PROPN"
    )


def _split(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator)]


# ------------------------------------------------------------------ forms of words


def _inflected(sentence: TokenSentence, at: int, new_features: Mapping[str, str]) -> Sequence[str]:
    """Return forms of a token with other features: "faz" with Number=Plur → "fazem"."""
    if new_features == {"VerbForm": "Inf"}:
        verbs = [reading for reading in sentence.readings(at) if reading.feature("VerbForm")]
        infinitives = [reading for reading in verbs if reading.feature("VerbForm") == "Inf"]
        return [reading.lemma for reading in (infinitives or verbs)[:1]]
    found: dict[str, None] = {}
    verb_form = new_features.get("VerbForm")
    others = [
        reading
        for reading in sentence.readings(at)
        if not new_features.items() <= feature_map(reading.features).items()
        and (not verb_form or reading.feature("VerbForm"))
    ]
    if verb_form:  # "virem" of "vir", not of "virar"
        others = [r for r in others if r.feature("VerbForm") != verb_form] or others
    for reading in _likeliest_readings(sentence, at, others):
        old_features = feature_map(reading.features)
        if verb_form and verb_form != old_features.get("VerbForm"):
            # mood and tense are those of the old form; the person stays
            kept = {"Person", "Number"} if "Person" in old_features else set[str]()
            old_features = {name: old_features[name] for name in kept & old_features.keys()}
        elif old_features.get("Mood") != "Cnd" and new_features.keys() - old_features - _CATEGORIES:
            continue  # the form has no such category: a noun no tense
        found |= dict.fromkeys(_form(sentence, reading, {**old_features, **new_features}))
    return list(found)


def _stressed(form: str, forms: Forms, features: Mapping[str, str]) -> Sequence[str]:
    """Return the commonest word with the same letters and another stress mark that has some
    features: a verb if one is a verb's. Short words are too much alike ("é", "e")."""
    tags = ("VERB", "AUX") if "VerbForm" in features else ("NOUN", "ADJ")

    def fits(reading: Reading) -> bool:
        own = feature_map(reading.features)
        agrees = all(own.get(name, value) == value for name, value in features.items())
        return reading.upos in tags and agrees

    found = [
        other
        for other in forms.alike(form.translate(_UNMARKED), _MARKED)
        if other != form and len(form) > _SHORT and any(map(fits, forms.readings(other)))
    ]
    return sorted(found, key=forms.frequency)[-1:]


def _agreeing(sentence: TokenSentence, at: int, other: int) -> Sequence[str]:
    """Return forms of a token in gender and number of another."""
    if determiner := _determiner(sentence.form(at), sentence, other):
        return determiner
    noun_features = [
        {name: reading.feature(name) for name in _NOMINAL}
        for reading in sentence.readings(other)
        if reading.upos == "NOUN"
    ]
    found: dict[str, None] = {}
    adjectives = [reading for reading in sentence.readings(at) if reading.upos == "ADJ"]
    for features in noun_features:
        for reading in adjectives or _likeliest_readings(sentence, at, sentence.readings(at)):
            own_features = feature_map(reading.features)
            shared = {
                name: value for name, value in features.items() if value and name in own_features
            }
            for form in _form(sentence, reading, {**own_features, **shared}):
                found[form] = None
    return list(found)


def _determiner(form: str, sentence: TokenSentence, noun: int) -> Sequence[str]:
    """Return a determiner or contraction in the gender and number of a parsed noun."""
    features = feature_map(getattr(sentence.parsed(noun), "features", ""))
    gender, number = (features.get(name) for name in _NOMINAL)
    paradigm = _paradigms().get(form)
    if paradigm is None or gender is None or number is None:
        return []
    masculine, feminine, masculine_plural, feminine_plural = paradigm
    if number == "Plur":
        return [feminine_plural if gender == "Fem" else masculine_plural]
    return [feminine if gender == "Fem" else masculine]


@cache
def _paradigms() -> Mapping[str, Paradigm]:
    """Return the paradigms of determiners, bare and contracted, by each of their forms."""
    bare = [*all_paradigms().values()]
    contracted = [contracted_paradigm(one, forms) for one in _CONTRACTED for forms in bare]
    return {form: forms for forms in (*contracted, *bare) if forms for form in forms}


def _same_form(lemma: str, sentence: TokenSentence, at: int, lemmas: frozenset[str]) -> str | None:
    """Return a lemma in the form of a token: "usar" for "aplicam" → "usam"; None if there is none.

    Of the token only readings of `lemmas` count, the likely ones first.
    """
    word_before = sentence.form(at - 1)

    def unlikely(reading: Reading) -> tuple[bool, bool]:
        is_imperative = reading.feature("Mood") == "Imp"
        is_first_person = reading.feature("Person") == "1" and reading.feature("Number") == "Sing"
        return is_imperative, is_first_person and word_before != "eu"

    for reading in sorted(sentence.readings(at), key=unlikely):
        if lemmas and reading.lemma not in lemmas:
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
            if found := sentence.forms.inflect(lemma, tag, features):
                return found[0]
    return None


def _other_gender(features: str) -> str:
    if "Gender=Fem" in features:
        return features.replace("Gender=Fem", "Gender=Masc")
    return features.replace("Gender=Masc", "Gender=Fem")


def _after_verb(sentence: TokenSentence, at: int) -> str | None:
    """Return the clitics after a verb ("-te"); None if they stand inside it."""
    written, form = sentence.written(at).lower(), sentence.form(at)
    rest = written.removeprefix(form)
    return rest if not rest or (rest[0] == "-" and rest != written) else None


def _with_pronoun(
    form: str, sentence: TokenSentence, at: int, first: int, lemmas: frozenset[str]
) -> str:
    """Return a verb with the reflexive pronoun: before it in Brazil, unless a clause opens.

    The person is that of the verb or, of an infinitive, of a verb in the three tokens before.
    """
    subject = at
    person = _person(sentence, subject, lemmas)
    while person is None and subject > 0 and subject > at - 3:
        subject -= 1
        person = _person(sentence, subject, frozenset())
    pronoun = _PRONOUNS.get(person or "", "se")
    is_at_clause_start = opens_clause(sentence.text, sentence.tokens[first].start)
    if sentence.variant == "BR" and not is_at_clause_start:
        return f"{pronoun} {form}"
    if pronoun == "nos" and form.endswith("s"):
        form = form[:-1]
    return f"{form}-{pronoun}"


def _person(sentence: TokenSentence, at: int, lemmas: frozenset[str]) -> str | None:
    """Return person and number of a finite verb, e.g. "3Sing"; None if it may be an infinitive."""
    readings = sentence.readings(at)
    if any(reading.features == "VerbForm=Inf" for reading in readings):
        return None
    for reading in readings:
        features = feature_map(reading.features)
        if (not lemmas or reading.lemma in lemmas) and features.get("VerbForm") == "Fin":
            if features.get("Mood") == "Imp" and features.get("Person") == "2":
                continue
            return features.get("Person", "") + features.get("Number", "")
    return None


def _likeliest_readings(
    sentence: TokenSentence, at: int, readings: Sequence[Reading]
) -> Sequence[Reading]:
    """Return the readings with the parser's tag and lemma, else its tag, else all."""
    parsed = sentence.parsed(at)
    if parsed is None:
        return readings
    tagged = [reading for reading in readings if reading.upos == parsed.tag] or readings
    return [reading for reading in tagged if reading.lemma == parsed.lemma] or tagged


def _form(sentence: TokenSentence, reading: Reading, features: Mapping[str, str]) -> Sequence[str]:
    joined = "|".join(f"{name}={value}" for name, value in sorted(features.items()))
    return sentence.forms.inflect(reading.lemma, reading.upos, joined)[:1]

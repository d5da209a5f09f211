"""The preposition that a word governs: GRA216, GRA222, GRA229."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import JOINED, UM, joined, split
from textlint_pt_grammaticality.patterns.predicates import after_subject
from textlint_pt_grammaticality.sentence.governing import Entry, Slip, entries_at, government
from textlint_pt_grammaticality.sentence.parsed import HINT, LIKELY, ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import listed, own_words

#: of those the parse does not join to the word that governs them
_UNATTACHED_PRIOR = 3.0
_DETERMINERS = portuguese.words(
    "articles",
    "demonstratives",
    *(f"possessives.{one}" for one in ("first", "second", "third", "ours")),
)
_CLAUSE_OPENERS = portuguese.words(
    "relatives.bare", "conjunctions.temporal", "conjunctions.conditional", "adverbs.relative"
) | listed("quanto quanta")
_CLITICS = portuguese.single_clitics()
#: open a clause with their noun, or are its subject: "notei de que a porta", "de que ele"
_SUBJECTS = (
    _DETERMINERS
    | portuguese.words("pronouns.personal", "indefinites.all.plural", "pronouns.someone")
    | own_words("misgovernment.subjects")
)
_RELATIVES = portuguese.words("relatives.bare")
_BECOMING = listed("virar ser tornar")
#: an infinitive after these may have the noun between for its subject
_LEADING = own_words("misgovernment.leading")
#: after these an adjective stands before the object
_CALLING = own_words("misgovernment.calling")
_PERSONAL = portuguese.words("pronouns.personal", "pronouns.oblique") - {"eu", "tu"}
#: clitics that may belong to a pronominal verb
_OWN = own_words("reflexives")
_BETWEEN = own_words("complement.between")
#: tags of words with which no nominal phrase begins
_NO_PHRASE = ("ADV", "ADP", "CCONJ", "SCONJ", "PUNCT")
_COPULAS = portuguese.words("verbs.copulas") | {"sentir", "mostrar"}


def misgoverned(sentence: ParsedSentence, level: str) -> Iterator[Proposal]:
    """Yield corrections of wrong government of one level: "never", "learner" or "norm"."""
    for head, at, entry in sentence.once(_governed):
        for slip in entry.slips:
            if slip.level != level:
                continue
            if slip.wrong in ("de que", "que"):
                find = _corrected_clause
            else:
                find = _missing_preposition if slip.wrong == "-" else _wrong_preposition
            yield from find(sentence, head, at, entry, slip, LIKELY if slip.sure else HINT)


def _corrected_clause(
    sentence: ParsedSentence, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """Correct the opening of a clause: "acredita de que" → "que", "tem certeza que" → "de que"."""
    first, *more = slip.wrong.split()
    if sentence.form(at) != first or not sentence.spaced(at, at + 1):
        return
    if not more:
        yield sentence.instead(at, slip.right, prior=prior, related=head, message="more")
        return
    if sentence.form(at + 1) != "que":
        return
    if sentence.tag(at + 2) not in ("NOUN", "ADJ"):  # "disse de que lado estava"
        asked = _is_asked_for(sentence, at + 2, at + 4)  # "que me digam de que serviu"
        if slip.certain and _is_asked_for(sentence, at + 2, at + 10):
            return
        if slip.sure or not asked:
            sure = slip.certain and sentence.form(at + 2) in _SUBJECTS
            yield sentence.instead(
                at, slip.right, last=at + 1, prior=prior, related=head, message="less", sure=sure
            )


def _is_asked_for(sentence: ParsedSentence, first: int, last: int) -> bool:
    """Whether a word in a range may govern "de", so that "de" is right: "descobriu de que o pai
    precisava"."""
    lemmas = {
        sentence.words[i].lemma for place in range(first, min(last, len(sentence)))
        for i in sentence.tokens[place].words
    }  # fmt: skip
    known = government().entries
    return any(
        entry.takes[0] == "de"
        for lemma in lemmas
        for part in ("verb", "adjective")
        for entry in known.get((part, lemma), ())
    )


def _missing_preposition(
    sentence: ParsedSentence, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """Add a missing preposition: "procedeu o corte" → "ao", "capaz fazer" → "de fazer"."""
    form = sentence.form(at)
    if slip.before == "inf":
        if sentence.words[sentence.tokens[at].words[0]].relation == "csubj":
            return  # "também ajuda ter um guia"
        if sentence.tag(head) == "NOUN" and _governs_nothing(sentence, head):
            return
        # "gosta se encontrar"
        pronoun = form in own_words("reflexives")
        verb = at + (pronoun and sentence.tag(at) == "PRON")
        if sentence.tag(verb) in ("VERB", "AUX") and sentence.is_infinitive(verb):
            written = sentence.written(at)
            sure = slip.certain and not pronoun
            yield sentence.instead(
                at, f"{slip.right} {written}", prior=prior, related=head, message="more", sure=sure
            )
        return
    if form not in _DETERMINERS or sentence.tag(at) != "DET":
        return
    if not _fits(sentence, at + 1, slip.before):
        return
    if slip.right == "a" and form in ("a", "as") and slip.level == "never":
        return  # GRA201
    if entry.part == "verb" and (
        sentence.features(head).get("VerbForm") == "Ger"  # "recorrendo os atacados aos apitos"
        or not after_subject(sentence, head)
        or _has_complement(sentence, head, slip.right)
    ):
        return
    if entry.part == "adverb" and sentence.lemma(head - 1) in _CALLING:
        return  # "torna devido o reembolso"
    sure = _is_required_by_norm(slip) or _is_certain(sentence, head, at, entry, slip)
    if slip.certain and (entry.pronominal and not _is_own_person(sentence, head)):
        return  # "lembra-me a minha filha": it makes me think of her
    new = joined(slip.right, form)
    yield sentence.instead(at, new, prior=prior, sure=sure, related=head, message="more")


def _governs_nothing(sentence: ParsedSentence, noun: int) -> bool:
    """Whether an infinitive after a noun is not its complement: "temos por obrigação ter", "virou
    mania publicar", "logo que a capacidade ficar livre" (the future subjunctive)."""
    near = {sentence.form(place) for place in range(max(0, noun - 4), noun)}
    becomes = any(reading.lemma in _BECOMING for reading in sentence.readings(noun - 1))
    is_predicative = becomes or sentence.form(noun - 1) in ("por", "como", "em")
    return is_predicative or bool(near & _CLAUSE_OPENERS) or _has_subject_marker(sentence, noun)


def _has_subject_marker(sentence: ParsedSentence, noun: int) -> bool:
    """Whether a word before the noun lets it be the subject of an infinitive: "para a capacidade
    aumentar", "fez"."""
    first = noun - 1 if sentence.tag(noun - 1) == "DET" else noun
    return sentence.lemma(first - 1) in _LEADING


def _wrong_preposition(
    sentence: ParsedSentence, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """Replace or delete a wrong preposition: "compatível a" → "com", "acarretou em" → ""."""
    preposition, word = split(sentence.form(at))
    if preposition != slip.wrong or not sentence.spaced(at, at + 1):
        return
    following = at + 1
    if preposition == "a" and not word and sentence.tag(at) != "ADP" and not slip.before:
        return
    classes = government().classes
    makes_adverb = sentence.form(following) in classes.get(f"after {slip.wrong}", frozenset())
    if makes_adverb and sentence.tag(following) != "DET":
        return
    if sentence.is_infinitive(head) and _has_subject_marker(sentence, head):
        return  # "fez acreditar a muitos que"
    # "optou em não renovar", "hesita a se mudar"
    negated = not word and slip.right != "-" and sentence.form(following) == "não"
    clitic = not word and sentence.form(following + negated) in _CLITICS
    infinitive = following + negated + clitic
    if slip.before == "inf":
        if word or not sentence.is_infinitive(infinitive):
            return
        if slip.right == "-" and sentence.is_participle(head):
            return  # "tentado a escrever"
        sure = slip.certain and _is_outside_relative(sentence, head)
        yield _corrected(sentence, slip, head, at, word, prior, sure)
        return
    next_form = sentence.form(following)
    if next_form in ("que", "quem", "quando"):  # "mais acessível do que"
        return
    if slip.wrong == "a":
        if next_form == "cada" or (word and sentence.is_infinitive(following)):
            return  # "diferente a cada execução", "não são compatíveis ao instalar a atualização"
        if slip.right == "-" and not word and next_form not in UM:
            return  # "conheceu a mulher" has the article
    if (not word and sentence.is_infinitive(infinitive)) or not _fits(
        sentence, following, slip.before
    ):
        return
    if not entry.rest and not _is_joined(sentence, head, following):
        prior = min(prior, _UNATTACHED_PRIOR)
    sure = _is_required_by_norm(slip) or _is_certain(sentence, head, at, entry, slip)
    yield _corrected(sentence, slip, head, at, word, prior, sure)


def _corrected(
    sentence: ParsedSentence, slip: Slip, head: int, at: int, word: str, prior: float, sure: bool
) -> Proposal:
    """Return another preposition, contracted with `word` or what follows, or none in its place."""
    following, last = sentence.form(at + 1), at
    if slip.right == "-":
        new, last = (word, at) if word else (sentence.written(at + 1), at + 1)
    elif not word and slip.wrong == "a" and sentence.is_noun(at + 1, "Fem", "Sing"):
        new = joined(slip.right, "a")  # "depende a adesão"
    elif word:
        new = joined(slip.right, word)
    elif slip.before != "inf" and (slip.right, following) in JOINED:
        new, last = joined(slip.right, following), at + 1
    else:
        new = slip.right
    message = "less" if slip.right == "-" else "message"
    return sentence.instead(
        at, new, last=last, prior=prior, sure=sure, related=head, message=message
    )


def _is_required_by_norm(slip: Slip) -> bool:
    """Whether the norm leaves no doubt: the slip concerns a closed class of nouns."""
    return slip.level == "norm" and slip.before.startswith("@")


def _is_certain(sentence: ParsedSentence, head: int, at: int, entry: Entry, slip: Slip) -> bool:
    """Whether nothing but the slip explains the words: they stand together or the parse joins
    them."""
    beside = at == head + 1 + len(entry.rest.split())
    return slip.certain and (beside or _is_joined(sentence, head, at))


def _is_outside_relative(sentence: ParsedSentence, head: int) -> bool:
    """Whether no relative pronoun stands shortly before: in "a ideia que persiste de fazer a
    votação" the complement is of the antecedent."""
    return not any(
        sentence.form(place) in _RELATIVES and sentence.tag(place) == "PRON"
        for place in range(max(0, head - 4), head)
    )


def _is_own_person(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a verb has its own pronoun and nobody else's: "lembro-me", "nos lembramos"."""
    finite = [r for r in sentence.readings(verb) if r.feature("VerbForm") == "Fin"]
    clitic = sentence.form(verb + 1) if sentence.after_hyphen(verb + 1) else sentence.form(verb - 1)
    number = "Plur" if clitic == "nos" else "Sing"
    return clitic in ("me", "nos") and all(
        (r.feature("Person"), r.feature("Number")) == ("1", number) for r in finite
    )


def _fits(sentence: ParsedSentence, at: int, before: str) -> bool:
    """Whether what follows a preposition is what a slip asks for: a pronoun, "um", a noun of a
    class or any phrase."""
    form = sentence.form(at)
    if before == "pron":
        return form in _PERSONAL
    if before == "um":
        return form in UM
    if before.startswith("@"):
        return _is_of_class(sentence, at, before[1:])
    return sentence.is_word(at) and sentence.tag(at) not in _NO_PHRASE


def _is_of_class(sentence: ParsedSentence, at: int, name: str) -> bool:
    """Whether the noun that follows, after determiners and adjectives, is of a class."""
    chosen = government().classes[name]
    bare = name in ("vehicle", "home")
    for place in range(at, at + (1 if bare else 4)):
        if sentence.lemma(place) in chosen or sentence.form(place) in chosen:
            if not bare:
                return True
            # "em carro próprio", "em barco a remos", "para casa da avó"
            return sentence.form(place + 1) not in own_words("misgovernment.describing") and (
                sentence.tag(place + 1) not in ("ADJ", "VERB", "NOUN", "DET", "NUM", "PROPN")
            )
        if sentence.tag(place) not in ("DET", "ADJ", "NUM"):
            return False
    return False


def _is_joined(sentence: ParsedSentence, head: int, at: int) -> bool:
    """Whether the parse hangs what the preposition leads to on the word that governs it."""
    parts = set(sentence.tokens[head].words)
    return any(
        word.head in parts
        for place in range(at, min(at + 5, len(sentence)))
        for word in (sentence.words[i] for i in sentence.tokens[place].words)
    )


# ------------------------------------------------------------------ complements


def _complement(sentence: ParsedSentence, at: int, entry: Entry) -> int | None:
    """Return where the complement of the word begins; None where the pronoun or the phrase of the
    entry is not there."""
    after = at + 1
    clitics = []
    while sentence.after_hyphen(after):
        clitics.append(sentence.form(after))
        after += 1
    if entry.rest:
        rest = entry.rest.split()
        if [sentence.form(after + n) for n in range(len(rest))] != rest:
            return None
        after += len(rest)
    elif entry.part == "verb":
        own = sentence.form(at - 1) in _OWN or not _OWN.isdisjoint(clitics)
        if entry.pronominal is True and not own:
            return None
        if entry.pronominal is False and (own or sentence.is_participle(at)):
            return None
    if entry.part == "adjective" and "-" in entry.takes and not _is_said_of_subject(sentence, at):
        return None  # "uma configuração semelhante com outras ferramentas"
    if entry.part == "noun" and sentence.form(at - 1) in ("à", "de"):
        return None  # "fique à vontade para", "guia de referência sobre"
    without_crase = sentence.form(at - 2) == "se" or _is_said_of_subject(sentence, at - 1)
    if entry.part == "noun" and sentence.form(at - 1) == "a" and without_crase:
        return None  # "sinta-se a vontade para", "fique a vontade para", by mistake
    while sentence.form(after) in _BETWEEN or (
        sentence.form(after).endswith("mente") and sentence.tag(after) == "ADV"
    ):
        after += 1
    return after if sentence.spaced(after - 1, after) else None


def _is_said_of_subject(sentence: ParsedSentence, at: int) -> bool:
    """Whether an adjective follows a copula, over adverbs: "é alérgico", "está tão cheia"."""
    before = at - 1
    while before >= at - 3 and sentence.tag(before) == "ADV":
        before -= 1
    return any(reading.lemma in _COPULAS for reading in sentence.readings(before))


def _governed(sentence: ParsedSentence) -> Sequence[tuple[int, int, Entry]]:
    """Return words of the lexicon of government that have slips, where their complement begins,
    and their entry."""
    return [
        (at, place, entry)
        for at in range(len(sentence) - 1)
        for entry in entries_at(sentence, at)
        if entry.slips and (place := _complement(sentence, at, entry)) is not None
    ]


def _has_complement(sentence: ParsedSentence, verb: int, preposition: str) -> bool:
    """Whether the complement stands before the verb: "é de um inverno que depende a colheita"."""
    return sentence.form(verb - 1) == "que" and any(
        split(sentence.form(place))[0] == preposition for place in range(max(0, verb - 7), verb)
    )

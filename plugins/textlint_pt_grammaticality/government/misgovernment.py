"""Base of the rules on the preposition that a word governs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.contractions import ARTICLES, JOINED, UM, joined, split
from textlint_pt_grammaticality.government.complement import (
    governed,
    has_complement,
    has_other,
    is_subject,
    is_verb,
    object_follows,
)
from textlint_pt_grammaticality.government.entries import Entry, Slip, government
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line
from textlint_pt_grammaticality.reading import listed, own_words

#: of those the parse does not join to the word that governs them
_APART = 3.0
_DETERMINERS = portuguese.words(
    "articles",
    "demonstratives",
    "possessives.first",
    "possessives.second",
    "possessives.third",
    "possessives.ours",
)
_POSSESSIVES = portuguese.words(
    "possessives.first", "possessives.second", "possessives.third", "possessives.ours"
)
#: after these an adjective stands before the object
_CALLING = frozenset({"tornar", "considerar", "julgar", "reconhecer", "declarar", "entender"})
_NOMINAL = frozenset({"NOUN", "ADJ", "PROPN", "DET", "NUM"})
_OPENING = portuguese.words(
    "relatives.bare", "conjunctions.temporal", "conjunctions.conditional", "adverbs.relative"
) | listed("quanto quanta")
_CLITICS = portuguese.single_clitics()
#: open a clause with their noun, or are its subject: "notei de que a porta", "de que ele"
_SUBJECTS = (
    _DETERMINERS
    | portuguese.words("pronouns.personal", "indefinites.all.plural", "pronouns.someone")
    | listed("não nem há é isso isto muitos muitas existe existem quem")
)
_RELATIVES = portuguese.words("relatives.bare")
_THIRD = portuguese.words("pronouns.personal.third", "pronouns.personal.address")
_BECOMING = listed("virar ser tornar")
#: an infinitive after these may have the noun between for its subject
_LEADING = own_words("misgovernment.leading")
_WITH_DE = listed("servir tratar falar fazer feito viver compor constar morrer")
_PERSONAL = portuguese.words("pronouns.personal", "pronouns.oblique") - {"eu", "tu"}


class Misgovernment(Diagnosis):
    """Base of the rules of government: each finds the slips of one level."""

    cue = regex("")
    level: ClassVar[str]
    supersedes: ClassVar[tuple[str, ...]] = ("GRA001", "GRA601")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é assim que se constrói «{related}»",
            "less": "«{form}» deve ser «{suggestion}»: «{related}» não pede aqui preposição",
            "more": "«{form}» deve ser «{suggestion}»: «{related}» pede aqui uma preposição",
            "pronoun": "«{form}» deve ser «{suggestion}»: «{related}» não leva aqui pronome",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” is built so",
            "less": "“{form}” should be “{suggestion}”: “{related}” takes no preposition here",
            "more": "“{form}” should be “{suggestion}”: “{related}” asks for a preposition here",
            "pronoun": "“{form}” should be “{suggestion}”: “{related}” takes no pronoun here",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at, place, entry in governed(line):
            for slip in entry.slips:
                if slip.level == self.level:
                    yield from self._slip(line, at, place, entry, slip)

    @staticmethod
    def _slip(line: Line, head: int, at: int, entry: Entry, slip: Slip) -> Iterator[Proposal]:
        prior = LIKELY if slip.sure else HINT
        if slip.wrong in ("de que", "do que", "que"):
            yield from _clause(line, head, at, entry, slip, prior)
        elif slip.wrong == "-":
            yield from _without(line, head, at, entry, slip, prior)
        else:
            yield from _with(line, head, at, entry, slip, prior)


def _clause(
    line: Line, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """ "Acredita de que", "tem certeza que", "superior do que"."""
    first, *more = slip.wrong.split()
    if line.form(at) != first or not line.spaced(at, at + 1):
        return
    if not more:
        relative = line.tag(at) == "PRON" or (entry.rest and line.form(head - 1) in ("a", "que"))
        if not relative and line.form(at + 1) != "nem":
            yield line.instead(at, slip.right, prior=prior, related=head, message="more")
        return
    if line.form(at + 1) != "que":
        return
    if slip.right == "a":
        if line.tag(at + 2) == "ADP":
            return  # "inferior do que em 2010"
        article = line.form(at + 2)
        last = at + 2 if article in ARTICLES else at + 1
        new = joined("a", article) if last == at + 2 else "a"
        yield line.instead(at, new, last=last, prior=prior, related=head)
    elif line.is_participle(head) and not line.is_finite(head) and line.tag(head - 1) == "NOUN":
        return  # "a possibilidade esperada de que falhe"
    elif line.tag(at + 2) not in ("NOUN", "ADJ"):  # "disse de que lado estava"
        asked = _is_asked_for(line, at + 2, at + 4)  # "que me digam de que serviu"
        if slip.certain and _is_asked_for(line, at + 2, at + 10):
            return
        if slip.sure or not asked:
            sure = slip.certain and line.form(at + 2) in _SUBJECTS
            yield line.instead(
                at, slip.right, last=at + 1, prior=prior, related=head, message="less", sure=sure
            )


def _is_asked_for(line: Line, first: int, last: int) -> bool:
    """Whether one of the words is built with "de": "descobriu de que o pai precisava"."""
    lemmas = {
        line.words[i].lemma for place in range(first, min(last, len(line)))
        for i in line.tokens[place].words
    }  # fmt: skip
    known = government().entries
    return bool(lemmas & _WITH_DE) or any(
        entry.takes[0] == "de"
        for lemma in lemmas
        for part in ("verb", "adjective")
        for entry in known.get((part, lemma), ())
    )


def _without(
    line: Line, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """A preposition is missing: "procedeu o corte", "capaz fazer"."""
    form = line.form(at)
    if slip.before == "inf":
        if line.tag(head) == "NOUN":
            near = {line.form(place) for place in range(max(0, head - 4), head)}
            # "temos por obrigação ter"; the future subjunctive: "logo que a capacidade ficar livre"
            if line.form(head - 1) in ("por", "como", "em") or near & _OPENING:
                return
            if line.form(head - 1) in _POSSESSIVES or line.form(head - 2) in _POSSESSIVES:
                return  # "era minha obrigação avisar", "era do seu gosto e vontade receber"
            if any(reading.lemma in _BECOMING for reading in line.readings(head - 1)):
                return  # "virou mania publicar fotos"
            if _is_subject_of_infinitive(line, head):
                return
        # "gosta se encontrar"
        pronoun = form in ("se", "me", "te", "nos") and not line.after_hyphen(at)
        verb = at + (pronoun and line.tag(at) == "PRON")
        if (
            line.tag(verb) in ("VERB", "AUX")
            and line.is_infinitive(verb)
            and (not line.is_noun(verb) or (slip.certain and _is_done(line, head, verb)))
        ):
            written = line.written(at)
            sure = slip.certain and not pronoun and _is_plain(line, head)
            yield line.instead(
                at, f"{slip.right} {written}", prior=prior, related=head, message="more", sure=sure
            )
        return
    if form not in _DETERMINERS or line.tag(at) != "DET" or not line.spaced(at, at + 1):
        return
    if form in UM and line.form(at + 1) in ("das", "dos"):
        return  # "dependem umas das outras"
    if line.tag(at + 1) not in _NOMINAL or not _fits(line, at + 1, slip.before):
        return
    if slip.right == "a" and form in ("a", "as") and slip.level == "never":
        return  # GRA201
    if (
        entry.part == "adverb"
        and head
        and line.words[line.tokens[head - 1].words[0]].lemma in _CALLING
    ):
        return  # "torna devido o reembolso"
    if entry.part == "verb" and (
        not object_follows(line, head) or has_complement(line, head, slip.right)
    ):
        return
    if entry.part == "verb" and _is_done_to(line, head, at):
        return  # "serão obedecidos os seguintes critérios"
    if is_subject(line, at):
        prior = min(prior, HINT / 2)
    sure = (_is_asked(slip) or _is_certain(line, head, at, entry, slip)) and not is_subject(
        line, at
    )
    if slip.certain and entry.part == "verb":
        if entry.pronominal and not _is_own_person(line, head):
            return  # "lembra-me a minha filha": it makes me think of her
        sure &= _is_said_before(line, head)
    new = joined(slip.right, form)
    yield line.instead(at, new, prior=prior, sure=sure, related=head, message="more")


def _is_done_to(line: Line, head: int, at: int) -> bool:
    """Whether a participle agrees, in the plural or the feminine, with what stands after it."""
    article = line.features(at)
    form = (article.get("Gender"), article.get("Number"))
    return form != ("Masc", "Sing") and any(
        (reading.feature("Gender"), reading.feature("Number")) == form
        for reading in line.readings(head)
        if reading.feature("VerbForm") == "Part"
    )


def _is_subject_of_infinitive(line: Line, noun: int) -> bool:
    """Whether what stands before a noun lets an infinitive follow as what it does: "para a
    capacidade aumentar", "fazer a oportunidade avançar", "conforme as necessidades aumentarem"."""
    first = noun - 1 if line.tag(noun - 1) == "DET" else noun
    before = line.words[line.tokens[first - 1].words[-1]].lemma if first else ""
    return before in _LEADING or line.form(first - 1) in _LEADING


def _with(
    line: Line, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """A preposition that does not belong, or not this one: "compatível a", "acarretou em"."""
    preposition, word = split(line.form(at))
    if preposition != slip.wrong or not line.spaced(at, at + 1):
        return
    following = at + 1
    if preposition == "a" and not word and line.tag(at) != "ADP" and not slip.before:
        return
    if line.after_hyphen(at) or line.after_hyphen(following):
        return
    # "optou em não renovar", "hesita a se mudar"
    negated = not word and slip.right != "-" and line.form(following) == "não"
    clitic = not word and line.form(following + negated) in _CLITICS
    infinitive = following + negated + clitic
    if slip.before in ("inf", "past"):
        if word or not is_verb(line, infinitive):
            return
        parted = preposition == "a" and line.form(infinitive) in ("partir", "seguir")
        parted |= line.form(infinitive) == "termos"
        if parted or line.is_capital(infinitive):
            return  # "querem a partir de agora"
        if slip.right == "-" and line.is_participle(head):
            return  # "tentado a escrever"
        if slip.before == "past" and not line.is_participle(infinitive + 1):
            return
        sure = slip.certain and _is_plain(line, head)
        if slip.certain and not sure:
            prior = min(prior, _APART)
        if slip.right == "-":
            yield _shorter(line, at, prior, head, sure)
        else:
            yield line.instead(at, slip.right, prior=prior, related=head, sure=sure)
        return
    if line.form(following) in ("que", "quando"):  # "mais acessível do que"
        return
    if word and preposition == "a" and is_verb(line, following):
        return  # "não são compatíveis ao instalar a atualização"
    if slip.wrong == "a" and line.form(following) == "cada":
        return  # "é diferente a cada execução"
    if not word and is_verb(line, infinitive):
        return
    if slip.right == "-" and preposition == "a" and not word and line.form(following) not in UM:
        return  # "conheceu a mulher" has the article
    if preposition == "com" and entry.part == "verb" and line.tag(following) in ("NOUN", "ADJ"):
        return  # "opôs-se com energia"
    passive = line.is_participle(head) and line.tag(head - 1) in ("AUX", "VERB")
    if preposition == "por" and passive and not slip.before.startswith("@"):
        return  # "foi encarregada pelo presidente"
    classes = government().classes
    if line.form(following) in classes.get(f"after {slip.wrong}", frozenset()):
        if line.tag(following) != "DET" or line.tag(following + 1) != "NOUN":
            return
        noun = line.words[line.tokens[following + 1].words[-1]].lemma
        if noun in classes["adverbial"]:
            return
    if not _fits(line, following, slip.before, bool(word)):
        return
    if entry.part == "verb" and has_complement(line, head, slip.right):
        return
    if entry.rest == "" and not _is_joined(line, head, following):
        prior = min(prior, _APART)
    sure = _is_asked(slip) or _is_certain(line, head, at, entry, slip)
    if slip.certain and not entry.rest and not _is_plain(line, head):
        prior = min(prior, _APART)
    if slip.right == "-":
        if word:
            yield line.instead(at, word, prior=prior, sure=sure, related=head, message="less")
        else:
            yield _shorter(line, at, prior, head, sure)
    elif word:
        yield line.instead(at, joined(slip.right, word), prior=prior, sure=sure, related=head)
    elif (slip.right, line.form(following)) in JOINED and line.tag(following) != "NUM":
        new = joined(slip.right, line.form(following))
        yield line.instead(at, new, last=following, prior=prior, sure=sure, related=head)
    else:
        yield line.instead(at, slip.right, prior=prior, sure=sure, related=head)


def _is_asked(slip: Slip) -> bool:
    """Whether the norm leaves no doubt, for who asks for it: of a closed class of nouns."""
    return slip.level == "norm" and slip.before.startswith("@")


def _is_certain(line: Line, head: int, at: int, entry: Entry, slip: Slip) -> bool:
    """Whether nothing but the slip explains the words: the parse hangs them on the head, which has
    no complement of its own further on."""
    other = entry._replace(takes=(slip.right,))
    if not slip.certain or has_other(line, head, at, other):
        return False
    if not entry.rest and not _is_plain(line, head):
        return False
    if slip.before == "@span" and line.tag(at + 1) != "NUM":
        return False  # "condenado em tenros anos"
    if slip.before == "@crimes" and split(line.form(at))[1]:
        return False  # "acusado pelo roubo" may say by what
    return _is_joined(line, head, at) or at == head + 1 + len(entry.rest.split())


def _is_plain(line: Line, head: int) -> bool:
    """Whether a word is no name, and not of a relative clause, which may have its complement
    before it: "a ideia que persiste de fazer a votação"."""
    relative = any(
        line.form(place) in _RELATIVES and line.tag(place) == "PRON"
        for place in range(max(0, head - 4), head)
    )
    return (not line.is_capital(head) or head == 0) and not relative


def _is_done(line: Line, head: int, verb: int) -> bool:
    """Whether an infinitive that is a noun as well has an object of its own: "saber os preços"."""
    word = line.words[line.tokens[verb].words[0]]
    return word.head in line.tokens[head].words and line.tag(verb + 1) in ("DET", "PRON", "SCONJ")


def _is_own_person(line: Line, verb: int) -> bool:
    """Whether a verb has its own pronoun and nobody else's: "lembro-me", "nos lembramos"."""
    finite = [r for r in line.readings(verb) if r.feature("VerbForm") == "Fin"]
    if line.form(verb - 1) == "se" and line.form(verb - 2) in _THIRD:
        return True  # "você se lembra"
    clitic = line.form(verb + 1) if line.after_hyphen(verb + 1) else line.form(verb - 1)
    number = "Plur" if clitic == "nos" else "Sing"
    return (
        clitic in ("me", "nos")
        and bool(finite)
        and all((r.feature("Person"), r.feature("Number")) == ("1", number) for r in finite)
    )


def _is_said_before(line: Line, verb: int) -> bool:
    """Whether the subject of a verb stands before it, or is in its ending."""
    finite = [
        reading for reading in line.readings(verb) if reading.feature("VerbForm") == "Fin"
    ]  # fmt: skip
    if finite and all(reading.feature("Person") == "1" for reading in finite):
        return True
    first = line.tokens[verb].words[0]
    group = {first, line.words[first].head}
    return any(
        word.relation.startswith("nsubj") and i < first and word.head in group
        for i, word in enumerate(line.words)
    )


def _shorter(line: Line, at: int, prior: float, head: int, sure: bool = False) -> Proposal:
    """Without the preposition: the word after it takes its place."""
    following = line.tokens[at + 1]
    new = line.text[following.start : following.end]
    return line.instead(at, new, last=at + 1, prior=prior, related=head, message="less", sure=sure)


def _fits(line: Line, at: int, before: str, article: bool = False) -> bool:
    """Whether what follows a preposition is what a slip asks for."""
    form = line.form(at)
    if before == "pron":
        return form in _PERSONAL and not is_verb(line, at + 1)
    if before == "um":
        return form in UM
    if before.startswith("@"):
        return _is_of_class(line, at, before[1:], article)
    if form.isdigit() or line.form(at)[:1].isdigit():
        return False
    return line.is_word(at) and line.tag(at) not in ("ADV", "ADP", "CCONJ", "SCONJ", "PUNCT")


def _is_of_class(line: Line, at: int, name: str, article: bool) -> bool:
    """Whether the noun that follows, after determiners and adjectives, is of a class."""
    chosen = government().classes[name]
    bare = name in ("vehicle", "home")
    if bare and article:
        return False
    for place in range(at, at + (1 if bare else 4)):
        lemma = line.words[line.tokens[place].words[-1]].lemma if place < len(line) else ""
        if lemma in chosen or line.form(place) in chosen:
            if not bare:
                return True
            # "em carro próprio", "em barco a remos", "para casa da avó"
            return line.form(place + 1) not in ("de", "do", "da", "a", "com", "e", "ou") and (
                line.tag(place + 1) not in ("ADJ", "VERB", "NOUN", "DET", "NUM", "PROPN")
            )
        if line.tag(place) not in ("DET", "ADJ", "NUM"):
            return False
    return False


def _is_joined(line: Line, head: int, at: int) -> bool:
    """Whether the parse hangs what the preposition leads to on the word that governs it."""
    parts = set(line.tokens[head].words)
    return any(
        word.head in parts
        for place in range(at, min(at + 5, len(line)))
        for word in (line.words[i] for i in line.tokens[place].words)
    )

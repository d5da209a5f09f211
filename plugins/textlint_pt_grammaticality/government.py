"""What verbs, nouns, adjectives and adverbs govern (`data/government.txt`), and what is written
against it: the ground that the rules of government stand on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line
from textlint_pt_grammaticality.reading import listed, table

#: of those the parse does not join to the word that governs them
_APART = 3.0

# ------------------------------------------------------------------ the lexicon


class Slip(NamedTuple):
    """`wrong` is written where `right` belongs ("-": nothing); `before`: what has to follow, ""
    for a noun, pronoun or numeral; `level`: never, learner or norm; `sure`: more than a hint."""

    wrong: str
    right: str
    before: str
    level: str
    sure: bool


class Entry(NamedTuple):
    """`pronominal`: with a clitic pronoun (True), without (False), either (None); `takes`: the
    prepositions, "-" for a plain object or none, "inf" for a plain infinitive; `rest`: what follows
    the verb in a phrase ("ter certeza")."""

    head: str
    part: str
    pronominal: bool | None
    rest: str
    takes: tuple[str, ...]
    slips: tuple[Slip, ...]


class Relative(NamedTuple):
    """What a relative pronoun needs before it where this verb governs it: one of the
    `prepositions`, the usual one first. `noun`: the class of noun it must stand for, "" any;
    `dative`: only where the verb has a dative, too ("que te falei")."""

    pronominal: bool
    prepositions: tuple[str, ...]
    noun: str
    dative: bool


class Government(NamedTuple):
    """Entries by part of speech (verb, noun, adjective, adverb) and head; `classes` of nouns and,
    as "after em", the words that make an adverb of a preposition; `relatives` by verb."""

    entries: Mapping[tuple[str, str], tuple[Entry, ...]]
    classes: Mapping[str, frozenset[str]]
    relatives: Mapping[str, Relative]


_PARTS = {"verbs": "verb", "phrases": "verb", "nouns": "noun", "adjectives": "adjective",
          "adverbs": "adverb"}  # fmt: skip


@cache
def government() -> Government:
    """The lexicon, read once."""
    entries: dict[tuple[str, str], tuple[Entry, ...]] = {}
    classes: dict[str, frozenset[str]] = {}
    relatives: dict[str, Relative] = {}
    section = ""
    for line in table("government.txt"):
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == "classes":
            name, _, members = line.partition(":")
            classes[name] = listed(members)
        elif section == "relatives":
            verb, prepositions, condition = (field.strip() for field in line.split("|"))
            relatives[verb.removesuffix("-se")] = Relative(
                verb.endswith("-se"),
                tuple(prepositions.split()),
                condition[1:] if condition.startswith("@") else "",
                condition == "dative",
            )
        else:
            entry = _entry(line, _PARTS[section])
            key = entry.part, entry.head
            entries[key] = (*entries.get(key, ()), entry)
    return Government(entries, classes, relatives)


def _entry(line: str, part: str) -> Entry:
    written, takes, slips = (field.strip() for field in line.split("|"))
    head, _, rest = written.partition(" ")
    pronominal = None
    if head.endswith("-se"):
        head, pronominal = head[:-3], True
    elif head.endswith("!"):
        head, pronominal = head[:-1], False
    return Entry(
        head, part, pronominal, rest, tuple(takes.split()), tuple(map(_slip, slips.split()))
    )


def _slip(written: str) -> Slip:
    sure = not written.endswith("?")
    level, _, change = written.rstrip("?").rpartition(":")
    change, _, before = change.partition("/")
    wrong, _, right = change.partition(">")
    return Slip(wrong.replace("+", " "), right.replace("+", " "), before, level or "never", sure)


@cache
def led_by_a(part: str, pronominal: bool | None = None) -> frozenset[str]:
    """Heads of a part of speech that are built with "a" before all; verbs where they have no plain
    object besides, or are never written with one."""
    return frozenset(
        entry.head
        for entries in government().entries.values()
        for entry in entries
        if entry.part == part
        and not entry.rest
        and entry.takes[0] == "a"
        and entry.pronominal is pronominal
        and (
            part != "verb"
            or "-" not in entry.takes
            or any(
                (slip.wrong, slip.right, slip.level) == ("-", "a", "never") for slip in entry.slips
            )
        )
    )


# ------------------------------------------------------------------ prepositions and contractions

_ARTICLES = ("o", "a", "os", "as")
_POINTING = (
    "este", "esta", "estes", "estas", "isto", "esse", "essa", "esses", "essas", "isso", "aquele",
    "aquela", "aqueles", "aquelas", "aquilo",
)  # fmt: skip
_PERSONS = ("ele", "ela", "eles", "elas")
_UM = ("um", "uma", "uns", "umas")
_JOINED: Mapping[tuple[str, str], str] = {
    **{("de", one): f"d{one}" for one in (*_ARTICLES, *_POINTING, *_PERSONS)},
    **{("em", one): f"n{one}" for one in (*_ARTICLES, *_POINTING, *_PERSONS, *_UM)},
    **{("por", one): f"pel{one}" for one in _ARTICLES},
    ("a", "o"): "ao", ("a", "os"): "aos", ("a", "a"): "à", ("a", "as"): "às",
    **{("a", one): f"à{one[1:]}" for one in _POINTING if one.startswith("a")},
}  # fmt: skip
_SPLIT: Mapping[str, tuple[str, str]] = {
    **{f"d{one}": ("de", one) for one in _UM},
    **{joined: pair for pair, joined in _JOINED.items()},
    **{one: (one, "") for one in ("a", "de", "em", "por", "com", "para", "sobre", "contra")},
}
_DETERMINERS = listed(
    """o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela aqueles
    aquelas meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas"""
)
_NOMINAL = frozenset({"NOUN", "ADJ", "PROPN", "DET", "NUM"})
_CLITICS = listed("me te se nos vos lhe lhes o a os as lo la los las no na nas")
#: clitics that may belong to a pronominal verb
_OWN = listed("me te se nos vos")
_BETWEEN = listed(
    """bem mal sempre ainda também muito mais menos só apenas sobretudo principalmente tanto pouco
    bastante mesmo já demais agora hoje"""
)
_COPULAS = listed("ser estar ficar parecer tornar continuar permanecer sentir mostrar andar")
_RELATIVES = listed("que quem qual quais cujo cuja cujos cujas ele ela eles elas")
_PERSONAL = listed("mim ti si ele ela eles elas nós vós você vocês")


def joined(preposition: str, word: str) -> str:
    """ "de", "o": "do"; "com", "o": "com o"; "-" is no preposition."""
    if preposition == "-":
        return word
    return _JOINED.get((preposition, word), f"{preposition} {word}")


def split(form: str) -> tuple[str, str]:
    """ "do": "de", "o"; "de": "de", ""; "", "" of what is no preposition."""
    return _SPLIT.get(form, ("", ""))


# ------------------------------------------------------------------ reading a sentence


def entries_at(line: Line, at: int) -> tuple[Entry, ...]:
    """The entries of the word at a place, by what the parse takes it for."""
    tag, known = line.tag(at), government().entries
    if tag in ("VERB", "AUX"):
        found = known.get(("verb", line.words[line.tokens[at].words[0]].lemma), ())
    elif tag == "NOUN":
        found = known.get(("noun", line.words[line.tokens[at].words[-1]].lemma), ())
    elif tag == "ADJ":
        found = known.get(("adjective", line.words[line.tokens[at].words[-1]].lemma), ())
    else:
        found = known.get(("adverb", line.form(at)), ())
    if tag in ("VERB", "ADJ") and line.form(at).rstrip("s")[-1:] in ("o", "a", "e"):
        keys = {
            ("adjective" if reading.upos == "ADJ" else "verb", reading.lemma)
            for reading in line.readings(at)
            if reading.upos == "ADJ" or reading.feature("VerbForm") == "Part"
        }
        participle = any(part == "verb" for part, _ in keys)
        more = [entry for key in sorted(keys) for entry in known.get(key, ()) if participle]
        found = (*found, *(entry for entry in more if entry not in found))
    return found


def complement(line: Line, at: int, entry: Entry) -> int | None:
    """Where the complement of the word begins; None where the entry does not fit: its pronoun or
    its phrase is not there."""
    after = at + 1
    clitics = []
    while line.after_hyphen(after):
        clitics.append(line.form(after))
        after += 1
    before = line.form(at - 1)
    if before in ("não", "já", "nunca"):
        before = line.form(at - 2)
    if entry.part == "verb" and not entry.rest:
        participle = line.is_participle(at) and not line.is_finite(at)
        own = bool(_OWN & {before, *clitics})
        if entry.pronominal is True and not own:
            return None
        if entry.pronominal is False and (own or participle):
            return None
    if entry.rest:
        rest = entry.rest.split()
        if [line.form(after + n) for n in range(len(rest))] != rest:
            return None
        after += len(rest)
    if entry.part == "adjective" and "-" in entry.takes and not _is_said_of_subject(line, at):
        return None  # "uma configuração semelhante com outras ferramentas"
    if entry.part == "noun" and line.form(at - 1) in ("à", "de"):
        return None  # "fique à vontade para", "guia de referência sobre"
    if entry.part == "noun" and line.form(at - 1) == "a" and _is_said_of_subject(line, at - 1):
        return None  # "fique a vontade para", by mistake
    while line.form(after) in _BETWEEN or (
        line.form(after).endswith("mente") and line.tag(after) == "ADV"
    ):
        after += 1
    return after if line.spaced(after - 1, after) else None


def _is_said_of_subject(line: Line, at: int) -> bool:
    """Whether an adjective follows a copula, over adverbs: "é alérgico", "está tão cheia"."""
    before = at - 1
    while before >= at - 3 and (line.tag(before) == "ADV" or line.form(before) in _BETWEEN):
        before -= 1
    return any(reading.lemma in _COPULAS for reading in line.readings(before))


_known: WeakKeyDictionary[Line, Sequence[tuple[int, int, Entry]]] = WeakKeyDictionary()


def _governed(line: Line) -> Sequence[tuple[int, int, Entry]]:
    """Words that people build wrongly, where their complement begins, and their entry; looked for
    once for the rules of all levels."""
    if line not in _known:
        found = []
        for at in range(len(line) - 1):
            for entry in entries_at(line, at):
                place = complement(line, at, entry) if entry.slips else None
                if place is not None:
                    found.append((at, place, entry))
        _known[line] = found
    return _known[line]


class Misgovernment(Diagnosis):
    """Base of the rules of government: each finds the slips of one level."""

    cue = regex("")
    level: ClassVar[str]
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é assim que se constrói «{related}»",
            "less": "«{form}» deve ser «{suggestion}»: «{related}» não pede aqui preposição",
            "more": "«{form}» deve ser «{suggestion}»: «{related}» pede aqui uma preposição",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” is built so",
            "less": "“{form}” should be “{suggestion}”: “{related}” takes no preposition here",
            "more": "“{form}” should be “{suggestion}”: “{related}” asks for a preposition here",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at, place, entry in _governed(line):
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
        article = line.form(at + 2)
        last = at + 2 if article in _ARTICLES else at + 1
        new = joined("a", article) if last == at + 2 else "a"
        yield line.instead(at, new, last=last, prior=prior, related=head)
    elif line.tag(at + 2) not in ("NOUN", "ADJ"):  # "disse de que lado estava"
        verbs = [
            line.words[line.tokens[place].words[0]].lemma
            for place in (at + 2, at + 3)
            if place < len(line)
        ]
        asked = (
            any(
                other.takes[0] == "de"
                for verb in verbs
                for other in government().entries.get(("verb", verb), ())
            )
            or "servir" in verbs
            or "tratar" in verbs
        )  # "que me digam de que serviu"
        if slip.sure or not asked:
            yield line.instead(
                at, slip.right, last=at + 1, prior=prior, related=head, message="less"
            )


def _without(
    line: Line, head: int, at: int, entry: Entry, slip: Slip, prior: float
) -> Iterator[Proposal]:
    """A preposition is missing: "procedeu o corte", "capaz fazer"."""
    form = line.form(at)
    if slip.before == "inf":
        if line.tag(at) in ("VERB", "AUX") and line.is_infinitive(at) and not line.is_noun(at):
            written = line.text[line.tokens[at].start : line.tokens[at].end]
            yield line.instead(
                at, f"{slip.right} {written}", prior=prior, related=head, message="more"
            )
        return
    if form not in _DETERMINERS or line.tag(at) != "DET" or not line.spaced(at, at + 1):
        return
    if form in _UM and line.form(at + 1) in ("das", "dos"):
        return  # "dependem umas das outras"
    if line.tag(at + 1) not in _NOMINAL or not _fits(line, at + 1, slip.before):
        return
    if slip.right == "a" and form in ("a", "as") and slip.level == "never":
        return  # GRA201
    if entry.part == "verb" and (
        not object_follows(line, head) or _has_complement(line, head, slip.right)
    ):
        return
    if _is_subject(line, at):
        prior = min(prior, HINT / 2)
    yield line.instead(at, joined(slip.right, form), prior=prior, related=head, message="more")


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
    clitic = not word and line.form(following) in _CLITICS
    infinitive = following + clitic
    if slip.before in ("inf", "past"):
        if word or not _is_verb(line, infinitive):
            return
        if line.form(infinitive) in ("partir", "seguir") or line.is_capital(infinitive):
            return  # "querem a partir de agora"
        if slip.right == "-" and line.is_participle(head):
            return  # "tentado a escrever"
        if slip.before == "past" and not line.is_participle(infinitive + 1):
            return
        if slip.right == "-":
            yield _shorter(line, at, prior, head)
        else:
            yield line.instead(at, slip.right, prior=prior, related=head)
        return
    if line.form(following) in ("que", "quando"):  # "mais acessível do que"
        return
    if not word and _is_verb(line, infinitive):
        return
    if slip.right == "-" and preposition == "a" and not word and line.form(following) not in _UM:
        return  # "conheceu a mulher" has the article
    if preposition == "com" and entry.part == "verb" and line.tag(following) in ("NOUN", "ADJ"):
        return  # "opôs-se com energia"
    if preposition == "por" and line.is_participle(head) and line.tag(head - 1) in ("AUX", "VERB"):
        return  # "foi encarregada pelo presidente"
    if line.form(following) in government().classes.get(f"after {slip.wrong}", frozenset()):
        return
    if not _fits(line, following, slip.before, bool(word)):
        return
    if entry.part == "verb" and _has_complement(line, head, slip.right):
        return
    if entry.rest == "" and not _is_joined(line, head, following):
        prior = min(prior, _APART)
    if slip.right == "-":
        if word:
            yield line.instead(at, word, prior=prior, related=head, message="less")
        else:
            yield _shorter(line, at, prior, head)
    elif word:
        yield line.instead(at, joined(slip.right, word), prior=prior, related=head)
    elif (slip.right, line.form(following)) in _JOINED and line.tag(following) != "NUM":
        new = joined(slip.right, line.form(following))
        yield line.instead(at, new, last=following, prior=prior, related=head)
    else:
        yield line.instead(at, slip.right, prior=prior, related=head)


def _shorter(line: Line, at: int, prior: float, head: int) -> Proposal:
    """Without the preposition: the word after it takes its place."""
    following = line.tokens[at + 1]
    new = line.text[following.start : following.end]
    return line.instead(at, new, last=at + 1, prior=prior, related=head, message="less")


def _fits(line: Line, at: int, before: str, article: bool = False) -> bool:
    """Whether what follows a preposition is what a slip asks for."""
    form = line.form(at)
    if before == "pron":
        return form in _PERSONAL and not _is_verb(line, at + 1)
    if before == "um":
        return form in _UM
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


def _is_verb(line: Line, at: int) -> bool:
    return line.is_infinitive(at) and (line.tag(at) in ("VERB", "AUX") or not line.is_noun(at))


def _is_joined(line: Line, head: int, at: int) -> bool:
    """Whether the parse hangs what the preposition leads to on the word that governs it."""
    parts = set(line.tokens[head].words)
    return any(
        word.head in parts
        for place in range(at, min(at + 5, len(line)))
        for word in (line.words[i] for i in line.tokens[place].words)
    )


def _has_complement(line: Line, verb: int, preposition: str) -> bool:
    """Whether the complement stands before the verb: "de cujo sucesso depende a felicidade"."""
    opens = line.words[line.tokens[0].words[0]].tag == "ADP"
    if opens and split(line.form(0))[0] == preposition:
        return True  # "da pressão que se faça dependerá a qualidade"
    for place in range(max(0, verb - 7), verb):
        first, rest = split(line.form(place))
        if first == preposition and (
            rest in _RELATIVES
            or line.form(place + 1) in _RELATIVES
            or line.form(verb - 1) == "que"  # "é de um bom inverno que depende a colheita"
        ):
            return True
    return False


def _is_subject(line: Line, at: int) -> bool:
    """Whether the parse takes the noun that the determiner belongs to for a subject."""
    head = line.words[line.tokens[at].words[-1]].head
    return 0 <= head < len(line.words) and line.words[head].relation.startswith("nsubj")


def object_follows(line: Line, verb: int) -> bool:
    """Whether what follows a verb cannot be its subject: that stands before it, or it has none, or
    the verb says the first or second person."""
    features = line.features(verb)
    if features.get("VerbForm") == "Ger":
        return False  # "recorrendo os atacados aos apitos"
    if features.get("VerbForm") == "Inf" or features.get("Person") in ("1", "2"):
        return True
    if line.form(verb - 1) in ("não", "se"):
        verb -= 1
    start = line.tokens[verb].start
    own = {*line.tokens[verb].words, *line.tokens[min(verb + 1, len(line) - 1)].words}
    return any(
        word.relation.startswith("nsubj") and word.start < start and word.head in own
        for word in line.words
    ) or (verb > 0 and line.tag(verb - 1) in ("NOUN", "PROPN", "AUX"))

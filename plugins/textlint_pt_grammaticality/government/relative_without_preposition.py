"""GRA220: "que" without the preposition that its verb asks for."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import joined, split
from textlint_pt_grammaticality.sentence.governing import entries_at, government, relatives_of
from textlint_pt_grammaticality.sentence.parsed import LIKELY, ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import own_words

_PRONOUNS = portuguese.words("pronouns.personal")
_CLITICS = portuguese.words("clitics")
_DATIVE = own_words("relative-without-preposition.dative")
#: stand between "que" and its verb
_LIGHT = _CLITICS | own_words("relative-without-preposition.light")
_SUBJECT = frozenset({"DET", "NOUN", "ADJ", "PROPN"})
#: before the noun: a comparison, a stretch of time
_COMPARED = own_words(
    "relative-without-preposition.compared", "relative-without-preposition.lasting"
)
#: stand for the complement
_THERE = own_words("relative-without-preposition.there")
_ALL = portuguese.words("indefinites.all") | {"tudo"}


def ungoverned(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Yield "que" without the preposition that its verb governs: "o filme que gosto"."""
    for at in range(1, len(sentence) - 1):
        if sentence.form(at) != "que" or not sentence.spaced(at - 1, at + 1):
            continue
        if sentence.words[sentence.tokens[at].words[0]].relation == "mark":
            continue  # "sinaliza para o núcleo que o plugin está pronto"
        noun = at - 1
        if sentence.tag(noun) in ("ADJ", "VERB") and sentence.tag(noun - 1) == "NOUN":
            noun -= 1
        # a comparison, a stretch of time
        near = {sentence.form(place) for place in range(max(0, noun - 4), noun)}
        if sentence.tag(noun) != "NOUN" or near & _COMPARED:
            continue
        # "a conclusão que faltou controle"
        named = {sentence.form(noun), sentence.lemma(noun)}
        yield from _governed(sentence, noun, at, bool(named & government().classes["content"]))


def _governed(
    sentence: ParsedSentence, noun: int, at: int, is_content_noun: bool
) -> Iterator[Proposal]:
    """Propose a preposition for the "que" at `at`. `is_content_noun`: it may open a content clause,
    so only verbs that go with the noun count: "a conclusão que chegámos"."""
    has_subject, verb = False, at + 1
    clitics: set[str] = set()
    while verb < at + 6 and sentence.tag(verb) not in ("VERB", "AUX"):
        form = sentence.form(verb)
        if form in _PRONOUNS or sentence.tag(verb) in ("NOUN", "PROPN"):
            has_subject = True
        elif form not in _LIGHT and sentence.tag(verb) not in _SUBJECT:
            return
        if form in _CLITICS:
            clitics.add(form)
        verb += 1
    finite = verb
    lemma = sentence.lemma(noun)
    while sentence.tag(verb) == "AUX":
        next_verb = verb + 1 + (sentence.form(verb + 1) in _CLITICS)  # "vou me esquecer"
        if sentence.tag(next_verb) not in ("VERB", "AUX"):
            break
        clitics |= {sentence.form(next_verb - 1)} & _CLITICS
        verb = next_verb
    if sentence.tag(verb) not in ("VERB", "AUX"):
        return
    verb_lemma = sentence.lemma(verb)
    follows_pronoun = sentence.form(finite - 1) in _PRONOUNS
    if not follows_pronoun and sentence.features(finite).get("VerbForm") not in ("Fin", None):
        return
    if not has_subject and not _is_first(sentence, finite):
        return
    is_pronominal = bool(clitics & own_words("reflexives"))
    prepositions: tuple[str, ...] = ()
    for relative in relatives_of(verb_lemma):
        named = relative.noun and lemma not in government().classes[relative.noun]
        dative = relative.dative and not clitics & _DATIVE
        other = is_pronominal != relative.pronominal and not relative.dative
        if not (named or dative or other or (is_content_noun and not relative.noun)):
            prepositions = relative.prepositions
    if not prepositions or _has_complement(sentence, verb, prepositions):
        return
    ways = _ways(sentence, noun, lemma, prepositions[:3])
    yield sentence.instead(at, *ways, prior=LIKELY, related=verb)


def _is_first(sentence: ParsedSentence, at: int) -> bool:
    """Whether a verb can only be in the first person, so that its subject may be dropped."""
    persons = {
        reading.feature("Person")
        for reading in sentence.readings(at)
        if reading.upos in ("VERB", "AUX")
        and reading.feature("VerbForm") == "Fin"
        and reading.feature("Mood") != "Imp"  # "referi", of "vós"
    }
    return persons == {"1"}  # "ó gentes que morais aí"


def _has_complement(sentence: ParsedSentence, verb: int, prepositions: tuple[str, ...]) -> bool:
    """Whether the verb has its complement after it: "que eu gostaria de ler"."""
    after = verb + 1
    while sentence.tag(after) == "ADV" and sentence.form(after) not in _THERE:
        after += 1  # "que precisam frequentemente superar"
    if sentence.form(after) == "que" or (
        sentence.is_infinitive(after) and sentence.tag(after) != "NOUN"
    ):
        return True
    taken = {preposition for entry in entries_at(sentence, verb) for preposition in entry.takes}
    if sentence.form(after) in taken and sentence.is_infinitive(after + 1):
        return True  # "que luta para apagar", "que sonhava em ter"
    return (
        any(
            split(sentence.form(place))[0] in prepositions and sentence.tag(place) != "DET"
            for place in range(after, min(after + 2, len(sentence)))
        )
        or sentence.form(after) in _THERE
    )


def _ways(
    sentence: ParsedSentence, noun: int, lemma: str, prepositions: tuple[str, ...]
) -> list[str]:
    """Return the relatives with their prepositions: "de que", "da qual", of persons "de quem"."""
    features = sentence.features(noun)
    article = "a" if features.get("Gender") == "Fem" else "o"
    plural = features.get("Number") == "Plur"
    which = f"{article}s quais" if plural else f"{article} qual"
    person = lemma in government().classes["person"] | government().classes["kin"]
    ways = []
    for preposition in prepositions:
        first, _, rest = which.partition(" ")
        ways += [f"{preposition} quem"] if person else []
        ways += [f"{preposition} que", f"{joined(preposition, first)} {rest}"]
    return ways

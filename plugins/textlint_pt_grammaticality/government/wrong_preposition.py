"""GRA216: a preposition that the word before it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import ARTICLES, joined
from textlint_pt_grammaticality.governing import government
from textlint_pt_grammaticality.government.misgovernment import misgoverned
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, ParsedSentence
from textlint_pt_grammaticality.reading import listed, own_words

#: of "trata-se de"
_IT_IS = own_words("wrong-preposition.it-is")
#: verbs that lead somebody to do something, by the preposition before what is done
_LEADING = {
    "de": own_words("wrong-preposition.keeping"),
    "a": own_words("wrong-preposition.making"),
}
_TELLING = own_words("wrong-preposition.telling")
_LED_BY = listed("a de em")
#: after these "do que" compares
_COMPARING = own_words("wrong-preposition.comparing")
_OWN = listed("me te se")
_WHO = portuguese.words("pronouns.personal.third", "pronouns.oblique", "demonstratives.this")
#: open what a phrase leads to
_WITH_NOUN = portuguese.words(
    "articles", "demonstratives", "possessives.first", "possessives.third", "possessives.ours"
)


def _ends_in_comma(sentence: ParsedSentence, noun: int) -> bool:
    """Whether no verb follows up to the next comma."""
    for at in range(noun + 1, len(sentence)):
        if sentence.form(at) == ",":
            return True
        if not sentence.is_word(at) or sentence.features(at).get("VerbForm") == "Fin":
            return False
    return False


def wrongly_led(sentence: ParsedSentence) -> Iterator[Proposal]:
    """A preposition that the word before it does not take, or the lack of the one it needs."""
    yield from misgoverned(sentence, "never")
    for at in range(len(sentence)):
        yield from _locution(sentence, at)
        yield from _over_object(sentence, at)
        yield from _in_frame(sentence, at)
        if (sentence.form(at), sentence.form(at + 1)) == ("de", "que"):
            yield from _of_what(sentence, at)
        if sentence.tag(at) in ("VERB", "AUX", "ADJ"):
            lemma = sentence.words[sentence.tokens[at].words[0]].lemma
            if lemma == "preferir" or sentence.form(at) in ("preferível", "preferíveis"):
                yield from _prefer(sentence, at)
            if lemma in government().unpronominal:
                yield from _with_pronoun(sentence, at)


def _of_what(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
    """ "Informou aos moradores de que faltaria água": something is told to somebody."""
    whom = at - 1
    while sentence.tag(whom) in ("NOUN", "PROPN", "ADJ") and whom > at - 5:
        whom -= 1
    if whom == at - 1 or sentence.form(whom) not in ("ao", "aos", "à", "às"):
        return
    verb = sentence.words[sentence.tokens[whom - 1].words[0]]
    if (
        whom > 0
        and sentence.spaced(whom - 1, at + 1)
        and verb.tag == "VERB"
        and verb.lemma in _TELLING
    ):
        yield sentence.instead(at, "que", last=at + 1, related=whom - 1, message="less", sure=True)


def _prefer(sentence: ParsedSentence, verb: int) -> Iterator[Proposal]:
    """ "Prefere andar a pé do que ir de carro": what is liked less is led by "a"."""
    for at in range(verb + 1, min(len(sentence), verb + 9)):
        form = sentence.form(at)
        if (
            not sentence.is_word(at)
            or form in _COMPARING
            or sentence.features(at).get("VerbForm") == ("Fin")
        ):
            return
        if form != "do" or sentence.form(at + 1) != "que":
            continue
        after = at + 2
        article = sentence.form(after)
        with_article = article in ARTICLES and sentence.tag(after) == "DET"
        act = sentence.tag(after) == "VERB" and sentence.is_infinitive(after)
        thing = (
            sentence.tag(after) in ("DET", "NOUN", "PROPN", "NUM") or sentence.form(after) in _WHO
        )
        if not act and not thing:
            return  # "do que no campo", "não revelar do que se trata"
        yield sentence.instead(
            at,
            joined("a", article) if with_article else "a",
            last=at + 1 + with_article,
            related=verb,
            sure=at > verb + 1,
            prior=LIKELY,
        )
        return


def _with_pronoun(sentence: ParsedSentence, verb: int) -> Iterator[Proposal]:
    """ "Me simpatizei com ele": the verb has no pronoun."""
    written = sentence.written(verb)
    if (
        sentence.form(verb - 1) in _OWN
        and sentence.form(verb + 1) == "com"
        and sentence.spaced(verb - 1, verb + 1)
    ):
        yield sentence.instead(
            verb - 1, written, last=verb, related=verb, message="pronoun", sure=True
        )


def _over_object(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
    """ "Impede o usuário a instalar", "convidou os alunos em participar": an object stands
    between the verb and what it leads to."""
    if sentence.tag(at) != "VERB" or sentence.is_participle(at):
        return
    lemma = sentence.words[sentence.tokens[at].words[0]].lemma
    right = next((to for to, verbs in _LEADING.items() if lemma in verbs), None)
    if right is None:
        return
    place = at + 1
    if sentence.tag(place) != "DET" and not sentence.after_hyphen(place):
        return
    nouns = 0
    while place < at + 6 and sentence.tag(place) in ("DET", "NOUN", "ADJ", "PROPN", "PRON"):
        nouns += sentence.tag(place) in ("NOUN", "PROPN") or sentence.after_hyphen(place)
        place += 1
    wrong = sentence.form(place)
    if (
        nouns != 1
        or wrong not in _LED_BY
        or wrong == right
        or not sentence.spaced(place - 1, place)
    ):
        return
    following = place + 1 + (sentence.form(place + 1) in ("se", "não"))
    if (
        (wrong == "de" and not sentence.after_hyphen(place - 1))
        or sentence.tag(following) not in ("VERB", "AUX")
        or not sentence.is_infinitive(following)
    ):
        return  # "ensina a importância de publicar"
    if sentence.is_noun(following) or sentence.form(following) in (
        "partir",
        "seguir",
        "termos",
    ):
        return
    yield sentence.instead(place, right, prior=LIKELY, related=at, sure=True)


def _in_frame(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
    """ "Trata-se uma falha", "entre oito a doze semanas", "diferente ao que previu"."""
    form, after = sentence.form(at), sentence.form(at + 1)
    if form in _IT_IS and sentence.words[sentence.tokens[at].words[0]].lemma == "tratar":
        own = after == "se" and sentence.after_hyphen(at + 1)
        place = at + 1 + own
        one = sentence.form(place) in ("um", "uma") and sentence.tag(place + 1) in (
            "NOUN",
            "ADJ",
        )
        if (own or sentence.form(at - 1) == "se") and one and sentence.spaced(place - 1, place + 1):
            new = f"de {sentence.form(place)}"
            yield sentence.instead(place, new, related=at, message="more", sure=True)
    elif form == "entre" and sentence.tag(at + 1) == sentence.tag(at + 3) == "NUM":
        to = sentence.form(at + 2) == "a" and sentence.spaced(at, at + 3)
        yield from [sentence.instead(at + 2, "e", related=at, sure=True)] if to else ()
    else:
        other = form in ("diferente", "diferentes") and sentence.spaced(at, at + 2)
        if other and (after, sentence.form(at + 2)) == ("ao", "que"):
            yield sentence.instead(at + 1, "do", related=at, sure=True)


def _locution(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
    """ "Em relação o preço", "devido o mau tempo, parou": a phrase without its preposition."""
    for words, right, opens in government().locutions.get(sentence.form(at), ()):
        after = at + len(words)
        if tuple(sentence.form(place) for place in range(at, after)) != words:
            continue
        form = sentence.form(after)
        if form not in _WITH_NOUN or not sentence.spaced(at, after + 1):
            continue
        if right == "a" and form in ("a", "as"):
            continue  # GRA201
        noun = after + 1
        while sentence.tag(noun) in ("ADJ", "NUM", "DET") and noun < after + 4:
            noun += 1
        if sentence.tag(noun) not in ("NOUN", "PROPN"):
            continue
        if opens and (at or not _ends_in_comma(sentence, noun)):
            continue
        had = any(reading.lemma == "ter" for reading in sentence.readings(at - 1))
        led = form == "a" and not sentence.is_noun(noun, "Fem", "Sing")
        if had or led or (form == "a" and sentence.tag(after + 1) == "DET"):
            continue  # "teve por causa o cansaço", "baseado em função a esse utilizador"
        yield sentence.instead(
            after, joined(right, form), related=after - 1, message="more", sure=True
        )

"""GRA216: a preposition that the word before it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.contractions import ARTICLES, joined
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Line
from textlint_pt_grammaticality.reading import listed, own_words

#: of "trata-se de"
_IT_IS = listed("trata tratam tratava tratou tratará")
#: verbs that lead somebody to do something, by the preposition before what is done
_LEADING = {
    "de": own_words("wrong-preposition.keeping"),
    "a": own_words("wrong-preposition.making"),
}
_TELLING = listed("informar avisar notificar prevenir lembrar alertar advertir cientificar")
_LED_BY = listed("a de em")
#: after these "do que" compares
_COMPARING = listed(
    "mais menos melhor melhores pior piores maior maiores menor menores antes tanto"
)
_OWN = listed("me te se")
_WHO = portuguese.words("pronouns.personal.third", "pronouns.oblique", "demonstratives.this")
#: open what a phrase leads to
_WITH_NOUN = portuguese.words(
    "articles", "demonstratives", "possessives.first", "possessives.third", "possessives.ours"
)


def _ends_in_comma(line: Line, noun: int) -> bool:
    """Whether no verb follows up to the next comma."""
    for at in range(noun + 1, len(line)):
        if line.form(at) == ",":
            return True
        if not line.is_word(at) or line.features(at).get("VerbForm") == "Fin":
            return False
    return False


class WrongPreposition(Misgovernment):
    """A preposition that the word before it does not take, or the lack of the one it needs."""

    code = "GRA216"
    name = "government.wrong-preposition"
    level = "never"

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from super().cases(line)
        for at in range(len(line)):
            yield from self._locution(line, at)
            yield from self._over_object(line, at)
            yield from self._in_frame(line, at)
            if (line.form(at), line.form(at + 1)) == ("de", "que"):
                yield from self._of_what(line, at)
            if line.tag(at) in ("VERB", "AUX", "ADJ"):
                lemma = line.words[line.tokens[at].words[0]].lemma
                if lemma == "preferir" or line.form(at) in ("preferível", "preferíveis"):
                    yield from self._prefer(line, at)
                if lemma in government().unpronominal:
                    yield from self._with_pronoun(line, at)

    @staticmethod
    def _of_what(line: Line, at: int) -> Iterator[Proposal]:
        """ "Informou aos moradores de que faltaria água": something is told to somebody."""
        whom = at - 1
        while line.tag(whom) in ("NOUN", "PROPN", "ADJ") and whom > at - 5:
            whom -= 1
        if whom == at - 1 or line.form(whom) not in ("ao", "aos", "à", "às"):
            return
        verb = line.words[line.tokens[whom - 1].words[0]]
        if (
            whom > 0
            and line.spaced(whom - 1, at + 1)
            and verb.tag == "VERB"
            and verb.lemma in _TELLING
        ):
            yield line.instead(at, "que", last=at + 1, related=whom - 1, message="less", sure=True)

    @staticmethod
    def _prefer(line: Line, verb: int) -> Iterator[Proposal]:
        """ "Prefere andar a pé do que ir de carro": what is liked less is led by "a"."""
        for at in range(verb + 1, min(len(line), verb + 9)):
            form = line.form(at)
            if (
                not line.is_word(at)
                or form in _COMPARING
                or line.features(at).get("VerbForm") == ("Fin")
            ):
                return
            if form != "do" or line.form(at + 1) != "que":
                continue
            after = at + 2
            article = line.form(after)
            with_article = article in ARTICLES and line.tag(after) == "DET"
            act = line.tag(after) == "VERB" and line.is_infinitive(after)
            thing = line.tag(after) in ("DET", "NOUN", "PROPN", "NUM") or line.form(after) in _WHO
            if not act and not thing:
                return  # "do que no campo", "não revelar do que se trata"
            yield line.instead(
                at,
                joined("a", article) if with_article else "a",
                last=at + 1 + with_article,
                related=verb,
                sure=at > verb + 1,
                prior=LIKELY,
            )
            return

    @staticmethod
    def _with_pronoun(line: Line, verb: int) -> Iterator[Proposal]:
        """ "Me simpatizei com ele": the verb has no pronoun."""
        written = line.written(verb)
        if (
            line.form(verb - 1) in _OWN
            and line.form(verb + 1) == "com"
            and line.spaced(verb - 1, verb + 1)
        ):
            yield line.instead(
                verb - 1, written, last=verb, related=verb, message="pronoun", sure=True
            )

    @staticmethod
    def _over_object(line: Line, at: int) -> Iterator[Proposal]:
        """ "Impede o usuário a instalar", "convidou os alunos em participar": an object stands
        between the verb and what it leads to."""
        if line.tag(at) != "VERB" or line.is_participle(at):
            return
        lemma = line.words[line.tokens[at].words[0]].lemma
        right = next((to for to, verbs in _LEADING.items() if lemma in verbs), None)
        if right is None:
            return
        place = at + 1
        if line.tag(place) != "DET" and not line.after_hyphen(place):
            return
        nouns = 0
        while place < at + 6 and line.tag(place) in ("DET", "NOUN", "ADJ", "PROPN", "PRON"):
            nouns += line.tag(place) in ("NOUN", "PROPN") or line.after_hyphen(place)
            place += 1
        wrong = line.form(place)
        if (
            nouns != 1
            or wrong not in _LED_BY
            or wrong == right
            or not line.spaced(place - 1, place)
        ):
            return
        following = place + 1 + (line.form(place + 1) in ("se", "não"))
        if (
            (wrong == "de" and not line.after_hyphen(place - 1))
            or line.tag(following) not in ("VERB", "AUX")
            or not line.is_infinitive(following)
        ):
            return  # "ensina a importância de publicar"
        if line.is_noun(following) or line.form(following) in ("partir", "seguir", "termos"):
            return
        yield line.instead(place, right, prior=LIKELY, related=at, sure=True)

    @staticmethod
    def _in_frame(line: Line, at: int) -> Iterator[Proposal]:
        """ "Trata-se uma falha", "entre oito a doze semanas", "diferente ao que previu"."""
        form, after = line.form(at), line.form(at + 1)
        if form in _IT_IS and line.words[line.tokens[at].words[0]].lemma == "tratar":
            own = after == "se" and line.after_hyphen(at + 1)
            place = at + 1 + own
            one = line.form(place) in ("um", "uma") and line.tag(place + 1) in ("NOUN", "ADJ")
            if (own or line.form(at - 1) == "se") and one and line.spaced(place - 1, place + 1):
                new = f"de {line.form(place)}"
                yield line.instead(place, new, related=at, message="more", sure=True)
        elif form == "entre" and line.tag(at + 1) == line.tag(at + 3) == "NUM":
            to = line.form(at + 2) == "a" and line.spaced(at, at + 3)
            yield from [line.instead(at + 2, "e", related=at, sure=True)] if to else ()
        else:
            other = form in ("diferente", "diferentes") and line.spaced(at, at + 2)
            if other and (after, line.form(at + 2)) == ("ao", "que"):
                yield line.instead(at + 1, "do", related=at, sure=True)

    @staticmethod
    def _locution(line: Line, at: int) -> Iterator[Proposal]:
        """ "Em relação o preço", "devido o mau tempo, parou": a phrase without its preposition."""
        for words, right, opens in government().locutions.get(line.form(at), ()):
            after = at + len(words)
            if tuple(line.form(place) for place in range(at, after)) != words:
                continue
            form = line.form(after)
            if form not in _WITH_NOUN or not line.spaced(at, after + 1):
                continue
            if right == "a" and form in ("a", "as"):
                continue  # GRA201
            noun = after + 1
            while line.tag(noun) in ("ADJ", "NUM", "DET") and noun < after + 4:
                noun += 1
            if line.tag(noun) not in ("NOUN", "PROPN"):
                continue
            if opens and (at or not _ends_in_comma(line, noun)):
                continue
            had = any(reading.lemma == "ter" for reading in line.readings(at - 1))
            led = form == "a" and not line.is_noun(noun, "Fem", "Sing")
            if had or led or (form == "a" and line.tag(after + 1) == "DET"):
                continue  # "teve por causa o cansaço", "baseado em função a esse utilizador"
            yield line.instead(
                after, joined(right, form), related=after - 1, message="more", sure=True
            )

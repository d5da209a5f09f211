"""GRA228: a relative pronoun that does not fit what it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.patterns.contractions import joined, split
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue

#: of an article, its number
_SINGULAR = {"o": True, "a": True, "os": False, "as": False}
_CLITICS = ("me", "te", "se", "nos", "lhe", "lhes", "não", "já")


class RelativePronoun(Diagnosis):
    """A relative pronoun that does not fit what it stands for."""

    code = "GRA228"
    name = "government.relative-pronoun"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA205")
    cue = cue("quais", "qual", "quem", "a?onde", "(?:de|em|com|[oa]s?) que")
    messages = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: o pronome concorda com o nome que "
            "representa",
            "article": "«{form}» deve ser «{suggestion}»: este relativo leva artigo",
            "who": "«{form}» deve ser «{suggestion}»: «quem» só se segue ao nome com preposição",
            "time": "«{form}» deve ser «{suggestion}»: «onde» diz-se de lugares",
            "governed": "«{form}» deve ser «{suggestion}»: «{related}» pede outra preposição",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: the pronoun agrees with the noun it "
            "stands for",
            "article": "“{form}” should be “{suggestion}”: this relative has an article",
            "who": "“{form}” should be “{suggestion}”: “quem” follows a noun only with a "
            "preposition",
            "time": "“{form}” should be “{suggestion}”: “onde” is said of places",
            "governed": "“{form}” should be “{suggestion}”: “{related}” takes another preposition",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence) - 1):
            form = sentence.form(at)
            if form in ("qual", "quais"):
                yield from self._which(sentence, at)
            elif form == "quem":
                yield from self._who(sentence, at)
            elif form in ("onde", "aonde"):
                yield from self._where(sentence, at)
                yield from self._time(sentence, at)
            elif form == "que" and sentence.form(at - 2) == "sem" and sentence.form(at - 3) == ",":
                yield from self._without(sentence, at)
            elif form == "que" and sentence.form(at - 1) == "de":
                yield from self._governed(sentence, at - 1, at)

    @staticmethod
    def _which(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        singular = sentence.form(at) == "qual"
        before = sentence.form(at - 1)
        preposition, article = split(before)
        if before in _SINGULAR and before != "a":
            preposition, article = "", before
        if not sentence.spaced(at - 1, at):
            return
        noun = _noun_before(sentence, at - 1)
        if article in _SINGULAR:
            if _SINGULAR[article] == singular:
                yield from RelativePronoun._other_gender(sentence, at, noun, article)
                return
            which = _which_of(sentence, noun)
            ways = [which] if which else []
            ways += [f"{article.rstrip('s')} qual", f"{article.rstrip('s')}s quais"]
            texts = [
                joined(preposition, way.split()[0]) + " " + way.split()[1] if preposition else way
                for way in ways
            ]
            ways = texts[:1] if which else texts
            yield sentence.instead(at - 1, *ways, last=at, prior=CERTAIN, related=noun)
        elif preposition in ("por", "com", "em", "para") and noun is not None and noun == at - 2:
            content = sentence.words[sentence.tokens[noun].words[-1]].lemma
            which = _which_of(sentence, noun)
            asked = content in government().classes["asked"]
            known = sentence.tag(at + 1) in ("VERB", "AUX", "PRON") and not sentence.is_infinitive(
                at + 1
            )
            known = known and sentence.form(at + 1) not in ("deles", "delas", "desses", "destes")
            if which and known and not asked and sentence.form(at + 1) not in ("é", "seja", "são"):
                one, other = which.split()
                yield sentence.instead(
                    at - 1, f"{joined(preposition, one)} {other}", last=at, prior=HINT,
                    related=noun, message="article",
                    sure=noun == 1 and sentence.tag(0) == "DET" and sentence.is_finite(at + 1),
                )  # fmt: skip

    @staticmethod
    def _other_gender(
        sentence: ParsedSentence, at: int, noun: int | None, article: str
    ) -> Iterator[Proposal]:
        """ "A ferramenta com o qual foi gerado": no noun before has the gender of the article."""
        if noun is None or noun < at - 4 or not sentence.spaced(at - 1, at):
            return
        # "com o" are two tokens; "no", "pela" are one
        led = sentence.form(at - 2) in ("com", "para", "sobre", "sem", "sob", "contra", "entre")
        before = sentence.form(at - 1)
        one = split(before)[0] in ("em", "de", "por", "a") and before not in ("a", "as")
        if not (led or one) or noun != at - 2 - led:
            return
        own = "Fem" if article.startswith("a") else "Masc"
        other = "Masc" if own == "Fem" else "Fem"
        number = "Plur" if sentence.form(at) == "quais" else "Sing"
        for place in range(noun + 1):
            if sentence.tag(place) not in ("NOUN", "PROPN", "PRON", "ADJ"):
                continue
            if sentence.tag(place) == "PROPN" or sentence.is_noun(place, own, number):
                return
        if not sentence.is_noun(noun, other, number):
            gender = own if sentence.is_noun(noun, own, "Plur") else other
            plural = sentence.is_noun(noun, gender, "Plur") and not sentence.is_noun(
                noun, "", "Sing"
            )
            several = any(
                sentence.tag(i) == "PRON"
                or (sentence.tag(i) == "NOUN" and sentence.is_noun(i, "", "Sing"))
                for i in range(noun)
            )
            if number == "Sing" and plural and one and not several:
                # "as pastas no qual", "são pessoas na qual confiamos"
                first = joined(split(sentence.form(at - 1))[0], "as" if gender == "Fem" else "os")
                yield sentence.instead(at - 1, f"{first} quais", last=at, related=noun, sure=True)
            return
        new = ("a" if other == "Fem" else "o") + ("s" if number == "Plur" else "")
        preposition = "" if led else split(sentence.form(at - 1))[0]
        first = joined(preposition, new) if preposition else new
        yield sentence.instead(at - 1, first, related=noun, sure=True)

    @staticmethod
    def _who(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        if sentence.tag(at - 1) != "NOUN" or not sentence.spaced(at - 1, at + 1):
            return
        if any(reading.lemma == "ser" for reading in sentence.readings(at + 1)):
            return  # "não consta dos autos quem são"
        verb = at + 2 if sentence.form(at + 1) in _CLITICS else at + 1
        cleft = any(
            reading.lemma == "ser" for place in range(at) for reading in sentence.readings(place)
        )
        if (
            cleft
            or not sentence.is_finite(verb)
            or sentence.form(verb) in ("sabe", "dera", "diria")
        ):
            return
        determined = any(sentence.tag(place) == "DET" for place in range(max(0, at - 3), at - 1))
        if sentence.tag(verb) in ("VERB", "AUX") and determined:
            yield sentence.instead(at, "que", prior=HINT, related=at - 1, message="who")

    @staticmethod
    def _governed(sentence: ParsedSentence, first: int, at: int) -> Iterator[Proposal]:
        """ "As medidas de que o governo anunciou ontem": the verb takes no preposition."""
        place = at + 1
        while sentence.tag(place) in ("PRON", "ADV", "DET", "NOUN", "PROPN") and place < at + 5:
            place += 1
        verb = place
        while sentence.tag(verb) == "AUX" and sentence.tag(verb + 1) in ("VERB", "AUX"):
            verb += 1
        if (
            sentence.tag(verb) != "VERB"
            or not sentence.spaced(first, verb)
            or not sentence.is_finite(verb)
        ):
            return
        lemma = sentence.words[sentence.tokens[verb].words[0]].lemma
        direct = government().entries.get(("verb", lemma), ())
        told = any(slip.wrong == "de que" for entry in direct for slip in entry.slips)
        told &= not any("de" in entry.takes for entry in direct)
        told &= not any(sentence.form(i) in _CLITICS[:4] for i in range(at + 1, verb))
        content = sentence.form(first - 1) in government().classes["content"]  # "a notícia de que"
        ended = (
            sentence.tag(verb + 1) in ("ADV", "PUNCT") or split(sentence.form(verb + 1))[0] != ""
        )
        if told and ended and not content and sentence.tag(first - 1) == "NOUN" and verb > at + 1:
            yield sentence.instead(
                first, "que", last=at, related=verb, message="governed", sure=True
            )

    @staticmethod
    def _where(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Uma negociação onde todos perdem"."""
        noun = at - 2 if sentence.form(at - 1) == "," else at - 1
        while sentence.tag(noun) == "ADJ" and noun > at - 4:
            noun -= 1
        lemma = sentence.words[sentence.tokens[noun].words[-1]].lemma if noun >= 0 else ""
        classes = government().classes
        time = sentence.form(noun) in classes["time"] and noun == at - 1
        determined = sentence.tag(noun - 1) in ("DET", "ADJ", "NUM")
        if sentence.form(at) == "aonde" or sentence.form(at + 1) in ("é", "está", "quer"):
            return
        if sentence.form(at - 1) == "," and sentence.is_infinitive(at + 1):
            return  # "os requisitos, onde baixar e como instalar"
        if (lemma in classes["abstract"] and sentence.tag(noun) == "NOUN") or (time and determined):
            which = _which_of(sentence, noun)
            ways = ["em que"]
            if which:
                one, other = which.split()
                ways.append(f"{joined('em', one)} {other}")
            # in edited text nearly all of 39 such places were read as "em que" misspelt; projects
            # and systems may be places
            prior = HINT if time or lemma in classes["spaces"] else LIKELY
            yield sentence.instead(at, *ways, prior=prior, related=noun, message="time")

    @staticmethod
    def _time(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        noun = at - 1
        comma = sentence.form(noun) == ","
        if comma:
            noun -= 1
        while sentence.tag(noun) in ("ADJ", "NUM") and noun > at - 4:
            noun -= 1
        if sentence.form(noun) not in government().classes["time"] or sentence.form(at - 1) == "de":
            return
        first = noun - 1
        while sentence.tag(first) in ("DET", "ADJ", "NUM") and first > noun - 4:
            if not sentence.is_word(first - 1) or split(sentence.form(first))[0] == "em":
                break
            first -= 1
        # "nesse momento onde", "os anos oitenta, onde"; not "com 19 anos, onde se radicou"
        opens = first >= 0 and sentence.tag(first) == "DET" and not sentence.is_word(first - 1)
        inside = split(sentence.form(first))[0] == "em" and first < noun
        if (
            sentence.form(at) == "aonde"
            or not (opens or inside)
            or sentence.form(at + 1) in ("é", "está", "quer")
        ):
            return
        ways = ("quando", "em que") if comma else ("em que", "quando")
        yield sentence.instead(at, *ways, prior=LIKELY, related=noun, message="time")

    @staticmethod
    def _without(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Uma senha, sem a que ninguém entra"."""
        noun = _noun_before(sentence, at - 3)
        which = _which_of(sentence, noun)
        if (
            sentence.form(at - 1) in _SINGULAR
            and sentence.form(at - 1) != "o"
            and which
            and which.split()[0] == sentence.form(at - 1)
        ):
            yield sentence.instead(
                at, which.split()[1], prior=LIKELY, related=noun, message="article"
            )


def _noun_before(sentence: ParsedSentence, at: int) -> int | None:
    """The nearest noun before a place, over commas, adjectives and participles."""
    for place in range(at - 1, max(-1, at - 5), -1):
        if sentence.tag(place) == "NOUN":
            return place
        if sentence.tag(place) not in ("ADJ", "PUNCT", "VERB", "ADP"):
            return None
    return None


def _which_of(sentence: ParsedSentence, noun: int | None) -> str | None:
    """ "O qual" in the form that agrees with a noun."""
    if noun is None:
        return None
    features = sentence.features(noun)
    gender, number = features.get("Gender"), features.get("Number")
    if gender is None or number is None:
        return None
    article = "a" if gender == "Fem" else "o"
    return f"{article}s quais" if number == "Plur" else f"{article} qual"

"""GRA228: a relative pronoun that does not fit what it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt_grammaticality.contractions import joined, split
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue

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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line) - 1):
            form = line.form(at)
            if form in ("qual", "quais"):
                yield from self._which(line, at)
            elif form == "quem":
                yield from self._who(line, at)
            elif form in ("onde", "aonde"):
                yield from self._where(line, at)
                yield from self._time(line, at)
            elif form == "que" and line.form(at - 2) == "sem" and line.form(at - 3) == ",":
                yield from self._without(line, at)
            elif form == "que" and line.form(at - 1) == "de":
                yield from self._governed(line, at - 1, at)

    @staticmethod
    def _which(line: Line, at: int) -> Iterator[Proposal]:
        singular = line.form(at) == "qual"
        before = line.form(at - 1)
        preposition, article = split(before)
        if before in _SINGULAR and before != "a":
            preposition, article = "", before
        if not line.spaced(at - 1, at):
            return
        noun = _noun_before(line, at - 1)
        if article in _SINGULAR:
            if _SINGULAR[article] == singular:
                yield from RelativePronoun._other_gender(line, at, noun, article)
                return
            which = _which_of(line, noun)
            ways = [which] if which else []
            ways += [f"{article.rstrip('s')} qual", f"{article.rstrip('s')}s quais"]
            texts = [
                joined(preposition, way.split()[0]) + " " + way.split()[1] if preposition else way
                for way in ways
            ]
            ways = texts[:1] if which else texts
            yield line.instead(at - 1, *ways, last=at, prior=CERTAIN, related=noun)
        elif preposition in ("por", "com", "em", "para") and noun is not None and noun == at - 2:
            content = line.words[line.tokens[noun].words[-1]].lemma
            which = _which_of(line, noun)
            asked = content in government().classes["asked"]
            known = line.tag(at + 1) in ("VERB", "AUX", "PRON") and not line.is_infinitive(at + 1)
            known = known and line.form(at + 1) not in ("deles", "delas", "desses", "destes")
            if which and known and not asked and line.form(at + 1) not in ("é", "seja", "são"):
                one, other = which.split()
                yield line.instead(
                    at - 1, f"{joined(preposition, one)} {other}", last=at, prior=HINT,
                    related=noun, message="article",
                    sure=noun == 1 and line.tag(0) == "DET" and line.is_finite(at + 1),
                )  # fmt: skip

    @staticmethod
    def _other_gender(line: Line, at: int, noun: int | None, article: str) -> Iterator[Proposal]:
        """ "A ferramenta com o qual foi gerado": no noun before has the gender of the article."""
        if noun is None or noun < at - 4 or not line.spaced(at - 1, at):
            return
        # "com o" are two tokens; "no", "pela" are one
        led = line.form(at - 2) in ("com", "para", "sobre", "sem", "sob", "contra", "entre")
        one = split(line.form(at - 1))[0] in ("em", "de", "por", "a") and line.form(at - 1) not in (
            "a", "as",
        )  # fmt: skip
        if not (led or one) or noun != at - 2 - led:
            return
        own = "Fem" if article.startswith("a") else "Masc"
        other = "Masc" if own == "Fem" else "Fem"
        number = "Plur" if line.form(at) == "quais" else "Sing"
        for place in range(noun + 1):
            if line.tag(place) not in ("NOUN", "PROPN", "PRON", "ADJ"):
                continue
            if line.tag(place) == "PROPN" or line.is_noun(place, own, number):
                return
        if not line.is_noun(noun, other, number):
            gender = own if line.is_noun(noun, own, "Plur") else other
            plural = line.is_noun(noun, gender, "Plur") and not line.is_noun(noun, "", "Sing")
            several = any(
                line.tag(i) == "PRON" or (line.tag(i) == "NOUN" and line.is_noun(i, "", "Sing"))
                for i in range(noun)
            )
            if number == "Sing" and plural and one and not several:
                # "as pastas no qual", "são pessoas na qual confiamos"
                first = joined(split(line.form(at - 1))[0], "as" if gender == "Fem" else "os")
                yield line.instead(at - 1, f"{first} quais", last=at, related=noun, sure=True)
            return
        new = ("a" if other == "Fem" else "o") + ("s" if number == "Plur" else "")
        preposition = "" if led else split(line.form(at - 1))[0]
        first = joined(preposition, new) if preposition else new
        yield line.instead(at - 1, first, related=noun, sure=True)

    @staticmethod
    def _who(line: Line, at: int) -> Iterator[Proposal]:
        if line.tag(at - 1) != "NOUN" or not line.spaced(at - 1, at + 1):
            return
        if any(reading.lemma == "ser" for reading in line.readings(at + 1)):
            return  # "não consta dos autos quem são"
        verb = at + 2 if line.form(at + 1) in _CLITICS else at + 1
        cleft = any(
            reading.lemma == "ser" for place in range(at) for reading in line.readings(place)
        )
        if cleft or not line.is_finite(verb) or line.form(verb) in ("sabe", "dera", "diria"):
            return
        determined = any(line.tag(place) == "DET" for place in range(max(0, at - 3), at - 1))
        if line.tag(verb) in ("VERB", "AUX") and determined:
            yield line.instead(at, "que", prior=HINT, related=at - 1, message="who")

    @staticmethod
    def _governed(line: Line, first: int, at: int) -> Iterator[Proposal]:
        """ "As medidas de que o governo anunciou ontem": the verb takes no preposition."""
        place = at + 1
        while line.tag(place) in ("PRON", "ADV", "DET", "NOUN", "PROPN") and place < at + 5:
            place += 1
        verb = place
        while line.tag(verb) == "AUX" and line.tag(verb + 1) in ("VERB", "AUX"):
            verb += 1
        if line.tag(verb) != "VERB" or not line.spaced(first, verb) or not line.is_finite(verb):
            return
        lemma = line.words[line.tokens[verb].words[0]].lemma
        direct = government().entries.get(("verb", lemma), ())
        told = any(slip.wrong == "de que" for entry in direct for slip in entry.slips)
        told &= not any("de" in entry.takes for entry in direct)
        told &= not any(line.form(i) in _CLITICS[:4] for i in range(at + 1, verb))
        content = line.form(first - 1) in government().classes["content"]  # "a notícia de que"
        ended = line.tag(verb + 1) in ("ADV", "PUNCT") or split(line.form(verb + 1))[0] != ""
        if told and ended and not content and line.tag(first - 1) == "NOUN" and verb > at + 1:
            yield line.instead(first, "que", last=at, related=verb, message="governed", sure=True)

    @staticmethod
    def _where(line: Line, at: int) -> Iterator[Proposal]:
        """ "Uma negociação onde todos perdem"."""
        noun = at - 2 if line.form(at - 1) == "," else at - 1
        while line.tag(noun) == "ADJ" and noun > at - 4:
            noun -= 1
        lemma = line.words[line.tokens[noun].words[-1]].lemma if noun >= 0 else ""
        classes = government().classes
        time = line.form(noun) in classes["time"] and noun == at - 1
        determined = line.tag(noun - 1) in ("DET", "ADJ", "NUM")
        if line.form(at) == "aonde" or line.form(at + 1) in ("é", "está", "quer"):
            return
        if line.form(at - 1) == "," and line.is_infinitive(at + 1):
            return  # "os requisitos, onde baixar e como instalar"
        if (lemma in classes["abstract"] and line.tag(noun) == "NOUN") or (time and determined):
            which = _which_of(line, noun)
            ways = ["em que"]
            if which:
                one, other = which.split()
                ways.append(f"{joined('em', one)} {other}")
            # in edited text nearly all of 39 such places were read as "em que" misspelt; projects
            # and systems may be places
            prior = HINT if time or lemma in classes["spaces"] else LIKELY
            yield line.instead(at, *ways, prior=prior, related=noun, message="time")

    @staticmethod
    def _time(line: Line, at: int) -> Iterator[Proposal]:
        noun = at - 1
        comma = line.form(noun) == ","
        if comma:
            noun -= 1
        while line.tag(noun) in ("ADJ", "NUM") and noun > at - 4:
            noun -= 1
        if line.form(noun) not in government().classes["time"] or line.form(at - 1) == "de":
            return
        first = noun - 1
        while line.tag(first) in ("DET", "ADJ", "NUM") and first > noun - 4:
            if not line.is_word(first - 1) or split(line.form(first))[0] == "em":
                break
            first -= 1
        # "nesse momento onde", "os anos oitenta, onde"; not "com 19 anos, onde se radicou"
        opens = first >= 0 and line.tag(first) == "DET" and not line.is_word(first - 1)
        inside = split(line.form(first))[0] == "em" and first < noun
        if (
            line.form(at) == "aonde"
            or not (opens or inside)
            or line.form(at + 1) in ("é", "está", "quer")
        ):
            return
        ways = ("quando", "em que") if comma else ("em que", "quando")
        yield line.instead(at, *ways, prior=LIKELY, related=noun, message="time")

    @staticmethod
    def _without(line: Line, at: int) -> Iterator[Proposal]:
        """ "Uma senha, sem a que ninguém entra"."""
        noun = _noun_before(line, at - 3)
        which = _which_of(line, noun)
        if (
            line.form(at - 1) in _SINGULAR
            and line.form(at - 1) != "o"
            and which
            and which.split()[0] == line.form(at - 1)
        ):
            yield line.instead(at, which.split()[1], prior=LIKELY, related=noun, message="article")


def _noun_before(line: Line, at: int) -> int | None:
    """The nearest noun before a place, over commas, adjectives and participles."""
    for place in range(at - 1, max(-1, at - 5), -1):
        if line.tag(place) == "NOUN":
            return place
        if line.tag(place) not in ("ADJ", "PUNCT", "VERB", "ADP"):
            return None
    return None


def _which_of(line: Line, noun: int | None) -> str | None:
    """ "O qual" in the form that agrees with a noun."""
    if noun is None:
        return None
    features = line.features(noun)
    gender, number = features.get("Gender"), features.get("Number")
    if gender is None or number is None:
        return None
    article = "a" if gender == "Fem" else "o"
    return f"{article}s quais" if number == "Plur" else f"{article} qual"

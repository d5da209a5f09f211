"""GRA225: a finite verb where the infinitive belongs, the infinitive for a finite verb, and
"-am" for "-ão"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import split
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, ParsedSentence
from textlint_pt_grammaticality.reading import listed, own_words

_PERSONAL = listed("para sem por após ao")
_PREPOSITIONS = _PERSONAL | listed("de a")
#: whom somebody tells or sees do something
_CAUSING = listed("mandar deixar fazer ver ouvir")
_OBJECTS = listed("o a os as me te nos")
_PRONOUNS = portuguese.words("clitics")
_VERBAL = frozenset({"VERB", "AUX"})
#: an infinitive after these may be the future subjunctive, or a verb that hangs on another one
_BEFORE = own_words("verb-form.before")
_AFTER_MODALS = own_words("verb-form.after")
_MODALS = own_words("verb-form.modal")
_BEFORE_DE = own_words("verb-form.noun-de")
_NEVER = own_words("verb-form.never")
_WITH = {form: own_words(f"verb-form.with-{form}") for form in ("a", "de")}
_SUBJECTS = listed("eu tu nós eles elas vocês")
#: forms of *ir* that are of *ser* too
_BEING_OR_GOING = listed("foi foram fui fomos fora foras for fosse fossem")


class VerbForm(Diagnosis):
    """A finite verb where the infinitive belongs, or the other way round."""

    code = "GRA225"
    name = "government.verb-form"
    cue = regex("")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois de «{related}» vem o infinitivo",
            "finite": "«{form}» deve ser «{suggestion}»: é o verbo de «{related}», e o infinitivo "
            "não diz a pessoa",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after “{related}” stands the infinitive",
            "finite": "“{form}” should be “{suggestion}”: it is the verb of “{related}”, and the "
            "infinitive does not say the person",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form.endswith(("r", "r-se")) and sentence.tag(at) == "VERB":
                yield from self._finite_wanted(sentence, at)
            if sentence.is_word(at) and not form.endswith("r"):
                yield from self._infinitive_wanted(sentence, at)
            if (
                form.endswith("ndo")
                and sentence.form(at - 1) in _PERSONAL
                and sentence.spaced(at - 1, at)
            ):
                # "obrigado por ajudando"
                lemmas = [r.lemma for r in sentence.readings(at) if r.feature("VerbForm") == "Ger"]
                yield from [
                    sentence.instead(at, new, prior=HINT, related=at - 1) for new in lemmas[:1]
                ]

    # -- "vou viajo", "para instala", "por me ajuda" ----------------------------------------

    @staticmethod
    def _infinitive_wanted(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        before = at - 1
        while sentence.form(before) in _PRONOUNS | {"não"} and not sentence.after_hyphen(before):
            before -= 1
        if sentence.form(before) in _SUBJECTS and sentence.form(before - 1) in (
            "para",
            "sem",
            "por",
        ):
            return
        asking = _asking(sentence, before)
        if asking is None or not sentence.spaced(before, at) or sentence.is_capital(at):
            return
        readings = sentence.readings(at)
        finite = [r for r in readings if r.feature("VerbForm") == "Fin" and r.upos in _VERBAL]
        others = [r for r in readings if r.upos not in _VERBAL and r.source != "name"]
        participle = any(r.feature("VerbForm") == "Part" for r in readings)
        if not finite or any(r.feature("VerbForm") in ("Inf", "Ger") for r in readings):
            return
        if participle and (
            sentence.tag(at + 1) != "DET" or sentence.form(asking) not in _PREPOSITIONS
        ):
            return  # but "sem paga a taxa"
        if any(r.upos not in ("NOUN", "ADJ") for r in others) and sentence.form(at) != "como":
            return
        prior = HINT if others else LIKELY
        verbal = sentence.tag(at) in _VERBAL and sentence.tag(at + 1) == "DET"
        if others and before != at - 1:
            prior = LIKELY  # "por me ajuda": no noun follows a clitic
        elif (others and not verbal) or sentence.tag(at) not in _VERBAL:
            # "tem que liga": no noun follows; "para partilha com todos", "vamos passo a passo"
            prior = HINT if sentence.form(asking) == "que" else 0.0
        if others and sentence.form(asking) in _BEING_OR_GOING:
            return  # "foi piloto": of "ser"
        asked = sentence.form(asking) if any(r.upos == "NOUN" for r in others) else ""
        if asked == "para" and asking == at - 1 and split(sentence.form(at + 1))[0] == "de":
            return  # "para cumprimento da lei"
        if asked == "ao" and sentence.form(at - 1) == "não":
            return  # "devido ao não cumprimento do prazo"
        knowing = any(r.lemma == "saber" for r in sentence.readings(asking))
        if knowing and sentence.form(at - 1) == "se":
            return  # "quem sabe se fez mal", "não sei se saio"
        if sentence.form(asking) == "quer" and any(r.feature("Mood") == "Sub" for r in finite):
            return  # "quer estejam, quer não"
        if finite[0].lemma in _NEVER or sentence.form(at) in _AFTER_MODALS:
            return
        if sentence.form(at + 1) == sentence.form(at) or sentence.form(at + 1) == "que":
            return
        news = [finite[0].lemma]
        if sentence.form(before) in _PERSONAL and finite[0].feature("Number") == "Plur":
            person = finite[0].feature("Person")
            personal = sentence.forms.inflect(
                finite[0].lemma, finite[0].upos, f"Number=Plur|Person={person}|VerbForm=Inf"
            )[:1]
            # "ao fecharam as portas": the ending was meant
            news = [*personal, *news] if sentence.form(before) == "ao" else [*news, *personal]
        yield sentence.instead(at, *news, prior=prior, related=asking)

    # -- "o menino varrer a calçada", "chegou e fazer o jantar", "está dormir" ---------------

    @staticmethod
    def _finite_wanted(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        word = sentence.tokens[at].words[0]
        parsed = sentence.words[word]
        if not sentence.is_infinitive(at):
            return
        if parsed.relation != "root" or any(sentence.form(i) in _BEFORE for i in range(at)):
            return
        if any(sentence.features(i).get("VerbForm") == "Fin" for i in range(at)):
            return
        subjects = [
            place
            for place in range(at)
            for part in sentence.tokens[place].words
            if sentence.words[part].head == word and sentence.words[part].relation == "nsubj"
        ]
        ends = sentence.text.rstrip().endswith((".", "!"))
        if len(subjects) != 1 or not ends:
            return
        subject = subjects[0]
        if sentence.tag(subject) not in ("NOUN", "PROPN", "PRON"):
            return
        number = sentence.features(subject).get("Number", "Sing")
        person = {"eu": "1", "nós": "1", "tu": "2"}.get(sentence.form(subject), "3")
        first_words = {
            i: sentence.words[sentence.tokens[i].words[0]] for i in range(at + 1, len(sentence))
        }
        later = [i for i, w in first_words.items() if "VerbForm=Fin" in w.features]
        # the tense of a verb that is joined to it
        joined = [i for i in later if first_words[i].head == word]
        tenses = [sentence.features(i).get("Tense") for i in joined]
        known = [tense for tense in tenses if tense in ("Pres", "Past", "Imp")]
        news = _finite_forms(sentence, at, person, number, known[:1] or ["Pres", "Past"])
        if news:
            prior = HINT if later else 0.0
            yield sentence.instead(at, *news, prior=prior, related=subject, message="finite")


def _finite_forms(
    sentence: ParsedSentence, at: int, person: str, number: str, tenses: Iterable[str]
) -> list[str]:
    """Forms of the indicative of the infinitive at a place."""
    reading = next(r for r in sentence.readings(at) if r.feature("VerbForm") == "Inf")
    return [
        form
        for tense in tenses
        for form in sentence.forms.inflect(
            reading.lemma, reading.upos,
            f"Mood=Ind|Number={number}|Person={person}|Tense={tense}|VerbForm=Fin",
        )[:1]
    ]  # fmt: skip


def _asking(sentence: ParsedSentence, before: int) -> int | None:
    """The verb or preposition that asks for the infinitive right after a place."""
    form = sentence.form(before)
    if form in _OBJECTS and sentence.after_hyphen(before):
        lemmas = {r.lemma for r in sentence.readings(before - 1) if r.upos in _VERBAL}
        return before - 1 if lemmas & _CAUSING else None  # "mandei-o arruma o quarto"
    if form == "que":
        lemmas = {r.lemma for r in sentence.readings(before - 1) if r.upos in _VERBAL}
        return before if "ter" in lemmas and sentence.tag(before - 1) in _VERBAL else None
    if form in _PERSONAL:
        return before if sentence.tag(before) not in _VERBAL else None
    if form == "de" and sentence.form(before - 1) in _BEFORE_DE:
        return before
    if form in ("a", "de"):
        verb = before - 1
        lemmas = {r.lemma for r in sentence.readings(verb) if r.upos in _VERBAL}
        asked = lemmas & _WITH[form] and sentence.tag(verb) in _VERBAL
        if not asked and sentence.form(verb) in ("muito", "mais", "bastante", "também"):
            lemmas = {r.lemma for r in sentence.readings(verb - 1) if r.upos in _VERBAL}
            asked = lemmas & _WITH[form] and sentence.tag(verb - 1) in _VERBAL
        return before if asked else None
    if sentence.tag(before) not in _VERBAL or sentence.form(before - 1) == "o":
        return None
    if "que" in (sentence.form(before - 1), sentence.form(before - 2)):
        return None  # "o remédio de que preciso está em falta"
    lemmas = {r.lemma for r in sentence.readings(before) if r.upos in _VERBAL}
    finite = any(
        r.feature("VerbForm") == "Fin" and r.feature("Mood") == "Ind"
        for r in sentence.readings(before)
    )
    return before if finite and lemmas & _MODALS else None

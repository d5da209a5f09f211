"""GRA225: a finite verb where the infinitive belongs, the infinitive for a finite verb, and
"-am" for "-ão"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.parsed import HINT, ParsedSentence
from textlint_pt_grammaticality.reading import own_words

#: an infinitive after these may be the future subjunctive, or a verb that hangs on another one
_BEFORE = own_words("verb-form.before")


def finite_wanted(sentence: ParsedSentence) -> Iterator[Proposal]:
    """A finite verb where the infinitive belongs, or the other way round."""
    for at in range(len(sentence)):
        form = sentence.form(at)
        if form.endswith(("r", "r-se")) and sentence.tag(at) == "VERB":
            yield from _finite_wanted(sentence, at)


# -- "o menino varrer a calçada", "chegou e fazer o jantar", "está dormir" ---------------


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

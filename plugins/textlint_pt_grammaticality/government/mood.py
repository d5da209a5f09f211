"""GRA223: the indicative where the subjunctive is asked for, and the moods of "se" and "quando"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words, table

#: words from the conjunction to its verb, at most
_NEAR = 8
#: words between what asks and the verb that leave no doubt whose verb it is, at most
_CLOSE = 6
_NOMINAL = listed("DET NOUN PROPN PRON ADJ ADP NUM")
#: tenses as `mood.txt` names them
_TENSES = {"Pres": "pres", "Imp": "imp", "Past": "past", "Pqp": "past", "Fut": "fut"}
#: of these forms the clause has another verb, or none
_BEYOND = own_words("mood.beyond")
#: indicative of one verb and subjunctive of another: "que a sociedade cobre dos demais"
_OF_TWO_VERBS = own_words("mood.of-two-verbs")
_SPEAKERS = portuguese.words("pronouns.personal")
_PRONOUNS = portuguese.words("clitics")
_CLITICS = _PRONOUNS | portuguese.words("articles.definite") | {"não"}
_BEING = listed("ser parecer")
#: verbs some of whose forms are another verb's, too, which is hardly ever meant
_COMMON = listed("poder ser ir ver ter vir estar fazer haver querer saber dar")
_FUTURE_TIMES = listed("amanhã próximo próxima próximos próximas")
#: what is asked may follow them
_KNOWING = listed("saber entender compreender descobrir perguntar")
_PLACES = listed("aqui ali lá cá aí é era foi assim isso isto")
_WHOEVER = portuguese.words("relatives.bare", "relatives.which") | {"onde", "como", "quando", "o"}
_SMALL = frozenset({"ADP", "SCONJ", "CCONJ", "ADV", "PRON", "DET"})
_OPENING = frozenset("“«\"'‘([—–-")


class _Asking(NamedTuple):
    words: tuple[str, ...]
    tenses: frozenset[str]


class _Asked(NamedTuple):
    """Words of a sentence, `first` to `last`, that ask for the subjunctive in the clause they open;
    `verb`: the one whose tense tells that of the clause."""

    first: int
    last: int
    tenses: frozenset[str]
    verb: int | None = None


@cache
def _table(kind: str) -> Mapping[str, tuple[_Asking, ...]]:
    """What asks for the subjunctive, by its last word."""
    result: dict[str, tuple[_Asking, ...]] = {}
    for line in table("mood.txt"):
        own, words, tenses = (part.strip() for part in line.split("|"))
        if own == kind:
            entry = _Asking(tuple(words.split()), listed(tenses))
            key = entry.words[-1]
            result[key] = (*result.get(key, ()), entry)
    return result


class Mood(Diagnosis):
    """The indicative where the subjunctive is asked for."""

    code = "GRA223"
    name = "government.mood"
    cue = cue(
        "que", "talvez", "embora", "caso", "conquanto", "oxalá", "se", "quando", "enquanto",
    )  # fmt: skip
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» pede o conjuntivo "
            "(subjuntivo)",
            "future": "«{form}» deve ser «{suggestion}»: depois de «{related}», o que está para "
            "vir fica no futuro do conjuntivo (subjuntivo)",
            "past": "«{form}» deve ser «{suggestion}»: depois de «{related}», o tempo é do passado",
            "related": "esta palavra pede o conjuntivo (subjuntivo)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” asks for the subjunctive",
            "future": "“{form}” should be “{suggestion}”: after “{related}” what is to come is in "
            "the future subjunctive",
            "past": "“{form}” should be “{suggestion}”: after “{related}” the tense is a past one",
            "related": "this word asks for the subjunctive",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            for asked in self._asking(sentence, at):
                verb = _verb(sentence, asked.last + 1)
                if verb is not None:
                    yield from self._subjunctive(sentence, verb, asked)
            if sentence.form(at) == "se":
                yield from self._condition(sentence, at)
            elif sentence.form(at) in ("quando", "enquanto"):
                yield from self._time(sentence, at, at)
            elif sentence.form(at) == "que" and sentence.form(at - 1) in (
                "assim",
                "logo",
                "sempre",
            ):
                yield from self._time(sentence, at - 1, at)

    # -- what asks for the subjunctive ------------------------------------------------------

    @staticmethod
    def _asking(sentence: ParsedSentence, at: int) -> Iterator[_Asked]:
        form = sentence.form(at)
        for words, tenses in _table("clause").get(form, ()):
            first = at - len(words) + 1
            if all(sentence.form(first + k) == word for k, word in enumerate(words)) and _opens(
                sentence, first, at
            ):
                if words[0] == "qualquer" and sentence.tag(first - 1) == "NOUN":
                    continue  # "por um processo qualquer que faz"
                yield _Asked(first, at, tenses)
        if form != "que":
            return
        before = at - 1
        if sentence.tag(before) in ("VERB", "AUX"):
            denied = sentence.form(before - 1) == "não"
            for reading in sentence.readings(before):
                entries = _table("verb").get(reading.lemma, ())
                if denied:
                    entries = entries or _table("denied").get(reading.lemma, ())
                if entries and reading.upos == "VERB" and reading.feature("VerbForm") != "Part":
                    if sentence.form(before - 1) in _WHOEVER:
                        return  # "o que quer que era"
                    if reading.lemma == "duvidar" and "não" in (
                        sentence.form(before - 1), sentence.form(before - 2),
                    ):  # fmt: skip
                        return
                    yield _Asked(before, at, entries[0].tenses, before)
                    return
        if sentence.form(before) == "com" and any(
            reading.lemma == "fazer" for reading in sentence.readings(before - 1)
        ):
            yield _Asked(before - 1, at, listed("pres imp"), before - 1)
        for _, tenses in _table("said").get(sentence.form(before), ()):
            link = before - 1
            while sentence.form(link) in (
                "muito", "bem", "também", "bastante", "pouco", "mais", "uma", "tão", "já", "ainda",
            ):  # fmt: skip
                link -= 1
            if sentence.form(before - 1) == "tão":
                return  # "é tão comum que todos o conhecem"
            if sentence.form(before - 1) == "mais" and sentence.form(before) != "provável":
                return  # "é mais importante que o resto"
            if any(reading.lemma in _BEING for reading in sentence.readings(link)):
                yield _Asked(before, at, tenses, link)

    @staticmethod
    def _subjunctive(sentence: ParsedSentence, verb: int, asked: _Asked) -> Iterator[Proposal]:
        readings = _indicative(sentence, verb)
        wrong = [r for r in readings if _tense(r) in asked.tenses]
        if not wrong or len(wrong) != len(readings):
            return
        present = [r for r in wrong if _tense(r) in ("pres", "fut")]
        wrong, tenses = present or wrong, ["Pres" if present else "Imp"]
        if present and _is_past(sentence, asked.first):
            tenses.append("Imp")  # "exigiram que a escola demite"
        if "as" in asked.tenses:
            tenses = ["Imp"]  # "como se"
        news = [new for tense in tenses for new in _conjugated(sentence, wrong, tense)]
        prior = CERTAIN if present else LIKELY
        if "?" in asked.tenses:
            # "determinou que a firma paga", "espere até que a luz acende"
            asks = present and (
                (asked.verb is not None and _is_past(sentence, asked.verb))
                or any(
                    sentence.features(i).get("Mood") == "Imp" for i in range(min(3, asked.first))
                )
            )
            prior = LIKELY if asks else HINT / 2
        if news:
            sure = "?" not in asked.tenses and _leaves_no_doubt(sentence, asked, verb, wrong)
            yield sentence.instead(verb, *news, prior=prior, related=asked.first, sure=sure)

    # -- clauses of condition and time ------------------------------------------------------

    def _condition(self, sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Se eu teria", "se amanhã chova"."""
        verb = _verb(sentence, at + 1)
        if verb is None or sentence.tag(at) != "SCONJ" or sentence.text.rstrip().endswith("?"):
            return
        if not _starts(sentence, at) or sentence.form(at + 1) in (
            "possível",
            "necessário",
            "preciso",
        ):
            return
        readings = _finite(sentence, verb)
        subject = any(sentence.form(i) not in _CLITICS for i in range(at + 1, verb))
        if readings and all(r.feature("Mood") == "Cnd" for r in readings):
            if _has_conditional(sentence, verb + 1):
                news = _conjugated(sentence, readings, "Imp")
                sure = _is_answered(sentence, verb) and not sentence.form(at - 1)
                yield sentence.instead(verb, *news, prior=LIKELY, related=at, sure=sure)
        elif subject and _is_present_subjunctive(readings):
            news = _conjugated(sentence, _only(readings, "Sub"), "Fut")
            if news:
                sure = not sentence.form(at - 1) and verb - at <= _CLOSE
                yield sentence.instead(
                    verb, *news, prior=LIKELY, related=at, message="future", sure=sure
                )
        elif (
            readings
            and all(
                (r.feature("Mood"), _tense(r)) in (("Ind", "imp"), ("Ind", "pres"), ("Ind", "past"))
                for r in readings
            )
            and _has_conditional(sentence, verb + 2)
        ):  # "se eu tenho dinheiro, compraria"
            news = _conjugated(sentence, readings, "Imp")
            if news:
                # "se ele tinha razão, seria preciso": what somebody else says is so
                own = sentence.form(at + 1) in ("eu", "tu", "nós", "você") or not subject
                sure = own and _is_answered(sentence, verb) and not sentence.form(at - 1)
                prior = LIKELY if sure or _is_answered(sentence, verb) else HINT / 2
                yield sentence.instead(verb, *news, prior=prior, related=at, message="past")

    def _time(self, sentence: ParsedSentence, first: int, at: int) -> Iterator[Proposal]:
        """ "Quando eu tenha oitenta anos", "quando você chega ao Rio no mês que vem"."""
        verb = _verb(sentence, at + 1)
        if verb is None or sentence.text.rstrip().endswith("?"):
            return
        if sentence.form(first - 1) in ("que", "ainda", "mesmo", "senão"):
            return
        readings = _finite(sentence, verb)
        sure = False
        near = at + 1 == verb - 1 and sentence.form(at + 1) in _SPEAKERS
        present = bool(readings) and all(
            r.feature("Mood") == "Ind" and r.feature("Tense") == "Pres" for r in readings
        )
        if _is_present_subjunctive(readings):
            prior = LIKELY if near else HINT / 2  # the law has it: "logo que cesse o risco"
            news = _conjugated(sentence, _only(readings, "Sub"), "Fut")
        elif present and _starts(sentence, first) and _is_to_come(sentence, verb + 1):
            news, prior = _conjugated(sentence, readings, "Fut"), LIKELY
            sure = not sentence.form(first - 1) and verb - at <= _CLOSE
        else:
            return
        if news:
            yield sentence.instead(
                verb, *news, prior=prior, related=first, message="future", sure=sure
            )


def _leaves_no_doubt(
    sentence: ParsedSentence, asked: _Asked, verb: int, readings: Sequence[Reading]
) -> bool:
    """Whether nothing between what asks and the verb lets it be the verb of another clause."""
    between = range(asked.last + 1, verb)
    if len(between) > _CLOSE or sentence.tag(verb) not in ("VERB", "AUX"):
        return False
    if sentence.form(asked.last) == "talvez" and between:
        return all(sentence.form(i) in _SPEAKERS | _CLITICS for i in between)
    if any(sentence.tag(i) not in _NOMINAL and sentence.form(i) != "não" for i in between):
        return False
    return sentence.features(verb).get("Mood") in ("Ind", "Cnd")


def _is_answered(sentence: ParsedSentence, verb: int) -> bool:
    """Whether the conditional follows the comma that ends the clause of a verb: "se eu tinha
    dinheiro, comprava-o" has none, "se eu tinha dinheiro, compraria" has."""
    comma = next((i for i in range(verb, len(sentence)) if sentence.form(i) == ","), None)
    return comma is not None and any(
        any(r.feature("Mood") == "Cnd" for r in _finite(sentence, i))
        for i in range(comma + 1, min(len(sentence), comma + 5))
    )


def _opens(sentence: ParsedSentence, first: int, last: int) -> bool:
    """Whether the words are a conjunction there, and not part of something else."""
    form, before, after = sentence.form(last), sentence.form(first - 1), sentence.form(last + 1)
    if not sentence.is_word(last + 1):
        return False
    if (sentence.form(first), form) == ("como", "se"):  # "como se sabe"
        return sentence.tag(last) == "SCONJ" and sentence.tag(last + 1) in (
            "PRON",
            "DET",
            "NOUN",
            "AUX",
        )
    if sentence.form(first) == "quer" or (sentence.form(first + 1), form) == ("quer", "que"):
        return True
    if form == "embora":  # "foi embora ontem"
        gone = any(
            r.lemma in ("ir", "vir", "mandar", "partir") for r in sentence.readings(first - 1)
        )
        return not gone and sentence.tag(first) != "ADV" and before not in ("me", "se", "nos", "te")
    if form == "caso":  # "o caso", "caso contrário", "Caso Dreyfus agita a França"
        bare = sentence.is_capital(last + 1) and sentence.tag(last + 1) == "PROPN"
        named = sentence.tag(first - 1) in ("DET", "ADP", "ADJ")  # "o pior caso"
        noun = named or after == "contrário" or bare
        return sentence.tag(first) == "SCONJ" and not noun
    if form == "talvez":  # "talvez por isso gostam dele"; "o medo e talvez o remorso tinham"
        joined = before in ("e", "ou", "mas") and sentence.tag(last + 1) not in ("VERB", "AUX")
        return sentence.tag(last + 1) not in ("ADP", "SCONJ", "CCONJ") and not joined
    opener = sentence.form(first)
    if (opener, form) == ("mesmo", "que"):  # "o mesmo que", "por isso mesmo que", "parecia mesmo"
        here = before in _PLACES or before == "que"  # "é aqui mesmo que moro", "por que mesmo que"
        return sentence.tag(first - 1) not in ("DET", "ADP", "PRON", "VERB", "AUX") and not here
    if (opener, form) == ("ainda", "que"):  # "diz ainda que", "confirma a data e ainda que vem"
        return _starts(sentence, first) and before != "e"
    if (opener, form) == ("para", "que"):
        # "para que serve", "o fim para que foi criado", "para que diabo queremos isso?", "sabe para
        # que ela pode ser usada"
        known = any(r.lemma in _KNOWING for r in sentence.readings(first - 1))
        asks = known or sentence.text.rstrip().endswith("?")
        bare = sentence.tag(last + 1) == "NOUN" and not after.endswith("s")  # "para que lado vai"
        verbal = sentence.tag(last + 1) in ("VERB", "AUX") or after in _PRONOUNS or after == "então"
        return not (verbal or asks or bare)
    return True


def _verb(sentence: ParsedSentence, start: int) -> int | None:
    """The first verb from a place on, if it is a finite one of the same clause."""
    for at in range(start, min(len(sentence), start + _NEAR)):
        if not sentence.is_word(at) or sentence.form(at) in _BEYOND:
            if sentence.form(at) != "se" or sentence.tag(at) != "PRON":
                return None
        elif sentence.tag(at) in ("VERB", "AUX"):
            tied = sentence.after_hyphen(at + 1)
            return at if sentence.features(at).get("VerbForm") == "Fin" and not tied else None
    return None


def _finite(sentence: ParsedSentence, verb: int) -> Sequence[Reading]:
    """Readings in a person, of the likeliest lemma, commands left out where there are others."""
    finite = [r for r in sentence.readings(verb) if r.feature("VerbForm") == "Fin"]
    others = [r for r in finite if r.feature("Mood") != "Imp"] or finite
    lemma = sentence.words[sentence.tokens[verb].words[0]].lemma
    parsed = [r for r in others if r.lemma == lemma] or others
    common = [r for r in others if r.lemma in _COMMON] or parsed
    return [r for r in common if r.lemma == common[0].lemma]


def _indicative(sentence: ParsedSentence, verb: int) -> Sequence[Reading]:
    """Readings of a form that is of the indicative whatever it may be a form of."""
    if any(r.upos in _SMALL for r in sentence.readings(verb)) and sentence.form(verb) != "há":
        return ()  # "segundo", "como"
    if sentence.form(verb) in _OF_TWO_VERBS:
        return ()
    finite = [r for r in sentence.readings(verb) if r.feature("VerbForm") == "Fin"]
    finite = [r for r in finite if r.lemma in _COMMON] or finite  # "podes" is of "podar", too
    if sentence.features(verb).get("Mood") == "Ind":  # "falamos" is of "falir", too
        lemma = sentence.words[sentence.tokens[verb].words[0]].lemma
        if finite and finite[0].lemma == lemma:  # not "imprima" of "imprimar"
            finite = [r for r in finite if r.lemma == lemma]
    sure = all(r.feature("Mood") in ("Ind", "Cnd", "Imp") for r in finite)
    found = _finite(sentence, verb) if sure else ()
    # "falamos" and "partimos" are present and past
    present = [r for r in found if r.feature("Tense") != "Past"]
    return present if sentence.form(verb).endswith("mos") and present else found


def _tense(reading: Reading) -> str:
    if reading.feature("Mood") == "Cnd":
        return "cnd"
    return _TENSES.get(reading.feature("Tense") or "", "")


def _only(readings: Sequence[Reading], mood: str) -> Sequence[Reading]:
    return [r for r in readings if r.feature("Mood") == mood]


def _is_present_subjunctive(readings: Sequence[Reading]) -> bool:
    return bool(readings) and all(
        r.feature("Mood") == "Sub" and r.feature("Tense") == "Pres" for r in readings
    )


def _conjugated(
    sentence: ParsedSentence, readings: Sequence[Reading], tense: str
) -> tuple[str, ...]:
    """The same persons in a tense of the subjunctive."""
    found: dict[str, None] = {}
    for reading in readings:
        features = {**feature_map(reading.features), "Mood": "Sub", "Tense": tense}
        joined = "|".join(f"{name}={value}" for name, value in sorted(features.items()))
        for form in sentence.forms.inflect(reading.lemma, reading.upos, joined)[:1]:
            found[form] = None
    return tuple(found)


def _is_past(sentence: ParsedSentence, at: int) -> bool:
    finite = [r for r in sentence.readings(at) if r.feature("VerbForm") == "Fin"]
    return bool(finite) and all(r.feature("Tense") in ("Past", "Imp", "Pqp") for r in finite)


def _starts(sentence: ParsedSentence, at: int) -> bool:
    """Whether a clause begins with the word: nothing that asks or tells stands before."""
    before = sentence.form(at - 1)
    return not before or before in _OPENING or before in (",", ";", ":", "e", "mas", "porque")


def _has_conditional(sentence: ParsedSentence, start: int) -> bool:
    return any(
        sentence.tag(at) in ("VERB", "AUX")
        and any(r.feature("Mood") == "Cnd" for r in _finite(sentence, at))
        for at in range(start, len(sentence))
    )


def _is_to_come(sentence: ParsedSentence, start: int) -> bool:
    """Whether the rest of the clause names a time that is to come."""
    for at in range(start, len(sentence)):
        if not sentence.is_word(at):
            return False
        if (sentence.form(at), sentence.form(at + 1)) == ("que", "vem"):
            return True
        near = sentence.form(at) != "amanhã"  # "próximo a dois metros", "algo próximo"
        if sentence.form(at) in _FUTURE_TIMES and not (near and sentence.tag(at + 1) != "NOUN"):
            return True
    return False

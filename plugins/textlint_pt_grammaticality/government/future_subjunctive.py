"""GRA213: the future subjunctive and the infinitive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

_CLOSING = frozenset('»”’")]')
_WHEN = listed("se quando enquanto conforme")
_PHRASED = {("assim", "que"), ("logo", "que"), ("sempre", "que")}
_OBJECTS = portuguese.words("clitics")
#: without a pronoun: "se caber" has no other reading
_ALONE = listed("haver estar ser ter poder caber")
#: what "quando" and "se" with the infinitive depend on
_ASKED_TO_DO = listed("sabe sei sabem saber sabia decidir decide")
_ENDINGS = ("em", "mos", "es", "")


@cache
def _stems() -> Mapping[str, str]:
    """Future stems by infinitive; "por" too, as "pôr" is in its personal forms."""
    irregular = {verb: future.stem for verb, future in portuguese.future_subjunctives().items()}
    prefixed = {
        prefix + verb.replace("pôr", "por"): prefix + future.stem
        for verb, future in portuguese.future_subjunctives().items()
        for prefix in future.prefixes
    }
    return {**prefixed, **irregular, "por": irregular["pôr"]}


@lru_cache(4_096)
def future_subjunctive(form: str) -> str | None:
    """ "puser" for "pôr", "mantivermos" for "mantermos"; None where the two are alike."""
    for ending in _ENDINGS:
        stem = form.removesuffix(ending)
        future = _stems().get(stem, _stems().get(stem.replace("pôr", "por")))  # "propôr"
        if form.endswith(ending) and future is not None:
            return None if stem == "por" and not ending else future + ending
    return None


class FutureSubjunctive(Diagnosis):
    """The infinitive where the future subjunctive belongs."""

    code = "GRA213"
    name = "government.future-subjunctive"
    weighs_choice = True
    cue = cue("se", "quando", "enquanto", "conforme", "quem", "que")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois de «{related}» vem o futuro do "
            "conjuntivo (subjuntivo), não o infinitivo",
            "related": "esta palavra pede o conjuntivo (subjuntivo)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after “{related}” stands the future "
            "subjunctive, not the infinitive",
            "related": "this word asks for the subjunctive",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence)):
            if not sentence.form(at).endswith(("r", "em", "mos", "es")) or sentence.after_hyphen(
                at
            ):
                continue
            new = future_subjunctive(sentence.form(at))
            if new is None:
                continue
            found = self._conjunction(sentence, at)
            if found is not None:
                place, prior = found
                sure = self._is_sure(sentence, place, at)
                if sentence.form(at) in ("vir", "virem", "virmos") and not self._comes(
                    sentence, at + 1
                ):
                    continue  # of "ver", as it should be
                ways = (new, "for") if sentence.form(at) == "ir" else (new,)
                given = sentence.instead(
                    at, *dict.fromkeys(ways), prior=prior, related=place, sure=sure
                )
                first = place - (sentence.form(place) == "que")  # "assim que"
                yield replace(
                    given, related=(sentence.tokens[first].start, sentence.tokens[place].end)
                )

    @staticmethod
    def _comes(sentence: ParsedSentence, at: int) -> bool:
        """Whether what follows goes with coming rather than seeing."""
        return not sentence.is_word(at) or sentence.form(at) in own_words(
            "future-subjunctive.with-coming"
        )

    @staticmethod
    def _relative(sentence: ParsedSentence, at: int, verb: int) -> tuple[int, float] | None:
        """ "O cliente que trazer a embalagem"; not "temos contas que fazer"."""
        noun = at - 1
        while sentence.tag(noun) == "ADJ" and noun > at - 3:
            noun -= 1
        chosen = sentence.form(noun) in ("aquele", "aquela", "aqueles", "aquelas", "os", "as")
        before = sentence.form(noun - 1)
        named = sentence.tag(noun) == "NOUN" and (
            before in ("o", "a", "os", "as", "ao", "aos", "do", "da", "dos", "das", "quem")
            or before in ("todo", "toda", "qualquer")
        )
        thing = sentence.form(noun) in ("coisa", "coisas", "modo", "tempo", "tempos")
        return (at, HINT) if (named or chosen) and not thing else None

    @staticmethod
    def _is_sure(sentence: ParsedSentence, conjunction: int, verb: int) -> bool:
        """Whether no infinitive can stand there: it has a subject, or an ending of its person, in a
        clause that the conjunction opens."""
        form, opening = sentence.form(verb), conjunction
        if sentence.form(conjunction) == "que":
            if (sentence.form(conjunction - 1), "que") not in _PHRASED:
                return False
            opening -= 1
        elif sentence.form(conjunction) not in ("se", "quando", "enquanto"):
            return False
        before = sentence.form(opening - 1)
        if sentence.is_word(opening - 1) and before not in ("e", "mas", "que", "porque"):
            return False
        if form in ("vir", "virem", "virmos", "vires", "ir"):
            return False
        between = range(conjunction + 1, verb)
        if any(sentence.form(i) in _ASKED_TO_DO for i in range(opening)):
            return False  # "não sabe quando fazer"
        pronouns = _OBJECTS | {"não", "nunca", "já", "só", "também", "ainda"}
        subject = any(sentence.form(i) not in pronouns for i in between)
        plain = all(
            sentence.tag(i) in ("DET", "NOUN", "PROPN", "PRON", "ADJ")
            or sentence.form(i) in pronouns
            for i in between
        )
        if subject:
            return plain and sentence.tag(conjunction + 1) != "ADV" and sentence.tag(verb) != "NOUN"
        if form.endswith(("mos", "es")) and not sentence.is_noun(verb):
            return sentence.form(conjunction) != "se" or not before
        return sentence.form(conjunction) == "se" and not before and form in _ALONE

    @staticmethod
    def _conjunction(sentence: ParsedSentence, verb: int) -> tuple[int, float] | None:
        """The conjunction whose verb this is, and how surely."""
        if sentence.is_noun(verb) and sentence.form(verb - 1) in (
            "o",
            "os",
            "um",
            "do",
            "seu",
            "este",
        ):
            return None  # "quando o poder caiu"
        pronoun_of: tuple[int, float] | None = None
        for at in range(verb - 1, max(-1, verb - 7), -1):
            form, near = sentence.form(at), at == verb - 1
            phrased = form == "que" and (sentence.form(at - 1), form) in _PHRASED
            near = near or (at == verb - 2 and sentence.form(verb - 1) in ("não", "se", "nos"))
            if form == "quem" and near:
                return (at, HINT) if sentence.form(at - 1) != "sem" else None
            if form == "que" and near and not phrased and sentence.form(at - 1) != "o":
                return FutureSubjunctive._relative(sentence, at, verb)
            if form in ("onde", "como", "quanto") and near:
                alone = sentence.form(verb) in listed(
                    "haver querer querem poder poderem estar estarem"
                )
                return (at, HINT / 2) if alone else None
            if form in _WHEN or phrased:
                before = sentence.form(at - 1)
                opens = not (sentence.is_word(at - 1) or before in _CLOSING) or before in (
                    "e", "ou", "mas",
                )  # fmt: skip
                if form == "se" and near:
                    # the pronoun of "se ver" and "se fazer" has no place with these
                    alone = sentence.form(verb) in listed("haver estar ter ser poder querer")
                    if not opens and sentence.tag(at - 1) in ("PRON", "NOUN", "PROPN"):
                        pronoun_of = (at, 0.0)  # "se ele se conter"
                        continue
                    return (at, HINT if alone else HINT / 2) if opens else (at, 0.0)
                if near and form == "quando":  # "sabe quando fazer"
                    return at, HINT / 2 if opens else -HINT / 2
                if near:
                    return at, HINT
                subject = verb - 1
                pronoun = sentence.form(subject) in (
                    portuguese.words(
                        "pronouns.personal.speech",
                        "pronouns.personal.address",
                        "pronouns.personal.third",
                        "pronouns.someone",
                    )
                    | {"não"}
                )
                if form == "se" and not opens and sentence.tag(at) == "PRON":
                    return pronoun_of
                return at, LIKELY if pronoun else 3.0
            if not sentence.is_word(at) or sentence.tag(at) in ("VERB", "AUX", "ADP"):
                return pronoun_of
            if sentence.is_infinitive(at) or sentence.form(at) in ("e", "ou", "que", "de", "para"):
                return pronoun_of
        return pronoun_of

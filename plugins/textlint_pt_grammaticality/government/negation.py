"""GRA224: a negation said once too often, or once too little."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words, table

_CLITICS = portuguese.words("articles.definite", "clitics")
#: before the verb these deny alone
_NEGATIVE = listed("ninguém nada nunca jamais tampouco")
_NONE = listed("nenhum nenhuma")
#: what denies a sentence, or makes "nada" and "ninguém" in it need no other negation
_DENYING = own_words("negation.denying")
_PLACES = ("na", "no", "da", "do", "em")
_FOR_SOME = {
    "algum": "nenhum", "alguma": "nenhuma", "alguém": "ninguém", "algo": "nada",
}  # fmt: skip
_NOWHERE = listed("lugar parte sítio lado momento")


@cache
def _entries(kind: str) -> frozenset[str]:
    found: set[str] = set()
    for sentence in table("negation.txt"):
        own, words = (part.strip() for part in sentence.split("|"))
        if own == kind:
            found |= set(words.split())
    return frozenset(found)


class Negation(Diagnosis):
    """A negation too many, or one too few."""

    code = "GRA224"
    name = "government.negation"
    cue = cue(*sorted(own_words("negation.cues")), "antes que")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: antes do verbo, «{related}» já nega",
            "some": "«{form}» deve ser «{suggestion}»: depois de «{related}», que nega",
            "before": "«{form}» deve ser «{suggestion}»: depois de «antes que» não se nega",
            "missing": "«{form}» deve ser «{suggestion}»: depois do verbo, «{related}» pede «não» "
            "antes dele",
            "related": "esta palavra nega",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: before the verb “{related}” denies "
            "already",
            "some": "“{form}” should be “{suggestion}”: “{related}” denies it",
            "before": "“{form}” should be “{suggestion}”: nothing is denied after “antes que”",
            "missing": "“{form}” should be “{suggestion}”: after the verb “{related}” asks for "
            "“não” before it",
            "related": "this word denies",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form == "não":
                yield from self._twice(sentence, at)
            elif form in _FOR_SOME:
                yield from self._some(sentence, at)
            if form in ("nada", "ninguém", "nem", "nunca", "jamais") or form in _NONE:
                yield from self._missing(sentence, at)

    # -- "ninguém não veio" -----------------------------------------------------------------

    @staticmethod
    def _twice(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        verb = at + 1
        while sentence.form(verb) in _CLITICS:
            verb += 1
        without = sentence.form(at - 1) == "sem" and sentence.is_infinitive(verb)
        if without and sentence.spaced(at - 1, at + 1):
            # "saiu sem não dizer nada", but "não sai sem não dizer nada"
            if not any(sentence.form(i) in _DENYING for i in range(at - 1)):
                yield sentence.instead(
                    at, sentence.written(at + 1), last=at + 1, related=at - 1, sure=True
                )
            return
        if sentence.tag(verb) not in ("VERB", "AUX") or not sentence.is_finite(verb):
            return
        if (sentence.form(at - 2), sentence.form(at - 1)) == ("antes", "que"):
            # but "antes que não haja mais"
            new = sentence.written(at + 1)
            if sentence.form(verb + 1) != "mais":
                yield sentence.instead(at, new, last=at + 1, prior=LIKELY, message="before")
            return
        subject = Negation._denier(sentence, at)
        if subject is None or not sentence.spaced(at - 1, at + 1):
            return
        yield sentence.instead(
            at, sentence.written(at + 1), last=at + 1,
            prior=Negation._weight(sentence, subject, at), related=subject,
        )  # fmt: skip

    @staticmethod
    def _weight(sentence: ParsedSentence, subject: int, at: int) -> float:
        if sentence.form(subject) != "nem":
            return CERTAIN
        return LIKELY if any(sentence.form(i) == "nem" for i in range(subject)) else HINT

    @staticmethod
    def _denier(sentence: ParsedSentence, at: int) -> int | None:
        """What denies right before "não": "nada", "nenhum dos dois", "nem eu nem ele"."""
        near = at - 1
        if sentence.form(near) in _NEGATIVE:
            noun = sentence.tag(near - 1) in ("DET", "ADP", "ADJ", "VERB", "AUX")
            return None if noun or sentence.form(near - 1) in _DENYING else near
        for first in range(near, max(-1, at - 8), -1):
            form = sentence.form(first)
            if form in _NONE:
                before = sentence.form(first - 1)
                joined = before in ("que", "e", "mas", "porque")
                opens = first == 0 or not sentence.is_word(first - 1) or joined
                of = sentence.form(first + 1) in ("dos", "das", "deles", "delas", "de")
                alone = first == near - 1 and sentence.tag(near) == "NOUN"
                return first if opens and (of or alone) else None
            if form == "nem" and first < near:
                earlier = [i for i in range(max(0, first - 6), first) if sentence.form(i) == "nem"]
                opener = earlier[0] if earlier else first
                starts = opener == 0 or not sentence.is_word(opener - 1)
                named = sentence.tag(near) in (
                    "NOUN",
                    "PROPN",
                    "PRON",
                )  # "nem o porteiro não sabia"
                return first if starts and (earlier or named) else None
            relative = form in ("que", "quem", "cujo", "cuja", "onde")
            if (
                not sentence.is_word(first)
                or relative
                or sentence.tag(first) in ("VERB", "AUX", "SCONJ")
            ):
                return None
        return None

    # -- "não tenho alguma dúvida" ----------------------------------------------------------

    @staticmethod
    def _some(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        form = sentence.form(at)
        if sentence.text.rstrip().endswith("?"):
            return
        noun, thing = form in ("algum", "alguma"), sentence.form(at + 1) == "coisa"
        if noun and (
            sentence.tag(at + 1) != "NOUN" or sentence.form(at + 1) in _entries("indefinite")
        ):
            return
        if noun and sentence.form(at - 1) == "sem":
            # "não sem alguma hesitação", "não se vive sem algum sonho", "impossível sem algum erro"
            if not any(sentence.form(i) in _DENYING for i in range(at - 1)):
                yield sentence.instead(
                    at, _FOR_SOME[form], prior=HINT, related=at - 1, message="some"
                )
            return
        if form == "algo" and sentence.form(at + 1) in ("que", "assim", "como", "parecido", "mais"):
            return
        verb = at - 1
        led = form != "algo" and sentence.form(verb) in (
            "a",
            "com",
            "de",
            "em",
            "por",
            "para",
            "sobre",
        )
        if led:
            verb -= 1
        if sentence.after_hyphen(verb):
            verb -= 1
        if sentence.features(verb).get("VerbForm") != "Fin" or not sentence.is_finite(verb):
            return
        denial = verb - 1
        while sentence.form(denial) in _CLITICS or sentence.form(denial) in ("mais", "ainda", "lá"):
            denial -= 1
        if (
            sentence.form(denial) not in ("não", "nunca", "jamais")
            or sentence.form(verb - 1) == "se"
        ):
            return
        there = any(r.lemma == "haver" for r in sentence.readings(verb))
        if any(r.lemma in _entries("copula") for r in sentence.readings(verb)) and not (
            (noun or form == "alguém") and there
        ):
            return  # "não é algo que se diga"
        before = {sentence.form(i) for i in range(denial)}
        if before & _entries("supposing"):
            return  # "se não houver algum problema"
        if thing and sentence.form(at + 2) in ("que", "como", "de", "para"):
            return
        yield sentence.instead(
            at,
            "nada" if thing else _FOR_SOME[form],
            last=at + thing,
            prior=LIKELY if noun and not thing and not led else HINT,
            related=denial,
            message="some",
            sure=form == "alguém"
            and (sentence.form(denial) in ("nunca", "jamais") or (there and not led))
            and (not sentence.is_word(at + 1) or sentence.form(at + 1) in _PLACES),
        )

    # -- "conheço ninguém" ------------------------------------------------------------------

    @staticmethod
    def _missing(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        form = sentence.form(at)
        first = at
        if form in _NONE and sentence.form(at - 1) in _NOWHERE:
            first -= 1  # "fui a lugar nenhum"
        led = sentence.form(first - 1) in ("a", "com", "de", "em", "por", "para", "sobre")
        verb = first - 1 - led
        if sentence.tag(verb) not in ("VERB", "AUX") or sentence.after_hyphen(verb) or verb < 0:
            return
        if not sentence.spaced(verb, at):
            return
        readings = [r for r in sentence.readings(verb) if r.feature("VerbForm") == "Fin"]
        if not readings or sentence.features(verb).get("VerbForm") != "Fin":
            return
        if any(r.feature("Mood") != "Ind" for r in readings if r.feature("Person") != "2"):
            return  # "veja nada": a command
        lemmas = {r.lemma for r in readings}
        known = bool(lemmas & _entries("having"))
        still = bool(lemmas & (_entries("copula") - {"haver"}))
        if (still and not (led and "ir" in lemmas)) or sentence.is_capital(at):
            return
        if sentence.tag(at) == "VERB" or sentence.form(at + 1) in ("menos", "mais", "a"):
            return  # "o peixe que nada", "custou nada menos que"
        if form in ("nunca", "jamais"):
            if led or sentence.tag(at + 1) in ("VERB", "AUX") or not sentence.is_word(at + 1):
                return
        elif form == "nem":
            if led or not any(sentence.form(i) == "nem" for i in range(at + 2, at + 8)):
                return  # "contém nem sal nem açúcar"
            if sentence.tag(at + 1) not in ("NOUN", "DET", "PROPN", "ADJ"):
                return
        elif (form in _NONE and first == at and sentence.tag(at + 1) != "NOUN") or not (
            known or led or first < at
        ):
            return
        after = at + 1 + (form in _NONE)
        while sentence.form(after) in _CLITICS:
            after += 1
        later = form in ("nada", "ninguém") or form in _NONE
        asks = sentence.text.rstrip().endswith("?")
        verbal = sentence.tag(after) in ("VERB", "AUX") and sentence.form(after) != "fora"
        if asks or (later and verbal):
            return  # "o que ele disse ninguém soube"
        if any(sentence.form(i) in _DENYING for i in range(verb)):
            return
        first = verb
        while sentence.form(first - 1) in _CLITICS and sentence.spaced(first - 1, first):
            first -= 1
        if sentence.form(first) == "se":
            return  # "vê se há nada que pague isto"
        prior = CERTAIN if known and not led else LIKELY if known or form == "ninguém" else HINT
        text = sentence.text[sentence.tokens[first].start : sentence.tokens[verb].end]
        if sentence.is_capital(first) and first > 0:
            return
        lower = text[:1].lower() + text[1:]
        ways = [f"não {lower}"]
        last = verb
        if form in ("nunca", "jamais"):
            ways, last = [f"{form} {lower}", f"não {lower} {form}"], at
        yield sentence.instead(first, *ways, last=last, prior=prior, related=at, message="missing")

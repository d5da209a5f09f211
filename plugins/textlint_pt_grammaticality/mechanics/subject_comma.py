"""GRA409: a comma between a subject and its verb, or a verb and its object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import AnalysedSentence, Judged, Proposal
from textlint_pt_grammaticality.nominal import finite, persons
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, ParsedSentence
from textlint_pt_grammaticality.reading import listed, own_words

#: longer subjects are often cut off with a comma in careful prose too
_LONGEST = 14
_LEAST = 2
#: between the comma and the verb
_BETWEEN = own_words("subject-comma.between")
_MARKS = frozenset(",;:—–-()[]\"“”«»'‘’…/")
_VERBAL = ("aux", "aux:pass", "cop")
#: these join a series, or open an insertion of which the first comma is missing
_JOINING = own_words("subject-comma.joining")
_RELATIVE = listed("que quem onde")
#: a subject that opens a sentence begins with one
_DETERMINERS = portuguese.words("articles.definite", "demonstratives", "possessives")
#: of the parser in tag and head of the verb after the comma, hundredths
_TAG_SURE, _HEAD_SURE = 95, 80
#: "que" opens what is said or thought
_SAYING = portuguese.words("verbs.saying") | listed("achar pensar crer acreditar saber")
_STATING = listed(
    "afirmar anunciar garantir explicar declarar informar prometer sugerir concluir revelar"
)
_IS = listed("é foi era são será")
#: a sentence that opens with one begins with another clause
_OPENING = listed("quando se como embora caso conforme enquanto segundo quem para ao")
#: nouns that what is to be done completes: "a obrigação de pagar"
_OF_ACTS = own_words("subject-comma.of-acts")
_FUTURE = ("Sub", "Fut")
#: make or see somebody do something, and who that is
_CAUSING = listed("mandar deixar fazer ver ouvir sentir")
_WHOM = ("DET", "NOUN", "PROPN", "ADJ", "PRON")


class SubjectComma(Judged):
    """A comma stands between a subject and its verb, or a verb and its object."""

    code = "GRA409"
    name = "mechanics.subject-comma"
    messages: ClassVar = {
        "pt": {
            "message": "vírgula a mais entre o sujeito e o seu verbo, «{related}»",
            "object": "vírgula a mais entre o verbo, «{related}», e o que ele pede",
            "series": "vírgula a mais antes do último elemento da série, «{related}»",
            "noun": "vírgula a mais entre o nome e o que o completa, «de {related}»",
            "narrowed": "vírgula a mais: a oração de «{related}» diz de quais se fala",
            "related": "este é o verbo",
        },
        "en": {
            "message": "a comma too many between the subject and its verb, “{related}”",
            "object": "a comma too many between the verb, “{related}”, and what it asks for",
            "series": "a comma too many before the last of the series, “{related}”",
            "noun": "a comma too many between the noun and what completes it, “de {related}”",
            "narrowed": "a comma too many: the clause of “{related}” says which ones are meant",
            "related": "this is the verb",
        },
    }

    def propose(self, read: AnalysedSentence) -> Iterator[Proposal]:
        yield from self._after_subject(read)
        yield from self._after_verb(read)
        yield from self._in_two(read)
        yield from self._first_comma(read)
        yield from self._series(read)
        yield from self._made_to(read)

    @staticmethod
    def _made_to(read: AnalysedSentence) -> Iterator[Proposal]:
        """ "Mandou os alunos, fechar os livros": whom somebody makes or sees do something."""
        if read.sentence.text.count(",") != 1:
            return
        sentence = read.once(ParsedSentence)
        words = sentence.words
        comma = sentence.low.index(",") if "," in sentence.low else 0
        first = comma - 1
        while first > 0 and words[first].tag in _WHOM:
            first -= 1
        led = words[first].lemma in _CAUSING and words[first].tag == "VERB"
        done = words[comma + 1] if comma + 1 < len(words) else None
        if done is None or not led or first == comma - 1 or done.tag != "VERB":
            return
        if "VerbForm=Fin" in words[first].features and "VerbForm=Inf" in done.features:
            yield Proposal(
                words[comma].start, words[comma].end, ("",), (done.start, done.end),
                message="object", prior=CERTAIN, sure=True,
            )  # fmt: skip

    @staticmethod
    def _series(read: AnalysedSentence) -> Iterator[Proposal]:
        """ "Lisboa, Madrid, Roma, e Atenas", "comprei maçãs, peras, e uvas": the last of several
        that are alike follows *e* without a comma."""
        text = read.sentence.text
        if text.count(",") < 2:
            return
        sentence = read.once(ParsedSentence)
        words, low = sentence.words, sentence.low
        for at in range(4, len(words) - 2):
            if low[at] != "," or low[at + 1] not in ("e", "ou") or low[at - 2] != ",":
                continue
            kind, last = words[at - 1].tag, words[at + 2]
            if low[at - 4] == ",":
                alike = kind in ("NOUN", "PROPN", "ADJ") and words[at - 5].tag == kind
            else:  # "comprei maçãs, peras, e uvas"
                alike = kind == "NOUN" and words[at - 4].tag in ("VERB", "ADP")
            alike &= words[at - 3].tag == last.tag == kind
            after = words[at + 3] if at + 3 < len(words) else None
            closed = after is None or after.tag == "PUNCT"
            if alike and closed and text[words[at].end] == " ":
                yield Proposal(
                    words[at].start, words[at].end, ("",), (last.start, last.end),
                    message="series", prior=CERTAIN, sure=True,
                )  # fmt: skip

    @staticmethod
    def _first_comma(read: AnalysedSentence) -> Iterator[Proposal]:
        """The first comma of a sentence after a verb that opens it ("recebemos, a nota enviada"),
        after a noun that a clause of the future narrows ("candidatos, que chegarem tarde"); the
        only one between a noun and its "de" ("a obrigação, de pagar"), or a short subject and its
        verb ("quando o dono, chegou")."""
        text = read.sentence.text
        first = text.find(", ")
        if first < 0 or any(mark in text[:first] for mark in _MARKS - {"-"}):
            return
        sentence = read.once(ParsedSentence)
        words, low = sentence.words, sentence.low
        at = next((i for i, word in enumerate(words) if word.start == first), 0)
        if not 0 < at < len(words) - 2:
            return
        before, after, only = words[at - 1], words[at + 1], at == _only_comma(read)
        verb: int | None = None
        message = "object"
        if after.form == "que" and before.tag == "NOUN":
            place = at + 2 + (low[at + 2] in ("não", "se"))
            readings = sentence.forms.readings(low[place]) if place < len(words) else ()
            future = [r for r in readings if (r.feature("Mood"), r.feature("Tense")) == _FUTURE]
            if future and words[place].tag in ("VERB", "AUX"):
                verb, message = place, "narrowed"
        elif only and low[at - 1] in _OF_ACTS and low[at + 1] == "de":
            act = words[at + 2]
            if "VerbForm=Inf" in act.features and act.form == act.lemma:
                verb, message = at + 2, "noun"
        if verb is not None:
            span = (words[verb].start, words[verb].end)
            yield Proposal(
                words[at].start, words[at].end, ("",), span,
                message=message, prior=CERTAIN, sure=True,
            )  # fmt: skip

    @staticmethod
    def _in_two(read: AnalysedSentence) -> Iterator[Proposal]:
        """The only comma of a sentence cuts a clause that is a subject from its verb ("o que me
        irrita, é a demora"; "quem estaciona aqui, arrisca uma multa"), or a verb from its "de" or
        "que" ("gosta, de nadar"; "afirmou, que volta"; "é importante, que venham")."""
        text, at = read.sentence.text, _only_comma(read)
        if not at:
            return
        sentence = read.once(ParsedSentence)
        words, low = sentence.words, sentence.low
        verb, after = at - 1, at + 1
        if after + 1 >= len(words) or text[words[at].end] != " ":
            return
        place, object_ = None, False
        first = 1 if low[:2] == ["tudo", "o"] else 0
        finite_before = sum("VerbForm=Fin" in word.features for word in words[:at]) == 1
        if low[after] in _IS and low[first : first + 2] in (["o", "que"], ["aquilo", "que"]):
            place = after if finite_before and low[after + 1] not in ("que", "isso") else None
        elif low[0] == "quem" and at > _LEAST + 1 and "VerbForm=Fin" in words[1].features:
            clear = words[after].tag in ("VERB", "AUX") and words[after].tag_sure >= _TAG_SURE
            said = "Person=3" in words[after].features and "Number=Sing" in words[after].features
            said &= "Mood=Ind" in words[after].features
            subject = sentence.has(after, "nsubj") or low[after] in ("é", "foi")
            place = after if clear and said and not subject else None
        elif low[0] == words[0].lemma and words[0].relation == "csubj" and low[0][-1] == "r":
            root = words[0].head
            clear = words[0].head_sure >= _HEAD_SURE and words[after].tag in ("VERB", "AUX")
            close = root > at and (root == after or words[after].head == root)
            third = "Person=3" in words[after].features and "Mood=Ind" in words[after].features
            place = after if clear and close and third and at > _LEAST else None
        elif low[after] == "que" and words[verb].lemma in _SAYING | _STATING:
            subject = verb > 0 and words[verb - 1].tag in ("NOUN", "PROPN", "PRON")
            alone = (
                subject and words[verb - 1].relation[:5] == "nsubj" and words[verb - 1].head == verb
            )
            finite_verb = "VerbForm=Fin" in words[verb].features
            clause = any("VerbForm=Fin" in word.features for word in words[after + 2 :])
            place, object_ = (verb if finite_verb and alone and clause else None), True
        if place is not None:
            verb_span = (words[place].start, words[place].end)
            yield Proposal(
                words[at].start, words[at].end, ("",), verb_span,
                message="object" if object_ else "message", prior=CERTAIN, sure=True,
            )  # fmt: skip

    def _after_verb(self, read: AnalysedSentence) -> Iterator[Proposal]:
        """ "A escola agradece, a colaboração", "foi aprovado, pelos sócios"."""
        text = read.sentence.text
        if text.count(",") != 1 or any(mark in text for mark in _MARKS - {",", "-"}):
            return
        sentence = read.once(ParsedSentence)
        words = sentence.words
        at = next((i for i, word in enumerate(words) if word.form == ","), 0)
        verb, after = at - 1, at + 1
        if at < _LEAST or after >= len(words) or words[verb].tag not in ("VERB", "AUX"):
            return
        if text[words[at].end] != " ":
            return
        noun = words[after].head
        if "VerbForm=Fin" not in words[verb].features:
            passive = words[after].lemma == "por" and sentence.has(verb, "aux:pass")
            by = passive and words[noun].tag == "NOUN" and words[noun].head == verb
            if by and words[noun].relation in ("obl", "obl:agent"):
                yield self._less(sentence, at, verb)
            return
        if sentence.low[verb - 1] in ("pois", "assim", "ora", "isto", "ou"):
            return  # "pois é, uma coisa tão simples"
        head = words[verb].head if words[verb].relation in _VERBAL else verb
        if words[head].relation in ("advcl", "acl:relcl", "acl") or sentence.low[0] in _OPENING:
            return  # "quando chegou, a casa estava vazia"
        object_ = words[noun].head == verb and words[noun].relation in ("obj", "nsubj")
        predicative = words[verb].lemma == "ser" and words[noun].relation in ("root", "appos")
        subject = any(
            words[c].relation[:5] == "nsubj" and c < verb for c in sentence.children[verb]
        )
        wrong = (
            words[after].relation == "det"
            and noun > after
            and words[noun].tag == "NOUN"
            and (predicative or (object_ and (subject or words[verb].tag == "AUX")))
        )
        if wrong:
            yield self._less(sentence, at, verb)

    @staticmethod
    def _less(sentence: ParsedSentence, at: int, verb: int) -> Proposal:
        comma, word = sentence.words[at], sentence.words[verb]
        return Proposal(
            comma.start, comma.end, ("",), (word.start, word.end), message="object", prior=LIKELY
        )

    def _after_subject(self, read: AnalysedSentence) -> Iterator[Proposal]:
        text = read.sentence.text
        comma = text.find(", ")
        if comma < 0 or not text[:1].isupper() or not read.words or read.words[0].tag != "DET":
            return
        if any(mark in text[:comma] for mark in _MARKS):
            return
        sentence = read.once(ParsedSentence)
        words = sentence.words
        at = next((i for i, word in enumerate(words) if word.start == comma), -1)
        if not _LEAST <= at <= _LONGEST or sentence.low[at - 1] in ("não", "sim"):
            return  # "uma ducha não, foi um banho"
        verb = at + 1
        while verb < len(words) and sentence.low[verb] in _BETWEEN:
            verb += 1
        if verb == len(words) or words[verb].tag not in ("VERB", "AUX"):
            return
        readings = finite(sentence.forms, words[verb].form)
        said = words[verb].head if words[verb].relation in _VERBAL else verb
        subjects = [c for c in sentence.children[said] if words[c].relation[:5] == "nsubj"]
        if not readings or len(subjects) != 1 or subjects[0] >= at:
            return
        if all(r.feature("Mood") in ("Sub", "Imp") for r in readings):
            return  # "os da frente, avancem": a command
        subject = subjects[0]
        known = sentence.is_used_as_noun(subject) and sentence.has(subject, "det")
        if not known or sentence.low[subject - 1] in _JOINING:
            return
        if any(not sentence.hangs_on(i, subject) for i in range(at)):
            return
        clause = {i for i in range(at) if self._is_of_relative(sentence, i, subject)}
        if any(sentence.low[i] in _JOINING for i in range(at) if i not in clause):
            return
        own = persons(readings) & sentence.person(subject)
        clauses = sum("VerbForm=Fin" in word.features for word in words[:at])
        if not own or clauses > sum(low in _RELATIVE for low in sentence.low[:at]):
            return  # "essa festa, não sei se dura": it is another's verb
        # "a lei, diz o ministro, é boa": something is inserted
        rest = text[words[verb].end :]
        if "," in rest[:40] or (rest.startswith((" o ", " a ", " os ", " as ")) and "," in rest):
            return
        yield Proposal(
            comma,
            comma + 1,
            ("",),
            (words[verb].start, words[verb].end),
            prior=LIKELY,
            sure=self._is_sure(sentence, subject, at, verb, clauses),
        )

    @staticmethod
    def _is_sure(sentence: ParsedSentence, subject: int, at: int, verb: int, clauses: int) -> bool:
        """Whether the comma is the only mark of a sentence whose subject stands right at its start
        and is followed by its verb, with a relative clause between at most.

        In 2,500 sentences of edited text that open with such a phrase and a comma, all 4 that fire
        have it wrong.
        """
        words = sentence.words
        marks = [word.form for word in words if word.tag == "PUNCT"]
        plain = marks[:1] == [","] and all(mark in (".", "!", "?") for mark in marks[1:])
        near = (
            subject <= _LEAST
            and sentence.low[0] in _DETERMINERS
            and verb == at + 1
            and clauses <= 1
        )
        clear = words[verb].tag_sure >= _TAG_SURE and words[verb].head_sure >= _HEAD_SURE
        return plain and near and clear and at > subject + 1

    @staticmethod
    def _is_of_relative(sentence: ParsedSentence, i: int, subject: int) -> bool:
        """Whether a word is of a relative clause that hangs on the subject."""
        while i >= 0 and i != subject:
            if sentence.words[i].relation == "acl:relcl":
                return True
            i = sentence.words[i].head
        return False


def _only_comma(read: AnalysedSentence) -> int:
    """The place of a comma that is the only mark of its sentence, hyphens apart; 0 for none."""
    text = read.sentence.text
    if text.count(",") != 1 or any(mark in text for mark in _MARKS - {",", "-"}) or "?" in text:
        return 0
    words = read.once(ParsedSentence).words
    return next((i for i, word in enumerate(words) if word.form == ","), 0)

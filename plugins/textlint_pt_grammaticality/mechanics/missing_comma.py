"""GRA415: a comma that is missing between clauses, or on one side of an insertion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

_CLITICS = portuguese.words("clitics")
#: open a clause that a comma sets off where it stands first
_OPENING = own_words("missing-comma.opening")
#: the clause they open has a finite verb
_FINITE = listed("quando enquanto se embora caso conforme porque")
#: these open one with the word after them: "depois de", "apesar de", "sempre que"
_WITH_OTHER = own_words("missing-comma.with-other")
_BEING = listed("está estava estavam é era eram não tinha havia há")
_CALLED = own_words("missing-comma.called")
_AGAINST = listed("mas porém contudo todavia")
#: "não só bonito mas também barato", "simples mas eficaz"
_NOT_ONLY = listed("só apenas somente tanto tão tal")
_ALSO = listed("também sim ainda antes sobretudo")
#: link what follows to what was said, as forms in a row
_MARKERS = tuple(tuple(marker.split("+")) for marker in sorted(own_words("missing-comma.markers")))
#: of these that stand between two commas
_CUT_OFF = tuple(
    tuple(marker.split("+"))
    for marker in ("porém", "contudo", "todavia", "no+entanto", "por+exemplo", "ou+seja")
)
_JOINING = listed("e mas ou nem")
_PERSONAL = listed("ele ela eles elas você vocês nós todos ninguém")
_WEEKDAYS = portuguese.words("times.weekdays") | {"feira"}
#: after them the phrase goes on: "por exemplo de", "portanto que"
_AFTER_MARKER = listed("de do da dos das que e ou como em a ainda")
#: of these no preposition is made
_ARTICLES = listed("o os um uma uns umas")
#: of a shorter clause at the start the comma is often left out
_LEAST = 3
#: what these join to what was said has a verb and a subject of its own
_CONCLUDING = listed("não ele ela eles elas eu nós você vocês ninguém")
_MARKERS_FIRST = frozenset({
    ("no", "entanto"), ("além", "disso"), ("ou", "seja"), ("por", "outro", "lado"),
})  # fmt: skip
#: hundredths
_TAG_SURE, _HEAD_SURE = 90, 80
_VERBAL = ("aux", "aux:pass", "cop", "advmod", "expl", "expl:pv", "obj", "iobj")

#: nouns of time
_SPANS = listed("ano mês semana dia hora noite tarde manhã momento tempo época século")
#: what they say may be put first: "pai sou eu", "mãe tenho só uma"
_FRONTED = listed("ser ter haver ver querer conhecer amar")
_I = {("1", "Sing")}
_BEFORE_VERB = listed("já não ainda eu nós só também")
_ASKED = listed("qual quais quanto quantos quanta quantas quem")
_WHO = listed("eu ele ela nós eles elas você vocês")


class MissingComma(Diagnosis):
    """A comma is missing between two clauses or at one end of an insertion."""

    code = "GRA415"
    name = "mechanics.missing-comma"
    cue = cue(r"\w+")
    messages: ClassVar = {
        "pt": {
            "message": "falta a vírgula antes de «{next}», que abre outra oração",
            "clause": "falta a vírgula depois da oração que abre a frase, antes de «{next}»",
            "insertion": "falta a vírgula que fecha o que está intercalado, antes de «{next}»",
            "called": "falta a vírgula junto de «{called}», a quem se fala",
            "marker": "falta a vírgula antes de «{next}»: a expressão que liga fica entre vírgulas",
            "series": "falta a vírgula antes de «{next}»: é outro elemento da série",
        },
        "en": {
            "message": "the comma is missing before “{next}”, which opens another clause",
            "clause": "the comma is missing after the clause that opens the sentence, before "
            "“{next}”",
            "insertion": "the comma is missing that closes the insertion, before “{next}”",
            "called": "the comma is missing beside “{called}”, who is spoken to",
            "marker": "the comma is missing before “{next}”: the linking phrase stands between "
            "commas",
            "series": "the comma is missing before “{next}”, another part of the series",
        },
    }

    def kind_of(self, finding: Finding) -> str:
        told = finding.arguments
        # "é difícil, principalmente pois afeta todos"
        joined = told.get("next", "").lower() in ("mas", "pois")
        clear = joined and not told["_previous"].endswith("mente")
        return "mas or pois" if clear and finding.message == "message" else super().kind_of(finding)

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence) - 1):
            form = sentence.form(at)
            if form in _AGAINST and sentence.is_word(at - 1) and sentence.spaced(at - 1, at + 1):
                yield from self._against(sentence, at)
            elif form in ("portanto", "pois") and sentence.spaced(at - 1, at + 1):
                yield from self._concluding(sentence, at)
            elif form == "e":
                yield from self._series(sentence, at)
            elif form in _ARTICLES and sentence.spaced(at - 3, at + 1):
                yield from self._listed(sentence, at)
                yield from self._one_by_one(sentence, at)
        yield from self._clause(sentence)
        yield from self._insertion(sentence)
        yield from self._marker(sentence)
        yield from self._called(sentence)
        yield from self._answer(sentence)
        yield from self._half(sentence)
        yield from self._on_the_day(sentence)
        yield from self._opening(sentence)

    @staticmethod
    def _answer(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Sim eu aceito": an answer, and what it says."""
        refused = sentence.form(0) == sentence.form(2) == "não" and sentence.form(1) in _WHO
        mine = _is_finite(sentence, 1) and sentence.features(1).get("Person") == "1"
        agreed = sentence.form(0) == "sim" and sentence.spaced(0, 1)
        if (agreed and (mine or (sentence.form(1) in _WHO and _is_finite(sentence, 2)))) or refused:
            yield _comma(sentence, 1, CERTAIN, "marker", sure=True)

    # -- "estudou muito porém não passou" ----------------------------------------------------

    @staticmethod
    def _against(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        if sentence.tag(at) not in ("CCONJ", "ADV"):
            return
        if {sentence.form(i) for i in range(at)} & _NOT_ONLY:
            return
        clause = sentence.words[sentence.tokens[at].words[0]].head
        if _is_other_clause(sentence, at):
            yield _comma(sentence, at, CERTAIN, "message", sure=True)
            return
        if sentence.words[clause].relation == "xcomp" and not _is_predicate(sentence, clause):
            clause = sentence.words[clause].head
        if not _is_predicate(sentence, clause) or sentence.holding(clause) < at:
            return
        if sentence.form(at) == "mas":
            other = sentence.words[clause].head
            if other < 0 or not _is_predicate(sentence, other) or sentence.form(at + 1) in _ALSO:
                return
        elif not any(_is_finite(sentence, i) for i in range(at)):
            return
        yield _comma(sentence, at, LIKELY if sentence.form(at) != "mas" else HINT, "message")

    # -- "choveu toda a noite portanto a estrada fechou" ------------------------------------------

    @staticmethod
    def _concluding(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """What follows, or why: a clause with a subject of its own; "vamos portanto" has none."""
        before = sentence.tag(at - 1) in ("NOUN", "ADJ", "PROPN", "ADV", "PRON", "NUM", "DET")
        if sentence.form(at) == "portanto" and sentence.form(at + 1) in _CONCLUDING:
            before |= sentence.tag(at - 1) == "VERB"
        spoken = any(_is_finite(sentence, i) for i in range(at)) and before
        opens = sentence.tag(at + 1) in ("DET", "PRON", "AUX") or sentence.form(at + 1) in (
            "não",
            "já",
        )
        opens |= sentence.form(at) == "pois" and _is_finite(sentence, at + 1)
        goes_on = any(_is_finite(sentence, i) for i in range(at + 1, min(at + 8, len(sentence))))
        joined = sentence.form(at - 1) in ("e", "assim", "agora", "então", "sim", "não", "isso")
        if spoken and opens and goes_on and not joined:
            yield _comma(sentence, at, LIKELY, "message")

    # -- "quando a chuva parou os jogadores voltaram" ------------------------------------------

    @staticmethod
    def _clause(sentence: ParsedSentence) -> Iterator[Proposal]:
        first = sentence.form(0)
        whole = first == "como" and sentence.form(1) in ("o", "a", "os", "as")
        if not (first in _OPENING or whole or (first, sentence.form(1)) in _pairs()):
            return
        words = sentence.words
        root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
        opened = [
            child
            for child in sentence.children.get(root, ())
            if child < root and words[child].relation in ("advcl", "obl", "ccomp")
        ]
        if not opened or (0 not in _within(sentence, opened[0]) and words[0].head != root):
            return
        clause = opened[0]
        if whole and not (sentence.has(clause, "nsubj") and words[clause].relation == "advcl"):
            return
        if first in _FINITE and not _is_predicate(sentence, clause):
            return  # "enquanto evitar isso pode ser fácil"
        # the parse gives the subject of the main clause now to one verb, now to the other
        verb = root
        while any(
            words[c].relation in _VERBAL and clause < c < verb for c in sentence.children[root]
        ):
            verb = min(
                c for c in sentence.children[root] if words[c].relation in _VERBAL and clause < c
            )
        place = verb
        subjects = [
            i
            for i in range(clause + 1, verb)
            if words[i].relation[:5] == "nsubj" and words[i].form.lower() != "que"
        ]
        if not subjects and sentence.has(clause, "nsubj", "nsubj:pass"):
            # "se o ficheiro não existir o programa cria outro": taken for an object
            third = "Person=3" in words[root].features and "Mood=Ind" in words[root].features
            subjects = [
                c
                for c in sentence.children[clause]
                if third and words[c].relation == "obj" and max(_within(sentence, c)) == verb - 1
            ]
        if subjects:
            place = min(*_within(sentence, subjects[-1]), verb)
        at = sentence.holding(place)
        last = sentence.holding(clause)
        if at - 1 < last or at < _LEAST or at + 2 >= len(sentence):
            return
        between = [sentence.form(i) for i in range(at) if not sentence.is_word(i)]
        if between == [";"] and sentence.form(at - 1) == ";":
            mark = sentence.tokens[at - 1]
            yield Proposal(
                mark.start, mark.end, (",",), prior=HINT, message="clause",
                arguments={"next": sentence.text[slice(*_span(sentence, at))]},
            )  # fmt: skip
            return
        if (
            between
            or sentence.form(at) in ("e", "que", "ou", "mas")
            or not sentence.spaced(at - 1, at)
        ):
            return
        if any(sentence.form(i) in _ASKED for i in range(2, at)):
            return  # "para ver quais endereços você tem": its own clause has the subject
        verbal = any(
            sentence.tag(i) in ("VERB", "AUX") and not sentence.is_participle(i)
            for i in range(1, at)
        )
        if verbal and _is_predicate(sentence, root):
            yield _comma(sentence, at, HINT, "clause")

    # -- "o meu avô, que nasceu em Viseu nunca viu o mar" ---------------------------------------

    @staticmethod
    def _insertion(sentence: ParsedSentence) -> Iterator[Proposal]:
        commas = [
            i
            for i in range(len(sentence))
            if not sentence.is_word(i) and not sentence.after_hyphen(i)
        ]
        if not commas or sentence.form(commas[0]) != ",":
            return
        comma = commas[0]
        after = commas[1] if len(commas) > 1 else len(sentence)
        words = sentence.words
        root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
        subjects = [c for c in sentence.children.get(root, ()) if words[c].relation[:5] == "nsubj"]
        if not subjects:  # "Recife, capital de Pernambuco recebeu": the parse is not sure
            subjects = [
                c for c in sentence.children.get(root, ()) if c == 0 and words[c].tag == "PROPN"
            ]
        if not subjects or sentence.holding(subjects[0]) >= comma:
            return
        inner = [
            c
            for c in sentence.children[subjects[0]]
            if words[c].relation in ("acl:relcl", "appos", "amod", "nmod")
            and sentence.holding(c) > comma
        ]
        if len(inner) != 1:
            return
        ends = max(_within(sentence, inner[0]))
        verb = min(
            (c for c in (*sentence.children[root], root) if c > ends and words[c].tag != "PUNCT"),
            default=-1,
        )
        if verb != ends + 1 or not _is_predicate(sentence, root):
            return
        at = sentence.holding(verb)
        opens = sentence.form(comma + 1)
        relative = words[inner[0]].relation == "acl:relcl"
        if relative and opens not in ("que", "cujo", "cuja", "onde", "quem"):
            return
        if "como" in (sentence.form(i) for i in range(sentence.holding(subjects[0]), comma)):
            return  # "dados como nome, telefone e e-mail estão"
        if comma + 2 < at < after and sentence.spaced(at - 1, at) and root >= verb:
            plain = len(commas) <= 2 and sentence.form(len(sentence) - 1) in (".", "!")
            head = subjects[0]
            clear = words[head].head_sure >= _HEAD_SURE and words[root].tag_sure >= _TAG_SURE
            opens_it = head <= 1 or (sentence.low[0] in ("meu", "minha", "o", "a") and head <= 3)
            finite = words[verb].tag in ("VERB", "AUX", "ADV")
            sure = plain and clear and opens_it and finite and (relative or sentence.is_capital(
                sentence.holding(head)))  # fmt: skip
            yield _comma(sentence, at, CERTAIN if sure else HINT, "insertion", sure=sure)

    # -- "o prazo, porém terminou", "a prova no entanto, foi fácil", "ou seja ninguém veio" -------

    @staticmethod
    def _marker(sentence: ParsedSentence) -> Iterator[Proposal]:
        forms = [sentence.form(at) for at in range(len(sentence))]
        for marker in _MARKERS:
            for at in range(len(sentence) - len(marker) - 2):
                end = at + len(marker)
                if tuple(forms[at:end]) != marker or not sentence.spaced(at, end - 1):
                    continue
                goes_on = sentence.is_word(end) and sentence.spaced(end - 1, end)
                spoken = any(_is_finite(sentence, i) for i in range(at))
                if at == 0:
                    # "isto é inaceitável"; "entretanto" is of time in Portugal
                    if marker in (("isto", "é"), ("entretanto",)):
                        continue
                    if goes_on and (forms[end] not in _AFTER_MARKER or sentence.tag(end) == "DET"):
                        sure = marker in _MARKERS_FIRST
                        yield _comma(
                            sentence, end, CERTAIN if sure else HINT / 2, "marker", sure=sure
                        )
                elif forms[end] == "," and sentence.is_word(at - 1) and sentence.spaced(at - 1, at):
                    subject = sentence.tag(at - 1) in ("NOUN", "PROPN", "PRON", "ADJ")
                    if subject and not spoken and sentence.form(at - 1) not in ("e", "mas"):
                        yield _comma(sentence, at, LIKELY, "marker")

    @staticmethod
    def _half(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Até hoje porém, ninguém veio", "é rara, ou seja vale": one of two commas is there."""
        forms = [sentence.form(at) for at in range(len(sentence))]
        for at in range(2, len(sentence) - 3):
            open_ = forms[at - 1 : at + 2] == [",", "ou", "seja"] and sentence.spaced(at, at + 2)
            if open_ and sentence.is_word(at + 2) and forms[at + 2] not in _AFTER_MARKER:
                yield _comma(sentence, at + 2, CERTAIN, "marker", sure=True)
        for marker in _CUT_OFF:
            for at in range(1, len(sentence) - len(marker)):
                end = at + len(marker)
                if tuple(forms[at:end]) != marker or forms[end] != ",":
                    continue
                before = sentence.is_word(at - 1) and forms[at - 1] not in _JOINING
                before &= not sentence.is_capital(at)  # "pelo argumento n. Por exemplo,"
                if before and sentence.spaced(at - 1, end - 1):
                    yield _comma(sentence, at, CERTAIN, "marker", sure=True)

    @staticmethod
    def _opening(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Portanto devemos agir", "segundo o médico ele vai melhorar"."""
        if sentence.form(0) == "portanto" and sentence.is_word(1) and sentence.spaced(0, 1):
            if sentence.form(1) not in _AFTER_MARKER or sentence.tag(1) == "DET":
                yield _comma(sentence, 1, CERTAIN, "marker", sure=True)
        elif sentence.form(0) in ("segundo", "conforme") or (
            sentence.form(0),
            sentence.form(1),
        ) == (
            "de",
            "acordo",
        ):
            at = 1
            while sentence.tag(at) in ("ADP", "DET", "NOUN", "ADJ", "PROPN") and at < 9:
                at += 1
            spoken = sentence.form(at) in _PERSONAL and _is_finite(sentence, at + 1)
            if (
                2 < at < 9
                and spoken
                and sentence.spaced(0, at + 1)
                and sentence.tag(at - 1) != "ADP"
            ):
                yield _comma(sentence, at, CERTAIN, "clause", sure=True)

    @staticmethod
    def _on_the_day(sentence: ParsedSentence) -> Iterator[Proposal]:
        """ "Na terça-feira, 14 um caminhão tombou": the date is between commas."""
        for at in range(2, len(sentence) - 2):
            day = sentence.form(at).isdigit() and len(sentence.form(at)) <= 2
            if not day or sentence.form(at - 1) != "," or sentence.form(at - 2) not in _WEEKDAYS:
                continue
            opens = (
                sentence.form(at + 1) in _ARTICLES | {"a", "as"} and sentence.tag(at + 1) == "DET"
            )
            if opens and sentence.spaced(at, at + 1):
                yield _comma(sentence, at + 1, CERTAIN, "insertion", sure=True)

    # -- "filho desliga isso" ----------------------------------------------------------------------

    @staticmethod
    def _called(sentence: ParsedSentence) -> Iterator[Proposal]:
        finite = (
            sentence.tag(1) in ("VERB", "AUX") and sentence.features(1).get("VerbForm") == "Fin"
        )
        if sentence.form(0) in _CALLED and sentence.spaced(0, 1) and finite:
            verbs = [reading for reading in sentence.readings(1) if reading.upos in ("VERB", "AUX")]
            if any(reading.feature("Mood") in ("Imp", "Sub") for reading in verbs):
                yield _comma(sentence, 1, HINT, "called", called=sentence.written(0))
        # "mãe já acabei", but "mãe tenho só uma"
        verb = 1 + (sentence.form(1) in _BEFORE_VERB)
        said = [r for r in sentence.readings(verb) if r.feature("VerbForm") == "Fin"]
        mine = bool(said) and {(r.feature("Person"), r.feature("Number")) for r in said} == _I
        mine &= sentence.form(0) in _CALLED and sentence.tag(verb) in ("VERB", "AUX")
        if mine and sentence.spaced(0, verb) and not {r.lemma for r in said} & _FRONTED:
            yield _comma(sentence, 1, CERTAIN, "called", called=sentence.written(0), sure=True)
        # "Maria venha cá"
        read = sentence.readings(1)
        ordered = bool(read) and all(r.feature("Mood") in ("Sub", "Imp") for r in read)
        named = sentence.is_capital(0) and sentence.tag(0) == "PROPN" and sentence.spaced(0, 1)
        named &= any(r.source == "name" for r in sentence.readings(0))
        named &= not sentence.is_capital(1) and sentence.form(0) not in ("deus", "jesus")
        if ordered and named and finite and "," not in sentence.text:
            yield _comma(sentence, 1, CERTAIN, "called", called=sentence.written(0), sure=True)

    # -- "arroz feijão e macarrão" ----------------------------------------------------------------

    @staticmethod
    def _series(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """Three nouns without articles, of which the second is no adjective."""
        if not sentence.spaced(at - 2, at + 1) or sentence.tag(at + 1) != "NOUN":
            return
        nouns = [
            sentence.is_noun(i) and not sentence.is_capital(i) for i in (at - 2, at - 1, at + 1)
        ]
        other = sentence.can_be(at - 1, "ADJ", "VERB", "ADV", "ADP") or sentence.can_be(
            at - 2, "ADJ", "ADP"
        )
        led = sentence.tag(at - 3) in ("VERB", "ADP") or sentence.form(at - 3) == ":"
        if all(nouns) and not other and led and sentence.tag(at - 2) == "NOUN":
            yield _comma(sentence, at - 1, HINT, "series")

    @staticmethod
    def _listed(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "O caderno o estojo, a lancheira e o boneco"."""
        nouns = (at - 1, at + 1, at + 4)
        dets = (at - 2, at, at + 3)
        if sentence.form(at + 2) != "," or sentence.tag(at - 3) == "ADP":
            return
        if sentence.form(at - 2) not in _ARTICLES:
            return  # "bata no copo os ovos, a laranja e o óleo": the series begins later
        alike = all(sentence.tag(i) == "NOUN" for i in nouns) and all(
            sentence.tag(i) == "DET" for i in dets
        )
        if alike and any(
            sentence.form(i) == "e" for i in range(at + 5, min(at + 12, len(sentence)))
        ):
            yield _comma(sentence, at, HINT, "series")

    @staticmethod
    def _one_by_one(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Tenho um cão um gato e dois peixes"."""
        alike = sentence.form(at - 2) in ("um", "uma") and sentence.form(at) in ("um", "uma")
        nouns = [sentence.words[sentence.tokens[i].words[-1]].lemma for i in (at - 1, at + 1)]
        timed = {*nouns} & _SPANS
        if (
            alike
            and not timed
            and sentence.form(at + 2) == "e"
            and sentence.tag(at + 3) in ("DET", "NUM")
            and sentence.tag(at - 1) == sentence.tag(at + 1) == sentence.tag(at + 4) == "NOUN"
            and _is_finite(sentence, at - 3)
        ):
            yield _comma(sentence, at, CERTAIN, "series", sure=True)


def _pairs() -> frozenset[tuple[str, str]]:
    pairs = {(one, other) for one in _WITH_OTHER for other in ("de", "do", "da", "que")}
    # "como estava a chover", not "como se vê" and "como um rio"
    return frozenset(pairs | {("como", verb) for verb in _BEING})


def _is_other_clause(sentence: ParsedSentence, at: int) -> bool:
    """ "Queria ir mas tenho exame", "bateu à porta mas ninguém respondeu": after "mas" a verb of
    its own, or a subject or "não" and then the verb, and a verb before, with no mark between."""
    if sentence.form(at) != "mas" or sentence.tag(at) != "CCONJ" or sentence.form(at + 1) in _ALSO:
        return False
    verb = at + 1 + (sentence.form(at + 1) in _CONCLUDING)
    while (
        sentence.form(verb) in _CLITICS
        or sentence.form(verb) in _BEFORE_VERB
        or sentence.form(verb) == "se"
    ):
        verb += 1
    first = at
    while first and sentence.is_word(first - 1):
        first -= 1
    spoken = [
        i for i in range(first, at) if _is_finite(sentence, i) and sentence.form(i - 1) != "que"
    ]
    clear = (
        sentence.words[sentence.tokens[verb].words[0]].tag_sure >= _TAG_SURE
        if verb < len(sentence)
        else False
    )
    return bool(spoken) and at - spoken[0] > 1 and clear and _is_finite(sentence, verb)


def _comma(
    sentence: ParsedSentence,
    at: int,
    prior: float,
    message: str,
    *,
    sure: bool = False,
    **arguments: str,
) -> Proposal:
    """A comma before a token; the space and the token are marked, so that something is."""
    start, end = sentence.tokens[at - 1].end, sentence.tokens[at].end
    written = sentence.text[sentence.tokens[at].start : end]
    return Proposal(
        start, end, (f", {written}",), prior=prior, message=message,
        arguments={"next": written, "_previous": sentence.form(at - 1), **arguments}, sure=sure,
    )  # fmt: skip


def _span(sentence: ParsedSentence, at: int) -> tuple[int, int]:
    return sentence.tokens[at].start, sentence.tokens[at].end


def _within(sentence: ParsedSentence, i: int) -> set[int]:
    """A word of the parse and all that hangs on it."""
    found = {i}
    waiting = [i]
    while waiting:
        for child in sentence.children.get(waiting.pop(), ()):
            if child not in found and sentence.words[child].tag != "PUNCT":
                found.add(child)
                waiting.append(child)
    return found


def _is_finite(sentence: ParsedSentence, at: int) -> bool:
    return sentence.tag(at) in ("VERB", "AUX") and sentence.features(at).get("VerbForm") == "Fin"


def _is_predicate(sentence: ParsedSentence, i: int) -> bool:
    """Whether a word of the parse is a finite verb, or has one as its auxiliary or copula."""
    group = [
        i,
        *(c for c in sentence.children.get(i, ()) if sentence.words[c].relation in _VERBAL[:3]),
    ]
    return any("VerbForm=Fin" in sentence.words[one].features for one in group)

"""GRA401, 402, 403 and 408: a word too many, a word too few."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from textlint_pt.contract import (
    Applicability,
    Edit,
    Finding,
    Fix,
    Kind,
    Scope,
    Sentence,
    Severity,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.confidence import LanguageRule, Signals
from textlint_pt_grammaticality.reading import (
    Word,
    listed,
    quotations,
    table,
    together,
    touches,
    words,
)

#: speech and verse say words again on purpose and stop in the middle of a phrase
_COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


def _cut(sentence: Sentence, start: int, end: int, applicability: Applicability) -> Fix | None:
    """A fix that takes out `text[start:end]`, where no markup stands inside."""
    if not together(sentence.content, start, end):
        return None
    span = sentence.content.span(start, end)
    return Fix(applicability, (Edit(span.start, span.end, ""),))


def _replace(
    sentence: Sentence, start: int, end: int, text: str, applicability: Applicability
) -> Fix | None:
    if not together(sentence.content, start, end):
        return None
    span = sentence.content.span(start, end)
    return Fix(applicability, (Edit(span.start, span.end, text),))


def _pairs(sentence: Sentence) -> Iterator[tuple[Sequence[Word], int]]:
    """The sentence's words and each place where a word follows another after a mere space."""
    found = words(sentence.text)
    for at in range(1, len(found)):
        first, second = found[at - 1], found[at]
        if second.start == first.end + 1 and sentence.text[first.end] == " ":
            yield found, at


# ------------------------------------------------------------------ GRA401

#: the second is another word than the first: "para para ouvir", "não sei se se lembra", "eu como
#: como um boi", "que nos nos últimos anos"
_HOMOGRAPHS = listed("se para como nos são que")
#: nothing says these twice ("cada um um quarto" is another matter)
_NEVER_TWICE = listed("os as do da dos das aos de com pelo pela pelos pelas")
#: said twice for effect in careful prose too
_EMPHATIC = listed(
    """muito muita muitos muitas bem já logo quase assim tão não sim nunca nada só pouco mais menos
    agora hoje longe perto cedo tarde devagar depressa tudo sempre ainda quero bom boa
    blá bla ah ai ha hã hum oh ui toc tic tac zum pam bum miau au piu vivas viva vem vai anda corre
    super mega hiper zero dois três quatro cinco seis sete oito nove"""
)
#: "o que é é bom": one clause ends with the verb, the next begins
_CLEFT = listed("é foi era são está há tem seria será")
_RELATIVE = listed("que quem quanto onde como quando o")
_REACH = 10
_DOTTED = regex(r"\.[^\W\d_]")


class DoubledWord(LanguageRule):
    """A word is written twice in a row.

    ## What it finds

    The same word twice with nothing but white space between, also over the end of a line. Words
    that Portuguese repeats rightly are left alone: another word of the same shape (*não sei se se
    lembra*, *ele para para ouvir*), emphasis (*muito muito*, *já já*), two clauses that meet (*o
    que é é bom*), names (*Duran Duran*), three in a row. In dialogue, quotations and verse only
    little words such as *de* and *uma* are judged.

    ## Why it matters

    It is left behind when a sentence is rewritten, mostly at the end of a line where the eye skips
    it. The reader who sees it doubts the rest.

    ## Bad

    > A carta chegou de de manhã, antes da visita do médico.

    ## Good

    > A carta chegou de manhã, antes da visita do médico.

    ## Evidence

    `word`: the word; `confidence`: how probably the finding is right; `limit`: from where on it is
    reported. Fix: takes out the second.

    ## Source

    Every copy editor's list; the "lexical illusions" of English style checkers.
    """

    code = "GRA401"
    name = "mechanics.doubled-word"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA403")
    messages = {
        "pt": {"message": "«{word}» está escrito duas vezes seguidas"},
        "en": {"message": "“{word}” is written twice in a row"},
    }

    def is_certain(self, finding: Finding) -> bool:
        return finding.evidence["word"] in _NEVER_TWICE

    def signals(self, view: View, finding: Finding) -> Signals:
        word: str = finding.evidence["word"]
        return {
            f"{self.code} function word": float(word in function_words()),
            f"{self.code} letter": float(len(word) == 1),
        }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        quoted = quotations(view.document)
        for sentence in view.sentences:
            for found, at in _pairs(sentence):
                word = found[at]
                if word.form != found[at - 1].form or sentence.is_opaque(word.start, word.end):
                    continue
                little = word.form in function_words()
                start = found[at - 1].start
                if _is_meant(sentence, found, at) or (
                    not little and touches(quoted[sentence.index], start, word.end)
                ):
                    continue
                yield self.finding(
                    sentence,
                    {"word": word.form},
                    start=start,
                    end=word.end,
                    fix=_cut(
                        sentence,
                        found[at - 1].end,
                        word.end,
                        Applicability.UNSAFE,  # "no no 3" may stand for "no n.º 3"
                    ),
                )


def _is_meant(sentence: Sentence, found: Sequence[Word], at: int) -> bool:
    text = sentence.text
    first, second = found[at - 1], found[at]
    form = second.form
    if text[first.start - 1 : first.start] == "." or _DOTTED.match(text, second.end):
        return True  # names of programmers: "datetime datetime.datetime"
    if form in _HOMOGRAPHS or form in _EMPHATIC:
        # "o que que ele fez", "por que que ele foi": spoken
        return not (form == "que" and not any(_after(found, at - 1, w) for w in ("o", "por")))
    if any(
        0 <= i < len(found) - 1
        and found[i].form == found[i + 1].form == form
        and text[found[i].end : found[i + 1].start] == " "
        for i in (at - 2, at)
    ):
        return True  # three in a row
    if text[second.start].isupper():  # a name, a letter: "hepatite A a", "de A a Z", "Duran Duran"
        return True
    if text[first.start].isupper() and first.start:
        return len(form) == 1 or form not in function_words()
    if len(form) == 1 and form not in "aeoàé":
        return True
    if form in _CLEFT:
        return any(word.form in _RELATIVE for word in found[max(0, at - _REACH) : at - 1])
    return sentence.kind in _COMPOSED and form not in function_words()


def _after(found: Sequence[Word], at: int, form: str) -> bool:
    return at > 0 and found[at - 1].form == form


# ------------------------------------------------------------------ GRA402

_CONTRACTED = {
    "de": "do da dos das dum duma duns dumas deste desta destes destas desse dessa desses dessas "
    "daquele daquela daqueles daquelas disto disso daquilo dele dela deles delas",
    "em": "no na nos nas num numa nuns numas neste nesta nestes nestas nesse nessa nesses nessas "
    "naquele naquela naqueles naquelas nisto nisso naquilo nele nela neles nelas",
    "a": "ao aos à às àquele àquela àqueles àquelas",
    "por": "pelo pela pelos pelas",
}
#: a phrase with a preposition of its own that stands inside another: "prazo de no máximo um mês"
_INSERTED = listed(
    """menos máximo mínimo mais mesmo lado longo fim final todo contrário entanto caso entorno
    redor vivo acaso invés certo pé"""
)
_POSSESSIVES = listed("meu minha seu sua nosso nossa meus minhas seus suas nossos nossas")
#: these take no second preposition: "perante o juiz"
_BARE = listed("ante perante após mediante durante sob entre desde contra sobre")


@cache
def _doubled() -> Mapping[tuple[str, str], str]:
    """What to write instead of two words that say one preposition or article twice."""
    result: dict[tuple[str, str], str] = {}
    for preposition, contracted in _CONTRACTED.items():
        for form in contracted.split():
            result[preposition, form] = form
    for form in _CONTRACTED["a"].split():
        article = {"ao": "o", "aos": "os", "à": "a", "às": "as"}.get(form)
        if article:
            result["para", form] = f"para {article}"
            for preposition in _BARE:
                result[preposition, form] = f"{preposition} {article}"
    for first in ("do", "dos", "no", "nos", "ao", "aos", "pelo", "pelos", "num"):
        for article in ("o", "os", "um"):
            result[first, article] = first
    for first in ("da", "das", "na", "nas", "à", "às", "pela", "pelas", "numa"):
        for article in ("a", "as", "uma"):
            result[first, article] = first
    for owner in ("cujo", "cuja", "cujos", "cujas"):
        result[owner, f"{owner[3:]}"] = owner
    result["à", "uma"], result["ao", "um"] = "a uma", "a um"
    result["desde", "de"] = "desde"
    result["em", "com"] = "com"
    return result


class DoubledPreposition(LanguageRule):
    """A preposition or article stands twice, once inside a contraction.

    ## What it finds

    *de do*, *em no*, *a ao*, *por pelo*, *para ao*: a preposition before the contraction that holds
    one already; *do o*, *na a*, *cuja a*: an article after the word that holds it; *perante ao*,
    *após às*, *desde de*: prepositions that take no second one. Phrases that stand inside another
    keep their preposition: *um prazo de no máximo um mês*, *por pelo menos um ano*.

    ## Why it matters

    One of the two words was left over from an earlier wording, or the contraction was not heard as
    such. Readers stumble because a noun seems to be missing between the two.

    ## Bad

    > O relatório de do presidente foi entregue em na secretaria.

    ## Good

    > O relatório do presidente foi entregue na secretaria.

    ## Evidence

    `words`: the two words; `suggestion`: what says it once; `confidence`: how probably the finding
    is right; `limit`: from where on it is reported. Fix: writes the suggestion; safe where a
    preposition stands before its own contraction.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapters on the article and on
    the preposition.
    """

    code = "GRA402"
    name = "mechanics.doubled-preposition"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    supersedes = ("GRA001",)
    messages = {
        "pt": {
            "message": "«{words}» diz a mesma preposição ou artigo duas vezes: «{suggestion}»",
            "bare": "depois de «{first}» não vem outra preposição: «{suggestion}»",
        },
        "en": {
            "message": "“{words}” says the same preposition or article twice: “{suggestion}”",
            "bare": "“{first}” takes no other preposition: “{suggestion}”",
        },
    }

    def is_certain(self, finding: Finding) -> bool:
        return bool(finding.arguments["first"].startswith("cuj"))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        doubled = _doubled()
        for sentence in view.sentences:
            for found, at in _pairs(sentence):
                first, second = found[at - 1], found[at]
                suggestion = doubled.get((first.form, second.form))
                if suggestion is None or not _is_doubled(sentence, found, at):
                    continue
                bare = first.form in _BARE
                own = second.form in _CONTRACTED.get(first.form, "").split()
                text = sentence.text[first.start : second.end]
                if text[0].isupper():
                    suggestion = suggestion[0].upper() + suggestion[1:]
                yield self.finding(
                    sentence,
                    {"words": text, "suggestion": suggestion},
                    start=first.start,
                    end=second.end,
                    message="bare" if bare else "message",
                    arguments={"first": first.form},
                    fix=_replace(
                        sentence,
                        first.start,
                        second.end,
                        suggestion,
                        Applicability.SAFE if own else Applicability.UNSAFE,
                    ),
                )


def _is_doubled(sentence: Sentence, found: Sequence[Word], at: int) -> bool:
    first, second = found[at - 1], found[at]
    text = sentence.text
    if sentence.is_opaque(first.start, second.end) or text[second.start].isupper():
        return False
    following = found[at + 1].form if at + 1 < len(found) else ""
    if following in _INSERTED or text[second.end : second.end + 1] in ("", "-", "/"):
        return False
    if text[first.start].isupper() and first.start:
        return False
    if second.form == "nos" and following.endswith("r"):
        return False  # "concordar em nos ajudar"
    if second.form == "uma" and following == "hora":
        return False  # "começa à uma hora"
    if second.form in ("o", "a", "os", "as", "um", "uma"):
        # "no a favor", "da a ele": only before what may be the noun of the article
        return following in _POSSESSIVES or following not in function_words() | {""}
    return True


# ------------------------------------------------------------------ GRA403

#: what must be followed by a noun: a sentence cannot end here
_OPEN_ENDED = listed(
    """de em com por do da dos das no na nas ao aos à às pela pelas num numa dum duma
    e ou cujo cuja cujos cujas"""
)
_CONTRACTIONS = listed("do da dos das no na nas ao aos à às pelo pela pelos pelas num numa")
#: no noun phrase begins with one of these
_NO_NOUN = listed("em com para por pelo pela pelos pelas no na nas ao aos à às")


class MissingWord(LanguageRule):
    """A word is missing after an article or preposition.

    ## What it finds

    A sentence or clause that ends in a preposition, a contraction or *e* (*Falou com o diretor
    da.*) and a contraction straight before a preposition that no noun phrase begins with (*a
    reunião do em Lisboa*). Only what cannot be right is named; the word itself is for the writer
    to find.

    ## Why it matters

    The sentence lost a word in editing or in copying, often the very one it is about.

    ## Bad

    > A ministra falou ontem com os representantes da.

    ## Good

    > A ministra falou ontem com os representantes da associação.

    ## Evidence

    `word`: the one that is left hanging; `next`: what stands in the place of the missing word;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported.

    ## Source

    Our own reading of damaged sentences; no paper.
    """

    code = "GRA403"
    name = "mechanics.missing-word"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    supersedes = ("GRA001",)
    messages = {
        "pt": {
            "message": "falta uma palavra entre «{word}» e «{next}»",
            "end": "falta uma palavra depois de «{word}»",
        },
        "en": {
            "message": "a word is missing between “{word}” and “{next}”",
            "end": "a word is missing after “{word}”",
        },
    }
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} {finding.evidence['word']}": 1.0}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            if sentence.kind not in self.kinds:
                continue
            text = sentence.text
            found = words(text)
            for at, word in enumerate(found):
                if sentence.is_opaque(word.start, word.end) or text[word.start].isupper():
                    continue
                if word.form in _OPEN_ENDED and at and _ends_here(text, word.end):
                    if text[word.start - 1] == " ":
                        yield self.finding(
                            sentence,
                            {"word": word.form, "next": text[word.end]},
                            start=word.start,
                            end=word.end,
                            message="end",
                        )
                elif word.form in _CONTRACTIONS and _runs_into_preposition(text, found, at):
                    following = found[at + 1]
                    yield self.finding(
                        sentence,
                        {"word": word.form, "next": following.form},
                        start=word.start,
                        end=following.end,
                    )


def _ends_here(text: str, end: int) -> bool:
    """Whether a clause ends: a stop at the end of the sentence, or a semicolon."""
    rest = text[end:].lstrip(" ")
    if rest.startswith(";"):
        return True
    return rest[:1] in (".", "!") and len(rest) == 1


def _runs_into_preposition(text: str, found: Sequence[Word], at: int) -> bool:
    if at + 1 >= len(found):
        return False
    word, following = found[at], found[at + 1]
    if following.form not in _NO_NOUN or text[word.end : following.start] != " ":
        return False
    if (word.form, following.form) in _doubled():
        return False
    after = found[at + 2].form if at + 2 < len(found) else ""
    if after in ("que", "qual", "quais"):  # "uma época diferente da em que vivemos"
        return False
    return after not in _INSERTED and text[following.start].islower()


# ------------------------------------------------------------------ GRA408


class _Pleonasm(NamedTuple):
    """A phrase as alternatives of each word; `superfluous` are places of words to leave out."""

    words: tuple[tuple[str, ...], ...]
    superfluous: frozenset[int]
    instead: str
    #: whether nobody would keep it
    certain: bool


@cache
def _pleonasms() -> Mapping[str, Sequence[_Pleonasm]]:
    """The table by a phrase's first word, or by the first letters of one that is cut short."""
    result: dict[str, list[_Pleonasm]] = {}
    for line in table("pleonasms.txt"):
        certain = line.startswith("! ")
        phrase, _, instead = (part.strip() for part in line.removeprefix("! ").partition("="))
        alternatives: list[tuple[str, ...]] = []
        superfluous: set[int] = set()
        inside = False
        for number, piece in enumerate(phrase.split()):
            inside = inside or piece.startswith("[")
            if inside:
                superfluous.add(number)
            inside = inside and not piece.endswith("]")
            alternatives.append(tuple(piece.strip("[]").split("|")))
        entry = _Pleonasm(tuple(alternatives), frozenset(superfluous), instead, certain)
        for word in alternatives[0]:
            result.setdefault(word[:2] if word.endswith("*") else word, []).append(entry)
    return result


def _fits(form: str, alternatives: Sequence[str]) -> bool:
    return any(
        form.startswith(word[:-1])
        if word.endswith("*")
        else form == word or (word == "#" and form.isdigit())
        for word in alternatives
    )


#: before "de" these place a thing, and say no more than the verb does: "subiu para cima da mesa"
_PLACING = listed("cima baixo dentro frente trás depois antes meio conjunto")
#: a word after these may say which: "dunas de areia branca", "o futuro próximo"
_DESCRIBED = listed("areia peixes pessoas sangue fogo futuro")
_OF = listed("de do da dos das dum duma com")


def _is_excused(text: str, found: Sequence[Word], at: int, end: int) -> bool:
    if at and found[at - 1].form == "quanto":  # "quanto mais melhor"
        return True
    last, after = found[end - 1].form, found[end].form if end < len(found) else ""
    if last in _DESCRIBED:
        beside = after and text[found[end - 1].end : found[end].start] == " "
        return bool(beside) and after not in function_words()
    return last in _PLACING and after in _OF


class Pleonasm(LanguageRule):
    """A phrase says the same thing twice.

    ## What it finds

    Set phrases in which one word holds what another says again: *subir para cima*, *elo de
    ligação*, *há dois anos atrás*, *mas porém*. The list is short on purpose: what is in good use
    (*certeza absoluta*, *voltar para trás*) is not on it. Dialogue, verse and quotations may speak
    as people speak and are not judged.

    ## Why it matters

    The second word takes the reader's time and gives nothing for it.

    ## Bad

    > O elevador subiu para cima e parou no último andar, como há dois anos atrás.

    ## Good

    > O elevador subiu e parou no último andar, como há dois anos.

    ## Evidence

    `phrase`: what stands there; `suggestion`: what says the same; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported. Fix: the suggestion, as one to look at
    before it is taken.

    ## Source

    The chapters on *pleonasmo vicioso* in Portuguese grammars; the list is our own.
    """

    code = "GRA408"
    name = "mechanics.pleonasm"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.INFO
    messages = {
        "pt": {"message": "«{phrase}» diz o mesmo duas vezes; basta «{suggestion}»"},
        "en": {"message": "“{phrase}” says the same twice; “{suggestion}” is enough"},
    }

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} certain": float(finding.arguments["certain"])}

    def is_certain(self, finding: Finding) -> bool:
        return bool(finding.arguments["certain"])

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        table = _pleonasms()
        quoted = quotations(view.document)
        for sentence in view.sentences:
            if sentence.kind in _COMPOSED:
                continue
            found = words(sentence.text, figures=True)
            at = 0
            while at < len(found):
                form = found[at].form
                candidates = table.get(form, ())
                if form[:2] in table:
                    candidates = (*candidates, *table[form[:2]])
                match = _match(sentence.text, found, at, candidates) if candidates else None
                if match is None:
                    at += 1
                    continue
                start, end = found[at].start, found[at + len(match.words) - 1].end
                if not touches(quoted[sentence.index], start, end) and not sentence.is_opaque(
                    start, end
                ):
                    yield self._explain(sentence, found[at : at + len(match.words)], match)
                at += len(match.words)

    def _explain(self, sentence: Sentence, found: Sequence[Word], match: _Pleonasm) -> Finding:
        text = sentence.text
        start, end = found[0].start, found[-1].end
        suggestion = match.instead or _kept(text, found, match.superfluous)
        if text[start].isupper():
            suggestion = suggestion[:1].upper() + suggestion[1:]
        return self.finding(
            sentence,
            {"phrase": text[start:end], "suggestion": suggestion},
            start=start,
            end=end,
            arguments={"certain": match.certain},
            fix=_replace(
                sentence,
                start,
                end,
                suggestion,
                Applicability.SUGGESTION if match.instead else Applicability.UNSAFE,
            ),
        )


def _match(
    text: str, found: Sequence[Word], at: int, candidates: Sequence[_Pleonasm]
) -> _Pleonasm | None:
    for entry in candidates:
        end = at + len(entry.words)
        if (
            end <= len(found)
            and _fits(found[at].form, entry.words[0])
            and all(
                _fits(word.form, alternatives)
                for word, alternatives in zip(found[at:end], entry.words, strict=True)
            )
            and not _is_excused(text, found, at, end)
            and all(
                text[found[i].end : found[i + 1].start] in (" ", ", ") for i in range(at, end - 1)
            )
        ):
            return entry
    return None


def _kept(text: str, found: Sequence[Word], superfluous: frozenset[int]) -> str:
    kept = [word for number, word in enumerate(found) if number not in superfluous]
    return re.sub(r"\s+", " ", " ".join(text[word.start : word.end] for word in kept))

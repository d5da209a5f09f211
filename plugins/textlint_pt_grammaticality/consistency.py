"""GRA501 to GRA506: one document, two ways of writing the same thing."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import (
    Finding,
    Kind,
    Option,
    Related,
    Rule,
    Scope,
    Sentence,
    Severity,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.variants import folded, forms, variant_of
from textlint_pt_grammaticality.confidence import MEASURED
from textlint_pt_grammaticality.orthography import compared, concerned
from textlint_pt_grammaticality.reading import listed, quotations, touches, words

_USES = Option(3, "uses of the usual form from which another one is reported", 2)
#: the usual form must be so many times as frequent as the other: below it the text has no usual one
_CLEAR = 2


class Use(NamedTuple):
    """A form used in a sentence, and which of the ways of writing it belongs to."""

    way: str
    sentence: Sentence
    start: int
    end: int
    #: what the form says: forms with the same one say the same, in the two ways
    meaning: str = ""

    @property
    def form(self) -> str:
        return self.sentence.text[self.start : self.end]


class _Consistency(Rule):
    """A rule that reports, once a document, the way of writing that is not its usual one."""

    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    options = {"uses": _USES}
    #: so many different words show what is usual, unless the very counterpart stands in the text
    different: ClassVar[int] = 1

    @abstractmethod
    def uses(self, view: View) -> Iterator[Use]:
        """Every use in reading order, quotations and code included."""

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self.uses(view))
        if len({use.way for use in found}) < 2:
            return
        found = _spoken_by_the_text(view, found)
        counts = Counter(use.way for use in found)
        if len(counts) < 2:
            return
        (usual, most), (_, second) = counts.most_common(2)
        if most < options["uses"] or most < _CLEAR * second:
            return
        other = next(use for use in found if use.way != usual)
        like = [use for use in found if use.way == usual]
        meanings = {use.meaning for use in like}
        if other.meaning not in meanings and len(meanings) < self.different:
            return
        example = next((use for use in like if use.meaning == other.meaning), like[0])
        yield self.finding(
            other.sentence,
            {
                "form": other.form,
                "uses": counts[other.way],
                "usual": example.form,
                "usual_uses": most,
                "limit": options["uses"],
            },
            start=other.start,
            end=other.end,
            message=self.message_for(other.way),
            related=[Related(example.sentence.content.span(example.start, example.end))],
        )

    def message_for(self, way: str) -> str:
        return "message"


def _spoken_by_the_text(view: View, uses: Sequence[Use]) -> list[Use]:
    """The uses that are the text's own: not quoted, mentioned or code."""
    quoted = quotations(view.document)
    return [
        use
        for use in uses
        if not touches(quoted[use.sentence.index], use.start, use.end)
        and not use.sentence.is_opaque(use.start, use.end)
        and use.sentence.kind is not Kind.VERSE
    ]


# ------------------------------------------------------------------ GRA501


class MixedVariants(_Consistency):
    """European and Brazilian forms in one document.

    ## What it finds

    A form of the other variant in a text that otherwise keeps to one: spelling (*facto*, *fato*;
    *registo*, *registro*), the accent before a nasal (*económico*, *econômico*), words (*ficheiro*,
    *arquivo*; *autocarro*, *ônibus*), places (*Moscovo*, *Moscou*). Words that both variants have
    in some sense count only where their counterpart stands in the text too. Quotations, names and
    code are left out; what the agreement of 1990 changed is GRA502.

    ## Why it matters

    A reader of either variant notices at once that two hands were at work. In translations it
    shows which strings came from elsewhere.

    ## Bad

    > O utilizador abre o ficheiro, e o ficheiro fica no ecrã do utilizador. Depois o usuário grava.

    ## Good

    > O utilizador abre o ficheiro, e o ficheiro fica no ecrã do utilizador. Depois o utilizador
    > grava.

    ## Evidence

    `form` and `uses`: the first form of the other variant and how many there are; `usual` and
    `usual_uses`: the counterpart where there is one and how many forms are of the usual variant;
    `limit`: the uses that make a variant the usual one (and twice as many as of the other).

    ## Source

    The list is our own; the accent before a nasal: Acordo Ortográfico de 1990, bases VIII to XI.
    """

    code = "GRA501"
    name = "consistency.mixed-variants"
    different = 3
    messages = {
        "pt": {
            "european": "«{form}» escreve-se assim em Portugal; o texto usa as formas do Brasil "
            "({usual_uses} contra {uses})",
            "brazilian": "«{form}» escreve-se assim no Brasil; o texto usa as formas de Portugal "
            "({usual_uses} contra {uses})",
            "related": "a outra variante: «{usual}»",
        },
        "en": {
            "european": "“{form}” is written so in Portugal; the text uses the forms of Brazil "
            "({usual_uses} to {uses})",
            "brazilian": "“{form}” is written so in Brazil; the text uses the forms of Portugal "
            "({usual_uses} to {uses})",
            "related": "the other variant: “{usual}”",
        },
    }

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        single, phrases = forms()
        found: list[tuple[Use, bool]] = []
        for sentence in view.sentences:
            text = sentence.text
            here: list[tuple[Use, bool]] = []
            for match in phrases.finditer(text):
                variant = single.get(match.group().lower()) or single.get(match.group())
                if variant is not None:
                    use = Use(variant.way, sentence, match.start(), match.end(), variant.pair)
                    here.append((use, variant.weak))
            for word in words(text):
                written = text[word.start : word.end]
                variant = variant_of(written, word.start)
                if variant is not None:
                    use = Use(variant.way, sentence, word.start, word.end, variant.pair)
                    here.append((use, variant.weak))
            found.extend(sorted(here, key=lambda pair: pair[0].start))
        strong = {(use.way, use.meaning) for use, weak in found if not weak}
        for use, weak in found:
            other = "brazilian" if use.way == "european" else "european"
            if not weak or (other, use.meaning) in strong:
                yield use


# ------------------------------------------------------------------ GRA502


class MixedOrthography(_Consistency):
    """Spelling before and after the agreement of 1990 in one document.

    ## What it finds

    A word in the spelling of before the agreement in a text that otherwise follows it, or the other
    way round: silent consonants (*acção*, *ação*), the trema (*tranqüilo*), *idéia*, *heróico*,
    *vôo*, *vêem*, *pára*. Portugal and Brazil changed different things, and each change is compared
    only with others of the same side. Quotations, titles, names and code are left out. Where GRA904
    reports the former spelling, this rule does not say it again.

    ## Why it matters

    Either spelling may be a choice; both in one text is a piece that nobody went over.

    ## Bad

    > A direcção aprovou o projecto e a selecção dos actores. A ação começa amanhã.

    ## Good

    > A direcção aprovou o projecto e a selecção dos actores. A acção começa amanhã.

    ## Evidence

    `form` and `uses`: the first word in the other spelling and how many there are; `usual` and
    `usual_uses`: one in the usual spelling and how many there are; `limit`: the uses that make a
    spelling the usual one (and twice as many as of the other).

    ## Source

    Acordo Ortográfico da Língua Portuguesa (1990), bases IV, IX and XIV; the list is our own.
    """

    code = "GRA502"
    name = "consistency.mixed-orthography"
    messages = {
        "pt": {
            "former": "«{form}» é a grafia anterior ao acordo de 1990; o texto segue o acordo "
            "({usual_uses} contra {uses})",
            "present": "«{form}» é a grafia do acordo de 1990; o texto segue a anterior "
            "({usual_uses} contra {uses})",
            "related": "a outra grafia: «{usual}»",
        },
        "en": {
            "former": "“{form}” is spelt as before the agreement of 1990; the text follows it "
            "({usual_uses} to {uses})",
            "present": "“{form}” is spelt as in the agreement of 1990; the text is as before it "
            "({usual_uses} to {uses})",
            "related": "the other spelling: “{usual}”",
        },
    }

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        for one in compared(concerned(view)):
            way, _, meaning, _ = one.spelling
            yield Use(way, one.sentence, one.start, one.end, meaning)


# ------------------------------------------------------------------ GRA503

_TU = listed("tu contigo teu tua teus tuas tens podes queres sabes fazes precisas")
_NOUN_MARKERS = listed("o um do ao no este esse")


class MixedAddress(_Consistency):
    """The reader is *tu* in one place and *você* in another.

    ## What it finds

    *tu* with its forms (*contigo*, *teu*, *tens*, *podes*) and *você* in the same text as address
    of the same person. Dialogue, quotations and sentences with a dash may be other people's words
    and are left out; so is *vocês*, which goes with both.

    ## Why it matters

    The reader does not know how they are spoken to. In Brazil the two mix in speech; a manual or a
    form still chooses one.

    ## Bad

    > Você abre a conta em casa. Você escolhe a senha e você confirma. Depois tens de esperar.

    ## Good

    > Você abre a conta em casa. Você escolhe a senha e você confirma. Depois tem de esperar.

    ## Evidence

    `form` and `uses`, `usual` and `usual_uses`: the two forms of address and how often each is
    used; `limit`: the uses that make one the usual one (and twice as many as of the other).

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, on *formas de tratamento*.
    """

    code = "GRA503"
    name = "consistency.mixed-address"
    severity = Severity.INFO
    messages = {
        "pt": {
            "message": "«{form}»: o texto trata quem lê por «{usual}» ({usual_uses} contra {uses})",
            "related": "aqui «{usual}»",
        },
        "en": {
            "message": "“{form}”: the text addresses the reader as “{usual}” "
            "({usual_uses} to {uses})",
            "related": "here “{usual}”",
        },
    }

    def uses(self, view: View) -> Iterator[Use]:
        for sentence in view.sentences:
            text = sentence.text
            if sentence.kind is Kind.DIALOGUE or any(dash in text for dash in ("—", "–", "--")):
                continue
            found = words(text)
            for at, word in enumerate(found):
                if word.form == "você":
                    yield Use("você", sentence, word.start, word.end)
                    continue
                named = word.form == "tu" and at and found[at - 1].form in _NOUN_MARKERS
                capital = word.start and text[word.start].isupper()
                if word.form in _TU and not named and not capital:
                    yield Use("tu", sentence, word.start, word.end)


# ------------------------------------------------------------------ GRA504

_NUMBER = regex(
    r"""
    (?<![\w.,:/-])
    (?: (?P<comma>\d{1,3}(?:\.\d{3})+,\d+ | \d{1,3}(?:\.\d{3}){2,}
          | \d+,\d+(?=\s?(?:%|€|km|kg|cm|mm|milh|bilh|bili|mil\b)) | (?<=[$€]\s)\d+,\d\d)
      | (?P<point>\d{1,3}(?:,\d{3})+\.\d+ | \d{1,3}(?:,\d{3}){2,}
          | \d+\.\d{1,2}(?=\s?(?:%|€|km|kg|cm|mm|milh|bilh|bili)) | (?<=[$€]\s)\d+\.\d\d)
    )(?![\d]|[.,:/-]\d)
    """,
    re.VERBOSE,
)


class MixedNumbers(_Consistency):
    """Decimal comma and decimal point in one document.

    ## What it finds

    Numbers such as *1,000.50* or *3.5 %* in a text that writes *1.000,50* and *3,5 %*, or the other
    way round. Only numbers that can be read in one way count: with both marks, with several groups
    of thousands, or before a unit or after a currency. Versions, dates, times and code do not.

    ## Why it matters

    *1.500* is either fifteen hundred or one and a half. Once both styles stand in a text no reader
    can tell which.

    ## Bad

    > A taxa subiu de 2,5 % para 3,1 %, depois para 3,4 %, e desceu para 2.9 % em maio.

    ## Good

    > A taxa subiu de 2,5 % para 3,1 %, depois para 3,4 %, e desceu para 2,9 % em maio.

    ## Evidence

    `form` and `uses`, `usual` and `usual_uses`: a number in each style and how many there are;
    `limit`: the uses that make a style the usual one (and twice as many as of the other).

    ## Source

    ISO 80000-1 and the national standards: a comma in Portugal and in Brazil.
    """

    code = "GRA504"
    name = "consistency.mixed-numbers"
    messages = {
        "pt": {
            "message": "«{form}» não segue o estilo dos outros números, como «{usual}» "
            "({usual_uses} contra {uses})",
            "related": "como «{usual}»",
        },
        "en": {
            "message": "“{form}” is not in the style of the other numbers, such as “{usual}” "
            "({usual_uses} to {uses})",
            "related": "such as “{usual}”",
        },
    }

    def uses(self, view: View) -> Iterator[Use]:
        for sentence in view.sentences:
            for match in _NUMBER.finditer(sentence.text):
                yield Use(match.lastgroup or "", sentence, match.start(), match.end())


# ------------------------------------------------------------------ GRA505

_DATE = regex(
    r"""
    (?<![\w./-])
    (?: (?P<slashes>(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)\d\d)
      | (?P<month_first>(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01])/(?:19|20)\d\d)
      | (?P<hyphens>(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-(?:19|20)\d\d)
      | (?P<stops>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d)
      | (?P<iso>(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))
      | (?P<words>(?:[1-9]|1º|[12]\d|3[01])\ de\ (?:janeiro|fevereiro|março|abril|maio|junho|julho
          |agosto|setembro|outubro|novembro|dezembro)\ de\ (?:19|20)\d\d)
    )(?![\w/-])
    """,
    re.VERBOSE | re.IGNORECASE,
)


class MixedDates(_Consistency):
    """Dates in several styles in one document.

    ## What it finds

    A date such as *2020-05-12* in a text that writes *12/05/2020*, *12 de maio de 2020* among dates
    in figures, or the month before the day. Table cells and headings are not judged.

    ## Why it matters

    *05/12/2020* is May or December according to the style around it.

    ## Bad

    > Aberto a 12/05/2020, revisto a 03/06/2020 e a 30/06/2020, publicado a 2020-07-12.

    ## Good

    > Aberto a 12/05/2020, revisto a 03/06/2020 e a 30/06/2020, publicado a 12/07/2020.

    ## Evidence

    `form` and `uses`, `usual` and `usual_uses`: a date in each style and how many there are;
    `limit`: the uses that make a style the usual one (and twice as many as of the other).

    ## Source

    Style manuals; no paper.
    """

    code = "GRA505"
    name = "consistency.mixed-dates"
    severity = Severity.INFO
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
    messages = {
        "pt": {
            "message": "«{form}» não segue o estilo das outras datas, como «{usual}» "
            "({usual_uses} contra {uses})",
            "related": "como «{usual}»",
        },
        "en": {
            "message": "“{form}” is not in the style of the other dates, such as “{usual}” "
            "({usual_uses} to {uses})",
            "related": "such as “{usual}”",
        },
    }

    def uses(self, view: View) -> Iterator[Use]:
        for sentence in view.sentences:
            if sentence.kind in self.kinds:
                for match in _DATE.finditer(sentence.text):
                    yield Use(match.lastgroup or "", sentence, match.start(), match.end())


# ------------------------------------------------------------------ GRA506

#: letters from which a name with one letter changed is taken for the same name
_LONG_NAME = 5
#: endings by which words of one stem differ: plural, gender, derivation
_INFLECTION = frozenset("aeosrm")


class NameInTwoSpellings(Rule):
    """One name is written in two ways.

    ## What it finds

    A name that stands mostly in one spelling and elsewhere in another: with and without its accent
    (*António*, *Antonio*), or as part of a longer name with one letter changed, lost or added
    (*Teresa Sampaio*, *Teresa Sampao*). The first word of a sentence is not judged, nor is a name
    that the text also has as a word in lower case; endings that make another word (*Unido*,
    *Unidos*) and another first letter are no second spelling.

    ## Why it matters

    The reader asks whether these are two people; an index and a search make two of them.

    ## Bad

    > Falámos com o António Braga. Segundo o António, tudo correu bem. A empresa do António cresceu.
    > Depois o Antonio saiu.

    ## Good

    > Falámos com o António Braga. Segundo o António, tudo correu bem. A empresa do António cresceu.
    > Depois o António saiu.

    ## Evidence

    `form` and `uses`, `usual` and `usual_uses`: the two spellings and how often each stands in the
    text; `limit`: the uses that make a spelling the usual one (and twice as many as of the other).

    ## Source

    Copy editors' practice; no paper.
    """

    code = "GRA506"
    name = "consistency.name-in-two-spellings"
    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    options = {"uses": _USES}
    messages = {
        "pt": {
            "message": "«{form}» aparece mais vezes como «{usual}» ({usual_uses} contra {uses})",
            "related": "aqui «{usual}»",
        },
        "en": {
            "message": "“{form}” is mostly written “{usual}” ({usual_uses} to {uses})",
            "related": "here “{usual}”",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        names, common = _names(view)
        least: int = options["uses"]
        counts = Counter(
            {name: len(uses) for name, uses in names.items() if name.lower() not in common}
        )
        pairs = {**_accents_apart(names, counts, least), **_letters_apart(names, counts, least)}
        for other, usual in sorted(pairs.items()):
            here, there = names[other][0], names[usual][0]
            yield self.finding(
                here.sentence,
                {
                    "form": other,
                    "uses": counts[other],
                    "usual": usual,
                    "usual_uses": counts[usual],
                    "limit": least,
                },
                start=here.start,
                end=here.end,
                related=[Related(there.sentence.content.span(there.start, there.end))],
            )


class _Place(NamedTuple):
    """Where a name stands; `partners` are the capitalised words right before and after it."""

    sentence: Sentence
    start: int
    end: int
    partners: tuple[str, ...]


def _names(view: View) -> tuple[Mapping[str, Sequence[_Place]], set[str]]:
    """Names of four letters or more by spelling, and the words the text has in lower case."""
    names: dict[str, list[_Place]] = defaultdict(list)
    common: set[str] = set(function_words())
    for sentence in view.sentences:
        text = sentence.text
        found = words(text)
        forms = [text[word.start : word.end] for word in found]
        for at, (word, form) in enumerate(zip(found, forms, strict=True)):
            if form.islower():
                common.add(form)
            elif (
                at
                and sentence.kind is not Kind.HEADING
                and len(form) >= 4
                and form.istitle()
                and not sentence.is_opaque(word.start, word.end)
            ):
                partners = [
                    f"{side} {forms[other]}"
                    for side, other in (("after", at - 1), ("before", at + 1))
                    if other < len(found)
                    and forms[other].istitle()
                    and text[min(word.end, found[other].end) : max(word.start, found[other].start)]
                    == " "
                ]
                names[form].append(_Place(sentence, word.start, word.end, tuple(partners)))
    return names, common


def _accents_apart(
    names: Mapping[str, Sequence[_Place]], counts: Mapping[str, int], least: int
) -> dict[str, str]:
    """The usual spelling by each other one that differs from it in accents."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in counts:
        alike[folded(name)].append(name)
    result: dict[str, str] = {}
    for spellings in alike.values():
        usual = max(spellings, key=lambda name: (counts[name], name))
        for other in spellings:
            if (
                other != usual
                and _is_usual(counts, usual, other, least)
                and _same_company(names[other], names[usual])
            ):
                result[other] = usual
    return result


def _same_company(places: Sequence[_Place], usual: Sequence[_Place]) -> bool:
    """Whether a spelling stands alone or beside names that the usual one stands beside too.

    "West Virginia" is no slip for "Virgínia Ocidental".
    """
    known = {partner for place in usual for partner in place.partners}
    return any(not place.partners or known.intersection(place.partners) for place in places)


def _letters_apart(
    names: Mapping[str, Sequence[_Place]], counts: Mapping[str, int], least: int
) -> dict[str, str]:
    """The usual spelling by each other one with one letter changed beside the same other name."""
    # two words that differ in one letter are the same after each has lost one
    shortened: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in counts:
        if len(name) >= _LONG_NAME - 1:
            for partner in {partner for place in names[name] for partner in place.partners}:
                shortened[partner, name].add(name)
                for cut in range(1, len(name)):
                    shortened[partner, name[:cut] + name[cut + 1 :]].add(name)
    result: dict[str, str] = {}
    for group in shortened.values():
        if len(group) < 2:
            continue
        usual = max(group, key=lambda name: (counts[name], name))
        for other in group - {usual}:
            if (
                _is_usual(counts, usual, other, least)
                and len(usual) >= _LONG_NAME
                and not _inflected(usual, other)
                and folded(usual) != folded(other)
            ):
                result[other] = usual
    return result


def _is_usual(counts: Mapping[str, int], usual: str, other: str, least: int) -> bool:
    return counts[usual] >= max(least, _CLEAR * counts[other])


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ only in an ending that makes another form or word."""
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    rests = (one[shared:], other[shared:])
    return all(len(rest) <= 1 and (not rest or rest in _INFLECTION) for rest in rests)

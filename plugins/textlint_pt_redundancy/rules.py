"""RED001 to RED005: repeated sentences and phrases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from textlint_pt.contract import Finding, Related, Rule, Scope, Sentence, Span, View
from textlint_pt.text.overlap import COMMON, EDIT, SUBSTRING, SUBSTRING_WORDS, Numbers, numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.copies import Copy
from textlint_pt_redundancy.metric import Match, Redundancy, Repetition
from textlint_pt_redundancy.words import words

_MANY = {
    "pt": "; {repeats} frases anteriores iguais ou quase",
    "en": "; {repeats} earlier sentences like it",
}


def _catalogue(**messages: tuple[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Messages by language from (pt, en) pairs, each with a form for a sentence that repeats
    several."""
    result: dict[str, dict[str, str]] = {}
    for at, language in enumerate(("pt", "en")):
        result[language] = {"related": ("a frase repetida", "the repeated sentence")[at]}
        for name, texts in messages.items():
            result[language][name] = texts[at]
            result[language][f"{name}_many"] = texts[at] + _MANY[language]
    return result


class _PairRule(Rule):
    """A sentence that passes one of the four tests with an earlier one."""

    scope = Scope.PAIR
    dimension = "redundancy"
    metrics = (Redundancy.name,)
    test: ClassVar[int]

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        detail: Repetition = view.metric(Redundancy.name).detail
        autojunk = options["definition"] == opt.GRUEN_PUBLISHED
        for later, matches in sorted(detail.matches.items()):
            match = matches.get(self.test)
            if match is None:
                continue
            here, there = view.sentences[later], view.sentences[match.other]
            found = numbers(there.text, here.text, autojunk=autojunk)
            message, evidence, arguments = self.explain(here, there, found, match, options)
            yield self.finding(
                here,
                {**evidence, "repeats": match.count},
                message=message if match.count == 1 else f"{message}_many",
                arguments=arguments,
                related=[Related(there.span)],
            )

    @abstractmethod
    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        """Message key, evidence and further fields of the message."""


def _span(sentences: Sequence[Sentence], first: int, end: int) -> Span:
    return Span(sentences[first].span.start, sentences[end - 1].span.end)


def _percent(share: float) -> dict[str, str]:
    return {"percent": f"{100 * share:g}"}


class CommonSubstring(_PairRule):
    """Sentences stand twice.

    ## What it finds

    Sentences that stand there again word for word by accident: a paragraph pasted twice, a loop, a
    sentence said again at once. However many sentences are copied, one finding spans them, and one
    that was changed in between does not divide it. Further on only long copies count, and what is
    said twice with reason does not: parallel procedures and sections, notes under each heading,
    refrains, what introduces code or a table, items of law, what the original repeats where the
    text is a translation that has its `source`.

    In the preset `generated` (text that a model wrote) and in `gruen` it is test 1 of the paper: a
    sentence of which the longest piece that stands in an earlier one too covers more than
    `substring` (80 %) of the shorter. `generated` spares refrains, cumulative tales, enumerations,
    names and short lines of dialogue: see `near`, `refrain` and `content_words`. These and
    `definition` belong to all four rules about pairs: set for one, they hold for RED001 to RED004.

    ## Why it matters

    A reader who meets the same words again looks for what is different and finds nothing. Texts
    written by machine fall into such loops; in texts written by people it is mostly a paste too
    many.

    ## Bad

    ```text
    O velho moinho rangia toda a noite junto ao rio. Ninguém dormia na aldeia.
    O velho moinho rangia toda a noite junto ao rio.
    ```

    ## Good

    ```text
    O velho moinho rangia toda a noite junto ao rio. Ninguém dormia na aldeia.
    Só o moleiro, já meio surdo, ressonava.
    ```

    ## Evidence

    `common_substring`: characters of the longest common piece; `shorter`: characters of the shorter
    sentence, both summed over copied sentences; `limit`: the share that was passed; `repeats`:
    earlier sentences this one matches, or how often a loop says it again; `sentences` (default
    definition): sentences that the copy spans.

    Measured on texts by people, preset default: 0.5 findings per 1,000 sentences of many
    registers (48 of 66 right), 0.2 of stories, 0 of news.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 1.
    """

    code = "RED001"
    name = "redundancy.common-substring"
    test = SUBSTRING
    supersedes = ("RED002", "RED003", "RED004")
    options = {"substring": opt.SUBSTRING, **opt.PAIRS}
    messages = _catalogue(
        message=(
            "{common_substring} de {shorter} caracteres em comum com a linha {line}, "
            "limite {percent} %",
            "{common_substring} of {shorter} characters shared with line {line}, limit {percent} %",
        ),
        same=("repete a frase da linha {line}", "repeats the sentence of line {line}"),
        part=(
            "já está toda na frase da linha {line}",
            "stands in the sentence of line {line} already",
        ),
        whole=(
            "contém toda a frase da linha {line}",
            "contains the whole sentence of line {line}",
        ),
        run=(
            "{sentences} frases repetidas a partir da linha {line}",
            "{sentences} sentences repeated from line {line} on",
        ),
        loop=(
            "repete o que está a partir da linha {line}, mais {repeats}×",
            "repeats what stands from line {line} on, {repeats}× more",
        ),
    )

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        yield from super().check(view, options)
        detail: Repetition = view.metric(Redundancy.name).detail
        for copy in detail.copies:
            yield self._copied(view.sentences, copy, options)

    def _copied(
        self, sentences: Sequence[Sentence], copy: Copy, options: Mapping[str, Any]
    ) -> Finding:
        found = [numbers(sentences[a].text, sentences[b].text) for a, b in copy.pairs]
        loop = copy.between < 0
        there_end = copy.again if loop else copy.first_end
        length = copy.end - copy.again
        message = "same" if length == 1 else "run"
        if loop:
            message = "loop"
        return Finding(
            code=self.code,
            span=_span(sentences, copy.again, copy.end),
            evidence={
                "common_substring": sum(one.substring for one in found),
                "shorter": sum(one.shorter for one in found),
                "limit": options["substring"],
                "sentences": length,
                "repeats": length // (copy.again - copy.first) if loop else 1,
            },
            message=message,
            sentence=copy.again,
            related=(Related(_span(sentences, copy.first, there_end)),),
        )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        evidence = {
            "common_substring": found.substring,
            "shorter": found.shorter,
            "limit": options["substring"],
        }
        message = "message"
        if here.text == there.text:
            message = "same"
        elif here.text in there.text:
            message = "part"
        elif there.text in here.text:
            message = "whole"
        return message, evidence, _percent(options["substring"])


class CommonSubstringWords(_PairRule):
    """A sentence has one piece of many words in common with an earlier one.

    ## What it finds

    A sentence whose longest common piece with an earlier one spans more than `substring_words`
    (80 %) of the words of the one that has fewer, though it is not long in characters.

    ## Why it matters

    The sentences differ in a long word at the edge and say the same otherwise.

    ## Bad

    ```text
    O rei foi ao mar ver o sol nascer com a embaixatriz.
    O rei foi ao mar ver o sol nascer com a governanta.
    ```

    ## Good

    ```text
    O rei foi ao mar ver o sol nascer com a embaixatriz. A governanta ficou no paço.
    ```

    ## Evidence

    `substring_words`: words of the longest common piece, cut ones included; `words`: words of the
    sentence that has fewer; `limit`: the share that was passed; `repeats`: earlier sentences this
    one matches.

    Silent by default: people change one word of a sentence on purpose. Measured on texts by people,
    preset generated: 0.2 findings per 1,000 sentences of many registers.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 2.
    """

    code = "RED002"
    name = "redundancy.common-substring-words"
    test = SUBSTRING_WORDS
    supersedes = ("RED003", "RED004")
    options = {"substring_words": opt.SUBSTRING_WORDS, **opt.PAIRS}
    messages = _catalogue(
        message=(
            "{substring_words} de {words} palavras seguidas em comum com a linha {line}, "
            "limite {percent} %",
            "{substring_words} of {words} words in one piece shared with line {line}, "
            "limit {percent} %",
        )
    )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        limit = options["substring_words"]
        evidence = {
            "substring_words": found.substring_words,
            "words": found.fewer_words,
            "limit": limit,
        }
        return "message", evidence, _percent(limit)


class EditDistance(_PairRule):
    """A sentence is an earlier one with few characters changed.

    ## What it finds

    A sentence that becomes an earlier one by changing, adding or taking away fewer characters than
    `edit` (60 %) of the longer has, and that shares its content words (`content_words`, `alike`).

    ## Why it matters

    One exchanged word seldom makes a new thought. Where it does, say only what is new.

    ## Bad

    ```text
    A raposa atravessou o campo de trigo ao amanhecer.
    A raposa atravessou o campo de milho ao amanhecer.
    ```

    ## Good

    ```text
    A raposa atravessou o campo de trigo ao amanhecer e depois o de milho.
    ```

    ## Evidence

    `edit_distance`: characters to change; `limit`: the number it stayed under, `edit` times the
    characters of the longer sentence; `repeats`: earlier sentences this one matches.

    Silent by default: people change one word of a sentence on purpose. Measured on texts by people,
    preset generated: 5.4 findings per 1,000 sentences of many registers.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 3.
    """

    code = "RED003"
    name = "redundancy.edit-distance"
    test = EDIT
    supersedes = ("RED004",)
    options = {"edit": opt.EDIT, **opt.PAIRS}
    messages = _catalogue(
        message=(
            "difere da linha {line} em {edit_distance} de {longer} caracteres, limite {limit}",
            "differs from line {line} in {edit_distance} of {longer} characters, limit {limit}",
        )
    )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        limit = round(options["edit"] * found.longer, 6)
        evidence = {"edit_distance": found.edit_distance, "limit": limit}
        return "message", evidence, {"longer": found.longer}


class CommonWords(_PairRule):
    """A sentence has most of its words in common with an earlier one.

    ## What it finds

    Two sentences of which the one with fewer words has more than `common` (80 %) of them in the
    other, in whatever order. Words that carry content are counted: not function words, names or
    verbs of saying (`definition: gruen` counts all).

    ## Why it matters

    The same words in another order are mostly the same thought.

    ## Bad

    ```text
    Ao cair da noite, os pescadores recolhiam as redes na praia.
    Na praia, os pescadores recolhiam as redes ao cair da noite.
    ```

    ## Good

    ```text
    Ao cair da noite, os pescadores recolhiam as redes na praia.
    As mulheres contavam o peixe à luz das lanternas.
    ```

    ## Evidence

    `common_words`: words both have; `words`: words of the sentence that has fewer; `limit`: the
    share that was passed; `repeats`: earlier sentences this one matches.

    Silent by default: people change one word of a sentence on purpose. Measured on texts by people,
    preset generated: 0.2 findings per 1,000 sentences of many registers.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 4.
    """

    code = "RED004"
    name = "redundancy.common-words"
    test = COMMON
    options = {"common": opt.COMMON, **opt.PAIRS}
    messages = _catalogue(
        message=(
            "{common_words} de {words} palavras já estão na linha {line}, limite {percent} %",
            "{common_words} of {words} words are in line {line}, limit {percent} %",
        ),
        content=(
            "{common_words} de {words} palavras de conteúdo já estão na linha {line}, "
            "limite {percent} %",
            "{common_words} of {words} content words are in line {line}, limit {percent} %",
        ),
    )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        limit = options["common"]
        common, fewer = match.content or (found.common_words, found.fewer_words)
        evidence = {"common_words": common, "words": fewer, "limit": limit}
        return ("content" if match.content else "message"), evidence, _percent(limit)


class InsideSentence(Rule):
    """A phrase is said again within one sentence.

    ## What it finds

    A phrase that follows itself: any of `phrase` (3) words or more twice, if it carries content and
    no pause for effect stands between, one of two words four times, a single word eight times. By
    default it must be the same with all its stops, so that a word which is taken up ("a ponte, a
    ponte que caiu") is none. In the preset `generated` also a phrase of `apart` (8) words or more
    with other words between.

    ## Why it matters

    Text written by machine can circle inside one endless sentence, which no comparison of sentences
    sees; in texts written by people it is a slip of editing. Emphasis ("Vem aí! Vem aí!"),
    lists and sounds ("tique-taque, tique-taque") are spared.

    ## Bad

    ```text
    O pastor subiu a serra com o rebanho com o rebanho com o rebanho.
    ```

    ## Good

    ```text
    O pastor subiu a serra com o rebanho e com o cão.
    ```

    ## Evidence

    `times`: how often the phrase is said; `phrase_words`: its words; `limit`: from how many times a
    phrase of this length counts.

    Measured on texts by people, preset default: 0.1 findings per 1,000 sentences of many
    registers (12 of 19 right), 0 of stories and news.

    ## Source

    Americo and Fernandes 2021, sample 4.12: the case that the pairwise metric misses.
    """

    code = "RED005"
    name = "redundancy.inside-sentence"
    scope = Scope.SPAN
    dimension = "redundancy"
    metrics = (Redundancy.name,)
    supersedes = ("RED001", "RED002", "RED003", "RED004")
    options = {"phrase": opt.PHRASE, "apart": opt.APART}
    messages = {
        "pt": {
            "message": "«{text}» {times} vezes na mesma frase",
            "related": "a primeira vez",
        },
        "en": {
            "message": "“{text}” {times} times in one sentence",
            "related": "the first time",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        detail: Repetition = view.metric(Redundancy.name).detail
        for number, echoes in sorted(detail.echoes.items()):
            sentence = view.sentences[number]
            tokens = words(sentence.text)
            for echo in echoes:
                start, end = tokens[echo.first].start, tokens[echo.first + echo.length - 1].end
                yield self.finding(
                    sentence,
                    {"times": echo.times, "phrase_words": echo.length, "limit": echo.limit},
                    start=tokens[echo.again].start,
                    end=tokens[echo.end - 1].end,
                    arguments={"text": sentence.text[start:end]},
                    related=[Related(sentence.content.span(start, end))],
                )

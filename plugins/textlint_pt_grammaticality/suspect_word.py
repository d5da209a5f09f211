"""GRA001: words that the language model considers wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import (
    Applicability,
    Edit,
    Fault,
    Finding,
    Fix,
    Forms,
    Option,
    Scope,
    Sentence,
    Severity,
    Trial,
    View,
)
from textlint_pt.contract.faults import suspects
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.alternatives import HELPS, Better, better
from textlint_pt_grammaticality.confidence import (
    OPTION,
    VOCABULARY,
    LanguageRule,
    Signals,
    of_models,
)
from textlint_pt_grammaticality.manner import fit
from textlint_pt_grammaticality.metrics import PROSE
from textlint_pt_grammaticality.reading import after_group, together

#: share of plain lower-case words below which a text is names, titles or code
LEAST_PLAIN = 0.6
#: a sentence with more places is dialect, verse, another language, or unreadable: one finding
MOST_PLACES = 2
#: words with a lower error probability are not considered
LEAST_PROBABILITY = 0.9
#: maximal number of suggestions
MOST_SUGGESTED = 3
_STOPS = (".", "!", "?", "…")
_TWO = regex(r"\b(?:um|uma|o|a) [a-zà-ÿ]+[^s\W] e (?:um|uma|o|a) [a-zà-ÿ]+[^s\W] $", re.IGNORECASE)
_CLOSERS = "\"'”’»)]*_"


class SuspectWord(LanguageRule):
    """A word does not belong where it stands.

    ## What it finds

    Words that a language model, taught on Portuguese prose of many kinds with faults put in on
    purpose, takes for wrong in their sentence: an ending that does not agree with a word that may
    stand far away, a word missing before it, doubled or in another's place, a slip that happens to
    be another word. Whole sentences of running text are judged; headings, lists, tables, verse and
    dialogue are not, nor is what has fewer than `words` words, no final stop, or mostly names,
    figures and code, nor a word beside a noun that has one form for both numbers ("os vírus").

    ## Why it matters

    Such a place makes a reader stop and go back. No single rule of grammar need be broken, which
    is why other checkers pass over it; and where a text was generated or translated by machine,
    this is what most often went wrong.

    ## Bad

    > Ele trouxe um para livro mim, para ler nas férias.

    ## Good

    > Ele trouxe um livro para mim, para ler nas férias.

    ## Evidence

    `probability`, in [0, 1], that the word is wrong; `confidence`: how probably the finding is
    right, and the `limit` from where on it is reported. In a sentence with more than two such
    places the worst is reported and `others` names the rest. `suggestions`: the word's other
    inflections, words taken for it and words left out before it were tried, and these make the
    sentence likelier to be free of errors, the first by `gain` nats.

    Few of its findings were right, which is why it is off by default: an error that has a name is
    reported by the rule that names it, which speaks in this rule's place, and what was left to this
    rule was mostly unusual and not wrong.

    `select: [DEFAULT, GRA001]` switches it on. Acceptability is measured without it, too.

    ## Source

    Rei and Yannakoudakis (2016), "Compositional Sequence Labeling Models for Error Detection in
    Learner Writing": every word is labelled, here by an encoder that saw sentences damaged on
    purpose.
    """

    code = "GRA001"
    name = "grammaticality.suspect-word"
    scope = Scope.SENTENCE
    severity = Severity.WARNING
    # right in 11 of 46 fresh readings: selected by name
    default = False
    dimension = "grammaticality"
    needs = ("error-probabilities", "forms", "trial", "wording")
    metrics = ("grammaticality.acceptability",)
    kinds = PROSE
    reach = 0
    options = {
        "confidence": OPTION,
        "vocabulary": VOCABULARY,
        "words": Option(5, "sentences of fewer words are not judged", 1),
    }
    messages = {
        "pt": {
            "message": "«{form}» não parece caber aqui (probabilidade de erro {probability:.2f})",
            "suggested": "«{form}» não parece caber aqui; talvez «{suggestion}» (probabilidade de "
            "erro {probability:.2f})",
        },
        "en": {
            "message": "“{form}” does not seem to belong here (probability of an error "
            "{probability:.2f})",
            "suggested": "“{form}” does not seem to belong here; perhaps “{suggestion}” "
            "(probability of an error {probability:.2f})",
        },
    }

    def signals(self, view: View, finding: Finding) -> Signals:
        evidence = finding.evidence
        return {
            **of_models(view, finding, evidence.get("gain", 0.0), 0.0, evidence["probability"]),
            "suggested": float(finding.fix is not None),
            "others": float("others" in evidence),
        }

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        forms: Forms = view.analysis("forms")
        trial: Trial = view.analysis("trial")
        fits = fit(view)
        for sentence, words in zip(
            view.sentences, view.analysis("error-probabilities"), strict=True
        ):
            if sentence.kind not in self.kinds or not fits[sentence.index]:
                continue
            places = suspects(words, LEAST_PROBABILITY)
            plain = judged(sentence, words, options["words"]) if places else frozenset()
            places = [
                place
                for place in places
                if all(word.start in plain for word in place)
                and not numberless(sentence.text, words, place, forms)
                and not of_two(sentence.text, place)
                and not of_many(sentence.text, place, forms)
            ]
            others: list[str] = []
            if len(places) > MOST_PLACES:
                places.sort(key=lambda place: -max(word.probability for word in place))
                others = [sentence.text[p[0].start : p[-1].end] for p in places[1:]]
                places = places[:1]
            for place in places:
                found = better(sentence.text, place, words, forms, trial)
                yield self._report(sentence, place, others, found)

    def _report(
        self,
        sentence: Sentence,
        place: Sequence[Fault],
        others: Sequence[str],
        tried: Sequence[Better],
    ) -> Finding:
        start, end = place[0].start, place[-1].end
        probability = round(max(word.probability for word in place), 3)
        evidence: dict[str, Any] = {"probability": probability}
        if others:
            evidence["others"] = others
        good = [one for one in tried if one.gain >= HELPS][:MOST_SUGGESTED]
        text = sentence.text
        suggestions = [
            text[start : one.start] + one.replacement + text[one.end : end] for one in good
        ]
        fix = None
        if good:
            evidence |= {"gain": round(good[0].gain, 2), "suggestions": suggestions}
            if together(sentence.content, good[0].start, good[0].end):
                span = sentence.content.span(good[0].start, good[0].end)
                edit = Edit(span.start, span.end, good[0].replacement)
                fix = Fix(Applicability.SUGGESTION, (edit,))
        return self.finding(
            sentence,
            evidence,
            start=start,
            end=end,
            message="suggested" if good else "message",
            arguments={
                "form": text[start:end],
                **({"suggestion": suggestions[0]} if good else {}),
            },
            fix=fix,
        )


def numberless(text: str, words: Sequence[Fault], place: Sequence[Fault], forms: Forms) -> bool:
    """Whether the place is or precedes a noun with one form for both numbers ("os vírus").

    The model, which seldom reads them as plurals, considers their neighbours wrong.
    """
    after = next((word for word in words if word.start >= place[-1].end), None)
    near = [*place, after] if after else place
    return any(
        reading.upos == "NOUN" and reading.feature("Number") is None
        for word in near
        for reading in forms.readings(text[word.start : word.end])
    )


def of_two(text: str, place: Sequence[Fault]) -> bool:
    """Whether the place is a plural after two nouns in the singular: "um pão e um bolo frescos".

    The model considers it wrong beside the second noun alone.
    """
    return text[: place[-1].end].endswith("s") and bool(_TWO.search(text[: place[0].start]))


def of_many(text: str, place: Sequence[Fault], forms: Forms) -> bool:
    """Whether the place ends in a plural verb after a group of several: usage is divided."""
    return after_group(text[: place[0].start]) and any(
        reading.feature("VerbForm") == "Fin" and reading.feature("Number") == "Plur"
        for reading in forms.readings(text[place[-1].start : place[-1].end])
    )


def judged(sentence: Sentence, words: Sequence[Fault], least: int) -> frozenset[int]:
    """Where the plain words of a whole sentence start; nothing if no model should judge it."""
    text = sentence.text
    if not text.rstrip(_CLOSERS).endswith(_STOPS):
        return frozenset()
    plain: list[int] = []
    others = 0
    for word in words:
        form = text[word.start : word.end].lstrip("-")
        if not form[:1].isalnum():
            continue
        letters = all(char.isalpha() or char in "-'’" for char in form)
        if letters and (form.islower() or not (plain or others)):
            plain.append(word.start)
        else:
            others += 1
    count = len(plain) + others
    enough = count >= least and len(plain) >= LEAST_PLAIN * count
    return frozenset(plain) if enough else frozenset()

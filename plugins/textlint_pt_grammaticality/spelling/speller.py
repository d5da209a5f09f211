"""What the rules share that say that a form is no word: GRA901, GRA902 and GRA906."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Applicability, Finding, Option, Sentence, View
from textlint_pt.contract.vocabulary import Vocabulary, read_vocabulary
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import in_variant
from textlint_pt_grammaticality.document.manner import of_kinds, variant, writing_style
from textlint_pt_grammaticality.document.names import (
    coded,
    in_source,
    is_called,
    is_named,
    names,
    shown,
)
from textlint_pt_grammaticality.document.old_spelling import is_old
from textlint_pt_grammaticality.judge.confidence import OPTION, VOCABULARY, Signals
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.channel import CLASS, Candidate, cost_of
from textlint_pt_grammaticality.sentence.reading import touches
from textlint_pt_grammaticality.sentence.respelling import bare
from textlint_pt_grammaticality.spelling.unknown import Place, opens, reads_english, unknown

#: quotations of fewer characters mention a word or a name
_MAX_MENTION = 40
#: nats behind the first within which a second word is named, and others are listed; how many are
_CLOSE, _FAR, _LISTED = 2.0, 6.0, 3
#: frequency class that a word of the project's vocabulary counts as, and how probably what is most
#: like one is a slip, at least
_VOCABULARY_FREQUENCY, _OF_VOCABULARY = 8, 0.5
#: slips that are several
_SEVERAL_SLIPS = 2
#: from which chance on a correction may be applied unseen
_MIN_APPLIED = 0.95
#: what a word has that is said as one, but for the shortest of chats
_PRONOUNCEABLE = regex(r"[aeiouyà-ü]|\A..\Z")


OPTIONS: Mapping[str, Option] = {
    "confidence": OPTION,
    "vocabulary": VOCABULARY,
    "words": Option([], "further words that are not reported"),
}


def facts(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Hashable:
    """Return the names that the document's code has and the terms in its italics, on which, beside
    its sentence, depends what is said of a form."""
    return LanguageRule.facts(rule, view, options), names(view), variant(view)


def unknown_forms(view: View, sentence: Sentence) -> Sequence[Place]:
    analyses = (view.analysis(name) for name in ("forms", "wording", "english"))
    return unknown(sentence.text, *analyses)


def candidates(
    rule: LanguageRule,
    view: View,
    options: Mapping[str, Any],
    places: Callable[[View, Sentence], Iterable[Place]],
) -> Iterator[Finding]:
    """Yield what `places` takes for wrong in a view, but for the project's own words."""
    allowed_words = {word.lower() for word in options["words"]}
    in_code, linked = names(view).in_code, names(view).linked
    vocabulary, text_variant = read_vocabulary(options["vocabulary"]), variant(view.whole)
    forms, english = view.analysis("forms"), view.analysis("english")
    style = writing_style(view)
    # what was written without accents, or lost the letters that have one, GRA903 mends
    lost = style.bare.places if style.bare and style.whole else ()
    covered_by_gra903 = {(one.sentence.span, one.start) for one in lost}
    for sentence, quoted in of_kinds(view, rule.declared.kinds, style.readable):
        if reads_english(sentence.text, forms, english):
            continue
        mentions = [
            (start, end)
            for start, end in quoted
            if end - start < _MAX_MENTION or is_old(sentence.text[start:end])
        ]
        for place in places(view, sentence):
            start, end = place.start, place.end
            if (
                place.form not in allowed_words
                and (sentence.span, start) not in covered_by_gra903
                and place.form not in linked
                and _PRONOUNCEABLE.search(place.form)  # not "nvm", "ttm"
                # "treine lm"; one that only lacks its accents is code where it is said to be
                and not is_called(sentence.text, start, end, in_code)
                and not (place.form in in_code and not place.marks_alone)
                and not sentence.is_opaque(start, end)
                and not touches(mentions, start, end)
            ):
                ranked_place = _in_variant(place, vocabulary, text_variant)
                # "económicos", a seldom "econômicos": what the variant writes
                if not (ranked_place.found and ranked_place.found[0].form == place.form):
                    yield _finding(rule, sentence, ranked_place)


def _finding(rule: LanguageRule, sentence: Sentence, place: Place) -> Finding:
    """Return the finding over a place; a person decides where several words fit or it may be a
    name."""
    start, end = place.start, place.end
    written = sentence.text[start:end]
    meant_words = suggestions(place, written)
    # "- usuario: quem fez o pedido" is a key, or one that lacks its accent
    before, after = sentence.text[:start], sentence.text[end : end + 1]
    is_key = after == ":" and not before.strip("\"'“ ")
    is_several = len(place.found) > 1 and place.found[1].score > place.found[0].score - _CLOSE
    is_term = is_key or is_named(sentence.text, start)
    is_unseen = not is_several and not is_term and place.chance >= _MIN_APPLIED
    message = "rare" if place.rare else "several" if is_several else "message"
    return rule.correction(
        sentence,
        start,
        end,
        meant_words[0] if meant_words else None,
        {"suggestions": list(meant_words)},
        message=message if message in rule.messages["pt"] else "message",
        arguments={
            **dict(zip(("suggestion", "other"), meant_words, strict=False)),
            "_place": place,
            "is_key": is_key,
            "_name": written != place.form and not opens(sentence.text, start),
        },
        applicability=Applicability.UNSAFE if is_unseen else Applicability.SUGGESTION,
    )


def finish(
    rule: LanguageRule, view: View, found: Sequence[Finding], options: Mapping[str, Any]
) -> Sequence[Finding]:
    """Return the findings without words of the translated source and of the document's code; the
    correction of a word that is also a name is a suggestion."""
    if not found:
        return []
    source_words, shown_words, code_words = in_source(view), shown(view), coded(view)
    return [
        one.replace(fix=one.fix.replace(applicability=Applicability.SUGGESTION))
        if one.fix and (one.arguments["form"].lower() in shown_words or _is_element(view, one))
        else one
        for one in found
        if one.arguments["form"].lower() not in source_words
        and not (
            one.arguments["form"].lower() in code_words
            and (one.arguments["is_key"] or not one.arguments["_place"].marks_alone)
        )
    ]


def chance(rule: LanguageRule, finding: Finding, signals: Signals) -> float:
    """Return the probability of a slip, which the place has already."""
    place: Place = finding.arguments["_place"]
    return round(place.chance, 3)


def is_choice(rule: LanguageRule, finding: Finding) -> bool:
    return finding.fix is None or finding.fix.applicability is Applicability.SUGGESTION


def kind_of(rule: LanguageRule, finding: Finding) -> str:
    """Return the class of a correction: what kind of slip makes the form of what is meant."""
    place: Place = finding.arguments["_place"]
    if finding.arguments["_name"]:
        return "title"  # of a book, a company, a class in code
    if is_old(place.form):
        return "old"  # in a quotation, though no mark says so
    if place.rare or not place.found:
        return "word"
    if place.listed and not place.marks_alone:
        return "listed"
    return slip_of(place.form, place.found[0].form)


def _in_variant(place: Place, vocabulary: Vocabulary, way: str) -> Place:
    """Return the place with its words in the text's variant and those of the project's vocabulary,
    the likeliest first."""
    found: dict[str, Candidate] = {}
    for one in place.found:  # "seções" and "secções" are one in Brazil, as likely as the likelier
        form = in_variant(one.form, way)
        found.setdefault(form, one._replace(form=form))
    ranked = list(found.values())
    for term in vocabulary.near(place.form):
        cost = cost_of(place.form, term.lower())
        known_scores = [one.score for one in ranked if one.form == term.lower()]
        score = max([CLASS * _VOCABULARY_FREQUENCY - cost, *known_scores])
        ranked = [one for one in ranked if one.form != term.lower()]
        at = next((n for n, one in enumerate(ranked) if one.score < score), len(ranked))
        ranked.insert(at, Candidate(term, score, cost))
        if at == 0:
            place = place._replace(chance=max(place.chance, _OF_VOCABULARY))
    return place._replace(found=ranked)


def suggestions(place: Place, written: str) -> Sequence[str]:
    """Return the likeliest words, with the capital of the form."""
    min_score = place.found[0].score - _FAR if place.found else 0.0
    meant = [one.form for one in place.found[:_LISTED] if one.score >= min_score]
    if written[:1].isupper():
        meant = [form[:1].upper() + form[1:] for form in meant]
    return meant


def slip_of(form: str, meant: str) -> str:
    """Return the kind of slip that turns `meant` into `form`: "space", "marks", "one slip" …"""
    from rapidfuzz.distance import OSA

    if " " in form:
        return "divided"
    if "-" in form:
        return "infinitive"
    if " " in meant or "-" in meant:
        return "space" if " " in meant else "hyphen"
    distance = OSA.distance(bare(form), bare(meant))
    return ("marks", "one slip")[distance] if distance < _SEVERAL_SLIPS else "several slips"


def _is_element(view: View, finding: Finding) -> bool:
    """Whether a word is all that an element has: "o operador <span class="palavra">nao</span>"."""
    raw, span = view.document.raw, finding.span
    return raw[span.start - 1 : span.start] == ">" and raw[span.end : span.end + 2] == "</"

"""GRA001: words that a corrector would change."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import (
    Applicability,
    Finding,
    Forms,
    ParsedWord,
    ProposedEdit,
    Sentence,
    View,
)
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.variants import in_variant, spelling
from textlint_pt_grammaticality.document.manner import checkable
from textlint_pt_grammaticality.document.names import is_called, names
from textlint_pt_grammaticality.judge.confidence import (
    OPTION,
    VOCABULARY,
    Signals,
    log_odds,
    of_models,
)
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.metrics import is_prose
from textlint_pt_grammaticality.sentence.reading import own_words, together, words
from textlint_pt_grammaticality.sentence.respelling import is_plainly_verb

#: edits with a lower probability are not considered
MIN_PROBABILITY = 0.1
#: by what the model calls an edit, up to its first "_", the message
_MESSAGES = {"DELETE": "extra-word", "APPEND": "missing-word", "CRASE": "crase", "ACCENT": "accent"}
#: kinds of which in fresh texts fewer than two in three were right: other forms of words five of
#: fourteen, joined or divided words four of nine
_UNRELIABLE_KINDS = ("CASE", "DEHYPHEN", "HYPHEN", "JOIN", "N_", "SPLIT", "V_")
_COMMAS = frozenset({"missing-comma", "extra-comma"})
#: signals that are weighed for each kind of edit as well
_BY_KIND = frozenset({"edit", "fault", "wording", "slips"})
_STOPS, _CLOSERS = (".", "!", "?", "…"), "\"'”’»)]*_"
#: near and far, with and without a preposition: which of them is meant is a matter of style (of 97
#: proposals that were read none was right)
_PLAIN = frozenset(chain(*portuguese.paradigms("demonstratives"))) | portuguese.words("neuters")
_DEMONSTRATIVES = _PLAIN | set(portuguese.contracted(_PLAIN, "de", "em").values())
#: whose subject follows
_TO_WHICH = regex(r"\ba (?:que|quem) (?:se )?[^\W\d_]+ \Z")
#: one's own house has no article: "voltaram a casa."
_HOME = regex(r"\s+casa\s*(?:[.,;:!?…)»”\"]|\Z)")
#: characters of a question that is a title, up to its colon
_TITLE = 80
#: what a question ends in after its comma
_TAG_QUESTION = regex(r"\s[^\W\d_]+(?:\s[^\W\d_]+)?\?")
#: before and in a few words that are put in between commas
_OPENED = regex(r"\b(?:e|ou|mas|que|quanto)\Z", re.IGNORECASE)
_CLOSED = regex(r"\s(?:\w+\s){0,5}\w+, ?(?!(?:e|ou|mas|pois|que|\w+ndo)\b)")
#: before the comma that closes such words, and after an answer that stands for a clause
_CLOSING = regex(r"(?:, (?:e|ou|mas) (?:\w+ ){0,3}\w+|\b(?:não|sim))\Z", re.IGNORECASE)
#: what joins two nouns, of which the second may as well say what the first is: "o motivo trabalho"
_OF = frozenset(f"APPEND_{form}" for form in own_words("phrases.of"))
#: words of an opening that no comma need follow, at most
_MAX_OPENING = 6
#: short adverbials of time that commas may set off, and need not
_TIME = regex(r"(?:\A|, | e )(?:a seguir|(?:de|em) seguida)\Z", re.IGNORECASE)
#: an example that follows at once
_SUCH_AS = regex(r"\bcomo por exemplo\b(?!,)", re.IGNORECASE)
#: of an insertion up to its second comma
_INSERTED = 4
#: what a verb is said of: "exportar os mapas antes da hora evita defeitos"
_SUBJECTS = ("nsubj", "csubj")
#: of what may stand between a subject and its verb
_LIGHT = frozenset({"advmod", "obj", "iobj", "expl"})
#: what opens a clause that follows without a comma: of nine that were read none lacked one
_SUBORDINATE = own_words("suspect-word.subordinate")
_NOT_FINITE = ("VerbForm=Inf", "VerbForm=Ger")
#: of which other rules speak, or nobody writes them for another word
_OF_OTHER_RULES = own_words("suspect-word.of-others")
#: contractions as they are said
_SPOKEN = own_words("suspect-word.spoken")


class SuspectWord(LanguageRule):
    """A corrector would change something here."""

    code = "GRA001"
    options = {"confidence": OPTION, "vocabulary": VOCABULARY}

    def signals(self, view: View, finding: Finding) -> Signals:
        """Return what the models say of an edit, also by kind of edit, and the words around it."""
        edit: ProposedEdit = finding.arguments["_edit"]
        assert finding.sentence is not None
        text = view.sentences[finding.sentence].text
        models = of_models(view, finding, 0.0, finding.evidence["doubt"])
        models |= {"edit": log_odds(edit.probability), "fault": log_odds(edit.fault)}
        # how far to trust them differs from kind to kind
        by_kind = {name: models[name] for name in _BY_KIND & models.keys()}
        form = text[edit.word_start : edit.word_end].lower()
        if form in function_words():
            by_kind[f"of {form}"] = 1.0
        next_word = next(iter(words(text[edit.word_end :])), None)
        if next_word and next_word.form.lower() in function_words():
            by_kind[f"before {next_word.form.lower()}"] = 1.0
        parsed = view.analysis("parse")[finding.sentence]
        kind = f"{self.code}/{finding.message}"
        around = _context_signals(parsed, edit.word_end, finding.message in _COMMAS)
        return {
            **models,
            **{f"{kind}/{name}": value for name, value in around},
            **{f"{self.code} {finding.message} {name}": value for name, value in by_kind.items()},
            f"{self.code} whole": float(is_whole(text)),
        }

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return super().facts(view, options), names(view).in_code

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        is_checkable, in_code, forms = checkable(view), names(view).in_code, view.analysis("forms")
        vocabulary = read_vocabulary(options.get("vocabulary", ()))
        analyses = map(view.analysis, ("edits", "error-probabilities", "parse"))
        for sentence, edits, faults, parsed in zip(view.sentences, *analyses, strict=True):
            if not is_prose(sentence) or not is_checkable[sentence.index]:
                continue
            doubts = {word.start: word.probability for word in faults}
            for ordered in best_of(edits):
                best, text = ordered[0], sentence.text
                place = best.word_start, best.word_end
                if not (
                    sentence.is_opaque(*place)
                    # also where it would be joined with the next
                    or vocabulary.accepts(text, *place)
                    or _is_spared(text, best, parsed)
                    or is_called(text, *place, in_code)  # "a lista numeros"
                    or _is_verb_for_noun(text, best, forms)  # "converte e republica"
                    or _counts_unseen(sentence, best)  # "`N` não têm", of a number
                ):
                    doubt = round(doubts.get(best.word_start, 0.0), 3)
                    yield self._finding(sentence, ordered, doubt)

    def _finding(self, sentence: Sentence, edits: Sequence[ProposedEdit], doubt: float) -> Finding:
        best, text = edits[0], sentence.text
        start, end = min(best.start, best.word_start), max(best.end, best.word_end)
        suggestions = [_written(text, one, start, end) for one in edits]
        word = text[best.word_start : best.word_end]
        return self.correction(
            sentence,
            start,
            end,
            best.replacement if together(sentence.content, start, end) else None,
            {
                "probability": round(best.probability, 3),
                "fault": round(best.fault, 3),
                "doubt": doubt,
                "suggestions": suggestions,
            },
            message=message_of(best, text),
            arguments={"form": word, "suggestion": suggestions[0], "_edit": best},
            applicability=Applicability.SUGGESTION,
            change=(best.start, best.end) if best.end > best.start else (best.word_end,) * 2,
        )


def _is_spared(text: str, edit: ProposedEdit, parsed: Sequence[ParsedWord]) -> bool:
    """Whether an edit is of a kind that is seldom right, or other rules speak of its words."""
    before, after = text[: edit.word_start], text[edit.word_end :]
    word = text[edit.word_start : edit.word_end].lower()
    at = bisect_left(parsed, edit.word_end, key=lambda one: one.start)
    # "à mão", "às demandas"
    has_article = word in ("à", "às") and _is_feminine(parsed[at : at + 1])
    # "voltaram a casa", "os atos a que se refere a alínea"
    has_none = _HOME.match(after) or _TO_WHICH.search(before)
    return (
        edit.kind.startswith(_UNRELIABLE_KINDS)
        or (edit.kind == "CRASE" and (has_article or has_none is not None))
        or word in _OF_OTHER_RULES
        or word in _SPOKEN  # "pros outros"
        or {word, edit.replacement} <= _DEMONSTRATIVES
        # a line need not be a whole sentence
        or (edit.kind == "APPEND_." and not after.strip())
        or (edit.kind == "ACCENT" and _is_of_other_norm(word, edit.replacement.lower()))
        or (word == "," and _is_needed_comma(before, after))
        or (edit.kind in _OF and _is_between_nouns(parsed, at))
        or (edit.kind == "APPEND_," and _is_needless_comma(parsed, at, before, word, after))
    )


def _is_needed_comma(before: str, after: str) -> bool:
    """Whether a comma sets off a tag question ("a porta, é?") or closes or opens an insertion:
    "injusta e, ouso dizer, imoral", "se, e somente se,", "se não,"."""
    is_insertion = _OPENED.search(before) and _CLOSED.match(after)
    return bool(is_insertion or _TAG_QUESTION.match(after) or _CLOSING.search(before))


def _is_needless_comma(
    parsed: Sequence[ParsedWord], at: int, before: str, word: str, after: str
) -> bool:
    """Whether no comma need follow the word before `at`, by the parse or in a fixed phrase."""
    if 0 < at < len(parsed) and any(test(parsed, at) for test in _NEEDS_NO_COMMA):
        return True
    return bool(_TIME.search(before + word) or _SUCH_AS.search(before[-9:] + word + after[:13]))


def _is_feminine(words: Sequence[ParsedWord]) -> bool:
    return any(word.tag == "NOUN" and "Gender=Fem" in word.features for word in words)


def _counts_unseen(sentence: Sentence, edit: ProposedEdit) -> bool:
    """Whether a verb changes number alone, and what stands before it is code, of any number."""
    word = sentence.text[edit.word_start : edit.word_end]
    before = sentence.text[: edit.word_start].rstrip().removesuffix(" não").rstrip()
    return (
        word.endswith(("em", "ém", "êm"))
        and edit.replacement.lower().endswith(("em", "ém", "êm"))
        and bool(before)
        and sentence.is_opaque(len(before) - 1, len(before))
    )


def _is_verb_for_noun(text: str, edit: ProposedEdit, forms: Forms) -> bool:
    """Whether a verb stands where one is due, and a noun is proposed."""
    meant = edit.replacement.lower()
    kinds = {reading.upos for reading in forms.readings(meant)}
    is_noun = bool(kinds) and kinds <= {"NOUN", "ADJ", "PROPN"}
    return is_noun and is_plainly_verb(text, edit.word_start, edit.word_end, meant, forms)


def _is_of_other_norm(one: str, other: str) -> bool:
    """Whether `other` is the same word as Portugal or Brazil writes it ("ergonómicos"), or as both
    did before the agreement of 1990 ("conseqüências")."""
    former = spelling(other)
    return in_variant(one, "BR") == in_variant(other, "BR") or (
        former is not None and former.way == "former"
    )


def _context_signals(
    parsed: Sequence[ParsedWord], end: int, is_comma: bool
) -> Iterator[tuple[str, float]]:
    """Yield signals of the word that ends at `end` and the next: their classes and, about a comma,
    the relations it would close and open and the kind and length of the stretch before it."""
    if not parsed:
        return
    last = max(0, bisect_left(parsed, end, key=lambda word: word.start) - 1)
    after = last + 1
    yield f"of-{parsed[last].tag}", 1.0
    if after < len(parsed):
        yield f"before-{parsed[after].tag}", 1.0
    if not is_comma:
        yield f"as-{parsed[last].relation}", 1.0
        return
    first = next((i for i in range(last - 1, -1, -1) if parsed[i].tag == "PUNCT"), -1) + 1
    stretch = parsed[first:after]
    has_verb = any(word.tag in ("VERB", "AUX") for word in stretch)
    stretch_kind = f"{'inner' if first else 'opening'}-{'clause' if has_verb else 'phrase'}"
    yield stretch_kind, 1.0
    yield f"{stretch_kind}-words", math.log(max(1, len(stretch)))
    for word in stretch:
        if word.head > last:
            yield f"closes-{word.relation}", 1.0
    if after < len(parsed):
        while parsed[after].head > last:
            after = parsed[after].head
        yield f"opens-{parsed[after].relation}", 1.0


def best_of(edits: Sequence[ProposedEdit]) -> list[list[ProposedEdit]]:
    """Return the edits of each word, the likeliest first; of commas after two neighbouring words
    only the likelier."""
    result: list[list[ProposedEdit]] = []
    for _, group in groupby(edits, key=lambda edit: edit.word_start):
        ordered = sorted(group, key=lambda edit: -edit.probability)
        best, previous = ordered[0], result[-1][0] if result else None
        if best.probability < MIN_PROBABILITY:
            continue
        # a comma after either of two words
        is_same = previous and previous.kind == best.kind == "APPEND_,"
        if previous and is_same and best.word_start <= previous.word_end + 1:
            if previous.probability >= best.probability:
                continue
            result.pop()
        result.append(ordered)
    return result


def _is_between_nouns(words: Sequence[ParsedWord], at: int) -> bool:
    return 0 < at < len(words) and {words[at - 1].tag, words[at].tag} <= {"NOUN", "PROPN"}


def _forms_one_phrase(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether no comma may part the words on either side of a place: subject and verb without an
    insertion, verb and object."""
    before = at - 1
    first = at
    while first < len(words) - 1 and words[first].relation in _LIGHT and words[first].head > first:
        first += 1  # "não tem", "se queixou"
    phrase_head = at
    while words[phrase_head].head > phrase_head:
        phrase_head = words[phrase_head].head
    governor = words[phrase_head].head
    if words[phrase_head].relation in ("obj", "ccomp") and 0 <= governor <= before:
        ancestor = before
        while ancestor >= 0 and ancestor not in (phrase_head, governor):
            ancestor = words[ancestor].head
        has_mark = any(word.tag == "PUNCT" for word in words[governor : before + 1])
        return ancestor == governor and not has_mark
    next_word = words[first]
    verb = next_word.head if next_word.relation in ("aux", "aux:pass", "cop") else first
    if next_word.tag not in ("VERB", "AUX"):
        return False
    dependents = [k for k in range(at) if words[k].head == verb]
    subject = max((k for k in dependents if words[k].relation[:5] in _SUBJECTS), default=-1)
    marks = [word for word in words[subject + 1 : at] if word.tag == "PUNCT"]
    return subject >= 0 and all(words[mark.head].relation == "conj" for mark in marks)


def _has_subordinate_after(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a clause that needs no comma, a gerund or an infinitive follows: "não teria ficado
    se ele não tivesse saído"."""
    if words[at - 1].tag in ("SCONJ", "CCONJ"):
        return False  # "note que se optar por isso,"
    after = words[at]
    opens_clause = after.tag in ("SCONJ", "ADV") or after.relation == "mark"
    return (opens_clause and after.form.lower() in _SUBORDINATE) or (
        after.tag == "VERB" and any(form in after.features for form in _NOT_FINITE)
    )


def _has_restrictive_que(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether "que" follows no name, so that its clause restricts: "uma oposição que já tem nomes"
    (of 18 read 7 lacked a comma, after names 11 of 16)."""
    if words[at].form.lower() != "que":
        return False
    before = words[at - 1]
    has_capital = at > 1 and not before.form.islower()
    is_after_name = before.tag == "PROPN" or has_capital or not before.form.isalpha()
    verb = words[max(0, words[at].head)]
    noun = verb.head if verb.relation == "acl:relcl" else at
    has_phrase = any(word.tag == "ADP" for word in words[noun:at])
    is_of_noun = words[noun].form.islower() and has_phrase
    return words[at].tag != "PRON" or not is_after_name or is_of_noun


def _has_mas_in_phrase(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether "mas" follows and joins no clauses: "sutil mas persistente" (of 19 commas read 8
    were a matter of taste)."""
    if words[at].form.lower() != "mas":
        return False
    head = max(0, words[at].head)
    return words[head].tag not in ("VERB", "AUX") and not any(
        word.head == head and word.relation == "cop" for word in words
    )


def _follows_short_adverbial(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a short adverbial stands before, which a comma may follow and need not: "por padrão"
    (of 40 read 7 lacked one)."""
    marks = (i for i in range(at - 1, -1, -1) if words[i].tag in ("PUNCT", "CCONJ"))
    stretch = words[next(marks, -1) + 1 : at]
    if len(stretch) > _MAX_OPENING or any(word.tag in ("VERB", "AUX") for word in stretch):
        return False
    of_place = bool(stretch) and stretch[0].tag == "ADP" and stretch[0].lemma != "de"
    return (of_place and words[at].tag in ("PRON", "VERB", "AUX")) or any(
        word.head >= at and word.relation in ("obl", "advmod") for word in stretch
    )


def _follows_conjunction(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a conjunction stands before and no clause or insertion follows: "e em seguida
    clique"."""
    if words[at - 1].tag != "CCONJ":
        return False
    clause = words[at].tag == "SCONJ" or words[at].relation == "mark"
    return not clause and all(word.form != "," for word in words[at : at + _INSERTED])


#: what says that no comma need stand before a word
_NEEDS_NO_COMMA = (
    _forms_one_phrase,
    _has_subordinate_after,
    _has_restrictive_que,
    _has_mas_in_phrase,
    _follows_short_adverbial,
    _follows_conjunction,
)


def is_whole(text: str) -> bool:
    """Whether a text begins and ends as sentences do."""
    return text[:1].isupper() and text.rstrip(_CLOSERS).endswith(_STOPS)


def message_of(edit: ProposedEdit, text: str) -> str:
    """Return the message key for an edit, which is also its class: "missing-comma", "crase" …"""
    kind, _, name = edit.kind.partition("_")
    changed_word = name if kind == "APPEND" else text[edit.word_start : edit.word_end]
    if kind in ("APPEND", "DELETE") and not changed_word[:1].isalnum():
        comma = "missing-comma" if kind == "APPEND" else "extra-comma"
        return comma if changed_word == "," else "mark"
    return _MESSAGES.get(kind, "message")


def _written(text: str, edit: ProposedEdit, start: int, end: int) -> str:
    """What should stand in the place of `text[start:end]`."""
    return text[start : edit.start] + edit.replacement + text[edit.end : end]

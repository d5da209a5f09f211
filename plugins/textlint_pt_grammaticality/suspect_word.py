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
LEAST = 0.1
#: by what the model calls an edit, up to its first "_", the message
_MESSAGES = {
    "DELETE": "extra-word",
    "APPEND": "missing-word",
    "CRASE": "crase",
    "ACCENT": "accent",
}
#: kinds of which in fresh texts fewer than two in three were right: other forms of words five of
#: fourteen, joined or divided words four of nine
_UNSAID = ("CASE", "DEHYPHEN", "HYPHEN", "JOIN", "N_", "SPLIT", "V_")
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
_SHORT = 6
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
_OF_OTHERS = own_words("suspect-word.of-others")
#: contractions as they are said
_SPOKEN = own_words("suspect-word.spoken")


class SuspectWord(LanguageRule):
    """A corrector would change something here."""

    code = "GRA001"
    options = {"confidence": OPTION, "vocabulary": VOCABULARY}

    def signals(self, view: View, finding: Finding) -> Signals:
        edit: ProposedEdit = finding.arguments["_edit"]
        assert finding.sentence is not None
        text = view.sentences[finding.sentence].text
        models = of_models(view, finding, 0.0, finding.evidence["doubt"])
        models |= {"edit": log_odds(edit.probability), "fault": log_odds(edit.fault)}
        # how far to trust them differs from kind to kind
        own = {name: models[name] for name in _BY_KIND & models.keys()}
        form = text[edit.word_start : edit.word_end].lower()
        if form in function_words():
            own[f"of {form}"] = 1.0
        after = next(iter(words(text[edit.word_end :])), None)
        if after and after.form.lower() in function_words():
            own[f"before {after.form.lower()}"] = 1.0
        parsed = view.analysis("parse")[finding.sentence]
        kind = f"{self.code}/{finding.message}"
        around = _around(parsed, edit.word_end, finding.message in _COMMAS)
        return {
            **models,
            **{f"{kind}/{name}": value for name, value in around},
            **{f"{self.code} {finding.message} {name}": value for name, value in own.items()},
            f"{self.code} whole": float(is_whole(text)),
        }

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return super().facts(view, options), names(view).in_code

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        fits, in_code, forms = checkable(view), names(view).in_code, view.analysis("forms")
        own = read_vocabulary(options.get("vocabulary", ()))
        analyses = map(view.analysis, ("edits", "error-probabilities", "parse"))
        for sentence, edits, faults, parsed in zip(view.sentences, *analyses, strict=True):
            if not is_prose(sentence) or not fits[sentence.index]:
                continue
            doubts = {word.start: word.probability for word in faults}
            for ordered in best_of(edits):
                best = ordered[0]
                if sentence.is_opaque(best.word_start, best.word_end):
                    continue
                if own.accepts(sentence.text, best.word_start, best.word_end):
                    continue  # also where it would be joined with the next
                before, after = sentence.text[: best.word_start], sentence.text[best.word_end :]
                if best.kind.startswith(_UNSAID):
                    continue
                if best.kind == "APPEND_." and not after.strip():
                    continue  # a line need not be a whole sentence
                word = sentence.text[best.word_start : best.word_end].lower()
                at = bisect_left(parsed, best.word_end, key=lambda one: one.start)
                if {word, best.replacement} <= _DEMONSTRATIVES:
                    continue
                if best.kind.startswith("ACCENT") and (
                    _is_of_other_norm(word, best.replacement.lower())
                ):
                    continue
                if (
                    is_called(sentence.text, best.word_start, best.word_end, in_code)
                    or _is_verb_for_noun(sentence.text, best, forms)  # "converte e republica"
                    or _counts_unseen(sentence, best)  # "`N` não têm", of a number
                ):
                    continue  # "a lista numeros"
                if word == "," and _TAG_QUESTION.match(after):
                    continue  # "A porta, é?"
                if best.kind in _OF and _is_between_nouns(parsed, at):
                    continue
                if word in _OF_OTHERS:
                    continue
                if best.kind == "APPEND_," and (
                    (0 < at < len(parsed) and any(test(parsed, at) for test in _NO_COMMA))
                    or _TIME.search(before + word)
                    or _SUCH_AS.search(before[-9:] + word + after[:13])
                ):
                    continue
                if word == "," and (
                    (_OPENED.search(before) and _CLOSED.match(after)) or _CLOSING.search(before)
                ):
                    continue  # "injusta e, ouso dizer, imoral", "se, e somente se,", "se não,"
                if word in _SPOKEN:
                    continue  # "pros outros"
                if (
                    best.kind == "CRASE"
                    and word in ("à", "às")
                    and any(
                        one.tag == "NOUN" and "Gender=Fem" in one.features
                        for one in parsed[at:][:1]
                    )
                ):
                    continue  # "à mão", "às demandas"
                if best.kind.startswith("CRASE") and (
                    _HOME.match(after) or _TO_WHICH.search(before)
                ):
                    continue  # "os atos a que se refere a alínea"
                yield self._finding(sentence, ordered, round(doubts.get(best.word_start, 0.0), 3))

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


def _around(parsed: Sequence[ParsedWord], end: int, comma: bool) -> Iterator[tuple[str, float]]:
    """What stands about the word that ends at `end`: of which class it and the next word are and,
    about a comma, what it would close and open by the tree, and whether the stretch from the sign
    before it is a clause, with the logarithm of its words."""
    if not parsed:
        return
    last = max(0, bisect_left(parsed, end, key=lambda word: word.start) - 1)
    after = last + 1
    yield f"of-{parsed[last].tag}", 1.0
    if after < len(parsed):
        yield f"before-{parsed[after].tag}", 1.0
    if not comma:
        yield f"as-{parsed[last].relation}", 1.0
        return
    first = next((i for i in range(last - 1, -1, -1) if parsed[i].tag == "PUNCT"), -1) + 1
    stretch = parsed[first:after]
    verb = any(word.tag in ("VERB", "AUX") for word in stretch)
    name = f"{'inner' if first else 'opening'}-{'clause' if verb else 'phrase'}"
    yield name, 1.0
    yield f"{name}-words", math.log(max(1, len(stretch)))
    for word in stretch:
        if word.head > last:
            yield f"closes-{word.relation}", 1.0
    if after < len(parsed):
        while parsed[after].head > last:
            after = parsed[after].head
        yield f"opens-{parsed[after].relation}", 1.0


def best_of(edits: Sequence[ProposedEdit]) -> list[list[ProposedEdit]]:
    """The edits of each word, the likeliest first; of two words side by side of which one is at
    fault, those of the likelier one."""
    result: list[list[ProposedEdit]] = []
    for _, group in groupby(edits, key=lambda edit: edit.word_start):
        ordered = sorted(group, key=lambda edit: -edit.probability)
        best, last = ordered[0], result[-1][0] if result else None
        if best.probability < LEAST:
            continue
        # a comma after either of two words
        if last and last.kind == best.kind == "APPEND_," and best.word_start <= last.word_end + 1:
            if last.probability >= best.probability:
                continue
            result.pop()
        result.append(ordered)
    return result


def _is_between_nouns(words: Sequence[ParsedWord], at: int) -> bool:
    return 0 < at < len(words) and {words[at - 1].tag, words[at].tag} <= {"NOUN", "PROPN"}


def _is_joined(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether what stands on either side of a place is parted by no comma: a subject and its verb
    with no insertion between, a verb and its object, a noun and the adjective right after it."""
    i = at - 1
    first = at
    while first < len(words) - 1 and words[first].relation in _LIGHT and words[first].head > first:
        first += 1  # "não tem", "se queixou"
    opened = at
    while words[opened].head > opened:
        opened = words[opened].head
    above = words[opened].head
    if words[opened].relation in ("obj", "ccomp") and 0 <= above <= i:
        own = i
        while own >= 0 and own not in (opened, above):
            own = words[own].head
        marked = any(word.tag == "PUNCT" for word in words[above : i + 1])
        return own == above and not marked
    after = words[first]
    verb = after.head if after.relation in ("aux", "aux:pass", "cop") else first
    if after.tag not in ("VERB", "AUX"):
        return False
    subject = max(
        (k for k in range(i + 1) if words[k].head == verb and words[k].relation[:5] in _SUBJECTS),
        default=-1,
    )
    marks = [word for word in words[subject + 1 : i + 1] if word.tag == "PUNCT"]
    return subject >= 0 and all(words[mark.head].relation == "conj" for mark in marks)


def _goes_on(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a clause that needs no comma, a gerund or an infinitive follows: "não teria ficado se
    ele não tivesse saído", "dias seguidos cuidando da colheita"."""
    if words[at - 1].tag in ("SCONJ", "CCONJ"):
        return False  # "note que se optar por isso,"
    after = words[at]
    clause = after.tag in ("SCONJ", "ADV") or after.relation == "mark"
    return (clause and after.form.lower() in _SUBORDINATE) or (
        after.tag == "VERB" and any(form in after.features for form in _NOT_FINITE)
    )


def _restricts(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether "que" follows, and no name that it could say more of stands before: "uma oposição que
    já tem nomes", "uma baleia em Spitzbergen que era branca"; of 18 that were read 7 lacked a
    comma, and of 16 after names 11."""
    if words[at].form.lower() != "que":
        return False
    before = words[at - 1]
    capital = at > 1 and not before.form.islower()
    named = before.tag == "PROPN" or capital or not before.form.isalpha()
    verb = words[max(0, words[at].head)]
    noun = verb.head if verb.relation == "acl:relcl" else at
    other = words[noun].form.islower() and any(word.tag == "ADP" for word in words[noun:at])
    return words[at].tag != "PRON" or not named or other


def _objects_in_words(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether "mas" follows and joins no clause: "sutil mas persistente"; of 19 commas before "mas"
    that were read eight were a matter of taste."""
    if words[at].form.lower() != "mas":
        return False
    head = max(0, words[at].head)
    return words[head].tag not in ("VERB", "AUX") and not any(
        word.head == head and word.relation == "cop" for word in words
    )


def _is_opening(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether what stands before is a short adverbial that opens the sentence or what follows a
    mark, which a comma may follow and need not: "por padrão", "(no Brasil"; of 40 that were read
    7 lacked one."""
    marks = (i for i in range(at - 1, -1, -1) if words[i].tag in ("PUNCT", "CCONJ"))
    stretch = words[next(marks, -1) + 1 : at]
    if len(stretch) > _SHORT or any(word.tag in ("VERB", "AUX") for word in stretch):
        return False
    of_place = bool(stretch) and stretch[0].tag == "ADP" and stretch[0].lemma != "de"
    return (of_place and words[at].tag in ("PRON", "VERB", "AUX")) or any(
        word.head >= at and word.relation in ("obl", "advmod") for word in stretch
    )


def _opens_nothing(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a conjunction stands before, and neither a clause follows nor what another comma
    closes: "e em seguida clique", "porém não achei"."""
    if words[at - 1].tag != "CCONJ":
        return False
    clause = words[at].tag == "SCONJ" or words[at].relation == "mark"
    return not clause and all(word.form != "," for word in words[at : at + _INSERTED])


#: what says that no comma need stand before a word
_NO_COMMA = (_is_joined, _goes_on, _restricts, _objects_in_words, _is_opening, _opens_nothing)


def is_whole(text: str) -> bool:
    """Whether a text begins and ends as sentences do."""
    return text[:1].isupper() and text.rstrip(_CLOSERS).endswith(_STOPS)


def message_of(edit: ProposedEdit, text: str) -> str:
    """The message for an edit, which is also its class."""
    kind, _, name = edit.kind.partition("_")
    changed = name if kind == "APPEND" else text[edit.word_start : edit.word_end]
    if kind in ("APPEND", "DELETE") and not changed[:1].isalnum():
        comma = "missing-comma" if kind == "APPEND" else "extra-comma"
        return comma if changed == "," else "mark"
    return _MESSAGES.get(kind, "message")


def _written(text: str, edit: ProposedEdit, start: int, end: int) -> str:
    """What should stand in the place of `text[start:end]`."""
    return text[start : edit.start] + edit.replacement + text[edit.end : end]

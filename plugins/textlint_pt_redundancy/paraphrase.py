"""Whether two sentences say the same in other words, and which word of one answers which.

Sentences whose vectors are near (`meaning-vectors`) are mostly about the same and not the same: a
step and the next one, a setting and its sister. So the words are asked: names, code and figures
must be those of the other sentence, nearly every other word that carries content must have an
answer there, and where one word only stands for another in the same place the two must be known to
say the same. Nothing is fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, Severity, View
from textlint_pt.text.contrast import contrasts, stand_for
from textlint_pt.text.negation import denials
from textlint_pt.text.overlap import COMMON, EDIT, PAPER, overlaps
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import TERM, WORD
from textlint_pt_redundancy.metric import JUDGED
from textlint_pt_redundancy.words import stop_words, turning

if TYPE_CHECKING:
    from textlint_pt.contract import Forms, Sentence
    from textlint_pt.text.likeness import Words

#: content words that either sentence needs, and share of those of the longer one that the shorter
#: must have
LEAST, SIZE = 5, 0.65
#: share of the content words of either sentence that the other must have, in any form, and share
#: that must have an answer at all
SHARED, ANSWERED = 0.5, 0.85
#: least cosine (`meaning-tokens`) of a word and one that answers it
NEAR = 0.45
#: letters in which words of one root agree: "controle", "controlar"
_STEM = 5
#: a sentence that is over: no heading, no beginning of a list
_OVER = regex(r"[.!?…][\"'”’»)\]]*$")
_CODE = regex(r"[\d_#@/\\<>=+]|\w\.\w|[^\W\d_][A-Z]|\(\)")

Place = tuple[int, int]


class ContentWord(NamedTuple):
    """A content word: its place, and what it may be a form of."""

    start: int
    end: int
    form: str
    lemmas: frozenset[str]


class AnalysedSentence(NamedTuple):
    """What the words of a sentence show by themselves. `fixed`: names, code and figures."""

    text: str
    words: tuple[ContentWord, ...]
    forms: frozenset[str]
    fixed: frozenset[str]
    denials: int
    turning: frozenset[str]
    orders: bool


class Answer(NamedTuple):
    """Places of a word of the first sentence and of the one that answers it in the second."""

    first: Place
    second: Place
    same: bool


@lru_cache(4_096)
def read(text: str, forms: Forms) -> AnalysedSentence | None:
    """The words of a sentence; None of one that is too short or not over."""
    if not _OVER.search(text):
        return None
    words: list[ContentWord] = []
    fixed: set[str] = set()
    skipped, groups = function_words() | stop_words(), turning()
    for match in TERM.finditer(text):
        form = match.group()
        lower = form.lower()
        if _CODE.search(form) or (form[0].isupper() and not _opens(text, match.start())):
            fixed.add(lower)
        elif lower not in skipped and len(lower) > 2:
            words.append(ContentWord(match.start(), match.end(), lower, _lemmas(lower, forms)))
    fixed.update(piece for piece in text.split() if _CODE.search(piece.strip(".,;:!?()\"'“”«»")))
    if len(words) < LEAST:
        return None
    known = frozenset(lemma for word in words for lemma in word.lemmas)
    return AnalysedSentence(
        text,
        tuple(words),
        known,
        frozenset(fixed),
        len(denials(text, forms).plain),
        frozenset(group for form in WORD.findall(text.lower()) if (group := groups.get(form))),
        _orders(text, forms),
    )


def may_be(first: AnalysedSentence, second: AnalysedSentence) -> bool:
    """Whether the words of two sentences allow that they say the same: no model is asked."""
    sizes = sorted((len(first.words), len(second.words)))
    if first.fixed != second.fixed or first.denials != second.denials:
        return False
    if sizes[0] < SIZE * sizes[1] or first.text[-1] != second.text[-1]:
        return False
    if first.turning != second.turning or (first.orders and second.orders):
        return False
    if any(_shared(one, other) < SHARED for one, other in ((first, second), (second, first))):
        return False
    found = next(iter(overlaps((first.text, second.text), PAPER)), None)
    return found is None or not found[2] & (EDIT | COMMON)


def answers(
    first: AnalysedSentence, second: AnalysedSentence, ours: Words, theirs: Words, forms: Forms
) -> list[Answer] | None:
    """What answers what, in the order of the first; None if the two do not say the same."""
    if contrasts(first.text, second.text, forms):
        return None
    found: list[Answer] = []
    left = list(second.words)
    open_words: list[ContentWord] = []
    for word in first.words:
        same = next((other for other in left if _same(word, other)), None)
        if same is None:
            open_words.append(word)
        else:
            left.remove(same)
            found.append(Answer(_place(word), _place(same), True))
    near = _near(ours, theirs)
    rest = {_place(other): other for other in left}
    unanswered = 0
    for word in open_words:
        best = max(((near(_place(word), place), place) for place in rest), default=(0.0, (0, 0)))
        if best[0] >= NEAR:
            other = rest.pop(best[1])
            if _exchanged(first.text, word, second.text, other):
                return None
            found.append(Answer(_place(word), _place(other), False))
        elif max((near(_place(word), place) for place in theirs.places), default=0.0) < NEAR:
            unanswered += 1
    extra = sum(
        max((near(place, other) for place in ours.places), default=0.0) < NEAR for other in rest
    )
    if unanswered > (1 - ANSWERED) * len(first.words) or extra > (1 - ANSWERED) * len(second.words):
        return None
    return sorted(found)


def _near(ours: Words, theirs: Words) -> Callable[[Place, Place], float]:
    """The cosine of a word of ours and one of theirs, by their places; 0 of what was not read."""
    here = {place: number for number, place in enumerate(ours.places)}
    there = {place: number for number, place in enumerate(theirs.places)}
    cosines = ours.vectors @ theirs.vectors.T

    def near(one: Place, other: Place) -> float:
        if one not in here or other not in there:
            return 0.0
        return float(cosines[here[one], there[other]])

    return near


def _opens(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \"'“”«»‘([{*_—–-")
    return not before or before[-1] in ".!?…:;"


def _orders(text: str, forms: Forms) -> bool:
    """Whether a sentence opens with a verb: a step of a procedure."""
    first = WORD.search(text)
    readings = forms.readings(first.group().lower()) if first else ()
    return bool(readings) and readings[0].upos == "VERB"


def _lemmas(form: str, forms: Forms) -> frozenset[str]:
    found = {reading.lemma.split("+")[0].lower() for reading in forms.analyse(forms.parts(form)[0])}
    return frozenset(found or {form})


def _same(one: ContentWord, other: ContentWord) -> bool:
    if not one.lemmas.isdisjoint(other.lemmas):
        return True
    return len(one.form) > _STEM and one.form[:_STEM] == other.form[:_STEM]


def _shared(one: AnalysedSentence, other: AnalysedSentence) -> float:
    return sum(not word.lemmas.isdisjoint(other.forms) for word in one.words) / len(one.words)


def _place(word: ContentWord) -> Place:
    return word.start, word.end


def _exchanged(text: str, word: ContentWord, other_text: str, other: ContentWord) -> bool:
    """Whether one word only stands in the place of another that is not known to say the same."""
    if stand_for(word.lemmas, other.lemmas):
        return False
    here, there = _beside(text, word), _beside(other_text, other)
    return here == there


def _beside(text: str, word: ContentWord) -> tuple[str, str]:
    before, after = text[: word.start].split(), text[word.end :].split()
    return before[-1].lower() if before else "", after[0].lower() if after else ""


class Paraphrase(Rule):
    """A sentence says in other words what an earlier one said."""

    code = "RED006"
    name = "redundancy.paraphrase"
    scope = Scope.PAIR
    severity = Severity.INFO
    default = False
    explicit = True
    needs = ("forms", "meaning-tokens", "meaning-vectors")
    wants = ("alignment:source",)
    kinds = JUDGED
    options = {
        "alike": Option(
            0.95, "least cosine in meaning of two sentences that may say the same", 0.0, 1.0
        )
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        import numpy as np

        forms, words = view.analysis("forms"), view.analysis("meaning-tokens")
        translated = _translated(view)
        judged = [
            (sentence, one)
            for sentence in view.sentences
            if sentence.kind in self.kinds and (one := read(sentence.text, forms))
        ]
        every = view.analysis("meaning-vectors")
        vectors = np.array([every[sentence.index] for sentence, _ in judged])
        for at, (here, ours) in enumerate(judged):
            near = vectors[:at] @ vectors[at]
            for other in np.argsort(-near, kind="stable").tolist():
                if near[other] < options["alike"]:
                    break
                there, theirs = judged[other]
                if {here.index, there.index} <= translated or not may_be(theirs, ours):
                    continue  # a source that says it twice
                found = answers(theirs, ours, words[there.index], words[here.index], forms)
                if found is not None:
                    yield self._finding(here, there, float(near[other]), found, options)
                    break

    def _finding(
        self,
        here: Sentence,
        there: Sentence,
        near: float,
        found: Sequence[Answer],
        options: Mapping[str, Any],
    ) -> Finding:
        pairs = [
            [there.text[slice(*one.first)], here.text[slice(*one.second)]]
            for one in found
            if not one.same
        ]
        return self.finding(
            here,
            {
                "likeness": round(near, 4),
                "limit": options["alike"],
                "same": sum(one.same for one in found),
                "answers": pairs,
            },
            message="answered" if pairs else "message",
            arguments={"answered": ", ".join(" – ".join(pair) for pair in pairs)},
            related=[Related(there.span)],
        )


def _translated(view: View) -> frozenset[int]:
    """Sentences that translate a sentence of the source each."""
    if not view.has("alignment:source"):
        return frozenset()
    return frozenset(
        at
        for link in view.analysis("alignment:source").links
        if link.paired
        for at in range(link.left, link.left_end)
    )

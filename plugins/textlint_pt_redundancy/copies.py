"""Sentences that stand twice by accident: the judgement of the default definition.

People repeat on purpose: steps of a procedure, notes, refrains, constants that are described alike.
What an author would mend is verbatim and nothing around it explains it:

* A copy right after what it copies, or a sentence or two later, is a paste or a loop.
* Further on it must be long, so long that nobody says it twice.
* Where something explains it, it is none: the sentences around the two places follow one pattern
  and differ in content (parallel sections), it stands there three times or more with other text
  between (a refrain, a fixed phrase), it introduces what follows (":"), it is an article of law.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property

import msgspec

from textlint_pt.contract import Kind, Sentence
from textlint_pt.text.regex import regex
from textlint_pt_redundancy.words import Words, stop_words

#: maximal number of sentences between the original and a copy that is near
_MAX_NEAR = 2
#: words that a copy must have: in one paragraph; in the next one; a sentence or two on, in whatever
#: place; there in a manual, and further on; further on where it is several sentences, no manual
_MIN_IN_PARAGRAPH, _MIN_NEXT_PARAGRAPH, _MIN_NEAR, _MIN_FAR, _MIN_FAR_RUN = 6, 15, 20, 40, 30
#: a page with more distant copies than this, or more than one in so many sentences, is planned
_MAX_DISTANT, _FAR_SENTENCES = 2, 200
#: sentences that introduce something explain a copy with fewer words than this
_MIN_INTRODUCED = 60
#: words per turn of a loop that runs through paragraphs
_MIN_TURN = 10
#: fewer in one paragraph are also a loop if they stand there this often without a break and are so
#: many words together
_MIN_TIMES, _MIN_LOOP = 4, 16
#: mean words of the steps of a procedure and items of a list; copies with fewer words than this
_STEP, _STEPS = 20, 100
#: a page is a manual if more than one in this many sentences introduces code, a table, a list
_MANUAL = 50
#: speech, exclamations and questions are repeated for effect: words that a near copy of one needs
_MIN_LIVELY = 7
#: sentences compared on each side of the two places
_CONTEXT = 3
#: sentences of one pattern share this much of the content of either, and this many words of it
_PATTERN, _PATTERN_WORDS = 0.5, 2
#: sentences that may be changed, added or left out between two unchanged ones of a copy
_CHANGED = 2

_ENDED = regex(r"[.!?…][\"'”’»›)\]}*_]*$")
_LIVELY_END = regex(r"[!?][\"'”’»›)\]}*_]*$")
_QUOTED = regex(r"^[\"“«‘'].*[\"”»’'][.!?…]?$")
#: articles, paragraphs and items of law, numbered items, notes
_NUMBERED = regex(r"(?i:art(?:igo)?\b|§|par[áa]grafo|\W*\d+[ºª°.)])|[IVXLC]+\s*[-–—.)]|[a-zA-Z]\)")
_SPEECH = regex(r"[-–—―\"“«‘']")
#: pointers to other pages, credits
_POINTER = regex(
    r"\(.*\)\.?$|para (?:obter )?(?:mais )?(?:informações|detalhes|instruções|saber)\b"
    r"|(?:consulte|veja|confira|leia|ver|vide|saiba mais) ",
    2,
)


class Copy(msgspec.Struct, frozen=True):
    """Sentences [first, first_end) that occur again as [again, end).

    `pairs` are those of them that are the same word for word; the others have been changed, added
    or left out.
    """

    first: int
    first_end: int
    again: int
    end: int
    pairs: Sequence[tuple[int, int]]

    @property
    def between(self) -> int:
        """Number of sentences between the two places; negative for a loop, which copies its own
        copy."""
        return self.again - self.first_end


def copies(
    sentences: Sequence[Sentence], words: Sequence[Words], judged: frozenset[Kind]
) -> list[Copy]:
    """Return accidental copies, ordered by the later occurrence."""
    page = _Page(sentences, words, judged)
    runs = page.runs()
    distant = sum(
        page.content_words(page.whole_again(copy)) >= _MIN_NEXT_PARAGRAPH
        for copy in runs
        if copy.between > _MAX_NEAR
    )
    # a page with many repetitions has them by plan
    planned = distant > max(_MAX_DISTANT, len(sentences) / _FAR_SENTENCES)
    return [
        copy
        for copy in runs
        if page.is_accident(copy) and not (planned and copy.between > _MAX_NEAR)
    ]


def repeated(sentences: Sequence[Sentence], words: Sequence[Words]) -> list[Copy]:
    """Return all that occurs twice, by accident or not."""
    return _Page(sentences, words, frozenset()).runs()


class _Page:
    """The sentences of a document with properties that are needed repeatedly."""

    def __init__(
        self, sentences: Sequence[Sentence], words: Sequence[Words], judged: frozenset[Kind]
    ) -> None:
        """Count how often each sentence of a page occurs."""
        self._sentences = sentences
        self._words = words
        #: how often sentences stand
        self._times = Counter([one.forms for one in words])
        self._judged = judged

    def _whole(self, number: int) -> bool:
        """Return whether a sentence is complete prose."""
        sentence = self._sentences[number]
        text = sentence.content.text
        return (
            sentence.kind in self._judged
            and _is_whole(text)
            and not (text.endswith("...") and self._fills(number))
        )

    @cached_property
    def _is_manual(self) -> bool:
        """Return whether the page repeatedly introduces code, tables or lists, rather than
        speech."""
        last = len(self._sentences) - 1
        introduced = sum(
            sentence.kind is not Kind.DIALOGUE
            and not (number < last and _SPEECH.match(self._text(number + 1)))
            for number, sentence in enumerate(self._sentences)
            if ":" in sentence.content.text and self._introduces(number)
        )
        return introduced > max(1, len(self._sentences) / _MANUAL)

    # ---------------------------------------------------------- what stands twice

    def runs(self) -> list[Copy]:
        """Return longest runs of sentences that occurred earlier in the same order."""
        found: list[Copy] = []
        seen: dict[tuple[str, ...], list[int]] = defaultdict(list)
        pairs: list[tuple[int, int]] = []
        for number, words in enumerate(self._words):
            if self._times[words.forms] == 1:
                continue
            if pairs and pairs[-1][1] + 1 != number:
                found.append(_run(pairs))
                pairs = []
            places = seen.get(words.forms)
            # a run goes on where the sentence after its original is repeated too
            continued = pairs[-1][0] + 1 if pairs else None
            if places and continued is not None and self._words[continued].forms == words.forms:
                pairs.append((continued, number))
            else:
                if pairs:
                    found.append(_run(pairs))
                pairs = [(places[-1], number)] if places else []
            if len(words.forms) > 1:
                seen[words.forms].append(number)
        if pairs:
            found.append(_run(pairs))
        return self._joined(found)

    def _joined(self, runs: Sequence[Copy]) -> list[Copy]:
        """Return runs joined where a sentence or two were changed, added or dropped."""
        result: list[Copy] = []
        for run in runs:
            last = result[-1] if result else None
            if (
                last is not None
                and 0 <= run.again - last.end <= _CHANGED
                and 0 <= run.first - last.first_end <= _CHANGED
                and run.first_end <= last.again
                and not self._vary(range(last.first_end, run.first), range(last.end, run.again))
            ):
                pairs = [*last.pairs, *run.pairs]
                result[-1] = Copy(last.first, run.first_end, last.again, run.end, pairs)
            else:
                result.append(run)
        return result

    # ---------------------------------------------------------- is it an accident

    def content_words(self, whole_sentences: Sequence[int]) -> int:
        """Return the number of words of some sentences."""
        return sum([len(self._words[number].forms) for number in whole_sentences])

    def whole_again(self, copy: Copy) -> list[int]:
        """Return the sentences of a copy that are whole sentences of prose in both places."""
        # an item, or a page's description, may say what prose says again
        return [again for first, again in copy.pairs if self._whole(first) and self._whole(again)]

    def is_accident(self, copy: Copy) -> bool:
        """Return whether a copy is an accident, by length, distance and kind of text."""
        whole_sentences = self.whole_again(copy)
        words = self.content_words(whole_sentences)
        if words < _MIN_IN_PARAGRAPH:
            return False
        if words < _MIN_INTRODUCED and any(self._introduces(again) for _, again in copy.pairs):
            return False
        if copy.between < 0:
            return self._is_loop(copy)
        forms = [self._words[number].forms for number in whole_sentences]
        # what stands three times or more is a fixed phrase
        if min([self._times[one] if len(one) > 1 else 0 for one in forms]) > 2:
            return False
        later, earlier = self._sentences[copy.again], self._sentences[copy.first]
        in_one_paragraph = later.block == earlier.block
        is_changed = copy.end - copy.again > len(copy.pairs)
        if copy.between == 0 and in_one_paragraph:
            return True
        if self._are_steps(copy, whole_sentences):
            return False
        if copy.between == 0 and words >= _MIN_NEXT_PARAGRAPH and not is_changed:
            return True
        if self._is_parallel(copy) or all(_QUOTED.search(self._text(n)) for n in whole_sentences):
            return False
        if copy.between == 0:
            return words >= _MIN_NEXT_PARAGRAPH
        if copy.between <= _MAX_NEAR:
            if words >= (_MIN_FAR if self._is_manual else _MIN_NEAR):
                return True
            if self._is_manual and not in_one_paragraph:
                return False
            is_lively = later.kind is Kind.DIALOGUE or _LIVELY_END.search(later.text)
            fewest_words = _MIN_LIVELY if is_lively else _MIN_IN_PARAGRAPH
            return words >= fewest_words and (in_one_paragraph or not self._same_place(copy))
        if len(whole_sentences) > 1 and not self._is_manual:
            return words >= _MIN_FAR_RUN
        return words >= _MIN_FAR

    def _are_steps(self, copy: Copy, numbers: Sequence[int]) -> bool:
        """Return whether these are short paragraphs of one sentence each, as in procedures."""
        words = sum(len(self._words[number].forms) for number in numbers)
        return (
            len(copy.pairs) > 1
            and words < min(_STEPS, _STEP * len(numbers))
            and all(self._fills(number) for number in numbers)
        )

    def _introduces(self, number: int) -> bool:
        """Return whether code, a table or a list follows, which may differ each time."""
        return self._text(number).rstrip(" *_").endswith(":")

    def _text(self, number: int) -> str:
        return self._sentences[number].text

    def _is_loop(self, copy: Copy) -> bool:
        """Return whether a stretch that follows itself is too long to be repeated for effect."""
        turn = range(copy.first, copy.again)
        words = sum(len(self._words[number].forms) for number in turn if self._whole(number))
        first, again = self._sentences[copy.first], self._sentences[copy.again]
        if first.block != again.block:
            return words >= _MIN_TURN
        times = (copy.end - copy.first) // len(turn)
        return words >= _MIN_IN_PARAGRAPH or (times >= _MIN_TIMES and times * words >= _MIN_LOOP)

    def _is_parallel(self, copy: Copy) -> bool:
        """Return whether the text around both occurrences differs only in content words."""
        before = range(max(0, copy.first - _CONTEXT), copy.first)
        after = range(copy.first_end, min(copy.first_end + _CONTEXT, copy.again))
        here_before = range(max(copy.first_end, copy.again - _CONTEXT), copy.again)
        here_after = range(copy.end, min(copy.end + _CONTEXT, len(self._words)))
        far = copy.between > _MAX_NEAR
        if self._vary(before, here_before, far) or self._vary(after, here_after, far):
            return True
        return self._under_heading(copy.first) and self._under_heading(copy.again)

    def _under_heading(self, number: int) -> bool:
        return number > 0 and self._sentences[number - 1].kind is Kind.HEADING

    def _vary(self, earlier: Sequence[int], later: Sequence[int], far: bool = True) -> bool:
        """Whether a sentence of each stretch share a pattern and fill it with different words;
        `far`: the stretches are distant."""
        return any(
            self._is_variation(self._words[one], self._words[other], far)
            for one in earlier
            for other in later
            if one != other
        )

    @staticmethod
    def _is_variation(one: Words, other: Words, far: bool) -> bool:
        """Return whether sentences share a pattern, and each has words of its own."""
        shared = (one.content & other.content).total()
        totals = one.content.total(), other.content.total()
        compared_total = max(totals) if shared == _PATTERN_WORDS and not far else min(totals)
        if shared < _PATTERN_WORDS or shared < _PATTERN * compared_total:
            return False
        words_of_one, words_of_other = (
            set(one.forms) - stop_words(),
            set(other.forms) - stop_words(),
        )
        return bool(
            words_of_one - words_of_other and words_of_other - words_of_one
        )  # names count here

    def _same_place(self, copy: Copy) -> bool:
        """Whether both open longer paragraphs, or both are whole paragraphs, as standard remarks
        do."""
        first_place = self._place(copy.first, copy.first_end)
        again_place = self._place(copy.again, copy.end)
        if first_place[0] == again_place[0] == 0 and first_place[1] and again_place[1]:
            return True
        return first_place == again_place == (0, 0)

    def _fills(self, number: int) -> bool:
        """Return whether a sentence is a paragraph."""
        return self._place(number, number + 1) == (0, 0)

    def _place(self, first: int, end: int) -> tuple[int, int]:
        """Return how many sentences of its paragraph stand before a stretch, and how many after
        it."""
        start, stop = first, end
        while start and self._sentences[start - 1].block == self._sentences[first].block:
            start -= 1
        count = len(self._sentences)
        while stop < count and self._sentences[stop].block == self._sentences[end - 1].block:
            stop += 1
        return first - start, stop - end


def _run(pairs: Sequence[tuple[int, int]]) -> Copy:
    """Return the copy that adjoining pairs of (first, again) sentences make."""
    (first, again), (last_there, last) = pairs[0], pairs[-1]
    return Copy(first, last_there + 1, again, last + 1, tuple(pairs))


def _is_whole(text: str) -> bool:
    """Return whether this is a complete sentence: closed, not the rest of one, not numbered."""
    if text[:1].islower() or not _ENDED.search(text):
        return False
    return not _NUMBERED.match(text) and not _POINTER.match(text)

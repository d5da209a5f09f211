"""Words that follow one another, by what the parse says of them: a pattern of tokens.

Simulated as an automaton (Thompson 1968; Pike's way of keeping what was matched): all ways to match
go through the sentence together, each state at most once a word, so that no pattern takes longer
than words times tokens from one match to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from textlint_pt.custom.declarations import Token, listed
from textlint_pt.custom.matching import BadPattern, Matcher


class Step(NamedTuple):
    """One token of a pattern, ready to be compared with words of a parse."""

    forms: Matcher | None
    lemmas: frozenset[str]
    tags: frozenset[str]
    features: tuple[tuple[str, frozenset[str]], ...]
    relations: frozenset[str]
    negated: bool
    least: int
    repeats: bool
    mark: bool

    def fits(self, word: Any, form: str) -> bool:
        """Whether a word of the parse, written `form`, is what is wanted."""
        return self._holds(word, form) is not self.negated

    def _holds(self, word: Any, form: str) -> bool:
        if self.tags and word.tag not in self.tags:
            return False
        if self.lemmas and word.lemma.lower() not in self.lemmas:
            return False
        if self.relations and not self.relations & {word.relation, word.relation.split(":")[0]}:
            return False
        if self.features:
            given = dict(pair.split("=", 1) for pair in word.features.split("|") if "=" in pair)
            if any(given.get(name) not in wanted for name, wanted in self.features):
                return False
        if self.forms is None:
            return True
        # the parts of a contraction have forms of their own: "por" and "o" of "pelo"
        return self.forms.is_whole(form) or self.forms.is_whole(word.form)


def compiled(token: Token, ignore_case: bool) -> Step:
    """`BadPattern` says what is wrong with a form."""
    forms = listed(token.form)
    if not (forms or token.lemma or token.tag or token.features or token.relation) and token.not_:
        raise BadPattern("`not` of nothing fits no word", 0)
    return Step(
        forms=Matcher(forms, ignore_case=ignore_case) if forms else None,
        lemmas=frozenset(lemma.lower() for lemma in listed(token.lemma)),
        tags=frozenset(listed(token.tag)),
        features=tuple(
            (name, frozenset(listed(values))) for name, values in token.features.items()
        ),
        relations=frozenset(listed(token.relation)),
        negated=token.not_,
        least=0 if token.repeat in ("optional", "any") else 1,
        repeats=token.repeat in ("any", "some"),
        mark=token.mark,
    )


class _Thread(NamedTuple):
    """A way to match: the step it waits at, and for each word so far the step that took it."""

    step: int
    #: whether the step has taken a word already
    taken: bool
    start: int
    steps: tuple[int, ...]


def find(steps: Sequence[Step], words: Sequence[Any], text: str) -> list[tuple[int, Sequence[int]]]:
    """Matches from left to right without overlaps, each as long as can be.

    Each is the first word's index and, for every word of the match, the index of its step.
    """
    forms = [text[word.start : word.end] for word in words]
    found: list[tuple[int, Sequence[int]]] = []
    at = 0
    while at < len(words):
        best = _first(steps, words, forms, at)
        if best is None:
            break
        found.append((best.start, best.steps))
        at = best.start + len(best.steps)
    return found


def _first(
    steps: Sequence[Step], words: Sequence[Any], forms: Sequence[str], at: int
) -> _Thread | None:
    """The leftmost match from word `at` on; of those at one place the longest."""
    best: _Thread | None = None
    threads: list[_Thread] = []
    for i in range(at, len(words) + 1):
        if best is None and i < len(words):
            threads.append(_Thread(0, False, i, ()))
        seen: set[tuple[int, bool]] = set()
        waiting: list[_Thread] = []
        for thread in threads:
            ended = _spread(steps, thread, seen, waiting)
            if ended and thread.steps and (best is None or thread.start <= best.start):
                best = thread  # later ones of the same start are longer
        if best is not None:
            waiting = [thread for thread in waiting if thread.start <= best.start]
        if i == len(words) or (best is not None and not waiting):
            break
        wanted = {thread.step for thread in waiting}
        fits = {step: steps[step].fits(words[i], forms[i]) for step in wanted}
        threads = [
            _Thread(thread.step, True, thread.start, (*thread.steps, thread.step))
            for thread in waiting
            if fits[thread.step]
        ]
    return best


def _spread(
    steps: Sequence[Step],
    thread: _Thread,
    seen: set[tuple[int, bool]],
    waiting: list[_Thread],
) -> bool:
    """Add the ways to go on without another word; whether one of them is to end here."""
    step, taken = thread.step, thread.taken
    while step < len(steps):
        if not taken or steps[step].repeats:
            # a way that began earlier is here already, or the same
            if (step, taken) in seen:
                pass
            else:
                seen.add((step, taken))
                waiting.append(_Thread(step, taken, thread.start, thread.steps))
        if not taken and steps[step].least:
            return False
        step, taken = step + 1, False
    return True

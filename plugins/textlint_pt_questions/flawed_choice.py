"""FAQ006: a question with options that cannot be answered as it stands, or answers itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from textlint_pt.contract import Finding, Forms, Option, Related, Rule, Span, View
from textlint_pt.portuguese import contractions, paradigms
from textlint_pt.text.regex import regex
from textlint_pt_questions.choices import Choice, Chosen, choices
from textlint_pt_questions.kinds import absolute
from textlint_pt_questions.terms import words

#: options that a question has at least, where one can stand out among the others
_MIN_OPTIONS = 3
#: words of an option among which that stands which allows no exception
_MAX_ABSOLUTE_PLACE = 12
_ALL = (["todo"], ["toda"], ["todos"], ["todas"])
#: words that the right option has more than the longest other one, at least
_MIN_MORE_WORDS = 6


#: paradigms of words that agree with the noun that follows: masculine, feminine, and their plurals
_DETERMINERS = ("articles.definite", "articles.indefinite", "demonstratives.this",
                "demonstratives.that", "demonstratives.far")  # fmt: skip
_AGREEING = (("Masc", "Sing"), ("Fem", "Sing"), ("Masc", "Plur"), ("Fem", "Plur"))
_NOMINAL = ("NOUN", "ADJ")
#: the last word of a question that its options complete; not that of "Assinale-a."
_LAST = regex(r"(?<![\w-])([^\W_]+)\Z")
#: what may stand at the end of such a question
_BLANK = " :.…_–—-"
#: endings of words that have one gender; "aprendiz" and "agente" may have both
_GENDERED = regex(r".+(?:[oaã]|[ãõ][oe]|or|dade|gem|gen|ice|ume)s?\Z")


class _Flaw(NamedTuple):
    message: str
    span: Span
    evidence: Mapping[str, Any]
    related: Span | None = None


class FlawedChoice(Rule):
    """A question with options has a key that is none of them, options that are equal, or gives its
    answer away.
    """

    code = "FAQ006"
    options = {
        "longer": Option(
            2.0, "how many times the words of the longest other option the right one may have",
            minimum=1.2, maximum=10.0,
        )
    }  # fmt: skip

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each flaw of a question with options."""
        forms: Forms | None = view.analysis("forms") if view.has("forms") else None
        for question in choices(view.document):
            letters = [choice.letter for choice in question.options]
            flaws = [
                *_flaws(question, options["longer"]),
                *(_options_disagreeing_with_article(question, forms) if forms else ()),
            ]
            for message, span, evidence, related in flaws:
                yield Finding(
                    code=self.code,
                    span=span,
                    evidence={"options": "".join(letters), **evidence},
                    message=message,
                    arguments={"listed": ", ".join(letters)},
                    related=(Related(related),) if related else (),
                )


def _flaws(question: Chosen, max_ratio: float) -> Iterator[_Flaw]:
    """Yield the flaws of a question: wrong key, empty or equal options, a telling right one."""
    right = question.right
    if question.key is not None and right is None:
        yield _Flaw("key", question.key_span or question.span, {})
    seen: dict[str, Choice] = {}
    for choice in question.options:
        normalised = " ".join(choice.text.split()).rstrip(".;")
        if not normalised:
            yield _Flaw("empty", choice.span, {"letter": choice.letter})
        elif normalised in seen:
            equal_choice = seen[normalised]
            evidence = {"letter": choice.letter, "other": equal_choice.letter}
            yield _Flaw("equal", choice.span, evidence, equal_choice.span)
        else:
            seen[normalised] = choice
    if right is None or len(question.options) < _MIN_OPTIONS:
        return
    others = [words(choice.text) for choice in question.options if choice is not right]
    right_words = words(right.text)
    longest = max(map(len, others))
    limit = max(max_ratio * longest, longest + _MIN_MORE_WORDS)
    if longest and len(right_words) >= limit:
        yield _Flaw(
            "length", right.span, {"words": len(right_words), "others": longest, "limit": limit}
        )
    elif not _absolute(right_words) and all(map(_absolute, others)):
        yield _Flaw("absolute", right.span, {})


def _absolute(option: list[str]) -> bool:
    """Whether an option allows no exception: by a word near its beginning, or by "todos" there."""
    return not absolute().isdisjoint(option[:_MAX_ABSOLUTE_PLACE]) or option[:1] in _ALL


def _options_disagreeing_with_article(question: Chosen, forms: Forms) -> Iterator[_Flaw]:
    """Yield the options whose first word cannot follow the article with which the question ends,
    if others can. Nothing if one does not open with a noun or adjective: it may not continue the
    question."""
    last = _LAST.search(question.stem.rstrip(_BLANK))
    determiner = last[1].lower() if last else ""
    agreement = _determiners().get(determiner)
    if agreement is None:
        return
    wrong = []
    for choice in question.options:
        first = next(iter(words(choice.text)), "")
        agreements = {
            (reading.feature("Gender"), reading.feature("Number"))
            for reading in forms.readings(first)
            if reading.upos in _NOMINAL
        }
        if not agreements:
            return
        if _GENDERED.match(first) and not any(
            gender in (agreement[0], None) and number in (agreement[1], None)
            for gender, number in agreements
        ):
            wrong.append(choice)
    if not wrong or len(wrong) == len(question.options) or question.right in wrong:
        return
    letters = ", ".join(choice.letter for choice in wrong)
    evidence = {"determiner": determiner, "letters": letters}
    yield _Flaw("grammar" if len(wrong) > 1 else "grammar-one", wrong[0].span, evidence)


@cache
def _determiners() -> Mapping[str, tuple[str, str]]:
    """Return the words that agree with the noun that follows, with its gender and number; also
    contracted with a preposition."""
    own = {
        form: features
        for paradigm in paradigms(*_DETERMINERS)
        for form, features in zip(paradigm, _AGREEING, strict=True)
    }
    joined = {form: own[each.second] for form, each in contractions().items() if each.second in own}
    return {**joined, **own}

"""FAQ006: a question with options that cannot be answered as it stands, or answers itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, Span, View
from textlint_pt_questions.choices import Choice, Chosen, choices
from textlint_pt_questions.kinds import absolute
from textlint_pt_questions.terms import words

#: options that a question has at least, where one can stand out among the others
_LEAST = 3
#: words that the right option has more than the longest other one, at least
_MORE = 6


class _Flaw(NamedTuple):
    message: str
    span: Span
    evidence: Mapping[str, Any]
    related: Span | None = None


class FlawedChoice(Rule):
    """A question with options has a key that is none of them, options that are equal, or gives its
    answer away.

    ## What it finds

    In questions with options *a)*–*e)*, in a text or in records of JSONL and CSV: a key that names
    no option; two options that are the same; an option without a text; a right option that is far
    longer than all others (`longer` times as many words and six more); and one that alone is
    without *sempre*, *nunca*, *apenas* and the like. The last two are looked for where the right
    option is marked and there are at least three.

    ## Why it matters

    With the first three nobody can answer, or two answers are right and one is counted as wrong.
    With the others people answer who know nothing of the matter: they have learnt that the long,
    careful option is the right one.

    ## Bad

    ```text
    Qual é a capital de Portugal?
    a) Porto
    b) Lisboa
    c) Porto
    Resposta: d
    ```

    ## Good

    ```text
    Qual é a capital de Portugal?
    a) Porto
    b) Lisboa
    c) Braga
    Resposta: b
    ```

    ## Evidence

    `options`: their letters. For lengths: `words` of the right option, `others` of the longest
    other one, and `limit`, how many it would need. Off by default: not measured yet on tests of
    others.

    ## Source

    Haladyna, Downing and Rodriguez 2002: guidelines for writing multiple-choice items (options
    independent and of equal length, no specific determiners).
    """

    code = "FAQ006"
    name = "questions.flawed-choice"
    scope = Scope.DOCUMENT
    default = False
    options = {
        "longer": Option(
            2.0, "how many times the words of the longest other option the right one may have",
            minimum=1.2, maximum=10.0,
        )
    }  # fmt: skip
    messages = {
        "pt": {
            "key": "a resposta indicada não é nenhuma das alternativas ({listed})",
            "empty": "a alternativa {letter} não tem texto",
            "equal": "a alternativa {letter} é igual à {other}",
            "length": "a alternativa certa denuncia-se: é de longe a mais longa",
            "absolute": "a alternativa certa denuncia-se: só ela não tem «sempre», «nunca», "
            "«apenas» ou semelhante",
            "related": "é igual a esta",
        },
        "en": {
            "key": "the key is none of the options ({listed})",
            "empty": "option {letter} has no text",
            "equal": "option {letter} is the same as {other}",
            "length": "the right option gives itself away: it is by far the longest",
            "absolute": "the right option gives itself away: it alone is without “sempre”, "
            "“nunca”, “apenas” or the like",
            "related": "the same as this",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for one in choices(view.document):
            letters = [choice.letter for choice in one.options]
            for message, span, evidence, related in _flaws(one, options["longer"]):
                arguments = {key: value for key, value in evidence.items() if key != "words"}
                yield Finding(
                    code=self.code,
                    span=span,
                    evidence={"options": "".join(letters), **evidence},
                    message=message,
                    arguments={"listed": ", ".join(letters), **arguments},
                    related=(Related(related),) if related else (),
                )


def _flaws(one: Chosen, longer: float) -> Iterator[_Flaw]:
    right = one.right
    if one.key is not None and right is None:
        yield _Flaw("key", one.key_span or one.span, {})
    seen: dict[str, Choice] = {}
    for choice in one.options:
        said = " ".join(choice.text.split()).rstrip(".;")
        if not said:
            yield _Flaw("empty", choice.span, {"letter": choice.letter})
        elif said in seen:
            first = seen[said]
            evidence = {"letter": choice.letter, "other": first.letter}
            yield _Flaw("equal", choice.span, evidence, first.span)
        else:
            seen[said] = choice
    if right is None or len(one.options) < _LEAST:
        return
    others = [words(choice.text) for choice in one.options if choice is not right]
    own = words(right.text)
    longest = max(map(len, others))
    limit = max(longer * longest, longest + _MORE)
    if longest and len(own) >= limit:
        yield _Flaw("length", right.span, {"words": len(own), "others": longest, "limit": limit})
    elif absolute().isdisjoint(own) and not any(absolute().isdisjoint(other) for other in others):
        yield _Flaw("absolute", right.span, {})

"""GRA408: a phrase that says the same thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from textlint_pt.contract import Applicability, Finding, Scope, Sentence, Severity, View
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.confidence import LanguageRule, Signals
from textlint_pt_grammaticality.mechanics.fixes import replace
from textlint_pt_grammaticality.mechanics.repetition import COMPOSED
from textlint_pt_grammaticality.reading import Word, listed, quotations, table, touches, words


class _Pleonasm(NamedTuple):
    """A phrase as alternatives of each word; `superfluous` are places of words to leave out."""

    words: tuple[tuple[str, ...], ...]
    superfluous: frozenset[int]
    instead: str
    #: whether nobody would keep it
    certain: bool


@cache
def _pleonasms() -> Mapping[str, Sequence[_Pleonasm]]:
    """The table by a phrase's first word, or by the first letters of one that is cut short."""
    result: dict[str, list[_Pleonasm]] = {}
    for line in table("pleonasms.txt"):
        certain = line.startswith("! ")
        phrase, _, instead = (part.strip() for part in line.removeprefix("! ").partition("="))
        alternatives: list[tuple[str, ...]] = []
        superfluous: set[int] = set()
        inside = False
        for number, piece in enumerate(phrase.split()):
            inside = inside or piece.startswith("[")
            if inside:
                superfluous.add(number)
            inside = inside and not piece.endswith("]")
            alternatives.append(tuple(piece.strip("[]").split("|")))
        entry = _Pleonasm(tuple(alternatives), frozenset(superfluous), instead, certain)
        for word in alternatives[0]:
            result.setdefault(word[:2] if word.endswith("*") else word, []).append(entry)
    return result


def _fits(form: str, alternatives: Sequence[str]) -> bool:
    return any(
        form.startswith(word[:-1])
        if word.endswith("*")
        else form == word or (word == "#" and form.isdigit())
        for word in alternatives
    )


#: before "de" these place a thing, and say no more than the verb does: "subiu para cima da mesa"
_PLACING = listed("cima baixo dentro frente trás depois antes meio conjunto")
#: a word after these may say which: "dunas de areia branca", "o futuro próximo"
_DESCRIBED = listed("areia peixes pessoas sangue fogo futuro")
_OF = listed("de do da dos das dum duma com")


def _is_excused(text: str, found: Sequence[Word], at: int, end: int) -> bool:
    if at and found[at - 1].form == "quanto":  # "quanto mais melhor"
        return True
    last, after = found[end - 1].form, found[end].form if end < len(found) else ""
    if last in _DESCRIBED:
        beside = after and text[found[end - 1].end : found[end].start] == " "
        return bool(beside) and after not in function_words()
    return last in _PLACING and after in _OF


class Pleonasm(LanguageRule):
    """A phrase says the same thing twice.

    ## What it finds

    Set phrases in which one word holds what another says again: *subir para cima*, *elo de
    ligação*, *há dois anos atrás*, *mas porém*. The list is short on purpose: what is in good use
    (*certeza absoluta*, *voltar para trás*) is not on it. Dialogue, verse and quotations may speak
    as people speak and are not judged.

    ## Why it matters

    The second word takes the reader's time and gives nothing for it.

    ## Bad

    > O elevador subiu para cima e parou no último andar, como há dois anos atrás.

    ## Good

    > O elevador subiu e parou no último andar, como há dois anos.

    ## Evidence

    `phrase`: what stands there; `suggestion`: what says the same; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported. Fix: the suggestion, as one to look at
    before it is taken.

    ## Source

    The chapters on *pleonasmo vicioso* in Portuguese grammars; the list is our own.
    """

    code = "GRA408"
    name = "mechanics.pleonasm"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    reach = 0
    severity = Severity.INFO
    messages = {
        "pt": {"message": "«{phrase}» diz o mesmo duas vezes; basta «{suggestion}»"},
        "en": {"message": "“{phrase}” says the same twice; “{suggestion}” is enough"},
    }

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} certain": float(finding.arguments["certain"])}

    def is_certain(self, finding: Finding) -> bool:
        return bool(finding.arguments["certain"])

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        table = _pleonasms()
        quoted = quotations(view.document)
        for sentence in view.sentences:
            if sentence.kind in COMPOSED:
                continue
            found = words(sentence.text, figures=True)
            at = 0
            while at < len(found):
                form = found[at].form
                candidates = table.get(form, ())
                if form[:2] in table:
                    candidates = (*candidates, *table[form[:2]])
                match = _match(sentence.text, found, at, candidates) if candidates else None
                if match is None:
                    at += 1
                    continue
                start, end = found[at].start, found[at + len(match.words) - 1].end
                if not touches(quoted[sentence.index], start, end) and not sentence.is_opaque(
                    start, end
                ):
                    yield self._explain(sentence, found[at : at + len(match.words)], match)
                at += len(match.words)

    def _explain(self, sentence: Sentence, found: Sequence[Word], match: _Pleonasm) -> Finding:
        text = sentence.text
        start, end = found[0].start, found[-1].end
        suggestion = match.instead or _kept(text, found, match.superfluous)
        if text[start].isupper():
            suggestion = suggestion[:1].upper() + suggestion[1:]
        return self.finding(
            sentence,
            {"phrase": text[start:end], "suggestion": suggestion},
            start=start,
            end=end,
            arguments={"certain": match.certain},
            fix=replace(
                sentence,
                start,
                end,
                suggestion,
                Applicability.SUGGESTION if match.instead else Applicability.UNSAFE,
            ),
        )


def _match(
    text: str, found: Sequence[Word], at: int, candidates: Sequence[_Pleonasm]
) -> _Pleonasm | None:
    for entry in candidates:
        end = at + len(entry.words)
        if (
            end <= len(found)
            and _fits(found[at].form, entry.words[0])
            and all(
                _fits(word.form, alternatives)
                for word, alternatives in zip(found[at:end], entry.words, strict=True)
            )
            and not _is_excused(text, found, at, end)
            and all(
                text[found[i].end : found[i + 1].start] in (" ", ", ") for i in range(at, end - 1)
            )
        ):
            return entry
    return None


def _kept(text: str, found: Sequence[Word], superfluous: frozenset[int]) -> str:
    kept = [word for number, word in enumerate(found) if number not in superfluous]
    return re.sub(r"\s+", " ", " ".join(text[word.start : word.end] for word in kept))

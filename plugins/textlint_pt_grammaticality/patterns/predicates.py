"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from textlint_pt import portuguese
from textlint_pt.patterns.matching import stands
from textlint_pt.patterns.notation import Reader, Test
from textlint_pt_grammaticality.reading import own_words

if TYPE_CHECKING:
    from textlint_pt_grammaticality.phrases import ParsedSentence


def list_named(name: str) -> frozenset[str]:
    """A list of `data/words.tsv`, or of the closed classes of Portuguese."""
    try:
        return own_words(name)
    except KeyError:
        return portuguese.words(name)


@cache
def _test(written: str) -> Test:
    return Reader(list_named, PREDICATES).test(written)


def finite(sentence: ParsedSentence, at: int) -> bool:
    """A finite verb with a pronoun tied to it ("vendeu-se", "fá-lo", "habituámo-nos")."""
    if not sentence.after_hyphen(at + 1):
        return False
    form = sentence.form(at)
    if form.endswith("mo") and sentence.form(at + 1) == "nos":
        kinds = {reading.feature("VerbForm") for reading in sentence.forms.readings(form + "s")}
        return "Fin" in kinds and ("Inf" not in kinds or _test("is:*.fin")(sentence, at))
    return _test("FIN&!INF|INF&is:*.fin&!-ar&!-er&!-ir|fá|trá|fê|fi|di|qui")(sentence, at)


def inside(sentence: ParsedSentence, at: int) -> bool:
    """A word past which another attracts the pronouns of a verb: no mark, coordinator or verb."""
    ends = "!W|HYPHEN|e|mas|ou|porém|nenhum|nenhuma|@attractor.conjunctions"
    verb = "is:V.fin|is:V&FIN|!is:V&FIN&!can:NOUN/ADJ/ADP/ADV/DET/PRON/SCONJ/PROPN/NUM"
    return not _test(f"{ends}|{verb}")(sentence, at)


def attracted(sentence: ParsedSentence, at: int) -> bool:
    """A verb that a word before it attracts the pronouns of ("não", "que")."""
    rows = (
        "@attractor.near",
        "@attractor.conjunctions&!quando&!HYPHEN|nenhum|nenhuma :inside{0,5}",
        "!em quando :inside{0,5}",
    )
    return any(stands(sentence, _before(row), at, -1) for row in rows)


def subject_before(sentence: ParsedSentence, at: int) -> bool:
    """A verb whose subject stands before it in the parse."""
    own = sentence.tokens[at].words
    return any(
        word.relation.startswith("nsubj") and word.head in own for word in sentence.words[: own[0]]
    )


# they ask more of a sentence than `TokenSentence` has
PREDICATES: Mapping[str, Callable[[Any, int], bool]] = {
    "attracted": attracted,
    "finite": finite,
    "inside": inside,
    "subject-before": subject_before,
}


@cache
def _before(row: str) -> Any:
    return Reader(list_named, PREDICATES).items(row, -1)

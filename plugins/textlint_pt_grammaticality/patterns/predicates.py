"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from textlint_pt import portuguese
from textlint_pt.patterns.notation import Reader, Test
from textlint_pt.patterns.sentence import TokenSentence
from textlint_pt_grammaticality.patterns.verbal import VERBAL
from textlint_pt_grammaticality.sentence.governing import governing
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.reading import own_words

_OF = own_words("phrases.of")
_INDEFINITE = own_words("predicates.indefinite")
_ABSTRACT_ENDINGS = ("ção", "são", "mento", "ência", "ância")


def list_named(name: str) -> frozenset[str]:
    """A list of `data/words.tsv`, of the closed classes of Portuguese, or of what governs
    ("government.class.abstract")."""
    if name.startswith("government."):
        return governing(name.removeprefix("government."))
    try:
        return own_words(name)
    except KeyError:
        return portuguese.words(name)


@cache
def _test(written: str) -> Test:
    return Reader(list_named, PREDICATES).test(written)


def finite(sentence: ParsedSentence, at: int) -> bool:
    """A finite verb with a pronoun tied to it ("vendeu-se", "fá-lo", "habituámo-nos")."""
    if not _test("HYPHEN&is:PRON")(sentence, at + 1):
        return False
    form = sentence.form(at)
    if form.endswith("mo") and sentence.form(at + 1) == "nos":
        return any(r.feature("VerbForm") == "Fin" for r in sentence.forms.readings(form + "s"))
    return _test("FIN&!INF|INF&is:*.fin&!-ar&!-er&!-ir|fá|trá|fê|fi|di|qui")(sentence, at)


def stated(sentence: ParsedSentence, at: int) -> bool:
    """A word of a sentence that asks nothing, after none that supposes ("se", "talvez")."""
    return _test("!earlier:@negation.supposing&!later:@marks.question")(sentence, at)


def inside(sentence: ParsedSentence, at: int) -> bool:
    """A word past which another attracts the pronouns of a verb: no mark, coordinator or verb."""
    ends = "!W|HYPHEN|e|mas|ou|porém|nenhum|nenhuma|@attractor.conjunctions"
    verb = "is:V.fin|is:V&FIN|!is:V&FIN&!can:NOUN/ADJ/ADP/ADV/DET/PRON/SCONJ/PROPN/NUM"
    return not _test(f"{ends}|{verb}")(sentence, at)


def subject_before(sentence: ParsedSentence, at: int) -> bool:
    """A verb whose subject stands before it in the parse."""
    own = sentence.tokens[at].words
    return any(
        word.relation.startswith("nsubj") and word.head in own for word in sentence.words[: own[0]]
    )


def with_article(sentence: ParsedSentence, at: int) -> bool:
    """A feminine noun after "a" or "as", of its number, that can have its article: no name but "a
    Assembleia da República", no house of one's own ("voltaram a casa"), no "face a face"."""
    form, article, before = sentence.form(at), sentence.form(at - 1), sentence.form(at - 2)
    is_plural, has_complement = article == "as", sentence.form(at + 1) in _OF
    if not sentence.is_noun(at, "Fem", "Plur" if is_plural else "Sing"):
        return False
    if form in _INDEFINITE or before in ("quanto", form):
        return False
    if sentence.tag(at) in ("DET", "NUM", "PRON"):
        return False
    if sentence.is_capital(at) and not (has_complement and sentence.is_capital(at + 2)):
        return False
    return form not in ("casa", "terra") or has_complement or sentence.tag(at + 1) == "ADJ"


def told_apart(sentence: ParsedSentence, at: int) -> bool:
    """A noun that has its article before "a" since what follows tells it apart: "proposta do
    governo", "carta recebida"; in the plural any."""
    if not with_article(sentence, at) or sentence.can_be(at, "PRON", "DET"):
        return False
    if sentence.tag(at) != "NOUN" or sentence.is_capital(at):
        return False
    if sentence.form(at - 1) == "as":
        return True
    after, then = sentence.form(at + 1), sentence.form(at + 2)
    if after == "de":
        return sentence.form(at).endswith(_ABSTRACT_ENDINGS) or then in own_words("crase.days")
    has_adjective_and_complement = sentence.tag(at + 1) == "ADJ" and then in _OF and then != "de"
    return has_adjective_and_complement or after in _OF or after in own_words("crase.telling")


def after_subject(sentence: ParsedSentence, at: int) -> bool:
    """A verb whose subject does not follow: it stands before, or is in the ending."""
    place = sentence.tokens[at].words[0]
    verb_and_head = {place, sentence.words[place].head}
    features = sentence.features(at)
    if features.get("Person") in ("1", "2") or features.get("VerbForm") in ("Inf", "Ger"):
        return True
    return any(
        word.relation.startswith("nsubj") and i < place and word.head in verb_and_head
        for i, word in enumerate(sentence.words)
    )


def _is_only_mark(sentence: TokenSentence, at: int) -> bool:
    """Whether no other mark stands in the sentence but hyphens and a full stop or the like."""
    marks = [i for i in range(len(sentence)) if not sentence.form(i)[:1].isalnum()]
    others = {sentence.form(i) for i in marks if i != at and not sentence.after_hyphen(i)}
    return others <= {".", "!", "-", "%", "$"}


# they ask more of a sentence than `TokenSentence` has
PREDICATES: Mapping[str, Callable[[Any, int], bool]] = {
    **VERBAL,
    "only-mark": _is_only_mark,
    "finite": finite,
    "inside": inside,
    "stated": stated,
    "subject-before": subject_before,
    "with-article": with_article,
    "told-apart": told_apart,
    "after-subject": after_subject,
}

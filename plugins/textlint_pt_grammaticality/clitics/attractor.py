"""Words before which the pronoun stands first."""

from __future__ import annotations

from textlint_pt import portuguese
from textlint_pt.patterns.loading import CERTAINTIES
from textlint_pt.patterns.notation import Reader
from textlint_pt.patterns.sentence import TokenSentence
from textlint_pt_grammaticality.reading import own_words

_NEGATIVE = portuguese.words("negations") | {"ninguém", "nada"}
_CONJUNCTIONS = own_words("attractor.conjunctions")
#: words that attract the pronoun if they are right before the verb
_ADVERBS = portuguese.words("adverbs.often") | {"talvez", "apenas"}
_INDEFINITE = portuguese.words("indefinites.all.plural", "indefinites.both.plural") | {
    "tudo",
    "algo",
    "alguém",
}
_REACH = 6
_LIKELY, _HINT = CERTAINTIES["likely"], CERTAINTIES["hint"]
#: prior for a word that attracts from before the subject: the model must agree
_FAR = 1.6
#: between a hint and what is likely
_FAIRLY = 3.0


_test = Reader(own_words, {}).test
#: before which no word can attract: a mark, a coordinator, another verb
_ENDS_CLAUSE = _test(
    "!W|e|mas|ou|porém|is:V.fin|is:V&FIN|FIN&!can:NOUN/ADJ/ADP/ADV/DET/PRON/SCONJ/PROPN/NUM&!is:V"
)
_IS_VERB = _test("is:V")
_IS_FULL_VERB = _test("is:VERB")


def attractor(sentence: TokenSentence, verb: int) -> tuple[int, float] | None:
    """Place of a word that attracts the pronoun of the verb at `verb`, and how surely it does."""
    for at in range(verb - 1, max(-1, verb - 1 - _REACH), -1):
        form, near = sentence.form(at), at == verb - 1
        if sentence.after_hyphen(at):
            return None
        if form == "quando" and sentence.form(at - 1) == "em":
            return None  # "de vez em quando"
        if form in _CONJUNCTIONS:
            asks = form == "que" and sentence.form(at - 1) == "por"
            far = _HINT / 2 if form == "como" else _FAIRLY if asks else _FAR
            return at, _LIKELY if near else far
        if form in ("nenhum", "nenhuma"):
            return at, _FAIRLY
        if near and (form in _ADVERBS or form in _NEGATIVE or form in _INDEFINITE):
            pronoun = form in _INDEFINITE or form in ("nada", "ninguém", "sempre")
            alone = not (_verb_before(sentence, at) if pronoun else _IS_FULL_VERB(sentence, at - 1))
            sure = form in _NEGATIVE or form in ("talvez", "tudo", "algo", "alguém")
            return (at, _LIKELY if sure else _FAIRLY) if alone else (at, 0.0)
        if _ENDS_CLAUSE(sentence, at):
            return None
    return None


def _verb_before(sentence: TokenSentence, at: int) -> bool:
    """Whether a verb that the word at `at` may belong to precedes it in the same clause."""
    for i in range(at - 1, -1, -1):
        if not sentence.is_word(i) or sentence.form(i) in _CONJUNCTIONS:
            return False
        if _IS_VERB(sentence, i):
            return True
    return False

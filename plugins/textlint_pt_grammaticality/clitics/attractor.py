"""Words before which the pronoun stands first."""

from __future__ import annotations

from textlint_pt import portuguese
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Line
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
#: prior for a word that attracts from before the subject: the model must agree
_FAR = 1.6
#: between a hint and what is likely
_FAIRLY = 3.0


def _is_clause_end(line: Line, at: int) -> bool:
    """Whether no word before this one can attract: a mark, a coordinator, another verb."""
    if not line.is_word(at) or line.form(at) in ("e", "mas", "ou", "porém"):
        return True
    if line.tag(at) in ("VERB", "AUX"):
        return line.features(at).get("VerbForm") == "Fin" or line.is_finite(at)
    sure = not line.can_be(at, "NOUN", "ADJ", "ADP", "ADV", "DET", "PRON", "SCONJ", "PROPN", "NUM")
    return sure and line.is_finite(at)


def attractor(line: Line, verb: int) -> tuple[int, float] | None:
    """Place of a word that attracts the pronoun of the verb at `verb`, and how surely it does."""
    for at in range(verb - 1, max(-1, verb - 1 - _REACH), -1):
        form, near = line.form(at), at == verb - 1
        if line.after_hyphen(at):
            return None
        if form == "quando" and line.form(at - 1) == "em":
            return None  # "de vez em quando"
        if form in _CONJUNCTIONS:
            asks = form == "que" and line.form(at - 1) == "por"
            far = HINT / 2 if form == "como" else _FAIRLY if asks else _FAR
            return at, LIKELY if near else far
        if form in ("nenhum", "nenhuma"):
            return at, _FAIRLY
        if near and (form in _ADVERBS or form in _NEGATIVE or form in _INDEFINITE):
            pronoun = form in _INDEFINITE or form in ("nada", "ninguém", "sempre")
            alone = not (_verb_before(line, at) if pronoun else line.tag(at - 1) == "VERB")
            sure = form in _NEGATIVE or form in ("talvez", "tudo", "algo", "alguém")
            return (at, LIKELY if sure else _FAIRLY) if alone else (at, 0.0)
        if _is_clause_end(line, at):
            return None
    return None


def _verb_before(line: Line, at: int) -> bool:
    """Whether a verb that the word at `at` may belong to precedes it in the same clause."""
    for i in range(at - 1, -1, -1):
        if not line.is_word(i) or line.form(i) in _CONJUNCTIONS:
            return False
        if line.tag(i) in ("VERB", "AUX"):
            return True
    return False

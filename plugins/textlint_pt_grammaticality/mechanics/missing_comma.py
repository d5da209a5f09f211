"""GRA415: the comma after a clause that opens the sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from textlint_pt import portuguese
from textlint_pt_grammaticality.sentence.parsed import HINT, ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import own_words

#: open a clause that a comma sets off where it stands first
_OPENING = own_words("missing-comma.opening")
#: these open one with the word after them: "depois de", "apesar de", "sempre que"; "como estava a
#: chover", not "como se vê" and "como um rio"
_PAIRS = {
    *product(own_words("missing-comma.with-other"), own_words("missing-comma.other")),
    *product(("como",), own_words("missing-comma.being")),
}
#: of a shorter clause at the start the comma is often left out
_MIN_CLAUSE_WORDS = 3
_VERBAL = ("aux", "aux:pass", "cop", "advmod", "expl", "expl:pv", "obj", "iobj")
_INTERROGATIVES = own_words("missing-comma.asked")
_ARTICLES = portuguese.words("articles.definite")


def missing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Propose the comma after an opening clause: "quando a chuva parou os jogadores voltaram"."""
    first = sentence.form(0)
    opens_with_como = first == "como" and sentence.form(1) in _ARTICLES
    if not (first in _OPENING or opens_with_como or (first, sentence.form(1)) in _PAIRS):
        return
    words = sentence.words
    root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
    opening_clauses = (
        child
        for child in sentence.children.get(root, ())
        if child < root and words[child].relation in ("advcl", "obl", "ccomp")
    )
    clause = next(opening_clauses, None)
    if clause is None:
        return
    # the parse gives the subject of the main clause now to one verb, now to the other
    verb = root
    while any(words[c].relation in _VERBAL and clause < c < verb for c in sentence.children[root]):
        verb = min(c for c in sentence.children[root] if words[c].relation in _VERBAL)
    comma_word = verb
    subjects = [
        i
        for i in range(clause + 1, verb)
        if words[i].relation[:5] == "nsubj" and words[i].form.lower() != "que"
    ]
    if not subjects and sentence.has(clause, "nsubj", "nsubj:pass"):
        # "se o ficheiro não existir o programa cria outro": taken for an object
        is_third_person = "Person=3" in words[root].features and "Mood=Ind" in words[root].features
        subjects = [
            c
            for c in sentence.children[clause]
            if is_third_person
            and words[c].relation == "obj"
            and max(_subtree(sentence, c)) == verb - 1
        ]
    if first == "se" and not subjects and sentence.has(root, "cop"):
        return  # "se isso é bom é uma questão de gosto": the clause is the subject
    if subjects:
        comma_word = min(*_subtree(sentence, subjects[-1]), verb)
    comma_token = sentence.holding(comma_word)
    if comma_token < _MIN_CLAUSE_WORDS or comma_token + 2 >= len(sentence):
        return
    if not all(map(sentence.is_word, range(sentence.holding(root)))):
        return  # a comma closes the clause, here or further on
    if any(sentence.form(i) in _INTERROGATIVES for i in range(2, comma_token)):
        return  # "para ver quais endereços você tem": its own clause has the subject
    has_verb = any(
        sentence.tag(i) in ("VERB", "AUX") and not sentence.is_participle(i)
        for i in range(1, comma_token)
    )
    if has_verb:
        # the space and the token are marked, so that something is
        start, end = sentence.tokens[comma_token - 1].end, sentence.tokens[comma_token].end
        written = sentence.text[sentence.tokens[comma_token].start : end]
        named = {"next": written, "_previous": sentence.form(comma_token - 1)}
        yield Proposal(start, end, (f", {written}",), prior=HINT, message="clause", arguments=named)


def _subtree(sentence: ParsedSentence, i: int) -> set[int]:
    """Return a word of the parse and all that hangs on it."""
    found = [i]
    for word in found:  # which grows meanwhile
        children = sentence.children.get(word, ())
        found += [child for child in children if sentence.words[child].tag != "PUNCT"]
    return set(found)

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
_LEAST = 3
_VERBAL = ("aux", "aux:pass", "cop", "advmod", "expl", "expl:pv", "obj", "iobj")
_ASKED = own_words("missing-comma.asked")
_ARTICLES = portuguese.words("articles.definite")


def missing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """ "Quando a chuva parou os jogadores voltaram"."""
    first = sentence.form(0)
    whole = first == "como" and sentence.form(1) in _ARTICLES
    if not (first in _OPENING or whole or (first, sentence.form(1)) in _PAIRS):
        return
    words = sentence.words
    root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
    opened = [
        child
        for child in sentence.children.get(root, ())
        if child < root and words[child].relation in ("advcl", "obl", "ccomp")
    ]
    if not opened:
        return
    clause = opened[0]
    # the parse gives the subject of the main clause now to one verb, now to the other
    verb = root
    while any(words[c].relation in _VERBAL and clause < c < verb for c in sentence.children[root]):
        verb = min(c for c in sentence.children[root] if words[c].relation in _VERBAL)
    place = verb
    subjects = [
        i
        for i in range(clause + 1, verb)
        if words[i].relation[:5] == "nsubj" and words[i].form.lower() != "que"
    ]
    if not subjects and sentence.has(clause, "nsubj", "nsubj:pass"):
        # "se o ficheiro não existir o programa cria outro": taken for an object
        third = "Person=3" in words[root].features and "Mood=Ind" in words[root].features
        subjects = [
            c
            for c in sentence.children[clause]
            if third and words[c].relation == "obj" and max(_within(sentence, c)) == verb - 1
        ]
    if first == "se" and not subjects and sentence.has(root, "cop"):
        return  # "se isso é bom é uma questão de gosto": the clause is the subject
    if subjects:
        place = min(*_within(sentence, subjects[-1]), verb)
    at = sentence.holding(place)
    if at < _LEAST or at + 2 >= len(sentence):
        return
    if not all(map(sentence.is_word, range(sentence.holding(root)))):
        return  # a comma closes the clause, here or further on
    if any(sentence.form(i) in _ASKED for i in range(2, at)):
        return  # "para ver quais endereços você tem": its own clause has the subject
    verbal = any(
        sentence.tag(i) in ("VERB", "AUX") and not sentence.is_participle(i) for i in range(1, at)
    )
    if verbal:
        # the space and the token are marked, so that something is
        start, end = sentence.tokens[at - 1].end, sentence.tokens[at].end
        written = sentence.text[sentence.tokens[at].start : end]
        named = {"next": written, "_previous": sentence.form(at - 1)}
        yield Proposal(start, end, (f", {written}",), prior=HINT, message="clause", arguments=named)


def _within(sentence: ParsedSentence, i: int) -> set[int]:
    """A word of the parse and all that hangs on it."""
    found = {i}
    waiting = [i]
    while waiting:
        for child in sentence.children.get(waiting.pop(), ()):
            if sentence.words[child].tag != "PUNCT":
                found.add(child)
                waiting.append(child)
    return found

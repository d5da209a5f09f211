"""GRA415: a comma that is missing between clauses, or on one side of an insertion."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.parsed import CERTAIN, HINT, LIKELY, ParsedSentence
from textlint_pt_grammaticality.reading import own_words

#: open a clause that a comma sets off where it stands first
_OPENING = own_words("missing-comma.opening")
#: the clause they open has a finite verb
_FINITE = own_words("missing-comma.finite")
#: these open one with the word after them: "depois de", "apesar de", "sempre que"
_WITH_OTHER = own_words("missing-comma.with-other")
_BEING = own_words("missing-comma.being")
#: of a shorter clause at the start the comma is often left out
_LEAST = 3
#: tokens of a phrase from which grammars ask for the comma
_LONG = 5
#: hundredths
_TAG_SURE, _HEAD_SURE = 90, 80
_VERBAL = ("aux", "aux:pass", "cop", "advmod", "expl", "expl:pv", "obj", "iobj")
_ASKED = own_words("missing-comma.asked")


def kind_of(rule: LanguageRule, finding: Finding) -> str:
    told = finding.arguments
    # "é difícil, principalmente pois afeta todos"
    joined = told.get("next", "").lower() in ("mas", "pois")
    clear = joined and not told["_previous"].endswith("mente") and finding.message == "message"
    return "mas or pois" if clear else LanguageRule.kind_of(rule, finding)


def missing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """A comma that is missing between two clauses or at one end of an insertion."""
    yield from _clause(sentence)
    yield from _phrase(sentence)
    yield from _insertion(sentence)


# -- "quando a chuva parou os jogadores voltaram" ------------------------------------------


def _clause(sentence: ParsedSentence) -> Iterator[Proposal]:
    first = sentence.form(0)
    whole = first == "como" and sentence.form(1) in ("o", "a", "os", "as")
    if not (first in _OPENING or whole or (first, sentence.form(1)) in _pairs()):
        return
    words = sentence.words
    root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
    opened = [
        child
        for child in sentence.children.get(root, ())
        if child < root and words[child].relation in ("advcl", "obl", "ccomp")
    ]
    if not opened or (0 not in _within(sentence, opened[0]) and words[0].head != root):
        return
    clause = opened[0]
    if whole and not sentence.has(clause, "nsubj"):
        return
    if first in _FINITE and not sentence.is_predicate(clause):
        return  # "enquanto evitar isso pode ser fácil"
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
    if subjects:
        place = min(*_within(sentence, subjects[-1]), verb)
    at = sentence.holding(place)
    if at < _LEAST or at + 2 >= len(sentence):
        return
    between = [sentence.form(i) for i in range(at) if not sentence.is_word(i)]
    if between or sentence.form(at) in ("e", "que", "ou", "mas"):
        return
    if any(sentence.form(i) in _ASKED for i in range(2, at)):
        return  # "para ver quais endereços você tem": its own clause has the subject
    verbal = any(
        sentence.tag(i) in ("VERB", "AUX") and not sentence.is_participle(i) for i in range(1, at)
    )
    if verbal:
        yield _comma(sentence, at, HINT, "clause")


# -- "com o avanço da tecnologia as pessoas leem mais" -------------------------------------


def _phrase(sentence: ParsedSentence) -> Iterator[Proposal]:
    """A long phrase of place, time or manner before the subject."""
    words = sentence.words
    root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
    if words[0].tag != "ADP" or words[0].lemma == "de" or not sentence.is_predicate(root):
        return  # "da China o santo não tinha a mais leve ideia"
    for opened in sentence.children.get(root, ()):
        phrase = _within(sentence, opened)
        end = max(phrase)
        if words[opened].relation != "obl" or len(phrase) <= end:
            continue
        subjects = [
            child
            for child in sentence.children[root]
            if words[child].relation[:5] == "nsubj" and end < child < root
        ]
        if not subjects or min(_within(sentence, subjects[0])) != end + 1:
            return
        at = sentence.holding(end + 1)
        clear = min(words[root].tag_sure, words[end + 1].tag_sure) >= _TAG_SURE
        clear = clear and min(words[opened].head_sure, words[subjects[0]].head_sure) >= _HEAD_SURE
        if clear and at >= _LONG:
            yield _comma(sentence, at, LIKELY, "phrase")
        return


# -- "o meu avô, que nasceu em Viseu nunca viu o mar" ---------------------------------------


def _insertion(sentence: ParsedSentence) -> Iterator[Proposal]:
    commas = [
        i for i in range(len(sentence)) if not sentence.is_word(i) and not sentence.after_hyphen(i)
    ]
    if not commas or sentence.form(commas[0]) != ",":
        return
    comma = commas[0]
    after = commas[1] if len(commas) > 1 else len(sentence)
    words = sentence.words
    root = next((i for i, word in enumerate(words) if word.relation == "root"), -1)
    subjects = [c for c in sentence.children.get(root, ()) if words[c].relation[:5] == "nsubj"]
    if not subjects:  # "Recife, capital de Pernambuco recebeu": the parse is not sure
        subjects = [
            c for c in sentence.children.get(root, ()) if c == 0 and words[c].tag == "PROPN"
        ]
    if not subjects or sentence.holding(subjects[0]) >= comma:
        return
    inner = [
        c
        for c in sentence.children[subjects[0]]
        if words[c].relation in ("acl:relcl", "appos", "amod", "nmod")
        and sentence.holding(c) > comma
    ]
    if len(inner) != 1:
        return
    ends = max(_within(sentence, inner[0]))
    verb = min(
        (c for c in (*sentence.children[root], root) if c > ends and words[c].tag != "PUNCT"),
        default=-1,
    )
    if verb != ends + 1:
        return
    at = sentence.holding(verb)
    relative = words[inner[0]].relation == "acl:relcl"
    if "como" in (sentence.form(i) for i in range(sentence.holding(subjects[0]), comma)):
        return  # "dados como nome, telefone e e-mail estão"
    if comma + 2 < at < after:
        plain = len(commas) <= 2 and sentence.form(len(sentence) - 1) in (".", "!")
        head = subjects[0]
        clear = words[root].tag_sure >= _TAG_SURE
        opens_it = head <= 1 or (sentence.low[0] in ("meu", "minha", "o", "a") and head <= 3)
        finite = words[verb].tag in ("VERB", "AUX", "ADV")
        sure = plain and clear and opens_it and finite and (relative or sentence.is_capital(
            sentence.holding(head)))  # fmt: skip
        yield _comma(sentence, at, CERTAIN if sure else HINT, "insertion", sure=sure)


def _pairs() -> frozenset[tuple[str, str]]:
    pairs = {(one, other) for one in _WITH_OTHER for other in ("de", "do", "da", "que")}
    # "como estava a chover", not "como se vê" and "como um rio"
    return frozenset(pairs | {("como", verb) for verb in _BEING})


def _comma(
    sentence: ParsedSentence,
    at: int,
    prior: float,
    message: str,
    *,
    sure: bool = False,
    **arguments: str,
) -> Proposal:
    """A comma before a token; the space and the token are marked, so that something is."""
    start, end = sentence.tokens[at - 1].end, sentence.tokens[at].end
    written = sentence.text[sentence.tokens[at].start : end]
    return Proposal(
        start, end, (f", {written}",), prior=prior, message=message,
        arguments={"next": written, "_previous": sentence.form(at - 1), **arguments}, sure=sure,
    )  # fmt: skip


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

"""How clear it is that two words disagree: a signal of the rules of agreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Forms, ParsedWord, View
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.agreement.agreement import PLAIN_PRIOR, SINGLE_PRIOR
from textlint_pt_grammaticality.confidence import Signals
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.nominal import (
    ANY_AGREEMENT,
    PERSONS,
    PLURAL,
    PRONOUNS,
    GenderNumber,
    adjectival,
    cells_of,
    determiner_cells,
    finite,
    persons,
)
from textlint_pt_grammaticality.reading import own_words

#: of the parser in a tag, hundredths
_SURE = 90
_PHRASE = ("det", "nummod", "amod", "acl")
_VERBS = ("aux", "aux:pass", "cop")
_VERBAL = frozenset({"VERB", "AUX"})
_MODIFYING = frozenset({"ADJ", "ADP", "DET", "NOUN", "NUM", "ADV", "PROPN", "AUX"})
_OPENING = own_words("clarity.opening")
_QUOTES = frozenset("“”«»\"'‘’([—–-•*")


#: words before one in which another noun may be what it agrees with
_REACH = 10
_JOINING = own_words("clarity.joining")
#: verbs that have no subject where they speak of what there is, and of time and weather
BARE = frozenset({"haver", "fazer"})
_DEFINITE = portuguese.words("articles.definite", "demonstratives")
RELATIVE = portuguese.words("relatives.bare", "relatives.whose")


def with_rivals(rule: LanguageRule, view: View, finding: Finding) -> Signals:
    """The signals of a rule of agreement."""
    return {**LanguageRule.signals(rule, view, finding), **rivals(view, finding)}


def clarity(
    words: Sequence[ParsedWord], forms: Forms, at: int, named: int, by_grammar: bool
) -> Signals:
    """What the rest of the sentence and the lexicon say of the word marked, at `at`, and the one
    that it should agree with; `by_grammar`: whether the words alone say much for the correction.

    `clear`: nothing leaves room for another analysis. The parser is sure of both words and nothing
    parts them; a third word of the phrase or its predicate agrees with the one named and not with
    the one marked ("os" of "os passarinhos fugiu"), or that is a personal pronoun; it stands in no
    series and hangs on no other noun. Of an adjective beside its noun it is never said, since it
    may be of a noun before.
    """
    own, wanted = _possible_agreements(words, forms, at), _possible_agreements(words, forms, named)
    noun = next((i for i in (named, at) if words[i].tag not in _VERBAL | {"ADJ", "DET"}), named)
    others = [
        _possible_agreements(words, forms, i) for i in _third(words, noun) if i not in (at, named)
    ]
    pronoun = words[named].form.lower() in PERSONS and words[named].tag == "PRON"
    backed = pronoun or any(cells & wanted and not cells & own for cells in others)
    opposed = any(cells & own and not cells & wanted for cells in others)
    first, last = sorted((at, named))
    start = _start(words, noun)
    clear = min(words[i].tag_sure for i in (at, named)) >= _SURE and not opposed
    clear &= all(_is_modifying(word) for word in words[first + 1 : last])
    if words[named].relation[:5] == "nsubj" or words[at].tag in _VERBAL:
        if by_grammar:
            clear &= named > at or _opens(words, start)
        else:
            clear &= backed and named < at and _opens(words, start)
            we = words[noun].form.lower() == "gente"
            speaks = not we and _has_speaker(words, forms, at)
            clear &= pronoun or (_is_common(words, noun) and not speaks)
    else:
        clear &= backed and not _is_borrowed(words, forms, noun) and _is_common(words, noun)
        clear &= "DET" in (words[at].tag, words[named].tag) and not _is_nested(words, start)
    return {"clear": float(clear)}


def _has_speaker(words: Sequence[ParsedWord], forms: Forms, i: int) -> bool:
    """Whether a verb tells its subject by itself: "Que coisa comereis?" begins with the object."""
    of = persons(finite(forms, words[i].form.lower())) if words[i].tag in _VERBAL else frozenset()
    return bool(of) and all(person != "3" for person, _ in of)


def _is_modifying(word: ParsedWord) -> bool:
    """Whether a word may stand between two that belong together and part them in no way."""
    if word.tag == "PRON":
        return word.form.lower() in ("se", "um", "uma")
    return word.tag in _MODIFYING or "VerbForm=Part" in word.features


def _third(words: Sequence[ParsedWord], noun: int) -> Iterator[int]:
    """The words that should agree with a noun: those of its phrase, and what is said of it."""
    yield noun
    said = words[noun].head if words[noun].relation[:5] == "nsubj" else -1
    for i, word in enumerate(words):
        if word.head == noun and word.relation in _PHRASE:
            yield i
        if said >= 0 and (i == said or (word.head == said and word.relation in _VERBS)):
            yield i


def _possible_agreements(
    words: Sequence[ParsedWord], forms: Forms, i: int
) -> frozenset[GenderNumber]:
    """Gender and number that the lexicon allows for a word with its tag; any if it is unknown."""
    word, lowercase = words[i], words[i].form.lower()
    if "VerbForm=Fin" in word.features and (readings := finite(forms, lowercase)):
        numbers = {number for _, number in persons(readings)}
        return frozenset(cell for cell in ANY_AGREEMENT if cell[1] in numbers)
    if lowercase in PRONOUNS and word.tag == "PRON":
        return PRONOUNS[lowercase]
    if word.tag in ("DET", "NUM", "PRON"):
        if lowercase.isdecimal():
            return PLURAL if int(lowercase[:12]) > 1 else ANY_AGREEMENT
        return determiner_cells(lowercase) or ANY_AGREEMENT
    if word.tag == "NOUN":
        nouns = [r for r in forms.analyse(lowercase) if r.upos == "NOUN"]
        return cells_of(nouns or adjectival(forms, lowercase)) or ANY_AGREEMENT
    return cells_of(adjectival(forms, lowercase)) or ANY_AGREEMENT


def _is_common(words: Sequence[ParsedWord], i: int) -> bool:
    """Whether a word is used as a noun and is no name."""
    return words[i].tag == "NOUN" and (i == 0 or words[i].form[:1].islower())


def _is_borrowed(words: Sequence[ParsedWord], forms: Forms, i: int) -> bool:
    """Whether no dictionary has the noun, so that its gender is not settled."""
    readings = [r for r in forms.analyse(words[i].form.lower()) if r.upos == "NOUN"]
    return words[i].tag == "NOUN" and not any(r.source == "lexicon" for r in readings)


def _start(words: Sequence[ParsedWord], noun: int) -> int:
    """Where the phrase of a noun begins."""
    own = [i for i, word in enumerate(words) if word.head == noun and i < noun
           and word.relation in (*_PHRASE, "advmod")]  # fmt: skip
    return min([noun, *own])


def _opens(words: Sequence[ParsedWord], start: int) -> bool:
    """Whether a phrase begins the sentence or a clause, so that it is no later part of a series."""
    while start > 0 and words[start - 1].form in _QUOTES:
        start -= 1
    if start == 0:
        return True
    before = words[start - 1]
    return before.form.lower() in _OPENING or before.tag in ("SCONJ", "ADV", "PRON")


def _is_nested(words: Sequence[ParsedWord], start: int) -> bool:
    """Whether a phrase hangs with a preposition on another noun, which may be the one meant."""
    return start > 1 and words[start - 1].tag == "ADP" and words[start - 2].tag in (
        "NOUN", "PROPN", "ADJ",
    )  # fmt: skip


def _agree(own: Mapping[str, str], word: ParsedWord) -> bool:
    """Whether a word has the gender and number of these features, as far as both have one."""
    features = feature_map(word.features)
    return all(
        own[name] == features.get(name, own[name]) for name in ("Gender", "Number") if name in own
    )


def rivals(view: View, finding: Finding) -> Signals:
    """What else a word may agree with: a noun before it or after it, of its own gender and number
    (`rival`, `rival after`), that the noun named hangs on with a preposition (`nested`) or is
    joined to (`joined`); and what stands between the two words."""
    proposal: Proposal = finding.arguments["_proposal"]
    if finding.sentence is None:
        return {}
    words = view.analysis("parse")[finding.sentence]
    if proposal.message == "impersonal":
        last = [i for i, w in enumerate(words) if w.start >= proposal.start and w.lemma in BARE]
        return {"clear": float(bool(last) and _is_counting(words, last[0]))}
    if proposal.related is None:
        return {}
    places = [i for i, word in enumerate(words) if word.start == proposal.start]
    named = [i for i, word in enumerate(words) if word.start == proposal.related[0]]
    if not places or not named:
        return {}
    at, noun = places[0], named[0]
    own = feature_map(words[at].features)
    before = words[max(0, min(at, noun) - _REACH) : max(at, noun)]
    rivals = [
        word
        for word in before
        if word.tag in ("NOUN", "PROPN", "PRON")
        and word.start not in (proposal.start, proposal.related[0])
        and _agree(own, word)
    ]
    beyond = words[max(at, noun) + 1 : max(at, noun) + _REACH]
    later = [
        word
        for before_it, word in zip([words[max(at, noun)], *beyond], beyond, strict=False)
        if word.tag in ("NOUN", "PROPN", "PRON") and before_it.tag != "ADP" and _agree(own, word)
    ]
    between = words[min(at, noun) + 1 : max(at, noun)]
    # what follows a verb is its subject, as the words have it, where they say anything for that
    by_grammar = proposal.prior >= (PLAIN_PRIOR if noun > at else SINGLE_PRIOR)
    return {
        "rival": float(bool(rivals)),
        "rival after": float(bool(later)),
        "plural": float(own.get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in RELATIVE for word in between)),
        "comma between": float(any(word.tag == "PUNCT" for word in between)),
        "verb between": float(any(word.tag in ("VERB", "AUX") for word in between)),
        "preposition between": float(any(word.tag == "ADP" for word in between)),
        "nested": float(noun > 0 and any(w.tag == "ADP" for w in words[max(0, noun - 2) : noun])),
        "joined": float(any(word.form.lower() in _JOINING for word in before)),
        "apart": min(abs(at - noun), 8) / 4,
        "after": float(at > noun),
        **clarity(words, view.analysis("forms"), at, noun, by_grammar),
    }


def _is_counting(words: Sequence[ParsedWord], at: int) -> bool:
    """Whether a number or an indefinite noun follows a verb without subject: "haviam duas pessoas",
    "houveram problemas", not "haviam-no de saber"."""
    after = [word for word in words[at + 1 : at + 4] if word.tag != "ADV"]
    if not after or after[0].form.lower() in _DEFINITE:
        return False
    return after[0].tag in ("NUM", "DET", "NOUN", "ADJ")

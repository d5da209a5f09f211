"""What turns the meaning of a sentence round against another that is nearly the same.

A vector of a sentence hardly moves when «não» is put in, one figure changes or subject and object
change places, and a reader takes the opposite from it. So these are looked for by themselves: a
negation or a «talvez» that one side lacks, a word for its contrary (`contrast`), and who does it to
whom, by the parse. Sentences with little in common are turned round by nothing. Nothing is fitted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.text.contrast import ALIKE, content, contrasts
from textlint_pt.text.negation import MODAL, Lexicon, denials
from textlint_pt.text.parse import ParsedWord
from textlint_pt.text.words import ALPHANUMERIC

#: letters in which words count as forms of one
_STEM = 4

#: what stands before who does it in a passive
_AGENT = frozenset(("por", "pelo", "pela", "pelos", "pelas"))

#: "deverá chegar" mostly says what will be
_FUTURE = ("rá", "rão")

Place = tuple[int, int]


class Turn(NamedTuple):
    """`kind`: "negation", "contrary", "modality" or "roles"; places in the two texts, None on the
    side that lacks it."""

    kind: str
    first: Place | None
    second: Place | None


def turns(
    first: str,
    second: str,
    lexicon: Lexicon,
    parsed: tuple[Sequence[ParsedWord], Sequence[ParsedWord]] | None = None,
) -> tuple[Turn, ...]:
    """Return what reverses the meaning between two texts; roles only if `parsed`."""
    found = [
        Turn("contrary", (one.start, one.end), (one.other_start, one.other_end))
        for one in contrasts(first, second, lexicon)
    ]
    if not _alike(first, second):
        return tuple(found)
    found += _denied(first, second, lexicon)
    found += _modal(first, second, lexicon)
    if parsed and not found and _in_another_order(first, second, lexicon):
        found += _roles(*parsed)
    return tuple(found)


def asks_for_roles(first: str, second: str, lexicon: Lexicon) -> bool:
    """Return whether `turns` needs the costly parses: alike texts in another order."""
    return (
        _alike(first, second)
        and not turns(first, second, lexicon)
        and _in_another_order(first, second, lexicon)
    )


def _in_another_order(first: str, second: str, lexicon: Lexicon) -> bool:
    """Return whether two common words may have changed places, or a passive (with "por") did it."""
    if not _AGENT.isdisjoint(form.lower() for form in ALPHANUMERIC.findall(f"{first} {second}")):
        return True
    words, other_words = list(content(first, lexicon)), list(content(second, lexicon))
    matches = [
        (own, their)
        for own, (form, lemmas) in enumerate(words)
        for their, (other, others) in enumerate(other_words)
        if form[:_STEM] == other[:_STEM] or not lemmas.isdisjoint(others)
    ]
    return any(
        own < next_own and their > next_their
        for own, their in matches
        for next_own, next_their in matches
    )


def _alike(first: str, second: str) -> bool:
    """Return whether the two have most of their words in common, in any form."""
    one, other = (Counter(_stems(text)) for text in (first, second))
    return 2 * (one & other).total() >= ALIKE * (one.total() + other.total()) > 0


def _stems(text: str) -> Iterator[str]:
    for match in ALPHANUMERIC.finditer(text):
        form = match.group().lower()
        yield form[:_STEM] if form.isalpha() else form


def _denied(first: str, second: str, lexicon: Lexicon) -> Iterator[Turn]:
    """Yield the negation that only one of two texts has, unless an antonym explains it."""
    one, other = denials(first, lexicon), denials(second, lexicon)
    more_plain = len(one.plain) - len(other.plain)
    more_lexical = one.lexical - other.lexical
    if more_plain * more_lexical < 0:
        return  # "não é possível", "é impossível"
    if more_plain > 0:
        yield Turn("negation", one.plain[0], None)
    elif more_plain < 0:
        yield Turn("negation", None, other.plain[0])


def _modal(first: str, second: str, lexicon: Lexicon) -> Iterator[Turn]:
    """Yield the first modal verb of the text that has more of them: "pode mudar", "muda"."""
    one, other = (list(_modals(text, lexicon)) for text in (first, second))
    if len(one) > len(other):
        yield Turn("modality", one[0], None)
    elif len(one) < len(other):
        yield Turn("modality", None, other[0])


def _modals(text: str, lexicon: Lexicon) -> Iterator[Place]:
    """Yield the ranges of modal verbs."""
    for match in ALPHANUMERIC.finditer(text):
        form = match.group().lower()
        is_verb_form = not form.endswith(_FUTURE) and any(
            reading.lemma in MODAL and reading.upos in ("VERB", "AUX")
            for reading in lexicon.readings(form)
        )
        if form in MODAL or is_verb_form:
            yield match.span()


def _roles(first: Sequence[ParsedWord], second: Sequence[ParsedWord]) -> Iterator[Turn]:
    """Yield a noun that is the agent of a verb in one sentence and its object in the other, where
    another noun changed the other way: "Ana vê Rui", "Rui vê Ana"."""
    (agents, patients), (other_agents, other_patients) = _by_verb(first), _by_verb(second)
    for (verb, noun), place in agents.items():
        other_place = other_patients.get((verb, noun))
        has_reverse = any(
            other_verb == verb and other_noun != noun and (other_verb, other_noun) in patients
            for other_verb, other_noun in other_agents
        )
        if other_place and has_reverse and (verb, noun) not in patients:
            yield Turn("roles", place, other_place)
            return


def _by_verb(
    words: Sequence[ParsedWord],
) -> tuple[dict[tuple[str, str], Place], dict[tuple[str, str], Place]]:
    """Return where the agents and the patients of verbs stand, by lemmas (verb, noun).

    In a passive the subject is the patient, and the agent follows "por".
    """
    agents: dict[tuple[str, str], Place] = {}
    patients: dict[tuple[str, str], Place] = {}
    passive = {word.head for word in words if word.relation in ("aux:pass", "nsubj:pass")}
    por = {word.head for word in words if word.relation == "case" and word.lemma == "por"}
    for index, word in enumerate(words):
        if word.head < 0 or word.tag not in ("NOUN", "PROPN") or words[word.head].tag != "VERB":
            continue
        key = words[word.head].lemma.lower(), word.lemma.lower()
        place = word.start, word.end
        is_passive = word.head in passive
        is_subject = word.relation.startswith("nsubj")
        is_agent_of_passive = word.relation == "obl:agent" or (
            word.relation.startswith("obl") and is_passive and index in por
        )
        if is_agent_of_passive or (is_subject and not is_passive):
            agents.setdefault(key, place)
        elif is_subject or word.relation.partition(":")[0] in ("obj", "iobj", "obl"):
            patients.setdefault(key, place)
    return agents, patients

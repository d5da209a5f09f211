"""English inflection: the forms of the wordnet's lemmas, with readings as MorphoBr writes them.

Regular forms by rule; what the wordnet lists of irregular forms takes their place. Verbs it lists
without saying which form is which are told by their endings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from training.lemmas import Reading
from training.wordnet import Key, Wordnet

_VOWELS = "aeiou"
_PARTS = {"n": "N", "v": "V", "a": "A", "r": "ADV"}


def _s(word: str) -> str:
    """Return the plural of a noun or the third person of a verb: "box" → "boxes", "city" →
    "cities"."""
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _stems(verb: str) -> list[str]:
    """Return the stems before "-ed" and "-ing"; two where the consonant may double."""
    doubled = (
        len(verb) > 2
        and verb[-1] in "bdgklmnprtvz"
        and verb[-2] in _VOWELS
        and verb[-3] not in _VOWELS
    )
    return [verb, verb + verb[-1]] if doubled else [verb]


def _ed(verb: str) -> list[str]:
    """Return the regular past of a verb: "stop" → "stoped", "stopped"."""
    if verb.endswith("e"):
        return [verb + "d"]
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return [verb[:-1] + "ied"]
    return [stem + "ed" for stem in _stems(verb)]


def _ing(verb: str) -> list[str]:
    """Return the gerund of a verb: "lie" → "lying", "stop" → "stoping", "stopping"."""
    if verb.endswith("ie"):
        return [verb[:-2] + "ying"]
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return [verb[:-1] + "ing"]
    return [stem + "ing" for stem in _stems(verb)]


def inflected(key: Key, irregular: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the forms of a lemma with their features."""
    lemma, part_of_speech = key
    if part_of_speech == "n":
        yield lemma, ("SG",)
        # plurals that the wordnet does not list with every noun
        greek = [lemma[:-3] + "men"] if lemma.endswith("man") else []
        for plural in irregular or (_s(lemma), *greek):
            yield plural, ("PL",)
    elif part_of_speech == "v":
        yield lemma, ("INF",)
        for form in (_s(lemma), *(f for f in irregular if f.endswith("s"))):
            yield form, ("PRS", "3", "SG")
        for form in (*_ing(lemma), *(f for f in irregular if f.endswith("ing"))):
            yield form, ("GRD",)
        past = [form for form in irregular if not form.endswith(("s", "ing"))]
        for form in past or _ed(lemma):
            is_participle = form.endswith(("n", "ung", "unk", "um"))
            if len(past) < 2 or not is_participle:
                yield form, ("PRF",)
            if len(past) < 2 or is_participle:
                yield form, ("PTPST",)
    else:
        yield lemma, ()
        if part_of_speech == "a":
            for form in irregular or _comparative_forms(lemma):
                yield form, ()


def _comparative_forms(adjective: str) -> list[str]:
    """Return possible comparatives and superlatives of a short adjective."""
    if len(adjective) > 7:
        return []
    if adjective.endswith("e"):
        return [adjective + "r", adjective + "st"]
    if adjective.endswith("y"):
        return [adjective[:-1] + "ier", adjective[:-1] + "iest"]
    return [stem + ending for stem in _stems(adjective) for ending in ("er", "est")]


def english_readings(
    wordnet: Wordnet, attested: Collection[str]
) -> Mapping[str, frozenset[Reading]]:
    """Return readings of the attested forms of lowercase one-word lemmas."""
    result: dict[str, set[Reading]] = defaultdict(set)
    for key in wordnet.senses:
        lemma, part = key
        if lemma == lemma.lower() and lemma.replace("-", "").isalpha():
            for form, features in inflected(key, wordnet.irregular.get(key, ())):
                if form in attested:
                    result[form].add(Reading(lemma, _PARTS[part], features))
    return {form: frozenset(readings) for form, readings in result.items()}

"""What the rules of words said twice share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from textlint_pt.contract import Kind, Sentence
from textlint_pt_grammaticality.reading import Word, listed, words

#: speech and verse say words again on purpose and stop in the middle of a phrase
COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


def pairs(sentence: Sentence) -> Iterator[tuple[Sequence[Word], int]]:
    """The sentence's words and each place where a word follows another after a mere space."""
    found = words(sentence.text)
    for at in range(1, len(found)):
        first, second = found[at - 1], found[at]
        if second.start == first.end + 1 and sentence.text[first.end] == " ":
            yield found, at


CONTRACTED = {
    "de": "do da dos das dum duma duns dumas deste desta destes destas desse dessa desses dessas "
    "daquele daquela daqueles daquelas disto disso daquilo dele dela deles delas",
    "em": "no na nos nas num numa nuns numas neste nesta nestes nestas nesse nessa nesses nessas "
    "naquele naquela naqueles naquelas nisto nisso naquilo nele nela neles nelas",
    "a": "ao aos à às àquele àquela àqueles àquelas",
    "por": "pelo pela pelos pelas",
}
#: a phrase with a preposition of its own that stands inside another: "prazo de no máximo um mês"
INSERTED = listed(
    """menos máximo mínimo mais mesmo lado longo fim final todo contrário entanto caso entorno
    redor vivo acaso invés certo pé"""
)
#: these take no second preposition: "perante o juiz"
BARE = listed("ante perante após mediante durante sob entre desde contra sobre")


@cache
def doubled_prepositions() -> Mapping[tuple[str, str], str]:
    """What to write instead of two words that say one preposition or article twice."""
    result: dict[tuple[str, str], str] = {}
    for preposition, contracted in CONTRACTED.items():
        for form in contracted.split():
            result[preposition, form] = form
    for form in CONTRACTED["a"].split():
        article = {"ao": "o", "aos": "os", "à": "a", "às": "as"}.get(form)
        if article:
            result["para", form] = f"para {article}"
            for preposition in BARE:
                result[preposition, form] = f"{preposition} {article}"
    for first in ("do", "dos", "no", "nos", "ao", "aos", "pelo", "pelos", "num"):
        for article in ("o", "os", "um"):
            result[first, article] = first
    for first in ("da", "das", "na", "nas", "à", "às", "pela", "pelas", "numa"):
        for article in ("a", "as", "uma"):
            result[first, article] = first
    for owner in ("cujo", "cuja", "cujos", "cujas"):
        result[owner, f"{owner[3:]}"] = owner
    result["à", "uma"], result["ao", "um"] = "a uma", "a um"
    result["desde", "de"] = "desde"
    result["em", "com"] = "com"
    return result

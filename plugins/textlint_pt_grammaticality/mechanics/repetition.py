"""What the rules of words said twice share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from textlint_pt import portuguese
from textlint_pt.contract import Kind, Sentence
from textlint_pt_grammaticality.reading import Word, own_words, words

#: speech and verse say words again on purpose and stop in the middle of a phrase
COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


def pairs(sentence: Sentence) -> Iterator[tuple[Sequence[Word], int]]:
    """The sentence's words and each place where a word follows another after a mere space."""
    found = words(sentence.text)
    for at in range(1, len(found)):
        first, second = found[at - 1], found[at]
        if second.start == first.end + 1 and sentence.text[first.end] == " ":
            yield found, at


#: prepositions with the contractions that hold them
CONTRACTED = frozenset(
    (preposition, form)
    for (preposition, _), form in portuguese.contracted(
        portuguese.words("articles", "demonstratives", "neuters", "pronouns.personal.third"),
        *("de", "em", "a", "por"),
    ).items()
)
#: a phrase with a preposition of its own that stands inside another: "prazo de no máximo um mês"
INSERTED = own_words("repetition.inserted")
#: these take no second preposition: "perante o juiz"
BARE = portuguese.words("prepositions.bare") | {"sobre"}


@cache
def doubled_prepositions() -> Mapping[tuple[str, str], str]:
    """What to write instead of two words that say one preposition or article twice."""
    result: dict[tuple[str, str], str] = {pair: pair[1] for pair in CONTRACTED}
    articles = portuguese.words("articles.definite")
    for (_, article), form in portuguese.contracted(articles, "a").items():
        result["para", form] = f"para {article}"
        for preposition in BARE:
            result[preposition, form] = f"{preposition} {article}"
    for preposition in ("de", "em", "a", "por"):
        (row,) = portuguese.contracted_paradigms(preposition, "articles.definite")
        forms = dict(zip(portuguese.ordered("articles.definite"), row, strict=True))
        for article, first in forms.items():
            for second in (article[0], article[0] + "s", "um" if article[0] == "o" else "uma"):
                result[first, second] = forms.get(second, first)  # "ao os" is "aos"
    for first, seconds in {"num": ("o", "os", "um"), "numa": ("a", "as", "uma")}.items():
        for second in seconds:
            result[first, second] = first
    for owner in ("cujo", "cuja", "cujos", "cujas"):
        result[owner, f"{owner[3:]}"] = owner
    result["à", "uma"], result["ao", "um"] = "a uma", "a um"
    result["desde", "de"] = "desde"
    result["em", "com"] = "com"
    return result

"""How near what a translation says is to what its reference says: four measures together.

The kinds of its words (BRAPT), the way its words have to go to become the other's (word mover's
distance), the letters they share, and the vectors of both sentences. Each is brought to one scale:
0 what sentences that have nothing to do with each other have on average, 1 for equal ones; the mean
of the four is the similarity. Nothing is weighted or fitted. What none of the four sees is taken
off: a negation that one side lacks, a word for its contrary, words that are not Portuguese, another
closing mark, another case of the first letter.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from textlint_pt import shipped
from textlint_pt.contract import Categorised, Measurement, Metric
from textlint_pt.contract.categories import cosine, vector
from textlint_pt.text.contrast import Contrast, contrasts, exchanged, is_converse, opposites
from textlint_pt.text.negation import Missed, missed
from textlint_pt.text.segmentation import TokenKind, tokens
from textlint_pt_translation.human import HumanPairs, fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from textlint_pt.contract import Alignment, Forms, Link, View
    from textlint_pt.contract.translations import Translations
    from textlint_pt.text.wmd import Bag

PATH = Path(__file__).parent / "data" / "meaning.json"

#: longest run of letters that is compared
_LONGEST_RUN = 3
_BOUNDARY = "\x02"
#: a pair that only so many per cent of human pairs are as unlike as is in doubt: so many sentences
#: of the reference with the nearest vectors are compared too; one is nearer that is so much liker
_IN_DOUBT, _NEAREST, _CLEARLY = 20.0, 3, 0.1
#: cosine of words that are too far apart to say the same, of words that are Portuguese alone: where
#: translators changed one word of a sentence of theirs (521 of 11,702 revised ones), 30 are, of
#: which 21 say something else (69 and about half, with .35 and of any words)
_APART = 0.3
#: a contrary within so many words after a negation says the same as neither: "não é difícil"
_TURNED_BACK = 8
#: taken off for a negation that one side lacks or a word for its contrary, for another ending or
#: beginning, and for a translation all of whose words are strange (in proportion)
NEGATION, MARKS, STRANGE = 0.25, 0.15, 1.0


class Side(msgspec.Struct, frozen=True):
    """One or more sentences of one text that are compared together, and what is known of them."""

    texts: Sequence[str]
    categories: Sequence[Categorised]
    bags: Sequence[Bag]
    vectors: Sequence[NDArray[np.float32]]

    @classmethod
    def of(cls, view: View, start: int, end: int) -> Side:
        """Return the analyses of a range of sentences."""
        return cls(
            [sentence.text for sentence in view.sentences[start:end]],
            *(
                view.analysis(name)[start:end]
                for name in ("categories", "word-vectors", "sentence-vectors")
            ),
        )

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    @property
    def words(self) -> int:
        return sum(len(categorised.words) for categorised in self.categories)


class Scale(msgspec.Struct, frozen=True):
    """What the similarity is measured against; `lexicon` as in `HumanPairs`.

    `unrelated`: mean of each measure over sentences that have nothing to do with each other.
    `human`: drift of pairs of independent human translations.
    """

    unrelated: Mapping[str, float]
    human: HumanPairs

    @classmethod
    @cache
    def shipped(cls) -> Scale:
        about = json.loads(shipped.read_text(PATH))
        return cls(about["unrelated"], HumanPairs.load(PATH))


class Nearer(msgspec.Struct, frozen=True):
    """A sentence of the reference, by its index, and how near a link's translation is to it."""

    sentence: int
    similarity: float


class LinkMeaning(msgspec.Struct, frozen=True):
    """A link and how near its two sides are.

    `measures`: each as it is measured, near 0 to 1; one that cannot be had (no content words, a
    lexicon of the user's) is left out. `words`: mean number of words of the two sides.
    `lost`, `gained`: negations of the reference that the translation lacks, and the reverse;
    `contrary`: words that contrast in sentences that are alike otherwise.
    `exchanged`: the only content word that differs, where nothing known lets it stand for the other
    (not taken off the similarity; None without a lexicon of translations).
    `nearer`: another sentence of the reference that is clearly nearer, looked for where few human
    pairs are as unlike as the two sides.
    """

    link: Link
    measures: Mapping[str, float]
    similarity: float
    words: float
    lost: tuple[Missed, ...]
    gained: tuple[Missed, ...]
    contrary: tuple[Contrast, ...] = ()
    exchanged: Contrast | None = None
    nearer: Nearer | None = None

    @property
    def drift(self) -> float:
        return 1.0 - self.similarity

    @property
    def rating(self) -> float:
        """The similarity as people rate: a fault weighs more the fewer words are beside it."""
        return 1.0 - self.drift * (1.0 + 1.0 / math.sqrt(self.words))

    @property
    def percentile(self) -> float:
        """Per cent of human pairs of that length that are as unlike or more."""
        return Scale.shipped().human.percentile(self.drift, self.words)


class Meaning(Metric):
    """Drift of what every sentence says from its reference: 1 minus the similarity above.

    Listed and judged, but no part of the score: the dimension's partial is BRAPT's.
    """

    name = "drift.meaning"
    dimension = "drift"
    needs = (
        "alignment:reference",
        "forms",
        "translations.en",
        *(
            f"{role}{name}"
            for name in ("categories", "word-vectors", "sentence-vectors")
            for role in ("", "reference:")
        ),
    )
    companion = "reference"

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        """Measure the drift of meaning between each sentence and its reference."""
        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        alignment: Alignment = view.analysis("alignment:reference")
        forms: Forms = view.analysis("forms")
        translations: Translations = view.analysis("translations.en")
        values: list[float | None] = [None] * len(view.sentences)
        drifts: list[LinkMeaning] = []
        for link in alignment.links:
            target = Side.of(view, link.left, link.left_end)
            side = Side.of(reference, link.right, link.right_end)
            if target.words and side.words:
                drift = link_meaning(link, target, side, forms, translations=translations)
                drifts.append(drift)
                values[link.left : link.left_end] = [drift.drift] * len(target.texts)
        return Measurement(values, tuple(with_nearer(drifts, view, reference)))


def with_nearer(
    drifts: Sequence[LinkMeaning], view: View, reference: View
) -> Iterator[LinkMeaning]:
    """Yield the links; an uncertain one has in `nearer` the reference sentence that is clearly more
    similar, if there is one."""
    import numpy as np

    forms: Forms = view.analysis("forms")
    vectors: Sequence[NDArray[np.float32]] = reference.analysis("sentence-vectors")
    directions: NDArray[np.float64] | None = None
    for drift in drifts:
        if drift.percentile > _IN_DOUBT:
            yield drift
            continue
        if directions is None:
            directions = np.array([_direction(np.asarray(v, np.float64)) for v in vectors])
        link = drift.link
        target = Side.of(view, link.left, link.left_end)
        likeness = directions @ _direction(_vector(target))
        likeness[link.right : link.right_end] = -1.0
        found: list[tuple[float, int]] = []
        for at in map(int, np.argsort(-likeness, kind="stable")[:_NEAREST]):
            side = Side.of(reference, at, at + 1)
            if side.words and not link.right <= at < link.right_end:
                found.append((link_meaning(link, target, side, forms).similarity, -at))
        similarity, at = max(found, default=(-math.inf, 0))
        is_nearer = similarity > drift.similarity + _CLEARLY
        yield replace(drift, nearer=Nearer(-at, similarity)) if is_nearer else drift


def link_meaning(
    link: Link,
    target: Side,
    reference: Side,
    forms: Forms,
    scale: Scale | None = None,
    translations: Translations | None = None,
) -> LinkMeaning:
    """Compare the two sides of a link, both of which have words."""
    from statistics import fmean

    scale = scale or Scale.shipped()
    found = measures(target, reference)
    if fingerprint(target.categories[0].names) != scale.human.lexicon:
        del found["categories"]
    in_target, other = target.text, reference.text
    lost, gained = missed(in_target, other, forms)
    if lost or gained:
        pairs = opposites(in_target, other, forms)
        starts, other_starts = [p.start for p in pairs], [p.other_start for p in pairs]
        lost = [one for one in lost if not _turned_back(one, other, other_starts)]
        gained = [one for one in gained if not _turned_back(one, in_target, starts)]
    contrary = tuple(
        one for one in contrasts(in_target, other, forms) if not is_converse(in_target, other, one)
    )
    agreement = fmean(
        (value - scale.unrelated[name]) / (1 - scale.unrelated[name])
        for name, value in found.items()
    )
    return LinkMeaning(
        link,
        found,
        agreement
        - NEGATION * (len(lost) + len(gained) + len(contrary))
        - MARKS * _other_marks(in_target, other)
        - STRANGE * _strange(in_target, other, forms),
        (target.words + reference.words) / 2,
        tuple(lost),
        tuple(gained),
        contrary,
        None
        if translations is None or contrary
        else _exchanged(target, reference, forms, translations),
    )


def _turned_back(negation: Missed, text: str, contraries: Sequence[int]) -> bool:
    """Return whether a contrary soon after a negation makes up for it: "não é difícil", "é
    fácil"."""
    starts = [token.start for token in tokens(text[negation.start :])][1 : _TURNED_BACK + 1]
    return any(at - negation.start in starts for at in contraries)


def _exchanged(
    target: Side, reference: Side, forms: Forms, translations: Translations
) -> Contrast | None:
    """Return the content word exchanged for an unrelated one; None if there is none."""
    found = exchanged(target.text, reference.text, forms)
    if found is None:
        return None
    place = found.place
    word = target.text[place.start : place.end].lower()
    instead = reference.text[place.other_start : place.other_end].lower()
    in_target, other = _vector_of(target, word), _vector_of(reference, instead)
    is_unlike = in_target is not None and other is not None and float(in_target @ other) < _APART
    # vectors know nothing of words that are misspelt or English, which say the same
    is_unlike = is_unlike and all(
        forms.readings(w) and not translations.words(w) for w in (word, instead)
    )
    return place if translations.unrelated(found.lemmas, found.others, apart=is_unlike) else None


def _vector_of(side: Side, word: str) -> NDArray[np.float32] | None:
    for bag in side.bags:
        if word in bag.words:
            found: NDArray[np.float32] = bag.vectors[bag.words.index(word)]
            return found
    return None


def measures(target: Side, reference: Side) -> dict[str, float]:
    """Return the four measures, by name; 1 for equal sentences."""
    size = len(target.categories[0].names)
    found = {
        "categories": cosine(vector(target.categories, size), vector(reference.categories, size)),
        "characters": characters(target.text, reference.text),
        "vectors": _vectors(target, reference),
    }
    words = _words(target, reference)
    return found if words is None else {**found, "words": words}


def characters(a: str, b: str) -> float:
    """Share of the runs of 1, 2 and 3 letters that two texts have in common, in [0, 1].

    The mean of the three F measures. Spaces and the ends of the text count as letters, so that
    beginnings and ends of words weigh more. After chrF (Popović 2015).
    """
    a, b = f"{_BOUNDARY}{a}{_BOUNDARY}", f"{_BOUNDARY}{b}{_BOUNDARY}"
    from statistics import fmean

    shares: list[float] = []
    for length in range(1, min(_LONGEST_RUN, len(a), len(b)) + 1):
        of_a, of_b = (
            Counter(text[at : at + length] for at in range(len(text) - length + 1))
            for text in (a, b)
        )
        shares.append(2 * (of_a & of_b).total() / (of_a.total() + of_b.total()))
    return fmean(shares)


def _words(target: Side, reference: Side) -> float | None:
    """Return 1 minus the word mover's distance in units of sqrt(2); None without content words."""
    from textlint_pt.text.wmd import word_movers_distance

    transport = word_movers_distance(_bag(target.bags), _bag(reference.bags))
    return None if transport is None else 1 - transport.distance / math.sqrt(2)


def _bag(bags: Sequence[Bag]) -> Bag:
    """Return several bags as one; a word that two of them have stands in it twice."""
    import numpy as np

    from textlint_pt.text.wmd import Bag

    filled = [bag for bag in bags if len(bag)]
    if len(filled) < 2:
        return filled[0] if filled else bags[0]
    weights = np.concatenate([bag.weights * len(bag) for bag in filled])
    return Bag(
        tuple(word for bag in filled for word in bag.words),
        tuple(start for bag in filled for start in bag.starts),
        tuple(end for bag in filled for end in bag.ends),
        weights / weights.sum(),
        np.concatenate([bag.vectors for bag in filled]),
    )


def _vectors(target: Side, reference: Side) -> float:
    """Return cosine of the sentence vectors; of several sentences the mean, by their length."""
    from textlint_pt.text.wmd import cosine

    return cosine(_vector(target), _vector(reference))


def _vector(side: Side) -> NDArray[np.float64]:
    """Return the sentence vector; of several sentences their sum, by their length."""
    import numpy as np

    weighted = [
        len(text) * np.asarray(vector, dtype=np.float64)
        for text, vector in zip(side.texts, side.vectors, strict=True)
    ]
    total: NDArray[np.float64] = np.sum(weighted, axis=0)
    return total


def _direction(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a vector of length 1, or 0 if it has none."""
    length = math.sqrt(float(vector @ vector))
    return vector / length if length else vector


def _other_marks(a: str, b: str) -> int:
    """Return how many of two things differ: the final mark, and a capital at the start."""
    return (_closing(a) != _closing(b)) + (_opens_large(a) != _opens_large(b))


def _strange(target: str, reference: str, forms: Forms) -> float:
    """Share of the words of the first text that neither the second has nor Portuguese knows."""
    words = {token.text.lower() for token in tokens(reference)}
    found = [token.text for token in tokens(target) if token.kind is TokenKind.WORD]
    strange = [
        word for word in found if word.islower() and word not in words and not forms.analyse(word)
    ]
    return len(strange) / max(1, len(found))


def _closing(text: str) -> str:
    """Return the mark that a text ends with, "" for none; quotes and brackets do not count."""
    last = text.rstrip(" \"'”“»«)]*_")[-1:]
    return "" if last.isalnum() else last


def _opens_large(text: str) -> bool:
    return next((letter.isupper() for letter in text if letter.isalpha()), True)

"""The error model: which slips are possible where, and how often people make them.

`slips.toml` and `slips.tsv` hold rates by place: slips for each use of the right word by a writer
of carelessness 1. Registers differ in how careless their writers are and in what they get wrong.
Mined corrections refine both (`refined`).
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt_embedded.edit_tags import CRASE, bare
from textlint_pt_embedded.inflections import closed_classes

from textlint_pt.portuguese import Lists
from training.encoder import confusables
from training.encoder.confusables import unaccented
from training.encoder.inflection import FINITE, Inflections

KINDS = (
    *("crase", "accent", "near", "function", "demonstrative", "extra", "missing", "doubled"),
    *("comma-missing", "comma-extra", "stop", "number", "gender", "verb", "verb-form"),
    *("non-word", "split", "case"),
)
#: classes of what stands before and after a place
PLACES = ("sign", "word", "noun", "verb", "link")
_LISTS = Lists(Path(__file__).with_name("words.tsv"))
LINKS = _LISTS.words("edits.links")
#: function words that are lost, and those that are put in (in this order: chance draws from it)
LOST = frozenset(word for word in _LISTS.words("edits.append") if len(word) < 5)
EXTRA = _LISTS.ordered("edits.extra")
#: words that one of their letters makes others: the commonest that a slip may lead to
NEAR_WORDS, NEAR_EACH = 12_000, 12
#: sounds that are spelt in several ways
_SOUNDS = """
ss>ç ç>ss ss>s s>ss ce>se ci>si se>ce si>ci s>z z>s x>ch ch>x ge>je gi>ji je>ge ex>es es>ex xc>x
sc>c rr>r r>rr lh>li ou>o ei>e e>i i>e o>u u>o am>an em>en mp>np mb>nb n>m l>u u>l h> im>in ão>am
am>ão qu>q gu>g ã>a õ>o ç>c s> r> m>n
"""
SOUNDS = [tuple(pair.split(">")) for pair in _SOUNDS.split()]
_LETTERS = "aeiouaeiourstlmnd"
#: of misspellings, how many follow the sound; the rest are slips of the hand
SOUND_SHARE = 0.6
#: corrections of a word that make it worth a rate of its own, and the most that such a rate is
MIN_SEEN, MAX_RATE = 2, 0.5
#: corrections that the shares without them weigh as much as
PRIOR_COUNT = 100


#: signs that are lost, and the kind of slip that it is
_LOST = {",": "comma-missing", ".": "stop"}


class Slip(NamedTuple):
    """`written` for a word or two, "" for nothing."""

    kind: str
    written: str
    rate: float


@dataclass(frozen=True)
class Register:
    """`share` of the sentences; `careless`: levels, all alike likely; `kinds`: how much likelier a
    kind is than in `Rates.shares`; `shares`: what stands in place of these."""

    share: float
    careless: tuple[float, ...]
    kinds: Mapping[str, float]
    shares: Mapping[str, float] | None = None


@dataclass(frozen=True)
class Rates:
    """What `slips.toml` and `slips.tsv` say. `pairs`: slips by what is right, a word or two."""

    shares: Mapping[str, float]
    rates: Mapping[str, float]
    tenses: Sequence[tuple[str, str, float]]
    comma_extra: Mapping[str, float]
    comma_lost_before: Mapping[str, float]
    registers: Mapping[str, Register]
    pairs: Mapping[str, Sequence[Slip]]


def read(folder: Path = Path(__file__).parent) -> Rates:
    """Return the rates of a folder; `ValueError` where a kind is unknown."""
    found = tomllib.loads((folder / "slips.toml").read_text(encoding="utf-8"))
    pairs: dict[str, list[Slip]] = defaultdict(list)
    for line in (folder / "slips.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, right, written, rate = line.split("\t")
            pairs[right].append(Slip(kind, written, float(rate)))
    registers = {
        name: Register(row["share"], tuple(row["careless"]), row.get("kinds", {}))
        for name, row in found["registers"].items()
    }
    kinds = {slip.kind for slips in pairs.values() for slip in slips}
    kinds |= {kind for register in registers.values() for kind in register.kinds}
    if unknown := kinds - set(KINDS):
        raise ValueError(f"{folder}: no kinds {', '.join(sorted(unknown))}")
    tenses = found["tenses"]
    return Rates(
        found["shares"],
        found["rates"],
        list(zip(tenses["right"], tenses["written"], tenses["rates"], strict=True)),
        found["comma-extra"],
        found["comma-lost-before"],
        registers,
        pairs,
    )


class Slips:
    """Slips of words, by the rates and the lexicon; `frequency`: uses of the words of a corpus."""

    def __init__(
        self,
        rates: Rates,
        lexicon: Inflections,
        frequency: Counter[str],
        known: Callable[[str], bool],
        seed: int = 7,
    ) -> None:
        """Prepare confusable, similar and accented words of a lexicon."""
        self.of, self.lexicon, self.known = rates, lexicon, known
        self.rng = random.Random(seed)
        self.confused = confusables.wrong_forms_of(lexicon)
        common = [word for word, _ in frequency.most_common(NEAR_WORDS)]
        self.near = _similar_words([word for word in common if word.isalpha() and len(word) > 2])
        self.accented: dict[str, list[str]] = defaultdict(list)
        for form in sorted(lexicon.lemmas):
            if bare(form) != form and frequency[form] >= 5:
                self.accented[bare(form)].append(form)

    def place(self, lower: str) -> str:
        """Return the class of a token as context for commas and words."""
        if not lower[:1].isalpha():
            return "sign"
        if lower in LINKS:
            return "link"
        if self.lexicon.cells.get(lower):
            return "noun"
        is_verb = any(reading[1] in FINITE for reading in self.lexicon.verbs.get(lower, ()))
        return "verb" if is_verb else "word"

    def options(self, token: str, variants: int = 3) -> list[Slip]:
        """Return the slips possible for a token, in its case; `variants`: misspellings tried."""
        lower, rates = token.lower(), self.of.rates
        if token in _LOST:
            return [Slip(_LOST[token], "", rates[_LOST[token]])]
        if not lower.isalpha() and "-" not in lower:
            return []
        slips = [
            *self.of.pairs.get(lower, ()),
            *self._forms(lower),
            *self._accents(lower),
            *self._words(lower, variants),
        ]
        slips = [s for s in slips if s.rate > 0 and s.written != lower and s.written[:1] != "-"]
        if token in LOST:
            slips.append(Slip("missing", "", rates["missing"]))
        if token[:1].isupper() and token[1:].islower():
            slips.append(Slip("case", lower, rates["case"]))
        elif len(token) > 4 and token.islower():
            slips.append(Slip("case", token[:1].upper() + token[1:], rates["case-added"]))
        return slips

    def before(self, token: str) -> list[Slip]:
        """Return the slips that insert a word before a token."""
        extra, rates = self.rng.choice(EXTRA), self.of.rates
        found = [Slip("doubled", token, rates["doubled"])]
        return found if extra == token else [*found, Slip("extra", extra, rates["extra"])]

    def _accents(self, lower: str) -> Iterator[Slip]:
        """Yield slips of accents: one lost ("está" → "esta"), all marks lost, one put on a word
        without."""
        rates, bare_form = self.of.rates, bare(lower)
        if bare_form != lower:
            without_accents = unaccented(lower)
            if without_accents != lower and CRASE.get(lower) != without_accents:
                is_word = without_accents in self.lexicon.lemmas
                yield Slip("accent", without_accents, rates["accent-word" if is_word else "accent"])
            if without_accents != bare_form:
                yield Slip("accent", bare_form, rates["accent-all"])
        elif len(lower) > 2:
            for other in self.accented.get(lower, ()):
                yield Slip("accent", other, rates["accent-added"])

    def _words(self, lower: str, variants: int) -> Iterator[Slip]:
        """Yield slips that give another word or, in so many variants, none: a word that it is
        confused with, a similar one, its parts, a misspelling."""
        rates = self.of.rates
        if lower not in self.of.pairs:
            for wrong in self.confused.get(lower, ()):
                kind = "accent" if bare(wrong) == bare(lower) else "near"
                yield Slip("split" if " " in wrong else kind, wrong, rates["confusable"])
        # what differs in its marks alone is a slip of accents
        similar = [word for word in self.near.get(lower, ()) if bare(word) != bare(lower)]
        for word in similar[:NEAR_EACH]:
            yield Slip("near", word, rates["near"] / min(len(similar), NEAR_EACH))
        if "-" in lower and len(lower) > 4:
            yield Slip("split", lower.replace("-", " "), rates["hyphen-lost"])
            yield Slip("split", lower.replace("-", ""), rates["hyphen-joined"])
        if len(lower) >= 4 and lower.isalpha():
            for _ in range(variants):
                yield Slip("non-word", self.misspelt(lower), rates["non-word"] / variants)

    def _forms(self, lower: str) -> Iterator[Slip]:
        """Yield slips of inflection."""
        lexicon, closed = self.lexicon, closed_classes()
        if lower in closed.paradigms and lower in closed.cells:
            yield from self._nominal(closed.paradigms[lower], [closed.cells[lower]])
            return
        for key in lexicon.lemmas.get(lower, ()):
            paradigm = lexicon.paradigms[key]
            cells = sorted(c for c, form in paradigm.items() if len(c) == 2 and form == lower)
            if cells:
                yield from self._nominal(paradigm, cells)
                break
        yield from self._verbal(lower)

    def _nominal(
        self, paradigm: Mapping[Any, str], cells: Sequence[tuple[str, ...]]
    ) -> Iterator[Slip]:
        """Yield the form of the other number, and, if its gender is certain, of the other
        gender."""
        gender, number = cells[0]
        other_number = "SG" if number == "PL" else "PL"
        if form := paradigm.get((gender, other_number)):
            rate = "number-lost" if number == "PL" else "number-added"
            yield Slip("number", form, self.of.rates[rate])
        form = paradigm.get(("F" if gender == "M" else "M", number))
        if form and len(cells) == 1:
            yield Slip("gender", form, self.of.rates["gender"])

    def _verbal(self, lower: str) -> Iterator[Slip]:
        """Yield slips of number, person and tense of a verb."""
        rates, lexicon = self.of.rates, self.lexicon
        readings = sorted(lexicon.verbs.get(lower, ()), key=lambda r: (r[1] == "PQP", r))[:3]
        # a form that is a noun as well is seldom a verb
        reading_weight = (0.15 if lower in lexicon.nouns else 1.0) / max(1, len(readings))
        for lemma, tense, person, number in readings:
            paradigm = lexicon.paradigms[("v", lemma)]

            def slip(kind: str, rate: float, *cell: str, forms: Any = paradigm) -> Iterator[Slip]:
                if form := forms.get(cell):
                    yield Slip(kind, form, rate * reading_weight)

            if tense == "INF" and not person:
                yield from slip("verb-form", rates["verb-finite"], "PRS", "3", "SG")
                yield from slip("verb-form", rates["verb-personal"], "INF", "3", "PL")
                if lower.endswith("r"):
                    yield Slip("verb-form", lower[:-1], rates["verb-finite"] / 3 * reading_weight)
            elif tense in FINITE and person == "3":
                direction = "lost" if number == "PL" else "added"
                other_number = "SG" if number == "PL" else "PL"
                yield from slip("verb", rates[f"verb-number-{direction}"], tense, "3", other_number)
                if (tense, number) == ("PRS", "SG"):
                    yield Slip("verb-form", lemma, rates["verb-infinitive"] * reading_weight)
            elif tense in FINITE and person == "1":
                yield from slip("verb", rates["verb-person"], tense, "3", "SG")
            for right, written, rate in self.of.tenses:
                if right == tense and person:
                    yield from slip("verb-form", rate, written, person, number)

    def misspelt(self, word: str) -> str:
        """Return a random misspelling, by sound or by a typing error."""
        rng = self.rng
        for _ in range(6):
            if rng.random() < SOUND_SHARE:
                old, new = rng.choice(SOUNDS)
                places = [i for i in range(len(word)) if word.startswith(old, i)]
                if not places:
                    continue
                index = rng.choice(places)
                wrong = word[:index] + new + word[index + len(old) :]
            else:
                index = rng.randrange(len(word) - 1)
                wrong = rng.choice(
                    (
                        word[:index] + word[index + 1] + word[index] + word[index + 2 :],
                        word[:index] + word[index + 1 :],
                        word[:index] + rng.choice(_LETTERS) + word[index:],
                        word[:index] + rng.choice(_LETTERS) + word[index + 1 :],
                    )
                )
            if wrong != word and len(wrong) > 2 and not self.known(wrong):
                return wrong
        return word


def _similar_words(words: Sequence[str]) -> dict[str, list[str]]:
    """Return of each word the others that differ by one letter exchanged or dropped."""
    listed = set(words)
    similar: dict[str, set[str]] = defaultdict(set)
    by_pattern: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for i in range(len(word)):
            by_pattern[f"{word[:i]}*{word[i + 1 :]}"].append(word)
            if (shorter := word[:i] + word[i + 1 :]) in listed:
                similar[word].add(shorter)
                similar[shorter].add(word)
    for group in by_pattern.values():
        for word in group:
            similar[word].update(other for other in group if other != word)
    return {word: sorted(others) for word, others in similar.items()}


# -- what mined corrections say ------------------------------------------------------------------


def kind_of(tag: str, old: str, new: str) -> str:
    """Return the kind of a slip, by its tag and the two words ("" for a missing one)."""
    kind, _, name = tag.partition("_")
    if kind == "APPEND":
        tags = {"APPEND_" + mark: kind for mark, kind in _LOST.items()}
        return tags.get(tag, "missing")
    if kind == "DELETE":
        return "comma-extra" if old == "," else "extra"
    if kind in ("CRASE", "ACCENT", "CASE"):
        return kind.lower()
    if kind in ("JOIN", "HYPHEN", "DEHYPHEN", "SPLIT"):
        return "split"
    if kind == "SPELL":
        return "non-word"
    if kind == "N":
        return "number" if name in ("PL", "SG") else "gender"
    if kind == "V":
        return "verb" if name in ("PL", "SG", "1", "3") else "verb-form"
    if bare(old) == bare(new):
        return "accent"
    return "function" if kind == "REPLACE" and len(old) < 5 and len(new) < 5 else "near"


class Seen(NamedTuple):
    """A slip that somebody corrected: `right` and `written` are "" for nothing."""

    register: str
    kind: str
    right: str
    written: str


def factors(rates: Rates, expected: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """Return by register and kind the factor of the rates that gives each kind its share."""
    expected_total = sum(expected.values())
    found: dict[str, dict[str, float]] = {}
    for name, register in rates.registers.items():
        shares = register.shares or rates.shares
        found[name] = {
            kind: shares.get(kind, 0.0) / sum(shares.values()) * expected_total / rate
            * register.kinds.get(kind, 1.0)
            for kind, rate in expected.items()
            if rate
        }  # fmt: skip
    return found


def refined(
    rates: Rates, seen: Iterable[Seen], slips_per_word: float, word_shares: Mapping[str, float]
) -> Rates:
    """Return the rates refined by mined corrections: kinds get the shares seen in their register
    (smoothed by `PRIOR_COUNT`), pairs seen at least `MIN_SEEN` times their own rate.
    `slips_per_word`: of text; `word_shares`: of each word among all."""
    seen = list(seen)
    registers = dict(rates.registers)
    for name in sorted({slip.register for slip in seen}):
        counts = Counter(slip.kind for slip in seen if slip.register == name)
        register = registers.get(name, registers["edited"])
        prior_shares = register.shares or rates.shares
        prior_total = sum(prior_shares.values())
        shares = {
            kind: counts[kind] + PRIOR_COUNT * prior_shares.get(kind, 0.0) / prior_total
            for kind in KINDS
        }
        registers[name] = replace(register, kinds={}, shares=shares)
    pairs = {right: list(found) for right, found in rates.pairs.items()}
    counted = Counter(
        (slip.kind, slip.right, slip.written) for slip in seen if slip.right and slip.written
    )
    for (kind, right, written), count in sorted(counted.items()):
        if count < MIN_SEEN or not word_shares.get(right):
            continue
        rate = min(MAX_RATE, count / len(seen) * slips_per_word / word_shares[right])
        others = [slip for slip in pairs.get(right, ()) if slip.written != written]
        pairs[right] = [*others, Slip(kind, written, rate)]
    return replace(rates, registers=registers, pairs=pairs)

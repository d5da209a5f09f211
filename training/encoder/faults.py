"""Damage on purpose: sentences with faults that writers make, and where they stand.

A fault is made only where something near shows it to be one: a determiner beside its noun, an
explicit subject to the left of its verb. Where the changed sentence may be as good as the first
(Portuguese drops subjects, so "falava" and "falavam" are often both right) nothing is changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textlint_pt_embedded.edit_tags import cased
from textlint_pt_embedded.inflections import CELLS, FINITE, Cell, Inflections

from textlint_pt import portuguese
from textlint_pt.text.segmentation import tokens
from training.encoder import confusables
from training.encoder.confusables import unaccented
from training.encoder.lists import OWN, own_words, read_table


@dataclass(slots=True)
class Word:
    """A token, whether white space stands before it, and whether it is at fault."""

    text: str
    spaced: bool
    is_word: bool
    fault: bool = False

    @property
    def low(self) -> str:
        return self.text.lower()


Fault = Callable[[list[Word], int], bool]


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


COPULAS = portuguese.words("verbs.copulas")
AUXILIARIES = portuguese.words("verbs.auxiliaries")
UNACCUSATIVE = portuguese.words("verbs.appearing") | {"chegar", "morrer"}
#: forms that are nouns in the lexicon and verbs in almost every text
VERBS_FIRST = own_words("faults.verbs-first")
#: forms of verbs that hardly ever are
NEVER_VERBS = own_words("faults.never-verbs")
PREPOSITIONS = own_words("faults.prepositions")
SKIPPED = own_words("faults.skipped")
PRONOUNS = {
    **dict.fromkeys(portuguese.words("neuters", "pronouns.someone"), ("3", "SG")),
    **dict.fromkeys(("tudo", "nada", "ele", "ela", "você"), ("3", "SG")),
    **dict.fromkeys(("eles", "elas", "vocês"), ("3", "PL")),
    **{"eu": ("1", "SG"), "tu": ("2", "SG"), "nós": ("1", "PL")},
}
ATTRACTORS = own_words("faults.attractors")
CLITICS = portuguese.words("clitics.unstressed")
MODALS = own_words("faults.modals")
BEFORE_INFINITIVE = (
    word_set("""
    para de a sem por ao até
""")
    | MODALS
)
PREPOSITION_SWAPS = {
    "de": ("em", "a", "com"), "em": ("de", "a", "com"), "para": ("de", "por", "em"),
    "com": ("em", "de", "por"), "por": ("para", "de", "com"), "do": ("no", "ao", "pelo"),
    "da": ("na", "à", "pela"), "dos": ("nos", "aos", "pelos"), "das": ("nas", "às", "pelas"),
    "no": ("do", "ao", "pelo"), "na": ("da", "à", "pela"), "nos": ("dos", "aos", "pelos"),
    "nas": ("das", "às", "pelas"), "ao": ("do", "no"), "pelo": ("do", "no", "ao"),
    "pela": ("da", "na", "à"), "sobre": ("sob", "em"), "sob": ("sobre", "de"),
}  # fmt: skip
#: confusable words that stand everywhere
OFTEN = own_words("faults.often")
NUMBERED = word_set("""
    tem têm vem vêm
""")
INSERTED = OWN.ordered("faults.inserted")


SHARES: dict[str, float] = read_table("shares")["faults"]
#: of the faults in sentences with a parse, how many break what it shows to agree
LINKED_SHARE = 0.45
LINK_WEIGHTS = {"determiner": 0.3, "adjective": 1.4, "predicative": 4.0, "verb": 1.5}

#: of the adjectives that may lose agreement in either, how many do in gender
GENDER_SHARE = 0.75


def parse(sentence: str) -> list[Word]:
    words, end = [], 0
    for token in tokens(sentence):
        words.append(Word(token.text, token.start > end, token.kind == "word"))
        end = token.end
    return words


def render(words: Sequence[Word]) -> tuple[str, list[tuple[int, bool]]]:
    """Text, and for each token where it starts and whether it is at fault."""
    parts: list[str] = []
    marks: list[tuple[int, bool]] = []
    at = 0
    for word in words:
        if word.spaced and at:
            parts.append(" ")
            at += 1
        marks.append((at, word.fault))
        parts.append(word.text)
        at += len(word.text)
    return "".join(parts), marks


class Damage:
    """Makes faults with one source of chance; `vocabulary`: words to put where others stood."""

    linked_share = LINKED_SHARE
    tries = 10  # kinds that are tried before a fault is given up

    def __init__(
        self,
        inflections: Inflections,
        vocabulary: Sequence[str],
        seed: int,
        shares: dict[str, float] | None = None,
    ) -> None:
        self.lex = inflections
        self.vocabulary = vocabulary
        self.rng = random.Random(seed)
        shares = shares or SHARES
        self.kinds = list(shares)
        self.weights = list(shares.values())
        self.confused = confusables.named(inflections)

    def damage(
        self,
        sentence: str,
        faults: int,
        links: Sequence[Sequence[Any]] = (),
    ) -> tuple[str, list[tuple[int, bool]], list[str]]:
        """The sentence with up to `faults` faults, its marks, and the kinds of the faults made.

        `links`: what agrees with what, as `training.encoder.agreement` finds it; with them, a share
        of the faults breaks one of these.
        """
        words = parse(sentence)
        by_start = dict(zip((start for start, _ in render(words)[1]), words, strict=True))
        linked = [
            (kind, by_start[target], by_start[controller])
            for kind, target, controller in links
            if target in by_start and controller in by_start
        ]
        made: list[str] = []
        for _ in range(faults):
            if linked and self.rng.random() < self.linked_share:
                kind = self.break_link(words, linked)
                if kind:
                    made.append(kind)
                    continue
            for _ in range(self.tries):
                kind = self.rng.choices(self.kinds, self.weights)[0]
                if self.make(kind, words):
                    made.append(kind)
                    break
        text, marks = render(words)
        return text, marks, made

    def make(self, kind: str, words: list[Word]) -> bool:
        """Make one fault of a kind where one fits; False, and nothing changed, if nowhere."""
        fault: Fault = getattr(self, f"_{kind}")
        places = list(range(len(words)))
        self.rng.shuffle(places)
        for i in places:
            near = words[max(0, i - 1) : i + 2]
            if words[i].is_word and not any(word.fault for word in near) and fault(words, i):
                return True
        return False

    def break_link(self, words: list[Word], links: Sequence[tuple[str, Word, Word]]) -> str | None:
        """Break one agreement that the parse shows; its kind, or None if none could be broken."""
        where = {id(word): i for i, word in enumerate(words)}
        weights = [
            LINK_WEIGHTS[kind] * (1 if self._beside(where, target, controller) else 3)
            for kind, target, controller in links
        ]
        for kind, target, controller in self.rng.choices(links, weights, k=4):
            i = where.get(id(target))
            if i is None or any(word.fault for word in words[max(0, i - 1) : i + 2]):
                continue
            broken = (
                self._linked_verb(target)
                if kind == "verb"
                else self._linked_nominal(target, controller, kind)
            )
            if broken:
                return f"linked-{kind}"
        return None

    @staticmethod
    def _beside(where: dict[int, int], target: Word, controller: Word) -> bool:
        here, there = where.get(id(target)), where.get(id(controller))
        return here is not None and there is not None and abs(here - there) <= 1

    def _linked_verb(self, verb: Word) -> bool:
        readings = [r for r in self.lex.verbs.get(verb.low, ()) if r[1] in FINITE]
        if not readings:
            return False
        # the form agrees with its subject: what it may be is what the subject is
        allowed = {reading[2:] for reading in readings}
        lemma, tense, person, number = self.rng.choice(sorted(readings))
        flip = (tense, person, "PL" if number == "SG" else "SG")
        options = [flip]
        if self.rng.random() < 0.35:
            options = [
                (tense, p, n)
                for p, n in (("1", "SG"), ("1", "PL"), ("3", "SG"), ("3", "PL"))
                if p != person
            ]
        other = self.lex.paradigms[("v", lemma)].get(self.rng.choice(options))
        if other is None:
            return False
        theirs = self.lex.verbs.get(other, frozenset())
        if any(r[1] == "INF" or (r[1] in FINITE and r[2:] in allowed) for r in theirs):
            return False
        return self._replace(verb, other)

    def _linked_nominal(self, target: Word, controller: Word, kind: str) -> bool:
        own = self.lex.cells.get(target.low, frozenset())
        head = self.lex.nouns.get(controller.low, frozenset())
        if controller.low in ("ele", "ela", "eles", "elas"):
            head = frozenset({self.lex.closed_cell[controller.low]})
        cells = (own & head) or own
        if kind == "determiner":
            forms = self.lex.closed.get(target.low)
            cell = self.lex.closed_cell.get(target.low)
            if forms is None or cell is None or cell not in head:
                return False
            wrong = [
                forms[other]
                for other in CELLS
                if other not in head and (other[0] == cell[0]) != (other[1] == cell[1])
            ]
            return bool(wrong) and self._replace(target, self.rng.choice(wrong))
        if not cells:
            return False
        other = self._other_cell(target.low, frozenset(cells), "av")
        return other is not None and self._replace(target, other)

    # -- what stands near ------------------------------------------------------------------

    def _cells(self, words: list[Word], i: int) -> frozenset[Cell]:
        if not 0 <= i < len(words) or not words[i].is_word:
            return frozenset()
        return self.lex.cells.get(words[i].low, frozenset())

    def _noun_cells(self, words: list[Word], i: int) -> frozenset[Cell]:
        if not 0 <= i < len(words) or not words[i].is_word or words[i].low in VERBS_FIRST:
            return frozenset()
        return self.lex.nouns.get(words[i].low, frozenset())

    def _closed_cell(self, words: list[Word], i: int) -> Cell | None:
        if not 0 <= i < len(words):
            return None
        return self.lex.closed_cell.get(words[i].low)

    def _finite(self, form: str) -> list[tuple[str, ...]]:
        """Finite readings of a form that is no noun or adjective in running text."""
        if form in NEVER_VERBS or (form in self.lex.cells and form not in VERBS_FIRST):
            return []
        return [reading for reading in self.lex.verbs.get(form, ()) if reading[1] in FINITE]

    def _replace(self, word: Word, form: str) -> bool:
        if form == word.low:
            return False
        word.text = cased(form, word.text)
        word.fault = True
        return True

    # -- agreement -------------------------------------------------------------------------

    def _determiner_head(self, words: list[Word], i: int) -> frozenset[Cell]:
        """Cells of the noun group that a determiner at `i` opens."""
        first = self._cells(words, i + 1)
        if not first or self.lex.is_verb_only(words[i + 1].low):
            return frozenset()
        return (first & self._noun_cells(words, i + 2)) or first

    def _determiner_fault(self, words: list[Word], i: int) -> tuple[Cell, str] | None:
        word = words[i]
        cell = self._closed_cell(words, i)
        forms = self.lex.closed.get(word.low)
        head = self._determiner_head(words, i)
        if cell is None or forms is None or cell not in head:
            return None
        wrong = [other for other in CELLS if other not in head and forms[other] != word.low]
        # one feature at a time is what writers get wrong
        near = [other for other in wrong if (other[0] == cell[0]) != (other[1] == cell[1])]
        if not near:
            return None
        chosen = self.rng.choice(near)
        return chosen, forms[chosen]

    def _determiner(self, words: list[Word], i: int) -> bool:
        found = self._determiner_fault(words, i)
        if found is None:
            return False
        cell, form = found
        before = self._closed_cell(words, i)
        changed = self._replace(words[i], form)
        # "os casa": either word may be the wrong one
        if changed and before is not None and before[1] != cell[1]:
            words[i + 1].fault = True
        return changed

    def _other_cell(
        self, form: str, cells: frozenset[Cell], kinds: str, number_only: bool = False
    ) -> str | None:
        """A form of the same lemma that has none of `cells`; gender, the harder, more often."""
        options: dict[bool, list[str]] = {True: [], False: []}  # by whether the gender changes
        own = self.lex.cells.get(form, frozenset())
        for kind, lemma in self.lex.lemmas.get(form, ()):
            paradigm = self.lex.paradigms[(kind, lemma)]
            nominal = any(len(cell) == 2 and other == form for cell, other in paradigm.items())
            if kind not in kinds or not nominal:
                continue
            for cell, other in paradigm.items():
                if len(cell) != 2 or other == form:
                    continue
                theirs = self.lex.cells.get(other, frozenset())
                if theirs & cells or theirs & own:
                    continue
                if number_only and not any(cell[0] == gender for gender, _ in own):
                    continue
                # one feature at a time, most often
                both = all(cell[0] != gender and cell[1] != number for gender, number in own)
                if not both or self.rng.random() < 0.15:
                    options[all(cell[0] != gender for gender, _ in own)].append(other)
        chosen = options[self.rng.random() < GENDER_SHARE] or options[True] or options[False]
        return self.rng.choice(chosen) if chosen else None

    def _noun(self, words: list[Word], i: int) -> bool:
        own = self._noun_cells(words, i)
        cell = self._closed_cell(words, i - 1)
        if cell is None or cell not in own or self._adjacent_noun(words, i):
            return False
        other = self._other_cell(words[i].low, frozenset({cell}), "n", number_only=True)
        if other is None or not self._replace(words[i], other):
            return False
        words[i - 1].fault = True
        return True

    def _adjacent_noun(self, words: list[Word], i: int) -> bool:
        return bool(self._noun_cells(words, i + 1)) and words[i + 1].low not in PREPOSITIONS

    def _adjective(self, words: list[Word], i: int) -> bool:
        form = words[i].low
        own = self._cells(words, i)
        if not own or form in self.lex.closed_cell or form in PREPOSITIONS:
            return False
        if not any(kind in "av" for kind, _ in self.lex.lemmas.get(form, ())):
            return False
        # "o caminho certo": after its determiner the word is the noun
        if own & self._noun_cells(words, i) and self._closed_cell(words, i - 1) in own:
            return False
        anchor: frozenset[Cell] = frozenset()
        for j in (i - 1, i - 2, i + 1):
            if j == i - 2 and not (
                words[i - 1].low.endswith("mente") or words[i - 1].low in SKIPPED
            ):
                continue
            found = self._noun_cells(words, j)
            if found & own and words[j].low not in PREPOSITIONS:
                anchor = found
                break
        if not anchor:
            return False
        # "fotos de gato preto": what agrees with another noun of the group is no fault
        around: set[Cell] = set(anchor)
        for j in range(max(0, i - 5), min(len(words), i + 2)):
            if j != i:
                around |= self._noun_cells(words, j)
        cells = frozenset(around if self.rng.random() < 0.85 else anchor)
        other = self._other_cell(form, cells, "av")
        return other is not None and self._replace(words[i], other)

    def _copula(self, words: list[Word], i: int) -> int | None:
        """Place of the copula whose predicative stands at `i`."""
        for j in range(i - 1, max(-1, i - 4), -1):
            form = words[j].low
            readings = self.lex.verbs.get(form, ())
            if any(reading[0] in COPULAS for reading in readings):
                return j
            if not (
                form in SKIPPED or form.endswith("mente") or form in ("sido", "sendo", "estado")
            ):
                return None
        return None

    def _predicative(self, words: list[Word], i: int) -> bool:
        form = words[i].low
        own = self._cells(words, i)
        if (
            not own
            or form in self.lex.closed_cell
            or form in SKIPPED
            or self._noun_cells(words, i + 1) & own
        ):
            return False
        if not any(kind in "av" for kind, _ in self.lex.lemmas.get(form, ())):
            return False
        copula = self._copula(words, i)
        if copula is None:
            return False
        subject = self._subject_cells(words, copula, own)
        if not subject:
            # with no subject in sight the copula still says the number
            numbers = {reading[3] for reading in self.lex.verbs[words[copula].low]} - {""}
            if len(numbers) != 1:
                return False
            number = numbers.pop()
            subject = frozenset({("M", number), ("F", number)})
        other = self._other_cell(form, subject, "av")
        return other is not None and self._replace(words[i], other)

    def _subject_cells(
        self, words: list[Word], verb: int, agreeing: frozenset[Cell]
    ) -> frozenset[Cell]:
        """Cells of an explicit subject of the verb that agree with `agreeing`, or none.

        The head is taken for the nearest noun group to the left that no preposition opens.
        """
        for j in range(verb - 1, max(-1, verb - 13), -1):
            word = words[j]
            if not word.is_word and word.text in ".;:!?":
                break
            cell = self._closed_cell(words, j)
            if word.low in ("ele", "ela", "eles", "elas") and cell in agreeing:
                return frozenset({cell}) if cell else frozenset()
            found = self._noun_cells(words, j)
            if not found & agreeing:
                continue
            opener = j - 1
            while (
                opener > 0 and self._cells(words, opener) and not self._closed_cell(words, opener)
            ):
                opener -= 1
            first = self._closed_cell(words, opener)
            if words[opener].low in PREPOSITIONS or (
                opener > 0 and first and words[opener - 1].low in PREPOSITIONS
            ):
                continue
            if first is not None and first in found:
                return frozenset({first})
            return found & agreeing if len(found) == 1 else frozenset()
        return frozenset()

    def _subject(self, words: list[Word], verb: int) -> tuple[str, str] | None:
        """Person and number of an explicit subject of the verb at `verb`."""
        j = verb - 1
        while j >= 0 and (words[j].low in SKIPPED or words[j].low.endswith("mente")):
            j -= 1
        if j < 0 or not words[j].is_word:
            return None
        before = words[j - 1].low if j else ""
        if words[j].low in PRONOUNS and before not in PREPOSITIONS:
            joined = before in ("e", "ou", "nem")
            return None if joined else PRONOUNS[words[j].low]
        if words[j].low == "que":
            if self.rng.random() < 0.5:
                return None
            numbers = {number for _, number in self._noun_cells(words, j - 1)}
            return ("3", numbers.pop()) if len(numbers) == 1 else None
        if words[j].text[0].isupper() and j and words[j].low not in self.lex.verbs:
            joined = any(word.low in ("e", "ou") for word in words[max(0, j - 6) : j])
            if before in PREPOSITIONS or joined or before in (",",):
                return None
            return "3", "SG"
        heads: list[str] = []
        for k in range(j, max(-1, j - 12), -1):
            word = words[k]
            if not word.is_word and word.text in ".;:!?":
                break
            if k < j and self._finite(word.low):
                break
            if word.low in ("e", "ou", "nem", "com"):
                return None
            found = self._noun_cells(words, k)
            if not found:
                continue
            opener = k - 1
            while (
                opener > 0 and self._cells(words, opener) and not self._closed_cell(words, opener)
            ):
                opener -= 1
            if opener >= 0 and words[opener].low in PREPOSITIONS:
                continue
            if (
                opener > 0
                and self._closed_cell(words, opener)
                and words[opener - 1].low in PREPOSITIONS
            ):
                continue
            first = self._closed_cell(words, opener) if opener >= 0 else None
            numbers = {first[1]} if first in found and first else {number for _, number in found}
            if len(numbers) == 1:
                heads.append(numbers.pop())
        return ("3", heads[0]) if heads and len(set(heads)) == 1 else None

    def _verb(self, words: list[Word], i: int) -> bool:
        form = words[i].low
        readings = self._finite(form)
        if not readings:
            return False
        subject = self._subject(words, i)
        if subject is None and readings[0][0] in UNACCUSATIVE:
            cell = self._closed_cell(words, i + 1)
            if cell and cell in self._noun_cells(words, i + 2):
                subject = ("3", cell[1])
        matching = [reading for reading in readings if reading[2:] == subject]
        if subject is None or not matching:
            return False
        lemma, tense, person, number = self.rng.choice(sorted(matching))
        paradigm = self.lex.paradigms[("v", lemma)]
        flip = (tense, person, "PL" if number == "SG" else "SG")
        options = [flip]
        if self.rng.random() < 0.4:
            options = [
                (tense, p, n)
                for p, n in (("1", "SG"), ("1", "PL"), ("3", "SG"), ("3", "PL"))
                if p != person
            ]
        other = paradigm.get(self.rng.choice(options))
        if other is None or any(
            reading[2:] == subject
            for reading in self.lex.verbs.get(other, ())
            if reading[1] in FINITE
        ):
            return False
        if other in self.lex.verbs and any(
            reading[1] == "INF" for reading in self.lex.verbs[other]
        ):
            return False
        return self._replace(words[i], other)

    def _verb_form(self, words: list[Word], i: int) -> bool:
        before = words[i - 1].low if i else ""
        readings = self.lex.verbs.get(words[i].low, ())
        infinitive = [reading for reading in readings if reading[1] == "INF"]
        if infinitive and before in BEFORE_INFINITIVE and words[i].low not in self.lex.nouns:
            paradigm = self.lex.paradigms[("v", sorted(infinitive)[0][0])]
            tense = self.rng.choice(("PRS", "PRF", "PRS"))
            other = paradigm.get((tense, "3", "SG"))
            return other is not None and self._replace(words[i], other)
        finite = self._finite(words[i].low)
        if finite and self._subject(words, i):
            lemmas = sorted((reading[0] not in AUXILIARIES, reading[0]) for reading in finite)
            return self._replace(words[i], lemmas[0][1])
        return False

    # -- words for words -------------------------------------------------------------------

    def _confusion(self, words: list[Word], i: int) -> bool:
        often = words[i].low in OFTEN and self.rng.random() < 0.85
        return not often and self.confuse(words, i, self.confused)

    def confuse(self, words: list[Word], i: int, sets: Mapping[str, Sequence[str]]) -> bool:
        """Write another member of its set for the word at `i`, or for it and the next."""
        pair = f"{words[i].low} {words[i + 1].low}" if i + 1 < len(words) else ""
        width = 2 if pair in sets else 1
        options = sets.get(pair) or sets.get(words[i].low)
        if not options or not self._in_number(words, i):
            return False
        first, *rest = self.rng.choice(options).split(" ")
        words[i + 1 : i + width] = [Word(part, True, True, fault=True) for part in rest]
        words[i].text = cased(first, words[i].text)
        words[i].fault = True
        return True

    def _in_number(self, words: list[Word], i: int) -> bool:
        """Whether another form is at fault here: "tem" and "têm" only where a subject shows."""
        return words[i].low not in NUMBERED or self._subject(words, i) is not None

    def _crase(self, words: list[Word], i: int) -> bool:
        form = words[i].low
        if form in ("à", "às"):
            return self._replace(words[i], "a" if form == "à" else "as")
        following = words[i + 1].low if i + 1 < len(words) else ""
        if form not in ("a", "as", "aquele", "aquela", "ao") or not following or not i:
            return False
        if form == "ao":
            cells = self._noun_cells(words, i + 1)
            return bool(cells) and all(c[0] == "M" for c in cells) and self._replace(words[i], "à")
        infinitive = any(reading[1] == "INF" for reading in self.lex.verbs.get(following, ()))
        # "fazia à casa": after a verb of its own an object takes no preposition
        after_verb = self._finite(words[i - 1].low)
        opens = words[i - 1].low in ("e", "que", "com", "para", "sobre", "entre", "sob", "contra")
        if infinitive or after_verb or opens:
            crased = {"a": "à", "as": "às", "aquele": "àquele", "aquela": "àquela"}[form]
            return self._replace(words[i], crased)
        return False

    def _accent(self, words: list[Word], i: int) -> bool:
        bare = unaccented(words[i].low)
        return len(bare) > 1 and self._replace(words[i], bare)

    def _preposition(self, words: list[Word], i: int) -> bool:
        options = PREPOSITION_SWAPS.get(words[i].low)
        if not options or not i or not words[i - 1].is_word:
            return False
        # a verb or adjective before governs it: the noun's "de" is often free
        governed = words[i - 1].low in self.lex.verbs
        return (governed or self.rng.random() < 0.3) and self._replace(
            words[i], self.rng.choice(options)
        )

    def _clitic(self, words: list[Word], i: int) -> bool:
        if i < 1 or i + 1 >= len(words) or words[i].low not in CLITICS:
            return False
        verb = words[i + 1]
        if words[i - 1].low not in ATTRACTORS or not self._finite(verb.low) or verb.fault:
            return False
        verb.text = f"{verb.text}-{words[i].low}"
        verb.fault = True
        del words[i]
        return True

    def _random(self, words: list[Word], i: int) -> bool:
        form = words[i].low
        if len(form) < 3 or not words[i].text.islower():
            return False
        return self._replace(words[i], self.rng.choice(self.vocabulary))

    # -- words missing, out of place, too many ------------------------------------------------

    def _drop(self, words: list[Word], i: int) -> bool:
        """Take a word away whose absence shows; the fault is the word that follows."""
        if i + 1 >= len(words) or not words[i + 1].is_word:
            return False
        form, following = words[i].low, words[i + 1]
        before = words[i - 1] if i else None
        if form in PREPOSITIONS:
            # an article that stays behind may read as well ("comprou [n]a casa")
            if self.rng.random() < 0.25 or form in ("a", "as", "nos"):
                return False
        elif form in ("que", "se", "quando", "porque", "não"):
            if form == "não" or self.rng.random() < 0.3:
                return False
        elif before is not None and self._closed_cell(words, i - 1) and self._noun_cells(words, i):
            if self._cells(words, i + 1) and following.low not in PREPOSITIONS:
                return False  # the next word takes its place
        elif form in ("o", "os", "a", "as", "um", "uma"):
            if self.rng.random() < 0.8 or following.text[0].isupper():
                return False
        else:
            return False
        return self._remove(words, i)

    def _drop_verb(self, words: list[Word], i: int) -> bool:
        """Take away an auxiliary or copula that a word stands before."""
        auxiliary = self._auxiliary(words[i].low) or any(
            reading[0] in COPULAS for reading in self._finite(words[i].low)
        )
        if not auxiliary or not i or not words[i - 1].is_word:
            return False
        return i + 1 < len(words) and words[i + 1].is_word and self._remove(words, i)

    def _remove(self, words: list[Word], i: int) -> bool:
        following = words[i + 1]
        if i == 0:
            following.text = following.text[:1].upper() + following.text[1:]
        following.spaced = words[i].spaced or following.spaced
        following.fault = True
        del words[i]
        return True

    def _auxiliary(self, form: str) -> bool:
        return any(reading[0] in AUXILIARIES for reading in self._finite(form))

    def _swap(self, words: list[Word], i: int) -> bool:
        """Two neighbours change places; the first is a function word, so that it shows."""
        if i + 1 >= len(words) or not words[i + 1].is_word or not words[i + 1].spaced:
            return False
        first, second = words[i], words[i + 1]
        function = (
            first.low in PREPOSITIONS
            or first.low in self.lex.closed_cell
            or first.low in ("que", "se", "quando", "porque", "embora", "como", "não")
        )
        if not function or first.low == second.low or second.low in SKIPPED or second.fault:
            return False
        return self._exchange(words, i)

    def _swap_verb(self, words: list[Word], i: int) -> bool:
        """An auxiliary changes places with the verb it helps."""
        if i + 1 >= len(words) or not words[i + 1].spaced or not self._auxiliary(words[i].low):
            return False
        helped = words[i + 1].low
        verbal = any(kind == "v" for kind, _ in self.lex.lemmas.get(helped, ()))
        if not verbal or helped in self.lex.nouns:
            return False
        return self._exchange(words, i)

    def _exchange(self, words: list[Word], i: int) -> bool:
        first, second = words[i], words[i + 1]
        if i == 0:
            second.text = second.text[:1].upper() + second.text[1:]
            first.text = first.text[:1].lower() + first.text[1:]
        first.text, second.text = second.text, first.text
        first.fault = second.fault = True
        return True

    def _double(self, words: list[Word], i: int) -> bool:
        if words[i].low in ("muito", "não", "sim", "se") or not words[i].text.islower():
            return False
        words.insert(i + 1, Word(words[i].text, True, True, fault=True))
        return True

    def _insert(self, words: list[Word], i: int) -> bool:
        form = self.rng.choice(INSERTED)
        if i == 0 or not words[i - 1].is_word or not words[i].spaced:
            return False
        near = (words[i - 1].low, words[i].low)
        if form in near or (form in ("o", "a", "os", "as") and self._noun_cells(words, i)):
            return False
        words.insert(i, Word(form, True, True, fault=True))
        return True

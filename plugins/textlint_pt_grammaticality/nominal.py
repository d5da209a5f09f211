"""Gender, number and person: the lexicon's readings of words, combined by the parse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from textlint_pt.contract import Forms, Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.judged import Parsed, Read
from textlint_pt_grammaticality.reading import listed

#: a gender (M, F) and a number (S, P)
Cell = tuple[str, str]
#: what may precede a noun and belong to it, and what joins two nouns
_OPENERS = ("det", "nummod", "amod", "case")
_JOINING = ("e", "ou", "nem", "mais")
#: a person (1, 2, 3) and a number (S, P)
Person = tuple[str, str]

ALL: frozenset[Cell] = frozenset((gender, number) for gender in "MF" for number in "SP")
PLURAL: frozenset[Cell] = frozenset(cell for cell in ALL if cell[1] == "P")
SINGULAR: frozenset[Cell] = ALL - PLURAL

#: determiners and their contractions: masculine, feminine; masculine and feminine plural
_DETERMINERS = """o a os as|um uma uns umas|este esta estes estas|esse essa esses essas
aquele aquela aqueles aquelas|meu minha meus minhas|teu tua teus tuas|seu sua seus suas
nosso nossa nossos nossas|vosso vossa vossos vossas|todo toda todos todas|outro outra outros outras
muito muita muitos muitas|pouco pouca poucos poucas|algum alguma alguns algumas
nenhum nenhuma nenhuns nenhumas|tanto tanta tantos tantas|quanto quanta quantos quantas
próprio própria próprios próprias|mesmo mesma mesmos mesmas|cujo cuja cujos cujas
certo certa certos certas|do da dos das|no na nos nas|ao à aos às|pelo pela pelos pelas
deste desta destes destas|desse dessa desses dessas|daquele daquela daqueles daquelas
neste nesta nestes nestas|nesse nessa nesses nessas|naquele naquela naqueles naquelas
num numa nuns numas|dum duma duns dumas|àquele àquela àqueles àquelas
noutro noutra noutros noutras|doutro doutra doutros doutras|tal tal tais tais
qualquer qualquer quaisquer quaisquer|qual qual quais quais|diverso diversa diversos diversas
vário vária vários várias|ambo amba ambos ambas"""
_CELLS: tuple[Cell, ...] = (("M", "S"), ("F", "S"), ("M", "P"), ("F", "P"))
_MANY = listed(
    """três quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezesseis
    dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta quarenta cinquenta sessenta
    setenta oitenta noventa cem"""
)
_PRONOUNS: dict[str, frozenset[Cell]] = {
    "ele": frozenset([("M", "S")]),
    "ela": frozenset([("F", "S")]),
    "eles": frozenset([("M", "P")]),
    "elas": frozenset([("F", "P")]),
    **dict.fromkeys(("eu", "tu", "você", "quem", "alguém", "ninguém", "cada"), SINGULAR),
    **dict.fromkeys(("nós", "vós", "vocês"), PLURAL),
    **dict.fromkeys(("isto", "isso", "aquilo", "tudo", "nada", "algo"), frozenset([("M", "S")])),
}
_PERSONS: dict[str, Person] = {
    "eu": ("1", "S"),
    "tu": ("2", "S"),
    "nós": ("1", "P"),
    "vós": ("2", "P"),
    "vocês": ("3", "P"),
    "eles": ("3", "P"),
    "elas": ("3", "P"),
    **dict.fromkeys(
        listed("você ele ela isto isso aquilo tudo nada algo alguém ninguém"), ("3", "S")
    ),
}


@cache
def determiners() -> dict[str, dict[Cell, str]]:
    """The forms of each determiner by cell, and those of numerals that have gender."""
    table: dict[str, dict[Cell, str]] = {}
    for row in _DETERMINERS.replace("\n", "|").split("|"):
        forms = dict(zip(_CELLS, row.split(), strict=True))
        for form in forms.values():
            table.setdefault(form, forms)
    for masculine, feminine in (("dois", "duas"), *_hundreds()):
        forms = {("M", "P"): masculine, ("F", "P"): feminine}
        table[masculine] = table[feminine] = forms
    return table


def _hundreds() -> Iterator[tuple[str, str]]:
    for stem in listed("duzent trezent quatrocent quinhent seiscent setecent oitocent novecent"):
        yield stem + "os", stem + "as"


@cache
def determiner_cells(form: str) -> frozenset[Cell]:
    """Cells of a determiner or numeral; none for a word that is neither, or has no gender."""
    if form in _MANY:
        return PLURAL
    if form == "cada":
        return SINGULAR
    forms = determiners().get(form, {})
    return frozenset(cell for cell, own in forms.items() if own == form)


def cells_of(readings: Iterable[Reading]) -> frozenset[Cell]:
    """Cells of nominal readings: a feature that is not given may have either value."""
    return frozenset(
        (gender, number)
        for reading in readings
        for gender in (_letter(reading, "Gender") or "MF")
        for number in (_letter(reading, "Number") or "SP")
    )


def _letter(reading: Reading, name: str) -> str:
    return (reading.feature(name) or "")[:1]


def is_participle(reading: Reading) -> bool:
    return reading.upos == "VERB" and "VerbForm=Part" in reading.features


def adjectival(forms: Forms, form: str) -> list[Reading]:
    """Readings as adjective or participle."""
    return [r for r in forms.analyse(form) if r.upos == "ADJ" or is_participle(r)]


def finite(forms: Forms, form: str) -> list[Reading]:
    """Readings as a finite verb: no infinitive, gerund, participle."""
    return [r for r in forms.analyse(form) if r.feature("VerbForm") == "Fin"]


def persons(readings: Iterable[Reading]) -> frozenset[Person]:
    return frozenset(
        (person, _letter(r, "Number")) for r in readings if (person := r.feature("Person"))
    )


def cased(form: str, like: str) -> str:
    """`form` with the capitals of `like`."""
    if len(like) > 1 and like.isupper():
        return form.upper()
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


def inflected(
    forms: Forms, readings: Sequence[Reading], wanted: Collection[Cell]
) -> tuple[str, ...]:
    """Forms of the readings' lemmas in one of the cells, the nearest first."""
    found: dict[str, int] = {}
    own = cells_of(readings)
    for reading in readings:
        degree = feature_map(reading.features).get("Degree")
        for cell in wanted:
            features = _features(cell, degree, is_participle(reading))
            for form in forms.inflect(reading.lemma, reading.upos, features)[:1]:
                kept = any(cell[0] == g for g, _ in own) + any(cell[1] == n for _, n in own)
                found[form] = max(kept, found.get(form, 0))
    return tuple(sorted(found, key=lambda form: -found[form]))


def _features(cell: Cell, degree: str | None, participle: bool) -> str:
    gender = "Gender=" + {"M": "Masc", "F": "Fem"}[cell[0]]
    number = "Number=" + {"S": "Sing", "P": "Plur"}[cell[1]]
    parts = [f"Degree={degree}"] if degree else []
    parts += [gender, number, *(["VerbForm=Part"] if participle else [])]
    return "|".join(parts)


def conjugated(
    forms: Forms, readings: Sequence[Reading], wanted: Collection[Person]
) -> tuple[str, ...]:
    """The same tenses of the readings' lemmas in one of the persons, in the readings' order."""
    found: dict[str, None] = {}
    simple = any(reading.feature("Tense") == "Past" for reading in readings)
    for reading in readings:
        features = dict(feature_map(reading.features))
        if features.get("Mood") == "Imp" or (simple and features.get("Tense") == "Pqp"):
            continue  # "receberam" is seldom of "recebera"
        for person, number in sorted(wanted):
            features["Person"] = person
            features["Number"] = {"S": "Sing", "P": "Plur"}[number]
            joined = "|".join(f"{name}={value}" for name, value in sorted(features.items()))
            for form in forms.inflect(reading.lemma, reading.upos, joined)[:1]:
                found[form] = None
    return tuple(found)


class Nominals:
    """The words of a sentence with the dependents of each, and the cells of its nouns."""

    def __init__(self, text: str, words: Sequence[Parsed], forms: Forms) -> None:
        self.text = text
        self.words = words
        self.forms = forms
        self.low = [word.form.lower() for word in words]
        self.children: dict[int, list[int]] = defaultdict(list)
        for i, word in enumerate(words):
            self.children[word.head].append(i)

    @classmethod
    def of(cls, read: Read) -> Nominals:
        return cls(read.sentence.text, read.words, read.forms)

    def token(self, i: int) -> str:
        """The whole token of a word: "da" of its "a"."""
        return self.text[self.words[i].start : self.words[i].end]

    def span(self, i: int) -> tuple[int, int]:
        return self.words[i].start, self.words[i].end

    def has(self, i: int, *relations: str) -> bool:
        return any(self.words[child].relation in relations for child in self.children[i])

    def relative(self, i: int) -> bool:
        """Whether "que" is the subject of a predicate."""
        return any(
            self.low[child] == "que" and self.words[child].relation[:5] == "nsubj"
            for child in self.children[i]
        )

    def follows(self, i: int, *forms: str) -> bool:
        """Whether one of the forms is among the next few words."""
        return any(low in forms for low in self.low[i + 1 : i + 8])

    def coordinated(self, i: int) -> bool:
        return self.words[i].relation == "conj" or self.has(i, "conj")

    def joined(self, i: int, before: int) -> frozenset[Cell]:
        """Cells in the plural of a series of nouns that ends in this one before a place: "uma saia
        e um casaco novos"; none where the noun stands in no series."""
        opener = min((c for c in self.children[i] if self.words[c].relation in _OPENERS), default=i)
        opener = min(opener, i)
        partners = [c for c in self.children[i] if self.words[c].relation == "conj" and c < before]
        added = opener > 0 and self.low[opener - 1] in _JOINING
        if self.words[i].relation == "conj" and added:
            partners.append(self.words[i].head)
        if not partners and not added:
            return frozenset()
        genders = {gender for gender, _ in self.cells(i)}
        if not partners or any(("M", number) in self.cells(p) for p in partners for number in "SP"):
            genders.add("M")
        if not partners:
            genders.add("F")
        return frozenset((gender, "P") for gender in genders)

    def is_name(self, i: int) -> bool:
        """Whether a word is written as a name inside the sentence, or can only be a name."""
        word = self.words[i]
        if word.tag == "PROPN":
            return True
        return word.form[:1].isupper() and word.start > 0 and not self._is_listed_noun(i)

    def _is_listed_noun(self, i: int) -> bool:
        readings = self.forms.analyse(self.words[i].form)
        return any(r.upos == "NOUN" and r.source != "name" for r in readings)

    def is_noun(self, i: int) -> bool:
        """Whether a word is used as a noun: the lexicon has it as one, or a determiner shows it."""
        if self.words[i].tag != "NOUN":
            return False
        return self._is_listed_noun(i) or self.determiner(i) != ALL

    def noun_readings(self, i: int) -> list[Reading]:
        """Readings of a word that is used as a noun: those as a noun, else as an adjective."""
        readings = self.forms.analyse(self.words[i].form)
        nouns = [r for r in readings if r.upos == "NOUN" and r.source != "name"]
        nouns = [r for r in nouns if "=" in r.features] or nouns
        if nouns and nouns[0].source == "own" and self.low[i].endswith(("er", "ers")):
            # borrowed, mostly of persons: "o youtuber, a youtuber"
            number = nouns[0].feature("Number")
            nouns = [r._replace(features=f"Number={number}" if number else "") for r in nouns]
        return nouns or [r for r in readings if r.upos == "ADJ" or is_participle(r)]

    def determiner(self, i: int) -> frozenset[Cell]:
        """Cells that the determiners before a noun allow; all if there are none."""
        cells = ALL
        for child in self.children[i]:
            if self.words[child].relation in ("det", "nummod") and child < i:
                own = determiner_cells(self.token(child).lower()) or ALL
                cells = (cells & own) or cells
        return cells

    def cells(self, i: int) -> frozenset[Cell]:
        """Cells of a noun or pronoun; if its determiners contradict it, theirs as well."""
        word, low = self.words[i], self.low[i]
        if low in _PRONOUNS and word.tag in ("PRON", "DET"):
            return _PRONOUNS[low]
        if word.tag in ("PRON", "DET", "NUM", "SYM", "X"):
            own = determiner_cells(low)
            return own or ALL
        determiner = self.determiner(i)
        if self.is_name(i):
            return self._name_cells(i) & determiner or determiner
        own = cells_of(self.noun_readings(i))
        if not own and word.form[:1].isupper() and not low.endswith("s"):
            return determiner & SINGULAR or determiner  # a name that opens the sentence
        return (own & determiner) or own | determiner

    def _name_cells(self, i: int) -> frozenset[Cell]:
        readings = [r for r in self.forms.readings(self.words[i].form) if r.source == "name"]
        cells = cells_of(readings) or ALL
        parts = [i, *(c for c in self.children[i] if self.words[c].relation[:4] == "flat")]
        return cells if any(self.low[part].endswith("s") for part in parts) else cells & SINGULAR

    def person(self, i: int) -> frozenset[Person]:
        """Persons of a subject."""
        if self.low[i] in _PERSONS and self.words[i].tag != "NOUN":
            return frozenset([_PERSONS[self.low[i]]])
        return frozenset(("3", number) for _, number in self.cells(i))

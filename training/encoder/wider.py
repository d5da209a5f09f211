"""More of the errors that people make: wrong, missing and superfluous prepositions, relatives
without theirs, moods, forms made up by analogy, clitics, words that accents make others of.

Each is an error by construction: where the changed sentence may be as good, nothing is changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from textlint_pt_embedded.edit_tags import cased
from textlint_pt_embedded.inflections import Inflections

from textlint_pt import portuguese
from training.encoder import confusables
from training.encoder.faults import (
    PREPOSITIONS,
    Damage,
    Word,
    word_set,
)
from training.encoder.lists import own_words, read_table

_ARTICLES = portuguese.ordered("articles.definite")
_POINTING = portuguese.words("demonstratives", "pronouns.personal.third", "neuters")
#: contractions by preposition and what it is contracted with
CONTRACTED: dict[str, dict[str, str]] = {
    preposition: {
        rest: whole for (_, rest), whole in portuguese.contracted(seconds, preposition).items()
    }
    for preposition, seconds in {
        "de": _POINTING.union(_ARTICLES),
        "em": _POINTING.union(_ARTICLES, ("um", "uma")),
        "a": portuguese.words("articles.definite", "demonstratives.far"),
        "por": frozenset(_ARTICLES),
    }.items()
}
SIMPLE = ("de", "em", "a", "com", "por", "para", "sobre")
TAKEN_APART = {
    whole: (preposition, rest)
    for preposition, table in CONTRACTED.items()
    for rest, whole in table.items()
} | {preposition: (preposition, "") for preposition in SIMPLE}

#: nouns of time, after which a relative may do without its preposition
_TIMES = own_words("wider.times")
_WEEKDAYS = portuguese.words("times.weekdays", "times.short-weekdays", "times.weekend")
_YEARS = own_words("wider.years")
_INFLECTED = word_set("no na nos nas do da dos das ao à aos às")
_NUMERALS = own_words("wider.numerals")
_SAYING = own_words("wider.saying")
#: what is followed by the subjunctive, the last word of each
_SUBJUNCTIVE: dict[str, frozenset[str]] = {
    **dict.fromkeys(portuguese.words("conjunctions.wishing"), frozenset()),
    "que": own_words("wider.before-que"),
}
_FUTURE = word_set("se quando enquanto quem onde como")
#: not a conjunction of condition: "se" after these is none
_PAST_CUES = word_set("ontem anteontem outrora passado passada passados passadas")
_FUTURE_CUES = word_set("amanhã próximo próxima próximos próximas futuro futuramente brevemente")
#: participles of irregular verbs as if they were regular, and short ones that there are not
_PARTICIPLES = {
    "chegado": "chego", "trazido": "trago", "aberto": "abrido", "escrito": "escrevido",
    "feito": "fazido", "dito": "dizido", "visto": "vido", "coberto": "cobrido",
    "descoberto": "descobrido", "falado": "falo", "comprado": "compro", "mandado": "mando",
}  # fmt: skip
_ALL_PERSONS = word_set("mesmos mesmas próprios próprias todos todas dois duas três outros outras")
_CLITICS = "|".join(sorted(portuguese.words("clitics"), key=len, reverse=True))
_ONE = re.compile(
    rf"^(?P<stem>.+)(?P<vowel>[áêíô])-(?P<clitic>{portuguese.clitic_pattern(after='loss')})$"
)
_NASAL = re.compile(r"^(?P<verb>.+(?:m|ão|õe))-n(?P<clitic>[oa]s?)$")
_INSIDE = re.compile(
    rf"^(?P<stem>.+[rt])-(?P<clitic>{_CLITICS})-(?P<end>{portuguese.future_pattern()})$"
)
_BARE_VOWELS = {"á": "a", "ê": "e", "í": "i", "ô": "o"}
_ENCLITIC = re.compile(rf"-(?:{_CLITICS})$")

SHARES: dict[str, float] = read_table("shares")["wider"]
#: of the faults in sentences with a parse, how many break what it shows to agree
LINKED_SHARE = 0.2


def together(preposition: str, rest: str) -> list[str]:
    """A preposition and a word after it, as they are written."""
    contracted = CONTRACTED.get(preposition, {}).get(rest)
    if contracted:
        return [contracted]
    return [preposition, rest] if rest else [preposition]


class Wider(Damage):
    """`Damage` of all the kinds that people make, as often as they make them."""

    linked_share = LINKED_SHARE
    tries = 40

    def __init__(
        self,
        inflections: Inflections,
        vocabulary: Sequence[str],
        seed: int,
        shares: dict[str, float] | None = None,
    ) -> None:
        super().__init__(inflections, vocabulary, seed, shares or SHARES)
        self.common = frozenset(vocabulary)
        self.accents = confusables.accents(inflections, Counter(vocabulary))

    # -- what stands near ------------------------------------------------------------------

    def _low(self, words: list[Word], i: int) -> str:
        return words[i].low if 0 <= i < len(words) else ""

    def _reads(self, form: str, tenses: Sequence[str]) -> list[tuple[str, ...]]:
        return sorted(reading for reading in self.lex.verbs.get(form, ()) if reading[1] in tenses)

    def _infinitive(self, form: str) -> bool:
        return form not in self.lex.nouns and bool(self._reads(form, ("INF",)))

    def _put(self, words: list[Word], i: int, width: int, forms: Sequence[str]) -> bool:
        """Write `forms` for the `width` words from `i` on, all of them at fault."""
        first = words[i]
        words[i : i + width] = [
            Word(cased(form, first.text) if not k else form, first.spaced if not k else True, True,
                 fault=True)
            for k, form in enumerate(forms)
        ]  # fmt: skip
        return True

    def _gap(self, words: list[Word], i: int) -> bool:
        """Take the word at `i` away; the fault is the word that follows."""
        ends = i + 1 >= len(words) or not words[i + 1].is_word
        return not ends and self._remove(words, i)

    # -- words for words -------------------------------------------------------------------

    def _accented(self, words: list[Word], i: int) -> bool:
        return words[i].text.islower() and self.confuse(words, i, self.accents)

    def _impersonal(self, words: list[Word], i: int) -> bool:
        """Plural of the verbs that have no subject: "haviam pessoas", "fazem dois anos"."""
        plural = {"havia": "haviam", "houve": "houveram", "haverá": "haverão", "faz": "fazem",
                  "fazia": "faziam", "haveria": "haveriam", "houver": "houverem",
                  "haja": "hajam", "houvesse": "houvessem"}.get(words[i].low)  # fmt: skip
        if plural is None or self._low(words, i - 1) in ("que", "o", "a", "se", "me", "lhe"):
            return False
        after = [self._low(words, i + k) for k in range(1, 4)]
        cells = self.lex.nouns.get(after[0], frozenset())
        if self.lex.closed_cell.get(after[0], ("", ""))[1] == "PL" or after[0] in _NUMERALS:
            cells = self.lex.nouns.get(after[1], frozenset())
        many = bool(cells) and all(number == "PL" for _, number in cells)
        participle = any(
            kind == "v" and after[0] not in self.lex.verbs
            for kind, _ in self.lex.lemmas.get(after[0], ())
        )
        if words[i].low.startswith("fa"):
            return bool({*after} & _YEARS) and after[1] != "" and self._replace(words[i], plural)
        return many and not participle and self._replace(words[i], plural)

    def _crase_before(self, words: list[Word], i: int) -> bool:
        """An accent before what has no article: "à partir", "à ele", "à pé"."""
        if words[i].low != "a" or not i:
            return False
        following = self._low(words, i + 1)
        cells = self.lex.cells.get(following, frozenset())
        masculine = bool(cells) and all(gender == "M" for gender, _ in cells)
        plural = bool(cells) and all(number == "PL" for _, number in cells)
        bare = following in own_words("wider.bare")
        return (bare or masculine or plural) and self._replace(words[i], "à")

    # -- government ------------------------------------------------------------------------

    def _demand(self, form: str) -> dict[str, Any] | None:
        """What the government of a form is, if every reading that has one agrees."""
        tables = read_table("government")
        form = _ENCLITIC.sub("", form)
        for kind, lemma in self.lex.lemmas.get(form, ()):
            table = tables["verbs"] if kind == "v" else tables["nominals"]
            if (found := table.get(lemma)) is not None:
                return dict(found, lemma=lemma)
        return None

    def _governed(self, words: list[Word], i: int) -> bool:
        """Another preposition than the verb or noun before demands, or none."""
        taken = TAKEN_APART.get(words[i].low)
        if taken is None or not i or i + 1 >= len(words) or not words[i + 1].is_word:
            return False
        demand = self._demand(words[i - 1].low)
        if demand is None or demand["needs"] != taken[0]:
            return False
        rest = taken[1]
        following = words[i + 1].low
        if rest == "" and (following in ("que", *_ARTICLES) or words[i + 1].text[0].isdigit()):
            return False
        if self.rng.random() < 0.5 and demand.get("drop", True):
            if demand["lemma"] in ("precisar", "necessitar") and self._infinitive(following):
                return False
            return self._put(words, i, 1, [rest]) if rest else self._gap(words, i)
        if demand["lemma"] == "chegar" and (self._infinitive(following) or not rest):
            return False
        wrong = [
            other
            for other in demand["wrong"]
            # a bare "a" before a noun reads as its article
            if other != "a" or rest or not self._noun_cells(words, i + 1)
        ]
        if not wrong:
            return False
        return self._put(words, i, 1, together(self.rng.choice(wrong), rest))

    def _superfluous(self, words: list[Word], i: int) -> bool:
        """A preposition before a direct object: "implica em custos"."""
        if i + 1 >= len(words) or self._low(words, i + 1) not in (*_ARTICLES, "um", "uma"):
            return False
        table = read_table("government")["superfluous"]
        lemmas = {lemma for kind, lemma in self.lex.lemmas.get(words[i].low, ()) if kind == "v"}
        found = {table[lemma] for lemma in lemmas & table.keys()}
        if not found or not self._noun_cells(words, i + 2) or words[i].low in self.lex.nouns:
            return False
        return self._put(words, i + 1, 1, together(found.pop(), words[i + 1].low))

    def _saying(self, words: list[Word], i: int) -> bool:
        """ "de" before what is said or thought: "acho de que"."""
        said = any(reading[0] in _SAYING for reading in self._finite(words[i].low))
        if not said or self._low(words, i + 1) != "que" or not words[i + 1].spaced:
            return False
        words.insert(i + 1, Word("de", True, True, fault=True))
        words[i + 2].fault = True
        return True

    def _relative(self, words: list[Word], i: int) -> bool:
        """A relative without its preposition: "o livro que preciso"."""
        before, after = self._low(words, i - 1), self._low(words, i + 1)
        nouns = self._noun_cells(words, i - 1)
        if not nouns or before in _TIMES or (before in self.lex.verbs and self._finite(before)):
            return False
        form = words[i].low
        if form in ("de", "em", "com", "a") and after == "que":
            return self._put(words, i, 2, ["que"])
        if form in _INFLECTED and after in ("qual", "quais"):
            return self._put(words, i, 2, ["que"])
        return False

    def _whose(self, words: list[Word], i: int) -> bool:
        """ "que o" for "cujo"."""
        form = words[i].low
        if form[:3] != "cuj" or not self._noun_cells(words, i + 1):
            return False
        if not i or (not self._noun_cells(words, i - 1) and words[i - 1].text != ","):
            return False
        return self._put(words, i, 1, ["que", form[3:]])

    def _uncontracted(self, words: list[Word], i: int) -> bool:
        taken = TAKEN_APART.get(words[i].low)
        # before the subject of an infinitive they may stay apart
        near = words[i + 1 : i + 6]
        if taken is None or not taken[1] or any(self._infinitive(word.low) for word in near):
            return False
        if taken[1] in ("um", "uma") or i + 1 >= len(words) or not words[i + 1].is_word:
            return False
        return self._put(words, i, 1, list(taken))

    def _learner(self, words: list[Word], i: int) -> bool:
        """Prepositions and articles of times and means as other languages have them."""
        form, following = words[i].low, self._low(words, i + 1)
        if form in ("na", "no") and following in _WEEKDAYS:
            return self._put(words, i, 1, [self.rng.choice(("em", "sobre", "a"))])
        if form == "em" and re.fullmatch(r"1[5-9]\d\d|20[0-3]\d", following):
            return self._put(words, i, 1, [self.rng.choice(("no", "a", "por"))])
        months = portuguese.words("times.months")
        if form == "em" and following in months:
            return self._put(words, i, 1, ["no"])
        means = word_set("carro avião trem ônibus comboio autocarro navio bicicleta metro metrô")
        after_verb = bool(i) and self._low(words, i - 1) in self.lex.verbs
        if form == "de" and following in means and after_verb:
            return self._put(words, i, 1, [self.rng.choice(("por", "em", "com"))])
        return False

    def _prefer(self, words: list[Word], i: int) -> bool:
        """ "prefiro café do que chá"."""
        form = words[i].low
        if form not in ("a", "ao", "aos", "à", "às") or i < 2 or not words[i - 1].is_word:
            return False
        start = max(0, i - 7)
        verbs = [k for k in range(start, i - 1) if self._low(words, k).startswith("prefer")
                 or self._low(words, k).startswith("prefir")]  # fmt: skip
        if not verbs or not any(lemma == "preferir" for _, lemma in
                                self.lex.lemmas.get(words[verbs[-1]].low, ())):  # fmt: skip
            return False
        between = words[verbs[-1] + 1 : i]
        if any(not word.is_word or word.low in PREPOSITIONS for word in between):
            return False
        infinitives = [self._infinitive(word.low) for word in between]
        following = self._low(words, i + 1)
        if form == "a" and not self._infinitive(following):
            return False
        if any(infinitives) and not (self._infinitive(following) and infinitives[-1]):
            return False
        rest = {"a": [], "ao": ["o"], "aos": ["os"], "à": ["a"], "às": ["as"]}[form]
        return self._put(words, i, 1, ["do", "que", *rest])

    # -- moods, tenses, forms ----------------------------------------------------------------

    def _conjunction(self, words: list[Word], i: int, reach: int) -> int | None:
        """The place of the nearest word before `i` that opens a clause, no verb between."""
        for j in range(i - 1, max(-1, i - 1 - reach), -1):
            low = words[j].low
            if not words[j].is_word:
                return None
            if low in _SUBJUNCTIVE or low in _FUTURE:
                return j
            if self._finite(low):
                return None
        return None

    def _subjunctive(self, words: list[Word], i: int) -> bool:
        """The indicative where the clause demands the subjunctive: "talvez ele vem"."""
        every = self._finite(words[i].low)
        readings = sorted(r for r in every if r[1] in ("SBJR", "SBJP"))
        if not readings or len(readings) < len(every):
            return False
        # "eu" and "ele" have one form: the third person is meant, most often
        readings = [r for r in readings if r[2] == "3"] or readings
        j = self._conjunction(words, i, 6)
        if j is None or words[j].low not in _SUBJUNCTIVE:
            return False
        before = _SUBJUNCTIVE[words[j].low]
        if before and self._low(words, j - 1) not in before:
            return False
        if words[j].low == "caso" and self._low(words, j - 1) in self.lex.closed:
            return False
        lemma, tense, person, number = self.rng.choice(readings)
        other = "PRS" if tense == "SBJR" else self.rng.choice(("IMPF", "PRF", "COND"))
        return self._instead(words[i], lemma, (other, person, number), ("SBJR", "SBJP", "SBJF"))

    def _instead(
        self, word: Word, lemma: str, cell: tuple[str, str, str], never: Sequence[str]
    ) -> bool:
        """Another form of the verb, unless it may be read as one of the tenses `never`."""
        form = self.lex.paradigms[("v", lemma)].get(cell)
        if form is None or self._reads(form, never):
            return False
        return self._replace(word, form)

    def _future(self, words: list[Word], i: int) -> bool:
        """The infinitive, or the present subjunctive, where "se" and "quando" have the future:
        "se eu ver", "quando ele tenha"; the conditional after "se"."""
        form = words[i].low
        j = self._conjunction(words, i, 4)
        if j is None or words[j].low not in _FUTURE or not self._finite(form):
            return False
        readings = self._reads(form, ("SBJF",))
        infinitives = {r[0] for r in self._reads(form, ("INF",))}
        irregular = [r for r in readings if r[0] not in infinitives]
        if irregular:
            lemma, _, person, number = self.rng.choice(irregular)
            if self.rng.random() < 0.7:
                return self._instead(words[i], lemma, ("INF", person, number), ("SBJF",))
            return words[j].low in ("se", "quando") and self._instead(
                words[i], lemma, ("SBJR", person, number), ("SBJF", "PRS")
            )
        readings = self._reads(form, ("SBJP",))
        if readings and words[j].low == "se" and self._low(words, j - 1) != "como":
            lemma, _, person, number = self.rng.choice(readings)
            return self._instead(words[i], lemma, ("COND", person, number), ("SBJP",))
        return False

    def _tense(self, words: list[Word], i: int) -> bool:
        """-am for -ão and the reverse, where the sentence shows the time."""
        form = words[i].low
        past = self._reads(form, ("PRF",))
        future = self._reads(form, ("FUT",))
        others = {word.low for k, word in enumerate(words) if k != i}
        if future and form.endswith("ão"):
            if not others & _FUTURE_CUES and not any(
                other.endswith(("rá", "rão")) and self._reads(other, ("FUT",)) for other in others
            ):
                return False
            lemma, _, person, number = future[0]
            return self._instead(words[i], lemma, ("PRF", person, number), ("FUT",))
        if past and form.endswith("ram"):
            told = [o for o in others if self._reads(o, ("PRF",)) and not self._reads(o, ("PRS",))]
            if not others & _PAST_CUES and len(told) < 2:
                return False
            if any(self._reads(other, ("FUT",)) for other in others):
                return False
            lemma, _, person, number = past[0]
            return self._instead(words[i], lemma, ("FUT", person, number), ("PRF",))
        return False

    def _conjugation(self, words: list[Word], i: int) -> bool:
        """A form by analogy that there is not: "deteu", "interviu", "fazeram", "trazeu"."""
        form = words[i].low
        readings = [r for r in self.lex.verbs.get(form, ()) if r[1] in _REGULAR and r[2]]
        if not readings or form in self.lex.cells:
            return False
        lemma, tense, person, number = self.rng.choice(sorted(readings))
        regular = analogous(lemma, tense, person, number)
        if regular is None or regular == form or regular in self.common:
            return False
        paradigm = self.lex.paradigms[("v", lemma)]
        if regular in paradigm.values() or regular in self.lex.cells:
            return False
        return self._replace(words[i], regular)

    def _participle(self, words: list[Word], i: int) -> bool:
        other = _PARTICIPLES.get(words[i].low)
        helped = any(reading[0] in ("ter", "haver") for reading in
                     self.lex.verbs.get(self._low(words, i - 1), ()))  # fmt: skip
        if other is not None and helped:
            return self._replace(words[i], other)
        # after "ter" the participle does not agree
        masculine = ("M", "SG")
        for kind, lemma in self.lex.lemmas.get(words[i].low, ()):
            paradigm = self.lex.paradigms[(kind, lemma)]
            plain = kind == "v" and paradigm.get(masculine) == words[i].low
            if plain and helped and words[i].low.endswith("do"):
                cell = self.rng.choice((("F", "SG"), ("M", "PL")))
                agreeing = paradigm.get(cell)
                return agreeing is not None and self._replace(words[i], agreeing)
        return False

    # -- pronouns ----------------------------------------------------------------------------

    def _clitic_form(self, words: list[Word], i: int) -> bool:
        """ "comprar-lo", "compra-lo", "viram-o", "fará-se"."""
        form = words[i].low
        if found := _ONE.match(form):
            stem, vowel, clitic = found.groups()
            bare = _BARE_VOWELS[vowel]
            infinitive = stem + ("ô" if vowel == "ô" and len(stem) < 2 else bare) + "r"
            ending = self.rng.choice((f"{infinitive}-{clitic}", f"{infinitive}-{clitic[1:]}",
                                      f"{stem}{bare}-{clitic}"))  # fmt: skip
            return self._replace(words[i], ending)
        if found := _NASAL.match(form):
            joined = self.rng.choice(("-", "-l"))
            return self._replace(words[i], f"{found['verb']}{joined}{found['clitic']}")
        if found := _INSIDE.match(form):
            return self._replace(words[i], f"{found['stem']}{found['end']}-{found['clitic']}")
        return False

    def _pronoun(self, words: list[Word], i: int) -> bool:
        """ "para mim fazer", "entre eu e você", "para eu", "com nós"."""
        form, before, after = words[i].low, self._low(words, i - 1), self._low(words, i + 1)
        if form == "eu" and before in ("para", "sem", "até") and self._infinitive(after):
            return self._replace(words[i], "mim")
        if form == "mim" and before in PREPOSITIONS and not self._infinitive(after):
            mate = self._low(words, i + 2)
            return not self._infinitive(mate) and self._replace(words[i], "eu")
        if form in ("comigo", "contigo"):
            pair = ("com", self.rng.choice(("eu", "mim") if form == "comigo" else ("tu", "ti")))
            return self._put(words, i, 1, pair)
        if form in ("conosco", "connosco") and after not in _ALL_PERSONS:
            return self._put(words, i, 1, ["com", "nós"])
        return False

    def _reflexive(self, words: list[Word], i: int) -> bool:
        """ "nós se encontramos", "eu se lembro", "encontramos-se"."""
        form, before = words[i].low, self._low(words, i - 1)
        reach = {self._low(words, i - k) for k in (1, 2)}
        person = {"me": ("1", "SG"), "nos": ("1", "PL")}.get(form)
        if person and ({"eu", "nós"} & reach):
            agree = [r for r in self._finite(self._low(words, i + 1)) if r[2:] == person]
            subject = "eu" if person[1] == "SG" else "nós"
            if agree and subject in reach and before not in PREPOSITIONS:
                return self._replace(words[i], "se")
        if form.endswith("mo-nos"):
            return self._replace(words[i], f"{form[:-4]}s-se")
        return False

    def _cleft(self, words: list[Word], i: int) -> bool:
        """The third person after "que" of which the pronoun before it is the subject."""
        subject = {"eu": ("1", "SG"), "nós": ("1", "PL"), "tu": ("2", "SG")}.get(
            self._low(words, i - 2)
        )
        if subject is None or self._low(words, i - 1) != "que":
            return False
        if self._low(words, i - 3) in ("para", "de", "a", "com", "do"):
            return False
        agree = [r for r in self._finite(words[i].low) if r[2:] == subject]
        if not agree or any(r[2] == "3" for r in self._finite(words[i].low)):
            return False
        lemma, tense, _, _ = sorted(agree)[0]
        return self._instead(words[i], lemma, (tense, "3", "SG"), ())

    # -- too many ----------------------------------------------------------------------------

    def _double_function(self, words: list[Word], i: int) -> bool:
        """A function word twice: "de de", "em no", "da de"."""
        form = words[i].low
        if form in ("se", "nos", "que", "não", "muito", "nós") or i + 1 >= len(words):
            return False
        function = form in PREPOSITIONS or form in _ARTICLES or form in ("um", "uma", "seu", "sua")
        if not function or not words[i].spaced or not words[i + 1].is_word:
            return False
        taken = TAKEN_APART.get(form)
        if taken and taken[1] and self.rng.random() < 0.4:
            words.insert(i, Word(taken[0], True, True, fault=True))
            words[i + 1].fault = True
            return True
        words.insert(i + 1, Word(form, True, True, fault=True))
        return True


#: endings of regular verbs in -ar, -er, -ir: by tense, in the order of `_PERSONS`
_PERSONS = (("1", "SG"), ("3", "SG"), ("1", "PL"), ("3", "PL"))
_REGULAR = {
    "PRS": {"ar": "o a amos am", "er": "o e emos em", "ir": "o e imos em"},
    "IMPF": {"ar": "ava ava ávamos avam", "er": "ia ia íamos iam", "ir": "ia ia íamos iam"},
    "PRF": {"ar": "ei ou amos aram", "er": "i eu emos eram", "ir": "i iu imos iram"},
    "FUT": {"er": "erei erá eremos erão", "ir": "irei irá iremos irão"},
    "SBJP": {"ar": "asse asse ássemos assem", "er": "esse esse êssemos essem",
             "ir": "isse isse íssemos issem"},
    "SBJR": {"ar": "e e emos em", "er": "a a amos am", "ir": "a a amos am"},
}  # fmt: skip
_SHORTEST_STEM = 3


def analogous(lemma: str, tense: str, person: str, number: str) -> str | None:
    """The form that a verb would have if it were regular; None where there is no analogy."""
    stem, ending = lemma[:-2], lemma[-2:]
    if (person, number) not in _PERSONS or len(stem) < _SHORTEST_STEM:
        return None
    row = _REGULAR.get(tense, {}).get(ending)
    return stem + row.split()[_PERSONS.index((person, number))] if row else None

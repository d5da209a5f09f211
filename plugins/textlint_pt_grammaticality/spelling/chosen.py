"""Words mistaken for one another, in sets that `choice` knows: GRA202 to GRA209, GRA217."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.parsed import CERTAIN, ParsedSentence, like
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import own_words

#: so common that the other word is seldom meant
EVERYWHERE = own_words("chosen.everywhere")
#: of the parser in a tag, hundredths
_SURE = 95
#: nats by which the words around must speak for another word
ASKED = 2.5
#: by the rule, the words of the confusion sets that it judges by their odds
SETS: Mapping[str, frozenset[str]] = {
    code: frozenset(word.replace("+", " ") for word in own_words(f"chosen.{code}"))
    for code in ("GRA202", "GRA203", "GRA204", "GRA206", "GRA209")
}
#: of sets of these words other rules speak
_OF_OTHERS = (
    *SETS.values(),
    *map(own_words, ("chosen.where", "chosen.me", "chosen.coming", "chosen.we-coming")),
    own_words("common-confusion.of-verbs"),
)
#: what speaks against a correction of a word that stands where such words do
AGAINST = -0.7


def by_odds(sentence: ParsedSentence, rule: str = "") -> Iterator[Proposal]:
    """Propose the word of a confusion set that the words around speak for; `rule`: the rule whose
    sets are tried, "" those of no rule, where any odds will do."""
    for place in sentence.places():
        if not (SETS[rule].issuperset(place.members) if rule else is_common(place.members)):
            continue
        odds, member, limit = max(
            zip(place.log_odds, place.members, place.limits, strict=True),
            key=lambda choice: choice[0],
        )
        if member == place.written or odds < (ASKED if rule else 0):
            continue
        is_unsure = place.written in EVERYWHERE and (limit is None or odds < limit)
        if may_stand_in(sentence, place.written, member):
            continue
        new = like(member, sentence.text[place.start : place.end])
        clear_odds = min(odds, CERTAIN) if odds >= ASKED else 0.0
        yield Proposal(place.start, place.end, (new,), prior=AGAINST if is_unsure else clear_odds)


@lru_cache(1_024)
def is_common(members: tuple[str, ...]) -> bool:
    """Whether no rule has a set of its own for these words."""
    return not any(words.issuperset(members) for words in _OF_OTHERS)


def a_or_ha(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Propose "a" for "há" or "há" for "a", unless "há" is the main verb: "ao redor dele há
    escuridão"."""
    verbs = {
        word.start for word in sentence.words if word.relation == "root" and word.tag_sure >= _SURE
    }
    for proposal in by_odds(sentence, "GRA202"):
        written = sentence.text[proposal.start : proposal.end].lower()
        is_main_verb = written == "há" and proposal.start in verbs
        if "há" in (written, proposal.replacements[0].lower()) and not is_main_verb:
            yield proposal


def may_stand_in(sentence: ParsedSentence, written: str, member: str) -> bool:
    """Whether a form of a verb may stand where another is expected: the future subjunctive looks
    like the infinitive ("a lei que instituir"), a noun like the finite verb ("fechado para
    reforma"), and a participle makes a clause by itself ("assegurado o direito a")."""

    def verbs(form: str, kind: str) -> set[str]:
        return {
            reading.lemma
            for reading in sentence.forms.readings(form)
            if reading.upos in ("VERB", "AUX") and reading.feature("VerbForm") == kind
        }

    noun = any(reading.upos == "NOUN" for reading in sentence.forms.readings(written))
    return bool(
        verbs(written, "Inf") & verbs(member, "Fin")
        or (noun and verbs(written, "Fin") & verbs(member, "Inf"))
        or verbs(written, "Part") & verbs(member, "Ger")
    )


#: what is never right, and often mentioned as such
_MENTIONED = own_words("common-confusion.mentioned")


def is_certain(rule: LanguageRule, finding: Finding) -> bool:
    """Whether what is written is never right (*concerteza*)."""
    return finding.message == "never"


def kind_of(rule: LanguageRule, finding: Finding) -> str:
    form: str = finding.arguments["form"]
    # "Benvindo" is a name, and "menas" what people say that others say
    may_be_name = not form.islower() or form in _MENTIONED
    is_name = may_be_name and finding.message == "never"
    return "named" if is_name else LanguageRule.kind_of(rule, finding)

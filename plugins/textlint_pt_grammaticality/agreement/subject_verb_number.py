"""GRA104: the number of a verb and of its subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt_grammaticality.agreement.agreement import as_written
from textlint_pt_grammaticality.agreement.subject_verb import SubjectVerb, in_mood, verb_readings
from textlint_pt_grammaticality.agreement.words import HE, MASCULINE, MODALS, TIMES
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.nominal import (
    Nominals,
    Person,
    cells_of,
    conjugated,
    is_participle,
    persons,
)
from textlint_pt_grammaticality.reading import listed

#: what grammar alone says for the singular of a verb that has no subject, in nats: the model, which
#: reads "haviam pessoas" often, hardly doubts it
_IMPERSONAL_PRIOR = 8.0


class SubjectVerbNumber(SubjectVerb):
    """A verb does not agree with its subject in number.

    ## What it finds

    A verb in the singular with a subject in the plural, or the other way round, with any words
    between them, and also where the subject follows ("falta três dias"). Verbs that have no
    subject and stand in the plural all the same: *haver* for "existir", *fazer* of time, *tratar-se
    de* ("haviam muitas pessoas", "fazem dois anos", "tratam-se de casos raros"). *Cada um dos* and
    *nenhum dos* go with the singular.

    Where usage or sense leaves a choice nothing is said: *a maioria dos alunos chegou* or
    *chegaram*, several subjects, percentages, *um dos que*, *vende-se casas*, *ser* that agrees
    with what follows ("o problema são os juros"), names in the plural.

    ## Why it matters

    Of all errors of agreement it is the one that is taken worst; it slips in where another noun
    stands between the subject and its verb.

    ## Bad

    > O preço das rendas nas grandes cidades subiram muito este ano.

    ## Good

    > O preço das rendas nas grandes cidades subiu muito este ano.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; a verb without subject gains 5 by that alone; `probability` that one of
    the two words is wrong as it stands; `confidence`: how probably the finding is right; `limit`:
    from where on it is reported; `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapter 13 (concordância verbal).
    """

    code = "GRA104"
    name = "agreement.subject-verb-number"
    by_person = False
    messages = {
        "pt": {
            "message": "«{form}» não concorda com o sujeito, «{related}»: «{suggestion}»",
            "singular": "«{form}» está no singular, mas o sujeito, «{related}», está no plural: "
            "«{suggestion}»",
            "plural": "«{form}» está no plural, mas o sujeito, «{related}», está no singular: "
            "«{suggestion}»",
            "impersonal": "«{form}» não tem aqui sujeito e fica no singular: «{suggestion}»",
            "related": "o sujeito",
        },
        "en": {
            "message": "“{form}” does not agree with its subject, “{related}”: “{suggestion}”",
            "singular": "“{form}” is singular, but its subject, “{related}”, is plural: "
            "“{suggestion}”",
            "plural": "“{form}” is plural, but its subject, “{related}”, is singular: "
            "“{suggestion}”",
            "impersonal": "“{form}” has no subject here and stays singular: “{suggestion}”",
            "related": "the subject",
        },
    }

    def disagreeing(self, read: Read) -> Iterable[Proposal]:
        yield from self._impersonal(read.of(Nominals.of))
        yield from super().disagreeing(read)

    def _message(self, own: frozenset[Person]) -> str:
        return "singular" if {number for _, number in own} == {"S"} else "plural"

    @staticmethod
    def _impersonal(nominals: Nominals) -> Iterator[Proposal]:
        """ "haviam pessoas", "devem haver pessoas", "fazem dois anos", "tratam-se de"."""
        words = nominals.words
        for i, word in enumerate(words):
            if word.lemma not in ("haver", "fazer", "tratar") or word.tag not in ("VERB", "AUX"):
                continue
            if not _has_no_subject(nominals, i):
                continue
            verb = i
            is_infinitive = word.form.lower() == word.lemma
            if is_infinitive and i and words[i - 1].lemma in MODALS:
                verb = i - 1
            if i and nominals.low[i] == "havido" and words[i - 1].lemma == "ter":
                verb = i - 1
            readings = verb_readings(nominals, verb)
            if persons(readings) != {("3", "P")}:
                continue
            news = conjugated(nominals.forms, in_mood(nominals, verb, readings), HE)
            if replacements := as_written(news, words[verb].form):
                yield Proposal(
                    *nominals.span(verb),
                    replacements,
                    message="impersonal",
                    prior=_IMPERSONAL_PRIOR,
                )


def _has_no_subject(nominals: Nominals, i: int) -> bool:
    """Whether *haver*, *fazer* or *tratar* at `i` is said of nothing."""
    words, after = nominals.words, range(i + 1, min(i + 6, len(nominals.words)))
    group = {i, words[i].head} if words[i].relation == "xcomp" else {i}
    for place in group:
        if any(words[c].relation[:5] == "nsubj" and c < i for c in nominals.children[place]):
            return False
    if words[i].lemma == "haver":
        # no auxiliary ("haviam chegado", "hão de vir"), but there is something
        if i + 1 < len(words) and any(
            is_participle(r) and cells_of([r]) == {MASCULINE}
            for r in nominals.forms.analyse(words[i + 1].form)
        ):
            return False
        said = [c for c in nominals.children[i] if c > i and words[c].relation in _SAID]
        return words[i].relation[:3] != "aux" and any(words[c].tag in _NAMED for c in said)
    if words[i].lemma == "fazer":
        end = next((k for k in after if words[k].tag == "NOUN"), -1)
        between = range(i + 1, end)
        return (
            end > i + 1
            and nominals.low[end] in TIMES
            and all(words[k].tag in ("NUM", "DET", "ADV", "ADP", "ADJ") for k in between)
            and any(words[k].tag == "NUM" or nominals.low[k] in _MANY for k in between)
        )
    return nominals.low[i + 1 : i + 3] == ["se", "de"]


_SAID = ("obj", "nsubj", "nsubj:pass")
_NAMED = ("NOUN", "PRON", "PROPN")
_MANY = listed("muitos muitas vários várias alguns algumas poucos poucas uns umas tantos tantas")

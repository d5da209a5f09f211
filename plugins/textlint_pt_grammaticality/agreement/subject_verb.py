"""What the two rules on subject and verb share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Reading
from textlint_pt_grammaticality.agreement.agreement import (
    HE,
    MODALS,
    PARTS,
    PLAIN_PRIOR,
    SINGLE_PRIOR,
    TIMES,
    corrected,
    find_subject,
    is_plain,
)
from textlint_pt_grammaticality.sentence.nominal import (
    ANY_AGREEMENT,
    PLURAL,
    SINGULAR,
    Person,
    conjugated,
    finite,
    is_participle,
    persons,
)
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import listed, own_words

_APPEARING = own_words("agreement.appearing")
_LACKING = own_words("agreement.lacking")
_SEVERAL = own_words("agreement.several")
#: the speaker may be one of these: "todos sabemos"
_INDEFINITE_PLURALS = portuguese.words(
    "indefinites.some.plural",
    "indefinites.all.plural",
    "indefinites.much.plural",
    "indefinites.little.plural",
    "indefinites.several.plural",
    "indefinites.both.plural",
)
#: pronouns that stand as a subject alone
_SPEAKERS = portuguese.words("pronouns.personal")
#: stand for a subject that is not named
_ASKING = portuguese.words("relatives.bare", "relatives.which", "conjunctions.conditional")
_CLITICS = portuguese.words("articles.definite", "clitics")
#: words from a verb to the subject that follows it, at most
_MAX_DISTANCE = 8
#: "segue anexo a lista", "segue abaixo os dados"
_SENT = own_words("subject-verb.sent")
#: of these what follows may be a time: "falta três dias"
_REMAINING = own_words("subject-verb.remaining")
#: how often, not what
_COUNTS = listed("vez vezes")
#: a subjunctive may stand after these
_SUBJUNCTIVE = portuguese.words("conjunctions.wishing") | {"que", "quiçá"}
_RELATIVES = own_words("subject-verb.relatives")
_ALL_PLURAL: frozenset[Person] = frozenset((person, "P") for person in "123")
#: what grammar alone says for the plural of a verb whose subject follows, in nats: the model hardly
#: doubts "falta três dias"
_APPEARING_PRIOR = 4.5
#: the same where "as" before it may be "às"
_LACKING_PRIOR = 2.0
#: a relative clause without object may have dropped its subject
_RELATIVE_PRIOR = -2.0
_BESIDE_PRIOR = 1.5
#: "tu e a Rita vai": two that are named or determined each
_TWO_PRIOR = 1.5
#: "fui eu que fez": the verb is of the person before "que"
_CLEFT_PRIOR = 3.0
#: said of one after the other
_EACH = own_words("subject-verb.each")
#: may stand between a subject and its verb
_BETWEEN = own_words("subject-verb.between")
#: what a pronoun after these is no subject of
_COMPARING = own_words("subject-verb.comparing")
#: a subject after these opens a clause; that after a comparative does not
_OPENING = portuguese.words("conjunctions.wishing") | own_words("subject-verb.opening")
#: from such a subject to its verb, at most, and pronouns that may stand there
_MAX_BETWEEN = 2
#: of the parser in the tag of such a verb, hundredths
_MIN_TAG_SURE = 95
_OBJECTS = own_words("subject-verb.objects")
#: many who are one
_CROWDS = listed("multidão turma bando")
#: of the parser in the head of such a verb, hundredths
_MIN_HEAD_SURE = 60
#: with a plural after "de" the verb may stand in the plural
_COLLECTIVE = (own_words("agreement.parts") - {"lista"}) | own_words("subject-verb.collective")
_OPENERS = portuguese.words("articles.definite", "demonstratives", "possessives")


class _Predicate(NamedTuple):
    """What is said at `predicate` of a subject, the verb of it, and the persons it may be in."""

    predicate: int
    subject: int
    verb: int
    readings: Sequence[Reading]
    own: frozenset[Person]


def _predicates(sentence: ParsedSentence) -> Sequence[_Predicate]:
    """Return each finite verb with its subject: as the parse has them, then where it errs."""
    found: list[_Predicate] = []
    heads = {word.head for word in sentence.words if word.relation[:5] == "nsubj"}
    for i in sorted(heads - {-1}):
        subject = find_subject(sentence, i)
        verb = finite_verb(sentence, i) if subject is not None else None
        if subject is not None and verb is not None:
            readings = verb_readings(sentence, verb)
            if own := persons(readings):
                found.append(_Predicate(i, subject, verb, readings, own))
    known = {predicate.verb for predicate in found}
    near = [predicate for predicate in _beside_pronoun(sentence) if predicate.verb not in known]
    return [*found, *_before_postponed_subject(sentence, heads), *near]


def _next_verb(sentence: ParsedSentence, at: int) -> int | None:
    """Return the index of the finite verb at `at`, past adverbs and clitics; None if there is
    none."""
    words = sentence.words
    while at < len(words) and sentence.low[at] in _BETWEEN | _CLITICS:
        at += 1
    if at == len(words) or words[at].tag not in ("VERB", "AUX"):
        return None
    readings = sentence.forms.analyse(words[at].form)
    nominal = any(r.feature("VerbForm") in ("Inf", "Ger", "Part") for r in readings)
    return None if nominal or not finite(sentence.forms, words[at].form) else at


def _beside_pronoun(sentence: ParsedSentence) -> Iterator[_Predicate]:
    """Yield verbs beside a pronoun that can only be their subject, whatever the parse has: "tu já
    viu"; "fui eu que fez", "eu é que sabe"."""
    words, low = sentence.words, sentence.low
    for pronoun in range(len(words)):
        is_noun = words[pronoun].tag == "NOUN"
        if low[pronoun] not in _SPEAKERS or is_noun or sentence.is_name(pronoun):
            continue
        following = low[pronoun + 1 : pronoun + 3]
        before = words[pronoun - 1] if pronoun else None
        is_cleft = before and before.lemma in ("ser", "ir") and following[:1] == ["que"]
        is_focused = following in (["é", "que"], ["foi", "que"], ["era", "que"])
        is_governed = before and (low[pronoun - 1] in _COMPARING or before.tag in ("ADP", "VERB"))
        if is_governed and not is_cleft:
            continue
        words_to_skip = 2 if is_cleft else 3 if is_focused else 1  # "eu que", "eu é que", "eu"
        verb = _next_verb(sentence, pronoun + words_to_skip)
        if verb is None:
            continue
        readings = verb_readings(sentence, verb)
        if own := persons(readings):
            predicate = words[verb].head if words[verb].tag == "AUX" else verb
            yield _Predicate(predicate if predicate >= 0 else verb, pronoun, verb, readings, own)


def _is_sending_formula(sentence: ParsedSentence, i: int) -> bool:
    """Whether a verb opens a phrase of letters, "segue em anexo as notas fiscais"."""
    first, second = [*sentence.low[i + 1 : i + 3], "", ""][:2]
    place = second if first == "em" else first
    return sentence.low[i] in ("segue", "vai") and place in _SENT


def _before_postponed_subject(
    sentence: ParsedSentence, heads: Collection[int]
) -> Iterator[_Predicate]:
    """Yield intransitive verbs before a noun that the parse takes for their object, "falta três
    dias"; `heads` have a subject."""
    words = sentence.words
    for i, word in enumerate(words):
        if word.tag != "VERB" or i in heads:
            continue
        if word.lemma not in _APPEARING and not _is_sending_formula(sentence, i):
            continue
        moods = {r.feature("Mood") for r in finite(sentence.forms, word.form)}
        if i == 0 and moods <= {"Imp", "Sub"}:
            continue  # "persista os dados": a command
        above = word.head if word.relation == "xcomp" else i
        if above in heads or (above != i and words[above].lemma not in MODALS):
            continue
        candidates = [
            c
            for c in sentence.children[i]
            if i < c <= i + _MAX_DISTANCE and words[c].relation in ("obj", "obl")
            if words[c].tag == "NOUN" and sentence.low[c] not in _COUNTS
            if not sentence.has(c, "case")
        ]
        verb = above if above != i else finite_verb(sentence, i)
        if candidates and verb is not None and (own := persons(verb_readings(sentence, verb))):
            yield _Predicate(i, candidates[0], verb, verb_readings(sentence, verb), own)


def verb_readings(sentence: ParsedSentence, verb: int) -> Sequence[Reading]:
    """Return the finite readings of the lemma that the parse has; without commands, which have no
    subject."""
    readings = finite(sentence.forms, sentence.words[verb].form)
    readings = [r for r in readings if r.lemma == sentence.words[verb].lemma] or readings
    return [r for r in readings if r.feature("Mood") != "Imp"] or readings


def in_mood(sentence: ParsedSentence, verb: int, readings: Sequence[Reading]) -> Sequence[Reading]:
    """Return the readings without the subjunctive where nothing before asks for one: "vão" is of
    "vai" and of "vá"."""
    indicative = [r for r in readings if r.feature("Mood") != "Sub"]
    may_be_subjunctive = not _SUBJUNCTIVE.isdisjoint(sentence.low[:verb])
    return readings if may_be_subjunctive else indicative or readings


def finite_verb(sentence: ParsedSentence, i: int) -> int | None:
    """Return the index of the finite verb of a predicate, None where it may be an infinitive or no
    verb."""
    words = sentence.words
    group = [c for c in sentence.children[i] if words[c].relation in ("aux", "aux:pass", "cop")]
    for c in sorted([i, *group]):
        readings = sentence.forms.analyse(words[c].form)
        if not any(r.feature("VerbForm") == "Fin" for r in readings):
            continue
        if any(r.feature("VerbForm") in ("Inf", "Ger") for r in readings):
            return None
        # "feita" is of "fazer", whatever else it might be of
        sure = words[c].tag in ("VERB", "AUX") and "VerbForm=Fin" in words[c].features
        other = any(is_participle(r) or r.upos in ("ADJ", "ADV") for r in readings)
        return c if sure or not other else None
    return None


def is_sure(sentence: ParsedSentence, subject: int, verb: int) -> bool:
    """Whether the subject of a verb is certain: a personal pronoun or "cada um dos" opens the
    clause, nothing but an adverb or a pronoun stands before the verb, and that can be nothing else.

    In 20 M words of edited text nine in ten of such verbs in another number or person are slips.
    """
    words, low = sentence.words, sentence.low
    if words[verb].form == low[verb] and _is_far_subject(sentence, subject, verb):
        return True
    end = _end_of_subject(sentence, subject)
    if end is None or not 0 <= verb - end <= _MAX_BETWEEN:
        return False
    first = subject - 1 if low[subject] == "gente" else subject
    before = low[first - 1] if first else "."
    return (
        before in _OPENING
        and _BETWEEN.union(_OBJECTS).issuperset(low[end:verb])
        and words[verb].tag_sure >= _MIN_TAG_SURE
    )


def _is_plainly_finite(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a word can be nothing but a finite verb of a third person, and the parse is sure."""
    word = sentence.words[verb]
    readings = sentence.forms.analyse(word.form)
    return (
        word.tag in ("VERB", "AUX")
        and word.tag_sure >= _MIN_TAG_SURE
        and any(person == "3" for person, _ in persons(readings))
        and len({number for _, number in persons(readings)}) == 1
    )


def _is_far_subject(sentence: ParsedSentence, subject: int, verb: int) -> bool:
    """Whether the sentence opens with the subject and its article, and all that stands before the
    verb hangs on it, with no mark, series or other verb but those of relative clauses: "os
    documentos que o cliente entregou ontem precisa".

    In 4,500 sentences of edited text that open so, 5 of 6 that fire are slips.
    """
    words, low = sentence.words, sentence.low
    start = _start_of_clause(sentence, subject)
    if not start < subject < verb or subject > start + 2:
        return False
    before = words[start:verb]
    return (
        low[start] in _OPENERS | {"cada"}
        and sentence.is_used_as_noun(subject)
        and words[subject].tag_sure >= _MIN_TAG_SURE
        and not (low[subject + 1 : subject + 2] == ["de"] and low[subject] in _COLLECTIVE)
        and all(w.tag not in ("PUNCT", "CCONJ", "SCONJ") for w in before)
        and sum("VerbForm=Fin" in w.features for w in before) == low[start:verb].count("que")
        and words[verb].head_sure >= _MIN_HEAD_SURE
        and (words[verb].lemma != "ser" or words[verb].relation in ("aux:pass", "aux"))
        and _is_plainly_finite(sentence, verb)
        and all(sentence.hangs_on(i, subject) or low[i] in _BETWEEN for i in range(start, verb))
    )


def _start_of_clause(sentence: ParsedSentence, subject: int) -> int:
    """Return where the clause of a subject begins: at 0, or after an opening phrase without a verb
    and its comma, "em 1936, esse engenheiro"."""
    words = sentence.words
    marks = [i for i in range(subject) if words[i].tag == "PUNCT"]
    if len(marks) != 1 or words[marks[0]].form != "," or words[0].tag not in ("ADP", "ADV"):
        return 0
    verbal = any(word.tag in ("VERB", "AUX", "SCONJ") for word in words[: marks[0]])
    return 0 if verbal else marks[0] + 1


def _end_of_subject(sentence: ParsedSentence, subject: int) -> int | None:
    """Return the index after a subject that `is_sure` accepts: "eles", "a gente", "cada um dos
    sócios"; None for others."""
    words, low = sentence.words, sentence.low
    is_a_gente = low[subject] == "gente" and low[max(0, subject - 1)] == "a"
    if low[subject] in _SPEAKERS or is_a_gente:
        return subject + 1
    after = subject + (2 if low[subject] == "cada" else 1)  # of "um dos sócios" and the like
    if _is_single(sentence, subject):
        noun = words[after + 2 : after + 3]
        is_numeral = bool(noun) and noun[0].form.lower() in ("dois", "duas", "três")
        return after + 3 if noun and (noun[0].tag == "NOUN" or is_numeral) else None
    return None


def _is_single(sentence: ParsedSentence, subject: int) -> bool:
    """ "Cada um dos sócios", "nenhum deles", "cada qual": one, of however many."""
    low, after = sentence.low[subject], sentence.low[subject + 1 : subject + 2]
    if low == "cada":
        return after in (["um"], ["uma"])
    if low in ("nenhum", "nenhuma"):
        return after == ["de"]
    if low in ("um", "uma") and after == ["de"] and sentence.low[max(0, subject - 1)] != "cada":
        # "um dos meninos caíram", not "um dos que caíram"
        return sentence.low[subject + 2 : subject + 3] in (["os"], ["as"]) and (
            sentence.words[subject + 3].tag in ("NOUN", "ADJ")
        )
    return low in ("um", "uma", "qual") and sentence.low[max(0, subject - 1)] == "cada"


def disagreeing(sentence: ParsedSentence, by_person: bool) -> Iterable[Proposal]:
    """Verbs that disagree with their subject, in person or else in number."""
    for i, subject, verb, readings, own in sentence.once(_predicates):
        wanted = _wanted(sentence, subject, verb, i, by_person)
        if not wanted or own & wanted:
            continue
        if by_person and subject > verb and not any(p == "3" for p, _ in own):
            continue  # "tomo as vitaminas": an object
        if by_person and _has_person_of_verb_before(sentence, subject, verb, own):
            continue  # "passei a usar o tema que não conheço": of oneself
        same_person = {person for person, _ in own} & {person for person, _ in wanted}
        if bool(same_person) == by_person:
            continue
        news = (
            *_without_accent(sentence, verb, wanted),
            *conjugated(sentence.forms, in_mood(sentence, verb, readings), wanted),
        )
        prior = (
            _prior(sentence, i, own)
            + _pronoun_prior(sentence, subject, verb)
            + _postponed_prior(sentence, subject, i)
            + (SINGLE_PRIOR if _is_single(sentence, subject) else 0.0)
            + (PLAIN_PRIOR if is_plain(sentence, subject, verb) else 0.0)
            + (_TWO_PRIOR if _persons_of_two(sentence, subject, verb) else 0.0)
        )
        number_key = "singular" if {number for _, number in own} == {"S"} else "plural"
        message = "message" if by_person else number_key
        sure, has, wants = is_sure(sentence, subject, verb), min(own)[0], min(wanted)[0]
        yield from corrected(
            sentence, verb, subject, news, message, prior, sure, has=has, wants=wants
        )


def _has_person_of_verb_before(
    sentence: ParsedSentence, subject: int, verb: int, own: frozenset[Person]
) -> bool:
    """Whether an earlier verb has the person of this one of a relative clause, and so its subject:
    "passei a usar o tema que não conheço"."""
    return "que" in sentence.low[subject:verb] and any(
        word.tag == "VERB" and persons(finite(sentence.forms, word.form)) == own
        for word in sentence.words[:subject]
    )


def _without_accent(
    sentence: ParsedSentence, verb: int, wanted: frozenset[Person]
) -> tuple[str, ...]:
    """Return the present for a past of the first person with an accent too many: "ele possuí"."""
    form = sentence.low[verb]
    present = f"{form[:-1]}i"
    own = {reading.lemma for reading in verb_readings(sentence, verb)}
    readings = [r for r in finite(sentence.forms, present) if r.lemma in own]
    return (present,) if form.endswith("í") and persons(readings) & wanted else ()


def _pronoun_prior(sentence: ParsedSentence, subject: int, verb: int) -> float:
    """Return the prior of a pronoun that can only be the subject, in nats: "elas era", "nós não
    vai"."""
    if sentence.low[subject] not in _SPEAKERS or sentence.words[subject].tag == "NOUN":
        return 0.0
    if _is_cleft(sentence, subject):
        return _CLEFT_PRIOR
    if subject and sentence.low[subject - 1] in ("e", "ou", "nem"):
        return 0.0
    between = sentence.words[subject + 1 : verb]
    near = subject < verb and all(word.tag in ("ADV", "PRON") for word in between)
    return _BESIDE_PRIOR if near and len(between) < 3 else 0.0


def _is_cleft(sentence: ParsedSentence, subject: int) -> bool:
    """Whether a pronoun is stressed by a cleft: "fui eu que", "eu é que"."""
    if sentence.low[subject] not in _SPEAKERS:
        return False
    return "que" in sentence.low[subject + 1 : subject + 3]


def _postponed_prior(sentence: ParsedSentence, subject: int, i: int) -> float:
    """Return the prior of a subject that follows, in nats: "falta três dias" is counted, but "as"
    in "falta as aulas" may stand for "às"."""
    if subject < i or sentence.words[i].lemma not in _APPEARING:
        return _APPEARING_PRIOR if subject > i and _is_sending_formula(sentence, i) else 0.0
    lacking = sentence.words[i].lemma in _LACKING
    if not lacking and sentence.words[subject].tag == "NOUN":
        return _APPEARING_PRIOR
    before = {
        sentence.low[c]
        for c in sentence.children[subject]
        if c < subject and sentence.words[c].relation in ("nummod", "det")
    }
    if before - {"os", "as"}:
        return _APPEARING_PRIOR
    return _LACKING_PRIOR if before else 0.0


def _prior(sentence: ParsedSentence, i: int, own: frozenset[Person]) -> float:
    """Return the prior of a relative clause, in nats, negative where its subject may be dropped
    ("a casa que vimos")."""
    if not sentence.relative(i):
        return 0.0
    has_object = sentence.has(i, "cop", "aux:pass") or any(
        sentence.words[child].relation == "obj" and sentence.words[child].tag != "PRON"
        for child in sentence.children[i]
    )
    is_first_person = any(person == "1" for person, _ in own)
    return _RELATIVE_PRIOR if is_first_person or not has_object else 0.0


def _wanted(
    sentence: ParsedSentence, subject: int, verb: int, i: int, by_person: bool
) -> frozenset[Person]:
    """Persons that the verb of a predicate `i` may have; none where nothing is certain."""
    words, low = sentence.words, sentence.low[subject]
    lemma = words[verb].lemma
    if subject > verb and _is_impersonal(sentence, subject, verb, i):
        return frozenset()
    if _is_cleft(sentence, subject):
        return sentence.person(subject)
    if _is_doubtful(sentence, subject, verb, i):
        return frozenset()
    if _is_single(sentence, subject):
        many = low in ("um", "uma") and sentence.low[max(0, subject - 1)] != "cada"
        return frozenset() if many and lemma == "ser" else HE  # "um dos males são os juros"
    if low in _ASKING or words[subject].tag in ("NUM", "SYM"):
        return frozenset()
    if low in _INDEFINITE_PLURALS and words[subject].tag in ("PRON", "DET"):
        return _ALL_PLURAL if by_person else frozenset()
    alone = low in ("número", "lista") and sentence.low[subject - 1] in ("o", "a")
    # "a multidão invadiram": nobody of whom it consists is named
    alone |= low in _CROWDS and sentence.low[subject + 1 : subject + 2] not in (["de"], ["que"])
    if low in PARTS and not alone:
        return frozenset()  # but "o número de casos cresceu"
    if sentence.has(subject, "conj") and subject > verb and sentence.cells(subject) <= PLURAL:
        return _ALL_PLURAL  # "segue as notas e o recibo"
    if sentence.low[subject + 1 : subject + 2] == ["entre"] and sentence.cells(subject) <= SINGULAR:
        return HE  # "o contraste entre os ricos e os pobres era grande"
    if two := _persons_of_two(sentence, subject, verb):
        return two
    if sentence.partners(subject):
        return _ALL_PLURAL | HE
    return sentence.person(subject) | _also_wanted(sentence, subject, verb, i)


def _is_impersonal(sentence: ParsedSentence, subject: int, verb: int, i: int) -> bool:
    """Whether what stands after a verb is its object, or the subject of another."""
    lemma, form = sentence.words[verb].lemma, sentence.words[verb].form
    has_se = any(sentence.low[child] == "se" for child in sentence.children[verb])
    return (
        lemma in ("haver", "fazer")
        # of "vende-se casas" a pattern speaks
        or (has_se and ("3", "S") in persons(finite(sentence.forms, form)))
        or sentence.has(subject, "case")  # "no que se refere aos autores"
        # "é comum usuários desejarem", "não basta os sócios votarem"
        or _has_infinitive(sentence, subject, i)
    )


def _is_doubtful(sentence: ParsedSentence, subject: int, verb: int, i: int) -> bool:
    """Whether the words beside show that the parse may have taken another for the subject."""
    words, low = sentence.words, sentence.low
    follows = low[subject + 1 : subject + 2] in (["para"], ["até"])
    # "falta três dias para o fim", not "faltou três dias por doença"
    remains = words[i].lemma in _REMAINING and (words[i].lemma != "faltar" or follows)
    if low[subject] in TIMES and not remains:
        return True  # "faz um mês que saí"
    if subject > 1 and low[subject - 1] == "como" and words[subject - 2].tag == "NOUN":
        return True  # "pessoas como você criam"
    return (
        subject < verb
        and (
            # "o motivo pelo qual saíram"
            (low[verb - 1] in _RELATIVES and not sentence.relative(i))
            # "as luzes apaga quem sair": an object stands first
            or low[verb + 1 : verb + 2] == ["quem"]
        )
    )


def _also_wanted(sentence: ParsedSentence, subject: int, verb: int, i: int) -> frozenset[Person]:
    """Persons that a verb may have beside that of its subject."""
    words, wanted = sentence.words, frozenset[Person]()
    if sentence.relative(i):
        head = words[subject].head  # "um dos que chegaram", "o grupo de alunos que chegou"
        if words[subject].relation == "nmod" and head >= 0:
            wanted |= sentence.person(head)
    if words[verb].lemma == "ser" and words[i].tag in ("NOUN", "PROPN", "PRON", "NUM"):
        said = sentence.person(i)  # "o problema são os juros"
        plain = words[subject].tag == "NOUN" and sentence.determiner(subject) != ANY_AGREEMENT
        wanted |= said - HE if plain else said
    if sentence.is_name(subject) and sentence.low[subject] not in _SEVERAL:
        wanted |= HE  # "Os Lusíadas é"
    return wanted


def _has_infinitive(sentence: ParsedSentence, subject: int, i: int) -> bool:
    """Whether a bare infinitive with its own subject follows: "é comum usuários desejarem"."""
    return any(
        "VerbForm=Inf" in sentence.words[k].features
        and sentence.words[k].head in (subject, i)
        and not sentence.has(k, "mark", "case")
        for k in range(subject + 1, len(sentence.words))
    )


def _persons_of_two(sentence: ParsedSentence, subject: int, verb: int) -> frozenset[Person]:
    """Return the persons of a subject joined by "e", each part a name, a pronoun or determined:
    "tu e a Rita"; none where a verb before may have it as object."""
    words, low = sentence.words, sentence.low
    for word in reversed(words[:subject]):
        if word.tag in ("PUNCT", "SCONJ", "CCONJ") or word.form.lower() == "que":
            break
        if word.tag == "VERB":
            return frozenset()  # "devem combater o vício e o Estado deve"
    # but in "a glória do dinheiro e da beleza" two are of one
    parts = [
        c
        for c in sentence.children[subject]
        if words[c].relation == "conj" and c < verb and not sentence.has(c, "case")
    ]
    words_between = low[subject : parts[-1]] if parts and subject < verb else []
    for part in (subject, *parts):
        children = sentence.children[part]
        is_determined = any(words[c].tag == "DET" for c in children)
        is_each = not _EACH.isdisjoint(low[c] for c in children)
        is_person = words[part].tag == "PROPN" or low[part] in _SPEAKERS
        if "e" not in words_between or not (is_person or (is_determined and not is_each)):
            return frozenset()
    if any(word.tag == "ADP" for word in words[subject : subject + words_between.index("e")]):
        return frozenset()  # "a luta contra o frio e a fome passou": of which noun is the second?
    people = {person for part in (subject, *parts) for person, _ in sentence.person(part)}
    return frozenset((one, "P") for one in ("1" if "1" in people else "3", *(people & {"2"})))

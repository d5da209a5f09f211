"""GRA103: what is said of a subject by way of a verb."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.agreement.agreement import (
    BEING,
    DATIVE,
    FIXED,
    INTRANSITIVE,
    LINKING,
    MASCULINE,
    PARTS,
    PLAIN_PRIOR,
    SINGLE_PRIOR,
    corrected,
    difference,
    find_subject,
    is_plain,
    nearest,
)
from textlint_pt_grammaticality.sentence.nominal import (
    ANY_AGREEMENT,
    PLURAL,
    SINGULAR,
    GenderNumber,
    adjectival,
    cells_of,
    finite,
    inflected,
    persons,
)
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import own_words

#: people are addressed by these in the third person, and their gender is that of the person
_TITLES = portuguese.words("titles") | {"reverência"}
#: said of a thing in general: "água é bom", "entrada é proibido"
_GENERAL = own_words("predicative.general")
_IS = own_words("predicative.is")
#: take or make something what an adjective says
_OBJECT_PREDICATIVE = own_words("predicative.taking")
_DEGREES = own_words("predicative.degrees")
_SUBJECTS = ("nsubj", "nsubj:pass")
#: relations of what is said by way of another verb
_LINKED_BY = ("xcomp", "advcl", "obj", "advmod")
_POSTPONED_PRIOR = 1.5


def disagreeing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Yield other forms of predicatives that disagree with their subject: "a casa é bonito"."""
    for i, word in enumerate(sentence.words):
        if word.tag not in ("ADJ", "VERB", "NOUN") or sentence.low[i] in FIXED:
            continue
        if not _may_be_predicative(sentence, i) or _is_perfect_participle(sentence, i):
            continue
        parts_of_speech = {one.upos for one in sentence.forms.readings(word.form)}
        if "NOUN" in parts_of_speech and (word.tag == "NOUN" or "ADJ" not in parts_of_speech):
            continue  # "os dados são ruído"
        readings = adjectival(sentence.forms, word.form)
        own = cells_of(readings)
        if not own or own == ANY_AGREEMENT:
            continue
        subject = _subject(sentence, i)
        if subject is None:
            subject = _subject_after(sentence, i)
        wanted = ANY_AGREEMENT if subject is None else _allowed(sentence, subject, i)
        if subject is None:
            subject, wanted = _copula_without_subject(sentence, i)
        if subject is None or own & wanted:
            continue
        if _agrees_before_relative(sentence, i, subject, own):
            continue  # "o estado da thread que será executada"
        next_low = sentence.low[i + 1 : i + 2]
        if subject > i and next_low in (["que"], ["e"]):
            continue  # "é claro que era", "ser lido e sua capa"
        if _is_noun_with_adjective(sentence, i, own):
            continue  # "são agregados moleculares"
        if sentence.low[i].endswith(("ica", "icas")) and sentence.low[i - 1] in _IS and subject < i:
            continue  # "o assunto é política", "o forte dele são táticas": a field
        wanted = _feminine_plural(sentence, subject, wanted)
        new_forms = inflected(sentence.forms, readings, nearest(own, wanted))
        sure = sentence.has(subject, "conj") and _opens_with_several(sentence, i)
        prior = _prior(sentence, i, subject)
        yield from corrected(sentence, i, subject, new_forms, difference(own, wanted), prior, sure)


def _agrees_before_relative(
    sentence: ParsedSentence, i: int, subject: int, own_cells: frozenset[GenderNumber]
) -> bool:
    """Whether `i` agrees with a noun between its subject and the "que" of a relative clause."""
    que = next((k for k in range(i - 1, max(0, i - 6), -1) if sentence.low[k] == "que"), 0)
    return any(
        sentence.is_used_as_noun(k)
        and sentence.hangs_on(k, subject)
        and own_cells & sentence.cells(k)
        for k in range(subject + 1, que)
    )


def _feminine_plural(
    sentence: ParsedSentence, subject: int, cells: frozenset[GenderNumber]
) -> frozenset[GenderNumber]:
    """Narrow the cells to the feminine plural where all of several subjects are feminine."""
    partners = sentence.partners(subject)
    genders = {gender for noun in (subject, *partners) for gender, _ in sentence.cells(noun)}
    if not partners or not genders <= {"F"}:
        return cells
    return cells & {("F", "P")} or cells


def _prior(sentence: ParsedSentence, i: int, subject: int) -> float:
    """Return what grammar says for a correction, in nats: what follows a passive with an article
    is its subject, "foi utilizado a máquina"."""
    if is_plain(sentence, subject, i):
        return PLAIN_PRIOR
    follows = i + 1 < len(sentence.words) and i + 1 in sentence.children[subject]
    if sentence.words[i].relation == "advcl" and follows:
        return SINGLE_PRIOR  # "realizado a autópsia"
    is_passive = sentence.has(i, "aux:pass") and sentence.words[i].lemma not in DATIVE
    has_article = follows and sentence.words[i + 1].relation == "det"
    return _POSTPONED_PRIOR if is_passive and has_article else 0.0


def _may_be_predicative(sentence: ParsedSentence, i: int) -> bool:
    """Whether a linking verb is near, or the parse hangs the word on one."""
    words = sentence.words
    return (
        words[i].relation in _LINKED_BY
        or not BEING.isdisjoint([word.lemma for word in words[max(0, i - 3) : i]])
        or sentence.has(i, "cop", "aux:pass")
    )


def _is_perfect_participle(sentence: ParsedSentence, i: int) -> bool:
    """Whether a participle is of an active perfect, which does not agree: "parece ter marcado"."""
    before = [sentence.words[c].lemma for c in sentence.children[i] if c < i]
    return not {"ter", "haver"}.isdisjoint(before) and "ser" not in before


def _is_noun_with_adjective(sentence: ParsedSentence, i: int, own: frozenset[GenderNumber]) -> bool:
    """Whether the predicate is a noun, which has its own gender: "são agregados moleculares", "são
    verdadeiros tesouros"."""
    after = i + 1
    if after == len(sentence.words):
        return False
    if sentence.words[after].tag == "NOUN":
        return bool(own & sentence.cells(after))
    if sentence.words[after].tag != "ADJ":
        return False
    is_noun = any(r.upos == "NOUN" for r in sentence.noun_readings(i))
    cells = cells_of(adjectival(sentence.forms, sentence.low[after]))
    return is_noun and (not cells or bool(own & cells))


def _subject_after(sentence: ParsedSentence, i: int) -> int | None:
    """Return the noun that follows a participle or an object's predicative: "realizada a
    autópsia", "considero inaceitáveis as cobranças"."""
    words = sentence.words
    if words[i].tag == "VERB" and words[i].relation == "advcl":
        opens = i == 0 or words[i - 1].tag == "PUNCT"
        if not opens or i + 1 == len(words) or words[i + 1].relation != "det":
            return None
        takes_no_object = words[i].lemma in INTRANSITIVE | DATIVE - {"dar"}
        noun = words[i + 1].head
        is_argument = noun in sentence.children[i] and words[noun].relation in ("obj", *_SUBJECTS)
        cells = cells_of(sentence.noun_readings(noun)) & sentence.determiner(noun)
        is_known_noun = bool(cells) and sentence.is_used_as_noun(noun)  # "habituado a esperas"
        return noun if is_argument and is_known_noun and not takes_no_object else None
    above = words[i].head
    is_adjacent = above == i - 1 or (above == i - 2 and sentence.low[i - 1] in _DEGREES)
    is_predicative = words[i].relation in ("xcomp", "advmod") and words[i].tag == "ADJ"
    has_verb = above >= 0 and words[above].lemma in _OBJECT_PREDICATIVE
    if is_predicative and has_verb and is_adjacent:
        objects = [c for c in sentence.children[above] if words[c].relation == "obj" and c > i]
        if len(objects) == 1 and sentence.has(objects[0], "det"):
            return objects[0] if sentence.is_used_as_noun(objects[0]) else None
    return None


def _copula_without_subject(
    sentence: ParsedSentence, i: int
) -> tuple[int | None, frozenset[GenderNumber]]:
    """Return the copula before a predicate whose subject is not expressed, and the cells that its
    number allows: "são bonito"."""
    for k in sentence.children[i]:
        if sentence.words[k].relation in ("cop", "aux:pass") and k < i:
            numbers = {number for _, number in persons(finite(sentence.forms, sentence.low[k]))}
            if len(numbers) == 1 and not sentence.has(i, "nsubj", "nsubj:pass", "det", "case"):
                return k, frozenset(cell for cell in ANY_AGREEMENT if cell[1] in numbers)
    return None, ANY_AGREEMENT


def _subject(sentence: ParsedSentence, i: int) -> int | None:
    """Return the subject that the word at `i` is predicated of, None where there is none."""
    words, head = sentence.words, sentence.words[i].head
    copula = next((k for k in range(i - 1, max(-1, i - 4), -1) if words[k].lemma in BEING), -1)
    if copula >= 0 and any(w.tag in ("VERB", "NOUN", "PROPN") for w in words[copula + 1 : i]):
        copula = -1  # "estão a ler livros antigos"
    if sentence.has(i, "cop", "aux:pass") or copula >= 0:
        if sentence.has(i, "nsubj", "nsubj:pass", "csubj"):
            return find_subject(sentence, i)
        is_under_verb = sentence.has(i, "cop", "aux:pass") and words[i].relation == "xcomp"
        if is_under_verb and words[head].tag in ("VERB", "AUX"):
            return find_subject(sentence, head)  # "podem ser delimitadas as regiões"
        before = copula - 1
        if before >= 0 and sentence.is_used_as_noun(before) and not sentence.has(before, "case"):
            return before  # the parse has it elsewhere
        if copula >= 0 and words[copula].head != i:
            return find_subject(sentence, copula)
        return None
    is_said = head >= 0 and words[i].relation in _LINKED_BY
    linking = is_said and words[head].lemma in LINKING
    # "as regras me parecem injustas": the parse has "me" as object
    if linking and (words[head].lemma == "parecer" or not sentence.has(head, "obj")):
        return find_subject(sentence, head)
    return None


def _allowed(sentence: ParsedSentence, subject: int, i: int) -> frozenset[GenderNumber]:
    """Return the genders and numbers in which the predicate at `i` may stand with a subject."""
    cells, low = sentence.cells(subject), sentence.low[subject]
    if low in _TITLES or low == "gente":
        return cells | SINGULAR
    if low in PARTS:
        for child in sentence.children[subject]:
            if sentence.words[child].relation == "nmod":
                cells |= sentence.cells(child)
        return cells | PLURAL
    partners = sentence.partners(subject)
    if partners or sentence.words[subject].relation == "conj" or sentence.has(subject, "conj"):
        above = sentence.words[i].head
        verbs = [*sentence.children[i], *([above] if above >= 0 else [])]
        numbers = {
            number
            for verb in verbs
            if verb < i and sentence.words[verb].lemma in BEING | LINKING
            for _, number in persons(finite(sentence.forms, sentence.low[verb]))
        }
        if partners and "ou" in sentence.low[subject : max(partners)]:
            # "um caráter ou uma letra pode ser usada": as the nearest
            cells = cells.union(*(sentence.cells(noun) for noun in partners))
        # "a menina e o irmão ficaram doentes": the verb shows that both are meant
        joint = PLURAL if numbers == {"P"} else cells | PLURAL
        genders = {gender for noun in (subject, *partners) for gender, _ in sentence.cells(noun)}
        if len(genders) == 1:  # "a mesa e a cadeira são antigas"
            joint = frozenset(cell for cell in joint if cell[0] in genders) or joint
        cells = joint
    is_bare = not sentence.has(subject, "det", "nummod", "amod")
    if is_bare and sentence.words[subject].tag == "NOUN":
        is_general = subject > i or sentence.low[i] in _GENERAL
        cells |= {MASCULINE} if is_general else frozenset()  # "é proibido entrada"
    return cells


def _opens_with_several(sentence: ParsedSentence, i: int) -> bool:
    """Whether nothing stands before the predicate but nouns with articles and a copula: "a mesa e
    a cadeira são antigas"."""
    words, position, noun_count = sentence.words, 0, 0
    while position + 2 < i and words[position].tag == "DET":
        position += 1
        if words[position].tag == "NOUN":
            noun_count += 1
            position += 1 + (sentence.low[position + 1] == "e")
    is_copula = words[position].lemma in BEING and words[position].tag in ("VERB", "AUX")
    has_degree_adverb = i == position + 2 and sentence.low[position + 1] in _DEGREES
    is_next = i == position + 1 or has_degree_adverb
    return noun_count > 1 and is_copula and is_next and words[i].tag in ("ADJ", "VERB")

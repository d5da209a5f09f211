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
_TAKING = own_words("predicative.taking")
_DEGREES = own_words("predicative.degrees")
_SUBJECTS = ("nsubj", "nsubj:pass")
#: relations of what is said by way of another verb
_SAID_BY = ("xcomp", "advcl", "obj", "advmod")
_POSTPONED_PRIOR = 1.5


def disagreeing(sentence: ParsedSentence) -> Iterator[Proposal]:
    for i, word in enumerate(sentence.words):
        if word.tag not in ("ADJ", "VERB", "NOUN") or sentence.low[i] in FIXED:
            continue
        if not _may_be_said(sentence, i) or _is_of_perfect(sentence, i):
            continue
        kinds = {one.upos for one in sentence.forms.readings(word.form)}
        if "NOUN" in kinds and (word.tag == "NOUN" or "ADJ" not in kinds):
            continue  # "os dados são ruído"
        readings = adjectival(sentence.forms, word.form)
        own = cells_of(readings)
        if not own or own == ANY_AGREEMENT:
            continue
        subject = _subject(sentence, i)
        if subject is None:
            subject = _after(sentence, i)
        cells = ANY_AGREEMENT if subject is None else _allowed(sentence, subject, i)
        if subject is None:
            subject, cells = _copula(sentence, i)
        if subject is None or own & cells:
            continue
        that = next((k for k in range(i - 1, max(0, i - 6), -1) if sentence.low[k] == "que"), 0)
        if any(
            sentence.is_used_as_noun(k)
            and sentence.hangs_on(k, subject)
            and own & sentence.cells(k)
            for k in range(subject + 1, that)
        ):
            continue  # "o estado da thread que será executada"
        after = sentence.low[i + 1 : i + 2]
        if subject > i and after in (["que"], ["e"]):
            continue  # "é claro que era", "ser lido e sua capa"
        if _is_noun_with_adjective(sentence, i, own):
            continue  # "são agregados moleculares"
        if sentence.low[i].endswith(("ica", "icas")) and sentence.low[i - 1] in _IS and subject < i:
            continue  # "o assunto é política", "o forte dele são táticas": a field
        cells = _of_all(sentence, subject, cells)
        news = inflected(sentence.forms, readings, nearest(own, cells))
        sure = sentence.has(subject, "conj") and _opens_with_several(sentence, i)
        prior = _prior(sentence, i, subject)
        yield from corrected(sentence, i, subject, news, difference(own, cells), prior, sure)


def _of_all(
    sentence: ParsedSentence, subject: int, cells: frozenset[GenderNumber]
) -> frozenset[GenderNumber]:
    """Of "Maria e Joana": the plural, and the feminine where both are."""
    parts = sentence.partners(subject)
    feminine = all(
        gender == "F" for part in (subject, *parts) for gender, _ in sentence.cells(part)
    )
    return cells & {("F", "P")} or cells if parts and feminine else cells


def _prior(sentence: ParsedSentence, i: int, subject: int) -> float:
    """ "foi utilizado a máquina": what follows a passive with an article is its subject."""
    if is_plain(sentence, subject, i):
        return PLAIN_PRIOR
    follows = i + 1 < len(sentence.words) and i + 1 in sentence.children[subject]
    if sentence.words[i].relation == "advcl" and follows:
        return SINGLE_PRIOR  # "realizado a autópsia"
    if follows and sentence.low[i] in _GENERAL and sentence.low[i + 1] in ("a", "as", "os"):
        return SINGLE_PRIOR  # "é proibido a entrada"
    passive = sentence.has(i, "aux:pass") and sentence.words[i].lemma not in DATIVE
    article = follows and sentence.words[i + 1].relation == "det"
    return _POSTPONED_PRIOR if passive and article else 0.0


def _may_be_said(sentence: ParsedSentence, i: int) -> bool:
    """Whether a verb that joins it to a subject is near, or it hangs where it may be joined."""
    words = sentence.words
    return (
        words[i].relation in _SAID_BY
        or not BEING.isdisjoint([word.lemma for word in words[max(0, i - 3) : i]])
        or sentence.has(i, "cop", "aux:pass")
    )


def _is_of_perfect(sentence: ParsedSentence, i: int) -> bool:
    """Whether a participle is that of an active verb: "parece ter marcado"."""
    before = [sentence.words[c].lemma for c in sentence.children[i] if c < i]
    return not {"ter", "haver"}.isdisjoint(before) and "ser" not in before


def _is_noun_with_adjective(sentence: ParsedSentence, i: int, own: frozenset[GenderNumber]) -> bool:
    """Whether what is said of the subject is a noun, whose gender is its own: "são agregados
    moleculares", "são verdadeiros tesouros"."""
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


def _after(sentence: ParsedSentence, i: int) -> int | None:
    """ "Realizada a autópsia, o corpo", "considero inaceitáveis as cobranças": what follows."""
    words = sentence.words
    if words[i].tag == "VERB" and words[i].relation == "advcl":
        opens = i == 0 or words[i - 1].tag == "PUNCT"
        if not opens or i + 1 == len(words) or words[i + 1].relation != "det":
            return None
        governed = words[i].lemma in INTRANSITIVE | DATIVE - {"dar"}
        noun = words[i + 1].head
        said = noun in sentence.children[i] and words[noun].relation in ("obj", *_SUBJECTS)
        cells = cells_of(sentence.noun_readings(noun)) & sentence.determiner(noun)
        known = bool(cells) and sentence.is_used_as_noun(noun)  # "habituado a esperas"
        return noun if said and known and not governed else None
    above = words[i].head
    beside = above == i - 1 or (above == i - 2 and sentence.low[i - 1] in _DEGREES)
    taken = words[i].relation in ("xcomp", "advmod") and words[i].tag == "ADJ"
    if taken and above >= 0 and beside and words[above].lemma in _TAKING:
        objects = [c for c in sentence.children[above] if words[c].relation == "obj" and c > i]
        if len(objects) == 1 and sentence.has(objects[0], "det"):
            return objects[0] if sentence.is_used_as_noun(objects[0]) else None
    return None


def _copula(sentence: ParsedSentence, i: int) -> tuple[int | None, frozenset[GenderNumber]]:
    """The verb that joins `i` to a subject that is not there, and what its number leaves."""
    for k in sentence.children[i]:
        if sentence.words[k].relation in ("cop", "aux:pass") and k < i:
            numbers = {number for _, number in persons(finite(sentence.forms, sentence.low[k]))}
            if len(numbers) == 1 and not sentence.has(i, "nsubj", "nsubj:pass", "det", "case"):
                return k, frozenset(cell for cell in ANY_AGREEMENT if cell[1] in numbers)
    return None, ANY_AGREEMENT


def _subject(sentence: ParsedSentence, i: int) -> int | None:
    """The subject of what `i` is said of."""
    words, head = sentence.words, sentence.words[i].head
    copula = next((k for k in range(i - 1, max(-1, i - 4), -1) if words[k].lemma in BEING), -1)
    if copula >= 0 and any(w.tag in ("VERB", "NOUN", "PROPN") for w in words[copula + 1 : i]):
        copula = -1  # "estão a ler livros antigos"
    if sentence.has(i, "cop", "aux:pass") or copula >= 0:
        if sentence.has(i, "nsubj", "nsubj:pass", "csubj"):
            return find_subject(sentence, i)
        joined = sentence.has(i, "cop", "aux:pass") and words[i].relation == "xcomp"
        if joined and words[head].tag in ("VERB", "AUX"):
            return find_subject(sentence, head)  # "podem ser delimitadas as regiões"
        before = copula - 1
        if before >= 0 and sentence.is_used_as_noun(before) and not sentence.has(before, "case"):
            return before  # the parse has it elsewhere
        if copula >= 0 and words[copula].head != i:
            return find_subject(sentence, copula)
        return None
    is_said = head >= 0 and words[i].relation in _SAID_BY
    linking = is_said and words[head].lemma in LINKING
    # "as regras me parecem injustas": the parse has "me" as object
    if linking and (words[head].lemma == "parecer" or not sentence.has(head, "obj")):
        return find_subject(sentence, head)
    return None


def _allowed(sentence: ParsedSentence, subject: int, i: int) -> frozenset[GenderNumber]:
    """Cells that may be said of a subject by the word at `i`."""
    cells, low = sentence.cells(subject), sentence.low[subject]
    if low in _TITLES or low == "gente":
        return cells | SINGULAR
    if low in PARTS:
        for child in sentence.children[subject]:
            if sentence.words[child].relation == "nmod":
                cells |= sentence.cells(child)
        return cells | PLURAL
    others = sentence.partners(subject)
    if others or sentence.words[subject].relation == "conj" or sentence.has(subject, "conj"):
        above = sentence.words[i].head
        verbs = [*sentence.children[i], *([above] if above >= 0 else [])]
        numbers = {
            number
            for verb in verbs
            if verb < i and sentence.words[verb].lemma in BEING | LINKING
            for _, number in persons(finite(sentence.forms, sentence.low[verb]))
        }
        if others and "ou" in sentence.low[subject : max(others)]:
            # "um caráter ou uma letra pode ser usada": as the nearest
            cells = cells.union(*(sentence.cells(one) for one in others))
        # "a menina e o irmão ficaram doentes": the verb shows that both are meant
        both = PLURAL if numbers == {"P"} else cells | PLURAL
        genders = {gender for noun in (subject, *others) for gender, _ in sentence.cells(noun)}
        if len(genders) == 1:  # "a mesa e a cadeira são antigas"
            both = frozenset(cell for cell in both if cell[0] in genders) or both
        cells = both
    bare = not sentence.has(subject, "det", "nummod", "amod")
    if bare and sentence.words[subject].tag == "NOUN":
        general = subject > i or sentence.low[i] in _GENERAL
        cells |= {MASCULINE} if general else frozenset()  # "é proibido entrada"
    return cells


def _opens_with_several(sentence: ParsedSentence, i: int) -> bool:
    """Whether nouns with their articles and a verb are all that stands before what is said: "a mesa
    e a cadeira são antigas"."""
    words, at, nouns = sentence.words, 0, 0
    while at + 2 < i and words[at].tag == "DET":
        at += 1
        if words[at].tag == "NOUN":
            nouns += 1
            at += 1 + (sentence.low[at + 1] == "e")
    being = words[at].lemma in BEING and words[at].tag in ("VERB", "AUX")
    degree = i == at + 2 and sentence.low[at + 1] in _DEGREES
    return nouns > 1 and being and (i == at + 1 or degree) and words[i].tag in ("ADJ", "VERB")

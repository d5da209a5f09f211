"""GRA212: *tem* or *têm*, and verbs like it."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.nominal import determiner_cells
from textlint_pt_grammaticality.parsed import HINT, ParsedSentence
from textlint_pt_grammaticality.reading import after_group, own_words

#: as pronouns
_OBJECTS = portuguese.words("articles.definite")


def tem_or_tem_plural(sentence: ParsedSentence) -> Iterator[Proposal]:
    """*Tem* for *têm*, *vem* for *vêm*, or the other way round."""
    for at in range(len(sentence)):
        other = _other(sentence, at)
        if other is None:
            continue
        plural = sentence.form(at).endswith("êm")
        subject = _subject_token_index(sentence, at)
        inverted = subject is None and sentence.form(at) == "vêm" and sentence.tag(at + 1) == "DET"
        if plural and (inverted or after_group(sentence.text[: sentence.tokens[at].start])):
            continue  # "vêm a Ana, o Rui e a Rita": the parse shows but the first
        if subject is not None and not plural and _is_where(sentence, subject):
            continue
        before = sentence.tokens[at - 1] if at else None
        if before and sentence.sentence.is_opaque(before.start, before.end):
            continue  # "quantas colunas `dados` tem": what is called so has them
        if subject in (None, at - 1) and sentence.form(at - 1) in _OBJECTS:
            continue  # "permite que se inscrevam e os mantém informados"
        number = _number(sentence, subject) if subject is not None else None
        if number is None and subject is not None and sentence.tag(subject) == "NOUN":
            continue  # "os meus amiga vêm": the noun is wrong
        if (
            subject is not None
            and sentence.tag(subject) == "PROPN"
            and sentence.is_capital(subject)
        ):
            number = None  # "Arcos tem cinco mil habitantes"
        disagrees = number == ("Sing" if plural else "Plur")
        prior = -1.5 if plural and subject is None else HINT / 2 * disagrees  # "algo que têm"
        yield sentence.instead(
            at, other, prior=prior, related=subject if disagrees else None,
            message="agrees" if disagrees else "message",
        )  # fmt: skip


def _is_where(sentence: ParsedSentence, subject: int) -> bool:
    """Whether a noun says where there is something: "em que cidades tem mais casos"."""
    return (sentence.form(subject - 2), sentence.form(subject - 1)) in (
        ("em", "que"),
        ("em", "quais"),
    )


def _number(sentence: ParsedSentence, subject: int) -> str | None:
    """That of the subject; None where its determiner has the other: "os meus amiga"."""
    number = sentence.features(subject).get("Number")
    noun = sentence.tokens[subject].words[-1]
    for place, word in enumerate(sentence.words):
        if word.head == noun and word.relation == "det" and place < noun:
            cells = determiner_cells(word.form.lower())
            if cells and all(own != (number or own)[0] for _, own in cells):
                return None
    return number


def _other(sentence: ParsedSentence, at: int) -> str | None:
    form = sentence.form(at)
    if form in ("tem", "vem"):
        return form[0] + "êm"
    if form in ("têm", "vêm"):
        return form[0] + "em"
    if form.endswith(("tém", "vém", "têm", "vêm")) and len(form) > 3:
        other = form[:-2] + ("êm" if form.endswith("ém") else "ém")
        return other if sentence.forms.known(other) and sentence.forms.known(form) else None
    return None


def _subject_token_index(sentence: ParsedSentence, verb_index: int) -> int | None:
    """Token index of the verb's only subject, or of the antecedent of "que"; None if the
    parse shows none, several or a coordinated one."""
    verb = sentence.tokens[verb_index].words[0]
    subjects = [
        token_index
        for token_index, token in enumerate(sentence.tokens)
        for word in token.words
        if sentence.words[word].head == verb and sentence.words[word].relation == "nsubj"
    ]
    if len(subjects) != 1 or sentence.tag(subjects[0]) not in ("NOUN", "PRON", "PROPN"):
        return None
    is_coordinated = any(
        word.relation == "conj" and sentence.holding(word.head) == subjects[0]
        for word in sentence.words
        if word.head >= 0
    )
    if sentence.form(subjects[0]) == "que" and subjects[0] == verb_index - 1:
        return _antecedent(sentence, subjects[0])
    relative = sentence.form(subjects[0]) in ("que", "quem", "qual", "quais", "se")
    return None if is_coordinated or relative else subjects[0]


def _antecedent(sentence: ParsedSentence, relative: int) -> int | None:
    """The noun right before "que", unless it hangs on another one ("o grupo de alunos que")."""
    noun = opener = relative - 1
    if sentence.tag(noun) != "NOUN":
        return None
    while sentence.tag(opener - 1) in ("ADJ", "NUM") or sentence.form(opener - 1) in _OBJECTS:
        opener -= 1
    joined = sentence.tag(opener - 1) in ("ADP", "CCONJ") or sentence.tag(opener) == "ADP"
    of = joined or sentence.form(opener - 1) in own_words("tem-or-tem-plural.of")
    return None if of else noun

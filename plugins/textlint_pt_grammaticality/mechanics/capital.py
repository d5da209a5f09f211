"""GRA410: capitals of days, months and peoples, small letters of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Sentence, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.document.manner import checkable
from textlint_pt_grammaticality.document.old_spelling import in_former_spelling, with_former
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.reading import (
    Word,
    own_words,
    quotations,
    table,
    touches,
    words,
)

#: share of words with a capital above which a sentence is a title
_MAX_CAPITALS = 0.4

_MONTHS = portuguese.words("times.months")
_DAYS = own_words("capital.days")
#: before a month, of a time
_TIMES = own_words("capital.times")
_BEFORE_DAY = own_words("capital.before-day")
_BEFORE_MONTH = own_words("capital.before-month")
#: before a people's name in the singular this makes it a name, a subject or a championship
_NAMING = own_words("capital.naming")
#: after these the language or the people is meant even where the word is a name too
_SAYING = own_words("capital.saying")
#: what comes from a people and is no club or firm: "o vinho Português"
_OF_PEOPLE = own_words("capital.of-people")
#: what is called by a people: "o cais dos Mineiros"
_PLACES = own_words("capital.places")
#: before the labels of programs: "selecione Inglês"
_LABELS = own_words("capital.labels")
_HOLIDAYS = frozenset(table("holidays.txt"))
#: what is of a month and has no name: "férias de Janeiro"
_OF_MONTHS = own_words("capital.of-months")
_PLURAL = own_words("capital.plural")
_OF = own_words("phrases.of")
_NUMBER = regex(r"(?:^|\s)(\d{1,2})(?:\.?º)? de $")


class Capital(LanguageRule):
    """A capital where a word has none, or none where a name has one."""

    code = "GRA410"

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        fits, quoted = checkable(view), quotations(view.document)
        former = in_former_spelling(view)
        for sentence in view.sentences:
            if not fits[sentence.index] or sentence.kind not in self.declared.kinds:
                continue
            for word, group in _find_cased(sentence.text, words(sentence.text)):
                if not former[view.first + sentence.index] and not touches(
                    quoted[sentence.index], word.start, word.end
                ):
                    yield self.correction(sentence, word.start, word.end, word.form, message=group)
            if sentence.text[:1].isupper():
                every = words(sentence.text)
                yield from self._names(view, sentence, every, quoted[sentence.index])

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        return with_former(view, super().facts_by_sentence(view, options))

    def _names(
        self,
        view: View,
        sentence: Sentence,
        tokens: Sequence[Word],
        quoted: Sequence[tuple[int, int]],
    ) -> Iterator[Finding]:
        """Yield names in small letters, "o rio tejo" → "Rio Tejo"."""
        text = sentence.text
        single, double = _names()
        end_of_last = 0
        for at, word in enumerate(tokens):
            if word.form not in single and word.form not in double:
                continue
            written_first = text[word.start : word.end]
            if (written_first.isupper() and len(written_first) > 1) or _is_attached(text, word):
                continue
            if touches(quoted, word.start, word.end) or sentence.is_opaque(word.start, word.end):
                continue
            place = sentence.content.starts[word.start]
            if view.document.raw[place - 1 : place] == "{":
                continue  # "\\textsc{freud}"
            if at and word.form == "maria" and tokens[at - 1].form == "banho":
                continue  # "banho maria": what is missing is a hyphen
            name, last = single.get(word.form, "") if written_first.islower() else "", word
            for following in double.get(word.form, ()):
                name_words = tokens[at : at + following.count(" ") + 1]
                written = text[word.start : name_words[-1].end]
                opens_sentence = at == 0 and written_first[0].isupper()
                if opens_sentence and following[0].isupper():
                    continue  # "Campo grande e verde"
                # the first letter of a sentence is a capital anyway
                kept = range(int(opens_sentence), len(following))  # "Rio Tejo" is a name too
                if written.lower() == following.lower() and not any(
                    written[i].isupper() and following[i].islower() for i in kept
                ):
                    name, last = following, name_words[-1]
                    name = written_first[0] + name[1:] if opens_sentence else name
            is_written = text[word.start : last.end] == name  # "no Natal"
            if name and not is_written and word.start >= end_of_last:
                end_of_last = last.end
                yield self.correction(sentence, word.start, last.end, name)


def _is_attached(text: str, word: Word) -> bool:
    """Whether a word is part of an address, a name of programmers or a compound."""
    before, after = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 2]
    return (
        before not in ("", " ", "(", "—", "–")
        or after[:1] in ("/", "_", "@", "-", "=", "(", "<", "\\")
        or (after[:1] in (".", ":") and after[1:].isalnum())
    )


def _find_cased(text: str, tokens: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """Yield days, months and peoples with a capital inside a sentence, with their group; none of a
    title."""
    is_title: bool | None = None
    for at, word in enumerate(tokens):
        group = _group_of(word.form) if at else ""
        if not group:
            continue
        if is_title is None:
            longer = [text[one.start].isupper() for one in tokens[1:] if one.end - one.start > 3]
            is_title = sum(longer) > _MAX_CAPITALS * max(len(longer), 4)
        if is_title:
            return
        written = text[word.start : word.end]
        before = tokens[at - 1]
        is_listed = group == "months" == _group_of(before.form)
        if (
            not written[0].isupper()
            or (written[1:].upper() == written[1:])
            or text[before.end : word.start] not in (" ", ", ")
            or (before.start and not text[before.start].islower() and not is_listed)
        ):
            continue
        if not _is_part_of_name(text, tokens, at) and _is_common_use(text, tokens, at, group):
            yield word, group


def _is_part_of_name(text: str, tokens: Sequence[Word], at: int) -> bool:
    """Whether a word with a capital or a figure follows: "Sexta-feira Santa", "Maio de 68"."""
    rest = text[tokens[at].end : tokens[at].end + 2]
    has_preposition = at + 2 < len(tokens) and tokens[at + 1].form in _OF
    is_before_capital = has_preposition and text[tokens[at + 2].start].isupper()
    return is_before_capital or (rest[:1] == " " and rest[1:].isupper())


def _is_common_use(text: str, tokens: Sequence[Word], at: int, group: str) -> bool:
    """Whether the words before show that a day, a month or a people is meant, and no name: "em
    Janeiro", "o vinho Português", not "rua 7 de Setembro"."""
    before = tokens[at - 1].form
    form = tokens[at].form
    earlier = tokens[at - 2] if at > 1 else None
    is_after_name = earlier is not None and _has_capital_inside(text, earlier)
    if group == "days":
        return before in _BEFORE_DAY and not (before in ("de", "do", "da") and is_after_name)
    if group == "months":
        if before in _MONTHS and at > 1:  # "em Janeiro, Fevereiro e Março"
            return _is_common_use(text, tokens, at - 1, group)
        if before in ("e", "ou", "a") and earlier is not None and earlier.form in _MONTHS:
            return at > 2 and _is_common_use(text, tokens, at - 2, group)
        number = _NUMBER.search(text, 0, tokens[at].start)
        if number:
            start = number.start(1)
            words_before = [word for word in tokens[:at] if word.end <= start]
            is_in_name = len(words_before) > 1 and _has_capital_inside(text, words_before[-1])
            return f"{int(number[1])} {form}" not in _HOLIDAYS and not is_in_name
        if before == "de" and earlier is not None:
            return earlier.form in _TIMES | _OF_MONTHS and not is_after_name
        return before in _BEFORE_MONTH
    is_plural = form.endswith("s") and form not in portuguese.peoples()
    if before in _PLURAL:
        is_in_name = earlier is not None and (
            text[earlier.start].isupper() or earlier.form in _PLACES
        )
        return is_plural and not is_in_name  # "a Ponte dos Ingleses", "a Carta aos Brasileiros"
    is_place = before == "em" and (is_plural or form[-1] == "a")
    if before in _NAMING or before in _LABELS or is_place:
        return False
    return is_plural or before in _SAYING | _OF_PEOPLE or portuguese.peoples()[form] != "~"


def _has_capital_inside(text: str, word: Word) -> bool:
    return text[word.start].isupper() and word.start > 0


def _group_of(form: str) -> str:
    """Return "months", "days", "peoples", or "" for other words."""
    if form in _MONTHS:
        return "months"
    if form in _DAYS:
        return "days"
    return "peoples" if form in portuguese.forms_of_peoples() else ""


@cache
def _names() -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
    """Names of one word by their small letters, those of several by their first."""
    single: dict[str, str] = {}
    double: dict[str, list[str]] = {}
    for line in (*table("names.txt"), *table("people.txt")):
        for entry in line.split():
            name = entry.replace("_", " ")
            if " " in name:
                double.setdefault(name.split()[0].lower(), []).append(name)
            else:
                single[name.lower()] = name
    return single, double

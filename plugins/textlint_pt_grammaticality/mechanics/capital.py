"""GRA410: capitals of days, months and peoples, small letters of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import (
    Finding,
    Sentence,
    View,
)
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
_MOST_CAPITALS = 0.4

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
        every: Sequence[Word],
        quoted: Sequence[tuple[int, int]],
    ) -> Iterator[Finding]:
        text = sentence.text
        single, double = _names()
        done = 0
        for at, word in enumerate(every):
            if word.form not in single and word.form not in double:
                continue
            first = text[word.start : word.end]
            if (first.isupper() and len(first) > 1) or _is_attached(text, word):
                continue
            if touches(quoted, word.start, word.end) or sentence.is_opaque(word.start, word.end):
                continue
            place = sentence.content.starts[word.start]
            if view.document.raw[place - 1 : place] == "{":
                continue  # "\\textsc{freud}"
            if at and word.form == "maria" and every[at - 1].form == "banho":
                continue  # "banho maria": what is missing is a hyphen
            name, last = single.get(word.form, "") if first.islower() else "", word
            for following in double.get(word.form, ()):
                others = every[at : at + following.count(" ") + 1]
                written = text[word.start : others[-1].end]
                opens = at == 0 and first[0].isupper()
                if opens and following[0].isupper():
                    continue  # "Campo grande e verde"
                kept = range(int(opens), len(following))  # "Rio Tejo" is a name too
                if written.lower() == following.lower() and not any(
                    written[i].isupper() and following[i].islower() for i in kept
                ):
                    name, last = following, others[-1]
                    name = first[0] + name[1:] if opens else name
            if text[word.start : last.end] == name:
                continue  # "no Natal"
            if name and word.start >= done:
                done = last.end
                yield self.correction(sentence, word.start, last.end, name)


def _is_attached(text: str, word: Word) -> bool:
    """Whether a word is part of an address, a name of programmers or a compound."""
    before, after = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 2]
    return (
        before not in ("", " ", "(", "—", "–")
        or after[:1] in ("/", "_", "@", "-", "=", "(", "<", "\\")
        or (after[:1] in (".", ":") and after[1:].isalnum())
    )


def _find_cased(text: str, every: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """Days, months and peoples that have a capital, are no names and do not begin a
    sentence; which of these they are."""
    title: bool | None = None
    for at, word in enumerate(every):
        group = _group(word.form) if at else ""
        if not group:
            continue
        if title is None:
            longer = [text[one.start].isupper() for one in every[1:] if one.end - one.start > 3]
            title = sum(longer) > _MOST_CAPITALS * max(len(longer), 4)
        if title:
            return
        written = text[word.start : word.end]
        before = every[at - 1]
        is_listed = group == "months" == _group(before.form)
        if (
            not written[0].isupper()
            or (written[1:].upper() == written[1:])
            or text[before.end : word.start] not in (" ", ", ")
            or (before.start and not text[before.start].islower() and not is_listed)
        ):
            continue
        if not _names_more(text, every, at) and _is_judged(text, every, at, group):
            yield word, group


def _names_more(text: str, every: Sequence[Word], at: int) -> bool:
    """Whether a word with a capital or a figure follows: "Sexta-feira Santa", "Maio de 68"."""
    rest = text[every[at].end : every[at].end + 2]
    of = at + 2 < len(every) and every[at + 1].form in _OF
    return (rest[:1] == " " and rest[1:].isupper()) or (of and text[every[at + 2].start].isupper())


def _is_judged(text: str, every: Sequence[Word], at: int, group: str) -> bool:
    before = every[at - 1].form
    form = every[at].form
    earlier = every[at - 2] if at > 1 else None
    if group == "days":
        return before in _BEFORE_DAY and not (
            earlier is not None and before in ("de", "do", "da") and _capital(text, earlier)
        )
    if group == "months":
        if before in _MONTHS and at > 1:  # "em Janeiro, Fevereiro e Março"
            return _is_judged(text, every, at - 1, group)
        if before in ("e", "ou", "a") and earlier is not None and earlier.form in _MONTHS:
            return at > 2 and _is_judged(text, every, at - 2, group)
        number = _NUMBER.search(text, 0, every[at].start)
        if number:
            start = number.start(1)
            prior = [word for word in every[:at] if word.end <= start]
            named = prior and len(prior) > 1 and _capital(text, prior[-1])
            return f"{int(number[1])} {form}" not in _HOLIDAYS and not named
        if before == "de" and earlier is not None:
            timed = earlier.form in _TIMES or earlier.form in _OF_MONTHS
            return timed and not _capital(text, earlier)
        return before in _BEFORE_MONTH
    plural = form.endswith("s") and form not in portuguese.peoples()
    if before in _PLURAL:
        named = earlier is not None and (text[earlier.start].isupper() or earlier.form in _PLACES)
        return plural and not named  # "a Ponte dos Ingleses", "a Carta aos Brasileiros"
    if before in _NAMING or before in _LABELS or (before == "em" and (plural or form[-1] == "a")):
        return False
    return plural or before in _SAYING | _OF_PEOPLE or portuguese.peoples()[form] != "~"


def _capital(text: str, word: Word) -> bool:
    return text[word.start].isupper() and word.start > 0


def _group(form: str) -> str:
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

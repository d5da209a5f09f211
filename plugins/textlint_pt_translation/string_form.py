"""TRA016: the form of a string: how it begins and ends, signs that programs and readers need."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Option, Span, State, Text
from textlint_pt.report.messages import catalogue, quoted
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.checks import PairRule, suggestion
from textlint_pt_translation.pairs import holds_source

if TYPE_CHECKING:
    from textlint_pt.contract import Document, Fix, TranslationUnit, View

_KINDS = catalogue(Path(__file__).parent / "data" / "string_form.tsv")
_BEGINS = regex(r"\A\s*([-–—•*>+](?=\s)|\.{3}|[…¿¡])")
_ENDS = regex(r"(?:\.{3}|…|[.:;?!,])[\"'”’»)\]]*\s*\Z")
#: a tag that ends after the last sentence, and an abbreviation alone in brackets
_CLOSING = regex(r"(?:\s{0,8}</[A-Za-z][^<>]{0,80}>){1,9}\s{0,8}\Z")
_SHORT_IN_BRACKETS = regex(r"\(\w{1,5}\.\)\s*\Z")
_TWICE = regex(r"(?<!\.)\.\.\Z")
_SHORTENED = regex(r"(?<!\w)\w\.\w\.\Z")
#: signs that both sides have, the same ones as often
_SIGNS: Mapping[str, re.Pattern[str]] = {
    "option": regex(r"(?<![\w%-])(?:--[A-Za-z][\w-]*|-[A-Za-z](?![\w-]))"),
    "email": regex(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+"),
    "call": regex(r"(?<![\w.])\.?[A-Za-z_][\w.]*+\(\)"),
    "path": regex(
        r"(?<![\w/.~:>-])(?:~|/(?:bin|dev|etc|home|lib|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr"
        r"|var))(?:/[\w.+-]*\w)+/?"
    ),
    "key": regex(r"<(?:Ctrl|Control|Primary|Alt|Shift|Super|Meta|Mod\d)>"),
    "link": regex(r"\]\("),
    "invisible": regex(
        "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\x01-\x08\x0e-\x1f\x7f]"
    ),
    "tab": regex("\t"),
    "escape": regex(r"\\(?:[nrt\"](?![^\W\d_]))?"),
}
#: what only a translation has: bytes read in a wrong encoding, remarks for translators
_FOREIGN: Mapping[str, re.Pattern[str]] = {
    "mojibake": regex("Ã[\u0080-\u00bf]|â€|Â[«»ºª°§]|\ufffd"),
    "leftover": regex(r"\A_: .*\n|#-#-#-#-#.*#-#-#-#-#"),
}
_QUOTES = regex('["“”«»„]')
_APOSTROPHES = regex(r"(?<![^\W\d_])'|'(?![^\W\d_])")
#: letters that are pressed with Alt: of GTK, of Qt and Windows, of LibreOffice
_MNEMONICS = {
    "_": regex(r"(?<![\w/.%$-])_(?=[^\W_])|(?<=[^\W\d_])_(?=[^\W\d_])"),
    "&": regex(r"&(?=[^\W_])(?!#?\w+;)"),
    "~": regex(r"~(?=[^\W\d_])"),
}
#: the same where a word begins: by these a file is known to have them
_BEFORE_WORDS = regex(r"(?<![^\s(])([_&~])(?=([^\W_]))(?!#?\w+;)")
_WORD = regex(r"\w+")
_FILLED = regex(r"%\(\w+\)|[$%]?\{[^{}]*\}|https?://\S+")
#: strings of a file with such a letter by which it is known to have them
_SEVERAL = 3
#: strings at least, and most of those that allow it: the way of a catalogue, said once
_USUAL = 5
#: words of a label, at most; of one whose brackets are part of it
_LABEL, _BRACKETED = 3, 8
#: a label of so many characters may be explained, in so many more
_SHORT_LABEL, _EXPLAINED = 40, 60
#: lines of this length are those of a paragraph, which translators break anew
_PARAGRAPH = 50
#: abbreviations of months and days
_SHORT = frozenset(
    "jan fev mar abr mai jun jul ago set out nov dez dom seg ter qua qui sex sáb".split()  # noqa: SIM905
)
_NOTHING = {"pt": "nada", "en": "nothing"}
_FACE = regex(r"(?<!\S)[:;=]-?[()\[\]]")
#: of a file, of something in code
_NAME = regex(r"\w+[.:/_]\w")
_BRACKETS = (("(", ")"), ("[", "]"))
_ACRONYM = regex(r"(?<![\w%{<&$-])[A-Z]{3,6}(?![\w;])")
_CAMEL = regex(r"(?<![\w.%{<@#/])(?:[A-Z][a-z]+){2,5}(?![\w(./])")
#: letters and figures: "3D", "winapp2"
_MIXED = regex(r"(?<![\w%{<&$#/.-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{2,16}(?![\w;])")
_MEASURE = regex(r"\d+[a-z]{2,4}")
#: acronyms that are others in Portuguese
_OF_OURS = frozenset(("ADN", "ARN", "OTAN", "SIDA", "ONG", "ONU", "VIH"))
_ENTITY = regex(r"&#?\w{1,8};")
_TAG = regex(r"</?[A-Za-z][^<>]*>")
_AMPERSAND = regex(r"&(?!#?\w)")
#: what a program fills in, by the commonest conventions
_FIELD = regex(r"%(?:\d\$)?[sdiuf]|%\(\w+\)[sd]|\{\w*\}|%\d(?!\d)")
#: marks that a space follows
_BEFORE_SPACE = ".:;,!?…"
#: a unit, or the letter of an ordinal, may follow what is filled in
_UNIT = regex(r"[^\W\d_]{1,3}(?![^\W\d_])|[ºª]")


class Fault(NamedTuple):
    """A difference of form: its kind (`what`), what each side has, the range in the target (None:
    all of it), and the correction if known, a range with its new text."""

    what: str
    source: str
    target: str
    place: tuple[int, int] | None = None
    edit: tuple[int, int, str] | None = None


class StringForm(PairRule):
    """A string does not begin, end or spell its signs as its source does."""

    code = "TRA016"
    options = {
        "consistency": Option(
            False,
            "report a source with two translations, also in another file of the run, and a "
            "translation of two sources",
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for strings whose form differs from their source's."""
        document = view.document
        if not holds_source(document):
            return
        every = [unit for unit in document.units if unit.source]
        units = [unit for unit in every if unit.state is State.TRANSLATED]
        marks = _mnemonics(units)
        # of a lone break at the edge gettext is the judge, see TRA004
        breaks = document.format != "po"
        found = {
            id(unit): [*faults(unit.source.text, unit.target.text, marks, breaks=breaks)]
            for unit in units
            if unit.source is not None
        }
        reported: set[str | None] = set()
        usual = _usual(units, [fault for one in found.values() for fault in one])
        entries = {unit.span: unit for unit in units}
        for unit in every:
            assert unit.source is not None
            source, target = unit.source.text, unit.target.text
            if unit.state is State.TRANSLATED:
                for fault in found[id(unit)]:
                    habit = _way(fault)
                    if habit not in usual or habit not in reported:
                        yield self._finding(unit, fault)
                    reported.add(habit)
                if 0 < unit.longest < len(target):
                    yield self._finding(unit, Fault("limit", str(unit.longest), str(len(target))))
            elif not target and unit.state is State.UNTRANSLATED and unit.span in entries:
                yield self._finding(entries[unit.span], Fault("plural", source, target))
            elif not target.strip() and target and source.strip():
                yield self._finding(unit, Fault("blank", source, target))
            elif unit.state is State.PROTECTED and source.endswith(";") and target[-1:] not in ";":
                edit = len(target), len(target), ";"
                yield self._finding(unit, Fault("end", ";", target[-1:], edit=edit))
        if options["consistency"]:
            yield from self._inconsistent(units)
            yield from self._elsewhere(document, units)

    def _inconsistent(self, units: Sequence[TranslationUnit]) -> Iterator[Finding]:
        """Yield findings for equal sources translated differently, and the reverse."""
        targets: dict[str, set[str]] = {}
        sources: dict[str, set[str]] = {}
        once = {unit.key: unit for unit in units}.values()  # twice is TRA012's
        for unit in once:
            source, target = _sides(unit)
            targets.setdefault(source, set()).add(target)
            sources.setdefault(target, set()).add(source)
        for unit in once:
            source, target = _sides(unit)
            if len(targets[source]) > 1:
                yield self._finding(unit, Fault("same-source", source, target))
            elif len(sources[target]) > 1:
                yield self._finding(unit, Fault("same-target", source, target))

    def _elsewhere(self, document: Document, units: Sequence[TranslationUnit]) -> Iterator[Finding]:
        """Yield sources that other files translate otherwise."""
        others = {place.source: place for place in reversed(document.elsewhere)}
        for unit in units:
            assert unit.source is not None
            source, target = unit.source.text.strip(), unit.target.text.strip()
            other = others.get(source)
            if other is not None and other.target != target:
                found = self._finding(unit, Fault("other-file", source, target))
                place = {"elsewhere": other.target, "path": other.path, "line": other.line}
                yield found.replace(evidence={**found.evidence, **place})

    def _finding(self, unit: TranslationUnit, fault: Fault) -> Finding:
        """Return the finding for a difference of form."""
        assert unit.source is not None
        message = fault.what if fault.what in self.messages["en"] else "message"
        fix: Fix | None = None
        target = unit.target
        if fault.edit is not None:
            low, high, text = fault.edit
            span = _span(target, low, high)
            if span.end - span.start == high - low:
                fix = suggestion(span, text)
        if fault.place:
            span = _span(target, *_visible(target.text, *fault.place))
        else:  # white space alone cannot be seen
            span = target.span() if target.text.strip() else unit.span
        return self.on_range(
            span,
            unit.source.span(),
            "source",
            {"what": fault.what, "source": fault.source, "target": fault.target},
            message=message,
            arguments={
                "kind": _Kind(fault.what),
                "source": _Shown(fault.source),
                "target": _Shown(fault.target),
            },
            fix=fix,
        )


def _visible(text: str, low: int, high: int) -> tuple[int, int]:
    """Return a place, with its neighbours if it is white space alone, which cannot be seen."""
    if text[low:high].isspace():
        return max(0, low - 1), min(len(text), high + 1)
    return low, high


class _Kind:
    """What is wrong, in words: `{kind:pt}`."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __format__(self, language: str) -> str:
        return _KINDS[language].get(self._what, "")


class _Shown:
    """What stands on a side: plain, or `{source:pt}` in quotation marks, spaces alone as signs."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\n", "\\n").replace("\t", "\\t")
        if not text.replace("…", "").strip():
            self._text = self._text.replace(" ", "␣").replace("\u00a0", "U+00A0")

    def __format__(self, language: str) -> str:
        if not language:
            return self._text
        return quoted(self._text, language) if self._text else _NOTHING[language]


def _span(text: Text, low: int, high: int) -> Span:
    """Return where a range of a string stands in the file; an empty one is where it would begin."""
    if low < high:
        return text[low:high].span()
    at = text[low - 1 : low].span().end if low else text.span().start
    return Span(at, at)


def _sides(unit: TranslationUnit) -> tuple[str, str]:
    """Return source and translation without mnemonics, and with the context that the file gives."""
    assert unit.source is not None
    return tuple(re.sub("[_&~]", "", text).strip() for text in (unit.source.text, unit.target.text))  # type: ignore[return-value]


def _mnemonics(units: Sequence[TranslationUnit]) -> Sequence[str]:
    """Return the characters that mark access keys in a file ("&File") and not colours
    ("&8None")."""
    counts = Counter(
        (found[0][0], found[0][1].isdigit())
        for unit in units
        if unit.source is not None
        and len(found := _BEFORE_WORDS.findall(_FILLED.sub("", unit.source.text))) == 1
    )
    return [mark for mark in _MNEMONICS if counts[mark, False] >= _SEVERAL > counts[mark, True]]


def _usual(units: Sequence[TranslationUnit], found: Sequence[Fault]) -> frozenset[str]:
    """Return the differences that most strings of a catalogue have where they can, and which are
    its convention: a capital where the source has none ("raised"), no full stop."""
    done = Counter(filter(None, map(_way, found)))
    sources = [unit.source.text.strip() for unit in units if unit.source is not None]
    first = [match[0] for match in map(LETTERS.search, sources) if match]
    allowed = {
        "raised": sum(word[0].islower() for word in first),
        "no full stop": sum(text.endswith(".") and text[-2:] != ".." for text in sources),
    }
    return frozenset(
        habit for habit, count in done.items() if count >= _USUAL and 2 * count > allowed[habit]
    )


def _way(fault: Fault) -> str | None:
    """Return the habit of a whole catalogue that would explain a difference; None if none would."""
    if fault.what == "case" and fault.source.islower():
        return "raised"
    return "no full stop" if (fault.what, fault.source, fault.target) == ("end", ".", "") else None


# ------------------------------------------------------------------ what is wrong with a string


def faults(
    source: str, target: str, marks: Sequence[str] = (), *, breaks: bool = True
) -> Iterator[Fault]:
    """Yield how the form of a translation differs from its source's; `marks`: characters that mark
    access keys ("&"), `breaks`: whether line breaks at the ends count."""
    if not source.strip() or not target.strip():
        return
    for what, pattern in _FOREIGN.items():
        match = pattern.search(target)
        if match and not pattern.search(source):
            yield Fault(what, "", match[0].strip(), match.span())
            return
    yield from _edges(source, target, breaks=breaks)
    yield from _start(source, target)
    yield from _end(source, target)
    for what, pattern in _SIGNS.items():
        yield from _unlike(what, pattern, source, target)
    yield from _misspelt(source, target)
    for mark in marks:
        counts = _mnemonics_of(mark, source, target)
        if counts[0] < 2 and counts[0] != counts[1]:
            yield Fault("mnemonic", mark * counts[0], mark * counts[1])
    yield from _pairs(source, target)
    yield from _case(source, target)
    yield from _joined(source, target)
    yield from _spaces(source, target)
    if _ENTITY.search(source) or _TAG.search(source):
        match = _AMPERSAND.search(target)
        if match and not _AMPERSAND.search(source):
            yield Fault("entity", "&amp;", "&", match.span(), (*match.span(), "&amp;"))
    if len(source) <= _SHORT_LABEL and len(target) > 3 * len(source) + _EXPLAINED:
        yield Fault("length", str(len(source)), str(len(target)))


def _edges(in_source: str, in_target: str, *, breaks: bool) -> Iterator[Fault]:
    """Yield where the white space at the start or end of a string differs from its source's;
    `breaks`: whether lost or added line breaks count."""
    for pattern, source, target, start in (
        ("{}…", _leading(in_source), _leading(in_target), 0),
        ("…{}", _trailing(in_source), _trailing(in_target), len(in_target.rstrip())),
    ):
        is_reported = not breaks and ("\n" in source) is not ("\n" in target)
        if source != target and not is_reported:
            place = start, start + len(target)
            shown = pattern.format(source), pattern.format(target)
            yield Fault("edge", *shown, place if target else None, (*place, source))


def _leading(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def _trailing(text: str) -> str:
    return text[len(text.rstrip()) :]


def _start(in_source: str, in_target: str) -> Iterator[Fault]:
    matches = _BEGINS.match(in_source), _BEGINS.match(in_target)
    source, target = (_plain(match[1]) if match else "" for match in matches)
    if source != target:
        yield Fault("start", source, target, matches[1].span(1) if matches[1] else None)


def _plain(mark: str) -> str:
    return "-" if mark in "–—•*" else mark.replace("...", "…")


def _end(in_source: str, in_target: str) -> Iterator[Fault]:
    """Yield where a string ends in another punctuation mark than its source."""
    in_source, in_target = (
        _CLOSING.sub("", text) for text in (in_source.strip(), in_target.rstrip())
    )
    size = len(in_target)
    if not LETTERS.search(in_source):  # a sign alone: that of decimals
        return
    if _FACE.search(in_source[-3:]) or _FACE.search(in_target[-3:]) or _SHORTENED.search(in_source):
        return
    source, target = _closing(in_source), _closing(in_target)
    if _TWICE.search(in_target) and not _TWICE.search(in_source):
        yield Fault("end", source, "..", (size - 2, size), (size - 2, size, source))
        return
    if source == target or ({source, target} == {"", "."} and len(in_source.split()) < 3):
        return
    bare = len(in_target.rstrip(".:;?!…,"))
    is_plain = not target or bare < size
    yield Fault("end", source, target, None, (bare, size, source) if is_plain else None)


def _closing(text: str) -> str:
    """Return the punctuation mark that a string ends with; "" for none."""
    match = None if _SHORT_IN_BRACKETS.search(text) else _ENDS.search(text)
    return match[0].strip("\"'”’»)] ").replace("...", "…") if match else ""


def _unlike(what: str, pattern: re.Pattern[str], in_source: str, in_target: str) -> Iterator[Fault]:
    """Yield where the marks of one kind, such as "%" or "…", differ from the source's; the
    correction is known where one replaces one."""
    if not (pattern.search(in_source) or pattern.search(in_target)):
        return
    matches = list(pattern.finditer(in_target))
    source, target = Counter(pattern.findall(in_source)), Counter(match[0] for match in matches)
    if source == target:
        return
    lost, new = list((source - target).elements()), list((target - source).elements())
    place = next((match.span() for match in matches if new and match[0] == new[0]), None)
    edit = (*place, lost[0]) if place and len(lost) == len(new) == 1 else None
    yield Fault(what, " ".join(sorted(lost)), " ".join(sorted(new)), place, edit)


def _misspelt(source: str, target: str) -> Iterator[Fault]:
    """Yield where a name or acronym of the source is misspelt in the target."""
    for pattern in (_ACRONYM, _CAMEL, _MIXED):
        names = set(pattern.findall(source))
        if not names or source.isupper():
            continue
        matches = [match for match in pattern.finditer(target) if match[0] not in source]
        lost = [name for name in names if not re.search(rf"(?<!\w){name}(?!\w)", target)]
        if len(lost) != 1:
            continue
        (name,) = lost
        again = re.search(rf"(?<!\w){name}(?!\w)", target, re.IGNORECASE)
        if again is None:
            again = next((match for match in matches if _is_like(name, match[0])), None)
        if again is not None:
            yield Fault("name", name, again[0], again.span(), (*again.span(), name))


def _is_like(name: str, other: str) -> bool:
    """Return whether a name is probably a misspelling of the other."""
    if name.isalpha() and not name.isupper():
        return True
    if _MEASURE.fullmatch(name) and _MEASURE.fullmatch(other):
        return False  # "30sec", "30seg"
    from rapidfuzz.distance import OSA

    is_near = sorted(name) == sorted(other) or OSA.distance(name, other) == 1
    if not name.isalpha():
        is_near = is_near and len(name) == len(other)
    return is_near and other not in _OF_OURS


def _mnemonics_of(mark: str, source: str, target: str) -> tuple[int, int]:
    """Return how many access keys marked by a sign both texts have."""
    texts = [_FILLED.sub("", text) for text in (source, target)]
    if mark == "_":
        common = set.intersection(*(set(_WORD.findall(text)) for text in texts))
        for word in (word for word in common if "_" in word.strip("_")):
            texts = [text.replace(word, "") for text in texts]
    found = _MNEMONICS[mark]
    return len(found.findall(texts[0])), len(found.findall(texts[1]))


def _pairs(in_source: str, in_target: str) -> Iterator[Fault]:
    """Yield brackets and quotes that are unbalanced or lost."""
    # quotes in a tag are its attributes': a tag that is lost is another fault
    in_source, in_target = (
        _TAG.sub(_blank, _FACE.sub(_blank, text)) for text in (in_source, in_target)
    )
    for opening, closing in _BRACKETS:
        counts = in_target.count(opening), in_target.count(closing)
        if in_source.count(opening) != in_source.count(closing):
            continue
        if counts[0] != counts[1]:
            bracket = opening if counts[0] > counts[1] else closing
            at = in_target.rindex(bracket)
            yield Fault("bracket", opening + closing, bracket, (at, at + 1))
        elif opening in in_source and not counts[0] and _is_marked(in_source, opening):
            yield Fault("bracket", opening + closing, "")
    for quotes, least in ((_QUOTES, 1), (_APOSTROPHES, 99)):
        places = [match.span() for match in quotes.finditer(in_target)]
        source, target = len(quotes.findall(in_source)), len(places)
        is_lost = source > least and not target and "'" not in in_target
        if source % 2 == 0 and ((target % 2 and (source or least == 1)) or is_lost):
            place = places[0] if target == 1 else None
            yield Fault("quote", str(source), str(target), place)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _is_marked(label: str, opening: str) -> bool:
    """Return whether the brackets of a short label hold a word of their own, and not an ending."""
    return len(label.split()) <= _BRACKETED and bool(
        re.search(rf"(?<!\S){re.escape(opening)}[^\W\d_]{{4,}}", label)
    )


def _case(in_source: str, in_target: str) -> Iterator[Fault]:
    """Yield where a capital at the start, or capitals throughout, are on one side only."""
    source, target = LETTERS.search(in_source), LETTERS.search(in_target)
    if source is None or target is None:
        return
    letters = ["".join(LETTERS.findall(text)) for text in (in_source, in_target)]
    if len(letters[0]) > 3 and letters[0].isupper() and not letters[1].isupper():
        yield Fault("case", source[0], target[0])
        return
    if len(in_target.split()) > 1 and len(letters[1]) > 9 and letters[1].isupper():
        if any(letter.islower() for letter in letters[0]):
            yield Fault("case", source[0], target[0])
        return
    if _NAME.match(in_target, target.start()):
        return
    opening = in_source[: source.start()] + in_target[: target.start()]
    word, instead = source[0], target[0]
    # a sentence may begin with a name that has none: "asyncio queues are", "template.json file"
    is_other = word.lower() not in instead
    was_lowered = word.istitle() and instead.islower() and is_other and not _is_small(instead)
    is_label = len(in_source.split()) <= _LABEL and not _NAME.match(in_source, source.start())
    was_raised = is_label and word.islower() and instead.istitle() and instead.lower() != word
    if not opening.strip("\"'“‘«([ ") and (was_lowered or was_raised):
        first = instead[0].upper() if was_lowered else instead[0].lower()
        low = target.start()
        yield Fault("case", word, instead, target.span(), (low, low + 1, first))


class _Beside(NamedTuple):
    """What stands beside all that a source has of one field: no letter before it, none after it,
    nothing but a space before it."""

    before: bool
    after: bool
    apart: bool


def _beside(source: str) -> Mapping[str, _Beside]:
    """Return for each field of a text what surrounds it."""
    found: dict[str, _Beside] = {}
    for match in _FIELD.finditer(source):
        low, high = match.span()
        known = found.get(match[0], _Beside(True, True, True))
        before, after = source[low - 1 : low], source[high : high + 1]
        found[match[0]] = _Beside(
            known.before and not before.isalpha(),
            known.after and not after.isalpha(),
            known.apart and before.isspace(),
        )
    return found


def _joined(source: str, target: str) -> Iterator[Fault]:
    """Yield placeholders that lack the space which the source has beside them."""
    sources = _beside(source)
    for match in _FIELD.finditer(target):
        around = sources.get(match[0])
        if around is None:
            continue
        low, high = match.span()
        before, after = target[low - 1 : low], target[high : high + 1]
        is_after_mark = before != "" and before in _BEFORE_SPACE
        if (before.isalpha() and around.before) or (is_after_mark and around.apart):
            yield Fault("joined", match[0], before + match[0], (low, high), (low, low, " "))
        elif after.isalpha() and around.after and not _UNIT.match(target, high):
            yield Fault("joined", match[0], match[0] + after, (low, high), (high, high, " "))


def _spaces(source: str, target: str) -> Iterator[Fault]:
    """Yield double spaces, and lines of a string that is not running text."""
    inner = target.strip()
    if "  " in inner and "  " not in source.strip():
        match = re.search(r"(?<=\S) {2,}(?=\S)", target)
        if match:
            low, high = match.span()
            yield Fault("space", " ", match[0], (low, high), (low, high, " "))
    lines = source.strip().split("\n"), inner.split("\n")
    longest = max(map(len, (*lines[0], *lines[1])))
    if len(lines[0]) != len(lines[1]) and longest < _PARAGRAPH:
        yield Fault("lines", str(len(lines[0])), str(len(lines[1])))


@cache
def _small() -> frozenset[str]:
    times = ("times.months", "times.weekdays", "times.short-weekdays", "times.weekend")
    return _SHORT | portuguese.words(*times) | portuguese.forms_of_peoples()


def _is_small(word: str) -> bool:
    """Return whether it has no capital in Portuguese, as it has in English: a month, a day, a
    language."""
    return word in _small()

"""TRA016: the form of a string: how it begins and ends, signs that programs and readers need."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Option, Related, Severity, State
from textlint_pt.report.messages import quoted
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.checks import Other, PairRule, suggestion
from textlint_pt_translation.pairs import holds_source

if TYPE_CHECKING:
    from textlint_pt.contract import Fix, TranslationUnit, View

_ENDS = regex(r"(?:\.{3}|…|[.:;?!])[\"'”’»)\]]*\s*\Z")
_EMAIL = regex(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
_OPTION = regex(r"(?<![\w-])--[A-Za-z][\w-]*")
_CALL = regex(r"(?<![\w.])\.?[A-Za-z_][\w.]*+\(\)")
_ZERO_WIDTH = regex("[\u200b\u2060\ufeff]")
_ESCAPE = regex(r"\\[nrt\"]")
_QUOTES = regex('["“”«»„]')
#: letters that are pressed with Alt: of GTK, of Qt and Windows, of LibreOffice
_MNEMONICS = {
    "_": regex(r"(?<![\w/.%$-])_(?=[^\W_])|(?<=[A-Za-zÀ-ú])_(?=[a-zà-ú]+\Z)"),
    "&": regex(r"&(?=[^\W_])(?!#?\w+;)"),
    "~": regex(r"~(?=[^\W\d_])"),
}
#: strings of a file with such a letter by which it is known to have them
_SEVERAL = 3
#: words of a label, at most
_LABEL = 3
#: abbreviations of months and days
_SHORT = frozenset(
    "jan fev mar abr mai jun jul ago set out nov dez dom seg ter qua qui sex sáb".split()  # noqa: SIM905
)
_NOTHING = {"pt": "nada", "en": "nothing"}
_FACE = regex(r"(?<!\S)[:;=]-?[()\[\]]")
#: of a file, of something in code
_NAME = regex(r"\w+[.:/_]\w")
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))


class Slip(NamedTuple):
    """What is wrong, what stands on each side, and the string as it should be, where known."""

    what: str
    source: str
    target: str
    instead: str | None = None


class StringForm(PairRule):
    """A string does not begin, end or spell its signs as its source does."""

    code = "TRA016"
    name = "translation.string-form"
    counts_in = "drift"
    severity = Severity.INFO
    options = {
        "consistency": Option(
            False, "report a source with two translations, and a translation of two sources"
        ),
    }
    messages = {
        "pt": {
            "message": "{kind:pt}: {other:pt} tem {source:pt}, a tradução {target:pt}",
            "same-source": "«{source}» traduz-se aqui por «{target}» e noutro lado de outra forma",
            "same-target": "«{target}» traduz também outro original, e aqui «{source}»",
            "related": "{other:pt}",
        },
        "en": {
            "message": "{kind:en}: the {other:en} has {source:en}, the translation {target:en}",
            "same-source": "“{source}” is “{target}” here and something else elsewhere",
            "same-target": "“{target}” translates another source, too, and here “{source}”",
            "related": "the {other:en}",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        document = view.document
        if not holds_source(document):
            return
        units = [unit for unit in document.units if unit.state is State.TRANSLATED and unit.source]
        marks = _mnemonics(units)
        for unit in units:
            assert unit.source is not None
            theirs, ours = unit.source.text, unit.target.text
            for slip in slips(theirs, ours, marks):
                yield self._finding(unit, slip)
        if options["consistency"]:
            yield from self._inconsistent(units)

    def _inconsistent(self, units: Sequence[TranslationUnit]) -> Iterator[Finding]:
        targets: dict[str, set[str]] = {}
        sources: dict[str, set[str]] = {}
        for unit in units:
            theirs, ours = _sides(unit)
            targets.setdefault(theirs, set()).add(ours)
            sources.setdefault(ours, set()).add(theirs)
        for unit in units:
            theirs, ours = _sides(unit)
            if len(targets[theirs]) > 1:
                yield self._finding(unit, Slip("same-source", theirs, ours), "same-source")
            elif len(sources[ours]) > 1:
                yield self._finding(unit, Slip("same-target", theirs, ours), "same-target")

    def _finding(self, unit: TranslationUnit, slip: Slip, message: str = "message") -> Finding:
        assert unit.source is not None
        fix: Fix | None = None
        span = unit.target.span()
        if slip.instead is not None and span.end - span.start == len(unit.target.text):
            fix = suggestion(span, slip.instead)
        return Finding(
            code=self.code,
            span=span,
            evidence={"what": slip.what, "source": slip.source, "target": slip.target},
            message=message,
            arguments={
                "kind": _Kind(slip.what),
                "other": Other("source"),
                "source": _Shown(slip.source),
                "target": _Shown(slip.target),
            },
            related=(Related(unit.source.span(), "source"),),
            fix=fix,
        )


_KINDS = {
    "edge": ("espaço no início ou no fim", "space at the start or end"),
    "end": ("sinal no fim", "mark at the end"),
    "mnemonic": ("mnemónica", "mnemonic"),
    "option": ("opção", "option"),
    "email": ("endereço de correio", "e-mail address"),
    "call": ("função", "function"),
    "bracket": ("parêntese sem par", "bracket without its partner"),
    "quote": ("aspas", "quotation marks"),
    "case": ("maiúsculas", "capitals"),
    "space": ("espaços duplos", "double spaces"),
    "tab": ("tabulações", "tabs"),
    "escape": ("sequências de escape", "escapes"),
    "invisible": ("caracteres invisíveis", "invisible characters"),
}


class _Kind:
    """What is wrong, in words: `{kind:pt}`."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __format__(self, language: str) -> str:
        return _KINDS.get(self._what, ("", ""))[language == "en"]


class _Shown:
    """What stands on a side: plain, or `{source:pt}` in quotation marks, spaces alone as signs."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\n", "\\n").replace("\t", "\\t")
        if not text.replace("…", "").strip():
            self._text = self._text.replace(" ", "␣")

    def __format__(self, language: str) -> str:
        if not language:
            return self._text
        return quoted(self._text, language) if self._text else _NOTHING[language]


def _sides(unit: TranslationUnit) -> tuple[str, str]:
    """Source and translation without mnemonics, and with the context that the file gives."""
    assert unit.source is not None
    return tuple(re.sub("[_&~]", "", text).strip() for text in (unit.source.text, unit.target.text))  # type: ignore[return-value]


def _mnemonics(units: Sequence[TranslationUnit]) -> Sequence[str]:
    """The signs before mnemonics that a file uses."""
    counts = Counter(
        sign
        for unit in units
        for sign, pattern in _MNEMONICS.items()
        if unit.source is not None and len(pattern.findall(unit.source.text)) == 1
    )
    return [sign for sign, count in counts.items() if count >= _SEVERAL]


def slips(theirs: str, ours: str, marks: Sequence[str] = ()) -> Iterator[Slip]:
    """What is wrong with the form of a translation; `marks`: signs before mnemonics."""
    if not theirs.strip() or not ours.strip():
        return
    edges, own = _edges(theirs), _edges(ours)
    if edges != own:
        instead = edges[0] + ours.strip() + edges[1]
        yield Slip("edge", "…".join(edges), "…".join(own), instead)
    yield from _end(theirs.strip(), ours.strip())
    for what, found in _SIGNS.items():
        source, target = found(theirs), found(ours)
        if source != target:
            yield Slip(what, " ".join(source), " ".join(target))
    for sign in marks:
        pattern = _MNEMONICS[sign]
        counts = len(pattern.findall(theirs)), len(pattern.findall(ours))
        if counts[0] < 2 and counts[0] != counts[1]:
            yield Slip("mnemonic", sign * counts[0], sign * counts[1])
    yield from _pairs(theirs, ours)
    yield from _case(theirs, ours)
    if "  " in ours.strip() and "  " not in theirs.strip():
        yield Slip("space", " ", "  ")


def _edges(text: str) -> tuple[str, str]:
    """The white space that a string begins and ends with."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _found(pattern: re.Pattern[str]) -> Callable[[str], list[str]]:
    return lambda text: sorted(pattern.findall(text))


_SIGNS: Mapping[str, Callable[[str], list[str]]] = {
    "option": _found(_OPTION),
    "email": _found(_EMAIL),
    "call": _found(_CALL),
    "invisible": _found(_ZERO_WIDTH),
    "tab": _found(re.compile("\t")),
    "escape": _found(_ESCAPE),
}


def _end(theirs: str, ours: str) -> Iterator[Slip]:
    if _FACE.search(theirs[-3:]) or _FACE.search(ours[-3:]):
        return
    sides = []
    for text in (theirs, ours):
        match = _ENDS.search(text)
        sides.append(match[0].strip("\"'”’»)] ").replace("...", "…") if match else "")
    source, target = sides
    if source == target or ({source, target} == {"", "."} and len(theirs.split()) < 3):
        return
    bare = ours.rstrip(".:;?!…")
    instead = bare + source if not target or ours.endswith(target) else None
    yield Slip("end", source, target, instead if bare != ours or not target else None)


def _pairs(theirs: str, ours: str) -> Iterator[Slip]:
    theirs, ours = (_FACE.sub("", text) for text in (theirs, ours))
    for opening, closing in _BRACKETS:
        if theirs.count(opening) == theirs.count(closing) and ours.count(opening) != ours.count(
            closing
        ):
            yield Slip("bracket", opening + closing, opening if opening in ours else closing)
    source, target = len(_QUOTES.findall(theirs)), len(_QUOTES.findall(ours))
    if source % 2 == 0 and (target % 2 or (source > 1 and not target and "'" not in ours)):
        yield Slip("quote", str(source), str(target))


def _case(theirs: str, ours: str) -> Iterator[Slip]:
    """A capital at the start that only one side has; capitals throughout."""
    source, target = LETTERS.search(theirs), LETTERS.search(ours)
    if source is None or target is None:
        return
    letters = ["".join(LETTERS.findall(text)) for text in (theirs, ours)]
    if len(letters[0]) > 3 and letters[0].isupper() and not letters[1].isupper():
        yield Slip("case", source[0], target[0])
        return
    if _NAME.match(ours, target.start()):
        return
    both_begin = not theirs[: source.start()].strip("\"'“‘«([ ") and not ours[
        : target.start()
    ].strip("\"'“‘«([ ")
    words = source[0], target[0]
    was_lowered = words[0].istitle() and words[1].islower() and not _is_small(words[1])
    # a sentence may begin with a name that has none: "asyncio queues are", "template.json file"
    is_label = len(theirs.split()) <= _LABEL and not _NAME.match(theirs, source.start())
    was_raised = is_label and words[0].islower() and words[1].istitle()
    was_raised = was_raised and words[1].lower() != words[0]
    if both_begin and (was_lowered or was_raised):
        yield Slip("case", *words)


@cache
def _small() -> frozenset[str]:
    times = ("times.months", "times.weekdays", "times.short-weekdays", "times.weekend")
    return _SHORT | portuguese.words(*times) | portuguese.forms_of_peoples()


def _is_small(word: str) -> bool:
    """Whether it has no capital in Portuguese, as it has in English: a month, a day, a language."""
    return word in _small()

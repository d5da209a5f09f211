"""TRA013: the skeleton of a page is not that of its source."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.contract import Finding, Kind, Localised, MarkupKind, Option, Span
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation import skeleton
from textlint_pt_translation.checks import STRICT, PairRule, Times, is_strict, one_line
from textlint_pt_translation.kept import is_localised, is_prose, marking
from textlint_pt_translation.omitted import english, share_answered
from textlint_pt_translation.pairs import (
    holds_source,
    is_of_another_version,
    lexica_of,
    pairs,
    regions,
    role_of,
)
from textlint_pt_translation.turned import bases, renderings

if TYPE_CHECKING:
    from textlint_pt.contract import Document, View
    from textlint_pt.contract.translations import Translations
    from textlint_pt_translation.pairs import Pair
    from textlint_pt_translation.skeleton import Pairing, Part

_KEYS = Path(__file__).with_name("data") / "front_matter.txt"
#: differences of one kind that are a convention of the translation
_SEVERAL = 3
#: parts in a row without a counterpart: a region is missing, which TRA006 says
_REGION = 4
#: sentences without a counterpart with which what stands among them is missing
_REWRITTEN = 2
#: share of the parts of the source that must have a counterpart for the two to be compared
_LEAST = 0.5
#: the same of the content words of a sentence, for what it has in bold type to be missed; and share
#: of those of a bold piece that other bold type must have not to be missed
_ALIKE, _KEPT = 0.33, 0.75
#: characters between a part and the sentence that it stands before
_HARD = 40
#: letters of words that say little
_SHORT = 3
#: anchors of a page that follow its convention, and their share
_AGREE, _MOSTLY = 2, 0.5
#: what ends a label
_MARKS = ":.!?"
#: what stands in quotation marks, and words that are no part of a path
_QUOTED = regex(r"[\"“«'`]([^\"“”«»'`]+)[\"”»'`]")
_BARE = regex(r"(?<![\w/])\w+(?![\w/])")
#: how like the name of a heading an anchor is that misspells it
_MISSPELT = 0.9
#: how anchors of the translation's own are declared
_ANCHORS = Localised("identifiers", "anchors", "pt")
#: what programs read: one word, a number, a path, a list of them
_MACHINE = regex(r"[\w./:#@~+-]+|\[[\w./:#@\"', +-]*\]")
#: what differs between pages of two languages: addresses, codes of languages
_LOCAL = regex(r"(?i)(?:[\w-]*/)*[\w-]*\b(?:en|pt)(?:[-_]?(?:us|br|pt|gb))?\b.*|https?:.*")


class Difference(NamedTuple):
    """A difference of structure: the key of its message, the kind of part, both sides as text and
    as places; `meant`: the entry of `localised` that would declare it."""

    message: str
    what: str
    source: str | None
    target: str | None
    target_span: Span
    source_span: Span
    meant: Localised | None = None


class Structure(PairRule):
    """The structure of a page is not that of its source."""

    code = "TRA013"
    options = {
        "localised": Option(
            {},
            "what differs on purpose: {names: {old: new}} of directives, components and attributes,"
            " {keys: {key: why}} of front matter, {identifiers: {anchors: pt}}",
        ),
        "strict": STRICT,
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for differences in front matter, parts, tables and bold text."""
        role = role_of(view)
        document = view.document
        if role is None or holds_source(document) or document.format not in skeleton.FORMATS:
            return
        other = document.companions[role]
        declared = options["localised"]
        lexicon = view.analysis("translations.en") if view.has("translations.en") else None
        found = [*_of_front_matter(document, other, role, declared.get("keys", {}), lexicon)]
        keys_lost = sum(one.message == "key" for one in found)
        if keys_lost > 1 and not is_strict(view, role, options):
            # a site may take them from the page of the source
            found = [one for one in found if one.message != "key"]
        if not is_of_another_version(view):  # else TRA006 says so
            names, places = declared.get("names", {}), _Places(view, role)
            found += _of_parts(document, other, names, lexicon, places)
            found += _of_tables(document, other)
            found += _of_bold(view, role) if is_strict(view, role, options) else ()
        if "anchors" in declared.get("identifiers", {}):
            found = [one for one in found if one.meant != _ANCHORS]
        alike: defaultdict[Hashable, list[Difference]] = defaultdict(list)
        for one in found:
            alike[_kind(one)].append(one)
        for one in found:
            several = alike[_kind(one)]
            if len(several) < _SEVERAL:
                yield self._finding(document, role, [one])
            elif one is several[0]:
                yield self._finding(document, role, several)

    def _finding(self, document: Document, role: str, alike: Sequence[Difference]) -> Finding:
        """Return the finding for a difference, or for several of the same kind, at the first."""
        one, *others = alike
        evidence: dict[str, Any] = {"what": one.what, "source": one.source, "target": one.target}
        if one.what == "key" and one.meant:
            evidence["key"] = one.meant.old
        if others:
            evidence["times"] = len(alike)
        meant = {other.meant for other in alike if other.meant}
        if one.message == "english" or (one.what == "anchor" and not others):
            meant.clear()  # one anchor may be a slip
        return self.on_range(
            one.target_span,
            one.source_span,
            role,
            evidence,
            message=one.message,
            arguments={
                "source": one_line(one.source),
                "target": one_line(one.target),
                "more": Times(len(alike), one.meant, same=len({each[1:4] for each in alike}) == 1),
            },
            sentence=document.sentence_at(one.target_span),
        ).replace(meant=tuple(sorted(meant)))


def _kind(one: Difference) -> Hashable:
    """Return the key under which differences are counted as the same."""
    if one.what == "heading":
        levels = ((side or "").partition(" ")[0] for side in (one.source, one.target))
        return one.what, *levels
    if one.what in ("anchor", "key", "bold"):
        return one.what, one.message
    if one.what in ("directive", "component", "attribute"):
        return one.message, one.what, one.source, one.target
    return one


def _named(source: str, target: str) -> Localised:
    """Return how a directive, component or attribute is declared that has another name, or none."""
    return Localised("names", source, target)


# ------------------------------------------------------------------ parts


def _of_parts(
    document: Document,
    other: Document,
    names: Mapping[str, str],
    lexicon: Translations | None,
    places: _Places,
) -> Iterator[Difference]:
    """Yield differences between the parts of a page and those of its source."""
    target, source = skeleton.parts(document), skeleton.parts(other)
    gone = {name for name, new in names.items() if not new} | {names.get("", "")}
    source, target = (
        [part._replace(name=names.get(part.name, part.name)) for part in s if part.name not in gone]
        for s in (source, target)
    )
    if not source or not target:
        return
    sides = skeleton.paired(source, target)
    named = _named_in_source(sides)
    both = sum(one.target is not None and one.source is not None for one in sides)
    if both < _LEAST * len(source):
        return
    counts = [Counter(part.key for part in side) for side in (target, source)]
    values = [Counter(one for part in side for one in part.attributes) for side in (target, source)]
    moved = {one for one, count in values[1].items() if values[0][one] >= count}
    headings = [part for part in source if part.what == "heading"]
    elsewhere = {skeleton.bare(part.anchor or skeleton.named(part)) for part in headings} - {""}
    for at, pairing in enumerate(sides):
        if pairing.target is not None and pairing.source is not None:
            source_part = pairing.source
            if _are_of_two_levels(source_part, pairing.target):
                continue  # perhaps of other parts of the page
            if pairing.target.anchor and not source_part.anchor:
                name = skeleton.named(source_part)
                is_other = skeleton.bare(name) != skeleton.bare(pairing.target.anchor)
                if is_other and (named or _is_nearly(name, pairing.target.anchor)):
                    source_part = source_part._replace(anchor=name)
            if skeleton.bare(pairing.target.anchor) in elsewhere:  # another heading's
                source_part = source_part._replace(anchor=pairing.target.anchor)
            for one in _of_pair(source_part, pairing.target, names, lexicon):
                if one.what != "attribute" or tuple((one.source or "").split("=", 1)) not in moved:
                    yield one
        elif not _in_region(sides, at) and not _stands_elsewhere(pairing, *counts):
            yield from _alone(sides, at, document, other, places)
    for heading in headings:
        answer = places.of(heading.span.start)
        for part in target:
            if answer and answer.overlaps(part.span) and _are_of_two_levels(heading, part):
                yield from _of_pair(heading, part, names, lexicon)


def _are_of_two_levels(source: Part, target: Part) -> bool:
    """Return whether two parts are headings of two levels, and not of one name, as code is."""
    is_heading = source.what == target.what == "heading" and source.name != target.name
    return is_heading and skeleton.named(source) != skeleton.named(target)


def _stands_elsewhere(pairing: Pairing, target: Counter[str], source: Counter[str]) -> bool:
    """Return whether a part that one side alone has there stands on the other as often."""
    part = pairing.source or pairing.target
    assert part is not None
    more, less = (source, target) if pairing.source else (target, source)
    return less[part.key] >= more[part.key]


def _named_in_source(sides: Sequence[Pairing]) -> bool:
    """Return whether headings of the target bear the names that those of the source get by
    themselves."""
    agree = [
        skeleton.bare(skeleton.named(source)) == skeleton.bare(target.anchor)
        for source, target in sides
        if source and target and source.what == "heading" and target.anchor and not source.anchor
    ]
    return sum(agree) >= max(_AGREE, _MOSTLY * len(agree))


def _is_nearly(name: str, anchor: str) -> bool:
    """Return whether an anchor is a name that is misspelt."""
    return SequenceMatcher(None, name, anchor, autojunk=False).ratio() >= _MISSPELT


def _of_pair(
    source: Part,
    target: Part,
    names: Mapping[str, str],
    lexicon: Translations | None,
) -> Iterator[Difference]:
    """Yield the differences between a part and its counterpart."""
    places = target.span, source.span
    if source.what == "code" or source.name.startswith("/"):
        return  # other rules compare code; what opens a component is named, and not what closes it
    if source.what == "image":
        if source.name == target.name and source.anchor and not target.anchor:
            yield Difference("description", "image", source.anchor, None, *places)
        return  # TRA004 compares addresses
    if skeleton.are_boxes(source, target):
        return
    if source.name != target.name:
        yield Difference(
            "changed",
            source.what,
            source.written,
            target.written,
            *places,
            _named(source.name, target.name) if source.what != "heading" else None,
        )
    anchors = [skeleton.DASHES.sub("-", part.anchor) for part in (source, target)]
    if source.what == "heading" and source.anchor and anchors[0] != anchors[1]:
        written = f"{{#{source.anchor}}}", f"{{#{target.anchor}}}" if target.anchor else None
        message = "changed" if target.anchor else "missing"
        yield Difference(message, "anchor", *written, *places, _ANCHORS)
    in_target = dict(target.attributes)
    for name, value in source.attributes if source.name == target.name else ():
        if names.get(name) == "" or (name in in_target and name in _keys()[0]):
            continue
        if name not in in_target:
            yield Difference("missing", "attribute", name, None, *places, _named(name, ""))
        elif _is_other_value(value, in_target[name], lexicon):
            written = f"{name}={value}", f"{name}={in_target[name]}"
            yield Difference("changed", "attribute", *written, *places, _named(name, ""))


def _in_region(sides: Sequence[Pairing], at: int) -> bool:
    """Return whether a part stands in a row of parts without a counterpart."""

    def is_alike(one: Pairing) -> bool:
        return (one.target is None) is lacks_target and (one.source is None) is not lacks_target

    lacks_target = sides[at].target is None
    before, after = takewhile(is_alike, sides[at::-1]), takewhile(is_alike, sides[at + 1 :])
    return len([*before, *after]) >= _REGION


def _alone(
    sides: Sequence[Pairing], at: int, document: Document, other: Document, places: _Places
) -> Iterator[Difference]:
    """Yield the difference that a part without a counterpart makes; `at`: its index in `sides`."""
    source, target = sides[at]
    part = source or target
    assert part is not None
    names = _named(source.name if source else "", target.name if target else "")
    if part.name == "link":
        return  # a shortcode for what Markdown has marks for
    if part.what not in ("directive", "component", "import"):
        return  # headings, images and code without a counterpart are said by other rules
    if part.name.startswith(("/", "end")):
        return
    if source is not None and not places.is_gone(source.span):
        hard = None if source.what == "import" else places.of(source.span.end)
        place = hard or _nearest(document, sides, at, source)
        yield Difference("missing", source.what, source.written, None, place, source.span, names)
    elif target is not None:
        previous = next((s.source for s in reversed(sides[:at]) if s.source is not None), None)
        place = previous.span if previous is not None else other.line_span(1)
        yield Difference("added", target.what, None, target.written, target.span, place, names)


class _Places:
    """Where the target says what the other text says."""

    def __init__(self, view: View, role: str) -> None:
        """Index the links between sentences, and source sentences that have none."""
        self._document, self._other = view.document, view.document.companions[role]
        links = view.analysis(f"alignment:{role}").links
        self._gone = regions(self._other, links, _REWRITTEN)
        self._lost = sorted(
            self._other.sentences[link.right].span.start
            for link in links
            if link.left == link.left_end
        )
        self._links = sorted(
            (self._other.sentences[link.right].span.start, link.left)
            for link in links
            if link.paired
        )

    def is_gone(self, span: Span) -> bool:
        """Return whether a part of the other text stands in a region that the target lacks, or hard
        before a sentence that it lacks."""
        at = bisect_left(self._lost, span.end)
        is_before = at < len(self._lost) and self._lost[at] - span.end <= _HARD
        return is_before or any(span.overlaps(region) for region in self._gone)

    def of(self, offset: int) -> Span | None:
        """Return the sentence of the target for the one that follows hard upon an offset of the
        other text."""
        at = bisect_left(self._links, (offset, 0))
        if at == len(self._links) or self._links[at][0] - offset > _HARD:
            return None
        span: Span = self._document.sentences[self._links[at][1]].span
        return span


def _of_tables(document: Document, other: Document) -> Iterator[Difference]:
    """Yield tables with other numbers of rows."""
    for in_target, one in skeleton.other_tables(document, other):
        rows = str(one.rows - 1), str(in_target.rows - 1)
        yield Difference("table", "table", *rows, in_target.span, one.span)


def _nearest(document: Document, sides: Sequence[Pairing], at: int, lost: Part) -> Span:
    """Return the place in the target for a part that only the source has: the part before it, or
    the last line before the next one, whichever is nearer in the source."""
    before = next(filter(None, map(_both, reversed(sides[:at]))), None)
    after = next(filter(None, map(_both, sides[at + 1 :])), None)
    if before and (
        after is None or lost.span.start - before[0].end <= after[0].start - lost.span.end
    ):
        return before[1]
    if after is None:
        return document.line_span(1)
    line, _ = document.position(after[1].start)
    if before is None and lost.what == "import":
        return document.line_span(min(skeleton.body(document), line))
    for number in range(line - 1, 0, -1):
        span = document.line_span(number)
        if span.end > span.start:
            return span
    return after[1]


def _both(one: Pairing) -> tuple[Span, Span] | None:
    """Return where two parts stand in the source and the target; None for one alone."""
    return (one.source.span, one.target.span) if one.source and one.target else None


def _of_bold(view: View, role: str) -> Iterator[Difference]:
    """Yield sentences whose bold type is gone."""
    other = view.document.companions[role]
    for pair in pairs(view):
        if not pair.target.sentences or not pair.source.sentences:
            continue
        links = _marked(other, pair.source.span, MarkupKind.LINK)
        if len(links) <= len(_marked(view.document, pair.target.span, MarkupKind.LINK)):
            links = []  # else TRA004 says that one is missing
        source = [
            bold
            for bold in _marked(other, pair.source.span, MarkupKind.STRONG)
            if not any(bold.span.overlaps(link.span) for link in links)
            and bold.content.text
            not in [code.content.text for code in _marked(other, bold.span, MarkupKind.CODE)]
        ]
        in_target = _marked(view.document, pair.target.span, MarkupKind.STRONG)
        kinds = MarkupKind.EMPHASIS, MarkupKind.CODE
        instead = len(_marked(view.document, pair.target.span, *kinds))
        instead -= len(_marked(other, pair.source.span, *kinds))
        if len(in_target) + max(0, instead) >= len(source):
            continue
        for neighbour in pair.near[0]:
            in_target += _marked(view.document, neighbour.span, MarkupKind.STRONG)
        kept = " ".join(one.content.text for one in in_target)
        names = {one.content.text.strip(_MARKS) for one in in_target}
        quoted = {match[1] for match in _QUOTED.finditer(pair.target.text)}
        lost = [text for one in source if (text := one.content.text) not in quoted]
        lost = [text for text in lost if _is_said(view, text, pair)]
        small = 1.0 if in_target else 0.0
        shares = {text: _answered(view, text, kept) if english(text) else small for text in lost}
        words = set(_BARE.findall(pair.target.text))
        kept_as_is = [t for t in lost if t in words or (" " in t and t in pair.target.text)]
        shares |= {t: 0.0 for t in kept_as_is if t.strip(_MARKS) not in names}
        text = min(lost, key=shares.__getitem__, default=None)
        if text is not None and shares[text] < _KEPT:
            yield Difference("bold", "bold", text, None, pair.target.place, pair.source.place)


def _is_said(view: View, text: str, pair: Pair) -> bool:
    """Return whether a sentence has the bold text of the other, as it is or translated: enough of
    its words, and of those of the whole sentence, have an answer (shares from 0 to 1)."""
    target, source = pair.target.text, pair.source.text
    if text.casefold() in target.casefold():
        return True
    if text.strip(_MARKS) == source.strip(_MARKS) and len(target) <= 2 * len(text):
        return True  # all that it says
    is_label = source.startswith(text) and text[-1:] in _MARKS
    return (
        pair.role == "source"
        and (is_label or _answered(view, text, target) >= _LEAST)
        and _answered(view, source, target) >= _ALIKE
    )


def _answered(view: View, source: str, target: str) -> float:
    """Share of the content words of an English text of which another has a rendering; 1 where it
    has the same words."""
    if source.casefold() in target.casefold():
        return 1.0
    lexica = lexica_of(view)
    return share_answered(source, target, *lexica) if lexica else 0.0


def _marked(document: Document, span: Span, *kinds: MarkupKind) -> list[Any]:
    return [markup for markup in document.markup_in(span) if markup.kind in kinds]


# ------------------------------------------------------------------ front matter


def _of_front_matter(
    document: Document,
    other: Document,
    role: str,
    declared: Mapping[str, str],
    lexicon: Translations | None,
) -> Iterator[Difference]:
    """Yield differences between the front matters of a page and its source."""
    target = {entry.key: entry for entry in skeleton.entries(document)}
    source = skeleton.entries(other)
    prose, own, free = _keys()
    last = document.line_span(1)
    begun = document.sentences[0] if document.sentences else None
    is_headed = not target and begun is not None and begun.kind is Kind.HEADING
    for entry in source:
        in_target = target.get(entry.key)
        if entry.key in declared or entry.key in own:
            continue
        meant = Localised("keys", entry.key, "…")
        if in_target is None:
            if entry.key != "title" or not is_headed:
                yield Difference("key", "key", entry.key, None, last, entry.span, meant)
            continue
        last = in_target.span
        written = entry.value, in_target.value
        where = in_target.span, entry.span
        if entry.key.rpartition("_")[2] in prose:
            is_same = entry.value == in_target.value
            if " " in in_target.value and is_same is (role == "source"):
                is_headed_otherwise = entry.value == _heading(other) != _heading(document)
                is_name = _is_used(in_target, document) or _is_name(entry, other)
                if is_headed_otherwise or (not is_name and _is_english(in_target.value, lexicon)):
                    yield Difference("english", "key", *written, *where, meant)
        elif entry.key in free or all(map(str.isdecimal, written)):
            continue  # a number orders pages, of which each language has its own
        elif _is_other_value(*written, lexicon):
            yield Difference("value", "key", *written, *where, meant)


def _heading(document: Document) -> str | None:
    """Return the first heading after the front matter."""
    front = skeleton.front_end(document)
    headings = (one for one in document.sentences if one.kind is Kind.HEADING)
    return next((one.text for one in headings if one.span.start >= front), None)


def _is_other_value(source: str, target: str, lexicon: Translations | None) -> bool:
    """Return whether two values are for programs, and differ."""
    are_for_programs = _is_machine(source) and _is_machine(target)
    if source == target or not are_for_programs or _LOCAL.fullmatch(target):
        return False
    is_own = is_localised(source, target) or is_localised(target, source)
    return not is_own and not _may_translate(target, source, lexicon)


def _is_machine(value: str) -> bool:
    return _MACHINE.fullmatch(value.strip("{}")) is not None


def _may_translate(target: str, source: str, lexicon: Translations | None) -> bool:
    """Return whether a value is a word that may translate another: a rendering of it or, where
    that is not known, any word."""
    if not LETTERS.fullmatch(source) or not LETTERS.fullmatch(target):
        return False
    if {source, target} <= {"true", "false"}:
        return False
    is_unknown = lexicon is None or not target.isascii()
    return is_unknown or target.lower() in renderings(source.lower(), lexicon)


def _is_used(title: skeleton.Entry, document: Document) -> bool:
    """Return whether the page uses a title in its text, too, as it does a name."""
    written = _spaced(title.value)
    return any(
        written in _spaced(sentence.text)
        for sentence in document.sentences
        if not sentence.span.overlaps(title.span)
    )


def _spaced(text: str) -> str:
    return text.casefold().replace("-", " ")


def _is_name(title: skeleton.Entry, other: Document) -> bool:
    """Return whether the source writes a title in the same way within a sentence, capitals
    included."""
    return title.value.istitle() and any(
        sentence.kind is not Kind.HEADING and sentence.text.find(title.value) > 0
        for sentence in other.sentences
        if not sentence.span.overlaps(title.span)
    )


def _is_english(text: str, lexicon: Translations | None) -> bool:
    """Return whether a title is English, and no name: it has words that the lexicon translates
    otherwise, and hardly any other."""
    every = [word.lower() for word in LETTERS.findall(text)]
    # words that mark both languages count for neither
    if sum(w in marking("en") for w in every) > sum(w in marking("pt") for w in every):
        return True
    if lexicon is None:
        return is_prose(text, "en") and not is_prose(text, "pt")
    told = (word for word in every if len(word) > _SHORT)
    foreign = [w for w in told if (found := _renderings(w, lexicon)) and w not in found]
    return bool(foreign) and 2 * len(foreign) >= len(every)


def _renderings(word: str, lexicon: Translations) -> set[str]:
    return {rendering for base in bases(word) for rendering in renderings(base, lexicon)}


@cache
def _keys() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return three sets of keys of front matter: with values that readers see, that each language
    may have or lack, and that it has with values of its own."""
    groups: dict[str, set[str]] = {}
    name = ""
    for line in shipped.read_text(_KEYS).splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            groups.setdefault(name, set()).update(line.split())
    return frozenset(groups["prose"]), frozenset(groups["own"]), frozenset(groups["free"])

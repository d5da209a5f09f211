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
from textlint_pt.contract import Finding, Kind, Localised, MarkupKind, Option, Related, Span
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation import skeleton
from textlint_pt_translation.checks import STRICT, Other, PairRule, Times, one_line
from textlint_pt_translation.kept import is_elsewhere, is_localised, is_prose, marking
from textlint_pt_translation.omitted import english, share_answered
from textlint_pt_translation.pairs import holds_source, pairs, regions, role_of
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
    """A finding to be: the message, what differs, both sides as written, and both places; `meant`:
    how it is declared."""

    message: str
    what: str
    source: str | None
    target: str | None
    ours: Span
    theirs: Span
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
        found = [
            *_of_front_matter(document, other, role, declared.get("keys", {}), lexicon),
            *_of_parts(document, other, declared.get("names", {}), lexicon, _Places(view, role)),
            *_of_tables(document, other),
            *(_of_bold(view, role) if options["strict"] or role != "source" else ()),
        ]
        if "anchors" in declared.get("identifiers", {}):
            found = [one for one in found if one.meant != _ANCHORS]
        alike: defaultdict[Hashable, list[Difference]] = defaultdict(list)
        for one in found:
            alike[_kind(one)].append(one)
        for one in found:
            several = alike[_kind(one)]
            if len(several) < _SEVERAL or one is several[0]:
                yield self._finding(document, role, one, several)

    def _finding(
        self, document: Document, role: str, one: Difference, alike: Sequence[Difference]
    ) -> Finding:
        """Return the finding for a difference, or for several of the same kind."""
        sentence = document.sentence_at(one.ours)
        evidence: dict[str, Any] = {"what": one.what, "source": one.source, "target": one.target}
        is_one_of_many = len(alike) >= _SEVERAL
        if one.what == "key" and one.meant:
            evidence["key"] = one.meant.old
        if is_one_of_many:
            evidence["times"] = len(alike)
        every = alike if is_one_of_many else (one,)
        meant = {other.meant for other in every if other.meant}
        if one.message == "english" or (one.what == "anchor" and not is_one_of_many):
            meant.clear()  # one anchor may be a slip
        return Finding(
            code=self.code,
            span=one.ours,
            evidence=evidence,
            message=one.message,
            arguments={
                "other": Other(role),
                "source": one_line(one.source),
                "target": one_line(one.target),
                "more": Times(
                    len(every), one.meant, same=len({other[1:4] for other in every}) == 1
                ),
            },
            sentence=sentence.index if sentence else None,
            related=(Related(one.theirs, role),),
            meant=tuple(sorted(meant)),
        )


def _kind(one: Difference) -> Hashable:
    """What differences that are alike have in common."""
    if one.what == "heading":
        levels = ((side or "").partition(" ")[0] for side in (one.source, one.target))
        return one.what, *levels
    if one.what in ("anchor", "key", "bold") or (one.what == "image" and one.message == "changed"):
        return one.what, one.message
    if one.what in ("directive", "component", "attribute"):
        return one.message, one.what, one.source, one.target
    return one


def _named(theirs: str, ours: str) -> Localised:
    """How a directive, component or attribute is declared that has another name, or none."""
    return Localised("names", theirs, ours)


# ------------------------------------------------------------------ parts


def _of_parts(
    document: Document,
    other: Document,
    names: Mapping[str, str],
    lexicon: Translations | None,
    places: _Places,
) -> Iterator[Difference]:
    """Yield differences between the parts of a page and those of its source."""
    ours, theirs = skeleton.parts(document), skeleton.parts(other)
    # a page may keep what others have otherwise
    gone = {name for name, new in names.items() if not new} | {names.get("", "")}
    theirs, ours = (
        [part._replace(name=names.get(part.name, part.name)) for part in s if part.name not in gone]
        for s in (theirs, ours)
    )
    if not theirs or not ours:
        return
    sides = skeleton.paired(theirs, ours)
    named = _named_in_source(sides)
    both = sum(one.ours is not None and one.theirs is not None for one in sides)
    if both < _LEAST * len(theirs):
        return
    counts = [Counter(part.key for part in side) for side in (ours, theirs)]
    values = [Counter(one for part in side for one in part.attributes) for side in (ours, theirs)]
    moved = {one for one, count in values[1].items() if values[0][one] >= count}
    headings = [part for part in theirs if part.what == "heading"]
    elsewhere = {skeleton.bare(part.anchor or skeleton.named(part)) for part in headings} - {""}
    for at, pairing in enumerate(sides):
        if pairing.ours is not None and pairing.theirs is not None:
            theirs_part = pairing.theirs
            if _are_of_two_levels(theirs_part, pairing.ours):
                continue  # perhaps of other parts of the page
            if pairing.ours.anchor and not theirs_part.anchor:
                name = skeleton.named(theirs_part)
                is_other = skeleton.bare(name) != skeleton.bare(pairing.ours.anchor)
                if is_other and (named or _is_nearly(name, pairing.ours.anchor)):
                    theirs_part = theirs_part._replace(anchor=name)
            if skeleton.bare(pairing.ours.anchor) in elsewhere:
                theirs_part = theirs_part._replace(anchor=pairing.ours.anchor)  # another heading's
            for one in _of_pair(theirs_part, pairing.ours, names, lexicon):
                if one.what != "attribute" or tuple((one.source or "").split("=", 1)) not in moved:
                    yield one
        elif not _in_region(sides, at) and not _stands_elsewhere(pairing, *counts):
            yield from _alone(sides, at, document, other, places)
    for heading in headings:
        answer = places.of(heading.span.start)
        for mine in ours:
            if answer and answer.overlaps(mine.span) and _are_of_two_levels(heading, mine):
                yield from _of_pair(heading, mine, names, lexicon)


def _are_of_two_levels(theirs: Part, ours: Part) -> bool:
    """Return whether two parts are headings of two levels, and not of one name, as code is."""
    is_heading = theirs.what == ours.what == "heading" and theirs.name != ours.name
    return is_heading and skeleton.named(theirs) != skeleton.named(ours)


def _stands_elsewhere(pairing: Pairing, ours: Counter[str], theirs: Counter[str]) -> bool:
    """Return whether a part that one side alone has there stands on the other as often."""
    part = pairing.theirs or pairing.ours
    assert part is not None
    more, less = (theirs, ours) if pairing.theirs else (ours, theirs)
    return less[part.key] >= more[part.key]


def _named_in_source(sides: Sequence[Pairing]) -> bool:
    """Return whether headings of ours bear the names that those of the source get by themselves."""
    pairs = [(s.theirs, s.ours) for s in sides if s.theirs is not None and s.ours is not None]
    named = [(t, o) for t, o in pairs if t.what == "heading" and o.anchor and not t.anchor]
    agree = sum(
        skeleton.bare(skeleton.named(theirs)) == skeleton.bare(ours.anchor)
        for theirs, ours in named
    )
    return agree >= _AGREE and agree >= _MOSTLY * len(named)


def _is_nearly(name: str, anchor: str) -> bool:
    """Return whether an anchor is a name that is misspelt."""
    ratio = SequenceMatcher(None, name, anchor, autojunk=False).ratio()
    return ratio >= _MISSPELT


def _of_pair(
    theirs: Part,
    ours: Part,
    names: Mapping[str, str],
    lexicon: Translations | None,
) -> Iterator[Difference]:
    """Yield the differences between a part and its counterpart."""
    places = ours.span, theirs.span
    if theirs.what == "code" or theirs.name.startswith("/"):
        return  # other rules compare code; what opens a component is named, and not what closes it
    if theirs.what == "image":
        # a picture with Portuguese words in it has the name of the other, and more
        addresses = theirs.written, ours.written
        is_own = is_localised(*addresses) or is_elsewhere(*addresses)
        if theirs.name not in ours.name and not is_own:
            meant = _named(theirs.name, ours.name)
            yield Difference("changed", "image", theirs.written, ours.written, *places, meant)
        elif theirs.name == ours.name and theirs.anchor and not ours.anchor:
            yield Difference("description", "image", theirs.anchor, None, *places)
        return
    if skeleton.are_boxes(theirs, ours):
        return
    if theirs.name != ours.name:
        yield Difference(
            "changed",
            theirs.what,
            theirs.written,
            ours.written,
            *places,
            _named(theirs.name, ours.name) if theirs.what != "heading" else None,
        )
    anchors = [skeleton.DASHES.sub("-", part.anchor) for part in (theirs, ours)]
    if theirs.what == "heading" and theirs.anchor and anchors[0] != anchors[1]:
        written = f"{{#{theirs.anchor}}}", f"{{#{ours.anchor}}}" if ours.anchor else None
        message = "changed" if ours.anchor else "missing"
        yield Difference(message, "anchor", *written, *places, _ANCHORS)
    mine = dict(ours.attributes)
    for name, value in theirs.attributes if theirs.name == ours.name else ():
        if names.get(name) == "" or (name in mine and name in _keys()[0]):
            continue
        if name not in mine:
            yield Difference("missing", "attribute", name, None, *places, _named(name, ""))
        elif _is_other_value(value, mine[name], lexicon):
            written = f"{name}={value}", f"{name}={mine[name]}"
            yield Difference("changed", "attribute", *written, *places, _named(name, ""))


def _in_region(sides: Sequence[Pairing], at: int) -> bool:
    """Return whether a part stands in a row of parts without a counterpart."""

    def is_alike(one: Pairing) -> bool:
        return (one.ours is None) is lacks_ours and (one.theirs is None) is not lacks_ours

    lacks_ours = sides[at].ours is None
    before, after = takewhile(is_alike, sides[at::-1]), takewhile(is_alike, sides[at + 1 :])
    return len([*before, *after]) >= _REGION


def _alone(
    sides: Sequence[Pairing], at: int, document: Document, other: Document, places: _Places
) -> Iterator[Difference]:
    """Yield the difference that a part without a counterpart makes."""
    theirs, ours = sides[at]
    part = theirs or ours
    assert part is not None
    names = _named(theirs.name if theirs else "", ours.name if ours else "")
    if part.name == "link":
        return  # a shortcode for what Markdown has marks for
    if part.what not in ("directive", "component", "import"):
        return  # headings, images and code without a counterpart are said by other rules
    if part.name.startswith(("/", "end")):
        return
    if theirs is not None and not places.is_gone(theirs.span):
        before = next((s for s in reversed(sides[:at]) if s.ours is not None and s.theirs), None)
        after = next((s for s in sides[at + 1 :] if s.ours is not None and s.theirs), None)
        hard = None if theirs.what == "import" else places.of(theirs.span.end)
        place = hard or _nearest(document, before, after, theirs)
        yield Difference("missing", theirs.what, theirs.written, None, place, theirs.span, names)
    elif ours is not None:
        beside = next((s.theirs for s in reversed(sides[:at]) if s.theirs is not None), None)
        place = beside.span if beside is not None else other.line_span(1)
        yield Difference("added", ours.what, None, ours.written, ours.span, place, names)


class _Places:
    """Where ours says what the other text says."""

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
        """Return whether a part of the other text stands in a region that ours lacks, or hard
        before a sentence that it lacks."""
        at = bisect_left(self._lost, span.end)
        is_before = at < len(self._lost) and self._lost[at] - span.end <= _HARD
        return is_before or any(span.overlaps(region) for region in self._gone)

    def of(self, offset: int) -> Span | None:
        """The sentence of ours for the one that follows hard upon an offset of the other text."""
        at = bisect_left(self._links, (offset, 0))
        if at == len(self._links) or self._links[at][0] - offset > _HARD:
            return None
        span: Span = self._document.sentences[self._links[at][1]].span
        return span


def _of_tables(document: Document, other: Document) -> Iterator[Difference]:
    """Tables with other numbers of rows."""
    for mine, one in skeleton.other_tables(document, other):
        rows = str(one.rows - 1), str(mine.rows - 1)
        yield Difference("table", "table", *rows, mine.span, one.span)


def _nearest(document: Document, before: Pairing | None, after: Pairing | None, lost: Part) -> Span:
    """What stands where a part of the source is missing: the part before it, or the last line
    before the next one, whichever is nearer to it in the source."""
    if before is None and after is None:
        return document.line_span(1)
    if before is not None and before.ours is not None and before.theirs is not None:
        reach = lost.span.start - before.theirs.span.end
        if (
            after is None
            or after.theirs is None
            or reach <= after.theirs.span.start - lost.span.end
        ):
            return before.ours.span
    assert after is not None
    assert after.ours is not None
    if before is None and lost.what == "import":
        return document.line_span(
            min(skeleton.body(document), document.position(after.ours.span.start)[0])
        )
    line, _ = document.position(after.ours.span.start)
    for number in range(line - 1, 0, -1):
        span = document.line_span(number)
        if span.end > span.start:
            return span
    return after.ours.span


def _of_bold(view: View, role: str) -> Iterator[Difference]:
    """Sentences whose bold type is gone."""
    other = view.document.companions[role]
    for pair in pairs(view):
        if not pair.ours.sentences or not pair.theirs.sentences:
            continue
        links = _marked(other, pair.theirs.span, MarkupKind.LINK)
        if len(links) <= len(_marked(view.document, pair.ours.span, MarkupKind.LINK)):
            links = []  # else TRA004 says that one is missing
        theirs = [
            bold
            for bold in _marked(other, pair.theirs.span, MarkupKind.STRONG)
            if not any(bold.span.overlaps(link.span) for link in links)
            and not any(
                code.content.text == bold.content.text
                for code in _marked(other, bold.span, MarkupKind.CODE)
            )
        ]
        mine = _marked(view.document, pair.ours.span, MarkupKind.STRONG)
        instead = (
            len(_marked(document, side.span, MarkupKind.EMPHASIS, MarkupKind.CODE))
            for document, side in ((view.document, pair.ours), (other, pair.theirs))
        )
        if len(mine) + max(0, next(instead) - next(instead)) >= len(theirs):
            continue
        for beside in pair.near[0]:
            mine += _marked(view.document, beside.span, MarkupKind.STRONG)
        kept = " ".join(one.content.text for one in mine)
        names = {one.content.text.strip(_MARKS) for one in mine}
        lost = [one.content.text for one in theirs if _is_said(view, one.content.text, pair)]
        quoted = {match[1] for match in _QUOTED.finditer(pair.ours.text)}
        lost = [text for text in lost if text not in quoted]
        # of small words nothing tells which bold type is theirs
        small = 1.0 if mine else 0.0
        shares = {text: _answered(view, text, kept) if english(text) else small for text in lost}
        # a name that stays as it is, and stands there without the marks
        words = set(_BARE.findall(pair.ours.text))
        kept_as_is = [t for t in lost if t in words or (" " in t and t in pair.ours.text)]
        shares |= {t: 0.0 for t in kept_as_is if t.strip(_MARKS) not in names}
        text = min(lost, key=shares.__getitem__, default=None)
        if text is not None and shares[text] < _KEPT:
            yield Difference("bold", "bold", text, None, pair.ours.place, pair.theirs.place)


def _is_said(view: View, text: str, pair: Pair) -> bool:
    """Return whether a sentence says, in Portuguese or not, what the other has in bold type."""
    ours, theirs = pair.ours.text, pair.theirs.text
    if text.casefold() in ours.casefold():
        return True
    if text.strip(_MARKS) == theirs.strip(_MARKS) and len(ours) <= 2 * len(text):
        return True  # all that it says
    if theirs.startswith(text) and text[-1:] in _MARKS:
        return pair.role == "source" and _answered(view, theirs, ours) >= _ALIKE
    return (
        pair.role == "source"
        and _answered(view, text, ours) >= _LEAST
        and _answered(view, theirs, ours) >= _ALIKE
    )


def _answered(view: View, theirs: str, ours: str) -> float:
    """Share of the content words of an English text of which another has a rendering; 1 where it
    has the same words."""
    if theirs.casefold() in ours.casefold():
        return 1.0
    if not (view.has("forms") and view.has("translations.en")):
        return 0.0
    lexica = view.analysis("forms"), view.analysis("translations.en")
    return share_answered(theirs, ours, *lexica)


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
    ours = {entry.key: entry for entry in skeleton.entries(document)}
    theirs = skeleton.entries(other)
    prose, own, free = _keys()
    last = document.line_span(1)
    begun = document.sentences[0] if document.sentences else None
    is_headed = not ours and begun is not None and begun.kind is Kind.HEADING
    for entry in theirs:
        mine = ours.get(entry.key)
        if entry.key in declared or entry.key in own:
            continue
        meant = Localised("keys", entry.key, "…")
        if mine is None and entry.key == "title" and is_headed:
            continue
        if mine is None:
            yield Difference("key", "key", entry.key, None, last, entry.span, meant)
            continue
        last = mine.span
        written = entry.value, mine.value
        where = mine.span, entry.span
        if entry.key.rpartition("_")[2] in prose:
            was_left = " " in mine.value and (entry.value == mine.value) is (role == "source")
            is_name = _is_used(mine, document) or _is_name(entry, other)
            is_headed_otherwise = entry.value == _heading(other) != _heading(document)
            if was_left and (
                is_headed_otherwise or (not is_name and _is_english(mine.value, lexicon))
            ):
                yield Difference("english", "key", *written, *where, meant)
        elif entry.key not in free and _is_other_value(entry.value, mine.value, lexicon):
            yield Difference("value", "key", *written, *where, meant)


def _heading(document: Document) -> str | None:
    """The first heading after the front matter."""
    front = skeleton.front_end(document)
    headings = (one for one in document.sentences if one.kind is Kind.HEADING)
    return next((one.text for one in headings if one.span.start >= front), None)


def _is_other_value(theirs: str, ours: str, lexicon: Translations | None) -> bool:
    """Return whether two values are for programs, and differ."""
    if theirs == ours or not (_is_machine(theirs) and _is_machine(ours)) or _LOCAL.fullmatch(ours):
        return False
    # each may lead to the page in the other language
    is_own = is_localised(theirs, ours) or is_localised(ours, theirs)
    return not is_own and not _are_words(theirs, ours, lexicon)


def _is_machine(value: str) -> bool:
    return _MACHINE.fullmatch(value.strip("{}")) is not None


def _are_words(theirs: str, ours: str, lexicon: Translations | None = None) -> bool:
    """Return whether two values are words, of which one may translate the other."""
    if not LETTERS.fullmatch(theirs) or not LETTERS.fullmatch(ours):
        return False
    if {theirs, ours} <= {"true", "false"}:
        return False
    if lexicon is None or not ours.isascii():
        return True
    return ours.lower() in renderings(theirs.lower(), lexicon)


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
    english, portuguese = marking("en"), marking("pt")
    if sum(w in english - portuguese for w in every) > sum(
        w in portuguese - english for w in every
    ):
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
    """Keys whose values readers see, those that each language has of its own, and those whose
    values it has."""
    groups: dict[str, set[str]] = {}
    name = ""
    for line in shipped.read_text(_KEYS).splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            groups.setdefault(name, set()).update(line.split())
    return frozenset(groups["prose"]), frozenset(groups["own"]), frozenset(groups["free"])

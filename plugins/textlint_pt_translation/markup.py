"""TRA004: links, code, placeholders and roles that the translation lost or changed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from posixpath import splitext
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import (
    Document,
    Finding,
    Fix,
    Kind,
    Localised,
    MarkupKind,
    Option,
    Sentence,
    Span,
    Text,
    TranslationUnit,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.checks import PairRule, Times, one_line, suggestion
from textlint_pt_translation.choices import misnested, wrong_keys
from textlint_pt_translation.format_strings import breach, has_same
from textlint_pt_translation.kept import (
    Difference,
    Links,
    Placed,
    change,
    differences,
    is_elsewhere,
    is_hole,
    is_like,
    is_portuguese,
    is_translated,
    marking,
    slug,
)
from textlint_pt_translation.listings import (
    Change,
    changes,
    is_throughout,
    listings,
    paired,
    renames,
)
from textlint_pt_translation.localised import Names, apart, plain, same_written
from textlint_pt_translation.pairs import (
    Pair,
    Side,
    holds_source,
    is_of_another_version,
    language_of,
    lexica_of,
    pairs,
    regions,
    role_of,
)
from textlint_pt_translation.proportion import Lengths
from textlint_pt_translation.skeleton import anchors, other_tables, rearranged
from textlint_pt_translation.tokens import Token, What, ranges, tokens

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment

#: what the name of a tag ends before
_NAME_ENDS = regex(r"[\s>]")
#: of MediaWiki
_CHOICE = regex(r"\{\{\s*(?:plural|gender|grammar)\s*:", re.IGNORECASE)
#: findings on one pair: more say that the sentences do not belong together
_MOST = 3
#: what a function takes
_TAKEN = regex(r"(?<=\w)\([^()]*\)\Z")
#: links or pieces of code of a page that are lost, or others, of which one finding speaks; what
#: differs in the same way
_MANY, _BY_RULE = 5, 3
#: lines of a listing that differ, up to which each is a finding
_BY_LINE = 3
#: an anchor of this page, of one word
_HEADING = regex(r"#[^\W_]+")
#: letters that the name of a page, and of a heading of this one, has at least
_NAME, _NAME_HERE = 5, 3
#: what `strftime` puts in, and of it what no `printf` does
_DIRECTIVE = regex(r"%[-^0#]?([AaBbCcDdeFGgHIjklMmNnPpRrSsTtUuVvWwXxYyZz])")
_OF_DATES = frozenset("BbHIjklMmRTUVWwYyZz")
#: how placeholders begin in files in which "@name" is a mention, and none
_NAMED = ("%{", "{", "%(", "%s", "%d", "%1", "${")
#: roles whose text is code, of which a translation may put what the reader replaces in words
CODE_ROLES = (":code:", ":kbd:", ":samp:", ":file:", ":program:", ":command:", ":math:")


class Markup(PairRule):
    """A placeholder, tag, link, piece of code or role is not the one of the source."""

    code = "TRA004"
    options = {
        "localised": Option(
            {},
            "what the translation has in place of parts of addresses: {links: {old: new}}; of names"
            " in code, whatever they are: {identifiers: {all: pt}}",
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for markup that a translation lacks, adds or changes."""
        role = role_of(view)
        if role is None:
            return
        if holds_source(view.document):
            yield from self._strings(view, options)
        else:
            yield from self._page(view, role, options)

    def _strings(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for a file of strings, each compared with its own source."""
        compare = _Comparison(view, "source", options, {})
        every = list(pairs(view))
        other = view.document.companions["source"]
        read = [
            (pair, _of_side(view.document, pair.target, 0), _of_side(other, pair.source, 0))
            for pair in every
            if (pair.target.sentences or "\n" not in pair.target.written)  # lines of code alone
            and not (_is_date(pair.source.written) and _is_date(pair.target.written))
        ]
        plurals = _plurals(read)
        named = any(p.token.written.startswith(_NAMED) for *_, placed in read for p in placed)
        reported: set[int] = set()
        for pair, in_target, in_source in read:
            assert pair.unit is not None
            found = differences(in_source, in_target, compare.may_stand_for)
            tags = _tags_alone(found)
            left = _without(pair.unit.target, [p.token for p in in_target]) if found else ""
            kept = (
                difference
                for difference in found
                if not _of_a_plural(difference, pair.unit, plurals.get(pair.unit.span))
                and not _is_bare(difference, left)
                and not _only_chooses(difference)
                and not _is_named_anew(difference, pair.unit)
                and not _belongs_to_tag(difference, tags)
                and not (named and _is_mention(difference))
                and not _is_filled_alike(difference, pair.unit)
            )
            for difference in islice(_said_once(kept), _MOST):
                token = (difference.source or difference.target or in_target[0]).token
                if token.what is What.PLACEHOLDER or "%" in token.written:
                    reported.add(pair.place)
                yield self._finding(pair, difference)
        forms: defaultdict[Span, list[TranslationUnit]] = defaultdict(list)
        for unit in filter(None, (pair.unit for pair in every)):
            forms[unit.span].append(unit)
        for pair in every:
            assert pair.unit is not None
            own_forms = forms[pair.unit.span]
            yield from self._choices(pair, pair.unit)
            if pair.place not in reported:
                yield from self._format(pair, pair.unit, _general(own_forms))
            if view.document.format == "po":
                yield from self._edges(pair, own_forms[0].source)

    def _format(
        self, pair: Pair, unit: TranslationUnit, last: TranslationUnit
    ) -> Iterator[Finding]:
        """Yield the finding for a format string with which the program would fail. Forms of a
        plural are compared with the plural source; only the form for most numbers needs all
        placeholders."""
        source = last.source
        assert source is not None
        for language in unit.formats:
            found = breach(source.text, unit.target.text, language, may_lack=unit is not last)
            if found is None:
                continue
            in_source = source[slice(*found.source)] if found.source else None
            in_target = unit.target[slice(*found.target)] if found.target else None
            written = {
                "source": in_source.text if in_source else None,
                "target": in_target.text if in_target else None,
            }
            message, fix = found.what, None
            if found.what == "invalid" and in_target:
                message = "invalid" if in_target.text[:1] == "%" else "unreadable"
                fix = suggestion(in_target.span(), "%%") if in_target.text == "%" else None
            yield self.on_pair(
                pair,
                {"what": "format", **written},
                arguments={
                    "format": language,
                    "more": Times(1),
                    **{side: one_line(text) for side, text in written.items()},
                },
                message=message,
                fix=fix,
            )
            return

    def _choices(self, pair: Pair, unit: TranslationUnit) -> Iterator[Finding]:
        """Yield findings for keys that an ICU message chooses by, and for misnested tags."""
        source = unit.source.text if unit.source is not None else ""
        text = unit.target.text
        for in_source, in_target in islice(wrong_keys(source, text), _MOST):
            span = unit.target[in_target.start : in_target.end].span() if in_target else None
            shown = {"source": in_source, "target": in_target.name if in_target else None}
            yield self.on_pair(
                pair,
                {"what": "choice", **shown},
                span=span,
                arguments={**shown, "more": Times(1)},
                message=_message_key(in_source, in_target),
                fix=suggestion(span, in_source) if span and in_source else None,
            )
        place = misnested(text) if "</" in text and misnested(source) is None else None
        if place is not None:
            closing = unit.target[slice(*place)]
            evidence = {"what": "nesting", "source": None, "target": closing.text}
            yield self.on_pair(pair, evidence, span=closing.span(), message="nesting")

    def _edges(self, pair: Pair, source: Text | None) -> Iterator[Finding]:
        """Yield findings for line breaks at the start or end of a string that only one side has."""
        assert pair.unit is not None and source is not None
        in_source, in_target = source.text, pair.unit.target.text
        for message, edge, edge_of_target in (
            ("begins", in_source[:1], in_target[:1]),
            ("ends", in_source[-1:], in_target[-1:]),
        ):
            if "\n" in (edge, edge_of_target) and edge != edge_of_target:
                shown, lacks = ("source", "target") if edge == "\n" else ("target", "source")
                evidence = {"what": "break", shown: "\\n", lacks: None}
                yield self.on_pair(pair, evidence, arguments={"source": "\\n"}, message=message)

    def _page(self, view: View, role: str, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield the findings of a page, its sentences paired by the alignment."""
        document, other = view.document, view.document.companions[role]
        alignment: Alignment = view.analysis(f"alignment:{role}")
        by_place = {pair.place: pair for pair in pairs(view)}
        lengths = Lengths(document, other, alignment.links, language_of(view, role))
        sides = (
            _Side(document, [(link.left, link.left_end) for link in alignment.links]),
            _Side(other, [(link.right, link.right_end) for link in alignment.links]),
        )
        headings = {
            slug(b.text): slug(a.text)
            for pair in by_place.values()
            for a, b in zip(pair.target.sentences, pair.source.sentences, strict=False)
            if a.kind is Kind.HEADING and b.kind is Kind.HEADING
        }
        localised = _localised(view, role)
        compare = _Comparison(view, role, options, headings, localised, anchors(document))
        missing = regions(other, alignment.links)
        missing += [one.span for _, one in other_tables(document, other)]  # which TRA013 compares
        in_target, in_source = _outside_rearranged(sides, by_place.values())
        found = [
            one
            for one in differences(in_source, in_target, compare.may_stand_for)
            if not (_stands_in(missing, one) or _leads_to_edition(one))
        ]
        yield from self._of_page(view, role, found, in_target, by_place, lengths, localised)
        is_other = is_of_another_version(view)
        if not document.units and (document.code or other.code) and not is_other:
            is_declared = "all" in options["localised"].get("identifiers", {})
            yield from self._code(role, sides, by_place, localised, missing, is_declared)

    def _of_page(
        self,
        view: View,
        role: str,
        found: Sequence[Difference],
        in_target: Sequence[Placed],
        by_place: Mapping[int, Pair],
        lengths: Lengths,
        localised: Names | None,
    ) -> Iterator[Finding]:
        """Yield a finding for each difference of a page, but few of one pair, and one for several
        that differ in one way."""
        reported: set[tuple[str, str]] = set()
        many: set[Hashable] = set()
        counts: dict[int, int] = defaultdict(int)
        document, other = view.document, view.document.companions[role]
        is_other = is_of_another_version(view)
        is_all = role != "source" or document.units
        rules = Counter[Hashable](filter(None, (_rule(one) or _words(one) for one in found)))
        several: defaultdict[Hashable, list[Difference]] = defaultdict(list)
        for one in found:
            several[_of_several(one, rules)].append(one)
        others = Counter(
            d.target.place for d in found if d.target and _of_links(d) and not is_like(d)
        )
        for difference in found:
            source, target = difference
            place = (target or source or in_target[0]).place
            pair = by_place.get(place)
            is_new = source is not None and not is_like(difference)
            if pair is None or counts[place] >= _MOST:
                continue
            if target and is_new:
                is_one_of_many = _of_links(difference) and (
                    others[place] > 1 or _below(document, pair.target, target.token)
                )
                if is_one_of_many or _stands_bare(target.token, pair.source.text):
                    difference = Difference(source, target := None)
            if source and target:
                key = source.token.key, target.token.key
            else:  # of what is lost in one place the first will do
                key = str(place), "" if source else "+"
            is_rewritten = lengths.is_rewritten(place, is_shorter=target is None)
            is_bare = _is_bare(difference, pair.target.text)
            if key in reported or is_rewritten or is_bare or _is_extra(difference):
                continue
            reported.add(key)
            if is_other and (target is None or not is_like(difference)):
                continue  # TRA006 says that much is missing
            kind = _of_several(difference, rules)
            alike = several[kind] if kind else []
            if len(alike) < (_MANY if isinstance(kind, str) else _BY_RULE):
                if not is_all and _is_unsure(difference, localised):
                    continue
                alike = [difference]
            if len(alike) > 1 and kind in many:
                continue
            many.add(kind)
            counts[place] += 1
            at = target and target.token
            if target is None and source and _below(other, pair.source, source.token):
                at = next((p.token for p in in_target if p.place == place), None)  # beside it
            yield self._finding(pair, difference, alike, _below(document, pair.target, at))

    def _code(
        self,
        role: str,
        sides: tuple[_Side, _Side],
        by_place: Mapping[int, Pair],
        localised: Names | None,
        missing: Sequence[Span],
        is_declared: bool,
    ) -> Iterator[Finding]:
        """Yield a finding for each code block that differs, outside of `missing` regions."""
        changed: list[tuple[Span, Change, int]] = []
        for place, every in _changed_code(sides, by_place, localised, missing, is_declared):
            by_line = len(every) <= _BY_LINE and all(one.target for one in every)
            for one in every if by_line else every[:1]:
                span = one.target.span if one.target else place
                changed.append((span, one, 1 if by_line else len(every)))
        kinds = [_kind(one) for _, one, _ in changed]
        reported = set[Hashable]()
        for kind, (span, (target, source), lines) in zip(kinds, changed, strict=True):
            times = kinds.count(kind) if target and all(kind) else 1
            if times == 1 or kind not in reported:
                shown = {"source": source.text, "target": target.text if target else None}
                yield self.on_range(
                    span,
                    source.span,
                    role,
                    {"what": "listing", **shown, "lines": lines},
                    message="changed" if target else "missing",
                    arguments={
                        **{side: one_line(text) for side, text in shown.items()},
                        "more": Times(times),
                    },
                )
            reported.add(kind)

    def _finding(
        self,
        pair: Pair,
        difference: Difference,
        alike: Sequence[Difference] = (),
        span: Span | None = None,
    ) -> Finding:
        """A finding on a difference, and on those that are `alike`, at `span` or on all the
        pair."""
        source, target = (placed.token if placed else None for placed in difference)
        token = source or target
        assert token is not None
        shown = _shown(difference)
        more = {"times": len(alike)} if len(alike) > 1 else {}
        rules = {_rule(one) for one in alike}
        meant = tuple(sorted(filter(None, rules)))
        rule = meant[0] if len(alike) > 1 and len(rules) == len(meant) == 1 else None
        is_one = len({tuple(placed and placed.token.key for placed in one) for one in alike}) < 2
        return self.on_pair(
            pair,
            {"what": token.what.value, **shown, **more},
            span=span,
            arguments={
                **{side: one_line(text) for side, text in shown.items()},
                "more": Times(len(alike), rule, same=bool(rule) or is_one),
            },
            message=_message_key(source, target),
            source=_begun(pair, source) if source else None,
            fix=_restored(difference),
        ).replace(meant=meant)


def _message_key(source: object, target: object) -> str:
    """Return the key of the message about what both sides have, or one of them alone (None)."""
    if target is None:
        return "missing"
    return "added" if source is None else "changed"


def _stands_in(regions: Sequence[Span], difference: Difference) -> bool:
    """Return whether a token of the source that is lost stands in one of them."""
    lost = difference.lost
    return lost is not None and any(lost.span.overlaps(region) for region in regions)


def _leads_to_edition(difference: Difference) -> bool:
    """Return whether a link that is lost leads from the source to an edition in Portuguese."""
    lost = difference.lost
    return lost is not None and lost.what is What.LINK and is_portuguese(lost.key)


def _kind(change: Change) -> tuple[Hashable, Hashable]:
    """Return the key under which changes of a line are counted as the same: the words that only
    one side has or, if one has none, both lines."""
    source, target = change.source.text, change.target.text if change.target else None
    words = apart(source, target or "")
    return words if all(words) else (source, target)


def _changed_code(
    sides: tuple[_Side, _Side],
    by_place: Mapping[int, Pair],
    localised: Names | None,
    missing: Sequence[Span],
    is_declared: bool,
) -> Iterator[tuple[Span, list[Change]]]:
    """Yield the place of each code block that differs with its changes, without what stands
    elsewhere on the page and what only renames."""
    in_target, in_source = sides
    blocks = listings(in_target.document), listings(in_source.document)
    places = (
        [in_target.place(block.span.start) for block in blocks[0]],
        [in_source.place(block.span.start) for block in blocks[1]],
    )
    counts = [Counter(x.text for block in side for x in block.lines) for side in blocks]
    codes = ["\n".join(count) for count in counts]
    counts[0].update(p.token.key for p in in_target.tokens() if p.token.what is What.CODE)

    def only_renames(one: Change) -> bool:
        names = renames(one, *codes)
        return bool(names) and all(is_declared or is_throughout(*pair, *codes) for pair in names)

    for mine, other in paired(*blocks, places):
        lost = [Change(None, line) for line in other.lines]
        if mine is not None:
            lost = list(changes(mine, other, localised.is_line if localised else None))
        elif any(other.span.overlaps(region) for region in missing):
            continue
        pair = by_place.get(in_source.place(other.span.start))
        kept = [one for one in lost if not _stands_elsewhere(one, counts)]
        if mine is None and not any(LETTERS.search(line.text) for _, line in kept):
            continue  # what a program prints
        if kept and (mine or pair):
            place = mine.span if mine else pair.target.place if pair else other.span
            yield place, [one for one in kept if not only_renames(one)]


def _stands_elsewhere(change: Change, counts: Sequence[Counter[str]]) -> bool:
    """Return whether a line that the target lacks there stands in it as often as in the source."""
    in_target, in_source = counts
    text = change.source.text
    return change.target is None and in_target[text] >= in_source[text]


def _rule(difference: Difference) -> Localised | None:
    """Return how an address that differs is declared."""
    links = _of_links(difference)
    parts = change(*links) if links else None
    return Localised("links", *parts) if parts else None


def _of_several(difference: Difference, rules: Mapping[Hashable, int]) -> Hashable:
    """Return the key under which differences of links and code are reported together, such as
    "missing" or one of the `rules`; None for those reported one by one."""
    source, target = difference
    if source is None:
        return None
    if source.token.what is What.LINK:
        if (rule := _rule(difference)) and rules[rule] >= _BY_RULE:
            return rule
        return "changed" if target else "missing"
    if source.token.what is not What.CODE:
        return None
    if target is None:
        return "code missing"
    words = _words(difference)
    return words if rules[words] >= _BY_RULE else "code changed"


def _words(difference: Difference) -> Hashable:
    """Return the words that stand in code in the place of others; None for anything else."""
    source, target = difference
    if source is None or target is None or source.token.what is not What.CODE:
        return None
    words = apart(source.token.key, target.token.key)
    return words if all(words) else None


def _localised(view: View, role: str) -> Names | None:
    lexica = lexica_of(view, role)
    return Names(*lexica) if lexica else None


def _restored(difference: Difference) -> Fix | None:
    """Return the fix that puts back the source's address of a link, or code between its marks."""
    source, target = (placed.token if placed else None for placed in difference)
    if source is None or target is None:
        return None
    is_code = source.what is What.CODE
    if not is_code and source.what not in (What.PLACEHOLDER, What.LINK):
        return None
    in_source, in_target = (
        one.markup.content.text if is_code else one.written for one in (source, target)
    )
    written = target.markup.content if is_code else target.markup.written
    at = written.text.find(in_target)
    if at < 0 or not in_target:
        return None
    piece = written[at : at + len(in_target)]
    span = piece.span()
    return suggestion(span, in_source) if span.end - span.start == len(in_target) else None


def _shown(difference: Difference) -> dict[str, str | None]:
    """Return the tokens of both sides as they are written."""
    written = [placed.token.written if placed else None for placed in difference]
    return dict(zip(("source", "target"), written, strict=True))


def _below(document: Document, side: Side, token: Token | None) -> Span | None:
    """Where a token stands that is on a later line than the sentences of a pair before it."""
    if token is None or "\n" not in document.raw[side.place.end : token.span.start]:
        return None
    return token.span


def _begun(pair: Pair, token: Token) -> Sentence | None:
    """Return the last sentence of the source's side that begins before a token ends."""
    end = token.span.end
    begun = [sentence for sentence in pair.source.sentences if sentence.span.start < end]
    return begun[-1] if begun else None


class _Comparison:
    """What may stand for what in a document."""

    def __init__(
        self,
        view: View,
        role: str,
        options: Mapping[str, Any],
        headings: Mapping[str, str],
        names: Names | None = None,
        own: Iterable[str] = (),
    ) -> None:
        """Prepare the comparison of the links and names of a page."""
        self._names = names
        paths = view.document.path, view.document.companions[role].path
        localised = options["localised"].get("links", {})
        self._links = Links(paths, lambda path: view.mapped(path, role), headings, localised, own)

    def may_stand_for(self, source: Token, target: Token) -> bool:
        """Return whether a token of the translation may replace one of the source."""
        if source.what is What.CODE and target.what is What.ROLE:
            return source.key == _content(target)
        if source.what is not target.what:
            return False
        if source.what is What.LINK:
            keys = source.key, target.key
            are_images = source.markup.kind is target.markup.kind is MarkupKind.IMAGE
            if self._names is not None and are_images and is_elsewhere(*keys):
                return True  # a screenshot of the program in Portuguese
            return (
                self._links.same(*keys) or self._is_named_page(*keys) or _is_of_text(source, target)
            )
        if self._names is not None and same_written(source.key) == same_written(target.key):
            return True  # but for the code of a language
        if source.what is What.CODE:
            keys = source.key, target.key
            if is_translated(*keys) or _is_named_alike(*keys):
                return True
            return self._names is not None and self._names.is_line(*keys)
        if source.what is What.ROLE:
            contents = _content(source), _content(target)
            same_role = source.key.split("`")[0] == target.key.split("`")[0]
            is_code = same_role and source.key.startswith(CODE_ROLES)
            return contents[0] == contents[1] or (is_code and is_translated(*contents))
        if source.what is What.PLACEHOLDER:  # Qt fills in the same
            return source.key.startswith("%L") and source.key[2:] == target.key[1:]
        return False

    def _is_named_page(self, source: str, target: str) -> bool:
        """Return whether a path of the site has a Portuguese name: `../day_3` and `../dia_3`."""
        sides = source[:1] + target[:1]
        is_page = sides == ".." or (sides == "//" and not splitext(target)[1])
        if self._names is None or not is_page:
            return False
        is_same = [(re.findall(r"\d+", one), one.count("/")) for one in (source, target)]
        return is_same[0] == is_same[1] and self._names.is_line(source, target)


def _is_of_text(source: Token, target: Token) -> bool:
    """Return whether two addresses differ in what each side has from the text of its link."""
    keys = source.key, target.key
    is_here = all(map(_HEADING.fullmatch, keys))
    parts = (source.key[1:], target.key[1:]) if is_here else change(*keys)
    if parts is None or target.key in target.markup.content.text:
        return False
    texts = (slug(plain(one.markup.content.text)) for one in (source, target))
    return all(
        len(part) >= (_NAME_HERE if is_here else _NAME) and slug(plain(part)).strip("-") in text
        for part, text in zip(parts, texts, strict=True)
    )


def _is_named_alike(source: str, target: str) -> bool:
    """Return whether two pieces of code name the same: a function with what it takes or without,
    `<br/>` and `<br />`."""
    bare = [_TAKEN.sub("", one) for one in (source, target)]
    if bare[0] == bare[1] and bare != [source, target]:
        return source == bare[0] or target == bare[1]
    if "".join(source.split()).strip("\"'") == "".join(target.split()).strip("\"'"):
        return True
    if target == f"{source}s":  # several of them, with the "s" behind the marks in the source
        return True
    return source.endswith("/>") and source.replace(" />", "/>") == target.replace(" />", "/>")


def _content(role: Token) -> str:
    """Return what a role names, whatever the role."""
    return role.key.split("`")[1] if "`" in role.key else role.key


def _without(text: Text, taken: Sequence[Token]) -> str:
    """Return a text with blanks in place of its tokens."""
    blanked = list(text.text)
    for start, end in ranges(text, taken):
        blanked[start:end] = " " * (end - start)
    return "".join(blanked)


def _is_bare(difference: Difference, text: str) -> bool:
    """Return whether what is left of a translation has code that is lost without marks."""
    return difference.lost is not None and _stands_bare(difference.lost, text)


def _stands_bare(token: Token, text: str) -> bool:
    """Return whether a text has a piece of code without its marks."""
    bare = rf"(?<![\w-]){re.escape(token.key)}(?![\w-])"
    return token.what is What.CODE and re.search(bare, text) is not None


def _is_date(text: str) -> bool:
    """Return whether a text says how a date or an hour is written, which each language does in
    its way."""
    signs = _DIRECTIVE.findall(text)
    return len(signs) > 1 and len(signs) == text.count("%") and not _OF_DATES.isdisjoint(signs)


def _only_chooses(difference: Difference) -> bool:
    """Return whether a lost argument only selects a variant of a message and is never shown."""
    one = difference.alone
    if one is None or not one.markup.target:
        return False
    is_plural = difference.lost and "plural" in one.written and "#" not in one.written
    return bool(_CHOICE.match(one.written) or is_plural)


def _is_filled_alike(difference: Difference, unit: TranslationUnit) -> bool:
    """Return whether a format string takes the same arguments, and only the letters beside one
    differ: "%'dth" and "%'dº"."""
    source, target = unit.source.text if unit.source is not None else "", unit.target.text
    written = [placed.token.written for placed in difference if placed]
    return (
        all(one.startswith("%") for one in written)
        and target.count("% ") <= source.count("% ")
        and any(has_same(source, target, language) for language in unit.formats)
    )


def _is_mention(difference: Difference) -> bool:
    """Return whether nothing differs but a name of somebody or something, as in social networks."""
    written = [placed.token.written for placed in difference if placed]
    return all(one.startswith("@") and one[1:2].isalpha() for one in written)


def _is_named_anew(difference: Difference, unit: TranslationUnit) -> bool:
    """Return whether what the reader replaces has a Portuguese name: `<value>` and `<valor>`, which
    nothing closes as it would a tag."""
    source, target = difference
    if source is None or target is None or unit.source is None:
        return False
    is_closed = f"</{source.token.written[1:]}" in unit.source.text
    return not is_closed and is_hole(source.token.written) and is_hole(target.token.written)


class _Tags(NamedTuple):
    """Tags that one side alone has, in order, and the names of those that open something."""

    tokens: Sequence[Token]
    names: frozenset[str]


def _tags_alone(found: Iterable[Difference]) -> Mapping[bool, _Tags]:
    """Return the tags that are lost (False) and those that are added (True)."""
    alone: dict[bool, list[Token]] = {False: [], True: []}
    for difference in found:
        if (one := difference.alone) and one.what is What.TAG:
            alone[difference.source is None].append(one)
    return {
        side: _Tags(
            sorted(tags, key=lambda tag: tag.span.start),
            frozenset(_NAME_ENDS.split(tag.written[1:], maxsplit=1)[0] for tag in tags),
        )
        for side, tags in alone.items()
    }


def _belongs_to_tag(difference: Difference, tags: Mapping[bool, _Tags]) -> bool:
    """Return whether a difference is inside, or closes, a tag that is reported itself."""
    token = difference.alone
    if token is None:
        return False
    others, names = tags[difference.source is None]
    if token.written.startswith("</") and token.written[2:-1] in names:
        return True
    after = bisect_right(others, token.span.start, key=lambda tag: tag.span.start)
    return any(
        tag is not token and token.span.end <= tag.span.end
        for tag in others[max(0, after - 2) : after]
    )


def _is_end(difference: Difference) -> bool:
    return any(placed.token.written.startswith("</") for placed in difference if placed)


def _said_once(found: Iterable[Difference]) -> Iterator[Difference]:
    """Yield the differences without repeated ones in a string: an end tag whose start tag is
    reported, the same break lost twice."""
    reported: set[tuple[str, ...]] = set()
    for difference in sorted(found, key=_is_end):
        change = tuple(
            placed.token.written.replace("</", "<").partition(" ")[0].rstrip(">") if placed else ""
            for placed in difference
        )
        is_tag = all(placed.token.what is What.TAG for placed in difference if placed)
        if not is_tag or change not in reported:
            yield difference
        reported.add(change)


def _is_unsure(difference: Difference, names: Names | None) -> bool:
    """Return whether a piece of code is lost, which other words may name, or is in other words:
    readers found none of 11 right, of one name in place of another that is like it 10 of 14."""
    source, target = difference
    if source is None or source.token.what is not What.CODE:
        return False
    if target is None or not is_like(difference):
        return True
    keys = source.token.key, target.token.key
    words, in_target = keys[0].split(), keys[1].lower().split()
    is_named = names is not None and len(words) > 1 and names.is_line(*keys)
    return is_named or len(words) != len(in_target) or not marking("pt").isdisjoint(in_target)


def _of_links(difference: Difference) -> tuple[str, str] | None:
    """Return the addresses of a link that differs."""
    source, target = difference
    if source is None or target is None or source.token.what is not What.LINK:
        return None
    return source.token.key, target.token.key


def _is_extra(difference: Difference) -> bool:
    """Return whether a page has something more, in place of nothing: translators explain and
    repeat."""
    source, target = difference
    return source is None and target is not None and target.token.what is not What.PLACEHOLDER


def _of_side(document: Document, side: Side, place: int) -> list[Placed]:
    """Return the tokens of a string, or of sentences alone: what else a file has is not
    compared."""
    return [Placed(token, place) for token in tokens(document.markup_in(side.span))]


class _Side:
    """One text with its sentences' places in the alignment."""

    def __init__(self, document: Document, links: Sequence[tuple[int, int]]) -> None:
        """Find the link of each sentence; `links`: the first sentence of each, and the end."""
        self.document = document
        places = {at: place for place, link in enumerate(links) for at in range(*link)}
        known = [s for s in document.sentences if s.index in places]
        known.sort(key=lambda sentence: sentence.span.start)
        self._starts = [sentence.span.start for sentence in known]
        self._places = [places[sentence.index] for sentence in known]

    def place(self, offset: int) -> int:
        """Return the place of the last sentence that begins before an offset."""
        return self._places[max(0, bisect_right(self._starts, offset) - 1)]

    def tokens(self) -> list[Placed]:
        """Return what stands in the text from the line of the first sentence on; tags are for
        strings."""
        first = self.document.raw.rfind("\n", 0, self._starts[0]) + 1
        return [
            Placed(token, self.place(token.span.end - 1))
            for token in tokens(self.document.markup)
            if token.span.start >= first and token.what is not What.TAG
        ]


def _outside_rearranged(
    sides: tuple[_Side, _Side], every: Collection[Pair]
) -> tuple[Sequence[Placed], Sequence[Placed]]:
    """Return the tokens of target and source without those in tables that were rearranged; of a
    file of strings those of its pairs alone."""
    target, source = (side.document for side in sides)
    if target.units:
        tokens_of = [
            [one for p in every for one in _of_side(target, p.target, p.place)],
            [one for p in every for one in _of_side(source, p.source, p.place)],
        ]
    else:
        tokens_of = [side.tokens() for side in sides]
    tables = rearranged(target, source)
    in_target, in_source = (
        [p for p in side if not any(p.token.span.overlaps(span) for span in spans)]
        for side, spans in zip(tokens_of, tables, strict=True)
    )
    return in_target, in_source


Read = tuple[Pair, Sequence[Placed], Sequence[Placed]]


class _Plural(NamedTuple):
    """An entry with plural forms: the one for most numbers, and what any of its sources has."""

    last: TranslationUnit
    keys: frozenset[str]


def _general(forms: Sequence[TranslationUnit]) -> TranslationUnit:
    """Return the plural form for most numbers: the one named "other", else the last."""
    return next((unit for unit in forms if unit.key.endswith("\0other")), forms[-1])


def _plurals(read: Sequence[Read]) -> dict[Span, _Plural]:
    """Return entries with plural forms by where they stand."""
    found: dict[Span, list[tuple[TranslationUnit, frozenset[str]]]] = defaultdict(list)
    for pair, _, source in read:
        if pair.unit is not None:
            keys = frozenset(placed.token.key for placed in source)
            found[pair.unit.span].append((pair.unit, keys))
    plurals = {span: zip(*forms, strict=True) for span, forms in found.items() if len(forms) > 1}
    return {
        span: _Plural(_general(units), frozenset().union(*keys))
        for span, (units, keys) in plurals.items()
    }


def _of_a_plural(difference: Difference, unit: TranslationUnit, plural: _Plural | None) -> bool:
    """Return whether the other form's source has what is too much here, or what a form for few
    numbers may do without."""
    if plural is None:
        return False
    source, target = difference
    if source is None:
        return target is not None and target.token.key in plural.keys
    return target is None and source.token.what is What.PLACEHOLDER and unit is not plural.last

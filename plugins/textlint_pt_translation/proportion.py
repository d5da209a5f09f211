"""TRA006: a translation far shorter or longer than its source, a sentence without counterpart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import (
    Document,
    Finding,
    Kind,
    Localised,
    MarkupKind,
    Option,
    Related,
    Sentence,
    Span,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.words import ALPHANUMERIC, LETTERS
from textlint_pt_translation.checks import STRICT, Other, PairRule, Sentences, shortened
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.kept import marking
from textlint_pt_translation.localised import plain
from textlint_pt_translation.omitted import (
    ALL_SAID,
    RATIO,
    SAID,
    deviation,
    english,
    omitted,
    portuguese,
    said_by,
    share_answered,
    share_from,
)
from textlint_pt_translation.pairs import (
    holds_source,
    is_of_another_version,
    language_of,
    likeness,
    rearranged_at,
    role_of,
    strangers,
)
from textlint_pt_translation.skeleton import entries, front_end, other_tables
from textlint_pt_translation.tokens import tokens

if TYPE_CHECKING:
    from textlint_pt.contract import Forms, Link
    from textlint_pt.contract.translations import Translations

#: characters of Portuguese for one of the source; measured on the half of NTREX, TICO-19 and PUD
#: that is not reported on, or the same language
_RATIOS = {"en": RATIO, "es": 1.0, "fr": 0.97, "pt": 1.0}
#: pairs from which a text in another language determines its own ratio
_ENOUGH = 20
#: standard deviations that a translation may be shorter or longer than expected, by default
SHORTER, LONGER = 2.2, 2.8
#: those by which a pair is shorter of which a sentence is left out
_SHORT = -0.5
#: characters of a string up to which it is a label, which a translation may say otherwise
_LABEL = 40
#: links beside one another that fit together were only split in another way: so many at most, so
#: many deviations together, if one of them is so far out alone; and where a sentence of the source
#: has no counterpart, which is seldom the alignment's fault
_LOOSE = (4, 1.2, 1.0)
_STRICT = (3, 0.4, 1.6)
#: share of the content words of the source that must have an answer for a part of it to be missed
_ALIKE = 0.3
#: the same of the translation: of a free one the lexicon does not know what it lacks
_LITERAL = 0.6
#: content words that a sentence has at least for the lexicon to tell anything of it; share of them
#: up to which the other side does not say it
_FEW, _UNSAID = 2, 0.3
#: the same of one whose words a neighbour has besides those of its own source
_BESIDE = 0.4
#: those of a sentence that is looked for farther away, and among how many sentences on either side
_MANY, _FAR = 5, 100
#: words in a row that one cut out; sentences that change places
_CUT, _PAIR = 4, 2
#: links that two blocks have at most which change places; by how much more their words answer
#: those of the other one, together
_WIDEST, _ACROSS = 8, 1.0
#: share of headings that come after the one before in the alphabet, from which they are sorted
_SORTED = 0.75
#: sentences without a counterpart, on each side, that may say the same
_TRIED = 40
#: names of languages, of which so many are links to the other editions of a page
_LANGUAGES = regex(
    r"English|Español|Français|Deutsch|Italiano|Português|Русский|Українська|Polski|Türkçe"
    r"|中文|日本語|한국어|עברית|العربية|हिन्दी"
)
#: one of them alone, with what it is called in another language, as an item of a list
_LANGUAGE = regex(
    rf"[^\w(]*(?:\w+ ?\((?:{_LANGUAGES.pattern})\)|(?:{_LANGUAGES.pattern})\s*(?:\([^()]*\))?)\W*"
)
_SWITCHER = 3
_OTHERS = regex(r"(?i)\bother languages?\b|\boutr[ao]s (?:línguas|idiomas)\b")
_ADDRESS = regex(r"\]\([^)\s]{0,500}\)|://\S+")
#: what a page says of its translation
_TRANSLATION = {
    "en": regex(r"(?i)\btranslat"),
    "pt": regex(r"(?i)\btradu(?:z|ç|tor)|\b(?:em|do|versão) ingl[eê]sa?\b|\bversão do idioma\b"),
}
#: of which other language it is a translation, at either end
_OF_ANOTHER = regex(r"(?i)\b(?:machine[- ]translat|translated (?:from|using|with|by)\b)")
#: sentences at either end of a page among which its notice stands
_EDGE = 4
#: sentences on, that belong to what is too much before
_NEXT = 2
#: share of the content words of both sides that answer each other, up to which a pair says two
#: things; two of a thousand translations of news have as few (NTREX, PUD), nine of ten other pairs
_UNRELATED = 0.15
#: places where sentences are missing or added that are one finding, however long the page is
_MANY_PLACES = 4
#: what is said of a page against its source where it is asked for: readers found four of ten right
_UNSURE = frozenset(("moved", "unrelated", "longer"))


class Proportion(PairRule):
    """A sentence without counterpart, or a translation far too short or too long."""

    code = "TRA006"
    options = {
        "shorter": Option(
            SHORTER,
            "standard deviations that a translation may be shorter than expected",
            0.5,
            20.0,
        ),
        "longer": Option(
            LONGER, "standard deviations that a translation may be longer than expected", 0.5, 20.0
        ),
        "alone": Option(12, "characters from which a sentence without counterpart counts", 1),
        "localised": Option(
            {}, "what differs on purpose: {texts: {sentence: why}} that one side alone has"
        ),
        "strict": STRICT,
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for sentences missing, added, or too short or long for their source."""
        role = role_of(view)
        if role is None or not view.has(f"alignment:{role}"):
            return
        is_all = options["strict"] or role != "source" or view.document.units
        for one in self._found(view, role, options, sure=not is_all):
            if is_all or one.message not in _UNSURE:
                yield one

    def _found(
        self, view: View, role: str, options: Mapping[str, Any], *, sure: bool
    ) -> Iterator[Finding]:
        """Yield all findings; with `sure`, of parts left out the certain ones alone."""
        other = view.document.companions[role]
        lengths = Lengths(
            view.document, other, view.analysis(f"alignment:{role}").links, language_of(view, role)
        )
        links = lengths.links
        strange = strangers(links) if role == "source" else frozenset()
        elsewhere = rearranged_at(view.document, other, links)
        texts = options["localised"].get("texts", {})
        lexical = _Lexical.of(view, other, role, links)
        lost: dict[_Gap, list[Sentence]] = defaultdict(list)
        extra: list[Sentence] = []
        # a string stands where its source does, which several forms of a plural share
        stays = holds_source(view.document)
        moved = [] if stays else _moved_sections(view.document, other, links)
        found: list[Finding] = []
        done = -1
        passed = -1
        for at, link in enumerate(links):
            if at <= passed or at in elsewhere:
                continue
            if (
                lexical
                and not stays
                and (crossing := _crossed_blocks(view.document, other, links, at, lexical))
            ):
                moved.append((crossing.target, crossing.source))
                passed = crossing.end - 1
                continue
            if not link.paired:
                if lexical is None and lengths.fits_with_neighbours(at):
                    continue
                if link.left == link.left_end:
                    place = _place(view.document, other, links, at)
                    missed = self._lost(view, other, links, at, options["alone"])
                    if lexical is not None:
                        missed = [one for one in missed if lexical.is_lost(one, at, lengths)]
                    lost[place] += missed
                else:
                    more = self._added(view, other, links, at, options["alone"])
                    extra += [one for one in more if lexical is None or lexical.is_extra(one, at)]
                continue
            if any(one.text in texts for one in view.sentences[link.left : link.left_end]):
                continue
            is_short = lengths.deviation(link) < _SHORT
            if lexical is not None and is_short and (left := lexical.left_out(at)):
                lost[_Gap(link.left_end - 1, False)] += left
                continue
            if not stays and (crossed := _crossed(view.document, other, links, at, lexical)):
                moved.append(crossed)
                done = at + 1 if _is_one(link) else at
                continue
            if at <= done:
                continue
            if lexical is not None and lexical.is_unrelated(at):
                if at not in strange and lexical.is_certain(at):
                    found.append(self._unrelated(view, other, role, link))
                continue
            deviation = lengths.deviation(link)
            if role == "reference" and (cut := list(self._cut(view, other, role, link))):
                found += cut
                continue
            if -options["shorter"] <= deviation <= options["longer"]:
                if at not in strange and lexical is not None:
                    found += self._part(view, other, role, links, at, lexical, sure=sure)
                continue
            if (lexical is None or _is_loose(links, at)) and lengths.fits_with_neighbours(at):
                continue
            if view.document.units and lengths.source(link) <= _LABEL:
                continue
            if (
                lexical is not None
                and not view.document.units
                and (lexical.is_named(at) or (deviation < 0 and not lexical.is_cut(at)))
            ):
                continue
            if deviation < 0:
                source = other.sentences[link.right : link.right_end]
                is_reported = stays and _lacks_token(view.document, other, link)
                if not is_reported and not any(map(is_switcher, source)):
                    limit = options["shorter"]
                    found.append(self._out(view, role, lengths, link, "shorter", limit))
            elif lexical is None or lexical.adds(at):
                found.append(self._out(view, role, lengths, link, "longer", options["longer"]))
        if not view.sentences:
            return
        for side in (extra, *lost.values()):
            side[:] = [one for one in side if one.text not in texts and not is_switcher(one)]
        for sentences in lost.values():
            sentences[:] = [
                one
                for one in sentences
                if not (_is_at_edge(other, one) and _OF_ANOTHER.search(one.text))
            ]
        found += self._moved(role, lexical, links, lost, extra, moved)
        extra = [one for one in extra if lexical is None or not lexical.is_said(one)]
        places = [(place, sentences) for place, sentences in lost.items() if sentences]
        runs = _runs(extra)
        fewest = 2 if is_of_another_version(view) else _MANY_PLACES
        if role == "source" and not view.document.units and len(places) + len(runs) >= fewest:
            yield self._other_version(view, role, [lost for _, lost in places], runs)
            return
        short_of = {at for place, _ in places for at in (place.sentence, place.sentence + 1)}
        yield from (
            one for one in found if one.message != "shorter" or one.sentence not in short_of
        )
        notes = {
            one.block for one in extra if _TRANSLATION["pt"].search(one.text)
        }  # by translators
        if any(_TRANSLATION["en"].search(one.text) for one in other.sentences):
            edges = (one for one in view.sentences if _is_at_edge(view.document, one))
            notes &= {one.block for one in edges}
        beside = {place.sentence + (not place.is_before) for place, _ in places}
        english_texts = {one.text for one in other.sentences if len(english(one.text)) >= _FEW}
        untranslated = {one.block for one in view.sentences if one.text in english_texts}
        runs = [
            run
            for run in _runs([one for one in extra if one.block not in notes])
            if beside.isdisjoint((run[0].index - 1, run[0].index, run[-1].index + 1))
            and untranslated.isdisjoint((run[0].block - 1, run[0].block, run[-1].block + 1))
        ]
        for run in runs:
            yield self.finding(
                run[0],
                {"characters": sum(len(s.text) for s in run), "sentences": len(run)},
                message="added",
                arguments={"other": Other(role), "more": More(len(run) - 1)},
            ).replace(meant=_meant(run, "added"))
        for place, sentences in places:
            yield self._missing(view, role, place, sentences)

    def _unrelated(self, view: View, other: Document, role: str, link: Link) -> Finding:
        """Return the finding for paired sentences of which hardly any word corresponds."""
        target = view.sentences[link.left : link.left_end]
        source = other.sentences[link.right : link.right_end]
        return Finding(
            code=self.code,
            span=_span(target),
            evidence={"limit": _UNRELATED},
            message="unrelated",
            arguments={"other": Other(role), "text": shortened(source[0].text)},
            sentence=target[0].index,
            related=(Related(_span(source), role),),
            meant=_meant(target, "added"),
        )

    def _moved(
        self,
        role: str,
        lexical: _Lexical | None,
        links: Sequence[Link],
        lost: Mapping[_Gap, list[Sentence]],
        extra: list[Sentence],
        moved: list[tuple[Sentence, Sentence]],
    ) -> Iterator[Finding]:
        """Yield one finding for all sentences that stand elsewhere than in the source: those in
        `moved`, and those both in `lost` and in `extra`, from which they are removed."""
        by_text: defaultdict[str, list[Sentence]] = defaultdict(list)
        for one in reversed(extra):
            by_text[one.text].append(one)
        gone: set[int] = set()
        paired = {at for link in links if link.paired for at in range(link.left, link.left_end)}
        tried = 0
        for place, sentences in lost.items():
            kept: list[Sentence] = []
            for source in sentences:
                target = by_text[source.text].pop() if by_text.get(source.text) else None
                if target is None and lexical is not None and tried < _TRIED:
                    tried += 1
                    free = (one for one in extra[:_TRIED] if one.index not in gone)
                    target = next((one for one in free if lexical.are_the_same(one, source)), None)
                if target is None or target.index in gone:
                    kept.append(source)
                    continue
                gone.add(target.index)
                first, last = sorted((target.index, place.sentence + (not place.is_before)))
                if not paired.isdisjoint(range(first, last)):  # else it stands in its place
                    moved.append((target, source))
            sentences[:] = kept
        extra[:] = [one for one in extra if one.index not in gone]
        if moved:
            target, source = min(moved, key=lambda pair: pair[0].span)
            yield self.finding(
                target,
                {"moved": len(moved)},
                message="moved",
                arguments={"other": Other(role), "more": More(len(moved) - 1)},
                related=[Related(source.span, role)],
            )

    def _other_version(
        self,
        view: View,
        role: str,
        lost: Sequence[Sequence[Sentence]],
        added: Sequence[Sequence[Sentence]],
    ) -> Finding:
        """Return one finding for a page that was made from another version of its source."""
        other = view.document.companions[role]
        missing, more = (
            Sentences(document, [_span(one) for one in side], sum(map(len, side)))
            for document, side in ((other, lost), (view.document, added))
        )
        return self.finding(
            view.sentences[0],
            {"sentences": missing.count, "places": len(lost), "added": more.count},
            message="version",
            arguments={"other": Other(role), "missing": missing, "added": more},
            related=[Related(_span(one), role) for one in lost],
        )

    def _part(
        self,
        view: View,
        other: Document,
        role: str,
        links: Sequence[Link],
        at: int,
        lexical: _Lexical,
        *,
        sure: bool,
    ) -> Iterator[Finding]:
        """Yield a part of an English sentence that nothing in the translation answers."""
        link = links[at]
        if link.right_end - link.right > 1 or lexical.is_named(at):
            return
        if _lacks_token(view.document, other, link):
            return
        near = [*links[max(0, at - 1) : at], *links[at + 1 : at + 2]]
        beside = near if _is_loose(links, at) and not view.document.units else []
        around = " ".join(s.text for k in beside for s in view.sentences[k.left : k.left_end])
        written = _span(view.sentences[link.left : link.left_end])
        around += f" {view.document.raw[written.start : written.end]}"  # code, too
        target = Joined(view.sentences[link.left : link.left_end])
        source = Joined(other.sentences[link.right : link.right_end])
        lexica = view.analysis("forms"), view.analysis("translations.en")
        place = omitted(source.text, target.text, around, *lexica, sure=sure)
        sides = source.text, target.text
        if place is None or share_answered(*sides, *lexica) < _ALIKE:
            return
        if share_from(*sides, *lexica) < _LITERAL:
            return  # in other words altogether
        yield self._lacking(role, link, target, source, place)

    def _cut(self, view: View, other: Document, role: str, link: Link) -> Iterator[Finding]:
        """Yield the finding for consecutive source words that are the only thing missing."""
        target = Joined(view.sentences[link.left : link.left_end])
        source = Joined(other.sentences[link.right : link.right_end])
        in_target, words = (list(ALPHANUMERIC.finditer(side.text)) for side in (target, source))
        forms = [[word[0].lower() for word in side] for side in (in_target, words)]
        first = _alike(*forms)
        last = _alike(*(side[first:][::-1] for side in forms))
        if len(words) - len(in_target) < _CUT or first + last != len(in_target):
            return
        place = words[first].start(), words[len(words) - last - 1].end()
        yield self._lacking(role, link, target, source, place)

    def _lacking(
        self, role: str, link: Link, target: Joined, source: Joined, place: tuple[int, int]
    ) -> Finding:
        """Return the finding for a part of a source sentence that the target lacks."""
        text = source.text[slice(*place)]
        return Finding(
            code=self.code,
            span=target.span(None),
            evidence={"part": text},
            message="part",
            arguments={"other": Other(role), "text": shortened(text)},
            sentence=link.left,
            related=(Related(source.span(place), role),),
        )

    def _out(
        self, view: View, role: str, lengths: Lengths, link: Link, message: str, limit: float
    ) -> Finding:
        """Return the finding for a sentence whose length is out of proportion."""
        target = view.sentences[link.left : link.left_end]
        source = view.document.companions[role].sentences[link.right : link.right_end]
        return Finding(
            code=self.code,
            span=_span(target),
            evidence={
                "ratio": round(lengths.ratio(link), 4),
                "deviation": round(lengths.deviation(link), 4),
                "limit": limit,
            },
            message=message,
            arguments={"other": Other(role)},
            sentence=target[0].index,
            related=(Related(_span(source), role),),
        )

    def _added(
        self, view: View, other: Document, links: Sequence[Link], at: int, minimum: int
    ) -> list[Sentence]:
        """Return the sentences of the target that are not in the source, not even as markup."""
        gap = _gap(other, *_around(links, at, is_target=False))
        if _is_unread(other, gap):
            return []
        reported = [in_target.span for in_target, _ in other_tables(view.document, other)]
        return [
            sentence
            for sentence in view.sentences[links[at].left : links[at].left_end]
            if len(sentence.text) >= minimum
            and not any(sentence.span.overlaps(span) for span in reported)
            and not _is_markup_of(other, gap, sentence)
        ]

    def _lost(
        self, view: View, other: Document, links: Sequence[Link], at: int, minimum: int
    ) -> list[Sentence]:
        """Return the sentences of the source that are not in the target, not even as markup."""
        gap = _gap(view.document, *_around(links, at, is_target=True))
        if _is_unread(view.document, gap):
            return []
        front = front_end(other)  # TRA013 compares it, and says how many rows a table lacks
        reported = [one.span for _, one in other_tables(view.document, other)]
        return [
            sentence
            for sentence in other.sentences[links[at].right : links[at].right_end]
            if len(sentence.text) >= minimum
            and sentence.span.start >= front
            and not _is_title_again(view.document, other, sentence)
            and not any(sentence.span.overlaps(span) for span in reported)
            and not _is_markup_of(view.document, gap, sentence)
        ]

    def _missing(self, view: View, role: str, place: _Gap, lost: Sequence[Sentence]) -> Finding:
        """Return the finding for consecutive missing sentences, at the sentence before or after."""
        message = "missing" if role == "source" else "left-out"
        return self.finding(
            view.sentences[place.sentence],
            {"characters": sum(len(s.text) for s in lost), "sentences": len(lost)},
            message=f"{message}-first" if place.is_before else message,
            arguments={
                "other": Other(role),
                "text": shortened(lost[0].text),
                "more": More(len(lost) - 1),
            },
            related=[Related(_span(lost), role)],
        ).replace(meant=_meant(lost, "missing"))


def _is_title_again(document: Document, other: Document, sentence: Sentence) -> bool:
    """Return whether a sentence is the heading with which the text of the source begins, of
    which the front matter of both has the title."""
    if sentence.kind is not Kind.HEADING:
        return False
    front = front_end(other)
    are_titled = all("title" in {one.key for one in entries(text)} for text in (document, other))
    return are_titled and not other.raw[front : sentence.span.start].strip("# \t\n")


def _is_at_edge(document: Document, sentence: Sentence) -> bool:
    return min(sentence.index, len(document.sentences) - 1 - sentence.index) < _EDGE


def _meant(sentences: Sequence[Sentence], why: str) -> tuple[Localised, ...]:
    """Return how sentences are declared that one side alone has."""
    return tuple(sorted({Localised("texts", one.text, why) for one in sentences}))


def _is_name(document: Document, sentence: Sentence) -> bool:
    """Return whether a sentence is a heading, or all of it the text of a link."""
    span = sentence.span
    links = (m.span for m in document.markup_in(span) if m.kind is MarkupKind.LINK)
    return sentence.kind is Kind.HEADING or any(
        not LETTERS.search(document.raw[span.start : link.start])
        and not LETTERS.search(document.raw[link.end : span.end])
        for link in links
    )


def _is_portuguese(sentence: Sentence) -> bool:
    """Return whether a sentence is Portuguese: one of the source is about the page."""
    words = LETTERS.findall(sentence.text.lower())
    marks = (sum(word in marking(language) for word in words) for language in ("pt", "en"))
    return next(marks) > 2 * next(marks) and not sentence.text.isascii()


def is_switcher(sentence: Sentence) -> bool:
    """Return whether a sentence is links to the other editions of a page."""
    text = sentence.text
    return (
        len(_LANGUAGES.findall(text)) >= _SWITCHER
        or _LANGUAGE.fullmatch(text) is not None
        or _OTHERS.search(text, 0, _LABEL) is not None
    )


def _alike(words: Sequence[str], others: Sequence[str]) -> int:
    """Return how many words two lists begin with."""
    pairs = zip(words, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _are_the_same(target: Sentence, source: Sentence, lexical: _Lexical | None) -> bool:
    return target.text == source.text or (
        lexical is not None and lexical.are_the_same(target, source)
    )


def _crossed(
    document: Document, other: Document, links: Sequence[Link], at: int, lexical: _Lexical | None
) -> tuple[Sentence, Sentence] | None:
    """Return a sentence and its source where two adjacent ones were exchanged; else None."""
    following = links[at : at + 2] if _is_one(links[at]) else links[at : at + 1]
    target = document.sentences[following[0].left : following[-1].left_end]
    source = other.sentences[following[0].right : following[-1].right_end]
    if document.units or not (len(target) == len(source) == _PAIR):
        return None
    straight = (_are_the_same(*pair, lexical) for pair in zip(target, source, strict=True))
    across = (_are_the_same(*pair, lexical) for pair in zip(target, source[::-1], strict=True))
    return (target[0], source[1]) if not any(straight) and all(across) else None


def _moved_sections(
    document: Document, other: Document, links: Sequence[Link]
) -> list[tuple[Sentence, Sentence]]:
    """Return sentences in parts that stand elsewhere, with the source; none where the target is in
    the order of its alphabet, as countries are."""
    begun: list[Link] = []
    moved: list[Link] = []
    follows, highest, is_back = 0, 0, False
    for link in links:
        if link.right == link.right_end:
            continue
        if link.right != follows and link.paired:
            begun.append(link)
            is_back = link.right < highest
        if is_back and link.paired:
            moved.append(link)
        follows = link.right_end
        highest = max(highest, follows)
    names = [plain(" ".join(LETTERS.findall(document.sentences[k.left].text))) for k in begun]
    in_order = sum(before <= after for before, after in pairwise(names))
    if len(names) > _PAIR and in_order >= _SORTED * (len(names) - 1):
        return []
    return [(document.sentences[link.left], other.sentences[link.right]) for link in moved]


class _Crossing(NamedTuple):
    """The first sentence of the target and the source of two blocks that changed places, and the
    link after them."""

    target: Sentence
    source: Sentence
    end: int


def _crossed_blocks(
    document: Document, other: Document, links: Sequence[Link], at: int, lexical: _Lexical
) -> _Crossing | None:
    """Return two items of a list, or other blocks, that changed places: what links pair from `at`
    on."""
    if document.units or not _begin_blocks(document, other, links[at].left, links[at].right):
        return None
    for end in range(at + 1, min(at + _WIDEST, len(links)) + 1):
        sides = [
            [list(block) for _, block in groupby(sentences, key=lambda one: one.block)]
            for sentences in (
                document.sentences[links[at].left : links[end - 1].left_end],
                other.sentences[links[at].right : links[end - 1].right_end],
            )
        ]
        if any(len(side) > _PAIR for side in sides):
            return None
        is_whole = _begin_blocks(document, other, links[end - 1].left_end, links[end - 1].right_end)
        if not is_whole or any(len(side) != _PAIR for side in sides):
            continue
        target, source = sides
        if {one.kind for side in sides for block in side for one in block} & {Kind.HEADING}:
            return None
        if lexical.are_across(
            *([" ".join(s.text for s in block) for block in side] for side in sides)
        ):
            return _Crossing(target[0][0], source[1][0], end)
    return None


def _begin_blocks(document: Document, other: Document, left: int, right: int) -> bool:
    """Return whether a block of each side begins with these sentences."""
    return all(
        index in (0, len(text.sentences))
        or text.sentences[index].block != text.sentences[index - 1].block
        for text, index in ((document, left), (other, right))
    )


def _is_one(link: Link) -> bool:
    return (link.left_end - link.left, link.right_end - link.right) == (1, 1)


def _runs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """Return sentences that follow one another, together."""
    found: list[list[Sentence]] = []
    for sentence in sentences:
        if found and sentence.index - found[-1][-1].index <= _NEXT:
            found[-1].append(sentence)
        else:
            found.append([sentence])
    return found


def _is_loose(links: Sequence[Link], at: int) -> bool:
    """Return whether a link, or one beside it, is not of a sentence with another."""
    near = links[max(0, at - 1) : at + 2]
    return any((k.left_end - k.left, k.right_end - k.right) != (1, 1) for k in near)


class _Lexical:
    """Which sentences translate each other by the lexicon, where the source is English."""

    def __init__(
        self,
        document: Document,
        other: Document,
        links: Sequence[Link],
        lexica: tuple[Forms, Translations],
    ) -> None:
        """Store the documents, their links and the lexica."""
        self._document, self._other, self._links, self._lexica = document, other, links, lexica

    @classmethod
    def of(cls, view: View, other: Document, role: str, links: Sequence[Link]) -> _Lexical | None:
        is_english = role == "source" and language_of(view, role) == "en"
        if not is_english or not (view.has("forms") and view.has("translations.en")):
            return None
        lexica = view.analysis("forms"), view.analysis("translations.en")
        return cls(view.document, other, links, lexica)

    def _target(self, first: int, last: int) -> str:
        """Return the text of the target in links [first, last)."""
        links = self._links[max(0, first) : last]
        sentences = (s for k in links for s in self._document.sentences[k.left : k.left_end])
        return " ".join(sentence.text for sentence in sentences)

    def _source(self, first: int, last: int) -> str:
        links = self._links[max(0, first) : last]
        sentences = (s for k in links for s in self._other.sentences[k.right : k.right_end])
        return " ".join(sentence.text for sentence in sentences)

    def is_lost(self, source: Sentence, at: int, lengths: Lengths) -> bool:
        """Return whether nothing beside the place of a sentence of the source says what it does."""
        if _is_portuguese(source) or self._is_heading(source):
            return False
        if self._document.units or len(english(source.text)) < _FEW:
            return not lengths.fits_with_neighbours(at)
        unread = self._unread(self._document, at, is_target=True)
        if share_answered(source.text, unread, *self._lexica) >= ALL_SAID:
            return False
        if any(
            lengths.fits_better(near, at)
            and share_answered(source.text, self._target(near, near + 1), *self._lexica) >= SAID
            for near in (at - 1, at + 1)
        ):
            return False
        return not (
            self._is_near(source, at)
            or self._is_said_beside(source, at)
            or self._is_anywhere(source)
        )

    def _is_said_beside(self, source: Sentence, at: int) -> bool:
        """Return whether a sentence beside a link says what one of the source does, besides what
        its own source does."""
        for near in (at - 2, at - 1, at + 1, at + 2):
            target, own = self._target(near, near + 1), self._source(near, near + 1)
            in_target = portuguese(target)
            more = zip(
                said_by(source.text, in_target, *self._lexica),
                said_by(own, in_target, *self._lexica),
                strict=True,
            )
            if (
                sum(is_theirs and not is_own for is_theirs, is_own in more) >= _FEW
                and share_answered(source.text, target, *self._lexica) >= _BESIDE
            ):
                return True
        return False

    def _is_heading(self, source: Sentence) -> bool:
        """Return whether a heading of the source is one of the target, wherever it stands."""
        if source.kind is not Kind.HEADING or not english(source.text):
            return False
        return any(
            share_answered(source.text, one.text, *self._lexica) == 1.0
            for one in self._document.sentences
            if one.kind is Kind.HEADING
        )

    def _is_anywhere(self, source: Sentence) -> bool:
        """Return whether a distant sentence of the target says all that a source sentence does."""
        target = self._document.sentences
        about = source.index * len(target) // len(self._other.sentences)
        return len(english(source.text)) >= _MANY and any(
            share_answered(source.text, one.text, *self._lexica) >= ALL_SAID
            for one in target[max(0, about - _FAR) : about + _FAR]
        )

    def is_extra(self, target: Sentence, at: int) -> bool:
        """Return the reverse, of a sentence of the target."""
        if len(portuguese(target.text)) <= _FEW:
            return False
        source = self._source(at - 1, at + 2) + self._unread(self._other, at, is_target=False)
        return share_from(source, target.text, *self._lexica) < SAID

    def is_said(self, target: Sentence) -> bool:
        """Return whether any sentence of the source says what one of the target does."""
        return any(self.are_the_same(target, one) for one in self._other.sentences)

    def _unread(self, document: Document, at: int, *, is_target: bool) -> str:
        """Return what is written beside a link and may be no prose: a paragraph within a tag of
        HTML."""
        gap = _gap(document, *_around(self._links, at, is_target=is_target))
        return f" {_ADDRESS.sub(' ', document.raw[gap.start : gap.end])}"

    def left_out(self, at: int) -> list[Sentence]:
        """Return the sentences of a link of several source sentences that the target lacks."""
        link = self._links[at]
        source = self._other.sentences[link.right : link.right_end]
        if len(source) < 2:
            return []
        target = self._target(at, at + 1)
        known = [len(english(one.text)) >= _FEW for one in source]
        shares = [share_answered(one.text, target, *self._lexica) for one in source]
        if not any(share >= SAID for share in shares):
            return []
        return [
            one
            for one, share, is_known in zip(source, shares, known, strict=True)
            if is_known and share <= _UNSAID and not self._is_near(one, at)
        ]

    def _is_near(self, source: Sentence, at: int) -> bool:
        """Return whether the sentence before or after a link says all that a source one does."""
        return any(
            share_answered(source.text, self._target(near, near + 1), *self._lexica) >= ALL_SAID
            for near in (at - 1, at + 1)
        )

    def is_unrelated(self, at: int) -> bool:
        """Return whether hardly a word of one side answers one of the other."""
        sides = self._source(at, at + 1), self._target(at, at + 1)
        return likeness(*sides, *self._lexica) <= _UNRELATED

    def is_certain(self, at: int) -> bool:
        """Return whether the links before and after this one are pairs that correspond."""
        return all(
            self._links[near].paired
            and share_answered(
                self._source(near, near + 1), self._target(near, near + 1), *self._lexica
            )
            >= SAID
            for near in (at - 1, at + 1)
            if 0 <= near < len(self._links)
        )

    def is_named(self, at: int) -> bool:
        """Return whether one side is a heading or the text of a link, which name what follows,
        or what they lead to, in words of their own."""
        link = self._links[at]
        return any(
            all(_is_name(document, one) for one in document.sentences[first:last])
            for document, first, last in (
                (self._document, link.left, link.left_end),
                (self._other, link.right, link.right_end),
            )
        )

    def is_cut(self, at: int) -> bool:
        """Return whether a translation is correct as far as it goes, but incomplete."""
        target, source = self._target(at, at + 1), self._source(at, at + 1)
        return (
            share_from(source, target, *self._lexica) >= SAID
            and omitted(source, target, "", *self._lexica) is not None
        )

    def adds(self, at: int) -> bool:
        """Return whether much of the target is not in the source."""
        target, source = self._target(at, at + 1), self._source(at - 1, at + 2)
        return share_from(source, target, *self._lexica) < SAID

    def are_the_same(self, target: Sentence, source: Sentence) -> bool:
        """Return whether two sentences, wherever they stand, say the same."""
        if min(len(english(source.text)), len(portuguese(target.text))) < _FEW:
            return False
        return (
            share_answered(source.text, target.text, *self._lexica) >= SAID
            and share_from(source.text, target.text, *self._lexica) >= SAID
        )

    def are_across(self, target: Sequence[str], source: Sequence[str]) -> bool:
        """Return whether each of two texts says what the other one of the source does, and less
        of what stands in its place."""
        if any(not english(text) for text in source):
            return False
        straight, across = (
            [
                share_answered(other, in_target, *self._lexica)
                for in_target, other in zip(target, side, strict=True)
            ]
            for side in (source, source[::-1])
        )
        return min(across) >= SAID and sum(across) - sum(straight) >= _ACROSS


def _lacks_token(document: Document, other: Document, link: Link) -> bool:
    """Return whether the target lost a placeholder, code or an address with the words beside it,
    which TRA004 says; of a page, whichever it is."""
    target, source = (
        [token.key for each in sentences for token in tokens(text.markup_in(each.span))]
        for text, sentences in (
            (document, document.sentences[link.left : link.left_end]),
            (other, other.sentences[link.right : link.right_end]),
        )
    )
    return not set(source) <= set(target) if document.units else len(target) < len(source)


class _Gap(NamedTuple):
    """Where sentences are missing: before or after a sentence of the target."""

    sentence: int
    is_before: bool


def _place(document: Document, other: Document, links: Sequence[Link], at: int) -> _Gap:
    """Return where a link without sentences of the target belongs: of two strings, to the one that
    it is of."""
    before, after = _around(links, at, is_target=True)
    if before is None or after is None:
        return _Gap(after or 0, True) if before is None else _Gap(before, False)
    block = other.sentences[links[at].right].block
    target = [unit.blocks for unit in document.units if block in unit.source_blocks]
    sides = [document.sentences[index].block for index in (before, after)]
    is_in = [any(side in blocks for blocks in target) for side in sides]
    return _Gap(after, True) if is_in == [False, True] else _Gap(before, False)


class More:
    """How many sentences there are besides the one that a message quotes; "" for none;
    and which of two forms of a verb agrees with all: `{more:está|estão}`."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __format__(self, form: str) -> str:
        """Return how many more sentences there are, in the language of the message."""
        if "|" in form:
            return form.split("|")[self._count > 0]
        if not self._count:
            return ""
        if form == "en":
            return f" and {self._count} more sentence{'s' if self._count > 1 else ''}"
        count = f"{self._count} frases" if self._count > 1 else "uma frase"
        return f" e {'de ' if form == 'pt-de' else ''}mais {count}"


class Lengths:
    """How long the sides of links are, compared with the expected length."""

    def __init__(
        self, document: Document, companion: Document, links: Sequence[Link], language: str
    ) -> None:
        """Estimate the usual ratio of lengths, if that of the language is not known."""
        self.links = links
        self._units = _units(document, companion, links) if document.units else []
        self._target = _sums(document.sentences)
        self._source = _sums(companion.sentences)
        self._ratio = _RATIOS.get(language)
        if self._ratio is None:
            sides = [self._sides(link) for link in links if link.paired]
            source = sum(size for _, size in sides)
            enough = len(sides) >= _ENOUGH and source
            self._ratio = sum(size for size, _ in sides) / source if enough else None

    def _sides(self, link: Link) -> tuple[int, int]:
        return (
            self._target[link.left_end] - self._target[link.left],
            self._source[link.right_end] - self._source[link.right],
        )

    def source(self, link: Link) -> int:
        """Return characters of the other side."""
        return self._sides(link)[1]

    def ratio(self, link: Link) -> float:
        """Return the length of the translation divided by the expected one."""
        target, source = self._sides(link)
        return target / (self._ratio * source) if self._ratio and source else 1.0

    def deviation(self, link: Link) -> float:
        """Return standard deviations from the expected length; 0 if none is known."""
        target, source = self._sides(link)
        if self._ratio is None:
            return 0.0
        return deviation(target, self._ratio * source)

    def is_rewritten(self, at: int, *, is_shorter: bool) -> bool:
        """Return whether a pair is as much too short or long as TRA006 reports by default."""
        deviation = self.deviation(self.links[at])
        is_out = deviation < -SHORTER if is_shorter else deviation > LONGER
        return is_out and not self.fits_with_neighbours(at)

    def fits_better(self, near: int, at: int) -> bool:
        """Return whether a link is nearer to its expected length together with one beside it."""
        if not 0 <= near < len(self.links) or not self.links[near].paired:
            return False
        both = [self.links[place] for place in sorted((near, at))]
        return abs(self.deviation(_joined(both))) < abs(self.deviation(self.links[near]))

    def fits_with_neighbours(self, at: int) -> bool:
        """Return whether the link and some beside it compensate each other: the end of a
        sentence was found at a different place on each side."""
        link = self.links[at]
        most, fits, out = _STRICT if link.left == link.left_end else _LOOSE
        for size in range(2, most + 1):
            for first in range(max(0, at - size + 1), min(at, len(self.links) - size) + 1):
                window = self.links[first : first + size]
                if len(set(self._units[first : first + size])) > 1:
                    continue  # a string is compared with its own source alone
                if any(before.right_end != link.right for before, link in pairwise(window)):
                    continue  # another part of a source in another order
                paired = [link for link in window if link.paired]
                if not paired or max(abs(self.deviation(link)) for link in paired) < out:
                    continue
                if abs(self.deviation(_joined(window))) <= fits:
                    return True
        return False


def _units(document: Document, companion: Document, links: Sequence[Link]) -> list[int]:
    """Number of the unit of each link."""
    target = {block: at for at, unit in enumerate(document.units) for block in unit.blocks}
    source = {block: at for at, unit in enumerate(document.units) for block in unit.source_blocks}
    return [
        target.get(document.sentences[link.left].block, -1)
        if link.left < link.left_end
        else source.get(companion.sentences[link.right].block, -1)
        for link in links
    ]


def _joined(links: Sequence[Link]) -> Link:
    first, last = links[0], links[-1]
    return first._replace(left_end=last.left_end, right_end=last.right_end)


def _sums(sentences: Sequence[Sentence]) -> list[int]:
    result = [0]
    for sentence in sentences:
        result.append(result[-1] + len(sentence.text))
    return result


def _around(links: Sequence[Link], at: int, *, is_target: bool) -> tuple[int | None, int | None]:
    """Return the sentences of a side before and after a link that is empty on that side."""

    start, first, last = (
        (links[at].left, links[0].left, links[-1].left_end)
        if is_target
        else (links[at].right, min(k.right for k in links), max(k.right_end for k in links))
    )
    return start - 1 if start > first else None, start if start < last else None


def _gap(document: Document, before: int | None, after: int | None) -> Span:
    """Return the text between two sentences, markup included."""
    start = 0 if before is None else document.sentences[before].span.end
    end = len(document.raw) if after is None else document.sentences[after].span.start
    return Span(start, end)


def _is_unread(document: Document, gap: Span) -> bool:
    """Return whether there may be a sentence that the format could not read."""
    return any(span.overlaps(gap) for span in document.skipped)


def _is_markup_of(document: Document, gap: Span, sentence: Sentence) -> bool:
    """Return whether an address in a sentence is there too, in text that is not prose."""
    pieces = (sentence.text[start:end] for start, end in sentence.opaque)
    written = document.raw[gap.start : gap.end]
    return any("://" in piece and piece in written for piece in pieces)


def _span(sentences: Sequence[Sentence]) -> Span:
    return Span(
        min(sentence.span.start for sentence in sentences),
        max(sentence.span.end for sentence in sentences),
    )

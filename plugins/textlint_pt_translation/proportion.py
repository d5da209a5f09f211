"""TRA006: a translation far shorter or longer than its source, a sentence without counterpart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise, takewhile
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
from textlint_pt_translation.checks import (
    STRICT,
    Other,
    PairRule,
    Sentences,
    is_strict,
    shortened,
    span_of,
)
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
    is_loose,
    is_of_another_version,
    is_one,
    language_of,
    lexica_of,
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
    from textlint_pt_translation.turned import Place

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
        is_all = is_strict(view, role, options)
        for one in self._found(_Page(view, role, options, sure=not is_all)):
            if is_all or one.message not in _UNSURE:
                yield one

    def _found(self, page: _Page) -> Iterator[Finding]:
        """Yield all findings: of sentences without a counterpart after those on pairs."""
        found = list(self._of_links(page))
        if not page.document.sentences:
            return
        page.leave_out_declared()
        found += self._moved(page)
        lexical = page.lexical
        extra = [one for one in page.extra if lexical is None or not lexical.is_said(one)]
        places = [(place, sentences) for place, sentences in page.lost.items() if sentences]
        runs = _runs(extra)
        fewest = 2 if is_of_another_version(page.view) else _MANY_PLACES
        is_page = page.role == "source" and not page.document.units
        if is_page and len(places) + len(runs) >= fewest:
            yield self._other_version(page, [lost for _, lost in places], runs)
            return
        short_of = {at for place, _ in places for at in (place.sentence, place.sentence + 1)}
        yield from (
            one for one in found if one.message != "shorter" or one.sentence not in short_of
        )
        for run in _added(page, extra, [place for place, _ in places]):
            yield self.finding(
                run[0],
                {"characters": sum(len(s.text) for s in run), "sentences": len(run)},
                message="added",
                arguments={"other": Other(page.role), "more": More(len(run) - 1)},
            ).replace(meant=_meant(run, "added"))
        for place, sentences in places:
            yield self._missing(page, place, sentences)

    def _of_links(self, page: _Page) -> Iterator[Finding]:
        """Yield findings on pairs; `page` collects sentences that one side alone has there."""
        elsewhere = rearranged_at(page.document, page.other, page.links)
        following, done = 0, -1  # the link after blocks, and the last of sentences, out of order
        for at, link in enumerate(page.links):
            if at < following or at in elsewhere:
                continue
            if crossing := page.crossed_blocks(at):
                page.moved.append((crossing.target, crossing.source))
                following = crossing.end
            elif not link.paired:
                page.collect(at)
            elif any(one.text in page.texts for one in page.target(at)):
                continue
            elif left := page.left_out(at):
                page.lost[_Gap(link.left_end - 1, False)] += left
            elif crossed := page.crossed(at):
                page.moved.append(crossed)
                done = at + 1 if is_one(link) else at
            elif at > done:
                yield from self._of_pair(page, at)

    def _of_pair(self, page: _Page, at: int) -> Iterator[Finding]:
        """Yield the finding on a pair that says other things, less, or more than its source."""
        link, lexical, options = page.links[at], page.lexical, page.options
        is_strange = at in page.strange
        if lexical is not None and lexical.is_unrelated(at):
            if not is_strange and lexical.is_certain(at):
                yield self._unrelated(page, at)
            return
        if page.role == "reference" and (cut := page.cut(at)):
            yield self._lacking(page, at, cut)
            return
        deviation = page.lengths.deviation(link)
        if -options["shorter"] <= deviation <= options["longer"]:
            if not is_strange and (part := page.part_left_out(at)):
                yield self._lacking(page, at, part)
            return
        loose = lexical is None or is_loose(page.links, at)
        if loose and page.lengths.fits_with_neighbours(at):
            return
        if page.document.units:
            if page.lengths.source(link) <= _LABEL:
                return
        elif lexical and (lexical.is_named(at) or (deviation < 0 and not lexical.is_cut(at))):
            return
        if deviation < 0:
            is_reported = page.stays and page.lacks_token(at)
            if not is_reported and not any(map(is_switcher, page.source(at))):
                yield self._out(page, at, "shorter")
        elif lexical is None or lexical.adds(at):
            yield self._out(page, at, "longer")

    def _unrelated(self, page: _Page, at: int) -> Finding:
        """Return the finding for paired sentences of which hardly any word corresponds."""
        target, source = page.target(at), page.source(at)
        return self.on_sentences(
            target,
            source,
            page.role,
            {"limit": _UNRELATED},
            message="unrelated",
            arguments={"text": shortened(source[0].text)},
        ).replace(meant=_meant(target, "added"))

    def _moved(self, page: _Page) -> Iterator[Finding]:
        """Yield one finding for all sentences that stand elsewhere than in the source: those known
        as moved, and those both lost and added, which are so no longer."""
        page.find_moved()
        if page.moved:
            target, source = min(page.moved, key=lambda pair: pair[0].span)
            yield self.on_sentences(
                [target],
                [source],
                page.role,
                {"moved": len(page.moved)},
                message="moved",
                arguments={"more": More(len(page.moved) - 1)},
            )

    def _other_version(
        self, page: _Page, lost: Sequence[Sequence[Sentence]], added: Sequence[Sequence[Sentence]]
    ) -> Finding:
        """Return one finding for a page that was made from another version of its source."""
        missing, more = (
            Sentences(document, [span_of(one) for one in side], sum(map(len, side)))
            for document, side in ((page.other, lost), (page.document, added))
        )
        return self.finding(
            page.document.sentences[0],
            {"sentences": missing.count, "places": len(lost), "added": more.count},
            message="version",
            arguments={"other": Other(page.role), "missing": missing, "added": more},
            related=[Related(span_of(one), page.role) for one in lost],
        )

    def _lacking(self, page: _Page, at: int, place: Place) -> Finding:
        """Return the finding for a part of a source sentence that the target lacks."""
        source = Joined(page.source(at))
        text = source.text[slice(*place)]
        return self.on_sentences(
            page.target(at),
            page.source(at),
            page.role,
            {"part": text},
            message="part",
            arguments={"text": shortened(text)},
        ).replace(related=(Related(source.span(place), page.role),))

    def _out(self, page: _Page, at: int, message: str) -> Finding:
        """Return the finding for a sentence whose length is out of proportion."""
        link = page.links[at]
        evidence = {
            "ratio": round(page.lengths.ratio(link), 4),
            "deviation": round(page.lengths.deviation(link), 4),
            "limit": page.options[message],
        }
        return self.on_sentences(
            page.target(at), page.source(at), page.role, evidence, message=message
        )

    def _missing(self, page: _Page, place: _Gap, lost: Sequence[Sentence]) -> Finding:
        """Return the finding for consecutive missing sentences, at the sentence before or after."""
        message = "missing" if page.role == "source" else "left-out"
        return self.on_sentences(
            [page.document.sentences[place.sentence]],
            lost,
            page.role,
            {"characters": sum(len(s.text) for s in lost), "sentences": len(lost)},
            message=f"{message}-first" if place.is_before else message,
            arguments={"text": shortened(lost[0].text), "more": More(len(lost) - 1)},
        ).replace(meant=_meant(lost, "missing"))


class _Page:
    """A page with its source: the links between their sentences, their lengths, the lexicon.

    What is found on the way: `lost` sentences of the source, by their place in the target, `extra`
    ones of the target, and those that `moved`, with their source. `sure`: of parts of a sentence
    the certain ones alone are looked for.
    """

    def __init__(self, view: View, role: str, options: Mapping[str, Any], *, sure: bool) -> None:
        """Read the links and what they are measured by."""
        self.view, self.role, self.options, self._sure = view, role, options, sure
        self.document, self.other = view.document, view.document.companions[role]
        self.links: Sequence[Link] = view.analysis(f"alignment:{role}").links
        self.lengths = Lengths(self.document, self.other, self.links, language_of(view, role))
        self._lexica = lexica_of(view, role)
        self.lexical = _Lexical(self, self._lexica) if self._lexica else None
        self.strange = strangers(self.links) if role == "source" else frozenset()
        self.texts: Mapping[str, str] = options["localised"].get("texts", {})
        # a string stands where its source does, which several forms of a plural share
        self.stays = holds_source(view.document)
        self.lost: dict[_Gap, list[Sentence]] = defaultdict(list)
        self.extra: list[Sentence] = []
        self.moved: list[tuple[Sentence, Sentence]] = []
        if not self.stays:
            self.moved += _moved_sections(self.document, self.other, self.links)

    def target(self, at: int, end: int | None = None) -> Sequence[Sentence]:
        """Return the sentences of the target in a link, or in all up to `end`."""
        return self.document.sentences[
            self.links[at].left : self.links[(end or at + 1) - 1].left_end
        ]

    def source(self, at: int, end: int | None = None) -> Sequence[Sentence]:
        return self.other.sentences[
            self.links[at].right : self.links[(end or at + 1) - 1].right_end
        ]

    def collect(self, at: int) -> None:
        """Add the sentences of a link that one side alone has to those lost or added."""
        lexical = self.lexical
        if lexical is None and self.lengths.fits_with_neighbours(at):
            return
        found = self._alone(at)
        if self.links[at].left == self.links[at].left_end:
            place = _place(self.document, self.other, self.links, at)
            self.lost[place] += [
                one for one in found if lexical is None or lexical.is_lost(one, at)
            ]
        else:
            self.extra += [one for one in found if lexical is None or lexical.is_extra(one, at)]

    def _alone(self, at: int) -> list[Sentence]:
        """Return the sentences of a link of one side that the other has not, not even as markup."""
        is_lost = self.links[at].left == self.links[at].left_end
        there = self.document if is_lost else self.other
        gap = _gap(there, *_around(self.links, at, is_target=is_lost))
        if _is_unread(there, gap):
            return []
        # TRA013 compares the front matter, and says how many rows a table lacks
        front = front_end(self.other) if is_lost else 0
        reported = [both[is_lost].span for both in other_tables(self.document, self.other)]
        return [
            sentence
            for sentence in (self.source(at) if is_lost else self.target(at))
            if len(sentence.text) >= self.options["alone"]
            and sentence.span.start >= front
            and not (is_lost and _is_title_again(self.document, self.other, sentence))
            and not any(sentence.span.overlaps(span) for span in reported)
            and not _is_markup_of(there, gap, sentence)
        ]

    def left_out(self, at: int) -> list[Sentence]:
        """Return the sentences of a link of several source sentences that the target lacks."""
        is_short = self.lengths.deviation(self.links[at]) < _SHORT
        return self.lexical.left_out(at) if self.lexical is not None and is_short else []

    def part_left_out(self, at: int) -> Place | None:
        """Return the part of an English sentence that nothing in the translation answers."""
        if self._lexica is None or self.lexical is None:
            return None
        if len(self.source(at)) > 1 or self.lexical.is_named(at) or self.lacks_token(at):
            return None
        near = [*range(max(0, at - 1), at), *range(at + 1, min(at + 2, len(self.links)))]
        beside = near if is_loose(self.links, at) and not self.document.units else []
        around = " ".join(one.text for k in beside for one in self.target(k))
        written = span_of(self.target(at))
        around += f" {self.document.raw[written.start : written.end]}"  # code, too
        sides = Joined(self.source(at)).text, Joined(self.target(at)).text
        place = omitted(*sides, around, *self._lexica, sure=self._sure)
        if place is None or share_answered(*sides, *self._lexica) < _ALIKE:
            return None
        # else in other words altogether
        return place if share_from(*sides, *self._lexica) >= _LITERAL else None

    def cut(self, at: int) -> Place | None:
        """Return where consecutive source words stand that are the only thing missing."""
        in_target, words = (
            list(ALPHANUMERIC.finditer(Joined(side).text))
            for side in (self.target(at), self.source(at))
        )
        forms = [[word[0].lower() for word in side] for side in (in_target, words)]
        first = _alike(*forms)
        last = _alike(*(side[first:][::-1] for side in forms))
        if len(words) - len(in_target) < _CUT or first + last != len(in_target):
            return None
        return words[first].start(), words[len(words) - last - 1].end()

    def lacks_token(self, at: int) -> bool:
        """Return whether the target lost a placeholder, code or an address with the words beside
        it, which TRA004 says; of a page, whichever it is."""
        target, source = (
            [token.key for one in sentences for token in tokens(text.markup_in(one.span))]
            for text, sentences in ((self.document, self.target(at)), (self.other, self.source(at)))
        )
        return not set(source) <= set(target) if self.document.units else len(target) < len(source)

    def crossed(self, at: int) -> tuple[Sentence, Sentence] | None:
        """Return a sentence and its source where two adjacent ones were exchanged; else None."""
        end = min(at + 1 + is_one(self.links[at]), len(self.links))
        target, source = self.target(at, end), self.source(at, end)
        if self.document.units or not (len(target) == len(source) == _PAIR):
            return None
        straight = (self._are_the_same(*pair) for pair in zip(target, source, strict=True))
        across = (self._are_the_same(*pair) for pair in zip(target, source[::-1], strict=True))
        return (target[0], source[1]) if not any(straight) and all(across) else None

    def _are_the_same(self, target: Sentence, source: Sentence) -> bool:
        return target.text == source.text or (
            self.lexical is not None and self.lexical.are_the_same(target, source)
        )

    def crossed_blocks(self, at: int) -> _Crossing | None:
        """Return two items of a list, or other blocks, that changed places: what links pair from
        `at` on."""
        if (
            self.lexical is None
            or self.document.units
            or not self._begins_blocks(self.links[at].left, self.links[at].right)
        ):
            return None
        for end in range(at + 1, min(at + _WIDEST, len(self.links)) + 1):
            target, source = (
                [list(block) for _, block in groupby(sentences, key=lambda one: one.block)]
                for sentences in (self.target(at, end), self.source(at, end))
            )
            if max(len(target), len(source)) > _PAIR:
                return None
            last = self.links[end - 1]
            is_whole = self._begins_blocks(last.left_end, last.right_end)
            if not is_whole or not (len(target) == len(source) == _PAIR):
                continue
            if any(one.kind is Kind.HEADING for block in (*target, *source) for one in block):
                return None
            texts = (
                [" ".join(s.text for s in block) for block in side] for side in (target, source)
            )
            if self.lexical.are_across(*texts):
                return _Crossing(target[0][0], source[1][0], end)
        return None

    def _begins_blocks(self, left: int, right: int) -> bool:
        """Return whether a block of each side begins with these sentences."""
        return all(
            index in (0, len(text.sentences))
            or text.sentences[index].block != text.sentences[index - 1].block
            for text, index in ((self.document, left), (self.other, right))
        )

    def leave_out_declared(self) -> None:
        """Drop the sentences that a project declared, and those about languages of the page."""
        for side in (self.extra, *self.lost.values()):
            side[:] = [one for one in side if one.text not in self.texts and not is_switcher(one)]
        for side in self.lost.values():
            side[:] = [
                one
                for one in side
                if not (_is_at_edge(self.other, one) and _OF_ANOTHER.search(one.text))
            ]

    def find_moved(self) -> None:
        """Count sentences that are both lost and added as moved, if they stand elsewhere."""
        by_text: defaultdict[str, list[Sentence]] = defaultdict(list)
        for one in reversed(self.extra):
            by_text[one.text].append(one)
        gone: set[int] = set()
        paired = {
            at for link in self.links if link.paired for at in range(link.left, link.left_end)
        }
        tried = 0
        for place, sentences in self.lost.items():
            kept: list[Sentence] = []
            for source in sentences:
                target = by_text[source.text].pop() if by_text.get(source.text) else None
                if target is None and self.lexical is not None and tried < _TRIED:
                    tried += 1
                    free = (one for one in self.extra[:_TRIED] if one.index not in gone)
                    same = self.lexical.are_the_same
                    target = next((one for one in free if same(one, source)), None)
                if target is None or target.index in gone:
                    kept.append(source)
                    continue
                gone.add(target.index)
                first, last = sorted((target.index, place.sentence + (not place.is_before)))
                if not paired.isdisjoint(range(first, last)):  # else it stands in its place
                    self.moved.append((target, source))
            sentences[:] = kept
        self.extra[:] = [one for one in self.extra if one.index not in gone]


def _added(page: _Page, extra: Sequence[Sentence], places: Sequence[_Gap]) -> list[list[Sentence]]:
    """Return the added sentences in runs, without notes of translators and what stands beside a
    missing or an untranslated sentence."""
    notes = {one.block for one in extra if _TRANSLATION["pt"].search(one.text)}
    if any(_TRANSLATION["en"].search(one.text) for one in page.other.sentences):
        sentences = page.document.sentences
        notes &= {one.block for one in sentences if _is_at_edge(page.document, one)}
    beside = {place.sentence + (not place.is_before) for place in places}
    texts = {one.text for one in page.other.sentences if len(english(one.text)) >= _FEW}
    untranslated = {one.block for one in page.document.sentences if one.text in texts}
    return [
        run
        for run in _runs([one for one in extra if one.block not in notes])
        if beside.isdisjoint((run[0].index - 1, run[0].index, run[-1].index + 1))
        and untranslated.isdisjoint((run[0].block - 1, run[0].block, run[-1].block + 1))
    ]


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


def _runs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """Return sentences that follow one another, together."""
    found: list[list[Sentence]] = []
    for sentence in sentences:
        if found and sentence.index - found[-1][-1].index <= _NEXT:
            found[-1].append(sentence)
        else:
            found.append([sentence])
    return found


def _text(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)


class _Lexical:
    """Which sentences translate each other by the lexicon, where the source is English."""

    def __init__(self, page: _Page, lexica: tuple[Forms, Translations]) -> None:
        self._page, self._lexica = page, lexica
        self._document, self._other, self._links = page.document, page.other, page.links

    def _answered(self, source: str, target: str) -> float:
        return share_answered(source, target, *self._lexica)

    def _target(self, at: int) -> str:
        """Return the text of the target in a link; "" outside of the page."""
        return _text(self._page.target(at)) if 0 <= at < len(self._links) else ""

    def _source(self, at: int) -> str:
        return _text(self._page.source(at)) if 0 <= at < len(self._links) else ""

    def _around(self, at: int) -> str:
        """Return the text of the source in a link and those beside it."""
        return " ".join(filter(None, map(self._source, range(at - 1, at + 2))))

    def is_lost(self, source: Sentence, at: int) -> bool:
        """Return whether nothing beside the place of a sentence of the source says what it does."""
        if _is_portuguese(source) or self._is_heading(source):
            return False
        if self._document.units or len(english(source.text)) < _FEW:
            return not self._page.lengths.fits_with_neighbours(at)
        unread = self._unread(self._document, at, is_target=True)
        if self._answered(source.text, unread) >= ALL_SAID:
            return False
        if any(
            self._page.lengths.fits_better(near, at)
            and self._answered(source.text, self._target(near)) >= SAID
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
            target, own = self._target(near), self._source(near)
            in_target = portuguese(target)
            more = zip(
                said_by(source.text, in_target, *self._lexica),
                said_by(own, in_target, *self._lexica),
                strict=True,
            )
            if (
                sum(is_theirs and not is_own for is_theirs, is_own in more) >= _FEW
                and self._answered(source.text, target) >= _BESIDE
            ):
                return True
        return False

    def _is_heading(self, source: Sentence) -> bool:
        """Return whether a heading of the source is one of the target, wherever it stands."""
        if source.kind is not Kind.HEADING or not english(source.text):
            return False
        return any(
            self._answered(source.text, one.text) == 1.0
            for one in self._document.sentences
            if one.kind is Kind.HEADING
        )

    def _is_anywhere(self, source: Sentence) -> bool:
        """Return whether a distant sentence of the target says all that a source sentence does."""
        target = self._document.sentences
        about = source.index * len(target) // len(self._other.sentences)
        return len(english(source.text)) >= _MANY and any(
            self._answered(source.text, one.text) >= ALL_SAID
            for one in target[max(0, about - _FAR) : about + _FAR]
        )

    def is_extra(self, target: Sentence, at: int) -> bool:
        """Return the reverse, of a sentence of the target."""
        if len(portuguese(target.text)) <= _FEW:
            return False
        source = self._around(at) + self._unread(self._other, at, is_target=False)
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
        source = self._page.source(at)
        if len(source) < 2:
            return []
        target = self._target(at)
        known = [len(english(one.text)) >= _FEW for one in source]
        shares = [self._answered(one.text, target) for one in source]
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
            self._answered(source.text, self._target(near)) >= ALL_SAID for near in (at - 1, at + 1)
        )

    def is_unrelated(self, at: int) -> bool:
        """Return whether hardly a word of one side answers one of the other."""
        sides = self._source(at), self._target(at)
        return likeness(*sides, *self._lexica) <= _UNRELATED

    def is_certain(self, at: int) -> bool:
        """Return whether the links before and after this one are pairs that correspond."""
        return all(
            self._links[near].paired
            and self._answered(self._source(near), self._target(near)) >= SAID
            for near in (at - 1, at + 1)
            if 0 <= near < len(self._links)
        )

    def is_named(self, at: int) -> bool:
        """Return whether one side is a heading or the text of a link, which name what follows,
        or what they lead to, in words of their own."""
        return all(_is_name(self._document, one) for one in self._page.target(at)) or all(
            _is_name(self._other, one) for one in self._page.source(at)
        )

    def is_cut(self, at: int) -> bool:
        """Return whether a translation is correct as far as it goes, but incomplete."""
        target, source = self._target(at), self._source(at)
        return (
            share_from(source, target, *self._lexica) >= SAID
            and omitted(source, target, "", *self._lexica) is not None
        )

    def adds(self, at: int) -> bool:
        """Return whether much of the target is not in the source."""
        target, source = self._target(at), self._around(at)
        return share_from(source, target, *self._lexica) < SAID

    def are_the_same(self, target: Sentence, source: Sentence) -> bool:
        """Return whether two sentences, wherever they stand, say the same."""
        if min(len(english(source.text)), len(portuguese(target.text))) < _FEW:
            return False
        return (
            self._answered(source.text, target.text) >= SAID
            and share_from(source.text, target.text, *self._lexica) >= SAID
        )

    def are_across(self, target: Sequence[str], source: Sequence[str]) -> bool:
        """Return whether each of two texts says what the other one of the source does, and less
        of what stands in its place."""
        if not all(map(english, source)):
            return False
        straight = list(map(self._answered, source, target))
        across = list(map(self._answered, source[::-1], target))
        return min(across) >= SAID and sum(across) - sum(straight) >= _ACROSS


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
                alone = (abs(self.deviation(link)) for link in window if link.paired)
                is_out = max(alone, default=-1.0) >= out
                if is_out and abs(self.deviation(_joined(window))) <= fits:
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
    return list(accumulate((len(sentence.text) for sentence in sentences), initial=0))


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

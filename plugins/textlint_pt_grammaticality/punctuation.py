"""GRA404 to GRA407: spaces, marks, pairs of marks and capitals."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract import (
    Applicability,
    Block,
    Document,
    Edit,
    Finding,
    Fix,
    Forms,
    Kind,
    Option,
    Scope,
    Sentence,
    Severity,
    Text,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.coinage import is_current, is_native
from textlint_pt_grammaticality.confidence import OPTION, LanguageRule, Signals
from textlint_pt_grammaticality.manner import EVERYDAY
from textlint_pt_grammaticality.reading import (
    Ranges,
    abbreviations,
    listed,
    surroundings,
    together,
    touches,
)

_LETTER = r"[^\W\d_]"
#: more of one kind than this, in a text with few or no correct ones, are not slips
_HABIT = 3
#: more stray spaces than this have one cause, and are reported once
_ONE_CAUSE = 12
_ANY_LETTER = regex(_LETTER)
_LAST_WORD = regex(rf"(?<!{_LETTER}){_LETTER}+$")
#: no Portuguese word is longer: how far to look back
_LONGEST = 40
_WORD_HERE = regex(rf"{_LETTER}+")


def _fix(sentence: Sentence, start: int, end: int, text: str, applicability: Applicability) -> Fix:
    span = sentence.content.span(start, end)
    return Fix(applicability, (Edit(span.start, span.end, text),))


def _piece(text: str, start: int, end: int) -> str:
    """The characters around `text[start:end]` up to the next spaces, a hundred at most."""
    low, high = max(0, start - 100), end + 100
    first = text.rfind(" ", low, start) + 1
    last = text.find(" ", end, high)
    return text[first or low : last if last >= 0 else high]


# ------------------------------------------------------------------ GRA404

_BEFORE_MARK = regex(rf"(?<=[^\s.,;:!?…]) ([,;:.!?](?=\s|$|[\"'”’»)\]])|[,;](?={_LETTER}{{2}}))")
#: ":" and ";" that begin an emoticon, "?" that stands for something unknown
_FACE = regex(r"[:;]['’]?-?[()DPpOo3|/\\*]+(?=\s|$|[.,])")
_AFTER_COMMA = regex(rf"({_LETTER}{{2}}[\"”»)]?)([,;])(?={_LETTER}{{2}}|[aoeéàÀÉ] )")
_AFTER_STOP = regex(r"([a-zà-ÿ]{2}[\"”»)]?)([.!?])(?=[A-ZÀ-Þ][a-zà-ÿ]*(?:[ ,]|$))")
_IN_BRACKETS = regex(r"(?<=\()( )(?=\w)|(?<=[\w.!?])( )(?=\))")
#: a piece of text with one of these is code, an address or a formula
_CODE = regex(r"[=<>{}\[\]|\\/@#$%^&*+~`]|_\w|::|\(\)|\d")
#: spaces of French typography, which some Portuguese houses keep before high marks
_NARROW = "\u00a0\u202f\u2009"


class SpacingAroundPunctuation(LanguageRule):
    """A space stands before a mark, or none after it.

    ## What it finds

    A space before a comma, stop, colon, semicolon, question or exclamation mark; a comma, semicolon
    or final mark straight before the next word; a space on the inner side of a round bracket.
    Figures (*1,5*, *12:30*), addresses, file names, code, ellipses, faces and the narrow or fixed
    spaces of French typography are not judged. Where a text spaces its high marks (*! ? ; :*) as a
    habit, or has more than a dozen stray spaces, the first is reported for all.

    ## Why it matters

    A mark cut off from its word may come to stand at the beginning of a line, and two words without
    a space are one word to a screen reader, a search and a spelling checker.

    ## Bad

    > A loja fecha cedo ,mas o café fica aberto.

    ## Good

    > A loja fecha cedo, mas o café fica aberto.

    ## Evidence

    `mark`: the mark; `others`: for how many more it is said; `confidence`: how probably the finding
    is right; `limit`: from where on it is reported. Fix: takes the spaces out or puts one in; safe
    but for a stop without a space after it.

    ## Source

    The typographic rules that all Portuguese style manuals share.
    """

    code = "GRA404"
    name = "mechanics.spacing-around-punctuation"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    wants = ("forms",)
    messages = {
        "pt": {
            "before": "espaço a mais antes de «{mark}»",
            "after": "falta um espaço depois de «{mark}»",
            "bracket": "espaço a mais dentro dos parênteses",
            "many": "espaço a mais junto de um sinal de pontuação, como em {others} outros lugares",
        },
        "en": {
            "before": "a space too many before “{mark}”",
            "after": "a space is missing after “{mark}”",
            "bracket": "a space too many inside the brackets",
            "many": "a space too many beside a punctuation mark, as in {others} other places",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self._all(view))
        spaced = [finding for finding in found if _is_spaced_high(finding)]
        habit = set(map(id, spaced[1:])) if len(spaced) > _HABIT else set()
        found = [finding for finding in found if id(finding) not in habit]
        stray = [finding for finding in found if finding.message != "after"]
        if len(stray) > _ONE_CAUSE:
            edits = tuple(edit for one in stray if one.fix for edit in one.fix.edits)
            first = stray[0]._replace(
                evidence={**stray[0].evidence, "others": len(stray) - 1},
                fix=Fix(Applicability.SAFE, edits),
                message="many",
            )
            found = [first, *(finding for finding in found if finding.message == "after")]
        yield from found

    def _all(self, view: View) -> Iterator[Finding]:
        source = view.document.raw
        for sentence in view.sentences:
            text = sentence.text
            for match in _BEFORE_MARK.finditer(text):
                start, end = match.span()
                space = sentence.content.span(start, start + 1)
                if (
                    together(sentence.content, start, end)
                    and source[space.start : space.end].isspace()
                    and not sentence.is_opaque(start, end)
                    and not _FACE.match(text, start + 1)
                    and not any(char in _NARROW for char in source[space.start : space.end])
                    and _is_mark(text, start, match.group(1))
                ):
                    yield self._report(sentence, start, end, "before", match.group(1))
            for match in _IN_BRACKETS.finditer(text):
                start, end = match.span()
                if (
                    together(sentence.content, start - 1, end + 1)
                    and not sentence.is_opaque(start - 1, end + 1)
                    and not _is_call(text, start)
                ):
                    mark = "(" if text[start - 1] == "(" else ")"
                    yield self._report(sentence, start, end, "bracket", mark)
            for pattern in (_AFTER_COMMA, _AFTER_STOP):
                for match in pattern.finditer(text):
                    start, end = match.span(2)
                    if (
                        together(sentence.content, match.start(), end + 1)
                        and not sentence.is_opaque(match.start(), end + 1)
                        and _is_prose(text, match)
                        and (match.group(2) != "." or _between_words(view, text, start, end))
                    ):
                        yield self._report(sentence, start, end, "after", match.group(2))

    def _report(self, sentence: Sentence, start: int, end: int, message: str, mark: str) -> Finding:
        text = sentence.text
        right = "" if message == "bracket" else mark
        if mark in ",;.!?" and text[end : end + 1].isalpha():
            right += " "
        return self.finding(
            sentence,
            {"mark": mark},
            # a space alone cannot be seen: the bracket and the letter stand beside it
            start=start - (message == "bracket"),
            end=end + (message == "bracket"),
            message=message,
            fix=_fix(
                sentence,
                start,
                end,
                right,
                # a stop without a space may be part of a name in code
                Applicability.UNSAFE
                if message == "after" and mark in ".!?"
                else Applicability.SAFE,
            ),
        )


def _is_spaced_high(finding: Finding) -> bool:
    return finding.message == "before" and finding.evidence["mark"] in ":;!?"


def _is_mark(text: str, start: int, mark: str) -> bool:
    """Whether a mark after a space belongs to the words before it: not "a ? b", not ": lista"."""
    before = text[start - 1]
    if before in "=<>|/\\+*-–—([{«“" or not _has_letter(text, start):
        return False
    if mark in ":?" and start + 2 < len(text):
        # a ratio, a key with its value, a ternary: only between words is it punctuation
        return before.isalpha() and text[start + 3 : start + 4].isalpha()
    return True


def _is_call(text: str, at: int) -> bool:
    """Whether the bracket open at a place belongs to the word before it: "alert( filtered)"."""
    opened = text.rfind("(", 0, at)
    return opened > 0 and (text[opened - 1].isalnum() or text[opened - 1] in "_$")


def _between_words(view: View, text: str, start: int, end: int) -> bool:
    """Whether there are Portuguese words on both sides, as far as is known: not "time.Sleep"."""
    if not view.has("forms"):
        return True
    forms: Forms = view.analysis("forms")
    after = _WORD_HERE.match(text, end)
    sides = (_word_before(text, start), after.group() if after else "")
    if len(sides[1]) == 1 and sides[1] not in "AEOÀÉ":
        return False  # "um arquivo.R"
    return all(side in function_words() or is_native(side.lower(), forms) for side in sides)


def _has_letter(text: str, end: int) -> bool:
    letter = _ANY_LETTER.search(text)
    return letter is not None and letter.start() < end


def _is_prose(text: str, match: re.Match[str]) -> bool:
    piece = _piece(text, match.start(), match.end())
    if _CODE.search(piece):
        return False
    if match.group(2) in ",;":
        return True
    word = _word_before(text, match.start(2))
    return word[:1].islower() and word not in abbreviations()  # not "Node.Js", "sr.Silva"


def _word_before(text: str, end: int) -> str:
    """The word before a mark, and before the quotation mark or bracket that closes there."""
    while end and text[end - 1] in '"”»)':
        end -= 1
    found = _LAST_WORD.search(text[max(0, end - _LONGEST) : end])
    return found.group() if found else ""


# ------------------------------------------------------------------ GRA405

_REPEATED = regex(
    r"""
    (?<![.\d,])(?P<comma>,\s?,)(?!,)            # ",,"  ", ,"
  | (?P<semicolon>;\s?;)                        # ";;"
  | (?P<mixed>,\s?[.;:]|[;:]\s?,|;\s?[.:]|:\s?[.;])(?=\s|$)(?!\s?\.\.)
  | (?P<stops>(?<=[^\W\d_])\.\.)(?=\s|$)(?!\.)
  | (?P<final>[!?]\.)(?=\s|$)
  | (?P<asked>,[!?])(?=\s|$)
  | (?P<inside>\(\s?[,;.:](?=\s)|(?<=[^\W\d_])[,;](?=\)))
  | (?P<apart>(?<=[^\W\d_])\.\s\.(?=\s|$))
    """,
    re.VERBOSE,
)
_SAME = regex(r"([,;])\s?\1")


class RepeatedPunctuation(LanguageRule):
    """Two marks stand together that cannot.

    ## What it finds

    A mark written twice (*,,* and *;;* and two stops) and marks that contradict each other: *,.*
    *;,* *?.* *,!* and a comma at the edge of a bracket. *?!*, *!!!*, ellipses and the stop of an
    abbreviation before a comma (*etc.,*) are right.

    ## Why it matters

    The reader cannot tell whether the sentence goes on. It is what an insertion or a deletion
    leaves behind.

    ## Bad

    > Trouxe pão, queijo, , e duas garrafas de vinho..

    ## Good

    > Trouxe pão, queijo e duas garrafas de vinho.

    ## Evidence

    `marks`: what stands there; `confidence`: how probably the finding is right; `limit`: from where
    on it is reported. Fix: one mark for two that are the same; none where the choice is the
    writer's.

    ## Source

    The punctuation chapters of Portuguese grammars.
    """

    code = "GRA405"
    name = "mechanics.repeated-punctuation"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    supersedes = ("GRA404",)
    messages = {
        "pt": {"message": "«{marks}»: sinais de pontuação que não ficam juntos"},
        "en": {"message": "“{marks}”: marks that do not stand together"},
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            text = sentence.text
            for match in _REPEATED.finditer(text):
                start, end = match.span()
                before = max(0, start - 1)
                if (
                    sentence.is_opaque(before, end)
                    or not together(sentence.content, before, end)
                    or not _has_letter(text, start)
                    or _FACE.match(text, start)
                    or (match.lastgroup == "stops" and _is_abbreviation(text, start))
                ):
                    continue
                marks = match.group()
                same = _SAME.fullmatch(marks)
                yield self.finding(
                    sentence,
                    {"marks": marks},
                    start=start,
                    end=end,
                    fix=_fix(sentence, start, end, marks[0], Applicability.UNSAFE)
                    if same
                    else None,
                )


_FORMS_OF_ADDRESS = listed("excia excias exa exas sa sas")


def _is_abbreviation(text: str, stop: int) -> bool:
    """Whether the word before a full stop always ends in one."""
    word = _word_before(text, stop).lower()
    return word in _FORMS_OF_ADDRESS or (word in abbreviations() and word != "etc")


# ------------------------------------------------------------------ GRA406

_PAIR = {"(": ")", "[": "]", "“": "”", "«": "»"}
_OPENER = {closer: opener for opener, closer in _PAIR.items()}
_MARKS = regex(r"[()\[\]“”„«»\"]")
_ENUMERATOR = regex(r"(?:^|[\s(;,.:])(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\)$")
_INTERVAL = regex(
    r"[\[\](] ?[-−]?[\w.∞]{1,12}(?:,\d{1,9})? ?[,;] ?[-−+]?[\w.∞]{1,12}(?:,\d{1,9})? ?[\[\])]"
)
_FACES = regex(
    r"(?:(?<=\s)|^)[:;=]['’]?-?[()\[\]]+|(?<=[^\W\d_])[:;]-?\)+(?=\s|$)|\(-?['’]?[:=](?=\s|$)|¯\\_\(ツ\)_/¯"
)


class _Mark(NamedTuple):
    """A mark without a partner in its unit: `at` in `content`."""

    unit: int
    content: Text
    at: int
    char: str


class UnbalancedMarks(LanguageRule):
    """A bracket or quotation mark has no partner.

    ## What it finds

    In a paragraph (with all that belongs to it), a bracket or a quotation mark that is opened and
    not closed, or closed and not opened. A quotation or bracket that goes on over several
    paragraphs is followed to its end; the marks of lists (*a)*, *1)*), faces, inches, intervals and
    code are not counted. Straight quotation marks look alike on both sides, so that a paragraph
    with several is judged only with `straight`.

    ## Why it matters

    The reader does not know where a quotation ends and whose words come next.

    ## Bad

    > O presidente disse que “ninguém foi avisado e saiu da sala.

    ## Good

    > O presidente disse que “ninguém foi avisado” e saiu da sala.

    ## Evidence

    `mark`: the one that is alone; `partner`: the one that is missing; `confidence`: how probably
    the finding is right; `limit`: from where on it is reported.

    ## Source

    The punctuation chapters of Portuguese grammars.
    """

    code = "GRA406"
    name = "mechanics.unbalanced-marks"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.DIALOGUE})
    options = {
        "confidence": OPTION,
        "paragraphs": Option(8, "paragraphs over which a bracket or quotation may go on", 0),
        "straight": Option(
            False, 'judge straight marks (") also where several stand in a paragraph'
        ),
    }
    messages = {
        "pt": {
            "opened": "«{mark}» abre e não fecha: falta «{partner}»",
            "closed": "«{mark}» fecha o que não foi aberto: falta «{partner}»",
        },
        "en": {
            "opened": "“{mark}” opens and nothing closes it: “{partner}” is missing",
            "closed": "“{mark}” closes what was not opened: “{partner}” is missing",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        document = view.document
        opaque = [(span.start, span.end) for block in document.blocks for span in block.opaque]
        alone: list[_Mark] = []
        paired: Counter[str] = Counter()
        openings: dict[int, str] = {}
        for number, (kind, contents) in enumerate(_units(document)):
            if contents[0].text:
                openings[number] = contents[0].text[0]
            if kind in self.kinds:
                tally = _tally(number, contents, opaque, options["straight"])
                alone += tally.alone
                paired += tally.paired
        left = list(_left(alone, openings, options["paragraphs"]))
        kinds = Counter(_OPENER.get(mark.char, mark.char) for mark in left)
        for mark in left:
            opener = _OPENER.get(mark.char, mark.char)
            if kinds[opener] > max(_HABIT, paired[opener]):
                continue  # this text uses them in its own way
            opens = mark.char in _PAIR or (mark.char == '"' and _opens(mark.content.text, mark.at))
            partner = _PAIR.get(mark.char) or _OPENER.get(mark.char) or '"'
            yield Finding(
                self.code,
                mark.content.span(mark.at, mark.at + 1),
                {"mark": mark.char, "partner": partner},
                message="opened" if opens else "closed",
            )


def _units(document: Document) -> Iterator[tuple[Kind, list[Text]]]:
    """Paragraphs with the blocks that continue them after an interruption."""
    unit: list[Block] = []
    for block in document.blocks:
        if unit and not block.continues:
            yield unit[0].kind, [part.content.normalised() for part in unit]
            unit = []
        unit.append(block)
    if unit:
        yield unit[0].kind, [part.content.normalised() for part in unit]


class _Tally(NamedTuple):
    """Marks of a unit: those without a partner, and the number of pairs by opening mark."""

    alone: list[_Mark]
    paired: Counter[str]


def _tally(number: int, contents: Sequence[Text], opaque: Ranges, straight_too: bool) -> _Tally:
    stacks: dict[str, list[_Mark]] = {opener: [] for opener in _PAIR}
    paired: Counter[str] = Counter()
    alone: list[_Mark] = []
    straight: list[_Mark] = []
    for content in contents:
        text = content.text
        hidden = sorted(m.span() for pattern in (_FACES, _INTERVAL) for m in pattern.finditer(text))
        for match in _MARKS.finditer(text):
            at, char = match.start(), match.group()
            if touches(hidden, at, at + 1) or touches(opaque, *content.span(at, at + 1)):
                continue
            mark = _Mark(number, content, at, char)
            after_figure = at > 0 and text[at - 1].isdigit()
            if char == "„":
                return _Tally([], paired)  # German marks: “ closes there
            if char == '"':
                if len(straight) % 2 or not after_figure:  # else inches
                    straight.append(mark)
            elif char in _PAIR:
                stacks[char].append(mark)
            elif stacks[_OPENER[char]]:
                stacks[_OPENER[char]].pop()
                paired[_OPENER[char]] += 1
            elif not (
                (char == ")" and _ENUMERATOR.search(text[max(0, at - 7) : at + 1]))
                or (char == "”" and after_figure)
            ):
                alone.append(mark)
    alone += [mark for stack in stacks.values() for mark in stack]
    if straight and not straight_too:  # “one kind opens, the other closes"
        lone = [mark for mark in alone if mark.char in "“”«»"]
        alone = [mark for mark in alone if mark not in lone]
        if len(straight) == 1 and not lone:
            alone += straight
    elif len(straight) % 2:
        alone.append(_odd(straight))
    return _Tally(alone, paired)


def _opens(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] in " ([—–-«“:,"


def _odd(straight: Sequence[_Mark]) -> _Mark:
    """Of an odd number of marks, the one that looks least like the partner of its neighbour."""
    expected = True
    for mark in straight:
        if _opens(mark.content.text, mark.at) is not expected:
            return mark if expected else straight[straight.index(mark) - 1]
        expected = not expected
    return straight[-1]


def _left(alone: Sequence[_Mark], openings: Mapping[int, str], reach: int) -> Iterator[_Mark]:
    """Marks that have no partner in the neighbouring paragraphs either."""
    waiting: dict[str, deque[_Mark]] = defaultdict(deque)
    left: list[_Mark] = []
    for mark in sorted(alone, key=lambda mark: (mark.unit, mark.at)):
        kind = _OPENER.get(mark.char, mark.char)
        before = waiting[kind]
        while before and mark.unit - before[0].unit > reach:
            left.append(before.popleft())
        if mark.char in _PAIR:
            before.append(mark)
        elif before and (mark.char != '"' or before[-1].unit < mark.unit):
            before.pop()
        elif mark.char == '"':
            before.append(mark)
        else:
            left.append(mark)
    left.extend(mark for marks in waiting.values() for mark in marks)
    for mark in sorted(left, key=lambda mark: (mark.unit, mark.at)):
        # a quotation of several paragraphs: each begins with a mark, the last one closes
        following = openings.get(mark.unit + 1, "")
        if mark.char in '“«"' and following and following in '“”«»"':
            continue
        if mark.char in "”»" and mark.at == 0:
            continue
        yield mark


# ------------------------------------------------------------------ GRA407

_LOWER_AFTER_STOP = regex(r"(?<![.\w-])([a-zà-ÿ][a-zà-ÿ-]{3,39})\.[\"”»)]? (?=([a-zà-ÿ]{1,40})\b)")
_WHOLE_WORD = regex(r"(?:[aeiouáéíóúâêôãõ]s?|[rlmz]|ção|ões)$")
_FIRST_WORD = regex(r"[\"'“‘«(¿¡]*([a-zà-ÿ][^\W_]*)(?![\w./:_(=@])")
_FINAL = regex(r"[.!?][\"'”’»)\]*_]*$")
_ENDED = regex(r"[.!?…][\"'”’»)\]*_]*$")


class LowerCaseStart(LanguageRule):
    """A sentence begins with a small letter.

    ## What it finds

    A small letter after the stop of the sentence before, or at the start of a paragraph whose first
    sentence ends in a stop. List items, headings, verse and dialogue, what goes on after a colon,
    an ellipsis, code or a formula, names that are written small and texts that use no capitals at
    all are left alone.

    ## Why it matters

    The capital is how the eye finds the beginning of a sentence; without it the stop before looks
    like a slip, and programs that cut text into sentences miss the boundary.

    ## Bad

    > A porta abriu-se devagar. ninguém entrou.

    ## Good

    > A porta abriu-se devagar. Ninguém entrou.

    ## Evidence

    `word`: the first word; `confidence`: how probably the finding is right; `limit`: from where on
    it is reported. Fix: the capital, as a suggestion.

    ## Source

    Acordo Ortográfico de 1990, base XIX.
    """

    code = "GRA407"
    name = "mechanics.lower-case-start"
    counts_in = "grammaticality"
    scope = Scope.SPAN
    severity = Severity.WARNING
    wants = ("forms",)
    kinds = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
    options = {
        "confidence": OPTION,
        "habit": Option(
            0.2, "share of sentences with a small first letter from which it is a habit", 0, 1
        ),
    }
    messages = {
        "pt": {"message": "a frase começa por minúscula: «{word}»"},
        "en": {"message": "the sentence begins with a small letter: “{word}”"},
    }

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} function word": float(finding.evidence["word"] in function_words())}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self._all(view))
        allowed = max(2, options["habit"] * len(view.sentences))
        if len(found) <= allowed:
            yield from found

    def _all(self, view: View) -> Iterator[Finding]:
        blocks, source = view.document.blocks, view.document.raw
        for sentence, previous, opens_block in surroundings(view.document):
            if sentence.kind not in self.kinds:
                continue
            text = sentence.text
            if opens_block:
                block = blocks[sentence.block]
                before = previous.text if previous is not None else "."
                adjoins = previous is None or sentence.block - previous.block == 1
                first = _FIRST_WORD.match(text)
                if (
                    first
                    and adjoins
                    and not block.continues
                    and _ENDED.search(before)
                    and _FINAL.search(text)
                    and not sentence.is_opaque(0, first.end() + 1)
                    and not _is_marked(source, sentence, first.start(1), first.end(1))
                    and _is_common(first.group(1), text)
                    and _is_everyday(view, first.group(1))
                ):
                    yield self._report(sentence, first.start(1), first.end(1))
            for match in _LOWER_AFTER_STOP.finditer(text):
                word = match.group(2)
                if (
                    not sentence.is_opaque(match.start(), match.end(2) + 1)
                    and not _is_marked(source, sentence, match.start(2), match.end(2))
                    and _WHOLE_WORD.search(match.group(1))
                    and match.group(1) not in abbreviations()
                    and not re.match(r"[\w./:_(=@]", text[match.end(2) : match.end(2) + 1])
                    and (word in function_words() or len(word) > 2)
                    and _is_everyday(view, word)
                ):
                    yield self._report(sentence, match.start(2), match.end(2))

    def _report(self, sentence: Sentence, start: int, end: int) -> Finding:
        word = sentence.text[start:end]
        return self.finding(
            sentence,
            {"word": word},
            start=start,
            end=end,
            fix=_fix(
                sentence,
                start,
                start + 1,
                word[0].upper(),
                Applicability.SUGGESTION,  # often the words before it are missing
            ),
        )


def _is_marked(source: str, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a word is set off by markup: "*level* é um inteiro" is about a name."""
    span = sentence.content.span(start, end)
    around = source[max(0, span.start - 1) : span.start] + source[span.end : span.end + 1]
    return any(char in "*_`<>|{}" for char in around)


def _is_everyday(view: View, word: str) -> bool:
    """Whether a word is in everyday use, as far as is known: not "string", "bufsize"."""
    if word in function_words() or not view.has("forms"):
        return True
    forms: Forms = view.analysis("forms")
    return forms.frequency(word) >= EVERYDAY and is_current(word, forms)


def _is_common(word: str, text: str) -> bool:
    """Whether a word is one of the language, not a command or brand written in lower case."""
    if not word.isalpha() or not word.islower():
        return False
    return word in function_words() or (len(word) > 2 and Counter(text.lower().split())[word] == 1)

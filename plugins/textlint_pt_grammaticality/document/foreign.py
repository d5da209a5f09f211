"""The parts of a sentence that are not Portuguese prose: code, addresses, emoticons, foreign
phrases.

Determined once per document, for all rules of language: they report nothing that touches such a
place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from textlint_pt.contract import Markup, MarkupKind, Sentence, View
from textlint_pt.text.document import Stretch
from textlint_pt.text.language import detect
from textlint_pt.text.once import once
from textlint_pt.text.reading import Ranges
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import word_lists
from textlint_pt.text.words import Word, words
from textlint_pt_grammaticality.document.names import is_named
from textlint_pt_grammaticality.sentence.reading import table

_CODE = regex(
    r"""
    (?:https?://|www\.)\S+ | (?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w[\w.]*    # addresses
  | (?<![\w@])@[^\W\d_][\w.-]{0,63}\w                                            # "@nome"
  | (?<!\w)_{0,2}[^\W_]{1,40}(?:_+[^\W_]{1,40}){1,9}_* | (?<!\w)_{1,2}[a-z]\w*  # of_programmers
  | (?<!\w)[a-z]{1,40}[A-Z]\w* | (?<!\w)[A-Z][a-z]{1,40}(?:[A-Z][a-z]{1,40}){1,9}(?!\w)
  | (?<![\w.])\w{1,40}(?:\.\w{1,40}){0,6}\([^()\s]{0,80}\)                      # calls
  | (?<![\w-])--?[A-Za-z][\w-]*(?:=\S+)?(?=[\s,;:.)]|$)                         # options
  | (?<!\w)(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]*)* | (?<!\w)[A-Z]:\\\S+             # paths
  | (?<![\w/-])[\w-]{1,40}(?:/[\w-]{1,40}){0,4}/[\w-]{0,40}[a-z][A-Z][\w-]{0,40}            # a/bC
  | (?<![\w-])[\w-]{1,64}\.(?:txt|py|js|ts|md|html?|json|ya?ml|toml|csv|tsv|exe|dll|sh|bat|cpp|java
      |rb|rs|go|php|xml|css|conf|cfg|ini|log|zip|gz|tar|pdf|png|jpe?g|gif|svg|sql|po)(?!\w)
  | (?<![\w.])[\w.]{1,40}\ (?:[-+*/%|&^<>=!]=|//=|=>|->|&&|\|\|)\ [\w.]{1,40}   # "a += b"
  | (?<!\w)[A-Za-z_]\w{0,40}\ =\ (?=\d|[A-Za-z_][\w.]{0,60}[(\[])  # "n = len", a bracket
  | /\*[^*]{1,200}\*/                                                           # comments
  | (?<!\w)(?:def|function|class)\ [A-Za-z_]\w{0,40}(?=\()
  | (?<!\w)(?:git|cd|ls|docker|npm|npx|pip3?|cp|mv|code|tar|go)\ (?:[\w./:-]{1,40}\ ){0,5}\.(?=\W|$)
  | (?<!\w)(?i:select\ [^.;!?]{1,200}\ from\ \w+|delete\ from\ \w+|update\ \w+\ set\ [^.;!?]{1,80}
      |(?:create\ table|insert\ into)\ \w+(?:\ ?\([^()]{0,200}\))?)                      # SQL
  | (?<!\w)(?:int|long|double|float|char|bool|boolean|String)\ [A-Za-z_]\w{0,40}(?=[;,)=]|$)
  | </?\w[^<>]{0,80}> | \$?\{[^{}]{0,80}\} | \$\w+ | %\w\b
  | \[[A-Za-z]{1,20}:[\w.-]{1,60}\]                                              # labels
  | \w{1,40}\u00ad\ \w{1,40}                                                    # "ma- neira"
  | (?<!\w)\w{1,40}(?:\?\?|\ufffd)[\w?\ufffd]*|(?<![\w?])(?:\?\?|\ufffd)\w[\w?\ufffd]*  # "a??o"
  | (?<!\w)\w{0,40}\[\w\]\w+ | (?<!\w)\w{1,40}\[\w\]\w*                         # keys: "[s]air"
  | (?:(?<=[\s?!.…])|^|(?<=[^\W\d_]))[:;]['’]?-?[()DPp|](?=\s|$|[.,!?])                 # faces
    """,
    re.VERBOSE,
)
#: what all of these have, which takes less time to look for
_MARKED = regex(
    r"[\\/_<>{}\[\]$%@=\u00ad\ufffd?A-Z.(\-&|:;](?:(?<=[\\/_<>{}\[\]$%@=\u00ad\ufffd])"
    r"|(?<=\?\?)|(?<=[a-z][A-Z])|(?<=[\w ]\.)\w|(?<= \.)|(?<=\w\()|(?<=-)(?<![\w-]-)"
    r"|(?<=[&|]{2})|(?<=[:;])['’]?-?[()DPp|])"
)
#: words that mark it as well
_STATEMENTS = regex(r"select |insert into |delete from |create table |update ", re.IGNORECASE)
_TYPES = regex(r"(?:int|long|char|bool|String|double|float|boolean) ")
#: a question or an exclamation in Spanish
_SPANISH = regex(r"[¿¡][^?!¿¡]{1,200}[?!]")
#: names of species: "a espécie Canis lupus familiaris", "(Felis catus)"
_SPECIES = regex(
    r"\b(?:(?:sub)?espécies?|g[êé]neros?) (?:d[oa] )?"
    r"(?P<named>[A-Z][a-z]{2,30}(?: [a-z]{3,30}){1,2})"
    r"|\((?P<given>[A-Z][a-z]{2,30} [a-z]{2,30}(?:us|is|um|ii|ae)(?: [a-z]{3,30})?)\)"
)
#: what is quoted
_QUOTED = regex(r"[\"“«](?P<inside>[^\"“”«»]{8,300})[\"”»]")
#: words of a language that together mark a phrase in it, and those that mark what is set apart
_MIN_MARKERS, _MIN_MARKERS_SET_APART = 2, 1
_SET_APART = frozenset({MarkupKind.EMPHASIS, MarkupKind.STRONG, MarkupKind.LINK})
_ONE_NAME = regex(r"[A-Za-z][\w.-]{0,60}\Z")
#: words that may stand between two of them
_MAX_WORDS_BETWEEN = 3


@once
def foreign(view: View) -> Sequence[Ranges]:
    """For each sentence the ranges, in order, that are not Portuguese prose."""
    document = view.document
    found = document.by_sentence(_all_ranges)
    for sentence, markup in document.marked(_SET_APART):
        if _is_no_prose(markup, sentence):
            apart = sentence.content.range_in(markup.content.span())
            found[sentence.index] = sorted({*found[sentence.index], apart})
    return found


def _all_ranges(stretch: Stretch) -> list[Ranges]:
    return list(map(_ranges, stretch.texts))


def _ranges(text: str) -> Ranges:
    return sorted((*code(text), *phrases(text), *_locutions_in(text)))


def code(text: str) -> Iterator[tuple[int, int]]:
    """The places of identifiers, options, paths, addresses, tags and emoticons."""
    if _MARKED.search(text) or _TYPES.search(text) or _STATEMENTS.search(text):
        for match in _CODE.finditer(text):
            yield match.span()


def phrases(text: str) -> Iterator[tuple[int, int]]:
    """The places of phrases of another language, found by its function words: at least two of one
    language with few words and no Portuguese function word between them; the whole text, if it has
    none that is Portuguese alone, and what is quoted, where one is enough."""
    for match in _SPANISH.finditer(text):
        yield match.span()
    if "(" in text or "spécie" in text or "nero" in text:
        for match in _SPECIES.finditer(text):
            yield match.span(match.lastgroup or 0)
    markers = foreign_markers()
    found = words(text)
    if markers.keys().isdisjoint([word.form for word in found]):
        return
    if _is_foreign(text, _MIN_MARKERS) and detect(text) != "pt":
        yield 0, len(text)
        return
    for match in _QUOTED.finditer(text):
        if _is_foreign(match["inside"], _MIN_MARKERS_SET_APART):
            yield match.span("inside")
    run: list[tuple[Word, Collection[str]]] = []
    gap = 0
    for word in found:
        languages = markers.get(word.form)
        if languages:
            run.append((word, languages))
            gap = 0
            continue
        gap += 1
        if gap > _MAX_WORDS_BETWEEN or word.form in _portuguese():
            if run:
                yield from _marked_phrase(run)
            run, gap = [], 0
    yield from _marked_phrase(run)


def _is_no_prose(markup: Markup, sentence: Sentence) -> bool:
    """Whether marked-up text is in another language or a name: "a função *ativacao*"."""
    start, _ = sentence.content.range_in(markup.content.span())
    named = _ONE_NAME.match(markup.content.text) and is_named(sentence.text, start)
    return bool(named) or _is_foreign(markup.content.text, _MIN_MARKERS_SET_APART)


def _is_foreign(text: str, min_markers: int) -> bool:
    """Whether at least `min_markers` words mark one other language and none is Portuguese only."""
    forms = {word.form for word in words(text)}
    votes = Counter(lang for form in forms for lang in foreign_markers().get(form, ()))
    most_votes = max(votes.values(), default=0)
    portuguese_only = word_lists("languages.txt")["pt"]
    return len(forms) > 1 and most_votes >= min_markers and forms.isdisjoint(portuguese_only)


def _locutions_in(text: str) -> Iterator[tuple[int, int]]:
    found = words(text)
    forms = [word.form for word in found]
    for at, word in enumerate(found):
        if word.form in _locutions() and (length := locution(forms, at)):
            yield word.start, found[at + length - 1].end


def locution(forms: Sequence[str], start: int) -> int:
    """Return how many words the foreign phrase that begins at word `start` has; 0 if none does."""
    for phrase in _locutions().get(forms[start], ()):
        if tuple(forms[start : start + len(phrase)]) == phrase:
            return len(phrase)
    return 0


@cache
def _locutions() -> Mapping[str, Sequence[tuple[str, ...]]]:
    """Phrases of other languages that are used in Portuguese, by their first word, the longest
    first."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for line in table("locutions.txt"):
        phrase = tuple(word.form for word in words(line))
        by_first.setdefault(phrase[0], []).append(phrase)
    return {first: sorted(found, key=len, reverse=True) for first, found in by_first.items()}


def _marked_phrase(run: Sequence[tuple[Word, Collection[str]]]) -> Iterator[tuple[int, int]]:
    """Yield the place of a run of foreign words if two different ones mark the same language."""
    votes = Counter(language for word, languages in run for language in languages)
    if len({word.form for word, _ in run}) >= _MIN_MARKERS and max(votes.values()) >= _MIN_MARKERS:
        yield run[0][0].start, run[-1][0].end


@cache
def foreign_markers() -> Mapping[str, Collection[str]]:
    """The languages that a word marks, if it is not a Portuguese word."""
    languages: dict[str, set[str]] = {}
    for language, listed in word_lists("languages.txt").items():
        for word in listed:
            languages.setdefault(word, set()).add(language)
    return {word: marked for word, marked in languages.items() if not marked & {"pt", "romance"}}


@cache
def _portuguese() -> frozenset[str]:
    lists = word_lists("languages.txt")
    return frozenset({*lists["pt"], *lists["romance"]})

"""Is this Portuguese, and is it prose? Asked once a document, before anything is judged.

Both answer by function words: closed lists in `data/pt`. Both are slow to refuse: what is not
clearly foreign, or clearly no prose, is linted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words, word_lists
from textlint_pt.text.words import LETTERS

if TYPE_CHECKING:
    from textlint_pt.text.document import Document, Stretch

_PORTUGUESE_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzáàâãäéèêëíìîïóòôõöúùûüçñªº")

_SAMPLE = 20_000  # characters looked at
_PARAGRAPH = 4_000  # characters of a text whose language is remembered, at most
_MIN_WORDS = 10
_MIN_MARKERS = 3
_FOREIGN_LETTERS = 0.1  # share of words with a letter Portuguese has not

# Below these a document is left alone by `not_prose`.
_MIN_CHARACTERS, _MIN_BLOCKS = 60, 4
# A note of a line or two has no need of sentences.
_FEW_BLOCKS, _FEW_WORDS = 3, 40
# Of more than so many characters or sentences it is asked how crowded they are.
_MANY_CHARACTERS, _MANY_SENTENCES = 100_000, 10_000
# Characters for each word or sign and for each sentence, at least: prose has 4 to 6, and 40 to 120.
_LEAST_WIDTH, _LEAST_LENGTH = 2.6, 15
# Shares of function words: prose has .3 to .5, lists and code have next to none.
_PROSE_GRAMMAR, _SOME_GRAMMAR = 0.3, 0.18


@cache
def _markers() -> dict[str, tuple[str, ...]]:
    """Return for each word typical of languages which languages these are."""
    found: dict[str, tuple[str, ...]] = {}
    for language, words in word_lists("languages.txt").items():
        for word in dict.fromkeys(words):
            found[word] = (*found.get(word, ()), language)
    return found


def detect(text: str) -> str:
    """Return `pt`, `en`, `es`, `fr`, `other` or, with too little evidence, `und`; other
    languages need twice the typical words of Portuguese."""
    sample = text[:_SAMPLE]
    return (_detect if len(sample) <= _PARAGRAPH else _detect_long)(sample)


@lru_cache(20_000)  # from one version of a text to the next most paragraphs stay
def _detect(text: str) -> str:
    """Return the language of a text by its typical words; see `detect`.

    A language wins with twice the typical words of Portuguese; without a clear winner the text is
    Portuguese if it has some of them, else undecided.
    """
    words = [word.lower() for word in LETTERS.findall(text)]
    letters = "".join(words)
    foreign_count = sum(map(letters.count, set(letters) - _PORTUGUESE_LETTERS))
    if len(letters) >= 20 and foreign_count > 0.5 * len(letters):
        return "other"  # another script
    if len(words) < _MIN_WORDS:
        return "und"
    words_with_foreign_letter = portuguese = portuguese_only = foreign_words = 0
    votes: Counter[str] = Counter()  # words that are typical of one language only
    by_words: set[str] = set()  # a letter alone may be an answer, "[Y/n] y", or a name of something
    markers = _markers()
    counts = Counter(words)
    if foreign_count:
        words_with_foreign_letter = sum(
            count for word, count in counts.items() if not _PORTUGUESE_LETTERS.issuperset(word)
        )
    for word in counts.keys() & markers.keys():
        languages, count = markers[word], counts[word]
        if len(languages) == 1:
            votes[languages[0]] += count
            if len(word) > 1:
                by_words.add(languages[0])
        if "pt" in languages or "romance" in languages:
            portuguese += count
            portuguese_only += "pt" in languages
        elif len(word) > 1:
            foreign_words += count
    del votes["romance"]
    best, count = max(sorted(votes.items()), key=lambda item: item[1], default=("und", 0))
    needed = max(_MIN_MARKERS, 2 * votes["pt"] + 1, 0.04 * len(words))
    if best == "en":  # it has none of the words that Romance languages share
        needed = max(needed, portuguese)
    if best in by_words - {"pt"} and count >= needed:
        return best
    # no word of ours in a text with several of others, be it of a language without a list
    if not portuguese_only and foreign_words >= max(_MIN_MARKERS, 0.03 * len(words)):
        return best if 2 * count > foreign_words else "other"
    has_foreign_letters = words_with_foreign_letter > _FOREIGN_LETTERS * len(words)
    if has_foreign_letters and votes["pt"] < 0.03 * len(words):
        return "other"
    if portuguese < _MIN_MARKERS:
        return "und"
    return "other" if _is_galician(words, letters) else "pt"


_detect_long = lru_cache(8)(_detect.__wrapped__)

#: the neighbour with most of our function words: what it writes, and what it never does
_GALICIAN = regex(
    r"unhas?|tamén|máis|moi|moit[oa]s?|dende|senón|\w+ci(?:ón|óns)|[^\Wñ]*+ñ\w*+|\w+axes?"
    r"|páxinas?|xeito|dun(?:ha)?|nunha|amos\w+"
)
_NOT_GALICIAN = regex(r"[ãõç]|lh")


def _is_galician(words: Sequence[str], letters: str) -> bool:
    """Return whether a text has Galician words ("unha", "tamén") and no letter only we write."""
    if _NOT_GALICIAN.search(letters):
        return False
    galician_words = sum(_GALICIAN.fullmatch(word) is not None for word in words)
    return galician_words >= max(_MIN_MARKERS, 0.04 * len(words))


def is_only_portuguese(text: str) -> bool:
    """Return whether a text has some words that mark Portuguese and none of its neighbours."""
    markers = _markers()
    words = {word.lower() for word in LETTERS.findall(text)}
    return sum(markers.get(word) == ("pt",) for word in words) > 1


#: Portuguese and Spanish words that are English ones too
_ALSO_ENGLISH = frozenset(("a", "as", "do", "me", "no"))
#: no other language of `languages.txt` writes these
_OWN_SPELLING = regex(r"[ãõ]|ção\b|ções\b|ç[aou]")


def lean(text: str) -> str:
    """Return what a short text seems to be: `pt`, `other`, `und` if unclear, "" without signs."""
    detected = detect(text)
    if detected != "und":
        return detected if detected == "pt" else "other"
    votes: Counter[str] = Counter()
    shared: list[bool] = []  # of each word of all Romance languages, whether it is no English one
    for word in LETTERS.findall(text.lower()):
        languages = _markers().get(word, ("pt",) if _OWN_SPELLING.search(word) else ())
        if "romance" in languages:
            shared.append(word not in _ALSO_ENGLISH)
        elif len(languages) == 1:
            votes.update(languages)
    portuguese = votes.pop("pt", 0)
    highest = max(votes.values(), default=0)
    if portuguese > highest:
        return "pt"
    if highest:
        return "other"
    if not any(shared):
        return ""
    return "pt" if len(shared) > 1 else "und"


#: scripts by the first word of the names of their letters
_SCRIPTS = {
    "ARABIC": "arabic",
    "HEBREW": "hebrew",
    "CYRILLIC": "cyrillic",
    "GREEK": "greek",
    "CJK": "cjk",
    "HIRAGANA": "cjk",
    "KATAKANA": "cjk",
    "HANGUL": "hangul",
}


def foreign_script(text: str) -> str | None:
    """Return the script of a text if a third of its letters are not Latin; else None."""
    letters = [character for character in text if character.isalpha()]
    foreign = [character for character in letters if not _LATIN.match(character)]
    if len(foreign) <= len(letters) / 3:
        return None
    names = Counter(unicodedata.name(character, "?").split()[0] for character in foreign)
    return _SCRIPTS.get(names.most_common(1)[0][0], "other-script")


_LATIN = regex(r"[A-Za-zªºÀ-ɏḀ-ỿﬀ-ﬆＡ-ｚ]")

_STOPPED = regex(r"[.!?…:;][\"'”’»)\]]*$")
#: words that join others in a line with signs of code, in one that begins as a statement does:
#: with as many it is prose
_JOINING, _JOINING_IN_STATEMENT = 1, 2
_STATEMENT = regex(
    r"""
      \s*(?:[}\])]|\{(?!\w+\})|//|/\*|\#include|\$\s|>>>\s|>\s(?:from|import)\b|</?\w[^>]*>
           |File\ "[^"]+",\ line\ \d)
    | \s*(?:def|class|import|from|return|for|while|if|elif|else|func|fn|let|const|var|public
           |private|static|void|int|package|using|print|SELECT|INSERT|UPDATE|CREATE)\b.*[(){}:;=*"']
    """,
    re.VERBOSE,
)
#: whatever it says: "print('The most common words are:')", and a drawing of folders
_CALL = regex(r"\s*[\w.]{1,60}\((['\"])(?:(?!\1).)*+\1\);?\s*|(?s:.*?[├└]─.*)")
# each begins with a sign, for which text is searched quickly
_SIGNS_OF_CODE = regex(
    r"""
      [{};]\s*$(?<=[(){}="'\d\w][{};])(?<![a-zà-ÿ]{4};)
    | --(?<=\s--)[a-z][a-z-]+(?=[\s=]|$)  # an option of a command
    | \ {4}(?<=\S\ {4})\ *+(?=\S)  # columns
    | [=!<>+-]=|=>|->|\((?<=\w\()\w*\)|=(?:(?<=\w=)|(?<=\w\s=))\s?["'\w\[({]
    """,
    re.VERBOSE,
)
_REFERENCE = (
    regex(r"\b(?:1[5-9]|20)\d\d[a-z]?\b"),
    # "SILVA, J.", "Silva, João", "Silva J, Costa A"
    regex(
        r"\b[A-ZÀ-Þ]{3,}(?:\s[A-ZÀ-Þ]{2,}){0,8},\s[A-ZÀ-Þ]"
        r"|\b[A-ZÀ-Þ][\wÀ-ÿ'-]{1,60},\s(?:[A-ZÀ-Þ]\.[\s-]?)+"
        r"|^[\W\d]*[A-ZÀ-Þ][a-zà-ÿ]+,\s[A-ZÀ-Þ][a-zà-ÿ]+[.,(\s]|\b[A-ZÀ-Þ][a-zà-ÿ]+\s[A-Z]{1,2}[,.]"
    ),
    # pages, volumes, identifiers, publishers, places
    regex(
        r"\b(?:pp?|vol|v|n|n\.?º|[Ee]ds?|[Oo]rgs?|[Cc]oord|[Tt]rad)\.\s?\(?\d|\bet al\b|\bIn:"
        r"|\bdoi\b|\bISBN\b|\bISSN\b|\((?:[Ee]ds?|[Oo]rgs?|[Cc]oord)\.?\)|\b\d+\s?\(\d+\)"
        r"|\d\s?[-–]\s?\d+\.?$|(?:Disponível|Acesso|Acedido|Consultado|Available) (?:em|at)\b"
        r"|\b\d+\.?ª? ed\.|https?://|: [A-ZÀ-Þ]\w+,"
        r"|\b(?:Tese|Dissertação|Editora|Edições|Press|Livraria|Companhia das)\b"
    ),
)
#: how an entry of a list of references begins: after its number, the author's name inverted, or
#: an institution in capitals
_AUTHOR = regex(
    r"""
      \W{0,3}(?:\d{1,3}\W{1,3})?+ (?:
          [A-ZÀ-Þ][A-ZÀ-Þ'’-]+ (?:\s[A-ZÀ-Þ'’-]+){0,4}, \s? [A-ZÀ-Þ]
        | [A-ZÀ-Þ][\w'’-]+, \s? (?:[A-ZÀ-Þ]\.[\s-]?){1,4}
        | (?P<institution> [A-ZÀ-Þ]{3,} (?:\s[A-ZÀ-Þ]+){0,6}\.\s )
      )
    """,
    re.VERBOSE,
)
#: where something was read, and when: the end of such an entry
ACCESSED = regex(
    r"(?:(?:[Dd]isponível\b|DISPONÍVEL\b)(?:(?!\.\s[A-ZÀ-Þ]).){0,300}\.?\s*+[(<]?)?+"
    r"(?:\b(?:Ac|C|AC)|(?<=[(,;])\s?(?:ac|c))"
    r"(?:ess(?:o|ad[oa])|edid[oa]|onsultad[oa]|ESSO)\s(?:em|a|EM)\b:?\s"
    r"(?:\d\S*\s)?(?:de\s)?(?:\w+\.?|\d\S*)(?:\sde)?\s?\d{4}\b(?=[.;)\]]|\s*$)"
)
#: a name put together for counting, as in a corpus made ready for a program
_JOINED_NAME = regex(r"(?<![a-zà-ÿ_])[a-zà-ÿ]{2,}_[a-zà-ÿ_]{2,}")
_LEAST_READY = 12
_STOPS_OR_CAPITALS = regex(r"[.,;:!?A-ZÀ-Þ]")
_PIECE = regex(r"\d[\d.,]*|\w+|[^\w\s]")
_SEPARATORS = ("\t", ";", "|", ",")


def not_prose(document: Document) -> str | None:
    """Return what a document without prose looks like (`bibliography`, `code`, `table`, `list`,
    `noise`); None for prose or little text."""
    if is_crowded(document):
        return "noise"
    blocks, size = document.paragraph_texts, len(document.sentences)
    if size > _MANY_SENTENCES and sum(map(len, document.texts)) < _LEAST_LENGTH * size:
        return "list"
    if is_bibliography(document):
        return "bibliography"
    if document.format == "text" and _is_preprocessed(document.raw[:_SAMPLE]):
        return "noise"
    counts = [stretch.once(_grammar) for stretch in document.stretches]
    words = sum([count for count, _ in counts])
    if sum(map(len, blocks)) < _MIN_CHARACTERS or words < _MIN_WORDS:
        return None
    grammar = sum([function for _, function in counts]) / words
    if grammar < _PROSE_GRAMMAR and document.format == "text":
        lines = filter(str.strip, document.raw[:_SAMPLE].splitlines())
        if (shape := _shape_of_lines([*lines])) is not None:
            return shape
    is_short_note = len(blocks) <= _FEW_BLOCKS and words < _FEW_WORDS
    if is_short_note or grammar >= _SOME_GRAMMAR or _share(document.texts, _is_prose) >= 0.15:
        return None
    short = [block for block in blocks if len(block.split()) <= 6 and not _STOPPED.search(block)]
    return "list" if len(short) >= 0.6 * len(blocks) else "noise"


def is_crowded(document: Document) -> bool:
    """Return whether a document has too many words and signs for its length: too slow to check."""
    size = sum(map(len, document.texts))
    if size < _MANY_CHARACTERS:
        return False
    return size < _LEAST_WIDTH * sum([stretch.once(_pieces) for stretch in document.stretches])


def _pieces(stretch: Stretch) -> int:
    return sum(map(len, map(_PIECE.findall, stretch.texts)))


def _is_preprocessed(text: str) -> bool:
    """Return whether a text was prepared for counting words: no stops, joined names."""
    return (
        len(text.split()) >= _LEAST_READY
        and _JOINED_NAME.search(text) is not None
        and _STOPS_OR_CAPITALS.search(text) is None
    )


def _grammar(stretch: Stretch) -> tuple[int, int]:
    """Return words of some sentences, and function words among them."""
    words = [word.lower() for text in stretch.texts for word in LETTERS.findall(text)]
    return len(words), sum(map(function_words().__contains__, words))


def _shape_of_lines(lines: Sequence[str]) -> str | None:
    """Return `table` or `code` where most lines have that shape; else None."""
    if len(lines) < _MIN_BLOCKS:
        return None
    for separator in _SEPARATORS:
        # how many separators most lines have, and how many lines these are
        per_line, rows = Counter(line.count(separator) for line in lines).most_common(1)[0]
        needed_per_line = 1 if separator == "\t" else 2
        words = sum(len(line.split()) for line in lines)
        cells = (per_line + 1) * len(lines)
        if per_line >= needed_per_line and rows >= 0.8 * len(lines) and words <= 5 * cells:
            return "table"
    return "code" if _share(lines, is_code) >= 0.6 else None


def is_code(line: str) -> bool:
    """Return whether a line has the shape of a statement in some language of programmers."""
    return _STATEMENT.match(line) is not None or _SIGNS_OF_CODE.search(line) is not None


def is_program(line: str) -> bool:
    """Return whether a line is a program's statement with hardly a function word."""
    if _CALL.fullmatch(line):
        return True
    if not is_code(line):
        return False
    allowed = _JOINING_IN_STATEMENT if _STATEMENT.match(line) else _JOINING
    words = map(str.lower, LETTERS.findall(line))
    return sum(word in function_words() or word in _markers() for word in words) < allowed


def is_entry(block: str) -> bool:
    """Return whether a block is an entry of a bibliography."""
    year, _, locator = _REFERENCE
    author = _AUTHOR.match(block)
    if author is None or year.search(block) is None:
        return False
    if author["institution"]:
        return ACCESSED.search(block) is not None
    return locator.search(block) is not None


def is_bibliography(document: Document) -> bool:
    """Return whether most of a document's blocks are references."""
    blocks = [block.content.text for block in document.blocks]
    return len(blocks) >= _MIN_BLOCKS and _holds_mostly(blocks, _is_reference, 0.7)


@lru_cache(20_000)
def _is_reference(block: str) -> bool:
    """Return whether a block has a year and an inverted name, or either with a locator."""
    return sum(pattern.search(block) is not None for pattern in _REFERENCE) >= 2


def _is_prose(sentence: str) -> bool:
    """Return whether a sentence has a stop and the function words of prose."""
    words = [word.lower() for word in LETTERS.findall(sentence)]
    return (
        len(words) >= 4
        and _STOPPED.search(sentence) is not None
        and sum(word in function_words() for word in words) >= 0.2 * len(words)
    )


def _holds_mostly(texts: Sequence[str], holds: Callable[[str], bool], share: float) -> bool:
    """Return whether a predicate holds for this share of texts, stopping early if not."""
    failed = 0
    for text in texts:
        failed += not holds(text)
        if (len(texts) - failed) / len(texts) < share:
            return False
    return True


def _share(texts: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, texts)) / max(len(texts), 1)

"""Categories of words: the shipped open lexicon, or a LIWC dictionary of the user's.

The shipped lexicon is in two tables because their licences differ: `categories` (MorphoBr, LeIA and
lists of our own) and `categories-cc-by-sa` (OpenWordNet-PT, closed classes and readings counted in
Universal Dependencies treebanks), which extends or overrides the first. A table is sorted 32-bit
hashes of forms beside the number of each form's class; a class is a set of categories. A form in
neither table may be recognised as a verb by its ending. A third table, `categories-en`, has English
words in the same categories, so that a source and its translation can be compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from textlint_pt.contract import (
    Analysis,
    Categorised,
    DamagedResource,
    MissingNeed,
    Resource,
    SentenceAnalysis,
)
from textlint_pt.text.segmentation import TokenKind, tokens
from textlint_pt_embedded import artefact
from textlint_pt_embedded.artefact import packed, unpacked

#: how the words of a `Categorised` are kept
_WORDS = tuple[tuple[int, int, tuple[int, ...]], ...]
OPEN, SHARE_ALIKE, ENGLISH = "categories", "categories-cc-by-sa", "categories-en"
#: forms are in buckets by the upper half of their hash
BUCKETS = 1 << 16
#: words whose categories are kept
KEPT = 1 << 12
#: longest and shortest ending that shows a verb, and the least that must precede it
LONGEST_ENDING, SHORTEST_ENDING, SHORTEST_STEM = 7, 4, 2


class Lexicon(Protocol):
    """Names of the categories, and those of each word of a sentence."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def categorise(self, words: Sequence[str]) -> list[tuple[int, tuple[int, ...]]]:
        """Split the words of a sentence into entries: (how many words, ids of its categories)."""

    def knows(self, word: str) -> bool:
        """Return whether the word as a whole is in the lexicon."""


def form_hash(form: str) -> int:
    return zlib.crc32(form.encode())


class Table:
    """Forms to sets of categories, as bit masks over `names`."""

    def __init__(self, name: str) -> None:
        """Load the hashes of forms and their classes."""
        description = json.loads(
            artefact.verified(name, "classes.json").read_text(encoding="utf-8")
        )
        self.names: tuple[str, ...] = tuple(description["categories"])
        #: a class as written in hexadecimal; "!" before it: nothing else is to be added
        self.classes: list[str] = description["classes"]
        self.endings: dict[str, int] = {k: int(v, 16) for k, v in description["endings"].items()}
        data = artefact.verified(name, "forms.bin").read_bytes()
        #: where each bucket ends
        self._ends = array("I", accumulate(data[:BUCKETS]))
        middle = BUCKETS + 2 * self._ends[-1]
        self._hashes, self._numbers = array("H"), array("H")
        self._hashes.frombytes(data[BUCKETS:middle])
        self._numbers.frombytes(data[middle:])
        if sys.byteorder == "big":
            self._hashes.byteswap()
            self._numbers.byteswap()

    def find(self, form: str) -> str | None:
        """Return the class of a form, searched by the lower half of its hash in the bucket of the
        upper half."""
        bucket, lower_half = divmod(form_hash(form), BUCKETS)
        end = self._ends[bucket]
        index = bisect_left(self._hashes, lower_half, self._ends[bucket - 1] if bucket else 0, end)
        if index < end and self._hashes[index] == lower_half:
            return self.classes[self._numbers[index]]
        return None


class OpenLexicon:
    """A shipped lexicon: a table, and one that extends or overrides it."""

    def __init__(self, open_name: str = OPEN, share_alike_name: str | None = SHARE_ALIKE) -> None:
        """Load both tables; `DamagedResource` if they were not built together."""
        self._own = Table(open_name)
        self._shared = Table(share_alike_name) if share_alike_name else None
        if self._shared and self._own.names != self._shared.names:
            raise DamagedResource(
                f"{artefact.DATA / str(share_alike_name)}: not built together with {open_name}; "
                "reinstall textlint-pt"
            )
        self.names = self._own.names
        self._number = 1 << self.names.index("number")
        # endings are judged on words in lower case, so the word as it stands is the key
        self._categories = lru_cache(KEPT)(self._look_up)

    def categorise(self, words: Sequence[str]) -> list[tuple[int, tuple[int, ...]]]:
        return [(1, self._categories(word) or ()) for word in words]

    def knows(self, word: str) -> bool:
        return self._categories(word) is not None

    def _look_up(self, word: str) -> tuple[int, ...] | None:
        mask = self._mask(word)
        return None if mask is None else _bits(mask)

    def _mask(self, word: str) -> int | None:
        """Return the categories of a word as a bit mask, of both tables unless the second
        overrides ("!"); None if nothing is known."""
        if word[:1].isdigit():
            return self._number
        form = word.lower()
        open_class = self._own.find(form)
        share_alike_class = self._shared.find(form) if self._shared else None
        if share_alike_class is not None and share_alike_class.startswith("!"):
            return int(share_alike_class[1:], 16)
        if open_class is not None or share_alike_class is not None:
            return int(open_class or "0", 16) | int(share_alike_class or "0", 16)
        # a name may end like a verb, and so may a clitic
        return self._by_ending(form) if word == form and word.isalpha() else None

    def _by_ending(self, form: str) -> int | None:
        """Return the categories of verbs with the word's longest listed ending."""
        longest = min(LONGEST_ENDING, len(form) - SHORTEST_STEM)
        endings = (form[-length:] for length in range(longest, SHORTEST_ENDING - 1, -1))
        return next((self._own.endings[one] for one in endings if one in self._own.endings), None)


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


@cache
def open_lexicon() -> OpenLexicon:
    return OpenLexicon()


@cache
def english_lexicon() -> OpenLexicon:
    return OpenLexicon(ENGLISH, None)


def words_of(text: str, lexicon: Lexicon) -> list[tuple[int, int, str]]:
    """Return start, end and form of each word; unlisted compounds are split at hyphens.

    What follows a hyphen is looked up as a clitic ("-lo") where the lexicon has it as one.
    """
    result: list[tuple[int, int, str]] = []
    for token in tokens(text):
        if token.kind is TokenKind.PUNCTUATION:
            continue
        word = token.text.replace("‑", "-").replace("’", "'")
        if token.kind is not TokenKind.WORD or lexicon.knows(word):
            result.append((token.start, token.end, word))
            continue
        start = token.start
        for number, piece in enumerate(word.replace("'", "-").split("-")):
            clitic = "-" + piece.lower()
            form = clitic if number and lexicon.knows(clitic) else piece
            if piece:
                result.append((start, start + len(piece), form))
            start += len(piece) + 1
    return result


class Categories(SentenceAnalysis):
    """`categories`: for each sentence a `Categorised`."""

    name = "categories"

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @cached_property
    def _lexicon(self) -> Lexicon:
        if self._path is None:
            return open_lexicon()
        from textlint_pt_embedded.liwc import Dictionary

        return Dictionary.read(self._path)

    @cached_property
    def digest(self) -> str:
        """Return a digest of the lexicon in use."""
        if self._path is None:
            return f"{artefact.digest(OPEN)}{artefact.digest(SHARE_ALIKE)}"

        from textlint_pt_embedded.liwc import content

        return hashlib.sha256(content(self._path)).hexdigest()[:12]

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[Categorised]:
        return [categorised(text, self._lexicon) for text in texts]

    def pack(self, value: Categorised) -> bytes:
        return packed(value.words)

    def unpack(self, data: bytes) -> Categorised:
        return Categorised(self._lexicon.names, unpacked(data, _WORDS))


class EnglishCategories(Categories):
    """`categories.en`: for each English sentence a `Categorised`, in the shipped categories.

    They are those of `categories`, unless that is a dictionary of the user's: compare `names`.
    """

    name = "categories.en"

    def __init__(self) -> None:
        super().__init__(None)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return english_lexicon()

    @cached_property
    def digest(self) -> str:
        return artefact.digest(ENGLISH)


def categorised(text: str, lexicon: Lexicon) -> Categorised:
    """Return the words of a text with their categories; an entry of several words is one."""
    words = words_of(text, lexicon)
    result: list[tuple[int, int, tuple[int, ...]]] = []
    first_word = 0
    for count, categories in lexicon.categorise([form for _, _, form in words]):
        result.append((words[first_word][0], words[first_word + count - 1][1], categories))
        first_word += count
    return Categorised(lexicon.names, tuple(result))


class LexiconResource(Resource):
    """Provides `categories` from the file that the key `lexicon` names, or the shipped one."""

    name = "lexicon"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        path = settings.get("lexicon")
        if path is not None and not Path(path).is_file():
            raise MissingNeed(f"{path}: no such file")
        return [Categories(Path(path) if path is not None else None)]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        path = settings.get("lexicon")
        if path is not None:
            return [str(path)]
        return [*artefact.paths(OPEN), *artefact.paths(SHARE_ALIKE)]

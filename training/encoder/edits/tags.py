"""Corrections as tags of tokens: from a pair of sentences to tags, and from tags to the sentence.

`textlint_pt_embedded.edit_tags` says what the tags are. All but SPELL and OTHER can be carried out,
and `tag` gives no tag whose outcome is not the correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from textlint_pt_embedded.edit_tags import (
    APPEND,
    DELETE,
    KEEP,
    NAMED,
    OTHER,
    REPLACE,
    SIGNS,
    SPELL,
    TIGHT,
    Tags,
    bare,
)
from textlint_pt_embedded.inflections import closed_classes

from textlint_pt.portuguese import Lists
from textlint_pt.text import segmentation
from training.encoder.inflection import Inflections

#: tokens on either side of a block beyond which its correction is a rewriting
LONGEST_BLOCK = 4

Edit = tuple[int, str]
#: what it costs, and the edits
_Way = tuple[float, tuple[Edit, ...]]


def words(text: str) -> list[str]:
    return [token.text for token in segmentation.tokens(text)]


def inventory() -> list[str]:
    """Return the names of all tags; the index is a tag's number, 0 is KEEP."""
    lists = Lists(Path(__file__).with_name("words.tsv"))
    append, replace = (*SIGNS, *lists.ordered("edits.append")), lists.ordered("edits.replace")
    return [*NAMED, *(APPEND + word for word in append), *(REPLACE + word for word in replace)]


class Tagger(Tags):
    """`known` says what is a word, `frequency` how common it is; of `spellings` those that differ
    in their marks alone are one another's ACCENT, the commonest first."""

    def __init__(
        self,
        lexicon: Inflections,
        known: Callable[[str], bool],
        frequency: Callable[[str], int],
        spellings: Iterable[str] = (),
    ) -> None:
        """Index forms by their spelling without marks, and cache lookups."""
        found: dict[str, list[str]] = {}
        super().__init__(lexicon, frequency, lambda form: found.get(form, []))
        self.known = known
        self.names = inventory()
        self.ids = {name: i for i, name in enumerate(self.names)}
        for form in sorted({*lexicon.lemmas, *closed_classes().paradigms, *spellings}):
            found.setdefault(bare(form), []).append(form)
        for forms in found.values():
            forms.sort(key=lambda form: (-frequency(form), form))
        self.pair = lru_cache(200_000)(self._pair)
        self._inflected = lru_cache(100_000)(self._inflections)

    # -- from a correction to tags -------------------------------------------------------------

    def _inflections(self, lower: str) -> dict[str, str]:
        """Return by form the simplest tag that makes it from `lower`."""
        found: dict[str, str] = {}
        for tag in NAMED:
            if tag[:2] in ("N_", "V_") and (form := self.changed(lower, tag)):
                found.setdefault(form, tag)
        return found

    def _pair(self, old: str, new: str) -> str:
        """Return the tag that turns one token into another; OTHER or SPELL if none does."""
        if old == new:
            return KEEP
        lower, new_lower = old.lower(), new.lower()
        inflection = self._inflected(lower).get(new_lower, OTHER)
        candidates = ["CRASE", "ACCENT", "DEHYPHEN", inflection, REPLACE + new_lower]
        for tag in ["CASE_UP", "CASE_LOW"] if lower == new_lower else candidates:
            if tag in self.ids and self.changed(old, tag) == new:
                return tag
        return OTHER if self.known(old) or not new[:1].isalpha() else SPELL

    def tag(self, wrong: Sequence[str], right: Sequence[str]) -> list[Edit]:
        """Return (index, tag) of the corrections, in order; a token may have several."""
        found: list[Edit] = []
        for block in _blocks(wrong, right):
            found += self._block(wrong, right, *block)
        return found

    def _block(
        self, all_wrong: Sequence[str], all_right: Sequence[str], i1: int, i2: int, j1: int, j2: int
    ) -> list[Edit]:
        """Return the edits that turn `all_wrong[i1:i2]` into `all_right[j1:j2]`, by
        the cheapest alignment (edit distance)."""
        wrong, right = all_wrong[i1:i2], all_right[j1:j2]
        if (len(wrong), len(right)) == (2, 1):
            for tag, joint in (("JOIN", ""), ("HYPHEN", "-")):
                if joint.join(wrong) == right[0]:
                    return [(i1, tag)]
        if (
            len(right) == 2
            and len(wrong) == 1
            and self.changed(wrong[0], "SPLIT") == " ".join(right)
        ):
            return [(i1, "SPLIT")]
        if max(len(wrong), len(right)) > LONGEST_BLOCK:
            return [(i1, OTHER)]
        # cheapest[i][j]: cost and edits that turn i wrong tokens into j right ones
        cheapest: list[list[_Way]] = []
        for i in range(len(wrong) + 1):
            cheapest.append([])
            for j in range(len(right) + 1):
                options: list[_Way] = [] if i or j else [(0.0, ())]
                if i:
                    cost, edits = cheapest[i - 1][j]
                    options.append((cost + 1, (*edits, (i1 + i - 1, DELETE))))
                if j:
                    cost, edits = cheapest[i][j - 1]
                    tag = APPEND + right[j - 1]
                    edit = (i1 + i - 1, tag if tag in self.ids else OTHER)
                    options.append((cost + (1 if tag in self.ids else 2), (*edits, edit)))
                if i and j:
                    cost, edits = cheapest[i - 1][j - 1]
                    tag = self.pair(wrong[i - 1], right[j - 1])
                    pair = () if tag == KEEP else ((i1 + i - 1, tag),)
                    options.append((cost + _cost(tag, wrong[i - 1], right[j - 1]), (*edits, *pair)))
                cheapest[i].append(min(options, key=lambda option: option[0]))
        return list(cheapest[-1][-1][1])

    # -- from tags to the correction -----------------------------------------------------------

    def corrected(self, text: str, edits: Sequence[Edit]) -> str | None:
        """Return the text with its edits applied; None where a tag cannot be."""
        text_tokens = segmentation.tokens(text)
        tags_of: dict[int, list[str]] = {}
        for place, tag in edits:
            tags_of.setdefault(place, []).append(tag)
        parts = [tag.removeprefix(APPEND) + " " for tag in tags_of.get(-1, ())]
        end, next_gap = 0, None  # the gap that stands where the next one stood
        for i, token in enumerate(text_tokens):
            gap = text[end : token.start] if next_gap is None else next_gap
            end, next_gap, written, appended = token.end, None, token.text, ""
            for tag in tags_of.get(i, ()):
                if tag.startswith(APPEND):
                    word = tag.removeprefix(APPEND)
                    appended += word if word in TIGHT else f" {word}"
                elif tag in ("JOIN", "HYPHEN"):
                    next_gap = "-" if tag == "HYPHEN" else ""
                elif (form := self.changed(token.text, tag)) is None:
                    return None
                else:
                    written = form
            if written or appended:
                parts += [gap, written + appended if written else appended.lstrip()]
            elif i + 1 < len(text_tokens) and text_tokens[i + 1].text not in TIGHT:
                # a word leaves the space before it, a sign the one after it
                following = text[end : text_tokens[i + 1].start]
                next_gap = gap if token.text[:1].isalnum() else following or gap
        return "".join(parts) + text[end:]


def _cost(tag: str, old: str, new: str) -> float:
    """Return what a tag costs in an alignment: more for tags that say less, or that exchange a
    word and a sign."""
    if tag.startswith(REPLACE):
        return 1.1 if old[:1].isalpha() == new[:1].isalpha() else 2.1
    return {KEEP: 0.0, OTHER: 2.5, SPELL: 1.2}.get(tag, 1.0)


def _blocks(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return the ranges (i1, i2, j1, j2) in which two sequences differ; the common beginning and
    end are cut off first, which is faster."""
    start, shorter = 0, min(len(a), len(b))
    while start < shorter and a[start] == b[start]:
        start += 1
    if start == len(a) == len(b):
        return []
    end = 0
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    matcher = SequenceMatcher(
        None, a[start : len(a) - end], b[start : len(b) - end], autojunk=False
    )
    return [
        (i1 + start, i2 + start, j1 + start, j2 + start)
        for what, i1, i2, j1, j2 in matcher.get_opcodes()
        if what != "equal"
    ]

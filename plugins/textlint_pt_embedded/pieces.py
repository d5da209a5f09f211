"""Sentence pieces: the unigram tokeniser of the encoder, in plain Python with exact offsets.

A cut of the XLM-R vocabulary needs neither its library nor its JSON: pieces are found word by word
(a word is what stands between spaces) and words repeat, so a cache makes this cheap.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from textlint_pt.text.regex import regex

BOS, PAD, EOS, UNK = range(4)
SPACE = "▁"

_CACHED_WORDS = 4_096
_WORD = regex(r"\S+")


class Pieces:
    """Pieces with their log-probabilities; the identifier is the place in the list."""

    def __init__(self, written: Sequence[str], scores: Iterable[float]) -> None:
        """Index the pieces by text."""
        self._written = written
        self._ids = dict(zip(written[UNK + 1 :], range(UNK + 1, len(written)), strict=True))
        self._scores = array("d", scores)
        self._longest = max(map(len, self._ids))
        self._unknown = min(self._scores) - 10.0
        self._word = lru_cache(_CACHED_WORDS)(self._split)

    @property
    def pieces(self) -> list[tuple[str, float]]:
        return list(zip(self._written, self._scores, strict=True))

    @classmethod
    def read(cls, path: Path) -> Pieces:
        fields = path.read_text(encoding="utf-8").replace("\n", "\t").split("\t")
        scores = msgspec.json.decode(f"[{','.join(fields[1::2])}]", type=list[float])
        return cls(fields[:-1:2], scores)  # a list in JSON is read faster than its numbers alone

    def write(self, path: Path) -> None:
        rows = (f"{piece}\t{score:.4f}\n" for piece, score in self.pieces)
        path.write_text("".join(rows), encoding="utf-8", newline="\n")

    def __len__(self) -> int:
        return len(self._scores)

    def encode(self, text: str, longest: int = 510) -> tuple[list[int], list[int]]:
        """Return identifiers without the framing ones, and where in `text` each piece starts.

        At most `longest` pieces; the rest is skipped.
        """
        ids: list[int] = []
        starts: list[int] = []
        for word in _WORD.finditer(text):
            if len(ids) >= longest:
                break
            for piece, offset in self._word(word[0]):
                ids.append(piece)
                starts.append(word.start() + offset)
        return ids[:longest], starts[:longest]

    def _split(self, word: str) -> tuple[tuple[int, int], ...]:
        """Return the most probable pieces of one word (Viterbi), each with its offset in the
        word."""
        chars, offsets = [SPACE], [0]
        for i, char in enumerate(word):
            normal = unicodedata.normalize("NFKC", char).replace(" ", SPACE)
            chars.extend(normal)
            offsets.extend([i] * len(normal))
        text = "".join(chars)
        length = len(text)
        best_scores = [0.0] + [float("-inf")] * length
        back_pointers: list[tuple[int, int]] = [(0, UNK)] * (length + 1)
        for start in range(length):
            score_before = best_scores[start]
            for end in range(start + 1, min(length, start + self._longest) + 1):
                piece = self._ids.get(text[start:end])
                if piece is not None:
                    score = score_before + self._scores[piece]
                elif end == start + 1:
                    piece, score = UNK, score_before + self._unknown
                else:
                    continue
                if score > best_scores[end]:
                    best_scores[end], back_pointers[end] = score, (start, piece)
        result: list[tuple[int, int]] = []
        end = length
        while end > 0:
            start, piece = back_pointers[end]
            # adjacent characters without a piece are one unknown piece
            if piece == UNK and result and result[-1][0] == UNK:
                result[-1] = (UNK, offsets[start])
            else:
                result.append((piece, offsets[start]))
            end = start
        return tuple(reversed(result))

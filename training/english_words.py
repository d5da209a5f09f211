"""Build the list of English words that texts have: inflected, of trades, newer than dictionaries.

The files are those of `wordfreq`. Writes the artefact `english-words`, in a second: words in small
letters, without marks, of which English has a share of `_LEAST` or more, and `_AHEAD` times that of
Portuguese. A slip that people make in Portuguese is no such word, since texts in Portuguese have it
more often.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from textlint_pt_embedded import artefact
from textlint_pt_embedded.english_words import ARTEFACT, WORDS

from training import inputs

VERSION = "1"
#: share of the words of English, and of a word's share in Portuguese
_LEAST, _AHEAD = 1e-7, 1.5
_LETTERS = range(4, 21)


def shares(file: Path) -> Mapping[str, float]:
    """Return the share of each word in a language; list n of a file has those of -n centibels."""
    _, *listed = msgspec.msgpack.decode(gzip.decompress(file.read_bytes()))
    return {word: 10 ** (-number / 100) for number, words in enumerate(listed) for word in words}


def words(english: Mapping[str, float], portuguese: Mapping[str, float]) -> Sequence[str]:
    """Return the words that English has, and more often than Portuguese."""
    return sorted(
        word
        for word, share in english.items()
        if share >= max(_LEAST, _AHEAD * portuguese.get(word, 0.0))
        and word.isascii()
        and word.isalpha()
        and len(word) in _LETTERS
    )


def run(english: Path, portuguese: Path, *, output: Path = artefact.DATA / ARTEFACT) -> None:
    inputs.write(output, words=(english, portuguese))
    found = words(shares(english), shares(portuguese))
    (output / WORDS).write_bytes(zlib.compress("\n".join(found).encode(), 9))
    artefact.write_manifest(ARTEFACT, VERSION, output)
    print(f"words: {len(found)}")

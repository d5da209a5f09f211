"""A word of a parsed sentence: what the analysis `parse` hands over."""

from __future__ import annotations

from typing import NamedTuple


class ParsedWord(NamedTuple):
    """A word in the sense of Universal Dependencies (v2 tags, features, relations).

    `text[start:end]`: the token's characters; a verb with clitics and its clitics each have their
    own, the words of a contraction share them. `part`: 0 the only word of its token; 1, 2 … its
    first, second … word. `form`: the word itself ("de", "a" of "da"). `features`: as in CoNLL-U,
    "" for none. `head`: place in the tuple, -1 for the root. `tag_sure`, `head_sure`: how probable
    the model holds tag and head, in hundredths.
    """

    start: int
    end: int
    part: int
    form: str
    tag: str
    features: str
    head: int
    relation: str
    lemma: str
    tag_sure: int = 100
    head_sure: int = 100

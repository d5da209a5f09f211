"""Sentences as spaCy documents, so that plugins can use its matchers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textlint_pt.contract import MissingNeed, SentenceAnalysis
from textlint_pt.text.parse import ParsedWord
from textlint_pt_embedded import artefact
from textlint_pt_embedded.words import split

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab


class _Row(NamedTuple):
    """A token of a document; `head` is its place among the tokens."""

    tag: str
    pos: str
    morph: str
    lemma: str
    dep: str
    head: int


def document(vocab: Vocab, text: str, words: Sequence[ParsedWord]) -> Doc:
    """One `Doc` token for each token of the text, so that offsets are those of the text.

    A token of several words is merged as spaCy's own Portuguese pipelines have it: `tag_` joins
    their tags ("ADP_DET" for "da"), `lemma_` their lemmas ("de o"), `morph` unites their features
    (two values of one feature stand together: "Person=1,3"); `pos_`, `dep_` and `head` are those of
    the word that the others hang on (of "da" the preposition, of "dar-lhe" the verb), or of the
    first if none hangs on another. Tokens that the encoder did not read hang on the root as `dep`
    and have no tag.
    """
    from spacy.tokens import Doc

    tokens = list(split(text))
    groups = list(_groups(words))
    token_of = [n for n, group in enumerate(groups) for _ in group]
    rows = [_merged(group, words, token_of, n) for n, group in enumerate(groups)]
    root = next((n for n, row in enumerate(rows) if row.dep == "ROOT"), 0)
    for n in range(len(rows), len(tokens)):
        rows.append(_Row("", "", "", "", "dep" if n != root else "ROOT", root))
    return Doc(
        vocab,
        words=[token.form for token in tokens],
        spaces=[text[token.end : token.end + 1] == " " for token in tokens],
        tags=[row.tag for row in rows],
        pos=[row.pos for row in rows],
        morphs=[row.morph for row in rows],
        lemmas=[row.lemma for row in rows],
        deps=[row.dep for row in rows],
        heads=[row.head for row in rows],
    )


def _groups(words: Sequence[ParsedWord]) -> Iterator[list[int]]:
    """Places of the words of each token."""
    group: list[int] = []
    for i, word in enumerate(words):
        if word.part <= 1 and group:
            yield group
            group = []
        group.append(i)
    if group:
        yield group


def _merged(
    group: Sequence[int], words: Sequence[ParsedWord], token_of: Sequence[int], own: int
) -> _Row:
    # the word whose head lies outside the token
    first = next(i for i in group if words[i].head < 0 or token_of[words[i].head] != own)
    head = words[first].head
    parts = [words[i] for i in group]
    return _Row(
        tag="_".join(part.tag for part in parts),
        pos=words[first].tag,
        morph=_united([part.features for part in parts]),
        lemma=" ".join(part.lemma for part in parts),
        dep="ROOT" if head < 0 else words[first].relation,
        head=own if head < 0 else token_of[head],
    )


def _united(features: Sequence[str]) -> str:
    pairs = sorted(tuple(pair.split("=", 1)) for one in features if one for pair in one.split("|"))
    united = groupby(dict.fromkeys(pairs), key=lambda pair: pair[0])
    return "|".join(f"{name}={','.join(value for _, value in found)}" for name, found in united)


class SpacyDoc(SentenceAnalysis):
    """`spacy.doc`: one spaCy `Doc` per sentence, over the blank Portuguese vocabulary.

    Built on request, never kept on disk; spaCy is imported only then.
    """

    name: ClassVar[str] = "spacy.doc"
    needs: ClassVar[tuple[str, ...]] = ("parse",)

    @property
    def digest(self) -> str:
        return artefact.digest("encoder") + artefact.digest("forms")

    @cached_property
    def _vocab(self) -> Vocab:
        try:
            import spacy
        except ImportError as error:
            raise MissingNeed(
                "spaCy documents need spaCy: pip install 'textlint-pt[spacy]'"
            ) from error
        return spacy.blank("pt").vocab

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Doc]:
        vocab = self._vocab
        return [
            document(vocab, text, words) for text, words in zip(texts, given["parse"], strict=True)
        ]

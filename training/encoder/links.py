"""What agrees with what in a parsed sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from training.encoder.lists import own_words

#: heads after which the verb may agree with what follows, or with the sense
PARTITIVE = own_words("links.partitive")
Link = tuple[str, int, int]


class Parse:
    """The words of a sentence (start, form) and the head, relation, tag and features of each.

    The head of the root is -1; one that is not known is -2.
    """

    def __init__(
        self, words: Sequence[tuple[int, str]], rows: Sequence[tuple[int, str, str, str]]
    ) -> None:
        self.words = words
        self.rows = rows
        self.children: dict[int, list[int]] = defaultdict(list)
        for i, (head, *_) in enumerate(rows):
            self.children[head].append(i)

    def relation(self, i: int) -> str:
        return self.rows[i][1]

    def links(self) -> list[Link]:
        found: list[Link] = []
        for i, (head, relation, tag, features) in enumerate(self.rows):
            if head < 0:
                continue
            if relation in ("nsubj", "nsubj:pass") and tag in ("NOUN", "PRON", "PROPN"):
                found += self._of_subject(i, head)
            agrees = tag == "ADJ" or "VerbForm=Part" in features
            if relation in ("amod", "acl") and agrees and self.rows[head][2] == "NOUN":
                found.append(self._link("adjective", i, head))
            if relation == "det" and "Gender=" in features and self.rows[head][2] == "NOUN":
                found.append(self._link("determiner", i, head))
        return found

    def _link(self, kind: str, target: int, controller: int) -> Link:
        return kind, self.words[target][0], self.words[controller][0]

    def _of_subject(self, subject: int, head: int) -> list[Link]:
        if any(self.relation(child) in ("conj", "nummod") for child in self.children[subject]):
            return []
        controller = subject
        form = self.words[subject][1].lower()
        if form == "que":
            # a relative clause agrees with what it is said of
            controller, relation = self.rows[head][0], self.rows[head][1]
            if relation != "acl:relcl" or controller < 0 or self.rows[controller][2] != "NOUN":
                return []
            joined = [self.relation(child) for child in self.children[controller]]
            if "conj" in joined or self.relation(controller) in ("conj", "nmod"):
                return []
            form = self.words[controller][1].lower()
        if form in PARTITIVE:
            return []
        found: list[Link] = []
        group = [head, *(c for c in self.children[head] if self.relation(c)[:3] in ("aux", "cop"))]
        finite = [i for i in group if "VerbForm=Fin" in self.rows[i][3]]
        if finite:
            found.append(self._link("verb", min(finite), controller))
        copular = any(self.relation(c) in ("cop", "aux:pass") for c in self.children[head])
        agrees = self.rows[head][2] == "ADJ" or "VerbForm=Part" in self.rows[head][3]
        if copular and agrees:
            found.append(self._link("predicative", head, controller))
        return found

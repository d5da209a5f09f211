"""The best tree over the words of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def best_tree(scores: NDArray[np.floating[Any]]) -> list[int]:
    """The head of each word in the tree of highest score whose root has a single dependent.

    `scores` (words, words + 1): the score of the root (first column) and of each word as the head
    of each word. Heads are columns: 0 the root. Chu-Liu/Edmonds (McDonald et al. 2005, section
    3.2).
    """
    import numpy as np

    count = len(scores)
    if not count:
        return []
    square = np.full((count + 1, count + 1), -np.inf)
    square[1:] = scores
    np.fill_diagonal(square, -np.inf)
    heads = square.argmax(1)
    heads[0] = 0
    if (heads[1:] == 0).sum() != 1 or _cycle(heads):
        heads = _rooted(square)
    found: list[int] = heads[1:].tolist()
    return found


def _rooted(scores: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    """The best heads with a single dependent of the root: each word in turn is that dependent, the
    most promising first, until no other could give more."""
    import numpy as np

    elsewhere = scores[1:, 1:].max(1)
    bounds = elsewhere.sum() - elsewhere + scores[1:, 0]
    best, found = -np.inf, np.zeros(len(scores), dtype=np.intp)
    for word in np.argsort(-bounds) + 1:
        if bounds[word - 1] <= best:
            break
        forced = scores.copy()
        forced[1:, 0] = forced[word] = -np.inf
        forced[word, 0] = scores[word, 0]
        heads = _arborescence(forced)
        total = forced[np.arange(1, len(scores)), heads[1:]].sum()
        if total > best:
            best, found = total, heads
    return found


def _arborescence(scores: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    """Heads of the nodes, node 0 the root; `scores[i, j]`: of j as the head of i."""
    import numpy as np

    heads: NDArray[np.intp] = scores.argmax(1)
    heads[0] = 0
    inside = _cycle(heads)
    if not inside:
        return heads
    outside = [node for node in range(len(scores)) if node not in set(inside)]
    # the cycle becomes one node, the last of a smaller graph
    into = scores[np.ix_(inside, outside)] - scores[inside, heads[inside]][:, None]
    out_of = scores[np.ix_(outside, inside)]
    entered, left = into.argmax(0), out_of.argmax(1)
    last = len(outside)
    smaller = np.full((last + 1, last + 1), -np.inf)
    smaller[:last, :last] = scores[np.ix_(outside, outside)]
    smaller[last, :last] = into[entered, np.arange(last)]
    smaller[:last, last] = out_of[np.arange(last), left]
    chosen = _arborescence(smaller)
    for node, head in enumerate(chosen[1:last].tolist(), start=1):
        heads[outside[node]] = outside[head] if head < last else inside[left[node]]
    # the cycle breaks where its best edge from outside enters
    head = int(chosen[last])
    heads[inside[entered[head]]] = outside[head]
    return heads


def _cycle(heads: NDArray[np.intp]) -> list[int]:
    """Nodes of one cycle, or none."""
    seen = [0] * len(heads)
    follow = heads.tolist()
    for start in range(1, len(follow)):
        node = start
        while node and not seen[node]:
            seen[node] = start
            node = follow[node]
        if node and seen[node] == start:
            cycle = [node]
            while follow[cycle[-1]] != node:
                cycle.append(follow[cycle[-1]])
            return cycle
    return []

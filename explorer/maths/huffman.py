"""Binary trees over a vocabulary: Huffman's, a balanced one, or one given as nested pairs.

A tree with V leaves has V − 1 inner nodes, numbered from the root, 0, level by level and from left to right.
"""

import heapq
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np


@dataclass(frozen=True)
class Tree:
    """Every word's way from the root: `paths[w]` its inner nodes, `signs[w]` +1 for left and −1 for right.

    `children[n]` are the left and right child of inner node n: (True, inner node) or (False, word).
    """

    children: tuple[tuple[tuple[bool, int], tuple[bool, int]], ...]

    @property
    def nbytes(self) -> int:
        """About the memory that it takes: a few Python objects an inner node, and the paths in their two forms."""
        return 250 * len(self.children) + 32 * len(self.flat[1])

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """For each word the inner nodes from the root."""
        start, nodes, _ = self.flat
        numbers = np.array(range(len(self.children)), object)  # one object a node, however often it is passed
        return tuple(tuple(numbers[nodes[a:b]]) for a, b in pairwise(start.tolist()))

    @cached_property
    def signs(self) -> tuple[tuple[int, ...], ...]:
        """For each word its turns at these nodes: +1 left, −1 right."""
        start, _, signs = self.flat
        return tuple(tuple(signs[a:b].tolist()) for a, b in pairwise(start.tolist()))

    @cached_property
    def flat(self):
        """start (V + 1,), nodes and signs of all paths one after the other, int64.

        All words climb to the root together, a node at a time, so that the loop is as long as the longest path.
        """
        above, turn, word_above, word_turn = self._parents()
        start = np.concatenate(([0], np.cumsum(self._lengths(above, word_above))))
        nodes, signs = np.empty((2, start[-1]), np.int64)
        entry, node, sign = start[1:] - 1, word_above, word_turn
        while len(node):
            nodes[entry], signs[entry] = node, sign
            below_root = node > 0
            node, entry = node[below_root], entry[below_root] - 1
            node, sign = above[node], turn[node]
        return start, nodes, signs

    def _parents(self):
        """The node above each inner node and whether it is left or right of it, (V − 1,); the same of words, (V,)."""
        inner = len(self.children)
        found = np.zeros((4, inner + 1), np.int64)
        if inner:
            children = np.array(self.children)  # (V − 1, 2, 2): whether inner, and its number
            of, side = np.indices(children.shape[:2])
            for first, there in ((0, children[..., 0] == 1), (2, children[..., 0] == 0)):
                numbers = children[..., 1][there]
                found[first, numbers], found[first + 1, numbers] = of[there], 1 - 2 * side[there]
        above, turn, word_above, word_turn = found
        return above[:inner], turn[:inner], word_above[: inner + bool(inner)], word_turn[: inner + bool(inner)]

    def _lengths(self, above, word_above):
        """How many inner nodes stand on each word's path: each has one more than the one above it."""
        depth = [1] * len(above)
        for node, parent in enumerate(above.tolist()[1:], start=1):
            depth[node] = depth[parent] + 1
        return np.array(depth, np.int64)[word_above]


def huffman(counts) -> Tree:
    """Huffman's tree: the two lightest subtrees are joined again and again, the lighter on the left.

    Where weights are equal, words go before inner nodes, words in the order of their ids and inner nodes in
    the order in which they were made, so that the tree is a function of the counts. A count of 0 is a weight
    like any other.
    """
    heap = [(int(count), number, number) for number, count in enumerate(counts)]
    heapq.heapify(heap)
    for number in range(len(heap), 2 * len(heap) - 1):
        weight, _, left = heapq.heappop(heap)
        other, _, right = heapq.heappop(heap)
        heapq.heappush(heap, (weight + other, number, (left, right)))
    return from_nested(heap[0][2])


def balanced(words: int) -> Tree:
    """The tree that halves the vocabulary at every node, the left half being the larger where it is odd."""

    def split(first, last):
        if last - first == 1:
            return first
        middle = (first + last + 1) // 2
        return split(first, middle), split(middle, last)

    return from_nested(split(0, words))


def from_nested(pairs, id_of=lambda leaf: leaf) -> Tree:
    """The tree of nested pairs of word ids, ((0, 1), 2), or of what `id_of` gives the ids of."""
    children, level, numbered = [], [pairs] if isinstance(pairs, tuple) else [], 1
    while level:
        below = []
        for pair in level:
            placed = []
            for child in pair:
                if isinstance(child, tuple):
                    placed.append((True, numbered))
                    numbered += 1
                    below.append(child)
                else:
                    placed.append((False, id_of(child)))
            children.append(tuple(placed))
        level = below
    return Tree(tuple(children))

"""Binary trees over a vocabulary: Huffman's, a balanced one, or one given as nested pairs.

A tree with V leaves has V − 1 inner nodes, numbered from the root, 0, level by level and from left to right.
"""

import heapq
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Tree:
    """Every word's way from the root: `paths[w]` its inner nodes, `signs[w]` +1 for left and −1 for right.

    `children[n]` are the left and right child of inner node n: (True, inner node) or (False, word).
    """

    children: tuple[tuple[tuple[bool, int], tuple[bool, int]], ...]

    @cached_property
    def _ways(self):
        words = len(self.children) + 1
        paths, signs = [()] * words, [()] * words
        pending = [((), (), 0)] if self.children else []
        while pending:
            path, turns, node = pending.pop()
            for sign, (inner, child) in zip((1, -1), self.children[node], strict=True):
                way = ((*path, node), (*turns, sign))
                if inner:
                    pending.append((*way, child))
                else:
                    paths[child], signs[child] = way
        return tuple(paths), tuple(signs)

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        return self._ways[0]

    @property
    def signs(self) -> tuple[tuple[int, ...], ...]:
        return self._ways[1]

    @cached_property
    def flat(self):
        """start (V + 1,), nodes and signs of all paths one after the other, int64."""
        lengths = [len(path) for path in self.paths]
        start = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        nodes = np.array([node for path in self.paths for node in path], np.int64)
        signs = np.array([sign for turns in self.signs for sign in turns], np.int64)
        return start, nodes, signs


def huffman(counts) -> Tree:
    """Huffman's tree: the two lightest subtrees are joined again and again, the lighter on the left.

    Where weights are equal, words go before inner nodes, words in the order of their ids and inner nodes in
    the order in which they were made, so that the tree is a function of the counts. A count of 0 is a weight
    like any other.
    """
    heap = [(int(count), place, place) for place, count in enumerate(counts)]
    heapq.heapify(heap)
    for place in range(len(heap), 2 * len(heap) - 1):
        weight, _, left = heapq.heappop(heap)
        other, _, right = heapq.heappop(heap)
        heapq.heappush(heap, (weight + other, place, (left, right)))
    return from_nested(heap[0][2])


def balanced(words: int) -> Tree:
    """The tree that halves the vocabulary at every node, the left half being the larger where it is odd."""

    def split(first, last):
        if last - first == 1:
            return first
        middle = (first + last + 1) // 2
        return split(first, middle), split(middle, last)

    return from_nested(split(0, words))


def from_nested(pairs) -> Tree:
    """The tree of nested pairs of word ids: ((0, 1), 2)."""
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
                    placed.append((False, child))
            children.append(tuple(placed))
        level = below
    return Tree(tuple(children))

"""Nested pairs of words, as deep as a vocabulary is large: a binary tree as one writes it down.

Python's own tuples and its JSON go down nested pairs by recursion, and end at about a thousand levels. A tree in which
each node parts one word from all others is as deep as it has words; so whatever goes through a tree here keeps a list
of what is still to do. Between two forms stands a list of the nodes in preorder: None for a pair, which its left side
and then its right side follow, and words.
"""

import json
import re

from explorer import limits

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class Pairs(tuple):
    """Two sides, each a word or `Pairs`. A tuple, that can be compared, hashed, shown, copied and pickled when deep."""

    __slots__ = ()

    def __eq__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        try:
            return _preorder(self) == _preorder(other)
        except (ValueError, TypeError):  # a tuple, but not of such pairs
            return False

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self):
        return hash(_folded(_preorder(self), lambda left, right: _Hashed(hash((left, right)))))

    def __repr__(self):
        return _written(self, repr, "(", ", ", ")")

    def __reduce__(self):
        return _built, (_preorder(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _Hashed:
    """Stands in a tuple for what has this hash: so the hash is that of plain tuples."""

    def __init__(self, value):
        self._value = value

    def __hash__(self):
        return self._value


def pairs_of(value) -> Pairs:
    """Nested sequences of two as `Pairs`. ValueError or TypeError where they are none, or more than a vocabulary."""
    return value if isinstance(value, Pairs) else _built(_preorder(value))


def leaves(pairs) -> list[str]:
    """The words of nested pairs, from left to right."""
    return [word for word in _preorder(pairs) if word is not None]


def length_of_paths(pairs) -> int:
    """The pairs on the ways from the outermost to all of the words, added up."""
    level, depth, total = [pairs], 0, 0
    while level:
        within = [pair for pair in level if not isinstance(pair, str)]
        total += depth * (len(level) - len(within))
        level, depth = [side for pair in within for side in pair], depth + 1
    return total


def to_json(pairs) -> str:
    """Nested pairs as JSON, without spaces."""
    return _written(pairs, lambda word: json.dumps(word, ensure_ascii=False), "[", ",", "]")


def from_json(text: str) -> Pairs:
    """The pairs of a JSON text. ValueError where it has anything else."""
    nodes, missing, at = [], [], _SPACE.match(text).end()  # missing: sides of each open pair that are still to come
    while True:
        if text.startswith("[", at):
            nodes.append(None)
            missing.append(2)
            at = _SPACE.match(text, at + 1).end()
            continue
        word, at = _DECODER.raw_decode(text, at) if text.startswith('"', at) else (None, at)
        if word is None:
            raise ValueError(f"no word at {at}")
        nodes.append(word)
        at = _closed(text, _SPACE.match(text, at).end(), missing)
        if not missing:
            break
    if at < len(text):
        raise ValueError(f"more after the pairs, at {at}")
    return _built(nodes)


def _closed(text, at, missing):
    """After a side: the pairs that end with it, up to where the next side begins."""
    while missing:
        missing[-1] -= 1
        mark = "," if missing[-1] else "]"
        if not text.startswith(mark, at):
            raise ValueError(f"no {mark} at {at}")
        at = _SPACE.match(text, at + 1).end()
        if mark == ",":
            break
        missing.pop()
    return at


def _preorder(value) -> list[str | None]:
    """Bounded, so that a list that holds itself ends too."""
    nodes, pending = [], [value]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            nodes.append(node)
            continue
        if len(node) != 2 or len(nodes) > 2 * limits.MAX_WORDS:
            raise ValueError("not nested pairs of as many words as a vocabulary may have")
        nodes.append(None)
        left, right = node
        pending += (right, left)
    return nodes


def _built(nodes) -> Pairs:
    """The pairs whose nodes in preorder these are."""
    if nodes[0] is not None:
        raise ValueError("a word, and no pair")
    return _folded(nodes, lambda left, right: Pairs((left, right)))


def _folded(nodes, pair):
    """What `pair` makes of both sides, from the innermost pairs outwards."""
    done = []
    for node in reversed(nodes):
        done.append(pair(done.pop(), done.pop()) if node is None else node)
    return done[0]


def _written(pairs, word_of, opening, between, closing):
    written, missing = [], []
    for node in _preorder(pairs):
        if node is None:
            written.append(opening)
            missing.append(2)
            continue
        written.append(word_of(node))
        while missing:
            missing[-1] -= 1
            if missing[-1]:
                written.append(between)
                break
            written.append(closing)
            missing.pop()
    return "".join(written)

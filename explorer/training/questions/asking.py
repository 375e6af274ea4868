"""Expressions at the positions of a run: their values, and where a condition becomes true."""

import numpy as np

from explorer.errors import Diverged, ExpressionError
from explorer.training.questions.expression import Expression
from explorer.training.questions.leaves import Weights
from explorer.training.questions.walk import Walk, reached

_SPAN = 32_768  # positions that a search goes back at a time


class Window:
    """The leaves' values at consecutive positions; where an expression looks back, those before a piece are kept."""

    def __init__(self, expression: Expression):
        self._leaves, self._lead = expression.leaves, expression.lead
        self._values, self._positions = {}, np.empty(0, np.int64)

    def __getitem__(self, leaf) -> np.ndarray:
        return self._values[leaf]

    def __len__(self):
        return len(self._positions)

    def go_to(self, piece) -> int:
        """Take the next piece; returns how many positions stand before its own."""
        kept = min(self._lead, len(self._positions))
        fresh = {leaf: leaf.at_start(piece) if piece.is_start else leaf.of(piece) for leaf in self._leaves}
        if kept:
            fresh = {leaf: np.concatenate([self._values[leaf][-kept:], values]) for leaf, values in fresh.items()}
        self._positions = np.concatenate([self._positions[len(self._positions) - kept :], piece.positions])
        self._values = fresh
        return kept


def evaluate(trajectory, expression, start: int, stop: int, stride: int = 1) -> np.ndarray:
    """The values at positions start, start + stride, … up to `stop`, (positions,) float64; NaN where there is none.

    expression : `Expression`, or its text. Fewer where the run diverges. Raises `ExpressionError`, `Diverged` where the
    run does not come to `start`, and `OverBudget`.
    """
    expression = _of_recipe(expression, trajectory.recipe)
    found = [np.empty(0)]
    for positions, values in _walked(trajectory, expression, start, stop):
        found.append(values[(positions - start) % stride == 0])
    return np.concatenate(found)


def find(trajectory, condition, start: int, stop: int, every: bool = False, count: int | None = None) -> list[int]:
    """Positions in (start, stop], ascending, at which a condition is true and was not one position before.

    every : all at which it is true. count : the first so many, or, negative, the last so many. None beyond where the
    run diverges. Raises `ExpressionError`, and `OverBudget`.
    """
    condition = _of_recipe(condition, trajectory.recipe)
    if not condition.is_condition:
        raise ExpressionError(0, "a number", "a condition, such as loss < 0.5", "condition")
    if count is not None and count < 0:
        return _last(trajectory, condition, start, stop, every, -count)
    found = []
    for positions in matches(trajectory, condition, start, stop, every):
        found += positions.tolist()
        if count is not None and len(found) >= count:
            return found[:count]
    return found


def matches(trajectory, condition: Expression, start: int, stop: int, every: bool):
    """The positions that `find` finds, (positions,) int64 of each piece as it is searched; some have none."""
    was = False
    try:
        for positions, values in _walked(trajectory, condition, start, stop):
            true = values == 1.0
            new = true if every else true & ~np.concatenate([[was], true[:-1]])
            was = bool(true[-1]) if len(true) else was
            yield positions[new & (positions > start)]
    except Diverged:  # before `start`: there is no position to be found
        return


def _last(trajectory, condition, start, stop, every, count):
    """The last `count` positions, searched backwards."""
    stop = reached(trajectory, stop)
    found = []
    while stop > start and len(found) < count:
        begin = max(start, stop - _SPAN)
        found[:0] = [at for some in matches(trajectory, condition, begin, stop, every) for at in some.tolist()]
        stop = begin
    return found[-count:]


def _walked(trajectory, expression, first, stop):
    """(positions, values) of each piece of the positions from `first` to `stop`."""
    grids = tuple(dict.fromkeys(leaf.grid for leaf in expression.leaves if isinstance(leaf, Weights)))
    keeps = any(leaf.keeps for leaf in expression.leaves)
    walk, window = Walk(trajectory, grids, keeps, 3 * expression.numbers), Window(expression)
    for piece in walk.pieces(max(0, first - expression.lead), stop):
        before = window.go_to(piece)
        values, wanted = expression.values(window)[before:], piece.positions >= first
        yield piece.positions[wanted], values[wanted]


def _of_recipe(expression, recipe):
    """The expression as it is to be understood of a recipe."""
    if isinstance(expression, Expression):
        same = expression.recipe is recipe
        return expression if same else Expression(expression.text, recipe, expression.of_lesson)
    return Expression(expression, recipe)

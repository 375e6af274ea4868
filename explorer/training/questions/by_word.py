"""The changes of a word's vector, parted by the words of the sum that each of them is a multiple of.

An input vector moves by η/C EH, and EH_k = Σ_j e_j w′_jk: each output word (or node of the tree) has its term. An
output vector moves by η e_j h, and h_k = 1/C Σ_c w_{i_c k}: each input word has its own. So a change is parted in the
ratio of these terms, at the weights before the step; what rounding leaves over goes to the largest of them.

Of the language models everything before the output moves by errors that are sent back, through a hidden layer or
through time: by sums, too, as what is sent back is linear in e. So each output word has the change that its error makes
alone, by the model's own lines (`models.formulas`). Their output weights move by e_j times a hidden layer, which is no
sum over words.
"""

from functools import partial
from math import fsum, prod

import numpy as np

from explorer.budget import CALL, at_most, charge, go_on
from explorer.models import formulas
from explorer.training.frames import element_name
from explorer.training.questions.groups import Group
from explorer.training.questions.replayed import Grid
from explorer.training.questions.walk import Walk
from explorer.training.questions.worked import scope_of

_LINES = CALL // 2  # to work out what one error sends back, beside its multiply–adds
NO_SUM = "a weight whose changes are sums over words: none of points, of a product, or that a hidden layer moves by e"


def by_word(trajectory, grid: Grid):
    """Function of a ledger of the weight that is all of `grid`, which gives its groups; None where its changes are no
    such sums.
    """
    model, name, column = trajectory.model, grid.name, grid.columns[0]
    term = model.declared(name).change[0]
    if model.layer is None:
        return None
    if model.panels.layers or model.panels.unrolled:
        return None if term.rows == "e" else partial(_by_errors, trajectory, grid)
    if term.columns == "EH":
        return partial(_by_outputs, trajectory, column)
    return partial(_by_inputs, trajectory, column) if term.columns == "h" else None


class _Sums:
    """Adds up the parts of changes, by what they are of."""

    def __init__(self):
        self._parts, self._counts, self._largest = {}, {}, {}

    def add(self, changes, reached, terms, ids):
        """changes, reached : (m,), and the positions led to. terms, ids : (m, terms), of which a change is a multiple;
        −1 where there is none.
        """
        terms = np.where(ids < 0, 0.0, terms)
        total = terms.sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = changes[:, None] * (terms / total[:, None])
        parts[~np.isfinite(parts).all(axis=1)] = 0.0
        largest = np.abs(terms).argmax(axis=1)[:, None]
        rest = changes - parts.sum(axis=1)
        np.put_along_axis(parts, largest, np.take_along_axis(parts, largest, axis=1) + rest[:, None], axis=1)
        for one in np.unique(ids[ids >= 0]).tolist():
            chosen = (ids == one) & (parts != 0.0)
            self._parts.setdefault(one, []).append(float(parts[chosen].sum()))
            self._counts[one] = self._counts.get(one, 0) + int(chosen.any(axis=1).sum())
            sizes = np.where(chosen, np.abs(parts), 0.0).max(axis=1)
            most = sizes.argmax()
            self._largest[one] = max(self._largest.get(one, (-1.0, 0)), (float(sizes[most]), -int(reached[most])))

    def groups(self, name):
        return [self._group(one, name(one)) for one in self._parts if self._counts[one]]

    def _group(self, one, what):
        size, position = self._largest[one]
        return Group(what, fsum(self._parts[one]), self._counts[one], -position, size)


def _by_outputs(trajectory, column, ledger):
    layer = trajectory.model.layer
    asked = getattr(layer, "rows", None)  # the index of the rows that a step asks; None where it asks all
    axis = trajectory.model.declared(layer.weights).axes[0]
    rows = _asked_rows(trajectory, asked, ledger) if asked and trajectory.by_rows else None

    def terms(piece, before, at, b):
        e = piece.record["e"][at, b]
        ids = piece.record[asked][at, b] if asked else np.broadcast_to(np.arange(e.shape[1]), e.shape)
        return e * _at_ids(before, rows, at, ids), ids

    return _parted(trajectory, Grid(layer.weights, rows, (column,)), ledger, terms, axis)


def _by_inputs(trajectory, column, ledger):
    def terms(piece, before, at, b):
        ids = piece.inputs[0][at, b]
        return _at_ids(before, rows, at, ids), ids

    rows = _input_rows(trajectory, ledger) if trajectory.by_rows else None
    return _parted(trajectory, Grid("W", rows, (column,)), ledger, terms, "word")


def _by_errors(trajectory, grid, ledger):
    """The parts of a ledger whose weight the output words' errors move by being sent back."""
    sums, near, model = _Sums(), None, trajectory.model
    index = (grid.rows[0], grid.columns[0])[: len(model.declared(grid.name).axes)]
    axis, lines = model.declared("e").axes[0], _lines_after_errors(model, grid.name)
    updates, steps = np.flatnonzero(ledger.kinds == "update"), ledger.stop - ledger.start
    work = len(updates) * trajectory.sizes[axis] * _work_of_an_error(trajectory, grid.name)
    charge("stop", ledger.stop, work, nearest=at_most(steps, ledger.start))
    for n in updates.tolist():
        step, b = int(ledger.steps[n]), int(ledger.in_batch[n])
        near = step, trajectory.parameters(step, near)
        frame = trajectory.frame(step, near)
        scope = scope_of(frame, b)
        e, ids = scope["e"], _asked_by(frame, b, axis)
        terms = np.array([_made_by(lines, scope, j, e[j], index) for j in range(len(e))])
        sums.add(ledger.changes[n : n + 1], ledger.reached[n : n + 1], terms[None], ids[None])
    words, asked = trajectory.recipe.corpus.words, "word" if axis == "word" else "node"
    return [*sums.groups(lambda one: element_name(words, asked, one)), *ledger.apart()]


def _work_of_an_error(trajectory, name):
    """What it takes to send one error back to a parameter, of which the last line makes a whole array."""
    of_data = (trajectory.model.work(each.corpus.instances, trajectory.sizes) for each in trajectory.stream.segments)
    back = max(float((work.whole - work.forward).mean()) for work in of_data)
    return _LINES + back + prod(trajectory.model.axes_shape(trajectory.model.declared(name), trajectory.sizes))


def _lines_after_errors(model, name):
    """(name, compiled line) of what follows from e, and last the gradient of a parameter."""
    names = [each for each, _ in model.formulas]
    after = [each for each in model.formulas[names.index("e") + 1 :] if each[0] != "loss"]
    lines = [*after, ("", formulas.gradient(model, model.declared(name)))]
    return [(each, compile(line, name, "eval")) for each, line in lines]


def _made_by(lines, scope, j, error, index):
    """The number at an index of the gradient that one error alone makes."""
    go_on()
    if error == 0.0:
        return 0.0
    own = scope | {"e": np.zeros_like(scope["e"])}
    own["e"][j] = error
    for each, line in lines:
        own[each] = eval(line, own)  # our own text, no user's
    return float(own[""][index])


def _asked_by(frame, b, axis):
    """The ids of the words, or nodes, that an instance's errors are of."""
    if axis == "word":
        return np.arange(len(frame.vocabulary))
    index = next(each for each in frame.model.quantities if each.role == "index" and each.axes == (axis,))
    return frame.of_instance(index.name, b)


def _at_ids(before, rows, at, ids):
    """The weights of ids, (m, ids), before each step; rows : which ids `before` has, None for all."""
    there = np.maximum(ids, 0)
    found = there if rows is None else np.searchsorted(rows, there)
    return before[at[:, None], np.minimum(found, before.shape[1] - 1)]


def _parted(trajectory, grid, ledger, terms, axis):
    """The parts of a ledger's updates.

    terms : function (piece, numbers before each of its steps (n, rows), m steps in it, m instances of the batches).
    """
    sums, previous = _Sums(), None
    updates = np.flatnonzero(ledger.kinds == "update")
    for piece in Walk(trajectory, (grid,)).pieces(ledger.start, ledger.stop):
        numbers = piece.grids[grid][:, :, 0]
        if not piece.is_start:
            steps = ledger.steps[updates]
            first, last = np.searchsorted(steps, [piece.start, piece.start + len(piece)])
            entries = updates[first:last]
            before = np.concatenate([numbers[:1] if previous is None else previous, numbers[:-1]])
            at = ledger.steps[entries] - piece.start
            if len(entries):
                parted = terms(piece, before, at, ledger.in_batch[entries])
                sums.add(ledger.changes[entries], ledger.reached[entries], *parted)
        previous = numbers[-1:]
    words = trajectory.recipe.corpus.words
    return [*sums.groups(lambda one: element_name(words, axis, one)), *ledger.apart()]


def _asked_rows(trajectory, asked, ledger):
    """The ids that the ledger's updates ask, ascending."""
    found, steps = set(), ledger.steps[ledger.kinds == "update"]
    for piece in Walk(trajectory).pieces(ledger.start, ledger.stop):
        if not piece.is_start:
            first, last = np.searchsorted(steps, [piece.start, piece.start + len(piece)])
            ids = piece.record[asked][steps[first:last] - piece.start]
            found.update(ids[ids >= 0].tolist())
    return tuple(sorted(found))


def _input_rows(trajectory, ledger):
    """The ids of the input words of the ledger's instances, ascending."""
    found, stream = set(), trajectory.stream
    for segment in stream.segments:
        chosen = (ledger.instances >= 0) & (np.searchsorted([segment.step], ledger.steps, "right") > 0)
        instances = segment.corpus.instances
        numbers = np.unique(ledger.instances[chosen])
        found.update(instances.chosen(numbers[numbers < len(instances)]).input_ids.tolist())
    return tuple(sorted(found))

"""The changes of a weight, or of a dot product, parted by the words of the sum that each of them is a multiple of.

An input vector moves by η/C EH, and EH_k = Σ_j e_j w′_jk: each output word (or node of the tree) has its term. An
output vector moves by η e_j h, and h_k = 1/C Σ_c w_{i_c k}: each input word has its own. So a change is parted in the
ratio of these terms, at the weights before the step; what rounding leaves over goes to the largest of them. A product's
change is linear in those of its two vectors (`ledgered`), so it has terms as they have.

Of the language models everything before the output moves by errors that are sent back, through a hidden layer or
through time: by sums, too, as what is sent back is linear in e. So each output word has the change that its error makes
alone, by the model's own lines (`models.formulas`). Weights past the hidden layer move by e_j times the features of the
words before, each of which has its own columns. Those of the hidden layer itself move by e_j times what is no sum.
"""

from functools import partial
from math import fsum, prod

import numpy as np

from explorer.budget import CALL, at_most, charge, go_on
from explorer.models import formulas
from explorer.training.frames import element_name
from explorer.training.questions.groups import Group
from explorer.training.questions.ledgered import Product, Weight
from explorer.training.questions.replayed import Grid
from explorer.training.questions.walk import Walk
from explorer.training.questions.worked import scope_of

_LINES = CALL // 2  # to work out what one error sends back, beside its multiply–adds
NO_SUM = (
    "numbers whose changes are sums over words: no points, no biases of outputs, none that a hidden layer moves by e"
)


def by_word(trajectory, of: Weight | Product):
    """Function of a ledger that gives its groups; None where the changes are no such sums."""
    parted = way_of(trajectory.model, of.grid.name)
    return parted and partial(_groups, trajectory, of, parted)


def _groups(trajectory, of, parted, ledger):
    parts, axis = parted(trajectory, of, ledger)
    words = trajectory.recipe.corpus.words
    return [*parts.groups(lambda one: element_name(words, axis, one)), *ledger.apart()]


def way_of(model, name: str):
    """How the changes of a parameter, and of products of its vectors, are parted; None where they are no such sums."""
    term, panels = model.declared(name).change[0], model.panels
    if model.layer is None:
        return None
    if not panels.layers and not panels.unrolled:
        return {"EH": _by_outputs, "h": _by_inputs}.get(term.columns)
    if term.rows != "e":
        return _by_errors
    return _by_lookups if panels.lookup and term.columns == panels.layers[0].source else None


class _Parts:
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


def _by_outputs(trajectory, of, ledger):
    """The parts of what input vectors move by: each output word, or node, that is asked has that of its error."""
    layer = trajectory.model.layer
    asked = getattr(layer, "rows", None)  # the index of the rows that a step asks; None where it asks all
    rows = _asked_rows(trajectory, asked, ledger) if asked and trajectory.by_rows else None

    def terms(piece, at, b, slopes, before):
        e, ids = _errors(piece, asked, at, b)
        counts = (piece.inputs[0][at, b][:, :, None] == of.grid.rows).sum(axis=1)  # of each row among the inputs
        moved = np.einsum("mr,mrk->mk", counts, slopes)
        return e * np.einsum("mjk,mk->mj", _at_ids(before, rows, at, ids), moved), ids

    vectors = Grid(layer.weights, rows, of.grid.columns)
    return _parted(trajectory, of, ledger, terms, vectors), trajectory.model.declared(layer.weights).axes[0]


def _by_inputs(trajectory, of, ledger):
    """The parts of what output vectors move by: each input word has that of its vector."""
    rows = _input_rows(trajectory, ledger) if trajectory.by_rows else None

    def terms(piece, at, b, slopes, before):
        ids, moved = piece.inputs[0][at, b], _moved_by_errors(trajectory, of, piece, at, b, slopes)
        return np.einsum("mck,mk->mc", _at_ids(before, rows, at, ids), moved), ids

    return _parted(trajectory, of, ledger, terms, Grid("W", rows, of.grid.columns)), "word"


def _by_lookups(trajectory, of, ledger):
    """The parts of what weights past a hidden layer move by: each word before has its own columns."""
    panels = trajectory.model.panels

    def terms(piece, at, b, slopes, _):
        ids, features = piece.record[panels.lookup][at, b], piece.record[panels.layers[0].source][at, b]
        columns = np.arange(features.shape[1])[slice(None) if of.grid.columns is None else list(of.grid.columns)]
        parts = np.zeros_like(features)
        parts[:, columns] = features[:, columns] * _moved_by_errors(trajectory, of, piece, at, b, slopes)
        return parts.reshape(*ids.shape, -1).sum(axis=2), ids

    return _parted(trajectory, of, ledger, terms), "word"


def _by_errors(trajectory, of, ledger):
    """The parts of what weights move by as errors are sent back: each output word has what its error makes alone."""
    parts, near, model = _Parts(), None, trajectory.model
    axis, lines = model.declared("e").axes[0], _lines_after_errors(model, of.grid.name)
    updates, steps = np.count_nonzero(ledger.kinds == "update"), ledger.stop - ledger.start
    work = updates * trajectory.sizes[axis] * _work_of_an_error(trajectory, of.grid.name)
    charge("stop", ledger.stop, work, nearest=at_most(steps, ledger.start))
    for piece, _, entries, at, b in _updates(trajectory, of, ledger):
        for n, slopes in zip(entries.tolist(), of.slopes(piece, at, b), strict=True):
            step, number = int(ledger.steps[n]), int(ledger.in_batch[n])
            near = step, trajectory.parameters(step, near)
            frame = trajectory.frame(step, near)
            scope, ids = scope_of(frame, number), _asked_by(frame, number, axis)
            terms = np.array([(slopes * _made_by(lines, scope, j, of.grid)).sum() for j in range(len(ids))])
            parts.add(ledger.changes[n : n + 1], ledger.reached[n : n + 1], terms[None], ids[None])
    return parts, "word" if axis == "word" else "node"


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


def _made_by(lines, scope, j, grid):
    """The numbers of a grid in the gradient that one error alone makes."""
    go_on()
    if scope["e"][j] == 0.0:
        return np.zeros(1)  # of each number
    own = scope | {"e": np.zeros_like(scope["e"])}
    own["e"][j] = scope["e"][j]
    for each, line in lines:
        own[each] = eval(line, own)  # our own text, no user's
    return grid.of(own[""])


def _asked_by(frame, b, axis):
    """The ids of the words, or nodes, that an instance's errors are of."""
    if axis == "word":
        return np.arange(len(frame.vocabulary))
    index = next(each for each in frame.model.quantities if each.role == "index" and each.axes == (axis,))
    return frame.of_instance(index.name, b)


def _errors(piece, asked, at, b):
    """Errors, (m, asked), and the ids of the words, or nodes, that they are of."""
    e = piece.record["e"][at, b]
    return e, piece.record[asked][at, b] if asked else np.broadcast_to(np.arange(e.shape[1]), e.shape)


def _moved_by_errors(trajectory, of, piece, at, b, slopes):
    """By how much the number follows each column of what an output's rows move by, (m, columns)."""
    e, ids = _errors(piece, getattr(trajectory.model.layer, "rows", None), at, b)
    errors = [np.where(ids == row, e, 0.0).sum(axis=1) for row in of.grid.rows]
    return np.einsum("mr,mrk->mk", np.stack(errors, axis=1), slopes)


def _at_ids(before, rows, at, ids):
    """The vectors of ids, (m, ids, columns), before each step; rows : which ids `before` has, None for all."""
    there = np.maximum(ids, 0)
    found = there if rows is None else np.searchsorted(rows, there)
    return before[at[:, None], np.minimum(found, before.shape[1] - 1)]


def _parted(trajectory, of, ledger, terms, vectors: Grid | None = None):
    """The parts of a ledger's updates.

    terms : function (piece, m steps in it, m instances of their batches, slopes, vectors before each of its steps).
    vectors : those that the words have their terms by, where these are not in what steps compute.
    """
    parts = _Parts()
    for piece, before, entries, at, b in _updates(trajectory, of, ledger, vectors):
        parts.add(
            ledger.changes[entries], ledger.reached[entries], *terms(piece, at, b, of.slopes(piece, at, b), before)
        )
    return parts


def _updates(trajectory, of, ledger, vectors=None):
    """A ledger's updates, piece by piece: (piece, vectors before each of its steps, which updates they are, their steps
    in the piece, their instances' numbers in the batches).
    """
    updates, previous = np.flatnonzero(ledger.kinds == "update"), None
    steps, grids = ledger.steps[updates], (vectors,) if vectors else ()
    for piece in Walk(trajectory, (*of.varying, *grids), within=of.varying).pieces(ledger.start, ledger.stop):
        numbers = piece.grids.get(vectors)
        before = numbers
        if vectors:
            before = np.concatenate([numbers[:1] if previous is None else previous, numbers[:-1]])
            previous = numbers[-1:]
        if piece.is_start:
            continue
        first, last = np.searchsorted(steps, [piece.start, piece.start + len(piece)])
        if first < last:
            entries = updates[first:last]
            yield piece, before, entries, ledger.steps[entries] - piece.start, ledger.in_batch[entries]


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

"""The changes of a weight, or of a dot product, parted by words: each change is a sum, and each term of it is a word's.

An input vector moves by η/C EH, and EH_k = Σ_j e_j w′_jk: each output word (or node of the tree) has its term. An
output vector moves by η e_j h, and h_k = 1/C Σ_c w_{i_c k}: each input word has its own. A product's change is linear
in those of its two vectors (`ledgered`), so it has terms as they have.

Of the language models everything before the output moves by errors that are sent back, through a hidden layer or
through time: by sums, too, as what is sent back is linear in e. So each output word has the change that its error makes
alone, by the model's own lines (`models.formulas`). Weights past the hidden layer move by e_j times the features of the
words before, each of which has its own columns. Those of the hidden layer itself, and biases, move by e_j times what is
no sum over words. But the loss is one: −ln p of each word that is to come, and so is e_j, Σ_o (y_j − [j = o]), or of a
tree those of each word's path. So there each word to come has what its part of the loss made.

Terms are worked out by themselves, never as shares of their sum, of which there may be hardly any left where they
cancel. Also a step that left the number as it was is parted, which is no entry of the ledger, as its terms need not
be 0. What rounding left over of a change goes to the largest of its terms, so that all of them add up to it.
"""

import re
from collections.abc import Callable
from functools import partial
from itertools import chain
from math import prod
from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, at_most, charge, go_on
from explorer.models.terms import products
from explorer.training.frames import element_name
from explorer.training.questions.ledgered import Product, Weight
from explorer.training.questions.parts import Parts, one_by_one, touched, updates
from explorer.training.questions.replayed import Grid
from explorer.training.questions.worked import scope_of

_LINES = 4 * CALL  # to work out what an instance's errors send back, beside the multiply–adds
_TOGETHER = 100_000  # parts that are added up at once, of as many instances of a batch
_BYTES_OF_A_PART = 110  # while they are: parts, ids, their order


class Way(NamedTuple):
    """How changes are parted.

    parted : function (trajectory, of, ledger) of the parts and the axis that these are named by. says : by what words.
    """

    parted: Callable
    says: str


def by_word(trajectory, of: Weight | Product):
    """Function of a ledger that gives its groups; None where there are no words."""
    way = way_of(trajectory.model, of.grid.name)
    return way and partial(_groups, trajectory, of, way)


def _groups(trajectory, of, way, ledger):
    parts, axis = way.parted(trajectory, of, ledger)
    words = trajectory.recipe.corpus.words
    return [*parts.groups(lambda one: element_name(words, axis, one)), *ledger.apart()]


def way_of(model, name: str) -> Way | None:
    """How the changes of a parameter, and of products of its vectors, are parted; None where there are no words."""
    term, network = model.declared(name).change[0], model.network
    if model.layer is None:
        return None
    asked = "nodes" if model.declared("e").axes[0] == "path" else "words"
    sent_back = f"The {asked} asked at the output, each with what its error sent back"
    if term.columns == "EH":
        return Way(_by_outputs, sent_back)
    if term.columns == "h":
        return Way(_by_inputs, "The input words, each with its part of h")
    if term.rows != "e":
        return Way(_by_errors, sent_back)
    if network.lookup and term.columns == network.layers[0].source:
        return Way(_by_lookups, "The words before, each with its part of x")
    return Way(_by_targets, "The words that were to come, each with what its part of the loss made")


def _by_outputs(trajectory, of, ledger):
    """The parts of what input vectors move by: each output word, or node, that is asked has that of its error."""
    layer = trajectory.model.layer
    asked = layer.rows
    rows = None
    if asked and trajectory.by_rows:
        rows = _met(trajectory, of, ledger, lambda some: some.of_record(asked))

    def terms(some, slopes):
        e, ids = _errors(some, asked)
        counts = (some.inputs[:, :, None] == of.grid.rows).sum(axis=1)  # of each row among the inputs
        moved = np.einsum("mr,mrk->mk", counts, slopes)
        return e * np.einsum("mjk,mk->mj", _at_ids(some, rows, ids), moved), ids

    vectors = Grid(layer.weights, rows, of.grid.columns)
    return _parted(trajectory, of, ledger, terms, vectors), trajectory.model.declared(layer.weights).axes[0]


def _by_inputs(trajectory, of, ledger):
    """The parts of what output vectors move by: each input word has that of its vector."""
    rows = _met(trajectory, of, ledger, lambda some: some.inputs) if trajectory.by_rows else None

    def terms(some, slopes):
        ids, moved = some.inputs, _moved_by_errors(trajectory, of, some, slopes)
        count = np.count_nonzero(ids >= 0, axis=1)[:, None]
        return np.einsum("mck,mk->mc", _at_ids(some, rows, ids), moved) / count, ids

    return _parted(trajectory, of, ledger, terms, Grid("W", rows, of.grid.columns)), "word"


def _by_lookups(trajectory, of, ledger):
    """The parts of what weights past a hidden layer move by: each word before has its own columns."""
    network = trajectory.model.network

    def terms(some, slopes):
        ids, features = some.of_record(network.lookup), some.of_record(network.layers[0].source)
        columns = np.arange(features.shape[1])[slice(None) if of.grid.columns is None else list(of.grid.columns)]
        parts = np.zeros_like(features)
        parts[:, columns] = features[:, columns] * _moved_by_errors(trajectory, of, some, slopes)
        return parts.reshape(*ids.shape, -1).sum(axis=2), ids

    return _parted(trajectory, of, ledger, terms), "word"


def _by_targets(trajectory, of, ledger):
    """The parts of what weights, or biases, of the output move by: each word to come has what its own error makes."""
    model = trajectory.model
    parameter = model.declared(of.grid.name)
    (term,), width = parameter.change, (*model.axes_shape(parameter, trajectory.sizes), 1)[1]
    asked = model.layer.rows
    whose = next((each.name for each in model.quantities if each.names == "outputs"), None)

    def terms(some, slopes):
        ids, e = some.outputs, some.of_record("e")
        columns = np.ones((len(e), 1))
        if term.columns is not None:
            latest = some.of_record(term.columns).reshape(len(e), -1)[:, term.skip * width :]
            columns = latest[:, slice(None) if of.grid.columns is None else list(of.grid.columns)]
        if asked:
            own = [np.where(some.of_record(whose) == o, e, 0.0) for o in range(ids.shape[1])]
            each = [[np.where(some.of_record(asked) == r, one, 0.0).sum(axis=1) for r in of.grid.rows] for one in own]
            errors = np.array(each).transpose(2, 0, 1)
        else:
            rows = list(of.grid.rows)
            alone = some.of_record("y")[:, None, rows] - (ids[:, :, None] == rows)
            errors = np.where((ids >= 0).sum(axis=1)[:, None, None] == 1, e[:, None, rows], alone)
        return np.einsum("mor,mrk,mk->mo", errors, slopes, columns), ids

    return _parted(trajectory, of, ledger, terms), "word"


def _by_errors(trajectory, of, ledger):
    """The parts of what weights move by as errors are sent back: each output word has what its error makes alone."""
    parts, model, sizes = Parts(), trajectory.model, trajectory.sizes
    axis, lines = model.declared("e").axes[0], _lines_after_errors(model)
    rows = "word" if axis == "word" else "node"
    steps, instances = touched(trajectory, of, ledger)
    work = instances * (_LINES + sizes[axis] * _work_of_an_error(trajectory, lines, rows))
    held = sizes[axis] * sum(prod(model.axes_shape(model.declared(name), sizes)) for name, _ in lines)
    together = max(1, min(trajectory.recipe.batch_size, _TOGETHER // sizes[axis]))
    scratch = 16 * held + _BYTES_OF_A_PART * together * sizes[axis]
    charge("stop", ledger.stop, work, scratch=scratch, nearest=at_most(ledger.stop - ledger.start, ledger.start))
    for some, frame in one_by_one(trajectory, of, ledger, steps.tolist()):
        for few in some.cut(together):
            ids, terms = np.full((len(few.b), sizes[axis]), -1), np.zeros((len(few.b), sizes[axis]))
            for n, (b, slopes) in enumerate(zip(few.b, of.slopes(few.piece, few.at, few.b), strict=True)):
                go_on()
                asked = _asked_by(frame, b, axis)
                ids[n, : len(asked)] = asked
                terms[n, : len(asked)] = _sent_back(lines, frame, b, of.grid, slopes)
            parts.add(few, terms, ids)
    return parts, rows


def _lines_after_errors(model):
    """(name, line) of what follows from e."""
    names = [each for each, _ in model.formulas]
    return [each for each in model.formulas[names.index("e") + 1 :] if each[0] != "loss"]


def _work_of_an_error(trajectory, lines, rows):
    """What it takes to send one error back: at each moment each weight on its way, of the output's those of its row."""
    read = set(re.findall(r"\w+", " ".join(line for _, line in lines)))
    shapes = [
        trajectory.model.axes_shape(each, trajectory.sizes)[each.axes[0] == rows :]
        for each in trajectory.model.parameters
        if each.name in read
    ]
    return trajectory.sizes.get("time", 1) * sum(map(prod, shapes))


class _Apart:
    """Errors, each alone: a matrix with a column for each, of which the other numbers are 0."""

    __array_ufunc__ = None

    def __init__(self, errors):
        self._errors = errors

    def __rmatmul__(self, weights):
        return weights * self._errors


def _sent_back(lines, frame, b, grid, slopes):
    """What each error alone makes of the gradient's numbers of a grid, times their slopes, added up, (errors,).

    Lines are linear in e: so they are worked out once, of all errors, with a column for each behind the other axes.
    """
    model, shape, scope = frame.model, frame.shape(grid.name), scope_of(frame, b)
    numbers = (each.name for each in model.quantities if each.role != "index" and each.name in scope)
    scope |= {name: scope[name][..., None] for name in numbers} | {"e": _Apart(scope["e"])}
    for name, line in lines:
        scope[name] = eval(line, scope)  # our own text, no user's
    ids, terms, total = grid.ids(shape), model.declared(grid.name).change, 0.0
    for (r, k), slope in np.ndenumerate(slopes):
        index = (ids[0][r], ids[1][k])[: len(shape)]
        for factors in chain(*(products(term, shape, index, partial(frame.of_instance, b=b)) for term in terms)):
            total = total + slope * prod(scope[name][at] for name, at in factors)
    return total


def _asked_by(frame, b, axis):
    """The ids of the words, or nodes, that an instance's errors are of."""
    if axis == "word":
        return np.arange(len(frame.vocabulary))
    return frame.asked(axis, b)[1]


def _errors(some, asked):
    """Errors, (m, asked), and the ids of the words, or nodes, that they are of."""
    e = some.of_record("e")
    return e, some.of_record(asked) if asked else np.broadcast_to(np.arange(e.shape[1]), e.shape)


def _moved_by_errors(trajectory, of, some, slopes):
    """By how much the number follows each column of what an output's rows move by, (m, columns)."""
    e, ids = _errors(some, trajectory.model.layer.rows)
    errors = [np.where(ids == row, e, 0.0).sum(axis=1) for row in of.grid.rows]
    return np.einsum("mr,mrk->mk", np.stack(errors, axis=1), slopes)


def _at_ids(some, rows, ids):
    """The vectors of ids, (m, ids, columns), before each step; rows : which ids `before` has, None for all."""
    there = np.maximum(ids, 0)
    found = there if rows is None else np.searchsorted(rows, there)
    return some.before[some.at[:, None], np.minimum(found, some.before.shape[1] - 1)]


def _parted(trajectory, of, ledger, terms, vectors: Grid | None = None):
    """The parts of a ledger's updates.

    terms : function (m updates, slopes) of the terms of their gradients, (m, terms), and what they are of. vectors :
    those that the words have their terms by, where these are not in what steps compute.
    """
    parts = Parts()
    for some in updates(trajectory, of, ledger, vectors):
        parts.add(some, *terms(some, of.slopes(some.piece, some.at, some.b)))
    return parts


def _met(trajectory, of, ledger, ids_of):
    """The ids that the updates have to do with, ascending; ids_of : function of some updates."""
    found = set()
    for some in updates(trajectory, of, ledger):
        ids = ids_of(some)
        found.update(ids[ids >= 0].tolist())
    return tuple(sorted(found))

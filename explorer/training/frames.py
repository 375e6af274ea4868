"""A frame: every quantity of one step, the parameters before it, and the parameters after."""

import operator
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from explorer.models.contract import Explanation
from explorer.models.declarations import RAGGED
from explorer.models.terms import add_term
from explorer.numbers import number
from explorer.training.matrices import matrices
from explorer.training.quantities import quantity_rows
from explorer.training.questions import checking, written
from explorer.training.singles import shape_of, singles_of


class Frame(Mapping):
    """One step, computed and open to inspection.

    Attributes
    ----------
    step : int, from 0: `parameters` have had `step` updates, `updated` one more. To people this is step `step` + 1.
    instance, instances : the training example(s), of word ids; `instance` is the first of the batch.
    loss : float, nats or what the model's `loss_unit` says; the mean over the batch, or the sum where the recipe's
    `batch_gradient` is that.
    losses : read-only float64 (B,), that of each instance.
    divisor : by what sums over the batch are divided: its size, or 1.
    learning_rate : float.
    parameters, updated : read-only arrays by name, before and after the step.
    gradients : read-only arrays by name, dense, made when asked for.

    ``frame["h"]`` is the quantity of that name: float64 (int64 for ids), shape (size,), or (B, size) in batch mode,
    where a shorter instance's row is filled up with NaN (−1); more axes where the quantity has them. All that takes a
    name raises KeyError for an unknown one.
    """

    def __init__(self, trajectory, step, parameters, updated, record, data=None):
        """data : `Instances`, or `Points`, among which the step's are; by default those that the run has there."""
        order = trajectory.stream.order(step, 1)[0]
        data = trajectory.stream.segment(step).corpus.instances if data is None else data
        self.step = step
        self.trajectory, self.model, self._sizes = trajectory, trajectory.model, trajectory.sizes
        self.vocabulary = trajectory.recipe.corpus.words
        self.batched = trajectory.recipe.batch_size > 1
        self._data = data.chosen(order[order >= 0])
        self.instances = list(self._data)
        self.learning_rate = float(trajectory.stream.rates(step, 1)[0])
        self.epoch = trajectory.stream.epoch(step)
        self.parameters, self.updated = parameters, updated
        self.divisor = len(self.instances) if trajectory.stream.averages else 1
        self.losses = record["loss"][0, : len(self.instances)]
        self.losses.flags.writeable = False
        self.loss = self._over_batch(self.losses)
        self._record = record
        # An explanation reads a number at a time: what was read last and its rows, and how long ragged ones are.
        self._last, self._lengths = (None, None), {}

    def __repr__(self):
        return f"<Frame: step={self.step}, loss={number(self.loss)}, of {self.trajectory.recipe!r}>"

    __eq__, __hash__ = object.__eq__, object.__hash__  # a frame is itself, not the sum of its arrays

    @property
    def batch_gradient(self) -> str:
        """What a step takes over its batch: the "mean" or the "sum"."""
        return self.trajectory.recipe.batch_gradient

    @property
    def instance(self):
        """The first instance of the batch: (inputs, outputs)."""
        return self.instances[0]

    @property
    def negatives(self) -> list:
        """The words drawn: a list of ids for each output word; in a batch a list of those for each instance.

        Raises AttributeError where the output layer draws none.
        """
        drawn = [self.model.negatives(self, b) for b in range(len(self.instances))]
        return drawn if self.batched else drawn[0]

    @property
    def panels(self) -> list:
        """Each output word's own part: (word, rows, y, t, e, EH) each; in a batch a list of those for each instance.

        Skip-gram's C panels: of a softmax `y` is the same on all and `e` adds up to the step's, `EH` does in any case.
        Raises AttributeError where the model tells none.
        """
        found = [self.model.by_output(self, b) for b in range(len(self.instances))]
        return found if self.batched else found[0]

    def __getitem__(self, name: str) -> np.ndarray:
        quantity = self.model.declared(name)
        if quantity.role == "weight":
            raise KeyError(f"{name} is a parameter: frame.parameters or frame.updated has it")
        if quantity.matrix_of:
            shape = self.model.axes_shape(quantity, self._sizes)
            return matrices(quantity, lambda name: np.atleast_2d(self[name])[None], shape)[0]
        rows = self._rows(quantity)
        if quantity.axes[0] in RAGGED:
            rows = rows[:, : max(self._length(quantity, b) for b in range(len(self.instances)))]
        return rows if self.batched else rows[0]

    def __iter__(self):
        """The names of the quantities, in the order in which they are computed."""
        return (quantity.name for quantity in self.model.quantities)

    def __len__(self) -> int:
        return len(self.model.quantities)

    @cached_property
    def gradients(self) -> Mapping[str, np.ndarray]:
        """What the step applies, −change/η, by name, each of its parameter's shape.

        That is ∂loss/∂parameter where the model `descends`. Of word features that are frozen it is what the step
        would apply.
        """
        return _Gradients(self)

    def explain(self, name: str, index) -> Explanation:
        """How one number came about.

        `name` is a quantity, or a parameter, whose value after the step is explained; `index` is its own
        (in a batch a quantity's index begins with the instance). Where each output word has a part in it, as in
        `panels`, a number more, before its last, asks for the part of that output word, from 0. Of "loss" it is (), in
        a batch also (b,), of instance b alone; of "learning_rate", "weight_decay", its "penalty" in an instance's
        loss, and "batch", how many instances there are, (); of "inputs" and "outputs", how many words an instance has
        there, (), in a batch (b,); of "p", what a tree gives to output word c, (c,), in a batch (b, c). Raises KeyError
        for an unknown name, IndexError for an index that is none, TypeError for what could be none.
        """
        index = self.index_of(name, (index,) if np.isscalar(index) else index)
        single = singles_of(self.model).get(name)
        return single.explain(self, index) if single else self.model.explain(self, name, index)

    def index_of(self, name: str, index) -> tuple[int, ...]:
        """The index of a quantity's number, or of an output word's part of one, as ints; raises as `explain` does."""
        if single := singles_of(self.model).get(name):
            return checked_index(name, index, shape_of(single, self, index))
        shape = self.shape(name)
        if name not in self.model.parts or len(index) != len(shape) + 1:
            index, declared = checked_index(name, index, shape), self.model.declared(name)
            if declared.axes[0] in RAGGED and self.batched:
                b, *own = index
                checked_index(f"{name} of instance {b}", own, (int(self._length(declared, b)), *shape[2:]))
            return index
        b, words = index[: self.batched], [len(instance.outputs) for instance in self.instances]
        most = words[checked_index("instance", b, (len(words),))[0]] if self.batched else words[0]
        return checked_index(name, index, (*shape[:-1], most, shape[-1]))

    def check(self, given: Mapping, digits: int | None = None) -> checking.Checked:
        """Hold numbers that were worked out by hand against this step's.

        given : name → array, nested list, or {index: number}; numbers may be text, None or NaN is not answered; a
        parameter's name means its value after the step. digits : significant ones of what is no text, 4 by default; a
        number given as text is right within one unit of its last digit.

        Returns `.ok` and `.findings`, in the order of the stages: (quantity, index, got, expected, follows, hint).
        KeyError for an unknown name, `RecipeError` for numbers of another shape.
        """
        return checking.check(self, given, digits)

    def to_numpy(self) -> str:
        """The step as source text: computes it again from literal numbers, asserts every quantity and new parameter.

        Raises `RecipeError` where it has too many numbers to be written.
        """
        return written.to_numpy(self)

    def to_latex(self) -> str:
        """The stages of the step as LaTeX (with amsmath): equations, then their numbers; raises as `to_numpy` does."""
        return written.to_latex(self)

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a quantity or a parameter; KeyError for what is neither."""
        declared = self.model.declared(name)
        return self.model.axes_shape(declared, self._sizes) if declared.role == "weight" else self[name].shape

    def weight(self, name: str, *index: int, after: bool = False) -> float:
        """A number of a parameter, before or after the step; KeyError or IndexError where there is none."""
        return (self.updated if after else self.parameters).number(name, *index)

    def of_instance(self, name: str, b: int) -> np.ndarray:
        """A quantity of instance `b` of the batch, (size, …), as long as that instance needs; KeyError for others."""
        quantity = self.model.declared(name)
        if quantity.matrix_of and self.batched:
            return self[name] if quantity.summed_at else self[name][:, b]  # features × instances
        if quantity.role == "weight" or not self.batched:
            row = self[name][b] if self.batched else self[name]
        else:  # this row alone: a batch has as many others
            row = self._rows(quantity, b)[0]
        return row[: self._length(quantity, b)] if quantity.axes[0] in RAGGED else row

    def _rows(self, quantity, only=None):
        """The read-only rows of all instances, or of `only` one."""
        key = quantity.name, only
        if self._last[0] != key:
            rows = quantity_rows(quantity, self.instances, len(self.vocabulary), self._record, 0, only)
            rows.flags.writeable = False
            self._last = key, rows
        return self._last[1]

    def _length(self, quantity, b):
        """How long a ragged quantity of an instance is: an index has −1 where there is nothing."""
        index = next(each for each in self.model.quantities if each.role == "index" and each.axes == quantity.axes)
        if (index.name, b) not in self._lengths:
            self._lengths[index.name, b] = np.count_nonzero(self._record[index.name][0, b] >= 0)
        return self._lengths[index.name, b]

    def loss_at(self, parameters) -> float:
        """The loss of this step's instances at other parameters, over the batch as `loss`.

        What the model holds (draws, earlier states) is as in this frame. KeyError where a parameter is missing.
        """
        return self._over_batch(self.model.losses(self._data, self._held, parameters))

    def sides_at(self, parameters) -> np.ndarray:
        """On which side of each kink of the loss it is at other parameters, (kinks,) bool; none where it is smooth."""
        return self.model.kinks(self._held, parameters) > 0

    def loss_of(self, b: int, parameters) -> float:
        """The same of instance `b` alone."""
        held = {name: rows[b : b + 1] for name, rows in self._held.items()}
        return float(self.model.losses(self._data.chosen(np.array([b])), held, parameters)[0])

    def _over_batch(self, losses):
        """Their mean, or their sum where nothing is divided."""
        return float(np.mean(losses) if self.divisor == len(losses) else np.sum(losses))

    @property
    def decays(self) -> int:
        """How often weight decay is in the gradient: of a sum, which has each instance's, B times."""
        return len(self.instances) // self.divisor

    @cached_property
    def _held(self):
        """What `loss_at` holds, a row an instance."""
        return {name: self[name] if self.batched else self[name][None] for name in self.model.held}

    def row_name(self, parameter, row: int) -> str:
        """What a row of a parameter stands for, in words."""
        return element_name(self.vocabulary, parameter.axes[0], row)

    def index_label(self, parameter, index) -> tuple[str, ...]:
        """An index of a parameter in words: a word or what the axis calls it, then units and the like from 1."""
        row, *columns = index
        named = zip(parameter.axes[1:], columns, strict=True)
        others = (self.vocabulary[k] if axis == "word" else str(k + 1) for axis, k in named)
        return (self.row_name(parameter, row), *others)

    def asked(self, axis: str, b: int) -> tuple[str, np.ndarray]:
        """Of which axis the rows are that instance `b` asks along a ragged one, and their ids, (rows,)."""
        asked = self.model.asked_on(axis)
        return asked.names, self.of_instance(asked.name, b)

    def element_name(self, axis: str, i: int, b: int = 0) -> str:
        """What element `i` of an axis stands for, in words; on a ragged one, the row that instance `b` asks there."""
        if axis in RAGGED:
            axis, ids = self.asked(axis, b)
            i = int(ids[i])
        names = self.model.element_names(axis, self._sizes)
        return names[i] if names else element_name(self.vocabulary, axis, i)


def element_name(vocabulary, axis: str, i: int) -> str:
    """What element `i` of an axis stands for, in words. Units are counted from 1; other ids stand as they are."""
    if axis == "word":
        return vocabulary[i]
    return f"{axis} {i if axis == 'node' else i + 1}"


def checked_index(name, index, shape) -> tuple[int, ...]:
    """`index` as ints. IndexError where an array of `shape` has no such number, TypeError for what is none."""
    try:
        index = tuple(operator.index(i) for i in index)
    except TypeError:
        numbers = f"{len(shape)} whole number{'s' if len(shape) != 1 else ''}"
        raise TypeError(f"{name} takes an index of {numbers}, counted from 0, not {index!r}") from None
    if len(index) != len(shape) or not all(0 <= i < n for i, n in zip(index, shape, strict=True)):
        raise IndexError(f"{name} has shape {shape}, there is no index {index}")
    return index


class _Gradients(Mapping):
    def __init__(self, frame):
        self._frame = frame

    def __getitem__(self, name):
        frame, parameter = self._frame, self._frame.model.declared(name)
        decay = parameter.decay * frame.decays
        gradient = decay * frame.parameters[name] if decay else np.zeros(frame.shape(name))
        share = 1 / frame.divisor
        for term in parameter.change:
            readers = (lambda each, b=b: frame.of_instance(each, b) for b in range(len(frame.instances)))
            add_term(gradient, term, readers, share)
        gradient.flags.writeable = False
        return gradient

    def __repr__(self):
        return f"<gradients of {', '.join(self)}>"

    def __iter__(self):
        return (parameter.name for parameter in self._frame.model.parameters)

    def __len__(self):
        return len(self._frame.model.parameters)

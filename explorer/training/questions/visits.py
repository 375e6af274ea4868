"""An instance each time it comes, and what is asked of it there: its loss, or the part of that which one answer has.

Each is the loss of some instance: −ln p of a word that of the same inputs with this word as output, a question's that
of an instance which asks nothing else, an output's that of the network without its other outputs. So the model's own
step computes it, and its slopes. What is asked is the same at each visit, also where the step itself asked something
else: a word is held against the vectors of then whether or not it was drawn as noise there.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, FRAME, charge
from explorer.corpus.instances import Instances
from explorer.corpus.points import Points
from explorer.errors import RecipeError
from explorer.models.terms import add_term
from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.gradient_check import slopes_of
from explorer.training.questions.elements import number_of
from explorer.training.questions.walk import Walk, reached
from explorer.training.rows import copied

_SPAN = 8_192  # steps whose instances are looked through at a time
_WIDTH = 1e-5  # of central differences


class Visit(NamedTuple):
    """A step at which the instance came: its frame, the instance's number in the batch, all weights before the step,
    and what is asked there."""

    frame: Frame
    b: int
    parameters: dict
    value: float


class OfLoss:
    """The loss of an instance."""

    title = "loss"
    truth = None  # of a question that is answered by yes or no: 1 or 0
    penalised = True  # whether the squares of the weights have a part in what is asked

    def __init__(self, trajectory, instance: tuple[int, int]):
        self.trajectory, self.model = trajectory, trajectory.model
        self.words, self.sizes = trajectory.recipe.corpus.words, trajectory.sizes
        segment, self.number = instance
        self._begin = trajectory.stream.segments[segment].step
        self._end = trajectory.stream.segment_end(self._begin)
        self.data = trajectory.stream.segments[segment].corpus.instances

    def curve(self, start, stop):
        """Steps, what is asked at each, which it has computed itself, and the position up to which they are known."""
        steps, losses, known = [np.empty(0, np.int64)], [np.empty(0)], start
        for piece in Walk(self.trajectory, keeps=False).pieces(start, stop):
            known = int(piece.positions[-1])
            if piece.is_start or not self._begin <= piece.start < self._end:
                continue
            rows, batch = self._found(piece.order)
            chosen = piece.start + rows >= start
            steps.append(piece.start + rows[chosen])
            losses.append(piece.record["loss"][rows[chosen], batch[chosen]])
        return np.concatenate(steps), np.concatenate(losses), known

    def _found(self, order):
        """In which rows of an order the instance is, and where in each of them it is first."""
        rows, batch = np.nonzero(order == self.number)
        rows, first = np.unique(rows, return_index=True)
        return rows, batch[first]

    def _came(self, start, stop):
        """(step, number in the batch) of the steps from `start` to before `stop` at which the instance came."""
        at, stop = max(start, self._begin), min(stop, self._end)
        while at < stop:
            count = int(min(_SPAN, stop - at))
            rows, batch = self._found(self.trajectory.stream.order(at, count))
            yield from zip((at + rows).tolist(), batch.tolist(), strict=True)
            at += count

    def visit(self, step) -> Visit:
        """A step at which the instance came."""
        (_, b), parameters = next(self._came(step, step + 1)), self.trajectory.parameters(step)
        return self._at(step, b, parameters)

    def _at(self, step, b, parameters):
        """The step computed with what is asked in place of the instance, from the parameters before it."""
        trajectory = self.trajectory
        charge("step", step, FRAME + trajectory.costs.between(step, step + 1), scratch=2 * trajectory.costs.state_bytes)
        order = trajectory.stream.order(step, 1)
        record = self.model.new_record(1, order.shape[1], self.sizes, keep=True)
        self.model.lay_out(self.data, order, step, record)
        self.pose(record, b)
        before = copied(parameters)
        own, moved = self.part(before), copied(self.part(parameters))
        with np.errstate(over="ignore", invalid="ignore"):
            self.model.train(self.data, order, step, trajectory.stream.pulls(step, order), moved, record)
        given = (Given(trajectory.learnt(each)) for each in (own, moved))
        frame = Frame(trajectory, step, *given, record, self.data)
        return Visit(frame, b, trajectory.learnt(before), float(record["loss"][0, b]) - self._penalty(own))

    def pose(self, record, b) -> None:
        """Ask it of instance `b` of a step that is laid out."""

    def part(self, parameters):
        """The parameters that have a part in it."""
        return parameters

    def placed(self, name, slopes):
        """Slopes by such a part of a parameter, as those by the whole of it."""
        return slopes

    def value(self, visit, parameters) -> float:
        """What is asked, at other parameters."""
        return self._value(visit, self.part(parameters))

    def _value(self, visit, part):
        return visit.frame.loss_of(visit.b, part) - self._penalty(part)

    def _penalty(self, parameters):
        """What a loss has of the weights' squares, where that is not asked about."""
        decayed = [] if self.penalised else [each for each in self.model.parameters if each.decay]
        return sum(0.5 * each.decay * float((parameters[each.name] ** 2).sum()) for each in decayed)

    def slopes(self, visit):
        """(name, slopes, of the parameter's shape) of what is asked, at the weights before the step."""
        frame, b = visit.frame, visit.b
        for parameter in self.model.parameters:
            name, weights = parameter.name, frame.parameters[parameter.name]
            if self.model.descends or self.model.flat:
                slopes = (parameter.decay if self.penalised else 0.0) * weights
                for term in () if self.model.flat else parameter.change:
                    add_term(slopes, term, (lambda each: frame.of_instance(each, b),), 1.0)
            else:
                charge("step", frame.step, 2 * CALL * weights.size, nearest=lambda *_: "a step of a smaller model")
                slopes = slopes_of(partial(self._value, visit), frame.parameters, name, _WIDTH)
            yield name, self.placed(name, slopes)


class OfPart(OfLoss):
    """The part that one answer has in a loss: no step computes it by itself."""

    penalised = False

    def curve(self, start, stop):
        stop, near, found = reached(self.trajectory, stop), None, []
        visits = list(self._came(start, stop))
        for step, b in visits:
            near = step, self.trajectory.parameters(step, near)
            found.append(self._at(step, b, near[1]).value)
        return np.array([step for step, _ in visits], np.int64), np.array(found), stop


class OfWord(OfPart):
    """−ln p of a word after an instance's inputs, of a model whose loss that is."""

    def __init__(self, trajectory, instance, word: int):
        super().__init__(trajectory, instance)
        self.title = f"−ln p({self.words[word]})"
        self.data = _answering(self.data, self.number, word)
        own = self.model.sizes(trajectory.recipe, self.data)
        self.sizes = {axis: max(size, own.get(axis, 0)) for axis, size in trajectory.sizes.items()}


class OfQuestion(OfPart):
    """−ln σ(u) of a question that is answered by yes or no, −ln σ(−u) where its truth is no.

    row : of the weights that ask, a word's or a node's; truth : 1, 0, or None for that of the instance's own question.
    """

    def __init__(self, trajectory, instance, row: int, truth: int | None):
        super().__init__(trajectory, instance)
        self._layer, self._row = self.model.layer, row
        self.truth = self._own_truth() if truth is None else truth
        asked = self.words[row] if self._layer.rows == "word" else f"{self._layer.rows} {row}"
        self.title = f"−ln σ({'' if self.truth else '−'}u) of {asked}"

    def _own_truth(self):
        """Of several questions a yes goes first; a word that none asks is as one drawn, such a node has no truth."""
        layer, data = self._layer, self.data.chosen(np.array([self.number]))
        shape = (1, 1, int(layer.asked(data, len(self.words))[0]))
        record = {layer.rows: np.full(shape, -1), "output": np.full(shape, -1), "t": np.full(shape, np.nan)}
        layer.lay_out(data, np.zeros((1, 1), np.int64), 0, record)
        own = record["t"][record[layer.rows] == self._row]
        if not own.size and layer.rows != "word":
            raise RecipeError([("truth", None, "0 or 1, as no output word of the instance has this node on its path")])
        return int(own.max(initial=0.0))

    def pose(self, record, b):
        asked = {self._layer.rows: self._row, "output": 0, "t": float(self.truth)}
        for name, none in (self._layer.rows, -1), ("output", -1), ("t", np.nan):
            record[name][0, b] = none
            record[name][0, b, 0] = asked[name]


class OfOutput(OfPart):
    """The part of one output in the loss of a network that learns from points; −ln y of one of a softmax."""

    def __init__(self, trajectory, instance, output: int):
        super().__init__(trajectory, instance)
        targets = self.data.outputs.copy()
        self._cut = None if self.model.network.layers[-1].activation == "softmax" else slice(output, output + 1)
        self.title = f"loss of output {output + 1}" if self._cut else f"−ln y of output {output + 1}"
        if self._cut:
            targets = targets[:, self._cut]
            self.sizes = {**self.sizes, "output": 1}
        else:
            targets[self.number] = np.arange(targets.shape[1]) == output
        self.data = Points(self.data.inputs, targets)

    def _index(self, name):
        """Where in a parameter what belongs to the output is."""
        axes = self.model.declared(name).axes
        return tuple(self._cut if axis == "output" and self._cut else slice(None) for axis in axes)

    def part(self, parameters):
        return {name: np.ascontiguousarray(array[self._index(name)]) for name, array in parameters.items()}

    def placed(self, name, slopes):
        whole = np.zeros(self.model.axes_shape(self.model.declared(name), self.trajectory.sizes))
        whole[self._index(name)] = slopes
        return whole


def asked_of(trajectory, instance, word=None, node=None, output=None, truth=None) -> OfLoss:
    """What is asked of an instance, as `run.loss_ledger` takes it. Raises `RecipeError` for what can't be asked."""
    layer, corpus = trajectory.model.layer, trajectory.recipe.corpus
    asked = {"word": word, "node": node, "output": output}
    given = [(name, value) for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise RecipeError([(name, value, "alone: one of word, node and output") for name, value in given])
    if truth is not None and (not isinstance(truth, int | np.integer) or truth not in (0, 1)):
        raise RecipeError([("truth", truth, "0 or 1")])
    if truth is not None and node is None and (word is None or layer is None or layer.normalised):
        raise RecipeError([("truth", truth, "none here: a question has it that is answered by yes or no")])
    if not given:
        return OfLoss(trajectory, instance)
    ((name, value),) = given
    if name == "output" and trajectory.model.reading == "points":
        return OfOutput(trajectory, instance, number_of(name, value, "output", trajectory.sizes["output"]))
    if name == "word" and layer is not None:
        word = number_of(name, value, "word", len(corpus.words), corpus)
        return OfWord(trajectory, instance, word) if layer.normalised else OfQuestion(trajectory, instance, word, truth)
    if name == "node" and layer is not None and layer.rows == "node":
        return OfQuestion(trajectory, instance, number_of(name, value, "node", trajectory.sizes["node"]), truth)
    has = {"word": "a model of words", "node": "hierarchical softmax", "output": "a network that learns from points"}
    raise RecipeError([(name, value, f"none here: {has[name]} has it")])


def _answering(data, number, word):
    """The same instances, with one word as the output of one of them."""
    first, last = data.output_start[number : number + 2]
    ids = np.concatenate([data.output_ids[:first], [word], data.output_ids[last:]])
    starts = data.output_start + np.where(np.arange(len(data.output_start)) > number, 1 - (last - first), 0)
    return Instances(data.input_start, data.input_ids, starts, ids, data.first, data.sentence)

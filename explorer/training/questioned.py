"""What a run answers across its steps: the public names, whose work is done in `questions`."""

import numpy as np

from explorer.errors import RecipeError
from explorer.training.gradient_check import GradientCheck, SlopeCheck, gradient_check, slope_check
from explorer.training.questions import asking
from explorer.training.questions.comparison import Comparison
from explorer.training.questions.divergence import Divergence, divergence
from explorer.training.questions.elements import element, instance_of, shape_of, vectors
from explorer.training.questions.exercises import Solutions, exercise, solutions
from explorer.training.questions.ledger import Ledger, ledger
from explorer.training.questions.ledgered import Product, Weight
from explorer.training.questions.loss_ledger import LossLedger
from explorer.training.questions.trace_check import Misstep, check_trace
from explorer.training.questions.visits import asked_of
from explorer.training.steps import checked_count, checked_step, checked_width

_WIDTHS = tuple(10.0 ** (-each / 2) for each in range(2, 21))  # of central differences: 0.1 to 1e-10


class Questioned:
    """Questions across the steps of a run; `trajectory` and `step` are the run's.

    A position s is a run after s updates: parameters are those there, edits at s included; quantities are those of the
    step that led there, and at position 0 they have no value. `stop` is the run's own step by default.
    """

    trajectory: object
    step: int

    def evaluate(self, expression, start: int = 0, stop: int | None = None, stride: int = 1) -> np.ndarray:
        """The value of an expression at positions start, start + stride, … up to `stop` (default: `step`).

        (positions,) float64, truth as 1 and 0, NaN where it has none; shorter where the run diverges. A position s is
        a run after s updates: parameters are those there, quantities those of the step that led there. expression :
        `Expression`, or its text.

        Raises `ExpressionError`, `RecipeError` for what is no position, `Diverged` where the run does not come to
        `start`.
        """
        stride = checked_step(stride, "stride", least=1)
        return asking.evaluate(self.trajectory, expression, *self._span(start, stop), stride)

    def find(self, condition, start: int = 0, stop: int | None = None, every=False, count=None) -> list[int]:
        """Positions in (start, stop] at which a condition is true and was not one position before; ascending.

        stop : default is `step`. every : all at which it is true. count : the first so many of them, negative: the last
        so many. The search ends where the run diverges.

        Raises `ExpressionError`, and `RecipeError` for what is no position or no count.
        """
        return asking.find(self.trajectory, condition, *self._span(start, stop), every, checked_count(count))

    def ledger(self, parameter: str, index, start: int = 0, stop: int | None = None) -> Ledger:
        """Why a weight is what it is at position `stop`: what each step, each instance of it and each edit added.

        index : as in NumPy; words may be given as text. The ledger ends where the run diverges.

        Raises `RecipeError` for what is no weight or no position, `Diverged` where the run does not come to `start`.
        """
        return ledger(self.trajectory, Weight(element(self.trajectory, parameter, index)), *self._span(start, stop))

    def dot_ledger(self, a, b, of: str | None = None, start: int = 0, stop: int | None = None) -> Ledger:
        """The same for the dot product of two words' vectors: each entry is what the product itself changed by.

        a, b : words, or ids. of : the parameter that has their vectors, by default those of the words as inputs.
        Raises as `ledger` does.
        """
        grid, found, turned = vectors(self.trajectory, (a, b), of)
        return ledger(self.trajectory, Product(grid, *found, turned), *self._span(start, stop))

    def loss_ledger(
        self, instance=None, word=None, start: int = 0, stop: int | None = None, *, node=None, output=None, truth=None
    ) -> LossLedger:
        """Why the loss of an instance is what it is: its curve over the steps at which it came, from `start` to `stop`.

        instance : its number in the data, from 0, or (segment, number) after an edit of the data; by default that of
        the step before the run's. `.difference(n)` tells which weights made it another at the n-th of these steps than
        at the one before. Instead of the loss, one of these:

        word : −ln p of this word after the instance's inputs. With negative sampling, which has no p, it is −ln σ(u) of
        the question whether it is this word, −ln σ(−u) where the truth is no; the same at each visit, whether or not
        the word was drawn there. node : the same of a turn of the tree, by the node's number. truth : 1 or 0, of such a
        question; by default as the instance has it, of a word that is none of its outputs 0.
        output : a number, from 0: this output's part of the loss of a network that learns from points; −ln y of a
        softmax's.

        Raises `RecipeError` for what is no instance, word, node, output or position, or not there in this model.
        """
        start, stop = self._span(start, stop)
        found = instance_of(self.trajectory, instance, max(0, stop - 1))
        return LossLedger(asked_of(self.trajectory, found, word, node, output, truth), found, start, stop)

    def compare(self, other, start: int = 0, stop: int | None = None) -> Comparison:
        """Where another run first differs from this one, and by how much at `stop`; as far as both come.

        Raises `RecipeError` for what is no run or no position, `Diverged` where one of the runs does not come to
        `start`.
        """
        if not isinstance(other, Questioned):
            raise RecipeError([("other", other, "a run, such as Run(recipe)")])
        return Comparison(self.trajectory, other.trajectory, *self._span(start, stop))

    def gradient_check(
        self, step: int | None = None, width: float = 1e-5, start: int = 0, stop: int | None = None
    ) -> GradientCheck:
        """For each parameter the largest error of a step's gradient against central differences, and its index.

        step : default is the one that comes next. width : by how much each weight is moved to either side. start,
        stop : which weights, numbered from 0 through all parameters, for a check in pieces; default is all. An error
        is absolute where the gradient is below 1, else relative. Where a model's steps do not descend its loss, as of
        the perceptron rule (`descends` is false), its changes are no derivatives, and the errors say so; `.goes_by`
        tells what they are. `.kinks` names where ReLU, a step or the hinge bends the loss within the width. A recurrent
        network's states before the step came about with the weights of then; a difference computes them anew: its
        errors grow with how far the weights have moved meanwhile.

        Raises `RecipeError` for what is no step or no width, `Diverged` where the run does not come so far.
        """
        width = checked_width(width)
        costs, frame = self.trajectory.costs, self.frame(step)
        return gradient_check(frame, width, costs.between(frame.step, frame.step + 1), start, stop)

    def exercise(self, student: int):
        """The run of a student's own exercise, at the same step: the number is the seed of its starting weights.

        Raises `RecipeError` for what is no such number, and `Diverged` where that run does not come so far.
        """
        return type(self)(exercise(self.trajectory.recipe, student)).seek(self.step)

    def solutions(self, students, step: int | None = None, stages=None) -> Solutions:
        """The numbers of a step in each student's exercise, as a sheet for the teacher; `.to_csv()` is a table of them.

        students : their numbers, such as range(1, 31). step : default is the one that comes next. stages : names of the
        stages whose numbers are wanted, by default all. More than 400 numbers of one name are left out.

        Raises `RecipeError` for what are no numbers, no step, or no stages.
        """
        step = self.step if step is None else checked_step(step)
        return solutions(self.trajectory.recipe, students, step, stages)

    def slope_check(self, parameter: str, index, step: int | None = None, widths=None) -> SlopeCheck:
        """The gradient of one weight in a step, beside central differences of the loss, for each width of these.

        index : as `ledger` takes it. step : default is the one that comes next. widths : by how much the weight is
        moved to either side, by default from 0.1 to 1e-10. Where a model's steps do not descend its loss (`descends` is
        false), its changes are no derivatives, and the errors say so. `.kinks` says within which widths ReLU, a
        step or the hinge bends the loss.

        Raises `RecipeError` for what is no weight, no step or no width, `Diverged` where the run does not come so far.
        """
        grid = element(self.trajectory, parameter, index)
        widths = np.array([checked_width(width) for width in (_WIDTHS if widths is None else widths)])
        frame, costs = self.frame(step), self.trajectory.costs
        at = (grid.rows[0], grid.columns[0])[: len(shape_of(self.trajectory, parameter))]
        return slope_check(frame, parameter, at, widths, costs.between(frame.step, frame.step + 1))

    def divergence(self, stop: int = 10_000) -> Divergence | None:
        """Where the run leaves the reals on the way to position `stop`: the number, the weight to blame, how that grew.

        None where it does not. Raises `RecipeError` for what is no position.
        """
        return divergence(self.trajectory, checked_step(stop, "stop"))

    def check_trace(self, arrays, start: int = 0) -> Misstep | None:
        """The first step at which somebody's own training, begun at position `start`, went apart from this recipe's.

        arrays : name → (steps + 1, …), each parameter before the first step and after each. Every step is judged from
        their parameters before it (draws are ours), to 1e-4 relative for float32, 1e-8 for float64.

        Returns its `.step`, `.parameter`, `.index` and `.hint`; None where all hold. Raises `RecipeError` for arrays
        that do not fit, `Diverged` where a step from their parameters is not finite.
        """
        return check_trace(self.trajectory, arrays, checked_step(start, "start"))

    def _span(self, start, stop):
        """Positions, the second of them where the run stands if it is None."""
        start, stop = checked_step(start, "start"), self.step if stop is None else checked_step(stop, "stop")
        if stop < start:
            raise RecipeError([("stop", stop, f"a position from {start:,} on")])
        return start, stop

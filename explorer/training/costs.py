"""What a run costs: the work of its steps, the memory of its states and of what steps compute.

All of it is known from the recipe, its data and the shapes, before anything is computed; `explorer.budget` says what is
counted. A trajectory charges by it, plans its checkpoints by it, and is weighed by it where many are kept.

Not counted is that arithmetic with subnormal numbers, those below 2.2e-308, takes some twenty times as long. They are
rare in weights, but what a saturated unit hands back can be made of them: four-grams with two numbers a word and
batches of three has 40 % of them in `Eo` at step 50,000, and takes seven times as long as it is charged. To round them
to zero would change bits, and to charge every step for them would forbid seven times too much; the deadline ends what
takes too long.
"""

from functools import cached_property
from math import prod

from explorer.budget import FRAME, STEP, afford, at_most, charge
from explorer.maths.random import WEVI_PERIOD
from explorer.training.shapes import allowed_size, sized_by

_PERMUTATION = 30_000  # multiply–adds that drawing the order of a pass takes as long as, and
_PLACE = 20  # for each instance in it
_DRAW = 300  # for each initial weight by wevi's generator, as far as it does not repeat itself
_COMPUTED = 5  # for each number that a step computes of an instance: exponentials, and storing it
_LAID_OUT = 50  # for each that is laid out before: a word drawn, a path looked up
_SEAT = 20  # for each instance that a batch has room for, be there as many or not, and
_EMPTIED = 3  # for each number that is laid out of it
_BYTES_OF_A_RECIPE, _BYTES_OF_A_WORD = 20_000, 250  # of Python objects


class Costs:
    """The costs of a recipe's run.

    numbers : how many numbers its state has, the parameters and what is carried beside them.
    of_a_step : about the multiply–adds of a step, and what stands beside them, for each segment of the stream.
    """

    def __init__(self, recipe, stream, sizes, carried: int = 0):
        """carried : how many numbers of the state are no parameters."""
        self._recipe, self._model, self._stream, self._sizes = recipe, recipe.architecture, stream, sizes
        shapes = (self._model.axes_shape(parameter, sizes) for parameter in self._model.parameters)
        self.numbers = sum(map(prod, shapes)) + carried
        self.of_a_step = [self._of_a_step(segment) for segment in stream.segments]

    def between(self, start: int, stop: int) -> float:
        """The work of the steps from `start` to before `stop`."""
        return self._stream.sum_over(start, stop, self.of_a_step)

    @property
    def state_bytes(self) -> int:
        """The memory of the parameters at one step, where they are whole."""
        return 8 * self.numbers

    @cached_property
    def record_bytes(self) -> int:
        """The memory of what one step computes."""
        return 8 * self._recipe.batch_size * (1 + self._numbers_of(lambda quantity: quantity.computed))

    @cached_property
    def bytes_at_rest(self) -> int:
        """About the memory of the recipe, its data, and what its output layer is made of."""
        recipe = self._recipe
        texts = [getattr(recipe, recipe.corpus_kind), recipe.to_query(), *(str(edit.value) for edit in recipe.edits)]
        ids = sum(segment.corpus.instances.nbytes for segment in self._stream.segments)
        given = sum(array.nbytes for array in (recipe.parameters or {}).values())
        words = _BYTES_OF_A_WORD * len(recipe.corpus.words)
        layer = getattr(self._model.layer, "nbytes", 0)  # a tree, where it has one
        return _BYTES_OF_A_RECIPE + 2 * sum(map(len, texts)) + ids + given + words + layer

    def charge_start(self) -> None:
        """The initial parameters, and what drawing them takes."""
        drawn = _DRAW * min(self.numbers, WEVI_PERIOD) if self._recipe.init == "wevi" else 0
        field, most = sized_by(self._recipe), at_most(self.numbers)
        asked, work, memory = getattr(self._recipe, field), drawn + 10 * self.numbers, self.state_bytes
        charge(field, asked, work, memory, lambda *left: allowed_size(most(*left), self.numbers), scratch=memory)

    def charge_copy(self, step: int) -> None:
        """A copy of the state at a step."""
        charge("step", step, self.numbers, self.state_bytes)

    def charge_steps(self, start: int, stop: int, memory: int = 0, asked_by: str = "step") -> None:
        """The steps from `start` to before `stop`, of which each is kept in `memory` bytes.

        asked_by : what of the request asks for them.
        """
        if stop > start:
            self.charge_record()
        self._steps(charge, start, stop, memory, asked_by)

    def afford_steps(self, start: int, stop: int, asked_by: str = "step") -> None:
        """Raise what `charge_steps` would of their work, and charge nothing."""
        self._steps(afford, start, stop, 0, asked_by)

    def _steps(self, budgeted, start, stop, memory, asked_by):
        count = max(0, stop - start)
        nearest = at_most(count, start, lambda steps: self.between(start, start + steps))
        budgeted(asked_by, stop, self.between(start, stop), count * memory, nearest)

    def charge_record(self) -> None:
        """What one step computes."""
        batch = self._recipe.batch_size
        charge("batch_size", batch, nearest=at_most(batch), scratch=self.record_bytes)

    def charge_frame(self, step: int) -> None:
        """A step by itself, which is a frame."""
        self.charge_record()
        charge("step", step, FRAME + self.between(step, step + 1))

    def _of_a_step(self, segment) -> int:
        instances = segment.corpus.instances
        batch, laid_out = self._recipe.batch_size, self._numbers_of(lambda quantity: quantity.laid_out)
        computed = self._numbers_of(lambda quantity: quantity.computed)
        each = self._model.work(instances, self._sizes).whole.mean() + _COMPUTED * computed + _LAID_OUT * laid_out
        work = STEP + min(batch, len(instances)) * each + batch * (_SEAT + _EMPTIED * laid_out)
        if self._recipe.order != "cyclic":
            work += (_PERMUTATION + _PLACE * len(instances)) / segment.steps_per_epoch
        return int(work)

    def _numbers_of(self, chosen) -> int:
        """How many numbers the chosen quantities of one instance have."""
        quantities = filter(chosen, self._model.quantities)
        return sum(prod(self._model.axes_shape(each, self._sizes)) for each in quantities)

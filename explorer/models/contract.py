"""What a model tells about itself, and what it must be able to do.

A model declares its **parameters** (the arrays it learns), its **quantities** (the arrays that one step computes) and
its **stages** (the order in which it computes them), in the words of `declarations.py`. Replay, frames, the wire
format, the page's panels and the explanations are written against these declarations; nothing outside a model's own
file knows it by name.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from math import prod
from typing import NamedTuple

import numpy as np

from explorer.errors import shortened
from explorer.maths.memory import together
from explorer.models.declarations import Parameter, Quantity, Stage
from explorer.models.formulas import Formulas
from explorer.models.network import Network


class Work(NamedTuple):
    """Multiply–adds that each instance costs, int64 (instances,): on the way to its scores, and in its whole step.

    A multiply–add is one `a += b * c` (or `a += b`) on a weight; exponentials, divisions and what is done once
    for a row and not for each of its weights are not counted.
    """

    forward: np.ndarray
    whole: np.ndarray


class Operand(NamedTuple):
    """A number that an explanation is made of: where it stands, and its value."""

    quantity: str
    index: tuple[int, ...]
    value: float


@dataclass(frozen=True)
class Explanation:
    """How one number came about.

    `equation` is plain text, `mathml` the same with the numbers put in; `operands` are the numbers it
    was computed from and `value` is the result.
    """

    equation: str
    mathml: str = field(repr=False)
    operands: tuple[Operand, ...]
    value: float
    source: str

    def _repr_html_(self) -> str:
        """In a notebook: both lines."""
        return f"<p>{escape(self.equation)}</p>{self.mathml}"


class Single(NamedTuple):
    """A number of a step that stands in no array, and is explained as those in arrays are.

    symbol : what it is called. axes : of its index. stage : the one that gives it, "" where it is known before.
    explain : a function of the frame and the index. of : what in a batch has one: the "batch", each "instance", which
    leads its index, or "both".
    """

    symbol: str
    axes: tuple[str, ...]
    stage: str
    explain: Callable[..., Explanation]
    of: str = "batch"


class Model(ABC):
    """A network that learns from instances. Stateless: one object serves every run.

    `parameters`, `quantities` and `stages` are declared in the order in which they are drawn, computed and shown;
    `network` says what is drawn of it. `name` is the choice in a link, `title` what the page calls it. `reading` says
    what raw text is to it: "context" (the words around → the centre), "centre" (the centre → the words around),
    "preceding" (the words before → the next one) or "sequence" (a word → the next one, in order); "points" where it
    learns from numbers. `loss_unit` is what its loss is measured in; `descends` whether its gradients are the slopes of
    that loss, and where they are not, or not to the last digit, `goes_by` says what the step goes by; `flat` whether
    that loss changes by jumps alone, so that its slopes are 0; `outputs` names the output layers, of `OUTPUTS`, that a
    recipe may choose, none where the model has its own; `layer` is the chosen one.
    """

    loss_unit = "nats"
    descends = True
    goes_by = ""
    flat = False
    outputs: tuple[str, ...] = ()
    layer = None
    name: str
    title: str
    reading: str
    parameters: tuple[Parameter, ...]
    quantities: tuple[Quantity, ...]
    stages: tuple[Stage, ...]
    network: Network

    @property
    def trials(self) -> tuple[dict, ...]:
        """Small recipes, as keywords, that together run every kernel of the model: to compile them ahead."""
        return ({"points": "0|1"} if self.reading == "points" else {"text": "a b c d e"},)

    def for_recipe(self, recipe) -> "Model":
        """The model as a recipe wants it, for instance with another output layer."""
        return self

    def misfit(self, recipe, instances) -> str | None:
        """What these instances should be for this model, as the rest of "allowed is …"; None where they are."""
        return None

    def problems(self, recipe) -> list[tuple[str, object, str]]:
        """Fields that are right by themselves and make no sense together: (field, got, allowed)."""
        return []

    def takes(self, sizes: Mapping[str, int]) -> int | None:
        """How many inputs an instance has; None where any number of words will do."""
        return None

    @property
    def held(self) -> tuple[str, ...]:
        """The quantities that `loss` takes as given."""
        return tuple(quantity.name for quantity in self.quantities if quantity.laid_out)

    def carried(self, sizes: Mapping[str, int]) -> dict[str, np.ndarray]:
        """Arrays, of any shape, that a step leaves to the next beside the parameters: as before the first step."""
        return {}

    @property
    def formulas(self) -> Formulas:
        """(name, line of NumPy) of an instance's quantities and loss, in an order in which they can be computed.

        What they leave out is taken as it is; see `models.formulas`.
        """
        return ()

    def unfolded(self, quantities: Mapping[str, np.ndarray]) -> Formulas:
        """`formulas`, given an instance's quantities, (size,) each; of a network that feeds itself, a line a moment.

        Such a line gives `name[j]`, row j of a quantity.
        """
        return self.formulas

    @abstractmethod
    def sizes(self, recipe, instances) -> dict[str, int]:
        """Length of each axis by its name; of a ragged one, the longest that any of the instances needs."""

    @abstractmethod
    def initial(self, recipe) -> dict[str, np.ndarray]:
        """The parameters before the first step, by name, float64, of the shapes that `axes_shape` says."""

    def lay_out(self, instances, order, first_step, record) -> None:
        """Write into `record` what is known of every step before the first of them is computed: nothing, as a rule."""
        return

    def zero_at_start(self, recipe, name: str) -> bool:
        """Whether `initial` leaves a parameter 0 where others are drawn: a bias."""
        return self.declared(name).bias

    def numbers_drawn(self, sizes: Mapping[str, int]) -> int:
        """How many numbers `initial` draws."""
        shapes = (self.axes_shape(parameter, sizes) for parameter in self.parameters if not parameter.bias)
        return sum(map(prod, shapes))

    @abstractmethod
    def train(self, instances, order, first_step, rates, parameters, record) -> int:
        """Apply one step for each row of `order`, changing `parameters` (and what is `carried` among them) in place.

        What `lay_out` writes is in `record` already.

        order : int64 array of shape (steps, batch), instance numbers; −1 where a batch is short.
        first_step : int, the number of the first of these steps, on which random draws depend.
        rates : float64 array of shape (steps,), the learning rate of each step.
        record : dict from `new_record`; its arrays are written.

        Returns the number of steps done before one of them met a number that is not finite. Where it is
        less than asked for, `parameters` are spoiled and the caller must go back to a copy.
        """

    @abstractmethod
    def loss(self, instance, questions, parameters) -> float:
        """The loss of one instance at the given parameters, in `loss_unit`.

        questions : the instance's `held` quantities by name; where it asks less than its batch, an index has −1 and
        a number NaN.
        """

    def losses(self, instances, held, parameters) -> np.ndarray:
        """The loss of each of some instances, (B,): one after the other, where a model has no quicker way.

        instances : `Instances` or `Points`; held : its `held` quantities by name, a row an instance.
        """
        rows = ({name: array[b] for name, array in held.items()} for b in range(len(instances)))
        return np.array([self.loss(*each, parameters) for each in zip(instances, rows, strict=True)])

    def kinks(self, held, parameters) -> np.ndarray:
        """Sums at whose 0 the loss has a kink or jumps, (sums,): of ReLU, step and hinge; arguments as of `losses`."""
        return np.empty(0)

    @abstractmethod
    def probabilities(self, inputs, parameters) -> np.ndarray:
        """What the network answers: the distribution over the vocabulary, shape (words,), for input word ids.

        Of a model that learns from numbers the outputs, shape (outputs,), for input numbers.
        """

    @abstractmethod
    def hidden(self, inputs, parameters) -> np.ndarray:
        """The hidden layer, (units,), for the same inputs."""

    @abstractmethod
    def explain(self, frame, name: str, index: tuple[int, ...]) -> Explanation:
        """How one number of `frame` came about, `index` as `Frame.index_of` gives it."""

    def negatives(self, frame, b: int) -> list[list[int]]:
        """The words drawn for instance `b` of a frame, a list for each output word.

        AttributeError where the model draws none.
        """
        raise AttributeError(f"{self.name} draws no words")

    @property
    def parts(self) -> tuple[str, ...]:
        """The quantities of which each output word has a part, which can be explained too; see `Frame.index_of`."""
        return ()

    def by_output(self, frame, b: int, most: int | None = None) -> list:
        """The part of each output word of instance `b` of a frame, or of the first so many: `outputs.layer.Panel` each.

        AttributeError where the model tells none.
        """
        raise AttributeError(f"{self.name} has one panel for all outputs")

    def work(self, instances, sizes: Mapping[str, int]) -> Work:
        """What each instance costs. Where a model doesn't count: every weight once forward, and twice back."""
        weights = sum(int(np.prod(self.axes_shape(parameter, sizes))) for parameter in self.parameters)
        forward = np.full(len(instances), weights)
        return Work(forward, 3 * forward)

    def copied(self, sizes: Mapping[str, int]) -> int:
        """How many weights of an instance's look-up are copied: no multiply–adds, but the papers' Q counts them."""
        return 0

    def element_names(self, axis: str, sizes: Mapping[str, int]) -> list[str] | None:
        """What the elements of an axis are called, where they are neither words nor counted."""
        return None

    def structure(self, instances) -> dict:
        """What the page draws beside frames and does not change from step to step: a picture's name to its data."""
        return {}

    def axes_shape(self, declared, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """The shape of a declared parameter or quantity (without the batch axis)."""
        return tuple(sizes[axis] for axis in declared.axes)

    def new_record(self, steps: int, batch: int, sizes: Mapping[str, int], keep: bool) -> dict:
        """Arrays for what `train` computes: (steps, batch, size) each, NaN where a batch is short.

        With `keep` false they have room for one step only, and hold the last one; the losses, shape
        (steps, batch), are always kept. What a kernel calls `row` is where a step stands in them: s, or 0.
        """
        shapes = {
            each: (steps if keep or each.laid_out else 1, batch, *self.axes_shape(each, sizes))
            for each in self.quantities
            if each.computed
        }
        indices = {each.name: np.full(shape, -1) for each, shape in shapes.items() if each.role == "index"}
        numbers = {each.name: shape for each, shape in shapes.items() if each.role != "index"}
        record = together({"loss": (steps, batch)} | numbers)
        for array in record.values():
            array.fill(np.nan)
        return record | indices

    def declared(self, name: str) -> Parameter | Quantity:
        """The declaration of a parameter or quantity; KeyError where there is none."""
        if name not in self._declarations:
            raise KeyError(f"{shortened(name)} is nothing of {self.name}, which has {', '.join(self._declarations)}")
        return self._declarations[name]

    def asked_on(self, axis: str) -> Quantity:
        """The quantity that has the ids of what an instance asks along a ragged axis, words or nodes: `names`."""
        return next(each for each in self.quantities if each.axes == (axis,) and each.names not in (None, "outputs"))

    @cached_property
    def _declarations(self):
        return {declared.name: declared for declared in (*self.parameters, *self.quantities)}

"""What an output layer tells about itself, and what it must be able to do.

CBOW and skip-gram have one of the three; the tree also serves the language models.

The input side (`word2vec`) gives it the hidden layer h, (N,), and takes back EH = ∂E/∂h; all between, from the scores
to the loss, is the layer's. So a layer declares the parameters, quantities and stages of its half, which the model
puts beside its own, and its kernel computes the whole step.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from explorer.models.contract import Single


class Panel(NamedTuple):
    """One output word's own part of a step, as Rong's figure 3 has it for skip-gram.

    word : its id. rows : ids of the words, or nodes, that it asks; y, t, e : their answers, truths and errors, (rows,),
    eq. 25 and 30. EH : (N,), what they send back. Over all panels e adds up to e, eq. 31, and EH to the layer's.
    """

    word: int
    rows: np.ndarray
    y: np.ndarray
    t: np.ndarray
    e: np.ndarray
    EH: np.ndarray


def has_several_outputs(recipe) -> bool:
    """Whether an instance of a recipe's corpus has more than one output word."""
    return bool((np.diff(recipe.corpus.instances.output_start) > 1).any())


class OutputLayer(ABC):
    """An output layer. Stateless but for what a recipe fixes: a tree, a noise distribution.

    `name` is its choice in a link; `title` and `brief` what the page and a legend call it. `weights` names its
    parameter, the output vectors. `normalised` says whether the loss is −ln p of the output words, with p as in
    `probabilities`. `rows` is the quantity that names the rows of the weights that a step asks, None where it asks all;
    `rows_in_words` how many of them one word asks, as the papers write it. `nbytes` is the memory that it takes beside
    the parameters; `descends` whether its errors are the slopes of its loss.
    `update_rule` and `update_live` are LaTeX: the update of the weights, and the same with slots (`notation.live`) for
    today's numbers. `explainers` has, by quantity, the function (lens, index, declared) that explains one of
    its numbers; `part_explainers` likewise (lens, c, index, declared), of the part that output word c has in it, for
    those that are made of such. `singles` are its numbers that stand in no array, by name. `formulas` are its lines of
    NumPy, `models.formulas`.
    """

    name: str
    title: str
    brief: str
    weights: str
    normalised: bool
    rows: str | None = None
    rows_in_words: str
    update_rule: str
    update_live: str
    explainers: dict
    part_explainers: dict
    singles: Mapping[str, Single] = MappingProxyType({})
    formulas: tuple = ()
    nbytes = 0
    descends = True

    def for_recipe(self, recipe) -> "OutputLayer":
        """The layer as a recipe wants it, with its tree or its noise."""
        return self

    @abstractmethod
    def rows_for_a_word(self, V: float, K: float) -> float:
        """How many rows one word asks, `rows_in_words` in numbers: of V words, with K drawn against each."""

    @abstractmethod
    def asked(self, instances, words: int) -> np.ndarray:
        """How many rows of the weights each instance asks, (instances,) int64."""

    def sizes(self, instances) -> dict[str, int]:
        """Lengths of the layer's own axes by name; of a ragged one, the longest that any instance needs."""
        return {}

    @abstractmethod
    def parameters(self, cite) -> tuple:
        """The declared parameters. `cite` maps what is computed to the model's own equation for it."""

    @abstractmethod
    def quantities(self, cite) -> tuple:
        """The declared quantities, in the order in which they are computed."""

    @abstractmethod
    def stages(self, cite) -> tuple:
        """The declared stages between the hidden layer and the update."""

    def lay_out(self, instances, order, first_step, record) -> None:
        """As `contract.Model.lay_out`: what is known of every step beforehand; nothing, as a rule."""
        return

    @abstractmethod
    def panels(self, read, outputs, weights) -> list[Panel]:
        """The part of each output word of an instance.

        read : function of a name that gives its quantity of the instance; outputs : ids; weights : (rows, N), before
        the step.
        """

    @abstractmethod
    def train(self, instances, order, first_step, rates, parameters, record, divided=True) -> int:
        """As `contract.Model.train`: whole steps, the update of the input vectors included.

        divided : whether each of C input words moves by 1/C of EH, or by all of it.
        """

    @abstractmethod
    def loss(self, h, outputs, questions, parameters) -> float:
        """The loss of one instance, nats: h (N,), its output word ids, and what is held of its step."""

    @abstractmethod
    def losses(self, h, instances, questions, parameters) -> np.ndarray:
        """The same of each of B instances, (B,): h (B, N), and what is held a row each."""

    @abstractmethod
    def probabilities(self, h, parameters) -> np.ndarray:
        """The distribution over the vocabulary, (V,), for a hidden layer h, (N,)."""

    def structure(self, instances) -> dict:
        """As `contract.Model.structure`: what the page draws beside frames."""
        return {}

"""What the neural language model asks above its hidden layer: every word, or the nodes of a tree on the way to one.

Either way rows of the same three parts are scored, u = b + Wx + Ua, with a row a word (`U`, `b`, `W`) or a node
(`U_node`, `b_node`, `W_node`), and Uᵀe goes back to the hidden layer, Wᵀe to the features. What differs stands here.
"""

from dataclasses import dataclass

import numpy as np

from explorer.maths.activations import ACTIVATE
from explorer.models import formulas
from explorer.models.declarations import Quantity
from explorer.models.live import NODES, WORDS
from explorer.models.nnlm import step, tree_step
from explorer.models.nnlm.stages import SECTION_2, backward_phase, scores_source
from explorer.models.notation import after
from explorer.models.outputs import OUTPUTS, logistic
from explorer.models.outputs.hierarchical import Hierarchical
from explorer.models.outputs.layer import OutputLayer
from explorer.models.outputs.surprises import surprises


@dataclass(frozen=True)
class OverWords:
    """A softmax over all words.

    asked : how a live line names what is asked. axis : of the rows of the output weights; `at` names the index of those
    that are asked, None where all are. activation : what the scores go through. answered : the formulas from u to e.
    """

    layer: OutputLayer = OUTPUTS["softmax"]

    asked = WORDS
    axis = "word"
    at = None
    activation = "softmax"
    answered = formulas.WORDS_ANSWERED

    def quantities(self, model):
        """From the scores to their errors, of the model as a recipe wants it."""
        word, error = ("word",), "C·y − t" if model.several else "y − t"
        source = after(backward_phase("a"), not model.several)
        return (
            Quantity("u", "u", word, "activation", "score of each word (Bengio's y)", scores_source(model)),
            Quantity("y", "y", word, "activation", "probability of each word (Bengio's p)", SECTION_2),
            Quantity("t", "t", word, "activation", "counts of the output words", backward_phase("a"), "outputs"),
            Quantity("e", "e", word, "error", f"error of each word, {error}", source),
        )

    def train(self, instances, order, rates, fixed, keep, weights, rows, record):
        """The steps; fixed : the activation's code, λ, whether C is frozen; rows : quantities, a row an instance."""
        return step.train(
            order, rates, instances.output_start, instances.output_ids, *fixed, keep,
            *(weights[name] for name in ("C", "H", "d", "U", "b", "W")),
            *(rows[name] for name in ("w", "x", "o", "a", "u", "y", "e", "Ea", "Eo", "Ex")), record["loss"],
        )  # fmt: skip

    def loss(self, u, outputs, questions):
        """The surprise at the output words, from the scores of all rows."""
        largest = u.max()
        return sum(largest + np.log(np.exp(u - largest).sum()) - u[o] for o in outputs)

    def losses(self, parts, b, instances, held):
        """The surprise of each instance, (B,); parts : what is weighed, (B, …), and by which weights, (rows, …)."""

        def scores(chosen):
            (first, weights), *others = parts
            u = first[chosen] @ weights.T
            for each, weights in others:
                u += each[chosen] @ weights.T
            return u if b is None else u + b

        return surprises(scores, len(parts[0][1]), instances)

    def probabilities(self, u):
        """p of every word, (V,), from the scores of all rows."""
        return ACTIVATE["softmax"](u)


@dataclass(frozen=True)
class OverNodes:
    """A tree over the words: `node output u y t e` stand along the path, as in hierarchical softmax."""

    layer: Hierarchical = OUTPUTS["hierarchical"]

    asked = NODES
    axis = "node"
    at = "node"
    activation = "sigmoid"
    answered = formulas.NODES_ANSWERED

    def quantities(self, model):
        """From the questions to the errors of their answers."""
        return tuple(each for each in self.layer.quantities({}) if each.name != "EH")

    def train(self, instances, order, rates, fixed, keep, weights, rows, record):
        """As that of words."""
        return tree_step.train(
            order, rates, *fixed, keep, *(weights[name] for name in ("C", "H", "d", "U", "b", "W")),
            *(rows[name] for name in ("w", "node", "t", "x", "o", "a", "u", "y", "e", "Ea", "Eo", "Ex")),
            record["loss"],
        )  # fmt: skip

    def loss(self, u, outputs, questions):
        """The surprise at the turns of the way."""
        asked = questions["node"] >= 0
        return logistic.surprises(u[questions["node"][asked]], questions["t"][asked]).sum()

    def losses(self, parts, b, instances, held):
        """As that of words."""
        of, q = np.nonzero(held["node"] >= 0)
        nodes = held["node"][of, q]
        u = sum(logistic.scores_of(weights, each, of, nodes) for each, weights in parts)
        u = u if b is None else u + b[nodes]
        return np.bincount(of, logistic.surprises(u, held["t"][of, q]), len(instances))

    def probabilities(self, u):
        """p of every word, (V,): the products along the paths."""
        return self.layer.products(u)


def scored(recipe) -> OverWords | OverNodes:
    """What a recipe's model asks."""
    return (OverNodes if recipe.output == "hierarchical" else OverWords)(OUTPUTS[recipe.output].for_recipe(recipe))

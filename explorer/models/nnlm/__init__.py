"""The neural probabilistic language model: predict the next word from the n − 1 words before it.

A table C holds a feature vector for each word, shared by all positions. The vectors of the words before are looked up
and put side by side, in reading order, and a network of one hidden layer scores every word that may come next:

    x = (C(w_{t−n+1}), …, C(w_{t−1}))       the table look-up
    o = d + H x,   a = f(o)                  the hidden layer
    u = b + W x + U a                        scores; W are direct connections past the hidden layer
    y = softmax(u),   E = −ln y_{w_t}        (+ λ/2 times the squares of C, H, U, W)

Similar words get similar rows of C, because they stand in similar places; so what the network learns of one word it
says of the other, and a sentence never seen is likely where one like it was. That is what tables of n-grams cannot do.

Three published variants are switches of the one model: Bengio's (tanh, direct connections, biases, weight decay),
that of Hinton's course (sigmoid, biases, minibatches, no direct connections), and the textbook's (ReLU, no direct
connections, embeddings learnt or given and frozen). Without a hidden layer the direct connections remain. Bengio puts
the latest word first in x and ascends log-likelihood; here words stand as they are read, and E is descended.

With `output="hierarchical"` the words are the leaves of a tree (`outputs.hierarchical`), and only the nodes on the way
to the next word are scored, with rows of their own, U_node, b_node and W_node: about log₂ V of them in place of V, as
Morin and Bengio made the same network (2005), and as the costs that word2vec was compared with assume (`Q`).

In a batch the same numbers are shown as matrices too, features × instances: A₁ (x), Z₂ (o), A₂ (a), Y (u), P (y),
E (e), Δ₁ (Eo, the hidden layer's), Δ₂ (Ex, the features'), numbered on the way back. None of them is divided by the
batch's size; the gradients are, where they are means. 𝕀 are the targets, a one-hot column each; 𝕀ᵈ likewise the
words at position d, and Δ₂ᵈ is the block of Δ₂ that goes to them. C moves by ΔC = Σ_d 𝕀ᵈ Δ₂ᵈᵀ, here with a row a word,
or by its share ΔC/B where the step takes the mean. Paths differ in length, so that with a tree there are no Y, P, 𝕀
and E.

The course's program adds `tiny`, exp(−30), to P before the logarithm, so that a probability that is rounded to 0 costs
30 nats and not infinity. Here the loss is a log-sum-exp of the scores, which needs no such thing.

Sources: Bengio, Ducharme, Vincent and Jauvin (2003), "A Neural Probabilistic Language Model"; Hinton (2012), "Neural
Networks for Machine Learning", lecture 4 and its assignment; "Notes on the neural probabilistic language model" for the
matrices; Jurafsky and Martin, "Speech and Language Processing",
the chapters on neural networks; of the tree Morin and Bengio (2005), "Hierarchical Probabilistic Neural Network
Language Model".
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from explorer.maths.activations import ACTIVATE, CODES, activate
from explorer.models import formulas
from explorer.models.contract import Model, Work
from explorer.models.declarations import Outer, Parameter, Quantity
from explorer.models.explanations import Lens, explain_update
from explorer.models.network import Layer, Network
from explorer.models.nnlm import step
from explorer.models.nnlm.batched import matrices
from explorer.models.nnlm.explained import EXPLAINERS, explained_matrix
from explorer.models.nnlm.scored import OverNodes, OverWords, scored
from explorer.models.nnlm.stages import (
    backward_phase,
    features_source,
    forward_phase,
    hidden_error_source,
    hidden_source,
    output_source,
    stages,
)
from explorer.models.nnlm.symbols import SYMBOLS
from explorer.models.notation import after, cited
from explorer.models.outputs.layer import has_several_outputs
from explorer.models.starting import drawn


@dataclass(frozen=True)
class NeuralProbabilistic(Model):
    """The model as a recipe wants it.

    `layered`: whether it has a hidden layer; `decay` is λ; `several`: whether more than one word may come next.
    """

    activation: str = "tanh"
    layered: bool = True
    direct: bool = True
    output_bias: bool = True
    decay: float = 0.0
    frozen: bool = False
    batched: bool = False
    context: int = 3
    several: bool = False
    scored: OverWords | OverNodes = field(default_factory=OverWords)

    name = "nnlm"
    title = "Neural language model"
    reading = "preceding"
    outputs = ("softmax", "hierarchical")

    @property
    def layer(self):
        """The output layer that the recipe chose."""
        return self.scored.layer

    @property
    def trials(self):
        (small,) = super().trials
        return small, small | {"output": "hierarchical"}

    def for_recipe(self, recipe):
        return replace(
            self,
            activation=recipe.activation,
            layered=bool(recipe.hidden),
            direct=recipe.direct,
            output_bias=recipe.output_bias,
            decay=recipe.weight_decay,
            frozen=recipe.freeze,
            batched=recipe.batch_size > 1,
            context=recipe.context,
            several=has_several_outputs(recipe),
            scored=scored(recipe),
        )

    def problems(self, recipe):
        if len(recipe.hidden) > 1:
            return [("hidden", recipe.hidden, "one hidden layer, or none where there are direct connections")]
        if not recipe.hidden and not recipe.direct:
            return [("hidden", recipe.hidden, "a hidden layer, or direct connections")]
        return []

    def misfit(self, recipe, instances):
        sizes = np.diff(instances.input_start)
        if (sizes == recipe.context).all():
            return None
        first = int(np.argmax(sizes != recipe.context))
        return f"a corpus with context = {recipe.context} input words in each pair; pair {first + 1} has {sizes[first]}"

    def takes(self, sizes):
        return sizes["position"]

    def sizes(self, recipe, instances):
        sizes = {
            "word": len(recipe.corpus.words),
            "feature": recipe.vector_size,
            "position": recipe.context,
            "input": recipe.context * recipe.vector_size,
            "instance": recipe.batch_size,
        }
        own = dict(zip(("unit",), recipe.hidden, strict=False))  # of a layer, if there is one
        return sizes | own | self.layer.sizes(instances)

    def initial(self, recipe):
        """The rows of nodes are the first of those that the words would have."""
        words = drawn(replace(self, scored=OverWords()), recipe, recipe.vector_size)
        if self.scored.at is None:
            return words
        return {
            own.name: array[:-1].copy() if own.axes[0] == self.scored.axis else array
            for own, array in zip(self.parameters, words.values(), strict=True)
        }

    @cached_property
    def network(self):
        U, b, W = self.output_weights
        direct = (W, "x") if self.direct and self.layered else None
        bias, answer = b if self.output_bias else None, self.scored.activation
        if not self.layered:
            scores = Layer("x", W, bias, "u", "y", answer)
            return Network("C", "x", W, "y", (scores,), lookup="w")
        layers = (Layer("x", "H", "d", "o", "a", self.activation), Layer("a", U, bias, "u", "y", answer, direct))
        return Network("C", "a", U, "y", layers, lookup="w")

    @property
    def output_weights(self):
        """What U, b and W are called: they have a row a word, or a row a node."""
        return tuple(name + self.scored.asked.suffix for name in "UbW")

    @cached_property
    def parameters(self):
        decay, frozen, layered = self.decay, self.frozen, self.layered
        looked_up = (Outer("w", "Ex"),)
        (U, b, W), row, at = self.output_weights, self.scored.axis, self.scored.at

        def phase(letter):
            return output_source(self) if letter == "a" else backward_phase(letter)

        def weights(name, axes, says, letter, change, **more):
            source = after(phase(letter), not decay)
            return Parameter(name, name[0], axes, says, source, change, decay=decay, **more)

        def bias(name, axis, says, letter, error, at=None):
            return Parameter(name, name[0], (axis,), says, phase(letter), (Outer(error, at=at),), bias=True)

        every = (
            (True, weights("C", ("word", "feature"), "word features, a row a word", "d", looked_up, frozen=frozen)),
            (layered, weights("H", ("unit", "input"), "weights of the hidden layer", "c", (Outer("Eo", "x"),))),
            (layered, bias("d", "unit", "biases of the hidden layer", "c", "Eo")),
            (layered, weights(U, (row, "unit"), "from the hidden layer to the scores", "a", (Outer("e", "a", at),))),
            (self.output_bias, bias(b, row, "biases of the scores", "a", "e", at)),
            (self.direct, weights(W, (row, "input"), "direct, past the hidden layer", "a", (Outer("e", "x", at),))),
        )
        return tuple(parameter for there, parameter in every if there)

    @cached_property
    def quantities(self):
        unit, position, across = ("unit",), ("position",), ("input",)
        f, curve = forward_phase, self.activation
        sent = " + ".join(["Hᵀ Eo"] * self.layered + ["Wᵀ e"] * self.direct)
        every = (
            Quantity("w", "w", position, "index", "the words before", f("a"), laid_out=True, names="word"),
            Quantity("x", "x", across, "activation", "the words' features side by side", f("a")),
            Quantity("o", "o", unit, "activation", "net input of the hidden layer, d + Hx", f("b")),
            Quantity("a", "a", unit, "activation", f"hidden layer, {curve} of o", hidden_source(curve)),
            *self.scored.quantities(self),
            Quantity("Ea", "Ea", unit, "error", "error of the hidden layer, Uᵀe", output_source(self)),
            Quantity("Eo", "Eo", unit, "error", "error of its net input, Ea ∘ f′(o)", hidden_error_source(self, "c")),
            Quantity("Ex", "Ex", across, "error", f"error of the word features, {sent}", features_source(self)),
        )
        kept = [quantity for quantity in every if self.layered or quantity.axes != unit]
        if self.batched:
            kept += matrices(kept, self.context)
        return tuple(kept)

    @cached_property
    def stages(self):
        return stages(self)

    @property
    def formulas(self):
        return formulas.preceding(self)

    def lay_out(self, instances, order, first_step, record):
        self.layer.lay_out(instances, order, first_step, record)

    def train(self, instances, order, first_step, rates, parameters, record):
        step.laid_out_words(instances, order, record["w"])
        words, across = parameters["C"].shape[0], record["x"].shape[-1]
        none = {"H": np.empty((0, across)), "d": np.empty(0), "U": np.empty((words, 0)), "b": np.empty(0)}
        given = {name.removesuffix(self.scored.asked.suffix): array for name, array in parameters.items()}
        weights = none | {"W": np.empty((0, across))} | given
        unlayered = np.empty((*record["x"].shape[:2], 0))
        rows = dict.fromkeys(("o", "a", "Ea", "Eo"), unlayered) | record
        rows = {name: array.reshape(len(array) * array.shape[1], *array.shape[2:]) for name, array in rows.items()}
        fixed, keep = (CODES[self.activation], self.decay, self.frozen), len(record["x"]) == len(order)
        return self.scored.train(instances, order, rates, fixed, keep, weights, rows, record)

    def loss(self, instance, questions, parameters):
        surprise = self.scored.loss(self._scores(instance.inputs, parameters), instance.outputs, questions)
        return float(surprise + self._penalty(parameters))

    def losses(self, instances, held, parameters):
        """Hidden layers first, then scores, which are more numbers, a few instances at a time."""
        U, b, W = self.output_weights
        x = _features(held, parameters)
        parts = [(x, parameters[W])] if self.direct else []
        if self.layered:
            a = ACTIVATE[self.activation](_net(x, parameters))
            parts = [(a, parameters[U]), *parts]
        return self.scored.losses(parts, parameters.get(b), instances, held) + self._penalty(parameters)

    def kinks(self, held, parameters):
        bent = self.layered and self.activation == "relu"
        return _net(_features(held, parameters), parameters).ravel() if bent else np.empty(0)

    def _penalty(self, parameters):
        return 0.5 * self.decay * sum((parameters[each.name] ** 2).sum() for each in self.parameters if each.decay)

    def probabilities(self, inputs, parameters):
        return self.scored.probabilities(self._scores(inputs, parameters))

    def hidden(self, inputs, parameters):
        x = parameters["C"][np.asarray(inputs)].ravel()
        if not self.layered:
            return x
        a = np.empty(len(parameters["d"]))
        activate(CODES[self.activation], parameters["d"] + parameters["H"] @ x, a)
        return a

    def _scores(self, inputs, parameters):
        U, b, W = self.output_weights
        u = parameters[b].copy() if self.output_bias else np.zeros(len(parameters[U if self.layered else W]))
        if self.direct:
            u += parameters[W] @ parameters["C"][np.asarray(inputs)].ravel()
        return u + parameters[U] @ self.hidden(inputs, parameters) if self.layered else u

    def work(self, instances, sizes):
        """Counted from the kernels: each weight of a layer once forward, once back and once as it moves."""
        units, across = sizes.get("unit", 0), sizes["input"]

        def once(rows):
            return units * (across + rows) + self.direct * rows * across

        forward = once(self.layer.asked(instances, sizes["word"]))
        all_weights = once(sizes[self.scored.axis]) + sizes["word"] * sizes["feature"]
        return Work(forward, 3 * forward + across + (2 * all_weights if self.decay else 0))

    def copied(self, sizes):
        return sizes["input"]

    def structure(self, instances):
        return {"symbols": SYMBOLS} | self.layer.structure(instances)

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        if declared.matrix_of and (declared.summed_at or declared.position is not None):
            return explained_matrix(frame, declared, index)
        if declared.matrix_of:
            own, index = self.declared(declared.matrix_of), (index[-1], *index[:-1])
            declared = replace(own, source=cited(own.source, declared.source))
        lens, index = Lens.of(frame, index)
        return EXPLAINERS[self.scored.axis][declared.name](lens, *index, declared)


def _features(held, parameters):
    """The features of each instance's words, (B, (n−1)m)."""
    return parameters["C"][held["w"]].reshape(len(held["w"]), -1)


def _net(x, parameters):
    """The net input of the hidden layer, (B, units)."""
    return x @ parameters["H"].T + parameters["d"]


NNLM = NeuralProbabilistic()

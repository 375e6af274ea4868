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

In a batch the same numbers are shown as matrices too, features × instances: A₁ (x), Z₂ (o), A₂ (a), Y (u), P (y),
E (e), Δ₁ (Eo, the hidden layer's), Δ₂ (Ex, the features'), numbered on the way back. None of them is divided by the
batch's size; the gradients are, where they are means. 𝕀 are the targets, a one-hot column each; 𝕀ᵈ likewise the
words at position d, and Δ₂ᵈ is the block of Δ₂ that goes to them. C moves by ΔC = Σ_d 𝕀ᵈ Δ₂ᵈᵀ, here with a row a word.

The course's program adds `tiny`, exp(−30), to P before the logarithm, so that a probability that is rounded to 0 costs
30 nats and not infinity. Here the loss is a log-sum-exp of the scores, which needs no such thing.

Sources: Bengio, Ducharme, Vincent and Jauvin (2003), "A Neural Probabilistic Language Model"; Hinton (2012), "Neural
Networks for Machine Learning", lecture 4 and its assignment; "Notes on the neural probabilistic language model" for the
matrices; Jurafsky and Martin, "Speech and Language Processing",
the chapters on neural networks.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.maths.activations import ACTIVATE, CODES, activate
from explorer.models import formulas
from explorer.models.contract import Model, Work
from explorer.models.declarations import Outer, Parameter, Quantity
from explorer.models.explanations import Lens, explain_update
from explorer.models.nnlm import step
from explorer.models.nnlm.explained import EXPLAINERS, explained_matrix
from explorer.models.nnlm.stages import EQ_1, SECTION_2, backward_phase, forward_phase, stages
from explorer.models.nnlm.symbols import SYMBOLS
from explorer.models.outputs.surprises import surprises
from explorer.models.panels import Layer, Panels
from explorer.models.starting import drawn

_COURSE, _NOTES = "Hinton (2012), lecture 4", "Notes on the neural probabilistic language model"
_MATRICES = (
    ("A1", "A₁", "x", _COURSE), ("Z2", "Z₂", "o", _COURSE), ("A2", "A₂", "a", _COURSE), ("Y", "Y", "u", _COURSE),
    ("P", "P", "y", _COURSE), ("I", "𝕀", "t", _COURSE), ("E", "E", "e", _COURSE),
    ("Delta1", "Δ₁", "Eo", f"{_NOTES}, eq. 18"), ("Delta2", "Δ₂", "Ex", f"{_NOTES}, eq. 22"),
)  # fmt: skip
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class NeuralProbabilistic(Model):
    """The model as a recipe wants it. `layered`: whether it has a hidden layer; `decay` is λ."""

    activation: str = "tanh"
    layered: bool = True
    direct: bool = True
    output_bias: bool = True
    decay: float = 0.0
    frozen: bool = False
    batched: bool = False
    context: int = 3

    name = "nnlm"
    title = "Neural language model"
    reading = "preceding"

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
        return sizes | dict(zip(("unit",), recipe.hidden, strict=False))  # of a layer, if there is one

    def initial(self, recipe):
        return drawn(self, recipe, recipe.vector_size)

    @cached_property
    def panels(self):
        direct = ("W", "x") if self.direct and self.layered else None
        bias = "b" if self.output_bias else None
        if not self.layered:
            scores = Layer("x", "W", bias, "u", "y", "softmax")
            return Panels("C", "x", "W", "y", (scores,), lookup="w")
        layers = (Layer("x", "H", "d", "o", "a", self.activation), Layer("a", "U", bias, "u", "y", "softmax", direct))
        return Panels("C", "a", "U", "y", layers, lookup="w")

    @cached_property
    def parameters(self):
        phase = backward_phase
        decay, frozen, layered = self.decay, self.frozen, self.layered
        looked_up = (Outer("w", "Ex"),)

        def weights(name, axes, says, letter, change, **more):
            return Parameter(name, name, axes, says, phase(letter), change, decay=decay, **more)

        def bias(name, axis, says, letter, error):
            return Parameter(name, name, (axis,), says, phase(letter), (Outer(error),), bias=True)

        every = (
            (True, weights("C", ("word", "feature"), "word features, a row a word", "d", looked_up, frozen=frozen)),
            (layered, weights("H", ("unit", "input"), "weights of the hidden layer", "c", (Outer("Eo", "x"),))),
            (layered, bias("d", "unit", "biases of the hidden layer", "c", "Eo")),
            (layered, weights("U", ("word", "unit"), "from the hidden layer to the scores", "a", (Outer("e", "a"),))),
            (self.output_bias, bias("b", "word", "biases of the scores", "a", "e")),
            (self.direct, weights("W", ("word", "input"), "direct, past the hidden layer", "a", (Outer("e", "x"),))),
        )
        return tuple(parameter for there, parameter in every if there)

    @cached_property
    def quantities(self):
        word, unit, position, across = ("word",), ("unit",), ("position",), ("input",)
        f, back = forward_phase, backward_phase
        every = (
            Quantity("w", "w", position, "index", "the words before", f("a"), laid_out=True, names="word"),
            Quantity("x", "x", across, "activation", "the words' features side by side", f("a")),
            Quantity("o", "o", unit, "activation", "net input of the hidden layer, d + Hx", f("b")),
            Quantity("a", "a", unit, "activation", f"hidden layer, {self.activation} of o", f("b")),
            Quantity("u", "u", word, "activation", "score of each word (Bengio's y)", EQ_1),
            Quantity("y", "y", word, "activation", "probability of each word (Bengio's p)", SECTION_2),
            Quantity("t", "t", word, "activation", "counts of the output words", back("a"), "outputs"),
            Quantity("e", "e", word, "error", "error of each word, C·y − t", back("a")),
            Quantity("Ea", "Ea", unit, "error", "error of the hidden layer, Uᵀe", back("a")),
            Quantity("Eo", "Eo", unit, "error", "error of its net input, Ea ∘ f′(o)", back("c")),
            Quantity("Ex", "Ex", across, "error", "error of the word features, Hᵀ Eo + Wᵀ e", back("c")),
        )
        kept = [quantity for quantity in every if self.layered or quantity.axes != unit]
        if self.batched:
            there = {each.name: each for each in kept}
            kept += [self._matrix(*names, there) for names in _MATRICES if names[2] in there]
            kept += self._look_up_matrices()
        return tuple(kept)

    def _look_up_matrices(self):
        """How the batch reads the table and moves it: its words, a column an instance, and what C moves by."""
        across, cite = ("instance",), f"{_NOTES}, eq. 25–31"
        yield Quantity(
            "input_batch", "input_batch", ("position", *across), "activation",
            "w of the whole batch: the words before, a column an instance", _COURSE, matrix_of="w",
        )  # fmt: skip
        for d in range(self.context):
            says = f"one-hot vectors of the words at position {d + 1}, a column an instance"
            name, symbol, axes = f"I{d + 1}", f"𝕀{_raised(d + 1)}", ("word", *across)
            yield Quantity(name, symbol, axes, "activation", says, cite, matrix_of="w", position=d)
        for d in range(self.context):
            says = f"the block of Δ₂ that goes to the words at position {d + 1}"
            name, symbol, axes = f"Delta2_{d + 1}", f"Δ₂{_raised(d + 1)}", ("feature", *across)
            yield Quantity(name, symbol, axes, "error", says, cite, matrix_of="Ex", position=d)
        says = "what C moves by: Σ over positions of 𝕀ᵈ Δ₂ᵈᵀ, not divided by the batch"
        yield Quantity("GC", "ΔC", ("word", "feature"), "error", says, cite, matrix_of="Ex", summed_at="w")

    def _matrix(self, name, symbol, of, cite, quantities):
        source = quantities[of]
        says = f"{of} of the whole batch: {source.help}"
        return Quantity(name, symbol, (*source.axes, "instance"), source.role, says, cite, matrix_of=of)

    @cached_property
    def stages(self):
        return stages(self)

    @property
    def formulas(self):
        return formulas.preceding(self)

    def train(self, instances, order, first_step, rates, parameters, record):
        step.laid_out_words(instances, order, record["w"])
        words, across = parameters["C"].shape[0], record["x"].shape[-1]
        none = {"H": np.empty((0, across)), "d": np.empty(0), "U": np.empty((words, 0)), "b": np.empty(0)}
        weights = none | {"W": np.empty((0, across))} | parameters
        unlayered = np.empty((*record["x"].shape[:2], 0))
        rows = dict.fromkeys(("o", "a", "Ea", "Eo"), unlayered) | record
        rows = {name: array.reshape(len(array) * array.shape[1], *array.shape[2:]) for name, array in rows.items()}
        return step.train(
            order, rates, instances.output_start, instances.output_ids, CODES[self.activation], self.decay, self.frozen,
            len(record["x"]) == len(order), *(weights[name] for name in ("C", "H", "d", "U", "b", "W")),
            *(rows[name] for name in ("w", "x", "o", "a", "u", "y", "e", "Ea", "Eo", "Ex")), record["loss"],
        )  # fmt: skip

    def loss(self, instance, questions, parameters):
        u = self._scores(instance.inputs, parameters)
        largest = u.max()
        normaliser = largest + np.log(np.exp(u - largest).sum())
        return float(sum(normaliser - u[o] for o in instance.outputs) + self._penalty(parameters))

    def losses(self, instances, held, parameters):
        """Hidden layers first, then scores, which are more numbers, a few instances at a time."""
        C, a = parameters["C"], None
        x = C[held["w"]].reshape(len(instances), -1)
        if self.layered:
            a = ACTIVATE[self.activation](x @ parameters["H"].T + parameters["d"])

        def scores(rows):
            u = a[rows] @ parameters["U"].T if self.layered else x[rows] @ parameters["W"].T
            if self.layered and self.direct:
                u += x[rows] @ parameters["W"].T
            return u + parameters["b"] if self.output_bias else u

        return surprises(scores, len(C), instances) + self._penalty(parameters)

    def _penalty(self, parameters):
        return 0.5 * self.decay * sum((parameters[each.name] ** 2).sum() for each in self.parameters if each.decay)

    def probabilities(self, inputs, parameters):
        u = self._scores(inputs, parameters)
        y = np.exp(u - u.max())
        return y / y.sum()

    def hidden(self, inputs, parameters):
        x = parameters["C"][np.asarray(inputs)].ravel()
        if not self.layered:
            return x
        a = np.empty(len(parameters["d"]))
        activate(CODES[self.activation], parameters["d"] + parameters["H"] @ x, a)
        return a

    def _scores(self, inputs, parameters):
        u = parameters["b"].copy() if self.output_bias else np.zeros(len(parameters["C"]))
        if self.direct:
            u += parameters["W"] @ parameters["C"][np.asarray(inputs)].ravel()
        return u + parameters["U"] @ self.hidden(inputs, parameters) if self.layered else u

    def work(self, instances, sizes):
        """Counted from the kernels: each weight of a layer once forward, once back and once as it moves."""
        units = sizes.get("unit", 0)
        once = units * (sizes["input"] + sizes["word"]) + self.direct * sizes["word"] * sizes["input"]
        all_weights = once + sizes["word"] * sizes["feature"]
        forward = np.full(len(instances), once)
        return Work(forward, 3 * forward + sizes["input"] + (2 * all_weights if self.decay else 0))

    def structure(self, instances):
        return {"symbols": SYMBOLS}

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        if declared.matrix_of and (declared.summed_at or declared.position is not None):
            return explained_matrix(frame, declared, index)
        if declared.matrix_of:
            declared, index = self.declared(declared.matrix_of), (index[-1], *index[:-1])
        lens, index = Lens.of(frame, index)
        return EXPLAINERS[declared.name](lens, *index, declared)


def _raised(number):
    return str(number).translate(_RAISED)


NNLM = NeuralProbabilistic()

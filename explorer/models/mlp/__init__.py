"""A multi-layer network: with hidden units between inputs and outputs, a bent line parts what no straight one can.

    h = f(W x + b)                      hidden layer (a second one reads h in the same way; or there is none)
    y = g(W′ h + b′)                    outputs

and the error goes back the same way, layer by layer, as products with slopes (back-propagation):

    EI′ = ∂E/∂u′ = (y − t) ⊙ g′(u′)     EH = W′ᵀ EI′     EI = EH ⊙ f′(u)
    W′ ← W′ − η EI′ ⊗ h                 W ← W − η EI ⊗ x

Two losses: half the squared distance ½Σ(y − t)² with outputs that answer one by one, or cross-entropy −Σ t ln y with
the softmax, whose outputs share out a probability of 1. There EI′ = y − t at once.

The hidden layer makes XOR possible: it moves the four points to where one line parts them. With a linear hidden layer
(identity) all stays one linear map, and XOR is out of reach.

Sources: Rong (2014), "word2vec Parameter Learning Explained", appendix A.2 (eq. 74–85), without the biases; Jurafsky
and Martin, "Speech and Language Processing", chapter "Neural Networks", for ReLU, softmax and cross-entropy.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.models.declarations import Outer, Parameter, Quantity
from explorer.models.feedforward import SUM_TO_1, FeedForward
from explorer.models.mlp import stages as told
from explorer.models.notation import after
from explorer.models.panels import Layer, Panels

_EQ = "Rong (2014), eq. "
_TEXTBOOK = "Jurafsky and Martin, Speech and Language Processing, “Neural Networks”"


@dataclass(frozen=True)
class _Hidden:
    """What a hidden layer's arrays are called: W2 in Python, W⁽²⁾ on the page, w^{(2)} in equations."""

    suffix: str
    mark: str
    latex: str
    axis: str

    def letter(self, name, index):
        """LaTeX of a number of this layer."""
        return rf"{name}{self.latex}_{{{index}}}"


_HIDDEN = (_Hidden("", "", "", "unit"), _Hidden("2", "⁽²⁾", "^{(2)}", "upper unit"))


@dataclass(frozen=True)
class Mlp(FeedForward):
    """The network with so many hidden layers."""

    name: str = "mlp"
    title: str = "Multi-layer network"
    depth: int = 1
    activation: str = "sigmoid"
    output_activation: str = "sigmoid"

    def for_recipe(self, recipe):
        return replace(
            self,
            depth=len(recipe.hidden),
            activation=recipe.activation,
            output_activation=recipe.output_activation,
        )

    @property
    def loss_unit(self):
        return "nats" if self.output_activation == "softmax" else "½Σ(t − y)²"

    def problems(self, recipe):
        allowed = "cross-entropy" if recipe.output_activation == "softmax" else "squared"
        if recipe.loss == allowed:
            return []
        return [("loss", recipe.loss, f"{allowed}, with output_activation {recipe.output_activation}")]

    def misfit(self, recipe, instances):
        t = instances.outputs
        if recipe.output_activation == "softmax":
            wrong = np.flatnonzero((t < 0).any(axis=1) | (np.abs(t.sum(axis=1) - 1) > SUM_TO_1))
            if wrong.size:
                typed = " ".join(f"{value:g}" for value in t[wrong[0]][:6])
                return f"targets that are probabilities of sum 1, as softmax answers; point {wrong[0] + 1} has {typed}"
        return super().misfit(recipe, instances)

    def sizes(self, recipe, instances):
        units = {layer.axis: size for layer, size in zip(_HIDDEN, recipe.hidden, strict=False)}
        return super().sizes(recipe, instances) | units

    @property
    def hidden_layers(self):
        """What the arrays of each hidden layer are called, the lowest first."""
        return _HIDDEN[: self.depth]

    @property
    def sources(self):
        """(name, letter in equations, axis) of what each layer reads, the output layer's last."""
        return (("x", "x", "input"), *(("h" + each.suffix, "h" + each.latex, each.axis) for each in self.hidden_layers))

    @property
    def errors(self):
        return (*((f"EH{each.suffix}", f"EI{each.suffix}") for each in self.hidden_layers), ("e", "EI_out"))

    @cached_property
    def panels(self):
        names = [(each.suffix, f"u{each.suffix}", f"h{each.suffix}", self.activation) for each in self.hidden_layers]
        names.append(("_out", "u_out", "y", self.output_activation))
        layers = tuple(
            Layer(source, f"W{suffix}", f"b{suffix}", net, output, activation)
            for (source, _, _), (suffix, net, output, activation) in zip(self.sources, names, strict=True)
        )
        hidden = layers[-1].source if self.depth else None
        return Panels(input=None, hidden=hidden, output=None, activation="y", layers=layers)

    @cached_property
    def parameters(self):
        declared = []
        for each, (source, _, below) in zip(self.hidden_layers, self.sources, strict=False):
            EI, axis = f"EI{each.suffix}", each.axis
            declared += self._layer(each.suffix, each.mark, (axis, below), (EI, source), _EQ + "84–85")
        source, _, below = self.sources[-1]
        return (*declared, *self._layer("_out", "′", ("output", below), ("EI_out", source), _EQ + "79–81"))

    def _layer(self, suffix, mark, axes, terms, cite):
        """The weights and biases that lead to a layer."""
        bias, of_unit = (Outer(terms[0]),), f"for each {axes[0]}"
        return (
            Parameter(f"W{suffix}", f"W{mark}", axes, f"weights, a row {of_unit}", cite, (Outer(*terms),)),
            Parameter(f"b{suffix}", f"b{mark}", axes[:1], f"biases, one {of_unit}", cite, bias, bias=True),
        )

    @cached_property
    def quantities(self):
        forward, back = [], []
        for each in self.hidden_layers:
            suffix, mark, axes = each.suffix, each.mark, (each.axis,)
            forward += (
                Quantity(f"u{suffix}", f"u{mark}", axes, "activation", "weighted sums of the hidden units", _EQ + "74"),
                Quantity(f"h{suffix}", f"h{mark}", axes, "activation", "hidden layer, f(u)", self.cite_hidden),
            )
            at_u = "error of their weighted sums, ∂E/∂u"
            back = [
                Quantity(f"EH{suffix}", f"EH{mark}", axes, "error", "error of the hidden units, ∂E/∂h", _EQ + "82"),
                Quantity(f"EI{suffix}", f"EI{mark}", axes, "error", at_u, self.cite_slope),
                *back,
            ]
        output, at_u = ("output",), "errors of the outputs' weighted sums, ∂E/∂u′"
        return (
            Quantity("x", "x", ("input",), "activation", "the point's input numbers", _EQ + "74", laid_out=True),
            *forward,
            Quantity("u_out", "u′", output, "activation", "weighted sums of the outputs", _EQ + "75"),
            Quantity("y", "y", output, "activation", "the network's answers", self.cite_answer),
            Quantity("t", "t", output, "activation", "the point's targets", self.cite_loss, laid_out=True),
            Quantity("e", "e", output, "error", "errors of the answers, y − t", self.cite_error),
            Quantity("EI_out", "EI′", output, "error", at_u, self.cite_passed),
            *back,
        )

    @property
    def softmax(self):
        """Whether the outputs share out a probability of 1."""
        return self.output_activation == "softmax"

    @property
    def cite_hidden(self):
        """The equation of the hidden units, which are sigmoids there."""
        return after(_EQ + "74", self.activation == "sigmoid")

    @property
    def cite_slope(self):
        """The equation of the error behind their slope."""
        return after(_EQ + "83", self.activation == "sigmoid")

    @property
    def cite_answer(self):
        """The equation of the outputs."""
        return _EQ + "3" if self.softmax else after(_EQ + "75", self.output_activation == "sigmoid")

    @property
    def cite_passed(self):
        """The equation of the error behind the outputs' slope; that of a softmax is y − t at once."""
        return _EQ + "8" if self.softmax else after(_EQ + "78", self.output_activation == "sigmoid")

    @property
    def cite_loss(self):
        """The equation of the loss."""
        return _TEXTBOOK if self.softmax else _EQ + "76"

    @property
    def cite_error(self):
        """The equation of the outputs' errors."""
        return _EQ + ("8" if self.softmax else "77")

    @cached_property
    def stages(self):
        return told.stages(self)


MLP = Mlp()

"""A multi-layer network: with hidden units between inputs and outputs, a bent line parts what no straight one can.

    h = f(W x + b)                      hidden layer (a second one reads h in the same way; or there is none)
    y = g(W′ h + b′)                    outputs

and the error goes back the same way, layer by layer, as products with slopes (back-propagation):

    EI′ = ∂E/∂u′ = (y − t) ⊙ g′(u′)     EH = W′ᵀ EI′     EI = EH ⊙ f′(u)
    W′ ← W′ − η EI′ ⊗ h                 W ← W − η EI ⊗ x

The loss is half the squared distance ½Σ(y − t)² as a rule, or another of `losses` that goes with the outputs: with the
softmax, whose outputs share out a probability of 1, cross-entropy −Σ t ln y. There EI′ = y − t at once. Without output
biases (`output_bias`) the outputs are the textbook's eq. 8.13, W′ h alone.

The hidden layer makes XOR possible: it moves the four points to where one line parts them. With a linear hidden layer
(identity) all stays one linear map, and XOR is out of reach.

Sources: Rong (2014), "word2vec Parameter Learning Explained", appendix A.2 (eq. 74–85), without the biases; Jurafsky
and Martin, "Speech and Language Processing", chapter "Neural Networks", for ReLU, softmax and the other losses.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from explorer.models.declarations import Outer, Parameter, Quantity
from explorer.models.feedforward import FeedForward
from explorer.models.losses import LOSSES, refusal
from explorer.models.losses_told import Told
from explorer.models.mlp import stages as told
from explorer.models.network import Layer, Network
from explorer.models.notation import after

_EQ = "Rong (2014), eq. "


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


def _hidden(depth):
    """The hidden layers of a network, the lowest first; of two the second is the upper one."""
    axes = ["unit", *("upper unit" if depth == 2 else f"layer {n} unit" for n in range(2, depth + 1))]
    names = [("", "", ""), *((f"{n}", f"⁽{_RAISED[n]}⁾", f"^{{({n})}}") for n in range(2, depth + 1))]
    return tuple(_Hidden(*named, axis) for named, axis in zip(names[:depth], axes, strict=False))


_RAISED = "⁰¹²³⁴⁵⁶"


@dataclass(frozen=True)
class Mlp(FeedForward):
    """The network with so many hidden layers."""

    name: str = "mlp"
    title: str = "Multi-layer network"
    depth: int = 1
    activation: str = "sigmoid"
    output_activation: str = "sigmoid"
    output_bias: bool = True
    loss_name: str = "squared"

    def for_recipe(self, recipe):
        return replace(
            self,
            depth=len(recipe.hidden),
            activation=recipe.activation,
            output_activation=recipe.output_activation,
            output_bias=recipe.output_bias,
            loss_name=recipe.loss,
        )

    @property
    def trials(self):
        return (*super().trials, {"points": "0|1", "hidden": (1,) * 3})

    @property
    def loss_unit(self):
        return LOSSES[self.loss_name].unit

    def problems(self, recipe):
        outputs = recipe.output_activation
        if outputs in LOSSES[recipe.loss].of:
            return []
        return [refusal(recipe.loss, "output_activation", outputs, softmax=True)]

    def sizes(self, recipe, instances):
        units = {layer.axis: size for layer, size in zip(self.hidden_layers, recipe.hidden, strict=True)}
        return super().sizes(recipe, instances) | units

    @cached_property
    def hidden_layers(self):
        """What the arrays of each hidden layer are called, the lowest first."""
        return _hidden(self.depth)

    @property
    def sources(self):
        """(name, letter in equations, axis) of what each layer reads, the output layer's last."""
        return (("x", "x", "input"), *(("h" + each.suffix, "h" + each.latex, each.axis) for each in self.hidden_layers))

    @property
    def errors(self):
        return (*((f"EH{each.suffix}", f"EI{each.suffix}") for each in self.hidden_layers), ("e", "EI_out"))

    @cached_property
    def network(self):
        names = [(each.suffix, f"u{each.suffix}", f"h{each.suffix}", self.activation) for each in self.hidden_layers]
        names.append(("_out", "u_out", "y", self.output_activation))
        layers = tuple(
            Layer(source, f"W{suffix}", f"b{suffix}" if suffix in self._biased else None, net, output, activation)
            for (source, _, _), (suffix, net, output, activation) in zip(self.sources, names, strict=True)
        )
        hidden = layers[-1].source if self.depth else None
        return Network(input=None, hidden=hidden, output=None, activation="y", layers=layers)

    @cached_property
    def parameters(self):
        declared = []
        for each, (source, _, below) in zip(self.hidden_layers, self.sources, strict=False):
            EI, axis = f"EI{each.suffix}", each.axis
            cite = after(_EQ + "84–85", not each.suffix)
            declared += self._layer(each.suffix, each.mark, (axis, below), (EI, source), cite)
        source, _, below = self.sources[-1]
        return (*declared, *self._layer("_out", "′", ("output", below), ("EI_out", source), _EQ + "79–81"))

    @property
    def _biased(self):
        """The suffixes of the layers that have biases."""
        return [*(each.suffix for each in self.hidden_layers), *(("_out",) if self.output_bias else ())]

    def _layer(self, suffix, mark, axes, terms, cite):
        """The weights and biases that lead to a layer."""
        bias, of_unit = (Outer(terms[0]),), f"for each {axes[0]}"
        weights = Parameter(f"W{suffix}", f"W{mark}", axes, f"weights, a row {of_unit}", cite, (Outer(*terms),))
        if suffix not in self._biased:
            return (weights,)
        return weights, Parameter(f"b{suffix}", f"b{mark}", axes[:1], f"biases, one {of_unit}", cite, bias, bias=True)

    @cached_property
    def quantities(self):
        forward, back, sums = [], [], "weighted sums of the hidden units"
        for each in self.hidden_layers:
            suffix, mark, axes = each.suffix, each.mark, (each.axis,)
            forward += (
                Quantity(f"u{suffix}", f"u{mark}", axes, "activation", sums, after(_EQ + "74", not suffix)),
                Quantity(f"h{suffix}", f"h{mark}", axes, "activation", "hidden layer, f(u)", self.cite_hidden(each)),
            )
            at_h, at_u = "error of the hidden units, ∂E/∂h", "error of their weighted sums, ∂E/∂u"
            back = [
                Quantity(f"EH{suffix}", f"EH{mark}", axes, "error", at_h, self.cite_back(each)),
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
            Quantity("e", "e", output, "error", f"errors of the answers, {self.told.error_in_words}", self.cite_error),
            Quantity("EI_out", "EI′", output, "error", at_u, self.cite_passed),
            *back,
        )

    @property
    def softmax(self):
        """Whether the outputs share out a probability of 1."""
        return self.output_activation == "softmax"

    def cite_hidden(self, layer):
        """The equation of the hidden units, which are sigmoids there, in one layer."""
        return after(_EQ + "74", self.activation == "sigmoid" and not layer.suffix)

    def cite_back(self, layer):
        """The equation of the error that comes to a hidden layer, there from the outputs."""
        return after(_EQ + "82", layer is self.hidden_layers[-1])

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
        return self.cite_error if self.at_once else after(_EQ + "78", self.output_activation == "sigmoid")

    @property
    def at_once(self):
        """Whether the outputs' error is that of their weighted sums already."""
        return LOSSES[self.loss_name].at_once

    @cached_property
    def told(self):
        """What is told of the loss."""
        cited = _EQ + "76", _EQ + "77"
        return Told(self.loss_name, self.output_activation, "u_out", "u'", True, *cited)

    @property
    def cite_loss(self):
        """The equation of the loss."""
        return self.told.source

    @property
    def cite_error(self):
        """The equation of the outputs' errors."""
        return self.told.error_source

    @cached_property
    def stages(self):
        return told.stages(self)


MLP = Mlp()

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

At the start weights are spread evenly over ±½ divided by the number of inputs; biases are 0.

Sources: Rong (2014), "word2vec Parameter Learning Explained", appendix A.2 (eq. 74–85), without the biases; Jurafsky
and Martin, "Speech and Language Processing", chapter "Neural Networks", for ReLU, softmax and cross-entropy.
"""

from dataclasses import dataclass, replace

import numpy as np

from explorer.models.contract import Layer, Outer, Panels, Parameter, Quantity, Stage
from explorer.models.curves import curve, times_slope
from explorer.models.feedforward import SUM_TO_1, FeedForward
from explorer.models.notation import live, math

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
    def _hidden(self):
        return _HIDDEN[: self.depth]

    @property
    def _sources(self):
        """(name, letter in equations, axis) of what each layer reads, the output layer's last."""
        return (("x", "x", "input"), *(("h" + each.suffix, "h" + each.latex, each.axis) for each in self._hidden))

    @property
    def errors(self):
        return (*((f"EH{each.suffix}", f"EI{each.suffix}") for each in self._hidden), ("e", "EI_out"))

    @property
    def panels(self):
        names = [(each.suffix, f"u{each.suffix}", f"h{each.suffix}", self.activation) for each in self._hidden]
        names.append(("_out", "u_out", "y", self.output_activation))
        layers = tuple(
            Layer(source, f"W{suffix}", f"b{suffix}", net, output, activation)
            for (source, _, _), (suffix, net, output, activation) in zip(self._sources, names, strict=True)
        )
        hidden = layers[-1].source if self.depth else None
        return Panels(input=None, hidden=hidden, output=None, activation="y", layers=layers)

    @property
    def parameters(self):
        declared = []
        for each, (source, _, below) in zip(self._hidden, self._sources, strict=False):
            EI, axis = f"EI{each.suffix}", each.axis
            declared += self._layer(each.suffix, each.mark, (axis, below), (EI, source), _EQ + "84–85")
        source, _, below = self._sources[-1]
        return (*declared, *self._layer("_out", "′", ("output", below), ("EI_out", source), _EQ + "79–81"))

    def _layer(self, suffix, mark, axes, terms, cite):
        """The weights and biases that lead to a layer."""
        bias, of_unit = (Outer(terms[0]),), f"for each {axes[0]}"
        return (
            Parameter(f"W{suffix}", f"W{mark}", axes, f"weights, a row {of_unit}", cite, (Outer(*terms),)),
            Parameter(f"b{suffix}", f"b{mark}", axes[:1], f"biases, one {of_unit}", cite, bias, bias=True),
        )

    @property
    def quantities(self):
        forward, back = [], []
        for each in self._hidden:
            suffix, mark, axes = each.suffix, each.mark, (each.axis,)
            forward += (
                Quantity(f"u{suffix}", f"u{mark}", axes, "activation", "weighted sums of the hidden units", _EQ + "74"),
                Quantity(f"h{suffix}", f"h{mark}", axes, "activation", "hidden layer, f(u)", _EQ + "74"),
            )
            back = [
                Quantity(f"EH{suffix}", f"EH{mark}", axes, "error", "error of the hidden units, ∂E/∂h", _EQ + "82"),
                Quantity(f"EI{suffix}", f"EI{mark}", axes, "error", "error of their weighted sums, ∂E/∂u", _EQ + "83"),
                *back,
            ]
        output = ("output",)
        return (
            Quantity("x", "x", ("input",), "activation", "the point's input numbers", _EQ + "74", laid_out=True),
            *forward,
            Quantity("u_out", "u′", output, "activation", "weighted sums of the outputs", _EQ + "75"),
            Quantity("y", "y", output, "activation", "the network's answers", self._cite_answer),
            Quantity("t", "t", output, "activation", "the point's targets", self._cite_loss, laid_out=True),
            Quantity("e", "e", output, "error", "errors of the answers, y − t", self._cite_error),
            Quantity("EI_out", "EI′", output, "error", "errors of the outputs' weighted sums, ∂E/∂u′", _EQ + "78"),
            *back,
        )

    @property
    def _softmax(self):
        return self.output_activation == "softmax"

    @property
    def _cite_answer(self):
        return _EQ + ("3" if self._softmax else "75")

    @property
    def _cite_loss(self):
        return _TEXTBOOK if self._softmax else _EQ + "76"

    @property
    def _cite_error(self):
        return _EQ + ("8" if self._softmax else "77")

    @property
    def stages(self):
        above = zip(self._hidden, (*self._hidden[1:], None), strict=False)
        hidden = [self._hidden_stage(*pair) for pair in zip(self._hidden, self._sources, strict=False)]
        back = [stage for pair in reversed([*above]) for stage in self._back_stages(*pair)]
        forward = (self._input_stage(), *hidden, self._output_stage())
        return (*forward, *self._error_stages(), *back, self._update_stage())

    def _input_stage(self):
        return Stage(
            "input",
            "read the point",
            ("x",),
            math(r"\mathbf{x} = (x_1, \ldots, x_K)"),
            live(r"x_1 = ⟦x[0]⟧"),
            _EQ + "74",
            "The point's numbers stand at the inputs.",
        )

    def _hidden_stage(self, layer, below):
        source, x, _ = below
        s, unit = layer.suffix, "⟦unit[k]⟧"
        u, h, w, b = (layer.letter(name, "k") for name in "uhwb")
        w = layer.letter("w", "ki")
        return Stage(
            f"hidden{s}",
            "compute the hidden units" if not s else "compute the upper hidden units",
            (f"u{s}", f"h{s}"),
            math(rf"{u} = \sum_i {w}\, {x}_i + {b} \qquad {h} = f({u}) = {curve(self.activation, u)}"),
            live(
                rf"{layer.letter('u', unit)} = ⟦W{s}[k,0]⟧ \times ⟦{source}[0]⟧ + \cdots + ⟦b{s}[k]⟧ = ⟦u{s}[k]⟧ \qquad"
                rf" {layer.letter('h', unit)} = {curve(self.activation, f'⟦u{s}[k]⟧')} = ⟦h{s}[k]⟧"
            ),
            _EQ + "74",
            "Each hidden unit is a unit of its own: it weighs what comes in and answers through its activation.",
        )

    def _output_stage(self):
        source, h, _ = self._sources[-1]
        k, u = "k" if self.depth else "0", "u'_j"
        return Stage(
            "output",
            "share out probabilities" if self._softmax else "compute the answers",
            ("u_out", "y"),
            math(rf"u'_j = \sum_k w'_{{jk}}\, {h}_k + b'_j \qquad y_j = {self._answer(u)}"),
            live(
                rf"u'_1 = ⟦W_out[0,{k}]⟧ \times ⟦{source}[{k}]⟧ + \cdots + ⟦b_out[0]⟧ = ⟦u_out[0]⟧ \qquad"
                rf" y_1 = {self._answer('⟦u_out[0]⟧')} = ⟦y[0]⟧"
            ),
            self._cite_answer,
            "The outputs read what the last layer made of the point: they see it where the hidden units put it.",
        )

    def _answer(self, u):
        """LaTeX of an output's answer to its weighted sum."""
        if self._softmax:
            return rf"\frac{{\exp({u})}}{{\sum_i \exp(u'_i)}}"
        return curve(self.output_activation, u)

    def _error_stages(self):
        if self._softmax:
            loss = r"E = -\sum_j t_j \ln y_j", r"E = -⟦t[0]⟧ \ln ⟦y[0]⟧ - \cdots = ⟦loss⟧"
            through = "With softmax and cross-entropy the error of the weighted sums is y − t itself."
        else:
            loss = r"E = \frac{1}{2} \sum_j (y_j - t_j)^2", r"E = \frac{1}{2} (⟦y[0]⟧ - ⟦t[0]⟧)^2 + \cdots = ⟦loss⟧"
            through = "Where an output's activation is flat, little of its error comes through."
        slope = times_slope(self.output_activation, "e_j", "y_j")
        today = times_slope(self.output_activation, "⟦e[0]⟧", "⟦y[0]⟧")
        return (
            Stage(
                "loss",
                "measure the loss",
                ("t", "loss"),
                math(loss[0]),
                live(loss[1]),
                self._cite_loss,
                "The loss says how far the answers are from the targets.",
            ),
            Stage(
                "error",
                "compare with the targets",
                ("e",),
                math(r"e_j = y_j - t_j"),
                live(r"e_1 = ⟦y[0]⟧ - ⟦t[0]⟧ = ⟦e[0]⟧"),
                self._cite_error,
                "Answer minus target: positive where the answer is too high.",
            ),
            Stage(
                "output-error",
                "send the error back through the outputs",
                ("EI_out",),
                math(rf"\mathrm{{EI}}'_j = {slope}"),
                live(rf"\mathrm{{EI}}'_1 = {today} = ⟦EI_out[0]⟧"),
                _EQ + "78",
                through,
            ),
        )

    def _back_stages(self, layer, above):
        """The error of a hidden layer's outputs, then of its net inputs."""
        s, unit = layer.suffix, "⟦unit[k]⟧"
        weights, error, w, EI = (
            (f"W{above.suffix}", f"EI{above.suffix}", above.letter("w", "jk"), above.letter(r"\mathrm{EI}", "j"))
            if above
            else ("W_out", "EI_out", "w'_{jk}", r"\mathrm{EI}'_j")
        )
        EH, own = layer.letter(r"\mathrm{EH}", "k"), layer.letter(r"\mathrm{EI}", "k")
        today_EH, today_EI = (layer.letter(rf"\mathrm{{{name}}}", unit) for name in ("EH", "EI"))
        return (
            Stage(
                f"backpropagate{s}",
                "send the error to the hidden units",
                (f"EH{s}",),
                math(rf"{EH} = \sum_j {EI}\, {w}"),
                live(rf"{today_EH} = ⟦{error}[0]⟧ \times ⟦{weights}[0,k]⟧ + \cdots = ⟦EH{s}[k]⟧"),
                _EQ + "82",
                "A hidden unit is blamed as far as its weights carried its answer into what came out wrong.",
            ),
            Stage(
                f"hidden-error{s}",
                "and back through their activation",
                (f"EI{s}",),
                math(rf"{own} = {times_slope(self.activation, EH, layer.letter('h', 'k'))}"),
                live(rf"{today_EI} = {times_slope(self.activation, f'⟦EH{s}[k]⟧', f'⟦h{s}[k]⟧')} = ⟦EI{s}[k]⟧"),
                _EQ + "83",
                "Where a unit's activation is flat, the error stops here.",
            ),
        )

    def _update_stage(self):
        source, h, _ = self._sources[-1]
        rule = rf"w'_{{jk}} \leftarrow w'_{{jk}} - \eta\, \mathrm{{EI}}'_j\, {h}_k"
        k, unit = ("k", "⟦unit[k]⟧") if self.depth else ("0", "1")
        today = (
            rf"w'_{{1,{unit}}} = ⟦old.W_out[0,{k}]⟧ - ⟦rate⟧ \times ⟦?batch⟧ \frac{{1}}{{⟦batch⟧}} ( ⟦/⟧"
            rf" ⟦EI_out[0]⟧ \times ⟦{source}[{k}]⟧ ⟦?batch⟧ + \cdots ) ⟦/⟧ = ⟦new.W_out[0,{k}]⟧"
        )
        for each, (_, x, _) in zip(self._hidden, self._sources, strict=False):
            w, EI = each.letter("w", "ki"), each.letter(r"\mathrm{EI}", "k")
            rule += rf" \qquad {w} \leftarrow {w} - \eta\, {EI}\, {x}_i"
        return Stage(
            "update",
            "move the weights",
            tuple(parameter.name for parameter in reversed(self.parameters)),
            math(rule),
            live(today),
            _EQ + ("81 and 85" if self.depth else "81"),
            "Every weight takes a small step against its gradient, all at once; a bias is the weight of a constant 1.",
        )


MLP = Mlp()

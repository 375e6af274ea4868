"""A single unit: it weighs its inputs, adds a bias, and answers through a link function.

    u = Σ_i w_i x_i + b,   y = f(u)

The oldest of learning networks. Rosenblatt's **perceptron** answers through a step, 1 where u is above 0, else 0, and
learns by the rule

    w ← w − η (y − t) x

which moves nothing where the answer is right. It finds a line between two classes where there is one (AND, OR), and
never settles where there is none (XOR). A step has no slope, so this is no descent on a loss: the half squared error
that is shown, ½(t − y)², is half the number of mistakes.

With a smooth link, the unit learns by **gradient** descent on E = ½(t − y)²:

    EI = ∂E/∂u = (y − t) f′(u),   w ← w − η EI x

Where the sigmoid is flat its slope y(1 − y) is almost 0: a saturated unit hardly learns, however wrong it is. Binary
cross-entropy instead makes it the textbook's logistic unit, EI = y − t; `losses` has this and others.

Sources: Rong (2014), "word2vec Parameter Learning Explained", appendix A.1 (eq. 62–73), where the bias is left to an
input that is always 1; Jurafsky and Martin, "Speech and Language Processing", chapter "Neural Networks".
"""

from dataclasses import dataclass, replace
from functools import cached_property

from explorer.models.curves import curve, let_through, slope_cited, slope_told, times_slope
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.feedforward import FeedForward
from explorer.models.live import rest, update
from explorer.models.live import times_slope as live_slope
from explorer.models.losses import LOSSES, refusal
from explorer.models.losses_told import Told
from explorer.models.network import Layer, Network
from explorer.models.notation import after, live, math, moves
from explorer.numbers import plain

_EQ = "Rong (2014), eq. "
_INPUT, _OUTPUT = ("input",), ("output",)
_OF_LINK = {"step": _EQ + "65", "sigmoid": _EQ + "67"}


@dataclass(frozen=True)
class Perceptron(FeedForward):
    """The unit with one of the links, learning by one of the two rules."""

    name: str = "perceptron"
    title: str = "Perceptron"
    link: str = "sigmoid"
    rule: str = "gradient"
    loss_name: str = "squared"

    @property
    def loss_unit(self):
        return LOSSES[self.loss_name].unit.replace("Σ", "")

    @property
    def descends(self):
        return self.rule == "gradient"

    @property
    def flat(self):
        return self.link == "step"

    @property
    def goes_by(self):
        return "" if self.descends else "The weights move by (y − t)x: the step, which is flat, sends no slope back."

    def for_recipe(self, recipe):
        return replace(self, link=recipe.link, rule=recipe.rule, loss_name=recipe.loss)

    def problems(self, recipe):
        if recipe.rule == "perceptron" and recipe.link != "step":
            return [("link", recipe.link, "step, with the perceptron rule")]
        if recipe.rule == "gradient" and recipe.link == "step":
            return [("link", "step", "sigmoid, tanh, relu or identity: for the gradient rule, and a step has no slope")]
        if recipe.link not in LOSSES[recipe.loss].of:
            return [refusal(recipe.loss, "link", recipe.link, softmax=False)]
        return []

    def misfit(self, recipe, instances):
        targets = instances.outputs
        if targets.shape[1] != 1:
            return f"points with one target each, as there is one unit; these have {targets.shape[1]}"
        wrong = targets[(targets != 0) & (targets != 1)]
        if recipe.rule == "perceptron" and wrong.size:
            return f"points with target 0 or 1, as the step answers; one of these has {plain(wrong[0])}"
        return super().misfit(recipe, instances)

    @property
    def errors(self):
        return (("e", self._at_u),)

    @property
    def _at_u(self):
        """The quantity that the weights' change is made of."""
        return "EI" if self.rule == "gradient" else "e"

    @property
    def _cite_update(self):
        """Eq. 71–73 are of the sigmoid."""
        as_there = self.link == "sigmoid" and self.loss_name == "squared"
        return after(_EQ + "73", as_there) if self.rule == "gradient" else _EQ + "66"

    @property
    def _cite_slope(self):
        return self.told.error_source if self._at_once else after(_EQ + "71–72", self.link == "sigmoid")

    @property
    def _at_once(self):
        """Whether e is the error of the weighted sum already."""
        return LOSSES[self.loss_name].at_once

    @property
    def told(self):
        """What is told of the loss."""
        cite = after(_EQ + "71", self.link == "sigmoid") if self.descends else _EQ + "66"
        return Told(self.loss_name, self.link, "u", "u", outputs=False, cite_loss=_EQ + "70", cite_error=cite)

    @cached_property
    def network(self):
        layer = Layer(source="x", weights="w", bias="b", net="u", output="y", activation=self.link)
        return Network(input=None, hidden=None, output=None, activation="y", layers=(layer,))

    @cached_property
    def parameters(self):
        source = self._cite_update
        return (
            Parameter("w", "w", _INPUT, "weights, one for each input", source, (Outer("x", self._at_u),)),
            Parameter("b", "b", _OUTPUT, "bias", source, (Outer(self._at_u),), bias=True),
        )

    @cached_property
    def quantities(self):
        at_u = "error of the weighted sum, ∂E/∂u" if self._at_once else "error of the weighted sum, e · f′(u)"
        error_at_u = Quantity("EI", "EI", _OUTPUT, "error", at_u, self._cite_slope)
        e = self.told
        return (
            Quantity("x", "x", _INPUT, "activation", "the point's input numbers", _EQ + "63", laid_out=True),
            Quantity("u", "u", _OUTPUT, "activation", "weighted sum of the inputs, and the bias", _EQ + "63–64"),
            Quantity("y", "y", _OUTPUT, "activation", "the unit's answer, f(u)", _OF_LINK.get(self.link, _EQ + "62")),
            Quantity("t", "t", _OUTPUT, "activation", "the point's target", e.source, laid_out=True),
            Quantity("e", "e", _OUTPUT, "error", f"error of the answer, {e.error_in_words}", e.error_source),
            *((error_at_u,) if self.rule == "gradient" else ()),
        )

    @cached_property
    def stages(self):
        slope = (self._slope_stage(),) if self.rule == "gradient" else ()
        return (*self._forward_stages(), *self._error_stages(), *slope, self._update_stage())

    def _forward_stages(self):
        return (
            Stage(
                "input",
                "read the point",
                ("x",),
                math(r"\mathbf{x} = (x_1, \ldots, x_K)"),
                live(r"x_1 = ⟦x[0]⟧"),
                _EQ + "63",
                "The point's numbers stand at the inputs.",
            ),
            Stage(
                "net",
                "weigh and add",
                ("u",),
                math(r"u = \sum_i w_i\, x_i + b"),
                live(rf"u = ⟦w[0]⟧ \times ⟦x[0]⟧ {rest('others(j,input,0,w[j]*x[j])')} + ⟦b[0]⟧ = ⟦u[0]⟧"),
                _EQ + "63–64",
                "Each input counts as much as its weight says; the bias says how easily the unit answers yes.",
            ),
            Stage(
                "answer",
                "answer through the link",
                ("y",),
                math(rf"y = f(u) = {curve(self.link, 'u')}"),
                live(rf"y = {curve(self.link, '⟦u[0]⟧')} = ⟦y[0]⟧"),
                _OF_LINK.get(self.link, _EQ + "62"),
                "Points with the same weighted sum get the same answer: of two inputs, those on a line.",
            ),
        )

    def _error_stages(self):
        told = self.told
        return (
            Stage(
                "loss",
                "measure the mistake",
                ("t", "loss"),
                math(told.equation),
                live(told.live),
                told.source,
                told.says,
            ),
            Stage(
                "error",
                "compare with the target",
                ("e",),
                math(told.error),
                live(told.live_error),
                told.error_source,
                told.error_says,
            ),
        )

    def _slope_stage(self):
        link = "identity" if self._at_once else self.link
        rule = "e" if self._at_once else rf"e\, f'(u) = {times_slope(link, 'e', 'y')}{slope_told(link)}"
        flat = "Where the link is steep the error comes through; where it is flat, a saturated unit hardly learns."
        return Stage(
            "slope",
            "send the error back through the link",
            ("EI",),
            math(rf"\mathrm{{EI}} = {rule}"),
            live(rf"\mathrm{{EI}} = {live_slope(link, 'e[0]', 'y[0]', 'u[0]')} = ⟦EI[0]⟧"),
            slope_cited(link, self._cite_slope),
            self.told.through or let_through(link, flat),
        )

    def _update_stage(self):
        at_u, error = {"EI": r"\mathrm{EI}", "e": "(y - t)"}[self._at_u], f"{self._at_u}[0]"
        return Stage(
            "update",
            "move the weights",
            ("w", "b"),
            math(moves("w", "i", rf"{at_u}\, x_i") + r" \qquad " + moves("b", "", at_u)),
            live(rf"{update('w', '1', 'w[0]', (error, 'x[0]'))} \qquad {update('b', '', 'b[0]', (error,))}"),
            self._cite_update,
            "Each weight moves by its share in the answer: an input of 0 does not move its weight.",
        )


PERCEPTRON = Perceptron()

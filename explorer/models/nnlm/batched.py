"""A batch's numbers as matrices, a column an instance: their declarations, and the equations between them.

The equations stand behind those of an instance, stage by stage, as far as a recipe has both their sides. What the notes
have not, direct connections and other activations than the sigmoid, is told as "after" them.
"""

from collections.abc import Iterator
from dataclasses import replace

from explorer.models.curves import curve, times_slope
from explorer.models.declarations import RAGGED, Quantity, Stage
from explorer.models.notation import after, math

COURSE, NOTES = "Hinton (2012), lecture 4", "Notes on the neural probabilistic language model"
_HIDDEN_ERROR, _FEATURES_ERROR, _LOOKED_UP = ", eq. 18", ", eq. 22", ", eq. 25–31"
_MATRICES = (
    ("A1", "A₁", "x", NOTES), ("Z2", "Z₂", "o", NOTES), ("A2", "A₂", "a", NOTES), ("Y", "Y", "u", NOTES),
    ("P", "P", "y", NOTES), ("I", "𝕀", "t", NOTES), ("E", "E", "e", NOTES),
    ("Delta1", "Δ₁", "Eo", f"{NOTES}{_HIDDEN_ERROR}"), ("Delta2", "Δ₂", "Ex", f"{NOTES}{_FEATURES_ERROR}"),
)  # fmt: skip
_SHORT = "notes"  # behind another source, in the strip
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def matrices(quantities: list[Quantity], positions: int) -> Iterator[Quantity]:
    """Those of a batch; quantities : of an instance, of which those that differ in length have none."""
    even = {each.name: each for each in quantities if each.axes[0] not in RAGGED}
    for name, symbol, of, cite in _MATRICES:
        if of in even:
            source = even[of]
            says = f"{of} of the whole batch: {source.help}"
            yield Quantity(name, symbol, (*source.axes, "instance"), source.role, says, cite, matrix_of=of)
    yield from _look_up(positions)


def _look_up(positions):
    """How the batch reads the table and moves it: its words, a column an instance, and the sum of what C moves by."""
    across, cite = ("instance",), f"{NOTES}{_LOOKED_UP}"
    yield Quantity(
        "input_batch", "input_batch", ("position", *across), "activation",
        "w of the whole batch: the words before, a column an instance", COURSE, matrix_of="w",
    )  # fmt: skip
    for d in range(positions):
        says = f"one-hot vectors of the words at position {d + 1}, a column an instance"
        name, symbol, axes = f"I{d + 1}", f"𝕀{_raised(d + 1)}", ("word", *across)
        yield Quantity(name, symbol, axes, "activation", says, cite, matrix_of="w", position=d)
    for d in range(positions):
        says = f"the block of Δ₂ that goes to the words at position {d + 1}"
        name, symbol, axes = f"Delta2_{d + 1}", f"Δ₂{_raised(d + 1)}", ("feature", *across)
        yield Quantity(name, symbol, axes, "error", says, cite, matrix_of="Ex", position=d)
    says = "what C moves by, where the step takes the mean divided by B: Σ over positions of 𝕀ᵈ Δ₂ᵈᵀ"
    yield Quantity("GC", "ΔC", ("word", "feature"), "error", says, cite, matrix_of="Ex", summed_at="w")


def _raised(number):
    return str(number).translate(_RAISED)


def in_matrices(stage: Stage, model) -> Stage:
    """The stage with what it computes for the whole batch at once behind the equation of an instance."""
    if stage.name not in _RULES:
        return stage
    needs, rule = _RULES[stage.name]
    if not needs <= {quantity.name for quantity in model.quantities}:
        return stage
    latex, cite = rule(model)
    first, *others = [stage.equation.latex] if stage.name not in _BESIDE else stage.equation.latex.split(_GAP)
    lines = [rf"{first},\quad {latex}", *others] if others else [first, latex]
    return replace(stage, equation=math(_GAP.join(lines)), source=f"{stage.source}; {cite}")


def _summed(*parts):
    return " + ".join(latex for latex, there in parts if there)


def _scores(model):
    parts = (r"U \mathbf{A}_2", model.layered), (r"W \mathbf{A}_1", model.direct), (r"\mathbf{b}", model.output_bias)
    return rf"\mathbf{{Y}} = {_summed(*parts)}", after(_SHORT, _as_there(model))


def _activated(model):
    answer = curve(model.activation, r"\mathbf{Z}_2")
    return rf"\mathbf{{A}}_2 = {answer}", after(_SHORT, model.activation == "sigmoid")


def _hidden_error(model):
    rule = times_slope(model.activation, r"U^\top \mathbf{E}", r"\mathbf{A}_2").replace(r"\cdot", r"\circ")
    rule = rule.replace(" (1", r" \circ (1") if model.activation == "sigmoid" else rule
    return rf"\mathbf{{\Delta}}_1 = {rule}", after(f"{_SHORT}{_HIDDEN_ERROR}", model.activation == "sigmoid")


def _features_error(model):
    parts = (r"H^\top \mathbf{\Delta}_1", model.layered), (r"W^\top \mathbf{E}", model.direct)
    return rf"\mathbf{{\Delta}}_2 = {_summed(*parts)}", after(f"{_SHORT}{_FEATURES_ERROR}", _as_there(model))


def _as_there(model):
    return model.layered and not model.direct


_MOVED = r"\Delta C = \sum_d \mathbb{I}^d (\mathbf{\Delta}_2^d)^\top"
_GAP = r" \qquad "  # between lines
_BESIDE = ("update",)  # whose equation has two lines already, of which the second has ΔC
# By stage: the matrices that its equation has, and a function of the model that gives the equation and its source.
_RULES = {
    "lookup": ({"A1"}, lambda _: (r"\mathbf{A}_1^d = C^\top\, \mathbb{I}^d", _SHORT)),
    "net": ({"Z2"}, lambda _: (r"\mathbf{Z}_2 = H \mathbf{A}_1 + \mathbf{d}", _SHORT)),
    "hidden": ({"A2"}, _activated),
    "scores": ({"Y"}, _scores),
    "softmax": ({"P"}, lambda _: (r"\mathbf{P} = \mathrm{softmax}(\mathbf{Y})", _SHORT)),
    "error": ({"E"}, lambda _: (r"\mathbf{E} = \mathbf{P} - \mathbb{I}", _SHORT)),
    "backpropagate": ({"Delta1", "E"}, _hidden_error),
    "features": ({"Delta2", "E"}, _features_error),
    "update": ({"GC"}, lambda _: (_MOVED, f"{_SHORT}{_LOOKED_UP}")),
}

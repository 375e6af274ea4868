"""How the numbers of units and multi-layer networks came about."""

import numpy as np

from explorer.models.curves import curve, curve_in_words, times_slope_in_words
from explorer.models.explanations import Lens, largest_first
from explorer.models.live import ROUNDED
from explorer.models.losses import LOSSES
from explorer.models.nearness import below_1, minus_target, times_slope
from explorer.models.notation import bracketed, number


def explain_number(model, frame, declared, index):
    """The explanation of one number of a quantity; KeyError where the model has no such quantity."""
    name = declared.name
    lens, (j,) = Lens.of(frame, index)
    if name in ("x", "t"):
        return _explain_given(lens, j, declared)
    if name == "e":
        return _explain_e(lens, j, declared, model.network.layers[-1], model.loss_name)
    layers = model.network.layers
    for i, (layer, (back, error)) in enumerate(zip(layers, model.errors, strict=True)):
        if name == layer.net:
            return _explain_net(lens, j, declared, layer)
        if name == layer.output:
            return _explain_output(lens, j, declared, layer)
        if name == error:
            at_once = layer is layers[-1] and LOSSES[model.loss_name].at_once
            return _explain_error(lens, j, declared, layer, back, "identity" if at_once else layer.activation)
        if name == back:
            return _explain_back(lens, j, declared, layers[i + 1].weights, model.errors[i + 1][1])
    raise KeyError(name)


def _explain_given(lens, j, declared):
    value = float(lens[declared.name][j])
    says = f"{declared.symbol}[{j + 1}]: {declared.help}"
    return lens.explained(declared, says, (str(j + 1),), number(value), [], value)


def _explain_net(lens, j, declared, layer):
    """The weights of a single unit are a vector."""
    single, unit, x = lens.frame.parameters[layer.weights].ndim == 1, f"[{j + 1}]", layer.source
    row, named = ((), "[i]") if single else ((j,), f"[{j + 1},i]")
    terms = [(lens.weight(layer.weights, *row, i), lens.operand(x, i)) for i in range(lens[x].size)]
    says = f"Σ_i {lens.symbol(layer.weights)}{named} · {lens.symbol(x)}[i]"
    if layer.bias:
        terms, says = [(lens.weight(layer.bias, j),), *terms], f"{lens.symbol(layer.bias)}{unit} + {says}"
    says = f"{declared.symbol}{unit} = {says}"
    return lens.explain_sum(declared, says, (str(j + 1),), terms, lens[declared.name][j])


def _explain_output(lens, j, declared, layer):
    u, value, unit = lens.operand(layer.net, j), lens[declared.name][j], f"[{j + 1}]"
    if layer.activation == "softmax":
        return _explain_softmax(lens, j, declared, layer)
    says = f"{declared.symbol}{unit} = {curve_in_words(layer.activation, lens.symbol(layer.net) + unit)}"
    right = curve(layer.activation, number(u.value))
    return lens.explained(declared, says, (str(j + 1),), right, [u], value)


def _explain_softmax(lens, j, declared, layer):
    u, net = lens[layer.net], lens.symbol(layer.net)
    largest, unit = float(u.max()), j + 1
    total = number(float(np.exp(u - largest).sum()))
    others = (k for k in range(u.size) if k != j)
    return lens.explained(
        declared,
        f"{declared.symbol}[{unit}] = exp({net}[{unit}] − max) / Σ_k exp({net}[k] − max)",
        (str(unit),),
        rf"\frac{{\exp({number(float(u[j]))} - {bracketed(largest)})}}{{{total}}}",
        [lens.operand(layer.net, k) for k in (j, *others)],
        lens[declared.name][j],
    )


def _explain_e(lens, j, declared, layer, loss):
    if loss == "hinge":
        return _explain_hinge(lens, j, declared, layer)
    y, t, unit = lens.operand("y", j), lens.operand("t", j), j + 1
    gap, factor = f"y[{unit}] − t[{unit}]", 2 if loss == "mse" else 1
    says = f"e[{unit}] = 2 ({gap})" if factor > 1 else f"e[{unit}] = {gap}"
    missing = None
    if layer.activation == "softmax":
        missing = float(np.delete(lens["y"], j).sum())
    elif layer.activation == "sigmoid":
        missing = below_1(lens[layer.net][j])
    rounded = layer.activation in ROUNDED
    right = minus_target(y.value, t.value, missing, factor, of_both=True, rounded=rounded)
    return lens.explained(declared, says, (str(unit),), right, [y, t], lens["e"][j])


def _explain_hinge(lens, j, declared, layer):
    t, u, unit, value = lens.operand("t", j), lens.operand(layer.net, j), j + 1, lens["e"][j]
    says = f"e[{unit}] = −t[{unit}] where t[{unit}] · {lens.symbol(layer.net)}[{unit}] < 1, else 0"
    right = f"-{bracketed(t.value)}" if value else "0"
    return lens.explained(declared, says, (str(unit),), right, [t, u], value)


def _explain_error(lens, j, declared, layer, back, slope):
    """slope : the activation whose slope the error passes."""
    error, y, unit = lens.operand(back, j), lens.operand(layer.output, j), f"[{j + 1}]"
    says = times_slope_in_words(slope, lens.symbol(back) + unit, lens.symbol(layer.output) + unit)
    right = times_slope(slope, error.value, y.value, lens[layer.net][j])
    return lens.explained(
        declared, f"{declared.symbol}{unit} = {says}", (str(j + 1),), right, [error, y], lens[declared.name][j]
    )


def _explain_back(lens, k, declared, weights, error):
    terms = [(lens.operand(error, j), lens.weight(weights, j, k)) for j in range(lens[error].size)]
    back = f"{lens.symbol(error)}[j] · {lens.symbol(weights)}[j,{k + 1}]"
    says = f"{declared.symbol}[{k + 1}] = Σ_j {back}, largest terms first"
    return lens.explain_sum(declared, says, (str(k + 1),), largest_first(terms), lens[declared.name][k])

"""What a single unit and a multi-layer network share: points go in, and each layer is fully connected to the next.

    u = W x + b,   y = f(u)                    layer by layer, y being the next layer's x
    E = ½ Σ (y − t)², or another of `losses`   y of the last layer
    EH = ∂E/∂y,   EI = ∂E/∂u = EH ⊙ f′(u)      from the last layer back; EH of a layer is Wᵀ EI of the one after it
    W ← W − η EI ⊗ x,   b ← b − η EI           all gradients at the weights before the step

e stands for EH of the last layer. With the losses whose e is ∂E/∂u already, its f′ counts as 1. So does that of the
step, which has none: this is the perceptron rule.

A row of a weight matrix is a unit that receives. Rong (2014), appendix A, has the same equations with the other order
of indices, and no biases: there "one can simply add an input dimension that is constant 1".

At the start biases are 0 and the weights of a layer that n numbers come into are spread evenly over ±√(3/n): inputs
about 1 then give sums about 1, wherever the activation functions are neither flat nor straight, however wide a layer
is (LeCun, Bottou, Orr and Müller (1998), "Efficient BackProp", section 4.6).
"""

from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from explorer.maths.activations import ACTIVATE, CODES, IDENTITY, activate_batch, slope
from explorer.maths.dense import affine, backward, descend
from explorer.maths.kernel import kernel
from explorer.maths.memory import together
from explorer.models.contract import Model
from explorer.models.explanations import explain_update
from explorer.models.feedforward_explained import explain_number
from explorer.models.formulas import layers
from explorer.models.losses import LOSSES, answer, misfit, total
from explorer.models.starting import drawn

SOFTMAX = len(CODES)
# A kernel takes as many layers, read or not, so that it is compiled once; the first is the faster for few small ones.
_FEW, _MOST_LAYERS = 3, 7
_BENT = ("relu", "step")  # activations that have a kink, or jump, where their sum is 0


class LayerArrays(NamedTuple):
    """What the kernels work on in a layer: weights (rows, columns), bias (rows,) or empty, the code of its activation
    and that of the one whose slope errors pass, x, u, y, EH and EI, each (steps, batch, units), and a scratch array as
    weights."""

    weights: np.ndarray
    bias: np.ndarray
    code: int
    back: int
    x: np.ndarray
    u: np.ndarray
    y: np.ndarray
    EH: np.ndarray
    EI: np.ndarray
    scratch: np.ndarray


@kernel
def _lay_out(row, inputs, outputs, batch, x, t):
    """The points of a batch, as numbers in the record; returns how many."""
    for b in range(batch.size):
        n = batch[b]
        if n < 0:
            return b
        for i in range(x.shape[2]):
            x[row, b, i] = inputs[n, i]
        for j in range(t.shape[2]):
            t[row, b, j] = outputs[n, j]
    return batch.size


@kernel
def _forward(row, size, layer):
    """A layer's net input and, but for a softmax, its output; returns whether every net input is finite."""
    code, u, y = layer.code, layer.u, layer.y
    affine(row, size, layer.weights, layer.bias, layer.x, u)
    finite = True
    for b in range(size):
        for j in range(u.shape[2]):
            finite &= isfinite(u[row, b, j])
    if code != SOFTMAX:
        activate_batch(code, row, size, u, y)
    return finite


@kernel
def _answers(s, row, size, loss, last, t, E):
    """The errors of the outputs and the losses of step `s`; returns whether these are finite."""
    finite = True
    for b in range(size):
        E[s, b] = answer(loss, last.code, last.u[row, b], last.y[row, b], t[row, b], last.EH[row, b])
        finite &= isfinite(E[s, b])
    return finite


@kernel
def _back(row, size, layer):
    """EI = EH ⊙ f′(u)."""
    code, u, y, EH, EI = layer.back, layer.u, layer.y, layer.EH, layer.EI
    for b in range(size):
        for j in range(y.shape[2]):
            EI[row, b, j] = EH[row, b, j] * slope(code, u[row, b, j], y[row, b, j])


@kernel
def _back_to(row, size, layer, above):
    """EH from the layer above, and EI."""
    backward(row, size, above.weights, above.EI, layer.EH)
    _back(row, size, layer)


@kernel
def _update(rate, row, size, layer):
    """Returns whether all weights are finite."""
    return descend(rate, row, size, layer.EI, layer.x, layer.weights, layer.bias, layer.scratch)


@kernel
def _train(inputs, outputs, order, rates, keep, loss, layers, first, second, last, x, t, E):
    """One step for each row of `order`.

    first, second, last : the `LayerArrays` of each layer. Without hidden layers the first two are not read, with one
    the first is not. They are no list, as each look into a list would cost more than a small layer.
    """
    steps = len(order)
    code, u, y, e = last.code, last.u, last.y, last.EH
    for s in range(steps):
        row = s if keep else 0
        size = _lay_out(row, inputs, outputs, order[s], x, t)
        finite = layers < 3 or _forward(row, size, first)
        finite = finite and (layers < 2 or _forward(row, size, second))
        finite = finite and _forward(row, size, last)
        for b in range(size):
            E[s, b] = answer(loss, code, u[row, b], y[row, b], t[row, b], e[row, b]) if finite else np.nan
            finite &= isfinite(E[s, b])
        if not finite:
            return s
        _back(row, size, last)
        if layers > 1:
            _back_to(row, size, second, last)
        if layers > 2:
            _back_to(row, size, first, second)
        # All gradients are taken before the first of them is applied.
        rate = rates[s] / size
        finite = _update(rate, row, size, last)
        if layers > 1:
            finite &= _update(rate, row, size, second)
        if layers > 2:
            finite &= _update(rate, row, size, first)
        if not finite:
            return s
    return steps


@kernel
def _train_deep(inputs, outputs, order, rates, keep, loss, depth, layers, x, t, E):
    """The same of networks with more layers: the last `depth` of `layers`, a tuple that is as long as can be."""
    lowest, last = len(layers) - depth, layers[-1]
    for s in range(len(order)):
        row = s if keep else 0
        size = _lay_out(row, inputs, outputs, order[s], x, t)
        finite = True
        for i in range(lowest, len(layers)):
            finite = finite and _forward(row, size, layers[i])
        if not (finite and _answers(s, row, size, loss, last, t, E)):
            return s
        _back(row, size, last)
        for i in range(len(layers) - 2, lowest - 1, -1):
            _back_to(row, size, layers[i], layers[i + 1])
        for i in range(lowest, len(layers)):
            finite &= _update(rates[s] / size, row, size, layers[i])
        if not finite:
            return s
    return len(order)


class FeedForward(Model):
    """A network whose `network.layers` are a plain chain.

    `errors` has, for each layer, the quantities EH (the error of its output) and EI (of its net input); `loss_name` is
    one of `LOSSES`.
    """

    reading = "points"
    errors: tuple[tuple[str, str], ...]
    loss_name = "squared"

    @property
    def formulas(self):
        return layers(self)

    def sizes(self, recipe, instances):
        return {"input": instances.inputs.shape[1], "output": instances.outputs.shape[1]}

    def misfit(self, recipe, instances):
        here, there = recipe.corpus.instances, instances
        if wrong := misfit(self.loss_name, instances.outputs):
            return wrong
        widths = [(points.inputs.shape[1], points.outputs.shape[1]) for points in (here, there)]
        if widths[0] == widths[1]:
            return None
        said = ["{} and {}".format(*width) for width in widths]
        return f"points with as many inputs and targets as before, {said[0]}; these have {said[1]}"

    def takes(self, sizes):
        return sizes["input"]

    def initial(self, recipe):
        """Weights spread evenly over ±√(3/n), n numbers coming in: so their standard deviation is 1/√n."""
        sizes = self.sizes(recipe, recipe.corpus.instances)
        units = {weights.name: sqrt(sizes[weights.axes[-1]] / 12) for weights in self.parameters if not weights.bias}
        return drawn(self, recipe, units)

    def new_record(self, steps, batch, sizes, keep):
        """Not filled beforehand, which would take a fifth of the time that training takes: `train` writes all of it."""
        rows = steps if keep else 1
        shapes = {each.name: (rows, batch, *self.axes_shape(each, sizes)) for each in self.quantities}
        return {"loss": np.full((steps, batch), np.nan)} | together(shapes)

    def train(self, instances, order, first_step, rates, parameters, record):
        layers, keep = [], len(record["x"]) == len(order)
        for layer, (EH, EI) in zip(self.network.layers, self.errors, strict=True):
            weights = np.atleast_2d(parameters[layer.weights])  # a vector is one unit's row
            numbers = (record[name] for name in (layer.source, layer.net, layer.output, EH, EI))
            code = CODES.get(layer.activation, SOFTMAX)
            bias = parameters[layer.bias] if layer.bias else np.empty(0)
            layers.append(LayerArrays(weights, bias, code, code, *numbers, np.empty_like(weights)))
        loss = LOSSES[self.loss_name]
        if loss.at_once:
            layers[-1] = layers[-1]._replace(back=IDENTITY)
        short = order[-len(record["x"]) :] < 0
        if short.any():
            for quantity in self.quantities:
                record[quantity.name][short] = np.nan
        data = instances.inputs, instances.outputs, order, rates, keep, loss.code, len(layers)
        few = len(layers) <= _FEW
        each = [layers[0]] * ((_FEW if few else _MOST_LAYERS) - len(layers)) + layers
        given = record["x"], record["t"], record["loss"]
        return _train(*data, *each, *given) if few else _train_deep(*data, tuple(each), *given)

    def _run(self, inputs, parameters):
        """Each layer's net input and output, as vectors, or matrices with a row an instance, as the inputs are."""
        passed, x = [], np.asarray(inputs, float)
        for layer in self.network.layers:
            u = x @ np.atleast_2d(parameters[layer.weights]).T + (parameters[layer.bias] if layer.bias else 0.0)
            x = ACTIVATE[layer.activation](u)
            passed.append((u, x))
        return passed

    def loss(self, instance, questions, parameters):
        u, y = self._run(instance.inputs, parameters)[-1]
        return float(total(self.loss_name, u[None], y[None], np.asarray(instance.outputs)[None])[0])

    def losses(self, instances, held, parameters):
        return total(self.loss_name, *self._run(held["x"], parameters)[-1], held["t"])

    def kinks(self, held, parameters):
        passed = self._run(held["x"], parameters)
        sums = [u for layer, (u, _) in zip(self.network.layers, passed, strict=True) if layer.activation in _BENT]
        sums += [1 - held["t"] * passed[-1][0]] if self.loss_name == "hinge" else []
        return np.concatenate([*map(np.ravel, sums), []])

    def probabilities(self, inputs, parameters):
        return self._run(inputs, parameters)[-1][1]

    def hidden(self, inputs, parameters):
        """The last hidden layer; where there is none, the inputs themselves."""
        passed = self._run(inputs, parameters)
        return passed[-2][1] if len(passed) > 1 else np.asarray(inputs, float)

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        return explain_number(self, frame, declared, index)

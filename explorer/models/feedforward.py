"""What a single unit and a multi-layer network share: points go in, and each layer is fully connected to the next.

    u = W x + b,   y = f(u)                    layer by layer, y being the next layer's x
    E = ½ Σ (y − t)², or −Σ t ln y             y of the last layer; the latter where f is the softmax
    EH = ∂E/∂y,   EI = ∂E/∂u = EH ⊙ f′(u)      from the last layer back; EH of a layer is Wᵀ EI of the one after it
    W ← W − η EI ⊗ x,   b ← b − η EI           all gradients at the weights before the step

With the softmax, e stands for EH of the last layer and is y − t, which is ∂E/∂u already: its f′ counts as 1. So does
that of the step, which has none: this is the perceptron rule.

A row of a weight matrix is a unit that receives. Rong (2014), appendix A, has the same equations with the other order
of indices, and no biases: there "one can simply add an input dimension that is constant 1".

At the start biases are 0 and the weights of a layer that n numbers come into are spread evenly over ±√(3/n): inputs
about 1 then give sums about 1, wherever the activation functions are neither flat nor straight, however wide a layer
is (LeCun, Bottou, Orr and Müller (1998), "Efficient BackProp", section 4.6).
"""

from math import isfinite, sqrt

import numpy as np

from explorer.maths.activations import CODES, activate, through
from explorer.maths.dense import add_transposed, affine, descend, descend_bias
from explorer.maths.kernel import kernel
from explorer.maths.softmax import softmax
from explorer.models.contract import Model
from explorer.models.curves import curve, curve_in_words, times_slope, times_slope_in_words
from explorer.models.explanations import Lens, explain_update
from explorer.models.notation import number
from explorer.models.starting import drawn

SOFTMAX = len(CODES)
_MOST_LAYERS = 3  # the kernel takes as many, empty ones included, so that it is compiled once
SUM_TO_1 = 1e-9  # how far a distribution's sum may be off


@kernel
def _forward(place, size, weights, biases, code, sources, nets, outs):
    """One layer, for each instance of a batch; returns whether every net input is finite."""
    finite = True
    for b in range(size):
        u = nets[place, b]
        affine(weights, biases, sources[place, b], u)
        for j in range(u.size):
            finite &= isfinite(u[j])
        if code != SOFTMAX:
            activate(code, u, outs[place, b])
    return finite


@kernel
def _answer(code, u, y, t, e):
    """The last layer's error y − t, and the loss."""
    E = 0.0
    if code == SOFTMAX:
        normaliser = softmax(u, y)
        for j in range(u.size):
            E += t[j] * (normaliser - u[j])
            e[j] = y[j] - t[j]
        return E
    for j in range(u.size):
        e[j] = y[j] - t[j]
        E += 0.5 * e[j] * e[j]
    return E


@kernel
def _train(
    inputs, outputs, order, rates, keep, layers, weights, biases, codes, sources, nets, outs, backs, errors, t, E
):
    """One step for each row of `order`.

    weights (rows, columns), biases (rows,), sources, nets, outs, backs (EH), errors (EI) (steps, batch, units) are
    tuples with an array for each layer.
    """
    steps, batch = order.shape
    last = layers - 1
    for s in range(steps):
        place = s if keep else 0
        size = 0
        for b in range(batch):
            if order[s, b] < 0:
                break
            sources[0][place, b, :] = inputs[order[s, b]]
            t[place, b, :] = outputs[order[s, b]]
            size += 1
        for i in range(layers):
            if not _forward(place, size, weights[i], biases[i], codes[i], sources[i], nets[i], outs[i]):
                return s
        for b in range(size):
            y, e = outs[last][place, b], backs[last][place, b]
            E[s, b] = _answer(codes[last], nets[last][place, b], y, t[place, b], e)
            if not isfinite(E[s, b]):
                return s
        for i in range(last, -1, -1):
            for b in range(size):
                EI = errors[i][place, b]
                EI[:] = backs[i][place, b]
                through(codes[i], outs[i][place, b], EI)
                if i > 0:
                    EH = backs[i - 1][place, b]
                    EH[:] = 0.0
                    add_transposed(weights[i], EI, EH)
        # All gradients are taken before the first of them is applied.
        finite = True
        for i in range(layers):
            for b in range(size):
                finite &= descend(rates[s] / size, errors[i][place, b], sources[i][place, b], weights[i])
                finite &= descend_bias(rates[s] / size, errors[i][place, b], biases[i])
        if not finite:
            return s
    return steps


_ACTIVATE = {
    "sigmoid": lambda u: np.exp(-np.logaddexp(0, -u)),
    "tanh": np.tanh,
    "relu": lambda u: np.maximum(u, 0),
    "identity": lambda u: u,
    "step": lambda u: np.where(u > 0, 1.0, 0.0),
    "softmax": lambda u: np.exp(u - u.max()) / np.exp(u - u.max()).sum(),
}


class FeedForward(Model):
    """A network whose `panels.layers` are a plain chain.

    `errors` has, for each layer, the quantities EH (the error of its output) and EI (of its net input).
    """

    reading = "points"
    errors: tuple[tuple[str, str], ...]

    def sizes(self, recipe, instances):
        return {"input": instances.inputs.shape[1], "output": instances.outputs.shape[1]}

    def misfit(self, recipe, instances):
        here, there = recipe.corpus.instances, instances
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
        record = super().new_record(steps if keep else 1, batch, sizes, keep)
        return record | {"loss": np.full((steps, batch), np.nan)}

    def train(self, instances, order, first_step, rates, parameters, record):
        layers = self.panels.layers
        keep = len(record[layers[0].net]) == len(order)
        weights = [np.atleast_2d(parameters[layer.weights]) for layer in layers]  # a vector is one unit's row
        biases = [parameters[layer.bias] for layer in layers]
        codes = tuple(CODES.get(layer.activation, SOFTMAX) for layer in layers)
        computed = (
            [record[name] for name in names]
            for names in (
                [layer.source for layer in layers],
                [layer.net for layer in layers],
                [layer.output for layer in layers],
                [back for back, _ in self.errors],
                [error for _, error in self.errors],
            )
        )
        return _train(
            instances.inputs, instances.outputs, order, rates, keep, len(layers), _filled(weights), _filled(biases),
            (*codes, *(0 for _ in range(_MOST_LAYERS - len(layers)))), *map(_filled, computed), record["t"],
            record["loss"],
        )  # fmt: skip

    def _run(self, inputs, parameters):
        """Each layer's net input and output, as vectors."""
        passed, x = [], np.asarray(inputs, float)
        for layer in self.panels.layers:
            u = np.atleast_2d(parameters[layer.weights]) @ x + parameters[layer.bias]
            x = _ACTIVATE[layer.activation](u)
            passed.append((u, x))
        return passed

    def loss(self, instance, questions, parameters):
        (u, y), t = self._run(instance.inputs, parameters)[-1], np.asarray(instance.outputs)
        if self.panels.layers[-1].activation == "softmax":
            return float(t @ (u.max() + np.log(np.exp(u - u.max()).sum()) - u))
        return float(0.5 * ((y - t) ** 2).sum())

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
        lens, (j,) = Lens.of(frame, index)
        if name in ("x", "t"):
            return _explain_given(lens, j, declared)
        if name == "e":
            return _explain_e(lens, j, declared)
        layers = self.panels.layers
        for i, (layer, (back, error)) in enumerate(zip(layers, self.errors, strict=True)):
            if name == layer.net:
                return _explain_net(lens, j, declared, layer)
            if name == layer.output:
                return _explain_output(lens, j, declared, layer)
            if name == error:
                return _explain_error(lens, j, declared, layer, back)
            if name == back:
                return _explain_back(lens, j, declared, layers[i + 1].weights, self.errors[i + 1][1])
        raise KeyError(name)


def _filled(arrays):
    """As a tuple of as many arrays as the kernel takes."""
    none = np.empty((0,) * arrays[0].ndim)
    return (*arrays, *(none for _ in range(_MOST_LAYERS - len(arrays))))


def _explain_given(lens, j, declared):
    value = float(lens[declared.name][j])
    says = f"{declared.name}[{j + 1}]: {declared.help}"
    return lens.explained(declared, says, (str(j + 1),), number(value), [], value)


def _explain_net(lens, j, declared, layer):
    """The weights of a single unit are a vector."""
    single, place, x = lens.frame.parameters[layer.weights].ndim == 1, f"[{j + 1}]", layer.source
    row, named = ((), "[i]") if single else ((j,), f"[{j + 1},i]")
    terms = [(lens.weight(layer.weights, *row, i), lens.operand(x, i)) for i in range(lens[x].size)]
    terms = [(lens.weight(layer.bias, j),), *terms]
    says = f"{declared.name}{place} = {layer.bias}{place} + Σ_i {layer.weights}{named} · {x}[i]"
    return lens.explain_sum(declared, says, (str(j + 1),), terms, lens[declared.name][j])


def _explain_output(lens, j, declared, layer):
    u, value, place = lens.operand(layer.net, j), lens[declared.name][j], f"[{j + 1}]"
    if layer.activation == "softmax":
        return _explain_softmax(lens, j, declared, layer)
    says = f"{declared.name}{place} = {curve_in_words(layer.activation, layer.net + place)}"
    right = curve(layer.activation, number(u.value).strip("()"))
    return lens.explained(declared, says, (str(j + 1),), right, [u], value)


def _explain_softmax(lens, j, declared, layer):
    u = lens[layer.net]
    largest, place = float(u.max()), j + 1
    total = number(float(np.exp(u - largest).sum()))
    others = (k for k in range(u.size) if k != j)
    return lens.explained(
        declared,
        f"y[{place}] = exp({layer.net}[{place}] − max) / Σ_k exp({layer.net}[k] − max)",
        (str(place),),
        rf"\frac{{\exp({number(float(u[j]))} - {number(largest)})}}{{{total}}}",
        [lens.operand(layer.net, k) for k in (j, *others)],
        lens[declared.name][j],
    )


def _explain_e(lens, j, declared):
    y, t, place = lens.operand("y", j), lens.operand("t", j), j + 1
    says = f"e[{place}] = y[{place}] − t[{place}]"
    return lens.explained(declared, says, (str(place),), f"{number(y.value)} - {number(t.value)}", [y, t], lens["e"][j])


def _explain_error(lens, j, declared, layer, back):
    error, y, place = lens.operand(back, j), lens.operand(layer.output, j), f"[{j + 1}]"
    says = times_slope_in_words(layer.activation, back + place, layer.output + place)
    right = times_slope(layer.activation, number(error.value), number(y.value))
    return lens.explained(
        declared, f"{declared.name}{place} = {says}", (str(j + 1),), right, [error, y], lens[declared.name][j]
    )


def _explain_back(lens, k, declared, weights, error):
    terms = [(lens.operand(error, j), lens.weight(weights, j, k)) for j in range(lens[error].size)]
    terms.sort(key=lambda term: -abs(term[0].value * term[1].value))
    says = f"{declared.name}[{k + 1}] = Σ_j {error}[j] · {weights}[j,{k + 1}], largest terms first"
    return lens.explain_sum(declared, says, (str(k + 1),), terms, lens[declared.name][k])

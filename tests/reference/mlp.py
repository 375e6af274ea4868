"""Naive twin of the multi-layer network: Rong (2014), eq. 74–85, with biases, in plain loops.

Layers are a list of (weights, biases, activation), the output layer last; weights are lists of rows, a row a unit. A
point is (inputs, targets), biases may be None. Softmax goes with cross-entropy; of other outputs the loss is given by
its name: "squared", "mse", "binary" or "hinge".
"""

from math import exp, log, tanh

ACTIVATIONS = {
    "sigmoid": lambda u: 1 / (1 + exp(-u)),
    "tanh": tanh,
    "relu": lambda u: max(0.0, u),
    "identity": lambda u: u,
}
SLOPES = {
    "sigmoid": lambda u: exp(-u) / (1 + exp(-u)) ** 2,
    "tanh": lambda u: 1 - tanh(u) ** 2,
    "relu": lambda u: 1.0 if u > 0 else 0.0,
    "identity": lambda u: 1.0,
    "softmax": lambda u: 1.0,  # y − t is the derivative by u already
}


def answers(u, activation):
    if activation == "softmax":
        total = sum(exp(score - max(u)) for score in u)
        return [exp(score - max(u)) / total for score in u]
    return [ACTIVATIONS[activation](score) for score in u]


def forward(layers, x):
    """(u, y) of each layer: eq. 74–75."""
    passed = []
    for weights, biases, activation in layers:
        u = [sum(row[i] * x[i] for i in range(len(x))) for row in weights]
        u = [score + biases[j] for j, score in enumerate(u)] if biases else u
        x = answers(u, activation)
        passed.append((u, x))
    return passed


def loss(layers, x, t, name="squared"):
    """E = ½ Σ (y − t)² (eq. 76), or −Σ t ln y, or that of another name."""
    u, y = forward(layers, x)[-1]
    if layers[-1][2] == "softmax":
        return -sum(t[j] * log(y[j]) for j in range(len(t)))
    each = {
        "squared": lambda j: 0.5 * (y[j] - t[j]) ** 2,
        "mse": lambda j: (y[j] - t[j]) ** 2,
        "binary": lambda j: -t[j] * log(y[j]) - (1 - t[j]) * log(1 - y[j]),
        "hinge": lambda j: max(0.0, 1 - t[j] * u[j]),
    }[name]
    return sum(each(j) for j in range(len(t)))


def error(name, u, y, t):
    """The error of an output, and whether it is ∂E/∂u already."""
    if name == "hinge":
        return (-t if t * u < 1 else 0.0), True
    return (2 * (y - t), False) if name == "mse" else (y - t, name == "binary")


def backward(layers, x, t, name="squared"):
    """(EH, EI) of each layer, e being EH of the last: eq. 77–78 and 82–83."""
    passed = forward(layers, x)
    errors = [error(name, u, y, target) for u, y, target in zip(*passed[-1], t, strict=True)]
    EH, at_once = [each for each, _ in errors], errors[0][1]
    found = []
    for (weights, _, activation), (u, _) in zip(reversed(layers), reversed(passed), strict=True):
        slope = (lambda _: 1.0) if at_once and not found else SLOPES[activation]
        EI = [EH[j] * slope(u[j]) for j in range(len(u))]
        found.insert(0, (EH, EI))
        EH = [sum(EI[j] * weights[j][i] for j in range(len(u))) for i in range(len(weights[0]))]
    return found


def quantities(layers, x, t, name="squared"):
    """Everything that one point computes, by name."""
    passed, errors = forward(layers, x), backward(layers, x, t, name)
    found = {"x": x, "t": t, "u_out": passed[-1][0], "y": passed[-1][1], "e": errors[-1][0], "EI_out": errors[-1][1]}
    for suffix, (u, h), (EH, EI) in zip(("", *"23456"), passed[:-1], errors[:-1], strict=False):
        found |= {f"u{suffix}": u, f"h{suffix}": h, f"EH{suffix}": EH, f"EI{suffix}": EI}
    return found


def step(layers, batch, rate, name="squared"):
    """One update with the mean gradient of a batch (eq. 79–81, 84–85); returns new layers."""
    sources = [[x, *(y for _, y in forward(layers, x)[:-1])] for x, _ in batch]
    errors = [backward(layers, x, t, name) for x, t in batch]
    updated = []
    for i, (weights, biases, activation) in enumerate(layers):
        new_weights = [list(row) for row in weights]
        new_biases = list(biases or [])
        for b in range(len(batch)):
            x, EI = sources[b][i], errors[b][i][1]
            for j in range(len(weights)):
                if biases:
                    new_biases[j] -= rate * EI[j] / len(batch)
                for k in range(len(x)):
                    new_weights[j][k] -= rate * EI[j] * x[k] / len(batch)
        updated.append((new_weights, new_biases or None, activation))
    return updated

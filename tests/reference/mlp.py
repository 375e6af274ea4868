"""Naive twin of the multi-layer network: Rong (2014), eq. 74–85, with biases, in plain loops.

Layers are a list of (weights, biases, activation), the output layer last; weights are lists of rows, a row a unit. A
point is (inputs, targets). Softmax goes with cross-entropy, every other output with the squared loss.
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
        u = [sum(row[i] * x[i] for i in range(len(x))) + bias for row, bias in zip(weights, biases, strict=True)]
        x = answers(u, activation)
        passed.append((u, x))
    return passed


def loss(layers, x, t):
    """E = ½ Σ (y − t)² (eq. 76), or −Σ t ln y."""
    y = forward(layers, x)[-1][1]
    if layers[-1][2] == "softmax":
        return -sum(t[j] * log(y[j]) for j in range(len(t)))
    return 0.5 * sum((y[j] - t[j]) ** 2 for j in range(len(t)))


def backward(layers, x, t):
    """(EH, EI) of each layer, e = y − t being EH of the last: eq. 77–78 and 82–83."""
    passed = forward(layers, x)
    EH = [y - target for y, target in zip(passed[-1][1], t, strict=True)]
    found = []
    for (weights, _, activation), (u, _) in zip(reversed(layers), reversed(passed), strict=True):
        EI = [EH[j] * SLOPES[activation](u[j]) for j in range(len(u))]
        found.insert(0, (EH, EI))
        EH = [sum(EI[j] * weights[j][i] for j in range(len(u))) for i in range(len(weights[0]))]
    return found


def quantities(layers, x, t):
    """Everything that one point computes, by name."""
    passed, errors = forward(layers, x), backward(layers, x, t)
    found = {"x": x, "t": t, "u_out": passed[-1][0], "y": passed[-1][1], "e": errors[-1][0], "EI_out": errors[-1][1]}
    for suffix, (u, h), (EH, EI) in zip(("", "2"), passed[:-1], errors[:-1], strict=False):
        found |= {f"u{suffix}": u, f"h{suffix}": h, f"EH{suffix}": EH, f"EI{suffix}": EI}
    return found


def step(layers, batch, rate):
    """One update with the mean gradient of a batch (eq. 79–81, 84–85); returns new layers."""
    sources = [[x, *(y for _, y in forward(layers, x)[:-1])] for x, _ in batch]
    errors = [backward(layers, x, t) for x, t in batch]
    updated = []
    for i, (weights, biases, activation) in enumerate(layers):
        new_weights = [list(row) for row in weights]
        new_biases = list(biases)
        for b in range(len(batch)):
            x, EI = sources[b][i], errors[b][i][1]
            for j in range(len(biases)):
                new_biases[j] -= rate * EI[j] / len(batch)
                for k in range(len(x)):
                    new_weights[j][k] -= rate * EI[j] * x[k] / len(batch)
        updated.append((new_weights, new_biases, activation))
    return updated

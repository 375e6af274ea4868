"""Naive twin of the neural probabilistic language model: Bengio et al. (2003), eq. 1 and section 3.2, in plain loops.

Weights are a dict of lists: C, H, d, U, b, W, of which any but C may be absent. Words stand in reading order, a row of
a matrix is a receiving unit. An instance is (inputs, outputs), lists of word ids. λ/2 times the squares of C, H, U
and W belongs to the loss.
"""

from math import exp, log, tanh


def f(activation, o):
    if activation == "sigmoid":
        return 1 / (1 + exp(-o))
    if activation == "tanh":
        return tanh(o)
    return max(0.0, o) if activation == "relu" else o


def slope(activation, o):
    a = f(activation, o)
    if activation == "sigmoid":
        return a * (1 - a)
    if activation == "tanh":
        return 1 - a * a
    return float(o > 0) if activation == "relu" else 1.0


def quantities(weights, activation, inputs, outputs):
    """Everything that one instance computes, by name."""
    C, H, U, W = (weights.get(name) for name in ("C", "H", "U", "W"))
    V = len(C)
    x = [feature for word in inputs for feature in C[word]]
    o = [d + sum(H[k][i] * x[i] for i in range(len(x))) for k, d in enumerate(weights.get("d", []))]
    a = [f(activation, net) for net in o]
    u = []
    for j in range(V):
        score = weights["b"][j] if "b" in weights else 0.0
        score += sum(W[j][i] * x[i] for i in range(len(x))) if W else 0.0
        score += sum(U[j][k] * a[k] for k in range(len(a))) if U else 0.0
        u.append(score)
    z = sum(exp(score - max(u)) for score in u)
    y = [exp(score - max(u)) / z for score in u]
    t = [float(outputs.count(j)) for j in range(V)]
    e = [len(outputs) * y[j] - t[j] for j in range(V)]
    Ea = [sum(e[j] * U[j][k] for j in range(V)) for k in range(len(o))]
    Eo = [Ea[k] * slope(activation, o[k]) for k in range(len(o))]
    Ex = []
    for i in range(len(x)):
        through_hidden = sum(Eo[k] * H[k][i] for k in range(len(o))) if H else 0.0
        Ex.append(through_hidden + (sum(e[j] * W[j][i] for j in range(V)) if W else 0.0))
    return {"w": inputs, "x": x, "o": o, "a": a, "u": u, "y": y, "t": t, "e": e, "Ea": Ea, "Eo": Eo, "Ex": Ex}


def loss(weights, activation, decay, inputs, outputs):
    """−Σ log y of the output words, and λ/2 Σ w²."""
    u = quantities(weights, activation, inputs, outputs)["u"]
    normaliser = max(u) + log(sum(exp(score - max(u)) for score in u))
    squares = sum(w * w for name in ("C", "H", "U", "W") for row in weights.get(name, []) for w in row)
    return sum(normaliser - u[o] for o in outputs) + decay / 2 * squares


def step(weights, activation, decay, frozen, batch, rate):
    """One update with the mean gradient of a batch; returns new weights."""
    gradients = {name: _scaled(array, 0.0) for name, array in weights.items()}
    m, share = len(weights["C"][0]), 1 / len(batch)
    for inputs, outputs in batch:
        q = quantities(weights, activation, inputs, outputs)
        for place, word in enumerate(inputs):
            for k in range(m):
                gradients["C"][word][k] += share * q["Ex"][place * m + k]
        for name, rows, columns in (("H", "Eo", "x"), ("U", "e", "a"), ("W", "e", "x")):
            for j, row in enumerate(gradients.get(name, [])):
                for i in range(len(row)):
                    row[i] += share * q[rows][j] * q[columns][i]
        for name, error in (("d", "Eo"), ("b", "e")):
            for j in range(len(gradients.get(name, []))):
                gradients[name][j] += share * q[error][j]
    moved = {}
    for name, array in weights.items():
        if name in ("d", "b"):
            moved[name] = [w - rate * g for w, g in zip(array, gradients[name], strict=True)]
        elif name == "C" and frozen:
            moved[name] = array
        else:
            moved[name] = [
                [w - rate * (g + decay * w) for w, g in zip(*rows, strict=True)]
                for rows in zip(array, gradients[name], strict=True)
            ]
    return moved


def _scaled(array, factor):
    return [_scaled(row, factor) if isinstance(row, list) else factor * row for row in array]

"""Naive twin of a single unit: Rong (2014), eq. 62–73, with a bias, in plain loops.

w is a list, b a number. A point is (inputs, target). The loss is "squared", "mse", "binary" or "hinge".
"""

from math import exp, log, tanh

LINKS = {
    "step": lambda u: 1.0 if u > 0 else 0.0,
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
}


def quantities(w, b, link, x, t, name="squared"):
    """Everything that one point computes, by name; EI where the link has a slope."""
    u = sum(w[i] * x[i] for i in range(len(x))) + b
    y = LINKS[link](u)
    e = {"mse": 2 * (y - t), "hinge": -t if t * u < 1 else 0.0}.get(name, y - t)
    found = {"x": x, "u": [u], "y": [y], "t": [t], "e": [e]}
    slope = 1.0 if name in ("binary", "hinge") else SLOPES[link](u) if link in SLOPES else 0.0
    return found | {"EI": [e * slope]} if link in SLOPES else found


def loss(w, b, link, x, t, name="squared"):
    """E = ½ (t − y)²: eq. 70; or that of another name."""
    (u,), (y,) = (quantities(w, b, link, x, t)[each] for each in "uy")
    if name == "binary":
        return -t * log(y) - (1 - t) * log(1 - y)
    return max(0.0, 1 - t * u) if name == "hinge" else (1.0 if name == "mse" else 0.5) * (t - y) ** 2


def step(w, b, link, batch, rate, name="squared"):
    """The perceptron rule (eq. 66) of a step unit, else gradient descent (eq. 73), means over a batch."""
    pulls = []
    for x, t in batch:
        found = quantities(w, b, link, x, t, name)
        pulls.append((found.get("EI", found["e"])[0], x))
    new_w = [w[i] - rate * sum(pull * x[i] for pull, x in pulls) / len(batch) for i in range(len(w))]
    return new_w, b - rate * sum(pull for pull, _ in pulls) / len(batch)

"""Naive twin of a single unit: Rong (2014), eq. 62–73, with a bias, in plain loops.

w is a list, b a number. A point is (inputs, target).
"""

from math import exp, tanh

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


def quantities(w, b, link, x, t):
    """Everything that one point computes, by name; EI where the link has a slope."""
    u = sum(w[i] * x[i] for i in range(len(x))) + b
    y = LINKS[link](u)
    found = {"x": x, "u": [u], "y": [y], "t": [t], "e": [y - t]}
    return found | {"EI": [(y - t) * SLOPES[link](u)]} if link in SLOPES else found


def loss(w, b, link, x, t):
    """E = ½ (t − y)²: eq. 70."""
    return 0.5 * (t - quantities(w, b, link, x, t)["y"][0]) ** 2


def step(w, b, link, batch, rate):
    """The perceptron rule (eq. 66) of a step unit, else gradient descent (eq. 73), means over a batch."""
    pulls = []
    for x, t in batch:
        found = quantities(w, b, link, x, t)
        pulls.append((found.get("EI", found["e"])[0], x))
    new_w = [w[i] - rate * sum(pull * x[i] for pull, x in pulls) / len(batch) for i in range(len(w))]
    return new_w, b - rate * sum(pull for pull, _ in pulls) / len(batch)

"""The throw-away model, one number after the other."""

from math import exp, log


def step(b, outputs, rate, warmth):
    """(loss, biases after the step)."""
    total = sum(exp(each / warmth) for each in b)
    y = [exp(each / warmth) / total for each in b]
    loss = -sum(log(y[o]) for o in outputs)
    return loss, [each - rate * (len(outputs) * y[j] - outputs.count(j)) / warmth for j, each in enumerate(b)]

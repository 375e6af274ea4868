"""Counted n-grams with Python dictionaries and fractions."""

from fractions import Fraction


def probabilities(instances, words, context, n, k):
    """p(w | context) of a list of (inputs, outputs), Katz's back-off from add-k: for each w its p, order and factor."""
    k = Fraction(k)
    asked = tuple(context[len(context) - (n - 1) :])
    counts = {}
    for inputs, outputs in instances:
        if tuple(inputs[len(inputs) - (n - 1) :]) == asked:
            for o in outputs:
                counts[o] = counts.get(o, 0) + 1
    total = sum(counts.values())
    if n == 1:
        return [((counts.get(w, 0) + k) / (total + k * words), 1, Fraction(1)) for w in range(words)]
    shorter = probabilities(instances, words, context, n - 1, k)
    if not total:
        return shorter
    own = {w: (c + k) / (total + k * words) for w, c in counts.items()}
    never = sum(shorter[w][0] for w in range(words) if w not in own)
    alpha = (1 - sum(own.values())) / never if k and never else Fraction()
    return [
        (own[w], n, Fraction(1)) if w in own else (alpha * shorter[w][0], shorter[w][1], alpha * shorter[w][2])
        for w in range(words)
    ]

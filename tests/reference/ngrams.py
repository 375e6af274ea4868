"""Counted n-grams with Python dictionaries."""


def probabilities(instances, words, context, n, k):
    """p(w | context) of a list of (inputs, outputs): the longest context that was seen, add-k; (order, p of each)."""
    for order in range(n, 0, -1):
        asked = tuple(context[len(context) - (order - 1) :])
        counts = {}
        for inputs, outputs in instances:
            if tuple(inputs[len(inputs) - (order - 1) :]) == asked:
                for o in outputs:
                    counts[o] = counts.get(o, 0) + 1
        total = sum(counts.values())
        if total or order == 1:
            return order, [(counts.get(w, 0) + k) / (total + k * words) for w in range(words)]
    raise AssertionError

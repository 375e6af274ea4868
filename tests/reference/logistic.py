"""Naive twins of hierarchical softmax and negative sampling: Rong (2014), section 3, in plain loops.

`questions` are (row, t) pairs: the rows of the output matrix M that an instance asks, and their truths.
"""

import heapq
from math import exp, log


def sigmoid(u):
    return 1 / (1 + exp(-u))


def hidden(W, inputs):
    return [sum(W[i][k] for i in inputs) / len(inputs) for k in range(len(W[0]))]


def quantities(W, M, inputs, questions):
    """h, u, y, t, e (eq. 49, 57) and EH (eq. 53, 61)."""
    h = hidden(W, inputs)
    u = [sum(M[r][k] * h[k] for k in range(len(h))) for r, _ in questions]
    y = [sigmoid(score) for score in u]
    t = [float(truth) for _, truth in questions]
    e = [y[q] - t[q] for q in range(len(questions))]
    EH = [sum(e[q] * M[r][k] for q, (r, _) in enumerate(questions)) for k in range(len(h))]
    return {"h": h, "u": u, "y": y, "t": t, "e": e, "EH": EH}


def loss(W, M, inputs, questions):
    """Eq. 46, 55."""
    y = quantities(W, M, inputs, questions)["y"]
    return -sum(log(y[q]) if truth else log(1 - y[q]) for q, (_, truth) in enumerate(questions))


def step(W, M, batch, rate):
    """One update with the mean gradient of (inputs, questions) in a batch; returns new matrices."""
    new_W, new_M = [row[:] for row in W], [row[:] for row in M]
    for inputs, questions in batch:
        found = quantities(W, M, inputs, questions)
        for k in range(len(W[0])):
            for q, (r, _) in enumerate(questions):
                new_M[r][k] -= rate / len(batch) * found["e"][q] * found["h"][k]
            for i in inputs:
                new_W[i][k] -= rate / len(batch) / len(inputs) * found["EH"][k]
    return new_W, new_M


def huffman_cost(counts):
    """The least Σ count · depth of any binary tree with these leaves."""
    heap, cost = list(counts), 0
    heapq.heapify(heap)
    while len(heap) > 1:
        joined = heapq.heappop(heap) + heapq.heappop(heap)
        cost += joined
        heapq.heappush(heap, joined)
    return cost

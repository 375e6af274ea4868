"""Naive twin of the recurrent language model: Mikolov (2012), section 3.3, in plain loops.

U, W and V are lists of rows: U[unit][word], W[unit][unit one word ago], V[word][unit]. `states` are the last τ + 1
states, oldest first, `words` the τ words read before, oldest first, None before the first.
"""

from math import exp, log

FIRST_STATE = 0.1


def beginning(units, bptt):
    """(states, words) before the first word."""
    return [[FIRST_STATE] * units for _ in range(bptt + 1)], [None] * bptt


def sigmoid(x):
    return 1 / (1 + exp(-x))


def next_state(U, W, word, before):
    """Eq. 3.1."""
    units = range(len(W))
    return [sigmoid(U[k][word] + sum(W[k][i] * before[i] for i in units)) for k in units]


def answer(V, state):
    """Scores and probabilities: eq. 3.2–3.3."""
    u = [sum(row[k] * state[k] for k in range(len(state))) for row in V]
    total = sum(exp(score) for score in u)
    return u, [exp(score) / total for score in u]


def quantities(U, W, V, states, words, word, outputs):
    """Everything that one word computes, by name; the window is oldest first."""
    units, C = range(len(W)), len(outputs)
    s = [*states, next_state(U, W, word, states[-1])]
    w = [*words, word]
    u, y = answer(V, s[-1])
    t = [float(outputs.count(j)) for j in range(len(V))]
    e = [C * y[j] - t[j] for j in range(len(V))]
    back = [sum(V[j][k] * e[j] for j in range(len(V))) for k in units]
    eh = []  # of now first
    for time in reversed(range(len(w))):
        there = w[time] is not None
        eh.append([back[k] * s[time + 1][k] * (1 - s[time + 1][k]) if there else 0.0 for k in units])
        back = [sum(W[i][k] * eh[-1][i] for i in units) for k in units]
    return {"w": w, "s": s, "u": u, "y": y, "t": t, "e": e, "eh": eh[::-1]}


def loss(y, outputs):
    return -sum(log(y[o]) for o in outputs)


def step(U, W, V, states, words, batch, rate):
    """One update with the mean gradient of a batch of words in a row, each (word, outputs, whether it begins anew).

    Returns new U, W, V, the states and words that the next step finds, each word's quantities, and the mean loss.
    """
    units, share = range(len(W)), rate / len(batch)
    found, losses = [], []
    for word, outputs, begins in batch:
        if begins:
            states, words = beginning(len(W), len(words))
        q = quantities(U, W, V, states, words, word, outputs)
        found.append(q)
        losses.append(loss(q["y"], outputs))
        states, words = q["s"][1:], q["w"][1:]
    U, W, V = ([list(row) for row in matrix] for matrix in (U, W, V))
    for q in found:
        for time, word in enumerate(q["w"]):
            if word is None:
                continue
            for k in units:
                U[k][word] -= share * q["eh"][time][k]
                for i in units:
                    W[k][i] -= share * q["eh"][time][k] * q["s"][time][i]
        for j in range(len(V)):
            for k in units:
                V[j][k] -= share * q["e"][j] * q["s"][-1][k]
    return U, W, V, states, words, found, sum(losses) / len(losses)

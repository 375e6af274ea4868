"""Naive twins of the language models over a tree: their own equations, and Rong (2014), eq. 37–51, above them.

`questions` are (node, t) pairs of an instance's way: the rows of the output matrices that it asks, and the truths.
"""

from math import exp, log

from tests.reference import nnlm, rnnlm


def sigmoid(u):
    return 1 / (1 + exp(-u))


def answers(u, questions):
    """y, t and e of scores."""
    y = [sigmoid(score) for score in u]
    t = [float(truth) for _, truth in questions]
    return {"u": u, "y": y, "t": t, "e": [y[q] - t[q] for q in range(len(t))]}


def surprise(y, t):
    return -sum(log(p) if truth else log(1 - p) for p, truth in zip(y, t, strict=True))


def nnlm_quantities(weights, activation, inputs, questions):
    """Everything that one instance computes, by name; U_node, b_node and W_node may each be absent."""
    C, H, U, b, W = (weights.get(name) for name in ("C", "H", "U_node", "b_node", "W_node"))
    x = [feature for word in inputs for feature in C[word]]
    o = [d + sum(H[k][i] * x[i] for i in range(len(x))) for k, d in enumerate(weights.get("d", []))]
    a = [nnlm.f(activation, net) for net in o]
    u = []
    for n, _ in questions:
        score = b[n] if b else 0.0
        score += sum(W[n][i] * x[i] for i in range(len(x))) if W else 0.0
        score += sum(U[n][k] * a[k] for k in range(len(a))) if U else 0.0
        u.append(score)
    found = {"w": inputs, "x": x, "o": o, "a": a} | answers(u, questions)
    asked = [(e, n) for e, (n, _) in zip(found["e"], questions, strict=True)]
    Ea = [sum(e * U[n][k] for e, n in asked) for k in range(len(o))]
    Eo = [Ea[k] * nnlm.slope(activation, o[k]) for k in range(len(o))]
    Ex = []
    for i in range(len(x)):
        through_hidden = sum(Eo[k] * H[k][i] for k in range(len(o))) if H else 0.0
        Ex.append(through_hidden + (sum(e * W[n][i] for e, n in asked) if W else 0.0))
    return found | {"Ea": Ea, "Eo": Eo, "Ex": Ex}


def nnlm_loss(weights, activation, decay, inputs, questions):
    """The surprise, and λ/2 Σ w²."""
    found = nnlm_quantities(weights, activation, inputs, questions)
    squares = sum(w * w for name in ("C", "H", "U_node", "W_node") for row in weights.get(name, []) for w in row)
    return surprise(found["y"], found["t"]) + decay / 2 * squares


def nnlm_step(weights, activation, decay, frozen, batch, rate):
    """One update with the mean gradient of a batch; returns new weights."""
    gradients = {
        name: [[0.0] * len(row) if isinstance(row, list) else 0.0 for row in array] for name, array in weights.items()
    }
    m, share = len(weights["C"][0]), 1 / len(batch)
    for inputs, questions in batch:
        q = nnlm_quantities(weights, activation, inputs, questions)
        for place, word in enumerate(inputs):
            for k in range(m):
                gradients["C"][word][k] += share * q["Ex"][place * m + k]
        for k, row in enumerate(gradients.get("H", [])):
            gradients["d"][k] += share * q["Eo"][k]
            for i in range(len(row)):
                row[i] += share * q["Eo"][k] * q["x"][i]
        for e, (n, _) in zip(q["e"], questions, strict=True):
            if "b_node" in weights:
                gradients["b_node"][n] += share * e
            for name, side in (("U_node", "a"), ("W_node", "x")):
                for i in range(len(gradients[name][n]) if name in weights else 0):
                    gradients[name][n][i] += share * e * q[side][i]
    moved = {}
    for name, array in weights.items():
        if name in ("d", "b_node"):
            moved[name] = [w - rate * g for w, g in zip(array, gradients[name], strict=True)]
        elif name == "C" and frozen:
            moved[name] = array
        else:
            moved[name] = [
                [w - rate * (g + decay * w) for w, g in zip(*rows, strict=True)]
                for rows in zip(array, gradients[name], strict=True)
            ]
    return moved


def rnnlm_quantities(U, W, V, states, words, word, questions):
    """Everything that one word computes, by name; the window is oldest first, V has a row a node."""
    units = range(len(W))
    s = [*states, rnnlm.next_state(U, W, word, states[-1])]
    w = [*words, word]
    found = answers([sum(V[n][k] * s[-1][k] for k in units) for n, _ in questions], questions)
    back = [sum(e * V[n][k] for e, (n, _) in zip(found["e"], questions, strict=True)) for k in units]
    eh = []  # of now first
    for time in reversed(range(len(w))):
        there = w[time] is not None
        eh.append([back[k] * s[time + 1][k] * (1 - s[time + 1][k]) if there else 0.0 for k in units])
        back = [sum(W[i][k] * eh[-1][i] for i in units) for k in units]
    return {"w": w, "s": s} | found | {"eh": eh[::-1]}


def rnnlm_step(U, W, V, states, words, batch, rate):
    """One update with the mean gradient of words in a row, each (word, questions, whether it begins anew).

    Returns new U, W, V, the states and words that the next step finds, each word's quantities, and the mean loss.
    """
    units, share = range(len(W)), rate / len(batch)
    found, losses = [], []
    for word, questions, begins in batch:
        if begins:
            states, words = rnnlm.beginning(len(W), len(words))
        q = rnnlm_quantities(U, W, V, states, words, word, questions)
        found.append((q, questions))
        losses.append(surprise(q["y"], q["t"]))
        states, words = q["s"][1:], q["w"][1:]
    U, W, V = ([list(row) for row in matrix] for matrix in (U, W, V))
    for q, questions in found:
        for time, word in enumerate(q["w"]):
            if word is None:
                continue
            for k in units:
                U[k][word] -= share * q["eh"][time][k]
                for i in units:
                    W[k][i] -= share * q["eh"][time][k] * q["s"][time][i]
        for e, (n, _) in zip(q["e"], questions, strict=True):
            for k in units:
                V[n][k] -= share * e * q["s"][-1][k]
    return U, W, V, states, words, [q for q, _ in found], sum(losses) / len(losses)

"""Naive twin of CBOW and skip-gram with the full softmax: Rong (2014), sections 1 and 2, in plain loops.

W and W_out are lists of rows, a row a word. An instance is (inputs, outputs), lists of word ids.
"""

from math import exp, log


def forward(W, W_out, inputs):
    """h (eq. 18), u (eq. 2) and y (eq. 3)."""
    V, N, C = len(W), len(W[0]), len(inputs)
    h = [sum(W[i][k] for i in inputs) / C for k in range(N)]
    u = [sum(W_out[j][k] * h[k] for k in range(N)) for j in range(V)]
    highest = max(u)
    z = sum(exp(score - highest) for score in u)
    y = [exp(score - highest) / z for score in u]
    return h, u, y


def loss(W, W_out, inputs, outputs):
    """E = C log Σ exp(u_j) − Σ_c u_{o_c}: eq. 7, 29."""
    _, u, _ = forward(W, W_out, inputs)
    highest = max(u)
    normaliser = highest + log(sum(exp(score - highest) for score in u))
    return sum(normaliser - u[o] for o in outputs)


def quantities(W, W_out, inputs, outputs):
    """Everything that one instance computes, by name."""
    V, N, C = len(W), len(W[0]), len(outputs)
    h, u, y = forward(W, W_out, inputs)
    x = [inputs.count(i) / len(inputs) for i in range(V)]
    t = [float(outputs.count(j)) for j in range(V)]
    e = [C * y[j] - t[j] for j in range(V)]
    EH = [sum(e[j] * W_out[j][k] for j in range(V)) for k in range(N)]
    return {"x": x, "h": h, "u": u, "y": y, "t": t, "e": e, "EH": EH}


def step(W, W_out, batch, rate):
    """One update with the mean gradient of a batch (eq. 11, 16, 22–23, 33–35); returns new matrices."""
    V, N = len(W), len(W[0])
    grad = [[0.0] * N for _ in range(V)]
    grad_out = [[0.0] * N for _ in range(V)]
    for inputs, outputs in batch:
        q = quantities(W, W_out, inputs, outputs)
        for k in range(N):
            for j in range(V):
                grad_out[j][k] += q["e"][j] * q["h"][k] / len(batch)
            for i in inputs:
                grad[i][k] += q["EH"][k] / len(inputs) / len(batch)
    W = [[W[i][k] - rate * grad[i][k] for k in range(N)] for i in range(V)]
    W_out = [[W_out[j][k] - rate * grad_out[j][k] for k in range(N)] for j in range(V)]
    return W, W_out

"""A step with the full softmax, compiled: see `softmax`.

Every word's score is a sum over the units, and every word's vector moves: two passes over W′, whatever is asked.

h, EH : (N,). W, W_out : (V, N). u, y, e : (V,). outputs : (C,), ids of the output words. top : the `Top` of the scores.
In `update` and `train` all but W and W_out have (steps, batch) in front; rate : η. row, size : which step, and how many
instances it has. input_start, output_start : (instances + 1,), where each one's words stand in input_ids, output_ids :
(ids,). order, E : (steps, batch), instances, −1 for none, and losses. rates : (steps,). divided : whether an error is
shared among the input words. keep : whether every step keeps its numbers, else steps is 1 in front.
"""

from math import isfinite

from explorer.maths.activations import NEAR_1
from explorer.maths.kernel import inlined, kernel
from explorer.maths.softmax import softmax, surprise
from explorer.models.lookup import mean_of_rows, update_rows


@inlined
def scores(h, W_out, u):
    """u = W′ h: eq. 2.

    Each sum waits for its last term to arrive; four of them side by side keep the processor busy. Their order of
    terms, and with it every bit, is that of one sum at a time.
    """
    together = W_out.shape[0] - W_out.shape[0] % 4
    for j in range(0, together, 4):
        a = b = c = d = 0.0
        for k in range(h.size):
            a += W_out[j, k] * h[k]
            b += W_out[j + 1, k] * h[k]
            c += W_out[j + 2, k] * h[k]
            d += W_out[j + 3, k] * h[k]
        u[j], u[j + 1], u[j + 2], u[j + 3] = a, b, c, d
    for j in range(together, W_out.shape[0]):
        u[j] = 0.0
        for k in range(h.size):
            u[j] += W_out[j, k] * h[k]


@inlined
def forward(h, W_out, u, y):
    """Scores and probabilities of every word; returns the `Top` of them, no number if a score is not finite."""
    scores(h, W_out, u)
    return softmax(u, y)


@inlined
def loss(u, top, outputs):
    """E = Σ_c (log Σ_j exp(u_j) − u_{o_c}): eq. 7, and eq. 29 for several output words."""
    E = 0.0
    for o in outputs:
        E += surprise(u, top, o)
    return E


@inlined
def errors(y, top, outputs, e):
    """e = C·y − t: eq. 8, and eq. 30–31 for several output words. Where all of them are one word it is C(y − 1)."""
    C = outputs.size
    for j in range(y.size):
        e[j] = C * y[j]
    for o in outputs:
        e[o] -= 1.0
    o = outputs[0]
    if y[o] > NEAR_1:
        alike = 0
        for other in outputs:
            alike += other == o
        if alike == C:
            e[o] = -C * top.below


@inlined
def update(rate, row, size, e, h, W_out, EH):
    """EH_k = Σ_j e_j w′_jk (eq. 12) of a step's instances, and v′_j ← v′_j − η e_j h (eq. 11); is all of W′ finite?

    One pass over W′ for both, word by word: a word's vector is sent back for every instance before one of them moves
    it. For the first instance, of a step without a batch the only one, one loop does both.
    """
    words, units = W_out.shape
    for b in range(size):
        for k in range(units):
            EH[row, b, k] = 0.0
    finite = True
    for j in range(words):
        for b in range(1, size):
            for k in range(units):
                EH[row, b, k] += e[row, b, j] * W_out[j, k]
        pull = rate * e[row, 0, j]
        for k in range(units):
            EH[row, 0, k] += e[row, 0, j] * W_out[j, k]
            W_out[j, k] -= pull * h[row, 0, k]
            finite &= isfinite(W_out[j, k])
        for b in range(1, size):
            pull = rate * e[row, b, j]
            for k in range(units):
                W_out[j, k] -= pull * h[row, b, k]
                finite &= isfinite(W_out[j, k])
    return finite


@kernel
def train(input_start, input_ids, output_start, output_ids, order, rates, W, W_out, divided, keep, h, u, y, e, EH, E):
    """Each step of `order`; returns how many are finite."""
    steps, batch = order.shape
    for s in range(steps):
        row = s if keep else 0
        size = 0
        for b in range(batch):
            n = order[s, b]
            if n < 0:
                break
            size += 1
            inputs = input_ids[input_start[n] : input_start[n + 1]]
            outputs = output_ids[output_start[n] : output_start[n + 1]]
            mean_of_rows(W, inputs, h[row, b])
            top = forward(h[row, b], W_out, u[row, b], y[row, b])
            E[s, b] = loss(u[row, b], top, outputs)
            errors(y[row, b], top, outputs, e[row, b])
            if not isfinite(E[s, b]):
                return s
        rate = rates[s] / size
        finite = update(rate, row, size, e, h, W_out, EH)
        for b in range(size):
            n = order[s, b]
            finite &= update_rows(rate, EH[row, b], input_ids[input_start[n] : input_start[n + 1]], W, divided)
        if not finite:
            return s
    return steps

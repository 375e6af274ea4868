"""A step of the recurrent language model, compiled.

Where a network is small, loops over one word after another are fastest. Of a batch over a large one the states still
come one after the other, but all else is the same for each of its words, and then BLAS multiplies whole matrices, a row
a word. Which of the two a recipe gets depends on its sizes alone, so a step has the same bits wherever it is taken.

Beside each state of the window 1 − s is carried, which a state near 1 has no digits left for (`maths.activations`).

Of V words, N units and errors that go back over τ steps, float64 but for the ids:

U : (N, V). W : (N, N). V : (V, N). state : (τ+1, N), the states before the next word, and below : (τ+1, N), 1 − these
(belows : (batch, τ+1, N)). words : (τ,), ids of the words before. w : (τ+1,), s : (τ+2, N), eh : (τ+1, N), error :
(N,), u, y, e : (V,); in `train_words` and `train_matrices` these have (steps, batch) in front, steps 1 without
`keep`. input_ids : (instances,). output_start, output_ids : (instances + 1,) and (ids,), where each one's next words
stand. starts : (instances,), bool; begins : of one, whether its state is new. order, E : (steps, batch). rates :
(steps,); rate : of one.
"""

from math import isfinite

import numpy as np

from explorer.maths.activations import below_1, sigmoid
from explorer.maths.kernel import kernel
from explorer.maths.rows import TAME, add_product, add_transposed, all_finite, beyond
from explorer.maths.softmax import softmax
from explorer.models.outputs.softmax_step import errors, forward, loss

FIRST_STATE = 0.1  # every unit before the first word
NO_WORD = -1
LARGEST = float(np.finfo(float).max)


@kernel
def next_state(U, W, word, s, below):
    """The last row of s = σ(U w + W · the row before): eq. 3.1; below, (units,), becomes 1 − s of it."""
    now = s.shape[0] - 1
    for k in range(s.shape[1]):
        s[now, k] = U[k, word]
    add_product(W, s, s[1:], now - 1)
    for k in range(s.shape[1]):
        u = s[now, k]
        y = sigmoid(u)
        s[now, k], below[k] = y, below_1(u, y)


@kernel
def through_states(s, below, error):
    """error ← error · s(1 − s), in place."""
    for k in range(error.size):
        error[k] *= s[k] * below[k]


@kernel
def errors_before(W, w, s, below, eh):
    """e_h of every state of the window: eq. 3.12, 3.18; rows of no word stay 0.

    eh : its last row comes as what the output layer sends back. below : 1 − s of all states but the oldest, (τ + 1,
    units).
    """
    last = w.size - 1
    through_states(s[last + 1], below[last], eh[last])
    for j in range(last - 1, -1, -1):
        if w[j] < 0:
            break
        add_transposed(W, eh[j + 1], eh[j])
        through_states(s[j + 1], below[j], eh[j])


@kernel
def errors_through_time(V, W, w, s, below, e, eh):
    """The same, where all words are asked, from their errors e; eh[τ] is that of now."""
    eh[:] = 0.0
    add_transposed(V, e, eh[w.size - 1])
    errors_before(W, w, s, below, eh)


@kernel
def update_output(rate, e, s, V):
    """V −= rate e s(t)ᵀ. Errors and states are small numbers, so that what is finite stays finite (`rows.TAME`)."""
    now = s.shape[0] - 1
    for j in range(V.shape[0]):
        pull = rate * e[j]
        for k in range(V.shape[1]):
            V[j, k] -= pull * s[now, k]


@kernel
def update_through_time(rate, w, s, eh, U, W):
    """W −= rate Σ_k e_h(t−k) s(t−k−1)ᵀ, U −= rate Σ_k e_h(t−k) w(t−k)ᵀ; four terms at a time, in order."""
    fours = w.size // 4 * 4
    for k in range(W.shape[0]):
        for j in range(0, fours, 4):
            a, b, c, d = rate * eh[j, k], rate * eh[j + 1, k], rate * eh[j + 2, k], rate * eh[j + 3, k]
            for i in range(W.shape[1]):
                left = W[k, i] - a * s[j, i]
                left -= b * s[j + 1, i]
                left -= c * s[j + 2, i]
                W[k, i] = left - d * s[j + 3, i]
        for j in range(fours, w.size):
            pull = rate * eh[j, k]
            for i in range(W.shape[1]):
                W[k, i] -= pull * s[j, i]
        for j in range(w.size):
            if w[j] >= 0:
                U[k, w[j]] -= rate * eh[j, k]


@kernel
def remember(word, state, below, words, w, s):
    """Lay out the window of this word, and let the next one begin a word later: s[τ + 1] is still to be computed."""
    past = words.size
    s[: past + 1] = state
    w[:past] = words
    w[past] = word
    for j in range(past):
        for k in range(state.shape[1]):
            state[j, k], below[j, k] = state[j + 1, k], below[j + 1, k]
        words[j] = w[j + 1]


@kernel
def read(word, begins, U, W, state, below, words, w, s):
    """Read a word: its window w and s, whose last row is computed, and what the next one will find.

    below : 1 − state, (τ + 1, units): as `errors_through_time` wants it.
    """
    if begins:
        state[:] = FIRST_STATE
        below[:] = 1.0 - FIRST_STATE
        words[:] = NO_WORD
    remember(word, state, below, words, w, s)
    next_state(U, W, word, s, below[words.size])
    state[words.size] = s[words.size + 1]


@kernel
def train_words(
    input_ids, output_start, output_ids, starts, order, rates, U, W, V, state, below, words, keep, w, s, u, y, e, eh, E
):  # fmt: skip
    """Steps of the model, word after word; see `contract.Model.train`. Returns how many were done."""
    steps, batch = order.shape
    last = words.size + 1
    for step in range(steps):
        row = step if keep else 0
        size = 0
        for b in range(batch):
            n = order[step, b]
            if n < 0:
                break
            size += 1
            read(input_ids[n], starts[n], U, W, state, below, words, w[row, b], s[row, b])
            outputs = output_ids[output_start[n] : output_start[n + 1]]
            top = forward(s[row, b, last], V, u[row, b], y[row, b])
            E[step, b] = loss(u[row, b], top, outputs)
            if not isfinite(E[step, b]):
                return step
            errors(y[row, b], top, outputs, e[row, b])
            errors_through_time(V, W, w[row, b], s[row, b], below, e[row, b], eh[row, b])
        wild = 0
        for b in range(size):
            rate = rates[step] / size
            update_output(rate, e[row, b], s[row, b], V)
            update_through_time(rate, w[row, b], s[row, b], eh[row, b], U, W)
            wild += beyond(eh[row, b], 0, last, TAME / max(rate, 1.0))
        if wild and not (all_finite(U) and all_finite(W)):
            return step
    return steps


@kernel
def train_matrices(
    input_ids, output_start, output_ids, starts, order, rates, U, W, V, state, below, words, keep, w, s, u, y, e, eh, E
):  # fmt: skip
    """The same for batches over large networks."""
    batch, last = order.shape[1], words.size + 1
    now, past = np.empty((batch, W.shape[0])), np.empty((batch * last, W.shape[0]))
    belows = np.empty((batch, last, W.shape[0]))
    for step in range(len(order)):
        row = step if keep else 0
        size = np.sum(order[step] >= 0)
        for b in range(size):
            n = order[step, b]
            read(input_ids[n], starts[n], U, W, state, below, words, w[row, b], s[row, b])
            belows[b] = below
            now[b] = s[row, b, last]
            past[b * last : (b + 1) * last] = s[row, b, :last]
        np.dot(now[:size], V.T, u[row, :size])
        if beyond(u[row], 0, size, LARGEST):
            return step
        for b in range(size):
            n = order[step, b]
            outputs = output_ids[output_start[n] : output_start[n + 1]]
            top = softmax(u[row, b], y[row, b])
            E[step, b] = loss(u[row, b], top, outputs)
            errors(y[row, b], top, outputs, e[row, b])
        errors_of_matrices(V, W, w[row, :size], s[row, :size], belows, e[row, :size], eh[row, :size])
        rate = rates[step] / size
        wild = 0
        for b in range(size):
            wild += beyond(eh[row, b], 0, last, TAME / max(rate, 1.0))
            for j in range(last):
                if w[row, b, j] >= 0:
                    for k in range(W.shape[0]):
                        U[k, w[row, b, j]] -= rate * eh[row, b, j, k]
        subtract(rate, np.dot(e[row, :size].T, now[:size]), V)
        subtract(rate, np.dot(eh[row, :size].reshape(size * last, -1).T, past[: size * last]), W)
        if wild and not (all_finite(U) and all_finite(W)):
            return step
    return len(order)


@kernel
def errors_of_matrices(V, W, w, s, belows, e, eh):
    """`errors_through_time` of all words of a batch at once."""
    back = np.dot(e, V)
    for j in range(w.shape[1] - 1, -1, -1):
        for b in range(len(w)):
            if w[b, j] < 0:
                back[b] = 0.0
            through_states(s[b, j + 1], belows[b, j], back[b])
            eh[b, j] = back[b]
        if j:
            back = np.dot(back, W)


@kernel
def subtract(rate, gradient, weights):
    """weights −= rate · gradient."""
    for j in range(weights.shape[0]):
        for k in range(weights.shape[1]):
            weights[j, k] -= rate * gradient[j, k]

"""The step of the neural probabilistic language model, for one instance or a batch of them.

A quantity is a matrix with a slot, its first index, for each instance. Small networks take their instances one by one,
in plain loops; for larger ones a batch's products are products of matrices. Which of the two is a matter of the shapes
alone, so a block of steps and the same steps one by one do the same arithmetic.

A parameter that a recipe leaves out comes as an empty array: it adds nothing, and nothing of it moves.

Of V words with m features each, n − 1 words before, c hidden units, and as many slots as there are instances, float64
but for the ids:

C : (V, m). H : (c, (n−1)·m). d : (c,). U : (V, c). b : (V,). W : (V, (n−1)·m). w : (slots, n−1), int32, ids. x, Ex :
(slots, (n−1)·m). o, a, Ea, Eo : (slots, c). u, y, e : (slots, V). order, E : (steps, batch), as
`contract.Model.train` has them, and losses. rates : (steps,). output_start, output_ids : (instances + 1,) and (ids,),
where each instance's target stands. start, stop : the slots that are meant. share : η / instances. small : whether
loops are faster (`MATRICES_FROM`). code : of the activation. decay : λ. frozen, keep : whether C stays, and whether
all steps' rows are kept. limit : a size.
"""

from math import isfinite

import numpy as np

from explorer.maths.activations import activate, through
from explorer.maths.kernel import kernel
from explorer.maths.rows import (
    TAME,
    add_product,
    add_products,
    add_transposed_product,
    add_transposed_products,
    all_finite,
    beyond,
    descend,
    descend_all,
    descend_bias,
    shrink,
    sum_of_squares,
)
from explorer.maths.softmax import softmax
from explorer.models.outputs.softmax_step import errors, loss

MATRICES_FROM = 20_000  # weights times instances, from which BLAS is faster than the loops
LARGEST = np.finfo(float).max


@kernel
def look_up(C, w, at, x, slot):
    """x = (C(w_1), …, C(w_{n−1})), the vectors of the words in line `at` of w side by side."""
    m = C.shape[1]
    for position in range(w.shape[1]):
        for k in range(m):
            x[slot, position * m + k] = C[w[at, position], k]


@kernel
def hidden(small, code, H, d, x, o, a, start, stop):
    """o = d + Hx, a = f(o), for the instances in slots start … stop − 1."""
    for slot in range(start, stop):
        for k in range(d.size):
            o[slot, k] = d[k]
        if small:
            add_product(H, x, o, slot)
            activate(code, o[slot], a[slot])
    if not small and d.size:
        add_products(H, x[start:stop], o[start:stop])
        activate(code, o[start:stop].ravel(), a[start:stop].ravel())


@kernel
def forward(small, code, H, d, U, b, W, x, o, a, u, start, stop):
    """The hidden layer, and u = b + Wx + Ua."""
    hidden(small, code, H, d, x, o, a, start, stop)
    for slot in range(start, stop):
        for j in range(u.shape[1]):
            u[slot, j] = b[j] if b.size else 0.0
        if small:
            add_product(W, x, u, slot)
            add_product(U, a, u, slot)
    if not small:
        if d.size:
            add_products(U, a[start:stop], u[start:stop])
        if W.size:
            add_products(W, x[start:stop], u[start:stop])


@kernel
def through_hidden(small, code, H, o, a, Ea, Eo, Ex, start, stop):
    """Eo = Ea ∘ f′(o), Ex += Hᵀ Eo."""
    for slot in range(start, stop):
        for k in range(Ea.shape[1]):
            Eo[slot, k] = Ea[slot, k]
        through(code, o[slot], a[slot], Eo[slot])
        if small:
            add_transposed_product(H, Eo, Ex, slot)
    if H.size and not small:
        add_transposed_products(H, Eo[start:stop], Ex[start:stop])


@kernel
def backward(small, code, H, U, W, o, a, e, Ea, Eo, Ex, start, stop):
    """Ea = Uᵀe, Ex = Wᵀ e, and on through the hidden layer."""
    for slot in range(start, stop):
        for k in range(Ea.shape[1]):
            Ea[slot, k] = 0.0
        for i in range(Ex.shape[1]):
            Ex[slot, i] = 0.0
        if small:
            add_transposed_product(U, e, Ea, slot)
            add_transposed_product(W, e, Ex, slot)
    if not small:
        if U.size:
            add_transposed_products(U, e[start:stop], Ea[start:stop])
        if W.size:
            add_transposed_products(W, e[start:stop], Ex[start:stop])
    through_hidden(small, code, H, o, a, Ea, Eo, Ex, start, stop)


@kernel
def update_hidden(small, share, x, Eo, H, d, start, stop):
    """H and d move against the mean of their gradients; share = η / instances."""
    for slot in range(start, stop):
        descend_bias(share, Eo, d, slot)
        if small:
            descend(share, Eo, x, H, slot)
    if not small and H.size:
        descend_all(share, Eo[start:stop], x[start:stop], H)


@kernel
def update(small, share, x, a, e, Eo, H, d, U, b, W, start, stop):
    """H, d, U, b and W, likewise."""
    update_hidden(small, share, x, Eo, H, d, start, stop)
    for slot in range(start, stop):
        descend_bias(share, e, b, slot)
        if small:
            descend(share, e, a, U, slot)
            descend(share, e, x, W, slot)
    if not small:
        if H.size:
            descend_all(share, e[start:stop], a[start:stop], U)
        if W.size:
            descend_all(share, e[start:stop], x[start:stop], W)


@kernel
def update_table(share, Ex, slot, w, at, C):
    """C(w_p) −= share · (piece p of Ex), for every position p of line `at` of w."""
    m = C.shape[1]
    for position in range(w.shape[1]):
        for k in range(m):
            C[w[at, position], k] -= share * Ex[slot, position * m + k]


@kernel
def within(limit, x, o, u, Ea, Ex, start, stop):
    """Whether all that a step computes is within ±limit; activations, e and Eo are never larger than these."""
    count = beyond(x, start, stop, limit) + beyond(o, start, stop, limit) + beyond(u, start, stop, limit)
    return count + beyond(Ea, start, stop, limit) + beyond(Ex, start, stop, limit) == 0


@kernel
def penalty_of(decay, C, H, U, W):
    """λ/2 times the squares of all weights but the biases."""
    return 0.5 * decay * (sum_of_squares(C) + sum_of_squares(H) + sum_of_squares(U) + sum_of_squares(W))


@kernel
def shrink_all(share, frozen, C, H, U, W):
    """The same weights, but for a frozen table, each less a share of itself."""
    shrink(share, H)
    shrink(share, U)
    shrink(share, W)
    if not frozen:
        shrink(share, C)


@kernel
def train(
    order, rates, output_start, output_ids, code, decay, frozen, keep,
    C, H, d, U, b, W, w, x, o, a, u, y, e, Ea, Eo, Ex, E,
):  # fmt: skip
    """Steps, see `contract.Model.train`, until a number is not finite. Quantities come as rows, a step's in a row."""
    steps, batch = order.shape
    small = batch * (H.size + U.size + W.size) < MATRICES_FROM
    for s in range(steps):
        start = (s if keep else 0) * batch
        stop = start
        while stop < start + batch and order[s, stop - start] >= 0:
            look_up(C, w, s * batch + stop - start, x, stop)
            stop += 1
        penalty = penalty_of(decay, C, H, U, W) if decay else 0.0
        forward(small, code, H, d, U, b, W, x, o, a, u, start, stop)
        total = 0.0
        for slot in range(start, stop):
            n = order[s, slot - start]
            outputs = output_ids[output_start[n] : output_start[n + 1]]
            top = softmax(u[slot], y[slot])
            E[s, slot - start] = loss(u[slot], top, outputs) + penalty
            total += E[s, slot - start]
            errors(y[slot], top, outputs, e[slot])
        backward(small, code, H, U, W, o, a, e, Ea, Eo, Ex, start, stop)
        wild = not within(TAME, x, o, u, Ea, Ex, start, stop)
        if not isfinite(total) or (wild and not within(LARGEST, x, o, u, Ea, Ex, start, stop)):
            return s
        share, shrunk = rates[s] / (stop - start), rates[s] * decay
        if shrunk:
            shrink_all(shrunk, frozen, C, H, U, W)
        update(small, share, x, a, e, Eo, H, d, U, b, W, start, stop)
        if not frozen:
            for slot in range(start, stop):
                update_table(share, Ex, slot, w, s * batch + slot - start, C)
        if (wild or shrunk > 2.0) and not (
            all_finite(C) and all_finite(H) and all_finite(d) and all_finite(U) and all_finite(b) and all_finite(W)
        ):
            return s
    return steps


def laid_out_words(instances, order, w) -> None:
    """Write the input words of each instance of `order` into w, int64 (steps, batch, n − 1); −1 where there is none."""
    starts = instances.input_start[:-1][order]
    w[:] = instances.input_ids[starts[..., None] + np.arange(w.shape[-1])]
    w[order < 0] = -1

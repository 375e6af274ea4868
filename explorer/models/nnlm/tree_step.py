"""The step of the neural language model over a tree of the words: only the nodes on a path are asked.

Which they are is known beforehand: `node` and `t`, a row an instance, −1 where its path has ended. The hidden layer
is computed as for a softmax, in `step`, whose letters have the same shapes here; but U : (nodes, c), W : (nodes,
(n−1)·m), b : (nodes,), u, y, e : (slots, path), of which `answer` and `update_nodes` get one slot's, and those of x,
a, Ea and Ex: (path,), ((n−1)·m,) and (c,). asked, node : ids of the nodes, (path,) and (slots, path). t : 1 where its
path goes left.
"""

from math import isfinite

import numpy as np

from explorer.maths.activations import SIGMOID, error, sigmoid
from explorer.maths.kernel import kernel
from explorer.maths.rows import TAME, all_finite, beyond
from explorer.models.nnlm.step import (
    LARGEST,
    MATRICES_FROM,
    hidden,
    look_up,
    penalty_of,
    shrink_all,
    through_hidden,
    update_hidden,
    update_table,
)
from explorer.models.outputs.logistic import surprise


@kernel
def answer(asked, t, x, a, U, b, W, u, y, e, Ea, Ex):
    """u = b + Wx + Ua of each node asked, y = σ(u), e = y − t, Ea = Uᵀe, Ex = Wᵀe; returns the loss, or NaN."""
    E, finite = 0.0, True
    Ea[:] = 0.0
    Ex[:] = 0.0
    for q in range(asked.size):
        n = asked[q]
        if n < 0:
            break
        score = b[n] if b.size else 0.0
        if W.size:
            for i in range(x.size):
                score += W[n, i] * x[i]
        if U.size:
            for k in range(a.size):
                score += U[n, k] * a[k]
        finite &= isfinite(score)
        u[q] = score
        y[q] = sigmoid(score)
        e[q] = error(SIGMOID, score, y[q], t[q])
        E += surprise(score, t[q])
        if W.size:
            for i in range(x.size):
                Ex[i] += e[q] * W[n, i]
        if U.size:
            for k in range(a.size):
                Ea[k] += e[q] * U[n, k]
    return E if finite else np.nan


@kernel
def update_nodes(share, asked, e, x, a, U, b, W):
    """The rows of the nodes asked move against their gradient; share = η / instances."""
    for q in range(asked.size):
        n = asked[q]
        if n < 0:
            break
        pull = share * e[q]
        if b.size:
            b[n] -= pull
        if W.size:
            for i in range(x.size):
                W[n, i] -= pull * x[i]
        if U.size:
            for k in range(a.size):
                U[n, k] -= pull * a[k]


@kernel
def within(limit, x, o, Ea, Ex, start, stop):
    """Whether all that multiplies a weight is within ±limit; activations, e and Eo are never larger than these."""
    count = beyond(x, start, stop, limit) + beyond(o, start, stop, limit)
    return count + beyond(Ea, start, stop, limit) + beyond(Ex, start, stop, limit) == 0


@kernel
def train(
    order, rates, code, decay, frozen, keep, C, H, d, U, b, W, w, node, t, x, o, a, u, y, e, Ea, Eo, Ex, E
):  # fmt: skip
    """Steps of the model; see `step.train`. node, t : as w, a row for each instance of all steps."""
    steps, batch = order.shape
    small = batch * H.size < MATRICES_FROM
    for s in range(steps):
        start = (s if keep else 0) * batch
        stop = start
        while stop < start + batch and order[s, stop - start] >= 0:
            look_up(C, w, s * batch + stop - start, x, stop)
            stop += 1
        penalty = penalty_of(decay, C, H, U, W) if decay else 0.0
        hidden(small, code, H, d, x, o, a, start, stop)
        total = 0.0
        for row in range(start, stop):
            n = s * batch + row - start
            loss = answer(node[n], t[n], x[row], a[row], U, b, W, u[row], y[row], e[row], Ea[row], Ex[row])
            E[s, row - start] = loss + penalty
            total += E[s, row - start]
        through_hidden(small, code, H, o, a, Ea, Eo, Ex, start, stop)
        wild = not within(TAME, x, o, Ea, Ex, start, stop)
        if not isfinite(total) or (wild and not within(LARGEST, x, o, Ea, Ex, start, stop)):
            return s
        share, shrunk = rates[s] / (stop - start), rates[s] * decay
        if shrunk:
            shrink_all(shrunk, frozen, C, H, U, W)
        update_hidden(small, share, x, Eo, H, d, start, stop)
        for row in range(start, stop):
            n = s * batch + row - start
            update_nodes(share, node[n], e[row], x[row], a[row], U, b, W)
            if not frozen:
                update_table(share, Ex, row, w, n, C)
        if (wild or shrunk > 2.0) and not (
            all_finite(C) and all_finite(H) and all_finite(d) and all_finite(U) and all_finite(b) and all_finite(W)
        ):
            return s
    return steps

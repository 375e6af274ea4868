"""The step of the recurrent language model over a tree of the words, compiled: only the nodes on a path are asked.

Which they are is known beforehand: `node` and `t`, (steps, batch, path), −1 where a path has ended. The other letters
have the shapes that they have in `step`; but V : (nodes, N), u, y, e : (steps, batch, path).
"""

from math import isfinite

from explorer.maths.kernel import kernel
from explorer.maths.rows import TAME, all_finite, beyond
from explorer.models.outputs.logistic import answer, update
from explorer.models.rnnlm.step import errors_before, read, update_through_time


@kernel
def train_nodes(
    input_ids, starts, order, rates, U, W, V, state, below, words, keep, w, s, node, t, u, y, e, eh, E
):  # fmt: skip
    """Steps of the model, word after word; see `contract.Model.train`. V has a row a node."""
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
            eh[row, b] = 0.0
            now, back = s[row, b, last], eh[row, b, last - 1]
            E[step, b] = answer(node[step, b], t[step, b], now, V, u[row, b], y[row, b], e[row, b], back)
            if not isfinite(E[step, b]):
                return step
            errors_before(W, w[row, b], s[row, b], below, eh[row, b])
        finite = True
        wild = 0
        for b in range(size):
            rate = rates[step] / size
            finite &= update(rate, node[step, b], e[row, b], s[row, b, last], V)
            update_through_time(rate, w[row, b], s[row, b], eh[row, b], U, W)
            wild += beyond(eh[row, b], 0, last, TAME / max(rate, 1.0))
        if not finite or (wild and not (all_finite(U) and all_finite(W))):
            return step
    return steps

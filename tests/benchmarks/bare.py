"""A replay beside a bare Numba loop of the same arithmetic: what records, batches and choices cost a step.

The loop knows full softmax alone, an instance a step. It computes every number in the order in which the kernels do, so
that the weights and losses of both are equal in every bit, and it looks for numbers that are not finite as they do.
Times are the processor's, so that other work on the machine counts for less.

Run by `tests.benchmarks.kernels`.
"""

import time
from functools import partial
from math import isfinite, log, log1p

import numba
import numpy as np

from explorer import Recipe
from explorer.maths.activations import NEAR_1
from explorer.maths.exponential import LOWEST, exponential
from explorer.training.replay import Trajectory
from tests.benchmarks.common import in_turns, query_over

STEPS = {
    (8, 2): 10_000,
    (14, 5): 10_000,
    (50, 20): 2_000,
    (100, 50): 400,
}  # V, N: in milliseconds, as a replay's pieces
TIMES = 1.3
MORE = 10  # rounds, for each of those of longer measures

bare = numba.njit(nogil=True, error_model="numpy", forceinline=True)


@bare
def scored(W_out, h, u, y):
    """Scores u and their exponentials y; returns their largest and their sum. Four scores at a time are quicker."""
    V, N = W_out.shape
    fours = V // 4 * 4
    for j in range(0, fours, 4):
        a = b = c = d = 0.0
        for k in range(N):
            a += W_out[j, k] * h[k]
            b += W_out[j + 1, k] * h[k]
            c += W_out[j + 2, k] * h[k]
            d += W_out[j + 3, k] * h[k]
        u[j], u[j + 1], u[j + 2], u[j + 3] = a, b, c, d
    for j in range(fours, V):
        u[j] = 0.0
        for k in range(N):
            u[j] += W_out[j, k] * h[k]
    largest, total = u[0], 0.0
    for j in range(1, V):
        largest = max(largest, u[j])
    for j in range(V):
        below = u[j] - largest
        y[j] = exponential(max(below, LOWEST)) if below >= LOWEST else -0.0 * below
    for j in range(V):
        total += y[j]
    return largest, total


@bare
def told(output_ids, first, end, u, y, e, largest, total):
    """Probabilities y and errors e; returns the loss. Where a word is almost certain, 1 − y is what others have."""
    surprise, certain, others = log(total), total * NEAR_1 < 1.0, total - 1.0
    if certain:
        others = 0.0
        for j in range(y.size):
            others += y[j] if y[j] < 1.0 else 0.0
        surprise = log1p(others)
    for j in range(y.size):
        y[j] /= total
        e[j] = (end - first) * y[j]
    E = 0.0
    for c in range(first, end):
        E += largest - u[output_ids[c]] + surprise
        e[output_ids[c]] -= 1.0
    if end - first == 1 and y[output_ids[first]] > NEAR_1:
        e[output_ids[first]] = -others / total
    return E


@bare
def loop(order, rates, input_start, input_ids, output_start, output_ids, W, W_out, losses):
    """Steps of `order`, (steps,) instance numbers; W and W_out, (V, N), are changed in place, losses (steps,) written.

    Returns how many steps were done before a number was not finite.
    """
    V, N = W_out.shape
    h, u, y, e, EH = np.empty(N), np.empty(V), np.empty(V), np.empty(V), np.empty(N)
    for s in range(order.size):
        n = order[s]
        first, end = input_start[n], input_start[n + 1]
        h[:] = 0.0
        for c in range(first, end):
            for k in range(N):
                h[k] += W[input_ids[c], k]
        for k in range(N):
            h[k] /= end - first
        largest, total = scored(W_out, h, u, y)
        losses[s] = told(output_ids, output_start[n], output_start[n + 1], u, y, e, largest, total)
        if not isfinite(losses[s]):
            return s
        EH[:] = 0.0
        finite = True
        for j in range(V):
            pull = rates[s] * e[j]
            for k in range(N):
                EH[k] += e[j] * W_out[j, k]
                W_out[j, k] -= pull * h[k]
                finite &= isfinite(W_out[j, k])
        pull = rates[s] / (end - first)
        for c in range(first, end):
            for k in range(N):
                W[input_ids[c], k] -= pull * EH[k]
                finite &= isfinite(W[input_ids[c], k])
        if not finite:
            return s
    return order.size


def ways(words, units, steps):
    """What is compared, by name: functions of no argument that take so many steps from the start, in one memory."""
    trajectory = Trajectory(Recipe.from_query(query_over(words, units)))
    start, weights, losses = trajectory.parameters(0), trajectory.parameters(0), np.empty(steps)
    order, rates = trajectory.stream.order(0, steps)[:, 0], trajectory.stream.rates(0, steps)
    data = trajectory.stream.segment(0).corpus.instances
    arrays = data.input_start, data.input_ids, data.output_start, data.output_ids, weights["W"], weights["W_out"]

    def from_start(steps_taken):
        for name, array in start.items():
            weights[name][:] = array
        return steps_taken

    replay = partial(trajectory.advance, weights, 0, steps)
    timed = {"replay": replay, "kept": partial(replay, keep=True), "bare": partial(loop, order, rates, *arrays, losses)}
    assert from_start(timed["bare"])() == steps
    expected = {name: array.copy() for name, array in weights.items()}
    np.testing.assert_array_equal(from_start(replay)()["loss"][:, 0], losses)
    for name, array in expected.items():
        np.testing.assert_array_equal(weights[name], array)
    return {name: partial(from_start, way) for name, way in timed.items()}


def compare(report, rounds):
    """A replay, and one that keeps everything, beside the loop."""
    for (words, units), steps in STEPS.items():
        taken = in_turns(MORE * rounds, time.thread_time, **ways(words, units, steps))
        replay, kept, bare = (1e9 * min(seconds) / steps for seconds in taken.values())
        size = f"V={words}, N={units}"
        report.tell(f"{size}, ns a step: replay {replay:,.0f}, everything kept {kept:,.0f}, bare loop {bare:,.0f}")
        report.at_most(f"{size}: replay / bare loop", replay / bare, TIMES)

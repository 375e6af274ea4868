"""The recurrent language model: a block of frames beside a lean NumPy loop of the same steps.

Run by `tests.benchmarks.kernels`.
"""

from typing import NamedTuple

import numpy as np

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from tests.benchmarks.common import in_turns

BPTT = 3


class Case(NamedTuple):
    """So many words, units, words a step; the steps of a block, and how much faster it has to be."""

    words: int
    units: int
    batch: int
    steps: int
    times: float

    @property
    def title(self) -> str:
        return f"rnnlm, V={self.words}, h={self.units}" + (f", {self.batch} at once" if self.batch > 1 else "")

    @property
    def recipe(self) -> Recipe:
        ids = np.random.default_rng(0).integers(0, self.words, self.batch * self.steps)
        text = " ".join(f"w{i}" for i in (*range(self.words), *ids))
        return Recipe(text=text, model="rnnlm", hidden=(self.units,), bptt=BPTT, batch_size=self.batch)


CASES = (
    Case(14, 5, 1, 500, 10),
    Case(30, 20, 1, 500, 10),
    Case(50, 20, 1, 500, 1),
    Case(200, 50, 1, 200, 1),
    Case(1000, 100, 1, 100, 1),
    Case(30, 20, 16, 100, 1),
    Case(200, 50, 32, 40, 1),
    Case(1000, 100, 32, 12, 1),
)


def numpy_loop(instances, rate, U, W, V):
    """The steps of (word, next word) pairs, as one writes them with speed in mind; the weights change in place."""
    losses, words, y = np.empty(len(instances)), [-1] * (BPTT + 1), np.empty(len(V))
    s, eh = np.full((BPTT + 2, len(W)), 0.1), np.empty((BPTT + 1, len(W)))
    for step, (word, target) in enumerate(instances):
        s[:-1], words = s[1:], [*words[1:], word]
        net = W @ s[-2]
        net += U[:, word]
        s[-1] = 1 / (1 + np.exp(-net))
        np.dot(V, s[-1], out=y)
        largest, score = y.max(), y[target]
        y -= largest
        np.exp(y, out=y)
        total = y.sum()
        losses[step] = largest + np.log(total) - score
        y /= total
        y[target] -= 1
        slopes, first = s[1:] * (1 - s[1:]), BPTT
        np.multiply(y @ V, slopes[-1], out=eh[-1])
        while first and words[first - 1] >= 0:
            first -= 1
            np.multiply(eh[first + 1] @ W, slopes[first], out=eh[first])
        V -= np.outer(rate * y, s[-1])
        pull = rate * eh[first:]
        W -= pull.T @ s[first:-1]
        for place, known in enumerate(words[first:]):
            U[:, known] -= pull[place]
    return losses


def numpy_batches(batches, rate, U, W, V):
    """The same of batches, (words, next words) arrays: only the states come one after the other."""
    losses, state, before = np.empty(len(batches)), np.full((BPTT + 1, len(W)), 0.1), np.full(BPTT, -1)
    for step, (words, targets) in enumerate(batches):
        size, rows = len(words), np.arange(len(words))
        s, read = np.concatenate([state, np.empty((size, len(W)))]), np.concatenate([before, words])
        for b in rows:
            net = W @ s[BPTT + b]
            net += U[:, words[b]]
            s[BPTT + 1 + b] = 1 / (1 + np.exp(-net))
        y = s[BPTT + 1 :] @ V.T
        largest, score = y.max(axis=1), y[rows, targets]
        y -= largest[:, None]
        np.exp(y, out=y)
        total = y.sum(axis=1)
        losses[step] = np.mean(largest + np.log(total) - score)
        y /= total[:, None]
        y[rows, targets] -= 1
        back, of_W, of_U = y @ V, np.zeros_like(W), np.zeros_like(U)
        for k in range(BPTT + 1):
            now, known = s[BPTT + 1 - k :][:size], read[BPTT - k :][:size]
            back *= now * (1 - now)
            back[known < 0] = 0
            of_W += back.T @ s[BPTT - k :][:size]
            np.add.at(of_U.T, known[known >= 0], back[known >= 0])
            back = back @ W
        V -= rate / size * (y.T @ s[BPTT + 1 :])
        W -= rate / size * of_W
        U -= rate / size * of_U
        state, before = s[size:].copy(), read[size:]
    return losses


def compare(report, rounds):
    """A block of frames beside the same steps in NumPy, for each case."""
    for case in CASES:
        recipe = case.recipe
        run = Run(recipe)
        pairs = np.array([(inputs[0], outputs[0]) for inputs, outputs in run.instances])[: case.steps * case.batch]
        batches = [(each[:, 0], each[:, 1]) for each in np.split(pairs, case.steps)]
        loop, visited = (numpy_batches, batches) if case.batch > 1 else (numpy_loop, pairs.tolist())

        def with_frames(recipe=recipe, case=case):
            run = Run(recipe, Trajectory(recipe))
            return lambda: run.trace(0, case.steps)

        def in_numpy(run=run, loop=loop, visited=visited, rate=recipe.learning_rate):
            weights = {name: array.copy() for name, array in run.parameters.items()}
            return lambda: loop(visited, rate, **weights)

        np.testing.assert_allclose(in_numpy()(), run.trace(0, case.steps).losses, rtol=1e-9)
        taken = in_turns(rounds, frames=with_frames, numpy=in_numpy)
        frames, numpy = (1e9 * min(seconds) / case.steps for seconds in taken.values())
        report.tell(f"{case.title}, ns a step: with frames {frames:,.0f}, NumPy {numpy:,.0f}")
        report.at_least(f"{case.title}: NumPy loop / block of frames", numpy / frames, case.times)

"""The neural language model: a block of frames beside a lean NumPy loop, whose products are BLAS's.

Run by `tests.benchmarks.kernels`. BLAS has as many threads as the environment gives it, on both sides.
"""

from dataclasses import dataclass

import numpy as np

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from tests.benchmarks.common import in_turns

_CONTEXT = 3
_NAMES = ("C", "H", "d", "U", "b", "W")


@dataclass(frozen=True)
class Case:
    """So many words, features and hidden units, instances a step; and how much faster a block has to be."""

    words: int
    features: int
    units: int
    batch: int
    steps: int
    times: float

    @property
    def title(self) -> str:
        size = f"neural language model, V={self.words}, m={self.features}, h={self.units}"
        return f"{size}, {self.batch} at once" if self.batch > 1 else size

    @property
    def recipe(self) -> Recipe:
        return Recipe(
            text=sentences(self.words, max(3 * self.words, 2 * self.batch)), model="nnlm", context=_CONTEXT,
            vector_size=self.features, hidden=(self.units,), batch_size=self.batch, learning_rate=0.1,
        )  # fmt: skip


CASES = (
    Case(14, 5, 8, 1, 500, 10),
    Case(30, 5, 8, 1, 500, 10),
    Case(30, 5, 8, 10, 200, 1),
    Case(100, 20, 50, 1, 500, 1),
    Case(100, 20, 50, 20, 100, 1),
    Case(250, 50, 200, 1, 100, 1),
    Case(250, 50, 200, 100, 20, 1),
    Case(1000, 50, 100, 1, 50, 1),
)


def sentences(words, count) -> str:
    """So many sentences of a context and a word, and every word."""
    generator = np.random.default_rng(0)
    drawn = generator.integers(0, words, (count, _CONTEXT + 1))
    return "\n".join([" ".join(f"w{i}" for i in row) for row in drawn] + [f"w{i}" for i in range(words)])


def numpy_single(instances, rate, C, H, d, U, b, W):
    """The model as one writes it in NumPy with speed in mind, an instance a step; returns the losses.

    instances : [(word ids before, id of the next), …]. The weights are changed in place.
    """
    losses, m = np.empty(len(instances)), C.shape[1]
    pulled_H, pulled_U, pulled_W = map(np.empty_like, (H, U, W))
    for s, (words, target) in enumerate(instances):
        x = C[words].ravel()
        a = H.dot(x)
        a += d
        np.tanh(a, out=a)
        e = U.dot(a)
        e += b
        e += W.dot(x)
        largest, score = e.max(), e[target]
        e -= largest
        np.exp(e, out=e)
        total = e.sum()
        e /= total
        losses[s] = largest + np.log(total) - score
        e[target] -= 1.0
        back = e.dot(U)
        back *= 1.0 - a * a
        Ex = back.dot(H)
        Ex += e.dot(W)
        for error in (e, back, Ex):
            error *= rate
        np.multiply(e[:, None], a, out=pulled_U)
        np.multiply(e[:, None], x, out=pulled_W)
        np.multiply(back[:, None], x, out=pulled_H)
        U -= pulled_U
        W -= pulled_W
        H -= pulled_H
        b -= e
        d -= back
        np.subtract.at(C, words, Ex.reshape(-1, m))
    return losses


def numpy_batches(batches, rate, C, H, d, U, b, W):
    """The same with matrices, a row an instance."""
    losses, m = np.empty(len(batches)), C.shape[1]
    pulled_H, pulled_U, pulled_W = map(np.empty_like, (H, U, W))
    for s, (words, targets) in enumerate(batches):
        every, size = np.arange(len(targets)), len(targets)
        x = C[words].reshape(size, -1)
        a = x @ H.T
        a += d
        np.tanh(a, out=a)
        e = a @ U.T
        e += b
        e += x @ W.T
        largest, scores = e.max(axis=1, keepdims=True), e[every, targets]
        e -= largest
        np.exp(e, out=e)
        total = e.sum(axis=1, keepdims=True)
        e /= total
        losses[s] = np.mean(largest[:, 0] + np.log(total[:, 0]) - scores)
        e[every, targets] -= 1.0
        back = e @ U
        back *= 1.0 - a * a
        Ex = back @ H
        Ex += e @ W
        for error in (e, back, Ex):
            error *= rate / size
        np.dot(e.T, a, out=pulled_U)
        np.dot(e.T, x, out=pulled_W)
        np.dot(back.T, x, out=pulled_H)
        U -= pulled_U
        W -= pulled_W
        H -= pulled_H
        b -= e.sum(axis=0)
        d -= back.sum(axis=0)
        np.subtract.at(C, words, Ex.reshape(size, -1, m))
    return losses


def compare(report, rounds):
    """Every case: both do the same training, and the block is faster by its factor."""
    for case in CASES:
        recipe = case.recipe
        loop = numpy_batches if case.batch > 1 else numpy_single
        visited = _visited(recipe, case)
        losses = loop(visited, recipe.learning_rate, *_weights(recipe))
        np.testing.assert_allclose(losses, Run(recipe).trace(0, case.steps).losses, rtol=1e-8)

        def with_frames(recipe=recipe, steps=case.steps):
            run = Run(recipe, Trajectory(recipe))
            return lambda: run.trace(0, steps)

        def without_frames(recipe=recipe, steps=case.steps):
            run = Run(recipe, Trajectory(recipe))
            return lambda: run.seek(steps)

        def in_numpy(loop=loop, recipe=recipe, visited=visited):
            weights = _weights(recipe)
            return lambda: loop(visited, recipe.learning_rate, *weights)

        taken = in_turns(rounds, frames=with_frames, steps=without_frames, numpy=in_numpy)
        frames, steps, slow = (1e9 * min(seconds) / case.steps for seconds in taken.values())
        report.tell(f"{case.title}, ns a step: with frames {frames:,.0f}, without {steps:,.0f}, NumPy {slow:,.0f}")
        report.at_least(f"{case.title}: NumPy loop / block of frames", slow / frames, case.times)


def _weights(recipe):
    """The weights at the start, free to be changed."""
    start = Run(recipe).parameters
    return [start[name].copy() for name in _NAMES]


def _visited(recipe, case):
    """The words before and the next ones of each step."""
    instances, order = recipe.corpus.instances, Trajectory(recipe).stream.order(0, case.steps)
    before, after = instances.input_ids.reshape(-1, _CONTEXT), instances.output_ids
    numbers = [row[row >= 0] for row in order] if case.batch > 1 else order[:, 0]
    return [(before[n], after[n]) for n in numbers]

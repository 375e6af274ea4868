"""Units and networks of layers that learn from points: a block of frames beside a lean NumPy loop.

Run by `tests.benchmarks.kernels`.
"""

from dataclasses import dataclass

import numpy as np

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from tests.benchmarks.common import in_turns


@dataclass(frozen=True)
class Case:
    """So many points, inputs, hidden units and outputs, instances a step; and how much faster a block has to be."""

    points: int
    inputs: int
    hidden: tuple[int, ...] | None  # None: a single unit
    outputs: int
    batch: int
    steps: int
    times: float

    @property
    def title(self) -> str:
        network = "a unit" if self.hidden is None else f"layers of {' → '.join(map(str, self.layers))}"
        return f"{network}, {self.batch} at once" if self.batch > 1 else network

    @property
    def layers(self):
        return (self.inputs, *self.hidden, self.outputs)

    @property
    def recipe(self) -> Recipe:
        network = {"model": "perceptron"} if self.hidden is None else {"model": "mlp", "hidden": self.hidden}
        return Recipe(points=points(self.points, self.inputs, self.outputs), batch_size=self.batch, **network)


CASES = (
    Case(4, 2, None, 1, 1, 500, 10),
    Case(4, 2, (2,), 1, 1, 500, 10),
    Case(4, 2, (8,), 1, 1, 500, 10),
    Case(4, 2, (8,), 1, 4, 500, 1),
    Case(50, 30, (30,), 10, 1, 500, 1),
    Case(64, 10, (30,), 3, 16, 500, 1),
    Case(50, 50, (100, 100), 10, 1, 200, 1),
    Case(256, 50, (100, 100), 10, 64, 50, 1),
    Case(50, 100, (300, 300), 10, 1, 100, 1),
)


def points(count, inputs, outputs) -> str:
    generator = np.random.default_rng(0)
    sides = generator.normal(size=(count, inputs)).round(2), generator.integers(0, 2, (count, outputs))
    return "; ".join(" | ".join(" ".join(map(str, side)) for side in point) for point in zip(*sides, strict=True))


def numpy_loop(batches, rate, layers):
    """Layers of sigmoids on half squared errors as one writes them in NumPy with speed in mind; returns the losses.

    batches : [(inputs, targets), …], arrays (inputs,) and (outputs,), or with a batch axis before. layers : [(weights,
    biases), …], changed in place.
    """
    batched = batches[0][0].ndim > 1
    pulled, losses = [np.empty_like(weights) for weights, _ in layers], np.empty(len(batches))
    for s, (x, t) in enumerate(batches):
        passed = [x]
        for weights, biases in layers:
            y = x @ weights.T if batched else weights.dot(x)
            y += biases
            np.negative(y, out=y)
            np.exp(y, out=y)
            y += 1.0
            x = np.reciprocal(y, out=y)
            passed.append(x)
        size = len(x) if batched else 1
        error = x - t
        losses[s] = 0.5 * np.vdot(error, error) / size
        for i in range(len(layers) - 1, -1, -1):
            (weights, biases), y = layers[i], passed[i + 1]
            error *= y
            error *= 1.0 - y
            back = error.dot(weights) if i else None
            error *= rate / size
            if batched:
                np.dot(error.T, passed[i], out=pulled[i])
                biases -= error.sum(axis=0)
            else:
                np.multiply(error[:, None], passed[i], out=pulled[i])
                biases -= error
            weights -= pulled[i]
            error = back
    return losses


def compare(report, rounds):
    """Every case: both do the same training, and the block is faster by its factor."""
    for case in CASES:
        recipe = case.recipe
        batches = visited(recipe, case.steps)
        losses = numpy_loop(batches, recipe.learning_rate, layers_of(recipe))
        np.testing.assert_allclose(losses, Run(recipe).trace(0, case.steps).losses, rtol=1e-8)

        def with_frames(recipe=recipe, steps=case.steps):
            run = Run(recipe, Trajectory(recipe))
            return lambda: run.trace(0, steps)

        def without_frames(recipe=recipe, steps=case.steps):
            run = Run(recipe, Trajectory(recipe))
            return lambda: run.seek(steps)

        def in_numpy(recipe=recipe, batches=batches):
            layers = layers_of(recipe)
            return lambda: numpy_loop(batches, recipe.learning_rate, layers)

        taken = in_turns(rounds, frames=with_frames, steps=without_frames, numpy=in_numpy)
        frames, steps, loop = (1e9 * min(seconds) / case.steps for seconds in taken.values())
        report.tell(f"{case.title}, ns a step: with frames {frames:,.0f}, without {steps:,.0f}, NumPy {loop:,.0f}")
        report.at_least(f"{case.title}: NumPy loop / block of frames", loop / frames, case.times)


def layers_of(recipe):
    """The layers' weights and biases at the start, free to be changed."""
    start = Run(recipe).parameters
    layers = recipe.architecture.network.layers
    return [(np.atleast_2d(start[layer.weights]).copy(), start[layer.bias].copy()) for layer in layers]


def visited(recipe, steps):
    """The inputs and targets of each step, a single instance's without a batch axis."""
    data, order = recipe.corpus.instances, Trajectory(recipe).stream.order(0, steps)
    numbers = [row[row >= 0] for row in order] if recipe.batch_size > 1 else order[:, 0]
    return [(data.inputs[n], data.outputs[n]) for n in numbers]

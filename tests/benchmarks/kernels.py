"""Kernels: a replay beside a bare loop, a block of frames, the same steps without, a lean NumPy loop, and seeks.

The figure of each is the best of several rounds, taken in turns: what the machine can do when nothing
disturbs it.
"""

import argparse
from functools import partial

import numpy as np

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from tests.benchmarks import bare, points, preceding, recurrent
from tests.benchmarks.common import Report, in_turns, query_over

BLOCK = 500  # steps
SIZES = ((14, 5), (50, 20), (100, 50), (200, 50), (1000, 100))
FAR = 100_000  # steps


def numpy_loop(instances, rate, W, W_out):
    """Full-softmax word2vec as one writes it in NumPy with speed in mind; returns the losses.

    instances : [(input ids, output ids), …], int64 arrays. W, W_out : (V, N), changed in place.
    Every array that a step needs is made once; single words are taken by index, not as an array.
    """
    V, N = W.shape
    y, e, EH, h = np.empty(V), np.empty(V), np.empty(N), np.empty(N)
    pulled, losses = np.empty((V, N)), np.empty(len(instances))
    for s, (inputs, outputs) in enumerate(instances):
        single = len(inputs) == 1
        if single:
            h[:] = W[inputs[0]]
        else:
            W[inputs].mean(axis=0, out=h)
        np.dot(W_out, h, out=y)
        largest = y.max()
        score = y[outputs].sum()
        y -= largest
        np.exp(y, out=y)
        total = y.sum()
        y /= total
        losses[s] = len(outputs) * (largest + np.log(total)) - score
        np.multiply(y, len(outputs), out=e)
        for o in outputs:
            e[o] -= 1.0
        np.dot(e, W_out, out=EH)
        e *= rate
        np.multiply(e[:, None], h, out=pulled)
        W_out -= pulled
        EH *= rate / len(inputs)
        if single:
            W[inputs[0]] -= EH
        else:
            np.subtract.at(W, inputs, EH)
    return losses


def recipe_over(words, units):
    return Recipe.from_query(query_over(words, units))


def fresh_run(recipe):
    """A run that remembers nothing."""
    return Run(recipe, Trajectory(recipe))


def compare_block(report, words, units, rounds, block):
    """A block of frames beside the same steps without frames and in NumPy."""
    recipe = recipe_over(words, units)
    instances = [tuple(map(np.array, instance)) for instance in Run(recipe).instances]
    visited = [instances[s % len(instances)] for s in range(block)]

    def with_frames():
        run = fresh_run(recipe)
        return lambda: run.trace(0, block)

    def sent():
        run = fresh_run(recipe)
        return lambda: run.trace(0, block).to_bytes()

    def without_frames():
        run = fresh_run(recipe)
        return lambda: run.seek(block)

    def in_numpy():
        W, W_out = (array.copy() for array in Run(recipe).parameters.values())
        return lambda: numpy_loop(visited, recipe.learning_rate, W, W_out)

    check_numpy_loop(recipe, visited)
    taken = in_turns(rounds, frames=with_frames, sent=sent, steps=without_frames, numpy=in_numpy)
    frames, sent, steps, in_numpy = (1e9 * min(seconds) / block for seconds in taken.values())
    size = f"V={words}, N={units}"
    report.tell(
        f"{size}, ns a step: with frames {frames:,.0f}, packed for the browser {sent:,.0f}, "
        f"without frames {steps:,.0f}, NumPy {in_numpy:,.0f}"
    )
    if words == 14:
        report.at_most(f"{size}: block of frames / steps without frames", frames / steps, 2)
    report.at_least(f"{size}: NumPy loop / block of frames", in_numpy / frames, 10 if words == 14 else 1)


def check_numpy_loop(recipe, visited):
    """The loop must do the same training, else there is nothing to compare."""
    W, W_out = (array.copy() for array in Run(recipe).parameters.values())
    losses = numpy_loop(visited, recipe.learning_rate, W, W_out)
    run = Run(recipe)
    np.testing.assert_allclose(losses, run.trace(0, len(visited)).losses, rtol=1e-9)
    run.seek(len(visited))
    np.testing.assert_allclose(W, run.parameters["W"], rtol=0, atol=1e-9)
    np.testing.assert_allclose(W_out, run.parameters["W_out"], rtol=0, atol=1e-9)


def compare_seeks(report, rounds):
    """A seek far away beside as many steps in one call of the kernel, and seeks to places once passed."""
    recipe = recipe_over(14, 5)
    known = Trajectory(recipe)
    Run(recipe, known).seek(FAR)

    def plain():
        trajectory = Trajectory(recipe)
        parameters = trajectory.parameters(0)
        return lambda: trajectory.advance(parameters, 0, FAR)

    def far():
        run = fresh_run(recipe)
        return lambda: run.seek(FAR)

    def passed(step):
        run = Run(recipe, known)
        return lambda: run.seek(step)

    again = {str(step): partial(passed, step) for step in range(FAR - 1, FAR - 20_000, -1_499)}
    taken = in_turns(rounds, plain=plain, far=far, **again)
    plain, far, *again = (1e3 * min(seconds) for seconds in taken.values())
    report.tell(f"ms: {FAR:,} plain steps {plain:.1f}, seek there {far:.1f}, back again at most {max(again):.2f}")
    report.at_most(f"seek to step {FAR:,} / as many plain steps", far / plain, 1.2)
    report.at_most("seek to a step once passed, the slowest of some / plain steps", max(again) / plain, 0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15, help="times each is taken (default: %(default)s)")
    options = parser.parse_args()
    report = Report("Kernels")
    bare.compare(report, options.rounds)
    for words, units in SIZES:
        block = BLOCK if words < 1000 else 100
        compare_block(report, words, units, options.rounds, block)
    compare_seeks(report, options.rounds)
    preceding.compare(report, options.rounds)
    recurrent.compare(report, options.rounds)
    points.compare(report, options.rounds)
    report.end()


if __name__ == "__main__":
    main()

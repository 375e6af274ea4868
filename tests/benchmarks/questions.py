"""What questions across steps cost, beside a plain replay of the same steps: `python -m tests.benchmarks.questions`."""

import argparse
import time
from itertools import pairwise

from explorer import Recipe, Run
from explorer.budget import Budget
from explorer.training.replay import Trajectory
from tests.benchmarks.common import Report, in_turns, pairs_over

QUESTIONS = (
    ("condition on the loss", "loss < 0.1", 3),
    ("condition on a weight", "W[w1, 2] > 0.3", 3),
    ("condition on an output weight", "W_out[w1, 2] > 0.3", 3),
    ("condition on a cosine", "cos(W[w1], W[w2]) > 0.9", 4),
    ("condition on a rank", "rank(w4, w1 - w2 + w3) == 1", 10),
)


def replaying(recipe, steps):
    """A plain replay of the steps, from a state that is known."""
    trajectory = Trajectory(recipe)
    parameters = trajectory.parameters(0)

    def replay():
        at = 0
        while at < steps:
            end = trajectory.piece_end(at, steps)
            trajectory.advance(parameters, at, end - at)
            at = end

    return replay


def asking(recipe, ask):
    """A question asked of a run that nobody has asked before."""
    run = Run(recipe)
    return lambda: ask(run)


def longest_wait(recipe, ask):
    """The longest time, in ms, until a question that nobody waits for any more is left."""
    looked = []
    with Budget(gone=lambda: looked.append(time.perf_counter())):  # which never says so, as None is as good as False
        ask(Run(recipe))
    looked.append(time.perf_counter())
    return 1e3 * max(after - before for before, after in pairwise(looked))


CANCEL = 200  # ms
LARGE = 50_000  # words
LEDGER = 3  # replays that a ledger of one weight may take


def questions(steps):
    """(name, function of a run, limit) of what is asked at V=14."""
    for name, text, limit in QUESTIONS:
        yield name, lambda run, text=text: run.find(text, 0, steps), limit
    for name in ("W", "W_out"):
        yield f"ledger of a weight of {name}", lambda run, name=name: run.ledger(name, ("w1", 1), 0, steps), LEDGER
    yield "the loss of an instance", lambda run: run.loss_ledger(0, stop=steps), LEDGER


def questions_of_many(steps):
    """The same of a large vocabulary with negative sampling."""
    for name in ("W", "W_out"):
        yield f"ledger of a weight of {name}", lambda run, name=name: run.ledger(name, ("w1", 1), 0, steps), LEDGER
    yield "condition on a weight", lambda run: run.find("W[w1, 2] > 0.3", 0, steps), 3
    yield "the loss of an instance", lambda run: run.loss_ledger(0, stop=steps), LEDGER


def measure(report, title, recipe, steps, rounds, asked):
    actions = {"replay": lambda: replaying(recipe, steps)}
    limits = {name: limit for name, _, limit in asked}
    actions |= {name: lambda ask=ask: asking(recipe, ask) for name, ask, _ in asked}
    for prepare in actions.values():  # compiled before it is timed
        prepare()()
    taken = in_turns(rounds, **actions)
    replay = min(taken.pop("replay"))  # the best rounds, as what else runs on the machine only adds
    report.tell(f"{title}: a replay of {steps:,} steps takes {1e3 * replay:.1f} ms")
    for name, seconds in taken.items():
        took = min(seconds)
        report.at_most(f"{title}: {name}", took / replay, limits[name], note=f"{1e3 * took:.1f} ms")
    for name, ask, _ in asked:
        wait = min(longest_wait(recipe, ask) for _ in range(rounds))
        report.at_most(f"{title}: {name}, cancelled", wait, CANCEL, "ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=100_000, help="steps asked about (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="times that each is measured (default: %(default)s)")
    options = parser.parse_args()
    report = Report("Questions across steps, in plain replays of the same steps")
    small = Recipe(pairs=pairs_over(14), vector_size=5)
    large = Recipe(pairs=pairs_over(LARGE), vector_size=20, output="negative", negative=5)
    for title, recipe, asked in (("V=14, N=5", small, questions), (f"V={LARGE:,}, N=20", large, questions_of_many)):
        measure(report, title, recipe, options.steps, options.rounds, list(asked(options.steps)))
    report.end()


if __name__ == "__main__":
    main()

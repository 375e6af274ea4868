"""Output layers: one step of hierarchical softmax and of negative sampling beside one of the full softmax.

Steps are timed as runs do them, in blocks, without frames: the layers take turns, and the best of several rounds is
compared. A single call of its own is told beside, where Python's own part, the same for every layer, weighs more
than the step.
"""

import argparse

from explorer import Recipe, Run
from tests.benchmarks.common import Report, in_turns

SHARE = 500  # how many times cheaper a step has to be
BLOCK = {"softmax": 10, "hierarchical": 2_000, "negative": 2_000}  # steps that are timed together
OUTPUTS = tuple(BLOCK)


def recipe_over(words: int, units: int, output: str) -> Recipe:
    """Each word once, with another beside it to predict."""
    pairs = ",".join(f"w{i}|w{(3 * i + 1) % words}" for i in range(words))
    return Recipe(pairs=pairs, vector_size=units, output=output)


def ready(run: Run):
    """The run on its own, with nobody who holds its arrays, so that it goes on in place."""
    return run.advance(1)


def seconds_a_step(runs: dict, rounds: int, blocks: dict) -> dict[str, float]:
    """The best of several rounds, in turns."""
    actions = {
        name: lambda run=run, steps=blocks[name]: (ready(run), lambda: run.advance(steps))[1]
        for name, run in runs.items()
    }
    taken = in_turns(rounds, **actions)
    return {name: min(seconds) / blocks[name] for name, seconds in taken.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--words", type=int, default=50_000, help="default: %(default)s")
    parser.add_argument("--units", type=int, default=100, help="default: %(default)s")
    parser.add_argument("--rounds", type=int, default=7, help="default: %(default)s")
    options = parser.parse_args()
    report = Report(f"Output layers: V = {options.words:,}, N = {options.units}")
    runs = {output: Run(recipe_over(options.words, options.units, output)) for output in OUTPUTS}
    step = seconds_a_step(runs, options.rounds, BLOCK)
    alone = seconds_a_step(runs, 5 * options.rounds, dict.fromkeys(OUTPUTS, 1))
    for output in OUTPUTS:
        report.tell(f"{output}: {1e6 * step[output]:.3g} µs a step, {1e6 * alone[output]:.3g} µs in a call of its own")
    for output in OUTPUTS[1:]:
        shares = [each["softmax"] / each[output] for each in (step, alone)]
        note = f"1/{shares[0]:.0f}; with the call 1/{shares[1]:.0f}"
        report.at_most(f"{output}, as a part of a full-softmax step", 1 / shares[0], 1 / SHARE, note=note)
    report.end()


if __name__ == "__main__":
    main()

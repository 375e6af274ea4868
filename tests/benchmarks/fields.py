"""Blocks of frames of each dialect, loss and order beside the same steps without frames: at most twice as long.

The figure of each is the best of several rounds, taken in turns.
"""

import argparse
from random import Random

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from tests.benchmarks.common import Report, in_turns
from tests.benchmarks.points import points

STEPS = 500
LIMIT = 2


def text(words: int = 14, sentences: int = 40) -> str:
    """Sentences of eight words, frequent and rare ones, drawn with a seed."""
    chance, shares = Random(1), [1 / (1 + word) for word in range(words)]
    names = [f"w{word}" for word in range(words)]
    return "\n".join(" ".join(chance.choices(names, shares, k=8)) for _ in range(sentences))


def cases() -> dict[str, dict]:
    """Keywords of recipes by what is told of them."""
    cbow, turned = {"text": text()}, {"text": text(), "model": "skip-gram"}
    table, drawn = {"output": "hierarchical"}, {"output": "negative"}
    network, units = {"model": "mlp", "points": points(40, 4, 3)}, {"model": "perceptron"}
    told = {"CBOW, undivided": cbow | {"context_gradient": "undivided"}}
    told |= {"skip-gram, predicts centre": turned | {"predicts": "centre"}}
    told |= {"CBOW, reach by chance, sampled words": cbow | {"shrink_window": True, "sample": 0.1}}
    told |= {
        f"CBOW, {layer['output']}, sigmoid {sigmoid}": cbow | layer | {"sigmoid": sigmoid}
        for layer in (table, drawn)
        for sigmoid in ("c", "gensim")
    }
    told |= {f"CBOW, a draw of the target: {hit}": cbow | drawn | {"noise_hit": hit} for hit in ("skip", "keep")}
    more = {"counts": "text", "init_outputs": "zero"}
    told |= {
        f"CBOW, {layer['output']}, counts of the text, rows from 0": cbow | layer | more for layer in (table, drawn)
    }
    told |= {
        f"skip-gram, {dialect}": turned | drawn | {"dialect": dialect, "sample": 0.1} for dialect in ("c", "gensim")
    }
    told |= {"CBOW, rate with a floor": cbow | {"schedule": "linear", "epochs": 1, "rate_floor": 0.1}}
    told |= {"CBOW, sums over batches of 4": cbow | {"batch_size": 4, "batch_gradient": "sum"}}
    told |= {"CBOW, instances drawn": cbow | {"order": "sampled"}}
    told |= {"rnnlm, sentences drawn": {"text": text(), "model": "rnnlm", "order": "sampled"}}
    told |= {f"{model}, tree": {"text": text(), "model": model} | table for model in ("nnlm", "rnnlm")}
    told |= {f"network, {loss}": network | {"loss": loss} for loss in ("binary", "mse")}
    told |= {"network, hinge": _of_signs(network) | {"loss": "hinge", "output_activation": "identity"}}
    told |= {"network, tanh outputs": network | {"output_activation": "tanh"}}
    told |= {"network, no output biases": network | {"output_bias": False}}
    told |= {"network, six hidden layers": network | {"hidden": (8,) * 6}}
    told |= {f"unit, {loss}": units | {"points": points(40, 4, 1), "loss": loss} for loss in ("binary", "mse")}
    told |= {"unit, hinge": units | _of_signs({"points": points(40, 4, 1)}) | {"loss": "hinge", "link": "identity"}}
    return told


def _of_signs(recipe):
    """Targets 1 and −1, as the hinge has them."""
    sides = [point.split(" | ") for point in recipe["points"].split("; ")]
    return recipe | {"points": "; ".join(f"{x} | {t.replace('0', '-1')}" for x, t in sides)}


def compare(report, name: str, recipe: Recipe, rounds: int) -> None:
    """A block of frames beside the same steps, each by a run that remembers nothing."""

    def with_frames():
        run = Run(recipe, Trajectory(recipe))
        return lambda: run.trace(0, STEPS)

    def without_frames():
        run = Run(recipe, Trajectory(recipe))
        return lambda: run.seek(STEPS)

    taken = in_turns(rounds, frames=with_frames, steps=without_frames)
    frames, steps = (1e9 * min(seconds) / STEPS for seconds in taken.values())
    report.at_most(name, frames / steps, LIMIT, note=f"{frames:,.0f} ns a step, {steps:,.0f} without frames")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15, help="times each is taken (default: %(default)s)")
    options = parser.parse_args()
    report = Report("Block of frames / steps without frames")
    for name, keywords in cases().items():
        compare(report, name, Recipe(**keywords), options.rounds)
    report.end()


if __name__ == "__main__":
    main()

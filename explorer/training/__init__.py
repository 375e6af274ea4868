"""From a recipe to frames: the stream of instances, replay with checkpoints, runs and traces."""

from collections.abc import Iterator
from functools import partial

from explorer.models import MODELS
from explorer.models.outputs import OUTPUTS
from explorer.training.presets import PRESETS, Preset
from explorer.training.questions.expression import Expression
from explorer.training.races import Race
from explorer.training.recipe import Recipe
from explorer.training.run import Run

__all__ = ["PRESETS", "Expression", "Preset", "Race", "Recipe", "Run", "warm_up"]


def warm_up() -> Iterator[tuple[int, int, str]]:
    """Compile all kernels that a request can need, model by model; yields (number, of how many, whose) before each."""
    word2vec = [model for model in MODELS.values() if len(model.outputs) == len(OUTPUTS)]
    others = [model for model in MODELS.values() if model not in word2vec]
    jobs = [(model.name, partial(_first_steps, model)) for model in word2vec] + [
        ("the other output layers", _first_lap)
    ]
    jobs += ((model.name, partial(_first_steps, model)) for model in others)
    jobs.append(("questions across steps", _first_questions))
    for number, (name, compile_all) in enumerate(jobs, start=1):
        yield number, len(jobs), name
        compile_all()


def _first_steps(model):
    for trial in model.trials:
        run = Run(Recipe(**trial, model=model.name))
        run.trace(0, 1)
        run.probabilities(run.instances[0].inputs)


def _first_questions():
    run = Run(Recipe(pairs="a|b, b|c, c|a")).seek(2)
    run.ledger("W", (0, 0)).by_word()
    run.find("rank(a, b) == 1 or cos(a, c) > 1")


def _first_lap():
    Race(Recipe(pairs="a|b, b|a")).laps(0, 1)

"""From a recipe to frames: the stream of instances, replay with checkpoints, runs and traces."""

from collections.abc import Iterator

from explorer.models import MODELS
from explorer.training.presets import PRESETS, Preset
from explorer.training.races import Race
from explorer.training.recipe import Recipe
from explorer.training.run import Run

__all__ = ["PRESETS", "Preset", "Race", "Recipe", "Run", "warm_up"]


def warm_up() -> Iterator[tuple[int, int, str]]:
    """Compile all kernels, a model's after another's; yields (number, of how many, whose) before each."""
    total = len(MODELS) + 1
    for number, model in enumerate(MODELS.values(), start=1):
        yield number, total, model.name
        data = {"points": "0|1"} if model.reading == "points" else {"text": "a b c d e"}
        Run(Recipe(**data, model=model.name)).trace(0, 1)
    yield total, total, "the other output layers"
    Race(Recipe(pairs="a|b, b|a")).laps(0, 1)

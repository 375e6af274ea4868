"""From a recipe to frames: the stream of instances, replay with checkpoints, runs and traces."""

from collections.abc import Iterator

from explorer.models import MODELS
from explorer.training.presets import PRESETS, Preset
from explorer.training.recipe import Recipe
from explorer.training.run import Run

__all__ = ["PRESETS", "Preset", "Recipe", "Run", "warm_up"]


def warm_up() -> Iterator[tuple[int, int, str]]:
    """Compile every model's kernels, one after the other; yields (number, of how many, model) before each."""
    for number, name in enumerate(MODELS, start=1):
        yield number, len(MODELS), name
        Run(Recipe(pairs="a|b", model=name)).trace(0, 1)

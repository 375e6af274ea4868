"""Embedding Explorer: watch word vectors being learnt, one example at a time.

    from explorer import Recipe, Run

    run = Run(Recipe(preset="king-queen", seed=1)).seek(137)
    frame = run.frame()
    frame["h"], frame.loss, frame.gradients["W"], frame.updated["W"]

The same recipe at the same step gives the same bits, whichever way it was reached.
"""

from explorer.errors import Diverged, ExpressionError, RecipeError
from explorer.face import Run, save_lesson
from explorer.models import MODELS
from explorer.training import PRESETS, Expression, Recipe

__all__ = [
    "MODELS",
    "PRESETS",
    "Diverged",
    "Expression",
    "ExpressionError",
    "Recipe",
    "RecipeError",
    "Run",
    "save_lesson",
]

"""Where training starts: parameters drawn as a recipe says."""

from collections.abc import Mapping

import numpy as np

from explorer.maths.random import WEVI_PERIOD, uniform_initial, wevi_filled
from explorer.models.contract import Model


def drawn(model: Model, recipe, units: float | Mapping[str, float]) -> dict[str, np.ndarray]:
    """Parameters at the start as the recipe's `init` has them, in the model's order and shapes; biases 0.

    units : the others are spread over ±½/units; a number for all of them, or one for each by name.
    """
    sizes = model.sizes(recipe, recipe.corpus.instances)
    shapes = {parameter.name: model.axes_shape(parameter, sizes) for parameter in model.parameters}
    random = {parameter.name: shapes[parameter.name] for parameter in model.parameters if not parameter.bias}
    draw = uniform_initial if recipe.init == "uniform" else wevi_filled
    filled = draw(random, units if isinstance(units, Mapping) else dict.fromkeys(random, units), recipe.seed)
    return {name: filled[name] if name in filled else np.zeros(shape) for name, shape in shapes.items()}


def repeats(recipe, drawn: int) -> bool:
    """Whether a recipe's generator of initial weights begins again among so many that are drawn."""
    return recipe.init == "wevi" and drawn > WEVI_PERIOD

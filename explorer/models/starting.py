"""Where training starts: parameters drawn as a recipe says."""

import numpy as np

from explorer.maths.random import uniform_initial, wevi_filled
from explorer.models.contract import Model


def drawn(model: Model, recipe, units: int) -> dict[str, np.ndarray]:
    """Parameters at the start as the recipe's `init` has them, spread over ±½/units, in the model's order; biases 0."""
    sizes = model.sizes(recipe, recipe.corpus.instances)
    shapes = {parameter.name: model.axes_shape(parameter, sizes) for parameter in model.parameters}
    random = {parameter.name: shapes[parameter.name] for parameter in model.parameters if not parameter.bias}
    if recipe.init == "uniform":
        filled = uniform_initial(random, 0.5 / units, recipe.seed)
    else:
        filled = wevi_filled(random, units, recipe.seed)
    return {name: filled[name] if name in filled else np.zeros(shape) for name, shape in shapes.items()}

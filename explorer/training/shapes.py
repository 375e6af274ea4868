"""The shapes of a recipe's arrays: its own, if it brings some, and those that the model would make."""

from math import prod

from explorer import limits
from explorer.training.kinds import Arrays


def shapes(recipe) -> dict[str, tuple[int, ...]]:
    """The shape of each parameter of the recipe's model, by name, in the model's order."""
    model = recipe.architecture
    sizes = model.sizes(recipe, len(recipe.corpus.words))
    return {parameter.name: model.axes_shape(parameter, sizes) for parameter in model.parameters}


def check_shapes(recipe, problems):
    """Add a problem where the model would be too large, or where a given array does not fit."""
    expected = shapes(recipe)
    numbers = sum(prod(shape) for shape in expected.values())
    if numbers > limits.MAX_PARAMETERS:
        allowed = (
            f"a size with which the model has at most {limits.MAX_PARAMETERS:,} weights; it has {numbers:,}"
        )
        problems.append(("vector_size", recipe.vector_size, allowed))
    for name, array in (recipe.parameters or {}).items():
        if name not in expected:
            problems.append(("parameters", name, f"{Arrays.allowed}: {', '.join(expected)}"))
        elif array.shape != expected[name]:
            problems.append(("parameters", (name, array.shape), f"{name} of shape {expected[name]}"))


def initial_parameters(recipe) -> dict:
    """The arrays before the first step (float64, writable): drawn by the model, or given."""
    drawn = recipe.architecture.initial(recipe, len(recipe.corpus.words))
    return drawn | {name: array.copy() for name, array in (recipe.parameters or {}).items()}

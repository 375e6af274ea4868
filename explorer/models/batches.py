"""What a batch makes of the equations that stages declare, which are those of one instance.

A step takes the mean over its batch, or the sum, of losses and gradients. Every model does that alike, so none declares
it, and wherever the stages of a recipe are written they are taken from here.
"""

from dataclasses import replace

from explorer.models.declarations import Stage
from explorer.models.notation import after, math, over_batch, pulled_by_batch


def stages_of(recipe) -> tuple[Stage, ...]:
    """The stages of a recipe's model, where it has batches with what they make of the loss and of the rules."""
    stages = recipe.architecture.stages
    if recipe.batch_size == 1:
        return stages
    return tuple(_of_batch(stage, recipe.batch_gradient) for stage in stages)


def _of_batch(stage, gradient):
    """The stage of the loss, and that of the rules; sources have those of one instance."""
    if "loss" in stage.shows:
        says, latex = f"{stage.says} E is the {gradient} over the batch.", over_batch(stage.equation.latex, gradient)
    else:
        says, latex = stage.says, pulled_by_batch(stage.equation.latex, gradient)
        if latex == stage.equation.latex:
            return stage
    source = stage.source if stage.source.startswith("after ") else after(stage.source, as_there=False)
    return replace(stage, equation=math(latex), says=says, source=source)

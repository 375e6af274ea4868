"""Numbers of a step that stand in no array: its loss, η, weight decay λ, and what its output layer has of such."""

from collections.abc import Mapping

from explorer.models.contract import Explanation, Model, Single
from explorer.models.explanations import equated
from explorer.models.loss_explained import LOSS, explain_loss
from explorer.models.notation import math, number
from explorer.numbers import counted


def singles_of(model: Model) -> Mapping[str, Single]:
    """Those that a model has, by name."""
    loss = next(stage.name for stage in model.stages if LOSS in stage.shows)
    decays = any(parameter.decay for parameter in model.parameters)
    return (
        {LOSS: Single("loss", (), loss, explain_loss, each=True)}
        | {"learning_rate": Single("η", (), "", _explain_rate)}
        | ({"weight_decay": Single("λ", (), "", _explain_decay)} if decays else {})
        | (dict(model.layer.singles) if model.layer else {})
    )


def shape_of(single: Single, frame, index) -> tuple[int, ...]:
    """What an index of it must be in."""
    if not single.axes:
        return (len(frame.instances),) if single.each and frame.batched and index else ()
    words = [len(instance.outputs) for instance in frame.instances]
    b = index[0] if frame.batched and len(index) > 1 and 0 <= index[0] < len(words) else 0
    return (len(words), words[b]) if frame.batched else (words[b],)


def _explain_rate(frame, _):
    """η of the step, by the schedule."""
    says, latex = _scheduled(frame.trajectory.stream, frame.step)
    value = frame.learning_rate
    return Explanation(says, math(rf"\eta = {equated(latex, number(value))}"), (), value, "")


def _scheduled(stream, s):
    """In words, and in LaTeX."""
    edits = [(0, stream.recipe.learning_rate), *(edit for edit in stream.rate_edits if edit[0] <= s)]
    step, rate = edits[-1]
    since = f", set before step {step + 1:,}" if len(edits) > 1 else ""
    if stream.recipe.schedule == "constant":
        return f"η, the learning rate{since}", number(rate)
    first, S, floor = number(rate), stream.horizon, stream.recipe.rate_floor
    passes = counted(stream.recipe.epochs, "pass")
    told = f"the learning rate η₀{since}, s steps done, S = {S:,} in {passes} over the data"
    if stream.recipe.schedule == "inverse":
        return f"η = η₀ / (1 + s/S): {told}", rf"\frac{{{first}}}{{1 + {s} / {S}}}"
    if 1 - s / S > floor:
        return f"η = η₀ · (1 − s/S): {told}", rf"{first} \cdot (1 - {s} / {S})"
    return f"η = η₀ · {floor}, the lowest share: {told}", rf"{first} \cdot {number(floor)}"


def _explain_decay(frame, _):
    value = next(parameter.decay for parameter in frame.model.parameters if parameter.decay)
    return Explanation("λ, the weight decay", math(rf"\lambda = {number(value)}"), (), value, "")

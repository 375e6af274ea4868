"""Numbers of a step that stand in no array: its loss, η, weight decay, counts and those of its output layer."""

from collections.abc import Mapping
from functools import partial

from explorer.models.contract import Explanation, Model, Single
from explorer.models.explanations import Lens, equated
from explorer.models.loss_explained import LOSS, explain_loss, explain_penalty
from explorer.models.notation import math, number
from explorer.numbers import counted

_NAMED = 6  # words that a count names
_SIDES = {"inputs": "input", "outputs": "output"}


def singles_of(model: Model) -> Mapping[str, Single]:
    """Those that a model has, by name."""
    loss = next(stage.name for stage in model.stages if LOSS in stage.shows)
    decays = any(parameter.decay for parameter in model.parameters)
    found = {
        LOSS: Single("loss", (), loss, explain_loss, of="both"),
        "learning_rate": Single("η", (), "", _explain_rate),
        "batch": Single("size of the batch", (), "", _explain_batch),
    }
    if decays:
        found["weight_decay"] = Single("λ", (), "", _explain_decay)
        found["penalty"] = Single("penalty of weight decay", (), loss, explain_penalty)
    if model.layer:
        for side, called in _SIDES.items():
            found[side] = Single(f"{called} words", (), "", partial(_explain_words, side), of="instance")
        found |= model.layer.singles
    return found


def shape_of(single: Single, frame, index) -> tuple[int, ...]:
    """What an index of it must be in."""
    words = [len(instance.outputs) for instance in frame.instances]
    led = frame.batched and (single.of == "instance" or (single.of == "both" and bool(index)))
    b = index[0] if led and index and 0 <= index[0] < len(words) else 0
    return (len(words),) * led + (words[b],) * len(single.axes)


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


def _explain_batch(frame, _):
    """How many instances the step has, by which the mean over them is divided."""
    value = len(frame.instances)
    divides = ", by which their sum is divided" if frame.divisor > 1 else ""
    return Explanation(f"B, how many instances this step has{divides}", math(f"B = {value}"), (), value, "")


def _explain_words(side, frame, index):
    """How many words an instance has at its input, or its output."""
    lens = Lens.of(frame, index)[0]
    words = getattr(lens, side)
    named = ", ".join(map(lens.quoted, words[:_NAMED])) + f" and {len(words) - _NAMED} more" * (len(words) > _NAMED)
    says = f"how many words stand at the {_SIDES[side]}: {named}"
    return Explanation(says, math(rf"\text{{{_SIDES[side]} words}} = {len(words)}"), (), len(words), "")

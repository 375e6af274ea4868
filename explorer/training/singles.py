"""Numbers of a step that stand in no array, and are explained as those in arrays are.

Its loss; where a word's probability is a product of turns, that product, p; the learning rate η and weight decay λ.
"""

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from explorer.models.contract import Explanation, Model
from explorer.models.explanations import Lens, equated
from explorer.models.loss_explained import LOSS, explain_loss
from explorer.models.nearness import NEAR, below_1
from explorer.models.notation import bracketed, math, number

PRODUCT = "p"
_MANY = 40  # turns that are written out


class Single(NamedTuple):
    """How such a number is asked for and told.

    symbol : what it is called. axes : of its index, which in a batch the instance leads where there are some. needs :
    what a step must have computed for it, "loss" or a quantity; "" for nothing. explain : a function of the frame and
    the index.
    """

    symbol: str
    axes: tuple[str, ...]
    needs: str
    explain: Callable[..., Explanation]


def singles_of(model: Model) -> dict[str, Single]:
    """Those that a model has, by name."""
    turns = model.reading != "points" and model.declared("y").axes == ("path",)
    decays = any(parameter.decay for parameter in model.parameters)
    return (
        {LOSS: Single("loss", (), LOSS, explain_loss), "learning_rate": Single("η", (), "", _explain_rate)}
        | ({"weight_decay": Single("λ", (), "", _explain_decay)} if decays else {})
        | ({PRODUCT: Single("p", ("output",), "y", _explain_product)} if turns else {})
    )


def shape_of(single: Single, frame, index) -> tuple[int, ...]:
    """What an index of it must be in; that of an instance's loss begins with the instance."""
    if not single.axes:
        return (len(frame.instances),) if frame.batched and index and single.explain is explain_loss else ()
    words = [len(instance.outputs) for instance in frame.instances]
    b = index[0] if frame.batched and len(index) > 1 and 0 <= index[0] < len(words) else 0
    return (len(words), words[b]) if frame.batched else (words[b],)


def _explain_product(frame, index):
    """p(w) of an output word: σ(u) of the nodes on its way at which that goes left, σ(−u) of the others."""
    lens, (c,) = Lens.of(frame, index)
    word, (of, left, scores) = lens.word(lens.outputs[c]), map(lens.__getitem__, ("output", "t", "u"))
    way = [q for q in range(of.size) if of[q] == c]
    turns = [below_1(-scores[q] if left[q] else scores[q]) for q in way]
    if frame.model.descends:
        operands = [lens.operand("y", q) for q in way]
        told = [_turn(y.value, left[q], turn) for q, y, turn in zip(way, operands, turns, strict=True)]
        says = f"p[{word}] = Π_n: y[n] where its way goes left at n, 1 − y[n] where it goes right"
    else:  # answers are from a table, p is not
        operands = [lens.operand("u", q) for q in way]
        told = [rf"\sigma({number(u.value if left[q] else -u.value)})" for q, u in zip(way, operands, strict=True)]
        says = f"p[{word}] = Π_n σ(±u[n]), + where its way goes left at n"
    right = r" \cdot ".join(told[:_MANY])
    if turns[_MANY:]:
        right += rf" \cdots {bracketed(prod(turns[_MANY:]))}"
    value = prod(turns)
    stage = next(stage for stage in frame.model.stages if stage.name == "product")
    latex = math(rf"p_{{⟦0⟧}} = {equated(right, number(value))}", word)
    return Explanation(says, latex, tuple(operands), value, stage.source)


def _turn(y, left, turn):
    """LaTeX of y, or of 1 − y, which near 1 has more digits than y tells."""
    return bracketed(turn) if left or turn < NEAR else f"(1 - {bracketed(y)})"


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
    first, share, S = number(rate), 1 - s / stream.horizon, stream.horizon
    if stream.recipe.schedule == "constant":
        return f"η, the learning rate{since}", first
    told = f"the learning rate η₀{since}, s steps done, S = {S:,} in {stream.recipe.epochs:,} passes over the data"
    if stream.recipe.schedule == "inverse":
        return f"η = η₀ / (1 + s/S): {told}", rf"\frac{{{first}}}{{1 + {s} / {S}}}"
    lowest = number(stream.recipe.rate_floor)
    if share > stream.recipe.rate_floor:
        return f"η = η₀ · (1 − s/S): {told}", rf"{first} \cdot (1 - {s} / {S})"
    return (
        "η = η₀ · its lowest share, where the learning rate stays",
        rf"{first} \cdot {lowest}",
    )


def _explain_decay(frame, _):
    value = next(parameter.decay for parameter in frame.model.parameters if parameter.decay)
    return Explanation("λ, the weight decay", math(rf"\lambda = {number(value)}"), (), value, "")

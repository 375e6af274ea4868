"""How a loss came about: of a batch from those of its instances, of an instance from its answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, log1p

import numpy as np

from explorer.maths.activations import softplus
from explorer.models.contract import Explanation, Operand
from explorer.models.declarations import RAGGED
from explorer.models.explanations import SHORT, Lens, largest_first, sum_of_products
from explorer.models.nearness import NEAR, below_1, minus_target
from explorer.models.notation import bracketed, math, number

LOSS = "loss"
_LEAST = 1e-300  # a probability below it is known by its logarithm alone
_NAMED = 3  # addends that are named by their words


@dataclass(frozen=True)
class Addend:
    """What one answer has in a loss: LaTeX with its sign, how much that is, and what it is computed from."""

    latex: str
    value: float
    operands: tuple[Operand, ...]


def explain_loss(frame, index: tuple[int, ...]) -> Explanation:
    """E of a step, or in a batch of its instance `index`."""
    if frame.batched and not index:
        return _explain_batch(frame)
    lens = Lens(frame, *index)
    axis = frame.model.declared("y").axes[0]
    says, addends = (_of_words if axis == "word" else _of_questions if axis in RAGGED else _of_points)(lens)
    addends = [each for each in addends if each.value] or addends[:1]
    if len(addends) > SHORT:
        addends.sort(key=lambda each: -each.value)
    decay = _decayed(frame)
    says = f"{says} + λ/2 Σ w²" if decay else says
    written = [f"⟦term:{each.value!r}:4⟧{_joined(each.latex, at)}⟦/⟧" for at, each in enumerate((*addends, *decay))]
    operands = (operand for each in (*addends, *decay) for operand in each.operands)
    letter, of = (f"E_{{{index[0] + 1}}}", f"E[{index[0] + 1}]") if index else ("E", "E")
    return _explained(frame, letter, f"{of} = {says}", " ".join(written), operands, frame.losses[lens.instance])


def _explain_batch(frame):
    losses = [(Operand(LOSS, (b,), float(loss)),) for b, loss in enumerate(frame.losses)]
    losses = largest_first(losses) if len(losses) > SHORT else losses
    mean = rf"\frac{{1}}{{{frame.divisor}}} " if frame.divisor > 1 else ""
    total = sum_of_products(losses)
    right = f"{mean}({total})" if mean else total
    kind = frame.trajectory.recipe.batch_gradient
    over = f"the {len(losses):,} instances of the batch" if len(losses) > 1 else "the only instance of the batch"
    says = f"E = {'1/B ' if mean else ''}Σ_b E[b]: the {kind} over {over}"
    return _explained(frame, "E", says, right, (each for (each,) in losses), frame.loss)


def _explained(frame, letter, says, right, operands, value):
    value = float(value)
    stage = next(stage for stage in frame.model.stages if LOSS in stage.shows)
    latex = rf"{letter} = {right} = {number(value)}"
    return Explanation(says, math(latex), tuple(operands), value, stage.source)


def _joined(latex, at):
    return f"+ {latex}" if at and not latex.startswith("-") else latex


def _decayed(frame) -> list[Addend]:
    """What weight decay has in the loss of each instance."""
    decayed = [each for each in frame.model.parameters if each.decay]
    if not decayed:
        return []
    rate = decayed[0].decay
    squares = float(sum((frame.parameters[each.name] ** 2).sum() for each in decayed))
    latex = rf"\frac{{1}}{{2}} \cdot {bracketed(rate)} \cdot {bracketed(squares)}"
    return [Addend(latex, 0.5 * rate * squares, (Operand("weight_decay", (), rate),))]


def _surprise(p: float, missing: float, value: float) -> str:
    """LaTeX of −ln p, missing being 1 − p; where p has no digits, of its value alone."""
    if p < _LEAST:
        return number(value)
    return rf"-\ln (1 - {bracketed(missing)})" if missing < NEAR else rf"-\ln {bracketed(p)}"


def _of_words(lens: Lens):
    outputs = lens.outputs
    named = "".join(f" − ln y[{lens.word(o)}]" for o in outputs).replace(" − ", "−", 1)
    says = named if len(outputs) <= _NAMED else "−Σ_c ln y[o_c], of the output words o_c"
    return says, [_of_word(lens, o) for o in outputs]


def _of_word(lens, o, net="u"):
    y, u = lens["y"], lens[net]
    p, missing = float(y[o]), float(np.delete(y, o).sum())
    largest = float(u.max())
    value = -log1p(-missing) if missing < NEAR else largest + log(float(np.exp(u - largest).sum())) - float(u[o])
    return Addend(_surprise(p, missing, value), value, (lens.operand("y", o),))


def _of_questions(lens):
    """σ(±u) itself, wherever the answers are from."""
    says = "−Σ_j ln σ(±u[j]), + where the truth t[j] is 1"
    return says, [_of_truth(lens, "u", j, bool(truth)) for j, truth in enumerate(lens["t"])]


def _of_truth(lens, net, j, yes, share=1.0):
    """−ln σ(u), or −ln σ(−u), so many times."""
    u = lens.operand(net, j)
    toward = u.value if yes else -u.value
    value = float(softplus(-toward))
    latex = _surprise(below_1(-toward), below_1(toward), value)
    if share != 1:
        latex = rf"{number(share)} \cdot ({latex})"
    return Addend(latex, share * value, (u,))


def _of_points(lens):
    model = lens.frame.model
    net = model.network.layers[-1].net
    says, each = {
        "squared": ("½ Σ_j (y[j] − t[j])²", _square),
        "mse": ("Σ_j (y[j] − t[j])²", _square),
        "cross-entropy": ("−Σ_j t[j] ln y[j]", _weighted),
        "binary": ("−Σ_j (t[j] ln y[j] + (1 − t[j]) ln(1 − y[j]))", _yes_or_no),
        "hinge": (f"Σ_j max(0, 1 − t[j] · {net}[j])", _hinge),
    }[model.loss_name]
    single = lens["y"].size == 1
    addends = [addend for j in range(lens["y"].size) for addend in each(lens, net, j)]
    return (says.replace("Σ_j ", "").replace("[j]", "") if single else says), addends


def _square(lens, net, j) -> Iterator[Addend]:
    model = lens.frame.model
    y, t = lens.operand("y", j), lens.operand("t", j)
    missing = below_1(lens[net][j]) if model.network.layers[-1].activation == "sigmoid" else None
    half, share = (r"\frac{1}{2} ", 0.5) if model.loss_name == "squared" else ("", 1.0)
    gap = minus_target(y.value, t.value, missing, of_both=True).split(" = ")[-1]
    error = float(lens["e"][j]) * (1.0 if half else 0.5)
    yield Addend(f"{half}({gap})^2", share * error * error, (y, t))


def _weighted(lens, net, j):
    t = lens.operand("t", j)
    if not t.value:
        return
    own = _of_word(lens, j, net)
    latex = own.latex if t.value == 1 else rf"{number(t.value)} \cdot ({own.latex})"
    yield Addend(latex, t.value * own.value, (*own.operands, t))


def _yes_or_no(lens, net, j):
    t = float(lens["t"][j])
    for yes, share in ((True, t), (False, 1 - t)):
        if share:
            addend = _of_truth(lens, net, j, yes, share)
            yield Addend(addend.latex, addend.value, (*addend.operands, lens.operand("t", j)))


def _hinge(lens, net, j):
    t, u = lens.operand("t", j), lens.operand(net, j)
    value = max(0.0, 1 - t.value * u.value)
    yield Addend(rf"\max(0, 1 - {bracketed(t.value)} \cdot {bracketed(u.value)})", value, (t, u))

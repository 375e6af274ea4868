"""How a loss came about: of a batch from those of its instances, of an instance from its answers."""

from dataclasses import replace
from typing import NamedTuple

from explorer.maths.activations import NEAR_1, softplus
from explorer.maths.softmax import top_of
from explorer.models.contract import Explanation, Operand
from explorer.models.declarations import RAGGED
from explorer.models.explanations import Lens, equated, in_order, sum_of, sum_of_products
from explorer.models.live import ROUNDED
from explorer.models.nearness import NEAR, TINY, below_1, minus_target
from explorer.models.notation import bracketed, math, number

LOSS = "loss"
_DECAY = "Bengio et al. (2003), section 2"  # R(θ)
_LEAST = 1e-300  # a probability below it is known by its logarithm alone
_NAMED = 3  # addends that are named by their words


class Addend(NamedTuple):
    """What an answer has in a loss: LaTeX, how much that is, and the numbers that it is of."""

    latex: str
    value: float
    operands: tuple[Operand, ...]


def explain_loss(frame, index: tuple[int, ...]) -> Explanation:
    """E of a step, or in a batch of its instance `index`."""
    if len(frame.instances) > 1 and not index:
        return _explain_batch(frame)
    lens = Lens(frame, *index)
    axis = frame.model.declared("y").axes[0]
    says, addends = (_of_words if axis == "word" else _of_questions if axis in RAGGED else _of_points)(lens)
    addends = [each for each in addends if each.value] or addends[:1]
    if decay := _decayed(frame):
        says, addends = f"{says} + λ/2 Σ w²", [*addends, decay]
    addends = in_order(addends, lambda each: each.value)
    operands = dict.fromkeys(operand for each in addends for operand in each.operands)
    right = sum_of([(each.value, lambda each=each: each.latex) for each in addends])
    letter, of = (f"E_{{{index[0] + 1}}}", f"E[{index[0] + 1}]") if index else ("E", "E")
    return _explained(frame, letter, f"{of} = {says}", right, operands, frame.losses[lens.instance])


def _explain_batch(frame):
    losses = [(Operand(LOSS, (b,), float(loss)),) for b, loss in enumerate(frame.losses)]
    losses = in_order(losses, lambda term: term[0].value)
    mean, right = frame.divisor > 1, sum_of_products(losses)
    says = f"E = {'1/B ' if mean else ''}Σ_b E[b]: the {frame.batch_gradient} over the {len(losses):,} instances"
    right = rf"\frac{{1}}{{{frame.divisor}}} ({right})" if mean else right
    return _explained(frame, "E", f"{says} of the batch", right, (each for (each,) in losses), frame.loss)


def _explained(frame, letter, says, right, operands, value):
    value = float(value)
    stage = next(stage for stage in frame.model.stages if LOSS in stage.shows)
    return Explanation(says, math(f"{letter} = {equated(right, number(value))}"), tuple(operands), value, stage.source)


def explain_penalty(frame, _) -> Explanation:
    """What weight decay has in the loss of each instance, the same in all of a batch."""
    latex, value, operands = _decayed(frame)
    decayed = ", ".join(each.symbol for each in frame.model.parameters if each.decay)
    told = _explained(frame, "R", f"λ/2 Σ w², over all w of {decayed}", latex, operands, value)
    return replace(told, source=_DECAY)


def _decayed(frame) -> Addend | None:
    """What weight decay has in the loss of each instance."""
    decayed = [each for each in frame.model.parameters if each.decay]
    if not decayed:
        return None
    rate = decayed[0].decay
    squares = float(sum((frame.parameters[each.name] ** 2).sum() for each in decayed))
    latex = rf"\frac{{1}}{{2}} \cdot {bracketed(rate)} \cdot {bracketed(squares)}"
    return Addend(latex, 0.5 * rate * squares, (Operand("weight_decay", (), rate),))


def _surprise(p: float, missing: float, value: float) -> str:
    """LaTeX of −ln p, missing being 1 − p; where p has no digits, of its value alone."""
    if p < _LEAST:
        return number(value)
    return rf"-\ln (1 - {bracketed(missing)})" if missing < NEAR else rf"-\ln {bracketed(p)}"


def _of_words(lens: Lens):
    outputs = lens.outputs
    named = "".join(f" − ln y[{lens.word(o)}]" for o in outputs[:_NAMED]).replace(" − ", "−", 1)
    says = named if len(outputs) <= _NAMED else "−Σ_c ln y[o_c], of the output words o_c"
    return says, _of_softmax(lens, "u", outputs)


def _of_softmax(lens, net, ids):
    """−ln y of some answers."""
    u, y = lens[net], lens["y"]
    top = top_of(u)
    addends = []
    for j in ids:
        p, value = float(y[j]), float((top.score - u[j]) + top.surprise)
        missing = top.below if p > NEAR_1 else 1 - p
        addends.append(Addend(_surprise(p, missing, value), value, (lens.operand("y", j),)))
    return addends


def _of_questions(lens):
    """σ(±u) itself, wherever the answers are from: a table, too."""
    says = "−Σ_j ln σ(±u[j]) (+ where the truth t[j] is 1)"
    operands = ((lens.operand("u", j), lens.operand("t", j)) for j in range(lens["t"].size))
    return says, [Addend(*_of_truth(u.value, bool(t.value)), (u, t)) for u, t in operands]


def _of_truth(u, yes):
    """−ln σ(u), or −ln σ(−u): LaTeX and value."""
    toward = u if yes else -u
    value = float(softplus(-toward))
    return _surprise(below_1(-toward), below_1(toward), value), value


def _of_points(lens):
    model = lens.frame.model
    net = model.network.layers[-1].net
    square = "(y[j] − t[j])²" if model.told.outputs else "(t − y)²"  # as the rule has it
    says, each = {
        "squared": (f"½ Σ_j {square}", _square),
        "mse": (f"Σ_j {square}", _square),
        "cross-entropy": ("−Σ_j t[j] ln y[j]", _weighted),
        "binary": ("−Σ_j (t[j] ln y[j] + (1 − t[j]) ln(1 − y[j]))", _yes_or_no),
        "hinge": (f"Σ_j max(0, 1 − t[j] · {net}[j])", _hinge),
    }[model.loss_name]
    single = lens["y"].size == 1
    addends = [addend for j in range(lens["y"].size) for addend in each(lens, net, j)]
    return (says.replace("Σ_j ", "").replace("[j]", "") if single else says), addends


def _square(lens, net, j):
    model = lens.frame.model
    y, t = lens.operand("y", j), lens.operand("t", j)
    activation = model.network.layers[-1].activation
    missing = below_1(lens[net][j]) if activation == "sigmoid" else None
    half, share = (r"\frac{1}{2} ", 0.5) if model.loss_name == "squared" else ("", 1.0)
    gap = minus_target(y.value, t.value, missing, of_both=True, rounded=activation in ROUNDED).split(" = ")[-1]
    if not model.told.outputs:  # t − y
        turned = "t - y" if gap == "y - t" else f"{number(t.value)} - {bracketed(y.value)}"
        gap = gap.removeprefix("-") if gap.startswith("-") else turned
    error = float(lens["e"][j]) * (1.0 if half else 0.5)
    yield Addend(f"{half}({gap})^2", share * error * error, (y, t))


def _weighted(lens, net, j):
    t = lens.operand("t", j)
    if t.value:
        (own,) = _of_softmax(lens, net, [j])
        yield _times(t.value, own.latex, own.value, (*own.operands, t))


def _yes_or_no(lens, net, j):
    y, t = lens.operand("y", j), lens.operand("t", j)
    for yes, share in ((True, t.value), (False, 1 - t.value)):
        if share:
            yield _times(share, *_of_truth(float(lens[net][j]), yes), (y, t))


def _times(share, latex, value, operands):
    return Addend(latex if share == 1 else rf"{number(share)} \cdot ({latex})", share * value, operands)


def _hinge(lens, net, j):
    t, u = lens.operand("t", j), lens.operand(net, j)
    missing = 1 - t.value * u.value
    near = 0 < missing < TINY  # its digits are those of 1
    latex = r"\max(0, 1 - t u)" if near else rf"\max(0, 1 - {bracketed(t.value)} \cdot {bracketed(u.value)})"
    yield Addend(latex, max(0.0, missing), (t, u))

"""How a number came about: its equation, its operands, and of which step it is; for people, who count steps from 1."""

from dataclasses import asdict
from functools import partial
from itertools import product

import numpy as np

from explorer.budget import OPERAND, charge, reserved
from explorer.errors import OverBudget
from explorer.maths.random import WEVI_PERIOD
from explorer.models.loss_explained import LOSS
from explorer.models.notation import source_of
from explorer.models.starting import repeats
from explorer.models.terms import products
from explorer.training.frames import checked_index
from explorer.training.questions.named import sides_told, title_of
from explorer.training.questions.replayed import Grid
from explorer.training.questions.tokens import written
from explorer.training.questions.walk import Walk
from explorer.training.replay import Trajectory
from explorer.training.singles import singles_of
from explorer.views.moment import after
from explorer.web.answers import run_of

_FOR_THE_STEP = 0.05  # of a budget, beside the operands of the number
_LOOKED_BACK = 64  # steps at least, for the last one that moved a weight, and
_WORK_OF_LOOKING = 100_000_000  # multiply–adds of further ones, well below what makes an answer dear


def explain(trajectory: Trajectory, step: int, name: str, index: list[int]) -> dict:
    """How a number came about: a quantity or one of `singles` of step number `step`, a parameter after `step` updates.

    An operand's `step` is counted alike: that is what to ask for it with. KeyError where the model has nothing of that
    name, IndexError where that has no such number.
    """
    if single := singles_of(trajectory.model).get(name):
        frame = _frame(trajectory, step)
        index = frame.index_of(name, index)
        heading = _loss_heading if name == LOSS else partial(_single_heading, single)
        return heading(frame, index) | _explained(frame, name, index)
    declared = trajectory.model.declared(name)
    if declared.role != "weight":
        frame = _frame(trajectory, step)
        frame.index_of(name, index)
        return _heading(frame, declared, index, f"in step {step + 1:,}") | _explained(frame, name, index)
    checked_index(name, index, trajectory.model.axes_shape(declared, trajectory.sizes))
    heading = _heading(run_of(trajectory), declared, index, after(step))
    origin = _origin(trajectory, step, name, index)
    if origin is not None:
        return heading | _told(float(trajectory.weights(step)[name][tuple(index)]), origin)
    frame = _frame(trajectory, step - 1)
    return heading | _explained(frame, name, index) | {"made": _made(trajectory, frame, name, tuple(index))}


def _frame(trajectory, step):
    with reserved(share=_FOR_THE_STEP):
        return trajectory.frame(step)


def _told(value, equation):
    return {"equation": equation, "mathml": "", "operands": [], "value": value, "source": ""}


def _explained(frame, name, index):
    explanation = frame.explain(name, index)
    told, work = f"{len(explanation.operands):,} operands", OPERAND * len(explanation.operands)
    charge("index", told, work, nearest=lambda *_: "a number that is made of fewer")
    operands = [
        {
            "quantity": name,
            "index": index,
            "label": _operand_label(frame, name, index),
            "value": value,
            "step": frame.step,
        }
        for name, index, value in explanation.operands
    ]
    several = {
        side
        for side in ("inputs", "outputs")
        if any(len(getattr(instance, side, ())) > 1 for instance in frame.instances)
    }
    return asdict(explanation) | {"operands": operands, "source": source_of(explanation.source, several)}


def _operand_label(frame, name, index):
    if name == LOSS:
        return f"E[{index[0] + 1}]"
    single = singles_of(frame.model).get(name)
    return single.symbol if single else title_of(frame, frame.model.declared(name), index)


def _origin(trajectory, step, name, index):
    """Where a weight is from that no step made what it is after `step` updates, in words; None where one did."""
    if any((other, *cell[: len(index)]) == (name, *index) for other, *cell, _ in trajectory.patches(step)):
        return f"set by hand before step {step + 1:,}"
    if step > 0:
        return None
    return _start(trajectory.recipe, trajectory.model, trajectory.sizes, name)


def _start(recipe, model, sizes, name):
    """Where a weight starts, in words."""
    if name in (recipe.parameters or {}):
        return "given with the recipe"
    if model.zero_at_start(recipe, name):
        return "starts at 0"
    again = ""
    if repeats(recipe, model.numbers_drawn(sizes)):
        again = f", with wevi's generator, which repeats itself after {WEVI_PERIOD:,} weights"
    return f"drawn at random from the seed{again}"


def _made(trajectory, frame, name, index):
    """What made a weight what it is after a frame's step, in words: the step that moved it last, and its instance."""
    rest = ""
    if frame.weight(name, *index, after=True) == frame.weight(name, *index):
        try:
            with reserved(share=_FOR_THE_STEP):
                first, found = _last_moved(trajectory, frame.step, name, index)
        except OverBudget:  # it is a comment, and the way back may be as long as the way there
            return f"unmoved by step {frame.step + 1:,}"
        by_hand_or_start = _origin(trajectory, found + 1, name, index)
        if by_hand_or_start or found < first:
            return by_hand_or_start or f"unmoved by steps {first + 1:,} to {frame.step + 1:,}"
        rest = f"unmoved by step {frame.step + 1:,}, "
        frame = _frame(trajectory, found)
    if _decayed_alone(frame, name, index):
        return f"{rest}made by the weight decay of step {frame.step + 1:,}"
    batch = len(frame.instances)
    several = f"the {frame.batch_gradient} of {batch:,} instances"
    of = several if batch > 1 else sides_told(frame.vocabulary, frame.instance)
    return f"{rest}made by step {frame.step + 1:,}: {of}"


def _decayed_alone(frame, name, index):
    """Whether weight decay moves a weight in a step, and none of its instances does."""
    parameter, shape = frame.model.declared(name), frame.shape(name)

    def moves(term, b):
        return products(term, shape, index, lambda each: frame.of_instance(each, b))

    by_instances = product(parameter.change, range(len(frame.instances)))
    return bool(parameter.decay) and not any(moves(term, b) for term, b in by_instances)


def _last_moved(trajectory, step, name, index):
    """The first of some updates before number `step`, and the last that changed a weight, else the one before them.

    They are gone through from the last one back, each time twice as many, as far as that is cheap.
    """
    row, *columns = index
    grid = Grid(name, (row,), tuple(columns) or None)
    walk, count, stop = Walk(trajectory, (grid,)), _LOOKED_BACK, step
    while stop > 0:
        first = max(0, stop - count)
        if stop < step and trajectory.costs.between(first, step) > _WORK_OF_LOOKING:
            break
        values = np.concatenate([piece.grids[grid].ravel() for piece in walk.pieces(first, stop)])
        if (changed := np.flatnonzero(np.diff(values))).size:
            return first, first + int(changed[-1])
        stop, count = first, 2 * count
    return stop, stop - 1


def _heading(of, declared, index, when):
    return {"title": f"{title_of(of, declared, index)} {when}", "help": declared.help}


def _single_heading(single, frame, index):
    """One that has an index of its own is of an output word; in a batch it says of which instance."""
    of, whose = "", f" of instance {index[0] + 1} of the batch" if index and frame.batched else ""
    if single.axes:
        c, instance = index[-1], frame.instances[index[0] if frame.batched else 0]
        of = f"[{written(frame.vocabulary[instance.outputs[c]])}]"
    return {"title": f"{single.symbol}{of}{whose} in step {frame.step + 1:,}", "help": ""}


def _loss_heading(frame, index):
    """In a batch it says whether the loss is that of all, or of which instance."""
    step = f"in step {frame.step + 1:,}"
    if len(frame.instances) > 1 and not index:
        return {"title": f"loss {step}, the {frame.batch_gradient} over the batch", "help": ""}
    (b,) = index or (0,)
    of = f"loss of instance {b + 1} of the batch" if frame.batched else "loss"
    return {"title": f"{of} {step}", "help": "", "made": sides_told(frame.vocabulary, frame.instances[b])}

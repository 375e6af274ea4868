"""The routes of questions across steps: why (ledgers), when (conditions), and values along the way.

The page asks piece by piece, of as many steps at a time as take a moment: so no answer is long, progress shows, and a
search can be left. Pieces fit together exactly: a ledger's piece begins with the very number with which the one before
ended, and a condition that becomes true at the first position of a piece is compared with the position before.
"""

from functools import partial
from math import fsum, isfinite

from explorer import limits
from explorer.errors import RecipeError
from explorer.training.frames import element_name
from explorer.training.questions.expression import Expression
from explorer.training.questions.named import is_expression, sides_told, title_of
from explorer.training.questions.tokens import written
from explorer.training.wire import pack
from explorer.web.answers import run_of
from explorer.web.options import number, numbers

_MOST_POINTS = 2_000  # of a curve
# Groups that are told one by one: of a difference; and of a piece of a ledger, where the page adds up those of all
# pieces, so that one which is told here and is among the rest there would show a part of its sum.
_MOST_TOLD, _MOST_ADDED = 1_000, 20_000


def ledger(trajectory, options) -> dict:
    """Why a weight is what it is: a piece of its ledger."""
    start, stop = _span(options, "ledger")
    index = tuple(numbers(options, "ledger.index"))
    found = run_of(trajectory, stop).ledger(options.get("ledger.parameter"), index, start, stop)
    return _told(trajectory, found, options, "ledger")


def dot_ledger(trajectory, options) -> dict:
    """Why two words are near: a piece of the ledger of their vectors' dot product."""
    start, stop = _span(options, "dot-ledger")
    last = max(0, len(trajectory.recipe.corpus.words) - 1)
    words = [number(options, f"dot-ledger.{name}", most=last) for name in "ab"]
    found = run_of(trajectory, stop).dot_ledger(*words, options.get("dot-ledger.of"), start, stop)
    return _told(trajectory, found, options, "dot-ledger")


def loss_ledger(trajectory, options) -> dict:
    """A piece of the curve of an instance's loss, or of an answer's part in it: the steps at which it came."""
    start, stop = _span(options, "loss-ledger")
    found = _losses_of(trajectory, options, "loss-ledger", start, stop)
    told = _labels(trajectory, "instance")(found.instance)
    steps, losses = found.steps.tolist(), found.losses.tolist()
    return {"told": told, "start": start, "stop": found.stop, "steps": steps, "losses": losses}


def loss_change(trajectory, options) -> dict:
    """What made that loss at the step that leads to `stop` another than at step `start`, the one before it."""
    start, stop = _span(options, "loss-change")
    found = _losses_of(trajectory, options, "loss-change", start, stop).difference()
    groups = found.groups(options.get("loss-change.by", "weight"))
    return {
        "start": found.start,
        "stop": found.stop,
        "before": found.before,
        "after": found.after,
        "first_order": found.first_order,
        "remainder": found.remainder,
        "redrawn": found.redrawn,
        "groups": _listed(groups, partial(_weight_key, trajectory), partial(_weight_label, trajectory), _MOST_TOLD),
    }


def _losses_of(trajectory, options, route, start, stop):
    """The loss ledger that a route is asked about; `instance` is the segment and the number in its data."""
    segments = trajectory.stream.segments
    instance = tuple(numbers(options, f"{route}.instance"))
    if len(instance) != 2 or instance[0] >= len(segments):
        told = f"segment,number, of {len(segments)} segments"
        raise RecipeError([(f"{route}.instance", options.get(f"{route}.instance"), told)])
    asked = {name: number(options, f"{route}.{name}") for name in _ASKED if options.get(f"{route}.{name}")}
    return run_of(trajectory, stop).loss_ledger(instance, start=start, stop=stop, **asked)


def divergence(trajectory, options) -> dict:
    """Where the run leaves the reals: the number, the operands to blame, and how the last of them, a weight, grew."""
    found = run_of(trajectory).divergence(number(options, "divergence.stop", most=limits.MAX_STEP))
    if found is None:
        return {"step": None}
    frame = trajectory.last_frame(found.step)
    return {
        "step": found.step,
        "lost": _operand_title(frame, found.lost),
        "blamed": [_blamed(frame, each) for each in found.blamed],
        "weight": ".".join(map(str, (found.blamed[-1].quantity, *found.blamed[-1].index))),
        "grown": [list(each) for each in found.grown],
    }


def _blamed(frame, operand):
    """A number that is blamed: its title, value, and whether expressions read that."""
    known = is_expression(frame, frame.model.declared(operand.quantity), operand.index)
    return [_operand_title(frame, operand), for_json(operand.value), known]


def for_json(number: float) -> float | None:
    """A number, as JSON can have it: nothing in place of one that is not finite."""
    return number if isfinite(number) else None


def _operand_title(frame, operand):
    if operand.quantity == "loss":
        return "loss"
    return title_of(frame, frame.model.declared(operand.quantity), operand.index)


def find(trajectory, options) -> dict:
    """The positions in (start, stop] where a condition becomes true; `stop` as far as the run goes.

    `already`: whether it is true at the very start, which is the beginning of no other stretch.
    """
    start, stop = _span(options, "find")
    run, condition = run_of(trajectory, stop), options.get("find.condition", "")
    positions = run.find(condition, start, stop)
    already = start == 0 and bool(run.evaluate(condition, 0, 0)[0] == 1.0)
    return {"stop": min(stop, trajectory.end), "positions": positions, "already": already}


def evaluate(trajectory, options) -> bytes:
    """The values of an expression at positions start, start + stride, …; NaN where it has none.

    With `evaluate.of` = "lesson" it knows the recipe's fields, and may be a word, as an id.
    """
    start, stop = _span(options, "evaluate")
    stride = number(options, "evaluate.stride", default=1, least=1)
    of_lesson = options.get("evaluate.of") == "lesson"
    expression = Expression(options.get("evaluate.expression", ""), trajectory.recipe, of_lesson)
    values = run_of(trajectory, stop).evaluate(expression, start, stop, stride)
    header = {"start": start, "stride": stride, "stop": min(stop, trajectory.end)}
    return pack(header | {"condition": expression.is_condition}, {"values": values})


_ASKED = ("word", "node", "output", "truth")  # of an instance, in place of its loss

# What answers, and the request's own options: as in `routes`.
ROUTES = {
    "ledger": (ledger, ("parameter", "index", "start", "stop", "by", "points")),
    "dot-ledger": (dot_ledger, ("a", "b", "of", "start", "stop", "by", "points")),
    "loss-ledger": (loss_ledger, ("instance", *_ASKED, "start", "stop")),
    "loss-change": (loss_change, ("instance", *_ASKED, "start", "stop", "by")),
    "divergence": (divergence, ("stop",)),
    "find": (find, ("condition", "start", "stop")),
    "evaluate": (evaluate, ("expression", "start", "stop", "stride", "of")),
}
OF_TYPED_WORDS = {find, evaluate}


def _span(options, route):
    start = number(options, f"{route}.start", default=0, most=limits.MAX_STEP)
    return start, number(options, f"{route}.stop", least=start, most=limits.MAX_STEP)


def _told(trajectory, found, options, route):
    """A ledger, ready for JSON; groups beyond the largest are told as one."""
    if not isfinite(found.start_value):
        raise RecipeError([("start", found.start, "a position at which the number is finite")])
    by = options.get(f"{route}.by", "instance")
    points = number(options, f"{route}.points", default=500, least=2, most=_MOST_POINTS)
    groups = found.groups(by)
    listed = _listed(groups, _key, _labels(trajectory, by), _MOST_ADDED)
    positions, values = found.curve(points)
    return {
        "start": found.start,
        "stop": found.stop,
        "start_value": found.start_value,
        "value": found.value,
        "residual": found.residual,
        "kinds": {kind: _sum(found, kind) for kind in ("update", "decay", "edit")},
        "groups": listed,
        "curve": [positions.tolist(), values.tolist()],
    }


def _listed(groups, key, label, most):
    """The largest groups, and as one what is left of them."""
    listed = [[key(group.what), label(group.what), *group[1:]] for group in groups[:most]]
    if rest := groups[most:]:
        total, count = fsum(group.change for group in rest), sum(group.count for group in rest)
        listed.append(["", "", total, count, rest[0].position, rest[0].largest])
    return listed


def _weight_key(trajectory, what):
    """A weight as the page asks about it, "W.3.1"; nothing of a vector."""
    name, index = what
    return ".".join(map(str, (name, *_ids(trajectory, index)))) if isinstance(index, tuple) else ""


def _weight_label(trajectory, what):
    """A weight, or a vector, in words, with units from 1."""
    name, index = what
    declared = trajectory.model.declared(name)
    if isinstance(index, tuple):
        return title_of(run_of(trajectory), declared, _ids(trajectory, index))
    row = written(index) if isinstance(index, str) else element_name((), declared.axes[0], index)
    return f"{declared.symbol}[{row}]"


def _ids(trajectory, index):
    ids = trajectory.recipe.corpus.index
    return [ids[each] if isinstance(each, str) else each for each in index]


def _sum(found, kind):
    """What the entries of a kind add up to, and how many they are."""
    changes = found.changes[found.kinds == kind].tolist()
    return [fsum(changes), len(changes)]


def _key(what):
    return ":".join(map(str, what)) if isinstance(what, tuple) else str(what)


def _labels(trajectory, by):
    """Function of what a group has in common that gives it in words, with numbers from 1."""
    segments, words = trajectory.stream.segments, trajectory.recipe.corpus.words

    def label(what):
        if isinstance(what, str):
            return what
        if by == "epoch":
            return f"epoch {what:,}"
        segment, at = what if isinstance(what, tuple) else (0, what)
        instances = segments[segment].corpus.instances
        since = f" (data since step {segments[segment].step:,})" if segment else ""
        if by == "sentence":
            first = instances[int((instances.sentence == at).argmax())]
            return f"sentence {at + 1:,}: {sides_told(words, first)} …{since}"
        return f"{sides_told(words, instances[at])}{since}"

    return label

"""The routes for what one works out by hand: a sheet of a step and its check, its source text, its gradient."""

import json

import numpy as np

from explorer import limits
from explorer.budget import CHARACTER, at_most, charge
from explorer.errors import RecipeError
from explorer.training.fields import BY_NAME
from explorer.training.frames import element_name
from explorer.training.questions.named import title_of
from explorer.web.answers import run_of
from explorer.web.options import number, numbers, step_of

_SOURCES = ("numpy", "latex")
_GIVEN = 'numbers by name and index, {"h": {"0": "0.12"}}'


def sheet(trajectory, options) -> dict:
    """What can be worked out at a step: stages, with the names, shapes and rows of what each shows."""
    frame = run_of(trajectory).frame(step_of(options, "sheet"))
    stages = [
        {"name": stage.name, "title": stage.title, "names": [_name(frame, name) for name in stage.shows]}
        for stage in frame.model.stages
    ]
    return {"step": frame.step, "stages": [stage for stage in stages if stage["names"]]}


def _name(frame, name):
    """A name on the sheet; one with too many numbers has no rows."""
    if name == "loss":
        return {"name": name, "symbol": "E", "shape": [], "rows": ["loss"], "of_words": False}
    declared, shape = frame.model.declared(name), frame.shape(name)
    batch = len(shape) - len(declared.axes)
    rows = [] if np.prod(shape, dtype=float) > limits.MAX_SHEET else _rows(frame, declared.axes, shape, batch)
    of_words = getattr(declared, "names", None) == "word"
    return {"name": name, "symbol": declared.symbol, "shape": list(shape), "rows": rows, "of_words": of_words}


def _rows(frame, axes, shape, batch):
    """What each row stands for: all indices but the last, or of a vector this one."""
    kept = shape[:-1] if len(shape) > 1 + batch else shape
    return [
        ", ".join(
            f"instance {i + 1}" if at < batch else element_name(frame.vocabulary, axes[at - batch], i)
            for at, i in enumerate(index)
        )
        for index in np.ndindex(*kept)
    ]


def check(trajectory, options) -> dict:
    """What is wrong of the numbers given for a step, in the order of the stages. RecipeError where they are none."""
    frame = run_of(trajectory).frame(step_of(options, "check"))
    given, count = _given(options.get("check.given", ""))
    try:
        found = frame.check(given)
    except KeyError as unknown:
        raise RecipeError([("check.given", next(iter(given), ""), str(unknown.args[0]))]) from None
    return {"count": count, "findings": [finding._asdict() for finding in found.findings]}


def _given(text):
    """The numbers, by name and index, and how many they are."""
    charge("check.given", f"{len(text):,} characters", 3 * CHARACTER * len(text), nearest=at_most(len(text)))
    try:
        told = json.loads(text)
        given = {
            str(name): {tuple(int(i) for i in index.split(",") if i): str(value) for index, value in cells.items()}
            for name, cells in told.items()
        }
    except (ValueError, AttributeError, RecursionError):
        raise RecipeError([("check.given", text[:40], _GIVEN)]) from None
    if (count := sum(map(len, given.values()))) > limits.MAX_NUMBERS:
        raise RecipeError([("check.given", f"{count:,} numbers", f"at most {limits.MAX_NUMBERS:,}")])
    return {name: cells.get((), cells) for name, cells in given.items()}, count


def source(trajectory, options) -> dict:
    """A step as the text of a program, or of an article. RecipeError for another kind of text."""
    kind = options.get("source.of", "numpy")
    if kind not in _SOURCES:
        raise RecipeError([("source.of", kind, " or ".join(_SOURCES))])
    frame = run_of(trajectory).frame(step_of(options, "source"))
    return {"text": frame.to_numpy() if kind == "numpy" else frame.to_latex()}


def gradient(trajectory, options) -> dict:
    """The worst number of each parameter's gradient against central differences, for some widths: [symbol, what, width,
    error, whether a kink lies within the width] each.

    Of the weights from `start` to `stop`, numbered through all parameters, of which there are `numbers`.
    """
    run, model, step = run_of(trajectory), trajectory.model, step_of(options, "gradient")
    numbers = sum(each.size for each in run.frame(step).gradients.values())
    start = number(options, "gradient.start", 0)
    stop = min(numbers, number(options, "gradient.stop", numbers, least=start))
    worst = []
    for width in (1e-2, 1e-4, 1e-6, 1e-8):
        errors = run.gradient_check(step, width, start, stop)
        for name, (error, index) in errors.items():
            declared = model.declared(name)
            worst.append([declared.symbol, title_of(run, declared, index), width, error, name in errors.kinks])
    return {"descends": model.descends, "goes_by": model.goes_by, "worst": worst, "stop": stop, "numbers": numbers}


def solutions(trajectory, options) -> dict:
    """The solutions of students `first` to `last`: of each [number, instance, [name, value] of each number]."""
    highest = BY_NAME["seed"].kind.high
    first = number(options, "solutions.first", most=highest)
    last = number(options, "solutions.last", least=first, most=min(highest, first + limits.MAX_SOLUTIONS - 1))
    stages = options["solutions.stages"].split(",") if options.get("solutions.stages") else None
    step = step_of(options, "solutions")
    found = run_of(trajectory).solutions(range(first, last + 1), step, stages)
    return {"solutions": [[each.student, each.instances, list(each.values.items())] for each in found]}


def slope(trajectory, options) -> dict:
    """The gradient of one weight in a step beside central differences, [width, difference, error, whether a kink lies
    within the width] each.

    RecipeError where the loss is not finite beside it.
    """
    run, name = run_of(trajectory), options.get("slope.parameter")
    index = tuple(numbers(options, "slope.index"))
    with np.errstate(all="ignore"):
        found = run.slope_check(name, index, step_of(options, "slope"))
    model, points = trajectory.model, [*zip(*(each.tolist() for each in found[1:]), strict=True)]
    points = [point for point in points if np.isfinite(point).all()]
    if not points:
        raise RecipeError([("step", step_of(options, "slope"), "a step beside which the loss is finite")])
    return {
        "title": title_of(run, model.declared(name), index),
        "gradient": found.gradient,
        "descends": model.descends,
        "goes_by": model.goes_by,
        "points": points,
    }


# What answers, and the request's own options: as in `routes`.
ROUTES = {
    "sheet": (sheet, ("step",)),
    "check": (check, ("step", "given")),
    "solutions": (solutions, ("step", "first", "last", "stages")),
    "source": (source, ("step", "of")),
    "gradient": (gradient, ("step", "start", "stop")),
    "slope": (slope, ("step", "parameter", "index")),
}
OF_TYPED_NUMBERS = {check}

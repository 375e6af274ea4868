"""The live equation of a stage: the rule as its source prints it, and the same with the numbers of a step."""

from html import escape

from explorer.models.declarations import RAGGED
from explorer.models.notation import math, number

_INPUTS = ("inputs", "input counts")


def equation(asked, computed) -> str:
    """The HTML of a `cues.Equation`: a figure with its rule, and a line for each number that is worked out.

    Without elements of its own it shows one of each quantity of the stage: of the first word there, of the first unit.
    Raises what the source of numbers raises, and IndexError for an element that the step does not have.
    """
    frame = computed.frame(asked.place.query, asked.place.shown)
    stage = next(each for each in frame.model.stages if each.name == asked.stage)
    elements = asked.of or [(name, ()) for name in stage.shows]
    told = [_line(frame, name, index) for name, index in elements]
    worked_out = [mathml for mathml, of in told if of] or [mathml for mathml, _ in told]
    lines = "\n".join(f'<div class="lesson-now">{mathml}</div>' for mathml in worked_out)
    return (
        f'<figure class="lesson-equation equation">\n<figcaption>{escape(stage.title)}'
        f' <span class="muted">{escape(stage.source)}</span></figcaption>\n'
        f'<div class="lesson-rule">{stage.equation}</div>\n{lines}\n</figure>'
    )


def _line(frame, name, index):
    """(MathML of an element with its numbers, whether it is made of others)."""
    if name == "loss":
        return math(rf"E = {number(frame.loss)}"), True
    declared, shape = frame.model.declared(name), frame.shape(name)
    axes = ("batch", *declared.axes) if len(shape) > len(declared.axes) else declared.axes
    first = tuple(_first(frame, declared, axis) for axis in axes)
    found = frame.explain(name, (*index, *first[len(index) :]))
    return found.mathml, bool(found.operands)


def _first(frame, declared, axis):
    """The index on an axis that one would look at first: of the target, or of an input word where inputs are meant."""
    if axis != "word" or axis in RAGGED or not frame.vocabulary:
        return 0
    inputs = declared.name == frame.model.panels.input or getattr(declared, "of_instance", None) in _INPUTS
    return (frame.instance.inputs if inputs else frame.instance.outputs)[0]

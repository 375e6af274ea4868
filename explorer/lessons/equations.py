"""The live equation of a stage: the rule as its source prints it, and the same with the numbers of a step.

The numbers written here are those of the text's place. The page's script puts the line of the explorer's own strip in
their stead (assets/lessons/equations.mjs) while the explorer is where the text led it, or was moved from there by hand.
So an equation follows the steps; and without scripts, on paper and where the text has gone on it has its numbers still.
"""

import re
from html import escape

import numpy as np

from explorer.lessons.attributes import data
from explorer.models.batches import stages_of
from explorer.models.declarations import RAGGED
from explorer.models.notation import math, number

_APART = '<mspace width="2em" />'  # \qquad, between formulas
_INPUTS = ("inputs", "input counts")


def equation(asked, computed) -> str:
    """The HTML of a `cues.Equation`: a figure with its rule, and a line for each number that is worked out.

    Without elements of its own it shows one of each quantity of the stage: of the first word there, of the first unit.
    Raises what the source of numbers raises, and IndexError for an element that the step does not have.
    """
    frame = computed.frame(asked.place.query, asked.place.shown)
    stage = next(each for each in stages_of(frame.trajectory.recipe) if each.name == asked.stage)
    elements = asked.of or [(name, ()) for name in stage.shows]
    told = [_line(frame, name, index) for name, index in elements]
    worked_out = [mathml for mathml, of in told if of] or [mathml for mathml, _ in told]
    lines = "\n".join(f'<div class="lesson-now">{mathml}</div>' for mathml in worked_out)
    live = {"explorer": asked.place.explorer, "stage": asked.stage, "lines": live_lines(frame, asked.of)}
    return (
        f'<figure class="lesson-equation equation"{data("live", live)}>\n<figcaption>{escape(stage.title)}'
        f' <span class="muted">{escape(stage.source)}</span></figcaption>\n'
        f"{_rules(stage.equation)}\n{lines}\n</figure>"
    )


def _rules(equation):
    """The HTML of a rule, each of its formulas on a line: MathML wraps nothing."""
    begin, end = re.match("<math.*?><mrow>", equation)[0], "</mrow></math>"
    formulas = equation.removeprefix(begin).removesuffix(end).split(_APART)
    return "\n".join(f'<div class="lesson-rule">{begin}{each}{end}</div>' for each in formulas)


def live_lines(frame, of) -> list[dict]:
    """What the strip's line is to show, a dict a line: words for its symbols i and o, and a unit, from 0, for k.

    of : (name, index) of elements, of which one line shows as many as it can. Without any it is the strip's own. Empty
    where an element is none that the line can show, such as a node's.
    """
    lines: list[dict] = []
    for name, index in of:
        symbols = _symbols(frame, name, index)
        if symbols is None:
            return []
        if lines and all(lines[-1].get(symbol, at) == at for symbol, at in symbols.items()):
            lines[-1] |= symbols
        else:
            lines.append(symbols)
    return lines or [{}]


def _symbols(frame, name, index):
    """What the strip's line has to show so that it is the line of an element; None where it cannot."""
    declared, found = frame.model.declared(name), {}
    for axis, at in zip(_axes(frame, name), index, strict=False):
        if axis == "unit" and "k" not in found:
            found["k"] = at
        elif axis == "word":
            found["i" if _is_input(frame, declared) else "o"] = frame.vocabulary[at]
        elif (axis, at) != ("batch", 0):
            return None
    outputs = frame.instance.outputs
    of_another = len(outputs) > 1 and found.get("o", frame.vocabulary[outputs[0]]) != frame.vocabulary[outputs[0]]
    return None if of_another else found  # of several outputs the line is that of the first


def _line(frame, name, index):
    """(MathML of an element with its numbers, whether it is made of others)."""
    if name == "loss":
        return math(rf"E = {number(frame.loss)}"), True
    declared = frame.model.declared(name)
    first = tuple(_first(frame, declared, axis) for axis in _axes(frame, name))
    found = frame.explain(name, (*index, *first[len(index) :]))
    return found.mathml, bool(found.operands)


def _axes(frame, name):
    """The axes of an array of the step: those that are declared, behind that of the batch."""
    declared = frame.model.declared(name)
    return ("batch", *declared.axes) if len(frame.shape(name)) > len(declared.axes) else declared.axes


def _first(frame, declared, axis):
    """The index on an axis that one would look at first: of the target, or of an input word where inputs are meant.

    Of outputs that share out a probability that of the right class, as in the strip's lines.
    """
    if axis == "output":
        softmax = frame.model.network.layers[-1].activation == "softmax"
        return int(np.argmax(frame.instance.outputs)) if softmax else 0
    if axis != "word" or axis in RAGGED or not frame.vocabulary:
        return 0
    return (frame.instance.inputs if _is_input(frame, declared) else frame.instance.outputs)[0]


def _is_input(frame, declared):
    """Whether its words are those of the input."""
    return declared.name == frame.model.network.input or getattr(declared, "of_instance", None) in _INPUTS

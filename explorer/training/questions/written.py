"""A step to take away: as NumPy that computes it again and asserts every number, and as LaTeX with today's numbers.

Words are data: in the source they stand in comments as Python writes them, in LaTeX with every special character
escaped.
"""

import re

import numpy as np

from explorer import limits
from explorer.budget import OPERAND, at_most, charge
from explorer.errors import RecipeError
from explorer.models import formulas
from explorer.models.batches import stages_of
from explorer.models.notation import aged, number
from explorer.numbers import plain

_HEAD = '''\
"""{title}

Computes the step from its starting weights, and asserts every number on the way.
"""

import numpy as np


{prelude}def same(name, found, expected):
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-12), f"{{name}}: {{found}} instead of {{expected}}"

'''
_SPECIAL = {each: rf"\{each}" for each in "#$%&_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₕ", "0123456789h")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def to_numpy(frame) -> str:
    """The source of a frame's step; see `Frame.to_numpy`. Raises `RecipeError` where it has too many numbers."""
    _charge(frame)
    lines = [f"rate = {frame.learning_rate!r}", "", "# The parameters before the step"]
    if frame.vocabulary:
        lines.append(f"# Words have the numbers 0, 1, … in this order: {', '.join(map(repr, frame.vocabulary))}")
    lines += [f"{each.name} = {_array(frame.parameters[each.name])}" for each in frame.model.parameters]
    for b in range(len(frame.instances)):
        lines += _instance(frame, b)
    lines += _end(frame)
    head = _HEAD.format(title=f"{frame.model.title}, step {frame.step + 1:,}.", prelude=_prelude(lines))
    return "\n".join([head, *lines]) + "\n"


def _prelude(lines):
    """Those functions that the lines call, and those that these call."""
    functions, called = formulas.PRELUDE.split("\n\n\n"), "\n".join(lines)
    for function in reversed(functions):  # each calls only such as stand before it
        if f"{function[len('def ') : function.index('(')]}(" in called:
            called += function
    used = [each.strip() for each in functions if each in called]
    return "".join(f"{each}\n\n\n" for each in used)


def _instance(frame, b):
    """The lines of one instance of the batch."""
    model, instance = frame.model, frame.instances[b]
    lines, told = dict(model.formulas), [each for each in model.quantities if not each.matrix_of]
    held = [each.name for each in told if each.name not in lines or each.name == "s"]
    sides = zip(("inputs", "outputs"), instance, strict=True)
    yield from ("", f"# Instance {b + 1}: {_told(frame, instance)}")
    yield from (f"{side} = {_array(np.array(ids))}" for side, ids in sides)
    yield from (f"{name} = {_array(frame.of_instance(name, b))}" for name in held)
    for name, line in model.formulas:
        if name == "loss":
            yield f"loss_{b + 1} = {line}"
            continue
        yield f"{name} = {line}"
        yield f'same("{name}", {name}, {_array(frame.of_instance(name, b))})'
    for parameter in model.parameters:
        yield f"d{parameter.name}_{b + 1} = {formulas.gradient(model, parameter)}"
    yield from (f"{each}_{b + 1} = {each}" for each in _of_matrices(frame))


def _end(frame):
    """The lines of the whole step: its loss, a batch's matrices, the parameters after it."""
    count = len(frame.instances)

    def mean(name):
        each = " + ".join(f"{name}_{b + 1}" for b in range(count))
        return f"({each}) / {frame.divisor}" if count > 1 else each

    yield from ("", "# The loss, and the parameters after the step")
    if "loss" in dict(frame.model.formulas):
        yield f'same("loss", {mean("loss")}, {frame.loss!r})'
    for quantity in frame.model.quantities:
        if quantity.matrix_of:
            yield f'same("{quantity.name}", {_matrix_of(frame, quantity)}, {_array(frame[quantity.name])})'
    for parameter in frame.model.parameters:
        name, decay = (
            parameter.name,
            f" + {parameter.decay * frame.decays!r} * {parameter.name}" if parameter.decay else "",
        )
        step = "" if parameter.frozen else f" - rate * ({mean(f'd{name}')}{decay})"
        yield f"{name}_new = {name}{step}"
        yield f'same("{name}", {name}_new, {_array(frame.updated[name])})'


def _of_matrices(frame):
    return dict.fromkeys(
        name for each in frame.model.quantities for name in (each.matrix_of, each.summed_at) if each.matrix_of and name
    )


def _matrix_of(frame, quantity):
    """The line of a batch's matrix, from what each of its instances has."""
    rows, part = frame.shape(quantity.name)[0], quantity.position
    each = [f"{quantity.matrix_of}_{b + 1}" for b in range(len(frame.instances))]
    if quantity.summed_at:
        like, ids = f"np.zeros({frame.shape(quantity.name)})", quantity.summed_at
        named = ((f"{ids}_{b}", name) for b, name in enumerate(each, start=1))
        return " + ".join(f"scattered({w}, {name}.reshape(len({w}), -1), {like})" for w, name in named)
    if part is None:
        return f"np.stack([{', '.join(each)}], axis=1)"
    if frame.model.declared(quantity.matrix_of).role == "index":
        return f"np.eye({rows})[:, [{', '.join(f'{name}[{part}]' for name in each)}]]"
    blocks = ", ".join(f"{name}[{part * rows}:{(part + 1) * rows}]" for name in each)
    return f"np.stack([{blocks}], axis=1)"


def to_latex(frame) -> str:
    """The stages of a frame's step; see `Frame.to_latex`. Raises `RecipeError` where it has too many numbers."""
    _charge(frame)
    told = "; ".join(_told(frame, instance, _escaped) for instance in frame.instances)
    lines = [rf"\section*{{{_escaped(frame.model.title)}, step {frame.step + 1:,}: {told}}}"]
    for stage in stages_of(frame.trajectory.recipe):
        lines += ["", rf"\paragraph{{{_escaped(stage.title)}}} {_escaped(stage.says)}"]
        lines.append(rf"\[ {stage.equation.latex} \]")
        lines += [rf"\[ {left} = {_matrix(value)} \]" for left, value in _shown(frame, stage)]
    return "\n".join(lines) + "\n"


def _shown(frame, stage):
    """(LaTeX of the name, value) of all that a stage computes."""
    for name in stage.shows:
        if name == "loss":
            yield "E", np.array(frame.loss)
            continue
        declared = frame.model.declared(name)
        if declared.role == "weight":
            yield aged(_symbol(declared.symbol), "", "new"), frame.updated[name]
        elif declared.matrix_of or not frame.batched:
            yield _symbol(declared.symbol), frame[name]
        else:
            for b in range(len(frame.instances)):
                yield rf"{_symbol(declared.symbol)}^{{({b + 1})}}", frame.of_instance(name, b)


def _symbol(symbol):
    """LaTeX of a symbol: W′, u⁽²⁾, A₁."""
    symbol = re.sub("⁽(.)⁾", lambda found: rf"}}^{{({found[1].translate(_RAISED)})}}\mathrm{{", symbol)
    symbol = re.sub("([⁰¹²³⁴⁵⁶⁷⁸⁹])", lambda found: rf"}}^{{{found[1].translate(_RAISED)}}}\mathrm{{", symbol)
    symbol = re.sub("([₀-₉ₕ])", lambda found: rf"}}_{{{found[1].translate(_LOWERED)}}}\mathrm{{", symbol)
    symbol = symbol.replace("′", r"}^{\prime}\mathrm{").replace("Δ", r"}\Delta\mathrm{")
    symbol = symbol.replace("𝕀", "I").replace("input_batch", r"input\_batch")
    return rf"{{\mathrm{{{symbol}}}}}".replace(r"\mathrm{}", "")


def _matrix(value):
    """A number, a column of numbers, or a matrix."""
    if value.ndim == 0:
        return number(float(value))
    rows = value[:, None] if value.ndim == 1 else value
    cells = (" & ".join(number(float(one)) for one in row) for row in rows.tolist())
    return r"\begin{pmatrix} " + r" \\ ".join(cells) + r" \end{pmatrix}"


def _array(values):
    """A number or an array as Python writes it, with every digit."""
    return f"np.array({np.asarray(values).tolist()!r})"


def _told(frame, instance, written=repr):
    """An instance in one line: its words, or its numbers."""
    words = frame.model.reading != "points"
    sides = [", ".join(written(frame.vocabulary[i]) if words else plain(i) for i in side) for side in instance]
    return " → ".join(sides) if written is repr else r" $\to$ ".join(sides)


def _escaped(text):
    return "".join(_SPECIAL.get(each, each) for each in text)


def _charge(frame):
    """Charge what is written; `RecipeError` where that is too much to be read by anybody."""
    sizes = [2 * int(np.prod(frame.shape(each.name))) for each in frame.model.parameters]
    numbers = sum(sizes) + len(frame.instances) * sum(sizes) // 2
    if numbers > limits.MAX_WRITTEN:
        allowed = f"one of at most {limits.MAX_WRITTEN:,} numbers; written out it takes about {numbers:,}"
        raise RecipeError([("step", frame.step, allowed)])
    charge("step", frame.step, OPERAND * numbers // 10, 60 * numbers, at_most(numbers))

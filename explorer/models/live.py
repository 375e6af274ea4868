"""Parts of live lines that are not one number of an array: what is left out, and answers that are almost their target.

In an expression (see `notation`) the page computes with the numbers of its frame. A line adds up, whatever it leaves
out: ⋯ is followed by the number of the rest. And no digit contradicts another one: where an answer is so near to 1 that
its digits are all nines, 1 − y is shown as a number of its own.
"""

import re
from typing import NamedTuple

from explorer.models import curves
from explorer.models.notation import aged


class Asked(NamedTuple):
    """How a line names what an output layer asks: every word, or the nodes on a way down a tree.

    suffix : of the names of the output weights. row : the one that is shown, `label` what it is called, `at` where its
    score stands. axis : of the scores; each : the row of the score j.
    """

    suffix: str
    row: str
    label: str
    at: str
    axis: str
    each: str


WORDS = Asked("", "o", "⟦word[o]⟧", "o", "word", "j")
NODES = Asked("_node", "r", "⟦row[0]⟧", "0", "path", "node[j]")


class Output(NamedTuple):
    """The output of a network that reads numbers which its lines show: where its numbers stand, and its own number."""

    at: str
    number: str


def shown_output(activation: str) -> Output:
    """Of outputs that share out a probability that of the right class, else the first."""
    return Output("o", "⟦unit[o]⟧") if activation == "softmax" else Output("0", "1")


def rest(expression: str) -> str:
    """LaTeX of "+ ⋯" and the number of what it stands for; nothing where that is 0."""
    return rf" ⟦?={expression}⟧ + \cdots ⟦={expression}⟧ ⟦/⟧"


def all_of(total: str, part: str) -> str:
    """Expression of a part; of the total where that is all there is, which scores of a float32 tell less exactly."""
    return f"{total}-left({total},{part})"


def either(condition: str, yes: str, no: str) -> str:
    """LaTeX that depends on an expression, 1 or 0."""
    return rf" ⟦?={condition}⟧ {yes} ⟦/⟧ ⟦?=1-{condition}⟧ {no} ⟦/⟧"


def mean(inner: str) -> str:
    """LaTeX of a mean over the batch; the inner part alone where there is none, or a sum."""
    return rf"⟦?mean⟧ \frac{{1}}{{⟦divisor⟧}} ( ⟦/⟧ {inner} ⟦?mean⟧ ) ⟦/⟧"


# Weight decay is in the loss of each instance: of a sum over the batch as often as it has instances.
EACH = r"⟦?sum⟧ ⟦batch⟧ \times ⟦/⟧"


def share(axis: str, at: str, u: str, y: str) -> str:
    """LaTeX of a softmax's answer at `at` of an axis, by the names of scores and answers.

    Of large scores exponentials have too few digits, or none: there others' are told as multiples of its own.
    """
    ratio = rf"\frac{{1}}{{1 {rest(f'others(j,{axis},{at},{y}[j],1)/{y}[{at}]')}}}"
    others = rest(f"others(j,{axis},{at},exp({u}[j]),exp({u}[{at}])/{y}[{at}])")
    exact = rf"\frac{{\exp(⟦{u}[{at}]⟧)}}{{\exp(⟦{u}[{at}]⟧) {others}}}"
    shown = either(f"large({u}[{at}])", ratio, exact)
    return either(f"nothing({y}[{at}])", r"\frac{\exp(u)}{\sum \exp(u)}", shown)


def surprise(p: str, missing: str, known: str) -> str:
    """LaTeX of −ln p, of expressions p, 1 − p and −ln p; the last is shown alone where p is too small for a number."""
    far = either(f"nothing({p})", f"⟦={known}⟧", rf"-\ln {_slot(p)}")
    return either(f"near({missing})", rf"-\ln (1 - {_slot(missing)})", far)


def _slot(expression):
    """A slot, which can be pressed where it is a number of an array."""
    return f"⟦{expression}⟧" if re.fullmatch(r"\w+\[\w+\]", expression) else f"⟦={expression}⟧"


def update(letter: str, index: str, weight: str, shown: tuple[str, ...], decay: float = 0.0) -> str:
    """LaTeX of a weight's update: the shown product of its gradient, the rest of it, and what becomes of the weight.

    letter, index : LaTeX; shown : names of numbers, which are multiplied.
    """
    product = r" \times ".join(f"⟦{each}⟧" for each in shown)
    left = rest(f"left(gradient({weight}),{'*'.join(shown)})")
    pull = rf"⟦?mean⟧ \frac{{1}}{{⟦divisor⟧}} ⟦/⟧ ( {product} {left} )"
    if decay:
        pull = rf"( {pull} + {EACH} ⟦weight_decay={decay!r}⟧ \times ⟦old.{weight}⟧ )"
    return rf"{aged(letter, index, 'new')} = ⟦old.{weight}⟧ - ⟦rate⟧ \times {pull} = ⟦new.{weight}⟧"


ROUNDED = ("sigmoid", "tanh", "softmax")  # which reach a target in rounding only


def _close(activation, u, y, t, missing, shown, symbols, far):
    """The form of a line about y − t: of what is missing to 1, in symbols where the two are too close, or of both."""
    told = "1" if activation in ROUNDED else f"(1-same({y},{t}))"
    near = either(f"tiny({y}-{t})*(1-same({t},0))*{told}", symbols, far)
    if missing is None and activation != "sigmoid":
        return near
    missing = missing or f"sigmoid(-{u})"
    return either(f"near({missing})*same({t},1)", shown.format(f"⟦={missing}⟧"), near)


def error(activation: str, u: str, y: str, t: str, missing: str | None = None, factor: int = 1) -> str:
    """LaTeX of `factor` times y − t, by the names of the numbers, y being f(u); near 1 of −(1 − y).

    missing : an expression of 1 − y; without it that of a sigmoid, where it is one.
    """
    if factor == 1:
        return _close(activation, u, y, t, missing, "-(1 - y) = -{}", "y - t", f"⟦{y}⟧ - ⟦{t}⟧")
    near = rf"-{factor} (1 - y) = -{factor} \times {{}}"
    return _close(activation, u, y, t, missing, near, f"{factor} (y - t)", rf"{factor} \times (⟦{y}⟧ - ⟦{t}⟧)")


def square(activation: str, u: str, y: str, t: str, halved: bool = True, target_first: bool = False) -> str:
    """LaTeX of ½(y − t)², or ½(t − y)², or without the half, likewise."""
    half = r"\frac{1}{2} " if halved else ""
    near = r"\frac{{1}}{{2}} {}^2" if halved else "{}^2"
    letters, numbers = ("t - y", f"⟦{t}⟧ - ⟦{y}⟧") if target_first else ("y - t", f"⟦{y}⟧ - ⟦{t}⟧")
    return _close(activation, u, y, t, None, near, f"{half}({letters})^2", f"{half}({numbers})^2")


def rest_of_squares(activation: str, u: str, y: str, t: str, halved: bool = True, at: str = "0") -> str:
    """LaTeX of the (half) squares of the outputs other than that at `at`, or of those and the rest of a batch."""
    half = "0.5" if halved else "1"
    gap = f"choose(same({t},1),sigmoid(-{u}),{y}-{t})" if activation == "sigmoid" else f"({y}-{t})"
    others = f"others(j,output,{at},{half}*(y[j]-t[j])*(y[j]-t[j]))"
    return rest(f"choose(same(batch,1),{others},left(loss*divisor,{half}*{gap}*{gap}))")


def times_slope(activation: str, error: str, y: str, u: str) -> str:
    """LaTeX of error · f′(u), by the names of the numbers, y being f(u): where y is almost ±1, of what is missing."""
    error, shown = f"⟦{error}⟧", f"⟦{y}⟧"
    if activation == "sigmoid":
        missing = f"sigmoid(-{u})"
        return rf"{error} \cdot {shown}" + either(f"near({missing})", rf"\cdot ⟦={missing}⟧", f"(1 - {shown})")
    if activation == "tanh":
        slope = f"4*sigmoid(2*{u})*sigmoid(-2*{u})"
        return rf"{error} \cdot" + either(f"near({slope})", f"⟦={slope}⟧", f"(1 - {shown}^2)")
    return curves.times_slope(activation, error, shown)


_MISSING = "others(j,word,o,y[j],1)"  # 1 − y of the first output word, under a softmax
WORDS_ERROR = either(
    f"near({_MISSING})*same(t[o],C)",
    rf"-⟦?outputs⟧ ⟦C⟧ ⟦/⟧ (1 - y) = -⟦?outputs⟧ ⟦C⟧ \times ⟦/⟧ ⟦={_MISSING}⟧",
    either("tiny(e[o])", r"⟦?outputs⟧ ⟦C⟧ ⟦/⟧ y - t", r"⟦?outputs⟧ ⟦C⟧ \times ⟦/⟧ ⟦y[o]⟧ - ⟦t[o]⟧"),
)
# The same on the panel of the first output word: where there are several, each has a panel of its own.
_ON_PANEL = f"choose(near({_MISSING}),0-{_MISSING},y[o]-1)"
_OWN = either(f"near({_MISSING})", "-(1 - y)", "⟦y[o]⟧ - 1") + f" = ⟦e[0,o]={_ON_PANEL}⟧"
PANELS_ERROR = rf"⟦?outputs⟧ e_{{1,⟦word[o]⟧}} = {_OWN} \qquad ⟦/⟧"


def surprise_at(loss: str = "loss") -> str:
    """LaTeX of the surprise at the first output word, and of the rest of a batch's."""
    total = f"{loss}*divisor"
    answer = "y[o]", _MISSING, all_of(total, "logsum(j,word,u[j],u[o]-ln(y[o]))-u[o]")
    return surprise(*answer) + rest(f"left({total},surprise({','.join(answer)}))")

"""Equations: written in LaTeX, as the papers write them, and drawn by the browser from MathML.

In an equation ⟦…⟧ marks what is not notation:

    ⟦W[i,k]⟧          in a `live` line, a number that the page fills from the frame it paints. It names a
                      quantity or parameter with its indices: i and o are the first input and output word, of a
                      network that reads numbers o is the first output with the largest target (the right class),
                      r the first row that the step asks where it asks only some, k the chosen unit; of two input
                      words i2 is the other one. "old." and "new." before a parameter mean before and after the last
                      update; loss, rate, C (number of output words), inputs (of input words), batch (of instances)
                      and divisor (batch where the step takes their mean, 1 where their sum) stand alone.
    ⟦word[o]⟧         in a `live` line, a word, the number of a unit (⟦unit[k]⟧), or the name of the first row
                      that the step asks (⟦row[0]⟧).
    ⟦=…⟧              in a `live` line, a number that the page computes: see `live` and the page's
                      panels/explanation/expression.mjs for what an expression may have. What is named before
                      it, ⟦p[0]=…⟧, is the number that a press opens.
    ⟦?inputs⟧ … ⟦/⟧   in a `live` line, a part shown only where there are several inputs, outputs, or where the
                      step takes the mean, or the sum, of a batch; ⟦?=…⟧ where the expression is not 0.
    ⟦0⟧               in `math`, the first of the texts given. A corpus's words get into MathML here and
                      nowhere else, and are escaped.
    ⟦term:0.2:4⟧ … ⟦/⟧ in `math`, a term of a long sum, what it adds, and how many digits its numbers have: the page
                      leaves out those for which it has no room. ⟦rest:7:0.3⟧ … ⟦/⟧ is the last of them: how many are
                      left out already, and their sum.
"""

import re
from collections.abc import Container
from functools import cache, lru_cache
from html import escape

from latex2mathml.converter import convert

from explorer.numbers import significant

_OF_SEVERAL = re.compile(r"; of several (\w+) [^;]*")
_LONGEST_WORD = 20  # letters in an equation; assets/text/names.mjs has the same
_PLACE = re.compile(r"⟦(.*?)⟧")
_DRAWN = re.compile(r"<mtext>⟦(.*?)⟧</mtext>")
_PRIMED = re.compile(r"(\\math\w+\{\w+\}|\\\w+|\w)'")
_PULL = re.compile(r" - \\eta\\, (.*?)(?= - \\eta|,\\quad| \\qquad|$)")  # of a rule, up to its decay or the next one
_LABELS = ("word[", "unit[", "row[")


class MathML(str):
    """An equation as the browser draws it; `latex` is what it was written in."""

    latex = ""


def math(latex: str, *texts: str) -> MathML:
    """MathML of an equation; texts stand where ⟦0⟧, ⟦1⟧, … are, of long ones their beginnings."""
    drawn = MathML(_DRAWN.sub(lambda slot: _given(slot[1], texts), _drawn(latex)))
    drawn.latex = latex
    return drawn


@cache
def live(latex: str) -> str:
    """MathML of an equation with slots for the page to fill."""
    return _DRAWN.sub(lambda slot: _slot(slot[1]), _drawn(latex))


def cited(first: str, second: str) -> str:
    """Two sources in one line: "Rong (2014), eq. 22 and 23" where both are equations of one text."""
    text, _, _ = first.partition(", eq. ")
    other, _, equation = second.partition(", eq. ")
    return f"{first} and {equation}" if equation and text == other else f"{first}; {second}"


def source_of(source: str, several: Container[str]) -> str:
    """A source without what it says of several "inputs" or "outputs", but of those of which there are `several`."""
    return _OF_SEVERAL.sub(lambda said: said[0] if said[1] in several else "", source)


def after(source: str, as_there: bool) -> str:
    """A source, or "after" it where what is cited generalises what stands there."""
    return source if as_there or source.startswith("after ") else f"after {source}"


def aged(letter: str, index: str, age: str) -> str:
    """LaTeX of a weight, or of all where there is no index, "old" or "new": before or after the step."""
    return rf"{letter}^{{\text{{{age}}}}}" + (f"_{{{index}}}" if index else "")


def moves(letter: str, index: str, gradient: str) -> str:
    """LaTeX of the rule by which a weight moves."""
    return rf"{aged(letter, index, 'new')} = {aged(letter, index, 'old')} - \eta\, {gradient}"


def over_batch(loss: str, gradient: str) -> str:
    """LaTeX of the loss of a batch, whose instances have E = loss each; gradient : "mean" or "sum" of theirs."""
    _, _, one = loss.partition("E = ")
    return rf"E = {_share(gradient)}\sum_b \left( {one} \right)"


def pulled_by_batch(rules: str, gradient: str) -> str:
    """LaTeX of rules by `moves` whose weights move by the gradient of a batch, the "mean" or "sum" of its instances'.

    What is called Δ is their sum already. Weight decay is in the loss of each instance, and so B times in a sum.
    """

    def pull(rule):
        total = rule[1] if rule[1].startswith(r"\Delta") else rf"\sum_b {rule[1]}"
        return rf" - \eta\, {_share(gradient)}{total}"

    rules = _PULL.sub(pull, rules)
    return rules if gradient == "mean" else rules.replace(r" - \eta \lambda", r" - \eta B \lambda")


def _share(gradient):
    return r"\frac{1}{B} " if gradient == "mean" else ""


def number(value: float, digits: int = 4) -> str:
    """LaTeX of a number with so many significant digits, or all that it has; in braces: no line breaks in it."""
    mantissa, _, exponent = significant(value, digits).partition("e")
    power = rf" \times 10^{{{exponent}}}" if exponent else ""
    return f"{{{mantissa}{power}}}"


def bracketed(value: float, digits: int = 4) -> str:
    """LaTeX of a number behind an operator or under an exponent: in brackets where it is negative or a power of ten."""
    written = number(value, digits)
    return f"({written})" if value < 0 or "times" in written else written


@lru_cache(1024)
def _drawn(latex):
    """MathML in which a prime is beside its letter and ⊤ is a letter: WebKit sets scripts and operators apart."""
    latex = _PRIMED.sub(r"{\1\\text{′}}", _PLACE.sub(r"\\text{⟦\1⟧}", latex))
    markup = convert(latex, display="block").replace("<mo>&#x022A4;</mo>", "<mi>&#x022A4;</mi>")
    return markup.replace("<mtext>′</mtext>", '<mtext class="prime">′</mtext>')


def _given(slot, texts):
    if slot == "/":
        return "</mrow>"
    kind, *told = slot.split(":")
    if kind == "term":
        return f'<mrow data-term="{told[0]}" data-digits="{told[1]}">'
    if kind == "rest":
        return f'<mrow data-rest="{told[0]}" data-sum="{told[1]}">'
    text = texts[int(slot)]
    shown = text if len(text) <= _LONGEST_WORD else text[: _LONGEST_WORD - 1] + "…"
    return f"<mtext>{escape(shown)}</mtext>"


def _slot(slot):
    if slot == "/":
        return "</mrow>"
    if slot.startswith("?"):
        return f'<mrow data-when="{slot[1:]}">'
    tag = "mtext" if slot.startswith(_LABELS) else "mn"
    return f'<{tag} data-slot="{slot}">·</{tag}>'

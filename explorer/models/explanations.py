"""The parts that explanations are made of: sums of products, and the update of a weight.

A model explains a number by naming its operands; it never computes the number again. What is shown is
what the frame holds. Where the numbers of a sum cancel, so that four digits of each would not give what is left,
they have up to eight; what eight do not give either is rounding, and written as about 0.
"""

import re
from math import floor, fsum, log10, prod

from explorer.models.contract import Explanation, Operand
from explorer.models.notation import aged, bracketed, math, number
from explorer.models.terms import products

_SHORT = 6  # terms of a sum that stays in its order
_TERMS_WRITTEN = 40  # of a long one; how many of them are shown is a matter of room, the page's
_CANCELS = 1e3  # times as large as the sum is its largest number, where four digits of it tell too little
_RESIDUE = 1e7  # times, where eight do
_ABOUT_ZERO = "{0.000}"
_LEAST = 1e-300  # below it the sigmoids of all numbers are one
NEW, OLD = "(new)", "(old)"  # behind the symbol of a weight after the step, and before it


class Lens:
    """One instance of a frame: its quantities as vectors, their numbers as operands.

    In a batch the index of a quantity begins with the number of the instance, else it does not.
    """

    def __init__(self, frame, instance: int = 0):
        self.frame, self.instance = frame, instance
        self.inputs = frame.instances[instance].inputs
        self.outputs = frame.instances[instance].outputs

    @classmethod
    def of(cls, frame, index: tuple[int, ...]):
        """The instance that the index of a quantity points into, and the rest of the index."""
        return (cls(frame, index[0]), index[1:]) if frame.batched else (cls(frame), index)

    def __getitem__(self, name: str):
        return self.frame.of_instance(name, self.instance)

    def operand(self, name: str, *index: int) -> Operand:
        """A number of one of this instance's quantities."""
        whole = (self.instance, *index) if self.frame.batched else index
        return Operand(name, whole, float(self[name][index]))

    def panel(self, c: int):
        """The own part of output word c, `outputs.layer.Panel`."""
        return self.frame.model.by_output(self.frame, self.instance, c + 1)[c]

    def part(self, name: str, value: float, *index: int) -> Operand:
        """A number of an output word's part of a quantity, its index led by that of the word."""
        whole = (self.instance, *index) if self.frame.batched else index
        return Operand(name, whole, float(value))

    def weight(self, name: str, *index: int) -> Operand:
        """A number of a parameter, before the step."""
        return Operand(name, index, self.frame.weight(name, *index))

    def symbol(self, name: str) -> str:
        """The symbol of a quantity or parameter."""
        return self.frame.model.declared(name).symbol

    def word(self, j: int) -> str:
        """The word of an id."""
        return self.frame.vocabulary[j]

    def numbered(self, j: int) -> str:
        """The word of an id, and the id as what it is."""
        return f"{self.word(j)}, number {j} of the words, counted from 0"

    def quoted(self, j: int) -> str:
        """The word of an id in a sentence, which it would be taken for a part of."""
        return f"“{self.word(j)}”"

    def explained(self, declared, says, labels, right, operands, value, age="", left="") -> Explanation:
        """An explanation that reads symbol_labels = right = value, without a right that is the value again.

        right : LaTeX; so is `left`, what is shown for the value where that is more than its digits tell.
        age : of a weight.
        """
        value = float(value)
        slots = ",".join(f"⟦{slot}⟧" for slot in range(len(labels)))
        symbol = rf"\mathrm{{{declared.symbol}}}"
        name = aged(symbol, slots, age) if age else f"{symbol}_{{{slots}}}"
        left = _ABOUT_ZERO if 0 < abs(value) < _LEAST else left or number(value)
        latex = f"{name} = {equated(right, left)}"
        return Explanation(says, math(latex, *labels), tuple(operands), value, declared.source)

    def explain_sum(self, declared, says, labels, terms, value) -> Explanation:
        """The explanation of a sum of products, each term a tuple of operands."""
        operands = (operand for term in terms for operand in term)
        left = _left(_largest(terms), value)
        return self.explained(declared, says, labels, sum_of_products(terms), operands, value, left=left)


def equated(right: str, left: str) -> str:
    """LaTeX of right = left, and of left alone where right is the same number: what is read is no rule of its own."""
    return left if _bare(right) == _bare(left) else f"{right} = {left}"


def _bare(latex):
    """LaTeX without marks of terms and what is around it, by which a number is told from one that is the same."""
    return re.sub(r"⟦(term.*?|/)⟧", "", latex).strip("(){} ")


def largest_first(terms) -> list:
    """Products of operands, the largest first."""
    return sorted(terms, key=lambda term: -abs(_product(term)))


def _product(term) -> float:
    return prod(factor.value for factor in term)


def _sum(numbers) -> float:
    """Rounded once; where it leaves the reals, what adding them one by one gives."""
    try:
        return fsum(numbers)
    except (OverflowError, ValueError):
        return sum(numbers)


def _largest(terms) -> float:
    return max((abs(_product(term)) for term in terms), default=0.0)


def _times(largest, left):
    """How many times as large as what is left of a sum its largest number is; 1 where nothing is left."""
    return min(largest / abs(left), 2 * _RESIDUE) if left else 1.0


def _digits(largest: float, left: float) -> int:
    """Significant digits of the numbers of a sum, by its largest number and what is left of them."""
    times = _times(largest, left)
    return min(8, 3 + floor(log10(times))) if times >= _CANCELS else 4


def _left(largest, left):
    """LaTeX of what is left of a sum where that is a residue of rounding, else ""."""
    return _ABOUT_ZERO if _times(largest, left) >= _RESIDUE else ""


def sum_of_products(terms, digits: int = 4) -> str:
    """LaTeX of a·b + c·d + …, each marked as a term; of a long sum the largest first, and the rest of them summed.

    digits : significant ones of each number; more where the terms cancel.
    """
    digits = max(digits, _digits(_largest(terms), _sum([_product(term) for term in terms])))
    return sum_of([(_product(term), lambda term=term: _factors(term, digits)) for term in terms], digits)


def sum_of(terms, digits: int = 4) -> str:
    """The same of terms that are (value, function that gives their LaTeX), which may have a sign."""
    terms = in_order(terms, lambda term: term[0])
    written, rest = terms[:_TERMS_WRITTEN], terms[_TERMS_WRITTEN:]
    parts = [f"⟦term:{value!r}:{digits}⟧{_joined(latex(), at)}⟦/⟧" for at, (value, latex) in enumerate(written)]
    if rest:
        total = sum(value for value, _ in rest)
        others = "one" if len(rest) == 1 else f"{len(rest):,} together"
        says = rf"\text{{the other {others} }}"
        parts.append(rf"⟦rest:{len(rest)}:{total!r}⟧+ \cdots {says} {bracketed(total, digits)}⟦/⟧")
    return " ".join(parts) or "0"


def in_order(terms, value) -> list:
    """A few terms of a sum as they stand, many the largest first; value : function of a term."""
    return terms if len(terms) <= _SHORT else sorted(terms, key=lambda term: -abs(value(term)))


def _joined(latex, at):
    return f"+ {latex}" if at and not latex.startswith("-") else latex


def _factors(term, digits) -> str:
    return r" \cdot ".join(bracketed(factor.value, digits) for factor in term)


def explain_update(frame, parameter, index: tuple[int, ...]) -> Explanation:
    """A weight after the step: w ← w − η · gradient, a sum of products averaged over a batch."""
    name, lenses = parameter.name, [Lens(frame, b) for b in range(len(frame.instances))]
    label = frame.index_label(parameter, index)
    before = lenses[0].weight(name, *index)
    rate = Operand("learning_rate", (), frame.learning_rate)
    terms = _terms_of_gradient(lenses, parameter, index)
    kind = "columns" if parameter.axes[0] != "word" and "word" in parameter.axes else "rows"
    others = f"is at rest: step {frame.step + 1:,} touches other {kind}"
    resting = "is given and frozen" if parameter.frozen else others
    if parameter.frozen or not (terms or parameter.decay):
        says = f"{parameter.symbol}[{','.join(label)}] {resting}"
        return lenses[0].explained(parameter, says, label, number(before.value), [before], before.value)
    after = frame.weight(name, *index, after=True)
    digits = _digits(abs(before.value), after)
    start = number(before.value, digits)
    gradient = f"({sum_of_products(terms, digits)})"
    if frame.divisor > 1:
        gradient = rf"\frac{{1}}{{{frame.divisor}}} \cdot {gradient}"
    decay = [Operand("weight_decay", (), parameter.decay)] if parameter.decay else []
    if decay:
        times = rf"{frame.decays} \cdot " if frame.decays > 1 else ""
        gradient = rf"({gradient} + {times}{number(parameter.decay)} \cdot {bracketed(before.value, digits)})"
    return lenses[0].explained(
        parameter,
        _update_in_words(frame, parameter, label),
        label,
        rf"{start} - {number(rate.value, digits)} \cdot {gradient}",
        (before, rate, *decay, *(operand for term in terms for operand in term)),
        after,
        "new",
        _left(abs(before.value), after),
    )


def _terms_of_gradient(lenses, parameter, index):
    """Each a tuple of operands, of all instances of a batch."""
    shape = lenses[0].frame.shape(parameter.name)
    return [
        tuple(lens.operand(quantity, *of) for quantity, of in product)
        for lens in lenses
        for term in parameter.change
        for product in products(term, shape, index, lens.__getitem__)
    ]


def _update_in_words(frame, parameter, label):
    """The rule as plain text: what is subtracted, by the symbols of the quantities."""
    row, column = label[0], (label[1:] or ("",))[0]
    of_frame = frame.model.declared

    def factor(name, index):
        declared = of_frame(name)
        if declared.role == "index" or not index:
            return "" if index else declared.symbol
        return f"{declared.symbol}[{'·,' * (len(declared.axes) - 1)}{index}]"

    def product(term):
        rows, columns = of_frame(term.rows), of_frame(term.columns) if term.columns else None
        if columns and rows.role == "index" and columns.axes[-1] != parameter.axes[-1]:  # a part for each position p
            return f"Σ(p: {rows.symbol}_p = {row}) {columns.symbol}_p[k]"
        if columns and columns.role == "index" and len(rows.axes) > 1:  # an error for each word τ
            return f"Σ(τ: {columns.symbol}_τ = k) {rows.symbol}[τ,{row}]"
        factors = (factor(term.rows, row), factor(term.columns, column and "k") if term.columns else "")
        several = len(rows.axes) > 1
        return ("Σ " if several else "") + " · ".join(filter(None, factors))

    terms = [product(term) for term in parameter.change]
    index_text = f"[{row},k]" if column else f"[{row}]"
    new, old = parameter.symbol + NEW + index_text, parameter.symbol + OLD + index_text
    mean = f"{frame.batch_gradient} over the batch of " if len(frame.instances) > 1 else ""
    decay = f" − η · {f'{frame.decays} · ' if frame.decays > 1 else ''}λ · {old}" if parameter.decay else ""
    return f"{new} = {old} − η · {mean}{' + '.join(terms)}{decay}"

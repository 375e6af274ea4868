"""The parts that explanations are made of: sums of products, and the update of a weight.

A model explains a number by naming its operands; it never computes the number again. What is shown is
what the frame holds.
"""

import numpy as np

from explorer.models.contract import Explanation, Operand
from explorer.models.notation import math, number

_TERMS_SHOWN = 6


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
        place = (self.instance, *index) if self.frame.batched else index
        return Operand(name, place, float(self[name][index]))

    def weight(self, name: str, *index: int) -> Operand:
        return Operand(name, index, float(self.frame.parameters[name][index]))

    def word(self, j: int) -> str:
        return self.frame.vocabulary[j]

    def explained(self, declared, says, labels, right, operands, value) -> Explanation:
        """An explanation that reads symbol_labels = right = value; `right` is LaTeX."""
        value = float(value)
        places = ",".join(f"⟦{place}⟧" for place in range(len(labels)))
        latex = rf"\mathrm{{{declared.symbol}}}_{{{places}}} = {right} = {number(value)}"
        return Explanation(says, math(latex, *labels), tuple(operands), value, declared.source)

    def explain_sum(self, declared, says, labels, terms, value) -> Explanation:
        """The explanation of a sum of products, each term a tuple of operands."""
        operands = (operand for term in terms for operand in term)
        return self.explained(declared, says, labels, sum_of_products(terms), operands, value)


def sum_of_products(terms) -> str:
    """LaTeX of a·b + c·d + …, cut after a few terms."""
    products = (r" \cdot ".join(number(factor.value) for factor in term) for term in terms[:_TERMS_SHOWN])
    return " + ".join([*products, r"\cdots"] if len(terms) > _TERMS_SHOWN else products)


def explain_update(frame, parameter, index: tuple[int, int]) -> Explanation:
    """A weight after the step: w ← w − η · (rows ⊗ columns), averaged over a batch."""
    row, k = index
    change, name = parameter.change, parameter.name
    lenses = [Lens(frame, b) for b in range(len(frame.instances))]
    terms = [
        (lens.operand(change.rows, place), lens.operand(change.columns, k))
        for lens in lenses
        for place in ([row] if change.at is None else np.flatnonzero(lens[change.at] == row).tolist())
    ]
    before = lenses[0].weight(name, row, k)
    rate = Operand("learning_rate", (), frame.learning_rate)
    share = rf" \cdot \frac{{1}}{{{len(lenses)}}}" if frame.batched else ""
    mean = "mean over the batch of " if frame.batched else ""
    label = frame.row_name(parameter, row)
    if not terms:
        says = f"{name}[{label},k] is at rest: this step touches other rows"
        return lenses[0].explained(parameter, says, (label, str(k + 1)), number(before.value), [before], before.value)
    return lenses[0].explained(
        parameter,
        f"{name}[{label},k] ← {name}[{label},k] − η · {mean}{change.rows}[{label}] · {change.columns}[k]",
        (label, str(k + 1)),
        rf"{number(before.value)} - {number(rate.value)}{share} \cdot ({sum_of_products(terms)})",
        (before, rate, *(operand for term in terms for operand in term)),
        frame.updated[name][row, k],
    )

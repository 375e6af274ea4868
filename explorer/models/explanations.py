"""The parts that explanations are made of: sums of products, and the update of a weight.

A model explains a number by naming its operands; it never computes the number again. What is shown is
what the frame holds.
"""

from explorer.models.contract import Explanation, Operand
from explorer.models.notation import math, num, op, row, sub, v, words

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
        array = self.frame[name]
        return array[self.instance] if self.frame.batched else array

    def operand(self, name: str, *index: int) -> Operand:
        place = (self.instance, *index) if self.frame.batched else index
        return Operand(name, place, float(self[name][index]))

    def weight(self, name: str, *index: int) -> Operand:
        return Operand(name, index, float(self.frame.parameters[name][index]))

    def word(self, j: int) -> str:
        return self.frame.vocabulary[j]


def name_of(symbol: str, *labels: str) -> str:
    """MathML of a symbol with the labels of its indices."""
    commas = [part for text in labels for part in (op(","), words(text))]
    return sub(v(symbol), row(*commas[1:]))


def sum_of_products(factors: list[tuple[Operand, ...]]) -> str:
    """MathML of a·b + c·d + …, cut after a few terms."""
    parts: list[str] = []
    for product in factors[:_TERMS_SHOWN]:
        parts += [op("+")] if parts else []
        for place, operand in enumerate(product):
            parts += ([op("·")] if place else []) + [signed(operand.value)]
    if len(factors) > _TERMS_SHOWN:
        parts += [op("+"), op("⋯")]
    return row(*parts)


def signed(value: float) -> str:
    """MathML of a number, in brackets where it is negative."""
    return row(op("("), num(value), op(")")) if value < 0 else num(value)


def explained(equation: str, left: str, right: str, operands, value: float, source: str) -> Explanation:
    """An explanation whose MathML reads left = right = value."""
    value = float(value)
    shown = math(left, op("="), right, op("="), num(value))
    return Explanation(equation, shown, tuple(operands), value, source)


def explain_update(frame, parameter, index: tuple[int, int]) -> Explanation:
    """A weight after the step: w ← w − η · (rows ⊗ columns), averaged over a batch."""
    j, k = index
    rows, columns = parameter.change.rows, parameter.change.columns
    lenses = [Lens(frame, b) for b in range(len(frame.instances))]
    products = [(lens.operand(rows, j), lens.operand(columns, k)) for lens in lenses]
    before = lenses[0].weight(parameter.name, j, k)
    rate = Operand("learning_rate", (), frame.learning_rate)
    share = [op("·"), num(1 / len(lenses))] if frame.batched else []
    gradient = sum_of_products(products)
    right = row(num(before.value), op("−"), num(rate.value), *share, op("·"), op("("), gradient, op(")"))
    word = frame.vocabulary[j]
    mean = "mean over the batch of " if frame.batched else ""
    return explained(
        f"{parameter.name}[{word},{k}] ← {parameter.name}[{word},{k}] − η · {mean}{rows}[{word}] · {columns}[{k}]",
        name_of(parameter.symbol, word, str(k + 1)),
        right,
        (before, rate, *(operand for product in products for operand in product)),
        frame.updated[parameter.name][j, k],
        parameter.source,
    )

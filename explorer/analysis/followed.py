"""A model's lines of NumPy, followed from the weights to the loss and back: the nodes of a computation graph."""

import ast
import re
from dataclasses import dataclass, field

import numpy as np

from explorer.maths import traced
from explorer.models import formulas
from explorer.training.questions.worked import scope_of

LOSS = "loss"
_SIGNS = {  # of operations in a line, in the order in which they are done
    "[inputs]": "rows", "[w]": "rows", "[word]": "rows", "[node]": "rows", ".mean(": "mean", " @ ": "×", "+": "+",
    "sigmoid(": "σ", "tanh(": "tanh", "maximum(0": "max(0,·)", "where(": "step", "softmax(": "softmax",
}  # fmt: skip
_CLOSE = 1e-7  # how far gradients through y may be from those through the scores


@dataclass(frozen=True, eq=False)
class Node:
    """A quantity of the graph.

    label : its symbol; role : "weight", "activation", or "held" of what no gradient goes to.
    value, gradient : float64 of its shape; the gradient is ∂E/∂value, None where there is none.
    line : the NumPy that computes it, "" where it is given; reads : the nodes that the line reads.
    error : the declared quantity that its gradient is, with the line that computes that; ("", "") where none is.
    parts : what it sends back to each node that it reads, its vector–Jacobian products by name.
    """

    name: str
    label: str
    role: str
    value: np.ndarray
    line: str = ""
    reads: tuple[str, ...] = ()
    gradient: np.ndarray | None = None
    error: tuple[str, str] = ("", "")
    parts: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def operation(self) -> str:
        """The operations of its line in a few signs, the first done first; "" where it is given."""
        if self.name == LOSS:
            return "loss"
        found = (told for sign, told in _SIGNS.items() if sign in self.line)
        return " ".join(dict.fromkeys(found)) or ("=" if self.line else "")


class Followed:
    """The lines of one instance of a frame, followed with arrays that remember how they were computed.

    through_answers : whether the loss is taken of y, or of the scores. `gradients` are by node, `parts` what each sends
    back to those that it reads; both are empty where the model's rule is no gradient.
    """

    def __init__(self, frame, instance, through_answers):
        self.frame, self.model = frame, frame.model
        self.scope = scope_of(frame, instance)
        if isinstance(self.scope.get("s"), np.ndarray) and frame.model.network.unrolled:
            self.scope["s"] = [*self.scope["s"]]
        self.lines = _to_the_loss(self.model.unfolded(self.scope), through_answers)
        self.given, self.leaves, self.results = dict(self.scope), {}, {}
        if self.model.descends:
            self.leaves = {each.name: traced.leaf(frame.parameters[each.name]) for each in self.model.parameters}
            self.scope |= self.leaves | {name: getattr(traced, name) for name in ("sigmoid", "softmax", "log_sum_exp")}
        with np.errstate(all="ignore"):
            for name, line in self.lines.items():
                self._follow(name, line)
            self.gradients, self.parts = self._back() if self.model.descends else ({}, {})

    def _follow(self, name, line):
        result = eval(line, self.scope)  # a line of `models.formulas`, no user's text
        if not isinstance(result, traced.Traced):  # what no weight has to do with, or nothing is sent back
            self.given.setdefault(name, np.asarray(result, float))
            return
        known = result.value if name == LOSS else self._known(name)
        if not result.operands:
            result = traced.passed(result, known)
        result.value = known
        self.results[name], self.leaves[name] = result, traced.leaf(known)
        base, row = _parted(name)
        if row is None:
            self.scope[name] = self.leaves[name]
        else:
            self.scope[base][row] = self.leaves[name]

    def _known(self, name):
        base, row = _parted(name)
        return self.given[base] if row is None else self.given[base][row]

    def _back(self):
        """The gradient of each node that leads to the loss, and what each sends to those that it reads."""
        names = {leaf: name for name, leaf in self.leaves.items()}
        gradients, parts = {LOSS: np.ones(())}, {}
        for name in reversed(self.results):
            if name not in gradients:
                continue
            sent = traced.back(self.results[name], gradients[name])
            parts[name] = {names[leaf]: part for leaf, part in sent.items()}
            for reader, part in parts[name].items():
                gradients[reader] = gradients.get(reader, 0.0) + part
        return gradients, parts

    def agrees(self, other) -> bool:
        """Whether loss and gradients are those of the other, which has no y on its way."""
        mine = self.gradients
        return bool(np.isclose(self._value(LOSS), other._value(LOSS), rtol=_CLOSE)) and all(
            name in mine and np.allclose(mine[name], gradient, rtol=_CLOSE, atol=_CLOSE * _size(gradient))
            for name, gradient in other.gradients.items()
        )

    def nodes(self):
        """The nodes on the way to the loss; those that a line reads before the one that it computes."""
        errors, told = self._errors(), set()
        read_by = {
            name: tuple(dict.fromkeys((*self._held(line), *self.parts.get(name, ()))))
            for name, line in self.lines.items()
        }
        on_the_way = {LOSS}
        for name in reversed(self.lines):
            on_the_way.update(read_by[name] if name in on_the_way else ())
        for name, line in self.lines.items():
            if name not in on_the_way:
                continue
            reads = read_by[name]
            for read in reads:
                if read not in told and read not in self.lines:
                    yield self._node(read)
            told.update((name, *reads))
            told_of = {"line": line, "reads": reads, "parts": self.parts.get(name, {})}
            yield self._node(name, error=errors.get(name, ("", "")), **told_of)

    def _held(self, line):
        """What a line reads that no gradient goes to: ids, words, targets, a state from before the window.

        Where nothing is sent back, all that it reads.
        """
        for each in ast.walk(ast.parse(line)):
            row = isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant)
            name = f"{each.value.id}[{each.slice.value}]" if row else getattr(each, "id", None)
            kept = self.given.get(each.value.id if row else name)
            there = isinstance(kept, list) if row else isinstance(kept, np.ndarray)
            if there and name not in self.leaves:
                yield name

    def _node(self, name, **told):
        role = "weight" if name in self.frame.parameters else "activation" if name in self.lines else "held"
        return Node(name, self._label(name), role, self._value(name), gradient=self.gradients.get(name), **told)

    def _value(self, name):
        return self.leaves[name].value if name in self.leaves else np.asarray(self._known(name))

    def _errors(self):
        """By node, the declared error that its gradient is: its symbol, and the line that computes it.

        Errors are declared in the order in which they are sent back.
        """
        ahead = [each for each in self.model.quantities if each.role == "error" and not each.matrix_of]
        found = {}
        for name in reversed(self.results):
            for at, each in enumerate(ahead):
                gradient = self.gradients.get(name)
                if gradient is not None and _same(self.given[each.name], gradient):
                    found[name] = each.symbol, dict(self.model.formulas).get(each.name, "")
                    ahead = ahead[at + 1 :]
                    break
        return found

    def _label(self, name):
        base, row = _parted(name)
        if name == LOSS:
            return "E"
        if base in ("inputs", "outputs"):
            return base
        symbol = self.model.declared(base).symbol
        if row is None:
            return symbol
        back = len(self.given[base]) - 1 - row
        return f"{symbol}(t−{back})" if back else f"{symbol}(t)"

    def changes(self, name: str, index, only_next: bool = False) -> dict[str, np.ndarray]:
        """∂node/∂number of a number and of each node that depends on it, by name, each of the node's shape, in order.

        only_next : of the nodes that read it alone, which then are those that change with it at first hand.
        """
        change = np.zeros(self.leaves[name].shape)
        change[index] = 1.0
        found = start = {name: change}
        for each, parts in reversed(self.parts.items()):
            moves = start if only_next else found
            if moved := {self.leaves[read]: moves[read] for read in parts if read in moves}:
                found = found | {each: traced.forward(self.results[each], moved)}
        return {each: change for each, change in found.items() if not (only_next and each == name)}


def _to_the_loss(lines, through_answers):
    """The lines up to the loss, by name."""
    found = {}
    for name, line in lines:
        found[name] = formulas.in_answers(line) if name == LOSS and through_answers else line
        if name == LOSS:
            break
    return found


def _parted(name):
    """(quantity, row) of a node's name: ("s", 2) of s[2], ("u", None) of u."""
    found = re.fullmatch(r"(\w+)\[(\d+)\]", name)
    return (found[1], int(found[2])) if found else (name, None)


def _same(declared, gradient):
    return declared.shape == gradient.shape and np.allclose(declared, gradient, rtol=1e-9, atol=1e-12 * _size(gradient))


def _size(gradient):
    return float(np.abs(gradient).max(initial=0.0))

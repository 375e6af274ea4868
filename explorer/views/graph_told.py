"""What stands in a computation graph in words: names of its numbers, and the chain rule of one weight, row by row."""

import re

import numpy as np

from explorer.analysis.followed import LOSS
from explorer.numbers import plain
from explorer.views.text import inert

_PRODUCTS = 3  # written out of a sum


def weight_told(frame, chain):
    """What the weight of a chain is called."""
    declared = frame.model.declared(chain.name)
    return f"{declared.symbol}[{inert(', '.join(frame.index_label(declared, chain.index)))}]"


def element_told(frame, instance, node, at, values):
    """What a number of a node is called, as on the page."""
    base = node.name.split("[")[0]
    index = at[: values.ndim]
    if node.name == LOSS or not index:
        return node.label
    declared = frame.model.declared(base)
    if declared.role == "weight":
        return f"{node.label}[{inert(', '.join(frame.index_label(declared, index)))}]"
    name = frame.element_name(declared.axes[-1], index[-1], instance)
    return f"{node.label}[{inert(name)}]"


def in_symbols(computed, line):
    """A line of NumPy with names as the cards have them: W′ for W_out, s(t) for s[3]."""
    model = computed.frame.model
    called = {each.name: each.symbol for each in (*model.parameters, *model.quantities)}
    called |= {name: node.label for name, node in computed.nodes.items()}
    unrolled = [node.label for name, node in computed.nodes.items() if name.startswith("s[")]
    called |= {"s[-1]": unrolled[-1]} if unrolled else {}
    names = "|".join(sorted(map(re.escape, called), key=len, reverse=True))
    return re.sub(rf"(?<![\w.])(?:{names})(?!\w)", lambda found: called[found[0]], line)


def chain_told(frame, instance, computed, chain) -> list[tuple[str, ...]]:
    """The chain rule from the weight to the loss, a row a node: its name, its line, what is sent back, and the sum of
    products, which is ∂E/∂w on each whole one.
    """
    return [_row(frame, instance, computed, link, chain) for link in reversed(chain.links)]


def _row(frame, instance, computed, link, chain):
    node, back = link.node, _back_to(frame, instance, computed, link, chain)
    if node.name == chain.name:
        return weight_told(frame, chain), "given", back, _products(link)
    line = in_symbols(computed, node.line)
    line = "−" + line[1:] if line.startswith("-") else line
    through = "" if link.whole else ", on this way; the rest goes around it"
    return node.label, inert(line), back, _products(link) + through


def _back_to(frame, instance, computed, link, chain):
    """The vector–Jacobian product that makes a node's gradient, and its sum for the number that matters most here."""
    node = link.node
    if node.name == LOSS:
        return "∂E/∂E = 1"
    readers = [each.label for each in computed.nodes.values() if node.name in each.parts]
    rule = " + ".join(f"∂E/∂{each} · ∂{each}/∂{node.label}" for each in readers)
    if node.error[0]:
        rule = inert(in_symbols(computed, " = ".join(filter(None, node.error))))
    weighed = node.gradient * link.change if np.any(node.gradient * link.change) else node.gradient
    at = np.unravel_index(np.abs(weighed).argmax(), node.value.shape) if node.name != chain.name else chain.index
    products = [(gradient, change) for *_, gradient, change in computed.products(node.name, at)]
    number = element_told(frame, instance, node, at, node.value)
    return f"{rule}; ∂E/∂{number} = {_sum(products, 2)} = {plain(float(node.gradient[at]))}"


def _products(link):
    """The products of a node's gradient and its change with the weight, and their sum."""
    products = np.stack([np.ravel(link.node.gradient), np.ravel(link.change)], axis=1)
    order = np.argsort(-np.abs(products.prod(axis=1)), kind="stable")
    products = [tuple(each) for each in products[order].tolist() if each[0] * each[1]]
    return f"{_sum(products, _PRODUCTS)} = {plain(link.share)}" if products else "0: the weight moves none of it"


def _sum(products, most):
    """a · b + …, of products from the largest on; the rest of them together."""
    written = [f"{_signed(a)} · {_signed(b)}" for a, b in products[:most]]
    if rest := products[most:]:
        written.append(f"{_signed(sum(a * b for a, b in rest))} of {len(rest):,} more")
    return " + ".join(written) or "0"


def _signed(value):
    told = plain(value)
    return f"({told})" if value < 0 else told

"""The computation graph of a step: a node a quantity, an edge the operation that computes one from another.

The loss is a function of the parameters through the quantities between. Going back through the graph, each node sends
its gradient to what it was computed from, by the vector–Jacobian product of its operation; a node that several others
read adds up what they send. That is all of back-propagation.

Going forward from one weight w, each node changes by so much as w does. Wherever the graph is cut between the weight
and the loss, the chain rule says the same:

    ∂E/∂w = Σ_i ∂E/∂v_i · ∂v_i/∂w        v the nodes of the cut

The model is not told a second time here: nodes and edges follow from its lines of NumPy (`models.formulas`), values are
the frame's, derivatives those of the lines (`maths.traced`). The loss is taken of the answers y, as its source writes
it, so that they are nodes on its way; where they have no digits left for that, of the scores, as the step itself does.

Source: Jurafsky and Martin, "Speech and Language Processing", chapter "Neural Networks", section "Computation graphs".
"""

from dataclasses import dataclass

import numpy as np

from explorer.analysis.followed import LOSS, Followed, Node
from explorer.budget import charge
from explorer.training.frames import checked_index


@dataclass(frozen=True)
class Link:
    """A node between a weight and the loss: `change` is ∂node/∂w, of its shape, `share` Σ ∂E/∂node · ∂node/∂w.

    whole : whether every way from the weight to the loss goes through it, so that the share is ∂E/∂w.
    """

    node: Node
    change: np.ndarray
    share: float
    whole: bool


@dataclass(frozen=True)
class Chain:
    """The way from one weight to the loss, the weight first, and ∂E/∂w of this instance."""

    name: str
    index: tuple[int, ...]
    links: tuple[Link, ...]
    slope: float


class Graph:
    """The graph of one instance of a frame: `nodes` by name, in an order in which they can be computed.

    Its gradients are None where the model's rule is none, `descends` false.
    """

    def __init__(self, frame, instance: int = 0):
        self.frame, self.instance = frame, instance
        self.descends = frame.model.descends
        of_scores, computed = (Followed(frame, instance, through) for through in (False, True))
        self._computed = computed if computed.agrees(of_scores) else of_scores
        self.nodes = {node.name: node for node in self._computed.nodes()}

    def chain(self, name: str, index) -> Chain:
        """The way from a weight to the loss. KeyError for no parameter, IndexError or TypeError for no index of it.

        ValueError where the rule is no gradient, as there is no chain then.
        """
        if not self.descends:
            raise ValueError(f"the rule of {self.frame.model.name} is no gradient")
        index = checked_index(name, index, self.frame.parameters[name].shape)
        links = []
        for each, change in self._computed.changes(name, index).items():
            node = self.nodes[each]
            links.append(Link(node, change, float(np.sum(node.gradient * change)), self._cuts(each, name)))
        return Chain(name, index, tuple(links), float(self.nodes[name].gradient[index]))

    def products(self, name: str, index) -> list[tuple[str, tuple[int, ...], float, float]]:
        """What adds up to the gradient of a node's number, its vector–Jacobian product: of each number that reads it
        (node, index, ∂E/∂that, ∂that/∂number), the largest products first."""
        found = []
        for each, change in self._computed.changes(name, index, only_next=True).items():
            gradient = self.nodes[each].gradient
            moved = [tuple(int(i) for i in at) for at in np.argwhere(gradient * change)]
            found += ((each, at, float(gradient[at]), float(change[at])) for at in moved)
        return sorted(found, key=lambda product: -abs(product[2] * product[3]))

    def furthest(self) -> tuple[str, tuple[int, ...]]:
        """The (name, index) of the steepest weight among those with the longest way to the loss."""
        weights = [node for node in self.nodes.values() if node.role == "weight" and node.gradient.any()]
        weights = weights or [node for node in self.nodes.values() if node.role == "weight"]
        node = max(weights, key=lambda node: (self._length(node), node.value.size))
        return node.name, tuple(int(i) for i in np.unravel_index(np.abs(node.gradient).argmax(), node.value.shape))

    def _length(self, node):
        return len(self._computed.changes(node.name, (0,) * node.value.ndim))

    def _cuts(self, name, start):
        """Whether no way from `start` to the loss goes around a node."""
        reached = {start} - {name}
        for node in self.nodes.values():
            if node.name != name and reached.intersection(node.reads):
                reached.add(node.name)
        return LOSS not in reached


def computation_graph(frame, instance: int = 0) -> Graph:
    """The graph of instance `instance` of a frame's batch; its loss is that instance's own.

    IndexError where the batch has no such instance.
    """
    checked_index("instances", (instance,), (len(frame.instances),))
    numbers = sum(frame.parameters[each.name].size for each in frame.model.parameters)
    charge("panel", "graph", 60 * numbers, scratch=64 * numbers)
    return Graph(frame, instance)

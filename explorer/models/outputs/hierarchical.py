"""Hierarchical softmax: a word's probability is the product of left-or-right decisions on its way down a tree.

The words are the leaves of a binary tree; each inner node n has a vector v′_n, a row of W′, and sends the
hidden layer to the left with probability σ(v′_n · h), else to the right. So

    p(w | h) = Π_j σ(±v′_n(w,j) · h)        + where the path of w goes left, − where it goes right

and these products sum to 1 over the vocabulary, whatever the weights: no normaliser is computed. A step asks
the nodes on the target's path alone, about log₂ V of them with a balanced tree, fewer on average with
Huffman's, which puts frequent words near the root. t is 1 where the path goes left, 0 where it goes right.

Sources: Morin and Bengio (2005); Mikolov et al. (2013); Rong (2014), section 3.1.
"""

from dataclasses import dataclass
from math import log2, prod

import numpy as np

from explorer.maths.huffman import Tree, balanced, from_nested, huffman
from explorer.maths.kernel import kernel
from explorer.models.contract import Explanation, Single
from explorer.models.curves import slope_cited, slope_told
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.explanations import Lens, equated
from explorer.models.live import either, update
from explorer.models.nearness import NEAR, below_1
from explorer.models.notation import bracketed, live, math, moves, number
from explorer.models.outputs import logistic
from explorer.models.outputs import logistic_told as told
from explorer.models.outputs.table import EXACT, SKIPS

_EQ = "Rong (2014), eq. "
_LOSS_OF_SCORES = r"E = -\sum_n \left[ t_n \ln \sigma(u_n) + (1 - t_n) \ln \sigma(-u_n) \right]"
_PATH, _UNIT = ("path",), ("unit",)
_FACTORS = 6  # of a product of turns that are written out in a line
_MANY = 40  # in an explanation


def _live_way():
    """LaTeX of the turns on the way to the first output word."""
    turns = (rf"⟦?=same(output[{q}],0)⟧ , \quad t_{{⟦row[{q}]⟧}} = ⟦t[{q}]⟧ ⟦/⟧" for q in range(1, _FACTORS))
    further = rf"⟦?=same(output[{_FACTORS}],0)⟧ , \quad \ldots ⟦/⟧"
    return rf"t_{{⟦row[0]⟧}} = ⟦t[0]⟧ {' '.join(turns)} {further}"


_LIVE_WAY = _live_way()


def _live_product(factor):
    """LaTeX of the first output word's probability as the product of its turns, with today's numbers.

    factor : LaTeX of turn q.
    """
    turns = "same(output[j],0)*softplus(choose(t[j],-u[j],u[j]))"
    further = (rf" ⟦?=same(output[{q}],0)⟧ \times {factor(q)} ⟦/⟧" for q in range(1, _FACTORS))
    beyond = f"(1-same(max(j,{_FACTORS - 1}),{_FACTORS - 1}))"
    left = rf" ⟦?=others(j,path,-1,{beyond}*same(output[j],0))⟧"
    left += rf" \times \cdots ⟦=exp(0-others(j,path,-1,{beyond}*{turns}))⟧ ⟦/⟧"
    return rf"p(⟦word[o]⟧) = {factor(0)} {''.join(further)} {left} = ⟦p[0]=exp(0-others(j,path,-1,{turns}))⟧"


def _answer(q):
    """y where the path goes left, 1 − y where it goes right; near 1 what is missing has digits of its own."""
    missing = f"sigmoid(-u[{q}])"
    right = either(f"near({missing})", f"⟦={missing}⟧", f"(1 - ⟦y[{q}]⟧)")
    return either(f"same(t[{q}],1)", f"⟦y[{q}]⟧", right)


def _exact(q):
    """σ(±u) itself: of answers that are from a table."""
    return f"⟦=choose(t[{q}],sigmoid(u[{q}]),sigmoid(-u[{q}]))⟧"


@dataclass(frozen=True)
class Hierarchical(logistic.LogisticLayer):
    """Hierarchical softmax as an output layer; `tree` is None where only the declarations are wanted."""

    tree: Tree | None = None
    rule: int = EXACT

    name = "hierarchical"
    title = "hierarchical softmax"
    brief = "tree"
    normalised = True
    rows_in_words = "log₂V"
    rows = "node"
    weights = "W_node"

    declared_parameters = (
        Parameter(
            "W_node",
            "W′",
            ("node", "unit"),
            "vectors of the tree's inner nodes, a row a node",
            _EQ + "51",
            (Outer("e", "h", at="node"),),
        ),
    )
    declared_quantities = (
        Quantity(
            "node",
            "n",
            _PATH,
            "index",
            "inner nodes from the root to the output word",
            _EQ + "37",
            laid_out=True,
            names="node",
        ),
        Quantity(
            "output",
            "c",
            _PATH,
            "index",
            "which output word's path this is",
            _EQ + "37",
            laid_out=True,
            names="outputs",
        ),
        Quantity("u", "u", _PATH, "activation", "score of each node on the path", _EQ + "37"),
        Quantity("y", "y", _PATH, "activation", "probability of going left", _EQ + "39"),
        Quantity("t", "t", _PATH, "activation", "1 where the path goes left, 0 where right", _EQ + "49", laid_out=True),
        Quantity("e", "e", _PATH, "error", "error of each node, σ(u) − t", _EQ + "49"),
        Quantity("EH", "EH", _UNIT, "error", "error of the hidden layer, Σ eₙ v′ₙ", _EQ + "52–54"),
    )
    declared_stages = (
        Stage(
            "path",
            "find the way",
            ("node", "output", "t"),
            math(r"t_n = 1 \text{ if the path of } w \text{ goes left at } n, \text{ else } 0"),
            live(_LIVE_WAY),
            _EQ + "37–38",
            "The output word's path from the root says which questions are asked, and their answers.",
        ),
        Stage(
            "scores",
            "score every node on the path",
            ("u",),
            math(r"u_n = \mathbf{v}'_n \cdot \mathbf{h}"),
            live(told.score("W_node")),
            _EQ + "37",
            "Only the nodes on the path are scored: their vectors' dot products with the hidden layer.",
        ),
        Stage(
            "sigmoid",
            "turn scores into probabilities",
            ("y",),
            math(r"y_n = p(n, \text{left}) = \sigma(u_n)"),
            live(r"y_{⟦row[0]⟧} = \sigma(⟦u[0]⟧) = ⟦y[0]⟧"),
            _EQ + "39–40",
            "Each node says with which probability it would go left.",
        ),
        Stage(
            "product",
            "multiply the turns",
            (),
            math(r"p(w) = \prod_n \sigma(\pm u_n), \; + \text{ left}, - \text{ right}"),
            live(_live_product(_answer)),
            _EQ + "41–42",
            "A word's probability is the product of its turns: y where the path goes left, 1 − y where it goes right.",
        ),
        Stage(
            "loss",
            "measure the surprise",
            ("loss",),
            math(r"E = -\sum_n \left[ t_n \ln y_n + (1 - t_n) \ln (1 - y_n) \right]"),
            live(told.loss()),
            _EQ + "46; of several outputs after eq. 27",
            "The surprises at the turns that the path takes add up to the surprise at the word.",
        ),
        Stage(
            "error",
            "compare with the path",
            ("e",),
            math(r"e_n = \sigma(u_n) - t_n" + slope_told("sigmoid")),
            live(told.ERROR),
            slope_cited("sigmoid", _EQ + "47–49"),
            "A node that should have gone left has a negative error, one that should have gone right a positive.",
        ),
        Stage(
            "backpropagate",
            "send the error back",
            ("EH",),
            math(r"\mathrm{EH}_k = \sum_c \mathrm{EH}_{c,k} = \sum_n e_n\, w'_{nk}"),
            live(told.back("W_node", "node", "path")),
            _EQ + "52–54",
            "The hidden layer's error sums the vectors of the nodes asked, each weighted by its error, path by path.",
        ),
    )
    update_rule = moves("w'", "nk", r"e_n\, h_k")
    update_live = update("w'", "⟦row[0]⟧,⟦unit[k]⟧", "W_node[r,k]", ("e[0]", "h[k]"))

    @property
    def of_table(self):
        of_layer = super().of_table
        loss = of_layer["loss"] | {"equation": math(_LOSS_OF_SCORES)}
        return of_layer | {"loss": loss, "product": {"live": live(_live_product(_exact))}}

    @property
    def singles(self):
        """p, the probability of an output word."""
        return {"p": Single("p", ("output",), "product", self._explain_product, of="instance")}

    def _explain_product(self, frame, index):
        """p(w) of an output word: σ(u) of the nodes on its way at which that goes left, σ(−u) of the others."""
        lens, (c,) = Lens.of(frame, index)
        word, (of, left, scores) = lens.word(lens.outputs[c]), map(lens.__getitem__, ("output", "t", "u"))
        way = [q for q in range(of.size) if of[q] == c]
        turns = [below_1(-scores[q] if left[q] else scores[q]) for q in way]
        if self.rule == EXACT:
            operands = [lens.operand("y", q) for q in way]
            shown = [_turn(y.value, left[q], turn) for q, y, turn in zip(way, operands, turns, strict=True)]
            says = f"p[{word}] = Π_n: y[n] where its way goes left at n, 1 − y[n] where it goes right"
        else:  # answers are from a table, p is not
            operands = [lens.operand("u", q) for q in way]
            shown = [rf"\sigma({number(u.value if left[q] else -u.value)})" for q, u in zip(way, operands, strict=True)]
            says = f"p[{word}] = Π_n σ(±u[n]), + where its way goes left at n"
        right = r" \cdot ".join(shown[:_MANY])
        if turns[_MANY:]:
            right += rf" \cdots {bracketed(prod(turns[_MANY:]))}"
        value = prod(turns)
        latex = math(rf"p_{{⟦0⟧}} = {equated(right, number(value))}", word)
        source = next(stage.source for stage in frame.model.stages if stage.name == "product")
        return Explanation(says, latex, tuple(operands), value, source)

    @classmethod
    def for_recipe(cls, recipe) -> "Hierarchical":
        """The layer with the recipe's tree, built over the counts of its words."""
        rule = EXACT if recipe.sigmoid == "exact" else SKIPS
        if recipe.tree == "balanced":
            return cls(balanced(len(recipe.corpus.words)), rule)
        if recipe.tree == "huffman":
            return cls(huffman(logistic.counts_of(recipe)), rule)
        return cls(from_nested(recipe.tree, recipe.corpus.index.__getitem__), rule)

    @property
    def nbytes(self):
        return self.tree.nbytes if self.tree else 0

    def rows_for_a_word(self, V: float, K: float) -> float:
        return log2(V)

    def sizes(self, instances) -> dict[str, int]:
        return {"node": len(self.tree.children), "path": int(self.asked(instances).max())}

    def asked(self, instances, words=None) -> np.ndarray:
        """How many questions each instance asks: the lengths of its output words' paths, (instances,)."""
        start, _, _ = self.tree.flat
        return logistic.per_instance(np.diff(start)[instances.output_ids], instances)

    def lay_out(self, instances, order, first_step, record):
        """Write the questions of every step: the nodes on the paths of each instance's output words."""
        written = record["node"], record["output"], record["t"]
        _lay_out(instances.output_start, instances.output_ids, order, *self.tree.flat, *written)

    def structure(self, instances):
        """The tree: each inner node's left and right child, all in one list: a node's number, or −1 − a word's."""
        pairs = ((child if inner else -1 - child) for pair in self.tree.children for inner, child in pair)
        return {"tree": {"children": list(pairs)}} | self.table

    def probabilities(self, h, parameters):
        """p(w) for every word, (V,): the products along the paths; they sum to 1."""
        return self.products(parameters["W_node"] @ h)

    def products(self, u):
        """The same, (V,), from the scores of all nodes, (V − 1,)."""
        left, right = -np.logaddexp(0, -u), -np.logaddexp(0, u)
        start, nodes, signs = self.tree.flat
        turns = np.where(signs > 0, left[nodes], right[nodes])
        return np.exp(np.add.reduceat(turns, start[:-1]))


def _turn(y, left, turn):
    """LaTeX of y, or of 1 − y, which near 1 has more digits than y tells."""
    return bracketed(turn) if left or turn < NEAR else f"(1 - {bracketed(y)})"


@kernel
def _lay_out(output_start, output_ids, order, path_start, path_nodes, path_signs, node, output, t):
    node[:] = -1
    for s in range(order.shape[0]):
        for b in range(order.shape[1]):
            n = order[s, b]
            if n < 0:
                break
            q = 0
            for c in range(output_start[n + 1] - output_start[n]):
                o = output_ids[output_start[n] + c]
                for i in range(path_start[o], path_start[o + 1]):
                    node[s, b, q] = path_nodes[i]
                    output[s, b, q] = c
                    t[s, b, q] = 1.0 if path_signs[i] > 0 else 0.0
                    q += 1

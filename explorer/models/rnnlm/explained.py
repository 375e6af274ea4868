"""How each number of the recurrent language model came about."""

from functools import partial

import numpy as np

from explorer.models.curves import IDENTITIES
from explorer.models.explanations import largest_first, sum_of_products
from explorer.models.nearness import below_1, sigmoid_slope
from explorer.models.notation import number
from explorer.models.outputs import OUTPUTS
from explorer.models.rnnlm.step import FIRST_STATE


def time_name(back: int) -> str:
    """The word so many before this one, as the equations call it."""
    return f"t−{back}" if back else "t"


def _explain_w(lens, j, declared):
    id, back = int(lens["w"][j]), lens["w"].size - 1 - j
    word = "no word: the text begins later" if id < 0 else lens.numbered(id)
    return lens.explained(declared, f"w[{time_name(back)}] = {word}", (time_name(back),), str(id), [], id)


def _explain_s(lens, j, k, declared):
    w, value = lens["w"], lens["s"][j, k]
    back = w.size - j
    labels = (time_name(back), str(k + 1))
    named = f"s[{labels[0]}, {k + 1}]"
    if back or w[j - 1] < 0:
        # No state that was computed is the first one to the bit, in all units.
        fresh = w[max(0, j - 1)] < 0 or (not j and np.all(lens["s"][0] == FIRST_STATE))
        kept = "the state before the first word" if fresh else "kept as it was computed then, at the weights of then"
        return lens.explained(declared, f"{named}: {kept}", labels, number(float(value)), [], value)
    word = lens.word(int(w[-1]))
    own = lens.weight("U", k, int(w[-1]))
    terms = [(lens.weight("W", k, i), lens.operand("s", j - 1, i)) for i in range(lens["s"].shape[1])]
    says = f"{named} = σ(U[{k + 1}, {word}] + Σ_l W[{k + 1}, l] · s[t−1, l])"
    right = rf"\sigma({number(own.value)} + {sum_of_products(terms)})"
    return lens.explained(declared, says, labels, right, [own, *(each for term in terms for each in term)], value)


def _explain_u(lens, j, declared):
    word, last = lens.word(j), lens["s"].shape[0] - 1
    terms = [(lens.weight("V", j, k), lens.operand("s", last, k)) for k in range(lens["s"].shape[1])]
    says = f"u[{word}] = Σ_k V[{word}, k] · s[t, k]"
    return lens.explain_sum(declared, says, (word,), terms, lens["u"][j])


def _explain_score_of_node(lens, q, declared):
    row, last = int(lens["node"][q]), lens["s"].shape[0] - 1
    name = lens.frame.element_name("node", row)
    terms = [(lens.weight("V_node", row, k), lens.operand("s", last, k)) for k in range(lens["s"].shape[1])]
    says = f"u[{name}] = Σ_k {lens.symbol('V_node')}[{name}, k] · s[t, k]"
    return lens.explain_sum(declared, says, (name,), terms, lens["u"][q])


def _sent_back_by_words(lens, k):
    """The products of what the output layer sends back to a unit of the state, and the letters of their sum."""
    terms = [(lens.weight("V", j, k), lens.operand("e", j)) for j in range(lens["e"].size)]
    return terms, f"Σ_j V[j, {k + 1}] · e[j]"


def _sent_back_by_nodes(lens, k):
    nodes = lens["node"].tolist()
    terms = [(lens.weight("V_node", node, k), lens.operand("e", q)) for q, node in enumerate(nodes)]
    return terms, f"Σ_n {lens.symbol('V_node')}[n, {k + 1}] · e[n]"


def _explain_eh(sent_back, lens, j, k, declared):
    w, eh = lens["w"], lens["eh"]
    back = w.size - 1 - j
    labels = (time_name(back), str(k + 1))
    named, after = f"eₕ[{labels[0]}, {k + 1}]", time_name(back - 1)
    if w[j] < 0:
        return lens.explained(declared, f"{named} = 0: there was no word then", labels, "0", [], eh[j, k])
    s = lens.operand("s", j + 1, k)
    if back:
        terms = [(lens.weight("W", i, k), lens.operand("eh", j + 1, i)) for i in range(eh.shape[1])]
        says = f"{named} = (Σ_l W[l, {k + 1}] · eₕ[{after}, l])"
    else:
        terms, sent = sent_back(lens, k)
        says = f"{named} = ({sent})"
    terms = largest_first(terms)
    says += f" · s[{labels[0]}, {k + 1}] · (1 − s[{labels[0]}, {k + 1}]), largest terms first; {IDENTITIES}"
    slope = sigmoid_slope(s.value, None if back else _below(lens, k))
    right = rf"({sum_of_products(terms)}) \cdot {slope}"
    operands = [*(each for term in terms for each in term), s]
    return lens.explained(declared, says, labels, right, operands, eh[j, k])


def _below(lens, k):
    """1 − s of a unit of the state of now, from its net input: that of an earlier one is of weights that are gone."""
    parameters, s = lens.frame.parameters, lens["s"]
    return below_1(parameters["U"][k, lens["w"][-1]] + parameters["W"][k] @ s[-2])


_OF_STATE = {"w": _explain_w, "s": _explain_s}
EXPLAINERS = OUTPUTS["softmax"].explainers | _OF_STATE | {
    "u": _explain_u, "eh": partial(_explain_eh, _sent_back_by_words),
}  # fmt: skip
NODES_EXPLAINED = OUTPUTS["hierarchical"].explainers | _OF_STATE | {
    "u": _explain_score_of_node, "eh": partial(_explain_eh, _sent_back_by_nodes),
}  # fmt: skip

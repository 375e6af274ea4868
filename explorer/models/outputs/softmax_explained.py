"""How the numbers of a softmax over the words came about."""

import numpy as np

from explorer.models.explanations import largest_first
from explorer.models.nearness import minus_target
from explorer.models.notation import bracketed, number


def _explain_u(lens, j, declared):
    word = lens.word(j)
    terms = [(lens.weight("W_out", j, k), lens.operand("h", k)) for k in range(lens["h"].size)]
    says = f"u[{word}] = Σ_k W′[{word},k] · h[k]"
    return lens.explain_sum(declared, says, (word,), terms, lens["u"][j])


def _explain_y(lens, j, declared):
    word = lens.word(j)
    says = f"y[{word}] = exp(u[{word}] − max u) / Σ_j exp(u[j] − max u)"
    return _shared_answer(lens, j, declared, says, (word,))


def _explain_part_of_y(lens, c, j, declared):
    word, number = lens.word(j), str(c + 1)
    says = f"y[{number}, {word}] = y[{word}]: the same for each output word, since their scores are, u[c, j] = u[j]"
    return _shared_answer(lens, j, declared, says, (number, word))


def _shared_answer(lens, j, declared, says, labels):
    u = lens["u"]
    largest = float(u.max())
    shift = rf"{number(float(u[j]))} - {bracketed(largest)}"
    total = number(float(np.exp(u - largest).sum()))
    others = (other for other in range(u.size) if other != j)
    return lens.explained(
        declared,
        says,
        labels,
        rf"\frac{{\exp({shift})}}{{{total}}}",
        [lens.operand("u", each) for each in (j, *others)],
        lens["y"][j],
    )


def _explain_t(lens, j, declared):
    word, times = lens.word(j), lens.outputs.count(j)
    says = f"t[{word}] = how often {lens.quoted(j)} stands among the outputs"
    return lens.explained(declared, says, (word,), str(times), [], times)


def _explain_e(lens, j, declared):
    word, C = lens.word(j), len(lens.outputs)
    y, t = lens.operand("y", j), lens.operand("t", j)
    panels = f"Σ_c e[c, {word}] = C · ", f", with C = {C} output words"
    whole = f"{C} · ", f", of {C} output words"  # without panels, and where C is a table of features
    several, of = ("", "") if C == 1 else panels if "e" in lens.frame.model.parts else whole
    says = f"e[{word}] = {several}y[{word}] − t[{word}]{of}"
    others = float(np.delete(lens["y"], j).sum())
    right = minus_target(y.value, t.value, others, C)
    return lens.explained(declared, says, (word,), right, [y, t], lens["e"][j])


def _explain_error_of_h(lens, k, declared):
    terms = [(lens.operand("e", j), lens.weight("W_out", j, k)) for j in range(lens["e"].size)]
    says = "EH[k] = Σ_j e[j] · W′[j,k], largest terms first"
    return lens.explain_sum(declared, says, (str(k + 1),), largest_first(terms), lens["EH"][k])


def _explain_part_of_e(lens, c, j, declared):
    own, at = lens.panel(c), f"{c + 1}, {lens.word(j)}"
    says = f"e[{at}] = y[{at}] − t[{at}]: output word {c + 1} is {lens.quoted(own.word)}"
    y, t, others = lens.part("y", own.y[j], c, j), own.t[j], float(np.delete(own.y, j).sum())
    right = minus_target(y.value, t, others, 1)
    return lens.explained(declared, says, (str(c + 1), lens.word(j)), right, [y], own.e[j])


def _explain_part_of_error_of_h(lens, c, k, declared):
    own = lens.panel(c)
    terms = [(lens.part("e", e, c, j), lens.weight("W_out", j, k)) for j, e in enumerate(own.e.tolist())]
    says = f"EH[{c + 1}, k] = Σ_j e[{c + 1}, j] · W′[j,k]: what {lens.quoted(own.word)} sends back, largest terms first"
    return lens.explain_sum(declared, says, (str(c + 1), str(k + 1)), largest_first(terms), own.EH[k])


EXPLAINERS = {"u": _explain_u, "y": _explain_y, "t": _explain_t, "e": _explain_e, "EH": _explain_error_of_h}
PART_EXPLAINERS = {"y": _explain_part_of_y, "e": _explain_part_of_e, "EH": _explain_part_of_error_of_h}

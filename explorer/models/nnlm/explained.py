"""How each number of the neural probabilistic language model came about.

`lens.frame.model` is the model as the recipe wants it, with or without the parts that are switches.
"""

from explorer.models.curves import curve, curve_in_words, times_slope_in_words
from explorer.models.explanations import Lens, largest_first
from explorer.models.nearness import times_slope
from explorer.models.notation import number
from explorer.models.outputs import OUTPUTS
from explorer.numbers import fixed


def _explain_w(lens, position, declared):
    row = int(lens["w"][position])
    place = f"position {position + 1} of the {len(lens.inputs)} before"
    says = f"w[{position + 1}] = the word at {place}: {lens.numbered(row)}"
    return lens.explained(declared, says, (str(position + 1),), str(row), [], lens["w"][position])


def _explain_x(lens, i, declared):
    m = lens.frame.parameters["C"].shape[1]
    position, k = divmod(i, m)
    word = int(lens["w"][position])
    C = lens.weight("C", word, k)
    says = f"x[{i + 1}] = C[{lens.word(word)},{k + 1}], as {lens.quoted(word)} stands at position {position + 1}"
    return lens.explained(declared, says, (str(i + 1),), number(C.value), [C], lens["x"][i])


def _explain_o(lens, k, declared):
    terms = [(lens.weight("d", k),)]
    terms += [(lens.weight("H", k, i), lens.operand("x", i)) for i in range(lens["x"].size)]
    return lens.explain_sum(declared, "o[k] = d[k] + Σ_i H[k,i] · x[i]", (str(k + 1),), terms, lens["o"][k])


def _explain_a(lens, k, declared):
    o, name = lens.operand("o", k), lens.frame.model.activation
    says = f"a[k] = {curve_in_words(name, 'o[k]')}"
    return lens.explained(declared, says, (str(k + 1),), curve(name, number(o.value)), [o], lens["a"][k])


def _asked(lens):
    """The row of the output weights of each score: of every word, or of each node asked."""
    at = lens.frame.model.scored.at
    return range(lens["u"].size) if at is None else lens[at].tolist()


def _explain_u(lens, j, declared):
    model, row, terms, says = lens.frame.model, _asked(lens)[j], [], []
    U, b, W = model.output_weights
    named = lens.frame.element_name(model.scored.axis, row)
    if model.output_bias:
        terms.append((lens.weight(b, row),))
        says.append(f"{lens.symbol(b)}[{named}]")
    if model.direct:
        terms += [(lens.weight(W, row, i), lens.operand("x", i)) for i in range(lens["x"].size)]
        says.append(f"Σ_i {lens.symbol(W)}[{named},i] · x[i]")
    if model.layered:
        terms += [(lens.weight(U, row, k), lens.operand("a", k)) for k in range(lens["a"].size)]
        says.append(f"Σ_k {lens.symbol(U)}[{named},k] · a[k]")
    return lens.explain_sum(declared, f"u[{named}] = {' + '.join(says)}", (named,), terms, lens["u"][j])


def _explain_ea(lens, k, declared):
    U, _, _ = lens.frame.model.output_weights
    terms = [(lens.operand("e", j), lens.weight(U, row, k)) for j, row in enumerate(_asked(lens))]
    says = f"Ea[k] = Σ_j e[j] · {lens.symbol(U)}[j,k], largest terms first"
    return lens.explain_sum(declared, says, (str(k + 1),), largest_first(terms), lens["Ea"][k])


def _explain_eo(lens, k, declared):
    back, a = lens.operand("Ea", k), lens.operand("a", k)
    name = lens.frame.model.activation
    says = f"Eo[k] = {times_slope_in_words(name, 'Ea[k]', 'a[k]')}"
    right = times_slope(name, back.value, a.value, lens["o"][k])
    return lens.explained(declared, says, (str(k + 1),), right, [back, a], lens["Eo"][k])


def _explain_ex(lens, i, declared):
    terms, says, model = [], [], lens.frame.model
    if model.layered:
        terms += [(lens.operand("Eo", k), lens.weight("H", k, i)) for k in range(lens["Eo"].size)]
        says.append("Σ_k Eo[k] · H[k,i]")
    if model.direct:
        _, _, W = model.output_weights
        terms += [(lens.operand("e", j), lens.weight(W, row, i)) for j, row in enumerate(_asked(lens))]
        says.append(f"Σ_j e[j] · {lens.symbol(W)}[j,i]")
    says = f"Ex[i] = {' + '.join(says)}, largest terms first"
    return lens.explain_sum(declared, says, (str(i + 1),), largest_first(terms), lens["Ex"][i])


_OWN = {
    "w": _explain_w,
    "x": _explain_x,
    "o": _explain_o,
    "a": _explain_a,
    "u": _explain_u,
    "Ea": _explain_ea,
    "Eo": _explain_eo,
    "Ex": _explain_ex,
}
# By the axis of the output weights' rows.
EXPLAINERS = {
    "word": OUTPUTS["softmax"].explainers | _OWN,
    "node": OUTPUTS["hierarchical"].explainers | _OWN,
}


def explained_matrix(frame, declared, index):
    """A number of a matrix of the batch's look-up: a one-hot vector's, of a block of Δ₂, or of their sum."""
    lenses = [Lens(frame, b) for b in range(len(frame.instances))]
    i, b = index
    if declared.summed_at:
        m = len(frame[declared.name][i])
        terms = [
            (lens.operand("Ex", d * m + b),)
            for lens in lenses
            for d, word in enumerate(lens["w"].tolist())
            if word == i
        ]
        word, quoted = lenses[0].word(i), lenses[0].quoted(i)
        says = f"the sum of Δ₂ᵈ[{b + 1}] over the positions d and instances at which {quoted} stands"
        return lenses[0].explain_sum(declared, says, (word, str(b + 1)), terms, frame[declared.name][index])
    lens, d = lenses[b], declared.position
    if frame.model.declared(declared.matrix_of).role == "index":
        word, there = lens.word(i), lens.quoted(int(lens["w"][d]))
        says = f"{declared.symbol}[{word}, {b + 1}]: at position {d + 1} of instance {b + 1} stands {there}"
        value = float(frame[declared.name][index])
        return lens.explained(declared, says, (word, str(b + 1)), fixed(value, 0), [lens.operand("w", d)], value)
    operand = lens.operand("Ex", d * len(frame[declared.name]) + i)
    says = f"{declared.symbol}[{i + 1}, {b + 1}] = Ex[{operand.index[-1] + 1}] of instance {b + 1}: its block {d + 1}"
    labels = (str(i + 1), str(b + 1))
    return lens.explained(declared, says, labels, number(operand.value), [operand], operand.value)

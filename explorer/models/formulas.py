"""Each quantity of a step as a line of NumPy, for one instance, from the parameters and the quantities before it.

These are the equations written once more, as one would type them: what a step's numbers are checked by when a learner
did them by hand, and what a step is written out as. The kernels never read them; tests hold the two against each other.

`inputs` and `outputs` are an instance's word ids. What a line does not give (draws, a tree's nodes, earlier states, a
point's numbers) is taken as it is.
"""

from explorer.models.declarations import Outer, Parameter
from explorer.models.losses import LOSSES

PRELUDE = """\
def sigmoid(u):
    return np.exp(-np.logaddexp(0, -u))


def log_sum_exp(u):
    return u.max() + np.log(np.exp(u - u.max()).sum())


def softmax(u):
    return np.exp(u - log_sum_exp(u))


def scattered(ids, rows, like):
    out = np.zeros_like(like)
    np.add.at(out, ids, rows)
    return out


def through_time(W, w, s, last):
    back = [last]
    for j in range(len(w) - 2, -1, -1):
        there = (W.T @ back[0]) * s[j + 1] * (1 - s[j + 1])
        back.insert(0, there if w[j] >= 0 else np.zeros_like(last))
    return np.array(back)
"""

_ACTIVATED = {
    "sigmoid": "sigmoid({u})", "tanh": "np.tanh({u})", "relu": "np.maximum(0, {u})", "identity": "{u}",
    "step": "np.where({u} > 0, 1.0, 0.0)", "softmax": "softmax({u})",
}  # fmt: skip
_SLOPES = {"sigmoid": " * {y} * (1 - {y})", "tanh": " * (1 - {y} ** 2)", "relu": " * ({u} > 0)"}

Formulas = tuple[tuple[str, str], ...]

WORDS_ERROR: Formulas = (
    ("y", "softmax(u)"),
    ("t", "np.bincount(outputs, minlength=len(u)).astype(float)"),
    ("e", "len(outputs) * y - t"),
)
_EACH = "np.logaddexp(0, np.where(t > 0, -u, u)).sum()"
_SURPRISE = "sum(log_sum_exp(u) - u[o] for o in outputs)"

MEAN: Formulas = (
    ("x", "np.bincount(inputs, minlength=len(W)) / len(inputs)"),
    ("h", "W[inputs].mean(axis=0)"),
)
COUNTS: Formulas = (("Cx", "np.bincount(inputs, minlength=len(W)).astype(float)"),)
SOFTMAX: Formulas = (("u", "W_out @ h"), *WORDS_ERROR, ("loss", _SURPRISE), ("EH", "W_out.T @ e"))


_TABLE = "sigmoid(0.012 * np.floor((u + 6) * 83) - 6)"
_ANSWERS = (  # and errors, of an exact sigmoid, of a table that is skipped outside ±6, and of one that is 0 or 1 there
    ("sigmoid(u)", "y - t"),
    (f"np.where(np.abs(u) < 6, {_TABLE}, sigmoid(u))", "np.where(np.abs(u) < 6, y - t, 0.0)"),
    (f"np.where(np.abs(u) <= 6, {_TABLE}, 1.0 * (u > 0))", "y - t"),
)


def logistic(weights: str, rows: str, rule: int = 0) -> Formulas:
    """Of an output layer of yes-or-no questions, which asks `rows` of `weights`; `rule` as in `outputs.table`."""
    answer, error = _ANSWERS[rule]
    return (
        ("u", f"{weights}[{rows}] @ h"),
        ("y", answer),
        ("loss", _EACH),
        ("e", error),
        ("EH", f"e @ {weights}[{rows}]"),
    )


WORDS_ANSWERED: Formulas = (*WORDS_ERROR, ("loss", _SURPRISE))
NODES_ANSWERED: Formulas = (("y", _ANSWERS[0][0]), ("loss", _EACH), ("e", _ANSWERS[0][1]))


def preceding(model) -> Formulas:
    """Of the neural probabilistic language model."""
    U, b, W = (name if model.scored.at is None else f"{name}_node[{model.scored.at}]" for name in "UbW")
    scores = [f"{U} @ a"] * model.layered + [f"{W} @ x"] * model.direct + [b] * model.output_bias
    back = ["H.T @ Eo"] * model.layered + [f"{W}.T @ e"] * model.direct
    decayed = ", ".join(each.name for each in model.parameters if each.decay)
    penalty = f" + {0.5 * model.decay!r} * sum((p ** 2).sum() for p in ({decayed},))" if decayed else ""
    hidden = (("o", "d + H @ x"), ("a", activated(model.activation, "o")))
    errors = (("Ea", f"{U}.T @ e"), ("Eo", "Ea" + slope(model.activation, "o", "a")))
    answered = ((name, line + penalty * (name == "loss")) for name, line in model.scored.answered)
    return (
        ("x", "C[w].ravel()"), *(hidden if model.layered else ()), ("u", " + ".join(scores)), *answered,
        *(errors if model.layered else ()), ("Ex", " + ".join(back)),
    )  # fmt: skip


RECURRENT: Formulas = (
    ("s", "np.vstack([s[:-1], sigmoid(U[:, w[-1]] + W @ s[-2])])"),
    ("u", "V @ s[-1]"),
    *WORDS_ERROR,
    ("loss", _SURPRISE),
    ("eh", "through_time(W, w, s, (V.T @ e) * s[-1] * (1 - s[-1]))"),
)


RECURRENT_TREE: Formulas = (
    RECURRENT[0],
    *((name, line.replace("@ h", "@ s[-1]")) for name, line in logistic("V_node", "node")[:-1]),
    ("eh", "through_time(W, w, s, (V_node[node].T @ e) * s[-1] * (1 - s[-1]))"),
)


# The loss of a chain of layers, and its error; {u} is the net input of its outputs.
_LOSSES = {
    "squared": ("0.5 * ((y - t) ** 2).sum()", "y - t"),
    "mse": ("((y - t) ** 2).sum()", "2 * (y - t)"),
    "cross-entropy": ("(t * (log_sum_exp({u}) - {u})).sum()", "y - t"),
    "binary": ("(t * np.logaddexp(0, -{u}) + (1 - t) * np.logaddexp(0, {u})).sum()", "y - t"),
    "hinge": ("np.maximum(0, 1 - t * {u}).sum()", "np.where(t * {u} < 1, -t, 0.0)"),
}


def unfolded(w, recurrent: Formulas = RECURRENT) -> Formulas:
    """Of the recurrent language model, its state after each word of its window, and what it answers after the last.

    w : int64 (τ + 1,), the words; −1 before the first, where a state is what it began as. recurrent : the model's own.
    """
    states = ((f"s[{j + 1}]", f"sigmoid(U[:, w[{j}]] + W @ s[{j}])") for j, word in enumerate(w) if word >= 0)
    return (*states, *recurrent[1:])


_OF_ANSWERS = {
    "cross-entropy": "-(t * np.log(y)).sum()",
    "binary": "-(t * np.log(y) + (1 - t) * np.log(1 - y)).sum()",
    "hinge": "np.maximum(0, 1 - t * y).sum()",
}
_IN_ANSWERS = {
    _SURPRISE: "-sum(np.log(y[o]) for o in outputs)",
    _EACH: "-np.log(np.where(t > 0, y, 1 - y)).sum()",
} | {_LOSSES[loss][0].format(u=u): line for loss, line in _OF_ANSWERS.items() for u in ("u", "u_out")}


def in_answers(line: str) -> str:
    """A loss as its source writes it, of the answers y, where its line takes the scores: y may have no digits left."""
    for of_scores, of_answers in _IN_ANSWERS.items():
        line = line.replace(of_scores, of_answers)
    return line


def layers(model) -> Formulas:
    """Of a chain of layers: forward, the loss, and back."""
    forward, back, above = [], [], None
    for layer in model.network.layers:
        bias = f" + {layer.bias}" if layer.bias else ""
        forward.append((layer.net, f"{layer.weights} @ {layer.source}{bias}"))
        forward.append((layer.output, activated(layer.activation, layer.net)))
    loss, error = (line.format(u=model.network.layers[-1].net) for line in _LOSSES[model.loss_name])
    for layer, (EH, EI) in zip(reversed(model.network.layers), reversed(model.errors), strict=True):
        back.append((EH, f"{above[0]}.T @ {above[1]}" if above else error))
        if EI != EH:
            at_once = above is None and LOSSES[model.loss_name].at_once
            back.append((EI, EH if at_once else EH + slope(layer.activation, layer.net, layer.output)))
        above = layer.weights, EI
    return (*forward, ("loss", loss), *back)


def activated(activation: str, u: str) -> str:
    """f(u)."""
    return _ACTIVATED[activation].format(u=u)


def slope(activation: str, u: str, y: str) -> str:
    """· f′(u), y being f(u); nothing where it is 1."""
    return _SLOPES.get(activation, "").format(u=u, y=y)


def gradient(model, parameter: Parameter) -> str:
    """An instance's part of a parameter's gradient, without its decay."""
    return " + ".join(_of_term(model, parameter, term) for term in parameter.change)


def _of_term(model, parameter, term: Outer):
    name, rows, columns = parameter.name, term.rows, term.columns
    if columns is None:
        return f"scattered({term.at}, {rows}, {name})" if term.at else rows
    if len(parameter.axes) == 1:
        return f"{rows} * {columns}"
    left, right = model.declared(rows), model.declared(columns)
    if term.at:
        return f"scattered({term.at}, np.outer({rows}, {columns}{_latest(right)}), {name})"
    if left.role == "index":
        return f"scattered({rows}, {columns}.reshape(len({rows}), -1), {name})"
    if right.role == "index":
        return f"scattered({columns}[{columns} >= 0], {rows}[{columns} >= 0], {name}.T).T"
    if len(left.axes) > 1:
        return f"{rows}.T @ {columns}[:-1]"
    return f"np.outer({rows}, {columns}{_latest(right)})"


def _latest(quantity):
    """The index of the last moment, where a quantity has several."""
    return "[-1]" if len(quantity.axes) > 1 else ""

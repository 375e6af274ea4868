"""The recurrent language model in equations: the stages of a step, and how each of its numbers came about."""

from dataclasses import replace

from explorer.models.contract import Stage
from explorer.models.explanations import largest_first, sum_of_products
from explorer.models.notation import live, math, number
from explorer.models.outputs import OUTPUTS

STATE = "Mikolov (2012), eq. 3.1"
ANSWER = "Mikolov (2012), eq. 3.2–3.3"
ERROR = "Mikolov (2012), section 3.3"
BACK = "Mikolov (2012), eq. 3.12–3.13"
THROUGH_TIME = "Mikolov (2012), eq. 3.18"
RULES = "Mikolov (2012), section 3.3.1"

_SOFTMAX = OUTPUTS["softmax"]
_CITE = {"u": ANSWER, "y": ANSWER, "loss": ERROR, "e": ERROR, "EH": BACK}


def time_name(back: int) -> str:
    """The word so many before this one, as the equations call it."""
    return f"t−{back}" if back else "t"


def stages(bptt: int) -> tuple[Stage, ...]:
    """The stages of a step whose error goes `bptt` words back."""
    as_ever = {stage.name: stage for stage in _SOFTMAX.stages(_CITE)}
    return (
        Stage(
            "input",
            "read the word",
            ("w",),
            math(r"\mathbf{w}(t) = (0, \ldots, 0, 1, 0, \ldots, 0)^\top"),
            live(r"w(t) = ⟦word[i]⟧"),
            STATE,
            "One word comes in. What came before it is in the state that the network has kept.",
        ),
        Stage(
            "hidden",
            "mix the word into the state",
            ("s",),
            math(r"\mathbf{s}(t) = \sigma\left(\mathbf{U}\, \mathbf{w}(t) + \mathbf{W}\, \mathbf{s}(t-1)\right)"),
            live(
                rf"s_{{⟦unit[k]⟧}}(t) = \sigma(⟦U[k,i]⟧ + ⟦W[k,0]⟧ \times ⟦s[{bptt},0]⟧ + \cdots)"
                rf" = ⟦s[{bptt + 1},k]⟧"
            ),
            STATE,
            "The word's column of U, and W times the state of one word ago, squashed: the hidden layer feeds itself.",
        ),
        Stage(
            "scores",
            "score every word",
            ("u",),
            math(r"\mathbf{u}(t) = \mathbf{V}\, \mathbf{s}(t)"),
            live(rf"u_{{⟦word[o]⟧}} = ⟦V[o,k]⟧ \times ⟦s[{bptt + 1},k]⟧ + \cdots = ⟦u[o]⟧"),
            ANSWER,
            "Each word's score is the dot product of its row of V with the state.",
        ),
        as_ever["softmax"],
        replace(as_ever["loss"], says="The loss is the surprise, in nats, at the word that really came next."),
        as_ever["error"],
        _backpropagate(bptt),
        _update(bptt),
    )


def _backpropagate(bptt):
    slope = r"\mathbf{d} = \mathbf{s} \circ (1-\mathbf{s})"
    rule = rf"\mathbf{{e}}_h(t) = \mathbf{{V}}^\top \mathbf{{e}} \circ \mathbf{{d}}(t),\ {slope}"
    further = r"\qquad \mathbf{e}_h(t-k-1) = \mathbf{W}^\top \mathbf{e}_h(t-k) \circ \mathbf{d}(t-k-1)"
    s, eh = f"⟦s[{bptt + 1},k]⟧", f"⟦eh[{bptt},k]⟧"
    today = rf"e_{{h,⟦unit[k]⟧}}(t) = (⟦e[o]⟧ \times ⟦V[o,k]⟧ + \cdots) \times {s} (1 - {s}) = {eh}"
    if bptt:
        s, eh = f"⟦s[{bptt},k]⟧", f"⟦eh[{bptt - 1},k]⟧"
        today += (
            rf"\qquad e_{{h,⟦unit[k]⟧}}(t-1) = (⟦eh[{bptt},0]⟧ \times ⟦W[0,k]⟧ + \cdots) \times {s} (1 - {s})"
            rf" = {eh}"
        )
    return Stage(
        "backpropagate",
        "send the error back through time" if bptt else "send the error back",
        ("eh",),
        math(rule + (further if bptt else "")),
        live(today),
        f"{BACK} and 3.18" if bptt else BACK,
        f"Through V to the state of now, then through W to the {bptt} before it: each slope s(1 − s) is at most ¼."
        if bptt
        else "Through V to the state of now, and no further: τ is 0.",
    )


def _update(bptt):
    rule = (
        r"\mathbf{V} \leftarrow \mathbf{V} - \eta\, \mathbf{e}\, \mathbf{s}(t)^\top"
        r" \qquad \mathbf{W} \leftarrow \mathbf{W} - \eta\, \Sigma_k\, \mathbf{e}_h(t-k)\, \mathbf{s}(t-k-1)^\top"
        r" \qquad \mathbf{U} \leftarrow \mathbf{U} - \eta\, \Sigma_k\, \mathbf{e}_h(t-k)\, \mathbf{w}(t-k)^\top"
    )
    products = rf"⟦eh[{bptt},k]⟧ \times ⟦s[{bptt},0]⟧"
    if bptt:
        mean = rf"⟦?batch⟧ \frac{{1}}{{⟦batch⟧}} ⟦/⟧ ({products} + \cdots)"
    else:
        mean = rf"⟦?batch⟧ \frac{{1}}{{⟦batch⟧}} ( ⟦/⟧ {products} ⟦?batch⟧ + \cdots ) ⟦/⟧"
    today = rf"W_{{⟦unit[k]⟧,1}} = ⟦old.W[k,0]⟧ - ⟦rate⟧ \times {mean} = ⟦new.W[k,0]⟧"
    return Stage(
        "update",
        "move the weights",
        ("V", "W", "U"),
        math(rule),
        live(today),
        RULES,
        f"Each of the last {bptt + 1} words has its say in W and in its column of U; the step takes the sum."
        if bptt
        else "The word moves its column of U, the state before it moves W, and the state moves V.",
    )


def explain_w(lens, j, declared):
    id, back = int(lens["w"][j]), lens["w"].size - 1 - j
    word = "no word: the text begins later" if id < 0 else lens.word(id)
    return lens.explained(declared, f"w[{time_name(back)}] = {word}", (time_name(back),), str(id), [], id)


def explain_s(lens, j, k, declared):
    w, value = lens["w"], lens["s"][j, k]
    back = w.size - j
    labels = (time_name(back), str(k + 1))
    place = f"s[{labels[0]}, {k + 1}]"
    if j == 0 or w[j - 1] < 0 or back:
        fresh = w[j - 1] < 0 if j else w[0] < 0
        kept = "the state before the first word" if fresh else "kept as it was computed then, at the weights of then"
        return lens.explained(declared, f"{place}: {kept}", labels, number(float(value)), [], value)
    word = lens.word(int(w[-1]))
    own = lens.weight("U", k, int(w[-1]))
    terms = [(lens.weight("W", k, i), lens.operand("s", j - 1, i)) for i in range(lens["s"].shape[1])]
    says = f"{place} = σ(U[{k + 1}, {word}] + Σ_l W[{k + 1}, l] · s[t−1, l])"
    right = rf"\sigma({number(own.value).strip('()')} + {sum_of_products(terms)})"
    return lens.explained(declared, says, labels, right, [own, *(each for term in terms for each in term)], value)


def explain_u(lens, j, declared):
    word, last = lens.word(j), lens["s"].shape[0] - 1
    terms = [(lens.weight("V", j, k), lens.operand("s", last, k)) for k in range(lens["s"].shape[1])]
    says = f"u[{word}] = Σ_k V[{word}, k] · s[t, k]"
    return lens.explain_sum(declared, says, (word,), terms, lens["u"][j])


def explain_eh(lens, j, k, declared):
    w, eh = lens["w"], lens["eh"]
    back = w.size - 1 - j
    labels = (time_name(back), str(k + 1))
    place, after = f"eₕ[{labels[0]}, {k + 1}]", time_name(back - 1)
    if w[j] < 0:
        return lens.explained(declared, f"{place} = 0: there was no word then", labels, "0", [], eh[j, k])
    s = lens.operand("s", j + 1, k)
    if back:
        terms = [(lens.weight("W", i, k), lens.operand("eh", j + 1, i)) for i in range(eh.shape[1])]
        says = f"{place} = (Σ_l W[l, {k + 1}] · eₕ[{after}, l])"
    else:
        terms = [(lens.weight("V", i, k), lens.operand("e", i)) for i in range(lens["e"].size)]
        says = f"{place} = (Σ_j V[j, {k + 1}] · e[j])"
    terms = largest_first(terms)
    says += f" · s[{labels[0]}, {k + 1}] · (1 − s[{labels[0]}, {k + 1}]), largest terms first"
    slope = rf"{number(s.value)} \cdot (1 - {number(s.value)})"
    right = rf"({sum_of_products(terms)}) \cdot {slope}"
    operands = [*(each for term in terms for each in term), s]
    return lens.explained(declared, says, labels, right, operands, eh[j, k])

"""The stages of the recurrent language model: a word in, the next one answered, the error back through time."""

from dataclasses import replace

from explorer.models.curves import slope_cited
from explorer.models.declarations import Stage
from explorer.models.live import NODES, Asked, either, rest, update
from explorer.models.notation import after, live, math, moves
from explorer.models.outputs import OUTPUTS

STATE = "Mikolov (2012), eq. 3.1"
ANSWER = "Mikolov (2012), eq. 3.2–3.3"
ERROR = "Mikolov (2012), section 3.3"
BACK = "Mikolov (2012), eq. 3.12–3.13"
RULES = "Mikolov (2012), section 3.3.1"
NODE_RULE = "after Rong (2014), eq. 51"


def error_source(several: bool) -> str:
    """Where the loss and its error stand; several : whether more than one word may come next."""
    return after(ERROR, not several)


def stages(bptt: int, reset_state: bool, asked: Asked, several: bool) -> tuple[Stage, ...]:
    """The stages of a step whose error goes `bptt` words back; asked : by the output layer."""
    answers = _of_nodes(bptt) if asked is NODES else _of_words(bptt, several)
    return (*_state(bptt), *answers, _backpropagate(bptt, asked), _update(bptt, reset_state, asked))


def _of_words(bptt, several):
    source = error_source(several)
    cite = {"u": ANSWER, "y": ANSWER, "loss": source, "e": source, "EH": BACK}
    return _scores(bptt), *OUTPUTS["softmax"].next_word_stages(cite, several)


def _of_nodes(bptt):
    as_ever = {stage.name: stage for stage in OUTPUTS["hierarchical"].stages({})}
    now = bptt + 1
    left = rest(f"others(j,unit,k,V_node[r,j]*s[{now},j])")
    scores = replace(
        as_ever["scores"],
        equation=math(r"u_n = \mathbf{v}_n \cdot \mathbf{s}(t)"),
        live=live(rf"u_{{⟦row[0]⟧}} = ⟦V_node[r,k]⟧ \times ⟦s[{now},k]⟧ {left} = ⟦u[0]⟧"),
        source=f"after {as_ever['scores'].source}",
        says="Only the nodes on the path are scored: their rows' dot products with the state.",
    )
    return tuple(scores if name == "scores" else as_ever[name] for name in as_ever if name != "backpropagate")


def _state(bptt):
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
                rf"s_{{⟦unit[k]⟧}}(t) = \sigma(⟦U[k,i]⟧ + ⟦W[k,0]⟧ \times ⟦s[{bptt},0]⟧"
                rf" {rest(f'others(j,unit,0,W[k,j]*s[{bptt},j])')})"
                rf" = ⟦s[{bptt + 1},k]⟧"
            ),
            STATE,
            "The word's column of U, and W times the state of one word ago, squashed: the hidden layer feeds itself.",
        ),
    )


def _scores(bptt):
    now = bptt + 1
    left = rest(f"others(j,unit,k,V[o,j]*s[{now},j])")
    return Stage(
        "scores",
        "score every word",
        ("u",),
        math(r"\mathbf{u}(t) = \mathbf{V}\, \mathbf{s}(t)"),
        live(rf"u_{{⟦word[o]⟧}} = ⟦V[o,k]⟧ \times ⟦s[{now},k]⟧ {left} = ⟦u[o]⟧"),
        ANSWER,
        "Each word's score is the dot product of its row of V with the state.",
    )


def sent_back(bptt: int) -> str:
    """Where the errors of the states are from: of the last one from the answers, of those before it through time."""
    return f"{BACK} and 3.18" if bptt else BACK


def _backpropagate(bptt, asked):
    suffix, row, _, at, axis, each = asked
    V = "the nodes' vectors" if asked is NODES else "V"
    slope = r"\mathbf{d} = \mathbf{s} \circ (1-\mathbf{s})"
    sent = r"\left( \sum_n e_n\, \mathbf{v}_n \right)" if asked is NODES else r"\mathbf{V}^\top \mathbf{e}"
    rule = rf"\mathbf{{e}}_h(t) = {sent} \circ \mathbf{{d}}(t),\ {slope}"
    further = r"\qquad \mathbf{e}_h(t-k-1) = \mathbf{W}^\top \mathbf{e}_h(t-k) \circ \mathbf{d}(t-k-1)"
    state = f"s[{bptt + 1},k]"
    left = rest(f"others(j,{axis},{at},e[j]*V{suffix}[{each},k],eh[{bptt},k]/{state}/(1-{state}))")
    net = f"U[k,i]+W[k,0]*s[{bptt},0]+others(j,unit,0,W[k,j]*s[{bptt},j])"
    slope = _slope(state, f"sigmoid(-({net}))")
    today = rf"e_{{h,⟦unit[k]⟧}}(t) = (⟦e[{at}]⟧ \times ⟦V{suffix}[{row},k]⟧ {left}) \times {slope} = ⟦eh[{bptt},k]⟧"
    if bptt:
        left = rest(f"others(j,unit,0,eh[{bptt},j]*W[j,k])")
        before = f"s[{bptt},k]"
        slope = either(f"lost(1-{before})", "s (1 - s)", _slope(before, f"1-{before}"))  # its net input is not known
        way = either(f"same(w[{bptt - 1}],-1)", "0", rf"(⟦eh[{bptt},0]⟧ \times ⟦W[0,k]⟧ {left}) \times {slope}")
        today += rf"\qquad e_{{h,⟦unit[k]⟧}}(t-1) = {way} = ⟦eh[{bptt - 1},k]⟧"
    return Stage(
        "backpropagate",
        "send the error back through time" if bptt else "send the error back",
        ("eh",),
        math(rule + (further if bptt else "")),
        live(today),
        slope_cited("sigmoid", after(sent_back(bptt), asked is not NODES)),
        f"Through {V} to the state of now, then through W to the {bptt} before it: each slope s(1 − s) is at most ¼."
        if bptt
        else f"Through {V} to the state of now, and no further: τ is 0.",
    )


def _slope(s, missing):
    """LaTeX of s(1 − s) with today's numbers; missing : an expression of 1 − s."""
    return f"⟦{s}⟧" + either(f"near({missing})", rf"\times ⟦={missing}⟧", f"(1 - ⟦{s}⟧)")


def _update(bptt, reset_state, asked):
    output, letter = moves(r"\mathbf{V}", "", r"\mathbf{e}\, \mathbf{s}(t)^\top"), "V"
    if asked is NODES:
        output, letter = moves(r"\mathbf{v}", "n", r"e_n\, \mathbf{s}(t)"), "v"
    moved = "the nodes asked" if asked is NODES else "V"
    gradients = {
        "W": r"\Sigma_k\, \mathbf{e}_h(t-k)\, \mathbf{s}(t-k-1)^\top",
        "U": r"\Sigma_k\, \mathbf{e}_h(t-k)\, \mathbf{w}(t-k)^\top",
    }
    rules = (output, *(moves(rf"\mathbf{{{weights}}}", "", gradient) for weights, gradient in gradients.items()))
    suffix, row, label, at, *_ = asked
    back, state = f"eh[{bptt},k]", f"s[{bptt + 1},k]"
    fewer = "fewer where a sentence begins" if reset_state else "fewer in the first steps"
    today = (
        update(letter, f"{label},⟦unit[k]⟧", f"V{suffix}[{row},k]", (f"e[{at}]", state)),
        update("W", "⟦unit[k]⟧,1", "W[k,0]", (back, f"s[{bptt},0]")),
        update("U", "⟦unit[k]⟧,⟦word[i]⟧", "U[k,i]", (back,)),
    )
    return Stage(
        "update",
        "move the weights",
        (f"V{suffix}", "W", "U"),
        math(r" \qquad ".join(rules)),
        live(r" \qquad ".join(today)),
        after(RULES, asked is not NODES),
        f"Each of the last {bptt + 1} words ({fewer}) adds to W and to its own column of U."
        if bptt
        else f"The word moves its column of U, the state before it moves W, and the state moves {moved}.",
    )

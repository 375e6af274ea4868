"""The stages of the neural probabilistic language model: their equations, as far as a recipe has their parts."""

from dataclasses import replace

from explorer.models.curves import curve, slope_cited, slope_told, times_slope
from explorer.models.declarations import Stage
from explorer.models.live import EACH, NODES, mean, rest, surprise_at, update
from explorer.models.live import times_slope as live_slope
from explorer.models.nnlm.batched import in_matrices
from explorer.models.notation import after, aged, live, math, moves
from explorer.models.outputs import OUTPUTS, logistic_told

_BENGIO = "Bengio et al. (2003)"
EQ_1, SECTION_2 = f"{_BENGIO}, eq. 1", f"{_BENGIO}, section 2"
_HIDDEN = {
    "tanh": EQ_1,
    "identity": f"after {EQ_1}",
    "sigmoid": "Hinton (2012), lecture 4",
    "relu": "Jurafsky and Martin, Speech and Language Processing, neural language models",
}


def forward_phase(letter: str) -> str:
    """Where the source's algorithm computes something."""
    return f"{_BENGIO}, section 3.2, forward phase ({letter})"


def backward_phase(letter: str) -> str:
    """Where the source's algorithm computes a gradient and moves what it belongs to."""
    return f"{_BENGIO}, section 3.2, backward phase ({letter})"


def hidden_source(activation: str) -> str:
    """Whose the hidden layer's activation is."""
    return _HIDDEN[activation]


def stages(model) -> tuple[Stage, ...]:
    """The stages of the model as a recipe wants it; each matrix is of its quantity's stage."""
    answers = _turns(model) if _of_nodes(model) else (_scores(model), *_probabilities(model))
    every = (_look_up(), *_hidden(model), *answers, *_backward(model), _update(model))
    if model.batched:
        every = tuple(in_matrices(stage, model) for stage in every)
    matrices = [quantity for quantity in model.quantities if quantity.matrix_of]
    sums = tuple(each.name for each in matrices if each.summed_at)

    def with_matrices(stage):
        of = {name: [each.name for each in matrices if each.matrix_of == name] for name in stage.shows}
        shown = (each for name in stage.shows for each in (name, *of[name]) if each not in sums)
        return replace(stage, shows=(*(sums if stage.name == "update" else ()), *shown))

    return tuple(map(with_matrices, every))


def _look_up():
    return Stage(
        "lookup",
        "look up the words before",
        ("w", "x"),
        math(r"\mathbf{x} = (C(w_{t-n+1}), \ldots, C(w_{t-1}))"),
        live(r"x_1 = c_{⟦word[i]⟧,1} = ⟦x[0]⟧"),
        forward_phase("a"),
        "Each word before is looked up in the one table C; the rows found stand side by side, in reading order.",
    )


def _hidden(model):
    if not model.layered:
        return ()
    net = Stage(
        "net",
        "weigh the features",
        ("o",),
        math(r"\mathbf{o} = \mathbf{d} + H \mathbf{x}"),
        live(
            r"o_{⟦unit[k]⟧} = ⟦d[k]⟧ + ⟦H[k,0]⟧ \times ⟦x[0]⟧"
            rf" {rest('others(j,input,0,H[k,j]*x[j])')} = ⟦o[k]⟧"
        ),
        forward_phase("b"),
        "Each hidden unit adds up all the features, each with its own weight: here the order of the words matters.",
    )
    hidden = Stage(
        "hidden",
        "squash the hidden layer" if model.activation in ("tanh", "sigmoid") else "activate the hidden layer",
        ("a",),
        math(rf"a_k = {curve(model.activation, 'o_k')}"),
        live(rf"a_{{⟦unit[k]⟧}} = {curve(model.activation, '⟦o[k]⟧')} = ⟦a[k]⟧"),
        hidden_source(model.activation),
        "The identity bends nothing: the layers together are one linear map."
        if model.activation == "identity"
        else "The activation function bends the sums: without it the layers would be one linear map.",
    )
    return net, hidden


def _scores(model):
    U, b, W = model.output_weights
    suffix, row, label, at, *_ = model.scored.asked
    over_x, over_a = rest(f"others(j,input,0,{W}[{row},j]*x[j])"), rest(f"others(j,unit,k,{U}[{row},j]*a[j])")
    parts = [
        (model.output_bias, r"\mathbf{b}", r"b_n", rf"⟦{b}[{row}]⟧"),
        (model.direct, r"W \mathbf{x}", r"\mathbf{w}_n \cdot \mathbf{x}", rf"⟦{W}[{row},0]⟧ \times ⟦x[0]⟧ {over_x}"),
        (model.layered, r"U \mathbf{a}", r"\mathbf{u}_n \cdot \mathbf{a}", rf"⟦{U}[{row},k]⟧ \times ⟦a[k]⟧ {over_a}"),
    ]
    whole, of_node, today = (" + ".join(part[side] for part in parts if part[0]) for side in (1, 2, 3))
    ways = [(model.layered, "from the hidden layer"), (model.direct, "directly from the features")]
    ways = " and ".join(way for there, way in ways if there)
    return Stage(
        "scores",
        "score every node on the path" if suffix else "score every word",
        ("u",),
        math(rf"u_n = {of_node}" if suffix else rf"\mathbf{{u}} = {whole}"),
        live(rf"u_{{{label}}} = {today} = ⟦u[{at}]⟧"),
        scores_source(model),
        f"{'Only the nodes on the path get' if suffix else 'Every word that may come next gets'} a score, {ways}.",
    )


def scores_source(model) -> str:
    """Whose the scores are, as far as the recipe has their parts: the source lets W be 0."""
    as_there = model.layered and model.output_bias and model.scored.asked is not NODES
    return after(EQ_1, as_there) + ("" if model.direct else ", with W = 0")


def _probabilities(model):
    error_source = after(backward_phase("a"), not model.several)
    cite = {"u": EQ_1, "y": SECTION_2, "e": error_source, "loss": after(SECTION_2, not model.several), "EH": ""}
    softmax, loss, error = OUTPUTS["softmax"].next_word_stages(cite, model.several)
    says = "The surprise, in nats, at the word that really came; weight decay makes large weights cost too."
    surprise = r"-\sum_c \ln y_{o_c}" if model.several else r"-\ln y_{o}"
    return softmax, _decayed(model, loss, surprise, surprise_at, says), error


def _turns(model):
    """The stages of hierarchical softmax, with this model's scores."""
    path, _, sigmoid, product, loss, error, _ = OUTPUTS["hierarchical"].stages({})
    surprise = r"-\sum_n \left[ t_n \ln y_n + (1 - t_n) \ln (1 - y_n) \right]"
    says = "The surprises at the turns add up to that at the word; weight decay makes large weights cost too."
    cited = replace(loss, source=after(loss.source, not model.decay))
    return path, _scores(model), sigmoid, product, _decayed(model, cited, surprise, logistic_told.surprise, says), error


def _decayed(model, loss, surprise, live_of, says):
    """The stage of the loss, with weight decay where there is any.

    surprise : LaTeX of it without; live_of : function of an expression of it that gives the same with today's numbers.
    """
    if not model.decay:
        return loss
    decaying = ["C", *_decaying(model)]
    penalty = r"\frac{\lambda}{2} (" + " + ".join(rf"\|{name[0]}\|^2" for name in decaying) + ")"
    today = f"{model.decay!r}/2*({'+'.join(f'squares({name})' for name in decaying)})"
    undecayed = mean(live_of(f"(loss-batch/divisor*{today})"))
    return replace(
        loss,
        equation=math(rf"E = {surprise} + {penalty}"),
        live=live(rf"E = {undecayed} + {EACH} ⟦penalty={today}⟧ = ⟦loss⟧"),
        says=says,
    )


def _decaying(model):
    U, _, W = model.output_weights
    there = (("H", model.layered), (U, model.layered), (W, model.direct))
    return [name for name, kept in there if kept]


def features_source(model) -> str:
    """Where the source sends the error back to the features: past the hidden layer, through it, or both."""
    letters = ", ".join(letter for letter, there in (("a", model.direct), ("c", model.layered)) if there)
    return after(backward_phase(letters), not (model.direct and _of_nodes(model)))


def hidden_error_source(model, letters: str) -> str:
    """The same of the hidden layer's errors: there with tanh units, below a softmax over all words."""
    return after(backward_phase(letters), model.activation == "tanh" and not _of_nodes(model))


def output_source(model) -> str:
    """Where the source sends the errors of the scores on, there those of words."""
    return after(backward_phase("a"), not _of_nodes(model))


def _of_nodes(model):
    """Whether the errors are those of a tree's nodes, which the source has not."""
    return model.scored.asked is NODES


def _backward(model):
    U, _, W = model.output_weights
    suffix, row, _, at, axis, each = model.scored.asked
    below = "-others(j,unit,-1,Eo[j]*H[j,0])" if model.layered else ""
    left = rest(f"others(j,{axis},{at},e[j]*{W}[{each},0],Ex[0]{below})")
    sent = r"\sum_n e_n \mathbf{w}_n" if suffix else r"W^\top \mathbf{e}"
    parts = [
        (model.layered, r"H^\top \mathbf{Eo}", rf"⟦Eo[k]⟧ \times ⟦H[k,0]⟧ {rest('others(j,unit,k,Eo[j]*H[j,0])')}"),
        (model.direct, sent, rf"⟦e[{at}]⟧ \times ⟦{W}[{row},0]⟧ {left}"),
    ]
    rule, today = (" + ".join(part[side] for part in parts if part[0]) for side in (1, 2))
    to_features = Stage(
        "features",
        "send the error back to the features",
        ("Ex",),
        math(rf"\mathbf{{Ex}} = {rule}"),
        live(rf"\mathrm{{Ex}}_1 = {today} = ⟦Ex[0]⟧"),
        features_source(model),
        "What reaches the features of each word before: its piece of Ex is the error of its row of C.",
    )
    if not model.layered:
        return (to_features,)
    left = rest(f"others(j,{axis},{at},e[j]*{U}[{each},k],Ea[k])")
    sent = r"\sum_n e_n \mathbf{u}_n" if suffix else r"U^\top \mathbf{e}"
    gap = r",\quad" if model.batched else r"\qquad"  # of a batch a line is for the matrices
    rule = times_slope(model.activation, r"\mathrm{Ea}_k", "a_k") + slope_told(model.activation)
    to_hidden = Stage(
        "backpropagate",
        "send the error back",
        ("Ea", "Eo"),
        math(rf"\mathbf{{Ea}} = {sent} {gap} \mathrm{{Eo}}_k = {rule}"),
        live(
            rf"\mathrm{{Ea}}_{{⟦unit[k]⟧}} = ⟦e[{at}]⟧ \times ⟦{U}[{row},k]⟧ {left} = ⟦Ea[k]⟧ \qquad"
            rf" \mathrm{{Eo}}_{{⟦unit[k]⟧}} = {live_slope(model.activation, 'Ea[k]', 'a[k]', 'o[k]')} = ⟦Eo[k]⟧"
        ),
        slope_cited(model.activation, hidden_error_source(model, "a, c")),
        "Each hidden unit is blamed for the errors it fed, and the slope of its activation says how far it can move.",
    )
    return to_hidden, to_features


def _update(model):
    """The rule of the last layer's weights, and of C where it moves, each with today's numbers."""
    U, _, W = model.output_weights
    suffix, row, label, at, *_ = model.scored.asked
    j, error = ("n" if suffix else "j"), f"e[{at}]"
    if model.layered:
        today = _today(model, "u", f"{label},⟦unit[k]⟧", f"{U}[{row},k]", error, "a[k]")
        layer = ("u", f"{j}k"), rf"e_{j}\, a_k", today
    else:
        layer = ("w", f"{j}i"), rf"e_{j}\, x_i", _today(model, "w", f"{label},1", f"{W}[{row},0]", error, "x[0]")
    total = r"\Delta C(w)" if model.batched else r"\sum_{p:\, w_p = w} \mathbf{Ex}_p"  # the batch's: see `batched`
    table = ("C(w)", ""), total, _today(model, "c", "⟦word[i]⟧,1", "C[i,0]", "Ex[0]")
    moved = (layer,) if model.frozen else (layer, table)
    decay = (lambda weight: rf" - \eta \lambda\, {aged(*weight, 'old')}") if model.decay else lambda _: ""
    rules = (moves(*weight, gradient) + decay(weight) for weight, gradient, _ in moved)
    frozen = "; the rows of C are frozen, and stay" if model.frozen else ""
    return Stage(
        "update",
        "move the weights",
        tuple(parameter.name for parameter in reversed(model.parameters)),
        math(r" \qquad ".join(rules)),
        live(r" \qquad ".join(today for *_, today in moved)),
        after(backward_phase("a–d"), not (model.decay or _of_nodes(model))),
        f"Every weight takes a small step against its gradient, all at once{frozen}.",
    )


def _today(model, letter, index, weight, *shown):
    """The update of one weight with today's numbers."""
    return update(letter, index, weight, shown, model.decay)

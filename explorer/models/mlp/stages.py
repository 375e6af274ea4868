"""The stages of the multi-layer network: each layer forward, the loss, each layer back, the update."""

from explorer.models.curves import curve, times_slope
from explorer.models.declarations import Stage
from explorer.models.live import error, half_square, mean, rest, rest_of_squares, share, surprise, update
from explorer.models.live import times_slope as live_slope
from explorer.models.notation import live, math, moves

_EQ = "Rong (2014), eq. "


def stages(model) -> tuple[Stage, ...]:
    """The stages of a network, from its points to its update."""
    above = zip(model.hidden_layers, (*model.hidden_layers[1:], None), strict=False)
    hidden = [_hidden_stage(model, *pair) for pair in zip(model.hidden_layers, model.sources, strict=False)]
    back = [stage for pair in reversed([*above]) for stage in _back_stages(model, *pair)]
    forward = (_input_stage(model), *hidden, _output_stage(model))
    return (*forward, *_error_stages(model), *back, _update_stage(model))


def _input_stage(model):
    return Stage(
        "input",
        "read the point",
        ("x",),
        math(r"\mathbf{x} = (x_1, \ldots, x_K)"),
        live(r"x_1 = ⟦x[0]⟧"),
        _EQ + "74",
        "The point's numbers stand at the inputs.",
    )


def _joined(axis):
    """An axis as expressions have it."""
    return axis.replace(" ", "_")


def _hidden_stage(model, layer, below):
    source, x, axis = below
    s, unit = layer.suffix, "⟦unit[k]⟧"
    u, h, b = (layer.letter(name, "k") for name in "uhb")
    w = layer.letter("w", "ki")
    left = rest(f"others(j,{_joined(axis)},0,W{s}[k,j]*{source}[j])")
    return Stage(
        f"hidden{s}",
        "compute the hidden units" if not s else "compute the upper hidden units",
        (f"u{s}", f"h{s}"),
        math(rf"{u} = \sum_i {w}\, {x}_i + {b} \qquad {h} = f({u}) = {curve(model.activation, u)}"),
        live(
            rf"{layer.letter('u', unit)} = ⟦W{s}[k,0]⟧ \times ⟦{source}[0]⟧ {left} + ⟦b{s}[k]⟧ = ⟦u{s}[k]⟧ \qquad"
            rf" {layer.letter('h', unit)} = {curve(model.activation, f'⟦u{s}[k]⟧')} = ⟦h{s}[k]⟧"
        ),
        model.cite_hidden,
        "Each hidden unit is a unit of its own: it weighs what comes in and answers through its activation.",
    )


def _output_stage(model):
    source, h, axis = model.sources[-1]
    k, u = "k" if model.depth else "0", "u'_j"
    left = rest(f"others(j,{_joined(axis)},{k},W_out[0,j]*{source}[j])")
    today = share("output", "0", "u_out", "y") if model.softmax else curve(model.output_activation, "⟦u_out[0]⟧")
    return Stage(
        "output",
        "share out probabilities" if model.softmax else "compute the answers",
        ("u_out", "y"),
        math(rf"u'_j = \sum_k w'_{{jk}}\, {h}_k + b'_j \qquad y_j = {_answer(model, u)}"),
        live(
            rf"u'_1 = ⟦W_out[0,{k}]⟧ \times ⟦{source}[{k}]⟧ {left} + ⟦b_out[0]⟧ = ⟦u_out[0]⟧ \qquad"
            rf" y_1 = {today} = ⟦y[0]⟧"
        ),
        model.cite_answer,
        "The outputs read what the last layer made of the point: they see it where the hidden units put it.",
    )


_MISSING = "others(j,output,0,y[j])"


def _answer(model, u):
    """LaTeX of an output's answer to its weighted sum."""
    if model.softmax:
        return rf"\frac{{\exp({u})}}{{\sum_i \exp(u'_i)}}"
    return curve(model.output_activation, u)


_FIRST = "y[0]", _MISSING, "logsum(j,output,u_out[j])-u_out[0]"
_SURPRISE = rf"⟦t[0]⟧ \times ( {surprise(*_FIRST)} )" + rest(
    f"left(loss*divisor,t[0]*surprise({','.join(_FIRST)}))"
)


def _error_stages(model):
    answer = model.output_activation, "u_out[0]", "y[0]", "t[0]"
    if model.softmax:
        loss = r"E = -\sum_j t_j \ln y_j", rf"E = {mean(_SURPRISE)} = ⟦loss⟧"
        through = "With softmax and cross-entropy the error of the weighted sums is y − t itself."
    else:
        squares = mean(half_square(*answer) + rest_of_squares(*answer))
        loss = r"E = \frac{1}{2} \sum_j (y_j - t_j)^2", rf"E = {squares} = ⟦loss⟧"
        through = "Where an output's activation is flat, little of its error comes through."
    slope = times_slope(model.output_activation, "e_j", "y_j")
    today = live_slope(model.output_activation, "e[0]", "y[0]", "u_out[0]")
    return (
        Stage(
            "loss",
            "measure the loss",
            ("t", "loss"),
            math(loss[0]),
            live(loss[1]),
            model.cite_loss,
            "The loss says how far the answers are from the targets.",
        ),
        Stage(
            "error",
            "compare with the targets",
            ("e",),
            math(r"e_j = y_j - t_j"),
            live(rf"e_1 = {error(*answer, _MISSING if model.softmax else None)} = ⟦e[0]⟧"),
            model.cite_error,
            "Answer minus target: positive where the answer is too high.",
        ),
        Stage(
            "output-error",
            "send the error back through the outputs",
            ("EI_out",),
            math(rf"\mathrm{{EI}}'_j = {slope}"),
            live(rf"\mathrm{{EI}}'_1 = {today} = ⟦EI_out[0]⟧"),
            model.cite_passed,
            through,
        ),
    )


def _back_stages(model, layer, above):
    """The error of a hidden layer's outputs, then of its net inputs."""
    s, unit = layer.suffix, "⟦unit[k]⟧"
    weights, wrong, w, EI = (
        (f"W{above.suffix}", f"EI{above.suffix}", above.letter("w", "jk"), above.letter(r"\mathrm{EI}", "j"))
        if above
        else ("W_out", "EI_out", "w'_{jk}", r"\mathrm{EI}'_j")
    )
    left = rest(f"others(j,{_joined(above.axis) if above else 'output'},0,{wrong}[j]*{weights}[j,k])")
    EH, own = layer.letter(r"\mathrm{EH}", "k"), layer.letter(r"\mathrm{EI}", "k")
    today_EH, today_EI = (layer.letter(rf"\mathrm{{{name}}}", unit) for name in ("EH", "EI"))
    return (
        Stage(
            f"backpropagate{s}",
            "send the error to the hidden units",
            (f"EH{s}",),
            math(rf"{EH} = \sum_j {EI}\, {w}"),
            live(rf"{today_EH} = ⟦{wrong}[0]⟧ \times ⟦{weights}[0,k]⟧ {left} = ⟦EH{s}[k]⟧"),
            _EQ + "82",
            "A hidden unit is blamed as far as its weights carried its answer into what came out wrong.",
        ),
        Stage(
            f"hidden-error{s}",
            "and back through their activation",
            (f"EI{s}",),
            math(rf"{own} = {times_slope(model.activation, EH, layer.letter('h', 'k'))}"),
            live(rf"{today_EI} = {live_slope(model.activation, f'EH{s}[k]', f'h{s}[k]', f'u{s}[k]')} = ⟦EI{s}[k]⟧"),
            model.cite_slope,
            "Where a unit's activation is flat, the error stops here.",
        ),
    )


def _update_stage(model):
    source, h, _ = model.sources[-1]
    rule = moves("w'", "jk", rf"\mathrm{{EI}}'_j\, {h}_k")
    k, unit = ("k", "⟦unit[k]⟧") if model.depth else ("0", "1")
    today = update("w'", f"1,{unit}", f"W_out[0,{k}]", ("EI_out[0]", f"{source}[{k}]"))
    if model.depth:
        rule += r" \qquad " + moves("w", "ki", r"\mathrm{EI}_k\, x_i")
    alike = "; the upper hidden layer moves as the lower one." if model.depth > 1 else "."
    return Stage(
        "update",
        "move the weights",
        tuple(parameter.name for parameter in reversed(model.parameters)),
        math(rule),
        live(today),
        _EQ + ("81 and 85" if model.depth else "81"),
        "Every weight takes a small step against its gradient, all at once; a bias is the weight of a constant 1"
        + alike,
    )

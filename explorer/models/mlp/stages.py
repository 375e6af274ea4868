"""The stages of the multi-layer network: each layer forward, the loss, each layer back, the update."""

from explorer.models.curves import curve, let_through, slope_cited, slope_told, times_slope
from explorer.models.declarations import Stage
from explorer.models.live import rest, share, shown_output, update
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


_HIDDEN_TITLES = {(1, ""): "compute the hidden units", (2, ""): "compute the hidden units"}
_HIDDEN_TITLES[2, "2"] = "compute the upper hidden units"


def _hidden_stage(model, layer, below):
    source, x, axis = below
    s, unit = layer.suffix, "⟦unit[k]⟧"
    u, h, b = (layer.letter(name, "k") for name in "uhb")
    w = layer.letter("w", "ki")
    left = rest(f"others(j,{_joined(axis)},0,W{s}[k,j]*{source}[j])")
    return Stage(
        f"hidden{s}",
        _HIDDEN_TITLES.get((model.depth, s), f"compute hidden layer {s or 1}"),
        (f"u{s}", f"h{s}"),
        math(rf"{u} = \sum_i {w}\, {x}_i + {b} \qquad {h} = f({u}) = {curve(model.activation, u)}"),
        live(
            rf"{layer.letter('u', unit)} = ⟦W{s}[k,0]⟧ \times ⟦{source}[0]⟧ {left} + ⟦b{s}[k]⟧ = ⟦u{s}[k]⟧ \qquad"
            rf" {layer.letter('h', unit)} = {curve(model.activation, f'⟦u{s}[k]⟧')} = ⟦h{s}[k]⟧"
        ),
        model.cite_hidden(layer),
        "Each hidden unit is a unit of its own: it weighs what comes in and answers through its activation.",
    )


def _output_stage(model):
    source, h, axis = model.sources[-1]
    k, u = "k" if model.depth else "0", "u'_j"
    o, number = shown_output(model.output_activation)
    bias, today_bias = (" + b'_j", f" + ⟦b_out[{o}]⟧") if model.output_bias else ("", "")
    left = rest(f"others(j,{_joined(axis)},{k},W_out[{o},j]*{source}[j])")
    today = share("output", o, "u_out", "y") if model.softmax else curve(model.output_activation, f"⟦u_out[{o}]⟧")
    return Stage(
        "output",
        "share out probabilities" if model.softmax else "compute the answers",
        ("u_out", "y"),
        math(rf"u'_j = \sum_k w'_{{jk}}\, {h}_k{bias} \qquad y_j = {_answer(model, u)}"),
        live(
            rf"u'_{number} = ⟦W_out[{o},{k}]⟧ \times ⟦{source}[{k}]⟧ {left}{today_bias} = ⟦u_out[{o}]⟧ \qquad"
            rf" y_{number} = {today} = ⟦y[{o}]⟧"
        ),
        model.cite_answer,
        "The outputs read what the last layer made of the point: they see it where the hidden units put it."
        if model.depth
        else "Each output weighs the inputs by itself: no hidden layer stands between.",
    )


def _answer(model, u):
    """LaTeX of an output's answer to its weighted sum."""
    if model.softmax:
        return rf"\frac{{\exp({u})}}{{\sum_i \exp(u'_i)}}"
    return curve(model.output_activation, u)


def _error_stages(model):
    told = model.told
    passing = "identity" if model.at_once else model.output_activation
    o, number = shown_output(model.output_activation)
    slope, today = times_slope(passing, "e_j", "y_j"), live_slope(passing, f"e[{o}]", f"y[{o}]", f"u_out[{o}]")
    flat = "Where an output's activation is flat, little of its error comes through."
    return (
        Stage("loss", "measure the loss", ("t", "loss"), math(told.equation), live(told.live), told.source, told.says),
        Stage(
            "error",
            "compare with the targets",
            ("e",),
            math(told.error),
            live(told.live_error),
            told.error_source,
            told.error_says,
        ),
        Stage(
            "output-error",
            "send the error back through the outputs",
            ("EI_out",),
            math(rf"\mathrm{{EI}}'_j = {slope}{slope_told(passing)}"),
            live(rf"\mathrm{{EI}}'_{number} = {today} = ⟦EI_out[{o}]⟧"),
            slope_cited(passing, model.cite_passed),
            told.through or let_through(passing, flat),
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
    axis, at = (_joined(above.axis), "0") if above else ("output", shown_output(model.output_activation).at)
    left = rest(f"others(j,{axis},{at},{wrong}[j]*{weights}[j,k])")
    EH, own = layer.letter(r"\mathrm{EH}", "k"), layer.letter(r"\mathrm{EI}", "k")
    today_EH, today_EI = (layer.letter(rf"\mathrm{{{name}}}", unit) for name in ("EH", "EI"))
    return (
        Stage(
            f"backpropagate{s}",
            "send the error to the hidden units",
            (f"EH{s}",),
            math(rf"{EH} = \sum_j {EI}\, {w}"),
            live(rf"{today_EH} = ⟦{wrong}[{at}]⟧ \times ⟦{weights}[{at},k]⟧ {left} = ⟦EH{s}[k]⟧"),
            model.cite_back(layer),
            "A hidden unit is blamed as far as its weights carried its answer into what came out wrong.",
        ),
        Stage(
            f"hidden-error{s}",
            "and back through their activation",
            (f"EI{s}",),
            math(rf"{own} = {times_slope(model.activation, EH, layer.letter('h', 'k'))}{slope_told(model.activation)}"),
            live(rf"{today_EI} = {live_slope(model.activation, f'EH{s}[k]', f'h{s}[k]', f'u{s}[k]')} = ⟦EI{s}[k]⟧"),
            slope_cited(model.activation, model.cite_slope),
            let_through(model.activation, "Where a unit's activation is flat, the error stops here."),
        ),
    )


def _update_stage(model):
    source, h, _ = model.sources[-1]
    rule = moves("w'", "jk", rf"\mathrm{{EI}}'_j\, {h}_k")
    k, unit = ("k", "⟦unit[k]⟧") if model.depth else ("0", "1")
    o, number = shown_output(model.output_activation)
    today = update("w'", f"{number},{unit}", f"W_out[{o},{k}]", (f"EI_out[{o}]", f"{source}[{k}]"))
    if model.depth:
        rule += r" \qquad " + moves("w", "ki", r"\mathrm{EI}_k\, x_i")
        today += r" \qquad " + update("w", f"{unit},1", "W[k,0]", ("EI[k]", "x[0]"))
    bias = "; a bias is the weight of a constant 1" if any(each.bias for each in model.parameters) else ""
    two, more = "; the layer between moves alike.", "; the layers between move alike."
    alike = (".", ".", two, more)[min(model.depth, 3)]
    return Stage(
        "update",
        "move the weights",
        tuple(parameter.name for parameter in reversed(model.parameters)),
        math(rule),
        live(today),
        _EQ + ("81 and 85" if model.depth else "81"),
        f"Every weight takes a small step against its gradient, all at once{bias}{alike}",
    )

"""The options of the routes, drawn from a seeded grammar; `own` is the `Requests` that draws."""

import json

from explorer.models import MODELS
from explorer.views import OF_TWO
from tests.fuzzing.recipes import one_in

_OF_WORDS = [name for name, model in MODELS.items() if model.reading != "points"]


def declared_by(model):
    """The parameters and quantities of a model."""
    return (*MODELS[model].parameters, *MODELS[model].quantities)


def _frames(own, _):
    return [
        ("start", own.step()),
        ("count", own.count(20, 1024)),
        ("stride", own.count(6, 10**7) if one_in(own.random, 6) else None),
        ("fit", own.fit() if one_in(own.random, 6) else None),
        ("words", own.some(2) if one_in(own.random, 8) else None),
    ]


def _losses(own, _):
    start = own.step() if one_in(own.random, 3) else None
    return [("start", start), ("stop", own.step()), ("bins", own.count(500, 20_000) if one_in(own.random, 3) else None)]


def _explain(own, model):
    declared = own.random.choice(declared_by(model))
    return [("step", own.step()), ("quantity", declared.name), ("index", own.index(declared))]


def _excite(own, _):
    return [("step", own.step()), ("words", own.some(2)), ("shown", own.some(2) if one_in(own.random, 5) else None)]


def _continuation(own, _):
    seed = own.count(9, 2**53) if one_in(own.random, 2) else None
    return [("step", own.step()), ("words", own.typed()), ("seed", seed)]


def _truncation(own, _):
    return [("step", own.step()), ("instance", own.count(3, 10**9) if one_in(own.random, 2) else None)]


def _neighbours(own, _):
    return [("step", own.step()), ("word", own.typed()), ("of", own.random.choice((None, "W", "W_out", "C", "")))]


def _analogy(own, _):
    return [("step", own.step()), *((term, own.typed()) for term in "abc"), ("count", own.count(10, 1000))]


def _span(own):
    start = own.step()
    return [("start", start), ("stop", own.random.choice((start, own.step(), own.count(2_000, 10**9))))]


def _ledger(own, _):
    index = f"{own.count(9, 10**9)},{own.count(9, 10**9)}"
    by = own.random.choice((None, "instance", "epoch", "word", "sentence", ""))
    return [("parameter", own.random.choice(("W", "W_out", "C", "U", ""))), ("index", index), ("by", by), *_span(own)]


def _dot_ledger(own, _):
    words = [(name, own.count(9, 10**9)) for name in "ab"]
    return [*words, ("of", own.random.choice((None, "W", ""))), *_span(own)]


def _loss_ledger(own, _):
    instance = own.random.choice((f"0,{own.count(9, 10**9)}", f"{own.count(2, 9)},0", ""))
    asked = (own.random.choice(("word", "word", "node", "output")), own.random.choice((None, own.count(9, 10**9))))
    return [("instance", instance), asked, ("truth", own.random.choice((None, None, 1, 2))), *_span(own)]


def _loss_change(own, model):
    return [*_loss_ledger(own, model), ("by", own.random.choice((None, "vector", "")))]


_CONDITIONS = ("loss < 0.5", "norm(change(h)) > 1", "rank(king, queen) == 1", "argmax(y) == target")
_EXPRESSIONS = (*_CONDITIONS, "max(abs(W))", "W[", "")


def _find(own, _):
    return [("condition", own.random.choice(_EXPRESSIONS)), *_span(own)]


def _evaluate(own, _):
    return [("expression", own.random.choice(_EXPRESSIONS)), ("stride", own.count(9, 10**9)), *_span(own)]


def _slope(own, _):
    index = f"{own.count(9, 10**9)},{own.count(9, 10**9)}"
    return [("step", own.step()), ("parameter", own.random.choice(("W", "W_out", "C", "U", ""))), ("index", index)]


def _check(own, _):
    given = {own.random.choice(("h", "loss", "W", "y", "")): {own.random.choice(("0", "0,1", "")): own.typed()}}
    return [("step", own.step()), ("given", own.random.choice((json.dumps(given), "[", "{}")))]


def _solutions(own, model):
    first = own.count(9, 2**53)
    stages = own.random.choice((None, MODELS[model].stages[0].name, ""))
    return [("step", own.step()), ("first", first), ("last", first + own.count(3, 60)), ("stages", stages)]


def _difference(own, model):
    panel = own.random.choice((*OF_TWO, "network"))
    theme = own.random.choice(("dark", None))
    return [("other", own.other(model)), ("step", own.step()), ("panel", panel), ("theme", theme)]


# By route: how often it is asked, of which models, and its options as (name, text), of which None are left out.
OPTIONS = {
    "describe": (16, MODELS, lambda own, _: []),
    "frames": (34, MODELS, _frames),
    "losses": (10, MODELS, _losses),
    "axes": (7, _OF_WORDS, lambda own, _: [("step", own.step()), ("fit", own.fit())]),
    "explain": (12, MODELS, _explain),
    "excite": (6, MODELS, _excite),
    "continuation": (5, ("nnlm", "rnnlm"), _continuation),
    "truncation": (5, ("rnnlm",), _truncation),
    "neighbours": (3, MODELS, _neighbours),
    "analogy": (3, MODELS, _analogy),
    "ledger": (3, MODELS, _ledger),
    "dot-ledger": (2, _OF_WORDS, _dot_ledger),
    "loss-ledger": (2, MODELS, _loss_ledger),
    "loss-change": (2, MODELS, _loss_change),
    "divergence": (1, MODELS, lambda own, _: [("stop", own.step())]),
    "find": (3, MODELS, _find),
    "evaluate": (3, MODELS, _evaluate),
    "sheet": (2, MODELS, lambda own, _: [("step", own.step())]),
    "check": (2, MODELS, _check),
    "solutions": (1, MODELS, _solutions),
    "source": (1, MODELS, lambda own, _: [("step", own.step()), ("of", own.random.choice(("numpy", "latex", "")))]),
    "gradient": (1, MODELS, lambda own, _: [("step", own.step())]),
    "slope": (1, MODELS, _slope),
    "difference": (1, MODELS, _difference),
    "parting": (3, MODELS, lambda own, model: [("other", own.other(model)), ("stop", own.step())]),
}

"""The dialects of word2vec: the fields in which its programs differ from the papers, set together by one word.

`paper` is what we follow. `c` is word2vec.c, the program of 2013, as it is since it averages the vectors of a context
(0.1c, 2014); `gensim` is gensim 4 with its defaults. Each field can still be given, and a recipe keeps and links the
fields, never the dialect: a link means what it meant if a program changes its mind.
"""

from collections.abc import Mapping

from explorer.training.fields import BY_NAME, CORPORA
from explorer.training.values import wanted

_PROGRAMS = {
    "context_gradient": "undivided",
    "predicts": "centre",
    "shrink_window": True,
    "sample": 1e-3,
    "sample_formula": "c",
    "noise_hit": "skip",
    "counts": "text",
    "init_outputs": "zero",
}
DIALECTS = {
    "paper": {name: BY_NAME[name].default for name in (*_PROGRAMS, "sigmoid", "rate_floor")},
    "c": _PROGRAMS | {"sigmoid": "c", "rate_floor": 1e-4},
    "gensim": _PROGRAMS | {"sigmoid": "gensim", "rate_floor": 0.004},  # min_alpha of alpha: 0.0001 of 0.025
}
_SPOKEN = BY_NAME["predicts"].corpora, BY_NAME["sample"].models  # the corpora and models that have dialects


def of_dialect(dialect, base: Mapping, given: Mapping, problems) -> dict:
    """The fields that a dialect sets in a recipe, those that apply there; none, and a problem, where there is no such.

    base, given : the preset's fields and those given, by name.
    """
    merged = {name: field.default for name, field in BY_NAME.items()} | base | given
    kind = next((kind for kind in CORPORA if kind in given), None) or next((k for k in CORPORA if k in base), None)
    if not isinstance(dialect, str) or dialect not in DIALECTS:
        problems.append(("dialect", dialect, "one of " + ", ".join(DIALECTS)))
        return {}
    if kind not in _SPOKEN[0] or merged["model"] not in _SPOKEN[1]:
        problems.append(("dialect", dialect, BY_NAME["sample"].scope))
        return {}
    return _applying(dialect, (kind, merged["model"], merged["output"]), merged)


def _applying(dialect, scope, values) -> dict:
    """The fields of a dialect that are read in a recipe of this scope and these values."""
    fields = DIALECTS[dialect].items()
    return {name: value for name, value in fields if BY_NAME[name].applies(*scope) and wanted(name, values)}


def blamed(dialect, fields, problems) -> list:
    """The problems, those with a field that a dialect set, and nobody gave, told of the dialect."""
    return [
        ("dialect", dialect, f"{field} beside it, in place of its {value!r}: {allowed}")
        if field in fields
        else (field, value, allowed)
        for field, value, allowed in problems
    ]

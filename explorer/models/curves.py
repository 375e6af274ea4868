"""How activation functions and their slopes are written in equations, with letters, slots or numbers put in.

The slope is written with the answer y = f(u) in place of u, as it is computed (`maths.activations.through`).
"""

from explorer.models.notation import cited

_RONG = "Rong (2014), eq."

_CURVES = {
    "sigmoid": lambda u: rf"\sigma({u})",
    "tanh": lambda u: rf"\tanh({u})",
    "relu": lambda u: rf"\max(0, {u})",
    "step": lambda u: rf"[{u} > 0]",
    "identity": lambda u: u,
}
_SLOPES = {
    "sigmoid": lambda y: rf"{y} (1 - {y})",
    "tanh": lambda y: rf"(1 - {y}^2)",
    "relu": lambda y: rf"[{y} > 0]",
}
_SAID = {
    "sigmoid": "σ({}) = 1 / (1 + exp(−{}))",
    "tanh": "tanh({})",
    "relu": "max(0, {})",
    "step": "1 where {} > 0, else 0",
    "identity": "{}",
}
_SLOPES_SAID = {"sigmoid": "{} · (1 − {})", "tanh": "(1 − {}²)", "relu": "(1 where {} > 0, else 0)"}


# Rong (2014), eq. 68–69: how y(1 − y) comes to be the slope, behind an equation that takes it and in words.
_SLOPE_OF_SIGMOID = r" \qquad \sigma'(u) = \sigma(u)\, \sigma({-u}) = \sigma(u) (1 - \sigma(u))"
IDENTITIES = f"as σ′(u) = σ(u) · σ(−u) and σ(−u) = 1 − σ(u), {_RONG} 68–69"


def curve(activation: str, u: str) -> str:
    """LaTeX of f(u)."""
    return _CURVES[activation](u)


def times_slope(activation: str, error: str, y: str) -> str:
    """LaTeX of error · f′(u), y being f(u); the error alone where the slope is 1 (or, of a step, none)."""
    return rf"{error} \cdot {_SLOPES[activation](y)}" if activation in _SLOPES else error


def slope_told(activation: str) -> str:
    """LaTeX, behind an equation with f′(u), of how the sigmoid's slope comes about; nothing of another's."""
    return _SLOPE_OF_SIGMOID if activation == "sigmoid" else ""


def let_through(activation: str, flat: str) -> str:
    """What an activation makes of an error, in words: `flat` is said of those that are flat somewhere."""
    return "The identity lets the error through as it is." if activation == "identity" else flat


def slope_cited(activation: str, source: str) -> str:
    """The source of an equation with f′(u), and that of the sigmoid's slope where it is one."""
    return cited(source, f"{_RONG} 68–69") if activation == "sigmoid" else source


def curve_in_words(activation: str, u: str) -> str:
    """f(u) as plain text."""
    return _SAID[activation].replace("{}", u)


def times_slope_in_words(activation: str, error: str, y: str) -> str:
    """error · f′(u) as plain text."""
    slope, why = _SLOPES_SAID.get(activation), f", {IDENTITIES}" if activation == "sigmoid" else ""
    return f"{error} · {slope.replace('{}', y)}{why}" if slope else error

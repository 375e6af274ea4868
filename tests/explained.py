"""The equation of an explanation as text that `tests.shown` judges: MathML read back, as a reader would.

A number of four significant digits or more is rounded, one of fewer is all there is; 0.000 is about 0.
"""

from xml.etree import ElementTree

_SIGNS = {"−": "-", "×": "*", "·": "*", "⋅": "*", "⋯": ""}
_NAMES = {"exp": "exp", "ln": "ln", "tanh": "tanh", "max": "max", "σ": "sigma"}


def text_of(mathml: str) -> str:
    return _text(ElementTree.fromstring(mathml))


def _text(node):
    tag, said = node.tag.rpartition("}")[2], node.text or ""
    if tag == "mi":
        return _NAMES.get(said, "?")
    if tag == "mo":
        return _SIGNS.get(said, said)
    if tag == "mn":
        return said
    if tag == "mfrac":
        return "(({})/({}))".format(*map(_text, node))
    if tag == "msup":
        base, power = map(_text, node)
        return f"{_digits(base, '0')} ^ {power}"
    if tag == "mtext" and said.startswith("the other"):  # how many a rest is the sum of
        return ""
    if tag in ("msub", "mtext"):
        return "?"
    return _row(list(node))


def _row(nodes):
    """Children side by side, "1.235 × 10⁻⁵" being one number."""
    found, at = [], 0
    while at < len(nodes):
        power = _power_of_ten(nodes[at + 1 : at + 3])
        found.append(_digits(_text(nodes[at]), power or "0"))
        at += 3 if power else 1
    return " ".join(found)


def _power_of_ten(nodes):
    """The exponent of "× 10⁻⁵"; None of anything else."""
    if len(nodes) < 2 or nodes[0].text != "×" or nodes[1].tag.rpartition("}")[2] != "msup":
        return None
    base, exponent = ("".join(each.itertext()) for each in nodes[1])
    return exponent.replace("−", "-") if base == "10" else None


def _digits(text, exponent):
    try:
        value = float(f"{text}e{exponent}")
    except ValueError:
        return text
    digits = len(text.replace(".", "").lstrip("0"))
    return (f"~{value:.{digits - 1}e}" if digits >= 4 else repr(value)).replace("e+", "e")

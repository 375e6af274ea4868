"""Numbers as text: in explanations, and in figures beside what Plotly writes itself, at its axes and in its hovers.

The page writes the same number in the same way, in assets/text/numbers.mjs; tests/shared/numbers.json holds
the two together. So this rounds as JavaScript does: the number itself, not its shortest text, a half away from zero.
"""

import re
import unicodedata
from decimal import ROUND_HALF_UP, Context, Decimal
from math import inf, isfinite, isnan
from struct import pack, unpack

_TYPED = re.compile(r"([-+]?(?:\d+(?:\.(\d*))?|\.(\d+)))(?:e([-+]?\d+))?", re.ASCII | re.IGNORECASE)
_FRACTION = re.compile(r"([-+−–]?\s*[0-9.,]+)\s*[/\u2044]\s*([0-9.,]+)")
_OF_ONE_SIGN = re.compile(r"[-+−–]?\s*[¼-¾⅐-⅞↉]")
_GROUPED = re.compile(r"\s*[-+]?[0-9]{1,3}(?:[,\s][0-9]{3})+\s*")
_MILLIONS = re.compile(r"[-+]?\d{1,3}(?:,\d{3}){2,}", re.ASCII)
_ROUNDING = 1 + 1e-9  # of a unit
_DIGITS = 400  # of any float as a decimal, before and after the point


def number(value: float, digits: int = 4) -> str:
    """Fixed digits; an exponent where fixed digits would show only zeros or a very long number."""
    if value and not 0.5 * 10**-digits <= abs(value) < 1e6 and isfinite(value):
        return _exponent(value, min(2, digits))
    return fixed(value, digits)


def fixed(value: float, digits: int) -> str:
    """Fixed digits, for columns of numbers; what rounds to zero has no sign."""
    if not isfinite(value):
        return _odd(value)
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), context=Context(_DIGITS, ROUND_HALF_UP))
    return f"{rounded or abs(rounded):f}"


def exact(value: float) -> str:
    """At most eight significant digits, without trailing zeros; of a float32 seven where they tell it from others."""
    digits = 7 if value == _float32(value) == _float32(float(f"{value:.6e}")) else 8
    if isfinite(value) and value and not 1e-4 <= abs(value) < 1e8:
        mantissa, exponent = _exponent(value, digits - 1).split("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    return _significant(value, digits)


def _float32(value: float) -> float:
    """The float32 next to a number."""
    try:
        return unpack("f", pack("f", value))[0]
    except OverflowError:
        return inf


def brief(value: float) -> str:
    """Two or three digits, wherever they begin: 0.70, -.050, 12.3, 3e-4, 1.23e5; integers up to 999 as they are."""
    size = abs(value)
    if not isfinite(value) or (size < 1000 and value == int(value)):
        return fixed(value, 0)
    if size < 0.0005:
        return _exponent(value, 0)
    if size < 0.0995:
        return fixed(value, 3).replace("0.", ".", 1)
    return _exponent(value, 2) if size >= 999.5 else fixed(value, 2 if size < 9.995 else 1 if size < 99.95 else 0)


def percent(share: float) -> str:
    """A share as a percentage: "93%", "4.1%", "<0.1%"."""
    if not isfinite(share):
        return _odd(share)
    share = 100 * share
    return "<0.1%" if 0 < share < 0.1 else f"{fixed(share, 1 if share < 9.95 else 0)}%"


def counted(count: int, of: str) -> str:
    """So many of something: "1 step", "1,000 steps", "2 passes"."""
    return f"{count:,} {of}" + ("" if count == 1 else "es" if of.endswith("s") else "s")


def plain(value: float, digits: int = 4) -> str:
    """A number of the data as it was typed, or nearly: "0", "0.5", "-1.25"."""
    return _significant(value, digits)


def significant(value: float, digits: int = 4) -> str:
    """So many significant digits, fewer where it has no more, so that 1 is 1 and 1.000 about 1: 12.35, 1.235e-5."""
    if not isfinite(value):
        return _odd(value)
    rounded = Context(digits, ROUND_HALF_UP).create_decimal(value)
    power = rounded.adjusted()
    text = fixed(value, digits - 1 - power) if -5 < power < digits else _exponent(value, digits - 1)
    if float(text) != value or "." not in text:
        return text
    mantissa, e, exponent = text.partition("e")
    return mantissa.rstrip("0").rstrip(".") + e + exponent


def _significant(value, digits):
    """At most so many significant digits; with an exponent as JavaScript writes a number."""
    if not isfinite(value):
        return _odd(value)
    rounded = Context(digits, ROUND_HALF_UP).create_decimal(value).normalize()
    if not rounded:
        return "0"
    return f"{rounded:f}" if 1e-6 <= abs(rounded) < 1e21 else f"{rounded:e}"


def _exponent(value, digits):
    return f"{Context(digits + 1, ROUND_HALF_UP).create_decimal(value):.{digits}e}".replace("e+", "e")


def _odd(value):
    return "NaN" if isnan(value) else "inf" if value == inf else "-inf"


def typed(text: str) -> tuple[float, float] | None:
    """A number as people type it, and the unit of its last digit: −0,5 and 1 000 and 25%; None for what is none.

    One comma is a decimal one; several, three digits apart, are between thousands.

    The page's rule too, in assets/text/typed.mjs; tests/shared/typed.json holds the two together.
    """
    plain = re.sub(r"\s", "", re.sub("[−–]", "-", text))
    plain = plain.replace(",", "") if _MILLIONS.fullmatch(plain) else plain.replace(",", ".", 1)
    read = _TYPED.fullmatch(f"{plain[:-1]}e-2" if plain.endswith("%") else plain)
    if read is None:
        return None
    digits, *decimals, power = read.groups()
    power = int(power or 0)
    value = float(f"{digits}e{power}")
    unit = float(f"1e{power - sum(len(each or '') for each in decimals)}")
    return (value, unit) if isfinite(value) else None


def quotient(text: str) -> float:
    """A number as people type it, or the fraction that it is: 1/4 and ¼. ValueError for what is none."""
    text = text.strip()  # what may be blank at both ends of a pattern takes the square of its length
    parts = _FRACTION.fullmatch(unicodedata.normalize("NFKC", text) if _OF_ONE_SIGN.fullmatch(text) else text)
    read = [typed(part) for part in (parts.groups() if parts else [text])]
    if None in read or (parts and read[1][0] == 0):
        raise ValueError
    return read[0][0] / read[1][0] if parts else read[0][0]


def whole(text: str) -> int:
    """A whole number, also as people write it: 1,000 and 1 000. ValueError for what is none."""
    return int(re.sub(r"[\s,]", "", text) if _GROUPED.fullmatch(text) else text)


def within(given, unit, value):
    """Whether a typed number, or an array of them, is a value: to one unit of its last digit."""
    return abs(given - value) <= unit * _ROUNDING

"""MathML, in as few words as the equations of the models need.

Browsers draw MathML themselves. Every function returns a fragment; `math` closes it. Text that comes
from a corpus is escaped here and nowhere else.
"""

from html import escape


def math(*parts: str) -> str:
    """A whole formula."""
    return f'<math display="block"><mrow>{"".join(parts)}</mrow></math>'


def v(name: str) -> str:
    """A variable."""
    return f"<mi>{escape(name)}</mi>"


def bold(name: str) -> str:
    """A vector or matrix."""
    return f'<mi mathvariant="bold">{escape(name)}</mi>'


def op(sign: str) -> str:
    """An operator or a bracket."""
    return f"<mo>{escape(sign)}</mo>"


def num(value) -> str:
    """A number: a float is shown with four significant digits."""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"<mn>{escape(text)}</mn>"


def words(text: str) -> str:
    """Plain words inside a formula."""
    return f"<mtext>{escape(text)}</mtext>"


def row(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"


def sub(base: str, index: str) -> str:
    return f"<msub>{base}{index}</msub>"


def sup(base: str, exponent: str) -> str:
    return f"<msup>{base}{exponent}</msup>"


def subsup(base: str, index: str, exponent: str) -> str:
    return f"<msubsup>{base}{index}{exponent}</msubsup>"


def frac(above: str, below: str) -> str:
    return f"<mfrac>{above}{below}</mfrac>"


def total(under: str, over: str = "") -> str:
    """A sum sign with its limits."""
    return f"<munderover><mo>∑</mo>{under}{over}</munderover>" if over else f"<munder><mo>∑</mo>{under}</munder>"


def slot(place: str) -> str:
    """A live number.

    The page fills it from the frame it paints: `place` is a quantity or parameter with its indices, such
    as "h[k]" or "W_out[o,k]", where i and o are the first input and output word and k the chosen unit;
    "old." and "new." before a parameter mean before and after the last update; "loss", "rate", "C"
    (number of output words) and "inputs" (number of input words) stand alone.
    """
    return f'<mn data-slot="{escape(place)}">·</mn>'


def label(place: str) -> str:
    """A live word or unit name: "word[i]", "word[o]" or "unit[k]"."""
    return f'<mtext data-slot="{escape(place)}">·</mtext>'


def when(condition: str, *parts: str) -> str:
    """Parts that are shown only when there are several "inputs", "outputs", or instances in the "batch"."""
    return f'<mrow data-when="{escape(condition)}">{"".join(parts)}</mrow>'

"""The text of an expression, cut into numbers, names, quoted words and signs."""

import re
from typing import NamedTuple

from explorer import limits
from explorer.errors import ExpressionError

SIGNS = ("**", "==", "!=", "<=", ">=", "+", "-", "*", "/", "<", ">", "(", ")", "[", "]", ",")
KEYWORDS = ("and", "or", "not")
_TYPESET = {"−": "-", "×": "*", "≤": "<=", "≥": ">=", "≠": "!="}  # the same, as texts that one copies from have them

_TOKEN = re.compile(
    r"""(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"""
    r"""|(?P<name>[^\W\d][\w′⁽⁾]*)"""  # symbols as declared, too: W′, h⁽²⁾
    r"""|(?P<word>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    rf"""|(?P<sign>{"|".join(map(re.escape, (*SIGNS, *_TYPESET)))})""",
    re.DOTALL,
)
_SPACE = re.compile(r"\s*")


class Token(NamedTuple):
    """A part of an expression: its kind ("number", "name", "word", "sign", "end"), text and position from 0.

    The text of a quoted word is the word; `and`, `or` and `not` are signs.
    """

    kind: str
    text: str
    position: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text, the last of them its end. Raises `ExpressionError` for what is none."""
    if not isinstance(text, str):
        raise ExpressionError(0, repr(text)[:40], "text")
    if len(text) > limits.MAX_EXPRESSION:
        raise ExpressionError(limits.MAX_EXPRESSION, f"{len(text):,} characters", f"at most {limits.MAX_EXPRESSION:,}")
    found, at = [], _SPACE.match(text).end()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(at, text[at], _instead(text, at))
        found.append(_token(match))
        if len(found) > limits.MAX_EXPRESSION_PARTS:
            most = f"at most {limits.MAX_EXPRESSION_PARTS:,} numbers, names and signs"
            raise ExpressionError(at, match[0], most)
        at = _SPACE.match(text, match.end()).end()
    return [*found, Token("end", "", len(text))]


def quoted(word: str) -> str:
    """A word as an expression writes it between quotes."""
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def written(word: str) -> str:
    """A word as an expression writes it in brackets: between quotes where it is no plain name, or says something."""
    found = _TOKEN.fullmatch(word)
    return word if found and found.lastgroup == "name" and word not in (*KEYWORDS, "target") else quoted(word)


def _token(match):
    kind, text = match.lastgroup, match[0]
    if kind == "word":
        text = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
    if kind == "sign":
        text = _TYPESET.get(text, text)
    return Token("sign" if kind == "name" and text in KEYWORDS else kind, text, match.start())


def _instead(text, at):
    """What was expected where no token begins."""
    if text[at] in "\"'":
        return f"a second {text[at]} that ends the word"
    if text[at] == "=":
        return "== for equality"
    return "a number, a name, a word in quotes or one of " + " ".join(SIGNS)

"""From text to tree, by how closely signs bind (precedence climbing)."""

from itertools import takewhile
from math import isfinite

from explorer import limits
from explorer.errors import ExpressionError
from explorer.training.questions.tokens import tokens
from explorer.training.questions.tree import (
    COMPARED,
    LEVELS,
    SIGNED,
    Before,
    Between,
    Call,
    Counted,
    Indexed,
    Name,
    Number,
    Part,
    Word,
)


def parse(text: str) -> Part:
    """The tree of an expression. Raises `ExpressionError` at the first character that does not belong."""
    parser = _Parser(tokens(text))
    tree = parser.part(0)
    parser.expect("end", "", "an operator, or the end")
    return tree


class _Parser:
    def __init__(self, found):
        self._tokens, self._at, self._depth = found, 0, 0

    @property
    def _next(self):
        return self._tokens[self._at]

    def _sign(self):
        """The sign that comes next, or an empty text."""
        return self._next.text if self._next.kind == "sign" else ""

    def _take(self):
        self._at += 1
        return self._tokens[self._at - 1]

    def expect(self, kind, text, expected):
        """The next token, which must be this one."""
        if self._next.kind != kind or self._next.text != text:
            raise self._wrong(expected)
        return self._take()

    def _wrong(self, expected):
        got = self._next.text if self._next.kind != "end" else "the end"
        return ExpressionError(self._next.position, got, expected)

    def part(self, least):
        """What comes next, as far as its signs bind at least so closely."""
        self._depth += 1
        if self._depth > limits.MAX_EXPRESSION_DEPTH:
            raise self._wrong(f"no more than {limits.MAX_EXPRESSION_DEPTH} parts within each other")
        left = self._first(least)
        while (sign := self._sign()) in LEVELS and sign != "not" and LEVELS[sign] >= least:
            position, level = self._take().position, LEVELS[sign]
            right = self.part(SIGNED if sign == "**" else level + 1)
            left = Between(position, sign, left, right)
            if level == COMPARED and LEVELS.get(self._sign()) == COMPARED:
                raise self._wrong("one comparison at a time, two of them joined by and")
        self._depth -= 1
        return left

    def _first(self, least):
        sign, position = self._sign(), self._next.position
        if sign == "-" and least <= SIGNED:
            self._take()
            return Before(position, sign, self.part(SIGNED))
        if sign == "not" and least <= LEVELS["not"]:
            self._take()
            return Before(position, sign, self.part(LEVELS["not"]))
        if sign == "(":
            self._take()
            inner = self.part(0)
            self.expect("sign", ")", "a closing parenthesis")
            return inner
        return self._named()

    def _named(self):
        kind, text, position = self._next
        if kind not in ("number", "name", "word"):
            raise self._wrong("a number, a name or a word")
        if kind == "number" and not isfinite(float(text)):
            raise self._wrong("a number below 1.8e308")
        self._take()
        if kind != "name":
            return Number(position, float(text)) if kind == "number" else Word(position, text)
        if self._sign() == "(":
            return Call(position, text, self._list(self._argument, ")", "a comma or a closing parenthesis"))
        if self._sign() == "[":
            indices = self._list(self._index, "]", "a comma or a closing bracket")
            return Indexed(position, Name(position, text), indices)
        return Name(position, text)

    def _list(self, one, end, expected):
        """The parts between this opening sign and its `end`, at least one; one : function that takes the next."""
        self._take()
        found = [one()]
        while self._sign() == ",":
            self._take()
            found.append(one())
        self.expect("sign", end, expected)
        return tuple(found)

    def _argument(self):
        return self.part(0)

    def _index(self):
        """An index; its axis may be named before its number, with no sign between them, as in node 0."""
        told = list(takewhile(lambda token: token.kind in ("name", "number"), self._tokens[self._at :]))
        if len(told) < 2 or (told[0].kind, told[-1].kind) != ("name", "number"):
            return self.part(0)
        self._at += len(told) - 1
        return Counted(told[0].position, " ".join(token.text for token in told[:-1]), self._named())

"""An expression as it is written: a tree of frozen parts, each of which knows where it began.

What names mean is no matter here (`meaning` says it), so that a tree needs no recipe. Two trees are equal when they say
the same, wherever their parts stand.
"""

from dataclasses import dataclass, field

from explorer.training.questions.tokens import quoted

# How closely signs bind, the loosest first; `not` and the sign of a number stand before one operand.
LEVELS = {"or": 1, "and": 2, "not": 3} | dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), 4)
LEVELS |= {"+": 5, "-": 5, "*": 6, "/": 6, "**": 8}
COMPARED, SIGNED, WHOLE = 4, 7, 9


@dataclass(frozen=True)
class Part:
    """A part of an expression; `position` is that of its first character, or of the sign between its operands."""

    position: int = field(compare=False)


@dataclass(frozen=True)
class Number(Part):
    """A number, not negative."""

    value: float


@dataclass(frozen=True)
class Name(Part):
    """A name without quotes: of a quantity, a parameter, or a word."""

    text: str


@dataclass(frozen=True)
class Word(Part):
    """A word in quotes."""

    text: str


@dataclass(frozen=True)
class Indexed(Part):
    """A name with indices in brackets."""

    of: Name
    indices: tuple[Part, ...]


@dataclass(frozen=True)
class Counted(Part):
    """An index with its axis before the number, such as node 0 or upper unit 2."""

    axis: str
    number: Number


@dataclass(frozen=True)
class Call(Part):
    """A function of arguments."""

    function: str
    arguments: tuple[Part, ...]


@dataclass(frozen=True)
class Before(Part):
    """A sign before its operand: − or not."""

    sign: str
    of: Part


@dataclass(frozen=True)
class Between(Part):
    """A sign between two operands."""

    sign: str
    left: Part
    right: Part


def text_of(part: Part) -> str:
    """The text of a tree, which is read back as the same tree."""
    return _text(part, 0)


def _text(part, least):
    """The text; in parentheses where it binds less closely than `least`."""
    match part:
        case Number():
            return f"{part.value:.0f}" if part.value.is_integer() and part.value < 1e15 else repr(part.value)
        case Name():
            return part.text
        case Word():
            return quoted(part.text)
        case Indexed():
            return f"{part.of.text}[{_list(part.indices)}]"
        case Counted():
            return f"{part.axis} {_text(part.number, 0)}"
        case Call():
            return f"{part.function}({_list(part.arguments)})"
        case Before():
            level = SIGNED if part.sign == "-" else LEVELS["not"]
            text = f"{part.sign}{'' if part.sign == '-' else ' '}{_text(part.of, level)}"
        case Between():
            level = LEVELS[part.sign]
            left, right = _sides(part.sign, level)
            text = f"{_text(part.left, left)} {part.sign} {_text(part.right, right)}"
    return f"({text})" if level < least else text


def _sides(sign, level):
    """How closely the operands must bind not to need parentheses."""
    if sign == "**":
        return WHOLE, SIGNED
    return level + (level == COMPARED), level + 1


def _list(parts):
    return ", ".join(_text(part, 0) for part in parts)

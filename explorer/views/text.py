"""Words as Plotly text.

Plotly reads its texts as markup: `<b>`, `<a href>` and `<span style>` are honoured in tick labels, titles and
hovers, an address in a style is fetched, and in a notebook TeX between dollar signs is typeset. Words are
data, so every one of them goes through `inert` before it becomes text of a figure.
"""

import unicodedata

TICK_WIDTH = 18  # letters that fit in the margin beside an axis
_LINE = 60  # letters of a line in a hover
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})
_ISOLATE, _END = "\u2068", "\u2069"


def inert(word: str) -> str:
    """The text that Plotly shows as `word`, letter for letter, whatever stands in it."""
    return word.translate(_ENTITIES)


def whole(word: str) -> str:
    """`inert`, in lines that fit a hover."""
    return "<br>".join(inert(word[start : start + _LINE]) for start in range(0, len(word), _LINE))


def tick(word: str) -> str:
    """`inert`, shortened to the room beside an axis."""
    return inert(shortened(word, TICK_WIDTH))


def within(word: str, width: int = TICK_WIDTH) -> str:
    """`inert`, shortened, for use beside other text, which a word from right to left does not turn around."""
    return f"{_ISOLATE}{inert(shortened(word, width))}{_END}"


def width_of(word: str) -> int:
    """How many letters wide a word is beside an axis."""
    return min(TICK_WIDTH, sum(map(_width, word)))


def shortened(word: str, width: int) -> str:
    """The word, or its beginning and "…", at most `width` letters wide; wide ones and emoji count twice."""
    room = width
    for length, letter in enumerate(word):
        room -= _width(letter)
        if room < 0 or (room == 0 and length + 1 < len(word)):
            return word[:length] + "…"
    return word


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1

"""What a number is called, to people: its symbol, words by name, units from 1."""

import numpy as np

from explorer.models.declarations import RAGGED
from explorer.numbers import plain
from explorer.training.frames import Frame, element_name
from explorer.training.questions.tokens import written


def title_of(of, declared, index) -> str:
    """The symbol with an index in words, as expressions read it; in a batch a quantity's index begins with the
    instance, and the part of an output word, which they do not know, is named before the last.

    of : the frame; for a parameter the run will do.
    """
    b, parts = _before(of, declared, index)
    labels = [f"instance {instance + 1}" for instance in b]
    labels += [f"output {c + 1}: {_output(of, c, *b)}" for c in parts]
    for axis, i in zip(declared.axes, index[len(b) + len(parts) :], strict=True):
        labels += _labels(of, axis, i, *b)
    return f"{declared.symbol}[{', '.join(labels)}]"


def is_expression(of, declared, index) -> bool:
    """Whether the title of a number is one that expressions read; arguments as of `title_of`."""
    _, parts = _before(of, declared, index)
    return not parts


def _before(of, declared, index):
    """What stands before a number's own index, a tuple each: in a batch the instance, and the output word of a part."""
    before = index[: len(index) - len(declared.axes)]
    return (before[:1], before[1:]) if before and of.batched else ((), before)


def _output(frame, c, b=0):
    return written(frame.vocabulary[frame.instances[b].outputs[c]])


def _labels(of, axis, i, b=0):
    """What element `i` of an axis is called; on a ragged one the row that instance `b` asks, and which time it does."""
    if axis in RAGGED:
        asked, ids = of.asked(axis, b)
        time = np.count_nonzero(ids[: i + 1] == ids[i])
        return [*_labels(of, asked, int(ids[i])), *([str(time)] if time > 1 else [])]
    if axis == "word":
        return [written(of.vocabulary[i])]
    if axis == "unit":
        return [str(i + 1)]
    return [of.element_name(axis, i) if isinstance(of, Frame) else element_name((), axis, i)]


def sides_told(vocabulary, sides) -> str:
    """An instance, its inputs → its outputs: in words, or in numbers where there is no vocabulary."""
    if vocabulary:
        return " → ".join(" ".join(vocabulary[word] for word in side) for side in sides)
    return " → ".join(f"({', '.join(map(plain, side))})" for side in sides)


def characters_told(vocabulary, sides) -> int:
    """About how many characters `sides_told` takes for an instance; of a number no more than a dozen."""
    return sum(len(vocabulary[each]) + 1 if vocabulary else 12 for side in sides for each in side) + 3

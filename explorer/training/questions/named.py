"""What a number is called, to people: its symbol, words by name, units from 1."""

from explorer.training.frames import Frame, element_name


def title_of(of, declared, index) -> str:
    """The symbol with an index in words; in a batch a quantity's index begins with the instance.

    of : the frame; for a parameter the run will do.
    """
    instances = len(index) - len(declared.axes)
    named = zip(declared.axes, index[instances:], strict=True)
    labels = [f"instance {b + 1}" for b in index[:instances]]
    labels += [_label(of, axis, i, *index[:instances]) for axis, i in named]
    return f"{declared.symbol}[{', '.join(labels)}]"


def _label(of, axis, i, b=0):
    """What element `i` of an axis stands for; on a ragged one, the row that instance `b` asks there."""
    if axis == "unit":
        return str(i + 1)
    return of.element_name(axis, i, b) if isinstance(of, Frame) else element_name(of.vocabulary, axis, i)


def sides_told(vocabulary, sides) -> str:
    """An instance, its inputs → its outputs: in words, or in numbers where there is no vocabulary."""
    if vocabulary:
        return " → ".join(" ".join(vocabulary[word] for word in side) for side in sides)
    return " → ".join(f"({', '.join(f'{number:g}' for number in side)})" for side in sides)

"""Predict, then reveal: a number of the stage that comes next, which the explorer covers until there is an answer.

What is right is the explorer's to say (assets/predict), by the numbers of its own run; so is what was overlooked. Here
stands what is asked, and it is held against the run that it can be: an ask that an explorer refused could not be left.
"""

from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.ask import Ask
from explorer.lessons.keys import Key
from explorer.models.declarations import RAGGED
from explorer.training.stream import Stream

WHATS = ("direction", "order", "value")
_LOSS = "loss"
_LOOKS_BACK = 512  # steps
_MOST_ROWS = 2000  # among which one can choose


@dataclass(frozen=True)
class Predict(Ask):
    """What the coming stage brings. what : of `WHATS`. index : words by their names, other numbers from 0."""

    what: str = ""
    quantity: str = ""
    index: tuple[str | int, ...] = ()
    kind = "predict"
    keys: ClassVar = {"what": Key(str, True), "quantity": Key(str, True), "index": Key(list)}

    @classmethod
    def read(cls, given, table, place):
        before, what, name = len(table.problems.found), given["what"], given["quantity"]
        coming, allowed = _coming(place)
        if what not in WHATS:
            table.tell("what", f"got {what!r}, allowed is one of {', '.join(WHATS)}")
        if name not in allowed:
            there = f"allowed is one of {', '.join(allowed)}" if allowed else "it has nothing to predict"
            table.tell("quantity", f"got {name!r}; {coming} comes next, and {there}")
        if len(table.problems.found) > before:
            return {}
        declared = None if name == _LOSS else place.recipe.architecture.declared(name)
        axes = declared.axes if declared else ()
        if what == "order":
            _check_order(name, axes, declared, given, table, place)
        elif what == "direction" and getattr(declared, "role", "") != "weight" and not _came_before(place):
            table.tell("what", f"{name} has no direction: the step's data did not come before, two passes back at most")
        index = () if what == "order" else _index(given.get("index", []), axes, table, place.recipe)
        return {"what": what, "quantity": name, "index": index}

    @property
    def rows(self) -> tuple[str, ...]:
        """What an order is among: the words of the vocabulary."""
        return tuple(self.place.recipe.corpus.words)

    @property
    def reaches(self):
        first = _first(self.place) if self.what == "direction" else self.place.step
        return ((self.place, first, self.place.position),)

    @property
    def numbers(self):
        if self.what != "value":
            return ()
        recipe = self.place.recipe
        of_instance = self.quantity != _LOSS and recipe.architecture.declared(self.quantity).role != "weight"
        batch = range(recipe.batch_size) if recipe.batch_size > 1 and of_instance else ()
        index = tuple(recipe.corpus.index.get(each, each) for each in self.index)
        return tuple((self.place.step, self.quantity, each) for each in ([(b, *index) for b in batch] or [index]))

    def judged(self, computed, written):
        return {"what": self.what, "quantity": self.quantity, "index": list(self.index)}


def _coming(place):
    """(name of the stage that comes next at a place, names of what it shows that has rows known beforehand)."""
    model = place.recipe.architecture
    names = [stage.name for stage in model.stages]
    stage = model.stages[names.index(place.stage) + 1 if place.inside else 0]
    return stage.name, [name for name in stage.shows if name == _LOSS or _can_be_asked(model.declared(name))]


def _can_be_asked(declared):
    matrix = getattr(declared, "matrix_of", None)
    return declared.role != "index" and not matrix and not set(declared.axes) & {*RAGGED}


def _check_order(name, axes, declared, given, table, place):
    """Tell why there is no order."""
    rows = len(place.recipe.corpus.words)
    if "index" in given:
        table.tell("index", "an order is of all rows: leave it out")
    elif axes[:1] != ("word",) or (len(axes) > 1 and declared.role != "weight"):
        table.tell(
            "what", f"{name} has no order: allowed is what has a number for each word, or a weight's rows of words"
        )
    elif not has_order(rows):
        table.tell("what", f"{name} has {rows:,} rows, allowed in an order are 2 to {_MOST_ROWS:,}")


def _index(given, axes, table, recipe):
    """An index as the page has it."""
    if len(given) != len(axes):
        allowed = f"an index for each of its axes: {', '.join(axes)}" if axes else "none: it is one number"
        table.tell("index" if given else "quantity", f"got {given!r}, allowed is {allowed}")
        return ()
    found, sizes = [], recipe.architecture.sizes(recipe, recipe.corpus.instances)
    for axis, each in zip(axes, given, strict=True):
        first = int(axis != "node")
        last = sizes[axis] + first - 1
        if axis == "word" and each not in recipe.corpus.index:
            table.tell("index", f"got {each!r}, allowed is a word of the vocabulary")
        elif axis != "word" and (not isinstance(each, int) or isinstance(each, bool) or not first <= each <= last):
            table.tell("index", f"got {each!r}, allowed is a whole number from {first} to {last}")
        else:
            found.append(each if axis == "word" else each - first)
    return tuple(found)


def has_order(rows: int) -> bool:
    """Whether so many rows can be put into an order. One rule with assets/predict/subjects.mjs."""
    return 2 <= rows <= _MOST_ROWS


def looked_at_from(segment, step: int) -> int:
    """The first step at which a number's way to one of `step` may begin. One rule with assets/predict/subjects.mjs."""
    return max(segment.step, step - min(_LOOKS_BACK, 2 * segment.steps_per_epoch))


def _first(place):
    """The first step that is looked at for a number's way."""
    return looked_at_from(Stream(place.recipe).segment(place.step), place.step)


def _came_before(place):
    """Whether an earlier step trained on the data of the coming one: a number's way is told from there."""
    stream, step, first = Stream(place.recipe), place.step, _first(place)
    order = stream.order(first, step - first + 1)
    return bool((order[:-1] == order[-1]).all(axis=1).any())

"""Edits: changes made to a run on the way, as part of its recipe.

An edit is applied just before its step, so that the parameters at that step have it and the frame of
that step is computed with it. Because edits are part of the recipe, replay and links include them, and
an edit is undone by leaving it out.
"""

import json
from typing import Any, NamedTuple

from explorer import limits
from explorer.corpus.errors import CorpusError
from explorer.numbers import exact
from explorer.training.fields import BY_NAME, CORPORA
from explorer.training.frames import element_name
from explorer.training.kinds import Integer, read_number
from explorer.training.shapes import shapes

KINDS = ("learning_rate", "weight", *CORPORA)
_STEP = Integer(0, limits.MAX_STEP)
_WEIGHT = (
    '(parameter, row, column, value) such as ("W", "queen", 2, 0.5), whose value is a finite number; '
    "of a vector, such as a bias, the column is 0"
)


class Edit(NamedTuple):
    """A change before a step: `kind` is one of `KINDS`, `value` the new rate, weight or corpus."""

    step: int
    kind: str
    value: Any

    def to_json(self) -> str:
        """The edit as a link writes it."""
        return json.dumps([self.step, self.kind, self.value], ensure_ascii=False, separators=(",", ":"))

    def told(self, model) -> str:
        """The edit in a few words, by symbols, units numbered from 1; `model` is the run's `architecture`."""
        if self.kind == "learning_rate":
            return f"learning rate {exact(self.value)}"
        if self.kind != "weight":
            return "other data"
        name, row, column, value = self.value
        declared = model.declared(name)
        row = row if isinstance(row, str) else element_name((), declared.axes[0], row)
        column = column if isinstance(column, str) else column + 1
        where = f"{row}, {column}" if len(declared.axes) > 1 else row
        return f"{declared.symbol}[{where}] = {exact(value)}"

    @classmethod
    def from_json(cls, text: str, problems) -> list["Edit"]:
        """The edit that a link writes; none, and a problem, where it cannot be read."""
        try:
            step, kind, value = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            problems.append(("edit", text, "[step, kind, value] in JSON"))
            return []
        return [cls(step, kind, value)]


def new_edits(step, changes) -> list[Edit]:
    """An edit at `step` for each of the changes, {kind: value}; not checked yet."""
    return [Edit(step, kind, value) for kind, value in changes.items()]


def checked_edits(edits, recipe, problems) -> tuple[Edit, ...]:
    """The edits, values normalised, in the order in which they are applied."""
    try:
        edits = [Edit(*edit) for edit in edits]
    except TypeError:
        problems.append(("edits", edits, "a sequence of (step, kind, value)"))
        return ()
    if len(edits) > limits.MAX_EDITS:
        problems.append(("edits", len(edits), f"at most {limits.MAX_EDITS:,} edits"))
        return ()
    if sum(len(edit.value) for edit in edits if edit.kind in CORPORA and isinstance(edit.value, str)) > (
        limits.MAX_CORPUS_BYTES
    ):
        problems.append(("edits", len(edits), f"data of at most {limits.MAX_CORPUS_BYTES:,} characters in all edits"))
        return ()
    expected = shapes(recipe) if any(edit.kind == "weight" for edit in edits) else {}
    checked = []
    for number, edit in enumerate(edits, 1):
        found = []
        checked.append(_checked(edit, recipe, expected, found))
        which = f", in edit {number} of {len(edits)}" if len(edits) > 1 else ""
        problems += [(field, got, type(allowed)(allowed + which)) for field, got, allowed in found]
    return tuple(sorted(checked, key=lambda edit: edit.step)) if not problems else ()


def _checked(edit, recipe, expected, problems) -> Edit:
    """expected : the shape of each parameter by name."""
    step, kind, value = edit
    try:
        step = _STEP.check(step)
    except (ValueError, TypeError):
        problems.append(("step", step, _STEP.allowed))
    if kind not in KINDS:
        field = kind if isinstance(kind, str) else "edit"
        problems.append((field, value, "an edit of " + ", ".join(KINDS)))
    elif kind == "weight":
        value = _checked_weight(value, recipe, expected, problems)
    else:
        value = _checked_value(kind, value, recipe, problems)
    return Edit(step, kind, value)


def _checked_value(kind, value, recipe, problems):
    field = BY_NAME[kind]
    try:
        value = field.kind.check(value)
        if kind in CORPORA:
            recipe.corpus_from(kind, value)
    except CorpusError as error:
        problems.append((kind, value, error.told))
    except (ValueError, TypeError, OverflowError):
        problems.append((kind, value, field.allowed))
    return value


def _checked_weight(value, recipe, expected, problems):
    """(parameter, row, column, value), a word's row by the word; unchanged where it makes no sense."""
    before = len(problems)
    try:
        name, row, column, weight = value
        weight = read_number(weight)
    except (ValueError, TypeError, OverflowError):
        problems.append(("weight", value, _WEIGHT))
        return value
    if not isinstance(name, str) or name not in expected:
        problems.append(("weight", name, "a parameter: " + ", ".join(expected)))
        return value
    axes = (*recipe.architecture.declared(name).axes, "")  # a vector has one column
    rows, columns = (*expected[name], 1)[:2]
    row = _named_index(row, axes[0], rows, f"a row of {name}", recipe, problems)
    column = _named_index(column, axes[1], columns, f"a column of {name}", recipe, problems)
    return (name, row, column, weight) if len(problems) == before else value


def _named_index(index, axis, size, what, recipe, problems):
    """A row or column by its word where the axis is one of words, else by its number."""
    number = _whole_index(index, size)
    if number is not None:
        return recipe.corpus.words[number] if axis == "word" else number
    if axis != "word":
        problems.append(("weight", index, f"{what} from 0 to {size - 1}"))
    elif (known := recipe.corpus.id_of(index)) is not None:
        return recipe.corpus.words[known]
    else:
        problems.append(("weight", index, "a word of the vocabulary"))
    return index


def _whole_index(number, size):
    """A row's or column's number as an int; None where there is no such row or column."""
    try:
        return Integer(0, size - 1).check(number)
    except (ValueError, TypeError):
        return None

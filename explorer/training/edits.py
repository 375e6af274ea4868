"""Edits: changes made to a run on the way, as part of its recipe.

An edit is applied just before its step, so that the parameters at that step have it and the frame of
that step is computed with it. Because edits are part of the recipe, replay and links include them, and
an edit is undone by leaving it out.
"""

import json
from typing import Any, NamedTuple

from explorer import limits
from explorer.corpus.errors import CorpusError
from explorer.training.fields import BY_NAME, CORPORA
from explorer.training.kinds import read_number
from explorer.training.shapes import shapes

KINDS = ("learning_rate", "weight", *CORPORA)
_WEIGHT = '(parameter, row, column, value) such as ("W", "queen", 2, 0.5)'


class Edit(NamedTuple):
    """A change before a step: `kind` is one of `KINDS`, `value` the new rate, weight or corpus."""

    step: int
    kind: str
    value: Any

    def to_json(self) -> str:
        return json.dumps([self.step, self.kind, self.value], ensure_ascii=False, separators=(",", ":"))

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
    return [Edit(step, kind, value) for kind, value in changes.items()]


def checked_edits(edits, recipe, problems) -> tuple[Edit, ...]:
    """The edits, values normalised, in the order in which they are applied."""
    checked = [_checked(Edit(*edit), recipe, problems) for edit in edits]
    return tuple(sorted(checked, key=lambda edit: edit.step)) if not problems else ()


def _checked(edit, recipe, problems) -> Edit:
    step, kind, value = edit
    if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= limits.MAX_STEP:
        problems.append(("step", step, f"a whole number from 0 to {limits.MAX_STEP:,}"))
    if kind not in KINDS:
        problems.append((kind, value, "an edit of " + ", ".join(KINDS)))
    elif kind == "weight":
        value = _checked_weight(value, recipe, problems)
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
        problems.append((kind, value, str(error)))
    except (ValueError, TypeError, OverflowError):
        problems.append((kind, value, field.allowed))
    return value


def _checked_weight(value, recipe, problems):
    """(parameter, row, column, value), the row as a word; the value unchanged where it makes no sense."""
    before = len(problems)
    try:
        name, row, column, weight = value
        weight = read_number(weight)
    except (ValueError, TypeError):
        problems.append(("weight", value, _WEIGHT))
        return value
    expected = shapes(recipe)
    if name not in expected:
        problems.append(("weight", name, "a parameter: " + ", ".join(expected)))
        return value
    rows, columns = expected[name]
    words = recipe.corpus.words
    if isinstance(row, int) and not isinstance(row, bool) and 0 <= row < rows:
        row = words[row]
    if row not in recipe.corpus.index:
        problems.append(("weight", row, "a word of the vocabulary"))
    if isinstance(column, bool) or not isinstance(column, int) or not 0 <= column < columns:
        problems.append(("weight", column, f"a column of {name} from 0 to {columns - 1}"))
    return (name, row, column, weight) if len(problems) == before else value

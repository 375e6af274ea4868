"""What the names of a recipe's fields mean in an expression that knows them, as a lesson's do.

The learning rate is the one in force at the position, changes on the way included. A field that the recipe does not
read has no value.
"""

import numpy as np

from explorer.errors import ExpressionError
from explorer.training.field import Field
from explorer.training.fields import BY_NAME
from explorer.training.kinds import Choice, Flag, Integer, Number
from explorer.training.questions.kinds import NUMBER, TRUTH, Meaning
from explorer.training.questions.leaves import Position
from explorer.training.questions.tree import Between, Name, Part, Word


def field_named(part: Part) -> Field | None:
    """The field that a name is, of those whose values are numbers, truths or choices; None of other parts."""
    field = BY_NAME.get(part.text) if isinstance(part, Name) else None
    return field if field and isinstance(field.kind, Choice | Flag | Integer | Number) else None


def meaning(binder, part: Name, field: Field) -> Meaning:
    """A field as a number or a truth. Raises `ExpressionError` for a choice, which can only be compared."""
    if isinstance(field.kind, Choice):
        raise ExpressionError(part.position, part.text, f'a comparison such as {part.text} == "{field.choices[0]}"')
    recipe = binder.recipe
    changes = [(edit.step, edit.value) for edit in recipe.edits if edit.kind == field.name]
    steps, values = [step for step, _ in changes], [_value(recipe, field), *(value for _, value in changes)]
    positions, numbers = binder.leaf(Position(), NUMBER), np.array(values, float)
    found = TRUTH if isinstance(field.kind, Flag) else NUMBER
    return Meaning(found, lambda window: numbers[np.searchsorted(steps, positions.value(window), side="right")])


def chosen(binder, part: Between) -> Meaning | None:
    """A comparison of a field with one of its choices, such as output == "negative"; None of other comparisons.

    Raises `ExpressionError` for what is none of the choices.
    """
    for own, other in ((part.left, part.right), (part.right, part.left)):
        field = field_named(own)
        if field is None or not isinstance(field.kind, Choice) or part.sign not in ("==", "!="):
            continue
        text = other.text if isinstance(other, Name | Word) else None
        if text not in field.choices:
            raise ExpressionError(
                other.position, text or "another part", f"one of {', '.join(field.choices)}, in quotes"
            )
        value = _value(binder.recipe, field)
        return _always(np.nan if value is None else float((value == text) == (part.sign == "==")))
    return None


def _always(truth):
    return Meaning(TRUTH, lambda window: np.full(len(window), truth))


def _value(recipe, field):
    """What a recipe has in a field, None where it does not read it."""
    return getattr(recipe, field.name) if field.applies(*recipe.scope) else None

"""What stands in brackets, as on the page: words by name, units and the like from 1, nodes by their numbers; before a
number its axis may be named, node 0, and states go by what they are called, t−1.

Of a batch's quantity the first index is the instance's number in the batch, from 1. On an axis that is as long as its
step needs (a path, the words drawn) an element goes by the word or node that is asked there; where a step asks one more
than once, as several output words do, a further index says which time, from 1.
"""

import numpy as np

from explorer.errors import ExpressionError
from explorer.models.declarations import RAGGED
from explorer.numbers import plain
from explorer.training.questions import leaves as read
from explorer.training.questions.kinds import NUMBER, WORD, Kind, Meaning
from explorer.training.questions.parser import parse
from explorer.training.questions.tree import Counted, Indexed, Name, Number, text_of

_MANY = 1_000_000  # more than a step asks


class Indices:
    """Finds what a name with indices means, for a `meaning.Binder`."""

    def __init__(self, binder):
        self._binder = binder

    def meaning(self, part, name: str, indices: tuple) -> Meaning:
        """What a value, a quantity or a parameter means with these indices; `ExpressionError` where it means nothing.

        part : the part that the name is, for its position.
        """
        declared = self._binder.declared(name)
        if declared is None:
            return self._value(part, name, indices)
        if declared.role == "weight":
            return self._parameter(part, declared, indices)
        return self._quantity(part, declared, indices)

    def _value(self, part, name, indices):
        binder = self._binder
        plain = {"step": read.Position(), "epoch": read.Epoch(), "loss": read.Loss()}
        if name in plain:
            if indices:
                raise ExpressionError(indices[0].position, "an index", f"{name} without one, a number")
            return binder.leaf(plain[name], NUMBER)
        if name == "instance" and not indices:
            return binder.leaf(read.InstanceNumber(None if binder.batched else 0), NUMBER._replace(many=binder.batched))
        b, rest = self._in_batch(part, name, indices)
        if rest:
            raise ExpressionError(rest[0].position, "an index", f"no more indices of {name}")
        if name == "instance":
            return binder.leaf(read.InstanceNumber(b), NUMBER)
        if not binder.words:
            raise ExpressionError(part.position, name, "a model that learns words, for target; t has a point's targets")
        most = max(1, self._most_outputs())
        return binder.leaf(read.Targets(b, most), WORD._replace(many=True))

    def _most_outputs(self):
        """How many output words an instance has, at most, before and after changes of the data."""
        recipe = self._binder.recipe
        corpora = [recipe.corpus, *(recipe.corpus_from(e.kind, e.value) for e in recipe.edits if e.kind in _CORPORA)]
        return max(int(np.diff(corpus.instances.output_start).max()) for corpus in corpora)

    def _in_batch(self, part, name, indices):
        """The number in the batch, from 0, and the other indices."""
        binder = self._binder
        if not binder.batched:
            return 0, indices
        most = binder.recipe.batch_size
        expected = f"the instance's number in the batch as the first index, from 1 to {most}"
        if not indices:
            raise ExpressionError(part.position, name, expected)
        return self._whole(_counted(indices[0], "instance"), 1, most, expected) - 1, indices[1:]

    def _parameter(self, part, declared, indices):
        binder, axes = self._binder, declared.axes
        if len(indices) == 1 and len(axes) == 2 and axes[1] == "word" != axes[0] and self._is_word(indices[0]):
            word = self._word(indices[0])  # a column, where the vectors of words are columns
            return binder.weights(declared.name, None, (word,), axes[:1])
        self._check_count(part, declared.name, axes, indices)
        ids = [self._element(index, axis) for index, axis in zip(indices, axes, strict=False)]
        if declared.name == binder.model.network.input and indices and axes[0] == "word":
            binder.mention(ids[0])
        both = [*((one,) for one in ids), None, None][:2]
        return binder.weights(declared.name, *both, axes[len(ids) :])

    def _quantity(self, part, declared, indices):
        axes = declared.axes
        if declared.matrix_of:
            self._check_count(part, declared.name, axes, indices)
            at = tuple(self._element(index, axis) for index, axis in zip(indices, axes, strict=False))
            return self._left(read.Reading(declared.name, 0, at), axes[len(at) :], 0)
        b, indices = self._in_batch(part, declared.name, indices)
        if declared.role == "index":
            return self._ids(part, declared, b, indices)
        asked, at, nth = None, [], 0
        if {*axes} & {*RAGGED} and len(indices) > len(axes):
            indices, (time, *more) = indices[: len(axes)], indices[len(axes) :]
            if more:
                raise ExpressionError(more[0].position, "an index", "an element, and which time it is asked")
            nth = self._whole(time, 1, _MANY, "which time the step asks it, from 1") - 1
        self._check_count(part, declared.name, axes, indices)
        for index, axis in zip(indices, axes, strict=False):
            if axis in RAGGED:
                asked = self._binder.model.asked_on(axis)
                at.append(self._element(index, asked.names, b))
            else:
                at.append(self._element(index, axis, b if axis == axes[0] else None))
        reading = read.Reading(declared.name, b, tuple(at), asked and asked.name, nth=nth)
        return self._left(reading, axes[len(at) :], b)

    def _left(self, reading, axes, b):
        """What a reading is, of the axes that its indices left."""
        sizes = self._binder.sizes | {"instance": self._binder.recipe.batch_size}
        shape = tuple(0 if axis in RAGGED else sizes[axis] for axis in axes)
        return self._binder.leaf(reading, Kind("number", axes, shape, instance=b))

    def _ids(self, part, declared, b, indices):
        """An element of an index quantity, by its number in it, from 1."""
        names, (axis,) = declared.names, declared.axes
        self._check_count(part, declared.name, declared.axes, indices)
        if not indices:
            raise ExpressionError(part.position, part.text, f"one of its elements, such as {part.text}[1]")
        if axis in RAGGED:
            at = self._whole(indices[0], 1, _MANY, f"a whole number from 1 to {_MANY:,}") - 1
        else:
            at = self._element(indices[0], axis)
        reading = read.Reading(declared.name, b, (at,), words=names == "word", offset=1 if names == "outputs" else 0)
        return self._binder.leaf(reading, WORD if names == "word" else NUMBER)

    def _check_count(self, part, name, axes, indices):
        if len(indices) > len(axes):
            most = f"at most {len(axes)} ind{'ex' if len(axes) == 1 else 'ices'} of {name}"
            raise ExpressionError(indices[len(axes)].position, "an index", most)

    def _element(self, part, axis, b=None):
        """The id of an element of an axis; b : the instance in the batch whose target may be asked, None for none."""
        if axis == "word":
            return read.FIRST_TARGET if b is not None and self._is_target(part, b) else self._word(part)
        binder = self._binder
        if axis == "node":
            most = binder.sizes["node"] - 1
            expected = f"a node from 0 to {most:,}: those answer in a tree, not words"
            return self._whole(_counted(part, axis), 0, most, expected)
        if not isinstance(part, Number):
            for at, name in enumerate(binder.model.element_names(axis, binder.sizes) or ()):
                if parse(name) == part:
                    return at
        size = binder.recipe.batch_size if axis == "instance" else binder.sizes[axis]
        return self._whole(_counted(part, axis), 1, size, f"a number from 1 to {size:,}") - 1

    def _is_target(self, part, b):
        """Whether it is target, which in a batch may also be told by its instance, that of the quantity."""
        if not isinstance(part, Indexed) or part.of.text != "target":
            return isinstance(part, Name) and part.text == "target"
        of, rest = self._in_batch(part, "target", part.indices)
        if rest or of != b:
            raise ExpressionError(part.position, text_of(part), "target, that of the same instance")
        return True

    def _is_word(self, part):
        return self._binder.word_id(part) is not None

    def _word(self, part):
        word = self._binder.word_id(part)
        if word is None:
            got = getattr(part, "text", None) or text_of(part)
            raise ExpressionError(part.position, got, "a word of the vocabulary, by its name")
        return word

    def _whole(self, part, least, most, expected):
        """A whole number that is written as such."""
        value = part.value if isinstance(part, Number) else None
        if value is None or not value.is_integer() or not least <= value <= most:
            got = plain(value) if value is not None else getattr(part, "text", None) or text_of(part)
            raise ExpressionError(part.position, got, expected)
        return int(value)


def _counted(part, axis):
    """The number of an index of an axis, with or without the axis before it."""
    return part.number if isinstance(part, Counted) and part.axis == axis else part


_CORPORA = ("pairs", "text")

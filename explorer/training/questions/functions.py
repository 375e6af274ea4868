"""The functions of expressions, a row each: what they take, what they are, and how it is computed.

To add one, add its row to `FUNCTIONS`. A vector is worked on at all positions of a window at once, (n, size).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from explorer.maths.cosine import cosines_in_stack, cosines_of_rows
from explorer.training.questions.kinds import NUMBER, WORD, Kind, Meaning, known, rows_of


class Function(NamedTuple):
    """A function of expressions.

    takes : what each argument must be: "number" (alone), "vector" (or a matrix), "list" (a vector), "any" (number),
    "word", "question" (a word or a vector, to which words are near).
    meaning : function (binder, arguments) → `Meaning`, of checked arguments. says : in a line, what it gives.
    """

    takes: tuple[str, ...]
    meaning: Callable
    says: str


def _each(operation):
    """A function of each number."""

    def meaning(_, arguments):
        (of,) = arguments
        return Meaning(of.kind, lambda window: operation(of.value(window)), of.lead)

    return meaning


def _reduced(empty, reduce):
    """A function of all numbers of a vector; of a ragged one, of those that are there, `empty` in the others' place."""

    def meaning(_, arguments):
        (of,) = arguments

        def value(window):
            rows = rows_of(of.value(window))
            if not of.kind.ragged:
                return known(reduce(rows, rows.shape[1]))
            missing = np.isnan(rows)
            found = known(reduce(np.where(missing, empty, rows), np.maximum(1, (~missing).sum(axis=1))))
            found[missing.all(axis=1)] = np.nan
            return found

        return Meaning(NUMBER, value, of.lead)

    return meaning


def _product(of_both):
    """A function of two vectors, (n, size) each."""

    def meaning(_, arguments):
        a, b = arguments
        ragged = a.kind.ragged

        def value(window):
            left, right = rows_of(a.value(window)), rows_of(b.value(window))
            if not ragged:
                return known(of_both(left, right))
            missing = np.isnan(left) | np.isnan(right)
            found = known(of_both(np.where(missing, 0.0, left), np.where(missing, 0.0, right)))
            found[missing.all(axis=1)] = np.nan
            return found

        return Meaning(NUMBER, value, max(a.lead, b.lead))

    return meaning


def _cosine(a, b):
    unknown = np.isnan(a).any(axis=1) | np.isnan(b).any(axis=1)
    found = cosines_of_rows(np.nan_to_num(a)[:, None], np.nan_to_num(b))[:, 0]
    return np.where(unknown, np.nan, found)


def _change(_, arguments):
    (of,) = arguments

    def value(window):
        values = of.value(window)
        found = np.full_like(values, np.nan)
        np.subtract(values[1:], values[:-1], out=found[1:])
        return known(found)

    return Meaning(of.kind, value, of.lead + 1)


def _argmax(binder, arguments):
    (of,) = arguments
    axis = of.kind.axes[0]
    ids = binder.ids_on(axis, of.kind.instance)
    words = axis == "word" or (ids is not None and ids.kind.what == "word")

    def value(window):
        rows = of.value(window)
        missing = np.isnan(rows)
        best = np.where(missing, -np.inf, rows).argmax(axis=1)
        unknown = missing.all(axis=1) if of.kind.ragged else missing.any(axis=1)
        if ids is not None:
            best = np.take_along_axis(ids.value(window), best[:, None], axis=1)[:, 0]
        elif axis not in ("word", "node"):
            best = best + 1
        return np.where(unknown, -1, best) if words else np.where(unknown, np.nan, best.astype(float))

    return Meaning(WORD if words else NUMBER, value, of.lead)


def _cosines(binder, question, left_out):
    """Function of a window: the cosine of each word to a question's vector, (n, V), those left out NaN."""
    vectors = binder.input_vectors()

    def value(window):
        asked = rows_of(question.value(window))
        found = cosines_in_stack(vectors.value(window), np.nan_to_num(asked))
        found[np.isnan(asked).any(axis=1)] = np.nan
        found[:, sorted(left_out)] = np.nan
        return found

    return value


def _rank(binder, arguments):
    word, question = arguments
    cosines = _cosines(binder, question, binder.left_out)

    def value(window):
        found, ids = cosines(window), word.value(window)
        ids = ids[:, 0] if ids.ndim > 1 else ids
        own = np.take_along_axis(found, np.maximum(ids, 0)[:, None], axis=1)
        before = (found > own) | ((found == own) & (np.arange(found.shape[1]) < ids[:, None]))
        return np.where((ids < 0) | np.isnan(own[:, 0]), np.nan, 1.0 + before.sum(axis=1))

    return Meaning(NUMBER, value, max(word.lead, question.lead))


def _nearest(binder, arguments):
    (question,) = arguments
    cosines = _cosines(binder, question, binder.left_out)

    def value(window):
        found = cosines(window)
        missing = np.isnan(found)
        best = np.where(missing, -np.inf, found).argmax(axis=1)
        return np.where(missing.all(axis=1), -1, best)

    return Meaning(WORD, value, question.lead)


def size_told(kind: Kind) -> str:
    """What a vector that goes with another must be."""
    return f"{kind.told}, as the other is"


FUNCTIONS = {
    "abs": Function(("any",), _each(np.abs), "each number without its sign"),
    "min": Function(("vector",), _reduced(np.inf, lambda rows, _: rows.min(axis=1)), "the smallest number"),
    "max": Function(("vector",), _reduced(-np.inf, lambda rows, _: rows.max(axis=1)), "the largest number"),
    "sum": Function(("vector",), _reduced(0.0, lambda rows, _: rows.sum(axis=1)), "the sum"),
    "mean": Function(("vector",), _reduced(0.0, lambda rows, count: rows.sum(axis=1) / count), "the mean"),
    "norm": Function(("vector",), _reduced(0.0, lambda rows, _: np.sqrt((rows * rows).sum(axis=1))), "the length"),
    "cos": Function(("vector", "vector"), _product(_cosine), "the cosine of two vectors"),
    "dot": Function(("vector", "vector"), _product(lambda a, b: (a * b).sum(axis=1)), "the dot product of two vectors"),
    "argmax": Function(("list",), _argmax, "where the largest number of a vector stands: a word, or its number"),
    "change": Function(("any",), _change, "the change since the position before"),
    "rank": Function(("word", "question"), _rank, "1 where a word is the nearest to king - man + woman, and so on"),
    "nearest": Function(("question",), _nearest, "the word nearest to a word or a vector"),
}

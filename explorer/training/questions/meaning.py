"""From a tree to what it means of a recipe's run: names are looked up, shapes checked, before anything is computed."""

import operator
from difflib import get_close_matches

import numpy as np

from explorer.errors import ExpressionError
from explorer.models.declarations import RAGGED
from explorer.training.questions import leaves as read
from explorer.training.questions import recipe_fields
from explorer.training.questions.functions import FUNCTIONS, size_told
from explorer.training.questions.indices import Indices
from explorer.training.questions.kinds import NUMBER, TRUTH, WORD, Kind, Meaning, known, widened
from explorer.training.questions.replayed import Grid
from explorer.training.questions.tree import Before, Call, Indexed, Name, Number, Part, Word

VALUES = {  # names that are no arrays, and in a line what each is
    "step": "how many updates are done",
    "epoch": "the pass over the data, from 1",
    "loss": "of the step that led here",
    "instance": "its number in the data, from 1",
    "target": "the output words",
}
_ARITHMETIC = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow,
}  # fmt: skip
_COMPARED = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip

_OF_BATCH = "one number: in a batch instance[1] and so on"


class Binder:
    """Finds what the parts of an expression mean of a recipe; `fields` : whether it knows the recipe's by their names.

    leaves : what the expression reads, with its kind, in the order in which it was met. left_out : ids of the words
    that the question of a rank mentions.
    """

    def __init__(self, recipe, fields: bool = False):
        self.recipe, self.model, self._fields = recipe, recipe.architecture, fields
        self.words, self.index, self._id_of = recipe.corpus.words, recipe.corpus.index, recipe.corpus.id_of
        self.sizes = self.model.sizes(recipe, recipe.corpus.instances)
        self.batched = recipe.batch_size > 1
        self.leaves, self.left_out, self._mentioned = {}, frozenset(), []
        self.indices = Indices(self)

    def meaning(self, part: Part) -> Meaning:
        """What a part means. Raises `ExpressionError` where it means nothing."""
        match part:
            case Number():
                return Meaning(NUMBER, lambda window: np.full(len(window), part.value))
            case Word():
                return self._word(part, part.text)
            case Name():
                return self._named(part)
            case Indexed():
                return self._indexed(part)
            case Call():
                return self._called(part)
            case Before():
                return self._before(part)
            case _:
                return self._joined(part)

    def check_result(self, part: Part, found: Meaning, words: bool = False) -> None:
        """Raise `ExpressionError` where a whole expression is no number and no condition, nor, with `words`, a word."""
        if found.kind.what == "word" and words:
            return
        if found.kind.what != "truth" and (found.kind != NUMBER._replace(instance=found.kind.instance)):
            self._refuse(part, found, _OF_BATCH if found.kind.many else "a number or a condition")

    def declared(self, name: str):
        """The declaration of the parameter or quantity of a name, or else a symbol; None where there is none."""
        all_ = (*self.model.parameters, *self.model.quantities)
        return next((each for of in ("name", "symbol") for each in all_ if getattr(each, of) == name), None)

    def leaf(self, leaf, kind: Kind) -> Meaning:
        """What a leaf reads."""
        self.leaves[leaf] = kind
        return Meaning(kind, lambda window: window[leaf])

    def weights(self, name: str, rows, columns, axes: tuple[str, ...], turned: bool = False) -> Meaning:
        """Numbers of a parameter; rows, columns : ids, None for all. axes : those that are left."""
        shape = tuple(self.sizes[axis] for axis in axes)
        return self.leaf(read.Weights(Grid(name, rows, columns), shape, turned), Kind("number", axes, shape))

    def input_vectors(self) -> Meaning:
        """The vectors of all words as the model's inputs, a row a word."""
        name = self.model.network.input
        axes = self.model.declared(name).axes
        turned = axes[0] != "word"
        return self.weights(name, None, None, axes[::-1] if turned else axes, turned)

    def vector_of(self, word: int) -> Meaning:
        """A word's vector as the model's input."""
        self._mentioned.append(word)
        axes = self.model.declared(self.model.network.input).axes
        if axes[0] == "word":
            return self.weights(self.model.network.input, (word,), None, axes[1:])
        return self.weights(self.model.network.input, None, (word,), axes[:1])

    def ids_on(self, axis: str, instance: int) -> Meaning | None:
        """What is asked along a ragged axis, the ids of words or nodes; None of other axes."""
        if axis not in RAGGED:
            return None
        asked = self.model.asked_on(axis)
        words = asked.names == "word"
        return self.leaf(read.Reading(asked.name, instance, words=words), WORD if words else NUMBER)

    def word_id(self, part) -> int | None:
        """The id of the word that a name or a quoted word is; None where it is none."""
        if isinstance(part, Word) or (isinstance(part, Name) and self.declared(part.text) is None):
            return self._id_of(part.text)
        return self.index.get(part.text) if isinstance(part, Name) else None

    def mention(self, word: int) -> None:
        """Take note of a word that a question names."""
        self._mentioned.append(word)

    def unknown(self, part, got: str) -> ExpressionError:
        """The error of a name that nothing has, with the nearest ones."""
        names = [*VALUES, *FUNCTIONS, *(each.name for each in (*self.model.parameters, *self.model.quantities))]
        near = get_close_matches(got[:60], [*names, *self.words], n=3)
        told = "a parameter, a quantity, a function" + (" or a word of the vocabulary" if self.words else "")
        return ExpressionError(part.position, got, told + (f", such as {', '.join(near)}" if near else ""))

    def _word(self, part, text):
        word = self._id_of(text)
        if word is None:
            raise ExpressionError(part.position, text, "a word of the vocabulary")
        return Meaning(WORD, lambda window: np.full(len(window), word), word=word)

    def _named(self, part):
        declared = self.declared(part.text)
        if part.text in VALUES or (declared is not None and declared.name == part.text):
            return self.indices.meaning(part, part.text, ())
        if self._fields and (field := recipe_fields.field_named(part)) is not None:
            return recipe_fields.meaning(self, part, field)
        if part.text in self.index:
            return self._word(part, part.text)
        if declared is None:
            if self._id_of(part.text) is not None:
                return self._word(part, part.text)
            raise self.unknown(part, part.text)
        return self.indices.meaning(part, part.text, ())

    def _indexed(self, part):
        name = part.of.text
        if name not in VALUES and self.declared(name) is None:
            raise self.unknown(part.of, name)
        return self.indices.meaning(part.of, name, part.indices)

    def _called(self, part):
        if part.function not in FUNCTIONS:
            raise ExpressionError(part.position, part.function, "one of the functions " + ", ".join(FUNCTIONS))
        function = FUNCTIONS[part.function]
        if len(part.arguments) != len(function.takes):
            got, takes = (f"{n} argument{'s' if n != 1 else ''}" for n in (len(part.arguments), len(function.takes)))
            raise ExpressionError(part.position, got, f"{takes} of {part.function}")
        taken = zip(part.arguments, function.takes, strict=True)
        arguments = [self._argument(each, takes) for each, takes in taken]
        shapes = {argument.kind.shape for argument in arguments}
        if function.takes == ("vector", "vector") and len(shapes) > 1:
            wrong = part.arguments[1]
            raise ExpressionError(wrong.position, arguments[1].kind.told, size_told(arguments[0].kind))
        if part.function == "rank" and arguments[0].word in self.left_out:
            raise ExpressionError(part.arguments[0].position, "a word of the question", "another word")
        return function.meaning(self, arguments)

    def _argument(self, part, takes):
        if takes == "question":
            return self._question(part)
        found = self.meaning(part)
        if takes == "word":
            return found if found.kind.what == "word" else self._refuse(part, found, "a word")
        found = self._number(part, found)
        if takes == "vector" and not found.kind.shape:
            self._refuse(part, found, "a vector")
        if takes == "list" and len(found.kind.shape) != 1:
            self._refuse(part, found, "a vector")
        return found

    def _question(self, part):
        """The vector that words are compared with; the words that it names are left out."""
        if self.model.network.input is None:
            raise ExpressionError(part.position, "a question of words", "a model that learns words")
        self._mentioned = []
        found = self._number(part, self.meaning(part))
        self.left_out = frozenset(self._mentioned)
        expected = self.vector_of(0).kind
        if found.kind.shape != expected.shape:
            self._refuse(part, found, f"a word, or {expected.told}")
        if len(self.left_out) >= len(self.words):
            self._refuse(part, found, "a question that leaves a word to be found")
        return found

    def _number(self, part, found):
        """A number or a vector; a word as such is its vector."""
        if found.kind.what == "number" and not found.kind.many:
            return found
        if found.word is not None and self.model.network.input:
            return self.vector_of(found.word)
        several = found.kind.what == "number"
        return self._refuse(part, found, _OF_BATCH if several else "a number")

    def _refuse(self, part, found, expected):
        raise ExpressionError(part.position, found.kind.told, expected)

    def _before(self, part):
        of = self.meaning(part.of)
        if part.sign == "-":
            of = self._number(part.of, of)
            return Meaning(of.kind, lambda window: -of.value(window), of.lead)
        self._truth(part.of, of)
        return Meaning(TRUTH, lambda window: 1.0 - of.value(window), of.lead)

    def _truth(self, part, found):
        if found.kind.what != "truth":
            self._refuse(part, found, "a condition")

    def _joined(self, part):
        if self._fields and (chosen := recipe_fields.chosen(self, part)) is not None:
            return chosen
        left, right = self.meaning(part.left), self.meaning(part.right)
        if part.sign in ("and", "or"):
            self._truth(part.left, left)
            self._truth(part.right, right)
            return _logical(part.sign, left, right)
        if part.sign in ("==", "!=") and "word" in (left.kind.what, right.kind.what):
            return self._same_word(part, left, right)
        if part.sign in ("==", "!=") and (left.kind.many or right.kind.many):
            return self._any_number(part, left, right)
        left, right = self._number(part.left, left), self._number(part.right, right)
        if part.sign in _COMPARED:
            for side, found in ((part.left, left), (part.right, right)):
                if found.kind.shape:
                    self._refuse(side, found, "a number, one of its elements or a function of it")
            return _compared(_COMPARED[part.sign], left, right)
        if left.kind.shape and right.kind.shape and left.kind.shape != right.kind.shape:
            self._refuse(part.right, right, size_told(left.kind))
        return _calculated(_ARITHMETIC[part.sign], left, right)

    def _same_word(self, part, left, right):
        expected = "a word" + ("; what answers in a tree are nodes, no words" if "node" in self.sizes else "")
        for side, found in ((part.left, left), (part.right, right)):
            if found.kind.what != "word":
                self._refuse(side, found, expected)
        return _any_alike(part.sign, left, right)

    def _any_number(self, part, left, right):
        for side, found in ((part.left, left), (part.right, right)):
            if found.kind.what != "number" or found.kind.shape:
                self._refuse(side, found, "a number")
        return _any_alike(part.sign, left, right)


def _calculated(operation, left, right):
    kind = left.kind if left.kind.shape else right.kind
    axes = len(kind.shape)

    def value(window):
        return known(operation(widened(left.value(window), axes), widened(right.value(window), axes)))

    return Meaning(kind, value, max(left.lead, right.lead))


def _compared(operation, left, right):
    def value(window):
        a, b = left.value(window), right.value(window)
        return np.where(np.isnan(a) | np.isnan(b), np.nan, operation(a, b))

    return Meaning(TRUTH, value, max(left.lead, right.lead))


def _any_alike(sign, left, right):
    """Whether any of the one is any of the other; unknown where one of the two has none."""

    def value(window):
        a, b = (each.reshape(len(each), -1) for each in (left.value(window), right.value(window)))
        there = [each >= 0 if each.dtype.kind == "i" else ~np.isnan(each) for each in (a, b)]
        alike = ((a[:, :, None] == b[:, None]) & there[0][:, :, None] & there[1][:, None]).any(axis=(1, 2))
        unknown = ~there[0].any(axis=1) | ~there[1].any(axis=1)
        return np.where(unknown, np.nan, alike == (sign == "=="))

    return Meaning(TRUTH, value, max(left.lead, right.lead))


def _logical(sign, left, right):
    """Kleene's logic: what is decided by one side alone is known, whatever the other is."""
    decides = 0.0 if sign == "and" else 1.0

    def value(window):
        a, b = left.value(window), right.value(window)
        found = np.where(np.isnan(a) | np.isnan(b), np.nan, 1.0 - decides)
        return np.where((a == decides) | (b == decides), decides, found)

    return Meaning(TRUTH, value, max(left.lead, right.lead))

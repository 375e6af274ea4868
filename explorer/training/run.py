"""A run: a recipe plus a position."""

from collections.abc import Iterable

import numpy as np

from explorer import limits
from explorer.budget import CALL, at_most, charge
from explorer.errors import Diverged, RecipeError
from explorer.maths.cosine import nearest_rows
from explorer.training.frames import Frame
from explorer.training.given import Given, Origin
from explorer.training.kinds import Integer, Number, read_number, read_whole
from explorer.training.questioned import Questioned
from explorer.training.questions.analogies import AnalogyTable, analogy_table
from explorer.training.questions.pmi import Pmi, pmi_of
from explorer.training.replay import Trajectory
from explorer.training.rows import has_rows, whole
from explorer.training.steps import checked_step
from explorer.training.trace import Trace

_DRAWN = Number(1e-3, 1e6)  # words drawn against each


class Run(Questioned):
    """A recipe at a step; moves in both directions.

    Attributes
    ----------
    recipe : Recipe.
    vocabulary : tuple of words; a word's id is its index. Empty where the model learns from numbers.
    instances : sequence of Instance(inputs, outputs), tuples of ids (of floats), as they are at the current step.
    step : int, the number of updates applied so far.

    Words are given as they are or as ids; `RecipeError` for one that is not in the vocabulary, for what is no recipe,
    and for a step or a count that cannot be. What needs weights that the run does not reach raises `Diverged`.
    """

    def __init__(self, recipe, trajectory: Trajectory | None = None, step: int = 0):
        if not hasattr(recipe, "architecture"):
            raise RecipeError([("recipe", recipe, 'a recipe, such as Recipe(preset="king-queen")')])
        self.recipe = recipe
        self.trajectory = trajectory or Trajectory(recipe)
        self.vocabulary = recipe.corpus.words
        self.step = checked_step(step)
        self._state = None  # the parameters here, once somebody asks for them
        self._shown = False  # whether someone may hold these arrays, which then stay as they are

    def __repr__(self):
        return f"<Run: {self.recipe!r} at step {self.step:,}>"

    @property
    def _parameters(self) -> dict:
        if self._state is None:
            self._state = self.trajectory.weights(self.step)
        return self._state

    @_parameters.setter
    def _parameters(self, state):
        self._state = state

    @property
    def instances(self):
        """The data as they are at the current step."""
        return self.trajectory.stream.segment(self.step).corpus.instances

    @property
    def parameters(self) -> Given:
        """Read-only arrays by name (float64): the state after `step` updates, edits at `step` included.

        Raises `Diverged` where the run was begun at a step that it does not reach.
        """
        self._shown = True
        if has_rows(self._parameters):
            self._parameters = whole(self._parameters)
        learnt = self.trajectory.learnt(self._parameters)
        origin = Origin(self.recipe.to_query(), self.step, {name: name for name in learnt})
        return Given(learnt, origin, self.vocabulary)

    @property
    def tree(self):
        """The tree of hierarchical softmax: `paths` (inner nodes from the root) and `signs` (+1 left) per word.

        Raises AttributeError where the recipe's output is another.
        """
        return self._of_layer("tree", "hierarchical")

    @property
    def noise(self) -> np.ndarray:
        """The noise distribution of negative sampling, (V,).

        Raises AttributeError where the recipe's output is another.
        """
        return self._of_layer("noise", "negative")

    def _of_layer(self, name, output):
        layer = self.trajectory.model.layer
        if not hasattr(layer, name):
            raise AttributeError(f"a run has a {name} where its recipe's output is {output!r}")
        return getattr(layer, name)

    @property
    def epoch(self) -> int:
        """The number, from 0, of the pass over the data that the coming step belongs to."""
        return self.trajectory.stream.epoch(self.step)

    def seek(self, step: int) -> "Run":
        """Go to a step, in either direction; returns the run.

        Raises `RecipeError` beyond the step limit, and `Diverged` where the run becomes non-finite on the
        way; it then stands before that step.
        """
        step, here = checked_step(step), (self.step, self._parameters)
        try:
            self._parameters = self.trajectory.parameters(step, here, spend=not self._shown)
            self.step = step
        except BaseException as stopped:  # the arrays may be spoiled, or half way
            self.step = stopped.step if isinstance(stopped, Diverged) else self.step
            self._parameters = self.trajectory.parameters(self.step)
            raise
        finally:
            self._shown = False
        return self

    def advance(self, n: int = 1) -> "Run":
        """Apply n more steps; returns the run. Raises as `seek` does, and `RecipeError` where n is no whole number."""
        try:
            step = self.step + read_whole(n)
        except (ValueError, TypeError):
            raise RecipeError([("n", n, "a whole number")]) from None
        return self.seek(step)

    def frame(self, step: int | None = None) -> Frame:
        """Step number `step` (default: the one that comes next), computed but not applied.

        Raises `RecipeError` for what is no step, and `Diverged` where the run does not come so far.
        """
        step = self.step if step is None else checked_step(step)
        return self.trajectory.frame(step, self._known(), self._known)

    def trace(self, start: int, count: int, stride: int = 1) -> Trace:
        """The frames of steps start, start + stride, …; stops early where the run diverges.

        Raises `RecipeError` for what is no step, count or stride, `Diverged` where the run does not come to `start`.
        """
        start, count = checked_step(start, "start"), checked_step(count, "count")
        stride = checked_step(stride, "stride", least=1)
        _check_end(start, count, stride)
        return Trace(self.trajectory, start, count, stride, self._known())

    def losses(self, start: int, stop: int) -> np.ndarray:
        """The loss of each step from `start` to before `stop`, (steps,) float64, as `Frame.loss`; shorter where
        the run diverges.

        Raises `RecipeError` for what is no step, and `Diverged` where the run does not come to `start`.
        """
        return self.trajectory.losses(checked_step(start, "start"), checked_step(stop, "stop"))

    def probabilities(self, inputs) -> np.ndarray:
        """The distribution over the vocabulary, (V,), for words pinned at the input (words or ids).

        Where the model reads words in order they are those before the one to be predicted. Of a model of numbers:
        the outputs, for input numbers. Raises `RecipeError` for inputs that the model does not take, and `Diverged`
        where the weights are so large that it is not finite.
        """
        inputs = self._inputs(inputs)
        self._charge(inputs)
        with np.errstate(over="ignore", invalid="ignore"):
            y = self.trajectory.model.probabilities(inputs, self._parameters)
        if not np.isfinite(y).all():
            raise Diverged(self.step, "y")
        return y

    def hidden(self, inputs) -> np.ndarray:
        """The hidden layer, (N,), for the same inputs; raises `RecipeError` for what these cannot be."""
        inputs = self._inputs(inputs)
        self._charge(inputs)
        return self.trajectory.model.hidden(inputs, self._parameters)

    def neighbours(self, word: str, of: str | None = None, count: int = 10) -> list[tuple[str, float]]:
        """The `count` words nearest to `word` by cosine of their vectors, as (word, cosine).

        of : the parameter that holds them; by default the vectors of the words as inputs (W, of word2vec).

        Raises `RecipeError` for an unknown word, another parameter, or what is no count.
        """
        vectors, row = self._vectors(of), self._id(word)
        return self._named(nearest_rows(vectors, vectors[row], [row], checked_step(count, "count")))

    def analogy(self, a: str, b: str, c: str, of: str | None = None, count: int = 10) -> list[tuple[str, float]]:
        """The `count` words nearest to a − b + c by cosine, the three left out: king − man + woman.

        As (word, cosine); raises as `neighbours` does.
        """
        vectors, ids = self._vectors(of), self._terms(a=a, b=b, c=c)
        query = vectors[ids[0]] - vectors[ids[1]] + vectors[ids[2]]
        return self._named(nearest_rows(vectors, query, ids, checked_step(count, "count")))

    def moved(self, words, of: str | None = None) -> np.ndarray:
        """Whether the vectors of words have changed since the start, (words,) bool: else nothing has trained them yet.

        Weight decay and edits change them, too. of : as of `neighbours`; raises as that does.
        """
        of, turned = self._of_words(of)
        now, start = (state[of] for state in (self._parameters, self.trajectory.start))
        ids = self._ids(words, "words")
        if turned:
            return (np.asarray(now)[:, ids] != np.asarray(start)[:, ids]).any(axis=0)
        return (now[ids] != start[ids]).any(axis=1)

    def analogy_table(self, a: str, b: str, c: str, of: str | None = None, d: str | None = None) -> AnalogyTable:
        """Every word, a, b and c among them, as an answer to a − b + c, by cosine, 3CosAdd and 3CosMul; and the sides.

        d : the word whose side d − c is held against a − b; by default the nearest but a, b and c. Mikolov, Yih and
        Zweig (2013); Levy and Goldberg (2014). Raises as `neighbours` does.
        """
        vectors, asked = self._vectors(of), self._terms(a=a, b=b, c=c)
        return analogy_table(self.vocabulary, vectors, asked, None if d is None else self._id(d, "d"))

    def pmi(self, k: float | None = None) -> Pmi:
        """What w · w′ converges to by negative sampling, for each distinct pair of the data, beside what it is here.

        k : how many words are drawn against each, by default the recipe's `negative`. The limit is exact where N is as
        large as the rank needs, `pmi` − `shift` where `noise_hit` is "keep". Levy and Goldberg (2014), eq. 11–12.

        Raises `RecipeError` where the output is another, an instance has several input words, or k is no such number.
        """
        if self.recipe.output != "negative":
            raise RecipeError([("output", self.recipe.output, "negative")])
        try:
            k = _DRAWN.check(self.recipe.negative if k is None else k)
        except (TypeError, ValueError, OverflowError):
            raise RecipeError([("k", k, _DRAWN.allowed)]) from None
        W, W_out = (np.asarray(self._parameters[name]) for name in ("W", "W_out"))
        return pmi_of(self.instances, self.noise, W, W_out, k, self.recipe.noise_hit)

    def work_of(self, inputs) -> int:
        """The multiply–adds of one pass through all weights; of a recurrent network one for each word."""
        passes = len(inputs) if self.trajectory.model.network.unrolled else 1
        return passes * (CALL + 2 * self.trajectory.costs.numbers)

    def _charge(self, inputs):
        count, memory = len(inputs), 8 * len(inputs) * self.trajectory.sizes.get("unit", 1)
        charge("inputs", f"{count:,} inputs", self.work_of(inputs), nearest=at_most(count), scratch=memory)

    def _known(self):
        return self.step, self._parameters

    def _named(self, rows):
        return [(self.vocabulary[row], cosine) for row, cosine in rows]

    def _of_words(self, of):
        """The name of a parameter of words, and whether these are its columns."""
        axes = {parameter.name: parameter.axes for parameter in self.trajectory.model.parameters}
        of_words = [name for name in axes if "word" in axes[name] and len(axes[name]) == 2]
        of = self.trajectory.model.network.input if of is None else of
        if of not in of_words:
            raise RecipeError([("of", of, "a parameter of words: " + ", ".join(of_words or ["this model has none"]))])
        return of, axes[of][0] != "word"

    def _vectors(self, of):
        of, turned = self._of_words(of)
        numbers = self.trajectory.costs.numbers
        charge("of", of, CALL + 10 * numbers, scratch=3 * self.trajectory.costs.state_bytes)
        vectors = np.asarray(self._parameters[of])
        return vectors.T if turned else vectors

    def _inputs(self, inputs):
        """Ids of words, or numbers where the model learns from points; as many as it takes."""
        model = self.trajectory.model
        takes = model.takes(self.trajectory.sizes)
        if model.reading != "points":
            ids = self._ids(inputs, "inputs")
            if takes is not None and len(ids) != takes:
                raise RecipeError([("inputs", inputs, f"{takes} word{'s' if takes > 1 else ''}, in reading order")])
            return ids
        try:
            numbers = np.array([read_number(value) for value in inputs])
        except (TypeError, ValueError, OverflowError):
            numbers = ()
        if len(numbers) != takes:
            raise RecipeError([("inputs", inputs, f"{takes} finite number{'s' if takes > 1 else ''}")])
        return numbers

    def _terms(self, **words):
        return [self._id(word, field) for field, word in words.items()]

    def _ids(self, words, field):
        single = isinstance(words, str) or not isinstance(words, Iterable)
        ids = [self._id(word) for word in ([words] if single else words)]
        if not ids:
            raise RecipeError([(field, words, "at least one word")])
        return ids

    def _id(self, word, field="word"):
        corpus = self.recipe.corpus
        if (known := corpus.id_of(word)) is not None:
            return known
        try:
            return Integer(0, len(corpus.words) - 1).check(word)
        except (ValueError, TypeError):
            ids = "" if isinstance(word, str) else f", or an id from 0 to {len(corpus.words) - 1:,}"
            raise RecipeError([(field, word, "a word of the vocabulary" + ids)]) from None


def _check_end(start, count, stride):
    """RecipeError where frames would go beyond the step limit."""
    if start + count * stride <= limits.MAX_STEP:
        return
    beyond = f"so that no step is beyond {limits.MAX_STEP:,}"
    if most := (limits.MAX_STEP - start) // stride:
        raise RecipeError([("count", count, f"at most {most:,}, {beyond}")])
    raise RecipeError([("start", start, f"at most {limits.MAX_STEP - stride:,}, {beyond}")])

"""One number of a parameter, or a word's vector, as Python names it: indices as in NumPy, words as text."""

from explorer.errors import RecipeError
from explorer.training.kinds import read_whole
from explorer.training.questions.replayed import Grid


def element(trajectory, name: str, index) -> Grid:
    """The number at an index of a parameter. Raises `RecipeError` where there is none."""
    index = index if isinstance(index, tuple | list) else (index,)
    shape, axes = shape_of(trajectory, name), trajectory.model.declared(name).axes
    if len(index) != len(shape):
        raise RecipeError([("index", index, f"{len(shape)} of them, as {name} has the shape {shape}")])
    corpus = trajectory.recipe.corpus
    ids = [number_of("index", *each, corpus) for each in zip(index, axes, shape, strict=True)]
    return Grid(name, *((one,) for one in [*ids, 0][:2]))


def shape_of(trajectory, name: str) -> tuple[int, ...]:
    """The shape of a parameter. Raises `RecipeError` where there is none of that name."""
    parameters = {each.name: each for each in trajectory.model.parameters}
    if not isinstance(name, str) or name not in parameters:
        raise RecipeError([("parameter", name, "a parameter: " + ", ".join(parameters))])
    return trajectory.model.axes_shape(parameters[name], trajectory.sizes)


def vectors(trajectory, words, of: str | None) -> tuple[Grid, list[int], bool]:
    """The vectors of words in a parameter, where each word stands among them, and whether they are columns.

    of : the parameter; None for the vectors of the words as inputs. Raises `RecipeError` where there are none.
    """
    model = trajectory.model
    allowed = [each.name for each in model.parameters if "word" in each.axes and len(each.axes) == 2]
    of = model.network.input if of is None else of
    if of not in allowed:
        raise RecipeError([("of", of, "a parameter of words: " + ", ".join(allowed or ["this model has none"]))])
    corpus = trajectory.recipe.corpus
    ids = [number_of("index", word, "word", len(corpus.words), corpus) for word in words]
    chosen = tuple(sorted(set(ids)))
    turned = model.declared(of).axes[0] != "word"
    grid = Grid(of, None, chosen) if turned else Grid(of, chosen, None)
    return grid, [chosen.index(one) for one in ids], turned


def instance_of(trajectory, instance, step: int) -> tuple[int, int]:
    """(segment, number in its data) of an instance: of a number in the data of `step`, of both, or the step's first.

    Raises `RecipeError` where there is none.
    """
    segments = trajectory.stream.segments
    here = segments.index(trajectory.stream.segment(step))
    if instance is None:
        return here, int(trajectory.stream.order(step, 1)[0, 0])
    segment, number = instance if isinstance(instance, tuple | list) and len(instance) == 2 else (here, instance)
    try:
        segment = range(len(segments))[read_whole(segment)]
        return segment, range(len(segments[segment].corpus.instances))[read_whole(number)]
    except (TypeError, ValueError, IndexError):
        count = len(segments[here].corpus.instances)
        allowed = f"a number from 0 to {count - 1:,}, or (segment, number) of {len(segments)} stretches of data"
        raise RecipeError([("instance", instance, allowed)]) from None


def number_of(field: str, index, axis: str, size: int, corpus=None) -> int:
    """Where an index stands along an axis of `size`, from 0; a word by the corpus. RecipeError, about `field`."""
    if axis == "word" and (known := corpus.id_of(index)) is not None:
        return known
    try:
        return range(size)[read_whole(index)]
    except (TypeError, ValueError, IndexError):
        either = "a word of the vocabulary, or " if axis == "word" else ""
        raise RecipeError([(field, index, f"{either}a number from {-size} to {size - 1}")]) from None

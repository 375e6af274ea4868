"""Of which words a record tells, where it cannot tell of all.

Of a large vocabulary a file has some words: where steps touch few rows, each block those that it touches and a few in
any case, as on the page (`training.wire`); where steps touch all, as under a softmax, the same words in every block.
These are the words of the steps' instances, those that the views name, the most probable of each step, and those
whose errors send most back, as many as panels show; and the first of the vocabulary, with which pictures are filled.
"""

from collections.abc import Iterable, Mapping
from math import ceil, prod

import numpy as np

from explorer import limits
from explorer.budget import released
from explorer.training.replay import Trajectory
from explorer.views.moment import WINDOW
from explorer.web import answers

STEPS = 32  # of a block of some words, which are small
LIKELIEST, PULLING = 8, 8  # of each instance of a step: the network names as many, and as many are told to pull EH
_OF_WORDS = ("pins", "analogy", "word", "lit")  # keys of views whose values are words with commas between them


def in_part(trajectory: Trajectory) -> bool:
    """Whether a record has only some words, though steps touch all."""
    words = trajectory.recipe.corpus.words
    return len(words) > limits.MAX_WHOLE_WORDS and not trajectory.by_rows


def named(trajectory: Trajectory, views: Iterable[Mapping[str, str]]) -> list[int]:
    """Ids of the words of a large vocabulary that are wanted whatever the steps are, ascending; of a small one none."""
    index = trajectory.recipe.corpus.index
    if not (trajectory.by_rows or in_part(trajectory)):
        return []
    chosen = ",".join(view.get(key, "") for view in views for key in _OF_WORDS).split(",")
    first = range(min(WINDOW, len(index)))
    return sorted({*first, *(index[word.strip()] for word in chosen if word.strip() in index)})


def met(trajectory: Trajectory, counts: Mapping[int, int]) -> list[int]:
    """Ids of the words of steps that touch all: of their instances, those that panels name, and those changed by hand.

    counts : how many steps each block has, by its first.
    """
    found = set()
    for first, count in counts.items():
        with released():
            trace = answers.run_of(trajectory).trace(first, count)
            likely = trace[trajectory.model.network.activation].reshape(-1, len(trajectory.recipe.corpus.words))
            for ids in (words_of(trace), _largest(likely, LIKELIEST), _pulling(trace)):
                found |= set(np.unique(ids).tolist())
    return sorted(found | _edited(trajectory))


def _largest(numbers, most):
    """Where the largest of each row are, (rows, most)."""
    return np.argpartition(-numbers, most)[:, :most]


def _pulling(trace):
    """Ids of the words whose output vectors, times their errors, are the longest in some step."""
    output = trace.trajectory.model.declared(trace.trajectory.model.network.output)
    errors, found = np.abs(trace[output.change[0].rows]), []
    for error, state in zip(errors, trace.states(), strict=True):
        lengths = np.linalg.norm(np.asarray(state[output.name]), axis=1)
        found.append(_largest(error.reshape(-1, len(lengths)) * lengths, PULLING))
    return np.concatenate(found)


def words_of(trace) -> np.ndarray:
    """Ids, (words,) int64 ascending, of the words that the steps of a trace name: of instances, and before them."""
    naming = [each.name for each in trace.trajectory.model.quantities if each.role == "index" and each.names == "word"]
    ids = np.concatenate([*(ids for _, ids in trace.sides().values()), *(trace[name].ravel() for name in naming)])
    return np.unique(ids[ids >= 0]).astype(np.int64)


def _edited(trajectory):
    """Ids of the words whose weights are set by hand on the way."""
    axes = {parameter.name: parameter.axes for parameter in trajectory.model.parameters}
    patches = [patch for step in trajectory.edit_steps for patch in trajectory.patches(step)]
    return {at for name, *index, _ in patches for axis, at in zip(axes[name], index, strict=False) if axis == "word"}


def bytes_of(trajectory: Trajectory, steps: int) -> int:
    """About the bytes that a record of so many steps has in frames and weights, where it is `in_part`.

    As if each step met other words than those before it.
    """
    model, sizes, instances = trajectory.model, trajectory.sizes, trajectory.recipe.corpus.instances
    batch = trajectory.recipe.batch_size
    of_one = (len(instances.input_ids) + len(instances.output_ids)) / len(instances)
    # The words that send most back are much the same from step to step.
    held = {**sizes, "word": min(sizes["word"], WINDOW + steps * batch * (LIKELIEST + of_one))}
    computed = [quantity for quantity in model.quantities if quantity.computed]
    frame, weights = (sum(prod(held[axis] for axis in each.axes) for each in of) for of in (computed, model.parameters))
    return int(8 * (steps * batch * frame + ceil(steps / STEPS) * weights))

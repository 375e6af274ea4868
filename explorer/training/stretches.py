"""Stretches of steps, over which the scales of pictures stay as they are.

A scale that followed the largest number of every step would jump from one to the next, and the same colour would mean
another number. One that followed the way somebody came would not be a function of recipe and step. So a run is cut into
stretches, and what is drawn at one of their steps is measured over the whole of it. They begin short, as weights grow
fast at first, and each edit of the recipe begins another one. None is longer than a block of frames, or lies in two of
them, so that whoever has the frame has all that is measured. The page has the same rule, in assets/maths/stretches.mjs;
tests/shared/limits.json holds the two together.
"""

from math import prod

_BLOCK_BYTES = 1 << 20  # of the quantities of a block of frames
_LEAST, _MOST = 4, 128  # steps
_MOST_OF_ROWS = 32  # of a large vocabulary: fewer steps touch fewer rows


def longest_stretch(trajectory) -> int:
    """The steps of the longest stretch of a run, a power of two; the page asks for blocks of as many frames."""
    model = trajectory.model
    computed = (quantity for quantity in model.quantities if quantity.computed)
    numbers = sum(prod(model.axes_shape(quantity, trajectory.sizes)) for quantity in computed)
    fitting = _BLOCK_BYTES // (8 * numbers * trajectory.recipe.batch_size)
    most = min(_MOST_OF_ROWS if trajectory.by_rows else _MOST, max(_LEAST, fitting))
    return 1 << (most.bit_length() - 1)


def stretch_of(step: int, longest: int, edits=()) -> tuple[int, int]:
    """The stretch that the state after `step` updates belongs to: after the first of these numbers, up to the second.

    longest : steps of the longest. edits : the steps before which there is an edit.

    They are 0, 1, 2, 3, 4, 5–6, 7–8, 9–12, 13–16, … of `longest` steps in the end. So (8, 12) are the states 9, 10, 11,
    12, and what is measured are the frames 8, 9, 10, 11, each with the weights before it and after. Of the first state
    it is (0, 0).
    """
    if step == 0:
        return 0, 0
    frame = step - 1
    length = min(longest, 1 << max(0, frame.bit_length() - 2))  # half of the largest power of two that is in it
    start = frame // length * length
    begins, ends = [start], [start + length]
    for edit in edits:
        (begins if edit - 1 <= frame else ends).append(edit - 1)
    return max(begins), min(ends)

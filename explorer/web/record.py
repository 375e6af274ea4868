"""A record: spans of a run's steps, so that a page can show them without a server.

In a page it stands compressed, as text, and is one more source there (`assets/recorded/source.mjs`): no panel knows of
it. Before it is compressed:

    4 bytes   length of the header, little-endian
    header    JSON in UTF-8, padded with spaces to a multiple of 8
    parts     the principal axes and how probable all words are, then the blocks of frames on the page's grid, all as
              `training.wire` packs them

The header: `session`, what `describe` answers, but for its limits, which are those of the record; `axes`, for which
positions there are principal axes; `foreseen`, for which steps there is how probable all words are after their inputs,
where a step asks only about some; `losses`, of each step up to the last; `blocks`, the first step of each, and
`parts`, their lengths, that of the axes first; `conditions`, for each of some conditions the positions at which it
holds; `mistakes`, of some numbers of steps the right one and what known mistakes make of it; and what else whoever
makes the page puts there.
"""

import base64
import gzip
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import groupby
from math import isfinite, log2
from operator import itemgetter

import numpy as np

from explorer import limits
from explorer.analysis.projection import fit_each, fitted_on, vectors_of
from explorer.budget import FIT, charge, released
from explorer.training import Expression, Run
from explorer.training.questions.checking import known_mistakes
from explorer.training.replay import Trajectory
from explorer.training.stretches import longest_stretch
from explorer.training.wire import for_the_eye, framed, pack
from explorer.web import answers, chosen
from explorer.web.session import Session

_OFFERED = 2_000  # steps of a file that a page offers
_FIT_OF_MANY = 40_000  # multiply–adds of a fit by `fit_each`, besides those of its singular values
_AT_ONCE = 32_000_000  # bytes of the weights of which axes are computed together
_MOST_FORESEEN = 1_000_000  # probabilities of a record
_AXES = ("mean", "basis", "share")


def packed(
    trajectory: Trajectory,
    session: Session,
    spans: list[tuple[int, int]],
    views: Iterable[Mapping[str, str]] = (),
    conditions: Iterable[str] = (),
    numbers: Iterable[tuple[int, str, tuple[int, ...]]] = (),
    **told,
) -> str:
    """The record of a trajectory between the first and the last position of each of `spans`, as text.

    session : its. spans : in their order, apart from each other, none after the end of the run. views : view options
    with which it will be looked at, besides the session's. conditions : expressions of lessons, which can be asked.
    numbers : (step, quantity, index) of each that others can be held against. told : what else the header says.
    """
    views = (session["view"], *views)
    size = _block_size(trajectory)
    counts = _blocks(spans, size)
    blocks = _frames(trajectory, counts, views)
    fits = [fit for fit in session["most_frames"] if fit != "none"]
    last = spans[-1][1]
    positions = _positions(counts, views, last)
    steps = [first + i for first, count in counts.items() for i in range(count)]
    foreseen = _foreseen(trajectory, counts) if _foresees(trajectory, spans) else {}
    parts = [pack({}, _axes(trajectory, fits, positions, size) | foreseen), *blocks]
    header = {
        "session": session | _of_record(trajectory, session, spans, size),
        "axes": positions,
        "foreseen": steps if foreseen else [],
        "losses": trajectory.losses(0, last).tolist(),
        "blocks": [*counts],
        "parts": [len(part) for part in parts],
        "conditions": {text: _true_at(trajectory, text, spans) for text in conditions},
        "mistakes": _mistakes(trajectory, numbers),
        **told,
    }
    return base64.b64encode(gzip.compress(framed(header) + b"".join(parts), mtime=0)).decode()


def most_steps(trajectory: Trajectory) -> int:
    """How many steps of a run a file holds."""
    steps = range(1, limits.MAX_FILE_STEPS + 1)
    return max(1, bisect_right(steps, limits.MAX_FILE_BYTES, key=partial(_bytes_of, trajectory)))


def offered(trajectory: Trajectory) -> int:
    """How many steps the file has that a page offers, as one answer can hold them."""
    work, memory = cost_of_a_step(trajectory)
    most = min(limits.MAX_WORK / 4 / work, limits.MAX_MEMORY / 4 / memory)
    return int(max(1, min(_OFFERED, most_steps(trajectory), most)))


def cost_of_a_step(trajectory: Trajectory) -> tuple[int, int]:
    """(multiply–adds, bytes) that a step of a record costs about."""
    axes = _work_of_axes(trajectory, [fit for fit in answers.most_frames(trajectory) if fit != "none"])
    batch = trajectory.recipe.batch_size if _asks_some(trajectory) and not trajectory.by_rows else 0
    foreseen = batch * Run(trajectory.recipe, trajectory).work_of([0])
    times = 2 if chosen.in_part(trajectory) else 1  # its words are found in its steps first
    most = most_steps(trajectory)
    memory = 4 * _bytes_of(trajectory, most) // most
    return times * (answers.work_of_a_frame(trajectory) + axes) + foreseen, memory


def _bytes_of(trajectory, steps):
    """About what so many steps have in a record before that is compressed: what they compute, and blocks' weights."""
    if chosen.in_part(trajectory):
        return chosen.bytes_of(trajectory, steps)
    weights = 0 if trajectory.by_rows else trajectory.costs.state_bytes // _block_size(trajectory)
    return steps * (trajectory.costs.record_bytes + weights)


def _of_record(trajectory, session, spans, size):
    """What of a session is the record's: its limits, and its blocks."""
    ends = session["limits"] | {"spans": spans, "step": spans[-1][1]}
    own = {"most_frames": dict.fromkeys(session["most_frames"], size), "limits": ends}
    return own | ({"by_rows": True, "longest_stretch": size} if chosen.in_part(trajectory) else {})


def _frames(trajectory, counts, views):
    """The blocks. While one is made it takes more than is kept of it, which is charged with the record."""
    words, only, blocks = chosen.named(trajectory, views), chosen.in_part(trajectory), []
    if only:
        words = sorted({*words, *chosen.met(trajectory, counts)})
    for first, count in counts.items():
        with released():
            blocks.append(answers.frames(trajectory, first, count, 1, None, words, only))
    return blocks


def _block_size(trajectory):
    """The steps of a block, as the page asks for them; more where they have some words only."""
    if chosen.in_part(trajectory):
        return chosen.STEPS
    return 2 ** int(log2(min(longest_stretch(trajectory), *answers.most_frames(trajectory).values())))


def _work_of_axes(trajectory, fits):
    """About the multiply–adds of the axes of one position."""
    work = sum(answers.work_of_axes(trajectory, fit) for fit in fits)
    return work if trajectory.by_rows else work - len(fits) * (FIT - _FIT_OF_MANY)


def _blocks(spans, size):
    """How many steps each block has, by its first, on the page's grid: that before a position, and that at it."""
    counts = {}
    for start, stop in spans:
        for first in range(max(0, start - 1) // size * size, stop + 1, size):
            counts[first] = max(counts.get(first, 0), min(size, stop + 1 - first))
    return dict(sorted(counts.items()))


def _true_at(trajectory, text, spans):
    """The positions at which a condition holds, as far as it can be asked: within the step after a span's last too."""
    run, condition = Run(trajectory.recipe, trajectory), Expression(text, trajectory.recipe, of_lesson=True)
    found = [(start, run.evaluate(condition, start, min(stop + 1, limits.MAX_STEP))) for start, stop in spans]
    return [start + int(at) for start, values in found for at in np.flatnonzero(values == 1.0)]


def unlisted(trajectory: Trajectory, spans: list[tuple[int, int]]) -> bool:
    """Whether a record leaves out how probable all words are, which the page would ask for."""
    return _asks_some(trajectory) and not _foresees(trajectory, spans)


def _asks_some(trajectory):
    """Whether a step asks only about some words, so that the page asks how probable all are."""
    model = trajectory.model
    of_words = model.declared(model.network.activation).axes[0] == "word"
    return bool(trajectory.recipe.corpus.words) and not of_words


def _foresees(trajectory, spans):
    """Whether it asks, and all that it would ask for is little enough."""
    steps = sum(stop - start + 1 for start, stop in spans)
    numbers = steps * trajectory.recipe.batch_size * len(trajectory.recipe.corpus.words)
    return _asks_some(trajectory) and not trajectory.by_rows and numbers <= _MOST_FORESEEN


def _foreseen(trajectory, counts):
    """How probable each word is after the inputs of each instance of the steps."""
    batch, words = trajectory.recipe.batch_size, len(trajectory.recipe.corpus.words)
    run, found = Run(trajectory.recipe, trajectory), []
    for first, count in counts.items():
        for step, instances in enumerate(run.trace(first, count).instances, first):
            output = np.full((batch, words), np.nan)
            for b, (inputs, _) in enumerate(instances):
                output[b] = answers.foreseen(run.seek(step), b, [int(word) for word in inputs])
            found.append(output)
    return {"foreseen.output": for_the_eye(np.array(found))}


def _mistakes(trajectory, numbers):
    """Of each number the right one, and what known mistakes make of it: [hint, number] of each."""
    run, found = Run(trajectory.recipe, trajectory), []
    for (step, quantity), same in groupby(sorted(numbers), itemgetter(0, 1)):
        right, made = known_mistakes(run.frame(step), quantity)
        for _, _, index in same:
            short = any(at >= size for at, size in zip(index, right.shape, strict=True))  # the last batch of a pass
            if short or not isfinite(right[index]):
                continue
            told = [(hint, float(array[index])) for hint, array in made if isfinite(array[index])]
            number = {"step": step, "quantity": quantity, "index": index, "right": float(right[index])}
            found.append(number | {"mistakes": told})
    return found


def _positions(counts, views, last):
    """Where one can ask for axes: in all blocks, at the start, and where those of the views are fitted."""
    fitted = (view.get("axes", "") for view in views)
    asked = {min(int(step), last) for step in fitted if step.isdigit()}
    return sorted({0, *asked, *(first + i for first, count in counts.items() for i in range(count))})


def _axes(trajectory, fits, positions, size):
    """The principal axes of the weights: arrays of `Axes`, with a row for each position, by fit and name."""
    if trajectory.by_rows:
        return _axes_by_rows(trajectory, fits, positions, size)
    charge("step", positions[-1], len(positions) * _work_of_axes(trajectory, fits))
    fitted = {fit: fitted_on(trajectory.model, fit) for fit in fits}
    run, planes = Run(trajectory.recipe, trajectory), {fit: [] for fit in fits}
    size = max(1, min(size, _AT_ONCE // trajectory.costs.state_bytes))
    for first in range(0, len(positions), size):
        with released():
            weights = [run.seek(position).parameters for position in positions[first : first + size]]
            for fit, parameters in fitted.items():
                stacks = [vectors_of(each, np.stack([state[each.name] for state in weights])) for each in parameters]
                planes[fit].append(fit_each(np.concatenate(stacks, axis=1)))
    return {
        f"{fit}.{name}": np.concatenate([getattr(each, name) for each in planes[fit]]) for fit in fits for name in _AXES
    }


def _axes_by_rows(trajectory, fits, positions, size):
    """The same where a step moves few of many vectors: the frames of neighbouring positions tell what moves."""
    planes = {fit: [] for fit in fits}
    for first, count in _neighbouring(positions, size):
        trace = answers.run_of(trajectory).trace(first, count)
        for fit in fits:
            planes[fit] += answers.axes_of_steps(trajectory, trace, fit)
    return {f"{fit}.{name}": np.array([getattr(each, name) for each in planes[fit]]) for fit in fits for name in _AXES}


def _neighbouring(positions, most):
    """(first, count) of stretches of ascending positions without a gap, of at most so many each."""
    stretches = []
    for at in positions:
        first, count = stretches[-1] if stretches else (at, 0)
        if at == first + count and 0 < count < most:
            stretches[-1] = (first, count + 1)
        else:
            stretches.append((at, 1))
    return stretches

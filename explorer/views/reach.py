"""How far numbers reach in the stretch of steps that a picture belongs to: where its colours end.

Of a large vocabulary, of whose weights the page has only some rows, those count: the rows that the block of frames
touches, its instances' words, and the first ones.
"""

import numpy as np

from explorer.budget import charge
from explorer.errors import Diverged
from explorer.training.trace import Trace
from explorer.training.wire import travelling_rows
from explorer.views.limits import RUNAWAY, Sizes
from explorer.views.moment import WINDOW


def reach_of_weights(weighted, names, change: bool = False) -> Sizes:
    """How large the parameters of these names become in the stretch in which a run or a frame stands.

    Of a run that grows out of hand, how large they are there: beside what is to come nothing of it could be seen.

    change : how large what a step changes of them becomes.
    """
    trajectory, step = weighted.trajectory, weighted.step
    start, end = trajectory.stretch(step)
    sizes = _sizes(trajectory, names, change, start, end)
    if sizes.limit < RUNAWAY:
        return sizes
    now = _sizes(trajectory, names, change, max(start, step - change), step)
    return now if now.largest > 0 and now.limit * RUNAWAY < sizes.limit else sizes


def _sizes(trajectory, names, change, start, end):
    """Of the states after `start` updates, and so on, up to those after `end`; or of the changes between them."""
    sizes, before = Sizes(), None
    states = _states_of_rows if trajectory.by_rows else _states
    for state in states(trajectory, start, end):
        for name in names:
            if not change:
                sizes.add(state[name])
            elif before is not None:
                sizes.add(state[name] - before[name])
        before = {name: state[name].copy() for name in names} if change else None
    return sizes


def reach_of_quantity(frame, name: str) -> Sizes:
    """How large a quantity becomes in the stretch of a frame; `limit` is where its colours end, `largest` its bars."""
    start, end = frame.trajectory.stretch(frame.step + 1)
    return Sizes(Trace(frame.trajectory, start, end - start)[name])


def _states(trajectory, start, end):
    """The parameters after `start` updates, and so on, up to those after `end`, each changed by the next."""
    near = None
    for step in range(start, end + 1):
        charge("step", step, 4 * trajectory.costs.numbers)
        try:
            near = step, trajectory.parameters(step, near, spend=near is not None)
        except Diverged:
            return
        yield near[1]


def _states_of_rows(trajectory, start, end):
    """The same of the rows that travel with the block of frames."""
    longest = trajectory.longest_stretch
    trace = Trace(trajectory, start // longest * longest, longest)
    ids = travelling_rows(trace, range(min(WINDOW, trajectory.sizes["word"])))
    rows = {each.name: ids[each.axes[0]] for each in trajectory.model.parameters}
    first = int(trace.steps[0]) if len(trace) else trace.reached
    every = zip(*(trace.each(name, chosen) for name, chosen in rows.items()), strict=True)
    for step, state in enumerate(every, first):
        if start <= step <= end:
            yield dict(zip(rows, map(np.asarray, state), strict=True))
    if trace.reached <= end:
        yield {name: trace.end[1][name][chosen] for name, chosen in rows.items()}

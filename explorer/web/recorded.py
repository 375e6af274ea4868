"""A stretch of a run as one HTML file that opens without a server: the page's panels, and what they ask for.

The file holds the style sheets and the scripts of `assets/recorded/page.mjs`, linked, and the record, compressed, as
text. There the record is one more source (`assets/recorded/source.mjs`): no panel knows of it. Before it is compressed:

    4 bytes   length of the header, little-endian
    header    JSON in UTF-8, padded with spaces to a multiple of 8
    parts     the principal axes, then the blocks of frames on the page's grid, all as `training.wire` packs them

The header: `session`, what `describe` answers, but for its limits, which are the first and the last position of the
file; `at`, where it opens; `address`, of the run in the program; `axes`, for which positions there are principal axes;
`losses`, of each step up to the last; `first` and `grid`, the first step of the first block and how many steps each has
but for the last; `parts`, their lengths.
"""

import base64
import gzip
from math import log2

import numpy as np

from explorer import limits, resources
from explorer.analysis.projection import fit_each, fitted_on, vectors_of
from explorer.budget import FIT, charge
from explorer.errors import RecipeError
from explorer.training import Run
from explorer.training.steps import checked_step
from explorer.training.wire import framed, pack
from explorer.web import answers, layout, linker
from explorer.web.describe import describe
from explorer.web.panels import load as load_panels
from explorer.web.shell import RECORDED

MOST_STEPS = 20_000  # of a file: some 10 MB of a small run
MOST_BYTES = 64_000_000  # of its frames, before they are compressed
PROGRAM = "http://127.0.0.1:8050/"  # where `python app.py` answers, unless it is told otherwise
_OFFERED, _AT_LEAST = 2_000, 500  # steps that a page offers, and from the start on
_FIT_OF_MANY = 40_000  # multiply–adds of a fit by `fit_each`, besides those of its singular values
_FIRST_WORDS = 120  # of a large vocabulary, whose rows are here in any case: WINDOW of assets/maths/rows.mjs
_AXES = ("mean", "basis", "share")


def page(run: Run, start: int = 0, stop: int | None = None, panels=None, program: str = PROGRAM) -> str:
    """The HTML of a page on which one moves between two positions of a run, and that opens at the run's own.

    stop : by default the run's position; where the run diverges before it, the file ends there.
    panels : names of those to show, with nothing around them; by default all, laid out as on the page.
    program : the address at which the run can be opened, for what the file cannot do.

    Raises `RecipeError` for what are no positions, for more steps than a file holds, and for what is no panel.
    """
    start, stop = _between(run, start, stop)
    chosen = _chosen(panels)
    session = describe(run.trajectory)
    assets = resources.path("assets")
    return layout.recorded(
        session=session,
        styles=linker.link_styles(assets),
        script=linker.link_scripts(assets, RECORDED, whole=True),
        record=base64.b64encode(gzip.compress(_record(run, session, start, stop, program), mtime=0)).decode(),
        address=f"{program}?{session['query']}",
        start=start,
        stop=stop,
        chosen=chosen,
    )


def around(trajectory, step: int) -> tuple[int, int]:
    """(start, stop) of the file that a page offers at a step: the steps before it, as many as one answer can hold."""
    fits = [fit for fit in answers.most_frames(trajectory) if fit != "none"]
    axes = sum(answers.work_of_axes(trajectory, fit) for fit in fits)
    if not trajectory.by_rows:
        axes -= len(fits) * (FIT - _FIT_OF_MANY)
    work, memory = answers.work_of_a_frame(trajectory) + axes, 4 * trajectory.costs.record_bytes
    most = int(max(1, min(_OFFERED, limits.MAX_WORK / 4 / work, limits.MAX_MEMORY / 4 / memory)))
    stop = max(step, min(most, _AT_LEAST))
    charge("step", step, most * work, most * memory)
    return max(0, stop - most), stop


def _chosen(names):
    """The panels to show; RecipeError for what is none."""
    known = [panel.name for panel in load_panels().values() if panel.area != "questions"]
    listed = None if names is None else [names] if isinstance(names, str) else [*names]
    if listed is not None and (unknown := [name for name in listed if name not in known]):
        raise RecipeError([("panels", unknown[0], "of " + ", ".join(known))])
    return listed


def _between(run, start, stop):
    """The first and the last position."""
    start = checked_step(start, "start")
    stop = checked_step(run.step if stop is None else stop, "stop", start)
    most = max(1, min(MOST_STEPS, MOST_BYTES // run.trajectory.costs.record_bytes))
    if stop - start > most:
        raise RecipeError([("stop", stop, f"at most {start + most:,}: a file holds {most:,} steps of this run")])
    reached = start + len(run.trajectory.losses(start, stop))
    return start, reached


def _record(run, session, start, stop, program):
    """The bytes of the record."""
    trajectory, fits = run.trajectory, [fit for fit in session["most_frames"] if fit != "none"]
    size = 2 ** int(log2(min(session["longest_stretch"], *session["most_frames"].values())))
    firsts = range(max(0, start - 1) // size * size, stop + 1, size)
    words = _words(session, trajectory)
    blocks = [answers.frames(trajectory, first, min(size, stop + 1 - first), 1, None, words) for first in firsts]
    positions = _positions(session, firsts[0], stop)
    parts = [pack({}, _axes(trajectory, fits, positions, size)), *blocks]
    header = {
        "session": session
        | {"most_frames": dict.fromkeys(session["most_frames"], size)}
        | {"limits": session["limits"] | {"first": start, "step": stop}},
        "at": min(max(run.step, start), stop),
        "address": f"{program}?{session['query']}",
        "axes": positions,
        "losses": trajectory.losses(0, stop).tolist(),
        "first": firsts[0],
        "grid": size,
        "parts": [len(part) for part in parts],
    }
    return framed(header) + b"".join(parts)


def _words(session, trajectory):
    """Ids of the words whose rows are here though no step touches them, of a large vocabulary."""
    if not trajectory.by_rows:
        return ()
    view, index = session["view"], trajectory.recipe.corpus.index
    chosen = ",".join(view.get(key, "") for key in ("pins", "analogy", "word")).split(",")
    first = range(min(_FIRST_WORDS, len(index)))
    return sorted({*first, *(index[word.strip()] for word in chosen if word.strip() in index)})


def _positions(session, first, stop):
    """Where one can ask for axes: from the first block on, at the start, and where those of the view are fitted."""
    fitted = session["view"].get("axes", "")
    return sorted({0, *range(first, stop + 1), *([min(int(fitted), stop)] if fitted.isdigit() else [])})


def _axes(trajectory, fits, positions, size):
    """The principal axes of the weights: arrays of `Axes`, with a row for each position, by fit and name."""
    if trajectory.by_rows:
        told = {fit: [answers.axes(trajectory, position, fit) for position in positions] for fit in fits}
        return {f"{fit}.{name}": np.array([each[name] for each in told[fit]]) for fit in fits for name in _AXES}
    fitted = {fit: fitted_on(trajectory.model, fit) for fit in fits}
    run, planes = Run(trajectory.recipe, trajectory), {fit: [] for fit in fits}
    for first in range(0, len(positions), size):
        weights = [run.seek(position).parameters for position in positions[first : first + size]]
        for fit, parameters in fitted.items():
            stacks = [vectors_of(each, np.stack([state[each.name] for state in weights])) for each in parameters]
            planes[fit].append(fit_each(np.concatenate(stacks, axis=1)))
    return {
        f"{fit}.{name}": np.concatenate([getattr(each, name) for each in planes[fit]]) for fit in fits for name in _AXES
    }

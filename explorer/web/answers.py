"""The answers of the routes: each a function of a recipe and a few numbers, and of nothing else.

They are given the recipe's trajectory, not its query: one that is too large to be kept is then made once an answer.
"""

from contextlib import suppress
from dataclasses import asdict

import numpy as np

from explorer import limits
from explorer.analysis.continuation import following
from explorer.analysis.curve import stretches
from explorer.analysis.projection import FITS, afford_fit, axes_of_changes, fit_axes, fit_work, fitted_on, vectors_of
from explorer.analysis.truncation import truncation as truncated
from explorer.budget import FIT, SENT_INSTANCE, SENT_STEP, afford, at_most, reserved
from explorer.errors import RecipeError
from explorer.training import Run
from explorer.training.replay import Trajectory
from explorer.training.steps import checked_step
from explorer.training.wire import for_the_eye, pack
from explorer.web import kept

_FOR_THE_REST = 0.05  # of a budget: the words before a step, computed again
_LIKELY = 24  # words whose probabilities are told of a large vocabulary


def run_at(query: str, step: int = 0) -> Run:
    """A run of the recipe in `query`, at `step`; RecipeError for a query that is none."""
    return run_of(kept.trajectory(query), step)


def run_of(trajectory: Trajectory, step: int = 0) -> Run:
    """A run along a trajectory, at `step`."""
    return Run(trajectory.recipe, trajectory, step)


def frames(
    trajectory: Trajectory, start: int, count: int, stride: int, fit: str | None, words=(), only: bool = False
) -> bytes:
    """A trace as bytes; with `fit`, also the principal axes of the weights before each step.

    words : ids of words whose rows are wanted where only some rows travel. only : whether nothing of others is told.
    Raises `RecipeError` for a word or a fit that there is not, and where it costs too much.
    """
    _check_words(trajectory, words)
    of_axes = 0 if fit is None else work_of_axes(trajectory, fit)
    if fit is not None:
        afford_fit(trajectory.model, trajectory.sizes, fit)
        afford("count", count, count * (of_axes + work_of_a_frame(trajectory)), nearest=at_most(count))
    with reserved(count * of_axes):
        trace = run_of(trajectory).trace(start, count, stride)
    if fit is None:
        return trace.to_bytes(words=words, only=only)
    fitted = axes_of_steps(trajectory, trace, fit)
    names = ("mean", "basis", "share")
    told = {f"axes.{name}": np.array([getattr(axes, name) for axes in fitted]) for name in names}
    return trace.to_bytes(told, words, only)


def work_of_a_frame(trajectory):
    """About the multiply–adds of a frame of a block."""
    return SENT_STEP + SENT_INSTANCE * trajectory.recipe.batch_size + trajectory.costs.between(0, 1)


def work_of_axes(trajectory, fit):
    """About the multiply–adds of the axes of a frame, and to have its weights once more."""
    if trajectory.by_rows:
        return FIT
    return fit_work(trajectory.model, trajectory.sizes, fit) + max(trajectory.costs.of_a_step)


def axes_of_steps(trajectory, trace, fit):
    """The principal axes of the weights before each step of a trace."""
    if not trajectory.by_rows:
        return [fit_axes(*_vectors(trajectory, fit, state)) for state in trace.states()]
    names = [parameter.name for parameter in fitted_on(trajectory.model, fit)]
    start = [np.asarray(trace.start_parameters[name]) for name in names]
    return axes_of_changes(start, [(trace.touched[name], trace.each(name, trace.touched[name])) for name in names])


def most_frames(trajectory) -> dict[str, int]:
    """How many frames half a budget pays for, at least 1, without axes ("none") and for each `fit` of them."""
    of_memory, work = limits.MAX_MEMORY // (4 * trajectory.costs.record_bytes), work_of_a_frame(trajectory)
    fitted = {"none": 0.0}
    for fit in FITS:
        with suppress(RecipeError):  # these are no vectors of words
            fitted[fit] = work_of_axes(trajectory, fit)
    return {fit: max(1, min(of_memory, int(limits.MAX_WORK / 2 / (work + more)))) for fit, more in fitted.items()}


def axes(trajectory: Trajectory, step: int, fit: str) -> dict:
    """The principal axes of the weights after `step` steps."""
    with reserved(afford_fit(trajectory.model, trajectory.sizes, fit)):
        weights = trajectory.weights(checked_step(step))
    fitted = fit_axes(*map(np.asarray, _vectors(trajectory, fit, weights)))
    return {
        "step": step,
        "mean": fitted.mean.tolist(),
        "basis": fitted.basis.tolist(),
        "share": fitted.share.tolist(),
    }


def losses(trajectory: Trajectory, start: int, stop: int, bins: int) -> bytes:
    """The mean, lowest and highest loss of each of at most `bins` equal stretches of steps."""
    values = trajectory.losses(start, stop)
    stride, reduced = stretches(values, bins)
    arrays = dict(zip(("mean", "low", "high"), for_the_eye(reduced), strict=True))
    return pack({"start": start, "stop": start + len(values), "stride": stride}, arrays)


def truncation(trajectory: Trajectory, step: int, instance: int) -> bytes:
    """The gradient through time at one step, truncated after each number of steps back, as bytes.

    Its arrays are those of a `Truncation`, the words int32, the states and errors float32.
    Raises `RecipeError` for a model that does not feed itself.
    """
    with reserved(share=_FOR_THE_REST):
        run = run_of(trajectory).seek(step)
    found = truncated(run, step, instance)
    arrays = {name: getattr(found, name) for name in ("norms", "cosines", "contributions")}
    window = {name: for_the_eye(getattr(found, name)) for name in ("states", "errors")}
    return pack({"bptt": found.bptt}, arrays | window | {"words": found.words.astype(np.int32)})


def excite(trajectory: Trajectory, step: int, words: list[int], shown=(), instance: int | None = None) -> dict:
    """The hidden layer and the probabilities when these words are switched on at the input.

    instance : that of the step's batch whose inputs they are: a network that feeds itself then has what it had read
    before it. Of a large vocabulary only the most probable words are told, the first first, and those that are `shown`.
    """
    run = run_of(trajectory, step)
    _check_words(trajectory, shown, "shown")
    if trajectory.recipe.corpus_kind != "points":
        _check_words(trajectory, words)
    work = run.work_of(words)
    afford("words", f"{len(words):,} words", 2 * work, nearest=at_most(len(words)))
    if instance is not None and trajectory.model.network.unrolled:
        hidden, output = _remembering(run, instance)
        return {"words": words, "hidden": hidden.tolist(), "output": output.tolist()}
    with reserved(work):
        hidden = run.hidden(words)
    found, output = {"words": words, "hidden": hidden.tolist()}, run.probabilities(words)
    if not trajectory.by_rows:
        return found | {"output": output.tolist()}
    likely = np.argpartition(-output, _LIKELY)[:_LIKELY]
    ids = np.union1d(likely, np.array(shown, np.int64))
    ids = ids[np.argsort(-output[ids], kind="stable")]
    return found | {"ids": ids.tolist(), "output": output[ids].tolist()}


def foreseen(run: Run, instance: int, words: list[int]) -> np.ndarray:
    """How probable each word is, (V,), after the inputs of an instance of the step that the run stands before."""
    return _remembering(run, instance)[1] if run.trajectory.model.network.unrolled else run.probabilities(words)


def _remembering(run, instance):
    """(hidden layer, probabilities) after an instance's inputs and what a network that feeds itself had read before."""
    frame, model = run.frame(), run.trajectory.model
    hidden = frame.of_instance(model.network.hidden, min(instance, len(frame.instances) - 1))[-1]
    return hidden, model.answer(hidden, frame.parameters)


def continuation(trajectory: Trajectory, step: int, words: str, seed: int) -> dict:
    """The likeliest words after typed ones, and one drawn: [word, probability] each."""
    return asdict(following(run_of(trajectory, step), words, seed=seed))


def _check_words(trajectory, ids, field="words"):
    """RecipeError where one of them is no word's id."""
    count = len(trajectory.recipe.corpus.words)
    for word in ids:
        if not 0 <= word < count:
            raise RecipeError([(field, word, f"ids of words, from 0 to {count - 1:,}")])


def _vectors(trajectory, fit, arrays):
    """The arrays that `fit` names, with a row for each word."""
    return [vectors_of(parameter, arrays[parameter.name]) for parameter in fitted_on(trajectory.model, fit)]

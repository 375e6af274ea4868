"""What of a step is to be seen: the frame at a stage, the words and the numbers that fit.

A moment is a run's step and a stage. At the last stage, the update, the step before has just been done;
a stage before it belongs to the coming step, whose weights have not moved yet; "start" is before any of them.
"""

from itertools import islice

import numpy as np

from explorer.errors import RecipeError

START = "start"
WINDOW = 120  # rows that are shown where there are too many for all


def after(step: int) -> str:
    """When weights are seen that have had `step` updates, in words. To people steps are counted from 1."""
    return f"after step {step:,}" if step else "before step 1"


def of_both(run_or_frame, frame) -> str:
    """Of which step weights are, and what was computed, in words: a run's or a frame's, and a frame's."""
    weights = f"weights {after(run_or_frame.step)}"
    return f"step {frame.step + 1:,}, {weights}" if frame else weights


def frame_at(run, stage: str):
    """The frame that belongs to a run standing at its step and at `stage`; None at the start.

    RecipeError where the model has no such stage.
    """
    stages = [stage.name for stage in run.recipe.architecture.stages]
    if stage not in (START, *stages):
        raise RecipeError([("stage", stage, "one of " + ", ".join((START, *stages)))])
    if stage == START or (stage == stages[-1] and run.step == 0):
        return None
    return run.frame(run.step - 1 if stage == stages[-1] else run.step)


def is_word2vec(model) -> bool:
    """Whether a model is CBOW or skip-gram, which read a window around a word."""
    return model.reading in ("context", "centre")


def check_word2vec(model) -> None:
    """RecipeError for another model than CBOW and skip-gram."""
    if not is_word2vec(model):
        raise RecipeError([("model", model.name, "cbow or skip-gram")])


def reached(model, stage: str | None) -> list:
    """The declarations of the quantities computed up to `stage`, in order; all of them without a stage.

    RecipeError where the model has no such stage.
    """
    names = [each.name for each in model.stages]
    if stage is not None and stage not in names:
        raise RecipeError([("stage", stage, "one of " + ", ".join(names))])
    stages = model.stages if stage is None else model.stages[: names.index(stage) + 1]
    shown = {name for each in stages for name in each.shows}
    return [quantity for quantity in model.quantities if quantity.name in shown]


def values(frame, name: str, instance: int = 0) -> np.ndarray:
    """A quantity of one instance of a frame, (size,), as long as the instance needs."""
    return frame.of_instance(name, batch_index(frame, instance))


def batch_index(frame, instance: int) -> int:
    """The index of the nearest instance that there is in the batch."""
    return min(len(frame.instances) - 1, max(0, instance))


def shown_rows(count: int, most: int, *wanted) -> np.ndarray:
    """At most `most` of `count` row ids, ascending, (rows,): those `wanted`, list after list, then the first.

    The page's rule too, in assets/maths/rows.mjs; tests/shared/rows.json holds the two together.
    """
    if count <= most:
        return np.arange(count)
    ids = (int(row) for rows in (*wanted, range(most)) for row in rows)
    return np.sort([*islice(dict.fromkeys(row for row in ids if 0 <= row < count), most)])


def focused_row(declared, focus: str | None, axis: str) -> int | None:
    """The row of an axis that the number in focus, such as W.3.0, stands in; None where it stands in none.

    The page's rule too, in assets/maths/rows.mjs; tests/shared/focused.json holds the two together.

    declared : the parameters and quantities that there are.
    """
    name, *index = (focus or "").split(".")
    axes = next((each.axes for each in declared if each.name == name), ())
    if axis not in axes:
        return None
    row = dict(enumerate(index[-len(axes) :])).get(axes.index(axis), "")
    return int(row) if row.isdecimal() else None


def focused_in(run, view: dict, axis: str) -> list[int]:
    """The row of an axis that the number in focus stands in, if it stands in one that there is."""
    model = run.recipe.architecture
    row = focused_row((*model.parameters, *model.quantities), view.get("focus"), axis)
    return [] if row is None else [row]


def named_words(run, view: dict) -> list[str]:
    """The words that a page's view options name: that of the number in focus, the pinned, the one asked about."""
    focused = [run.vocabulary[row] for row in focused_in(run, view, "word") if row < len(run.vocabulary)]
    return [*focused, *view.get("pins", "").split(","), view.get("word", "")]


def wanted_words(vocabulary, named, frame=None, read=None, instance: int = 0, probable: int = 12) -> list:
    """Lists of ids of the words that matter: an instance's, those that it asks, the named, the most probable.

    The page's rule too, in assets/maths/rows.mjs, where hovered words count as named.

    named : words, of which those count that there are.
    frame : None before the first step.
    read : the quantities that the stage has reached, by name.
    """
    ids = [vocabulary.index(word) for word in named if word in vocabulary]
    if frame is None:
        return [ids]
    network, shown = frame.model.network, frame.instances[batch_index(frame, instance)]
    lists = [shown.outputs, shown.inputs]
    declared = frame.model.declared(network.output) if network.output else None
    if declared and declared.axes[0] == "word" and declared.change[0].at in read:
        lists.append(read[declared.change[0].at])
    lists.append(ids)
    if network.activation in read and frame.model.declared(network.activation).axes[0] == "word":
        lists.append(np.argsort(-read[network.activation], kind="stable")[:probable])
    return lists


def wanted_rows(run, view: dict) -> dict[str, list]:
    """Lists of the rows that matter to what the page shows, by axis: words as above, nodes those asked and in focus."""
    model, instance = run.recipe.architecture, view["instance"]
    frame, stage = frame_at(run, view["stage"]), view["stage"]
    read = {each.name: values(frame, each.name, instance) for each in reached(model, stage)} if frame else {}
    wanted = {"word": wanted_words(run.vocabulary, named_words(run, view), frame, read, instance)}
    if model.network.output and (axis := model.declared(model.network.output).axes[0]) not in wanted:
        asked = read.get(model.declared(model.network.output).change[0].at, ())
        wanted[axis] = [asked, focused_in(run, view, axis)]
    return wanted

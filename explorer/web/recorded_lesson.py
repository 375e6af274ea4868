"""A lesson as one HTML file that opens without a server: its page, and a record of each run that its explorers show.

The file holds what the lesson's page holds, the style sheets, the scripts of `assets/recorded/lesson.mjs`, linked, and
the records (`record`) of the steps that the text speaks of and those around them. A run has one record, however many
explorers show it; it is found by the queries that the lesson has for it.

What is asked to be done is a condition: the record says where it holds. Runs that a reader would make are not here.
"""

from explorer import resources
from explorer.budget import afford
from explorer.errors import RecipeError
from explorer.lessons import Lesson, LessonError, NotYet, Page, Problem, Used, used
from explorer.training.replay import Trajectory
from explorer.web import chosen, layout, linker, record
from explorer.web.describe import describe
from explorer.web.recorded import PROGRAM
from explorer.web.shell import RECORDED_LESSON


def page(lesson: Lesson, computed, program: str = PROGRAM) -> str:
    """The HTML of a lesson in one file.

    computed : where its numbers come from, as for `lessons.Page`, and its runs. program : the address at which its
    runs can be opened, for what the file cannot do.

    Raises `LessonError` where it cannot be written, or is too much for a file or a budget, `NotYet` where a number is
    still to come, and what `computed` does.
    """
    runs = [(computed.trajectory(query), own) for query, own in used(lesson).items()]
    _check(lesson, runs)
    written = Page(lesson, computed, at=f"{program}lessons/{lesson.name}")
    text, notes = written.text(), written.notes()
    if not written.complete:
        raise NotYet
    assets = resources.path("assets")
    return layout.recorded_lesson(
        lesson=lesson,
        text=text,
        notes=notes,
        complete=True,
        program=program,
        words=any(trajectory.recipe.corpus.words for trajectory, _ in runs),
        in_part=any(chosen.in_part(trajectory) for trajectory, _ in runs),
        unlisted=any(record.unlisted(trajectory, own.spans) for trajectory, own in runs),
        records=_records(lesson, runs),
        styles=linker.link_styles(assets),
        script=linker.link_scripts(assets, RECORDED_LESSON, whole=True),
    )


def _check(lesson, runs):
    """Tell, before anything is computed, that it is too much."""
    steps = sum(own.steps for _, own in runs)
    if (share := sum(own.steps / record.most_steps(trajectory) for trajectory, own in runs)) > 1:
        most = int(steps / share)
        raise _refused(lesson, f"it uses {steps:,} steps of its runs; a file holds at most {most:,} of them")
    costs = [(own.steps, *record.cost_of_a_step(trajectory)) for trajectory, own in runs]
    work, memory = sum(each * work for each, work, _ in costs), sum(each * bytes for each, _, bytes in costs)
    try:
        afford("lesson", f"{steps:,} steps", work, memory)
    except RecipeError as error:
        raise _refused(lesson, error) from None


def _records(lesson, runs):
    """(queries, record) of each run; a run may cost more than its steps say, as on the way to a late one."""
    try:
        return [(sorted(own.queries), _record(trajectory, own)) for trajectory, own in runs]
    except RecipeError as error:
        raise _refused(lesson, error) from None


def _refused(lesson, what):
    """The error that says why a lesson is too much."""
    return LessonError([Problem(lesson.path.name, 1, what)])


def _record(trajectory: Trajectory, own: Used) -> str:
    """The record of a run, as far as it goes."""
    reached = len(trajectory.losses(0, own.spans[-1][1]))
    spans = [(first, min(last, reached)) for first, last in own.spans if first <= reached]
    session = describe(trajectory)
    numbers = [each for each in own.numbers if each[0] < reached]
    return record.packed(trajectory, session, spans, own.views, sorted(own.conditions), numbers)

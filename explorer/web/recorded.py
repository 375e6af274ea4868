"""A span of a run as one HTML file that opens without a server: the page's panels, and a record of what they ask for.

The file holds the style sheets, the scripts of `assets/recorded/page.mjs`, linked, and the record (`record`), whose
header says besides `at`, where it opens, and `address` and `fragment`, of the run in the program; in a notebook, where
no program may run, the address is empty, and the page says what one does in Python instead.
"""

from contextlib import suppress
from urllib.parse import parse_qsl

from explorer import resources
from explorer.budget import afford, charge
from explorer.errors import RecipeError
from explorer.training import PRESETS, Run
from explorer.training.fields import BY_NAME, CORPORA
from explorer.training.packing import packed
from explorer.training.steps import checked_step
from explorer.web import chosen, layout, linker, queries, record
from explorer.web.describe import describe
from explorer.web.panels import load as load_panels
from explorer.web.shell import RECORDED

PROGRAM = "http://127.0.0.1:8050/"  # where `python app.py` answers, unless it is told otherwise
_AT_LEAST = 500  # steps that a page offers from the start on
_ALWAYS_TOLD = ("model", "output", "learning_rate", "seed")
_UNNAMED = {"edit": "value set by hand", "parameters": "starting weights", **dict.fromkeys(CORPORA, "corpus")}


def page(run: Run, start: int = 0, stop: int | None = None, panels=None, program: str | None = PROGRAM) -> str:
    """The HTML of a page on which one moves between two positions of a run, and that opens at the run's own.

    stop : by default the run's position; where the run diverges before it, the file ends there.
    panels : names of those to show, with nothing around them; by default all, laid out as on the page.
    program : the address at which the run can be opened, for what the file cannot do; None in a notebook.

    Raises `RecipeError` for what are no positions, for more steps than a file holds, and for what is no panel.
    """
    start, stop = _between(run, start, stop)
    shown = _shown(panels)
    session = describe(run.trajectory)
    assets = resources.path("assets")
    query, fragment = packed(session["query"])
    address = f"{program}?{query}" if program else ""
    at = min(max(run.step, start), stop)
    preset = PRESETS.get(run.recipe.preset)
    return layout.recorded(
        session=session,
        styles=linker.link_styles(assets),
        script=linker.link_scripts(assets, RECORDED, whole=True),
        record=record.packed(run.trajectory, session, [(start, stop)], at=at, address=address, fragment=fragment),
        address=address and address + fragment,
        in_part=chosen.in_part(run.trajectory),
        unlisted=record.unlisted(run.trajectory, [(start, stop)]),
        in_program=preset.in_program if preset else (),
        otherwise=_otherwise(session),
        settings=_settings(session, run.recipe),
        start=min(max(1, start), stop),  # steps are counted from 1
        stop=stop,
        chosen=shown,
    )


def around(trajectory, step: int) -> tuple[int, int]:
    """(start, stop) of the file that a page offers at a step: the steps before it, as many as are offered."""
    work, memory = record.cost_of_a_step(trajectory)
    most = record.offered(trajectory)
    stop = max(step, min(most, _AT_LEAST))
    afford("step", step, most * work)  # each part is charged when it is worked on
    charge("step", step, memory=most * memory)
    return max(0, stop - most), stop


def _given(session):
    """The fields that the run's recipe gives, its preset apart."""
    return [key for key in dict(parse_qsl(session["query"], keep_blank_values=True)) if key != "preset"]


def _otherwise(session):
    """What the run has otherwise than its preset, whose note holds of any seed, as the page's note says it."""
    given = [key for key in _given(session) if key != "seed"] if session["preset"] else []
    return ", ".join(dict.fromkeys(_UNNAMED.get(key) or f"“{BY_NAME[key].label}”" for key in given))


def _settings(session, recipe):
    """Name and value of the settings that every reader asks for, and of those that were given."""
    names = dict.fromkeys([*_ALWAYS_TOLD, *_given(session)])
    return [
        (BY_NAME[name].label, queries.as_shown(BY_NAME[name], getattr(recipe, name)))
        for name in names
        if name in session["hyper"] and name not in _UNNAMED
    ]


def _shown(names):
    """The panels to show; RecipeError for what is none."""
    known = [panel.name for panel in load_panels().values() if panel.area != "questions"]
    if names is None:
        return None
    listed = [*names] if isinstance(names, list | tuple) else [names]
    unknown = [name for name in listed if name not in known]
    if unknown or not listed:
        raise RecipeError([("panels", unknown[0] if unknown else names, "of " + ", ".join(known))])
    return listed


def _between(run, start, stop):
    """The first and the last position."""
    start = checked_step(start, "start")
    stop = checked_step(run.step if stop is None else stop, "stop", start)
    most = record.most_steps(run.trajectory)
    if stop - start > most:
        told = f"at most {start + most:,}: a file holds {most:,} steps of this run{_with_others(run.recipe, most)}"
        raise RecipeError([("stop", stop, told)])
    reached = start + len(run.trajectory.losses(start, stop))
    return start, reached


def _with_others(recipe, most):
    """The output layers with which it would hold more, as they ask fewer words in a step."""
    held = {}
    for name in {*recipe.architecture.outputs} - {recipe.output}:
        with suppress(RecipeError):  # such as given weights, which are another layer's
            held[name] = record.most_steps(Run(recipe.replaced(output=name)).trajectory)
    return "".join(f", {steps:,} with output={name}" for name, steps in sorted(held.items()) if steps > most)

"""What stands on the page: its HTML, written once at start, and the few components that are Dash's.

Buttons, fields and panels are plain HTML that the scripts in `assets/` bring to life. As Dash components they would
be drawn by React after 1.2 MB of scripts, where the browser has them before it runs any; and a click would go through
a callback and be painted one frame later. Dash has what a callback fills, in one stretch of the page: the panels of
neighbours and analogy and the enlarged dialog, and the explorer itself, whose properties they follow. The page paints
these panels too, and Dash's take over what they have: heads and fields, with what was typed meanwhile.
"""

import base64
import hashlib
from functools import cache

from dash import html
from dash.development.base_component import Component
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from explorer.corpus.presets import load_presets
from explorer.models import MODELS
from explorer.models.outputs import OUTPUTS
from explorer.training import Recipe
from explorer.training.dialects import DIALECTS
from explorer.training.fields import BY_NAME, FIELDS
from explorer.training.questions.functions import FUNCTIONS
from explorer.training.questions.meaning import VALUES
from explorer.training.values import wanted
from explorer.views import FITTED
from explorer.web import ahead, callbacks, ids, panels, source
from explorer.web.component import Explorer, Painted

# What a page that stands alone may do: nothing but run the script with this hash, and look as it does.
_POLICY = (
    "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)

# Fields of these groups stand elsewhere on the page or, as arrays, nowhere.
ELSEWHERE = {"corpus", "model", "given"}

_LESSONS, _WEVIS = "Word vectors", "From wevi"
WORD2VEC = BY_NAME["window"].models  # those that read a window around a word

# What else can be shown enlarged, beside panels.
_FIGURES = [
    ("panels", "Panels of the output words"),
    ("copies", "Copies of the input"),
    (ids.RACE, "Race of output layers"),
    ("costs", "Costs of output layers"),
    ("descent", "Loss along a weight"),
    ("contour", "Loss along two weights"),
    ("graph", "Computation graph"),
    ("counted", "Next word, counted"),
    ("pmi", "PMI: what it converges to"),
    (ids.ANALOGY, "Analogy: all words"),
]


def layout() -> list[Component]:
    """Dash's components, which stand in the page's last cell."""
    neighbours = _ranking(ids.NEIGHBOURS_LIST, "Neighbours", callbacks.ASK_A_WORD)
    analogy = _ranking(ids.ANALOGY_LIST, "Answers", callbacks.ASK_THREE_WORDS)
    figure = html.Div("Drawing …", id=ids.ENLARGED, className="enlarged-figure")
    enlarged = {"id": ids.ENLARGED_DIALOG, "className": "dialog enlarged", "aria-label": "Enlarged panel"}
    return [
        Explorer(id=ids.EXPLORER, adopts=True, step=None),
        html.Section([Painted(ids.NEIGHBOURS), neighbours], id=ids.NEIGHBOURS, className="panel question"),
        html.Section([Painted(ids.ANALOGY), analogy], id=ids.ANALOGY, className="panel question analogy"),
        html.Dialog([Painted(ids.ENLARGED_DIALOG), figure], **enlarged),
    ]


def _ranking(name, label, hint):
    """A list that the keyboard can scroll too; until a word is asked about it says how to."""
    hint = html.P(hint, className="muted")
    return html.Div(hint, id=name, className="ranking", tabIndex=0, role="group", **{"aria-label": label})


def page(below: str = "") -> str:
    """The HTML of everything else, from `templates/page.html`.

    below : the path below which the program is, without its last slash.
    """
    shown = panels.load()
    fields = [field for field in FIELDS if field.group not in ELSEWHERE]
    dialects = _dialects()
    return _rendered(
        "page.html",
        below=below,
        presets=presets(),
        models=[(name, model.title) for name, model in MODELS.items()],
        outputs=[(name, layer.title.capitalize(), _with_output(name)) for name, layer in OUTPUTS.items()],
        fields=fields,
        at_first=_shown_at_first(fields),
        first_of_dialects=next(field.name for field in fields if field.group == "text"),
        dialects=dialects,
        chapters=source.chapters(),
        panels=shown,
        expression_names=_expression_names(),
        fitted=" ".join(sorted(FITTED)),
        enlargeable=[(name, name.capitalize()) for name in panels.enlargeable(shown)] + _FIGURES,
    )


def _shown_at_first(fields) -> set[str]:
    """The names of the fields that have a control in the run of a link that names none.

    The others are hidden until the scripts know the run: there is less to lay out before the first picture.
    """
    usual = Recipe(**dict([ahead.DEFAULT]))
    values = {field.name: getattr(usual, field.name) for field in FIELDS}
    return {field.name for field in fields if field.applies(*usual.scope) and wanted(field.name, values)}


def _expression_names() -> list[tuple[str, str]]:
    """The names that expressions know in every run, and in a line what each is: values, then functions as f(."""
    functions = [(f"{name}(", function.says) for name, function in FUNCTIONS.items()]
    return [*VALUES.items(), *functions]


def _with_output(name) -> list[str]:
    """The models that can have an output layer."""
    return [model.name for model in MODELS.values() if name in model.outputs]


def _dialects() -> dict[str, dict[str, str]]:
    """What each dialect sets each of its fields to, as their controls show it: by field, by dialect."""
    named = {name: None for fields in DIALECTS.values() for name in fields}
    return {
        name: {dialect: BY_NAME[name].kind.write(fields[name]) for dialect, fields in DIALECTS.items()}
        for name in named
    }


def element(styles: list[str], api: str) -> str:
    """The HTML of an explorer by itself, from `templates/element.html`.

    styles : addresses of its style sheets. api : the path below which it asks.
    """
    return _rendered("element.html", panels=panels.load(), styles=styles, api=api)


def preview(**values) -> str:
    """The tags of a link's preview, from `templates/preview.html`: of a `title`, a `description` and a `picture`."""
    return _rendered("preview.html", **values)


def embedded(**values) -> str:
    """The HTML of the page in a frame, from `templates/embedded.html`."""
    return _rendered("embedded.html", **values)


def lesson(template: str = "lesson.html", **values) -> str:
    """The HTML of a lesson, from `templates/lesson.html`; its text and notes are HTML that is written already."""
    explorers = {name: place.told() for name, place in values["lesson"].explorers.items()}
    notes = {title: Markup(html) for title, html in values.pop("notes").items()}
    return _rendered(template, explorers=explorers, text=Markup(values.pop("text")), notes=notes, **values).lstrip()


def lessons(**values) -> str:
    """The HTML of the list of lessons, from `templates/lessons.html`."""
    return _rendered("lessons.html", **values).lstrip()


def recorded(**values) -> str:
    """The HTML of a run in one file, from `templates/recorded.html`, of what `recorded.page` gives it.

    `styles` and `script` are not escaped: they are the project's own.
    """
    return _rendered("recorded.html", panels=panels.load(), **_alone(values)).lstrip()


def recorded_lesson(**values) -> str:
    """The HTML of a lesson in one file, from `templates/recorded-lesson.html`, of what `recorded_lesson.page` gives it.

    `styles` and `script` are not escaped: they are the project's own.
    """
    return lesson("recorded-lesson.html", **_alone(values))


def _alone(values) -> dict:
    """What a page gets that stands alone: its script is the only one that it runs, and it asks nobody for anything."""
    own = {name: Markup(values[name]) for name in ("styles", "script")}
    digest = base64.b64encode(hashlib.sha256(values["script"].encode()).digest()).decode()
    return values | own | {"policy": _POLICY.format(digest)}


def _rendered(name: str, **values) -> str:
    return _templates().get_template(name).render(ids=ids, **values)


@cache
def _templates() -> Environment:
    """It keeps those that it has compiled, and reads one anew when its file has changed."""
    return Environment(
        loader=PackageLoader("explorer.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def presets() -> dict[str, list[tuple[str, str]]]:
    """(slug, title) of all presets, under the names of the groups: by model; word2vec's are one, but for wevi's own."""
    titles = {model.title: [] for name, model in MODELS.items() if name not in WORD2VEC}
    groups = {_LESSONS: [], _WEVIS: []} | titles
    for slug, preset in load_presets().items():
        model = preset["recipe"].get("model", BY_NAME["model"].default)
        own = _WEVIS if "wevi" in preset.get("source", "") else _LESSONS
        groups[own if model in WORD2VEC else MODELS[model].title].append((slug, preset["title"]))
    return groups

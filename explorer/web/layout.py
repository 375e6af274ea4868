"""The page as Dash components: a still frame that the scripts in `assets/` bring to life.

Nothing here changes after it was served. Buttons and panels carry `disable_n_clicks`, because transport
listens on the document: a click that went through a Dash callback would be painted one frame later. Only
the lists of neighbours and analogies and the enlarged figure are filled by callbacks, from the store `place`.
"""

from dash import dcc, html

from explorer.corpus.presets import load_presets
from explorer.models import MODELS
from explorer.models.outputs import OUTPUTS
from explorer.training.fields import FIELDS
from explorer.web import ids
from explorer.web.controls import controls
from explorer.web.parts import button, chooser, group, option, panel, segments, select, toggle, word_input

SPEEDS = (
    ("1", "1 a second"),
    ("4", "4 a second"),
    ("15", "15 a second"),
    ("60", "60 a second"),
    ("240", "240 a second"),
)
TRAILS = (("0", "no trail"), ("20", "trail of 20"), ("100", "trail of 100"))


def layout() -> html.Div:
    """The whole page."""
    return html.Div(
        className="page",
        children=[
            header(),
            html.Div(id=ids.PROBLEMS, className="problems", role="alert", hidden=True, disable_n_clicks=True),
            html.Div(id=ids.ALERT, className="alert", role="alert", hidden=True, disable_n_clicks=True),
            transport(),
            html.Main(className="panels", children=panels()),
            help_dialog(),
            enlarged_dialog(),
            html.Datalist(id=ids.WORDS, disable_n_clicks=True),
            dcc.Store(id=ids.PLACE),
            dcc.Store(id=ids.ENLARGE_REQUEST),
        ],
    )


def header() -> html.Header:
    """Title, what is shown (preset, model, output), and what concerns the page itself."""
    own, wevis = presets()
    return html.Header(
        className="header",
        children=[
            html.H1("Embedding Explorer"),
            chooser(
                ids.PRESET,
                "Preset",
                [option("", "Own data"), *group("Lessons", own), *group("From wevi", wevis)],
            ),
            chooser(ids.MODEL, "Model", [option(name, model.title) for name, model in MODELS.items()]),
            chooser(ids.OUTPUT, "Output", [option(name, layer.title.capitalize()) for name, layer in OUTPUTS.items()]),
            html.Div(
                className="header-tools",
                children=[
                    button(ids.COPY_LINK, "Copy link", "Copy a link that opens exactly what is shown"),
                    button(ids.RACE, "Race", "The three output layers side by side", **{"data-enlarge": ids.RACE}),
                    button(ids.ENLARGE, "Enlarge", "Show one panel large, with axes that can be zoomed"),
                    button(ids.THEME, "Theme", "Light or dark", icon="theme"),
                    button(ids.HELP, "?", "Help: keys and symbols (?)", className="round"),
                ],
            ),
        ],
    )


def presets() -> tuple[list, list]:
    """Options of our own presets and of wevi's."""
    own, wevis = [], []
    for slug, preset in load_presets().items():
        target = wevis if "wevi" in preset.get("source", "") else own
        target.append(option(slug, preset["title"]))
    return own, wevis


def transport() -> html.Nav:
    """The buttons of a debugger and a player, where one is, and the timeline."""
    return html.Nav(
        className="transport",
        **{"aria-label": "Steps"},
        children=[
            html.Div(
                className="buttons moves",
                children=[
                    button(ids.RESTART, "Restart", "To the first step (Home)", icon="restart"),
                    button(ids.BACK, "Back", "One instance back (←)", icon="back"),
                    button(ids.STAGE_BACK, "Stage back", "One stage back (shift ←)", icon="stage-back"),
                    button(ids.STAGE, "Stage", "One stage on (shift →)", icon="stage", className="labelled"),
                    button(
                        ids.NEXT, "Next", "One instance on (→)", icon="next", className="primary labelled"
                    ),
                ],
            ),
            html.Div(
                className="buttons jumps",
                children=[
                    button(ids.STEP_20, "20", "20 steps on"),
                    button(ids.STEP_100, "100", "100 steps on"),
                    button(ids.STEP_500, "500", "500 steps on"),
                    button(
                        ids.PLAY, "Play", "Play or pause (space)", icon="play", **{"aria-pressed": "false"}
                    ),
                    select(ids.SPEED, [option(*speed) for speed in SPEEDS], "Speed of playing"),
                ],
            ),
            html.P(id=ids.STATUS, className="status", disable_n_clicks=True),
            html.Div(
                className="timeline",
                children=[
                    html.Canvas(id=ids.TIMELINE_LOSS, disable_n_clicks=True, **{"aria-hidden": "true"}),
                    dcc.Input(
                        id=ids.TIMELINE, type="range", min=0, max=500, step=1, value="0", debounce=True
                    ),
                ],
            ),
        ],
    )


def panels() -> list:
    """Above: what one sets and what the network does. Between: the equation. Below: what came of it."""
    above = [controls(FIELDS), panel(ids.NETWORK, "Network"), panel(ids.VECTORS, "Vectors of this step")]
    equation = html.Section(
        id=ids.EXPLANATION,
        className="panel explanation",
        disable_n_clicks=True,
        **{"aria-label": "The equation of this stage"},
    )
    return [
        html.Div(above, className="panel-row above"),
        equation,
        html.Div([weights(), projection(), answers()], className="panel-row below"),
    ]


def weights() -> html.Section:
    cells = [("values", "values"), ("change", "last change")]
    return panel(ids.WEIGHTS, "Weights", segments("heat", "What the cells show", cells))


def projection() -> html.Section:
    return panel(
        ids.PROJECTION,
        "Projection",
        segments("fit", "Axes fitted on", [("W", "input"), ("both", "both")]),
        button(ids.PCA, "Refit", "Fit the axes to the vectors of this step", className="small"),
        toggle("axes", "follow", "Follow", "Refit the axes at every step"),
        select(None, [option(*trail) for trail in TRAILS], "Trail", **{"data-view": "trail"}),
    )


def answers() -> html.Div:
    """Loss, neighbours and analogy, the last cell of the page."""
    of = select(
        ids.OF,
        [option("W", "input"), option("W_out", "output")],
        "Vectors compared, here and in the analogy",
        **{"data-view": "of"},
    )
    return html.Div(
        className="answers",
        children=[
            panel(ids.LOSS, "Loss"),
            html.Section(
                id=ids.NEIGHBOURS,
                className="panel question",
                disable_n_clicks=True,
                children=[
                    html.Header(className="panel-head", children=[html.H2("Neighbours"), of]),
                    html.Div(className="asked", children=word_input(ids.NEIGHBOURS_WORD, "Word")),
                    html.Div(id=ids.NEIGHBOURS_LIST, className="ranking", disable_n_clicks=True),
                ],
            ),
            html.Section(
                id=ids.ANALOGY,
                className="panel question",
                disable_n_clicks=True,
                children=[
                    html.Header(className="panel-head", children=[html.H2("Analogy")]),
                    html.Div(
                        className="asked",
                        children=[
                            word_input(ids.ANALOGY_A, "a"),
                            html.Span("−"),
                            word_input(ids.ANALOGY_B, "b"),
                            html.Span("+"),
                            word_input(ids.ANALOGY_C, "c"),
                        ],
                    ),
                    html.Div(id=ids.ANALOGY_LIST, className="ranking", disable_n_clicks=True),
                ],
            ),
        ],
    )


def help_dialog() -> html.Dialog:
    """Filled by help.mjs when it is first opened."""
    return html.Dialog(
        id=ids.HELP_DIALOG, className="dialog", disable_n_clicks=True, **{"aria-label": "Help"}
    )


def enlarged_dialog() -> html.Dialog:
    """A figure on the whole window. A callback makes the graph when asked, so plotly.js loads late."""
    panels = (ids.PROJECTION, ids.LOSS, ids.WEIGHTS, ids.VECTORS, ids.NETWORK)
    names = [(name, name.capitalize()) for name in panels]
    names += [(ids.RACE, "Race of output layers"), ("costs", "Costs of output layers")]
    names += [("descent", "Loss along a weight"), ("contour", "Loss along two weights")]
    return html.Dialog(
        id=ids.ENLARGED_DIALOG,
        className="dialog enlarged",
        disable_n_clicks=True,
        **{"aria-label": "Enlarged panel"},
        children=[
            html.Header(
                className="panel-head",
                children=[
                    select(ids.ENLARGED_PANEL, [option(*name) for name in names], "Panel"),
                    html.Button(
                        "Close", className="button", disable_n_clicks=True, **{"data-close": "dialog"}
                    ),
                ],
            ),
            html.Div(id=ids.ENLARGED, className="enlarged-figure", disable_n_clicks=True),
        ],
    )

"""The control panel: the preset's note, one control for each hyperparameter, the training data, two actions.

Rows come from the table of fields: a new hyperparameter needs no line here.
"""

from dash import dcc, html

from explorer.web import ids

# Fields of these groups have their own place on the page or, as arrays have, none.
ELSEWHERE = {"corpus", "model", "given"}


def controls(fields) -> html.Section:
    """The first column of the page."""
    rows = [control(field) for field in fields if field.group not in ELSEWHERE]
    return html.Section(
        id=ids.CONTROLS,
        className="panel controls",
        disable_n_clicks=True,
        **{"aria-label": "Controls and data"},
        children=[
            html.Div(
                className="controls-scroll",
                children=[
                    note(),
                    html.Div(rows, id=ids.PARAMETERS, className="parameters", disable_n_clicks=True),
                    data(),
                ],
            ),
            html.Footer(
                className="actions",
                children=[
                    action(
                        ids.APPLY,
                        "Restart with these",
                        "A new run with these values, from step 0",
                        "button primary",
                    ),
                    action(
                        ids.CHANGE_HERE,
                        "Change from here",
                        "Go on from this step with the new rate or data",
                        "button",
                    ),
                ],
            ),
        ],
    )


def note() -> html.Details:
    """What the preset is about and what to look for; folded away until asked for."""
    return html.Details(
        id=ids.NOTE,
        className="note",
        disable_n_clicks=True,
        children=[
            html.Summary(id=ids.NOTE_TITLE, children="About this example", disable_n_clicks=True),
            html.P(id=ids.NOTE_CAPTION, disable_n_clicks=True),
            html.Ul(id=ids.NOTE_LOOK_FOR, disable_n_clicks=True),
            html.P(id=ids.NOTE_SOURCE, className="muted", disable_n_clicks=True),
        ],
    )


def control(field) -> html.Div:
    """One hyperparameter: label, control, and the place of its message. When it applies travels as data-*."""
    name = ids.param(field.name)
    described = {"aria-describedby": ids.problem(name)}
    marks = {"data-field": field.name, "data-help": field.help, "data-allowed": field.allowed}
    for key in ("corpora", "models", "outputs"):
        if getattr(field, key) is not None:
            marks[f"data-{key}"] = " ".join(getattr(field, key))
    if field.default is None:
        marks["data-derived"] = "true"
    return html.Div(
        className="parameter",
        **marks,
        children=[
            html.Label(field.label, htmlFor=name),
            choice(name, field, described) if field.choices else entry(name, field),
            html.P(
                id=ids.problem(name),
                className="problem",
                disable_n_clicks=True,
                **{"data-problem-for": field.name},
            ),
        ],
    )


def choice(name: str, field, described: dict) -> html.Select:
    items = [html.Option(str(value), value=str(value)) for value in field.choices]
    return html.Select(items, id=name, className="select", disable_n_clicks=True, **described)


def entry(name: str, field) -> dcc.Input:
    # Dash's Input takes no aria-* or data-*: controls.mjs ties the message to it.
    return dcc.Input(
        id=name,
        type="text",
        value="" if field.default is None else str(field.default),
        autoComplete="off",
        debounce=True,
    )


def data() -> html.Section:
    """The corpus: pairs, text or points, as sheets of which one is in use."""
    return html.Section(
        className="data",
        **{"aria-label": "Training data"},
        children=[
            html.Div(
                className="data-head",
                children=[
                    html.Div(
                        className="segments",
                        role="tablist",
                        children=[
                            tab(ids.PAIRS_TAB, "Pairs", ids.PAIRS_SHEET),
                            tab(ids.TEXT_TAB, "Text", ids.TEXT_SHEET),
                            tab(ids.POINTS_TAB, "Points", ids.POINTS_SHEET),
                        ],
                    ),
                    action(
                        ids.FILE, "Open file", "A text file; or drop one anywhere on the page", "button small"
                    ),
                ],
            ),
            sheet(ids.PAIRS_SHEET, ids.PAIRS, "pairs", "Training pairs", "drink^juice|apple, eat|orange"),
            sheet(ids.TEXT_SHEET, ids.TEXT, "text", "Training text", "the cat sat\non the mat"),
            sheet(ids.POINTS_SHEET, ids.POINTS, "points", "Training points", "0 1 | 1; 1 1 | 0"),
            html.P("Drop a text file anywhere.", id=ids.FILE_NAME, className="muted", disable_n_clicks=True),
        ],
    )


def tab(name: str, label: str, sheet_id: str) -> html.Button:
    marks = {"aria-controls": sheet_id, "aria-selected": "false"}
    return html.Button(label, id=name, role="tab", type="button", disable_n_clicks=True, **marks)


def sheet(name: str, area: str, field: str, title: str, example: str) -> html.Div:
    return html.Div(
        id=name,
        role="tabpanel",
        className="sheet",
        disable_n_clicks=True,
        children=[
            html.Textarea(
                id=area,
                rows=4,
                placeholder=example,
                spellCheck="false",
                disable_n_clicks=True,
                **{"aria-label": title, "aria-describedby": ids.problem(area), "data-field": field},
            ),
            html.P(
                id=ids.problem(area),
                className="problem",
                disable_n_clicks=True,
                **{"data-problem-for": field},
            ),
        ],
    )


def action(name: str, label: str, title: str, className: str) -> html.Button:
    return html.Button(label, id=name, className=className, title=title, type="button", disable_n_clicks=True)

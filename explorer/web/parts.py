"""Small parts of the page: buttons, selects, panels, and controls of view options.

A view option is any element with `data-view="<key>"`: a select, or a button with `data-view-value`.
`assets/view-controls.mjs` sends its value to the player and shows which one holds.
"""

from dash import dcc, html

from explorer.web import ids


def panel(name: str, title: str, *tools) -> html.Section:
    """A titled panel; the element with the id is its empty body."""
    return html.Section(
        className=f"panel panel-{name}",
        **{"aria-label": title},
        children=[
            html.Header(
                className="panel-head", children=[html.H2(title), html.Div(className="tools", children=tools)]
            ),
            html.Div(id=name, className="panel-body", disable_n_clicks=True),
        ],
    )


def button(name: str, label: str, title: str, icon: str = "", className: str = "", **more) -> html.Button:
    """A button; with an icon its label shows only where the class `labelled` allows it."""
    inside = [html.Span(className=f"icon icon-{icon}", **{"aria-hidden": "true"})] if icon else []
    return html.Button(
        id=name,
        className=f"button {className}".strip(),
        title=title,
        type="button",
        disable_n_clicks=True,
        children=[*inside, html.Span(label, className="word" if icon else "")],
        **{"aria-label": label if icon else title, **more},
    )


def segments(key: str, title: str, values: list[tuple[str, str]]) -> html.Div:
    """Buttons of which one is pressed: a view option with few values."""
    return html.Div(
        className="segments",
        role="group",
        **{"aria-label": title},
        children=[view_button(key, value, label, title) for value, label in values],
    )


def toggle(key: str, value: str, label: str, title: str) -> html.Button:
    """A button that turns one value of a view option on and off."""
    return view_button(key, value, label, title, className="button small", **{"data-view-toggle": "true"})


def view_button(key: str, value: str, label: str, title: str, **more) -> html.Button:
    marks = {"data-view": key, "data-view-value": value, "aria-pressed": "false"}
    return html.Button(label, title=title, type="button", disable_n_clicks=True, **marks, **more)


def chooser(name: str, label: str, options: list) -> html.Label:
    """A labelled native select."""
    return html.Label(className="chooser", children=[html.Span(label), select(name, options, label)])


def select(name: str | None, options: list, title: str, **more) -> html.Select:
    """A native select, which Dash leaves alone: scripts read and write its value."""
    named = {"id": name} if name else {}
    return html.Select(
        options,
        **named,
        className="select",
        title=title,
        disable_n_clicks=True,
        **{"aria-label": title, **more},
    )


def option(value: str, label: str) -> html.Option:
    return html.Option(label, value=value)


def group(label: str, options: list) -> list:
    """An option group, or nothing where it would be empty."""
    return [html.Optgroup(options, label=label)] if options else []


def word_input(name: str, label: str) -> dcc.Input:
    """A word of the vocabulary, typed or taken from the list that controls.mjs fills."""
    return dcc.Input(
        id=name, type="text", list=ids.WORDS, placeholder=label, debounce=True, autoComplete="off"
    )

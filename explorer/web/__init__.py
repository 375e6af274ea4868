"""The page, and the server around it: the only package that imports Dash.

An app of one's own takes `Explorer`, a component, from here. It is loaded when it is asked for, and with it what serves
it: the program itself has no use for that.
"""


def __getattr__(name):
    if name not in ("Explorer", "add_to"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from explorer.web import component, served

    return component.Explorer if name == "Explorer" else served.add_to

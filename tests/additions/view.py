"""The figure of a panel to be thrown away."""

from explorer.views import theme as themes


def panel(run, view: dict):
    """The enlarged panel."""
    return themes.figure(view["theme"], f"{len(run.vocabulary)} words")

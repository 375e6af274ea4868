"""The explorer as a Dash component: `Explorer(id="mine", query="preset=king-queen", step=137)` in any app's layout.

Its properties are where it is: callbacks read them and set them. The class is written by hand: Dash's generator reads
components of React, and this one is the element <embedding-explorer>. Nor has its script, `assets/shell/component.mjs`,
a build step. That script, the element's, and the answers to what an explorer asks come from the app's own server, which
`explorer.web.served` sees to.
"""

from typing import ClassVar

from dash.development.base_component import Component

from explorer.errors import RecipeError
from explorer.web import panels as records

TRANSPORTS = ("none", "simple", "full")  # as in assets/shell/attributes.mjs


class Explorer(Component):
    """An explorer: its transport and its panels.

    Callbacks may read and set `query`, `step`, `stage` and `view`. While it plays they tell where it is four times a
    second at most.

    id : as of any component.
    query : the recipe, as `Recipe.to_query()` writes it, "preset=king-queen&seed=3". It is told in the server's words.
    step : the updates that are applied to the weights shown, from 0 on.
    stage : the last stage done; without one it is before the first step, or after the whole of a step.
    view : view options as in a link, {"word": "king", "fit": "both"}.
    panels : the names of those that are shown, of `explorer.web.panels.load()`; all of them by default.
    transport : "none", "simple" or "full".
    className, style, data-…, aria-… : the element's. `data-theme` is "light" or "dark"; without it <html data-theme>
        decides, else the system.

    Raises RecipeError where one of them cannot be, TypeError for another name. What is wrong with a recipe is told in
    the explorer.
    """

    _namespace = "wevi_explorer"
    _type = "Explorer"
    _children_props: ClassVar = []
    _prop_names: ClassVar = [
        *("id", "query", "step", "stage", "view", "panels", "transport", "className", "style"),
        *("adopts", "enlarged"),  # on the page of the program itself: see `layout.py`
    ]
    _valid_wildcard_attributes: ClassVar = ["data-", "aria-"]
    available_properties = _prop_names
    available_wildcard_properties = _valid_wildcard_attributes

    def __init__(self, id=None, query=None, step=0, stage=None, view=None, panels=None, transport=None, **more):
        names = {"id": id, "query": query, "step": step, "stage": stage, "view": view, "panels": panels}
        given = {name: value for name, value in (names | {"transport": transport} | more).items() if value is not None}
        if problems := list(_problems(given)):
            raise RecipeError(problems)
        super().__init__(**given)


class Painted(Component):
    """What the page's HTML has of the component `of`, taken over by this one inside it when React draws it first.

    For our own page, whose panels are there before Dash is: nothing of them is drawn anew, nor what was typed lost.
    """

    _namespace = "wevi_explorer"
    _type = "Painted"
    _children_props: ClassVar = []
    _prop_names: ClassVar = ["id", "of"]
    _valid_wildcard_attributes: ClassVar = []
    available_properties = _prop_names
    available_wildcard_properties = _valid_wildcard_attributes

    def __init__(self, of):
        super().__init__(of=of)


class Ranking(Component):
    """A list of words, each beside its number: `found` has them as texts, (word, number).

    asked : the words of the question, which are said before what was found.
    untrained : the numbers of those rows whose words no step has trained yet. note : what is said above the list.

    For our own page; one component, where Dash would keep each of the list's elements in step by itself.
    """

    _namespace = "wevi_explorer"
    _type = "Ranking"
    _children_props: ClassVar = []
    _prop_names: ClassVar = ["id", "found", "asked", "untrained", "note"]
    _valid_wildcard_attributes: ClassVar = []
    available_properties = _prop_names
    available_wildcard_properties = _valid_wildcard_attributes

    def __init__(self, found, asked, untrained=(), note=""):
        super().__init__(found=found, asked=list(asked), untrained=list(untrained), note=note)


def _problems(given: dict):
    """(field, what it got, what is allowed) of the properties that cannot be."""
    known = records.load()
    rules = [
        ("query", lambda it: isinstance(it, str) and it, "a recipe's query, such as preset=king-queen"),
        ("step", lambda it: type(it) is int and it >= 0, "a whole number from 0"),
        ("stage", lambda it: isinstance(it, str), "the name of a stage"),
        ("view", lambda it: isinstance(it, dict), "view options and their values"),
        ("panels", lambda it: isinstance(it, list) and {*it} <= known.keys(), f"a list of {', '.join(known)}"),
        ("transport", lambda it: it in TRANSPORTS, ", ".join(TRANSPORTS)),
    ]
    return ((name, given[name], allowed) for name, holds, allowed in rules if name in given and not holds(given[name]))

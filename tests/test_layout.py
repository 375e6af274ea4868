"""The page: every id once, every field of a recipe with its control, and for Dash only what callbacks fill."""

import re
from collections import Counter

import pytest
from dash import html as dash_html

from explorer import Recipe
from explorer.training.fields import FIELDS
from explorer.web import ahead, ids, panels
from explorer.web.component import Explorer
from explorer.web.describe import hyperparameters
from explorer.web.layout import ELSEWHERE, layout, page
from explorer.web.server import create_app
from tests.page_html import elements

PANELS = (ids.NEIGHBOURS, ids.ANALOGY, ids.ENLARGED_DIALOG)


@pytest.fixture(scope="module")
def html():
    """The elements of the page's HTML."""
    return elements(page())


@pytest.fixture(scope="module")
def by_id(html):
    return {element.attributes["id"]: element for element in html if "id" in element.attributes}


def components():
    """Dash's, each before those inside it."""
    return list(dash_html.Div(layout())._traverse())


def dash_ids():
    return [component.id for component in components() if getattr(component, "id", None)]


def test_every_id_stands_once(html):
    painted = [element.attributes["data-dash"] for element in html if "data-dash" in element.attributes]
    counted = Counter([element.attributes["id"] for element in html if "id" in element.attributes] + dash_ids())
    counted.subtract(painted)  # what Dash's component of that id takes the place of
    assert [name for name, times in counted.items() if times != 1] == []
    named = {value for name, value in vars(ids).items() if name.isupper() and isinstance(value, str)}
    made = {ids.param(field.name) for field in FIELDS} | panels.load().keys()
    made |= {ids.problem(name) for name in (*made, ids.PAIRS, ids.TEXT, ids.POINTS)}
    assert named == set(counted) - made


def test_only_the_fields_of_the_run_that_is_open_first_are_shown_from_the_start(html):
    rows = [
        element.attributes
        for element in html
        if "data-field" in element.attributes and "data-help" in element.attributes
    ]
    shown = {row["data-field"] for row in rows if "hidden" not in row}
    preset = dict([ahead.DEFAULT])
    assert shown <= hyperparameters(Recipe(**preset)).keys()
    assert {"vector_size", "learning_rate", "seed"} <= shown
    assert {"hidden", "bptt", "tree", "negative", "window"}.isdisjoint(shown)


def test_what_an_attribute_names_is_on_the_page(html, by_id):
    for element in html:
        for name in ("for", "list", "aria-controls", "aria-describedby"):
            assert element.attributes.get(name, ids.STATUS) in by_id


def test_every_field_of_a_recipe_has_its_control_and_the_place_of_its_message(html, by_id):
    slots = [element.attributes.get("data-problem-for") for element in html]
    for field in FIELDS:
        if field.group == "corpus":
            assert field.name in by_id
        elif field.group not in ELSEWHERE:
            assert ids.param(field.name) in by_id
        if field.group not in {"model", "given"}:
            assert slots.count(field.name) == 1


def test_a_control_is_a_select_with_every_choice_or_a_text_input_with_the_default(by_id):
    for field in FIELDS:
        control = by_id.get(ids.param(field.name))
        if control is None:
            continue
        if field.choices:
            assert control.tag == "select"
            own = [""] if hasattr(field.kind, "example") else []
            offered = [str(each) for each in field.choices] + own
            assert [option.attributes["value"] for option in control.inside] == offered
        else:
            assert (control.tag, control.attributes["type"]) == ("input", "text")
            assert control.attributes["value"] == ("" if field.default is None else field.kind.write(field.default))


def test_no_control_is_filled_by_the_browser_when_the_page_comes_again(html):
    """What it shows is what the link says."""
    controls = [each for each in html if each.tag in {"select", "input", "textarea"}]
    assert {each.attributes.get("autocomplete") for each in controls} == {"off"}


def test_choices_of_controls_have_names():
    assert re.findall(r">\s*(true|false)\s*<", page()) == []
    assert not [told for told in re.findall(r'data-allowed="([^"]*)"', page()) if re.search("true|false", told)]
    assert re.search('<option value="false"[^>]*>learnt</option>', page())


def test_callbacks_follow_the_explorer_and_fill_what_is_dashs():
    """What one clicks or types into is not Dash's: React would draw it late, and answer it a frame later."""
    filled = set()
    for callback in create_app().server.test_client().get("/_dash-dependencies").json:
        listened = callback["inputs"] + callback["state"]
        assert {part["id"] for part in listened} == {ids.EXPLORER}
        assert {part["property"] for part in listened} <= {*Explorer.available_properties}
        filled |= set(re.findall(r"([\w-]+)\.children", callback["output"]))
    assert filled == set(dash_ids()) - {ids.EXPLORER, *PANELS}


def test_what_is_painted_has_the_looks_and_the_parts_of_dashs_component(html):
    """It is in its place, and its part that is empty in that of the one that a callback fills."""
    painted = {each.attributes["data-dash"]: each for each in html if "data-dash" in each.attributes}
    assert tuple(painted) == PANELS
    for component in layout()[1:]:
        still = painted[component.id]
        assert (still.tag, still.attributes["class"]) == (component._type.lower(), component.className)
        assert still.attributes.get("aria-label") == getattr(component, "aria-label", None)
        head, filled = component.children
        assert (head._type, head.of) == ("Painted", component.id)
        (empty,) = (part for part in still.inside if "data-empty" in part.attributes)
        assert empty.attributes["class"] == filled.className
        assert empty is still.inside[-1]

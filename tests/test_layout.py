"""The page: every id once, every field of a recipe with its control, and for Dash only what callbacks fill."""

import re
from collections import Counter

import pytest

from explorer.training.fields import FIELDS
from explorer.web import ids, panels
from explorer.web.layout import ELSEWHERE, layout, page
from tests.page_html import elements


@pytest.fixture(scope="module")
def html():
    """The elements of the page's HTML."""
    return elements(page())


@pytest.fixture(scope="module")
def by_id(html):
    return {element.attributes["id"]: element for element in html if "id" in element.attributes}


def dash_ids():
    return [component.id for component in layout()._traverse() if getattr(component, "id", None)]


def test_every_id_stands_once(html):
    counted = Counter([element.attributes["id"] for element in html if "id" in element.attributes] + dash_ids())
    assert [name for name, times in counted.items() if times > 1] == []
    named = {value for name, value in vars(ids).items() if name.isupper() and isinstance(value, str)}
    made = {ids.param(field.name) for field in FIELDS} | panels.load().keys()
    made |= {ids.problem(name) for name in (*made, ids.PAIRS, ids.TEXT, ids.POINTS)}
    assert named == set(counted) - made


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
            assert control.attributes["value"] == ("" if field.default is None else str(field.default))


def test_dash_has_what_callbacks_fill_and_nothing_else(client):
    """What one clicks or types into is not Dash's: React would draw it late, and answer it a frame later."""
    wired = set()
    for callback in client.get("/_dash-dependencies").json:
        wired |= {part["id"] for part in callback["inputs"]}
        wired |= set(re.findall(r"([\w-]+)\.children", callback["output"]))
    assert set(dash_ids()) == wired


def test_a_component_with_a_picture_has_its_place_and_the_looks_of_it(html):
    places = {place.attributes["data-dash"]: place for place in html if "data-dash" in place.attributes}
    shown = [component for component in layout()._traverse() if getattr(component, "className", None)]
    assert places.keys() == {component.id for component in shown}
    assert all(places[component.id].attributes["class"] == component.className for component in shown)

"""The page's layout: every id once, every field of a recipe with its control, nothing that slows a click."""

from collections import Counter

import pytest
from dash import dcc, html

from explorer.training.fields import FIELDS
from explorer.web import controls, ids
from explorer.web.layout import layout


@pytest.fixture(scope="module")
def components():
    page = layout()
    return [page, *page._traverse()]


def ids_of(components):
    return [component.id for component in components if getattr(component, "id", None)]


def test_every_id_stands_once_in_the_layout(components):
    counted = Counter(ids_of(components))
    assert [name for name, times in counted.items() if times > 1] == []
    named = {value for name, value in vars(ids).items() if name.isupper() and isinstance(value, str)}
    made = {ids.param(field.name) for field in FIELDS}
    made |= {ids.problem(name) for name in (*made, ids.PAIRS, ids.TEXT, ids.POINTS)}
    assert named == set(counted) - made


def test_every_field_of_a_recipe_has_its_control_and_the_place_of_its_message(components):
    present = set(ids_of(components))
    slots = [
        component.to_plotly_json()["props"].get("data-problem-for")
        for component in components
        if hasattr(component, "to_plotly_json")
    ]
    for field in FIELDS:
        if field.group == "corpus":
            assert field.name in present
        elif field.group not in controls.ELSEWHERE:
            assert ids.param(field.name) in present
        if field.group not in {"model", "given"}:
            assert slots.count(field.name) == 1


def test_no_click_goes_through_dash(components):
    clicked = [
        c
        for c in components
        if getattr(c, "id", None) and "disable_n_clicks" in getattr(c, "_prop_names", ())
    ]
    assert clicked
    assert [component.id for component in clicked if not getattr(component, "disable_n_clicks", False)] == []


def test_choices_are_native_selects_and_the_rest_plain_text_inputs(components):
    by_id = {component.id: component for component in components if getattr(component, "id", None)}
    for field in FIELDS:
        control = by_id.get(ids.param(field.name))
        if control is None:
            continue
        assert isinstance(control, html.Select if field.choices else dcc.Input)
        if isinstance(control, dcc.Input):
            assert control.type == "text"


def test_the_first_paint_draws_no_plotly_figure(components):
    assert not any(isinstance(component, dcc.Graph) for component in components)

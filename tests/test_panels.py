"""The panels' records: what the page's HTML and the scripts both read."""

import json
from collections import Counter

import pytest

from explorer.views import VIEWS
from explorer.web import panels
from explorer.web.layout import page
from explorer.web.panels import Option, Panel
from tests.app_process import CHECKOUT
from tests.page_html import elements

FOLDER = CHECKOUT / "assets" / "panels"
PANELS = panels.load()


def test_the_list_holds_every_folder():
    assert PANELS.keys() == {path.name for path in FOLDER.iterdir() if path.is_dir()}


def test_every_panel_stands_on_the_page_in_the_order_of_the_list():
    shown = [element.attributes.get("id") for element in elements(page())]
    assert [name for name in shown if name in PANELS] == list(PANELS)


@pytest.mark.parametrize("name", PANELS)
def test_the_panel_brings_its_record(name):
    """The scripts find a panel's name and options in what its module exports."""
    script = (FOLDER / name / "mount.mjs").read_text(encoding="utf-8")
    assert 'import panel from "./panel.json" with { type: "json" };' in script
    assert "export { panel };" in script
    assert "export function mount(root, app)" in script or "export function mount(root)" in script


def test_a_view_option_is_of_one_panel():
    keys = Counter(option.key for panel in PANELS.values() for option in panel.options)
    assert [key for key, times in keys.items() if times > 1] == []


def test_choices_of_a_control_are_all_on_the_page():
    shown = {}
    for element in elements(page()):
        if key := element.attributes.get("data-view"):
            values = [option.attributes["value"] for option in element.inside if option.tag == "option"]
            shown.setdefault(key, []).extend(values or [element.attributes["data-view-value"]])
    for panel in PANELS.values():
        for option in panel.options:
            if option.control:
                assert shown[option.key] == [choice.value for choice in option.choices]


def test_what_can_be_enlarged_has_a_figure_and_a_number_of_its_own():
    numbers = [panel.enlarged for panel in PANELS.values() if panel.enlarged]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert VIEWS.keys() >= set(panels.enlargeable(PANELS))


def test_what_can_be_enlarged_stands_in_the_order_of_its_numbers():
    numbers = {"plane": 2, "curve": None, "projection": 1}
    records = {name: Panel(name, name.capitalize(), "below", enlarged=number) for name, number in numbers.items()}
    assert panels.enlargeable(records) == ["projection", "plane"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"area": "left"}, "area: got 'left', allowed is 'above', 'between'"),
        ({"options": [{"key": "heat", "control": "slider"}]}, "control: got 'slider', allowed is None, 'segments'"),
        ({"size": 3}, "unexpected keyword argument 'size'"),
        ({"options": [{"key": "heat", "choices": [["values"]]}]}, "missing 1 required positional argument: 'label'"),
    ],
)
def test_a_record_that_cannot_be_is_told(record, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Panel(**{"name": "a", "title": "A", "area": "above"} | record)


def test_a_record_with_another_name_than_its_folder_is_told(tmp_path, monkeypatch):
    (tmp_path / "panels" / "one").mkdir(parents=True)
    (tmp_path / panels.LIST).write_text('export * as one from "./one/mount.mjs";\n', encoding="utf-8")
    record = {"name": "other", "title": "One", "area": "above"}
    (tmp_path / "panels" / "one" / "panel.json").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr(panels.resources, "path", lambda name: tmp_path)
    with pytest.raises(ValueError, match="name: got 'other', allowed is 'one'"):
        panels.load()


def test_options_are_read_with_their_choices():
    option = Option("heat", choices=[["values", "values"], ["change", "last change", "What changed"]])
    assert [choice.title for choice in option.choices] == ["", "What changed"]

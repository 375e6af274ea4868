"""What serves explorers in somebody else's Dash app: below its paths, behind its guards, and nothing of ours beyond."""

import re

import pytest
from dash import Dash, html
from dash.development.base_component import Component
from flask import Flask, abort

from explorer import Recipe, RecipeError
from explorer.limits import MAX_REQUEST_BYTES
from explorer.web import Explorer, add_to, layout
from explorer.web.server import create_app
from explorer.web.version import VERSION

FRAMES = "preset=king-queen&frames.start=0&frames.count=3"


def made(**options):
    app = Dash("somebody", **options)
    app.layout = [Explorer(id="one", query="preset=king-queen", step=3)]
    return app


def script(client, page="/"):
    """The address of the component's script."""
    (address,) = re.findall(r'src="([^"]*in-dash\.js)"', client.get(page).text)
    return address


@pytest.fixture(scope="module")
def client():
    return made().server.test_client()


@pytest.mark.parametrize("options", [{}, {"url_base_pathname": "/lab/"}])
def test_an_app_serves_scripts_styles_and_answers_below_its_own_path(options):
    client, below = made(**options).server.test_client(), options.get("url_base_pathname", "/")
    address = script(client, below)
    assert address.startswith(f"{below}_explorer/assets/")
    for name, kind in {"in-dash.js": "javascript", "element.mjs": "javascript", "linked.css": "css"}.items():
        answer = client.get(address.replace("in-dash.js", name))
        assert answer.status_code == 200
        assert kind in answer.content_type
        assert answer.cache_control.max_age > 10_000_000
    page = client.get(address.replace("in-dash.js", "element.html")).text
    assert 'href="linked.css"' in page
    assert f'data-api="../../api/{VERSION}"' in page
    assert client.get(f"{below}_explorer/api/{VERSION}/frames?{FRAMES}").status_code == 200
    assert client.get(f"{below}_explorer/api/{VERSION}/nothing").status_code == 404


def test_answers_are_those_of_the_program(client):
    own = create_app().server.test_client()
    for question in (f"describe?{Recipe(preset='week').to_query()}", f"frames?{FRAMES}", "frames?preset=nothing"):
        ours, theirs = own.get(f"/api/{VERSION}/{question}"), client.get(f"/_explorer/api/{VERSION}/{question}")
        assert theirs.data == ours.data
        assert theirs.status_code == ours.status_code
        assert theirs.headers.get("Cache-Control") == ours.headers.get("Cache-Control")


def test_a_long_recipe_comes_in_a_body(client):
    pairs = ", ".join(f"a{i}|b{i}" for i in range(2000))
    answer = client.post(f"/_explorer/api/{VERSION}/describe", data={"pairs": pairs})
    assert len(answer.json["words"]) == 4000
    assert client.post(f"/_explorer/api/{VERSION}/describe", data=b"x" * (MAX_REQUEST_BYTES + 1)).status_code == 413


def test_nothing_of_ours_becomes_the_apps(client):
    page = client.get("/")
    assert not {"Content-Security-Policy", "Referrer-Policy"} & {*page.headers.keys()}
    assert page.status_code == client.get("/", headers={"Host": "anywhere.example"}).status_code == 200
    assert "<title>" in client.get("/healthz").text  # the app's page, as at any address
    assert client.application.config["MAX_CONTENT_LENGTH"] is None


def test_what_guards_the_app_guards_its_explorers():
    server = Flask("somebody")
    server.before_request(lambda: abort(401))
    client = made(server=server).server.test_client()
    assert client.get(f"/_explorer/api/{VERSION}/describe?preset=week").status_code == 401


def test_an_app_that_gets_its_server_later_is_added_to_once():
    server, app = Flask("somebody"), made(server=False)
    app.init_app(server)
    add_to(app)
    add_to(app)
    assert server.test_client().get(f"/_explorer/api/{VERSION}/describe?preset=week").json["title"]
    assert script(server.test_client())


def test_another_server_than_flask_is_told():
    app = made()
    app.server = object()
    with pytest.raises(TypeError, match="on Flask; this one is on object"):
        add_to(app)


def test_our_own_page_has_nothing_of_it():
    client = create_app().server.test_client()
    assert client.get(f"/_explorer/api/{VERSION}/describe?preset=week").status_code == 404
    assert "in-dash.js" not in client.get("/").text


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"query": ""}, "query"),
        ({"query": Recipe(preset="week")}, "query"),
        ({"step": -1}, "step"),
        ({"step": "3"}, "step"),
        ({"step": True}, "step"),
        ({"view": "fit=W"}, "view"),
        ({"panels": "network"}, "panels"),
        ({"panels": ["network", "nothing"]}, "panels"),
        ({"transport": "loud"}, "transport"),
        ({"stage": 3}, "stage"),
    ],
)
def test_a_property_that_cannot_be_is_told(given, named):
    with pytest.raises(RecipeError, match=f"^{named}: got .*, allowed is") as told:
        Explorer(**{"query": "preset=week", **given})
    assert len(told.value.problems) == 1


def test_another_name_is_none_of_its_properties():
    with pytest.raises(TypeError, match="`recipe`"):
        Explorer(recipe="preset=week")


def test_it_is_a_component_like_others():
    one = Explorer("one", "preset=week", view={"fit": "both"}, className="mine", **{"data-theme": "dark"})
    sent = one.to_plotly_json()
    assert sent["props"] == {
        "id": "one",
        "query": "preset=week",
        "step": 0,
        "view": {"fit": "both"},
        "className": "mine",
        "data-theme": "dark",
    }
    assert isinstance(one, Component)
    assert html.Div([one])["one"] is one
    assert layout.layout()[0].to_plotly_json()["props"] == {"id": "explorer", "adopts": True}

"""What Dash is asked: lists that follow the page's place, the enlarged figure, messages instead of errors."""

import json

import pytest
from dash import dcc, html

from explorer import Recipe, Run
from explorer.views import VIEWS
from explorer.web import ids
from explorer.web.callbacks import COUNT, enlarged, questions
from explorer.web.layout import page
from tests.page_html import elements

QUERY = "preset=king-queen"
WORDS = {"word": "king", "analogy": "king,man,woman"}


def place(step=100, stage="update", query=QUERY, **view):
    return {"query": query, "step": step, "stage": stage, "view": view}


def ranking(component):
    """The list as (word, number) texts."""
    assert isinstance(component, html.Ol)
    return [tuple(span.children for span in item.children) for item in component.children]


def message(component):
    assert isinstance(component, html.P)
    return component.children


def test_lists_are_the_runs_answers_and_follow_the_step():
    for step in (0, 100):
        neighbours, analogy = questions(place(step, **WORDS))
        run = Run(Recipe(preset="king-queen")).seek(step)
        expected = [(word, f"{cosine:z.2f}") for word, cosine in run.neighbours("king", count=COUNT)]
        assert ranking(neighbours) == expected
        expected = [(word, f"{cosine:z.2f}") for word, cosine in run.analogy("king", "man", "woman", count=COUNT)]
        assert ranking(analogy) == expected


def test_lists_compare_the_vectors_asked_for():
    neighbours, _ = questions(place(of="W_out", **WORDS))
    run = Run(Recipe(preset="king-queen")).seek(100)
    assert [word for word, _ in ranking(neighbours)] == [word for word, _ in run.neighbours("king", of="W_out")]


def test_words_stay_text():
    neighbours, _ = questions(place(3, query="pairs=%3Cb%3Ex%3C%2Fb%3E%7Cb%2C+b%7C%3Cimg%3E", word="b"))
    assert {word for word, _ in ranking(neighbours)} == {"<b>x</b>", "<img>"}


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({}, "Type a word"),
        ({"word": "  "}, "Type a word"),
        ({"word": "nobody"}, "“nobody”: not among the words of this run."),
        ({"word": "king", "of": "V"}, "of: got 'V'"),
        ({"word": None}, "Type a word"),
        ({"word": ["king"]}, "not among the words"),
    ],
)
def test_what_is_wrong_with_a_word_is_told_in_its_list(view, said):
    neighbours, _ = questions(place(**view))
    assert said in message(neighbours)


@pytest.mark.parametrize(
    ("analogy", "said"),
    [
        ("", "Type three words"),
        (",,", "Type three words"),
        ("king,,woman", "b still to be typed."),
        ("king", "b and c still to be typed."),
        ("king,man,", "c still to be typed."),
        ("king,nobody,no", "“nobody” and “no”: not among"),
        ("king,man,woman,queen", "not 4"),
    ],
)
def test_what_is_wrong_with_an_analogy_is_told_in_its_list(analogy, said):
    neighbours, told = questions(place(word="king", analogy=analogy))
    assert said in message(told)
    assert ranking(neighbours)


def test_a_single_word_has_no_neighbour():
    neighbours, _ = questions(place(1, query="pairs=a%7Ca", word="a"))
    assert message(neighbours) == "There is no other word."


@pytest.mark.parametrize(
    "data",
    [
        place(query="preset=nothing"),
        place(query="learning_rate=-1&preset=king-queen"),
        place(step=-4),
        place(step=10**9),
        place(step="x"),
        place(400, query=QUERY + "&learning_rate=1e300", **WORDS),
        {"query": QUERY},
        {**place(), "view": 4},
        "place",
        [1],
    ],
)
def test_what_cannot_be_answered_is_a_message(data):
    for component in (
        *questions(data),
        enlarged(data if isinstance(data, str | list) else {**data, "panel": "loss"}),
    ):
        assert message(component)


def test_a_run_that_ends_before_says_so_in_both_lists():
    for component in questions(place(400, query=QUERY + "&learning_rate=1e6", **WORDS)):
        assert "no longer finite" in message(component)


def test_nothing_is_asked_before_the_page_stands_anywhere():
    assert questions(None) == (None, None)
    assert enlarged(None) is None


@pytest.mark.parametrize("panel", VIEWS)
def test_a_panel_is_drawn_in_the_theme_of_the_page(panel):
    graph, save = enlarged({**place(**WORDS), "panel": panel, "theme": "dark"})
    assert isinstance(graph, dcc.Graph)
    assert graph.figure.layout.template.layout.paper_bgcolor == "#181e28"
    assert graph.responsive
    assert graph.config["showSendToCloud"] is False
    assert save.to_plotly_json()["props"]["data-export"] == "svg"


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"panel": "explanation"}, "panel"),
        ({"panel": None}, "panel"),
        ({"panel": ["loss"]}, "panel"),
        ({"panel": "loss", "step": float("inf")}, "place"),
        ({"panel": "loss", "theme": "blue"}, "theme"),
        ({"panel": "loss", "theme": ["light"]}, "theme"),
        ({"panel": "projection", "view": {"axes": "x"}}, "axes"),
        ({"panel": "projection", "view": {"axes": "follow", "turn": "x"}}, "turn"),
        ({"panel": "projection", "view": {"axes": "follow", "turn": "1e400,1"}}, "turn"),
        ({"panel": "projection", "query": "preset=features-learnt", "view": {"show": "output"}}, "show"),
        ({"panel": "contour", "view": {"focus": "W.99.0"}}, "focus"),
        ({"panel": "projection", "view": {"of": "V", "analogy": "king,man,woman"}}, "of"),
        ({"panel": "weights", "view": {"heat": "cold"}}, "mode"),
        ({"panel": "vectors", "stage": "end"}, "stage"),
    ],
)
def test_a_request_that_makes_no_sense_is_answered_with_a_message(request_, said):
    assert message(enlarged({**place(), **request_})).startswith(said)


def test_every_panel_to_choose_has_a_figure():
    chooser = next(part for part in elements(page()) if part.attributes.get("id") == ids.ENLARGED_PANEL)
    assert {option.attributes["value"] for option in chooser.inside} == set(VIEWS)


@pytest.mark.smoke
def test_over_http_a_question_costs_one_request_of_few_bytes(client):
    body = {
        "output": f"..{ids.NEIGHBOURS_LIST}.children...{ids.ANALOGY_LIST}.children..",
        "outputs": [{"id": name, "property": "children"} for name in (ids.NEIGHBOURS_LIST, ids.ANALOGY_LIST)],
        "inputs": [{"id": ids.PLACE, "property": "data", "value": place(**WORDS)}],
        "changedPropIds": [f"{ids.PLACE}.data"],
    }
    answer = client.post("/_dash-update-component", json=body)
    assert answer.status_code == 200
    assert len(answer.data) < 6_000
    children = json.loads(answer.data)["response"][ids.ANALOGY_LIST]["children"]
    assert children["type"] == "Ol"


def test_numbers_that_are_too_large_are_no_news_of_the_server(client):
    query = 'preset=capitals&model=cbow&edit=[2,"weight",["W_out","french",1,-1e300]]'
    request = {**place(5, "softmax", query), "panel": "descent"}
    output = {"id": ids.ENLARGED, "property": "children"}
    body = {"output": f"{ids.ENLARGED}.children", "outputs": output, "changedPropIds": []}
    body["inputs"] = [{"id": ids.ENLARGE_REQUEST, "property": "data", "value": request}]
    assert client.post("/_dash-update-component", json=body).status_code == 200


def test_an_instance_of_too_many_digits_is_the_first():
    graph, _ = enlarged({**place(instance="9" * 5000), "panel": "vectors"})
    assert isinstance(graph, dcc.Graph)


@pytest.mark.parametrize("axes", ["2,3", "9" * 5000])
def test_axes_that_are_not_there_are_the_first(axes):
    graph, _ = enlarged({**place(query="preset=xor-network", plane=axes), "panel": "plane"})
    assert graph.figure.layout.xaxis.title.text == "x<sub>1</sub>"

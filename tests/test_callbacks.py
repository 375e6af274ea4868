"""What Dash is asked: lists that follow the page's place, the enlarged figure, messages instead of errors."""

import json
from pathlib import Path

import pytest
from dash import dcc, html

from explorer import Recipe, Run
from explorer.views import VIEWS
from explorer.web import ids
from explorer.web.callbacks import COUNT, enlarged, questions
from explorer.web.component import Ranking
from explorer.web.layout import page
from tests.page_html import elements

QUERY = "preset=king-queen"
LISTS = Path(__file__).parent / "shared/lists.json"
WORDS = {"word": "king", "analogy": "king,man,woman"}


def place(step=100, stage="update", query=QUERY, **view):
    return {"query": query, "step": step, "stage": stage, "view": view}


def asked(step=100, stage="update", query=QUERY, **view):
    """The two lists at a place."""
    return questions(query, step, view)


def shown(panel, theme="light", **at):
    """The enlarged view of a panel at a place."""
    at = place() | at
    return enlarged({"panel": panel, "theme": theme}, at["query"], at["step"], at["stage"], at["view"])


def ranking(component):
    """The list as (word, number) texts."""
    assert isinstance(component, Ranking)
    return component.found


def told(*names, **values):
    """Properties of the explorer as Dash sends them."""
    return [{"id": ids.EXPLORER, "property": name, "value": values[name]} for name in names]


def message(component):
    assert isinstance(component, html.P)
    return component.children


def test_lists_are_the_runs_answers_and_follow_the_step():
    for step in (0, 100):
        neighbours, analogy = asked(step, **WORDS)
        run = Run(Recipe(preset="king-queen")).seek(step)
        expected = [(word, f"{cosine:z.2f}") for word, cosine in run.neighbours("king", count=COUNT)]
        assert ranking(neighbours) == expected
        expected = [(word, f"{cosine:z.2f}") for word, cosine in run.analogy("king", "man", "woman", count=COUNT)]
        assert ranking(analogy) == expected


def test_lists_compare_the_vectors_asked_for():
    neighbours, _ = asked(of="W_out", **WORDS)
    run = Run(Recipe(preset="king-queen")).seek(100)
    assert [word for word, _ in ranking(neighbours)] == [word for word, _ in run.neighbours("king", of="W_out")]


@pytest.mark.parametrize(("of", "axis"), [("W", "inputs"), ("W_out", "outputs")])
def test_words_that_no_step_has_trained_are_told(of, axis):
    """Of two steps those are trained that they read, or asked about; of all those that stand on that side."""
    query = "preset=king-queen&output=negative&negative=1"
    run = Run(Recipe.from_query(query)).seek(2)
    read = {word for step in range(2) for word in getattr(run.frame(step).instance, axis)}
    drawn = {word for step in range(2) for word in run.frame(step)["word"].tolist()} if of == "W_out" else set()
    trained = {run.vocabulary[word] for word in read | drawn}
    neighbours, _ = asked(2, query=query, word="plough", of=of)
    expected = [row for row, (word, _) in enumerate(neighbours.found) if word not in trained]
    assert expected
    assert neighbours.untrained == expected
    assert neighbours.note == ("“plough” is not trained yet" if "plough" not in trained else "")
    sides = {run.vocabulary[word] for instance in run.instances for word in getattr(instance, axis)}
    late, _ = asked(400, query=query, of=of, **WORDS)
    assert late.untrained == [row for row, (word, _) in enumerate(late.found) if word not in sides]
    first, _ = asked(0, query=query, of=of, **WORDS)
    assert (first.note, len(first.untrained)) == ("At step 0: none trained yet", COUNT)


def test_of_vectors_that_were_given_or_that_decay_nothing_is_said():
    taken = Recipe(pairs="a|b, c|d", parameters=dict(Run(Recipe(pairs="a|b, c|d")).seek(9).parameters))
    decaying = Recipe(text="a b c d e f", model="nnlm", context=1, weight_decay=0.01)
    for recipe, step in ((taken, 0), (decaying, 1)):
        neighbours, _ = asked(step, query=recipe.to_query(), word="a")
        assert (neighbours.untrained, neighbours.note) == ([], "")


def test_words_stay_text():
    neighbours, _ = asked(3, query="pairs=%3Cb%3Ex%3C%2Fb%3E%7Cb%2C+b%7C%3Cimg%3E", word="b")
    assert {word for word, _ in ranking(neighbours)} == {"<b>x</b>", "<img>"}


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"word": "king", "of": "V"}, "of: got 'V'"),
        ({"word": None}, "Type a word"),
        ({"word": ["king"]}, "not among the words"),
    ],
)
def test_what_is_wrong_with_a_word_is_told_in_its_list(view, said):
    neighbours, _ = asked(**view)
    assert said in message(neighbours)


@pytest.mark.parametrize("case", json.loads(LISTS.read_text(encoding="utf-8")), ids=lambda case: str(case["view"])[:60])
def test_what_is_wrong_with_the_words_of_a_view_is_told_in_their_lists(case):
    """Without a server the page tells the same: tests/scripts/lists.test.mjs."""
    for found, said in zip(asked(**case["view"]), (case["neighbours"], case["analogy"]), strict=True):
        assert (message(found) == said) if said else len(ranking(found)) == case.get("count", COUNT)


def test_a_single_word_has_no_neighbour():
    neighbours, _ = asked(1, query="pairs=a%7Ca", word="a")
    assert message(neighbours) == "There is no other word."


@pytest.mark.parametrize(
    "at",
    [
        place(query="preset=nothing"),
        place(query="learning_rate=-1&preset=king-queen"),
        place(step=-4),
        place(step=10**9),
        place(step="x"),
        place(400, query=QUERY + "&learning_rate=1e300", **WORDS),
        {"step": None},
        {"query": None},
        {"view": 4},
        {"view": [1]},
    ],
)
def test_what_cannot_be_answered_is_a_message(at):
    at = place() | at
    for component in (*questions(at["query"], at["step"], at["view"]), shown("loss", **at)):
        assert message(component)


def test_a_run_that_ends_before_says_so_in_both_lists():
    for component in asked(400, query=QUERY + "&learning_rate=1e6", **WORDS):
        assert "no longer finite" in message(component)


def test_nothing_is_drawn_before_a_panel_is_asked_for():
    assert enlarged(None, QUERY, 3, "update", {}) is None


def test_a_view_without_words_needs_no_recipe():
    for step in (0, 100):
        assert [message(each) for each in questions("", step, {})] == [
            "Type a word, or click one in the projection.",
            "Type three words, such as king − man + woman.",
        ]


@pytest.mark.parametrize("panel", VIEWS)
def test_a_panel_is_drawn_in_the_theme_of_the_page(panel):
    graph, save = shown(panel, "dark", view=WORDS)
    assert isinstance(graph, dcc.Graph)
    assert graph.figure.layout.template.layout.paper_bgcolor == "#181e28"
    assert graph.responsive
    assert graph.config["showSendToCloud"] is False
    assert save.to_plotly_json()["props"]["data-export"] == "svg"


@pytest.mark.parametrize(
    ("asks", "said"),
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
def test_a_request_that_makes_no_sense_is_answered_with_a_message(asks, said):
    assert message(shown(**asks)).startswith(said)


@pytest.mark.parametrize("what", ["loss", ["loss"], 3])
def test_what_names_no_panel_is_told(what):
    assert message(enlarged(what, QUERY, 3, "update", {})).startswith("enlarged: got")


def test_a_figure_is_drawn_for_the_room_that_the_page_has():
    def numbers_of(room):
        (drawn, _) = enlarged({"panel": "graph", "room": room}, "preset=computation-graph", 3, "update", {})
        return [bool(trace.text) for trace in drawn.figure.data if trace.type == "heatmap"]

    assert all(numbers_of("1226 596"))
    assert not any(numbers_of("1226 140"))
    assert numbers_of("wide") == numbers_of("1226 596")


def test_every_panel_to_choose_has_a_figure():
    chooser = next(part for part in elements(page()) if part.attributes.get("id") == ids.ENLARGED_PANEL)
    assert {option.attributes["value"] for option in chooser.inside} == set(VIEWS)


@pytest.mark.smoke
def test_over_http_a_question_costs_one_request_of_few_bytes(client):
    body = {
        "output": f"..{ids.NEIGHBOURS_LIST}.children...{ids.ANALOGY_LIST}.children..",
        "outputs": [{"id": name, "property": "children"} for name in (ids.NEIGHBOURS_LIST, ids.ANALOGY_LIST)],
        "inputs": told("query", "step", "view", **place(**WORDS)),
        "changedPropIds": [f"{ids.EXPLORER}.step"],
    }
    answer = client.post("/_dash-update-component", json=body)
    assert answer.status_code == 200
    assert len(answer.data) < 1_500
    children = json.loads(answer.data)["response"][ids.ANALOGY_LIST]["children"]
    assert children["type"] == "Ranking"


def test_numbers_that_are_too_large_are_no_news_of_the_server(client):
    query = 'preset=capitals&model=cbow&edit=[2,"weight",["W_out","french",1,-1e300]]'
    output = {"id": ids.ENLARGED, "property": "children"}
    body = {"output": f"{ids.ENLARGED}.children", "outputs": output, "changedPropIds": []}
    body["inputs"] = told("enlarged", enlarged={"panel": "descent"})
    body["state"] = told("query", "step", "stage", "view", **place(5, "softmax", query))
    assert client.post("/_dash-update-component", json=body).status_code == 200


def test_an_instance_of_too_many_digits_is_the_first():
    graph, _ = shown("vectors", view={"instance": "9" * 5000})
    assert isinstance(graph, dcc.Graph)


@pytest.mark.parametrize("axes", ["2,3", "9" * 5000])
def test_axes_that_are_not_there_are_the_first(axes):
    graph, _ = shown("plane", query="preset=xor-network", view={"plane": axes})
    assert graph.figure.layout.xaxis.title.text == "x<sub>1</sub>"

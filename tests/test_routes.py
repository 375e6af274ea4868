"""The routes that the player asks: what is wrong with a request is told, whatever it is."""

import hashlib
import json
from urllib.parse import urlencode

import numpy as np
import pytest

from explorer import PRESETS, Recipe, Run, limits
from explorer.analysis.projection import fit_axes
from explorer.views import difference, weights
from explorer.web.version import VERSION
from tests.test_rows import unpacked

LESSON = "preset=fruit-and-juice"
POINTS = "points=0+1%7C1;1+1%7C0&model=mlp&hidden=2"
TREE = "preset=king-queen&output=hierarchical"
FORM = "application/x-www-form-urlencoded"


def problems(response):
    assert response.status_code == 400
    return [field for field, _, _ in response.json["problems"]]


@pytest.mark.parametrize(
    ("request_for", "field"),
    [
        (f"describe?{LESSON}&edits=1", "edits"),
        (f"describe?{LESSON}&parameters=5", "parameters"),
        (f'describe?{LESSON}&parameters={{"query":5,"step":0,"names":{{}}}}', "parameters"),
        (f'describe?{LESSON}&edit=[1,"weight",["W",[],0,1]]', "weight"),
        (f"frames?{LESSON}&frames.start=x&frames.count=5", "frames.start"),
        (f"frames?{LESSON}&frames.start=0", "frames.count"),
        (f"frames?{LESSON}&frames.start=0&frames.count=9&frames.stride=0", "frames.stride"),
        (f"frames?{LESSON}&frames.start=10000000&frames.count=1", "frames.start"),
        (f"frames?{LESSON}&frames.start=10000001&frames.count=1", "frames.start"),
        (f"frames?{LESSON}&frames.start=9&frames.count=9&frames.stride=5000000", "frames.count"),
        (f"frames?{LESSON}&frames.start=9&frames.count=9&frames.words=99", "frames.words"),
        (f"losses?{LESSON}&losses.stop={limits.MAX_STEP + 1}", "losses.stop"),
        (f"explain?{LESSON}&explain.step=2&explain.quantity=W&explain.index=0", "explain.index"),
        (f"explain?{LESSON}&explain.step=0&explain.quantity=W&explain.index=-1,0", "explain.index"),
        (f"explain?{LESSON}&explain.step=2&explain.quantity=nothing&explain.index=0", "explain.quantity"),
        (f"excite?{LESSON}&excite.step=2&excite.words=99", "excite.words"),
        (f"excite?{LESSON}&excite.step=2&excite.words=0&excite.shown=99", "excite.shown"),
        (f"excite?{POINTS}&excite.step=2&excite.words=0", "excite.words"),
        ("excite?preset=four-grams&excite.step=2&excite.words=0", "excite.words"),
        (f"axes?{LESSON}&axes.step=2&axes.fit=all", "axes.fit"),
        (f"axes?{POINTS}&axes.step=2", "axes.fit"),
        (f"frames?{POINTS}&frames.start=0&frames.count=9&frames.fit=W", "frames.fit"),
        ("continuation?preset=four-grams&continuation.step=2&continuation.words=zzz", "continuation.words"),
        ("continuation?preset=four-grams&continuation.step=2&continuation.words=x+y+z", "continuation.words"),
        (f"continuation?{LESSON}&seed=x&continuation.step=2", "seed"),
        (f"neighbours?{LESSON}&neighbours.step=2&neighbours.word=nothing", "neighbours.word"),
        (f"neighbours?{LESSON}&neighbours.step=2", "neighbours.word"),
        (f"neighbours?{LESSON}&neighbours.step=2&neighbours.word=apple&neighbours.of=V", "neighbours.of"),
        (f"neighbours?{LESSON}&neighbours.step=2&neighbours.word=apple&neighbours.count=1001", "neighbours.count"),
        (f"neighbours?{POINTS}&neighbours.step=2&neighbours.word=a", "neighbours.of"),
        (f"analogy?{LESSON}&analogy.step=2&analogy.a=apple&analogy.b=drink", "analogy.c"),
        (f"figure?{LESSON}&figure.step=2", "figure.panel"),
        (f"figure?{LESSON}&figure.step=2&figure.panel=explanation", "figure.panel"),
        (f"figure?{LESSON}&figure.step=2&figure.panel=loss&figure.theme=blue", "figure.theme"),
        (f"figure?{LESSON}&figure.panel=loss", "figure.step"),
        (f"explain?{POINTS}&explain.step=2&explain.quantity=b&explain.index=0,0", "explain.index"),
        (f"explain?{POINTS}&explain.step=2&explain.quantity=learning_rate&explain.index=0", "explain.index"),
        (f"explain?{TREE}&explain.step=2&explain.quantity=p", "explain.index"),
        (f"explain?{TREE}&explain.step=2&explain.quantity=p&explain.index=9", "explain.index"),
        (f"explain?{TREE}&batch_size=2&explain.step=2&explain.quantity=p&explain.index=5,0", "explain.index"),
    ],
)
def test_bad_questions_are_told(client, request_for, field):
    assert problems(client.get(f"/api/{request_for}")) == [field]


def test_a_quantity_that_is_none_is_told_which_there_are(client):
    answer = client.get(f"/api/explain?{LESSON}&explain.step=2&explain.quantity=zz&explain.index=0").json
    assert answer == {
        "problems": [
            [
                "explain.quantity",
                "zz",
                "one of W, W_out, x, h, u, y, t, e, EH, loss, learning_rate, batch, inputs, outputs",
            ]
        ]
    }


TAKEN = {"query": "preset=king-queen", "step": 3, "names": {"W": "W"}}


@pytest.mark.parametrize(
    ("changed", "field", "got", "allowed"),
    [
        ({"query": "preset=king-queen&vector_size=zz"}, "query.vector_size", "zz", "a whole number from 1 to 1,000"),
        ({"query": "preset=nothing"}, "query.preset", "nothing", f"one of the {len(PRESETS)} presets, such as "),
        ({"query": 'preset=king-queen&edit=[1,"nothing",2]'}, "query.nothing", "2", "an edit of learning_rate, "),
        ({"query": "preset=king-queen&learning_rate=1000", "step": 99}, "step", "99", "at most 74: u is no longer fi"),
        ({"step": "x"}, "step", "x", "a whole number from 0 to 10,000,000"),
        ({"names": {"W": "Q"}}, "names", "{'W': 'Q'}", "this recipe's parameters, each with the name"),
        ({"names": 5}, "names", "5", "this recipe's parameters, each with the name that it has there: W, W_out"),
    ],
)
def test_what_is_wrong_with_a_run_to_take_arrays_from_is_told(client, changed, field, got, allowed):
    query = urlencode({"preset": "king-queen", "parameters": json.dumps(TAKEN | changed)})
    ((told, value, why),) = client.get(f"/api/describe?{query}").json["problems"]
    assert (told, value) == (f"parameters.{field}", got)
    assert why.startswith(allowed)
    within = urlencode({"preset": "king-queen", "parameters": json.dumps(TAKEN | {"query": query})})
    assert client.get(f"/api/describe?{within}").json["problems"][0][0] == f"parameters.query.parameters.{field}"


def test_several_numbers_are_told_as_they_are_typed(client):
    (problem,) = client.get("/api/describe?points=0|1&model=mlp&hidden=3,0").json["problems"]
    assert problem[:2] == ["hidden", "3,0"]


def test_half_a_surrogate_pair_in_a_run_to_take_arrays_from_is_told(client):
    query = urlencode({"preset": "king-queen", "parameters": json.dumps(TAKEN | {"query": "pairs=a|b,\ud800|a"})})
    assert problems(client.get(f"/api/describe?{query}"))


@pytest.mark.parametrize(
    "asked",
    [
        None,
        [],
        {"action": "restart"},
        {"action": "restart", "fields": [1]},
        {"action": "restart", "fields": {"pairs": ["a|b"]}},
        {"action": "restart", "fields": {"pairs": "\ud800|a"}},
        {"action": "restart", "fields": {"\ud800": "a"}},
        {"action": "change", "query": "pairs=\ud800|a,b|a", "step": 1, "fields": {"learning_rate": "0.1"}},
        {"action": "choose", "query": LESSON, "field": "\ud800", "value": "x"},
        {"action": "take", "query": LESSON, "step": 1, "model": "\ud800"},
        {"action": "change", "query": 5, "step": 1, "fields": {}},
        {"action": "change", "query": LESSON, "step": "1", "fields": {"learning_rate": "0.1"}},
        {"action": "change", "query": LESSON, "step": 1, "fields": {"learning_rate": None}},
        {"action": "change", "query": LESSON, "step": 1, "fields": {"nothing": "1"}},
        {"action": "change", "query": LESSON, "step": 1, "fields": {"weight": ["W", {}, 0, 1]}},
        {"action": "choose", "query": LESSON, "field": "preset", "value": ["king-queen"]},
        {"action": "choose", "query": LESSON, "field": "edits", "value": "x"},
    ],
    ids=json.dumps,
)
def test_bad_wishes_are_told(client, asked):
    assert problems(client.post("/api/recipe", json=asked))


@pytest.mark.smoke
def test_a_networks_numbers_are_described_sent_and_explained(client):
    edited = f'{POINTS}&edit=[2,"weight",["b",1,0,0.5]]&edit=[3,"weight",["W_out",0,1,0.5]]'
    session = client.get(f"/api/describe?{edited}").json
    assert [edit["label"] for edit in session["edits"]] == ["b[unit 2] = 0.5", "W′[output 1, 2] = 0.5"]
    assert session["instances_head"] == [[[0, 1], [1]], [[1, 1], [0]]]
    assert [layer["output"] for layer in session["network"]["layers"]] == ["h", "y"]
    assert client.get(f"/api/frames?{edited}&frames.start=0&frames.count=9").status_code == 200
    assert client.get(f"/api/losses?{edited}&losses.stop=50").status_code == 200
    asked = f"/api/explain?{edited}&explain.quantity=b&explain.index=1&explain.step="
    assert client.get(f"{asked}2").json["equation"] == "set by hand before step 3"
    assert client.get(f"{asked}3").json["title"] == "b[2] after step 3"


def test_neighbours_and_analogies_are_those_of_the_run(client):
    run = Run(Recipe.from_query("preset=king-queen")).seek(137)
    near = client.get("/api/neighbours?preset=king-queen&neighbours.step=137&neighbours.word=king&neighbours.count=4")
    assert near.json == [list(each) for each in run.neighbours("king", count=4)]
    asked = "analogy.step=137&analogy.a=king&analogy.b=man&analogy.c=woman&analogy.of=W_out"
    found = client.get(f"/api/{VERSION}/analogy?preset=king-queen&{asked}")
    assert found.json == [list(each) for each in run.analogy("king", "man", "woman", of="W_out")]
    assert "public" not in found.headers["Cache-Control"]


FORKED = {"preset": "king-queen", "edit": '[20,"learning_rate",0.5]'}


def test_a_figure_of_two_runs_is_plotlys(client):
    asked = {"difference.other": urlencode(FORKED), "difference.step": 60, "difference.panel": "weights"}
    answer = client.get(f"/api/{VERSION}/difference?preset=king-queen&{urlencode(asked)}&difference.theme=dark")
    one, other = (Run(Recipe.from_query(urlencode(query))).seek(60) for query in ({"preset": "king-queen"}, FORKED))
    assert answer.json == json.loads(difference(one, other, "dark").to_json())
    assert "private" in answer.headers["Cache-Control"]  # whatever the other run holds


@pytest.mark.parametrize(("stop", "position"), [(10, None), (20, None), (60, 21)])
def test_where_two_runs_part_is_told(client, stop, position):
    asked = urlencode({"parting.other": urlencode(FORKED), "parting.stop": stop})
    answer = client.get(f"/api/parting?preset=king-queen&{asked}").json
    assert answer == {"position": position, "name": position and "W", "seen": stop}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"other": "preset=king-queen", "panel": "network", "step": 3}, "difference.panel"),
        ({"other": "preset=king-queen", "panel": "loss"}, "difference.step"),
        ({"other": "preset=king-queen&seed=x", "panel": "loss", "step": 3}, "seed"),
        ({"other": POINTS, "panel": "weights", "step": 3}, ""),
    ],
)
def test_what_two_runs_cannot_show_is_told(client, options, field):
    asked = urlencode({f"difference.{key}": value for key, value in options.items()})
    answer = client.get(f"/api/difference?preset=king-queen&{asked}")
    assert problems(answer) == [field] if field else "no weights of the same words" in answer.get_data(as_text=True)


def test_a_figure_is_plotlys_with_the_view_options(client):
    asked = "figure.step=137&figure.panel=weights&figure.theme=dark&figure.sheet=W"
    figure = client.get(f"/api/figure?preset=king-queen&{asked}")
    assert figure.mimetype == "application/json"
    run = Run(Recipe.from_query("preset=king-queen")).seek(137)
    assert figure.json == json.loads(weights(run, "W", mode="values", theme="dark").to_json())


def test_bytes_that_are_no_text_are_told(client):
    assert problems(client.get("/api/describe", environ_overrides={"QUERY_STRING": "pairs=\xff|a&\xfe=\xff"}))
    assert problems(client.post("/api/describe", data=b"\xff\xfe"))
    assert problems(client.post("/api/recipe", data=b"[" * 100_000, content_type="application/json"))


def test_frames_that_would_fill_the_memory_are_refused(client):
    pairs = ",".join(f"w{i}|w{i + 1}" for i in range(14_000))
    query = {"pairs": pairs, "batch_size": 1024, "frames.start": 0, "frames.count": 100}
    assert problems(client.post("/api/frames", data=query)) == ["batch_size"]


def test_the_work_of_one_request_is_bounded(client):
    text = "\n".join(f"w{i} w{i + 1}" for i in range(3000))
    query = urlencode({"text": text, "vector_size": 100})
    response = client.post("/api/frames?frames.start=1000000&frames.count=1", data=query, content_type=FORM)
    assert problems(response) == ["frames.start"]


LARGE = ",".join(f"w{i}|w{(3 * i + 1) % (limits.MAX_WHOLE_WORDS + 1)}" for i in range(limits.MAX_WHOLE_WORDS + 1))


@pytest.mark.parametrize("output", ["hierarchical", "negative"])
def test_of_a_large_vocabulary_some_words_are_told(client, output):
    recipe = Recipe(pairs=LARGE, vector_size=3, output=output, learning_rate=2)
    query = recipe.to_query()
    session = client.post("/api/describe", data=query, content_type=FORM).json
    assert session["query"] == query
    run = Run(recipe).seek(600)
    expected = run.probabilities([7])
    asked, by_key = "excite.step=600&excite.words=7&excite.shown=1999,3", {"Explorer-Recipe": session["key"]}
    answer = client.get(f"/api/excite?{asked}", headers=by_key).json
    assert {1999, 3} < set(answer["ids"])
    np.testing.assert_allclose(answer["output"], expected[answer["ids"]], rtol=1e-9)
    assert answer["output"] == sorted(answer["output"], reverse=True)
    assert np.sort(expected)[-20] in answer["output"][:20]
    assert problems(client.get(f"/api/excite?{asked}".replace("1999", "2001"), headers=by_key)) == ["excite.shown"]
    axes = client.get("/api/axes?axes.step=600", headers=by_key).json
    fitted = fit_axes(run.parameters["W"])
    np.testing.assert_allclose(axes["basis"], fitted.basis, atol=1e-9)


def test_a_block_of_a_large_vocabulary_is_small_and_brings_axes_of_all_words(client):
    recipe = Recipe(pairs=LARGE, vector_size=3, output="negative", learning_rate=2)
    query, more = recipe.to_query(), "frames.start=32&frames.count=16&frames.words=0,5&frames.fit=both"
    block = client.post(f"/api/frames?{more}", data=query, content_type=FORM).data
    _, arrays = unpacked(block)
    assert len(block) < 40_000
    for step, basis in zip(range(32, 48), arrays["axes.basis"], strict=True):
        parameters = Run(recipe).seek(step).parameters
        np.testing.assert_allclose(basis, fit_axes(parameters["W"], parameters["W_out"]).basis, atol=1e-7)


def test_a_key_stands_for_a_recipe_once_it_was_sent(client):
    query = Recipe(preset="king-queen", seed=4711).to_query()
    key = hashlib.sha256(query.encode()).hexdigest()
    by_key = {"Explorer-Recipe": key}
    unknown = client.get("/api/describe", headers=by_key)
    assert (unknown.status_code, unknown.data) == (204, b"")
    sent = client.post("/api/describe", data=query, content_type=FORM)
    assert sent.json["key"] == key
    again = client.get("/api/describe", headers=by_key)
    assert again.json == sent.json
    assert "Explorer-Recipe" in again.vary


@pytest.mark.parametrize(
    ("query", "model", "refused"),
    [
        ("preset=four-grams", "rnnlm", {}),
        ("preset=hinge", "mlp", {"loss": "squared"}),
        ("preset=bank", "nnlm", {"context": 2}),
        ("preset=king-queen", "nnlm", {"context": 1}),
        ("preset=fruit-and-juice-cbow", "skip-gram", {}),
        ("preset=king-queen&order=shuffled", "rnnlm", {"order": "cyclic"}),
    ],
)
def test_another_model_keeps_the_data_and_only_what_it_refuses_stands_as_by_default(client, query, model, refused):
    asked = {"action": "choose", "query": query, "field": "model", "value": model}
    found = Recipe.from_query(client.post(f"/api/{VERSION}/recipe", json=asked).json["query"])
    assert found == Recipe.from_query(query).replaced(model=model, **refused)


@pytest.mark.parametrize(
    ("query", "choice", "told"),
    [
        ("preset=king-queen", ("model", "cbow"), ""),
        ("preset=king-queen", ("preset", "hinge"), ""),
        ("preset=the-everywhere", ("output", "softmax"), ""),
        ("preset=king-queen", ("model", "mlp"), "This model cannot be trained on the pairs from before: "
         "what is shown is an example of its own."),
        ("preset=hinge", ("model", "mlp"), "Reset with the model: Loss (hinge → squared). "
         "Not in this model: Link (identity)."),
        ("preset=the-everywhere&negative=3", ("model", "rnnlm"), "Reset with the model: "
         "Output layer (negative sampling → full softmax), Order (shuffled → cyclic). "
         "Not in this model: Words drawn K (3), Noise exponent (1.0)."),
        ("preset=we-all-have-it&direct=false", ("model", "cbow"), "Not in this model: Units per hidden layer (6), "
         "Direct paths (without), Weight decay λ (0.0001)."),
        ('preset=king-queen&edit=[3,"learning_rate",0.1]', ("output", "negative"), "Without the change on the way."),
        ('preset=hinge&edit=[3,"learning_rate",0.1]&edit=[5,"weight",["w",0,0,1]]', ("model", "mlp"),
         "Without the 2 changes on the way. Reset with the model: Loss (hinge → squared). "
         "Not in this model: Link (identity)."),
    ],
)  # fmt: skip
def test_what_a_model_does_not_keep_is_told_as_the_page_calls_it(client, query, choice, told):
    asked = dict(zip(("field", "value"), choice, strict=True)) | {"action": "choose", "query": query}
    assert client.post("/api/recipe", json=asked).json["told"] == told


def test_another_model_learns_from_what_the_controls_hold(client):
    fields = {"model": "skip-gram", "output": "softmax", "pairs": "a|b, b|a", "learning_rate": "0.07"}
    asked = {"action": "choose", "query": LESSON, "field": "model", "value": "cbow", "fields": fields}
    found = client.post("/api/recipe", json=asked).json
    assert Recipe.from_query(found["query"]) == Recipe(model="cbow", pairs="a|b, b|a", learning_rate=0.07)
    asked["fields"]["learning_rate"] = "fast"
    assert problems(client.post("/api/recipe", json=asked)) == ["learning_rate"]
    assert problems(client.post("/api/recipe", json=asked | {"fields": ["pairs"]})) == ["action"]


@pytest.mark.parametrize(
    ("query", "choice", "fields", "found"),
    [
        ("preset=or-unit", ("model", "mlp"), {"model": "perceptron", "rule": "perceptron", "points": "0 0|0 1"},
         {"model": "mlp", "points": "0 0|0 1"}),
        ("preset=the-everywhere", ("output", "softmax"), {"model": "skip-gram", "output": "negative", "pairs": "a|a"},
         {"model": "skip-gram", "pairs": "a|a"}),
    ],
)  # fmt: skip
def test_what_the_controls_hold_may_be_for_what_is_chosen_alone(client, query, choice, fields, found):
    asked = dict(zip(("field", "value"), choice, strict=True)) | {"action": "choose", "query": query, "fields": fields}
    assert Recipe.from_query(client.post("/api/recipe", json=asked).json["query"]) == Recipe(**found)


@pytest.mark.parametrize(
    ("query", "choice", "field"),
    [
        ('pairs=a|b,b|a&vector_size=1&parameters={"W_out":[[1],[2]]}', ("output", "hierarchical"), "parameters"),
        ("text=a+b+c+d+e&model=nnlm&hidden=none", ("model", "rnnlm"), "hidden"),
    ],
)
def test_what_was_written_down_is_never_left_out_unasked(client, query, choice, field):
    asked = dict(zip(("field", "value"), choice, strict=True)) | {"action": "choose", "query": query}
    assert problems(client.post("/api/recipe", json=asked)) == [field]

"""One budget an answer: what would cost too much is refused before it is begun, and says what would pass."""

import json
import re
from itertools import count
from threading import current_thread, main_thread
from urllib.parse import urlencode

import pytest
from threadpoolctl import threadpool_limits

from explorer import Recipe, RecipeError, Run, limits
from explorer.analysis.slices import contour_along, slice_along
from explorer.budget import Budget, at_most, charge, go_on, released
from explorer.errors import OverBudget, Overdue
from explorer.training import Race, quantities
from explorer.training import recipe as recipes
from explorer.training.replay import Trajectory
from explorer.web import fair, ids, kept

pytestmark = pytest.mark.slow_without_jit

FORM = "application/x-www-form-urlencoded"


def pairs(words):
    return ",".join(f"w{i}|w{(3 * i + 1) % words}" for i in range(words))


def ask(client, route, query, **options):
    asked = urlencode({f"{route}.{key}": value for key, value in options.items()})
    return client.post(f"/api/{route}?{asked}", data=urlencode(query, doseq=True), content_type=FORM)


def enlarge(client, panel, query, step, stage="update", **view):
    place = {"query": urlencode(query, doseq=True), "step": step, "stage": stage, "view": view}
    target = {"id": ids.ENLARGED, "property": "children"}
    body = {
        "output": f"{ids.ENLARGED}.children",
        "outputs": target,
        "inputs": [{"id": ids.EXPLORER, "property": "enlarged", "value": {"panel": panel}}],
        "state": [{"id": ids.EXPLORER, "property": name, "value": value} for name, value in place.items()],
        "changedPropIds": [f"{ids.EXPLORER}.enlarged"],
    }
    return client.post("/_dash-update-component", json=body)


# ---- the budget itself ----


def test_without_a_budget_work_may_cost_anything():
    charge("step", 5, work=1e30, memory=1e30)
    go_on()


def test_what_is_released_can_be_spent_again():
    with Budget(memory=500):
        for _ in range(3):
            with released():
                charge("step", 6, memory=400)
        charge("step", 6, memory=500)
        with released(), pytest.raises(OverBudget):
            charge("step", 6, memory=1)


def test_what_is_left_decides_and_the_nearest_that_would_pass_is_told():
    with Budget(work=1000, memory=500):
        charge("step", 6, work=600, nearest=at_most(6))
        with pytest.raises(OverBudget, match="got 8, allowed is at most 4: it takes about 800 multiply") as refused:
            charge("step", 8, work=800, nearest=at_most(8))
        assert "one answer may take 1,000, of which 400 are left" in str(refused.value)
        charge("step", 4, work=400, nearest=at_most(4))
        charge("fit", 9, memory=300, scratch=200)
        with pytest.raises(OverBudget, match="bytes"):
            charge("fit", 9, scratch=201)
    assert issubclass(OverBudget, RecipeError)


def test_the_deadline_is_looked_at_between_pieces():
    clock = count()
    with Budget(seconds=5, clock=lambda: next(clock)):
        for _ in range(5):
            go_on()
        with pytest.raises(Overdue, match="5 seconds"):
            go_on()
    with Budget(gone=lambda: True), pytest.raises(Overdue, match="gone"):
        Run(Recipe(preset="king-queen")).seek(5)


def test_words_that_are_read_one_by_one_are_pieces():
    run, clock = Run(Recipe(preset="cat-dog", model="rnnlm")), count()
    words = [run.vocabulary[0]] * 50
    run.hidden(words)
    with Budget(seconds=40, clock=lambda: next(clock)), pytest.raises(Overdue):
        run.hidden(words)


def test_it_is_told_once_that_an_answer_is_dear_and_before_its_work():
    told = []
    with Budget(dear=lambda: told.append("dear"), dear_work=100) as budget:
        charge("step", 1, work=100)
        assert told == []
        charge("step", 2, work=1)
        charge("step", 3, work=1000)
    assert (told, budget.spent_work) == (["dear"], 1101)


def test_a_run_in_a_budget_goes_as_far_as_it_is_told():
    recipe = Recipe(preset="king-queen")
    with Budget(work=10_000_000), pytest.raises(OverBudget) as refused:
        Run(recipe).seek(10_000_000)
    (problem,) = refused.value.problems
    nearest = int(re.search(r"at most ([\d,]+)", problem.allowed)[1].replace(",", ""))
    assert nearest > 1000
    with Budget(work=10_000_000):
        Run(recipe).seek(nearest)
    with Budget(work=10_000_000), pytest.raises(OverBudget):
        Run(recipe).seek(nearest + 1000)


# ---- ways around it, each of which once took minutes ----


def nested(levels, vector_size=30):
    query = f"preset=king-queen&vector_size={vector_size}"
    for _ in range(levels):
        origin = json.dumps({"query": query, "step": 1, "names": {"W": "W", "W_out": "W_out"}})
        query = urlencode({"preset": "king-queen", "vector_size": vector_size, "parameters": origin})
    return query


def test_runs_that_take_from_runs_are_read_once_each_and_at_most_three_deep(client, monkeypatch):
    read, original = [], recipes.Recipe.from_query.__func__

    def from_query(cls, query):
        if current_thread() is main_thread():  # others open presets and lessons meanwhile
            read.append(query)
        return original(cls, query)

    monkeypatch.setattr(recipes.Recipe, "from_query", classmethod(from_query))
    assert client.get(f"/api/describe?{nested(3)}").status_code == 200
    assert len(read) == 4
    for levels in (4, 12):
        read.clear()
        refused = client.post("/api/describe", data=nested(levels), content_type=FORM)
        assert refused.json["problems"][0][0] == "parameters"
        assert "at most 3 in a row" in refused.json["problems"][0][2]
        assert len(read) == 1


def test_a_question_mark_before_a_query_hides_no_levels(client):
    query = "preset=king-queen"
    for _ in range(limits.MAX_TAKEN + 1):
        given = json.dumps({"query": query, "step": 1, "names": {"W": "W", "W_out": "W_out"}})
        query = "?" + urlencode({"parameters": given, "preset": "king-queen"})
    problems = client.get(f"/api/describe{query}").get_json()["problems"]
    assert problems[0][0] == "parameters"
    assert "at most 3 in a row" in problems[0][2]


def test_long_lists_are_refused_before_they_are_read(client):
    words = "excite.words=" + "1," * 100_000
    answer = client.post("/api/excite?preset=king-queen&excite.step=1", data=words, content_type=FORM)
    assert answer.get_json() == {"problems": [["excite.words", "100,001 numbers", "at most 2,000"]]}


def test_vectors_can_be_taken_from_a_run_that_took_its_own():
    first = Run(Recipe(preset="king-queen", vector_size=20)).seek(3)
    second = Run(Recipe(preset="king-queen", vector_size=20, parameters=first.parameters)).seek(3)
    third = Recipe(preset="king-queen", vector_size=20, parameters=second.parameters)
    assert Recipe.from_query(third.to_query()) == third


def test_fields_are_counted_and_few_problems_told(client):
    many = client.post("/api/describe", data="a&" * 3_900_000, content_type=FORM)
    assert many.json["problems"] == [["query", "3,900,001 fields", "at most 2,000"]]
    some = client.post("/api/describe", data="a&" * 1_900, content_type=FORM)
    assert len(some.json["problems"]) == 20
    assert some.json["problems"][-1][2].endswith("; and 1,881 more")
    assert len(some.data) < 20_000
    long = client.post("/api/describe", data=urlencode({"pairs": "x" * 1_900_000}), content_type=FORM)
    assert len(long.data) < 2_000


SIDE = "^".join(f"w{i}" for i in range(1999))
DEAR_EDIT = {
    "pairs": "a|b," + pairs(2000),
    "vector_size": 50,
    "edit": json.dumps([1, "pairs", f"{SIDE}|{SIDE}," * 20]),
}


def test_every_segment_of_a_recipe_is_charged(client):
    for route, dear, options in (("losses", "stop", {}), ("frames", "start", {"count": 5})):
        ((field, _, allowed),) = ask(client, route, DEAR_EDIT, **{dear: 200_000}, **options).json["problems"]
        assert field == f"{route}.{dear}"
        assert "multiply" in allowed
    cheap = {**DEAR_EDIT, "edit": json.dumps([1, "learning_rate", 0.1])}
    assert ask(client, "losses", cheap, stop=2_000).status_code == 200


def test_a_race_is_as_long_as_its_dearest_segment_allows(client):
    recipe = Recipe(pairs=DEAR_EDIT["pairs"], vector_size=50)
    dear = recipe.edited(1, pairs=json.loads(DEAR_EDIT["edit"])[2])
    assert Race(dear).longest(limits.MAX_RACE_STEPS) < Race(recipe).longest(limits.MAX_RACE_STEPS) / 10
    assert enlarge(client, "race", DEAR_EDIT, 100_000).status_code == 200


def test_slices_over_a_large_batch_are_coarser_or_refused():
    recipe = Recipe(pairs=pairs(1200), batch_size=1024, vector_size=100)
    frame = Run(recipe).frame()
    places = ("W", (0, 0)), ("W", (0, 1))
    # BLAS's threads wait for each other in a loop, which on a busy machine takes thirty times as long.
    with threadpool_limits(1), Budget(limits.MAX_WORK) as budget:
        assert 9 <= len(contour_along(frame, *places).values[0]) < 41
        assert budget.spent_work > limits.MAX_WORK / 10
    with Budget(limits.MAX_WORK / 100), pytest.raises(OverBudget, match="batch_size: got 1024, allowed is at most"):
        contour_along(frame, *places)
    with Budget(limits.MAX_WORK / 100), pytest.raises(OverBudget, match="batch_size: got 1024, allowed is at most"):
        slice_along(frame, *places[0])


def test_axes_of_every_frame_are_counted_before_the_first(client):
    query = {"pairs": pairs(1000), "vector_size": 1000}
    (problem,) = ask(client, "frames", query, start=0, count=128, fit="W").json["problems"]
    assert problem[:2] == ["frames.count", "128"]
    assert "at most 3:" in problem[2]


@pytest.mark.parametrize(("route", "options"), [("axes", {"step": 9}), ("frames", {"start": 9, "count": 5})])
def test_axes_that_are_too_dear_are_told_before_anything_is_done_for_them(client, monkeypatch, route, options):
    trained, train = [], Trajectory._train
    monkeypatch.setattr(Trajectory, "_train", lambda self, *of: trained.append(self.recipe) or train(self, *of))
    query = {"pairs": pairs(3000), "vector_size": 1000, "output": "negative"}
    ((field, got, allowed),) = ask(client, route, query, **options, fit="both").json["problems"]
    assert (field, got) == (f"{route}.fit", "6,000 vectors of 1,000")
    assert allowed.startswith("fewer words, or shorter vectors: it takes about 26,000,000,000 multiply")
    assert not [recipe for recipe in trained if recipe.vector_size == 1000]  # others are compiled meanwhile


def corrected(client, route, query, options):
    """The options of a request that is answered: what is refused is replaced by the nearest that is told to pass."""
    for _ in range(len(options) + 1):
        answer = ask(client, route, query, **options)
        if answer.status_code == 200:
            return options
        ((field, got, allowed),) = answer.json["problems"]
        name = field.removeprefix(f"{route}.")
        assert int(got) in (options[name], options[name] - 1)  # a weight after a step is explained by the step before
        options = options | {name: int(re.match(r"at most ([\d,]+)", allowed)[1].replace(",", ""))}
    raise AssertionError(answer.json)


FAR, LESSON, SEQUENCE = 10_000_000, {"preset": "king-queen"}, {"preset": "cat-dog", "model": "rnnlm"}
DEARER_LATER = {"pairs": pairs(30), "edit": json.dumps([1000, "pairs", f"{pairs(30)},{'^'.join(['w1'] * 30)}|w1"])}
MATRICES = {"pairs": pairs(300), "vector_size": 100}


@pytest.mark.parametrize(
    ("route", "query", "options"),
    [
        ("axes", LESSON, {"step": FAR}),
        ("axes", MATRICES, {"step": FAR, "fit": "both"}),
        ("explain", LESSON, {"step": FAR, "quantity": "W", "index": "0,0"}),
        ("explain", LESSON, {"step": FAR, "quantity": "h", "index": "0"}),
        ("excite", LESSON, {"step": FAR, "words": "0"}),
        ("continuation", SEQUENCE, {"step": FAR, "words": "cat"}),
        ("losses", LESSON, {"start": 0, "stop": FAR}),
        ("losses", LESSON, {"start": FAR - 9, "stop": FAR}),
        ("losses", DEARER_LATER, {"start": 0, "stop": FAR}),
        ("frames", LESSON, {"start": FAR - 128, "count": 100}),
        ("frames", LESSON, {"start": 400, "count": 1000, "stride": 9_000}),
        ("frames", MATRICES, {"start": 0, "count": 1000, "fit": "W"}),
    ],
)
def test_the_nearest_that_is_told_passes(client, monkeypatch, route, query, options):
    monkeypatch.setattr(limits, "MAX_WORK", 60_000_000)
    monkeypatch.setattr(kept._kept, "_most", 0)  # an answer before may have come far
    nearest = corrected(client, route, query, options)
    assert min(value for name, value in nearest.items() if value != options[name]) > 0


def test_a_number_made_of_thousands_is_explained_in_one_pass_over_them(monkeypatch):
    made, share_of = [], quantities._mean_one_hot
    monkeypatch.setattr(quantities, "_mean_one_hot", lambda *of: made.append(of) or share_of(*of))
    words = "^".join(f"w{i}" for i in range(300))
    frame = Run(Recipe(pairs=f"{words}|w0", model="cbow")).frame()
    assert len(frame.explain("h", (0,)).operands) > 300
    assert len(made) == 1


def test_many_words_at_once_are_one_pass_and_in_a_sequence_one_each(client):
    words = ",".join(["1"] * 2000)
    at_once = {"pairs": pairs(3000), "vector_size": 300}
    assert ask(client, "excite", at_once, step=0, words=words).status_code == 200
    one_each = SEQUENCE | {"hidden": 1000}
    ((field, got, allowed),) = ask(client, "excite", one_each, step=0, words=words).json["problems"]
    assert (field, got) == ("excite.words", "2,000 words")
    assert re.match(r"at most [\d,]+: ", allowed)


def test_where_nothing_smaller_would_pass_that_is_said():
    with Budget(work=1_000):
        with pytest.raises(OverBudget, match="got 5, allowed is not even 1: it takes about 1,000,000"):
            charge("count", 5, work=1e6, nearest=at_most(5))
        with pytest.raises(OverBudget, match="allowed is at most 70: "):
            charge("step", 90, work=1e6, nearest=at_most(20, 70))
        with pytest.raises(OverBudget, match="allowed is no other value, which would cost as much: "):
            charge("of", "W", work=1e6)


def test_things_that_cost_different_amounts_are_counted_one_by_one():
    with Budget(work=100), pytest.raises(OverBudget, match="at most 10: "):
        charge("count", 20, work=400, nearest=at_most(20, work=lambda count: count * count))


def test_a_network_that_is_too_large_is_told_its_weights(client):
    query = {"pairs": pairs(10_000), "vector_size": 1000}
    ((field, got, allowed),) = ask(client, "describe", query).json["problems"]
    assert (field, got) == ("vector_size", "1000")
    most, has = map(int, re.search(r"at most ([\d,]+) weights; it has ([\d,]+)", allowed.replace(",", "")).groups())
    assert has == 20_000_000
    smaller = {**query, "vector_size": most // 20_000}
    assert ask(client, "describe", smaller).status_code == 200


def test_a_run_to_take_arrays_from_that_goes_too_far_is_told_as_such(client, monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK", 60_000_000)
    origin = {"query": "preset=king-queen", "step": FAR, "names": {"W": "W"}}
    ((field, got, allowed),) = ask(client, "describe", LESSON | {"parameters": json.dumps(origin)}).json["problems"]
    assert (field, got) == ("parameters.step", str(FAR))
    origin["step"] = int(re.match(r"at most ([\d,]+)", allowed)[1].replace(",", ""))
    assert ask(client, "describe", LESSON | {"parameters": json.dumps(origin)}).status_code == 200


def test_a_step_beyond_the_limit_is_refused_by_every_route(client):
    lesson = {"preset": "king-queen"}
    more = {"explain": {"quantity": "W", "index": "0,0"}, "excite": {"words": "0"}, "continuation": {"words": "a"}}
    for route in ("axes", "explain", "excite", "continuation", "truncation", "neighbours", "analogy", "figure"):
        (problem,) = ask(client, route, lesson, step=limits.MAX_STEP + 1, **more.get(route, {})).json["problems"]
        assert problem[0] == f"{route}.step"


def test_the_enlarged_loss_of_ten_million_steps_is_refused(client):
    assert "step: got 10000000, allowed is at most" in enlarge(client, "loss", {"preset": "king-queen"}, 10**7).text


def test_a_file_of_many_words_is_as_long_as_an_answer_may_be(client):
    query = {"pairs": pairs(8_000), "model": "nnlm", "context": 1, "vector_size": 20, "hidden": 30}
    assert ask(client, "file", query, step=277).status_code == 200


# ---- fair ----


def test_dear_answers_come_one_at_a_time_and_cheap_ones_never_wait(client):
    dear, lesson = {"preset": "king-queen", "seed": 77}, {"preset": "king-queen"}
    with fair._dear:  # somebody else's is being worked on
        busy = ask(client, "losses", dear, stop=400_000)
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")
        assert "busy" in busy.json["reason"]
        contour = enlarge(client, "contour", {"pairs": pairs(200), "batch_size": 64, "vector_size": 50}, 3)
        assert (contour.status_code, contour.headers["Retry-After"]) == (503, "1")
        assert ask(client, "frames", lesson, start=0, count=100).status_code == 200
    assert ask(client, "losses", dear, stop=400_000).status_code == 200


def test_an_answer_that_takes_too_long_is_given_up_and_not_asked_for_again(client, monkeypatch):
    monkeypatch.setattr(limits, "MAX_SECONDS", 0.0)
    late = ask(client, "losses", {"preset": "king-queen", "seed": 78}, stop=100_000)
    assert late.status_code == 503
    assert "Retry-After" not in late.headers
    assert "longer than 0 seconds" in late.json["reason"]


def test_work_for_a_client_that_has_gone_ends(client):
    gone = {"waitress.client_disconnected": lambda: True}
    late = client.get("/api/losses?preset=king-queen&seed=79&losses.stop=1000", environ_overrides=gone)
    assert late.status_code == 503

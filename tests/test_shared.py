"""What Python and the page's scripts both know, they know the same: tests/shared holds it.

tests/scripts/shared.test.mjs asks the scripts.
"""

import json
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import numpy as np
import pytest

from explorer import Recipe
from explorer import numbers as written
from explorer.analysis.projection import Axes, fit_axes, nearest_turn, upright
from explorer.corpus.corpus import Corpus
from explorer.corpus.windows import Habits
from explorer.errors import ExpressionError
from explorer.lessons.predicted import has_order, looked_at_from
from explorer.models.notation import math
from explorer.training.questions import tokens
from explorer.training.stream import Segment
from explorer.training.stretches import stretch_of
from explorer.views.edges import levels_of, look_of
from explorer.views.limits import Sizes, is_beyond, round_end, round_every, round_limit, round_step
from explorer.views.moment import WINDOW, focused_row, shown_rows
from explorer.views.theme import ramp
from explorer.web import chosen
from explorer.web.ahead import first_question

SHARED = Path(__file__).parent / "shared"


def fixture(name: str):
    return json.loads((SHARED / f"{name}.json").read_text(encoding="utf-8"))


LIMITS = fixture("limits")


def numbers(given) -> np.ndarray:
    """Numbers of a fixture, in which those that JSON has no name for are texts."""
    return np.array([float(value) for value in given])


TYPED = fixture("typed")


@pytest.mark.parametrize(("text", "value", "unit"), TYPED["read"])
def test_a_typed_number_has_a_last_digit(text, value, unit):
    assert written.typed(text) == (value, pytest.approx(unit))


def test_what_is_no_number_is_told_from_one():
    assert [text for text in TYPED["none"] if written.typed(text) is not None] == []


@pytest.mark.parametrize(("text", "value"), TYPED["fractions"])
def test_a_typed_fraction_is_the_number_that_it_is(text, value):
    assert written.quotient(text) == value
    rate = {"preset": "king-queen", "learning_rate": text.replace("−", "").replace("-", "")}
    assert Recipe.from_query(urlencode(rate)).learning_rate == abs(value)


@pytest.mark.parametrize("text", [*TYPED["no fractions"], *sorted(set(TYPED["none"]) - {"1/4"})])
def test_what_is_no_fraction_is_no_number(text):
    with pytest.raises(ValueError, match=r"^$"):
        written.quotient(text)


@pytest.mark.parametrize("sign", [" ", "+", "1", "1/", "¼"])
def test_what_is_as_long_as_a_request_is_refused_in_time_of_its_length(sign):
    with pytest.raises(ValueError, match=r"^$"):
        written.quotient(f"{sign * 50_000}x")


@pytest.mark.parametrize(("text", "value", "right"), TYPED["within"])
def test_a_typed_number_is_right_to_a_unit_of_its_last_digit(text, value, right):
    assert bool(written.within(*written.typed(text), value)) == right


@pytest.mark.parametrize(("weight", "limit", "level"), fixture("edges")["level"])
def test_an_edge_has_the_level_of_its_weight(weight, limit, level):
    assert levels_of(np.array([weight]), limit) == [level]


@pytest.mark.parametrize(("level", "shade", "share", "dashed"), fixture("edges")["look"])
def test_an_edge_looks_as_its_level_says(level, shade, share, dashed):
    assert look_of(level) == (shade, share, dashed)


@pytest.mark.parametrize(("value", "limit"), LIMITS["round"])
def test_a_limit_is_round_and_not_below_what_it_limits(value, limit):
    assert round_limit(float(value)) == limit


@pytest.mark.parametrize(("value", "limit", "beyond"), LIMITS["beyond"])
def test_what_the_colours_do_not_reach_is_beyond_them(value, limit, beyond):
    assert bool(is_beyond(np.array(float(value)), limit)) == beyond


@pytest.mark.parametrize(("value", "step"), LIMITS["step"])
def test_marks_of_an_axis_are_a_round_step_apart(value, step):
    assert round_step(value) == step


@pytest.mark.parametrize(("value", "every"), LIMITS["every"])
def test_a_round_number_of_things_is_left_unnumbered(value, every):
    assert round_every(value) == every


@pytest.mark.parametrize(("value", "end"), LIMITS["end"])
def test_an_axis_of_a_curve_ends_at_a_round_number(value, end):
    assert round_end(float(value)) == end


@pytest.mark.parametrize("case", LIMITS["colour"], ids=lambda case: case["told"])
def test_colours_of_some_arrays_end_where_the_fixture_says(case):
    assert Sizes(*map(numbers, case["arrays"])).limit == case["limit"]


@pytest.mark.parametrize("case", LIMITS["change"], ids=lambda case: case["told"])
def test_colours_of_a_change_end_where_the_fixture_says(case):
    assert Sizes(numbers(case["data"]) - numbers(case["minus"])).limit == case["limit"]


@pytest.mark.parametrize("case", LIMITS["stretches"], ids=lambda case: case["told"])
def test_a_run_is_cut_into_the_stretches_of_the_fixture(case):
    found = [list(stretch_of(step, case["longest"], case["edits"])) for step in case["steps"]]
    assert found == case["stretches"]


NUMBERS = [(rule, *case) for rule, cases in fixture("numbers").items() for case in cases]


@pytest.mark.parametrize("case", NUMBERS, ids=lambda case: f"{case[0]} {case[-1]}")
def test_a_number_is_written_as_the_fixture_says(case):
    rule, value, *digits, text = case
    write = "{:,}".format if rule == "count" else getattr(written, rule)
    assert write(value if rule == "count" else float(value), *digits) == text


def kinds(text) -> list[str]:
    """The kinds of an expression's tokens, without its end; nothing where a token begins that is none."""
    try:
        return [token.kind for token in tokens.tokens(text)[:-1]]
    except ExpressionError:
        return []


@pytest.mark.parametrize(("word", "shown"), fixture("long_words"))
def test_a_word_in_an_equation_is_as_long_as_the_fixture_says(word, shown):
    assert f"<mtext>{shown}</mtext>" in math(r"v_{⟦0⟧}", word)


@pytest.mark.parametrize(("word", "text"), fixture("words")["written"])
def test_a_word_stands_between_quotes_where_an_expression_would_read_something_else(word, text):
    assert tokens.written(word) == text
    assert tokens.tokens(text)[0].text == word
    assert (text == word) == (kinds(word) == ["name"] and word != "target")


AXES = fixture("axes")
PLANE = Axes(np.zeros(3), np.array([[1, 0, 0], [0, 0.6, 0.8]]), np.array([0.7, 0.2]))


@pytest.mark.parametrize("case", AXES["upright"], ids=lambda case: case["told"])
def test_an_axis_points_where_the_fixture_says(case):
    np.testing.assert_array_equal(upright(np.array([case["direction"]], float))[0], case["upright"])


@pytest.mark.parametrize("case", AXES["turns"], ids=lambda case: case["told"])
def test_axes_are_turned_as_the_fixture_says(case):
    np.testing.assert_allclose(nearest_turn(case["along"]), case["turn"], atol=1e-12)


@pytest.mark.parametrize("case", AXES["turned"], ids=lambda case: str(case["turn"]))
def test_turned_axes_are_those_of_the_fixture(case):
    turned = PLANE.turned(*case["turn"])
    np.testing.assert_allclose(turned.basis, case["basis"], atol=1e-12)
    np.testing.assert_allclose(turned.share, case["share"], atol=1e-12)


@pytest.mark.parametrize("case", AXES["planes"], ids=lambda case: case["told"])
def test_points_stand_where_the_fixture_says(case):
    values, reference = np.array(case["values"]), np.array(case["references"], float)
    axes = fit_axes(values)
    np.testing.assert_allclose(axes.share, case["share"], atol=1e-9)
    along = (reference - reference.mean(axis=0)).T @ axes.project(values)
    points = axes.turned(*nearest_turn(along)).project(values)
    np.testing.assert_allclose(points, case["points"], atol=1e-9 * np.abs(values).max())


@pytest.mark.parametrize("case", fixture("rows"), ids=lambda case: case["told"])
def test_the_rows_of_the_fixture_are_shown(case):
    assert shown_rows(case["size"], case["room"], *case["wanted"]).tolist() == case["shown"]


FOCUSED = fixture("focused")


@pytest.mark.parametrize(("focus", "axis", "row"), FOCUSED["rows"])
def test_the_number_in_focus_stands_in_the_row_of_the_fixture(focus, axis, row):
    declared = [SimpleNamespace(name=name, axes=tuple(axes)) for name, axes in FOCUSED["axes"].items()]
    assert focused_row(declared, focus, axis) == row


@pytest.mark.parametrize("case", fixture("colours"), ids=lambda case: f"{case['from']} {case['to']} {case['share']}")
def test_a_colour_between_two_is_that_of_the_fixture(case):
    colours = ramp(case["from"], case["to"])
    found = colours[round(case["share"] * (len(colours) - 1))]
    assert found == f"rgb({','.join(map(str, case['colour']))})"


@pytest.mark.parametrize("case", fixture("predicted")["first"], ids=lambda case: str(case["first"]))
def test_the_way_of_a_predicted_number_begins_where_the_fixture_says(case):
    segment = Segment(**case["segment"], epoch=0, corpus=None)
    assert looked_at_from(segment, case["step"]) == case["first"]


@pytest.mark.parametrize(("rows", "possible"), fixture("predicted")["order"])
def test_so_many_rows_have_an_order_as_the_fixture_says(rows, possible):
    assert has_order(rows) == possible


@pytest.mark.parametrize("case", fixture("sampling"), ids=lambda case: f"{case['formula']} {case['sample']}")
def test_so_many_words_are_to_stay_as_the_fixture_says(case):
    habits = Habits(sample=case["sample"], sample_formula=case["formula"])
    assert np.array(case["counts"]) @ habits.staying(np.array(case["counts"])) == pytest.approx(case["stay"], abs=1e-4)


def test_how_many_are_shown():
    assert fixture("counts") == {"rows": WINDOW, "likeliest": chosen.LIKELIEST, "pulling": chosen.PULLING}


@pytest.mark.parametrize(("link", "asked"), fixture("links")["asked"])
def test_a_page_names_what_its_scripts_ask_first(link, asked):
    expected = asked and f"/api/{spelt(asked)}"
    assert first_question(spelt(link).removeprefix("?"), "/api") == expected


def spelt(text) -> str:
    """A text of a fixture, which may be given as [piece, times]."""
    return text if isinstance(text, str) else "".join(piece * times for piece, times in text)


def test_a_recipe_whose_data_may_be_in_the_fragment_is_not_asked_ahead():
    assert first_question("seed=3", "/api") is None


@pytest.mark.parametrize("case", fixture("spelling"), ids=lambda case: case["typed"])
def test_a_word_that_is_asked_for_is_spelt_as_those_of_the_text(case):
    lowercase, word = case["lowercase"] == "true", case["word"]
    corpus = Corpus.from_text(f"a {word} b", lowercase=lowercase, tokenizer=case["tokenizer"])
    assert corpus.id_of(case["typed"]) == corpus.index[word]

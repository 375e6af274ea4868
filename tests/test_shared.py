"""What Python and the page's scripts both know, they know the same: tests/shared holds it.

tests/scripts/shared.test.mjs asks the scripts.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from explorer.views import numbers as written
from explorer.views.limits import colour_limit, round_limit

SHARED = Path(__file__).parent / "shared"


def fixture(name: str):
    return json.loads((SHARED / f"{name}.json").read_text(encoding="utf-8"))


LIMITS = fixture("limits")


def numbers(given) -> np.ndarray:
    """Numbers of a fixture, in which those that JSON has no name for are texts."""
    return np.array([float(value) for value in given])


@pytest.mark.parametrize(("value", "limit"), LIMITS["round"])
def test_a_limit_is_round_and_not_below_what_it_limits(value, limit):
    assert round_limit(float(value)) == limit


@pytest.mark.parametrize("case", LIMITS["colour"], ids=lambda case: case["told"])
def test_colours_of_some_arrays_end_where_the_fixture_says(case):
    assert colour_limit(*map(numbers, case["arrays"])) == case["limit"]


@pytest.mark.parametrize("case", LIMITS["change"], ids=lambda case: case["told"])
def test_colours_of_a_change_end_where_the_fixture_says(case):
    assert colour_limit(numbers(case["data"]) - numbers(case["minus"])) == case["limit"]


NUMBERS = [(rule, *case) for rule, cases in fixture("numbers").items() for case in cases]


@pytest.mark.parametrize("case", NUMBERS, ids=lambda case: f"{case[0]} {case[-1]}")
def test_a_number_is_written_as_the_fixture_says(case):
    rule, value, *digits, text = case
    write = "{:,}".format if rule == "count" else getattr(written, rule)
    assert write(value if rule == "count" else float(value), *digits) == text

"""Cases of a test of many: those that tell most run first, the further ones while there is time (`conftest.py`)."""

import pytest


def few_of(cases, *telling):
    """The cases as parameters, a tuple for several; all but the `telling` ones are further cases."""
    cases = list(cases)
    assert all(case in cases for case in telling), telling
    given = [(case, case if isinstance(case, tuple) else (case,)) for case in cases]
    return [pytest.param(*each, marks=[] if case in telling else pytest.mark.further_case) for case, each in given]

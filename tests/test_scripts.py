"""The scripts' own tests; `python -m tests.node` runs them without pytest, and soon."""

from tests.node import own_tests, runs


def test_scripts_pass_their_own_tests():
    own_tests(runs())

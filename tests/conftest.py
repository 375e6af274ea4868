"""Fixtures for every test."""

import pytest

from explorer.training import warm_up
from tests.app_process import running_app


@pytest.fixture(scope="session")
def server():
    """The address of the real program, started once for all tests, when no kernel is left to compile.

    Else it would compile them while pages are timed; the tests that are about a first start start their own.
    """
    for _ in warm_up():
        pass
    with running_app() as app:
        yield app.url

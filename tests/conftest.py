"""Fixtures for every test."""

import pytest

from explorer.training import warm_up
from explorer.web import settings
from explorer.web.server import create_app
from tests.app_process import running_app


def pytest_addoption(parser):
    parser.addoption("--all-seeds", action="store_true", help="claims of presets: each of the seeds 1 to 60")
    parser.addoption("--all-lines", action="store_true", help="live lines: every preset at 40 steps, and 300 recipes")


@pytest.fixture(scope="session", autouse=True)
def _no_settings_from_outside():
    """What is set on the machine, a notebook server's prefix perhaps, is no part of a test."""
    variables = {name for row, _ in settings.TABLE.values() for name in (row.variable, row.also) if name}
    with pytest.MonkeyPatch.context() as patch:
        for name in variables:
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def server():
    """The address of the real program, started once for all tests, when no kernel is left to compile.

    Else it would compile them while pages are timed; the tests that are about a first start start their own.
    """
    for _ in warm_up():
        pass
    with running_app() as app:
        yield app.url


@pytest.fixture(scope="session")
def app():
    """The program in this process, as it is without settings; a test that changes something makes its own."""
    return create_app()


@pytest.fixture
def client(app):
    """Asks the program in this process."""
    return app.server.test_client()

"""Fixtures for every test."""

import pytest

from tests.app_process import running_app


@pytest.fixture(scope="session")
def server():
    """The address of the real program, started once for all tests."""
    with running_app() as app:
        yield app.url

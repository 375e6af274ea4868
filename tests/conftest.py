"""Fixtures for every test, and how many processes run them.

The whole suite is shared among processes where pytest-xdist is there. What is asked for in part (a file, a folder,
`-k`, `-m smoke`) runs in one, which is through it before others would have begun. `-n` chooses otherwise.
"""

import os
import subprocess
import sys
import time

import hypothesis
import pytest

from explorer import limits
from explorer.training import warm_up
from explorer.web import settings
from explorer.web.server import create_app
from tests.app_process import CHECKOUT, running_app

STARTED = pytest.StashKey[float]()
FURTHER_MINUTES = 8
LEFT_OUT = "left out, to end in time"
# By a second process, from the last model to the first: each finds in the cache what the other has compiled by then.
COMPILE_BACKWARDS = """
from explorer import MODELS, Recipe, Run
for model in reversed(MODELS.values()):
    for trial in model.trials:
        Run(Recipe(**trial, model=model.name)).trace(0, 1)
"""
MOST_PROCESSES = 4  # each with a browser and a server of its own

_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("explorer", deadline=None, suppress_health_check=_SLOW)  # no test is timed
hypothesis.settings.load_profile("explorer")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads its options
def pytest_cmdline_main(config):
    """Share the whole suite among the processors, and compile the kernels before, else each process would."""
    asked = config.option
    if getattr(asked, "numprocesses", 0) is None and _is_whole(config):
        asked.numprocesses, asked.dist = min(os.cpu_count() or 1, MOST_PROCESSES), "worksteal"
        with subprocess.Popen([sys.executable, "-c", COMPILE_BACKWARDS], cwd=CHECKOUT):
            _compile_all()


def _is_whole(config):
    asked = config.option
    in_part = asked.keyword or asked.markexpr == "smoke" or asked.usepdb or asked.collectonly
    is_worker = hasattr(config, "workerinput")
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not in_part and not is_worker


def _compile_all():
    for _ in warm_up():
        pass


def pytest_addoption(parser):
    parser.addoption("--all-cases", action="store_true", help="all tests, however long it takes")
    parser.addoption("--minutes", type=int, default=30, help="after so many, tests are left out (default: %(default)s)")
    parser.addoption("--all-seeds", action="store_true", help="claims of presets: each of the seeds 1 to 60")
    parser.addoption("--all-requests", action="store_true", help="requests to the server: 20,000 instead of 2,000")
    parser.addoption("--all-lines", action="store_true", help="live lines: every preset at 40 steps, and 300 recipes")
    parser.addoption("--lines-seed", type=int, default=1, help="by which steps and recipes of live lines are drawn")


def pytest_sessionstart(session):
    session.config.stash[STARTED] = time.monotonic()


def pytest_collection_modifyitems(items):
    """What asks of a further case what is asked already, or asks about what seldom breaks, comes last."""
    items.sort(key=lambda item: item.get_closest_marker("further_case") is not None)


def pytest_runtest_setup(item):
    """On a slow machine further cases are left out, on a very slow one in the end all but the smoke tests."""
    if item.get_closest_marker("smoke") or item.config.getoption("--all-cases"):
        return
    minutes = item.config.getoption("--minutes")
    if item.get_closest_marker("further_case"):
        minutes = min(minutes, FURTHER_MINUTES)
    if time.monotonic() - item.config.stash[STARTED] > 60 * minutes:
        pytest.skip(LEFT_OUT)


def pytest_terminal_summary(terminalreporter):
    count = sum(LEFT_OUT in str(each.longrepr) for each in terminalreporter.stats.get("skipped", ()))
    if count:
        terminalreporter.write_line(f"{count:,} tests were left out, to end in time; --all-cases waits for all.")


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
    _compile_all()
    with running_app() as app:
        yield app.url


@pytest.fixture(scope="session")
def app():
    """The program in this process, as it is without settings; a test that changes something makes its own."""
    return create_app()


@pytest.fixture
def client(app, monkeypatch):
    """Asks the program in this process, which answers on a machine that stands still now and then, too."""
    monkeypatch.setattr(limits, "MAX_SECONDS", 120)
    return app.server.test_client()

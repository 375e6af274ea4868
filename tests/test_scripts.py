"""The scripts' own tests: all of tests/scripts but what compares with the figures that Plotly draws."""

import os
from contextlib import ExitStack

import pytest

from tests.node import FOLDER, node_tests, passed, write_runs
from tests.test_drawn_twice import FIGURES


@pytest.fixture
def runs(tmp_path, client):
    write_runs(tmp_path, client)
    return tmp_path


def test_scripts_pass_their_own_tests(runs):
    """In a process for each processor: what one file of it has read or compiled, the next need not.

    The files are dealt out by their size, the largest first.
    """
    files = sorted(FOLDER.glob("*.test.mjs"), key=lambda path: -path.stat().st_size)
    for path in files:
        assert "test(" in path.read_text(encoding="utf-8"), f"{path} holds no test"
    count = os.cpu_count() or 1
    files.remove(FIGURES)
    with ExitStack() as stack:  # which waits for all of them, whatever happens
        for each in [stack.enter_context(node_tests(runs, files[first::count])) for first in range(count)]:
            passed(each)

"""Behind a notebook server with jupyter-server-proxy, below the path of a hub's user."""

import sys
from functools import partial

import pytest

from tests.app_process import free_port, get, running
from tests.proxies.proxies import jupyter, opens

USER = "/user/ann/"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """`get` of a notebook server."""
    with jupyter(tmp_path_factory.mktemp("jupyter")) as app:
        yield partial(get, app.port)


def test_the_notebook_server_starts_the_program_itself(notebook, server):
    assert opens(notebook, f"{USER}explorer/") == opens(partial(get, int(server.rsplit(":", 1)[1])))


@pytest.mark.parametrize("way", ["proxy", "proxy/absolute"])
def test_a_program_that_runs_is_reached_by_its_port(notebook, way, monkeypatch):
    """The one way takes the prefix off, the other leaves it. The user's path, which a hub tells, is another."""
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", USER)
    port = free_port()
    prefix = f"{USER}{way}/{port}/"
    with running([sys.executable, "app.py", "--port", str(port), "--prefix", prefix], port) as app:
        assert opens(notebook, prefix) == opens(partial(get, app.port), prefix)


def test_the_name_of_a_hub_has_to_be_allowed(notebook):
    status, _, told = notebook(f"{USER}explorer/", Host="hub.example")
    assert (status, b"EXPLORER_ALLOW_HOST=hub.example" in told) == (403, True)

"""How the program ends."""

import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack

import pytest

from tests.app_process import get, running_app
from tests.cases import few_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without telling it")


def asking(port, path):
    """A connection on which `path` has been asked for."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=300)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return connection


def rest_of(connection) -> bytes:
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.slow_without_jit
@pytest.mark.parametrize("told", few_of([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
def test_answers_in_progress_are_finished(server, told):
    """`server` has compiled the kernels. The frames are more than a connection takes before someone reads them."""
    slow = "/api/losses?preset=king-queen&losses.stop=100000&learning_rate=0.001"
    large = "/api/frames?preset=king-queen&vector_size=200&frames.start=0&frames.count=1000"
    with running_app() as app, ExitStack() as connections:
        idle, unread = (connections.enter_context(asking(app.port, path)) for path in ("/_favicon.ico", large))
        assert idle.recv(20).startswith(b"HTTP/1.1 200")
        assert unread.recv(1) == b"H"
        unfinished = connections.enter_context(asking(app.port, slow))
        assert get(app.port, "/_favicon.ico")[0] == 200  # the server has read what was asked before
        app.process.send_signal(told)
        for connection, least in ((unfinished, 6_000), (unread, 3_000_000)):
            head, _, body = rest_of(connection).partition(b"\r\n\r\n")
            assert len(body) == int(re.search(rb"Content-Length: (\d+)", head)[1]) > least
        assert app.process.wait(60) == 0
        with pytest.raises(OSError, match=r"refused|reset"):
            asking(app.port, "/")


@pytest.mark.further_case
def test_a_lecture_halls_connections_stay_open(server):
    """Pages keep theirs for the next question: more of them than most systems let a process open at first."""
    resource = pytest.importorskip("resource")
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < 3000:
        pytest.skip("the system does not allow so many connections")
    with running_app() as app:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, 3000), most))
        idle = [socket.create_connection(("127.0.0.1", app.port), timeout=60) for _ in range(1200)]
        try:
            assert get(app.port, "/_favicon.ico")[0] == 200
        finally:
            for connection in idle:
                connection.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


@pytest.mark.further_case
def test_a_hopeless_answer_does_not_keep_the_program(server):
    with running_app() as app:
        half = socket.create_connection(("127.0.0.1", app.port))
        half.sendall(b"POST /api/recipe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n")
        get(app.port, "/_favicon.ico")
        app.process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            app.process.wait(3)
        assert app.process.wait(60) == 0
        half.close()

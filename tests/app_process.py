"""The real program in a process of its own, for tests and scripts."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
START_SECONDS = 300  # a first start compiles the kernels, perhaps on a busy machine


class RunningApp(NamedTuple):
    """A program that answers at `url`, and what it has printed so far."""

    url: str
    port: int
    process: subprocess.Popen
    output: Path


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running_app(*arguments, command=(sys.executable, "app.py"), address=("--port", "{}"), cwd=CHECKOUT, env=None):
    """Start the program, wait until it answers, and end that very process afterwards.

    address : the arguments that tell it its port.
    """
    port = free_port()
    with running([*command, *(each.format(port) for each in address), *arguments], port, cwd, env) as app:
        yield app


@contextmanager
def running(command, port, cwd=CHECKOUT, env=None):
    """The same of any program that answers at a port of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        output = Path(folder, "output")
        with output.open("wb") as sink:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=os.environ | (env or {}),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
            )
        try:
            _wait(process, port, output)
            yield RunningApp(f"http://127.0.0.1:{port}", port, process, output)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def get(port: int, path: str, method: str = "GET", body=None, **headers):
    """One request; returns status, headers and body. Header names are written with underscores."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=names)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def _wait(process, port, output):
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            get(port, "/_favicon.ico")
        except OSError:
            time.sleep(0.05)
        else:
            return
    said = output.read_text(errors="replace")
    raise AssertionError(f"the program did not start (exit code {process.poll()}); it said:\n{said}")

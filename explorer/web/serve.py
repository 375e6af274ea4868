"""The port, waitress on it, and how it ends.

Waitress leaves its loop at the moment it is interrupted, and with the loop whatever of an answer a slow connection has
not taken yet. So the loop is turned here: told to stop (SIGTERM, or Ctrl-C), it takes no more connections and turns on
until every answer that was asked for has left, for at most some seconds. Told so again, the program ends at once.
"""

import errno
import logging
import os
import signal
import socket
import sys
import time

import waitress

from explorer import limits
from explorer.web.loop import Loop, waits

_PATIENCE = 5  # seconds that unfinished answers have at the end
_CONNECTIONS = 5_000  # open at the same time, most of them at rest: a page keeps one or two for its next question
_OTHER_FILES = 100
_STOPPING = (signal.SIGTERM, signal.SIGINT)


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that has its port but does not listen yet. Where that fails the program ends, saying why."""
    bound = None
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
        bound = socket.socket(family, kind, protocol)
        # SO_REUSEADDR takes a port whose last connections are still closing; on Windows also one in use.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        bound.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except (OSError, UnicodeError) as error:
        if bound is not None:
            bound.close()
        sys.exit(_reason(error, host, port))
    return bound


def address(host: str, port: int, prefix: str) -> str:
    """Where people find the page of a server that listens on `host`."""
    if host in ("0.0.0.0", "::", ""):
        here, network = f"http://localhost:{port}{prefix}", f"http://{socket.gethostname()}:{port}{prefix}"
        return f"{here}, and for others on this network at {network}"
    return f"http://[{host}]:{port}{prefix}" if ":" in host else f"http://{host}:{port}{prefix}"


def end_when_terminated() -> None:
    """End with exit code 0 on SIGTERM, which a container's first process would not even notice otherwise."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


class Serving:
    """Waitress around a WSGI app, on a socket that has its port. It listens from now on, and answers in `run`."""

    def __init__(self, app, bound: socket.socket, threads: int):
        self._bound, self._loop, self._told = bound, Loop(), False
        try:
            self._server = waitress.create_server(
                app,
                map=self._loop,
                sockets=[bound],
                threads=threads,
                connection_limit=_most_connections(),
                max_request_body_size=limits.MAX_REQUEST_BYTES,
                channel_request_lookahead=1,  # notices clients that go: environ["waitress.client_disconnected"]
                ident=None,
            )
        except OSError as error:
            sys.exit(_reason(error, *bound.getsockname()[:2]))
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a class that presses at once is no news

    def run(self) -> None:
        """Answer until told to stop, and finish what is asked for until then."""
        for number in _STOPPING:
            signal.signal(number, self._stop)
        while not self._told:
            self._loop.turn(1)
        self._server.del_channel()
        self._bound.close()
        until = time.monotonic() + _PATIENCE
        while self._unfinished() and time.monotonic() < until:
            self._loop.turn(0.1)

    def _stop(self, *_):
        self._told = True
        for number in _STOPPING:
            signal.signal(number, signal.SIG_DFL)
        self._server.pull_trigger()

    def _unfinished(self) -> bool:
        """Whether someone waits for an answer, or has not taken it yet; closes the connections of the others."""
        idle = [each for each in self._server.active_channels.values() if not waits(each)]
        for channel in idle:
            channel.handle_close()
        return bool(self._server.active_channels)


def _most_connections() -> int:
    """How many connections the system lets this process have: beyond them it could not even refuse one."""
    try:
        import resource
    except ImportError:  # Windows, where select() has few places
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return _CONNECTIONS if soft == resource.RLIM_INFINITY else min(_CONNECTIONS, soft - _OTHER_FILES)


def _reason(error: Exception, host: str, port: int) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE or (number == errno.EACCES and os.name == "nt"):
        return f"Port {port} on {host} is taken by another program. Choose another one with --port."
    if number == errno.EACCES:
        return f"Port {port} may not be opened by this user. Choose one from 1024 to 65535 with --port."
    return f"--host {host}: not an address of this machine ({error})."

"""The server: `create_app()` for any WSGI server, and the command that serves it with waitress.

There are no sessions: every answer is computed from its request alone, so several workers serve the same app
and none of them has anything to lose.
"""

import argparse
import errno
import logging
import os
import select
import socket
import sys
from contextlib import closing

import waitress
from dash import Dash
from flask import Flask
from flask_compress import Compress
from werkzeug.serving import is_running_from_reloader

from explorer import limits, resources
from explorer.web import callbacks, layout, routes, security, shell, warmth

_YEAR = 365 * 24 * 3600  # seconds


def create_app(
    host: str = "127.0.0.1", allow_hosts: tuple[str, ...] = (), debug: bool = False, warm_up: bool = True
) -> Dash:
    """The whole application, itself a WSGI callable: `gunicorn "app:create_app(allow_hosts=('a.example',))"`.

    host : the address that it will be bound to; it decides which Host headers are answered.
    allow_hosts : further host names to answer to, such as the one that a proxy serves.
    debug : serves scripts and styles file by file, without a version, and lets Dash's development tools run.
    warm_up : compiles all kernels in a thread, so that no visitor waits for them; once in a process.
    """
    assets = resources.folder("assets")
    url = "/assets" if debug else f"/assets/{shell.version(assets)}"
    styles, script = [shell.STYLES], shell.SCRIPT
    if debug:
        styles, script = sorted(path.name for path in assets.glob("*.css")), shell.ENTRY
    app = Dash(
        __name__,
        title="Embedding Explorer",
        update_title=None,
        assets_folder=str(assets),
        assets_url_path=url,
        assets_ignore=r"\.(m?js|css)$",  # the document names them
        index_string=shell.index_string(layout.page(), url, styles, script),
        eager_loading=False,  # plotly.js comes when the first figure is shown
        enable_mcp=False,
        suppress_callback_exceptions=False,
    )
    app.layout = layout.layout()  # a value: the result of a function is sent twice, for validation
    shell.serve_linked(app.server, assets, url)
    warmth.register(app.server, warm_up)
    routes.register(app.server)
    callbacks.register(app)
    _compress(app.server)
    app.server.config["SEND_FILE_MAX_AGE_DEFAULT"] = None if debug else _YEAR
    policy = security.content_policy(app.csp_hashes(), debug)  # hashes of the inline scripts of all callbacks
    security.protect(app.server, security.hosts(host, allow_hosts), policy, limits.MAX_REQUEST_BYTES)
    return app


def _compress(server: Flask) -> None:
    """Compress text on its way out.

    Not the blocks of frames: they are floating-point numbers, on which it costs more time than it saves.
    """
    server.config["COMPRESS_EVALUATE_CONDITIONAL_REQUEST"] = True  # else a compressed asset never answers 304
    Compress(server)

    @server.after_request  # runs before that of Compress
    def read_file(response):
        # Flask sends files as streams, which Compress would leave open and send again each time.
        if response.direct_passthrough:
            response.direct_passthrough = False
            response.make_sequence()
        return response


def main(argv: list[str] | None = None) -> None:
    """Serve the page until interrupted: the console command `embedding-explorer`."""
    options = _arguments().parse_args(argv)
    try:
        if options.compile:
            warmth.compile_all()
        else:
            _run_debug(options) if options.debug else _run(options)
    except KeyboardInterrupt:
        sys.exit(130)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="embedding-explorer", description="Step through the training of word embeddings in the browser."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=_port, default=8050, help="port to listen on (default: %(default)s)")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further host name to answer to, for instance a proxy's; may be repeated",
    )
    parser.add_argument("--debug", action="store_true", help="reload on changes, with development tools")
    parser.add_argument("--compile", action="store_true", help="compile all kernels into the cache, and end")
    return parser


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a whole number from 1 to 65535, got {text!r}")


def _run(options: argparse.Namespace) -> None:
    """Take the port, compile, then open the port: whoever can connect gets an answer at once."""
    with closing(_bound_socket(options.host, options.port)) as bound:
        warmth.compile_first()
        app = create_app(options.host, tuple(options.allow_host), warm_up=False)
        try:
            server = waitress.create_server(
                app.server,
                sockets=[bound],
                threads=4,
                connection_limit=1000,  # browsers keep up to six open each
                asyncore_use_poll=hasattr(select, "poll"),  # select() ends at 1024 descriptors
                max_request_body_size=limits.MAX_REQUEST_BYTES,
                ident=None,
            )
        except OSError as error:
            sys.exit(_reason(error, options.host, options.port))
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a class that presses at once is no news
        warmth.WARMTH.start()
        print(f"Embedding Explorer is open at {_address(options.host, options.port)}", flush=True)
        server.run()


def _run_debug(options: argparse.Namespace) -> None:
    reloaded = is_running_from_reloader()
    if not reloaded:
        _bound_socket(options.host, options.port).close()
    else:
        warmth.compile_first()
    app = create_app(options.host, tuple(options.allow_host), debug=True, warm_up=reloaded)
    app.run(options.host, options.port, debug=True, dev_tools_disable_version_check=True)


def _bound_socket(host: str, port: int) -> socket.socket:
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


def _reason(error: Exception, host: str, port: int) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE or (number == errno.EACCES and os.name == "nt"):
        return f"Port {port} on {host} is taken by another program. Choose another one with --port."
    if number == errno.EACCES:
        return f"Port {port} may not be opened by this user. Choose one from 1024 to 65535 with --port."
    return f"--host {host}: not an address of this machine ({error})."


def _address(host: str, port: int) -> str:
    if host in ("0.0.0.0", "::", ""):
        return (
            f"http://localhost:{port}, and for others on this network at http://{socket.gethostname()}:{port}"
        )
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

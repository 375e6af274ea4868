"""The server: `create_app()` for any WSGI server, and the command that serves it with waitress.

There are no sessions: every answer is computed from its request alone, so several workers serve the same app
and none of them has anything to lose.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

from dash import Dash
from flask import Flask
from flask_compress import Compress
from werkzeug.serving import is_running_from_reloader

from explorer import limits, resources
from explorer.training import warm_up
from explorer.web import access_log, addresses, callbacks, layout, routes, security, serve, settings, shell
from explorer.web.asked import CheckedDash

_YEAR = 365 * 24 * 3600  # seconds
_PATIENCE = 10  # seconds that compiling waits for requests


def create_app(**given) -> Dash:
    """The whole application, itself a WSGI callable: `gunicorn "app:create_app(allow_hosts=['a.example'])"`.

    given : fields of `settings.Settings`. What is not given is read from the environment, else it is the default.
        Of `host` and `port` only the first matters: it decides which Host headers are answered.
    """
    chosen = settings.from_keywords(given)
    assets = resources.folder("assets")
    url = "/assets" if chosen.debug else f"/assets/{shell.version(assets)}"
    app = Dash(
        __name__,
        backend=CheckedDash,
        title="Embedding Explorer",
        update_title=None,
        routes_pathname_prefix="/",
        requests_pathname_prefix=chosen.prefix,
        assets_folder=str(assets),
        assets_url_path=url,
        assets_ignore=r"\.(m?js|css)$",  # the document names them
        index_string=_document(assets, url, chosen),
        eager_loading=False,  # plotly.js comes when the first figure is shown
        enable_mcp=False,
        suppress_callback_exceptions=False,
    )
    server = app.server
    server.wsgi_app = addresses.Prefixed(server.wsgi_app, chosen.prefix)
    if chosen.access_log:
        access_log.start(server)
    app.layout = layout.layout()  # a value: the result of a function is sent twice, for validation
    shell.serve_linked(server, assets, url)
    routes.register(server)
    callbacks.register(app)
    addresses.tell_unknown(server, chosen.prefix, routes.PREFIX)
    _compress(server)
    server.config["SEND_FILE_MAX_AGE_DEFAULT"] = None if chosen.debug else _YEAR
    # Hashes of the inline scripts of all callbacks.
    policy = security.content_policy(app.csp_hashes(), chosen.allow_frames, chosen.debug)
    hosts = security.hosts(chosen.host, chosen.allow_hosts)
    security.protect(server, hosts, policy, limits.MAX_REQUEST_BYTES)
    return app


def _document(assets, url, chosen) -> str:
    """Dash's template of the document."""
    styles, script = [shell.STYLES], shell.SCRIPT
    if chosen.debug:
        styles, script = sorted(path.name for path in assets.glob("*.css")), shell.ENTRY
    below = chosen.prefix.rstrip("/")
    return shell.index_string(layout.page(), below + url, styles, script, below + routes.PREFIX)


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
    chosen = settings.from_arguments(argv)
    try:
        _run_debug(chosen) if chosen.debug else _run(chosen)
    except KeyboardInterrupt:
        sys.exit(130)


def _run(chosen: settings.Settings) -> None:
    """Take the port, compile, then open the port: whoever can connect gets an answer at once."""
    with closing(serve.bound_socket(chosen.host, chosen.port)) as bound:
        serve.end_when_terminated()
        others = _warm_up()
        serving = serve.Serving(create_app(**vars(chosen)).server, bound, chosen.threads)
        _compile_behind(others, serving.working)
        print(f"Embedding Explorer is open at {serve.address(chosen.host, chosen.port, chosen.prefix)}", flush=True)
        serving.run()


def _run_debug(chosen: settings.Settings) -> None:
    if not is_running_from_reloader():
        serve.bound_socket(chosen.host, chosen.port).close()
    else:
        _compile_behind(_warm_up(), lambda: 0)
    app = create_app(**vars(chosen))
    app.run(chosen.host, chosen.port, debug=True, dev_tools_disable_version_check=True)


def _warm_up() -> Iterator:
    """Compile the first model's kernels, or read them from the cache; what it returns compiles the others'."""
    models = warm_up()
    number, total, name = next(models)
    print(f"Preparing kernels ({number} of {total}: {name}); the first start compiles them …", flush=True)
    next(models, None)  # comes back when the first is done
    return models


def _compile_behind(models: Iterator, requests: Callable[[], int]) -> None:
    """Compile the others in a thread, which waits before each as long as there are requests.

    One of them may want a kernel of its own, and only one thread compiles at a time. Python hands over every 5 ms, and
    a request needs many turns: here it hands over sooner.
    """

    def work():
        usual = sys.getswitchinterval()
        sys.setswitchinterval(usual / 10)
        for _ in models:
            until = time.monotonic() + _PATIENCE
            while requests() and time.monotonic() < until:
                time.sleep(_PATIENCE / 100)
        sys.setswitchinterval(usual)

    threading.Thread(target=work, name="warm-up", daemon=True).start()

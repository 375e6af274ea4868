"""The server: `create_app()` for any WSGI server, and the command that serves it with waitress.

There are no sessions: every answer is computed from its request alone, so several workers serve the same app
and none of them has anything to lose.
"""

import sys
from contextlib import closing

from dash import Dash
from werkzeug.serving import is_running_from_reloader

from explorer import limits, resources
from explorer.web import (
    access_log,
    addresses,
    callbacks,
    embedded,
    layout,
    lessons,
    panels,
    previews,
    routes,
    security,
    serve,
    settings,
    shell,
    source,
    warmth,
)
from explorer.web.asked import CheckedDash
from explorer.web.compressed import compress
from explorer.web.finished import YEAR
from explorer.web.version import VERSION


def create_app(*, warm_up: bool = True, **given) -> Dash:
    """The whole application, itself a WSGI callable: `gunicorn "app:create_app(allow_hosts=['a.example'])"`.

    warm_up : compiles all kernels in a thread, so that no visitor waits for them; once in a process.
    given : fields of `settings.Settings`. What is not given is read from the environment, else it is the default.
        Of `host` and `port` only the first matters: it decides which Host headers are answered.
    """
    chosen = settings.from_keywords(given)
    assets = resources.path("assets")
    url = "/assets" if chosen.debug else f"/assets/{shell.version(assets)}"
    app = _dash(assets, url, chosen)
    server = app.server
    server.wsgi_app = addresses.Prefixed(server.wsgi_app, chosen.prefix)
    if chosen.access_log:
        access_log.start(server)
    app.layout = layout.layout()  # a value: the result of a function is sent twice, for validation
    shell.serve_linked(server, assets, url)
    _serve_element(server, assets, url, chosen)
    shell.serve_readme(server)
    _serve_lessons(server, url, chosen)
    source.serve_source(server)
    warmth.register(server, warm_up)
    routes.register(server)
    callbacks.register(app)
    addresses.tell_unknown(server, chosen.prefix, routes.PREFIX)
    compress(server)
    server.config["SEND_FILE_MAX_AGE_DEFAULT"] = None if chosen.debug else YEAR
    # Hashes of the inline scripts of all callbacks.
    policy = security.content_policy(app.csp_hashes(), chosen.allow_frames, chosen.debug)
    security.protect(server, security.hosts(chosen.host, chosen.allow_hosts), policy, limits.MAX_REQUEST_BYTES)
    _serve_embedded(server, assets, url, chosen)
    return app


def _dash(assets, url, chosen):
    below = chosen.prefix.rstrip("/")
    return previews.Previewed(
        __name__,
        pictures=below + url,
        api=f"{below}{routes.PREFIX}/{VERSION}",
        backend=CheckedDash,
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


def _document(assets, url, chosen) -> str:
    """Dash's template of the document."""
    styles, script = shell.loaded(assets, linked=not chosen.debug)
    below = chosen.prefix.rstrip("/")
    return shell.index_string(layout.page(below), below + url, styles, script, f"{below}{routes.PREFIX}/{VERSION}")


def _serve_element(server, assets, url, chosen) -> None:
    """The custom element: its shadow root loads the style sheets that the page loads, and asks where the page asks."""
    styles, _ = shell.loaded(assets, linked=not chosen.debug)
    below = chosen.prefix.rstrip("/")
    page = layout.element([f"{below}{url}/{name}" for name in styles], f"{below}{routes.PREFIX}/{VERSION}")
    script = shell.ELEMENT if chosen.debug else shell.ELEMENT_SCRIPT
    shell.serve_element(server, url, below + url, page, script)


def _serve_lessons(server, url, chosen) -> None:
    """The lessons, each a page of its own."""
    styles, _ = shell.loaded(resources.path("assets"), linked=not chosen.debug)
    page, listing = (shell.LESSON, shell.LESSONS) if chosen.debug else (shell.LESSON_SCRIPT, shell.LESSONS_SCRIPT)
    below = chosen.prefix.rstrip("/")
    lessons.register(
        server,
        chosen.lessons,
        panels.load(),
        below=below,
        api=f"{below}{routes.PREFIX}/{VERSION}",
        assets=below + url,
        styles=[f"{below}{url}/{name}" for name in styles],
        script=f"{below}{url}/{page}",
        list_script=f"{below}{url}/{listing}",
        picture=previews.HOST + f"{below}{url}/{previews.PICTURE}",
    )


def _serve_embedded(server, assets, url, chosen) -> None:
    """The page in a frame, an element and what lets the page around lead it; of requests that are allowed."""
    styles, _ = shell.loaded(assets, linked=not chosen.debug)
    scripts = [shell.ELEMENT, shell.EMBEDDED] if chosen.debug else [shell.ELEMENT_SCRIPT, shell.EMBEDDED_SCRIPT]
    embedded.register(server, chosen.prefix.rstrip("/") + url, styles, scripts, chosen.allow_frames)


def main(argv: list[str] | None = None) -> None:
    """Serve the page until interrupted: the console command `embedding-explorer`."""
    chosen = settings.from_arguments(argv)
    try:
        if chosen.compile:
            warmth.compile_all()
        elif chosen.check_lessons:
            sys.exit(not lessons.check_all(chosen.lessons, panels.load()))
        else:
            _run_debug(chosen) if chosen.debug else _run(chosen)
    except KeyboardInterrupt:
        sys.exit(130)


def _run(chosen: settings.Settings) -> None:
    """Take the port, compile, then open the port: whoever can connect gets an answer at once."""
    with closing(serve.bound_socket(chosen.host, chosen.port)) as bound:
        serve.end_when_terminated()
        warmth.compile_first()
        serving = serve.Serving(create_app(warm_up=False, **vars(chosen)).server, bound, chosen.threads)
        warmth.WARMTH.start()
        print(f"Embedding Explorer is open at {serve.address(chosen.host, chosen.port, chosen.prefix)}", flush=True)
        serving.run()


def _run_debug(chosen: settings.Settings) -> None:
    reloaded = is_running_from_reloader()
    if not reloaded:
        serve.bound_socket(chosen.host, chosen.port).close()
    else:
        warmth.compile_first()
    app = create_app(warm_up=reloaded, **vars(chosen))
    app.run(chosen.host, chosen.port, debug=True, dev_tools_disable_version_check=True)

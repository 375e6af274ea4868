"""What an explorer in somebody else's Dash app needs of its server: scripts, styles, and answers, below one path.

`import explorer.web` is all that an app has to do: Dash calls the hook that is registered here for each app that it
makes. An app that was there before the import, or is given its server later, calls `add_to(app)`.

They are a Flask app of their own, called from one route of the other: what guards the other's routes guards this one,
and none of our headers, limits and error pages becomes the other's.
"""

from functools import cache
from io import BytesIO
from weakref import WeakSet

from dash import Dash, hooks
from flask import Flask, Response, request

from explorer import limits, resources
from explorer.web import layout, routes, shell, warmth
from explorer.web.asked import CheckedDash
from explorer.web.compressed import compress
from explorer.web.finished import YEAR
from explorer.web.version import VERSION

PATH = "_explorer"
_scripted = WeakSet()  # apps whose pages load the component's script


def add_to(app: Dash) -> None:
    """Let the server of a Dash app show explorers, and compile the kernels in a thread. Once is enough.

    Raises TypeError where the app's server is not Flask.
    """
    if not isinstance(app.server, Flask):
        raise TypeError(f"An explorer needs a Dash app on Flask; this one is on {type(app.server).__name__}.")
    own = f"{app.config.routes_pathname_prefix}{PATH}/<path:path>"
    if own in app.server.view_functions:
        return
    app.server.add_url_rule(own, own, _answer, methods=["GET", "POST"])
    if app not in _scripted:  # with another server than now
        _scripted.add(app)
        script = f"{app.config.requests_pathname_prefix}{PATH}{_assets()}/{shell.IN_DASH_SCRIPT}"
        app.scripts.append_script({"external_url": script, "external_only": True})
    warmth.WARMTH.start()


@hooks.setup()
def _add_to_new(app: Dash) -> None:
    if not isinstance(app.backend, CheckedDash) and isinstance(app.server, Flask):  # our page has its own
        add_to(app)


def _answer(path: str) -> Response:
    """The answer of our own server to the request for `path`."""
    request.max_content_length = limits.MAX_REQUEST_BYTES
    body = request.get_data()
    below = request.environ.get("SCRIPT_NAME", "") + request.path.removesuffix(f"/{path}")
    here = {"SCRIPT_NAME": below, "PATH_INFO": f"/{path}", "wsgi.input": BytesIO(body)}
    return Response.from_app(server().wsgi_app, request.environ | here | {"CONTENT_LENGTH": str(len(body))})


def _assets() -> str:
    return f"/assets/{shell.version(resources.path('assets'))}"


@cache
def server() -> Flask:
    """The server of explorers by themselves. It does not know where it stands: what it names is named from there."""
    own = Flask(__name__, static_folder=None)
    folder, url = resources.path("assets"), _assets()
    own.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR
    own.config["MAX_CONTENT_LENGTH"] = own.config["MAX_FORM_MEMORY_SIZE"] = limits.MAX_REQUEST_BYTES
    shell.serve_linked(own, folder, url)
    page = layout.element([shell.STYLES], f"../..{routes.PREFIX}/{VERSION}")
    shell.serve_element(own, url, url, page, shell.ELEMENT_SCRIPT)
    routes.register(own)
    compress(own)
    own.wsgi_app = warmth.WARMTH.counting(own.wsgi_app)
    return own

"""What Dash may be asked: exactly what its scripts on our page ask, checked before Dash reads it.

Dash trusts its requests: it answers the page at any address, and a body that its own scripts would not send ends as an
exception, which is logged as a bug and answered with 500. Here such a body is a bad request, and an exception in what
follows is a bug of ours. The values of properties may be anything: the callbacks check them.
"""

import json

from dash.backends import get_backend
from dash.exceptions import DependencyException
from flask import abort, request
from werkzeug.exceptions import HTTPException

from explorer.budget import CHARACTER, at_most, charge
from explorer.errors import RecipeError
from explorer.web import fair


class CheckedDash(get_backend("flask")):
    """Dash on Flask, for the parameter `backend` of `Dash`."""

    def register_error_handlers(self):
        """As Dash does; and a refusal is an answer, which Dash's development tools would take for a bug."""
        super().register_error_handlers()
        self.server.register_error_handler(HTTPException, lambda refusal: refusal)

    def setup_catchall(self, dash_app):
        """No page at any other address than the root."""

    def serve_component_suites(self, dash_app, package_name, fingerprinted_path):
        """A file of Dash's scripts; 404 for one that is none of them, or that Dash names but does not bring."""
        try:
            return super().serve_component_suites(dash_app, package_name, fingerprinted_path)
        except (DependencyException, FileNotFoundError):
            abort(404)

    def serve_callback(self, dash_app):
        """The view that answers a callback; 400 for a request that belongs to none."""
        answer = super().serve_callback(dash_app)

        def view():
            try:
                problem = fair.answer(lambda: _problem(_body(), dash_app.callback_map))
            except RecipeError as error:
                problem = str(error)
            except fair.Busy:
                return fair.come_again()
            if problem:
                abort(400, problem)
            return answer()

        return view


def _body():
    """The body as JSON; None where it is something else."""
    size = len(request.get_data())
    charge("body", f"{size:,} bytes", 5 * CHARACTER * size, nearest=at_most(size), scratch=20 * size)
    try:
        body = request.get_json(silent=True)
        json.dumps(body, ensure_ascii=False).encode()  # half a surrogate pair is no text, and could not be answered
    except (RecursionError, UnicodeEncodeError):
        return None
    return body


def _problem(body, callbacks) -> str | None:
    """What keeps `body` from being a request for one of the callbacks, if anything does."""
    if not isinstance(body, dict):
        return "The body must be a JSON object, sent as application/json."
    output = body.get("output")
    if not isinstance(output, str) or output not in callbacks:
        return f"output must be one of {', '.join(callbacks)}."
    callback = callbacks[output]
    outputs = callback["output"]
    expected = {
        "outputs": [each.to_dict() for each in outputs] if isinstance(outputs, list) else outputs.to_dict(),
        "inputs": callback["inputs"],
        "state": callback["state"],
    }
    for key, properties in expected.items():
        if _properties(body.get(key, [])) != _properties(properties):
            return f"{key} must be {json.dumps(properties)}, and where they have values, those."
    changed = body.get("changedPropIds", [])
    if not isinstance(changed, list) or not all(isinstance(each, str) for each in changed):
        return "changedPropIds must be a list of texts."
    return None


def _properties(listed):
    """The ids and properties in a part of a request, without values; None where it holds something else."""
    if isinstance(listed, dict):
        return listed.get("id"), listed.get("property")
    if isinstance(listed, list) and all(isinstance(each, dict) for each in listed):
        return [(each.get("id"), each.get("property")) for each in listed]
    return None

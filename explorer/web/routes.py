"""The routes that the page's player asks, beside Dash's own.

Each answer is a pure function of the request, so any worker serves it and the browser may keep it. The
recipe is the query string; keys with a dot belong to the request (`frames.start`). A recipe too long for
an address comes as the body of a POST, in the same form. What is wrong with a request is answered with
400 and the problems: {"problems": [[field, got, allowed], …]}. Once a recipe was sent, its key stands for it, in
the header `Explorer-Recipe`: answers to that can be kept by the browser too. A worker that does not know the key
answers 204, no content, and is sent the recipe.
"""

from functools import wraps
from urllib.parse import parse_qsl, urlencode

from flask import Response, jsonify, request

from explorer import limits
from explorer.errors import Diverged, RecipeError
from explorer.training.fields import BY_NAME
from explorer.web import answers
from explorer.web.describe import describe
from explorer.web.kept import query_of, trajectory

PREFIX = "/api"
_MOST_FRAMES = 1024
_MOST_BINS = 20_000
_MOST_ROWS = 2_000  # words whose rows a block carries although it does not touch them
_ACTIONS = (
    "restart with fields; change with query, step and fields; choose with query, field and value; "
    "or take with query, step and model"
)
_KEY = "Explorer-Recipe"
_KEPT = "private, max-age=600"  # seconds; within them a block asked for again is not sent again


def register(server) -> None:
    """Add the routes to the Flask app."""
    for path, answer in _ROUTES.items():
        server.add_url_rule(f"{PREFIX}/{path}", path, _pure(answer), methods=["GET", "POST"])
    server.add_url_rule(f"{PREFIX}/recipe", "recipe", _answering(_recipe), methods=["POST"])


def _describe(query, _):
    return describe(trajectory(query))


def _frames(query, options):
    start, count = _number(options, "frames.start"), _number(options, "frames.count", most=_MOST_FRAMES)
    stride = _number(options, "frames.stride", default=1, least=1)
    words = _numbers(options, "frames.words") if options.get("frames.words") else []
    return answers.frames(query, start, count, stride, options.get("frames.fit"), words[:_MOST_ROWS])


def _losses(query, options):
    start = _number(options, "losses.start", default=0, most=limits.MAX_STEP)
    stop = _number(options, "losses.stop", most=limits.MAX_STEP)
    return answers.losses(query, start, stop, _number(options, "losses.bins", default=500, least=1, most=_MOST_BINS))


def _axes(query, options):
    return answers.axes(query, _number(options, "axes.step"), options.get("axes.fit", "W"))


def _explain(query, options):
    try:
        index = _numbers(options, "explain.index")
        return answers.explain(query, _number(options, "explain.step"), options.get("explain.quantity"), index)
    except (KeyError, IndexError) as error:
        raise RecipeError([("explain.quantity", options.get("explain.quantity"), str(error))]) from None


def _excite(query, options):
    shown = _numbers(options, "excite.shown") if options.get("excite.shown") else []
    return answers.excite(query, _number(options, "excite.step"), _numbers(options, "excite.words"), shown)


def _continuation(query, options):
    seed = _number(options, "continuation.seed", default=1, most=BY_NAME["seed"].kind.high)
    step, words = _number(options, "continuation.step"), options.get("continuation.words", "")
    return answers.continuation(query, step, words, seed)


def _truncation(query, options):
    step = _number(options, "truncation.step", most=limits.MAX_STEP)
    return answers.truncation(query, step, _number(options, "truncation.instance", default=0))


_ROUTES = {
    "describe": _describe,
    "frames": _frames,
    "losses": _losses,
    "axes": _axes,
    "explain": _explain,
    "excite": _excite,
    "continuation": _continuation,
    "truncation": _truncation,
}


def _recipe():
    """A new query for what the controls ask: restart, change from here, or choose."""
    match _asked():
        case {"action": "restart", "fields": dict(fields)}:
            query = answers.restarted(fields)
        case {"action": "change", "query": str(query), "step": int(step), "fields": dict(fields)}:
            query = answers.changed(query, step, fields)
        case {"action": "choose", "query": str(query), "field": str(field), "value": str(value)}:
            query = answers.chosen(query, field, value)
        case {"action": "take", "query": str(query), "step": int(step), "model": str(model)}:
            query = answers.taken(query, step, model)
        case asked:
            raise RecipeError([("action", asked, _ACTIONS)])
    return jsonify(query=query)


def _asked():
    """The body, read as JSON; None where it is something else."""
    try:
        return request.get_json(silent=True)
    except RecursionError:
        return None


def _pure(answer):
    """The view of an answer to (query, options), bytes or something for JSON."""

    def view():
        items = parse_qsl(request.query_string.decode(errors="replace"), keep_blank_values=True)
        items += parse_qsl(request.get_data(as_text=True), keep_blank_values=True)
        options = {key: value for key, value in items if "." in key and not key.startswith("view.")}
        body = answer(_query([item for item in items if item[0] not in options]), options)
        binary = isinstance(body, bytes)
        response = Response(body, mimetype="application/octet-stream") if binary else jsonify(body)
        response.headers["Cache-Control"] = _KEPT
        response.vary.add(_KEY)
        return response

    return _answering(view)


class _Unknown(Exception):
    """A key whose recipe is not here."""


def _query(items):
    """The query that the items of a request are, or that their key stands for."""
    if (key := request.headers.get(_KEY)) is None:
        return urlencode(items)
    if (query := query_of(key)) is None:
        raise _Unknown(key)
    return query


def _answering(view):
    """The same view, with the errors that a user can cause as answers."""

    @wraps(view)
    def answering():
        try:
            return view()
        except RecipeError as error:
            problems = [
                [field, got if isinstance(got, str) else repr(got), allowed] for field, got, allowed in error.problems
            ]
            return jsonify(problems=problems), 400
        except _Unknown:
            return Response(status=204, headers={"Cache-Control": "no-store"})
        except Diverged as diverged:
            told = {"step": diverged.step, "quantity": diverged.quantity, "reason": str(diverged)}
            return jsonify(diverged=told), 409

    return answering


def _number(options, key, default=None, least=0, most=10**9):
    try:
        number = int(options.get(key, default))
    except (TypeError, ValueError):
        number = least - 1
    if not least <= number <= most:
        raise RecipeError([(key, options.get(key), f"a whole number from {least} to {most:,}")])
    return number


def _numbers(options, key):
    try:
        return [int(number) for number in options[key].split(",")]
    except (KeyError, ValueError):
        raise RecipeError([(key, options.get(key), "whole numbers with commas between")]) from None

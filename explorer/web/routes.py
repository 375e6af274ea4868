"""The routes that the page's player asks, beside Dash's own.

Each answer is a pure function of the request, so any worker serves it and the browser may keep it. The
recipe is the query string; keys with a dot belong to the request (`frames.start`). A recipe too long for
an address comes as the body of a POST, in the same form. Once it was sent, its key stands for it, in the header
`Explorer-Recipe`, which proxies do not log as they do addresses: answers to that can be kept by the browser too. A
worker that does not know the key answers 204, no content, and is sent the recipe.

What is wrong with a request, or more than one answer may cost, is answered with 400 and the problems:
{"problems": [[field, got, allowed], …]}, of an expression with the `position` of the character. 503 with `Retry-After`
says that the server is busy, 503 without it that the answer took too long (see `explorer.web.fair`).

Addresses carry a version, /api/<version>/frames, that changes with the sources and the presets: what anybody may see,
because the recipe is a preset and a few of its fields, can then be kept by whoever passes it on, for good. An old
version is answered with 409, {"outdated": …}. Without a version the same answers can be had for ten minutes.
"""

import json
from functools import partial, wraps
from urllib.parse import parse_qsl, urlencode

from flask import Response, jsonify, request

from explorer import limits
from explorer.budget import CHARACTER, at_most, charge
from explorer.errors import Diverged, ExpressionError, Overdue, RecipeError, told_as
from explorer.training.fields import BY_NAME, FIELDS
from explorer.training.kinds import Choice, Flag, Integer, Number, Sizes
from explorer.training.link import parted
from explorer.training.singles import singles_of
from explorer.web import across, answers, by_hand, explained, fair, figures, finished, forks, queries, recorded
from explorer.web.describe import describe
from explorer.web.kept import KEY_HEADER, query_of, trajectory
from explorer.web.options import number, numbers, rows, step_of
from explorer.web.problems import problems_of
from explorer.web.version import VERSION

PREFIX = "/api"
_ACTIONS = (
    "restart with fields; change with query, step and fields; choose with query, field and value; "
    "or take with query, step and model"
)
_KEPT = "private, max-age=600"  # seconds; within them a block asked for again is not sent again
_WITHOUT_WORDS = Integer | Number | Choice | Flag | Sizes
_OPEN = {"preset", *(field.name for field in FIELDS if isinstance(field.kind, _WITHOUT_WORDS))}


def register(server) -> None:
    """Add the routes to the Flask app, each with and without a version. Answers may be compressed after this call."""
    finished.register(server)
    views = {path: (_pure(path, answer), ["GET", "POST"]) for path, (answer, _) in _ROUTES.items()}
    for path, (view, methods) in (views | {"recipe": (_answering(_recipe), ["POST"])}).items():
        server.add_url_rule(f"{PREFIX}/{path}", path, view, methods=methods)
        server.add_url_rule(f"{PREFIX}/<version>/{path}", f"{path} of a version", view, methods=methods)


def _describe(trajectory, _):
    return describe(trajectory)


def _frames(trajectory, options):
    start, count = number(options, "frames.start"), number(options, "frames.count", most=limits.MAX_FRAMES)
    stride = number(options, "frames.stride", default=1, least=1)
    return answers.frames(trajectory, start, count, stride, options.get("frames.fit"), rows(options, "frames.words"))


def _losses(trajectory, options):
    start = number(options, "losses.start", default=0, most=limits.MAX_STEP)
    stop = number(options, "losses.stop", least=start, most=limits.MAX_STEP)
    bins = number(options, "losses.bins", default=500, least=1, most=limits.MAX_BINS)
    return answers.losses(trajectory, start, stop, bins)


def _axes(trajectory, options):
    return answers.axes(trajectory, step_of(options, "axes"), options.get("axes.fit", "W"))


def _explain(trajectory, options):
    quantity, model = options.get("explain.quantity"), trajectory.model
    names = [*(declared.name for declared in (*model.parameters, *model.quantities)), *singles_of(model)]
    if quantity not in names:
        raise RecipeError([("explain.quantity", quantity, "one of " + ", ".join(names))])
    bare = quantity in singles_of(model) and not options.get("explain.index")
    index = [] if bare else numbers(options, "explain.index")
    try:
        return explained.explain(trajectory, step_of(options, "explain"), quantity, index)
    except IndexError as error:
        raise RecipeError([("explain.index", options.get("explain.index", ""), str(error))]) from None


def _excite(trajectory, options):
    words, shown = numbers(options, "excite.words"), rows(options, "excite.shown")
    instance = number(options, "excite.instance") if "excite.instance" in options else None
    return answers.excite(trajectory, step_of(options, "excite"), words, shown, instance)


def _continuation(trajectory, options):
    seed = number(options, "continuation.seed", default=1, most=BY_NAME["seed"].kind.high)
    words = options.get("continuation.words", "")
    return answers.continuation(trajectory, step_of(options, "continuation"), words, seed)


def _truncation(trajectory, options):
    instance = number(options, "truncation.instance", default=0)
    return answers.truncation(trajectory, step_of(options, "truncation"), instance)


def _neighbours(trajectory, options):
    word, of = options.get("neighbours.word", ""), options.get("neighbours.of")
    count = number(options, "neighbours.count", default=10, most=limits.MAX_NEAREST)
    return answers.run_of(trajectory, step_of(options, "neighbours")).neighbours(word, of, count)


def _analogy(trajectory, options):
    """a − b + c."""
    terms = [options.get(f"analogy.{term}", "") for term in "abc"]
    count = number(options, "analogy.count", default=10, most=limits.MAX_NEAREST)
    return answers.run_of(trajectory, step_of(options, "analogy")).analogy(*terms, options.get("analogy.of"), count)


def _file(trajectory, options):
    """A page without a server, to be kept: around a step, and opened there."""
    step = step_of(options, "file")
    start, stop = recorded.around(trajectory, step)
    return Page(recorded.page(answers.run_of(trajectory, step), start, stop, program=request.url_root))


def _figure(trajectory, options):
    """Plotly's JSON; the options that are not of the request are view options."""
    own = {key.removeprefix("figure."): text for key, text in options.items()}
    step, panel = step_of(options, "figure"), own.get("panel")
    view = {key: text for key, text in own.items() if key not in ("step", "panel")}
    return figures.figure(trajectory, step, panel, view).to_json()


# What answers a trajectory and the request's own options, and which these are; a problem with one is told by its name.
_ROUTES = {
    "describe": (_describe, ()),
    "frames": (_frames, ("start", "count", "stride", "fit", "words")),
    "losses": (_losses, ("start", "stop", "bins")),
    "axes": (_axes, ("step", "fit")),
    "explain": (_explain, ("step", "quantity", "index")),
    "excite": (_excite, ("step", "words", "shown", "instance")),
    "continuation": (_continuation, ("step", "words", "seed")),
    "truncation": (_truncation, ("step", "instance")),
    "neighbours": (_neighbours, ("step", "word", "of", "count")),
    "analogy": (_analogy, ("step", "a", "b", "c", "of", "count")),
    "figure": (_figure, ("step", "panel", "theme")),
    "file": (_file, ("step",)),
    **across.ROUTES,
    **by_hand.ROUTES,
    **forks.ROUTES,
}
# Nobody else keeps what one types, as in these options, and by which address one asked, which is in a file.
_TYPED = {*across.OF_TYPED_WORDS, *by_hand.OF_TYPED_NUMBERS}
_OF_ONES_OWN = {_continuation, _neighbours, _analogy, _figure, _file, *_TYPED, *forks.OF_TWO}
# What runs call it, where no option has that name
_OTHERWISE = {
    "word": "words", "inputs": "words", "step": "start", "start": "step", "stop": "step",
    "expression": "condition", "n": "start",
}  # fmt: skip


def _recipe(_):
    """A new query for what the controls ask (restart, change from here, or choose), and what is told of it."""
    told = ""
    match _asked():
        case {"action": "restart", "fields": dict(fields)}:
            query = queries.restarted(fields)
        case {"action": "change", "query": str(query), "step": int(step), "fields": dict(fields)}:
            query = queries.changed(query, step, fields)
        case {"action": "choose", "query": str(query), "field": str(field), "value": str(value), **others} if (
            isinstance(fields := others.get("fields"), dict | None)
        ):
            query, told = queries.chosen(query, field, value, fields)
        case {"action": "take", "query": str(query), "step": int(step), "model": str(model)}:
            query = queries.taken(query, step, model)
        case asked:
            raise RecipeError([("action", asked, _ACTIONS)])
    return jsonify(query=query, told=told)


def _asked():
    """The body, read as JSON; None where it is something else."""
    size = len(request.get_data())
    charge("action", f"{size:,} bytes", 3 * CHARACTER * size, scratch=30 * size, nearest=at_most(size))
    try:
        asked = request.get_json(silent=True)
        json.dumps(asked, ensure_ascii=False).encode()
    except RecursionError:
        return None
    except UnicodeEncodeError:
        raise RecipeError([("action", "half a surrogate pair", "text, which no query could hold otherwise")]) from None
    return asked


def _pure(path, answer):
    """The view of an answer to (trajectory, options): bytes, JSON or something for it."""

    def view(version=None):
        items = _items(request.query_string.decode(errors="replace")) + _items(request.get_data(as_text=True))
        recipe = parted(items).recipe
        options = {key: value for key, value in recipe if "." in key}
        asked = trajectory(_query([item for item in recipe if item[0] not in options]))
        with told_as(partial(_option, path)):
            body = answer(asked, options)
        response = _packed(body)
        everybodys = version and answer not in _OF_ONES_OWN and _holds_nothing_private(asked.recipe)
        response.headers["Cache-Control"] = finished.FOR_ALL if everybodys else _KEPT
        response.vary.add(KEY_HEADER)
        return response

    return _answering(view)


def _packed(body):
    """The response with a body: bytes, JSON, a page, or what is to be written as JSON."""
    if isinstance(body, Page):
        response = Response(str(body), mimetype="text/html")
        response.headers["Content-Disposition"] = "attachment; filename=embedding-explorer.html"
        return response
    if isinstance(body, bytes | str):
        return Response(body, mimetype="application/octet-stream" if isinstance(body, bytes) else "application/json")
    return jsonify(body)


def _option(path, field):
    """The name in the request of what a problem is with."""
    options = _ROUTES[path][1]
    name = field if field in options else _OTHERWISE.get(field)
    return f"{path}.{name}" if name in options else field


def _items(text):
    """The (key, value) items of a query or a body in the same form."""
    count = text.count("&") + 1
    if count > limits.MAX_FIELDS:
        raise RecipeError([("query", f"{count:,} fields", f"at most {limits.MAX_FIELDS:,}")])
    size = len(text)
    charge("query", f"{size:,} characters", 2 * CHARACTER * size, 2 * size, at_most(size), scratch=30 * size)
    return parse_qsl(text, keep_blank_values=True)


def _holds_nothing_private(recipe):
    """Whether a recipe is a preset and fields that hold no words, and no arrays, of anybody's own."""
    keys = {key for key, _ in parse_qsl(recipe.to_query(), keep_blank_values=True)}
    return "preset" in keys and keys <= _OPEN


class Page(str):
    """A page that is not shown but kept, as a file."""


class _Unknown(Exception):
    """A key whose recipe is not here."""


def _query(items):
    """The query that the items of a request are, or that the key in its header stands for."""
    key = request.headers.get(KEY_HEADER)
    if items or key is None:
        return urlencode(items)
    if (query := query_of(key)) is None:
        raise _Unknown(key)
    return query


def _answering(view):
    """The same view, with the errors that a user can cause as answers."""

    @wraps(view)
    def answering(version=None):
        if version not in (None, VERSION):
            return jsonify(outdated={"asked": version, "serves": VERSION}), 409
        if (again := finished.answer()) is not None:
            return again
        try:
            return fair.answer(partial(view, version))
        except RecipeError as error:
            where = {"position": error.position} if isinstance(error, ExpressionError) else {}
            return jsonify(problems=problems_of(error), **where), 400
        except _Unknown:
            return Response(status=204, headers={"Cache-Control": "no-store", "Vary": KEY_HEADER})
        except fair.Busy:
            return fair.come_again()
        except Overdue as overdue:
            return jsonify(reason=str(overdue)), 503
        except Diverged as diverged:
            told = {"step": diverged.step, "quantity": diverged.quantity, "reason": str(diverged)}
            return jsonify(diverged=told), 409

    return answering

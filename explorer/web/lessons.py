"""The pages of lessons: /lessons lists them, /lessons/<name> is one of them.

A page is written once in a process, with all its numbers, and again when its file has changed. Whoever writes their own
lessons reads here what is wrong with them.
"""

from collections.abc import Callable
from functools import partial

from flask import Flask, Response, abort, request

from explorer.errors import Diverged, Overdue, RecipeError
from explorer.lessons import Computed, LessonError, Page, Shelf
from explorer.web import fair, layout
from explorer.web.kept import trajectory
from explorer.web.recent import Recent

PATH = "/lessons"
_MOST_BYTES = 4_000_000  # of the pages that are kept
_KEPT: Callable[[], Recent] = partial(Recent, lambda name, page: len(name) + len(page), _MOST_BYTES)


def register(server: Flask, folders, panels, **around) -> None:
    """Add the routes to the Flask app. Raises nothing for lessons that cannot be shown: their pages say why.

    folders : of own lessons, beside the project's. panels : the page's, by name. around : what the templates
    name: `below`, `api`, `assets`, `styles`, `script` and `list_script`, addresses as people see them.
    """
    shelf, kept = Shelf(folders, panels), _KEPT()

    def listed():
        lessons, problems = shelf.all()
        return _answer(layout.lessons(title="Lessons", lessons=lessons, problems=problems, **around))

    def shown(name):
        if name not in shelf.paths():
            abort(404)
        return _within_budget(lambda: _answer(_page(shelf, kept, name, around)), around)

    server.add_url_rule(PATH, "lessons", listed, strict_slashes=False)
    server.add_url_rule(f"{PATH}/<name>", "lesson", shown)


def _page(shelf, kept, name, around):
    """The HTML of a lesson."""
    asked = f"{name} {shelf.changed(name)} {shelf.paths()[name]}"
    if (page := kept.get(asked)) is not None:
        return page
    lesson = shelf.lesson(name)
    written = Page(lesson, Computed(trajectory))
    text, notes = written.text(), written.notes()
    following = next((each for each in _after(shelf.all()[0], name)), None)
    page = layout.lesson(lesson=lesson, text=text, notes=notes, beats=written.beats, following=following, **around)
    return kept.put(asked, page)


def _after(lessons, name):
    """The lessons that stand behind one in the list."""
    names = [each.name for each in lessons]
    return lessons[names.index(name) + 1 :]


def _within_budget(view, around):
    """What `view()` answers, or a page that says why there is none."""

    def problems(messages, status):
        page = layout.lessons(title="This lesson cannot be shown", lessons=[], problems=messages, **around)
        return _answer(page, status)

    try:
        return fair.answer(view)
    except LessonError as error:
        return problems(error.problems, 422)
    except fair.Busy:
        answer = problems(["The server is busy; this page asks again."], 503)
        answer.headers["Retry-After"] = str(fair.COME_AGAIN)
        answer.headers["Refresh"] = str(fair.COME_AGAIN)
        return answer
    except (RecipeError, Diverged, Overdue) as error:
        return problems([str(error)], 422)


def _answer(page, status=200):
    """The response, which a browser asks for again each time, and is sent again only if it has changed."""
    response = Response(page, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)

"""The pages of lessons: /lessons lists them, /lessons/<name> is one of them.

A page is written once in a process, with all its numbers, and again when its file has changed. Some numbers take a
while, those of forty seeds say: so when somebody looks at one of these pages, the others are written ahead. What was
computed for an answer that came too late is there for the next one.

Whoever writes their own lessons reads here what is wrong with them.
"""

from contextlib import suppress
from threading import Lock, Timer

from flask import Flask, Response, abort, request

from explorer import limits
from explorer.budget import Budget
from explorer.errors import Overdue
from explorer.lessons import Computed, LessonError, Page, Shelf
from explorer.web import fair, layout
from explorer.web.kept import trajectory
from explorer.web.recent import Recent

PATH = "/lessons"
_MOST_BYTES = 4_000_000  # of the pages that are kept
_PAUSE = 2  # seconds, in which the page that was asked for comes to life


def register(server: Flask, folders, panels, **around) -> None:
    """Add the routes to the Flask app. Raises nothing for lessons that cannot be shown: their pages say why.

    folders : of own lessons, beside the project's. panels : the page's, by name. around : what the templates
    name: `below`, `api`, `assets`, `styles`, `script` and `list_script`, addresses as people see them.
    """
    pages = _Pages(Shelf(folders, panels), around)

    def listed():
        lessons, problems = pages.shelf.all()
        pages.write_ahead()
        return _answer(layout.lessons(title="Lessons", lessons=lessons, problems=problems, **around))

    def shown(name):
        if name not in pages.shelf.paths():
            abort(404)
        answer = _within_budget(lambda: _answer(pages.page(name)), around)
        pages.write_ahead()
        return answer

    server.add_url_rule(PATH, "lessons", listed, strict_slashes=False)
    server.add_url_rule(f"{PATH}/<name>", "lesson", shown)


class _Pages:
    """The pages of the lessons on a shelf, as they were written."""

    def __init__(self, shelf, around):
        self.shelf, self._around = shelf, around
        self._kept = Recent(lambda name, page: len(name) + len(page), _MOST_BYTES)
        self._computed = Computed(trajectory)
        self._writing = Lock()  # held by who writes ahead

    def page(self, name) -> str:
        """The HTML of a lesson, kept or written. Raises what its numbers raise."""
        asked = f"{self.shelf.paths()[name]} {self.shelf.changed(name)}"
        if (page := self._kept.get(asked)) is not None:
            return page
        lesson = self.shelf.lesson(name)
        written = Page(lesson, self._computed)
        told = {"text": written.text(), "notes": written.notes(), "beats": written.beats}
        page = layout.lesson(lesson=lesson, following=self._following(name), **told, **self._around)
        return self._kept.put(asked, page)

    def write_ahead(self) -> None:
        """Write the pages that are not, in a thread that all others go before; nothing where one does so already."""
        if self._writing.acquire(blocking=False):
            later = Timer(_PAUSE, self._write_all)
            later.name, later.daemon = "lessons ahead", True
            later.start()

    def _write_all(self):
        fair.give_way()
        try:
            for lesson in self.shelf.all()[0]:
                most = Budget(work=limits.MAX_WORK, memory=limits.MAX_MEMORY)
                with suppress(LessonError, KeyError, OSError), most:  # who opens it is told
                    self.page(lesson.name)
        finally:
            self._writing.release()

    def _following(self, name):
        """The lesson behind one in the list, if there is any."""
        lessons = self.shelf.all()[0]
        names = [each.name for each in lessons]
        return dict(zip(names, lessons[1:], strict=False)).get(name)


def _within_budget(view, around):
    """What `view()` answers, or a page that says why there is none."""

    def problems(messages, status, again=False):
        page = layout.lessons(title="This lesson cannot be shown", lessons=[], problems=messages, **around)
        answer = _answer(page, status)
        if again:
            answer.headers["Retry-After"] = answer.headers["Refresh"] = str(fair.COME_AGAIN)
        return answer

    try:
        return fair.answer(view)
    except LessonError as error:
        return problems(error.problems, 422)
    except (fair.Busy, Overdue):
        return problems(["The server is busy; this page asks again."], 503, again=True)


def _answer(page, status=200):
    """The response, which a browser asks for again each time, and is sent again only if it has changed."""
    response = Response(page, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)

"""The pages of lessons: /lessons lists them, /lessons/<name> is one of them.

A page is written once in a process, and again when its file or the next lesson's title has changed. Nobody waits for
how many of forty seeds do something, which takes a second or two: these numbers are computed behind all else, ahead for
all lessons when somebody looks at one of these pages; until they are there the page is without them, and its script
asks for them.

Whoever writes their own lessons reads here what is wrong with them.
"""

from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer

from flask import Flask, Response, abort, jsonify, request

from explorer import limits
from explorer.budget import Budget
from explorer.errors import Overdue
from explorer.lessons import FOLDER, Computed, Known, LessonError, NotYet, Page, Shelf, check, files_in
from explorer.web import fair, layout, previews, recorded_lesson
from explorer.web.kept import trajectory
from explorer.web.recent import Recent

PATH = "/lessons"
_MOST_BYTES = 4_000_000  # of the pages that are kept
_MOST_FAILED = 100
_PAUSE = 2  # seconds, in which the page that was asked for comes to life


def register(server: Flask, folders, panels, **around) -> None:
    """Add the routes to the Flask app; pages of lessons that cannot be shown say why.

    folders : of own lessons. panels : the page's, by name. around : the addresses that the templates name.
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
        pages.write_ahead(name)
        return answer

    def saved(name):
        if name not in pages.shelf.paths():
            abort(404)
        pages.write_ahead(name)
        return _within_budget(lambda: _file(name, pages.file(name, request.url_root)), around)

    def shares(name):
        if name not in pages.shelf.paths():
            abort(404)
        pages.write_ahead(name)
        try:
            return jsonify(pages.shares(name))
        except NotYet:
            return jsonify({}), 202  # accepted, and not done: a browser complains of a 503
        except LessonError as error:
            return jsonify(problems=[str(problem) for problem in error.problems]), 422

    for part, told in (("shares", shares), ("file", saved)):
        server.add_url_rule(f"{PATH}/<name>/{part}", f"{part} of a lesson", told)
    server.add_url_rule(PATH, "lessons", listed, strict_slashes=False)
    server.add_url_rule(f"{PATH}/<name>", "lesson", shown)


def check_all(folders, panels) -> bool:
    """Print what is not so in each lesson of some folders, of the project's where there are none; whether all is.

    folders : paths. panels : the page's, by name.
    """
    paths = [path for folder in folders or [FOLDER] for path in files_in(Path(folder))]
    if not paths:
        print("There is no lesson in", *folders)
    wrong = False
    for path in paths:
        problems = check(path, panels, Computed())
        print("\n".join(map(str, problems)) or f"{path.name}: all that it says is so", flush=True)
        wrong = wrong or bool(problems)
    return not wrong


class _Pages:
    """The pages of the lessons on a shelf, as they were written."""

    def __init__(self, shelf, around):
        self.shelf, self._around = shelf, around
        self._kept = Recent(lambda name, page: len(name) + len(page), _MOST_BYTES)
        self._computed = Computed(trajectory)
        self._writing = Lock()  # held by who writes ahead
        self._failed = {}  # what is wrong with pages that could not be written ahead
        self._wanted = []  # names of lessons that somebody waits for

    def page(self, name, whole=False) -> str:
        """The HTML of a lesson, kept or written, `whole` or with what is known. Raises what its numbers raise."""
        asked = self._asked(name)
        if asked in self._failed and not whole:
            raise self._failed[asked]
        following = self._following(name)
        kept_by = f"{asked} {following and (following.name, following.title)}"  # whose link and title stand on it
        if (page := self._kept.get(kept_by)) is not None:
            return page
        lesson = self.shelf.lesson(name)
        written = Page(lesson, self._computed if whole else Known(self._computed))
        told = {"text": written.text(), "notes": written.notes(), "complete": written.complete}
        page = layout.lesson(lesson=lesson, following=following, **told, **self._around)
        return self._kept.put(kept_by, page) if written.complete else page

    def file(self, name, program) -> str:
        """The HTML of a lesson in one file, whose program is at `program`. Raises `NotYet`, and `LessonError`."""
        if (failed := self._failed.get(self._asked(name))) is not None:
            raise failed
        return recorded_lesson.page(self.shelf.lesson(name), Known(self._computed), program)

    def _asked(self, name):
        """What a lesson's file is known by, as it is now."""
        return f"{self.shelf.paths()[name]} {self.shelf.changed(name)}"

    def shares(self, name) -> dict[str, str]:
        """The texts of the lesson's shares, by their keys. Raises `NotYet`, and `LessonError`."""
        if (failed := self._failed.get(self._asked(name))) is not None:
            raise failed
        known, texts = Known(self._computed), self.shelf.lesson(name).texts
        numbers = (number for text in texts for number in text.numbers if number.seeds)
        return {number.key: number.written(known) for number in numbers}

    def write_ahead(self, wanted: str | None = None) -> None:
        """Write the pages that are not, in a thread that all others go before; nothing where one does so already.

        wanted : the lesson that is to be the next.
        """
        self._wanted += [wanted] if wanted else []
        if self._writing.acquire(blocking=False):
            later = Timer(_PAUSE, self._write_all)
            later.name, later.daemon = "lessons ahead", True
            later.start()

    def _write_all(self):
        fair.give_way()
        try:
            left = [lesson.name for lesson in self.shelf.all()[0]]
            while left:
                name = next((each for each in reversed(self._wanted) if each in left), left[0])
                left.remove(name)
                with suppress(KeyError, OSError):  # whose file has gone
                    self._write(name)
        finally:
            self._wanted.clear()
            self._writing.release()

    def _write(self, name):
        asked = self._asked(name)
        if asked in self._failed:
            return  # it would fail again
        try:
            with Budget(work=limits.MAX_WORK, memory=limits.MAX_MEMORY):
                self.page(name, whole=True)
        except LessonError as error:
            self._failed = {asked: error, **dict(list(self._failed.items())[:_MOST_FAILED])}

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
    except NotYet:
        return problems(["Some numbers of it are still being computed; this page asks again."], 503, again=True)


def _file(name, page):
    """The response that a browser keeps as a file."""
    response = Response(page, mimetype="text/html")
    response.headers["Content-Disposition"] = f"attachment; filename={name}.html"
    response.headers["Cache-Control"] = "private, no-cache"  # it names the address that was asked
    return response


def _answer(page, status=200):
    """The response, which a browser asks for again each time, and is sent again only if it has changed."""
    response = Response(previews.hosted(page), status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)

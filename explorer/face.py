"""A run as one has it in Python and in notebooks: it can also be saved and shown. Lessons can be saved, too."""

from html import escape
from pathlib import Path

from explorer import training
from explorer.errors import RecipeError

_BEFORE, _AT_LEAST = 500, 100  # steps that are shown before the run's position, and from the start on
_HEIGHT = 640  # pixels


class Run(training.Run):
    __doc__ = training.Run.__doc__

    def save_html(self, path, start: int = 0, stop: int | None = None) -> None:
        """Write the steps from position `start` to `stop` as one HTML file that opens without a server or a network.

        stop : default is `step`, where the page opens; the file ends sooner where the run diverges.

        Raises `RecipeError` for what are no positions and for more steps than a file holds (20,000; of large frames
        fewer), OSError where the file cannot be written.
        """
        Path(path).write_text(self._page(start, stop), encoding="utf-8")

    def show(self, panels=None, start: int | None = None, stop: int | None = None) -> "Shown":
        """The same page for a notebook, in a frame of its own, which needs no port and no kernel any more.

        panels : names, "network projection" or a list of them; by default the whole page. start, stop : by default the
        last 500 steps before `step`, and at least the first 100; of large frames as many as a file holds.

        Raises `RecipeError` for what are no positions or panels.
        """
        from explorer.web import record  # not at the top: Dash takes half a second, and most runs are not shown

        most = record.most_steps(self.trajectory)
        start = max(0, self.step - min(_BEFORE, most)) if start is None else start
        stop = max(self.step, min(_AT_LEAST, start + most)) if stop is None else stop
        names = panels.split() if isinstance(panels, str) else panels
        return Shown(self._page(start, stop, panels=names, program=None), repr(self))

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    def _page(self, start, stop, **options):
        from explorer.web import recorded

        return recorded.page(self, start, stop, **options)


def save_lesson(lesson, path) -> None:
    """Write a lesson as one HTML file that opens without a server or a network, with the steps that it speaks of.

    lesson : the name of one of the project's, "cbow-by-hand", or the path of a Markdown file.

    Raises `RecipeError` where there is no such lesson, `explorer.lessons.LessonError`, a ValueError with file and line,
    where it cannot be written or uses more steps than a file holds, OSError where a file cannot be read or written.
    """
    from explorer.lessons import FOLDER, Computed, read
    from explorer.web import recorded_lesson
    from explorer.web.panels import load

    known = {each.stem: each for each in sorted(FOLDER.glob("*.md"))}
    source = known.get(str(lesson), Path(lesson))
    if not source.is_file():
        raise RecipeError([("lesson", str(lesson), "the path of a Markdown file, or one of " + ", ".join(known))])
    Path(path).write_text(recorded_lesson.page(read(source, load()), Computed()), encoding="utf-8")


class Shown:
    """A page for a notebook: `page` is its HTML."""

    def __init__(self, page: str, name: str):
        self.page, self.name = page, name

    def __repr__(self):
        return f"<Shown: {self.name}>"

    def _repr_html_(self) -> str:
        """The page in a frame that runs its scripts, hears its own forms and opens links in tabs of their own.

        It reaches neither the notebook nor its origin; the page's own policy, `form-action 'none'`, keeps what is
        written in a form from being sent.
        """
        return (
            f'<iframe sandbox="allow-scripts allow-popups allow-forms" srcdoc="{escape(self.page)}" '
            f'title="{escape(self.name)}" style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
        )

"""A lesson as HTML: a pure function of it and of where its numbers come from.

What the page's scripts need stands beside what one reads, in `data-` attributes as JSON; without them all of it can be
read. Words and text of a lesson are escaped; what is not is Markdown (see `markdown`) and MathML of our own.
"""

from html import escape

from explorer.errors import Diverged
from explorer.lessons.answered import Choice, Order, Value
from explorer.lessons.ask import Ask
from explorer.lessons.attributes import data
from explorer.lessons.awaited import DIRECTIONS, Direction
from explorer.lessons.computed import NotYet
from explorer.lessons.cues import Cue, Equation
from explorer.lessons.equations import equation
from explorer.lessons.lesson import NOTES, Lesson, Teacher
from explorer.lessons.markdown import Text
from explorer.lessons.predicted import Predict
from explorer.lessons.problems import Problems


class Page:
    """The HTML of a lesson's pieces. computed : `computed.Computed`, or what answers as it does.

    Shares that this does not have yet (`NotYet`) have a key where their number will be; `complete` : whether there is
    none. at : the address of the lesson in the program, where its HTML will stand elsewhere.

    Raises `LessonError`, with the lines, where numbers have no value.
    """

    def __init__(self, lesson: Lesson, computed, at: str = ""):
        self._lesson, self._computed, self._at = lesson, computed, at
        self._problems, self._asked, self._beats = Problems(lesson.path), 0, 0
        self.complete = True

    def text(self) -> str:
        """All parts, one below the other: a section each, its beats in `div`s."""
        parts = "\n".join(map(self._part, self._lesson.parts))
        self._problems.stop()
        return parts

    def notes(self) -> dict[str, str]:
        """The HTML of each of the teacher's notes, by what they are called."""
        told = {NOTES[name]: self._html(text) for name, text in self._lesson.notes.items()}
        self._problems.stop()
        return told

    def _part(self, part):
        beats = "\n".join(map(self._beat, part.beats))
        return f'<section class="lesson-part" id="{part.slug}">\n<h2>{escape(part.title)}</h2>\n{beats}\n</section>'

    def _beat(self, blocks):
        inner = "\n".join(map(self._block, blocks))
        self._beats += 1
        return f'<div class="lesson-beat" data-beat="{self._beats - 1}">\n{inner}\n</div>'

    def _block(self, block):
        match block:
            case Text():
                return self._html(block)
            case Cue():
                return f'<div class="lesson-cue"{data("cue", block.place.told())}></div>'
            case Equation():
                return self._told(block.line, lambda: equation(block, self._computed))
            case Teacher():
                attributes = 'class="lesson-teacher" role="note" aria-label="For the teacher"'
                return f"<aside {attributes}>\n{self._html(block.text)}</aside>"
            case Ask():
                return self._told(block.line, lambda: self._ask(block))

    def _told(self, line, write):
        """What `write()` gives; an empty text, and a problem, where it cannot be."""
        try:
            return write()
        except (ValueError, Diverged, IndexError) as error:
            self._problems.tell(line, error)
            return ""

    def _html(self, text):
        return text.html(lambda number: self._told(number.line, lambda: self._number(number)), self._at)

    def _number(self, number):
        try:
            return number.written(self._computed)
        except NotYet:
            self.complete = False
            return None

    def _ask(self, ask):
        """A question as a form. What judges the answer stands in `data-ask`."""
        number, self._asked = self._asked, self._asked + 1
        judged = ask.judged(self._computed, self._html)
        told = {"kind": ask.kind, "place": ask.place.told(), "position": ask.place.position, **judged}
        name = f"lesson-ask-{number}"
        say = f'<div class="lesson-say" hidden>\n{self._html(ask.say)}</div>\n' if ask.say else ""
        press = "Reveal" if isinstance(ask, Predict) else "Answer"
        question = f'<div class="lesson-question" id="{name}">\n{self._html(ask.question)}</div>'
        return (
            f'<form class="lesson-ask"{data("ask", told)} aria-labelledby="{name}">\n'
            f"{question}\n{self._fields(ask, name, judged)}\n"
            f'<button class="button" type="submit">{press}</button>\n'
            f'<output class="lesson-verdict" role="status"></output>\n{say}</form>'
        )

    def _fields(self, ask, name, judged):
        match ask:
            case Choice():
                return _radios(name, [(str(i), option["html"]) for i, option in enumerate(judged["options"])])
            case Direction() | Predict(what="direction"):
                return _radios(name, [(each, f"It {each}.") for each in DIRECTIONS])
            case Value() | Predict(what="value"):
                attributes = 'class="entry" name="answer" inputmode="decimal" autocomplete="off"'
                return f'<p class="lesson-fields"><input {attributes} aria-labelledby="{name}"></p>'
            case Predict(what="order"):
                return _select(name, ask.rows)
            case Order():
                return _list([escape(word) for word in ask.shown(self._computed)])
        hint = judged.get("hint")
        return f'<div class="lesson-hint">\n{hint}</div>' if hint else ""


def _radios(name, choices):
    each = "\n".join(
        f'<label class="lesson-option"><input type="radio" name="{name}" value="{value}"> <span>{html}</span></label>'
        for value, html in choices
    )
    return f'<fieldset class="lesson-fields" aria-labelledby="{name}">\n{each}\n</fieldset>'


def _select(name, words):
    each = "".join(f'<option value="{escape(word)}">{escape(word)}</option>' for word in words)
    first = '<option value="">choose …</option>'
    return f'<p class="lesson-fields"><select class="select" aria-labelledby="{name}">{first}{each}</select></p>'


def _list(words):
    def buttons(word):
        ways = (("-1", "↑", "up"), ("1", "↓", "down"))
        return "".join(
            f'<button class="button small" type="button" data-move="{by}" aria-label="{word}: {way}">{sign}</button>'
            for by, sign, way in ways
        )

    each = "\n".join(f'<li data-word="{word}"><span>{word}</span> {buttons(word)}</li>' for word in words)
    return f'<ol class="lesson-fields lesson-order">\n{each}\n</ol>'

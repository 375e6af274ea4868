"""From a file to a lesson: `presets/lessons/<name>.md`, Markdown with a head in TOML between two lines +++.

    ## Title            begins a part
    `=loss`             a number, computed (`numbers`)
    ```explorer         a block in TOML: an explorer moves; also equation, ask, claim (`cues`, `asks`)
    ```teacher          a note for the teacher, in Markdown

Every mistake is told with file and line, all of a file at once.
"""

import re
from difflib import get_close_matches
from pathlib import Path

from explorer import limits
from explorer.lessons.ask import Ask
from explorer.lessons.asks import read_ask
from explorer.lessons.cues import Cue, read_claim, read_cue, read_equation, read_explorers
from explorer.lessons.keys import Key, Table
from explorer.lessons.lesson import NOTES, Lesson, Part, Teacher
from explorer.lessons.markdown import Text, parsed, read_text, text_of
from explorer.lessons.problems import Problems

BLOCKS = ("explorer", "equation", "ask", "teacher", "claim")
HEAD = {
    "title": Key(str, True),
    "order": Key(int),
    "minutes": Key(int, True),
    "summary": Key(str, True),
    **{name: Key(str, True) for name in NOTES},
    "explorers": Key(dict, True),
}
_LAST = 50  # the order of a lesson that says none
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read(path: Path, panels) -> Lesson:
    """The lesson in a file. panels : as for `cues.read_explorers`. Raises `LessonError`, OSError."""
    problems = Problems(path)
    if not _NAME.fullmatch(path.stem):
        problems.tell(1, "the file's name is the lesson's link: lower case letters, digits and hyphens, please")
    head, first, body, begin = _cut(path, problems)
    table = Table(head, first, problems)
    given = table.checked(HEAD, "the head of a lesson")
    explorers = read_explorers(given["explorers"], table, panels) if given else {}
    if given and not given["explorers"]:
        table.tell("explorers", "there is none")
    problems.stop()
    here = next(iter(explorers.values()))
    notes = {name: read_text(given[name], table.line(name), here, problems) for name in NOTES}
    reader = _Body(body, begin, explorers, panels, problems)
    reader.read()
    problems.stop()
    return Lesson(
        name=path.stem,
        path=path,
        title=given["title"],
        order=given.get("order", _LAST),
        minutes=given["minutes"],
        summary=given["summary"],
        notes=notes,
        explorers=explorers,
        parts=tuple(reader.parts),
        claims=tuple(reader.claims),
    )


def _cut(path, problems):
    """(head, its first line, body, its first line) of a file; raises `LessonError` where there is no such thing."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark before it
    except UnicodeDecodeError as error:
        problems.tell(1, f"this is no text in UTF-8: {error.reason} at byte {error.start:,}")
        problems.stop()
    if len(text) > limits.MAX_LESSON:
        problems.tell(1, f"got {len(text):,} characters, allowed are {limits.MAX_LESSON:,}")
    lines = text.split("\n")
    marks = [number for number, line in enumerate(lines) if line.rstrip() == "+++"][:2]
    if len(marks) < 2 or marks[0] != 0:
        problems.tell(1, "a lesson begins with a head in TOML between two lines +++")
    problems.stop()
    end = marks[1]
    return "\n".join(lines[1:end]), 2, "\n".join(lines[end + 1 :]), end + 2


class _Body:
    """Reads the text after the head, block by block."""

    def __init__(self, text, first, explorers, panels, problems):
        self._tokens, self._first, self._problems, self._panels = parsed(text), first, problems, panels
        self._places = dict(explorers)
        self._here = next(iter(explorers.values()))
        self._part, self._begun, self._beats, self._prose = None, (first, 0), [], []
        self.parts, self.claims = [], []

    def read(self):
        """Fill `parts` and `claims`."""
        for block in self._blocks():
            kind = block[0].type
            if kind == "heading_open" and block[0].tag in ("h1", "h2"):
                self._heading(block)
            elif kind == "fence" and _is_open(block[0]):
                self._problems.tell(self._line(block[0]), "this block has no end: a line of ``` closes it")
            elif kind == "fence" and block[0].level == 0 and self._word(block[0]) in BLOCKS:
                self._fence(block[0])
            else:
                self._check_fences(block)
                self._prose += block
        self._close()
        if not self.parts:
            self._problems.tell(self._first, "there is no part: a line ## Title begins one")

    def _blocks(self):
        """The tokens of each block that stands in no other one."""
        depth, block = 0, []
        for token in self._tokens:
            block.append(token)
            depth += token.nesting
            if depth == 0:
                yield block
                block = []

    def _line(self, token):
        return self._first + (token.map[0] if token.map else 0)

    @staticmethod
    def _word(token):
        """The word behind a fence."""
        return token.info.strip()

    def _heading(self, block):
        line, title = self._line(block[0]), Text(block).plain.strip()
        if block[0].tag == "h1":
            self._problems.tell(line, "the title stands in the head; ## begins a part, ### stands within one")
            return
        self._close()
        slug = re.sub(r"[\W_]+", "-", title.lower()).strip("-")
        if not slug or slug.startswith("lesson-") or slug in [part.slug for part in self.parts]:
            self._problems.tell(line, f"{title!r} cannot be the link of a part: it is that of another one, or empty")
        self._part, self._begun = (title, slug), (line, len(self._problems.found))

    def _fence(self, token):
        line, word = self._line(token), self._word(token)
        self._end_prose()
        if word == "teacher":
            note = Teacher(read_text(token.content, line + 1, self._here, self._problems))
            if self._beats and not self._beats[-1] and len(self._beats) > 1:  # it belongs to what it stands behind
                self._beats[-2].append(note)
            else:
                self._add(line, note)
            return
        table = Table(token.content, line + 1, self._problems, begun=line)
        if word == "claim":
            claim = read_claim(table, self._here)
            self.claims += [claim] if claim else []
        elif word == "explorer":
            self._move(line, read_cue(table, self._here, self._places, self._panels))
        else:
            self._add(line, (read_ask if word == "ask" else read_equation)(table, self._here))

    def _move(self, line, cue):
        if cue is None:
            return
        self._here = self._places[cue.place.explorer] = cue.place
        if self._beats and any(not isinstance(block, Cue) for block in self._beats[-1]):
            self._beats.append([])
        self._add(line, cue)

    def _add(self, line, block):
        if block is None:
            return
        if self._part is None:
            self._problems.tell(line, "this stands before the first part, which a line ## Title begins")
            return
        self._beats = self._beats or [[]]
        self._beats[-1].append(block)
        if isinstance(block, Ask):
            self._beats.append([])

    def _check_fences(self, block):
        """What was meant as one of our blocks, but is none."""
        for token in block:
            word = self._word(token) if token.type == "fence" else ""
            if word in BLOCKS:
                self._problems.tell(
                    self._line(token), f"{word} blocks stand by themselves, not in a list or a quotation"
                )
            elif word and (near := get_close_matches(word, BLOCKS, n=1, cutoff=0.8)):
                self._problems.tell(self._line(token), f"got a block {word!r}; did you mean {near[0]}?")

    def _end_prose(self):
        """The paragraphs since the last other block, as one."""
        if self._prose:
            tokens, self._prose = self._prose, []
            self._add(self._line(tokens[0]), text_of(tokens, self._first, self._here, self._problems))

    def _close(self):
        """End a part."""
        self._end_prose()
        if self._part is not None:
            line, told = self._begun
            if not self._beats and len(self._problems.found) == told:  # of blocks that are wrong, more is told already
                self._problems.tell(line, f"the part {self._part[0]!r} has nothing to show: no text and no block")
            self.parts.append(Part(*self._part, tuple(tuple(beat) for beat in self._beats if beat)))
        self._part, self._beats = None, []


def _is_open(fence):
    """Whether nothing closes a fence, so that it has all that follows in it."""
    (first, end), last = fence.map, fence.content[-1:]
    return fence.content.count("\n") + (last not in ("", "\n")) > end - first - 2

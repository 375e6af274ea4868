"""A lesson as it was read from its file: a head, parts, and in each of them beats, which the page shows one by one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from explorer.lessons.ask import Ask
from explorer.lessons.cues import Claim, Cue, Equation
from explorer.lessons.markdown import Text
from explorer.lessons.places import Place


@dataclass(frozen=True)
class Teacher:
    """A note for the teacher at a place of the lesson."""

    text: Text


Block = Text | Cue | Equation | Ask | Teacher


@dataclass(frozen=True)
class Part:
    """A part. slug : its link. beats : the blocks that come at once, in their order."""

    title: str
    slug: str
    beats: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    name : of its file, and its link. summary : a sentence. notes : the teacher's, by `NOTES`. explorers : where each of
    them begins, by name; the first is that of the numbers before any moves. claims : what its text says is so.
    """

    name: str
    path: Path
    title: str
    order: int
    minutes: int
    summary: str
    notes: Mapping[str, Text]
    explorers: Mapping[str, Place]
    parts: tuple[Part, ...]
    claims: tuple[Claim, ...]

    @property
    def blocks(self) -> Iterator[Block]:
        """All its blocks, in their order."""
        return (block for part in self.parts for beat in part.beats for block in beat)

    @property
    def texts(self) -> Iterator[Text]:
        """All its Markdown, the teacher's too."""
        yield from self.notes.values()
        for block in self.blocks:
            match block:
                case Text():
                    yield block
                case Teacher():
                    yield block.text
                case Ask():
                    yield from block.texts


# The teacher's note: keys of the head, and what they are called.
NOTES = {"aim": "Aim", "timing": "Timing", "stumbles": "Where students stumble", "ask": "What to ask"}

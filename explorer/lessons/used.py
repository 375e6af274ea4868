"""What a lesson uses of the runs of its explorers: what has to be there where no program is."""

from dataclasses import dataclass, field

from explorer import limits
from explorer.lessons.ask import Ask
from explorer.lessons.cues import Cue
from explorer.lessons.lesson import Lesson
from explorer.lessons.places import Place, recipe_of

BEFORE, AFTER = 20, 100  # steps around each position that a lesson uses, so that one can look about there


@dataclass
class Used:
    """What is used of a run.

    queries : of its recipe, as it writes it and as the lesson does. reaches : (first, last) position of what is spoken
    of. views : view options. conditions : expressions that are waited for. numbers : those whose known mistakes are
    told, as `Ask.numbers` has them.
    """

    queries: set[str] = field(default_factory=set)
    reaches: list[tuple[int, int]] = field(default_factory=list)
    views: list[dict[str, str]] = field(default_factory=list)
    conditions: set[str] = field(default_factory=set)
    numbers: set[tuple[int, str, tuple[int, ...]]] = field(default_factory=set)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The reaches and the steps around them, in their order, apart from each other; and the start, for Restart."""
        wide = [(max(0, first - BEFORE), min(limits.MAX_STEP, last + AFTER)) for first, last in self.reaches]
        spans = [(0, AFTER)]
        for first, last in sorted(wide):
            start, stop = spans[-1]
            if first <= stop + AFTER:
                spans[-1] = start, max(stop, last)
            else:
                spans.append((first, last))
        return spans

    @property
    def steps(self) -> int:
        """How many steps the spans have together."""
        return sum(last - first for first, last in self.spans)


def used(lesson: Lesson) -> dict[str, Used]:
    """What a lesson uses of each run, by the query of its recipe, in the order of its text."""
    found = {}

    def meet(place: Place, first, last) -> Used:
        query = recipe_of(place.query).to_query()
        own = found.setdefault(query, Used())
        own.queries |= {query, place.query}
        own.reaches.append((first, last))
        own.views.append({**place.view, "lit": ",".join(_words(place))})
        return own

    for place in lesson.explorers.values():
        meet(place, place.position, place.position)
    for block in lesson.blocks:
        match block:
            case Cue(place=place):
                meet(place, place.position, place.position)
            case Ask():
                for place, first, last in block.reaches:
                    meet(place, first, last).conditions.update(block.conditions)
                if block.numbers:
                    meet(block.place, block.place.position, block.place.position).numbers.update(block.numbers)
    return found


def _words(place):
    """The words by which something is lit."""
    return [part for _, index in place.light for part in index if isinstance(part, str)]

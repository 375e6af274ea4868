"""Where a lesson's numbers come from: its explorers' runs.

Writing a lesson is a function of it and of such a source. Whoever keeps trajectories gives his own way to them.
"""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from explorer.lessons.places import recipe_of
from explorer.training import Recipe, Run
from explorer.training.frames import Frame
from explorer.training.questions.expression import Expression
from explorer.training.replay import Trajectory


class NotYet(Exception):
    """A share that is still to be computed."""


class Computed:
    """The values of expressions along the runs of queries, each computed once.

    trajectory : function of a query that gives its trajectory; by default a new one, kept as long as this is.
    What asks raises `ExpressionError`, `RecipeError`, `Diverged`, and what a budget raises.
    """

    def __init__(self, trajectory: Callable[[str], Trajectory] | None = None):
        self.trajectory, self._own, self._values = trajectory or self._made, {}, {}

    def value(self, query: str, expression: str, position: int) -> float | str | None:
        """A number, a truth as 1 or 0, or a word, at a position of a run; None where it has no value."""
        asked = query, expression, position
        if asked not in self._values:
            self._values[asked] = self._evaluated(self.trajectory(query), expression, position)
        return self._values[asked]

    def share(self, query: str, seeds: tuple[int, int], position: int, condition: str) -> tuple[int, int]:
        """(how many, of how many) of the query's recipe with each of these seeds satisfy a condition at a position.

        Their runs are not kept: they are many, and nobody else asks for them.
        """
        each = [(with_seed(query, seed), condition, position) for seed in range(seeds[0], seeds[1] + 1)]
        for asked in each:
            if asked not in self._values:
                self._values[asked] = self._evaluated(Trajectory(Recipe.from_query(asked[0])), condition, position)
        return sum(self._values[asked] == 1.0 for asked in each), len(each)

    def knows(self, query: str, seeds: tuple[int, int], position: int, condition: str) -> bool:
        """Whether a share is computed already."""
        each = range(seeds[0], seeds[1] + 1)
        return all((with_seed(query, seed), condition, position) in self._values for seed in each)

    def frame(self, query: str, step: int) -> Frame:
        """Step number `step`, from 0, of a run."""
        trajectory = self.trajectory(query)
        return Run(trajectory.recipe, trajectory).frame(step)

    def _made(self, query):
        if query not in self._own:
            self._own[query] = Trajectory(recipe_of(query))
        return self._own[query]

    def _evaluated(self, trajectory, text, position):
        expression = Expression(text, trajectory.recipe, of_lesson=True)
        found = Run(trajectory.recipe, trajectory).evaluate(expression, position, position)
        value = float(found[0]) if len(found) else float("nan")
        if value != value:
            return None
        return trajectory.recipe.corpus.words[int(value)] if expression.is_word else value


class Known:
    """The same without the shares that are still to be computed: these raise `NotYet`."""

    def __init__(self, computed: Computed):
        self._computed = computed
        self.value, self.frame, self.trajectory = computed.value, computed.frame, computed.trajectory

    def share(self, query: str, seeds: tuple[int, int], position: int, condition: str) -> tuple[int, int]:
        """As `Computed.share`; raises `NotYet` where it is still to be computed."""
        if not self._computed.knows(query, seeds, position, condition):
            raise NotYet
        return self._computed.share(query, seeds, position, condition)


def with_seed(query: str, seed: int) -> str:
    """The query with another seed."""
    items = [item for item in parse_qsl(query, keep_blank_values=True) if item[0] != "seed"]
    return urlencode([*items, ("seed", str(seed))])

"""Where an explorer of a lesson stands: what `explorer` blocks move, and what all numbers after them are of."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from explorer.training import Recipe

_KEPT = 64  # recipes: those of a few lessons


@lru_cache(_KEPT)
def recipe_of(query: str) -> Recipe:
    """The recipe of a query. Raises `RecipeError`."""
    return Recipe.from_query(query)


@dataclass(frozen=True)
class Place:
    """An explorer at a place.

    explorer : its name. query : of the recipe. step : updates that are done. stage : the last stage done of the coming
    step, "" where none is. panels : names. view : view options. light : what is to be lit, (name, index) each, an index
    from 0, a word by its name. beside : whether it stays beside the text, or stands in it.
    """

    explorer: str
    query: str
    step: int = 0
    stage: str = ""
    panels: tuple[str, ...] = ()
    view: Mapping[str, str] = field(default_factory=dict)
    light: tuple[tuple[str, tuple[int | str, ...]], ...] = ()
    beside: bool = True

    @property
    def recipe(self) -> Recipe:
        """What the explorer shows."""
        return recipe_of(self.query)

    @property
    def inside(self) -> bool:
        """Whether it stands within a step, whose weights have not moved yet."""
        names = [stage.name for stage in self.recipe.architecture.stages]
        return self.stage in names[:-1]

    @property
    def position(self) -> int:
        """Where expressions are evaluated: at the updates that are done, or, within a step, after that step."""
        return self.step + self.inside

    @property
    def shown(self) -> int:
        """The number, from 0, of the step whose frame is shown."""
        return max(0, self.position - 1)

    def told(self) -> dict:
        """The place, ready for JSON."""
        return asdict(self)

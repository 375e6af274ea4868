"""The recipes that a worker keeps, with their checkpoints: a cache, bounded in number and in bytes.

A recipe is asked for by its query, or, where that is long, by its key: the query's SHA-256. A worker that does not
know a key says so, and is sent the query.
"""

from functools import partial
from hashlib import sha256

from explorer import limits
from explorer.training import Recipe
from explorer.training.replay import Trajectory
from explorer.web.recent import Recent

KEY_HEADER = "Explorer-Recipe"  # of a request, where a recipe's key stands for it
_MOST_BYTES = limits.MAX_KEPT_BYTES - limits.MAX_FINISHED_BYTES
_NAMES_OF_A_RECIPE = 4  # a recipe is asked for by other queries than its own: with defaults, in another order


def key_of(query: str) -> str:
    """The name of a query."""
    return sha256(query.encode(errors="surrogatepass")).hexdigest()


class Kept(Recent[str, Trajectory]):
    """Trajectories by the keys of their queries.

    They grow while they are used, which may be long after they were asked for. So each says when it has grown and is
    measured then.
    """

    def __init__(self, most: int = limits.MAX_KEPT_RECIPES, most_bytes: int = _MOST_BYTES):
        super().__init__(lambda _, trajectory: trajectory.bytes, most_bytes, most)
        # The key of a query as it was asked → that of the recipe's own.
        self._names: Recent[str, str] = Recent(lambda *_: 0, 0, _NAMES_OF_A_RECIPE * most)

    def query_of(self, key: str) -> str | None:
        """The query with this key, if it is known."""
        found = self.get(self._names.get(key) or key)
        return found and found.recipe.to_query()

    def trajectory(self, query: str) -> Trajectory:
        """The trajectory of the recipe in `query`, made or kept. Raises RecipeError."""
        asked = key_of(query)
        if (found := self.get(self._names.get(asked) or asked)) is not None:
            return found
        made = Trajectory(Recipe.from_query(query))  # two who ask at once both make it
        key = key_of(made.recipe.to_query())
        if key != asked:
            self._names.put(asked, key)
        made.grown = partial(self.measure, key)
        return self.put(key, made)


_kept = Kept()
query_of, trajectory = _kept.query_of, _kept.trajectory

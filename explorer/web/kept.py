"""The recipes that a worker keeps, with their checkpoints: a cache, bounded in number and in bytes.

A recipe is asked for by its query, or, where that is long, by its key: the query's SHA-256. A worker that does not
know a key says so, and is sent the query.
"""

from collections import OrderedDict
from functools import partial
from hashlib import sha256
from threading import Lock

from explorer import limits
from explorer.training import Recipe
from explorer.training.replay import Trajectory

KEY_HEADER = "Explorer-Recipe"  # of a request, where a recipe's key stands for it
_MOST_BYTES = limits.MAX_KEPT_BYTES - limits.MAX_FINISHED_BYTES
_NAMES_OF_A_RECIPE = 4  # a recipe is asked for by other queries than its own: with defaults, in another order


def key_of(query: str) -> str:
    """The name of a query."""
    return sha256(query.encode(errors="surrogatepass")).hexdigest()


class Kept:
    """Trajectories by the keys of their queries; the one least recently asked for goes first.

    They grow while they are used, which may be long after they were asked for. So each says when it has grown and is
    measured then, and the total is kept: what is kept is never measured as a whole.
    """

    def __init__(self, most: int = limits.MAX_KEPT_RECIPES, most_bytes: int = _MOST_BYTES):
        self._most, self._most_bytes = most, most_bytes
        self._trajectories: OrderedDict[str, Trajectory] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()  # key of a query as it was asked → that of the recipe's own
        self._sizes: dict[str, int] = {}
        self._lock = Lock()
        self.bytes = 0

    def __len__(self):
        return len(self._trajectories)

    def query_of(self, key: str) -> str | None:
        """The query with this key, if it is known."""
        with self._lock:
            found = self._trajectories.get(self._names.get(key, key))
        return found and found.recipe.to_query()

    def trajectory(self, query: str) -> Trajectory:
        """The trajectory of the recipe in `query`, made or kept. Raises RecipeError."""
        asked = key_of(query)
        with self._lock:
            if (found := self._found(self._names.get(asked, asked))) is not None:
                return found
        made = Trajectory(Recipe.from_query(query))  # without the lock: two who ask at once both make it
        key = key_of(made.recipe.to_query())
        with self._lock:
            if key != asked:
                self._names[asked] = key
                while len(self._names) > _NAMES_OF_A_RECIPE * self._most:
                    self._names.popitem(last=False)
            if (found := self._found(key)) is not None:
                return found
            made.grown = partial(self._measure, key)
            self._trajectories[key] = made
        self._measure(key)
        return made

    def _found(self, key):
        """The trajectory with this key, if it is kept."""
        if (found := self._trajectories.get(key)) is not None:
            self._trajectories.move_to_end(key)
        return found

    def _measure(self, key):
        """Count the one with this key anew, and let go of the oldest as long as there are too many."""
        with self._lock:
            if (grown := self._trajectories.get(key)) is None:
                return
            size = grown.bytes
            self.bytes += size - self._sizes.get(key, 0)
            self._sizes[key] = size
            while self.bytes > self._most_bytes or len(self._trajectories) > self._most:
                oldest, _ = self._trajectories.popitem(last=False)
                self.bytes -= self._sizes.pop(oldest, 0)


_kept = Kept()
query_of, trajectory = _kept.query_of, _kept.trajectory

"""The recipes that a worker keeps, with their checkpoints: a cache, bounded in bytes.

A recipe is asked for by its query, or, where that is long, by its key: the query's SHA-256. A worker that does not
know a key says so, and is sent the query.
"""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock

from explorer import limits
from explorer.training import Recipe
from explorer.training.replay import Trajectory

_MOST_NAMES = 10_000

_kept: OrderedDict[str, tuple[str, Trajectory]] = OrderedDict()  # key to query; least recently asked for first
_names: dict[str, str] = {}  # key of a query as it was asked, to that of the recipe's own query
_lock = Lock()


def key_of(query: str) -> str:
    """The name of a query."""
    return sha256(query.encode(errors="surrogatepass")).hexdigest()


def query_of(key: str) -> str | None:
    """The query with this key, if it is known."""
    with _lock:
        found = _kept.get(_names.get(key, key))
        return found and found[0]


def trajectory(query: str) -> Trajectory:
    """The trajectory of the recipe in `query`, made or kept. Raises RecipeError."""
    asked = key_of(query)
    with _lock:
        key = _names.get(asked, asked)
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key][1]
    made = Trajectory(Recipe.from_query(query))  # without the lock: two who ask at once both make it
    query = made.recipe.to_query()
    with _lock:
        if len(_names) >= _MOST_NAMES:
            _names.clear()
        _names[asked] = key = key_of(query)
        _, made = _kept.setdefault(key, (query, made))
        _kept.move_to_end(key)
        sizes = {key: len(text) + known.bytes for key, (text, known) in _kept.items()}
        total = sum(sizes.values())
        while total > limits.MAX_KEPT_BYTES and len(_kept) > 1:
            total -= sizes[_kept.popitem(last=False)[0]]
    return made

"""The recipes that a worker keeps, with their checkpoints: a cache, bounded in bytes."""

from collections import OrderedDict
from threading import Lock

from explorer import limits
from explorer.training import Recipe
from explorer.training.replay import Trajectory

_kept: OrderedDict[str, Trajectory] = OrderedDict()  # least recently asked for first
_lock = Lock()


def trajectory(query: str) -> Trajectory:
    """The trajectory of the recipe in `query`, made or kept. Raises RecipeError."""
    with _lock:
        found = _kept.get(query)
        if found is not None:
            _kept.move_to_end(query)
            return found
    made = Trajectory(Recipe.from_query(query))  # without the lock: two who ask at once both make it
    with _lock:
        _kept[query] = made
        sizes = {key: len(key) + known.bytes for key, known in _kept.items()}
        total = sum(sizes.values())
        while total > limits.MAX_KEPT_BYTES and len(_kept) > 1:
            total -= sizes[_kept.popitem(last=False)[0]]
    return made

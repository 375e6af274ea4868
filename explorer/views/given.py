"""What a view is of is checked before it is drawn: runs and frames are easily taken for one another."""

import inspect
from functools import wraps

from explorer.errors import RecipeError
from explorer.training.frames import Frame
from explorer.training.run import Run

_RUN = Run, "a run, such as Run(Recipe(preset='king-queen')).seek(100)"
_FRAME = Frame, "a frame of a run, such as run.frame(step)"
_TAKEN = {"run": _RUN, "other": _RUN, "frame": _FRAME}


def checked(view):
    """The view; RecipeError where what it calls its run, other or frame is none."""
    signature = inspect.signature(view)

    @wraps(view)
    def drawn(*args, **keywords):
        given = signature.bind(*args, **keywords).arguments
        taken = ((name, given[name], *_TAKEN[name]) for name in given.keys() & _TAKEN.keys())
        if wrong := [(name, got, allowed) for name, got, kind, allowed in taken if not isinstance(got, kind)]:
            raise RecipeError(wrong)
        return view(*args, **keywords)

    return drawn

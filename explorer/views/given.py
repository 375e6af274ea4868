"""What a view is of is checked before it is drawn: runs and frames are easily taken for one another."""

import inspect
from functools import wraps

from explorer.errors import RecipeError
from explorer.training.frames import Frame
from explorer.training.run import Run

_RUN = Run, "a run, such as Run(Recipe(preset='king-queen')).seek(100)"
_FRAME = Frame, "a frame of a run, such as run.frame(step)"
_EITHER = (Run, Frame), f"{_RUN[1]}, or {_FRAME[1]}"
_TAKEN = {"run": _RUN, "other": _RUN, "frame": _FRAME, "run_or_frame": _EITHER}


def checked(view):
    """The view; RecipeError where what it calls its run, other or frame is none."""
    signature = inspect.signature(view)

    named = [name for name in signature.parameters if name in _TAKEN]

    @wraps(view)
    def drawn(*args, **keywords):
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        wrong = []
        for name in named:
            (kind, allowed), got = _TAKEN[name], bound.arguments[name]
            if not isinstance(got, kind) and (got is not None or signature.parameters[name].default is not None):
                wrong.append((name, got, allowed))
        if wrong:
            raise RecipeError(wrong)
        return view(*args, **keywords)

    return drawn

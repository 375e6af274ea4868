"""A step worked through line by line (`models.formulas`), also from numbers that somebody else came to."""

import numpy as np

from explorer.models import formulas

_SCOPE = {"np": np}
exec(formulas.PRELUDE, _SCOPE)  # our own text, which a step written out as NumPy begins with


def scope_of(frame, b: int) -> dict:
    """What the lines of instance `b` of a frame read: functions, its words, parameters and quantities by name."""
    instance, words = frame.instances[b], frame.model.reading != "points"
    sides = {"inputs": instance.inputs, "outputs": instance.outputs}
    scope = _SCOPE | {side: np.array(ids, np.int64 if words else float) for side, ids in sides.items()}
    scope |= {each.name: frame.parameters[each.name] for each in frame.model.parameters}
    plain = (each.name for each in frame.model.quantities if not each.matrix_of)
    return scope | {name: np.array(frame.of_instance(name, b)) for name in plain}


class Worked:
    """A frame's step by its formulas.

    order : names of what can be answered, as the stages show it: quantities, the loss, parameters after the step.
    expected : what the frame has of each, float64 of its shape.
    """

    def __init__(self, frame):
        self.frame, self.model = frame, frame.model
        shown = dict.fromkeys(name for stage in self.model.stages for name in stage.shows)
        self.order = tuple(shown)
        self.expected = {name: np.asarray(self._of_frame(name), float) for name in self.order}

    def followed(self, given: dict[str, np.ndarray], parameters=None, there=()) -> dict[str, np.ndarray]:
        """What each name is by its formula, from what was given before it, by name, each of its shape.

        given : numbers by name, NaN where there is none. parameters : by name, taken for those before the step in the
        formulas of the quantities `there`.
        """
        scopes = [scope_of(self.frame, b) for b in range(len(self.frame.instances))]
        found, lines = {}, self._lines()
        for name in self._names_in_order(lines):
            own = [scope | dict(parameters) for scope in scopes] if name in there else scopes
            found[name] = self._one(name, lines.get(name), own)
            answered = given.get(name)
            taken = found[name] if answered is None else np.where(np.isnan(answered), found[name], answered)
            self._take(name, taken, scopes)
        return found

    def _of_frame(self, name):
        if name == "loss":
            return self.frame.loss
        return self.frame.updated[name] if self._is_parameter(name) else self.frame[name]

    def _is_parameter(self, name):
        return name != "loss" and self.model.declared(name).role == "weight"

    def _lines(self):
        """The formula of each name that has one; of a parameter that of its gradient."""
        lines = dict(self.model.formulas)
        return lines | {each.name: formulas.gradient(self.model, each) for each in self.model.parameters}

    def _names_in_order(self, lines):
        """What has no formula first, then the formulas in their order, then parameters, and matrices of a batch."""
        told = [name for name in dict(self.model.formulas) if name in self.order]
        updates = [name for name in self.order if self._is_parameter(name)]
        return [*(name for name in self.order if name not in lines), *told, *updates]

    def _one(self, name, line, scopes):
        """The value of a name, of the shape that the frame has it in."""
        if line is None:
            return self.expected[name]
        with np.errstate(all="ignore"):
            each = [np.asarray(eval(line, scope)) for scope in scopes]  # a line of `models.formulas`, no user's text
        if self._is_parameter(name):
            return self._updated(self.model.declared(name), scopes[0][name], sum(each) / self.frame.divisor)
        if name == "loss":
            return sum(each) / self.frame.divisor
        if not self.frame.batched:
            return each[0].astype(float)
        rows = np.full(self.expected[name].shape, np.nan)
        for row, value in zip(rows, each, strict=True):
            row[tuple(map(slice, value.shape))] = value
        return rows

    def _updated(self, parameter, weights, gradient):
        if parameter.frozen:
            return weights
        return weights - self.frame.learning_rate * (gradient + parameter.decay * self.frame.decays * weights)

    def _take(self, name, values, scopes):
        """Let the lines that follow read these values."""
        if name == "loss" or self._is_parameter(name):
            return
        if self.model.declared(name).matrix_of or self.model.declared(name).role == "index":  # ids are looked up
            return
        rows = values if self.frame.batched else values[None]
        for scope, row in zip(scopes, rows, strict=True):
            old = scope[name]
            scope[name] = row[tuple(map(slice, old.shape))].astype(old.dtype)

"""The binary form of a trace, which the page replays.

    4 bytes   length of the header, little-endian
    header    JSON in UTF-8: what the arrays are, and where; padded with spaces to a multiple of 8
    arrays    little-endian, each at a multiple of 8 bytes from the end of the header

A consecutive trace carries the parameters at its start and, for each frame, the quantities. The browser
applies the declared changes (see `declarations.Outer`) itself, so quantities that drive a change travel as
float64: what the browser replays stays within rounding of what the kernel computed. So does the answer, of which an
error is the same number where the target is 0. The others are for the eye, as float32 (float64 where a number is too
large or too small for that). A strided trace has nothing to replay between its frames and carries the parameters of
each, for the eye too.

Where a vocabulary is large and steps touch only rows, only rows of the parameters travel: those that the block
touches, and those of the words that the page asks for. `rows.word` says which, and so for each axis that has rows.

Where steps touch all of them, a block can be of some words only: then all that has a row, a column or a number for each
word has those of these. What is left out of a sum is told by what is there.
"""

import json

import numpy as np

_ALIGNMENT = 8
_SMALLEST = np.finfo(np.float32).tiny  # below it digits get lost


def pack(header: dict, arrays: dict[str, np.ndarray]) -> bytes:
    """The bytes of a header and named arrays, of any shape."""
    entries, chunks, offset = [], [], 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        data += b"\0" * (-len(data) % _ALIGNMENT)
        kind = array.dtype.kind + str(array.dtype.itemsize)
        entries.append({"name": name, "dtype": kind, "shape": list(array.shape), "offset": offset})
        chunks.append(data)
        offset += len(data)
    return b"".join([framed(header | {"arrays": entries}), *chunks])


def framed(header: dict) -> bytes:
    """A header behind its length; what follows begins at a multiple of 8."""
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(4 + len(text)) % _ALIGNMENT)
    return len(text).to_bytes(4, "little") + text


def for_the_eye(array: np.ndarray) -> np.ndarray:
    """The same shape as float32; float64 where a number is too large or too small for it, as where a run diverges."""
    with np.errstate(over="ignore", under="ignore"):
        short = array.astype(np.float32)
    if np.isinf(short).any() or (array[np.abs(short) < _SMALLEST] != 0).any():
        return array
    return short


def pack_trace(trace, more: dict, words=(), only: bool = False) -> bytes:
    """The bytes of a `Trace`, with `more` arrays by name, and the rows of `words` where only some rows travel.

    only : whether of a consecutive trace whose steps touch all words these travel alone.
    """
    trajectory, diverged = trace.trajectory, trace.diverged
    start = int(trace.steps[0]) if len(trace) else trace.reached
    header = {
        "start": start,
        "count": len(trace),
        "stride": trace.stride,
        "batch": trajectory.recipe.batch_size,
        "patches": _patches(trace),
        "diverged": diverged and {"step": diverged.step, "quantity": diverged.quantity, "reason": str(diverged)},
    }
    some = {"word": np.array(words, np.int64)} if only else {}
    arrays = {"loss": trace.loss, "rate": trace.learning_rate, **_instances(trace), **_quantities(trace, some)}
    if trace.stride > 1:
        arrays["losses"] = for_the_eye(trace.losses)
    ids = travelling_rows(trace, words) if trajectory.by_rows else some
    arrays |= {f"rows.{axis}": rows.astype(np.int32) for axis, rows in ids.items()}
    for parameter in trajectory.model.parameters:
        name, rows = parameter.name, ids.get(parameter.axes[0], slice(None))
        if trace.stride == 1:
            arrays[f"start.{name}"] = _cut(trace.start_rows(name, rows), parameter.axes[1:], some)
        else:
            arrays[name] = for_the_eye(trace.rows(name, rows) if ids else trace[name])
    return pack(header, arrays | more)


def _cut(array, axes, ids):
    """An array whose last axes are these, with those elements of each that there are ids of."""
    for at, axis in enumerate(axes, array.ndim - len(axes)):
        array = array.take(ids[axis], axis=at) if axis in ids else array
    return array


def _patches(trace):
    """The weights set by hand when they reach a step of the trace: [step, parameter, row, column, value] of each."""
    start, trajectory = int(trace.steps[0]) if len(trace) else trace.reached, trace.trajectory
    steps = (step for step in trajectory.edit_steps if start < step <= trace.reached)
    return [[step, *patch] for step in steps for patch in trajectory.patches(step)]


def travelling_rows(trace, words) -> dict[str, np.ndarray]:
    """The rows that travel, ascending ids (rows,) by axis: `words`, or as many of the first rows where rows are no
    words; of a consecutive trace also those that it changes, and its instances' words."""
    first, patches = {"word": words}, _patches(trace)
    if trace.stride == 1:
        first["word"] = np.concatenate([words, *(ids for _, ids in trace.sides().values())])
    ids = {}
    for name, (axis, *_) in ((parameter.name, parameter.axes) for parameter in trace.trajectory.model.parameters):
        rows = [first.get(axis, range(min(trace.trajectory.sizes[axis], len(words))))]
        if trace.stride == 1:
            rows += [trace.touched[name], [row for _, edited, row, *_ in patches if edited == name]]
        ids[axis] = np.unique(np.concatenate([ids.get(axis, []), *rows])).astype(np.int64)
    return ids


def _quantities(trace, ids) -> dict[str, np.ndarray]:
    """Every quantity that is not a function of the instance's words alone; with `ids` by axis, of these."""
    model = trace.trajectory.model
    terms = [term for parameter in model.parameters for term in parameter.change]
    exact = {name for term in terms for name in (term.rows, term.columns)} | {model.network.activation}

    def travelling(quantity):
        if quantity.role == "index":
            return trace[quantity.name].astype(np.int32)
        array = _cut(trace[quantity.name], quantity.axes, ids)
        return array if quantity.name in exact else for_the_eye(array)

    return {quantity.name: travelling(quantity) for quantity in model.quantities if quantity.computed}


def _instances(trace) -> dict[str, np.ndarray]:
    """Each instance's number in the data and its word ids, flat, with count·B + 1 starts; a missing one has no ids."""
    arrays = {"instance": trace.numbers.astype(np.int32)}
    if trace.trajectory.model.reading == "points":
        return arrays
    for side, (start, ids) in trace.sides().items():
        arrays |= {f"{side}_start": start.astype(np.int32), f"{side}_ids": ids.astype(np.int32)}
    return arrays

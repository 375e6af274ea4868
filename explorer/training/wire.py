"""The binary form of a trace, which the page replays.

    4 bytes   length of the header, little-endian
    header    JSON in UTF-8: what the arrays are, and where; padded with spaces to a multiple of 8
    arrays    little-endian, each at a multiple of 8 bytes from the end of the header

A consecutive trace carries the parameters at its start and, for each frame, the quantities. The browser
applies the declared changes (see `contract.Outer`) itself, so quantities that drive a change travel as
float64: what the browser replays stays within rounding of what the kernel computed. The others are for
the eye, as float32 (float64 where a number is too large for that). A strided trace has nothing to replay
between its frames and carries the parameters of each, for the eye too.
"""

import json

import numpy as np

_ALIGNMENT = 8


def pack(header: dict, arrays: dict[str, np.ndarray]) -> bytes:
    """The bytes of a header and named arrays."""
    places, chunks, offset = [], [], 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        data += b"\0" * (-len(data) % _ALIGNMENT)
        kind = array.dtype.kind + str(array.dtype.itemsize)
        places.append({"name": name, "dtype": kind, "shape": list(array.shape), "offset": offset})
        chunks.append(data)
        offset += len(data)
    text = json.dumps(header | {"arrays": places}, separators=(",", ":")).encode()
    text += b" " * (-(4 + len(text)) % _ALIGNMENT)
    return b"".join([len(text).to_bytes(4, "little"), text, *chunks])


def for_the_eye(array: np.ndarray) -> np.ndarray:
    """As float32; float64 where a number is too large for it, as in the last steps before a run diverges."""
    with np.errstate(over="ignore"):
        short = array.astype(np.float32)
    return array if np.isinf(short).any() else short


def pack_trace(trace, more: dict) -> bytes:
    """The bytes of a `Trace`, with `more` arrays by name."""
    trajectory, diverged = trace.trajectory, trace.diverged
    start, end = (int(trace.steps[0]), trace.end[0]) if len(trace) else (trace.end[0], trace.end[0])
    patches = [
        [step, *patch] for step in trajectory.edit_steps if start < step <= end for patch in trajectory.patches(step)
    ]
    header = {
        "start": start,
        "count": len(trace),
        "stride": trace.stride,
        "batch": trajectory.recipe.batch_size,
        "patches": patches,
        "diverged": diverged and {"step": diverged.step, "quantity": diverged.quantity, "reason": str(diverged)},
    }
    arrays = {"loss": trace.loss, "rate": trace.learning_rate, **_instances(trace), **_quantities(trace)}
    if trace.stride == 1:
        arrays |= {f"start.{name}": array for name, array in trace.start_parameters.items()}
    else:
        arrays |= {name: for_the_eye(trace[name]) for name in trace.start_parameters}
        arrays["losses"] = for_the_eye(trace.losses)
    return pack(header, arrays | more)


def _quantities(trace) -> dict[str, np.ndarray]:
    """Every quantity that is not a function of the instance's words alone."""
    model = trace.trajectory.model
    terms = [term for parameter in model.parameters for term in parameter.change]
    driving = {name for term in terms for name in (term.rows, term.columns)}

    def travelling(quantity):
        if quantity.role == "index":
            return trace[quantity.name].astype(np.int32)
        return trace[quantity.name] if quantity.name in driving else for_the_eye(trace[quantity.name])

    return {quantity.name: travelling(quantity) for quantity in model.quantities if quantity.computed}


def _instances(trace) -> dict[str, np.ndarray]:
    """Each instance's place in the data, and its word ids, flat, with count·B + 1 starts; a missing one has no ids."""
    arrays = {"instance": trace.numbers.astype(np.int32)}
    if trace.trajectory.model.reading == "points":
        return arrays
    short = [((), ())]
    batch = trace.trajectory.recipe.batch_size
    rows = [instance for batch_of in trace.instances for instance in (batch_of + short * batch)[:batch]]
    for side, name in enumerate(("input", "output")):
        ids = [row[side] for row in rows]
        arrays[f"{name}_start"] = np.cumsum([0, *map(len, ids)], dtype=np.int32)
        arrays[f"{name}_ids"] = np.array([i for row in ids for i in row], np.int32)
    return arrays

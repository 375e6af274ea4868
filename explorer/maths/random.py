"""Random numbers, each stream a function of its seed alone."""

from functools import lru_cache

import numpy as np


def wevi_initial(words: int, units: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Input and output vectors, each of shape (words, units), as wevi draws them: bit for bit.

    The generator is the one of word2vec's C program, cut to 16 bits, and starts at the seed; a weight
    is (r/65536 − ½)/units. It is drawn word by word, unit by unit, the input weight before the output
    weight. After `WEVI_PERIOD` numbers it begins again: of 3,000 words with 32 units only 1,024 have rows of their own.
    """
    drawn = _wevi_stream(float(seed), 2 * words * units)
    for change, number in ((np.divide, 65536), (np.subtract, 0.5), (np.divide, units)):
        change(drawn, number, out=drawn)
    pairs = drawn.reshape(words, units, 2)
    return pairs[:, :, 0].copy(), pairs[:, :, 1].copy()


def wevi_filled(shapes: dict[str, tuple], units: dict[str, float], seed: int) -> dict[str, np.ndarray]:
    """Arrays of these shapes, one after another filled row by row from wevi's generator: (r/65536 − ½)/units.

    units : by name.
    """
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    drawn = np.split(_wevi_stream(float(seed), sum(sizes)) / 65536 - 0.5, np.cumsum(sizes)[:-1])
    parts = zip(shapes.items(), drawn, strict=True)
    return {name: part.reshape(shape) / units[name] for (name, shape), part in parts}


WEVI_PERIOD = 2**16  # the state has 16 bits, and its recurrence visits each of them


def _wevi_stream(r: float, count: int) -> np.ndarray:
    # The product is rounded to 53 bits before the mask, as in JavaScript: integers alone would differ.
    stream = np.empty(min(count, WEVI_PERIOD))
    for k in range(stream.size):
        r = float(int(r * 25214903917.0 + 11.0) & 0xFFFF)
        stream[k] = r
    return np.resize(stream, count)


def uniform_initial(shapes: dict[str, tuple], units: dict[str, float], seed: int) -> dict[str, np.ndarray]:
    """Arrays drawn uniformly from ±½/units, `units` by name, by PCG64(seed), in the order of `shapes`."""
    generator = np.random.Generator(np.random.PCG64(seed))
    return {name: generator.uniform(-0.5 / units[name], 0.5 / units[name], shape) for name, shape in shapes.items()}


# What the numbers of a seed are for: each has its own.
STAYING, REACH = 1, 2


def uniform_at(seed: int, purpose: int, count: int) -> np.ndarray:
    """A number in [0, 1) for each position 0 … count − 1, (count,) float64: a hash of seed, purpose and position."""
    state = np.full(count, seed, np.uint64)
    for counter in (np.full(count, purpose, np.uint64), np.arange(count, dtype=np.uint64)):
        state = hashed(state, counter)
    return (state >> np.uint64(11)) * 2.0**-53


def hashed(state, counter):
    """A hash and a counter as one hash, uint64 all three, numbers or arrays: every bit of either moves every other.

    A step of SplitMix64 with its finaliser (Steele, Lea and Flood, 2014).
    """
    state = state ^ ((counter + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15))
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@lru_cache(4)  # steps are often asked for one by one, and a large epoch takes milliseconds
def epoch_permutation(size: int, seed: int, epoch: int) -> np.ndarray:
    """The order in which a shuffled epoch visits `size` things, (size,) int64, read-only; of seed and epoch alone."""
    order = np.random.Generator(np.random.PCG64([seed, epoch])).permutation(size)
    order.flags.writeable = False
    return order


@lru_cache(4)
def epoch_draws(size: int, seed: int, epoch: int, count: int) -> np.ndarray:
    """`count` draws with replacement from `size` things, (count,) int64, read-only; of seed and epoch alone."""
    drawn = np.random.Generator(np.random.PCG64([seed, epoch, 1])).integers(size, size=count)
    drawn.flags.writeable = False
    return drawn

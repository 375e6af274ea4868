"""The quantities of a step, a row an instance: from the record of what was computed, or from the instances."""

import numpy as np


def quantity_rows(quantity, instances, words, record, row, only=None) -> np.ndarray:
    """A quantity of the step in `row` of the record: a row an instance, (B, …), or that of `only` one; a view of it."""
    chosen = slice(0, len(instances)) if only is None else slice(only, only + 1)
    instances = instances[chosen]
    if quantity.of_instance == "inputs":
        return np.array([_mean_one_hot(instance.inputs, words) for instance in instances])
    if quantity.of_instance == "input counts":
        return np.array([_counts(instance.inputs, words) for instance in instances])
    if quantity.of_instance == "outputs":
        return np.array([_counts(instance.outputs, words) for instance in instances])
    return record[quantity.name][row, chosen]


def _mean_one_hot(inputs, words: int) -> np.ndarray:
    """x: for each word its share among the inputs, repeats counted; shape (words,)."""
    return np.bincount(inputs, minlength=words) / len(inputs)


def _counts(side, words: int) -> np.ndarray:
    """How often each word stands on a side, t of the outputs; shape (words,), float64."""
    return np.bincount(side, minlength=words).astype(float)

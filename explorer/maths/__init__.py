"""Numba and NumPy with no model in them."""

"""Cosines of many matrices at once are those of each."""

import numpy as np
import pytest

from explorer.maths.cosine import cosines_in_stack, cosines_of_rows

pytestmark = pytest.mark.kernels


@pytest.mark.parametrize("size", [1.0, 1e-200, 1e200])
def test_a_stack_has_the_cosines_of_its_matrices(size):
    random = np.random.default_rng(0)
    matrices, queries = size * random.normal(size=(4, 7, 3)), random.normal(size=(4, 3))
    matrices[1, 2], queries[2], matrices[3, 1] = 0.0, 0.0, size * 5 * queries[3]
    expected = [cosines_of_rows(*each) for each in zip(matrices, queries, strict=True)]
    np.testing.assert_allclose(cosines_in_stack(matrices, queries), expected, rtol=0, atol=1e-15)
    np.testing.assert_allclose(cosines_in_stack(matrices, queries / size), expected, rtol=0, atol=1e-15)
    assert np.abs(cosines_in_stack(matrices, queries)).max() <= 1

"""An analogy's candidates: three measures, written out word by word, with and without the three words; the sides."""

from math import sqrt

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run

ASKED = "king", "man", "woman"


@pytest.fixture(scope="module")
def run():
    return Run(Recipe(preset="king-queen")).seek(137)


def cosine(x, y):
    lengths = sqrt(sum(p * p for p in x)) * sqrt(sum(p * p for p in y))
    return sum(p * q for p, q in zip(x, y, strict=True)) / lengths


def measures(vectors, a, b, c, x):
    """cosine, 3CosAdd and 3CosMul of the word x, by loops."""
    a, b, c, x = (vectors[word] for word in (a, b, c, x))
    near = [cosine(x, each) for each in (a, b, c)]
    shares = [(1 + each) / 2 for each in near]
    offset = [i - j + k for i, j, k in zip(a, b, c, strict=True)]
    return cosine(x, offset), near[0] - near[1] + near[2], shares[0] * shares[2] / (shares[1] + 0.001)


@pytest.mark.parametrize("of", [None, "W_out"])
def test_every_word_has_the_three_measures(run, of):
    table = run.analogy_table(*ASKED, of=of)
    vectors = dict(zip(run.vocabulary, run.parameters[of or "W"].tolist(), strict=True))
    assert table.words == run.vocabulary
    found = np.stack([table.cosine, table.add, table.multiply], axis=1)
    expected = [measures(vectors, *ASKED, word) for word in run.vocabulary]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_ranks_are_with_and_without_the_three_words(run):
    table = run.analogy_table(*ASKED)
    assert table.ranked() == run.analogy(*ASKED, count=99)
    for by in ("cosine", "add", "multiply"):
        values = dict(zip(run.vocabulary, getattr(table, by).tolist(), strict=True))
        whole = table.ranked(by, leave_out=False)
        assert whole == sorted(values.items(), key=lambda item: (-item[1], run.vocabulary.index(item[0])))
        assert table.ranked(by) == [item for item in whole if item[0] not in ASKED]
    with pytest.raises(RecipeError, match="by: got 'sum'"):
        table.ranked("sum")


def test_long_vectors_outweigh_others_by_cosine_and_not_by_3cosadd():
    """b is short beside a: a − b + c is nearly a + c, whose nearest word is x; as directions, y."""
    W = [[10, 0], [0, 0.1], [0, 10], [7, 7.5], [9, -5]]
    run = Run(Recipe(pairs="a|b, b|c, c|x, x|y, y|a", vector_size=2, parameters={"W": W}))
    table = run.analogy_table("a", "b", "c")
    assert [table.ranked(by)[0][0] for by in ("cosine", "add")] == ["x", "y"]


def test_the_sides_of_the_parallelogram(run):
    W = dict(zip(run.vocabulary, run.parameters["W"], strict=True))
    for d in (None, "palace"):
        table = run.analogy_table(*ASKED, d=d)
        assert run.vocabulary[table.answer] == (d or run.analogy(*ASKED)[0][0])
        sides = W["king"] - W["man"], W[run.vocabulary[table.answer]] - W["woman"]
        np.testing.assert_array_equal(table.differences, sides)
        assert table.lengths.tolist() == pytest.approx([np.linalg.norm(side) for side in sides])
        assert table.parallel == pytest.approx(cosine(*sides))


def test_where_there_is_no_fourth_word_there_is_no_side():
    table = Run(Recipe(pairs="a|b, b|c")).analogy_table("a", "b", "c")
    assert table.answer is None
    assert np.isnan([table.parallel, table.lengths[1]]).all()
    assert table.ranked() == []


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"a": "nobody"}, "a"),
        ({"d": "nobody"}, "d"),
        ({"of": "V"}, "of"),
    ],
)
def test_what_makes_no_sense_is_told(run, asked, field):
    with pytest.raises(RecipeError) as told:
        run.analogy_table(**dict(zip("abc", ASKED, strict=True)) | asked)
    assert [problem.field for problem in told.value.problems] == [field]

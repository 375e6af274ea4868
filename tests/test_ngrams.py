"""Counted n-grams against a twin of dictionaries, and beside what the network says."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.analysis.ngrams import counted
from explorer.views import VIEWS, next_word
from tests.reference import ngrams


@pytest.fixture(scope="module")
def run():
    return Run(Recipe(preset="feed-the-cat"))


@pytest.mark.parametrize("k", [0, 1e-9, 0.5])
@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("words", ["feed the", "the cat", "cat feed", "house house"])
def test_the_tables_are_those_of_dictionaries(run, words, order, k):
    found = counted(run, words, order, k)
    ids = [run.vocabulary.index(word) for word in words.split()]
    chances, orders, factors = zip(
        *ngrams.probabilities(run.instances, len(run.vocabulary), ids, order, k), strict=True
    )
    np.testing.assert_allclose(found.probabilities, np.array(chances, float), rtol=1e-15)
    np.testing.assert_array_equal(found.came_from, orders)
    np.testing.assert_allclose(found.factors[order - found.came_from], np.array(factors, float), rtol=1e-15)
    assert found.probabilities.sum() == pytest.approx(1, abs=1e-15)
    assert [each.order for each in found.orders] == list(range(order, 0, -1))
    up_to = list(counted(run, words).with_k(k))
    np.testing.assert_array_equal(up_to[order - 1].probabilities, found.probabilities)


def test_what_the_longer_context_leaves_is_shared_by_the_shorter_one(run):
    """After “feed the” once cat, of 17 words; after “the” 5 times cat, 4 dog, 3 house, 3 door."""
    found = counted(run, "feed the", k=0.5)
    cat, dog = (run.vocabulary.index(word) for word in ("cat", "dog"))
    assert found.probabilities[cat] == pytest.approx(1.5 / 9.5)
    of_the, unseen = 1 - 5.5 / 23.5, 16 * 0.5 / 9.5
    assert found.alphas[0] == pytest.approx(unseen / of_the)
    assert found.probabilities[dog] == pytest.approx(unseen / of_the * 4.5 / 23.5)
    assert list(found.came_from[[cat, dog]]) == [3, 2]


def test_of_pairs_every_output_word_counts():
    run = Run(Recipe(pairs="a^b|c^c, a^b|d, b^b|a", model="nnlm", context=2))
    found = counted(run, "a b")
    assert [run.vocabulary[word] for word in found.answering.counts.nonzero()[0]] == ["c", "d"]
    np.testing.assert_allclose(found.probabilities, [0, 0, 2 / 3, 1 / 3])


def test_a_table_that_never_saw_the_context_backs_off(run):
    found = counted(run, "cat the")
    assert found.orders[0].total == 0
    assert np.isnan(found.orders[0].probabilities()).all()
    assert found.answering is found.orders[1]
    assert found.answering.context == ("the",)


@pytest.mark.parametrize(
    ("recipe", "words", "options", "field"),
    [
        ({"preset": "feed-the-cat"}, "the", {}, "words"),
        ({"preset": "feed-the-cat"}, "feed a", {}, "word"),
        ({"preset": "feed-the-cat"}, "feed the", {"order": 4}, "order"),
        ({"preset": "feed-the-cat"}, "feed the", {"k": -1}, "k"),
        ({"preset": "king-queen"}, "king queen", {}, "model"),
    ],
)
def test_what_cannot_be_counted_is_told(recipe, words, options, field):
    with pytest.raises(RecipeError) as error:
        counted(Run(Recipe(**recipe)), words, **options)
    assert [problem[0] for problem in error.value.problems] == [field]


def test_the_caption_of_the_cat_and_the_dog_holds_for_its_table(run):
    cat, dog = (run.vocabulary.index(word) for word in ("cat", "dog"))
    chances = counted(run, "feed the").probabilities
    assert chances[dog] == 0 < chances[cat]
    assert 0 < counted(run, "feed the", k=1).probabilities[dog] < chances[cat]


def test_the_figure_has_the_network_the_tables_and_where_each_number_is_from(run):
    figure = next_word(run, "cat the", "dark")
    network, table, counts = (each for each in figure.data if each.visible is not False)
    assert len(network.x) == len(table.x) <= 12
    assert "backed off from 3" in table.name
    assert counts.cells.values[3][:2] == ["never seen: backs off", "1"]
    predicted = sum(len(instance.outputs) for instance in run.instances)
    assert counts.header.values[-1] == f"1-grams: {predicted} words predicted"
    added, order = figure.layout.sliders
    assert [step.label for step in added.steps] == ["0", "0.01", "0.1", "0.5", "1"]
    assert [step.label for step in order.steps] == ["1", "2", "3"]
    assert [added.name, order.name] == ["k", "n"]
    shown = [run.vocabulary.index(word) for word in table.customdata]
    bars, at = added.steps[-1].args[0], slice(2, None)
    for n in (1, 2, 3):
        found = counted(run, "cat the", n, 1)
        assert bars["x"][n - 1] == found.probabilities[shown].tolist()
        _, came_from, worked, *_ = bars["cells.values"][3 + n - 1]
        assert [int(each) for each in came_from[at]] == found.came_from[shown].tolist()
        for text, chance in zip(worked[at], bars["x"][n - 1], strict=True):
            assert eval(text.replace("×", "*")) == pytest.approx(chance, rel=1e-3)
    assert order.steps[1].args[0]["visible"] == [False, True, False] * 2


def test_the_panel_asks_what_is_typed_else_the_words_of_the_step(run):
    view = {"stage": "start", "theme": "light", "instance": 0}
    assert "stroke the" in VIEWS["counted"](run, view).layout.title.text
    assert "feed the" in VIEWS["counted"](run, view | {"next": "feed the"}).layout.title.text
    slid = VIEWS["counted"](run, view | {"k": "0.1"})
    assert (slid.layout.sliders[0].active, slid.data[3].name) == (2, "counted 3-grams, k = 0.1")
    assert VIEWS["counted"](run, view | {"k": "7"}).layout.sliders[0].active == 0
    for n, stands in (("2", 1), ("3", 2), ("4", 2)):
        chosen = VIEWS["counted"](run, view | {"n": n})
        assert chosen.layout.sliders[1].active == stands
        assert [each.visible for each in chosen.data[1:4]] == [at == stands for at in range(3)]
    with pytest.raises(RecipeError, match=r"order: got 4, allowed is"):
        next_word(run, "feed the", order=4)
    with pytest.raises(RecipeError, match=r"k: got 0\.2"):
        next_word(run, "feed the", k=0.2)

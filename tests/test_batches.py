"""What a step makes of a batch, the mean or the sum, and which instances it gets."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.models.batches import stages_of
from explorer.training.gradient_check import gradient_errors
from explorer.training.values import wanted

pytestmark = pytest.mark.kernels

PAIRS = {"pairs": "a^b|c, b|c^d^a, d|a, c|b, a|d", "vector_size": 3}
POINTS = {"points": "0 1 | 0 1; 1 0.5 | 1 0; -1 1 | 1 1; 2 -1 | 0 0; 0.3 0.1 | 0 1"}
MODELS = {
    "cbow": PAIRS,
    "skip-gram, negative": PAIRS | {"model": "skip-gram", "output": "negative"},
    "cbow, hierarchical": PAIRS | {"output": "hierarchical"},
    "nnlm, hierarchical": {"text": "a b c d a c b d", "model": "nnlm", "hidden": (3,), "output": "hierarchical"},
    "rnnlm, hierarchical": {"text": "a b c d a c b d", "model": "rnnlm", "hidden": (3,), "output": "hierarchical"},
    "nnlm": {"text": "a b c d a c b d", "model": "nnlm", "hidden": (3,), "vector_size": 2, "weight_decay": 0.1},
    "rnnlm": {"text": "a b c d a c b d", "model": "rnnlm", "hidden": (3,)},
    "mlp": POINTS | {"model": "mlp", "hidden": (3,)},
    "perceptron": {"points": "0 1 | 1; 1 0 | 0; 1 1 | 1; 2 1 | 0; 1 3 | 1", "model": "perceptron"},
}
every_model = pytest.mark.parametrize("fields", MODELS.values(), ids=MODELS)


@every_model
def test_a_sum_is_the_mean_times_the_instances_of_the_step(fields):
    """Also where an epoch's last batch is short; weight decay is in each instance's loss, and so in the sum B times."""
    run = Run(Recipe(batch_size=3, batch_gradient="sum", **fields))
    sizes = [len(run.frame(step).instances) for step in range(8)]
    means = Recipe(batch_size=3, **fields)
    for step, size in enumerate(sizes):
        means = means.edited(step, learning_rate=run.recipe.learning_rate * size)
    means = Run(means)
    assert len(set(sizes)) == 2
    for step, size in enumerate(sizes):
        summed, mean = run.frame(step), means.frame(step)
        assert summed.loss == pytest.approx(size * mean.loss, rel=1e-12)
        if fields.get("model") != "rnnlm":  # which keeps states of earlier weights
            assert summed.loss == pytest.approx(summed.loss_at(summed.parameters), rel=1e-12)
        for name, gradient in summed.gradients.items():
            np.testing.assert_allclose(summed.updated[name], mean.updated[name], rtol=0, atol=1e-12)
            np.testing.assert_allclose(gradient, size * mean.gradients[name], rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.losses(0, 8), means.losses(0, 8) * sizes, rtol=1e-12)
    np.testing.assert_array_equal(run.trace(2, 3, stride=2).loss, run.losses(2, 8)[::2])


@every_model
def test_gradients_of_a_sum_equal_central_differences(fields):
    run = Run(Recipe(batch_size=3, batch_gradient="sum", learning_rate=0.01, **fields))
    for name, error in gradient_errors(run.seek(20).frame()).items():
        # of rnnlm the gradient is exact while weights rest; here they move by little
        assert error < (1e-3 if fields.get("model") == "rnnlm" else 1e-7), name


@every_model
@pytest.mark.parametrize(("gradient", "share"), [("mean", r"\frac{1}{B} "), ("sum", "")])
def test_rules_in_letters_move_weights_by_what_the_step_takes_of_a_batch(fields, gradient, share):
    """Behind each η its share and the sum over the instances, which ΔC is already; weight decay B times in a sum."""
    one = stages_of(Recipe(**fields))
    assert one == Recipe(**fields).architecture.stages
    recipe = Recipe(batch_size=3, batch_gradient=gradient, **fields)
    rules = stages_of(recipe)[-1].equation.latex
    moved = rules.split(r" - \eta\, ")[1:]
    assert len(moved) == one[-1].equation.latex.count(r" - \eta\, ") > 0
    for gradient_of in moved:
        assert gradient_of.startswith((rf"{share}\sum_b ", rf"{share}\Delta C(w)"))
    assert rules.count(r"\eta B \lambda") == (2 if gradient == "sum" and "weight_decay" in fields else 0)
    of_one = rules.replace(rf"\eta\, {share}", r"\eta\, ").replace(r"\sum_b ", "").replace(r"\eta B", r"\eta")
    assert of_one == recipe.architecture.stages[-1].equation.latex
    assert rf"\[ {rules} \]" in Run(recipe).frame(0).to_latex()


def test_a_sampled_order_draws_each_instance_anew():
    recipe = Recipe(batch_size=3, order="sampled", seed=5, **PAIRS)
    run = Run(recipe)
    numbers = run.trajectory.stream.order(0, 800)
    assert (numbers[1::2, 2] == -1).all()  # an epoch has as many draws as there are instances
    drawn = numbers[numbers >= 0]
    epochs = [tuple(epoch) for epoch in drawn.reshape(-1, 5)]
    assert sum(len(set(epoch)) < 5 for epoch in epochs) > 350  # all but 5!/5⁵ of them
    assert len(set(epochs)) > 350
    counts = np.bincount(drawn)
    assert ((counts - 400) ** 2 / 400).sum() < 18.5  # χ² of 4 degrees of freedom, 1 in 1,000
    np.testing.assert_array_equal(run.trajectory.stream.order(37, 5), numbers[37:42])
    assert Recipe.from_query(recipe.to_query()) == recipe
    there = run.seek(90).parameters["W"].tobytes()
    assert Run(recipe).seek(400).seek(90).parameters["W"].tobytes() == there
    other = Run(Recipe(batch_size=3, order="sampled", seed=6, **PAIRS))
    assert (other.trajectory.stream.order(0, 800) != numbers).any()


def test_a_sum_of_one_instance_is_no_mistake_and_goes_where_there_are_more():
    alone = Recipe(batch_gradient="sum", **PAIRS)
    assert (alone.batch_gradient, Recipe.from_query(alone.to_query())) == ("sum", alone)
    assert Recipe(batch_size=3, batch_gradient="sum", **PAIRS).batch_gradient == "sum"
    assert [wanted("batch_gradient", {"batch_size": size}) for size in (1, "1", 2)] == [False, False, True]


def test_what_an_order_or_a_batch_gradient_may_be_is_told():
    for field, wrong, allowed in (("order", "random", "sampled"), ("batch_gradient", "total", "mean, sum")):
        with pytest.raises(RecipeError, match=f"{field}.*{wrong}.*{allowed}"):
            Recipe(pairs="a|b", **{field: wrong})
    with pytest.raises(RecipeError, match=r"order.*cyclic: rnnlm draws whole sentences, and pairs have none"):
        Recipe(pairs="a|b, b|c", model="rnnlm", order="sampled")
    with pytest.raises(RecipeError, match=r"pairs.*a text, where the order is shuffled: rnnlm"):
        Recipe(text="a b c\nb a", model="rnnlm", order="shuffled").edited(3, pairs="a|b, b|c")

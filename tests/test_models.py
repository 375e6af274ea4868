"""CBOW and skip-gram, proven four ways: by hand, by a naive twin, by central differences, by wevi."""

import re

import numpy as np
import pytest

from explorer import MODELS, Recipe, Run
from explorer.models.outputs import OUTPUTS
from explorer.training.fields import BY_NAME
from explorer.training.gradient_check import gradient_errors
from tests.reference import softmax as naive
from tests.reference import wevi

pytestmark = pytest.mark.kernels

WORD2VEC = ["cbow", "skip-gram"]
CORPORA = {
    "one word each side": "a|b, b|c, c|a",
    "several inputs": "a^b|c, b^c^a|d, d|a",
    "several outputs": "a|b^c, b|c^d^a, d|a",
    "repeats": "a^a^b|c, b|a^a, c^c|c^c, d|a",
}


def lists(arrays):
    return [arrays[name].tolist() for name in ("W", "W_out")]


@pytest.mark.smoke
def test_a_step_worked_out_by_hand():
    """N = 1, two words, a predicts b, η = 1: short enough for pencil and paper.

    W = (2, 0), W′ = (0, 0)   h = 2, u = (0, 0), y = (½, ½), E = ln 2
    e = y − t = (½, −½), EH = ½·0 − ½·0 = 0
    W′ ← (0 − ½·2, 0 + ½·2) = (−1, 1), W stays
    the next step: u = (−2, 2), y_b = 1/(1 + exp(−4)), e = (1 − y_b)·(1, −1), EH = (1 − y_b)·(−1 − 1)
    W_a ← 2 + 2(1 − y_b)
    """
    given = {"W": [[2.0], [0.0]], "W_out": [[0.0], [0.0]]}
    run = Run(Recipe(pairs="a|b", vector_size=1, learning_rate=1.0, parameters=given))
    frame = run.frame()
    assert frame["h"] == 2
    np.testing.assert_array_equal(frame["y"], [0.5, 0.5])
    np.testing.assert_array_equal(frame["e"], [0.5, -0.5])
    assert frame.loss == pytest.approx(np.log(2), abs=1e-15)
    np.testing.assert_array_equal(frame.updated["W_out"], [[-1], [1]])
    np.testing.assert_array_equal(frame.updated["W"], [[2], [0]])
    y_b = 1 / (1 + np.exp(-4))
    second = run.advance().frame()
    assert second["y"][1] == pytest.approx(y_b, abs=1e-15)
    assert second.updated["W"][0, 0] == pytest.approx(2 + 2 * (1 - y_b), abs=1e-15)


@pytest.mark.parametrize("model", WORD2VEC)
@pytest.mark.parametrize("batch_size", [1, 2, 5])
@pytest.mark.parametrize("corpus", CORPORA)
def test_frames_equal_the_naive_twin(model, batch_size, corpus):
    recipe = Recipe(pairs=CORPORA[corpus], model=model, batch_size=batch_size, vector_size=3, seed=7)
    run = Run(recipe)
    for step in (0, 1, 25):
        frame = run.seek(step).frame()
        before = lists(frame.parameters)
        batch = [(list(instance.inputs), list(instance.outputs)) for instance in frame.instances]
        for b, instance in enumerate(batch):
            for name, value in naive.quantities(*before, *instance).items():
                actual = frame[name][b] if batch_size > 1 else frame[name]
                np.testing.assert_allclose(actual, value, rtol=0, atol=1e-13, err_msg=name)
        expected_loss = np.mean([naive.loss(*before, *instance) for instance in batch])
        assert frame.loss == pytest.approx(expected_loss, abs=1e-13)
        updated = naive.step(*before, batch, recipe.learning_rate)
        for actual, expected in zip(lists(frame.updated), updated, strict=True):
            np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("model", WORD2VEC)
@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("corpus", CORPORA)
def test_gradients_equal_central_differences(model, batch_size, corpus):
    run = Run(Recipe(pairs=CORPORA[corpus], model=model, batch_size=batch_size, vector_size=3, seed=3))
    for name, error in gradient_errors(run.seek(40).frame()).items():
        assert error < 1e-8, name


def test_errors_of_several_outputs_sum_to_zero():
    frame = Run(Recipe(pairs="a|b^c^c, b|a", model="skip-gram")).frame()
    np.testing.assert_allclose(frame["e"], 3 * frame["y"] - [0, 1, 2], atol=1e-15)
    assert frame["e"].sum() == pytest.approx(0, abs=1e-14)


# wevi's own numbers, from a run of its arithmetic (tests/reference/wevi.py) on its CBOW preset:
# W[apple, 0], W[water, 4], W[eat, 3], W_out[juice, 1], W_out[apple, 2] after so many instances.
WEVI = {
    1: [0.0800537109375, 0.055755615234375, -0.012078857421875, -0.026887888163806082, 0.047909172235431355],
    2: [
        0.07432714996609556,
        0.055755615234375,
        -0.012327883474772316,
        -0.02489756400075159,
        0.04660276355570715,
    ],
    37: [
        0.025739181265951143,
        0.08466701596814985,
        -0.014020696966347359,
        -0.0503978365743528,
        0.033367448822967424,
    ],
}


@pytest.mark.parametrize("step", WEVI)
def test_weights_of_wevi(step):
    W, W_out = Run(Recipe(preset="fruit-and-juice-cbow")).seek(step).parameters.values()
    ours = W[0, 0], W[7, 4], W[2, 3], W_out[3, 1], W_out[0, 2]
    np.testing.assert_allclose(ours, WEVI[step], rtol=0, atol=1e-15)


@pytest.mark.parametrize("preset", ["fruit-and-juice", "king-and-queen", "directed-loop"])
def test_a_thousand_steps_equal_wevis(preset):
    run = Run(Recipe(preset=preset))
    W, W_out = wevi.initial(len(run.vocabulary), run.recipe.vector_size, run.recipe.seed)
    assert lists(run.parameters) == [W, W_out]  # bit for bit
    for step in range(1000):
        instance = run.instances[step % len(run.instances)]
        wevi.train(W, W_out, instance.inputs, instance.outputs[0], run.recipe.learning_rate)
    for ours, theirs in zip(run.seek(1000).parameters.values(), (W, W_out), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


def test_initial_weights_of_wevi_for_a_seed_whose_products_leave_53_bits():
    run = Run(Recipe(pairs="a|b", init="wevi", seed=2**53 - 1, vector_size=3))
    assert lists(run.parameters) == list(wevi.initial(2, 3, 2**53 - 1))


@pytest.mark.parametrize("model", ["cbow", "nnlm", "rnnlm"])
def test_wevis_generator_is_the_default_as_long_as_it_does_not_repeat_itself(model):
    def recipe(words, **more):
        pairs = ", ".join(f"w{i}|w{i}" for i in range(words))
        sized = {"hidden": (32,)} if model == "rnnlm" else {"vector_size": 32}
        return Recipe(pairs=pairs, model=model, **sized, **({"context": 1} if model == "nnlm" else {}), **more)

    assert (recipe(1024).init, recipe(1025).init) == ("wevi", "uniform")
    many, asked = recipe(3000), recipe(3000, init="wevi")
    assert "init" not in many.to_query()
    assert "init=wevi" in asked.to_query()
    for each in (many, asked):
        assert Recipe.from_query(each.to_query()) == each
        assert Recipe.from_query(each.to_query()).init == each.init
    if model == "cbow":  # where it is asked for it repeats itself, as it says
        rows = [len(np.unique(Run(each).parameters["W"], axis=0)) for each in (many, asked)]
        assert rows == [3000, 1024]
        assert "repeats" in BY_NAME["init"].help


def test_a_generalisation_of_an_equation_says_that_it_comes_after_it():
    for name, source in (("e", "eq. 8; of several outputs after eq. 30–31"), ("y", "eq. 3")):
        assert MODELS["cbow"].declared(name).source == f"Rong (2014), {source}"
    loss = next(stage for stage in MODELS["cbow"].stages if stage.name == "loss")
    assert loss.source == "Rong (2014), eq. 19–21; of several outputs after eq. 27–29"
    assert MODELS["rnnlm"].declared("e").help == "error of each word, C·y − t"
    skips = Recipe(pairs="a|b,b|c", output="negative", noise_hit="skip").architecture
    draw = next(stage for stage in skips.stages if stage.name == "draw")
    assert draw.source == "after Rong (2014), eq. 55; word2vec.c, TrainModelThread"
    tanh = Recipe(points="0 1 | 1", model="perceptron", link="tanh", rule="gradient").architecture
    assert {stage.name: stage.source for stage in tanh.stages}["error"] == "after Rong (2014), eq. 71"


@pytest.mark.parametrize(
    ("preset", "names"),
    [
        ("king-queen", "x h u y"),
        ("capitals", "x h u y"),  # skip-gram
        ("as-the-program-has-it", "x h u y e"),  # whose answers are looked up
        ("rhyme-by-heart", "eh"),
        ("saturated-unit", "y"),
    ],
)
def test_a_number_cites_what_its_stage_cites(preset, names):
    model = Recipe(preset=preset).architecture
    cited = {name: stage.source.partition("; Rong (2014), eq. 68")[0] for stage in model.stages for name in stage.shows}
    assert {name: model.declared(name).source for name in names.split()} == {
        name: cited[name] for name in names.split()
    }


OF_SEVERAL = {
    "cbow": r"= C\, y_j - t_j",
    "nnlm": r"e_j = \sum_c (y_j - t_{c,j})",
    "rnnlm": r"e_j = \sum_c (y_j - t_{c,j})",
}


@pytest.mark.parametrize("model", OF_SEVERAL)
def test_equations_are_of_as_many_output_words_as_there_are(model):
    """Of one they have no C, which is there the number of inputs; of several they come after those of the source."""
    own = {"context": 1} if model == "nnlm" else {}
    one, several = (Recipe(pairs=pairs, model=model, **own).architecture for pairs in ("a|b,b|a", "a|b^c,b|a"))
    for architecture, loss, error in (
        (one, r"E = -\ln y_{o}", "e_j = y_j - t_j"),
        (several, r"E = -\sum_c \ln y_{o_c}", OF_SEVERAL[model]),
    ):
        stages = {stage.name: stage for stage in architecture.stages}
        assert loss in stages["loss"].equation.latex
        assert error in stages["error"].equation.latex
        after = model == "cbow" or architecture is several
        assert all(("after" in stages[name].source) == after for name in ("loss", "error"))


@pytest.mark.parametrize("model", MODELS)
def test_an_update_has_a_live_line_for_each_of_its_rules(model):
    points = {"points": "0 1 | 1; 1 1 | 0"}
    given = {"perceptron": points, "mlp": {**points, "hidden": (2, 3)}}.get(model, {"text": "a b c d"})
    outputs = {"cbow": OUTPUTS, "skip-gram": OUTPUTS}.get(model, ("softmax", "hierarchical"))
    for own in [{"output": output} for output in outputs] if "text" in given else [{}]:
        stages = Recipe(**given, **own, model=model).architecture.stages
        moving = [stage for stage in stages if stage.title.startswith("move the")]
        assert moving
        for stage in moving:
            assert stage.live.count("2em") == stage.equation.latex.count(r"\qquad"), (own, stage.name)


def test_uniform_initial_weights_are_drawn_in_the_order_of_the_parameters():
    run = Run(Recipe(pairs="a|b", init="uniform", seed=4, vector_size=3))
    generator = np.random.Generator(np.random.PCG64(4))
    for name in ("W", "W_out"):
        np.testing.assert_array_equal(run.parameters[name], generator.uniform(-0.5 / 3, 0.5 / 3, (2, 3)))


def test_skip_gram_with_several_targets_converges():
    """wevi's skip-gram preset climbs there; the right gradient brings its loss down."""
    run = Run(Recipe(preset="fruit-and-juice-skip-gram"))
    losses = run.trace(0, 100 * len(run.instances)).loss.reshape(100, -1).mean(axis=1)
    assert losses[-1] < 2.6 < losses[0]


@pytest.mark.parametrize("batch_size", [1, 2])
def test_explanations_add_up_to_the_numbers_they_explain(batch_size):
    frame = Run(Recipe(pairs="a^b|c^c, b|a", batch_size=batch_size)).seek(9).frame()
    at = (1,) if batch_size > 1 else ()

    def products(operands):
        return sum(a.value * b.value for a, b in zip(operands[::2], operands[1::2], strict=True))

    for name, size in (("h", 5), ("u", 3), ("EH", 5)):
        for i in range(size):
            explanation = frame.explain(name, (*at, i))
            assert explanation.value == frame[name][(*at, i)]
            assert products(explanation.operands) == pytest.approx(explanation.value, abs=1e-13)
    for j in range(3):
        y = frame.explain("y", (*at, j))
        scores = np.array([operand.value for operand in y.operands])
        assert np.exp(scores[0]) / np.exp(scores).sum() == pytest.approx(y.value, abs=1e-14)
        e = frame.explain("e", (*at, j))
        C = len(frame.instances[at[0] if at else 0].outputs)
        assert C * e.operands[0].value - e.operands[1].value == pytest.approx(e.value, abs=1e-14)
    for name in ("W", "W_out"):
        explanation = frame.explain(name, (1, 2))
        before, rate, *terms = explanation.operands
        expected = before.value - rate.value * products(terms) / batch_size
        assert explanation.value == frame.updated[name][1, 2] == pytest.approx(expected, abs=1e-14)


def test_explanations_escape_words_and_refuse_places_that_do_not_exist():
    frame = Run(Recipe(pairs="<b>x</b>|⟦1⟧")).frame()
    assert "<mtext>&lt;b&gt;x&lt;/b&gt;</mtext>" in frame.explain("u", (0,)).mathml
    assert "<mtext>⟦1⟧</mtext>" in frame.explain("u", (1,)).mathml
    with pytest.raises(IndexError, match="shape"):
        frame.explain("u", (2,))
    with pytest.raises(TypeError):
        frame.explain("u", (0.5,))
    for asked in (lambda: frame.explain("nothing", (0,)), lambda: frame["nothing"]):
        with pytest.raises(KeyError, match="'nothing' is nothing of cbow, which has W, W_out, x, h, "):
            asked()


@pytest.mark.parametrize(
    "fields",
    [
        {"points": "0 1 | 1 0; 1 1 | 0 1", "model": "mlp", "hidden": (2, 3), "batch_size": 2},
        {"points": "0 1 | 1 0", "model": "mlp", "hidden": (), "output_activation": "softmax", "loss": "cross-entropy"},
        {"points": "0 1 | 1", "model": "perceptron", "link": "identity", "loss": "hinge"},
        {"text": "a b c d e", "model": "nnlm", "output": "hierarchical", "context": 2, "direct": True},
        {"text": "a b c d e", "model": "rnnlm", "output": "hierarchical", "bptt": 3},
        {"pairs": "a^b|c, b|c^d", "model": "cbow", "output": "negative"},
    ],
    ids=lambda fields: fields["model"],
)
def test_explanations_speak_of_numbers_by_the_symbols_that_the_page_shows(fields):
    frame = Run(Recipe(**fields)).frame()
    declared = [*frame.model.quantities, *frame.model.parameters]
    for each in declared:
        place = tuple(0 for _ in frame.shape(each.name))
        equation = frame.explain(each.name, place).equation
        named = {other.name for other in declared if other.name != other.symbol}
        assert named or fields["model"] == "perceptron"
        assert not named & {*re.findall(r"(\w+)[(\[]", equation)}, equation


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_declarations_are_complete(model):
    shown = [name for stage in model.stages for name in stage.shows]
    declared = [each.name for each in (*model.quantities, *model.parameters)]
    assert sorted(shown) == sorted([*declared, "loss"])
    assert [stage.name for stage in model.stages][-1] == "update"
    for stage in model.stages:
        assert stage.equation.startswith("<math")
        assert "data-slot" in stage.live


@pytest.mark.parametrize(
    ("keywords", "stage", "says"),
    [
        ({"text": "a b a c", "model": "nnlm", "activation": "identity"}, "hidden", "The identity bends nothing"),
        ({"text": "a b a c", "model": "nnlm"}, "hidden", "bends the sums"),
        ({"preset": "xor-network", "activation": "identity"}, "hidden-error", "lets the error through"),
        ({"preset": "xor-network"}, "hidden-error", "is flat"),
        ({"preset": "xor-network", "output_activation": "identity"}, "output-error", "lets the error through"),
        ({"preset": "and-unit", "rule": "gradient", "link": "identity"}, "slope", "lets the error through"),
        ({"preset": "xor-network", "loss": "mse"}, "error", "minus target, twice:"),
        ({"pairs": "a|b, b|c", "output": "negative", "noise_hit": "keep"}, "error", "gets both"),
        ({"pairs": "a|b, b|c", "output": "negative"}, "error", "each word drawn is pushed away"),
    ],
)
def test_a_caption_holds_of_what_is_set(keywords, stage, says):
    stages = {each.name: each for each in Recipe(**keywords).architecture.stages}
    assert says in stages[stage].says

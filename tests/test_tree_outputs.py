"""Language models over a tree of the words: by naive twins, by central differences, and what they cost against Q."""

import numpy as np
import pytest

from explorer import Diverged, Recipe, RecipeError, Run
from explorer.analysis.costs import formulas
from explorer.analysis.truncation import truncation
from explorer.models import MODELS
from explorer.training.gradient_check import gradient_errors
from explorer.training.races import Race
from explorer.views.costs import sizes
from tests.reference import rnnlm, trees

pytestmark = pytest.mark.kernels

TEXT = "a b c d e f\nb a c b a d\nc c a a b"
NNLM = {"model": "nnlm", "context": 2, "vector_size": 3, "hidden": (4,)}
VARIANTS = {
    "bengio": NNLM | {"weight_decay": 0.1},
    "hinton": NNLM | {"activation": "sigmoid", "direct": False, "tree": "balanced"},
    "frozen": NNLM | {"activation": "relu", "freeze": True, "weight_decay": 0.02, "seed": 7},
    "no hidden layer": NNLM | {"hidden": (), "output_bias": False},
    "several outputs": NNLM | {"pairs": "a^a|b^c^c, b^a|c, c^b|a"},
    "recurrent": {"model": "rnnlm", "hidden": (4,)},
    "sentences, several outputs": {"model": "rnnlm", "hidden": (3,), "bptt": 1, "pairs": "a|b, b|c^c, c|a^b, a|c"},
    "anew": {"model": "rnnlm", "hidden": (4,), "bptt": 0, "reset_state": True},
}
WORDS_OF_4 = {"model": "nnlm", "context": 4, "vector_size": 20}
variants = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
batches = pytest.mark.parametrize("batch_size", [1, 3])


def recipe(**more):
    data = {} if "pairs" in more else {"text": TEXT}
    usual = {"output": "hierarchical", "learning_rate": 0.5, "seed": 3}
    return Recipe(**data | usual | more)


def questions_of(run, outputs):
    """The nodes on the ways to some words, and whether each way goes left there."""
    tree = run.tree
    return [
        (int(node), int(sign > 0)) for o in outputs for node, sign in zip(tree.paths[o], tree.signs[o], strict=True)
    ]


def same(frame, found):
    """Whether a frame's quantities are those of a twin, for each instance."""
    for b, quantities in enumerate(found):
        for name, value in quantities.items():
            if name in frame:
                expected = [-1 if id is None else id for id in value] if name == "w" else value
                np.testing.assert_allclose(frame.of_instance(name, b), expected, rtol=0, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if variant["model"] == "nnlm"])
@batches
def test_frames_of_the_neural_model_equal_the_naive_twin(name, batch_size):
    run = Run(recipe(**VARIANTS[name], batch_size=batch_size))
    chosen = run.recipe
    for step in (0, 1, 25):
        frame = run.seek(step).frame()
        before = {name: array.tolist() for name, array in frame.parameters.items()}
        batch = [(list(each.inputs), questions_of(run, each.outputs)) for each in frame.instances]
        same(frame, [trees.nnlm_quantities(before, chosen.activation, *each) for each in batch])
        losses = [trees.nnlm_loss(before, chosen.activation, chosen.weight_decay, *each) for each in batch]
        assert frame.loss == pytest.approx(np.mean(losses), abs=1e-12)
        moved = trees.nnlm_step(before, chosen.activation, chosen.weight_decay, chosen.freeze, batch, 0.5)
        for name, array in moved.items():
            np.testing.assert_allclose(frame.updated[name], array, rtol=0, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if variant["model"] == "rnnlm"])
@batches
def test_every_step_of_the_recurrent_model_equals_the_naive_twin(name, batch_size):
    run = Run(recipe(**VARIANTS[name], batch_size=batch_size))
    U, W, V = (run.parameters[name].tolist() for name in ("U", "W", "V_node"))
    states, words = rnnlm.beginning(len(W), run.recipe.bptt)
    for _ in range(15):
        frame, numbers = run.frame(), run.trajectory.stream.order(run.step, 1)[0]
        starts = [run.recipe.reset_state and bool(run.instances.first[n]) for n in numbers]
        batch = [
            (each.inputs[0], questions_of(run, each.outputs), begins)
            for each, begins in zip(frame.instances, starts, strict=False)
        ]
        U, W, V, states, words, found, loss = trees.rnnlm_step(U, W, V, states, words, batch, 0.5)
        assert frame.loss == pytest.approx(loss, abs=1e-12)
        same(frame, found)
        for name, matrix in zip(("U", "W", "V_node"), (U, W, V), strict=True):
            np.testing.assert_allclose(frame.updated[name], matrix, rtol=0, atol=1e-12)
        run.advance()


@variants
@batches
def test_gradients_equal_central_differences(variant, batch_size):
    rate = 0 if variant["model"] == "rnnlm" else 0.5  # stored states are those of these weights while they rest
    frame = Run(recipe(**variant | {"batch_size": batch_size}, learning_rate=rate)).frame(7)
    assert frame.loss_at(frame.parameters) == pytest.approx(frame.loss, abs=1e-13)
    for name, error in gradient_errors(frame).items():
        assert error < 1e-6, name
    held = {name: frame.of_instance(name, 0) for name in frame.model.held}
    each = frame.model.losses(frame._data, frame._held, frame.parameters)
    assert frame.model.loss(frame.instances[0], held, frame.parameters) == pytest.approx(each[0], abs=1e-13)


@variants
def test_the_probability_of_every_word_is_the_product_of_its_turns(variant):
    run = Run(recipe(**variant)).seek(0 if variant.get("reset_state") else 9)
    frame = run.frame()
    p = run.probabilities(frame.instance.inputs)
    assert p.sum() == pytest.approx(1, abs=1e-14)
    surprise = frame.loss - (frame.model._penalty(frame.parameters) if variant["model"] == "nnlm" else 0)
    assert -np.log(p[list(frame.instance.outputs)]).sum() == pytest.approx(surprise, abs=1e-12)


@variants
@batches
def test_blocks_single_steps_and_seeks_agree_to_the_bit(variant, batch_size):
    first = MODELS[variant["model"]].network.input
    edited = recipe(**variant, batch_size=batch_size).edited(7, learning_rate=0.9).edited(11, weight=(first, 1, 2, 0.5))
    assert Recipe.from_query(edited.to_query()) == edited
    single, frames, states = Run(edited), [], []
    for _ in range(20):
        states.append({name: array.copy() for name, array in single.parameters.items()})
        frames.append(single.frame())
        single.advance()
    block, run = Run(edited).trace(0, 20), Run(edited)
    for name in frames[0]:
        for rows, frame in zip(block[name], frames, strict=True):
            if not frame.model.declared(name).matrix_of:
                own = frame[name]
                np.testing.assert_array_equal(rows[tuple(map(slice, own.shape))], own, err_msg=name)
    for step in (19, 3, 12):
        for name, array in run.seek(step).parameters.items():
            np.testing.assert_array_equal(array, states[step][name])
            np.testing.assert_array_equal(block[name][step], array)


@variants
@batches
def test_explanations_ledgers_and_formulas_hold(variant, batch_size):
    run = Run(recipe(**variant, batch_size=batch_size)).seek(9)
    frame = run.frame()
    for name in (name for name in frame if not frame.model.declared(name).matrix_of):
        for index in np.ndindex(frame.of_instance(name, 0).shape):
            at = index if batch_size == 1 else (0, *index)
            explained = frame.explain(name, at)
            assert explained.value == frame[name][at]
            factors = [operand.value for operand in explained.operands]
            if name in ("Ea", "Ex"):
                assert np.dot(factors[::2], factors[1::2]) == pytest.approx(explained.value, abs=1e-14)
    for name, array in frame.parameters.items():
        index = tuple(size - 1 for size in array.shape)
        assert frame.explain(name, index).value == frame.updated[name][index]
        ledger = run.ledger(name, index, stop=9)
        scale = np.abs(ledger.changes).sum() + abs(ledger.start_value)
        assert abs(ledger.residual) <= 1e-12 * max(scale, 1)
    assert frame.check({name: frame.updated[name] for name in frame.parameters}).ok
    exec(frame.to_numpy(), {})


def test_a_wrong_number_follows_and_the_truncated_gradient_is_the_models_own():
    frame = Run(recipe(**NNLM)).frame(4)
    found = frame.check({"u": frame["u"] + 0.5, "e": 1 / (1 + np.exp(-frame["u"] - 0.5)) - frame["t"]})
    assert [each.follows for each in found.findings if each.quantity == "e"] == [True] * frame["e"].size
    run = Run(recipe(model="rnnlm", hidden=(4,), bptt=3)).seek(12)
    own, full = run.frame(), truncation(run, 12)
    np.testing.assert_allclose(full.gradient(3), own.gradients["W"], rtol=0, atol=1e-15)


def test_both_outputs_start_alike_and_race():
    for variant in (NNLM | {"order": "shuffled"}, VARIANTS["recurrent"]):
        edited = recipe(**variant).edited(5, weight=("U_node" if variant["model"] == "nnlm" else "V_node", 1, 0, 2.0))
        race = Race(edited.edited(6, learning_rate=0.1))
        assert list(race.lanes) == ["softmax", "hierarchical"]
        assert not race.left_out
        words, nodes = (Run(lane.recipe, lane.trajectory) for lane in race.lanes.values())
        for name, array in words.parameters.items():
            own = nodes.parameters.get(name, nodes.parameters.get(f"{name}_node"))
            np.testing.assert_array_equal(own, array[: len(own)])
        laps = race.laps(0, 12)
        for name, lap in laps.items():
            frame = Run(race.lanes[name].recipe).frame(3)
            weights = frame.model.network.output
            assert lap.rows[3] == (frame.updated[weights] != frame.parameters[weights]).any(axis=1).sum()
            np.testing.assert_array_equal(lap.loss, lap.surprise)
        assert (laps["hierarchical"].forward < laps["softmax"].forward).all()


@pytest.mark.parametrize(
    ("keywords", "H", "looked_up"),
    [
        (WORDS_OF_4 | {"direct": False}, 30, 4 * 20),
        (WORDS_OF_4 | {"direct": True}, 30, 4 * 20),
        (WORDS_OF_4 | {"direct": True, "hidden": ()}, 0, 4 * 20),
        ({"model": "rnnlm"}, 30, 0),
    ],
    ids=["nnlm", "nnlm with direct paths", "nnlm without a hidden layer", "rnnlm"],
)
def test_with_a_balanced_tree_the_counted_multiply_adds_follow_q(keywords, H, looked_up):
    """Q counts each weight once, those of the look-up, N·D, too: they are copied, and told apart from multiply–adds."""
    for V in (8, 9, 12, 16, 40, 300, 2000):
        text = " ".join(f"w{i * 7 % V}" for i in range(V + 4))
        of = Recipe(**{"text": text, "output": "hierarchical", "tree": "balanced", "hidden": (H,), **keywords})
        over_nodes = [each for each in formulas(of) if each.output == "hierarchical"]
        (Q,) = (each for each in over_nodes if each.model.startswith(of.model.upper()))
        assert len(of.corpus.words) == V
        letters = sizes(Run(of))
        assert letters["H"] == H
        lane = Race(of).lanes["hierarchical"]
        assert lane.copied == looked_up
        assert lane.cost(0).forward + looked_up == pytest.approx(Q.of(**letters), rel=0.2)
        assert lane.cost(0).forward == pytest.approx(Q.of(**letters) - looked_up, rel=0.2)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"output": "negative"}, "output"), ({"sigmoid": "c"}, "sigmoid"), ({"init_outputs": "zero"}, "init_outputs")],
)
@pytest.mark.parametrize("model", ["nnlm", "rnnlm"])
def test_what_these_models_have_not_is_refused(model, wrong, field):
    with pytest.raises(RecipeError) as error:
        recipe(model=model, **wrong)
    assert [name for name, *_ in error.value.problems] == [field]


def test_another_model_keeps_the_tree_and_drops_what_it_has_not():
    kept = Recipe(text=TEXT, output="hierarchical", tree="balanced").replaced(model="rnnlm")
    assert (kept.output, kept.tree) == ("hierarchical", "balanced")
    dropped = Recipe(text=TEXT, output="negative", negative=3).replaced(model="nnlm")
    assert dropped.output == "softmax"
    assert Recipe(preset="the-everywhere", negative=3).replaced(model="nnlm", context=1).output == "softmax"
    of_preset = Recipe(preset="the-everywhere", model="rnnlm", order="cyclic")
    assert (of_preset.output, Recipe.from_query(of_preset.to_query())) == ("softmax", of_preset)


@pytest.mark.parametrize("model", ["nnlm", "rnnlm"])
def test_a_run_that_diverges_stands_before_that_step(model):
    weights = {"nnlm": "U_node", "rnnlm": "V_node"}[model]
    edited = recipe(model=model, learning_rate=1e6)
    for unit in range(3):
        edited = edited.edited(3, weight=(weights, 0, unit, 1.7e308))
    run = Run(edited)
    with pytest.raises(Diverged) as stopped:
        run.seek(5000)
    assert run.step == stopped.value.step
    assert all(np.isfinite(array).all() for array in run.parameters.values())


@pytest.mark.parametrize("keywords", [{"model": "nnlm", "context": 2}, {"model": "rnnlm"}])
def test_what_a_tree_changes_is_not_cited_as_if_it_stood_there(keywords):
    """Bengio and Mikolov send back the errors of words: those of a tree's nodes come after theirs."""
    cited = {}
    for output in ("softmax", "hierarchical"):
        model = Recipe(text="a b c d\na c b d", output=output, **keywords).architecture
        changed = [stage for stage in model.stages if stage.name in ("backpropagate", "features", "update")]
        rows = [each for each in model.parameters if each.name[0] in "UV" and each.axes[0] in ("word", "node")]
        cited[output] = [each.source.startswith("after ") for each in (*changed, *rows)]
    assert len(cited["softmax"]) >= 3
    assert not any(cited["softmax"])
    assert all(cited["hierarchical"])

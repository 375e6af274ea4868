"""What is said of a number: of which step it is, what made it, and operands, each to be asked for in turn."""

import re
from itertools import pairwise, product
from math import prod

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.models import MODELS
from explorer.models.notation import number
from explorer.training import PRESETS
from explorer.web.explained import explain
from explorer.web.kept import trajectory
from tests.explained import text_of
from tests.shown import check

QUEEN = "preset=king-queen"
W = "W", [10, 0]
RECIPES = [
    *(next(each.recipe for each in PRESETS.values() if each.recipe.model == name).to_query() for name in MODELS),
    *(f"{QUEEN}&output={output}" for output in ("hierarchical", "negative")),
    "preset=feed-the-cat&batch_size=3",
]


def test_a_number_is_told_with_its_step_counted_from_1():
    place = trajectory(QUEEN)
    start = explain(place, 0, *W)
    assert (start["title"], start["equation"]) == ("W[queen, 1] before step 1", "drawn at random from the seed")
    assert [explain(place, step, *W)["title"] for step in (1, 137)] == [
        "W[queen, 1] after step 1",
        "W[queen, 1] after step 137",
    ]
    assert [explain(place, step, "h", [0])["title"] for step in (0, 137)] == ["h[1] in step 1", "h[1] in step 138"]


def test_a_loss_tells_of_which_instances_it_is():
    place = trajectory("preset=king-queen&batch_size=3")
    mean = explain(place, 40, "loss", [])
    assert (mean["title"], mean["operands"][1]["label"]) == ("loss in step 41, the mean over the batch", "E[2]")
    one = explain(place, mean["operands"][1]["step"], "loss", mean["operands"][1]["index"])
    assert (one["title"], one["made"]) == ("loss of instance 2 of the batch in step 41", "king → crown his")
    assert one["value"] == mean["operands"][1]["value"]
    assert one["equation"] == "E[2] = −ln y[crown] − ln y[his]"
    assert explain(trajectory(QUEEN), 40, "loss", [])["title"] == "loss in step 41"
    with pytest.raises(IndexError, match="loss has shape"):
        explain(place, 40, "loss", [3])


def test_an_instance_of_a_batch_has_as_many_questions_as_it_asks():
    asks = Recipe(pairs="a|b^c^d, c|a", model="skip-gram", output="negative", negative=2, batch_size=2)
    frame = Run(asks).frame(0)
    assert frame["y"].shape == (2, 9)
    assert frame.explain("y", (1, 2)).value == frame["y"][1, 2]
    with pytest.raises(IndexError, match=r"y of instance 1 has shape \(3,\), there is no index \(5,\)"):
        frame.explain("y", (1, 5))


def test_a_weight_tells_which_step_made_it_and_its_instance():
    place = trajectory(QUEEN)
    weights = [float(place.weights(step)["W"][10, 0]) for step in range(139)]
    for step in (1, 3, 60, 135, 136, 137, 138):
        made = [at for at in range(1, step + 1) if weights[at] != weights[at - 1]]
        told = explain(place, step, *W)["made"]
        if not made:
            assert told == "drawn at random from the seed"
            continue
        instance = place.frame(made[-1] - 1).instance
        sides = [" ".join(place.recipe.corpus.words[word] for word in side) for side in instance]
        rest = "" if made[-1] == step else f"unmoved by step {step}, "
        assert told == f"{rest}made by step {made[-1]}: {' → '.join(sides)}"
    batch, points = trajectory("preset=whole-batch"), trajectory("preset=xor-network")
    assert explain(batch, 20, "W", [1, 0])["made"] == "made by step 20: the mean of 9 instances"
    summed = trajectory("preset=whole-batch&batch_gradient=sum")
    assert explain(summed, 20, "W", [1, 0])["made"] == "made by step 20: the sum of 9 instances"
    rest = trajectory("pairs=a|b, b|c, c|a&batch_size=2")
    assert explain(rest, 2, "W", [2, 0])["made"] == "made by step 2: c → a"  # what is left of the epoch
    assert explain(points, 20, "W", [0, 0])["made"] == "made by step 20: (1, 1) → (0)"


def test_a_weight_of_no_word_of_its_step_is_made_by_weight_decay():
    place = trajectory("preset=feed-the-cat")
    frame = place.frame(29)
    asked = set(frame["w"].tolist())
    for row, word in enumerate(place.recipe.corpus.words):
        told = explain(place, 30, "C", [row, 1])["made"]
        sides = [" ".join(place.recipe.corpus.words[each] for each in side) for side in frame.instance]
        made = f"step 30: {' → '.join(sides)}" if row in asked else "the weight decay of step 30"
        assert told == f"made by {made}", word


@pytest.mark.parametrize(
    ("recipe", "name", "index", "rule"),
    [
        (Recipe(text="the cat the dog", model="nnlm", context=3), "C", (0, 0), "Σ(p: w_p = the) Ex_p[k]"),
        (Recipe(text="the cat the dog", model="rnnlm"), "U", (0, 0), "Σ(τ: w_τ = k) eₕ[τ,unit 1]"),
    ],
    ids=["features", "word to state"],
)
def test_a_rule_names_the_places_whose_errors_move_a_word(recipe, name, index, rule):
    """Which are of the word's own places: the C of a word at the second place takes the second part of Ex."""
    explained = Run(recipe).frame().explain(name, index)
    assert explained.equation.split(" · ", 1)[1].startswith(rule)


def test_what_moved_a_weight_last_is_looked_for_as_far_back_as_is_cheap(monkeypatch):
    place = trajectory(f'{QUEEN}&edit=[130,"weight",["W","field",0,0.5]]&edit=[140,"learning_rate",0.0]')
    crown, field, queen = (place.recipe.corpus.index[word] for word in ("crown", "field", "queen"))
    made = last_that_moved(place, "W", queen, 2_000)
    assert 130 < made <= 140
    told = explain(place, 2_000, "W", [queen, 0])["made"]
    assert told.startswith(f"unmoved by step 2,000, made by step {made}: queen → ")
    assert explain(place, 2_000, "W", [field, 0])["made"] == "set by hand before step 131"
    assert explain(place, 2_000, "W", [crown, 0])["made"] == "drawn at random from the seed"
    monkeypatch.setattr("explorer.web.explained._WORK_OF_LOOKING", 0)
    assert explain(place, 2_000, "W", [crown, 0])["made"] == "unmoved by steps 1,936 to 2,000"


def last_that_moved(place, name, row, step):
    """The number, from 1, of the last step up to number `step` that moved the first weight of a row."""
    values = [float(place.weights(at)[name][row, 0]) for at in range(step + 1)]
    return max(at for at in range(1, step + 1) if values[at] != values[at - 1])


def test_a_weight_set_by_hand_is_told_as_such_while_no_step_has_moved_it():
    place = trajectory(f'{QUEEN}&edit=[130,"weight",["W","queen",0,0.5]]')
    assert explain(place, 130, *W)["equation"] == "set by hand before step 131"
    moved = next(at for at in range(131, 145) if place.weights(at)["W"][10, 0] != 0.5)
    for at in range(131, moved):
        assert explain(place, at, *W)["made"] == "set by hand before step 131"
    assert explain(place, moved, *W)["made"].startswith(f"made by step {moved}: ")


SEEDED = "drawn at random from the seed"
STARTS = {
    "preset=king-queen&output=negative": {"W": SEEDED, "W_out": SEEDED},
    "preset=king-queen&output=negative&init_outputs=zero": {"W": SEEDED, "W_out": "starts at 0"},
    "preset=king-queen&output=hierarchical&init_outputs=zero": {"W": SEEDED, "W_node": "starts at 0"},
    "preset=feed-the-cat": {"C": SEEDED, "H": SEEDED, "d": "starts at 0", "U": SEEDED, "b": "starts at 0"},
    "text=a b c a&model=rnnlm": {"U": SEEDED, "W": SEEDED, "V": SEEDED},
    "points=0 1 | 1&model=mlp&hidden=3": dict.fromkeys(("W", "W_out"), SEEDED)
    | dict.fromkeys(("b", "b_out"), "starts at 0"),
    "points=0 1 | 1&model=perceptron": {"w": SEEDED, "b": "starts at 0"},
    'points=0 1 | 1&model=perceptron&parameters={"b":[0]}': {"w": SEEDED, "b": "given with the recipe"},
}


@pytest.mark.parametrize("query", STARTS)
def test_a_weight_before_the_first_step_tells_where_it_starts_as_it_is(query):
    place = trajectory(query)
    start = place.weights(0)
    for name, told in STARTS[query].items():
        assert explain(place, 0, name, [0] * start[name].ndim)["equation"] == told
        assert (told == SEEDED) == start[name].any()


@pytest.mark.parametrize(
    ("words", "more", "repeats"),
    [
        (64, "", False),  # 2·64·512 = 65,536 numbers
        (65, "", True),
        (65, "&output=hierarchical", True),
        (65, "&output=negative&init_outputs=zero", True),
        (65, "&init=uniform", False),
        (65, "&model=nnlm&context=1&hidden=3", True),  # (65 + 3)·512 + 65·(3 + 512)
        (65, "&model=nnlm&context=1&hidden=3&direct=false", False),
    ],
)
def test_a_weight_tells_that_wevis_numbers_repeat_where_they_do(words, more, repeats):
    text = "+".join(f"w{i}" for i in range(words))
    query = f"text={text}&vector_size=512" + ("&init=wevi" if "init=uniform" not in more else "") + more
    place = trajectory(query)
    drawn = np.concatenate([array.ravel() for array in place.weights(0).values() if array.any()])
    assert (np.unique(drawn).size < drawn.size) == repeats
    again = ", with wevi's generator, which repeats itself after 65,536 weights"
    assert explain(place, 0, place.model.parameters[0].name, [0, 0])["equation"] == SEEDED + again * repeats


def test_a_long_word_does_not_fill_an_equation():
    recipe = Recipe(pairs="a|rechtsschutzversicherung", model="skip-gram")
    row = recipe.corpus.words.index("rechtsschutzversicherung")
    assert "<mtext>rechtsschutzversich…</mtext>" in Run(recipe).frame(0).explain("u", (row,)).mathml


@pytest.mark.parametrize("query", RECIPES)
def test_an_operand_is_asked_for_by_its_step_and_is_that_number(query):
    place = trajectory(query)
    model, frame = place.model, place.frame(5)
    names = [each.name for each in (*model.parameters, *model.quantities) if each.role != "index"]
    for name in names:
        index = [0] * len(frame.shape(name))
        is_weight = model.declared(name).role == "weight"
        told = explain(place, 6 if is_weight else 5, name, index)
        for operand in told["operands"]:
            again = explain(place, operand["step"], operand["quantity"], operand["index"])
            assert again["value"] == operand["value"], (name, operand)


@pytest.mark.parametrize(
    "fields",
    [
        {"vector_size": 2},
        {"model": "skip-gram", "batch_size": 2},
        {"model": "nnlm", "context": 1},
        {"model": "rnnlm", "pairs": "a|b, b|c, c|a, d|e, e|d"},
        {"sigmoid": "gensim"},
        {"context_gradient": "undivided"},
        {"vector_size": 1, "parameters": {"W": [[1], [2], [0.1], [-1], [-0.5]], "W_node": [[40], [-3], [0.5], [2]]}},
    ],
)
def test_the_probability_of_a_word_is_the_product_of_its_turns(fields):
    recipe = Recipe(**{"pairs": "a|b^c, b|e, c|a, d|e, e|d", "output": "hierarchical"} | fields)
    for step in range(3):
        frame = Run(recipe).frame(step)
        for b, instance in enumerate(frame.instances):
            told = [frame.explain("p", (b, c) if frame.batched else (c,)) for c in range(len(instance.outputs))]
            assert -sum(np.log(each.value) for each in told) == pytest.approx(frame.losses[b], rel=1e-9)
            for each in told:
                assert not repeats(each)
                turns = [operand.value for operand in each.operands]
                if "sigmoid" not in fields:
                    ways = product(*((y, 1 - y) for y in turns))
                    assert min(abs(prod(way) - each.value) for way in ways) < 1e-12
    with pytest.raises(IndexError, match="p has shape"):
        frame.explain("p", (0, 9) if frame.batched else (9,))
    with pytest.raises(KeyError):
        Run(Recipe(pairs="a|b, b|a")).frame(0).explain("p", (0,))


@pytest.mark.parametrize(
    ("fields", "step", "told"),
    [
        ({}, 3, "η, the learning rate"),
        ({"schedule": "linear", "epochs": 2}, 3, "η = η₀ · (1 − s/S)"),
        ({"schedule": "linear", "epochs": 2, "rate_floor": 0.9}, 3, "η = η₀ · 0.9, the lowest share"),
        ({"schedule": "inverse", "epochs": 2}, 3, "η = η₀ / (1 + s/S)"),
    ],
)
def test_a_rate_is_told_by_its_schedule_and_its_edits(fields, step, told):
    recipe = Recipe(pairs="a|b, b|c, c|a", learning_rate=0.4, **fields)
    for each, since in ((recipe, ""), (recipe.edited(2, learning_rate=0.3), "set before step 3")):
        frame = Run(each).frame(step)
        rate = frame.explain("learning_rate", ())
        assert rate.value == frame.learning_rate
        assert rate.equation.startswith(told)
        assert since in rate.equation
        assert check(text_of(rate.mathml)) == (1 if "schedule" in fields else 0)


@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize(
    "fields",
    [
        {"model": "cbow", "window": 2},
        {"model": "skip-gram", "window": 2},
        {"model": "nnlm", "context": 2, "weight_decay": 0.01},
    ],
)
def test_counts_and_the_penalty_of_a_step_are_told(fields, batch_size):
    """Those that divide a mean, and what weight decay adds to a loss, are explained as numbers in arrays are."""
    run = Run(Recipe(text="a b c d e f g h", batch_size=batch_size, **fields))
    frame = run.frame(3)
    for b, instance in enumerate(frame.instances):
        for side in ("inputs", "outputs"):
            count = frame.explain(side, (b,) * frame.batched)
            words = getattr(instance, side)
            assert count.value == len(words)
            assert f"words</mtext><mo>&#x0003D;</mo><mn>{len(words)}<" in count.mathml
            assert all(f"“{run.vocabulary[word]}”" in count.equation for word in words)
    assert frame.explain("batch", ()).value == len(frame.instances)
    with pytest.raises(IndexError):
        frame.explain("inputs", (0,) * (frame.batched + 1))
    if "weight_decay" in fields:
        decayed = [run.seek(3).parameters[each.name] for each in run.trajectory.model.parameters if each.decay]
        penalty = frame.explain("penalty", ())
        assert penalty.value == pytest.approx(0.005 * sum((weights**2).sum() for weights in decayed), rel=1e-6)
        assert check(text_of(penalty.mathml)) == 1
    else:
        with pytest.raises(KeyError):
            frame.explain("penalty", ())


@pytest.mark.parametrize(("output", "loss"), [("softmax", "Bengio"), ("hierarchical", "after Rong (2014), eq. 46")])
def test_weight_decay_is_cited_as_bengios(output, loss):
    frame = Run(Recipe(preset="feed-the-cat", output=output, weight_decay=0.01)).frame(3)
    assert frame.explain("penalty", ()).source == "Bengio et al. (2003), section 2"
    assert frame.explain("loss", ()).source.startswith(loss)
    assert frame.explain("C", (0, 0)).source.startswith("after Bengio")


@pytest.mark.parametrize(("sigmoid", "of"), [("exact", "y"), ("c", "u")])
def test_the_loss_of_a_tree_is_written_of_what_it_is_computed_from(sigmoid, of):
    place = trajectory(f"preset=capitals&output=hierarchical&sigmoid={sigmoid}")
    (loss,) = (stage.equation for stage in place.model.stages if stage.name == "loss")
    assert set(re.findall("<mi>([yu])</mi>", loss)) == {of}


@pytest.mark.parametrize("query", RECIPES)
def test_a_line_of_numbers_says_nothing_twice(query):
    place = trajectory(query)
    model, frame = place.model, place.frame(5)
    shapes = {each.name: frame.shape(each.name) for each in (*model.parameters, *model.quantities)}
    for name, shape in (shapes | {"loss": ()}).items():
        for index in ([0] * len(shape), [size - 1 for size in shape]):
            assert not repeats(frame.explain(name, index)), (name, index)


def repeats(explanation):
    sides = explanation.mathml.split("<mo>&#x0003D;</mo>")
    bare = [re.sub(r"</?(mrow|math)[^>]*>", "", side) for side in sides]
    return any(one == other for one, other in pairwise(bare))


def test_a_loss_is_the_sum_of_what_its_line_marks_however_many_words_it_is_of():
    words = "^".join(f"w{i}" for i in range(1000))
    last = {"pairs": f"a|{words}, b|a", "model": "skip-gram", "batch_size": 2}
    for output in ("softmax", "hierarchical", "negative"):
        frame = Run(Recipe(**last, output=output)).frame(0)
        told = frame.explain("loss", (0,))
        marks = re.findall(r'data-(?:term|sum)="([^"]+)"', told.mathml)
        assert sum(map(float, marks)) == pytest.approx(told.value, rel=1e-9)
        assert len(told.mathml) < 20_000
        assert told.value == frame.losses[0]
    assert len(told.operands) > 1000
    alone = Run(Recipe(pairs="a|b, b|c, c|a", batch_size=2)).frame(1)  # what is left of the epoch
    assert not repeats(alone.explain("loss", ()))


def test_letters_of_an_error_name_how_many_words_only_where_there_are_several():
    says = Run(Recipe(preset="feed-the-cat")).frame(0).explain("e", (0,)).equation
    assert says == "e[the] = y[the] − t[the]"
    several = Run(Recipe(preset="king-queen")).frame(3)
    assert several.explain("e", (0,)).equation.endswith(f"with C = {len(several.instances[0].outputs)} output words")
    table = Recipe(pairs="a|b^c, b|a", model="nnlm", context=1)  # whose C is the table of features
    assert Run(table).frame(0).explain("e", (0,)).equation == "e[a] = 2 · y[a] − t[a], of 2 output words"
    assert "C" not in next(each for each in table.architecture.stages if each.name == "error").equation.latex


def test_the_only_block_of_a_sum_is_written_once():
    frame = trajectory("text=a b c d&model=nnlm&context=2&batch_size=2").frame(0)
    word, block = int(frame["w"][0, 0]), float(frame["Ex"][0, 0])
    assert frame.explain("GC", (word, 0)).mathml.latex == rf"\mathrm{{ΔC}}_{{⟦0⟧,⟦1⟧}} = {number(block)}"


@pytest.mark.parametrize(
    ("keywords", "name", "index", "told"),
    [
        ({"model": "skip-gram", "output": "softmax"}, "EH", (1, 0), "what “on” sends back"),
        ({"model": "skip-gram", "output": "negative"}, "EH", (1, 0), "over the rows that “on” asks"),
        ({"model": "skip-gram"}, "e", (1, 0), "output word 2 is “on”"),
        ({"model": "skip-gram"}, "t", (1,), "how often “on” stands among the outputs"),
        ({"model": "skip-gram", "output": "softmax"}, "x", (0,), "how often “it” stands among the inputs"),
        ({"model": "nnlm", "text": "sit on it now", "context": 2}, "x", (3,), "as “on” stands at position 2"),
        ({"output": "hierarchical"}, "output", (2,), "here output word 2 of 2, “on”"),
        ({"output": "negative", "negative": 1}, "output", (3,), "here output word 2 of 2, “on”"),
    ],
)
def test_a_word_in_a_sentence_stands_in_quotes(keywords, name, index, told):
    """A word such as “on” would be read as a part of the sentence."""
    data = {} if "text" in keywords else {"pairs": "sit|it^on, it|sit^on"}
    frame = Run(Recipe(**data | {"vector_size": 2} | keywords)).frame(0)
    assert told in frame.explain(name, index).equation

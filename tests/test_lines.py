"""Every live line and explanation is true as shown: its digits are read back, and both sides agree within rounding.

Node fills the lines by the page's own scripts (tests/scripts/lines.mjs), `tests.shown` judges them. The suite takes a
seeded sample; `--all-lines` takes every preset at 40 steps and 300 recipes over all models, outputs, batches and edits.
"""

import json
import os
import random
import re
import subprocess
from itertools import count

import numpy as np
import pytest

from explorer import MODELS, PRESETS, Diverged, Recipe, RecipeError, Run
from explorer.web import chosen
from explorer.web.describe import describe
from explorer.web.kept import trajectory
from tests.explained import text_of
from tests.node import FOLDER, NODE
from tests.shown import Wrong, check

WORDS = ["a", "b", "c", "d", "e", "f", "g"]


def place_of(chance, run, step):
    """Where a line is looked at: the unit and the instance that someone chose."""
    parameters = run.trajectory.model.parameters
    shapes = [run.parameters[each.name].shape[-1] for each in parameters if each.axes[-1] == "unit"]
    return {"step": step, "unit": chance.randrange(max(shapes, default=1)), "instance": chance.randrange(3)}


def written(folder, name, recipe, steps, chance, words=()):
    """Write a run and its blocks, as many as there are before it diverges; with `words`, ids, only what is of these."""
    run, places = Run(recipe), []
    for step in sorted(steps):
        try:
            block = run.trace(step, 2).to_bytes(words=words, only=bool(words))
        except Diverged:
            break
        (folder / f"{name}.{len(places)}.frames").write_bytes(block)
        places.append(place_of(chance, run, step))
    session = describe(trajectory(recipe.to_query())) | {"by_rows": bool(words)}
    (folder / f"{name}.json").write_text(json.dumps({"session": session, "places": places}), encoding="utf-8")


def random_points(chance, fields):
    """Keywords of a unit or a network of layers."""
    inputs, outputs = chance.randrange(1, 4), 1 if fields["model"] == "perceptron" else chance.randrange(1, 4)
    softmax = fields["model"] == "mlp" and chance.random() < 0.3
    activation = chance.choice(["sigmoid", "sigmoid", "tanh", "relu", "identity"])
    losses = {"sigmoid": ["squared", "mse", "binary", "binary"], "identity": ["squared", "mse", "hinge", "hinge"]}
    loss = chance.choice(losses.get(activation, ["squared", "mse"]))
    possible = {"hinge": [-1, 1], "binary": [0, 1, 0.3]}.get(loss, [0, 1])

    def targets():
        one = chance.randrange(outputs)
        return [int(j == one) if softmax else chance.choice(possible) for j in range(outputs)]

    points = [([chance.choice([0, 1, -2, 0.5]) for _ in range(inputs)], targets()) for _ in range(6)]
    fields["points"] = "; ".join(" | ".join(" ".join(map(str, side)) for side in point) for point in points)
    if fields["model"] == "perceptron":
        if set(possible) == {0, 1} and chance.random() < 0.2:
            return fields | {"link": "step", "rule": "perceptron"}
        return fields | {"link": activation, "loss": loss}
    output = {"output_activation": "softmax", "loss": "cross-entropy"}
    if not softmax:
        output = {"output_activation": activation, "loss": loss}
    hidden = [(), (1,), (3,), (2, 3), (2, 3, 1), (2, 1, 3, 2, 1, 2)]
    fields["activation"] = chance.choice(["sigmoid", "tanh", "relu", "identity"])
    return fields | output | {"hidden": chance.choice(hidden), "output_bias": chance.random() < 0.7}


def random_words(chance, fields):
    """Keywords of a model of words, whose instances have several on a side where it bears that."""
    model, some = fields["model"], [1, 1, 2, 3]

    def words(counts):
        return "^".join(chance.choices(WORDS, k=chance.choice(counts)))

    inputs = {"rnnlm": [1], "nnlm": [2]}.get(model, some)
    fields["pairs"] = ", ".join(f"{words(inputs)}|{words(some)}" for _ in range(8))
    if model in ("rnnlm", "nnlm"):  # drawn apart, so that all else stays
        fields |= {"output": random.Random(fields["seed"]).choice(["softmax", "hierarchical"])}
    if model == "rnnlm":
        return fields | {"hidden": (chance.choice([1, 4]),), "bptt": chance.choice([0, 1, 3])}
    if model == "nnlm":
        hidden = chance.choice([(), (1,), (4,)])
        fields |= {"context": 2, "vector_size": chance.choice([1, 3]), "hidden": hidden}
        fields |= {"direct": not hidden or chance.random() < 0.5, "output_bias": chance.random() < 0.5}
        fields |= {"weight_decay": chance.choice([0, 0.01]), "freeze": chance.random() < 0.3}
        return fields | {"activation": chance.choice(["tanh", "sigmoid", "relu"])}
    output = chance.choice(["softmax", "hierarchical", "negative"])
    return fields | {"output": output, "vector_size": chance.choice([1, 2, 5])} | random_dialect(fields, output)


def random_dialect(fields, output):
    """What word2vec's programs do otherwise than the papers, as far as a recipe of pairs has it."""
    chance, cbow = random.Random(fields["seed"]), fields["model"] == "cbow"  # drawn apart, so that all else stays
    fields = {"context_gradient": chance.choice(["divided", "undivided"])} if cbow else {}
    if output != "softmax":
        fields["sigmoid"] = chance.choice(["exact", "c", "gensim"])
        fields["init_outputs"] = chance.choice(["same", "zero"])
    if output == "negative":
        fields["noise_hit"] = chance.choice(["redraw", "skip", "keep"])
    return fields


def random_fields(chance):
    """Keywords of some recipe, not all of which make sense together."""
    fields = {"model": chance.choice(list(MODELS)), "seed": chance.randrange(1, 1000)}
    fields |= {"batch_size": chance.choice([1, 1, 2, 5]), "learning_rate": chance.choice([0, 0.05, 0.2, 1, 5])}
    if chance.random() < 0.4:  # steps as long as those of means
        fields |= {"batch_gradient": "sum", "learning_rate": fields["learning_rate"] / fields["batch_size"]}
    fields |= {"order": chance.choice(["cyclic", "shuffled", "sampled"])}
    return (random_points if fields["model"] in ("perceptron", "mlp") else random_words)(chance, fields)


def random_recipe(chance, steps):
    """A recipe, sometimes with weights set by hand, large ones too, near the steps that are looked at."""
    while True:
        try:
            recipe = Recipe(**random_fields(chance))
            parameter = chance.choice(recipe.architecture.parameters)
            for step in chance.sample(steps, chance.choice([0, 0, 1, 2])):
                shape = Run(recipe).parameters[parameter.name].shape
                where = tuple(chance.randrange(size) for size in shape)
                value = chance.choice([0, 0.5, -3, 12, 45])
                recipe = recipe.edited(step + chance.choice([0, 1]), weight=(parameter.name, *where, value))
            return recipe
        except RecipeError:
            continue


def lines_of(folder):
    """The lines of all runs, as the page fills them."""
    done = subprocess.run(
        [str(NODE), str(FOLDER / "lines.mjs")],
        env={**os.environ, "RUNS": str(folder)}, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def judged(folder):
    """The lines of all runs: (how many equations held, what is wrong, stages of which nothing could be judged)."""
    held, wrong, mute = 0, [], {}
    for line in lines_of(folder):
        for formula in line["formulas"]:
            try:
                found = check(formula)
            except Wrong as error:
                wrong.append(f"{line['run']} step {line['step']} {line['stage']}: {error}")
                continue
            held += found
            if not found:
                mute.setdefault(line["stage"], formula)
    return held, wrong, mute


# Recipes and a step each whose lines were wrong, of numbers that nearly cancel or that no float32 holds.
WERE_WRONG = {
    "points=0+|+0;+1+|+0;+0.5+|+1;+0.5+|+0;+0+|+1;+1+|+0&model=perceptron&loss=mse&link=identity&learning_rate=1.0"
    "&batch_gradient=sum&seed=639": 167,
    "pairs=f|b^c^e,+f^c|f^a^g,+e|a,+b|g,+g|g,+g^c^g|g,+c|a^a^d,+g|e&model=skip-gram&vector_size=2&learning_rate=1.0"
    "&order=sampled&seed=829": 62,
    "pairs=e^f|f^a,+c^f|b,+g^e|f,+e^d|f^a^b,+g^d|d,+e^a|c^a,+c^f|b,+c^f|c^c^a&model=nnlm&vector_size=3&hidden=4"
    "&activation=relu&context=2&learning_rate=5.0&order=shuffled&seed=814": 20,
    "pairs=c|a,+g^a|d,+c|b^a,+g^b^g|g^f,+a|f^b,+d^f|d^f^e,+f|b^e^f,+c|e&model=skip-gram&output=negative&vector_size=1"
    "&learning_rate=1.0&seed=640&init_outputs=zero": 1,
    "pairs=c^f^b|g^g^a,+b^c^g|c,+b^e|g,+d^a^d|c,+d|b,+g^b^c|f^b,+c|c^d,+d^a^e|g^d&learning_rate=5.0&order=sampled&seed=97"
    '&edit=[1,"weight",["W","e",3,45.0]]': 41,
    "pairs=f|f^f^a,+f^d|a,+d^c^b|g,+f^g^d|b,+e|a,+d^c^e|b,+g^d|f,+a|a&model=skip-gram&output=negative&learning_rate=1.0"
    "&batch_size=2&order=sampled&seed=68&noise_hit=keep&sigmoid=gensim&init_outputs=zero": 167,
    "pairs=b|d,+d^c|a^a,+c|g^f^a,+b^d^e|a^a^g,+c^e|b,+g|b^a,+f^d^e|f,+b|b&output=hierarchical&learning_rate=0.05"
    "&order=shuffled&seed=524&init_outputs=zero": 1,
}


def asked(request, number):
    """Whether all are looked at, and the chance by which they are chosen, of a test by its number."""
    return request.config.getoption("--all-lines"), random.Random(request.config.getoption("--lines-seed") + number)


def test_every_live_line_is_true_as_it_is_shown(request, tmp_path):
    everything, chance = asked(request, 0)
    presets = list(PRESETS) if everything else chance.sample(list(PRESETS), 5)
    names = map(str, count())
    for slug in dict.fromkeys([*presets, "saturated-unit", "one-pair", "four-grams", "xor-linear"]):
        steps = {0, *(chance.randrange(3000) for _ in range(39 if everything else 2))}
        written(tmp_path, f"{slug}-{next(names)}", PRESETS[slug].recipe, steps, chance)
    for query, step in WERE_WRONG.items():
        for seed in range(4):  # some units and instances
            written(tmp_path, f"wrong-{next(names)}", Recipe.from_query(query), {step}, random.Random(seed))
    for _ in range(300 if everything else 30):
        steps = [0, 1, *(chance.randrange(2, 200) for _ in range(3))]
        written(tmp_path, f"random-{next(names)}", random_recipe(chance, steps), set(steps), chance)
    held, wrong, mute = judged(tmp_path)
    assert not wrong, f"{len(wrong)} wrong, {held} right:\n" + "\n".join(wrong[:25])
    print(f"live lines: {held:,} equations hold")  # shown by pytest's option -s
    assert held > (20_000 if everything else 900)
    # What is only read has one side; where an answer is almost its target, the difference is shown in letters.
    silent = {"input", "lookup", "path", "draw", "loss", "error", "softmax", "output", "backpropagate"}
    assert set(mute) <= silent, mute


def explained(frame, chance, most):
    """Judge explanations of a frame, at most so many of each array: (how many equations held, what is wrong)."""
    held, wrong = 0, []
    places = {
        each.name: [*np.ndindex(frame.shape(each.name))] for each in (*frame.model.quantities, *frame.model.parameters)
    }
    places["loss"] = [(), *np.ndindex((len(frame.instances),) * frame.batched)]
    for name, of in places.items():
        for place in chance.sample(of, min(most, len(of))):
            try:
                if explanation := explanation_of(frame, name, place):
                    held += check(text_of(explanation.mathml))
            except Wrong as error:
                wrong.append(f"{frame.model.name} step {frame.step} {name}{list(place)}: {error}")
    return held, wrong


def explanation_of(frame, name, place):
    """None of what is past the end of a shorter instance of a batch."""
    try:
        return frame.explain(name, place)
    except IndexError:
        ragged = {"path", "sample"}
        assert frame.batched
        assert ragged & set(frame.model.declared(name).axes)
        return None


def test_every_explanation_is_true_as_it_is_shown(request):
    everything, chance = asked(request, 1)
    frames, most = [], 10**6 if everything else 3
    for slug in PRESETS if everything else ["saturated-unit", "one-pair", "xor-network", "feed-the-cat"]:
        steps = [0, *(chance.randrange(20_000) for _ in range(3))] if everything else [chance.randrange(20_000)]
        frames += [(PRESETS[slug].recipe, step, 6) for step in steps]
    for _ in range(300 if everything else 40):
        step = chance.randrange(200)
        frames.append((random_recipe(chance, [0, step]), step, most))
    found = []
    for recipe, step, most in frames:
        try:
            found.append(explained(Run(recipe).seek(step).frame(), chance, most))
        except Diverged:
            continue
    held, wrong = sum(held for held, _ in found), [each for _, those in found for each in those]
    assert not wrong, f"{len(wrong)} wrong, {held} right:\n" + "\n".join(wrong[:25])
    print(f"explanations: {held:,} equations hold")
    assert held > (15_000 if everything else 800)


OF_WORDS = {
    "CBOW": Recipe(preset="king-queen"),
    "skip-gram, in batches": Recipe(preset="two-topics", model="skip-gram", batch_size=3),
    "layered": Recipe(preset="feed-the-cat"),
    "layered and direct": Recipe(preset="feed-the-cat", direct=True),
    "recurrent": Recipe(preset="who-makes-which-noise"),
    "almost sure": Recipe(preset="one-pair"),
}


@pytest.mark.parametrize("name", OF_WORDS)
def test_lines_of_some_words_say_what_those_of_all_say(name, tmp_path):
    """Where sums run over words that are not there, what is left of them is what is left where they are."""
    recipe, told = OF_WORDS[name], []
    steps = {0, 3} if recipe.model == "skip-gram" else {0, 1, 60, 700}  # of few words
    for part in ((), sorted(of_steps(recipe, steps))):
        folder = tmp_path / str(len(part))
        folder.mkdir()
        written(folder, "run", recipe, steps, random.Random(1), part)
        told.append([(line["step"], line["stage"], line["formulas"]) for line in lines_of(folder)])
    for (*at, whole), (*same, part_of) in zip(*told, strict=True):
        assert at == same
        if "·" not in "".join(part_of):  # weight decay sums the squares of all
            assert part_of == whole
    assert "·" not in "".join(formula for _, stage, formulas in told[1] if stage != "loss" for formula in formulas)
    assert len(part) < len(recipe.corpus.words) or name == "almost sure"


def of_steps(recipe, steps):
    """Ids of the words of the instances of these steps and of those after them."""
    return {int(word) for step in steps for word in chosen.words_of(Run(recipe).trace(step, 2))}


_FAR = {"W": [[9.0, 9.0]] * 2, "W_out": [[1.0, 1.0], [-2.0, 0.0]]}
CANCELS, RESIDUE, NEARLY = (
    {"points": "-2 1 | 1; 1 1 | 0", "model": "mlp", "hidden": [1], "parameters": {"W": [[weight, 0]], "b": [bias]}}
    for weight, bias in (
        (-0.13837237, -0.27674474 + 3.76e-6), (-0.13837237, -0.27674474 + 1e-15), (-0.00077, -0.00146)
    )
)  # fmt: skip
MEAN = {"pairs": "a^b|c", "vector_size": 1, "parameters": {"W": [[0.0279], [-0.027905], [0.5]]}}
ONCE = (
    (CANCELS, 0, "hidden"),
    (MEAN, 0, "hidden"),
    (NEARLY, 0, "hidden"),
    (RESIDUE, 0, "hidden"),
    ({"pairs": "a|b, b|a", "output": "negative", "sigmoid": "c", "vector_size": 2, "parameters": _FAR}, 0, "sigmoid"),
    ({"preset": "saturated-unit", "parameters": {"w": [10.0], "b": [0.0]}}, 0, "slope"),
    ({"preset": "logistic-unit"}, 1, "loss"),
    ({"preset": "one-pair"}, 20_000, "error"),
    ({"preset": "four-grams"}, 1200, "loss"),
    ({"preset": "xor-linear"}, 20, "loss"),
    ({"preset": "king-queen", "output": "hierarchical"}, 41, "update"),
    ({"preset": "rare-and-frequent"}, 300, "product"),
    ({"preset": "king-queen", "output": "negative"}, 41, "update"),
)


@pytest.mark.parametrize(("recipe", "step", "stage"), ONCE, ids=lambda value: value if isinstance(value, str) else "")
def test_lines_that_once_contradicted_themselves(recipe, step, stage, tmp_path):
    written(tmp_path, "run", Recipe(**recipe), {step, max(0, step - 1)}, random.Random(1))
    held, wrong, mute = judged(tmp_path)
    assert held
    assert not wrong
    assert stage not in mute


LEFT = (
    (CANCELS, "-0.1383724 ~-2 -0.2767410 ~3.76e-6"),
    (RESIDUE, "~0.0000"),
    (MEAN, "-0.02790500 ~0.02790000 ~-2.50e-6"),
    (NEARLY, "-0.000770 ~-2 -0.001460 ~0.000080"),
)


@pytest.mark.parametrize(("recipe", "left"), LEFT)
def test_what_is_left_of_a_sum_can_be_read_off_its_numbers(recipe, left, tmp_path):
    written(tmp_path, "run", Recipe(**recipe), {0}, random.Random(1))
    (line,) = (line for line in lines_of(tmp_path) if line["stage"] == "hidden")
    for number in left.split():
        assert number in line["formulas"][0]


WRITTEN = (
    (
        {"preset": "saturated-unit", "points": "1|1", "parameters": {"w": [10.0], "b": [0.0]}},
        0,
        "loss",
        "(~4.54e-5) ^ 2 = ~1.03e-9",
    ),
    (
        {"preset": "hinge", "points": "1|1", "parameters": {"w": [0.99997], "b": [0.0]}},
        0,
        "loss",
        "max ( 0 , 1 - ? ? )",
    ),
    ({"preset": "or-unit"}, 1, "error", "~1.0000 - ~1 = ~0"),  # a step is there, not near it
    ({"preset": "or-learnt"}, 11, "loss", "( ~1 - ~0 ) ^ 2"),  # t − y, as in its rule
    ({"preset": "softmax-of-six"}, 3, "loss", "~1 * ( - ln ~0.9077 ) = ~0.0968"),  # of the right class
    ({"preset": "hinge"}, 12, "slope", "~1.0000 = ~1.0000"),  # an error for the eye, and one that is computed with
)


@pytest.mark.parametrize(
    ("recipe", "step", "stage", "shown"), WRITTEN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_numbers_are_written_so_that_they_are_read_as_what_they_are(recipe, step, stage, shown, tmp_path):
    written(tmp_path, "run", Recipe(**recipe), {step}, random.Random(1))
    found = [
        re.sub(r" +", " ", each) for line in lines_of(tmp_path) if line["stage"] == stage for each in line["formulas"]
    ]
    assert any(shown in each for each in found), found


WHOLE = (
    {"preset": "xor-network"},
    {"preset": "logistic-unit"},
    {"preset": "who-makes-which-noise", "bptt": 0},
    {"preset": "who-makes-which-noise", "bptt": 0, "output": "hierarchical"},
)


@pytest.mark.parametrize("recipe", WHOLE, ids=str)
def test_what_an_update_shows_of_one_instance_is_all_that_moves_the_weight(recipe, tmp_path):
    """No rest stands behind a product that is the gradient."""
    written(tmp_path, "run", Recipe(**recipe), {41}, random.Random(1))
    shown = [each for line in lines_of(tmp_path) if line["stage"] == "update" for each in line["formulas"]]
    assert len(shown) > 1
    assert not [each for each in shown if "+" in each]


def test_what_rounding_leaves_of_a_loss_is_no_rest(tmp_path):
    """Of 1 − y = 1e-15 by a float32 score six digits are known: what they leave of E was told as a term of its own."""
    pairs = "cat^cat^gnu|gnu^fox^cat, gnu^gnu|cat^fox^cat, gnu^gnu^fox^fox|gnu, cat^fox|gnu^gnu^gnu"
    recipe = Recipe(pairs=pairs, output="negative", vector_size=3, order="shuffled", seed=51)
    for step, word, unit, value in ((7, "gnu", 2, 3.0), (21, "fox", 2, 20.0), (22, "cat", 0, 20.0)):
        recipe = recipe.edited(step, weight=("W_out", word, unit, value))
    written(tmp_path, "run", recipe, {25}, random.Random(1))
    (shown,) = [each for line in lines_of(tmp_path) if line["stage"] == "loss" for each in line["formulas"]]
    assert "1.1" in shown, "which is nearly all of it"
    assert "+" not in shown


SATURATED = {
    "a sum that cancels": (CANCELS, 0, "u", 0),
    "a residue of rounding": (RESIDUE, 0, "u", 0),
    "a unit's slope": ({"preset": "saturated-unit", "parameters": {"w": [10.0], "b": [0.0]}}, 0, "EI", 0),
    "softmax": ({"preset": "one-pair"}, 20_000, "e", 0),
    "a loss of what is certain": ({"preset": "saturated-unit", "points": "1 | 1", "loss": "binary",
        "parameters": {"w": [10.0], "b": [0.0]}}, 0, "loss", ()),
    "losses of large scores": ({"pairs": "a|b^c^c", "model": "skip-gram", "vector_size": 1, "parameters": {
        "W": [[1e9]] * 3, "W_out": [[1e9]] * 3}}, 0, "loss", ()),
    "negative": ({"preset": "king-queen", "output": "negative", "parameters": {
        "W": [[1.0] * 5] * 14, "W_out": [[4.0] * 5] * 14}}, 0, "e", 0),
    "an output": ({"points": "1 | 0 1", "model": "mlp", "hidden": [], "parameters": {
        "W_out": [[0], [12]], "b_out": [0, 0]}}, 0, "e", 1),
    "tanh": ({"preset": "feed-the-cat", "parameters": {"d": [9.0] * 4}}, 0, "Eo", 2),
    "a state": ({"pairs": "a|b", "model": "rnnlm", "hidden": [1], "parameters": {
        "U": [[20, 20]], "W": [[1]], "V": [[0], [3]]}}, 0, "eh", (3, 0)),
}  # fmt: skip


@pytest.mark.parametrize(("recipe", "step", "name", "index"), SATURATED.values(), ids=SATURATED)
def test_explanations_that_once_contradicted_themselves(recipe, step, name, index):
    frame = Run(Recipe(**recipe)).seek(step).frame()
    explanation = frame.explain(name, index)
    assert explanation.value != 0
    assert check(text_of(explanation.mathml))
    assert "0.9999" not in explanation.mathml


def test_an_exact_answer_stands_in_numbers():
    explanation = Run(Recipe(preset="or-learnt")).frame(7).explain("e", 0)
    assert text_of(explanation.mathml).endswith("= 1.0 - 1.0 = 0.0")


@pytest.mark.parametrize(
    ("recipe", "step", "shown"),
    [
        ({"preset": "or-learnt"}, 11, "( 1.0 - 0.0 ) ^ 2"),
        (
            {"preset": "saturated-unit", "points": "1|1", "parameters": {"w": [10.0], "b": [0.0]}},
            0,
            "( ~4.540e-05 ) ^ 2",
        ),
    ],
)
def test_the_square_of_a_unit_has_the_order_of_its_rule(recipe, step, shown):
    explanation = Run(Recipe(**recipe)).frame(step).explain("loss", ())
    assert "(t − y)²" in explanation.equation
    assert shown in text_of(explanation.mathml)


def test_a_hinge_near_its_margin_stands_in_letters():
    near = Recipe(preset="hinge", points="1 | 1", parameters={"w": [0.99997], "b": [0.0]})
    explanation = Run(near).frame(0).explain("loss", ())
    assert text_of(explanation.mathml) == "? = max ( 0.0 , 1.0 - ? ? ) = ~3.000e-05"


def test_a_judge_finds_what_is_wrong():
    dropped = "? = ~0.5000 - ~0.2000 * ~0.1000 = ~0.5000"
    vague = "? = - ln ~0.0003 = ~8.0003"  # any of -ln 0.00025 to -ln 0.00035
    unclear = ("? = 1 - ~-0.0373 ^ 2 = ~0.9986", "? = ~0.5000 * ~-0.2000 = ~-0.1000")
    for line in ("? = - ln ~0.03650 = ~2.8485", vague, "? = ~1.0000 - 1 = ~-8.37e-6", dropped, *unclear):
        with pytest.raises(Wrong):
            check(line)
    assert check("? = ~1.0000 * ~0.5000 = ~0.5000") == 1
    assert check("? = ? + 1 = ~0.5000") == 0

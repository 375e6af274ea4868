"""The dialects of word2vec: what its programs do otherwise than the papers, each field beside its naive twin."""

from random import Random

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.maths.random import uniform_at
from explorer.training.gradient_check import gradient_errors
from tests.reference import dialects as naive
from tests.reference.logistic import huffman_cost

PAIRS = "a^b|c, b^c^a|d^d^e, d|a, e^e|c, a|a^b^c^d^e"
MATRIX = {"softmax": "W_out", "hierarchical": "W_node", "negative": "W_out"}
outputs = pytest.mark.parametrize("output", MATRIX)
batches = pytest.mark.parametrize("batch_size", [1, 3])


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def asked(frame, b):
    """The output rows that an instance asks, each with its error."""
    model = frame.model
    rows = frame.of_instance(model.layer.rows, b) if model.layer.name != "softmax" else range(len(frame.vocabulary))
    return list(zip(map(int, rows), frame.of_instance("e", b).tolist(), strict=True))


def stepped(frame, matrix, undivided):
    """W and the output matrix after the frame's step, by the naive twin."""
    before = [frame.parameters[name].tolist() for name in ("W", matrix)]
    batch = [
        (instance.inputs, *(frame.of_instance(name, b).tolist() for name in ("h", "EH")), asked(frame, b))
        for b, instance in enumerate(frame.instances)
    ]
    recipe = frame.trajectory.recipe
    times = len(batch) if recipe.batch_gradient == "sum" else 1
    return naive.step(*before, batch, times * frame.learning_rate, undivided)


@outputs
@batches
def test_the_undivided_error_moves_each_context_word_by_all_of_it(output, batch_size):
    recipe = Recipe(pairs=PAIRS, output=output, batch_size=batch_size, vector_size=3, context_gradient="undivided")
    assert Recipe.from_query(recipe.to_query()) == recipe
    run = Run(recipe)
    assert not recipe.architecture.descends
    for step in (0, 1, 40):
        frame = run.seek(step).frame()
        for name, expected in zip(("W", MATRIX[output]), stepped(frame, MATRIX[output], True), strict=True):
            close(frame.updated[name], expected)
            close(frame.gradients[name], (frame.parameters[name] - frame.updated[name]) / frame.learning_rate)
    errors = gradient_errors(run.seek(40).frame())
    assert errors["W"] > 1e-3
    assert errors[MATRIX[output]] < 1e-8
    of_one = Run(Recipe(pairs="a|b, b|c^a, c|a", output=output, context_gradient="undivided")).seek(9).frame()
    assert max(gradient_errors(of_one).values()) < 1e-8  # of one context word both are the gradient


def questions(run, frame, b):
    """What an instance asks, from the run's tree or the frame's draws: (row, truth) each."""
    found, hierarchical = [], run.recipe.output == "hierarchical"
    for c, o in enumerate(frame.instances[b].outputs):
        if hierarchical:
            found += [(node, int(sign > 0)) for node, sign in zip(run.tree.paths[o], run.tree.signs[o], strict=True)]
        else:
            drawn = frame.negatives[b] if frame.batched else frame.negatives
            found += [(o, 1), *((word, 0) for word in drawn[c])]
    return found


LARGE = {"W": [[3.0, -2, 1], [9, 9, 9], [-4, 5, 0.5], [0.1, 0, 0], [2, 2, -2]]}


@pytest.mark.parametrize("sigmoid", ["c", "gensim"])
@pytest.mark.parametrize("output", ["hierarchical", "negative"])
@batches
def test_the_programs_table_equals_the_naive_twin(output, sigmoid, batch_size):
    rows = {"hierarchical": 4, "negative": 5}[output]
    arrays = LARGE | {MATRIX[output]: [[2.0 * (j - 1.6), 0.7 * j, -0.9] for j in range(rows)]}
    options = {"output": output, "sigmoid": sigmoid, "batch_size": batch_size, "vector_size": 3}
    recipe = Recipe(pairs=PAIRS, **options, parameters=arrays)
    assert not recipe.architecture.descends
    assert Recipe.from_query(recipe.to_query()) == recipe
    run, beyond = Run(recipe), 0
    for step in range(12):
        frame = run.seek(step).frame()
        before, losses = [frame.parameters[name].tolist() for name in ("W", MATRIX[output])], []
        for b, instance in enumerate(frame.instances):
            expected, loss = naive.errors(*before, instance.inputs, questions(run, frame, b), sigmoid, output)
            for name, values in expected.items():
                close(frame.of_instance(name, b), values)
            beyond += sum(abs(u) >= 6 for u in expected["u"])
            losses.append(loss)
        assert frame.loss == pytest.approx(np.mean(losses), abs=1e-12)
        assert frame.loss_at(frame.parameters) == pytest.approx(frame.loss, abs=1e-12)
        for name, values in zip(("W", MATRIX[output]), stepped(frame, MATRIX[output], False), strict=True):
            close(frame.updated[name], values)
            close(frame.gradients[name], (frame.parameters[name] - frame.updated[name]) / frame.learning_rate)
    assert beyond > 3
    for name in frame:
        for index in np.ndindex(frame[name].shape):
            if not frame.batched:
                assert frame.explain(name, index).value == frame[name][index]


@pytest.mark.parametrize("hit", ["skip", "keep"])
@pytest.mark.parametrize("model", ["cbow", "skip-gram"])
@batches
def test_draws_of_the_target_are_skipped_or_kept(hit, model, batch_size):
    options = {"output": "negative", "noise_hit": hit, "negative": 4, "seed": 3, "batch_size": batch_size}
    recipe = Recipe(pairs=PAIRS, model=model, **options)
    assert Recipe.from_query(recipe.to_query()) == recipe
    run, hits = Run(recipe), 0
    for step in range(30):
        frame = run.seek(step).frame()
        of_batch = frame.negatives if frame.batched else [frame.negatives]
        for b, (instance, drawn) in enumerate(zip(frame.instances, of_batch, strict=True)):
            assert drawn == naive.negatives(instance.outputs, run.noise, 4, 3, step, b, hit)
            targets = [word == o for o, words in zip(instance.outputs, drawn, strict=True) for word in words]
            hits += sum(targets) if hit == "keep" else 4 * len(drawn) - len(targets)
            before = [frame.parameters[name].tolist() for name in ("W", "W_out")]
            expected, _ = naive.errors(*before, instance.inputs, questions(run, frame, b), "exact", "negative")
            for name, values in expected.items():
                close(frame.of_instance(name, b), values)
        assert max(gradient_errors(frame).values()) < 1e-8
        for name, values in zip(("W", "W_out"), stepped(frame, "W_out", False), strict=True):
            close(frame.updated[name], values)
    assert hits > 20
    one_word = {"pairs": "a|b, c|b", "output": "negative"}
    assert Run(Recipe(**one_word, noise_hit=hit, negative=2)).frame().negatives == [[] if hit == "skip" else [1, 1]]


def test_tree_and_noise_by_the_counts_of_the_text():
    text = "a a a a b\nc a\nalone\nalone"  # who stands alone is no output word
    noise = [Run(Recipe(text=text, output="negative", counts=by)).noise for by in ("outputs", "text")]
    assert noise[0][1] == 0
    np.testing.assert_allclose(noise[1], np.array([5, 2, 1, 1]) ** 0.75 / (np.array([5, 2, 1, 1]) ** 0.75).sum())
    of_text = Recipe(text=text, output="hierarchical", counts="text", sample=0.2, seed=2)
    depths = [len(path) for path in Run(of_text).tree.paths]
    assert np.dot(of_text.corpus.counts, depths) == huffman_cost(of_text.corpus.counts)
    assert of_text.corpus.counts == (5, 2, 1, 1)  # before sampling
    assert Recipe.from_query(of_text.to_query()) == of_text


@pytest.mark.parametrize("output", ["hierarchical", "negative"])
@pytest.mark.parametrize("init", ["uniform", "wevi"])
def test_output_rows_that_start_at_zero_leave_the_input_vectors_as_they_were(output, init):
    same, zero = (Run(Recipe(pairs=PAIRS, output=output, init=init, init_outputs=by)) for by in ("same", "zero"))
    assert same.parameters["W"].tobytes() == zero.parameters["W"].tobytes()
    assert not zero.parameters[MATRIX[output]].any()
    assert Recipe.from_query(zero.recipe.to_query()) == zero.recipe
    given = zero.recipe.replaced(parameters={MATRIX[output]: same.parameters[MATRIX[output]]})
    assert Run(given).parameters[MATRIX[output]].any()


TEXT = "the cat sat on the mat\nalone\nthe dog sat on the rug and the cat ran after the dog\nthe end of it"
SENTENCES = [line.split() for line in TEXT.splitlines()]


def instances(recipe):
    words = recipe.corpus.words
    return [tuple([words[i] for i in side] for side in instance) for instance in recipe.corpus.instances]


@pytest.mark.parametrize("formula", ["c", "paper"])
@pytest.mark.parametrize("sample", [0, 0.02, 0.1])
@pytest.mark.parametrize("shrink", [False, True])
def test_windows_by_chance_equal_the_naive_twin(shrink, sample, formula):
    chance = {"shrink_window": shrink, "sample": sample, "sample_formula": formula, "window": 3, "text": TEXT}
    found = set()
    for seed in range(5):
        recipe = Recipe(**chance, seed=seed)
        expected = naive.reading(SENTENCES, seed, 3, shrink, sample, formula)
        assert instances(recipe) == [(context, [centre]) for context, centre in expected]
        turned = Recipe(**chance, seed=seed, model="skip-gram")
        assert instances(turned) == [([centre], context) for context, centre in expected]
        singles = Recipe(**chance, seed=seed, model="skip-gram", predicts="centre")
        assert instances(singles) == [([word], [centre]) for context, centre in expected for word in context]
        assert singles.instances == "pairs"
        for each in (recipe, turned, singles):
            assert Recipe.from_query(each.to_query()) == each
            edited = each.edited(3, text=f"{TEXT}\n{TEXT}").edited(9, weight=("W", "the", 0, 1))
            assert Recipe.from_query(edited.to_query()) == edited
        found.add(str(instances(recipe)))
    assert (len(found) > 1) == (shrink or sample > 0)


def test_chance_has_its_share():
    """Each reach as often, words that stay as often as they should, and both apart."""
    n = 40_000
    both = np.array([uniform_at(3, purpose, n) for purpose in (1, 2)])
    assert both[:, 17].tolist() == [naive.uniform(3, purpose, 17) for purpose in (1, 2)]
    assert np.abs(np.histogram(both, 10)[0] / (2 * n) - 0.1).max() < 0.005
    assert abs(np.corrcoef(both)[0, 1]) < 0.02
    recipe = Recipe(text="a b " * (n // 4) + "c " * (n // 2), sample=0.1, window=4, shrink_window=True)
    tokens = recipe.corpus.tokens
    for word, count in enumerate(recipe.corpus.counts):
        share = tokens.stayed[tokens.ids == word].mean()
        assert share == pytest.approx(naive.staying(count, n, 0.1, "c"), abs=0.01)
        assert share == pytest.approx(tokens.staying[word], abs=0.01)
    assert np.abs(np.bincount(tokens.reach)[1:] / n - 0.25).max() < 0.01


@pytest.mark.parametrize(
    ("keywords", "field"),
    [
        ({"text": TEXT, "model": "skip-gram", "context_gradient": "undivided"}, "context_gradient"),
        ({"text": TEXT, "predicts": "centre"}, "predicts"),
        ({"text": TEXT, "model": "skip-gram", "predicts": "centre", "instances": "window"}, "instances"),
        ({"text": TEXT, "model": "nnlm", "shrink_window": True}, "shrink_window"),
        ({"pairs": "a|b", "sample": 0.1}, "sample"),
        ({"pairs": "a|b", "sample_formula": "paper"}, "sample_formula"),
        ({"text": TEXT, "sample": 1.5}, "sample"),
        ({"text": TEXT, "sample": 1e-12}, "sample"),
        ({"text": "a\nb", "sample": 1e-12}, "text"),
        ({"pairs": "a|b", "rate_floor": 0.1}, "rate_floor"),
        ({"pairs": "a|b, b|a", "sigmoid": "c"}, "sigmoid"),
        ({"pairs": "a|b, b|a", "output": "negative", "sigmoid": "table"}, "sigmoid"),
        ({"pairs": "a|b, b|a", "output": "hierarchical", "noise_hit": "keep"}, "noise_hit"),
        ({"pairs": "a|b, b|a", "output": "negative", "counts": "text"}, "counts"),
        ({"text": TEXT, "init_outputs": "zero"}, "init_outputs"),
        ({"pairs": "a|b", "schedule": "linear", "rate_floor": -1}, "rate_floor"),
    ],
)
def test_fields_where_they_make_no_sense(keywords, field):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    assert [problem.field for problem in raised.value.problems] == [field]


def test_the_rate_falls_to_its_floor_and_no_further():
    recipe = Recipe(pairs="a|b, b|a", schedule="linear", epochs=5, rate_floor=0.25)
    rates = [Run(recipe).frame(step).learning_rate for step in (0, 5, 7, 8, 30)]
    np.testing.assert_allclose(rates, [0.2, 0.1, 0.06, 0.05, 0.05])
    assert Recipe.from_query(recipe.to_query()) == recipe
    assert recipe.replaced(schedule="constant").rate_floor == 1e-4


LONG = "\n".join([TEXT] * 20)
PROGRAMS = {"shrink_window": True, "sample": 1e-3, "sample_formula": "c"}


@pytest.mark.parametrize("model", ["cbow", "skip-gram"])
@outputs
@pytest.mark.parametrize("dialect", ["paper", "c", "gensim"])
def test_a_dialect_sets_its_fields_and_only_they_are_kept(model, output, dialect):
    plain = {"text": LONG, "model": model, "output": output, "schedule": "linear"}
    expected = dict(PROGRAMS)
    expected |= {"context_gradient": "undivided"} if model == "cbow" else {"predicts": "centre"}
    expected |= {"rate_floor": {"c": 1e-4, "gensim": 0.004}.get(dialect)}
    if output != "softmax":
        expected |= {"sigmoid": dialect, "counts": "text", "init_outputs": "zero"}
    if output == "negative":
        expected |= {"noise_hit": "skip"}
    recipe = Recipe(**plain, dialect=dialect)
    assert recipe == Recipe(**plain, **({} if dialect == "paper" else expected))
    assert "dialect" not in recipe.to_query()
    assert Recipe.from_query(recipe.to_query()) == recipe
    assert Recipe.from_query(recipe.to_query() + f"&dialect={dialect}") == recipe
    own = Recipe(**plain, dialect=dialect, sample=0.02)
    assert own.sample == 0.02


@pytest.mark.parametrize(
    "keywords",
    [
        {"pairs": "a|b", "dialect": "c"},
        {"text": TEXT, "dialect": "java"},
        {"text": TEXT, "dialect": ["c"]},
        {"text": TEXT, "model": "nnlm", "dialect": "gensim"},
    ],
)
def test_dialects_that_nobody_speaks_there(keywords):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    assert [problem.field for problem in raised.value.problems] == ["dialect"]


@pytest.mark.parametrize("batch_size", [1, 4])
@pytest.mark.parametrize("dialect", ["c", "gensim"])
@pytest.mark.parametrize("output", ["hierarchical", "negative"])
@pytest.mark.parametrize("model", ["cbow", "skip-gram"])
def test_every_way_to_a_step_gives_the_same_bits(model, output, dialect, batch_size):
    recipe = Recipe(
        text=LONG, model=model, output=output, dialect=dialect, sample=0.05, batch_size=batch_size, order="shuffled"
    )
    recipe = recipe.edited(30, weight=("W", "the", 0, 6.0), learning_rate=0.5).edited(40, text=f"{TEXT}\n{TEXT}")
    trace, again = Run(recipe).trace(20, 40), Run(Recipe.from_query(recipe.to_query()))
    for row, step in enumerate(trace.steps.tolist()):
        frame = again.frame(step)
        for name, array in frame.parameters.items():
            assert trace[name][row].tobytes() == array.tobytes()
        names = ("W", MATRIX[output])
        for name, expected in zip(names, stepped(frame, MATRIX[output], model == "cbow"), strict=True):
            close(frame.updated[name], expected)
    trace.to_bytes()
    assert again.seek(59).parameters["W"].tobytes() == Run(recipe).seek(70).seek(59).parameters["W"].tobytes()


def random_words(chance):
    """Keywords over all the fields of dialects, and what they meet."""
    model, output = chance.choice(["cbow", "skip-gram"]), chance.choice(list(MATRIX))
    fields = {"text": LONG, "model": model, "output": output, "vector_size": 3}
    fields |= {"window": chance.choice([1, 3]), "shrink_window": chance.random() < 0.5}
    fields |= {"sample": chance.choice([0, 0.02, 0.1]), "sample_formula": chance.choice(["c", "paper"])}
    if model == "cbow":
        fields["context_gradient"] = chance.choice(["divided", "undivided"])
    else:
        fields["predicts"] = chance.choice(["context", "centre"])
    if output != "softmax":
        fields |= {"sigmoid": chance.choice(["exact", "c", "gensim"]), "counts": chance.choice(["outputs", "text"])}
        fields["init_outputs"] = chance.choice(["same", "zero"])
    if output == "negative":
        fields |= {"noise_hit": chance.choice(["redraw", "skip", "keep"]), "negative": chance.choice([1, 5])}
    return fields


def random_next_words(chance):
    """Keywords over the output layers of models of the next word, and how text is read."""
    model, output = chance.choice(["nnlm", "rnnlm"]), chance.choice(["softmax", "hierarchical"])
    fields = {"text": LONG, "model": model, "output": output, "hidden": (chance.choice([1, 4]),)}
    fields |= {"tokenizer": chance.choice(["plain", "words"]), "sentences": chance.choice(["lines", "punctuation"])}
    if output == "hierarchical":
        fields["tree"] = chance.choice(["huffman", "balanced"])
    if model == "rnnlm":
        return fields | {"bptt": chance.choice([0, 2]), "reset_state": chance.random() < 0.5}
    fields |= {"context": 2, "vector_size": 3, "weight_decay": chance.choice([0, 0.01])}
    return fields | {"direct": chance.random() < 0.5, "output_bias": chance.random() < 0.5}


def random_points(chance):
    """Keywords over all the fields of losses, and what they meet."""
    loss = chance.choice(["squared", "mse", "binary", "hinge"])
    low, out = ("-1", "identity") if loss == "hinge" else ("0", "sigmoid")
    targets = [chance.choice([low, "1"]) for _ in range(7)]
    fields = {"points": "; ".join(f"{i % 3} {i * 0.3:.1f} | {t}" for i, t in enumerate(targets)), "loss": loss}
    if loss in ("squared", "mse"):
        out = chance.choice(["sigmoid", "tanh", "identity"])
    if chance.random() < 0.3:
        return fields | {"model": "perceptron", "link": out}
    layers = {"hidden": (3,) * chance.randint(0, 6), "activation": chance.choice(["tanh", "sigmoid"])}
    return fields | layers | {"model": "mlp", "output_activation": out, "output_bias": chance.random() < 0.5}


def random_fields(chance):
    """Keywords over all fields of these, and over those of steps."""
    fields = chance.choices([random_words, random_next_words, random_points], [5, 2, 3])[0](chance)
    fields["seed"] = chance.randrange(1000)
    fields["order"] = chance.choice(["cyclic", "shuffled", "sampled"])
    fields |= {"batch_size": chance.choice([1, 1, 4]), "learning_rate": chance.choice([0.05, 0.3])}
    fields |= {"batch_gradient": chance.choice(["mean", "sum"])}
    if chance.random() < 0.5:
        fields |= {"schedule": "linear", "epochs": 1, "rate_floor": chance.choice([1e-4, 0.1])}
    return fields


def edited(recipe):
    """With a weight set, and other data of the same words or numbers."""
    first = recipe.architecture.parameters[0].name
    if recipe.corpus_kind == "text":
        return recipe.edited(9, weight=(first, 0, 0, 1.5), text=f"{TEXT}\n{TEXT}")
    return recipe.edited(9, weight=(first, 0, 0, 0.5), points="1 1 | 1; 0 2 | 1")


def test_random_recipes_do_not_depend_on_the_way_and_survive_their_links():
    chance = Random(1)
    for _ in range(200):
        recipe = edited(Recipe(**random_fields(chance)))
        again = Run(Recipe.from_query(recipe.to_query()))
        assert again.recipe == recipe
        there = Run(recipe).seek(25)
        found = again.seek(40).seek(3).advance(22).parameters
        for name, array in there.parameters.items():
            assert array.tobytes() == found[name].tobytes(), recipe
        frame = there.frame()
        if recipe.model in ("cbow", "skip-gram"):
            matrix, undivided = MATRIX[recipe.output], recipe.context_gradient == "undivided"
            for name, expected in zip(("W", matrix), stepped(frame, matrix, undivided), strict=True):
                close(frame.updated[name], expected)
        if recipe.model != "rnnlm":  # its states are of the weights that were: test_rnnlm holds weights still for this
            assert not recipe.architecture.descends or max(gradient_errors(frame).values()) < 1e-6

"""What lessons say of their data and runs in words, where no number and no claim of the lesson itself holds it."""

import json
import re
import subprocess
from collections import Counter
from functools import cache
from math import prod

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.lessons import FOLDER
from explorer.web.describe import describe
from tests.node import NODE, ROOT


def text_of(lesson):
    return (FOLDER / f"{lesson}.md").read_text(encoding="utf-8")


@cache
def query_of(lesson, part):
    """The first recipe in a lesson that has this part."""
    return next(query for query in re.findall(r'^recipe = "(.*)"$', text_of(lesson), re.MULTILINE) if part in query)


SEEDS = range(21, 61)
WEATHER, THE = "preset=rare-and-frequent", "preset=the-everywhere"
DRINK = query_of("error-vector", "drink|juice")
OFTEN = query_of("recurrent-memory", "often")
GARDENS = query_of("recurrent-memory", "bptt=2")


def run_of(query, step=0):
    return Run(Recipe.from_query(query)).seek(step)


def data(query):
    """How often each (input words, output words) comes in the data."""
    recipe = Recipe.from_query(query)
    words = recipe.corpus.words
    return Counter(
        (tuple(words[i] for i in each.inputs), tuple(words[i] for i in each.outputs))
        for each in recipe.corpus.instances
    )


def outputs(query):
    """How often each word comes as an output."""
    found = Counter()
    for (_, words), count in data(query).items():
        found.update(dict.fromkeys(words, count))
    return found


def asked(query, word):
    """How many nodes are asked on the way to a word."""
    run = run_of(query)
    steps = range(len(run.recipe.corpus.instances))
    frame = next(
        frame for frame in map(run.frame, steps) if frame.instances[0].outputs[0] == run.vocabulary.index(word)
    )
    return np.count_nonzero(frame["node"] >= 0)


def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


def weather():
    days = data(WEATHER)
    assert sum(days.values()) == 64
    assert {place for (place,), _ in days} == {"coast", "mountain"}
    assert len(run_of(WEATHER).vocabulary) == 9


def shares():
    assert outputs(WEATHER) == {"sun": 32, "cloud": 16, "rain": 8, "wind": 4, "fog": 2, "snow": 1, "hail": 1}


def depths():
    """Those of the trees, and the counts of the data, are what the table makes its averages of."""
    counts = outputs(WEATHER)
    huffman = {word: asked(WEATHER, word) for word in counts}
    balanced = {word: asked(WEATHER + "&tree=balanced", word) for word in counts}
    assert huffman == {"sun": 1, "cloud": 2, "rain": 3, "wind": 4, "fog": 5, "snow": 6, "hail": 7}
    assert balanced == {"sun": 3, "cloud": 4, "rain": 3, "wind": 3, "fog": 3, "snow": 3, "hail": 3}
    for name, depth in (("balanced tree", balanced), ("Huffman's tree", huffman)):
        said = re.search(rf"^\| {name} \| `=\((.*)\) / 64", text_of("tree-and-noise"), re.MULTILINE)[1]
        products = [prod(map(int, term.split(" * "))) for term in said.split(" + ")]
        assert sorted(products) == sorted(counts[word] * depth[word] for word in counts)


def rain_in_the_mountains():
    frame = run_of(WEATHER, 5).frame(4)
    assert [frame.vocabulary[i] for i in frame.instances[0].inputs] == ["mountain"]


HEIGHTS = """
import { treeLayout, treeOf } from "./assets/panels/network/tree/layout.mjs";
const tree = treeOf(JSON.parse(process.argv[1]));
const { nodes, rows } = treeLayout({ width: 600, height: 300, tree, must: [], widest: 60, text: 12 });
const told = [[...nodes.values()].map(({ node, y }) => [node, y]), rows.map(({ word, y }) => [word, y])];
console.log(JSON.stringify(told));
"""


def left_is_up():
    """Of each node on each way: what one comes to by going left is drawn above it, by going right below it."""
    run = run_of(WEATHER)
    children = json.dumps(describe(run.trajectory)["structure"]["tree"]["children"])
    command = [NODE, "--input-type=module", "-e", HEIGHTS, children]
    drawn = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=True).stdout)
    node_y, word_y = map(dict, drawn)
    assert (len(node_y), len(word_y)) == (8, 9)
    for word, (path, signs) in enumerate(zip(run.tree.paths, run.tree.signs, strict=True)):
        ends = [*(node_y[node] for node in path[1:]), word_y[word]]
        for node, sign, end in zip(path, signs, ends, strict=True):
            assert (end < node_y[node]) == (sign > 0)
            assert end != node_y[node]


def at_the_coast():
    days = data(WEATHER)
    assert days[("coast",), ("wind",)] > 0
    assert days[("coast",), ("rain",)] == 4
    assert {inputs for inputs, words in days if words == ("hail",)} == {("mountain",)}
    assert "mountain" not in outputs(WEATHER)


def never_asked():
    query = WEATHER + "&output=negative&negative=3"
    run = run_of(query, 2000)
    row, start = run.vocabulary.index("mountain"), run_of(query).parameters
    assert (run.parameters["W_out"][row] == start["W_out"][row]).all()
    assert run.noise[row] == 0


def hail_ends_the_round():
    run = run_of(WEATHER)
    hail = run.vocabulary.index("hail")
    assert [step for step in range(64) if hail in run.frame(step).instances[0].outputs] == [63]


def the_and_the_verbs():
    pairs = data(THE)
    for animal, verb in (("cat", "purrs"), ("dog", "barks"), ("bird", "sings"), ("cow", "moos")):
        assert {words: n for (inputs, words), n in pairs.items() if inputs == (animal,)} == {("the",): 4, (verb,): 3}


def drawn_by_counts():
    run = run_of(THE)
    others = [share for word, share in zip(run.vocabulary, run.noise, strict=True) if word != "the"]
    assert run.noise[run.vocabulary.index("the")] == pytest.approx(16 / 40)
    assert others == pytest.approx([3 / 40] * 8)


def last_example():
    frame = run_of(THE + "&output=softmax", 4000).frame(3999)
    words = frame.vocabulary
    assert [words[i] for i in (*frame.instances[0].inputs, *frame.instances[0].outputs)] == ["cat", "the"]


def twelve():
    people, either = {"king": "his", "queen": "her", "man": "his", "woman": "her"}, {"his": "he", "her": "she"}
    places = {"king": ("palace", "crown", "throne"), "man": ("farm", "plough", "field")}
    expected = {}
    for person, own in people.items():
        first, *others = places["king" if person in ("king", "queen") else "man"]
        expected[(person,), (first, either[own])] = 1
        expected |= {((person,), (other, own)): 1 for other in others}
    assert data("preset=king-queen") == expected
    assert len(run_of("preset=king-queen").vocabulary) == 14


def beside_king():
    beside = Counter(word for ((word, *_), words) in data("preset=king-queen") if word == "king" for word in words)
    assert (beside["his"], beside["palace"], beside["she"]) == (2, 1, 0)


def seven_may_answer():
    assert len(run_of(query_of("king-man-woman", "queen|throne, man|farm")).vocabulary) - 3 == 7


def never_an_input():
    query = query_of("king-man-woman", "vector_size=2")
    start, run = run_of(query).parameters["W"], run_of(query, 500)
    still = [word for word, a, b in zip(run.vocabulary, start, run.parameters["W"], strict=True) if (a == b).all()]
    assert len(still) == 10
    (best, near), *_ = run.analogy("king", "man", "woman")
    assert best in still
    assert near > 0.5  # as the last question of the lesson says of wrong answers
    people = [run.vocabulary.index(word) for word in ("king", "queen", "man", "woman")]
    lengths = np.linalg.norm(run.parameters["W"], axis=1)
    assert lengths[run.vocabulary.index(best)] < lengths[people].min() / 2


def one_number_a_word():
    shares = []
    for seed in SEEDS:
        run = run_of(f"preset=king-queen&vector_size=1&seed={seed}", 500)
        found = run.analogy("king", "man", "woman", count=11)
        same = [word for word, near in found if near > 0.999]
        assert [near for _, near in found] == pytest.approx([1.0] * len(same) + [-1.0] * (11 - len(same)))
        assert same == sorted(same)
        shares.append(len(same) / 11)
    assert 0.4 < np.mean(shares) < 0.6


def juice_milk_water():
    run = run_of(DRINK, 601)
    rows = [run.parameters["W_out"][run.vocabulary.index(word)] for word in ("juice", "milk", "water")]
    start = [run_of(DRINK).parameters["W_out"][run.vocabulary.index(word)] for word in ("juice", "milk", "water")]
    assert min(cosine(a, b) for a in rows for b in rows) > 0.99 > min(cosine(a, b) for a in start for b in start)


def pull_and_pushes():
    changes = np.array(
        [run_of(DRINK, 603).evaluate("change(W_out[juice, 1])", step, step)[0] for step in (601, 602, 603)]
    )
    assert np.sign(changes[0]) == -np.sign(changes[1]) == -np.sign(changes[2])
    assert abs(changes.sum()) < 0.1 * abs(changes[0])


def six_facts():
    assert len(data(DRINK)) == sum(data(DRINK).values()) == 6
    assert len(run_of(DRINK).vocabulary) == 8
    assert run_of(DRINK).parameters["W_out"].size == 16


def three_times_sun():
    assert data("preset=sun-and-rain") == {(("weather",), ("sun", "sun", "sun", "rain")): 1}
    assert 20 < run_of("preset=sun-and-rain", 100).find("max(abs(e)) < 0.01")[0] < 100


def safe_and_slow():
    losses = run_of("preset=one-pair&seed=4&learning_rate=0.2", 20).losses(0, 20)
    assert (np.diff(losses) < 0).all()
    assert losses[-1] > 0.1


def six_sentences():
    text = Recipe.from_query(OFTEN).text.splitlines()
    assert len(text) == 6
    assert {len(line.split()) for line in text} == {3}
    assert Counter(line.split()[-1] for line in text) == {"bark": 3, "purr": 3}
    assert len(run_of(OFTEN).vocabulary) == 5


def a_hundred_rounds():
    run = run_of(OFTEN)
    read = [run.vocabulary[run.frame(step).instances[0].inputs[0]] for step in range(1196, 1202)]
    assert read == ["cats", "often", "cats", "often", "dogs", "often"]
    assert len(run.recipe.corpus.instances) == 12


def first_with_bark():
    run = run_of(GARDENS)
    came = [run.vocabulary[run.frame(step).instances[0].outputs[0]] for step in range(3)]
    assert came == ["in", "gardens", "bark"]


def rounds():
    """Rounds are steps as the lesson says, in its table too."""
    a_round, (_, text) = len(run_of(OFTEN).recipe.corpus.instances), text_of("recurrent-memory").split("| rounds |")
    table = re.findall(r"^\| (\d+) \| `=s\[3, 1\] @ (\d+)`", text, re.MULTILINE)
    assert [int(position) for _, position in table] == [a_round * int(count) + 2 for count, _ in table]
    assert (a_round * 150, a_round * 500, a_round * 1000) == (3002 - 1202, 6000, 12000)
    run = run_of(OFTEN, 6000)
    assert run.vocabulary[run.frame(5999).instances[0].outputs[0]] in ("bark", "purr")
    assert len(SEEDS) == 40


def twenty_units():
    assert run_of(GARDENS).parameters["W"].shape == (20, 20)
    assert len(run_of(GARDENS).recipe.corpus.instances) * 333 == 5994


def five_animals():
    recipe = Recipe(preset="who-makes-which-noise")
    lines = [line.split() for line in recipe.text.splitlines()]
    assert len({line[0] for line in lines}) == 5
    assert {len(line) for line in lines} == {5}
    assert recipe.bptt == 3


def twenty_numbers():
    run = run_of("preset=by-pencil")
    assert len(run.vocabulary) == 5
    assert sum(array.size for array in run.parameters.values()) == 20


def by_turns():
    run = run_of("preset=by-pencil")
    words = [run.vocabulary[run.frame(step).instances[0].outputs[0]] for step in range(10)]
    assert words == ["apple", "orange"] * 5


SAID = {
    "tree-and-noise": {
        "Sixty-four days of weather, at the coast and in the mountains": weather,
        "half of all days are sun, a quarter cloud, an eighth rain, and on a single one there is hail": shares,
        "sun is asked for 32 times, cloud 16, rain 8, wind 4, fog twice, snow and hail once each": shares,
        "| `=(32 * 3 + 16 * 4 + 8 * 3 + 4 * 3 + 2 * 3 + 3 + 3) / 64 : 2` | | Huffman's tree | "
        "`=(32 * 1 + 16 * 2 + 8 * 3 + 4 * 4 + 2 * 5 + 6 + 7) / 64 : 2` |": depths,
        "This time it rained, in the mountains.": rain_in_the_mountains,
        "In the picture left is up and right is down.": left_is_up,
        "though on other days there is wind at the coast": at_the_coast,
        "Rain came at the coast on four days, hail only in the mountains, and *mountain* is no weather": at_the_coast,
        "so its output vector still is as chance drew it": never_asked,
        "It is the last day of the first round, of 64 days": hail_ends_the_round,
        "each stand beside *the* four times and beside their own verb three times": the_and_the_verbs,
        "*the* is drawn with `=16 / 40 : %` of all draws, each other word with `=3 / 40 : %`": drawn_by_counts,
        "Its last example was *cat → the*": last_example,
    },
    "king-man-woman": {
        "It sees twelve instances, three for each person.": twelve,
        "| king | palace, he · crown, his · throne, his |": twelve,
        "*His* stands beside king twice, *palace* once, *she* never.": beside_king,
        "Seven words may answer.": seven_may_answer,
        "one of the ten in the middle, which were never an input and have stayed as short as they were": never_an_input,
        "The wrong answers of this lesson had larger ones.": never_an_input,
        "but so does about every second word, and nothing is left by which one of them would be nearest: "
        "a list then goes by the alphabet": one_number_a_word,
    },
    "error-vector": {
        "This network knows eight words and six facts": six_facts,
        "Each of the sixteen numbers of W′ has moved by such a product.": six_facts,
        "The output vectors of juice, milk and water have become nearly alike": juice_milk_water,
        "One pull, two pushes, and together they come to almost nothing.": pull_and_pushes,
        "to *weather* belong sun, sun, sun and rain": three_times_sun,
        "It takes more than 20 steps and less than 100.": three_times_sun,
        "A rate of one fiftieth of this is safe and slow.": safe_and_slow,
    },
    "recurrent-memory": {
        "Six sentences, three words each": six_sentences,
        "Three times bark, three times purr": six_sentences,
        "The last two sentences were *cats often purr*, and now the network has read *dogs often*": a_hundred_rounds,
        "do in 150 more?": rounds,
        "| rounds | dogs often | cats often |": rounds,
        "We train with forty, 21 to 60, and count those that give the right last word more than nine tenths at the end "
        "of 500 rounds.": rounds,
        "after 1000 rounds it is": rounds,
        "With twenty units and τ = 1, after 333 rounds": twenty_units,
        "In the third step of this run, the first with *bark* as the answer": first_with_bark,
        "five animals, three words between, τ = 3": five_animals,
    },
    "cbow-by-hand": {
        "Five rows of two numbers in W, and as many in W′.": twenty_numbers,
        "*orange* comes in steps 2, 4, 6 and so on.": by_turns,
        "at its third turn and `=loss` at its fifth": by_turns,
    },
}


@pytest.mark.slow_without_jit
@pytest.mark.parametrize(("lesson", "saying"), [(lesson, saying) for lesson in SAID for saying in SAID[lesson]])
def test_what_a_lesson_says_in_words_is_so(lesson, saying):
    text = text_of(lesson)
    assert saying in " ".join(text.split())
    SAID[lesson][saying]()

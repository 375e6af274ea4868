"""Trees that are written down, as deep as a vocabulary is large."""

import copy
import json
import pickle
import random
import threading

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.maths.huffman import from_nested, huffman
from explorer.training import nested
from explorer.training.races import Race
from explorer.views import VIEWS
from explorer.web.describe import describe

pytestmark = pytest.mark.slow_without_jit

DEEP = 2_000


def words_of(count):
    return [f"w{number}" for number in range(count)]


def chain(words):
    """Each node parts one word from all that follow."""
    tree = words[-1]
    for word in reversed(words[:-1]):
        tree = [word, tree]
    return tree


def halves(words):
    if len(words) == 1:
        return words[0]
    return [halves(words[: len(words) // 2]), halves(words[len(words) // 2 :])]


def recipe_with(words, tree):
    pairs = ", ".join(f"{one}|{other}" for one, other in zip(words, words[7:] + words[:7], strict=True))
    return Recipe(pairs=pairs, model="skip-gram", output="hierarchical", tree=tree)


@pytest.fixture(scope="module")
def deep():
    return recipe_with(words_of(DEEP), chain(words_of(DEEP)))


def in_a_small_thread(work):
    """Run where there is little stack left to go down."""
    found, before = [], threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(work()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    return found[0]


def test_a_deep_tree_is_read_written_shown_copied_and_compared(deep):
    again = in_a_small_thread(lambda: Recipe.from_query(deep.to_query()))
    assert again == deep
    assert again.tree == deep.tree
    assert hash(again.tree) == hash(deep.tree)
    assert again.tree != again.tree[1]
    assert repr(deep).endswith("'w1999'" + ")" * DEEP)
    for other in (pickle.loads(pickle.dumps(deep)), copy.deepcopy(deep)):
        assert other == deep
    assert pickle.loads(pickle.dumps(deep.tree)) == copy.deepcopy(deep.tree) == deep.tree
    assert nested.leaves(deep.tree) == words_of(DEEP)


def test_a_deep_tree_trains_and_is_explained(deep):
    run = Run(deep).seek(10)
    index = deep.corpus.index
    assert run.tree.paths[index["w0"]] == (0,)
    assert run.tree.paths[index["w1999"]] == tuple(range(DEEP - 1))
    assert run.tree.signs[index["w1998"]] == (-1,) * (DEEP - 2) + (1,)
    frame = run.seek(DEEP - 8).frame()  # its output word is the last
    assert len(frame["node"]) == DEEP - 1
    assert frame.loss == pytest.approx(frame.loss_at(frame.parameters))
    assert frame.explain("EH", (0,)).value == frame["EH"][0]
    assert run.probabilities(["w5"]).sum() == pytest.approx(1, abs=1e-12)
    json.dumps(describe(run.trajectory))


@pytest.mark.parametrize("panel", VIEWS)
def test_a_deep_tree_has_every_picture(deep, panel):
    VIEWS[panel](Run(deep).seek(3), {"stage": "update", "theme": "light", "instance": 0})


def test_a_deep_tree_races(deep):
    assert len(Race(deep).laps(0, 5)["hierarchical"].loss) == 5


def test_a_chain_whose_paths_are_too_long_together_is_refused():
    words = words_of(5_000)
    with pytest.raises(RecipeError, match=r"at most 10,000,000 nodes together; this one's have 12,502,499"):
        recipe_with(words, chain(words))
    few = recipe_with(words_of(4), chain(words_of(4)))
    assert nested.length_of_paths(few.tree) == sum(map(len, Run(few).tree.paths)) == 1 + 2 + 3 + 3


@pytest.mark.further_case
def test_fifty_thousand_words_balanced_and_huffmans():
    words = words_of(50_000)
    given = recipe_with(words, halves(words))
    assert Recipe.from_query(given.to_query()) == given
    start, nodes, _ = given.architecture.layer.tree.flat
    assert set(np.diff(start)) == {15, 16}
    assert (nodes[start[:-1]] == 0).all()
    counts = np.random.default_rng(1).zipf(1.3, 50_000) % 100_000
    lengths = np.diff(huffman(counts).flat[0])
    assert np.exp2(-lengths.astype(float)).sum() == 1


def test_paths_and_signs_lead_from_the_root_to_the_word():
    random.seed(3)
    trees = list(range(300))
    while len(trees) > 1:
        random.shuffle(trees)
        trees.append((trees.pop(), trees.pop()))
    tree = from_nested(trees[0])
    for word, (path, signs) in enumerate(zip(tree.paths, tree.signs, strict=True)):
        at = (True, 0)
        for node, sign in zip(path, signs, strict=True):
            assert at == (True, node)
            at = tree.children[node][0 if sign > 0 else 1]
        assert at == (False, word)
    assert from_nested(0).paths == ()


@pytest.mark.parametrize("text", ['["a","b"]', ' [ ["a" , "\\u00e9\\""] ,\n"c" ] ', '["[",["]",",\\\\"]]'])
def test_pairs_are_read_as_json(text):
    found = nested.from_json(text)
    plain = json.loads(text)
    assert json.loads(nested.to_json(found)) == plain
    assert nested.from_json(nested.to_json(found)) == found == nested.pairs_of(plain)


def test_pairs_equal_tuples():
    plain = (("a", "b"), ("c", ("d", "e")))
    pairs = nested.pairs_of(plain)
    assert pairs == plain
    assert plain == pairs
    assert {plain: 1}[pairs] == 1
    assert repr(pairs) == repr(plain)
    assert pairs != (("a", "b"), ("c", ("d", "f")))
    assert pairs != ("a", "b", "c")
    assert pairs != "ab"


NO_PAIRS = ["", '"a"', "[]", '["a"]', '["a","b","c"]', '["a" "b"]', '["a","b"', '["a","b"]]', '["a",1]', "[" * 9]


@pytest.mark.parametrize("text", NO_PAIRS)
def test_what_is_no_pairs_is_refused(text):
    with pytest.raises(ValueError, match=r"no word|no \]|no ,|more after|no pair|Unterminated"):
        nested.from_json(text)
    with pytest.raises(RecipeError, match="nested pairs of words"):
        Recipe.from_query(f"pairs=a|b&output=hierarchical&tree={text}&model=cbow")


def test_lists_without_end_are_refused():
    ring = ["a"]
    ring.append(ring)
    both = []
    both += [both, both]
    for endless in (ring, both):
        with pytest.raises(RecipeError, match="nested pairs of words"):
            Recipe(pairs="a|b", output="hierarchical", tree=endless)


def test_a_strange_word_in_a_tree_is_told():
    with pytest.raises(RecipeError, match="each word of the vocabulary at one leaf"):
        Recipe(pairs="a|b", output="hierarchical", tree=("a", "z"))

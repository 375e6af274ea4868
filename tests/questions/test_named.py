"""What numbers are called on the page: an expression with that name is that number."""

import numpy as np
import pytest

from explorer import Expression, Recipe, Run
from explorer.training.questions.named import title_of
from explorer.web.across import _weight_label
from tests.questions.recipes import RECIPES

STEP = 5
ODD = Recipe(text="target and , don't ′ t 2 a\nnot W node 0 h W′ 😀 u_1", model="skip-gram", output="negative", seed=3)
every_recipe = pytest.mark.parametrize("recipe", [*RECIPES.values(), ODD], ids=[*RECIPES, "odd words"])


@every_recipe
def test_an_expression_reads_what_a_number_is_called(recipe):
    model, run = recipe.architecture, Run(recipe).seek(STEP + 1)
    frame = run.frame(STEP)
    for declared in (*model.parameters, *(each for each in model.quantities if each.role != "index")):
        of = run if declared.role == "weight" else frame
        array = run.parameters[declared.name] if of is run else frame[declared.name]
        known = np.argwhere(~np.isnan(array))
        for index in map(tuple, known[:: max(1, len(known) // 12)].tolist()):
            title = title_of(of, declared, index)
            assert run.evaluate(title, STEP + 1, STEP + 1) == array[index], title


@every_recipe
def test_an_expression_reads_what_a_vector_is_called(recipe):
    run = Run(recipe).seek(STEP)
    for parameter in (each for each in recipe.architecture.parameters if len(each.axes) == 2):
        array, of_words = run.parameters[parameter.name], "word" in parameter.axes
        rows = array.T if parameter.axes[1] == "word" else array
        label = _weight_label(run.trajectory, (parameter.name, run.vocabulary[-1] if of_words else len(rows) - 1))
        assert run.evaluate(f"max({label})", STEP, STEP) == rows[-1].max(), label


def test_words_go_before_symbols_and_names_before_words():
    recipe = Recipe(pairs="c|w, W′|y, w|c", output="negative", vector_size=3, negative=2)  # c, w and W′ are symbols
    run = Run(recipe).seek(2)
    of_words = {"rank(c, w)": 'rank("c", "w")', "cos(W[c], W′)": 'cos(W[c], W["W′"])', "norm(w)": 'norm("w")'}
    for text, same in of_words.items():
        assert run.evaluate(text, 0, 2).tolist() == run.evaluate(same, 0, 2).tolist()
    assert Expression("max(y) > 0 and w[1] == c and c[1] == 1", recipe).is_condition
    assert run.evaluate("W′[c, 1]", 2, 2) == run.parameters["W_out"][recipe.corpus.index["c"], 0]

"""A step taken away: its source runs and asserts, its LaTeX can be read."""

import re

import numpy as np
import pytest
from latex2mathml.converter import convert

from explorer import Recipe, RecipeError, Run
from explorer.models.batches import stages_of
from tests.questions.recipes import RECIPES

every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
HOSTILE = Recipe(pairs=r"""'''|\end{document}, \"\"\"|$x_1~{}%&#, ⟦0⟧|</script>""")


def run(source):
    """What a source defines."""
    scope = {}
    exec(compile(source, "step.py", "exec"), scope)
    return scope


@every_recipe
@pytest.mark.parametrize("step", [0, 4])
def test_the_source_computes_the_step_and_asserts_every_number(recipe, step):
    frame = Run(recipe).frame(step)
    source = frame.to_numpy()
    found = run(source)
    for name, array in frame.updated.items():
        np.testing.assert_allclose(found[f"{name}_new"], array, rtol=1e-9, atol=1e-12)
    asserted = set(re.findall(r'same\("(\w+)"', source))
    matrices = {each.name for each in recipe.architecture.quantities if each.matrix_of}
    assert asserted == dict(recipe.architecture.formulas).keys() | matrices | frame.updated.keys()


@every_recipe
def test_a_wrong_number_does_not_pass(recipe):
    source = Run(recipe).frame(4).to_numpy()
    for name in set(re.findall(r'same\("(\w+)"', source)):
        with pytest.raises(AssertionError, match=name):
            run(source.replace(f'same("{name}", ', f'same("{name}", 1 + '))


@every_recipe
def test_latex_can_be_read(recipe):
    frame = Run(recipe).frame(4)
    text = frame.to_latex()
    equations = re.findall(r"\\\[ (.*?) \\\]", text)
    assert len(equations) > len([*frame, *frame.updated])
    for equation in equations:
        assert "<math" in convert(equation)
        assert equation.count("{") == equation.count("}")
    assert text.count(r"\paragraph") == len(recipe.architecture.stages)
    for stage in stages_of(recipe):
        assert stage.equation.latex in equations  # with symbols, before its numbers


def test_words_are_data_in_either():
    for step in range(3):
        frame = Run(HOSTILE).frame(step)
        run(frame.to_numpy())
        title = frame.to_latex().splitlines()[0]
        assert not re.search(r"(?<!\\)[#%&_~]", title)
        assert r"\end{" not in title


def test_what_nobody_could_read_is_refused():
    text = " ".join(f"w{i}" for i in range(3_000))
    frame = Run(Recipe(text=text, output="negative", vector_size=20)).frame(0)
    for write in (frame.to_numpy, frame.to_latex):
        with pytest.raises(RecipeError, match="at most 100,000 numbers"):
            write()

"""What the README shows of questions across steps runs, and says what is so."""

import re

from explorer import Recipe, Run
from tests.app_process import CHECKOUT


def test_the_questions_of_the_readme_are_answered():
    blocks = re.findall("```python\n(.*?)```", (CHECKOUT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (each for each in blocks if "run.find(" in each)
    recipe = Recipe(preset="king-queen", learning_rate=0.2, seed=1)
    run = Run(recipe).seek(500)
    scope = {"run": run, "recipe": recipe, "frame": run.frame(137), "Run": Run}
    exec(compile(block, "README.md", "exec"), scope)
    other = Run(recipe.edited(100, learning_rate=0.1))
    assert run.compare(other).first_difference == (101, "W")
    assert 0 < run.find("loss < 3.5", count=1)[0] <= 500
    found = run.find("rank(queen, king - man + woman) == 1 and argmax(y) == target", stop=2_000)
    assert found[:3] == [24, 28, 33]
    assert abs(scope["ledger"].residual) < 1e-15

"""The maps are true: their links lead somewhere, and the wire format is what explorer/README.md says it is."""

import json
import re

import pytest

from explorer import Recipe, Run
from explorer.training.replay import Trajectory
from explorer.web import answers, kept
from explorer.web.describe import describe
from tests.app_process import CHECKOUT

PAGE = (CHECKOUT / "explorer" / "README.md").read_text(encoding="utf-8")
RECIPES = {
    "words": "preset=king-queen",
    "batches": "preset=king-queen&batch_size=3&output=negative",
    "tree": "preset=king-queen&output=hierarchical",
    "points": "preset=xor-network",
    "context": "preset=cat-dog",
    "edits": Recipe(preset="one-pair").edited(2, weight=("W", "salt", 0, 0.5)).to_query(),
    "rows": Recipe(text=" ".join(f"w{i}" for i in range(3000)), output="negative").to_query(),
}


def section(title):
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def header_of(body):
    length = int.from_bytes(body[:4], "little")
    assert (4 + length) % 8 == 0
    return json.loads(body[4 : 4 + length]), len(body) - 4 - length


def told_arrays():
    """Name → dtypes, of the table of arrays; parameters, axes and quantities under what stands for them."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|", section("`frames`"), re.MULTILINE)
    return {
        name: set(re.findall(r"[fi]\d", dtype))
        for names, dtype in rows
        for name in re.findall(r"`([^`]+)`", names) or [names]
        if re.search(r"[fi]\d", dtype)
    }


@pytest.mark.parametrize("path", ["explorer/README.md", "assets/README.md", "CONTRIBUTING.md", "README.md"])
def test_links_lead_somewhere(path):
    page = CHECKOUT / path
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_files_that_the_map_names_exist():
    named = re.findall(r"`((?:\w+/)?\w+\.(?:py|mjs))`", PAGE)
    known = {path.as_posix() for folder in ("explorer", "assets", "tests") for path in (CHECKOUT / folder).rglob("*.*")}
    assert len(named) > 30
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in known)] == []


@pytest.mark.parametrize("query", RECIPES.values(), ids=RECIPES)
def test_everything_that_describes_a_recipe_is_told(query):
    session = describe(Trajectory(Recipe.from_query(query)))
    told = set(re.findall(r"\w+", section("`describe`")))
    assert session.keys() - told == set()
    assert {key for kind in ("parameters", "segments") for each in session[kind] for key in each} - told == set()
    # The quantities' and stages' own fields are those of `contract`, which the page names.
    added = {"shape", "size", "stage", "ragged", "row_names"}
    assert added <= told
    assert added - {"row_names"} <= session["quantities"][0].keys()


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("name", RECIPES)
def test_frames_are_packed_as_told(name, stride):
    recipe = Recipe.from_query(RECIPES[name])
    fit = "W" if recipe.architecture.network.input else None
    words = [0, 5] if name == "rows" else ()
    header, size = header_of(answers.frames(kept.trajectory(RECIPES[name]), 1, 3, stride, fit, words))
    told, model = told_arrays(), recipe.architecture
    assert header.keys() <= set(re.findall(r"\w+", section("`frames`")))
    assert (header["start"], header["count"], header["stride"]) == (1, 3, stride)
    assert (name == "edits") == bool(header["patches"])
    parameters, quantities = ({each.name for each in group} for group in (model.parameters, model.quantities))
    sent = {each["name"]: each for each in header["arrays"]}
    for array, entry in sent.items():
        kind = "<parameter>" if array in parameters else "a quantity" if array in quantities else array
        kind = re.sub(
            r"^(start|rows)\..*", lambda match: {"start": "start.<parameter>", "rows": "rows.<axis>"}[match[1]], kind
        )
        assert entry["dtype"] in told[kind], array
        assert entry["offset"] % 8 == 0
        assert entry["offset"] < size or 0 in entry["shape"]
    assert sent.keys() & parameters == (parameters if stride > 1 else set())
    assert {f"start.{each}" for each in parameters} & sent.keys() == (
        {f"start.{each}" for each in parameters} if stride == 1 else set()
    )
    assert sent.keys() & quantities == {each.name for each in model.quantities if each.computed}
    assert ("losses" in sent) == (stride > 1)
    assert ("input_ids" in sent) == (name != "points")
    assert any(each.startswith("rows.") for each in sent) == (name == "rows")
    assert sent["instance"]["shape"] == [3, recipe.batch_size]


@pytest.mark.parametrize("name", ["words", "batches", "tree", "points", "context"])
def test_what_drives_a_change_travels_in_full_and_so_does_the_answer(name):
    recipe = Recipe.from_query(RECIPES[name])
    header, _ = header_of(Run(recipe).trace(0, 2).to_bytes())
    sent = {each["name"]: each["dtype"] for each in header["arrays"]}
    terms = [term for parameter in recipe.architecture.parameters for term in parameter.change]
    driving = {side for term in terms for side in (term.rows, term.columns)} & sent.keys()
    declared = {each.name: each for each in recipe.architecture.quantities}
    assert {sent[each] for each in driving if declared[each].role != "index"} == {"f8"}
    assert sent[recipe.architecture.network.activation] == "f8"  # an error is the same number where the target is 0
    assert "f4" in {sent[each] for each in declared if each in sent}

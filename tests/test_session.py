"""The session is declared twice, for Python and for the scripts, and answered: all three say the same."""

import json
import re
import types
from dataclasses import is_dataclass
from functools import cache
from html import unescape
from typing import NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from explorer import MODELS, PRESETS, Recipe, resources
from explorer.web import session
from explorer.web.describe import describe
from explorer.web.kept import trajectory
from explorer.web.queries import changed


def has_fields(hint) -> bool:
    """Whether a type is declared by its fields."""
    return is_typeddict(hint) or is_dataclass(hint)


DECLARED = {name: each for name, each in vars(session).items() if has_fields(each)}
# The scripts' Session has more than what is answered, which they call Described.
IN_SCRIPTS = {name: "Described" if name == "Session" else name for name in DECLARED}
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", type(None): "null"}
INSTANCE = tuple[list[float], list[float]]


def written(hint) -> str:
    """A type of Python as TypeScript writes it."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if hint == INSTANCE:
        return "Instance"
    if origin is list:
        return f"{written(inner[0])}[]"
    if origin is tuple and inner[-1] is ...:
        return f"{written(inner[0])}[]"
    if origin is tuple:
        return f"[{', '.join(map(written, inner))}]"
    if origin is dict:
        return f"Record<{', '.join(map(written, inner))}>"
    if origin in (Union, types.UnionType):
        return " | ".join(map(written, inner))
    return IN_SCRIPTS[hint.__name__]


def in_python(declared) -> dict[str, str]:
    """Fields and their types as TypeScript writes them; a field that may be missing ends with "?"."""
    fields = {}
    for name, hint in get_type_hints(declared, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        fields[name + "?" * optional] = written(get_args(hint)[0] if optional else hint)
    return fields


@cache
def in_scripts() -> dict[str, dict[str, str]]:
    text = (resources.path("assets") / "types.d.ts").read_text(encoding="utf-8")
    interfaces = re.findall(r"^export interface (\w+) \{\n(.*?)^\}$", text, re.MULTILINE | re.DOTALL)
    return {name: dict(re.findall(r"^  (\w+\??): (.+);$", body, re.MULTILINE)) for name, body in interfaces}


@pytest.mark.parametrize("name", DECLARED)
def test_python_and_the_scripts_declare_the_same(name):
    assert in_scripts()[IN_SCRIPTS[name]] == in_python(DECLARED[name])


def misfits(value, hint, where="session"):
    """Where a value from JSON is not what is declared."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return [] if any(not misfits(value, one) for one in inner) else [f"{where}: {value!r} is no {hint}"]
    kind = dict if has_fields(hint) or origin is dict else list if origin in (list, tuple) else hint
    allowed = (int, float) if hint is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and hint not in (bool, object)):
        return [f"{where}: {value!r} is no {hint}"]
    wrong = []
    if has_fields(hint):
        hints = get_type_hints(hint)
        required = getattr(hint, "__required_keys__", hints.keys())
        wrong = [f"{where}.{name} is missing" for name in required - value.keys()]
        wrong += [f"{where}.{name} is not declared" for name in value.keys() - hints.keys()]
        fields = [(each, hints[name], f"{where}.{name}") for name, each in value.items() if name in hints]
    elif kind is dict:
        fields = [(each, inner[1], f"{where}[{name!r}]") for name, each in value.items()]
    elif kind is list:
        hints = inner if origin is tuple and inner[-1] is not ... else inner[:1] * len(value)
        wrong = [] if len(value) == len(hints) else [f"{where}: {len(value)} for {len(hints)}"]
        fields = [(each, one, f"{where}[{i}]") for i, (each, one) in enumerate(zip(value, hints, strict=False))]
    else:
        fields = []
    return wrong + [line for field in fields for line in misfits(*field)]


def answered(recipe) -> dict:
    return json.loads(json.dumps(describe(trajectory(recipe.to_query()))))


RECIPES = {
    **{name: next(each.recipe for each in PRESETS.values() if each.recipe.model == name) for name in MODELS},
    "hierarchical": Recipe(preset="king-queen", output="hierarchical"),
    "negative": Recipe(preset="king-queen", output="negative"),
    "noise given": Recipe(text="a b c d a b", output="negative", noise={"a": 1, "b": 3}),
    "a dialect": Recipe(text="a b c d a b\na c", output="negative", dialect="c", sample=0.2),
    "many words": Recipe(text=" ".join(f"w{i % 3000}" for i in range(4000)), output="hierarchical", vector_size=2),
}


@pytest.mark.parametrize("name", RECIPES)
def test_what_is_answered_is_what_is_declared(name):
    assert misfits(answered(RECIPES[name]), session.Session) == []


def test_stages_say_what_holds_of_the_data_only():
    def told(**fields):
        stages = {stage["name"]: stage for stage in answered(Recipe(model="skip-gram", **fields))["stages"]}
        return stages["update"]["source"], stages["loss"]["says"]

    one, several = told(pairs="a|b^c, b|c"), told(pairs="a^b|b^c, b|c", batch_size=2)
    assert one[0] == "Rong (2014), eq. 33–34 and 35"
    assert several[0] == "after Rong (2014), eq. 33–34 and 35; of several inputs after eq. 23"
    assert "batch" not in one[1]
    assert several[1].endswith(" E is the mean over the batch.")


def test_a_note_says_where_a_generator_repeats_itself():
    text = " ".join(f"w{i}" for i in range(1100))
    asked, usual = (answered(Recipe(text=text, vector_size=32, **own)) for own in ({"init": "wevi"}, {}))
    note = "wevi's generator repeats itself after 65,536 weights: of the 70,400 drawn many are the same."
    assert (asked["caption"], usual["caption"]) == (note, "")


def test_a_source_speaks_of_several_output_words_only_where_an_instance_has_some():
    def told(output, pairs):
        recipe = Recipe(model="cbow", output=output, pairs=pairs)
        (loss,) = (stage["source"] for stage in answered(recipe)["stages"] if stage["name"] == "loss")
        return loss

    for output, equation in (("softmax", "19–21"), ("hierarchical", "46"), ("negative", "55")):
        assert told(output, "a|b, b|c") == f"Rong (2014), eq. {equation}"
        assert told(output, "a|b, b|c^d").startswith(f"Rong (2014), eq. {equation}; of several outputs after eq. 27")


@pytest.mark.parametrize(("gradient", "begins"), [("mean", "E=1B∑b("), ("sum", "E=∑b(")])
def test_the_loss_of_a_batch_is_written_over_its_instances(gradient, begins):
    for recipe in (Recipe(preset="four-grams"), Recipe(preset="xor-network"), Recipe(preset="king-queen")):
        one, several = (
            next(stage for stage in answered(each)["stages"] if "loss" in stage["shows"])
            for each in (recipe.replaced(batch_size=1), recipe.replaced(batch_size=2, batch_gradient=gradient))
        )
        own, of_batch = (unescape(re.sub(r"<[^>]*>|\s", "", stage["equation"])) for stage in (one, several))
        assert of_batch == f"{begins}{own.removeprefix('E=')})"
        assert several["source"].startswith("after ")


def test_edits_are_answered_as_they_are_declared():
    query = Recipe(preset="king-queen").to_query()
    for step, edit in enumerate(({"learning_rate": "0.5"}, {"weight": ["W", 0, 1, 0.5]}, {"pairs": "king|palace"})):
        query = changed(query, step, edit)
    found = answered(Recipe.from_query(query))
    assert [edit["kind"] for edit in found["edits"]] == ["learning_rate", "weight", "pairs"]
    assert misfits(found, session.Session) == []


def test_a_misfit_is_told_with_its_place():
    found = answered(RECIPES["cbow"])
    found["stages"][1]["shows"] = [True]
    del found["parameters"][0]["shape"]
    found["extra"] = 1
    assert sorted(misfits(found, session.Session)) == [
        "session.extra is not declared",
        "session.parameters[0].shape is missing",
        "session.stages[1].shows[0]: True is no <class 'str'>",
    ]

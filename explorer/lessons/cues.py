"""What stands between the paragraphs of a lesson: explorers that move, equations, claims."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from explorer import limits
from explorer.errors import ExpressionError, RecipeError
from explorer.lessons.keys import Key, Table, checked
from explorer.lessons.numbers import checked_expression, read_seeds, told
from explorer.lessons.places import Place
from explorer.models.declarations import RAGGED
from explorer.training.questions.meaning import Binder
from explorer.training.questions.parser import parse
from explorer.training.questions.tree import Indexed, Name, Number

_STEP = f"a step from 0 to {limits.MAX_STEP:,}"
_STANDING = {"step": Key(int), "stage": Key(str), "panels": Key(str), "view": Key(dict)}
EXPLORER = _STANDING | {"name": Key(str), "recipe": Key(str), "light": Key(list), "beside": Key(bool)}
CLAIM = {"holds": Key(str, True), "at": Key(int, True), "seeds": Key(str), "at_least": Key((int, str))}

# View options of no panel, and those that take more than their choices: assets/player/view.mjs has the rules.
_OF_PAGE = ("of", "word", "analogy", "pins")
_FREE = ("axes", "trail")


@dataclass(frozen=True)
class Cue:
    """An explorer moves to a place, or is mounted there."""

    line: int
    place: Place


@dataclass(frozen=True)
class Equation:
    """The equation of a stage with the numbers of a place. of : elements that are shown, (name, index) each."""

    line: int
    place: Place
    stage: str
    of: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Claim:
    """What a lesson's text says is so; not shown. seeds : first and last, None for the recipe's own."""

    line: int
    place: Place
    holds: str
    at: int
    seeds: tuple[int, int] | None
    at_least: int

    def count(self, computed) -> int:
        """With how many of the seeds it holds."""
        if self.seeds is None:
            return int(computed.value(self.place.query, self.holds, self.at) == 1.0)
        return computed.share(self.place.query, self.seeds, self.at, self.holds)[0]

    def wrong(self, computed) -> str:
        """In words, what is wrong with it; "" where it holds."""
        if (count := self.count(computed)) >= self.at_least:
            return ""
        if self.seeds is None:
            return f"the claim {self.holds} does not hold at {self.at}"
        seeds = "..".join(map(str, self.seeds))
        return f"the claim {self.holds} holds at {self.at} with {count} of the seeds {seeds}, not with {self.at_least}"


def read_explorers(tables: Mapping, table: Table, panels) -> dict[str, Place]:
    """The explorers of a head, by name; those that cannot be are told.

    panels : the page's, by name; each has `options`, whose `key` is that of a view, with the values of `choices`.
    """
    found = {}
    for name, values in tables.items():
        if not isinstance(values, dict):
            table.tell(name, "an explorer is a table, [explorers.NAME]")
            continue
        given = checked(values, _STANDING | {"recipe": Key(str, True)}, "an explorer", table)
        place = given and _moved(Place(name, given["recipe"]), given, table, panels)
        found |= {name: place} if place else {}
    return found


def read_cue(table: Table, here: Place, places: Mapping[str, Place], panels) -> Cue | None:
    """The move of an explorer. here : the explorer that moved last. places : where each of them is."""
    given = table.checked(EXPLORER, "an explorer block")
    if given is None:
        return None
    name = given.get("name", here.explorer)
    if name not in places:
        table.tell("name", f"got {name!r}, allowed is one of {', '.join(places)}")
        return None
    place = _moved(places[name], given, table, panels)
    return place and Cue(table.begun, place)


def _moved(place, given, table, panels):
    """The place after what is given; None, and problems, where it cannot be."""
    before = len(table.problems.found)
    if "recipe" in given:
        place = replace(place, query=given["recipe"])
        try:
            place = replace(place, query=place.recipe.to_query())
        except RecipeError as error:
            table.tell("recipe", error)
            return None
    if not 0 <= given.get("step", 0) <= limits.MAX_STEP:
        table.tell("step", f"got {given['step']}, allowed is {_STEP}")
    stage = given.get("stage", "" if "step" in given or "recipe" in given else place.stage)
    check_stage(stage, place.recipe, table)
    shown = given["panels"].split() if "panels" in given else place.panels
    for name in shown:
        if name not in panels:
            table.tell("panels", f"got {name!r}, allowed are {', '.join(panels)}")
    _check_view(given.get("view", {}), panels, table)
    light = tuple(_lit(each, place, table) for each in given.get("light", ()))
    if len(table.problems.found) > before:
        return None
    return replace(
        place,
        step=given.get("step", 0 if "recipe" in given else place.step),
        stage=stage,
        panels=tuple(shown),
        view={**place.view, **{key: str(value) for key, value in given.get("view", {}).items()}},
        light=light,
        beside=given.get("beside", place.beside),
    )


def _check_view(view, panels, table):
    """Tell which view options there are not, or not with such a value."""
    options = {option.key: option.choices for panel in panels.values() for option in panel.options}
    for key, value in view.items():
        choices = [choice.value for choice in options.get(key, ())]
        if key not in options and key not in _OF_PAGE:
            table.tell("view", f"got {key!r}, allowed are {', '.join((*options, *_OF_PAGE))}")
        elif choices and key not in _FREE and str(value) not in choices:
            table.tell("view", f"{key}: got {value!r}, allowed are {', '.join(choices)}")


def check_stage(stage: str, recipe, table: Table) -> None:
    """Tell that a stage is none of a recipe's."""
    names = [each.name for each in recipe.architecture.stages]
    if stage and stage not in names:
        table.tell("stage", f"got {stage!r}, allowed is one of {', '.join(names)}")


def read_equation(table: Table, place: Place) -> Equation | None:
    """The equation of a stage."""
    given = table.checked({"stage": Key(str, True), "of": Key(list)}, "an equation block")
    if given is None:
        return None
    before = len(table.problems.found)
    check_stage(given["stage"], place.recipe, table)
    of = tuple(_element(each, place, "of", table) for each in given.get("of", ()))
    return None if len(table.problems.found) > before else Equation(table.begun, place, given["stage"], of)


def _element(text, place, key, table):
    """(name, index as in NumPy) of a quantity or an element, h or W[drink, 1]; None, and a problem, for others."""
    found = _named(text, place, key, table)
    return found and (found[0], tuple(_id(part, axis, place.recipe) for part, axis in found[1]))


def _lit(text, place, table):
    """The same of what is lit: words by their names, as the reader may change the data; the instance is that shown."""
    found = _named(text, place, "light", table)
    if found is None:
        return None
    parts = ((part, axis) for part, axis in found[1] if axis != "batch")
    return found[0], tuple(
        _id(part, axis, place.recipe) if isinstance(part, Number) else part.text for part, axis in parts
    )


def _named(text, place, key, table):
    """(name, its indices as they were parsed, each with its axis); None, and a problem, for what is nothing."""
    recipe = place.recipe
    try:
        part = parse(text)
        name = part.of.text if isinstance(part, Indexed) else part.text if isinstance(part, Name) else ""
        declared = recipe.architecture.declared(name)
        Binder(recipe).meaning(part)
    except ExpressionError as error:
        table.tell(key, f"{text!r}, character {error.position + 1}: got {error.got!r}, expected is {told(error)}")
        return None
    except KeyError:
        able = ", ".join(each.name for each in (*recipe.architecture.quantities, *recipe.architecture.parameters))
        table.tell(key, f"got {text!r}, allowed is one of {able}, or a number of it, by its index")
        return None
    in_batch = recipe.batch_size > 1 and declared.role != "weight" and not declared.matrix_of
    axes, indices = ("batch", *declared.axes) if in_batch else declared.axes, getattr(part, "indices", ())
    if any(not isinstance(each, Number) and each.text not in recipe.corpus.index for each in indices):
        table.tell(key, f"got {text!r}, allowed are words by their names; the target is another one at each step")
        return None
    if len(indices) > len(axes):
        table.tell(key, f"got {text!r}, allowed is at most one index for each of its axes: {', '.join(axes)}")
        return None
    named = [each for each, axis in zip(indices, axes, strict=False) if axis in RAGGED]
    if any(key == "of" or isinstance(each, Number) for each in named):  # words are looked for where they are lit
        table.tell(key, f"got {text!r}, allowed is {name} whole: what it is about is another at each step")
        return None
    return name, tuple(zip(indices, axes, strict=False))


def _id(part, axis, recipe):
    """An index from 0."""
    words = recipe.corpus.index
    if getattr(part, "text", None) in words:
        return words[part.text]
    return int(part.value) - (axis != "node")


def read_claim(table: Table, place: Place) -> Claim | None:
    """A claim."""
    given = table.checked(CLAIM, "a claim")
    if given is None:
        return None
    try:
        seeds = read_seeds(given["seeds"]) if "seeds" in given else None
    except ValueError as error:
        table.tell("seeds", error)
        return None
    found = checked_expression(given["holds"], place, table.line("holds"), table.problems, "holds")
    of, least = 1 if seeds is None else seeds[1] - seeds[0] + 1, given.get("at_least", "all")
    if found and not found.is_condition:
        table.tell("holds", f"got {given['holds']!r}, allowed is a condition, such as loss < 0.5")
    elif least != "all" and not (isinstance(least, int) and 1 <= least <= of):
        table.tell("at_least", f'got {least!r}, allowed is 1 to {of}, or "all"')
    elif found:
        return Claim(table.begun, place, given["holds"], given["at"], seeds, of if least == "all" else least)
    return None

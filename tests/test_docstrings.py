"""What is public tells what it is: every module, class, function, method and property without an underscore.

Kernels are told like everything else; the compiler's options are all that sets them apart. What overrides a method of
a base class, or an attribute that the base's docstring names in backticks, is told there.
"""

import ast
import builtins
import inspect
import re
import sys
import textwrap
from dataclasses import is_dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages
from typing import NamedTuple

import pytest

import explorer
from explorer import Recipe, Run, views
from explorer.training.frames import Frame

NAMES = [each.name for each in walk_packages(explorer.__path__, "explorer.") if not each.name.endswith("__main__")]
MODULES = [explorer, *map(import_module, NAMES)]
# A list of parameters in a docstring: "x, y : what they are", at the start of a line or after a full stop.
LISTED = re.compile(r"(?:^ *|\. )(?P<names>(?:\w+, )*\w+) : ", re.MULTILINE)
SHAPE = re.compile(r"\((?!u?int|float)[\w()… ·+−×]+,|\bshape")  # (V,), (count, B), or words


class Public(NamedTuple):
    """A public function (a property's too) or class, and what tells it."""

    path: str
    thing: object
    told: str


def plain(thing):
    """The function behind a kernel, a property, a class method or a decorator."""
    for name in ("py_func", "fget", "func", "__func__"):
        thing = getattr(thing, name, None) or thing
    return inspect.unwrap(thing) if callable(thing) else thing


def inherited(owner, name):
    """The docstring of a member: its own, or the one of the nearest base class that tells of it."""
    for base in owner.__mro__[:-1]:
        own = vars(base).get(name)
        if own is not None and plain(own).__doc__:
            return plain(own).__doc__
        if own is None and name in vars(base).get("__annotations__", {}) and f"`{name}`" in (base.__doc__ or ""):
            return base.__doc__
    return ""


def members(owner):
    for name, member in vars(owner).items():
        of_code = isinstance(member, property | cached_property | classmethod | staticmethod)
        if not name.startswith("_") and (of_code or inspect.isfunction(member)):
            yield name, plain(member)


def defined(module):
    """The public functions and classes that a module defines, by name."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, plain(getattr(module, node.name))


def public():
    for module in MODULES:
        for name, thing in defined(module):
            path, told = f"{module.__name__}.{name}", thing.__doc__ or ""
            made = is_dataclass(thing) and told.startswith(f"{name}(")  # by the decorator, for want of one
            yield Public(path, thing, "" if made else told)
            if inspect.isclass(thing):
                yield from (Public(f"{path}.{each}", member, inherited(thing, each)) for each, member in members(thing))


PUBLIC = list(public())
FUNCTIONS = [each for each in PUBLIC if inspect.isfunction(each.thing)]


def parameters(each):
    """What a docstring may list: a function's parameters; of a class those of its making, and its attributes."""
    if not inspect.isclass(each.thing):
        return set(inspect.signature(each.thing).parameters)
    known = set(dir(each.thing))
    for base in (base for base in each.thing.__mro__ if base.__module__.startswith("explorer.")):
        known |= vars(base).get("__annotations__", {}).keys()
        if "__init__" in vars(base):
            known |= set(inspect.signature(base).parameters)
            known |= set(re.findall(r"self\.(\w+)\b(?=[^=\n]*=)", inspect.getsource(base)))
    return known


def raised(function):
    """The exceptions that a function raises itself, by name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = (node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc is not None)
    names = {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in found}
    scope = vars(sys.modules[function.__module__])
    known = {name: scope.get(name, getattr(builtins, name, None)) for name in names}
    return {name: error for name, error in known.items() if inspect.isclass(error)}


def test_there_is_something_to_look_at():
    assert len(MODULES) > 90
    assert len(FUNCTIONS) > 400
    paths = {each.path for each in PUBLIC}
    assert {"explorer.training.run.Run.seek", "explorer.maths.dense.affine", "explorer.web.server.create_app"} <= paths


def test_everything_public_is_told():
    assert [module.__name__ for module in MODULES if not module.__doc__] == []
    assert [each.path for each in PUBLIC if not each.told.strip()] == []


def test_listed_parameters_exist():
    wrong = []
    for each in PUBLIC:
        listed = {name for match in LISTED.finditer(each.told) for name in match["names"].split(", ")}
        wrong += [f"{each.path}: {name}" for name in sorted(listed - parameters(each))]
    assert wrong == []


def test_what_a_function_raises_is_told():
    wrong = []
    for each in FUNCTIONS:
        for name, error in raised(each.thing).items():
            names = {base.__name__ for base in error.__mro__} - {"Exception", "BaseException", "object"}
            if not any(re.search(rf"\b{known}\b", each.told) for known in names):
                wrong.append(f"{each.path} raises {name}")
    assert wrong == []


def test_shapes_of_arrays_are_told():
    wrong = []
    for each in FUNCTIONS:
        typed = " ".join(str(annotation) for annotation in each.thing.__annotations__.values())
        if "ndarray" in typed and not SHAPE.search(each.told):
            wrong.append(each.path)
    assert wrong == []


def kernels():
    """(kernel, what tells it): its docstring, its module's, and that of `step` where a module says that it goes on."""
    for module in MODULES:
        beside = sys.modules.get(f"{module.__package__}.step") if "in `step`" in (module.__doc__ or "") else None
        for name, thing in vars(module).items():
            kernel = getattr(thing, "py_func", None) if type(thing).__module__.startswith("numba") else None
            if kernel and not name.startswith("_") and kernel.__module__ == module.__name__:
                told = "\n".join(str(each.__doc__) for each in (kernel, module, beside))
                yield pytest.param(kernel, told, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize(("kernel", "told"), [*kernels()])
def test_a_kernel_or_its_module_tells_all_letters_and_shapes(kernel, told):
    """A kernel has no annotations, and a module's letters mean the same in all of its kernels."""
    letters = inspect.signature(kernel).parameters
    assert [letter for letter in letters if not re.search(rf"\b{letter}\b", told)] == []
    assert SHAPE.search(told)


FAR = Recipe(preset="king-queen", learning_rate=1e6)  # ends at step 40
POINTS = Recipe(preset="and-unit")
ASKED_WRONGLY = [
    (Run.parameters, lambda: Run(FAR, step=400).parameters),
    (Run.tree, lambda: Run(FAR).tree),
    (Run.noise, lambda: Run(FAR).noise),
    (Run.seek, lambda: Run(FAR).seek(-1)),
    (Run.seek, lambda: Run(FAR).seek(400)),
    (Run.frame, lambda: Run(FAR).frame("x")),
    (Run.frame, lambda: Run(FAR).frame(400)),
    (Run.trace, lambda: Run(FAR).trace(0, -1)),
    (Run.trace, lambda: Run(FAR).trace(400, 2)),
    (Run.losses, lambda: Run(FAR).losses(0, 1e9)),
    (Run.losses, lambda: Run(FAR).losses(400, 500)),
    (Run.probabilities, lambda: Run(FAR).probabilities(["nobody"])),
    (Run.hidden, lambda: Run(FAR).hidden([])),
    (Run.neighbours, lambda: Run(FAR).neighbours("king", of="b")),
    (Run.analogy, lambda: Run(FAR).analogy("king", "man", "nobody")),
    (Frame.negatives, lambda: Run(FAR).frame().negatives),
    (Frame.shape, lambda: Run(FAR).frame().shape("nothing")),
    (Frame.weight, lambda: Run(FAR).frame().weight("nothing", 0, 0)),
    (Frame.weight, lambda: Run(FAR).frame().weight("W", 99, 0)),
    (Frame.of_instance, lambda: Run(FAR).frame().of_instance("nothing", 0)),
    (Frame.explain, lambda: Run(FAR).frame().explain("h", (99,))),
    (Frame.loss_at, lambda: Run(FAR).frame().loss_at({})),
    (Recipe.edited, lambda: FAR.edited(3, colour="red")),
    (Recipe.replaced, lambda: FAR.replaced(colour="red")),
    (views.network, lambda: views.network(Run(FAR).frame(), stage="x")),
    (views.vectors, lambda: views.vectors(Run(FAR).frame(), stage="x")),
    (views.weights, lambda: views.weights(Run(FAR), mode="x")),
    (views.loss, lambda: views.loss(Run(FAR), theme="x")),
    (views.descent, lambda: views.descent(Run(FAR).frame(), "W", (99, 0))),
    (views.contour, lambda: views.contour(Run(FAR).frame(), ("W", (0, 0)), ("W", (0, 0)))),
    (views.graph, lambda: views.graph(Run(FAR).frame(), "W", (99, 0))),
    (views.analogy, lambda: views.analogy(Run(FAR), "king", "man", "nobody")),
    (views.next_word, lambda: views.next_word(Run(FAR), "king")),
    (views.plane, lambda: views.plane(Run(FAR))),
    (views.pmi, lambda: views.pmi(Run(FAR))),
    (views.projection, lambda: views.projection(Run(POINTS))),
    (views.race, lambda: views.race(Run(POINTS).advance())),
    (views.costs, lambda: views.costs(Run(POINTS))),
    (views.copies, lambda: views.copies(Run(POINTS).frame())),
    (views.panels, lambda: views.panels(Run(POINTS).frame())),
]


@pytest.mark.parametrize(("asked", "ask"), ASKED_WRONGLY, ids=[plain(each).__qualname__ for each, _ in ASKED_WRONGLY])
def test_what_runs_frames_and_figures_raise_by_way_of_others_is_told(asked, ask):
    told = plain(asked).__doc__
    told += Run.neighbours.__doc__ if "as `neighbours`" in told else ""
    with pytest.raises((explorer.RecipeError, explorer.Diverged, AttributeError, LookupError)) as raised:
        ask()
    assert raised.type.__name__ in told

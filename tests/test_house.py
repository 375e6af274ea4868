"""The rules of the house: which package and which room of the scripts may import which, and what stands where."""

import ast
import re
import subprocess
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from explorer.web import panels
from explorer.web.linker import imported, imported_later, in_order, styles
from explorer.web.shell import ENTRIES

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"

# What each layer may import of the others, besides itself and the files in OPEN_TO_ALL.
LAYERS = {
    "maths": set(),
    "corpus": {"maths"},
    "models": {"maths"},
    "training": {"maths", "corpus", "models"},
    "analysis": {"maths", "corpus", "models", "training"},
    "views": {"maths", "corpus", "models", "training", "analysis"},
    "lessons": {"maths", "corpus", "models", "training", "analysis", "views"},
    "web": {"maths", "corpus", "models", "training", "analysis", "views", "lessons"},
}
OPEN_TO_ALL = {"budget", "errors", "limits", "numbers", "resources"}  # of the package they import each other only
MOST_LINES = {"file": 320, "function": 40}

# The same for the rooms of the scripts in assets: what the modules of each may import of the others.
ROOMS = {
    "maths": set(),
    "text": {"maths"},
    "sources": {"text"},
    "player": {"maths", "text", "sources"},
    "draw": {"maths", "text"},
    "panels": {"maths", "text", "draw"},
    "dock": {"maths", "text", "sources", "draw"},
    "predict": {"maths", "text", "draw", "player"},
    "shell": {"maths", "text", "sources", "player", "draw", "panels", "dock", "predict"},
    "recorded": {"maths", "text", "sources", "player", "draw", "shell", "lessons"},
    "lessons": {"maths", "text", "sources", "player", "draw", "panels", "shell", "predict"},
}
# Rooms that know of no page, so that they run without one or in any part of one, and what does know of it.
WITHOUT_PAGE = ("maths", "text", "sources", "player", "draw", "panels", "dock")
OF_PAGE = {
    "draw/figure.mjs": "it makes elements",
    "draw/colours.mjs": "it looks up the theme of an element",
    "sources/retry.mjs": "its pauses end with their question",
}

ARTS = "panels/arts.mjs"
MOST_LINES_OF_SCRIPTS = {"file": 300, "function": 60}

PAGE = re.compile(r"(?<!theme\.)\bdocument\.|(?<!view\.)\b(?:matchMedia|requestAnimationFrame|setTimeout)\(")
STATE = re.compile(r"^(?:export )?(?:let|var)\b", re.MULTILINE)
MADE = re.compile(r"^(?:export )?const (\w+|[\[{].*?[\]}]) =\s+(.*)", re.MULTILINE)  # name, what it is at first
CALL = re.compile(r"(?:await )?(?:new )?[\w.?]+\(")
CONSTANT = re.compile(
    r"(?:\w+ \? )?(?:Array\.from|Object\.(?:values|keys|entries|fromEntries|freeze)|\w+\.(?:map|flatMap|filter|sort)"
    r"|new (?:URL|Int32Array|WeakMap|Intl\.\w+)|new (?:Set|Map)(?=\(\[)|shades|later)\("
)
CHANGED = (
    r"(?<![\w.])%s(?:\.(?:push|pop|shift|unshift|splice|fill|add|delete|clear|set)\("
    r"|(?:\.\w+|\[[^\]]*\]) [-+*/]?= )"
)

# Libraries that only some layers may know.
RESERVED = {
    "numba": {"maths"},
    "plotly": {"views"},
    "sklearn": {"analysis"},
    "dash": {"web"},
    "flask": {"web"},
    "flask_compress": {"web"},
    "jinja2": {"web"},
    "markdown_it": {"lessons"},
    "waitress": {"web"},
    "werkzeug": {"web"},
}

TOP_LEVEL = {
    ".biome.jsonc",
    ".ci",
    ".gitignore",
    ".npmrc",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "app.py",
    "assets",
    "explorer",
    "package-lock.json",
    "package.json",
    "presets",
    "pyproject.toml",
    "tests",
    "tsconfig.json",
}


def imports(path: Path):
    """(line, dotted name) of everything that a file imports, `from a import b` giving a.b."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def sources(*folders: str):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def layer(path: Path) -> str:
    """The layer of a file of the package; its own name for a file at the package's top."""
    return path.relative_to(ROOT / "explorer").parts[0].removesuffix(".py")


def inner_layer(name: str) -> str | None:
    """The layer that an imported name belongs to, None for another library."""
    parts = name.split(".")
    if parts[0] != "explorer":
        return None
    return parts[1] if parts[1] in LAYERS.keys() | OPEN_TO_ALL else "__init__"


def test_imports_go_one_way():
    wrong = []
    for path in sources("explorer"):
        own = layer(path)
        if own in ("__init__", "__main__", "face"):  # the Python face, the command
            continue
        allowed = LAYERS.get(own, set()) | OPEN_TO_ALL | {own} if own not in OPEN_TO_ALL else OPEN_TO_ALL
        wrong += [
            f"{path.relative_to(ROOT)}:{line} imports {name}"
            for line, name in imports(path)
            if inner_layer(name) not in allowed | {None}
        ]
    assert wrong == []


@pytest.mark.parametrize("library", RESERVED)
def test_library_stays_in_its_layers(library):
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources("explorer")
        for line, name in imports(path)
        if name.split(".")[0] == library and layer(path) not in RESERVED[library]
    ]
    assert wrong == []


def test_every_layer_is_known():
    folders = {path.name for path in (ROOT / "explorer").iterdir() if any(path.glob("*.py"))}
    assert folders <= LAYERS.keys()
    assert {layer(path) for path in sources("explorer")} <= LAYERS.keys() | OPEN_TO_ALL | {
        "__init__",
        "__main__",
        "face",
    }


def test_program_file_only_starts():
    assert {name.split(".")[0] for _, name in imports(ROOT / "app.py")} == {"explorer"}


def test_naive_twins_import_nothing_of_the_package():
    known = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources("tests/reference")
        for line, name in imports(path)
        if name.split(".")[0] == "explorer"
    ]
    assert known == []


def test_files_and_functions_are_short():
    long = []
    for path in sources("explorer", "tests"):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
        most = MOST_LINES["file"] if name.parts[0] == "explorer" else inf
        long += [f"{name}: {count} lines"] if (count := len(text.splitlines())) > most else []
        functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
        long += [
            f"{name}: {each.name}" for each in functions if each.end_lineno - each.lineno >= MOST_LINES["function"]
        ]
    assert long == []


def test_top_level_holds_what_belongs_there():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a checkout")
    assert {name.split("/")[0] for name in tracked.stdout.splitlines()} <= TOP_LEVEL


def scripts():
    """Paths of all modules in assets, as the linker names them."""
    return sorted(path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.mjs"))


def room(name: str) -> str:
    return name.split("/")[0]


def needed(name: str) -> list[str]:
    """What a module imports, at once or when it is asked for."""
    return [*imported(ASSETS, name), *imported_later(ASSETS, name)]


def panel(name: str) -> str | None:
    """The panel that a module belongs to; none of the other rooms do, and not the lists of them and of their arts."""
    return name.split("/")[1] if room(name) == "panels" and name not in (panels.LIST, ARTS) else None


def test_scripts_are_modules_of_a_room():
    assert not list(ASSETS.rglob("*.js")), "scripts are .mjs: a classic script would be loaded by no one"
    assert {room(name) for name in scripts()} == ROOMS.keys()
    for name in scripts():
        text = (ASSETS / name).read_text(encoding="utf-8")
        assert "https://" not in text.replace("https://www.w3.org/", "")
        assert not {*ENTRIES} & {*needed(name)}, "who imports what starts the page starts it twice"


# What `tsc` takes for a list, a map or a set of anything.
UNTYPED = re.compile(
    r"^(?:\s*(?:const |let |this\.)|  #?)\w+ = (?:.* : )?new (?:Weak)?(?:Map|Set)\(\);|\bArray\([^()]*\)\.fill\("
)


def test_types_say_something():
    """`tsc` looks at every script; in types.d.ts the linter sees to it."""
    assert '"checkJs": true' in (ROOT / "tsconfig.json").read_text("utf-8")
    for name in scripts():
        text = (ASSETS / name).read_text(encoding="utf-8")
        types = re.findall(r"@\w+ \{((?:[^{}]|\{[^{}]*\})*)\}", text)
        assert not [each for each in types if re.search(r"\b(any|Object|Function)\b|^\*$", each)], name
        assert not re.search("@ts-(ignore|nocheck)", text), name
        untyped = [
            line for before, line in pairwise(text.splitlines()) if UNTYPED.search(line) and "@type" not in before
        ]
        assert not untyped, f"{name}: {untyped} holds anything, where it does not say what"


def test_what_scripts_export_is_told():
    made = re.compile(r"^export (?:async )?(?:function|class|const) \w+")
    for name in scripts():
        lines = (ASSETS / name).read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("/**"), f"{name} does not say what it is"
        untold = [line for before, line in pairwise(lines) if made.match(line) and not before.endswith("*/")]
        assert untold == [], name


_OPENS = re.compile(r"(?:\)|=>) \{$")  # the last line of a function's head, as they are formatted
_NO_FUNCTION = re.compile(r"^(?:\} )?(?:if|for|while|switch|else|catch)\b")
_NAME = re.compile(r"(?:function |const )?([#\w]+)(?: = |\()")


def functions_of(text: str):
    """(name, lines) of each function of a script: from the line that begins its head to the brace that ends it."""
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()]
    for number, (indent, line) in enumerate(lines):
        if not _OPENS.search(line):
            continue
        level = [at for at, (depth, other) in enumerate(lines) if depth == indent and other]
        begin = number if not line.startswith(")") else max(at for at in level if at < number)
        end = min(at for at in level if at > number and lines[at][1].startswith("}"))
        if not _NO_FUNCTION.match(lines[begin][1]):
            name = _NAME.search(lines[begin][1])
            yield name[1] if name else "", end - begin + 1


def test_scripts_their_functions_and_style_sheets_are_short_and_narrow():
    """A file's length is that of its code: what is told of it may be as long as it takes."""
    texts = {name: (ASSETS / name).read_text(encoding="utf-8") for name in scripts()}
    sheets = {name: (ASSETS / name).read_text(encoding="utf-8") for name in styles(ASSETS)}
    said = re.compile(r"\s*(/\*\*|\*|//)")
    code = {name: [line for line in text.splitlines() if not said.match(line)] for name, text in texts.items()}
    code |= {name: text.splitlines() for name, text in sheets.items()}
    assert not [name for name, lines in code.items() if len(lines) > MOST_LINES_OF_SCRIPTS["file"]]
    wide = [
        f"{name}, line {number}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > 120 and "`" not in line  # a template's text can't be broken
    ]
    assert not wide
    assert not [
        f"{name}: {function}"
        for name, text in texts.items()
        for function, lines in functions_of(text)
        if lines > MOST_LINES_OF_SCRIPTS["function"]
    ]


def test_functions_of_scripts_are_found():
    text = "export function one(a) {\n  if (a) {\n  }\n  const two = (\n    b,\n  ) => {\n  };\n}\n"
    text += "class Three {\n  async four(\n    c,\n  ) {\n    for (;;) {\n    }\n  }\n}\n"
    assert [*functions_of(text)] == [("one", 8), ("two", 4), ("four", 6)]


def test_imports_of_scripts_go_one_way():
    wrong = [
        f"{name} imports {other}"
        for name in scripts()
        for other in needed(name)
        if room(other) not in ROOMS[room(name)] | {room(name)}
    ]
    assert wrong == []


def test_no_panel_knows_another():
    wrong = [
        f"{name} imports {other}"
        for name in scripts()
        for other in needed(name)
        if panel(name) and panel(other) not in (panel(name), None)
    ]
    assert wrong == []


def test_panels_that_compute_more_than_a_scene_has_say_so():
    """Else they would show what is covered to be predicted."""
    computes = re.compile(r"\banswersOf\b|\bsource\.\w+\(")
    found = {panel(name) for name in scripts() if computes.search((ASSETS / name).read_text(encoding="utf-8"))} - {None}
    assert found == {name for name, each in panels.load().items() if each.foresees}


def test_numbers_become_texts_in_one_place():
    """The scripts' in text/numbers.mjs, Python's in explorer/numbers.py; Plotly writes those of hovers, %{x:.8~g}."""
    scripts = [path for path in sorted(ASSETS.rglob("*.mjs")) if path != ASSETS / "text" / "numbers.mjs"]
    spells = re.compile(r"\.to(Fixed|Exponential|Precision|LocaleString)\(")
    found = [path for path in scripts if spells.search(path.read_text(encoding="utf-8"))]
    rounding = ["maths/limits.mjs", "panels/loss/series.mjs", "player/axes.mjs"]  # limits, ticks, the turn in a link
    assert found == [ASSETS / each for each in rounding]
    rounding = ["budget.py", "numbers.py", "views/limits.py"]
    others = ["training/kinds.py", "training/questions/ledger.py", "training/questions/tree.py", "web/access_log.py"]
    own = {*sources("explorer")} - {ROOT / "explorer" / each for each in (*rounding, *others)}  # ranges, a repr, a log
    spelled = re.compile(r"(?<!\{)\{[^{}%]*:[z,]*\.\d+[efg%]\}(?!\})|(?<!\{)\{[^{}]*:[efg]\}(?!\})")
    assert not [str(path) for path in own if spelled.search(path.read_text("utf-8"))]


def test_numbers_texts_and_the_player_know_no_page():
    found = {
        name for name in scripts() if room(name) in WITHOUT_PAGE and PAGE.search((ASSETS / name).read_text("utf-8"))
    }
    assert found == OF_PAGE.keys()


def states(text: str) -> list[str]:
    """What a module keeps: variables, what a call makes that is not known to make a constant, constants that change."""
    made = MADE.findall(text)
    called = [name for name, first in made if CALL.match(first) and not CONSTANT.match(first)]
    changed = [name for name, _ in made if name.isidentifier() and re.search(CHANGED % name, text)]
    return [*STATE.findall(text), *called, *changed]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("let a = 1;", ["let"]),
        ("export const a = new Map();\n", ["a"]),
        ("const keep = createKept();\n", ["keep"]),
        ("const a =\n  new Set();\n", ["a"]),
        ("const [a, b] = made();\n", ["[a, b]"]),
        ("const a = [];\nexport const f = (one) => a.push(one);\n", ["a"]),
        ("const a = { b: 1 };\nfunction f() {\n  a.b += 1;\n}\n", ["a"]),
        ("const a = 3; // of (them)\nconst b = (c) => make(c);\nconst d = [f(1)];\n", []),
        ("const a = new WeakMap();\nconst b = Object.freeze({ c: 1 });\nconst d = new Set([1, 2]);\n", []),
        ("const a = new Intl.Segmenter();\nconst b = async (c) => {\n  let d = make();\n};\n", []),
    ],
)
def test_what_a_module_keeps_is_found(text, kept):
    assert states(text) == kept


def test_what_an_explorer_is_made_of_keeps_nothing_in_modules():
    """Two on a page would share it. A WeakMap of what is made from its keys is no state."""
    later = {other for name in {*scripts()} - {*ENTRIES} for other in imported_later(ASSETS, name)}
    parts = {name for entry in ("shell/explorer.mjs", *later) for name in in_order(ASSETS, entry)}
    found = {name: states((ASSETS / name).read_text("utf-8")) for name in sorted(parts)}
    assert {name: kept for name, kept in found.items() if kept} == {}

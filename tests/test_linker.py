"""Modules become one script: in the order they need each other, in known forms only."""

import subprocess

import pytest

from explorer.web.linker import in_order, link_later, link_scripts, link_styles, styles
from tests.node import NODE


@pytest.fixture
def folder(tmp_path):
    """A function that writes modules, `draw__a_b` into draw/a-b.mjs, and returns their folder."""

    def write(**modules):
        for name, text in modules.items():
            path = tmp_path / f"{name.replace('__', '/').replace('_', '-')}.mjs"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_each_module_stands_once_and_after_what_it_imports(folder):
    assets = folder(
        main='import { b } from "./b.mjs";\nimport * as a from "./a-b.mjs";\na.go(b);\n',
        b='import { go as run } from "./a-b.mjs";\nexport const b = 1;\nexport function f() {}\n',
        a_b="export async function go() {}\nfunction own() {}\nexport { own };\n",
        unused="export const never = 1;\n",
    )
    assert in_order(assets, "main.mjs") == ["a-b.mjs", "b.mjs", "main.mjs"]
    assert link_scripts(assets, "main.mjs").split("\n") == [
        "const $a_b = (() => {",
        "async function go() {}",
        "function own() {}",
        "return { go, own };",
        "})();",
        "const $b = (() => {",
        "const { go: run } = $a_b;",
        "const b = 1;",
        "function f() {}",
        "return { b, f };",
        "})();",
        "const $main = (() => {",
        "const { b } = $b;",
        "const a = $a_b;",
        "a.go(b);",
        "return {  };",
        "})();",
    ]


def test_imports_are_relative_to_the_module_that_they_stand_in(folder):
    assets = folder(
        shell__main='import { a } from "../draw/a-b.mjs";\nimport * as own from "./own.mjs";\n',
        shell__own='import { b } from "../a-b.mjs";\nexport const c = b;\n',
        draw__a_b='import { b } from "./../a-b.mjs";\nexport const a = b;\n',
        a_b="export const b = 1;\n",
    )
    assert in_order(assets, "shell/main.mjs") == ["a-b.mjs", "draw/a-b.mjs", "shell/own.mjs", "shell/main.mjs"]
    linked = link_scripts(assets, "shell/main.mjs").split("\n")
    assert [line for line in linked if line.startswith("const")] == [
        "const $a_b = (() => {",
        "const b = 1;",
        "const $draw$a_b = (() => {",
        "const { b } = $a_b;",
        "const a = b;",
        "const $shell$own = (() => {",
        "const { b } = $a_b;",
        "const c = b;",
        "const $shell$main = (() => {",
        "const { a } = $draw$a_b;",
        "const own = $shell$own;",
    ]


def test_no_import_leads_out_of_the_folder(folder):
    with pytest.raises(ValueError, match=r"draw/a\.mjs: \.\./\.\./b\.mjs lies outside"):
        link_scripts(folder(draw__a='import { b } from "../../b.mjs";\n'), "draw/a.mjs")


def test_a_record_stands_in_the_script(folder):
    assets = folder(main='import own from "./own.json" with { type: "json" };\n\nexport { own };\n')
    (assets / "own.json").write_text('{\n  "name": "größe",\n  "choices": [["0", true]]\n}\n', encoding="utf-8")
    assert link_scripts(assets, "main.mjs").split("\n")[1:] == [
        'const own = {"name": "größe", "choices": [["0", true]]};',
        "return { own };",
        "})();",
    ]
    (assets / "own.json").write_text("{'name': 1}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"own\.json: Expecting property name"):
        link_scripts(assets, "main.mjs")


def test_modules_are_exported_whole_in_the_order_of_browsers(folder):
    assets = folder(
        all='export * as b from "./b.mjs";\nexport * as a from "./draw/a.mjs";\nexport const B = 1;\n',
        b="export const one = 1;\n",
        draw__a="export const one = 1;\n",
    )
    assert in_order(assets, "all.mjs") == ["b.mjs", "draw/a.mjs", "all.mjs"]
    assert link_scripts(assets, "all.mjs").split("\n")[-6:] == [
        "const $all = (() => {",
        "const b = $b;",
        "const a = $draw$a;",
        "const B = 1;",
        "return { B, a, b };",
        "})();",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "export let changing = 1;",
        "export default 1;",
        "export { a as b };",
        'export * from "./other.mjs";',
        'import "./other.mjs";',
        "const later = () => import(name);",
        'import { a } from "https://elsewhere.example/a.mjs";',
        'import { a } from "./a_b.mjs";',
    ],
)
def test_a_form_that_would_not_hold_is_told_with_its_line(folder, line):
    with pytest.raises(ValueError, match=r"main\.mjs:2: .*") as told:
        link_scripts(folder(main=f"const a = 1;\n{line}\n", other=""), "main.mjs")
    assert line.removeprefix("const later = () => ") in str(told.value)


def later_modules(folder):
    """Modules of which `main` loads one, with what it needs, when it is asked for."""
    return folder(
        main='import { a } from "./a.mjs";\n/** @type {import("./none.mjs").Kind} */\n'
        'export const go = async () => (await import("./late/dock.mjs")).open(a);\n',
        a="export const a = new Map();\n",
        late__dock='import { a } from "../a.mjs";\nimport { b } from "./b.mjs";\n'
        "export const open = (x) => x === a && b;\n",
        late__b="export const b = 2;\n",
    )


def test_a_module_that_is_loaded_later_has_a_script_with_what_the_first_does_not_hold(folder):
    assets = later_modules(folder)
    assert in_order(assets, "main.mjs") == ["a.mjs", "main.mjs"]
    assert 'await import("./main.late-dock.mjs").then((later) => later.default({ $a })))' in (
        link_scripts(assets, "main.mjs")
    )
    (name, text), *others = link_later(assets, "main.mjs").items()
    assert (name, others) == ("main.late-dock.mjs", [])
    assert text.split("\n") == [
        "let made;",
        "export default ({ $a }) => (made ??= (() => {",
        "const $late$b = (() => {",
        "const b = 2;",
        "return { b };",
        "})();",
        "const $late$dock = (() => {",
        "const { a } = $a;",
        "const { b } = $late$b;",
        "const open = (x) => x === a && b;",
        "return { open };",
        "})();",
        "return $late$dock;",
        "})());",
    ]


def test_linked_scripts_share_their_modules(folder, tmp_path):
    """In Node: the module that both need is one object, and what is loaded later is made once."""
    assets = later_modules(folder)
    with (tmp_path / "linked.mjs").open("w", encoding="utf-8") as file:
        file.write(f"{link_scripts(assets, 'main.mjs')}\nconst same = await $main.go();\nconsole.log(same);")
    for name, text in link_later(assets, "main.mjs").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run([NODE, tmp_path / "linked.mjs"], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_a_whole_script_holds_what_another_would_load_later(folder):
    assets = later_modules(folder)
    assert in_order(assets, "main.mjs", whole=True) == ["a.mjs", "late/b.mjs", "late/dock.mjs", "main.mjs"]
    linked = link_scripts(assets, "main.mjs", whole=True)
    assert "(await Promise.resolve($late$dock)).open(a)" in linked
    assert "import(" not in linked


def test_what_is_loaded_later_is_neither_there_already_nor_loads_more(folder):
    assets = folder(
        main='import { a } from "./a.mjs";\nexport const go = () => import("./a.mjs");\n', a="export const a = 1;\n"
    )
    with pytest.raises(ValueError, match=r"main\.mjs: \./a\.mjs is part of the script already"):
        link_scripts(assets, "main.mjs")
    assets = folder(
        main='export const go = () => import("./b.mjs");\n',
        b='export const more = () => import("./c.mjs");\n',
        c="export const c = 1;\n",
    )
    with pytest.raises(ValueError, match=r'b\.mjs: import\("\./c\.mjs"\): what is loaded later loads nothing later'):
        link_later(assets, "main.mjs")


def test_a_circle_is_told(folder):
    assets = folder(main='import { a } from "./draw/a.mjs";\n', draw__a='import { b } from "../main.mjs";\n')
    with pytest.raises(ValueError, match=r"main\.mjs → draw/a\.mjs → main\.mjs"):
        link_scripts(assets, "main.mjs")


def test_comments_stay_behind_and_strings_do_not(folder):
    text = '/** What\n * it is. */ const kept = "//";\n/** Why.\n * Because. */\n// so\nf(); // said\ng("a; // b");\n'
    assert "\n".join(link_scripts(folder(main=text), "main.mjs").split("\n")[1:-2]) == (
        '/** What\n* it is. */ const kept = "//";\nf();\ng("a; // b");'
    )


def test_types_stay_behind(folder):
    text = """// @ts-check
/** @import { Session } from "../types" */

/**
 * The last of a list.
 * @template Item
 * @param {Item[]} list all of them
 * @returns {Item | null} `null` where there is none
 */
export const last = (list) => /** @type {Item} */ (list.at(-1)) ?? null;

class Kept {
  /** @param {string} name */
  constructor(name) {
    /** @type {Map<string, number[]>} */
    this.names = new Map([[name, []]]); // by name
  }
}
[1].forEach((/** @type {number} */ one) => new Kept(String(one)));
"""
    assert link_scripts(folder(main=text), "main.mjs").split("\n")[1:-2] == [
        "const last = (list) => (list.at(-1)) ?? null;",
        "class Kept {",
        "constructor(name) {",
        "this.names = new Map([[name, []]]);",
        "}",
        "}",
        "[1].forEach((one) => new Kept(String(one)));",
    ]


def test_styles_stand_in_the_order_of_their_paths(tmp_path):
    (tmp_path / "styles").mkdir()
    for name in ("styles/b", "styles/a", "c"):
        (tmp_path / f"{name}.css").write_text(f".{name[-1]} {{}}\n", encoding="utf-8")
    assert styles(tmp_path) == ["c.css", "styles/a.css", "styles/b.css"]
    assert link_styles(tmp_path) == ".c {}\n\n.a {}\n\n.b {}\n"

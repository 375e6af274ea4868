"""All scripts of the page as one, and all its style sheets as one.

The sources are some eighty small ES modules. A browser that fetches them one by one has the last of them 100 ms after
the first, even from its own machine; so the server joins them when it starts. Each module becomes a function that is
called once, after those that it imports, and returns what it exports:

    const $numbers = (() => { …; return { exact, format }; })();
    const $table = (() => { const { exact } = $numbers; …; return { accessibleTable }; })();

That holds for modules that import and export in the plain forms below, whose exported variables never change, and that
do not import each other in a circle. Anything else is an error, told with its file and line. Comments on lines of their
own, a seventh of the text, stay behind; `--debug` serves the modules as they are.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./([\w-]+\.mjs)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\*? (\w+)|(?:class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ (\w+(?:, \w+)*) \};$", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_LEFT = re.compile(r"^(import|export)\b.*|\bimport\(.*", re.MULTILINE)


def link_scripts(folder: Path, entry: str) -> str:
    """One script that does what the module `entry` of `folder` does. ValueError where that cannot be."""
    return "\n".join(_wrapped(folder, name) for name in in_order(folder, entry))


def link_styles(folder: Path) -> str:
    """The style sheets of a folder, in the order of their names."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.css")))


def in_order(folder: Path, entry: str) -> list[str]:
    """A module and all that it imports, they in turn included: each after those that it needs."""
    done, begun = [], []

    def visit(name):
        if name in done:
            return
        if name in begun:
            raise ValueError(f"modules import each other in a circle: {' → '.join([*begun, name])}")
        begun.append(name)
        for match in _IMPORT.finditer(_text(folder, name)):
            visit(match[3])
        begun.remove(name)
        done.append(name)

    visit(entry)
    return done


def _wrapped(folder, name):
    """A module as the value of a function."""
    text = _IMPORT.sub(_taken, _text(folder, name))
    exported = [match[1] or match[2] for match in _EXPORT.finditer(text)] + _EXPORT_LIST.findall(text)
    text = _EXPORT_LIST.sub("", _EXPORT.sub("", text))
    if left := _LEFT.search(text):
        line = text.count("\n", 0, left.start()) + 1
        raise ValueError(f"{name}:{line}: the linker does not know this form: {left[0]}")
    text = _COMMENT.sub("", text)
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _taken(match):
    """What takes the place of an import."""
    whole, names, name = match.groups()
    bound = whole or "{" + names.replace(" as ", ": ") + "}"
    return f"const {bound} = {_variable(name)};"


def _variable(name):
    return "$" + name.removesuffix(".mjs").replace("-", "_")


def _text(folder, name):
    return (folder / name).read_text(encoding="utf-8")

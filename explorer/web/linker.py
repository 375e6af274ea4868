"""All scripts of the page as one, and all its style sheets as one.

The sources are many small ES modules. A browser that fetches them one by one has the last of them 100 ms after
the first, even from its own machine; so the server joins them when it starts. Each module becomes a function that is
called once, after those that it imports, and returns what it exports:

    const $text$numbers = (() => { …; return { exact, format }; })();
    const $draw$table = (() => { const { exact } = $text$numbers; …; return { accessibleTable }; })();

A module's name is its path in the folder, "draw/table.mjs"; imports are relative to the module that they stand in, as
browsers read them. That holds for modules that import and export in the plain forms below, whose exported variables
never change, and that do not import each other in a circle. A record, `import … from "….json"`, stands in the script
as it is. Anything else is an error, told with its file and line. Comments on lines of their own, a fifth of the
text, and those that end a line without a quote, types within a line, empty lines, indents and line ends after a
bracket (of templates too, which are markup) stay behind; `--debug` serves the modules as they are.

What most pages never need is loaded when it is asked for: `import("./dock.mjs")` makes a script of its own, beside the
one that asks. It holds the modules that this one does not, and is handed those of this one that they import, so that
each module is there once:

    let made;
    export default ({ $text$numbers }) => (made ??= (() => { const $dock = (() => { … })(); return $dock; })());

Such a script loads no further one. Two that need the same further module hold it each. A script that stands alone, in a
file with nothing beside it, is linked `whole`: it holds what it would load later too.
"""

import json
import posixpath
import re
from functools import lru_cache, partial
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "((?:\.{1,2}/)+[a-z0-9/-]+\.mjs)";$', re.MULTILINE)
_IMPORT_RECORD = re.compile(
    r'^import (\w+) from "((?:\.{1,2}/)+[a-z0-9/-]+\.json)" with \{ type: "json" \};$', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?function\*? (\w+)|(?:class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ (\w+(?:, \w+)*) \};$", re.MULTILINE)
_EXPORT_MODULE = re.compile(r'^export \* as (\w+) from "((?:\.{1,2}/)+[a-z0-9/-]+\.mjs)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("((?:\.{1,2}/)+[a-z0-9/-]+\.mjs)"\)')
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_TRAILING = re.compile(r"(?<=[;{},(]) // [^\n\"`]*$", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)  # and the empty lines before
_OPEN = re.compile(r"^([^/\n]*[(\[])\n", re.MULTILINE)  # and nothing that might be a comment
_TYPE = re.compile(r"/\*\* @(?:type|param) \{[^*\n]* \*/ ?")
_LEFT = re.compile(r"^(import|export)\b.*|\bimport\(.*", re.MULTILINE)


def link_scripts(folder: Path, entry: str, whole: bool = False) -> str:
    """One script that does what the module `entry`, a path in `folder`, does. ValueError where that cannot be.

    whole : it loads nothing later, but holds that too.
    """
    held = in_order(folder, entry, whole)
    later = _at_hand if whole else partial(_asked, folder, held, entry)
    return "\n".join(_wrapped(folder, name, later) for name in held)


def link_later(folder: Path, entry: str) -> dict[str, str]:
    """The scripts that the script of `entry` loads when they are asked for, by their names beside it."""
    held = in_order(folder, entry)
    found = dict.fromkeys(other for name in held for other in imported_later(folder, name))
    return {_script(entry, name): _later_script(folder, held, name) for name in found}


def link_styles(folder: Path) -> str:
    """The style sheets of a folder as one."""
    return "\n".join(_text(folder, name) for name in styles(folder))


def styles(folder: Path) -> list[str]:
    """The style sheets of a folder and those in it, as paths in it; in their order, which the cascade follows."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.css"))


def imported(folder: Path, name: str) -> list[str]:
    """The modules that a module imports, or exports whole, as paths in `folder`."""
    text = _text(folder, name)
    paths = [match[3] for match in _IMPORT.finditer(text)] + [match[2] for match in _EXPORT_MODULE.finditer(text)]
    return [_resolved(name, path) for path in paths]


def imported_later(folder: Path, name: str) -> list[str]:
    """The modules that a module imports when they are asked for, as paths in `folder`."""
    return [_resolved(name, match[1]) for match in _LATER.finditer(_told(_text(folder, name)))]


def in_order(folder: Path, entry: str, whole: bool = False) -> list[str]:
    """A module and all that it imports, they in turn included: each after those that it needs.

    whole : also what is imported when it is asked for.
    ValueError where they import each other in a circle.
    """
    done, begun = [], []

    def visit(name):
        if name in done:
            return
        if name in begun:
            raise ValueError(f"modules import each other in a circle: {' → '.join([*begun, name])}")
        begun.append(name)
        for other in imported(folder, name) + (imported_later(folder, name) if whole else []):
            visit(other)
        begun.remove(name)
        done.append(name)

    visit(entry)
    return done


def _later_script(folder, held, entry):
    """The script of `entry` and what it imports, but for the modules that are held."""
    own = _own(folder, held, entry)
    modules = "\n".join(_wrapped(folder, name, _refused) for name in own)
    shared = ", ".join(map(_variable, _shared(folder, own)))
    made = f"(() => {{\n{modules}\nreturn {_variable(entry)};\n}})()"
    return f"let made;\nexport default ({{ {shared} }}) => (made ??= {made});"


def _own(folder, held, entry):
    """The modules of a later script, in order."""
    return [name for name in in_order(folder, entry) if name not in held]


def _shared(folder, own):
    """The modules that those of a later script import and do not hold."""
    return sorted({other for name in own for other in imported(folder, name)} - {*own})


def _asked(folder, held, entry, name, match):
    """What replaces the import of a later module in the module `name` of the script of `entry`."""
    other = _resolved(name, match[1])
    if other in held:
        raise ValueError(f"{name}: {match[1]} is part of the script already, so it is never loaded later")
    shared = ", ".join(map(_variable, _shared(folder, _own(folder, held, other))))
    return f'import("./{_script(entry, other)}").then((later) => later.default({{ {shared} }}))'


def _at_hand(name, match):
    """The same where the script holds the later module: it is there as soon as it is asked for."""
    return f"Promise.resolve({_variable(_resolved(name, match[1]))})"


def _refused(name, match):
    raise ValueError(f"{name}: {match[0]}: what is loaded later loads nothing later itself")


def _script(entry, name):
    """The name of the script of a later module."""
    return f"{entry.removesuffix('.mjs')}.{name}".replace("/", "-")


def _wrapped(folder, name, later):
    """A module as the value of a function. later : function (name, match) → what replaces a later import."""
    text = _text(folder, name)
    exported = [match[1] or match[2] for match in _EXPORT.finditer(text)]
    exported += [each for names in _EXPORT_LIST.findall(text) for each in names.split(", ")]
    exported += [match[1] for match in _EXPORT_MODULE.finditer(text)]
    text = _EXPORT_LIST.sub("", _EXPORT.sub("", text))
    text = _IMPORT.sub(lambda match: _taken(name, match), text)
    text = _EXPORT_MODULE.sub(lambda match: f"const {match[1]} = {_variable(_resolved(name, match[2]))};", text)
    text = _IMPORT_RECORD.sub(lambda match: f"const {match[1]} = {_record(folder, _resolved(name, match[2]))};", text)
    told = _LATER.sub("", _told(text))
    if left := _LEFT.search(told):
        line = told.count("\n", 0, left.start()) + 1
        raise ValueError(f"{name}:{line}: the linker does not know this form: {left[0]}")
    text = _LATER.sub(partial(later, name), _bare(text)).strip()
    returned = ", ".join(sorted(exported))  # the order in which a browser lists what a module exports
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {returned} }};\n}})();"


@lru_cache(1_000)
def _bare(text):
    """A module without comments, types and indents: of most, several scripts hold the same."""
    for passed_over in (_COMMENT, _TRAILING, _TYPE, _INDENT):
        text = passed_over.sub("", text)
    return _OPEN.sub(r"\1", text)


@lru_cache(1_000)
def _told(text):
    """A module without its comments, which may name what a type imports, line by line."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def _taken(name, match):
    """What replaces an import in the module `name`."""
    whole, names, path = match.groups()
    bound = whole or "{" + names.replace(" as ", ": ") + "}"
    return f"const {bound} = {_variable(_resolved(name, path))};"


def _record(folder, name):
    """A record as the script has it; ValueError for what is no JSON."""
    try:
        return json.dumps(json.loads(_text(folder, name)), ensure_ascii=False)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _resolved(name, path):
    """What the module `name` means by a relative path."""
    found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    if found.startswith(".."):
        raise ValueError(f"{name}: {path} lies outside the folder")
    return found


def _variable(name):
    """A name of its own for each path: the pattern of imports allows no "_" in it."""
    return "$" + name.removesuffix(".mjs").replace("-", "_").replace("/", "$")


def _text(folder, name):
    return (folder / name).read_text(encoding="utf-8")

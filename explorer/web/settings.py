"""Every setting in one table, the fields of `Settings`: how it is given, what is allowed, what it means.

A value is a keyword of `create_app` or an option of the command; else that of its environment variable, for containers
and for servers that call no command of ours (`gunicorn app:server`); else the default. All are texts to begin with, or
are read as such: so a bad one is told in the same words, wherever it stands. A variable that is set to nothing counts
as not set. Lists are options that may be repeated, and variables with commas; the nearer source replaces the farther.
"""

import argparse
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

_SWITCH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_HOST_NAME = re.compile(r"[^\s:@/\\?#\[\],]+|\[[0-9A-Fa-f:.]+\]")
_ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?")
# Not as the addresses below it begin: they could not be told apart.
_PREFIX = re.compile(r"(?!/(api|assets)/|/_)/((?!\.{1,2}/)([\w~@:+=.-]|%[0-9A-Fa-f]{2})+/)*", re.ASCII)


class SettingError(ValueError):
    """Settings that cannot be. The message names each with what it got and what is allowed."""

    def __init__(self, problems):
        super().__init__("; ".join(f"{source}: got {got!r}, allowed is {allowed}" for source, got, allowed in problems))


class Kind(NamedTuple):
    """What a text must be: told in words, and a function that reads it or raises ValueError."""

    allowed: str
    read: Callable[[str], Any]


@dataclass(frozen=True)
class Setting:
    """A row of the table, beside name and default; `also` names a variable that counts where ours is not set."""

    option: str
    metavar: str | None  # None: a switch
    kind: Kind
    help: str
    also: str | None = None

    @property
    def variable(self) -> str:
        """The environment variable."""
        return "EXPLORER_" + self.option.removeprefix("--").replace("-", "_").upper()


def _setting(default, *row, **more):
    return field(default=default, metadata={"row": Setting(*row, **more)})


def _matching(pattern: re.Pattern, text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError
    return text


def _prefix(text: str) -> str:
    """The path with a slash at both ends."""
    return _matching(_PREFIX, text if text.endswith("/") else f"{text}/")


def _number(least: int, most: int) -> Kind:
    def read(text):
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError
        return int(text)

    return Kind(f"a whole number from {least} to {most}", read)


def _folder(text: str) -> str:
    """The path of a folder, absolute: the program may be started elsewhere than it is served from."""
    if not Path(text).is_dir():
        raise ValueError
    return str(Path(text).resolve())


def _switch(text: str) -> bool:
    try:
        return _SWITCH[text.lower()]
    except KeyError:
        raise ValueError from None


_ADDRESS = Kind("a host name or an address of this machine", str)
_NAME = Kind("a host name such as explorer.example, without scheme and port", lambda text: _matching(_HOST_NAME, text))
_FRAME = Kind("an origin such as https://lms.example, without a path", lambda text: _matching(_ORIGIN, text.lower()))
_PATH = Kind("a path such as /lab/, with a slash before it and plain characters; not /api/, /assets/ or /_…", _prefix)
_FOLDER = Kind("a folder that is there", _folder)
_ON_OFF = Kind("1 or 0", _switch)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server. Those with a tuple as default are lists."""

    host: str = _setting(
        "127.0.0.1", "--host", "ADDRESS", _ADDRESS, "address to listen on; 0.0.0.0 is every one of this machine"
    )
    port: int = _setting(8050, "--port", "PORT", _number(1, 65535), "port to listen on")
    prefix: str = _setting(
        "/",
        "--prefix",
        "PATH",
        _PATH,
        "path below which a proxy shows the page, whether the proxy passes it on or takes it off",
        also="JUPYTERHUB_SERVICE_PREFIX",
    )
    allow_hosts: tuple[str, ...] = _setting(
        (), "--allow-host", "NAME", _NAME, "a further host name to answer to, for instance a proxy's"
    )
    allow_frames: tuple[str, ...] = _setting(
        (), "--allow-frame", "ORIGIN", _FRAME, "a site whose pages may show this page in a frame"
    )
    lessons: tuple[str, ...] = _setting(
        (), "--lessons", "DIR", _FOLDER, "a folder of own lessons, listed beside the program's"
    )
    check_lessons: bool = _setting(
        False, "--check-lessons", None, _ON_OFF, "say what is not so in these lessons, or in the program's, and end"
    )
    threads: int = _setting(4, "--threads", "COUNT", _number(1, 64), "requests that are answered at the same time")
    access_log: bool = _setting(
        False, "--access-log", None, _ON_OFF, "print a line for each request, without its query, which may be private"
    )
    compile: bool = _setting(False, "--compile", None, _ON_OFF, "compile all kernels into the cache, and end")
    debug: bool = _setting(False, "--debug", None, _ON_OFF, "reload on changes, with development tools")


TABLE = {each.name: (each.metadata["row"], each.default) for each in fields(Settings)}


def from_keywords(given: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings of a Python call; SettingError for a bad value, TypeError for a name that is none."""
    for name in given.keys() - TABLE.keys():
        raise TypeError(f"there is no setting {name!r}, only {', '.join(TABLE)}")
    return _read({name: (name, value) for name, value in given.items()}, environ)


def from_arguments(argv: list[str] | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings of the command; a bad value ends the program and says why."""
    parser = _parser()
    given = vars(parser.parse_args(argv))
    try:
        return _read({name: (f"argument {TABLE[name][0].option}", value) for name, value in given.items()}, environ)
    except SettingError as error:
        parser.error(str(error))


def markdown() -> str:
    """The table for readers: option, variable, default, meaning."""
    lines = ["| Option | Variable | Default | What it does |", "|---|---|---|---|"]
    for row, default in TABLE.values():
        option = f"{row.option} {row.metavar}" if row.metavar else row.option
        variables = " or ".join(f"`{name}`" for name in (row.variable, row.also) if name)
        help = row.help + ("; may be repeated, with commas in the variable" if isinstance(default, tuple) else "")
        lines.append(f"| `{option}` | {variables} | {_shown(default)} | {help} |")
    return "\n".join(lines) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="embedding-explorer",
        description="Step through the training of word embeddings in the browser.",
        epilog="A variable of the environment counts where its option is not given; a list has commas in it.",
        argument_default=argparse.SUPPRESS,
    )
    for name, (row, default) in TABLE.items():
        repeated = isinstance(default, tuple)
        how = {"action": "append" if repeated else "store", "metavar": row.metavar} if row.metavar else {}
        variables = " or ".join(filter(None, (row.variable, row.also)))
        told = f"{row.help}{'; may be repeated' * repeated} (default: {_shown(default)}; variable: {variables})"
        parser.add_argument(row.option, dest=name, help=told, **(how or {"action": "store_true"}))
    return parser


def _shown(default) -> str:
    return {(): "none", False: "off"}.get(default, str(default))


def _read(given, environ) -> Settings:
    """Settings from {name: (where it stands, value)} and the environment."""
    values, problems = {}, []
    for name, (row, default) in TABLE.items():
        is_list = isinstance(default, tuple)
        variables = [(key, environ[key]) for key in (row.variable, row.also) if key and environ.get(key)]
        for source, value in [given[name]] if name in given else variables[:1]:
            read = []
            for text in _items(value) if is_list else [str(value)]:
                try:
                    read.append(row.kind.read(text))
                except ValueError:
                    problems.append((source, text, row.kind.allowed))
            values[name] = tuple(read) if is_list else next(iter(read), None)
    if problems:
        raise SettingError(problems)
    return Settings(**values)


def _items(value) -> list[str]:
    """The texts in a list, or in one text with commas."""
    return [item.strip() for item in (value.split(",") if isinstance(value, str) else value)]

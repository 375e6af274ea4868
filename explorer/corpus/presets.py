"""Preset files as plain mappings: one TOML file a preset, its name the preset's slug."""

import tomllib
from pathlib import Path

from explorer import resources

_REQUIRED = {"title": str, "caption": str, "look_for": list, "recipe": dict}
_OPTIONAL = {"source": "", "order": 50, "view": {}, "claim": {}}


def load_presets(folder=None):
    """Slug to mapping, in the order of the files' ``order`` key, then of their slugs.

    ``folder`` is the project's own presets unless given. Every mapping has all the keys; what
    stands under ``recipe``, ``view`` and ``claim`` (what the caption says, for the tests) is for
    others to judge. wevi's presets have orders over 100, so they come last.
    """
    paths = Path(folder or resources.path("presets")).glob("*.toml")
    presets = {path.stem: _load(path) for path in paths}
    return dict(sorted(presets.items(), key=lambda item: (item[1]["order"], item[0])))


def _load(path):
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    for key, kind in _REQUIRED.items():
        if not isinstance(data.get(key), kind):
            raise ValueError(f"{path.name}: {key} must be a {kind.__name__}, got {data.get(key)!r}")
    for each in data["look_for"]:
        if not isinstance(each.get("program") if isinstance(each, dict) else each, str):
            raise ValueError(f"{path.name}: look_for must be texts and {{ program = text }}, got {each!r}")
    if unknown := data.keys() - _REQUIRED.keys() - _OPTIONAL.keys():
        raise ValueError(f"{path.name}: unknown key {min(unknown)!r}")
    return _OPTIONAL | data

"""Where data are that are no Python: inside the package in an installed wheel, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """The absolute path of `name`: one of the folders "assets" and "presets", or the file "README.md"."""
    installed = _PACKAGE / f"_{name}"
    return installed if installed.exists() else _PACKAGE.parent / name

"""The program's own source, as text: whoever sees an equation on the page can read the lines that compute it.

It is the source of the very program that answers, so it is never of another version, and there without a network.
"""

from pathlib import Path

from flask import Flask, Response, abort

from explorer.models import MODELS

_PACKAGE = Path(__file__).parents[1]
_MAP = "README.md"


def chapters() -> list[tuple[str, str]]:
    """(title, path below /source) of each model's file, which begins with its mini-chapter."""
    return [(model.title, _chapter(name.replace("-", "_"))) for name, model in MODELS.items()]


def serve_source(server: Flask) -> None:
    """Serve the modules of the package as text at /source/…, and at /source the map of them."""
    files = {path.relative_to(_PACKAGE).as_posix(): path for path in (*_PACKAGE.rglob("*.py"), _PACKAGE / _MAP)}

    def answer(name=_MAP):
        if name not in files:
            abort(404)
        return Response(files[name].read_bytes(), mimetype="text/plain")

    server.add_url_rule("/source", "program_map", answer)
    server.add_url_rule("/source/<path:name>", "program", answer)


def _chapter(name):
    own = f"models/{name}.py"
    return own if (_PACKAGE / own).exists() else f"models/{name}/__init__.py"

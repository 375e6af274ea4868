"""Which addresses there are: the page, what it loads and asks, and nothing else; all of them below a prefix.

Some proxies take the prefix off before they pass a request on, others leave it. Here it is taken off where it is there,
so both work, and whoever is on this machine may leave it out. What we write ourselves always has it.
"""

from html import escape
from urllib.parse import unquote_to_bytes

from flask import Flask, jsonify, request


class Prefixed:
    """The same WSGI app, below `prefix`, a path with a slash at both ends."""

    def __init__(self, app, prefix: str):
        self.app = app
        self.script_name = unquote_to_bytes(prefix.rstrip("/")).decode("latin-1")  # as WSGI writes paths

    def __call__(self, environ, start_response):
        path = environ.get("PATH_INFO", "")
        if path == self.script_name or path.startswith(f"{self.script_name}/"):
            path = path.removeprefix(self.script_name)
        return self.app(environ | {"SCRIPT_NAME": self.script_name, "PATH_INFO": path or "/"}, start_response)


def tell_unknown(server: Flask, prefix: str, api: str) -> None:
    """Answer 404 where there is nothing: in JSON below the path `api`, else with a link to the page."""
    page = f"""<!DOCTYPE html>
<html lang="en">
  <head><meta charset="utf-8"><title>Not found – Embedding Explorer</title></head>
  <body><p>There is nothing at this address. <a href="{escape(prefix)}">Embedding Explorer</a> is here.</p></body>
</html>
"""

    @server.errorhandler(404)
    def nothing(_):
        if request.path.startswith(f"{api}/"):
            return jsonify(error="There is nothing at this address."), 404
        return page, 404

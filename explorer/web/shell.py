"""The document around the page, and the addresses of what it loads.

It names one script and one style sheet, linked when the server starts (with `--debug` each of the files they are made
of, so that a change shows). They live under a path that holds a hash of all assets: browsers keep them for a year
without asking, and a new version has new addresses.

Beside them lie the script of the custom element <embedding-explorer> and the HTML of its shadow root. Pages of the same
origin find the script at an address without a version, `/element.mjs`.

Dash's own scripts are four times as large and draw nothing of the first picture. They stand in a template, where the
browser leaves them alone until `assets/shell/dash.mjs` takes them out. Dash draws in a place of the page itself.
"""

import base64
import hashlib
from pathlib import Path

from flask import Flask, Response, redirect, request

from explorer import limits, resources
from explorer.web import finished, linker

ENTRY, ELEMENT, IN_DASH = "shell/main.mjs", "shell/element.mjs", "shell/in-dash.mjs"
EMBEDDED, RECORDED, WORKER = "shell/embedded.mjs", "recorded/page.mjs", "shell/ink-worker.mjs"
LESSON, LESSONS, RECORDED_LESSON = "lessons/page.mjs", "lessons/list.mjs", "recorded/lesson.mjs"
# The modules that start something where they are loaded: those that are served, and those of files that stand alone.
SERVED = (ENTRY, ELEMENT, IN_DASH, EMBEDDED, LESSON, LESSONS, WORKER)
ENTRIES = (*SERVED, RECORDED, RECORDED_LESSON)
SCRIPT, STYLES = "linked.mjs", "linked.css"
ELEMENT_SCRIPT, ELEMENT_PAGE, IN_DASH_SCRIPT = "element.mjs", "element.html", "in-dash.js"
EMBEDDED_SCRIPT, LESSON_SCRIPT, LESSONS_SCRIPT = "embedded.mjs", "lesson.mjs", "lessons.mjs"
WORKER_SCRIPT = "ink-worker.mjs"  # `assets/shell/worker.mjs` finds it beside itself, linked or not
_SCRIPTS = {SCRIPT: ENTRY, ELEMENT_SCRIPT: ELEMENT, IN_DASH_SCRIPT: IN_DASH, EMBEDDED_SCRIPT: EMBEDDED}
_SCRIPTS |= {LESSON_SCRIPT: LESSON, LESSONS_SCRIPT: LESSONS, WORKER_SCRIPT: WORKER}

_DOCUMENT = """<!DOCTYPE html>
<html lang="en" data-longest-body="BYTES">
  <head>
    {%metas%}
    <title>{%title%}</title>
    <link rel="icon" type="image/png" href="ASSETS/icon.png" data-whole="data:image/png;base64,ICON">
    LINKS
    {%css%}
  </head>
  <body class="explorer" data-api="API">
    PAGE
    <noscript>Embedding Explorer needs JavaScript.</noscript>
    {%config%}
    <template id="dash-scripts">
      {%scripts%}
      {%renderer%}
    </template>
  </body>
</html>"""


def version(folder: Path) -> str:
    """A short hash of the names and contents of all files in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def index_string(page: str, url: str, styles: list[str], script: str, api: str) -> str:
    """Dash's template of the document, with `page` as its body; style sheets and script are named below `url`.

    api : the path below which the scripts ask.
    """
    # Whole in the document, for `assets/shell/main.mjs`. Pixels: browsers draw an icon anew with each change of the
    # address, and one of shapes in a document of its own.
    icon = base64.b64encode((resources.path("assets") / "icon.png").read_bytes()).decode()
    links = [f'<link rel="stylesheet" href="{url}/{name}">' for name in styles]
    links += [f'<script type="module" src="{url}/{script}"></script>']
    document = _DOCUMENT.replace("BYTES", str(limits.MAX_REQUEST_BYTES)).replace("ASSETS", url).replace("API", api)
    return document.replace("ICON", icon).replace("LINKS", "\n    ".join(links)).replace("PAGE", page)


def loaded(folder: Path, linked: bool) -> tuple[list[str], str]:
    """The style sheets and the script that the document names: one of each, linked, or those that they are made of."""
    return ([STYLES], SCRIPT) if linked else (linker.styles(folder), ENTRY)


def serve_linked(server: Flask, folder: Path, url: str) -> None:
    """Serve the linked scripts, what they load later, and the style sheet beside the files they are made of."""
    scripts = {}
    for name, entry in _SCRIPTS.items():
        scripts |= {name: linker.link_scripts(folder, entry)} | linker.link_later(folder, entry)
    for name, text in scripts.items():
        server.add_url_rule(f"{url}/{name}", name, _linked(text, "text/javascript", server))
    server.add_url_rule(f"{url}/{STYLES}", STYLES, _linked(linker.link_styles(folder), "text/css", server))


def serve_element(server: Flask, url: str, address: str, page: str, script: str) -> None:
    """Serve the HTML of the custom element's shadow root, and the way to its script, a name below `address`.

    url, address : the path of the assets, as routes and as people see it.
    """
    server.add_url_rule(f"{url}/{ELEMENT_PAGE}", ELEMENT_PAGE, _answering(page, "text/html", server))
    server.add_url_rule(f"/{ELEMENT_SCRIPT}", "element", lambda: redirect(f"{address}/{script}"))


def serve_readme(server: Flask) -> None:
    """Serve the README as it is written: a browser shows it as text, wherever the program is installed."""
    text = resources.path("README.md").read_text(encoding="utf-8")
    server.add_url_rule("/readme", "readme", lambda: Response(text, mimetype="text/plain"))


def _linked(text, mimetype, server):
    """What answers with a text that its address alone decides: it is compressed once."""

    def answer():
        response = finished.answer() or Response(text, mimetype=mimetype)
        if server.config["SEND_FILE_MAX_AGE_DEFAULT"]:
            response.headers["Cache-Control"] = finished.FOR_ALL
        response.add_etag()
        return response.make_conditional(request)

    return answer


def _answering(text, mimetype, server):
    def answer():
        response = Response(text, mimetype=mimetype)
        response.cache_control.public = True
        response.cache_control.max_age = server.config["SEND_FILE_MAX_AGE_DEFAULT"]
        response.add_etag()
        return response.make_conditional(request)

    return answer

"""The HTML page around the layout, and the addresses of the files in `assets/`.

The page names one script, `main.mjs`; each that it imports, and they in turn, is announced to the browser by a
`modulepreload`, so that they arrive together instead of one import after the other. Others come when they are asked
for. Assets live under a path that holds a hash of their contents: browsers keep them for a year without asking, and
a new version has new addresses.
"""

import hashlib
import re
from pathlib import Path

ENTRY = "main.mjs"
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?from "\./([\w-]+\.mjs)";""", re.MULTILINE)

_PAGE = """<!DOCTYPE html>
<html lang="en">
  <head>
    {%metas%}
    <title>{%title%}</title>
    <link rel="icon" type="image/svg+xml" href="ASSETS/icon.svg">
    MODULES
    {%css%}
  </head>
  <body>
    {%app_entry%}
    <noscript>Embedding Explorer needs JavaScript.</noscript>
    {%config%}
    {%scripts%}
    {%renderer%}
  </body>
</html>"""


def version(folder: Path) -> str:
    """A short hash of the names and contents of all files in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def index_string(folder: Path, url: str) -> str:
    """Dash's page template for the assets in `folder`, which are served under `url`."""
    modules = sorted(imported(folder) - {ENTRY})
    lines = [f'<script type="module" src="{url}/{ENTRY}"></script>']
    lines += [f'<link rel="modulepreload" href="{url}/{name}">' for name in modules]
    return _PAGE.replace("ASSETS", url).replace("MODULES", "\n    ".join(lines))


def imported(folder: Path, entry: str = ENTRY) -> set[str]:
    """A script and all that is imported by name from there on: what has to be there before it runs."""
    known, pending = set(), [entry]
    while pending:
        name = pending.pop()
        known.add(name)
        pending += set(_IMPORT.findall((folder / name).read_text(encoding="utf-8"))) - known
    return known

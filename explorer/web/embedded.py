"""The page in another page's frame: `?embed=1` and what a link has, `panels=network,projection`, `transport=simple`.

It is an `<embedding-explorer>` and a way out of the frame; `assets/shell/embedded.mjs` lets the page around lead it.
Which sites may frame it is a setting (`--allow-frame`); only these, and this one, are spoken with.
"""

from urllib.parse import parse_qsl, urlencode

from flask import Flask, request

from explorer.training.link import parted
from explorer.web import layout, panels, previews
from explorer.web.component import TRANSPORTS

_OWN = ("embed", "panels", "transport")


def register(server: Flask, address: str, styles: list[str], scripts: list[str], origins: tuple[str, ...]) -> None:
    """Answer the page's own address with the framed page where it is asked for.

    address : the path of the assets, as people see it. styles, scripts : their names there. origins : who may frame it.
    """

    @server.before_request
    def framed():
        if request.path != "/" or request.args.get("embed") != "1":
            return None
        return layout.embedded(
            **_asked(request.query_string.decode(errors="replace"), address),
            assets=address,
            styles=[f"{address}/{name}" for name in styles],
            scripts=[f"{address}/{name}" for name in scripts],
            origins=origins,
        )


def _asked(query: str, address: str) -> dict:
    """What a link says, for the template; what names no panel or transport is left out."""
    items = parse_qsl(query, keep_blank_values=True)
    link, own = parted(item for item in items if item[0] not in _OWN), dict(items)
    known = panels.load()
    transport = own.get("transport", "")
    return {
        "recipe": urlencode(link.recipe),
        "view": urlencode(link.view),
        "step": own.get("step", ""),
        "stage": own.get("stage", ""),
        "shown": " ".join(name for name in own.get("panels", "").split(",") if name in known),
        "transport": transport if transport in TRANSPORTS else "simple",
        "whole": urlencode([item for item in items if item[0] not in _OWN]),
    } | previews.told_of(own, address)

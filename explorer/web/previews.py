"""What a link tells of itself where it is posted: the title, the line and the picture that a chat shows beside it.

The title names the preset, the model and the step in the program's own words: nothing of a link is taken over but the
number of its step. Nothing is computed either, for whoever reads the page waits for these lines too; so the picture is
a file, of the page with a preset of the link's model, or of the page as it is (`tests/moving_picture.py` makes them).
"""

import re
from functools import cache

from dash import Dash
from flask import request
from markupsafe import Markup, escape

from explorer import resources
from explorer.corpus.presets import load_presets
from explorer.models import MODELS
from explorer.training import PRESETS
from explorer.training.fields import BY_NAME, CORPORA
from explorer.web import ahead, layout

PICTURE = "preview.webp"  # among the assets, as are those of models, preview-<name>.webp
HOST = Markup("<host>")  # stands for this server's where a page is kept; no escaped text has it
_NAME = "Embedding Explorer"
_STEP = re.compile(r"[1-9][0-9]{0,8}")
_MODELS = {slug: preset["recipe"].get("model", BY_NAME["model"].default) for slug, preset in load_presets().items()}


class Previewed(Dash):
    """Dash, whose document has a title, a preview and what it asks first.

    pictures, api : the path of the assets, and that below which the scripts ask, as people see them.
    """

    def __init__(self, *arguments, pictures: str, api: str, **options):
        self._pictures, self._api = pictures, api
        super().__init__(*arguments, title=_NAME, **options)

    def interpolate_index(self, metas="", **parts):
        """Dash's template, filled."""
        told = layout.preview(**told_of(request.args, self._pictures))
        first = ahead.tag(request.query_string.decode(errors="replace"), self._api)
        return super().interpolate_index(metas=f"{metas}\n    {told}\n    {first}", **parts)


def told_of(asked, pictures: str) -> dict[str, str]:
    """The `title`, `description` and `picture` of a run, from the items of its link's query.

    pictures : the path of the assets, as people see it.
    """
    preset = PRESETS.get(asked.get("preset", ""))
    own = any(kind in asked for kind in CORPORA)
    model = MODELS.get(asked.get("model", _MODELS.get(preset.slug) if preset else ""))
    step = asked.get("step", "")
    title = [
        "A run of one's own" if own else preset.title if preset else _NAME,
        model.title if model else "",
        f"step {int(step):,}" if _STEP.fullmatch(step) else "",
    ]
    usual = "Word vectors being learnt, one example at a time."
    return {
        "title": " · ".join(filter(None, title)),
        "description": preset.caption if preset and not own else usual,
        "picture": whole(f"{pictures}/{picture_of(model.name if model else '')}"),
    }


@cache
def picture_of(model: str) -> str:
    """The name of the picture of a model, by its name; where it has none, of the one for all."""
    own = f"preview-{model}.webp"
    return own if (resources.path("assets") / own).is_file() else PICTURE


def hosted(page: str) -> str:
    """A page that was kept, with this server's host for the first `HOST` in it."""
    return page.replace(HOST, escape(whole("")), 1)


def whole(path: str) -> str:
    """The address of a path of this server's with its host, as who shows a preview wants it."""
    return request.host_url.rstrip("/") + path

"""The presets: recipes from `presets/*.toml`, with what a teacher would say about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from explorer.corpus.presets import load_presets
from explorer.errors import Named
from explorer.training.recipe import Recipe, presets_like


@dataclass(frozen=True)
class Preset:
    """A preset: `title`, `caption`, `look_for` (sentences), `source`, `view` options, and its `recipe`.

    in_program : those of `look_for` for which a run's file is not enough: they ask for other settings, or a figure.
    """

    slug: str
    title: str
    caption: str
    look_for: tuple[str, ...]
    in_program: frozenset[str]
    source: str
    view: Mapping[str, object]

    @cached_property
    def recipe(self) -> Recipe:
        """The recipe with nothing changed."""
        return Recipe(preset=self.slug)


def _preset(slug, entry):
    marked = [each["program"] if isinstance(each, dict) else "" for each in entry["look_for"]]
    return Preset(
        slug,
        entry["title"],
        entry["caption"],
        tuple(mark or each for mark, each in zip(marked, entry["look_for"], strict=True)),
        frozenset(filter(None, marked)),
        entry.get("source", ""),
        entry.get("view", {}),
    )


PRESETS = Named("preset", {slug: _preset(slug, entry) for slug, entry in load_presets().items()}, presets_like)

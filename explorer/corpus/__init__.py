"""Text to vocabulary to instances. Knows corpora and preset files, no model and no recipe."""

from explorer.corpus.corpus import Corpus
from explorer.corpus.errors import CorpusError
from explorer.corpus.instances import Instance, Instances
from explorer.corpus.pairs import format_pairs, parse_pairs
from explorer.corpus.points import Points, parse_points
from explorer.corpus.presets import load_presets
from explorer.corpus.text import tokenize

__all__ = [
    "Corpus",
    "CorpusError",
    "Instance",
    "Instances",
    "Points",
    "format_pairs",
    "load_presets",
    "parse_pairs",
    "parse_points",
    "tokenize",
]

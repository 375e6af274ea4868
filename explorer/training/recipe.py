"""A recipe: a small, validated, immutable description of a training run.

Nothing but the recipe decides a number. It holds the corpus, the model, the hyperparameters, the seed,
and the edits made on the way, each with the step before which it is applied. As a query string it is the
link of the page; two recipes are equal when their queries are.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from explorer import limits
from explorer.budget import CHARACTER, LEAF, at_most, charge, unlimited
from explorer.corpus.corpus import Corpus
from explorer.corpus.errors import Misfit
from explorer.corpus.presets import load_presets
from explorer.errors import RecipeError
from explorer.models import MODELS
from explorer.training.dialects import blamed, of_dialect
from explorer.training.edits import Edit, checked_edits, new_edits
from explorer.training.fields import ALIASES, BY_NAME, CORPORA, FIELDS
from explorer.training.given import Given, Origin
from explorer.training.link import parted
from explorer.training.nearest import nearest
from explorer.training.packing import query_of
from explorer.training.reading import check_fit, checked_corpus, read_corpus
from explorer.training.run import Run
from explorer.training.shapes import check_sense, check_shapes
from explorer.training.taken import given_by, taken
from explorer.training.values import by_name, default_init, resolved, same, tell_unknown, underneath, wanted

_NO_FIELDS = ("preset", "dialect")  # what else a query may have
_DECIDING = ("model", "output", *{field.goes_with[0]: None for field in FIELDS if field.goes_with})  # what others need


class Recipe:
    """What to train, how, and from where.

    Parameters are the keywords of `explorer.training.fields.FIELDS`, and

    preset : str, optional
        The slug of a preset, whose whole recipe is taken; every other keyword overrides it, and a corpus
        replaces its corpus.
    dialect : str, optional
        "paper", "c" or "gensim": sets the fields of `explorer.training.dialects` that apply, below those given.
    edits : sequence of Edit, optional
        Changes made on the way; see `edited`.

    Every field can be read as an attribute. Raises `RecipeError` with every problem there is.
    """

    def __init__(
        self,
        *,
        preset: str | None = None,
        dialect: str | None = None,
        edits=(),
        _like: "Recipe | None" = None,
        **keywords,
    ):
        problems = []
        given, base = by_name(keywords, problems), _fields_of(preset, problems)
        spoken = {} if dialect is None else of_dialect(dialect, base, given, problems)
        values = resolved(base, spoken | given, problems)
        corpus = checked_corpus(values, problems, _like)
        _stop_at(blamed(dialect, spoken.keys() - given.keys(), problems))
        values["init"] = values["init"] or default_init(values, corpus)
        self.__dict__.update(preset=preset, corpus=corpus, _values=MappingProxyType(values), _read={})
        check_sense(self, problems)
        _stop_at(problems)
        check_shapes(self, problems)
        _check_words(self, problems)
        self.__dict__["edits"] = checked_edits(edits, self, problems)
        _stop_at(problems)

    def __setattr__(self, name, value):
        raise AttributeError("a recipe does not change; Recipe(...) or recipe.edited(...) makes another")

    def __getattr__(self, name):
        name = ALIASES.get(name, name)
        if name not in BY_NAME:
            raise AttributeError(f"a recipe has no field {name!r}")
        return self._values[name]

    def __reduce__(self):
        return Recipe.from_query, (self.to_query(),)

    @cached_property
    def architecture(self):
        """The model with the output layer that the recipe chooses."""
        if self.output == "hierarchical":
            words = len(self.corpus.words)
            charge(self.corpus_kind, f"{words:,} words", LEAF * words, 500 * words, at_most(words))
        return MODELS[self.model].for_recipe(self)

    @property
    def corpus_kind(self) -> str:
        """The field that the data were given in: pairs, text or points."""
        return next(kind for kind in CORPORA if self._values[kind] is not None)

    @property
    def scope(self) -> tuple[str, str, str]:
        """What decides which fields apply: kind of corpus, model, output layer."""
        return self.corpus_kind, self.model, self.output

    def corpus_from(self, kind: str, typed: str) -> Corpus:
        """Other data read as this recipe reads its own, with this recipe's vocabulary kept.

        CorpusError where they make no instances for this recipe's network.
        """
        if not BY_NAME[kind].applies(kind, self.model, self.output):
            raise Misfit(BY_NAME[kind].scope)
        if (kind, typed) not in self._read:
            corpus = read_corpus(kind, typed, self._values, words=self.corpus.words)
            check_fit(corpus, self)
            self._read[kind, typed] = corpus
        return self._read[kind, typed]

    def edited(self, step: int, **changes) -> "Recipe":
        """The same recipe with changes applied just before `step`.

        learning_rate=0.5, weight=("W", "queen", 2, 0.5), pairs="…" or text="…". A change of the data
        starts a new pass over them and keeps the vocabulary. Raises `RecipeError`.
        """
        named = {ALIASES.get(name, name): value for name, value in changes.items()}
        return self.replaced((*self.edits, *new_edits(step, named)))

    def replaced(self, edits=(), **fields) -> "Recipe":
        """The same recipe with other fields and edits; what makes no sense beside the fields is dropped.

        Raises `RecipeError`.
        """
        values = self._values | fields
        values |= {
            name: BY_NAME[name].default
            for name in self._values.keys() - fields.keys()
            if not BY_NAME[name].bears(values[name], values["model"])
        }
        scope = (self.corpus_kind, values["model"], values["output"])
        kept = {
            name: value
            for name, value in self._given.items()
            if BY_NAME[name].applies(*scope) and wanted(name, values) and BY_NAME[name].bears(value, values["model"])
        }
        return Recipe(preset=self.preset, edits=edits, _like=self, **(kept | fields))

    def to_query(self) -> str:
        """The recipe as a query string: what differs from the preset or the defaults."""
        return self._query

    @cached_property
    def _query(self) -> str:
        items = [("preset", self.preset)] if self.preset else []
        items += [(name, BY_NAME[name].kind.write(value)) for name, value in self._given.items()]
        items += [("edit", edit.to_json()) for edit in self.edits]
        return urlencode(items)

    @classmethod
    def from_query(cls, query: str) -> "Recipe":
        """The recipe of a query string, or of a whole link; the page's own keys (step, stage, view.…) are ignored.

        RecipeError for what no recipe is, with every problem there is; TypeError for what is no text.
        """
        if not isinstance(query, str):
            raise TypeError(f"a query is a str, got {type(query).__name__}")
        problems, keywords, edits, typed = [], {}, [], {}
        query = query_of(query)
        size = len(query)
        charge("query", f"{size:,} characters", CHARACTER * size, 2 * size, at_most(size), scratch=30 * size)
        for key, text in parted(_items_of(query)).recipe:
            if key == "edit":
                edits += Edit.from_json(text, problems)
            elif key in keywords:
                problems.append((key, text, "one value"))
            elif key not in _NO_FIELDS and ALIASES.get(key, key) not in BY_NAME:
                tell_unknown(key, text, problems)
            else:
                keywords[key] = _read(key, text, problems)
                typed[ALIASES.get(key, key)] = text
        try:
            recipe = cls(edits=edits, **keywords)
        except RecipeError as error:
            for field, got, allowed in error.problems:  # a float is told as it was typed: "-1", "1e400"
                problems.append((field, typed.get(field, got) if isinstance(got, float) else got, allowed))
        _stop_at(problems)
        return recipe

    @cached_property
    def _given(self) -> dict:
        """The fields that differ from the preset or the defaults, in the table's order."""
        kind = self.corpus_kind
        base = _fields_of(self.preset)
        own = {} if self._values[kind] == base.get(kind) else {kind: self._values[kind]}
        start = underneath(base, kind, own | {name: self._values[name] for name in _DECIDING})
        start["init"] = start["init"] or default_init(self._values, self.corpus)
        return {
            name: value
            for name, value in self._values.items()
            if value is not None and not same(BY_NAME[name], value, start[name])
        }

    def __eq__(self, other):
        return self._query == other._query if isinstance(other, Recipe) else NotImplemented

    def __hash__(self):
        return hash(self._query)

    def __repr__(self):
        given = ({"preset": self.preset} if self.preset else {}) | self._given
        edits = [f"edits={list(self.edits)!r}"] if self.edits else []
        return f"Recipe({', '.join([f'{name}={value!r}' for name, value in given.items()] + edits)})"


@cache
def _presets() -> Mapping:
    return load_presets()


def presets_like(name) -> str:
    """What is allowed where there is no preset of that name."""
    presets = list(_presets())
    near = nearest(name, {slug: _presets()[slug]["title"] for slug in presets})
    return f"one of the {len(presets)} presets, such as {presets[0]}; nearest to it are {', '.join(near)}"


def _fields_of(preset, problems=None) -> dict:
    """The fields that a preset gives; none, and a problem, where there is no such preset."""
    if preset is None:
        return {}
    if not (isinstance(preset, str) and preset in _presets()):
        problems.append(("preset", preset, presets_like(preset)))
        return {}
    fields = dict(_presets()[preset]["recipe"])
    if "query" in fields.get("parameters", ()):
        fields["parameters"] = _taken_by(preset)
    return fields


def _check_words(recipe, problems):
    """Add a problem where vectors of words were taken from a run of other words: they would be those of strangers."""
    given = recipe.parameters
    taken = [p.name for p in recipe.architecture.parameters if given and p.name in given and "word" in p.axes]
    if taken and given.words is not None and given.words != recipe.corpus.words:
        allowed = "vectors of a run with the same words, in the same order; or plain arrays"
        problems.append(("parameters", ", ".join(taken), allowed))


def _items_of(query):
    """The (key, text) items of a query."""
    count = query.count("&") + 1
    if count > limits.MAX_FIELDS:
        raise RecipeError([("query", f"{count:,} fields", f"at most {limits.MAX_FIELDS:,}")])
    return parse_qsl(query, keep_blank_values=True)


def _read(key, text, problems):
    """The value that a link writes for a field; where it cannot be read, the text, which no field allows."""
    field = BY_NAME.get(ALIASES.get(key, key))
    try:
        value = field.kind.read(text) if field else text
    except (ValueError, TypeError, KeyError, RecursionError):
        return text
    return given_by(value, key, text, _run_of, problems) if isinstance(value, Origin) else value


@cache
def _taken_by(preset) -> Given:
    """The arrays that a preset takes from another run: its file has the run's query, the step and the names."""
    with unlimited():
        return taken(Origin(**_presets()[preset]["recipe"]["parameters"]), _run_of)


def _run_of(query) -> Run:
    return Run(Recipe.from_query(query))


def _stop_at(problems):
    if problems:
        raise RecipeError(problems)

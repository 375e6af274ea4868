"""Queries of the runs that controls ask for: a new one, one changed at a step, another model on the same data."""

from urllib.parse import urlencode

from explorer import limits
from explorer.errors import RecipeError
from explorer.models import MODELS
from explorer.models.outputs import OUTPUTS
from explorer.training import PRESETS, Recipe
from explorer.training.fields import BY_NAME, CORPORA, FIELDS
from explorer.training.kinds import Choice
from explorer.training.values import same
from explorer.views.text import shortened
from explorer.web.answers import run_at

_CHOICES = {name for name, field in BY_NAME.items() if isinstance(field.kind, Choice)}
_TOLD = 40  # letters of a value


def changed(query: str, step: int, changes: dict) -> str:
    """The query of the same run, changed just before `step`; what was changed later is left behind.

    changes : texts of learning_rate, pairs or text; or "weight": [parameter, row, column, value].
    """
    recipe = Recipe.from_query(query)
    _check_texts({name: text for name, text in changes.items() if name != "weight"})
    read = {name: value if name == "weight" else _read(name, value) for name, value in changes.items()}
    earlier = [edit for edit in recipe.edits if edit.step <= step]
    return recipe.replaced(edits=earlier).edited(step, **read).to_query()


def restarted(fields: dict) -> str:
    """The query of a new run from the texts of the page's controls; an empty one is a problem, and no default."""
    _check_texts(fields)
    return Recipe.from_query(urlencode(fields)).to_query()


def chosen(query: str, field: str, value: str, fields: dict | None = None) -> tuple[str, str]:
    """The query of a new run with another preset, or with another model or output layer on the same data.

    And what has not been kept of the run before, in sentences; "" where that is nothing. A model that cannot read these
    data shows its own: its first preset. RecipeError for what cannot be chosen.

    fields : texts of the page's controls, where they hold another run than that of the query.
    """
    if field == "preset":
        return Recipe(preset=value).to_query(), ""
    if field not in ("model", "output"):
        raise RecipeError([("field", field, "preset, model or output")])
    running = Recipe.from_query(query)
    recipe = _drafted(fields, {field: value}) if fields else running
    try:
        fitted = _fitted(recipe, {field: value})
        told = _lost(running.edits), _reset(recipe, fitted) if field == "model" else ""
        return fitted.to_query(), " ".join(filter(None, told))
    except RecipeError as error:
        own = next((preset for preset in PRESETS.values() if field == "model" and preset.recipe.model == value), None)
        if own is None or not _of_data(recipe, value, error):
            raise
        before = f"This model cannot be trained on the {recipe.corpus_kind} from before"
        return own.recipe.to_query(), f"{before}: what is shown is an example of its own."


def _drafted(fields, choice):
    """The recipe of the controls' texts, which may be such that only the model or output that is chosen takes them."""
    try:
        return Recipe.from_query(restarted(fields))
    except RecipeError:
        other = fields | choice
        kind = next((name for name in CORPORA if name in fields), None)
        model, output = other.get("model"), other.get("output")
        taken = {
            name: text
            for name, text in other.items()
            if name not in BY_NAME or BY_NAME[name].applies(kind, model, output)
        }
        if kind is None or taken == fields:
            raise
        return Recipe.from_query(restarted(taken))


def _lost(edits) -> str:
    """That a new run has none of the changes of the one before."""
    if not edits:
        return ""
    return f"Without the {len(edits)} changes on the way." if len(edits) > 1 else "Without the change on the way."


def _reset(before, after) -> str:
    """What had been set, by hand or by a preset, and is not so with another model, as the page calls it."""
    others, gone = [], []
    for field in FIELDS:
        old, new = getattr(before, field.name), getattr(after, field.name)
        default = field.default_of(before.model)
        if field.name == "model" or default is None or not field.applies(*before.scope) or same(field, old, default):
            continue
        if not field.applies(*after.scope):
            gone.append(f"{field.label} ({as_shown(field, old)})")
        elif not same(field, new, old):
            others.append(f"{field.label} ({as_shown(field, old)} → {as_shown(field, new)})")
    told = ("Reset with the model", others), ("Not in this model", gone)
    return " ".join(f"{says}: {', '.join(fields)}." for says, fields in told if fields)


def as_shown(field, value) -> str:
    """A value as its control shows it, if not all of a long one."""
    written, titled = field.kind.write(value), {"model": MODELS, "output": OUTPUTS}.get(field.name)
    return titled[written].title if titled else shortened(field.kind.name(written), _TOLD)


def _fitted(recipe, choice):
    """The recipe with a model or output layer, on the same data.

    A choice among words that it refuses, such as a loss, stands as by default; what was written down, such as arrays,
    a tree or sizes, is never left out unasked: RecipeError. How many words of pairs are read follows from them.
    """
    model = choice.get("model", recipe.model)
    if recipe.corpus_kind == "pairs" and BY_NAME["context"].applies("pairs", model, recipe.output):
        choice = choice | _context(recipe)
    try:
        return recipe.replaced(**choice)
    except RecipeError as error:
        refused = {field for field, *_ in error.problems} & _CHOICES - {*choice}
        if not refused:
            raise
        return recipe.replaced(**choice, **{name: BY_NAME[name].default_of(model) for name in refused})


def _context(recipe):
    """The field of models that read so many words at a time, as pairs have them."""
    return {"context": len(recipe.corpus.instances[0].inputs)}


def taken(query: str, step: int, model: str) -> str:
    """The query of a new run on the same data: a model that looks words up, in the vectors that this run has at `step`.

    They are frozen there; the link says which run and step they are from. RecipeError where that model takes no
    word vectors.
    """
    run = run_at(query, step)
    if model not in (those := takers(run.recipe)):
        raise RecipeError([("model", model, f"one that takes this run's word vectors: {', '.join(those) or 'none'}")])
    own = run.recipe.architecture.network.input
    vectors = run.parameters.renamed(**{MODELS[model].network.input: own})
    fields = {"vector_size": vectors[MODELS[model].network.input].shape[1], "freeze": True, "parameters": vectors}
    if run.recipe.corpus_kind == "pairs":
        fields |= _context(run.recipe)
    return run.recipe.replaced(model=model, **fields).to_query()


def takers(recipe) -> list[str]:
    """The models that can start with the word vectors of a recipe's run: those that look words up in a table."""
    own = recipe.architecture
    table = next((each for each in own.parameters if each.name == own.network.input), None)
    if own.network.layers or table is None or table.axes[0] != "word":
        return []
    return [name for name, model in MODELS.items() if model.network.lookup]


def _of_data(recipe, model, error) -> bool:
    """Whether it is the data of a recipe that keep it from being trained by another model."""
    applies = BY_NAME[recipe.corpus_kind].applies(recipe.corpus_kind, model, recipe.output)
    return not applies or any(field == recipe.corpus_kind for field, *_ in error.problems)


def _check_texts(fields):
    """RecipeError for what no control or link can hold: numbers, lists, half a surrogate pair."""
    if len(fields) > limits.MAX_FIELDS:
        raise RecipeError([("fields", f"{len(fields):,} fields", f"at most {limits.MAX_FIELDS:,}")])
    problems = []
    for name, text in fields.items():
        try:
            text.encode()
        except (AttributeError, UnicodeEncodeError):
            problems.append((name, text, "text"))
    if problems:
        raise RecipeError(problems)


def _read(name, text):
    if name not in BY_NAME:
        return text  # the edit will say what is allowed
    try:
        return BY_NAME[name].kind.read(text)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecipeError([(name, text, BY_NAME[name].allowed)]) from None

"""The value of every field of a recipe: what is given, else what lies underneath, a preset's fields, else the default.

A preset's fields hold as far as they still make sense beside what is given: its corpus goes when another is given, its
arrays when the shapes change, and a field that the chosen model does not read goes back to its default.
"""

from explorer.errors import RecipeError
from explorer.maths.random import WEVI_PERIOD
from explorer.training.field import listed
from explorer.training.fields import ALIASES, BY_NAME, CORPORA, FIELDS
from explorer.training.nearest import nearest

_NOT = "not "  # in front of a value that a field does not go with
_LABELS = {"preset": "Preset"} | {field.name: field.label for field in FIELDS}


def by_name(keywords, problems) -> dict:
    """The keywords that are given (None is as good as nothing), aliases replaced."""
    given, typed = {}, {}  # `typed`: by which keyword
    for keyword, value in keywords.items():
        name = ALIASES.get(keyword, keyword)
        if name not in BY_NAME:
            tell_unknown(keyword, value, problems)
        elif name in given:
            problems.append((keyword, value, f"one value: {typed[name]} is given too"))
        elif value is not None:
            given[name], typed[name] = value, keyword
    return given


def tell_unknown(keyword, value, problems):
    """Add the problem of a keyword that names no field, with the nearest ones where the error has room to tell them."""
    near = f", such as {', '.join(nearest(keyword, _LABELS))}" if len(problems) < RecipeError.TOLD else ""
    problems.append((keyword, value, f"nothing of that name; there are {len(_LABELS)} fields{near}"))


def resolved(base, given, problems) -> dict:
    """Every field's value, checked, in the table's order; what does not fit is added to `problems`.

    base : the preset's fields by name; given : those given, by name. A value that is refused stays as it was typed.
    """
    corpora = [kind for kind in CORPORA if kind in given]
    if len(corpora) > 1:
        problems.append((corpora[1], given[corpora[1]], f"one corpus, and {corpora[0]} is given too"))
    kind = next((kind for kind in CORPORA if kind in (given if corpora else base)), None)
    if kind is None:
        if not problems or problems[-1][0] != "preset":
            problems.append(("pairs", None, "a corpus: a preset, pairs, text or points"))
        kind = "pairs"
    below = underneath(base, kind, given)
    values = below | given
    for field in FIELDS:
        value = values[field.name]
        if value is not None:
            values[field.name] = _checked(field, value, problems)
    refused = {name for name, *_ in problems}
    model, output = (None if name in refused else values[name] for name in ("model", "output"))
    narrow = [field for field in FIELDS if field.name in given and field.name not in refused]
    unborne = [field for field in narrow if not field.bears(values[field.name], model)]
    problems += [
        (field.name, given[field.name], f"{' or '.join(field.narrowed[model])} for {model}") for field in unborne
    ]
    misplaced = [field for field in FIELDS if field.name in given and not field.applies(kind, model, output)]
    problems += [(field.name, given[field.name], field.scope) for field in misplaced]
    for field in FIELDS:
        name = field.name
        unread = name in given and field not in misplaced and not wanted(name, values)
        if unread and not field.goes_with[1].startswith(_NOT) and not same(field, values[name], below[name]):
            other, value = field.goes_with
            problems.append((name, given[name], f"{field.kind.write(below[name])}, unless {other} is {value}"))
    if kind in base and values[kind] is None and model is not None:
        problems.append(("model", model, f"for {kind}: {listed(BY_NAME[kind].models)}; or other data"))
    return values


def underneath(base, kind, given) -> dict:
    """What holds where nothing is given: a preset's fields as far as they apply here, and the defaults.

    kind : of corpus, one of `CORPORA`. `init` is None without a preset's: see `default_init`.
    """
    base = {name: value for name, value in base.items() if kind not in given or name not in CORPORA}
    model = given.get("model", base.get("model"))
    base = {name: value for name, value in base.items() if BY_NAME[name].bears(value, model)}
    defaults = {field.name: field.default_of(model) for field in FIELDS}
    here = defaults | base
    if any(BY_NAME[name].shapes and not same(BY_NAME[name], value, here[name]) for name, value in given.items()):
        base.pop("parameters", None)  # they belong to a network of other shapes
    merged = defaults | base | given
    applying = (kind, merged["model"], merged["output"])
    kept = {name: value for name, value in base.items() if BY_NAME[name].applies(*applying) and wanted(name, merged)}
    if not wanted("instances", merged) and BY_NAME["predicts"].applies(*applying):
        kept["instances"] = "pairs"  # each context word by itself predicts the centre
    return defaults | kept


def wanted(name, values) -> bool:
    """Whether the field that a field goes with has a value with which it is read."""
    other, value = BY_NAME[name].goes_with or (None, "")
    one = value.removeprefix(_NOT)
    return other is None or same(BY_NAME[other], values[other], one) == (one == value)


def default_init(values, corpus) -> str:
    """The draw of the initial weights where none is asked for: wevi's for its pairs, while its 65,536 numbers last."""
    if values["pairs"] is None:
        return "uniform"
    embeds = BY_NAME["vector_size"].applies("pairs", values["model"], None)
    units = values["vector_size"] if embeds else sum(values["hidden"])
    return "wevi" if 2 * len(corpus.words) * units <= WEVI_PERIOD else "uniform"


def same(field, value, other) -> bool:
    """Whether two values of a field are one in a link."""
    return other is not None and (value is other or _written(field, value) == _written(field, other))


def _written(field, value):
    """A value as a link has it; where it is none that the field allows, the value itself."""
    try:
        return field.kind.write(field.kind.check(value))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return value


def _checked(field, value, problems):
    try:
        return field.kind.check(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        problems.append((field.name, value, field.allowed))
        return value

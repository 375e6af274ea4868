"""What the page needs to know of a recipe before it paints: the "session".

The page knows no model by name. It draws what is declared here: parameters and how a step changes them,
quantities and their axes, stages and their equations.
"""

from dataclasses import asdict
from functools import lru_cache
from math import prod

import numpy as np

from explorer import limits
from explorer.corpus.windows import instances_of
from explorer.maths.random import WEVI_PERIOD
from explorer.models import MODELS
from explorer.models.batches import stages_of
from explorer.models.declarations import RAGGED
from explorer.models.notation import source_of
from explorer.models.starting import repeats
from explorer.training import PRESETS
from explorer.training.fields import CORPORA, FIELDS
from explorer.training.frames import element_name
from explorer.training.questions.by_word import way_of
from explorer.training.replay import Trajectory
from explorer.training.singles import singles_of
from explorer.web import record
from explorer.web.answers import most_frames
from explorer.web.kept import key_of
from explorer.web.queries import takers
from explorer.web.session import Session, Token

_INSTANCES_SHOWN = 200
_TOKENS_SHOWN = 400
_DISTANCES_SHOWN = 10
_DECLARATIONS = 1_000  # that are kept as dicts: a few dozen of each model, some of which hold a recipe's numbers


def describe(trajectory: Trajectory) -> Session:
    """The session of a trajectory's recipe, ready for JSON."""
    recipe, model, sizes = trajectory.recipe, trajectory.model, trajectory.sizes
    segments, kind, query = trajectory.stream.segments, recipe.corpus_kind, recipe.to_query()
    return {
        "query": query,
        "key": key_of(query),
        **_caption(trajectory),
        "preset": recipe.preset or "",
        "model": recipe.model,
        "output": recipe.output,
        "words": recipe.corpus.words,
        "counts": recipe.corpus.counts,
        "batch_size": recipe.batch_size,
        "segments": [
            {"step": segment.step, "epoch": segment.epoch, "steps_per_epoch": segment.steps_per_epoch}
            | _points(segment.corpus.instances, model)
            for segment in segments
        ],
        "steps_per_epoch": segments[0].steps_per_epoch,
        "instances_head": recipe.corpus.instances[:_INSTANCES_SHOWN],
        "hyper": hyperparameters(recipe),
        "corpus": {"kind": kind, "text": getattr(recipe, kind)},
        "by_rows": trajectory.by_rows,
        "most_frames": most_frames(trajectory),
        "longest_stretch": trajectory.longest_stretch,
        "edits": [_edit(edit, model) for edit in recipe.edits],
        "parameters": _parameters(model, sizes),
        "quantities": _quantities(model, sizes),
        "singles": _singles(model),
        "stages": _stages(recipe),
        "network": _as_dict(model.network),
        "reading": model.reading,
        "takes": model.takes(sizes),
        "takers": [{"model": name, "title": MODELS[name].title} for name in takers(recipe)],
        "structure": model.structure(recipe.corpus.instances) | _reading(recipe),
        "limits": _limits(trajectory),
    }


def _singles(model):
    named = singles_of(model).items()
    return [
        {
            "name": name,
            "symbol": each.symbol,
            "axes": each.axes,
            "stage": each.stage,
            "led": each.of == "instance",
        }
        for name, each in named
    ]


def _limits(trajectory):
    offered = record.offered(trajectory)
    return {"corpus_bytes": limits.MAX_CORPUS_BYTES, "step": limits.MAX_STEP, "file": offered}


def _stages(recipe):
    """The stages, with what is said of several inputs, or outputs, only where an instance has some."""
    stages, instances = [_as_dict(stage) for stage in stages_of(recipe)], recipe.corpus.instances
    starts = {f"{side}s": getattr(instances, f"{side}_start", ()) for side in ("input", "output")}
    several = {side for side, start in starts.items() if np.diff(start).max(initial=0) > 1}
    return [stage | {"source": source_of(stage["source"], several)} for stage in stages]


def _points(instances, model):
    """The data of a segment where they are numbers, as far as they are shown."""
    if model.reading != "points":
        return {}
    return {"points": {"head": instances[:_INSTANCES_SHOWN], "total": len(instances)}}


def _reading(recipe):
    """What became of the text's first words, where chance had a say in it."""
    tokens = recipe.corpus.tokens
    if tokens is None:
        return {}
    counts = instances_of(tokens, recipe.instances == "pairs")
    first = np.cumsum(counts) - counts
    columns = (tokens.ids, tokens.sentence, tokens.stayed, tokens.staying[tokens.ids], tokens.reach, first, counts)
    rows = zip(*(column[:_TOKENS_SHOWN].tolist() for column in columns), strict=True)
    window, named = recipe.window, Token.__annotations__
    shares = [(window + 1 - d) / window if recipe.shrink_window else 1.0 for d in range(1, window + 1)]
    listed = [dict(zip(named, row, strict=True)) for row in rows]
    return {"reading": {"tokens": listed, "total": len(tokens.ids), "shares": shares[:_DISTANCES_SHOWN]}}


def hyperparameters(recipe) -> dict[str, str]:
    """The fields that apply to the recipe, as their controls show them."""
    scope = recipe.scope
    return {
        field.name: field.kind.write(getattr(recipe, field.name))
        for field in FIELDS
        if field.name not in CORPORA and field.applies(*scope) and getattr(recipe, field.name) is not None
    }


def _caption(trajectory):
    recipe, drawn = trajectory.recipe, trajectory.model.numbers_drawn(trajectory.sizes)
    preset = PRESETS.get(recipe.preset)
    repeated = (
        f"wevi's generator repeats itself after {WEVI_PERIOD:,} weights: of the {drawn:,} drawn many are the same."
    )
    note = [repeated] if repeats(recipe, drawn) else []
    if preset is None:
        return {"title": "Your own data", "caption": " ".join(note), "look_for": (), "source": "", "view": {}}
    own = getattr(recipe, recipe.corpus_kind) != getattr(preset.recipe, recipe.corpus_kind)
    return {
        "title": preset.title + (", changed" if own else ""),
        "caption": " ".join([preset.caption, *note]),
        "look_for": preset.look_for,
        "source": preset.source,
        "view": {name: str(value) for name, value in preset.view.items()},
    }


@lru_cache(_DECLARATIONS)
def _as_dict(declared) -> dict:
    """What is declared, ready for JSON: the same for every recipe that declares the same, so not to be changed."""
    return asdict(declared)


@lru_cache(_DECLARATIONS)
def _declared(declared) -> dict:
    return {name: value for name, value in asdict(declared).items() if value is not None}


def _parameters(model, sizes):
    described = []
    for parameter in model.parameters:
        way = way_of(model, parameter.name)
        own = {"parted": way.says if way else "", "shape": model.axes_shape(parameter, sizes)}
        described.append(_declared(parameter) | own | _row_names(parameter, sizes))
    return described


def _row_names(parameter, sizes):
    """Names of the rows that are not words; of very many, what stands before their number."""
    rows = parameter.axes[0]
    if rows == "word":
        return {}
    if sizes[rows] > limits.MAX_WHOLE_WORDS:
        return {"row_prefix": element_name((), rows, 0).removesuffix("0")}
    return {"row_names": [element_name((), rows, row) for row in range(sizes[rows])]}


def _quantities(model, sizes):
    stage_of = {name: stage.name for stage in model.stages for name in stage.shows}
    described = []
    for quantity in model.quantities:
        shape = model.axes_shape(quantity, sizes)
        shape = shape[:-1] if quantity.matrix_of else shape  # of an instance: a column
        shape = {"shape": shape, "size": prod(shape), "stage": stage_of[quantity.name]}
        names = model.element_names(quantity.axes[0], sizes)
        named = {"row_names": names} if names else {}
        described.append(_declared(quantity) | shape | named | {"ragged": quantity.axes[0] in RAGGED})
    return described


def _edit(edit, model):
    return {"step": edit.step, "kind": edit.kind, "value": edit.value, "label": edit.told(model)}

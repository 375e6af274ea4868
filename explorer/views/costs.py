"""What a training example costs, against the size of the vocabulary: the formulas Q, and this run's counts on them.

Both axes are logarithmic: a cost in proportion to V rises as a straight line, one in proportion to log₂ V hardly, and
one that does not know V is level. A formula counts each weight once, as the way to the scores does (open marks);
training goes through the output rows three times and through the input rows twice (filled marks). Weights that a
look-up only copies are in the formulas, but are no multiply–adds: with them a count is told apart (ticks).
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.costs import DIRECT, LETTERS, formulas
from explorer.models.outputs import OUTPUTS
from explorer.numbers import exact
from explorer.training.fields import BY_NAME
from explorer.training.races import Race
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.race import COLOURS

HIDDEN = 100  # H, which only the older models have
_DASHES = {"CBOW": "solid", "skip-gram": "dash", "NNLM": "dot", DIRECT: "dot", "RNNLM": "dashdot"}
_LOGARITHMIC = {"type": "log", "exponentformat": "power", "dtick": 1}
_WORD2VEC = ("Skip-gram here reads its", "word, and scores all words, once for all C.")
_NOTES = {  # what the counts have that the formulas have not, by what a model reads
    "context": _WORD2VEC,
    "centre": _WORD2VEC,
    "preceding": ("Ticks: with the N·D", "that NNLM's look-up copies, and Q counts."),
    "sequence": ("To go back", "through time costs H·H for each word back, twice."),
}
_PLOT, _BESIDE = [0, 0.6], 0.63
_SMALL = 12  # px, of what is said beside the plot, which a window 1,024 px wide has room for


@checked
def costs(run, H: int | None = None, theme: str = "light") -> go.Figure:
    """The costs of the models with this run's sizes, drawn against V, and what its output layers cost at its own V.

    H : units of the hidden layer of the models that have one; the run's own, else 100. What costs nothing is left out.

    Raises `RecipeError` for a model of numbers, which has no output layers to choose, and for another theme.
    """
    contest = Race(run.recipe)
    letters = sizes(run) | ({} if H is None else {"H": H})
    V = letters.pop("V")
    vocabularies = np.geomspace(max(1, min(10, V) / 2), max(1e6, 10 * V), 60)
    figure = themes.figure(
        theme,
        "What one training example costs, against the number of words",
        xaxis=themes.axis(title={"text": "words of the vocabulary, V", "standoff": 8}, domain=_PLOT, **_LOGARITHMIC),
        yaxis=themes.axis(title={"text": "Q: weights, each counted once"}, **_LOGARITHMIC),
        hovermode="closest",
        legend={"orientation": "v", "x": _BESIDE, "xref": "paper", "y": 1, "yref": "paper", "yanchor": "top"}
        | {"font": {"size": _SMALL}},
    )
    shown, notes = formulas(run.recipe), _NOTES[run.recipe.architecture.reading]
    for cost in shown:
        if cost.of(V, **letters):  # not the recurrent network without a hidden layer
            _add_formula(figure, cost, vocabularies, letters, theme)
    _add_counts(figure, contest, run.step, V, theme)
    if any(cost.model == DIRECT for cost in shown):
        notes = (*notes, "W are NNLM's direct paths.")
    _explain(figure, {"V": V} | letters, notes)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    if not run.recipe.architecture.outputs:
        return themes.empty(view["theme"], "These are costs of output layers: models of words have several.")
    return costs(run, theme=view["theme"])


def sizes(run) -> dict[str, float]:
    """The letters of the formulas in a run: V, D, H and K its own, N and C the mean number of its words of context.

    A recurrent network describes a word by as many numbers as it has units: D is H.
    """
    instances = run.instances
    predicts_context = run.recipe.architecture.reading == "centre"
    start = instances.output_start if predicts_context else instances.input_start
    context = float(np.diff(start).mean())
    recipe, units = run.recipe, HIDDEN
    if BY_NAME["hidden"].applies(*recipe.scope):
        units = sum(recipe.hidden)  # one layer, or none
    own = {"D": recipe.vector_size if BY_NAME["vector_size"].applies(*recipe.scope) else units, "H": units}
    return {"V": len(run.vocabulary), "N": context, "C": context} | own | {"K": recipe.negative}


def _add_formula(figure, cost, vocabularies, letters, theme):
    colour = getattr(themes.palette(theme), COLOURS[cost.output])
    name = f"{cost.model}, {OUTPUTS[cost.output].brief}: {cost.text}"
    figure.add_scatter(
        x=vocabularies,
        y=[cost.of(V, **letters) for V in vocabularies],
        mode="lines",
        line={"color": colour, "dash": _DASHES[cost.model], "width": 2},
        name=name,
        hovertemplate=f"{name}<br>V = %{{x:,.0f}}<br>Q = %{{y:,.0f}}<br>{cost.source}<extra></extra>",
    )


def _add_counts(figure, contest, step, V, theme):
    """Marks for each layer: the multiply–adds of the way to the scores, and of the whole step."""
    for output, lane in contest.lanes.items():
        colour, title = getattr(themes.palette(theme), COLOURS[output]), lane.model.layer.title
        symbols, counts, says = zip(*_marks(lane, step), strict=True)
        figure.add_scatter(
            x=[V] * len(counts),
            y=counts,
            mode="lines+markers",
            line={"color": colour, "width": 1},
            marker={"symbol": symbols, "size": 11, "color": colour, "line": {"width": 2, "color": colour}},
            name=f"counted here: {title}",
            customdata=says,
            hovertemplate=f"{title}, %{{customdata[0]}}<br>%{{y:,.1f}} %{{customdata[1]}}<extra></extra>",
        )


def _marks(lane, step):
    """(symbol, count, what and of what it is) of each mark; between the two counts what Q counts, where it is more."""
    forward, whole = lane.cost(step)
    yield "circle-open", forward, ("to the scores", "multiply–adds an instance")
    if lane.copied:
        says = f"to the scores, with the {lane.copied:,} weights that the look-up copies"
        yield "line-ew", forward + lane.copied, (says, "weights an instance, as Q counts them")
    yield "circle", whole, ("whole step", "multiply–adds an instance")


def _explain(figure, letters, notes):
    lines = [f"<b>{letter}</b> {LETTERS[letter]}: {exact(value)}" for letter, value in letters.items()]
    lines += [
        "D is N elsewhere on this page.",
        "Open marks: counted on the way to the scores,",
        f"filled: in the whole step. {notes[0]}",
        *notes[1:],
    ]
    corner = {"x": _BESIDE, "y": 0, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    themes.note(figure, text="<br>".join(lines), align="left", showarrow=False, font={"size": _SMALL}, **corner)
